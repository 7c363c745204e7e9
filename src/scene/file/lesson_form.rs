//! The form of a lesson's steps in a file.

use super::body_form::body;
use super::graph_form::graph;
use super::joint_form::joint;
use super::question_form::question;
use super::walk::Walk;
use super::world_form::world;
use crate::engine::joint::Revolute;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, BranchDoc, CameraDoc, GraphDoc, JointDoc, LessonStepDoc, QuestionDoc, WorldSettings};
use crate::scene::limits;
use std::sync::LazyLock;

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
    ("explosion", "explosion"),
];
/// Those that look at a scene's smoke, lamps, curves or explosions, or at the scene, in which there may be no pair.
const OF_SCENE: &[&str] = &["smoke", "shadow", "curves", "explosion", LessonStepDoc::SCENE];
/// What a step of a lesson may show.
static LESSON_PLACES: LazyLock<Vec<(&'static str, &'static str)>> =
    LazyLock::new(|| MICROSCOPES.iter().copied().chain([(LessonStepDoc::SCENE, LessonStepDoc::SCENE)]).collect());

/// False when a microscope looks at the scene itself.
pub fn needs_pair(algorithm: &str) -> bool {
    !OF_SCENE.contains(&algorithm)
}

/// A step.
pub fn lesson_step<W: Walk>(w: &mut W, s: &mut LessonStepDoc) {
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
    let words = "Runs that are otherwise, shown as ghosts where the scene itself is shown; at most 8 in the whole lesson.";
    w.list("branches", words, &mut s.branches, BranchDoc::default(), limits::LESSON_BRANCHES, branch);
    let words = "Graphs over time show by how much the run differs from its branches, not both.";
    w.flag("difference", words, &mut s.difference, false);
    w.maybe_object("question", "A question of the author's own.", &mut s.question, Box::<QuestionDoc>::default(), |w, q| question(w, q));
}

/// A run that is otherwise from some step on.
fn branch<W: Walk>(w: &mut W, b: &mut BranchDoc) {
    w.value("name", "One line.", &mut b.name, None, limits::NAME);
    w.value("from", "The step of the run at which the changes are made; 0: before it begins.", &mut b.from, Some(0), limits::LESSON_AT);
    let words = "Other settings of the simulation, all of them; the scene's `step_hz`.";
    w.maybe_object("world", words, &mut b.world, Box::<WorldSettings>::default(), |w, settings| world(w, settings));
    let words = "Bodies that are otherwise, each in the place of the scene's body of its id, and bodies that the scene has not.";
    w.list("bodies", words, &mut b.bodies, BodyDoc::default(), limits::BODIES, body);
    let prototype = JointDoc::at(Vec2::ZERO, Revolute::default());
    w.list("joints", "The same of joints.", &mut b.joints, prototype, limits::JOINTS, joint);
    let words = "Ids of bodies that are not there.";
    w.values("without_bodies", words, &mut b.without_bodies, false, limits::BODIES, limits::NAME);
    let words = "Ids of joints that are not there.";
    w.values("without_joints", words, &mut b.without_joints, false, limits::JOINTS, limits::NAME);
}

fn camera<W: Walk>(w: &mut W, c: &mut CameraDoc) {
    w.value("center", "Middle of the picture, metres.", &mut c.center, None, limits::COORDINATE);
    w.value("height", "Height of the picture, metres.", &mut c.height, None, limits::VIEW_HEIGHT);
}
