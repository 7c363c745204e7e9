//! Whose turn it is when contacts are solved one at a time ([`super::one_contact`]).

use super::one_contact::Buffers;
use super::sequential_contact::Contact;
use super::worst_first::{Badness, OUT};
use crate::engine::lanes::Float4Pair;

/// So often is a point looked at again in a step because of another's turn; ten thousand bodies in a heap need a third.
const MOST_LOOKS: usize = 16_000_000;

impl Buffers {
    /// The points of the step, and which bodies have which.
    pub(super) fn list(&mut self, contacts: &[Contact], bodies: &[Float4Pair]) {
        let Buffers { points, first, of_slot, gains, looks, .. } = self;
        *looks = 0;
        points.clear();
        points.extend((0..).zip(contacts).flat_map(|(place, contact)| contact.valid().map(move |k| (place, k as u8))));
        gains.clear();
        gains.resize(bodies.len(), Float4Pair::default());
        first.clear();
        first.resize(bodies.len() + 1, 0);
        let slots = |point: &(u32, u8)| contacts[point.0 as usize].slots.into_iter().filter(|&slot| can_move(&bodies[slot as usize]));
        points.iter().flat_map(slots).for_each(|slot| first[slot as usize + 1] += 1);
        for slot in 0..bodies.len() {
            first[slot + 1] += first[slot];
        }
        of_slot.clear();
        of_slot.resize(first[bodies.len()] as usize, 0);
        // Filled from the end of each body's part, so that `first` ends where it begins.
        for (number, point) in (0..).zip(points.iter()) {
            for slot in slots(point) {
                let end = &mut first[slot as usize + 1];
                *end -= 1;
                of_slot[*end as usize] = number;
            }
        }
        first.remove(0);
        first.push(of_slot.len() as u32);
    }

    /// A round begins.
    pub(super) fn round(
        &mut self,
        contacts: &[Contact],
        bodies: &[Float4Pair],
        badness: impl Fn(&Contact, usize, &[Float4Pair]) -> Badness,
    ) {
        self.worst.reset(self.points.len());
        self.done.clear();
        self.done.resize(self.points.len(), false);
        for (number, &(place, k)) in self.points.iter().enumerate() {
            let badness = badness(&contacts[place as usize], usize::from(k), bodies);
            if badness != OUT {
                self.worst.set(number, badness);
            }
        }
    }

    /// Who has the next turn. In a crowd what is known of a point may be old: those that are out by now are passed
    /// over.
    pub(super) fn next(
        &mut self,
        contacts: &[Contact],
        bodies: &[Float4Pair],
        badness: impl Fn(&Contact, usize, &[Float4Pair]) -> Badness,
    ) -> Option<usize> {
        loop {
            let next = self.worst.worst()?;
            let (place, k) = self.points[next];
            if !self.is_crowded() || badness(&contacts[place as usize], usize::from(k), bodies) != OUT {
                return Some(next);
            }
            self.worst.set(next, OUT);
        }
    }

    pub(super) fn is_crowded(&self) -> bool {
        self.looks > MOST_LOOKS
    }

    /// A point had its turn: it is out until the next round, and its neighbours are worse or better than before.
    pub(super) fn had_its_turn(
        &mut self,
        point: usize,
        contacts: &[Contact],
        bodies: &[Float4Pair],
        badness: impl Fn(&Contact, usize, &[Float4Pair]) -> Badness,
    ) {
        let is_crowded = self.is_crowded();
        let Buffers { points, first, of_slot, worst, done, looks, .. } = self;
        done[point] = true;
        worst.set(point, OUT);
        if is_crowded {
            return;
        }
        for slot in contacts[points[point].0 as usize].slots.map(|slot| slot as usize) {
            let others = &of_slot[first[slot] as usize..first[slot + 1] as usize];
            *looks += others.len();
            for &other in others {
                let (place, k) = points[other as usize];
                if !done[other as usize] {
                    worst.set(other as usize, badness(&contacts[place as usize], usize::from(k), bodies));
                }
            }
        }
    }
}

fn can_move(body: &Float4Pair) -> bool {
    body.first.0[3] + body.last.0[3] > 0.0
}
