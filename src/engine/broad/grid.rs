//! Uniform grids of all sizes, sorted into one ring: for crowds in which everything moves.
//!
//! *One cell per box.* A grid whose cells are at least as large as its boxes needs to know of each box only the cell
//! in which its lower left corner lies: a box that overlaps another begins at most one cell to the left of or below
//! where the other begins or ends. So putting a box in is one division, and looking for partners is reading 2 × 2 to
//! 3 × 3 cells.
//!
//! ```text
//!   ┌─────┬─────┬─────┐
//!   │     │     │     │    box m begins in cell 5 and ends in cell 6: partners begin in
//!   ├─────┼─────┼─────┤    cells 1 2 3 (row below), 4 5 6 (its own rows); had it reached up, also in the row above
//!   │  4  │ 5┌──┼─┐ 6 │
//!   │     │  └m─┼─┘   │
//!   ├─────┼─────┼─────┤
//!   │  1  │  2  │  3  │
//!   └─────┴─────┴─────┘
//! ```
//!
//! *Levels.* Boxes of very different sizes would share either huge cells with hundreds of others, or spread over
//! thousands of tiny ones. So there is a grid for every power of two, and a box goes where cells are just larger than
//! it: `cell = 2^(floor(log2 size) + 1)`, read off the exponent bits of the number. Dividing by a power of two and
//! comparing corners is exact, so rounding cannot lose a pair, not even 100 km from the origin. A pair of different
//! levels is found from its smaller box, which looks also at all coarser levels in use: a few cells each, however
//! large the other is.
//!
//! *Ring.* A table for the plane would need bounds, and two crowds far apart would need most of it for the void
//! between them. Instead the rows of cells are laid around one ring of buckets, each row begun a golden section of
//! the ring after the row below:
//!
//! ```text
//!   bucket(x, y) = (x + y · S) mod M,     M = a power of two ≥ 2 · boxes,     S ≈ M / 1.618…, odd
//!
//!   ring   … 3 │ row 0 ──▶      │ row 3 ──▶  │ row 1 ──▶      │ row 4 ──▶ │ row 2 ──▶ …
//! ```
//!
//! Multiples of the golden section keep as far from each other on a ring as multiples of any number can (Weyl; Knuth,
//! "The art of computer programming" 3, section 6.4). So a dense crowd of any form (a square, a road of dominoes, a
//! tower) lands nearly one cell to a bucket, neighbours in a row stay neighbours in memory, and cells that do share a
//! bucket are mostly far apart in the plane: the overlap test tells them apart.
//!
//! *Counting sort.* When boxes have changed, their buckets are found and all are sorted anew: count each bucket, sum
//! up, put each box in its place, three straight passes. It keeps each bucket's boxes side by side in memory. Until
//! the next sorting (`Grid::settle`) changed boxes stand in a list of their own that queries read to the end.
//!
//! *Half the work.* When most have moved, all new pairs are found in one sweep (`join`).

use super::blocks::{Blocks, Pieces, Region};
use super::cells::{Cells, bucket_of, floor, inv_cell_of, level_of};
use super::sides::Sides;
use crate::engine::aabb::Aabb;
use crate::engine::lanes::{self, BLOCK, Kernel, Lanes, SetBits, Width};
use crate::engine::math::Vec2;
use crate::engine::prefetch::{SOON, prefetch_at};
use crate::engine::probe::{Probe, ran};
use std::ops::Range;

/// Least number of buckets. With fewer, neighbouring rows could meet on the ring.
const LEAST_BUCKETS: usize = 64;
/// Marks the place of a box in the list of changed ones.
const CHANGED: u32 = 1 << 31;
/// Proxy of an entry that was removed.
pub(super) const GONE: u32 = u32::MAX;

/// What a query or the join looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridStep {
    /// The search comes to a row of neighbouring cells of one level.
    Cells {
        /// The cells together, metres.
        region: Aabb,
        /// Length of a cell's side, metres.
        cell: f32,
        /// How many boxes in their buckets are looked at.
        entries: u32,
    },
    /// A box was compared with the region.
    Candidate {
        /// Its proxy.
        proxy: u32,
        /// Its box.
        aabb: Aabb,
        /// True when it overlaps.
        overlaps: bool,
    },
}

/// A sorted box, but for the box itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridEntry {
    pub proxy: u32,
    pub level: u32,
    /// Bucket; stays with the level while neither the box nor the number of buckets changes.
    bucket: u32,
    /// The sorting in which the box was new.
    since: u32,
}

