//! The gear: two bodies turn in a ratio, like toothed wheels on shafts at the anchors.
//!
//! ```text
//!      ╭───╮╭─────╮      ω_a − Ω = −ρ (ω_b − Ω)      ρ > 0: they roll on each other
//!      │ A ││  B  │                                  ρ < 0: a belt, or a wheel inside a ring: the same way
//!      ╰───╯╰─────╯      ρ = r_b / r_a, the radii of the circles that roll
//! ```
//!
//! Ω is how fast the line from A's shaft to B's turns: the arm that carries both, whatever it is made of. On shafts
//! that stand still it is 0; round a wheel that is held another one rolls (Willis, "Principles of Mechanism", 1841).
//! One row, with φ the angle of that line and d the distance of the shafts:
//!
//! ```text
//!   C = θ_a + ρ θ_b − (1 + ρ) φ        φ̇ = Ω = n · (ṗ_b − ṗ_a) / d,  n across the line
//! ```
//!
//! Its multiplier λ is the torque about the shaft of A, ρ λ that about the shaft of B, and `F = (1 + ρ) λ / d` the
//! force across the line on either shaft, one against the other: for wheels that roll on each other the force between
//! the teeth, `λ = F r_a`, which the bearings take up; for a belt what is left of its two sides. So nothing comes from
//! nowhere: the torques and the pair of forces add up to zero. Shafts that coincide have no such line, and the sum of
//! the torques comes from the world, as it does in Box2D's `b2GearJoint` (2007) always. What holds the shafts is the
//! business of other joints.
//!
//! C cannot be read off the poses: after a whole turn of B it is another by 2π ρ. It is summed up from the turns of
//! each step ([`Kind::turns`]); wheels that a hand has put elsewhere mesh where they are. Impulse: the row's.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{Anchoring, JointInfo, Mark, Stroke, Tool, Variant};
use crate::engine::joint::parts::Parts;
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::clamp;
use crate::engine::tuning;

/// Makes two bodies turn in a ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gear {
    /// ρ: A turns ρ times as fast as B, the other way; below 0 the same way.
    pub ratio: f32,
}

impl Default for Gear {
    fn default() -> Gear {
        Gear { ratio: 1.0 }
    }
}

impl Gear {
    /// Radii of the circles about A's and B's anchors that roll on each other when those are so far apart, metres. Of a
    /// belt the same share of the distance.
    pub fn radii(&self, apart: f32) -> [f32; 2] {
        let share = apart / (1.0 + self.ratio.abs());
        [share, share * self.ratio.abs()]
    }

    fn row(&self, now: &Stand) -> JacobianRow {
        let [on_a, on_b, on_line] = self.turns();
        let line = now.line_row().map_or(JacobianRow::NONE, |row| row.scaled(on_line));
        JacobianRow { direction: line.direction, arm_a: line.arm_a - on_a, arm_b: line.arm_b + on_b }
    }
}

impl Kind for Gear {
    const INFO: &'static JointInfo = &JointInfo {
        word: "gear",
        anchoring: Anchoring::Ends,
        ratio: Some("A turns so many times as fast as B, the other way; below 0 the same way, like a belt."),
        variants: &[Variant {
            word: "gear",
            name: "Gear",
            limits: None,
            motor: None,
            spring: None,
            tool: Some(Tool {
                key: ' ',
                hint: "Drag from one wheel to another: they turn in the ratio of their sizes",
                help: "Drag from one wheel to another to make them turn in a ratio.",
                icon: &[
                    Stroke::Circle([8.0, 14.5], 5.0),
                    Stroke::Dot([8.0, 14.5], 1.6),
                    Stroke::Circle([16.6, 8.4], 3.4),
                    Stroke::Dot([16.6, 8.4], 1.2),
                    Stroke::Lines(&[[8.0, 7.5], [8.0, 9.5]]),
                    Stroke::Lines(&[[1.0, 14.5], [3.0, 14.5]]),
                    Stroke::Lines(&[[8.0, 19.5], [8.0, 21.5]]),
                    Stroke::Lines(&[[20.0, 8.4], [22.0, 8.4]]),
                    Stroke::Lines(&[[16.6, 3.0], [16.6, 5.0]]),
                ],
            }),
        }],
        marks: &[Mark::Gears],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        Parts { ratio: Some(&mut self.ratio), ..Parts::default() }
    }

    fn bound_own_numbers(&mut self) {
        let bounded = clamp(self.ratio, -tuning::MAX_GEAR_RATIO, tuning::MAX_GEAR_RATIO);
        self.ratio = if self.ratio.is_finite() { bounded } else { 1.0 };
    }

    fn turns(&self) -> [f32; 3] {
        [1.0, self.ratio, -(1.0 + self.ratio)]
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        rows.hold(0, self.row(now), now.angle, None);
    }

    /// The error is how far the circles have slipped past each other.
    fn measured(&self, now: &Stand) -> Measured {
        let [radius_a, _] = self.radii(now.gap.length());
        Measured { error: radius_a * now.angle.abs(), coordinate: now.angle }
    }
}
