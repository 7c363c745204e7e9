//! Random scenes for the tests of the scene file: documents that every rule accepts, with awkward numbers and names,
//! and mutations of their JSON.
#![allow(dead_code)] // each test file uses its part

mod controls;
mod looks;
mod material;
mod mines;
mod smoke;

use collidoscope::engine::body::{BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::{ColliderId, CollisionFilter};
use collidoscope::engine::frames::{Placement, Transform};
use collidoscope::engine::joint::{
    Distance, Gear, JointId, JointImpulse, JointSolver, Limits, Motor, Prismatic, Revolute, Spring, Track, Weld,
};
use collidoscope::engine::lagrange::Integrator;
use collidoscope::engine::math::{Pose, Rot, Vec2, sin_cos};
use collidoscope::engine::mixing::{MIXES, Mixing};
use collidoscope::engine::narrow::{FeatureId, NarrowPhase};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::{ComplementarityParameters, LagrangeParameters, OneContactParameters, SolverParameters};
use collidoscope::engine::solver::table::{PositionCorrection, SequentialParameters as Parameters};
use collidoscope::engine::state::{BodyState, ContactState, JointState, WorldState};
use collidoscope::guidance::control::pid::{Memory, Pid};
use collidoscope::guidance::control::response::Response;
use collidoscope::guidance::lead::LEAD_METHODS;
use collidoscope::scene::color::BodyColor;
use collidoscope::scene::control::{ControlDoc, Loop, Mover, PidDoc, Signal, TestDoc};
use collidoscope::scene::document::*;
use collidoscope::scene::force::{ForceDoc, MotorKeys, Strength};
use collidoscope::scene::gun::{GunState, Order};
use collidoscope::scene::key::{KEYS, Key};
use collidoscope::scene::launcher::Shot;
use collidoscope::scene::outside::{Broken, Pointing};
use collidoscope::scene::quantity;
use collidoscope::scene::stage::StageState;
use collidoscope::scene::steering::SteeringState;
use controls::{control, follow, steering};
use looks::{graph, lesson_step, measure, microscope, plane_curve, stopwatch, trace};
use rand::Rng;
use rand_pcg::Pcg32;
use serde_json::Value;

/// A number in ±`size` that may be −0, tiny, whole, or anything.
pub fn number(rng: &mut Pcg32, size: f32) -> f32 {
    match rng.random_range(0..8) {
        0 => -0.0,
        1 => 0.0,
        2 => f32::from_bits(rng.random_range(1..0x0080_0000)), // subnormal
        3 => -f32::MIN_POSITIVE,
        4 => (size * rng.random_range(-1.0..1.0f32)).trunc(),
        _ => size * rng.random_range(-1.0..1.0f32),
    }
}

pub fn vector(rng: &mut Pcg32, size: f32) -> Vec2 {
    Vec2::new(number(rng, size), number(rng, size))
}

fn maybe<T>(rng: &mut Pcg32, make: impl FnOnce(&mut Pcg32) -> T) -> Option<T> {
    rng.random_bool(0.5).then(|| make(rng))
}

fn pick<'a, T>(rng: &mut Pcg32, from: &'a [T]) -> &'a T {
    &from[rng.random_range(0..from.len())]
}

/// A name that JSON has to escape, that no Latin keyboard has, or that is plain; `number` makes it unique.
fn name(rng: &mut Pcg32, number: usize) -> String {
    let stem = *pick(rng, &["body", "Körper \"eins\"", "back\\slash", "车", "🛞 wheel", "a.b[0]", "shot", "null", "\u{202e}x"]);
    format!("{stem} {number}x")
}

fn outline(rng: &mut Pcg32) -> Vec<Vec2> {
    let size = rng.random_range(0.1..10.0f32);
    let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    points.iter().map(|p| size * Vec2::from_array(*p)).collect()
}

