//! Changes of the document that leave the run as it is.

use crate::app::edit::Renaming;
use crate::app::history::Moment;
use crate::app::program::App;
use crate::scene::document::Document;
use crate::scene::dress::Dress;
use crate::scene::file;
use std::sync::Arc;

impl App {
    /// Takes over a document that moves as the present one does ([`Document::moves_as`]), as one undoable step: the run
    /// stays as it is. False when that was refused.
    pub(super) fn set_beside_the_run(&mut self, label: &str, gesture: u64, document: Document) -> bool {
        if let Err(problems) = file::check(&document) {
            self.refuse(label, &problems);
            return false;
        }
        if !self.history.continues(gesture) {
            self.history.push(label, gesture, Moment::without_run(&self.document));
        }
        let before = std::mem::replace(&mut self.document, Arc::new(document));
        if Dress::differs(&before, &self.document) {
            self.timeline.dress(&self.document);
        }
        self.forget_missing();
        true
    }

    /// Gives the thing of the run that is only called otherwise in this document its new name. False when there is
    /// none, or when something was called so earlier in the run.
    pub(super) fn rename_in_run(&mut self, document: &Document) -> bool {
        let Some(renaming) = Renaming::between(&self.document, document) else { return false };
        file::check(document).is_ok() && self.timeline.rename(&|d| renaming.apply(d), &|d| renaming.is_taken(d))
    }
}
