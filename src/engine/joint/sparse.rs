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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The answer by Gauss's elimination with pivots.
    fn gauss(mut a: Vec<Vec<f64>>) -> Vec<f64> {
        let n = a.len();
        for i in 0..n {
            let pivot = (i..n).max_by(|&x, &y| a[x][i].abs().total_cmp(&a[y][i].abs())).unwrap();
            a.swap(i, pivot);
            let from = a[i].clone();
            for (k, row) in a.iter_mut().enumerate().filter(|(k, _)| *k != i) {
                assert!(k < n && from[i] != 0.0);
                let factor = row[i] / from[i];
                row.iter_mut().zip(&from).for_each(|(x, f)| *x -= factor * f);
            }
        }
        (0..n).map(|i| a[i][n] / a[i][i]).collect()
    }

    #[test]
    fn the_answer_is_that_of_gauss_with_unknowns_left_out_or_not() {
        // Lehmer's generator: the same numbers in every run.
        let mut state = 11_u64;
        let mut noise = || {
            state = state * 48_271 % 2_147_483_647;
            state as f64 / 1_073_741_824.0 - 1.0
        };
        for round in 0..60 {
            let n = 3 + round % 17;
            // A = Σ g gᵀ of vectors with a few numbers near each other, and a little on the diagonal: positive
            // definite and sparse.
            let mut dense = vec![vec![0.0; n]; n];
            for first in 0..n {
                let spread: Vec<(usize, f64)> = [0, 1, 3].iter().map(|k| ((first + k) % n, noise())).collect();
                for &(i, x) in &spread {
                    spread.iter().for_each(|&(j, y)| dense[i][j] += x * y);
                }
                dense[first][first] += 0.1;
            }
            let near = |i: usize| (0..n).filter(|&j| j != i && dense[i][j] != 0.0).map(|j| j as u32).collect::<BTreeSet<u32>>();
            let mut matrix = SparseMatrix::new(Pattern::of((0..n).map(near).collect(), n).unwrap());
            let order: Vec<usize> = matrix.pattern.order.iter().map(|&k| k as usize).collect();
            for k in 0..n {
                matrix.diagonal[k] = dense[order[k]][order[k]];
                for entry in matrix.pattern.column(k) {
                    matrix.below[entry] = dense[order[matrix.pattern.rows[entry] as usize]][order[k]];
                }
            }
            let taken: Vec<bool> = (0..n).map(|k| round % 2 == 0 || k % 3 != 0).collect();
            let right: Vec<f64> = (0..n).map(|_| noise()).collect();
            let rows = (0..n).map(|i| {
                let number = |j: usize| if taken[i] && taken[j] { dense[order[i]][order[j]] } else { f64::from(u8::from(i == j)) };
                (0..n).map(number).chain([right[i]]).collect()
            });
            let exact = gauss(rows.collect());
            matrix.factor(&taken);
            let mut ours = right.clone();
            matrix.substitute(&mut ours);
            for (ours, exact) in ours.iter().zip(&exact) {
                // Doubles; the condition number is below 1e3.
                assert!((ours - exact).abs() < 1e-11 * (1.0 + exact.abs()), "round {round}: {ours} instead of {exact}");
            }
        }
    }
}
