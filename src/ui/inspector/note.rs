//! A note: its words, where they stand, what they point at.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item};
use crate::engine::math::Vec2;
use crate::scene::document::NoteDoc;
use crate::scene::limits;
use crate::ui::desk::Desk;
use egui::Ui;

/// Shows and edits a note.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &NoteDoc) {
    let app = desk.app;
    let mut note = doc.clone();
    // A drawer that opens is laid out once unseen; what takes the keyboard then loses it again.
    let begins = !ui.is_sizing_pass() && is_just_placed(desk, doc);
    let mut f = Fields::new(ui, desk);
    let line = doc.body.as_ref().map_or("Note · in the world".to_owned(), |body| format!("Note · goes with {body}"));
    heading(&mut f, &doc.id, &line);
    name(&mut f, &mut note.id, limits::NAME, |id| app.document().note(id).is_some());
    f.section("Note");
    f.text_unless("Words", &mut note.text, begins, &|new| limits::NOTE.complaint(new).map(|why| format!("A note {why}.")));
    f.vector("Place", &mut note.position, fields::PLACE);
    let usual = note.position + Vec2::new(1.0, -1.0);
    if let Some(to) = f.optional("Arrow", &mut note.to, usual, "An arrow from the words to what they speak of.") {
        f.vector("Points at", to, fields::PLACE);
    }
    f.ui.add_space(f.desk.look.gap(3.0));
    delete(f.ui, f.desk, Item::Note(doc.id.clone()));
    if let Some(gesture) = f.changed.filter(|_| !note.text.is_empty()) {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: note.into(), gesture });
    }
}

/// True until the words of the note that the tool has just placed were offered to be written.
pub(super) fn awaits_words(desk: &Desk<'_>) -> bool {
    let app = desk.app;
    let is_new = app.tool().id == "note" && app.undo_label() == Some("Add note");
    let last = app.document().notes.last().map(|note| Item::Note(note.id.clone()));
    is_new && app.selection().first() == last.as_ref() && desk.state.note_begun != Some(app.undo_place())
}

/// True once after the tool has placed this note: its words are what one wants to write now.
fn is_just_placed(desk: &mut Desk<'_>, doc: &NoteDoc) -> bool {
    let app = desk.app;
    let is_new = app.tool().id == "note" && app.undo_label() == Some("Add note") && app.document().notes.last() == Some(doc);
    let here = Some(app.undo_place());
    is_new && std::mem::replace(&mut desk.state.note_begun, here) != here
}
