//! Clipping in lanes: [`crate::engine::narrow::clip`] without its branches. What only a few pairs need, the single point of two corners, is asked for only if some lane needs it.

use super::face::Face;
use super::sat::Pair;
use super::vector::{Vector, not_gt};
use crate::engine::lanes::Lanes;
use crate::engine::narrow::clip::{ALIGNED, LYING, NEARLY_PARALLEL, SAME_PLACE};
use crate::engine::tuning::{LINEAR_SLOP, REFERENCE_FACE_BIAS};

/// A face's number in a feature is higher by this than a vertex's.
pub(super) const FACE: f32 = 128.0;

/// One end of the strip that two faces share, or the point of two corners.
#[derive(Clone, Copy)]
pub(super) struct Point<L> {
    pub position: Vector<L>,
    pub separation: L,
    /// Feature of A times 256 and feature of B: whole numbers below 2¹⁶, which `f32` holds exactly.
    pub feature: L,
    /// 1 where it is in the manifold.
    pub kept: L,
}

impl<L: Lanes> Point<L> {
    #[inline(always)]
    fn select(mask: L::Mask, yes: &Point<L>, no: &Point<L>) -> Point<L> {
        Point {
            position: Vector::select(mask, yes.position, no.position),
            separation: L::select(mask, yes.separation, no.separation),
            feature: L::select(mask, yes.feature, no.feature),
            kept: L::select(mask, yes.kept, no.kept),
        }
    }
}

/// A manifold per lane.
pub(super) struct Points<L> {
    pub normal: Vector<L>,
    pub points: [Point<L>; 2],
}

/// What a kept end of a strip is measured with.
struct End<L> {
    along: L,
    height: L,
    vertices: [L; 2],
    beyond: L,
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Pair<L, CORNERS, AXES> {
    /// The points of the two faces that look at each other along `normal`.
    #[inline(always)]
    pub fn clip(&self, normal: Vector<L>, faces: &[Face<L>; 2], margin: L) -> Points<L> {
        let [face_a, face_b] = faces;
        let (slant_a, slant_b) = (slant(face_a.normal, normal), slant(face_b.normal, normal.reversed()));
        let lie_flat = L::or(not_gt(slant_a.min(slant_b), L::splat(ALIGNED)), not_gt(slant_a.max(slant_b), L::splat(LYING)));
        let by_a = a_decides(faces, not_gt(slant_a, slant_b));
        let radii = [L::select(by_a, self.a.radius, self.b.radius), L::select(by_a, self.b.radius, self.a.radius)];
        let strip = Strip::cut(Face::select(by_a, face_a, face_b), Face::select(by_a, face_b, face_a), radii, by_a);
        let shares = L::and_not(lie_flat, strip.is_beside);
        let mut found = strip.points(margin);
        if L::bits(shares) != (1 << L::COUNT) - 1 {
            let single = self.single_point(normal, margin);
            found.normal = Vector::select(shares, found.normal, normal);
            found.points[0] = Point::select(shares, &found.points[0], &single);
            found.points[1].kept = L::select(shares, found.points[1].kept, L::splat(0.0));
        }
        found
    }

    /// Two corners in one point.
    #[inline(always)]
    fn single_point(&self, normal: Vector<L>, margin: L) -> Point<L> {
        let (vertex_a, point_a) = self.a.farthest(normal);
        let (vertex_b, local_b) = self.b.farthest(self.frame.inv_rotate(normal.reversed()));
        let height = normal.dot(self.frame.transform_point(local_b) - point_a);
        let separation = height - self.radius();
        let middle = L::splat(0.5) * (self.a.radius + height - self.b.radius);
        Point {
            position: point_a + normal.times(middle),
            separation,
            feature: vertex_a * L::splat(256.0) + vertex_b,
            kept: L::select(separation.gt(margin), L::splat(0.0), L::splat(1.0)),
        }
    }
}

/// The part of the incident face that lies over the reference face.
struct Strip<L: Lanes> {
    reference: Face<L>,
    incident: Face<L>,
    /// Along the reference face, counter-clockwise.
    tangent: Vector<L>,
    /// Rounding of the reference's shape and of the other.
    radii: [L; 2],
    /// Where the reference is A's.
    by_a: L::Mask,
    /// At the start of the reference face, and at its end.
    ends: [End<L>; 2],
    /// Where nothing of the incident face lies between the ends of the reference face: then there is no strip.
    is_beside: L::Mask,
}

impl<L: Lanes> Strip<L> {
    /// Cuts the incident face at both side planes.
    #[inline(always)]
    fn cut(reference: Face<L>, incident: Face<L>, radii: [L; 2], by_a: L::Mask) -> Strip<L> {
        let zero = L::splat(0.0);
        let tangent = reference.normal.perp();
        let origin = reference.ends[0];
        let length = tangent.dot(reference.ends[1] - origin);
        let alongs = [tangent.dot(incident.ends[0] - origin), tangent.dot(incident.ends[1] - origin)];
        let heights = [reference.normal.dot(incident.ends[0] - origin), reference.normal.dot(incident.ends[1] - origin)];
        // The incident face runs against the reference face: its end comes first.
        let same_way = alongs[1].gt(alongs[0]);
        let (along_low, along_high) = (L::select(same_way, alongs[0], alongs[1]), L::select(same_way, alongs[1], alongs[0]));
        let (height_low, height_high) = (L::select(same_way, heights[0], heights[1]), L::select(same_way, heights[1], heights[0]));
        let [first, last] = incident.vertices;
        let (vertex_low, vertex_high) = (L::select(same_way, first, last), L::select(same_way, last, first));

        let rise = (height_high - height_low) / (along_high - along_low);
        let slope = L::select(along_high.gt(along_low), rise, zero);
        let start = End {
            along: along_low.max(zero),
            height: L::select(zero.gt(along_low), height_low - slope * along_low, height_low),
            vertices: [reference.vertices[0], vertex_low],
            beyond: zero - along_low,
        };
        let end = End {
            along: along_high.min(length),
            height: L::select(along_high.gt(length), height_high - slope * (along_high - length), height_high),
            vertices: [reference.vertices[1], vertex_high],
            beyond: along_high - length,
        };
        let is_beside = L::or(zero.gt(along_high), along_low.gt(length));
        Strip { reference, incident, tangent, radii, by_a, ends: [start, end], is_beside }
    }

