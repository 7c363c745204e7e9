//! The format of a scene file, described once: names, meaning, defaults and bounds of all fields, in the order in
//! which they are written. Saved runs follow in [`super::state`].

use super::body_form::{IN_GROUP, body};
use super::curve_form::plane_curve;
use super::graph_form::{graph, trace};
use super::group_form::group;
use super::light_form::light;
use super::measure_form::measure;
use super::migrate::{FORMAT, VERSION};
use super::note_form::note;
use super::question_form::question;
use super::skin_form::picture;
use super::smoke_form::smoke;
use super::state::{self, StateForm};
use super::stopwatch_form::stopwatch;
use super::walk::{Fixed, Walk};
use crate::engine::broad::BroadPhase;
use crate::engine::joint::info::{LimitsInfo, Measure, MotorInfo, Placement, SpringInfo};
use crate::engine::joint::{JointKind, JointSolver, Limits, Motor, Revolute, Spring};
use crate::engine::math::Vec2;
use crate::engine::mixing::{MIXES, Mix, Mixing};
use crate::engine::narrow::NarrowPhase;
use crate::engine::solver::table::{Parameter, SOLVERS, SolverParameters, Value};
use crate::guidance::lead::LEAD_METHODS;
use crate::scene::document::{
    BodyDoc, CameraDoc, Document, GraphDoc, GroupDoc, JointDoc, LauncherDoc, LessonStepDoc, LightDoc, MarkerDoc, MaterialDoc, MeasureDoc,
    MicroscopeDoc, NoteDoc, Only, PictureDoc, PlaneCurveDoc, Projectile, QuestionDoc, Sight, SmokeDoc, TraceDoc, ViewDoc, WorldDoc,
};
use crate::scene::force::MotorKeys;
use crate::scene::key::{KEYS, Key};
use crate::scene::limits;
use std::sync::LazyLock;

/// A file as it stands in the text: the document, and its run with string ids in place of numbers.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// All but the run.
    pub document: Document,
    /// The run.
    pub state: Option<StateForm>,
}

const NARROW_PHASES: &[(&str, NarrowPhase)] = &[("sat", NarrowPhase::Sat), ("gjk_epa", NarrowPhase::GjkEpa)];
const JOINT_SOLVERS: &[(&str, JointSolver)] = &[("direct", JointSolver::Direct), ("iterative", JointSolver::Iterative)];
const BROAD_PHASES: &[(&str, BroadPhase)] = &[
    ("grid", BroadPhase::Grid),
    ("tree", BroadPhase::Tree),
    ("sweep_and_prune", BroadPhase::SweepAndPrune),
    ("brute_force", BroadPhase::BruteForce),
];
/// Ids of the collision microscopes, as [`crate::scene::document::MicroscopeDoc::algorithm`] has them.
pub const MICROSCOPES: &[(&str, &str)] = &[
    ("pipeline", "pipeline"),
    ("sat", "sat"),
    ("gjk", "gjk"),
    ("epa", "epa"),
    ("clip", "clip"),
    ("broad", "broad"),
    ("toi", "toi"),
    ("solver", "solver"),
    ("lagrange", "lagrange"),
    ("race", "race"),
    ("aim", "aim"),
    ("control", "control"),
    ("integrators", "integrators"),
    ("smoke", "smoke"),
    ("shadow", "shadow"),
    ("curves", "curves"),
];
/// Those that look at a scene's smoke, lamps or curves, or at the scene, in which there may be no pair.
const OF_SCENE: &[&str] = &["smoke", "shadow", "curves", LessonStepDoc::SCENE];
/// What a step of a lesson may show.
static LESSON_PLACES: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| MICROSCOPES.iter().copied().chain([(LessonStepDoc::SCENE, LessonStepDoc::SCENE)]).collect());

