//! What the outliner remembers.

use crate::app::Item;
use std::collections::BTreeSet;

/// What the outliner remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutlinerState {
    pub is_open: bool,
    /// Groups whose members are not shown.
    pub closed: BTreeSet<String>,
    /// What is being renamed, and what is typed so far.
    pub renaming: Option<(Item, String)>,
}
