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
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, Quad, QuadPair, Row, Width};
use crate::engine::tuning;

/// One of those apart that may have come near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Its place.
    pub index: u32,
    /// If its bodies close fast and the boxes that they sweep overlap: how much nearer they may come in this step, metres; else 0.
    pub way: f32,
}

/// Two bodies and two colliders.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    /// Slots of the bodies.
    pub slots: [u32; 2],
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
}

impl World {
    /// Names those of the first `count` pairs apart that have to be looked at.
    pub(super) fn find_near(&mut self, count: usize, near: &mut Vec<Near>) {
        let World { store, problem, tables, settings, .. } = self;
        let motion = Motion { poses: &problem.poses, bodies: &problem.bodies, tables, seconds: settings.step_seconds() };
        lanes::run(Width::now(), FindNear { apart: &store.apart[..count], rooms: &store.rooms[..count], motion, near });
    }

    /// Names, by their places in the list, the pairs of which [`World::way_if_closing_fast`] says something.
    pub(super) fn find_closing(&self, sides: &[Sides], closing: &mut Vec<u32>) {
        let World { problem, tables, settings, .. } = self;
        let motion = Motion { poses: &problem.poses, bodies: &problem.bodies, tables, seconds: settings.step_seconds() };
        lanes::run(Width::now(), FindClosing { sides, motion, closing });
    }
}

/// How bodies move.
#[derive(Clone, Copy)]
struct Motion<'a> {
    poses: &'a [Quad],
    bodies: &'a [QuadPair],
    tables: &'a Tables,
    /// Length of a step.
    seconds: f32,
}

/// Names the pairs apart that have to be looked at.
struct FindNear<'a> {
    apart: &'a [Apart],
    /// Beside each: a [`super::store::Room`].
    rooms: &'a [QuadPair],
    motion: Motion<'a>,
    near: &'a mut Vec<Near>,
}

impl Kernel for FindNear<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let motion = self.motion;
        for (block, eight) in self.apart.chunks(BLOCK).enumerate() {
            let (mut pairs, mut place) = (Eight::default(), IndexRow::default());
            for (lane, apart) in eight.iter().enumerate() {
                pairs.put(lane, [apart.a, apart.b], apart.proxies, motion.tables);
                place.0[lane] = (BLOCK * block + lane) as u32;
            }
            let fast = pairs.fast_lanes::<L>(motion.tables);
            let (mut way, mut closing, mut used_up) = (Row::default(), 0, 0);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let (first, [base, extent_a, extent_b, _]) = L::gather_pair(self.rooms, &place, at);
                let seen = Seen::<L>::gather(motion.poses, &pairs, [extent_a, extent_b], at);
                let left = base + seen.left_since(first);
                used_up |= (!L::bits(left.above(L::all(0.0))) & ((1 << L::COUNT) - 1)) << at;
                if fast != 0 {
                    let (nearer, closes) = seen.closing(&motion, &pairs, fast, at);
                    nearer.store(&mut way, at);
                    closing |= closes << at;
                    used_up |= (closes & !L::bits(left.above(nearer))) << at; // [apart.room]
                }
            }
            used_up &= (1 << eight.len()) - 1;
            while used_up != 0 {
                let lane = used_up.trailing_zeros();
                used_up &= used_up - 1;
                let way = if closing >> lane & 1 == 1 { way.0[lane as usize] } else { 0.0 };
                self.near.push(Near { index: (BLOCK * block) as u32 + lane, way });
            }
        }
    }
}

/// Names the pairs that close fast.
struct FindClosing<'a> {
    sides: &'a [Sides],
    motion: Motion<'a>,
    closing: &'a mut Vec<u32>,
}

impl Kernel for FindClosing<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        let motion = self.motion;
        for (block, eight) in self.sides.chunks(BLOCK).enumerate() {
            let (mut pairs, mut extent_a, mut extent_b) = (Eight::default(), Row::default(), Row::default());
            for (lane, &Sides { slots, proxies }) in eight.iter().enumerate() {
                pairs.put(lane, slots, proxies, motion.tables);
                (extent_a.0[lane], extent_b.0[lane]) = (motion.tables.extents[slots[0] as usize], motion.tables.extents[slots[1] as usize]);
            }
            let fast = pairs.fast_lanes::<L>(motion.tables);
            let mut closing = 0;
            if fast != 0 {
                for at in (0..BLOCK).step_by(L::COUNT) {
                    let seen = Seen::<L>::gather(motion.poses, &pairs, [L::load(&extent_a, at), L::load(&extent_b, at)], at);
                    closing |= seen.closing(&motion, &pairs, fast, at).1 << at;
                }
            }
            while closing != 0 {
                self.closing.push((BLOCK * block) as u32 + closing.trailing_zeros());
                closing &= closing - 1;
            }
        }
    }
}

