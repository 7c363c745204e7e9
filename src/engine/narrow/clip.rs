//! Clipping the incident face against the reference face (S7).
//!
//! A normal says how two shapes touch; a stack needs to know *where*. The face that decides is the *reference* face, the
//! other shape's face looking most against it the *incident* face (E. Catto, "Contact manifolds", GDC 2007; the
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
//! Which face decides must not flip between two steps while nothing moves, or the impulses of the last step are lost. So of two
//! nearly parallel faces the longer one is taken unless the other separates better by more than a bias.
//!
//! *Feature ids.* Each end of the strip that both faces share belongs to a vertex: either A's (which then lies over a face of B) or
//! B's (over a face of A), whichever is further in. That says nothing about which of them was the reference, so ids survive a
//! flip. Two vertices over each other, as in every tidy stack, would take turns by rounding; within a slop A's counts.
//!
//! Two corners that touch by their rounding have no face in common: one point. Unless they are the ends of two edges that lie along each
//! other, as two capsules of one length do in a pile: rounding decides which ends are nearest, yet the pile needs two points.

use super::manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
use super::placement::{Face, Placement};
use crate::engine::math::{Pose, Vec2, cross, max, min, perp};
use crate::engine::probe::Probe;
use crate::engine::shape::Convex;
use crate::engine::tuning::{LINEAR_SLOP, REFERENCE_FACE_BIAS};

/// A normal within this angle of a face's normal is that face's normal, radians. Smaller: a computed normal misses its face and a
/// stack rests on one point; larger: corners close to a face's edge are taken for flat.
pub(super) const ALIGNED: f32 = 1e-3;
/// Corners whose faces both look within this angle (radians) of the normal are ends of edges that lie along each other. Larger: the
/// normal is off by as much; smaller: piles of equal capsules tip over.
pub(super) const LYING: f32 = 0.02;
/// Faces within this angle (radians) may both decide, see the head of this file. Larger: the normal is off by up to as much.
pub(super) const NEARLY_PARALLEL: f32 = 2e-3;
/// Two ends of a strip that are not farther apart along it are one place, metres.
pub(super) const SAME_PLACE: f32 = 1e-5;

/// One step of clipping.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipStep {
    /// The reference and incident faces were chosen.
    Faces {
        /// True when the reference face belongs to A.
        reference_is_a: bool,
        /// Reference face, A's frame.
        reference: [Vec2; 2],
        /// Incident face, A's frame.
        incident: [Vec2; 2],
        /// Outward unit normal of the reference face, A's frame.
        normal: Vec2,
        /// Numbers of the faces of A and B.
        faces: [usize; 2],
        /// Signed gap of the rounded shapes over A's face if that were the reference, and over B's, metres.
        separations: [f32; 2],
        /// Sine of the angle between the contact's normal and A's face normal, and the same for B; infinite when they look apart.
        slants: [f32; 2],
        /// What decided.
        choice: ReferenceChoice,
    },
    /// The incident face was cut at one side plane of the reference face.
    Side {
        /// A point of the plane, A's frame.
        at: Vec2,
        /// The plane's unit normal; the kept side is behind it.
        outward: Vec2,
        /// What is left of the incident face, in the order in which it runs along the reference face counter-clockwise.
        left: [Vec2; 2],
        /// How far the two ends lay outside the plane before, metres, in the same order; negative = behind it, which is kept.
        outside: [f32; 2],
        /// Where the face was cut: the share of the way from the end outside to the other, `d0 / (d0 − d1)`. `None` when nothing was cut.
        cut: Option<f32>,
    },
    /// A point was kept or dropped by its separation from the reference face.
    Point {
        /// The point.
        point: ManifoldPoint,
        /// Whether it is in the manifold.
        kept: bool,
        /// Why, or why not.
        reason: PointReason,
    },
}

/// What made a face the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceChoice {
    /// The contact's normal is its normal more nearly than the other's.
    Normal,
    /// Both faces are nearly parallel; it is no shorter, and the other separates no better than by the bias.
    Longer,
    /// Both faces are nearly parallel; it is shorter, but separates better by more than the bias.
    SeparatesBetter,
}

