//! Aiming under the microscope: every method on the same situation, step by step.
//!
//! ```text
//!   reach ↗ the two curves cross at the meetings      guess k: cobweb of t ← |Q(t)|/s
//!   │   ╱_.·´ distance of the target                  polynomial: the curve with its roots and discriminant
//!   │ ╱·´                                             then what comes of the aim, and after the shot what came of it
//!   └──────── t
//! ```
//! The two under it are the gun and its target: of the launchers that aim at one of the two the one that stands on or
//! nearest to the other. Its problem is the very one that it is asked in the scene; dragging a shape moves the problem.
//! Without a launcher A is taken for a gun at its centre that fires at B with 20 m/s. The steps are those of
//! [`crate::guidance::lead::solve`].

mod curves;
mod picture;
mod questions;
mod reel;
mod situation;
mod table;
mod words;

use super::{Film, Frame, FrameGroup, Microscope, Question, Reel, Specimen, Subject};
use crate::draw::{DrawList, Sheet};
use crate::engine::math::Vec2;
use crate::guidance::lead::{LEAD_METHODS, LeadOutcome, LeadStep, solve};
use reel::{AimReel, MethodRun, Moment, is_quadratic};
use situation::Situation;

/// The microscope.
pub const AIM: Microscope = Microscope {
    id: "aim",
    name: "Aim",
    explanation: "Where to aim at what moves: each method guess by guess and root by root, and by how much it misses.",
    space: Sheet::Diagram,
    space_title: "What the method looks at",
    thumbnail: Sheet::Diagram,
    chart_title: Some("distance of projectile and target at the meeting, method by method"),
    dials: &[],
    subject: Subject::Shapes,
    film,
};

/// Guesses of an iteration that have a frame of their own; the last has one too.
const MOST_GUESSES: usize = 7;
/// Halvings of a search that have a frame of their own.
const MOST_HALVINGS: usize = 3;

/// Runs all methods on the specimen's situation.
pub fn film(specimen: &Specimen) -> Film {
    let situation = Situation::of(specimen);
    let mut reel = AimReel { situation, runs: Vec::new(), moments: vec![Moment::Start], groups: Vec::new() };
    reel.groups.push(FrameGroup { name: "Situation".into(), from: 0, is_hollow: false });
    for row in &LEAD_METHODS {
        let mut steps = Vec::new();
        let outcome = solve(row.method, &reel.situation.problem, &mut steps);
        let miss = if let LeadOutcome::Solved(solution) = &outcome { Some(reel.situation.miss(solution)) } else { None };
        reel.groups.push(FrameGroup { name: row.name.into(), from: reel.moments.len(), is_hollow: false });
        let run = reel.runs.len();
        reel.moments.extend(moments_of(run, &steps));
        reel.moments.push(Moment::Answer(run));
        reel.runs.push(MethodRun { row, steps, outcome, miss });
    }
    reel.groups.push(FrameGroup { name: "Comparison".into(), from: reel.moments.len(), is_hollow: false });
    reel.moments.push(Moment::Table);
    let (frames, outcome) = ((0..reel.moments.len()).map(|index| reel.frame(index)).collect(), words::outcome(&reel));
    Film::without_contact(&AIM, specimen, frames, outcome, reel)
}

/// The frames of a method before its answer.
fn moments_of(run: usize, steps: &[LeadStep]) -> Vec<Moment> {
    let count = |is: fn(&LeadStep) -> bool| steps.iter().filter(|step| is(step)).count();
    let guesses = count(|step| matches!(step, LeadStep::Guess { .. }));
    let halvings = count(|step| matches!(step, LeadStep::Bracket { .. }));
    let mut moments: Vec<Moment> = (0..guesses.min(MOST_GUESSES)).map(|guess| Moment::Guess(run, guess)).collect();
    if guesses > MOST_GUESSES {
        moments.push(Moment::Guess(run, guesses - 1));
    }
    if count(|step| matches!(step, LeadStep::Polynomial { .. })) > 0 {
        moments.extend([Moment::Curve(run), Moment::Roots(run)]);
    }
    if count(|step| matches!(step, LeadStep::Need { .. })) > 0 {
        moments.push(Moment::Need(run));
    }
    if count(|step| matches!(step, LeadStep::Turn { .. })) > 0 {
        moments.push(Moment::Turn(run));
    }
    moments.extend((0..halvings.min(MOST_HALVINGS)).map(|halving| Moment::Halving(run, halving)));
    moments
}

impl AimReel {
    fn frame(&self, index: usize) -> Frame {
        let moment = self.moments[index];
        Frame {
            heading: words::heading(self, moment),
            short: words::short(self, moment),
            iteration: match moment {
                Moment::Table => self.runs.len() + 1,
                _ => moment.run().map_or(0, |run| run + 1),
            },
            reason: words::reason(self, moment),
            card: words::card(self, moment),
            line: self.line(moment),
        }
    }

    /// The line of the source that did it.
    fn line(&self, moment: Moment) -> &'static str {
        use crate::guidance::lead::LeadMethod as M;
        let Some(run) = moment.run().map(|run| &self.runs[run]) else { return "aim.solve" };
        let own = match run.row.method {
            M::Direct => "aim.direct",
            M::FirstOrder => "aim.first_order",
            M::Iterative => "aim.iterate",
            M::Quadratic => "aim.quadratic",
            M::BallisticLow => "aim.low",
            M::BallisticHigh => "aim.high",
            M::TimeToImpact => "aim.timed",
            M::AcceleratingTarget => "aim.quartic",
            M::Rocket => "aim.rocket",
            M::Turning if self.situation.problem.barrel.is_some() => "aim.turned",
            M::Turning => "aim.roots",
            M::General => "aim.search",
        };
        match moment {
            Moment::Curve(_) if is_quadratic(&run.steps) => "aim.discriminant",
            Moment::Curve(_) => "aim.roots",
            Moment::Halving(..) => "aim.halve",
            _ => own,
        }
    }
}

impl Reel for AimReel {
    fn draw(&self, _: &Specimen, frame: usize, list: &mut DrawList) {
        let moment = self.moments[frame];
        picture::world(self, moment, list);
        list.sheet = Sheet::Diagram;
        curves::draw(self, moment, list);
        table::chart(self, moment, list);
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        questions::of(self, frame)
    }

    fn groups(&self) -> &[FrameGroup] {
        &self.groups
    }

    fn world_bounds(&self) -> Option<[Vec2; 2]> {
        Some(self.situation.bounds(self.runs.iter().filter_map(MethodRun::solution)))
    }
}
