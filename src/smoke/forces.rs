//! What acts on the smoke: sources, buoyancy, the wish of whirls to stay, a stirring pointer; and what fades.

use super::fields::{Fields, Settings};
use super::grid::Grid;
use super::walls::Walls;
use crate::engine::math::{Vec2, clamp, max};
use crate::engine::probe::ran;

/// A disc out of which smoke comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Source {
    /// Middle, world, metres.
    pub center: Vec2,
    /// Metres.
    pub radius: f32,
    /// Dye per second.
    pub dye: f32,
    /// Warmth per second.
    pub warmth: f32,
    /// Air in it moves like this, m/s; zero leaves it alone.
    pub wind: Vec2,
}

/// A pointer that has gone from one place to another in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stir {
    /// From where, world, metres.
    pub from: Vec2,
    /// To where.
    pub to: Vec2,
    /// How far it reaches to the sides, metres.
    pub radius: f32,
}

/// Sources give dye, warmth and wind.
pub(super) fn emit(grid: &Grid, walls: &Walls, sources: &[Source], seconds: f32, fields: &mut Fields) {
    ran!();
    for source in sources {
        let (middle, radius) = (grid.to_cells(source.center), source.radius / grid.cell);
        if !middle.is_finite() {
            continue;
        }
        disc(grid, middle, radius, |i| {
            if !walls.is_solid[i] {
                fields.dye[i] += source.dye * seconds; // [smoke.emit]
                fields.warmth[i] += source.warmth * seconds;
            }
        });
        if source.wind != Vec2::ZERO {
            disc(grid, middle + Vec2::new(0.5, 0.0), radius, |i| set(&walls.open_left, &mut fields.u, i, source.wind.x));
            disc(grid, middle + Vec2::new(0.0, 0.5), radius, |i| set(&walls.open_lower, &mut fields.v, i, source.wind.y));
        }
    }
}

fn set(open: &[f32], values: &mut [f32], i: usize, value: f32) {
    if open[i] > 0.0 {
        values[i] = value;
    }
}

/// Visits the cells whose middles lie in a disc, at least the one nearest to its middle if that is in the grid.
fn disc(grid: &Grid, middle: Vec2, radius: f32, mut visit: impl FnMut(usize)) {
    let nearest = (middle + Vec2::splat(0.5)).floor();
    let bounds = |low: f32, high: f32, most: usize| {
        let (low, high) = (low.ceil().max(1.0), high.floor().min(most as f32));
        if low <= high { low as usize..high as usize + 1 } else { 0..0 }
    };
    for row in bounds((middle.y - radius).min(nearest.y), (middle.y + radius).max(nearest.y), grid.rows) {
        for column in bounds((middle.x - radius).min(nearest.x), (middle.x + radius).max(nearest.x), grid.columns) {
            let place = Vec2::new(column as f32, row as f32);
            if (place - middle).length_squared() <= radius * radius || place == nearest {
                visit(grid.index(column, row));
            }
        }
    }
}

/// Warm air rises: Δv = buoyancy · warmth · Δt, upwards.
pub(super) fn rise(grid: &Grid, walls: &Walls, per_warmth: f32, seconds: f32, fields: &mut Fields) {
    ran!();
    if per_warmth == 0.0 {
        return;
    }
    let stride = grid.stride();
    for row in 1..=grid.rows + 1 {
        for i in grid.row(row) {
            let warmth = 0.5 * (fields.warmth[i] + fields.warmth[i - stride]);
            fields.v[i] += walls.open_lower[i] * (per_warmth * seconds * warmth); // [smoke.rise]
        }
    }
}

