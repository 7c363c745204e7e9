//! Curves as equations: all points with `F(x, y) = Σ c xⁱ yʲ = 0`.
//!
//! **From a parametric curve.** A point lies on the curve (X(t)/W(t), Y(t)/W(t)) when `X(t) − x W(t)` and
//! `Y(t) − y W(t)` have a common root t, and two polynomials have one exactly when the determinant of Bézout's matrix
//! is 0 (Étienne Bézout, 1779): the parameter is eliminated. With the coefficients of tᵃ as homogeneous points
//! `Pₐ = (Xₐ, Yₐ, Wₐ)` the matrix of a curve of degree n is n by n, and its entries are *lines*,
//! `Bᵢⱼ = Σₖ (Pⱼ₊ₖ₊₁ × Pᵢ₋ₖ) · (x, y, 1)` for k from 0 to the smaller of i and n − 1 − j. So F has the degree n. Beyond
//! degree 3 the determinant has lost too many digits: [`Implicit::of_curve`] then has none.

use super::power::{PowerForm, added, degree_of, product};
use super::{DVec2, DVec3};
use crate::engine::probe::ran;

/// Largest degree of a curve whose parameter is eliminated.
pub const MOST_ELIMINATED: usize = 3;

/// A term `c xⁱ yʲ`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Power of x.
    pub x: usize,
    /// Power of y.
    pub y: usize,
    /// c.
    pub factor: f64,
}

/// A curve `Σ c xⁱ yʲ = 0`.
#[derive(Clone, Debug, PartialEq)]
pub struct Implicit {
    /// Its terms; each pair of powers once.
    pub terms: Vec<Term>,
}

impl Implicit {
    /// The line `a x + b y + c = 0`.
    pub fn line(triple: DVec3) -> Implicit {
        Implicit::of_terms(&[(1, 0, triple.x), (0, 1, triple.y), (0, 0, triple.z)])
    }

    /// The circle `(x − cx)² + (y − cy)² − r² = 0`.
    pub fn circle(center: DVec2, radius: f64) -> Implicit {
        let constant = center.length_squared() - radius * radius;
        Implicit::of_terms(&[(2, 0, 1.0), (0, 2, 1.0), (1, 0, -2.0 * center.x), (0, 1, -2.0 * center.y), (0, 0, constant)])
    }

    /// The sum of terms (i, j, c); those with c = 0 are left out.
    pub fn of_terms(terms: &[(usize, usize, f64)]) -> Implicit {
        let terms = terms.iter().filter(|t| t.2 != 0.0).map(|&(x, y, factor)| Term { x, y, factor }).collect();
        Implicit { terms }
    }

    /// The equation of a parametric curve of degree 1 to 3; `None` above, and when all of it is one point or it runs
    /// back on itself.
    pub fn of_curve(curve: &PowerForm) -> Option<Implicit> {
        let degree = curve.degree();
        if !(1..=MOST_ELIMINATED).contains(&degree) {
            return None;
        }
        let at = |c: &[f64], k: usize| c.get(k).copied().unwrap_or(0.0);
        let point = |k: usize| DVec3::new(at(&curve.x, k), at(&curve.y, k), at(&curve.w, k));
        let entry = |i: usize, j: usize| {
            let last = if i < degree - 1 - j { i } else { degree - 1 - j };
            let line = (0..=last).map(|k| point(j + k + 1).cross(point(i - k))).sum::<DVec3>();
            Form::line(line)
        };
        let determinant = match degree {
            1 => entry(0, 0),
            2 => entry(0, 0).times(&entry(1, 1)).minus(&entry(0, 1).times(&entry(1, 0))),
            _ => {
                let minor = |i: usize, j: usize| entry(1, i).times(&entry(2, j)).minus(&entry(1, j).times(&entry(2, i)));
                let first = entry(0, 0).times(&minor(1, 2)).minus(&entry(0, 1).times(&minor(0, 2)));
                first.minus(&Form::default().minus(&entry(0, 2).times(&minor(0, 1))))
            }
        };
        let found = determinant.terms();
        (!found.terms.is_empty()).then_some(found)
    }

