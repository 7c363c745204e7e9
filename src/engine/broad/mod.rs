//! Broad phase (S8): which colliders' boxes overlap.
//!
//! Each collider has a *fat* box ([`boxes`]): the box that it sweeps in a step, grown by a margin, so that it is renewed only now and then. A pair is two
//! colliders of different bodies whose fat boxes overlap, of which at least one can be pushed, and whose filters let them touch. While a fat box stays, its pairs
//! stay: only proxies with a new one ("moved") are looked at.
//!
//! ```text
//!   World ── insert, renew, remove, touch ──▶ Broad: proxies ─▶ method: who overlaps this region?
//!     ▲                                              │                    │
//!     └── PairChanges { begun, ended } ── update ◀── pair set ◀───────────┘
//! ```
//!
//! The set of pairs lives here ([`pair_set`]); the world is told only what changed. The method is selectable, every one finds the same pairs,
//! and changes are told sorted by collider ids, so the choice changes speed and never motion.
//!
//! | method | finds the boxes in a region by | good for |
//! |---|---|---|
//! | [`brute_force`] | comparing with all | 100 boxes, and to check the others |
//! | [`tree`] | going down a tree of nested boxes | levels that rest, rays |
//! | [`grid`] | reading the cells around | crowds in which all move |
//!
//! The grid is never alone: boxes that rest (static ones from the start, others after a while) stand in the tree, where they cost nothing until
//! something comes near; boxes that have lately moved are sorted into the grid.

pub mod boxes;
pub mod brute_force;
pub mod grid;
pub mod pair_set;
pub mod tree;

pub use boxes::{fat_box, still_fits, swept_box};

use super::aabb::Aabb;
use super::collider::{ColliderId, CollisionFilter};
use super::probe::{NoProbe, Probe};
use grid::{Grid, GridStep};
use pair_set::PairSet;
use tree::{Tree, TreeStep};

/// A box in the grid that has not changed for this many sortings goes to the tree.
const PATIENCE: u32 = 60;

/// Which method finds pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhase {
    /// Every box against every box.
    BruteForce,
    /// Dynamic tree of enlarged boxes.
    Tree,
    /// Grid for what moves, tree for what rests.
    #[default]
    Grid,
}

/// Where a method keeps a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// Brute force keeps nothing.
    Nowhere,
    /// Leaf of the tree.
    Tree(u32),
    /// Place in the grid.
    Grid(u32),
}

/// One collider in the broad phase.
#[derive(Clone, Copy, Debug)]
pub struct Proxy {
    /// Whose box it is.
    pub owner: ColliderId,
    /// The enlarged box, world, metres.
    pub fat_aabb: Aabb,
    /// True when its body can be pushed: two that cannot are no pair.
    pub mobile: bool,
    /// With which others it may touch.
    pub filter: CollisionFilter,
    /// True when the box is new, or was touched, since the last [`Broad::update`].
    pub moved: bool,
    /// True when all its pairs are to be told again.
    touched: bool,
    home: Home,
}

/// Two colliders whose enlarged boxes overlap; `a < b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The smaller id.
    pub a: ColliderId,
    /// The larger id.
    pub b: ColliderId,
    /// Proxy of `a`.
    pub proxy_a: u32,
    /// Proxy of `b`.
    pub proxy_b: u32,
}

/// What [`Broad::update`] found, each list sorted by ids, each pair once.
#[derive(Clone, Debug, Default)]
pub struct PairChanges {
    /// Pairs that are new, and all pairs of touched proxies, known ones too.
    pub begun: Vec<Pair>,
    /// Pairs whose boxes no longer overlap, or that may no longer be.
    pub ended: Vec<Pair>,
}

/// The boxes of all colliders, by proxy number, and the pairs among them.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    method: BroadPhase,
    proxies: Vec<Option<Proxy>>,
    vacant: Vec<u32>,
    moved: Vec<u32>,
    pairs: PairSet,
    tree: Tree,
    grid: Grid,
}

impl Broad {
    /// Chooses the method; its structures are built from all boxes. Pairs stay.
    pub fn set_method(&mut self, method: BroadPhase) {
        if method == self.method {
            return;
        }
        self.method = method;
        self.tree = Tree::default();
        self.grid = Grid::default();
        for number in 0..self.proxies.len() as u32 {
            if let Some(proxy) = self.proxies[number as usize] {
                self.settle_in(number, proxy.mobile);
            }
        }
    }

