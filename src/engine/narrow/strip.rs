//! The strip that two faces share: the part of the incident face over the reference face ([`super::clip`] says which
//! is which).
//!
//! ```text
//!        |   incident   |          along  : distance from p0 along the reference face
//!     q1 +.             |          height : distance of the incident face over it
//!        |  `-._        |          beyond : how far q1 lies outside the side plane at p0;
//!   p0 --+------`-.-----+-- p1              where positive, the face is cut there
//!        |  reference `-.q0
//! ```

use super::core::Face;
use super::manifold::{FACE, Point, Points};
use super::vector::{Vector, not_gt};
use crate::engine::lanes::Lanes;
use crate::engine::probe::ran;
use crate::engine::tuning::LINEAR_SLOP;

/// Faces within this angle (radians) may both decide, see the head of this file. Larger: the normal is off by up to
/// as much.
pub(super) const NEARLY_PARALLEL: f32 = 2e-3;
/// Two ends of a strip that are not farther apart along it are one place, metres.
const SAME_PLACE: f32 = 1e-5;

/// One end of what both faces share.
#[derive(Clone, Copy)]
pub(super) struct StripEnd<L> {
    /// Distance from the reference face's start along it, metres.
    pub along: L,
    /// Height of the incident core over the reference core, metres.
    pub height: L,
    /// Number of the reference vertex at this end, and of the incident one.
    vertices: [L; 2],
    /// How far the incident vertex lies beyond the reference vertex, metres; positive = outside, so it was cut.
    pub beyond: L,
}

/// The part of the incident face that lies over the reference face.
pub(super) struct Strip<L: Lanes> {
    /// The reference face.
    pub reference: Face<L>,
    incident: Face<L>,
    /// Along the reference face, counter-clockwise.
    pub tangent: Vector<L>,
    /// Length of the reference face, metres.
    pub length: L,
    /// Rounding of the reference's shape and of the other, metres.
    radii: [L; 2],
    /// Where the reference is A's.
    by_a: L::Mask,
    /// At the start of the reference face, and at its end.
    pub ends: [StripEnd<L>; 2],
    /// The incident face's farther end before it was cut.
    pub uncut: StripEnd<L>,
    /// Where nothing of the incident face lies between the ends of the reference face: then there is no strip.
    pub is_beside: L::Mask,
}

impl<L: Lanes> Strip<L> {
    /// Cuts the incident face at both side planes.
    #[inline(always)]
    pub fn cut([face_a, face_b]: &[Face<L>; 2], [radius_a, radius_b]: [L; 2], by_a: L::Mask) -> Strip<L> {
        ran!();
        let (reference, incident) = (Face::select(by_a, face_a, face_b), Face::select(by_a, face_b, face_a));
        let radii = [L::select(by_a, radius_a, radius_b), L::select(by_a, radius_b, radius_a)];
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
        let start = StripEnd {
            along: along_low.max(zero), // [clip.side_start]
            height: L::select(zero.gt(along_low), height_low - slope * along_low, height_low),
            vertices: [reference.vertices[0], vertex_low],
            beyond: zero - along_low,
        };
        let end = StripEnd {
            along: along_high.min(length), // [clip.side_end]
            height: L::select(along_high.gt(length), height_high - slope * (along_high - length), height_high),
            vertices: [reference.vertices[1], vertex_high],
            beyond: along_high - length,
        };
        let uncut = StripEnd { along: along_high, height: height_high, ..end };
        let is_beside = L::or(zero.gt(along_high), along_low.gt(length)); // [clip.beside]
        Strip { reference, incident, tangent, length, radii, by_a, ends: [start, end], uncut, is_beside }
    }

    /// Keeps the ends that are near enough; of two in one place the deeper.
    #[inline(always)]
    pub fn points(&self, margin: L) -> Points<L> {
        ran!();
        let [start, end] = &self.ends;
        let same_place = not_gt(end.along - start.along, L::splat(SAME_PLACE)); // [clip.same_place]
        let end_is_deeper = start.height.gt(end.height);
        let at_start = self.point(start, margin, L::and(same_place, end_is_deeper));
        let at_end = self.point(end, margin, L::and_not(same_place, end_is_deeper));
        // Counter-clockwise along A's face, whichever face is the reference.
        let points = [Point::select(self.by_a, &at_start, &at_end), Point::select(self.by_a, &at_end, &at_start)];
        Points { normal: Vector::select(self.by_a, self.reference.normal, -self.reference.normal), points }
    }

    #[inline(always)]
    fn point(&self, end: &StripEnd<L>, margin: L, dropped: L::Mask) -> Point<L> {
        ran!();
        let [reference_radius, incident_radius] = self.radii;
        let middle = L::splat(0.5) * (reference_radius + end.height - incident_radius);
        let separation = end.height - reference_radius - incident_radius;
        let position = self.reference.ends[0] + self.tangent * end.along + self.reference.normal * middle;
        let is_out = L::or(separation.gt(margin), dropped); // [clip.near]
        let kept = L::select(is_out, L::splat(0.0), L::splat(1.0)); // [clip.keep]
        Point { position, separation, feature: self.feature(end), kept }
    }

    /// See the head of [`super::clip`].
    #[inline(always)]
    fn feature(&self, end: &StripEnd<L>) -> L {
        ran!();
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let is_clear = end.beyond.abs().gt(L::splat(LINEAR_SLOP));
        let of_reference = L::select(self.by_a, one, zero);
        let reference_vertex_counts = L::select(is_clear, end.beyond, of_reference).gt(zero); // [clip.feature]
        let in_reference = L::select(reference_vertex_counts, end.vertices[0], self.reference.vertices[0] + L::splat(FACE));
        let in_incident = L::select(reference_vertex_counts, self.incident.vertices[0] + L::splat(FACE), end.vertices[1]);
        let of_a = L::select(self.by_a, in_reference, in_incident);
        let of_b = L::select(self.by_a, in_incident, in_reference);
        of_a * L::splat(256.0) + of_b
    }
}
