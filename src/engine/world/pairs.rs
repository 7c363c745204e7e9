//! Contacts of the pairs that the broad phase tells.

use super::store::{Apart, Head, Record};
use super::tables::Tables;
use super::{Contact, World, WorldSettings};
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Pair;
use crate::engine::collider::ColliderId;
use crate::engine::prefetch::with_upcoming;

/// True when two colliders of these bodies may touch at all: something can move, and no joint forbids it.
pub(super) fn may_touch(bodies: &Arena<BodyId, Body>, joined: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
    use crate::engine::body::BodyKind::Dynamic;
    let (Some(body_a), Some(body_b)) = (bodies.get(a), bodies.get(b)) else { return false };
    a != b && (body_a.kind == Dynamic || body_b.kind == Dynamic) && joined.binary_search(&(a, b)).is_err()
}

/// What a contact takes from its colliders: the mixed coefficients and the rounding. Found when it first gets points; most pairs never do.
pub(super) fn mix_materials(contact: &mut Contact, proxies: [u32; 2], tables: &Tables, settings: &WorldSettings) {
    let [a, b] = proxies.map(|proxy| tables.surfaces[proxy as usize]);
    contact.radii = [a.radius, b.radius];
    contact.friction = settings.friction_mix.mix(a.friction, b.friction);
    contact.restitution = settings.restitution_mix.mix(a.restitution, b.restitution);
}

impl World {
    /// Brings the contacts in line with the pairs of the broad phase: those that came apart leave, new ones enter without points.
    pub(super) fn update_pairs(&mut self) {
        let mut changes = std::mem::take(&mut self.scratch.pairs);
        self.broad.update(&mut changes);
        // Ended ones first: a new pair may have taken over the number of one that ended.
        self.end_pairs(&changes.ended);
        // That one of the two can move and that filters let them touch, the broad phase has seen to.
        let World { store, joined, .. } = self;
        changes.begun.retain(|pair| {
            let joined = !joined.is_empty() && joined.binary_search(&(pair.a.body, pair.b.body)).is_ok();
            !joined && !store.contains(pair.number)
        });
        for &Pair { a, b, proxy_a, proxy_b, number } in &changes.begun {
            self.store.insert(number, Head { key: (a, b), proxies: [proxy_a, proxy_b] });
        }
        // While lists are stale (after an edit, after bodies woke or fell asleep) new contacts stay idle: they will find their places.
        if !self.lists_stale {
            changes.begun.iter().for_each(|pair| self.simulate(pair));
        }
        self.scratch.pairs = changes;
    }

    /// Contacts of pairs that have ended leave. Most never had points: that they have not is seen of all first, so that the processor need not wait for one after the other.
    fn end_pairs(&mut self, ended: &[Pair]) {
        let mut touching = std::mem::take(&mut self.scratch.numbers);
        touching.clear();
        let store = &self.store;
        touching.extend(ended.iter().map(|pair| pair.number).filter(|&number| store.contains(number) && store.record(number).is_some()));
        touching.iter().for_each(|&number| self.end_touch(number));
        self.scratch.numbers = touching;
        for (pair, [soon, later]) in with_upcoming(ended) {
            if let Some(pair) = later {
                self.store.prefetch_place(pair.number);
            }
            if let Some(pair) = soon {
                self.store.prefetch_apart(pair.number);
            }
            if self.store.contains(pair.number) {
                self.drop_contact(pair.number);
            }
        }
    }

    /// An idle contact without points takes part in the steps, if one of its bodies does.
    fn simulate(&mut self, &Pair { proxy_a, proxy_b, number, .. }: &Pair) {
        let World { store, tables, .. } = self;
        let proxies = [proxy_a, proxy_b];
        let [a, b] = tables.slots_of(proxies);
        if [a, b].iter().any(|&slot| tables.slots[slot as usize - 1] != 0) {
            let extents = [a, b].map(|slot| tables.extents[slot as usize]);
            store.push_apart(Apart { contact: number, a, b, proxies, may_have_points: false }, extents);
        }
    }

    /// Number of the contact of two colliders, smaller id first.
    pub(super) fn number_of(&self, (a, b): (ColliderId, ColliderId)) -> Option<u32> {
        let number = self.broad.pair_number(self.collider(a)?.proxy, self.collider(b)?.proxy)?;
        self.store.contains(number).then_some(number)
    }

    /// Forgets a contact, wherever it was.
    pub(super) fn drop_contact(&mut self, number: u32) {
        self.take_lane(number);
        self.store.leave_apart(number);
        self.store.remove(number);
    }

    /// Forgets all contacts.
    pub(super) fn drop_all_contacts(&mut self) {
        let mut numbers = Vec::new();
        self.store.sort_into(&mut numbers, self.store.numbers());
        numbers.into_iter().for_each(|number| self.drop_contact(number));
    }

    /// Forgets the contacts of a body that a condition names.
    pub(super) fn drop_contacts_of(&mut self, id: BodyId, unwanted: impl Fn(&World, (ColliderId, ColliderId)) -> bool) {
        let mut numbers = self.contacts_of(id);
        numbers.retain(|&number| unwanted(self, self.store.head(number).key));
        numbers.into_iter().for_each(|number| self.drop_contact(number));
    }

    /// Numbers of a body's contacts, sorted by their colliders.
    pub(super) fn contacts_of(&self, id: BodyId) -> Vec<u32> {
        let colliders = self.bodies.get(id).map_or(&[][..], |body| &body.colliders);
        let pairs = colliders.iter().flat_map(|collider| self.broad.pairs_of(collider.proxy));
        let mut numbers = Vec::new();
        self.store.sort_into(&mut numbers, pairs.filter(|&number| self.store.contains(number)));
        numbers
    }

    /// Renews what a contact takes from its colliders, after those have changed. It rests in its record afterwards.
    pub(super) fn mix_materials_again(&mut self, number: u32) {
        self.bench(number);
        let World { store, tables, settings, .. } = self;
        let Record { contact, proxies } = store.get_mut(number);
        mix_materials(contact, *proxies, tables, settings);
        self.lists_stale = true;
    }
}
