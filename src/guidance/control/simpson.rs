//! The integral of equally spaced samples.
//!
//! **Simpson's rule.** Through three samples goes one parabola; its integral over the two intervals between them is
//! `Δt/3 · (f₀ + 4 f₁ + f₂)`. *Composite*: many such panels side by side, so the weights are 1, 4, 2, 4, …, 2, 4, 1,
//! times Δt/3. By symmetry the rule is exact on cubics too, although it was made for parabolas.
//!
//! **An odd number of intervals** leaves one over. The last three are then taken by the 3/8 rule,
//! `3Δt/8 · (f₀ + 3 f₁ + 3 f₂ + f₃)`, the integral of the cubic through four samples: so the whole stays exact on
//! cubics. Two samples alone are a trapezium, one is nothing yet.
//!
//! Source: Numerical Recipes, section 4.1.

use crate::engine::probe::{NoProbe, Probe, ran};

/// A piece of the integral: some samples and the rule that is exact for the curve through them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Index of its first sample.
    pub from: usize,
    /// Factors of its samples.
    pub weights: &'static [u8],
    /// What the weighted sum is divided by, times Δt.
    pub divisor: u8,
    /// What it is multiplied by.
    pub factor: u8,
}

const TRAPEZIUM: Panel = Panel { from: 0, weights: &[1, 1], divisor: 2, factor: 1 };
const PARABOLA: Panel = Panel { from: 0, weights: &[1, 4, 1], divisor: 3, factor: 1 };
const CUBIC: Panel = Panel { from: 0, weights: &[1, 3, 3, 1], divisor: 8, factor: 3 };

/// The integral from the first sample to the last, times in seconds; samples are `dt` apart.
pub fn integral(samples: &[f64], dt: f64) -> f64 {
    integral_told(samples, dt, &mut NoProbe)
}

/// The same; what is told is its panels, the oldest first.
pub fn integral_told<P: Probe<Panel>>(samples: &[f64], dt: f64, probe: &mut P) -> f64 {
    ran!();
    match samples {
        [] | [_] => 0.0,
        [a, b] => {
            probe.record(|| TRAPEZIUM);
            0.5 * dt * (a + b)
        }
        [.., a, b, c, d] if samples.len().is_multiple_of(2) => {
            let parabolas = panels(&samples[..samples.len() - 3], probe) * dt / 3.0;
            probe.record(|| Panel { from: samples.len() - 4, ..CUBIC });
            parabolas + 3.0 * dt / 8.0 * (a + 3.0 * b + 3.0 * c + d)
        }
        all => panels(all, probe) * dt / 3.0, // [control.simpson]
    }
}

/// Sum of the weighted samples of an even number of intervals.
fn panels<P: Probe<Panel>>(samples: &[f64], probe: &mut P) -> f64 {
    for (from, _) in samples.windows(3).enumerate().step_by(2) {
        probe.record(|| Panel { from, ..PARABOLA });
    }
    samples.windows(3).step_by(2).map(|panel| panel[0] + 4.0 * panel[1] + panel[2]).sum()
}
