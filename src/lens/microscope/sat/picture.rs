//! What an axis of SAT looks like in the world: where it comes from, both shadows on a ruler beside the shapes, and
//! the way out at the end.

use super::super::film::ghost;
use super::reel::{SatReel, best, signed};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, direction, max, perp};
use crate::engine::narrow::sat::{AxisSource, SatStep, SatVerdict, Shadow};
use crate::lens::microscope::{Part, PartKind, Side, Specimen};

/// Every edge, to be pointed at.
pub(super) fn edges(specimen: &Specimen, list: &mut DrawList) {
    list.sheet = Sheet::World;
    for (side, role, kind) in [(Side::A, Role::BodyA, PartKind::EdgeA), (Side::B, Role::BodyB, PartKind::EdgeB)] {
        let points = specimen.points(side);
        let count = if points.len() == 2 { 1 } else { points.len() };
        for i in (0..count).filter(|_| points.len() > 1) {
            list.of(Part::nth(kind, i)).line(role, points[i], points[(i + 1) % points.len()]);
        }
    }
}

/// Before the first axis: the normal of every edge, each a candidate.
pub(super) fn candidates(specimen: &Specimen, list: &mut DrawList) {
    let long = 0.18 * specimen.size();
    for (side, kind) in [(Side::A, PartKind::EdgeA), (Side::B, PartKind::EdgeB)] {
        let points = specimen.points(side);
        let count = if points.len() == 2 { 1 } else { points.len() };
        for i in (0..count).filter(|_| points.len() > 1) {
            let (from, to) = (points[i], points[(i + 1) % points.len()]);
            let Some((along, _)) = direction(to - from) else { continue };
            let middle = 0.5 * (from + to);
            list.of(Part::nth(kind, i)).arrow(Role::SeparatingAxis, middle, middle - long * perp(along));
        }
    }
}

/// The axis between the shapes, the edge or vertices it comes from, and both shadows on a ruler beside the shapes.
pub(super) fn axis_in_world(specimen: &Specimen, iteration: usize, step: &SatStep, list: &mut DrawList) {
    let axis = specimen.turned(step.axis);
    source_in_world(specimen, step.source, list);
    let (middle, half) = (middle(specimen), axis * (0.5 * specimen.size()));
    let list = &mut list.of(Part::nth(PartKind::Axis, iteration));
    list.line(Role::SeparatingAxis, middle - half, middle + half);
    list.label(Role::SeparatingAxis, middle + half, Vec2::new(8.0, 8.0), 5, format!("axis {}", iteration + 1));
    if step.verdict != SatVerdict::Duplicate {
        ruler(specimen, iteration, step, list);
    }
}

/// A line along the axis beside the shapes, on the side that looks up (or right, when the axis stands upright).
///
/// ```text
///            ┌───┐           ruler: A's shadow ━━━━━━━━━
///            │ A │╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┐  ━━━━━━━━━ B's shadow
///            └───┘ ◇ B                     ├──┤ overlap, with sign
/// ```
struct Ruler {
    /// Unit, world.
    axis: Vec2,
    /// Unit, from the shapes to the ruler.
    side: Vec2,
    /// The ruler's point that belongs to A's origin, from which shadows are measured.
    zero: Vec2,
    /// No shadow is drawn farther along than from the one to the other of these, metres: a ground may be endless.
    limits: [f32; 2],
}

impl Ruler {
    fn of(specimen: &Specimen, step: &SatStep) -> Ruler {
        let axis = specimen.turned(step.axis);
        let side = perp(axis);
        let side = if side.y > 0.3 || (side.y > -0.3 && side.x > 0.0) { side } else { -side };
        let reach = specimen.size();
        let beside = [Side::A, Side::B].into_iter().filter(|&s| !is_endless(specimen, s)).map(|s| farthest(specimen, s, side).dot(side));
        let beside = beside.fold(f32::MIN, max) + 0.22 * reach;
        Ruler {
            axis,
            side,
            zero: axis * specimen.a.pose.position.dot(axis) + side * beside,
            limits: looked_at(specimen, step.shadow_a, step.shadow_b),
        }
    }

    fn at(&self, t: f32) -> Vec2 {
        self.zero + self.axis * t.clamp(self.limits[0], self.limits[1])
    }
}

/// What of an axis is looked at, from and to: around the ends of the gap or overlap. Along an endless shape one of them
/// is far off: there what surrounds the other shape.
pub(super) fn looked_at(specimen: &Specimen, shadow_a: Shadow, shadow_b: Shadow) -> [f32; 2] {
    /// How far to each side, in sizes of the smaller shape: around both, and around one.
    const BOTH: f32 = 3.0;
    const ONE: f32 = 1.2;
    let is_overlap = shadow_a.max > shadow_b.min;
    let (middle, reach) = match [Side::A, Side::B].map(|side| is_overlap && is_endless(specimen, side)) {
        [true, _] => (0.5 * (shadow_b.min + shadow_b.max), ONE),
        [_, true] => (0.5 * (shadow_a.min + shadow_a.max), ONE),
        _ => (0.5 * (shadow_a.max + shadow_b.min), BOTH),
    };
    [middle - reach * specimen.size(), middle + reach * specimen.size()]
}

/// What of the world the rulers of all axes take up, as lower left and upper right corner.
pub(super) fn rulers(specimen: &Specimen, steps: &[SatStep]) -> Option<[Vec2; 2]> {
    let ends = steps.iter().filter(|step| step.verdict != SatVerdict::Duplicate).flat_map(|step| {
        let (ruler, outside) = (Ruler::of(specimen, step), 0.12 * specimen.size());
        let ends = [step.shadow_a.min, step.shadow_a.max, step.shadow_b.min, step.shadow_b.max];
        ends.map(|end| ruler.at(end) + ruler.side * outside)
    });
    ends.map(|at| [at; 2]).reduce(|[low, high], [at, _]| [low.min(at), high.max(at)])
}

