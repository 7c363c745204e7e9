//! Four lanes, through the crate `wide`: SSE2, NEON and the browser's SIMD where they exist, else plain code, without
//! any unsafe of ours.

use super::numbers::{Float4, Float4Pair, IndexRow, LaneRow, Lanes};
use std::ops::{Add, Div, Mul, Sub};
use wide::f32x4;

/// Four numbers.
#[derive(Clone, Copy)]
pub struct Four(f32x4);

impl Add for Four {
    type Output = Four;
    #[inline(always)]
    fn add(self, other: Four) -> Four {
        Four(self.0 + other.0)
    }
}

impl Sub for Four {
    type Output = Four;
    #[inline(always)]
    fn sub(self, other: Four) -> Four {
        Four(self.0 - other.0)
    }
}

impl Mul for Four {
    type Output = Four;
    #[inline(always)]
    fn mul(self, other: Four) -> Four {
        Four(self.0 * other.0)
    }
}

impl Div for Four {
    type Output = Four;
    #[inline(always)]
    fn div(self, other: Four) -> Four {
        Four(self.0 / other.0)
    }
}

#[inline(always)]
fn transposed(quads: [[f32; 4]; 4]) -> [Four; 4] {
    let [a, b, c, d] = quads;
    let [a, b, c, d] = f32x4::transpose([f32x4::new(a), f32x4::new(b), f32x4::new(c), f32x4::new(d)]);
    [Four(a), Four(b), Four(c), Four(d)]
}

impl Lanes for Four {
    const COUNT: usize = 4;
    type Mask = f32x4;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        Four(f32x4::splat(x))
    }
    #[inline(always)]
    fn load(row: &LaneRow, at: usize) -> Self {
        Four(f32x4::new([row.0[at], row.0[at + 1], row.0[at + 2], row.0[at + 3]]))
    }
    #[inline(always)]
    fn store(self, row: &mut LaneRow, at: usize) {
        row.0[at..at + 4].copy_from_slice(&self.0.to_array());
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Four(other.0.simd_gt(self.0).bitselect(self.0, other.0))
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Four(self.0.simd_gt(other.0).bitselect(self.0, other.0))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Four(self.0.sqrt())
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Four(self.0.abs())
    }
    #[inline(always)]
    fn gt(self, other: Self) -> f32x4 {
        self.0.simd_gt(other.0)
    }
    #[inline(always)]
    fn and(one: f32x4, other: f32x4) -> f32x4 {
        one & other
    }
    #[inline(always)]
    fn or(one: f32x4, other: f32x4) -> f32x4 {
        one | other
    }
    #[inline(always)]
    fn and_not(one: f32x4, other: f32x4) -> f32x4 {
        one & !other
    }
    #[inline(always)]
    fn select(mask: f32x4, yes: Self, no: Self) -> Self {
        Four(mask.bitselect(yes.0, no.0))
    }
    #[inline(always)]
    fn bits(mask: f32x4) -> u32 {
        mask.to_bitmask()
    }
    #[inline(always)]
    fn first(self) -> f32 {
        self.0.to_array()[0]
    }
    #[inline(always)]
    fn gather(quads: &[Float4], index: &IndexRow, at: usize) -> [Self; 4] {
        let (a, b) = (quads[index.0[at] as usize].0, quads[index.0[at + 1] as usize].0);
        let (c, d) = (quads[index.0[at + 2] as usize].0, quads[index.0[at + 3] as usize].0);
        transposed([a, b, c, d])
    }
    #[inline(always)]
    fn gather_first(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4] {
        let (a, b) = (pairs[index.0[at] as usize].first.0, pairs[index.0[at + 1] as usize].first.0);
        let (c, d) = (pairs[index.0[at + 2] as usize].first.0, pairs[index.0[at + 3] as usize].first.0);
        transposed([a, b, c, d])
    }
    #[inline(always)]
    fn gather_last(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4] {
        let (a, b) = (pairs[index.0[at] as usize].last.0, pairs[index.0[at + 1] as usize].last.0);
        let (c, d) = (pairs[index.0[at + 2] as usize].last.0, pairs[index.0[at + 3] as usize].last.0);
        transposed([a, b, c, d])
    }
    #[inline(always)]
    fn scatter_first(numbers: [Self; 4], pairs: &mut [Float4Pair], index: &IndexRow, at: usize) {
        let [a, b, c, d] = f32x4::transpose([numbers[0].0, numbers[1].0, numbers[2].0, numbers[3].0]);
        pairs[index.0[at] as usize].first.0 = a.to_array();
        pairs[index.0[at + 1] as usize].first.0 = b.to_array();
        pairs[index.0[at + 2] as usize].first.0 = c.to_array();
        pairs[index.0[at + 3] as usize].first.0 = d.to_array();
    }
}
