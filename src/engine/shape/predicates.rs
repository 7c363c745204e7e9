//! Questions about points and lines, answered in `f64`.
//!
//! Differences of `f32` coordinates are exact in `f64`, and so are nearly all their products; hence the signs below
//! are the true signs for the given coordinates, not guesses that depend on rounding.

use crate::engine::math::Vec2;
use glam::DVec2;

/// Twice the signed area of the triangle `p q r`, m²: positive when the way from `p` over `q` to `r` turns left.
pub fn turn(p: Vec2, q: Vec2, r: Vec2) -> f64 {
    (q.as_dvec2() - p.as_dvec2()).perp_dot(r.as_dvec2() - p.as_dvec2())
}

/// Signed height of `q` over the line from `p` to `r`, metres: positive when `q` lies to the right of it, which is
/// where the corner of a counter-clockwise convex outline stands out. Zero when `p` and `r` are the same point.
pub fn corner_height(p: Vec2, q: Vec2, r: Vec2) -> f64 {
    let chord = (r.as_dvec2() - p.as_dvec2()).length();
    if chord > 0.0 { turn(p, q, r) / chord } else { 0.0 }
}

/// A corner that stands out by less than this is no corner, metres: coordinates as large as these cannot say it more
/// exactly.
pub fn line_tolerance(points: &[Vec2]) -> f64 {
    let reach = points.iter().fold(0.0_f64, |m, p| m.max(f64::from(p.abs().max_element())));
    4.0 * f64::from(f32::EPSILON) * reach
}

/// Twice the signed area of an outline, m²: positive when its vertices run counter-clockwise.
pub fn twice_area(outline: &[Vec2]) -> f64 {
    let Some(&first) = outline.first() else { return 0.0 };
    outline.windows(2).map(|edge| turn(first, edge[0], edge[1])).sum()
}

/// True when the closed segments `p q` and `r s` share a point.
pub fn segments_meet(p: Vec2, q: Vec2, r: Vec2, s: Vec2) -> bool {
    let (d1, d2) = (turn(r, s, p), turn(r, s, q));
    let (d3, d4) = (turn(p, q, r), turn(p, q, s));
    if ((d1 > 0.0 && d2 < 0.0) || (d1 < 0.0 && d2 > 0.0)) && ((d3 > 0.0 && d4 < 0.0) || (d3 < 0.0 && d4 > 0.0)) {
        return true;
    }
    (d1 == 0.0 && in_box(r, s, p)) || (d2 == 0.0 && in_box(r, s, q)) || (d3 == 0.0 && in_box(p, q, r)) || (d4 == 0.0 && in_box(p, q, s))
}

fn in_box(a: Vec2, b: Vec2, p: Vec2) -> bool {
    a.min(b).cmple(p).all() && p.cmple(a.max(b)).all()
}

/// Outward unit normal of the edge from `p` to `q` of a counter-clockwise outline: the edge's direction turned by −90°.
pub fn edge_normal(p: Vec2, q: Vec2) -> Vec2 {
    let d = q.as_dvec2() - p.as_dvec2();
    (DVec2::new(d.y, -d.x) / d.length()).as_vec2()
}
