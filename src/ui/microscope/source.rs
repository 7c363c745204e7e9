//! The very source lines that ran, the present one lit.

use super::super::desk::Desk;
use super::caption;
use crate::app::Bench;
use crate::lens::microscope::source;
use egui::{RichText, Ui};

/// Shows the function around the line that ran.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let look = desk.look;
    let Some(excerpt) = source::excerpt(bench.film().frame(bench.frame()).line) else { return };
    caption(ui, &look, excerpt.path);
    let shown = (bench.laid(), bench.frame());
    let moved = desk.state.workspace.scrolled != Some(shown);
    let frame = egui::Frame::new().fill(look.ground).corner_radius(look.corner()).inner_margin(look.margin(2.0, 1.5));
    frame.show(ui, |ui| {
        egui::ScrollArea::both().id_salt("source").max_height(look.pt(190.0)).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, line) in excerpt.lines.iter().enumerate() {
                let lit = i == excerpt.lit;
                let number = excerpt.first_line + i;
                let text = RichText::new(format!("{number:>4}  {line}")).monospace().size(look.pt(11.0));
                let text = if lit { text.color(look.text).background_color(look.selected) } else { text.color(look.quiet) };
                let response = ui.add(egui::Label::new(text).extend());
                if lit && moved {
                    // The left end: long lines must not push the others out of sight.
                    let start = egui::Rect::from_min_size(response.rect.min, egui::vec2(1.0, response.rect.height()));
                    ui.scroll_to_rect(start, Some(egui::Align::Center));
                }
            }
        });
    });
    desk.state.workspace.scrolled = Some(shown);
}
