//! What theory says of a controller on the two plants here, both with a rate c at which motion is lost, as by drag.
//!
//! | plant | its law | from push to what is wanted |
//! |---|---|---|
//! | speed | `v̇ = u − c v` | `1 / (s + c)` |
//! | heading | `θ̈ = u − c θ̇` | `1 / (s (s + c))` |
//!
//! **Characteristic polynomial.** With the controller `K (K_p + K_i/s + K_d s)` around it the loop is at rest where
//! `1 + controller · plant = 0`. Multiplied by the denominators:
//!
//! ```text
//!     speed:    (1 + K K_d) s² + (c + K K_p) s + K K_i
//!     heading:  s³ + (c + K K_d) s² + K K_p s + K K_i
//! ```
//!
//! Without an integral the last term is zero and one root lies at 0, a state that nothing moves: that s is divided out.
//!
//! **A window** of T seconds in place of the whole integral: `∫ e` over it is `T e − ½T² ė` plus smaller terms, so it
//! adds `K_i T` to K_p and takes `½ K_i T²` from K_d. Looking one step Δt ahead adds `K_p Δt` to K_d.
//!
//! **The error that stays** under a wanted speed: at rest `c v = K K_p e` and `v = desired − e`, so
//!
//! ```text
//!     e = desired / (1 + const · K_p)         const = K / c, what one unit of push comes to in the end
//! ```
//!
//! A heading needs no push to stay where it is (its plant integrates), and a whole integral leaves no error at all.
//! A constant acceleration d from outside, a wanted speed that grows by a each second (a ramp) and, of a heading, a
//! wanted rate of turn ω ask for a push of their own:
//!
//! ```text
//!     speed:    e = (c desired + a − d − (1 + K K_d) ė) / (c + K K_p)        ė = c a / (c + K K_p)
//!     heading:  e = (c ω − d) / (K K_p)
//! ```
//!
//! With drag a growing speed needs a growing push, so its error grows as well, by ė; a whole integral makes that push
//! grow while a constant error feeds it: `e = c a / (K K_i)`. (Put `v = desired − e` into `v̇ = u − c v + d`.)

use super::pid::{Memory, PidLaw};
use super::routh::{self, Routh};

/// What is controlled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// A speed by an acceleration.
    Speed,
    /// A heading by an angular acceleration.
    Heading,
}

/// Gains as the linear case has them: a window's integral becomes a part of P and of D.
fn gains(law: &PidLaw, dt: f64) -> [f64; 3] {
    let PidLaw { proportional, integral, derivative, plant_gain: k, .. } = *law;
    let window = (law.samples.saturating_sub(1)) as f64 * dt;
    let [p, i, d] = match law.memory {
        Memory::Whole => [proportional, integral, derivative],
        Memory::Window => [proportional + integral * window, 0.0, derivative - 0.5 * integral * window * window],
    };
    let ahead = if law.predict { proportional * dt } else { 0.0 };
    [k * p, k * i, k * (d + ahead)]
}

/// Characteristic polynomial of the loop, the highest power first. `damping` is c, 1/s; `dt` the time between samples.
pub fn characteristic(plant: Plant, law: &PidLaw, damping: f64, dt: f64) -> Vec<f64> {
    let [p, i, d] = gains(law, dt);
    let mut polynomial = match plant {
        Plant::Speed => vec![1.0 + d, damping + p, i],
        Plant::Heading => vec![1.0, damping + d, p, i],
    };
    if i == 0.0 {
        polynomial.pop();
    }
    polynomial
}

/// Routh's array of the loop.
pub fn stability(plant: Plant, law: &PidLaw, damping: f64, dt: f64) -> Routh {
    routh::array(&characteristic(plant, law, damping, dt))
}

/// What a loop has to keep up with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// The motion that is wanted: a speed, m/s, or of a heading a rate of turn, rad/s.
    pub motion: f64,
    /// By how much that speed grows, m/s²; 0 of a heading.
    pub growth: f64,
    /// What else accelerates it, m/s² or rad/s², constant and counted as a push is.
    pub from_outside: f64,
}

/// The error that stays, rad or m/s; of a speed that grows against drag the one of this moment. Only the drag takes
/// motion away.
///
/// Valid for a stable loop. `None` when no push within the limits holds it, or no error makes that push.
pub fn steady_error(plant: Plant, law: &PidLaw, demand: Demand, damping: f64, dt: f64) -> Option<f64> {
    let [p, i, d] = gains(law, dt);
    let needed = damping * demand.motion + demand.growth - demand.from_outside;
    let (error, push) = match plant {
        Plant::Speed if i != 0.0 => {
            let error = damping * demand.growth / i;
            (error, needed - damping * error)
        }
        Plant::Heading if i != 0.0 => (0.0, needed),
        _ if needed == 0.0 && demand.growth == 0.0 => (0.0, 0.0),
        Plant::Speed => {
            let growing = damping * demand.growth / (damping + p);
            let error = (needed - (1.0 + d) * growing) / (damping + p);
            (error, p * error + d * growing)
        }
        Plant::Heading => (needed / p, needed),
    };
    let is_shown = error.is_finite() && (plant == Plant::Speed || error.abs() < std::f64::consts::PI);
    (is_shown && (law.low..=law.high).contains(&push)).then_some(error)
}
