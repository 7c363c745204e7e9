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

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{
    Anchoring, Coordinate, JointInfo, LimitsInfo, Mark, Measure, MotorInfo, SpringInfo, Stroke, Tool, Variant,
};
use crate::engine::joint::parts::{Limits, Motor, Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::Vec2;

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

impl Kind for Prismatic {
    const INFO: &'static JointInfo = &JointInfo {
        word: "prismatic",
        anchoring: Anchoring::Axis,
        coordinate: Some(Coordinate { name: "Way", measure: Measure::Way }),
        axis: Some("Direction of the slide in the world, any length above 0."),
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
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        let Prismatic { axis, limits, motor, spring } = self;
        Parts { axis: Some(axis), limits: Some(limits), motor: Some(motor), spring: Some(spring), ..Parts::default() }
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        let ([along, across], [way, beside]) = (now.slide_rows(), now.slide());
        rows.spring(2, along, way, self.spring);
        rows.motor(3, along, self.motor, (way, self.limits));
        rows.within(4, along, way, self.limits);
        rows.hold_both(0, [across, JacobianRow::ANGLE], Vec2::new(beside, now.angle));
    }

    fn measured(&self, now: &Stand) -> Measured {
        let [along, beside] = now.slide();
        Measured { error: beside.abs(), coordinate: along }
    }
}
