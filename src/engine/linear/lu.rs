//! LU decomposition in Crout's form with row pivoting.
//!
//! `P A = L U`, where P changes the order of rows, L is lower triangular and U upper triangular with ones on its
//! diagonal. Multiplying out gives an entry after the other, a column of L and then a row of U:
//!
//! ```text
//!   L_ik = a_ik − Σ L_im U_mk           i ≥ k        sums over m < k
//!   U_kj = (a_kj − Σ L_km U_mj) / L_kk    j > k
//! ```
//!
//! *Pivoting.* The division is by `L_kk`, so among the entries that could stand there the largest is taken, each
//! measured by the largest entry of its row: an equation multiplied by a thousand is the same equation.
//!
//! *Singular matrices.* What is left of an entry is known up to the rounding of the terms it is the sum of,
//! `|a_ik| + Σ |L_im U_mk|`. When all that is left of a column is no more than that, or next to nothing of its largest
//! entry, the column is a sum of multiples of the columns before. It gets no pivot, the next column takes the place,
//! and U becomes a staircase:
//!
//! ```text
//!   1  *  *  *  *        columns 0, 1 and 3 have pivots: the rank is 3
//!   .  1  *  *  *        column 2 depends on columns 0 and 1, column 4 on 0, 1 and 3
//!   .  .  .  1  *        as many rows as such columns are left over: their equations follow
//!                        from the others, or contradict them
//! ```
//!
//! So a redundant system is named and can still be solved ([`super::solve`]).
//!
//! Sources: P. D. Crout, "A short method for evaluating determinants and solving systems of linear equations" (1941);
//! G. E. Forsythe and C. B. Moler, "Computer Solution of Linear Algebraic Systems" (1967).

use super::matrix::{Matrix, larger};
use super::steps::LuStep;
use crate::engine::probe::{NoProbe, Probe, ran};

/// What [`Lu::new`] takes for rounding: what is left of an entry when this small a share of the terms that it is the
/// sum of. About 5000 units in the last place; larger: ill-conditioned systems are called singular, smaller: rounding
/// becomes a pivot.
pub const ROUNDING: f64 = 1e-12;

/// Why a matrix cannot be factored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearError {
    /// There are not as many rows as columns.
    NotSquare {
        /// How many rows there are.
        rows: usize,
        /// How many columns there are.
        columns: usize,
    },
    /// An entry is infinite or no number.
    NotFinite {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
}

/// A factored square matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Lu {
    /// L on and below the diagonal, U above it without its ones; rows by position.
    pub(super) factors: Matrix,
    /// Row of the matrix at each position.
    pub(super) order: Vec<usize>,
    /// Column of each pivot, ascending.
    pub(super) pivots: Vec<usize>,
    /// Columns without pivot, ascending.
    pub(super) free: Vec<usize>,
    odd: bool,
    /// 1-norm of the matrix.
    pub(super) norm: f64,
}

impl Lu {
    /// Factors a matrix; what is below [`ROUNDING`] counts as zero.
    pub fn new(matrix: &Matrix) -> Result<Lu, LinearError> {
        Lu::factor(matrix, ROUNDING, &mut NoProbe)
    }