/// False when a microscope looks at the scene itself.
pub fn needs_pair(algorithm: &str) -> bool {
    !OF_SCENE.contains(&algorithm)
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

fn world<W: Walk>(w: &mut W, v: &mut WorldDoc) {
    let d = WorldDoc::default();
    w.value("gravity", "m/s².", &mut v.gravity, Some(d.gravity), limits::GRAVITY);
    w.value("step_hz", "Steps per second.", &mut v.step_hz, Some(d.step_hz), limits::STEP_HZ);
    let mut substeps = u64::from(v.substeps);
    w.value("substeps", "Sub-steps per step.", &mut substeps, Some(u64::from(d.substeps)), limits::SUBSTEPS);
    v.substeps = u32::try_from(substeps).unwrap_or(u32::MAX);
    w.choice("solver", "How impulses are found.", &mut v.solver, Some(d.solver), &SOLVERS.map(|row| (row.id, row.solver)));
    for row in SOLVERS.iter().filter(|row| !row.parameters.is_empty()) {
        let mut of_row = (row.parameters, v.solver_parameters);
        w.object(row.id, "Settings of the solver of this name; without effect on the others.", &mut of_row, parameters);
        v.solver_parameters = of_row.1;
    }
    w.choice("narrow_phase", "How convex pairs are collided.", &mut v.narrow_phase, Some(d.narrow_phase), NARROW_PHASES);
    w.choice("broad_phase", "How pairs are found; changes speed, never motion.", &mut v.broad_phase, Some(d.broad_phase), BROAD_PHASES);
    w.choice("joint_solver", "How joints that hang together are solved.", &mut v.joint_solver, Some(d.joint_solver), JOINT_SOLVERS);
    w.object("mixing", "How two materials share one coefficient of friction and one of restitution.", &mut v.mixing, mixing);
    w.flag("warm_starting", "Reuse last step's impulses.", &mut v.warm_starting, d.warm_starting);
    w.flag("accumulation", "Contacts clamp the accumulated impulse; false: each increment by itself.", &mut v.accumulation, d.accumulation);
    w.flag("relaxing", "A second pass takes the velocity of the push out of overlap away again.", &mut v.relaxing, d.relaxing);
    w.flag("sleeping", "Let slow islands sleep.", &mut v.sleeping, d.sleeping);
    w.flag("continuous", "Stop fast bodies at static shapes.", &mut v.continuous, d.continuous);
}

fn mixing<W: Walk>(w: &mut W, v: &mut Mixing) {
    let d = Mixing::default();
    let all = MIXES.map(|row| (row.id, row.mix));
    let of_friction: Vec<(&'static str, Mix)> = MIXES.iter().filter(|row| row.of_friction).map(|row| (row.id, row.mix)).collect();
    w.choice("friction", "Rule for friction.", &mut v.friction, Some(d.friction), &of_friction);
    w.choice("restitution", "Rule for restitution.", &mut v.restitution, Some(d.restitution), &all);
    let about = "Constant of the weighted mean; above √2 it falls somewhere although a coefficient rises.";
    w.value("weight", about, &mut v.weight, Some(d.weight), limits::MIX_WEIGHT);
}

/// The parameters of a solver.
fn parameters<W: Walk>(w: &mut W, (parameters, told): &mut (&'static [Parameter], SolverParameters)) {
    let mut default = SolverParameters::default();
    for Parameter { id, about, value, .. } in *parameters {
        match *value {
            Value::Count { of, range: [min, max] } => {
                let mut count = u64::from(*of(told));
                let range = limits::Count { min: u64::from(min), max: u64::from(max) };
                w.value(id, about, &mut count, Some(u64::from(*of(&mut default))), range);
                *of(told) = u32::try_from(count).unwrap_or(u32::MAX);
            }
            Value::Number { of, range: [min, max], unit } => {
                let range = limits::Range { min, max, or_zero: false, unit };
                w.value(id, about, of(told), Some(*of(&mut default)), range);
            }
            Value::Choice { get, set, words } => {
                let options: Vec<(&'static str, usize)> = words.iter().enumerate().map(|(place, word)| (word.id, place)).collect();
                let mut place = get(told);
                w.choice(id, about, &mut place, Some(get(&default)), &options);
                set(told, place);
            }
        }
    }
}

fn material<W: Walk>(w: &mut W, m: &mut MaterialDoc) {
    w.maybe("density", "kg/m².", &mut m.density, limits::DENSITY);
    w.maybe("friction", "Coulomb coefficient.", &mut m.friction, limits::FRICTION);
    let about = "Coulomb coefficient while nothing slides, at least `friction`; the same as it when left out.";
    w.maybe("static_friction", about, &mut m.static_friction, limits::FRICTION);
    w.maybe("restitution", "0: no bounce, 1: elastic.", &mut m.restitution, limits::RESTITUTION);
}

/// The kinds of joints that files may hold.
static JOINT_KINDS: LazyLock<Vec<JointKind>> = LazyLock::new(|| JointKind::all().into_iter().filter(|kind| kind.info().stored).collect());
/// One joint of each.
static JOINTS: LazyLock<Vec<JointDoc>> = LazyLock::new(|| {
    let end_b = |kind: &JointKind| if kind.info().placement == Placement::Ends { Vec2::X } else { Vec2::ZERO };
    JOINT_KINDS.iter().map(|kind| JointDoc::between(Vec2::ZERO, end_b(kind), *kind)).collect()
});

fn joint_word(kind: &JointKind) -> &'static str {
    kind.info().word
}

fn joint<W: Walk>(w: &mut W, j: &mut JointDoc) {
    w.value("id", "Unique among joints.", &mut j.id, None, limits::NAME);
    w.tag("kind", "What it does.", &mut j.kind, joint_word, &JOINT_KINDS);
    w.maybe("body_a", "First body; the world when left out.", &mut j.body_a, limits::NAME);
    w.value("body_b", "Second body.", &mut j.body_b, None, limits::NAME);
    w.tagged(j, &JOINTS, joint_fields);
    w.flag("collide_connected", "Whether the two bodies also collide.", &mut j.collide_connected, false);
    w.maybe("break_force", "It breaks under a larger force, N; under none when left out.", &mut j.strength.force, limits::BREAKING_FORCE);
    let about = "It breaks under a larger torque, N·m; under none when left out.";
    w.maybe("break_torque", about, &mut j.strength.torque, limits::BREAKING_TORQUE);
}

/// The fields of a joint's kind, as its [`crate::engine::joint::info::JointInfo`] describes them.
fn joint_fields<W: Walk>(w: &mut W, j: &mut JointDoc) {
    let info = j.kind.info();
    if j.has_ends() {
        w.value("anchor_a", "Point on A, in the world, metres.", &mut j.anchor_a, None, limits::COORDINATE);
        w.value("anchor_b", "Point on B, in the world, metres.", &mut j.anchor_b, None, limits::COORDINATE);
    } else {
        let about = "Common point, in the world where the bodies stand in the file, metres.";
        w.value("anchor", about, &mut j.anchor_a, None, limits::COORDINATE);
        j.anchor_b = j.anchor_a;
    }
    let parts = j.kind.parts();
    if let (Some(about), Some(axis)) = (info.axis, parts.axis) {
        w.value("axis", about, axis, None, limits::COORDINATE);
    }
    if let (Some(about), Some(curve)) = (info.curve, parts.curve) {
        let mut points = curve.to_vec();
        w.values("curve", about, &mut points, true, limits::CURVE_POINTS, limits::COORDINATE);
        *curve = points.try_into().unwrap_or(*curve);
    }
    if let (Some(about), Some(length)) = (info.length, parts.length) {
        w.maybe("length", about, length, limits::LENGTH);
    }
    if let (Some(about), Some(ratio)) = (info.ratio, parts.ratio) {
        w.value("ratio", about, ratio, None, limits::GEAR_RATIO);
    }
    if let (Some(LimitsInfo { about, measure, .. }), Some(limits)) = (info.limits, parts.limits) {
        let range = match measure {
            Measure::Angle => limits::ANGLE,
            Measure::Way => limits::COORDINATE,
            Measure::Length => limits::LENGTH_LIMIT,
        };
        bounds(w, about, limits, range);
    }
    if let (Some(MotorInfo { about, measure }), Some(motor)) = (info.motor, parts.motor) {
        w.maybe_object("motor", about, motor, MOTOR, if measure == Measure::Angle { rotary_motor } else { linear_motor });
        let MotorKeys { forward, backward } = &mut j.motor_keys;
        let about = "The motor drives at its speed while this key is held; with a key, the joint is free otherwise.";
        w.choice("forward_key", about, forward, Some(Key::NONE), KEYS);
        w.choice("backward_key", "The motor drives the other way while this key is held.", backward, Some(Key::NONE), KEYS);
    }
    if let (Some(SpringInfo { about, .. }), Some(spring)) = (info.spring, parts.spring) {
        w.maybe_object("spring", about, spring, SPRING, self::spring);
    }
}

const MOTOR: Motor = Motor { speed: 0.0, max_effort: 0.0 };
const SPRING: Spring = Spring { hertz: 1.0, damping_ratio: 1.0 };

fn bounds<W: Walk>(w: &mut W, about: &'static str, limits: &mut Option<Limits>, range: limits::Range) {
    let mut pair = limits.map(|l| [l.lower, l.upper]);
    w.maybe("limits", about, &mut pair, range);
    *limits = pair.map(|[lower, upper]| Limits { lower, upper });
}

fn rotary_motor<W: Walk>(w: &mut W, m: &mut Motor) {
    w.value("speed", "Wanted speed of B relative to A, rad/s.", &mut m.speed, None, limits::MOTOR_SPEED);
    w.value("max_torque", "N·m.", &mut m.max_effort, None, limits::MOTOR_EFFORT);
}

fn linear_motor<W: Walk>(w: &mut W, m: &mut Motor) {
    w.value("speed", "Wanted speed of B relative to A, m/s.", &mut m.speed, None, limits::MOTOR_SPEED);
    w.value("max_force", "N.", &mut m.max_effort, None, limits::MOTOR_EFFORT);
}

fn spring<W: Walk>(w: &mut W, s: &mut Spring) {
    w.value("hertz", "Undamped frequency.", &mut s.hertz, None, limits::HERTZ);
    w.value("damping_ratio", "1 returns without swinging.", &mut s.damping_ratio, Some(SPRING.damping_ratio), limits::DAMPING_RATIO);
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
    w.maybe("every", "Fires by itself every so many seconds; by hand only when left out.", &mut l.every, limits::PERIOD);
    w.value("delay", "Seconds before its first own shot.", &mut l.delay, Some(d.delay), limits::DELAY);
    w.value("lifetime", "Seconds until a projectile disappears.", &mut l.lifetime, Some(d.lifetime), limits::PERIOD);
    w.flag("recoil", "The body gets the opposite impulse of each shot, at the muzzle.", &mut l.recoil, d.recoil);
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

fn lesson_step<W: Walk>(w: &mut W, s: &mut LessonStepDoc) {
    w.value("caption", "One paragraph: what to look for.", &mut s.caption, Some(String::new()), limits::ABOUT);
    w.choice("algorithm", "Which algorithm to look into; `scene` shows the scene itself.", &mut s.algorithm, None, &LESSON_PLACES);
    let mut pair = s.pair.take().map(Vec::from).unwrap_or_default();
    w.values("pair", "The two bodies; the view's pair when left out.", &mut pair, false, limits::PAIR, limits::NAME);
    s.pair = pair.try_into().ok();
    let words = "After how many steps of the run, counted from the start of the scene.";
    w.value("at_step", words, &mut s.at_step, Some(0), limits::LESSON_AT);
    w.value("frame", "Which frame of the algorithm's film, from 0.", &mut s.frame, Some(0), limits::STEPS);
    w.flag("gate", "Asks before each frame from there on what it will show.", &mut s.gate, false);
    let prototype = CameraDoc { center: Vec2::ZERO, height: 10.0 };
    let words = "What is shown of the world; the pair when left out, of the scene itself what the view shows.";
    w.maybe_object("camera", words, &mut s.camera, prototype, camera);
    w.values(
        "lenses",
        "Ids of the lenses that are on, where the scene itself is shown.",
        &mut s.lenses,
        false,
        limits::LENSES,
        limits::NAME,
    );
    const { assert!(limits::LESSON_QUANTITIES == 64, "the sentence below names it") };
    let words = "Graphs of the run up to there, where the scene itself is shown; all steps together at most 64 different quantities.";
    w.list("graphs", words, &mut s.graphs, GraphDoc::default(), limits::LESSON_GRAPHS, graph);
    w.maybe_object("question", "A question of the author's own.", &mut s.question, Box::<QuestionDoc>::default(), |w, q| question(w, q));
}

fn camera<W: Walk>(w: &mut W, c: &mut CameraDoc) {
    w.value("center", "Middle of the picture, metres.", &mut c.center, None, limits::COORDINATE);
    w.value("height", "Height of the picture, metres.", &mut c.height, None, limits::VIEW_HEIGHT);
}

fn microscope<W: Walk>(w: &mut W, m: &mut MicroscopeDoc) {
    w.choice("algorithm", "Which algorithm to look into.", &mut m.algorithm, None, MICROSCOPES);
    w.value("step", "The frame that is shown first; beyond the last = the last.", &mut m.step, Some(0), limits::STEPS);
    w.flag("gate", "Asks before each step what it will show.", &mut m.gate, false);
    w.value("caption", "One paragraph: what to look for.", &mut m.caption, Some(String::new()), limits::ABOUT);
}
