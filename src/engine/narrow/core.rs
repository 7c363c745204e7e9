//! The cores of two shapes and what the general algorithms ask of them: shadows on an axis, faces, farthest vertices.
//!
//! A core is the polygon under a shape's rounding ([`Convex`]). Here it stands in lanes: a [`Pair`] is one pair of
//! cores per lane, all measured by the same formula. In a step the lanes are filled from a table
//! ([`super::core_table`]), up to eight pairs at once; a pair that is asked for alone, or watched by a probe, is a
//! [`Pair`] of one lane (`with_pair`).
//!
//! Directions and results are in A's frame. B's points stay in B's frame until one is needed: turning a direction
//! once into B's frame is cheaper than carrying all points into A's.
//!
//! Cores of different sizes share a block, so the arrays are as long as the largest needs. Those of a smaller core
//! are filled up with copies that are never better than what they are copies of, so that none is ever chosen.

use super::vector::{Transform, Vector};
use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2, cross, max, min};
use crate::engine::shape::Convex;

/// Axes whose sine is below this are parallel. Larger: depth is off by this share of the size; smaller: the same axis
/// twice.
pub(super) const PARALLEL: f32 = 1e-6;

/// The interval that a shape covers on an axis, metres from A's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shadow<L = f32> {
    /// Lower end.
    pub min: L,
    /// Upper end.
    pub max: L,
}

impl Shadow {
    /// Of points on an axis.
    pub(super) fn of(points: &[Vec2], axis: Vec2) -> Shadow {
        let first = points[0].dot(axis);
        points[1..].iter().fold(Shadow { min: first, max: first }, |shadow, p| {
            let height = p.dot(axis);
            Shadow { min: min(height, shadow.min), max: max(height, shadow.max) }
        })
    }
}

impl<L: Lanes> Shadow<L> {
    /// Moved by `shift` and grown by `radius` at both ends.
    #[inline(always)]
    fn shifted_and_grown(self, shift: L, radius: L) -> Shadow<L> {
        Shadow { min: self.min + shift - radius, max: self.max + shift + radius }
    }

    /// The shadow on the reversed axis.
    #[inline(always)]
    pub fn reversed(self) -> Shadow<L> {
        Shadow { min: L::splat(0.0) - self.max, max: L::splat(0.0) - self.min }
    }

    #[inline(always)]
    pub(super) fn select(mask: L::Mask, yes: Shadow<L>, no: Shadow<L>) -> Shadow<L> {
        Shadow { min: L::select(mask, yes.min, no.min), max: L::select(mask, yes.max, no.max) }
    }

    /// The shadow of the first lane.
    #[inline(always)]
    pub(super) fn first(self) -> Shadow {
        Shadow { min: self.min.first(), max: self.max.first() }
    }
}

/// Both shadows on an axis, turned so that B lies ahead of A.
pub struct Gap<L> {
    /// Unit, from A to B, A's frame.
    pub axis: Vector<L>,
    /// A's shadow, rounding included.
    pub shadow_a: Shadow<L>,
    /// B's.
    pub shadow_b: Shadow<L>,
    /// Signed gap between them, metres; negative = overlap.
    pub separation: L,
}

impl<L: Lanes> Gap<L> {
    /// Of the shadows of A and B on an axis.
    #[inline(always)]
    pub fn between(axis: Vector<L>, [a, b]: [Shadow<L>; 2]) -> Gap<L> {
        let (ahead, behind) = (b.min - a.max, a.min - b.max);
        let is_behind = behind.gt(ahead);
        Gap {
            axis: Vector::select(is_behind, -axis, axis),
            shadow_a: Shadow::select(is_behind, a.reversed(), a),
            shadow_b: Shadow::select(is_behind, b.reversed(), b),
            separation: L::select(is_behind, behind, ahead),
        }
    }

    /// Largest of 1 m and the distances of the two surfaces from A's origin, which their rounding is proportional to.
    #[inline(always)]
    pub fn reach(&self) -> L {
        L::splat(1.0).max(self.shadow_a.max.abs().max(self.shadow_b.min.abs()))
    }
}

/// A core in every lane, in its own frame.
pub struct Core<L, const CORNERS: usize, const AXES: usize> {
    /// Vertices, counter-clockwise when three or more.
    pub points: [Vector<L>; CORNERS],
    /// Outward unit normals: `normals[i]` belongs to the edge from vertex `i` to the next.
    pub normals: [Vector<L>; CORNERS],
    /// Of the normals those that differ in more than the sign.
    pub axes: [Vector<L>; AXES],
    /// Ends of the core's own shadow on each axis.
    pub shadows: [Vector<L>; AXES],
    /// How many of `points` and `normals` are tried; a loop bound, the same in all lanes.
    pub corner_count: usize,
    /// How many of `axes` are tried: none for a point.
    pub axis_count: usize,
    /// Rounding, metres.
    pub radius: L,
    /// How many vertices the core has.
    pub count: L,
    /// 1 for a segment: two vertices and no rounding.
    pub segment: L,
}

