//! Closed forms for simple pairs: circle–circle, circle–box, circle–capsule, capsule–capsule (a segment counts as a
//! capsule of radius 0).
//!
//! A circle is a point and a capsule a segment, each with a radius; so all of these ask for the nearest points of two
//! cores and then take both radii off the distance.
//!
//! ```text
//!   circle–box, in the box's own frame:
//!   outside: clamp the centre to the box             inside: the nearest face pushes it out
//!          .  c                                            +--------+
//!   +----./                                                |   c--->|
//!   |     |                                                |        |
//! ```
//!
//! Where the nearest points coincide there is no direction between them; each form then falls back on a defined normal:
//! the nearest face of a box, a side of a segment, up for two concentric circles.

use super::closest::{Foot, NearestPoints, cross_each_other};
use super::core::Pair;
use super::manifold::{FACE, FeatureId, ManifoldPoint, Point};
use super::vector::{Transform, Vector, not_gt};
use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::ran;
use crate::engine::shape::{Convex, Shape};

/// Cores nearer than this have no reliable direction between them, metres: rounding of coordinates near 1 m, tenfold.
const TOUCHING: f32 = 1e-6;

/// What a closed form found: the two nearest (or deepest) core points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairStep {
    /// On A's core, A's frame.
    pub point_a: Vec2,
    /// On B's core, A's frame.
    pub point_b: Vec2,
    /// Unit normal from A to B, A's frame.
    pub normal: Vec2,
    /// Signed gap of the rounded shapes, metres.
    pub separation: f32,
}

/// What a closed form found, and which features are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosedForm {
    /// Nearest points, normal and separation.
    pub step: PairStep,
    /// The features, when the pair can only ever touch in one point; `None` when clipping has to find up to two.
    pub feature: Option<FeatureId>,
    /// True when the two cores cross or are so near that there is no direction between them.
    pub crossing: bool,
    /// Midway between the two surfaces, A's frame, metres.
    pub position: Vec2,
}

/// The only point of a pair, in every lane.
pub(super) struct OnePoint<L> {
    /// On A's core, A's frame, metres.
    point_a: Vector<L>,
    /// On B's core.
    point_b: Vector<L>,
    /// Unit, from A to B.
    pub normal: Vector<L>,
    pub point: Point<L>,
}

impl OnePoint<f32> {
    fn found(&self) -> ClosedForm {
        let Point { separation, .. } = self.point;
        let ManifoldPoint { position, feature, .. } = self.point.first();
        let step = PairStep { point_a: self.point_a.first(), point_b: self.point_b.first(), normal: self.normal.first(), separation };
        ClosedForm { step, feature: Some(feature), crossing: false, position }
    }
}

/// A point against a core, in every lane.
pub(super) struct NearPoint<L> {
    /// On the core, A's frame like all that follows, metres.
    nearest: Vector<L>,
    point: Vector<L>,
    /// Unit, from the core to the point.
    outward: Vector<L>,
    /// Of the point over the core, metres; negative when it is inside.
    height: L,
    /// The core's feature, as in a [`super::manifold::FeatureId`].
    feature: L,
}

impl<L: Lanes> NearPoint<L> {
    /// As a contact of one point, in which the core is A or, where `swapped`, B.
    #[inline(always)]
    pub fn contact(&self, [radius_a, radius_b]: [L; 2], swapped: L::Mask, margin: L) -> OnePoint<L> {
        ran!();
        let zero = L::splat(0.0);
        let normal = Vector::select(swapped, -self.outward, self.outward);
        let (point_a, point_b) = (Vector::select(swapped, self.point, self.nearest), Vector::select(swapped, self.nearest, self.point));
        let separation = self.height - (radius_a + radius_b); // [race.closed_form]
        let position = (point_a + normal * radius_a + point_b - normal * radius_b) * L::splat(0.5);
        let feature = L::select(swapped, self.feature, self.feature * L::splat(256.0));
        let kept = L::select(separation.gt(margin), zero, L::splat(1.0));
        OnePoint { point_a, point_b, normal, point: Point { position, separation, feature, kept } }
    }
}

