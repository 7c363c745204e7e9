//! Random pairs of shapes, and a brute-force judge in `f64` that shares no code with the engine.
#![allow(dead_code)] // each test file uses its own part

use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, Convex, ConvexPolygon, Segment, Shape, hull::convex_hull};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A seeded source of cases.
pub fn cases(seed: u64) -> Pcg32 {
    Pcg32::seed_from_u64(seed)
}

/// Uniform in `[low, high)`.
pub fn uniform(random: &mut Pcg32, low: f32, high: f32) -> f32 {
    low + (high - low) * random.random::<f32>()
}

/// A point in the square of this half side.
pub fn point(random: &mut Pcg32, half: f32) -> Vec2 {
    Vec2::new(uniform(random, -half, half), uniform(random, -half, half))
}

/// A unit vector.
pub fn unit(random: &mut Pcg32) -> Vec2 {
    Vec2::from_angle(uniform(random, -3.2, 3.2))
}

/// A rounding: none, or up to `most`.
fn rounding(random: &mut Pcg32, most: f32) -> f32 {
    if random.random::<bool>() { 0.0 } else { uniform(random, 0.0, most) }
}

pub fn random_circle(random: &mut Pcg32) -> Shape {
    Circle::try_new(point(random, 0.3), uniform(random, 0.2, 0.8)).unwrap().into()
}

pub fn random_box(random: &mut Pcg32) -> Shape {
    let (width, height) = (uniform(random, 0.4, 1.6), uniform(random, 0.4, 1.6));
    let (center, angle, rounding) = (point(random, 0.3), uniform(random, -3.2, 3.2), rounding(random, 0.15));
    BoxShape::try_new(width, height, center, angle, rounding).unwrap().into()
}

pub fn random_capsule(random: &mut Pcg32) -> Shape {
    let (middle, half) = (point(random, 0.3), uniform(random, 0.1, 0.8) * unit(random));
    Capsule::try_new(middle - half, middle + half, uniform(random, 0.1, 0.4)).unwrap().into()
}

pub fn random_polygon(random: &mut Pcg32) -> Shape {
    loop {
        let count = random.random_range(3..12);
        let points: Vec<Vec2> = (0..count).map(|_| point(random, 0.8)).collect();
        let rounding = rounding(random, 0.2);
        if let Ok(polygon) = ConvexPolygon::try_new(&convex_hull(&points), rounding) {
            return polygon.into();
        }
    }
}

pub fn random_segment(random: &mut Pcg32) -> Shape {
    let (middle, half) = (point(random, 0.3), uniform(random, 0.3, 1.0) * unit(random));
    Segment::try_new(middle - half, middle + half).unwrap().into()
}

/// Any of the five kinds, sizes near 1 m.
pub fn random_shape(random: &mut Pcg32) -> Shape {
    match random.random_range(0..5) {
        0 => random_circle(random),
        1 => random_box(random),
        2 => random_capsule(random),
        3 => random_polygon(random),
        _ => random_segment(random),
    }
}

/// A pose up to `half` metres away in x and y, at any angle.
pub fn random_pose(random: &mut Pcg32, half: f32) -> Pose {
    Pose::new(point(random, half), uniform(random, -3.2, 3.2))
}

/// A vector in full precision.
pub type V = (f64, f64);

fn sub(a: V, b: V) -> V {
    (a.0 - b.0, a.1 - b.1)
}
fn dot(a: V, b: V) -> f64 {
    a.0 * b.0 + a.1 * b.1
}
fn cross(a: V, b: V) -> f64 {
    a.0 * b.1 - a.1 * b.0
}
fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// Core vertices of a shape at a pose, in full precision.
pub fn placed(core: Convex<'_>, pose: Pose) -> Vec<V> {
    let (c, s) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
    let place = |p: &Vec2| {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        (f64::from(pose.position.x) + c * x - s * y, f64::from(pose.position.y) + s * x + c * y)
    };
    core.points.iter().map(place).collect()
}

/// Distance of a point from a segment.
pub fn point_edge_distance(p: V, a: V, b: V) -> f64 {
    let edge = sub(b, a);
    let t = if dot(edge, edge) > 0.0 { (dot(sub(p, a), edge) / dot(edge, edge)).clamp(0.0, 1.0) } else { 0.0 };
    length(sub(p, (a.0 + t * edge.0, a.1 + t * edge.1)))
}

/// What the judge says of two cores.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// Signed distance of the cores: negative = depth of least penetration.
    pub separation: f64,
    /// Unit, from A to B.
    pub normal: V,
    /// How much worse the next best direction is that differs by more than a hundredth of a radian; a small value is
    /// a near-tie.
    pub lead: f64,
}

