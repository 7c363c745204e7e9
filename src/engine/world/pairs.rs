//! Boxes and pairs: upkeep of the broad phase.

use super::{Contact, World};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad;
use crate::engine::collider::ColliderId;

/// True when two colliders of these bodies may touch at all: something can move, and no joint forbids it.
pub(super) fn may_touch(bodies: &Arena<BodyId, Body>, joined: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
    use crate::engine::body::BodyKind::Dynamic;
    let (Some(body_a), Some(body_b)) = (bodies.get(a), bodies.get(b)) else { return false };
    a != b && (body_a.kind == Dynamic || body_b.kind == Dynamic) && joined.binary_search(&(a, b)).is_err()
}

impl World {
    /// Brings the sorted contacts in line with the enlarged boxes: pairs that came apart leave, new ones enter without points.
    pub(super) fn update_pairs(&mut self) {
        if !self.broad.has_moved() {
            return;
        }
        self.drop_separated_pairs();

        let mut pairs = std::mem::take(&mut self.scratch.pairs);
        pairs.clear();
        let World { broad, bodies, joined, contacts, .. } = self;
        broad.new_pairs(&mut pairs, |a, b| {
            may_touch(bodies, joined, a.body, b.body) && contacts.binary_search_by_key(&(a, b), |c| (c.collider_a, c.collider_b)).is_err()
        });
        self.merge_pairs(&pairs);
        self.scratch.pairs = pairs;
    }

    fn drop_separated_pairs(&mut self) {
        let World { contacts, broad, bodies, events, lists_stale, .. } = self;
        let proxy_of = |id: ColliderId| broad.proxy(bodies.get(id.body)?.colliders.get(id.index as usize)?.proxy);
        contacts.retain(|contact| {
            let keep = match (proxy_of(contact.collider_a), proxy_of(contact.collider_b)) {
                (Some(a), Some(b)) => (!a.moved && !b.moved) || a.fat_aabb.overlaps(b.fat_aabb),
                _ => false,
            };
            if !keep {
                *lists_stale = true;
                if contact.touching {
                    events.ended.push((contact.collider_a, contact.collider_b));
                }
            }
            keep
        });
    }

    /// Inserts sorted new pairs into the sorted contacts, from the back so that each contact moves once.
    fn merge_pairs(&mut self, pairs: &[(ColliderId, ColliderId)]) {
        let Some(&first) = pairs.first() else { return };
        self.lists_stale = true;
        let mut read = self.contacts.len();
        self.contacts.resize_with(read + pairs.len(), || Contact::new(first.0, first.1));
        let mut write = self.contacts.len();
        for &(a, b) in pairs.iter().rev() {
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
