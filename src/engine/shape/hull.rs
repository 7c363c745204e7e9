//! Convex hull of points.
//!
//! The monotone chain (A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979): sort
//! the points from left to right; walk there along the bottom and back along the top, each time dropping the last
//! corner while it does not turn left. Sorting dominates: O(n log n).

use super::predicates::{corner_height, line_tolerance, turn};
use crate::engine::math::Vec2;

/// Corners of the smallest convex outline around the points, counter-clockwise, without collinear points or duplicates.
/// Fewer than three when the points have no area. Points that are not finite are left out.
pub fn convex_hull(points: &[Vec2]) -> Vec<Vec2> {
    let mut sorted: Vec<Vec2> = points.iter().copied().filter(|p| p.is_finite()).collect();
    sorted.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = half_chain(sorted.iter().copied());
    let upper = half_chain(sorted.iter().rev().copied());
    hull.pop();
    hull.extend(&upper[..upper.len() - 1]);
    drop_flat_corners(&mut hull, line_tolerance(points));
    hull
}

/// The right-hand side of the way from the first point to the last: every corner turns left.
fn half_chain(points: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    let mut chain: Vec<Vec2> = Vec::new();
    for p in points {
        while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0 {
            chain.pop();
        }
        chain.push(p);
    }
    chain
}

/// Removes corners that stand out by less than `tolerance` metres, the flattest first, so that what remains is a
/// polygon that [`super::ConvexPolygon::try_new`] accepts.
pub fn drop_flat_corners(outline: &mut Vec<Vec2>, tolerance: f64) {
    while outline.len() >= 3 {
        let count = outline.len();
        let height = |i: usize| corner_height(outline[(i + count - 1) % count], outline[i], outline[(i + 1) % count]).abs();
        let flattest = (1..count).fold(0, |best, i| if height(i) < height(best) { i } else { best });
        if height(flattest) > tolerance {
            return;
        }
        outline.remove(flattest);
    }
}
