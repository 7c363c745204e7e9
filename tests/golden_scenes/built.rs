//! The golden scenes that are built in code.

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::joint::{Distance, Grab, JointDef, JointId, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::mixing::{Mix, Mixing};
use collidoscope::engine::narrow::NarrowPhase;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SolverParameters;
use collidoscope::engine::solver::table::{PositionCorrection, SequentialParameters as Parameters};
use collidoscope::engine::world::{World, WorldSettings};

/// Numbers that look random and are the same everywhere: a linear congruential generator (the constants of W. Press
/// et al., *Numerical Recipes*, 1992, section 7.1), of which the upper 16 bits are used.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 16
    }
    /// In `[low, high)`.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() as f32 / 65_536.0)
    }
}

fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn circle(radius: f32) -> Shape {
    Circle::try_new(Vec2::ZERO, radius).expect("a circle").into()
}

fn rectangle(width: f32, height: f32, rounding: f32) -> Shape {
    BoxShape::try_new(width, height, Vec2::ZERO, 0.0, rounding).expect("a box").into()
}

fn capsule(half_length: f32, radius: f32) -> Shape {
    Capsule::try_new(vec2(-half_length, 0.0), vec2(half_length, 0.0), radius).expect("a capsule").into()
}

fn segment(a: Vec2, b: Vec2) -> Shape {
    Segment::try_new(a, b).expect("a segment").into()
}

/// A convex polygon with as many corners as asked for on an ellipse.
fn ring(corners: usize, half: Vec2, rounding: f32) -> Shape {
    let corner = |k: usize| {
        let (sin, cos) = collidoscope::engine::math::sin_cos(k as f32 / corners as f32 * std::f32::consts::TAU);
        vec2(half.x * cos, half.y * sin)
    };
    let points: Vec<Vec2> = (0..corners).map(corner).collect();
    ConvexPolygon::try_new(&points, rounding).expect("a polygon").into()
}

/// A shape of any kind, sizes from 0.3 to 1.2 m.
fn any_shape(numbers: &mut Numbers) -> Shape {
    match numbers.next() % 6 {
        0 => circle(numbers.between(0.15, 0.5)),
        1 => rectangle(numbers.between(0.3, 1.2), numbers.between(0.3, 0.9), 0.0),
        2 => rectangle(numbers.between(0.4, 1.0), numbers.between(0.4, 0.8), 0.1),
        3 => capsule(numbers.between(0.1, 0.5), numbers.between(0.1, 0.25)),
        4 => ring(3 + (numbers.next() % 8) as usize, vec2(numbers.between(0.25, 0.6), numbers.between(0.25, 0.6)), 0.0),
        _ => ring(5, vec2(0.4, 0.25), 0.08),
    }
}

fn of(shape: Shape, material: Material) -> Vec<ColliderDef> {
    vec![ColliderDef { shape, material, filter: CollisionFilter::default() }]
}

fn plain(shape: Shape) -> Vec<ColliderDef> {
    of(shape, Material::default())
}

fn at(x: f32, y: f32) -> BodyDef {
    BodyDef { position: vec2(x, y), ..BodyDef::default() }
}

fn fixed(x: f32, y: f32) -> BodyDef {
    BodyDef { kind: BodyKind::Static, ..at(x, y) }
}

fn join(world: &mut World, (body_a, anchor_a): (BodyId, Vec2), (body_b, anchor_b): (BodyId, Vec2), kind: JointKind) -> JointId {
    world.add_joint(JointDef { body_a, body_b, anchor_a, anchor_b, kind, collide_connected: false }).expect("a joint")
}

const SOFT: Option<Spring> = Some(Spring { hertz: 1.5, damping_ratio: 0.2 });

