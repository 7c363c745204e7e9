//! Curves under the microscope: where two of them cross, and whether a moving point enters an outline.
//!
//! ```text
//!   two curves        │ term by term into the equation │ polynomial, Bézout │ cut where it turns │ brackets │ roots
//!   two lines         │ triples │ where they meet, maybe at infinity │ sides │ shares of both segments
//!   a way, an outline │ even–odd rule, edge by edge │ odd or even │ edges on the way │ the first
//!   a ray            │ each reflection: normal, angle of incidence, angle of reflection
//!   a Bézier curve   │ beside its roots: de Casteljau's algorithm, level by level
//! ```
//! Which it is depends on the scene: the selected curve, else the first, with the first other curve, else with the
//! outline of the first body; a ray that a body reflects has its reflections. Without curves the way from A to B is
//! taken, and the outline of B. The steps are those of [`crate::engine::curve`] and [`crate::engine::polynomial`], as
//! the picture's crossings are found.

mod casteljau;
mod mirror;
mod picture;
mod plot;
mod questions;
mod reel;
mod run;
mod terms;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen};
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::max;
use reel::{CurvesReel, Moment};
use run::Subject;

/// The microscope.
pub const CURVES: Microscope = Microscope {
    id: "curves",
    name: "Curves",
    explanation: "Where curves cross: equation, polynomial and roots in their brackets; lines that meet at infinity; the even–odd rule; rays in mirrors; de Casteljau.",
    space: Sheet::Diagram,
    space_title: "The search",
    thumbnail: Sheet::Diagram,
    chart_title: None,
    dials: &[],
    subject: super::Subject::Scene {
        is_there: |stage| !stage.curves().is_empty(),
        lack: "the scene has no curve: add one with the tools for curves, or `curves` in the file",
    },
    film,
};

/// Runs the search. Frame 0 shows what it is about, the last what it found.
pub fn film(specimen: &Specimen) -> Film {
    let reel = CurvesReel::new(run::run(specimen));
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| frame(&reel, index)).collect(), words::outcome(&reel.run));
    Film::without_contact(&CURVES, specimen, frames, outcome, reel)
}

fn frame(reel: &CurvesReel, index: usize) -> Frame {
    let moment = reel.moments[index];
    Frame {
        heading: words::heading(&reel.run, moment),
        short: words::short(&reel.run, moment),
        iteration: reel.groups.iter().filter(|group| group.from <= index).count(),
        reason: words::reason(&reel.run, moment),
        card: words::card(&reel.run, moment),
        line: line(&reel.run, moment),
    }
}

/// The line of the source that a moment stands for.
fn line(run: &run::Run, moment: Moment) -> &'static str {
    match (moment, &run.subject) {
        (Moment::Term(_), _) => "curves.term",
        (Moment::Polynomial, _) => "curves.bezout",
        (Moment::Cut, _) => "curves.cut",
        (Moment::Try(_), _) => "curves.try",
        (Moment::Touch(_), _) => "curves.touch",
        (Moment::Roots, Subject::Roots(roots)) if roots.searched() == 2 => "curves.closed",
        (Moment::Roots, _) => "curves.roots",
        (Moment::Through(_), _) => "curves.through",
        (Moment::Meet, _) => "curves.meet",
        (Moment::Sides, _) => "curves.side",
        (Moment::Shares, _) => "curves.shares",
        (Moment::Edge(_), _) => "curves.straddles",
        (Moment::Odd, _) => "curves.odd",
        (Moment::Swept, _) => "curves.swept",
        (Moment::Reflection(_), _) => "curves.reflect",
        // The control points are there before any is computed.
        (Moment::Level(0), _) => "",
        (Moment::Level(level), _) if run.levels.as_ref().is_some_and(|levels| levels.is_last(level)) => "curves.point",
        (Moment::Level(_), _) => "curves.casteljau",
        (Moment::Start | Moment::Result, Subject::Roots(_)) => "curves.bezout",
        (Moment::Start | Moment::Result, Subject::Lines(_)) => "curves.meet",
        (Moment::Start | Moment::Result, Subject::Outline(_)) => "curves.swept",
        (Moment::Start | Moment::Result, Subject::Mirrors(_)) => "curves.ray",
    }
}

impl Reel for CurvesReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        list.sheet = Sheet::World;
        picture::world(&self.run, moment, list);
        list.sheet = Sheet::Diagram;
        plot::draw(&self.run, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn world_view(&self, aspect: f32) -> Option<View> {
        let [low, high] = self.run.bounds;
        let size = high - low;
        Some(View { center: 0.5 * (low + high), height: max(1.35 * size.y, 1.35 * size.x / max(aspect, 1e-3)) })
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        (sheet == Sheet::Diagram).then(|| plot::view(aspect))
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }
}
