//! The passes over manifold blocks, once per step.
//!
//! The narrow phase found a manifold when the bodies stood at certain poses. In each later step two questions are
//! answered for eight contacts at once:
//!
//! *Does it still hold?* (`FindOutdated`) A manifold is kept while the bodies have hardly moved relative to each other
//! since: B's material at the first point, seen from A, by less than the reach, including B's rotation relative to A
//! times the extent of the smaller of the two. Otherwise the narrow phase runs again. Most contacts of a resting pile
//! are kept, and that steadies thin shapes too: a leaning card whose reference face changes with every rounding never
//! comes to rest. (Box2D v3.2 and Rapier do the same and call it contact recycling.)
//!
//! *What are its rows now?* (`Prepare`) All in A's frame, with the origin at A's centre of mass, because `r × n` and `r
//! · n` are the same in every frame:
//!
//! ```text
//!    manifold:  p on A and on B, n           now:   p ●──────● p' = where B has carried its point
//!                                                     └ gap = gap then + n·(p' − p),   contact point on the line p p'
//! ```
//!
//! *Sliding.* A corner that slides over a face takes its contact point along: where it is one of B's, that is p', where
//! it is one of A's, p stays the contact point; else it is the middle. (The middle for all lags by half the way that a
//! manifold may be kept: a hexagon of 5 cm that slid down a slope tipped over long before its weight was above its
//! edge.)
//!
//! *Tall stacks.* Contacts are soft springs. When a stack leans by an angle that comes from these springs alone, its
//! weight gets a lever, which compresses them further: a column on springs buckles, here at 14 boxes of one metre with
//! 4 sub-steps (n³ = 7.84 (k/2) / (m g) for springs of stiffness k under both ends of each box). Rigid boxes would
//! not lean. Hence normal and lever arms of a contact of two points between slow mobile bodies stay what they were when
//! the manifold was made, as long as A's turn since then moves no point of the smaller body by more than
//! [`tuning::UNTURNED_REACH`]. Beyond that the turn is real, and they follow the bodies: the normal turns with A, and A
//! and B are pushed at one common point, so that angular momentum is kept. (Box2D and Rapier freeze both for as long as
//! they keep the manifold.) The gap always follows the bodies.

use super::block::{Address, ContactBlock};
use super::manifold_block::{ManifoldBlock, ManifoldRows};
use super::midway::{Midway, move_midway};
use super::rest_offset::RestOffsets;
use super::rows::effective_mass;
use crate::engine::lanes::{BLOCK, Float4, IndexRow, Kernel, LaneRow, Lanes, SetBits};
use crate::engine::prefetch::prefetch;
use crate::engine::probe::ran;
use crate::engine::tuning;

/// B's centre of mass relative to A's, in A's frame, and B's rotation relative to A; in each lane.
struct Relative<L> {
    x: L,
    y: L,
    cos: L,
    sin: L,
    /// A's orientation in the world.
    cos_a: L,
    sin_a: L,
}

impl<L: Lanes> Relative<L> {
    #[inline(always)]
    fn gather(a: &IndexRow, b: &IndexRow, at: usize, poses: &[Float4]) -> Relative<L> {
        let [ax, ay, cos_a, sin_a] = L::gather(poses, a, at);
        let [bx, by, cos_b, sin_b] = L::gather(poses, b, at);
        let (dx, dy) = (bx - ax, by - ay);
        Relative {
            x: cos_a * dx + sin_a * dy,
            y: cos_a * dy - sin_a * dx,
            cos: cos_a * cos_b + sin_a * sin_b,
            sin: cos_a * sin_b - sin_a * cos_b,
            cos_a,
            sin_a,
        }
    }

    /// Cosine and sine of the angle by which B has turned relative to A since the manifold was made.
    #[inline(always)]
    fn turn_of_b(&self, manifold: &ManifoldBlock, at: usize) -> (L, L) {
        let (cos, sin) = (L::load(&manifold.cos, at), L::load(&manifold.sin, at));
        (cos * self.cos + sin * self.sin, cos * self.sin - sin * self.cos)
    }
}

