//! Pairs without points: which of them must be looked at in a step, and which have come near.
//!
//! Three questions, each answered for most of those that the one before has let through, and only the last one costs more than a few dozen instructions:
//!
//! 1. Can the bodies have used up the room that was between them when they were last measured ([`super::store`])?
//! 2. Are the boxes of the shapes nearer than the margin now?
//! 3. What does the narrow phase say?
//!
//! A pair whose bodies close fast is always looked at: it may need to be found within the step. The first question, and whether a pair may be one of those, is asked of eight pairs at
//! once (`FindNear`).

use super::World;
use super::contacts::Finding;
use super::store::{Apart, Room};
use crate::engine::aabb::Aabb;
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, Lanes, Quad, QuadPair, Width};
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

impl World {
    /// Looks at the first `count` pairs without points, those whose bodies may have come near. What has just left its colour stands behind them and has been looked at:
    /// seen again it would be late twice, and solved twice.
    pub(super) fn renew_apart(&mut self, count: usize) {
        let mut near = std::mem::take(&mut self.scratch.near);
        near.clear();
        let World { store, problem, tables, .. } = self;
        let (apart, rooms) = (&store.apart[..count], &store.rooms[..count]);
        lanes::run(
            Width::now(),
            FindNear { apart, rooms, poses: &problem.poses, ways: &tables.ways, swept: &tables.swept, near: &mut near },
        );
        for &Near { index, used_up, may_close } in &near {
            let apart = self.store.apart[index as usize];
            let way = if may_close { self.way_if_closing_fast([apart.a, apart.b], apart.proxies) } else { None };
            if way.is_none() && !used_up {
                continue;
            }
            match self.look_at(&apart, way) {
                Finding::Points => self.scratch.fresh.push(apart.contact),
                Finding::Late(gap) => self.scratch.late.push((apart.contact, gap)),
                Finding::Nothing(gap) => {
                    self.end_touch(apart.contact);
                    self.wait_until_near(index as usize, gap);
                    continue;
                }
            }
            // A sleeper that is touched, or about to be, wakes.
            self.seed_sleepers([apart.a, apart.b]);
        }
        self.scratch.near = near;
    }

    /// An idle contact becomes one of those apart.
    pub(super) fn set_apart(&mut self, number: u32, slots: [u32; 2]) {
        self.store.set_apart(number, slots, slots.map(|slot| self.extent_of_slot(slot)));
    }

    /// Boxes first, then the narrow phase. The record of a pair that stays apart is not touched.
    fn look_at(&mut self, apart: &Apart, way: Option<f32>) -> Finding {
        if apart.may_have_points {
            return self.measure(apart.contact, way);
        }
        let near = tuning::SPECULATIVE_MARGIN + way.unwrap_or(0.0);
        let box_gap = self.box_gap(apart.proxies);
        if box_gap > near {
            return Finding::Nothing(box_gap); // [pipeline.near]
        }
        let met = self.meet(apart.proxies);
        let gap = max(box_gap, met.separation);
        let late = way.is_some() && gap <= near;
        if met.manifold.count > 0 {
            self.take_manifold(apart.contact, met.manifold);
            return if late { Finding::Late(0.0) } else { Finding::Points };
        }
        if late {
            self.prepare_late(apart.contact);
            return Finding::Late(gap);
        }
        Finding::Nothing(gap)
    }

    /// How much nearer two bodies may come in this step, metres, if that is more than the margin and the boxes that their colliders sweep overlap. Nothing but the present
    /// state may decide this: a late contact matters when something hits one of its bodies within the step. (Leaving slow meetings of bodies that do not bounce to the next step was
    /// tried: crowds gained less than a tenth, and a plastic hit missed the common velocity, as overlap that is pushed apart is not a blow.)
    pub(super) fn way_if_closing_fast(&self, [a, b]: [u32; 2], proxies: [u32; 2]) -> Option<f32> {
        let (ways, seconds) = (&self.tables.ways, self.settings.step_seconds());
        let apart = ways[a as usize] + ways[b as usize];
        if apart <= tuning::SPECULATIVE_MARGIN {
            return None;
        }
        let [swept_a, swept_b] = proxies.map(|proxy| {
            let [min_x, min_y, max_x, max_y] = self.tables.swept[proxy as usize].0;
            Aabb { min: Vec2::new(min_x, min_y), max: Vec2::new(max_x, max_y) }
        });
        if !swept_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(swept_b) {
            return None;
        }
        let way = min(seconds * self.closing_bound(a, b), apart);
        (way > tuning::SPECULATIVE_MARGIN).then_some(way)
    }

