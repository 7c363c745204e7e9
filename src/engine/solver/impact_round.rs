//! One round of impacts: contacts that hit at once, solved together.
//!
//! The points of one contact are solved exactly, as two equations with two unknowns; contacts that share bodies in
//! sweeps that add to the sum of each impulse, which never pulls. Where rigid joints pass a hit on, masses and changes
//! of velocities are those of all that hangs together (`impact_linked`). Where a point hits alone, friction has its say
//! in the normal impulse (`impact_single`).

use super::body::{SolverBody, keep_within_limits};
use super::colors::ContactColors;
use super::drive::Drive;
use super::impact_candidates::Candidates;
use super::impact_groups::HitGroups;
use super::impact_held::HeldHits;
use super::impact_hit::{Hit, Place, block_of};
use super::impact_linked::LinkedHits;
use super::impact_push::{push_normals, push_tangents};
use super::impact_single::single_impulse;
use super::pass::{Pass, SolverStep};
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{max, min};
use crate::engine::probe::{Probe, ran};
use crate::engine::tuning;

/// Sweeps over the contacts of a round, which share bodies.
const NORMAL_SWEEPS: usize = 32;
/// So few contacts are swept to the end: a ball that hits both sides of an obtuse corner, 180° − φ, comes nearer to its
/// way back by a share φ² in a sweep.
const FEW_HITS: usize = 4;
const SWEEPS_OF_FEW: usize = 4096;
/// The sweeps end when no point's speed changes by more, m/s.
const SETTLED: f32 = 1e-3;

/// What is squeezed between bodies that nothing stops would be faster after each of hundreds of rounds, until its
/// speed is no number. A light body between heavy ones is for a moment faster than bodies may be, but never so fast,
/// m/s or rad/s.
const RUNAWAY: f32 = 1e6;

/// What the impact stage remembers within a sub-step.
#[derive(Clone, Debug, Default)]
pub struct Impacts {
    /// Lanes that are about to hit, a number of bits for each block of a list.
    pub(super) hits: Vec<u32>,
    /// Blocks and lanes of these, in the order in which they are solved.
    pub(super) queue: Vec<(u32, u8)>,
    /// The contacts of a round: which hit, with which restitution; and what is to be solved of these.
    pub(super) named: Vec<(Place, f32)>,
    pub(super) round: Vec<Hit>,
    /// Numbers of these, after that of the first hit that each has to do with: such hits stand side by side.
    order: Vec<(u32, u32)>,
    /// What joints make of these.
    linked: LinkedHits,
    /// Which of these have to do with each other, and which hits of all rounds of the sub-step so far.
    groups: HitGroups,
    chains: HitGroups,
    /// Hits without restitution of the rounds before: what they stopped may be set in motion again.
    held: HeldHits,
    /// Which contacts are asked.
    pub(super) candidates: Candidates,
    /// Lanes that are followed no further, and that the relax pass takes like all others; and what
    /// [`ContactBlock::bounce_below`] was.
    pub(super) spent: Vec<(Place, f32)>,
}

