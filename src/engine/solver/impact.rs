//! The impact stage: blows run through touching bodies before anything else happens in a sub-step (contacts with restitution).
//!
//! A point that closes faster than the threshold and will touch within this sub-step gets the impulse that turns its normal velocity `u`
//! into `−e u`, and a friction impulse inside the cone of that impulse. Repeating rounds over all such contacts lets a blow run through a row of touching balls one contact at a
//! time, as it does in Newton's cradle; solving all of them at once would share the momentum out among the balls. A point that still
//! closes faster than the threshold is left alone by the ordinary passes ([`super::block::ContactBlock::bounce_below`]), so that neither the speculative row nor
//! the relaxing takes the energy of the approach before the blow. These impulses are not warm started: a blow does not happen twice.

use super::block::ContactBlock;
use super::body::SolverBody;
use super::contact::{Watch, gap_and_speed, speed_between};
use super::{Pass, SolverStep};
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Vec2, clamp, perp};
use crate::engine::probe::Probe;

/// One round over one contact; true when some point bounced.
pub(super) fn bounce<P: Probe<SolverStep>>(
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
        let (gap, speed) = gap_and_speed(block, lane, k, bodies);
        if speed >= -pass.restitution_threshold || gap + speed * pass.h > 0.0 {
            continue;
        }
        bounced = true;
        let blow = -block.points[k].normal_mass.0[lane] * (1.0 + restitution) * speed;
        block.points[k].normal_total.0[lane] += blow;
        let normal = block.normal(lane);
        let total = block.points[k].normal_total.0[lane];
        watch.record(block, lane, k, pass, normal, [speed, blow, total], false);
        push(block, lane, k, bodies, blow * normal);

        let tangent = perp(normal);
        let slide = relative_velocity(block, lane, k, bodies).dot(tangent);
        let wanted = -block.points[k].tangent_mass.0[lane] * slide;
        let bound = block.friction.0[lane] * blow;
        let rub = clamp(wanted, -bound, bound);
        block.points[k].tangent_total.0[lane] += rub;
        let total = block.points[k].tangent_total.0[lane];
        watch.record(block, lane, k, pass, tangent, [slide, rub, total], rub != wanted);
        push(block, lane, k, bodies, rub * tangent);
    }
    bounced
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
