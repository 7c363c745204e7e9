//! Uniform grids of all sizes, sorted into one ring: for crowds in which everything moves.
//!
//! *One cell per box.* A grid whose cells are at least as large as its boxes needs to know of each box only the cell in which its lower left corner
//! lies: a box that overlaps another begins at most one cell to the left of or below where the other begins or ends. So putting a box in is one
//! division, and looking for partners is reading 2 × 2 to 3 × 3 cells.
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
//! *Levels.* Boxes of very different sizes would share either huge cells with hundreds of others, or spread over thousands of tiny ones. So there is a
//! grid for every power of two, and a box goes where cells are just larger than it: `cell = 2^(floor(log2 size) + 1)`, read off the exponent bits of the
//! number. Dividing by a power of two and comparing corners is exact, so rounding cannot lose a pair, not even 100 km from the origin.
//! A pair of different levels is found from its smaller box, which looks also at all coarser levels in use: a few cells each, however large the other is.
//!
//! *Ring.* A table for the plane would need bounds, and two crowds far apart would need most of it for the void between them. Instead the rows of cells are
//! laid around one ring of buckets, each row begun a golden section of the ring after the row below:
//!
//! ```text
//!   bucket(x, y) = (x + y · S) mod M,     M = a power of two ≥ 2 · boxes,     S ≈ M / 1.618…, odd
//!
//!   ring   … 3 │ row 0 ──▶      │ row 3 ──▶  │ row 1 ──▶      │ row 4 ──▶ │ row 2 ──▶ …
//! ```
//!
//! Multiples of the golden section keep as far from each other on a ring as multiples of any number can (Weyl; Knuth, "The art of computer
//! programming" 3, section 6.4). So a dense crowd of any form (a square, a road of dominoes, a tower) lands nearly one cell to a bucket, neighbours in
//! a row stay neighbours in memory, and cells that do share a bucket are mostly far apart in the plane: the overlap test tells them apart.
//!
//! *Counting sort.* When boxes have changed, all are sorted anew by bucket: count each bucket, sum up, put each box in its place, three straight passes. It
//! keeps each bucket's boxes side by side in memory. Until the next sorting ([`Grid::settle`]) changed boxes stand in a list of their own that queries read
//! to the end.
//!
//! *Half the work.* When most have moved, all pairs are found in one sweep ([`Grid::join`]) in which each box looks only forward: the rest of its own
//! bucket, the cell to the right, the row above. The other half finds it.

use crate::engine::aabb::Aabb;
use crate::engine::math::{Vec2, max};
use crate::engine::probe::Probe;
use glam::Vec4;

/// Exponent of the finest cell size: 2⁻⁵ m. Smaller boxes share it.
const FINEST: i32 = -5;
/// Levels from 3 cm to 2²⁶ m: more than the world's width.
const LEVELS: i32 = 32;
/// Least number of buckets. With fewer, neighbouring rows could meet on the ring.
const LEAST_BUCKETS: usize = 64;
/// Marks the place of a box in the list of changed ones.
const CHANGED: u32 = 1 << 31;
/// Owner of an entry that was taken out.
const GONE: u32 = u32::MAX;