impl<const CORNERS: usize, const AXES: usize> Core<f32, CORNERS, AXES> {
    /// The core of one shape, which has at most `CORNERS` vertices.
    pub fn of(convex: Convex<'_>) -> Self {
        let (zero, count) = (Vector { x: 0.0, y: 0.0 }, convex.points.len());
        let mut core = Core {
            points: [zero; CORNERS],
            normals: [zero; CORNERS],
            axes: [zero; AXES],
            shadows: [zero; AXES],
            corner_count: count,
            axis_count: 0,
            radius: convex.radius,
            count: count as f32,
            segment: f32::from(count == 2 && convex.radius == 0.0),
        };
        for (place, &point) in core.points.iter_mut().zip(convex.points) {
            *place = point.into();
        }
        for (place, &normal) in core.normals.iter_mut().zip(convex.normals) {
            *place = normal.into();
        }
        for axis in distinct_axes(convex.normals) {
            let Shadow { min, max } = Shadow::of(convex.points, axis);
            core.axes[core.axis_count] = axis.into();
            core.shadows[core.axis_count] = Vector { x: min, y: max };
            core.axis_count += 1;
        }
        core
    }
}

/// Of the normals of a core those that are tried as axes: no two of them are parallel.
pub(super) fn distinct_axes(normals: &[Vec2]) -> impl Iterator<Item = Vec2> {
    let parallel = |axis: Vec2, other: Vec2| cross(axis, other).abs() < PARALLEL;
    // Boxes, capsules and segments: the second half repeats the first backwards.
    let half = normals.len() / 2;
    let repeats = normals.len().is_multiple_of(2) && (0..half).all(|i| normals[i + half] == -normals[i]);
    let count = if repeats { half } else { normals.len() };
    (0..count).filter(move |&i| !normals[..i].iter().any(|&other| parallel(normals[i], other))).map(|i| normals[i])
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Core<L, CORNERS, AXES> {
    /// True for the core of a circle, which has neither edges nor axes. The same in all lanes.
    #[inline(always)]
    pub fn is_point(&self) -> bool {
        self.axis_count == 0
    }

    /// Its shadow on an axis of its own frame, without its rounding.
    #[inline(always)]
    fn shadow(&self, axis: Vector<L>) -> Shadow<L> {
        let first = self.points[0].dot(axis);
        let mut shadow = Shadow { min: first, max: first };
        for point in &self.points[1..self.corner_count] {
            let height = point.dot(axis);
            shadow = Shadow { min: height.min(shadow.min), max: height.max(shadow.max) };
        }
        shadow
    }

    /// The face that looks most along a direction; a point is a face without length and without a normal.
    #[inline(always)]
    fn face(&self, direction: Vector<L>) -> Face<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let mut highest = self.normals[0].dot(direction);
        let second = self.points[if self.corner_count > 1 { 1 } else { 0 }];
        let mut face = Face { vertices: [zero, zero], ends: [self.points[0], second], normal: self.normals[0] };
        for k in 1..self.corner_count {
            let height = self.normals[k].dot(direction);
            let is_higher = height.gt(highest);
            highest = L::select(is_higher, height, highest);
            let next = if k + 1 == self.corner_count { 0 } else { k + 1 };
            let ends = [self.points[k], self.points[next]];
            let this = Face { vertices: [L::splat(k as f32), zero], ends, normal: self.normals[k] };
            face = Face::select(is_higher, &this, &face);
        }
        let next = face.vertices[0] + one;
        face.vertices[1] = L::select(self.count.gt(next), next, zero);
        face
    }

    /// Number and place of the vertex farthest along a direction; the first of equals.
    #[inline(always)]
    pub fn farthest(&self, direction: Vector<L>) -> (L, Vector<L>) {
        let (mut number, mut point, mut highest) = (L::splat(0.0), self.points[0], self.points[0].dot(direction));
        for k in 1..self.corner_count {
            let height = self.points[k].dot(direction);
            let is_higher = height.gt(highest);
            highest = L::select(is_higher, height, highest);
            number = L::select(is_higher, L::splat(k as f32), number);
            point = Vector::select(is_higher, self.points[k], point);
        }
        (number, point)
    }
}

/// One edge of a core per lane, in A's frame.
#[derive(Clone, Copy)]
pub struct Face<L> {
    /// Numbers of its two vertices; the first is its own number.
    pub vertices: [L; 2],
    /// Its two ends.
    pub ends: [Vector<L>; 2],
    /// Outward unit normal.
    pub normal: Vector<L>,
}

impl<L: Lanes> Face<L> {
    #[inline(always)]
    pub(super) fn select(mask: L::Mask, yes: &Face<L>, no: &Face<L>) -> Face<L> {
        Face {
            vertices: [L::select(mask, yes.vertices[0], no.vertices[0]), L::select(mask, yes.vertices[1], no.vertices[1])],
            ends: [Vector::select(mask, yes.ends[0], no.ends[0]), Vector::select(mask, yes.ends[1], no.ends[1])],
            normal: Vector::select(mask, yes.normal, no.normal),
        }
    }

