//! Boxes and pairs: upkeep of the broad phase.

use super::{Contact, World};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::{self, Pair};

/// True when two colliders of these bodies may touch at all: something can move, and no joint forbids it.
pub(super) fn may_touch(bodies: &Arena<BodyId, Body>, joined: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
    use crate::engine::body::BodyKind::Dynamic;
    let (Some(body_a), Some(body_b)) = (bodies.get(a), bodies.get(b)) else { return false };
    a != b && (body_a.kind == Dynamic || body_b.kind == Dynamic) && joined.binary_search(&(a, b)).is_err()
}

impl World {
    /// Brings the sorted contacts in line with the pairs: those that came apart leave, new ones enter without points.
    pub(super) fn update_pairs(&mut self) {
        let mut changes = std::mem::take(&mut self.scratch.pairs);
        self.broad.update(&mut changes);
        self.drop_ended_pairs(&changes.ended);
        let World { bodies, joined, contacts, .. } = self;
        changes.begun.retain(|pair| {
            may_touch(bodies, joined, pair.a.body, pair.b.body)
                && contacts.binary_search_by_key(&(pair.a, pair.b), |c| (c.collider_a, c.collider_b)).is_err()
        });
        self.merge_pairs(&changes.begun);
        self.scratch.pairs = changes;
    }

    /// Takes the contacts of these sorted pairs out.
    fn drop_ended_pairs(&mut self, ended: &[Pair]) {
        if ended.is_empty() {
            return;
        }
        let World { contacts, events, lists_stale, .. } = self;
        *lists_stale = true;
        contacts.retain(|contact| {
            let pair = (contact.collider_a, contact.collider_b);
            let keep = ended.binary_search_by_key(&pair, |p| (p.a, p.b)).is_err();
            if !keep && contact.touching {
                events.ended.push(pair);
            }
            keep
        });
    }

    /// Inserts sorted new pairs into the sorted contacts, from the back so that each contact moves once.
    fn merge_pairs(&mut self, pairs: &[Pair]) {
        let Some(&first) = pairs.first() else { return };
        self.lists_stale = true;
        let mut read = self.contacts.len();
        self.contacts.resize_with(read + pairs.len(), || Contact::new(first.a, first.b));
        let mut write = self.contacts.len();
        for &Pair { a, b, .. } in pairs.iter().rev() {
            while read > 0 && (self.contacts[read - 1].collider_a, self.contacts[read - 1].collider_b) > (a, b) {
                read -= 1;
                write -= 1;
                self.contacts.swap(read, write);
            }
            write -= 1;
            self.contacts[write] = Contact::new(a, b);
            self.mix_materials(write);
        }
    }

    /// Renews what a contact takes from its colliders: the mixed coefficients and the rounding.
    pub(super) fn mix_materials(&mut self, index: usize) {
        let contact = &self.contacts[index];
        let (Some(a), Some(b)) = (self.collider(contact.collider_a), self.collider(contact.collider_b)) else { return };
        let radii = [a.shape.convex().radius, b.shape.convex().radius];
        let (a, b) = (a.material, b.material);
        let contact = &mut self.contacts[index];
        contact.radii = radii;
        contact.friction = self.settings.friction_mix.mix(a.friction, b.friction);
        contact.restitution = self.settings.restitution_mix.mix(a.restitution, b.restitution);
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
        let World { bodies, broad, .. } = self;
        let body = &mut bodies.values_mut()[index];
        for k in 0..body.colliders.len() {
            let tight = body.colliders[k].shape.aabb(body.pose);
            let swept = broad::swept_box(tight, body, seconds);
            let collider = &mut body.colliders[k];
            collider.aabb = tight;
            if !broad::still_fits(collider.fat_aabb, swept) {
                collider.fat_aabb = broad::fat_box(swept);
                broad.renew(collider.proxy, collider.fat_aabb);
            }
        }
    }
}
