//! The bar above: which solvers are compared, and the way back.

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
    let bar = egui::TopBottomPanel::top("comparison bar").exact_height(look.menu_height()).frame(look.bar()).show_separator_line(true);
    bar.show(ctx, |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            back(ui, desk);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = look.gap(1.0);
                ui.add_space(look.gap(1.0));
                if ui.available_width() > look.pt(900.0) {
                    ui.label(RichText::new("The scene under").color(look.quiet));
                }
                egui::ScrollArea::horizontal().auto_shrink([false, false]).show(ui, |ui| {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| SOLVERS.iter().for_each(|row| choice(ui, desk, row)));
                });
            });
        });
    });
}

fn back(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let words = RichText::new(format!("Back to scene  {BACK}")).font(look.strong_font()).color(look.on_accent);
    let response = ui.add(Button::new(words).fill(look.accent));
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
    let own = if desk.app.document().world.solver == row.solver { " *" } else { "" };
    let text = RichText::new(format!("{}{own}", row.name)).font(if on { look.strong_font() } else { look.body_font() });
    let fill = if on { look.selected } else { egui::Color32::TRANSPARENT };
    let response = ui.add(Button::new(text).fill(fill).min_size(vec2(look.pt(40.0), look.row())));
    // The legend of the plots has the bare names.
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, on, format!("Compare {}", row.name)));
    if on {
        let under = egui::Rect::from_min_max(response.rect.left_bottom() - vec2(0.0, look.pt(4.0)), response.rect.right_bottom());
        swatch(ui.painter(), desk, row.solver, under.shrink2(vec2(look.gap(1.0), 0.0)));
    }
    let is_own = if own.is_empty() { "" } else { "\n* The scene's own solver." };
    if response.on_hover_text(format!("{}{is_own}", row.summary)).clicked() {
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