    /// Takes in a box (finite numbers); the answer is its proxy number.
    pub fn insert(&mut self, owner: ColliderId, fat_aabb: Aabb, mobile: bool, filter: CollisionFilter) -> u32 {
        debug_assert!(is_finite(fat_aabb), "{fat_aabb:?}");
        let number = self.vacant.pop().unwrap_or(self.proxies.len() as u32);
        let proxy = Some(Proxy { owner, fat_aabb, mobile, filter, moved: true, touched: false, home: Home::Nowhere });
        match self.proxies.get_mut(number as usize) {
            Some(place) => *place = proxy,
            None => self.proxies.push(proxy),
        }
        self.pairs.reserve(self.proxies.len());
        self.moved.push(number);
        self.settle_in(number, mobile);
        number
    }

    /// Forgets a box and, without telling, its pairs.
    pub fn remove(&mut self, number: u32) {
        if self.proxy(number).is_none() {
            return;
        }
        self.move_out(number);
        self.pairs.forget(number);
        self.proxies[number as usize] = None;
        self.vacant.push(number);
    }

    /// Gives a proxy a new enlarged box. One that is not finite is refused: the old box stays.
    pub fn renew(&mut self, number: u32, fat_aabb: Aabb) {
        if !is_finite(fat_aabb) || !self.mark_moved(number) {
            return;
        }
        self.move_out(number);
        if let Some(Some(proxy)) = self.proxies.get_mut(number as usize) {
            proxy.fat_aabb = fat_aabb;
            let mobile = proxy.mobile;
            self.settle_in(number, mobile);
        }
    }

    /// Says whether the proxy's body can be pushed, and with which others it may touch; its pairs are told again.
    pub fn set_rules(&mut self, number: u32, mobile: bool, filter: CollisionFilter) {
        if let Some(Some(proxy)) = self.proxies.get_mut(number as usize) {
            (proxy.mobile, proxy.filter) = (mobile, filter);
            self.touch(number);
        }
    }

    /// Lets all pairs of a proxy be told again by the next [`Broad::update`].
    pub fn touch(&mut self, number: u32) {
        if self.mark_moved(number)
            && let Some(Some(proxy)) = self.proxies.get_mut(number as usize)
        {
            proxy.touched = true;
        }
    }

    /// Takes in a pair whose boxes may be apart by now; the next [`Broad::update`] then tells its end.
    pub fn adopt(&mut self, a: u32, b: u32) {
        if a != b && self.proxy(a).is_some() && self.proxy(b).is_some() && !self.is_pair(a, b) {
            self.pairs.insert(a, b);
            self.mark_moved(a);
        }
    }

    /// True when the two are a pair, as of the last [`Broad::update`].
    pub fn is_pair(&self, a: u32, b: u32) -> bool {
        self.proxy(a).is_some() && self.proxy(b).is_some() && self.pairs.contains(a, b)
    }

    /// The proxy with this number.
    pub fn proxy(&self, number: u32) -> Option<&Proxy> {
        self.proxies.get(number as usize).and_then(Option::as_ref)
    }

