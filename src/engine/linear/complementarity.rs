//! Linear complementarity problems with bounds, by Dantzig's pivoting.
//!
//! *The problem.* Given a symmetric positive semi-definite A, a vector b and bounds `low ≤ 0 ≤ high`: find λ with
//! `w = A λ + b` such that for each k one of these holds:
//!
//! ```text
//!   w_k = 0   and  low_k ≤ λ_k ≤ high_k        free: the row has what it asks for
//!   w_k ≥ 0   and  λ_k = low_k                 it may grow: a contact that parts pushes no more
//!   w_k ≤ 0   and  λ_k = high_k                it may fall: friction at the edge of its cone
//! ```
//!
//! With `low = 0, high = ∞` this is `w ≥ 0, λ ≥ 0, w·λ = 0`: Signorini's conditions of a contact. With infinite bounds
//! on both sides it is `w = 0`: a joint.
//!
//! *The method* (G. Dantzig and R. Cottle; for contacts D. Baraff, "Fast contact force computation for nonpenetrating
//! rigid bodies", 1994) takes one row after the other and keeps the conditions of all rows before it true:
//!
//! ```text
//!   for each row i:     w_i = b_i + A_i λ;    done if λ_i = 0 is at a bound that allows this w_i
//!     until it holds:   let λ_i grow (w_i < 0) or fall by t; the free rows F follow so that their w stays 0:
//!                          Δλ_F = −A_FF⁻¹ A_Fi t,    Δw = A Δλ
//!                       go as far as the first event:
//!                          w_i becomes 0                      i is free: done
//!                          λ_i comes to its bound             i rests there: done
//!                          λ_k of a free row to a bound       k rests there
//!                          w_k of a resting row to 0          k becomes free
//! ```
//!
//! A_FF stays factored (Cholesky): a row that becomes free adds a row to the factor, one that rests takes the factor
//! back to before it.
//!
//! *Redundant rows.* Two friction rows of a box on the ground are the same row, and A_FF is singular. A ε-th of the
//! diagonal is added, which tells the two apart: the load is shared, and w is off by `ε A_kk λ_k`, a ten-millionth of
//! a percent of what the row carries.
//!
//! *Or it says that it could not.* Contradicting joints have no solution; rounding may let rows change places for
//! ever. Then the number of pivots runs out, or the check at the end fails, and there is an error in place of a result.

use super::matrix::{Matrix, dot};
use crate::engine::probe::ran;

/// Share of the diagonal that is added to it.
const EPSILON: f64 = 1e-9;
/// Violations of the conditions up to this share of what the row carries are rounding (and ε).
pub const VIOLATION: f64 = 1e-7;

/// A problem.
#[derive(Clone, Debug, Default)]
pub struct Complementarity {
    /// A, symmetric and positive semi-definite.
    pub matrix: Matrix,
    /// b.
    pub offset: Vec<f64>,
    /// Lower bounds, at most 0.
    pub low: Vec<f64>,
    /// Upper bounds, at least 0.
    pub high: Vec<f64>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Complementary {
    /// λ, exactly within the bounds.
    pub lambda: Vec<f64>,
    /// How often rows changed places.
    pub pivots: usize,
    /// Worst violation of the conditions, as a share of what its row carries.
    pub violation: f64,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotComplementary {
    /// Sizes do not fit, a number is not finite, or zero is not between the bounds.
    BadInput,
    /// Rows went on changing places.
    TooManyPivots,
    /// The conditions do not hold: by so much, as a share of what the row carries.
    Violated(f64),
}

/// Where a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rest {
    Waiting,
    Free,
    Low,
    High,
}

impl Complementarity {
    /// Solves it.
    pub fn solve(&self) -> Result<Complementary, NotComplementary> {
        ran!();
        let count = self.offset.len();
        let finite =
            self.offset.iter().all(|b| b.is_finite()) && (0..self.matrix.rows()).all(|k| self.matrix.row(k).iter().all(|a| a.is_finite()));
        let fits = [self.matrix.rows(), self.matrix.columns(), self.low.len(), self.high.len()].iter().all(|&n| n == count);
        if !fits || !finite || !self.low.iter().zip(&self.high).all(|(&low, &high)| low <= 0.0 && high >= 0.0) {
            return Err(NotComplementary::BadInput);
        }
        let mut run =
            Run { problem: self, lambda: vec![0.0; count], rests: vec![Rest::Waiting; count], factor: Factor::default(), pivots: 0 };
        for row in 0..count {
            run.settle(row)?;
        }
        let lambda: Vec<f64> =
            run.lambda.iter().zip(self.low.iter().zip(&self.high)).map(|(&x, (&low, &high))| x.clamp(low, high)).collect();
        let violation = self.violation(&lambda);
        let found = Complementary { lambda, pivots: run.pivots, violation };
        if violation <= VIOLATION { Ok(found) } else { Err(NotComplementary::Violated(violation)) }
    }

