//! Concave outlines cut into convex parts.
//!
//! Two classical steps. *Ear clipping* (G. Meisters, "Polygons have ears", 1975: every simple polygon has two) cuts
//! off one corner after the other: an ear is a convex corner whose triangle holds no other vertex. Of all ears the
//! best-shaped one is taken, so that no slivers arise where there is a choice. *Merging* (S. Hertel, K. Mehlhorn,
//! "Fast triangulation of simple polygons", 1983) then takes away each diagonal without which both its ends stay
//! convex; at most four times as many parts remain as are needed.
//!
//! ```text
//!   +-------+            +-------+             +-------+
//!   |       |            |\      |             |       |
//!   |   +---+     ears   | \ +---+     merge   |...+---+      an L: 4 triangles, 2 boxes
//!   |   |        ----->  |  \|        ----->   |   |
//!   +---+                +---+                 +---+
//! ```
//!
//! All decisions are signs of [`turn`], which are exact for the given coordinates; so a diagonal never crosses an edge.

use super::bridge::bridged;
use super::error::ShapeError;
use super::error::{MAX_OUTLINE_VERTICES, check_vertices};
use super::hull::drop_flat_corners;
use super::predicates::{line_tolerance, segments_meet, turn, twice_area};
use crate::engine::math::Vec2;
use crate::engine::tuning::MAX_POLYGON_VERTICES;

/// Convex polygons (counter-clockwise vertex lists) that together fill the simple outline, given in either order.
/// Vertices on a straight line between their neighbours are left out.
///
/// # Errors
/// Too few or too many vertices, equal vertices, non-finite or out-of-range numbers, no area, edges that cross or
/// touch.
pub fn decompose(outline: &[Vec2]) -> Result<Vec<Vec<Vec2>>, ShapeError> {
    check_vertices(outline, MAX_OUTLINE_VERTICES)?;
    let tolerance = line_tolerance(outline);
    let mut points = outline.to_vec();
    drop_flat_corners(&mut points, tolerance);
    if points.len() < 3 {
        return Err(ShapeError::Collinear { middle: 1 });
    }
    check_simple(outline)?;
    if twice_area(&points) < 0.0 {
        points.reverse();
    }
    let parts = clip_ears(&points, (0..points.len()).collect())?;
    Ok(merged(&points, parts, tolerance))
}

/// The same for an outline with holes in it, which must lie inside of it and apart from each other. They are joined to
/// the outline by bridges first (`bridge`).
///
/// # Errors
/// As [`decompose`], for the outline and each hole, two vertices more counted for each hole; edges of two of them that
/// cross or touch.
pub fn decompose_with_holes(outline: &[Vec2], holes: &[Vec<Vec2>]) -> Result<Vec<Vec<Vec2>>, ShapeError> {
    if holes.is_empty() {
        return decompose(outline);
    }
    let count = outline.len() + holes.iter().map(|hole| hole.len() + 2).sum::<usize>();
    if count > MAX_OUTLINE_VERTICES {
        return Err(ShapeError::VertexCount { count, min: 3, max: MAX_OUTLINE_VERTICES });
    }
    let tolerance = line_tolerance(outline);
    let mut points: Vec<Vec2> = Vec::new();
    let mut rings: Vec<Vec<usize>> = Vec::new();
    for (index, chain) in std::iter::once(outline).chain(holes.iter().map(Vec::as_slice)).enumerate() {
        check_vertices(chain, MAX_OUTLINE_VERTICES)?;
        check_simple(chain)?;
        let mut chain = chain.to_vec();
        drop_flat_corners(&mut chain, tolerance);
        if chain.len() < 3 {
            return Err(ShapeError::Collinear { middle: 1 });
        }
        if (twice_area(&chain) < 0.0) == (index == 0) {
            chain.reverse();
        }
        rings.push((points.len()..points.len() + chain.len()).collect());
        points.extend(chain);
    }
    let ring = bridged(&points, &rings)?;
    let parts = clip_ears(&points, ring)?;
    Ok(merged(&points, parts, tolerance))
}

/// Neighbours joined while they stay convex, as vertex lists.
fn merged(points: &[Vec2], mut parts: Vec<Vec<usize>>, tolerance: f64) -> Vec<Vec<Vec2>> {
    merge(points, &mut parts);
    let mut outlines: Vec<Vec<Vec2>> = parts.iter().map(|part| part.iter().map(|&i| points[i]).collect()).collect();
    for part in &mut outlines {
        drop_flat_corners(part, tolerance);
    }
    outlines.retain(|part| part.len() >= 3);
    outlines
}

