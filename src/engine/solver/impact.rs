//! The impact stage: impacts run through touching bodies once the points of a sub-step are found, before velocities
//! are integrated (contacts with restitution). Bodies that hang together by rigid joints take a hit together
//! (`impact_linked`).
//!
//! Points that close faster than the threshold and will touch within this sub-step get the impulses that turn their
//! normal velocities `u` into `−e u`, all of a round together, and then friction impulses inside the cones of these
//! ([`super::impact_round`]). Repeating rounds lets an impact run through a row of touching balls one contact at a
//! time, as it does in Newton's cradle; solving all of them at once would share the momentum out among the balls. A
//! point that closes faster than the threshold is left alone by the relax pass
//! ([`super::block::ContactBlock::bounce_below`]), which would take the energy of the approach before the impact. The
//! pass before positions change leaves nothing alone. What does not touch within the sub-step is idle there anyway;
//! what does, after the impacts, was set in motion by something else in that very pass, and would go on into its
//! neighbour by the way of a sub-step: 10 cm at 25 m/s. These impulses are not warm started: an impact does not
//! happen twice.
//!
//! All contacts are looked at several lanes at once; those that hit are the round. They may share bodies (a table
//! that lands on its legs), so sweeps over the round add to the sum of each contact's impulses until every point
//! parts as it shall, or pushes no more. The rounds end when nothing hits, or
//! after [`crate::engine::tuning::IMPACT_SWEEPS`].
//!
//! *When it hits.* A sub-step is short, but not nothing: a ball at 8 m/s comes 16 mm nearer in it. So the speed is
//! that of the moment within the sub-step at which the surfaces meet, and until then the bodies go on as before.
//!
//! *Enough is enough.* In a dense crowd that hardly bounces, rounds of impacts are a slow way to find what the
//! ordinary passes find as well: a stirred heap with e = 0.1 had 27,000 impacts in a sub-step. An impact is worth
//! following as far as it carries energy on, and a bounce keeps the share e² of it. So a contact takes part in the
//! first `1 + 31 e²` rounds (`rounds_of`); one that still closes then is *spent*, and the relax pass of this sub-step
//! treats it as if it did not bounce.

use super::block::{ContactBlock, place as place_of};
use super::color_group::ColorGroup;
use super::colors::{FIXED_FIRST, GROUPS};
use super::contact::speed_between;
use super::drive::Drive;
use super::gap::renew_gaps;
use super::impact_round::{Hit, Impacts, UNCOLORED};
use super::pass::{Pass, SolverStep};
use super::problem::Problem;
use super::rows::PairVelocities;
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, Lanes, SetBits};
use crate::engine::math::max;
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// In how many rounds of a sub-step a contact with this restitution (0 to 1) bounces, at most.
fn rounds_of(restitution: f32) -> usize {
    1 + ((tuning::IMPACT_SWEEPS - 1) as f32 * restitution * restitution) as usize
}

/// Rounds of impacts until none closes faster than the threshold.
pub(super) fn bounce_all<P: Probe<SolverStep>>(problem: &mut Problem<'_>, joints: &mut JointSet, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Problem { bodies, drives, contacts, uncolored, impacts, .. } = problem;
    let bouncy_uncolored = [0, 1].map(|kind| uncolored[kind].lanes.iter().any(|lane| lane.restitution > 0.0));
    if !bouncy_uncolored.contains(&true) && contacts.groups.iter().all(|group| group.bouncy == 0) {
        return;
    }
    let (mut is_settled, mut shifted) = (false, false);
    let mut round = 0;
    while round < tuning::IMPACT_SWEEPS {
        impacts.round.clear();
        for (group, place) in (0_u8..).zip(&mut contacts.groups) {
            // Those without a colour come where their kind ends: see `soft_step`.
            let kind_ends = group == FIXED_FIRST || usize::from(group) + 1 == GROUPS;
            let kind = usize::from(group != FIXED_FIRST);
            if kind_ends && bouncy_uncolored[kind] {
                let UncoloredContacts { blocks, lanes, order, .. } = &mut uncolored[kind];
                let restitution = |block: usize, lane: usize| lanes[block * BLOCK + lane].restitution;
                let list = ContactList { number: UNCOLORED + kind as u8, blocks, order: Some(order), round };
                find_hits(list, restitution, impacts, (bodies, drives), pass);
            }
            if place.bouncy > 0 {
                let ColorGroup { blocks, manifolds, .. } = place;
                let restitution = |block: usize, lane: usize| manifolds[block].restitution.0[lane];
                let list = ContactList { number: group, blocks, order: None, round };
                find_hits(list, restitution, impacts, (bodies, drives), pass);
            }
        }
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
        let pass = Pass { iteration: round as u32, ..*pass };
        shifted |= impacts.solve((contacts, uncolored), bodies, &pass, watch);
        impacts.tell_joints(joints);
        round += 1;
        if impacts.round.iter().any(Hit::takes_time) {
            let blocks = contacts.groups.iter_mut().map(|group| &mut group.blocks).chain(uncolored.iter_mut().map(|list| &mut list.blocks));
            blocks.for_each(|blocks| lanes::run(pass.width, ShiftGaps { blocks, bodies }));
        }
    }
    if shifted {
        joints.refresh(bodies, pass);
    }
}

/// After a round: the gaps as if the bodies had come from where their new velocities point back to, so that the
/// passes that follow, and the next round, expect the bodies where they will be at the end of the sub-step. Who has
/// just hit seems to come from beyond the other's surface; no overlap is made of that.
struct ShiftGaps<'a> {
    blocks: &'a mut [ContactBlock],
    bodies: &'a [Float4Pair],
}

