//! Pairs without points: which of them must be looked at in a step, and which have come near.
//!
//! Three questions, each answered for most of those that the one before has let through, and only the last one costs more than a few dozen instructions:
//!
//! 1. Can the bodies have used up the room that was between them when they were last measured ([`super::store`])?
//! 2. Are the boxes of the shapes nearer than the margin now?
//! 3. What does the narrow phase say?
//!
//! A pair whose bodies close so fast that the room may be used up within the step is looked at too: it may need to be found within the step. The first question, and whether a pair may be one
//! of those, is asked of eight pairs at once ([`super::near`]).

use super::World;
use super::contacts::Finding;
use super::look::{Gap, Look, Wanted};
use super::near::Near;
use super::store::{Apart, Room};
use crate::engine::fetch::with_ahead;
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::batch::TOGETHER;
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

impl World {
    /// Looks at the first `count` pairs without points, those whose bodies may have come near. What has just left its colour stands behind them and has been looked at:
    /// seen again it would be late twice, and solved twice.
    pub(super) fn renew_apart(&mut self, count: usize) {
        let mut near = std::mem::take(&mut self.scratch.near);
        self.find_near(count, &mut near);
        // First what the boxes can tell, then what costs a measurement: short loops wait less for memory.
        near.retain(|&near| {
            let apart = &self.store.apart[near.index as usize];
            let gap = self.box_gap(apart.proxies);
            let is_far = !apart.may_have_points && gap.separation > tuning::SPECULATIVE_MARGIN + near.way;
            if is_far {
                self.wait_until_near(near.index as usize, gap);
            }
            !is_far
        });
        let mut looker = std::mem::take(&mut self.scratch.looker);
        for some in near.chunks(TOGETHER) {
            looker.wanted.clear();
            looker.wanted.extend(some.iter().map(|&Near { index, way, .. }| {
                let Apart { contact, proxies, .. } = self.store.apart[index as usize];
                Wanted::new(contact, proxies, way)
            }));
            self.look_at(&mut looker);
            for (near, (look, [soon, _])) in some.iter().zip(with_ahead(&looker.looks)) {
                if let Some(soon) = soon.filter(|soon| soon.wanted.way.is_some() || soon.manifold.count > 0) {
                    self.store.fetch_record(soon.wanted.contact);
                }
                self.follow_up(near.index, look);
            }
        }
        self.scratch.looker = looker;
        self.scratch.near = near;
    }

    /// An idle contact becomes one of those apart.
    pub(super) fn set_apart(&mut self, number: u32, slots: [u32; 2]) {
        self.store.set_apart(number, slots, slots.map(|slot| self.extent_of_slot(slot)));
    }

