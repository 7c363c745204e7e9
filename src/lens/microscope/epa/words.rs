//! What an iteration of EPA says: why it goes on, and its formulas with the numbers in them.

use super::super::difference::{part_of, w};
use super::reel::{edge_name, ends, upper_bound};
use crate::draw::quantity::length;
use crate::engine::narrow::epa::{EpaStep, EpaVerdict};
use crate::lens::microscope::{Card, Line, Part, PartKind, Quantity, Specimen, Unit};

pub(super) fn edge_reason(step: &EpaStep) -> String {
    let seen = format!("Of all edges, {} is nearest to the origin", edge_name(step, step.edge));
    if step.distance < 0.0 {
        return format!("{seen}: the origin even lies outside it, so the polytope has to grow here first.");
    }
    format!("{seen}. The polytope lies inside A ⊖ B, so the border is at least {} away: a lower bound of the depth.", length(step.distance))
}

pub(super) fn edge_card(specimen: &Specimen, step: &EpaStep) -> Card {
    let edge = [Part::nth(PartKind::Edge, step.edge)];
    let mut lines = Vec::new();
    if let Some((from, to)) = ends(step, step.edge) {
        for (index, point) in [(step.edge, from), ((step.edge + 1) % step.polytope.len(), to)] {
            let (name, part) = (w(index), part_of(point));
            lines.push(Line::new(format!("{name} = {} = ", part.name())).vector(&name, specimen.turned(point.w), Unit::Length, &[part]));
        }
    }
    lines.push(Line::new("n = ").vector("n", specimen.turned(step.normal), Unit::None, &edge));
    lines.push(Line::new("d = n · w = ").quantity("d", step.distance, Unit::Length, &[Part::of(PartKind::LowerBound), edge[0]]));
    lines.push(Line::count("edges", step.polytope.len()));
    Card { lines }
}

pub(super) fn support_reason(step: &EpaStep) -> String {
    let name = part_of(&step.support).name();
    match step.verdict {
        EpaVerdict::Split => format!(
            "{name} lies {} beyond the edge, so the edge is not on the border. All of A ⊖ B lies behind the line through it: the depth is at most {}.",
            length(step.gain),
            length(upper_bound(step))
        ),
        EpaVerdict::Final => format!("{name} lies no farther than the edge itself: the edge is on the border, and the bounds have met."),
        EpaVerdict::OutOfTurns => format!("{name} lies {} beyond the edge, but the iteration limit is reached.", length(step.gain)),
    }
}

pub(super) fn support_card(specimen: &Specimen, step: &EpaStep) -> Card {
    let part = part_of(&step.support);
    let (lower, upper) = ([Part::of(PartKind::LowerBound)], [Part::of(PartKind::UpperBound)]);
    let lines = vec![
        Line::new(format!("s = {} = ", part.name())).vector("s", specimen.turned(step.support.w), Unit::Length, &[part]),
        Line::new("n · s = ").quantity("n·s", upper_bound(step), Unit::Length, &upper),
        Line::new("gain = n · s − d = ")
            .quantity("n·s", upper_bound(step), Unit::Length, &upper)
            .minus(Quantity::new("d", step.distance, Unit::Length, &lower))
            .text(" = ")
            .quantity("gain", step.gain, Unit::Length, &[part]),
        Line::new("depth of the cores: at least ").quantity("d", step.distance, Unit::Length, &lower).text(", at most ").quantity(
            "at most",
            step.upper_bound,
            Unit::Length,
            &upper,
        ),
    ];
    Card { lines }
}

pub(super) fn split_card(specimen: &Specimen, step: &EpaStep, next: Option<&EpaStep>) -> Card {
    let part = part_of(&step.support);
    let mut lines = vec![
        Line::count("edges before", step.polytope.len()),
        Line::new(format!("new corner {} = ", part.name())).vector("s", specimen.turned(step.support.w), Unit::Length, &[part]),
    ];
    if let Some(next) = next {
        lines.push(Line::count("edges now", next.polytope.len()));
    }
    Card { lines }
}
