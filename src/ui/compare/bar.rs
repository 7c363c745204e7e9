//! The bar above: which solvers are compared, and the way back.

use super::super::button::accented;
use super::super::desk::Desk;
use super::line::swatch;
use crate::app::CompareCommand;
use crate::app::comparison::PANES;
use crate::engine::solver::Solver;
use crate::engine::solver::table::{SOLVERS, SolverRow};
use egui::{Align, Button, Context, Layout, RichText, Ui, vec2};

/// The key of the way back, which its button names.
const BACK: &str = "Esc";

/// Shows the bar.
pub(super) fn show(ctx: &Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    let rows = rows(ctx, desk);
    // Every row as high as the bar of other windows: the lines under the chosen names need the room.
    let bar = egui::TopBottomPanel::top("comparison bar").exact_height(look.menu_height() * rows.len() as f32);
    bar.frame(look.bar()).show_separator_line(true).show(ctx, |ui| {
        ui.spacing_mut().item_spacing = vec2(look.gap(1.0), 0.0);
        for (place, row) in rows.into_iter().enumerate() {
            let size = vec2(ui.available_width(), look.menu_height());
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                if place == 0 {
                    back(ui, desk);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add_space(look.gap(1.0));
                    if ui.available_width() > look.pt(900.0) {
                        ui.label(RichText::new("The scene under").color(look.quiet));
                    }
                    row.into_iter().for_each(|solver| choice(ui, desk, solver));
                });
            });
        }
    });
}

/// The solvers in the rows that they need in a window of this width; the first ends at the way back.
fn rows(ctx: &Context, desk: &Desk<'_>) -> Vec<Vec<&'static SolverRow>> {
    let look = desk.look;
    let padding = 2.0 * ctx.style().spacing.button_padding.x;
    let wide = |words: String| ctx.fonts(|f| f.layout_no_wrap(words, look.strong_font(), look.text).size().x) + padding;
    let room = ctx.screen_rect().width() - look.gap(4.0);
    let mut left = room - wide(way_back()) - look.gap(2.0);
    let mut rows: Vec<Vec<&SolverRow>> = vec![Vec::new()];
    for row in SOLVERS.iter() {
        // As wide as when it is chosen, or a click would move the others about.
        let needed = wide(words(desk, row)).max(look.pt(LEAST)) + look.gap(1.0);
        if needed > left && rows.last().is_some_and(|last| !last.is_empty()) {
            rows.push(Vec::new());
            left = room;
        }
        left -= needed;
        rows.last_mut().into_iter().for_each(|last| last.push(row));
    }
    rows
}

/// Least width of a solver's button, points.
const LEAST: f32 = 40.0;

fn way_back() -> String {
    format!("Back to scene  {BACK}")
}

/// Its name, with a mark on the scene's own.
fn words(desk: &Desk<'_>, row: &SolverRow) -> String {
    let own = if is_own(desk, row) { " *" } else { "" };
    format!("{}{own}", row.name)
}

fn is_own(desk: &Desk<'_>, row: &SolverRow) -> bool {
    desk.app.document().world.solver == row.solver
}

fn back(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let response = ui.add(accented(&look, &way_back(), 0.0));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Back to scene"));
    if response.on_hover_text("Leaves the comparison; the scene is unchanged").clicked() {
        desk.send(CompareCommand::Close);
    }
}

/// A solver that is compared or is not.
fn choice(ui: &mut Ui, desk: &mut Desk<'_>, row: &'static SolverRow) {
    let look = desk.look;
    let Some(chosen) = desk.app.comparison().map(|comparison| comparison.solvers()) else { return };
    let on = chosen.contains(&row.solver);
    let text = RichText::new(words(desk, row)).font(if on { look.strong_font() } else { look.body_font() });
    let fill = if on { look.selected } else { egui::Color32::TRANSPARENT };
    let response = ui.add(Button::new(text).fill(fill).min_size(vec2(look.pt(LEAST), look.row())));
    // The legend of the plots has the bare names.
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, on, format!("Compare {}", row.name)));
    if on {
        let under = egui::Rect::from_min_max(response.rect.left_bottom() - vec2(0.0, look.pt(4.0)), response.rect.right_bottom());
        swatch(ui.painter(), desk, row.solver, under.shrink2(vec2(look.gap(1.0), 0.0)));
    }
    let note = if is_own(desk, row) { "\n* The scene's own solver." } else { "" };
    if response.on_hover_text(format!("{}{note}", row.summary)).clicked() {
        desk.send(CompareCommand::Choose(with(&chosen, row.solver, on)));
    }
}

/// The choice after a click: a solver less, or one more; beyond the most the last of the others leaves, and of the
/// fewest none.
fn with(chosen: &[Solver], solver: Solver, on: bool) -> Vec<Solver> {
    let mut solvers: Vec<Solver> = chosen.to_vec();
    if on && solvers.len() > PANES.0 {
        solvers.retain(|other| *other != solver);
    } else if !on {
        solvers.truncate(PANES.1 - 1);
        solvers.push(solver);
    }
    solvers
}
