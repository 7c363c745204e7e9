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

/// The integral from the first sample to the last, times in seconds; samples are `dt` apart.
pub fn integral(samples: &[f64], dt: f64) -> f64 {
    match samples {
        [] | [_] => 0.0,
        [a, b] => 0.5 * dt * (a + b),
        [.., a, b, c, d] if samples.len().is_multiple_of(2) => {
            panels(&samples[..samples.len() - 3]) * dt / 3.0 + 3.0 * dt / 8.0 * (a + 3.0 * b + 3.0 * c + d)
        }
        all => panels(all) * dt / 3.0,
    }
}

/// Sum of the weighted samples of an even number of intervals.
fn panels(samples: &[f64]) -> f64 {
    samples.windows(3).step_by(2).map(|panel| panel[0] + 4.0 * panel[1] + panel[2]).sum()
}