/// Eight pairs. Lanes that nobody puts a pair into are of slot 0, which never moves.
#[derive(Default)]
struct Eight {
    slot_a: IndexRow,
    slot_b: IndexRow,
    proxy_a: IndexRow,
    proxy_b: IndexRow,
    /// Ways of both bodies' farthest points in the step, metres.
    ways: Row,
}

impl Eight {
    #[inline(always)]
    fn put(&mut self, lane: usize, [a, b]: [u32; 2], proxies: [u32; 2], tables: &Tables) {
        (self.slot_a.0[lane], self.slot_b.0[lane]) = (a, b);
        (self.proxy_a.0[lane], self.proxy_b.0[lane]) = (proxies[0], proxies[1]);
        self.ways.0[lane] = tables.ways[a as usize] + tables.ways[b as usize];
    }

    /// Bit per lane: both bodies together go farther than the margin in the step, and the boxes that the two colliders sweep overlap, or nearly so.
    #[inline(always)]
    fn fast_lanes<L: Lanes>(&self, tables: &Tables) -> u32 {
        let margin = L::all(tuning::SPECULATIVE_MARGIN);
        let mut fast = 0;
        for at in (0..BLOCK).step_by(L::COUNT) {
            fast |= L::bits(L::load(&self.ways, at).above(margin)) << at;
        }
        if fast == 0 {
            return 0;
        }
        let mut apart = 0;
        for at in (0..BLOCK).step_by(L::COUNT) {
            let [a_min_x, a_min_y, a_max_x, a_max_y] = L::gather(&tables.swept, &self.proxy_a, at);
            let [b_min_x, b_min_y, b_max_x, b_max_y] = L::gather(&tables.swept, &self.proxy_b, at);
            apart |= (L::bits((a_min_x - margin).above(b_max_x))
                | L::bits(b_min_x.above(a_max_x + margin))
                | L::bits((a_min_y - margin).above(b_max_y))
                | L::bits(b_min_y.above(a_max_y + margin)))
                << at;
        }
        fast & !apart
    }
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
    fn gather(poses: &[Quad], pairs: &Eight, [extent_a, extent_b]: [L; 2], at: usize) -> Seen<L> {
        let [ax, ay, a_cos, a_sin] = L::gather(poses, &pairs.slot_a, at);
        let [bx, by, b_cos, b_sin] = L::gather(poses, &pairs.slot_b, at);
        let a_is_small = extent_b.above(extent_a);
        Seen {
            a_is_small,
            between: [L::pick(a_is_small, ax - bx, bx - ax), L::pick(a_is_small, ay - by, by - ay)],
            large: [L::pick(a_is_small, b_cos, a_cos), L::pick(a_is_small, b_sin, a_sin)],
            small: [L::pick(a_is_small, a_cos, b_cos), L::pick(a_is_small, a_sin, b_sin)],
            extent: extent_a.least(extent_b),
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
        let versine = L::all(1.0) - turned_cos;
        let chord = (turned_sin * turned_sin + versine * versine).root();
        axis_x * x + axis_y * y - chord * self.extent
    }

    /// How much nearer the bodies may come in the step, metres, and bit per lane: that counts ([`World::way_if_closing_fast`] says the same of one pair).
    #[inline(always)]
    fn closing(&self, motion: &Motion<'_>, pairs: &Eight, fast: u32, at: usize) -> (L, u32) {
        let (a, _) = L::gather_pair(motion.bodies, &pairs.slot_a, at);
        let (b, _) = L::gather_pair(motion.bodies, &pairs.slot_b, at);
        let [large_x, large_y, large_spin] =
            [L::pick(self.a_is_small, b[0], a[0]), L::pick(self.a_is_small, b[1], a[1]), L::pick(self.a_is_small, b[2], a[2])];
        let [small_x, small_y, small_spin] =
            [L::pick(self.a_is_small, a[0], b[0]), L::pick(self.a_is_small, a[1], b[1]), L::pick(self.a_is_small, a[2], b[2])];
        let x = small_x - (large_x - large_spin * self.between[1]);
        let y = small_y - (large_y + large_spin * self.between[0]);
        let speed = (x * x + y * y).root() + (small_spin - large_spin).magnitude() * self.extent;
        let way = (L::all(motion.seconds) * speed).least(L::load(&pairs.ways, at));
        (way, L::bits(way.above(L::all(tuning::SPECULATIVE_MARGIN))) & fast >> at)
    }
}
