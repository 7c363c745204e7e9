//! The card: what happens in this frame, why, and the formulas with their live numbers.

use super::super::desk::Desk;
use super::super::markdown;
use super::super::theme::Look;
use super::hot::{Hot, caption};
use crate::app::Bench;
use crate::draw::quantity;
use crate::lens::Sizes;
use crate::lens::microscope::card::Piece;
use crate::lens::microscope::{Frame, Part, Quantity};
use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Label, RichText, Sense, Ui, WidgetInfo, WidgetType};

/// Title and reason; with an open question only the title of what has been shown.
pub(super) fn heading(ui: &mut Ui, desk: &Desk<'_>, bench: &Bench) {
    let look = desk.look;
    let frame = bench.film().frame(bench.frame());
    let count = bench.film().frames.len();
    let stage = bench.film().group_words(bench.frame()).map_or_else(String::new, |group| format!("   {group}"));
    ui.label(RichText::new(format!("Frame {} of {count}{stage}", bench.frame() + 1)).font(look.caption_font()).color(look.quiet));
    words(ui, &look, frame);
    if bench.frame() == 0 && !bench.caption().is_empty() {
        caption(ui, &look, "What to look for");
        ui.add(Label::new(markdown::job(&look, bench.caption(), look.body_font(), look.quiet)).wrap());
    }
}

/// What happens in a frame, and why.
pub(in crate::ui) fn words(ui: &mut Ui, look: &Look, frame: &Frame) {
    ui.add(Label::new(RichText::new(&frame.heading).font(look.title_font())).wrap());
    ui.add(Label::new(&frame.reason).wrap());
}

/// The formulas under the microscope.
pub(super) fn show(ui: &mut Ui, desk: &Desk<'_>, bench: &Bench, hot: &mut Hot) {
    if bench.film().frame(bench.frame()).card.lines.is_empty() {
        return;
    }
    caption(ui, &desk.look, "Numbers");
    numbers(ui, &desk.look, bench.film().frame(bench.frame()), bench.lit(), hot);
}

/// The formulas of a frame with their live numbers.
pub(in crate::ui) fn numbers(ui: &mut Ui, look: &Look, frame: &Frame, lit: &[Part], hot: &mut Hot) {
    ui.spacing_mut().interact_size.y = look.pt(15.0);
    for line in &frame.card.lines {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (i, piece) in line.pieces.iter().enumerate() {
                match piece {
                    Piece::Text(text) => {
                        let is_after_number = i > 0 && matches!(line.pieces[i - 1], Piece::Number(_));
                        let text = if is_after_number { &text[closing(text).len()..] } else { text };
                        if !text.is_empty() {
                            ui.label(RichText::new(text).monospace());
                        }
                    }
                    Piece::Number(quantity) => {
                        let after = match line.pieces.get(i + 1) {
                            Some(Piece::Text(text)) => closing(text),
                            _ => "",
                        };
                        number(ui, look, quantity, after, lit, hot);
                    }
                }
            }
        });
    }
}

/// What of a text must not begin a line: brackets that close, commas.
fn closing(text: &str) -> &str {
    let end = text.find(|c: char| !matches!(c, ')' | ']' | ',' | ';' | '.')).unwrap_or(text.len());
    &text[..end]
}

/// A number that lights its geometry, and is lit by it; `after` stays on its line.
fn number(ui: &mut Ui, look: &Look, quantity: &Quantity, after: &str, lit: &[Part], hot: &mut Hot) {
    let is_lit = lit.iter().any(|lit| quantity.parts.iter().any(|part| lit.lights(*part)));
    let font = egui::TextStyle::Monospace.resolve(ui.style());
    let background = if is_lit { look.selected } else { Color32::TRANSPARENT };
    let mut text = LayoutJob::default();
    text.append(&quantity.text(), 0.0, TextFormat { background, ..TextFormat::simple(font.clone(), look.link) });
    text.append(after, 0.0, TextFormat::simple(font, ui.visuals().text_color()));
    let response = ui.add(Label::new(text).sense(Sense::hover()));
    let told = quantity.text();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &told));
    if response.hovered() && !quantity.parts.is_empty() {
        hot.add(&quantity.parts);
    }
    let of: Vec<String> = quantity.parts.iter().map(|part| part.name()).collect();
    let of = if of.is_empty() { String::new() } else { format!(": {}", of.join(", ")) };
    response.on_hover_text(format!("{}{of}", quantity.symbol));
}

/// What the scene's own contact says of the same pair; nothing where the scene itself lies under the microscope.
pub(super) fn scene(ui: &mut Ui, desk: &Desk<'_>, bench: &Bench) {
    let look = desk.look;
    if !bench.specimen().has_pair() {
        return;
    }
    caption(ui, &look, "In the scene");
    let has_begun = bench.specimen().scene.as_ref().is_none_or(|scene| scene.stage.step_count() > 0);
    let is_asked = desk.app.gate() && bench.reach(true) < bench.film().last();
    let words = match (&bench.specimen().stored, bench.is_changed()) {
        _ if is_asked => "Told once the questions of the film are answered.".to_owned(),
        (Some(manifold), _) => {
            let n = bench.specimen().turned(manifold.normal);
            let deepest = manifold.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
            let sizes = bench.specimen().scene.as_ref().map(|scene| Sizes::of(scene.stage.world()));
            let deepest = sizes.map_or(deepest, |sizes| sizes.read_single(deepest, "m"));
            let gap =
                if deepest <= 0.0 { format!("depth {}", quantity::length(-deepest)) } else { format!("gap {}", quantity::length(deepest)) };
            let points = quantity::counted(manifold.count, "point", "points");
            format!("normal {}, {gap}, {points}: what the engine stored for exactly these inputs", quantity::direction(n.x, n.y))
        }
        (None, true) => "You have changed the specimen; the scene is unchanged.".to_owned(),
        (None, false) if !has_begun => "No step has been taken yet, so the scene has no contacts.".to_owned(),
        (None, false) => "There is no contact between the two.".to_owned(),
    };
    ui.add(Label::new(RichText::new(words).color(look.quiet)).wrap());
}
