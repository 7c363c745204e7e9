//! The rooms of [Collidoscope](https://docs.rs/collidoscope) that compute a step: bodies, contacts, joints and solvers;
//! aiming and control; light; smoke. They know nothing of files, lenses and panels. The package `collidoscope` has them
//! under the same names, and the map of all rooms.

pub mod engine;
pub mod guidance;
pub mod light;
pub mod smoke;