/// Why a point is in the manifold or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointReason {
    /// Near enough: kept.
    Near,
    /// Farther from the reference face than the margin.
    TooFar,
    /// In the same place as a deeper point.
    SamePlace,
}

/// The points where A and B touch or are nearer than `margin` metres, given the unit `normal` from A to B (A's frame) that
/// SAT, GJK or EPA found. If faces touch, the manifold's normal is the reference face's own.
pub fn clip<P: Probe<ClipStep>>(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose, normal: Vec2, margin: f32, probe: &mut P) -> Manifold {
    let placement = Placement::new(a, b, pose_b_in_a);
    let (face_a, face_b) = (placement.face_a(normal), placement.face_b(-normal)); // [clip.faces]
    let slant_a = face_a.map_or(f32::INFINITY, |face| slant(face.normal, normal));
    let slant_b = face_b.map_or(f32::INFINITY, |face| slant(face.normal, -normal));
    if let (Some(face_a), Some(face_b)) = (face_a, face_b)
        && (min(slant_a, slant_b) <= ALIGNED || max(slant_a, slant_b) <= LYING)
    {
        let reference_is_a = a_decides(&face_a, &face_b, slant_a <= slant_b); // [clip.reference]
        let (reference, incident) = if reference_is_a { (face_a, face_b) } else { (face_b, face_a) };
        probe.record(|| faces_step([&face_a, &face_b], reference_is_a, [slant_a, slant_b], placement.radius()));
        if let Some(strip) = Strip::cut(&reference, &incident, probe) {
            return strip.manifold(&placement, reference_is_a, margin, probe);
        }
    }
    // A circle over a face: the face's own normal is better than a computed one that equals it up to rounding.
    let face_a = face_a.filter(|_| slant_a <= ALIGNED && face_b.is_none());
    let face_b = face_b.filter(|_| slant_b <= ALIGNED && a.normals.is_empty());
    single_point(&placement, face_a, face_b, normal, margin, probe) // [clip.single]
}

/// Sine of the angle between a face's normal and the contact's; infinite when they look apart.
#[inline]
fn slant(face_normal: Vec2, normal: Vec2) -> f32 {
    if face_normal.dot(normal) > 0.0 { cross(face_normal, normal).abs() } else { f32::INFINITY }
}

/// True when A's face is the reference: the face that the normal belongs to, and of nearly parallel ones the longer unless the other
/// separates better by more than the bias.
fn a_decides(face_a: &Face, face_b: &Face, a_is_nearer: bool) -> bool {
    if cross(face_a.normal, face_b.normal).abs() > NEARLY_PARALLEL {
        return a_is_nearer; // [clip.by_normal]
    }
    let (separation_a, separation_b) = (height_over(face_a, face_b), height_over(face_b, face_a));
    let (length_a, length_b) = (length_of(face_a), length_of(face_b));
    let bias = min(REFERENCE_FACE_BIAS, 1e-3 * min(length_a, length_b));
    if length_a >= length_b { separation_a + bias >= separation_b } else { separation_b + bias < separation_a } // [clip.by_length]
}

/// Height of the lower end of another face over a face, metres.
#[inline]
fn height_over(face: &Face, other: &Face) -> f32 {
    min(face.normal.dot(other.ends[0] - face.ends[0]), face.normal.dot(other.ends[1] - face.ends[0]))
}

/// The choice of the reference face, for eyes.
fn faces_step([face_a, face_b]: [&Face; 2], reference_is_a: bool, slants: [f32; 2], radius: f32) -> ClipStep {
    let (reference, incident) = if reference_is_a { (face_a, face_b) } else { (face_b, face_a) };
    let a_is_longer = length_of(face_a) >= length_of(face_b);
    let choice = if cross(face_a.normal, face_b.normal).abs() > NEARLY_PARALLEL {
        ReferenceChoice::Normal
    } else if reference_is_a == a_is_longer {
        ReferenceChoice::Longer
    } else {
        ReferenceChoice::SeparatesBetter
    };
    ClipStep::Faces {
        reference_is_a,
        reference: reference.ends,
        incident: incident.ends,
        normal: reference.normal,
        faces: [face_a.index, face_b.index],
        separations: [height_over(face_a, face_b) - radius, height_over(face_b, face_a) - radius],
        slants,
        choice,
    }
}