    /// How much the conditions are violated at worst, each as a share of what its row carries (`Σ |A_kj λ_j| + |b_k|`);
    /// infinite when a λ is outside of its bounds.
    pub fn violation(&self, lambda: &[f64]) -> f64 {
        let mut worst = 0.0;
        for k in 0..lambda.len() {
            let row = self.matrix.row(k);
            let w = self.offset[k] + dot(row, lambda);
            let size = self.offset[k].abs() + row.iter().zip(lambda).map(|(a, x)| (a * x).abs()).sum::<f64>();
            let (x, low, high) = (lambda[k], self.low[k], self.high[k]);
            if !(low..=high).contains(&x) {
                return f64::INFINITY;
            }
            let wrong = match (x == low, x == high) {
                (true, true) => 0.0,
                (true, false) => -w,
                (false, true) => w,
                (false, false) => w.abs(),
            };
            if wrong > 0.0 {
                let share = wrong / size;
                worst = if share > worst { share } else { worst };
            }
        }
        worst
    }

    fn diagonal(&self, k: usize) -> f64 {
        self.matrix[(k, k)] * (1.0 + EPSILON)
    }
}

struct Run<'a> {
    problem: &'a Complementarity,
    lambda: Vec<f64>,
    rests: Vec<Rest>,
    factor: Factor,
    pivots: usize,
}

