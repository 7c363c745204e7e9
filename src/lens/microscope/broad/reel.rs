//! What a search recorded.

use super::run::{SearchLog, SearchStep};

pub(super) struct BroadReel {
    pub(super) search: SearchLog,
    /// The looks that are shown.
    pub(super) looks: Vec<SearchStep>,
}

/// Most looks that are shown.
pub(super) const MOST_SHOWN: usize = 300;
/// With more boxes than this, names would cover the picture.
pub(super) const MOST_NAMED: usize = 24;
