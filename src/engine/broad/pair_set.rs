//! The set of present pairs, as one list of partners per proxy.
//!
//! ```text
//!   proxy 3:  [ 7 ] [ 9 ] [ 4 ]            each pair stands in the lists of both parties,
//!                     │                    and leaves by two swaps with the last entry
//!   proxy 9:  [ 1 ] [ 3 ]
//! ```
//!
//! *Places.* In a short list an entry is found by comparing all: its lines have to be read anyway. For long ones (the
//! ground under a crowd) a table by pair tells the place.
//!
//! *Lines.* All lists lie in one array of lines (64 bytes, eight partners): each in a run of 1, 2, 4 … lines, twice
//! as many when it outgrows them. Runs that are left are kept by size for the next list.
//!
//! *Numbers.* Each pair has a number that stays while it is in the set, and is then used again: whoever keeps
//! something about pairs finds it by one index.

use crate::engine::prefetch::prefetch_at;

/// Partners in a line.
const LINE: usize = 8;
/// Lists with at most so many lines are searched.
const SHORT: u32 = 4;
/// Place, or number, of a pair that is not known.
const NOWHERE: u32 = u32::MAX;

/// One entry in a proxy's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partner {
    /// The other proxy.
    pub proxy: u32,
    /// Number of the pair.
    pub pair: u32,
}

/// Part of a proxy's list: what is read from memory at once, and compared at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub struct PartnerLine {
    proxies: [u32; LINE],
    pairs: [u32; LINE],
}

impl PartnerLine {
    fn partner(&self, place: usize) -> Partner {
        Partner { proxy: self.proxies[place], pair: self.pairs[place] }
    }

    fn put(&mut self, place: usize, Partner { proxy, pair }: Partner) {
        (self.proxies[place], self.pairs[place]) = (proxy, pair);
    }
}

/// Where the wanted number is among the first `count`.
#[inline]
fn find(numbers: &[u32; LINE], wanted: u32, count: usize) -> Option<usize> {
    // One bit for each, without a branch: a search that ends at an unpredictable place costs a mispredicted branch.
    let equal = (0..LINE).fold(0_u32, |bits, place| bits | u32::from(numbers[place] == wanted) << place);
    let found = equal & ((1 << LINE.min(count)) - 1);
    (found != 0).then(|| found.trailing_zeros() as usize)
}

/// Where a proxy's list lies.
#[derive(Clone, Copy, Debug, Default)]
struct PartnerList {
    /// Its first line.
    first: u32,
    /// How many lines it has; none before the first partner comes.
    lines: u32,
    /// How many partners it has.
    count: u32,
}

/// The first `count` partners in some lines.
#[inline]
pub fn partners_in(lines: &[PartnerLine], count: usize) -> impl Iterator<Item = Partner> {
    lines.iter().enumerate().flat_map(move |(index, line)| (0..LINE.min(count - LINE * index)).map(|place| line.partner(place)))
}

/// Pairs of proxies.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    lists: Vec<PartnerList>,
    lines: Vec<PartnerLine>,
    /// First lines of the runs of 1, 2, 4 … lines that no list has.
    left: Vec<Vec<u32>>,
    /// By pair: its places in the lists of its smaller and its larger proxy, if those are long.
    places: Vec<[u32; 2]>,
    /// Numbers that have been given and are free.
    vacant: Vec<u32>,
}

