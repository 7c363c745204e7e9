//! What the program's clipboard holds.

use crate::scene::document::Document;

/// The program's clipboard.
#[derive(Default)]
pub(super) struct Clipboard {
    /// What was copied last.
    pub copied: Option<Copied>,
    /// What another window copied since then was refused, and told so.
    pub is_refused: bool,
}

/// What was copied.
pub(super) struct Copied {
    /// It as a part of a document, which may name things that were not copied.
    pub part: Document,
    /// It as a file, without what hangs on such things.
    pub text: String,
    /// The system's clipboard was not told yet.
    pub is_news: bool,
}
