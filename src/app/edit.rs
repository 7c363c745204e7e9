//! Edits of a document, as pure functions.
