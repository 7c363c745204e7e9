//! A solver's line, and its pane.

use super::super::desk::Desk;
use crate::app::comparison::Pane;
use crate::app::comparison::plots::role;
use crate::draw::palette::style;
use crate::engine::solver::Solver;
use egui::{Painter, Rect, Stroke, pos2};

/// A short piece of a solver's line, as it runs in the plots.
pub(super) fn swatch(painter: &Painter, desk: &Desk<'_>, solver: Solver, rect: Rect) {
    let line = style(desk.look.theme, role(solver));
    let stroke = Stroke::new(line.width_px.max(2.5), desk.look.role(role(solver)));
    let (left, right) = (pos2(rect.left(), rect.center().y), pos2(rect.right(), rect.center().y));
    match line.dash_px {
        None => {
            painter.line_segment([left, right], stroke);
        }
        Some([dash, gap]) => painter.extend(egui::Shape::dashed_line(&[left, right], stroke, dash, gap)),
    }
}

/// The pane of a solver.
pub(super) fn pane<'a>(desk: &Desk<'a>, solver: Solver) -> Option<&'a Pane> {
    desk.app.comparison()?.panes().iter().find(|pane| pane.solver() == solver)
}
