//! The program without a window and its command line. One program for all: a link of the whole crate each would
//! take longer than the tests. `cargo test --test program ahead::` runs one file.

// Each file names the fixtures that it uses.
#![allow(clippy::duplicate_mod)]

#[path = "../ahead.rs"]
mod ahead;
#[path = "../animation.rs"]
mod animation;
#[path = "../app.rs"]
mod app;
#[path = "../arrange.rs"]
mod arrange;
#[path = "../branches.rs"]
mod branches;
#[path = "../canvas_handles.rs"]
mod canvas_handles;
#[path = "../cli.rs"]
mod cli;
#[path = "../cli_told.rs"]
mod cli_told;
#[path = "../commands.rs"]
mod commands;
#[path = "../compare.rs"]
mod compare;
#[path = "../doubts.rs"]
mod doubts;
#[path = "../edits_reach.rs"]
mod edits_reach;
#[path = "../examples.rs"]
mod examples;
#[path = "../films_of_extremes.rs"]
mod films_of_extremes;
#[path = "../going_back.rs"]
mod going_back;
#[path = "../graphs.rs"]
mod graphs;
#[path = "../groups.rs"]
mod groups;
#[path = "../headless.rs"]
mod headless;
#[path = "../lesson_branches.rs"]
mod lesson_branches;
#[path = "../lesson_journey.rs"]
mod lesson_journey;
#[path = "../lesson_questions.rs"]
mod lesson_questions;
#[path = "../lesson_scene.rs"]
mod lesson_scene;
#[path = "../pins.rs"]
mod pins;
#[path = "../renaming.rs"]
mod renaming;
#[path = "../replays.rs"]
mod replays;
#[path = "../terminal.rs"]
mod terminal;
