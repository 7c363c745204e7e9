//! What the outliner remembers.

use crate::app::Item;
use std::collections::BTreeSet;

/// A thing that is being renamed.
#[derive(Clone, Debug)]
pub(crate) struct Renaming {
    pub item: Item,
    /// What is typed so far.
    pub typed: String,
    /// Why it was refused as it stands.
    pub refused: Option<String>,
}

impl Renaming {
    /// It has the name that it has.
    pub fn of(item: &Item) -> Renaming {
        Renaming { item: item.clone(), typed: item.id().to_owned(), refused: None }
    }
}

/// What the outliner remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutlinerState {
    pub is_open: bool,
    /// Groups whose members are not shown.
    pub closed: BTreeSet<String>,
    /// What is being renamed.
    pub renaming: Option<Renaming>,
    /// The selected thing is to be renamed: the inspector's field of its name takes the keyboard.
    pub naming: bool,
}
