//! Circles: one point, rounded.

use super::convex::Convex;
use super::error::ShapeError;
use super::error::{check_length, check_point};
use crate::engine::math::Vec2;
use crate::engine::tuning::{MAX_SIZE, MIN_SIZE};

/// A disc.
#[derive(Clone, Debug, PartialEq)]
pub struct Circle {
    center: [Vec2; 1],
    radius: f32,
}

impl Circle {
    /// A disc of `radius` metres about `center` (body frame, metres).
    ///
    /// # Errors
    /// Non-finite or out-of-range numbers.
    pub fn try_new(center: Vec2, radius: f32) -> Result<Circle, ShapeError> {
        check_point("center", center)?;
        check_length("radius", radius, MIN_SIZE, MAX_SIZE)?;
        Ok(Circle { center: [center], radius })
    }
    /// Centre in the body's frame, metres.
    pub fn center(&self) -> Vec2 {
        self.center[0]
    }
    /// Radius, metres.
    pub fn radius(&self) -> f32 {
        self.radius
    }
    /// The centre as a core of one point.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.center, normals: &[], radius: self.radius }
    }
}
