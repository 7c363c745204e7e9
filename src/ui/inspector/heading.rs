//! The head of each page: what is selected, and its name.

use super::fields::Fields;
use crate::ui::desk::Desk;
use egui::RichText;

/// Title and one quiet line.
pub(super) fn heading(fields: &mut Fields<'_, '_, '_>, title: &str, line: &str) {
    let look = fields.desk.look;
    fields.ui.add(egui::Label::new(RichText::new(title).font(look.title_font())).truncate());
    fields.ui.add_space(look.gap(0.5));
    fields.ui.add(egui::Label::new(RichText::new(line).color(look.quiet)).truncate());
}

/// Ids must be unique and not empty; an unusable one is refused in words.
pub(super) fn usable_id(desk: &mut Desk<'_>, new: &str, taken: bool) -> bool {
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
