//! Buttons that panels share.

use super::theme::Look;
use egui::{Button, RichText, Ui};

/// A button with a picture only; `name` is what it is called.
pub(crate) fn icon_button(ui: &mut Ui, look: &Look, picture: &str, name: &str) -> egui::Response {
    let response = ui.add(Button::new(RichText::new(picture).font(look.icon_font()).color(look.quiet)).frame(false));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    response
}
