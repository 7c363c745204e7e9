//! The flow carries everything along: each cell looks back to where its air was a step ago (the semi-Lagrangian scheme
//! of Stam 1999, after R. Courant, E. Isaacson, M. Rees 1952), and takes what was there.
//!
//! **The way back** goes by the midpoint rule: half a step back with the velocity here, from there the velocity for the
//! whole step. It ends at the first blocked face, so nothing is taken from behind a wall.
//!
//! **Nothing is lost.** What lies between four cells is their weighted mean, so a cell gives its dye to all that look
//! back near it; the weights that they ask for need not add up to 1, and then dye comes from nowhere or is lost. So
//! what is asked for is counted first (M. Lentine, M. Aanjaneya, R. Fedkiw, "Mass and momentum conservation for fluid
//! simulation", 2011): a cell from which more than 1 is asked gives each its share, and what nobody asks for is carried
//! forwards by the flow. Velocities are sampled without that.

use super::grid::Grid;
use super::walls::Walls;
use crate::engine::math::{Vec2, clamp};
use crate::engine::probe::ran;

/// Where a cell looked back to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landing {
    /// In cells: the middle of cell (i, j) is (i, j).
    pub place: Vec2,
    /// The cell that it lies in.
    pub cell: usize,
    /// Its column, 0 and beyond the last outside.
    pub column: u32,
    /// Its row.
    pub row: u32,
}

impl Landing {
    /// The middle of a cell.
    pub fn middle(grid: &Grid, column: usize, row: usize) -> Landing {
        let place = Vec2::new(column as f32, row as f32);
        Landing { place, cell: grid.index(column, row), column: column as u32, row: row as u32 }
    }

    /// The middle of a cell that is known by its place in the arrays.
    pub fn middle_of(grid: &Grid, cell: usize) -> Landing {
        let (column, row) = grid.cell_of(cell);
        Landing::middle(grid, column, row)
    }

    /// The middle of the face between a cell and the one to its left.
    fn left_face(grid: &Grid, column: usize, row: usize, goes_left: bool) -> Landing {
        // Who goes to the left comes from the cell to the right.
        let cell = Landing::middle(grid, column - usize::from(goes_left), row);
        Landing { place: Vec2::new(column as f32 - 0.5, row as f32), ..cell }
    }

    /// The middle of the face between a cell and the one below it.
    fn lower_face(grid: &Grid, column: usize, row: usize, goes_down: bool) -> Landing {
        let cell = Landing::middle(grid, column, row - usize::from(goes_down));
        Landing { place: Vec2::new(column as f32, row as f32 - 0.5), ..cell }
    }
}

/// What a landing takes: shares of the cell it lies in, of a neighbour beside it, of one above or below, and of the
/// one between these.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shares {
    cell: u32,
    beside: i32,
    above: i32,
    /// What it takes of each of [`Shares::places`]: together 1.
    pub weights: [f32; 4],
}

impl Shares {
    /// The four cells: that of the landing, the one beside it, the one above or below it, the one between these.
    pub fn places(&self) -> [usize; 4] {
        let (cell, beside, above) = (self.cell as i32, self.beside, self.above);
        [cell, cell + beside, cell + above, cell + beside + above].map(|i| i as usize)
    }

    /// The weighted mean of a field.
    fn of(&self, values: &[f32]) -> f32 {
        let [a, b, c, d] = self.places().map(|i| values[i]);
        let [wa, wb, wc, wd] = self.weights;
        wa * a + wb * b + wc * c + wd * d
    }
}

/// The velocity that carries, on the faces and in the middles of cells, in cells per step.
#[derive(Debug, Default)]
pub struct Flow {
    /// To the right, left faces.
    pub u: Vec<f32>,
    /// Upwards, lower faces.
    pub v: Vec<f32>,
    pub(super) middle: Vec<Vec2>,
    pub(super) shares: Vec<Shares>,
    /// How much all cells together ask of each.
    pub(super) asked: Vec<f32>,
    taken: [Vec<f32>; 2],
}

impl Flow {
    /// Takes over velocities (m/s) for a step.
    pub(super) fn set(&mut self, grid: &Grid, u: &[f32], v: &[f32], seconds: f32) {
        let (factor, stride) = (seconds / grid.cell, grid.stride());
        let scaled = |to: &mut Vec<f32>, from: &[f32]| {
            to.clear();
            to.extend(from.iter().map(|value| value * factor));
        };
        scaled(&mut self.u, u);
        scaled(&mut self.v, v);
        self.middle.clear();
        self.middle.resize(grid.len(), Vec2::ZERO);
        for row in 1..=grid.rows {
            for i in grid.row(row) {
                self.middle[i] = 0.5 * Vec2::new(self.u[i] + self.u[i + 1], self.v[i] + self.v[i + stride]);
            }
        }
        // Outside it blows as at the border.
        let (columns, rows) = (grid.columns, grid.rows);
        for column in 0..columns + 2 {
            let inside = column.clamp(1, columns);
            self.middle[grid.index(column, 0)] = self.middle[grid.index(inside, 1)];
            self.middle[grid.index(column, rows + 1)] = self.middle[grid.index(inside, rows)];
        }
        for row in 1..=rows {
            self.middle[grid.index(0, row)] = self.middle[grid.index(1, row)];
            self.middle[grid.index(columns + 1, row)] = self.middle[grid.index(columns, row)];
        }
    }