/// Length of a face along its own direction, metres: no square root needed.
#[inline]
fn length_of(face: &Face) -> f32 {
    perp(face.normal).dot(face.ends[1] - face.ends[0])
}

/// One end of what both faces share.
#[derive(Clone, Copy)]
struct StripEnd {
    /// Distance from the reference face's start along it, metres.
    along: f32,
    /// Height of the incident core over the reference core, metres.
    height: f32,
    /// Number of the reference vertex at this end, and of the incident one.
    vertices: [usize; 2],
    /// How far the incident vertex lies beyond the reference vertex, metres; positive = outside, so it was cut.
    beyond: f32,
}

/// The part of the incident face that lies over the reference face.
struct Strip {
    reference: Face,
    incident: Face,
    /// Along the reference face, counter-clockwise.
    tangent: Vec2,
    /// At the start of the reference face, and at its end.
    ends: [StripEnd; 2],
}

impl Strip {
    /// Cuts the incident face at both side planes; `None` when nothing of it lies between them.
    fn cut<P: Probe<ClipStep>>(reference: &Face, incident: &Face, probe: &mut P) -> Option<Strip> {
        let tangent = perp(reference.normal);
        let origin = reference.ends[0];
        let length = tangent.dot(reference.ends[1] - origin);
        let along = |p: Vec2| tangent.dot(p - origin);
        let height = |p: Vec2| reference.normal.dot(p - origin);
        // The incident face runs against the reference face: its end comes first.
        let (low, high) = if along(incident.ends[1]) <= along(incident.ends[0]) { (1, 0) } else { (0, 1) };
        let (along_low, along_high) = (along(incident.ends[low]), along(incident.ends[high]));
        if along_high < 0.0 || along_low > length {
            // [clip.beside]
            return None;
        }
        let (height_low, height_high) = (height(incident.ends[low]), height(incident.ends[high]));
        let slope = if along_high > along_low { (height_high - height_low) / (along_high - along_low) } else { 0.0 };
        let start = StripEnd {
            along: max(along_low, 0.0),
            height: if along_low < 0.0 { height_low - slope * along_low } else { height_low },
            vertices: [reference.vertices[0], incident.vertices[low]],
            beyond: -along_low,
        };
        let end = StripEnd {
            along: min(along_high, length),
            height: if along_high > length { height_high - slope * (along_high - length) } else { height_high },
            vertices: [reference.vertices[1], incident.vertices[high]],
            beyond: along_high - length,
        };
        let strip = Strip { reference: *reference, incident: *incident, tangent, ends: [start, end] };
        let uncut = StripEnd { along: along_high, height: height_high, ..end };
        probe.record(|| strip.side_step(0, [&start, &uncut], [-along_low, -along_high])); // [clip.side_start]
        probe.record(|| strip.side_step(1, [&start, &end], [start.along - length, along_high - length])); // [clip.side_end]
        Some(strip)
    }

    fn side_step(&self, side: usize, left: [&StripEnd; 2], outside: [f32; 2]) -> ClipStep {
        let outward = if side == 0 { -self.tangent } else { self.tangent };
        let (beyond, within) = (outside[side], outside[1 - side]);
        let cut = (beyond > 0.0).then(|| beyond / (beyond - within));
        ClipStep::Side { at: self.reference.ends[side], outward, left: left.map(|end| self.incident_point(end)), outside, cut }
    }

    fn incident_point(&self, end: &StripEnd) -> Vec2 {
        self.reference.ends[0] + end.along * self.tangent + end.height * self.reference.normal
    }

