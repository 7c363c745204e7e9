//! The collision microscope without a window: films, pictures, cards, questions, examples, dragging.

mod aim;
mod bench;
mod broad;
mod control;
mod curves;
mod examples;
mod explosion;
mod exports;
mod films;
mod integrators;
mod kit;
mod labels;
mod lagrange;
mod one_number;
mod pipeline;
mod questions;
mod race;
mod seams;
mod shadow;
mod smoke;
mod solver;
mod sums;
mod toi;
mod traces;
