//! Solving with a factored matrix: forward and back substitution, any number of right-hand sides.
//!
//! `A x = b` with `P A = L U` is solved in two passes: `L y = P b` from the top, `U x = y` from the bottom. In a
//! singular system unknowns without pivot can be anything and are set to 0; equations without pivot either follow from
//! the others or contradict them, and what they miss is told.
//!
//! *Least norm.* All solutions of a singular system are one of them plus any mixture of null vectors, `A n = 0`. The
//! one with the smallest sum of squares is perpendicular to all of these: with the null vectors as columns of N it is
//! `x − N (NᵀN)⁻¹ Nᵀ x`. Of two equal supports each carries half then.

use super::lu::Lu;
use super::matrix::{Matrix, dot};
use super::steps::LuStep;
use crate::engine::probe::{NoProbe, Probe, ran};

/// What a substitution found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The unknowns; those without pivot are 0.
    pub x: Vec<f64>,
    /// Equations without pivot.
    pub left_over: Vec<LeftOver>,
}

/// An equation that is not needed for the solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeftOver {
    /// Its row.
    pub row: usize,
    /// Right-hand side minus what the solution gives: 0 up to rounding when the row follows from the others.
    pub residual: f64,
}

impl Lu {
    /// Solves `A x = right`; needs as many entries as the matrix has rows.
    pub fn solve<P: Probe<LuStep>>(&self, right: &[f64], probe: &mut P) -> Solution {
        ran!();
        let mut y: Vec<f64> = Vec::with_capacity(self.rank());
        let mut left_over = Vec::new();
        for (position, &row) in self.order.iter().enumerate() {
            let known = position.min(self.rank());
            let residual = right[row] - dot(&self.factors.row(position)[..known], &y);
            if position < self.rank() {
                let value = residual / self.factors[(position, position)];
                y.push(value); // [lagrange.forward]
                probe.record(|| LuStep::Forward { position, row, value });
            } else {
                left_over.push(LeftOver { row, residual });
                probe.record(|| LuStep::LeftOver { row, residual });
            }
        }
        let mut x = vec![0.0; self.size()];
        self.substitute_back(&y, &mut x, probe);
        Solution { x, left_over }
    }

    /// Finds the unknowns with pivots; the others are what they are in `x`.
    fn substitute_back<P: Probe<LuStep>>(&self, y: &[f64], x: &mut [f64], probe: &mut P) {
        ran!();
        let mut position = self.rank();
        for column in (0..self.size()).rev() {
            if position > 0 && self.pivots[position - 1] == column {
                position -= 1;
                x[column] = y[position] - dot(&self.factors.row(position)[column + 1..], &x[column + 1..]); // [lagrange.back]
                probe.record(|| LuStep::Back { column, position: Some(position), value: x[column] });
            } else {
                probe.record(|| LuStep::Back { column, position: None, value: x[column] });
            }
        }
    }

    /// For each column without pivot the vector with a 1 there that the matrix makes zero.
    pub fn null_vectors(&self) -> Vec<Vec<f64>> {
        let y = vec![0.0; self.rank()];
        let vector = |&column: &usize| {
            let mut x = vec![0.0; self.size()];
            x[column] = 1.0;
            self.substitute_back(&y, &mut x, &mut NoProbe);
            x
        };
        self.free.iter().map(vector).collect()
    }

    /// The solution with the smallest sum of squares among all that give the same right-hand side as `x`.
    pub fn least_norm(&self, x: &[f64]) -> Vec<f64> {
        let mut found = x.to_vec();
        // Made perpendicular to each other, twice, as the first time leaves rounding: then each can be taken out alone.
        let mut basis: Vec<Vec<f64>> = Vec::new();
        for mut vector in self.null_vectors() {
            for _ in 0..2 {
                basis.iter().for_each(|known| take_out(known, &mut vector));
            }
            basis.push(vector);
        }
        for _ in 0..2 {
            basis.iter().for_each(|vector| take_out(vector, &mut found));
        }
        found
    }

    /// `A⁻¹`, one solve for each column; `None` for a singular matrix.
    pub fn inverse(&self) -> Option<Matrix> {
        if self.is_singular() {
            return None;
        }
        let size = self.size();
        let mut inverse = Matrix::zero(size, size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            let solution = self.solve(&unit, &mut NoProbe);
            (0..size).for_each(|row| inverse[(row, column)] = solution.x[row]);
        }
        Some(inverse)
    }

    /// `‖A‖ ‖A⁻¹‖` in the 1-norm: by how much relative errors of the right-hand side may grow in the solution. 1 at
    /// best, infinite for a singular matrix.
    pub fn condition(&self) -> f64 {
        match self.inverse() {
            Some(inverse) if self.size() > 0 => self.norm * inverse.norm(),
            Some(_) => 1.0,
            None => f64::INFINITY,
        }
    }
}

/// Takes the part along `direction` out of `x`.
fn take_out(direction: &[f64], x: &mut [f64]) {
    let share = dot(direction, x) / dot(direction, direction);
    x.iter_mut().zip(direction).for_each(|(x, d)| *x -= share * d);
}