/// Every kind of joint, with each of its parts: limits, motor, spring; one grab.
pub fn every_joint() -> World {
    let mut w = World::new(WorldSettings::default());
    let base = w.add_body(fixed(0.0, -1.0), plain(rectangle(60.0, 2.0, 0.0)));
    let limits = Some(Limits { lower: -0.4, upper: 0.6 });
    let motor = Some(Motor { speed: 3.0, max_effort: 4.0 });
    let revolute = |limits, motor, spring| JointKind::Revolute(Revolute { limits, motor, spring });
    let prismatic = |limits, motor, spring| JointKind::Prismatic(Prismatic { axis: vec2(0.6, 0.8), limits, motor, spring });
    let distance = |limits, spring| JointKind::Distance(Distance { length: Some(1.2), limits, spring });
    let lengths = Some(Limits { lower: 0.5, upper: 1.5 });
    let kinds = [
        revolute(None, None, None),
        revolute(limits, None, None),
        revolute(None, motor, None),
        revolute(limits, motor, SOFT),
        prismatic(None, None, None),
        prismatic(limits, None, None),
        prismatic(limits, motor, None),
        prismatic(limits, None, SOFT),
        distance(None, None),
        distance(lengths, None),
        distance(lengths, SOFT),
        JointKind::Weld(Weld { spring: None }),
        JointKind::Weld(Weld { spring: SOFT }),
    ];
    // Each kind holds an arm from which another arm hangs by the same kind: chains of two.
    for (k, kind) in kinds.into_iter().enumerate() {
        let x = 3.0 * k as f32 - 18.0;
        let upper = w.add_body(BodyDef { linear_velocity: vec2(1.0, 0.0), ..at(x + 0.5, 4.0) }, plain(rectangle(1.0, 0.3, 0.0)));
        let lower = w.add_body(at(x + 1.5, 4.0), plain(capsule(0.4, 0.1)));
        let away = if matches!(kind, JointKind::Distance(_)) { vec2(0.0, 1.2) } else { Vec2::ZERO };
        join(&mut w, (base, vec2(x, 4.0) + away), (upper, vec2(x, 4.0)), kind);
        join(&mut w, (upper, vec2(x + 1.0, 4.0)), (lower, vec2(x + 1.0, 4.0) - away), kind);
    }
    let held = w.add_body(at(0.0, 1.0), plain(rectangle(0.8, 0.8, 0.0)));
    let spring = Spring { hertz: 4.0, damping_ratio: 0.7 };
    join(&mut w, (base, vec2(0.3, 1.3)), (held, vec2(0.3, 1.3)), JointKind::Grab(Grab { target: vec2(0.3, 1.3), max_force: 40.0, spring }));
    w
}

/// Drags the grabbed body, turns motors round, and at last cuts some joints and ties others.
pub fn change_joints(w: &mut World, step: u64) {
    let grab = JointId(26);
    if step.is_multiple_of(10) && step < 400 {
        let target = vec2(0.02 * step as f32 - 4.0, 1.0 + 0.3 * ((step / 50) % 4) as f32);
        w.set_joint_kind(grab, JointKind::Grab(Grab { target, max_force: 40.0, spring: Spring { hertz: 4.0, damping_ratio: 0.7 } }));
    }
    if step % 120 == 60 {
        let speed = if step % 240 == 60 { -3.0 } else { 3.0 };
        w.set_joint_kind(
            JointId(4),
            JointKind::Revolute(Revolute { limits: None, motor: Some(Motor { speed, max_effort: 4.0 }), spring: None }),
        );
    }
    match step {
        350 => {
            w.remove_joint(JointId(1));
            w.remove_joint(JointId(16));
        }
        400 => {
            w.remove_joint(grab);
            let def = JointDef {
                body_a: BodyId(0),
                body_b: BodyId(2),
                anchor_a: vec2(-10.0, 2.0),
                anchor_b: vec2(-10.0, 2.0),
                kind: JointKind::Weld(Weld { spring: SOFT }),
                collide_connected: true,
            };
            // Not where the bodies happen to be now: the same joint whenever it is made.
            w.add_joint_at(def, Pose::IDENTITY, Pose::new(vec2(-10.0, 2.0), 0.3));
        }
        _ => {}
    }
}