    /// How many pairs there are, as of the last [`Broad::update`].
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// All pairs as of the last [`Broad::update`], sorted.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for number in 0..self.proxies.len() as u32 {
            for place in 0..self.pairs.partner_count(number) {
                let other = self.pairs.partner(number, place);
                if number < other {
                    pairs.extend(pair_of(&self.proxies, number, other));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Brings the pairs in line with the boxes and tells what changed since the last call.
    pub fn update(&mut self, changes: &mut PairChanges) {
        self.update_probed(changes, &mut NoProbe);
    }

    /// The same update, watched.
    pub fn update_probed<P: Probe<TreeStep> + Probe<GridStep>>(&mut self, changes: &mut PairChanges, probe: &mut P) {
        changes.begun.clear();
        changes.ended.clear();
        if self.moved.is_empty() {
            return;
        }
        self.settle();
        let moved = std::mem::take(&mut self.moved);
        for &number in &moved {
            self.review(number, changes);
        }
        self.search(&moved, changes, probe);
        for &number in &moved {
            if let Some(Some(proxy)) = self.proxies.get_mut(number as usize) {
                (proxy.moved, proxy.touched) = (false, false);
            }
        }
        self.moved = moved;
        self.moved.clear();
        changes.begun.sort_unstable();
        changes.begun.dedup();
        changes.ended.sort_unstable();
    }

    /// Sorts the grid after boxes have changed, so that queries are fast until they change again; [`Broad::update`] does it anyway.
    pub fn settle(&mut self) {
        let Broad { proxies, grid, tree, .. } = self;
        let mut quiet = Vec::new();
        grid.settle(
            PATIENCE,
            |number| quiet.push(number),
            |number, place| {
                if let Some(Some(proxy)) = proxies.get_mut(number as usize) {
                    proxy.home = Home::Grid(place);
                }
            },
        );
        for number in quiet {
            if let Some(Some(proxy)) = proxies.get_mut(number as usize) {
                proxy.home = Home::Tree(tree.insert(proxy.fat_aabb, number, &mut NoProbe));
            }
        }
    }

    /// Calls `found` with every collider whose enlarged box overlaps the region, in no particular order.
    pub fn query<P: Probe<TreeStep> + Probe<GridStep>>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(ColliderId)) {
        query(self.method, &self.proxies, &self.tree, &self.grid, region, probe, |number| {
            if let Some(Some(proxy)) = self.proxies.get(number as usize) {
                found(proxy.owner);
            }
        });
    }

    /// The tree; empty for brute force.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The grid; empty for the other methods.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Checks that the method's structures, the proxies and (where nothing has moved since the last update) the pairs agree with each other; the
    /// first breach in words.
    pub fn validate(&self) -> Result<(), String> {
        let kept = self.tree.validate()? + self.grid.validate()?;
        let count = self.proxies.iter().flatten().count();
        if self.method != BroadPhase::BruteForce && kept != count {
            return Err(format!("tree and grid hold {kept} boxes for {count} proxies"));
        }
        for (number, proxy) in self.proxies.iter().enumerate() {
            let Some(proxy) = proxy else { continue };
            let kept = match proxy.home {
                Home::Nowhere => Some((number as u32, proxy.fat_aabb)),
                Home::Tree(leaf) => self.tree.leaf(leaf),
                Home::Grid(place) => self.grid.at(place),
            };
            if kept != Some((number as u32, proxy.fat_aabb)) {
                return Err(format!("proxy {number} and its {:?} disagree: {kept:?}", proxy.home));
            }
        }
        self.pairs.validate()?;
        self.validate_pairs()
    }

    /// Compares the set of pairs with one made by trying all.
    fn validate_pairs(&self) -> Result<(), String> {
        let mut expected = Vec::with_capacity(self.pairs.len());
        for (a, x) in self.proxies.iter().enumerate() {
            let Some(x) = x.as_ref().filter(|x| !x.moved) else { continue };
            for (b, y) in self.proxies.iter().enumerate().skip(a + 1) {
                if y.is_some_and(|y| !y.moved && x.fat_aabb.overlaps(y.fat_aabb) && may_pair(x, &y)) {
                    expected.extend(pair_of(&self.proxies, a as u32, b as u32));
                }
            }
        }
        expected.sort_unstable();
        let mut found = self.pairs();
        found.retain(|pair| [pair.proxy_a, pair.proxy_b].iter().all(|&number| self.proxy(number).is_some_and(|p| !p.moved)));
        if expected != found {
            return Err(format!("the set of {} pairs is not that of the {} overlapping boxes", found.len(), expected.len()));
        }
        Ok(())
    }

    /// Ends the pairs of a moved proxy that are none any more.
    fn review(&mut self, number: u32, changes: &mut PairChanges) {
        let Some(Some(me)) = self.proxies.get(number as usize) else { return };
        let mut place = 0;
        while place < self.pairs.partner_count(number) {
            let other = self.pairs.partner(number, place);
            let Some(partner) = &self.proxies[other as usize] else { break };
            let stays = me.fat_aabb.overlaps(partner.fat_aabb) && (!(me.touched || partner.touched) || may_pair(me, partner));
            if !stays {
                self.pairs.remove_at(number, place);
                changes.ended.extend(pair_of(&self.proxies, number, other));
                continue;
            }
            if me.touched {
                changes.begun.extend(pair_of(&self.proxies, number, other));
            }
            place += 1;
        }
    }

    /// Finds the new pairs of moved proxies.
    fn search<P: Probe<TreeStep> + Probe<GridStep>>(&mut self, moved: &[u32], changes: &mut PairChanges, probe: &mut P) {
        let Broad { method, proxies, pairs, tree, grid, .. } = self;
        let mut finder = Finder { proxies, pairs, begun: &mut changes.begun };
        // Where most have moved, one sweep in which each looks half around is cheaper than each of them looking around.
        let join = *method == BroadPhase::Grid && 2 * moved.len() > grid.len();
        if join {
            grid.join(&mut finder, probe, |finder, me| finder.pairs.visit(me), Finder::meet);
        }
        for &number in moved {
            let Some(Some(me)) = proxies.get(number as usize) else { continue };
            finder.pairs.visit(number);
            if join && matches!(me.home, Home::Grid(_)) {
                tree.query(me.fat_aabb, probe, |other| finder.meet(number, other));
            } else {
                query(*method, proxies, tree, grid, me.fat_aabb, probe, |other| finder.meet(number, other));
            }
        }
    }

    /// True when there is such a proxy; it is among the moved ones then.
    fn mark_moved(&mut self, number: u32) -> bool {
        let Some(Some(proxy)) = self.proxies.get_mut(number as usize) else { return false };
        if !proxy.moved {
            proxy.moved = true;
            self.moved.push(number);
        }
        true
    }

    /// Gives a proxy's box to the method's structures.
    fn settle_in(&mut self, number: u32, restless: bool) {
        let Some(Some(proxy)) = self.proxies.get_mut(number as usize) else { return };
        proxy.home = match self.method {
            BroadPhase::BruteForce => Home::Nowhere,
            BroadPhase::Grid if restless => Home::Grid(self.grid.insert(proxy.fat_aabb, number)),
            BroadPhase::Tree | BroadPhase::Grid => Home::Tree(self.tree.insert(proxy.fat_aabb, number, &mut NoProbe)),
        };
    }

    /// Takes a proxy's box out of the method's structures.
    fn move_out(&mut self, number: u32) {
        let Some(Some(proxy)) = self.proxies.get_mut(number as usize) else { return };
        match std::mem::replace(&mut proxy.home, Home::Nowhere) {
            Home::Nowhere => {}
            Home::Tree(leaf) => self.tree.remove(leaf),
            Home::Grid(place) => {
                if let Some(follower) = self.grid.remove(place)
                    && let Some(Some(proxy)) = self.proxies.get_mut(follower as usize)
                {
                    proxy.home = Home::Grid(place);
                }
            }
        }
    }
}

/// Takes in candidates for pairs.
struct Finder<'a> {
    proxies: &'a [Option<Proxy>],
    pairs: &'a mut PairSet,
    begun: &'a mut Vec<Pair>,
}

