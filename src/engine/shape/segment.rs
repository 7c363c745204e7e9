//! Segments: static ground.
use super::ShapeError;
use crate::engine::math::Vec2;

/// A line without thickness.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    points: [Vec2; 2],
    normals: [Vec2; 2],
}

impl Segment {
    /// The segment from `a` to `b` (body frame, metres).
    pub fn try_new(_a: Vec2, _b: Vec2) -> Result<Segment, ShapeError> {
        todo!("engine/shape")
    }
    /// The two ends, body frame.
    pub fn points(&self) -> &[Vec2; 2] {
        &self.points
    }
    /// Unit normals of either side.
    pub fn normals(&self) -> &[Vec2; 2] {
        &self.normals
    }
}
