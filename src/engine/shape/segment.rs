//! Segments: static ground.

use super::convex::Convex;
use super::error::ShapeError;
use super::error::check_ends;
use super::predicates::edge_normal;
use crate::engine::math::Vec2;

/// A line without thickness, solid from both sides. A shape that overlaps it is pushed to the side on which its
/// centre lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    points: [Vec2; 2],
    normals: [Vec2; 2],
}

impl Segment {
    /// The segment from `a` to `b` (body frame, metres).
    ///
    /// # Errors
    /// Non-finite or out-of-range numbers; ends in the same place.
    pub fn try_new(a: Vec2, b: Vec2) -> Result<Segment, ShapeError> {
        check_ends(a, b)?;
        let right = edge_normal(a, b);
        Ok(Segment { points: [a, b], normals: [right, -right] })
    }
    /// The two ends, body frame.
    pub fn points(&self) -> &[Vec2; 2] {
        &self.points
    }
    /// The line as a core of two points without rounding.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals, radius: 0.0 }
    }
}
