//! A long run to the place of a lesson's step, spread over frames.

use super::microscope::bench::LessonEdits;
use crate::scene::document::Document;
use std::sync::Arc;

/// The way to the place of a lesson's step, while it takes more than a frame.
pub(in crate::app) struct Journey {
    /// The document whose lesson it is.
    pub document: Arc<Document>,
    /// Number of the step.
    pub index: usize,
    /// What the bench could undo when it was left.
    pub edits: Option<LessonEdits>,
    /// Where the run stood last.
    pub at: u64,
    /// Work so far.
    pub work: u64,
}
