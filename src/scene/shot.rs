//! What is kept of a shot: where it started, where it was to meet its target, and how it went.

use crate::engine::body::BodyId;
use crate::engine::math::Vec2;
use crate::engine::tuning;
use crate::guidance::lead::LeadMethod;

/// Projectiles that exist at one time; a further shot removes the oldest.
pub const MAX_PROJECTILES: usize = 500;
/// Shots that are kept, those whose projectile is gone included; a further one forgets the oldest of them.
pub const MAX_SHOTS: usize = 600;
/// A shot is shown for so long after its projectile has disappeared, seconds.
pub const SHOT_DISPLAY: f32 = 4.0;

/// Said of a shot that was to fly faster than anything does.
const SPEED_CUT: &str = "its speed was cut at 400 m/s, the most there is";
const _: () = assert!(tuning::MAX_SPEED == 400.0);

/// Points of a path; the oldest are forgotten.
pub const MAX_TRAIL: usize = 600;

/// A projectile that was fired.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shot {
    /// Number from 1, in order of firing.
    pub number: u32,
    /// Id of the launcher.
    pub launcher: String,
    /// Who aimed it.
    pub method: LeadMethod,
    /// One of a salvo of all methods.
    pub salvo: bool,
    /// The projectile, while it exists.
    pub body: Option<BodyId>,
    /// The target's string id, if there was one.
    pub target: Option<String>,
    /// It was aimed at a point or the pointer, not at a body.
    pub at_point: bool,
    /// Rate of its drag, 1/s.
    pub drag: f32,
    /// Step at which it was fired.
    pub fired_at: u64,
    /// Muzzle at that moment, world, metres.
    pub muzzle: Vec2,
    /// Velocity at that moment, m/s, before the engine cut it at [`tuning::MAX_SPEED`].
    pub velocity: Vec2,
    /// The part of that velocity that it had from the mount's motion, m/s.
    pub carried: Vec2,
    /// Acceleration by its own engine, world, m/s².
    pub thrust: Vec2,
    /// By how much it left the barrel off its direction, radians, for the launcher's spread.
    pub deviation: f32,
    /// It had to wait for the barrel, and the method had not counted on that.
    pub late: bool,
    /// Predicted meeting point, world, and time of flight, seconds.
    pub predicted: Option<(Vec2, f32)>,
    /// The target's velocity when it was fired, m/s, and its acceleration, m/s², that the method counted on.
    pub foreseen: Option<(Vec2, Vec2)>,
    /// The method counts on an acceleration of the target, none had been measured, and the target did accelerate.
    pub unmeasured: bool,
    /// It would have flown faster than [`tuning::MAX_SPEED`] before the predicted meeting, and was cut to that.
    pub cut: bool,
    /// It touched something else before its target.
    pub bounced: bool,
    /// Something else touched the target while the shot was on its way.
    pub target_struck: bool,
    /// The target's velocity became another one than the method counted on, while the shot was on its way.
    pub target_strayed: bool,
    /// Smallest gap between the surfaces of projectile and target so far, metres; 0 = hit.
    pub closest: Option<f32>,
    /// Projectile's centre and nearest point of the target at that moment, world.
    pub closest_points: Option<(Vec2, Vec2)>,
    /// Step of first contact with the target.
    pub hit_at: Option<u64>,
    /// Step in which it first touched anything, target or not.
    pub struck_at: Option<u64>,
    /// Projectile's path, world, one point a step, at most [`MAX_TRAIL`]; it ends when the projectile comes to rest.
    pub trail: Vec<Vec2>,
}

impl Shot {
    /// Step of its hit: the first touch of the body that it was aimed at, else of anything. `None` before it.
    pub fn step_of_hit(&self) -> Option<u64> {
        self.hit_at.filter(|_| !self.at_point).or(self.struck_at)
    }

    /// True when it was to hit something: a body or a point.
    pub fn has_target(&self) -> bool {
        self.at_point || self.target.is_some()
    }

    /// Why it missed, of what is known: the first of what happened that the method had not counted on. `None` for a hit
    /// and while nothing is known.
    pub fn cause(&self) -> Option<&'static str> {
        if self.hit_at.is_some() || !self.has_target() {
            return None;
        }
        Some(match self {
            _ if self.predicted.is_none() => "fired without a solution",
            _ if self.bounced => "the shot bounced off something else",
            _ if self.cut => SPEED_CUT,
            _ if self.target_struck && self.target_strayed => "the target was hit before",
            _ if self.late => "the barrel had to turn first",
            _ if self.target_strayed && self.unmeasured => "the target's acceleration had not been measured yet",
            _ if self.target_strayed => "the target changed its velocity",
            _ if self.deviation != 0.0 => "spread of the barrel",
            _ if !self.method.row().seeks_meeting => "the method does not look for a meeting",
            _ if self.thrust != Vec2::ZERO && !self.method.row().knows_thrust => "the method does not know of the projectile's engine",
            _ if self.drag != 0.0 && !self.method.row().knows_drag => "the method does not know of drag",
            _ => return None,
        })
    }
}
