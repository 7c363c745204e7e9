//! Titles, reasons and cards of the time of impact.

use super::{ToiMoment, ToiReel};
use crate::draw::quantity::{length, number};
use crate::engine::narrow::time_of_impact::{ToiOutcome, ToiStep, ToiVerdict};
use crate::lens::microscope::{Card, Line, Part, PartKind, Quantity, Side, Specimen, Unit};

impl ToiReel {
    pub(super) fn title(&self, specimen: &Specimen, index: usize) -> (String, String) {
        let count = self.steps.len();
        let words = |title: String, short: &str| (title, short.to_owned());
        match self.moments[index] {
            ToiMoment::Start => words(format!("Where will both be at the end of the {}?", self.span), "start"),
            ToiMoment::Distance(iteration) => {
                let step = &self.steps[iteration];
                let gap = length(step.separation);
                match step.verdict {
                    ToiVerdict::Hit => words(format!("Iteration {} of {count}: the gap is {gap}, an impact", iteration + 1), "impact"),
                    ToiVerdict::Overlapped => words(format!("Iteration {} of {count}: they touch already", iteration + 1), "touching"),
                    _ => words(format!("Iteration {} of {count}: the gap at t = {} is {gap}", iteration + 1, number(step.t)), "gap"),
                }
            }
            ToiMoment::Bound(iteration) => {
                let step = &self.steps[iteration];
                match step.verdict {
                    ToiVerdict::Separated => words(format!("Iteration {} of {count}: safe to the end", iteration + 1), "safe to the end"),
                    ToiVerdict::OutOfTurns => {
                        words(format!("Iteration {} of {count}: the iteration limit", iteration + 1), "iteration limit")
                    }
                    _ => words(format!("Iteration {} of {count}: safe until t = {}", iteration + 1, number(step.safe_until)), "safe until"),
                }
            }
            ToiMoment::Result => words(self.outcome(specimen), "result"),
        }
    }

    pub(super) fn reason(&self, specimen: &Specimen, index: usize) -> String {
        match self.moments[index] {
            ToiMoment::Start => format!(
                "Both bodies sweep from their present pose to that at the end of the {}: the centre along a line, the angle evenly. A test at the end alone sees the faint shapes and nothing of the motion between.",
                self.span
            ),
            ToiMoment::Distance(iteration) => distance_reason(&self.steps[iteration]),
            ToiMoment::Bound(iteration) => bound_reason(&self.steps[iteration]),
            ToiMoment::Result => self.end_reason(specimen),
        }
    }

    fn end_reason(&self, specimen: &Specimen) -> String {
        let (a, b) = (&specimen.a.name, &specimen.b.name);
        let (end, span) = (self.end_gap(), self.span);
        match self.found.outcome {
            ToiOutcome::Hit if self.is_missed() => {
                format!(
                    "At the end of the {span} {a} and {b} are {} apart again: a test at the end alone would have missed that they met.",
                    length(end)
                )
            }
            ToiOutcome::Hit => format!(
                "At the end of the {span} they would overlap by {}: a test at the end sees that, but only when it is that deep.",
                length(-end)
            ),
            ToiOutcome::Separated => format!(
                "Each bound reached to the next iteration and the last to the end of the {span}. Together they prove that the two do not touch in it; no sampling could."
            ),
            ToiOutcome::Overlapped if super::is_where_contact_was_made(specimen) => {
                "These are the poses at which the last step made their contact, not those at which a step begins. The way that led there, and what was searched on it, is shown one step back."
                    .into()
            }
            ToiOutcome::Overlapped => {
                "The gap is at the target before anything has moved: this is for the contact and its impulses, not for the time of impact."
                    .into()
            }
            ToiOutcome::OutOfTurns => "What was proved stays proved. The body may be stopped here, too early, but never too late.".into(),
        }
    }

    pub(super) fn card(&self, specimen: &Specimen, index: usize) -> Card {
        let lines = match self.moments[index] {
            ToiMoment::Start => self.start_lines(),
            ToiMoment::Distance(iteration) => distance_lines(&self.steps[iteration], iteration),
            ToiMoment::Bound(iteration) => bound_lines(&self.steps[iteration], iteration),
            ToiMoment::Result => self.result_lines(specimen),
        };
        Card { lines }
    }

