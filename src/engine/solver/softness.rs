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
//!
//! # Springs that keep their energy
//!
//! The implicit form damps: a spring that should swing for ever loses a share of about (ωh)² of its energy in a
//! sub-step. So the springs of joints ([`Softness::spring`]) have other numbers. All forms with the right static
//! deflection, `F = −m ω² C` at rest, differ in one number p only:
//!
//! ```text
//! λ = −m · ((1 − p) Ċ + p h ω² C)          mass scale 1 − p, impulse scale p, rate p h ω² / (1 − p)
//! ```
//!
//! The implicit form is `p = a3`. With `Ċ' = p Ċ − p h ω² C` and `C' = C + h Ċ'` a sub-step is the linear map of
//! determinant p and trace `1 + p − p (ωh)²`. Its eigenvalues are to be those of the oscillator, `e^(−ζωh ± iω_d h)`:
//!
//! - ζ < 1: their modulus is √p, so `p = e^(−2ζωh)` gives exactly the decay; without damping p = 1, the symplectic
//!   Euler method, which keeps the amplitude for ever. The frequency is right up to `(ωh)²/24 − ζωh/2` of itself.
//! - ζ ≥ 1: the slower of the two, `μ = e^(−ωh/(ζ + √(ζ² − 1)))`, is a root of the characteristic polynomial for
//!   `p = μ(1 − μ) / (1 − μ + μ (ωh)²)`.
//!
//! Both are bounded by the double root at `p = 1/(1 + ωh)²`, the fastest decay that there is: from ζ = 1 − ωh/2 until
//! a little beyond 1 the rate is `ln(1 + ωh)/h` instead of ζω.
//!
//! The price is that nothing but damping makes it stable: n undamped springs at one body need `n (ωh)² < 4`. So p goes
//! over to the implicit form between [`SWINGING`] and [`IMPLICIT`] in `√n ωh`. And the row may be solved only once in a
//! sub-step, before bodies move: in the relax pass its impulse stays.

use crate::engine::math::{clamp, decayed, max, min};

/// Up to this angle in a sub-step, `√n ωh` in radians for n springs at a body, a spring keeps its energy.
pub const SWINGING: f32 = 1.05;
/// From this angle on a spring is the implicit, damping one.
pub const IMPLICIT: f32 = 1.5;
/// Least mass scale of a spring; less would make the rate overflow. It damps by half this share in a sub-step: less
/// than one part in a thousand in a minute at 240 sub-steps a second.
const LEAST_MASS_SCALE: f32 = 1e-7;

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

    /// The same with this share of the bias.
    pub fn with_share_of_bias(self, share: f32) -> Softness {
        Softness { bias_rate: share * self.bias_rate, ..self }
    }

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

    /// A spring of a joint at sub-steps of `h` seconds, one of `crowd` springs at a body (or weighing as many, where
    /// its row gives way more easily than its mass says); its row is solved in the solve pass only. See the head of
    /// this file.
    pub fn spring(hertz: f32, damping_ratio: f32, h: f32, crowd: f32) -> Softness {
        let implicit = Softness::limited(hertz, damping_ratio, h);
        let omega = 2.0 * std::f32::consts::PI * min(hertz, Softness::stiffest(h));
        let angle = omega * h;
        if implicit == Softness::RIGID || angle < 1e-6 {
            return implicit;
        }
        let fastest = angle / (1.0 + angle);
        let lost = if damping_ratio < 1.0 {
            min(decayed(2.0 * damping_ratio * angle), fastest * (2.0 - fastest))
        } else {
            let slower_lost = min(decayed(angle / (damping_ratio + (damping_ratio * damping_ratio - 1.0).sqrt())), fastest);
            let pull = (1.0 - slower_lost) * angle * angle;
            (slower_lost * slower_lost + pull) / (slower_lost + pull)
        };
        let part = clamp((angle * max(crowd, 1.0).sqrt() - SWINGING) / (IMPLICIT - SWINGING), 0.0, 1.0);
        let mass_scale = max(lost + part * (implicit.mass_scale - lost), LEAST_MASS_SCALE);
        let impulse_scale = 1.0 - mass_scale;
        Softness { bias_rate: impulse_scale * omega * angle / mass_scale, mass_scale, impulse_scale }
    }

    /// The same as [`Softness::new`] with the frequency limited to what sub-steps resolve.
    pub fn limited(hertz: f32, damping_ratio: f32, h: f32) -> Softness {
        Softness::new(min(hertz, Softness::stiffest(h)), damping_ratio, h)
    }

    /// The frequency of the stiffest spring that sub-steps of `h` seconds resolve in time, hertz: a quarter of their
    /// rate.
    pub fn stiffest(h: f32) -> f32 {
        0.25 / h
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

    /// Greatest modulus of the eigenvalues of a sub-step with this softness, in `f64`: from trace and determinant.
    fn modulus(s: &Softness, h: f32) -> f64 {
        let (scale, rate, h) = (f64::from(s.mass_scale), f64::from(s.bias_rate), f64::from(h));
        let (trace, det) = (2.0 - scale - scale * rate * h, 1.0 - scale);
        let half = 0.5 * trace;
        let rest = half * half - det;
        if rest < 0.0 { det.sqrt() } else { half.abs() + rest.sqrt() }
    }

    #[test]
    fn a_spring_decays_as_the_oscillator_and_is_stable_at_any_stiffness_and_damping() {
        let h = 1.0 / 240.0_f32;
        for hertz in [1e-3_f32, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 57.0, 60.0, 200.0, 1000.0] {
            for zeta in [0.0_f32, 1e-4, 0.01, 0.1, 0.3, 0.7, 0.99, 1.0, 1.01, 1.5, 3.0, 10.0, 100.0, 1000.0] {
                let s = Softness::spring(hertz, zeta, h, 1.0);
                let (found, z) = (modulus(&s, h), f64::from(zeta));
                assert!(found <= 1.0 + 1e-9, "{hertz} Hz, {zeta}: {found}");
                assert!(s.mass_scale > 0.0 && s.mass_scale <= 1.0 && s.bias_rate.is_finite(), "{s:?}");
                let angle = 2.0 * std::f64::consts::PI * f64::from(hertz) * f64::from(h);
                if !(1e-3..=1.0).contains(&angle) {
                    continue;
                }
                let rate = if z < 1.0 { z * angle } else { angle / (z + (z * z - 1.0).sqrt()) };
                let rate = rate.min(angle.ln_1p());
                // Rounding of the mass scale, and its least value; a double root moves by the root of that.
                let rounding = if rate > 0.95 * angle.ln_1p() { 1e-4 } else { 1e-7 };
                assert!((-found.ln() - rate).abs() < 1e-3 * rate + rounding, "{hertz} Hz, {zeta}: {} is not {rate}", -found.ln());
                // At rest under an acceleration g it is g/ω² long: (1 − mass scale) g h = mass scale · rate · C.
                let (scale, bias) = (f64::from(s.mass_scale), f64::from(s.bias_rate));
                let length = f64::from(s.impulse_scale) * f64::from(h) / (scale * bias);
                let exact = (f64::from(h) / angle).powi(2);
                assert!((length / exact - 1.0).abs() < 1e-5, "{hertz} Hz, {zeta}: {length} is not {exact}");
            }
        }
    }

    #[test]
    fn no_stiffness_and_no_damping_are_defined() {
        assert_eq!(Softness::new(0.0, 0.0, 0.01), Softness::RIGID);
        assert_eq!(Softness::new(f32::MIN_POSITIVE / 4.0, 0.0, 0.01), Softness::RIGID);
    }
}