fn convex(rng: &mut Pcg32) -> Vec<Vec2> {
    let (count, size, turn) = (rng.random_range(3..9), rng.random_range(0.2..20.0f32), rng.random_range(0.0..6.0f32));
    let direction = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
    let corner = |i: i32| {
        let (sin, cos) = sin_cos(turn + direction * std::f32::consts::TAU * i as f32 / count as f32);
        size * Vec2::new(cos, sin)
    };
    (0..count).map(corner).collect()
}

fn geometry(rng: &mut Pcg32) -> Geometry {
    let center = vector(rng, 3.0);
    let size = |rng: &mut Pcg32| rng.random_range(0.2..5.0f32);
    let (a, b) = (center, center + Vec2::new(size(rng), number(rng, 2.0)));
    match rng.random_range(0..6) {
        0 => Geometry::Circle { radius: size(rng), center },
        1 => Geometry::Box { width: size(rng), height: size(rng), center, angle: number(rng, 7.0), rounding: rng.random_range(0.0..0.05) },
        2 => Geometry::Capsule { a, b, radius: size(rng) },
        3 => Geometry::Polygon { vertices: convex(rng), rounding: rng.random_range(0.0..0.5) },
        4 => Geometry::Outline { vertices: outline(rng) },
        _ => Geometry::Segment { a, b },
    }
}

fn shape(rng: &mut Pcg32, materials: &[String]) -> ShapeDoc {
    let mut shape = ShapeDoc {
        geometry: geometry(rng),
        material: if materials.is_empty() { None } else { maybe(rng, |rng| pick(rng, materials).clone()) },
        density: maybe(rng, |rng| rng.random_range(0.1..1e9)),
        friction: maybe(rng, |rng| rng.random_range(0.0..100.0)),
        static_friction: None,
        restitution: maybe(rng, |rng| rng.random_range(0.0..=1.0)),
        filter: maybe(rng, |rng| CollisionFilter { layers: rng.random(), collides_with: rng.random() }).unwrap_or_default(),
        sensor: rng.random_bool(0.2),
    };
    shape.static_friction = shape.friction.map(|sliding| 0.5 * (sliding + 100.0));
    shape
}

fn body(rng: &mut Pcg32, id: String, materials: &[String]) -> BodyDoc {
    let mut shapes: Vec<ShapeDoc> = (0..rng.random_range(1..4)).map(|_| shape(rng, materials)).collect();
    let kind = *pick(rng, &[BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic]);
    if kind == BodyKind::Dynamic {
        shapes.push(ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO }));
    }
    if kind == BodyKind::Static && rng.random_bool(0.3) {
        shapes.push(ShapeDoc::new(Geometry::HalfPlane { point: vector(rng, 3.0), angle: number(rng, 7.0) }));
    }
    let has_sensor = shapes.iter().any(|shape| shape.sensor);
    BodyDoc {
        id,
        group: None,
        kind,
        position: vector(rng, 1e5),
        angle: number(rng, 10.0),
        linear_velocity: vector(rng, 400.0).clamp_length_max(400.0),
        angular_velocity: number(rng, 1000.0),
        linear_damping: rng.random_range(0.0..1000.0),
        angular_damping: *pick(rng, &[0.0, -0.0, 0.5]),
        gravity_scale: number(rng, 10.0),
        can_sleep: rng.random_bool(0.5),
        bullet: rng.random_bool(0.5),
        fixed_rotation: rng.random_bool(0.5),
        skin: None,
        shapes,
        forces: (0..rng.random_range(0..3)).map(|_| force(rng)).collect(),
        control: maybe(rng, |rng| Box::new(control(rng))),
        mine: maybe(rng, |rng| Box::new(mines::mine(rng))).filter(|_| has_sensor),
        color: maybe(rng, color),
        order: rng.random_range(-10_000..=10_000),
        locked: rng.random_bool(0.2),
    }
}

/// A number of double precision that single precision does not hold, or −0.
fn double(rng: &mut Pcg32) -> f64 {
    match rng.random_range(0..6) {
        0 => -0.0,
        1 => 1e-300,
        2 => f64::from(rng.random_range(-9..9)),
        _ => rng.random_range(-10.0..10.0),
    }
}

