//! The weld joint: two bodies keep their place and angle to each other.
//!
//! The rows of the revolute joint (the gap between the anchors, along x and y) and of the angle: `θ̇ = ω_b − ω_a`. The
//! angle is solved first and the anchors last. With a spring both are soft, like glue; without, as stiff as the solver
//! can. Impulses: x, y, angle.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{Anchoring, JointInfo, Mark, SpringInfo, Stroke, Tool, Variant};
use crate::engine::joint::parts::{Parts, Spring};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;

/// Holds two bodies together in place and angle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weld {
    /// Softens the connection; `None` holds as stiffly as the solver can.
    pub spring: Option<Spring>,
}

impl Kind for Weld {
    const INFO: &'static JointInfo = &JointInfo {
        word: "weld",
        anchoring: Anchoring::Point,
        spring: Some(SpringInfo {
            about: "Softens the weld.",
            help: "Lets the connection give way a little.",
            usual: Spring { hertz: 2.0, damping_ratio: 0.3 },
        }),
        variants: &[Variant {
            word: "weld",
            name: "Weld",
            limits: None,
            motor: None,
            spring: None,
            tool: Some(Tool {
                key: 'E',
                hint: "Click where two bodies overlap to weld them",
                help: "Click where two bodies overlap to make them one.",
                icon: &[Stroke::Box([3.0, 3.0], [14.0, 14.0]), Stroke::Box([10.0, 10.0], [21.0, 21.0]), Stroke::Dot([12.0, 12.0], 2.2)],
            }),
        }],
        marks: &[Mark::Weld],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        Parts { spring: Some(&mut self.spring), ..Parts::default() }
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        rows.hold(2, JacobianRow::ANGLE, now.angle, self.spring);
        if self.spring.is_none() {
            return rows.hold_both(0, now.anchor_rows(), now.gap);
        }
        for (impulse, (row, coordinate)) in now.mean_frame_rows().into_iter().enumerate() {
            rows.hold(impulse, row, coordinate, self.spring);
        }
    }

    /// The error leaves the angle out.
    fn measured(&self, now: &Stand) -> Measured {
        Measured { error: now.gap.length(), coordinate: now.angle }
    }
}
