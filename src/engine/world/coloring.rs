//! Contacts into the solver's blocks and out again.

use super::contacts::{fill_points, rolls};
use super::store::{Place, Record};
use super::{Contact, World};
use crate::engine::math::{Pose, Vec2, min};
use crate::engine::prefetch::with_upcoming;
use crate::engine::solver::colors::{Address, is_list};
use crate::engine::solver::manifold_block::{Answer, Found, ManifoldColumn};

/// The two bodies of a contact as the solver sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parties {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// The same, `None` for a body that nothing can push.
    pub mobile: [Option<u32>; 2],
}

impl World {
    /// Slots of a contact's bodies. Valid when lists are fresh.
    pub(super) fn parties(&self, number: u32) -> Parties {
        let slots = self.tables.slots_of(self.store.head(number).proxies);
        let mobile = slots.map(|slot| self.tables.builds[slot as usize].mobile.then_some(slot));
        Parties { slots, mobile }
    }

    /// Gives the contacts with new points their colours: first those that had one before they slept (or in the run that is restored), then the others, in the order
    /// of their colliders.
    pub(super) fn color_fresh(&mut self) {
        let mut fresh = std::mem::take(&mut self.scratch.fresh);
        self.store.sort(&mut fresh);
        for with_color in [true, false] {
            for (&number, [soon, _]) in with_upcoming(&fresh) {
                if let Some(&number) = soon {
                    self.store.prefetch_record(number);
                }
                if self.store.get(number).contact.color.is_some() == with_color && !matches!(self.store.place(number), Place::Colored(_)) {
                    self.enter_color(number);
                }
            }
        }
        self.scratch.fresh = fresh;
    }

    /// Gives a contact a lane: in the colour that it had, or the lowest that is free.
    fn enter_color(&mut self, number: u32) {
        self.store.leave_apart(number);
        let Parties { slots, mobile } = self.parties(number);
        let group = match self.store.get(number).contact.color {
            Some(group) if self.problem.contacts.is_free(group, mobile) => group,
            _ => self.problem.contacts.choose(mobile),
        };
        let manifold = self.manifold_column(number);
        let World { store, problem, settings, .. } = self;
        let address = problem.contacts.insert(group, mobile, &manifold);
        store.set_place(number, Place::Colored(address));
        let record = store.get_mut(number);
        record.contact.color = Some(group);
        let (block, _) = problem.contacts.at_mut(address);
        block.describe(address.lane(), slots, record.contact.surfaces(), settings.restitution_threshold);
        self.write_impulses(number);
        if is_list(group) {
            self.problem.contacts.sort_list(group, |contact| self.store.get(contact).contact.key());
            self.find_addresses(group);
        }
    }

    /// After lanes of a list have moved.
    fn find_addresses(&mut self, group: u8) {
        for index in 0..self.problem.contacts.groups[usize::from(group)].count as u32 {
            let address = Address { group, index };
            let number = self.problem.contacts.contact_at(address);
            self.store.set_place(number, Place::Colored(address));
        }
    }

    /// Takes a contact out of its colour; it stays simulated, and will be looked at in the next step.
    pub(super) fn leave_color(&mut self, number: u32) {
        let Some(slots) = self.take_lane(number) else { return };
        self.store.get_mut(number).contact.color = None;
        self.set_apart(number, slots);
    }

    /// Lets a contact rest in its record, wherever it was. Its colour is remembered.
    pub(super) fn bench(&mut self, number: u32) {
        match self.store.place(number) {
            Place::Colored(_) => {
                self.store.get_mut(number).contact = self.view(number);
                self.take_lane(number);
            }
            Place::Apart(_) => self.store.leave_apart(number),
            Place::Idle | Place::Vacant => {}
        }
    }

    /// Lets all contacts rest in their records.
    pub(super) fn bench_all(&mut self) {
        let numbers: Vec<u32> = self.store.numbers().collect();
        numbers.into_iter().for_each(|number| self.bench(number));
        self.lists_stale = true;
    }

    /// Takes a contact's lane; its slots. The contact is idle then.
    pub(super) fn take_lane(&mut self, number: u32) -> Option<[u32; 2]> {
        let Place::Colored(address) = self.store.place(number) else { return None };
        let World { store, problem, .. } = self;
        let slots = problem.contacts.remove(address);
        store.set_place(number, Place::Idle);
        if is_list(address.group) {
            self.find_addresses(address.group);
        } else if (address.index as usize) < problem.contacts.groups[usize::from(address.group)].count {
            let moved = problem.contacts.contact_at(address);
            store.set_place(moved, Place::Colored(address));
        }
        Some(slots)
    }

