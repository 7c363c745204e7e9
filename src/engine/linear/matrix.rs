//! A matrix of f64, row by row.

use std::ops::{Index, IndexMut};

/// A dense matrix; entries by `(row, column)` from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub fn zero(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, columns, entries: vec![0.0; rows * columns] }
    }

    /// Ones on the diagonal.
    pub fn identity(size: usize) -> Matrix {
        let mut matrix = Matrix::zero(size, size);
        (0..size).for_each(|k| matrix[(k, k)] = 1.0);
        matrix
    }

    /// From rows of equal length; `None` when they are not.
    pub fn from_rows(rows: &[&[f64]]) -> Option<Matrix> {
        let columns = rows.first().map_or(0, |row| row.len());
        let equal = rows.iter().all(|row| row.len() == columns);
        equal.then(|| Matrix { rows: rows.len(), columns, entries: rows.concat() })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.entries[row * self.columns..(row + 1) * self.columns]
    }

    /// A row, to be changed.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[row * self.columns..(row + 1) * self.columns]
    }

    /// The rows and columns with these numbers, in their order.
    pub fn part(&self, rows: &[usize], columns: &[usize]) -> Matrix {
        let entries = rows.iter().flat_map(|&r| columns.iter().map(move |&c| self[(r, c)])).collect();
        Matrix { rows: rows.len(), columns: columns.len(), entries }
    }

    /// The matrix times a vector; needs as many entries as there are columns.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.rows).map(|r| dot(self.row(r), vector)).collect()
    }

    /// Largest sum of the sizes of a column's entries: the 1-norm.
    pub fn norm(&self) -> f64 {
        let sum = |c| (0..self.rows).map(|r| self[(r, c)].abs()).sum::<f64>();
        (0..self.columns).map(sum).fold(0.0, larger)
    }
}

/// `Σ a_k b_k`, added up in order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The larger one; `a` when they are equal or `b` is no number.
pub fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * self.columns + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * self.columns + column]
    }
}
