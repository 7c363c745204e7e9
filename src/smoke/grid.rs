//! Where cells lie, in the world and in memory.

use crate::engine::math::Vec2;

/// A grid of square cells. Arrays hold a ring of cells round it, so that no stencil asks whether it has a neighbour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// Cells in a column.
    pub rows: usize,
    /// Side of a cell, metres.
    pub cell: f32,
    /// Lower left corner, world, metres.
    pub corner: Vec2,
    /// Air passes through the border of the grid; else it is a wall.
    pub is_open: bool,
}

impl Grid {
    /// From one cell of an array to the one above it.
    pub fn stride(&self) -> usize {
        self.columns.saturating_add(2)
    }

    /// Length of an array.
    pub fn len(&self) -> usize {
        self.stride().saturating_mul(self.rows.saturating_add(2))
    }

    /// True without cells.
    pub fn is_empty(&self) -> bool {
        self.columns == 0 || self.rows == 0
    }

    /// Place of a cell in an array; both numbers count from 1.
    pub fn index(&self, column: usize, row: usize) -> usize {
        row * self.stride() + column
    }

    /// Column and row of a place in an array.
    pub fn cell_of(&self, index: usize) -> (usize, usize) {
        (index % self.stride(), index / self.stride())
    }

    /// Where a world point lies, in cells: the middle of cell (i, j) is (i, j).
    pub fn to_cells(&self, point: Vec2) -> Vec2 {
        (point - self.corner) / self.cell + Vec2::splat(0.5)
    }

    /// The world point of a place in cells.
    pub fn to_world(&self, place: Vec2) -> Vec2 {
        self.corner + (place - Vec2::splat(0.5)) * self.cell
    }

    /// Width and height, metres.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.columns as f32, self.rows as f32) * self.cell
    }

    /// Places of the cells of a row, from left to right.
    pub fn row(&self, row: usize) -> std::ops::Range<usize> {
        let first = self.index(1, row);
        first..first + self.columns
    }

    /// All cells in order.
    pub fn cells(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let grid = *self;
        (1..=grid.rows).flat_map(move |row| grid.row(row))
    }
}
