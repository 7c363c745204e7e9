//! Moving bodies take along what they pass.
//!
//! A body that moves comes to lie on cells with dye in them, and a thin one has passed them by the end of the step.
//! Seen from the body the middle of such a cell has gone from `p₀` to `p₁`, through the body. Its dye stays on the side
//! where it was: it goes to the cell at the place that `p₀` has now.
//!
//! ```text
//!     before              now
//!       ┃ ·                ·┃ x      · middle of a cell, x where its dye belongs: still to the right of the wall
//! ```

use super::grid::Grid;
use super::walls::{Obstacle, Walls};
use crate::engine::math::{Vec2, cross, on_segment};

/// How far from where it belongs dye may come to lie, cells.
const NEAR: i32 = 2;
/// How far from a covered cell a free one is looked for, cells.
const FARTHEST: i32 = 64;

/// Moves what bodies have passed or covered; what is enclosed on all sides stays where it is.
pub(super) fn displace(grid: &Grid, walls: &Walls, obstacles: &[Obstacle<'_>], values: [&mut Vec<f32>; 2]) {
    let [dye, warmth] = values;
    let around: Vec<[Vec2; 2]> = obstacles.iter().map(|obstacle| bounds(grid, obstacle)).collect();
    let mut moves: Vec<(usize, usize)> = Vec::new();
    for (number, obstacle) in obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.before != obstacle.pose) {
        let [low, high] = around[number];
        let mut near: Option<Vec<&Obstacle<'_>>> = None;
        for i in cells_between(grid, low, high) {
            if (dye[i] != 0.0 || warmth[i] != 0.0) && Way::of(grid, i).crosses(obstacle, i) {
                let is_near = |other: &[Vec2; 2]| other[0].cmple(high).all() && low.cmple(other[1]).all();
                let near = near.get_or_insert_with(|| obstacles.iter().zip(&around).filter(|(_, b)| is_near(b)).map(|(o, _)| o).collect());
                moves.extend(taken_along(grid, walls, obstacle, near, i).map(|to| (i, to)));
            }
        }
    }
    // A cell that two bodies have passed goes with the first. All at once: what has arrived is not moved again.
    moves.sort_by_key(|(from, _)| *from);
    moves.dedup_by_key(|(from, _)| *from);
    for values in [&mut *dye, &mut *warmth] {
        let taken: Vec<f32> = moves.iter().map(|(from, _)| std::mem::take(&mut values[*from])).collect();
        moves.iter().zip(taken).for_each(|((_, to), value)| values[*to] += value);
    }
    for i in grid.cells().filter(|&i| walls.is_solid[i]) {
        if (dye[i] != 0.0 || warmth[i] != 0.0)
            && let Some(to) = nearest_open(grid, walls, i)
        {
            for values in [&mut *dye, &mut *warmth] {
                values[to] += std::mem::take(&mut values[i]);
            }
        }
    }
}

/// The box around a body before and now and some cells more, in cells.
fn bounds(grid: &Grid, obstacle: &Obstacle<'_>) -> [Vec2; 2] {
    let places = obstacle.points.iter().flat_map(|&p| [obstacle.before.transform_point(p), obstacle.pose.transform_point(p)]);
    let [low, high] = places.map(|p| grid.to_cells(p)).fold([Vec2::MAX, Vec2::MIN], |[low, high], p| [low.min(p), high.max(p)]);
    let grown = Vec2::splat(obstacle.radius / grid.cell + 1.0 + NEAR as f32);
    [low - grown, high + grown]
}

fn cells_between(grid: &Grid, low: Vec2, high: Vec2) -> impl Iterator<Item = usize> + use<> {
    let grid = *grid;
    let range = move |low: f32, high: f32, most: usize| {
        let (low, high) = (low.floor().max(1.0), high.ceil().min(most as f32));
        if low <= high { low as usize..high as usize + 1 } else { 0..0 }
    };
    range(low.y, high.y, grid.rows).flat_map(move |row| range(low.x, high.x, grid.columns).map(move |column| grid.index(column, row)))
}

/// The dye of a cell, which was in its middle a step ago.
struct Way<'a> {
    grid: &'a Grid,
    from: Vec2,
}

