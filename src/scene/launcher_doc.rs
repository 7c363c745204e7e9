//! Launchers of a document: what fires projectiles, and at what.

use crate::engine::math::Vec2;
use crate::engine::tuning;
use crate::guidance::lead::LeadMethod;

/// What a launcher aims at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sight {
    /// The body that it names as its target; nothing without one.
    #[default]
    Body,
    /// The nearest body that can move and does not hang together with its mount, of those that [`Only`] lets pass.
    Nearest,
    /// A point that rests or moves steadily.
    Point,
    /// The pointer, as the run has recorded it.
    Pointer,
}

/// Which bodies count when the nearest is looked for. What hangs together with the mount never does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Only {
    /// Dynamic ones; else kinematic ones, too.
    pub dynamic: bool,
    /// Those that stand in this group, or in a group in it.
    pub group: Option<String>,
    /// Those whose id begins with these letters.
    pub name: Option<String>,
}

/// Shape of a projectile. Those that are longer than wide leave with their length along the barrel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Projectile {
    /// A disc.
    #[default]
    Ball,
    /// A rectangle.
    Box,
    /// With round ends.
    Capsule,
}

/// A launcher: fires projectiles at a chosen body, with lead.
#[derive(Clone, Debug, PartialEq)]
pub struct LauncherDoc {
    /// Unique among launchers.
    pub id: String,
    /// The group that it stands in.
    pub group: Option<String>,
    /// Body it stands on (then `position` and `angle` are in that body's frame); `None` = the world.
    pub body: Option<String>,
    /// Muzzle, metres.
    pub position: Vec2,
    /// Where the barrel points without a target or solution, radians.
    pub angle: f32,
    /// What it aims at.
    pub aim_at: Sight,
    /// Among which bodies the nearest is looked for.
    pub only: Only,
    /// Body to hit, when it aims at a body.
    pub target: Option<String>,
    /// Where the point that it aims at is at the start, world, metres; of the pointer, until it has been seen.
    pub point: Vec2,
    /// How that point moves, world, m/s.
    pub point_velocity: Vec2,
    /// Muzzle speed, m/s.
    pub speed: f32,
    /// How it aims.
    pub method: LeadMethod,
    /// Shape of the projectile.
    pub projectile: Projectile,
    /// Radius of the projectile, metres: half its width.
    pub radius: f32,
    /// How long a projectile is that is no ball, along the barrel, metres; at least its width counts.
    pub length: f32,
    /// Density of the projectile, kg/m².
    pub density: f32,
    /// Friction of the projectile.
    pub friction: f32,
    /// Restitution of the projectile.
    pub restitution: f32,
    /// Rate at which drag takes the projectile's velocity, c in `e^(−c t)`, 1/s.
    pub drag: f32,
    /// Fires by itself every so many seconds, once a step at most; `None` = by hand only.
    pub every: Option<f32>,
    /// First shot of its own after so many seconds.
    pub delay: f32,
    /// A projectile disappears after so many seconds.
    pub lifetime: f32,
    /// The body that it stands on gets the opposite impulse of each shot, mass times muzzle speed. It keeps its mass.
    pub recoil: bool,
    /// How fast the barrel turns, radians per second; `None` = it points anywhere at once.
    pub turn_rate: Option<f32>,
    /// When the target is to be met, seconds from the shot: for the method that chooses the time.
    pub time_to_impact: f32,
    /// Acceleration by an engine of the projectile's own, along the barrel that it left, m/s².
    pub acceleration: f32,
    /// Shots leave the barrel off its direction by up to this angle to each side, radians.
    pub spread: f32,
}

impl Default for LauncherDoc {
    fn default() -> Self {
        LauncherDoc {
            id: String::new(),
            group: None,
            body: None,
            position: Vec2::ZERO,
            angle: 0.0,
            aim_at: Sight::Body,
            only: Only::default(),
            target: None,
            point: Vec2::ZERO,
            point_velocity: Vec2::ZERO,
            speed: 20.0,
            method: LeadMethod::Quadratic,
            projectile: Projectile::Ball,
            radius: 0.12,
            length: 0.6,
            density: 4.0,
            friction: tuning::FRICTION,
            restitution: tuning::RESTITUTION,
            drag: 0.0,
            every: None,
            delay: 0.0,
            lifetime: 8.0,
            recoil: true,
            turn_rate: None,
            time_to_impact: 1.0,
            acceleration: 0.0,
            spread: 0.0,
        }
    }
}

impl LauncherDoc {
    /// True when there is something to aim at: a body that is named, or another sight.
    pub fn has_target(&self) -> bool {
        self.aim_at != Sight::Body || self.target.is_some()
    }

    /// How far a projectile reaches from its centre, metres.
    pub fn projectile_reach(&self) -> f32 {
        match self.projectile {
            Projectile::Ball => self.radius,
            Projectile::Box => (self.half_length() * self.half_length() + self.radius * self.radius).sqrt(),
            Projectile::Capsule => self.half_length(),
        }
    }

    /// Half the length of a projectile along the barrel, metres.
    pub fn half_length(&self) -> f32 {
        let half = 0.5 * self.length;
        if half > self.radius { half } else { self.radius }
    }
}
