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
//! roots within the time limit are isolated by its derivatives ([`super::polynomial`]).
//!
//! All in `f64`: the products of two `f32` are exact there. A target at the muzzle is met at once, in any direction.
//! Sources: Kain Shin, "Predictive Aim Mathematics for AI Targeting" (Gamasutra, 2009) for the three ways; Numerical
//! Recipes, section 5.6, for the root that does not cancel.

use super::polynomial::real_roots;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;

/// The iteration gives up after this many rounds: enough for |V| up to about 0.93 s.
pub const LEAD_MAX_ITERATIONS: usize = 256;
/// The iteration has settled when a round changes the time by less than this fraction. Smaller: rounding keeps it
/// from ending; larger: the aim shows it (what is left to go is the last change times k/(1 − k) with k = |V|/s).
pub const ITERATION_SETTLED: f64 = 1e-8;

/// How the meeting time is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeadMethod {
    /// Aim at where the target is now.
    Direct,
    /// Aim at `P + V·|P|/s`.
    FirstOrder,
    /// Repeat `t ← |P + V t| / s` until it settles; needs a target slower than the projectile.
    Iterative,
    /// Smallest positive root of the quadratic (quartic under a relative acceleration).
    #[default]
    Quadratic,
}

/// The situation, relative to the shooter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadProblem {
    /// Target's place relative to the muzzle, metres.
    pub position: Vec2,
    /// Target's velocity relative to the shooter, m/s.
    pub velocity: Vec2,
    /// Target's acceleration minus the projectile's, m/s²: zero when both fall alike or there is no gravity.
    pub acceleration: Vec2,
    /// Muzzle speed relative to the shooter, m/s, above 0.
    pub speed: f32,
    /// Largest meeting time considered, seconds.
    pub max_time: f32,
}

/// Where to aim.
#[derive(Clone, Debug, PartialEq)]
pub struct LeadSolution {
    /// Time to the meeting, seconds. Of the methods that do not look for a meeting (direct, first order): to the
    /// point aimed at.
    pub time: f32,
    /// Unit direction to fire in.
    pub direction: Vec2,
    /// The point aimed at, relative to the muzzle, in the frame that moves with the shooter and falls with the
    /// projectile: `P + V t + ½ A t²`, which is `direction · speed · time`.
    pub meeting: Vec2,
}

/// Outcome of a method.
#[derive(Clone, Debug, PartialEq)]
pub enum LeadOutcome {
    /// A meeting exists.
    Solved(LeadSolution),
    /// There is none: the words say why ("the target outruns the projectile").
    NoSolution(&'static str),
    /// The iteration did not settle.
    NotConverged {
        /// Iterations taken.
        iterations: usize,
    },
}

/// One iteration, or one root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeadStep {
    /// The iteration's guess and what it became.
    Guess {
        /// Before, seconds.
        time: f32,
        /// After, seconds.
        next: f32,
    },
    /// A real root of the polynomial, in rising order; of the quartic only those no farther from now than the time
    /// limit.
    Root {
        /// Seconds; negative lies in the past.
        time: f32,
        /// Whether it is the one taken.
        taken: bool,
    },
}

const BAD_NUMBER: &str = "a number of the problem is not finite, or the muzzle speed is not above 0";
const OUTRUNS: &str = "the target outruns the projectile";
const TOO_FAST_SIDEWAYS: &str = "the target passes sideways faster than the projectile flies";
const NOT_IN_TIME: &str = "the projectile does not reach the target within the time limit";

/// Solves the problem by the chosen method.
pub fn solve<P: Probe<LeadStep>>(method: LeadMethod, problem: &LeadProblem, probe: &mut P) -> LeadOutcome {
    let LeadProblem { position, velocity, acceleration, speed, max_time } = *problem;
    let finite = position.is_finite() && velocity.is_finite() && acceleration.is_finite() && speed.is_finite() && max_time.is_finite();
    if !finite || speed <= 0.0 {
        return LeadOutcome::NoSolution(BAD_NUMBER);
    }
    if position == Vec2::ZERO {
        return LeadOutcome::Solved(LeadSolution { time: 0.0, direction: unit_or_x(velocity), meeting: Vec2::ZERO });
    }
    let chase = Chase::new(problem);
    match method {
        LeadMethod::Direct => {
            let arrival = chase.iteration(0.0, probe);
            chase.aim_at(0.0, arrival)
        }
        LeadMethod::FirstOrder => {
            let time = chase.iteration(0.0, probe);
            let arrival = chase.iteration(time, probe);
            chase.aim_at(time, arrival)
        }
        LeadMethod::Iterative => chase.iterate(probe),
        LeadMethod::Quadratic if acceleration == Vec2::ZERO => chase.quadratic(probe),
        LeadMethod::Quadratic => chase.quartic(probe),
    }
}

/// The problem in `f64`.
struct Chase {
    position: [f64; 2],
    velocity: [f64; 2],
    acceleration: [f64; 2],
    speed: f64,
    max_time: f64,
}