/// Neighbouring cells of one level, from `(x, y)` to the right.
#[derive(Clone, Copy)]
pub(super) struct CellRow {
    pub level: u32,
    pub x: i32,
    pub y: i32,
    pub count: u32,
}

/// Boxes by cell.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Sorted by bucket; some may be gone.
    pub(super) entries: Vec<GridEntry>,
    /// Their boxes, at the same places.
    pub(super) blocks: Blocks,
    /// Bucket `b` is `entries[starts[b]..starts[b + 1]]`.
    starts: Vec<u32>,
    /// Proxies and boxes that are not sorted yet.
    changed: Vec<(u32, Sides)>,
    /// Bit `l` is set when level `l` holds a sorted box.
    pub(super) levels: u32,
    /// How many boxes are compared at once.
    pub(super) width: Width,
    /// Number of buckets.
    bucket_count: usize,
    /// Counts sortings.
    now: u32,
    /// The other half of the sort.
    spare: Vec<GridEntry>,
}

impl Grid {
    /// An empty grid whose boxes are compared so many at once.
    pub(super) fn new(width: Width) -> Grid {
        Grid { width, ..Grid::default() }
    }

    /// How many boxes are compared at once.
    pub(super) fn width(&self) -> Width {
        self.width
    }

    /// Compares so many boxes at once from now on.
    pub(super) fn set_width(&mut self, width: Width) {
        self.width = width;
    }

    /// Puts a box in; the answer is its place, which [`Grid::settle`] changes.
    pub(super) fn insert(&mut self, sides: Sides, proxy: u32) -> u32 {
        self.changed.push((proxy, sides));
        (self.changed.len() as u32 - 1) | CHANGED
    }

    /// Takes the box at a place out. When another box comes to that place, the answer is its proxy.
    pub(super) fn remove(&mut self, place: u32) -> Option<u32> {
        if place & CHANGED == 0 {
            self.entries[place as usize].proxy = GONE;
            self.blocks.clear(place as usize);
            return None;
        }
        let index = (place & !CHANGED) as usize;
        self.changed.swap_remove(index);
        self.changed.get(index).map(|&(proxy, _)| proxy)
    }

    /// Prefetches a place.
    pub(super) fn prefetch(&self, place: u32) {
        prefetch_at(&self.entries, place as usize);
        self.blocks.prefetch(place as usize);
    }

    /// How many boxes there are, with those that were taken out since the last sorting.
    pub fn len(&self) -> usize {
        self.entries.len() + self.changed.len()
    }

    /// True without boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sorts, if something has changed; `boxes` and `told` are those of all proxies. Boxes that have not changed for
    /// more than `patience` sortings leave, `leave(proxy)`, though only a few at a time; all others learn their new
    /// place, `stay(proxy, place)`.
    pub(super) fn settle(&mut self, [boxes, told]: [&[Sides]; 2], patience: u32, leave: impl FnMut(u32), mut stay: impl FnMut(u32, u32)) {
        if self.changed.is_empty() {
            return;
        }
        self.now = self.now.wrapping_add(1);
        let known = self.collect(patience, leave);
        self.count(known, boxes);
        // `starts` holds the ends now; each box put in its place, from the back of its bucket, moves it down to the
        // start.
        let Some(&any) = self.spare.first() else { return };
        self.entries.resize(self.spare.len(), any);
        self.blocks.resize(self.spare.len());
        for (k, entry) in self.spare.iter().enumerate().rev() {
            if let Some(soon) = k.checked_sub(SOON) {
                let proxy = self.spare[soon].proxy as usize;
                prefetch_at(boxes, proxy);
                prefetch_at(told, proxy);
            }
            let end = &mut self.starts[entry.bucket as usize];
            *end -= 1;
            let (place, proxy) = (*end as usize, entry.proxy as usize);
            self.entries[place] = *entry;
            self.blocks.put(place, boxes[proxy], told[proxy]);
            stay(entry.proxy, place as u32);
        }
    }

