//! What may be asked about an iteration of GJK: the next support point, what follows from it, what it proves, which
//! region is next.

use super::reel::{needed, region_words};
use crate::engine::narrow::gjk::{GjkStep, GjkVerdict};
use crate::lens::microscope::difference::{Outline, part_of, w};
use crate::lens::microscope::{Choice, Part, PartKind, Question, Specimen};

/// Click the next support point.
pub(super) fn next_support(outline: &Outline, specimen: &Specimen, step: &GjkStep) -> Option<Question> {
    let right = part_of(step.support.as_ref()?);
    let v = specimen.turned(step.closest);
    let mut choices = vec![Choice::right(right.name()).at(right).or_at(outline.as_far_as(right, -v))];
    let mut offer = |part: Option<Part>, belief: &str| {
        if let Some(part) = part.filter(|p| !choices.iter().any(|c| c.stands_for(*p))) {
            choices.push(Choice::wrong(part.name(), belief).at(part));
        }
    };
    offer(
        outline.extreme(|p| p.dot(v)),
        "The support point lies along d, towards the origin and beyond; this one is farthest the other way.",
    );
    offer(outline.extreme(|p| -p.length()), "The support point is the farthest along d, not the corner nearest to the origin.");
    offer(outline.extreme(|p| (p - v).length()), "Only the way along d counts, not the distance from v.");
    let why = "A support point has the largest product with d: slide a line across d outwards; the last corner it touches is the one.";
    let prompt = "From v the search goes along d = −v, towards the origin. Which corner of A ⊖ B is the support point along d? Click it.";
    Question::choose("gjk.next_support", prompt, choices, why)
}

/// What follows from the support point?
pub(super) fn decision(step: &GjkStep) -> Option<Question> {
    const GROW: &str = "w joins, and all corners stay";
    const SWAP: &str = "w joins, and a corner is dropped";
    const APART: &str = "stop: nothing is nearer";
    const OVERLAP: &str = "stop: they overlap";
    const LIMIT: &str = "stop: iteration limit";
    let (right, why) = match step.verdict {
        GjkVerdict::Continue if step.dropped.is_empty() => {
            (GROW, "The gap between |v| and the bound is open, and v needs every corner: all have weight.")
        }
        GjkVerdict::Continue => (SWAP, "The gap between |v| and the bound is open, and a corner without weight in v is superfluous."),
        GjkVerdict::Separated => (APART, "The bound has met |v|: all of A ⊖ B lies behind the support line, so nothing is nearer."),
        GjkVerdict::OutOfTurns => (LIMIT, "The gap is open, but the iteration limit is reached."),
        GjkVerdict::Overlap => return None,
    };
    let beliefs = [
        (GROW, "Only corners that v needs stay, and w only joins while the gap is open."),
        (SWAP, "Only corners without weight in v go, and w only joins while the gap is open."),
        (APART, "As long as the bound is below |v|, a nearer point may exist."),
        (OVERLAP, "Overlap shows in the simplex (it holds the origin), never in a support point."),
        (LIMIT, "The limit is only met after that many iterations."),
    ];
    // Of a single corner nothing can be dropped.
    let may_be = |label: &str| label == right || label != LIMIT && (label != SWAP || step.simplex.len() > 1);
    let offered = beliefs.iter().filter(|(label, _)| may_be(label));
    let choices =
        offered.map(|&(label, belief)| if label == right { Choice::right(label) } else { Choice::wrong(label, belief) }).collect();
    Question::choose("gjk.decision", "What follows from w?", choices, why)
}

/// Where will the new simplex be nearest?
pub(super) fn region(next: &GjkStep) -> Option<Question> {
    let count = next.simplex.len();
    let right = region_words(next);
    let newest = count - 1;
    let mut choices = Vec::new();
    let mut offer = |label: String, part: Option<Part>, belief: String| {
        let mut choice = if label == right { Choice::right(label) } else { Choice::wrong(label, belief) };
        choice.part = part;
        choices.push(choice);
    };
    for i in 0..count {
        let belief = if i == newest {
            "The newest corner need not be the nearest."
        } else {
            "The walk just left this corner: the new one must be needed."
        };
        offer(format!("corner {}", w(i)), Some(part_of(&next.simplex[i])), belief.into());
    }
    for i in 0..count {
        for j in i + 1..count {
            let belief = "The origin's foot on this edge is farther away, or lies beyond its ends.";
            offer(format!("edge {}{}", w(i), w(j)), Some(Part::nth(PartKind::Edge, 4 * i + j)), belief.into());
        }
    }
    if count == 3 {
        offer(
            "inside".into(),
            Some(Part::of(PartKind::Origin)),
            "For the origin to be inside, all three areas must turn the same way.".into(),
        );
    }
    let why = match needed(next).as_slice() {
        _ if next.verdict == GjkVerdict::Overlap => "The origin lies in the simplex: the distance is 0.",
        [_] => "Both edges lead away from the origin, so the corner itself is nearest.",
        _ => "The origin's foot falls between the ends of this edge, and no other place of the simplex is nearer.",
    };
    Question::choose("gjk.region", "Which part of the new simplex is nearest to the origin?", choices, why)
}
