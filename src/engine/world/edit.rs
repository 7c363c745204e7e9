//! Adding, removing, changing. Every edit wakes what it may concern.

use super::parts::World;
use super::settings::{WorldSettings, bounded, bounded_vec};
use super::tables::Surface;
use crate::engine::body::{Body, BodyDef, BodyId, BodyKind, extents_of, mass_of};
use crate::engine::broad;
use crate::engine::collider::{Collider, ColliderDef, ColliderId};
use crate::engine::lanes::Width;
use crate::engine::math::{Pose, Vec2};
use crate::engine::solver::body::capped_velocity;
use crate::engine::tuning;

impl World {
    /// Changes the settings from the next step on; wakes everything.
    pub fn set_settings(&mut self, settings: WorldSettings) {
        self.take_joints_apart();
        let old = self.settings;
        self.settings = settings.bounded();
        self.broad.set_method(self.settings.broad_phase);
        self.broad.set_width(self.settings.width);
        self.graph.make_all_idle(&self.tables.poses);
        let numbers: Vec<u32> = self.graph.store.numbers().collect();
        if self.settings.narrow_phase != old.narrow_phase {
            self.remake_manifolds(&numbers);
        }
        let longer = self.settings.substep_seconds() / old.substep_seconds();
        if longer != 1.0 {
            self.scale_warm_impulses(longer);
        }
        numbers.into_iter().for_each(|number| self.mix_materials_again(number));
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies.values_mut()[index];
            body.awake = true;
            body.sleep_time = 0.0;
            self.refresh_boxes_of(index);
        }
        self.activity.is_current = false;
    }

    /// Computes so many constraints or pairs at once from now on ([`WorldSettings::width`]); nothing else changes, and
    /// nobody wakes.
    pub fn set_width(&mut self, width: Width) {
        self.settings.width = width.min(Width::widest());
        self.broad.set_width(self.settings.width);
    }

    /// Adds a body with its colliders. Numbers out of range are limited, numbers that are not finite become those of
    /// [`BodyDef::default`].
    ///
    /// A dynamic body whose shapes have no mass (only segments, or density 0) gets 1 kg, spread like a filled box
    /// around its shapes.
    pub fn add_body(&mut self, def: BodyDef, colliders: Vec<ColliderDef>) -> BodyId {
        let position = bounded_vec(def.position, tuning::MAX_COORDINATE).unwrap_or(Vec2::ZERO);
        let angle = if def.angle.is_finite() { def.angle } else { 0.0 };
        let pose = Pose::new(position, angle);
        let id = self.bodies.insert(Body {
            kind: def.kind,
            pose,
            local_center: Vec2::ZERO,
            center: position,
            linear_velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            mass: 0.0,
            inertia: 0.0,
            inv_mass: 0.0,
            inv_inertia: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            can_sleep: true,
            bullet: false,
            fixed_rotation: false,
            awake: true,
            sleep_time: 0.0,
            slow_motion: [0.0; 3],
            slow_reach: 0.0,
            frozen: false,
            force: Vec2::ZERO,
            torque: 0.0,
            colliders: Vec::new(),
            extent: 0.0,
            half_width: 0.0,
        });
        self.tables.add_slot();
        self.graph.colors.add_slot();
        self.take_properties(id, &def);
        self.put_colliders(id, colliders);
        self.activity.is_current = false;
        // Last, as the velocity is that of the centre of mass, which is known only now.
        let linear = if def.linear_velocity.is_finite() { def.linear_velocity } else { Vec2::ZERO };
        let angular = if def.angular_velocity.is_finite() { def.angular_velocity } else { 0.0 };
        self.set_velocity(id, linear, angular);
        self.settle_internal_edges();
        id
    }

    /// Takes a body out, with its contacts and joints; wakes what touched it. False when it is gone already.
    pub fn remove_body(&mut self, id: BodyId) -> bool {
        self.remove_bodies(&[id]) == 1
    }

    /// Takes bodies out, with their contacts and joints; wakes what touched them. How many there were. All at once cost
    /// little more than one alone, for what was created later moves down only once.
    pub fn remove_bodies(&mut self, ids: &[BodyId]) -> usize {
        let mut gone: Vec<BodyId> = ids.iter().copied().filter(|&id| self.bodies.get(id).is_some()).collect();
        gone.sort_unstable();
        gone.dedup();
        if gone.is_empty() {
            return 0;
        }
        self.wake_with_neighbours(&gone);
        self.remove_joints_of(&gone);
        for &id in &gone {
            self.drop_contacts_of(id, |_, _| true);
        }
        let slots: Vec<usize> = gone.iter().filter_map(|&id| self.bodies.index_of(id)).map(|index| index + 1).collect();
        self.remove_slots(&slots);
        for collider in self.bodies.remove_all(&gone).iter().flat_map(|body| &body.colliders) {
            self.remove_proxy(collider.proxy);
        }
        self.activity.is_current = false;
        self.settle_internal_edges();
        gone.len()
    }

    /// Changes kind, damping, gravity scale and switches; place and velocities stay (a static body has none).
    /// Recomputes the mass, wakes the body and its neighbours. Numbers that are not finite leave the property as it is.
    pub fn set_properties(&mut self, id: BodyId, def: &BodyDef) {
        let Some(old_kind) = self.bodies.get(id).map(|b| b.kind) else { return };
        self.wake_with_neighbours(&[id]);
        self.take_joints_apart();
        self.take_properties(id, def);
        self.renew_mass(id);
        if def.kind != old_kind {
            // Which pairs may touch has changed.
            self.drop_contacts_of(id, |_, _| true);
            self.search_pairs_again(id);
            self.tables.internal_edges.forget();
        }
        self.activity.is_current = false;
        self.settle_internal_edges();
    }

    /// Replaces the colliders, recomputes the mass, wakes the body and its neighbours. When only materials or filters
    /// differ, contacts that may still be stay.
    pub fn set_colliders(&mut self, id: BodyId, colliders: Vec<ColliderDef>) {
        let Some(body) = self.bodies.get(id) else { return };
        let same_shapes =
            body.colliders.len() == colliders.len() && body.colliders.iter().zip(&colliders).all(|(old, new)| old.shape == new.shape);
        self.wake_with_neighbours(&[id]);
        self.take_joints_apart();
        if same_shapes {
            if let Some(body) = self.bodies.get_mut(id) {
                let mut filters_differ = false;
                for (old, new) in body.colliders.iter_mut().zip(colliders) {
                    old.material = new.material.bounded();
                    self.tables.set_surface(old.proxy, Surface::of(old.material, &old.shape));
                    filters_differ |= old.filter != new.filter;
                    old.filter = new.filter;
                }
                if filters_differ {
                    self.tables.internal_edges.forget();
                    self.drop_filtered_contacts(id);
                    self.search_pairs_again(id);
                }
            }
            self.renew_mass(id);
            let numbers = self.contacts_of(id);
            numbers.into_iter().for_each(|number| self.mix_materials_again(number));
        } else {
            self.drop_contacts_of(id, |_, _| true);
            self.put_colliders(id, colliders);
        }
        self.settle_internal_edges();
    }

    /// Puts the body somewhere else (body frame, metres, radians) and wakes it and its neighbours. A frozen body thaws.
    /// Ignored when a number is not finite.
    pub fn set_pose(&mut self, id: BodyId, position: Vec2, angle: f32) {
        let Some(index) = self.bodies.index_of(id) else { return };
        let Some(position) = bounded_vec(position, tuning::MAX_COORDINATE).filter(|_| angle.is_finite()) else { return };
        self.wake_with_neighbours(&[id]);
        self.make_contacts_idle(id);
        for number in self.contacts_of(id) {
            let contact = &mut self.graph.store.get_mut(number).contact;
            contact.overlapped = contact.color.is_some(); // perhaps: the next step sees
        }
        let body = &mut self.bodies.values_mut()[index];
        body.frozen = false;
        body.pose = Pose::new(position, angle);
        body.center = body.pose.transform_point(body.local_center);
        body.awake = true;
        if body.kind == BodyKind::Static {
            self.tables.internal_edges.forget();
        }
        self.refresh_boxes_of(index);
        self.activity.is_current = false;
        self.settle_internal_edges();
    }

    /// Sets the velocities (m/s of the centre of mass, rad/s) and wakes the body; what is faster than the engine moves
    /// anything ([`tuning::MAX_SPEED`]) is shortened. Ignored for static bodies and when a number is not finite.
    pub fn set_velocity(&mut self, id: BodyId, linear: Vec2, angular: f32) {
        let spin = self.max_spin();
        let Some(angular) = bounded(angular, -spin, spin).filter(|_| linear.is_finite()) else { return };
        let linear = capped_velocity(linear);
        let Some(index) = self.bodies.index_of(id) else { return };
        self.wake_index(index);
        let body = &mut self.bodies.values_mut()[index];
        if body.kind == BodyKind::Static || body.frozen {
            return;
        }
        let was_driven = body.is_driven();
        body.linear_velocity = linear;
        body.angular_velocity = if body.fixed_rotation { 0.0 } else { angular };
        // A kinematic body is simulated while it moves.
        if body.kind == BodyKind::Kinematic && body.is_driven() != was_driven {
            self.activity.is_current = false;
        }
        self.refresh_boxes_of(index);
    }

    /// Largest angular velocity, rad/s.
    pub(super) fn max_spin(&self) -> f32 {
        tuning::MAX_ROTATION / self.settings.substep_seconds()
    }

    fn take_properties(&mut self, id: BodyId, def: &BodyDef) {
        let Some(body) = self.bodies.get_mut(id) else { return };
        body.kind = def.kind;
        body.linear_damping = bounded(def.linear_damping, 0.0, tuning::MAX_DAMPING).unwrap_or(body.linear_damping);
        body.angular_damping = bounded(def.angular_damping, 0.0, tuning::MAX_DAMPING).unwrap_or(body.angular_damping);
        body.gravity_scale = bounded(def.gravity_scale, -tuning::MAX_GRAVITY, tuning::MAX_GRAVITY).unwrap_or(body.gravity_scale);
        body.can_sleep = def.can_sleep;
        body.bullet = def.bullet;
        body.fixed_rotation = def.fixed_rotation;
        body.awake = true;
        if body.kind == BodyKind::Static {
            body.linear_velocity = Vec2::ZERO;
        }
        if body.kind == BodyKind::Static || (body.kind == BodyKind::Dynamic && body.fixed_rotation) {
            body.angular_velocity = 0.0;
        }
    }

    /// Replaces the colliders of a body that has no contacts.
    fn put_colliders(&mut self, id: BodyId, colliders: Vec<ColliderDef>) {
        let Some(body) = self.bodies.get_mut(id) else { return };
        let old: Vec<u32> = body.colliders.drain(..).map(|old| old.proxy).collect();
        old.into_iter().for_each(|proxy| self.remove_proxy(proxy));
        let World { bodies, broad, tables, .. } = self;
        let Some(body) = bodies.get_mut(id) else { return };
        if body.kind != BodyKind::Dynamic {
            tables.internal_edges.forget();
        }
        for (index, def) in colliders.into_iter().enumerate() {
            let aabb = def.shape.aabb(body.pose);
            let fat_aabb = broad::fat_box(aabb, Vec2::ZERO);
            let owner = ColliderId { body: id, index: index as u32 };
            let proxy = broad.insert(owner, fat_aabb, body.kind == BodyKind::Dynamic, def.filter);
            let shape = tables.shapes.take(&def.shape);
            let material = def.material.bounded();
            tables.add_proxy(proxy, shape, aabb, Surface::of(material, &def.shape));
            body.colliders.push(Collider { shape: def.shape, material, filter: def.filter, proxy });
        }
        self.renew_mass(id);
    }

    fn remove_proxy(&mut self, proxy: u32) {
        if self.tables.internal_edges.depends_on(proxy) {
            self.tables.internal_edges.forget();
        }
        self.broad.remove(proxy);
        self.tables.shapes.release(self.tables.sites[proxy as usize].shape);
    }

    /// Mass, centre and extents from the shapes. The velocity of the material stays: the centre's velocity changes with
    /// the centre.
    fn renew_mass(&mut self, id: BodyId) {
        self.make_contacts_idle(id);
        let Some(body) = self.bodies.get_mut(id) else { return };
        let properties = mass_of(body);
        let old_center = body.center;
        body.local_center = properties.center;
        body.center = body.pose.transform_point(properties.center);
        body.linear_velocity += body.angular_velocity * crate::engine::math::perp(body.center - old_center);
        let movable = body.kind == BodyKind::Dynamic;
        let turnable = movable && !body.fixed_rotation;
        body.mass = if movable { properties.mass } else { 0.0 };
        body.inertia = if turnable { properties.inertia } else { 0.0 };
        body.inv_mass = if movable { 1.0 / properties.mass } else { 0.0 };
        body.inv_inertia = if turnable { 1.0 / properties.inertia } else { 0.0 };
        (body.extent, body.half_width) = extents_of(body);
        if let Some(index) = self.bodies.index_of(id) {
            self.refresh_boxes_of(index);
        }
    }

    /// Drops the body's contacts that filters forbid.
    fn drop_filtered_contacts(&mut self, id: BodyId) {
        self.drop_contacts_of(id, |world, (a, b)| {
            let filters = [a, b].map(|id| world.collider(id).map(|c| c.filter));
            !matches!(filters, [Some(a), Some(b)] if a.allows(b))
        });
        self.activity.is_current = false;
    }

    /// Makes the body's contacts idle until the next step, because what they were made from has changed.
    fn make_contacts_idle(&mut self, id: BodyId) {
        let numbers = self.contacts_of(id);
        numbers.into_iter().for_each(|number| self.graph.make_idle(number, &self.tables.poses));
        self.activity.is_current = false;
    }

    /// Boxes of one body's colliders at its present pose and velocity.
    pub(super) fn refresh_boxes_of(&mut self, index: usize) {
        let World { bodies, broad, tables, flow, settings, .. } = self;
        flow.boxes.add(&bodies.values()[index], None, settings, tables, broad);
        flow.boxes.renew(settings.width, tables, broad);
    }

    /// Forgets the contacts of a body that a condition names.
    pub(super) fn drop_contacts_of(&mut self, id: BodyId, unwanted: impl Fn(&World, (ColliderId, ColliderId)) -> bool) {
        let mut numbers = self.contacts_of(id);
        numbers.retain(|&number| unwanted(self, self.graph.store.head(number).key));
        numbers.into_iter().for_each(|number| self.graph.drop_contact(number));
    }

    /// Renews what a contact takes from its colliders, after those have changed. It is idle afterwards.
    pub(super) fn mix_materials_again(&mut self, number: u32) {
        self.graph.make_idle(number, &self.tables.poses);
        self.graph.mix_materials(number, &self.tables, &self.settings);
        self.activity.is_current = false;
    }

    /// The bodies of these slots (in order) go, without contacts: later slots move down.
    fn remove_slots(&mut self, slots: &[usize]) {
        let mut gone = slots.iter().peekable();
        let mut before = 0;
        let new_slots: Vec<u32> = (0..self.tables.solver_bodies.len())
            .map(|slot| {
                let new = (slot - before) as u32;
                before += usize::from(gone.next_if(|&&gone| gone == slot).is_some());
                new
            })
            .collect();
        self.graph.colors.remove_slots(slots, &new_slots);
        for pair in &mut self.graph.store.separated {
            (pair.a, pair.b) = (new_slots[pair.a as usize], new_slots[pair.b as usize]);
        }
        self.tables.remove_slots(slots);
    }

    /// Tells the broad phase again what the body's colliders may touch, and lets it name their pairs again.
    pub(super) fn search_pairs_again(&mut self, id: BodyId) {
        let Some(body) = self.bodies.get(id) else { return };
        for collider in &body.colliders {
            self.broad.set_rules(collider.proxy, body.kind == BodyKind::Dynamic, collider.filter);
        }
    }
}
