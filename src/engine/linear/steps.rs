//! What a probe is told of a factoring or a substitution.

use super::matrix::Matrix;

/// A step of [`super::lu::Lu::factor`] or [`super::lu::Lu::solve`]. Positions count pivots from 0; rows and columns are
/// those of the matrix that was given.
#[derive(Clone, Debug, PartialEq)]
pub enum LuStep {
    /// A column's turn begins: what is left of it, after the columns before have been taken out.
    Column {
        /// Which column.
        column: usize,
        /// Which pivot is looked for.
        position: usize,
        /// The matrix row at each position.
        order: Vec<usize>,
        /// Present entries of the rows from `position` on, in that order.
        candidates: Vec<f64>,
        /// L below and on the diagonal, U above it, as far as they are known; rows by position.
        factors: Matrix,
    },
    /// The largest candidate, measured by its row, becomes the pivot.
    Pivot {
        /// Which column.
        column: usize,
        /// Which pivot.
        position: usize,
        /// Row that has it; it changes places with the one that stood there.
        row: usize,
        /// Row that stood there.
        swapped_with: usize,
        /// The entry.
        value: f64,
    },
    /// No candidate is more than rounding: the column is a sum of multiples of those before.
    NoPivot {
        /// Which column.
        column: usize,
        /// What is left of its entries, in the order of the turn.
        candidates: Vec<f64>,
        /// Sizes of the terms that these are sums of.
        terms: Vec<f64>,
    },
    /// The pivot's row of U has been found: entries right of the pivot's column.
    Upper {
        /// Which pivot.
        position: usize,
        /// The whole row of factors.
        row: Vec<f64>,
    },
    /// Forward substitution has found an entry of y in L y = b.
    Forward {
        /// Which pivot.
        position: usize,
        /// Row whose equation gave it.
        row: usize,
        /// The entry.
        value: f64,
    },
    /// A row without pivot: what its equation still asks for when all others hold.
    LeftOver {
        /// Which row.
        row: usize,
        /// 0 up to rounding when the row follows from the others; else they contradict it.
        residual: f64,
    },
    /// Back substitution has found an unknown from U x = y.
    Back {
        /// Which unknown.
        column: usize,
        /// Its pivot; `None` where there is none and the unknown, which could be anything, is 0.
        position: Option<usize>,
        /// The unknown.
        value: f64,
    },
}
