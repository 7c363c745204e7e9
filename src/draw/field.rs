//! A field of cells as areas of one colour: what painters make of [`super::Primitive::Field`].

use glam::Vec2;

/// Cells in rows from the lower left one, each with a level.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    /// Lower left corner.
    pub corner: Vec2,
    /// Side of a cell.
    pub cell: f32,
    /// Cells in a row.
    pub columns: usize,
    /// 0 = nothing, 255 = the whole fill.
    pub levels: &'a [u8],
}

/// How many levels figures tell apart.
const STEPS: u16 = 24;

/// Cells side by side of about one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Lower left corner.
    pub min: Vec2,
    /// Upper right corner.
    pub max: Vec2,
}

impl Cells<'_> {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.levels.len() / self.columns.max(1)
    }

    /// Rectangles of one level each, level by level from faint to full, and the share of the fill that each has.
    pub fn runs(&self) -> Vec<(f32, Vec<Run>)> {
        let step = |level: u8| (u16::from(level) * STEPS + 127) / 255;
        let mut all: Vec<Vec<Run>> = vec![Vec::new(); usize::from(STEPS) + 1];
        for (row, levels) in self.levels.chunks_exact(self.columns.max(1)).enumerate() {
            let mut from = 0;
            while from < levels.len() {
                let level = step(levels[from]);
                let count = levels[from..].iter().take_while(|other| step(**other) == level).count();
                let at = |column: usize, row: usize| self.corner + Vec2::new(column as f32, row as f32) * self.cell;
                all[usize::from(level)].push(Run { min: at(from, row), max: at(from + count, row + 1) });
                from += count;
            }
        }
        let shares = (0..).map(|level: u16| f32::from(level) / f32::from(STEPS));
        shares.zip(all).skip(1).filter(|(_, runs)| !runs.is_empty()).collect()
    }

    /// Level at a corner of the cells, where up to four meet: their mean, so that colours run into each other.
    pub fn corner_level(&self, column: usize, row: usize) -> u8 {
        let rows = self.rows();
        let level = |c: usize, r: usize| u16::from(self.levels[r.min(rows - 1) * self.columns + c.min(self.columns - 1)]);
        let (c, r) = (column.saturating_sub(1), row.saturating_sub(1));
        ((level(c, r) + level(column, r) + level(c, row) + level(column, row)) / 4) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_each_cell_with_a_level_once() {
        let levels = [0, 255, 255, 0, 128, 255, 10, 10, 0, 0, 0, 3];
        let cells = Cells { corner: Vec2::new(1.0, 2.0), cell: 0.5, columns: 4, levels: &levels };
        let runs = cells.runs();
        let area: f32 = runs.iter().flat_map(|(_, runs)| runs).map(|run| (run.max - run.min).element_product()).sum();
        assert_eq!(area, 6.0 * 0.25, "six cells have a level above a half step");
        assert_eq!(runs.last().map(|(share, runs)| (*share, runs.len())), Some((1.0, 2)));
        assert_eq!(cells.corner_level(2, 0), 255);
        assert_eq!((cells.rows(), cells.corner_level(0, 3)), (3, 0));
    }
}
