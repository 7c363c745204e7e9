//! The program's clipboard.

use crate::app::edit;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::engine::math::Vec2;
use crate::scene::document::Document;

/// Copying within the program. It acts on the selection.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipboardCommand {
    /// Copies the selection to the program's clipboard.
    Copy,
    /// Copies, then deletes.
    Cut,
    /// Adds what was copied, its middle at a world point (default: shifted a little), and selects it.
    Paste {
        /// Where.
        at: Option<Vec2>,
    },
    /// Copies and pastes the selection in one step.
    Duplicate,
}

impl App {
    pub(super) fn apply_clipboard(&mut self, command: ClipboardCommand) {
        match command {
            ClipboardCommand::Copy => {
                self.copy();
            }
            ClipboardCommand::Cut => {
                if self.copy() {
                    let items = self.selection.clone();
                    self.delete(&items);
                }
            }
            ClipboardCommand::Paste { at } => self.paste(at),
            ClipboardCommand::Duplicate => {
                if !self.selection.is_empty() {
                    let kept = self.clipboard.replace(edit::extract(&self.document_at_present(), &self.selection));
                    self.paste(None);
                    self.clipboard = kept;
                }
            }
        }
    }

    /// Copies the selection. False, with a notice, when there is none.
    fn copy(&mut self) -> bool {
        if self.selection.is_empty() {
            self.notify(NoticeKind::Warning, "Nothing is selected to copy.");
            return false;
        }
        self.clipboard = Some(edit::extract(&self.document_at_present(), &self.selection));
        true
    }

    /// The document with every selected body where it is now: what copying means while a run is under way.
    fn document_at_present(&self) -> Document {
        let mut document = (*self.document).clone();
        let bodies: Vec<&str> =
            self.selection.iter().filter_map(|i| if let Item::Body(id) = i { Some(id.as_str()) } else { None }).collect();
        edit::adopt(&mut document, self.stage(), &bodies);
        document
    }

    fn paste(&mut self, at: Option<Vec2>) {
        let Some(part) = self.clipboard.clone() else {
            return self.notify(NoticeKind::Warning, "Nothing was copied yet.");
        };
        let places: Vec<Vec2> =
            part.bodies.iter().map(|b| b.position).chain(part.launchers.iter().filter(|l| l.body.is_none()).map(|l| l.position)).collect();
        let middle = places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32;
        let shift = at.map_or(Vec2::new(0.5, 0.5), |p| p - middle);
        let mut added = Vec::new();
        if self.change("Paste", 0, |d| added = edit::insert(d, &part, shift)) {
            self.selection = added;
        }
    }
}