    /// Distance of the farthest point of the body in a slot from its centre of mass, metres.
    #[inline]
    fn extent_of_slot(&self, slot: u32) -> f32 {
        self.tables.extents[slot as usize]
    }

    /// Centre of mass and orientation of the body in a slot.
    #[inline]
    fn pose_of_slot(&self, slot: u32) -> Pose {
        let [x, y, cos, sin] = self.problem.poses[slot as usize].0;
        Pose { position: Vec2::new(x, y), rotation: Rot { cos, sin } }
    }

    /// How fast any points of the bodies in two slots can close, m/s, at most: the speed of the smaller body's farthest point as seen from
    /// the larger, which may turn (a drum's wall far from its axis is not fast for what it carries).
    fn closing_bound(&self, a: u32, b: u32) -> f32 {
        let between = self.pose_of_slot(b).position - self.pose_of_slot(a).position;
        let bodies = &self.problem.bodies;
        closing_bound(&SolverBody::at(bodies, a), &SolverBody::at(bodies, b), [a, b].map(|slot| self.extent_of_slot(slot)), between)
    }

    /// A pair of those apart need not be looked at before its bodies have together moved `gap` metres less the margin.
    pub(super) fn wait_until_near(&mut self, index: usize, gap: f32) {
        let Apart { a, b, .. } = self.store.apart[index];
        // Coordinates are rounded: a few units in the last place of the larger one, and a slop for all else.
        let [pose_a, pose_b] = [a, b].map(|slot| self.pose_of_slot(slot));
        let farthest = max(pose_a.position.abs().max_element(), pose_b.position.abs().max_element());
        let room = gap - tuning::SPECULATIVE_MARGIN - tuning::LINEAR_SLOP - 1e-6 * farthest;
        let extents = [a, b].map(|slot| self.extent_of_slot(slot));
        let seen = if extents[0] < extents[1] { pose_b.inv_mul(pose_a) } else { pose_a.inv_mul(pose_b) };
        self.store.apart[index].may_have_points = false;
        self.store.rooms[index] = Room { seen, room, extents }.stored();
    }
}

/// One of those apart that may have come near.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Its place.
    index: u32,
    /// The room that it had may be used up.
    used_up: bool,
    /// Its bodies are fast, and the boxes that they sweep overlap.
    may_close: bool,
}

/// Names the pairs apart that have to be looked at.
struct FindNear<'a> {
    apart: &'a [Apart],
    /// Beside each: a [`Room`].
    rooms: &'a [QuadPair],
    poses: &'a [Quad],
    ways: &'a [f32],
    swept: &'a [Quad],
    near: &'a mut Vec<Near>,
}

impl Kernel for FindNear<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for (block, eight) in self.apart.chunks(BLOCK).enumerate() {
            let (mut a, mut b, mut place) = (IndexRow::default(), IndexRow::default(), IndexRow::default());
            let mut fast = 0;
            for (lane, apart) in eight.iter().enumerate() {
                (a.0[lane], b.0[lane], place.0[lane]) = (apart.a, apart.b, (BLOCK * block + lane) as u32);
                let way = self.ways[apart.a as usize] + self.ways[apart.b as usize];
                fast |= u32::from(way > tuning::SPECULATIVE_MARGIN) << lane;
            }
            let mut roomy = 0;
            for at in (0..BLOCK).step_by(L::COUNT) {
                roomy |= roomy_lanes::<L>(self.rooms, self.poses, [&a, &b, &place], at) << at;
            }
            let mut may_close = 0;
            if fast != 0 {
                for (lane, apart) in eight.iter().enumerate() {
                    [a.0[lane], b.0[lane]] = apart.proxies;
                }
                for at in (0..BLOCK).step_by(L::COUNT) {
                    may_close |= (overlapping_lanes::<L>(self.swept, [&a, &b], at) << at) & fast;
                }
            }
            let mut named = (may_close | !roomy) & ((1 << eight.len()) - 1); // [apart.room]
            while named != 0 {
                let lane = named.trailing_zeros();
                named &= named - 1;
                let bit = |bits: u32| bits >> lane & 1 == 1;
                self.near.push(Near { index: (BLOCK * block) as u32 + lane, used_up: !bit(roomy), may_close: bit(may_close) });
            }
        }
    }
}

