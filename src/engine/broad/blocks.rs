//! Boxes in blocks of eight, so that a region is compared with eight at a time.
//!
//! ```text
//!                 place  0    1    2  …  7   |  8  …
//!   least x             ▪    ▪    ▪      ▪   |  ▪        a run of places is compared block by block; lanes of its first and
//!   least y             ▪    ▪    ▪      ▪   |  ▪        last block that lie outside are masked away
//!   − largest x         ▪    ▪    ▪      ▪   |  ▪
//!   − largest y         ▪    ▪    ▪      ▪   |  ▪
//! ```
//!
//! Each place holds the box as it is and the one that was told ([`super::proxies`]).

use super::sides::Sides;
use crate::engine::lanes::{BLOCK, LaneRow, Lanes};
use crate::engine::prefetch::prefetch;
use std::ops::Range;

/// Eight boxes.
#[derive(Clone, Debug, Default)]
struct BoxBlock {
    now: [LaneRow; 4],
    told: [LaneRow; 4],
}

/// Boxes by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    blocks: Vec<BoxBlock>,
}

/// A region in every lane, to be compared with blocks.
#[derive(Clone, Copy)]
pub(super) struct Region<L>([L; 4]);

impl<L: Lanes> Region<L> {
    /// That of a box.
    #[inline(always)]
    pub fn of(sides: Sides) -> Region<L> {
        let [x, y, z, w] = sides.bound().to_array();
        Region([L::splat(x), L::splat(y), L::splat(z), L::splat(w)])
    }

    /// Bit per lane: the box overlaps the region.
    #[inline(always)]
    fn overlaps(&self, boxes: &[LaneRow; 4]) -> u32 {
        let Region([x, y, z, w]) = *self;
        let mut misses = 0;
        for at in (0..BLOCK).step_by(L::COUNT) {
            let in_x = L::bits(L::load(&boxes[0], at).gt(x)) | L::bits(L::load(&boxes[2], at).gt(z));
            let in_y = L::bits(L::load(&boxes[1], at).gt(y)) | L::bits(L::load(&boxes[3], at).gt(w));
            misses |= (in_x | in_y) << at;
        }
        !misses & ((1 << BLOCK) - 1)
    }
}

impl Blocks {
    /// Makes room for places below `count`.
    pub fn resize(&mut self, count: usize) {
        self.blocks.resize(count.div_ceil(BLOCK), BoxBlock::default());
    }

    /// Puts a box, and the one that was told, at a place.
    #[inline]
    pub fn put(&mut self, place: usize, now: Sides, told: Sides) {
        let (block, lane) = (&mut self.blocks[place / BLOCK], place % BLOCK);
        let (now, told) = (now.numbers(), told.numbers());
        for k in 0..4 {
            block.now[k].0[lane] = now[k];
            block.told[k].0[lane] = told[k];
        }
    }

    /// Prefetches the box at a place.
    pub fn prefetch(&self, place: usize) {
        if let Some(block) = self.blocks.get(place / BLOCK) {
            prefetch(&block.now[0]);
            prefetch(&block.now[2]);
        }
    }

    /// Lets nothing overlap what is at a place.
    pub fn clear(&mut self, place: usize) {
        for row in &mut self.blocks[place / BLOCK].now {
            row.0[place % BLOCK] = f32::INFINITY;
        }
    }

    /// The box at a place.
    #[inline]
    pub fn now(&self, place: usize) -> Sides {
        let block = &self.blocks[place / BLOCK];
        Sides::from_numbers([0, 1, 2, 3].map(|k: usize| block.now[k].0[place % BLOCK]))
    }

    /// The box that was told at a place.
    #[inline]
    pub fn told(&self, place: usize) -> Sides {
        let block = &self.blocks[place / BLOCK];
        Sides::from_numbers([0, 1, 2, 3].map(|k: usize| block.told[k].0[place % BLOCK]))
    }

