//! What may be asked about the time of impact: how it ends, what a test at the end would see, how far a bound
//! reaches, the next gap.

use super::{ToiMoment, ToiReel};
use crate::draw::quantity::{length, number};
use crate::engine::math::{max, min};
use crate::engine::narrow::time_of_impact::{ToiOutcome, ToiVerdict};
use crate::lens::microscope::question::{AnswerKind, Choice, Question};

/// Times of the step nearer than this are told to be the same.
const NEAR: f32 = 0.02;

impl ToiReel {
    pub(super) fn ask(&self, frame: usize) -> Vec<Question> {
        let asked = match (self.moments[frame], self.moments.get(frame + 1)) {
            (ToiMoment::Start, Some(_)) => vec![self.ask_outcome(), self.ask_end()],
            (ToiMoment::Distance(iteration), Some(ToiMoment::Bound(_))) => vec![self.ask_safe(iteration)],
            (ToiMoment::Bound(_), Some(ToiMoment::Distance(next))) => vec![self.ask_gap(*next)],
            (_, Some(ToiMoment::Result)) => vec![self.ask_end()],
            _ => Vec::new(),
        };
        asked.into_iter().flatten().collect()
    }

    fn ask_outcome(&self) -> Option<Question> {
        const HIT: &str = "they meet on the way";
        const APART: &str = "they never meet";
        const TOUCH: &str = "they touch from the start";
        const LIMIT: &str = "the iterations run out first";
        let (right, why) = match self.found.outcome {
            ToiOutcome::Hit => (HIT, format!("The gap comes down to the target at t = {}.", number(self.found.t))),
            ToiOutcome::Separated => (APART, format!("The bounds prove a gap from the start to the end of the {}.", self.span)),
            ToiOutcome::Overlapped => (TOUCH, "The gap is below the target before anything moves.".to_owned()),
            ToiOutcome::OutOfTurns => (LIMIT, "The iteration limit is reached while the gap is still open.".to_owned()),
        };
        let apart = if self.end_gap() > 0.0 {
            "That both ends show a gap says nothing about the time between."
        } else {
            "At the end they overlap, so they must have met."
        };
        let all = [
            (HIT, "The ways may cross without the shapes ever being in one place at one time."),
            (APART, apart),
            (TOUCH, "There is a gap at the start that is wider than the target."),
        ];
        let mut choices = Choice::among(&all, right);
        if right == LIMIT {
            choices.push(Choice::right(LIMIT));
        }
        Question::choose("toi.outcome", format!("What will happen during the {}?", self.span), choices, why)
    }

    /// What would a test of the end pose alone say?
    fn ask_end(&self) -> Option<Question> {
        const APART: &str = "apart, and they never met";
        const MISSED: &str = "apart, though they met on the way";
        const DEEP: &str = "overlapping";
        let end = self.end_gap();
        let (right, why) = match (end <= 0.0, self.is_missed()) {
            (true, _) => (DEEP, format!("At the end they overlap by {}.", length(-end))),
            (_, true) => (MISSED, format!("At the end they are {} apart, but they met at t = {}.", length(end), number(self.found.t))),
            _ => (APART, format!("At the end they are {} apart and never met before.", length(end))),
        };
        let all = [
            (APART, "A gap at the end is no proof: a fast body can be through and out again."),
            (MISSED, "Nothing is missed here: either they overlap at the end or they never met."),
            (DEEP, "Look where both are at the end, not where their ways cross."),
        ];
        Question::choose("toi.end", format!("What would a test at the end of the {} find?", self.span), Choice::among(&all, right), why)
    }

    fn ask_safe(&self, iteration: usize) -> Option<Question> {
        const THEN: &str = "until just then";
        const SHORTER: &str = "not as long: a corner that turns may come first";
        const LONGER: &str = "longer: what turns away gains time";
        let step = &self.steps[iteration];
        let why = if step.verdict == ToiVerdict::Separated {
            "Along this axis the gap stays above the goal to the end.".to_owned()
        } else {
            format!("There the bound comes down to the goal of {}.", length(step.goal))
        };
        let (gap, goal, start) = (length(step.separation), length(step.goal), step.t);
        let closing = max(-step.parting, 0.0);
        let told = format!(
            "At t = {} the gap is {gap}; the goal is {goal}. Along the axis the centres close by {} in a whole {}.",
            number(start),
            length(closing),
            self.span
        );
        let of_centres = if closing > 0.0 { start + (step.separation - step.goal) / closing } else { f32::INFINITY };
        if self.sweeps.iter().all(|sweep| sweep.turn == 0.0) {
            let prompt = format!("{told} Nothing turns. Until which t is it certainly safe (at most 1)?");
            return Some(Question {
                id: "toi.safe",
                prompt,
                kind: AnswerKind::Number { right: step.safe_until, tolerance: 0.03, unit: "" },
                why,
            });
        }
        let right = match step.safe_until - min(of_centres, 1.0) {
            late if late > NEAR => LONGER,
            early if early < -NEAR => SHORTER,
            _ => THEN,
        };
        let then = if of_centres < 1.0 {
            format!("reach the goal at t = {}", number(of_centres))
        } else {
            "not reach the goal before the end".into()
        };
        let prompt = format!("{told} The centres alone would {then}, but something turns. Until when is it certainly safe?");
        let all = [
            (THEN, "The centres are not all: each corner moves with the turn as well."),
            (SHORTER, "A turn brings a corner nearer only where the corner is not on its way back, and where the turn is large enough."),
            (LONGER, "A turn gives time only where it carries the nearest corner away from the other shape."),
        ];
        Question::choose("toi.safe", prompt, Choice::among(&all, right), why)
    }

    fn ask_gap(&self, next: usize) -> Option<Question> {
        let step = &self.steps[next];
        Some(Question {
            id: "toi.gap",
            prompt: format!(
                "The search moves on to t = {}. How wide is the gap there, in metres? Read it off the curve of the true gap. (The goal of the bound was {}.)",
                number(step.t),
                length(step.goal)
            ),
            kind: AnswerKind::Number {
                right: step.separation,
                tolerance: max(0.2 * step.separation.abs(), 0.03 * self.widest_gap()),
                unit: "m",
            },
            why: "It can only be wider than the goal: the bound was built from the worst case, and the axis may have turned.".into(),
        })
    }
}
