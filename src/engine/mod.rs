//! The engine: bodies in, motion out. Numbers only: no window, clock, file, thread or randomness.
//!
//! One step of the [`world::World`], in reading order: [`broad`] finds pairs whose boxes overlap, [`narrow`] turns each
//! pair into a [`narrow::Manifold`], [`island`] groups what touches, [`solver`] finds the impulses (with [`joint`]),
//! and time of impact ([`narrow::time_of_impact`]) stops fast bodies at static walls.

pub mod aabb;
pub mod arena;
pub mod body;
pub mod broad;
#[cfg(test)]
mod chance;
pub mod collider;
pub mod fingerprint;
mod identity;
pub mod island;
pub mod joint;
pub mod lagrange;
pub mod lanes;
pub mod linear;
pub mod mass;
pub mod material;
pub mod math;
pub mod narrow;
mod prefetch;
pub mod probe;
pub mod query;
pub mod shape;
pub mod solver;
pub mod state;
pub mod tuning;
pub mod world;