impl Chase {
    fn new(problem: &LeadProblem) -> Chase {
        let wide = |v: Vec2| [f64::from(v.x), f64::from(v.y)];
        Chase {
            position: wide(problem.position),
            velocity: wide(problem.velocity),
            acceleration: wide(problem.acceleration),
            speed: f64::from(problem.speed),
            max_time: f64::from(problem.max_time),
        }
    }

    /// Q(t).
    fn place(&self, t: f64) -> [f64; 2] {
        std::array::from_fn(|k| self.position[k] + self.velocity[k] * t + 0.5 * self.acceleration[k] * t * t)
    }

    /// f(t) = |Q(t)| / s, recorded.
    fn iteration<P: Probe<LeadStep>>(&self, time: f64, probe: &mut P) -> f64 {
        let place = self.place(time);
        let next = dot(place, place).sqrt() / self.speed;
        probe.record(|| LeadStep::Guess { time: time as f32, next: next as f32 });
        next
    }

    /// The answer of a method that aims at Q(t); the projectile gets there at `arrival`, which is t itself at a
    /// meeting.
    fn aim_at(&self, t: f64, arrival: f64) -> LeadOutcome {
        let place = self.place(t);
        let distance = dot(place, place).sqrt();
        if arrival > self.max_time || !arrival.is_finite() {
            return LeadOutcome::NoSolution(NOT_IN_TIME);
        }
        let direction = if distance > 0.0 {
            Vec2::new((place[0] / distance) as f32, (place[1] / distance) as f32)
        } else {
            unit_or_x(Vec2::new(self.velocity[0] as f32, self.velocity[1] as f32))
        };
        LeadOutcome::Solved(LeadSolution { time: arrival as f32, direction, meeting: Vec2::new(place[0] as f32, place[1] as f32) })
    }

    fn iterate<P: Probe<LeadStep>>(&self, probe: &mut P) -> LeadOutcome {
        let mut time = 0.0;
        for iterations in 1..=LEAD_MAX_ITERATIONS {
            let next = self.iteration(time, probe);
            if !next.is_finite() {
                return LeadOutcome::NotConverged { iterations };
            }
            if (next - time).abs() <= ITERATION_SETTLED * next {
                return self.aim_at(next, next);
            }
            time = next;
        }
        LeadOutcome::NotConverged { iterations: LEAD_MAX_ITERATIONS }
    }

    fn quadratic<P: Probe<LeadStep>>(&self, probe: &mut P) -> LeadOutcome {
        let a = dot(self.velocity, self.velocity) - self.speed * self.speed;
        let h = dot(self.position, self.velocity);
        let c = dot(self.position, self.position);
        let reach = self.speed * c.sqrt();
        let sideways = (self.position[0] * self.velocity[1] - self.position[1] * self.velocity[0]).abs();
        let discriminant = (reach - sideways) * (reach + sideways);
        if discriminant < 0.0 {
            return LeadOutcome::NoSolution(if h < 0.0 { TOO_FAST_SIDEWAYS } else { OUTRUNS });
        }
        let q = if h < 0.0 { -h + discriminant.sqrt() } else { -h - discriminant.sqrt() };
        let mut roots = Vec::with_capacity(2);
        if q != 0.0 {
            roots.push(c / q);
        }
        if a != 0.0 {
            roots.push(q / a);
        }
        roots.sort_by(f64::total_cmp);
        self.take_first(&roots, OUTRUNS, probe)
    }

    fn quartic<P: Probe<LeadStep>>(&self, probe: &mut P) -> LeadOutcome {
        let (p, v, a) = (self.position, self.velocity, self.acceleration);
        let coefficients = [dot(p, p), 2.0 * dot(p, v), dot(v, v) + dot(p, a) - self.speed * self.speed, dot(v, a), 0.25 * dot(a, a)];
        let roots: Vec<f64> = real_roots(&coefficients, -self.max_time, self.max_time).iter().map(|root| root.value).collect();
        self.take_first(&roots, NOT_IN_TIME, probe)
    }

    /// Records rising roots and aims at the first one ahead.
    fn take_first<P: Probe<LeadStep>>(&self, roots: &[f64], none: &'static str, probe: &mut P) -> LeadOutcome {
        let first = roots.iter().position(|&t| t > 0.0 && t.is_finite());
        for (index, &time) in roots.iter().enumerate() {
            probe.record(|| LeadStep::Root { time: time as f32, taken: first == Some(index) && time <= self.max_time });
        }
        match first.map(|index| roots[index]) {
            Some(time) if time <= self.max_time => self.aim_at(time, time),
            Some(_) => LeadOutcome::NoSolution(NOT_IN_TIME),
            None => LeadOutcome::NoSolution(none),
        }
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn unit_or_x(v: Vec2) -> Vec2 {
    crate::engine::math::direction(v).map_or(Vec2::X, |(unit, _)| unit)
}
