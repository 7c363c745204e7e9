//! The format of a scene file, described once: names, meaning, defaults and bounds of all fields, in the order in
//! which they are written. Saved runs follow in [`super::state`].

use super::body_form::{IN_GROUP, body};
use super::curve_form::plane_curve;
use super::graph_form::{graph, trace};
use super::group_form::group;
use super::joint_form::joint;
use super::lesson_form::{MICROSCOPES, lesson_step};
use super::light_form::light;
use super::measure_form::measure;
use super::migrate::{FORMAT, VERSION};
use super::note_form::note;
use super::skin_form::picture;
use super::smoke_form::smoke;
use super::state::{self, StateForm};
use super::stopwatch_form::stopwatch;
use super::walk::{Fixed, Walk};
use super::world_form::world;
use crate::engine::joint::Revolute;
use crate::engine::math::Vec2;
use crate::guidance::lead::LEAD_METHODS;
use crate::scene::document::{
    BodyDoc, Document, GraphDoc, GroupDoc, JointDoc, LauncherDoc, LessonStepDoc, LightDoc, MarkerDoc, MaterialDoc, MeasureDoc,
    MicroscopeDoc, NoteDoc, Only, PictureDoc, PlaneCurveDoc, Projectile, Sight, SmokeDoc, TraceDoc, ViewDoc,
};
use crate::scene::limits;

/// A file as it stands in the text: the document, and its run with string ids in place of numbers.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// All but the run.
    pub document: Document,
    /// The run.
    pub state: Option<StateForm>,
}

/// The whole file.
pub fn form<W: Walk>(w: &mut W, f: &mut Form) {
    w.fixed("format", "Says that this is a scene of Collidoscope.", Fixed::Text(FORMAT));
    w.fixed("version", "Version of the format.", Fixed::Number(VERSION));
    let d = &mut f.document;
    w.value("title", "One line.", &mut d.title, Some(String::new()), limits::TITLE);
    w.value("about", "One paragraph (Markdown): what to look at.", &mut d.about, Some(String::new()), limits::ABOUT);
    w.object("world", "Settings of the simulation.", &mut d.world, world);
    w.map("materials", "Named materials that shapes refer to.", &mut d.materials, MaterialDoc::default(), limits::MATERIALS, material);
    w.map("pictures", "Pictures that bodies wear, by name.", &mut d.pictures, PictureDoc::default(), limits::PICTURES, picture);
    w.list("bodies", "What is there.", &mut d.bodies, BodyDoc::default(), limits::BODIES, body);
    let prototype = JointDoc::at(Vec2::ZERO, Revolute::default());
    w.list("joints", "How bodies are connected.", &mut d.joints, prototype, limits::JOINTS, joint);
    w.list("launchers", "What fires projectiles.", &mut d.launchers, LauncherDoc::default(), limits::LAUNCHERS, launcher);
    w.list("lights", "Lamps, and suns: with them the scene has shadows.", &mut d.lights, LightDoc::default(), limits::LIGHTS, light);
    let words = "Lines, rays, circles and Bézier curves: they cross each other and bodies, and push nothing.";
    w.list("curves", words, &mut d.curves, PlaneCurveDoc::default(), limits::PLANE_CURVES, plane_curve);
    w.list("notes", "Words and arrows on the canvas.", &mut d.notes, NoteDoc::default(), limits::NOTES, note);
    w.list("measures", "Tapes and protractors on the canvas.", &mut d.measures, MeasureDoc::default(), limits::MEASURES, measure);
    w.list("smoke", "Regions of air that smoke moves in.", &mut d.smoke, SmokeDoc::default(), limits::SMOKE, smoke);
    w.list("groups", "Things that are moved, turned and scaled as one.", &mut d.groups, GroupDoc::default(), limits::GROUPS, group);
    w.maybe_object("view", "Camera and lenses at the start.", &mut d.view, view_prototype(), view);
    w.list("graphs", "Graphs beside the scene.", &mut d.graphs, GraphDoc::default(), limits::GRAPHS, graph);
    w.list("traces", "Paths of points, drawn on the canvas.", &mut d.traces, TraceDoc::default(), limits::TRACES, trace);
    w.list("markers", "Named moments of the run.", &mut d.markers, MarkerDoc::default(), limits::MARKERS, marker);
    w.object("stopwatch", "A stopwatch of simulated time.", &mut d.stopwatch, stopwatch);
    let words = "Places under the collision microscope, to go through in order; with them the scene opens as a lesson.";
    w.list("lesson", words, &mut d.lesson, LessonStepDoc::default(), limits::LESSON, lesson_step);
    w.maybe_object(
        "state",
        "Where a run stood when the file was saved in the middle of it; leave it out to start at the beginning.",
        &mut f.state,
        StateForm::default(),
        state::state,
    );
    w.raw("extra", "Anything other programs want to keep here; Collidoscope carries it along unread.", &mut d.extra);
}

