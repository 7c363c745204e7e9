//! Pairs without points: which of them must be looked at in a step, and which have come near.
//!
//! Three questions, each answered for most of those that the one before has let through, and only the last one costs more than a few dozen instructions:
//!
//! 1. Can the bodies have used up the room that was between them when they were last measured ([`super::store`])?
//! 2. Are the boxes of the shapes nearer than the margin now?
//! 3. What does the narrow phase say?
//!
//! A pair whose bodies close fast is always looked at: it may need to be found within the step.

use super::World;
use super::contacts::Finding;
use super::store::Apart;
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

impl World {
    /// Looks at the first `count` pairs without points, those whose bodies may have come near. What has just left its colour stands behind them and has been looked at:
    /// seen again it would be late twice, and solved twice.
    pub(super) fn renew_apart(&mut self, count: usize) {
        for index in 0..count {
            let apart = self.store.apart[index];
            let [a, b] = [apart.a, apart.b].map(|slot| self.tables.motions[slot as usize]);
            let fast = a.way + b.way > tuning::SPECULATIVE_MARGIN;
            let way = if fast { self.way_if_closing_fast([apart.a, apart.b], apart.proxies) } else { None };
            if way.is_none() && (a.odometer + b.odometer < apart.until || self.has_room(&apart)) {
                continue; // [apart.room]
            }
            match self.look_at(&apart, way) {
                Finding::Points => self.scratch.fresh.push(apart.contact),
                Finding::Late(gap) => self.scratch.late.push((apart.contact, gap)),
                Finding::Nothing(gap) => {
                    self.end_touch(apart.contact);
                    self.wait_until_near(index, gap);
                    continue;
                }
            }
            // A sleeper that is touched, or about to be, wakes.
            self.seed_sleepers([apart.a, apart.b]);
        }
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

    /// True when two bodies have not used up the room between them, seen from the larger one.
    fn has_room(&self, apart: &Apart) -> bool {
        if apart.room <= 0.0 {
            return false;
        }
        let (large, small) = self.by_size(apart.a, apart.b);
        let now = self.pose_of_slot(large).inv_mul(self.pose_of_slot(small));
        // The chord of the turn Δ since then: √(sin² Δ + (1 − cos Δ)²) on the unit circle.
        let turn = apart.seen.rotation.inv_mul(now.rotation);
        let chord = Vec2::new(turn.sin, 1.0 - turn.cos).length() * self.extent_of_slot(small);
        (now.position - apart.seen.position).length() + chord < apart.room
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
        let [swept_a, swept_b] = proxies.map(|proxy| self.tables.swept[proxy as usize]);
        if !swept_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(swept_b) {
            return None;
        }
        let way = min(seconds * self.closing_bound(a, b), apart);
        (way > tuning::SPECULATIVE_MARGIN).then_some(way)
    }

    /// The slots of two bodies, the one with the larger extent first.
    fn by_size(&self, a: u32, b: u32) -> (u32, u32) {
        if self.extent_of_slot(a) < self.extent_of_slot(b) { (b, a) } else { (a, b) }
    }

    /// Distance of the farthest point of the body in a slot from its centre of mass, metres.
    #[inline]
    fn extent_of_slot(&self, slot: u32) -> f32 {
        self.tables.motions[slot as usize].extent
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
        let motions = &self.tables.motions;
        let until = motions[a as usize].odometer + motions[b as usize].odometer + f64::from(max(room, 0.0));
        let a_is_small = self.extent_of_slot(a) < self.extent_of_slot(b);
        let seen = if a_is_small { pose_b.inv_mul(pose_a) } else { pose_a.inv_mul(pose_b) };
        let apart = &mut self.store.apart[index];
        (apart.room, apart.until, apart.seen, apart.may_have_points) = (room, until, seen, false);
    }
}

/// See [`World::closing_bound`]; `between` from A's centre of mass to B's, metres.
pub(super) fn closing_bound(a: &SolverBody, b: &SolverBody, extents: [f32; 2], between: Vec2) -> f32 {
    let (large, small, extent, r) = if extents[0] < extents[1] { (b, a, extents[0], -between) } else { (a, b, extents[1], between) };
    let velocity = small.velocity - large.velocity_at(r);
    velocity.length() + (small.angular_velocity - large.angular_velocity).abs() * extent
}
