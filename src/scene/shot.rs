//! What is kept of a shot: where it started, where it was to meet its target, and how it went.

use crate::engine::body::BodyId;
use crate::engine::math::Vec2;

/// Points of a path; the oldest are forgotten.
pub const MAX_TRAIL: usize = 600;

/// A projectile that was fired.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shot {
    /// Number from 1, in order of firing.
    pub number: u32,
    /// Id of the launcher.
    pub launcher: String,
    /// The projectile, while it exists.
    pub body: Option<BodyId>,
    /// The target's string id, if there was one.
    pub target: Option<String>,
    /// Step at which it was fired.
    pub fired_at: u64,
    /// Muzzle at that moment, world, metres.
    pub muzzle: Vec2,
    /// Velocity at that moment, m/s.
    pub velocity: Vec2,
    /// Predicted meeting point, world, and time of flight, seconds.
    pub predicted: Option<(Vec2, f32)>,
    /// Smallest gap between the surfaces of projectile and target so far, metres; 0 = hit.
    pub closest: Option<f32>,
    /// Projectile's centre and nearest point of the target at that moment, world.
    pub closest_points: Option<(Vec2, Vec2)>,
    /// Step of first contact with the target.
    pub hit_at: Option<u64>,
    /// Projectile's path, world, one point a step, at most [`MAX_TRAIL`]; it ends when the projectile comes to rest.
    pub trail: Vec<Vec2>,
}
