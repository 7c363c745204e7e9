//! The middle of a fast body at an obstacle that the body touches already: it may slide there, but not get through.

use super::clear_path::stays_above_a_face;
use super::substep::MEETING;
use crate::engine::math::{Vec2, clamp, max, min};
use crate::engine::narrow::gjk;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Convex;
use crate::engine::tuning;

/// Impact of a collider's middle with an obstacle that the collider touches already. A middle at the obstacle stops at
/// once, if it moves towards it. Told are the share of the step at which it stops, and the direction to the obstacle
/// from there, unit, world.
pub(super) fn impact_of_middle(
    shape: &Convex<'_>,
    sweep: &Sweep,
    obstacle: &Convex<'_>,
    other: &Sweep,
    (target, nearest, end): (ToiTarget, f32, f32),
) -> Option<(f32, Vec2)> {
    let middle = [shape.center()];
    let dot = Convex { points: &middle, normals: &[], radius: 0.0 };
    if stays_above_a_face(&dot, sweep, obstacle, other, target) {
        return None;
    }
    let result = time_of_impact(dot, sweep, *obstacle, other, target, &mut NoProbe);
    if result.outcome == ToiOutcome::Separated {
        return None;
    }
    let (pose, other_pose) = (sweep.pose_at(result.t), other.pose_at(result.t));
    let found = gjk::distance(dot, *obstacle, pose.inv_mul(other_pose), &mut NoProbe);
    let middle_normal = pose.rotation.rotate(found.normal);
    let path = sweep.pose_at(end).transform_point(middle[0]) - pose.transform_point(middle[0]);
    let distance = max(found.distance - obstacle.radius, 0.0);
    let free = if nearest < target.separation { distance - min(nearest, 0.5 * distance) } else { 0.0 };
    (path.dot(middle_normal) > free).then_some((result.t, middle_normal))
}

/// How far from an obstacle a collider's middle stops, metres, and how near it may be then by the end of the step. A
/// slow body is not checked, and may then go on by [`tuning::CONTINUOUS_FRACTION`] of its half width in a step: what is
/// squeezed against a wall would be through it. What is too thin for that has its middle nearer already when it rests:
/// it may settle and slide there as long as the middle does not come near to the surface.
pub(super) fn distances_of_middle(half_width: f32) -> (f32, f32) {
    let share = tuning::CONTINUOUS_FRACTION * half_width;
    let beyond_slow = share + tuning::LINEAR_SLOP;
    if beyond_slow < 0.5 * half_width {
        return (beyond_slow, beyond_slow);
    }
    // The middle of what is smaller than the slop comes that near without touching.
    let thin = clamp(0.5 * half_width, MEETING.separation, tuning::LINEAR_SLOP);
    (thin, min(share, 0.9 * thin))
}
