//! The Minkowski difference A ⊖ B as an outline, for display and for tests; the algorithms never build it.
//!
//! `A ⊖ B = A ⊕ (−B)`, and the sum of two convex outlines has the edges of both, sorted by direction: walk round both
//! at once and always take the edge that turns less (M. de Berg et al., *Computational Geometry*, 2008, section
//! 13.3).
//!
//! ```text
//!    A: triangle        −B: box              A ⊖ B: all seven edges, each once
//!        .                                        ___
//!       / \          +     +---+        =        /   \
//!      /___\               |   |                |     |
//!                          +---+                |_____|
//! ```

use super::convex_pair::ConvexPair;
use crate::engine::math::{Pose, Vec2, sin_cos};
use crate::engine::shape::Convex;
use crate::engine::shape::hull::drop_flat_corners;
use crate::engine::shape::predicates::line_tolerance;
use glam::DVec2;
use std::cmp::Ordering;

/// Corners of the difference of the two cores, counter-clockwise, in A's frame. The rounded difference is this grown
/// by both radii ([`rounded_outline`]). One or two points when the cores are points or parallel segments.
pub fn difference_outline(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose) -> Vec<Vec2> {
    let pair = ConvexPair::new(a, b, pose_b_in_a);
    let ring_a = from_lowest(a.points.iter().map(|p| p.as_dvec2()).collect());
    let ring_b = from_lowest((0..b.points.len()).map(|i| -pair.point_b(i).as_dvec2()).collect());
    let (edges_a, edges_b) = (edges_of(&ring_a), edges_of(&ring_b));
    let mut at = ring_a[0] + ring_b[0];
    let mut outline = Vec::with_capacity(edges_a.len() + edges_b.len() + 1);
    let (mut i, mut j) = (0, 0);
    outline.push(at.as_vec2());
    while i < edges_a.len() || j < edges_b.len() {
        let order = match (edges_a.get(i), edges_b.get(j)) {
            (Some(edge_a), Some(edge_b)) => compare_directions(*edge_a, *edge_b),
            (Some(_), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        if order.is_le() {
            at += edges_a[i];
            i += 1;
        }
        if order.is_ge() {
            at += edges_b[j];
            j += 1;
        }
        outline.push(at.as_vec2());
    }
    // The last edge leads back to the start.
    if outline.len() > 1 {
        outline.pop();
    }
    let tolerance = line_tolerance(&outline);
    drop_flat_corners(&mut outline, tolerance);
    outline
}

/// The outline grown by `radius` metres, its arcs drawn with `per_turn` points to a full turn. Takes a point and a
/// line too.
pub fn rounded_outline(outline: &[Vec2], radius: f32, per_turn: usize) -> Vec<Vec2> {
    if radius <= 0.0 || outline.is_empty() {
        return outline.to_vec();
    }
    let count = outline.len();
    let full_turn = 2.0 * std::f32::consts::PI;
    let heading = |i: usize| {
        let edge = outline[(i + 1) % count] - outline[i % count];
        crate::engine::math::atan2(-edge.x, edge.y)
    };
    let mut rounded = Vec::new();
    for (i, &corner) in outline.iter().enumerate() {
        // Directions of the edge normals before and after the corner; a lone point has a whole turn between them.
        let from = if count == 1 { 0.0 } else { heading(i + count - 1) };
        let mut sweep = if count == 1 { full_turn } else { heading(i) - from };
        if sweep < 0.0 {
            sweep += full_turn;
        }
        let steps = libm::ceilf(sweep / full_turn * per_turn as f32) as usize;
        let last = if count == 1 { steps } else { steps + 1 };
        for step in 0..last {
            let (sin, cos) = sin_cos(from + sweep * step as f32 / steps.max(1) as f32);
            rounded.push(corner + radius * Vec2::new(cos, sin));
        }
    }
    rounded
}

/// The ring turned so that it starts at its lowest point, the leftmost of those; from there its edges are sorted by
/// direction.
fn from_lowest(mut ring: Vec<DVec2>) -> Vec<DVec2> {
    let before = |p: DVec2, q: DVec2| p.y < q.y || (p.y == q.y && p.x < q.x);
    let lowest = (1..ring.len()).fold(0, |best, i| if before(ring[i], ring[best]) { i } else { best });
    ring.rotate_left(lowest);
    ring
}

/// From each point to the next and back to the first; a single point has none.
fn edges_of(ring: &[DVec2]) -> Vec<DVec2> {
    if ring.len() < 2 {
        return Vec::new();
    }
    (0..ring.len()).map(|i| ring[(i + 1) % ring.len()] - ring[i]).collect()
}

/// Which of two directions comes first counter-clockwise. They are never more than half a turn apart: both walks
/// start at a lowest point, and the edge that lags behind is always taken first.
fn compare_directions(p: DVec2, q: DVec2) -> Ordering {
    let turn = p.perp_dot(q);
    if turn > 0.0 {
        Ordering::Less
    } else if turn < 0.0 {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}
