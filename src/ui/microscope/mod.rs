//! The collision microscope's workspace.
//!
//! ```text
//! ┌ bar: microscopes · pair · examples · gate · back ────────┐
//! ├ lesson, if the scene is one ─────────────────────────────┤
//! ├───────────────────┬───────────────────┬──────────────────┤
//! │ world             │ space of the      │ side: question,  │
//! │                   │ algorithm         │ card, source     │
//! │                   ├───────────────────┤------------------│
//! │                   │ chart             │ dials            │
//! ├───────────────────┴───────────────────┴──────────────────┤
//! └ strip: every frame as a small picture ───────────────────┘
//! ```
//! Hovering goes both ways: what is under the pointer, in a picture or on the card, is collected in [`Hot`] and lit in
//! the next frame.

mod answered;
mod bar;
pub(super) mod card;
mod dials;
mod gate;
mod handles;
pub(super) mod hot;
mod inside;
mod keys;
mod presented;
mod source;
pub(super) mod state;
mod strip;
mod views;

pub(crate) use keys::{KEYS, answer_own};

use super::desk::Desk;
use super::theme::Look;
use super::{lesson, own_question, scrolled};
use crate::app::{Bench, MicroscopeCommand};
use egui::vec2;
use hot::Hot;
use state::WorkspaceState;

/// In a window of less height the dials are folded under the card, points.
const LOW_WINDOW: f32 = 640.0;

/// Shows the workspace over the whole window. Nothing happens without an open bench.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(bench) = desk.app.bench() else { return };
    let look = desk.look;
    if desk.state.workspace.laid != bench.laid() {
        let WorkspaceState { dials_height, bar_room, shows_chart, .. } = desk.state.workspace;
        desk.state.workspace = WorkspaceState { laid: bench.laid(), dials_height, bar_room, shows_chart, ..WorkspaceState::default() };
    }
    let mut hot = Hot::default();
    let panel = |fill| egui::Frame::new().fill(fill);
    let size = ctx.screen_rect().size();
    // In presentation mode the pictures have the room: no bar, no small pictures, of the strip only its buttons.
    let presents = desk.state.presentation;
    if presents && desk.app.lesson_place().is_some() {
        presented::show(ctx, desk, bench, &mut hot);
        return light(desk, bench, hot);
    }
    if !presents {
        bar::show(ctx, desk, bench);
    }
    lesson::bar(ctx, desk);
    let strip_height = match presents {
        true => look.pt(34.0),
        false if size.y < look.pt(560.0) => look.pt(86.0),
        false => look.pt(134.0),
    };
    egui::TopBottomPanel::bottom("film strip")
        .exact_height(strip_height)
        .frame(look.bar())
        .show_separator_line(true)
        .show(ctx, |ui| strip::show(ui, desk, bench));
    let share = if look.scale > 1.0 { 0.31 } else { 0.27 };
    let side_width = (share * size.x).clamp(look.pt(230.0), look.pt(380.0));
    egui::SidePanel::right("microscope side")
        .exact_width(side_width)
        .resizable(false)
        .frame(look.bar())
        .show(ctx, |ui| side(ui, desk, bench, &mut hot));
    egui::CentralPanel::default().frame(panel(look.ground)).show(ctx, |ui| views::show(ui, desk, bench, &mut hot));
    light(desk, bench, hot);
}

/// Lights what the pointer is on, in the next frame.
fn light(desk: &mut Desk<'_>, bench: &Bench, hot: Hot) {
    if hot.parts != bench.lit() {
        desk.send(MicroscopeCommand::Light(hot.parts));
    }
}

