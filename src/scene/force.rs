//! Forces that a scene sets on its bodies: an engine, a thruster, the wind.

use super::key::Key;
use crate::engine::math::{Vec2, max};

/// A force and a torque on a body. It acts from the start of the run, or while its key is held.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceDoc {
    /// Where it acts, in the body's frame, metres.
    pub point: Vec2,
    /// N; in the body's frame if it turns with the body, else in the world.
    pub force: Vec2,
    /// N·m, counter-clockwise, beside that of the force.
    pub torque: f32,
    /// The force turns with the body, like an engine; else its direction in the world stays, like that of the wind.
    pub turns: bool,
    /// It acts only while this key is held; always without one.
    pub key: Key,
    /// What force and torque are multiplied by, before each step anew ([`super::formula`]); 1 without one.
    pub formula: Option<String>,
}

impl Default for ForceDoc {
    fn default() -> ForceDoc {
        ForceDoc { point: Vec2::ZERO, force: Vec2::ZERO, torque: 0.0, turns: true, key: Key::NONE, formula: None }
    }
}

/// Keys of a motor. With none it always drives; with any it drives while one of them alone is held, and the joint is
/// free otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotorKeys {
    /// Drives at the motor's speed.
    pub forward: Key,
    /// Drives the other way.
    pub backward: Key,
}

impl MotorKeys {
    /// True when a key decides.
    pub fn is_some(self) -> bool {
        self.forward.is_some() || self.backward.is_some()
    }
}

/// What a joint bears before it breaks; `None` = anything.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strength {
    /// Largest force, N.
    pub force: Option<f32>,
    /// Largest torque, N·m.
    pub torque: Option<f32>,
}

impl Strength {
    /// True when it can break.
    pub fn is_some(self) -> bool {
        self.force.is_some() || self.torque.is_some()
    }

    /// Share of what it bears, the larger of the two; above 1 it breaks. 0 for what cannot break.
    pub fn load(self, force: f32, torque: f32) -> f32 {
        let share = |carried: f32, most: Option<f32>| most.map_or(0.0, |most| carried / most);
        max(share(force, self.force), share(torque, self.torque))
    }
}