impl PairSet {
    /// Makes room for proxies below `count`.
    pub fn reserve(&mut self, count: usize) {
        if self.lists.len() < count {
            self.lists.resize(count, PartnerList::default());
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.places.len() - self.vacant.len()
    }

    /// True without pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many partners a proxy has.
    pub fn partner_count(&self, proxy: u32) -> usize {
        self.lists[proxy as usize].count as usize
    }

    /// The entry at a place of a proxy's list.
    pub fn partner(&self, proxy: u32, place: usize) -> Partner {
        let PartnerList { first, .. } = self.lists[proxy as usize];
        self.lines[first as usize + place / LINE].partner(place % LINE)
    }

    /// A proxy's list.
    #[inline]
    pub fn partners(&self, proxy: u32) -> impl Iterator<Item = Partner> {
        partners_in(self.lines_of(proxy), self.partner_count(proxy))
    }

    /// The lines of a proxy's list; beyond its last partner anything may stand in them.
    #[inline]
    pub fn lines_of(&self, proxy: u32) -> &[PartnerLine] {
        let PartnerList { first, count, .. } = self.lists[proxy as usize];
        &self.lines[first as usize..first as usize + (count as usize).div_ceil(LINE)]
    }

    /// Prefetches where the lists of two proxies lie.
    #[inline]
    pub fn prefetch_lists(&self, a: u32, b: u32) {
        prefetch_at(&self.lists, a as usize);
        prefetch_at(&self.lists, b as usize);
    }

    /// Prefetches the first lines of two lists.
    #[inline]
    pub fn prefetch_lines(&self, a: u32, b: u32) {
        prefetch_at(&self.lines, self.lists[a as usize].first as usize);
        prefetch_at(&self.lines, self.lists[b as usize].first as usize);
    }

    /// Number of the pair that the two are, by reading the shorter list.
    #[inline]
    pub fn number_of(&self, a: u32, b: u32) -> Option<u32> {
        let (list, other) = if self.partner_count(a) < self.partner_count(b) { (a, b) } else { (b, a) };
        let count = self.partner_count(list);
        let mut lines = self.lines_of(list).iter().enumerate();
        lines.find_map(|(index, line)| find(&line.proxies, other, count - LINE * index).map(|place| line.pairs[place]))
    }

    /// True when the two are a pair.
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.number_of(a, b).is_some()
    }

    /// Adds a pair that is not in the set; its number.
    pub fn insert(&mut self, a: u32, b: u32) -> u32 {
        let pair = self.vacant.pop().unwrap_or_else(|| {
            self.places.push([NOWHERE; 2]);
            self.places.len() as u32 - 1
        });
        self.push(a, Partner { proxy: b, pair });
        self.push(b, Partner { proxy: a, pair });
        pair
    }

    /// Takes out a pair of two proxies.
    pub fn remove(&mut self, a: u32, b: u32, pair: u32) {
        self.unlist(a, Partner { proxy: b, pair });
        self.unlist(b, Partner { proxy: a, pair });
        self.vacant.push(pair);
    }

    /// Takes out all pairs of a proxy.
    pub fn forget(&mut self, proxy: u32) {
        while let Some(last) = self.partner_count(proxy).checked_sub(1) {
            let Partner { proxy: other, pair } = self.partner(proxy, last);
            self.remove(proxy, other, pair);
        }
    }

    fn put(&mut self, list: PartnerList, place: u32, partner: Partner) {
        self.lines[list.first as usize + place as usize / LINE].put(place as usize % LINE, partner);
    }

    /// Adds an entry to a proxy's list.
    fn push(&mut self, proxy: u32, partner: Partner) {
        let mut list = self.lists[proxy as usize];
        if list.count as usize == LINE * list.lines as usize {
            list = self.enlarge(list);
            self.lists[proxy as usize] = list;
            (0..list.count as usize).for_each(|place| self.note_place(proxy, self.partner(proxy, place), place as u32));
        }
        self.put(list, list.count, partner);
        self.note_place(proxy, partner, list.count);
        self.lists[proxy as usize].count += 1;
    }

    /// Writes down where an entry stands in a proxy's list, if that is long.
    fn note_place(&mut self, proxy: u32, partner: Partner, place: u32) {
        if self.lists[proxy as usize].lines > SHORT {
            self.places[partner.pair as usize][usize::from(partner.proxy < proxy)] = place;
        }
    }

    /// Where an entry stands in a proxy's list.
    fn place_of(&self, proxy: u32, partner: Partner) -> u32 {
        let PartnerList { lines, count, .. } = self.lists[proxy as usize];
        if lines > SHORT {
            return self.places[partner.pair as usize][usize::from(partner.proxy < proxy)];
        }
        let mut lines = self.lines_of(proxy).iter().enumerate();
        let place = lines.find_map(|(index, line)| Some(LINE * index + find(&line.pairs, partner.pair, count as usize - LINE * index)?));
        place.map_or(NOWHERE, |place| place as u32)
    }

    /// Moves a list to a run of twice as many lines.
    fn enlarge(&mut self, list: PartnerList) -> PartnerList {
        let (old, lines) = (list.lines as usize, (2 * list.lines).max(1));
        let class = lines.trailing_zeros() as usize;
        if self.left.len() <= class {
            self.left.resize_with(class + 1, Vec::new);
        }
        let first = self.left[class].pop().unwrap_or_else(|| {
            let first = self.lines.len();
            self.lines.resize(first + lines as usize, PartnerLine::default());
            first as u32
        });
        if old > 0 {
            self.lines.copy_within(list.first as usize..list.first as usize + old, first as usize);
            self.left[class - 1].push(list.first);
        }
        PartnerList { first, lines, ..list }
    }

