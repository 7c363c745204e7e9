//! Colour, order and lock of the selected bodies.

use super::fields::Fields;
use crate::app::LooksCommand;
use crate::draw::palette::style;
use crate::draw::{Form, Ink, Paint, Role};
use crate::scene::color::{BodyColor, HUES};
use crate::scene::document::BodyDoc;
use crate::ui::hints;
use egui::{Color32, RichText, Sense, Stroke, vec2};

/// Shows and changes them for all of these bodies, which are the selection.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, bodies: &[&BodyDoc]) {
    let Some(first) = bodies.first() else { return };
    f.section("Looks");
    let same = bodies.iter().all(|body| body.color == first.color);
    colors(f, first.color.filter(|_| same), same);
    if !same {
        f.sentence("mixed colours");
    }
    let locked = bodies.iter().filter(|body| body.locked).count();
    let mut all = locked == bodies.len();
    let label = if locked > 0 && !all { "Locked (mixed)" } else { "Locked" };
    let before = all;
    f.switch(label, &mut all, hints::of("Locked"));
    if all != before {
        f.changed = None;
        f.desk.send(LooksCommand::SetLocked(all));
    }
    f.ui.horizontal(|ui| {
        for (name, command) in [("To front", LooksCommand::ToFront), ("To back", LooksCommand::ToBack)] {
            if ui.button(name).on_hover_text((f.desk.keyed)(name)).clicked() {
                f.desk.send(command);
            }
        }
    });
}

/// Eight hues that anybody can tell apart, a free choice, and none.
fn colors(f: &mut Fields<'_, '_, '_>, now: Option<BodyColor>, same: bool) {
    let look = f.desk.look;
    let mut chosen = None;
    f.ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.0));
        let none = ui.selectable_label(same && now.is_none(), "none").on_hover_text("The colour that says how the body moves.");
        none.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, same && now.is_none(), "No colour"));
        if none.clicked() {
            chosen = Some((None, f.desk.state.gesture.next()));
        }
        for (place, name) in HUES.iter().enumerate() {
            let color = BodyColor::Hue(place as u8);
            let [r, g, b, _] = style(look.theme, Role::Painted(Paint { ink: Ink::Hue(place as u8), form: Form::Awake })).stroke;
            let (rect, response) = ui.allocate_exact_size(vec2(look.pt(18.0), look.pt(18.0)), Sense::click());
            ui.painter().rect_filled(rect, look.corner(), Color32::from_rgb(r, g, b));
            let is_now = now == Some(color);
            if is_now || response.has_focus() || response.hovered() {
                let ring = Stroke::new(look.pt(2.0), if is_now { look.text } else { look.quiet });
                ui.painter().rect_stroke(rect.expand(look.pt(1.5)), look.corner(), ring, egui::StrokeKind::Outside);
            }
            response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, is_now, format!("Colour {name}")));
            if response.on_hover_text(*name).clicked() {
                chosen = Some((Some(color), f.desk.state.gesture.next()));
            }
        }
        let mut rgb = if let Some(BodyColor::Rgb(rgb)) = now { rgb } else { [127, 127, 127] };
        let free = ui.color_edit_button_srgb(&mut rgb).on_hover_text("Any colour; it is made readable on the ground of the theme.");
        free.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Own colour"));
        if free.changed() {
            chosen = Some((Some(BodyColor::Rgb(rgb)), f.desk.state.gesture.of(&free)));
        }
        if let Some(BodyColor::Rgb(_)) = now {
            ui.label(RichText::new(now.map(BodyColor::word).unwrap_or_default()).font(look.caption_font()).color(look.quiet));
        }
    });
    if let Some((color, gesture)) = chosen {
        f.desk.send(LooksCommand::Color { color, gesture });
    }
}
