//! Impacts without restitution hold: what they stopped may be set in motion again by a later round, which solves them
//! together with what hits then.
//!
//! A heavy box that lands on a light one on the floor stops by 1/11 of its speed with each round in which it hits, if
//! the floor has its say only in the rounds between.

use super::impact_groups::HitGroups;
use super::impact_hit::{Hit, Place};

/// Hits without restitution of the rounds of a sub-step so far.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldHits {
    /// In the order in which they hit first.
    hits: Vec<Hit>,
    /// Places of these and their numbers, in order.
    places: Vec<(Place, usize)>,
    /// Which of these hit in this round, too.
    hitting: Vec<bool>,
    /// Chains with a hit in this round, in order.
    chains: Vec<u32>,
}

impl HeldHits {
    /// Starts a sub-step.
    pub fn clear(&mut self) {
        self.hits.clear();
        self.places.clear();
    }

    fn find(&self, place: Place) -> Result<usize, usize> {
        self.places.binary_search_by_key(&place, |(place, _)| *place)
    }

    /// A contact is followed no further in this sub-step.
    pub fn forget(&mut self, place: Place) {
        if let Ok(found) = self.find(place) {
            self.hits[self.places[found].1].parting = [None; 2];
        }
    }

    /// Adds to the hits of a round those that have to do with them and do not hit themselves.
    pub fn add_to(&mut self, round: &mut Vec<Hit>, chains: &mut HitGroups) {
        if self.hits.is_empty() || round.is_empty() {
            return;
        }
        self.hitting.clear();
        self.hitting.resize(self.hits.len(), false);
        for hit in round.iter() {
            if let Ok(found) = self.find(hit.place) {
                self.hitting[self.places[found].1] = true;
            }
        }
        self.chains.clear();
        self.chains.extend(round.iter().map(|hit| chains.group_of(hit.chain)));
        self.chains.sort_unstable();
        for (hit, is_hitting) in self.hits.iter().zip(&self.hitting) {
            if !is_hitting && hit.parting != [None; 2] && self.chains.binary_search(&chains.group_of(hit.chain)).is_ok() {
                round.push(*hit);
            }
        }
    }

    /// After a round: its hits without restitution hold. What joints pass on is found anew each time, and does not.
    pub fn remember(&mut self, round: &[Hit]) {
        for hit in round.iter().filter(|hit| hit.is_plastic() && hit.linked.is_none()) {
            match self.find(hit.place) {
                Ok(found) => self.hits[self.places[found].1].join(hit),
                Err(at) => {
                    self.places.insert(at, (hit.place, self.hits.len()));
                    self.hits.push(hit.held());
                }
            }
        }
    }
}
