//! What becomes of an outline whose vertices have moved.

use crate::engine::math::Vec2;
use crate::engine::shape::ShapeError;
use crate::engine::shape::decompose::decompose;
use crate::engine::shape::hull::convex_hull;
use crate::engine::tuning;
use crate::scene::document::Geometry;

/// The geometry with these vertices, and what it is in words. A convex outline stays a polygon; one with dents is cut
/// into convex parts by the engine. No vertex is dropped.
///
/// # Errors
/// What is wrong with the outline, for the person who drags it.
pub(super) fn of(vertices: Vec<Vec2>, rounding: f32) -> Result<(Geometry, String), String> {
    let count = vertices.len();
    if count > tuning::MAX_POLYGON_VERTICES {
        return Err(format!("An outline has at most {} vertices.", tuning::MAX_POLYGON_VERTICES));
    }
    if is_convex(&vertices) {
        return Ok((Geometry::Polygon { vertices, rounding }, format!("{count} vertices")));
    }
    if rounding > 0.0 {
        return Err("Rounded outlines stay convex: this vertex would vanish in the hull.".to_owned());
    }
    match decompose(&vertices) {
        Ok(parts) => {
            let words = format!("{count} vertices, with a dent: {} convex parts", parts.len());
            Ok((Geometry::Outline { vertices }, words))
        }
        Err(ShapeError::SelfCrossing { .. }) => Err("Not there: the outline would cross itself.".to_owned()),
        Err(ShapeError::EqualVertices { .. }) => Err("Not there: two vertices would be the same point.".to_owned()),
        Err(_) => Err("Not there: the vertex would lie on a line with its neighbours and vanish.".to_owned()),
    }
}

/// Whether the outline goes round its own hull, in either direction.
fn is_convex(vertices: &[Vec2]) -> bool {
    let (hull, count) = (convex_hull(vertices), vertices.len());
    let Some(start) = hull.iter().position(|p| Some(p) == vertices.first()).filter(|_| hull.len() == count) else { return false };
    let forth = (0..count).all(|i| hull[(start + i) % count] == vertices[i]);
    let back = (0..count).all(|i| hull[(start + count - i) % count] == vertices[i]);
    forth || back
}
