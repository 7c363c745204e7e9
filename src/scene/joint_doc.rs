//! Joints of a scene.

use super::force::{MotorKeys, Strength};
use crate::engine::joint::JointKind;
use crate::engine::joint::info::Anchoring;
use crate::engine::math::Vec2;

/// A joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDoc {
    /// Unique among joints.
    pub id: String,
    /// First body; `None` = the world.
    pub body_a: Option<String>,
    /// Second body.
    pub body_b: String,
    /// Point on A, in the world where the bodies stand in the document, metres.
    pub anchor_a: Vec2,
    /// Point on B; the same as on A unless the joint goes from one point to another ([`Anchoring::Ends`]).
    pub anchor_b: Vec2,
    /// What it does; its axis is in the world, too.
    pub kind: JointKind,
    /// Whether the two bodies also collide.
    pub collide_connected: bool,
    /// Keys of its motor.
    pub motor_keys: MotorKeys,
    /// What it bears before it breaks.
    pub strength: Strength,
}

impl JointDoc {
    /// A joint at one point, between the world and a body that is still to be named.
    pub fn at(anchor: Vec2, kind: impl Into<JointKind>) -> JointDoc {
        JointDoc::between(anchor, anchor, kind)
    }

    /// A joint from one point to another, between the world and a body that is still to be named.
    pub fn between(anchor_a: Vec2, anchor_b: Vec2, kind: impl Into<JointKind>) -> JointDoc {
        let kind = kind.into();
        JointDoc {
            id: String::new(),
            body_a: None,
            body_b: String::new(),
            anchor_a,
            anchor_b,
            kind,
            collide_connected: false,
            motor_keys: MotorKeys::default(),
            strength: Strength::default(),
        }
    }

    /// Ids of the bodies that it holds: A's, unless that is the world, and B's.
    pub fn bodies(&self) -> impl Iterator<Item = &String> {
        self.body_a.iter().chain([&self.body_b])
    }

    /// True when it goes from one point to another.
    pub fn has_ends(&self) -> bool {
        self.kind.info().anchoring == Anchoring::Ends
    }

    /// How far the curve of a track passes from the anchor, metres; `None` without a curve.
    pub fn off_curve(&self) -> Option<f32> {
        /// Parts that the curve is looked at in.
        const PARTS: u16 = 512;
        let [a, b, c, d] = self.kind.curve()?;
        let at = |t: f32| {
            let s = 1.0 - t;
            a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
        };
        (0..=PARTS).map(|i| at(f32::from(i) / f32::from(PARTS)).length()).reduce(f32::min)
    }
}
