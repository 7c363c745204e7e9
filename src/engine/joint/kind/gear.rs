//! The gear: two bodies turn in a ratio, like toothed wheels on shafts of the world.
//!
//! ```text
//!      ╭───╮╭─────╮      θ_a + ρ θ_b = constant:  ω_a = −ρ ω_b      ρ > 0: they roll on each other
//!      │ A ││  B  │                                                 ρ < 0: a belt, both turn the same way
//!      ╰───╯╰─────╯      ρ = r_b / r_a, the radii of the circles that roll
//! ```
//!
//! One row over the angles, `Ċ = ω_a + ρ ω_b`, with the multiplier λ as torque on A and ρ λ on B: what it takes from
//! one shaft it gives to the other, `λ ω_a + ρ λ ω_b = 0`. The shafts' own holding is the business of other joints, as
//! in Box2D's `b2GearJoint` (2007). The bearings of real wheels take up the force between the teeth; here nothing is
//! pushed, so that the sum of the torques, (1 + ρ) λ, comes from the world.
//!
//! C cannot be read off the poses: after a whole turn of B it is another by 2π ρ. It is summed up from the turns of
//! each step ([`Kind::turns`]); wheels that a hand has put elsewhere mesh where they are. Impulse: the row's.

use crate::engine::joint::contract::{Carried, Kind};
use crate::engine::joint::info::{Anchoring, JointInfo, Mark, Stroke, Tool, Variant};
use crate::engine::joint::parts::Parts;
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::math::{Vec2, clamp};
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

    fn turns(&self) -> [f32; 2] {
        [1.0, self.ratio]
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        rows.hold(0, JacobianRow { direction: Vec2::ZERO, arm_a: -1.0, arm_b: self.ratio }, now.angle, None);
    }

    /// The error is how far the circles have slipped past each other.
    fn carried(&self, now: &Stand, impulses: &[f32; 6]) -> Carried {
        let [radius_a, _] = self.radii(now.gap.length());
        Carried { impulse: Vec2::ZERO, angular_impulse: self.ratio * impulses[0], error: radius_a * now.angle.abs(), coordinate: now.angle }
    }
}
