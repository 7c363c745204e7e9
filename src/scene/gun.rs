//! What a launcher accumulates while a scene runs: where its barrel points, what it is ordered to fire, how its target
//! moved.

use crate::engine::math::{Rot, Vec2, clamp, wrap_angle};
use crate::guidance::lead::LeadMethod;

/// The running side of a launcher.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GunState {
    /// Where the barrel points in the frame of its mount, radians; `None` until it has turned or been told to: then it
    /// lies at the launcher's rest angle. Only of launchers with a turn rate.
    pub barrel: Option<f32>,
    /// The target's velocity before the last step, m/s: with the present one it tells its acceleration.
    pub target_velocity: Option<Vec2>,
    /// Shots to come, in the order in which they were ordered.
    pub orders: Vec<Order>,
}

/// A shot that waits for its moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// Who computed it.
    pub method: LeadMethod,
    /// One of a salvo of all methods: each then has a barrel of its own, and the launcher's keeps still.
    pub salvo: bool,
    /// Unit direction to fire in, world.
    pub direction: Vec2,
    /// Muzzle speed, m/s.
    pub speed: f32,
    /// Step at whose beginning it is due.
    pub fire_at: u64,
    /// Predicted meeting point, world, metres, and time from the shot, seconds.
    pub predicted: Option<(Vec2, f32)>,
    /// The target's velocity, m/s, and acceleration, m/s², that were counted on when it was ordered.
    pub foreseen: Option<(Vec2, Vec2)>,
    /// The method counts on the target's acceleration, and none had been measured.
    pub unmeasured: bool,
    /// The method did not count on the time that the barrel takes.
    pub late: bool,
}

impl GunState {
    /// True when a file need not say anything about it.
    pub fn is_idle(&self) -> bool {
        *self == GunState::default()
    }

    /// The launcher needs no time to turn any more: there is no barrel to wait for, nor a shot that waits for one.
    pub(super) fn forget_turning(&mut self) {
        self.barrel = None;
        self.orders.retain(|order| order.salvo);
    }

    /// Turns the barrel towards an angle of the mount's frame by no more than `most`.
    pub(super) fn turn_towards(&mut self, rest: f32, wanted: f32, most: f32) {
        let now = self.barrel.unwrap_or(rest);
        self.barrel = Some(wrap_angle(now + clamp(wrap_angle(wanted - now), -most, most)));
    }

    /// Where the barrel points, unit, in the mount's frame.
    pub(super) fn direction(&self, rest: f32) -> Vec2 {
        Rot::from_angle(self.barrel.unwrap_or(rest)).x_axis()
    }
}
