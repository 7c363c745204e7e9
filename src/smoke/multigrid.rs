//! A cheap guess at the pressure: one V-cycle of multigrid.
//!
//! A smoother takes away what changes from cell to cell, and leaves what is wide; on a grid of cells twice as large the
//! wide is less wide (A. Brandt, "Multi-level adaptive solutions to boundary-value problems", 1977). So: smooth, hand
//! what is left to the coarser grid, add its answer, smooth again. Coarse faces let through what their two fine faces
//! do: walls need no thought of their own. The cycle is symmetric (as many smoothings before as after, restriction the
//! transpose of prolongation), so it may precondition conjugate gradients (A. McAdams, E. Sifakis, J. Teran, "A
//! parallel multigrid Poisson solver for fluids simulation on large grids", 2010).

/// Smoothings before and after.
const SMOOTHINGS: u32 = 2;
/// On the coarsest grid.
const COARSEST_SMOOTHINGS: u32 = 24;
/// Damping of Jacobi's smoother: 4/5 smooths best in two dimensions.
const DAMPING: f32 = 0.8;
/// A grid of so few cells is not made coarser.
const COARSEST: usize = 32;

/// One grid of the hierarchy; arrays as in [`super::grid`].
#[derive(Debug, Default)]
pub struct Level {
    columns: usize,
    rows: usize,
    /// How many columns and rows of the finer grid make one of its own.
    merged: [usize; 2],
    left: Vec<f32>,
    lower: Vec<f32>,
    inverse: Vec<f32>,
    /// The answer.
    pub x: Vec<f32>,
    /// What is asked.
    pub b: Vec<f32>,
    spare: Vec<f32>,
}

impl Level {
    fn stride(&self) -> usize {
        self.columns + 2
    }

    fn row(&self, row: usize) -> std::ops::Range<usize> {
        let first = row * self.stride() + 1;
        first..first + self.columns
    }

    fn resize(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows) = (columns, rows);
        let length = (columns + 2) * (rows + 2);
        for values in [&mut self.left, &mut self.lower, &mut self.inverse, &mut self.x, &mut self.b, &mut self.spare] {
            values.clear();
            values.resize(length, 0.0);
        }
    }

    fn set_inverse(&mut self) {
        let stride = self.stride();
        for row in 1..=self.rows {
            for i in self.row(row) {
                let sum = self.left[i] + self.left[i + 1] + self.lower[i] + self.lower[i + stride];
                self.inverse[i] = if sum > 0.0 { 1.0 / sum } else { 0.0 };
            }
        }
    }

    /// `out = b − A x`, or with `step` the smoothed `x + 4/5 D⁻¹ (b − A x)`.
    fn residual(&mut self, is_step: bool) {
        let stride = self.stride();
        for row in 1..=self.rows {
            let cells = self.row(row);
            let (from, to) = (cells.start, cells.end);
            let [x, l, r] = [&self.x[from..to], &self.x[from - 1..to - 1], &self.x[from + 1..to + 1]];
            let [d, u] = [&self.x[from - stride..to - stride], &self.x[from + stride..to + stride]];
            let [wl, wr] = [&self.left[from..to], &self.left[from + 1..to + 1]];
            let [wd, wu] = [&self.lower[from..to], &self.lower[from + stride..to + stride]];
            let (b, inverse, out) = (&self.b[from..to], &self.inverse[from..to], &mut self.spare[from..to]);
            let count = out.len();
            let [x, l, r, d, u] = [&x[..count], &l[..count], &r[..count], &d[..count], &u[..count]];
            let [wl, wr, wd, wu] = [&wl[..count], &wr[..count], &wd[..count], &wu[..count]];
            let (b, inverse) = (&b[..count], &inverse[..count]);
            for k in 0..count {
                let flow = wl[k] * (x[k] - l[k]) + wr[k] * (x[k] - r[k]) + wd[k] * (x[k] - d[k]) + wu[k] * (x[k] - u[k]);
                let rest = b[k] - flow;
                out[k] = if is_step { x[k] + DAMPING * inverse[k] * rest } else { rest };
            }
        }
    }

    fn smooth(&mut self) {
        self.residual(true);
        std::mem::swap(&mut self.x, &mut self.spare);
    }

    /// The first smoothing, of an answer that is zero.
    fn begin(&mut self) {
        for ((x, b), inverse) in self.x.iter_mut().zip(&self.b).zip(&self.inverse) {
            *x = DAMPING * inverse * b;
        }
    }
}

/// Grids from fine to coarse.
#[derive(Debug, Default)]
pub struct Multigrid {
    levels: Vec<Level>,
}

