//! What an axis of SAT looks like in the world: where it comes from, how both shadows fall on it, and the way out at the end.

use super::super::film::ghost;
use super::super::part::{Kind, Part};
use super::super::specimen::{Side, Specimen};
use super::{SatReel, signed};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, perp};
use crate::engine::narrow::sat::{AxisSource, SatStep, SatVerdict};

/// Every edge, to be pointed at.
pub(super) fn edges(specimen: &Specimen, list: &mut DrawList) {
    list.sheet = Sheet::World;
    for (side, role, kind) in [(Side::A, Role::BodyA, Kind::EdgeA), (Side::B, Role::BodyB, Kind::EdgeB)] {
        let points = specimen.points(side);
        let count = if points.len() == 2 { 1 } else { points.len() };
        for i in (0..count).filter(|_| points.len() > 1) {
            list.tag = Some(Part::nth(kind, i).tag());
            list.line(role, points[i], points[(i + 1) % points.len()]);
        }
    }
    list.tag = None;
}

/// The axis through the scene, the edge or vertices it comes from, and how the ends of the shadows fall on it.
pub(super) fn axis_in_world(specimen: &Specimen, turn: usize, step: &SatStep, list: &mut DrawList) {
    let axis = specimen.turned(step.axis);
    source_in_world(specimen, step.source, list);
    let zero = specimen.a.pose.position.dot(axis);
    let center = specimen.center();
    let line_at = |t: f32| center + axis * (zero + t - center.dot(axis));
    let reach = specimen.size();
    list.tag = Some(Part::nth(Kind::Axis, turn).tag());
    list.line(Role::SeparatingAxis, center - axis * reach, center + axis * reach);
    if step.verdict == SatVerdict::Duplicate {
        list.tag = None;
        return;
    }
    let side = perp(axis) * (0.02 * reach);
    for (kind, role, shadow, shift) in
        [(Kind::IntervalA, Role::ShadowA, step.shadow_a, side), (Kind::IntervalB, Role::ShadowB, step.shadow_b, -side)]
    {
        list.tag = Some(Part::nth(kind, turn).tag());
        let (from, to) = (shadow.min.max(step.shadow_a.max - 3.0 * reach), shadow.max.min(step.shadow_a.max + 3.0 * reach));
        list.line(role, line_at(from) + shift, line_at(to) + shift);
    }
    list.tag = Some(Part::nth(Kind::Overlap, turn).tag());
    let (end_a, start_b) = (line_at(step.shadow_a.max), line_at(step.shadow_b.min));
    let across = perp(axis) * (1.3 * reach);
    for at in [end_a, start_b] {
        list.line(Role::Projection, at - across, at + across);
    }
    let role = if step.separation > 0.0 { Role::Contact } else { Role::Text };
    list.label(role, 0.5 * (end_a + start_b), 12.0 * perp(axis), 8, signed(step.separation));
    if step.verdict == SatVerdict::Separates {
        let middle = 0.5 * (end_a + start_b);
        list.line(Role::Contact, middle - across, middle + across);
    }
    list.tag = None;
}

fn source_in_world(specimen: &Specimen, source: AxisSource, list: &mut DrawList) {
    let (a, b) = (specimen.points(Side::A), specimen.points(Side::B));
    let mut edge = |points: &[Vec2], i: usize, kind: Kind| {
        list.tag = Some(Part::nth(kind, i).tag());
        if let (Some(&from), Some(&to)) = (points.get(i), points.get((i + 1) % points.len().max(1))) {
            list.line(Role::SeparatingAxis, from, to);
        }
    };
    match source {
        AxisSource::EdgeOfA(i) => edge(&a, i, Kind::EdgeA),
        AxisSource::EdgeOfB(i) => edge(&b, i, Kind::EdgeB),
        AxisSource::Vertices { a: i, b: j } => {
            for (kind, index, at) in [(Kind::VertexA, i, a.get(i)), (Kind::VertexB, j, b.get(j))] {
                list.tag = Some(Part::nth(kind, index).tag());
                if let Some(&at) = at {
                    list.ring(Role::SeparatingAxis, at, 9.0);
                }
            }
        }
    }
    list.tag = None;
}

impl SatReel {
    /// The winning axis, and B moved out of A along it.
    pub(super) fn result_in_world(&self, specimen: &Specimen, list: &mut DrawList) {
        source_in_world(specimen, self.found.source, list);
        let normal = specimen.turned(self.found.normal);
        let points = specimen.points(Side::B);
        let deepest = points.iter().copied().reduce(|low, p| if p.dot(normal) < low.dot(normal) { p } else { low }).unwrap_or(Vec2::ZERO);
        let from = deepest - normal * specimen.core_b().radius;
        list.tag = Some(Part::of(Kind::Normal).tag());
        if self.found.separation < 0.0 {
            let shift = -normal * self.found.separation;
            list.arrow(Role::Contact, from, from + shift);
            list.label(
                Role::Contact,
                from + shift,
                Vec2::new(10.0, -10.0),
                8,
                format!("shortest way out {}", length(-self.found.separation)),
            );
            list.tag = Some(Part::of(Kind::Ghost).tag());
            ghost(specimen, shift, list);
        } else {
            list.arrow(Role::Contact, from - normal * self.found.separation, from);
            list.label(Role::Contact, from, Vec2::new(10.0, -10.0), 8, format!("gap {}", length(self.found.separation)));
        }
        list.tag = None;
    }
}
