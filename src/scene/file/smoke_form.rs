//! The form of smoke in a file.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::air::AirPush;
use crate::scene::document::{SmokeDoc, SmokeSourceDoc};
use crate::scene::limits;
use crate::scene::smoke_doc::SMOKE_VIEWS;

/// A region of smoke.
pub fn smoke<W: Walk>(w: &mut W, s: &mut SmokeDoc) {
    let d = SmokeDoc::default();
    w.value("id", "Unique among regions of smoke.", &mut s.id, None, limits::NAME);
    w.value("center", "Its middle, metres.", &mut s.center, Some(d.center), limits::COORDINATE);
    w.value("width", "Metres.", &mut s.width, Some(d.width), limits::SMOKE_SIZE);
    w.value("height", "Metres; the nearest number of whole cells.", &mut s.height, Some(d.height), limits::SMOKE_SIZE);
    w.value("cells", "Cells in a row; cells are squares.", &mut s.cells, Some(d.cells), limits::SMOKE_CELLS);
    w.flag("open", "Air passes through the border; else it is a wall.", &mut s.is_open, d.is_open);
    w.choice("shows", "What its picture shows.", &mut s.shows, Some(d.shows), SMOKE_VIEWS);
    let air = &mut s.settings;
    w.value("diffusion", "How fast dye and warmth spread, m²/s.", &mut air.diffusion, Some(d.settings.diffusion), limits::SPREADING);
    w.value("viscosity", "How fast velocity spreads, m²/s.", &mut air.viscosity, Some(d.settings.viscosity), limits::SPREADING);
    w.value(
        "buoyancy",
        "Acceleration of air with warmth 1, upwards, m/s².",
        &mut air.buoyancy,
        Some(d.settings.buoyancy),
        limits::BUOYANCY,
    );
    w.value("cooling", "Share of warmth that is lost, 1/s.", &mut air.cooling, Some(d.settings.cooling), limits::DAMPING);
    w.value("fading", "Share of dye that is lost, 1/s.", &mut air.fading, Some(d.settings.fading), limits::DAMPING);
    w.value("confinement", "How strongly whirls are kept.", &mut air.confinement, Some(d.settings.confinement), limits::CONFINEMENT);
    let about = "Density of the air as bodies feel it, kg/m²; with 0 bodies push it, and it does not push back.";
    w.value("coupling", about, &mut s.coupling, Some(d.coupling), limits::COUPLING);
    w.list("sources", "Where smoke comes from.", &mut s.sources, SmokeSourceDoc::default(), limits::SMOKE_SOURCES, source);
}

fn source<W: Walk>(w: &mut W, s: &mut SmokeSourceDoc) {
    let d = SmokeSourceDoc::default();
    w.maybe("body", "Body it goes with; the world when left out.", &mut s.body, limits::NAME);
    w.value("position", "Its middle, in the frame of that body, metres.", &mut s.position, Some(d.position), limits::COORDINATE);
    w.value("radius", "Metres.", &mut s.radius, Some(d.radius), limits::SMOKE_SIZE);
    w.value("dye", "Dye per second.", &mut s.dye, Some(d.dye), limits::SMOKE_RATE);
    w.value("warmth", "Warmth per second; below 0 it cools.", &mut s.warmth, Some(d.warmth), limits::WARMTH_RATE);
    w.value("wind", "Air in it moves like this, m/s; [0, 0] leaves it alone.", &mut s.wind, Some(Vec2::ZERO), limits::WIND);
}

/// What the cells of a region held when the run was saved.
#[derive(Clone, Debug, Default)]
pub struct FieldsForm {
    /// Id of the region.
    pub id: String,
    /// Its numbers in base 64.
    pub fields: String,
    /// What its air pushes in the next step.
    pub pushes: Vec<PushForm>,
}

/// A push on a body; `body` in `push` is meaningless here.
#[derive(Clone, Debug, Default)]
pub struct PushForm {
    /// Id of the body.
    pub body: String,
    /// The rest.
    pub push: AirPush,
}

/// The cells of a region.
pub fn fields<W: Walk>(w: &mut W, f: &mut FieldsForm) {
    w.value("id", "Which region.", &mut f.id, None, limits::NAME);
    let about = "Velocity, dye, warmth and pressure of all cells, single precision in base 64.";
    w.value("fields", about, &mut f.fields, None, limits::FIELDS);
    w.list("pushes", "What its air pushes bodies by in the next step.", &mut f.pushes, PushForm::default(), limits::BODIES, push);
}

fn push<W: Walk>(w: &mut W, p: &mut PushForm) {
    w.value("body", "Which body.", &mut p.body, None, limits::NAME);
    w.value("impulse", "N·s.", &mut p.push.impulse, Some(Vec2::ZERO), limits::FINITE);
    w.value("turn", "About its centre of mass, N·m·s.", &mut p.push.turn, Some(0.0), limits::FINITE);
}
