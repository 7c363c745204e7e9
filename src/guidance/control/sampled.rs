//! What the loop does as it runs: the controller looks once a step and pushes the same until it looks again.
//!
//! [`super::routh`] judges a controller that looks without end. One that looks every Δt answers late, by half a step
//! for holding its push and by another half for the difference that D takes. Gains that are large against 1/Δt then
//! throw the loop about however stable it would be otherwise. Two cases by hand, of a speed without drag:
//!
//! ```text
//!     P alone:   v' = (1 − K K_p Δt) v                       at rest in the end if K K_p Δt < 2
//!     P and D:   z² + (a + d − 1) z − d = 0                  by Jury's criterion if |d| < 1 and a < 2 − 2d
//!                a = K K_p Δt, d = K K_d
//! ```
//!
//! **The difference equation** is that of the program itself. Between two looks nothing but the push acts and the rate
//! c at which motion is lost, and the engine moves such a body exactly, whatever its sub-steps:
//!
//! ```text
//!     speed:    v' = e^(−c Δt) v + p u                       p = (1 − e^(−c Δt)) / c        (Δt without c)
//!     heading:  ω' = e^(−c Δt) ω + p u,   θ' = θ + p ω + u (Δt − p) / c        (½ u Δt² without c)
//! ```
//!
//! and the controller is [`Pid::step`], without its limits. Together they are linear: put to each unit vector of the
//! state (motion, history, integral) they give the columns of a matrix. With Simpson's rule over all time an even and
//! an odd number of samples have different ends, so there the matrix is that of two steps.
//!
//! **Stable** is what dies out: all roots within the unit circle, where `spectral radius = lim ‖Mᵐ‖^(1/m) < 1`. The
//! power is found by squaring the matrix again and again (I. M. Gelfand, 1941); no power is below the limit, so the
//! first that is below 1 settles it.

use super::pid::{FEWEST_SAMPLES, Memory, Pid, PidLaw};
use super::plant::Plant;
use super::routh::Verdict;
use crate::engine::probe::NoProbe;

/// A loop whose errors grow or shrink by less than this part a step does neither. Smaller: rounding decides; larger:
/// what dies out within hours is told as not dying out.
const EVEN: f64 = 1e-7;

/// Squarings at most: a power of 2³⁰, of which rounding takes the rest.
const SQUARINGS: i32 = 30;

/// How the errors of the sampled loop go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// What an error is multiplied by in a step after long, at most; where it is below 1 only that is sure.
    pub growth: f64,
}

impl Sampled {
    /// Of a loop: `damping` is c, 1/s; `dt` the time between samples, seconds.
    pub fn of(plant: Plant, law: &PidLaw, damping: f64, dt: f64) -> Sampled {
        let looped = Looped::new(plant, law, damping, dt);
        let growth = spectral_radius(looped.matrix(), looped.size());
        Sampled { growth: if looped.steps == 2 { growth.sqrt() } else { growth } }
    }

    /// Errors die out.
    pub fn is_stable(self) -> bool {
        self.growth < 1.0 - EVEN
    }

    /// Errors grow.
    pub fn is_unstable(self) -> bool {
        // What is no number has grown beyond all.
        self.growth.is_nan() || self.growth > 1.0 + EVEN
    }

    /// True when Routh's criterion says that the loop comes to rest, and sampled it does not.
    pub fn spoils(self, routh: Verdict) -> bool {
        routh == Verdict::Stable && !self.is_stable()
    }
}

/// A loop without limits, from sample to sample.
struct Looped {
    plant: Plant,
    law: PidLaw,
    dt: f64,
    /// Share of the motion that is left after a step.
    kept: f64,
    /// Motion for each unit of push, seconds.
    gained: f64,
    /// Angle for each unit of push, seconds².
    turned: f64,
    /// Samples in the history before a step.
    samples: usize,
    /// Steps after which the history is as long again.
    steps: usize,
}

