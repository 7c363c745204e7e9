//! What may be asked about SAT: which axis will decide, how many are tried, what the next one will say.

use super::{SatReel, origin_of, parts_of};
use crate::engine::narrow::sat::{AxisSource, SatOutcome, SatStep, SatVerdict};
use crate::lens::microscope::question::{self, Choice, Question};
use crate::lens::microscope::specimen::Specimen;

/// Which axis decides?
pub(super) fn winner(reel: &SatReel, specimen: &Specimen) -> Option<Question> {
    let right = reel.found.source;
    let mut choices = Vec::new();
    let mut seen: Vec<AxisSource> = Vec::new();
    for step in reel.steps.iter().filter(|s| s.verdict != SatVerdict::Duplicate) {
        if seen.contains(&step.source) || (seen.len() >= 6 && step.source != right) {
            continue;
        }
        seen.push(step.source);
        let label = origin_of(specimen, step.source);
        let belief = if step.separation > 0.0 {
            "This axis shows a gap, but the test takes the first that is wide enough, else the widest."
        } else {
            "Along this axis the shapes overlap more: pushing them apart here costs a longer way."
        };
        let choice = if step.source == right { Choice::right(label) } else { Choice::wrong(label, belief) };
        choices.push(match parts_of(step.source).first() {
            Some(&part) => choice.at(part),
            None => choice,
        });
    }
    let why = match reel.found.outcome {
        SatOutcome::Overlap => "Of all axes this one has the least overlap: it is the shortest way out.",
        SatOutcome::Near => "Of all axes this one shows the widest gap.",
        SatOutcome::Separated => "It is the first axis whose gap is wider than the limit, and one gap is enough.",
    };
    Question::choose("sat.winner", "Which axis will decide? Click its edge.", choices, why)
}

/// How many axes are looked at?
pub(super) fn count(reel: &SatReel) -> Question {
    Question {
        id: "sat.count",
        prompt: "How many different axes are tried before the test ends?".into(),
        kind: question::AnswerKind::Number { right: reel.found.axis_count as f32, tolerance: 0.25, unit: "axes" },
        why: "Parallel edges share an axis; the test ends at the first gap wider than the limit, else when all have been tried.".into(),
    }
}

/// What will the next axis say?
pub(super) fn verdict(specimen: &Specimen, frame: usize, next: &SatStep) -> Option<Question> {
    const APART: &str = "a gap: the test ends";
    const BEST: &str = "better than all before";
    const WORSE: &str = "no better: the best stays";
    const SKIP: &str = "skipped: parallel to one before";
    let (right, why) = match next.verdict {
        SatVerdict::Duplicate => (SKIP, "It is parallel to an axis that was tried, and would show the same projections."),
        SatVerdict::Best => (BEST, "Its signed gap is larger than every one before."),
        SatVerdict::Worse => (WORSE, "Its signed gap is smaller than the best so far."),
        SatVerdict::Separates => (APART, "Between the projections is a gap wider than the limit."),
    };
    let beliefs = [
        (APART, "One gap ends the test, but here is none that is wide enough."),
        (BEST, "Least overlap (or widest gap) wins; this axis has a smaller signed gap than the best."),
        (WORSE, "Compare the signed gaps: this one is not smaller."),
        (SKIP, "Only axes parallel to one already tried are skipped."),
    ];
    let choices = beliefs.map(|(label, belief)| if label == right { Choice::right(label) } else { Choice::wrong(label, belief) }).to_vec();
    let prompt = format!("Axis {} comes from {}. What will it say?", frame + 1, origin_of(specimen, next.source));
    Question::choose("sat.verdict", prompt, choices, why)
}
