//! The impact stage: impacts run through touching bodies once the points of a sub-step are found, before velocities
//! are integrated. Bodies that hang together by rigid joints take a hit together (`impact_linked`).
//!
//! Points that close so fast that it is an impact and will touch within this sub-step get the impulses that turn their
//! normal velocities `u` into `−e u`, all of a round together, and then friction impulses inside the cones of these
//! ([`super::impact_round`]). Repeating rounds lets an impact run through a row of touching balls one contact at a
//! time, as it does in Newton's cradle; solving all of them at once would share the momentum out among the balls. A
//! point that closes so fast is left alone by the relax pass ([`super::block::ContactBlock::bounce_below`]), which
//! would take the energy of the approach before the impact. The pass before positions change leaves nothing alone.
//! What does not touch within the sub-step is idle there anyway; what does, after the impacts, was set in motion by
//! something else in that very pass, and would go on into its neighbour by the way of a sub-step: 10 cm at 25 m/s.
//! These impulses are not warm started: an impact does not happen twice.
//!
//! Contacts that may hit (`impact_candidates`) are looked at several lanes at once; those that hit are the round. They
//! may share bodies (a table that lands on its legs), so sweeps over such a group add to the sum of each contact's
//! impulses until every point parts as it shall, or pushes no more. The rounds end when nothing hits, or after
//! [`crate::engine::tuning::FOLLOWED_HITS`].
//!
//! *Without restitution* it is the same with e = 0: left to the soft contacts, which brake one point after the other, a
//! slender box that lands flat would topple, and a box dropped on another would rise again. What was set in motion is
//! followed down to [`crate::engine::tuning::FOLLOWED_SPEED`], and what has hit without restitution holds in the rounds
//! that follow (`impact_held`). Such hits are left to the passes where a body hangs on joints, and in a crowd
//! (`impact_crowds`).
//!
//! *When it hits.* A sub-step is short, but not nothing: a ball at 8 m/s comes 16 mm nearer in it. So the speed is
//! that of the moment within the sub-step at which the surfaces meet, and until then the bodies go on as before.
//!
//! *Enough is enough.* In a dense crowd that hardly bounces, rounds of impacts are a slow way to find what the
//! ordinary passes find as well: a stirred heap with e = 0.1 had 27,000 impacts in a sub-step. An impact is worth
//! following as far as it carries energy on, and a bounce keeps the share e² of it. So a contact of a crowd bounces in
//! the first `1 + 31 e²` rounds; after these it hits as if it had no restitution. Where few hits have to do with each
//! other it bounces until a hundredth of the energy is left: a light block between a wall and a block ten thousand
//! times as heavy that comes nearer hits 314 times, dozens of them in one sub-step. What is followed no further is
//! *spent*: the relax pass of this sub-step takes it like any other.

