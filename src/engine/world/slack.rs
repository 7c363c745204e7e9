//! Which separated pairs must be tested in a step, and which pairs close fast: eight pairs at once.
//!
//! ```text
//!                         larger body's frame: it rests          approach = the most by which they may come nearer in a step,
//!   ┌────────┐ n                    ┌───┐                        from the velocity of the smaller body's farthest point
//!   │ larger ├──▶ · · · · · · · ·   │ c │ ◀── v                  as seen from the larger, which may rotate
//!   └────────┘                      └───┘
//! ```
//!
//! A pair without points must be tested when its slack ([`super::store`]) is used up, or when it closes so fast that
//! the rest of it may be used up within the step. The second counts only if the boxes that the two colliders sweep
//! overlap. Nothing but the present state may decide it: a contact that may get points within the step matters when
//! something hits one of its bodies. (Leaving slow meetings of bodies that do not bounce to the next step was tried:
//! crowds gained less than a tenth, and a plastic hit missed the common velocity, as overlap that is pushed apart is no
//! impact.)

use super::settings::WorldSettings;
use super::store::{ContactStore, SeparatedPair};
use super::tables::BodyTables;
use crate::engine::lanes::{self, BLOCK, Float4, Float4Pair, IndexRow, Kernel, LaneRow, Lanes, SetBits, Width};
use crate::engine::probe::ran;
use crate::engine::tuning;

/// A separated pair whose slack may be used up within the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Its place among the separated pairs.
    pub index: u32,
    /// How much slack is left, metres.
    left: f32,
    /// How much nearer its bodies may come in this step, metres, if they close fast and the boxes that they sweep
    /// overlap; else 0.
    pub approach: f32,
}

/// Two bodies and two colliders.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyPair {
    /// Slots of the bodies.
    pub slots: [u32; 2],
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
}

/// Who closes fast, asked of a list of pairs at once. Keeps the list and the answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Approaches {
    /// The pairs.
    pub pairs: Vec<BodyPair>,
    /// By how much each may come nearer in this step, metres; 0 for one that does not close fast.
    pub found: Vec<f32>,
}

impl Approaches {
    /// Finds how much nearer each of these pairs may come in this step, if that is more than the margin and the boxes
    /// that their colliders sweep overlap.
    pub fn find(&mut self, pairs: impl Iterator<Item = BodyPair>, tables: &BodyTables, settings: &WorldSettings) -> &[f32] {
        self.pairs.clear();
        self.pairs.extend(pairs);
        find_approaches(settings.width, settings.step_seconds(), &self.pairs, tables, &mut self.found);
        &self.found
    }
}

fn find_approaches(width: Width, seconds: f32, pairs: &[BodyPair], tables: &BodyTables, approaches: &mut Vec<f32>) {
    approaches.clear();
    lanes::run(width, FindApproaches { pairs, poses: &tables.poses, bodies: &tables.solver_bodies, tables, seconds, approaches });
}

/// The same for one pair; `None` when it does not close fast.
pub(super) fn approach_of(pair: BodyPair, tables: &BodyTables, settings: &WorldSettings) -> Option<f32> {
    let mut one = PairBlock::default();
    one.set(0, tables, pair);
    if one.together.0[0] <= one.margin.0[0] {
        return None;
    }
    let approach: f32 = one.approaches((&tables.poses, &tables.solver_bodies), tables, settings.step_seconds(), 0);
    (approach > 0.0).then_some(approach)
}

/// Names those of the first `count` separated pairs that must be tested: first those whose slack the bodies can have
/// used up at the end of the step by their own speeds; of these few the speeds along with each other are asked.
pub(super) fn find_candidates(
    store: &ContactStore,
    count: usize,
    tables: &BodyTables,
    settings: &WorldSettings,
    approaches: &mut Approaches,
    candidates: &mut Vec<Candidate>,
) {
    ran!();
    let (pairs, slacks) = (&store.separated[..count], &store.slacks[..count]);
    candidates.clear();
    lanes::run(settings.width, FindCandidates { pairs, slacks, poses: &tables.poses, tables, candidates });
    let bodies_of = candidates.iter().map(|candidate| {
        let SeparatedPair { a, b, proxies, .. } = pairs[candidate.index as usize];
        BodyPair { slots: [a, b], proxies }
    });
    let mut of_each = approaches.find(bodies_of, tables, settings).iter();
    candidates.retain_mut(|candidate| {
        candidate.approach = of_each.next().copied().unwrap_or(0.0);
        candidate.left.is_nan() || candidate.left <= candidate.approach // [separated.slack]
    });
}

