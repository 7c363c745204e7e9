//! Joints that are no hinges as the solver sees them: anchors and frames copied out of the bodies at the start of a
//! step, then turned along with them. Hinges are many in most scenes and have a form of their own ([`super::hinge`]);
//! these are few and may stay one after the other.

use super::contract::{Measured, RELATIVE_ANGLE};
use super::definition::{Joint, JointReadout};
use super::elastic::ElasticEnergy;
use super::impulse::JointImpulse;
use super::kind::{JointKind, Revolute};
use super::parts::JointSpring;
use super::rows::{Law, MOST_ROWS, Rows};
use super::stand::{Stand, line_turn};
use super::turn::RowSolver;
use crate::engine::body::{Body, BodyId};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, cross, direction, wrap_angle};
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::{Pass, SolverPass, SolverStep};

/// One joint of a step.
#[derive(Clone, Copy, Debug)]
pub struct JointConstraint {
    /// Slot of A.
    pub a: u32,
    /// Slot of B.
    pub b: u32,
    /// From A's centre of mass to its anchor at the start of the step, metres, world axes.
    pub r_a: Vec2,
    /// Same for B.
    pub r_b: Vec2,
    /// From A's centre of mass to B's at the start of the step, metres. (Grab: from the target to B's.)
    pub center_offset: Vec2,
    /// Unit axis at the start of the step, world, for kinds that have one.
    pub axis: Vec2,
    /// Angle of B relative to A at the start of the step, radians, zero at creation, counted over whole turns.
    pub angle: f32,
    /// How that angle grows with the turns of A, of B and of the line between the anchors.
    pub turns: [f32; 3],
    /// What it does.
    pub kind: JointKind,
    /// Its spring as a row of a sub-step.
    pub spring: JointSpring,
    /// Its share of the bias in solvers of whole steps, see [`super::bias_share`].
    pub bias_share: f32,
    /// Accumulated impulses of the last sub-step, see each joint's file.
    pub impulses: [f32; 6],
    /// What it has given B since the step began.
    pub carried: JointImpulse,
    body_a: BodyId,
    body_b: BodyId,
    point: Vec2,
}

impl Joint {
    /// The joint for the solver, where the bodies are now; `last` are the impulses of the last sub-step and the angle
    /// of the last step, `spring` its spring, if it has one.
    pub(crate) fn constraint(&self, slots: [u32; 2], [a, b]: [&Body; 2], last: ([f32; 6], f32), spring: JointSpring) -> JointConstraint {
        let [arm_a, arm_b] = self.arms([a, b]);
        let (r_a, r_b) = (a.pose.rotation.rotate(arm_a), b.pose.rotation.rotate(arm_b));
        let mut constraint = JointConstraint {
            a: slots[0],
            b: slots[1],
            r_a,
            r_b,
            center_offset: b.center - a.center,
            axis: a.pose.rotation.rotate(self.axis_in_a([a, b])),
            angle: self.angle_now(a, b, last.1),
            turns: self.kind.turns(),
            kind: self.kind,
            spring,
            bias_share: 1.0,
            impulses: last.0,
            carried: JointImpulse::default(),
            body_a: self.body_a,
            body_b: self.body_b,
            point: b.center + r_b,
        };
        if let Some(target) = self.kind.target() {
            // The target takes A's place; A itself is not pushed.
            constraint.a = 0;
            constraint.r_a = Vec2::ZERO;
            constraint.center_offset = b.center - target;
        }
        constraint
    }

    /// Drops the impulses that no row of the present kind has: those of parts that it no longer has.
    pub(crate) fn drop_lost_impulses(&mut self) {
        let mut rows = Rows::default();
        self.kind.rows(&Stand::NOWHERE, &mut rows);
        if self.kind.target().is_none() {
            let kept: [f32; MOST_ROWS] = self.impulses;
            self.impulses = [0.0; MOST_ROWS];
            rows.all().iter().for_each(|row| self.impulses[row.impulse] = kept[row.impulse]);
        }
    }

