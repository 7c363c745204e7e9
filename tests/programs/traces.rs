//! Every recorded step of the engine's algorithms, judged by oracles that know the algorithm and not the code. One
//! program for all: a link of the whole crate each would take longer than the tests. `cargo test --test traces
//! traces_broad_phase::` runs one file.

// Each file names the fixtures that it uses.
#![allow(clippy::duplicate_mod)]

#[path = "../traces_broad_phase.rs"]
mod traces_broad_phase;
#[path = "../traces_clip.rs"]
mod traces_clip;
#[path = "../traces_epa.rs"]
mod traces_epa;
#[path = "../traces_gjk.rs"]
mod traces_gjk;
#[path = "../traces_one_contact.rs"]
mod traces_one_contact;
#[path = "../traces_sat.rs"]
mod traces_sat;
#[path = "../traces_sequential_impulses.rs"]
mod traces_sequential_impulses;
#[path = "../traces_solver.rs"]
mod traces_solver;
#[path = "../traces_time_of_impact.rs"]
mod traces_time_of_impact;
