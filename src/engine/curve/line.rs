//! Lines as homogeneous triples.
//!
//! A line is (a, b, c), all points with `a x + b y + c = 0`; a point is (X, Y, W), which stands at (X/W, Y/W). Then
//!
//! - the line through two points is their cross product: `l · p = (p × q) · p = 0`, and the same for q;
//! - the point on two lines is *their* cross product, by the same words;
//! - parallel lines meet at (X, Y, 0): a point at infinity, in the direction (X, Y). No case of its own is needed, and
//!   nothing is divided;
//! - the sign of `a x + b y + c` says on which side of the line a point lies; divided by `√(a² + b²)` it is the signed
//!   distance, positive to the left of the way from the first point to the second.
//!
//! (A. F. Möbius, *Der barycentrische Calcul*, 1827, made both exchangeable: duality.)

use crate::engine::probe::ran;
use glam::{DVec2, DVec3};

/// A line `a x + b y + c = 0` as (a, b, c). All zero for "the line" through one point twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line(pub DVec3);

/// Where two lines meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meeting {
    /// At a place.
    At(DVec2),
    /// Parallel: at infinity, in this direction.
    AtInfinity(DVec2),
    /// They are one line, or one of them is none.
    Everywhere,
}

/// Third coordinates below so many roundings of their terms are 0.
const PARALLEL_ROUNDINGS: f64 = 4.0;

impl Line {
    /// The line through two points.
    pub fn through(p: DVec2, q: DVec2) -> Line {
        ran!();
        Line(p.extend(1.0).cross(q.extend(1.0))) // [curves.through]
    }

    /// `a x + b y + c` at a point.
    pub fn value(self, p: DVec2) -> f64 {
        self.0.dot(p.extend(1.0))
    }

    /// Distance of a point, metres: positive to the left of the way along the line. NaN for no line.
    pub fn signed_distance(self, p: DVec2) -> f64 {
        self.value(p) / self.0.truncate().length()
    }

    /// −1, 0 or 1: right of it, on it as far as can be told, left of it.
    pub fn side(self, p: DVec2) -> i32 {
        let value = self.value(p); // [curves.side]
        let size = (self.0.x * p.x).abs() + (self.0.y * p.y).abs() + self.0.z.abs();
        match value {
            v if v.abs() <= PARALLEL_ROUNDINGS * f64::EPSILON * size => 0,
            v if v < 0.0 => -1,
            _ => 1,
        }
    }

    /// The homogeneous point on both lines.
    pub fn cross(self, other: Line) -> DVec3 {
        self.0.cross(other.0)
    }

    /// Where they meet.
    pub fn meet(self, other: Line) -> Meeting {
        let at = self.cross(other); // [curves.meet]
        let (l, m) = (self.0, other.0);
        let is_zero = |value: f64, x: f64, y: f64| value.abs() <= PARALLEL_ROUNDINGS * f64::EPSILON * (x.abs() + y.abs());
        if !is_zero(at.z, l.x * m.y, l.y * m.x) {
            return Meeting::At(at.truncate() / at.z);
        }
        let same = is_zero(at.x, l.y * m.z, l.z * m.y) && is_zero(at.y, l.z * m.x, l.x * m.z);
        if same { Meeting::Everywhere } else { Meeting::AtInfinity(at.truncate()) }
    }
}

/// How two segments lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SegmentCrossing {
    /// They have one point in common: at s on the first, at u on the second, both 0 to 1.
    At {
        /// Share of the first.
        s: f64,
        /// Share of the second.
        u: f64,
        /// Where.
        point: DVec2,
    },
    /// Their lines meet, but beyond an end of one: s and u all the same.
    Apart {
        /// Share of the first, of its line.
        s: f64,
        /// Share of the second, of its line.
        u: f64,
    },
    /// Parallel, or one of them is a point.
    Parallel,
    /// On one line, with the part from..to of the first in common.
    Along {
        /// Share of the first.
        from: f64,
        /// Share of the first.
        to: f64,
    },
}

/// Where the segments `a b` and `c d` cross: `a + s (b − a) = c + u (d − c)`. The cross product with one direction
/// removes the other's parameter: `s = (c − a) × (d − c) / (b − a) × (d − c)`.
pub fn segment_crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> SegmentCrossing {
    let (r, q, w) = (b - a, d - c, c - a);
    let turn = r.perp_dot(q);
    if turn.abs() <= PARALLEL_ROUNDINGS * f64::EPSILON * ((r.x * q.y).abs() + (r.y * q.x).abs()) {
        return along([a, b], [c, d]);
    }
    let (s, u) = (w.perp_dot(q) / turn, w.perp_dot(r) / turn); // [curves.shares]
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&u) {
        SegmentCrossing::At { s, u, point: a + s * r }
    } else {
        SegmentCrossing::Apart { s, u }
    }
}

fn along([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> SegmentCrossing {
    let r = b - a;
    let length_sq = r.length_squared();
    if length_sq == 0.0 || Line::through(a, b).side(c) != 0 {
        return SegmentCrossing::Parallel;
    }
    let (from, to) = ((c - a).dot(r) / length_sq, (d - a).dot(r) / length_sq);
    let (from, to) = if from < to { (from, to) } else { (to, from) };
    let (from, to) = (if from > 0.0 { from } else { 0.0 }, if to < 1.0 { to } else { 1.0 });
    if from <= to { SegmentCrossing::Along { from, to } } else { SegmentCrossing::Parallel }
}
