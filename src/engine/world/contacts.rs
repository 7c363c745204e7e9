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

use super::look::{Gap, Look, Wanted};
use super::near::Partners;
use super::pairs::mix_materials;
use super::step::{Enter, StepPart};
use super::store::{Place, Record};
use super::{Contact, ContactPoint, World};
use crate::engine::fetch::with_ahead;
use crate::engine::lanes::Width;
use crate::engine::math::Pose;
use crate::engine::narrow::batch::TOGETHER;
use crate::engine::narrow::{self, Manifold};
use crate::engine::probe::NoProbe;
use crate::engine::solver::colors::Address;
use crate::engine::solver::manifold_pass::StaleRules;
use crate::engine::tuning;

/// What the narrow phase says of a pair at the start of a step.
pub(super) enum Finding {
    /// Points to be solved.
    Points,
    /// Closing so fast that points may appear, or change, within the step.
    /// The shapes are this far apart at least, metres.
    Late(f32),
    /// Nothing.
    Nothing(Gap),
}

impl World {
    /// Brings all contacts of simulated bodies up to date; one between a simulated body and a sleeper wakes the sleeper's island. Bodies with a number that is not finite are frozen before.
    pub(super) fn update_contacts(&mut self, enter: Enter<'_>) {
        loop {
            enter(StepPart::Load);
            self.refresh_lists();
            self.load_bodies();
            if self.lists_stale {
                continue; // Somebody was frozen, and is in no list any more: so this ends.
            }
            self.scratch.late.clear();
            self.scratch.fresh.clear();
            let apart = self.store.apart.len();
            enter(StepPart::Manifolds);
            self.renew_colored();
            enter(StepPart::Apart);
            self.renew_apart(apart);
            enter(StepPart::Arrange);
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
        self.renew_lanes(&stale, &mut leaving);
        let no_longer = leaving.len();
        self.name_closing(&unloaded, &mut leaving);
        for (&number, [soon, _]) in with_ahead(&leaving) {
            if let Some(&number) = soon {
                self.store.fetch_record(number);
            }
            self.read_warm_impulses(number);
        }
        self.let_go(&leaving[..no_longer]);
        leaving[no_longer..].iter().for_each(|&number| self.leave_color_late(number));
        (self.scratch.stale, self.scratch.unloaded, self.scratch.numbers) = (stale, unloaded, leaving);
    }

    /// Adds to `leaving` those of the contacts in these lanes that close fast.
    fn name_closing(&mut self, addresses: &[Address], leaving: &mut Vec<u32>) {
        let (mut sides, mut closing) = (std::mem::take(&mut self.scratch.sides), std::mem::take(&mut self.scratch.closing));
        sides.clear();
        sides.extend(addresses.iter().map(|&address| self.sides_at(address)));
        self.find_closing(Width::now(), &sides, &mut closing);
        let those = addresses.iter().zip(&closing).filter(|(_, way)| **way > 0.0);
        leaving.extend(those.map(|(&address, _)| self.problem.contacts.contact_at(address)));
        (self.scratch.sides, self.scratch.closing) = (sides, closing);
    }

    /// Slots of a contact's bodies, and its colliders in the broad phase.
    fn sides_of(&self, number: u32) -> Partners {
        let proxies = self.store.head(number).proxies;
        Partners { slots: self.tables.slots_of(proxies), proxies }
    }

    /// Slots of the bodies of a lane's contact, and its colliders in the broad phase.
    pub(super) fn sides_at(&self, address: Address) -> Partners {
        let (block, manifold) = self.problem.contacts.at(address);
        let lane = address.lane();
        Partners { slots: [block.a.0[lane], block.b.0[lane]], proxies: manifold.proxies[lane] }
    }

    /// Contacts whose manifolds no longer hold leave their colours.
    fn let_go(&mut self, numbers: &[u32]) {
        let mut looker = std::mem::take(&mut self.scratch.looker);
        let (mut sides, mut ways) = (std::mem::take(&mut self.scratch.sides), std::mem::take(&mut self.scratch.closing));
        for some in numbers.chunks(TOGETHER) {
            sides.clear();
            sides.extend(some.iter().map(|&number| self.sides_of(number)));
            self.find_closing(Width::now(), &sides, &mut ways);
            looker.wanted.clear();
            let each = some.iter().zip(sides.iter().zip(&ways));
            looker.wanted.extend(each.map(|(&contact, (sides, &way))| Wanted::new(contact, sides.proxies, way)));
            self.look_at(&mut looker);
            looker.looks.iter().for_each(|look| self.let_go_one(look));
        }
        (self.scratch.looker, self.scratch.sides, self.scratch.closing) = (looker, sides, ways);
    }

    fn let_go_one(&mut self, look: &Look) {
        let number = look.wanted.contact;
        match self.take_look(look) {
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

    /// Takes into a contact what was seen of it at the bodies' present poses.
    pub(super) fn take_look(&mut self, &Look { wanted, gap, manifold }: &Look) -> Finding {
        self.take_manifold(wanted.contact, manifold);
        let contact = &self.store.get(wanted.contact).contact;
        match (contact.count, wanted.way) {
            (0, _) => self.without_points(&wanted, gap),
            (_, Some(_)) if is_unloaded(contact) => Finding::Late(0.0),
            _ => Finding::Points,
        }
    }

    /// What follows for two colliders this far apart that have no points: they may get some within the step, or not. Nothing but the present state may decide that: a late
    /// contact matters when something hits one of its bodies within the step.
    pub(super) fn without_points(&self, &Wanted { proxies, way, .. }: &Wanted, gap: Gap) -> Finding {
        match way {
            Some(way) if gap.separation <= tuning::SPECULATIVE_MARGIN + way && self.may_meet(proxies, gap) => Finding::Late(gap.separation),
            _ => Finding::Nothing(gap),
        }
    }

    /// Puts the manifold of the present poses into a contact.
    pub(super) fn take_manifold(&mut self, number: u32, manifold: Manifold) {
        let World { store, tables, settings, .. } = self;
        let Record { contact, proxies } = store.get_mut(number);
        if manifold.count + contact.count == 0 {
            return;
        }
        if contact.is_raw() {
            mix_materials(contact, *proxies, tables, settings);
        }
        let [pose_a, pose_b] = proxies.map(|proxy| tables.frames[tables.sites[proxy as usize].slot as usize]);
        take_manifold(contact, manifold, pose_a, pose_b);
    }

    /// A contact that may get points within the step takes what it needs of its colliders.
    pub(super) fn prepare_late(&mut self, number: u32) {
        let World { store, tables, settings, .. } = self;
        let Record { contact, proxies } = store.get_mut(number);
        if contact.is_raw() {
            mix_materials(contact, *proxies, tables, settings);
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