    /// Angle of B relative to A, radians, zero at creation, counted over whole turns: the one nearest to the `last`
    /// known. What only the turns of each step tell ([`super::contract::Kind::turns`]) stays as it is known.
    pub fn angle_now(&self, a: &Body, b: &Body, last: f32) -> f32 {
        if self.kind.turns() != RELATIVE_ANGLE {
            return last;
        }
        let measured = a.pose.rotation.inv_mul(b.pose.rotation).angle() - self.reference_angle;
        last + wrap_angle(measured - last)
    }

    /// Where its anchors are, world, metres.
    pub(in crate::engine) fn anchors_now(&self, [a, b]: [&Body; 2]) -> [Vec2; 2] {
        let anchor_a = self.kind.target().unwrap_or_else(|| a.pose.transform_point(self.local_anchor_a));
        [anchor_a, b.pose.transform_point(self.local_anchor_b)]
    }

    /// How the bodies stand to each other, seen from these points of A and B; `angle`: as in [`Joint::angle`].
    fn stand_now(&self, [a, b]: [&Body; 2], [at_a, at_b]: [Vec2; 2], angle: f32) -> Stand {
        Stand {
            r_a: at_a - a.center,
            r_b: at_b - b.center,
            gap: at_b - at_a,
            axis: a.pose.rotation.rotate(self.axis_in_a([a, b])),
            angle: self.angle_now(a, b, angle),
        }
    }

    /// The points that it acts on ([`Joint::arms`]), world, metres.
    fn points_now(&self, bodies: [&Body; 2]) -> [Vec2; 2] {
        let anchors = self.anchors_now(bodies);
        let aside = self.aside(bodies).unwrap_or_default();
        [0, 1].map(|k| anchors[k] + bodies[k].pose.rotation.rotate(aside[k]))
    }

    /// Energy that its springs store with sub-steps of `h` seconds, joules ([`super::elastic`]).
    pub(crate) fn elastic_energy(&self, bodies: [&Body; 2], angle: f32, h: f32) -> f64 {
        let mut energy = ElasticEnergy::of(self, bodies, h);
        self.kind.rows(&self.stand_now(bodies, self.points_now(bodies), angle), &mut energy);
        energy.sum
    }

    /// Mean forces, error and coordinate after a step of `seconds` in which it gave B this.
    pub(crate) fn readout(&self, [a, b]: [&Body; 2], (carried, angle): (JointImpulse, f32), seconds: f32) -> JointReadout {
        let [anchor_a, anchor_b] = self.anchors_now([a, b]);
        let now = self.stand_now([a, b], [anchor_a, anchor_b], angle);
        let Measured { error, coordinate } = self.kind.measured(&now);
        let JointImpulse { impulse, angular_impulse } = carried;
        let arm = self.points_now([a, b])[1] - anchor_b;
        JointReadout {
            anchor_a: self.kind.gap_now(&now).map_or(anchor_a, |gap| anchor_b - gap),
            anchor_b,
            force: Vec2::new(finite(impulse.x / seconds), finite(impulse.y / seconds)),
            torque: finite((angular_impulse + cross(arm, impulse)) / seconds),
            error: finite(error),
            coordinate: finite(coordinate),
            coordinate_speed: self.kind.free_row(&now).map_or(0.0, |row| finite(row.speed_of(a, b))),
        }
    }
}

/// The number, or the largest there is for one that no longer fits (a huge impulse in a short time): what people and
/// files get to see is a number always.
fn finite(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(f32::MIN, f32::MAX) }
}

impl JointConstraint {
    /// A plain hinge. `start`: from the centres of mass to the anchors of A and B, and from A's centre of mass to B's,
    /// at the start of the step, metres.
    pub(super) fn of_anchors([a, b]: [u32; 2], start: [Vec2; 3], [body_a, body_b]: [BodyId; 2]) -> JointConstraint {
        let [r_a, r_b, center_offset] = start;
        JointConstraint {
            a,
            b,
            r_a,
            r_b,
            center_offset,
            axis: Vec2::X,
            angle: 0.0,
            turns: RELATIVE_ANGLE,
            kind: JointKind::Revolute(Revolute::default()),
            spring: JointSpring::NONE,
            bias_share: 1.0,
            impulses: [0.0; 6],
            carried: JointImpulse::default(),
            body_a,
            body_b,
            point: Vec2::ZERO,
        }
    }