/// Bit per lane: the two bodies have not used up the room between them, seen from the larger one.
#[inline(always)]
fn roomy_lanes<L: Lanes>(rooms: &[QuadPair], poses: &[Quad], [a, b, place]: [&IndexRow; 3], at: usize) -> u32 {
    let ([seen_x, seen_y, seen_cos, seen_sin], [room, extent_a, extent_b, _]) = L::gather_pair(rooms, place, at);
    let ([ax, ay, a_cos, a_sin], [bx, by, b_cos, b_sin]) = (L::gather(poses, a, at), L::gather(poses, b, at));
    let a_is_small = extent_b.above(extent_a);
    let (large_cos, large_sin) = (L::pick(a_is_small, b_cos, a_cos), L::pick(a_is_small, b_sin, a_sin));
    let (small_cos, small_sin) = (L::pick(a_is_small, a_cos, b_cos), L::pick(a_is_small, a_sin, b_sin));
    let (dx, dy) = (L::pick(a_is_small, ax - bx, bx - ax), L::pick(a_is_small, ay - by, by - ay));
    let way_x = large_cos * dx + large_sin * dy - seen_x;
    let way_y = large_cos * dy - large_sin * dx - seen_y;
    // The chord of the turn Δ since then: √(sin² Δ + (1 − cos Δ)²) on the unit circle.
    let (cos, sin) = (large_cos * small_cos + large_sin * small_sin, large_cos * small_sin - large_sin * small_cos);
    let (turned_cos, turned_sin) = (seen_cos * cos + seen_sin * sin, seen_cos * sin - seen_sin * cos);
    let versine = L::all(1.0) - turned_cos;
    let chord = (turned_sin * turned_sin + versine * versine).root() * extent_a.least(extent_b);
    L::bits(room.above((way_x * way_x + way_y * way_y).root() + chord))
}

/// Bit per lane: the boxes that the two colliders sweep overlap, or nearly so. The same comparison as [`World::way_if_closing_fast`] makes.
#[inline(always)]
fn overlapping_lanes<L: Lanes>(swept: &[Quad], [a, b]: [&IndexRow; 2], at: usize) -> u32 {
    let [a_min_x, a_min_y, a_max_x, a_max_y] = L::gather(swept, a, at);
    let [b_min_x, b_min_y, b_max_x, b_max_y] = L::gather(swept, b, at);
    let margin = L::all(tuning::SPECULATIVE_MARGIN);
    let apart = L::bits((a_min_x - margin).above(b_max_x))
        | L::bits(b_min_x.above(a_max_x + margin))
        | L::bits((a_min_y - margin).above(b_max_y))
        | L::bits(b_min_y.above(a_max_y + margin));
    !apart & ((1 << L::COUNT) - 1)
}

/// See [`World::closing_bound`]; `between` from A's centre of mass to B's, metres.
pub(super) fn closing_bound(a: &SolverBody, b: &SolverBody, extents: [f32; 2], between: Vec2) -> f32 {
    let (large, small, extent, r) = if extents[0] < extents[1] { (b, a, extents[0], -between) } else { (a, b, extents[1], between) };
    let velocity = small.velocity - large.velocity_at(r);
    velocity.length() + (small.angular_velocity - large.angular_velocity).abs() * extent
}
