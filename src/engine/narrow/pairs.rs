//! Closed forms for simple pairs (S2): circle–circle, circle–box, circle–capsule, capsule–capsule (a segment counts as a
//! capsule of radius 0).
//!
//! A circle is a point and a capsule a segment, each with a radius; so all of these ask for the nearest points of two cores and
//! then take both radii off the distance.
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

use super::closest::{Foot, cross_each_other, nearest_points};
use super::manifold::{Feature, FeatureId};
use super::placement::Placement;
use crate::engine::math::{Pose, Vec2, clamp, direction};
use crate::engine::shape::{BoxShape, Shape};

/// Cores nearer than this have no reliable direction between them, metres: rounding of coordinates near 1 m, tenfold.
pub(super) const TOUCHING: f32 = 1e-6;

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
}

/// The closed form for this pair, if there is one.
pub fn closed_form(a: &Shape, b: &Shape, pose_b_in_a: Pose) -> Option<ClosedForm> {
    let placement = Placement::new(a.convex(), b.convex(), pose_b_in_a);
    match (a, b) {
        (Shape::Circle(_), Shape::Circle(_)) => Some(circle_circle(&placement)),
        (Shape::Circle(circle), Shape::Box(other)) => {
            let found = point_box(circle.center(), other, pose_b_in_a.compose(other.pose()));
            Some(found.seen_from_point(placement.radius()))
        }
        (Shape::Box(other), Shape::Circle(circle)) => {
            let found = point_box(pose_b_in_a.transform_point(circle.center()), other, other.pose());
            Some(found.seen_from_core(placement.radius()))
        }
        (Shape::Circle(_), Shape::Capsule(_) | Shape::Segment(_)) => {
            let found = point_segment(placement.a.points[0], placement.point_b(0), placement.point_b(1), placement.normal_b(1));
            Some(found.seen_from_point(placement.radius()))
        }
        (Shape::Capsule(_) | Shape::Segment(_), Shape::Circle(_)) => {
            let found = point_segment(placement.point_b(0), placement.a.points[0], placement.a.points[1], placement.a.normals[1]);
            Some(found.seen_from_core(placement.radius()))
        }
        (Shape::Capsule(_) | Shape::Segment(_), Shape::Capsule(_) | Shape::Segment(_)) => Some(segment_segment(&placement)),
        _ => None,
    }
}

/// A point against a core: what is nearest on the core.
struct NearPoint {
    point: Vec2,
    nearest: Vec2,
    /// Unit, from the core to the point.
    outward: Vec2,
    /// Signed: negative when the point is inside.
    height: f32,
    feature: Feature,
}

impl NearPoint {
    /// As a result in which the core is A and the point B.
    fn seen_from_core(self, radius: f32) -> ClosedForm {
        let separation = self.height - radius;
        let step = PairStep { point_a: self.nearest, point_b: self.point, normal: self.outward, separation };
        ClosedForm { step, feature: Some(FeatureId::new(self.feature, Feature::Vertex(0))), crossing: false }
    }

    /// As a result in which the point is A and the core B.
    fn seen_from_point(self, radius: f32) -> ClosedForm {
        let separation = self.height - radius;
        let step = PairStep { point_a: self.point, point_b: self.nearest, normal: -self.outward, separation };
        ClosedForm { step, feature: Some(FeatureId::new(Feature::Vertex(0), self.feature)), crossing: false }
    }
}

fn circle_circle(placement: &Placement<'_>) -> ClosedForm {
    let (point_a, point_b) = (placement.a.points[0], placement.point_b(0));
    let (normal, distance) = direction(point_b - point_a).unwrap_or((Vec2::Y, 0.0));
    let step = PairStep { point_a, point_b, normal, separation: distance - placement.radius() };
    ClosedForm { step, feature: Some(FeatureId::new(Feature::Vertex(0), Feature::Vertex(0))), crossing: false }
}