    /// Keeps the ends that are near enough.
    fn manifold<P: Probe<ClipStep>>(&self, placement: &Placement<'_>, reference_is_a: bool, margin: f32, probe: &mut P) -> Manifold {
        let normal = if reference_is_a { self.reference.normal } else { -self.reference.normal };
        let mut manifold = Manifold { normal, ..Manifold::default() };
        let same_place = self.ends[1].along - self.ends[0].along <= SAME_PLACE;
        let deeper = usize::from(self.ends[1].height < self.ends[0].height);
        // Counter-clockwise along A's face, whichever face is the reference.
        for end in if reference_is_a { [0, 1] } else { [1, 0] } {
            let point = self.point(placement, end, reference_is_a);
            let near = point.separation <= margin; // [clip.near]
            let kept = near && !(same_place && end != deeper); // [clip.same_place]
            let reason = match (kept, near) {
                (true, _) => PointReason::Near,
                (false, true) => PointReason::SamePlace,
                (false, false) => PointReason::TooFar,
            };
            probe.record(|| ClipStep::Point { point, kept, reason });
            if kept {
                manifold.push(point); // [clip.keep]
            }
        }
        manifold.or_nothing() // [clip.result]
    }

    fn point(&self, placement: &Placement<'_>, end: usize, reference_is_a: bool) -> ManifoldPoint {
        let (radius_a, radius_b) = (placement.a.radius, placement.b.radius);
        let (reference_radius, incident_radius) = if reference_is_a { (radius_a, radius_b) } else { (radius_b, radius_a) };
        let at = &self.ends[end];
        let middle = 0.5 * (reference_radius + at.height - incident_radius);
        let position = self.reference.ends[0] + at.along * self.tangent + middle * self.reference.normal;
        let separation = at.height - reference_radius - incident_radius;
        ManifoldPoint { position, separation, feature: self.feature(at, reference_is_a) }
    }

    /// See the head of this file.
    fn feature(&self, end: &StripEnd, reference_is_a: bool) -> FeatureId {
        let reference_vertex_counts = if end.beyond.abs() <= LINEAR_SLOP { reference_is_a } else { end.beyond > 0.0 }; // [clip.feature]
        let (of_reference, of_incident) = if reference_vertex_counts {
            (Feature::Vertex(end.vertices[0]), Feature::Face(self.incident.index))
        } else {
            (Feature::Face(self.reference.index), Feature::Vertex(end.vertices[1]))
        };
        if reference_is_a { FeatureId::new(of_reference, of_incident) } else { FeatureId::new(of_incident, of_reference) }
    }
}

/// Two corners, or a corner and a face, in one point.
fn single_point<P: Probe<ClipStep>>(
    placement: &Placement<'_>,
    face_a: Option<Face>,
    face_b: Option<Face>,
    normal: Vec2,
    margin: f32,
    probe: &mut P,
) -> Manifold {
    let normal = match (face_a, face_b) {
        (Some(face), _) => face.normal,
        (None, Some(face)) => -face.normal,
        (None, None) => normal,
    };
    let (vertex_a, vertex_b) = (placement.support_a(normal), placement.support_b(-normal));
    let (point_a, point_b) = (placement.a.points[vertex_a], placement.point_b(vertex_b));
    let height = normal.dot(point_b - point_a);
    let middle_height = 0.5 * (placement.a.radius + height - placement.b.radius);
    let position = match face_a {
        Some(_) => point_b + (middle_height - height) * normal,
        None => point_a + middle_height * normal,
    };
    let feature_a = face_a.map_or(Feature::Vertex(vertex_a), |face| Feature::Face(face.index));
    let feature_b = face_b.map_or(Feature::Vertex(vertex_b), |face| Feature::Face(face.index));
    let feature = FeatureId::new(feature_a, feature_b);
    let point = ManifoldPoint { position, separation: height - placement.radius(), feature };
    let kept = point.separation <= margin;
    probe.record(|| ClipStep::Point { point, kept, reason: if kept { PointReason::Near } else { PointReason::TooFar } });
    let mut manifold = Manifold { normal, ..Manifold::default() };
    if kept {
        manifold.push(point);
    }
    manifold.or_nothing()
}
