//! What the cells of a region hold, and what a step tells of them.

use super::carry::{Landing, Shares};
use super::grid::Grid;
use super::walls::Walls;
use crate::engine::math::Vec2;

/// What the air and the smoke in it are like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// How fast dye and warmth spread by themselves, m²/s.
    pub diffusion: f32,
    /// How fast velocity spreads, m²/s.
    pub viscosity: f32,
    /// Acceleration of air with warmth 1, upwards, m/s².
    pub buoyancy: f32,
    /// Share of the warmth that is lost, 1/s.
    pub cooling: f32,
    /// Share of the dye that is lost, 1/s.
    pub fading: f32,
    /// How strongly whirls are kept, 1/s² per 1/s: 0 leaves them to wear away.
    pub confinement: f32,
}

/// What the cells hold. Arrays as in [`Grid`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    /// Velocity to the right on left faces, m/s.
    pub u: Vec<f32>,
    /// Velocity upwards on lower faces, m/s.
    pub v: Vec<f32>,
    /// How much dye: 0 is clean air.
    pub dye: Vec<f32>,
    /// How much warmer than the air around.
    pub warmth: Vec<f32>,
    /// Pressure of the last step, as velocity: times `density · h / Δt` it is N/m.
    pub pressure: Vec<f32>,
}

impl Fields {
    /// Still, clean air.
    pub fn still(grid: &Grid) -> Fields {
        let zero = vec![0.0; grid.len()];
        Fields { u: zero.clone(), v: zero.clone(), dye: zero.clone(), warmth: zero.clone(), pressure: zero }
    }

    /// The arrays, in the order of their names.
    pub fn arrays(&self) -> [&Vec<f32>; 5] {
        [&self.u, &self.v, &self.dye, &self.warmth, &self.pressure]
    }

    /// The same, to be changed.
    pub fn arrays_mut(&mut self) -> [&mut Vec<f32>; 5] {
        [&mut self.u, &mut self.v, &mut self.dye, &mut self.warmth, &mut self.pressure]
    }

    /// About how much memory they take, bytes.
    pub fn bytes(&self) -> usize {
        self.arrays().map(|values| size_of_val(&values[..])).into_iter().sum()
    }
}

/// How the pressure was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// Rounds of conjugate gradients.
    pub rounds: u32,
    /// Divergence before, root mean square over the cells, m/s.
    pub before: f64,
    /// Divergence after.
    pub after: f64,
    /// Share that no pressure can take out: bodies press on a closed region.
    pub unsolvable: f64,
}

/// What a step did.
#[derive(Clone, Debug, PartialEq)]
pub enum SmokeStep {
    /// The fields at the start, with what bodies covered moved aside, and the walls.
    Began {
        /// All fields.
        fields: Fields,
        /// Where bodies stand.
        walls: Walls,
    },
    /// Warmth has lifted the air; whirls, the pointer and fading come after it.
    Lifted {
        /// The warmth that did it.
        warmth: Vec<f32>,
    },
    /// Sources, forces and the pointer have acted.
    Fed {
        /// All fields.
        fields: Fields,
    },
    /// Dye and velocity have spread.
    Spread {
        /// All fields.
        fields: Fields,
        /// Rounds of the solve for dye, and for the two components of velocity.
        rounds: [u32; 3],
    },
    /// Cells have looked back.
    LookedBack {
        /// Velocity in the middle of each cell, cells per step.
        velocities: Vec<Vec2>,
        /// Where each cell's way back is halfway.
        halves: Vec<Landing>,
        /// Where each cell's air was; cells in bodies stay where they are.
        landings: Vec<Landing>,
        /// What each cell takes of the four around that place.
        shares: Vec<Shares>,
    },
    /// All fields have been carried.
    Carried {
        /// All fields.
        fields: Fields,
        /// How much all cells together asked of each: above 1 each asker got less.
        asked: Vec<f32>,
    },
    /// What flows out of each cell before there is a pressure.
    Divergence {
        /// m/s.
        values: Vec<f32>,
        /// Root mean square.
        rms: f64,
    },
    /// A round of the solve for the pressure has begun.
    Iteration {
        /// From 0.
        round: u32,
        /// The pressure so far.
        pressure: Vec<f32>,
        /// What it leaves.
        residual: Vec<f32>,
        /// Root mean square of that.
        rms: f64,
    },
    /// The pressure has changed the velocity.
    Projected {
        /// On left faces.
        u: Vec<f32>,
        /// On lower faces.
        v: Vec<f32>,
        /// What flows out of each cell now.
        divergence: Vec<f32>,
        /// How it went.
        solved: Solved,
    },
}
