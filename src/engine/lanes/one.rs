//! One lane: a plain number.

use super::numbers::{Float4, Float4Pair, IndexRow, LaneRow, Lanes};
use crate::engine::math::{max, min};

impl Lanes for f32 {
    const COUNT: usize = 1;
    type Mask = bool;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        x
    }
    #[inline(always)]
    fn load(row: &LaneRow, at: usize) -> Self {
        row.0[at]
    }
    #[inline(always)]
    fn store(self, row: &mut LaneRow, at: usize) {
        row.0[at] = self;
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        min(self, other)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        max(self, other)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn gt(self, other: Self) -> bool {
        self > other
    }
    #[inline(always)]
    fn and(one: bool, other: bool) -> bool {
        one && other
    }
    #[inline(always)]
    fn or(one: bool, other: bool) -> bool {
        one || other
    }
    #[inline(always)]
    fn and_not(one: bool, other: bool) -> bool {
        one && !other
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn first(self) -> f32 {
        self
    }
    #[inline(always)]
    fn gather(quads: &[Float4], index: &IndexRow, at: usize) -> [Self; 4] {
        quads[index.0[at] as usize].0
    }
    #[inline(always)]
    fn gather_first(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4] {
        pairs[index.0[at] as usize].first.0
    }
    #[inline(always)]
    fn gather_last(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4] {
        pairs[index.0[at] as usize].last.0
    }
    #[inline(always)]
    fn scatter_first(numbers: [Self; 4], pairs: &mut [Float4Pair], index: &IndexRow, at: usize) {
        pairs[index.0[at] as usize].first.0 = numbers;
    }
}
