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
//! Hovering goes both ways: what is under the pointer, in a picture or on the card, is collected in [`Hot`] and lit in the next frame.

mod bar;
pub(super) mod card;
mod dials;
mod gate;
mod handles;
mod inside;
mod keys;
mod source;
mod strip;
mod views;

pub(crate) use keys::stroke;

use super::desk::Desk;
use super::lesson;
use crate::app::{Bench, Command, MicroscopeAct};
use crate::draw::{Sheet, View};
use crate::lens::microscope::{Part, Side};
use egui::vec2;

/// What the workspace remembers beside the bench.
#[derive(Default)]
pub(crate) struct WorkspaceState {
    /// Views that were fitted or moved, for what was laid down under this number.
    views: Vec<(Sheet, View)>,
    /// Width over height of the frames that the fitted ones were fitted to.
    fitted: Vec<(Sheet, f32)>,
    /// Those that were moved by hand.
    moved: Vec<Sheet>,
    laid: u64,
    /// Room for the tabs in the last frame.
    bar_room: Option<f32>,
    /// The view of all small pictures, fitted once for what was laid down.
    strip_view: Option<View>,
    drag: Option<Drag>,
    /// The frame that the strip and the source last scrolled to.
    scrolled: Option<(u64, usize)>,
    /// Number of the drag, or of the run of key strokes, that is under way.
    nudge: u64,
    /// What is typed as the answer to a number question.
    typed: String,
    /// A key has begun such an answer: its field takes the keys that follow.
    is_typed_to: bool,
    /// How high the dials were when they were last shown, points.
    dials_height: Option<f32>,
}

impl WorkspaceState {
    /// The view of a sheet, if it was moved by hand.
    pub(super) fn moved_view(&self, sheet: Sheet) -> Option<View> {
        self.views.iter().find(|(s, _)| *s == sheet && self.moved.contains(s)).map(|(_, view)| *view)
    }
}

/// What is being dragged in the world view.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Drag {
    Move(Side),
    Turn(Side),
    Vertex(Side, usize),
    /// Where the body will be at the end of the step.
    Way(Side),
    Pan,
}

/// What the pointer is on in this frame.
#[derive(Default)]
pub(super) struct Hot {
    pub(super) parts: Vec<Part>,
}

impl Hot {
    fn add(&mut self, parts: &[Part]) {
        self.parts.extend(parts.iter().filter(|p| !self.parts.contains(p)).copied().collect::<Vec<_>>());
    }
}

/// Shows the workspace over the whole window. Nothing happens without an open bench.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(bench) = desk.app.bench() else { return };
    let look = desk.look;
    if desk.state.workspace.laid != bench.laid() {
        let WorkspaceState { dials_height, bar_room, .. } = desk.state.workspace;
        desk.state.workspace = WorkspaceState { laid: bench.laid(), dials_height, bar_room, ..WorkspaceState::default() };
    }
    let mut hot = Hot::default();
    let panel = |fill| egui::Frame::new().fill(fill);
    let size = ctx.screen_rect().size();
    bar::show(ctx, desk, bench);
    lesson::bar(ctx, desk);
    let strip_height = if size.y < look.pt(560.0) { look.pt(86.0) } else { look.pt(134.0) };
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
    if hot.parts != bench.lit() {
        desk.send(Command::Microscope(MicroscopeAct::Light(hot.parts)));
    }
}

/// Question, card, source from top to bottom; below them the dials, which stay in sight and in their place whatever the card says.
fn side(ui: &mut egui::Ui, desk: &mut Desk<'_>, bench: &Bench, hot: &mut Hot) {
    let look = desk.look;
    // Most of the side that the dials may take.
    const SHARE: f32 = 0.5;
    let most = SHARE * ui.available_height();
    let height = desk.state.workspace.dials_height.unwrap_or(most).min(most);
    let panel = egui::TopBottomPanel::bottom("microscope dials").exact_height(height).frame(egui::Frame::NONE).show_separator_line(true);
    let needed = panel.show_inside(ui, |ui| {
        let area = egui::ScrollArea::vertical().id_salt("microscope dials").auto_shrink([false, false]);
        let shown = area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.5));
            dials::show(ui, desk, bench);
            ui.add_space(look.gap(1.0));
        });
        shown.content_size.y
    });
    if desk.state.workspace.dials_height != Some(needed.inner) {
        desk.state.workspace.dials_height = Some(needed.inner);
        ui.ctx().request_repaint();
    }
    egui::ScrollArea::vertical().id_salt("microscope side").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(look.gap(1.0), look.gap(1.5));
        ui.add_space(look.gap(2.0));
        card::heading(ui, desk, bench);
        inside::show(ui, desk, bench);
        gate::show(ui, desk, bench, hot);
        card::show(ui, desk, bench, hot);
        source::show(ui, desk, bench);
        card::scene(ui, desk, bench);
        lesson::begin(ui, desk);
        ui.add_space(look.gap(3.0));
    });
}

/// A caption in small capitals.
fn caption(ui: &mut egui::Ui, look: &super::theme::Look, words: &str) {
    ui.add_space(look.gap(1.0));
    ui.label(egui::RichText::new(words.to_uppercase()).font(look.section_font()).color(look.quiet));
}
