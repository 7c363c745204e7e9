//! This project's engine.

use super::{BodyState, Engine};
use crate::measure::shape_of;
use crate::scene::{BodySpec, JointSpec, Link, STEP_HZ, Scene};
use collidoscope_physics::engine::body::{BodyDef, BodyId};
use collidoscope_physics::engine::collider::ColliderDef;
use collidoscope_physics::engine::joint::{JointDef, JointKind, Limits, Motor, Revolute, Spring};
use collidoscope_physics::engine::lanes::Width;
use collidoscope_physics::engine::math::Vec2;
use collidoscope_physics::engine::world::{Enter, World, WorldSettings};
use std::ops::Range;
use std::sync::OnceLock;

/// How many lanes the command line asked for; of the whole run.
static WIDTH: OnceLock<Width> = OnceLock::new();

/// Lets every world that is made from now on compute so many lanes at once. False, and nothing changes, when the
/// processor does not have them.
pub fn set_width(width: Width) -> bool {
    width <= Width::widest() && WIDTH.set(width).is_ok()
}

/// How many lanes worlds compute at once.
pub fn width() -> Width {
    WIDTH.get().copied().unwrap_or_default()
}

pub(super) struct Ours {
    world: World,
    bodies: Vec<BodyId>,
}

impl Ours {
    pub(super) fn new(scene: &Scene, substeps: Option<u32>) -> Ours {
        let default = WorldSettings::default();
        let settings = WorldSettings {
            gravity: scene.gravity,
            step_hz: STEP_HZ,
            substeps: substeps.unwrap_or(default.substeps),
            width: width(),
            sleeping: scene.sleeping,
            restitution_threshold: scene.restitution_threshold,
            ..default
        };
        Ours { world: World::new(settings), bodies: Vec::new() }
    }
}

impl Engine for Ours {
    fn add_body(&mut self, body: &BodySpec) {
        let def = BodyDef {
            kind: body.kind,
            position: body.position,
            angle: body.angle,
            linear_velocity: body.velocity,
            angular_velocity: body.spin,
            ..BodyDef::default()
        };
        let colliders =
            body.shapes.iter().map(|s| ColliderDef { shape: shape_of(&s.form), material: s.material, filter: s.filter }).collect();
        self.bodies.push(self.world.add_body(def, colliders));
    }

    fn add_joint(&mut self, joint: &JointSpec) {
        let Link::Revolute { limits, motor, spring } = joint.link;
        let kind = JointKind::Revolute(Revolute {
            limits: limits.map(|(lower, upper)| Limits { lower, upper }),
            motor: motor.map(|(speed, max_effort)| Motor { speed, max_effort }),
            spring: spring.map(|(hertz, damping_ratio)| Spring { hertz, damping_ratio }),
        });
        let (body_a, body_b) = (self.bodies[joint.a], self.bodies[joint.b]);
        let def = JointDef { body_a, body_b, anchor_a: joint.anchor, anchor_b: joint.anchor, kind, collide_connected: joint.collide };
        self.world.add_joint(def).expect("both bodies are in the world");
    }

    fn remove_bodies(&mut self, bodies: Range<usize>) {
        self.world.remove_bodies(&self.bodies[bodies]);
    }

    fn set_velocity(&mut self, body: usize, linear: Vec2, angular: f32) {
        self.world.set_velocity(self.bodies[body], linear, angular);
    }

    fn push(&mut self, body: usize, impulse: Vec2, point: Vec2) {
        self.world.apply_impulse(self.bodies[body], impulse, point);
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn step_in_parts(&mut self, enter: Enter<'_>) {
        self.world.step_in_parts(enter);
    }

    fn state(&self, body: usize) -> BodyState {
        let body = self.world.body(self.bodies[body]).expect("the body is in the world");
        BodyState {
            position: body.pose.position,
            rotation: body.pose.rotation,
            center: body.center,
            velocity: body.linear_velocity,
            spin: body.angular_velocity,
            mass: body.mass,
            inertia: body.inertia,
        }
    }
}
