//! The solver's problem out of the world, and its answer back.

use super::contacts::find_points;
use super::{Contact, World};
use crate::engine::body::Body;
use crate::engine::lanes::QuadPair;
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::probe::Probe;
use crate::engine::solver::body::{Drive, SolverBody, capped_spin, capped_velocity};
use crate::engine::solver::contact::{ContactConstraint, ContactRow};
use crate::engine::solver::soft_step::{self, SoftStepSettings};
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Solver, SolverStep};
use crate::engine::tuning;

impl World {
    /// Copies simulated bodies, contacts with points and joints into dense arrays.
    pub(super) fn make_problem(&mut self) {
        self.freeze_non_finite();
        self.refresh_lists();
        self.make_bodies();
        self.make_contacts();
        self.make_joints();
    }

    /// Runs the chosen solver.
    pub(super) fn solve_problem<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        let h = self.settings.substep_seconds();
        match self.settings.solver {
            Solver::SoftStep => {
                let settings = SoftStepSettings {
                    substeps: self.settings.substeps,
                    h,
                    warm_starting: self.settings.warm_starting,
                    restitution_threshold: self.settings.restitution_threshold,
                    joint_softness: Softness::limited(self.settings.joint_hertz, self.settings.joint_damping_ratio, h),
                };
                let World { bodies, contacts, joint_set, scratch, settings: of_world, .. } = self;
                let find = |constraint: &mut ContactConstraint, moved: &[QuadPair]| {
                    let contact = &mut contacts[constraint.contact as usize];
                    let (Some(a), Some(b)) = (bodies.get(constraint.body_a), bodies.get(constraint.body_b)) else { return };
                    let moved = (&SolverBody::at(moved, constraint.a), &SolverBody::at(moved, constraint.b));
                    find_points(contact, constraint, (a, b), moved, of_world);
                };
                soft_step::solve(&mut scratch.problem, joint_set, &settings, find, probe);
            }
        }
    }

    /// A body that enters the step with a number that is not finite would spread it: it is frozen before.
    fn freeze_non_finite(&mut self) {
        for k in 0..self.awake.len() {
            let index = self.awake[k] as usize;
            let body = &mut self.bodies.values_mut()[index];
            if !is_finite(body) {
                freeze(body);
                self.events.frozen.push(self.bodies.id_at(index));
                self.lists_stale = true;
            }
        }
    }

    fn make_bodies(&mut self) {
        let World { bodies, awake, scratch, settings, .. } = self;
        let h = settings.substep_seconds();
        let problem = &mut scratch.problem;
        scratch.slots.clear();
        scratch.slots.resize(bodies.len(), 0);
        problem.bodies.clear();
        problem.drives.clear();
        problem.bodies.push(SolverBody::FIXED.stored());
        problem.drives.push(Drive::NONE);
        for &index in awake.iter() {
            let body = &mut bodies.values_mut()[index as usize];
            scratch.slots[index as usize] = problem.bodies.len() as u32;
            let start = SolverBody {
                velocity: capped_velocity(body.linear_velocity),
                angular_velocity: capped_spin(body.angular_velocity, h),
                inv_mass: body.inv_mass,
                inv_inertia: body.inv_inertia,
                ..SolverBody::FIXED
            };
            problem.bodies.push(start.stored());
            let gravity = if body.is_mobile() { settings.gravity * body.gravity_scale } else { Vec2::ZERO };
            problem.drives.push(Drive {
                index,
                start_center: body.center,
                start_rotation: body.pose.rotation,
                acceleration: gravity + body.force * body.inv_mass,
                angular_acceleration: body.torque * body.inv_inertia,
                linear_damping: body.linear_damping,
                angular_damping: body.angular_damping,
                free: true,
                free_correction: Vec2::ZERO,
            });
            body.force = Vec2::ZERO;
            body.torque = 0.0;
        }
    }

    fn make_contacts(&mut self) {
        let World { bodies, contacts, active, scratch, settings, .. } = self;
        let h = settings.substep_seconds();
        let soft = Softness::limited(settings.contact_hertz, settings.contact_damping_ratio, h);
        // Contacts with something fixed are stiffer: a pile should rather be squeezed than sink into the ground.
        let stiff = Softness::limited(2.0 * settings.contact_hertz, settings.contact_damping_ratio, h);
        let problem = &mut scratch.problem;
        problem.contacts.clear();
        for fixed_turn in [false, true] {
            for &index in active.iter() {
                let contact = &contacts[index as usize];
                if contact.count == 0 && !contact.fast {
                    continue;
                }
                let (Some(a), Some(b)) = (bodies.index_of(contact.collider_a.body), bodies.index_of(contact.collider_b.body)) else {
                    continue;
                };
                let (slot_a, slot_b) = (scratch.slots[a], scratch.slots[b]);
                let (mass_a, mass_b) = (SolverBody::at(&problem.bodies, slot_a).inv_mass, SolverBody::at(&problem.bodies, slot_b).inv_mass);
                let has_fixed = mass_a == 0.0 || mass_b == 0.0;
                if has_fixed != fixed_turn || (mass_a == 0.0 && mass_b == 0.0) {
                    continue;
                }
                if contact.count > 0 {
                    problem.drives[slot_a as usize].free = false;
                    problem.drives[slot_b as usize].free = false;
                }
                let centers = [bodies.values()[a].center, bodies.values()[b].center];
                let mut constraint = constraint_of(contact, [slot_a, slot_b], centers, settings.warm_starting);
                constraint.contact = index;
                constraint.softness = if has_fixed { stiff } else { soft };
                constraint.prepare_masses(&problem.bodies);
                constraint.closing_speed = constraint.largest_closing_speed(&problem.bodies);
                problem.contacts.push(constraint);
            }
        }
    }

    /// Impulses back into contacts and joints; pairs that began or ceased to touch.
    pub(super) fn take_impulses(&mut self) {
        let World { contacts, active, scratch, events, .. } = self;
        for constraint in &scratch.problem.contacts {
            let contact = &mut contacts[constraint.contact as usize];
            contact.closing_speed = constraint.closing_speed;
            for (point, row) in contact.points.iter_mut().zip(&constraint.rows[..constraint.count as usize]) {
                point.warm_normal = row.normal_impulse;
                point.warm_tangent = row.tangent_impulse;
                point.normal_impulse = row.normal_total;
                point.tangent_impulse = row.tangent_total;
            }
        }
        for &index in active.iter() {
            let contact = &mut contacts[index as usize];
            let touching = contact.points().iter().any(|p| p.separation <= 0.0 || p.normal_impulse > 0.0);
            if contact.touching && !touching {
                events.ended.push((contact.collider_a, contact.collider_b));
            }
            if touching && !contact.touching {
                events.begun.push((contact.collider_a, contact.collider_b, contact.closing_speed));
            }
            contact.touching = touching;
        }
        self.joint_set.finish(&self.scratch.problem.bodies);
    }

    /// Motion back into bodies. One whose motion is not finite stays where it was and is frozen, one that left the world likewise.
    pub(super) fn take_motion(&mut self) {
        let World { bodies, scratch, events, lists_stale, settings, .. } = self;
        let problem = &scratch.problem;
        let h = settings.substep_seconds();
        for (moved, drive) in problem.bodies.iter().zip(&problem.drives).skip(1) {
            let index = drive.index as usize;
            let id = bodies.id_at(index);
            let body = &mut bodies.values_mut()[index];
            let moved = SolverBody::at(std::slice::from_ref(moved), 0);
            let center = body.center + moved.delta_center;
            let rotation = normalized(moved.delta_rotation().then_after(body.pose.rotation));
            let finite = center.is_finite()
                && rotation.cos.is_finite()
                && rotation.sin.is_finite()
                && moved.velocity.is_finite()
                && moved.angular_velocity.is_finite();
            let inside = center.x.abs() <= tuning::MAX_COORDINATE && center.y.abs() <= tuning::MAX_COORDINATE;
            if !finite || !inside {
                freeze(body);
                *lists_stale = true;
                if finite {
                    events.left.push(id)
                } else {
                    events.frozen.push(id)
                }
                continue;
            }
            // The last pass may have pushed beyond the limits; a state must not show what the next step would not take.
            body.linear_velocity = capped_velocity(moved.velocity);
            body.angular_velocity = capped_spin(moved.angular_velocity, h);
            place(body, center, rotation);
        }
    }
}

