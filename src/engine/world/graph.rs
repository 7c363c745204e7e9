//! The graph of contacts: bodies are its nodes, contacts its edges, and edges with points have a colour.
//!
//! It owns what is known of each pair ([`super::store`]) and the solver's blocks ([`crate::engine::solver::colors`]),
//! and moves contacts between the two. All movements are here:
//!
//! ```text
//!                insert                separate                 enter_color
//!   broad phase ───────▶ Idle ───────────────────▶ Separated ───────────────▶ Colored
//!                         ▲ │ leave_separated, remove    ▲                     │ │
//!                         │ └──────▶ gone                └──── leave_color ────┘ │
//!                         └───────────────────── idle (asleep, or edited) ───────┘
//! ```

use super::contact::{Contact, is_rolling};
use super::findings::StepEvents;
use super::settings::WorldSettings;
use super::store::{ContactStore, Place, Record};
use super::tables::BodyTables;
use crate::engine::lanes::Float4;
use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::narrow::Manifold;
use crate::engine::prefetch::with_upcoming;
use crate::engine::probe::ran;
use crate::engine::solver::block::Address;
use crate::engine::solver::colors::{ContactColors, FIXED_REST, MOBILE_REST};
use crate::engine::solver::manifold_block::{FoundManifold, ManifoldColumn, NarrowResult};
use crate::engine::tuning;

/// All contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactGraph {
    /// Every pair: which colliders, where it is, its record.
    pub store: ContactStore,
    /// Contacts with points, as rows of the solver.
    pub colors: ContactColors,
}

/// The two bodies of a contact as the solver sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parties {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// The same, `None` for a body that nothing can push.
    pub mobile: [Option<u32>; 2],
}

impl ContactGraph {
    /// Slots of a contact's bodies. Valid while the tables are up to date.
    pub fn parties(&self, number: u32, tables: &BodyTables) -> Parties {
        let slots = tables.slots_of(self.store.head(number).proxies);
        let mobile = slots.map(|slot| tables.builds[slot as usize].mobile.then_some(slot));
        Parties { slots, mobile }
    }

    /// Phase *Arrange*: gives contacts with points their colours, in the order of their colliders; first those that had
    /// a colour before they slept (or in the run that is restored), then the others.
    pub fn color(&mut self, numbers: &mut [u32], tables: &BodyTables, settings: &WorldSettings) {
        ran!();
        self.store.sort(numbers);
        for with_color in [true, false] {
            for (&number, [soon, _]) in with_upcoming(numbers) {
                if let Some(&number) = soon {
                    self.store.prefetch_record(number);
                }
                if self.store.get(number).contact.color.is_some() == with_color && !matches!(self.store.place(number), Place::Colored(_)) {
                    self.enter_color(number, tables, settings);
                }
            }
        }
        self.sort_lists();
    }

    /// Gives a contact a lane: in the colour that it had, or the lowest that is free.
    fn enter_color(&mut self, number: u32, tables: &BodyTables, settings: &WorldSettings) {
        self.store.leave_separated(number);
        let Parties { slots, mobile } = self.parties(number, tables);
        let group = match self.store.get(number).contact.color {
            Some(group) if self.colors.is_free(group, mobile) => group,
            _ => self.colors.choose(mobile),
        };
        let contact = &mut self.store.get_mut(number).contact;
        if contact.color.is_none() {
            // Deeper than its bodies can have moved in a step: they were put into each other, or pushed.
            let moved = slots.iter().map(|&slot| tables.motion_bounds[slot as usize]).sum::<f32>();
            let points = contact.manifold.points();
            contact.overlapped = points.iter().any(|point| -point.separation > 0.5 * tuning::LINEAR_SLOP + moved);
        }
        let manifold = self.manifold_column(number, tables);
        let ContactGraph { store, colors } = self;
        let address = colors.insert(group, mobile, &manifold);
        store.set_place(number, Place::Colored(address));
        let record = store.get_mut(number);
        record.contact.color = Some(group);
        let (block, _) = colors.at_mut(address);
        block.describe(address.lane(), slots, record.contact.surfaces(), settings.restitution_threshold);
        self.write_impulses(number);
    }

    /// Puts the lists of contacts without a colour into the order of their colliders, if contacts have come or gone.
    fn sort_lists(&mut self) {
        let ContactGraph { store, colors } = self;
        for group in [MOBILE_REST, FIXED_REST] {
            if !colors.sort_list(group, |contact| store.get(contact).contact.key()) {
                continue;
            }
            for index in 0..colors.groups[usize::from(group)].count as u32 {
                let address = Address { group, index };
                store.set_place(colors.contact_at(address), Place::Colored(address));
            }
        }
    }