    /// The highest power of a term, x and y together.
    pub fn degree(&self) -> usize {
        self.terms.iter().fold(0, |most, t| if t.x + t.y > most { t.x + t.y } else { most })
    }

    /// F at a point.
    pub fn value(&self, p: DVec2) -> f64 {
        self.terms.iter().map(|t| t.factor * power(p.x, t.x) * power(p.y, t.y)).sum()
    }

    /// (∂F/∂x, ∂F/∂y) at a point.
    pub fn gradient(&self, p: DVec2) -> DVec2 {
        let slope = |base: f64, n: usize| if n == 0 { 0.0 } else { n as f64 * power(base, n - 1) };
        let of = |t: &Term| t.factor * DVec2::new(slope(p.x, t.x) * power(p.y, t.y), power(p.x, t.x) * slope(p.y, t.y));
        self.terms.iter().map(of).sum()
    }
}

fn power(base: f64, n: usize) -> f64 {
    (0..n).fold(1.0, |product, _| product * base)
}

/// A polynomial in x and y: `rows[j]` are the coefficients of `x⁰ yʲ, x¹ yʲ, …`; `size` the same of absolute values.
#[derive(Clone, Default)]
struct Form {
    rows: Vec<Vec<f64>>,
    size: Vec<Vec<f64>>,
}

impl Form {
    fn line(l: DVec3) -> Form {
        Form { rows: vec![vec![l.z, l.x], vec![l.y]], size: vec![vec![l.z.abs(), l.x.abs()], vec![l.y.abs()]] }
    }

    fn times(&self, other: &Form) -> Form {
        Form { rows: rows_product(&self.rows, &other.rows), size: rows_product(&self.size, &other.size) }
    }

    fn minus(&self, other: &Form) -> Form {
        let negative: Vec<Vec<f64>> = other.rows.iter().map(|row| row.iter().map(|c| -c).collect()).collect();
        Form { rows: rows_sum(&self.rows, &negative), size: rows_sum(&self.size, &other.size) }
    }

    /// Its terms without those that cannot be told from zero.
    fn terms(&self) -> Implicit {
        let mut terms = Vec::new();
        for (y, (row, size)) in self.rows.iter().zip(&self.size).enumerate() {
            for (x, (&factor, &size)) in row.iter().zip(size).enumerate() {
                if factor.abs() > 64.0 * f64::EPSILON * size {
                    terms.push(Term { x, y, factor });
                }
            }
        }
        Implicit { terms }
    }
}

fn rows_product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut rows = vec![Vec::new(); (a.len() + b.len()).saturating_sub(1)];
    for (i, a) in a.iter().enumerate() {
        for (k, b) in b.iter().enumerate() {
            rows[i + k] = added(&rows[i + k], &product(a, b));
        }
    }
    rows
}

fn rows_sum(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let length = if a.len() > b.len() { a.len() } else { b.len() };
    (0..length).map(|k| added(a.get(k).map_or(&[], Vec::as_slice), b.get(k).map_or(&[], Vec::as_slice))).collect()
}

/// Coefficients of `F(X/W, Y/W) W^degree`, and the sums of the sizes of what was added for each. Of each term `term` is
/// told what it adds, and the sum up to it.
pub(super) fn substituted(implicit: &Implicit, curve: &PowerForm, mut term: impl FnMut(Term, [&[f64]; 2])) -> [Vec<f64>; 2] {
    ran!();
    let degree = implicit.degree();
    let absolute = |c: &[f64]| c.iter().map(|c| c.abs()).collect::<Vec<_>>();
    let (mut sum, mut size) = (Vec::new(), Vec::new());
    for t in &implicit.terms {
        let powers = [(&curve.x, t.x), (&curve.y, t.y), (&curve.w, degree - t.x - t.y)];
        let (mut own, mut own_size) = (vec![t.factor], vec![t.factor.abs()]);
        for (c, n) in powers {
            let c = &c[..=degree_of(c)];
            for _ in 0..n {
                own = product(&own, c);
                own_size = product(&own_size, &absolute(c));
            }
        }
        sum = added(&sum, &own); // [curves.term]
        term(*t, [&own, &sum]);
        size = added(&size, &own_size);
    }
    [sum, size]
}
