//! Contacts from step to step: which manifolds are made again, who gets points, who loses them.
//!
//! ```text
//!            bodies may have come near                 points, and not too fast
//!   Apart ───────────────────────────▶ narrow phase ───────────────────────────▶ Colored
//!     ▲ ▲                                │  │                                       │
//!     │ └──────── no points ─────────────┘  └─ closing fast ─▶ late in this step    │ manifold no longer holds
//!     └──────────────────────── no points ◀── narrow phase ◀────────────────────────┘
//! ```
//!
//! *Warm starting*: a new manifold's points take over the impulses of the old ones with the same feature.
//!
//! *Late contacts* ([`crate::engine::solver::late`]) are those whose bodies may reach each other within the step. Their points are found in the sub-steps, by looking a
//! little ahead ([`super::late`]). What is faster still is left to [`super::continuous`].

use super::pairs::mix_materials_of;
use super::store::{Place, Record};
use super::tables::Tables;
use super::{Contact, ContactPoint, World};
use crate::engine::aabb::Aabb;
use crate::engine::math::{Pose, max};
use crate::engine::narrow::{self, Manifold, Meeting};
use crate::engine::probe::NoProbe;
use crate::engine::solver::colors::Address;
use crate::engine::solver::manifold_block::StaleRules;
use crate::engine::tuning;

/// What the narrow phase says of a pair at the start of a step.
pub(super) enum Finding {
    /// Points to be solved.
    Points,
    /// Closing so fast that points may appear, or change, within the step.
    /// The shapes are this far apart at least, metres.
    Late(f32),
    /// Nothing; the shapes are this far apart at least, metres.
    Nothing(f32),
}

impl World {
    /// Brings all contacts of simulated bodies up to date; one between a simulated body and a sleeper wakes the sleeper's island.
    pub(super) fn update_contacts(&mut self) {
        loop {
            self.refresh_lists();
            self.load_bodies();
            self.scratch.late.clear();
            self.scratch.fresh.clear();
            let apart = self.store.apart.len();
            self.renew_colored();
            self.renew_apart(apart);
            self.color_fresh();
            if self.scratch.seeds.is_empty() {
                break;
            }
            self.wake_islands_of_seeds();
        }
        self.problem.contacts.prepare(&self.problem.poses);
        self.make_late();
    }

    /// Makes the manifolds again that no longer hold; contacts without points leave their colour.
    fn renew_colored(&mut self) {
        let (mut stale, mut unloaded) = (std::mem::take(&mut self.scratch.stale), std::mem::take(&mut self.scratch.unloaded));
        let mut leaving = std::mem::take(&mut self.scratch.numbers);
        stale.clear();
        unloaded.clear();
        leaving.clear();
        let rules = StaleRules { poses: &self.problem.poses, reaches: &self.tables.reaches, ways: &self.tables.ways };
        self.problem.contacts.find_stale(&rules, &mut stale, &mut unloaded); // [pipeline.kept]
        // Lanes move when contacts leave, so those come later, by number.
        stale.retain(|&address| !self.renew_lane(address));
        leaving.extend(stale.iter().map(|&address| self.problem.contacts.contact_at(address)));
        unloaded.retain(|&address| {
            let (slots, proxies) = self.parties_at(address);
            self.way_if_closing_fast(slots, proxies).is_some()
        });
        let holding = leaving.len();
        leaving.extend(unloaded.iter().map(|&address| self.problem.contacts.contact_at(address)));
        for (index, &number) in leaving.iter().enumerate() {
            self.read_warm_impulses(number);
            if index < holding {
                self.let_go(number);
            } else {
                self.leave_color_late(number);
            }
        }
        (self.scratch.stale, self.scratch.unloaded, self.scratch.numbers) = (stale, unloaded, leaving);
    }