impl Run<'_> {
    /// w of a row, with ε.
    fn w(&self, k: usize) -> f64 {
        let problem = self.problem;
        problem.offset[k] + dot(problem.matrix.row(k), &self.lambda) + EPSILON * problem.matrix[(k, k)] * self.lambda[k]
    }

    /// Makes the conditions of a row true, and keeps those of the rows before it.
    fn settle(&mut self, row: usize) -> Result<(), NotComplementary> {
        let (low, high) = (self.problem.low[row], self.problem.high[row]);
        let w = self.w(row);
        // λ is still 0: at a bound that allows this w there is nothing to do. Nor is there where nothing can move.
        if low == 0.0 && (w >= 0.0 || high == 0.0) || self.problem.matrix[(row, row)] <= 0.0 {
            self.rests[row] = Rest::Low;
            return Ok(());
        }
        if high == 0.0 && w <= 0.0 {
            self.rests[row] = Rest::High;
            return Ok(());
        }
        let grows = w < 0.0;
        let most = self.pivots + 20 + 10 * self.lambda.len();
        while self.rests[row] == Rest::Waiting {
            if self.pivots > most {
                return Err(NotComplementary::TooManyPivots);
            }
            self.pivots += 1;
            self.advance(row, if grows { 1.0 } else { -1.0 })?;
        }
        Ok(())
    }

    /// Lets a row grow or fall to the first event.
    fn advance(&mut self, row: usize, way: f64) -> Result<(), NotComplementary> {
        let problem = self.problem;
        let free = &self.factor.order;
        let against: Vec<f64> = free.iter().map(|&k| -way * problem.matrix[(k, row)]).collect();
        let follow = self.factor.solve(&against);
        let rate = |k: usize| {
            let line = problem.matrix.row(k);
            way * line[row] + free.iter().zip(&follow).map(|(&f, x)| line[f] * x).sum::<f64>()
        };
        let own = rate(row) + way * EPSILON * problem.matrix[(row, row)];
        let (low, high) = (problem.low[row], problem.high[row]);
        let to_bound = if way > 0.0 { high - self.lambda[row] } else { self.lambda[row] - low };
        // The first event, and what becomes of whom; the row itself first, so that it ends when it can.
        let mut event = (to_bound, row, if way > 0.0 { Rest::High } else { Rest::Low });
        if own * way > 0.0 {
            let step = -self.w(row) / own;
            if step <= event.0 {
                event = (if step > 0.0 { step } else { 0.0 }, row, Rest::Free);
            }
        }
        let mut consider = |step: f64, k: usize, rest: Rest| {
            if step < event.0 {
                event = (if step > 0.0 { step } else { 0.0 }, k, rest);
            }
        };
        for (&k, &x) in free.iter().zip(&follow) {
            if x > 0.0 {
                consider((problem.high[k] - self.lambda[k]) / x, k, Rest::High);
            } else if x < 0.0 {
                consider((problem.low[k] - self.lambda[k]) / x, k, Rest::Low);
            }
        }
        for k in (0..row).filter(|&k| matches!(self.rests[k], Rest::Low | Rest::High) && problem.low[k] < problem.high[k]) {
            let (rate, falls) = (rate(k), self.rests[k] == Rest::Low);
            if (falls && rate < 0.0) || (!falls && rate > 0.0) {
                consider(-self.w(k) / rate, k, Rest::Free);
            }
        }
        let (step, who, rest) = event;
        if !step.is_finite() {
            return Err(NotComplementary::TooManyPivots);
        }
        self.lambda[row] += way * step;
        self.factor.order.iter().zip(&follow).for_each(|(&k, x)| self.lambda[k] += step * x);
        self.put(who, rest)
    }

    /// A row changes its place.
    fn put(&mut self, row: usize, rest: Rest) -> Result<(), NotComplementary> {
        match rest {
            Rest::Low => self.lambda[row] = self.problem.low[row],
            Rest::High => self.lambda[row] = self.problem.high[row],
            Rest::Free | Rest::Waiting => {}
        }
        let was_free = self.rests[row] == Rest::Free;
        self.rests[row] = rest;
        match (was_free, rest == Rest::Free) {
            (false, true) => self.factor.add(self.problem, row),
            (true, false) => self.factor.remove(self.problem, row),
            _ => true,
        }
        .then_some(())
        .ok_or(NotComplementary::TooManyPivots)
    }
}

/// Cholesky's factor L of A_FF (`A_FF = L Lᵀ`), row by row.
#[derive(Clone, Debug, Default)]
struct Factor {
    order: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

impl Factor {
    /// One more free row; false when rounding has made the matrix indefinite.
    fn add(&mut self, problem: &Complementarity, row: usize) -> bool {
        let mut line: Vec<f64> = Vec::with_capacity(self.order.len() + 1);
        for (k, other) in self.order.iter().zip(&self.rows) {
            let at = line.len();
            line.push((problem.matrix[(row, *k)] - dot(&line, &other[..at])) / other[at]);
        }
        let rest = problem.diagonal(row) - dot(&line, &line);
        if rest <= 0.0 {
            return false;
        }
        line.push(rest.sqrt());
        self.order.push(row);
        self.rows.push(line);
        true
    }

    /// One free row less: those that came after it are added again.
    fn remove(&mut self, problem: &Complementarity, row: usize) -> bool {
        let Some(place) = self.order.iter().position(|&k| k == row) else { return true };
        let later = self.order.split_off(place);
        self.rows.truncate(place);
        later[1..].iter().all(|&k| self.add(problem, k))
    }

    /// x with `L Lᵀ x = right`.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(right.len());
        for (line, b) in self.rows.iter().zip(right) {
            let at = x.len();
            x.push((b - dot(&line[..at], &x)) / line[at]);
        }
        for at in (0..x.len()).rev() {
            x[at] /= self.rows[at][at];
            let value = x[at];
            (0..at).for_each(|k| x[k] -= self.rows[at][k] * value);
        }
        x
    }
}