/// What decides whether a manifold still holds, by slot.
#[derive(Clone, Copy, Debug)]
pub struct KeepRules<'a> {
    /// Centre of mass and orientation now.
    pub poses: &'a [Float4],
    /// How far a manifold of this body may have moved, metres; the smaller of two counts.
    pub reaches: &'a [f32],
    /// How far the body's farthest point moves in this step if its velocity stays, metres.
    pub motion_bounds: &'a [f32],
    /// Bodies that come nearer by less than this in a step close fast in no case, metres.
    pub least_margin: f32,
}

/// Names the contacts whose manifold has to be made again; see the head of the file. Also names those without any
/// impulse whose bodies may come nearer by more than the least margin in this step: the caller sees whether they close
/// too fast.
pub(super) struct FindOutdated<'a> {
    pub group: u8,
    pub blocks: &'a [ContactBlock],
    pub manifolds: &'a [ManifoldBlock],
    pub rules: &'a KeepRules<'a>,
    pub outdated: &'a mut Vec<Address>,
    pub unloaded: &'a mut Vec<Address>,
}

impl Kernel for FindOutdated<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (index, (block, manifold)) in self.blocks.iter().zip(self.manifolds).enumerate() {
            let KeepRules { poses, reaches, motion_bounds, least_margin } = *self.rules;
            if let (Some(block), Some(manifold)) = (self.blocks.get(index + BLOCKS_AHEAD), self.manifolds.get(index + BLOCKS_AHEAD)) {
                prefetch_rows(block, manifold);
            }
            let mut reach = LaneRow::default();
            for lane in 0..BLOCK {
                let (a, b) = (reaches[block.a.0[lane] as usize], reaches[block.b.0[lane] as usize]);
                reach.0[lane] = if a < b { a } else { b };
            }
            let (mut kept, mut loaded) = (0, 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                kept |= kept_lanes::<L>(block, manifold, at, poses, &reach) << at;
                let impulses = L::load(&block.points[0].normal_impulse, at) + L::load(&block.points[1].normal_impulse, at);
                loaded |= L::bits(impulses.gt(L::splat(0.0))) << at;
            }
            let first = Address { group: self.group, index: (BLOCK * index) as u32 };
            name_addresses(first, manifold.present & !kept, self.outdated);
            let idle = manifold.present & !loaded & kept;
            let fast = |lane: &usize| motion_bounds[block.a.0[*lane] as usize] + motion_bounds[block.b.0[*lane] as usize] > least_margin;
            if idle != 0 {
                let bits = (0..BLOCK).filter(fast).fold(0, |bits, lane| bits | 1 << lane);
                name_addresses(first, idle & bits, self.unloaded);
            }
        }
    }
}

/// Blocks are prefetched this many iterations early; an iteration is long, it has eight contacts.
const BLOCKS_AHEAD: usize = 2;

/// Prefetches the lines that [`FindOutdated`] reads: only some of a block, so that the hardware prefetcher does not
/// find them.
#[inline(always)]
fn prefetch_rows(block: &ContactBlock, manifold: &ManifoldBlock) {
    prefetch(&block.a);
    prefetch(&block.points[0].normal_impulse);
    prefetch(&block.points[1].normal_impulse);
    prefetch(&manifold.cos);
    prefetch(&manifold.points[0].on_a_x);
    prefetch(&manifold.points[0].on_b_x);
    prefetch(&manifold.extent);
    prefetch(&manifold.present);
}

/// By how much each manifold of a block may have turned without its normal and lever arms, metres: not at all when one
/// of its bodies is fast.
#[inline(always)]
fn unturned_reaches(block: &ContactBlock, motion_bounds: &[f32], slow: f32) -> LaneRow {
    let mut unturned = LaneRow::default();
    for lane in 0..BLOCK {
        let both = motion_bounds[block.a.0[lane] as usize] + motion_bounds[block.b.0[lane] as usize];
        unturned.0[lane] = if both < slow { tuning::UNTURNED_REACH } else { 0.0 };
    }
    unturned
}