/// No two edges meet, except neighbours in their common vertex.
fn check_simple(points: &[Vec2]) -> Result<(), ShapeError> {
    let count = points.len();
    let next = |i: usize| (i + 1) % count;
    for first in 0..count {
        let (p, q, r) = (points[first], points[next(first)], points[next(next(first))]);
        if turn(p, q, r) == 0.0 && (q - p).dot(r - q) < 0.0 {
            return Err(ShapeError::SelfCrossing { first, second: next(first) });
        }
        for second in first + 2..count {
            if next(second) != first && segments_meet(p, q, points[second], points[next(second)]) {
                return Err(ShapeError::SelfCrossing { first, second });
            }
        }
    }
    Ok(())
}

/// Triangles, as vertex numbers, counter-clockwise, of a ring of vertex numbers.
fn clip_ears(points: &[Vec2], mut ring: Vec<usize>) -> Result<Vec<Vec<usize>>, ShapeError> {
    let mut triangles = Vec::new();
    while ring.len() > 3 {
        let count = ring.len();
        let corner = |k: usize| [ring[(k + count - 1) % count], ring[k], ring[(k + 1) % count]];
        let mut best: Option<(usize, f64)> = None;
        for k in 0..count {
            let quality = roundness(points, corner(k));
            if best.is_none_or(|(_, so_far)| quality > so_far) && is_ear(points, &ring, corner(k)) {
                best = Some((k, quality));
            }
        }
        let Some((tip, _)) = best else {
            return Err(ShapeError::Collinear { middle: ring[0] });
        };
        triangles.push(corner(tip).to_vec());
        ring.remove(tip);
    }
    triangles.push(ring);
    Ok(triangles)
}

/// Shape of a triangle: its area against its longest side squared; 0 for a line, negative for a reflex corner.
fn roundness(points: &[Vec2], corner: [usize; 3]) -> f64 {
    let [p, q, r] = corner.map(|i| points[i]);
    let mut longest = 0.0_f64;
    for (from, to) in [(p, q), (q, r), (r, p)] {
        let length_sq = (to.as_dvec2() - from.as_dvec2()).length_squared();
        if length_sq > longest {
            longest = length_sq;
        }
    }
    turn(p, q, r) / longest
}

/// A convex corner whose closed triangle holds no other vertex of the ring.
fn is_ear(points: &[Vec2], ring: &[usize], corner: [usize; 3]) -> bool {
    let [p, q, r] = corner.map(|i| points[i]);
    if turn(p, q, r) <= 0.0 {
        return false;
    }
    let holds = |x: Vec2| turn(p, q, x) >= 0.0 && turn(q, r, x) >= 0.0 && turn(r, p, x) >= 0.0;
    !ring.iter().any(|&i| !corner.contains(&i) && holds(points[i]))
}

/// Joins neighbouring parts across their common diagonal while the result stays convex, the longest diagonals first.
fn merge(points: &[Vec2], parts: &mut Vec<Vec<usize>>) {
    let mut diagonals: Vec<(usize, usize)> = Vec::new();
    for part in parts.iter() {
        for (k, &u) in part.iter().enumerate() {
            let v = part[(k + 1) % part.len()];
            if u < v && edge_of(parts, v, u).is_some() {
                diagonals.push((u, v));
            }
        }
    }
    let length_sq = |&(u, v): &(usize, usize)| (points[v].as_dvec2() - points[u].as_dvec2()).length_squared();
    diagonals.sort_by(|d, e| length_sq(e).total_cmp(&length_sq(d)).then(d.cmp(e)));
    for (u, v) in diagonals {
        let (Some((one, at_u)), Some((other, at_v))) = (edge_of(parts, u, v), edge_of(parts, v, u)) else { continue };
        let joined = join(&parts[one], at_u, &parts[other], at_v);
        if joined.len() <= MAX_POLYGON_VERTICES && is_convex(points, &joined) {
            parts[one] = joined;
            parts.remove(other);
        }
    }
}

/// Which part has the edge from vertex `u` to vertex `v`, and where in the part `u` stands.
fn edge_of(parts: &[Vec<usize>], u: usize, v: usize) -> Option<(usize, usize)> {
    parts.iter().enumerate().find_map(|(part, vertices)| {
        let at = (0..vertices.len()).find(|&k| vertices[k] == u && vertices[(k + 1) % vertices.len()] == v)?;
        Some((part, at))
    })
}

/// Both parts as one outline without their common edge, which starts at `at_u` in the one and runs back from `at_v`
/// in the other.
fn join(one: &[usize], at_u: usize, other: &[usize], at_v: usize) -> Vec<usize> {
    let around = |part: &[usize], start: usize| -> Vec<usize> { (0..part.len() - 1).map(|k| part[(start + k) % part.len()]).collect() };
    let mut joined = around(one, (at_u + 1) % one.len());
    joined.extend(around(other, (at_v + 1) % other.len()));
    joined
}

fn is_convex(points: &[Vec2], part: &[usize]) -> bool {
    let count = part.len();
    (0..count).all(|k| turn(points[part[(k + count - 1) % count]], points[part[k]], points[part[(k + 1) % count]]) >= 0.0)
}
