//! Scene files: what is read, refused, written and never lost; the shipped scenes; and what stands in them. One
//! program for all: a link of the whole crate each would take longer than the tests. `cargo test --test files
//! looks::` runs one file.

// Each file names the fixtures that it uses.
#![allow(clippy::duplicate_mod)]

#[path = "../looks.rs"]
mod looks;
#[path = "../measures.rs"]
mod measures;
#[path = "../notes.rs"]
mod notes;
#[path = "../overwriting.rs"]
mod overwriting;
#[path = "../packed.rs"]
mod packed;
#[path = "../pictures.rs"]
mod pictures;
#[path = "../recovery.rs"]
mod recovery;
#[path = "../save_survives_kill.rs"]
mod save_survives_kill;
#[path = "../scene_errors.rs"]
mod scene_errors;
#[path = "../scene_file.rs"]
mod scene_file;
#[path = "../scenes.rs"]
mod scenes;
#[path = "../schema.rs"]
mod schema;
#[path = "../skins.rs"]
mod skins;
#[path = "../stage.rs"]
mod stage;
#[path = "../sync.rs"]
mod sync;