/// Both shadows, where their ends come from, and the signed gap between them.
fn ruler(specimen: &Specimen, iteration: usize, step: &SatStep, list: &mut DrawList) {
    let ruler = Ruler::of(specimen, step);
    let track = ruler.side * (0.03 * specimen.size());
    for (kind, role, shadow, from, shift) in [
        (PartKind::IntervalA, Role::ShadowA, step.shadow_a, Side::A, track),
        (PartKind::IntervalB, Role::ShadowB, step.shadow_b, Side::B, -track),
    ] {
        let list = &mut list.of(Part::nth(kind, iteration));
        list.line(role, ruler.at(shadow.min) + shift, ruler.at(shadow.max) + shift);
        for (end, along) in [(shadow.min, -ruler.axis), (shadow.max, ruler.axis)] {
            if (ruler.limits[0]..=ruler.limits[1]).contains(&end) {
                list.line(Role::Projection, farthest(specimen, from, along), ruler.at(end) + shift);
            }
        }
    }
    let list = &mut list.of(Part::nth(PartKind::Overlap, iteration));
    let (end_a, start_b) = (ruler.at(step.shadow_a.max), ruler.at(step.shadow_b.min));
    let beside = track * 3.0;
    for end in [end_a, start_b] {
        list.line(Role::Text, end + beside * 0.6, end + beside * 1.4);
    }
    list.line(Role::Text, end_a + beside, start_b + beside);
    let (role, word) = if step.separation > 0.0 { (Role::Contact, "gap") } else { (Role::Text, "separation") };
    list.label(role, 0.5 * (end_a + start_b) + beside, 12.0 * ruler.side, 8, format!("{word} {}", signed(step.separation)));
    if step.verdict == SatVerdict::Separates {
        // The line that lies between the shapes: across the axis, in the middle of the gap.
        let middle = middle(specimen);
        let between = ruler.axis * 0.5 * (end_a + start_b).dot(ruler.axis) + ruler.side * middle.dot(ruler.side);
        let half = ruler.side * (1.1 * specimen.size());
        list.line(Role::Contact, between - half, between + half);
    }
}

/// True when a shape is so much larger than the other that the ruler need not stand beside it.
fn is_endless(specimen: &Specimen, side: Side) -> bool {
    const ENDLESS: f32 = 3.0;
    let extent = |side: Side| specimen.side(side).shape.core_aabb(specimen.side(side).pose).size().length();
    let other = if side == Side::A { Side::B } else { Side::A };
    extent(side) > ENDLESS * extent(other)
}

/// Between the middles of both shapes; with an endless one, the middle of the other.
fn middle(specimen: &Specimen) -> Vec2 {
    if is_endless(specimen, Side::A) || is_endless(specimen, Side::B) {
        return specimen.center();
    }
    let center = |side: Side| specimen.side(side).pose.transform_point(specimen.side(side).shape.convex().center());
    0.5 * (center(Side::A) + center(Side::B))
}

/// Farthest point of one rounded shape along a unit direction, world.
fn farthest(specimen: &Specimen, side: Side, along: Vec2) -> Vec2 {
    let farthest = specimen.points(side).into_iter().reduce(|best, p| if p.dot(along) > best.dot(along) { p } else { best });
    farthest.unwrap_or(Vec2::ZERO) + along * specimen.side(side).shape.convex().radius
}

fn source_in_world(specimen: &Specimen, source: AxisSource, list: &mut DrawList) {
    let (a, b) = (specimen.points(Side::A), specimen.points(Side::B));
    let mut edge = |points: &[Vec2], i: usize, kind: PartKind| {
        let list = &mut list.of(Part::nth(kind, i));
        if let (Some(&from), Some(&to)) = (points.get(i), points.get((i + 1) % points.len().max(1))) {
            list.line(Role::SeparatingAxis, from, to);
        }
    };
    match source {
        AxisSource::EdgeOfA(i) => edge(&a, i, PartKind::EdgeA),
        AxisSource::EdgeOfB(i) => edge(&b, i, PartKind::EdgeB),
        AxisSource::Vertices { a: i, b: j } => {
            for (kind, index, at) in [(PartKind::VertexA, i, a.get(i)), (PartKind::VertexB, j, b.get(j))] {
                let list = &mut list.of(Part::nth(kind, index));
                if let Some(&at) = at {
                    list.ring(Role::SeparatingAxis, at, 9.0);
                }
            }
        }
    }
}

impl SatReel {
    /// The winning axis with its shadows, and B moved out of A along it.
    pub(super) fn result_in_world(&self, specimen: &Specimen, list: &mut DrawList) {
        if let Some((iteration, step)) = best(&self.steps) {
            axis_in_world(specimen, iteration, step, list);
        }
        let normal = specimen.turned(self.found.normal);
        let from = farthest(specimen, Side::B, -normal);
        let list = &mut list.of(PartKind::Normal);
        if self.found.separation < 0.0 {
            let shift = -normal * self.found.separation;
            list.arrow(Role::Contact, from, from + shift);
            let words = format!("shortest way out {}", length(-self.found.separation));
            list.label(Role::Contact, from + shift, Vec2::new(10.0, -10.0), 8, words);
            let list = &mut list.of(PartKind::Ghost);
            ghost(specimen, shift, list);
        } else {
            list.arrow(Role::Contact, from - normal * self.found.separation, from);
        }
    }
}
