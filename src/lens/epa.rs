//! EPA: the polytope that grows from GJK's last simplex until its nearest edge lies on the border of A ⊖ B (S5).
//! Its turns follow GJK's in the lens `minkowski`.

use super::gjk::{away_from_origin, difference_name, supports};
use super::pair::{Watched, farthest};
use crate::draw::quantity::{length, subscript};
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::engine::narrow::epa::{EpaStep, EpaVerdict};
use crate::engine::narrow::gjk::SupportPoint;

/// The two ends of the nearest edge; a polytope always has some.
fn edge(step: &EpaStep) -> Option<(&SupportPoint, &SupportPoint)> {
    let next = (step.edge + 1) % step.polytope.len().max(1);
    Some((step.polytope.get(step.edge)?, step.polytope.get(next)?))
}

/// Polytope, nearest edge, its distance from the origin, and the support point beyond it.
pub(super) fn difference_sheet(watched: &Watched<'_>, step: &EpaStep, list: &mut DrawList) {
    let corners: Vec<Vec2> = step.polytope.iter().map(|p| watched.turned(p.w)).collect();
    match corners.as_slice() {
        [a, b] => list.line(Role::Simplex, *a, *b),
        _ => list.polygon(Role::Simplex, corners.iter().copied(), 0.0),
    }
    for (i, &at) in corners.iter().enumerate() {
        list.dot(Role::Simplex, at, 4.0);
        list.label(Role::Simplex, at, away_from_origin(at), 3, format!("w{}", subscript(i)));
    }
    let nearest = watched.turned(step.normal) * step.distance;
    if let Some((from, to)) = edge(step) {
        list.line(Role::Contact, watched.turned(from.w), watched.turned(to.w));
    }
    list.arrow(Role::SearchDirection, Vec2::ZERO, nearest);
    list.dot(Role::Contact, nearest, 4.5);
    let text = format!("nearest edge: {}", length(step.distance));
    list.label(Role::Contact, nearest, away_from_origin(nearest), 7, text);
    if step.verdict == EpaVerdict::Split {
        let at = watched.turned(step.support.w);
        list.ring(Role::Simplex, at, 9.0);
        let text = format!("{} beyond: {}", length(step.gain), difference_name(&step.support));
        list.label(Role::SearchDirection, at, away_from_origin(at) * 1.6, 6, text);
    }
}

/// The vertices of the nearest edge; when it is final, the way that takes B out of A.
pub(super) fn world_sheet(watched: &Watched<'_>, step: &EpaStep, list: &mut DrawList) {
    if let Some((from, to)) = edge(step) {
        supports(watched, [from, to].into_iter(), list);
    }
    if step.verdict == EpaVerdict::Split {
        list.ring(Role::SearchDirection, watched.at(step.support.point_a), 11.0);
        list.ring(Role::SearchDirection, watched.at(step.support.point_b), 11.0);
        return;
    }
    let normal = watched.turned(step.normal);
    let depth = depth(watched, step);
    let from = farthest(&watched.points_b(), watched.b().radius, -normal);
    list.arrow(Role::Contact, from, from + normal * depth);
    list.dot(Role::Contact, from, 3.5);
    let text = format!("shortest way out: B by {}", length(depth));
    list.label(Role::Contact, from + normal * depth, Vec2::new(10.0, -10.0), 7, text);
}

/// Of the rounded shapes, metres.
fn depth(watched: &Watched<'_>, step: &EpaStep) -> f32 {
    step.distance + watched.a().radius + watched.b().radius
}

/// What the shown turn found and decided.
pub(super) fn turn_text(watched: &Watched<'_>, step: &EpaStep, index: usize, count: usize) -> Option<String> {
    let (from, to) = edge(step)?;
    let next = (step.edge + 1) % step.polytope.len();
    let ends = format!("w{}w{} ({} to {})", subscript(step.edge), subscript(next), difference_name(from), difference_name(to));
    let seen = format!("EPA turn {} of {count}: the edge nearest to the origin is {ends}, {} away", index + 1, length(step.distance));
    let depth = length(depth(watched, step));
    Some(match step.verdict {
        EpaVerdict::Split => {
            let (name, gain) = (difference_name(&step.support), length(step.gain));
            format!("{seen}. The support point {name} lies {gain} beyond it: the edge is split there.")
        }
        EpaVerdict::Final => format!("{seen}. Nothing lies beyond it, so it is on the border of A ⊖ B: the depth is {depth}."),
        EpaVerdict::OutOfTurns => format!("{seen}. The turn limit is reached: the depth is at most {depth}."),
    })
}
