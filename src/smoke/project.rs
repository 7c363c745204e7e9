//! The pressure that takes the divergence out of the velocity.
//!
//! Of a cell flows out `d = u_right − u_left + v_upper − v_lower`. A pressure p changes the velocity of each open face
//! by the difference of p across it, so that `d` becomes `d + Σ w (p − p_neighbour)`, with w = 1 for open faces and 0
//! for blocked ones; outside p is 0. Wanted is 0: `A p = −d`, with A symmetric and positive semidefinite. Solved by
//! conjugate gradients with [`super::multigrid`] as preconditioner, from the pressure of the step before.
//!
//! **What has no way out.** A closed region cannot take in more than flows out of it, and its pressure is known only up
//! to a constant. If bodies press on it from all sides, the mean of its divergence has no solution and stays.

use super::diffuse::{add, dot};
use super::fields::{Fields, SmokeStep, Solved};
use super::grid::Grid;
use super::multigrid::Multigrid;
use super::walls::Walls;
use crate::engine::probe::{Probe, ran};

/// Most rounds.
pub const MOST_ROUNDS: u32 = 60;
/// The solve ends when the residual is so much smaller than the divergence before.
pub const ENOUGH: f64 = 2e-4;
/// Less than this is no divergence, m/s: rounding.
const NOTHING: f64 = 1e-9;

/// Arrays of the solve, kept from step to step.
#[derive(Debug, Default)]
pub struct Work {
    grids: Multigrid,
    residual: Vec<f32>,
    guess: Vec<f32>,
    direction: Vec<f32>,
    product: Vec<f32>,
    /// Number of the region that a cell belongs to, from 1; 0 outside and for solid cells, and everywhere in an open
    /// grid without bodies.
    region: Vec<u32>,
    /// For each region how many cells it has, 0 where air can leave it, and the sum of its right side.
    sizes: Vec<(u32, f64)>,
    stack: Vec<u32>,
}

/// What flows out of each cell, m/s: times the cell's side it is m²/s.
pub fn divergence(grid: &Grid, u: &[f32], v: &[f32], out: &mut Vec<f32>) {
    let stride = grid.stride();
    out.clear();
    out.resize(grid.len(), 0.0);
    for row in 1..=grid.rows {
        let cells = grid.row(row);
        let (from, to) = (cells.start, cells.end);
        let count = grid.columns;
        let (l, r) = (&u[from..to][..count], &u[from + 1..to + 1][..count]);
        let (d, t) = (&v[from..to][..count], &v[from + stride..to + stride][..count]);
        for (k, out) in out[from..to].iter_mut().enumerate() {
            *out = r[k] - l[k] + t[k] - d[k];
        }
    }
}

/// Takes the divergence out of the velocity.
pub(super) fn project<P: Probe<SmokeStep>>(grid: &Grid, walls: &Walls, fields: &mut Fields, work: &mut Work, probe: &mut P) -> Solved {
    ran!();
    divergence(grid, &fields.u, &fields.v, &mut work.residual);
    for i in grid.cells() {
        if walls.is_solid[i] {
            work.residual[i] = 0.0;
            fields.pressure[i] = 0.0;
        }
    }
    let before = rms(grid, &work.residual); // [smoke.divergence]
    probe.record(|| SmokeStep::Divergence { values: work.residual.clone(), rms: before });
    find_regions(grid, walls, work);
    // b = −d, without what has no solution.
    work.residual.iter_mut().for_each(|value| *value = -*value);
    let unsolvable = take_means_out(grid, work);
    let mut solved = Solved { rounds: 0, before, after: before, unsolvable };
    let enough = ENOUGH * before;
    if before > NOTHING {
        solve(grid, walls, fields, work, enough, &mut solved, probe);
    }
    subtract(grid, walls, fields);
    divergence(grid, &fields.u, &fields.v, &mut work.residual);
    for i in grid.cells() {
        let is_solid = walls.is_solid[i];
        work.residual[i] = if is_solid { 0.0 } else { work.residual[i] };
    }
    solved.after = rms(grid, &work.residual); // [smoke.after]
    probe.record(|| SmokeStep::Projected { u: fields.u.clone(), v: fields.v.clone(), divergence: work.residual.clone(), solved });
    solved
}

/// Conjugate gradients (M. Hestenes, E. Stiefel 1952), each residual seen through the preconditioner.
fn solve<P: Probe<SmokeStep>>(
    grid: &Grid,
    walls: &Walls,
    fields: &mut Fields,
    work: &mut Work,
    enough: f64,
    solved: &mut Solved,
    probe: &mut P,
) {
    ran!();
    let cells = (grid.columns * grid.rows) as f64;
    work.grids.set(grid.columns, grid.rows, &walls.open_left, &walls.open_lower);
    apply(grid, walls, &fields.pressure, &mut work.product);
    work.residual.iter_mut().zip(&work.product).for_each(|(r, product)| *r -= product);
    work.grids.guess(&work.residual, &mut work.guess);
    work.direction.clone_from(&work.guess);
    let mut rho = dot(&work.residual, &work.guess);
    loop {
        let rest = (dot(&work.residual, &work.residual) / cells).sqrt(); // [smoke.iterate]
        let rounds = solved.rounds;
        probe.record(|| SmokeStep::Iteration {
            round: rounds,
            pressure: fields.pressure.clone(),
            residual: work.residual.clone(),
            rms: rest,
        });
        if rest <= enough || rounds == MOST_ROUNDS || !rho.is_normal() {
            return;
        }
        apply(grid, walls, &work.direction, &mut work.product);
        let alpha = (rho / dot(&work.direction, &work.product)) as f32;
        if !alpha.is_finite() {
            return;
        }
        add(&mut fields.pressure, alpha, &work.direction);
        add(&mut work.residual, -alpha, &work.product);
        work.grids.guess(&work.residual, &mut work.guess);
        let before = rho;
        rho = dot(&work.residual, &work.guess);
        let beta = (rho / before) as f32;
        for (direction, guess) in work.direction.iter_mut().zip(&work.guess) {
            *direction = guess + beta * *direction;
        }
        solved.rounds += 1;
    }
}

