//! Which pairs may have come near, and which close fast: questions to eight pairs at once.
//!
//! ```text
//!                         larger body's frame: it rests          way = the most by which they may come nearer in a step,
//!   ┌────────┐ n                    ┌───┐                        from the velocity of the smaller body's farthest point
//!   │ larger ├──▶ · · · · · · · ·   │ c │ ◀── v                 as seen from the larger, which may turn
//!   └────────┘                      └───┘
//! ```
//!
//! A pair without points has to be looked at when its room is used up ([`super::store::Room`]), or when it closes so fast that the rest of it may be used up within the step. The
//! second counts only if the boxes that the two colliders sweep overlap.

use super::World;
use super::store::Apart;
use super::tables::Tables;
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, Quad, QuadPair, Row, SetBits, Width};
use crate::engine::tuning;

/// One of those apart that may have come near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Its place.
    pub index: u32,
    /// How much room is left, metres.
    left: f32,
    /// If its bodies close fast and the boxes that they sweep overlap: how much nearer they may come in this step, metres; else 0.
    pub way: f32,
}

/// Two bodies and two colliders.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partners {
    /// Slots of the bodies.
    pub slots: [u32; 2],
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
}

impl World {
    /// Names those of the first `count` pairs apart that have to be looked at. First those whose room the bodies can have used up at the end of the step, by their own speeds; of these few the
    /// speeds along with each other are asked.
    pub(super) fn find_near(&mut self, count: usize, near: &mut Vec<Near>) {
        let (mut sides, mut ways) = (std::mem::take(&mut self.scratch.sides), std::mem::take(&mut self.scratch.closing));
        let World { store, problem, tables, settings, .. } = self;
        let (apart, rooms) = (&store.apart[..count], &store.rooms[..count]);
        near.clear();
        lanes::run(settings.width, FindNear { apart, rooms, poses: &problem.poses, tables, near });
        sides.clear();
        sides.extend(near.iter().map(|near| {
            let Apart { a, b, proxies, .. } = apart[near.index as usize];
            Partners { slots: [a, b], proxies }
        }));
        self.find_closing(self.settings.width, &sides, &mut ways);
        let mut of_each = ways.iter();
        near.retain_mut(|near| {
            near.way = of_each.next().copied().unwrap_or(0.0);
            near.left.is_nan() || near.left <= near.way // [apart.room]
        });
        (self.scratch.sides, self.scratch.closing) = (sides, ways);
    }

    /// How much nearer two bodies may come in this step, metres, if that is more than the margin and the boxes that their colliders sweep overlap. Nothing but the present
    /// state may decide this: a late contact matters when something hits one of its bodies within the step. (Leaving slow meetings of bodies that do not bounce to the next step was
    /// tried: crowds gained less than a tenth, and a plastic hit missed the common velocity, as overlap that is pushed apart is not a blow.)
    pub(super) fn way_if_closing_fast(&self, slots: [u32; 2], proxies: [u32; 2]) -> Option<f32> {
        let World { problem, tables, settings, .. } = self;
        let mut one = Closing::default();
        one.set(0, tables, Partners { slots, proxies });
        if one.together.0[0] <= tuning::SPECULATIVE_MARGIN {
            return None;
        }
        let way: f32 = one.ways((&problem.poses, &problem.bodies), tables, settings.step_seconds(), 0);
        (way > 0.0).then_some(way)
    }

    /// What [`World::way_if_closing_fast`] says of each of these pairs, metres; 0 for nothing.
    pub(super) fn find_closing(&self, width: Width, sides: &[Partners], ways: &mut Vec<f32>) {
        let World { problem, tables, settings, .. } = self;
        ways.clear();
        let seconds = settings.step_seconds();
        lanes::run(width, FindClosing { sides, poses: &problem.poses, bodies: &problem.bodies, tables, seconds, ways });
    }
}

/// Names the pairs apart whose room may be used up at the end of the step.
struct FindNear<'a> {
    apart: &'a [Apart],
    /// Beside each: a [`super::store::Room`].
    rooms: &'a [QuadPair],
    poses: &'a [Quad],
    tables: &'a Tables,
    near: &'a mut Vec<Near>,
}

impl Kernel for FindNear<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (block, eight) in self.apart.chunks(BLOCK).enumerate() {
            let (mut slot_a, mut slot_b, mut place) = (IndexRow::default(), IndexRow::default(), IndexRow::default());
            let mut together = Row::default();
            for (lane, apart) in eight.iter().enumerate() {
                (slot_a.0[lane], slot_b.0[lane], place.0[lane]) = (apart.a, apart.b, (BLOCK * block + lane) as u32);
                together.0[lane] = self.tables.ways[apart.a as usize] + self.tables.ways[apart.b as usize];
            }
            let (mut left, mut named) = (Row::default(), 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (first, [base, extent_a, extent_b, _]) = L::gather_pair(self.rooms, &place, at);
                let seen = Seen::<L>::gather(self.poses, [&slot_a, &slot_b], [extent_a, extent_b], at);
                let now = base + seen.left_since(first);
                now.store(&mut left, at);
                let together = L::load(&together, at);
                let way = L::select(together.gt(L::splat(tuning::SPECULATIVE_MARGIN)), together, L::splat(0.0));
                named |= (!L::bits(now.gt(way)) & ((1 << L::COUNT) - 1)) << at;
            }
            named &= (1 << eight.len()) - 1;
            for lane in SetBits(named) {
                self.near.push(Near { index: (BLOCK * block) as u32 + lane, left: left.0[lane as usize], way: 0.0 });
            }
        }
    }
}

