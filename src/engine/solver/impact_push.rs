//! The impulses of one hit in a sweep over its round ([`super::impact_round`]): along both normals together, and
//! friction when all normals are known.

use super::block::ContactBlock;
use super::body::{SolverBody, capped_spin, capped_velocity};
use super::colors::ContactColors;
use super::impact_hit::{Hit, block_of};
use super::impact_linked::LinkedHits;
use super::impact_rows::ImpactRows;
use super::pass::{ContactRow, Pass, SolverStep};
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, clamp, max, min, perp};
use crate::engine::probe::Probe;

/// Both normal impulses of a contact, so that its points part as they shall; the largest change of a point's speed.
pub(super) fn push_normals<P: Probe<SolverStep>>(
    hit: &mut Hit,
    linked: &LinkedHits,
    (contacts, uncolored): (&mut ContactColors, &mut [UncoloredContacts; 2]),
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) -> f32 {
    if hit.single.is_some() && hit.given != [0.0; 2] {
        return 0.0; // it has all; friction brings it to the speed at which it shall part
    }
    let ImpactRows { slots, normal, arms, response, .. } = hit.rows;
    let mut pair = slots.map(|slot| SolverBody::at(bodies, slot));
    let speeds = hit.rows.speeds(&pair);
    let missing = [0, 1].map(|k| hit.parting[k].map(|parting| parting - speeds[k]));
    let impulses = match hit.single {
        Some([normal, _]) => hit.parting.map(|parting| parting.map_or(0.0, |_| normal)),
        None => response.impulses(missing, hit.given),
    };
    for k in 0..2 {
        let change = impulses[k] - hit.given[k];
        if change == 0.0 {
            continue;
        }
        if P::WATCHES {
            let (block, lane) = (block_of(contacts, uncolored, hit.place), hit.lane());
            let total = block.points[k].normal_total.0[lane] + impulses[k];
            let terms = [hit.gaps[k], -hit.given[k], f32::INFINITY];
            let row = (&*block, lane, k, false);
            tell(row, (&pair, arms[k], normal), [change, total, response.masses[k]], terms, pass, watch);
        }
        push(&mut pair, arms[k], change * normal);
        if let Some(number) = hit.linked {
            linked.push(number, (k, false), change, bodies);
            pair = slots.map(|slot| SolverBody::at(bodies, slot));
        }
    }
    if hit.linked.is_none() {
        pair.iter().zip(slots).for_each(|(body, slot)| body.put_velocity(bodies, slot));
    }
    hit.given = impulses;
    let largest = |k: usize| missing[k].filter(|_| impulses[k] > 0.0).map_or(0.0, f32::abs);
    max(largest(0), largest(1))
}

/// Friction of an impact, inside the cones of its normal impulses.
pub(super) fn push_tangents<P: Probe<SolverStep>>(
    hit: &mut Hit,
    linked: &mut LinkedHits,
    block: &mut ContactBlock,
    bodies: &mut [Float4Pair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    if hit.given == [0.0; 2] {
        return;
    }
    let lane = hit.lane();
    let ImpactRows { slots, normal, arms, .. } = hit.rows;
    let mut pair = slots.map(|slot| SolverBody::at(bodies, slot));
    // What this impact alone does to both.
    let mut gained = pair.map(|body| SolverBody { velocity: Vec2::ZERO, angular_velocity: 0.0, ..body });
    let mut time = pass.h;
    for k in (0..2).filter(|&k| hit.given[k] > 0.0) {
        let arms = arms[k];
        let slide = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(perp(normal));
        let bound = block.friction.0[lane] * hit.given[k];
        let mass = hit.linked.map_or(block.points[k].tangent_mass.0[lane], |number| linked.tangent_mass(number, k));
        let impulse = clamp(hit.single.map_or(-mass * slide, |[_, tangent]| tangent), -bound, bound);
        block.points[k].normal_total.0[lane] += hit.given[k];
        block.points[k].tangent_total.0[lane] += impulse;
        if P::WATCHES {
            let total = block.points[k].tangent_total.0[lane];
            let row = (&*block, lane, k, true);
            tell(row, (&pair, arms, perp(normal)), [impulse, total, mass], [0.0, -bound, bound], pass, watch);
        }
        push(&mut pair, arms, impulse * perp(normal));
        push(&mut gained, arms, hit.given[k] * normal + impulse * perp(normal));
        time = min(time, hit.times[k]);
        hit.given_along[k] = impulse;
        if let Some(number) = hit.linked {
            linked.push(number, (k, true), impulse, bodies);
            pair = slots.map(|slot| SolverBody::at(bodies, slot));
        }
    }
    if let Some(number) = hit.linked {
        linked.move_back(number, [hit.given, hit.given_along], (time, pass.h), bodies);
        return;
    }
    for ((mut body, gained), slot) in pair.into_iter().zip(gained).zip(slots) {
        // Until the impact it went on as before, but integration will give it the new velocity for the whole
        // sub-step: as much of it as is allowed.
        let above = body.velocity - capped_velocity(body.velocity);
        let spin_above = body.angular_velocity - capped_spin(body.angular_velocity, pass.h);
        body.delta_center -= time * (gained.velocity - above);
        body.delta_angle -= time * (gained.angular_velocity - spin_above);
        bodies[slot as usize] = body.stored();
    }
}

/// Tells of the impulse of one row (of a lane: of which point, along the tangent or not) before it is given: its
/// change, its total, and the row's effective mass. `terms`: gap and limits.
fn tell<P: Probe<SolverStep>>(
    (block, lane, k, tangent): (&ContactBlock, usize, usize, bool),
    (pair, arms, direction): (&[SolverBody; 2], [Vec2; 2], Vec2),
    [impulse, total, mass]: [f32; 3],
    terms: [f32; 3],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    let speed = (pair[1].velocity_at(arms[1]) - pair[0].velocity_at(arms[0])).dot(direction);
    let clamped = tangent && terms[1..].contains(&impulse);
    watch.record(block, lane, k, pass, direction, [speed, impulse, total], clamped, || {
        impact_row(block, lane, k, tangent, [speed, impulse, mass], terms)
    });
}

/// The row of an impact, for display: speed before and impulse; gap and limits.
fn impact_row(block: &ContactBlock, lane: usize, k: usize, tangent: bool, [speed, impulse, mass]: [f32; 3], terms: [f32; 3]) -> ContactRow {
    let rows = &block.points[k];
    let (arm, offset) = if tangent { (&rows.arm_t, &block.offset_t) } else { (&rows.arm_n, &block.offset_n) };
    let [gap, low, high] = terms;
    let rest_offset = if tangent { 0.0 } else { block.rest_offset.0[lane] };
    ContactRow {
        point: k,
        tangent,
        arm_a: arm.0[lane],
        arm_b: arm.0[lane] + offset.0[lane],
        mass,
        gap: gap + rest_offset,
        rest_offset,
        velocity_after: speed + impulse / mass,
        bias: if tangent { 0.0 } else { -speed - impulse / mass },
        bend: 0.0,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        low,
        high,
        left_to_bounce: false,
        found_at: block.found_at.map(|row| row.0[lane]),
        midway: block.is_midway && block.midway.0[lane] > 0.0,
    }
}

/// Gives B an impulse at these arms, and A its opposite.
fn push([a, b]: &mut [SolverBody; 2], arms: [Vec2; 2], impulse: Vec2) {
    a.push(-impulse, arms[0]);
    b.push(impulse, arms[1]);
}
