//! A solver's line, and its pane.

use super::super::desk::Desk;
use super::super::paint;
use crate::app::comparison::Pane;
use crate::app::comparison::plots::role;
use crate::engine::solver::Solver;
use egui::{Painter, Rect};

/// A short piece of a solver's line, as it runs in the plots.
pub(super) fn swatch(painter: &Painter, desk: &Desk<'_>, solver: Solver, rect: Rect) {
    paint::swatch(painter, &desk.look, role(solver), rect);
}

/// The pane of a solver.
pub(super) fn pane<'a>(desk: &Desk<'a>, solver: Solver) -> Option<&'a Pane> {
    desk.app.comparison()?.panes().iter().find(|pane| pane.solver() == solver)
}
