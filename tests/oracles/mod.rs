//! Judges of the engine's steps. Each says of one algorithm what must be true of every step, and finds it out another
//! way: by trying everything, in `f64`, and where a verdict matters (overlap or not, which corner is farthest, which
//! region) with whole numbers that do not round.
//!
//! | file | judges |
//! |---|---|
//! | [`exact`] | the grid of whole numbers: hulls, signs, distances |
//! | [`pairs`] | the cases: every pair of kinds in a thousand poses |
//! | [`plane`] | vectors in `f64` |
//! | [`coverage`] | that every branch was met by enough of them |
//! | [`sat`], [`gjk`], [`epa`], [`clip`], [`time_of_impact`], [`solver`], [`push`], [`sequential_impulses`],
//! [`broad_phase`] | one algorithm each |
#![allow(dead_code)] // each test file uses its own part

pub mod broad_phase;
pub mod clip;
pub mod coverage;
pub mod epa;
pub mod exact;
pub mod gjk;
#[path = "../narrow_cases/mod.rs"]
pub mod narrow_cases;
pub mod pairs;
pub mod plane;
pub mod push;
pub mod sat;
pub mod sequential_impulses;
pub mod solver;
pub mod time_of_impact;

/// Damping at the rate c over h seconds: the share of a velocity that is kept, and the velocity that an acceleration of
/// 1 m/s² adds.
fn damped(c: f64, h: f64) -> (f64, f64) {
    ((-c * h).exp(), if c > 0.0 { -(-c * h).exp_m1() / c } else { h })
}
