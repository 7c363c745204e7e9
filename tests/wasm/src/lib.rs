//! The rooms of Collidoscope that are numbers only, from their own files.
#![allow(missing_docs)]

#[path = "../../../src/engine/mod.rs"]
pub mod engine;
#[path = "../../../src/guidance/mod.rs"]
pub mod guidance;
#[path = "../../../src/scene/mod.rs"]
pub mod scene;
#[path = "../../../src/smoke/mod.rs"]
pub mod smoke;

/// The golden scenes are built by code: nothing is carried here.
pub mod packed {
    pub fn scene(name: &str) -> &'static str {
        unreachable!("{name} is a file of the program")
    }
}