/// `A x`: what the pressure x makes flow out of each cell.
fn apply(grid: &Grid, walls: &Walls, x: &[f32], out: &mut Vec<f32>) {
    let stride = grid.stride();
    out.clear();
    out.resize(grid.len(), 0.0);
    for row in 1..=grid.rows {
        let cells = grid.row(row);
        let (from, to, count) = (cells.start, cells.end, grid.columns);
        let [c, l, r] = [&x[from..to][..count], &x[from - 1..to - 1][..count], &x[from + 1..to + 1][..count]];
        let [d, u] = [&x[from - stride..to - stride][..count], &x[from + stride..to + stride][..count]];
        let (left, lower) = (&walls.open_left, &walls.open_lower);
        let [wl, wr] = [&left[from..to][..count], &left[from + 1..to + 1][..count]];
        let [wd, wu] = [&lower[from..to][..count], &lower[from + stride..to + stride][..count]];
        let out = &mut out[from..to][..count];
        for k in 0..count {
            out[k] = wl[k] * (c[k] - l[k]) + wr[k] * (c[k] - r[k]) + wd[k] * (c[k] - d[k]) + wu[k] * (c[k] - u[k]);
        }
    }
}

/// The velocity of each open face loses the difference of pressure across it; a blocked one moves with its body.
fn subtract(grid: &Grid, walls: &Walls, fields: &mut Fields) {
    ran!();
    let stride = grid.stride();
    for row in 1..=grid.rows + 1 {
        for i in grid.index(1, row)..=grid.index(grid.columns + 1, row) {
            let p = fields.pressure[i];
            fields.u[i] -= walls.open_left[i] * (p - fields.pressure[i - 1]); // [smoke.subtract]
            fields.v[i] -= walls.open_lower[i] * (p - fields.pressure[i - stride]);
        }
    }
}

/// Root of the mean square over the cells.
fn rms(grid: &Grid, values: &[f32]) -> f64 {
    (dot(values, values) / (grid.columns * grid.rows) as f64).sqrt()
}

/// Numbers the regions that no open face connects with the outside.
fn find_regions(grid: &Grid, walls: &Walls, work: &mut Work) {
    let stride = grid.stride();
    const UNSEEN: u32 = u32::MAX;
    work.sizes.clear();
    work.region.clear();
    work.region.resize(grid.len(), 0);
    if grid.is_open && walls.blocked.is_empty() {
        return;
    }
    grid.cells().filter(|&i| !walls.is_solid[i]).for_each(|i| work.region[i] = UNSEEN);
    for start in grid.cells() {
        if work.region[start] != UNSEEN {
            continue;
        }
        work.sizes.push((0, 0.0));
        let number = work.sizes.len() as u32;
        let mut leads_out = false;
        work.region[start] = number;
        work.stack.push(start as u32);
        while let Some(i) = work.stack.pop() {
            let i = i as usize;
            if let Some((size, _)) = work.sizes.last_mut() {
                *size += 1;
            }
            let faces = [
                (walls.open_left[i], i - 1),
                (walls.open_left[i + 1], i + 1),
                (walls.open_lower[i], i - stride),
                (walls.open_lower[i + stride], i + stride),
            ];
            for (open, to) in faces {
                if open > 0.0 && work.region[to] == UNSEEN {
                    work.region[to] = number;
                    work.stack.push(to as u32);
                } else if open > 0.0 && work.region[to] == 0 {
                    leads_out = true;
                }
            }
        }
        if leads_out && let Some((size, _)) = work.sizes.last_mut() {
            *size = 0;
        }
    }
}

/// Takes the mean of each closed region out of the right side; returns the root mean square of what is left out.
fn take_means_out(grid: &Grid, work: &mut Work) -> f64 {
    if work.sizes.is_empty() {
        return 0.0;
    }
    for i in grid.cells() {
        if let Some((_, sum)) = work.sizes.get_mut((work.region[i] as usize).wrapping_sub(1)) {
            *sum += f64::from(work.residual[i]);
        }
    }
    let mut left_out = 0.0;
    for i in grid.cells() {
        if let Some((size, sum)) = work.sizes.get((work.region[i] as usize).wrapping_sub(1))
            && *size > 0
        {
            let mean = sum / f64::from(*size);
            work.residual[i] -= mean as f32;
            left_out += mean * mean;
        }
    }
    (left_out / (grid.columns * grid.rows) as f64).sqrt()
}
