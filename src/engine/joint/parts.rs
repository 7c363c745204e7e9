//! What several kinds of joints have: limits, a motor, a spring.

use crate::engine::math::{Vec2, clamp, max, min};
use crate::engine::solver::softness::Softness;
use crate::engine::tuning;

/// Bounds of a joint's free coordinate: radians (an angle) or metres (a way, a length); angles and ways are zero at
/// creation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Lower bound.
    pub lower: f32,
    /// Upper bound, at least `lower`.
    pub upper: f32,
}

/// Drives a joint's free coordinate at a speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Wanted speed of B relative to A: rad/s (an angle) or m/s (a way).
    pub speed: f32,
    /// Strongest torque, N·m (an angle), or force, N (a way).
    pub max_effort: f32,
}

/// Pulls a coordinate towards rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Undamped frequency, hertz, above 0.
    pub hertz: f32,
    /// Ratio of critical damping; 1 returns without swinging.
    pub damping_ratio: f32,
}

/// A joint's spring as a row of a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSpring {
    /// Rigid without a spring.
    pub softness: Softness,
    /// The mass that its stiffness is made of, kg or kg·m²; `None`: what its row has where the bodies are.
    pub mass: Option<f32>,
    /// The same of a soft weld's two rows along its axes, which have the first two impulses, kg.
    pub weld_masses: Option<[f32; 2]>,
}

impl JointSpring {
    /// No spring.
    pub const NONE: JointSpring = JointSpring { softness: Softness::RIGID, mass: None, weld_masses: None };

    /// The mass that the stiffness of the row with this impulse is made of; `None`: what the row has where the bodies
    /// are.
    #[inline]
    pub fn mass_of(&self, impulse: usize) -> Option<f32> {
        self.weld_masses.and_then(|masses| masses.get(impulse).copied()).or(self.mass)
    }
}

/// The numbers of a joint that several kinds have; `None` where the kind has no such part.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    /// Axis at creation, world frame; any length above 0.
    pub axis: Option<&'a mut Vec2>,
    /// Rest length, metres; `None` inside: the distance of the anchors at creation.
    pub length: Option<&'a mut Option<f32>>,
    /// Control points of the curve, from the anchor, world axes at creation, metres.
    pub curve: Option<&'a mut [Vec2; 4]>,
    /// How the turns of A and B belong together, above or below 0.
    pub ratio: Option<&'a mut f32>,
    /// Bounds of the free coordinate.
    pub limits: Option<&'a mut Option<Limits>>,
    /// Drives the free coordinate.
    pub motor: Option<&'a mut Option<Motor>>,
    /// Pulls towards rest.
    pub spring: Option<&'a mut Option<Spring>>,
}

impl Limits {
    /// In order and within `low` and `high`; `None` when a bound is not finite.
    pub(super) fn bounded(self, [low, high]: [f32; 2]) -> Option<Limits> {
        if !(self.lower.is_finite() && self.upper.is_finite()) {
            return None;
        }
        let (lower, upper) = (clamp(self.lower, low, high), clamp(self.upper, low, high));
        Some(Limits { lower: min(lower, upper), upper: max(lower, upper) })
    }
}

impl Motor {
    /// Within what the engine can bear; `None` when a number is not finite.
    pub(super) fn bounded(self) -> Option<Motor> {
        (self.speed.is_finite() && self.max_effort.is_finite()).then(|| Motor {
            speed: clamp(self.speed, -tuning::MAX_FORCE, tuning::MAX_FORCE),
            max_effort: clamp(self.max_effort, 0.0, tuning::MAX_FORCE),
        })
    }
}

impl Spring {
    /// Within what the engine can bear; `None` when a number is not finite.
    pub(super) fn bounded(self) -> Option<Spring> {
        (self.hertz.is_finite() && self.damping_ratio.is_finite()).then(|| Spring {
            hertz: clamp(self.hertz, 0.0, tuning::MAX_HERTZ),
            damping_ratio: clamp(self.damping_ratio, 0.0, tuning::MAX_DAMPING_RATIO),
        })
    }
}
