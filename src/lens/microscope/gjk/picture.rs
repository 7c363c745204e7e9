//! What an iteration of GJK looks like: the simplex and its nearest point in the difference, directions and witness
//! points in the world.

use super::super::difference::{self, part_of, w};
use super::reel::GjkReel;
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, direction};
use crate::engine::narrow::gjk::{GjkOutcome, GjkStep, GjkVerdict, SupportPoint};
use crate::lens::microscope::{PartKind, Side, Specimen};

pub(super) fn simplex(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let corners: Vec<Vec2> = step.simplex.iter().map(|p| specimen.turned(p.w)).collect();
    match corners.as_slice() {
        [a, b] => list.line(Role::Simplex, *a, *b),
        [_, _, _, ..] => list.polygon(Role::Simplex, corners.iter().copied(), 0.0),
        _ => {}
    }
    for (i, p) in step.simplex.iter().enumerate() {
        difference::point(specimen, p, &w(i), Role::Simplex, list);
    }
}

/// v, and how far it is.
fn nearest_point(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let v = specimen.turned(step.closest);
    let list = &mut list.of(PartKind::Nearest);
    list.line(Role::Contact, Vec2::ZERO, v);
    list.dot(Role::Contact, v, 4.5);
    list.label(Role::Contact, v * 0.5, Vec2::new(8.0, 8.0), 6, format!("|v| = {}", length(step.distance)));
}

pub(super) fn nearest_sheet(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    simplex(specimen, step, list);
    if step.verdict != GjkVerdict::Overlap {
        nearest_point(specimen, step, list);
    }
    difference::vertices(specimen, step.simplex.iter(), Role::Simplex, 8.0, list);
    witnesses(specimen, step, list);
}

/// The points of the two cores that the weights give, tied together.
fn witnesses(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    let sum = |of: fn(&SupportPoint) -> Vec2| {
        let local = step.simplex.iter().zip(&step.weights).fold(Vec2::ZERO, |sum, (p, &weight)| sum + of(p) * weight);
        specimen.at(local)
    };
    let (a, b) = (sum(|p| p.point_a), sum(|p| p.point_b));
    list.sheet = Sheet::World;
    list.line(Role::Projection, a, b);
    list.label(Role::Projection, 0.5 * (a + b), Vec2::new(8.0, 8.0), 5, "nearest so far");
    for (kind, at) in [(PartKind::WitnessA, a), (PartKind::WitnessB, b)] {
        list.of(kind).dot(Role::Contact, at, 4.0);
    }
    list.sheet = Sheet::Difference;
}

pub(super) fn support_sheet(specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
    simplex(specimen, step, list);
    nearest_point(specimen, step, list);
    let Some(support) = &step.support else { return };
    let (v, at) = (specimen.turned(step.closest), specimen.turned(support.w));
    let Some((unit, far)) = direction(v) else { return };
    {
        let list = &mut list.of(PartKind::Search);
        list.arrow(Role::SearchDirection, v, v - unit * far.min(0.9 * far + specimen.size()) * 0.92);
        list.label(Role::SearchDirection, v * 0.25, Vec2::new(-9.0, -8.0), 6, "d");
        if let Some(bound) = step.lower_bound {
            let foot = unit * bound;
            let along = Vec2::new(-unit.y, unit.x) * (1.2 * specimen.size().max((at - foot).length()));
            let list = &mut list.of(PartKind::LowerBound);
            list.line(Role::Bound, foot - along, foot + along);
            list.dot(Role::Bound, foot, 4.0);
            list.label(Role::Bound, foot + along * 0.8, Vec2::new(8.0, 8.0), 5, format!("at least {}", length(bound.max(0.0))));
        }
    }
    {
        let list = &mut list.of(part_of(support));
        list.ring(Role::SearchDirection, at, 10.0);
        list.dot(Role::SearchDirection, at, 4.0);
        if !step.simplex.iter().any(|p| part_of(p) == part_of(support)) {
            list.label(Role::SearchDirection, at, difference::outward(at) * 1.3, 8, format!("w = {}", part_of(support).name()));
        }
    }
    difference::vertices(specimen, [support].into_iter(), Role::SearchDirection, 11.0, list);
    directions(specimen, unit, list);
}

/// Along d on A, against it on B.
fn directions(specimen: &Specimen, unit: Vec2, list: &mut DrawList) {
    list.sheet = Sheet::World;
    {
        let list = &mut list.of(PartKind::Search);
        let reach = 0.4 * specimen.size();
        for (side, along, name) in [(Side::A, -unit, "d"), (Side::B, unit, "−d")] {
            let points = specimen.points(side);
            let middle = points.iter().fold(Vec2::ZERO, |sum, &p| sum + p) / points.len().max(1) as f32;
            let middle = if (middle - specimen.center()).length() > 3.0 * specimen.size() { specimen.center() } else { middle };
            list.arrow(Role::SearchDirection, middle, middle + along * reach);
            list.label(Role::SearchDirection, middle + along * reach, 9.0 * along, 5, name);
        }
    }
    list.sheet = Sheet::Difference;
}

pub(super) fn decision_sheet(specimen: &Specimen, step: &GjkStep, next: Option<&GjkStep>, list: &mut DrawList) {
    if let Some(next) = next {
        simplex(specimen, next, list);
        difference::vertices(specimen, next.simplex.iter(), Role::Simplex, 8.0, list);
    }
    for (i, p) in step.simplex.iter().enumerate() {
        if step.dropped.contains(&i) {
            let at = specimen.turned(p.w);
            let list = &mut list.of(part_of(p));
            list.cross(Role::Warning, at, 8.0);
            list.label(Role::Warning, at, difference::outward(at), 6, "dropped");
        }
    }
    if let Some(support) = &step.support {
        list.of(part_of(support)).ring(Role::SearchDirection, specimen.turned(support.w), 10.0);
    }
}

impl GjkReel {
    pub(super) fn result_sheet(&self, specimen: &Specimen, step: &GjkStep, list: &mut DrawList) {
        simplex(specimen, step, list);
        if self.found.outcome == GjkOutcome::Overlap {
            difference::vertices(specimen, step.simplex.iter(), Role::Simplex, 8.0, list);
            return;
        }
        nearest_point(specimen, step, list);
        list.sheet = Sheet::World;
        let normal = specimen.turned(self.found.normal);
        let a = specimen.at(self.found.point_a) + normal * specimen.core_a().radius;
        let b = specimen.at(self.found.point_b) - normal * specimen.core_b().radius;
        {
            let list = &mut list.of(PartKind::Normal);
            list.line(Role::Contact, a, b);
            list.arrow(Role::Contact, a, a + normal * (0.35 * specimen.size()));
            let gap = self.found.distance - specimen.radius();
            let text = if gap < 0.0 { format!("overlap {}", length(-gap)) } else { format!("distance {}", length(gap)) };
            list.label(Role::Contact, (a + b) * 0.5, Vec2::new(10.0, 10.0), 8, text);
            for (kind, at) in [(PartKind::WitnessA, a), (PartKind::WitnessB, b)] {
                list.of(kind).dot(Role::Contact, at, 4.5);
            }
        }
        list.sheet = Sheet::Difference;
    }
}
