//! The whole narrow phase for one pair: a closed form where there is one, else SAT or GJK + EPA for the normal, then
//! clipping for the points.
//!
//! Most pairs of a step are measured several at once ([`super::batch`]); those go through the very same functions
//! (`convex_pair`, `line_pair`, the closed forms), compiled for more lanes.
//!
//! *Segments* are lines without an inside, solid from both sides. The shortest way out of a line is not always the
//! right one: a box that sank a little into the floor near the joint of two floor segments would be pushed sideways,
//! off the end of one of them; a triangle that sank deeper than its middle would fall through. So a shape that
//! overlaps a segment leaves it on the side on which its own centre lies, along the segment's normal, unless another
//! way is shorter by more than two slops (a box that fell on the tip of an upright segment).

use super::clip::{ClipStep, clip, clip_faces};
use super::closed_form::{NearLines, PairStep, closed_form};
use super::convex_pair::ConvexPair;
use super::core::{Pair, with_pair};
use super::epa::{self, EpaStep};
use super::gjk::{self, GjkStep};
use super::half_plane::parts_that_matter;
use super::manifold::{Manifold, ManifoldPoint, Points};
use super::sat::{self, SatStep};
use super::vector::{Vector, in_every_lane};
use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{NoProbe, Probe, ran};
use crate::engine::shape::{Convex, Shape};
use crate::engine::tuning::LINEAR_SLOP;

/// Which algorithm finds normal and depth of convex pairs. Both give the same manifold outside near-ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NarrowPhase {
    /// Separating axis test, then clipping.
    #[default]
    Sat,
    /// GJK distance; when the cores overlap EPA; then clipping.
    GjkEpa,
}

/// One step of whichever algorithm ran.
#[derive(Clone, Debug, PartialEq)]
pub enum NarrowStep {
    /// Separating axis test.
    Sat(SatStep),
    /// Distance between convex shapes.
    Gjk(GjkStep),
    /// Penetration depth.
    Epa(EpaStep),
    /// Contact points by clipping.
    Clip(ClipStep),
    /// A closed form for a simple pair.
    Pair(PairStep),
    /// Which side of a segment a shape leaves it on.
    Side(SideStep),
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
/// Swapping A and B turns the normal round and keeps separations; where two ways out are equally short (concentric
/// shapes), the order of A and B decides. A pose that is not finite touches nothing.
pub fn collide<P: Probe<NarrowStep>>(a: &Shape, b: &Shape, pose_b_in_a: Pose, method: NarrowPhase, margin: f32, probe: &mut P) -> Manifold {
    collide_within(a, b, pose_b_in_a, method, Reach::of(margin), probe).manifold
}

/// How far [`collide_within`] looks.
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

/// What [`collide_within`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NarrowAnswer {
    /// See [`collide`].
    pub manifold: Manifold,
    /// Signed gap along the axis, metres: the shapes are at least this far apart. The exact distance up to
    /// [`Reach::exact`]; beyond, SAT names the first axis that separates them by more.
    pub separation: f32,
    /// The axis: unit, from A to B, A's frame.
    pub axis: Vec2,
}

/// What is found of a pair in every lane.
pub(super) struct Found<L: Lanes> {
    /// Signed gap of the rounded shapes, metres: exact up to [`Reach::exact`], beyond that a lower bound.
    pub separation: L,
    /// Unit, from A to B, along which the gap is.
    pub axis: Vector<L>,
    /// Where they touch or are nearer than the margin.
    pub points: Points<L>,
    /// Where a segment's own rules decide the way out ([`collide_within`]): such pairs are measured one by one.
    pub unresolved: L::Mask,
}

/// Two polygons, or a polygon and a segment or a point: the separating axis test, then clipping.
#[inline(always)]
pub(super) fn convex_pair<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<NarrowStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    margin: L,
    exact: L,
    probe: &mut P,
) -> Found<L> {
    ran!();
    let sat::Separation { axis, separation, faces, .. } = sat::separate_lanes(pair, exact, &mut Relay::new(probe, NarrowStep::Sat)); // [race.sat]
    let has_segment = (pair.a.segment + pair.b.segment).gt(L::splat(0.0));
    let overlap = L::splat(0.0).gt(separation + pair.radius());
    let unresolved = L::and(has_segment, overlap);
    let mut points = Points::none();
    let is_far = separation.gt(margin); // [pipeline.margin]
    if !in_every_lane::<L>(L::or(is_far, unresolved)) {
        points = clip_faces(pair, axis, &faces, margin, &mut Relay::new(probe, NarrowStep::Clip)); // [race.clip]
    }
    Found { separation, axis, points, unresolved }
}

/// Two capsules or segments: nearest points of their lines, then clipping.
#[inline(always)]
pub(super) fn line_pair<L: Lanes, const CORNERS: usize, const AXES: usize>(pair: &Pair<L, CORNERS, AXES>, margin: L) -> Found<L> {
    let NearLines { normal, height, crossing, .. } = NearLines::of(pair);
    let separation = height - pair.radius();
    let mut points = Points::none();
    if !in_every_lane::<L>(separation.gt(margin)) {
        points = clip_faces(pair, normal, &pair.faces(normal), margin, &mut NoProbe);
    }
    Found { separation, axis: normal, points, unresolved: crossing }
}