/// A contact for the solver; `contact`, `softness`, masses and closing speed are left to the caller.
fn constraint_of(contact: &Contact, [a, b]: [u32; 2], [center_a, center_b]: [Vec2; 2], warm_starting: bool) -> ContactConstraint {
    let mut constraint = ContactConstraint {
        a,
        b,
        contact: 0,
        count: contact.count as u32,
        normal: contact.normal,
        friction: contact.friction,
        restitution: contact.restitution,
        fast: contact.fast,
        closing_speed: 0.0,
        softness: Softness::RIGID,
        rows: [ContactRow::default(); 2],
        center_a,
        body_a: contact.collider_a.body,
        body_b: contact.collider_b.body,
    };
    for (row, point) in constraint.rows.iter_mut().zip(contact.points()) {
        row.r_a = point.position - center_a;
        row.r_b = point.position - center_b;
        row.start_a = row.r_a - contact.radii[0] * contact.normal;
        row.start_b = row.r_b + contact.radii[1] * contact.normal;
        row.separation = point.separation;
        if warm_starting {
            row.normal_impulse = point.warm_normal;
            row.tangent_impulse = point.warm_tangent;
        }
    }
    constraint
}

/// Puts the body's centre of mass somewhere, with the pose that follows.
pub(super) fn place(body: &mut Body, center: Vec2, rotation: Rot) {
    body.center = center;
    body.pose = Pose { position: center - rotation.rotate(body.local_center), rotation };
}

