//! All new pairs of a grid's boxes in one sweep.
//!
//! Each box looks only forward: the rest of its own bucket, the cell to the right, the row above. The other half finds
//! it.
//!
//! *What is new?* Two boxes that overlap now and did not when pairs were told last. A box that has not changed since is
//! the same as then, so of two such nothing is new, and most neighbours of one that has moved are old acquaintances as
//! well: of some six overlapping partners of a box in a crowd less than one. Two comparisons of eight boxes at once
//! leave over just the new ones, with hardly a branch that the processor could guess wrongly.

use super::blocks::{Pieces, Region};
use super::cells::{Cells, floor, inv_cell_of};
use super::grid::{CellRow, GONE, Grid, GridStep, cells_step, places_of};
use crate::engine::lanes::{self, Kernel, Lanes, SetBits};
use crate::engine::probe::{Probe, ran};

impl Grid {
    /// Calls `found(a, b)` for boxes that overlap, of which those that were told did not, such that each such pair is
    /// found from at least one side. Only sorted boxes take part. Where `found` is false it ends soon: no further box
    /// looks for others. Returns how many boxes were compared.
    pub fn join<P: Probe<GridStep>>(&self, probe: &mut P, found: impl FnMut(u32, u32) -> bool) -> u64 {
        lanes::run(self.width, Join { grid: self, probe, found, ends: false, compared: 0 })
    }
}

/// See [`Grid::join`].
struct Join<'a, P, F> {
    grid: &'a Grid,
    probe: &'a mut P,
    found: F,
    ends: bool,
    compared: u64,
}

/// A box that looks for others.
#[derive(Clone, Copy)]
struct Asker<L> {
    proxy: u32,
    now: Region<L>,
    told: Region<L>,
}

impl<P: Probe<GridStep>, F: FnMut(u32, u32) -> bool> Kernel for Join<'_, P, F> {
    type Output = u64;
    #[inline(always)]
    fn run<L: Lanes>(mut self) -> u64 {
        let grid = self.grid;
        for (place, me) in grid.entries.iter().enumerate() {
            if me.proxy == GONE {
                continue;
            }
            if self.ends {
                break;
            }
            let sides = grid.blocks.now(place);
            let asker = Asker { proxy: me.proxy, now: Region::<L>::of(sides), told: Region::<L>::of(grid.blocks.told(place)) };
            let (aabb, level, inv_cell) = (sides.aabb(), me.level, inv_cell_of(me.level));
            let (x, y) = (floor(aabb.min.x * inv_cell), floor(aabb.min.y * inv_cell));
            let (end_x, end_y) = (floor(aabb.max.x * inv_cell), floor(aabb.max.y * inv_cell));
            // The rest of its own bucket, and the cell to the right, which lies behind it.
            self.read_row(&asker, CellRow { level, x, y, count: 1 + u32::from(end_x > x) }, place + 1);
            if end_y > y {
                self.read_row(&asker, CellRow { level, x: x - 1, y: y + 1, count: (end_x - x + 2) as u32 }, 0);
            }
            for level in SetBits(grid.levels & (u32::MAX << me.level << 1)) {
                let cells = Cells::of(aabb, level);
                for y in cells.y0..=cells.y1 {
                    self.read_row(&asker, CellRow { level, x: cells.x0, y, count: (cells.x1 - cells.x0 + 1) as u32 }, 0);
                }
            }
        }
        self.compared
    }
}

impl<P: Probe<GridStep>, F: FnMut(u32, u32) -> bool> Join<'_, P, F> {
    /// Compares the asker with the boxes in some cells, but for those at the begin of their run up to place `from`.
    #[inline(always)]
    fn read_row<L: Lanes>(&mut self, asker: &Asker<L>, row: CellRow, from: usize) {
        ran!();
        let grid = self.grid;
        let mut places = grid.places(row); // [broad.cells]
        places[0].start = places[0].start.max(from);
        self.probe.record(|| cells_step(row, &places));
        for run in places {
            self.compared += run.len() as u64;
            for piece in Pieces(run) {
                let mut met = grid.compare(piece, &asker.now, self.probe);
                if met != 0 {
                    met &= !grid.blocks.overlapping_told(piece.0, &asker.told);
                }
                for place in places_of(piece.0, met) {
                    self.ends |= !(self.found)(asker.proxy, grid.entries[place].proxy);
                }
            }
        }
    }
}
