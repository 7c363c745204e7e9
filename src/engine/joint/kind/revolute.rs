//! The revolute joint (hinge): two anchors stay together, one rotation stays free.
//!
//! ```text
//!        A            C   = p_b − p_a = x_b + r_b − x_a − r_a            (2 rows)
//!     ┌─────┐         Ċ   = v_b + ω_b perp(r_b) − v_a − ω_a perp(r_a)
//!     │   ●─│──┐      J   = along x: direction (1, 0), arms −r_y;  along y: direction (0, 1), arms r_x
//!     └───│─┘  │
//!         └─B──┘      θ   = angle of B − angle of A − angle at creation,   θ̇ = ω_b − ω_a
//! ```
//!
//! Hinges are many in most scenes: their rows are solved eight at once in [`crate::engine::joint::hinge`], those of
//! chains and trees together in [`crate::engine::joint::direct`]. Spring, motor and limits act on the angle. Impulses:
//! x, y, spring, motor, lower limit, upper limit.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{
    Anchoring, Coordinate, JointInfo, LimitsInfo, Mark, Measure, MotorInfo, SpringInfo, Stroke, Tool, Variant,
};
use crate::engine::joint::parts::{Limits, Motor, Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::max;

/// Keeps two points together; leaves one rotation free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Revolute {
    /// Bounds of the angle of B relative to A, zero at creation.
    pub limits: Option<Limits>,
    /// Drives the angle.
    pub motor: Option<Motor>,
    /// Pulls the angle to zero.
    pub spring: Option<Spring>,
}

impl Kind for Revolute {
    const INFO: &'static JointInfo = &JointInfo {
        word: "revolute",
        anchoring: Anchoring::Point,
        coordinate: Some(Coordinate { name: "Angle", measure: Measure::Angle }),
        limits: Some(LimitsInfo {
            title: "Limits",
            about: "Smallest and largest angle of B relative to A, radians; 0 is the angle in the file.",
            measure: Measure::Angle,
            usual: 45.0 / 180.0 * std::f32::consts::PI,
        }),
        motor: Some(MotorInfo { about: "Drives the angle.", measure: Measure::Angle }),
        spring: Some(SpringInfo {
            about: "Pulls the angle to 0.",
            help: "Pulls the angle back to zero.",
            usual: Spring { hertz: 2.0, damping_ratio: 0.3 },
        }),
        variants: &[Variant {
            word: "revolute",
            name: "Revolute joint",
            limits: None,
            motor: None,
            spring: None,
            tool: Some(Tool {
                key: 'J',
                hint: "Click where two bodies overlap to pin them, or one body to pin it to the world",
                help: "Click where two bodies overlap, or on one body to pin it to the world.",
                icon: &[
                    Stroke::Circle([12.0, 12.0], 3.5),
                    Stroke::Lines(&[[9.5, 9.5], [3.0, 3.0]]),
                    Stroke::Lines(&[[14.5, 14.5], [21.0, 21.0]]),
                    Stroke::Arc([12.0, 12.0], 9.0, [-1.2, 0.35]),
                ],
            }),
        }],
        marks: &[Mark::Pin],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        let Revolute { limits, motor, spring } = self;
        Parts { limits: Some(limits), motor: Some(motor), spring: Some(spring), ..Parts::default() }
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        rows.spring(2, JacobianRow::ANGLE, now.angle, self.spring);
        rows.motor(3, JacobianRow::ANGLE, self.motor, (now.angle, self.limits));
        rows.within(4, JacobianRow::ANGLE, now.angle, self.limits);
        rows.hold_both(0, now.anchor_rows(), now.gap);
    }

    fn measured(&self, now: &Stand) -> Measured {
        Measured { error: max(now.gap.length(), 0.0), coordinate: now.angle }
    }
}
