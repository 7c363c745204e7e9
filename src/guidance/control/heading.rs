//! The error of a heading.
//!
//! Angles that differ by whole turns are one direction, so the error is the difference brought into (−π, π]: the
//! shorter way round. Straight behind, at ±π, both ways are equally long and the error jumps from one end to the other
//! when the direction passes there. That jump is no motion: the rate of the error is the *wrapped* difference of two
//! errors, too ([`super::pid::PidLaw::wraps`]).

use crate::engine::math::{Vec2, atan2, cross, wrap_angle};

/// How far to turn from the facing to the wanted angle, radians counter-clockwise, in (−π, π].
pub fn error(wanted: f32, facing: f32) -> f32 {
    wrap_angle(wanted - facing)
}

/// The angle of a direction, radians in (−π, π]; `otherwise` for no direction at all.
pub fn angle_of(direction: Vec2, otherwise: f32) -> f32 {
    if direction.length_squared() > 0.0 { atan2(direction.y, direction.x) } else { otherwise }
}

/// Most that a heading is turned past the goal to make up for drifting, radians.
const MOST_CORRECTION: f32 = 1.0;

/// Where to point so that what *moves* turns towards the goal, not only what faces it: as far past the goal as the
/// motion is off it to the other side, up to 1 radian.
///
/// ```text
///        goal direction ↑    ↗ moving        A thrust along the goal's direction leaves the drift as it is; one that
///                       |  /                 leans to the other side takes it away.
///           nose wanted ↖|/
/// ```
///
/// `goal` is the direction to the goal, `velocity` m/s; at rest there is no drift.
pub fn against_drift(goal: Vec2, velocity: Vec2) -> f32 {
    let towards = atan2(goal.y, goal.x);
    if velocity.length_squared() < 1e-6 {
        return towards;
    }
    let off = atan2(cross(velocity, goal), velocity.dot(goal));
    wrap_angle(towards + crate::engine::math::clamp(off, -MOST_CORRECTION, MOST_CORRECTION))
}
