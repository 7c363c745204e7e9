//! Clipping the incident face against the reference face.
//!
//! A normal says how two shapes touch; a stack needs to know *where*. The face that decides is the *reference* face,
//! the other shape's face looking most against it the *incident* face (E. Catto, "Contact manifolds", GDC 2007; the
//! clipping is I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974, on a single edge):
//!
//! ```text
//!        |   incident   |                 1. cut the incident face at the two side planes of the
//!     q1 +.             |                    reference face (dropped: what lies outside),
//!        |  `-._        |                 2. measure what is left against the reference face,
//!   p0 --+------`-.-----+-- p1            3. keep what is nearer than the margin: 0, 1 or 2 points.
//!        |  reference `-.q0  (below: overlap)
//! ```
//!
//! Which face decides must not flip between two steps while nothing moves, or the impulses of the last step are lost.
//! So of two nearly parallel faces the longer one is taken unless the other separates better by more than a bias.
//!
//! *Feature ids.* Each end of the strip that both faces share belongs to a vertex: either A's (which then lies over a
//! face of B) or B's (over a face of A), whichever is further in. That says nothing about which of them was the
//! reference, so ids survive a flip. Two vertices over each other, as in every tidy stack, would take turns by
//! rounding; within a slop A's counts.
//!
//! Two corners that touch by their rounding have no face in common: one point. Unless they are the ends of two edges
//! that lie along each other, as two capsules of one length do in a pile: rounding decides which ends are nearest,
//! yet the pile needs two points.

use super::clip_steps::Watch;
pub use super::clip_steps::{ClipStep, PointReason, ReferenceChoice};
use super::core::{Face, Pair, with_pair};
use super::manifold::{FACE, Manifold, Point, Points};
use super::strip::{NEARLY_PARALLEL, Strip};
use super::vector::{Vector, all_set, in_every_lane, none_set, not_gt};
use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::{Probe, ran};
use crate::engine::shape::Convex;
use crate::engine::tuning::REFERENCE_FACE_BIAS;

/// A normal within this angle of a face's normal is that face's normal, radians. Smaller: a computed normal misses
/// its face and a stack rests on one point; larger: corners close to a face's edge are taken for flat.
const ALIGNED: f32 = 1e-3;
/// And only while that angle, over the roundings of both shapes, carries a corner of the cores no farther beside the
/// face than this, metres: the gap is wrong by up to as much. Smaller: a computed normal misses the face of large
/// rounded shapes.
const ALIGNED_REACH: f32 = 1e-4;
/// Corners whose faces both look within this angle (radians) of the normal are ends of edges that lie along each
/// other. Larger: the normal is off by as much; smaller: piles of equal capsules tip over.
const LYING: f32 = 0.02;
/// And only while the square of that angle times the roundings of both shapes is below this, metres: the gap is wrong
/// by up to twice as much.
const LYING_REACH: f32 = 4e-4;

/// The points where A and B touch or are nearer than `margin` metres, given the unit `normal` from A to B (A's frame)
/// that SAT, GJK or EPA found. If faces touch, the manifold's normal is the reference face's own.
pub fn clip<P: Probe<ClipStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, normal: Vec2, margin: f32, probe: &mut P) -> Manifold {
    with_pair!(a, b, pose_b_in_a, |pair| {
        let normal = normal.into();
        clip_faces(pair, normal, &pair.faces(normal), margin, probe).first()
    })
}

/// The same in every lane, given the faces that look at each other along `normal`.
#[inline(always)]
pub fn clip_faces<L: Lanes, const CORNERS: usize, const AXES: usize, P: Probe<ClipStep>>(
    pair: &Pair<L, CORNERS, AXES>,
    normal: Vector<L>,
    faces: &[Face<L>; 2],
    margin: L,
    probe: &mut P,
) -> Points<L> {
    ran!();
    let mut watch = Watch::new(probe);
    let slants = [slant(faces[0].normal, normal), slant(faces[1].normal, -normal)]; // [clip.faces]
    let lie_flat = if pair.a.is_point() || pair.b.is_point() { none_set::<L>() } else { lie_flat(slants, pair.radius()) };
    let by_a = a_decides(faces, not_gt(slants[0], slants[1])); // [clip.reference]
    watch.faces::<L>(pair.radius(), faces, slants, by_a, lie_flat);
    let strip = Strip::cut(faces, [pair.a.radius, pair.b.radius], by_a);
    let shares = L::and_not(lie_flat, strip.is_beside);
    watch.sides(&strip, shares);
    let mut found = strip.points(margin);
    if !in_every_lane::<L>(shares) {
        let single = single_point(pair, normal, faces, slants, margin); // [clip.single]
        found.normal = Vector::select(shares, found.normal, single.normal);
        found.points[0] = Point::select(shares, &found.points[0], &single.points[0]);
        found.points[1].kept = L::select(shares, found.points[1].kept, L::splat(0.0));
    }
    watch.points(&found, shares, margin);
    found // [clip.result]
}

/// Sine of the angle between a face's normal and the contact's; infinite when they look apart.
#[inline(always)]
fn slant<L: Lanes>(face_normal: Vector<L>, normal: Vector<L>) -> L {
    let looks_along = face_normal.dot(normal).gt(L::splat(0.0));
    L::select(looks_along, face_normal.cross(normal).abs(), L::splat(f32::INFINITY))
}

