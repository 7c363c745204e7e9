//! Islands fall asleep and wake.
//!
//! A body is slow when its farthest point is; when all bodies of an island ([`crate::engine::island`]) have been slow for
//! [`tuning::TIME_TO_SLEEP`], the island sleeps: velocities become zero and no later step looks at its bodies or contacts. What wakes it, always as
//! a whole: a contact with points to an awake body or a moving kinematic one, an edit, a joint to an awake body. Which bodies belong
//! together is found again when it is needed, from contacts with points and joints, which do not change in sleep.

use super::World;
use super::contacts::is_active;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::island::DisjointSets;
use crate::engine::joint::{Joint, JointId};
use crate::engine::math::{Vec2, max, min};
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

use super::Contact;

/// True when the body takes part in the present step: an awake mobile one, or one that is driven.
pub(super) fn is_simulated(body: &Body) -> bool {
    body.is_driven() || (body.is_mobile() && body.awake)
}

/// Unites bodies (by place in the arena) that a contact with points or a joint links.
pub(super) fn unite_islands<'a>(
    sets: &mut DisjointSets,
    bodies: &Arena<BodyId, Body>,
    contacts: impl Iterator<Item = &'a Contact>,
    joints: &Arena<JointId, Joint>,
) {
    sets.reset(bodies.len());
    let mut unite = |a: BodyId, b: BodyId| {
        if let (Some(a), Some(b)) = (bodies.index_of(a), bodies.index_of(b))
            && bodies.values()[a].is_mobile()
            && bodies.values()[b].is_mobile()
        {
            sets.unite(a as u32, b as u32);
        }
    };
    for contact in contacts {
        if contact.count > 0 {
            unite(contact.collider_a.body, contact.collider_b.body);
        }
    }
    for (_, joint) in joints.iter() {
        unite(joint.body_a, joint.body_b);
    }
}

impl World {
    /// Makes the lists of simulated bodies and active contacts again, if something changed.
    pub(super) fn refresh_lists(&mut self) {
        if !self.lists_stale {
            return;
        }
        self.lists_stale = false;
        let World { bodies, contacts, awake, active, .. } = self;
        awake.clear();
        awake.extend((0..bodies.len() as u32).filter(|&i| is_simulated(&bodies.values()[i as usize])));
        active.clear();
        active.extend((0..contacts.len() as u32).filter(|&i| {
            let contact = &contacts[i as usize];
            match (bodies.get(contact.collider_a.body), bodies.get(contact.collider_b.body)) {
                (Some(a), Some(b)) => is_active(a, b),
                _ => false,
            }
        }));
    }

    /// Wakes the islands of the bodies in `scratch.seeds`.
    pub(super) fn wake_islands_of_seeds(&mut self) {
        let World { bodies, contacts, joints, scratch, lists_stale, .. } = self;
        *lists_stale = true;
        unite_islands(&mut scratch.sets, bodies, contacts.iter(), joints);
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
    }

    /// Wakes the body at a place in the arena and, if it slept, its island.
    pub(super) fn wake_index(&mut self, index: usize) {
        let body = &mut self.bodies.values_mut()[index];
        body.sleep_time = 0.0;
        if body.is_mobile() && !body.awake {
            self.scratch.seeds.clear();
            self.scratch.seeds.push(index as u32);
            self.wake_islands_of_seeds();
        }
    }

    /// Wakes everything that touches the body or is joined to it, and the body itself.
    pub(super) fn wake_with_neighbours(&mut self, id: BodyId) {
        let mut members: Vec<BodyId> = vec![id];
        for contact in self.contacts.iter().filter(|c| c.count > 0) {
            let (a, b) = (contact.collider_a.body, contact.collider_b.body);
            if a == id {
                members.push(b);
            } else if b == id {
                members.push(a);
            }
        }
        for (_, joint) in self.joints.iter() {
            if joint.body_a == id {
                members.push(joint.body_b);
            } else if joint.body_b == id {
                members.push(joint.body_a);
            }
        }
        for member in members {
            if let Some(index) = self.bodies.index_of(member) {
                self.wake_index(index);
            }
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
        let World { bodies, contacts, joints, active, awake, scratch, lists_stale, .. } = self;
        let links = active.iter().map(|&i| &contacts[i as usize]);
        unite_islands(&mut scratch.sets, bodies, links, joints);

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
                *lists_stale = true;
            }
        }
    }

    fn count_slow_time(&mut self) {
        let seconds = self.settings.step_seconds();
        let World { bodies, awake, scratch, contacts, active, joint_set, .. } = self;
        for &index in awake.iter() {
            let slot = scratch.slots[index as usize] as usize;
            let body = &mut bodies.values_mut()[index as usize];
            if !body.is_mobile() {
                continue;
            }
            // Creeping without velocity (overlap being pushed away) is motion too; half of it, as the push is meant to fade.
            let moved = SolverBody::at(&scratch.problem.bodies, slot as u32);
            let creep = 0.5 * (moved.delta_center.length() + moved.delta_angle.abs() * body.extent) / seconds;
            let slow = body.can_sleep && max(body.farthest_point_speed(), creep) < tuning::SLEEP_SPEED;
            body.sleep_time = if slow { body.sleep_time + seconds } else { 0.0 };
        }
        // What rests on something that moves stays awake.
        let mut stay_awake = |a: BodyId, b: BodyId| {
            for (x, y) in [(a, b), (b, a)] {
                if bodies.get(x).is_some_and(Body::is_driven)
                    && let Some(body) = bodies.get_mut(y)
                {
                    body.sleep_time = 0.0;
                }
            }
        };
        for contact in active.iter().map(|&i| &contacts[i as usize]).filter(|c| c.count > 0) {
            stay_awake(contact.collider_a.body, contact.collider_b.body);
        }
        for &place in joint_set.beside_driven() {
            bodies.values_mut()[place as usize].sleep_time = 0.0;
        }
    }
}