    /// Takes a contact out of its colour; it becomes a separated pair, to be tested in the next step.
    pub fn leave_color(&mut self, number: u32, tables: &BodyTables) {
        let Some(slots) = self.take_lane(number) else { return };
        let contact = &mut self.store.get_mut(number).contact;
        (contact.color, contact.overlapped) = (None, false);
        self.store.separate(number, slots, slots.map(|slot| tables.extents[slot as usize]));
    }

    /// Makes a contact idle: its numbers are in its record, wherever they were. Its colour is remembered.
    pub fn make_idle(&mut self, number: u32, poses: &[Float4]) {
        match self.store.place(number) {
            Place::Colored(_) => {
                self.store.get_mut(number).contact = self.view(number, poses);
                self.take_lane(number);
            }
            Place::Separated(_) => self.store.leave_separated(number),
            Place::Idle | Place::Vacant => {}
        }
    }

    /// Makes all contacts idle.
    pub fn make_all_idle(&mut self, poses: &[Float4]) {
        let numbers: Vec<u32> = self.store.numbers().collect();
        numbers.into_iter().for_each(|number| self.make_idle(number, poses));
    }

    /// Forgets a contact, wherever it was.
    pub fn drop_contact(&mut self, number: u32) {
        self.take_lane(number);
        self.store.leave_separated(number);
        self.store.remove(number);
    }

    /// Forgets all contacts.
    pub fn drop_all(&mut self) {
        let mut numbers = Vec::new();
        self.store.sort_into(&mut numbers, self.store.numbers());
        numbers.into_iter().for_each(|number| self.drop_contact(number));
    }

    /// Takes a contact's lane; its slots. The contact is idle then.
    fn take_lane(&mut self, number: u32) -> Option<[u32; 2]> {
        let Place::Colored(address) = self.store.place(number) else { return None };
        let ContactGraph { store, colors } = self;
        let slots = colors.remove(address);
        store.set_place(number, Place::Idle);
        if (address.index as usize) < colors.groups[usize::from(address.group)].count {
            let moved = colors.contact_at(address);
            store.set_place(moved, Place::Colored(address));
        }
        Some(slots)
    }

    /// Writes the manifold and the impulses of a contact's record into its lane.
    pub fn rewrite_lane(&mut self, number: u32, tables: &BodyTables) {
        let Place::Colored(address) = self.store.place(number) else { return };
        let manifold = self.manifold_column(number, tables);
        self.colors.at_mut(address).1.put(address.lane(), &manifold);
        self.colors.groups[usize::from(address.group)].may_overlap |= manifold.overlapped;
        self.write_impulses(number);
    }

    fn write_impulses(&mut self, number: u32) {
        let ContactGraph { store, colors } = self;
        let Place::Colored(address) = store.place(number) else { return };
        let contact = &store.get(number).contact;
        let (block, _) = colors.at_mut(address);
        block.rest_offset.0[address.lane()] = contact.rest_offset();
        for (k, rows) in block.points.iter_mut().enumerate() {
            let warm = contact.points().get(k);
            rows.normal_impulse.0[address.lane()] = warm.map_or(0.0, |p| p.warm_normal);
            rows.tangent_impulse.0[address.lane()] = warm.map_or(0.0, |p| p.warm_tangent);
        }
    }

    /// The last answer of the narrow phase and the impulses of the last sub-step, from the lane into the record.
    pub fn read_lane(&mut self, number: u32) {
        let ContactGraph { store, colors } = self;
        let Place::Colored(address) = store.place(number) else { return };
        let contact = &mut store.get_mut(number).contact;
        let (block, manifold) = colors.at(address);
        let lane = address.lane();
        (contact.touching, contact.overlapped) = (manifold.touching >> lane & 1 == 1, manifold.overlapped >> lane & 1 == 1);
        contact.rest_offset = block.rest_offset.0[lane];
        contact.take_answer(&manifold.answers[lane]);
        for (k, (point, rows)) in contact.points.iter_mut().zip(&block.points).enumerate() {
            point.feature = contact.manifold.points[k].feature;
            point.warm_normal = rows.normal_impulse.0[lane];
            point.warm_tangent = rows.tangent_impulse.0[lane];
        }
        contact.rest_offset = contact.rest_offset(); // none of who leaves without a load
        contact.slid = 0.0;
    }

    /// What a contact takes from its colliders: the mixed coefficients and the rounding. Most pairs never have points
    /// and never need it.
    pub fn mix_materials(&mut self, number: u32, tables: &BodyTables, settings: &WorldSettings) {
        let Record { contact, proxies } = self.store.get_mut(number);
        let [a, b] = proxies.map(|proxy| tables.surfaces[proxy as usize]);
        contact.radii = [a.radius, b.radius];
        [contact.friction, contact.restitution] = settings.mixing.of([a.friction, b.friction], [a.restitution, b.restitution]);
        contact.static_friction = settings.mixing.grip([a.grip, b.grip], contact.friction);
        contact.sticking &= contact.has_grip();
    }