impl Way<'_> {
    fn of(grid: &Grid, cell: usize) -> Way<'_> {
        Way { grid, from: middle(grid, cell) }
    }

    /// True when it is not on the same side of the body any more, if it is in this cell now.
    fn crosses(&self, obstacle: &Obstacle<'_>, cell: usize) -> bool {
        let now = obstacle.pose.inv_transform_point(middle(self.grid, cell));
        meets(obstacle, obstacle.before.inv_transform_point(self.from), now)
    }
}

fn middle(grid: &Grid, cell: usize) -> Vec2 {
    let (column, row) = grid.cell_of(cell);
    grid.to_world(Vec2::new(column as f32, row as f32))
}

/// Where the dye of a cell goes that a body has passed or covered: on the same side of all bodies near.
fn taken_along(grid: &Grid, walls: &Walls, obstacle: &Obstacle<'_>, near: &[&Obstacle<'_>], cell: usize) -> Option<usize> {
    let way = Way::of(grid, cell);
    let wanted = grid.to_cells(obstacle.pose.transform_point(obstacle.before.inv_transform_point(way.from)));
    let (x, y) = ((wanted.x + 0.5).floor() as i32, (wanted.y + 0.5).floor() as i32);
    let places = (-NEAR..=NEAR).flat_map(|dy| (-NEAR..=NEAR).map(move |dx| (x.saturating_add(dx), y.saturating_add(dy))));
    let fits = places.filter_map(|(x, y)| {
        let is_inside = x >= 1 && y >= 1 && x <= grid.columns as i32 && y <= grid.rows as i32;
        let to = is_inside.then(|| grid.index(x as usize, y as usize)).filter(|&to| !walls.is_solid[to])?;
        let far = (Vec2::new(x as f32, y as f32) - wanted).length_squared();
        (!near.iter().any(|other| way.crosses(other, to))).then_some((far, to))
    });
    fits.min_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b))).map(|(_, to)| to)
}

/// True when the segment between two points of the body's frame meets the body.
fn meets(obstacle: &Obstacle<'_>, from: Vec2, to: Vec2) -> bool {
    let (points, count) = (obstacle.points, obstacle.points.len());
    let edges = || (0..count).map(|k| (points[k], points[(k + 1) % count]));
    let sides = |p: Vec2| edges().map(move |(a, b)| cross(b - a, p - a));
    let is_within = |p: Vec2| count > 2 && (sides(p).all(|side| side >= 0.0) || sides(p).all(|side| side <= 0.0));
    is_within(from) || is_within(to) || edges().any(|(a, b)| gap_sq(a, b, from, to) <= obstacle.radius * obstacle.radius)
}

/// Square of the distance between two segments.
fn gap_sq(a: Vec2, b: Vec2, c: Vec2, d: Vec2) -> f32 {
    let straddles = |a: Vec2, b: Vec2, c: Vec2, d: Vec2| cross(b - a, c - a) * cross(b - a, d - a) <= 0.0;
    if a != b && c != d && cross(b - a, d - c) != 0.0 && straddles(a, b, c, d) && straddles(c, d, a, b) {
        return 0.0;
    }
    let to_segment = |p: Vec2, a: Vec2, b: Vec2| (p - on_segment(a, b, p)).length_squared();
    to_segment(a, c, d).min(to_segment(b, c, d)).min(to_segment(c, a, b)).min(to_segment(d, a, b))
}

fn nearest_open(grid: &Grid, walls: &Walls, cell: usize) -> Option<usize> {
    let (column, row) = grid.cell_of(cell);
    let (x, y) = (column as i32, row as i32);
    let free = |x: i32, y: i32| {
        let is_inside = x >= 1 && y >= 1 && x <= grid.columns as i32 && y <= grid.rows as i32;
        (is_inside && !walls.is_solid[grid.index(x as usize, y as usize)]).then(|| grid.index(x as usize, y as usize))
    };
    (1..=FARTHEST).find_map(|ring| {
        let sides = (-ring..=ring).flat_map(|k| [(x + k, y - ring), (x + k, y + ring), (x - ring, y + k), (x + ring, y + k)]);
        let near = sides.filter_map(|(a, b)| free(a, b).map(|to| ((a - x).pow(2) + (b - y).pow(2), to)));
        near.min().map(|(_, to)| to)
    })
}
