//! The contacts of one colour: blocks of eight, filled without holes.

use super::block::{Column, ContactBlock};
use super::manifold_block::{ManifoldBlock, ManifoldLane};
use crate::engine::lanes::{BLOCK, SetBits};

/// Contacts that may be solved at the same time (or a list that may not).
#[derive(Clone, Debug, Default)]
pub struct ColorGroup {
    /// Full but for the last.
    pub blocks: Vec<ContactBlock>,
    /// Beside each block.
    pub manifolds: Vec<ManifoldBlock>,
    /// How many lanes are taken.
    pub count: usize,
    /// How many of them have restitution.
    pub bouncy: usize,
    /// True when some of them may have overlap that is being pushed out ([`super::push_out`]).
    pub may_overlap: bool,
    /// A list whose lanes are not in the order of their colliders, because contacts have come or gone since.
    pub unsorted: bool,
}

impl ColorGroup {
    /// See [`super::colors::ContactColors::sort_list`].
    pub(super) fn sort<K: Ord>(&mut self, key: impl Fn(u32) -> K) -> bool {
        if !std::mem::take(&mut self.unsorted) {
            return false;
        }
        let contact = |index: usize| self.manifolds[index / BLOCK].contact[index % BLOCK];
        let mut order: Vec<(K, u32)> = (0..self.count).map(|index| (key(contact(index)), index as u32)).collect();
        order.sort_unstable();
        let mut sources: Vec<u32> = order.into_iter().map(|(_, index)| index).collect();
        for start in 0..sources.len() {
            self.turn_cycle(&mut sources, start);
        }
        true
    }

    /// Slots of the bodies of each contact that holds them, see [`super::colors::ContactColors::find_held`].
    pub(super) fn slots_that_hold(&self) -> impl Iterator<Item = (u32, u32)> {
        let blocks = self.blocks.iter().zip(&self.manifolds);
        blocks.flat_map(|(block, manifold)| {
            let lanes = SetBits(manifold.present).map(|lane| lane as usize);
            let holds = lanes.filter(|&lane| manifold.restitution.0[lane] <= 0.0 || !block.waits(lane));
            holds.map(|lane| block.slots(lane).into())
        })
    }

    /// Takes the numbers of a lane out.
    pub(super) fn take_lane(&mut self, index: usize) -> (Column, ManifoldLane) {
        let (block, lane) = (index / BLOCK, index % BLOCK);
        (self.blocks[block].take_column(lane), self.manifolds[block].take_lane(lane))
    }

    /// Puts them into another.
    pub(super) fn put_lane(&mut self, index: usize, (column, manifold): (Column, ManifoldLane)) {
        let (block, lane) = (index / BLOCK, index % BLOCK);
        self.blocks[block].put_column(lane, column);
        self.manifolds[block].put_lane(lane, manifold);
    }

    /// Moves the lanes of one cycle of a permutation. `sources`: by place, whence its lane comes; places that are
    /// done become their own source.
    fn turn_cycle(&mut self, sources: &mut [u32], start: usize) {
        if sources[start] as usize == start {
            return;
        }
        let first = self.take_lane(start);
        let mut place = start;
        loop {
            let source = std::mem::replace(&mut sources[place], place as u32) as usize;
            if source == start {
                return self.put_lane(place, first);
            }
            let moved = self.take_lane(source);
            self.put_lane(place, moved);
            place = source;
        }
    }
}