/// Bit per lane: the manifold may be used again.
#[inline(always)]
fn kept_lanes<L: Lanes>(block: &ContactBlock, manifold: &ManifoldBlock, at: usize, poses: &[Float4], reach: &LaneRow) -> u32 {
    let now = Relative::<L>::gather(&block.a, &block.b, at, poses);
    let [dx, dy] = carried::<L>(&manifold.points[0], at, &now).1;
    let (cos, sin) = now.turn_of_b(manifold, at);
    let moved = (dx * dx + dy * dy).sqrt() + sin.abs() * L::load(&manifold.extent, at);
    let near = (L::load(reach, at) * L::load(&manifold.may_keep, at)).gt(moved);
    // `cos > 0` excludes rotations beyond 90°.
    L::bits(L::and(near, cos.gt(L::splat(0.0))))
}

fn name_addresses(first: Address, lanes: u32, names: &mut Vec<Address>) {
    names.extend(SetBits(lanes).map(|lane| Address { group: first.group, index: first.index + lane }));
}

fn name_lanes(manifold: &ManifoldBlock, lanes: u32, names: &mut Vec<u32>) {
    names.extend(SetBits(lanes).map(|lane| manifold.contact[lane as usize]));
}

/// What decides the rows of a step; by slot, where there is a list.
#[derive(Clone, Copy)]
pub struct RowRules<'a> {
    /// Centre of mass and orientation now.
    pub poses: &'a [Float4],
    /// See [`KeepRules::motion_bounds`].
    pub motion_bounds: &'a [f32],
    /// Up to which way of both bodies together normals and lever arms do not follow small turns, metres.
    pub slow: f32,
    /// How rest offsets change between mobile bodies, and with something fixed.
    pub offsets: [RestOffsets; 2],
    /// How the bodies go on.
    pub midway: Midway<'a>,
}

/// Makes the rows of eight contacts each from their manifolds and present poses; see the head of the file. Impulses
/// stay, totals become zero.
pub(super) struct Prepare<'a> {
    pub blocks: &'a mut [ContactBlock],
    pub manifolds: &'a [ManifoldBlock],
    pub rules: &'a RowRules<'a>,
    /// True for contacts with something that nothing can push.
    pub with_fixed: bool,
}

impl Kernel for Prepare<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        ran!();
        let RowRules { poses, motion_bounds, slow, ref offsets, ref midway } = *self.rules;
        // What is fixed does not lean; who drives or tilts it means every milliradian.
        let slow = if self.with_fixed { 0.0 } else { slow };
        let offsets = &offsets[usize::from(self.with_fixed)];
        for (block, manifold) in self.blocks.iter_mut().zip(self.manifolds) {
            let unturned = unturned_reaches(block, motion_bounds, slow);
            (block.is_midway, block.found_later, block.bends, block.turning) = (false, false, false, 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                prepare::<L>(block, manifold, at, poses, L::load(&unturned, at));
                renew_rest_offset::<L>(block, manifold, at, offsets);
                move_midway::<L>(block, manifold, at, midway, self.with_fixed);
            }
        }
    }
}

