//! What kernels compute with: several numbers at once ([`Lanes`]), and how they lie in memory.

use std::ops::{Add, Div, Mul, Sub};

/// How many constraints a block holds.
pub const BLOCK: usize = 8;

/// One number of each of the eight constraints of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct LaneRow(pub [f32; BLOCK]);

/// One index of each of the eight constraints of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct IndexRow(pub [u32; BLOCK]);

/// Four numbers of one body that are read together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct Float4(pub [f32; 4]);

/// Two quads of one body; what [`Lanes::gather_first`] and [`Lanes::gather_last`] read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub struct Float4Pair {
    /// First four numbers.
    pub first: Float4,
    /// Last four numbers.
    pub last: Float4,
}

/// Several numbers, one per lane. `at` is the first lane of a row that a load or store concerns: a multiple of
/// [`Lanes::COUNT`].
pub trait Lanes: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    /// How many.
    const COUNT: usize;
    /// A yes or no per lane.
    type Mask: Copy;

    /// The same number in every lane.
    fn splat(x: f32) -> Self;
    /// Numbers `at … at + COUNT` of a row.
    fn load(row: &LaneRow, at: usize) -> Self;
    /// Puts them back.
    fn store(self, row: &mut LaneRow, at: usize);
    /// Like [`crate::engine::math::min`].
    fn min(self, other: Self) -> Self;
    /// Like [`crate::engine::math::max`].
    fn max(self, other: Self) -> Self;
    /// Square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// Without its sign.
    fn abs(self) -> Self;
    /// `self > other`; no where one is NaN.
    fn gt(self, other: Self) -> Self::Mask;
    /// Yes where both are.
    fn and(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// Yes where at least one is.
    fn or(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// Yes where the first is and the second is not.
    fn and_not(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// `yes` where the mask says so, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Bit k is lane k.
    fn bits(mask: Self::Mask) -> u32;
    /// The number in the first lane; for probes, which watch one lane at a time.
    fn first(self) -> f32;
    /// Numbers 0, 1, 2, 3 of the quads that the indices name.
    fn gather(quads: &[Float4], index: &IndexRow, at: usize) -> [Self; 4];
    /// Numbers 0 to 3 of the pairs that the indices name.
    fn gather_first(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4];
    /// Numbers 4 to 7 of the pairs that the indices name.
    fn gather_last(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> [Self; 4];
    /// Both halves of the pairs that the indices name.
    #[inline(always)]
    fn gather_pair(pairs: &[Float4Pair], index: &IndexRow, at: usize) -> ([Self; 4], [Self; 4]) {
        (Self::gather_first(pairs, index, at), Self::gather_last(pairs, index, at))
    }
    /// Writes the first halves of the pairs that the indices name, from the lowest lane to the highest.
    fn scatter_first(numbers: [Self; 4], pairs: &mut [Float4Pair], index: &IndexRow, at: usize);
}

/// The numbers of the set bits of a word, from below: the lanes of which a mask says yes.
#[derive(Clone, Copy, Debug)]
pub struct SetBits(pub u32);

impl Iterator for SetBits {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit)
    }
}

/// A computation that can run at any width. Implementations mark `run` `#[inline(always)]`, else it is not compiled for
/// the wide instructions.
pub trait Kernel {
    /// What it answers.
    type Output;
    /// The computation.
    fn run<L: Lanes>(self) -> Self::Output;
}
