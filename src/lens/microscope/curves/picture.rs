//! What is drawn in the world: the curves, and what of them a moment speaks of.

use super::reel::Moment;
use super::run::{Lines, Outline, Roots, Run, Subject};
use crate::draw::{DrawList, Role};
use crate::engine::curve::line::Meeting;
use crate::engine::math::Vec2;
use crate::lens::curves::sampled;
use crate::lens::microscope::part::{Part, PartKind};
use crate::scene::document::PlaneCurve;

/// Of an outline with more edges only those that a frame speaks of are named.
const MOST_NAMED: usize = 8;

pub(super) fn world(run: &Run, moment: Moment, list: &mut DrawList) {
    let reach = (run.bounds[1] - run.bounds[0]).length();
    for (index, (_, curve)) in run.curves.iter().enumerate() {
        let role = Role::Curve(index as u8);
        match curve {
            // Drawn leg by leg.
            PlaneCurve::Ray { .. } if matches!(run.subject, Subject::Mirrors(_)) => {}
            PlaneCurve::Line { a, b } | PlaneCurve::Ray { a, b, .. } => {
                let way = crate::engine::math::direction(*b - *a).map_or(Vec2::X, |(unit, _)| unit) * reach;
                let back = if matches!(curve, PlaneCurve::Ray { .. }) { Vec2::ZERO } else { way };
                list.line(role, *a - back, *b + way);
            }
            _ => list.polyline(role, sampled(curve)),
        }
        // Beside the first place and not on it: two curves may begin in one point.
        let at = curve.places().first().copied().unwrap_or(Vec2::ZERO);
        list.label(role, at, Vec2::new(10.0, if index == 0 { 12.0 } else { -14.0 }), 4, run.curves[index].0.clone());
    }
    match &run.subject {
        Subject::Roots(roots) => of_roots(roots, moment, list),
        Subject::Lines(lines) => of_lines(lines, moment, list),
        Subject::Outline(outline) => of_outline(outline, moment, reach, list),
        Subject::Mirrors(mirrors) => {
            let now = if let Moment::Reflection(k) = moment { Some(k) } else { None };
            mirrors.world(now, reach, list);
        }
    }
    if let (Some(levels), Moment::Level(level)) = (&run.levels, moment) {
        levels.world(level, list);
    }
}

fn of_roots(roots: &Roots, moment: Moment, list: &mut DrawList) {
    if moment != Moment::Result {
        return;
    }
    for (k, &at) in roots.points.iter().enumerate() {
        let list = &mut list.of(Part::nth(PartKind::Row, k));
        list.cross(Role::Contact, at, 6.0);
        list.ring(Role::Contact, at, 9.0);
        list.label(Role::Contact, at, Vec2::new(10.0, 10.0), 5, (k + 1).to_string());
    }
}

fn of_lines(of: &Lines, moment: Moment, list: &mut DrawList) {
    for [p, q] in of.ends {
        list.dot(Role::Text, p.as_vec2(), 3.5);
        list.dot(Role::Text, q.as_vec2(), 3.5);
    }
    let shows_lines = matches!(moment, Moment::Through(_) | Moment::Meet | Moment::Sides | Moment::Result);
    if let Meeting::At(at) = of.meeting
        && shows_lines
    {
        for [p, _] in of.ends {
            list.line(Role::Projection, p.as_vec2(), at.as_vec2());
        }
        if matches!(moment, Moment::Meet | Moment::Result) {
            list.of(PartKind::Nearest).ring(Role::Contact, at.as_vec2(), 8.0);
        }
    }
    if let (Meeting::AtInfinity(way), Moment::Meet | Moment::Result) = (of.meeting, moment) {
        for [p, q] in of.ends {
            let way = way.normalize_or_zero() * (q - p).length();
            list.arrow(Role::Prediction, p.as_vec2(), (p + way).as_vec2());
        }
    }
    if let (crate::engine::curve::line::SegmentCrossing::At { point, .. }, Moment::Shares | Moment::Result) = (of.crossing, moment) {
        list.of(PartKind::Nearest).cross(Role::Contact, point.as_vec2(), 6.0);
    }
}

fn of_outline(of: &Outline, moment: Moment, reach: f32, list: &mut DrawList) {
    for edge in 0..of.corners.len() {
        let [a, b] = of.edge(edge);
        let is_lit = match moment {
            Moment::Edge(now) => now == edge,
            Moment::Odd => of.edges[edge].counts,
            Moment::Swept => of.met.iter().any(|met| met.0 == edge),
            Moment::Result => of.hit.is_some_and(|hit| hit.edge == edge),
            _ => false,
        };
        let role = if is_lit { Role::SeparatingAxis } else { Role::BodyB };
        list.of(Part::nth(PartKind::EdgeB, edge)).line(role, a, b);
        if is_lit || of.corners.len() <= MOST_NAMED {
            list.label(role, 0.5 * (a + b), Vec2::new(8.0, 4.0), if is_lit { 6 } else { 3 }, format!("edge {edge}"));
        }
    }
    let (from, to) = (of.from.as_vec2(), of.to.as_vec2());
    list.dot(Role::Text, from, 4.0);
    match moment {
        Moment::Edge(now) => {
            list.line(Role::Prediction, from, from + Vec2::new(reach, 0.0));
            for edge in of.edges.iter().take(now + 1).filter(|edge| edge.counts) {
                list.ring(Role::Contact, Vec2::new(edge.x.unwrap_or(0.0) as f32, from.y), 6.0);
            }
        }
        Moment::Odd => {
            list.line(Role::Prediction, from, from + Vec2::new(reach, 0.0));
            for edge in of.edges.iter().filter(|edge| edge.counts) {
                list.ring(Role::Contact, Vec2::new(edge.x.unwrap_or(0.0) as f32, from.y), 6.0);
            }
        }
        Moment::Swept | Moment::Result => {
            list.arrow(Role::Prediction, from, to);
            for (_, _, point) in of.met.iter().filter(|_| moment == Moment::Swept) {
                list.cross(Role::Contact, point.as_vec2(), 5.0);
            }
            if let (Some(hit), Moment::Result) = (of.hit, moment) {
                list.ring(Role::Contact, hit.point.as_vec2(), 8.0);
                list.arrow(Role::SeparatingAxis, hit.point.as_vec2(), (hit.point + 0.12 * f64::from(reach) * hit.normal).as_vec2());
            }
        }
        _ => {}
    }
}
