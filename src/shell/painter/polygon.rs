//! A rounded convex polygon as triangles: nested rings of corners, from the faded fringe outside to the area inside.
//!
//! ```text
//! offset from the edge, pixels:   +0.5     -0.5          0.5 - w    -0.5 - w      middle
//! colour:                         none  →  stroke   =    stroke  →  fill     =    fill
//!                                 fringe     outline of width w      fringe       fan of triangles
//! ```
//! Neighbouring rings share their corners, so half-transparent areas are never painted twice. At a corner a ring is
//! shifted along the *miter*, `(n + m) / (1 + n·m)` for the two unit normals, which keeps both sides at the right
//! distance. A rounded corner becomes an arc of points that stays within a fifth of a pixel of the circle.

use super::triangles::{Corner, TriangleBatch};
use glam::Vec2;

/// Longest miter, in widths: a very sharp corner is cut there.
const LONGEST_MITER: f32 = 4.0;
/// Farthest that a rounded corner may stray from its circle, pixels.
const ARC_TOLERANCE: f32 = 0.2;

/// How a polygon is painted, pixels and colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// Colour of the area.
    pub fill: [u8; 4],
    /// Colour of the outline and hatching.
    pub stroke: [u8; 4],
    /// Width of the outline inside the edge, pixels; 0 = none.
    pub width: f32,
    /// Whether the area is hatched.
    pub hatched: bool,
}

/// A point of the outline, and where it goes when the outline grows or shrinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlinePoint {
    core: Vec2,
    miter: Vec2,
    outward: Vec2,
    rounding: f32,
}

impl OutlinePoint {
    /// The point when the outline is moved outwards by `offset` pixels. Moved inwards past the rounding, all points
    /// of an arc meet in the corner of the shrunken core.
    pub fn at(&self, offset: f32) -> Vec2 {
        let from_core = self.rounding + offset;
        self.core + from_core * if from_core >= 0.0 { self.outward } else { self.miter }
    }
}

/// Turns points so that they run counter-clockwise (y up). False when they span no area.
pub fn make_counter_clockwise(points: &mut [Vec2]) -> bool {
    let Some(first) = points.first().copied() else { return false };
    let twice_area: f32 = (0..points.len()).map(|i| (points[i] - first).perp_dot(points[(i + 1) % points.len()] - first)).sum();
    if twice_area < 0.0 {
        points.reverse();
    }
    twice_area.abs() > 1e-6
}

/// Outline of a convex counter-clockwise polygon grown by `rounding` pixels.
pub fn outline(points: &[Vec2], rounding: f32, out: &mut Vec<OutlinePoint>) {
    out.clear();
    let count = points.len();
    let normal = |i: usize| {
        let edge = points[(i + 1) % count] - points[i];
        Vec2::new(edge.y, -edge.x).normalize_or_zero()
    };
    for (i, &core) in points.iter().enumerate() {
        let (before, after) = (normal((i + count - 1) % count), normal(i));
        let miter = (before + after) / (1.0 + before.dot(after)).max(2.0 / (LONGEST_MITER * LONGEST_MITER));
        let corner = OutlinePoint { core, miter, outward: miter, rounding };
        if rounding < 0.3 {
            out.push(corner);
            continue;
        }
        let angle = libm::atan2f(before.perp_dot(after), before.dot(after));
        let widest = 2.0 * libm::acosf(1.0 - ARC_TOLERANCE / rounding.max(2.0 * ARC_TOLERANCE));
        let pieces = (angle / widest).ceil().clamp(1.0, 32.0);
        for piece in 0..=(pieces as u32) {
            let outward = Vec2::from_angle(angle * piece as f32 / pieces).rotate(before);
            out.push(OutlinePoint { outward, ..corner });
        }
    }
}

/// Adds a rounded convex polygon (counter-clockwise) to the batch. `scratch` is only kept to save allocations.
pub fn paint(points: &[Vec2], rounding: f32, style: &Paint, scratch: &mut Vec<OutlinePoint>, batch: &mut TriangleBatch) {
    outline(points, rounding, scratch);
    let middle = points.iter().sum::<Vec2>() / points.len() as f32;
    // How far the rings can move inwards before they meet: the smallest distance from the middle to an edge.
    let inside = scratch.iter().map(|p| (p.at(0.0) - middle).dot(p.outward) / p.outward.length_squared().max(1e-6));
    let inside = inside.fold(f32::INFINITY, f32::min).max(0.0);
    let transparent = |color: [u8; 4]| [color[0], color[1], color[2], 0];
    let hatch = if style.hatched { style.stroke } else { [0; 4] };
    let is_tiny = inside < style.width + 1.0;
    let has_stroke = style.width > 0.0 && style.stroke[3] > 0;
    let edge = if has_stroke { style.stroke } else { style.fill };
    let start = batch.corners.len() as u32;
    let mut rings = 0;
    let mut ring = |offset: f32, color: [u8; 4], hatch: [u8; 4]| {
        batch.corners.extend(scratch.iter().map(|p| Corner { place: p.at(offset).to_array(), color, hatch }));
        rings += 1;
    };
    ring(0.5, transparent(edge), [0; 4]);
    ring((-0.5f32).max(-inside), edge, if has_stroke { [0; 4] } else { hatch });
    if has_stroke && !is_tiny {
        ring(0.5 - style.width, style.stroke, [0; 4]);
        ring(-0.5 - style.width, style.fill, hatch);
    }
    let count = scratch.len() as u32;
    for ring in 1..rings {
        let (outer, inner) = (start + (ring - 1) * count, start + ring * count);
        for i in 0..count {
            let j = (i + 1) % count;
            batch.indices.extend([outer + i, outer + j, inner + j, outer + i, inner + j, inner + i]);
        }
    }
    if style.fill[3] > 0 || style.hatched || (is_tiny && has_stroke) {
        let inner = start + (rings - 1) * count;
        batch.indices.extend((1..count.saturating_sub(1)).flat_map(|i| [inner, inner + i, inner + i + 1]));
    }
}