impl Kernel for ShiftGaps<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let before = [0, 1].map(|k| L::load(&block.points[k].gap_now, at).min(L::splat(0.0)));
                renew_gaps::<L>(block, at, self.bodies);
                for (point, before) in block.points.iter_mut().zip(before) {
                    L::load(&point.gap_now, at).max(before).store(&mut point.gap_now, at);
                }
            }
        }
    }
}

/// After the sub-step: spent contacts may bounce again in the next one.
pub(super) fn forget_spent(problem: &mut Problem<'_>, restitution_threshold: f32) {
    let Problem { contacts, uncolored, impacts, .. } = problem;
    for (list, block, lane) in impacts.spent.drain(..) {
        let blocks = match list.checked_sub(UNCOLORED) {
            None => &mut contacts.groups[usize::from(list)].blocks,
            Some(kind) => &mut uncolored[usize::from(kind)].blocks,
        };
        blocks[block as usize].bounce_below.0[usize::from(lane)] = -restitution_threshold;
    }
}

/// A colour, or a list of contacts without one.
struct ContactList<'a> {
    number: u8,
    blocks: &'a mut [ContactBlock],
    /// Numbers of the lanes in the order in which they are solved; `None`: in the order of their bodies. Contacts of a
    /// colour share no body that moves, but joints may connect them; where they are stored depends on what was there
    /// before, and must not show.
    order: Option<&'a [u32]>,
    round: usize,
}

/// Adds the contacts of a list that hit to the round.
fn find_hits(
    list: ContactList<'_>,
    restitution: impl Fn(usize, usize) -> f32,
    impacts: &mut Impacts,
    (bodies, drives): (&[Float4Pair], &[Drive]),
    pass: &Pass,
) {
    let ContactList { number, blocks, order, round } = list;
    let Impacts { hits, queue, spent, round: found, .. } = impacts;
    hits.clear();
    queue.clear();
    lanes::run(pass.width, FindImpacts { blocks, bodies, pass, hits });
    match order {
        None => {
            queue.extend((0..).zip(hits.iter()).flat_map(|(block, &bits)| SetBits(bits).map(move |lane| (block, lane as u8))));
            queue.sort_unstable_by_key(|&(block, lane)| blocks[block as usize].slots(usize::from(lane)));
        }
        Some(order) => queue.extend(order.iter().filter_map(|&number| {
            let (block, lane) = place_of(number as usize);
            (hits[block] >> lane & 1 == 1).then_some((block as u32, lane as u8))
        })),
    }
    for &(index, lane) in queue.iter() {
        let (block, at) = (&mut blocks[index as usize], usize::from(lane));
        let restitution = restitution(index as usize, at);
        if restitution > 0.0 && round < rounds_of(restitution) {
            found.extend(Hit::of(block, (number, index, lane), restitution, (bodies, drives), pass));
        } else if restitution > 0.0 && block.bounce_below.0[at] != f32::MIN {
            block.bounce_below.0[at] = f32::MIN;
            spent.push((number, index, lane));
        }
    }
}

/// Finds the lanes in which some point is about to hit: the same test as in [`Hit::of`], for each point.
struct FindImpacts<'a> {
    blocks: &'a [ContactBlock],
    bodies: &'a [Float4Pair],
    pass: &'a Pass,
    hits: &'a mut Vec<u32>,
}

impl Kernel for FindImpacts<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let pair = PairVelocities::<L>::gather(block, at, self.bodies);
                let speeds = speeds(block, at, &pair);
                let [fast_1, fast_2] = [fast_lanes(block, at, self.pass, speeds, 0), fast_lanes(block, at, self.pass, speeds, 1)];
                if fast_1 | fast_2 == 0 {
                    continue; // the usual case: the rows of the gaps are not read
                }
                for (k, fast) in [fast_1, fast_2].into_iter().enumerate() {
                    let gap = L::load(&block.points[k].gap_now, at);
                    let arrives = (gap + speeds[k] * L::splat(self.pass.h)).gt(L::splat(0.0));
                    bits |= (fast & !L::bits(arrives)) << at;
                }
            }
            self.hits.push(bits);
        }
    }
}

/// Speeds along the normal of both points of each lane, m/s, negative when they close.
#[inline(always)]
fn speeds<L: Lanes>(block: &ContactBlock, at: usize, pair: &PairVelocities<L>) -> [L; 2] {
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let offset_n = L::load(&block.offset_n, at);
    let approach = nx * (pair.b[0] - pair.a[0]) + ny * (pair.b[1] - pair.a[1]);
    let (arm_1, arm_2) = (L::load(&block.points[0].arm_n, at), L::load(&block.points[1].arm_n, at));
    let speed_1 = approach + pair.b[2] * (arm_1 + offset_n) - pair.a[2] * arm_1;
    let speed_2 = approach + pair.b[2] * (arm_2 + offset_n) - pair.a[2] * arm_2;
    [speed_1, speed_2]
}

/// Bit per lane: the point closes faster than the threshold.
#[inline(always)]
fn fast_lanes<L: Lanes>(block: &ContactBlock, at: usize, pass: &Pass, speeds: [L; 2], point: usize) -> u32 {
    let exists = L::load(&block.points[point].normal_mass, at).gt(L::splat(0.0));
    L::bits(L::and(L::splat(-pass.restitution_threshold).gt(speeds[point]), exists))
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
