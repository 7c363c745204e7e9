//! The profiler: what the parts of a step took within the last second, and how much there was to do.
//!
//! ```text
//! ┌ Profiler ─────────────────────────────── ✕ ┐
//! │ 60 steps of the last second  mean ms worst │
//! │ whole step                     0.412 0.733 │
//! │ narrow phase: outdated …  ▇▇▇  0.101 0.154 │
//! │ …                                          │
//! │ bodies 55, awake 42 · pairs 96 · contacts … │
//! └────────────────────────────────────────────┘
//! ```

use super::action::{Action, Menu};
use super::desk::Desk;
use crate::app::ViewCommand;
use crate::app::profile::ProfileRow;
use crate::draw::quantity::counted;
use crate::engine::body::BodyKind;
use crate::scene::stage::Stage;
use egui::{Align, Align2, Layout, RichText, ScrollArea, Sense, Ui, vec2};
use std::collections::BTreeSet;

/// What can be done with it: a row of the table in [`super::actions`].
pub(super) fn row() -> Action {
    Action::doing(Menu::View, 3, "Profiler", |desk| desk.send(ViewCommand::SetProfiled(!desk.app.profile().is_on())))
        .switch(|app, _| app.profile().is_on())
        .about("What each part of a step took within the last second, and how many pairs, contacts and islands there are.")
}

/// Shows the window while steps are measured.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, canvas: egui::Rect) {
    if !desk.app.profile().is_on() || desk.state.presentation {
        return;
    }
    let (look, screen) = (desk.look, ctx.screen_rect());
    let mut is_open = true;
    let window = egui::Window::new("Profiler")
        .id("profiler".into())
        .open(&mut is_open)
        .collapsible(false)
        .resizable(false)
        .frame(look.card().inner_margin(look.margin(4.0, 3.0)))
        .pivot(Align2::LEFT_TOP)
        .constrain_to(screen)
        .default_pos(canvas.left_top() + vec2(look.gap(4.0), look.gap(12.0)));
    window.show(ctx, |ui| {
        ui.set_width(look.pt(410.0).min(screen.width() - look.gap(12.0)));
        ScrollArea::vertical().max_height(0.72 * screen.height()).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            table(ui, desk);
            counts(ui, desk);
        });
    });
    if !is_open {
        desk.send(ViewCommand::SetProfiled(false));
    }
}

fn table(ui: &mut Ui, desk: &Desk<'_>) {
    let look = desk.look;
    let rows = desk.app.profile().rows();
    if rows.is_empty() {
        let words = "Nothing was measured yet: let time run. Steps that are taken again to go back are not measured.";
        ui.add(egui::Label::new(RichText::new(words).color(look.quiet)).wrap());
        return;
    }
    let words = match desk.app.profile().step_count() {
        1 => "One step within a second".to_owned(),
        count => format!("{count} steps within a second"),
    };
    line(ui, desk, &words, None, ["mean, ms", "worst, ms"].map(str::to_owned), true);
    let whole = rows[0].mean;
    for (i, ProfileRow { words, mean, worst }) in rows.into_iter().enumerate() {
        let share = if whole > 0.0 { (mean / whole) as f32 } else { 0.0 };
        line(ui, desk, words, (i > 0).then_some(share), [mean, worst].map(|seconds| format!("{:.3}", 1e3 * seconds)), i == 0);
    }
}

/// A line: words over a bar of their share, and two numbers.
fn line(ui: &mut Ui, desk: &Desk<'_>, words: &str, share: Option<f32>, numbers: [String; 2], is_strong: bool) {
    let look = desk.look;
    let font = if is_strong { look.strong_font() } else { look.body_font() };
    let number_width = look.pt(68.0);
    let size = vec2(ui.available_width(), font.size + look.gap(1.5));
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(look.gap(2.0));
        for number in numbers.into_iter().rev() {
            ui.allocate_ui_with_layout(vec2(number_width, size.y), Layout::right_to_left(Align::Center), |ui| {
                ui.set_width(number_width);
                ui.label(RichText::new(number).font(font.clone()));
            });
        }
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - look.gap(1.0), size.y), Sense::hover());
        if let Some(share) = share {
            let bar = egui::Rect::from_min_size(rect.min, vec2(rect.width() * share.clamp(0.0, 1.0), rect.height()));
            ui.painter().rect_filled(bar.shrink2(vec2(0.0, 1.0)), look.corner(), look.selected);
            response.on_hover_text(format!("{words}: {:.0} % of the step", 100.0 * share));
        }
        let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, look.text);
        job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - look.gap(1.0));
        let galley = ui.fonts(|f| f.layout_job(job));
        ui.painter().galley(egui::pos2(rect.left() + look.gap(0.5), rect.center().y - 0.5 * galley.size().y), galley, look.text);
    });
}

/// How much there is to do at this step.
fn counts(ui: &mut Ui, desk: &Desk<'_>) {
    let look = desk.look;
    ui.add_space(look.gap(1.5));
    ui.add(egui::Label::new(RichText::new(census(desk.app.stage())).color(look.quiet)).wrap());
}

/// Bodies, pairs, contacts, islands and joints in words.
fn census(stage: &Stage) -> String {
    let world = stage.world();
    // All but the one that stands for the world, which no list shows.
    let movable = || world.bodies().filter(|(_, body)| body.kind == BodyKind::Dynamic);
    let awake = movable().filter(|(_, body)| body.awake).count();
    let islands: BTreeSet<u32> = world.islands().into_iter().flatten().collect();
    [
        format!("{}, {} of them dynamic, {awake} awake", counted(world.body_count() - 1, "body", "bodies"), movable().count()),
        counted(world.pair_count(), "pair of boxes", "pairs of boxes"),
        counted(world.contact_count(), "contact", "contacts"),
        counted(islands.len(), "island", "islands"),
        counted(world.joints().count(), "joint", "joints"),
    ]
    .join(" · ")
}