fn marker<W: Walk>(w: &mut W, m: &mut MarkerDoc) {
    w.value("name", "One line.", &mut m.name, None, limits::NAME);
    w.value("step", "After so many steps of the run.", &mut m.step, None, limits::MARKED_STEP);
}

fn material<W: Walk>(w: &mut W, m: &mut MaterialDoc) {
    w.maybe("density", "kg/m².", &mut m.density, limits::DENSITY);
    w.maybe("friction", "Coulomb coefficient.", &mut m.friction, limits::FRICTION);
    let about = "Coulomb coefficient while nothing slides, at least `friction`; the same as it when left out.";
    w.maybe("static_friction", about, &mut m.static_friction, limits::FRICTION);
    w.maybe("restitution", "0: no bounce, 1: elastic.", &mut m.restitution, limits::RESTITUTION);
}

const SIGHTS: &[(&str, Sight)] =
    &[("body", Sight::Body), ("nearest", Sight::Nearest), ("point", Sight::Point), ("pointer", Sight::Pointer)];
const PROJECTILES: &[(&str, Projectile)] = &[("ball", Projectile::Ball), ("box", Projectile::Box), ("capsule", Projectile::Capsule)];

fn launcher<W: Walk>(w: &mut W, l: &mut LauncherDoc) {
    let d = LauncherDoc::default();
    w.value("id", "Unique among launchers.", &mut l.id, None, limits::NAME);
    w.maybe("group", IN_GROUP, &mut l.group, limits::NAME);
    w.maybe("body", "Body it stands on; the world when left out.", &mut l.body, limits::NAME);
    w.value("position", "Muzzle, in the frame of that body, metres.", &mut l.position, Some(d.position), limits::COORDINATE);
    w.value("angle", "Where the barrel points without a target, radians.", &mut l.angle, Some(d.angle), limits::ANGLE);
    let words = "body: its target; nearest: the nearest that can move; point: a point; pointer: the pointer over the picture.";
    w.choice("aim_at", words, &mut l.aim_at, Some(d.aim_at), SIGHTS);
    let mut only = Some(std::mem::take(&mut l.only)).filter(|only| *only != Only::default());
    w.maybe_object("only", "Among which bodies the nearest is looked for.", &mut only, Only::default(), nearest_only);
    l.only = only.unwrap_or_default();
    w.maybe("target", "Body to hit.", &mut l.target, limits::NAME);
    let words = "The point that it aims at, world, metres; of the pointer, until it has been seen.";
    w.value("point", words, &mut l.point, Some(d.point), limits::COORDINATE);
    let words = "How that point moves, m/s.";
    w.value("point_velocity", words, &mut l.point_velocity, Some(d.point_velocity), limits::VELOCITY);
    w.value("speed", "Muzzle speed, m/s.", &mut l.speed, Some(d.speed), limits::MUZZLE_SPEED);
    w.choice("method", "How it aims.", &mut l.method, Some(d.method), &LEAD_METHODS.map(|row| (row.id, row.method)));
    w.choice("projectile", "Shape of the projectile.", &mut l.projectile, Some(d.projectile), PROJECTILES);
    w.value("radius", "Radius of the projectile, half its width, metres.", &mut l.radius, Some(d.radius), limits::SIZE);
    w.value("length", "Length of a projectile that is no ball, along the barrel, metres.", &mut l.length, Some(d.length), limits::SIZE);
    w.value("density", "Density of the projectile, kg/m².", &mut l.density, Some(d.density), limits::PROJECTILE_DENSITY);
    w.value("friction", "Friction of the projectile.", &mut l.friction, Some(d.friction), limits::FRICTION);
    w.value("restitution", "Restitution of the projectile.", &mut l.restitution, Some(d.restitution), limits::RESTITUTION);
    w.value("drag", "Rate at which drag takes its velocity, c in e^(-c t), 1/s.", &mut l.drag, Some(d.drag), limits::DAMPING);
    w.maybe(
        "every",
        "Fires by itself every so many seconds, once a step at most; by hand only when left out.",
        &mut l.every,
        limits::PERIOD,
    );
    w.value("delay", "Seconds before its first own shot.", &mut l.delay, Some(d.delay), limits::DELAY);
    w.value("lifetime", "Seconds until a projectile disappears.", &mut l.lifetime, Some(d.lifetime), limits::PERIOD);
    w.flag("recoil", "The body gets the opposite impulse of each shot, mass times muzzle speed, at the muzzle; it keeps its mass, so a shot from a moving body adds the projectile's mass times the velocity there.", &mut l.recoil, d.recoil);
    w.maybe("turn_rate", "How fast the barrel turns, rad/s; at once when left out.", &mut l.turn_rate, limits::TURN_RATE);
    let words = "Seconds from shot to impact, for the method that chooses the time.";
    w.value("time_to_impact", words, &mut l.time_to_impact, Some(d.time_to_impact), limits::PERIOD);
    let words = "By an engine of the projectile's own, along the barrel that it left, m/s².";
    w.value("acceleration", words, &mut l.acceleration, Some(d.acceleration), limits::THRUST);
    w.value("spread", "Shots leave off the barrel's direction by up to so much, radians.", &mut l.spread, Some(d.spread), limits::SPREAD);
}

