//! The impact stage: impacts run through touching bodies before anything else happens in a sub-step (contacts with
//! restitution).
//!
//! A point that closes faster than the threshold and will touch within this sub-step gets the impulse that turns its
//! normal velocity `u` into `−e u`, and a friction impulse inside the cone of that impulse. Repeating rounds over all
//! such contacts lets an impact run through a row of touching balls one contact at a time, as it does in Newton's
//! cradle; solving all of them at once would share the momentum out among the balls. A point that closes faster than
//! the threshold is left alone by the relax pass ([`super::block::ContactBlock::bounce_below`]), which would take the
//! energy of the approach before the impact. The pass before positions change leaves nothing alone. What does not touch
//! within the sub-step is idle there anyway; what does, after the impacts, was set in motion by something else in that
//! very pass, and would go on into its neighbour by the way of a sub-step: 10 cm at 25 m/s. These impulses are not warm
//! started: an impact does not happen twice.
//!
//! Contacts of one colour share no moving body, so all of a colour are looked at together, several lanes at once; only
//! those that hit are then treated one by one. (Contacts without a colour and the lists of those that found no colour
//! may share bodies: what one impact brings about in another contact of the list, the next round finds.) The rounds end
//! when every colour in turn has been looked at without an impact.
//!
//! *Enough is enough.* In a dense crowd that hardly bounces, rounds of impacts are a slow way to find what the ordinary
//! passes find as well: a stirred heap with e = 0.1 had 27,000 impacts in a sub-step. An impact is worth following as
//! far as it carries energy on, and a bounce keeps the share e² of it. So a contact takes part in the first `1 + 31 e²`
//! rounds (`rounds_of`); one that still closes then is *spent*, and the relax pass of this sub-step treats it as if
//! it did not bounce.

use super::block::{ContactBlock, place as place_of};
use super::body::SolverBody;
use super::color_group::ColorGroup;
use super::colors::{FIXED_FIRST, GROUPS};
use super::contact::speed_between;
use super::pass::{ContactRow, Pass, SolverStep};
use super::problem::{Impacts, Problem};
use super::rows::PairVelocities;
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::lanes::{self, BLOCK, Float4Pair, Kernel, Lanes, SetBits};
use crate::engine::math::{Vec2, clamp, perp};
use crate::engine::probe::{Probe, ran};
use crate::engine::tuning;

/// Number of the first list of contacts without a colour, after those of all groups.
const UNCOLORED: u8 = GROUPS as u8;

/// In how many rounds of a sub-step a contact with this restitution (0 to 1) bounces, at most.
fn rounds_of(restitution: f32) -> usize {
    1 + ((tuning::IMPACT_SWEEPS - 1) as f32 * restitution * restitution) as usize
}

