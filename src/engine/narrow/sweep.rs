//! The way of a body during a step, as the time of impact and its bounds see it.

use crate::engine::math::{Pose, Rot, Vec2};

/// The way of a body during a step: its centre of mass along a line, its angle evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Centre of mass in the body's frame, metres.
    pub local_center: Vec2,
    /// Centre of mass at the start, world, metres.
    pub start_center: Vec2,
    /// From there to the centre of mass at the end, metres.
    pub travel: Vec2,
    /// Orientation at the start.
    pub start_rotation: Rot,
    /// From there to the orientation at the end, radians counter-clockwise.
    pub turn: f32,
}

impl Sweep {
    /// From one pose to another by the shorter turn. `local_center` is the centre of mass in the body's frame.
    pub fn between(local_center: Vec2, start: Pose, end: Pose) -> Sweep {
        let start_center = start.transform_point(local_center);
        Sweep {
            local_center,
            start_center,
            travel: end.transform_point(local_center) - start_center,
            start_rotation: start.rotation,
            turn: start.rotation.inv_mul(end.rotation).angle(),
        }
    }

    /// Of a body that stays where it is.
    pub fn still(pose: Pose) -> Sweep {
        Sweep { local_center: Vec2::ZERO, start_center: pose.position, travel: Vec2::ZERO, start_rotation: pose.rotation, turn: 0.0 }
    }

    /// The body's frame at `t` from 0 to 1.
    pub fn pose_at(&self, t: f32) -> Pose {
        let rotation = if self.turn == 0.0 { self.start_rotation } else { Rot::from_angle(self.turn * t).then_after(self.start_rotation) };
        let center = self.start_center + t * self.travel;
        Pose { position: center - rotation.rotate(self.local_center), rotation }
    }

    /// Orientation and place at the end of what has these at `t` and goes with the body from then on.
    pub fn carried(&self, t: f32, rotation: Rot, place: Vec2) -> (Rot, Vec2) {
        let [then, end] = [t, 1.0].map(|t| self.pose_at(t));
        (then.rotation.inv_mul(end.rotation).then_after(rotation), end.transform_point(then.inv_transform_point(place)))
    }

    /// The same way seen from another origin.
    pub fn seen_from(mut self, origin: Vec2) -> Sweep {
        self.start_center -= origin;
        self
    }
}