/// Two centres. The second is the point.
#[inline(always)]
pub(super) fn point_point<L: Lanes>(a: Vector<L>, b: Vector<L>) -> NearPoint<L> {
    let (zero, between) = (L::splat(0.0), b - a);
    let length = between.dot(between).sqrt();
    let has_direction = length.gt(L::splat(1e-12));
    let outward = Vector::select(has_direction, between / length, Vector { x: zero, y: L::splat(1.0) });
    NearPoint { nearest: a, point: b, outward, height: L::select(has_direction, length, zero), feature: zero }
}

/// A point against a line from `start` to `end`, whose left side looks along `left`.
#[inline(always)]
pub(super) fn point_line<L: Lanes>(point: Vector<L>, [start, end]: [Vector<L>; 2], left: Vector<L>) -> NearPoint<L> {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let foot = Foot::of(point, [start, end]);
    let length = foot.away.dot(foot.away).sqrt();
    let is_apart = length.gt(L::splat(TOUCHING));
    let on_left = L::select(zero.gt(left.dot(foot.away)), zero, one);
    let feature = L::select(foot.place.gt(zero), L::select(one.gt(foot.place), on_left + L::splat(FACE), one), zero);
    NearPoint {
        nearest: point - foot.away,
        point,
        outward: Vector::select(is_apart, foot.away / length, left),
        height: L::select(is_apart, length, zero),
        feature,
    }
}