impl Impacts {
    /// Makes joints of what hits in this round ready to pass it on. True when this may have changed velocities; else it
    /// is known now what the joints make of each hit.
    pub(super) fn settle(
        &mut self,
        (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
        joints: &mut JointSet,
        (bodies, drives, h): (&mut [Float4Pair], &[Drive], f32),
    ) -> bool {
        let Impacts { round, linked, .. } = self;
        let mut changed = false;
        for hit in round.iter() {
            let (block, lane) = (block_of(contacts, uncolored, hit.place), hit.lane());
            changed |= joints.settle(block.slots(lane), bodies);
        }
        if changed {
            return true;
        }
        linked.clear();
        loop {
            for hit in round.iter_mut() {
                let block = block_of(contacts, uncolored, hit.place);
                hit.linked = linked.add(block, hit.lane(), joints, (bodies, drives, h));
            }
            if !linked.has_let_go {
                break;
            }
            linked.clear();
        }
        for hit in round.iter_mut() {
            if let Some(number) = hit.linked {
                hit.expect_gains(linked.gains(number), h);
                hit.rows.response = linked.response(number);
            }
        }
        false
    }

    /// Tells the joints what they gave in the round.
    pub(super) fn tell_joints(&self, joints: &mut JointSet) {
        for hit in &self.round {
            if let Some(number) = hit.linked {
                self.linked.tell_joints(number, [hit.given, hit.given_along], joints);
            }
        }
    }

    /// Has the body in this slot been hit in this step?
    pub fn was_hit(&self, slot: u32) -> bool {
        self.candidates.was_struck(slot)
    }

    /// Starts a sub-step.
    pub(super) fn begin(&mut self, slots: usize) {
        self.chains.clear(slots);
        self.held.clear();
        self.candidates.begin_substep();
    }

    /// The hits of a round from those that are named. One without restitution is left to the passes where joints would
    /// pass it on, or where a crowd has already had too many.
    pub(super) fn find_hits(
        &mut self,
        (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
        (bodies, drives): (&[Float4Pair], &[Drive]),
        pass: &Pass,
    ) {
        let Impacts { named, round, chains, held, candidates, spent, .. } = self;
        round.clear();
        let first = chains.count();
        for (place, _) in named.iter() {
            let number = chains.add();
            let slots = block_of(contacts, uncolored, *place).slots(usize::from(place.2));
            for slot in slots.into_iter().filter(|&slot| SolverBody::at(bodies, slot).is_mobile()) {
                chains.touch(number, slot);
            }
        }
        for (number, &(place, restitution)) in (first..).zip(named.iter()) {
            let lane = usize::from(place.2);
            let slots = block_of(contacts, uncolored, place).slots(lane);
            let size = chains.size_of(number);
            let restitution = if pass.iteration < rounds_of(restitution, size) { restitution } else { 0.0 };
            let left = |candidates: &mut Candidates| {
                size > tuning::PLASTIC_CROWD || candidates.are_joined(slots) || candidates.are_crowded(slots, contacts, bodies)
            };
            let is_left = restitution == 0.0 && left(candidates);
            let block = block_of(contacts, uncolored, place);
            if is_left {
                held.forget(place);
                spent.push((place, std::mem::replace(&mut block.bounce_below.0[lane], f32::MIN)));
                continue;
            }
            round.extend(Hit::of(block, place, restitution, (bodies, drives), pass).map(|hit| Hit { chain: number, ..hit }));
        }
        let hits = round.len();
        held.add_to(round, chains);
        for held in &mut round[hits..] {
            held.find_gaps(block_of(contacts, uncolored, held.place), bodies);
        }
    }

    /// Puts hits that have to do with each other side by side.
    fn find_groups(&mut self, bodies: &[Float4Pair]) {
        let Impacts { round, order, groups, linked, .. } = self;
        groups.clear(bodies.len());
        for hit in round.iter() {
            let number = groups.add();
            for slot in mobile_slots(hit, linked, bodies) {
                groups.touch(number, slot);
            }
        }
        order.clear();
        order.extend((0..groups.count()).map(|number| (groups.group_of(number), number)));
        order.sort_unstable();
    }

    /// Finds the impulses of points that hit alone.
    fn find_singles(&mut self, contacts: &mut ContactColors, uncolored: &mut [UncoloredContacts; 2], bodies: &[Float4Pair]) {
        let Impacts { round, order, .. } = self;
        for group in order.chunk_by(|one, other| one.0 == other.0) {
            let &[(_, number)] = group else { continue };
            let hit = &mut round[number as usize];
            if let ([Some(parting), None], k) | ([None, Some(parting)], k) = (hit.parting, usize::from(hit.parting[0].is_none()))
                && hit.linked.is_none()
            {
                let (block, lane) = (block_of(contacts, uncolored, hit.place), hit.lane());
                hit.single = single_impulse(block, (lane, k), (parting, hit.gain), bodies);
            }
        }
    }

    /// Solves the round: all that hits is solved together, from the speeds before the impact. One after the other, the
    /// first point of a box that lands flat would turn it, the second and friction would then answer to that turn, and
    /// it would fall on its side. Friction follows when all normal impulses are known. True when bodies that hang
    /// together were moved back to where the impact found them.
    pub(super) fn solve<P: Probe<SolverStep>>(
        &mut self,
        (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
        bodies: &mut [Float4Pair],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) -> bool {
        ran!();
        self.find_groups(bodies);
        self.find_singles(contacts, uncolored, bodies);
        let Impacts { round, order, linked, candidates, .. } = self;
        for group in order.chunk_by(|one, other| one.0 == other.0) {
            let is_small = group.len() <= FEW_HITS;
            let mut before = f32::INFINITY;
            for _ in 0..if is_small { SWEEPS_OF_FEW } else { NORMAL_SWEEPS } {
                let mut farthest = 0.0_f32;
                for &(_, number) in group {
                    let hit = &mut round[number as usize];
                    farthest = max(farthest, push_normals(hit, linked, (contacts, uncolored), bodies, pass, watch));
                }
                // Changes that fall by the same factor each time add up to this.
                let to_come = if is_small { farthest * before / (before - farthest) } else { farthest };
                if group.len() == 1 || farthest == 0.0 || (0.0..SETTLED).contains(&to_come) {
                    break;
                }
                before = farthest;
            }
        }
        for &(_, number) in order.iter() {
            let hit = &mut round[number as usize];
            push_tangents(hit, linked, block_of(contacts, uncolored, hit.place), bodies, pass, watch);
        }
        candidates.begin_round();
        for hit in round.iter().filter(|hit| hit.given != [0.0; 2]) {
            mobile_slots(hit, linked, bodies).for_each(|slot| candidates.strike(slot, contacts));
        }
        for &slot in candidates.hit_in_round() {
            let body = &mut bodies[slot as usize];
            if body.first.0[..3].iter().any(|speed| speed.abs() > RUNAWAY) {
                keep_within_limits(body, pass.h);
            }
        }
        self.held.remember(&self.round);
        self.round.iter().any(|hit| hit.linked.is_some() && hit.takes_time())
    }
}

/// Slots of the bodies that feel a hit, some of them several times.
fn mobile_slots<'a>(hit: &'a Hit, linked: &'a LinkedHits, bodies: &'a [Float4Pair]) -> impl Iterator<Item = u32> + 'a {
    let linked_slots = hit.linked.into_iter().flat_map(|number| linked.slots_of(number));
    hit.rows.slots.into_iter().chain(linked_slots).filter(|&slot| SolverBody::at(bodies, slot).is_mobile())
}

/// In how many rounds of a sub-step a contact with this restitution (0 to 1) bounces, at most, where so many hits have
/// to do with each other. After n bounces the share `e²ⁿ` of the energy is left; `4.6 e² / (1 − e²)` is a little less
/// than the n after which that is a hundredth.
fn rounds_of(restitution: f32, hits: usize) -> u32 {
    let kept = restitution * restitution;
    let rounds = 1.0 + (tuning::CROWD_ROUNDS - 1) as f32 * kept;
    let most = tuning::FOLLOWED_HITS as f32;
    let rounds = if hits > tuning::FOLLOWED_HITS { rounds } else { max(rounds, min(4.6 * kept / (1.0 - kept), most)) };
    rounds as u32
}