    /// The boxes to be sorted, into `spare`; none are left in `entries`. The first, so many, have not changed since
    /// the last sorting.
    fn collect(&mut self, patience: u32, mut leave: impl FnMut(u32)) -> usize {
        let Grid { entries, changed, spare, now, .. } = self;
        let mut may_leave = (entries.len() + changed.len()) / 32 + 8;
        spare.clear();
        for entry in entries.iter().filter(|entry| entry.proxy != GONE) {
            if may_leave > 0 && now.wrapping_sub(entry.since) > patience {
                may_leave -= 1;
                leave(entry.proxy);
            } else {
                spare.push(*entry);
            }
        }
        let known = spare.len();
        let since = now.wrapping_sub(1);
        spare.extend(changed.iter().map(|&(proxy, _)| GridEntry { proxy, level: 0, bucket: 0, since }));
        changed.clear();
        entries.clear();
        known
    }

    /// Finds the buckets of the boxes in `spare`, and where each bucket ends. The first, `known`, have not changed:
    /// their buckets are new only when there are more or fewer of those.
    fn count(&mut self, known: usize, boxes: &[Sides]) {
        let bucket_count = (2 * self.spare.len()).next_power_of_two().max(LEAST_BUCKETS);
        let known = if bucket_count == self.bucket_count { known } else { 0 };
        self.bucket_count = bucket_count;
        for entry in &mut self.spare[known..] {
            (entry.level, entry.bucket) = level_and_bucket(bucket_count, boxes[entry.proxy as usize].aabb());
        }
        self.levels = 0;
        self.starts.clear();
        self.starts.resize(bucket_count + 1, 0);
        for entry in &self.spare {
            self.levels |= 1 << entry.level;
            self.starts[entry.bucket as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
    }

    /// Calls `found` once with the proxy of every box that overlaps the region.
    pub fn query<P: Probe<GridStep>>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(u32)) {
        let bound = Sides::of(region).bound();
        for &(proxy, sides) in &self.changed {
            let overlaps = sides.overlap(bound);
            probe.record(|| GridStep::Candidate { proxy, aabb: sides.aabb(), overlaps });
            if overlaps {
                found(proxy);
            }
        }
        if !self.entries.is_empty() {
            lanes::run(self.width, Query { grid: self, region, probe, found });
        }
    }

    /// Cells that hold boxes: (box of the cell, boxes in it), finest level first, in no particular order within a
    /// level.
    pub fn cells(&self) -> Vec<(Aabb, u32)> {
        let mut cells: Vec<(u32, i32, i32)> = Vec::new();
        let sorted = (0..self.entries.len() as u32).filter_map(|place| self.at(place));
        for aabb in sorted.map(|(_, aabb)| aabb).chain(self.changed.iter().map(|(_, sides)| sides.aabb())) {
            let level = level_of(aabb);
            let inv_cell = inv_cell_of(level);
            cells.push((level, floor(aabb.min.x * inv_cell), floor(aabb.min.y * inv_cell)));
        }
        cells.sort_unstable();
        let mut counted: Vec<(Aabb, u32)> = Vec::new();
        for same in cells.chunk_by(|a, b| a == b) {
            let (level, x, y) = same[0];
            counted.push((CellRow { level, x, y, count: 1 }.region(), same.len() as u32));
        }
        counted
    }

    /// The proxy and box at a place.
    pub fn at(&self, place: u32) -> Option<(u32, Aabb)> {
        if place & CHANGED != 0 {
            return self.changed.get((place & !CHANGED) as usize).map(|&(proxy, sides)| (proxy, sides.aabb()));
        }
        let proxy = self.entries.get(place as usize)?.proxy;
        (proxy != GONE).then(|| (proxy, self.blocks.now(place as usize).aabb()))
    }

    /// Checks the order of the entries; the number of boxes, or the first breach in words.
    pub fn validate(&self) -> Result<usize, String> {
        let mut count = self.changed.len();
        for bucket in 0..self.bucket_count {
            for place in self.starts[bucket]..self.starts[bucket + 1] {
                let entry = self.entries[place as usize];
                if entry.bucket as usize != bucket {
                    return Err(format!("an entry of bucket {} lies in bucket {bucket}", entry.bucket));
                }
                let Some((proxy, aabb)) = self.at(place) else { continue };
                if (entry.level, entry.bucket) != level_and_bucket(self.bucket_count, aabb) {
                    return Err(format!("proxy {proxy} lies in a wrong level or bucket"));
                }
                count += 1;
            }
        }
        Ok(count)
    }

    /// The places of the boxes in the buckets of some cells: a run, and what goes on at the begin of the ring.
    #[inline(always)]
    pub(super) fn places(&self, row: CellRow) -> [Range<usize>; 2] {
        let first = bucket_of(self.bucket_count, row.level, row.x, row.y) as usize;
        let end = first + row.count as usize;
        let (near, wrapped) = if end <= self.bucket_count { (end, 0) } else { (self.bucket_count, end - self.bucket_count) };
        [self.starts[first] as usize..self.starts[near] as usize, 0..self.starts[wrapped] as usize]
    }

    /// Bit per lane `within` a block: the box overlaps the region.
    #[inline(always)]
    pub(super) fn compare<L: Lanes, P: Probe<GridStep>>(&self, (block, within): (usize, u32), region: &Region<L>, probe: &mut P) -> u32 {
        ran!();
        let overlaps = self.blocks.overlapping(block, region) & within; // [broad.candidate]
        for lane in (0..BLOCK).filter(|lane| within >> lane & 1 == 1) {
            probe.record(|| {
                let place = BLOCK * block + lane;
                let (proxy, aabb) = (self.entries[place].proxy, self.blocks.now(place).aabb());
                GridStep::Candidate { proxy, aabb, overlaps: overlaps >> lane & 1 == 1 }
            });
        }
        overlaps
    }

    /// How many cells a query would read.
    fn cells_in(&self, region: Aabb) -> u64 {
        SetBits(self.levels).map(|level| Cells::of(region, level).count()).fold(0, u64::saturating_add)
    }
}

impl CellRow {
    /// The cells together, metres.
    fn region(self) -> Aabb {
        let cell = 1.0 / inv_cell_of(self.level);
        let min = cell * Vec2::new(self.x as f32, self.y as f32);
        Aabb { min, max: min + cell * Vec2::new(self.count as f32, 1.0) }
    }
}

/// Where a box belongs.
fn level_and_bucket(bucket_count: usize, aabb: Aabb) -> (u32, u32) {
    let level = level_of(aabb);
    let inv_cell = inv_cell_of(level);
    (level, bucket_of(bucket_count, level, floor(aabb.min.x * inv_cell), floor(aabb.min.y * inv_cell)))
}

/// See [`Grid::query`].
struct Query<'a, P, F> {
    grid: &'a Grid,
    region: Aabb,
    probe: &'a mut P,
    found: F,
}