    /// Bit per lane of a block: the box overlaps the region.
    #[inline(always)]
    pub fn overlapping<L: Lanes>(&self, block: usize, region: &Region<L>) -> u32 {
        region.overlaps(&self.blocks[block].now)
    }

    /// Bit per lane of a block: the told box overlaps the region.
    #[inline(always)]
    pub fn overlapping_told<L: Lanes>(&self, block: usize, region: &Region<L>) -> u32 {
        region.overlaps(&self.blocks[block].told)
    }
}

/// The blocks of a run of places, each with a bit for every lane that lies in the run.
#[derive(Clone)]
pub(super) struct Pieces(pub Range<usize>);

impl Iterator for Pieces {
    type Item = (usize, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, u32)> {
        let Range { start, end } = self.0;
        if start >= end {
            return None;
        }
        let block = start / BLOCK;
        self.0.start = (block + 1) * BLOCK;
        let from_first = u32::MAX << (start % BLOCK);
        let to_last = if end < self.0.start { (1 << (end % BLOCK)) - 1 } else { (1 << BLOCK) - 1 };
        Some((block, from_first & to_last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::aabb::Aabb;
    use crate::engine::lanes::{Kernel, Width, run};
    use crate::engine::math::Vec2;

    struct Compare<'a>(&'a Blocks, Sides, Range<usize>);

    impl Kernel for Compare<'_> {
        type Output = (Vec<usize>, Vec<usize>);
        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let region = Region::<L>::of(self.1);
            let (mut now, mut told) = (Vec::new(), Vec::new());
            for (block, within) in Pieces(self.2) {
                let places = |bits: u32| (0..BLOCK).filter(move |lane| bits >> lane & 1 == 1).map(move |lane| BLOCK * block + lane);
                now.extend(places(self.0.overlapping(block, &region) & within));
                told.extend(places(self.0.overlapping_told(block, &region) & within));
            }
            (now, told)
        }
    }

    #[test]
    fn every_run_names_at_every_width_just_the_boxes_that_overlap() {
        let square = |x: i32, y: i32, size: i32| {
            let min = Vec2::new(x as f32, y as f32);
            Aabb { min, max: min + Vec2::splat(size as f32) }
        };
        let now: Vec<Aabb> = (0..30).map(|k| square(k * 7 % 11, k * 5 % 9, k % 3)).collect();
        let told: Vec<Aabb> = (0..30).map(|k| square(k * 3 % 11, k * 8 % 9, k % 4)).collect();
        let mut blocks = Blocks::default();
        blocks.resize(30);
        (0..30).for_each(|k| blocks.put(k, Sides::of(now[k]), Sides::of(told[k])));
        blocks.clear(13);
        assert!((0..30).all(|k| blocks.told(k).aabb() == told[k] && (k == 13 || blocks.now(k).aabb() == now[k])));
        let (mut met, mut missed) = (0, 0);
        for region in [square(2, 3, 3), square(5, 0, 4), square(40, 0, 1), square(-5, -5, 30)] {
            for (start, end) in (0..=30).flat_map(|end| (0..=end).map(move |start| (start, end))) {
                let expected = [(&now, 13), (&told, 30)]
                    .map(|(boxes, gone)| (start..end).filter(|&k| k != gone && boxes[k].overlaps(region)).collect::<Vec<_>>());
                for width in [Width::One, Width::Four, Width::Eight] {
                    let (now, told) = run(width, Compare(&blocks, Sides::of(region), start..end));
                    assert_eq!([now, told], expected, "{width:?} {region:?} {start}..{end}");
                }
                met += expected[0].len();
                missed += end - start - expected[0].len();
            }
        }
        assert!(met > 1000 && missed > 1000, "{met} {missed}: no test");
        assert!(!Sides::NOWHERE.overlap(Sides::NOWHERE.bound()) && !Sides::NOWHERE.overlap(Sides::of(now[0]).bound()));
    }
}
