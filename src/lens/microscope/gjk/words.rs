//! What the frames of an iteration of GJK say: heading, reason, formulas.

use super::reel::{needed, simplex_words};
use crate::engine::narrow::gjk::{GjkReason, GjkStep, GjkVerdict};
use crate::lens::microscope::difference::{part_of, w};
use crate::lens::microscope::{Card, Line, Part, PartKind, Quantity, Specimen, Unit};

pub(super) fn nearest_words(step: &GjkStep) -> String {
    match (step.verdict, step.simplex.len()) {
        (GjkVerdict::Overlap, 3) => "the triangle holds the origin".into(),
        (GjkVerdict::Overlap, _) => format!("the origin lies on {}", simplex_words(step)),
        (_, 1) => format!("the only point, {}, is the nearest", w(0)),
        _ => format!("the nearest point of {}", simplex_words(step)),
    }
}

pub(super) fn nearest_reason(step: &GjkStep) -> String {
    if step.verdict == GjkVerdict::Overlap {
        let why =
            if step.reason == GjkReason::HoldsOrigin { "all three areas turn the same way" } else { "its distance is 0 within rounding" };
        return format!("The origin is in the simplex: {why}. A and B share a point, and the walk ends.");
    }
    match (step.simplex.len(), needed(step).as_slice()) {
        (1, _) => "The walk begins with one point of the difference: the support point along the start direction.".into(),
        (_, [only]) => format!("The origin lies in the region of corner {}: nothing else of the simplex is needed.", w(*only)),
        (2, _) => "The origin lies between the ends of the segment: both are needed.".into(),
        (_, [i, j]) => {
            let dropped = 3 - i - j;
            format!("The origin lies beyond the edge {}{}: {} is not needed and will be dropped.", w(*i), w(*j), w(dropped))
        }
        _ => "Of all places in the simplex this one is nearest to the origin.".into(),
    }
}

pub(super) fn nearest_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let v = specimen.turned(step.closest);
    let nearest = [Part::of(PartKind::Nearest)];
    let mut sum = Line::new("v = ");
    for (i, (point, &weight)) in step.simplex.iter().zip(&step.weights).enumerate() {
        let plus = if i > 0 { " + " } else { "" };
        sum = sum.text(plus).quantity(format!("λ of {}", w(i)), weight, Unit::Share, &[part_of(point)]).text(format!(" {}", w(i)));
    }
    let mut lines: Vec<Line> = Vec::new();
    for (i, point) in step.simplex.iter().enumerate() {
        let name = w(i);
        lines.push(Line::new(format!("{name} = {} = ", part_of(point).name())).vector(
            &name,
            specimen.turned(point.w),
            Unit::Length,
            &[part_of(point)],
        ));
    }
    lines.push(sum);
    lines.push(Line::new("v = ").vector("v", v, Unit::Length, &nearest));
    lines.push(Line::value("|v|", step.distance, Unit::Length, &nearest));
    Card { lines }
}

pub(super) fn support_reason(step: &GjkStep) -> String {
    let name = step.support.as_ref().map(|s| part_of(s).name()).unwrap_or_default();
    match step.verdict {
        GjkVerdict::Separated if step.reason == GjkReason::Repeated => {
            format!("{name} is farthest along d and is in the simplex already: nothing lies nearer to the origin. The walk ends.")
        }
        GjkVerdict::Separated => {
            format!("{name} is farthest along d, and no farther than v: the bound has met the distance. The walk ends.")
        }
        GjkVerdict::OutOfTurns => format!("{name} lies nearer, but the iteration limit is reached: the walk ends here."),
        _ => format!(
            "{name} is farthest along d. All of A ⊖ B lies behind the line through it, so the distance is at least the bound, and at least 0; |v| is what it is at most."
        ),
    }
}

pub(super) fn support_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let Some(support) = &step.support else { return Card::default() };
    let part = part_of(support);
    let d = specimen.turned(step.search);
    let mut lines = vec![
        Line::new("d = −v = ").vector("d", d, Unit::Length, &[Part::of(PartKind::Search)]),
        Line::new(format!("w = s_A(d) − s_B(−d) = {} = ", part.name())).vector("w", specimen.turned(support.w), Unit::Length, &[part]),
    ];
    if let Some(bound) = step.lower_bound {
        let (nearest, lower) = ([Part::of(PartKind::Nearest)], [Part::of(PartKind::LowerBound)]);
        let distance = step.distance;
        lines.push(Line::new("bound = v·w / |v| = ").quantity("bound", bound, Unit::Length, &lower));
        lines.push(
            Line::new("gap = |v| − bound = ")
                .quantity("|v|", distance, Unit::Length, &nearest)
                .minus(Quantity::new("bound", bound, Unit::Length, &lower))
                .text(" = ")
                .quantity("gap", distance - bound, Unit::Length, &[]),
        );
        let tolerance = specimen.options.gjk.tolerance as f32;
        lines.push(
            Line::new("stop when |v|² − v·w ≤ ε |v|²: ")
                .quantity("|v|² − v·w", distance * (distance - bound), Unit::Area, &nearest)
                .text(" against ")
                .quantity("ε |v|²", tolerance * distance * distance, Unit::Area, &nearest),
        );
    }
    Card { lines }
}

pub(super) fn decision_reason(step: &GjkStep) -> String {
    let dropped: Vec<String> = step.dropped.iter().map(|&i| w(i)).collect();
    match dropped.as_slice() {
        [] => "The gap is open, so the new point joins the simplex. Nothing was superfluous.".into(),
        [name] => format!("The gap is open, so the new point joins the simplex; {name} had no weight and is dropped."),
        names => format!("The gap is open, so the new point joins the simplex; {} had no weight and are dropped.", names.join(" and ")),
    }
}

pub(super) fn decision_card(specimen: &Specimen, step: &GjkStep) -> Card {
    let mut card = Card::default();
    for (i, (point, &weight)) in step.simplex.iter().zip(&step.weights).enumerate() {
        let fate = if weight > 0.0 { "kept" } else { "dropped" };
        let line = Line::new(format!("{} = {}: weight ", w(i), part_of(point).name()));
        card.lines.push(line.quantity(format!("λ of {}", w(i)), weight, Unit::Share, &[part_of(point)]).text(format!(", {fate}")));
    }
    if let Some(support) = &step.support {
        let at = specimen.turned(support.w);
        card.lines.push(Line::new(format!("new: {} = ", part_of(support).name())).vector("w", at, Unit::Length, &[part_of(support)]));
    }
    card
}
