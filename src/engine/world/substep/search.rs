//! The points of sub-step contacts, searched where the bodies will be a little later.
//!
//! Looking a little *ahead* instead of far around matters: a body that flies past a corner is near a face that it will
//! never touch. The look ahead ends with the sub-step, or where the motion is half a half width: deeper, the normal
//! says little. The solver measures gaps from the start of the step, so each gap is given as if it had been known then.
//! An impact comes up to a sub-step early, with the lever arms that it will have.

use super::future::{Future, Measured, PointSearch, Search};
use super::list::{RelativeMotion, SubstepContact, SubstepList};
use super::meeting::{FoundPoints, LookAhead, NEAR_MEETING, look_ahead};
use super::moment::Meeting;
use super::warm::Impulses;
use crate::engine::aabb::Aabb;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, clamp, max, min};
use crate::engine::narrow::batch::NarrowBatch;
use crate::engine::narrow::{Manifold, NarrowAnswer};
use crate::engine::prefetch::{prefetch_at, with_upcoming};
use crate::engine::solver::block::{ContactBlock, Filling, place};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::gap::{gaps_after, renew_gaps};
use crate::engine::solver::impact::closing_speed;
use crate::engine::solver::uncolored::UncoloredContacts;
use crate::engine::tuning;
use crate::engine::world::impact_search::{ImpactPhase, Noted};
use crate::engine::world::pair_query::separation_of;
use crate::engine::world::settings::WorldSettings;

/// The search for the points of the sub-step contacts of one step.
#[derive(Clone, Debug, Default)]
pub(in crate::engine::world) struct SubstepSearch {
    /// Contacts between mobile bodies, and with something fixed.
    pub lists: [SubstepList; 2],
    /// What was last found of each contact that has points, or had some; in the order in which they got them.
    pub found: Vec<FoundPoints>,
    /// The searches for a time of impact, when somebody looks.
    pub noted: Noted,
    /// How often each kind was named in this step: once a sub-step.
    pub turns: [u32; 2],
    /// Those of each kind that met in this sub-step although they could have passed each other.
    pub met_fast: [Vec<u32>; 2],
    near: Vec<Search>,
    met: Vec<Measured>,
    meetings: Vec<Meeting>,
    batch: NarrowBatch,
}

