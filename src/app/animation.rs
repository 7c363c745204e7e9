//! An animation of a part of the run, while it is being made.

use super::timeline::Timeline;
use crate::draw::View;
use crate::draw::gif::Gif;

/// What is being made.
pub struct Animation {
    pub(super) gif: Gif,
    /// A copy of the run.
    pub(super) run: Timeline,
    pub(super) path: String,
    pub(super) steps: Vec<u64>,
    pub(super) done: usize,
    pub(super) size: [u32; 2],
    pub(super) view: View,
}

impl Animation {
    /// How many of how many frames are made.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.steps.len())
    }
}
