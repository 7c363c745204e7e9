//! Concave outlines cut into convex parts.
use super::ShapeError;
use crate::engine::math::Vec2;

/// Convex polygons (counter-clockwise vertex lists) that together fill the simple outline, given in either order.
pub fn decompose(_outline: &[Vec2]) -> Result<Vec<Vec<Vec2>>, ShapeError> {
    todo!("engine/shape")
}