impl Multigrid {
    /// Takes over the faces of a grid. Where nothing has moved since, there is nothing to do.
    pub(super) fn set(&mut self, columns: usize, rows: usize, left: &[f32], lower: &[f32]) {
        let is_same = |finest: &Level| [finest.columns, finest.rows] == [columns, rows] && finest.left == left && finest.lower == lower;
        if self.levels.first().is_some_and(is_same) {
            return;
        }
        let mut sizes = vec![([columns, rows], [1, 1])];
        while let Some(([c, r], _)) = sizes.last().copied().filter(|([c, r], _)| c * r > COARSEST) {
            // A long grid is made coarser along its length first.
            let merged = [if c > 2 && 2 * c > r { 2 } else { 1 }, if r > 2 && 2 * r > c { 2 } else { 1 }];
            if merged == [1, 1] {
                break;
            }
            sizes.push(([c.div_ceil(merged[0]), r.div_ceil(merged[1])], merged));
        }
        self.levels.resize_with(sizes.len(), Level::default);
        for (number, ([columns, rows], merged)) in sizes.into_iter().enumerate() {
            let (finer, rest) = self.levels.split_at_mut(number);
            let Some(level) = rest.first_mut() else { break };
            level.resize(columns, rows);
            level.merged = merged;
            match finer.last() {
                None => {
                    level.left.copy_from_slice(left);
                    level.lower.copy_from_slice(lower);
                }
                Some(fine) => coarsen(fine, level),
            }
            level.set_inverse();
        }
    }

    /// About `A⁻¹ b`.
    pub(super) fn guess(&mut self, b: &[f32], x: &mut Vec<f32>) {
        let Some(finest) = self.levels.first_mut() else { return };
        finest.b.copy_from_slice(b);
        let count = self.levels.len();
        for number in 0..count - 1 {
            let (fine, coarse) = self.levels.split_at_mut(number + 1);
            let (Some(fine), Some(coarse)) = (fine.last_mut(), coarse.first_mut()) else { break };
            fine.begin();
            (1..SMOOTHINGS).for_each(|_| fine.smooth());
            fine.residual(false);
            restrict(fine, coarse);
        }
        if let Some(coarsest) = self.levels.last_mut() {
            coarsest.begin();
            (1..COARSEST_SMOOTHINGS).for_each(|_| coarsest.smooth());
        }
        for number in (0..count - 1).rev() {
            let (fine, coarse) = self.levels.split_at_mut(number + 1);
            let (Some(fine), Some(coarse)) = (fine.last_mut(), coarse.first()) else { break };
            prolong(coarse, fine);
            (0..SMOOTHINGS).for_each(|_| fine.smooth());
        }
        x.clear();
        x.extend_from_slice(&self.levels[0].x);
    }
}

/// Faces of a coarse grid: what lies side by side adds up, and over twice the distance half as much passes.
fn coarsen(fine: &Level, coarse: &mut Level) {
    let [across, up] = coarse.merged;
    let (stride, fine_stride) = (coarse.stride(), fine.stride());
    // The last coarse face is the last fine one, also where an odd column is left over.
    let first = |number: usize, merged: usize, most: usize| ((number - 1) * merged + 1).min(most + 1);
    for row in 1..=coarse.rows + 1 {
        for column in 1..=coarse.columns + 1 {
            let i = row * stride + column;
            let (x, y) = (first(column, across, fine.columns), first(row, up, fine.rows));
            let rows = y..(y + up).min(fine.rows + 1);
            let columns = x..(x + across).min(fine.columns + 1);
            coarse.left[i] = rows.map(|y| fine.left[y * fine_stride + x]).sum::<f32>() / across as f32;
            coarse.lower[i] = columns.map(|x| fine.lower[y * fine_stride + x]).sum::<f32>() / up as f32;
        }
    }
}

/// What a coarse cell is asked is what its fine cells are asked together.
fn restrict(fine: &Level, coarse: &mut Level) {
    let [across, up] = coarse.merged;
    let whole = fine.columns / across;
    for row in 1..=coarse.rows {
        let target = coarse.row(row);
        let target = &mut coarse.b[target];
        target.fill(0.0);
        for y in (row - 1) * up + 1..=(row * up).min(fine.rows) {
            let asked = &fine.spare[fine.row(y)];
            if across == 2 {
                let pairs = asked.as_chunks::<2>();
                target[..whole].iter_mut().zip(pairs.0).for_each(|(sum, [left, right])| *sum = *sum + left + right);
                target[whole..].iter_mut().zip(pairs.1).for_each(|(sum, last)| *sum += last);
            } else {
                target.iter_mut().zip(asked).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}

/// Each fine cell gets the answer of the coarse one that it lies in.
fn prolong(coarse: &Level, fine: &mut Level) {
    let [across, up] = coarse.merged;
    for row in 1..=fine.rows {
        let answer = &coarse.x[coarse.row((row - 1) / up + 1)];
        let cells = fine.row(row);
        let (x, inverse) = (&mut fine.x[cells.clone()], &fine.inverse[cells]);
        let free = |inverse: f32, value: f32| if inverse > 0.0 { value } else { 0.0 };
        if across == 2 {
            let (pairs, last) = x.as_chunks_mut::<2>();
            let (inverses, last_inverse) = inverse.as_chunks::<2>();
            for ((x, inverse), value) in pairs.iter_mut().zip(inverses).zip(answer) {
                x[0] += free(inverse[0], *value);
                x[1] += free(inverse[1], *value);
            }
            if let ([x], [inverse], Some(value)) = (last, last_inverse, answer.last()) {
                *x += free(*inverse, *value);
            }
        } else {
            x.iter_mut().zip(inverse).zip(answer).for_each(|((x, inverse), value)| *x += free(*inverse, *value));
        }
    }
}
