//! Rapier, as it ships: features `simd8` and the default block solver, one thread.

use super::{BodyState, Engine};
use crate::scene::{BodySpec, Form, JointSpec, Link, STEP_HZ, Scene, ShapeSpec};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::math::{Rot, Vec2};
use rapier2d::prelude::*;
use std::ops::Range;

pub(super) struct Rapier {
    world: PhysicsWorld,
    bodies: Vec<RigidBodyHandle>,
    can_sleep: bool,
}

/// How Rapier was compiled, for people: version, lanes, and whether the compiler could use AVX2 for it.
pub fn build() -> String {
    let features =
        [("avx2", cfg!(target_feature = "avx2")), ("fma", cfg!(target_feature = "fma")), ("sse4.1", cfg!(target_feature = "sse4.1"))];
    let on: Vec<&str> = features.iter().filter(|f| f.1).map(|f| f.0).collect();
    let best = cfg!(target_feature = "avx2");
    let advice = if best { "" } else { "; for its best: RUSTFLAGS=\"-C target-cpu=x86-64-v3\"" };
    let on = if on.is_empty() { "baseline only".to_string() } else { on.join(" ") };
    format!("rapier2d {}, f32, {} lanes, target features: {on}{advice}", rapier2d::VERSION, rapier2d::math::SIMD_WIDTH)
}

impl Rapier {
    pub(super) fn new(scene: &Scene, substeps: u32) -> Rapier {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.gravity);
        world.integration_parameters.dt = 1.0 / STEP_HZ;
        world.integration_parameters.num_solver_iterations = substeps as usize;
        Rapier { world, bodies: Vec::new(), can_sleep: scene.sleeping }
    }
}

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

fn back(v: Vector) -> Vec2 {
    Vec2::new(v.x, v.y)
}

fn groups(filter: CollisionFilter) -> InteractionGroups {
    let group = |bits: u16| Group::from_bits_truncate(u32::from(bits));
    InteractionGroups::new(group(filter.layers), group(filter.collides_with), InteractionTestMode::And)
}

fn collider(shape: &ShapeSpec) -> ColliderBuilder {
    let builder = match &shape.form {
        Form::Circle { center, radius } => ColliderBuilder::ball(*radius).translation(vector(*center)),
        Form::Box { half, center, angle } => ColliderBuilder::cuboid(half.x, half.y).position(Pose::new(vector(*center), *angle)),
        Form::Capsule { a, b, radius } => ColliderBuilder::capsule_from_endpoints(vector(*a), vector(*b), *radius),
        Form::Polygon(corners) => {
            ColliderBuilder::convex_polyline(corners.iter().map(|&p| vector(p)).collect()).expect("scenes hold convex polygons")
        }
        Form::Segment { a, b } => ColliderBuilder::segment(vector(*a), vector(*b)),
    };
    builder
        .density(shape.material.density)
        .friction(shape.material.friction)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(shape.material.restitution)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .collision_groups(groups(shape.filter))
}

impl Engine for Rapier {
    fn add_body(&mut self, body: &BodySpec) {
        let builder = match body.kind {
            BodyKind::Static => RigidBodyBuilder::fixed(),
            BodyKind::Kinematic => RigidBodyBuilder::kinematic_velocity_based(),
            BodyKind::Dynamic => RigidBodyBuilder::dynamic(),
        };
        let builder = builder.translation(vector(body.position)).rotation(body.angle).can_sleep(self.can_sleep);
        let handle = self.world.insert_body(builder.linvel(vector(body.velocity)).angvel(body.spin));
        for shape in &body.shapes {
            self.world.insert_collider(collider(shape), Some(handle));
        }
        self.bodies.push(handle);
    }

    fn add_joint(&mut self, joint: &JointSpec) {
        let Link::Revolute { limits, motor, spring } = joint.link;
        let (a, b) = (self.bodies[joint.a], self.bodies[joint.b]);
        // Both frames lie at the anchor with B's orientation, so that the angle is zero now.
        let frame = Pose::from_parts(vector(joint.anchor), *self.world.bodies[b].rotation());
        let local = |body: RigidBodyHandle| self.world.bodies[body].position().inverse() * frame;
        let (frame_a, frame_b) = (local(a), local(b));
        let mut builder = RevoluteJointBuilder::new().contacts_enabled(joint.collide);
        if let Some((lower, upper)) = limits {
            builder = builder.limits([lower, upper]);
        }
        if let Some((speed, max_torque)) = motor {
            // A damper so strong that only the largest torque bounds it: a speed drive.
            builder = builder.motor_velocity(speed, 1e6).motor_max_force(max_torque);
        }
        if let Some((hertz, damping_ratio)) = spring {
            let omega = std::f32::consts::TAU * hertz;
            let model = MotorModel::AccelerationBased;
            builder = builder.motor_model(model).motor_position(0.0, omega * omega, 2.0 * damping_ratio * omega);
        }
        let mut hinge = builder.build();
        hinge.data.set_local_frame1(frame_a).set_local_frame2(frame_b);
        self.world.insert_impulse_joint(a, b, hinge);
    }

    fn remove_bodies(&mut self, bodies: Range<usize>) {
        for body in bodies {
            self.world.remove_body(self.bodies[body]);
        }
    }

    fn set_velocity(&mut self, body: usize, linear: Vec2, angular: f32) {
        let body = &mut self.world.bodies[self.bodies[body]];
        body.set_linvel(vector(linear), true);
        body.set_angvel(angular, true);
    }

    fn push(&mut self, body: usize, impulse: Vec2, point: Vec2) {
        // Mass is computed from the colliders at the start of a step; an impulse before the first step needs it now.
        let body = &mut self.world.bodies[self.bodies[body]];
        body.recompute_mass_properties_from_colliders(&self.world.colliders);
        body.apply_impulse_at_point(vector(impulse), vector(point), true);
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn state(&self, body: usize) -> BodyState {
        let body = &self.world.bodies[self.bodies[body]];
        let dynamic = body.is_dynamic();
        let inverse_inertia = body.mass_properties().effective_world_inv_inertia;
        let inertia = if dynamic && inverse_inertia > 0.0 { 1.0 / inverse_inertia } else { 0.0 };
        BodyState {
            position: back(body.translation()),
            rotation: Rot { cos: body.rotation().cos(), sin: body.rotation().sin() },
            center: back(body.center_of_mass()),
            velocity: back(body.linvel()),
            spin: body.angvel(),
            mass: if dynamic { body.mass() } else { 0.0 },
            inertia,
        }
    }
}
