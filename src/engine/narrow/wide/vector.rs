//! A vector in every lane, with the operations of [`crate::engine::math`] in their order.

use crate::engine::lanes::Lanes;
use std::ops::{Add, Sub};

/// One vector per lane.
#[derive(Clone, Copy)]
pub(super) struct Vector<L> {
    pub x: L,
    pub y: L,
}

impl<L: Lanes> Vector<L> {
    #[inline(always)]
    pub fn dot(self, other: Vector<L>) -> L {
        self.x * other.x + self.y * other.y
    }

    #[inline(always)]
    pub fn cross(self, other: Vector<L>) -> L {
        self.x * other.y - self.y * other.x
    }

    #[inline(always)]
    pub fn perp(self) -> Vector<L> {
        Vector { x: L::splat(0.0) - self.y, y: self.x }
    }

    #[inline(always)]
    pub fn times(self, factor: L) -> Vector<L> {
        Vector { x: self.x * factor, y: self.y * factor }
    }

    #[inline(always)]
    pub fn over(self, divisor: L) -> Vector<L> {
        Vector { x: self.x / divisor, y: self.y / divisor }
    }

    #[inline(always)]
    pub fn reversed(self) -> Vector<L> {
        Vector { x: L::splat(0.0) - self.x, y: L::splat(0.0) - self.y }
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Vector<L>, no: Vector<L>) -> Vector<L> {
        Vector { x: L::select(mask, yes.x, no.x), y: L::select(mask, yes.y, no.y) }
    }
}

/// `a <= b`, and yes where one is NaN.
#[inline(always)]
pub(super) fn not_gt<L: Lanes>(a: L, b: L) -> L::Mask {
    L::and_not(L::splat(1.0).gt(L::splat(0.0)), a.gt(b))
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

/// B's frame in A's frame, per lane.
#[derive(Clone, Copy)]
pub(super) struct Frame<L> {
    pub position: Vector<L>,
    pub cos: L,
    pub sin: L,
}

impl<L: Lanes> Frame<L> {
    #[inline(always)]
    pub fn rotate(&self, v: Vector<L>) -> Vector<L> {
        Vector { x: self.cos * v.x - self.sin * v.y, y: self.sin * v.x + self.cos * v.y }
    }

    #[inline(always)]
    pub fn inv_rotate(&self, v: Vector<L>) -> Vector<L> {
        Vector { x: self.cos * v.x + self.sin * v.y, y: self.cos * v.y - self.sin * v.x }
    }

    /// A frame that is given in this one, seen from outside.
    #[inline(always)]
    pub fn compose(&self, inner: &Frame<L>) -> Frame<L> {
        Frame {
            position: self.transform_point(inner.position),
            cos: self.cos * inner.cos - self.sin * inner.sin,
            sin: self.sin * inner.cos + self.cos * inner.sin,
        }
    }

    #[inline(always)]
    pub fn transform_point(&self, local: Vector<L>) -> Vector<L> {
        self.position + self.rotate(local)
    }
}
