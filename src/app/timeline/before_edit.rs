//! Where the edits of a gesture begin ([`super::Timeline::edit`]).

use crate::scene::document::Document;
use crate::scene::stage::Stage;
use std::sync::Arc;

/// The run before the last event, while that is an edit of a gesture. A copy of a timeline does not carry it along: a
/// gesture that goes on there records its next edit beside the last one.
#[derive(Debug, Default)]
pub struct BeforeEdit(Option<Box<Before>>);

/// A moment at which a gesture began.
#[derive(Debug)]
pub struct Before {
    /// Its number, not 0.
    pub gesture: u64,
    /// The stage.
    pub stage: Stage,
    /// The document that it stands for.
    pub present: Arc<Document>,
}

impl Clone for BeforeEdit {
    fn clone(&self) -> BeforeEdit {
        BeforeEdit::default()
    }
}

impl BeforeEdit {
    /// An edit of a gesture was recorded (`None`: one on its own).
    pub fn new(before: Option<Box<Before>>) -> BeforeEdit {
        BeforeEdit(before)
    }

    /// The edit is no longer the last that happened.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// Where this gesture began, if the last edit is one of it.
    pub fn take(&mut self, gesture: u64) -> Option<Box<Before>> {
        self.0.take().filter(|before| before.gesture == gesture)
    }
}
