//! Lead targeting: where to aim so that a projectile meets a moving target.
//!
//! **The frame.** Everything is relative to the shooter: its motion is subtracted from the target's before and added
//! to the projectile's afterwards. If target and projectile are also pulled (by gravity, say), subtract the
//! projectile's acceleration from the target's: in the frame that falls with the projectile, the projectile flies
//! straight. What is left of the target's motion is
//!
//! ```text
//!     Q(t) = P + V t + ½ A t²
//!
//!                 V t (+ ½ A t²)
//!     target ●━━━━━━━━━━━━━━━━━━━━━▶◯ Q(t)         reach of the projectile: a circle of radius s t
//!             \                   ╱                 about the muzzle. They meet when the target
//!            P \               ╱  s t               crosses that growing circle:
//!               \           ╱
//!                \       ╱  aim                         |Q(t)| = s t
//!                 \   ╱
//!                  ● muzzle
//! ```
//!
//! **Iteration.** The time to reach the point Q(t) is `f(t) = |Q(t)| / s`; a meeting is a fixed point `t = f(t)`.
//! Start at t = 0:
//! * [`LeadMethod::Direct`] aims at Q(0) = P, as if the target stood still;
//! * [`LeadMethod::FirstOrder`] makes one iteration, t₁ = f(0) = |P|/s, and aims at Q(t₁);
//! * [`LeadMethod::Iterative`] iterates until nothing changes. Without acceleration `|f(t) − f(u)| ≤ (|V|/s)·|t − u|`
//!   (the triangle inequality), so by Banach's fixed-point theorem (1922) the error shrinks by the factor |V|/s in
//!   each iteration when |V| < s. A faster target may have a meeting from which the iteration diverges: P = (20, 0),
//!   V = (−11, 0), s = 10 meet at t = 20/21 ≈ 0.952, but near there each iteration multiplies the error by 1.1. With
//!   an acceleration it may also settle on a later meeting than the first.
//!
//! **Polynomial.** [`LeadMethod::Quadratic`] squares both sides. Without acceleration:
//!
//! ```text
//!     a t² + 2 h t + c = 0      a = |V|² − s²     h = P·V     c = |P|²
//!     D = h² − a c = s² |P|² − (P × V)²           by Lagrange's identity (P·V)² + (P × V)² = |P|² |V|²
//! ```
//!
//! The second form of D neither cancels nor hides its meaning: D < 0 says that the target's sideways speed |P ×
//! V|/|P| exceeds s. The textbook root (−h ± √D)/a loses its digits when a is small, and is 0/0 when |V| = s. Instead
//! compute the sum that does not cancel, `q = −h − sign(h) √D`; then the roots are `c/q` and `q/a` (their product
//! must be c/a). When |V| = s only `c/q = −c/(2h)` is left, without a special formula. As c > 0: a slower target (a
//! < 0) has exactly one root ahead, a faster one two (if it comes nearer, h < 0, and D ≥ 0) or none; the smaller is
//! taken.
//!
//! With acceleration it is the quartic `¼|A|² t⁴ + (V·A) t³ + (|V|² + P·A − s²) t² + 2(P·V) t + |P|² = 0`, whose
//! roots are isolated by its derivatives ([`crate::engine::polynomial`]). A projectile with an engine of its own that
//! gives it the acceleration b along the barrel reaches `s t + ½ b t²`: the coefficients of t³ and t⁴ lose `s b` and
//! `¼ b²`.
//! *The order of the roots.* Negative ones lie in the past. Under gravity a resting target in range has two ahead: the
//! low and the high arc; at the end of the range they are one, a double root, and beyond there is none.
//!
//! **Other questions.** A chosen time asks for the speed instead (`timed.rs`); a barrel that turns first asks when
//! (`turning.rs`); any motion and any projectile is a search in time (`general.rs`). [`LEAD_METHODS`] is the table of
//! all of them.
//!
//! All in `f64`: the products of two `f32` are exact there. A target at the muzzle is met at once, in any direction.
//! Sources: Kain Shin, "Predictive Aim Mathematics for AI Targeting" (Gamasutra, 2009) for the three ways; Numerical
//! Recipes, section 5.6, for the root that does not cancel.

mod algebra;
mod chase;
mod general;
mod iteration;
mod problem;
mod table;
mod timed;
mod turning;

pub use chase::drag_times;
pub use general::CELLS;
pub use iteration::{ITERATION_SETTLED, LEAD_MAX_ITERATIONS};
pub use problem::{Barrel, LeadOutcome, LeadProblem, LeadSolution, LeadStep};
pub use table::{LEAD_METHODS, LeadMethod, LeadRow};

use crate::engine::math::Vec2;
use crate::engine::probe::{Probe, ran};
use chase::{Chase, Steps};

const BAD_NUMBER: &str = "a number of the problem is not finite, or the muzzle speed is not above 0";

/// Solves the problem by the chosen method.
pub fn solve<P: Probe<LeadStep>>(method: LeadMethod, problem: &LeadProblem, probe: &mut P) -> LeadOutcome {
    ran!();
    if !is_usable(problem) {
        return LeadOutcome::NoSolution(BAD_NUMBER);
    }
    let chase = Chase::new(problem);
    if problem.position == Vec2::ZERO && method != LeadMethod::TimeToImpact {
        return chase.aim_at(0.0, 0.0);
    }
    let mut sink = |step| probe.record(|| step);
    let mut steps = Steps(if P::WATCHES { Some(&mut sink) } else { None });
    (method.row().solve)(&chase, &mut steps) // [aim.solve]
}

fn is_usable(problem: &LeadProblem) -> bool {
    let measured = problem.measured.unwrap_or(Vec2::ZERO);
    let vectors = [problem.position, problem.velocity, problem.acceleration, problem.fall, problem.carried, measured];
    let numbers = [problem.speed, problem.thrust, problem.drag, problem.impact_time, problem.max_time];
    let barrel = problem.barrel.is_none_or(|b| b.direction.is_finite() && b.turn_rate.is_finite() && b.tick.is_finite());
    let finite = vectors.iter().all(|v| v.is_finite()) && numbers.iter().all(|n| n.is_finite()) && barrel;
    finite && problem.speed > 0.0 && problem.thrust >= 0.0 && problem.drag >= 0.0 && problem.barrel.is_none_or(|b| b.turn_rate > 0.0)
}

/// f(t) = |Q(t)| / s, seconds: when a projectile would be at the place that the target has at `t`. What the iteration
/// repeats; a meeting is where it equals t.
pub fn arrival(problem: &LeadProblem, t: f64) -> f64 {
    iteration::arrival(&Chase::new(problem), t)
}

/// `t − time to reach the target's place at t`, seconds, with all that accelerates: what the general search looks for a
/// zero of. Above it the projectile could be there before the target.
pub fn earliness(problem: &LeadProblem, t: f64) -> f64 {
    general::earliness(&Chase::new(problem).measured().dragged(), t)
}

/// The muzzle speed that meets the target after `t` seconds, m/s; below 0 its own engine brings the projectile there
/// sooner.
pub fn speed_for(problem: &LeadProblem, t: f64) -> f64 {
    timed::speed_for(&Chase::new(problem).measured(), t)
}
