//! The impact stage: blows run through touching bodies before anything else happens in a sub-step (contacts with restitution).
//!
//! A point that closes faster than the threshold and will touch within this sub-step gets the impulse that turns its normal velocity `u`
//! into `−e u`, and a friction impulse inside the cone of that impulse. Repeating rounds over all such contacts lets a blow run through a row of touching balls one contact at a
//! time, as it does in Newton's cradle; solving all of them at once would share the momentum out among the balls. A point that still
//! closes faster than the threshold is left alone by the ordinary passes ([`super::block::ContactBlock::bounce_below`]), so that neither the speculative row nor
//! the relaxing takes the energy of the approach before the blow. These impulses are not warm started: a blow does not happen twice.
//!
//! Contacts of one colour share no moving body, so all of a colour are looked at together, several lanes at once; only those that hit are
//! then treated one by one. The rounds end when every colour in turn has been looked at without a blow.

use super::block::ContactBlock;
use super::body::SolverBody;
use super::colors::{FIXED_FIRST, GROUPS, Group, is_list};
use super::contact::{Watch, gap_now, gaps_and_speeds, speed_between};
use super::late::{self, LateContacts};
use super::{ContactRow, Pass, Problem, SolverStep};
use crate::engine::lanes::{self, BLOCK, Kernel, Lanes, QuadPair, Width};
use crate::engine::math::{Vec2, clamp, perp};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// Rounds of blows until none closes faster than the threshold.
pub(super) fn bounce_all<P: Probe<SolverStep>>(problem: &mut Problem, pass: &Pass, watch: &mut Watch<'_, P>) {
    let Problem { bodies, contacts, late, blows, .. } = problem;
    let is_bouncy = |list: &LateContacts| list.restitution.iter().any(|&e| e > 0.0);
    let lists = contacts.groups.iter().filter(|group| group.bouncy > 0).count() + late.iter().filter(|list| is_bouncy(list)).count();
    let mut quiet = 0;
    for _round in 0..tuning::IMPACT_SWEEPS {
        for (group, place) in (0_u8..).zip(&mut contacts.groups) {
            // Late contacts come where their kind ends: see `soft_step`.
            let kind_ends = group == FIXED_FIRST || usize::from(group) + 1 == GROUPS;
            if kind_ends {
                let list = &mut late[usize::from(group != FIXED_FIRST)];
                if is_bouncy(list) {
                    quiet = if bounce_late(list, bodies, pass, watch) { 0 } else { quiet + 1 };
                }
            }
            if place.bouncy > 0 {
                quiet = if bounce_group(place, is_list(group), blows, bodies, pass, watch) { 0 } else { quiet + 1 };
            }
            if quiet >= lists {
                return;
            }
        }
    }
}

fn bounce_late<P: Probe<SolverStep>>(list: &mut LateContacts, bodies: &mut [QuadPair], pass: &Pass, watch: &mut Watch<'_, P>) -> bool {
    let mut bounced = false;
    for (index, &restitution) in list.restitution.iter().enumerate() {
        let (block, lane) = late::place(index);
        if restitution > 0.0 {
            bounced |= bounce(&mut list.blocks[block], lane, restitution, bodies, pass, watch);
        }
    }
    bounced
}

fn bounce_group<P: Probe<SolverStep>>(
    group: &mut Group,
    one_by_one: bool,
    blows: &mut Vec<u32>,
    bodies: &mut [QuadPair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    blows.clear();
    if one_by_one {
        blows.extend(group.manifolds.iter().map(|manifold| manifold.present));
    } else {
        lanes::run(Width::now(), FindBlows { blocks: &group.blocks, bodies, pass, blows });
    }
    let mut bounced = false;
    for ((block, manifold), &hits) in group.blocks.iter_mut().zip(&group.manifolds).zip(blows.iter()) {
        let mut hits = hits;
        while hits != 0 {
            let lane = hits.trailing_zeros() as usize;
            hits &= hits - 1;
            let restitution = manifold.restitution.0[lane];
            if restitution > 0.0 {
                bounced |= bounce(block, lane, restitution, bodies, pass, watch);
            }
        }
    }
    bounced
}

/// Names the lanes in which some point is about to hit: the very question that [`bounce`] asks of each point.
struct FindBlows<'a> {
    blocks: &'a [ContactBlock],
    bodies: &'a [QuadPair],
    pass: &'a Pass,
    blows: &'a mut Vec<u32>,
}

impl Kernel for FindBlows<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (gaps, speeds) = gaps_and_speeds::<L>(block, at, self.bodies);
                for k in 0..2 {
                    let fast = L::all(-self.pass.restitution_threshold).above(speeds[k]);
                    let arrives = (gaps[k] + speeds[k] * L::all(self.pass.h)).above(L::all(0.0));
                    let exists = L::load(&block.points[k].normal_mass, at).above(L::all(0.0));
                    bits |= (L::bits(L::both(fast, exists)) & !L::bits(arrives)) << at;
                }
            }
            self.blows.push(bits);
        }
    }
}

