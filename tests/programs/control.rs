//! Aim, control and what measures a run: against closed forms and in flight. One program for all: a link of the
//! whole crate each would take longer than the tests. `cargo test --test control aiming::` runs one file.

// Each file names the fixtures that it uses.
#![allow(clippy::duplicate_mod)]

#[path = "../aiming.rs"]
mod aiming;
#[path = "../formulas.rs"]
mod formulas;
#[path = "../launchers.rs"]
mod launchers;
#[path = "../lead.rs"]
mod lead;
#[path = "../photogates.rs"]
mod photogates;
#[path = "../pid.rs"]
mod pid;
#[path = "../pointer.rs"]
mod pointer;
#[path = "../sensors.rs"]
mod sensors;
#[path = "../steering.rs"]
mod steering;
#[path = "../stopwatch.rs"]
mod stopwatch;
