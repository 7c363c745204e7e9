//! The PID controller: a push proportional to the error, to its integral and to its derivative.
//!
//! ```text
//!     u = K (K_p e + K_i ∫e dt + K_d ė)         K: gain of the plant, so that the three say what they mean
//! ```
//!
//! * **P** pulls like a spring. Alone it swings about the goal, or rests where it balances what pushes against it.
//! * **D** brakes like a damper: it answers to how fast the error shrinks.
//! * **I** grows while any error stays, so no constant push can hold it off. It answers late: too much of it swings.
//!
//! **History.** The controller keeps its last samples, 7 unless told otherwise. The derivative is the difference of
//! the newest two; the integral is composite Simpson over them ([`super::simpson`]). It reaches over the history alone
//! ([`Memory::Window`]: it forgets, and so cannot hold a constant push off for ever), or from the start
//! ([`Memory::Whole`]): then samples that leave the history leave as whole panels of Simpson's rule, two at a time, and
//! the sum of the panels is kept. (Then at least 4 samples stay, so that what is left is exact on cubics, too.)
//!
//! **Limits and wind-up.** No engine pushes as hard as it is told. While the output is at its limit, the error stays
//! and the integral of everything grows on: it *winds up*, and must be unwound by as much overshoot. Anti-windup by
//! conditional integration: while the output is at a limit and the error pushes further into it, the integral stands
//! still.
//!
//! **A new target** is a new error, not a fast one: the history is emptied ([`Pid::reset`]), or D would kick.
//!
//! **One-step predictor.** What is computed now acts through the next step. With it P looks at the error as it will be
//! at that step's end, `e + ė Δt`.
//!
//! Source: K. J. Åström, T. Hägglund, "Advanced PID Control" (2006), sections 3.5 (wind-up) and 13.3 (discretisation).

use super::simpson::{self, Panel};
use crate::engine::probe::{Probe, ran};

/// How far back the integral reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// Over the samples of the history.
    Window,
    /// Since the target was set.
    #[default]
    Whole,
}

/// Fewest samples of a history: a panel of Simpson's rule.
pub const FEWEST_SAMPLES: usize = 3;
/// Samples of a history unless told otherwise.
pub const USUAL_SAMPLES: usize = 7;

/// What a controller is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PidLaw {
    /// K_p: output per error.
    pub proportional: f64,
    /// K_i: output per error and second.
    pub integral: f64,
    /// K_d: output per rate of the error.
    pub derivative: f64,
    /// K: factor on all three.
    pub plant_gain: f64,
    /// Samples of the history, at least [`FEWEST_SAMPLES`].
    pub samples: usize,
    /// How far back the integral reaches.
    pub memory: Memory,
    /// The integral stands still while the output is at its limit; only of [`Memory::Whole`].
    pub anti_windup: bool,
    /// P looks one step ahead.
    pub predict: bool,
    /// The error is an angle: its rate is the shorter way round.
    pub wraps: bool,
    /// Smallest output.
    pub low: f64,
    /// Largest output.
    pub high: f64,
}

impl Default for PidLaw {
    /// P alone with a gain of 1, without limits.
    fn default() -> PidLaw {
        PidLaw {
            proportional: 1.0,
            integral: 0.0,
            derivative: 0.0,
            plant_gain: 1.0,
            samples: USUAL_SAMPLES,
            memory: Memory::Whole,
            anti_windup: true,
            predict: false,
            wraps: false,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        }
    }
}

/// What a controller has accumulated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pid {
    /// Errors, the oldest first.
    pub history: Vec<f64>,
    /// Integral up to the first of them, error · seconds.
    pub stored: f64,
    /// Integral up to the last of them, as it was used.
    pub integral: f64,
}

/// One step of a controller, with all that it was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PidStep {
    /// The newest error.
    pub error: f64,
    /// Its rate, 1/s; 0 at the first sample.
    pub rate: f64,
    /// The integral that was used, error · seconds.
    pub integral: f64,
    /// K K_p e.
    pub p: f64,
    /// K K_i ∫e.
    pub i: f64,
    /// K K_d ė.
    pub d: f64,
    /// Their sum.
    pub sum: f64,
    /// The sum within the limits.
    pub output: f64,
    /// The integral stood still.
    pub held: bool,
    /// Samples in the history.
    pub samples: usize,
}

