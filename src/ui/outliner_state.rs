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
    /// The selected thing is to be renamed: the inspector's field of its name takes the keyboard.
    pub naming: bool,
}
