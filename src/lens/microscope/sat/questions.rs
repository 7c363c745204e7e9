//! What may be asked about SAT: which axis will decide, how many are tried, what the next one will say.

use super::reel::{EQUAL, SatReel, is_tied, origin_of, parts_of};
use crate::engine::math::cross;
use crate::engine::narrow::sat::{AxisSource, SatOutcome, SatStep, SatVerdict};
use crate::lens::microscope::question;
use crate::lens::microscope::{Choice, Part, Question, Specimen};

/// Sine of the angle up to which two edges count as parallel.
const PARALLEL: f32 = 1e-3;

/// Which axis decides?
pub(super) fn winner(reel: &SatReel, specimen: &Specimen) -> Option<Question> {
    let right = reel.found.source;
    let tried = || reel.steps.iter().filter(|s| s.verdict != SatVerdict::Duplicate);
    // An axis that shows the very same gap is as good an answer, though the test keeps the first; it is not offered as
    // a wrong one.
    let is_equal = |s: &SatStep| s.source != right && (s.separation - reel.found.separation).abs() <= EQUAL;
    let equal: Vec<Part> = tried().filter(|s| is_equal(s)).flat_map(|s| edges_of(specimen, s)).flat_map(parts_of).collect();
    let mut choices = Vec::new();
    let mut why = match reel.found.outcome {
        SatOutcome::Overlap => "No axis has less overlap than this one: it is the shortest way out.",
        SatOutcome::Near => "No axis shows a wider gap than this one.",
        SatOutcome::Separated => "It is the first axis whose gap is wider than the limit, and one gap is enough.",
    }
    .to_owned();
    if !equal.is_empty() {
        why += " Others show the same; of equal axes the test keeps the first.";
    }
    let mut seen: Vec<AxisSource> = Vec::new();
    for step in tried() {
        if seen.contains(&step.source) || is_equal(step) || (seen.len() >= 6 && step.source != right) {
            continue;
        }
        seen.push(step.source);
        let edges = edges_of(specimen, step);
        // By the edge that the test tries: one parallel to it, which may face the other shape, is skipped.
        let label = origin_of(specimen, step.source);
        let belief = if step.separation > 0.0 {
            "This axis shows a gap, but the test takes the first that is wide enough, else the widest."
        } else {
            "Along this axis the shapes overlap more: pushing them apart here costs a longer way."
        };
        if step.source == right && edges.len() > 1 {
            let facing = origin_of(specimen, edges[0]);
            why += &match facing == label {
                true => format!(" Here {label} faces the other shape; edges parallel to it give the same axis."),
                false => format!(" Here {facing} faces the other shape; it is parallel to {label}, which the test tried before it."),
            };
        }
        let choice = if step.source == right { Choice::right(label).or_at(equal.clone()) } else { Choice::wrong(label, belief) };
        let mut parts = edges.into_iter().flat_map(parts_of);
        choices.push(match parts.next() {
            Some(part) => choice.at(part).or_at(parts),
            None => choice,
        });
    }
    Question::choose("sat.winner", "Which axis will decide? Click its edge.", choices, why)
}

/// Where an axis comes from: all edges of both shapes that give it, the one that faces the other shape first; of two
/// that face each other, the one of the shape that was tried. An axis between vertices comes from nothing else.
fn edges_of(specimen: &Specimen, step: &SatStep) -> Vec<AxisSource> {
    let is_of_a = match step.source {
        AxisSource::EdgeOfA(_) => true,
        AxisSource::EdgeOfB(_) => false,
        AxisSource::Vertices { .. } => return vec![step.source],
    };
    let turned = specimen.pose_b_in_a().rotation;
    let of_a = specimen.core_a().normals.iter().enumerate().map(|(i, n)| (AxisSource::EdgeOfA(i), *n, !is_of_a));
    let of_b = specimen.core_b().normals.iter().enumerate().map(|(i, n)| (AxisSource::EdgeOfB(i), -turned.rotate(*n), is_of_a));
    // Both normals as seen from A: an edge that faces the other shape has one along the axis.
    let mut all: Vec<_> = of_a.chain(of_b).filter(|(_, n, _)| cross(step.axis, *n).abs() < PARALLEL).collect();
    all.sort_by_key(|(_, n, is_other)| (n.dot(step.axis) < 0.0, *is_other));
    all.into_iter().map(|(source, ..)| source).collect()
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
        SatVerdict::Worse if is_tied(next) => (WORSE, "Its signed gap equals the best so far, and of equal axes the first is kept."),
        SatVerdict::Worse => (WORSE, "Its signed gap is no larger than the best so far."),
        SatVerdict::Separates => (APART, "Between the projections is a gap wider than the limit."),
    };
    let is_skipped = next.verdict == SatVerdict::Duplicate;
    let beliefs = [
        (APART, "One gap ends the test, but here is none that is wide enough."),
        match next.verdict {
            SatVerdict::Separates => (BEST, "It is better than all before, but a gap wider than the limit is more: it ends the test."),
            _ => (BEST, "Least overlap (or widest gap) wins; the signed gap of this axis is no larger than the best."),
        },
        match is_skipped {
            true => (WORSE, "It is not compared at all: an axis parallel to it was."),
            false => (WORSE, "Compare the signed gaps: this one is larger."),
        },
        (SKIP, "Only axes parallel to one already tried are skipped."),
    ];
    let choices = Choice::among(&beliefs, right);
    let way = if matches!(next.source, AxisSource::Vertices { .. }) { "runs" } else { "comes from" };
    let prompt = format!("Axis {} {way} {}. What will it say?", frame + 1, origin_of(specimen, next.source));
    Question::choose("sat.verdict", prompt, choices, why)
}
