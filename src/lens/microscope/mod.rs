//! The collision microscope: every step that an algorithm took on one pair, as a film that can be walked both ways.
//!
//! ```text
//!  Stage ──Specimen::of──▶ Specimen ──film──▶ Film { frames, reel } ──picture(frame, lit)──▶ marks on sheets
//!              ▲                │                    │
//!           dragging       a plain value        card, question, source line of each frame
//! ```
//! Nothing here retells an algorithm: a film is made by running the engine's own function with a recording probe, and
//! cards, questions and pictures read what it recorded.
//!
//! **How to add one.** Write a file named like the algorithm with four things, and add its [`Microscope`] to
//! [`MICROSCOPES`]:
//!
//! 1. `fn film(&Specimen) -> Film`: run the engine's function into a `Vec` of steps, and make one [`Frame`] of each
//!    thing worth a look. Several frames of one iteration have the same `iteration` number. The last frame tells the
//!    result, which must be what [`crate::engine::narrow::collide()`] found (`normal`, `separation`).
//! 2. A struct with the steps that implements [`Reel::draw`]: marks on [`crate::draw::Sheet::World`], on the sheet
//!    named by `space`, and, if it has numbers over iterations, a [`crate::draw::chart`]. Sizes come from the
//!    specimen ([`Specimen::size`]) or are in `_px`; never from a camera. Before each mark that stands for something
//!    take `list.of(part)` ([`Part`]; add a [`part::PartKind`] where none fits). What else is lit with a
//!    part, [`Reel::related`] tells.
//! 3. [`Reel::questions`]: at least three kinds, each answer computed from the steps, each wrong choice with its
//!    misconception.
//! 4. Markers `// [name.word]` at the ends of the engine's lines that its frames name ([`source`]; add the file there
//!    if it is new).
//!
//! A film may also be composed of others ([`pipeline`]): its reel then says whose frame each one is
//! ([`Reel::inside`]) and what stands together ([`Reel::groups`]), and the window offers the way in and back.
//!
//! Then at least six scenes named `<id>_<n>_<word>.json` in `scenes/microscope/` ([`crate::scene::shipped::examples`]).
//! `tests/microscope.rs` runs all of them: same marks forth and back, markers hit, questions fair, drags without panic.

pub mod aim;
mod before;
pub mod broad;
pub mod card;
pub mod clip;
pub mod control;
pub mod curves;
pub mod epa;
pub mod explosion;
pub mod export;
pub mod figure;
pub mod film;
pub mod gjk;
mod grid;
pub mod hit;
pub mod integrators;
pub mod lagrange;
mod left_out;
pub mod lesson;
mod lesson_bounds;
mod marker;
pub(super) mod of_scene;
pub mod part;
pub mod pipeline;
pub mod print;
pub mod question;
pub mod race;
pub mod sat;
pub mod scene_ghost;
mod scene_place;
mod scene_record;
pub mod shadow;
pub mod smoke;
pub mod solver;
pub mod source;
pub mod specimen;
pub mod toi;
pub mod trace;

mod dial;
mod difference;
mod plot;
mod recorded;

pub use card::{Card, Line, Quantity, Unit};
pub use dial::Dial;
pub use figure::FilmView;
pub use film::{Film, Frame, FrameGroup, Inside, Microscope, Reel, Subject};
pub use part::{Part, PartKind};
pub use question::{Answer, AnswerKind, Choice, Question};
pub use specimen::{Options, PlacedShape, Side, Specimen};
pub use trace::Recorded;

/// All microscopes in the order of their tabs.
pub const MICROSCOPES: &[Microscope] = &[
    pipeline::PIPELINE,
    sat::SAT,
    gjk::GJK,
    epa::EPA,
    clip::CLIP,
    broad::BROAD,
    toi::TOI,
    solver::SOLVER,
    lagrange::LAGRANGE,
    race::RACE,
    aim::AIM,
    control::CONTROL,
    integrators::INTEGRATORS,
    smoke::SMOKE,
    shadow::SHADOW,
    curves::CURVES,
    explosion::EXPLOSION,
];

/// The microscope with this id.
pub fn find(id: &str) -> Option<&'static Microscope> {
    MICROSCOPES.iter().find(|m| m.id == id)
}

/// True when a microscope looks at the scene itself and there is something of that in it.
pub fn finds_its_subject(id: &str, stage: &crate::scene::stage::Stage) -> bool {
    find(id).is_some_and(|m| matches!(m.subject, Subject::Scene { is_there, .. } if is_there(stage)))
}

/// What a microscope that looks at the scene itself does not find there, in words; `None` for the others, and where
/// there is something.
pub fn lacks(id: &str, stage: &crate::scene::stage::Stage) -> Option<&'static str> {
    match find(id)?.subject {
        Subject::Scene { is_there, lack } if !is_there(stage) => Some(lack),
        _ => None,
    }
}

/// The one that shows how the scene's solver holds joints.
pub fn of_joints(stage: &crate::scene::stage::Stage) -> &'static Microscope {
    if stage.world().settings().solver == crate::engine::solver::Solver::Lagrange { &lagrange::LAGRANGE } else { &solver::SOLVER }
}

/// The one that shows what the world's narrow phase runs first on this specimen; of two that a joint holds and that
/// do not touch, where joints are solved for globally, the one that shows that.
pub fn default_for(specimen: &Specimen) -> &'static Microscope {
    use crate::engine::narrow::NarrowPhase;
    match specimen.narrow_phase {
        _ if is_held_globally(specimen) => &lagrange::LAGRANGE,
        NarrowPhase::Sat => &sat::SAT,
        NarrowPhase::GjkEpa => &gjk::GJK,
    }
}

fn is_held_globally(specimen: &Specimen) -> bool {
    let Some(scene) = specimen.scene.as_ref().filter(|_| specimen.stored.is_none()) else { return false };
    let (world, pair) = (scene.stage.world(), [scene.pair.0.body, scene.pair.1.body]);
    let is_lagrange = world.settings().solver == crate::engine::solver::Solver::Lagrange;
    is_lagrange && world.joints().any(|(_, joint)| pair.contains(&joint.body_a) && pair.contains(&joint.body_b))
}
