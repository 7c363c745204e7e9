//! An outline with holes as one closed chain.
//!
//! A *bridge* is a pair of edges, there and back, from a vertex of the outline to a vertex of a hole: walking along the
//! outline, over the bridge, round the hole and back, solid is always on the left (D. Eberly, "Triangulation by ear
//! clipping", 2002, after the idea of M. Held's FIST). Holes are taken from right to left, each from its rightmost
//! vertex: whatever lies to the right of that belongs to the chain already, so some vertex of it can be seen. The
//! nearest one is taken.
//!
//! ```text
//!   +-----------+
//!   |   +---+   |       outline, =, hole, =, outline …
//!   |   |   +===+       both bridge ends are walked over twice
//!   |   +---+   |
//!   +-----------+
//! ```

use super::error::ShapeError;
use super::predicates::{segments_meet, turn};
use crate::engine::math::Vec2;

/// The rings (vertex numbers; the first is the outline, counter-clockwise, the others holes, clockwise) as one.
///
/// # Errors
/// Edges of two rings that cross or touch, or a hole from which nothing of the outline can be seen.
pub(super) fn bridged(points: &[Vec2], rings: &[Vec<usize>]) -> Result<Vec<usize>, ShapeError> {
    let edges: Vec<[usize; 2]> = rings.iter().flat_map(|ring| edges_of(ring)).collect();
    for (n, &[p, q]) in edges.iter().enumerate() {
        for &[r, s] in &edges[n + 1..] {
            let apart = p != r && p != s && q != r && q != s;
            if apart && segments_meet(points[p], points[q], points[r], points[s]) {
                return Err(ShapeError::SelfCrossing { first: p, second: r });
            }
        }
    }
    let rightmost = |ring: &Vec<usize>| {
        (1..ring.len()).fold(0, |best, k| {
            let (a, b) = (points[ring[k]], points[ring[best]]);
            if (a.x, a.y) > (b.x, b.y) { k } else { best }
        })
    };
    let mut holes: Vec<(&Vec<usize>, usize)> = rings.iter().skip(1).map(|ring| (ring, rightmost(ring))).collect();
    holes.sort_by(|(a, i), (b, j)| points[b[*j]].x.total_cmp(&points[a[*i]].x).then(a[*i].cmp(&b[*j])));
    let mut chain = rings.first().cloned().unwrap_or_default();
    for (hole, start) in holes {
        let from = hole[start];
        let Some(at) = nearest_seen(points, &chain, &edges, from) else {
            return Err(ShapeError::SelfCrossing { first: from, second: chain[0] });
        };
        let round = (0..=hole.len()).map(|k| hole[(start + k) % hole.len()]);
        let bridge: Vec<usize> = round.chain([chain[at]]).collect();
        chain.splice(at + 1..at + 1, bridge);
    }
    Ok(chain)
}

fn edges_of(ring: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]])
}

/// Place in the chain of the nearest vertex that a straight line reaches from `from` through solid ground only.
fn nearest_seen(points: &[Vec2], chain: &[usize], edges: &[[usize; 2]], from: usize) -> Option<usize> {
    let away = |k: &usize| points[chain[*k]].as_dvec2().distance_squared(points[from].as_dvec2());
    let mut places: Vec<usize> = (0..chain.len()).collect();
    places.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a.cmp(b)));
    let count = chain.len();
    places.into_iter().find(|&k| {
        let to = chain[k];
        let (before, after) = (chain[(k + count - 1) % count], chain[(k + 1) % count]);
        let blocks = |&[p, q]: &[usize; 2]| {
            let is_end = |i: usize| i == to || i == from;
            !is_end(p) && !is_end(q) && segments_meet(points[from], points[to], points[p], points[q])
        };
        is_within(points, [before, to, after], from)
            && !edges.iter().any(blocks)
            && !edges_of(chain).any(|edge| blocks(&edge))
            && !chain.iter().any(|&i| i != to && i != from && lies_between(points[from], points[to], points[i]))
    })
}

/// True when the way from the corner to a point begins on the solid side, the left one.
fn is_within(points: &[Vec2], [before, corner, after]: [usize; 3], point: usize) -> bool {
    let [p, c, n, x] = [before, corner, after, point].map(|i| points[i]);
    let (left_of_in, left_of_out) = (turn(p, c, x) > 0.0, turn(c, n, x) > 0.0);
    if turn(p, c, n) > 0.0 { left_of_in && left_of_out } else { left_of_in || left_of_out }
}

/// True when a vertex lies on the segment.
fn lies_between(a: Vec2, b: Vec2, x: Vec2) -> bool {
    turn(a, b, x) == 0.0 && (x - a).dot(b - a) > 0.0 && (x - b).dot(a - b) > 0.0
}