/// Where the normal is that of a face, or both faces lie nearly along each other; `radius`: both roundings together.
#[inline(always)]
fn lie_flat<L: Lanes>([slant_a, slant_b]: [L; 2], radius: L) -> L::Mask {
    let (least, most) = (slant_a.min(slant_b), slant_a.max(slant_b));
    let opens = L::or(most.gt(L::splat(LYING)), (most * most * radius).gt(L::splat(LYING_REACH)));
    L::and_not(all_set::<L>(), L::and(crosses(least, radius), opens))
}

/// Where the normal is not that of a face, which it slants from by this much.
#[inline(always)]
fn crosses<L: Lanes>(slant: L, radius: L) -> L::Mask {
    L::or(slant.gt(L::splat(ALIGNED)), (slant * radius).gt(L::splat(ALIGNED_REACH)))
}

/// Where A's face is the reference: the face that the normal belongs to, and of nearly parallel ones the longer
/// unless the other separates better by more than the bias.
#[inline(always)]
fn a_decides<L: Lanes>([face_a, face_b]: &[Face<L>; 2], a_is_nearer: L::Mask) -> L::Mask {
    ran!();
    let (separation_a, separation_b) = (face_a.height_of(face_b), face_b.height_of(face_a));
    let (length_a, length_b) = (face_a.length(), face_b.length());
    let bias = L::splat(REFERENCE_FACE_BIAS).min(L::splat(1e-3) * length_a.min(length_b));
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    let longer_a = L::select(separation_b.gt(separation_a + bias), zero, one);
    let shorter_a = L::select(separation_a.gt(separation_b + bias), one, zero);
    let by_length = L::select(length_b.gt(length_a), shorter_a, longer_a); // [clip.by_length]
    let crosses = face_a.normal.cross(face_b.normal).abs().gt(L::splat(NEARLY_PARALLEL));
    L::select(crosses, L::select(a_is_nearer, one, zero), by_length).gt(zero) // [clip.by_normal]
}

/// The farthest corner along the normal, or, where the face lies across it and both of its ends are as far, the end
/// towards the other face, which lies beside it.
#[inline(always)]
fn nearer_end<L: Lanes>(face: &Face<L>, other: &Face<L>, is_across: L::Mask, farthest: (L, Vector<L>)) -> (L, Vector<L>) {
    let along = face.normal.perp();
    let towards = along.dot((other.ends[0] - face.ends[0]) + (other.ends[1] - face.ends[1]));
    let at_end = towards.gt(L::splat(0.0));
    let vertex = L::select(at_end, face.vertices[1], face.vertices[0]);
    let end = Vector::select(at_end, face.ends[1], face.ends[0]);
    (L::select(is_across, vertex, farthest.0), Vector::select(is_across, end, farthest.1))
}

/// Two corners, or a corner and a face, in one point.
#[inline(always)]
fn single_point<L: Lanes, const CORNERS: usize, const AXES: usize>(
    pair: &Pair<L, CORNERS, AXES>,
    normal: Vector<L>,
    [face_a, face_b]: &[Face<L>; 2],
    [slant_a, slant_b]: [L; 2],
    margin: L,
) -> Points<L> {
    // A circle over a face: the face's own normal is better than a computed one that equals it up to rounding.
    let aligned = |slant: L| L::and_not(all_set::<L>(), crosses(slant, pair.radius()));
    let on_face_a = if pair.b.is_point() && !pair.a.is_point() { aligned(slant_a) } else { none_set::<L>() };
    let on_face_b = if pair.a.is_point() && !pair.b.is_point() { aligned(slant_b) } else { none_set::<L>() };
    let normal = Vector::select(on_face_a, face_a.normal, Vector::select(on_face_b, -face_b.normal, normal));
    let (vertex_a, point_a) = pair.a.farthest(normal);
    let (vertex_b, local_b) = pair.b.farthest(pair.pose.inv_rotate(-normal));
    let (mut corner_a, mut corner_b) = ((vertex_a, point_a), (vertex_b, pair.pose.transform_point(local_b)));
    if !pair.a.is_point() && !pair.b.is_point() {
        corner_a = nearer_end(face_a, face_b, aligned(slant_a), corner_a);
        corner_b = nearer_end(face_b, face_a, aligned(slant_b), corner_b);
    }
    let ((vertex_a, point_a), (vertex_b, point_b)) = (corner_a, corner_b);
    let height = normal.dot(point_b - point_a);
    let middle = L::splat(0.5) * (pair.a.radius + height - pair.b.radius);
    let separation = height - pair.radius();
    let feature_a = L::select(on_face_a, face_a.vertices[0] + L::splat(FACE), vertex_a);
    let feature_b = L::select(on_face_b, face_b.vertices[0] + L::splat(FACE), vertex_b);
    let point = Point {
        position: Vector::select(on_face_a, point_b + normal * (middle - height), point_a + normal * middle),
        separation,
        feature: feature_a * L::splat(256.0) + feature_b,
        kept: L::select(separation.gt(margin), L::splat(0.0), L::splat(1.0)),
    };
    Points { normal, points: [point, Point { kept: L::splat(0.0), ..point }] }
}