    /// Keeps the ends that are near enough; of two in one place the deeper.
    #[inline(always)]
    fn points(&self, margin: L) -> Points<L> {
        let [start, end] = &self.ends;
        let same_place = not_gt(end.along - start.along, L::splat(SAME_PLACE));
        let end_is_deeper = start.height.gt(end.height);
        let at_start = self.point(start, margin, L::and(same_place, end_is_deeper));
        let at_end = self.point(end, margin, L::and_not(same_place, end_is_deeper));
        // Counter-clockwise along A's face, whichever face is the reference.
        Points {
            normal: Vector::select(self.by_a, self.reference.normal, self.reference.normal.reversed()),
            points: [Point::select(self.by_a, &at_start, &at_end), Point::select(self.by_a, &at_end, &at_start)],
        }
    }

    #[inline(always)]
    fn point(&self, end: &End<L>, margin: L, dropped: L::Mask) -> Point<L> {
        let [reference_radius, incident_radius] = self.radii;
        let middle = L::splat(0.5) * (reference_radius + end.height - incident_radius);
        let separation = end.height - reference_radius - incident_radius;
        let position = self.reference.ends[0] + self.tangent.times(end.along) + self.reference.normal.times(middle);
        let is_out = L::or(separation.gt(margin), dropped);
        let kept = L::select(is_out, L::splat(0.0), L::splat(1.0));
        Point { position, separation, feature: self.feature(end), kept }
    }

    /// See the head of [`crate::engine::narrow::clip`].
    #[inline(always)]
    fn feature(&self, end: &End<L>) -> L {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let is_clear = end.beyond.abs().gt(L::splat(LINEAR_SLOP));
        let of_reference = L::select(self.by_a, one, zero);
        let counts = L::select(is_clear, end.beyond, of_reference).gt(zero);
        let in_reference = L::select(counts, end.vertices[0], self.reference.vertices[0] + L::splat(FACE));
        let in_incident = L::select(counts, self.incident.vertices[0] + L::splat(FACE), end.vertices[1]);
        let (of_a, of_b) = (L::select(self.by_a, in_reference, in_incident), L::select(self.by_a, in_incident, in_reference));
        of_a * L::splat(256.0) + of_b
    }
}

/// Sine of the angle between a face's normal and the contact's; infinite when they look apart.
#[inline(always)]
fn slant<L: Lanes>(face_normal: Vector<L>, normal: Vector<L>) -> L {
    let looks_along = face_normal.dot(normal).gt(L::splat(0.0));
    L::select(looks_along, face_normal.cross(normal).abs(), L::splat(f32::INFINITY))
}

/// Where A's face is the reference.
#[inline(always)]
fn a_decides<L: Lanes>([face_a, face_b]: &[Face<L>; 2], a_is_nearer: L::Mask) -> L::Mask {
    let (separation_a, separation_b) = (face_a.height_of(face_b), face_b.height_of(face_a));
    let (length_a, length_b) = (face_a.length(), face_b.length());
    let bias = L::splat(REFERENCE_FACE_BIAS).min(L::splat(1e-3) * length_a.min(length_b));
    let (zero, one) = (L::splat(0.0), L::splat(1.0));
    // The longer one, unless the other separates better.
    let longer_a = L::select(separation_b.gt(separation_a + bias), zero, one);
    let shorter_a = L::select(separation_a.gt(separation_b + bias), one, zero);
    let by_length = L::select(length_b.gt(length_a), shorter_a, longer_a);
    let crosses = face_a.normal.cross(face_b.normal).abs().gt(L::splat(NEARLY_PARALLEL));
    L::select(crosses, L::select(a_is_nearer, one, zero), by_length).gt(zero)
}
