//! Where an equation's curve and a parametric curve cross.
//!
//! **Idea.** Put X(t)/W(t) and Y(t)/W(t) in place of x and y in `F(x, y) = 0` and multiply by W to the power of F's
//! degree: a polynomial in t, whose real roots are the crossings ([`crate::engine::polynomial`]). A curve of degree m
//! and one of degree n give degree m n: *Bézout's count*. All of them are there, if every kind is counted:
//!
//! - real roots cross, or touch when they are double;
//! - complex roots come in pairs and stand for crossings that the real plane does not have;
//! - each power that is missing at the top is a root at `t = ∞`: there lies a point of the curve too, finite if W has
//!   its full degree, else at infinity.
//!
//! Example: `x² + y² = 1` and `x = 2t − 1, y = 8t² − 9t + 1` give `64 t⁴ − 144 t³ + 101 t² − 22 t + 1`: four crossings.

use super::DVec2;
use super::implicit::{Implicit, Term, substituted};
use super::power::{PowerForm, degree_of};
use crate::engine::polynomial::{Root, RootStep, all_real_roots_watched};
use crate::engine::probe::{NoProbe, Probe, ran};

/// Coefficients below so many roundings of their terms are 0.
const ZERO_ROUNDINGS: f64 = 32.0;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossings {
    /// `c[0] + c[1] t + …`, whose roots they are; empty when the curve lies on the other everywhere.
    pub polynomial: Vec<f64>,
    /// Product of the degrees.
    pub bezout: usize,
    /// All real roots, rising.
    pub roots: Vec<Root>,
}

impl Crossings {
    /// Real crossings with their multiplicities, those at `t = ∞` left out.
    pub fn real(&self) -> usize {
        self.roots.iter().map(|root| root.multiplicity as usize).sum()
    }

    /// Crossings at `t = ∞`.
    pub fn at_infinity(&self) -> usize {
        if self.is_everywhere() { 0 } else { self.bezout.saturating_sub(degree_of(&self.polynomial)) }
    }

    /// Crossings that the real plane does not have.
    pub fn complex(&self) -> usize {
        if self.is_everywhere() { 0 } else { degree_of(&self.polynomial).saturating_sub(self.real()) }
    }

    /// The curve lies on the other.
    pub fn is_everywhere(&self) -> bool {
        self.polynomial.is_empty()
    }
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub enum CrossingStep {
    /// A term of the equation with the curve in place of x and y.
    Term {
        /// Which.
        term: Term,
        /// What it adds, in powers of t.
        gives: Vec<f64>,
        /// The sum up to this term, before what is only rounding is cut.
        sum: Vec<f64>,
    },
    /// Their sum.
    Polynomial {
        /// In powers of t; empty when nothing is left of it.
        polynomial: Vec<f64>,
        /// Product of the degrees.
        bezout: usize,
    },
    /// What the root finder did.
    Root(RootStep),
}

/// Hands on the root finder's steps.
struct Inner<'p, P>(&'p mut P);

impl<P: Probe<CrossingStep>> Probe<RootStep> for Inner<'_, P> {
    const WATCHES: bool = P::WATCHES;

    fn record(&mut self, step: impl FnOnce() -> RootStep) {
        self.0.record(|| CrossingStep::Root(step()));
    }
}

/// All crossings.
pub fn crossings(implicit: &Implicit, curve: &PowerForm) -> Crossings {
    crossings_watched(implicit, curve, &mut NoProbe)
}

/// The same, each step handed to the probe.
pub fn crossings_watched(implicit: &Implicit, curve: &PowerForm, probe: &mut impl Probe<CrossingStep>) -> Crossings {
    ran!();
    let [mut polynomial, size] = substituted(implicit, curve, |term, [gives, sum]| {
        probe.record(|| CrossingStep::Term { term, gives: gives.to_vec(), sum: sum.to_vec() })
    });
    for (c, size) in polynomial.iter_mut().zip(&size) {
        if c.abs() <= ZERO_ROUNDINGS * f64::EPSILON * size {
            *c = 0.0;
        }
    }
    let last = polynomial.iter().rposition(|&c| c != 0.0);
    polynomial.truncate(last.map_or(0, |last| last + 1));
    let bezout = implicit.degree() * curve.degree(); // [curves.bezout]
    probe.record(|| CrossingStep::Polynomial { polynomial: polynomial.clone(), bezout });
    let roots = all_real_roots_watched(&polynomial, &mut Inner(probe));
    Crossings { polynomial, bezout, roots }
}

/// The point at `t = ∞`, when it is a place: the ratio of the leading coefficients. A circle's parametric form leaves
/// out one of its points, and this is it.
pub fn point_at_infinity(curve: &PowerForm) -> Option<DVec2> {
    let n = curve.degree();
    let at = |c: &[f64]| c.get(n).copied().unwrap_or(0.0);
    (n > 0 && at(&curve.w) != 0.0).then(|| DVec2::new(at(&curve.x), at(&curve.y)) / at(&curve.w))
}
