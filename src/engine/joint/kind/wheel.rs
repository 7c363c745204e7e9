//! The wheel joint: B turns freely about its anchor, which moves on a spring along an axis of A. It is the suspension
//! of a car.
//!
//! With the axis `e` and its perpendicular `n` fixed to A, `d = p_b − p_a` from A's anchor to B's:
//!
//! ```text
//!   ┌───────────┐ A
//!   │     ▲ e   │        way         s = e · d         on a spring, within limits
//!   └─────┼─────┘        off-axis    c = n · d         must stay 0
//!         ⌇  d           angle       θ = θ_b − θ_a     free, or driven by the motor: θ̇ = ω_b − ω_a
//!         ◎ B
//! ```
//!
//! `e` and `n` turn with A; as for the prismatic joint ([`super::prismatic`]) this adds `−(d × n) ω_a` to the rate of
//! c, so that A's arm reaches to B's anchor:
//!
//! ```text
//! ċ = n · (v_b − v_a) + (r_b × n) ω_b − ((r_a + d) × n) ω_a          and the same with e for ṡ
//! ```
//!
//! The spring's stiffness follows from its frequency f and the mass m that the way has while the off-axis row is held
//! ([`crate::engine::joint::springs`]): `k = m (2 π f)²`. A load F along the axis hence moves it by `F / k`. The
//! off-axis row and the spring are solved together, and last: a wheel beside its axle looks worse than a limit that is
//! late. (Catto, Box2D, `b2WheelJoint`, 2010, has the same coordinates.) Impulses: off-axis, spring, motor, lower
//! limit, upper limit.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{
    Anchoring, Coordinate, JointInfo, LimitsInfo, Mark, Measure, MotorInfo, SpringInfo, Stroke, Tool, Variant,
};
use crate::engine::joint::parts::{Limits, Motor, Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::Vec2;

/// Lets B turn freely, and move on a spring along an axis of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// Axis of the suspension at creation, world frame; any length above 0.
    pub axis: Vec2,
    /// Bounds of the way along the axis, metres, zero at creation.
    pub limits: Option<Limits>,
    /// Drives the rotation of B relative to A: rad/s, N·m.
    pub motor: Option<Motor>,
    /// Pulls the way to zero.
    pub spring: Option<Spring>,
}

/// The suspension of a new wheel: it dips by 16 mm for each g.
const SUSPENSION: Spring = Spring { hertz: 4.0, damping_ratio: 0.7 };

impl Default for Wheel {
    fn default() -> Wheel {
        Wheel { axis: Vec2::Y, limits: None, motor: None, spring: Some(SUSPENSION) }
    }
}

impl Kind for Wheel {
    const INFO: &'static JointInfo = &JointInfo {
        word: "wheel",
        anchoring: Anchoring::Axle,
        coordinate: Some(Coordinate { name: "Deflection", measure: Measure::Way }),
        axis: Some("Direction of the suspension in the world, any length above 0; it turns with A."),
        limits: Some(LimitsInfo {
            title: "Limits",
            about: "Smallest and largest displacement along the axis, metres; 0 is the place in the file.",
            measure: Measure::Way,
            usual: 0.25,
        }),
        motor: Some(MotorInfo { about: "Drives the rotation of B.", measure: Measure::Angle }),
        spring: Some(SpringInfo {
            about: "Pulls the displacement along the axis to 0; without it B slides freely within the limits.",
            help: "Carries the load along the axis.",
            usual: SUSPENSION,
        }),
        variants: &[Variant {
            word: "wheel",
            name: "Wheel joint",
            limits: Some(Limits { lower: -0.25, upper: 0.25 }),
            motor: None,
            spring: Some(SUSPENSION),
            tool: Some(Tool {
                key: 'O',
                hint: "Click a wheel where it overlaps another body, or press on it and drag the axis of its suspension",
                help: "Click a wheel on its body: it turns freely and moves on a spring. A drag shows the axis of the suspension.",
                icon: &[
                    Stroke::Circle([12.0, 16.5], 5.0),
                    Stroke::Dot([12.0, 16.5], 1.5),
                    Stroke::Lines(&[[12.0, 15.0], [12.0, 11.0], [9.0, 9.5], [15.0, 7.0], [9.0, 4.5], [12.0, 3.0], [12.0, 1.5]]),
                ],
            }),
        }],
        marks: &[Mark::Suspension, Mark::Pin],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        let Wheel { axis, limits, motor, spring } = self;
        Parts { axis: Some(axis), limits: Some(limits), motor: Some(motor), spring: Some(spring), ..Parts::default() }
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        let ([along, across], [way, beside]) = (now.slide_rows(), now.slide());
        rows.motor(2, JacobianRow::ANGLE, self.motor, (0.0, None));
        rows.within(3, along, way, self.limits);
        rows.hold_beside_spring(0, [across, along], Vec2::new(beside, way), self.spring);
    }

    /// The error is how far B's anchor is beside the axis.
    fn measured(&self, now: &Stand) -> Measured {
        let [along, beside] = now.slide();
        Measured { error: beside.abs(), coordinate: along }
    }
}
