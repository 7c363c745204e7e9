//! What the general algorithms see of a shape: a convex core of points and a rounding radius.

use crate::engine::math::{Vec2, clamp, max, min};

/// A convex core of points with a rounding radius, in some frame: what the general algorithms see.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// Core vertices, counter-clockwise when three or more.
    pub points: &'a [Vec2],
    /// Outward unit normals: `normals[i]` belongs to the edge from `points[i]` to `points[i + 1]`. One per point for
    /// polygons, two (either side) for a segment core, empty for a circle.
    pub normals: &'a [Vec2],
    /// Rounding, metres, at least 0.
    pub radius: f32,
}

impl Convex<'_> {
    /// Middle of the core: the mean of its points.
    pub fn center(&self) -> Vec2 {
        let sum = self.points.iter().fold(Vec2::ZERO, |sum, &p| sum + p);
        sum / self.points.len() as f32
    }

    /// Signed distance from a point to the border of the rounded shape, metres; negative inside.
    pub fn signed_distance(&self, point: Vec2) -> f32 {
        let count = self.points.len();
        let mut inside = count >= 3;
        let mut deepest = f32::NEG_INFINITY;
        let mut nearest_sq = f32::INFINITY;
        for (i, &p) in self.points.iter().enumerate() {
            let edge = self.points[(i + 1) % count] - p;
            let length_sq = edge.length_squared();
            let t = if length_sq > 0.0 { clamp((point - p).dot(edge) / length_sq, 0.0, 1.0) } else { 0.0 };
            nearest_sq = min(nearest_sq, (point - p - t * edge).length_squared());
            if count >= 3 {
                let height = self.normals[i].dot(point - p);
                deepest = max(deepest, height);
                inside &= height <= 0.0;
            }
        }
        (if inside { deepest } else { nearest_sq.sqrt() }) - self.radius
    }
}
