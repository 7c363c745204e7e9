//! Impacts without restitution hold: what they stopped may be set in motion again by a later round, which solves them
//! together with what hits then.
//!
//! A heavy box that lands on a light one on the floor stops by 1/11 of its speed with each round in which it hits, if
//! the floor has its say only in the rounds between.

use super::impact_groups::HitGroups;
use super::impact_hit::{Hit, Place};
use crate::engine::lanes::BLOCK;

/// Hits without restitution of the rounds of a sub-step so far.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldHits {
    /// In the order in which they hit first.
    hits: Vec<Hit>,
    /// By list, block and lane: the number of the hit there, or [`NONE`].
    numbers: Vec<Vec<u32>>,
    /// By number: does it hit in this round, too?
    hitting: Vec<bool>,
    /// By chain: has it a hit in this round?
    chains: Vec<bool>,
}

const NONE: u32 = u32::MAX;

impl HeldHits {
    /// Starts a sub-step.
    pub fn clear(&mut self) {
        for hit in self.hits.drain(..) {
            let (list, index) = index_of(hit.place);
            self.numbers[list][index] = NONE;
        }
    }

    fn find(&self, place: Place) -> Option<usize> {
        let (list, index) = index_of(place);
        let number = *self.numbers.get(list)?.get(index)?;
        (number != NONE).then_some(number as usize)
    }

    /// A contact is followed no further in this sub-step.
    pub fn forget(&mut self, place: Place) {
        if let Some(number) = self.find(place) {
            self.hits[number].parting = [None; 2];
        }
    }

    /// Adds to the hits of a round those that have to do with them and do not hit themselves.
    pub fn add_to(&mut self, round: &mut Vec<Hit>, chains: &mut HitGroups) {
        if self.hits.is_empty() || round.is_empty() {
            return;
        }
        self.hitting.clear();
        self.hitting.resize(self.hits.len(), false);
        self.chains.clear();
        self.chains.resize(chains.count() as usize, false);
        for hit in round.iter() {
            if let Some(number) = self.find(hit.place) {
                self.hitting[number] = true;
            }
            self.chains[chains.group_of(hit.chain) as usize] = true;
        }
        for (hit, is_hitting) in self.hits.iter().zip(&self.hitting) {
            if !is_hitting && hit.parting != [None; 2] && self.chains[chains.group_of(hit.chain) as usize] {
                round.push(*hit);
            }
        }
    }

    /// After a round: its hits without restitution hold. What joints pass on is found anew each time, and does not.
    pub fn remember(&mut self, round: &[Hit]) {
        for hit in round.iter().filter(|hit| hit.is_plastic() && hit.linked.is_none()) {
            if let Some(number) = self.find(hit.place) {
                self.hits[number].join(hit);
                continue;
            }
            let (list, index) = index_of(hit.place);
            self.numbers.resize_with(self.numbers.len().max(list + 1), Vec::new);
            let numbers = &mut self.numbers[list];
            numbers.resize(numbers.len().max(index + 1), NONE);
            numbers[index] = self.hits.len() as u32;
            self.hits.push(hit.held());
        }
    }
}

/// List and index of a place.
fn index_of((list, block, lane): Place) -> (usize, usize) {
    (usize::from(list), block as usize * BLOCK + usize::from(lane))
}
