//! Box2D v3, compiled from its C sources by `build.rs`.
//!
//! The only module with `unsafe`: Box2D is a C library. What makes the calls sound: every id that is passed was
//! returned by Box2D for this world and its body is removed at most once; definitions start from Box2D's own
//! defaults; pointers given to Box2D live longer than the call, and Box2D copies what they point to; the world is
//! destroyed once, on drop.
#![allow(unsafe_code)]

use super::{BodyState, Engine};
use crate::scene::{BodySpec, Form, JointSpec, Link, STEP_HZ, Scene, ShapeSpec};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::math::{Rot, Vec2};
use std::ops::Range;

/// Box2D's functions and structs, as declared by the package that carries its sources.
mod ffi {
    #![allow(missing_docs, dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, clippy::all, unused_qualifications)]
    include!(env!("BOX2D_DECLARATIONS"));
    unsafe extern "C" {
        pub fn compareBox2dLanes() -> ::std::os::raw::c_int;
        pub fn compareBox2dUsesAvx2() -> ::std::os::raw::c_int;
        pub fn compareBox2dAssertsAreOn() -> ::std::os::raw::c_int;
    }
}
use ffi::*;

pub(super) struct Box2d {
    world: b2WorldId,
    bodies: Vec<b2BodyId>,
    substeps: i32,
}

/// How Box2D was compiled, for people: version, lanes, instruction set, assertions.
pub fn build() -> String {
    // SAFETY: functions without arguments that return constants.
    let (version, lanes, avx2, asserts) =
        unsafe { (b2GetVersion(), compareBox2dLanes(), compareBox2dUsesAvx2() != 0, compareBox2dAssertsAreOn() != 0) };
    let set = if avx2 { "AVX2" } else { "no AVX2" };
    let asserts = if asserts { "ON (times are void)" } else { "off" };
    format!("Box2D {}.{}.{}, -O3, {lanes} lanes, {set}, assertions {asserts}", version.major, version.minor, version.revision)
}

/// Box2D remarks on its standard output when a buffer grows; the table is printed there.
unsafe extern "C" fn keep_quiet(_: *const std::os::raw::c_char) {}

impl Box2d {
    pub(super) fn new(scene: &Scene, substeps: u32) -> Box2d {
        // SAFETY: the definition is Box2D's default with valid numbers changed.
        let world = unsafe {
            b2SetLogFcn(Some(keep_quiet));
            let mut def = b2DefaultWorldDef();
            def.gravity = vector(scene.gravity);
            def.enableSleep = scene.sleeping;
            def.restitutionThreshold = scene.restitution_threshold;
            def.workerCount = 1;
            b2CreateWorld(&def)
        };
        Box2d { world, bodies: Vec::new(), substeps: substeps as i32 }
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: the world was made in `new` and is destroyed here only.
        unsafe { b2DestroyWorld(self.world) }
    }
}

fn vector(v: Vec2) -> b2Vec2 {
    b2Vec2 { x: v.x, y: v.y }
}

fn back(v: b2Vec2) -> Vec2 {
    Vec2::new(v.x, v.y)
}

fn rotation(angle: f32) -> b2Rot {
    let rotation = Rot::from_angle(angle);
    b2Rot { c: rotation.cos, s: rotation.sin }
}

fn add_shape(body: b2BodyId, shape: &ShapeSpec) {
    // SAFETY: the body exists; geometry is valid by the scene's own rules and lives during the call.
    unsafe {
        let mut def = b2DefaultShapeDef();
        def.density = shape.material.density;
        def.material.friction = shape.material.friction;
        def.material.restitution = shape.material.restitution;
        def.filter.categoryBits = u64::from(shape.filter.layers);
        def.filter.maskBits = u64::from(shape.filter.collides_with);
        match &shape.form {
            Form::Circle { center, radius } => {
                b2CreateCircleShape(body, &def, &b2Circle { center: vector(*center), radius: *radius });
            }
            Form::Box { half, center, angle } => {
                b2CreatePolygonShape(body, &def, &b2MakeOffsetBox(half.x, half.y, vector(*center), rotation(*angle)));
            }
            Form::Capsule { a, b, radius } => {
                b2CreateCapsuleShape(body, &def, &b2Capsule { center1: vector(*a), center2: vector(*b), radius: *radius });
            }
            Form::Polygon(corners) => {
                let corners: Vec<b2Vec2> = corners.iter().map(|&p| vector(p)).collect();
                let hull = b2ComputeHull(corners.as_ptr(), corners.len() as i32);
                b2CreatePolygonShape(body, &def, &b2MakePolygon(&hull, 0.0));
            }
            Form::Segment { a, b } => {
                b2CreateSegmentShape(body, &def, &b2Segment { point1: vector(*a), point2: vector(*b) });
            }
        }
    }
}

/// The corners of a closed ring of segments of one material, if a body is nothing else. As a chain, which is made for
/// that, Box2D does not let what slides along it stumble at every corner. A chain is solid on the right of its
/// segments only: a ring that runs clockwise holds what is inside, any other stays what it is.
fn ring_of(body: &BodySpec) -> Option<Vec<b2Vec2>> {
    let ends: Option<Vec<(Vec2, Vec2)>> = body
        .shapes
        .iter()
        .map(|shape| match shape.form {
            Form::Segment { a, b } if shape.material == body.shapes[0].material && shape.filter == body.shapes[0].filter => Some((a, b)),
            _ => None,
        })
        .collect();
    let ends = ends.filter(|ends| ends.len() >= 4)?;
    let closed = (0..ends.len()).all(|i| ends[i].1.distance(ends[(i + 1) % ends.len()].0) < 1e-3);
    let twice_area: f32 = ends.iter().map(|(a, b)| a.perp_dot(*b)).sum();
    (closed && twice_area < 0.0).then(|| ends.into_iter().map(|(a, _)| vector(a)).collect())
}

