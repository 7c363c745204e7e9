//! The eyes: lenses show what the engine did, where it did it.

mod kit;
mod watched_pair;
mod whole_scene;