/// Rounds of impacts until none closes faster than the threshold.
pub(super) fn bounce_all<P: Probe<SolverStep>>(problem: &mut Problem<'_>, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Problem { bodies, contacts, uncolored, impacts, .. } = problem;
    let bouncy_uncolored = [0, 1].map(|kind| uncolored[kind].lanes.iter().any(|lane| lane.restitution > 0.0));
    let lists = contacts.groups.iter().filter(|group| group.bouncy > 0).count() + bouncy_uncolored.iter().filter(|&&bouncy| bouncy).count();
    let mut quiet = 0;
    for round in 0..tuning::IMPACT_SWEEPS {
        for (group, place) in (0_u8..).zip(&mut contacts.groups) {
            // Those without a colour come where their kind ends: see `soft_step`.
            let kind_ends = group == FIXED_FIRST || usize::from(group) + 1 == GROUPS;
            let kind = usize::from(group != FIXED_FIRST);
            if kind_ends && bouncy_uncolored[kind] {
                let UncoloredContacts { blocks, lanes, order, .. } = &mut uncolored[kind];
                let restitution = |block: usize, lane: usize| lanes[block * BLOCK + lane].restitution;
                let list = ContactList { number: UNCOLORED + kind as u8, blocks, order: Some(order), round };
                quiet = if bounce_list(list, restitution, impacts, bodies, pass, watch) { 0 } else { quiet + 1 };
            }
            if place.bouncy > 0 {
                let ColorGroup { blocks, manifolds, .. } = place;
                let restitution = |block: usize, lane: usize| manifolds[block].restitution.0[lane];
                let list = ContactList { number: group, blocks, order: None, round };
                quiet = if bounce_list(list, restitution, impacts, bodies, pass, watch) { 0 } else { quiet + 1 };
            }
            if quiet >= lists {
                return;
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
    /// Numbers of the lanes in the order in which they are solved; `None`: in order of storage.
    order: Option<&'a [u32]>,
    round: usize,
}

/// One round over a list; true when something bounced.
fn bounce_list<P: Probe<SolverStep>>(
    list: ContactList<'_>,
    restitution: impl Fn(usize, usize) -> f32,
    impacts: &mut Impacts,
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    let ContactList { number, blocks, order, round } = list;
    let Impacts { hits, queue, spent } = impacts;
    hits.clear();
    queue.clear();
    lanes::run(pass.width, FindImpacts { blocks, bodies, pass, hits });
    match order {
        None => queue.extend((0..).zip(hits.iter()).flat_map(|(block, &bits)| SetBits(bits).map(move |lane| (block, lane as u8)))),
        Some(order) => queue.extend(order.iter().filter_map(|&number| {
            let (block, lane) = place_of(number as usize);
            (hits[block] >> lane & 1 == 1).then_some((block as u32, lane as u8))
        })),
    }
    let mut bounced = false;
    for &(index, lane) in queue.iter() {
        let (block, at) = (&mut blocks[index as usize], usize::from(lane));
        let restitution = restitution(index as usize, at);
        if restitution > 0.0 && round < rounds_of(restitution) {
            bounced |= bounce(block, at, restitution, bodies, pass, watch);
        } else if restitution > 0.0 && block.bounce_below.0[at] != f32::MIN {
            block.bounce_below.0[at] = f32::MIN;
            spent.push((number, index, lane));
        }
    }
    bounced
}

/// Finds the lanes in which some point is about to hit: the same test as in [`bounce`], for each point.
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

/// One round over one contact; true when some point bounced.
fn bounce<P: Probe<SolverStep>>(
    block: &mut ContactBlock,
    lane: usize,
    restitution: f32,
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    ran!();
    let slots = [block.a.0[lane], block.b.0[lane]];
    let mut pair = slots.map(|slot| SolverBody::at(bodies, slot));
    let gaps = [0, 1].map(|k| block.points[k].gap_now.0[lane]);
    let mut bounced = false;
    for (k, gap) in gaps.into_iter().enumerate() {
        if block.points[k].normal_mass.0[lane] == 0.0 {
            continue;
        }
        let speed = speed_between(block, lane, k, &pair[0].stored(), &pair[1].stored());
        if speed >= -pass.restitution_threshold || gap + speed * pass.h > 0.0 {
            continue;
        }
        bounced = true;
        let arms = block.arms(lane, k);
        let impact = -block.points[k].normal_mass.0[lane] * (1.0 + restitution) * speed; // [solver.bounce]
        block.points[k].normal_total.0[lane] += impact;
        let normal = block.normal(lane);
        let total = block.points[k].normal_total.0[lane];
        let terms = [gap, restitution * speed, 0.0, f32::INFINITY];
        watch.record(block, lane, k, pass, normal, [speed, impact, total], false, || {
            impact_row(block, lane, k, false, [speed, impact], terms)
        });
        push(&mut pair, arms, impact * normal);

        let tangent = perp(normal);
        let slide = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(tangent);
        let wanted = -block.points[k].tangent_mass.0[lane] * slide;
        let bound = block.friction.0[lane] * impact;
        let friction_impulse = clamp(wanted, -bound, bound);
        block.points[k].tangent_total.0[lane] += friction_impulse;
        let total = block.points[k].tangent_total.0[lane];
        let terms = [0.0, 0.0, -bound, bound];
        watch.record(block, lane, k, pass, tangent, [slide, friction_impulse, total], friction_impulse != wanted, || {
            impact_row(block, lane, k, true, [slide, friction_impulse], terms)
        });
        push(&mut pair, arms, friction_impulse * tangent);
    }
    if bounced {
        pair.iter().zip(slots).for_each(|(body, slot)| body.put_velocity(bodies, slot));
    }
    bounced
}

/// The row of an impact, for display: speed before and impulse; gap, bias and limits.
fn impact_row(block: &ContactBlock, lane: usize, k: usize, tangent: bool, [speed, impulse]: [f32; 2], terms: [f32; 4]) -> ContactRow {
    let rows = &block.points[k];
    let (mass, arm, offset) =
        if tangent { (&rows.tangent_mass, &rows.arm_t, &block.offset_t) } else { (&rows.normal_mass, &rows.arm_n, &block.offset_n) };
    let [gap, bias, low, high] = terms;
    ContactRow {
        point: k,
        tangent,
        arm_a: arm.0[lane],
        arm_b: arm.0[lane] + offset.0[lane],
        mass: mass.0[lane],
        gap,
        velocity_after: speed + impulse / mass.0[lane],
        bias,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        low,
        high,
        left_to_bounce: false,
    }
}

/// Gives B an impulse at these arms, and A its opposite.
fn push([a, b]: &mut [SolverBody; 2], arms: [Vec2; 2], impulse: Vec2) {
    a.push(-impulse, arms[0]);
    b.push(impulse, arms[1]);
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
            fastest = crate::engine::math::max(fastest, -speed_between(block, lane, k, a, b));
        }
    }
    fastest
}
