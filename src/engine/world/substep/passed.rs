//! Bodies that got through each other after they had met, within the sub-step of their meeting.
//!
//! Points tell where surfaces were when they met. A blade that turns by a third of a radian in a sub-step leaves that
//! direction: a ball that its hit threw outwards is overtaken by the outer, faster part of the blade, by `θ²` of its
//! distance from the hub, which is more than both are thick. No impulse along the normal of the meeting prevents that.
//! So two that have met are followed from there to the end of the sub-step, as seen from the longer of them:
//!
//! ```text
//!        ●  met            ─────────────  surface, at rest in this view
//!    ────┼─────────
//!        └──▶ ○            the middle of the ball has entered: it is put back to the surface, beside where it is
//! ```
//!
//! Only its place changes. That it still closes, if it does, the next sub-step sees, and treats as a hit of its own.

use super::future::PointSearch;
use super::list::SubstepList;
use super::meeting::{FoundPoints, MEETING, closing_path, longer_first, sweep_of};
use super::search::SubstepSearch;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Pose, Vec2, clamp};
use crate::engine::narrow::half_plane::parts_on_the_way;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use crate::engine::probe::NoProbe;
use crate::engine::shape::Convex;
use crate::engine::solver::block::place;
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

impl PointSearch<'_> {
    /// Puts back who met in the sub-step that ends here and has got through since.
    pub fn put_back_passed(&self, search: &mut SubstepSearch, bodies: &mut [Float4Pair]) {
        let SubstepSearch { lists, found, met_fast, .. } = search;
        for (list, met_fast) in lists.iter().zip(met_fast) {
            for index in met_fast.drain(..) {
                let contact = &list.contacts[index as usize];
                if let Some(found) = contact.found.map(|place| &found[place as usize]).filter(|found| found.manifold.count > 0) {
                    self.put_back_one((list, index), found, bodies);
                }
            }
        }
    }

    /// The same for a contact of a list. The lighter of two bodies is moved more.
    fn put_back_one(&self, (list, index): (&SubstepList, u32), found: &FoundPoints, bodies: &mut [Float4Pair]) {
        let (block, lane) = place(index as usize);
        let slots = list.slacks[block].slots(lane);
        let now = slots.map(|slot| SolverBody::at(bodies, slot));
        let sweeps = [0, 1].map(|k| way_from(found.poses[k], &sweep_of(self.tables, slots[k], &now[k], 0.0)));
        let sum = now[0].inv_mass + now[1].inv_mass;
        if sum <= 0.0 || !self.middle_enters(list.contacts[index as usize].proxies, slots, &sweeps) {
            return;
        }
        let path = closing_path(self.tables, slots, &sweeps, found) / sum;
        for (k, path) in [(0, -path), (1, path)] {
            let moved = SolverBody { delta_center: now[k].delta_center + now[k].inv_mass * path, ..now[k] };
            bodies[slots[k] as usize].last = moved.stored().last;
        }
    }

    /// True when the middle of the shorter of two shapes meets the longer one on these ways.
    fn middle_enters(&self, proxies: [u32; 2], slots: [u32; 2], sweeps: &[Sweep; 2]) -> bool {
        let shapes = proxies.map(|proxy| self.tables.shapes.get(self.tables.sites[proxy as usize].shape));
        let parts = parts_on_the_way(shapes, [&sweeps[0], &sweeps[1]]);
        let [long, short] = longer_first(self.tables, slots);
        let middle = [parts[short].convex().center()];
        let dot = Convex { points: &middle, normals: &[], radius: 0.0 };
        // The middle of what is smaller than the slop comes that near without entering.
        let separation = clamp(0.5 * self.tables.builds[slots[short] as usize].half_width, MEETING.separation, tuning::LINEAR_SLOP);
        let target = ToiTarget { separation, tolerance: 0.25 * separation };
        let found = time_of_impact(dot, &sweeps[short], parts[long].convex(), &sweeps[long], target, &mut NoProbe);
        matches!(found.outcome, ToiOutcome::Hit | ToiOutcome::OutOfTurns)
    }
}

/// The way of a body from a pose to where a sweep begins, straight and turning evenly by less than half a turn.
fn way_from(pose: Pose, now: &Sweep) -> Sweep {
    let start_center: Vec2 = pose.transform_point(now.local_center);
    let turn = pose.rotation.inv_mul(now.start_rotation).angle();
    Sweep { local_center: now.local_center, start_center, travel: now.start_center - start_center, start_rotation: pose.rotation, turn }
}
