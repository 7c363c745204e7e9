//! Shapes as outlines: what every painter needs to turn marks into pixels. Plain geometry, any unit, y up.
//!
//! A convex outline grown by a radius keeps its edges, moved outwards by their normals, and turns each corner into an
//! arc about the old vertex:
//!
//! ```text
//!        ╭────────╮  ← edge moved by r along its normal
//!       ╱ p1────p0 ╲ ← arc of radius r about p0
//! ```

use glam::Vec2;

/// An edge of a grown outline, followed by the arc to the next edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedEdge {
    /// Start of the straight part.
    pub from: Vec2,
    /// End of the straight part; the arc of the corner begins here.
    pub to: Vec2,
    /// Centre of the arc that follows.
    pub corner: Vec2,
}

/// The outline of a convex polygon (either winding, two points = a capsule) grown by `radius`, counter-clockwise.
/// Vertices that coincide are skipped; fewer than two different ones give an empty list.
pub fn rounded(points: &[Vec2], radius: f32) -> Vec<RoundedEdge> {
    let mut corners: Vec<Vec2> = Vec::with_capacity(points.len());
    for &p in points {
        if corners.last() != Some(&p) {
            corners.push(p);
        }
    }
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() < 2 {
        return Vec::new();
    }
    if doubled_area(&corners) < 0.0 {
        corners.reverse();
    }
    let next = |i: usize| corners[(i + 1) % corners.len()];
    let edge = |(i, &from): (usize, &Vec2)| {
        let to = next(i);
        let along = to - from;
        let outward = Vec2::new(along.y, -along.x) / along.length() * radius;
        RoundedEdge { from: from + outward, to: to + outward, corner: to }
    };
    corners.iter().enumerate().map(edge).collect()
}

/// The same outline as a chain of points; arcs deviate from the true circle by less than `tolerance`.
pub fn flattened(points: &[Vec2], radius: f32, tolerance: f32) -> Vec<Vec2> {
    let edges = rounded(points, radius);
    let mut chain = Vec::with_capacity(edges.len() * 2);
    for (i, edge) in edges.iter().enumerate() {
        chain.push(edge.from);
        // Without a radius this edge ends where the next begins: twice the same point would make slivers of a fan.
        if radius > 0.0 {
            chain.push(edge.to);
            let end = edges[(i + 1) % edges.len()].from;
            chain.extend(arc_between(edge.corner, edge.to, end, radius, tolerance));
        }
    }
    chain
}

/// Inner points of the counter-clockwise arc about `center` from `from` to `to`.
fn arc_between(center: Vec2, from: Vec2, to: Vec2, radius: f32, tolerance: f32) -> Vec<Vec2> {
    let (u, v) = (from - center, to - center);
    let turn = libm::atan2f(u.x * v.y - u.y * v.x, u.dot(v));
    let turn = if turn < 0.0 { turn + 2.0 * std::f32::consts::PI } else { turn };
    arc(center, u, turn, segments(radius, turn, tolerance)).skip(1).collect()
}

/// `count` points of an arc about `center` that starts at `center + spoke` and turns by `turn` radians; the last
/// point is left out.
pub fn arc(center: Vec2, spoke: Vec2, turn: f32, count: usize) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |i| {
        let angle = turn * i as f32 / count as f32;
        center + Vec2::new(libm::cosf(angle), libm::sinf(angle)).rotate(spoke)
    })
}

/// How many straight pieces an arc needs so that none is farther than `tolerance` from it: the sagitta of a piece of
/// angle `a` is `r (1 − cos(a/2)) ≈ r a²/8`.
fn segments(radius: f32, turn: f32, tolerance: f32) -> usize {
    let tolerance = tolerance.max(radius * 1e-4);
    let piece = (8.0 * tolerance / radius.max(tolerance)).sqrt();
    ((turn.abs() / piece).ceil() as usize).clamp(1, 64)
}

/// Twice the signed area of an outline, positive when counter-clockwise.
pub fn doubled_area(points: &[Vec2]) -> f32 {
    let Some(&origin) = points.first() else { return 0.0 };
    points.windows(2).map(|w| (w[0] - origin).perp_dot(w[1] - origin)).sum()
}

/// An arrow: where its line ends, and the triangle of its head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArrowHead {
    /// End of the line, at the base of the head.
    pub neck: Vec2,
    /// Tip first.
    pub triangle: [Vec2; 3],
}

/// The head of an arrow drawn `width` wide; short arrows get a smaller head. `None` when it has no length.
pub fn arrow_head(from: Vec2, to: Vec2, width: f32) -> Option<ArrowHead> {
    let way = to - from;
    let length = way.length();
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let along = way / length;
    let size = (width * 4.5).min(length * 0.75);
    let neck = to - along * size;
    let side = Vec2::new(-along.y, along.x) * size * 0.42;
    Some(ArrowHead { neck, triangle: [to, neck + side, neck - side] })
}

/// The part of the segment inside the box from `min` to `max` (Liang & Barsky 1984); `None` when it misses it.
pub fn clip_segment(a: Vec2, b: Vec2, min: Vec2, max: Vec2) -> Option<(Vec2, Vec2)> {
    let way = b - a;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (start, step, low, high) in [(a.x, way.x, min.x, max.x), (a.y, way.y, min.y, max.y)] {
        if step == 0.0 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (t0, t1) = ((low - start) / step, (high - start) / step);
        enter = enter.max(t0.min(t1));
        leave = leave.min(t0.max(t1));
    }
    (enter <= leave).then(|| (a + way * enter, a + way * leave))
}

/// Short slanted strokes on the lower side of a line (the right side of an upright one): solid ground. The line must
/// be clipped to the picture.
pub fn hatch_below(a: Vec2, b: Vec2, spacing: f32, depth: f32) -> Vec<(Vec2, Vec2)> {
    let (a, b) = if a.x < b.x || (a.x == b.x && a.y < b.y) { (a, b) } else { (b, a) };
    let way = b - a;
    let length = way.length();
    if !(length > 0.0 && spacing > 0.0) {
        return Vec::new();
    }
    let along = way / length;
    let below = Vec2::new(along.y, -along.x);
    let slant = (below - along) * depth;
    let count = ((length / spacing) as usize).min(4096);
    let phase = (length - count as f32 * spacing) * 0.5;
    (0..=count).map(|i| a + along * (phase + i as f32 * spacing)).map(|start| (start, start + slant)).collect()
}
