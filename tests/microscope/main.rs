//! The collision microscope without a window: films, pictures, cards, questions, examples, dragging.

mod bench;
mod broad;
mod examples;
mod exports;
mod films;
mod kit;
mod pipeline;
mod questions;
mod race;
mod solver;
mod traces;