fn key(rng: &mut Pcg32) -> Key {
    pick(rng, KEYS).1
}

fn force(rng: &mut Pcg32) -> ForceDoc {
    let formula = rng.random_bool(0.3).then(|| ["sin(2*pi*t)", "-5 * x - vx", "max(0, 1 - t)"][rng.random_range(0..3)].to_owned());
    let (point, force, torque) = (vector(rng, 5.0), vector(rng, 1e6), number(rng, 1e6));
    ForceDoc { point, force, torque, turns: rng.random_bool(0.5), key: key(rng), formula }
}

fn joint(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> Option<JointDoc> {
    let body_b = bodies.iter().find(|b| b.kind == BodyKind::Dynamic)?;
    let body_a = pick(rng, bodies);
    let body_a = (body_a.id != body_b.id).then(|| body_a.id.clone());
    let anchor = vector(rng, 1e5);
    let limits = |rng: &mut Pcg32| maybe(rng, |rng| Limits { lower: number(rng, 3.0).min(0.0), upper: number(rng, 3.0).max(0.0) });
    let motor = |rng: &mut Pcg32| maybe(rng, |rng| Motor { speed: number(rng, 50.0), max_effort: rng.random_range(0.0..1e15) });
    let spring = |rng: &mut Pcg32| {
        maybe(rng, |rng| Spring { hertz: rng.random_range(1e-3..1000.0), damping_ratio: *pick(rng, &[1.0, 0.0, -0.0, 0.7]) })
    };
    let joint = match rng.random_range(0..6) {
        0 => JointDoc::at(anchor, Revolute { limits: limits(rng), motor: motor(rng), spring: spring(rng) }),
        1 => {
            let axis = Vec2::new(rng.random_range(0.1..2.0), number(rng, 2.0));
            JointDoc::at(anchor, Prismatic { axis, limits: limits(rng), motor: motor(rng), spring: spring(rng) })
        }
        2 => {
            let limits = maybe(rng, |rng| Limits { lower: 0.0, upper: rng.random_range(0.0..100.0) });
            let length = Some(rng.random_range(0.01..100.0f32));
            JointDoc::between(anchor, vector(rng, 10.0), Distance { length, limits, spring: spring(rng) })
        }
        3 => {
            JointDoc::at(anchor, Track { points: [vector(rng, 3.0), vector(rng, 3.0), vector(rng, 3.0), Vec2::new(9.0, number(rng, 2.0))] })
        }
        4 => JointDoc::between(anchor, vector(rng, 10.0), Gear { ratio: rng.random_range(-100.0..100.0) }),
        _ => JointDoc::at(anchor, Weld { spring: spring(rng) }),
    };
    let motor_keys = MotorKeys { forward: key(rng), backward: key(rng) };
    Some(JointDoc {
        id,
        body_a,
        body_b: body_b.id.clone(),
        collide_connected: rng.random_bool(0.5),
        motor_keys: if joint.kind.info().motor.is_some() { motor_keys } else { MotorKeys::default() },
        strength: Strength {
            force: maybe(rng, |rng| rng.random_range(1e-6..1e12)),
            torque: maybe(rng, |rng| rng.random_range(1e-6..1e12)),
        },
        ..joint
    })
}

fn launcher(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> LauncherDoc {
    let body = maybe(rng, |rng| pick(rng, bodies).id.clone());
    let target = maybe(rng, |rng| pick(rng, bodies).id.clone()).filter(|target| Some(target) != body.as_ref());
    LauncherDoc {
        id,
        group: None,
        body,
        position: vector(rng, 100.0),
        angle: number(rng, 3.0),
        aim_at: *pick(rng, &[Sight::Body, Sight::Nearest, Sight::Point, Sight::Pointer]),
        only: Only { dynamic: rng.random_bool(0.5), group: None, name: maybe(rng, |_| "b".to_owned()) },
        target,
        point: vector(rng, 100.0),
        point_velocity: vector(rng, 100.0),
        projectile: *pick(rng, &[Projectile::Ball, Projectile::Box, Projectile::Capsule]),
        length: rng.random_range(1e-3..10.0),
        friction: rng.random_range(0.0..10.0),
        restitution: rng.random_range(0.0..=1.0),
        drag: rng.random_range(0.0..10.0),
        speed: rng.random_range(1e-3..400.0),
        method: pick(rng, &LEAD_METHODS).method,
        radius: rng.random_range(1e-3..10.0),
        density: rng.random_range(1e-6..1e9),
        every: maybe(rng, |rng| rng.random_range(0.01..100.0)),
        delay: *pick(rng, &[0.0, -0.0, 2.5]),
        lifetime: rng.random_range(0.01..3600.0),
        recoil: rng.random_bool(0.5),
        turn_rate: maybe(rng, |rng| rng.random_range(1e-3..1000.0)),
        time_to_impact: rng.random_range(0.01..3600.0),
        acceleration: rng.random_range(0.0..1000.0),
        spread: rng.random_range(0.0..3.0),
    }
}

fn light(rng: &mut Pcg32, id: String, bodies: &[BodyDoc]) -> LightDoc {
    let kind = if rng.random_bool(0.5) {
        let body = maybe(rng, |rng| pick(rng, bodies).id.clone());
        LightKind::Point { body, position: vector(rng, 100.0), radius: rng.random_range(0.0..100.0) }
    } else {
        LightKind::Sun { direction: Vec2::new(rng.random_range(0.1..9.0), number(rng, 9.0)), spread: rng.random_range(0.0..0.5) }
    };
    LightDoc { id, group: None, kind, brightness: rng.random_range(0.0..=1.0), rays: rng.random_range(1..33) }
}

/// Each stands in the one before, or in the world.
fn group(rng: &mut Pcg32, i: usize) -> GroupDoc {
    use Transform::{Move, Scale, Turn};
    let orders =
        [[Scale, Turn, Move], [Scale, Move, Turn], [Turn, Scale, Move], [Turn, Move, Scale], [Move, Scale, Turn], [Move, Turn, Scale]];
    let placement = Placement {
        position: vector(rng, 1e5),
        angle: number(rng, 10.0),
        scale: Vec2::new(rng.random_range(1e-3..1000.0), -rng.random_range(1e-3..1000.0f32)),
        pivot: vector(rng, 1e5),
        order: *pick(rng, &orders),
    };
    GroupDoc { id: format!("group {i}"), group: (i > 0 && rng.random_bool(0.7)).then(|| format!("group {}", i - 1)), placement }
}

fn pose(rng: &mut Pcg32) -> Pose {
    Pose { position: vector(rng, 1e5), rotation: Rot { cos: number(rng, 1.0), sin: number(rng, 1.0) } }
}

fn body_state(rng: &mut Pcg32, id: BodyId) -> BodyState {
    BodyState {
        id,
        position: vector(rng, 1e5),
        rotation: [number(rng, 1.0), number(rng, 1.0)],
        center: vector(rng, 1e30),
        linear_velocity: vector(rng, f32::MAX),
        angular_velocity: number(rng, 1000.0),
        sleep_time: number(rng, 1.0),
        slow_motion: [number(rng, 0.1), number(rng, 0.1), number(rng, 0.1)],
        slow_reach: number(rng, 0.1),
        awake: rng.random_bool(0.5),
        frozen: rng.random_bool(0.5),
    }
}

fn shot(rng: &mut Pcg32, number_of_it: u32, body: Option<BodyId>, document: &Document) -> Shot {
    Shot {
        number: number_of_it,
        launcher: "gone".into(),
        method: pick(rng, &LEAD_METHODS).method,
        salvo: rng.random_bool(0.5),
        carried: vector(rng, 10.0),
        thrust: vector(rng, 10.0),
        deviation: number(rng, 1.0),
        late: rng.random_bool(0.5),
        at_point: rng.random_bool(0.5),
        drag: rng.random_range(0.0..10.0),
        foreseen: maybe(rng, |rng| (vector(rng, 10.0), vector(rng, 10.0))),
        unmeasured: rng.random_bool(0.5),
        cut: rng.random_bool(0.5),
        bounced: rng.random_bool(0.5),
        target_struck: rng.random_bool(0.5),
        target_strayed: rng.random_bool(0.5),
        body,
        target: maybe(rng, |rng| pick(rng, &document.bodies).id.clone()),
        fired_at: rng.random_range(0..1 << 53),
        muzzle: vector(rng, 10.0),
        velocity: vector(rng, 10.0),
        predicted: maybe(rng, |rng| (vector(rng, 10.0), number(rng, 10.0))),
        closest: maybe(rng, |rng| number(rng, 10.0)),
        closest_points: maybe(rng, |rng| (vector(rng, 10.0), vector(rng, 10.0))),
        hit_at: maybe(rng, |rng| rng.random_range(0..1000)),
        struck_at: maybe(rng, |rng| rng.random_range(0..1000)),
        trail: (0..rng.random_range(0..50)).map(|_| vector(rng, 100.0)).collect(),
    }
}

fn state(rng: &mut Pcg32, document: &Document) -> StageState {
    let first = document.bodies.len() as u32 + 1;
    let count = rng.random_range(0..3);
    let circle = ShapeDoc::new(Geometry::Circle { radius: 0.1, center: Vec2::ZERO });
    let projectile = |n: u32| BodyDoc { id: format!("shot {}", n + 1), shapes: vec![circle.clone()], ..BodyDoc::default() };
    let collider = |rng: &mut Pcg32, body| ColliderId { body: BodyId(body), index: rng.random_range(0..20) };
    let mut contacts = Vec::new();
    for i in 1..document.bodies.len() as u32 {
        let points = (0..rng.random_range(0..3)).map(|_| (FeatureId(rng.random()), number(rng, 10.0), number(rng, 10.0))).collect();
        let (collider_a, collider_b) = (collider(rng, i - 1), collider(rng, i));
        contacts.push(ContactState {
            collider_a,
            collider_b,
            pose_a: pose(rng),
            pose_b: pose(rng),
            touching: rng.random_bool(0.5),
            overlapped: rng.random_bool(0.5),
            sticking: i % 2 == 0,
            slid: 0.25 * i as f32,
            rest_offset: number(rng, 1.0),
            color: [None, Some(0), Some(49)][i as usize % 3],
            points,
        });
    }
    StageState {
        world: WorldState {
            step: rng.random_range(0..1 << 53),
            bodies: (0..first + count).map(|n| body_state(rng, BodyId(n))).collect(),
            contacts,
            joints: (0..document.joints.len() as u32)
                .map(|n| JointState {
                    id: JointId(n),
                    impulses: std::array::from_fn(|_| number(rng, 1e9)),
                    angle: number(rng, 100.0),
                    carried: JointImpulse { impulse: vector(rng, 1e9), angular_impulse: number(rng, 1e9) },
                })
                .collect(),
        },
        projectiles: (0..count).map(projectile).collect(),
        shots: (0..count).map(|n| shot(rng, n + 1, Some(BodyId(first + n)), document)).collect(),
        shots_fired: rng.random(),
        pointer: maybe(rng, |rng| Pointing { at: vector(rng, 100.0), before: vector(rng, 100.0), velocity: vector(rng, 1e3) }),
        held: (0..rng.random_range(0..3)).map(|_| key(rng)).collect(),
        broken: (0..document.joints.len() as u32)
            .map(|n| Broken { joint: JointId(n), step: rng.random_range(0..1 << 53), force: number(rng, 1e9), torque: number(rng, 1e9) })
            .filter(|broken| broken.step % 3 == 0)
            .collect(),
        guns: (0..rng.random_range(0..3)).map(|n| (format!("gun {n}"), gun_state(rng))).collect(),
        steering: (0..rng.random_range(0..3)).map(|n| (format!("missile {n}"), steering(rng))).collect(),
        mines: mines::states(rng),
        air_pushes: smoke::all_pushes(rng, document),
        smoke: document.smoke.iter().map(|smoke| (smoke.id.clone(), smoke::fields(rng, &smoke.grid()))).collect(),
    }
}

fn gun_state(rng: &mut Pcg32) -> GunState {
    let order = |rng: &mut Pcg32| Order {
        method: pick(rng, &LEAD_METHODS).method,
        salvo: rng.random_bool(0.5),
        direction: vector(rng, 1.0),
        speed: number(rng, 100.0),
        fire_at: rng.random_range(0..1 << 53),
        predicted: maybe(rng, |rng| (vector(rng, 10.0), number(rng, 10.0))),
        foreseen: maybe(rng, |rng| (vector(rng, 10.0), vector(rng, 10.0))),
        unmeasured: rng.random_bool(0.5),
        late: rng.random_bool(0.5),
    };
    GunState {
        barrel: maybe(rng, |rng| number(rng, 3.0)),
        target_velocity: Some(vector(rng, 10.0)),
        orders: (0..rng.random_range(0..3)).map(|_| order(rng)).collect(),
    }
}

fn solver_parameters(rng: &mut Pcg32) -> SolverParameters {
    let sequential_impulses = Parameters {
        iterations: rng.random_range(1..101),
        position_correction: *pick(rng, &PositionCorrection::ALL),
        beta: rng.random_range(0.0..=1.0),
        slop: rng.random_range(0.0..=1.0),
    };
    let lagrange = LagrangeParameters {
        integrator: *pick(rng, &Integrator::ALL),
        steps: rng.random_range(1..17),
        k_s: rng.random_range(0.0..=10_000.0),
        k_d: rng.random_range(0.0..=200.0),
    };
    let one_contact = OneContactParameters {
        iterations: rng.random_range(1..101),
        projections: rng.random_range(0..21),
        largest_turn: rng.random_range(0.0..=1.0),
        slop: rng.random_range(0.0..=1.0),
        beta: rng.random_range(0.0..=1.0),
    };
    let complementarity = ComplementarityParameters {
        friction_rounds: rng.random_range(1..17),
        most_rows: rng.random_range(1..401),
        beta: rng.random_range(0.0..=1.0),
        slop: rng.random_range(0.0..=1.0),
    };
    if rng.random_bool(0.5) {
        SolverParameters { sequential_impulses, lagrange, one_contact, complementarity }
    } else {
        SolverParameters::default()
    }
}

/// A document that `check` accepts.
pub fn document(rng: &mut Pcg32) -> Document {
    let materials: Vec<String> = (0..rng.random_range(0..3)).map(|i| name(rng, i)).collect();
    let mut bodies: Vec<BodyDoc> = (0..rng.random_range(1..6))
        .map(|i| {
            let id = name(rng, i);
            body(rng, id, &materials)
        })
        .collect();
    follow(rng, &mut bodies);
    let joints = (0..rng.random_range(0..4)).filter_map(|i| joint(rng, format!("joint {i}"), &bodies)).collect();
    let launchers = (0..rng.random_range(0..3)).map(|i| launcher(rng, format!("launcher {i}"), &bodies)).collect();
    let curves = (0..rng.random_range(0..3)).map(|i| plane_curve(rng, format!("curve {i}"), &bodies)).collect();
    let mut lights: Vec<LightDoc> = (0..rng.random_range(0..3)).map(|i| light(rng, format!("light {i}"), &bodies)).collect();
    let groups: Vec<GroupDoc> = (0..rng.random_range(0..4)).map(|i| group(rng, i)).collect();
    if !groups.is_empty() {
        bodies.iter_mut().for_each(|b| b.group = maybe(rng, |rng| pick(rng, &groups).id.clone()));
        lights.iter_mut().for_each(|l| l.group = maybe(rng, |rng| pick(rng, &groups).id.clone()));
    }
    let smoke = (0..rng.random_range(0..3)).map(|i| smoke::smoke(rng, format!("air {i}"), &bodies)).collect();
    let pair = (bodies.len() > 1 && rng.random_bool(0.5)).then(|| [bodies[1].id.clone(), bodies[0].id.clone()]);
    // Not in files.
    let WorldSettings { width, contact_hertz, contact_damping_ratio, joint_hertz, joint_damping_ratio, .. } = WorldSettings::default();
    let mut document = Document {
        title: pick(rng, &["", "Five shapes", "\"quoted\" — ünï 🛞"]).to_string(),
        about: pick(rng, &["", "Line one.\n\n*Line* two.\t\u{7f}"]).to_string(),
        world: WorldSettings {
            gravity: vector(rng, 100.0),
            step_hz: rng.random_range(10.0..1000.0),
            substeps: rng.random_range(1..65),
            solver: *pick(
                rng,
                &[Solver::SoftStep, Solver::SequentialImpulses, Solver::Lagrange, Solver::OneContact, Solver::Complementarity],
            ),
            solver_parameters: solver_parameters(rng),
            narrow_phase: *pick(rng, &[NarrowPhase::Sat, NarrowPhase::GjkEpa]),
            broad_phase: *pick(rng, &[BroadPhase::Grid, BroadPhase::Tree, BroadPhase::SweepAndPrune, BroadPhase::BruteForce]),
            joint_solver: *pick(rng, &[JointSolver::Direct, JointSolver::Iterative]),
            mixing: Mixing {
                friction: pick(rng, &MIXES.iter().filter(|row| row.of_friction).collect::<Vec<_>>()).mix,
                restitution: pick(rng, &MIXES).mix,
                weight: rng.random_range(0.0..=16.0),
            },
            restitution_threshold: rng.random_range(0.0..=400.0),
            warm_starting: rng.random_bool(0.5),
            accumulation: rng.random_bool(0.5),
            relaxing: rng.random_bool(0.5),
            sleeping: rng.random_bool(0.5),
            continuous: rng.random_bool(0.5),
            width,
            contact_hertz,
            contact_damping_ratio,
            joint_hertz,
            joint_damping_ratio,
        },
        materials: materials.iter().map(|id| (id.clone(), material::material(rng))).collect(),
        bodies,
        joints,
        launchers,
        lights,
        smoke,
        curves,
        groups,
        pictures: Default::default(),
        view: maybe(rng, |rng| ViewDoc {
            center: vector(rng, 1e5),
            height: rng.random_range(0.01..1e6),
            lenses: pick(rng, &[vec![], vec!["contacts".to_string(), "sat".to_string()]]).clone(),
            microscope: pair.as_ref().and_then(|_| maybe(rng, microscope)),
            pair,
            follow: None,
        }),
        graphs: Vec::new(),
        traces: Vec::new(),
        markers: Vec::new(),
        notes: Vec::new(),
        measures: Vec::new(),
        stopwatch: StopwatchDoc::default(),
        lesson: Vec::new(),
        state: None,
        extra: maybe(rng, |rng| {
            pick(rng, &["{}", "{ \"tool\": { \"x\": [1, 2.50, null],\r\n  \"y\": \"\\u00e9\" } }", "{\n\"bodies\": []\n}"]).to_string()
        }),
    };
    if document.bodies.len() > 1 && rng.random_bool(0.5) {
        let pair = [document.bodies[0].id.clone(), document.bodies[1].id.clone()];
        document.lesson = (0..rng.random_range(1..4)).map(|_| lesson_step(rng, pair.clone())).collect();
    }
    // Numbers of their own, so that all else is drawn as it was.
    let mut own = rng.clone();
    document.measures = (0..own.random_range(0..4)).map(|i| measure(&mut own, format!("measure {i}"), &document.bodies)).collect();
    document.stopwatch = stopwatch(&mut own, &document.bodies);
    document.graphs = (0..rng.random_range(0..4)).map(|_| graph(rng, &document)).collect();
    let note = |rng: &mut Pcg32, i: usize| NoteDoc {
        id: format!("note {i}"),
        text: format!("look {i}"),
        body: maybe(rng, |rng| pick(rng, &document.bodies).id.clone()).filter(|_| !document.bodies.is_empty()),
        position: vector(rng, 1e5),
        to: maybe(rng, |rng| vector(rng, 1e5)),
    };
    document.notes = (0..rng.random_range(0..3)).map(|i| note(rng, i)).collect();
    let marker = |rng: &mut Pcg32| MarkerDoc { name: format!("at {}", rng.random_range(0..9)), step: rng.random_range(0..=3_600_000) };
    document.markers = (0..rng.random_range(0..3)).map(|_| marker(rng)).collect();
    document.traces = (0..rng.random_range(0..3)).map(|_| trace(rng, &document)).collect();
    document.state = maybe(rng, |rng| Box::new(state(rng, &document)));
    document
}

/// Path to a random value inside `value`, biased to the depths.
fn random_node<'a>(rng: &mut Pcg32, value: &'a mut Value) -> &'a mut Value {
    let children = match &*value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    };
    if children == 0 || rng.random_bool(0.12) {
        return value;
    }
    let chosen = rng.random_range(0..children);
    match value {
        Value::Array(items) => random_node(rng, &mut items[chosen]),
        Value::Object(members) => match members.values_mut().nth(chosen) {
            Some(child) => random_node(rng, child),
            None => unreachable!("chosen below the count"),
        },
        scalar => scalar,
    }
}