    /// Takes an entry out of a proxy's list; the last one comes to its place.
    fn unlist(&mut self, proxy: u32, partner: Partner) {
        let place = self.place_of(proxy, partner);
        let list = self.lists[proxy as usize];
        let last = self.partner(proxy, list.count as usize - 1);
        self.put(list, place, last);
        self.note_place(proxy, last, place);
        self.lists[proxy as usize].count -= 1;
    }

    /// Checks that entries and places agree, that no number is given twice and no line to two lists; the first breach
    /// in words.
    pub fn validate(&self) -> Result<(), String> {
        let mut met = vec![0_u8; self.places.len()];
        let mut owned = vec![0_u8; self.lines.len()];
        let mut own = |first: u32, lines: u32| owned[first as usize..(first + lines) as usize].iter_mut().for_each(|count| *count += 1);
        for (proxy, list) in self.lists.iter().enumerate() {
            own(list.first, list.lines);
            for (place, partner) in self.partners(proxy as u32).enumerate() {
                if self.place_of(proxy as u32, partner) != place as u32 {
                    return Err(format!("pair {} of proxies {proxy} and {} is in another place", partner.pair, partner.proxy));
                }
                let other = self.partners(partner.proxy).find(|p| p.pair == partner.pair);
                if other.is_none_or(|other| other.proxy != proxy as u32) {
                    return Err(format!("pair {} is not in the list of proxy {}", partner.pair, partner.proxy));
                }
                met[partner.pair as usize] += 1;
            }
        }
        self.left
            .iter()
            .enumerate()
            .flat_map(|(class, runs)| runs.iter().map(move |&first| (first, 1 << class)))
            .for_each(|(first, lines)| own(first, lines));
        if let Some(line) = owned.iter().position(|&count| count != 1) {
            return Err(format!("the line {line} is lost or belongs to two lists"));
        }
        for &pair in &self.vacant {
            met[pair as usize] += 2;
        }
        match met.iter().position(|&count| count != 2) {
            Some(number) => Err(format!("the pair number {number} is lost or was given twice")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn pairs_keep_their_numbers_while_lists_grow_shrink_and_are_forgotten() {
        let mut chance = Chance::new(5);
        let mut below = |count| chance.below(count);
        let (mut set, mut known) = (PairSet::default(), BTreeMap::<(u32, u32), u32>::new());
        set.reserve(60);
        let (mut begun, mut ended, mut longest) = (0, 0, 0);
        for round in 0..6000 {
            // Proxy 0 is large and meets all; the tide of pairs rises and falls.
            let (a, b) = (if below(3) == 0 { 0 } else { below(60) }, below(60));
            let (key, rising) = ((a.min(b), a.max(b)), round / 500 % 2 == 0);
            match known.get(&key) {
                Some(&pair) if !rising || below(4) == 0 => {
                    set.remove(b, a, pair);
                    known.remove(&key);
                    ended += 1;
                }
                None if a != b && (rising || below(4) == 0) => {
                    known.insert(key, set.insert(a, b));
                    begun += 1;
                }
                _ => {}
            }
            if round % 333 == 0 {
                set.forget(a);
                known.retain(|&(x, y), _| x != a && y != a);
            }
            longest = longest.max(set.partner_count(0));
            set.validate().unwrap();
            assert_eq!(set.len(), known.len());
            assert_eq!((set.number_of(a, b), set.contains(b, a)), (known.get(&key).copied(), known.contains_key(&key)));
        }
        for me in 0..60 {
            let found: BTreeSet<_> = set.partners(me).map(|partner| (partner.proxy, partner.pair)).collect();
            let of_me = known.iter().filter(|((a, b), _)| *a == me || *b == me);
            assert_eq!(found, of_me.map(|(&(a, b), &pair)| (a + b - me, pair)).collect());
            assert_eq!(set.partner_count(me), found.len());
        }
        assert!(begun > 500 && ended > 300 && longest > LINE * SHORT as usize, "{begun} {ended} {longest}: no test");
    }
}
