//! Buttons that panels share, and what empty fields tell.

use super::desk::Desk;
use super::menu_keys;
use super::theme::Look;
use egui::{Button, Response, RichText, Stroke, StrokeKind, Ui, WidgetText, vec2};

/// A button that opens a menu. While one is open, Esc is for it alone: egui tells only that a menu closes, so whoever
/// fills it says that it is open.
pub(crate) fn menu(ui: &mut Ui, desk: &mut Desk<'_>, title: impl Into<WidgetText>, fill: impl FnOnce(&mut Ui, &mut Desk<'_>)) -> Response {
    menu_keys::close_by_right_click(ui);
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

/// What one most likely wants to press, at least so high: filled with the accent. The focus ring of the keyboard has
/// that colour, too; here there is another inside it, in the colour of the words.
pub(crate) fn accented(look: &Look, words: &str, height: f32) -> impl egui::Widget {
    let text = RichText::new(words).font(look.strong_font()).color(look.on_accent);
    let (button, ring) = (Button::new(text).fill(look.accent).min_size(vec2(0.0, height)), Stroke::new(look.pt(1.5), look.on_accent));
    let (inset, corner) = (look.pt(2.0), look.corner());
    move |ui: &mut Ui| {
        let response = ui.add(button);
        if response.has_focus() {
            ui.painter().rect_stroke(response.rect.shrink(inset), corner, ring, StrokeKind::Inside);
        }
        response
    }
}

impl Look {
    /// What an empty field tells: quiet, but readable (egui's own weak text is half as strong as text).
    pub(crate) fn hint(&self, words: impl Into<String>) -> RichText {
        RichText::new(words).color(self.quiet)
    }
}
