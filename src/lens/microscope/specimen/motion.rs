//! How the two move: during the step to come, or on the ways that the engine has searched.

use crate::engine::body::Body;
use crate::engine::math::Vec2;
use crate::engine::narrow::time_of_impact::Sweep;

/// How a body moves during the step to come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Centre of mass in the body's frame, metres.
    pub local_center: Vec2,
    /// From there to where it will be at the end of the step, world, metres.
    pub travel: Vec2,
    /// How far the body turns, radians counter-clockwise.
    pub turn: f32,
}

impl Motion {
    /// That of a way.
    pub fn of(way: &Sweep) -> Motion {
        Motion { local_center: way.local_center, travel: way.travel, turn: way.turn }
    }
}

/// The motion of a body that keeps its velocities for so many seconds.
pub(super) fn motion_of(body: &Body, seconds: f32) -> Motion {
    Motion { local_center: body.local_center, travel: seconds * body.linear_velocity, turn: seconds * body.angular_velocity }
}