    /// The same when it first gets points, or may get some.
    pub fn mix_materials_once(&mut self, number: u32, tables: &BodyTables, settings: &WorldSettings) {
        if self.store.get_mut(number).contact.is_unmixed() {
            self.mix_materials(number, tables, settings);
        }
    }

    /// Puts the manifold of the present poses into a contact's record.
    pub fn take_manifold(&mut self, number: u32, manifold: Manifold, tables: &BodyTables, settings: &WorldSettings) {
        let Record { contact, proxies } = self.store.get_mut(number);
        if manifold.count + contact.count == 0 {
            return;
        }
        let [pose_a, pose_b] = tables.frames_of(*proxies);
        contact.take_manifold(manifold, pose_a, pose_b);
        self.mix_materials_once(number, tables, settings);
    }

    /// A contact that has lost its points touches no more.
    pub fn end_touch(&mut self, number: u32, events: &mut StepEvents) {
        if let Place::Colored(address) = self.store.place(number) {
            self.store.get_mut(number).contact.touching = self.colors.at(address).1.touching >> address.lane() & 1 == 1;
        }
        if self.store.is_surely_separated(number) {
            return;
        }
        let contact = &mut self.store.get_mut(number).contact;
        if std::mem::take(&mut contact.touching) {
            events.ended.push(contact.key());
        }
    }

    /// What a manifold block needs of a contact.
    fn manifold_column(&self, number: u32, tables: &BodyTables) -> ManifoldColumn {
        let Record { contact, proxies } = self.store.get(number);
        let slots = tables.slots_of(*proxies);
        let [a, b] = slots.map(|slot| &tables.builds[slot as usize]);
        let [extent_a, extent_b] = slots.map(|slot| tables.extents[slot as usize]);
        ManifoldColumn {
            found: found(
                tables,
                slots,
                NarrowResult { manifold: contact.manifold, poses: [contact.pose_a, contact.pose_b] },
                contact.radii,
            ),
            extent: min(extent_a, extent_b),
            inv_masses: [a.inv_mass + b.inv_mass, a.inv_inertia, b.inv_inertia],
            heavier: heavier_mass([a.inv_mass, b.inv_mass]),
            restitution: contact.restitution,
            contact: number,
            proxies: *proxies,
            touching: contact.touching,
            overlapped: contact.overlapped,
        }
    }

    /// The contact as it is now, wherever its numbers lie.
    pub fn view(&self, number: u32, poses: &[Float4]) -> Contact {
        let (a, b) = self.store.head(number).key;
        let mut contact = self.store.record(number).map_or_else(|| Contact::new(a, b), |record| record.contact.clone());
        let Place::Colored(address) = self.store.place(number) else { return contact };
        let (block, manifold) = self.colors.at(address);
        let lane = address.lane();
        contact.rest_offset = block.rest_offset.0[lane];
        contact.take_answer(&manifold.answers[lane]);
        let (answer, pose_a) = (contact.manifold, contact.pose_a);
        contact.fill_points(answer, pose_a);
        (contact.touching, contact.overlapped) = (manifold.touching >> lane & 1 == 1, manifold.overlapped >> lane & 1 == 1);
        let [x, y, ..] = poses[block.a.0[lane] as usize].0;
        for (k, (point, rows)) in contact.points.iter_mut().zip(&block.points).take(contact.count).enumerate() {
            point.warm_normal = rows.normal_impulse.0[lane];
            point.warm_tangent = rows.tangent_impulse.0[lane];
            if block.normal(lane) == Vec2::ZERO {
                continue; // not prepared yet: a restored contact before its first step
            }
            contact.normal = block.normal(lane);
            point.position = Vec2::new(x, y) + block.arm_a(lane, k);
            point.separation = rows.gap.0[lane] + contact.rest_offset;
            point.normal_impulse = rows.normal_total.0[lane];
            point.tangent_impulse = rows.tangent_total.0[lane];
        }
        contact
    }
}

/// Mass of the heavier of two bodies that can move, kg, from their inverse masses; 0 if neither can.
fn heavier_mass(inverses: [f32; 2]) -> f32 {
    inverses.into_iter().filter(|&inverse| inverse > 0.0).map(|inverse| 1.0 / inverse).fold(0.0, max)
}

/// The narrow phase's answer about the bodies in two slots, as a block keeps it.
pub(super) fn found(tables: &BodyTables, slots: [u32; 2], answer: NarrowResult, radii: [f32; 2]) -> FoundManifold {
    let NarrowResult { manifold, poses: [pose_a, pose_b] } = answer;
    let [center_a, center_b] = slots.map(|slot| tables.builds[slot as usize].local_center);
    let relative = pose_a.inv_mul(pose_b);
    FoundManifold {
        center: Pose { position: relative.transform_point(center_b) - center_a, rotation: relative.rotation },
        points: manifold.points.map(|p| p.position - center_a),
        answer,
        may_keep: !is_rolling(manifold.count, radii),
    }
}
