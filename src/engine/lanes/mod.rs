//! Lanes: one formula on several constraints at once.
//!
//! A processor that can add two numbers can, in the same time, add four or eight pairs of them. A kernel written
//! against [`Lanes`] reads like a formula for one constraint; it is compiled three times:
//!
//! | width | type | where |
//! |---|---|---|
//! | 1 | `f32` itself | anywhere; the scalar version, which probes watch |
//! | 4 | `f32x4` of the crate `wide` | anywhere: SSE2, NEON, the browser's SIMD, else plain code |
//! | 8 | AVX2 registers (`eight`) | processors that have them, found out at run time |
//!
//! **The bits are the same for every width.** Only operations that IEEE 754 rounds correctly are offered (no fused
//! multiply-add, no approximate reciprocal), minimum and maximum have the operand order of [`crate::engine::math`], and
//! no operation mixes lanes, so it does not matter which constraints share a block. What does depend on the width is
//! *when* a constraint is solved; therefore constraints that are solved together never share a moving body (see
//! [`crate::engine::solver::colors`]).
//!
//! Data lie in rows of eight, whatever the width: a block of eight constraints is one pass for 8 lanes, two for 4,
//! eight for 1.
//!
//! ```text
//!   normal_x   | n0 n1 n2 n3 n4 n5 n6 n7 |   one row = 32 bytes
//!   normal_y   | n0 n1 n2 n3 n4 n5 n6 n7 |
//!   …            ^ constraint 0 of the block is a column
//! ```
//!
//! Bodies, however, lie one after the other (a body is found by an index, and its eight numbers are in one place).
//! [`Lanes::gather`] turns the numbers of several bodies into rows, [`Lanes::scatter_first`] turns velocities back.

#[cfg(target_arch = "x86_64")]
mod eight;
mod four;
mod numbers;
mod one;

pub use numbers::{BLOCK, Float4, Float4Pair, IndexRow, Kernel, LaneRow, Lanes, SetBits};

/// Number of lanes that a kernel runs with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One after the other: the scalar version.
    One,
    /// Four.
    Four,
    /// Eight; only on x86-64 processors with AVX2.
    Eight,
}

impl Width {
    /// The widest that this processor has.
    pub fn widest() -> Width {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Width::Eight;
        }
        Width::Four
    }
}

impl Default for Width {
    /// The widest.
    fn default() -> Self {
        Width::widest()
    }
}

/// Runs a kernel at this width; a width that the processor does not have becomes four.
#[inline]
pub fn run<K: Kernel>(width: Width, kernel: K) -> K::Output {
    match width {
        Width::One => kernel.run::<f32>(),
        #[cfg(target_arch = "x86_64")]
        Width::Eight if Width::widest() == Width::Eight => eight::run(kernel),
        Width::Four | Width::Eight => kernel.run::<four::Four>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::{max, min};

    /// Every operation once, on numbers that include the awkward ones.
    struct Everything<'a> {
        x: &'a LaneRow,
        y: &'a LaneRow,
        out: &'a mut Vec<[u32; BLOCK]>,
    }

    impl Kernel for Everything<'_> {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            let mut rows = [LaneRow::default(); 13];
            let mut bits = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (x, y) = (L::load(self.x, at), L::load(self.y, at));
                let above = x.gt(y);
                let answers = [
                    x + y,
                    x - y,
                    x * y,
                    x / y,
                    x.min(y),
                    x.max(y),
                    x.abs().sqrt(),
                    x.abs(),
                    L::select(above, x, y),
                    L::select(L::and(above, x.gt(L::splat(0.0))), L::splat(1.0), L::splat(2.0)),
                    L::select(L::or(above, x.gt(L::splat(0.0))), L::splat(1.0), L::splat(2.0)),
                    L::select(L::and_not(above, x.gt(L::splat(0.0))), L::splat(1.0), L::splat(2.0)),
                    L::splat(x.first()),
                ];
                for (answer, row) in answers.into_iter().zip(&mut rows) {
                    answer.store(row, at);
                }
                bits |= L::bits(above) << at;
            }
            // The first lane differs by width, by its nature: only lane 0 is compared.
            for lane in 1..BLOCK {
                rows[12].0[lane] = 0.0;
            }
            self.out.extend(rows.iter().map(|row| row.0.map(f32::to_bits)));
            self.out.push([bits; BLOCK]);
        }
    }

    #[test]
    fn every_width_gives_the_same_bits_also_for_zeros_infinities_and_subnormals() {
        let awkward = [0.0, -0.0, 1.5, -2.25, f32::INFINITY, f32::MIN_POSITIVE / 8.0, 3e38, -7.0];
        for shift in 0..BLOCK {
            let x = LaneRow(awkward);
            let y = LaneRow(std::array::from_fn(|k| awkward[(k + shift) % BLOCK]));
            let answers = [Width::One, Width::Four, Width::Eight].map(|width| {
                let mut out = Vec::new();
                run(width, Everything { x: &x, y: &y, out: &mut out });
                out
            });
            // inf − inf, 0 · inf and the like are NaN everywhere, whose bits differ between processors.
            for (one, other) in answers[0].iter().flatten().zip(answers[1].iter().flatten()) {
                assert!(one == other || (f32::from_bits(*one).is_nan() && f32::from_bits(*other).is_nan()));
            }
            for (one, other) in answers[0].iter().flatten().zip(answers[2].iter().flatten()) {
                assert!(one == other || (f32::from_bits(*one).is_nan() && f32::from_bits(*other).is_nan()));
            }
            let least = answers[0][4];
            for lane in 0..BLOCK {
                assert_eq!(least[lane], min(x.0[lane], y.0[lane]).to_bits());
                assert_eq!(answers[0][5][lane], max(x.0[lane], y.0[lane]).to_bits());
            }
        }
    }

    struct MoveAbout<'a> {
        pairs: &'a mut Vec<Float4Pair>,
        index: &'a IndexRow,
    }

    impl Kernel for MoveAbout<'_> {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (first, last) = L::gather_pair(self.pairs, self.index, at);
                let sums = [first[0] + last[0], first[1] + last[1], first[2] + last[2], first[3] + last[3]];
                L::scatter_first(sums, self.pairs, self.index, at);
            }
        }
    }

    #[test]
    fn gathered_numbers_come_back_to_their_bodies_at_every_width() {
        let index = IndexRow([3, 1, 9, 0, 7, 5, 2, 8]);
        for width in [Width::One, Width::Four, Width::Eight] {
            let quad = |k: usize, from: usize| Float4(std::array::from_fn(|j| (100 * k + from + j) as f32));
            let mut pairs: Vec<Float4Pair> = (0..10).map(|k| Float4Pair { first: quad(k, 0), last: quad(k, 4) }).collect();
            let before = pairs.clone();
            run(width, MoveAbout { pairs: &mut pairs, index: &index });
            for (k, (now, old)) in pairs.iter().zip(&before).enumerate() {
                let touched = index.0.contains(&(k as u32));
                let expected: [f32; 4] = std::array::from_fn(|j| old.first.0[j] + if touched { old.last.0[j] } else { 0.0 });
                assert_eq!(now.first.0, expected, "{width:?} {k}");
                assert_eq!(now.last, old.last);
            }
        }
    }

    #[test]
    fn set_bits_are_named_from_below() {
        assert_eq!(SetBits(0).next(), None);
        assert!(SetBits(1 << 31 | 0b1_0010).eq([1, 4, 31]));
        assert!(SetBits(u32::MAX).eq(0..32));
    }
}
