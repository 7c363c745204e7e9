//! Broad phase (S8): which colliders' boxes overlap.
//!
//! Selectable; every method gives the same pair set, sorted by collider ids, so the choice changes speed and never motion.
//!
//! Each collider has a *fat* box: the box that it sweeps in a step, grown by a margin, so that it is renewed only now and then
//! ([`swept_box`], [`fat_box`], [`still_fits`]). A pair is two colliders whose fat boxes overlap. When a fat box stays, its pairs stay: only colliders with a new
//! fat box ("moved") have to be looked at, which is what makes the tree fast. The fat boxes are renewed by the same rule for every method,
//! and they always cover half of the speculative margin on every side, so that whichever history they have, two shapes that are near enough
//! for a contact point are a pair.

pub mod brute_force;
pub mod tree;

use super::aabb::Aabb;
use super::body::Body;
use super::collider::ColliderId;
use super::probe::{NoProbe, Probe};
use super::tuning;
use tree::{Tree, TreeStep};

/// Which method finds pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BroadPhase {
    /// Every box against every box.
    BruteForce,
    /// Dynamic tree of enlarged boxes.
    #[default]
    Tree,
}

/// The enlarged box of a collider with this swept box, metres.
pub fn fat_box(swept: Aabb) -> Aabb {
    swept.grown(tuning::AABB_MARGIN)
}

/// True while the enlarged box still serves the swept one: it holds it with half of the speculative margin around it.
pub fn still_fits(fat: Aabb, swept: Aabb) -> bool {
    fat.contains(swept.grown(0.5 * tuning::SPECULATIVE_MARGIN))
}

/// The box around a shape with this tight box during the next `seconds`, if its velocities stay.
pub fn swept_box(tight: Aabb, body: &Body, seconds: f32) -> Aabb {
    let way = body.linear_velocity * seconds;
    let swing = body.angular_velocity.abs() * body.extent * seconds;
    let end = Aabb { min: tight.min + way, max: tight.max + way };
    tight.union(end).grown(swing)
}

/// One collider in the broad phase.
#[derive(Clone, Copy, Debug)]
pub struct Proxy {
    /// Whose box it is.
    pub owner: ColliderId,
    /// The enlarged box, world, metres.
    pub fat_aabb: Aabb,
    /// True when the box is new since the last [`Broad::new_pairs`].
    pub moved: bool,
    leaf: u32,
}

/// The boxes of all colliders, by proxy number.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    method: BroadPhase,
    proxies: Vec<Option<Proxy>>,
    vacant: Vec<u32>,
    moved: Vec<u32>,
    tree: Tree,
}

impl Broad {
    /// Chooses the method; a new tree is built from all boxes.
    pub fn set_method(&mut self, method: BroadPhase) {
        if method == self.method {
            return;
        }
        self.method = method;
        self.tree = Tree::default();
        if method == BroadPhase::Tree {
            for (number, proxy) in self.proxies.iter_mut().enumerate() {
                if let Some(proxy) = proxy {
                    proxy.leaf = self.tree.insert(proxy.fat_aabb, number as u32, &mut NoProbe);
                }
            }
        }
    }

    /// Takes in a box; the answer is its proxy number.
    pub fn insert(&mut self, owner: ColliderId, fat_aabb: Aabb) -> u32 {
        let number = self.vacant.pop().unwrap_or(self.proxies.len() as u32);
        let leaf = match self.method {
            BroadPhase::Tree => self.tree.insert(fat_aabb, number, &mut NoProbe),
            BroadPhase::BruteForce => 0,
        };
        let proxy = Some(Proxy { owner, fat_aabb, moved: true, leaf });
        match self.proxies.get_mut(number as usize) {
            Some(place) => *place = proxy,
            None => self.proxies.push(proxy),
        }
        self.moved.push(number);
        number
    }

    /// Forgets a box.
    pub fn remove(&mut self, number: u32) {
        let Some(proxy) = self.proxies.get_mut(number as usize).and_then(Option::take) else { return };
        if self.method == BroadPhase::Tree {
            self.tree.remove(proxy.leaf);
        }
        self.vacant.push(number);
    }

