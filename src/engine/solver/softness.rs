//! Soft constraints: a spring and damper, integrated so that they are stable at any stiffness.
//!
//! A constraint with error `C` and velocity `Ċ` should behave like a damped oscillator of angular frequency ω and
//! damping ratio ζ on its effective mass m: force `F = −m ω² C − 2 m ζ ω Ċ`. Taken implicitly (with the velocity and
//! position at the *end* of a step of length h)
//!
//! ```text
//! F = −m ω² (C + h Ċ') − 2 m ζ ω Ċ',      Ċ' = Ċ + h F / m
//! h F (1 + h ω (2ζ + h ω)) = −m (h ω² C + h ω (2ζ + h ω) Ċ)
//! ```
//!
//! With `a1 = 2ζ + hω`, `a2 = hω a1`, `a3 = 1 / (1 + a2)` the impulse `λ = h F` is
//!
//! ```text
//! λ = −m · a2 a3 · (Ċ + (ω / a1) C)
//! ```
//!
//! An iterative solver meets a velocity `Ċ` that already contains the impulse Λ accumulated so far
//! (`Ċ = Ċ₀ + Λ / m`), so the *increment* is `−m · a2 a3 · (Ċ + (ω / a1) C) − a3 Λ`. Three numbers hence describe the
//! constraint: the rate `ω / a1` at which the error leaves, the mass scale `a2 a3` and the impulse scale `a3` (Catto,
//! "Soft constraints", GDC 2011, and "Solver2D", 2024). ω → ∞ gives (1/h, 1, 0): the rigid constraint with full
//! Baumgarte feedback. A damping ratio far above 1 lets overlap leave slowly, without a bounce.

use crate::engine::math::min;

/// The three numbers of a soft constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Share of the position error that is turned into velocity, 1/s.
    pub bias_rate: f32,
    /// Factor on the effective mass, 0 to 1.
    pub mass_scale: f32,
    /// Share of the accumulated impulse that leaks in each iteration, 0 to 1.
    pub impulse_scale: f32,
}

impl Softness {
    /// No spring: only the velocity is held.
    pub const RIGID: Softness = Softness { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    /// Softness for a frequency (hertz) and damping ratio at sub-steps of `h` seconds. At (almost) no stiffness:
    /// [`Softness::RIGID`].
    pub fn new(hertz: f32, damping_ratio: f32, h: f32) -> Softness {
        let omega = 2.0 * std::f32::consts::PI * hertz;
        let a1 = 2.0 * damping_ratio + h * omega;
        // Below this the numbers underflow; the spring would take days to swing once.
        if !(omega > 1e-6 && a1 > 1e-9) {
            return Softness::RIGID;
        }
        let a2 = h * omega * a1;
        let a3 = 1.0 / (1.0 + a2);
        Softness { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }

    /// The same with the frequency limited to a quarter of the sub-step rate: stiffer cannot be resolved in time.
    pub fn limited(hertz: f32, damping_ratio: f32, h: f32) -> Softness {
        Softness::new(min(hertz, 0.25 / h), damping_ratio, h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_soft_row_is_the_implicit_spring_it_was_derived_from() {
        // Unit mass at x = 1 at rest; one implicit step of ẍ = −ω² x − 2ζω ẋ gives v' = −h ω² x / (1 + 2ζωh + h²ω²).
        let (hertz, zeta, h) = (2.0_f32, 0.3_f32, 0.01_f32);
        let s = Softness::new(hertz, zeta, h);
        let omega = 2.0 * std::f32::consts::PI * hertz;
        let expected = -h * omega * omega / (1.0 + 2.0 * zeta * omega * h + h * h * omega * omega);
        let impulse = -s.mass_scale * (0.0 + s.bias_rate * 1.0);
        assert!((impulse - expected).abs() < 1e-6 * expected.abs());
        // A second iteration must add nothing: velocity is `impulse` now, accumulated impulse too.
        let again = -s.mass_scale * (impulse + s.bias_rate) - s.impulse_scale * impulse;
        assert!(again.abs() < 1e-6 * expected.abs());
    }

    #[test]
    fn no_stiffness_and_no_damping_are_defined() {
        assert_eq!(Softness::new(0.0, 0.0, 0.01), Softness::RIGID);
        assert_eq!(Softness::new(f32::MIN_POSITIVE / 4.0, 0.0, 0.01), Softness::RIGID);
    }
}