/// A heap of all shapes, with something of every property of a body.
pub fn every_setting() -> World {
    let mut w = World::new(WorldSettings::default());
    let mut numbers = Numbers(3);
    w.add_body(fixed(0.0, -1.0), of(rectangle(40.0, 2.0, 0.0), Material { friction: 0.8, restitution: 0.1, ..Material::default() }));
    w.add_body(fixed(-6.0, 0.0), plain(segment(vec2(0.0, 0.0), vec2(0.0, 8.0))));
    w.add_body(fixed(6.0, 0.0), plain(segment(vec2(0.0, 0.0), vec2(1.0, 8.0))));
    for k in 0..48_u16 {
        let shape = any_shape(&mut numbers);
        let restitution = if k % 4 == 0 { 0.5 } else { 0.0 };
        let material =
            Material { density: numbers.between(0.3, 3.0), friction: numbers.between(0.0, 1.0), restitution, ..Material::default() };
        let filter = CollisionFilter { layers: if k % 12 == 5 { 2 } else { 1 }, collides_with: if k % 16 == 3 { 1 } else { u16::MAX } };
        let def = BodyDef {
            angle: numbers.between(-3.0, 3.0),
            linear_velocity: vec2(numbers.between(-1.0, 1.0), 0.0),
            angular_velocity: numbers.between(-2.0, 2.0),
            linear_damping: if k % 7 == 0 { 0.4 } else { 0.0 },
            angular_damping: if k % 5 == 0 { 0.3 } else { 0.0 },
            gravity_scale: if k % 11 == 0 { 0.5 } else { 1.0 },
            can_sleep: k % 13 != 0,
            fixed_rotation: k % 9 == 0,
            ..at(f32::from(k % 8) * 1.3 - 4.6, 0.8 + f32::from(k / 8) * 1.2)
        };
        w.add_body(def, vec![ColliderDef { shape, material, filter }]);
    }
    w
}

/// Now and then other settings.
pub fn change_settings(w: &mut World, step: u64) {
    let default = WorldSettings { width: w.settings().width, ..WorldSettings::default() };
    let settings = match step {
        40 => WorldSettings { narrow_phase: NarrowPhase::GjkEpa, ..default },
        80 => WorldSettings { broad_phase: BroadPhase::BruteForce, ..default },
        100 => WorldSettings { broad_phase: BroadPhase::Tree, ..default },
        120 => WorldSettings { warm_starting: false, ..default },
        160 => WorldSettings { sleeping: false, ..default },
        200 => WorldSettings { continuous: false, gravity: vec2(3.0, -9.0), ..default },
        240 => WorldSettings { substeps: 1, step_hz: 120.0, ..default },
        280 => WorldSettings { substeps: 7, step_hz: 30.0, ..default },
        320 => WorldSettings { mixing: Mixing { friction: Mix::Maximum, restitution: Mix::GeometricMean, ..Mixing::default() }, ..default },
        360 => WorldSettings { restitution_threshold: 0.1, gravity: vec2(0.0, 9.81), ..default },
        400 => WorldSettings { contact_hertz: 12.0, contact_damping_ratio: 2.0, ..default },
        440 => WorldSettings { joint_hertz: 20.0, joint_damping_ratio: 0.5, narrow_phase: NarrowPhase::GjkEpa, ..default },
        480 => default,
        _ => return,
    };
    w.set_settings(settings);
}

/// The heap of [`every_setting`] under the second solver.
pub fn sequential_heap() -> World {
    let mut w = every_setting();
    w.set_settings(WorldSettings { solver: Solver::SequentialImpulses, ..*w.settings() });
    w
}

/// Now and then the other solver, or the second told otherwise.
pub fn change_solver(w: &mut World, step: u64) {
    let default = WorldSettings { width: w.settings().width, ..WorldSettings::default() };
    let sequential = WorldSettings { solver: Solver::SequentialImpulses, ..default };
    let told = |iterations: u32, position_correction: PositionCorrection| {
        let parameters = Parameters { iterations, position_correction, ..Parameters::default() };
        WorldSettings {
            solver_parameters: SolverParameters { sequential_impulses: parameters, ..SolverParameters::default() },
            ..sequential
        }
    };
    let settings = match step {
        120 => told(4, PositionCorrection::Baumgarte),
        200 => default,
        280 => WorldSettings { warm_starting: false, ..told(20, PositionCorrection::SplitImpulse) },
        360 => WorldSettings { accumulation: false, ..told(3, PositionCorrection::Baumgarte) },
        440 => WorldSettings { gravity: vec2(2.0, 9.0), ..told(1, PositionCorrection::None) },
        500 => sequential,
        _ => return,
    };
    w.set_settings(settings);
}

/// The joints of [`every_joint`] under the second solver.
pub fn sequential_joints() -> World {
    let mut w = every_joint();
    let solver = Solver::SequentialImpulses;
    w.set_settings(WorldSettings { solver, ..*w.settings() });
    w
}

