//! Spreading: `x − k ∇²x = b`, solved and not stepped, so that it is stable at any k (Stam 1999).
//!
//! With x on a lattice and weights 0 or 1 on its edges the equation of a place is `x + k Σ w (x − neighbour) = b`. Its
//! matrix is symmetric and positive definite: conjugate gradients (M. Hestenes, E. Stiefel 1952), preconditioned by the
//! diagonal. For dye the last word has what flows over the edges, `b + k Σ w (neighbour − x)`: equal to x where the
//! solve is exact, and what leaves one cell arrives in the other to the last bit but rounding.

use super::grid::Grid;

/// Most rounds; the diagonal takes over where k is large.
const MOST_ROUNDS: u32 = 60;
/// The solve ends when the residual is so much smaller than at its start.
const ENOUGH: f64 = 1e-5;

/// A lattice: from each place an edge leads to the left and one down.
pub(super) struct Lattice<'a> {
    /// Weight of the edge to the left.
    pub left: &'a [f32],
    /// Weight of the edge down.
    pub lower: &'a [f32],
    /// 1 where a value may change, 0 where it is given.
    pub free: &'a [f32],
}

/// Arrays of the solve, kept from step to step.
#[derive(Debug, Default)]
pub struct Work {
    right: Vec<f32>,
    residual: Vec<f32>,
    direction: Vec<f32>,
    product: Vec<f32>,
    inverse: Vec<f32>,
}

/// Spreads values with `k = rate · Δt / h²`; returns the number of rounds.
pub(super) fn spread(grid: &Grid, lattice: &Lattice<'_>, k: f32, conserve: bool, values: &mut [f32], work: &mut Work) -> u32 {
    let length = grid.len();
    for array in [&mut work.residual, &mut work.direction, &mut work.product, &mut work.inverse] {
        array.clear();
        array.resize(length, 0.0);
    }
    work.right.clear();
    work.right.extend_from_slice(values);
    let stride = grid.stride();
    for row in 1..=grid.rows + 1 {
        for i in grid.index(1, row)..=grid.index(grid.columns + 1, row) {
            let weights = sum_of_weights(lattice, stride, i);
            work.inverse[i] = lattice.free[i] / (1.0 + k * weights);
        }
    }
    apply(grid, lattice, k, values, &mut work.product);
    for i in 0..length {
        work.residual[i] = lattice.free[i] * (work.right[i] - work.product[i]);
        work.direction[i] = work.inverse[i] * work.residual[i];
    }
    let mut rho = dot(&work.residual, &work.direction);
    let first = dot(&work.residual, &work.residual);
    let mut rounds = 0;
    while rounds < MOST_ROUNDS && rho > 0.0 && dot(&work.residual, &work.residual) > ENOUGH * ENOUGH * first {
        rounds += 1;
        apply(grid, lattice, k, &work.direction, &mut work.product);
        work.product.iter_mut().zip(lattice.free).for_each(|(value, free)| *value *= free);
        let alpha = (rho / dot(&work.direction, &work.product)) as f32;
        add(values, alpha, &work.direction);
        add(&mut work.residual, -alpha, &work.product);
        let before = rho;
        rho = work.residual.iter().zip(&work.inverse).map(|(r, m)| f64::from(r * m * r)).sum();
        let beta = (rho / before) as f32;
        for (direction, (inverse, residual)) in work.direction.iter_mut().zip(work.inverse.iter().zip(&work.residual)) {
            *direction = inverse * residual + beta * *direction;
        }
    }
    if conserve {
        // x + k Σ w (x − neighbour) of the solution is what apply gives; its flows alone are that less x.
        apply(grid, lattice, k, values, &mut work.product);
        for i in grid.cells() {
            values[i] = work.right[i] - (work.product[i] - values[i]);
        }
    }
    rounds
}

/// `to += factor · values`.
pub(super) fn add(to: &mut [f32], factor: f32, values: &[f32]) {
    to.iter_mut().zip(values).for_each(|(to, value)| *to += factor * value);
}

fn sum_of_weights(lattice: &Lattice<'_>, stride: usize, i: usize) -> f32 {
    let right = lattice.left.get(i + 1).copied().unwrap_or(0.0);
    let upper = lattice.lower.get(i + stride).copied().unwrap_or(0.0);
    lattice.left[i] + right + lattice.lower[i] + upper
}

/// `x + k Σ w (x − neighbour)` for all places of the grid and the faces at its upper and right end.
fn apply(grid: &Grid, lattice: &Lattice<'_>, k: f32, x: &[f32], out: &mut [f32]) {
    let stride = grid.stride();
    let last = grid.len() - 1;
    for row in 1..=grid.rows + 1 {
        for i in grid.index(1, row)..=grid.index(grid.columns + 1, row) {
            let (right, upper) = ((i + 1).min(last), (i + stride).min(last));
            let (wr, wu) = (if i < last { lattice.left[right] } else { 0.0 }, if i + stride <= last { lattice.lower[upper] } else { 0.0 });
            let flow = lattice.left[i] * (x[i] - x[i - 1])
                + wr * (x[i] - x[right])
                + lattice.lower[i] * (x[i] - x[i - stride])
                + wu * (x[i] - x[upper]);
            out[i] = x[i] + k * flow;
        }
    }
}

/// Sum of products in eight lanes, the same on every machine.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f64 {
    let mut total = 0.0;
    for (a, b) in a.chunks(1024).zip(b.chunks(1024)) {
        let mut lanes = [0.0f32; 8];
        let (head_a, head_b) = (a.chunks_exact(8), b.chunks_exact(8));
        let rest: f32 = head_a.remainder().iter().zip(head_b.remainder()).map(|(x, y)| x * y).sum();
        for (x, y) in head_a.zip(head_b) {
            for lane in 0..8 {
                lanes[lane] += x[lane] * y[lane];
            }
        }
        total += f64::from(lanes.iter().sum::<f32>() + rest);
    }
    total
}