    /// Factors a matrix. A column of whose entries no more is left than the share `tolerance` of their terms, or of its
    /// largest entry measured by the rows, gets no pivot.
    pub fn factor<P: Probe<LuStep>>(matrix: &Matrix, tolerance: f64, probe: &mut P) -> Result<Lu, LinearError> {
        ran!();
        let (size, columns) = (matrix.rows(), matrix.columns());
        if size != columns {
            return Err(LinearError::NotSquare { rows: size, columns });
        }
        let unusable =
            |row: usize| matrix.row(row).iter().position(|x| !x.is_finite()).map(|column| LinearError::NotFinite { row, column });
        if let Some(error) = (0..size).find_map(unusable) {
            return Err(error);
        }
        let scales: Vec<f64> = (0..size).map(|row| row_scale(matrix.row(row))).collect();
        let order: Vec<usize> = (0..size).collect();
        let mut lu = Lu { factors: Matrix::zero(size, size), order, pivots: Vec::new(), free: Vec::new(), odd: false, norm: matrix.norm() };
        for column in 0..size {
            let (candidates, terms) = lu.candidates(matrix, column);
            let position = lu.rank();
            probe.record(|| LuStep::Column {
                column,
                position,
                order: lu.order.clone(),
                candidates: candidates.clone(),
                factors: lu.factors.clone(),
            });
            let shares = |row: usize| matrix[(row, column)].abs() / scales[row];
            let (mut best, mut largest) = (None, tolerance * (0..size).map(shares).fold(0.0, larger));
            for (place, (&entry, &term)) in (position..).zip(candidates.iter().zip(&terms)) {
                let share = entry.abs() / scales[lu.order[place]];
                if entry.abs() > tolerance * term && share > largest {
                    (best, largest) = (Some(place), share);
                }
            }
            let Some(best) = best else {
                probe.record(|| LuStep::NoPivot { column, candidates: candidates.clone(), terms: terms.clone() });
                lu.free.push(column); // [lagrange.no_pivot]
                continue;
            };
            let (row, swapped_with, value) = (lu.order[best], lu.order[position], candidates[best - position]);
            lu.take_pivot(column, candidates, best); // [lagrange.pivot]
            probe.record(|| LuStep::Pivot { column, position, row, swapped_with, value });
            lu.find_upper_row(matrix, position, column);
            probe.record(|| LuStep::Upper { position, row: lu.factors.row(position).to_vec() });
        }
        Ok(lu)
    }

    /// What is left of a column in the rows that have no pivot yet, by position, and the sizes of the terms it is the
    /// sum of.
    fn candidates(&self, matrix: &Matrix, column: usize) -> (Vec<f64>, Vec<f64>) {
        let rank = self.rank();
        let entry = |place: usize| matrix[(self.order[place], column)];
        let taken = |place: usize| self.factors.row(place)[..rank].iter().enumerate().map(|(m, l)| l * self.factors[(m, column)]);
        let places = rank..self.order.len();
        (
            places.clone().map(|place| entry(place) - taken(place).sum::<f64>()).collect(),
            places.map(|place| entry(place).abs() + taken(place).map(f64::abs).sum::<f64>()).collect(),
        )
    }

    /// The candidates become the next column of L, with row `best` at its head.
    fn take_pivot(&mut self, column: usize, candidates: Vec<f64>, best: usize) {
        let position = self.rank();
        for (place, entry) in (position..).zip(candidates) {
            self.factors[(place, position)] = entry;
        }
        if best != position {
            self.order.swap(best, position);
            self.odd = !self.odd;
            for m in 0..=position {
                let (a, b) = (self.factors[(best, m)], self.factors[(position, m)]);
                (self.factors[(best, m)], self.factors[(position, m)]) = (b, a);
            }
        }
        self.pivots.push(column);
    }

    fn find_upper_row(&mut self, matrix: &Matrix, position: usize, column: usize) {
        let pivot = self.factors[(position, position)];
        for j in column + 1..self.order.len() {
            let above: f64 = (0..position).map(|m| self.factors[(position, m)] * self.factors[(m, j)]).sum();
            self.factors[(position, j)] = (matrix[(self.order[position], j)] - above) / pivot;
        }
    }

    /// How many rows and columns there are.
    pub fn size(&self) -> usize {
        self.order.len()
    }

    /// How many pivots there are.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// True when some column has no pivot.
    pub fn is_singular(&self) -> bool {
        !self.free.is_empty()
    }

    /// Columns that are sums of multiples of columns before them, ascending.
    pub fn dependent_columns(&self) -> &[usize] {
        &self.free
    }

    /// Rows that no pivot stands in: sums of multiples of the others.
    pub fn dependent_rows(&self) -> &[usize] {
        &self.order[self.rank()..]
    }

    /// The row of the matrix at each position, those with pivots first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// L on and below the diagonal, U above it without its ones; row k is that of [`Lu::order`] k.
    pub fn factors(&self) -> &Matrix {
        &self.factors
    }

    /// Product of the pivots, with the sign of the exchanges; 0 for a singular matrix.
    pub fn determinant(&self) -> f64 {
        if self.is_singular() {
            return 0.0;
        }
        let product: f64 = (0..self.size()).map(|k| self.factors[(k, k)]).product();
        if self.odd { -product } else { product }
    }
}

/// Size of a row's largest entry; 1 for a row of zeros.
fn row_scale(row: &[f64]) -> f64 {
    let largest = row.iter().map(|x| x.abs()).fold(0.0, larger);
    if largest > 0.0 { largest } else { 1.0 }
}