    /// Length along its own direction, metres: no square root needed.
    #[inline(always)]
    pub fn length(&self) -> L {
        self.normal.perp().dot(self.ends[1] - self.ends[0])
    }

    /// Height of the lower end of another face over this one, metres.
    #[inline(always)]
    pub fn height_of(&self, other: &Face<L>) -> L {
        self.normal.dot(other.ends[0] - self.ends[0]).min(self.normal.dot(other.ends[1] - self.ends[0]))
    }
}

/// A pair of cores in every lane.
pub struct Pair<L, const CORNERS: usize, const AXES: usize> {
    /// The first core.
    pub a: Core<L, CORNERS, AXES>,
    /// The second, in its own frame.
    pub b: Core<L, CORNERS, AXES>,
    /// B's frame in A's frame.
    pub pose: Transform<L>,
}

impl<const CORNERS: usize, const AXES: usize> Pair<f32, CORNERS, AXES> {
    /// One pair. `pose_b_in_a` = `pose_a.inv_mul(pose_b)` of the two bodies.
    pub fn of(a: Convex<'_>, b: Convex<'_>, pose_b_in_a: Pose) -> Self {
        Pair { a: Core::of(a), b: Core::of(b), pose: Transform::splat(pose_b_in_a) }
    }
}

/// Evaluates an expression for a pair of cores in one lane; the arrays are no longer than the pair needs.
macro_rules! with_pair {
    ($a:expr, $b:expr, $pose:expr, |$pair:ident| $body:expr) => {
        if $a.points.len().max($b.points.len()) <= 8 {
            let $pair = &$crate::engine::narrow::core::Pair::<f32, 8, 8>::of($a, $b, $pose);
            $body
        } else {
            const MOST: usize = $crate::engine::tuning::MAX_POLYGON_VERTICES;
            let $pair = &$crate::engine::narrow::core::Pair::<f32, MOST, MOST>::of($a, $b, $pose);
            $body
        }
    };
}
pub(super) use with_pair;

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Pair<L, CORNERS, AXES> {
    /// Both radii together, metres: how much nearer the rounded shapes are than their cores.
    #[inline(always)]
    pub fn radius(&self) -> L {
        self.a.radius + self.b.radius
    }

    /// An axis to start with; a point has none.
    #[inline(always)]
    pub fn first_axis(&self) -> Vector<L> {
        if self.a.is_point() { Vector::splat(Vec2::Y) } else { self.a.axes[0] }
    }

    /// Shadows of both shapes on a unit axis, rounding included.
    #[inline(always)]
    pub fn shadows(&self, axis: Vector<L>) -> [Shadow<L>; 2] {
        [self.shadow_a(axis), self.shadow_b(self.pose.inv_rotate(axis), axis)]
    }

    /// The same for axis `k` of A, on which A's shadow is known.
    #[inline(always)]
    pub fn shadows_on_axis_of_a(&self, k: usize) -> [Shadow<L>; 2] {
        let (axis, own) = (self.a.axes[k], self.a.shadows[k]);
        let shadow_a = Shadow { min: own.x, max: own.y }.shifted_and_grown(L::splat(0.0), self.a.radius);
        [shadow_a, self.shadow_b(self.pose.inv_rotate(axis), axis)]
    }

    /// The same for axis `k` of B, which is `axis` in A's frame.
    #[inline(always)]
    pub fn shadows_on_axis_of_b(&self, k: usize, axis: Vector<L>) -> [Shadow<L>; 2] {
        let own = self.b.shadows[k];
        let shadow_b = Shadow { min: own.x, max: own.y };
        [self.shadow_a(axis), shadow_b.shifted_and_grown(self.pose.position.dot(axis), self.b.radius)]
    }

    #[inline(always)]
    fn shadow_a(&self, axis: Vector<L>) -> Shadow<L> {
        self.a.shadow(axis).shifted_and_grown(L::splat(0.0), self.a.radius)
    }

    /// B's shadow on an axis that is known in both frames.
    #[inline(always)]
    fn shadow_b(&self, local_axis: Vector<L>, axis: Vector<L>) -> Shadow<L> {
        self.b.shadow(local_axis).shifted_and_grown(self.pose.position.dot(axis), self.b.radius)
    }

    /// The face of A that looks most along a direction and that of B that looks most against it.
    #[inline(always)]
    pub fn faces(&self, direction: Vector<L>) -> [Face<L>; 2] {
        let pose = &self.pose;
        let mut face_b = self.b.face(pose.inv_rotate(-direction));
        face_b.ends = [pose.transform_point(face_b.ends[0]), pose.transform_point(face_b.ends[1])];
        face_b.normal = pose.rotate(face_b.normal);
        [self.a.face(direction), face_b]
    }
}
