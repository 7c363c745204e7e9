//! Two convex shapes, the second seen from the first.
//!
//! What GJK and EPA ask of a pair is here: vertices and *support points*, the farthest vertices in a direction.
//! Directions and results are in A's frame. B's points stay in B's frame until one is needed: turning a direction
//! once into B's frame is cheaper than carrying all points into A's.

use crate::engine::math::{Pose, Vec2};
use crate::engine::shape::Convex;

/// A, and B placed in A's frame.
#[derive(Clone, Copy, Debug)]
pub struct ConvexPair<'a> {
    /// First shape.
    pub a: Convex<'a>,
    /// Second shape, in its own frame.
    pub b: Convex<'a>,
    /// B's frame in A's frame.
    pub pose: Pose,
}

impl<'a> ConvexPair<'a> {
    /// `pose_b_in_a` = `pose_a.inv_mul(pose_b)` of the two bodies.
    #[inline]
    pub fn new(a: Convex<'a>, b: Convex<'a>, pose_b_in_a: Pose) -> ConvexPair<'a> {
        ConvexPair { a, b, pose: pose_b_in_a }
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