/// Like [`collide`], and how far apart the shapes are at least.
pub fn collide_within<P: Probe<NarrowStep>>(
    a: &Shape,
    b: &Shape,
    pose_b_in_a: Pose,
    method: NarrowPhase,
    reach: Reach,
    probe: &mut P,
) -> NarrowAnswer {
    if !is_finite(pose_b_in_a) || (a.is_endless() && b.is_endless()) {
        return NarrowAnswer::default();
    }
    let segments_decide = !a.is_endless() && !b.is_endless();
    let [a, b] = parts_that_matter(a, b, pose_b_in_a);
    collide_bounded([&a, &b], pose_b_in_a, method, reach, segments_decide, probe)
}

/// [`collide_within`] for two shapes that have an end. `segments_decide`: shapes leave a segment by its own rules (see
/// the head of this file), which do not hold where a segment lies in a half-plane: there is one way out of that.
fn collide_bounded<P: Probe<NarrowStep>>(
    [a, b]: [&Shape; 2],
    pose_b_in_a: Pose,
    method: NarrowPhase,
    reach: Reach,
    segments_decide: bool,
    probe: &mut P,
) -> NarrowAnswer {
    ran!();
    let margin = reach.margin;
    let (core_a, core_b) = (a.convex(), b.convex());
    let found = match (closed_form(a, b, pose_b_in_a), method) {
        // [race.pairs]
        (Some(form), _) => {
            probe.record(|| NarrowStep::Pair(form.step));
            let PairStep { normal, separation, .. } = form.step;
            if let Some(feature) = form.feature {
                let point = ManifoldPoint { position: form.position, separation, feature };
                let manifold = if separation > margin { Manifold::default() } else { Manifold::of_point(normal, point) };
                return NarrowAnswer { manifold, separation, axis: normal };
            }
            Direction { normal, separation, cores_overlap: form.crossing }
        }
        (None, NarrowPhase::Sat) => {
            let (met, is_unresolved) = by_sat(core_a, core_b, pose_b_in_a, reach, probe);
            if !is_unresolved {
                return met;
            }
            Direction { normal: met.axis, separation: met.separation, cores_overlap: true }
        }
        (None, NarrowPhase::GjkEpa) => by_gjk_and_epa(core_a, core_b, pose_b_in_a, probe), // [race.gjk_epa]
    };
    if found.separation > margin {
        return NarrowAnswer { manifold: Manifold::default(), separation: found.separation, axis: found.normal };
    }
    let normal = match (a, b) {
        (Shape::Segment(_), Shape::Segment(_)) => found.normal,
        (Shape::Segment(_), _) | (_, Shape::Segment(_)) if found.cores_overlap && segments_decide => {
            let pair = ConvexPair::new(core_a, core_b, pose_b_in_a);
            side_of_segment(&pair, matches!(a, Shape::Segment(_)), &found, probe)
        }
        _ => found.normal,
    };
    let manifold = clip(core_a, core_b, pose_b_in_a, normal, margin, &mut Relay::new(probe, NarrowStep::Clip));
    NarrowAnswer { manifold, separation: found.separation, axis: found.normal }
}

/// A sum is finite exactly if all its terms are, but for an overflow that no place within bounds can reach.
#[inline]
pub(super) fn is_finite(pose: Pose) -> bool {
    (pose.position.x + pose.position.y + pose.rotation.cos + pose.rotation.sin).is_finite()
}

/// [`convex_pair`] in one lane; true when a segment's own rules have to decide.
fn by_sat<P: Probe<NarrowStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, reach: Reach, probe: &mut P) -> (NarrowAnswer, bool) {
    with_pair!(a, b, pose_b_in_a, |pair| {
        let Found { separation, axis, points, unresolved } = convex_pair(pair, reach.margin, reach.exact, probe);
        let manifold = if separation > reach.margin { Manifold::default() } else { points.first() };
        (NarrowAnswer { manifold, separation, axis: axis.first() }, unresolved)
    })
}

/// What the first half of the narrow phase hands to the second.
struct Direction {
    /// Unit, from A to B.
    normal: Vec2,
    /// Of the rounded shapes, metres.
    separation: f32,
    cores_overlap: bool,
}

fn by_gjk_and_epa<P: Probe<NarrowStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, probe: &mut P) -> Direction {
    let radius = a.radius + b.radius;
    let apart = gjk::distance(a, b, pose_b_in_a, &mut Relay::new(probe, NarrowStep::Gjk));
    if apart.outcome != gjk::GjkOutcome::Overlap {
        return Direction { normal: apart.normal, separation: apart.distance - radius, cores_overlap: false };
    }
    let inside = epa::penetration(a, b, pose_b_in_a, &apart, &mut Relay::new(probe, NarrowStep::Epa));
    Direction { normal: inside.normal, separation: -inside.depth - radius, cores_overlap: true }
}

/// The way out of a segment, see the head of this file.
fn side_of_segment<P: Probe<NarrowStep>>(pair: &ConvexPair<'_>, segment_is_a: bool, found: &Direction, probe: &mut P) -> Vec2 {
    let (right, start, center) = if segment_is_a {
        (pair.a.normals[0], pair.a.points[0], pair.pose.transform_point(pair.b.center()))
    } else {
        (pair.normal_b(0), pair.point_b(0), pair.a.center())
    };
    // From the segment to the other shape; to the left when the centre lies on the line itself.
    let side = if right.dot(center - start) > 0.0 { right } else { -right };
    let normal = if segment_is_a { side } else { -side };
    let lowest = if segment_is_a { pair.point_b(pair.support_b(-side)) } else { pair.a.points[pair.support_a(-side)] };
    let separation = side.dot(lowest - start) - pair.radius();
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
