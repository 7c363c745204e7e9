//! Two convex shapes, the second seen from the first.
//!
//! Everything the general algorithms ask of a pair is here: vertices, faces, and *support points*, the farthest vertices in a
//! direction. Directions and results are in A's frame. B's points stay in B's frame until one is needed: turning a
//! direction once into B's frame is cheaper than carrying all points into A's.

use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::shape::Convex;

/// A, and B placed in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct Placement<'a> {
    /// First shape.
    pub a: Convex<'a>,
    /// Second shape, in its own frame.
    pub b: Convex<'a>,
    /// B's frame in A's frame.
    pub pose: Pose,
}

/// One edge of a core, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// The edge's number: it runs from this vertex to the next.
    pub index: usize,
    /// Numbers of its two vertices.
    pub vertices: [usize; 2],
    /// Its two ends.
    pub ends: [Vec2; 2],
    /// Outward unit normal.
    pub normal: Vec2,
}

/// The interval a shape covers on an axis, metres from A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow {
    /// Lower end.
    pub min: f32,
    /// Upper end.
    pub max: f32,
}

impl Shadow {
    /// Of points on an axis. Boxes and lines, the most frequent shapes, are written out: a quarter faster than the loop.
    #[inline]
    pub(super) fn of(points: &[Vec2], axis: Vec2) -> Shadow {
        match points {
            [p, q] => Shadow::between(p.dot(axis), q.dot(axis)),
            [p, q, r, s] => {
                let (one, other) = (Shadow::between(p.dot(axis), q.dot(axis)), Shadow::between(r.dot(axis), s.dot(axis)));
                Shadow { min: min(one.min, other.min), max: max(one.max, other.max) }
            }
            _ => {
                let first = points[0].dot(axis);
                points[1..].iter().fold(Shadow { min: first, max: first }, |shadow, p| {
                    let height = p.dot(axis);
                    Shadow { min: min(height, shadow.min), max: max(height, shadow.max) }
                })
            }
        }
    }

    #[inline]
    fn between(a: f32, b: f32) -> Shadow {
        Shadow { min: min(a, b), max: max(a, b) }
    }

    /// Moved by `shift` and grown by `radius` at both ends.
    #[inline]
    fn shifted_and_grown(self, shift: f32, radius: f32) -> Shadow {
        Shadow { min: self.min + shift - radius, max: self.max + shift + radius }
    }

    /// The shadow on the reversed axis.
    #[inline]
    pub fn reversed(self) -> Shadow {
        Shadow { min: -self.max, max: -self.min }
    }
}

impl<'a> Placement<'a> {
    /// `pose_b_in_a` = `pose_a.inv_mul(pose_b)` of the two bodies.
    #[inline]
    pub fn new(a: Convex<'a>, b: Convex<'a>, pose_b_in_a: Pose) -> Placement<'a> {
        Placement { a, b, pose: pose_b_in_a }
    }

    /// Both radii together, metres: how much nearer the rounded shapes are than their cores.
    #[inline]
    pub fn radius(&self) -> f32 {
        self.a.radius + self.b.radius
    }

    /// Vertex of B's core.
    #[inline]
    pub fn point_b(&self, index: usize) -> Vec2 {
        self.pose.transform_point(self.b.points[index])
    }

    /// Normal of an edge of B.
    #[inline]
    pub fn normal_b(&self, index: usize) -> Vec2 {
        self.pose.rotation.rotate(self.b.normals[index])
    }

    /// A's shadow on a unit axis, rounding included.
    #[inline]
    pub fn shadow_a(&self, axis: Vec2) -> Shadow {
        Shadow::of(self.a.points, axis).shifted_and_grown(0.0, self.a.radius)
    }

    /// B's shadow on a unit axis, rounding included.
    #[inline]
    pub fn shadow_b(&self, axis: Vec2) -> Shadow {
        let local_axis = self.pose.rotation.inv_rotate(axis);
        self.placed_shadow_b(local_axis, axis)
    }

    /// B's shadow on `axis`, which is the normal of its edge `i` as seen from A; rounding included. As [`Self::shadow_b`], without turning the axis there and back.
    #[inline]
    pub fn shadow_b_over_edge(&self, i: usize, axis: Vec2) -> Shadow {
        self.placed_shadow_b(self.b.normals[i], axis)
    }

    /// B's shadow on one axis that is known in both frames.
    #[inline]
    fn placed_shadow_b(&self, local_axis: Vec2, axis: Vec2) -> Shadow {
        Shadow::of(self.b.points, local_axis).shifted_and_grown(self.pose.position.dot(axis), self.b.radius)
    }

    /// Number of A's vertex farthest along `direction`; the first of equals.
    #[inline]
    pub fn support_a(&self, direction: Vec2) -> usize {
        farthest(self.a.points, direction)
    }

    /// Number of B's vertex farthest along `direction`; the first of equals.
    #[inline]
    pub fn support_b(&self, direction: Vec2) -> usize {
        farthest(self.b.points, self.pose.rotation.inv_rotate(direction))
    }

    /// A's face that looks most along `direction`; `None` when A's core is a point.
    #[inline]
    pub fn face_a(&self, direction: Vec2) -> Option<Face> {
        let (index, next) = facing(self.a.normals, direction)?;
        Some(Face { index, vertices: [index, next], ends: [self.a.points[index], self.a.points[next]], normal: self.a.normals[index] })
    }

    /// B's face that looks most along `direction`; `None` when B's core is a point.
    #[inline]
    pub fn face_b(&self, direction: Vec2) -> Option<Face> {
        let (index, next) = facing(self.b.normals, self.pose.rotation.inv_rotate(direction))?;
        let ends = [self.point_b(index), self.point_b(next)];
        Some(Face { index, vertices: [index, next], ends, normal: self.normal_b(index) })
    }
}

/// Index of the farthest point along `direction`.
#[inline]
fn farthest(points: &[Vec2], direction: Vec2) -> usize {
    let mut best = 0;
    let mut best_height = points[0].dot(direction);
    for (i, p) in points.iter().enumerate().skip(1) {
        let height = p.dot(direction);
        if height > best_height {
            best = i;
            best_height = height;
        }
    }
    best
}

/// Index of the normal nearest to `direction`, and the one after it.
#[inline]
fn facing(normals: &[Vec2], direction: Vec2) -> Option<(usize, usize)> {
    if normals.is_empty() {
        return None;
    }
    let index = farthest(normals, direction);
    let next = if index + 1 == normals.len() { 0 } else { index + 1 };
    Some((index, next))
}