#[inline(always)]
fn prepare<L: Lanes>(block: &mut ContactBlock, manifold: &ManifoldBlock, at: usize, poses: &[Float4], unturned_reach: L) {
    let now = Relative::<L>::gather(&block.a, &block.b, at, poses);
    let zero = L::splat(0.0);
    let (nx, ny) = normal_now::<L>(manifold, at, &now);
    let turned = [now.cos_a * nx - now.sin_a * ny, now.sin_a * nx + now.cos_a * ny];
    let then = [L::load(&manifold.world_normal_x, at), L::load(&manifold.world_normal_y, at)];
    let sin = (then[0] * turned[1] - then[1] * turned[0]).abs();
    let lies = L::load(&manifold.points[1].valid, at).gt(zero);
    let extent = L::load(&manifold.extent, at);
    let reach = unturned_reach.min(L::splat(tuning::UNTURNED_SHARE) * extent);
    let unturned = L::and(reach.gt(sin * extent), lies);
    L::select(unturned, then[0], turned[0]).store(&mut block.normal_x, at);
    L::select(unturned, then[1], turned[1]).store(&mut block.normal_y, at);
    // The offset c_a − c_b is minus B's place.
    let [then_x, then_y] = place_then::<L>(manifold, at);
    let [slid_x, slid_y] = carried::<L>(&manifold.points[0], at, &now).1;
    let (x, y) = (L::select(unturned, then_x + slid_x, now.x), L::select(unturned, then_y + slid_y, now.y));
    let points = [PointNow::of(&manifold.points[0], at, &now, [nx, ny]), PointNow::of(&manifold.points[1], at, &now, [nx, ny])];
    let second_is_nearer = L::and(lies, points[0].gap.gt(points[1].gap));
    let (beyond_a, beyond_b) = PointNow::beyond_surfaces(&points, second_is_nearer);
    let offset_n = y * nx - x * ny;
    let offset_t = beyond_a + beyond_b - (x * nx + y * ny);
    offset_n.store(&mut block.offset_n, at);
    offset_t.store(&mut block.offset_t, at);
    let inv_mass = L::load(&manifold.inv_mass, at);
    let (inv_inertia_a, inv_inertia_b) = (L::load(&manifold.inv_inertia_a, at), L::load(&manifold.inv_inertia_b, at));
    inv_inertia_a.store(&mut block.inv_inertia_a, at);
    inv_inertia_b.store(&mut block.inv_inertia_b, at);
    for ((rows, manifold_rows), point) in block.points.iter_mut().zip(&manifold.points).zip(&points) {
        point.gap.store(&mut rows.gap, at);
        let [x, y] = point.place;
        let arm_n = x * ny - y * nx;
        let arm_t = x * nx + y * ny - beyond_a;
        arm_n.store(&mut rows.arm_n, at);
        arm_t.store(&mut rows.arm_t, at);
        let valid = L::load(&manifold_rows.valid, at);
        effective_mass(valid, inv_mass, [inv_inertia_a, inv_inertia_b], [arm_n, arm_n + offset_n]).store(&mut rows.normal_mass, at);
        effective_mass(valid, inv_mass, [inv_inertia_a, inv_inertia_b], [arm_t, arm_t + offset_t]).store(&mut rows.tangent_mass, at);
        zero.store(&mut rows.normal_total, at);
        zero.store(&mut rows.tangent_total, at);
    }
}

/// A point of a manifold where the bodies are now, A's frame about A's centre of mass, metres.
struct PointNow<L> {
    gap: L,
    place: [L; 2],
    /// How far the place is outside of A's surface, and of B's.
    beyond: [L; 2],
}

impl<L: Lanes> PointNow<L> {
    #[inline(always)]
    fn of(point: &ManifoldRows, at: usize, now: &Relative<L>, [nx, ny]: [L; 2]) -> PointNow<L> {
        let ([ax, ay], [moved_x, moved_y]) = carried::<L>(point, at, now);
        let separation = L::load(&point.separation, at);
        let opened = L::load(&point.valid, at) * (nx * moved_x + ny * moved_y);
        let share = L::load(&point.share_of_b, at);
        let beyond_a = L::splat(0.5) * separation + share * opened;
        let gap = separation + opened;
        PointNow { gap, place: [ax + share * moved_x, ay + share * moved_y], beyond: [beyond_a, gap - beyond_a] }
    }

    /// How far the nearer point of a contact is outside of both surfaces, if it is: less is left of it when it touches,
    /// and friction has a shorter lever then.
    #[inline(always)]
    fn beyond_surfaces([first, second]: &[PointNow<L>; 2], second_is_nearer: L::Mask) -> (L, L) {
        let zero = L::splat(0.0);
        let beyond_a = L::select(second_is_nearer, second.beyond[0], first.beyond[0]);
        let beyond_b = L::select(second_is_nearer, second.beyond[1], first.beyond[1]);
        let is_apart = (beyond_a + beyond_b).gt(zero);
        (L::select(is_apart, beyond_a, zero), L::select(is_apart, beyond_b, zero))
    }
}