/// A point against a box, whose own frame and half sizes these are.
#[inline(always)]
pub(super) fn point_box<L: Lanes>(point: Vector<L>, frame: &Transform<L>, half: Vector<L>) -> NearPoint<L> {
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let local = frame.inv_rotate(point - frame.position);
    let low = -half;
    let clamped = Vector { x: low.x.max(local.x.min(half.x)), y: low.y.max(local.y.min(half.y)) };
    let beyond = local - clamped;
    let length = beyond.dot(beyond).sqrt();
    let is_outside = length.gt(L::splat(TOUCHING));
    let (right, above) = (local.x.gt(zero), local.y.gt(zero));
    let beside = beyond.x.abs().gt(zero);
    let over = beyond.y.abs().gt(zero);
    let corner = L::select(above, L::select(right, L::splat(2.0), L::splat(3.0)), L::select(right, one, zero));
    let side = L::splat(FACE) + L::select(right, one, L::splat(3.0));
    let lid = L::splat(FACE) + L::select(above, L::splat(2.0), zero);
    let outer = L::select(beside, L::select(over, corner, side), lid);

    // Inside: the nearest face pushes the point out.
    let heights = [low.y - local.y, local.x - half.x, local.y - half.y, low.x - local.x];
    let normals = [[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
    let (mut face, mut height) = (zero, heights[0]);
    let mut normal = Vector { x: L::splat(normals[0][0]), y: L::splat(normals[0][1]) };
    for k in 1..4 {
        let is_higher = heights[k].gt(height);
        face = L::select(is_higher, L::splat(k as f32), face);
        height = L::select(is_higher, heights[k], height);
        normal = Vector::select(is_higher, Vector { x: L::splat(normals[k][0]), y: L::splat(normals[k][1]) }, normal);
    }
    let inward = frame.rotate(normal);
    NearPoint {
        nearest: Vector::select(is_outside, frame.transform_point(clamped), point - inward * height),
        point,
        outward: Vector::select(is_outside, frame.rotate(beyond / length), inward),
        height: L::select(is_outside, length, height),
        feature: L::select(is_outside, outer, face + L::splat(FACE)),
    }
}

/// Two segments in every lane: which one or two points touch is left to clipping, so that a capsule can lie on the
/// ground.
pub(super) struct NearLines<L: Lanes> {
    on_first: Vector<L>,
    on_second: Vector<L>,
    /// Unit, from A to B.
    pub normal: Vector<L>,
    /// Distance of the cores, metres.
    pub height: L,
    /// Where they cross, or are so near that there is no direction between them.
    pub crossing: L::Mask,
}

impl<L: Lanes> NearLines<L> {
    /// Of two cores of two vertices.
    #[inline(always)]
    pub fn of<const CORNERS: usize, const AXES: usize>(pair: &Pair<L, CORNERS, AXES>) -> NearLines<L> {
        let first = [pair.a.points[0], pair.a.points[1]];
        let second = [pair.pose.transform_point(pair.b.points[0]), pair.pose.transform_point(pair.b.points[1])];
        let nearest = NearestPoints::of(first, second);
        let length = nearest.between.dot(nearest.between).sqrt();
        NearLines {
            on_first: nearest.on_first,
            on_second: nearest.on_second,
            normal: nearest.between / length,
            height: length,
            crossing: L::or(cross_each_other(first, second), not_gt(length, L::splat(TOUCHING))),
        }
    }
}

fn line_line(pair: &Pair<f32, 2, 1>) -> ClosedForm {
    let near = NearLines::of(pair);
    let (crossing, radius) = (near.crossing, pair.radius());
    let (normal, height, point_a, point_b) = if crossing {
        let (normal, height) = shortest_way_out(pair);
        let ((_, deepest_a), (_, deepest_b)) = (pair.a.farthest(normal), pair.b.farthest(pair.pose.inv_rotate(-normal)));
        (normal, height, deepest_a, pair.pose.transform_point(deepest_b))
    } else {
        (near.normal, near.height, near.on_first, near.on_second)
    };
    let middle = point_a + normal * (0.5 * (pair.a.radius + height - pair.b.radius));
    let step = PairStep { point_a: point_a.first(), point_b: point_b.first(), normal: normal.first(), separation: height - radius };
    ClosedForm { step, feature: None, crossing, position: middle.first() }
}

/// Normal and signed height (at most 0) of two segments that cross: of the four sides, the one past which B leaves A
/// soonest.
fn shortest_way_out(pair: &Pair<f32, 2, 1>) -> (Vector<f32>, f32) {
    let Pair { a, b, pose } = pair;
    let mut best = (Vector { x: 0.0, y: 1.0 }, f32::NEG_INFINITY);
    let mut offer = |normal, height| {
        if height > best.1 {
            best = (normal, height);
        }
    };
    for normal in a.normals {
        let (_, lowest) = b.farthest(pose.inv_rotate(-normal));
        offer(normal, normal.dot(pose.transform_point(lowest) - a.points[0]));
    }
    for (normal, point) in b.normals.into_iter().zip(b.points) {
        let outward = pose.rotate(normal);
        let (_, lowest) = a.farthest(-outward);
        offer(-outward, outward.dot(lowest - pose.transform_point(point)));
    }
    best
}

/// The closed form for this pair, if there is one.
pub fn closed_form(a: &Shape, b: &Shape, pose_b_in_a: Pose) -> Option<ClosedForm> {
    let (core_a, core_b) = (a.convex(), b.convex());
    let pose = Transform::<f32>::splat(pose_b_in_a);
    let (radii, any) = ([core_a.radius, core_b.radius], f32::INFINITY);
    let (a_is_core, b_is_core) = (false, true);
    let center_a = || Vector::from(core_a.points[0]);
    let center_b = || pose.transform_point(core_b.points[0].into());
    let left = |core: Convex<'_>| Vector::from(core.normals[1]);
    let found = match (a, b) {
        (Shape::Circle(_), Shape::Circle(_)) => point_point(center_a(), center_b()).contact(radii, a_is_core, any),
        (Shape::Circle(_), Shape::Box(shape)) => {
            let frame = pose.compose(&Transform::splat(shape.pose()));
            point_box(center_a(), &frame, shape.half().into()).contact(radii, b_is_core, any)
        }
        (Shape::Box(shape), Shape::Circle(_)) => {
            point_box(center_b(), &Transform::splat(shape.pose()), shape.half().into()).contact(radii, a_is_core, any)
        }
        (Shape::Circle(_), Shape::Capsule(_) | Shape::Segment(_)) => {
            let line = [0, 1].map(|k: usize| pose.transform_point(core_b.points[k].into()));
            point_line(center_a(), line, pose.rotate(left(core_b))).contact(radii, b_is_core, any)
        }
        (Shape::Capsule(_) | Shape::Segment(_), Shape::Circle(_)) => {
            let line = [0, 1].map(|k: usize| Vector::from(core_a.points[k]));
            point_line(center_b(), line, left(core_a)).contact(radii, a_is_core, any)
        }
        (Shape::Capsule(_) | Shape::Segment(_), Shape::Capsule(_) | Shape::Segment(_)) => {
            return Some(line_line(&Pair::of(core_a, core_b, pose_b_in_a)));
        }
        _ => return None,
    };
    Some(found.found())
}