/// Names the separated pairs whose slack may be used up at the end of the step.
struct FindCandidates<'a> {
    pairs: &'a [SeparatedPair],
    /// Beside each: a [`super::store::MeasuredSlack`].
    slacks: &'a [Float4Pair],
    poses: &'a [Float4],
    tables: &'a BodyTables,
    candidates: &'a mut Vec<Candidate>,
}

impl Kernel for FindCandidates<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let least = self.tables.least_margin();
        for (block, eight) in self.pairs.chunks(BLOCK).enumerate() {
            let (mut slot_a, mut slot_b, mut place) = (IndexRow::default(), IndexRow::default(), IndexRow::default());
            let mut together = LaneRow::default();
            for (lane, pair) in eight.iter().enumerate() {
                (slot_a.0[lane], slot_b.0[lane], place.0[lane]) = (pair.a, pair.b, (BLOCK * block + lane) as u32);
                together.0[lane] = self.tables.motion_bounds[pair.a as usize] + self.tables.motion_bounds[pair.b as usize];
            }
            let (mut left, mut named) = (LaneRow::default(), 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (first, [base, extent_a, extent_b, _]) = L::gather_pair(self.slacks, &place, at);
                let relative = Relative::<L>::gather(self.poses, [&slot_a, &slot_b], [extent_a, extent_b], at);
                let now = base + relative.left_since(first);
                now.store(&mut left, at);
                let together = L::load(&together, at);
                let bound = L::select(together.gt(L::splat(least)), together, L::splat(0.0));
                named |= (!L::bits(now.gt(bound)) & ((1 << L::COUNT) - 1)) << at;
            }
            named &= (1 << eight.len()) - 1;
            for lane in SetBits(named) {
                self.candidates.push(Candidate { index: (BLOCK * block) as u32 + lane, left: left.0[lane as usize], approach: 0.0 });
            }
        }
    }
}

/// Says of each pair how much nearer it may come in the step, if it closes fast.
struct FindApproaches<'a> {
    pairs: &'a [BodyPair],
    poses: &'a [Float4],
    bodies: &'a [Float4Pair],
    tables: &'a BodyTables,
    /// Length of a step.
    seconds: f32,
    approaches: &'a mut Vec<f32>,
}

impl Kernel for FindApproaches<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for some in self.pairs.chunks(BLOCK) {
            let mut eight = PairBlock::default();
            for (lane, &pair) in some.iter().enumerate() {
                eight.set(lane, self.tables, pair);
            }
            let mut nearer = LaneRow::default();
            for at in (0..BLOCK).step_by(L::COUNT) {
                eight.approaches::<L>((self.poses, self.bodies), self.tables, self.seconds, at).store(&mut nearer, at);
            }
            self.approaches.extend_from_slice(&nearer.0[..some.len()]);
        }
    }
}

/// Eight pairs of which is asked whether they close fast.
#[derive(Default)]
struct PairBlock {
    slots: [IndexRow; 2],
    proxies: [IndexRow; 2],
    extents: [LaneRow; 2],
    /// Motion bounds of both bodies together, metres.
    together: LaneRow,
    /// The same where one of them turns fast, else 0: the velocity as seen from it is soon another.
    turning: LaneRow,
    /// What comes nearer by more than this closes fast, metres.
    margin: LaneRow,
}

impl PairBlock {
    #[inline(always)]
    fn set(&mut self, lane: usize, tables: &BodyTables, BodyPair { slots, proxies }: BodyPair) {
        for side in 0..2 {
            self.slots[side].0[lane] = slots[side];
            self.proxies[side].0[lane] = proxies[side];
            self.extents[side].0[lane] = tables.extents[slots[side] as usize];
        }
        let together = tables.motion_bounds[slots[0] as usize] + tables.motion_bounds[slots[1] as usize];
        self.together.0[lane] = together;
        self.margin.0[lane] = tables.fast_margin(slots);
        self.turning.0[lane] = if tables.turn_fast(slots) { together } else { 0.0 };
    }

    /// How much nearer each may come in the step, metres, if that is more than the margin and the boxes that both sweep
    /// are not farther apart than that; else 0.
    #[inline(always)]
    fn approaches<L: Lanes>(&self, (poses, bodies): (&[Float4], &[Float4Pair]), tables: &BodyTables, seconds: f32, at: usize) -> L {
        let (slots, proxies) = ([&self.slots[0], &self.slots[1]], [&self.proxies[0], &self.proxies[1]]);
        let (together, zero, margin) = (L::load(&self.together, at), L::splat(0.0), L::load(&self.margin, at));
        let relative = Relative::<L>::gather(poses, slots, [L::load(&self.extents[0], at), L::load(&self.extents[1], at)], at);
        let nearer = (L::splat(seconds) * relative.closing_bound(bodies, slots, at)).max(L::load(&self.turning, at)).min(together);
        let counts = L::and(together.gt(margin), nearer.gt(margin));
        let gap = gap_of_swept::<L>(&tables.swept, proxies, at);
        L::select(counts, L::select(gap.gt(zero), zero, nearer), zero)
    }
}