    /// Velocity at a place, cells per step.
    #[inline(always)]
    fn at(&self, grid: &Grid, place: Vec2) -> Vec2 {
        let x = clamp(place.x, 0.0, grid.columns as f32 + 0.999);
        let y = clamp(place.y, 0.0, grid.rows as f32 + 0.999);
        let (column, row) = (x as i32 as usize, y as i32 as usize);
        let (fx, fy) = (x - column as f32, y - row as f32);
        let i = grid.index(column, row);
        let stride = grid.stride();
        let near = &self.middle[i..i + stride + 2];
        let lower = near[0] * (1.0 - fx) + near[1] * fx;
        let upper = near[stride] * (1.0 - fx) + near[stride + 1] * fx;
        lower * (1.0 - fy) + upper * fy
    }

    /// From a place in a cell along the flow for a step: forwards (`sign` 1) or back (−1).
    #[inline(always)]
    fn follow(&self, grid: &Grid, walls: &Walls, from: Landing, velocity: Vec2, sign: f32) -> Landing {
        let half = walk(grid, walls, from, velocity * (0.5 * sign));
        walk(grid, walls, from, self.at(grid, half.place) * sign)
    }

    /// Where the way back of a cell is halfway: the velocity there goes for the whole step.
    pub(super) fn halfway_back(&self, grid: &Grid, walls: &Walls, cell: usize) -> Landing {
        walk(grid, walls, Landing::middle_of(grid, cell), self.middle[cell] * -0.5)
    }

    /// Where the air in the middle of a cell was a step ago.
    pub fn back(&self, grid: &Grid, walls: &Walls, cell: usize) -> Landing {
        self.follow(grid, walls, Landing::middle_of(grid, cell), self.middle[cell], -1.0)
    }

    /// The way back of all cells.
    pub(super) fn look_back(&mut self, grid: &Grid, walls: &Walls) {
        ran!();
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        shares.resize(grid.len(), Shares::default());
        for row in 1..=grid.rows {
            for (column, i) in (1..).zip(grid.row(row)) {
                if !walls.is_solid[i] {
                    let landing = self.follow(grid, walls, Landing::middle(grid, column, row), self.middle[i], -1.0);
                    shares[i] = shares_of(grid, walls, landing); // [smoke.look_back]
                }
            }
        }
        self.shares = shares;
    }

    /// Carries dye and warmth, each cell taking what it looked back to.
    pub(super) fn carry(&mut self, grid: &Grid, walls: &Walls, mut values: [&mut Vec<f32>; 2]) {
        ran!();
        self.asked.clear();
        self.asked.resize(grid.len(), 0.0);
        for i in grid.cells() {
            let shares = self.shares[i];
            for (place, weight) in shares.places().into_iter().zip(shares.weights) {
                self.asked[place] += weight;
            }
        }
        let some: [bool; 2] = std::array::from_fn(|n| values[n].iter().any(|value| *value != 0.0));
        for (taken, values) in self.taken.iter_mut().zip(&values) {
            taken.clear();
            taken.extend(values.iter().zip(&self.asked).map(|(value, asked)| if *asked > 1.0 { value / asked } else { *value }));
        }
        for (number, values) in values.iter_mut().enumerate().filter(|(number, _)| some[*number]) {
            for i in grid.cells() {
                if !walls.is_solid[i] {
                    values[i] = self.shares[i].of(&self.taken[number]); // [smoke.mix]
                }
            }
        }
        self.carry_rest(grid, walls, values); // [smoke.rest]
    }

    /// What nobody asked for goes forwards.
    fn carry_rest(&self, grid: &Grid, walls: &Walls, values: [&mut Vec<f32>; 2]) {
        let [dye, warmth] = values;
        for row in 1..=grid.rows {
            for (column, i) in (1..).zip(grid.row(row)) {
                let rest = self.taken.each_ref().map(|taken| taken[i] * (1.0 - self.asked[i]));
                if self.asked[i] < 1.0 && rest != [0.0; 2] && !walls.is_solid[i] {
                    let landing = self.follow(grid, walls, Landing::middle(grid, column, row), self.middle[i], 1.0);
                    let shares = shares_of(grid, walls, landing);
                    for (place, weight) in shares.places().into_iter().zip(shares.weights) {
                        dye[place] += weight * rest[0];
                        warmth[place] += weight * rest[1];
                    }
                }
            }
        }
    }

