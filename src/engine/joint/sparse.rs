//! A sparse symmetric matrix of single numbers and its factors: the numerical half of the elimination in
//! [`super::elimination`].
//!
//! ```text
//!   A = L D Lᵀ,   L lower triangular with ones on its diagonal, D diagonal
//!
//!   for each k:   L_ik = A_ik / D_k,   A_ij −= L_ik A_jk     for all later i, j that k touches
//! ```
//!
//! A positive definite matrix needs no pivoting, whatever the order (Golub and Van Loan, "Matrix Computations", section
//! 4.1). An unknown that is left out has its row and column cleared and solves to its right-hand side.

use super::elimination::Pattern;

/// A matrix in the pattern of its factors, and the factors.
#[derive(Clone, Debug, Default)]
pub struct SparseMatrix {
    /// Where its numbers stand.
    pub pattern: Pattern,
    /// A on the diagonal.
    pub diagonal: Vec<f64>,
    /// A below the diagonal, entries as in the pattern.
    pub below: Vec<f64>,
    inverse: Vec<f64>,
    factors: Vec<f64>,
}

impl SparseMatrix {
    /// Zero.
    pub fn new(pattern: Pattern) -> SparseMatrix {
        let (count, entries) = (pattern.order.len(), pattern.rows.len());
        let (inverse, factors) = (vec![0.0; count], vec![0.0; entries]);
        SparseMatrix { pattern, diagonal: vec![0.0; count], below: vec![0.0; entries], inverse, factors }
    }

    /// Factors the matrix of the unknowns that are `taken`.
    pub fn factor(&mut self, taken: &[bool]) {
        let SparseMatrix { pattern, diagonal, below, inverse, factors } = self;
        for k in 0..diagonal.len() {
            inverse[k] = if taken[k] { diagonal[k] } else { 1.0 };
            for entry in pattern.column(k) {
                factors[entry] = if taken[k] && taken[pattern.rows[entry] as usize] { below[entry] } else { 0.0 };
            }
        }
        let mut updates = pattern.updates.iter();
        for k in 0..diagonal.len() {
            let one_over = if inverse[k] > 0.0 { 1.0 / inverse[k] } else { 0.0 };
            inverse[k] = one_over;
            let column = pattern.column(k);
            for i in column.clone() {
                let raw = factors[i];
                let l = raw * one_over;
                inverse[pattern.rows[i] as usize] -= l * raw;
                for j in i + 1..column.end {
                    if let Some(&entry) = updates.next() {
                        // Those behind i are not divided yet.
                        factors[entry as usize] -= l * factors[j];
                    }
                }
                factors[i] = l;
            }
        }
    }

    /// `numbers` becomes `A⁻¹ numbers`.
    pub fn substitute(&self, numbers: &mut [f64]) {
        let SparseMatrix { pattern, inverse, factors, .. } = self;
        for k in 0..numbers.len() {
            let x = numbers[k];
            for entry in pattern.column(k) {
                numbers[pattern.rows[entry] as usize] -= factors[entry] * x;
            }
            numbers[k] = inverse[k] * x;
        }
        for k in (0..numbers.len()).rev() {
            let mut sum = numbers[k];
            for entry in pattern.column(k) {
                sum -= factors[entry] * numbers[pattern.rows[entry] as usize];
            }
            numbers[k] = sum;
        }
    }
}