/// A point against a box core placed at `frame`.
fn point_box(point: Vec2, shape: &BoxShape, frame: Pose) -> NearPoint {
    let half = shape.half();
    let local = frame.inv_transform_point(point);
    let clamped = Vec2::new(clamp(local.x, -half.x, half.x), clamp(local.y, -half.y, half.y));
    if let Some((outward, height)) = direction(local - clamped)
        && height > TOUCHING
    {
        let feature = match (clamped.x != local.x, clamped.y != local.y) {
            (true, false) => Feature::Face(if local.x > 0.0 { 1 } else { 3 }),
            (false, _) => Feature::Face(if local.y > 0.0 { 2 } else { 0 }),
            (true, true) => Feature::Vertex(match (local.x > 0.0, local.y > 0.0) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            }),
        };
        let nearest = frame.transform_point(clamped);
        return NearPoint { point, nearest, outward: frame.rotation.rotate(outward), height, feature };
    }
    // Inside: heights over the four faces, all negative or nearly 0; the largest is the shortest way out.
    let heights = [-half.y - local.y, local.x - half.x, local.y - half.y, -half.x - local.x];
    let face = (1..4).fold(0, |best, i| if heights[i] > heights[best] { i } else { best });
    let outward = frame.rotation.rotate([Vec2::NEG_Y, Vec2::X, Vec2::Y, Vec2::NEG_X][face]);
    let nearest = point - heights[face] * outward;
    NearPoint { point, nearest, outward, height: heights[face], feature: Feature::Face(face) }
}

/// A point against the segment `p0 p1`, whose left side looks along `left`.
fn point_segment(point: Vec2, p0: Vec2, p1: Vec2, left: Vec2) -> NearPoint {
    let foot = Foot::of(point, [p0, p1]);
    let away = foot.away;
    let on_left = left.dot(away) >= 0.0;
    let (outward, height) = match direction(away) {
        Some((outward, height)) if height > TOUCHING => (outward, height),
        _ => (left, 0.0),
    };
    let feature = foot.end().map_or(Feature::Face(usize::from(on_left)), Feature::Vertex);
    NearPoint { point, nearest: point - away, outward, height, feature }
}

/// Two segments. Which one or two points touch is left to clipping, so that a capsule can lie on the ground.
fn segment_segment(placement: &Placement<'_>) -> ClosedForm {
    let first = [placement.a.points[0], placement.a.points[1]];
    let second = [placement.point_b(0), placement.point_b(1)];
    let near = nearest_points(first, second);
    let apart = direction(near.between).filter(|&(_, distance)| distance > TOUCHING && !cross_each_other(first, second));
    let Some((normal, height)) = apart else {
        let (normal, height) = shortest_way_out(placement);
        let (deepest_a, deepest_b) = (placement.support_a(normal), placement.support_b(-normal));
        let (point_a, point_b) = (placement.a.points[deepest_a], placement.point_b(deepest_b));
        let step = PairStep { point_a, point_b, normal, separation: height - placement.radius() };
        return ClosedForm { step, feature: None, crossing: true };
    };
    let step = PairStep { point_a: near.on_first, point_b: near.on_second, normal, separation: height - placement.radius() };
    ClosedForm { step, feature: None, crossing: false }
}

/// Normal and signed height (at most 0) of two segments that cross: of the four sides, the one past which B leaves A soonest.
fn shortest_way_out(placement: &Placement<'_>) -> (Vec2, f32) {
    let mut best = (Vec2::Y, f32::NEG_INFINITY);
    let mut offer = |normal: Vec2, height: f32| {
        if height > best.1 {
            best = (normal, height);
        }
    };
    for &normal in placement.a.normals {
        let lowest = placement.point_b(placement.support_b(-normal));
        offer(normal, normal.dot(lowest - placement.a.points[0]));
    }
    for i in 0..placement.b.normals.len() {
        let outward = placement.normal_b(i);
        let lowest = placement.a.points[placement.support_a(-outward)];
        offer(-outward, outward.dot(lowest - placement.point_b(i)));
    }
    best
}
