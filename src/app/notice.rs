//! Short notes to the user.

use super::history::UndoPlace;

/// How a note to the user is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Something was done.
    Done,
    /// Something deserves attention.
    Warning,
    /// Something failed.
    Error,
}

/// A short note to the user; the panels show it as a toast (errors of several lines in a window).
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How it is meant.
    pub kind: NoticeKind,
    /// What happened, in words.
    pub text: String,
    /// The file that it is about, where writing one has begun or ended.
    pub file: Option<FileNote>,
    /// Where undo and redo stood when it was said: what it offers to undo or redo is offered as long as they stand
    /// there.
    pub at: UndoPlace,
}

/// How far writing a file is; with its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileNote {
    /// It is being written.
    Begun(String),
    /// It is there, or will not be.
    Ended(String),
}