impl<P: Probe<GridStep>, F: FnMut(u32)> Kernel for Query<'_, P, F> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let grid = self.grid;
        let region = Region::<L>::of(Sides::of(self.region));
        if grid.cells_in(self.region) > grid.entries.len() as u64 {
            for piece in Pieces(0..grid.entries.len()) {
                for place in places_of(piece.0, grid.compare(piece, &region, self.probe)) {
                    (self.found)(grid.entries[place].proxy);
                }
            }
            return;
        }
        for level in SetBits(grid.levels) {
            let cells = Cells::of(self.region, level);
            for y in cells.y0..=cells.y1 {
                self.read_row(&region, cells, CellRow { level, x: cells.x0, y, count: (cells.x1 - cells.x0 + 1) as u32 });
            }
        }
    }
}

impl<P: Probe<GridStep>, F: FnMut(u32)> Query<'_, P, F> {
    #[inline(always)]
    fn read_row<L: Lanes>(&mut self, region: &Region<L>, cells: Cells, row: CellRow) {
        let grid = self.grid;
        let places = grid.places(row);
        self.probe.record(|| cells_step(row, &places));
        for run in places {
            for piece in Pieces(run) {
                for place in places_of(piece.0, grid.compare(piece, region, self.probe)) {
                    // Another cell may share the bucket, and be on the way too: the box counts where it begins.
                    let entry = grid.entries[place];
                    if entry.level == row.level && cells.holds_in_row(row.y, grid.blocks.now(place).aabb().min) {
                        (self.found)(entry.proxy);
                    }
                }
            }
        }
    }
}

pub(super) fn cells_step(row: CellRow, places: &[Range<usize>; 2]) -> GridStep {
    let entries = places.iter().map(|run| run.len() as u32).sum();
    GridStep::Cells { region: row.region(), cell: 1.0 / inv_cell_of(row.level), entries }
}

/// The places of the set bits of a block, from below.
#[inline(always)]
pub(super) fn places_of(block: usize, bits: u32) -> impl Iterator<Item = usize> {
    SetBits(bits).map(move |lane| BLOCK * block + lane as usize)
}
