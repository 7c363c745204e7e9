//! The prismatic joint: B slides along an axis of A without turning.
//!
//! With the axis `e` and its perpendicular `n` fixed to A, `d = p_b − p_a` from A's anchor to B's:
//!
//! ```text
//!    A            e →            way         s = e · d
//!  ┌───┐───────────────────      off-axis    c = n · d           must stay 0
//!  │ ● │ - - - - - ■ B           angle       θ = θ_b − θ_a − θ₀  must stay 0
//!  └───┘───────────────────
//! ```
//!
//! `n` turns with A, `ṅ = ω_a perp(n)`, which adds `perp(n)·d ω_a = −(d × n) ω_a`; with `n · perp(r) = r × n` the rate
//! is
//!
//! ```text
//! ċ = n · (v_b − v_a) + (r_b × n) ω_b − ((r_a + d) × n) ω_a          and the same with e for ṡ
//! ```
//!
//! so the arm of A reaches to B's anchor. Off-axis and angle are coupled and solved together. Spring, motor and limits
//! act on the way. Impulses: off-axis, angle, spring, motor, lower limit, upper limit.

use crate::engine::joint::contract::{Carried, Kind, Stand};
use crate::engine::joint::info::{
    Coordinate, JointInfo, LimitsInfo, Mark, Measure, MotorInfo, Placement, SpringInfo, Stroke, Tool, Variant,
};
use crate::engine::joint::parts::{Limits, Motor, Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::turn::RowSolver;
use crate::engine::math::{Vec2, perp};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

/// Lets B slide along an axis of A without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prismatic {
    /// Axis at creation, world frame; any length above 0.
    pub axis: Vec2,
    /// Bounds of the way along the axis, zero at creation.
    pub limits: Option<Limits>,
    /// Drives the way.
    pub motor: Option<Motor>,
    /// Pulls the way to zero.
    pub spring: Option<Spring>,
}

impl Default for Prismatic {
    fn default() -> Prismatic {
        Prismatic { axis: Vec2::X, limits: None, motor: None, spring: None }
    }
}

/// Rows of the way and the off-axis error.
fn rows<P>(solver: &RowSolver<'_, P>) -> [JacobianRow; 2] {
    let reach = solver.r_a + solver.gap;
    [JacobianRow::along(solver.axis, reach, solver.r_b), JacobianRow::along(perp(solver.axis), reach, solver.r_b)]
}

impl Kind for Prismatic {
    const INFO: &'static JointInfo = &JointInfo {
        word: "prismatic",
        stored: true,
        placement: Placement::Axis,
        coordinate: Some(Coordinate { name: "Way", measure: Measure::Way }),
        axis: Some("Direction of the slide in the world, any length above 0."),
        length: None,
        limits: Some(LimitsInfo {
            title: "Limits",
            about: "Smallest and largest displacement, metres; 0 is the place in the file.",
            measure: Measure::Way,
            usual: 1.0,
        }),
        motor: Some(MotorInfo { about: "Drives the way.", measure: Measure::Way }),
        spring: Some(SpringInfo {
            about: "Pulls the way to 0.",
            help: "Pulls the slide back to zero.",
            usual: Spring { hertz: 2.0, damping_ratio: 0.3 },
        }),
        variants: &[Variant {
            word: "prismatic",
            name: "Prismatic joint",
            limits: None,
            motor: None,
            spring: None,
            tool: Some(Tool {
                key: 'L',
                hint: "Press on a body (or where two overlap) and drag the axis it may slide along",
                help: "Press on a body and drag the direction it may slide in.",
                icon: &[
                    Stroke::Box([7.0, 7.0], [17.0, 17.0]),
                    Stroke::Lines(&[[1.5, 12.0], [7.0, 12.0]]),
                    Stroke::Lines(&[[17.0, 12.0], [22.5, 12.0]]),
                ],
            }),
        }],
        marks: &[Mark::Slide],
    };

    fn parts(&mut self) -> Parts<'_> {
        let Prismatic { axis, limits, motor, spring } = self;
        Parts { axis: Some(axis), limits: Some(limits), motor: Some(motor), spring: Some(spring), ..Parts::default() }
    }

    fn warm_start<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &[f32; 6]) {
        let [off, angle, spring, motor, lower, upper] = *impulses;
        let [along, across] = rows(solver);
        solver.again(&along, spring + motor + lower - upper);
        solver.again(&across, off);
        solver.again(&JacobianRow::ANGLE, angle);
    }

    fn solve<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &mut [f32; 6]) {
        let [along, across] = rows(solver);
        let way = solver.axis.dot(solver.gap);
        let [off_and_angle @ .., spring, motor, lower, upper] = impulses;
        solver.maybe_swing(&along, way, self.spring, spring);
        solver.maybe_motor(&along, self.motor, motor);
        solver.within(&along, way, self.limits, [lower, upper]);
        let (errors, soft) = if solver.pass.use_bias() {
            (Vec2::new(perp(solver.axis).dot(solver.gap), solver.angle), solver.pass.joint_softness)
        } else {
            (Vec2::ZERO, Softness::RIGID)
        };
        solver.hold_both([across, JacobianRow::ANGLE], errors, soft, off_and_angle);
    }

    /// The off-axis impulse acts at B's anchor.
    fn carried(&self, now: &Stand, impulses: &[f32; 6]) -> Carried {
        let [off, angle, spring, motor, lower, upper] = *impulses;
        Carried {
            impulse: off * perp(now.axis) + (spring + motor + lower - upper) * now.axis,
            angular_impulse: angle,
            error: perp(now.axis).dot(now.gap).abs(),
            coordinate: now.axis.dot(now.gap),
        }
    }
}
