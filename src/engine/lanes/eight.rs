//! Eight lanes: AVX2 registers. One of the engine's two modules with `unsafe` (the other, `prefetch`, gives hints to
//! memory), and what each use rests on.
//!
//! *Instructions.* Values of [`Eight`] exist only inside [`run`], which the parent calls after it has asked the
//! processor for AVX2; the type is not visible elsewhere. So wherever a method runs, the instructions exist.
//!
//! *Memory.* Rows, quads and pairs are `repr(C)` with the alignment that their load needs, lengths are those of the
//! arrays, and every index into bodies is checked as for a slice.
//!
//! *Inlining.* What a kernel calls must be inlined into the one function that is compiled for AVX2; what is not falls
//! back to calls through memory and costs five times as much. Functions are marked `#[inline(always)]`; closures and
//! `array::map` cannot be, so kernels do without them.
//!
//! Why not the crate `wide` here too: it chooses its instructions when it is compiled, so a program for any x86-64
//! machine would get pairs of SSE2 registers. `#[inline(always)]` methods, inlined into one function that is compiled
//! for AVX2, choose at run time.

#![allow(unsafe_code)]

use super::numbers::{BLOCK, Float4, Float4Pair, IndexRow, Kernel, LaneRow, Lanes};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Sub};

/// Eight numbers.
#[derive(Clone, Copy)]
pub struct Eight(__m256);

/// Runs a kernel with eight lanes. The processor must have AVX2: the parent has asked.
#[inline]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[target_feature(enable = "avx2")]
    fn compiled_for_avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Eight>()
    }
    debug_assert!(std::arch::is_x86_feature_detected!("avx2"));
    // SAFETY: the parent calls this only when the processor has AVX2.
    unsafe { compiled_for_avx2(kernel) }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $instruction:ident) => {
        impl $trait for Eight {
            type Output = Eight;
            #[inline(always)]
            fn $method(self, other: Eight) -> Eight {
                // SAFETY: an `Eight` exists only where AVX2 does.
                unsafe { Eight($instruction(self.0, other.0)) }
            }
        }
    };
}
operator!(Add, add, _mm256_add_ps);
operator!(Sub, sub, _mm256_sub_ps);
operator!(Mul, mul, _mm256_mul_ps);
operator!(Div, div, _mm256_div_ps);

/// Rows to columns within each half of four lanes.
///
/// ```text
///   a0 a1 a2 a3 | a4 …        a0 b0 c0 d0 | a4 …
///   b0 b1 b2 b3 |        →    a1 b1 c1 d1 |
///   c0 c1 c2 c3 |             a2 b2 c2 d2 |
///   d0 d1 d2 d3 |             a3 b3 c3 d3 |
/// ```
#[inline(always)]
fn transposed([a, b, c, d]: [__m256; 4]) -> [__m256; 4] {
    // SAFETY: called only with registers that exist, see the head.
    unsafe {
        let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, d), _mm256_unpackhi_ps(c, d));
        [
            _mm256_shuffle_ps::<0x44>(ab_low, cd_low),
            _mm256_shuffle_ps::<0xEE>(ab_low, cd_low),
            _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
            _mm256_shuffle_ps::<0xEE>(ab_high, cd_high),
        ]
    }
}

/// One quad in the low half, another in the high half.
#[inline(always)]
fn joined(low: &Float4, high: &Float4) -> __m256 {
    // SAFETY: a quad is four floats on a 16-byte boundary.
    unsafe { _mm256_insertf128_ps::<1>(_mm256_castps128_ps256(_mm_load_ps(low.0.as_ptr())), _mm_load_ps(high.0.as_ptr())) }
}

#[inline(always)]
fn wrapped([a, b, c, d]: [__m256; 4]) -> [Eight; 4] {
    [Eight(a), Eight(b), Eight(c), Eight(d)]
}

#[inline(always)]
fn put_low(column: __m256, pairs: &mut [Float4Pair], index: u32) {
    let quad = pairs[index as usize].first.0.as_mut_ptr();
    // SAFETY: a quad is four floats on a 16-byte boundary.
    unsafe { _mm_store_ps(quad, _mm256_castps256_ps128(column)) }
}

#[inline(always)]
fn put_high(column: __m256, pairs: &mut [Float4Pair], index: u32) {
    let quad = pairs[index as usize].first.0.as_mut_ptr();
    // SAFETY: a quad is four floats on a 16-byte boundary.
    unsafe { _mm_store_ps(quad, _mm256_extractf128_ps::<1>(column)) }
}

