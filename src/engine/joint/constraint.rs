//! Rails, rods, welds and grabs as the solver sees them: anchors and frames copied out of the bodies at the start of a step, then turned along
//! with them. Hinges are many in most scenes and have a form of their own ([`super::revolute`]); these are few and may stay one after the other.

use super::turn::Turn;
use super::{Joint, JointKind, JointReadout, distance, grab, prismatic, revolute, weld};
use crate::engine::body::{Body, BodyId};
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Vec2, wrap_angle};
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Pass, SolverPass, SolverStep};

/// One joint of a step.
#[derive(Clone, Copy, Debug)]
pub struct JointConstraint {
    /// Place in the world's joints.
    pub index: u32,
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
    /// Axis at the start of the step, world (prismatic).
    pub axis: Vec2,
    /// Angle of B relative to A at the start of the step, radians, zero at creation, counted over whole turns.
    pub angle: f32,
    /// What it does.
    pub kind: JointKind,
    /// Softness of the kind's spring; [`Softness::RIGID`] without one.
    pub spring: Softness,
    /// Accumulated impulses of the last sub-step, see each joint's file.
    pub impulses: [f32; 6],
    body_a: BodyId,
    body_b: BodyId,
    point: Vec2,
}

impl Joint {
    /// The joint for the solver, where the bodies are now; `last` are the impulses of the last sub-step and the angle of the last step.
    pub(crate) fn constraint(&self, index: u32, slots: [u32; 2], [a, b]: [&Body; 2], last: ([f32; 6], f32), h: f32) -> JointConstraint {
        let r_a = a.pose.rotation.rotate(self.local_anchor_a - a.local_center);
        let r_b = b.pose.rotation.rotate(self.local_anchor_b - b.local_center);
        let mut constraint = JointConstraint {
            index,
            a: slots[0],
            b: slots[1],
            r_a,
            r_b,
            center_offset: b.center - a.center,
            axis: a.pose.rotation.rotate(self.local_axis_a),
            angle: self.angle_now(a, b, last.1),
            kind: self.kind,
            spring: Softness::RIGID,
            impulses: last.0,
            body_a: self.body_a,
            body_b: self.body_b,
            point: b.center + r_b,
        };
        let spring = match self.kind {
            JointKind::Revolute { spring, .. }
            | JointKind::Prismatic { spring, .. }
            | JointKind::Distance { spring, .. }
            | JointKind::Weld { spring } => spring,
            JointKind::Grab { target, spring, .. } => {
                // The target takes A's place; A itself is not pushed.
                constraint.a = 0;
                constraint.r_a = Vec2::ZERO;
                constraint.center_offset = b.center - target;
                Some(spring)
            }
        };
        if let Some(spring) = spring {
            constraint.spring = Softness::limited(spring.hertz, spring.damping_ratio, h);
        }
        constraint
    }

    /// Angle of B relative to A, radians, zero at creation, counted over whole turns: the one nearest to the `last` known.
    pub fn angle_now(&self, a: &Body, b: &Body, last: f32) -> f32 {
        let measured = a.pose.rotation.inv_mul(b.pose.rotation).angle() - self.reference_angle;
        last + wrap_angle(measured - last)
    }

    /// Forces, error and coordinate with sub-steps of `h` seconds.
    pub(crate) fn readout(&self, [a, b]: [&Body; 2], (impulses, angle): ([f32; 6], f32), h: f32) -> JointReadout {
        let anchor_a = match self.kind {
            JointKind::Grab { target, .. } => target,
            _ => a.pose.transform_point(self.local_anchor_a),
        };
        let anchor_b = b.pose.transform_point(self.local_anchor_b);
        let gap = anchor_b - anchor_a;
        let axis = a.pose.rotation.rotate(self.local_axis_a);
        let carried = match self.kind {
            JointKind::Revolute { limits, .. } => revolute::carried(&impulses, gap, self.angle_now(a, b, angle), limits),
            JointKind::Prismatic { limits, .. } => prismatic::carried(&impulses, gap, axis, limits),
            JointKind::Distance { length, limits, spring, rigid } => {
                distance::carried(&impulses, gap, length, limits, rigid && spring.is_none())
            }
            JointKind::Weld { .. } => weld::carried(&impulses, gap, self.angle_now(a, b, angle)),
            JointKind::Grab { .. } => grab::carried(&impulses, gap),
        };
        JointReadout {
            anchor_a,
            anchor_b,
            force: carried.impulse / h,
            torque: carried.angular_impulse / h,
            error: carried.error,
            coordinate: carried.coordinate,
        }
    }
}

/// What a joint carried in the last sub-step, and where it stands.
pub(super) struct Carried {
    /// On B, N·s, world.
    pub impulse: Vec2,
    /// On B, N·m·s.
    pub angular_impulse: f32,
    /// Metres.
    pub error: f32,
    /// Radians or metres.
    pub coordinate: f32,
}

impl JointConstraint {
    /// Applies the impulses of the last sub-step again.
    pub fn warm_start<P: Probe<SolverStep>>(&mut self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) {
        self.take_turn(bodies, pass, probe);
    }

    /// One pass over the joint's rows.
    pub fn solve<P: Probe<SolverStep>>(&mut self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) {
        self.take_turn(bodies, pass, probe);
    }

    /// Drops the impulses of the last sub-step: no warm start.
    pub fn forget(&mut self) {
        self.impulses = [0.0; 6];
    }

    fn take_turn<P: Probe<SolverStep>>(&mut self, bodies: &mut [QuadPair], pass: &Pass, probe: &mut P) {
        let (a, b) = (SolverBody::at(bodies, self.a), SolverBody::at(bodies, self.b));
        let (turned_a, turned_b) = (a.delta_rotation(), b.delta_rotation());
        let (r_a, r_b) = (turned_a.rotate(self.r_a), turned_b.rotate(self.r_b));
        let gap = self.center_offset + (b.delta_center - a.delta_center) + (r_b - r_a);
        let angle = self.angle + (b.delta_angle - a.delta_angle);
        let axis = turned_a.rotate(self.axis);
        let (body_a, body_b, point) = (self.body_a, self.body_b, self.point);
        let mut turn = Turn { a, b, r_a, r_b, gap, angle, pass, probe, body_a, body_b, point };
        let warm = pass.kind == SolverPass::WarmStart;
        let impulses = &mut self.impulses;
        match self.kind {
            JointKind::Revolute { .. } => debug_assert!(false, "hinges are solved in blocks"),
            JointKind::Prismatic { .. } if warm => prismatic::warm_start(&mut turn, axis, impulses),
            JointKind::Prismatic { limits, motor, spring, .. } => {
                prismatic::solve(&mut turn, axis, limits, motor, spring.map(|_| self.spring), impulses);
            }
            JointKind::Distance { .. } if warm => distance::warm_start(&mut turn, impulses),
            JointKind::Distance { length, limits, spring, rigid } => {
                distance::solve(&mut turn, length, limits, spring.map(|_| self.spring), rigid, impulses);
            }
            JointKind::Weld { .. } if warm => weld::warm_start(&mut turn, impulses),
            JointKind::Weld { spring } => weld::solve(&mut turn, spring.map(|_| self.spring), impulses),
            JointKind::Grab { .. } if warm => grab::warm_start(&mut turn, impulses),
            JointKind::Grab { max_force, .. } => grab::solve(&mut turn, max_force, self.spring, impulses),
        }
        // A grab's A is slot 0 and has no mass, so writing it back changes nothing.
        turn.a.put_velocity(bodies, self.a);
        turn.b.put_velocity(bodies, self.b);
    }
}
