//! The engine: bodies in, motion out. Numbers only: no window, clock, file, thread or randomness.
//!
//! One step of the [`world::World`], in reading order: [`broad`] finds pairs whose boxes overlap, [`narrow`] turns each
//! pair into a [`narrow::Manifold`], [`solver`] finds the impulses (with [`joint`]), time of impact
//! ([`narrow::time_of_impact`]) stops fast bodies at static walls and bullets at other bodies, and [`island`] tells
//! what falls asleep together.
//!
//! A second way to hold things together: [`lagrange`], all constraints of a mechanism at once with Lagrange
//! multipliers, on [`linear`], a dense LU whose steps can be watched. [`curve`] holds Bézier curves, [`polynomial`] the
//! one root finder. [`sensor`] tells who overlaps a shape that pushes nothing, [`explosion`] pushes all bodies around a
//! point.

pub mod aabb;
pub mod arena;
pub mod body;
pub mod broad;
#[cfg(test)]
mod chance;
pub mod collider;
pub mod contour;
pub mod curve;
pub mod explosion;
pub mod fingerprint;
pub mod frames;
mod identity;
pub mod island;
pub mod joint;
pub mod lagrange;
pub mod lanes;
pub mod linear;
pub mod mass;
pub mod material;
pub mod math;
pub mod mixing;
pub mod narrow;
pub mod polynomial;
mod prefetch;
pub mod probe;
pub mod query;
pub mod sensor;
pub mod shape;
pub mod solver;
pub mod state;
pub mod tuning;
pub mod world;
