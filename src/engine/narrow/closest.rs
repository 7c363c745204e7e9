//! Closest points of two segments (S2).
//!
//! Write the points as `p(s) = p0 + s·u` and `q(t) = q0 + t·v` with `s, t` in `[0, 1]` and `w = p0 − q0`. Where both are free, the
//! squared distance has its least value where both derivatives vanish:
//!
//! ```text
//! (u·u) s − (u·v) t = −u·w          (u·v) s − (v·v) t = −v·w
//! ```
//!
//! Solve for `s`, clamp it; the best `t` for that `s` is a projection; clamp it, and if that changed it, project back once
//! for `s`. For two segments this order of clamping is exact (C. Ericson, *Real-Time Collision Detection*, 2005,
//! section 5.1.9). Segments of no length are points and come out right. `f64` carries the nearly parallel case, where
//! the determinant is a difference of nearly equal products.

use crate::engine::math::Vec2;
use glam::DVec2;

/// Where two segments are nearest to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// Place on the first segment: 0 at its start, 1 at its end.
    pub s: f64,
    /// Place on the second.
    pub t: f64,
    /// The point on the first segment.
    pub on_first: DVec2,
    /// The point on the second.
    pub on_second: DVec2,
}

/// Closest points of the segments `p0 p1` and `q0 q1`.
pub fn closest_on_segments(p0: Vec2, p1: Vec2, q0: Vec2, q1: Vec2) -> ClosestPoints {
    let (p, q) = (p0.as_dvec2(), q0.as_dvec2());
    let (u, v, w) = (p1.as_dvec2() - p, q1.as_dvec2() - q, p - q);
    let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
    let (uw, vw) = (u.dot(w), v.dot(w));
    let determinant = uu * vv - uv * uv;
    let mut s = if determinant > 1e-12 * uu * vv { ((uv * vw - vv * uw) / determinant).clamp(0.0, 1.0) } else { 0.0 };
    let free_t = if vv > 0.0 { (uv * s + vw) / vv } else { 0.0 };
    let t = free_t.clamp(0.0, 1.0);
    if t != free_t || vv == 0.0 {
        s = if uu > 0.0 { ((uv * t - uw) / uu).clamp(0.0, 1.0) } else { 0.0 };
    }
    ClosestPoints { s, t, on_first: p + s * u, on_second: q + t * v }
}

/// Point of the segment `p0 p1` nearest to `point`, as its place from 0 to 1 and itself.
pub fn closest_on_segment(p0: Vec2, p1: Vec2, point: Vec2) -> (f64, DVec2) {
    let found = closest_on_segments(p0, p1, point, point);
    (found.s, found.on_first)
}
