//! A curve as polynomials in t: X(t), Y(t) and W(t), a point being (X/W, Y/W).
//!
//! **From control points.** `B(t) = Σ C(n, k) (1 − t)ⁿ⁻ᵏ tᵏ Pₖ`. Written out, the coefficient of tʲ is
//! `C(n, j) Δʲ P₀` with the forward differences Δ: `Δ⁰ Pₖ = Pₖ`, `Δʲ Pₖ = Δʲ⁻¹ Pₖ₊₁ − Δʲ⁻¹ Pₖ`.

use glam::{DVec2, DVec3};

/// X, Y and W, each `c[0] + c[1] t + c[2] t² + …`.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerForm {
    /// X(t).
    pub x: Vec<f64>,
    /// Y(t).
    pub y: Vec<f64>,
    /// W(t); `[1]` for a polynomial curve.
    pub w: Vec<f64>,
}

impl PowerForm {
    /// A curve whose point is (x(t), y(t)).
    pub fn polynomial(x: &[f64], y: &[f64]) -> PowerForm {
        PowerForm { x: x.to_vec(), y: y.to_vec(), w: vec![1.0] }
    }

    /// The curve of control points (w x, w y, w).
    pub fn of_bezier(points: &[DVec3]) -> PowerForm {
        let coordinate = |of: fn(&DVec3) -> f64| {
            let mut differences: Vec<f64> = points.iter().map(of).collect();
            let (degree, mut binomial) = (points.len().saturating_sub(1), 1.0);
            let mut c = Vec::with_capacity(points.len());
            for j in 0..points.len() {
                c.push(binomial * differences[0]);
                binomial = binomial * (degree - j) as f64 / (j + 1) as f64;
                differences = differences.windows(2).map(|two| two[1] - two[0]).collect();
            }
            c
        };
        let w = if points.iter().all(|p| p.z == 1.0) { vec![1.0] } else { coordinate(|p| p.z) };
        PowerForm { x: coordinate(|p| p.x), y: coordinate(|p| p.y), w }
    }

    /// The largest degree of the three.
    pub fn degree(&self) -> usize {
        [&self.x, &self.y, &self.w].iter().map(|c| degree_of(c)).fold(0, |most, degree| if degree > most { degree } else { most })
    }

    /// The point at t.
    pub fn point(&self, t: f64) -> DVec2 {
        DVec2::new(value(&self.x, t), value(&self.y, t)) / value(&self.w, t)
    }
}

/// The highest power whose coefficient is not zero; 0 for a constant.
pub fn degree_of(c: &[f64]) -> usize {
    c.iter().rposition(|&c| c != 0.0).unwrap_or(0)
}

/// Its value at t, by Horner's rule.
pub fn value(c: &[f64], t: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, &c| sum * t + c)
}

/// `a + b`.
pub fn added(a: &[f64], b: &[f64]) -> Vec<f64> {
    let length = if a.len() > b.len() { a.len() } else { b.len() };
    (0..length).map(|k| a.get(k).unwrap_or(&0.0) + b.get(k).unwrap_or(&0.0)).collect()
}

/// `a · b`.
pub fn product(a: &[f64], b: &[f64]) -> Vec<f64> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut c = vec![0.0; a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        for (k, b) in b.iter().enumerate() {
            c[i + k] += a * b;
        }
    }
    c
}
