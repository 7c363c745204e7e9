//! What all pages have: the head with what is selected and its name, and the button that deletes it.

use super::fields::Fields;
use crate::app::{DocumentCommand, Item};
use crate::scene::limits::TextRule;
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

/// The name of what the page shows; one that may not be is refused beside the field, and changes nothing.
pub(super) fn name(f: &mut Fields<'_, '_, '_>, id: &mut String, rule: TextRule, is_taken: impl Fn(&str) -> bool) {
    f.section("Name");
    let begins = std::mem::take(&mut f.desk.state.outliner.naming);
    if begins {
        f.ui.scroll_to_cursor(Some(egui::Align::Center));
    }
    f.text_unless("Id", id, begins, &|new| name_refusal(new, rule, is_taken(new)));
}

/// Why a name may not be: it breaks the rule of the file, or another thing has it.
pub(crate) fn name_refusal(new: &str, rule: TextRule, is_taken: bool) -> Option<String> {
    match rule.complaint(new) {
        Some(why) => Some(why.strip_prefix("names").map_or_else(|| format!("A name {why}."), |rest| format!("Names{rest}."))),
        None => is_taken.then(|| format!("The name \"{new}\" is taken.")),
    }
}

/// A button that deletes what the page shows.
pub(super) fn delete(ui: &mut Ui, desk: &mut Desk<'_>, item: Item) {
    if ui.button("Delete").on_hover_text((desk.keyed)("Delete")).clicked() {
        desk.send(DocumentCommand::Delete(vec![item]));
    }
}
