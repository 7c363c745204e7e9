//! Functions of time that a constraint can follow.

/// A number that changes with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// `start + speed t + acceleration t²/2`.
    Uniform {
        /// At t = 0.
        start: f64,
        /// Per second.
        speed: f64,
        /// Per second squared.
        acceleration: f64,
    },
    /// `middle + amplitude sin(rate t + phase)`.
    Sine {
        /// Its mean.
        middle: f64,
        /// Farthest from the mean.
        amplitude: f64,
        /// rad/s.
        rate: f64,
        /// Radians.
        phase: f64,
    },
}

impl Drive {
    /// The number, its first and its second derivative.
    pub fn at(&self, time: f64) -> [f64; 3] {
        match *self {
            Drive::Uniform { start, speed, acceleration } => {
                [start + time * (speed + 0.5 * acceleration * time), speed + acceleration * time, acceleration]
            }
            Drive::Sine { middle, amplitude, rate, phase } => {
                let (sin, cos) = libm::sincos(rate * time + phase);
                [middle + amplitude * sin, amplitude * rate * cos, -amplitude * rate * rate * sin]
            }
        }
    }
}