/// One round over one contact; true when some point bounced.
fn bounce<P: Probe<SolverStep>>(
    block: &mut ContactBlock,
    lane: usize,
    restitution: f32,
    bodies: &mut [QuadPair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> bool {
    let mut bounced = false;
    for k in 0..2 {
        if block.points[k].normal_mass.0[lane] == 0.0 {
            continue;
        }
        let speed = speed_between(block, lane, k, &bodies[block.a.0[lane] as usize], &bodies[block.b.0[lane] as usize]);
        if speed >= -pass.restitution_threshold || gap_now(block, lane, k, bodies) + speed * pass.h > 0.0 {
            continue;
        }
        bounced = true;
        let blow = -block.points[k].normal_mass.0[lane] * (1.0 + restitution) * speed;
        block.points[k].normal_total.0[lane] += blow;
        let normal = block.normal(lane);
        let total = block.points[k].normal_total.0[lane];
        let gap = if P::WATCHES { gap_now(block, lane, k, bodies) } else { 0.0 };
        let terms = [gap, restitution * speed, 0.0, f32::INFINITY];
        watch.record(block, lane, k, pass, normal, [speed, blow, total], false, || blow_row(block, lane, k, false, [speed, blow], terms));
        push(block, lane, k, bodies, blow * normal);

        let tangent = perp(normal);
        let slide = relative_velocity(block, lane, k, bodies).dot(tangent);
        let wanted = -block.points[k].tangent_mass.0[lane] * slide;
        let bound = block.friction.0[lane] * blow;
        let rub = clamp(wanted, -bound, bound);
        block.points[k].tangent_total.0[lane] += rub;
        let total = block.points[k].tangent_total.0[lane];
        let terms = [0.0, 0.0, -bound, bound];
        watch.record(block, lane, k, pass, tangent, [slide, rub, total], rub != wanted, || {
            blow_row(block, lane, k, true, [slide, rub], terms)
        });
        push(block, lane, k, bodies, rub * tangent);
    }
    bounced
}

/// The row of a blow, for eyes: speed before and impulse; gap, bias and limits.
fn blow_row(block: &ContactBlock, lane: usize, k: usize, tangent: bool, [speed, impulse]: [f32; 2], terms: [f32; 4]) -> ContactRow {
    let rows = &block.points[k];
    let (mass, arm, leap) =
        if tangent { (&rows.tangent_mass, &rows.arm_t, &block.leap_t) } else { (&rows.normal_mass, &rows.arm_n, &block.leap_n) };
    let [gap, bias, low, high] = terms;
    ContactRow {
        point: k,
        tangent,
        arm_a: arm.0[lane],
        arm_b: arm.0[lane] + leap.0[lane],
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

/// From the centres of mass of A and B to a point, metres.
fn arms(block: &ContactBlock, lane: usize, point: usize) -> (Vec2, Vec2) {
    let (n, r_a) = (block.normal(lane), block.arm_a(lane, point));
    (r_a, r_a + block.leap_t.0[lane] * n - block.leap_n.0[lane] * perp(n))
}

/// Velocity of B's material at a point, relative to A's, m/s.
fn relative_velocity(block: &ContactBlock, lane: usize, point: usize, bodies: &[QuadPair]) -> Vec2 {
    let (r_a, r_b) = arms(block, lane, point);
    SolverBody::at(bodies, block.b.0[lane]).velocity_at(r_b) - SolverBody::at(bodies, block.a.0[lane]).velocity_at(r_a)
}

/// Gives B an impulse at a point, and A its opposite.
fn push(block: &ContactBlock, lane: usize, point: usize, bodies: &mut [QuadPair], impulse: Vec2) {
    let (r_a, r_b) = arms(block, lane, point);
    for (slot, impulse, r) in [(block.a.0[lane], -impulse, r_a), (block.b.0[lane], impulse, r_b)] {
        let mut body = SolverBody::at(bodies, slot);
        body.push(impulse, r);
        body.put_velocity(bodies, slot);
    }
}

/// Largest closing speed of the points of a lane, m/s, at least 0.
pub fn closing_speed(block: &ContactBlock, lane: usize, bodies: &[QuadPair]) -> f32 {
    closing_speed_between(block, lane, &bodies[block.a.0[lane] as usize], &bodies[block.b.0[lane] as usize])
}

/// The same for bodies that move otherwise than those in the lane's slots.
pub fn closing_speed_between(block: &ContactBlock, lane: usize, a: &QuadPair, b: &QuadPair) -> f32 {
    let mut fastest = 0.0;
    for k in 0..2 {
        if block.points[k].normal_mass.0[lane] > 0.0 {
            fastest = crate::engine::math::max(fastest, -speed_between(block, lane, k, a, b));
        }
    }
    fastest
}
