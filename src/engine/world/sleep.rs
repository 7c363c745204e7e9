//! Islands fall asleep and wake.
//!
//! A body is slow when its farthest point is; when all bodies of an island ([`crate::engine::island`]) have been slow for
//! [`tuning::TIME_TO_SLEEP`], the island sleeps: velocities become zero and no later step looks at its bodies or contacts. What wakes it, always as
//! a whole: a contact with points to an awake body or a moving kinematic one, an edit, a joint to an awake body. Which bodies belong
//! together is found again when it is needed, from contacts with points and joints, which do not change in sleep.

use super::World;
use super::store::{Place, Store};
use super::tables::Build;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::island::DisjointSets;
use crate::engine::joint::{Joint, JointId};
use crate::engine::math::{Vec2, max, min};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::colors::is_fixed;
use crate::engine::solver::late::place;
use crate::engine::tuning;

/// True when the body takes part in the present step: an awake mobile one, or one that is driven.
pub(super) fn is_simulated(body: &Body) -> bool {
    body.is_driven() || (body.is_mobile() && body.awake)
}

/// Unites bodies (by place in the arena) that any contact with points or a joint links, asleep or awake.
pub(super) fn unite_islands(sets: &mut DisjointSets, bodies: &Arena<BodyId, Body>, store: &Store, joints: &Arena<JointId, Joint>) {
    sets.reset(bodies.len());
    for number in store.with_points() {
        let (a, b) = store.head(number).key;
        unite(sets, bodies, a.body, b.body);
    }
    for (_, joint) in joints.iter() {
        unite(sets, bodies, joint.body_a, joint.body_b);
    }
}

fn unite(sets: &mut DisjointSets, bodies: &Arena<BodyId, Body>, a: BodyId, b: BodyId) {
    if let (Some(a), Some(b)) = (bodies.index_of(a), bodies.index_of(b))
        && bodies.values()[a].is_mobile()
        && bodies.values()[b].is_mobile()
    {
        sets.unite(a as u32, b as u32);
    }
}

impl World {
    /// Makes the list of simulated bodies again and puts every contact where it belongs, if something changed.
    pub(super) fn refresh_lists(&mut self) {
        if !self.lists_stale {
            return;
        }
        self.lists_stale = false;
        let World { bodies, awake, .. } = self;
        awake.clear();
        awake.extend((0..bodies.len() as u32).filter(|&i| is_simulated(&bodies.values()[i as usize])));
        self.load_all_bodies();
        self.scratch.fresh.clear();
        let mut numbers = std::mem::take(&mut self.scratch.numbers);
        self.store.sort_into(&mut numbers, self.store.numbers());
        for &number in &numbers {
            self.find_place(number);
        }
        self.scratch.numbers = numbers;
        self.color_fresh();
    }

    /// A contact whose bodies woke, fell asleep or changed their kind.
    fn find_place(&mut self, number: u32) {
        let parties = self.parties(number);
        let simulated = parties.slots.iter().any(|&slot| self.tables.builds[slot as usize].simulated);
        let fixed = parties.mobile.contains(&None);
        // Where nobody is mobile somebody may have been until now: the rows still have its masses.
        let immobile = parties.mobile == [None; 2];
        match self.store.place(number) {
            Place::Colored(address) if !simulated || immobile || is_fixed(address.group) != fixed => self.bench(number),
            Place::Apart(_) if !simulated => self.bench(number),
            _ => {}
        }
        if !simulated || self.store.place(number) != Place::Idle {
            return;
        }
        if self.store.record(number).is_some_and(|record| record.contact.count > 0 && record.contact.color.is_some()) {
            self.scratch.fresh.push(number);
            self.seed_sleepers(parties.slots);
        } else {
            self.set_apart(number, parties.slots);
        }
    }

    /// Remembers which of the bodies in two slots are asleep, to be woken.
    pub(super) fn seed_sleepers(&mut self, slots: [u32; 2]) {
        for slot in slots {
            let Build { mobile, simulated, .. } = self.tables.builds[slot as usize];
            if mobile && !simulated {
                self.scratch.seeds.push(slot - 1);
            }
        }
    }

    /// Wakes the islands of the bodies in `scratch.seeds`.
    pub(super) fn wake_islands_of_seeds(&mut self) {
        let World { bodies, store, joints, scratch, lists_stale, .. } = self;
        *lists_stale = true;
        unite_islands(&mut scratch.sets, bodies, store, joints);
        for seed in &mut scratch.seeds {
            *seed = scratch.sets.find(*seed);
        }
        scratch.seeds.sort_unstable();
        for (index, body) in bodies.values_mut().iter_mut().enumerate() {
            let member = scratch.seeds.binary_search(&scratch.sets.find(index as u32)).is_ok();
            if member && body.is_mobile() && !body.awake {
                body.awake = true;
                body.sleep_time = 0.0;
            }
        }
        scratch.seeds.clear();
    }

    /// Wakes the body at a place in the arena and, if it slept, its island.
    pub(super) fn wake_index(&mut self, index: usize) {
        let body = &mut self.bodies.values_mut()[index];
        body.sleep_time = 0.0;
        if body.is_mobile() && !body.awake {
            self.scratch.seeds.push(index as u32);
            self.wake_islands_of_seeds();
        }
    }

