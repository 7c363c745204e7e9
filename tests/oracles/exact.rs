//! Points on a grid of whole numbers, and questions about them that `i128` answers without rounding.
//!
//! Shapes of the cases have coordinates that are multiples of 2⁻¹⁰ m, rotations have cosines and sines that are
//! multiples of 2⁻²⁴, so corners of a turned shape are multiples of 2⁻³⁴ m: whole numbers below 2³⁸. Products of two
//! of them fit into `i128` many times over.

use collidoscope::engine::math::Pose;
use collidoscope::engine::shape::Convex;
use std::cmp::Ordering;

/// One metre on the grid.
pub const METRE: f64 = (1_u64 << 34) as f64;

/// A point or vector on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int2 {
    pub x: i128,
    pub y: i128,
}

impl Int2 {
    pub fn dot(self, other: Int2) -> i128 {
        self.x * other.x + self.y * other.y
    }
    pub fn cross(self, other: Int2) -> i128 {
        self.x * other.y - self.y * other.x
    }
    /// To the right of this vector: outward of an edge of a counter-clockwise outline.
    pub fn right(self) -> Int2 {
        Int2 { x: self.y, y: -self.x }
    }
    /// In metres.
    pub fn metres(self) -> (f64, f64) {
        (self.x as f64 / METRE, self.y as f64 / METRE)
    }
    /// Length in metres.
    pub fn length(self) -> f64 {
        (self.dot(self) as f64).sqrt() / METRE
    }
}

impl std::ops::Sub for Int2 {
    type Output = Int2;
    fn sub(self, other: Int2) -> Int2 {
        Int2 { x: self.x - other.x, y: self.y - other.y }
    }
}

impl std::ops::Neg for Int2 {
    type Output = Int2;
    fn neg(self) -> Int2 {
        Int2 { x: -self.x, y: -self.y }
    }
}

/// A number as a multiple of `2^-bits`.
///
/// # Panics
/// When it is none.
pub fn whole(x: f32, bits: i32) -> i128 {
    let scaled = f64::from(x) * 2.0_f64.powi(bits);
    assert_eq!(scaled, scaled.round(), "{x} is no multiple of 2^-{bits}");
    scaled as i128
}

/// Corners of the core of A, in its own frame.
pub fn core_a(core: Convex<'_>) -> Vec<Int2> {
    core.points.iter().map(|p| Int2 { x: whole(p.x, 10) << 24, y: whole(p.y, 10) << 24 }).collect()
}

/// Corners of the core of B, in A's frame.
pub fn core_b(core: Convex<'_>, pose: Pose) -> Vec<Int2> {
    let (c, s) = (whole(pose.rotation.cos, 24), whole(pose.rotation.sin, 24));
    let (tx, ty) = (whole(pose.position.x, 34), whole(pose.position.y, 34));
    let place = |x: i128, y: i128| Int2 { x: tx + c * x - s * y, y: ty + s * x + c * y };
    core.points.iter().map(|p| place(whole(p.x, 10), whole(p.y, 10))).collect()
}

/// How two cores lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Apart,
    /// They share border points only.
    Touching,
    /// They share inner points; only cores with an area can.
    Overlapping,
}

/// All differences of a corner of A and one of B: `differences[i * b.len() + j] = a[i] − b[j]`.
pub fn differences(a: &[Int2], b: &[Int2]) -> Vec<Int2> {
    a.iter().flat_map(|&p| b.iter().map(move |&q| p - q)).collect()
}

/// Convex hull, counter-clockwise, without points inside its edges, by walking round the outside.
pub fn hull(points: &[Int2]) -> Vec<Int2> {
    let start = points.iter().copied().fold(points[0], |m, p| if (p.y, p.x) < (m.y, m.x) { p } else { m });
    let mut ring = vec![start];
    loop {
        let at = ring[ring.len() - 1];
        let mut next = at;
        for &p in points {
            if p == at {
                continue;
            }
            let turn = (next - at).cross(p - at);
            let farther = (p - at).dot(p - at) > (next - at).dot(next - at);
            if next == at || turn < 0 || (turn == 0 && farther && (p - at).dot(next - at) > 0) {
                next = p;
            }
        }
        if next == start || next == at || ring.len() > points.len() {
            return ring;
        }
        ring.push(next);
    }
}