/// Says of each pair how much nearer it may come in the step, if it closes fast.
struct FindClosing<'a> {
    sides: &'a [Partners],
    poses: &'a [Quad],
    bodies: &'a [QuadPair],
    tables: &'a Tables,
    /// Length of a step.
    seconds: f32,
    ways: &'a mut Vec<f32>,
}

impl Kernel for FindClosing<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for some in self.sides.chunks(BLOCK) {
            let mut eight = Closing::default();
            for (lane, &partners) in some.iter().enumerate() {
                eight.set(lane, self.tables, partners);
            }
            let mut ways = Row::default();
            for at in (0..BLOCK).step_by(L::COUNT) {
                eight.ways::<L>((self.poses, self.bodies), self.tables, self.seconds, at).store(&mut ways, at);
            }
            self.ways.extend_from_slice(&ways.0[..some.len()]);
        }
    }
}

/// Eight pairs of which is asked whether they close fast.
#[derive(Default)]
struct Closing {
    slots: [IndexRow; 2],
    proxies: [IndexRow; 2],
    extents: [Row; 2],
    /// Ways of both bodies together, metres.
    together: Row,
}

impl Closing {
    #[inline(always)]
    fn set(&mut self, lane: usize, tables: &Tables, Partners { slots, proxies }: Partners) {
        for side in 0..2 {
            self.slots[side].0[lane] = slots[side];
            self.proxies[side].0[lane] = proxies[side];
            self.extents[side].0[lane] = tables.extents[slots[side] as usize];
        }
        self.together.0[lane] = tables.ways[slots[0] as usize] + tables.ways[slots[1] as usize];
    }

    /// How much nearer each may come in the step, metres, if that is more than the margin and the boxes that both sweep are not farther apart than that; else 0.
    #[inline(always)]
    fn ways<L: Lanes>(&self, (poses, bodies): (&[Quad], &[QuadPair]), tables: &Tables, seconds: f32, at: usize) -> L {
        let (slots, proxies) = ([&self.slots[0], &self.slots[1]], [&self.proxies[0], &self.proxies[1]]);
        let (together, zero, margin) = (L::load(&self.together, at), L::splat(0.0), L::splat(tuning::SPECULATIVE_MARGIN));
        let seen = Seen::<L>::gather(poses, slots, [L::load(&self.extents[0], at), L::load(&self.extents[1], at)], at);
        let nearer = (L::splat(seconds) * seen.closing_bound(bodies, slots, at)).min(together);
        let counts = L::and(together.gt(margin), nearer.gt(margin));
        let gap = gap_of_ways::<L>(&tables.swept, proxies, at);
        L::select(counts, L::select(gap.gt(zero), zero, nearer), zero)
    }
}

/// Above zero where the boxes that two colliders sweep are farther apart than the margin, by some axis.
#[inline(always)]
fn gap_of_ways<L: Lanes>(swept: &[Quad], [a, b]: [&IndexRow; 2], at: usize) -> L {
    let [a_min_x, a_min_y, a_max_x, a_max_y] = L::gather(swept, a, at);
    let [b_min_x, b_min_y, b_max_x, b_max_y] = L::gather(swept, b, at);
    let margin = L::splat(tuning::SPECULATIVE_MARGIN);
    let beside = ((a_min_x - margin) - b_max_x).max(b_min_x - (a_max_x + margin));
    beside.max(((a_min_y - margin) - b_max_y).max(b_min_y - (a_max_y + margin)))
}

/// The smaller body of each pair seen from the larger.
struct Seen<L: Lanes> {
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

impl<L: Lanes> Seen<L> {
    #[inline(always)]
    fn gather(poses: &[Quad], [slot_a, slot_b]: [&IndexRow; 2], [extent_a, extent_b]: [L; 2], at: usize) -> Seen<L> {
        let [ax, ay, a_cos, a_sin] = L::gather(poses, slot_a, at);
        let [bx, by, b_cos, b_sin] = L::gather(poses, slot_b, at);
        let a_is_small = extent_b.gt(extent_a);
        Seen {
            a_is_small,
            between: [L::select(a_is_small, ax - bx, bx - ax), L::select(a_is_small, ay - by, by - ay)],
            large: [L::select(a_is_small, b_cos, a_cos), L::select(a_is_small, b_sin, a_sin)],
            small: [L::select(a_is_small, a_cos, b_cos), L::select(a_is_small, a_sin, b_sin)],
            extent: extent_a.min(extent_b),
        }
    }

    /// Height of the smaller body along an axis (x, y, larger body's frame), less how far its points may have swung since it had the turn (cosine, sine); metres.
    #[inline(always)]
    fn left_since(&self, [axis_x, axis_y, then_cos, then_sin]: [L; 4]) -> L {
        let ([large_cos, large_sin], [small_cos, small_sin], [dx, dy]) = (self.large, self.small, self.between);
        let (x, y) = (large_cos * dx + large_sin * dy, large_cos * dy - large_sin * dx);
        // The chord of the turn Δ since then: √(sin² Δ + (1 − cos Δ)²) on the unit circle.
        let (cos, sin) = (large_cos * small_cos + large_sin * small_sin, large_cos * small_sin - large_sin * small_cos);
        let (turned_cos, turned_sin) = (then_cos * cos + then_sin * sin, then_cos * sin - then_sin * cos);
        let versine = L::splat(1.0) - turned_cos;
        let chord = (turned_sin * turned_sin + versine * versine).sqrt();
        axis_x * x + axis_y * y - chord * self.extent
    }

    /// The same as [`super::apart::closing_bound`], m/s.
    #[inline(always)]
    fn closing_bound(&self, bodies: &[QuadPair], [slot_a, slot_b]: [&IndexRow; 2], at: usize) -> L {
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
