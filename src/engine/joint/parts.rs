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
    /// What its stiffness is made of.
    pub masses: SpringMasses,
}

impl JointSpring {
    /// No spring.
    pub const NONE: JointSpring = JointSpring { softness: Softness::RIGID, masses: SpringMasses { of_spring: None, of_weld: None } };

    /// What its row with this impulse yields to an impulse, beside what bodies do (`response`), 1/kg or 1/(kg·m²).
    #[inline]
    pub fn compliance(&self, impulse: usize, response: f64) -> f64 {
        let response = self.masses.of_row(impulse).map_or(response, |mass| 1.0 / mass);
        response * f64::from(self.softness.impulse_scale) / f64::from(self.softness.mass_scale)
    }
}

/// The masses that the stiffness of a joint's springs is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringMasses {
    /// Of its one spring, kg or kg·m².
    pub of_spring: Option<f64>,
    /// Of a soft weld's two rows along its axes, which have the first two impulses, kg.
    pub of_weld: Option<[f64; 2]>,
}

impl SpringMasses {
    /// Of the row with this impulse; `None`: what the row has where the bodies are.
    #[inline]
    pub fn of_row(&self, impulse: usize) -> Option<f64> {
        self.of_weld.and_then(|masses| masses.get(impulse).copied()).or(self.of_spring)
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
