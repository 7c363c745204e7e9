//! A contact as [`super::sequential_impulses`] solves it: its data, its rows, and what a probe is told of them.

use super::body::{SolverBody, rotation_by};
use super::watch::Watch;
use super::{ContactRow, Pass, SolverPass, SolverStep};
use crate::engine::body::BodyId;
use crate::engine::joint::row::JacobianRow;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::{Vec2, max, perp};
use crate::engine::probe::Probe;

/// Along the normal: place in a point's pairs of numbers.
pub(crate) const NORMAL: usize = 0;
/// Along the tangent.
pub(crate) const TANGENT: usize = 1;
/// Of a row that may get any impulse.
pub(super) const NO_BOUNDS: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// A contact of two bodies during a step.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Unit normal from A to B, world.
    pub normal: Vec2,
    /// Coefficient of friction.
    pub friction: f32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Roundings of the shapes of A and B, metres.
    pub radii: [f32; 2],
    /// How far A and B had rotated since the start of the step when normal and arms were measured, radians.
    pub found_at: [f32; 2],
    /// Its points; those without effective mass do nothing.
    pub points: [Point; 2],
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// From the centres of mass of A and B to the point, metres.
    pub arms: [Vec2; 2],
    /// Signed gap at the start of the step, less the rest offset, metres, but for turns until it was found; negative =
    /// overlap.
    pub gap: f32,
    /// See [`ContactRow::rest_offset`]; 0 but where overlap is pushed out ([`super::push_out`]).
    pub rest_offset: f32,
    /// By how much the gap opens, and how far B slides, in the step beyond the way that the speeds along its rows make,
    /// metres: see [`super::contact_geometry`]. 0 without load.
    pub bends: [f32; 2],
    /// Sums of the impulses along the normal and along `perp(normal)`, N·s: of the last step, then of this one.
    pub impulses: [f32; 2],
    /// Effective masses along the normal and along `perp(normal)`, kg; 0 where there is no point.
    pub masses: [f32; 2],
    /// Impulses of the bounce along the normal and the tangent, N·s, beside those sums.
    pub bounce: [f32; 2],
    /// Sum of the impulses that only move positions, N·s.
    pub push: f32,
    /// Velocity along the normal at the start of the step, then when the bodies meet, m/s; negative = closing.
    pub meeting_speed: f32,
    /// Velocity along the tangent at the start of the step, m/s.
    pub sliding_speed: f32,
}

/// What a row of a contact was given in a step, N·s.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Before the motion, against what forces do during the step.
    pub steady: f32,
    /// Before the motion, against the speed that the bodies brought.
    pub impact: f32,
    /// After it.
    pub bounce: f32,
    /// On pseudo-velocities, which only move positions.
    pub push: f32,
}

impl Given {
    /// An impulse before the motion.
    pub fn new(impulse: f32) -> Given {
        Given { steady: impulse, impact: 0.0, bounce: 0.0, push: 0.0 }
    }
}

impl Contact {
    /// The row of a point along the normal or the tangent.
    pub(super) fn row(&self, point: usize, along: usize) -> JacobianRow {
        let [r_a, r_b] = self.points[point].arms;
        JacobianRow::along(if along == NORMAL { self.normal } else { perp(self.normal) }, r_a, r_b)
    }

    /// The points that there are.
    pub(crate) fn valid(&self) -> impl Iterator<Item = usize> + use<> {
        let exists = self.points.map(|point| point.masses[NORMAL] > 0.0);
        (0..2).filter(move |&k| exists[k])
    }

    /// The points that there are, in the order of an iteration: every second time the last one comes first.
    pub(super) fn in_turn(&self, iteration: u32) -> impl Iterator<Item = usize> + use<> {
        let exists = self.points.map(|point| point.masses[NORMAL] > 0.0);
        let first = (iteration % 2) as usize;
        [first, 1 - first].into_iter().filter(move |&k| exists[k])
    }

    /// Its bodies as they are now.
    pub(super) fn bodies(&self, bodies: &[Float4Pair]) -> [SolverBody; 2] {
        self.slots.map(|slot| SolverBody::at(bodies, slot))
    }

    /// Writes their velocities back.
    pub(super) fn put_back(&self, [a, b]: [SolverBody; 2], bodies: &mut [Float4Pair]) {
        a.put_velocity(bodies, self.slots[0]);
        b.put_velocity(bodies, self.slots[1]);
    }

