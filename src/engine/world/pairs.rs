//! Boxes and pairs: upkeep of the broad phase.

use super::sleep::is_simulated;
use super::{Contact, World, WorldSettings};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad;
use crate::engine::collider::Collider;

/// True when two colliders of these bodies may touch at all: something can move, and no joint forbids it.
pub(super) fn may_touch(bodies: &Arena<BodyId, Body>, joined: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
    use crate::engine::body::BodyKind::Dynamic;
    let (Some(body_a), Some(body_b)) = (bodies.get(a), bodies.get(b)) else { return false };
    a != b && (body_a.kind == Dynamic || body_b.kind == Dynamic) && joined.binary_search(&(a, b)).is_err()
}

/// What a contact takes from its colliders: the mixed coefficients and the rounding. Found when it first gets points; most pairs never do.
pub(super) fn mix_materials(contact: &mut Contact, a: &Collider, b: &Collider, settings: &WorldSettings) {
    contact.radii = [a.shape.convex().radius, b.shape.convex().radius];
    contact.friction = settings.friction_mix.mix(a.material.friction, b.material.friction);
    contact.restitution = settings.restitution_mix.mix(a.material.restitution, b.material.restitution);
}

impl World {
    /// Brings the contacts in line with the pairs of the broad phase: those that came apart leave, new ones enter without points.
    pub(super) fn update_pairs(&mut self) {
        let mut changes = std::mem::take(&mut self.scratch.pairs);
        self.broad.update(&mut changes);
        for pair in &changes.ended {
            if let Some(number) = self.store.number_of((pair.a, pair.b)) {
                self.end_touch(number);
                self.drop_contact(number);
            }
        }
        for pair in &changes.begun {
            let key = (pair.a, pair.b);
            if may_touch(&self.bodies, &self.joined, pair.a.body, pair.b.body) && self.store.number_of(key).is_none() {
                let number = self.store.insert(Contact::new(pair.a, pair.b), [pair.proxy_a, pair.proxy_b]);
                self.simulate(number);
            }
        }
        self.scratch.pairs = changes;
    }

    /// An idle contact without points takes part in the steps, if one of its bodies does.
    pub(super) fn simulate(&mut self, number: u32) {
        let Some(parties) = self.parties(number) else { return };
        if parties.slots.iter().any(|&slot| is_simulated(&self.bodies.values()[slot as usize - 1])) {
            self.store.set_apart(number, parties.slots);
        }
    }

    /// Forgets a contact, wherever it was.
    pub(super) fn drop_contact(&mut self, number: u32) {
        self.take_lane(number);
        self.store.leave_apart(number);
        self.store.remove(number);
    }

    /// Forgets the contacts that a condition names.
    pub(super) fn drop_contacts(&mut self, unwanted: impl Fn(&World, &Contact) -> bool) {
        let numbers = self.store.sorted(|record| unwanted(self, &record.contact));
        numbers.into_iter().for_each(|number| self.drop_contact(number));
    }

    /// Renews what a contact takes from its colliders, after those have changed. It rests in its record afterwards.
    pub(super) fn mix_materials_again(&mut self, number: u32) {
        self.bench(number);
        let (a, b) = self.store.get(number).contact.key();
        if let (Some(a), Some(b)) = (self.collider(a).cloned(), self.collider(b).cloned()) {
            let settings = self.settings;
            mix_materials(&mut self.store.get_mut(number).contact, &a, &b, &settings);
        }
        self.lists_stale = true;
    }

    /// Tight boxes of everything that moved in this step, and enlarged ones where they are outgrown.
    pub(super) fn refresh_boxes(&mut self) {
        let awake = std::mem::take(&mut self.awake);
        for &index in &awake {
            self.refresh_boxes_of(index as usize);
        }
        self.awake = awake;
        self.broad.settle();
    }

    /// Tight and, where outgrown, enlarged boxes of the body's colliders at its present pose and velocity.
    pub(super) fn refresh_boxes_of(&mut self, index: usize) {
        let seconds = self.settings.step_seconds();
        let World { bodies, broad, scratch, .. } = self;
        let body = &mut bodies.values_mut()[index];
        let restless = body.is_mobile();
        for k in 0..body.colliders.len() {
            let tight = body.colliders[k].shape.aabb(body.pose);
            let swept = broad::swept_box(tight, body, seconds);
            let way = body.linear_velocity * seconds;
            let collider = &mut body.colliders[k];
            collider.aabb = tight;
            let proxy = collider.proxy as usize;
            if proxy >= scratch.boxes.len() {
                scratch.boxes.resize(proxy + 1, tight);
            }
            scratch.boxes[proxy] = tight;
            if !broad::still_fits(collider.fat_aabb, swept) {
                collider.fat_aabb = broad::fat_box(swept, way);
                broad.renew(collider.proxy, collider.fat_aabb, restless);
            } else if !restless {
                broad.keep_at_rest(collider.proxy);
            }
        }
    }
}