use super::block::{ContactBlock, place as place_of};
use super::color_group::ColorGroup;
use super::colors::{ContactColors, FIXED_FIRST, GROUPS};
use super::contact::speed_between;
use super::gap::renew_gaps;
use super::impact_candidates::{Asked, Candidates, fast_below, speeds};
use super::impact_hit::{Hit, UNCOLORED, block_of};
use super::impact_round::Impacts;
use super::pass::{Pass, SolverStep};
use super::problem::Problem;
use super::rows::PairVelocities;
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, Lanes, SetBits};
use crate::engine::math::{max, min};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// Rounds of impacts until nothing closes fast any more.
pub(super) fn bounce_all<P: Probe<SolverStep>>(problem: &mut Problem<'_>, joints: &mut JointSet, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Problem { bodies, drives, contacts, uncolored, impacts, .. } = problem;
    if pass.substep == 0 {
        impacts.candidates.begin(contacts, joints.joined_slots(), bodies, pass.width);
    }
    impacts.begin(bodies.len());
    let (mut is_settled, mut shifted) = (false, false);
    let mut round = 0;
    while round < tuning::FOLLOWED_HITS {
        impacts.named.clear();
        let pass = &Pass { iteration: round as u32, ..*pass };
        for (group, place) in (0_u8..).zip(&mut contacts.groups) {
            // Those without a colour come where their kind ends: see `soft_step`.
            let kind_ends = group == FIXED_FIRST || usize::from(group) + 1 == GROUPS;
            let kind = usize::from(group != FIXED_FIRST);
            if kind_ends && !uncolored[kind].blocks.is_empty() {
                let UncoloredContacts { blocks, lanes, order, .. } = &mut uncolored[kind];
                let restitution = |block: usize, lane: usize| lanes[block * BLOCK + lane].restitution;
                let list = ContactList { number: UNCOLORED + kind as u8, blocks, order: Some(order) };
                name_hits(list, restitution, impacts, bodies, pass);
            }
            if !impacts.candidates.of(group).blocks.is_empty() {
                let ColorGroup { blocks, manifolds, .. } = place;
                let restitution = |block: usize, lane: usize| manifolds[block].restitution.0[lane];
                let list = ContactList { number: group, blocks, order: None };
                name_hits(list, restitution, impacts, bodies, pass);
            }
        }
        impacts.find_hits((contacts, uncolored), (bodies, drives), pass);
        if impacts.round.is_empty() {
            break;
        }
        if joints.is_assembled() {
            if !is_settled {
                joints.begin_impacts();
                is_settled = true;
            }
            if impacts.settle((contacts, uncolored), joints, (bodies, drives, pass.h)) {
                continue; // what hits and how fast is asked again
            }
        }
        shifted |= impacts.solve((contacts, uncolored), bodies, pass, watch);
        impacts.tell_joints(joints);
        round += 1;
        if impacts.round.iter().any(Hit::takes_time) {
            shift_gaps(&impacts.candidates, contacts, uncolored, bodies);
        }
    }
    if shifted {
        joints.refresh(bodies, pass);
    }
}

/// After a round: the gaps as if the bodies that were hit had come from where their new velocities point back to, so
/// that the passes that follow, and the next round, expect them where they will be at the end of the sub-step. Who has
/// just hit seems to come from beyond the other's surface; no overlap is made of that. The gaps of others stay as they
/// are, whatever else has moved their bodies.
fn shift_gaps(candidates: &Candidates, contacts: &mut ContactColors, uncolored: &mut [UncoloredContacts; 2], bodies: &[Float4Pair]) {
    for (group, place) in (0_u8..).zip(&mut contacts.groups) {
        let Asked { lanes, blocks } = candidates.of(group);
        for &block in blocks {
            SetBits(lanes[block as usize]).for_each(|lane| shift_gap(&mut place.blocks[block as usize], lane as usize, bodies));
        }
    }
    for block in uncolored.iter_mut().flat_map(|list| &mut list.blocks) {
        for lane in 0..BLOCK {
            if candidates.were_hit(block.slots(lane)) {
                shift_gap(block, lane, bodies);
            }
        }
    }
}

fn shift_gap(block: &mut ContactBlock, lane: usize, bodies: &[Float4Pair]) {
    let before = [0, 1].map(|k| min(block.points[k].gap_now.0[lane], 0.0));
    renew_gaps::<f32>(block, lane, bodies);
    for (point, before) in block.points.iter_mut().zip(before) {
        point.gap_now.0[lane] = max(point.gap_now.0[lane], before);
    }
}

/// After the sub-step: spent contacts may hit again in the next one.
pub(super) fn forget_spent(problem: &mut Problem<'_>) {
    let Problem { contacts, uncolored, impacts, .. } = problem;
    for (place, bounce_below) in impacts.spent.drain(..) {
        block_of(contacts, uncolored, place).bounce_below.0[usize::from(place.2)] = bounce_below;
    }
}

/// A colour, or a list of contacts without one.
struct ContactList<'a> {
    number: u8,
    blocks: &'a [ContactBlock],
    /// Numbers of the lanes in the order in which they are solved; `None`: in the order of their bodies. Contacts of a
    /// colour share no body that moves, but joints may connect them; where they are stored depends on what was there
    /// before, and must not show.
    order: Option<&'a [u32]>,
}

