//! Control under the microscope: one step of the controllers of a body, part by part.
//!
//! ```text
//!   error → rate → history → integral → P, I, D → limit and wind-up → torque and force      for each loop
//!                  •  •                 ┃  ┃
//!               •  ╲__•╱•               ┃  ┃ ▾      what the loop would do by theory: Routh's table
//! ```
//! The controlled body is the one of the two that has a controller (A, if both have). What is shown is the step to
//! come: [`crate::scene::stage::Stage::steering_told`] is the very function that the step calls. Without a controller A
//! is taken for a missile at its place with the usual gains that should face B. The chart is the run going on.

mod diagram;
mod picture;
mod questions;
mod reel;
mod situation;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use reel::{ControlReel, Moment};
use situation::Situation;

/// The microscope.
pub const CONTROL: Microscope = Microscope {
    id: "control",
    name: "Control",
    explanation: "One step of a PID controller: error, history, Simpson's integral, P, I and D, the limit, the torque; and Routh's table.",
    space: Sheet::Diagram,
    space_title: "What the controller looks at",
    thumbnail: Sheet::Diagram,
    chart_title: Some("P, I, D and the output of the loop as the run goes on, 2 s"),
    dials: &[],
    subject: Subject::Bodies,
    film,
};

/// Follows the step of the specimen's controller.
pub fn film(specimen: &Specimen) -> Film {
    let situation = Situation::of(specimen);
    let mut reel = ControlReel { situation, moments: vec![Moment::Start], groups: Vec::new() };
    reel.groups.push(FrameGroup { name: "Situation".into(), from: 0, is_hollow: false });
    for number in 0..reel.situation.loops.len() {
        let name = reel.situation.loops[number].name;
        reel.groups.push(FrameGroup { name: name.into(), from: reel.moments.len(), is_hollow: false });
        let steps = [Moment::Error, Moment::Rate, Moment::History, Moment::Integral, Moment::Parts, Moment::Limit, Moment::Windup];
        reel.moments.extend(steps.map(|moment| moment(number)));
        if reel.situation.loops[number].stability.is_some() {
            reel.moments.push(Moment::Routh(number));
        }
    }
    reel.groups.push(FrameGroup { name: "Push".into(), from: reel.moments.len(), is_hollow: false });
    reel.moments.push(Moment::Push);
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| reel.frame(index)).collect(), words::outcome(&reel));
    Film::without_contact(&CONTROL, specimen, frames, outcome, reel)
}

impl ControlReel {
    fn frame(&self, index: usize) -> Frame {
        let moment = self.moments[index];
        Frame {
            heading: words::heading(self, moment),
            short: words::short(moment).into(),
            iteration: match moment {
                Moment::Push => self.situation.loops.len() + 1,
                _ => moment.number().map_or(0, |number| number + 1),
            },
            reason: words::reason(self, moment),
            card: words::card(self, moment),
            line: self.line(moment),
        }
    }

    /// The line of the source that did it.
    fn line(&self, moment: Moment) -> &'static str {
        match moment {
            Moment::Error(number) if self.situation.loops[number].is_along_nose => "control.speed",
            Moment::Start | Moment::Error(_) => "control.error",
            Moment::Rate(_) => "control.rate",
            Moment::History(_) => "control.take",
            Moment::Integral(number) if self.situation.loops[number].has_parabolas_alone() => "control.simpson",
            Moment::Integral(_) => "control.integral",
            Moment::Parts(_) => "control.sum",
            Moment::Routh(_) => "control.routh",
            Moment::Limit(_) => "control.limit",
            Moment::Windup(number) if self.situation.loops[number].step.held => "control.hold",
            Moment::Windup(_) => "control.windup",
            Moment::Push => "control.push",
        }
    }
}

impl Reel for ControlReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        picture::world(self, moment, specimen.size(), list);
        list.sheet = Sheet::Diagram;
        diagram::draw(self, moment, list);
        diagram::chart(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }

    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        Some(self.situation.bounds())
    }
}
