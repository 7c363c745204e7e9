//! Stale manifolds, made again where their bodies are.
//!
//! A quarter of all contacts of a moving crowd are stale in each step, and what the narrow phase needs of one lies in a dozen places of memory: its lane, two bodies, two boxes, two shapes. Going
//! through them one by one, the processor waits for each. So a batch goes through four short loops, in which the waits for one contact overlap with those for the next:
//!
//! ```text
//!   fetch     lane → who; memory is asked for what the others need
//!   gather    who → bodies, boxes, shapes, pose   those with boxes apart leave
//!   measure   shapes, pose → manifold              nothing but the narrow phase, eight at once
//!   put       manifold → lane                      impulses carried over by feature; those without points leave
//! ```
//!
//! The contact's record is not touched: the solver's blocks know all that is needed.

use super::World;
use super::near::Partners;
use crate::engine::fetch::{fetch, fetch_at};
use crate::engine::narrow::Manifold;
use crate::engine::narrow::batch::{Many, TOGETHER};
use crate::engine::solver::colors::Address;
use crate::engine::solver::manifold_block::Answer;
use crate::engine::tuning;

/// A stale contact between the loops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stale {
    address: Address,
    slots: [u32; 2],
    proxies: [u32; 2],
}

impl World {
    /// Makes the manifolds of these lanes anew. Contacts that have no points any more, or may have to be found within the step, are named in `leaving`; nothing has changed about them.
    pub(super) fn renew_lanes(&mut self, addresses: &[Address], leaving: &mut Vec<u32>) {
        let mut batch = std::mem::take(&mut self.scratch.batch);
        let mut many = std::mem::take(&mut self.scratch.many);
        for some in addresses.chunks(TOGETHER) {
            batch.clear();
            many.clear();
            self.gather_stale(some, &mut batch, &mut many, leaving);
            let met = self.tables.shapes.meet(self.settings.narrow_rules(), &mut many);
            for (stale, met) in batch.iter().zip(met) {
                if !self.put_stale(stale, met.manifold) {
                    leaving.push(self.problem.contacts.contact_at(stale.address));
                }
            }
        }
        (self.scratch.batch, self.scratch.many) = (batch, many);
    }

    fn gather_stale(&self, addresses: &[Address], batch: &mut Vec<Stale>, many: &mut Many, leaving: &mut Vec<u32>) {
        let mut sides = [Partners::default(); TOGETHER];
        for (side, &address) in sides.iter_mut().zip(addresses) {
            *side = self.sides_at(address);
            self.fetch_stale(address, side);
        }
        for (&address, &Partners { slots, proxies }) in addresses.iter().zip(&sides) {
            if self.box_gap(proxies).separation > tuning::SPECULATIVE_MARGIN {
                leaving.push(self.problem.contacts.contact_at(address));
                continue;
            }
            many.ask(self.asked(proxies, tuning::SPECULATIVE_MARGIN));
            batch.push(Stale { address, slots, proxies });
        }
    }

    /// Asks memory for what the other loops need of a contact.
    fn fetch_stale(&self, address: Address, Partners { slots, proxies }: &Partners) {
        self.tables.fetch_colliders(proxies);
        slots.iter().for_each(|&slot| fetch_at(&self.tables.frames, slot as usize));
        let (block, manifold) = self.problem.contacts.at(address);
        let answer = &manifold.answers[address.lane()];
        fetch(&answer.manifold.points[0]);
        fetch(&answer.manifold.points[1].feature);
        fetch(&answer.poses);
        for point in &block.points {
            fetch(&point.normal_impulse);
            fetch(&point.tangent_impulse);
        }
        fetch(&block.radius_a);
    }

    /// Puts a manifold into its lane; false, and nothing has changed, when the contact has to leave.
    fn put_stale(&mut self, stale: &Stale, manifold: Manifold) -> bool {
        let Stale { address, slots, proxies } = *stale;
        let lane = address.lane();
        let (block, old) = self.problem.contacts.at(address);
        let old = old.answers[lane].manifold;
        let mut warm = [[0.0; 2]; 2];
        for (warm, point) in warm.iter_mut().zip(manifold.points()) {
            if let Some(k) = old.points().iter().position(|old| old.feature == point.feature) {
                *warm = [block.points[k].normal_impulse.0[lane], block.points[k].tangent_impulse.0[lane]]; // [pipeline.carry]
            }
        }
        let is_unloaded = warm.iter().all(|[normal, _]| *normal == 0.0);
        if manifold.count == 0 || (is_unloaded && self.way_if_closing_fast(slots, proxies).is_some()) {
            return false;
        }
        let poses = slots.map(|slot| self.tables.frames[slot as usize]);
        let found = self.found(slots, Answer { manifold, poses }, [block.radius_a.0[lane], block.radius_b.0[lane]]);
        let (block, column) = self.problem.contacts.at_mut(address);
        column.put_found(lane, &found);
        for (rows, [normal, tangent]) in block.points.iter_mut().zip(warm) {
            (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (normal, tangent);
        }
        true
    }
}
