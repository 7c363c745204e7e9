//! Smoke under the microscope: one step of the fluid, field by field.
//!
//! ```text
//!   before │ sources, forces │ spreading │ looking back, mixing │ divergence │ pressure, round by round │ after
//!     dye, velocity             u, v        one cell's way back   d = what flows out         u − ∇p
//! ```
//! The steps are those of [`crate::scene::stage::Stage::step_smoke_probed`] on a copy of the scene: the last step is
//! taken again, or without one the next is taken. One cell is followed through it: the one whose dye the step carries
//! most. For shapes without smoke a small region of air is laid round the two, with a source in it.

mod closeup;
mod picture;
mod questions;
mod reel;
mod run;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::chart::{Series, log_chart};
use crate::draw::{DrawList, Role, Sheet, View};
use crate::engine::math::max;
use reel::{Moment, SmokeReel};

/// The microscope.
pub const SMOKE: Microscope = Microscope {
    id: "smoke",
    name: "Smoke",
    explanation: "One step of a fluid on a grid: sources and forces, spreading, looking back along the flow, and the pressure that takes the divergence out.",
    space: Sheet::Diagram,
    space_title: "The marked cell and its neighbours",
    thumbnail: Sheet::World,
    chart_title: Some("what is left of the divergence, round by round of the pressure solve"),
    dials: &[],
    subject: Subject::Scene {
        is_there: |stage| !stage.airs().is_empty(),
        lack: "the scene has no smoke: add a region with the tool Smoke, or `smoke` in the file",
    },
    film,
};

/// Takes the step again. Frame 0 stands before it, the last tells what it left.
pub fn film(specimen: &Specimen) -> Film {
    let reel = SmokeReel::new(run::run(specimen));
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| frame(&reel, index)).collect(), words::outcome(&reel));
    Film::without_contact(&SMOKE, specimen, frames, outcome, reel)
}

fn frame(reel: &SmokeReel, index: usize) -> Frame {
    let moment = reel.moments[index];
    Frame {
        heading: words::heading(reel, moment),
        short: words::short(moment),
        iteration: reel.group_of(index),
        reason: words::reason(reel, moment),
        card: words::card(reel, moment),
        line: match moment {
            Moment::Began => "smoke.place",
            Moment::Sources => "smoke.emit",
            Moment::Forces => "smoke.rise",
            Moment::Spread => "smoke.spread",
            Moment::LookedBack => "smoke.look_back",
            Moment::Mixed => "smoke.mix",
            Moment::Carried => "smoke.rest",
            Moment::Divergence => "smoke.divergence",
            Moment::Round(_) => "smoke.iterate",
            Moment::Subtracted => "smoke.subtract",
            Moment::After => "smoke.after",
            Moment::Result => "smoke.result",
        },
    }
}

impl Reel for SmokeReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        picture::world(self, moment, list);
        closeup::draw(self, moment, list);
        residuals(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn world_view(&self, aspect: f32) -> Option<View> {
        let (grid, size) = (&self.run.grid, self.run.grid.size());
        // Below stands the scale of the colours.
        let height = max(1.24 * size.y, 1.12 * size.x / max(aspect, 1e-3));
        Some(View { center: grid.corner + 0.5 * size - crate::engine::math::Vec2::new(0.0, 0.07 * height), height })
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        (sheet == Sheet::Diagram).then(|| closeup::view(self, aspect))
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }
}

/// What is left of the divergence in each round.
fn residuals(reel: &SmokeReel, moment: Moment, list: &mut DrawList) {
    let rounds = &reel.run.steps.rounds;
    let until = match moment {
        Moment::Round(round) => round + 1,
        Moment::Subtracted | Moment::After | Moment::Result => rounds.len(),
        _ => 0,
    };
    let before = max(reel.run.steps.solved.before as f32, 0.0);
    let left = rounds.iter().take(until).enumerate().map(|(round, at)| (round, at.rms as f32)).collect();
    let enough = before * crate::smoke::project::ENOUGH as f32;
    let goal = (0..rounds.len().max(2)).map(|round| (round, enough)).collect();
    let series = [
        Series { role: Role::Miss, name: "left".into(), points: left, tag: None },
        Series { role: Role::Bound, name: "small enough".into(), points: goal, tag: None },
    ];
    log_chart(&series, rounds.len().max(2), until.saturating_sub(1), "m/s", list);
}
