//! The integrators under the microscope: one step of a body on a spring, of a pendulum or in free fall by each of the
//! three, then many, and how the error falls with the step.
//!
//! ```text
//!   the mechanism that the world would step ── advance, watched ──▶ slopes and end of one step, three times
//!                                           └─ advance ──▶ a second of each: phase portrait, energy
//!                                           └─ advance with h, h/2, h/4, h/8 ──▶ error, order
//! ```
//! Where the scene's solver is the one by Lagrange multipliers, the step is a step of its integrator; else the
//! mechanism is taken as that solver would, and the step is the world's. Springs are stepped as asked for; where the
//! world limits them ([`crate::engine::lagrange::spring`]) a run with the limit is shown beside.

mod choice;
mod picture;
mod questions;
mod reel;
mod run;
mod situation;
mod words;

pub use choice::IntegratorOptions;
pub use situation::step_and_spring;

use super::plot;
use super::{Dial, Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::Vec2;
use reel::{IntegratorReel, Moment};
use situation::Situation;

/// The microscope.
pub const INTEGRATORS: Microscope = Microscope {
    id: "integrators",
    name: "Integrators",
    explanation: "One step by explicit Euler, semi-implicit Euler and RK4, slope by slope; then energy and error of many steps.",
    space: Sheet::Diagram,
    space_title: "Phase portrait: rate against place",
    thumbnail: Sheet::Diagram,
    chart_title: Some("energy over time; then error over step size"),
    dials: &[Dial::StepRate, Dial::SpringHertz, Dial::SpringDamping],
    subject: Subject::Bodies,
    film,
};

/// Runs all integrators on the specimen's situation.
pub fn film(specimen: &Specimen) -> Film {
    let situation = Situation::of(specimen);
    let runs = run::run(&situation);
    let reel = IntegratorReel::new(situation, runs);
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| reel.frame(index)).collect(), words::outcome(&reel));
    Film::without_contact(&INTEGRATORS, specimen, frames, outcome, reel)
}

impl IntegratorReel {
    fn frame(&self, index: usize) -> Frame {
        let moment = self.moments[index];
        let group = self.groups.iter().rposition(|group| group.from <= index).unwrap_or(0);
        Frame {
            heading: words::heading(self, moment),
            short: words::short(moment),
            iteration: group,
            reason: words::reason(self, moment),
            card: words::card(self, moment),
            line: line(moment),
        }
    }
}

/// The line of the source that did it.
fn line(moment: Moment) -> &'static str {
    match moment {
        Moment::Slope(_, 1) => "integrators.second",
        Moment::Slope(_, 2) => "integrators.third",
        Moment::Slope(_, 3) => "integrators.fourth",
        Moment::NewVelocity | Moment::Limit | Moment::Order(1) => "integrators.semi",
        Moment::Mean | Moment::Order(2) => "integrators.mean",
        Moment::Stepped(0) | Moment::Order(_) => "integrators.explicit",
        Moment::Start | Moment::Slope(..) => "integrators.slope",
        Moment::Stepped(_) | Moment::Many(_) | Moment::Result => "integrators.step",
    }
}

impl Reel for IntegratorReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        picture::world(self, moment, list);
        list.sheet = Sheet::Diagram;
        picture::phase(self, moment, list);
        list.sheet = Sheet::Chart;
        picture::chart(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }

    fn sheet_view(&self, sheet: Sheet, aspect: f32) -> Option<View> {
        (sheet == Sheet::Diagram).then(|| plot::view(plot::PHASE, aspect))
    }

    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        Some(picture::bounds(self))
    }
}