/// Where the origin lies with respect to a hull (see [`hull`]).
pub fn relation_of(hull: &[Int2]) -> Relation {
    if hull.len() == 1 {
        return if hull[0] == (Int2 { x: 0, y: 0 }) { Relation::Touching } else { Relation::Apart };
    }
    if hull.len() == 2 {
        let (p, q) = (hull[0], hull[1]);
        return if p.cross(q) == 0 && p.dot(q) <= 0 { Relation::Touching } else { Relation::Apart };
    }
    let least = (0..hull.len()).map(|i| hull[i].cross(hull[(i + 1) % hull.len()])).min().unwrap();
    match least.cmp(&0) {
        Ordering::Greater => Relation::Overlapping,
        Ordering::Equal => Relation::Touching,
        Ordering::Less => Relation::Apart,
    }
}

/// How two cores lie to each other.
pub fn relation(a: &[Int2], b: &[Int2]) -> Relation {
    relation_of(&hull(&differences(a, b)))
}

/// Product of two numbers below 2¹²⁸ as high and low half, so that products can be compared.
pub fn wide_product(p: u128, q: u128) -> (u128, u128) {
    let low = |x: u128| x & u128::from(u64::MAX);
    let (p1, p0, q1, q0) = (p >> 64, low(p), q >> 64, low(q));
    let middle = p1 * q0 + ((p0 * q0) >> 64);
    let other = p0 * q1 + low(middle);
    (p1 * q1 + (middle >> 64) + (other >> 64), p.wrapping_mul(q))
}

/// Distance of two cores that are apart, against a length (a multiple of 2⁻¹⁰ m): no rounding anywhere.
pub fn compare_distance(a: &[Int2], b: &[Int2], length: f32) -> Ordering {
    let length = (whole(length, 10) << 24).unsigned_abs();
    let mut nearest = Ordering::Greater;
    for (from, to) in [(a, b), (b, a)] {
        for &p in from {
            for (i, &q) in to.iter().enumerate() {
                let (edge, away) = (to[(i + 1) % to.len()] - q, p - q);
                let along = away.dot(edge);
                let order = if edge.dot(edge) > 0 && 0 < along && along < edge.dot(edge) {
                    let height = away.cross(edge).unsigned_abs();
                    wide_product(height, height).cmp(&wide_product(length * length, edge.dot(edge).unsigned_abs()))
                } else {
                    away.dot(away).unsigned_abs().cmp(&(length * length))
                };
                nearest = nearest.min(order);
            }
        }
    }
    nearest
}

/// Signed distance of the cores in metres, from whole numbers rounded once: negative = depth of least penetration.
/// The unit direction from A to B in which it lies comes with it; zero when they just touch in a corner.
pub fn separation(a: &[Int2], b: &[Int2]) -> (f64, (f64, f64)) {
    let ring = hull(&differences(a, b));
    let inside = relation_of(&ring) == Relation::Overlapping;
    let mut best = (f64::INFINITY, (0.0, 0.0));
    for (i, &p) in ring.iter().enumerate() {
        let edge = ring[(i + 1) % ring.len()] - p;
        let along = -p.dot(edge);
        let on_edge = edge.dot(edge) > 0 && along > 0 && along < edge.dot(edge);
        let right = edge.right();
        if inside || on_edge {
            let height = right.dot(p) as f64 / (right.length() * METRE) / METRE;
            let unit = (right.x as f64 / METRE / right.length(), right.y as f64 / METRE / right.length());
            if height.abs() < best.0 {
                best = (height.abs(), if height < 0.0 || inside { unit } else { (-unit.0, -unit.1) });
            }
        }
        if !inside && p.length() < best.0 {
            let (x, y) = p.metres();
            best = (p.length(), if p.length() > 0.0 { (-x / p.length(), -y / p.length()) } else { (0.0, 0.0) });
        }
    }
    if inside { (-best.0, best.1) } else { best }
}
