//! Convex hull of points.
use crate::engine::math::Vec2;

/// Corners of the smallest convex outline around the points, counter-clockwise, without collinear points or duplicates.
/// Fewer than three when the points have no area.
pub fn convex_hull(_points: &[Vec2]) -> Vec<Vec2> {
    todo!("engine/shape")
}