    /// Carries velocities: each open face takes what was there.
    pub(super) fn carry_velocity(&self, grid: &Grid, walls: &Walls, from: [&[f32]; 2], to: [&mut [f32]; 2]) {
        let stride = grid.stride();
        let [u, v] = from;
        let [new_u, new_v] = to;
        for row in 1..=grid.rows + 1 {
            for column in 1..=grid.columns + 1 {
                let i = grid.index(column, row);
                if row <= grid.rows && walls.open_left[i] > 0.0 {
                    let up = 0.25 * (self.v[i - 1] + self.v[i] + self.v[i + stride - 1] + self.v[i + stride]);
                    let velocity = Vec2::new(self.u[i], up);
                    let start = Landing::left_face(grid, column, row, velocity.x > 0.0);
                    let landing = self.follow(grid, walls, start, velocity, -1.0);
                    new_u[i] = left_face_at(grid, walls, u, landing);
                }
                if column <= grid.columns && walls.open_lower[i] > 0.0 {
                    let right = 0.25 * (self.u[i - stride] + self.u[i] + self.u[i - stride + 1] + self.u[i + 1]);
                    let velocity = Vec2::new(right, self.v[i]);
                    let start = Landing::lower_face(grid, column, row, velocity.y > 0.0);
                    let landing = self.follow(grid, walls, start, velocity, -1.0);
                    new_v[i] = lower_face_at(grid, walls, v, landing);
                }
            }
        }
    }
}

/// Goes from a place in a cell by `way`, as far as no face is blocked; outside of the grid it ends at once.
#[inline(always)]
fn walk(grid: &Grid, walls: &Walls, from: Landing, way: Vec2) -> Landing {
    let reach = way.x.abs().max(way.y.abs());
    if reach + 2.0 < f32::from(walls.clear[from.cell]) {
        return landing_at(grid, from.place + way);
    }
    walk_through(grid, walls, from, way)
}

/// A place well inside the grid, and its cell.
#[inline]
fn landing_at(grid: &Grid, place: Vec2) -> Landing {
    let (column, row) = ((place.x + 0.5) as i32 as u32, (place.y + 0.5) as i32 as u32);
    Landing { place, cell: grid.index(column as usize, row as usize), column, row }
}

/// The same from cell to cell (J. Amanatides, A. Woo, "A fast voxel traversal algorithm for ray tracing", 1987), until
/// nothing is near that could block the rest of the way.
#[inline(never)]
fn walk_through(grid: &Grid, walls: &Walls, start: Landing, way: Vec2) -> Landing {
    let from = start.place;
    let (mut column, mut row, mut cell) = (start.column as i32, start.row as i32, start.cell as i32);
    let landing =
        |place: Vec2, column: i32, row: i32, cell: i32| Landing { place, cell: cell as usize, column: column as u32, row: row as u32 };
    let is_outside = |column: i32, row: i32| column < 1 || row < 1 || column > grid.columns as i32 || row > grid.rows as i32;
    if !way.is_finite() || is_outside(column, row) {
        return start;
    }
    let reach = way.x.abs().max(way.y.abs());
    // Share of the way at which the next face to the side and the next above or below lie, and from one to the next.
    let (right, up) = (i32::from(way.x > 0.0), i32::from(way.y > 0.0));
    let (side_step, level_step) = (2 * right - 1, (2 * up - 1) * grid.stride() as i32);
    let part = |way: f32, off: f32| if way == 0.0 { [f32::INFINITY; 2] } else { [off / way, 1.0 / way.abs()] };
    let [mut t_side, side_share] = part(way.x, column as f32 - 0.5 + right as f32 - from.x);
    let [mut t_level, level_share] = part(way.y, row as f32 - 0.5 + up as f32 - from.y);
    loop {
        let t = t_side.min(t_level);
        if t >= 1.0 {
            return landing(within(from + way, column, row), column, row, cell);
        }
        let is_side = t_side <= t_level;
        let open = if is_side {
            walls.open_left[(cell + right) as usize]
        } else {
            walls.open_lower[(if up > 0 { cell + level_step } else { cell }) as usize]
        };
        if open == 0.0 {
            return landing(within(from + way * t.max(0.0), column, row), column, row, cell);
        }
        if is_side {
            (column, cell, t_side) = (column + side_step, cell + side_step, t_side + side_share);
        } else {
            (row, cell, t_level) = (row + 2 * up - 1, cell + level_step, t_level + level_share);
        }
        if is_outside(column, row) {
            return landing(from + way * t.max(0.0), column, row, cell);
        }
        if (1.0 - t) * reach + 3.0 < f32::from(walls.clear[cell as usize]) {
            return landing_at(grid, from + way);
        }
    }
}

