//! The very source lines that ran, the present one lit.

use super::super::desk::Desk;
use super::hot::caption;
use crate::app::Bench;
use crate::lens::microscope::source;
use egui::scroll_area::ScrollBarVisibility;
use egui::{RichText, Ui};

/// Least and usual height of the lines, points: six and a dozen of them.
pub(super) const HEIGHTS: [f32; 2] = [96.0, 190.0];

/// Whether a frame has a line of source.
pub(super) fn is_there(bench: &Bench) -> bool {
    source::excerpt(bench.film().frame(bench.frame()).line).is_some()
}

/// Shows the function around the line that ran, in lines of this height together, points.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, height: f32) {
    let look = desk.look;
    let Some(excerpt) = source::excerpt(bench.film().frame(bench.frame()).line) else { return };
    caption(ui, &look, excerpt.path);
    let shown = (bench.laid(), bench.frame());
    let moved = desk.state.workspace.scrolled != Some(shown);
    let frame = egui::Frame::new().fill(look.ground).corner_radius(look.corner()).inner_margin(look.margin(2.0, 1.5));
    frame.show(ui, |ui| {
        // egui draws the bar of a cut-off area at the cut, where it would strike through what stands there.
        let height = look.pt(height) - look.gap(3.0);
        let is_cut = ui.cursor().top() + height > ui.clip_rect().bottom();
        let bars = if is_cut { ScrollBarVisibility::AlwaysHidden } else { ScrollBarVisibility::VisibleWhenNeeded };
        let area = egui::ScrollArea::both().id_salt("source").max_height(height).auto_shrink([false, true]).scroll_bar_visibility(bars);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (i, line) in excerpt.lines.iter().enumerate() {
                let lit = i == excerpt.lit;
                let number = excerpt.numbers[i];
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
