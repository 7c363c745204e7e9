//! Broad phase: which colliders' boxes overlap (C. Ericson, *Real-Time Collision Detection*, 2005, chapters 6 and 7;
//! enlarged boxes in a tree: E. Catto, "Dynamic bounding volume hierarchies", GDC 2019).
//!
//! Each collider has a *fat* box ([`boxes`]): the box that it sweeps in a step, grown by a margin, so that it is
//! renewed only now and then. A pair is two colliders of different bodies whose fat boxes overlap, of which at least
//! one can be pushed, and whose filters let them touch. While a fat box stays, its pairs stay: only proxies with a
//! new one ("moved") are looked at.
//!
//! ```text
//!   World ── insert, renew, remove, touch ──▶ Broad: proxies ─▶ method: who overlaps this region?
//!     ▲                                              │                    │
//!     └── PairChanges { begun, ended } ── update ◀── pair set ◀───────────┘
//! ```
//!
//! The set of pairs is kept here ([`pair_set`]); the world is told only what changed. The method is selectable, every
//! one finds the same pairs, and no caller may depend on the order in which changes are reported, so the choice
//! changes speed and never motion.
//!
//! | method | finds the boxes in a region by | good for |
//! |---|---|---|
//! | [`brute_force`] | comparing with all | 100 boxes, and to check the others |
//! | [`sweep_and_prune`] | reading the boxes' ends along x in order | crowds spread along x that move little |
//! | [`tree`] | going down a tree of nested boxes | levels that rest, rays |
//! | [`grid`] | reading the cells around | crowds in which all move |
//!
//! The grid is never alone: boxes that rest (static ones from the start, others after a while) stand in the tree,
//! where they cost nothing until something comes near; boxes that have lately moved are sorted into the grid.

mod blocks;
pub mod boxes;
pub mod brute_force;
mod cells;
pub mod grid;
mod join;
mod pair;
pub mod pair_set;
mod proxies;
mod sides;
pub mod sweep_and_prune;
pub mod tree;
mod update;
mod validate;
mod walk_stack;

pub(crate) use boxes::BoxMotion;
pub use boxes::{fat_box, still_fits, swept_box};
pub use pair::{Pair, PairChanges};
pub use proxies::Proxy;

use super::aabb::Aabb;
use super::collider::{ColliderId, CollisionFilter};
use super::lanes::Width;
use super::probe::{NoProbe, Probe};
use grid::{Grid, GridStep};
use pair::{Buffers, pair_of};
use pair_set::{PairSet, Partner};
use proxies::{BoxPlace, Proxies};
use sides::Sides;
use sweep_and_prune::{SweepAndPrune, SweepStep};
use tree::{Tree, TreeStep};

/// A box in the grid that has not changed for this many sortings goes to the tree.
const PATIENCE: u32 = 60;

/// Which method finds pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhase {
    /// Every box against every box.
    BruteForce,
    /// Ends of boxes sorted along x, and swept.
    SweepAndPrune,
    /// Dynamic tree of enlarged boxes.
    Tree,
    /// Grid for what moves, tree for what rests.
    #[default]
    Grid,
}

/// The boxes of all colliders, by proxy number, and the pairs among them.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    method: BroadPhase,
    proxies: Proxies,
    moved: Vec<u32>,
    pairs: PairSet,
    tree: Tree,
    grid: Grid,
    sweep: SweepAndPrune,
    /// How many proxies belong to each layer.
    layer_counts: [u32; 16],
    /// A buffer of [`Broad::settle`].
    quiet: Vec<u32>,
    buffers: Buffers,
    work: u64,
    most_pairs: Option<usize>,
}

impl Broad {
    /// The chosen method.
    pub fn method(&self) -> BroadPhase {
        self.method
    }

    /// Chooses the method; its structures are built from all boxes. Pairs stay.
    pub fn set_method(&mut self, method: BroadPhase) {
        if method == self.method {
            return;
        }
        self.method = method;
        self.tree = Tree::default();
        self.grid = Grid::new(self.grid.width());
        self.sweep = SweepAndPrune::default();
        for number in 0..self.proxies.len() as u32 {
            if self.proxies.contains(number) {
                self.settle_in(number, true);
            }
        }
    }

    /// Compares so many boxes at once from now on; what is found stays the same.
    pub fn set_width(&mut self, width: Width) {
        self.grid.set_width(width);
    }

    /// Takes in a box (finite numbers); the answer is its proxy number.
    pub fn insert(&mut self, owner: ColliderId, fat_aabb: Aabb, mobile: bool, filter: CollisionFilter) -> u32 {
        debug_assert!(is_finite(fat_aabb), "{fat_aabb:?}");
        self.count_layers(filter, 1);
        let number = self.proxies.insert(owner, fat_aabb, mobile, filter);
        self.pairs.reserve(self.proxies.len());
        self.mark_moved(number);
        self.settle_in(number, mobile);
        number
    }

    /// Forgets a box and, without telling, its pairs.
    pub fn remove(&mut self, number: u32) {
        let Some(Proxy { filter, .. }) = self.proxy(number) else { return };
        self.count_layers(filter, u32::MAX);
        self.move_out(number);
        self.pairs.forget(number);
        self.proxies.remove(number);
    }