/// Distance and direction by trying everything: all differences of vertices, all edges of their hull.
///
/// The cores overlap exactly if the hull of all differences holds the origin; the nearest point of the hull's
/// boundary then gives depth or distance. Apart, the distance is checked a second way by the caller through
/// [`vertex_edge_distance`].
pub fn judge(a: &[V], b: &[V]) -> Verdict {
    let mut differences: Vec<V> = Vec::new();
    for &p in a {
        for &q in b {
            differences.push(sub(p, q));
        }
    }
    let hull = gift_wrap(&differences);
    let mut candidates: Vec<(f64, V)> = Vec::new();
    let count = hull.len();
    let mut outside = count < 3;
    for i in 0..count {
        let (p, q) = (hull[i], hull[(i + 1) % count]);
        let edge = sub(q, p);
        let size = length(edge);
        if size == 0.0 {
            continue;
        }
        let normal = (edge.1 / size, -edge.0 / size);
        let height = dot(normal, p);
        outside |= height < 0.0;
        candidates.push((height, normal));
    }
    if !outside {
        candidates.sort_by(|x, y| x.0.total_cmp(&y.0));
        let (depth, normal) = candidates[0];
        let next = candidates.iter().find(|c| cross(c.1, normal).abs() > 0.01 || dot(c.1, normal) < 0.0);
        return Verdict { separation: -depth, normal, lead: next.map_or(f64::INFINITY, |n| n.0 - depth) };
    }
    let mut nearest = (f64::INFINITY, (0.0, 0.0));
    for i in 0..count {
        let (p, q) = (hull[i], hull[(i + 1) % count]);
        let edge = sub(q, p);
        let t = if dot(edge, edge) > 0.0 { (-dot(p, edge) / dot(edge, edge)).clamp(0.0, 1.0) } else { 0.0 };
        let at = (p.0 + t * edge.0, p.1 + t * edge.1);
        if length(at) < nearest.0 {
            nearest = (length(at), at);
        }
    }
    let (distance, at) = nearest;
    let normal = if distance > 0.0 { (-at.0 / distance, -at.1 / distance) } else { (0.0, 0.0) };
    // Apart there is one nearest point and no tie; but close to touching its direction drowns in rounding.
    Verdict { separation: distance, normal, lead: distance }
}

/// Convex hull by walking round the outside, O(n·h): slow, short, and unlike the engine's.
fn gift_wrap(points: &[V]) -> Vec<V> {
    let start = points.iter().copied().fold(points[0], |m, p| if p.1 < m.1 || (p.1 == m.1 && p.0 < m.0) { p } else { m });
    let mut hull = vec![start];
    loop {
        let at = hull[hull.len() - 1];
        let mut next = at;
        for &p in points {
            if p == at {
                continue;
            }
            let turn = cross(sub(next, at), sub(p, at));
            if next == at || turn < 0.0 || (turn == 0.0 && length(sub(p, at)) > length(sub(next, at))) {
                next = p;
            }
        }
        if next == start || next == at || hull.len() > points.len() {
            return hull;
        }
        hull.push(next);
    }
}

/// Distance of two cores that are apart: the least over all vertices of each against all edges of the other.
pub fn vertex_edge_distance(a: &[V], b: &[V]) -> f64 {
    let mut least = f64::INFINITY;
    for (from, to) in [(a, b), (b, a)] {
        for &p in from {
            for i in 0..to.len() {
                least = least.min(point_edge_distance(p, to[i], to[(i + 1) % to.len()]));
            }
        }
    }
    least
}

/// The same verdict on two polygons by trying the normals of all their edges (the cores overlap exactly if none of
/// them separates): quicker than [`judge`], not troubled by corners that nearly coincide, and without a near-tie's
/// lead.
pub fn judge_polygons(a: &[V], b: &[V]) -> Verdict {
    let mut best = (f64::NEG_INFINITY, (0.0, 0.0));
    for (from, to, sign) in [(a, b, 1.0), (b, a, -1.0)] {
        for i in 0..from.len() {
            let edge = sub(from[(i + 1) % from.len()], from[i]);
            let normal = (edge.1 / length(edge), -edge.0 / length(edge));
            let lowest = to.iter().map(|&p| dot(sub(p, from[i]), normal)).fold(f64::INFINITY, f64::min);
            if lowest > best.0 {
                best = (lowest, (sign * normal.0, sign * normal.1));
            }
        }
    }
    let (separation, normal) = best;
    let distance = if separation > 0.0 { vertex_edge_distance(a, b) } else { separation };
    Verdict { separation: distance, normal, lead: 0.0 }
}