impl Looped {
    fn new(plant: Plant, law: &PidLaw, damping: f64, dt: f64) -> Looped {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut law = PidLaw { low, high, wraps: false, anti_windup: false, ..*law };
        if law.plant_gain * law.integral == 0.0 {
            // Nobody looks at the integral.
            law = PidLaw { memory: Memory::Window, samples: FEWEST_SAMPLES, integral: 0.0, ..law };
        }
        let (samples, steps) = match law.memory {
            // Panels that have left count on: the shortest history has the same integral.
            Memory::Whole => {
                law.samples = FEWEST_SAMPLES;
                (FEWEST_SAMPLES, 2)
            }
            Memory::Window => (law.samples.max(FEWEST_SAMPLES), 1),
        };
        let x = damping * dt;
        let kept = libm::exp(-x);
        // For small x the differences below have no digits left: the first terms of their series.
        let (gained, turned) = if x < 1e-4 {
            (dt * (1.0 - 0.5 * x), dt * dt * (0.5 - x / 6.0))
        } else {
            let gained = -libm::expm1(-x) / damping;
            (gained, (dt - gained) / damping)
        };
        Looped { plant, law, dt, kept, gained, turned, samples, steps }
    }

    /// Numbers of a state: motion, angle, history, stored integral.
    fn size(&self) -> usize {
        self.samples + 3
    }

    /// The matrix of [`Looped::steps`] steps, column by column.
    fn matrix(&self) -> Vec<f64> {
        let size = self.size();
        let mut columns = vec![0.0; size * size];
        for (k, column) in columns.chunks_mut(size).enumerate() {
            let start = |i: usize| if i == k { 1.0 } else { 0.0 };
            let [mut motion, mut angle] = [start(0), start(1)];
            let history = (0..self.samples).map(|i| start(2 + i)).collect();
            let mut pid = Pid { history, stored: start(size - 1), integral: 0.0 };
            for _ in 0..self.steps {
                let is = if self.plant == Plant::Heading { angle } else { motion };
                let push = pid.step(&self.law, -is, self.dt, &mut NoProbe).output;
                if self.plant == Plant::Heading {
                    angle += self.gained * motion + self.turned * push;
                }
                motion = self.kept * motion + self.gained * push;
            }
            // Of a speed there is no angle: it is forgotten.
            let angle = if self.plant == Plant::Heading { angle } else { 0.0 };
            let integral = if self.law.memory == Memory::Whole { pid.stored } else { 0.0 };
            let state = [motion, angle].into_iter().chain(pid.history).chain([integral]);
            column.iter_mut().zip(state).for_each(|(place, number)| *place = number);
        }
        columns
    }
}

/// The largest root of a square matrix by its size; of one below 1 no more than a bound that is below 1, too.
fn spectral_radius(mut matrix: Vec<f64>, size: usize) -> f64 {
    let (mut logarithm, mut share, mut found) = (0.0, 1.0, f64::INFINITY);
    for turn in 0..SQUARINGS {
        let norm = matrix.chunks(size).map(|column| column.iter().map(|number| number.abs()).sum()).fold(0.0, f64::max);
        if norm == 0.0 {
            return 0.0;
        }
        logarithm += share * libm::log(norm);
        let before = found;
        found = libm::exp(logarithm);
        if !found.is_finite() || found < 1.0 - 1e3 * EVEN || (turn > 12 && (before - found).abs() < 1e-10) {
            return found;
        }
        matrix.iter_mut().for_each(|number| *number /= norm);
        matrix = squared(&matrix, size);
        share *= 0.5;
    }
    found
}

fn squared(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut product = vec![0.0; size * size];
    for (column, out) in matrix.chunks(size).zip(product.chunks_mut(size)) {
        for (factor, other) in column.iter().zip(matrix.chunks(size)).filter(|(factor, _)| **factor != 0.0) {
            out.iter_mut().zip(other).for_each(|(sum, number)| *sum += factor * number);
        }
    }
    product
}