/// Numbers around the bounds of the format, and far outside.
const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    1e-3,
    9e-4,
    1e-6,
    1e-7,
    10.0,
    64.0,
    65.0,
    100.5,
    400.0,
    401.0,
    1000.0,
    1001.0,
    1e4,
    10001.0,
    1e5,
    100001.0,
    1e9,
    4294967295.0,
    4294967296.0,
    1e16,
    1e38,
    1e39,
    -1e39,
    1e300,
];

/// Changes one random place: another number, another type, a member or element gone, doubled or renamed.
pub fn mutate(rng: &mut Pcg32, scene: &mut Value) {
    let node = random_node(rng, scene);
    match (rng.random_range(0..10), node) {
        (0..=3, node) if node.is_number() => *node = Value::from(*pick(rng, NUMBERS)),
        (0..=2, node) if node.is_string() => {
            *node = Value::from(*pick(rng, &["", "x", "static", "weld", "body 0x", "two\nlines", "shot 7"]))
        }
        (0..=5, node) if node.is_boolean() => *node = Value::from(rng.random_bool(0.5)),
        (0..=3, Value::Array(items)) if !items.is_empty() => {
            let i = rng.random_range(0..items.len());
            items.remove(i);
        }
        (4..=6, Value::Array(items)) if !items.is_empty() => {
            let copy = pick(rng, items).clone();
            items.push(copy);
        }
        (0..=3, Value::Object(members)) if !members.is_empty() => {
            let key = pick(rng, &members.keys().cloned().collect::<Vec<_>>()).clone();
            members.remove(&key);
        }
        (4..=6, Value::Object(members)) if !members.is_empty() => {
            let key = pick(rng, &members.keys().cloned().collect::<Vec<_>>()).clone();
            if let Some(value) = members.remove(&key) {
                members.insert(format!("{key}{}", pick(rng, &["", "s", "_"])), value);
            }
        }
        (_, node) => {
            let others = [
                Value::Null,
                Value::from(true),
                Value::from(1.5),
                Value::from(2),
                Value::from("text"),
                serde_json::json!([]),
                serde_json::json!({}),
            ];
            *node = pick(rng, &others).clone();
        }
    }
}

fn color(rng: &mut Pcg32) -> BodyColor {
    if rng.random_bool(0.5) { BodyColor::Hue(rng.random_range(0..8)) } else { BodyColor::Rgb([rng.random(), rng.random(), rng.random()]) }
}
