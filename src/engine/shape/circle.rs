//! Circles.
use super::ShapeError;
use crate::engine::math::Vec2;

/// A disc.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    center: [Vec2; 1],
    radius: f32,
}

impl Circle {
    /// A disc of `radius` metres about `center` (body frame, metres).
    pub fn try_new(_center: Vec2, _radius: f32) -> Result<Circle, ShapeError> {
        todo!("engine/shape")
    }
    /// Centre in the body's frame, metres.
    pub fn center(&self) -> Vec2 {
        self.center[0]
    }
    /// Radius, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
}