    fn start_lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (letter, side) in [("A", Side::A), ("B", Side::B)] {
            let sweep = &self.sweeps[side as usize];
            let part = [super::picture::way(side)];
            lines.push(Line::new(format!("{letter} moves by ")).vector(&format!("travel of {letter}"), sweep.travel, Unit::Length, &part));
            lines.push(Line::new(format!("{letter} turns by ")).quantity(format!("turn of {letter}"), sweep.turn, Unit::Angle, &part));
        }
        let [target, tolerance] = [self.target.separation, self.target.tolerance].map(length);
        lines.push(Line::new(format!("an impact: gap ≤ target {target} + tolerance {tolerance}")));
        lines.push(Line::new(format!("goal of a bound: {target} + ½ · {tolerance}")));
        lines
    }

    fn result_lines(&self, specimen: &Specimen) -> Vec<Line> {
        let last = self.steps.len().saturating_sub(1);
        let part = [Part::nth(PartKind::Stage, last)];
        let mut lines = vec![
            Line::value("t", self.found.t, Unit::Share, &part),
            Line::value("iterations", self.found.iterations as f32, Unit::Count, &[]),
        ];
        if self.found.outcome == ToiOutcome::Overlapped {
            // GJK finds no distance and no axis there: the gap is the one that the curve begins with.
            let start = self.gaps.first().map_or(0.0, |gap| gap.gap);
            let of = if super::is_where_contact_was_made(specimen) { "gap where the contact was made " } else { "gap at the start " };
            lines.push(Line::new(of).quantity("start gap", start, Unit::Length, &part));
        } else if let Some(step) = self.steps.last() {
            lines.push(Line::new("gap at the time of the last iteration ").quantity("separation", step.separation, Unit::Length, &part));
            lines.push(Line::new("its axis ").vector("normal", step.normal, Unit::None, &[Part::of(PartKind::Normal)]));
        }
        let ghost = [Part::of(PartKind::Ghost)];
        lines.push(Line::new(format!("gap at the end of the {} ", self.span)).quantity("end gap", self.end_gap(), Unit::Length, &ghost));
        lines
    }
}

fn distance_reason(step: &ToiStep) -> String {
    match step.verdict {
        ToiVerdict::Hit => format!(
            "The gap is below {}: target and tolerance. Before this moment it was larger, and that is proved.",
            length(step.hit_below)
        ),
        ToiVerdict::Overlapped => format!("The gap is below {} at the very start.", length(step.hit_below)),
        _ => "GJK finds the nearest points; the line between them is the axis along which the bound will be taken.".into(),
    }
}

fn bound_reason(step: &ToiStep) -> String {
    match step.verdict {
        ToiVerdict::Separated => "The bound stays above the goal to the end of the step: along one axis nothing can have met.".into(),
        ToiVerdict::OutOfTurns => "The bound comes down to the goal again, and no more iterations are allowed.".into(),
        _ => "The bound assumes the fastest approach along the axis: the displacement of the centres, and for each corner its rotation. The axis stays, or turns with A or with B, whichever proves most. Before the bound comes down to the goal the shapes cannot touch; there the gap is measured again.".into(),
    }
}

fn distance_lines(step: &ToiStep, iteration: usize) -> Vec<Line> {
    let part = [Part::nth(PartKind::Stage, iteration)];
    let (witness_a, witness_b) = ([Part::of(PartKind::WitnessA)], [Part::of(PartKind::WitnessB)]);
    let than = if step.separation <= step.hit_below { " ≤ " } else { " > " };
    // Of shapes that overlap GJK knows no gap: it says 0, and the curve begins with the overlap.
    let of = if step.verdict == ToiVerdict::Overlapped { "distance by GJK = " } else { "gap = " };
    vec![
        Line::value("t", step.t, Unit::Share, &part),
        Line::new(of).quantity("separation", step.separation, Unit::Length, &part).text(than).quantity(
            "hit below",
            step.hit_below,
            Unit::Length,
            &[],
        ),
        Line::new("n = ").vector("n", step.normal, Unit::None, &[Part::of(PartKind::Normal)]),
        Line::new("nearest on A ").vector("point a", step.point_a, Unit::Length, &witness_a),
        Line::new("nearest on B ").vector("point b", step.point_b, Unit::Length, &witness_b),
    ]
}

fn bound_lines(step: &ToiStep, iteration: usize) -> Vec<Line> {
    let (part, bound) = ([Part::nth(PartKind::Stage, iteration)], [Part::of(PartKind::LowerBound)]);
    let mut lines = vec![
        Line::new("gap ").quantity("separation", step.separation, Unit::Length, &part).text(", goal ").quantity(
            "goal",
            step.goal,
            Unit::Length,
            &[Part::of(PartKind::UpperBound)],
        ),
        Line::new("centres along n, whole step: ").quantity("parting", step.parting, Unit::Length, &[Part::of(PartKind::Normal)]),
        Line::new("safe until t = ").quantity("safe until", step.safe_until, Unit::Share, &bound),
    ];
    if let Some(end) = step.bound.last() {
        lines.push(Line::new("at the end at least ").quantity("bound at end", end.gap, Unit::Length, &bound));
    }
    let advance = Line::new("advance = ").quantity("safe until", step.safe_until, Unit::Share, &bound);
    lines.push(advance.minus(Quantity::new("t", step.t, Unit::Share, &part)).text(" = ").quantity(
        "advance",
        step.safe_until - step.t,
        Unit::Share,
        &bound,
    ));
    lines
}
