//! What an iteration of EPA looks like: the polytope, its nearest edge and the support point beyond it; in the world
//! the way out.

use super::super::difference::{self, part_of, w};
use super::super::film::ghost;
use super::reel::{EpaReel, ends, upper_bound};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::engine::narrow::epa::EpaStep;
use crate::lens::microscope::{Part, PartKind, Side, Specimen};

/// The polytope with its corners; every edge can be pointed at.
pub(super) fn polytope(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    /// With more corners than this, names would cover them.
    const MOST_NAMED: usize = 8;
    let corners: Vec<Vec2> = step.polytope.iter().map(|p| specimen.turned(p.w)).collect();
    if corners.len() > 2 {
        list.polygon(Role::Simplex, corners.iter().copied(), 0.0);
    }
    for (i, &from) in corners.iter().enumerate() {
        list.of(Part::nth(PartKind::Edge, i)).line(Role::Simplex, from, corners[(i + 1) % corners.len()]);
    }
    for (i, point) in step.polytope.iter().enumerate() {
        if step.polytope.len() <= MOST_NAMED {
            difference::point(specimen, point, &w(i), Role::Simplex, list);
        } else {
            list.of(part_of(point)).dot(Role::Simplex, corners[i], 3.5);
        }
    }
}

pub(super) fn edge_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    let Some((from, to)) = ends(step, step.edge) else { return };
    list.of(Part::nth(PartKind::Edge, step.edge)).line(Role::Contact, specimen.turned(from.w), specimen.turned(to.w));
    let foot = specimen.turned(step.normal) * step.distance;
    {
        let list = &mut list.of(PartKind::LowerBound);
        list.line(Role::Contact, Vec2::ZERO, foot);
        list.dot(Role::Contact, foot, 4.5);
        list.label(Role::Contact, foot, difference::outward(foot), 8, format!("d = {}", length(step.distance)));
        // The circle of this radius fits into the polytope: nothing of the border is nearer.
        if step.distance > 0.0 {
            list.circle(Role::Projection, Vec2::ZERO, step.distance);
        }
    }
    difference::vertices(specimen, [from, to].into_iter(), Role::Contact, 8.0, list);
}

pub(super) fn support_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    edge_sheet(specimen, step, list);
    let (at, normal) = (specimen.turned(step.support.w), specimen.turned(step.normal));
    let foot = normal * upper_bound(step);
    let along = Vec2::new(-normal.y, normal.x) * (at - foot).length().max(specimen.size());
    list.of(PartKind::Search).arrow(
        Role::SearchDirection,
        normal * step.distance,
        normal * step.distance + normal * (0.3 * specimen.size()),
    );
    {
        let list = &mut list.of(PartKind::UpperBound);
        list.line(Role::Bound, foot - along, foot + along);
        list.label(Role::Bound, foot + along * 0.7, Vec2::new(8.0, 8.0), 5, format!("at most {}", length(upper_bound(step))));
    }
    {
        let list = &mut list.of(part_of(&step.support));
        list.ring(Role::SearchDirection, at, 10.0);
        list.label(Role::SearchDirection, at, difference::outward(at) * 1.3, 8, format!("s = {}", part_of(&step.support).name()));
    }
    difference::vertices(specimen, [&step.support].into_iter(), Role::SearchDirection, 11.0, list);
}

pub(super) fn split_sheet(specimen: &Specimen, step: &EpaStep, list: &mut DrawList) {
    if let Some((from, to)) = ends(step, step.edge) {
        list.line(Role::Projection, specimen.turned(from.w), specimen.turned(to.w));
    }
    list.of(part_of(&step.support)).ring(Role::SearchDirection, specimen.turned(step.support.w), 10.0);
    difference::vertices(specimen, [&step.support].into_iter(), Role::SearchDirection, 11.0, list);
}

impl EpaReel {
    /// What there is without an iteration: GJK's last simplex.
    pub(super) fn start_sheet(&self, specimen: &Specimen, list: &mut DrawList) {
        for (i, point) in self.start.simplex.support_points().enumerate() {
            difference::point(specimen, &point, &w(i), Role::Simplex, list);
        }
    }

    /// B where the result would push it, the arrow there, the deepest points.
    pub(super) fn way_out(&self, specimen: &Specimen, list: &mut DrawList) {
        let Some(found) = self.found else { return };
        list.sheet = Sheet::World;
        let normal = specimen.turned(found.normal);
        let shift = normal * (found.depth + specimen.radius());
        let list = &mut list.of(PartKind::Ghost);
        ghost(specimen, shift, list);
        let from = specimen.at(found.point_b) - normal * specimen.core_b().radius;
        let list = &mut list.of(PartKind::Normal);
        list.arrow(Role::Contact, from, from + shift);
        list.label(Role::Contact, from + shift, Vec2::new(10.0, -10.0), 8, format!("shortest way out {}", length(shift.length())));
        for (kind, side, at) in [
            (PartKind::WitnessA, Side::A, specimen.at(found.point_a) + normal * specimen.core_a().radius),
            (PartKind::WitnessB, Side::B, from),
        ] {
            list.of(kind).dot(if side == Side::A { Role::BodyA } else { Role::BodyB }, at, 4.5);
        }
    }
}
