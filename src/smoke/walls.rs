//! Which faces between cells are blocked, and how fast what blocks them moves.
//!
//! The middles of the cells are a lattice. A face is blocked when the line between the two middles beside it meets a
//! body. So every body that no line of the lattice passes without meeting it is tight, a wall without thickness too:
//! whoever walks from cell to cell through free faces crosses no body. On each line of the lattice a convex body
//! covers an interval, which is found exactly; no body is replaced by the cells that it covers.

use super::grid::Grid;
use crate::engine::math::{Pose, Vec2, perp};

/// A convex body, or a part of one: its core, and a rounding around that.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle<'a> {
    /// Whose part it is: whatever the caller counts by.
    pub body: u32,
    /// Vertices in the body's frame in their order, metres; one is a circle, two a wall or a capsule.
    pub points: &'a [Vec2],
    /// Metres.
    pub radius: f32,
    /// Where the body's frame stands.
    pub pose: Pose,
    /// Where it stood a step ago.
    pub before: Pose,
    /// The point that moves with `velocity`, world, metres.
    pub center: Vec2,
    /// m/s.
    pub velocity: Vec2,
    /// rad/s.
    pub spin: f32,
}

/// A face that a body blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocked {
    /// Place in the arrays of its direction.
    pub face: u32,
    /// True for the lower face of a cell, false for its left one.
    pub is_lower: bool,
    /// [`Obstacle::body`].
    pub body: u32,
}

/// What air cannot pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walls {
    /// 1 where air passes the left face of a cell, 0 where it does not.
    pub open_left: Vec<f32>,
    /// The same of its lower face.
    pub open_lower: Vec<f32>,
    /// Velocity to the right of what blocks the left face, m/s.
    pub wall_u: Vec<f32>,
    /// Velocity upwards of what blocks the lower face, m/s.
    pub wall_v: Vec<f32>,
    /// True for cells whose middle a body covers.
    pub is_solid: Vec<bool>,
    /// So many cells in each direction there is no blocked face and no border (at most 255).
    pub clear: Vec<u8>,
    /// Faces that bodies block, in the order in which they were found.
    pub blocked: Vec<Blocked>,
}

impl Walls {
    /// The walls of a grid with these bodies in it.
    pub fn set(&mut self, grid: &Grid, obstacles: &[Obstacle<'_>]) {
        self.clear_all(grid);
        for obstacle in obstacles {
            Marker::new(grid, obstacle).mark(self, obstacle);
        }
        self.measure(grid);
    }

    fn clear_all(&mut self, grid: &Grid) {
        let stride = grid.stride();
        for (values, value) in [(&mut self.open_left, 1.0), (&mut self.open_lower, 1.0), (&mut self.wall_u, 0.0), (&mut self.wall_v, 0.0)] {
            values.clear();
            values.resize(grid.len(), value);
        }
        self.is_solid.clear();
        self.is_solid.resize(grid.len(), false);
        self.blocked.clear();
        // Faces of the ring lead nowhere; the border of a closed grid is a wall.
        let border = if grid.is_open { 1.0 } else { 0.0 };
        for row in 0..grid.rows + 2 {
            let inside = row >= 1 && row <= grid.rows;
            let first = row * stride;
            self.open_left[first] = 0.0;
            self.open_left[first + 1] = if inside { border } else { 0.0 };
            self.open_left[first + stride - 1] = if inside { border } else { 0.0 };
            self.open_lower[first] = 0.0;
            self.open_lower[first + stride - 1] = 0.0;
        }
        for column in 1..=grid.columns {
            self.open_lower[column] = 0.0;
            self.open_lower[stride + column] = border;
            self.open_lower[(grid.rows + 1) * stride + column] = border;
            self.open_left[column] = 0.0;
            self.open_left[(grid.rows + 1) * stride + column] = 0.0;
        }
    }

    /// Distances to what blocks, in two passes over the grid (A. Rosenfeld, J. Pfaltz, "Sequential operations in
    /// digital picture processing", 1966).
    fn measure(&mut self, grid: &Grid) {
        let stride = grid.stride();
        self.clear.clear();
        self.clear.resize(grid.len(), 0);
        let (left, lower) = (&self.open_left, &self.open_lower);
        for row in 1..=grid.rows {
            for i in grid.row(row) {
                let is_free = left[i] * left[i + 1] * lower[i] * lower[i + stride] > 0.0;
                let before = self.clear[i - 1].min(self.clear[i - stride]).min(self.clear[i - stride - 1]).min(self.clear[i - stride + 1]);
                self.clear[i] = if is_free { before.saturating_add(1) } else { 0 };
            }
        }
        for row in (1..=grid.rows).rev() {
            for i in grid.row(row).rev() {
                let after = self.clear[i + 1].min(self.clear[i + stride]).min(self.clear[i + stride + 1]).min(self.clear[i + stride - 1]);
                self.clear[i] = self.clear[i].min(after.saturating_add(1));
            }
        }
    }
}

/// An obstacle on the lattice of cell middles.
struct Marker {
    /// Vertices in cells.
    core: Vec<Vec2>,
    /// Cells.
    radius: f32,
    grid: Grid,
}

impl Marker {
    fn new(grid: &Grid, obstacle: &Obstacle<'_>) -> Marker {
        let core = obstacle.points.iter().map(|&p| grid.to_cells(obstacle.pose.transform_point(p))).collect();
        Marker { core, radius: obstacle.radius / grid.cell, grid: *grid }
    }

