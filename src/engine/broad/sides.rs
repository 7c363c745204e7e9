//! A box as four numbers of which all compare the same way.
//!
//! Two boxes overlap when neither begins beyond the end of the other, in x and in y: four comparisons, two of each
//! direction. With the signs of the upper sides turned over they have one direction, and one four-lane comparison
//! answers:
//!
//! ```text
//!   sides of A   ( min x,  min y, −max x, −max y)
//!       ≤ all four?
//!   bound of B   ( max x,  max y, −min x, −min y)
//! ```
//!
//! Turning a sign over is exact, so a box comes back as it went in.

use crate::engine::aabb::Aabb;
use crate::engine::math::Vec2;
use glam::Vec4;

/// See the head of this file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides(Vec4);

impl Sides {
    /// Overlaps nothing, not even itself.
    pub const NOWHERE: Sides = Sides(Vec4::INFINITY);

    /// Those of a box.
    #[inline]
    pub fn of(aabb: Aabb) -> Sides {
        Sides(Vec4::new(aabb.min.x, aabb.min.y, -aabb.max.x, -aabb.max.y))
    }

    /// From the four numbers.
    #[inline]
    pub fn from_numbers(numbers: [f32; 4]) -> Sides {
        Sides(Vec4::from_array(numbers))
    }

    /// The four numbers.
    #[inline]
    pub fn numbers(self) -> [f32; 4] {
        self.0.to_array()
    }

    /// The box.
    #[inline]
    pub fn aabb(self) -> Aabb {
        Aabb { min: Vec2::new(self.0.x, self.0.y), max: -Vec2::new(self.0.z, self.0.w) }
    }

    /// What [`Sides::overlap`] is asked with.
    #[inline]
    pub fn bound(self) -> Vec4 {
        -Vec4::new(self.0.z, self.0.w, self.0.x, self.0.y)
    }

    /// True when the box shares at least one point with the one whose bound this is.
    #[inline]
    pub fn overlap(self, bound: Vec4) -> bool {
        self.0.cmple(bound).all()
    }
}
