//! Doors between the pipeline and the microscopes of its stages.

use super::super::desk::Desk;
use crate::app::{Bench, MicroscopeCommand};
use crate::lens::microscope;
use egui::{Button, Ui};

/// The way into the stage of this frame, or back to the pipeline.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench) {
    let stage = bench.film().inside(bench.frame()).and_then(|inside| microscope::find(inside.microscope));
    if let Some(stage) = stage {
        let hint = "Opens the microscope of this stage at this very frame (also by a double click on its small picture)";
        if ui.add(Button::new(format!("Look inside: {}  Enter", stage.name))).on_hover_text(hint).clicked() {
            desk.send(MicroscopeCommand::Inside);
        }
    }
    if bench.is_inside() {
        let hint = "To where this frame stands in the pipeline";
        if ui.add(Button::new("Back to the pipeline  ⌫")).on_hover_text(hint).clicked() {
            desk.send(MicroscopeCommand::Outside);
        }
    }
}