    /// Gives a proxy a new enlarged box.
    pub fn renew(&mut self, number: u32, fat_aabb: Aabb) {
        let Some(Some(proxy)) = self.proxies.get_mut(number as usize) else { return };
        proxy.fat_aabb = fat_aabb;
        if !proxy.moved {
            proxy.moved = true;
            self.moved.push(number);
        }
        if self.method == BroadPhase::Tree {
            self.tree.remove(proxy.leaf);
            proxy.leaf = self.tree.insert(fat_aabb, number, &mut NoProbe);
        }
    }

    /// Marks a proxy as moved although its box stays, so that its pairs are looked for again (its filter has changed).
    pub fn touch(&mut self, number: u32) {
        if let Some(Some(proxy)) = self.proxies.get_mut(number as usize)
            && !proxy.moved
        {
            proxy.moved = true;
            self.moved.push(number);
        }
    }

    /// The proxy with this number.
    pub fn proxy(&self, number: u32) -> Option<&Proxy> {
        self.proxies.get(number as usize).and_then(Option::as_ref)
    }

    /// True when some box is new since the last [`Broad::new_pairs`].
    pub fn has_moved(&self) -> bool {
        !self.moved.is_empty()
    }

    /// Appends to `pairs` (smaller id first, sorted, each once) every overlapping pair in which at least one box has moved and that
    /// `wanted` lets through; then all boxes count as seen.
    pub fn new_pairs(&mut self, pairs: &mut Vec<(ColliderId, ColliderId)>, mut wanted: impl FnMut(ColliderId, ColliderId) -> bool) {
        let mut found = |x: ColliderId, y: ColliderId| {
            let (a, b) = if x < y { (x, y) } else { (y, x) };
            if a.body != b.body && wanted(a, b) {
                pairs.push((a, b));
            }
        };
        match self.method {
            BroadPhase::BruteForce => brute_force::pairs(&self.proxies, &mut found),
            BroadPhase::Tree => {
                for &number in &self.moved {
                    let Some(Some(me)) = self.proxies.get(number as usize) else { continue };
                    self.tree.query(me.fat_aabb, &mut NoProbe, |other| {
                        let Some(Some(other_proxy)) = self.proxies.get(other as usize) else { return };
                        // When both have moved, both find the pair: the one with the larger number keeps it.
                        if other != number && (!other_proxy.moved || other < number) {
                            found(me.owner, other_proxy.owner);
                        }
                    });
                }
            }
        }
        for &number in &self.moved {
            if let Some(Some(proxy)) = self.proxies.get_mut(number as usize) {
                proxy.moved = false;
            }
        }
        self.moved.clear();
        pairs.sort_unstable();
        pairs.dedup();
    }

    /// Calls `found` with every collider whose enlarged box overlaps the region, in no particular order.
    pub fn query<P: Probe<TreeStep>>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(ColliderId)) {
        match self.method {
            BroadPhase::BruteForce => {
                for proxy in self.proxies.iter().flatten() {
                    if proxy.fat_aabb.overlaps(region) {
                        found(proxy.owner);
                    }
                }
            }
            BroadPhase::Tree => self.tree.query(region, probe, |number| {
                if let Some(Some(proxy)) = self.proxies.get(number as usize) {
                    found(proxy.owner);
                }
            }),
        }
    }

    /// The tree; empty for brute force.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Checks that tree and proxies agree; the first breach in words.
    pub fn validate(&self) -> Result<(), String> {
        if self.method == BroadPhase::BruteForce {
            return Ok(());
        }
        let leaves = self.tree.validate()?;
        let count = self.proxies.iter().flatten().count();
        if leaves != count {
            return Err(format!("the tree has {leaves} leaves for {count} proxies"));
        }
        for (number, proxy) in self.proxies.iter().enumerate() {
            let Some(proxy) = proxy else { continue };
            if self.tree.leaf(proxy.leaf) != Some((number as u32, proxy.fat_aabb)) {
                return Err(format!("proxy {number} and its leaf disagree"));
            }
        }
        Ok(())
    }
}
