//! Vectors and poses in lanes: one per pair that is measured, with the operations of [`crate::engine::math`] in their
//! order. At one lane a [`Vector<f32>`] is a [`Vec2`].

use crate::engine::lanes::Lanes;
use crate::engine::math::{Pose, Vec2};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// One vector per lane.
#[derive(Clone, Copy)]
pub struct Vector<L> {
    /// First coordinates.
    pub x: L,
    /// Second coordinates.
    pub y: L,
}

impl<L: Lanes> Vector<L> {
    /// The same vector in every lane.
    #[inline(always)]
    pub fn splat(v: Vec2) -> Vector<L> {
        Vector { x: L::splat(v.x), y: L::splat(v.y) }
    }

    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, other: Vector<L>) -> L {
        self.x * other.x + self.y * other.y
    }

    /// Like [`crate::engine::math::cross`].
    #[inline(always)]
    pub fn cross(self, other: Vector<L>) -> L {
        self.x * other.y - self.y * other.x
    }

    /// Like [`crate::engine::math::perp`].
    #[inline(always)]
    pub fn perp(self) -> Vector<L> {
        Vector { x: L::splat(0.0) - self.y, y: self.x }
    }

    /// `yes` where the mask is set, else `no`.
    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Vector<L>, no: Vector<L>) -> Vector<L> {
        Vector { x: L::select(mask, yes.x, no.x), y: L::select(mask, yes.y, no.y) }
    }

    /// The vector of the first lane.
    #[inline(always)]
    pub fn first(self) -> Vec2 {
        Vec2::new(self.x.first(), self.y.first())
    }
}

impl From<Vec2> for Vector<f32> {
    #[inline(always)]
    fn from(v: Vec2) -> Vector<f32> {
        Vector { x: v.x, y: v.y }
    }
}

/// `a <= b`, and true where one is NaN.
#[inline(always)]
pub fn not_gt<L: Lanes>(a: L, b: L) -> L::Mask {
    L::and_not(all_set::<L>(), a.gt(b))
}

/// True in every lane.
#[inline(always)]
pub fn all_set<L: Lanes>() -> L::Mask {
    L::splat(1.0).gt(L::splat(0.0))
}

/// True in no lane.
#[inline(always)]
pub fn none_set<L: Lanes>() -> L::Mask {
    L::splat(0.0).gt(L::splat(0.0))
}

/// True when the mask is set in every lane.
#[inline(always)]
pub fn in_every_lane<L: Lanes>(mask: L::Mask) -> bool {
    L::bits(mask) == (1 << L::COUNT) - 1
}

/// True when the mask is set in the first lane, the one that a probe watches.
#[inline(always)]
pub fn in_first_lane<L: Lanes>(mask: L::Mask) -> bool {
    L::bits(mask) & 1 == 1
}

impl<L: Lanes> Add for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn add(self, other: Vector<L>) -> Vector<L> {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }
}

impl<L: Lanes> Sub for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn sub(self, other: Vector<L>) -> Vector<L> {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }
}

impl<L: Lanes> Mul<L> for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn mul(self, factor: L) -> Vector<L> {
        Vector { x: self.x * factor, y: self.y * factor }
    }
}

impl<L: Lanes> Div<L> for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn div(self, divisor: L) -> Vector<L> {
        Vector { x: self.x / divisor, y: self.y / divisor }
    }
}

impl<L: Lanes> Neg for Vector<L> {
    type Output = Vector<L>;
    #[inline(always)]
    fn neg(self) -> Vector<L> {
        Vector { x: L::splat(0.0) - self.x, y: L::splat(0.0) - self.y }
    }
}

/// B's frame in A's frame, per lane: first rotate, then translate.
#[derive(Clone, Copy)]
pub struct Transform<L> {
    /// Origin of the frame, metres.
    pub position: Vector<L>,
    /// Cosine of its angle.
    pub cos: L,
    /// Sine of its angle.
    pub sin: L,
}

impl<L: Lanes> Transform<L> {
    /// The same pose in every lane.
    #[inline(always)]
    pub fn splat(pose: Pose) -> Transform<L> {
        let Pose { position, rotation } = pose;
        Transform { position: Vector::splat(position), cos: L::splat(rotation.cos), sin: L::splat(rotation.sin) }
    }

    /// A direction of this frame in the outer frame.
    #[inline(always)]
    pub fn rotate(&self, v: Vector<L>) -> Vector<L> {
        Vector { x: self.cos * v.x - self.sin * v.y, y: self.sin * v.x + self.cos * v.y }
    }

    /// A direction of the outer frame in this frame.
    #[inline(always)]
    pub fn inv_rotate(&self, v: Vector<L>) -> Vector<L> {
        Vector { x: self.cos * v.x + self.sin * v.y, y: self.cos * v.y - self.sin * v.x }
    }

    /// A local point in the outer frame.
    #[inline(always)]
    pub fn transform_point(&self, local: Vector<L>) -> Vector<L> {
        self.position + self.rotate(local)
    }

    /// `inner`, given in this frame, in the outer frame.
    #[inline(always)]
    pub fn compose(&self, inner: &Transform<L>) -> Transform<L> {
        Transform {
            position: self.transform_point(inner.position),
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
        }
    }
}
