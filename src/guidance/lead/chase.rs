//! The problem in `f64`, and what the methods share.

use super::problem::{LeadOutcome, LeadProblem, LeadSolution, LeadStep};
use crate::engine::math::Vec2;
use crate::engine::polynomial::Root;

/// The projectile does not live, or the scene does not wait, long enough.
pub(super) const NOT_IN_TIME: &str = "the projectile does not reach the target within the time limit";

/// Where the steps of a method go: nowhere, when nobody watches.
pub(super) struct Steps<'a>(pub Option<&'a mut dyn FnMut(LeadStep)>);

impl Steps<'_> {
    pub fn record(&mut self, step: impl FnOnce() -> LeadStep) {
        if let Some(sink) = &mut self.0 {
            sink(step());
        }
    }

    /// The same, for a method that calls another one many times.
    pub fn silent() -> Steps<'static> {
        Steps(None)
    }
}

/// The problem in `f64`: the products of two `f32` are exact there.
#[derive(Clone, Copy)]
pub(super) struct Chase<'p> {
    pub problem: &'p LeadProblem,
    pub position: [f64; 2],
    pub velocity: [f64; 2],
    /// Foreseen: a target falls freely or goes straight on.
    pub acceleration: [f64; 2],
    pub speed: f64,
    pub thrust: f64,
    /// Rate of the projectile's drag, 1/s; 0 for the methods that do not know of it.
    pub drag: f64,
    pub max_time: f64,
}

impl<'p> Chase<'p> {
    pub fn new(problem: &'p LeadProblem) -> Chase<'p> {
        Chase {
            problem,
            position: wide(problem.position),
            velocity: wide(problem.velocity),
            acceleration: wide(problem.acceleration),
            speed: f64::from(problem.speed),
            thrust: f64::from(problem.thrust),
            drag: 0.0,
            max_time: f64::from(problem.max_time),
        }
    }

    /// With the target's acceleration as measured, where it was.
    pub fn measured(self) -> Chase<'p> {
        Chase { acceleration: self.problem.measured.map_or(self.acceleration, wide), ..self }
    }

    /// With the projectile's drag.
    pub fn dragged(self) -> Chase<'p> {
        Chase { drag: f64::from(self.problem.drag), ..self }
    }

    /// Q(t) = P + V t + ½ A t². With drag the frame falls as a projectile without muzzle speed does: such a one also
    /// loses what it had from the shooter.
    pub fn place(&self, t: f64) -> [f64; 2] {
        let free = |k: usize| self.position[k] + self.velocity[k] * t + 0.5 * self.acceleration[k] * t * t;
        if self.drag == 0.0 {
            return std::array::from_fn(free);
        }
        let ([way, fall], carried, pull) = (drag_times(self.drag, t), wide(self.problem.carried), wide(self.problem.fall));
        std::array::from_fn(|k| free(k) + carried[k] * (t - way) + pull[k] * (0.5 * t * t - fall))
    }

    /// How far it has flown along the barrel.
    fn reach(&self, t: f64) -> f64 {
        let [way, fall] = drag_times(self.drag, t);
        self.speed * way + self.thrust * fall
    }

    /// When it has flown so far: the root of `s t + ½ b t² = d` ahead, in the form that neither cancels nor divides by
    /// b; infinite where drag stops it before.
    pub fn time_to_reach(&self, distance: f64) -> f64 {
        if self.drag > 0.0 {
            return self.time_under_drag(distance);
        }
        2.0 * distance / (self.speed + (self.speed * self.speed + 2.0 * self.thrust * distance).sqrt())
    }

    /// The root of `s φ(t) + b (t − φ(t))/c = d`: without an engine `t = −ln(1 − c d/s)/c`; with one by Newton's steps
    /// from there or from the time at the final speed b/c, whichever is later: that is never too early, and where the
    /// way bends upwards or downwards throughout, the steps come down to the root from one side.
    fn time_under_drag(&self, distance: f64) -> f64 {
        const STEPS: usize = 64;
        let share = self.drag * distance / self.speed;
        let coasting = if share < 1.0 { -libm::log1p(-share) / self.drag } else { f64::INFINITY };
        if self.thrust == 0.0 {
            return coasting;
        }
        let last = self.thrust / self.drag;
        let mut t = if coasting.is_finite() { coasting } else { distance / last + 1.0 / self.drag };
        for _ in 0..STEPS {
            let speed = self.speed * libm::exp(-self.drag * t) + self.thrust * drag_times(self.drag, t)[0];
            let next = t - (self.reach(t) - distance) / speed;
            let next = if next > 0.0 { next } else { 0.0 };
            if (next - t).abs() <= 1e-15 * t {
                break;
            }
            t = next;
        }
        t
    }

    /// The answer of a method that aims at Q(t); the projectile gets there at `arrival`, which is t itself at a
    /// meeting.
    pub fn aim_at(&self, t: f64, arrival: f64) -> LeadOutcome {
        let place = self.place(t);
        let distance = dot(place, place).sqrt();
        if arrival > self.max_time || !arrival.is_finite() {
            return LeadOutcome::NoSolution(NOT_IN_TIME);
        }
        LeadOutcome::Solved(LeadSolution {
            time: arrival as f32,
            wait: 0.0,
            speed: self.speed as f32,
            direction: if distance > 0.0 { narrow([place[0] / distance, place[1] / distance]) } else { self.any_direction() },
            meeting: narrow(place),
        })
    }

    /// Where to fire when every direction will do.
    pub fn any_direction(&self) -> Vec2 {
        let ahead = self.problem.barrel.map_or(self.problem.velocity, |barrel| barrel.direction);
        crate::engine::math::direction(ahead).map_or(Vec2::X, |(unit, _)| unit)
    }

    /// Records rising roots and aims at one of those ahead: the first, or the last.
    pub fn take(&self, roots: &[Root], which: Which, none: &'static str, steps: &mut Steps<'_>) -> LeadOutcome {
        let ahead = |root: &Root| root.value > 0.0 && root.value.is_finite();
        let choice = match which {
            Which::First => roots.iter().position(ahead),
            Which::Last => roots.iter().rposition(ahead),
        };
        let taken = choice.filter(|&index| roots[index].value <= self.max_time);
        for (index, root) in roots.iter().enumerate() {
            steps.record(|| LeadStep::of_root(root, taken == Some(index)));
        }
        match choice.map(|index| roots[index].value) {
            Some(time) if time <= self.max_time => self.aim_at(time, time),
            Some(_) => LeadOutcome::NoSolution(NOT_IN_TIME),
            None => LeadOutcome::NoSolution(none),
        }
    }
}

/// `φ(t) = (1 − e^(−c t))/c` and `(t − φ(t))/c`, seconds and seconds²: how far drag of the rate c lets a velocity and
/// an acceleration of 1 carry in `t` seconds; t and t²/2 without.
pub fn drag_times(rate: f64, t: f64) -> [f64; 2] {
    let x = rate * t;
    if x == 0.0 {
        return [t, 0.5 * t * t];
    }
    let way = -libm::expm1(-x) / rate;
    // Below, (x − 1 + e^(−x))/x² cancels; the first term left out is x⁴/720.
    let fall = if x < 1e-2 { t * t * (0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0 - x / 120.0))) } else { (t - way) / rate };
    [way, fall]
}

/// Which of several roots ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    First,
    Last,
}

pub(super) fn wide(v: Vec2) -> [f64; 2] {
    [f64::from(v.x), f64::from(v.y)]
}

pub(super) fn narrow(v: [f64; 2]) -> Vec2 {
    Vec2::new(v[0] as f32, v[1] as f32)
}

pub(super) fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
