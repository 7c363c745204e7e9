//! Contact manifolds: normal and up to two points (S7).
//!
//! [`collide`] is the whole narrow phase: a closed form where there is one, else SAT or GJK + EPA for the normal, then clipping
//! for the points.
//!
//! *Segments* are lines without an inside, solid from both sides. The shortest way out of a line is not always the right one: a box
//! that sank a little into the floor near the joint of two floor segments would be pushed sideways, off the end of one of
//! them; a triangle that sank deeper than its middle would fall through. So a shape that overlaps a segment leaves it on the side on
//! which its own centre lies, along the segment's normal, unless another way is shorter by more than two slops
//! (a box that fell on the tip of an upright segment).

use super::clip::clip;
use super::pairs::{ClosedForm, PairStep, closed_form};
use super::placement::Placement;
use super::{NarrowPhase, NarrowStep, epa, gjk, sat};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::Probe;
use crate::engine::shape::Shape;
use crate::engine::tuning::LINEAR_SLOP;

/// Part of a core that touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A vertex, by its number.
    Vertex(usize),
    /// The edge from the vertex of this number to the next.
    Face(usize),
}

/// Which features of A and B made a point. Stays the same while the same features touch, so that last step's impulses can be reused.
/// The high byte of the lower half names A's feature, the low byte B's: a vertex by its number, a face by its number plus 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

impl FeatureId {
    /// Of a feature of A and one of B.
    #[inline]
    pub fn new(of_a: Feature, of_b: Feature) -> FeatureId {
        let code = |feature| match feature {
            Feature::Vertex(index) => index as u32,
            Feature::Face(index) => 0x80 | index as u32,
        };
        FeatureId(code(of_a) << 8 | code(of_b))
    }

    /// A's feature.
    pub fn of_a(self) -> Feature {
        FeatureId::decode(self.0 >> 8)
    }

    /// B's feature.
    pub fn of_b(self) -> Feature {
        FeatureId::decode(self.0)
    }

    fn decode(code: u32) -> Feature {
        let index = (code & 0x7f) as usize;
        if code & 0x80 == 0 { Feature::Vertex(index) } else { Feature::Face(index) }
    }
}

/// One point of a manifold, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Midway between the two surfaces, metres.
    pub position: Vec2,
    /// Signed gap along the normal, metres; negative = overlap.
    pub separation: f32,
    /// Which features touch.
    pub feature: FeatureId,
}

/// Where two shapes touch, in the frame of body A.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manifold {
    /// Unit normal from A to B. Zero when there is no point.
    pub normal: Vec2,
    /// The points; only the first `count` are valid.
    pub points: [ManifoldPoint; 2],
    /// 0, 1 or 2.
    pub count: usize,
}

impl Manifold {
    /// The valid points.
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count]
    }

    /// Adds a point; there is room for two.
    #[inline]
    pub(super) fn push(&mut self, point: ManifoldPoint) {
        self.points[self.count] = point;
        self.count += 1;
    }

    /// Itself, or the empty manifold (normal zero) when it has no points.
    #[inline]
    pub(super) fn or_nothing(self) -> Manifold {
        if self.count == 0 { Manifold::default() } else { self }
    }
}

/// The way out of a segment was chosen by the side on which the other shape's centre lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideStep {
    /// Unit normal from A to B that replaces the shortest way out, A's frame.
    pub normal: Vec2,
    /// Signed gap of the rounded shapes along it, metres.
    pub separation: f32,
}

/// Where A and B touch or are closer than `margin` metres. `pose_b_in_a` = `pose_a.inv_mul(pose_b)` of the two bodies.
/// Swapping A and B turns the normal round and keeps separations; where two ways out are equally short (concentric shapes), the
/// order of A and B decides. A pose that is not finite touches nothing.
pub fn collide<P: Probe<NarrowStep>>(a: &Shape, b: &Shape, pose_b_in_a: Pose, method: NarrowPhase, margin: f32, probe: &mut P) -> Manifold {
    meet(a, b, pose_b_in_a, method, Reach::of(margin), probe).manifold
}

/// How far [`meet`] looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Points farther apart are not in the manifold, metres.
    pub margin: f32,
    /// The distance of shapes that are farther apart need not be exact, metres; at least the margin.
    pub exact: f32,
}

impl Reach {
    /// Exact up to the margin.
    pub fn of(margin: f32) -> Reach {
        Reach { margin, exact: margin }
    }
}

/// What [`meet`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Meeting {
    /// See [`collide`].
    pub manifold: Manifold,
    /// Signed gap along the axis, metres: the shapes are at least this far apart. The exact distance up to [`Reach::exact`]; beyond, SAT names the first axis
    /// that separates them by more.
    pub separation: f32,
    /// The axis: unit, from A to B, A's frame.
    pub axis: Vec2,
}

