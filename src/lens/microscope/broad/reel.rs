//! What a search recorded.

use super::run::{Look, Search};

pub(super) struct BroadReel {
    pub(super) search: Search,
    /// The looks that are shown.
    pub(super) looks: Vec<Look>,
}

/// Most looks that are shown.
pub(super) const MOST_SHOWN: usize = 300;