    fn mark(&self, walls: &mut Walls, obstacle: &Obstacle<'_>) {
        let grid = &self.grid;
        let all_finite = self.core.iter().all(|p| p.is_finite()) && self.radius.is_finite();
        if self.core.is_empty() || !all_finite {
            return;
        }
        let (low, high) = self.core.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), p| (low.min(*p), high.max(*p)));
        let speed_at = |place: Vec2| obstacle.velocity + perp(grid.to_world(place) - obstacle.center) * obstacle.spin;
        for row in lattice(low.y - self.radius, high.y + self.radius, grid.rows) {
            let Some([from, to]) = self.interval(row as f32, false) else { continue };
            // Middles in the interval are covered.
            for column in lattice(from, to, grid.columns) {
                walls.is_solid[grid.index(column, row)] = true;
            }
            // The edge of the lattice from column − 1 to column meets it.
            let first = from.ceil().max(1.0);
            let last = (to.floor() + 1.0).min(grid.columns as f32 + 1.0);
            for column in counts(first, last) {
                let face = grid.index(column, row);
                if walls.open_left[face] > 0.0 || is_border(column, grid.columns) {
                    walls.open_left[face] = 0.0;
                    walls.wall_u[face] = speed_at(Vec2::new(column as f32 - 0.5, row as f32)).x;
                    walls.blocked.push(Blocked { face: face as u32, is_lower: false, body: obstacle.body });
                }
            }
        }
        for column in lattice(low.x - self.radius, high.x + self.radius, grid.columns) {
            let Some([from, to]) = self.interval(column as f32, true) else { continue };
            let first = from.ceil().max(1.0);
            let last = (to.floor() + 1.0).min(grid.rows as f32 + 1.0);
            for row in counts(first, last) {
                let face = grid.index(column, row);
                if walls.open_lower[face] > 0.0 || is_border(row, grid.rows) {
                    walls.open_lower[face] = 0.0;
                    walls.wall_v[face] = speed_at(Vec2::new(column as f32, row as f32 - 0.5)).y;
                    walls.blocked.push(Blocked { face: face as u32, is_lower: true, body: obstacle.body });
                }
            }
        }
        for row in lattice(low.y - self.radius, high.y + self.radius, grid.rows) {
            if let Some([from, to]) = self.interval(row as f32, false) {
                self.close_covered(walls, obstacle, row, lattice(from, to, grid.columns));
            }
        }
    }

    /// Closes what is still open around the cells whose middles were found covered along the rows. A middle that lies
    /// on the body's edge to the last bit may be found free along its column: the pressure of air in a solid cell would
    /// have no solution.
    fn close_covered(&self, walls: &mut Walls, obstacle: &Obstacle<'_>, row: usize, columns: std::ops::Range<usize>) {
        let speed_at = |place: Vec2| obstacle.velocity + perp(self.grid.to_world(place) - obstacle.center) * obstacle.spin;
        for column in columns {
            for row in [row, row + 1] {
                let face = self.grid.index(column, row);
                if walls.open_lower[face] > 0.0 {
                    walls.open_lower[face] = 0.0;
                    walls.wall_v[face] = speed_at(Vec2::new(column as f32, row as f32 - 0.5)).y;
                    walls.blocked.push(Blocked { face: face as u32, is_lower: true, body: obstacle.body });
                }
            }
        }
    }

    /// From where to where the body covers the line y = `at` of the lattice, or (`turned`) x = `at`.
    ///
    /// The body is the core grown by discs: the line is covered where it meets the disc of a vertex, or an edge moved
    /// outwards to either side. The body is convex, so all between the outermost meetings is covered.
    fn interval(&self, at: f32, turned: bool) -> Option<[f32; 2]> {
        let point = |p: Vec2| if turned { Vec2::new(p.y, p.x) } else { p };
        let mut found: Option<[f32; 2]> = None;
        let mut meet = |x: f32| found = Some(found.map_or([x, x], |[low, high]| [low.min(x), high.max(x)]));
        for (k, &vertex) in self.core.iter().enumerate() {
            let a = point(vertex);
            let away = at - a.y;
            if away.abs() <= self.radius {
                let reach = (self.radius * self.radius - away * away).max(0.0).sqrt();
                meet(a.x - reach);
                meet(a.x + reach);
            }
            let b = point(self.core[(k + 1) % self.core.len()]);
            let along = b - a;
            let length = along.length();
            if length <= 0.0 {
                continue;
            }
            let out = Vec2::new(along.y, -along.x) * (self.radius / length);
            for side in [out, -out] {
                let (from, to) = (a + side, b + side);
                let is_between = (from.y - at) * (to.y - at) <= 0.0 && from.y != to.y;
                if is_between {
                    meet(from.x + (to.x - from.x) * ((at - from.y) / (to.y - from.y)));
                } else if from.y == at && to.y == at {
                    meet(from.x);
                    meet(to.x);
                }
            }
        }
        found
    }
}

/// The border of a closed grid is blocked already; what moves there still blocks it, with its own velocity.
fn is_border(number: usize, count: usize) -> bool {
    number == 1 || number == count + 1
}

/// Whole numbers from 1 to `most` in an interval.
fn lattice(from: f32, to: f32, most: usize) -> std::ops::Range<usize> {
    counts(from.ceil().max(1.0), to.floor().min(most as f32))
}

/// Whole numbers from `first` to `last`, both included.
fn counts(first: f32, last: f32) -> std::ops::Range<usize> {
    if first <= last { first as usize..last as usize + 1 } else { 0..0 }
}
