//! Convex polygons.
use super::ShapeError;
use crate::engine::math::Vec2;

/// A convex polygon, perhaps rounded. There is no way to build a degenerate one.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon {
    points: Vec<Vec2>,
    normals: Vec<Vec2>,
    radius: f32,
}

impl ConvexPolygon {
    /// A polygon from its vertices in either order (stored counter-clockwise), body frame, grown by `rounding` metres.
    ///
    /// # Errors
    /// Equal neighbours, three vertices on a line, a concave corner, too few or too many vertices, non-finite or out-of-range numbers.
    pub fn try_new(_vertices: &[Vec2], _rounding: f32) -> Result<ConvexPolygon, ShapeError> {
        todo!("engine/shape")
    }
    /// Vertices, counter-clockwise, body frame, without the rounding.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }
    /// Outward unit normals; `normals()[i]` belongs to the edge from vertex `i` to `i + 1`.
    pub fn normals(&self) -> &[Vec2] {
        &self.normals
    }
    /// Rounding, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
}
