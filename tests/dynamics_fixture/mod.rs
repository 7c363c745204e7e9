//! Short words for building worlds in tests.
#![allow(dead_code)] // each test file uses a part of it

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::joint::{Distance, JointDef, JointId, JointKind, Revolute};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::world::{World, WorldSettings};

pub const G: f32 = 9.81;

pub fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

pub fn world() -> World {
    World::new(WorldSettings::default())
}

pub fn weightless() -> World {
    World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() })
}

pub fn circle(radius: f32) -> Shape {
    Shape::Circle(Circle::try_new(Vec2::ZERO, radius).unwrap())
}

pub fn rectangle(width: f32, height: f32) -> Shape {
    Shape::Box(BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0).unwrap())
}

pub fn capsule(half_length: f32, radius: f32) -> Shape {
    Shape::Capsule(Capsule::try_new(vec2(-half_length, 0.0), vec2(half_length, 0.0), radius).unwrap())
}

pub fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| vec2(x, y)).collect();
    Shape::Polygon(ConvexPolygon::try_new(&points, 0.0).unwrap())
}

pub fn segment(a: Vec2, b: Vec2) -> Shape {
    Shape::Segment(Segment::try_new(a, b).unwrap())
}

pub fn of(shape: Shape) -> Vec<ColliderDef> {
    vec![ColliderDef { shape, material: Material::default(), filter: CollisionFilter::default() }]
}

pub fn made(shape: Shape, friction: f32, restitution: f32) -> Vec<ColliderDef> {
    vec![ColliderDef { shape, material: Material { friction, restitution, ..Material::default() }, filter: CollisionFilter::default() }]
}

pub fn at(x: f32, y: f32) -> BodyDef {
    BodyDef { position: vec2(x, y), ..BodyDef::default() }
}

pub fn fixed(x: f32, y: f32) -> BodyDef {
    BodyDef { kind: BodyKind::Static, ..at(x, y) }
}

/// Static ground with its surface at y = 0.
pub fn ground(world: &mut World) -> BodyId {
    ground_of(world, Material::default().friction, 0.0)
}

pub fn ground_of(world: &mut World, friction: f32, restitution: f32) -> BodyId {
    world.add_body(fixed(0.0, -0.5), made(rectangle(200.0, 1.0), friction, restitution))
}

pub fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

pub fn center(world: &World, id: BodyId) -> Vec2 {
    world.body(id).unwrap().center
}

pub fn velocity(world: &World, id: BodyId) -> Vec2 {
    world.body(id).unwrap().linear_velocity
}

pub fn angle(world: &World, id: BodyId) -> f32 {
    world.body(id).unwrap().pose.rotation.angle()
}

/// Pyramid of unit boxes, `base` wide, standing on y = 0; the bodies from below.
pub fn pyramid(world: &mut World, base: usize) -> Vec<BodyId> {
    let mut bodies = Vec::new();
    for row in 0..base {
        for k in 0..base - row {
            let x = k as f32 * 1.05 - 0.525 * (base - row - 1) as f32;
            bodies.push(world.add_body(at(x, 0.5 + row as f32), of(rectangle(1.0, 1.0))));
        }
    }
    bodies
}

/// House of cards, 0.4 m by 2 mm: rows of leaning pairs, level cards between; the bodies from below. The top card's
/// centre of the five-storey house lies at 1.66 m.
pub fn card_house(world: &mut World, storeys: usize) -> Vec<BodyId> {
    let (half, lean, pitch) = (0.2_f32, 25.0_f32.to_radians(), 0.175_f32);
    let mut bodies = Vec::new();
    let mut card = |x: f32, y: f32, angle: f32| {
        let def = BodyDef { position: vec2(x, y), angle, ..BodyDef::default() };
        bodies.push(world.add_body(def, made(rectangle(0.002, 2.0 * half), 0.7, 0.0)));
    };
    for storey in 0..storeys {
        let y = half - 0.02 + storey as f32 * (2.0 * half - 0.03);
        let left = storey as f32 * pitch;
        for k in 0..storeys - storey {
            let x = left + k as f32 * 2.0 * pitch;
            if k + 1 < storeys - storey {
                card(x + 0.25, y + half - 0.015, 0.5 * std::f32::consts::PI);
            }
            card(x, y, -lean);
            card(x + pitch, y, lean);
        }
    }
    bodies
}

/// A static body without shapes at the origin, to hang others on.
pub fn anchor_body(w: &mut World) -> BodyId {
    w.add_body(fixed(0.0, 0.0), Vec::new())
}

/// Joins two bodies at a point of the world; they no longer collide with each other.
pub fn join(w: &mut World, a: BodyId, b: BodyId, at: Vec2, kind: JointKind) -> JointId {
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a: at, anchor_b: at, kind, collide_connected: false }).unwrap()
}

pub fn free_hinge() -> JointKind {
    JointKind::Revolute(Revolute { limits: None, motor: None, spring: None })
}

pub fn rod(length: f32) -> JointKind {
    JointKind::Distance(Distance { length: Some(length), limits: None, spring: None })
}

/// How far a joint is from what it demands, metres.
pub fn gap(w: &World, id: JointId) -> f32 {
    w.joint_readout(id).unwrap().error
}

/// Time between successive upward zero crossings of `signal`, seconds, found between steps by a straight line.
pub fn period_of(w: &mut World, seconds: f32, mut signal: impl FnMut(&World) -> f32) -> f32 {
    let hz = w.settings().step_hz;
    let mut crossings = Vec::new();
    let mut before = signal(w);
    for step in 0..(seconds * hz) as usize {
        w.step();
        let now = signal(w);
        if before < 0.0 && now >= 0.0 {
            crossings.push((step as f32 + before / (before - now)) / hz);
        }
        before = now;
    }
    assert!(crossings.len() >= 3, "it does not swing");
    (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f32
}