/// The place, not beyond its cell by rounding.
fn within(place: Vec2, column: i32, row: i32) -> Vec2 {
    let middle = Vec2::new(column as f32, row as f32);
    Vec2::new(clamp(place.x, middle.x - 0.5, middle.x + 0.5), clamp(place.y, middle.y - 0.5, middle.y + 0.5))
}

/// What a landing takes of the four cells around it. Cells that no free face leads to give nothing, and the others
/// share their part.
fn shares_of(grid: &Grid, walls: &Walls, landing: Landing) -> Shares {
    let (column, row) = (landing.column as usize, landing.row as usize);
    if column == 0 || row == 0 || column > grid.columns || row > grid.rows {
        // From outside: clean air.
        return Shares { cell: landing.cell as u32, beside: 0, above: 0, weights: [1.0, 0.0, 0.0, 0.0] };
    }
    let off = landing.place - Vec2::new(column as f32, row as f32);
    let (ax, ay) = (off.x.abs(), off.y.abs());
    let stride = grid.stride() as i32;
    let (beside, above) = (if off.x >= 0.0 { 1 } else { -1 }, if off.y >= 0.0 { stride } else { -stride });
    let mut shares =
        Shares { cell: landing.cell as u32, beside, above, weights: [(1.0 - ax) * (1.0 - ay), ax * (1.0 - ay), (1.0 - ax) * ay, ax * ay] };
    if walls.clear[landing.cell] < 2 {
        mask(walls, landing.cell as i32, &mut shares, beside, above);
    }
    shares
}

fn mask(walls: &Walls, cell: i32, shares: &mut Shares, beside: i32, above: i32) {
    let left_of = |i: i32| walls.open_left[(i + (beside + 1) / 2) as usize] > 0.0;
    let below = |i: i32| walls.open_lower[(if above > 0 { i + above } else { i }) as usize] > 0.0;
    let (to_side, to_level) = (left_of(cell), below(cell));
    let across = to_side && below(cell + beside) || to_level && left_of(cell + above);
    let [_, side, level, corner] = &mut shares.weights;
    for (weight, is_open) in [(side, to_side), (level, to_level), (corner, across)] {
        if !is_open {
            *weight = 0.0;
        }
    }
    let sum: f32 = shares.weights.iter().sum();
    if sum > 0.0 {
        shares.weights.iter_mut().for_each(|weight| *weight /= sum);
    } else {
        shares.weights = [1.0, 0.0, 0.0, 0.0];
    }
}

/// Velocity to the right at a landing: of the left and right face of its cell, and of the row beyond it if a free face
/// leads there.
fn left_face_at(grid: &Grid, walls: &Walls, u: &[f32], landing: Landing) -> f32 {
    let (column, row) = ((landing.column as usize).clamp(1, grid.columns), (landing.row as usize).clamp(1, grid.rows));
    let cell = grid.index(column, row);
    let x = clamp(landing.place.x - (column as f32 - 0.5), 0.0, 1.0);
    let y = clamp(landing.place.y - row as f32, -0.5, 0.5);
    let stride = grid.stride();
    let (beyond, face) = if y >= 0.0 { (cell + stride, cell + stride) } else { (cell - stride, cell) };
    let own = u[cell] * (1.0 - x) + u[cell + 1] * x;
    let is_inside = if y >= 0.0 { row < grid.rows } else { row > 1 };
    if !is_inside || walls.open_lower[face] == 0.0 {
        return own;
    }
    let other = u[beyond] * (1.0 - x) + u[beyond + 1] * x;
    own * (1.0 - y.abs()) + other * y.abs()
}

/// Velocity upwards at a landing, likewise.
fn lower_face_at(grid: &Grid, walls: &Walls, v: &[f32], landing: Landing) -> f32 {
    let (column, row) = ((landing.column as usize).clamp(1, grid.columns), (landing.row as usize).clamp(1, grid.rows));
    let cell = grid.index(column, row);
    let stride = grid.stride();
    let y = clamp(landing.place.y - (row as f32 - 0.5), 0.0, 1.0);
    let x = clamp(landing.place.x - column as f32, -0.5, 0.5);
    let (beyond, face) = if x >= 0.0 { (cell + 1, cell + 1) } else { (cell - 1, cell) };
    let own = v[cell] * (1.0 - y) + v[cell + stride] * y;
    let is_inside = if x >= 0.0 { column < grid.columns } else { column > 1 };
    if !is_inside || walls.open_left[face] == 0.0 {
        return own;
    }
    let other = v[beyond] * (1.0 - y) + v[beyond + stride] * y;
    own * (1.0 - x.abs()) + other * x.abs()
}