/// Names the contacts of a list that hit.
fn name_hits(list: ContactList<'_>, restitution: impl Fn(usize, usize) -> f32, impacts: &mut Impacts, bodies: &[Float4Pair], pass: &Pass) {
    let ContactList { number, blocks, order } = list;
    let Impacts { candidates, hits, queue, named, .. } = impacts;
    hits.clear();
    queue.clear();
    let asked = (number < UNCOLORED).then(|| candidates.of(number));
    lanes::run(pass.width, FindImpacts { blocks, asked, bodies, pass, hits });
    match order {
        None => {
            let blocks_asked = asked.into_iter().flat_map(|asked| &asked.blocks);
            queue.extend(blocks_asked.zip(hits.iter()).flat_map(|(&block, &bits)| SetBits(bits).map(move |lane| (block, lane as u8))));
            queue.sort_unstable_by_key(|&(block, lane)| blocks[block as usize].slots(usize::from(lane)));
        }
        Some(order) => queue.extend(order.iter().filter_map(|&number| {
            let (block, lane) = place_of(number as usize);
            (hits[block] >> lane & 1 == 1).then_some((block as u32, lane as u8))
        })),
    }
    named.extend(queue.iter().map(|&(block, lane)| ((number, block, lane), restitution(block as usize, usize::from(lane)))));
}

/// Finds the lanes of each block that is asked in which some point is about to hit: the same test as in
/// [`Hit::of`], for each point.
struct FindImpacts<'a> {
    blocks: &'a [ContactBlock],
    /// `None`: all.
    asked: Option<&'a Asked>,
    bodies: &'a [Float4Pair],
    pass: &'a Pass,
    hits: &'a mut Vec<u32>,
}

impl Kernel for FindImpacts<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for place in 0..self.asked.map_or(self.blocks.len(), |asked| asked.blocks.len()) {
            let number = self.asked.map_or(place, |asked| asked.blocks[place] as usize);
            let (block, asked) = (&self.blocks[number], self.asked.map_or(u32::MAX, |asked| asked.lanes[number]));
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let pair = PairVelocities::<L>::gather(block, at, self.bodies);
                let speeds = speeds(block, at, &pair);
                let [fast_1, fast_2] = [fast_lanes(block, at, speeds, 0, self.pass), fast_lanes(block, at, speeds, 1, self.pass)];
                if fast_1 | fast_2 == 0 {
                    continue; // the usual case: the rows of the gaps are not read
                }
                for (k, fast) in [fast_1, fast_2].into_iter().enumerate() {
                    let gap = L::load(&block.points[k].gap_now, at);
                    let arrives = (gap + speeds[k] * L::splat(self.pass.h)).gt(L::splat(0.0));
                    bits |= (fast & !L::bits(arrives)) << at;
                }
            }
            self.hits.push(bits & asked);
        }
    }
}

/// Bit per lane: the point closes so fast that it is an impact.
#[inline(always)]
fn fast_lanes<L: Lanes>(block: &ContactBlock, at: usize, speeds: [L; 2], point: usize, pass: &Pass) -> u32 {
    let exists = L::load(&block.points[point].normal_mass, at).gt(L::splat(0.0));
    L::bits(L::and(fast_below::<L>(block, at, pass).gt(speeds[point]), exists))
}

/// Largest closing speed of the points of a lane, m/s, at least 0.
pub fn closing_speed(block: &ContactBlock, lane: usize, bodies: &[Float4Pair]) -> f32 {
    closing_speed_between(block, lane, &bodies[block.a.0[lane] as usize], &bodies[block.b.0[lane] as usize])
}

/// The same for bodies that move otherwise than those in the lane's slots.
pub fn closing_speed_between(block: &ContactBlock, lane: usize, a: &Float4Pair, b: &Float4Pair) -> f32 {
    let mut fastest = 0.0;
    for k in 0..2 {
        if block.points[k].normal_mass.0[lane] > 0.0 {
            fastest = max(fastest, -speed_between(block, lane, k, a, b));
        }
    }
    fastest
}
