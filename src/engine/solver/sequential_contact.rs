//! A contact as [`super::sequential_impulses`] solves it: its data, its rows, and what a probe is told of them.

use super::body::SolverBody;
use super::watch::Watch;
use super::{ContactRow, Pass, SolverPass, SolverStep};
use crate::engine::joint::row::JacobianRow;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::{Vec2, perp};
use crate::engine::probe::Probe;

/// Along the normal: place in a point's pairs of numbers.
pub(super) const NORMAL: usize = 0;
/// Along the tangent.
pub(super) const TANGENT: usize = 1;
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
    /// Its points; those without effective mass do nothing.
    pub points: [Point; 2],
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    /// From the centres of mass of A and B to the point, metres.
    pub arms: [Vec2; 2],
    /// Signed gap at the start of the step, metres; negative = overlap.
    pub gap: f32,
    /// Sums of the impulses along the normal and along `perp(normal)`, N·s: of the last step, then of this one.
    pub impulses: [f32; 2],
    /// Effective masses along the normal and along `perp(normal)`, kg; 0 where there is no point.
    pub masses: [f32; 2],
    /// Impulse of the bounce, N·s, beside the sum along the normal.
    pub bounce: f32,
    /// Sum of the impulses that only move positions, N·s.
    pub push: f32,
    /// Velocity along the normal at the start of the step, then when the bodies meet, m/s; negative = closing.
    pub meeting_speed: f32,
}

/// What a row of a contact was given in a step, N·s.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// Before the motion.
    pub steady: f32,
    /// After it.
    pub bounce: f32,
    /// On pseudo-velocities, which only move positions.
    pub push: f32,
}

impl Contact {
    /// The row of a point along the normal or the tangent.
    pub(super) fn row(&self, point: usize, along: usize) -> JacobianRow {
        let [r_a, r_b] = self.points[point].arms;
        JacobianRow::along(if along == NORMAL { self.normal } else { perp(self.normal) }, r_a, r_b)
    }

    /// Its rows with what they were given: normals, then tangents.
    pub fn for_each_row(&self, mut visit: impl FnMut(JacobianRow, Given)) {
        for k in self.valid() {
            let Point { impulses: [normal, tangent], bounce, push, .. } = self.points[k];
            visit(self.row(k, NORMAL), Given { steady: normal, bounce, push });
            visit(self.row(k, TANGENT), Given { steady: tangent, bounce: 0.0, push: 0.0 });
        }
    }

    /// The points that there are.
    pub(super) fn valid(&self) -> impl Iterator<Item = usize> + use<> {
        let exists = self.points.map(|point| point.masses[NORMAL] > 0.0);
        (0..2).filter(move |&k| exists[k])
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

    /// Tells the probe what a row is about to get: bias, sum before and after, its bounds.
    pub(super) fn tell<P: Probe<SolverStep>>(
        &self,
        [k, along]: [usize; 2],
        [a, b]: &[SolverBody; 2],
        [bias, old, sum]: [f32; 3],
        [low, high]: [f32; 2],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        let (ids, poses) = (watch.ids, watch.poses);
        watch.probe.record(|| {
            let (row, point) = (self.row(k, along), &self.points[k]);
            let (speed, mass, Float4([x, y, ..])) = (row.speed(a, b), point.masses[along], poses[self.slots[0] as usize]);
            let is_warm_start = pass.kind == SolverPass::WarmStart;
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
                clamped: !is_warm_start && sum != old - mass * (speed + bias),
                contact: Some(ContactRow {
                    point: k,
                    tangent: along == TANGENT,
                    arm_a: row.arm_a,
                    arm_b: row.arm_b,
                    mass,
                    gap: if along == TANGENT || is_warm_start { 0.0 } else { point.gap },
                    velocity_after: speed + (sum - old) / mass,
                    bias,
                    mass_scale: if is_warm_start { 0.0 } else { 1.0 },
                    impulse_scale: 0.0,
                    low,
                    high,
                    left_to_bounce: false,
                    found_at: [0.0; 2],
                }),
            }
        });
    }
}
