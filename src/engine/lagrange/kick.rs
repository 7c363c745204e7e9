//! Steps of a mechanism in which damping is stiff: kick, drift, kick.
//!
//! Damping that stops a body within a few steps is not for an explicit integrator: Runge and Kutta's keeps
//! `1 − x + x²/2 − x³/6 + x⁴/24` of the velocity with x = c h, which grows again from 1.6 on and drives the body from
//! 2.79 on. So from the rates of [`super::Integrator::stiff_from`] on, forces and damping act before and after the
//! motion, which the integrator makes without them:
//!
//! ```text
//!   kick      v' = e^(−c τ₁) v + (1 − e^(−c τ₁)) a / c      a: acceleration by forces and springs, which stay the same
//!   drift     the integrator, with the constraints alone
//!   kick      the same with τ₂ = h − τ₁
//! ```
//!
//! *How long.* A free body under a constant force has v = e^(−c t) v₀ + (1 − e^(−c t)) a/c, and a mean velocity over
//! the step of the same form with `(1 − e^(−c h))/(c h)` for `e^(−c t)`. With `e^(−c τ₁)` equal to that share, way and
//! velocity are exact for any c h. Without damping τ₁ is h/2: this is the leapfrog, off by h².
//!
//! *Constraints.* An impulse Λ that comes evenly during a kick is damped, too: the body gains `Λ W p/τ` with
//! `p = (1 − e^(−c τ))/c`. The impulses along the rows are those that leave J v as it was; so nobody gains energy, and
//! a body that hangs still is held by its weight.
//!
//! Source: G. Strang, "On the construction and comparison of difference schemes" (1968).

use super::state::{Mass, State};
use super::system::System;
use crate::engine::linear::LinearError;
use crate::engine::probe::ran;

/// The part of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kick {
    First,
    Last,
}

/// True when a body is damped faster than at this rate, 1/s.
pub(super) fn is_stiff(system: &System, most: f64) -> bool {
    let rates = |mass: &Mass| [(mass.inv_mass, mass.damping), (mass.inv_inertia, mass.spin_damping)];
    system.masses.iter().flat_map(rates).any(|(inverse, rate)| inverse > 0.0 && rate > most)
}

/// The constraints alone, for the drift.
pub(super) fn drifting(system: &System) -> System {
    let masses = system.masses.iter().map(|mass| Mass { inv_mass: mass.inv_mass, inv_inertia: mass.inv_inertia, ..Mass::FIXED });
    System { masses: masses.collect(), constraints: system.constraints.clone(), feedback: system.feedback, ..System::default() }
}

/// What damping at the rate `c` does in a kick of a step of `h` seconds: share of the velocity that is lost, velocity
/// for a unit of acceleration (s), and of that the part for each second of the kick.
fn damped(c: f64, h: f64, kick: Kick) -> [f64; 3] {
    let x = c * h;
    // By its series where nothing would be left of the difference: 1 − x/2 + x²/6 − …
    let kept = if x < 1e-4 { 1.0 - 0.5 * x * (1.0 - x / 3.0) } else { -libm::expm1(-x) / x };
    let first = if x < 1e-4 { 0.5 * h * (1.0 - x / 12.0) } else { -libm::log(kept) / c };
    let time = if kick == Kick::First { first } else { h - first };
    let lost = -libm::expm1(-c * time);
    let gain = if c * time > 1e-12 { lost / c } else { time };
    [lost, gain, gain / time]
}

impl System {
    /// A kick of a step of `h` seconds; the impulses along the rows, N·s or N·m·s.
    pub(super) fn kick(&self, state: &mut State, h: f64, kick: Kick) -> Result<Vec<f64>, LinearError> {
        ran!();
        let undamped =
            System { masses: self.masses.iter().map(|mass| Mass { damping: 0.0, spin_damping: 0.0, ..*mass }).collect(), ..self.clone() };
        let mut during = drifting(self);
        let mut changes = undamped.unconstrained(state, h);
        for ((body, change), (mass, soft)) in state.bodies.iter().zip(&mut changes).zip(self.masses.iter().zip(&mut during.masses)) {
            let [lost, gain, part] = damped(if mass.inv_mass > 0.0 { mass.damping } else { 0.0 }, h, kick);
            let [spin_lost, spin_gain, spin_part] = damped(if mass.inv_inertia > 0.0 { mass.spin_damping } else { 0.0 }, h, kick);
            *change = [
                gain * change[0] - lost * body.velocity.x,
                gain * change[1] - lost * body.velocity.y,
                spin_gain * change[2] - spin_lost * body.spin,
            ];
            (soft.inv_mass, soft.inv_inertia) = (part * mass.inv_mass, spin_part * mass.inv_inertia);
        }
        during.change_velocities(state, changes)
    }
}
