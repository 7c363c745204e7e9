//! The set of present pairs, as one list of partners per proxy.
//!
//! ```text
//!   proxy 3:  [ 7 ] [ 9 ] [ 4 ]            each pair stands in the lists of both parties, and each entry knows its twin's place,
//!                     │                    so that a pair leaves by two swaps with the last entry, however long the lists are
//!   proxy 9:  [ 1 ] [ 3 ]
//! ```
//!
//! *Is this pair known?* While one proxy's candidates are looked at ([`PairSet::visit`]), every partner it has already bears a stamp with the number of the
//! visit: one array read answers, where a hash set would compute, probe and miss the cache.
//!
//! *Numbers.* Each pair has a number that stays while it is in the set, and is then used again: whoever keeps something about pairs finds it by one index.

/// One entry in a proxy's list.
#[derive(Clone, Copy, Debug)]
struct Partner {
    /// The other proxy.
    proxy: u32,
    /// Place of the same pair in the other proxy's list.
    twin: u32,
    /// Number of the pair.
    pair: u32,
}

/// Pairs of proxies.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    partners: Vec<Vec<Partner>>,
    /// The last visit in which a proxy was a partner of the visited one.
    stamps: Vec<u32>,
    visit: u32,
    /// Numbers below this have been given.
    next: u32,
    /// Those of them that are free.
    vacant: Vec<u32>,
}

impl PairSet {
    /// Makes room for proxies below `count`.
    pub fn reserve(&mut self, count: usize) {
        if self.partners.len() < count {
            self.partners.resize_with(count, Vec::new);
            self.stamps.resize(count, 0);
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.next as usize - self.vacant.len()
    }

    /// True without pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many partners a proxy has.
    pub fn partner_count(&self, proxy: u32) -> usize {
        self.partners[proxy as usize].len()
    }

    /// The partner at a place of a proxy's list.
    #[inline]
    pub fn partner(&self, proxy: u32, place: usize) -> u32 {
        self.partners[proxy as usize][place].proxy
    }

    /// Number of the pair at a place of a proxy's list.
    #[inline]
    pub fn number_at(&self, proxy: u32, place: usize) -> u32 {
        self.partners[proxy as usize][place].pair
    }

    /// Number of the pair that the two are, by reading the shorter list.
    pub fn number_of(&self, a: u32, b: u32) -> Option<u32> {
        let (list, other) = if self.partner_count(a) < self.partner_count(b) { (a, b) } else { (b, a) };
        self.partners[list as usize].iter().find(|p| p.proxy == other).map(|p| p.pair)
    }

    /// True when the two are a pair.
    pub fn contains(&self, a: u32, b: u32) -> bool {
        self.number_of(a, b).is_some()
    }

    /// Begins a visit: from now on [`PairSet::is_known`] speaks about this proxy.
    #[inline]
    pub fn visit(&mut self, proxy: u32) {
        if self.visit == u32::MAX {
            self.stamps.fill(0);
            self.visit = 0;
        }
        self.visit += 1;
        self.stamps[proxy as usize] = self.visit;
        for partner in &self.partners[proxy as usize] {
            self.stamps[partner.proxy as usize] = self.visit;
        }
    }

    /// True for the visited proxy itself and its partners.
    #[inline]
    pub fn is_known(&self, proxy: u32) -> bool {
        self.stamps[proxy as usize] == self.visit
    }

    /// Adds a pair that is not in the set, found while visiting `a`; its number.
    pub fn insert(&mut self, a: u32, b: u32) -> u32 {
        let pair = self.vacant.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        let (place_a, place_b) = (self.partners[a as usize].len() as u32, self.partners[b as usize].len() as u32);
        self.partners[a as usize].push(Partner { proxy: b, twin: place_b, pair });
        self.partners[b as usize].push(Partner { proxy: a, twin: place_a, pair });
        self.stamps[b as usize] = self.visit;
        pair
    }

    /// Takes out the pair at a place of a proxy's list; the last of the list comes to that place. Its number is free then.
    pub fn remove_at(&mut self, proxy: u32, place: usize) {
        let Partner { proxy: other, twin, pair } = self.partners[proxy as usize][place];
        self.unlist(proxy, place);
        self.unlist(other, twin as usize);
        self.vacant.push(pair);
    }

    /// Takes out all pairs of a proxy.
    pub fn forget(&mut self, proxy: u32) {
        while let Some(last) = self.partner_count(proxy).checked_sub(1) {
            self.remove_at(proxy, last);
        }
    }

    /// One half of [`PairSet::remove_at`].
    fn unlist(&mut self, proxy: u32, place: usize) {
        let list = &mut self.partners[proxy as usize];
        list.swap_remove(place);
        if let Some(&Partner { proxy: other, twin, .. }) = list.get(place) {
            self.partners[other as usize][twin as usize].twin = place as u32;
        }
    }

    /// Checks that every entry and its twin agree and that no number is given twice; the first breach in words.
    pub fn validate(&self) -> Result<(), String> {
        let mut entries = 0;
        let mut given = vec![0_u8; self.next as usize];
        self.vacant.iter().for_each(|&number| given[number as usize] += 2);
        for (proxy, list) in self.partners.iter().enumerate() {
            for (place, partner) in list.iter().enumerate() {
                let twin = self.partners[partner.proxy as usize].get(partner.twin as usize);
                if !twin.is_some_and(|t| t.proxy == proxy as u32 && t.twin == place as u32 && t.pair == partner.pair) {
                    return Err(format!("pair of proxies {proxy} and {} has no twin entry", partner.proxy));
                }
                entries += 1;
                given[partner.pair as usize] += 1;
            }
        }
        if entries != 2 * self.len() {
            return Err(format!("{entries} entries for {} pairs", self.len()));
        }
        if let Some(number) = given.iter().position(|&count| count != 2) {
            return Err(format!("the pair number {number} is lost or was given twice"));
        }
        Ok(())
    }
}
