//! Faces that look at each other, in lanes: [`crate::engine::narrow::placement::Placement::face_a`] and `face_b`.

use super::sat::{Core, Pair};
use super::vector::Vector;
use crate::engine::lanes::Lanes;

/// One edge of a core per lane.
#[derive(Clone, Copy)]
pub(super) struct Face<L> {
    /// Numbers of its two vertices; the first is its own number.
    pub vertices: [L; 2],
    pub ends: [Vector<L>; 2],
    /// Outward unit normal.
    pub normal: Vector<L>,
}

impl<L: Lanes> Face<L> {
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: &Face<L>, no: &Face<L>) -> Face<L> {
        Face {
            vertices: [L::select(mask, yes.vertices[0], no.vertices[0]), L::select(mask, yes.vertices[1], no.vertices[1])],
            ends: [Vector::select(mask, yes.ends[0], no.ends[0]), Vector::select(mask, yes.ends[1], no.ends[1])],
            normal: Vector::select(mask, yes.normal, no.normal),
        }
    }

    /// Length, metres.
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

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Core<L, CORNERS, AXES> {
    /// The face that looks most along a direction, all in the core's own frame.
    #[inline(always)]
    fn face(&self, direction: Vector<L>) -> Face<L> {
        let (zero, one) = (L::splat(0.0), L::splat(1.0));
        let mut highest = self.normals[0].dot(direction);
        let mut face = Face { vertices: [zero, zero], ends: [self.points[0], self.points[1]], normal: self.normals[0] };
        for k in 1..CORNERS {
            let height = self.normals[k].dot(direction);
            let is_higher = height.gt(highest);
            highest = L::select(is_higher, height, highest);
            let ends = [self.points[k], self.points[(k + 1) % CORNERS]];
            face = Face::select(is_higher, &Face { vertices: [L::splat(k as f32), zero], ends, normal: self.normals[k] }, &face);
        }
        let next = face.vertices[0] + one;
        face.vertices[1] = L::select(self.count.gt(next), next, zero);
        face
    }

    /// Number and place of the vertex farthest along a direction.
    #[inline(always)]
    pub fn farthest(&self, direction: Vector<L>) -> (L, Vector<L>) {
        let (mut number, mut point, mut highest) = (L::splat(0.0), self.points[0], self.points[0].dot(direction));
        for k in 1..CORNERS {
            let height = self.points[k].dot(direction);
            let is_higher = height.gt(highest);
            highest = L::select(is_higher, height, highest);
            number = L::select(is_higher, L::splat(k as f32), number);
            point = Vector::select(is_higher, self.points[k], point);
        }
        (number, point)
    }
}

impl<L: Lanes, const CORNERS: usize, const AXES: usize> Pair<L, CORNERS, AXES> {
    /// The face of A that looks most along a direction and that of B that looks most against it, in A's frame.
    #[inline(always)]
    pub fn faces(&self, direction: Vector<L>) -> [Face<L>; 2] {
        let frame = &self.frame;
        let mut face_b = self.b.face(frame.inv_rotate(direction.reversed()));
        face_b.ends = [frame.transform_point(face_b.ends[0]), frame.transform_point(face_b.ends[1])];
        face_b.normal = frame.rotate(face_b.normal);
        [self.a.face(direction), face_b]
    }
}