    /// Gives a proxy a new enlarged box. `restless` says that its body may be pushed on in the next steps: a hint for
    /// the grid, and a promise for [`Broad::query_at_rest`], which may pass over it from now on. A box that is not
    /// finite is refused: the old one stays.
    pub fn renew(&mut self, number: u32, fat_aabb: Aabb, restless: bool) {
        if !is_finite(fat_aabb) || !self.mark_moved(number) {
            return;
        }
        self.move_out(number);
        self.proxies.boxes[number as usize] = Sides::of(fat_aabb);
        self.settle_in(number, restless);
    }

    /// Keeps a proxy with what rests: [`Broad::query_at_rest`] names it.
    pub fn keep_at_rest(&mut self, number: u32) {
        if matches!(self.proxies.homes.get(number as usize), Some(BoxPlace::Grid(_))) {
            self.move_out(number);
            self.settle_in(number, false);
        }
    }

    /// Says whether the proxy's body can be pushed, and with which others it may touch; its pairs are told again.
    pub fn set_rules(&mut self, number: u32, mobile: bool, filter: CollisionFilter) {
        let Some(Proxy { filter: old, .. }) = self.proxy(number) else { return };
        let rules = &mut self.proxies.rules[number as usize];
        (rules.mobile, rules.filter) = (mobile, filter);
        self.count_layers(old, u32::MAX);
        self.count_layers(filter, 1);
        if !mobile {
            self.keep_at_rest(number);
        }
        self.touch(number);
    }

    /// Lets all pairs of a proxy be told again by the next [`Broad::update`].
    pub fn touch(&mut self, number: u32) {
        if self.mark_moved(number) {
            self.proxies.rules[number as usize].touched = true;
            self.proxies.told[number as usize] = Sides::NOWHERE;
        }
    }

    /// Takes in a pair whose boxes may be apart by now; the next [`Broad::update`] then tells its end. Its number;
    /// `None` when there are no such proxies.
    pub fn adopt(&mut self, a: u32, b: u32) -> Option<u32> {
        if a == b || !self.proxies.contains(a) || !self.proxies.contains(b) {
            return None;
        }
        if let Some(number) = self.pairs.number_of(a, b) {
            return Some(number);
        }
        self.mark_moved(a);
        Some(self.pairs.insert(a, b))
    }

    /// True when the two are a pair, as of the last [`Broad::update`].
    pub fn is_pair(&self, a: u32, b: u32) -> bool {
        self.pair_number(a, b).is_some()
    }

    /// Number of the pair that the two are, as of the last [`Broad::update`].
    pub fn pair_number(&self, a: u32, b: u32) -> Option<u32> {
        (self.proxies.contains(a) && self.proxies.contains(b)).then(|| self.pairs.number_of(a, b))?
    }

    /// The proxy with this number.
    pub fn proxy(&self, number: u32) -> Option<Proxy> {
        self.proxies.get(number)
    }

    /// The enlarged box of a proxy that there is.
    #[inline]
    pub(crate) fn fat_aabb(&self, number: u32) -> Aabb {
        self.proxies.boxes[number as usize].aabb()
    }

    /// Prefetches what [`Broad::renew`] needs.
    pub(crate) fn prefetch(&self, number: u32) {
        if let Some(BoxPlace::Grid(place)) = self.proxies.homes.get(number as usize) {
            self.grid.prefetch(*place);
        }
    }

    /// How many pairs there are, as of the last [`Broad::update`].
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// Numbers of a proxy's pairs, as of the last [`Broad::update`], in no particular order.
    pub fn pairs_of(&self, proxy: u32) -> impl Iterator<Item = u32> {
        let known = self.proxies.contains(proxy).then_some(proxy);
        known.into_iter().flat_map(|proxy| self.pairs.partners(proxy)).map(|partner| partner.pair)
    }

    /// All pairs as of the last [`Broad::update`], sorted.
    pub fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for number in 0..self.proxies.len() as u32 {
            for Partner { proxy: other, pair } in self.pairs.partners(number).filter(|partner| number < partner.proxy) {
                pairs.push(pair_of(&self.proxies.rules, number, other, pair));
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Sorts the grid, or the endpoints, after boxes have changed, so that queries are fast until they change again;
    /// [`Broad::update`] does it anyway.
    pub fn settle(&mut self) {
        self.settle_probed(&mut NoProbe);
    }

    /// The same, watched.
    pub fn settle_probed<P: Probe<SweepStep>>(&mut self, probe: &mut P) {
        let Broad { proxies: Proxies { boxes, told, homes, .. }, grid, tree, sweep, quiet, .. } = self;
        sweep.settle(boxes, probe);
        quiet.clear();
        grid.settle([boxes, told], PATIENCE, |number| quiet.push(number), |number, place| homes[number as usize] = BoxPlace::Grid(place));
        for &number in quiet.iter() {
            homes[number as usize] = BoxPlace::Tree(tree.insert(boxes[number as usize].aabb(), number, &mut NoProbe));
        }
    }

    /// Calls `found` with every collider whose enlarged box overlaps the region, in no particular order. A region
    /// that is not finite holds nothing.
    pub fn query<P: BroadProbe>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(ColliderId)) {
        if is_finite(region) {
            self.find(region, probe, |number| found(self.proxies.rules[number as usize].owner));
        }
    }

    /// Calls `found` once with every proxy whose box overlaps the region.
    fn find<P: BroadProbe>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(u32)) {
        let boxes = &self.proxies.boxes;
        match self.method {
            BroadPhase::BruteForce => brute_force::query(boxes, region, found),
            BroadPhase::SweepAndPrune => self.sweep.query(boxes, region, probe, found),
            BroadPhase::Tree | BroadPhase::Grid => {
                self.tree.query(region, probe, &mut found);
                self.grid.query(region, probe, found);
            }
        }
    }