impl Finder<'_> {
    /// The visited proxy's box overlaps another's.
    #[inline]
    fn meet(&mut self, me: u32, other: u32) {
        if self.pairs.is_known(other) {
            return;
        }
        if let (Some(Some(a)), Some(Some(b))) = (self.proxies.get(me as usize), self.proxies.get(other as usize))
            && may_pair(a, b)
        {
            self.pairs.insert(me, other);
            self.begun.extend(pair_of(self.proxies, me, other));
        }
    }
}

/// True when two colliders may be a pair if their boxes overlap.
#[inline]
fn may_pair(a: &Proxy, b: &Proxy) -> bool {
    (a.mobile || b.mobile) && a.owner.body != b.owner.body && a.filter.allows(b.filter)
}

/// The pair of two proxies, smaller collider id first.
#[inline]
fn pair_of(proxies: &[Option<Proxy>], x: u32, y: u32) -> Option<Pair> {
    let (x_owner, y_owner) = (proxies[x as usize].as_ref()?.owner, proxies[y as usize].as_ref()?.owner);
    Some(if x_owner < y_owner {
        Pair { a: x_owner, b: y_owner, proxy_a: x, proxy_b: y }
    } else {
        Pair { a: y_owner, b: x_owner, proxy_a: y, proxy_b: x }
    })
}

/// Calls `found` once with every proxy whose box overlaps the region.
fn query<P: Probe<TreeStep> + Probe<GridStep>>(
    method: BroadPhase,
    proxies: &[Option<Proxy>],
    tree: &Tree,
    grid: &Grid,
    region: Aabb,
    probe: &mut P,
    mut found: impl FnMut(u32),
) {
    if method == BroadPhase::BruteForce {
        return brute_force::query(proxies, region, found);
    }
    tree.query(region, probe, &mut found);
    grid.query(region, probe, found);
}

fn is_finite(aabb: Aabb) -> bool {
    aabb.min.is_finite() && aabb.max.is_finite()
}