/// The normal in A's frame: where a vertex of A alone stands on a face of B it turns with B.
#[inline(always)]
fn normal_now<L: Lanes>(manifold: &ManifoldBlock, at: usize, now: &Relative<L>) -> (L, L) {
    let (nx, ny) = (L::load(&manifold.normal_x, at), L::load(&manifold.normal_y, at));
    let (cos, sin) = now.turn_of_b(manifold, at);
    let lies = L::load(&manifold.points[1].valid, at).gt(L::splat(0.0));
    let on_b = L::and_not(manifold.points[0].vertex_of_a::<L>(at), lies);
    (L::select(on_b, cos * nx - sin * ny, nx), L::select(on_b, sin * nx + cos * ny, ny))
}

/// Gaps are measured from the rest offset that the load has made.
#[inline(always)]
fn renew_rest_offset<L: Lanes>(block: &mut ContactBlock, manifold: &ManifoldBlock, at: usize, offsets: &RestOffsets) {
    let offset = offsets.next::<L>(block, manifold, at);
    offset.store(&mut block.rest_offset, at);
    for (rows, point) in block.points.iter_mut().zip(&manifold.points) {
        let gap = L::load(&rows.gap, at) - L::load(&point.valid, at) * offset;
        gap.store(&mut rows.gap, at);
        gap.store(&mut rows.gap_now, at);
    }
}

/// A point on A, and by how much B has carried the same point of its own away from it since, both in A's frame, metres.
#[inline(always)]
fn carried<L: Lanes>(point: &ManifoldRows, at: usize, now: &Relative<L>) -> ([L; 2], [L; 2]) {
    let (ax, ay) = (L::load(&point.on_a_x, at), L::load(&point.on_a_y, at));
    let (bx, by) = (L::load(&point.on_b_x, at), L::load(&point.on_b_y, at));
    ([ax, ay], [now.x + (now.cos * bx - now.sin * by) - ax, now.y + (now.sin * bx + now.cos * by) - ay])
}

/// B's centre of mass in A's frame when the manifold was made: the first point on A is the first point on B, which
/// stood at `place + R p_b`.
#[inline(always)]
fn place_then<L: Lanes>(manifold: &ManifoldBlock, at: usize) -> [L; 2] {
    let point = &manifold.points[0];
    let (cos, sin) = (L::load(&manifold.cos, at), L::load(&manifold.sin, at));
    let (bx, by) = (L::load(&point.on_b_x, at), L::load(&point.on_b_y, at));
    [L::load(&point.on_a_x, at) - (cos * bx - sin * by), L::load(&point.on_a_y, at) - (sin * bx + cos * by)]
}

/// Compares which lanes touch at the end of a step (a point that overlapped at its start, or that carried an impulse)
/// with those that touched before, and names the contacts in which that changed.
pub(super) struct FindTouches<'a> {
    pub blocks: &'a [ContactBlock],
    pub manifolds: &'a mut [ManifoldBlock],
    pub begun: &'a mut Vec<u32>,
    pub ended: &'a mut Vec<u32>,
}

impl Kernel for FindTouches<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (block, manifold) in self.blocks.iter().zip(self.manifolds) {
            let mut touching = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                let zero = L::splat(0.0);
                for point in &block.points {
                    let exists = L::bits(L::load(&point.normal_mass, at).gt(zero));
                    let separated = L::bits(L::load(&point.gap, at).gt(zero));
                    let loaded = L::bits(L::load(&point.normal_total, at).gt(zero));
                    touching |= (exists & (!separated | loaded)) << at;
                }
            }
            touching &= manifold.present;
            let before = std::mem::replace(&mut manifold.touching, touching);
            if touching != before {
                name_lanes(manifold, touching & !before, self.begun);
                name_lanes(manifold, before & !touching, self.ended);
            }
        }
    }
}