fn add_ring(body: b2BodyId, corners: &[b2Vec2], shape: &ShapeSpec) {
    // SAFETY: the body exists; the corners, at least four, and the material live during the call.
    unsafe {
        let mut def = b2DefaultChainDef();
        let mut material = b2DefaultSurfaceMaterial();
        material.friction = shape.material.friction;
        material.restitution = shape.material.restitution;
        (def.points, def.count, def.isLoop) = (corners.as_ptr(), corners.len() as i32, true);
        (def.materials, def.materialCount) = (&material, 1);
        def.filter.categoryBits = u64::from(shape.filter.layers);
        def.filter.maskBits = u64::from(shape.filter.collides_with);
        b2CreateChain(body, &def);
    }
}

impl Engine for Box2d {
    fn add_body(&mut self, body: &BodySpec) {
        // SAFETY: the definition is Box2D's default with valid numbers changed; the world exists.
        let id = unsafe {
            let mut def = b2DefaultBodyDef();
            def.type_ = match body.kind {
                BodyKind::Static => b2BodyType_b2_staticBody,
                BodyKind::Kinematic => b2BodyType_b2_kinematicBody,
                BodyKind::Dynamic => b2BodyType_b2_dynamicBody,
            };
            def.position = vector(body.position);
            def.rotation = rotation(body.angle);
            def.linearVelocity = vector(body.velocity);
            def.angularVelocity = body.spin;
            b2CreateBody(self.world, &def)
        };
        match ring_of(body) {
            Some(corners) => add_ring(id, &corners, &body.shapes[0]),
            None => body.shapes.iter().for_each(|shape| add_shape(id, shape)),
        }
        self.bodies.push(id);
    }

    fn add_joint(&mut self, joint: &JointSpec) {
        let Link::Revolute { limits, motor, spring } = joint.link;
        let (a, b) = (self.bodies[joint.a], self.bodies[joint.b]);
        // SAFETY: both bodies exist; the definition is Box2D's default with valid numbers changed.
        unsafe {
            let mut def = b2DefaultRevoluteJointDef();
            def.base.bodyIdA = a;
            def.base.bodyIdB = b;
            def.base.localFrameA.p = b2Body_GetLocalPoint(a, vector(joint.anchor));
            def.base.localFrameB.p = b2Body_GetLocalPoint(b, vector(joint.anchor));
            // The joint's angle is zero now: frame A is turned to B's orientation.
            let (qa, qb) = (b2Body_GetRotation(a), b2Body_GetRotation(b));
            def.base.localFrameA.q = b2Rot { c: qa.c * qb.c + qa.s * qb.s, s: qa.c * qb.s - qa.s * qb.c };
            def.base.collideConnected = joint.collide;
            if let Some((lower, upper)) = limits {
                (def.enableLimit, def.lowerAngle, def.upperAngle) = (true, lower, upper);
            }
            if let Some((speed, max_torque)) = motor {
                (def.enableMotor, def.motorSpeed, def.maxMotorTorque) = (true, speed, max_torque);
            }
            if let Some((hertz, damping_ratio)) = spring {
                (def.enableSpring, def.hertz, def.dampingRatio) = (true, hertz, damping_ratio);
            }
            b2CreateRevoluteJoint(self.world, &def);
        }
    }

    fn remove_bodies(&mut self, bodies: Range<usize>) {
        // SAFETY: scripts remove a body once.
        bodies.for_each(|body| unsafe { b2DestroyBody(self.bodies[body]) });
    }

    fn set_velocity(&mut self, body: usize, linear: Vec2, angular: f32) {
        // SAFETY: the body exists.
        unsafe {
            b2Body_SetLinearVelocity(self.bodies[body], vector(linear));
            b2Body_SetAngularVelocity(self.bodies[body], angular);
        }
    }

    fn push(&mut self, body: usize, impulse: Vec2, point: Vec2) {
        // SAFETY: the body exists.
        unsafe { b2Body_ApplyLinearImpulse(self.bodies[body], vector(impulse), vector(point), true) }
    }

    fn step(&mut self) {
        // SAFETY: the world exists.
        unsafe { b2World_Step(self.world, 1.0 / STEP_HZ, self.substeps) }
    }

    fn state(&self, body: usize) -> BodyState {
        let id = self.bodies[body];
        // SAFETY: the body exists.
        unsafe {
            let pose = b2Body_GetTransform(id);
            let dynamic = b2Body_GetType(id) == b2BodyType_b2_dynamicBody;
            BodyState {
                position: back(pose.p),
                rotation: Rot { cos: pose.q.c, sin: pose.q.s },
                center: back(b2Body_GetWorldCenter(id)),
                velocity: back(b2Body_GetLinearVelocity(id)),
                spin: b2Body_GetAngularVelocity(id),
                mass: if dynamic { b2Body_GetMass(id) } else { 0.0 },
                inertia: if dynamic { b2Body_GetRotationalInertia(id) } else { 0.0 },
            }
        }
    }
}
