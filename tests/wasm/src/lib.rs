//! The rooms of Collidoscope that are numbers only, from their own files.
#![allow(missing_docs)]

#[path = "../../../src/engine/mod.rs"]
pub mod engine;
#[path = "../../../src/guidance/mod.rs"]
pub mod guidance;
#[path = "../../../src/light/mod.rs"]
pub mod light;
#[path = "../../../src/packed/mod.rs"]
pub mod packed;
#[path = "../../../src/scene/mod.rs"]
pub mod scene;
#[path = "../../../src/smoke/mod.rs"]
pub mod smoke;
