//! Time of impact under the microscope: how conservative advancement goes through a step without missing anything.
//!
//! ```text
//!   gap |`.                      iteration by iteration: GJK measures the gap and its axis; a bound that lies below the true gap tells
//!       |\  `.                   how long the gap certainly stays; the search moves there and asks again. The true gap (drawn
//!       | `\_  `.._              for display only) never comes below the bounds, so nothing can be jumped over.
//!   goal|----`--\------`
//!       0    t₁  t₂        1
//! ```
//! The steps are those of [`crate::engine::narrow::time_of_impact::time_of_impact_with`], told the target that the
//! world tells it. The motion is that of both bodies if they keep their velocities through the step
//! to come; of a hit ([`super::hit`]) those of the search that the engine made for it.

mod picture;
mod questions;
mod record;
mod words;

use super::of_scene::{with_later_gap, words_of_ground};
use super::{Dial, Film, Frame, Microscope, Question, Recorded, Reel, Side, Specimen, Subject};
use crate::draw::quantity::number;
use crate::draw::{DrawList, Sheet};
use crate::engine::math::max;
use crate::engine::narrow::NarrowPhase;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiResult, ToiStep, ToiTarget, ToiVerdict, time_of_impact_with};
use crate::engine::narrow::{Reach, collide_within};
use crate::engine::probe::NoProbe;
use crate::engine::tuning::LINEAR_SLOP;
use crate::engine::world::{ImpactPhase, ImpactSearch};

/// The microscope.
pub const TOI: Microscope = Microscope {
    id: "toi",
    name: "Time of impact",
    explanation: "When two moving shapes first touch: a bound that can never be too late is followed until the gap is closed.",
    space: Sheet::Diagram,
    space_title: "Gap during the step, and what is proved of it",
    thumbnail: Sheet::Diagram,
    chart_title: Some("share of the step that is proved safe, iteration by iteration"),
    dials: &[Dial::Motion, Dial::ToiIterations],
    subject: Subject::Shapes,
    film,
};

/// What the world asks for fast bodies ([`crate::engine::world`]); of a hit that was opened it is that of its search.
const TARGET: ToiTarget = ToiTarget { separation: LINEAR_SLOP, tolerance: 0.25 * LINEAR_SLOP };
/// Stretches of the true gap that is drawn for comparison.
const STRETCHES: usize = 96;

/// What a frame shows of its iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToiMoment {
    Start,
    Distance(usize),
    Bound(usize),
    Result,
}

/// The true gap at a time of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TrueGap {
    t: f32,
    gap: f32,
}

struct ToiReel {
    steps: Vec<ToiStep>,
    target: ToiTarget,
    found: ToiResult,
    /// What the ways go through, in words: "step", or "sub-step".
    span: &'static str,
    sweeps: [Sweep; 2],
    /// Sorted by time; the first is the start and the last the end.
    gaps: Vec<TrueGap>,
    moments: Vec<ToiMoment>,
}

/// Runs the search on the specimen's motion.
pub fn film(specimen: &Specimen) -> Film {
    let specimen = &specimen.on_its_way();
    let sweeps = [Side::A, Side::B].map(|side| specimen.sweep(side));
    let mut steps = Vec::new();
    let (a, b) = (specimen.core_a(), specimen.core_b());
    let target = specimen.options.search.map_or(TARGET, |search| search.target);
    let found = time_of_impact_with(&specimen.options.toi, a, &sweeps[0], b, &sweeps[1], target, &mut steps);
    let mut moments = vec![ToiMoment::Start];
    for (iteration, step) in steps.iter().enumerate() {
        moments.push(ToiMoment::Distance(iteration));
        if !matches!(step.verdict, ToiVerdict::Hit | ToiVerdict::Overlapped) {
            moments.push(ToiMoment::Bound(iteration));
        }
    }
    moments.push(ToiMoment::Result);
    let gaps = true_gaps(specimen, &sweeps, &steps);
    let span = span_of(specimen, &sweeps);
    let reel = ToiReel { steps, target, found, span, sweeps, gaps, moments };
    let mut frames: Vec<Frame> = (0..reel.moments.len()).map(|i| reel.frame(specimen, i)).collect();
    frames[0].reason += &words_of_ground(specimen);
    frames[0].reason += reel.of_engine(specimen);
    let outcome = reel.outcome(specimen);
    let frames = with_later_gap(specimen, frames);
    Film::without_contact(&TOI, specimen, frames, outcome, reel)
}

/// What the ways are those of: a sub-step that the engine searched, else a whole step.
fn span_of(specimen: &Specimen, sweeps: &[Sweep; 2]) -> &'static str {
    let of_substep = |search: &ImpactSearch| matches!(search.phase, ImpactPhase::Substep(_)) && search.sweeps == *sweeps;
    if specimen.options.search.as_ref().is_some_and(of_substep) { "sub-step" } else { "step" }
}