/// Above zero where the boxes that two colliders sweep are farther apart than the margin, by some axis.
#[inline(always)]
fn gap_of_swept<L: Lanes>(swept: &[Float4], [a, b]: [&IndexRow; 2], at: usize) -> L {
    let [a_min_x, a_min_y, a_max_x, a_max_y] = L::gather(swept, a, at);
    let [b_min_x, b_min_y, b_max_x, b_max_y] = L::gather(swept, b, at);
    let margin = L::splat(tuning::SPECULATIVE_MARGIN);
    let beside = ((a_min_x - margin) - b_max_x).max(b_min_x - (a_max_x + margin));
    beside.max(((a_min_y - margin) - b_max_y).max(b_min_y - (a_max_y + margin)))
}

/// The smaller body of each pair seen from the larger.
struct Relative<L: Lanes> {
    /// Yes where A is the smaller.
    a_is_small: L::Mask,
    /// From the larger to the smaller body, world, metres.
    between: [L; 2],
    /// Orientation of the larger: cosine and sine.
    large: [L; 2],
    small: [L; 2],
    /// Distance of the farthest point of the smaller from its centre of mass, metres.
    extent: L,
}

impl<L: Lanes> Relative<L> {
    #[inline(always)]
    fn gather(poses: &[Float4], [slot_a, slot_b]: [&IndexRow; 2], [extent_a, extent_b]: [L; 2], at: usize) -> Relative<L> {
        let [ax, ay, a_cos, a_sin] = L::gather(poses, slot_a, at);
        let [bx, by, b_cos, b_sin] = L::gather(poses, slot_b, at);
        let a_is_small = extent_b.gt(extent_a);
        Relative {
            a_is_small,
            between: [L::select(a_is_small, ax - bx, bx - ax), L::select(a_is_small, ay - by, by - ay)],
            large: [L::select(a_is_small, b_cos, a_cos), L::select(a_is_small, b_sin, a_sin)],
            small: [L::select(a_is_small, a_cos, b_cos), L::select(a_is_small, a_sin, b_sin)],
            extent: extent_a.min(extent_b),
        }
    }

    /// Height of the smaller body along an axis (x, y, larger body's frame), less how far its points may have swung
    /// since it had the relative rotation (cosine, sine); metres.
    #[inline(always)]
    fn left_since(&self, [axis_x, axis_y, then_cos, then_sin]: [L; 4]) -> L {
        let ([large_cos, large_sin], [small_cos, small_sin], [dx, dy]) = (self.large, self.small, self.between);
        let (x, y) = (large_cos * dx + large_sin * dy, large_cos * dy - large_sin * dx);
        // The chord of the rotation Δ since then: √(sin² Δ + (1 − cos Δ)²) on the unit circle.
        let (cos, sin) = (large_cos * small_cos + large_sin * small_sin, large_cos * small_sin - large_sin * small_cos);
        let (turned_cos, turned_sin) = (then_cos * cos + then_sin * sin, then_cos * sin - then_sin * cos);
        let versine = L::splat(1.0) - turned_cos;
        let chord = (turned_sin * turned_sin + versine * versine).sqrt();
        axis_x * x + axis_y * y - chord * self.extent
    }

    /// [`super::tables::closing_bound`] of each lane, m/s.
    #[inline(always)]
    fn closing_bound(&self, bodies: &[Float4Pair], [slot_a, slot_b]: [&IndexRow; 2], at: usize) -> L {
        let (a, _) = L::gather_pair(bodies, slot_a, at);
        let (b, _) = L::gather_pair(bodies, slot_b, at);
        let [large_x, large_y, large_spin] =
            [L::select(self.a_is_small, b[0], a[0]), L::select(self.a_is_small, b[1], a[1]), L::select(self.a_is_small, b[2], a[2])];
        let [small_x, small_y, small_spin] =
            [L::select(self.a_is_small, a[0], b[0]), L::select(self.a_is_small, a[1], b[1]), L::select(self.a_is_small, a[2], b[2])];
        let x = small_x - (large_x - large_spin * self.between[1]);
        let y = small_y - (large_y + large_spin * self.between[0]);
        (x * x + y * y).sqrt() + (small_spin - large_spin).abs() * self.extent
    }
}
