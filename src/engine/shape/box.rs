//! Boxes.
//!
//! Corners and edges are numbered counter-clockwise from the lower left, in the box's own frame:
//!
//! ```text
//!      3 ---- edge 2 ---- 2
//!      |                  |
//!    edge 3     +x ->   edge 1
//!      |                  |
//!      0 ---- edge 0 ---- 1
//! ```

use super::convex::Convex;
use super::error::ShapeError;
use super::error::{check_length, check_point, smallest_length_at};
use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::tuning::MAX_SIZE;

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
    /// A rectangle `width` by `height` metres (outer size, rounding included) about `center`, turned by `angle`
    /// radians, its corners rounded by `rounding` metres.
    ///
    /// # Errors
    /// Non-finite or out-of-range numbers; a rounding that leaves no flat side.
    pub fn try_new(width: f32, height: f32, center: Vec2, angle: f32, rounding: f32) -> Result<BoxShape, ShapeError> {
        check_point("center", center)?;
        if !angle.is_finite() {
            return Err(ShapeError::NotFinite { what: "angle" });
        }
        let smallest = smallest_length_at(max(center.x.abs(), center.y.abs()));
        check_length("width", width, smallest, MAX_SIZE)?;
        check_length("height", height, smallest, MAX_SIZE)?;
        check_length("rounding", rounding, 0.0, BoxShape::most_rounding(width, height, center))?;
        let half = Vec2::new(0.5 * width - rounding, 0.5 * height - rounding);
        Ok(BoxShape::placed(Pose::new(center, angle), half, rounding))
    }

    /// The largest rounding that leaves flat sides, metres.
    pub fn most_rounding(width: f32, height: f32, center: Vec2) -> f32 {
        max(0.0, 0.5 * (min(width, height) - smallest_length_at(max(center.x.abs(), center.y.abs()))))
    }

    /// With these half sizes, so that its upper side lies along the x axis of `surface` about its origin.
    pub(super) fn below(surface: Pose, half: Vec2) -> BoxShape {
        let Pose { position, rotation } = surface;
        let along = rotation.x_axis();
        let up = Vec2::new(-along.y, along.x);
        let mut below = BoxShape::placed(Pose { position: position - half.y * up, rotation }, half, 0.0);
        // Exactly in the surface, without what the way down and up again has rounded off.
        below.points[2] = position + half.x * along;
        below.points[3] = position - half.x * along;
        below
    }

    fn placed(pose: Pose, half: Vec2, rounding: f32) -> BoxShape {
        let corner = |x: f32, y: f32| pose.transform_point(Vec2::new(x, y));
        let points = [corner(-half.x, -half.y), corner(half.x, -half.y), corner(half.x, half.y), corner(-half.x, half.y)];
        let right = pose.rotation.x_axis();
        let up = Vec2::new(-right.y, right.x);
        BoxShape { pose, half, points, normals: [-up, right, up, -right], radius: rounding }
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
    /// The core and its rounding, body frame.
    #[inline]
    pub fn convex(&self) -> Convex<'_> {
        Convex { points: &self.points, normals: &self.normals, radius: self.radius }
    }
}
