//! Shapes and the narrow phase, an algorithm a file. One program, as each would be linked with the whole crate:
//! `cargo test --test narrow gjk::` runs one file.

#[path = "../narrow_cases/mod.rs"]
mod narrow_cases;

mod agreement;
mod clip;
mod degenerate_poses;
mod epa;
mod gjk;
mod gjk_boolean;
mod half_plane;
mod limits;
mod manifold;
mod mass;
mod nearest;
mod sat;
mod shapes;
mod time_of_impact;
mod wide;