impl PointSearch<'_> {
    /// Names the contacts of a kind whose points must be searched in this sub-step; true when there are any.
    pub fn name(&self, search: &mut SubstepSearch, kind: usize, rows: &UncoloredContacts, bodies: &[Float4Pair]) -> bool {
        let WorldSettings { width, .. } = *self.settings;
        let seconds = self.settings.step_seconds();
        let turns_fast = |slot: u32| {
            let turn = seconds * SolverBody::at(bodies, slot).angular_velocity.abs();
            self.tables.builds[slot as usize].turns_fast(turn)
        };
        let list = &mut search.lists[kind];
        search.turns[kind] += 1;
        list.name_searches((rows, bodies), |slots| slots.into_iter().any(turns_fast), (self.settings.substep_seconds(), width));
        !list.named.is_empty()
    }

    /// Gives the named contacts of a kind the points that they will have a little later, if nothing happens until then.
    pub fn find(&self, search: &mut SubstepSearch, kind: usize, rows: &mut UncoloredContacts, bodies: &[Float4Pair]) {
        let SubstepSearch { lists, found, noted, turns, met_fast, near, met, meetings, batch } = search;
        let phase = ImpactPhase::Substep(turns[kind].saturating_sub(1));
        let list = &mut lists[kind];
        near.clear();
        met.clear();
        self.measure_boxes((list, rows), bodies, found, (noted, phase), near);
        met_fast[kind].extend(near.iter().filter(|near| near.ahead.meets).map(|near| near.index));
        self.measure_shapes(list, bodies, batch, near, met);
        self.find_meetings((list, rows), bodies, batch, (near, met), meetings);
        met.retain(|met| met.manifold.count > 0 || list.contacts[met.index as usize].has_points);
        for one in met.iter() {
            self.take_points(list, rows, one, bodies, found);
        }
        rows.sort();
    }

    /// Measures the boxes of all that the list names, and keeps those that come near or have points to lose.
    fn measure_boxes(
        &self,
        (list, rows): (&mut SubstepList, &UncoloredContacts),
        bodies: &[Float4Pair],
        found: &[FoundPoints],
        (noted, phase): (&mut Noted, ImpactPhase),
        near: &mut Vec<Search>,
    ) {
        let SubstepList { named, contacts, slacks, .. } = list;
        for (&index, [soon, _]) in with_upcoming(named) {
            if let Some(&index) = soon {
                let (block, lane) = place(index as usize);
                self.tables.prefetch_colliders(&contacts[index as usize].proxies);
                for slot in slacks[block].slots(lane) {
                    prefetch_at(bodies, slot as usize);
                    prefetch_at(&self.tables.poses, slot as usize);
                    prefetch_at(&self.tables.builds, slot as usize);
                }
            }
            let (block, lane) = place(index as usize);
            let SubstepContact { proxies, has_points, found: place_of_found, lane: row, .. } = contacts[index as usize];
            let is_loaded = row.is_some_and(|row| rows.has_impulse(row));
            let slack = &mut slacks[block];
            let slots = slack.slots(lane);
            let now = slots.map(|slot| SolverBody::at(bodies, slot));
            let extents = [slack.extents[0].0[lane], slack.extents[1].0[lane]];
            let (mut ahead, could_pass) = self.time_ahead(slots, &now);
            if could_pass && self.settings.continuous && !self.passes_by(proxies, slots, &now, extents) {
                // What carries no load yet is about to hit: where it is now.
                let then = place_of_found.filter(|_| has_points && is_loaded).map(|place| &found[place as usize]);
                let seconds = self.settings.substep_seconds();
                ahead = look_ahead(self.tables, seconds, [proxies, slots], &now, (ahead, then), (noted, phase));
            }
            let seen = RelativeMotion::after(&now[0], &now[1], ahead.seconds);
            let box_distance = self.box_distance(proxies, seen, extents) - ahead.apart.length();
            slack.measured(lane, box_distance, seen);
            if box_distance <= tuning::SPECULATIVE_MARGIN || has_points {
                near.push(Search { index, ahead, box_distance });
            }
        }
    }

    /// Asks the narrow phase.
    fn measure_shapes(
        &self,
        list: &mut SubstepList,
        bodies: &[Float4Pair],
        batch: &mut NarrowBatch,
        near: &[Search],
        met: &mut Vec<Measured>,
    ) {
        batch.clear();
        for &Search { index, ahead, box_distance } in near {
            let (block, lane) = place(index as usize);
            let slots = list.slacks[block].slots(lane);
            let future = self.future(slots, slots.map(|slot| SolverBody::at(bodies, slot)), ahead);
            let asked = (box_distance <= tuning::SPECULATIVE_MARGIN)
                .then(|| batch.push(self.asked(list.contacts[index as usize].proxies, &future)));
            met.push(Measured { index, future, asked, manifold: Manifold::default(), separation: box_distance, meets: ahead.meets });
        }
        let answers = self.tables.collide(self.settings.narrow_settings(), batch);
        for (one, near) in met.iter_mut().zip(near) {
            let Some(asked) = one.asked else { continue };
            let NarrowAnswer { separation, manifold, .. } = answers[asked as usize];
            let (block, lane) = place(one.index as usize);
            list.slacks[block].distance.0[lane] = max(near.box_distance, separation - one.future.apart.length());
            (one.manifold, one.separation) = (manifold, separation);
        }
    }

    /// Gives a contact its new points, and rows if they touch. Points that will not touch yet are found again before
    /// they do; as rows they would brake along a normal that is still turning.
    fn take_points(
        &self,
        list: &mut SubstepList,
        rows: &mut UncoloredContacts,
        met: &Measured,
        bodies: &[Float4Pair],
        found: &mut Vec<FoundPoints>,
    ) {
        let Measured { index, ref future, manifold, meets, .. } = *met;
        let contact = &mut list.contacts[index as usize];
        contact.has_points = manifold.count > 0;
        let is_loaded = contact.lane.is_some_and(|lane| rows.has_impulse(lane));
        let points = FoundPoints { manifold, poses: future.frames };
        let before = match contact.found {
            // What has parted again after an impact is still told where it was.
            Some(place) if is_loaded && manifold.count == 0 => found[place as usize].manifold,
            Some(place) => std::mem::replace(&mut found[place as usize], points).manifold,
            None => {
                contact.found = Some(found.len() as u32);
                found.push(points);
                Manifold::default()
            }
        };
        let touches = meets || is_loaded || manifold.points().iter().any(|p| p.separation <= 0.0);
        if !touches && contact.lane.is_none() {
            return;
        }
        let number = list.take_lane(index, rows);
        let (place_of, place_lane) = place(index as usize);
        let (block, lane) = place(number as usize);
        let slots = list.slacks[place_of].slots(place_lane);
        let block = &mut rows.blocks[block];
        block.describe(lane, slots, list.surfaces[index as usize], self.settings.restitution_threshold);
        let impulses = is_loaded.then(|| Impulses::of(block, lane));
        fill_lane((block, lane), future, &manifold, if touches { manifold.count } else { 0 });
        if let Some(impulses) = impulses {
            impulses.put(block, lane, [&before, &manifold]);
        }
        renew_gaps::<f32>(block, lane, bodies);
        let speed = &mut rows.lanes[number as usize].closing_speed;
        *speed = max(*speed, closing_speed(block, lane, bodies));
    }

    /// How far ahead to look, and whether that is less than the sub-step: at its end, what moves by more than half the
    /// half width of the smaller could be past what it hits.
    fn time_ahead(&self, [a, b]: [u32; 2], now: &[SolverBody; 2]) -> (LookAhead, bool) {
        let h = self.settings.substep_seconds();
        let between = (self.center(b) + now[1].delta_center) - (self.center(a) + now[0].delta_center);
        let speed = self.tables.fastest_closing([a, b], now, between);
        let half_width = [a, b].iter().fold(f32::MAX, |w, &slot| min(w, self.tables.builds[slot as usize].half_width));
        let longest = max(0.5 * half_width, tuning::SHORTEST_AHEAD);
        let could_pass = speed * h > longest;
        (LookAhead { seconds: if could_pass { longest / speed } else { h }, apart: Vec2::ZERO, meets: false }, could_pass)
    }

    /// True when two colliders certainly do not meet in this sub-step: the boxes that they sweep are apart, or the
    /// discs around their bodies. Most fast pairs fly past each other, and this is cheaper than their time of impact.
    fn passes_by(&self, proxies: [u32; 2], slots: [u32; 2], now: &[SolverBody; 2], extents: [f32; 2]) -> bool {
        let motions = [0.0, self.settings.substep_seconds()].map(|seconds| RelativeMotion::after(&now[0], &now[1], seconds));
        let [start, end] = motions.map(|motion| motion.between);
        let from = self.center(slots[1]) - self.center(slots[0]) + start;
        let way = end - start;
        let nearest = from + clamp(-from.dot(way) / max(way.length_squared(), f32::MIN_POSITIVE), 0.0, 1.0) * way;
        if nearest.length() > extents[0] + extents[1] + NEAR_MEETING {
            return true;
        }
        let swing = motions.iter().fold(0.0, |most, motion| max(most, motion.swing(extents)));
        let [a, b] = proxies.map(|proxy| self.tables.boxes[proxy as usize]);
        let swept = Aabb { min: b.min + start.min(end), max: b.max + start.max(end) };
        separation_of(a, swept).distance > swing + NEAR_MEETING
    }

    /// Distance of the boxes of two colliders after their bodies have moved so, metres, at most.
    fn box_distance(&self, proxies: [u32; 2], motion: RelativeMotion, extents: [f32; 2]) -> f32 {
        let [a, b] = proxies.map(|proxy| self.tables.boxes[proxy as usize]);
        separation_of(a, Aabb { min: b.min + motion.between, max: b.max + motion.between }).distance - motion.swing(extents)
    }
}

/// Makes the rows of a lane from the first `count` points of a manifold.
fn fill_lane((block, lane): (&mut ContactBlock, usize), future: &Future, manifold: &Manifold, count: usize) {
    let (frame, [a, b]) = (future.frames[0], &future.moved);
    let points = manifold.points.map(|p| frame.transform_point(p.position) - future.centers[0]);
    let inv_masses = [a.inv_mass + b.inv_mass, a.inv_inertia, b.inv_inertia];
    let offset = future.centers[0] - future.centers[1];
    block.fill(lane, &Filling { normal: frame.rotation.rotate(manifold.normal), offset, inv_masses, points: &points[..count] });
    (block.found_at[0].0[lane], block.found_at[1].0[lane], block.found_later) = (a.delta_angle, b.delta_angle, true);
    let apart = future.apart.dot(block.normal(lane));
    let since_start = gaps_after(block, lane, [a, b]);
    for (k, point) in manifold.points[..count].iter().enumerate() {
        block.points[k].gap.0[lane] = point.separation - apart - since_start[k];
    }
}