fn nearest_only<W: Walk>(w: &mut W, only: &mut Only) {
    w.flag("dynamic", "Only dynamic bodies; else kinematic ones, too.", &mut only.dynamic, false);
    w.maybe("group", "Only bodies that stand in this group, or in a group in it.", &mut only.group, limits::NAME);
    w.maybe("name", "Only bodies whose id begins with these letters.", &mut only.name, limits::NAME);
}

fn view_prototype() -> ViewDoc {
    ViewDoc { center: Vec2::ZERO, height: 10.0, lenses: Vec::new(), pair: None, follow: None, microscope: None }
}

fn view<W: Walk>(w: &mut W, v: &mut ViewDoc) {
    w.value("center", "Middle of the picture, metres.", &mut v.center, None, limits::COORDINATE);
    w.value("height", "Height of the picture, metres.", &mut v.height, None, limits::VIEW_HEIGHT);
    w.values("lenses", "Ids of the lenses that are on.", &mut v.lenses, false, limits::LENSES, limits::NAME);
    let mut pair = v.pair.take().map(Vec::from).unwrap_or_default();
    w.values("pair", "The two bodies that are watched.", &mut pair, false, limits::PAIR, limits::NAME);
    v.pair = pair.try_into().ok();
    w.maybe("follow", "Body that the picture goes with.", &mut v.follow, limits::NAME);
    let words = "Opens the collision microscope on the pair: a lesson.";
    w.maybe_object("microscope", words, &mut v.microscope, MicroscopeDoc::default(), microscope);
}

fn microscope<W: Walk>(w: &mut W, m: &mut MicroscopeDoc) {
    w.choice("algorithm", "Which algorithm to look into.", &mut m.algorithm, None, MICROSCOPES);
    w.value("step", "The frame that is shown first; beyond the last = the last.", &mut m.step, Some(0), limits::STEPS);
    w.flag("gate", "Asks before each step what it will show.", &mut m.gate, false);
    w.value("caption", "One paragraph: what to look for.", &mut m.caption, Some(String::new()), limits::ABOUT);
}
