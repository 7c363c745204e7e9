//! Undo and redo. While the microscope's bench is open they belong to its specimen.

use crate::app::edit::Renaming;
use crate::app::history::{Moment, UndoPlace};
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::timeline::Timeline;
use crate::scene::document::Document;

/// Back and forth through what was done.
#[derive(Clone, Debug, PartialEq)]
pub enum HistoryCommand {
    /// Takes the last change back: document and run stand as before it.
    Undo,
    /// Brings back what undo took.
    Redo,
}

impl App {
    /// Where undo and redo stand.
    pub fn undo_place(&self) -> UndoPlace {
        let bench = self.bench.as_ref().map(|bench| (bench.laid, bench.past.len(), bench.future.len()));
        let (opened, travelled) = (self.history.opened(), self.history.travelled());
        let points = if self.is_drawing() { self.tool.vertices.len() } else { 0 };
        UndoPlace { opened, travelled, bench, points, compares: self.comparison.is_some() }
    }

    pub(super) fn apply_history(&mut self, command: HistoryCommand) {
        let forth = match command {
            HistoryCommand::Undo => false,
            HistoryCommand::Redo => true,
        };
        if self.comparison.is_some() && self.bench.is_none() {
            return self.notify(NoticeKind::Warning, "Leave the comparison first: undo and redo are the scene's.");
        }
        // In the middle of a drawing the last point is what was done last.
        if !forth && self.is_drawing() && (self.tool().take_back)(self) {
            return;
        }
        let gate = self.gate;
        if self.bench.as_mut().is_none_or(|bench| bench.travel(forth, gate)) {
            self.travel_back(forth);
        }
    }

    /// The present moment, for the way back from undo or redo; without the run when that will not change.
    fn moment_to_leave(&self, forth: bool) -> Moment {
        let is_beside = |next: &Document| {
            *self.document != *next && (self.document.moves_as(next) || Renaming::between(&self.document, next).is_some())
        };
        let beside_only = self.history.next_document(forth).is_some_and(|next| is_beside(next));
        if beside_only { Moment::without_run(&self.document) } else { Moment::of(&self.document, &self.timeline) }
    }

    /// Undo, or with `forth` redo, of the document.
    pub(in crate::app) fn travel_back(&mut self, forth: bool) {
        let now = self.moment_to_leave(forth);
        let (done, nothing) = if forth { ("Redone", "Nothing to redo.") } else { ("Undone", "Nothing to undo.") };
        match self.history.travel(forth, now) {
            Some((label, moment)) => {
                self.restore(moment);
                self.notify(NoticeKind::Done, format!("{done}: {label}"));
                self.note_recovery(&label, forth);
            }
            None => self.notify(NoticeKind::Warning, nothing),
        }
    }

    fn restore(&mut self, moment: Moment) {
        let result = match moment.timeline {
            Some(timeline) => {
                self.timeline = timeline;
                Ok(())
            }
            None if !moment.fresh && (self.document.moves_as(&moment.document) || self.rename_in_run(&moment.document)) => {
                self.timeline.dress(&moment.document);
                Ok(())
            }
            None if moment.fresh => Timeline::new(&moment.document).map(|t| self.timeline = t),
            None => self.timeline.edit(&self.document, &moment.document, 0),
        };
        if let Err(problems) = result {
            return self.refuse("Undo", &problems);
        }
        self.document = moment.document;
        self.tool.let_go();
        self.forget_missing();
    }
}
