//! The card of the first start: four ways in.

use super::desk::Desk;
use super::state::Picker;
use crate::app::{Command, FileCommand, MicroscopeCommand, RunCommand, ToolCommand};
use egui::{Align2, Rect, RichText, Sense, Ui, vec2};
use egui_phosphor::regular as icon;

/// A way in: picture, name, one sentence, what it sends.
struct Way {
    picture: &'static str,
    name: &'static str,
    about: &'static str,
    commands: fn() -> Vec<Command>,
}

const WAYS: [Way; 4] = [
    Way {
        picture: icon::PLAY_CIRCLE,
        name: "Play",
        about: "The scene runs: drag bodies to throw them, Space stops time.",
        commands: || vec![RunCommand::Play.into()],
    },
    Way {
        picture: icon::SHAPES,
        name: "Build",
        about: "An empty scene and the box tool: drag on the canvas, then press Space.",
        commands: || vec![FileCommand::New.into(), ToolCommand::Choose("box".into()).into()],
    },
    Way {
        picture: icon::MAGNIFYING_GLASS,
        name: "Look inside",
        about: "Opens a contact of the scene: what the engine computed, step by step.",
        commands: || vec![RunCommand::Pause.into(), MicroscopeCommand::Open { pair: None, microscope: None }.into()],
    },
    Way {
        picture: icon::GRADUATION_CAP,
        name: "Lessons",
        about: "Short courses with questions, from two boxes to aiming.",
        commands: Vec::new,
    },
];

/// Shows the card while it is open.
pub(super) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    if !desk.state.greeting {
        return;
    }
    let look = desk.look;
    let modal = egui::Modal::new("greeting".into()).frame(look.card().inner_margin(look.margin(5.0, 4.0))).show(ctx, |ui| {
        let width = (ctx.screen_rect().width() - look.gap(20.0)).min(look.pt(640.0));
        ui.set_width(width);
        ui.label(RichText::new("Collidoscope").font(look.title_font()));
        ui.label(RichText::new("A 2D physics sandbox you can see inside. Where do you want to begin?").color(look.quiet));
        ui.add_space(look.gap(3.0));
        let mut chosen = None;
        let tile = vec2((width - look.gap(2.0)) / 2.0, look.pt(84.0));
        ui.spacing_mut().item_spacing = vec2(look.gap(2.0), look.gap(2.0));
        for (row, ways) in WAYS.chunks(2).enumerate() {
            ui.horizontal(|ui| {
                for (column, way) in ways.iter().enumerate() {
                    if one(ui, desk, way, tile) {
                        chosen = Some(2 * row + column);
                    }
                }
            });
        }
        ui.add_space(look.gap(2.0));
        ui.horizontal(|ui| {
            if ui.button("Close").on_hover_text("Help > First steps shows this card again.").clicked() {
                desk.state.greeting = false;
            }
            ui.label(RichText::new("F1: all keys · Ctrl+K: any command by name").font(look.caption_font()).color(look.quiet));
        });
        chosen
    });
    if let Some(way) = modal.inner.map(|index| &WAYS[index]) {
        desk.state.greeting = false;
        (way.commands)().into_iter().for_each(|command| desk.send(command));
        if way.name == "Lessons" {
            desk.state.picker = Some(Picker { text: "lesson".into(), ..Picker::default() });
        }
    } else if modal.backdrop_response.clicked() {
        desk.state.greeting = false;
    }
}

fn one(ui: &mut Ui, desk: &Desk<'_>, way: &Way, tile: egui::Vec2) -> bool {
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(tile, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, way.name));
    let line = if response.has_focus() { egui::Stroke::new(2.0, look.accent) } else { look.hairline() };
    let fill = if response.hovered() { look.hover } else { look.panel };
    ui.painter().rect(rect, look.card_corner(), fill, line, egui::StrokeKind::Inside);
    let at = rect.min + vec2(look.gap(3.0), look.gap(3.0));
    let big = egui::FontId::proportional(look.pt(26.0));
    let picture = ui.painter().text(at, Align2::LEFT_TOP, way.picture, big, look.accent);
    let left = picture.right() + look.gap(2.5);
    let name = ui.painter().text(egui::pos2(left, at.y), Align2::LEFT_TOP, way.name, look.title_font(), look.text);
    let mut job = egui::text::LayoutJob::simple(way.about.to_owned(), look.body_font(), look.quiet, rect.right() - left - look.gap(2.0));
    job.wrap.max_rows = 3;
    let words = ui.painter().layout_job(job);
    let place = Rect::from_min_max(egui::pos2(left, name.bottom() + look.gap(0.5)), rect.max);
    ui.painter().with_clip_rect(rect).galley(place.min, words, look.quiet);
    response.on_hover_text(way.about).clicked()
}
