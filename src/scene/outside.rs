//! What acts on a running scene from outside and what has come of it: the data of `acting`.

use super::control::ControlDoc;
use super::force::{MotorKeys, Strength};
use super::key::Key;
use super::middle::Formulated;
use crate::engine::body::BodyId;
use crate::engine::joint::{JointId, Motor};
use crate::engine::math::Vec2;
use std::collections::BTreeMap;

/// A joint that has broken in this run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Broken {
    /// Which joint; the world has it no more. In a saved run its place in the document.
    pub joint: JointId,
    /// The step at whose end it broke.
    pub step: u64,
    /// Force that it carried in that step, N.
    pub force: f32,
    /// Torque that it carried in that step, N·m.
    pub torque: f32,
}

/// A finger that pushes a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Push {
    /// Which body.
    pub body: BodyId,
    /// In the body's frame, metres.
    pub point: Vec2,
    /// World, N.
    pub force: Vec2,
}

/// The pointer of a running scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointing {
    /// Where it is, world, metres.
    pub at: Vec2,
    /// Where it was before the last step.
    pub before: Vec2,
    /// How fast it has moved of late, m/s.
    pub velocity: Vec2,
}

/// A force that acts on a body, or would.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AppliedForce {
    /// On which body.
    pub body: BodyId,
    /// Where, world, metres, as the body stands now.
    pub point: Vec2,
    /// From the body's centre of mass to that point in the middle of the coming step, world, metres.
    pub arm: Vec2,
    /// World, N, of the middle of the coming step.
    pub force: Vec2,
    /// N·m, counter-clockwise.
    pub torque: f32,
    /// The key that switches it.
    pub key: Key,
    /// False while its key is not held.
    pub acts: bool,
}

/// The document's forces, keys and strengths with the numbers of a running world; and what has come of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Acting {
    /// Keys that are held, in order.
    pub held: Vec<Key>,
    /// Forces of the document, with their formulas.
    pub forces: Vec<(BodyId, Formulated)>,
    /// Controllers of the document.
    pub controls: BTreeMap<BodyId, Box<ControlDoc>>,
    /// Motors that listen to keys.
    pub motors: Vec<(JointId, MotorKeys, Motor)>,
    /// Joints that can break and have not.
    pub breakable: Vec<(JointId, Strength)>,
    /// Joints that have broken, the first first.
    pub broken: Vec<Broken>,
    /// What the pointer pushes.
    pub push: Option<Push>,
    /// Where the pointer is that launchers and controllers follow.
    pub pointer: Option<Pointing>,
}