/// Like [`collide`], and how far apart the shapes are at least.
pub fn meet<P: Probe<NarrowStep>>(a: &Shape, b: &Shape, pose_b_in_a: Pose, method: NarrowPhase, reach: Reach, probe: &mut P) -> Meeting {
    let Reach { margin, exact } = reach;
    let placement = Placement::new(a.convex(), b.convex(), pose_b_in_a);
    if !is_finite(pose_b_in_a) {
        return Meeting::default();
    }
    let found = match (closed_form(a, b, pose_b_in_a), method) {
        // [race.pairs]
        (Some(form), _) => {
            probe.record(|| NarrowStep::Pair(form.step)); // [race.closed_form]
            match form.feature {
                Some(feature) => {
                    let manifold = one_point(&form, feature, &placement, margin);
                    return Meeting { manifold, separation: form.step.separation, axis: form.step.normal };
                }
                None => Direction { normal: form.step.normal, separation: form.step.separation, cores_overlap: form.crossing },
            }
        }
        (None, NarrowPhase::Sat) => by_sat(&placement, exact, probe), // [race.sat]
        (None, NarrowPhase::GjkEpa) => by_gjk_and_epa(&placement, probe), // [race.gjk_epa]
    };
    if found.separation > margin {
        return Meeting { manifold: Manifold::default(), separation: found.separation, axis: found.normal }; // [pipeline.margin]
    }
    let normal = match (a, b) {
        (Shape::Segment(_), Shape::Segment(_)) => found.normal,
        (Shape::Segment(_), _) | (_, Shape::Segment(_)) if found.cores_overlap => {
            side_of_segment(&placement, matches!(a, Shape::Segment(_)), &found, probe)
        }
        _ => found.normal,
    };
    let manifold = clip(placement.a, placement.b, pose_b_in_a, normal, margin, &mut Relay::new(probe, NarrowStep::Clip)); // [race.clip]
    Meeting { manifold, separation: found.separation, axis: found.normal }
}

/// A sum is finite exactly if all its terms are, but for an overflow that no place within bounds can reach.
#[inline]
pub(super) fn is_finite(pose: Pose) -> bool {
    (pose.position.x + pose.position.y + pose.rotation.cos + pose.rotation.sin).is_finite()
}

/// What the first half of the narrow phase hands to the second.
struct Direction {
    /// Unit, from A to B.
    normal: Vec2,
    /// Of the rounded shapes, metres.
    separation: f32,
    cores_overlap: bool,
}

fn by_sat<P: Probe<NarrowStep>>(placement: &Placement<'_>, exact: f32, probe: &mut P) -> Direction {
    let found = sat::separate(placement.a, placement.b, placement.pose, exact, &mut Relay::new(probe, NarrowStep::Sat));
    Direction { normal: found.normal, separation: found.separation, cores_overlap: found.separation + placement.radius() < 0.0 }
}

fn by_gjk_and_epa<P: Probe<NarrowStep>>(placement: &Placement<'_>, probe: &mut P) -> Direction {
    let apart = gjk::distance(placement.a, placement.b, placement.pose, &mut Relay::new(probe, NarrowStep::Gjk));
    if apart.outcome != gjk::GjkOutcome::Overlap {
        return Direction { normal: apart.normal, separation: apart.distance - placement.radius(), cores_overlap: false };
    }
    let inside = epa::penetration(placement.a, placement.b, placement.pose, &apart, &mut Relay::new(probe, NarrowStep::Epa));
    Direction { normal: inside.normal, separation: -inside.depth - placement.radius(), cores_overlap: true }
}

/// A closed form that knows its only point.
fn one_point(form: &ClosedForm, feature: FeatureId, placement: &Placement<'_>, margin: f32) -> Manifold {
    let PairStep { point_a, point_b, normal, separation } = form.step;
    if separation > margin {
        return Manifold::default();
    }
    // Circle centres are exact; the other core's point was computed. Both lie on one line along the normal.
    let position = 0.5 * (point_a + placement.a.radius * normal + point_b - placement.b.radius * normal);
    let mut manifold = Manifold { normal, ..Manifold::default() };
    manifold.push(ManifoldPoint { position, separation, feature });
    manifold
}

/// The way out of a segment, see the head of this file.
fn side_of_segment<P: Probe<NarrowStep>>(placement: &Placement<'_>, segment_is_a: bool, found: &Direction, probe: &mut P) -> Vec2 {
    let (right, start, center) = if segment_is_a {
        (placement.a.normals[0], placement.a.points[0], placement.pose.transform_point(placement.b.center()))
    } else {
        (placement.normal_b(0), placement.point_b(0), placement.a.center())
    };
    // From the segment to the other shape; to the left when the centre lies on the line itself.
    let side = if right.dot(center - start) > 0.0 { right } else { -right };
    let normal = if segment_is_a { side } else { -side };
    let lowest = if segment_is_a { placement.point_b(placement.support_b(-side)) } else { placement.a.points[placement.support_a(-side)] };
    let separation = side.dot(lowest - start) - placement.radius();
    let is_wrong_side = normal.dot(found.normal) < -0.99;
    if !is_wrong_side && separation < found.separation - 2.0 * LINEAR_SLOP {
        return found.normal;
    }
    probe.record(|| NarrowStep::Side(SideStep { normal, separation }));
    normal
}

/// Lets one algorithm record its own steps into a probe of narrow-phase steps.
struct Relay<'p, P, F> {
    probe: &'p mut P,
    wrap: F,
}

impl<'p, P, F> Relay<'p, P, F> {
    fn new(probe: &'p mut P, wrap: F) -> Self {
        Relay { probe, wrap }
    }
}

impl<S, P: Probe<NarrowStep>, F: Fn(S) -> NarrowStep> Probe<S> for Relay<'_, P, F> {
    const WATCHES: bool = P::WATCHES;

    #[inline]
    fn record(&mut self, step: impl FnOnce() -> S) {
        self.probe.record(|| (self.wrap)(step()));
    }
}
