//! A region of smoke: its air, its sources, and how its last step went.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item};
use crate::draw::quantity::quantity;
use crate::scene::document::{SmokeDoc, SmokeSourceDoc, SmokeView};
use crate::scene::limits::{self, Range};
use crate::ui::desk::Desk;
use crate::ui::hints;
use egui::Ui;

const VIEWS: &[(SmokeView, &str, &str)] = &[
    (SmokeView::Density, "density", "How much smoke there is."),
    (SmokeView::Warmth, "warmth", "Warmer than the air around, or colder."),
    (SmokeView::Velocity, "velocity", "How fast the air moves, with arrows."),
    (SmokeView::Pressure, "pressure", "The pressure of the last step, above and below that outside."),
    (SmokeView::Divergence, "divergence", "What flows out of each cell after the pressure has acted: rounding and what has no solution."),
];

fn unit(range: Range, suffix: &'static str, speed: f64) -> fields::Unit {
    fields::Unit { suffix, factor: 1.0, speed, min: range.min, max: range.max, decimals: 4 }
}

/// Shows and edits a region of smoke.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &SmokeDoc) {
    let app = desk.app;
    let mut smoke = doc.clone();
    let mut f = Fields::new(ui, desk);
    let (grid, size) = (doc.grid(), unit(limits::SMOKE_SIZE, " m", 0.01));
    heading(&mut f, &doc.id, &format!("Smoke · {} × {} cells", grid.columns, grid.rows));
    name(&mut f, &mut smoke.id, limits::NAME, |id| app.document().smoke(id).is_some());
    f.section("Region");
    f.vector("Middle of the region", &mut smoke.center, fields::PLACE);
    f.number("Region width", &mut smoke.width, size);
    f.number("Region height", &mut smoke.height, size);
    f.count(
        "Cells in a row",
        hints::of("Cells in a row"),
        &mut smoke.cells,
        limits::SMOKE_CELLS.min as u32,
        limits::SMOKE_CELLS.max as u32,
    );
    f.switch("Open border", &mut smoke.is_open, "Air passes through the border; else it is a wall.");
    f.choice("Picture shows", &mut smoke.shows, VIEWS);
    f.section("Air");
    f.number("Buoyancy", &mut smoke.settings.buoyancy, unit(limits::BUOYANCY, " m/s²", 0.05));
    f.number("Cooling", &mut smoke.settings.cooling, fields::DAMPING);
    f.number("Fading", &mut smoke.settings.fading, fields::DAMPING);
    f.number("Vorticity confinement", &mut smoke.settings.confinement, unit(limits::CONFINEMENT, "", 0.01));
    f.number("Diffusion", &mut smoke.settings.diffusion, unit(limits::SPREADING, " m²/s", 0.0005));
    f.number("Viscosity", &mut smoke.settings.viscosity, unit(limits::SPREADING, " m²/s", 0.0005));
    f.number("Air pushes bodies", &mut smoke.coupling, unit(limits::COUPLING, " kg/m²", 0.01));
    sources(&mut f, &mut smoke);
    last_step(&mut f, &doc.id);
    f.ui.add_space(f.desk.look.gap(3.0));
    if f.ui.button("Look inside").on_hover_text("The last step of this air, part by part").clicked() {
        f.desk.send(crate::ui::contact_card::into_scene("smoke"));
    }
    delete(f.ui, f.desk, Item::Smoke(doc.id.clone()));
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: smoke.into(), gesture });
    }
}

fn sources(f: &mut Fields<'_, '_, '_>, smoke: &mut SmokeDoc) {
    let (size, mut gone) = (unit(limits::SMOKE_SIZE, " m", 0.01), None);
    for (number, source) in smoke.sources.iter_mut().enumerate() {
        f.ui.push_id(("source", number), |ui| {
            let mut f_here = Fields::new(ui, f.desk);
            let place = source.body.as_ref().map_or(String::new(), |body| format!(" on {body}"));
            f_here.section(&format!("Source {}{place}", number + 1));
            f_here.vector("Middle of the source", &mut source.position, fields::PLACE);
            f_here.number("Source radius", &mut source.radius, size);
            f_here.number("Smoke per second", &mut source.dye, unit(limits::SMOKE_RATE, " 1/s", 0.05));
            f_here.number("Warmth per second", &mut source.warmth, unit(limits::WARMTH_RATE, " 1/s", 0.05));
            f_here.vector("Wind", &mut source.wind, unit(limits::WIND, " m/s", 0.05));
            if f_here.button("Remove source", hints::of("Remove source")).clicked() {
                gone = Some(number);
            }
            f.changed = f.changed.or(f_here.changed);
        });
    }
    if let Some(number) = gone {
        smoke.sources.remove(number);
        f.changed = Some(f.desk.state.gesture.next());
    }
    f.ui.add_space(f.desk.look.gap(1.0));
    let has_room = (smoke.sources.len() as u64) < limits::SMOKE_SOURCES.max;
    if has_room && f.button("Add source", hints::of("Add source")).clicked() {
        let radius = (0.06 * smoke.width.min(smoke.height)).max(limits::SMOKE_SIZE.min);
        smoke.sources.push(SmokeSourceDoc { position: smoke.center, radius, ..SmokeSourceDoc::default() });
        f.changed = Some(f.desk.state.gesture.next());
    }
}

/// How the pressure of the last step was found.
fn last_step(f: &mut Fields<'_, '_, '_>, id: &str) {
    let Some(air) = f.desk.app.stage().airs().iter().find(|air| air.doc.id == id) else { return };
    let solved = air.smoke.solved;
    f.section("Last step");
    f.readout("Smoke in it", quantity(air.smoke.dye() as f32, "m²"));
    f.readout("Pressure iterations", solved.rounds.to_string());
    f.readout("Divergence before", quantity(solved.before as f32, "m/s"));
    f.readout("Divergence after", quantity(solved.after as f32, "m/s"));
}
