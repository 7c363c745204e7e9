//! Boxes.
use super::ShapeError;
use crate::engine::math::{Pose, Vec2};

/// A rectangle, placed in its body's frame, perhaps rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxShape {
    pose: Pose,
    half: Vec2,
    points: [Vec2; 4],
    normals: [Vec2; 4],
    radius: f32,
}

impl BoxShape {
    /// A rectangle `width` by `height` metres (outer size, rounding included) about `center`, turned by `angle` radians,
    /// its corners rounded by `rounding` metres.
    pub fn try_new(_width: f32, _height: f32, _center: Vec2, _angle: f32, _rounding: f32) -> Result<BoxShape, ShapeError> {
        todo!("engine/shape")
    }
    /// The box's own frame in the body's frame.
    pub fn pose(&self) -> Pose {
        self.pose
    }
    /// Half width and half height of the core (without the rounding), metres.
    pub fn half(&self) -> Vec2 {
        self.half
    }
    /// Rounding, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
    /// Core corners, counter-clockwise, body frame.
    pub fn points(&self) -> &[Vec2; 4] {
        &self.points
    }
    /// Outward unit normals of the four edges.
    pub fn normals(&self) -> &[Vec2; 4] {
        &self.normals
    }
}
