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
//! little ahead ([`find_points`]). What is faster still is left to [`super::continuous`].

use super::pairs::mix_materials;
use super::store::{Apart, Place, Record};
use super::{Contact, ContactPoint, World, WorldSettings};
use crate::engine::aabb::Aabb;
use crate::engine::body::Body;
use crate::engine::collider::Collider;
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::{self, Manifold};
use crate::engine::probe::NoProbe;
use crate::engine::solver::block::{ContactBlock, Filling, PointColumn};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::contact::gap_after;
use crate::engine::solver::impact::closing_speed;
use crate::engine::solver::late::Room;
use crate::engine::solver::manifold_block::StaleRules;
use crate::engine::tuning;

/// What the narrow phase says of a pair at the start of a step.
enum Finding {
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
        stale.clear();
        unloaded.clear();
        let rules = StaleRules { poses: &self.problem.poses, reaches: &self.scratch.reaches, ways: &self.scratch.ways };
        self.problem.contacts.find_stale(&rules, &mut stale, &mut unloaded);
        for &number in &stale {
            self.read_warm_impulses(number);
            let way = self.way_of_contact(number);
            match self.measure(number, way) {
                Finding::Points => self.rewrite_lane(number),
                Finding::Late(_) => self.leave_color_late(number),
                Finding::Nothing(gap) => {
                    self.leave_color(number);
                    self.end_touch(number);
                    self.wait_until_near(number, gap);
                }
            }
        }
        for &number in &unloaded {
            self.read_warm_impulses(number);
            if self.way_of_contact(number).is_some() {
                self.leave_color_late(number);
            }
        }
        (self.scratch.stale, self.scratch.unloaded) = (stale, unloaded);
    }

    /// Looks at the first `count` pairs without points, those whose bodies may have come near. What has just left its colour stands behind them and has been looked at:
    /// seen again it would be late twice, and solved twice.
    fn renew_apart(&mut self, count: usize) {
        for index in 0..count {
            let apart = self.store.apart[index];
            let (a, b) = (apart.a as usize, apart.b as usize);
            let odometers = &self.scratch.odometers;
            let is_calm = || odometers[a] + odometers[b] < apart.until || self.has_room(&apart);
            let way = self.way_if_closing_fast([apart.a, apart.b], apart.proxies);
            if way.is_none() && is_calm() {
                continue;
            }
            match self.measure(apart.contact, way) {
                Finding::Points => self.scratch.fresh.push(apart.contact),
                Finding::Late(gap) => self.scratch.late.push((apart.contact, gap)),
                Finding::Nothing(gap) => self.wait_until_near(apart.contact, gap),
            }
        }
        // A sleeper that is touched, or about to be, wakes.
        for k in 0..self.scratch.fresh.len() + self.scratch.late.len() {
            let fresh = self.scratch.fresh.len();
            let number = if k < fresh { self.scratch.fresh[k] } else { self.scratch.late[k - fresh].0 };
            self.seed_sleepers(number);
        }
    }

    /// True when two bodies have not used up the room between them, seen from the larger one.
    fn has_room(&self, apart: &Apart) -> bool {
        if apart.room <= 0.0 {
            return false;
        }
        let (large, small) = self.by_size(apart.a, apart.b);
        let now = self.pose_of_slot(large).inv_mul(self.pose_of_slot(small));
        // The chord of the turn Δ since then: √(sin² Δ + (1 − cos Δ)²) on the unit circle.
        let turn = apart.seen.rotation.inv_mul(now.rotation);
        let chord = Vec2::new(turn.sin, 1.0 - turn.cos).length() * self.scratch.extents[small as usize];
        (now.position - apart.seen.position).length() + chord < apart.room
    }

    /// How much nearer two bodies may come in this step, metres, if that is more than the margin and the boxes that their colliders sweep overlap. Nothing but the present
    /// state may decide this: a late contact matters when something hits one of its bodies within the step.
    fn way_if_closing_fast(&self, [a, b]: [u32; 2], proxies: [u32; 2]) -> Option<f32> {
        let (ways, seconds) = (&self.scratch.ways, self.settings.step_seconds());
        let apart = ways[a as usize] + ways[b as usize];
        if apart <= tuning::SPECULATIVE_MARGIN {
            return None;
        }
        let way = min(seconds * self.closing_bound(a, b), apart);
        let swept = |slot: u32, proxy: u32| {
            let body = SolverBody::at(&self.problem.bodies, slot);
            let tight = self.scratch.boxes[proxy as usize];
            let shift = seconds * body.velocity;
            let end = Aabb { min: tight.min + shift, max: tight.max + shift };
            tight.union(end).grown(seconds * body.angular_velocity.abs() * self.scratch.extents[slot as usize])
        };
        let near = || swept(a, proxies[0]).grown(tuning::SPECULATIVE_MARGIN).overlaps(swept(b, proxies[1]));
        (way > tuning::SPECULATIVE_MARGIN && near()).then_some(way)
    }

    /// The slots of two bodies, the one with the larger extent first.
    fn by_size(&self, a: u32, b: u32) -> (u32, u32) {
        if self.scratch.extents[a as usize] < self.scratch.extents[b as usize] { (b, a) } else { (a, b) }
    }

    /// Centre of mass and orientation of the body in a slot.
    fn pose_of_slot(&self, slot: u32) -> Pose {
        let [x, y, cos, sin] = self.problem.poses[slot as usize].0;
        Pose { position: Vec2::new(x, y), rotation: Rot { cos, sin } }
    }

    /// How fast any points of the bodies in two slots can close, m/s, at most: the speed of the smaller body's farthest point as seen from
    /// the larger, which may turn (a drum's wall far from its axis is not fast for what it carries).
    fn closing_bound(&self, a: u32, b: u32) -> f32 {
        let between = self.pose_of_slot(b).position - self.pose_of_slot(a).position;
        let extents = [a, b].map(|slot| self.scratch.extents[slot as usize]);
        let bodies = &self.problem.bodies;
        closing_bound(&SolverBody::at(bodies, a), &SolverBody::at(bodies, b), extents, between)
    }

    /// Remembers the bodies of a contact that are asleep, to be woken.
    pub(super) fn seed_sleepers(&mut self, number: u32) {
        let (collider_a, collider_b) = self.store.get(number).contact.key();
        for id in [collider_a.body, collider_b.body] {
            if let Some(index) = self.bodies.index_of(id)
                && self.bodies.values()[index].is_mobile()
                && !self.bodies.values()[index].awake
            {
                self.scratch.seeds.push(index as u32);
            }
        }
    }

    /// A pair of those apart need not be looked at before its bodies have together moved `gap` metres less the margin.
    fn wait_until_near(&mut self, number: u32, gap: f32) {
        let Place::Apart(index) = self.store.get(number).place else { return };
        let World { store, scratch, problem, .. } = self;
        let apart = &mut store.apart[index as usize];
        let (a, b) = (apart.a as usize, apart.b as usize);
        // Coordinates are rounded: a few units in the last place of the larger one, and a slop for all else.
        let farthest =
            [a, b].iter().flat_map(|&slot| [problem.poses[slot].0[0], problem.poses[slot].0[1]]).fold(0.0, |m, x| max(m, x.abs()));
        apart.room = gap - tuning::SPECULATIVE_MARGIN - tuning::LINEAR_SLOP - 1e-6 * farthest;
        apart.until = scratch.odometers[a] + scratch.odometers[b] + f64::from(max(apart.room, 0.0));
        let (a, b) = (apart.a, apart.b);
        let (large, small) = self.by_size(a, b);
        let seen = self.pose_of_slot(large).inv_mul(self.pose_of_slot(small));
        self.store.apart[index as usize].seen = seen;
    }

    /// Asks the narrow phase about a pair at the bodies' present poses, and takes the answer into its contact. `way`: see [`World::way_if_closing_fast`].
    fn measure(&mut self, number: u32, way: Option<f32>) -> Finding {
        let World { store, bodies, settings, .. } = self;
        let contact = &mut store.get_mut(number).contact;
        let (Some(a), Some(b)) = (bodies.get(contact.collider_a.body), bodies.get(contact.collider_b.body)) else {
            return Finding::Nothing(0.0);
        };
        let (collider_a, collider_b) = (&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]);
        let near = tuning::SPECULATIVE_MARGIN + way.unwrap_or(0.0);
        let mut gap = box_gap(collider_a.aabb, collider_b.aabb);
        if gap <= near {
            if contact.is_raw() {
                mix_materials(contact, collider_a, collider_b, settings);
            }
            let (shapes, pose) = ((&collider_a.shape, &collider_b.shape), a.pose.inv_mul(b.pose));
            let met = narrow::meet(shapes.0, shapes.1, pose, settings.narrow_phase, tuning::SPECULATIVE_MARGIN, &mut NoProbe);
            gap = max(gap, met.separation);
            if met.manifold.count + contact.count > 0 {
                take_manifold(contact, met.manifold, a.pose, b.pose);
            }
        } else if contact.count > 0 {
            take_manifold(contact, Manifold::default(), a.pose, b.pose);
        }
        if way.is_some() && gap <= near && is_unloaded(contact) {
            Finding::Late(if contact.count == 0 { gap } else { 0.0 })
        } else if contact.count > 0 {
            Finding::Points
        } else {
            Finding::Nothing(gap)
        }
    }

    /// See [`World::way_if_closing_fast`]; of a contact in a colour.
    fn way_of_contact(&self, number: u32) -> Option<f32> {
        let Record { proxies, place: Place::Colored(address), .. } = self.store.get(number) else { return None };
        let (block, _) = self.problem.contacts.at(*address);
        self.way_if_closing_fast([block.a.0[address.lane()], block.b.0[address.lane()]], *proxies)
    }

    fn leave_color_late(&mut self, number: u32) {
        self.leave_color(number);
        self.scratch.late.push((number, 0.0));
    }

    /// A contact that has lost its points touches no more.
    pub(super) fn end_touch(&mut self, number: u32) {
        if let Place::Colored(address) = self.store.get(number).place {
            self.store.get_mut(number).contact.touching = self.problem.contacts.at(address).1.touching >> address.lane() & 1 == 1;
        }
        let contact = &mut self.store.get_mut(number).contact;
        if std::mem::take(&mut contact.touching) {
            self.events.ended.push(contact.key());
        }
    }

    /// Makes the late contacts' lanes, in the order of their colliders.
    fn make_late(&mut self) {
        let mut late = std::mem::take(&mut self.scratch.late);
        late.sort_unstable_by_key(|&(number, _)| self.store.get(number).contact.key());
        self.problem.late.iter_mut().for_each(|list| list.clear());
        for &(number, gap) in &late {
            let Some(parties) = self.parties(number) else { continue };
            let World { store, problem, settings, scratch, .. } = self;
            store.look_again(number);
            let contact = &mut store.get_mut(number).contact;
            contact.closing_speed = 0.0;
            let list = usize::from(parties.mobile.contains(&None));
            let room = Room { gap, extents: parties.slots.map(|slot| scratch.extents[slot as usize]) };
            problem.late[list]
                .push(number, contact.restitution, room, |block, lane| describe(block, lane, contact, parties.slots, settings));
        }
        self.scratch.late = late;
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
fn box_gap(a: Aabb, b: Aabb) -> f32 {
    let along = |a_min: f32, a_max: f32, b_min: f32, b_max: f32| max(b_min - a_max, a_min - b_max);
    max(along(a.min.x, a.max.x, b.min.x, b.max.x), along(a.min.y, a.max.y, b.min.y, b.max.y))
}

/// True when no point of the contact has carried an impulse in the last sub-step.
fn is_unloaded(contact: &Contact) -> bool {
    contact.points().iter().all(|p| p.warm_normal == 0.0)
}

/// See [`World::closing_bound`]; `between` from A's centre of mass to B's, metres.
fn closing_bound(a: &SolverBody, b: &SolverBody, extents: [f32; 2], between: Vec2) -> f32 {
    let (large, small, extent, r) = if extents[0] < extents[1] { (b, a, extents[0], -between) } else { (a, b, extents[1], between) };
    let velocity = small.velocity - large.velocity_at(r);
    velocity.length() + (small.angular_velocity - large.angular_velocity).abs() * extent
}

/// Gives a lane what stays while its contact lives: slots, coefficients, roundings.
pub(super) fn describe(block: &mut ContactBlock, lane: usize, contact: &Contact, [a, b]: [u32; 2], settings: &WorldSettings) {
    (block.a.0[lane], block.b.0[lane]) = (a, b);
    block.friction.0[lane] = contact.friction;
    (block.radius_a.0[lane], block.radius_b.0[lane]) = (contact.radii[0], contact.radii[1]);
    block.bounce_below.0[lane] = if contact.restitution > 0.0 { -settings.restitution_threshold } else { f32::MIN };
}

/// Gives a late contact the points that it will have a little later, if nothing happens until then; false when it has none.
///
/// Looking ahead instead of far around matters: a body that flies past a corner is near a face that it will never touch. The look ahead ends with the
/// sub-step, or where the way is half a half width: deeper, the normal says little. The solver measures gaps from the start of the step, so each
/// gap is told as if it had been known then. A blow comes up to a sub-step early, with the lever arms that it will have.
pub(super) fn find_points(
    contact: &mut Contact,
    (block, lane): (&mut ContactBlock, usize),
    (a, b): (&Body, &Body),
    bodies: &[QuadPair],
    settings: &WorldSettings,
) -> bool {
    let (now_a, now_b) = (SolverBody::at(bodies, block.a.0[lane]), SolverBody::at(bodies, block.b.0[lane]));
    let h = settings.substep_seconds();
    let between = (b.center + now_b.delta_center) - (a.center + now_a.delta_center);
    let speed = closing_bound(&now_a, &now_b, [a.extent, b.extent], between);
    let half_width = [a, b].iter().filter(|body| body.is_mobile()).fold(f32::MAX, |w, body| min(w, body.half_width));
    let longest = max(0.5 * half_width, tuning::LINEAR_SLOP);
    let soon = if speed * h > longest { longest / speed } else { h };
    let (then_a, then_b) = (ahead(&now_a, soon), ahead(&now_b, soon));

    let (pose_a, pose_b) = (pose_within_step(a, &then_a), pose_within_step(b, &then_b));
    let (collider_a, collider_b) = (&a.colliders[contact.collider_a.index as usize], &b.colliders[contact.collider_b.index as usize]);
    let near = boxes_near((a, collider_a), (b, collider_b), (&then_a, &then_b));
    if !near && contact.count == 0 {
        return false;
    }
    let manifold = if near {
        let (shape_a, shape_b) = (&collider_a.shape, &collider_b.shape);
        narrow::collide(shape_a, shape_b, pose_a.inv_mul(pose_b), settings.narrow_phase, tuning::SPECULATIVE_MARGIN, &mut NoProbe)
    } else {
        Manifold::default()
    };
    take_manifold(contact, manifold, pose_a, pose_b);

    // Points that will not touch yet are found again before they do; as rows they would brake along a normal that is still turning.
    let touches = contact.points().iter().any(|p| p.separation <= 0.0);
    let (center_a, center_b) = (a.center + then_a.delta_center, b.center + then_b.delta_center);
    let columns = contact.points.map(|point| PointColumn { r_a: point.position - center_a, ..PointColumn::default() });
    let inv_masses = [now_a.inv_mass + now_b.inv_mass, now_a.inv_inertia, now_b.inv_inertia];
    let count = if touches { contact.count } else { 0 };
    block.fill(lane, &Filling { normal: contact.normal, leap: center_a - center_b, inv_masses, points: &columns[..count] });
    for (k, point) in contact.points[..count].iter().enumerate() {
        let since_start = gap_after(block, lane, k, [&then_a, &then_b]);
        block.points[k].gap.0[lane] = point.separation - since_start;
    }
    contact.closing_speed = max(contact.closing_speed, closing_speed(block, lane, bodies));
    count > 0
}

/// The body after `h` seconds in which nothing pushes it.
fn ahead(moved: &SolverBody, h: f32) -> SolverBody {
    SolverBody {
        delta_center: moved.delta_center + h * moved.velocity,
        delta_angle: moved.delta_angle + h * moved.angular_velocity,
        ..*moved
    }
}

/// Where the body is after the motion `moved` since the start of the step.
fn pose_within_step(body: &Body, moved: &SolverBody) -> Pose {
    let rotation = moved.delta_rotation().then_after(body.pose.rotation);
    Pose { position: body.center + moved.delta_center - rotation.rotate(body.local_center), rotation }
}

/// False when the colliders' boxes, moved along with their bodies, are certainly farther apart than the margin.
fn boxes_near(
    (a, collider_a): (&Body, &Collider),
    (b, collider_b): (&Body, &Collider),
    (moved_a, moved_b): (&SolverBody, &SolverBody),
) -> bool {
    let shift = moved_b.delta_center - moved_a.delta_center;
    let swing = moved_a.delta_angle.abs() * a.extent + moved_b.delta_angle.abs() * b.extent;
    let box_b = Aabb { min: collider_b.aabb.min + shift, max: collider_b.aabb.max + shift };
    collider_a.aabb.grown(tuning::SPECULATIVE_MARGIN + swing).overlaps(box_b)
}

/// True for a single point of rounded shapes: where they touch wanders over the surfaces as they roll, so an old point says little.
pub(super) fn rolls(contact: &Contact) -> bool {
    contact.count == 1 && contact.radii[0] + contact.radii[1] > 0.0
}

/// Puts a new manifold into a contact and carries impulses over by feature.
fn take_manifold(contact: &mut Contact, manifold: Manifold, pose_a: Pose, pose_b: Pose) {
    let old = contact.points;
    let old = &old[..contact.count];
    (contact.pose_a, contact.pose_b) = (pose_a, pose_b);
    fill_points(contact, manifold, pose_a);
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
