//! What all pages have: the head with what is selected and its name, and the button that deletes it.

use super::fields::Fields;
use crate::app::{DocumentCommand, Item};
use crate::ui::desk::Desk;
use egui::{RichText, Ui};

/// Title and one quiet line.
pub(super) fn heading(fields: &mut Fields<'_, '_, '_>, title: &str, line: &str) {
    let look = fields.desk.look;
    fields.ui.add(egui::Label::new(RichText::new(title).font(look.title_font())).truncate());
    if !line.is_empty() {
        fields.ui.add_space(look.gap(0.5));
        fields.ui.add(egui::Label::new(RichText::new(line).color(look.quiet)).truncate());
    }
}

/// The name of what the page shows. False when it is given one that is refused: then nothing of the page counts.
pub(super) fn name(f: &mut Fields<'_, '_, '_>, id: &mut String, is_taken: impl FnOnce(&str) -> bool) -> bool {
    f.section("Name");
    let begins = std::mem::take(&mut f.desk.state.outliner.naming);
    if begins {
        f.ui.scroll_to_cursor(Some(egui::Align::Center));
    }
    !f.text_begun("Id", id, begins) || usable_id(f.desk, id, is_taken(id))
}

/// Ids must be unique and not empty; an unusable one is refused in words.
pub(crate) fn usable_id(desk: &mut Desk<'_>, new: &str, taken: bool) -> bool {
    let refusal = if new.is_empty() {
        "A name must not be empty.".to_owned()
    } else if taken {
        format!("The name \"{new}\" is taken.")
    } else {
        return true;
    };
    desk.state.notices.warn(refusal);
    false
}

/// A button that deletes what the page shows.
pub(super) fn delete(ui: &mut Ui, desk: &mut Desk<'_>, item: Item) {
    if ui.button("Delete").on_hover_text((desk.keyed)("Delete")).clicked() {
        desk.send(DocumentCommand::Delete(vec![item]));
    }
}
