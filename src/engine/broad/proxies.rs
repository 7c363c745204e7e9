//! What the broad phase knows of each collider, as tables by proxy number.
//!
//! A crowd's boxes are looked at many times in each step, in no order that memory likes; whose they are and with whom
//! they may touch is asked only of the few that newly meet. So boxes lie close together in a table of their own, four
//! to a line of memory.
//!
//! *Told boxes.* Beside each box lies the one that the present pairs were found with. Two colliders whose told boxes
//! overlap are a known pair (or may be none): so most of what a search meets is passed over by comparing four more
//! numbers, and only what is left need be looked up in the set of pairs.

use super::sides::Sides;
use crate::engine::aabb::Aabb;
use crate::engine::collider::{ColliderId, CollisionFilter};

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
    /// True when the box is new, or was touched, since the last [`super::Broad::update`].
    pub moved: bool,
}

/// Where a method keeps a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoxPlace {
    /// Brute force keeps nothing.
    Nowhere,
    /// In the list of endpoints.
    Sweep,
    /// Leaf of the tree.
    Tree(u32),
    /// Place in the grid.
    Grid(u32),
}

/// Which proxies may form a pair, and what has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairRules {
    pub owner: ColliderId,
    pub filter: CollisionFilter,
    /// False for a number that no collider has at present.
    pub present: bool,
    pub mobile: bool,
    /// True for those in the list of moved ones.
    pub moved: bool,
    /// True when all its pairs are to be told again.
    pub touched: bool,
}

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub(super) struct Proxies {
    /// The enlarged boxes; [`Sides::NOWHERE`] for a number that no collider has.
    pub boxes: Vec<Sides>,
    /// The boxes at the last update; [`Sides::NOWHERE`] for those of which any pair may be new.
    pub told: Vec<Sides>,
    pub rules: Vec<PairRules>,
    pub homes: Vec<BoxPlace>,
    vacant: Vec<u32>,
}

impl Proxies {
    /// How many numbers have been given, those that are free again with them.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// True when a collider has this number.
    #[inline]
    pub fn contains(&self, number: u32) -> bool {
        self.rules.get(number as usize).is_some_and(|rules| rules.present)
    }

    /// The collider with this number.
    pub fn get(&self, number: u32) -> Option<Proxy> {
        let PairRules { owner, filter, mobile, moved, .. } = *self.rules.get(number as usize).filter(|rules| rules.present)?;
        Some(Proxy { owner, fat_aabb: self.boxes[number as usize].aabb(), mobile, filter, moved })
    }

    /// All colliders with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Proxy)> {
        (0..self.len() as u32).filter_map(|number| Some((number, self.get(number)?)))
    }

    /// Takes in a collider, which has not moved yet; its number.
    pub fn insert(&mut self, owner: ColliderId, fat_aabb: Aabb, mobile: bool, filter: CollisionFilter) -> u32 {
        let number = self.vacant.pop().unwrap_or(self.len() as u32);
        let place = number as usize;
        // A number that is used again may still stand in the list of moved ones.
        let moved = self.rules.get(place).is_some_and(|rules| rules.moved);
        let rules = PairRules { owner, filter, present: true, mobile, moved, touched: false };
        if place == self.len() {
            self.boxes.push(Sides::NOWHERE);
            self.told.push(Sides::NOWHERE);
            self.rules.push(rules);
            self.homes.push(BoxPlace::Nowhere);
        }
        self.rules[place] = rules;
        self.boxes[place] = Sides::of(fat_aabb);
        number
    }

    /// Forgets a collider.
    pub fn remove(&mut self, number: u32) {
        let place = number as usize;
        self.rules[place].present = false;
        (self.boxes[place], self.told[place]) = (Sides::NOWHERE, Sides::NOWHERE);
        self.vacant.push(number);
    }

    /// True when some collider that can be pushed has not moved.
    pub fn some_mobile_rest(&self) -> bool {
        self.rules.iter().any(|rules| rules.present && rules.mobile && !rules.moved)
    }

    /// True when the two have overlapped already in the last update.
    #[inline]
    pub fn were_met(&self, a: u32, b: u32) -> bool {
        self.told[a as usize].overlap(self.told[b as usize].bound())
    }

    /// The pairs of a moved collider are told.
    pub fn note_told(&mut self, number: u32) {
        let place = number as usize;
        self.told[place] = self.boxes[place];
        (self.rules[place].moved, self.rules[place].touched) = (false, false);
    }
}
