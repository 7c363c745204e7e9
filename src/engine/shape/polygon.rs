//! Convex polygons.

use super::convex::Convex;
use super::error::ShapeError;
use super::error::{check_length, check_vertices};
use super::predicates::{corner_height, edge_normal, line_tolerance, segments_meet, twice_area};
use crate::engine::math::Vec2;
use crate::engine::tuning::{MAX_POLYGON_VERTICES, MAX_SIZE};

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
    /// Equal vertices, three vertices on a line, a concave corner, too few or too many vertices, non-finite or
    /// out-of-range numbers.
    pub fn try_new(vertices: &[Vec2], rounding: f32) -> Result<ConvexPolygon, ShapeError> {
        check_vertices(vertices, MAX_POLYGON_VERTICES)?;
        check_length("rounding", rounding, 0.0, MAX_SIZE)?;
        let clockwise = twice_area(vertices) < 0.0;
        check_convex(vertices, if clockwise { -1.0 } else { 1.0 })?;
        let mut points = vertices.to_vec();
        if clockwise {
            points.reverse();
        }
        let normals = (0..points.len()).map(|i| edge_normal(points[i], points[(i + 1) % points.len()])).collect();
        Ok(ConvexPolygon { points, normals, radius: rounding })
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
    /// The core and its rounding, body frame.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals, radius: self.radius }
    }
}

#[cfg(test)]
impl ConvexPolygon {
    /// A regular one about the origin whose corners are a metre away from it, not upright; for unit tests.
    pub(in crate::engine) fn regular(corners: usize, rounding: f32) -> ConvexPolygon {
        let corner = |k: usize| Vec2::from_angle(0.1 + std::f32::consts::TAU * k as f32 / corners as f32);
        ConvexPolygon::try_new(&(0..corners).map(corner).collect::<Vec<_>>(), rounding).unwrap()
    }
}

/// Every corner must turn the same way, and the whole outline only once: a five-pointed star passes the first test
/// and fails the second, since its edges cross.
fn check_convex(vertices: &[Vec2], orientation: f64) -> Result<(), ShapeError> {
    let count = vertices.len();
    let tolerance = line_tolerance(vertices);
    for vertex in 0..count {
        let (before, after) = (vertices[(vertex + count - 1) % count], vertices[(vertex + 1) % count]);
        let height = orientation * corner_height(before, vertices[vertex], after);
        if height.abs() <= tolerance {
            return Err(ShapeError::Collinear { middle: vertex });
        }
        if height < 0.0 {
            return Err(ShapeError::NotConvex { vertex });
        }
    }
    for first in 0..count {
        for second in first + 2..count {
            let adjacent = first == 0 && second == count - 1;
            let (a, b) = ((first + 1) % count, (second + 1) % count);
            if !adjacent && segments_meet(vertices[first], vertices[a], vertices[second], vertices[b]) {
                return Err(ShapeError::SelfCrossing { first, second });
            }
        }
    }
    Ok(())
}
