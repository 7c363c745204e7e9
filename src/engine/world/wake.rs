//! Edits wake: the body, what touches it or is joined to it, and their islands. What wakes within a step stands in
//! [`super::activity`].

use super::parts::World;
use crate::engine::body::BodyId;

impl World {
    /// Wakes the body and its island.
    pub fn wake(&mut self, id: BodyId) {
        if let Some(index) = self.bodies.index_of(id) {
            self.wake_index(index);
        }
    }

    /// Wakes the body at a place in the arena and, if it slept, its island.
    pub(super) fn wake_index(&mut self, index: usize) {
        let body = &mut self.bodies.values_mut()[index];
        body.sleep_time = 0.0;
        if body.is_mobile() && !body.awake {
            self.wake_islands(&mut vec![index as u32]);
        }
    }

    /// Wakes everything that touches these bodies (in order of creation) or is joined to them, and themselves.
    pub(super) fn wake_with_neighbours(&mut self, ids: &[BodyId]) {
        let mut members: Vec<BodyId> = Vec::new();
        for &id in ids {
            members.push(id);
            for number in self.contacts_of(id) {
                let (a, b) = self.graph.store.head(number).key;
                if self.graph.store.record(number).is_some_and(|record| record.contact.count > 0) {
                    members.push(if a.body == id { b.body } else { a.body });
                }
            }
        }
        let joined = self.joints.values().iter().filter(|joint| joint.joins_any(ids));
        members.extend(joined.flat_map(|joint| [joint.body_a, joint.body_b]));
        // All islands at once: each time costs a walk over the whole world.
        let mut sleepers = Vec::new();
        for member in members {
            let Some(index) = self.bodies.index_of(member) else { continue };
            let body = &mut self.bodies.values_mut()[index];
            body.sleep_time = 0.0;
            if body.is_mobile() && !body.awake {
                sleepers.push(index as u32);
            }
        }
        if !sleepers.is_empty() {
            self.wake_islands(&mut sleepers);
        }
    }

    fn wake_islands(&mut self, sleepers: &mut Vec<u32>) {
        let World { activity, bodies, graph, joints, .. } = self;
        activity.wake_islands(sleepers, bodies, &graph.store, joints);
    }
}
