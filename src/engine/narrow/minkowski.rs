//! The Minkowski difference A ⊖ B as an outline, for eyes and oracles; the algorithms never build it.
use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::Convex;

/// Corners of the difference of the two cores, counter-clockwise, in A's frame. The rounded difference is this grown by both radii.
pub fn difference_outline(_a: Convex<'_>, _b: Convex<'_>, _pose_b_in_a: Pose) -> Vec<Vec2> {
    todo!("engine/narrow")
}
