//! Buttons that panels share, and what empty fields tell.

use super::desk::Desk;
use super::menu_keys;
use super::theme::Look;
use egui::{Button, Response, RichText, Ui, WidgetText};

/// A button that opens a menu. While one is open, Esc is for it alone: egui tells only that a menu closes, so whoever
/// fills it says that it is open.
pub(crate) fn menu(ui: &mut Ui, desk: &mut Desk<'_>, title: impl Into<WidgetText>, fill: impl FnOnce(&mut Ui, &mut Desk<'_>)) -> Response {
    let shown = ui.menu_button(title, |ui| {
        desk.state.menus.is_open = true;
        menu_keys::rows(ui, "", |ui| fill(ui, desk));
    });
    shown.response
}

/// A button with a picture only; `name` is what it is called.
pub(crate) fn icon_button(ui: &mut Ui, look: &Look, picture: &str, name: &str) -> Response {
    let response = ui.add(Button::new(RichText::new(picture).font(look.icon_font()).color(look.quiet)).frame(false));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    response
}

impl Look {
    /// What an empty field tells: quiet, but readable (egui's own weak text is half as strong as text).
    pub(crate) fn hint(&self, words: impl Into<String>) -> RichText {
        RichText::new(words).color(self.quiet)
    }
}
