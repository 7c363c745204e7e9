//! What may be asked about the race: who asks least, what the next one finds, whether they agree.

use super::{RaceMoment, RaceReel, Runner, SAME, SAME_ANGLE};
use crate::draw::quantity::{angle, length};
use crate::lens::microscope::question::{AnswerKind, Choice, Question};

impl RaceReel {
    pub(super) fn ask(&self, moment: RaceMoment) -> Vec<Question> {
        let asked = match moment {
            RaceMoment::Start => self.ask_cheapest(),
            RaceMoment::RaceRun(i) if i + 1 < self.runs.len() => self.ask_next(i),
            RaceMoment::RaceRun(_) => self.ask_agreement(),
            RaceMoment::Verdict => None,
        };
        asked.into_iter().collect()
    }

    fn ask_cheapest(&self) -> Option<Question> {
        let right = self.cheapest();
        let belief = |runner: Runner| match runner {
            Runner::ClosedForm => "Here is none: the shapes are not simple enough.",
            Runner::Sat => {
                "SAT makes four support calls on each axis, and with many edges there are many axes; only an early gap makes it cheap."
            }
            Runner::GjkEpa => "Each iteration of GJK makes two support calls; SAT can end at its first axis, and a formula needs none.",
        };
        let choices = self.runs.iter().map(|run| {
            if run.runner == right.runner { Choice::right(run.runner.name()) } else { Choice::wrong(run.runner.name(), belief(run.runner)) }
        });
        let why = format!("{} makes {} support calls.", right.runner.name(), right.supports);
        Question::choose("race.cheapest", "Which one will make the fewest support calls?", choices.collect(), why)
    }

    fn ask_next(&self, i: usize) -> Option<Question> {
        let (run, next) = (&self.runs[i], &self.runs[i + 1]);
        Some(Question {
            id: "race.next",
            prompt: format!(
                "{} found a signed gap of {}. What will {} find, in metres?",
                run.runner.name(),
                length(run.separation),
                next.runner.name()
            ),
            kind: AnswerKind::Number { right: next.separation, tolerance: (0.02 * next.separation.abs()).max(1e-4), unit: "m" },
            why: match (run.is_exact, next.is_exact) {
                (true, true) => "Depth and distance belong to the shapes, not to the algorithm.".into(),
                _ => "SAT ends at its first gap wider than the margin: it only says \"at least\".".into(),
            },
        })
    }

    fn ask_agreement(&self) -> Option<Question> {
        const AGREE: &str = "they agree";
        const NORMALS: &str = "the normals differ";
        const DEPTHS: &str = "the depths differ";
        const POINTS: &str = "only the numbers of points differ";
        let gap = self.worst.1;
        let (right, why) = if self.agrees() {
            (AGREE, "The differences are no larger than rounding.".to_owned())
        } else if gap.separation > SAME * self.size.max(1.0) {
            (DEPTHS, format!("The signed gaps differ by {}.", length(gap.separation)))
        } else if gap.angle > SAME_ANGLE {
            (NORMALS, format!("Two ways out are equally short; the normals differ by {}.", angle(gap.angle)))
        } else {
            (POINTS, "Normal and depth agree, but one normal is off its face by more than rounding allows.".to_owned())
        };
        let all = [
            (AGREE, "Where two ways out are equally short, each algorithm takes the one that it meets first."),
            (NORMALS, "Normals only part where two ways out are equally short; here one is the shortest."),
            (DEPTHS, "All of them find the least depth; only the way to it may differ."),
            (POINTS, "The points follow from the normal: with one normal there is one set of points."),
        ];
        Question::choose("race.agree", "Do all of them agree?", Choice::among(&all, right), why)
    }
}
