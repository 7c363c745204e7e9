//! What a probe is told of clipping ([`super::clip`]): faces, side planes and points of the first lane.

use super::core::Face;
use super::manifold::{ManifoldPoint, Point, Points};
use super::strip::{NEARLY_PARALLEL, Strip, StripEnd};
use super::vector::in_first_lane;
use crate::engine::lanes::Lanes;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;

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
        /// Sine of the angle between the contact's normal and A's face normal, and the same for B; infinite when they
        /// look apart.
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
        /// How far the two ends lay outside the plane before, metres, in the same order; negative = behind it, which
        /// is kept.
        outside: [f32; 2],
        /// Where the face was cut: the share of the way from the end outside to the other, `d0 / (d0 − d1)`. `None`
        /// when nothing was cut.
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

/// Tells a probe of the first lane. Without a probe all of it compiles to nothing.
pub(super) struct Watch<'p, P> {
    probe: &'p mut P,
}

impl<'p, P: Probe<ClipStep>> Watch<'p, P> {
    #[inline(always)]
    pub fn new(probe: &'p mut P) -> Watch<'p, P> {
        Watch { probe }
    }

    /// The reference face was chosen, where both faces lie flat enough to be clipped.
    #[inline(always)]
    pub fn faces<L: Lanes>(&mut self, radius: L, faces: &[Face<L>; 2], slants: [L; 2], by_a: L::Mask, lie_flat: L::Mask) {
        if P::WATCHES && in_first_lane::<L>(lie_flat) {
            self.probe.record(|| faces_step(radius.first(), faces, slants.map(L::first), in_first_lane::<L>(by_a)));
        }
    }

    /// The incident face was cut at both side planes.
    #[inline(always)]
    pub fn sides<L: Lanes>(&mut self, strip: &Strip<L>, shares: L::Mask) {
        if P::WATCHES && in_first_lane::<L>(shares) {
            let [start, end] = &strip.ends;
            let (length, high) = (strip.length.first(), strip.uncut.along.first());
            self.probe.record(|| side_step(strip, 0, [start, &strip.uncut], [start.beyond.first(), -high]));
            self.probe.record(|| side_step(strip, 1, [start, end], [start.along.first() - length, high - length]));
        }
    }

    /// Points were kept or dropped: both ends of the strip, else the only point.
    #[inline(always)]
    pub fn points<L: Lanes>(&mut self, found: &Points<L>, shares: L::Mask, margin: L) {
        if P::WATCHES {
            let count = if in_first_lane::<L>(shares) { 2 } else { 1 };
            for point in &found.points[..count] {
                self.probe.record(|| point_step(point, margin.first()));
            }
        }
    }
}

fn faces_step<L: Lanes>(radius: f32, [face_a, face_b]: &[Face<L>; 2], slants: [f32; 2], reference_is_a: bool) -> ClipStep {
    let (reference, incident) = if reference_is_a { (face_a, face_b) } else { (face_b, face_a) };
    let a_is_longer = face_a.length().first() >= face_b.length().first();
    let choice = if face_a.normal.cross(face_b.normal).abs().first() > NEARLY_PARALLEL {
        ReferenceChoice::Normal
    } else if reference_is_a == a_is_longer {
        ReferenceChoice::Longer
    } else {
        ReferenceChoice::SeparatesBetter
    };
    ClipStep::Faces {
        reference_is_a,
        reference: reference.ends.map(|end| end.first()),
        incident: incident.ends.map(|end| end.first()),
        normal: reference.normal.first(),
        faces: [face_a, face_b].map(|face| face.vertices[0].first() as usize),
        separations: [face_a.height_of(face_b).first() - radius, face_b.height_of(face_a).first() - radius],
        slants,
        choice,
    }
}

fn side_step<L: Lanes>(strip: &Strip<L>, side: usize, left: [&StripEnd<L>; 2], outside: [f32; 2]) -> ClipStep {
    let tangent = strip.tangent.first();
    let (beyond, within) = (outside[side], outside[1 - side]);
    let point = |end: &StripEnd<L>| (strip.reference.ends[0] + strip.tangent * end.along + strip.reference.normal * end.height).first();
    ClipStep::Side {
        at: strip.reference.ends[side].first(),
        outward: if side == 0 { -tangent } else { tangent },
        left: left.map(point),
        outside,
        cut: (beyond > 0.0).then(|| beyond / (beyond - within)),
    }
}

fn point_step<L: Lanes>(point: &Point<L>, margin: f32) -> ClipStep {
    let kept = point.kept.first() > 0.0;
    let point: ManifoldPoint = point.first();
    let reason = match (kept, point.separation <= margin) {
        (true, _) => PointReason::Near,
        (false, true) => PointReason::SamePlace,
        (false, false) => PointReason::TooFar,
    };
    ClipStep::Point { point, kept, reason }
}