    /// The same without most of what moves: names all proxies that cannot be pushed or were told to rest
    /// ([`Broad::keep_at_rest`]), and perhaps others.
    pub fn query_at_rest(&self, region: Aabb, mut found: impl FnMut(ColliderId)) {
        if !is_finite(region) {
            return;
        }
        let name = |number: u32| found(self.proxies.rules[number as usize].owner);
        match self.method {
            BroadPhase::BruteForce => brute_force::query(&self.proxies.boxes, region, name),
            BroadPhase::SweepAndPrune => self.sweep.query(&self.proxies.boxes, region, &mut NoProbe, name),
            BroadPhase::Tree | BroadPhase::Grid => self.tree.query(region, &mut NoProbe, name),
        }
    }

    /// True when [`Broad::query_at_rest`] names the proxy.
    pub fn is_at_rest(&self, number: u32) -> bool {
        self.proxies.contains(number) && !matches!(self.proxies.homes[number as usize], BoxPlace::Grid(_))
    }

    /// Lets there be fewer pairs than [`super::tuning::MAX_PAIRS`]: for whoever has less memory.
    pub fn limit_pairs(&mut self, most: usize) {
        self.most_pairs = Some(most);
    }

    /// Boxes that the last [`Broad::update`] met in its search; endpoints that passed each other and boxes compared
    /// with active ones in a sweep. Where eight are compared at once, and where all are compared with all, eight tests
    /// count as one.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The sorted endpoints; empty for the other methods.
    pub fn sweep(&self) -> &SweepAndPrune {
        &self.sweep
    }

    /// The tree; empty for brute force and for sweep and prune.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The grid; empty for the other methods.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Counts a proxy's layers in, or with −1 as `u32` out.
    fn count_layers(&mut self, filter: CollisionFilter, change: u32) {
        for (bit, count) in self.layer_counts.iter_mut().enumerate() {
            if filter.layers >> bit & 1 != 0 {
                *count = count.wrapping_add(change);
            }
        }
    }

    /// The layers that some proxy belongs to.
    fn present_layers(&self) -> u16 {
        self.layer_counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(bit, _)| 1_u16 << bit).sum()
    }

    /// True when there is such a proxy; it is among the moved ones then.
    fn mark_moved(&mut self, number: u32) -> bool {
        let Some(rules) = self.proxies.rules.get_mut(number as usize).filter(|rules| rules.present) else { return false };
        if !rules.moved {
            rules.moved = true;
            self.moved.push(number);
        }
        true
    }

    /// Gives a proxy's box to the method's structures.
    fn settle_in(&mut self, number: u32, restless: bool) {
        let Broad { proxies: Proxies { boxes, rules, homes, .. }, .. } = self;
        let place = number as usize;
        homes[place] = match self.method {
            BroadPhase::BruteForce => BoxPlace::Nowhere,
            BroadPhase::SweepAndPrune => {
                self.sweep.insert(number);
                BoxPlace::Sweep
            }
            BroadPhase::Grid if restless && rules[place].mobile => BoxPlace::Grid(self.grid.insert(boxes[place], number)),
            BroadPhase::Tree | BroadPhase::Grid => BoxPlace::Tree(self.tree.insert(boxes[place].aabb(), number, &mut NoProbe)),
        };
    }

    /// Takes a proxy's box out of the method's structures.
    fn move_out(&mut self, number: u32) {
        match std::mem::replace(&mut self.proxies.homes[number as usize], BoxPlace::Nowhere) {
            BoxPlace::Nowhere => {}
            BoxPlace::Sweep => self.sweep.remove(number),
            BoxPlace::Tree(leaf) => self.tree.remove(leaf),
            BoxPlace::Grid(place) => {
                if let Some(follower) = self.grid.remove(place) {
                    self.proxies.homes[follower as usize] = BoxPlace::Grid(place);
                }
            }
        }
    }
}

/// Watches all that a broad phase does.
pub trait BroadProbe: Probe<TreeStep> + Probe<GridStep> + Probe<SweepStep> {}

impl<P: Probe<TreeStep> + Probe<GridStep> + Probe<SweepStep>> BroadProbe for P {}

fn is_finite(aabb: Aabb) -> bool {
    aabb.min.is_finite() && aabb.max.is_finite()
}