/// Unit length again; a rotation that lost its direction becomes not finite, so that the guard finds it.
fn normalized(r: Rot) -> Rot {
    let inv = 1.0 / (r.cos * r.cos + r.sin * r.sin).sqrt();
    Rot { cos: r.cos * inv, sin: r.sin * inv }
}

fn is_finite(body: &Body) -> bool {
    body.center.is_finite()
        && body.pose.position.is_finite()
        && body.pose.rotation.cos.is_finite()
        && body.pose.rotation.sin.is_finite()
        && body.linear_velocity.is_finite()
        && body.angular_velocity.is_finite()
        && body.force.is_finite()
        && body.torque.is_finite()
}

/// Takes the body out of the motion: it stays where it is, as if static.
pub(super) fn freeze(body: &mut Body) {
    body.frozen = true;
    body.linear_velocity = Vec2::ZERO;
    body.angular_velocity = 0.0;
    body.force = Vec2::ZERO;
    body.torque = 0.0;
    body.sleep_time = 0.0;
}

#[cfg(test)]
mod tests {
    use crate::engine::body::BodyDef;
    use crate::engine::collider::ColliderDef;
    use crate::engine::material::Material;
    use crate::engine::math::Vec2;
    use crate::engine::shape::{Circle, Shape};
    use crate::engine::world::{World, WorldSettings};

    fn ball(world: &mut World, x: f32) -> crate::engine::body::BodyId {
        let shape = Shape::Circle(Circle::try_new(Vec2::ZERO, 0.5).unwrap());
        world.add_body(
            BodyDef { position: Vec2::new(x, 0.0), ..BodyDef::default() },
            vec![ColliderDef { shape, material: Material::default() }],
        )
    }

    #[test]
    fn a_body_gone_non_finite_is_frozen_where_it_was_and_does_not_spread() {
        for poison in [f32::NAN, f32::INFINITY] {
            let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
            let ids = [ball(&mut world, 0.0), ball(&mut world, 0.98), ball(&mut world, 5.0)];
            world.step();
            let place = world.bodies.get(ids[0]).unwrap().pose;
            world.bodies.get_mut(ids[0]).unwrap().linear_velocity.x = poison;
            world.step();
            assert_eq!(world.events().frozen, vec![ids[0]]);
            assert!(world.body(ids[0]).unwrap().frozen);
            assert_eq!(world.body(ids[0]).unwrap().pose, place);
            for _ in 0..60 {
                world.step();
                assert!(world.events().frozen.is_empty(), "reported once");
                world.validate().unwrap();
            }
            // The neighbour is pushed off it as off a wall.
            assert!(world.body(ids[1]).unwrap().center.x > 0.98);
            assert_eq!(world.body(ids[2]).unwrap().center.x, 5.0);
        }
    }
}