impl Lanes for Eight {
    const COUNT: usize = BLOCK;
    type Mask = __m256;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        // SAFETY: see the head, as for all below.
        unsafe { Eight(_mm256_set1_ps(x)) }
    }
    #[inline(always)]
    fn load(row: &LaneRow, _at: usize) -> Self {
        // SAFETY: a row is eight floats on a 32-byte boundary.
        unsafe { Eight(_mm256_load_ps(row.0.as_ptr())) }
    }
    #[inline(always)]
    fn store(self, row: &mut LaneRow, _at: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm256_store_ps(row.0.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // `minps(a, b)` is `if a < b { a } else { b }`, as ours.
        unsafe { Eight(_mm256_min_ps(self.0, other.0)) }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        unsafe { Eight(_mm256_max_ps(self.0, other.0)) }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        unsafe { Eight(_mm256_sqrt_ps(self.0)) }
    }
    #[inline(always)]
    fn abs(self) -> Self {
        unsafe { Eight(_mm256_andnot_ps(_mm256_set1_ps(-0.0), self.0)) }
    }
    #[inline(always)]
    fn gt(self, other: Self) -> __m256 {
        unsafe { _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, other.0) }
    }
    #[inline(always)]
    fn and(one: __m256, other: __m256) -> __m256 {
        unsafe { _mm256_and_ps(one, other) }
    }
    #[inline(always)]
    fn or(one: __m256, other: __m256) -> __m256 {
        unsafe { _mm256_or_ps(one, other) }
    }
    #[inline(always)]
    fn and_not(one: __m256, other: __m256) -> __m256 {
        unsafe { _mm256_andnot_ps(other, one) }
    }
    #[inline(always)]
    fn select(mask: __m256, yes: Self, no: Self) -> Self {
        unsafe { Eight(_mm256_blendv_ps(no.0, yes.0, mask)) }
    }
    #[inline(always)]
    fn bits(mask: __m256) -> u32 {
        unsafe { _mm256_movemask_ps(mask) as u32 }
    }
    #[inline(always)]
    fn first(self) -> f32 {
        unsafe { _mm256_cvtss_f32(self.0) }
    }
    #[inline(always)]
    fn gather(quads: &[Float4], index: &IndexRow, _at: usize) -> [Self; 4] {
        let [a, b, c, d, e, f, g, h] = index.0;
        let row_0 = joined(&quads[a as usize], &quads[e as usize]);
        let row_1 = joined(&quads[b as usize], &quads[f as usize]);
        let row_2 = joined(&quads[c as usize], &quads[g as usize]);
        let row_3 = joined(&quads[d as usize], &quads[h as usize]);
        wrapped(transposed([row_0, row_1, row_2, row_3]))
    }
    #[inline(always)]
    fn gather_first(pairs: &[Float4Pair], index: &IndexRow, _at: usize) -> [Self; 4] {
        let [a, b, c, d, e, f, g, h] = index.0;
        let row_0 = joined(&pairs[a as usize].first, &pairs[e as usize].first);
        let row_1 = joined(&pairs[b as usize].first, &pairs[f as usize].first);
        let row_2 = joined(&pairs[c as usize].first, &pairs[g as usize].first);
        let row_3 = joined(&pairs[d as usize].first, &pairs[h as usize].first);
        wrapped(transposed([row_0, row_1, row_2, row_3]))
    }
    #[inline(always)]
    fn gather_last(pairs: &[Float4Pair], index: &IndexRow, _at: usize) -> [Self; 4] {
        let [a, b, c, d, e, f, g, h] = index.0;
        let row_0 = joined(&pairs[a as usize].last, &pairs[e as usize].last);
        let row_1 = joined(&pairs[b as usize].last, &pairs[f as usize].last);
        let row_2 = joined(&pairs[c as usize].last, &pairs[g as usize].last);
        let row_3 = joined(&pairs[d as usize].last, &pairs[h as usize].last);
        wrapped(transposed([row_0, row_1, row_2, row_3]))
    }
    #[inline(always)]
    fn scatter_first(numbers: [Self; 4], pairs: &mut [Float4Pair], index: &IndexRow, _at: usize) {
        let [a, b, c, d, e, f, g, h] = index.0;
        let [x, y, z, w] = transposed([numbers[0].0, numbers[1].0, numbers[2].0, numbers[3].0]);
        put_low(x, pairs, a);
        put_low(y, pairs, b);
        put_low(z, pairs, c);
        put_low(w, pairs, d);
        put_high(x, pairs, e);
        put_high(y, pairs, f);
        put_high(z, pairs, g);
        put_high(w, pairs, h);
    }
}
