//! Keys that are no action of the menus, as rows: the keyboard takes them, the help window lists them.

use super::desk::Desk;
use egui::{Key, Modifiers};

/// A key that went down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub key: Key,
    pub modifiers: Modifiers,
    /// It is being held.
    pub repeat: bool,
}

impl Stroke {
    /// True for this key alone.
    pub fn is(&self, key: Key) -> bool {
        self.key == key && self.modifiers.is_none()
    }
}

/// A row of a table of keys.
pub(crate) struct KeyRow {
    /// The keys, as the help window shows them.
    pub keys: &'static str,
    /// What they do, in words.
    pub does: &'static str,
    /// Does it; false when the stroke is another key, or means nothing now.
    pub take: fn(&mut Desk<'_>, Stroke) -> bool,
}

/// Lets the first row that knows the stroke do it. False when none does.
pub(crate) fn take(rows: &[KeyRow], desk: &mut Desk<'_>, stroke: Stroke) -> bool {
    rows.iter().any(|row| (row.take)(desk, stroke))
}
