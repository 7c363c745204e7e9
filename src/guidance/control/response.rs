//! How well a controller does, measured while it runs: overshoot, settling time, the error that stays.
//!
//! * **Overshoot**: how far it goes past the goal, as a part of the error that it began with.
//! * **Settling time**: when the error was last larger than 5 % of the largest one; if it is so now, it has not
//!   settled. A steady error above 5 % never does.
//! * **Steady error**: the mean of the error over the last moments, each half second back counting e times less. A
//!   swing about the goal has a small mean; that it swings is told by the settling time.
//!
//! Source: K. J. Åström, R. M. Murray, "Feedback Systems" (2008), section 5.3.

/// Part of the largest error within which it counts as settled.
pub const BAND: f64 = 0.05;
/// Time constant of the mean, seconds.
const MEAN_SECONDS: f64 = 0.5;

/// What has been measured since the target was set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// Samples taken.
    pub samples: u64,
    /// The first error.
    pub first: f64,
    /// The largest size of an error.
    pub largest: f64,
    /// The farthest beyond zero, seen from the first error; 0 or more.
    pub past: f64,
    /// Seconds from the start to the last sample outside the band; the band grows with the largest error.
    pub outside: f64,
    /// The mean error of late.
    pub mean: f64,
    /// The newest error.
    pub newest: f64,
}

impl Response {
    /// Takes the error at this moment, `dt` seconds after the one before.
    pub fn take(&mut self, error: f64, dt: f64) {
        if self.samples == 0 {
            (self.first, self.mean) = (error, error);
        } else {
            self.mean += (error - self.mean) * -libm::expm1(-dt / MEAN_SECONDS);
        }
        let beyond = if self.first > 0.0 { -error } else { error };
        if self.first != 0.0 && beyond > self.past {
            self.past = beyond;
        }
        if error.abs() > self.largest {
            self.largest = error.abs();
        }
        if error.abs() > BAND * self.largest {
            self.outside = self.samples as f64 * dt;
        }
        self.newest = error;
        self.samples += 1;
    }

    /// How far past the goal, as a part of the first error; `None` when it began without one.
    pub fn overshoot(&self) -> Option<f64> {
        (self.first != 0.0).then(|| self.past / self.first.abs())
    }

    /// Seconds until it stayed within the band; `None` while it is outside.
    pub fn settled_after(&self, dt: f64) -> Option<f64> {
        let inside = self.samples > 0 && self.newest.abs() <= BAND * self.largest;
        inside.then_some(if self.largest > 0.0 { self.outside + dt } else { 0.0 })
    }
}