    /// Gap of a point at the start of the step as its row sees it, metres: less the way that the row's speed makes
    /// until the point was found. [`Point::gap`] lacks the turns until then, and a point that was found within the step
    /// was apart before.
    pub(super) fn gap_from_start(&self, k: usize) -> f32 {
        let gap = self.points[k].gap;
        if self.found_at == [0.0; 2] {
            return gap;
        }
        let row = self.row(k, NORMAL);
        max(gap + row.arm_a * self.found_at[0] - row.arm_b * self.found_at[1], 0.0)
    }

    /// How deep a point is where the bodies are now, metres; the formula is that of [`super::gap`].
    pub(super) fn depth(&self, k: usize, bodies: &[Float4Pair]) -> f32 {
        let [a, b] = self.bodies(bodies);
        let moved = |body: &SolverBody, arm: Vec2, out: f32, found_at: f32| {
            let rotation = rotation_by(body.delta_angle - found_at);
            let (along, across) = (arm.dot(self.normal) + out, -arm.dot(perp(self.normal)));
            self.normal.dot(body.delta_center) + rotation.sin * across - (1.0 - rotation.cos) * along
        };
        let ([arm_a, arm_b], [found_a, found_b]) = (self.points[k].arms, self.found_at);
        -(self.points[k].gap + moved(&b, arm_b, self.radii[1], found_b) - moved(&a, arm_a, -self.radii[0], found_a))
    }

    /// Tells the probe what a row is about to get: bias, sum before and after, its bounds.
    pub(super) fn tell<P: Probe<SolverStep>>(
        &self,
        [k, along]: [usize; 2],
        [a, b]: &[SolverBody; 2],
        [bias, old, sum]: [f32; 3],
        bounds: [f32; 2],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        watch.probe.record(|| {
            let (row, mass) = (self.row(k, along), self.points[k].masses[along]);
            let speed = row.speed(a, b);
            let clamped = pass.kind != SolverPass::WarmStart && sum != old - mass * (speed + bias);
            self.told([k, along], Told { row, mass, speed, bias, old, sum, bounds, clamped }, pass, watch.ids, watch.poses)
        });
    }

    /// An impulse as a probe sees it.
    pub(super) fn told(&self, [k, along]: [usize; 2], told: Told, pass: &Pass, ids: &[BodyId], poses: &[Float4]) -> SolverStep {
        let Told { row, mass, speed, bias, old, sum, bounds: [low, high], clamped } = told;
        let (point, Float4([x, y, ..])) = (&self.points[k], poses[self.slots[0] as usize]);
        let is_warm_start = pass.kind == SolverPass::WarmStart;
        let measures = along == NORMAL && !is_warm_start;
        SolverStep {
            substep: pass.substep,
            iteration: pass.iteration,
            pass: pass.kind,
            body_a: ids[self.slots[0] as usize],
            body_b: ids[self.slots[1] as usize],
            point: Vec2::new(x, y) + point.arms[0],
            direction: row.direction,
            velocity_before: speed,
            impulse_change: sum - old,
            impulse_total: sum,
            response: 1.0 / mass,
            bounds: [low, high],
            clamped,
            contact: Some(ContactRow {
                point: k,
                tangent: along == TANGENT,
                arm_a: row.arm_a,
                arm_b: row.arm_b,
                mass,
                gap: if measures { self.gap_from_start(k) + point.rest_offset } else { 0.0 },
                rest_offset: if measures { point.rest_offset } else { 0.0 },
                velocity_after: speed + (sum - old) / mass,
                bias,
                bend: 0.0,
                mass_scale: if is_warm_start { 0.0 } else { 1.0 },
                impulse_scale: 0.0,
                low,
                high,
                left_to_bounce: false,
                found_at: [0.0; 2],
                midway: false,
            }),
        }
    }
}

/// What a row of a contact is about to get.
pub(super) struct Told {
    pub row: JacobianRow,
    /// Effective mass, kg.
    pub mass: f32,
    /// Relative velocity along it before.
    pub speed: f32,
    pub bias: f32,
    /// Sums before and after.
    pub old: f32,
    pub sum: f32,
    pub bounds: [f32; 2],
    pub clamped: bool,
}
