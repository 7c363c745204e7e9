//! What the panels remember of the comparison from frame to frame.

use crate::app::Look;

/// Its state.
#[derive(Default)]
pub(crate) struct CompareState {
    /// What the pointer is on in one of the panes.
    pub lit: Option<Look>,
    /// Errors are drawn as they are, from zero, and not by their powers of ten.
    pub plain_errors: bool,
}