/// Whirls that a coarse grid wears away are driven on (R. Fedkiw, J. Stam, H. Jensen, "Visual simulation of smoke",
/// 2001): with ω the rotation of a cell and N the direction in which |ω| grows, a force `ε h (N × ω)`.
pub(super) fn confine(grid: &Grid, walls: &Walls, strength: f32, seconds: f32, fields: &mut Fields, work: &mut [Vec<f32>; 3]) {
    if strength == 0.0 {
        return;
    }
    let stride = grid.stride();
    let [rotation, push_x, push_y] = work;
    for values in [&mut *rotation, &mut *push_x, &mut *push_y] {
        values.clear();
        values.resize(grid.len(), 0.0);
    }
    let per_metre = 0.5 / grid.cell;
    for i in grid.cells() {
        // Differences of the velocities in the middles of neighbouring cells; a walled cell has no rotation.
        if walls.clear[i] > 0 {
            let v = |k: usize| 0.5 * (fields.v[k] + fields.v[k + stride]);
            let u = |k: usize| 0.5 * (fields.u[k] + fields.u[k + 1]);
            rotation[i] = (v(i + 1) - v(i - 1) - u(i + stride) + u(i - stride)) * per_metre;
        }
    }
    for i in grid.cells() {
        let grows = Vec2::new(rotation[i + 1].abs() - rotation[i - 1].abs(), rotation[i + stride].abs() - rotation[i - stride].abs());
        let length = grows.length();
        if length > 1e-6 {
            let size = strength * grid.cell * seconds * rotation[i] / length;
            push_x[i] = grows.y * size;
            push_y[i] = -grows.x * size;
        }
    }
    for i in grid.cells() {
        fields.u[i] += walls.open_left[i] * 0.5 * (push_x[i] + push_x[i - 1]);
        fields.v[i] += walls.open_lower[i] * 0.5 * (push_y[i] + push_y[i - stride]);
    }
}

/// Air near the way of the pointer goes along with it, the nearer the more.
pub(super) fn stir(grid: &Grid, walls: &Walls, stirs: &[Stir], seconds: f32, fields: &mut Fields) {
    for stir in stirs {
        let (from, to) = (grid.to_cells(stir.from), grid.to_cells(stir.to));
        let velocity = (stir.to - stir.from) / seconds;
        let radius = max(stir.radius / grid.cell, 1.0);
        if !(from.is_finite() && to.is_finite() && velocity.is_finite()) {
            continue;
        }
        let (low, high) = (from.min(to) - Vec2::splat(radius), from.max(to) + Vec2::splat(radius));
        let range = |low: f32, high: f32, most: usize| {
            let (low, high) = (low.floor().max(1.0), high.ceil().min(most as f32));
            if low <= high { low as usize..high as usize + 1 } else { 0..0 }
        };
        let share = |place: Vec2| {
            let along = to - from;
            let t = clamp((place - from).dot(along) / max(along.length_squared(), 1e-12), 0.0, 1.0);
            max(1.0 - (place - from - along * t).length() / radius, 0.0)
        };
        for row in range(low.y, high.y, grid.rows + 1) {
            for column in range(low.x, high.x, grid.columns + 1) {
                let i = grid.index(column, row);
                let place = Vec2::new(column as f32, row as f32);
                if row <= grid.rows {
                    let share = walls.open_left[i] * share(place - Vec2::new(0.5, 0.0));
                    fields.u[i] += share * (velocity.x - fields.u[i]);
                }
                if column <= grid.columns {
                    let share = walls.open_lower[i] * share(place - Vec2::new(0.0, 0.5));
                    fields.v[i] += share * (velocity.y - fields.v[i]);
                }
            }
        }
    }
}

/// Warmth and dye fade: `exp(−rate · Δt)` of them stays. In one step nothing moves farther than half the grid.
pub(super) fn fade(grid: &Grid, settings: &Settings, seconds: f32, fields: &mut Fields) {
    for (rate, values) in [(settings.cooling, &mut fields.warmth), (settings.fading, &mut fields.dye)] {
        if rate > 0.0 {
            let kept = libm::expf(-rate * seconds);
            values.iter_mut().for_each(|value| *value *= kept);
        }
    }
    let most = 0.5 * grid.columns.max(grid.rows) as f32 * grid.cell / seconds;
    for value in fields.u.iter_mut().chain(&mut fields.v) {
        *value = clamp(*value, -most, most);
    }
}
