//! A bead on a track, two ways: beside the constraint force the one coordinate u along the curve. Both run from the
//! same start with the scene's integrator; how far each is from the curve and what becomes of its energy stand side by
//! side.

mod moment;
mod picture;
mod questions;
mod record;
mod run;
mod words;

pub(super) use moment::BeadMoment;
pub(super) use picture::{diagram, world};
pub(super) use questions::ask;
pub(super) use record::record;
pub(super) use run::Study;
pub(super) use words::frame;