/// Adds a convex polygon without fringe: neighbours that share an edge meet there exactly, and are nowhere painted
/// twice.
pub fn fan(points: &[Vec2], color: [u8; 4], batch: &mut TriangleBatch) {
    let first = batch.corners.len() as u32;
    batch.corners.extend(points.iter().map(|p| Corner { place: p.to_array(), color, hatch: [0; 4] }));
    batch.indices.extend((1..points.len().saturating_sub(1) as u32).flat_map(|i| [first, first + i, first + i + 1]));
}

/// Cuts a convex polygon to the square `|x|, |y| <= limit`, so that far corners do not cost precision (Sutherland and
/// Hodgman, "Reentrant polygon clipping", 1974).
pub fn clip_to_square(points: &mut Vec<Vec2>, limit: f32) {
    if points.iter().all(|p| p.abs().max_element() <= limit) {
        return;
    }
    let mut input = Vec::new();
    for (normal, bound) in [(Vec2::X, limit), (Vec2::NEG_X, limit), (Vec2::Y, limit), (Vec2::NEG_Y, limit)] {
        std::mem::swap(&mut input, points);
        points.clear();
        for i in 0..input.len() {
            let (a, b) = (input[i], input[(i + 1) % input.len()]);
            let (a_beyond, b_beyond) = (a.dot(normal) - bound, b.dot(normal) - bound);
            if a_beyond <= 0.0 {
                points.push(a);
            }
            if (a_beyond <= 0.0) != (b_beyond <= 0.0) {
                points.push(a.lerp(b, a_beyond / (a_beyond - b_beyond)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f32) -> Vec<Vec2> {
        vec![Vec2::new(-half, -half), Vec2::new(half, -half), Vec2::new(half, half), Vec2::new(-half, half)]
    }

    #[test]
    fn rings_of_a_square_keep_their_distance_from_every_edge() {
        let mut points = Vec::new();
        outline(&square(10.0), 0.0, &mut points);
        let ring: Vec<Vec2> = points.iter().map(|p| p.at(-3.0)).collect();
        assert_eq!(ring.len(), 4);
        for p in ring {
            // The miter of a right angle is exact up to rounding.
            assert!((p.x.abs() - 7.0).abs() < 1e-4 && (p.y.abs() - 7.0).abs() < 1e-4, "{p}");
        }
    }

    #[test]
    fn a_rounded_corner_stays_within_the_tolerance_of_its_circle() {
        let mut points = Vec::new();
        let rounding = 25.0;
        outline(&square(10.0), rounding, &mut points);
        assert!(points.len() > 12, "{} points", points.len());
        for i in 0..points.len() {
            let middle = 0.5 * (points[i].at(0.0) + points[(i + 1) % points.len()].at(0.0));
            // Distance from the core square, computed directly.
            let distance = (middle.abs() - Vec2::splat(10.0)).max(Vec2::ZERO).length();
            assert!(distance <= rounding + 1e-3 && distance >= rounding - ARC_TOLERANCE - 1e-3, "{distance}");
        }
    }

    #[test]
    fn clipping_keeps_what_is_inside_and_nothing_else() {
        let mut points = vec![Vec2::new(-1e7, -1e7), Vec2::new(1e7, -1e7), Vec2::new(0.0, 50.0)];
        clip_to_square(&mut points, 100.0);
        assert!(points.len() >= 3);
        assert!(points.iter().all(|p| p.x.abs() <= 100.01 && p.y.abs() <= 100.01), "{points:?}");
        // The tip was inside and must still be there.
        assert!(points.iter().any(|p| p.distance(Vec2::new(0.0, 50.0)) < 1e-3));
        let mut outside = vec![Vec2::new(200.0, 0.0), Vec2::new(300.0, 0.0), Vec2::new(300.0, 10.0)];
        clip_to_square(&mut outside, 100.0);
        assert!(outside.is_empty());
    }

    #[test]
    fn clockwise_points_are_turned_and_flat_ones_refused() {
        let mut clockwise: Vec<Vec2> = square(1.0).into_iter().rev().collect();
        assert!(make_counter_clockwise(&mut clockwise));
        let twice_area: f32 = (0..4).map(|i| clockwise[i].perp_dot(clockwise[(i + 1) % 4])).sum();
        assert!(twice_area > 0.0);
        assert!(!make_counter_clockwise(&mut [Vec2::ZERO, Vec2::X, 2.0 * Vec2::X]));
    }
}