    /// What follows for a pair apart from what was seen of it. The record of a pair that stays apart is not touched.
    fn follow_up(&mut self, index: u32, look: &Look) {
        let apart = self.store.apart[index as usize];
        let finding = if apart.may_have_points || look.manifold.count > 0 {
            self.take_look(look)
        } else {
            self.without_points(&look.wanted, look.gap)
        };
        match finding {
            Finding::Points => self.scratch.fresh.push(apart.contact),
            Finding::Late(gap) => {
                self.prepare_late(apart.contact);
                self.scratch.late.push((apart.contact, gap));
            }
            Finding::Nothing(gap) => {
                if apart.may_have_points {
                    self.end_touch(apart.contact);
                }
                self.wait_until_near(index as usize, gap);
                return;
            }
        }
        // A sleeper that is touched, or about to be, wakes.
        self.seed_sleepers([apart.a, apart.b]);
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

    /// False when two colliders that are this far apart cannot come within the margin in this step unless something hits them: they glide past or away from each other.
    ///
    /// The axis is taken to stay with the larger body, as in [`Room`]. Seen from there, the smaller body's centre has the velocity `v` now, and an acceleration of
    /// `ω (2 v + ω r)` at most (Coriolis and centrifugal; ω the spin of the larger body, r the way to the smaller one), and its shape swings about the centre.
    pub(super) fn may_meet(&self, proxies: [u32; 2], gap: Gap) -> bool {
        let slots = self.tables.slots_of(proxies);
        let seconds = self.settings.step_seconds();
        let extents = slots.map(|slot| self.extent_of_slot(slot));
        let [a, b] = slots.map(|slot| SolverBody::at(&self.problem.bodies, slot));
        let between = self.pose_of_slot(slots[1]).position - self.pose_of_slot(slots[0]).position;
        let ([large, small], r, axis) = seen_from_larger([&a, &b], extents, between, gap.axis);
        let velocity = small.velocity - large.velocity_at(r);
        let spin = large.angular_velocity.abs();
        let bend = 0.5 * seconds * spin * (2.0 * velocity.length() + spin * r.length());
        let swing = (small.angular_velocity - large.angular_velocity).abs() * min(extents[0], extents[1]);
        gap.separation - seconds * (max(-axis.dot(velocity), 0.0) + bend + swing) <= tuning::SPECULATIVE_MARGIN
    }

    /// A pair of those apart need not be looked at before its bodies have used up the gap, less the margin.
    pub(super) fn wait_until_near(&mut self, index: usize, gap: Gap) {
        let Apart { a, b, .. } = self.store.apart[index];
        // Coordinates are rounded: a few units in the last place of the larger one, and a slop for all else.
        let [pose_a, pose_b] = [a, b].map(|slot| self.pose_of_slot(slot));
        let farthest = max(pose_a.position.abs().max_element(), pose_b.position.abs().max_element());
        let room = gap.separation - tuning::SPECULATIVE_MARGIN - tuning::LINEAR_SLOP - 1e-6 * farthest;
        let extents = [a, b].map(|slot| self.extent_of_slot(slot));
        let (large, small, axis) = if extents[0] < extents[1] { (pose_b, pose_a, -gap.axis) } else { (pose_a, pose_b, gap.axis) };
        self.store.apart[index].may_have_points = false;
        let axis = large.rotation.inv_rotate(axis);
        self.store.rooms[index] = Room { axis, seen: large.inv_mul(small), room, extents }.stored();
    }
}

/// The larger body first, then the way from it to the smaller and an axis, both given from A to B.
fn seen_from_larger(bodies: [&SolverBody; 2], extents: [f32; 2], between: Vec2, axis: Vec2) -> ([&SolverBody; 2], Vec2, Vec2) {
    let [a, b] = bodies;
    if extents[0] < extents[1] { ([b, a], -between, -axis) } else { ([a, b], between, axis) }
}

/// How fast any points of two bodies can close, m/s, at most: the speed of the smaller body's farthest point as seen from the larger, which may turn (a drum's wall far from its axis is not
/// fast for what it carries). `between` from A's centre of mass to B's, metres.
pub(super) fn closing_bound(a: &SolverBody, b: &SolverBody, extents: [f32; 2], between: Vec2) -> f32 {
    let (large, small, extent, r) = if extents[0] < extents[1] { (b, a, extents[0], -between) } else { (a, b, extents[1], between) };
    let velocity = small.velocity - large.velocity_at(r);
    velocity.length() + (small.angular_velocity - large.angular_velocity).abs() * extent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::aabb::Aabb;
    use crate::engine::body::BodyDef;
    use crate::engine::chance::Chance;
    use crate::engine::collider::ColliderDef;
    use crate::engine::lanes::Width;
    use crate::engine::narrow::gjk;
    use crate::engine::probe::NoProbe;
    use crate::engine::shape::{BoxShape, Shape};
    use crate::engine::world::WorldSettings;
    use crate::engine::world::look::Looker;
    use crate::engine::world::near::Partners;

    /// Two boxes with these poses and velocities (x, y, spin) at the start of a step.
    fn two_boxes(sizes: [f32; 2], poses: [Pose; 2], velocities: [[f32; 3]; 2]) -> World {
        let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
        for k in 0..2 {
            let shape = Shape::Box(BoxShape::try_new(sizes[k], 0.5 * sizes[k], Vec2::ZERO, 0.0, 0.0).unwrap());
            let [x, y, spin] = velocities[k];
            let def = BodyDef {
                position: poses[k].position,
                angle: poses[k].rotation.angle(),
                linear_velocity: Vec2::new(x, y),
                angular_velocity: spin,
                ..BodyDef::default()
            };
            world.add_body(def, vec![ColliderDef { shape, material: Default::default(), filter: Default::default() }]);
        }
        world.refresh_lists();
        world.load_bodies();
        world
    }

    /// Least distance of the two while nothing changes their velocities for a step.
    fn nearest_way(world: &World) -> f32 {
        let bodies = world.bodies.values();
        let at = |body: &crate::engine::body::Body, t: f32| Pose {
            position: body.pose.position + t * body.linear_velocity,
            rotation: Rot::from_angle(t * body.angular_velocity).then_after(body.pose.rotation),
        };
        let distance = |k: usize| {
            let t = k as f32 / 64.0 / 60.0;
            let [a, b] = [&bodies[0], &bodies[1]];
            let pose = at(a, t).inv_mul(at(b, t));
            gjk::distance(a.colliders[0].shape.convex(), b.colliders[0].shape.convex(), pose, &mut NoProbe).distance
        };
        (0..=64).map(distance).fold(f32::MAX, f32::min)
    }

    fn look(world: &World, proxies: [u32; 2], way: Option<f32>) -> Look {
        let mut looker = Looker::default();
        looker.wanted.push(Wanted { contact: u32::MAX, proxies, way });
        world.look_at(&mut looker);
        looker.looks[0]
    }

    #[test]
    fn what_comes_within_the_margin_in_a_step_may_meet_and_most_that_glides_past_may_not() {
        let (mut met, mut spared) = (0, 0);
        for (case, (proxies, world)) in near_pairs(11, 20_000).into_iter().enumerate() {
            let Some(way) = world.way_if_closing_fast([1, 2], proxies) else { continue };
            let Look { gap, manifold, .. } = look(&world, proxies, Some(way));
            if manifold.count > 0 || gap.separation > tuning::SPECULATIVE_MARGIN + way {
                continue;
            }
            let meet = nearest_way(&world) <= tuning::SPECULATIVE_MARGIN - 1e-5;
            assert!(!meet || world.may_meet(proxies, gap), "case {case}: {gap:?}");
            met += usize::from(meet);
            spared += usize::from(!world.may_meet(proxies, gap));
        }
        assert!(met > 1_000 && spared > 1_000, "{met} meet, {spared} are spared");
    }

    /// Random pairs of boxes near each other: proxies, and the world at the start of a step.
    fn near_pairs(seed: u64, count: usize) -> Vec<([u32; 2], World)> {
        let mut chance = Chance::new(seed);
        let mut between = |low, high| chance.between(low, high);
        let pair = |_| {
            let sizes = [between(0.2, 1.0), between(0.2, 1.0)];
            let turned = |angle: f32| Rot::from_angle(angle);
            let poses = [
                Pose { position: Vec2::ZERO, rotation: turned(between(-3.0, 3.0)) },
                Pose { position: Vec2::new(between(-1.0, 1.0), between(-1.0, 1.0)), rotation: turned(between(-3.0, 3.0)) },
            ];
            let mut velocity = || [between(-12.0, 12.0), between(-12.0, 12.0), between(-15.0, 15.0)];
            let world = two_boxes(sizes, poses, [velocity(), velocity()]);
            ([0, 1].map(|k| world.bodies.values()[k].colliders[0].proxy), world)
        };
        (0..count).map(pair).collect()
    }

    /// How much nearer the bodies of two colliders may come in the step, written out for one pair.
    fn plainly(world: &World, proxies: [u32; 2]) -> f32 {
        let [swept_a, swept_b] = proxies.map(|proxy| {
            let [min_x, min_y, max_x, max_y] = world.tables.swept[proxy as usize].0;
            Aabb { min: Vec2::new(min_x, min_y), max: Vec2::new(max_x, max_y) }
        });
        let [a, b] = [1, 2].map(|slot| SolverBody::at(&world.problem.bodies, slot));
        let between = world.pose_of_slot(2).position - world.pose_of_slot(1).position;
        let speed = closing_bound(&a, &b, [1, 2].map(|slot| world.extent_of_slot(slot)), between);
        let way = min(world.settings.step_seconds() * speed, world.tables.ways[1] + world.tables.ways[2]);
        let meet = swept_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(swept_b);
        if meet && way > tuning::SPECULATIVE_MARGIN { way } else { 0.0 }
    }

    #[test]
    fn one_pair_and_eight_at_once_are_told_the_same_about_closing_fast() {
        for width in [Width::One, Width::Four, Width::Eight] {
            let (mut fast, mut slow, mut ways) = (0, 0, Vec::new());
            for (proxies, world) in near_pairs(12, 2_000) {
                world.find_closing(
                    width,
                    &[Partners { slots: [1, 2], proxies }, Partners { slots: [2, 1], proxies: [proxies[1], proxies[0]] }],
                    &mut ways,
                );
                let alone = world.way_if_closing_fast([1, 2], proxies).unwrap_or(0.0);
                assert_eq!((ways[0], ways[1]), (alone, alone), "{width:?}");
                assert_eq!(alone, plainly(&world, proxies));
                *(if alone > 0.0 { &mut fast } else { &mut slow }) += 1;
            }
            assert!(fast > 300 && slow > 300, "{fast} fast, {slow} slow");
        }
    }

    #[test]
    fn what_is_not_named_as_near_is_farther_apart_than_the_margin_and_stays_so_in_the_step() {
        let (mut hidden, mut named, mut near) = (0, 0, Vec::new());
        for (proxies, mut world) in near_pairs(13, 6_000) {
            world.update_pairs();
            let gap = look(&world, proxies, None).gap;
            if world.store.apart.is_empty() || gap.separation <= tuning::SPECULATIVE_MARGIN {
                continue;
            }
            world.wait_until_near(0, gap);
            for _ in 0..4 {
                // Half a step on, as if the two had been measured a while ago.
                for body in world.bodies.values_mut() {
                    let rotation = Rot::from_angle(body.angular_velocity / 120.0).then_after(body.pose.rotation);
                    super::super::solving::place(body, body.center + body.linear_velocity / 120.0, rotation);
                }
                (0..2).for_each(|index| world.refresh_boxes_of(index));
                world.load_bodies();
                world.find_near(1, &mut near);
                named += near.len();
                if near.is_empty() {
                    hidden += 1;
                    let way = nearest_way(&world);
                    assert!(way > tuning::SPECULATIVE_MARGIN - 1e-5, "{way}");
                }
            }
        }
        assert!(hidden > 1_000 && named > 1_000, "{hidden} hidden, {named} named");
    }
}