    /// Writes a contact's new manifold and its impulses into its lane.
    pub(super) fn rewrite_lane(&mut self, number: u32) {
        let Place::Colored(address) = self.store.place(number) else { return };
        let manifold = self.manifold_column(number);
        self.problem.contacts.at_mut(address).1.put(address.lane(), &manifold);
        self.write_impulses(number);
    }

    fn write_impulses(&mut self, number: u32) {
        let World { store, problem, .. } = self;
        let Place::Colored(address) = store.place(number) else { return };
        let contact = &store.get(number).contact;
        let (block, _) = problem.contacts.at_mut(address);
        for (k, rows) in block.points.iter_mut().enumerate() {
            let warm = contact.points().get(k);
            rows.normal_impulse.0[address.lane()] = warm.map_or(0.0, |p| p.warm_normal);
            rows.tangent_impulse.0[address.lane()] = warm.map_or(0.0, |p| p.warm_tangent);
        }
    }

    /// What the narrow phase said last, and impulses of the last sub-step, from the lane into the contact.
    pub(super) fn read_warm_impulses(&mut self, number: u32) {
        let World { store, problem, .. } = self;
        let Place::Colored(address) = store.place(number) else { return };
        let contact = &mut store.get_mut(number).contact;
        let (block, manifold) = problem.contacts.at(address);
        let lane = address.lane();
        contact.touching = manifold.touching >> lane & 1 == 1;
        contact.take_answer(&manifold.answers[lane]);
        for (k, (point, rows)) in contact.points.iter_mut().zip(&block.points).enumerate() {
            point.feature = contact.manifold.points[k].feature;
            point.warm_normal = rows.normal_impulse.0[lane];
            point.warm_tangent = rows.tangent_impulse.0[lane];
        }
    }

    /// What a manifold block needs of a contact.
    fn manifold_column(&self, number: u32) -> ManifoldColumn {
        let Record { contact, proxies } = self.store.get(number);
        let slots = self.tables.slots_of(*proxies);
        let [a, b] = slots.map(|slot| &self.tables.builds[slot as usize]);
        let [extent_a, extent_b] = slots.map(|slot| self.tables.extents[slot as usize]);
        ManifoldColumn {
            found: self.found(slots, Answer { manifold: contact.manifold, poses: [contact.pose_a, contact.pose_b] }, contact.radii),
            extent: min(extent_a, extent_b),
            inv_masses: [a.inv_mass + b.inv_mass, a.inv_inertia, b.inv_inertia],
            restitution: contact.restitution,
            contact: number,
            proxies: *proxies,
            touching: contact.touching,
        }
    }

    /// The narrow phase's answer about the bodies in two slots, as a block keeps it.
    pub(super) fn found(&self, slots: [u32; 2], answer: Answer, radii: [f32; 2]) -> Found {
        let Answer { manifold, poses: [pose_a, pose_b] } = answer;
        let [center_a, center_b] = slots.map(|slot| self.tables.builds[slot as usize].local_center);
        let relative = pose_a.inv_mul(pose_b);
        Found {
            center: Pose { position: relative.transform_point(center_b) - center_a, rotation: relative.rotation },
            points: manifold.points.map(|p| p.position - center_a),
            answer,
            may_keep: !rolls(manifold.count, radii),
        }
    }

    /// The contact as it is now, wherever its numbers lie.
    pub(super) fn view(&self, number: u32) -> Contact {
        let (a, b) = self.store.head(number).key;
        let mut contact = self.store.record(number).map_or_else(|| Contact::new(a, b), |record| record.contact.clone());
        let Place::Colored(address) = self.store.place(number) else { return contact };
        let (block, manifold) = self.problem.contacts.at(address);
        let lane = address.lane();
        contact.take_answer(&manifold.answers[lane]);
        let (answer, pose_a) = (contact.manifold, contact.pose_a);
        fill_points(&mut contact, answer, pose_a);
        contact.touching = manifold.touching >> lane & 1 == 1;
        let [x, y, ..] = self.problem.poses[block.a.0[lane] as usize].0;
        for (k, (point, rows)) in contact.points.iter_mut().zip(&block.points).take(contact.count).enumerate() {
            point.warm_normal = rows.normal_impulse.0[lane];
            point.warm_tangent = rows.tangent_impulse.0[lane];
            if block.normal(lane) == Vec2::ZERO {
                continue; // not prepared yet: a restored contact before its first step
            }
            contact.normal = block.normal(lane);
            point.position = Vec2::new(x, y) + block.arm_a(lane, k);
            point.separation = rows.gap.0[lane];
            point.normal_impulse = rows.normal_total.0[lane];
            point.tangent_impulse = rows.tangent_total.0[lane];
        }
        contact
    }
}