    /// The same with this share of the bias.
    pub(super) fn with_bias_share(self, bias_share: f32) -> JointConstraint {
        JointConstraint { bias_share, ..self }
    }

    /// Applies the impulses of the last sub-step again.
    pub fn warm_start<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        self.solve_rows(bodies, pass, probe);
    }

    /// One pass over the joint's rows.
    pub fn solve<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        self.solve_rows(bodies, pass, probe);
    }

    /// Drops the impulses of the last sub-step: no warm start.
    pub fn forget(&mut self) {
        self.impulses = [0.0; 6];
    }

    /// Where the bodies stand to each other when they have moved as A and B say.
    #[inline(always)]
    pub fn stand(&self, a: &SolverBody, b: &SolverBody) -> Stand {
        let (turned_a, turned_b) = (a.delta_rotation(), b.delta_rotation());
        let (r_a, r_b) = (turned_a.rotate(self.r_a), turned_b.rotate(self.r_b));
        let gap = self.center_offset + (b.delta_center - a.delta_center) + (r_b - r_a);
        let [on_a, on_b, on_line] = self.turns;
        let mut turned = on_b * b.delta_angle + on_a * a.delta_angle;
        if on_line != 0.0 {
            turned += on_line * line_turn(self.center_offset + (self.r_b - self.r_a), gap);
        }
        Stand { r_a, r_b, gap, axis: turned_a.rotate(self.axis), angle: self.angle + turned }
    }

    /// How fast the anchors move past each other, across the line between them, m/s.
    pub fn speed_across(&self, a: &SolverBody, b: &SolverBody) -> f32 {
        let Stand { r_a, r_b, gap, .. } = self.stand(a, b);
        let speed = b.velocity_at(r_b) - a.velocity_at(r_a);
        direction(gap).map_or(0.0, |(along, _)| cross(along, speed).abs())
    }

    /// The joint's rows when the bodies have moved as A and B say.
    pub fn rows(&self, a: &SolverBody, b: &SolverBody) -> Rows {
        self.rows_at(&self.stand(a, b))
    }

    /// The joint's rows when the bodies stand so to each other.
    #[inline]
    pub fn rows_at(&self, now: &Stand) -> Rows {
        let mut rows = Rows::default();
        self.kind.rows(now, &mut rows);
        rows
    }

    /// Bodies A and B, and where B's anchor was at the start of the step, for probes.
    pub fn names(&self) -> ([BodyId; 2], Vec2) {
        ([self.body_a, self.body_b], self.point)
    }

    fn solve_rows<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        let (a, b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let now = self.stand(&a, &b);
        let share = if pass.shares_bias { self.bias_share } else { 1.0 };
        let pass = &Pass { joint_softness: pass.joint_softness.with_share_of_bias(share), ..*pass };
        let (body_a, body_b, point, own_spring) = (self.body_a, self.body_b, self.point, self.spring);
        let mut solver = RowSolver {
            a,
            b,
            now,
            own_spring,
            held: [None; 2],
            overshoot: None,
            carried: self.carried,
            pass,
            probe,
            body_a,
            body_b,
            point,
        };
        if self.kind.limits().is_some() {
            let rows = self.rows_at(&now);
            let mut held = rows.all().iter().filter(|row| row.law == Law::Hold).map(|row| row.jacobian);
            solver.held = [held.next(), held.next()];
        }
        match pass.kind {
            SolverPass::WarmStart => self.kind.warm_start(&mut solver, &self.impulses),
            _ => self.kind.solve(&mut solver, &mut self.impulses),
        }
        self.carried = solver.carried;
        // Where a target takes A's place, A is slot 0 and has no mass: writing it back changes nothing.
        solver.a.put_velocity(bodies, self.a);
        solver.b.put_velocity(bodies, self.b);
    }
}