    /// Wakes everything that touches these bodies (in order of creation) or is joined to them, and themselves.
    pub(super) fn wake_with_neighbours(&mut self, ids: &[BodyId]) {
        let mut members: Vec<BodyId> = Vec::new();
        for &id in ids {
            members.push(id);
            for number in self.contacts_of(id) {
                let (a, b) = self.store.head(number).key;
                if self.store.record(number).is_some_and(|record| record.contact.count > 0) {
                    members.push(if a.body == id { b.body } else { a.body });
                }
            }
        }
        let joined = self.joints.values().iter().filter(|joint| joint.joins_any(ids));
        members.extend(joined.flat_map(|joint| [joint.body_a, joint.body_b]));
        // All islands at once: each time costs a walk over the whole world.
        for member in members {
            let Some(index) = self.bodies.index_of(member) else { continue };
            let body = &mut self.bodies.values_mut()[index];
            body.sleep_time = 0.0;
            if body.is_mobile() && !body.awake {
                self.scratch.seeds.push(index as u32);
            }
        }
        if !self.scratch.seeds.is_empty() {
            self.wake_islands_of_seeds();
        }
    }

    /// Counts how long bodies have been slow, and puts islands to sleep in which all have been so for long enough.
    pub(super) fn put_to_sleep(&mut self) {
        if !self.settings.sleeping || self.awake.is_empty() {
            return;
        }
        self.count_slow_time();
        let ready = |body: &Body| body.is_mobile() && body.sleep_time >= tuning::TIME_TO_SLEEP;
        if !self.awake.iter().any(|&i| ready(&self.bodies.values()[i as usize])) {
            return;
        }
        let World { bodies, store, problem, joints, tables, awake, scratch, lists_stale, .. } = self;
        // Only what is simulated can fall asleep: links among sleepers do not matter.
        scratch.sets.reset(bodies.len());
        for (a, b) in problem.contacts.mobile_pairs() {
            scratch.sets.unite(a - 1, b - 1);
        }
        for late in problem.late[0].contacts.iter().filter(|late| late.has_points) {
            let contact = &store.get(late.contact).contact;
            unite(&mut scratch.sets, bodies, contact.collider_a.body, contact.collider_b.body);
        }
        for (_, joint) in joints.iter() {
            unite(&mut scratch.sets, bodies, joint.body_a, joint.body_b);
        }

        let shortest = &mut scratch.sleep_times;
        shortest.clear();
        shortest.resize(bodies.len(), f32::MAX);
        for &index in awake.iter() {
            let root = scratch.sets.find(index) as usize;
            shortest[root] = min(shortest[root], bodies.values()[index as usize].sleep_time);
        }
        for &index in awake.iter() {
            let root = scratch.sets.find(index) as usize;
            let body = &mut bodies.values_mut()[index as usize];
            if body.is_mobile() && shortest[root] >= tuning::TIME_TO_SLEEP {
                body.awake = false;
                body.linear_velocity = Vec2::ZERO;
                body.angular_velocity = 0.0;
                body.colliders.iter().for_each(|collider| tables.rest(collider.proxy));
                *lists_stale = true;
            }
        }
    }

    fn count_slow_time(&mut self) {
        let seconds = self.settings.step_seconds();
        let World { bodies, awake, problem, joint_set, .. } = self;
        for &index in awake.iter() {
            let body = &mut bodies.values_mut()[index as usize];
            if !body.is_mobile() {
                continue;
            }
            // Creeping without velocity (overlap being pushed away) is motion too; half of it, as the push is meant to fade.
            let moved = SolverBody::at(&problem.bodies, index + 1);
            let creep = 0.5 * (moved.delta_center.length() + moved.delta_angle.abs() * body.extent) / seconds;
            let slow = body.can_sleep && max(body.farthest_point_speed(), creep) < tuning::SLEEP_SPEED;
            body.sleep_time = if slow { body.sleep_time + seconds } else { 0.0 };
        }
        if !awake.iter().any(|&index| bodies.values()[index as usize].is_driven()) {
            return;
        }
        // What rests on something that moves stays awake.
        let stay_awake = |bodies: &mut Arena<BodyId, Body>, a: usize, b: usize| {
            for (x, y) in [(a, b), (b, a)] {
                if bodies.values()[x].is_driven() {
                    bodies.values_mut()[y].sleep_time = 0.0;
                }
            }
        };
        for (a, b) in problem.contacts.fixed_pairs() {
            stay_awake(bodies, a as usize - 1, b as usize - 1);
        }
        for (index, _) in problem.late[1].contacts.iter().enumerate().filter(|(_, late)| late.has_points) {
            let (block, lane) = place(index);
            let [a, b] = problem.late[1].rooms[block].slots(lane);
            stay_awake(bodies, a as usize - 1, b as usize - 1);
        }
        for &place in joint_set.beside_driven() {
            bodies.values_mut()[place as usize].sleep_time = 0.0;
        }
    }
}
