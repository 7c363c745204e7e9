//! Short notes to the user.

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
}
