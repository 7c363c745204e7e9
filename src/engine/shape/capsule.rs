//! Capsules: two points, rounded.

use super::convex::Convex;
use super::error::ShapeError;
use super::error::{check_ends, check_length};
use super::predicates::edge_normal;
use crate::engine::math::Vec2;
use crate::engine::tuning::{MAX_SIZE, MIN_SIZE};

/// A segment with thickness and round ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Capsule {
    points: [Vec2; 2],
    normals: [Vec2; 2],
    radius: f32,
}

impl Capsule {
    /// All points within `radius` metres of the segment from `a` to `b` (body frame).
    ///
    /// # Errors
    /// Non-finite or out-of-range numbers; ends in the same place.
    pub fn try_new(a: Vec2, b: Vec2, radius: f32) -> Result<Capsule, ShapeError> {
        check_ends(a, b)?;
        check_length("radius", radius, MIN_SIZE, MAX_SIZE)?;
        let right = edge_normal(a, b);
        Ok(Capsule { points: [a, b], normals: [right, -right], radius })
    }
    /// The two centres of the round ends, body frame.
    pub fn points(&self) -> &[Vec2; 2] {
        &self.points
    }
    /// Radius, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
    /// The line between the ends as a core of two points.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals, radius: self.radius }
    }
}
