//! Capsules.
use super::ShapeError;
use crate::engine::math::Vec2;

/// A segment with thickness and round ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Capsule {
    points: [Vec2; 2],
    normals: [Vec2; 2],
    radius: f32,
}

impl Capsule {
    /// All points within `radius` metres of the segment from `a` to `b` (body frame).
    pub fn try_new(_a: Vec2, _b: Vec2, _radius: f32) -> Result<Capsule, ShapeError> {
        todo!("engine/shape")
    }
    /// The two centres of the round ends, body frame.
    pub fn points(&self) -> &[Vec2; 2] {
        &self.points
    }
    /// Unit normals of either side.
    pub fn normals(&self) -> &[Vec2; 2] {
        &self.normals
    }
    /// Radius, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
}