/// Question and card from top to bottom; below them source and dials, which stay in sight and in their place whatever
/// the card says. A question, open or answered, has the side to itself: dials and source are folded under the card,
/// where a verdict and its reason have room, and nothing moves when the answer is given.
fn side(ui: &mut egui::Ui, desk: &mut Desk<'_>, bench: &Bench, hot: &mut Hot) {
    let look = desk.look;
    let is_predicted = desk.app.gate() && bench.film().question(bench.frame()).is_some();
    let asks = is_predicted || desk.app.own_question().is_some();
    // There the dials are folded, and the card needs the room.
    let is_low = ui.ctx().screen_rect().height() < look.pt(LOW_WINDOW);
    if !asks {
        let whole = ui.available_height();
        dials_below(ui, desk, bench, is_low);
        if !is_low {
            source_below(ui, desk, bench, whole);
        }
    }
    let salt = if asks { "question" } else { "microscope side" };
    let area = egui::ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]);
    scrolled::show(ui, &look, look.panel, area, |ui| {
        ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.5));
        ui.add_space(look.gap(2.0));
        own_question::show(ui, desk);
        gate::show(ui, desk, bench, hot);
        card::heading(ui, desk, bench);
        inside::show(ui, desk, bench);
        card::show(ui, desk, bench, hot);
        // What is farther down lets the last lines fade.
        let needed = ui.min_rect().height() + look.gap(6.0);
        if !asks && needed > card_height(desk, bench) {
            desk.state.workspace.card_height = Some((bench.laid(), needed));
            ui.ctx().request_repaint();
        }
        if asks {
            folded(ui, "Try it", dials::by_hand(bench), |ui| dials::show(ui, desk, bench));
            folded(ui, "Source", "The lines that ran", |ui| source::show(ui, desk, bench, source::HEIGHTS[1]));
        } else if is_low {
            source::show(ui, desk, bench, source::HEIGHTS[1]);
        }
        card::scene(ui, desk, bench);
        lesson::begin(ui, desk);
        ui.add_space(look.gap(3.0));
    });
}

/// Height of the highest card of this film that was shown: numbers that a frame speaks of stand in sight, and what is
/// below them moves no more than that takes.
fn card_height(desk: &Desk<'_>, bench: &Bench) -> f32 {
    desk.state.workspace.card_height.filter(|(laid, _)| *laid == bench.laid()).map_or(0.0, |(_, height)| height)
}

/// What is out of the way until it is wanted.
fn folded(ui: &mut egui::Ui, name: &str, hint: &str, show: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(name).id_salt(("folded", name)).show(ui, show).header_response.on_hover_text(hint);
}

/// The source in a part of its own above the dials: it stays in sight, with some lines at least, however long the card
/// is.
fn source_below(ui: &mut egui::Ui, desk: &mut Desk<'_>, bench: &Bench, whole: f32) {
    /// What the card has of the side before the source gets more than its least height.
    const CARD: f32 = 0.45;
    if !source::is_there(bench) {
        return;
    }
    let look = desk.look;
    let caption = source_caption(&look);
    let [least, most] = source::HEIGHTS;
    let card = (CARD * whole).max(card_height(desk, bench));
    let room = (ui.available_height() - card - caption) / look.pt(1.0);
    let height = room.clamp(least, most);
    let panel = egui::TopBottomPanel::bottom("microscope source").exact_height(look.pt(height) + caption).frame(egui::Frame::NONE);
    panel.show_separator_line(true).show_inside(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.0));
        source::show(ui, desk, bench, height);
    });
}

/// Height of what stands over the lines of the source.
fn source_caption(look: &Look) -> f32 {
    look.section_font().size + look.gap(4.0)
}

/// The dials in a part of their own.
fn dials_below(ui: &mut egui::Ui, desk: &mut Desk<'_>, bench: &Bench, is_low: bool) {
    let look = desk.look;
    // Most of the side that the dials may take.
    const SHARE: f32 = 0.42;
    // The least, points: their caption and two rows.
    const LEAST: f32 = 96.0;
    let source = if is_low || !source::is_there(bench) { 0.0 } else { look.pt(source::HEIGHTS[0]) + source_caption(&look) };
    let left = ui.available_height() - card_height(desk, bench) - source;
    let most = (SHARE * ui.available_height()).min(left.max(look.pt(LEAST)));
    let height = desk.state.workspace.dials_height.unwrap_or(most).min(most);
    let panel = egui::TopBottomPanel::bottom("microscope dials").exact_height(height).frame(egui::Frame::NONE).show_separator_line(true);
    let needed = panel.show_inside(ui, |ui| {
        let area = egui::ScrollArea::vertical().id_salt("microscope dials").auto_shrink([false, false]);
        let shown = scrolled::show(ui, &look, look.panel, area, |ui| {
            ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.5));
            // In a low window the card comes first.
            if is_low {
                folded(ui, "Try it", dials::by_hand(bench), |ui| dials::show(ui, desk, bench));
            } else {
                hot::caption(ui, &look, "Try it");
                ui.add(egui::Label::new(egui::RichText::new(dials::by_hand(bench)).color(look.quiet)).wrap());
                dials::show(ui, desk, bench);
            }
            ui.add_space(look.gap(1.0));
        });
        shown.content_size.y
    });
    if desk.state.workspace.dials_height != Some(needed.inner) {
        desk.state.workspace.dials_height = Some(needed.inner);
        ui.ctx().request_repaint();
    }
}
