//! One step of the smoke, part by part.

use super::carry::{Flow, Landing};
use super::diffuse::{self, Lattice};
use super::displace::displace;
use super::fields::{Fields, Settings, SmokeStep, Solved};
use super::forces::{self, Source, Stir};
use super::grid::Grid;
use super::project::{self, project};
use super::walls::{Obstacle, Walls};
use crate::engine::probe::{NoProbe, Probe, ran};

/// What acts on the smoke in a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outside<'a> {
    /// Convex parts of all bodies.
    pub obstacles: &'a [Obstacle<'a>],
    /// Where smoke comes from.
    pub sources: &'a [Source],
    /// Ways of a pointer.
    pub stirs: &'a [Stir],
}

/// A region of air with smoke in it.
#[derive(Clone, Debug)]
pub struct Smoke {
    /// Where its cells lie.
    pub grid: Grid,
    /// What they hold.
    pub fields: Fields,
    /// Where bodies stood in the last step.
    pub walls: Walls,
    /// How the last pressure was found.
    pub solved: Solved,
    scratch: Scratch,
}

/// Arrays that hold nothing between steps; a copy begins with empty ones.
#[derive(Debug, Default)]
struct Scratch {
    flow: Flow,
    carried: [Vec<f32>; 2],
    forces: [Vec<f32>; 3],
    weights: [Vec<f32>; 3],
    diffuse: diffuse::Work,
    project: project::Work,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl Smoke {
    /// Still, clean air.
    pub fn new(grid: Grid) -> Smoke {
        let mut walls = Walls::default();
        walls.set(&grid, &[]);
        Smoke { grid, fields: Fields::still(&grid), walls, solved: Solved::default(), scratch: Scratch::default() }
    }

    /// About how much memory it takes, bytes: without the arrays that a copy does not have.
    pub fn bytes(&self) -> usize {
        self.fields.bytes() + 22 * self.grid.len()
    }

    /// All dye in it: the sum over the cells times their area, m².
    pub fn dye(&self) -> f64 {
        let sum: f64 = self.grid.cells().map(|i| f64::from(self.fields.dye[i])).sum();
        sum * f64::from(self.grid.cell) * f64::from(self.grid.cell)
    }

    /// One step.
    pub fn step(&mut self, settings: &Settings, outside: &Outside<'_>, seconds: f32) {
        self.step_probed(settings, outside, seconds, &mut NoProbe);
    }

    /// The same step, watched.
    pub fn step_probed<P: Probe<SmokeStep>>(&mut self, settings: &Settings, outside: &Outside<'_>, seconds: f32, probe: &mut P) {
        ran!();
        let grid = self.grid;
        self.place(outside.obstacles); // [smoke.place]
        let (fields, walls, scratch) = (&mut self.fields, &self.walls, &mut self.scratch);
        probe.record(|| SmokeStep::Began { fields: fields.clone(), walls: walls.clone() });
        // What carries is the flow that the last step left without divergence.
        scratch.flow.set(&grid, &fields.u, &fields.v, seconds);
        forces::emit(&grid, walls, outside.sources, seconds, fields);
        forces::rise(&grid, walls, settings.buoyancy, seconds, fields);
        probe.record(|| SmokeStep::Lifted { warmth: fields.warmth.clone() });
        forces::confine(&grid, walls, settings.confinement, seconds, fields, &mut scratch.forces);
        forces::stir(&grid, walls, outside.stirs, seconds, fields);
        forces::fade(&grid, settings, seconds, fields);
        probe.record(|| SmokeStep::Fed { fields: fields.clone() });
        let rounds = spread(&grid, walls, settings, seconds, fields, scratch); // [smoke.spread]
        probe.record(|| SmokeStep::Spread { fields: fields.clone(), rounds });
        scratch.flow.look_back(&grid, walls);
        probe.record(|| looked_back(&grid, walls, &scratch.flow));
        carry(&grid, walls, fields, scratch);
        probe.record(|| SmokeStep::Carried { fields: fields.clone(), asked: scratch.flow.asked.clone() });
        self.solved = project(&grid, walls, fields, &mut scratch.project, probe); // [smoke.result]
    }

    /// Takes over where bodies stand: their faces move with them, what they cover moves aside.
    fn place(&mut self, obstacles: &[Obstacle<'_>]) {
        self.walls.set(&self.grid, obstacles);
        let Fields { u, v, dye, warmth, .. } = &mut self.fields;
        let walls = &self.walls;
        for i in 0..self.grid.len() {
            u[i] = if walls.open_left[i] > 0.0 { u[i] } else { walls.wall_u[i] };
            v[i] = if walls.open_lower[i] > 0.0 { v[i] } else { walls.wall_v[i] };
        }
        displace(&self.grid, walls, obstacles, [dye, warmth]);
    }
}

/// Where all cells looked; those in bodies at themselves.
fn looked_back(grid: &Grid, walls: &Walls, flow: &Flow) -> SmokeStep {
    let all = |look: &dyn Fn(usize) -> Landing| -> Vec<Landing> {
        let here = |i: usize| Landing::middle_of(grid, i);
        let mut landings: Vec<Landing> = (0..grid.len()).map(here).collect();
        grid.cells().filter(|&i| !walls.is_solid[i]).for_each(|i| landings[i] = look(i));
        landings
    };
    SmokeStep::LookedBack {
        velocities: flow.middle.clone(),
        halves: all(&|i| flow.halfway_back(grid, walls, i)),
        landings: all(&|i| flow.back(grid, walls, i)),
        shares: flow.shares.clone(),
    }
}

/// Dye and the two components of velocity, where they spread at all.
fn spread(grid: &Grid, walls: &Walls, settings: &Settings, seconds: f32, fields: &mut Fields, scratch: &mut Scratch) -> [u32; 3] {
    let per_cell = seconds / (grid.cell * grid.cell);
    let mut rounds = [0; 3];
    let Scratch { weights: [left, lower, free], diffuse: work, .. } = scratch;
    if settings.diffusion > 0.0 {
        left.clone_from(&walls.open_left);
        lower.clone_from(&walls.open_lower);
        free.clear();
        free.resize(grid.len(), 0.0);
        grid.cells().for_each(|i| free[i] = 1.0);
        let lattice = Lattice { left, lower, free };
        rounds[0] = diffuse::spread(grid, &lattice, settings.diffusion * per_cell, true, &mut fields.dye, work);
        diffuse::spread(grid, &lattice, settings.diffusion * per_cell, true, &mut fields.warmth, work);
    }
    if settings.viscosity > 0.0 {
        let k = settings.viscosity * per_cell;
        let stride = grid.stride();
        for (number, values) in [(1, &mut fields.u), (2, &mut fields.v)] {
            let is_u = number == 1;
            free.clone_from(if is_u { &walls.open_left } else { &walls.open_lower });
            for weights in [&mut *left, &mut *lower] {
                weights.clear();
                weights.resize(grid.len(), 0.0);
            }
            // Along the component each face has both neighbours; across it those that no wall parts it from.
            for row in 1..=grid.rows + 1 {
                for i in grid.index(1, row)..=grid.index(grid.columns + 1, row) {
                    let (column, _) = grid.cell_of(i);
                    if is_u && row <= grid.rows {
                        left[i] = if column > 1 { 1.0 } else { 0.0 };
                        lower[i] = if row > 1 { walls.open_lower[i] * walls.open_lower[i - 1].max(f32::from(column == 1)) } else { 0.0 };
                    } else if !is_u && column <= grid.columns {
                        lower[i] = if row > 1 { 1.0 } else { 0.0 };
                        left[i] = if column > 1 { walls.open_left[i] * walls.open_left[i - stride].max(f32::from(row == 1)) } else { 0.0 };
                    }
                }
            }
            rounds[number] = diffuse::spread(grid, &Lattice { left, lower, free }, k, false, values, work);
        }
    }
    rounds
}

/// Everything along the flow.
fn carry(grid: &Grid, walls: &Walls, fields: &mut Fields, scratch: &mut Scratch) {
    let Scratch { flow, carried: [u, v], .. } = scratch;
    flow.carry(grid, walls, [&mut fields.dye, &mut fields.warmth]);
    // Nothing stays outside.
    let stride = grid.stride();
    for values in [&mut fields.dye, &mut fields.warmth] {
        values[..stride].fill(0.0);
        values[(grid.rows + 1) * stride..].fill(0.0);
        for row in 1..=grid.rows {
            values[row * stride] = 0.0;
            values[(row + 1) * stride - 1] = 0.0;
        }
    }
    u.clone_from(&fields.u);
    v.clone_from(&fields.v);
    flow.carry_velocity(grid, walls, [&fields.u, &fields.v], [u, v]);
    std::mem::swap(&mut fields.u, u);
    std::mem::swap(&mut fields.v, v);
}