/// What a query or the join looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridStep {
    /// The search comes to a row of neighbouring cells of one level.
    Cells {
        /// The cells together, metres.
        region: Aabb,
        /// Length of a cell's side, metres.
        cell: f32,
        /// How many boxes lie in their buckets.
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

/// A box as four numbers of which all compare the same way: `(min, −max)`, so that an overlap is one four-lane comparison.
#[derive(Clone, Copy, Debug)]
struct Lanes(Vec4);

impl Lanes {
    /// Overlaps nothing.
    const NOWHERE: Lanes = Lanes(Vec4::INFINITY);

    #[inline]
    fn of(aabb: Aabb) -> Lanes {
        Lanes(Vec4::new(aabb.min.x, aabb.min.y, -aabb.max.x, -aabb.max.y))
    }

    #[inline]
    fn aabb(self) -> Aabb {
        Aabb { min: Vec2::new(self.0.x, self.0.y), max: -Vec2::new(self.0.z, self.0.w) }
    }

    /// What [`Lanes::overlaps`] is asked with: `(max, −min)`.
    #[inline]
    fn bound_of(aabb: Aabb) -> Vec4 {
        Vec4::new(aabb.max.x, aabb.max.y, -aabb.min.x, -aabb.min.y)
    }

    #[inline]
    fn overlaps(self, bound: Vec4) -> bool {
        self.0.cmple(bound).all()
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    lanes: Lanes,
    proxy: u32,
    level: u32,
    /// Bucket, found in the first pass of the sort.
    bucket: u32,
    /// The sorting in which the box was new.
    since: u32,
}

/// Boxes by cell.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Sorted by bucket; some may be gone.
    entries: Vec<Entry>,
    /// Bucket `b` is `entries[starts[b]..starts[b + 1]]`.
    starts: Vec<u32>,
    /// Not sorted yet.
    changed: Vec<Entry>,
    /// Bit `l` is set when level `l` holds a sorted box.
    levels: u32,
    /// Number of buckets.
    bucket_count: usize,
    /// Counts sortings.
    now: u32,
    /// Boxes that came in before this sorting have been joined.
    seen: u32,
    /// The other half of the sort.
    spare: Vec<Entry>,
}

impl Grid {
    /// Puts a box in; the answer is its place, which [`Grid::settle`] changes.
    pub fn insert(&mut self, aabb: Aabb, proxy: u32) -> u32 {
        let level = level_of(aabb);
        self.changed.push(Entry { lanes: Lanes::of(aabb), proxy, level, bucket: 0, since: self.now });
        (self.changed.len() as u32 - 1) | CHANGED
    }

    /// Takes the box at a place out. When another box comes to that place, the answer is its proxy.
    pub fn remove(&mut self, place: u32) -> Option<u32> {
        if place & CHANGED == 0 {
            let entry = &mut self.entries[place as usize];
            (entry.lanes, entry.proxy) = (Lanes::NOWHERE, GONE);
            return None;
        }
        let index = (place & !CHANGED) as usize;
        self.changed.swap_remove(index);
        self.changed.get(index).map(|e| e.proxy)
    }

    /// How many boxes there are, with those that were taken out since the last sorting.
    pub fn len(&self) -> usize {
        self.entries.len() + self.changed.len()
    }

    /// True without boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sorts, if something has changed. Boxes that have not changed for more than `patience` sortings leave, `leave(proxy)`, though only a few at a
    /// time; all others learn their new place, `stay(proxy, place)`.
    pub fn settle(&mut self, patience: u32, mut leave: impl FnMut(u32), mut stay: impl FnMut(u32, u32)) {
        if self.changed.is_empty() {
            return;
        }
        self.now = self.now.wrapping_add(1);
        let now = self.now;
        let mut old = std::mem::take(&mut self.spare);
        std::mem::swap(&mut old, &mut self.entries);
        old.append(&mut self.changed);
        let mut may_leave = old.len() / 32 + 8;
        old.retain(|entry| {
            let quiet = entry.proxy != GONE && may_leave > 0 && now.wrapping_sub(entry.since) > patience;
            if quiet {
                may_leave -= 1;
                leave(entry.proxy);
            }
            entry.proxy != GONE && !quiet
        });

        self.bucket_count = (2 * old.len()).next_power_of_two().max(LEAST_BUCKETS);
        self.levels = 0;
        self.starts.clear();
        self.starts.resize(self.bucket_count + 1, 0);
        for entry in &mut old {
            let place = entry.lanes.aabb().min;
            let inv_cell = inv_cell_of(entry.level);
            entry.bucket = bucket_of(self.bucket_count, entry.level, floor(place.x * inv_cell), floor(place.y * inv_cell));
            self.levels |= 1 << entry.level;
            self.starts[entry.bucket as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        // `starts` holds the ends now; each box put in its place, from the back of its bucket, moves it down to the start.
        self.entries.clear();
        if let Some(&any) = old.first() {
            self.entries.resize(old.len(), any);
        }
        for entry in old.iter().rev() {
            let end = &mut self.starts[entry.bucket as usize];
            *end -= 1;
            self.entries[*end as usize] = *entry;
            stay(entry.proxy, *end);
        }
        old.clear();
        self.spare = old;
    }

    /// Calls `found` once with the proxy of every box that overlaps the region.
    pub fn query<P: Probe<GridStep>>(&self, region: Aabb, probe: &mut P, mut found: impl FnMut(u32)) {
        let bound = Lanes::bound_of(region);
        for entry in &self.changed {
            test(entry, bound, probe, &mut found);
        }
        if self.cells_in(region) > self.entries.len() as u64 {
            for entry in &self.entries {
                test(entry, bound, probe, &mut found);
            }
            return;
        }
        for level in levels_in(self.levels) {
            let cells = Cells::of(region, level);
            for y in cells.y0..=cells.y1 {
                let count = (cells.x1 - cells.x0 + 1) as u32;
                self.run(level, cells.x0, y, count, probe, |entry, probe| {
                    // Another cell may share the bucket, and be on the way too: the box counts where it begins.
                    test(entry, bound, probe, |proxy| {
                        if entry.level == level && cells.holds_in_row(y, entry.lanes.aabb().min) {
                            found(proxy);
                        }
                    });
                });
            }
        }
    }

    /// Calls `found(a, b)` for boxes that overlap and of which at least one has changed since [`Grid::note_all_seen`], such that each such pair is found from at least one side, all of
    /// one `a` in a row. Only sorted boxes take part.
    pub fn join<S, P: Probe<GridStep>>(&self, state: &mut S, probe: &mut P, mut found: impl FnMut(&mut S, u32, u32)) {
        let is_new = |entry: &Entry| entry.since.wrapping_sub(self.seen) as i32 >= 0;
        for (index, me) in self.entries.iter().enumerate() {
            if me.proxy == GONE {
                continue;
            }
            let aabb = me.lanes.aabb();
            let bound = Lanes::bound_of(aabb);
            let me_is_new = is_new(me);
            let mut meet = |entry: &Entry, probe: &mut P| {
                test(entry, bound, probe, |other| {
                    if me_is_new || is_new(entry) {
                        found(state, me.proxy, other);
                    }
                });
            };

            let inv_cell = inv_cell_of(me.level);
            let (x, y) = (floor(aabb.min.x * inv_cell), floor(aabb.min.y * inv_cell));
            let (end_x, end_y) = (floor(aabb.max.x * inv_cell), floor(aabb.max.y * inv_cell));
            for entry in &self.entries[index + 1..self.starts[me.bucket as usize + 1] as usize] {
                meet(entry, probe);
            }
            if end_x > x {
                self.run(me.level, x + 1, y, 1, probe, &mut meet);
            }
            if end_y > y {
                self.run(me.level, x - 1, y + 1, (end_x - x + 2) as u32, probe, &mut meet);
            }
            for level in levels_in(self.levels & (u32::MAX << me.level << 1)) {
                let cells = Cells::of(aabb, level);
                for y in cells.y0..=cells.y1 {
                    self.run(level, cells.x0, y, (cells.x1 - cells.x0 + 1) as u32, probe, &mut meet);
                }
            }
        }
    }

    /// The pairs of all boxes, which are sorted, are known: the next [`Grid::join`] looks for those of later changes.
    pub fn note_all_seen(&mut self) {
        self.seen = self.now;
    }

    /// Cells that hold boxes: (box of the cell, boxes in it), finest level first, in no particular order within a level.
    pub fn cells(&self) -> Vec<(Aabb, u32)> {
        let mut cells: Vec<(u32, i32, i32)> = Vec::new();
        for entry in self.entries.iter().chain(&self.changed).filter(|e| e.proxy != GONE) {
            let (place, inv_cell) = (entry.lanes.aabb().min, inv_cell_of(entry.level));
            cells.push((entry.level, floor(place.x * inv_cell), floor(place.y * inv_cell)));
        }
        cells.sort_unstable();
        let mut counted: Vec<(Aabb, u32)> = Vec::new();
        for same in cells.chunk_by(|a, b| a == b) {
            let (level, x, y) = same[0];
            let cell = 1.0 / inv_cell_of(level);
            let min = cell * Vec2::new(x as f32, y as f32);
            counted.push((Aabb { min, max: min + Vec2::splat(cell) }, same.len() as u32));
        }
        counted
    }

    /// The proxy and box at a place.
    pub fn at(&self, place: u32) -> Option<(u32, Aabb)> {
        let list = if place & CHANGED == 0 { &self.entries } else { &self.changed };
        let entry = list.get((place & !CHANGED) as usize)?;
        (entry.proxy != GONE).then(|| (entry.proxy, entry.lanes.aabb()))
    }

    /// Checks the order of the entries; the number of boxes, or the first breach in words.
    pub fn validate(&self) -> Result<usize, String> {
        for bucket in 0..self.bucket_count {
            for entry in &self.entries[self.starts[bucket] as usize..self.starts[bucket + 1] as usize] {
                if entry.bucket as usize != bucket {
                    return Err(format!("an entry of bucket {} lies in bucket {bucket}", entry.bucket));
                }
                if entry.proxy != GONE && entry.level != level_of(entry.lanes.aabb()) {
                    return Err(format!("proxy {} lies in a wrong level", entry.proxy));
                }
            }
        }
        Ok(self.entries.iter().chain(&self.changed).filter(|e| e.proxy != GONE).count())
    }

    /// Calls `each` with the entries in the buckets of `count` cells from `(x, y)` to the right.
    #[inline]
    fn run<P: Probe<GridStep>>(&self, level: u32, x: i32, y: i32, count: u32, probe: &mut P, mut each: impl FnMut(&Entry, &mut P)) {
        let first = bucket_of(self.bucket_count, level, x, y) as usize;
        let end = first + count as usize;
        let (near, wrapped) = if end <= self.bucket_count { (end, 0) } else { (self.bucket_count, end - self.bucket_count) };
        let run = &self.entries[self.starts[first] as usize..self.starts[near] as usize];
        let rest = &self.entries[..self.starts[wrapped] as usize]; // [broad.cells]
        probe.record(|| {
            let cell = 1.0 / inv_cell_of(level);
            let min = cell * Vec2::new(x as f32, y as f32);
            let region = Aabb { min, max: min + cell * Vec2::new(count as f32, 1.0) };
            GridStep::Cells { region, cell, entries: (run.len() + rest.len()) as u32 }
        });
        for entry in run.iter().chain(rest) {
            each(entry, probe);
        }
    }

    /// How many cells a query would read.
    fn cells_in(&self, region: Aabb) -> u64 {
        levels_in(self.levels).map(|level| Cells::of(region, level).count()).fold(0, u64::saturating_add)
    }
}

/// The cells of a level in which boxes that overlap a region may begin.
#[derive(Clone, Copy)]
struct Cells {
    x0: i32,
    x1: i32,
    y0: i32,
    y1: i32,
    inv_cell: f32,
}

impl Cells {
    #[inline]
    fn of(region: Aabb, level: u32) -> Cells {
        let inv_cell = inv_cell_of(level);
        let (low, high) = (region.min * inv_cell, region.max * inv_cell);
        Cells { x0: floor(low.x) - 1, x1: floor(high.x), y0: floor(low.y) - 1, y1: floor(high.y), inv_cell }
    }

    fn count(self) -> u64 {
        let side = |from: i32, to: i32| (i64::from(to) - i64::from(from) + 1) as u64;
        side(self.x0, self.x1).saturating_mul(side(self.y0, self.y1))
    }

    /// True when a box that begins here lies in one of the cells of row `y`.
    fn holds_in_row(self, y: i32, place: Vec2) -> bool {
        let x = floor(place.x * self.inv_cell);
        floor(place.y * self.inv_cell) == y && self.x0 <= x && x <= self.x1
    }
}

#[inline]
fn test<P: Probe<GridStep>>(entry: &Entry, bound: Vec4, probe: &mut P, mut found: impl FnMut(u32)) {
    let overlaps = entry.lanes.overlaps(bound); // [broad.candidate]
    probe.record(|| GridStep::Candidate { proxy: entry.proxy, aabb: entry.lanes.aabb(), overlaps });
    if overlaps {
        found(entry.proxy);
    }
}

/// The numbers of the set bits, from below.
#[inline]
fn levels_in(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let level = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (level < u32::BITS).then_some(level)
    })
}

/// The level whose cells are just larger than the box: its size lies in [cell / 2, cell), or below the finest cell.
#[inline]
fn level_of(aabb: Aabb) -> u32 {
    let size = aabb.size();
    let exponent = (max(size.x, size.y).to_bits() >> 23) as i32 - 127;
    (exponent + 1 - FINEST).clamp(0, LEVELS - 1) as u32
}

/// One over the length of a cell's side, 1/m: an exact power of two.
#[inline]
fn inv_cell_of(level: u32) -> f32 {
    f32::from_bits(((127 - FINEST - level as i32) as u32) << 23)
}

/// The largest whole number not above `x`, limited to what cells are numbered with. (`f32::floor` is a call on processors without an instruction for it.)
#[inline]
fn floor(x: f32) -> i32 {
    let towards_zero = x as i32;
    (towards_zero - i32::from(towards_zero as f32 > x)).clamp(-(1 << 30), 1 << 30)
}

/// The bucket of a cell.
#[inline]
fn bucket_of(bucket_count: usize, level: u32, x: i32, y: i32) -> u32 {
    let bits = bucket_count.trailing_zeros();
    let golden = (0x9E37_79B9_u32 >> (u32::BITS - bits)) | 1;
    // Levels begin at unrelated places of the ring.
    let begin = level.wrapping_mul(0x85EB_CA6B) >> (u32::BITS - bits);
    (x as u32).wrapping_add((y as u32).wrapping_mul(golden)).wrapping_add(begin) & (bucket_count as u32 - 1)
}