/// The signed gap all along the step, by the narrow phase itself: what a search without a bound would have to sample.
fn true_gaps(specimen: &Specimen, sweeps: &[Sweep; 2], steps: &[ToiStep]) -> Vec<TrueGap> {
    let even = (0..=STRETCHES).map(|k| k as f32 / STRETCHES as f32);
    let mut times: Vec<f32> = even.chain(steps.iter().map(|step| step.t)).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    let gap = |t: f32| {
        let pose = sweeps[0].pose_at(t).inv_mul(sweeps[1].pose_at(t));
        collide_within(&specimen.a.shape, &specimen.b.shape, pose, NarrowPhase::GjkEpa, Reach::of(0.0), &mut NoProbe).separation
    };
    times.into_iter().map(|t| TrueGap { t, gap: gap(t) }).collect()
}

/// True when the two are shown where the step that lies behind them made their contact: no step began there.
fn is_where_contact_was_made(specimen: &Specimen) -> bool {
    let has_step_behind = specimen.scene.as_ref().is_some_and(|scene| scene.before.is_some());
    has_step_behind && specimen.stored.is_some() && specimen.options.search.is_none()
}

impl ToiReel {
    fn frame(&self, specimen: &Specimen, index: usize) -> Frame {
        let (heading, short) = self.title(specimen, index);
        let moment = self.moments[index];
        let iteration = match moment {
            ToiMoment::Start => 0,
            ToiMoment::Distance(iteration) | ToiMoment::Bound(iteration) => iteration + 1,
            ToiMoment::Result => self.steps.len() + 1,
        };
        Frame {
            heading,
            short,
            iteration,
            reason: self.reason(specimen, index),
            card: self.card(specimen, index),
            line: self.marker(moment),
        }
    }

    fn marker(&self, moment: ToiMoment) -> &'static str {
        match moment {
            ToiMoment::Start => "toi.distance",
            ToiMoment::Distance(iteration) => match self.steps[iteration].verdict {
                ToiVerdict::Hit | ToiVerdict::Overlapped => "toi.hit",
                _ => "toi.distance",
            },
            ToiMoment::Bound(iteration) => match self.steps[iteration].verdict {
                ToiVerdict::Separated => "toi.separated",
                ToiVerdict::OutOfTurns => "toi.out_of_turns",
                _ if iteration == 0 => "toi.bound",
                _ => "toi.advance",
            },
            ToiMoment::Result => match self.found.outcome {
                ToiOutcome::Separated => "toi.separated",
                ToiOutcome::OutOfTurns => "toi.out_of_turns",
                _ => "toi.hit",
            },
        }
    }

    fn outcome(&self, specimen: &Specimen) -> String {
        let (percent, span) = (100.0 * self.found.t, self.span);
        match self.found.outcome {
            ToiOutcome::Hit => format!("Impact at t = {}, after {percent:.1} % of the {span}", number(self.found.t)),
            ToiOutcome::Separated => format!("No impact in this {span}"),
            ToiOutcome::Overlapped if is_where_contact_was_made(specimen) => "They touch where the last step made their contact".into(),
            ToiOutcome::Overlapped => format!("They touch already when the {span} begins"),
            ToiOutcome::OutOfTurns => format!("Out of iterations: safe until {percent:.1} % of the {span}, the rest is open"),
        }
    }

    /// Whether this is the search that the engine made, of a hit that was opened; nothing for other pairs.
    fn of_engine(&self, specimen: &Specimen) -> &'static str {
        match specimen.options.search {
            Some(search) if search.sweeps == self.sweeps && search.result == self.found => {
                " These are the ways that the engine searched, and this is the time that it found, to the last bit."
            }
            Some(_) => " The engine searched other ways, or other shapes, than these: something was changed here.",
            None => "",
        }
    }

    /// The true gap at the end of the step: all that a test at the end could see.
    fn end_gap(&self) -> f32 {
        self.gaps.last().map_or(f32::INFINITY, |g| g.gap)
    }

    /// The widest true gap in the step: what the curve is as high as.
    fn widest_gap(&self) -> f32 {
        self.gaps.iter().fold(0.0, |most, at| max(most, at.gap))
    }

    /// True when a test at the end would find the shapes apart although they met on the way.
    fn is_missed(&self) -> bool {
        self.found.outcome == ToiOutcome::Hit && self.end_gap() > self.target.separation + self.target.tolerance
    }
}

impl Reel for ToiReel {
    fn draw(&self, specimen: &Specimen, frame: usize, list: &mut DrawList) {
        self.draw_frame(specimen, frame, list);
    }

    fn recorded(&self, specimen: &Specimen) -> Option<Recorded> {
        Some(self.record(specimen))
    }

    fn questions(&self, _: &Specimen, frame: usize) -> Vec<Question> {
        self.ask(frame)
    }
}
