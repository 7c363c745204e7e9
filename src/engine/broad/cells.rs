//! Cells of all sizes, and their buckets on the ring ([`super::grid`]).

use crate::engine::aabb::Aabb;
use crate::engine::math::{Vec2, max};

/// Exponent of the finest cell size: 2⁻⁵ m. Smaller boxes share it.
const FINEST: i32 = -5;
/// Levels from 3 cm to 2²⁶ m: more than the world's width.
const LEVELS: i32 = 32;

/// The cells of a level in which boxes that overlap a region may begin.
#[derive(Clone, Copy)]
pub(super) struct Cells {
    pub x0: i32,
    pub x1: i32,
    pub y0: i32,
    pub y1: i32,
    inv_cell: f32,
}

impl Cells {
    #[inline]
    pub fn of(region: Aabb, level: u32) -> Cells {
        let inv_cell = inv_cell_of(level);
        let (low, high) = (region.min * inv_cell, region.max * inv_cell);
        Cells { x0: floor(low.x) - 1, x1: floor(high.x), y0: floor(low.y) - 1, y1: floor(high.y), inv_cell }
    }

    pub fn count(self) -> u64 {
        let side = |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1) as u64;
        side(self.x0, self.x1).saturating_mul(side(self.y0, self.y1))
    }

    /// True when a box that begins here lies in one of the cells of row `y`.
    pub fn holds_in_row(self, y: i32, place: Vec2) -> bool {
        let x = floor(place.x * self.inv_cell);
        floor(place.y * self.inv_cell) == y && self.x0 <= x && x <= self.x1
    }
}

/// The level whose cells are just larger than the box: its size lies in [cell / 2, cell), or below the finest cell.
#[inline]
pub(super) fn level_of(aabb: Aabb) -> u32 {
    let size = aabb.size();
    let exponent = (max(size.x, size.y).to_bits() >> 23) as i32 - 127;
    (exponent + 1 - FINEST).clamp(0, LEVELS - 1) as u32
}

/// One over the length of a cell's side, 1/m: an exact power of two.
#[inline]
pub(super) fn inv_cell_of(level: u32) -> f32 {
    f32::from_bits(((127 - FINEST - level as i32) as u32) << 23)
}

/// The largest whole number not above `x`, limited to what cells are numbered with. (`f32::floor` is a call on
/// processors without an instruction for it.)
#[inline]
pub(super) fn floor(x: f32) -> i32 {
    let towards_zero = x as i32;
    towards_zero.saturating_sub(i32::from(towards_zero as f32 > x)).clamp(-(1 << 30), 1 << 30)
}

/// The bucket of a cell.
#[inline]
pub(super) fn bucket_of(bucket_count: usize, level: u32, x: i32, y: i32) -> u32 {
    let bits = bucket_count.trailing_zeros();
    let golden = (0x9E37_79B9_u32 >> (u32::BITS - bits)) | 1;
    // Levels begin at unrelated places of the ring.
    let begin = level.wrapping_mul(0x85EB_CA6B) >> (u32::BITS - bits);
    (x as u32).wrapping_add((y as u32).wrapping_mul(golden)).wrapping_add(begin) & (bucket_count as u32 - 1)
}