    /// Makes the manifold of a lane anew where its bodies are; false, and nothing has changed, when the contact has no points any more, or may have to be found within the step.
    /// Of the record nothing is read: it would have to come from memory, and the solver's blocks know all that is needed.
    fn renew_lane(&mut self, address: Address) -> bool {
        let (slots, proxies) = self.parties_at(address);
        if self.box_gap(proxies) > tuning::SPECULATIVE_MARGIN {
            return false;
        }
        let manifold = self.meet(proxies).manifold;
        let lane = address.lane();
        let (block, old) = self.problem.contacts.at(address);
        let (old_count, number) = (old.count(lane), old.contact[lane]);
        let mut warm = [[0.0; 2]; 2];
        for (warm, point) in warm.iter_mut().zip(manifold.points()) {
            if let Some(k) = old.features[lane][..old_count].iter().position(|&feature| feature == point.feature) {
                *warm = [block.points[k].normal_impulse.0[lane], block.points[k].tangent_impulse.0[lane]]; // [pipeline.carry]
            }
        }
        let is_unloaded = warm.iter().all(|[normal, _]| *normal == 0.0);
        if manifold.count == 0 || (is_unloaded && self.way_if_closing_fast(slots, proxies).is_some()) {
            return false;
        }
        let poses = slots.map(|slot| self.tables.frames[slot as usize]);
        let found = self.found(slots, poses, &manifold, [block.radius_a.0[lane], block.radius_b.0[lane]]);
        let (block, column) = self.problem.contacts.at_mut(address);
        column.put_found(lane, &found);
        for (rows, [normal, tangent]) in block.points.iter_mut().zip(warm) {
            (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (normal, tangent);
        }
        let contact = &mut self.store.get_mut(number).contact;
        contact.manifold = manifold;
        [contact.pose_a, contact.pose_b] = poses;
        if manifold.count != old_count {
            contact.count = manifold.count;
        }
        true
    }

    /// Slots of the bodies of a lane's contact, and its colliders in the broad phase.
    fn parties_at(&self, address: Address) -> ([u32; 2], [u32; 2]) {
        let (block, manifold) = self.problem.contacts.at(address);
        let lane = address.lane();
        ([block.a.0[lane], block.b.0[lane]], manifold.proxies[lane])
    }

    /// A contact whose manifold no longer holds leaves its colour.
    fn let_go(&mut self, number: u32) {
        let Record { proxies, .. } = *self.store.get(number);
        let way = self.way_if_closing_fast(proxies.map(|proxy| self.tables.sites[proxy as usize].slot), proxies);
        match self.measure(number, way) {
            // Boxes farther apart than the shapes, by rounding.
            Finding::Points => self.rewrite_lane(number),
            Finding::Late(_) => self.leave_color_late(number),
            Finding::Nothing(gap) => {
                self.end_touch(number);
                self.leave_color(number);
                // Leaving its colour, it has become the last of those apart.
                self.wait_until_near(self.store.apart.len() - 1, gap);
            }
        }
    }

    /// Asks the narrow phase about a contact that has points, or may have, at the bodies' present poses, and takes the answer into it. `way`: see [`World::way_if_closing_fast`].
    pub(super) fn measure(&mut self, number: u32, way: Option<f32>) -> Finding {
        let Record { proxies, .. } = *self.store.get(number);
        let near = tuning::SPECULATIVE_MARGIN + way.unwrap_or(0.0);
        let mut gap = self.box_gap(proxies);
        if gap <= near {
            let met = self.meet(proxies);
            gap = max(gap, met.separation);
            self.take_manifold(number, met.manifold);
        } else {
            self.take_manifold(number, Manifold::default());
        }
        let contact = &self.store.get(number).contact;
        if way.is_some() && gap <= near && is_unloaded(contact) {
            Finding::Late(if contact.count == 0 { gap } else { 0.0 })
        } else if contact.count > 0 {
            Finding::Points
        } else {
            Finding::Nothing(gap)
        }
    }

    /// What the narrow phase says of two colliders where their bodies are now.
    pub(super) fn meet(&self, proxies: [u32; 2]) -> Meeting {
        let Tables { sites, frames, shapes, .. } = &self.tables;
        let [a, b] = proxies.map(|proxy| sites[proxy as usize]);
        let pose = frames[a.slot as usize].inv_mul(frames[b.slot as usize]);
        narrow::meet(shapes.get(a.shape), shapes.get(b.shape), pose, self.settings.narrow_phase, tuning::SPECULATIVE_MARGIN, &mut NoProbe)
    }

    /// Gap between the tight boxes of two colliders along the axis on which it is larger, metres; negative when they overlap.
    #[inline]
    pub(super) fn box_gap(&self, [a, b]: [u32; 2]) -> f32 {
        let boxes = &self.tables.boxes;
        box_gap(boxes[a as usize], boxes[b as usize])
    }

    /// Puts the manifold of the present poses into a contact.
    pub(super) fn take_manifold(&mut self, number: u32, manifold: Manifold) {
        let World { store, tables, bodies, settings, .. } = self;
        let Record { contact, proxies, .. } = store.get_mut(number);
        if manifold.count + contact.count == 0 {
            return;
        }
        if contact.is_raw() && !mix_materials_of(contact, bodies, settings) {
            return;
        }
        let [pose_a, pose_b] = proxies.map(|proxy| tables.frames[tables.sites[proxy as usize].slot as usize]);
        take_manifold(contact, manifold, pose_a, pose_b);
    }

    /// A contact that may get points within the step takes what it needs of its colliders.
    pub(super) fn prepare_late(&mut self, number: u32) {
        let World { store, bodies, settings, .. } = self;
        let contact = &mut store.get_mut(number).contact;
        if contact.is_raw() {
            mix_materials_of(contact, bodies, settings);
        }
    }

    fn leave_color_late(&mut self, number: u32) {
        self.leave_color(number);
        self.scratch.late.push((number, 0.0));
    }

    /// A contact that has lost its points touches no more.
    pub(super) fn end_touch(&mut self, number: u32) {
        if let Place::Colored(address) = self.store.place(number) {
            self.store.get_mut(number).contact.touching = self.problem.contacts.at(address).1.touching >> address.lane() & 1 == 1;
        }
        if self.store.is_surely_apart(number) {
            return;
        }
        let contact = &mut self.store.get_mut(number).contact;
        if std::mem::take(&mut contact.touching) {
            self.events.ended.push(contact.key());
        }
    }

    /// Makes every manifold anew where its bodies are, keeping impulses: after the method has changed.
    pub(super) fn remake_manifolds(&mut self) {
        let World { store, bodies, settings, .. } = self;
        let numbers: Vec<u32> = store.numbers().collect();
        for number in numbers {
            let contact = &mut store.get_mut(number).contact;
            let (Some(a), Some(b)) = (bodies.get(contact.collider_a.body), bodies.get(contact.collider_b.body)) else { continue };
            if contact.count > 0 {
                let shape_a = &a.colliders[contact.collider_a.index as usize].shape;
                let shape_b = &b.colliders[contact.collider_b.index as usize].shape;
                let pose = a.pose.inv_mul(b.pose);
                let manifold = narrow::collide(shape_a, shape_b, pose, settings.narrow_phase, tuning::SPECULATIVE_MARGIN, &mut NoProbe);
                take_manifold(contact, manifold, a.pose, b.pose);
            }
        }
    }
}

/// Gap between two boxes along the axis on which it is larger, metres; negative when they overlap.
#[inline]
pub(super) fn box_gap(a: Aabb, b: Aabb) -> f32 {
    let along = |a_min: f32, a_max: f32, b_min: f32, b_max: f32| max(b_min - a_max, a_min - b_max);
    max(along(a.min.x, a.max.x, b.min.x, b.max.x), along(a.min.y, a.max.y, b.min.y, b.max.y))
}

/// True when no point of the contact has carried an impulse in the last sub-step.
fn is_unloaded(contact: &Contact) -> bool {
    contact.points().iter().all(|p| p.warm_normal == 0.0)
}

/// True for a single point of rounded shapes: where they touch wanders over the surfaces as they roll, so an old point says little.
pub(super) fn rolls(count: usize, radii: [f32; 2]) -> bool {
    count == 1 && radii[0] + radii[1] > 0.0
}

/// Puts a new manifold into a contact and carries impulses over by feature.
pub(super) fn take_manifold(contact: &mut Contact, manifold: Manifold, pose_a: Pose, pose_b: Pose) {
    let old = contact.points;
    let old = &old[..contact.count];
    (contact.pose_a, contact.pose_b) = (pose_a, pose_b);
    fill_points(contact, manifold, pose_a); // [pipeline.fresh]
    for point in &mut contact.points[..contact.count] {
        if let Some(same) = old.iter().find(|p| p.feature == point.feature) {
            (point.warm_normal, point.warm_tangent) = (same.warm_normal, same.warm_tangent);
        }
    }
}

/// Points and normal of a manifold in the world, without impulses.
pub(super) fn fill_points(contact: &mut Contact, manifold: Manifold, pose_a: Pose) {
    contact.manifold = manifold;
    contact.count = manifold.count;
    contact.normal = pose_a.rotation.rotate(manifold.normal);
    for (point, source) in contact.points.iter_mut().zip(manifold.points()) {
        *point = ContactPoint {
            position: pose_a.transform_point(source.position),
            separation: source.separation,
            feature: source.feature,
            ..ContactPoint::default()
        };
    }
}
