//! Rigid motions of what is edited.

use crate::engine::math::{Rot, Vec2};

/// A rigid motion: turn about a pivot, then shift.
#[derive(Clone, Copy, Debug)]
pub struct RigidMotion {
    /// Metres.
    pub shift: Vec2,
    /// Radians.
    pub turn: f32,
    /// World, metres.
    pub pivot: Vec2,
}

impl RigidMotion {
    pub(super) fn point(&self, p: Vec2) -> Vec2 {
        self.pivot + Rot::from_angle(self.turn).rotate(p - self.pivot) + self.shift
    }

    pub(super) fn vector(&self, v: Vec2) -> Vec2 {
        Rot::from_angle(self.turn).rotate(v)
    }
}
