//! What may be asked about an iteration of EPA: the support point, the next edge, the next bound.

use super::reel::edge_name;
use crate::draw::quantity::number;
use crate::engine::math::cross;
use crate::engine::narrow::epa::EpaStep;
use crate::lens::microscope::difference::{Outline, part_of};
use crate::lens::microscope::question;
use crate::lens::microscope::{Choice, Part, PartKind, Question, Specimen};

/// Click the support point beyond the edge.
pub(super) fn support(outline: &Outline, specimen: &Specimen, step: &EpaStep) -> Option<Question> {
    let right = part_of(&step.support);
    let normal = specimen.turned(step.normal);
    let mut choices = vec![Choice::right(right.name()).at(right).or_at(outline.as_far_as(right, normal))];
    let mut offer = |part: Option<Part>, belief: &str| {
        if let Some(part) = part.filter(|p| !choices.iter().any(|c| c.stands_for(*p))) {
            choices.push(Choice::wrong(part.name(), belief).at(part));
        }
    };
    offer(outline.extreme(|p| -p.dot(normal)), "EPA looks outwards, along the edge's normal; this corner is the farthest inwards.");
    offer(outline.extreme(|p| -p.length()), "The corner nearest to the origin need not be the farthest along the normal.");
    offer(outline.extreme(|p| p.length()), "Only the way along the normal counts, not the distance from the origin.");
    let why = "Slide the edge's line outwards: the last corner of A ⊖ B that it touches is the support point.";
    Question::choose("epa.support", "Which corner of A ⊖ B lies farthest beyond the edge? Click it.", choices, why)
}

/// Which edge is nearest now?
pub(super) fn edge(next: &EpaStep) -> Option<Question> {
    const MOST: usize = 6;
    let count = next.polytope.len();
    let nearest_first = |i: usize| (i + count - next.edge) % count;
    let mut offered: Vec<usize> = (0..count).collect();
    offered.sort_by_key(|&i| nearest_first(i).min(count - nearest_first(i)));
    offered.truncate(MOST);
    let distance = |i: usize| {
        let [p, q] = [i, (i + 1) % count].map(|k| next.polytope[k].w);
        cross(p, q).abs() / (q - p).length().max(f32::MIN_POSITIVE)
    };
    // What rounding makes of equal distances.
    let ties = |i: &usize| *i != next.edge && distance(*i) - distance(next.edge) <= 1e-5 * distance(next.edge).max(1e-2);
    let tied: Vec<Part> = offered.iter().filter(|i| ties(i)).map(|i| Part::nth(PartKind::Edge, *i)).collect();
    offered.retain(|i| !ties(i));
    let choice = |&i: &usize| {
        let label = edge_name(next, i);
        let belief = "Its line passes the origin farther away than that of the nearest edge.";
        let choice = if i == next.edge { Choice::right(label).or_at(tied.clone()) } else { Choice::wrong(label, belief) };
        choice.at(Part::nth(PartKind::Edge, i))
    };
    let choices = offered.iter().map(choice).collect();
    let why = "EPA always works on the edge nearest to the origin: only there can the shortest way out be.";
    Question::choose("epa.next_edge", "Which edge is nearest to the origin now? Click it.", choices, why)
}

/// What does the split do to the lower bound?
pub(super) fn bound(step: &EpaStep, next: &EpaStep) -> Option<Question> {
    Some(Question {
        id: "epa.bound",
        prompt: format!(
            "The depth is at least {} m so far. What will the lower bound be after the split, in metres?",
            number(step.distance)
        ),
        kind: question::AnswerKind::Number { right: next.distance, tolerance: (0.1 * next.distance.abs()).max(2e-3), unit: "m" },
        why: "The lower bound is the distance of the edge that is nearest now; it never falls, because the polytope only grows.".into(),
    })
}