/// Bullets, whirling rods and elastic balls between thin walls, kinematic paddles, a plate that bullets may not pass.
pub fn fast_and_elastic() -> World {
    let mut w = World::new(WorldSettings { gravity: vec2(0.0, -4.0), ..WorldSettings::default() });
    let elastic = Material { friction: 0.1, restitution: 1.0, ..Material::default() };
    for (x, y, width, height) in [(0.0, -4.0, 12.0, 0.02), (0.0, 4.0, 12.0, 0.02), (-6.0, 0.0, 0.02, 8.0), (6.0, 0.0, 0.02, 8.0)] {
        w.add_body(fixed(x, y), of(rectangle(width, height, 0.0), elastic));
    }
    w.add_body(fixed(0.0, -2.0), of(segment(vec2(-5.0, 0.0), vec2(-2.0, 0.5)), elastic));
    for (x, spin) in [(-3.0, 6.0), (3.0, -9.0)] {
        let paddle = BodyDef { kind: BodyKind::Kinematic, angular_velocity: spin, ..at(x, 0.0) };
        w.add_body(paddle, of(rectangle(2.0, 0.1, 0.0), elastic));
    }
    w.add_body(at(0.0, 0.0), of(rectangle(0.05, 2.0, 0.0), Material { density: 40.0, ..elastic }));
    let mut numbers = Numbers(8);
    for k in 0..24_u16 {
        let shape = match k % 4 {
            0 => circle(0.12),
            1 => rectangle(0.9, 0.03, 0.0),
            2 => capsule(0.15, 0.06),
            _ => ring(5, vec2(0.15, 0.1), 0.0),
        };
        let speed = [400.0, 150.0, 40.0, 5.0][usize::from(k / 6)];
        let def = BodyDef {
            bullet: k % 3 == 0,
            linear_velocity: vec2(numbers.between(-1.0, 1.0), numbers.between(-1.0, 1.0)) * speed,
            angular_velocity: numbers.between(-60.0, 60.0),
            ..at(f32::from(k % 6) * 1.6 - 4.0, f32::from(k / 6) * 0.9 - 1.2)
        };
        w.add_body(def, of(shape, Material { friction: 0.3, restitution: 0.9, ..Material::default() }));
    }
    w
}

/// Two hundred bodies of all shapes in heaps that fall asleep.
pub fn crowd() -> World {
    let mut w = World::new(WorldSettings::default());
    w.add_body(fixed(0.0, -1.0), plain(rectangle(80.0, 2.0, 0.0)));
    let mut numbers = Numbers(5);
    for k in 0..200_u16 {
        let mut parts = plain(any_shape(&mut numbers));
        if k % 10 == 0 {
            let beside = Circle::try_new(vec2(0.5, 0.2), 0.2).expect("a circle");
            parts.push(ColliderDef {
                shape: beside.into(),
                material: Material { density: 5.0, ..Material::default() },
                filter: CollisionFilter::default(),
            });
        }
        let def = BodyDef { angle: numbers.between(-3.0, 3.0), ..at(f32::from(k % 20) * 1.7 - 16.0, 0.7 + 1.3 * f32::from(k / 20)) };
        w.add_body(def, parts);
    }
    w
}

/// Bodies come, go, change kind, shape, place and velocity, also among sleepers.
pub fn edit_crowd(w: &mut World, step: u64) {
    if step == 0 || !step.is_multiple_of(25) {
        return;
    }
    let mut numbers = Numbers(step as u32);
    let some = BodyId(1 + numbers.next() % 220);
    let place = vec2(numbers.between(-15.0, 15.0), numbers.between(2.0, 12.0));
    match (step / 25) % 8 {
        0 => {
            w.add_body(BodyDef { position: place, ..BodyDef::default() }, plain(ring(64, vec2(0.7, 0.7), 0.0)));
        }
        1 => {
            w.remove_body(some);
        }
        2 => w.set_properties(some, &BodyDef { kind: BodyKind::Static, ..BodyDef::default() }),
        3 => w.set_colliders(some, plain(any_shape(&mut numbers))),
        4 => w.set_pose(some, place, numbers.between(-3.0, 3.0)),
        5 => w.set_properties(some, &BodyDef { kind: BodyKind::Kinematic, ..BodyDef::default() }),
        6 => w.set_velocity(some, vec2(0.0, 6.0), 3.0),
        _ => w.apply_impulse(some, vec2(3.0, 5.0), place),
    }
}