/// What a step of a controller did, one after the other: what a probe is told.
#[derive(Clone, Debug, PartialEq)]
pub enum PidRecord {
    /// The error came in, and the one before it told its rate.
    Error {
        /// The newest error.
        error: f64,
        /// The one before; `None` at the first sample.
        last: Option<f64>,
        /// Its rate, 1/s.
        rate: f64,
    },
    /// It went into the history.
    History {
        /// The errors that are in it now, the oldest first.
        samples: Vec<f64>,
        /// How many left it.
        left: usize,
        /// Integral of what has left, error · seconds.
        stored: f64,
    },
    /// The history was integrated.
    Integral {
        /// Panels of the rule, from the oldest to the newest.
        panels: Vec<Panel>,
        /// Integral before this sample, error · seconds.
        before: f64,
        /// Now.
        integral: f64,
    },
    /// The three parts and their sum within the limits, with this integral.
    Sum {
        /// All of it.
        step: PidStep,
        /// The error that P looked at: with the predictor that at the end of the step.
        ahead: f64,
    },
    /// Whether the integral winds up.
    Windup {
        /// The output is at a limit, and more integral would push further into it.
        drives: bool,
        /// So the integral stands still in this step.
        held: bool,
    },
}

impl PidStep {
    /// True when a limit decided.
    pub fn is_clamped(&self) -> bool {
        self.output != self.sum
    }
}

impl Pid {
    /// Forgets everything: there is a new target.
    pub fn reset(&mut self) {
        *self = Pid::default();
    }

    /// Takes the error at this moment, `dt` seconds after the one before, and says how to push until the next.
    pub fn step<P: Probe<PidRecord>>(&mut self, law: &PidLaw, error: f64, dt: f64, probe: &mut P) -> PidStep {
        ran!();
        let last = self.history.last().copied();
        let rate = last.map_or(0.0, |last| difference(law, error, last) / dt); // [control.rate]
        probe.record(|| PidRecord::Error { error, last, rate });
        let left = self.take(law, error, dt); // [control.take]
        probe.record(|| PidRecord::History { samples: self.history.clone(), left, stored: self.stored });
        let before = self.integral;
        self.integral = self.stored + simpson::integral(&self.history, dt); // [control.integral]
        probe.record(|| {
            let mut panels = Vec::new();
            simpson::integral_told(&self.history, dt, &mut panels);
            PidRecord::Integral { panels, before, integral: self.integral }
        });
        let mut step = self.answer(law, error, rate, dt);
        let looks_at = |step: PidStep| PidRecord::Sum { step, ahead: if law.predict { error + rate * dt } else { error } };
        probe.record(|| looks_at(step));
        // Which way more integral would move the output, against which way the output is beyond its limit.
        let drives = law.plant_gain * law.integral * error * (step.sum - step.output) > 0.0; // [control.windup]
        let held = law.anti_windup && law.memory == Memory::Whole && drives;
        probe.record(|| PidRecord::Windup { drives, held });
        if held {
            self.stored += before - self.integral;
            self.integral = before; // [control.hold]
            step = PidStep { held: true, ..self.answer(law, error, rate, dt) };
            probe.record(|| looks_at(step));
        }
        step
    }

    /// Puts the error into the history, and lets go of what is too old: how many.
    fn take(&mut self, law: &PidLaw, error: f64, dt: f64) -> usize {
        self.history.push(error);
        let most = law.samples.max(if law.memory == Memory::Whole { FEWEST_SAMPLES + 1 } else { FEWEST_SAMPLES });
        let before = self.history.len();
        while self.history.len() > most {
            let leaving = if law.memory == Memory::Whole { 2 } else { 1 };
            if law.memory == Memory::Whole {
                self.stored += simpson::integral(&self.history[..=leaving], dt);
            }
            self.history.drain(..leaving);
        }
        before - self.history.len()
    }

    /// The three parts for the integral as it stands.
    fn answer(&self, law: &PidLaw, error: f64, rate: f64, dt: f64) -> PidStep {
        ran!();
        let ahead = if law.predict { error + rate * dt } else { error };
        let p = law.plant_gain * law.proportional * ahead;
        let i = law.plant_gain * law.integral * self.integral;
        let d = law.plant_gain * law.derivative * rate;
        let sum = p + i + d; // [control.sum]
        // [control.limit]
        let output = if sum < law.low {
            law.low
        } else if sum > law.high {
            law.high
        } else {
            sum
        };
        PidStep { error, rate, integral: self.integral, p, i, d, sum, output, held: false, samples: self.history.len() }
    }
}

/// By how much the error has grown.
fn difference(law: &PidLaw, new: f64, old: f64) -> f64 {
    let plain = new - old;
    let turn = 2.0 * std::f64::consts::PI;
    if law.wraps { plain - turn * libm::round(plain / turn) } else { plain }
}
