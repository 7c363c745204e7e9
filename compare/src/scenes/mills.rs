//! Scenes that are stirred: a drum, a stirrer, a washing machine.

use crate::scene::{BodySpec, Form, JointSpec, Link, Scene, material, plain};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;
use std::f64::consts::TAU;

/// A point on a circle about the origin; `turn` in whole turns.
fn on_circle(radius: f64, turn: f64) -> Vec2 {
    let (sin, cos) = (TAU * turn).sin_cos();
    Vec2::new((radius * cos) as f32, (radius * sin) as f32)
}

/// A grid of equal boxes with its middle at `center`.
fn add_grid(scene: &mut Scene, side: usize, half: f32, pitch: f32, center: Vec2) {
    let offset = |index: usize| pitch * (index as f32 - 0.5 * (side - 1) as f32);
    for row in 0..side {
        for column in 0..side {
            let place = center + Vec2::new(offset(column), offset(row));
            scene.add(BodySpec::dynamic(place).with(Form::block(half, half), plain()));
        }
    }
}

/// A square drum of four thick walls, 20 m wide, driven by a motor at 25 degrees per second, with 45 × 45 small boxes
/// in it.
pub fn tumbler() -> Scene {
    let mut scene = Scene::new("tumbler", 750);
    let axle = Vec2::new(0.0, 10.0);
    let ground = scene.add(BodySpec::ground());
    let heavy = Material { density: 50.0, ..plain() };
    let walls = [(0.5, 10.0, 10.0, 0.0), (0.5, 10.0, -10.0, 0.0), (10.0, 0.5, 0.0, 10.0), (10.0, 0.5, 0.0, -10.0)];
    let drum = walls
        .iter()
        .fold(BodySpec::dynamic(axle), |drum, &(width, height, x, y)| drum.with(Form::block_at(width, height, Vec2::new(x, y)), heavy));
    let drum = scene.add(drum);
    let motor = Some((25.0f32.to_radians(), 1e8));
    let link = Link::Revolute { limits: None, motor, spring: None };
    scene.join(JointSpec { link, a: ground, b: drum, anchor: axle, collide: false });
    add_grid(&mut scene, 45, 0.125, 0.4, axle);
    scene
}

/// A ring of 360 segments, 40 m in radius, with capsules, discs and boxes that start in each other, stirred by a bar
/// on a motor.
pub fn spinner() -> Scene {
    const SIDES: usize = 360;
    let mut scene = Scene::new("spinner", 400);
    let smooth = material(0.1, 0.0);
    let corner = |i: usize| on_circle(40.0, -(i as f64) / SIDES as f64) + Vec2::new(0.0, 32.0);
    let ring = (0..SIDES).fold(BodySpec::ground(), |ring, i| ring.with(Form::Segment { a: corner(i), b: corner(i + 1) }, smooth));
    let ring = scene.add(ring);
    let axle = Vec2::new(0.0, 12.0);
    let bar = scene.add(BodySpec::dynamic(axle).with(Form::block(0.6, 20.0), material(0.0, 0.0)));
    let link = Link::Revolute { limits: None, motor: Some((5.0, 4e6)), spring: None };
    scene.join(JointSpec { link, a: ring, b: bar, anchor: axle, collide: false });
    let crumb = Material { density: 0.25, friction: 0.1, restitution: 0.1, ..plain() };
    for i in 0..2 * 3038 {
        let place = Vec2::new(-23.0 + 0.5 * (i % 92) as f32, 2.0 + 0.5 * (i / 92) as f32);
        scene.add(BodySpec::dynamic(place).with(crumb_form(i), crumb));
    }
    scene
}

/// Capsule, disc and box by turns.
fn crumb_form(i: usize) -> Form {
    match i % 3 {
        0 => Form::Capsule { a: Vec2::new(-0.25, 0.0), b: Vec2::new(0.25, 0.0), radius: 0.25 },
        1 => Form::disc(0.35),
        _ => Form::block(0.35, 0.35),
    }
}

/// A round kinematic drum of 36 staves with four ribs, turning at 25 degrees per second, with 90 × 90 small boxes in
/// it.
pub fn washer() -> Scene {
    const STAVES: usize = 36;
    let mut scene = Scene::new("washer", 300);
    let axle = Vec2::new(0.0, 10.0);
    let mut drum = BodySpec::new(BodyKind::Kinematic, axle).moving(Vec2::ZERO, 25.0f32.to_radians());
    for stave in 0..STAVES {
        let (from, to) = (stave as f64 / STAVES as f64, (stave + 1) as f64 / STAVES as f64);
        // Staves overlap a little, so that no corner can slip in between.
        let lap = 0.1 * (to - from) / 2.0;
        let quad = |inner: f64, outer: f64, a: f64, b: f64| {
            Form::Polygon(vec![on_circle(inner, a), on_circle(outer, a), on_circle(outer, b), on_circle(inner, b)])
        };
        drum = drum.with(quad(16.0, 18.0, from - lap, to + lap), plain());
        if stave % (STAVES / 4) == 0 {
            drum = drum.with(quad(14.0, 16.0, from, to), plain());
        }
    }
    scene.add(drum);
    add_grid(&mut scene, 90, 0.1, 0.21, axle);
    scene
}

/// Twelve crumbs of three forms fall on a floor beside a driven bar: a second of everything.
pub fn smoke() -> Scene {
    let mut scene = Scene::new("smoke", 60);
    let floor = scene.add(BodySpec::ground().with(Form::block_at(20.0, 1.0, Vec2::new(0.0, -1.0)), plain()));
    let axle = Vec2::new(6.0, 3.0);
    let bar = scene.add(BodySpec::dynamic(axle).with(Form::block(0.2, 2.0), plain()));
    let link = Link::Revolute { limits: None, motor: Some((2.0, 1e4)), spring: None };
    scene.join(JointSpec { link, a: floor, b: bar, anchor: axle, collide: false });
    for i in 0..12 {
        let place = Vec2::new(-4.0 + (i % 4) as f32, 0.6 + 0.9 * (i / 4) as f32);
        scene.add(BodySpec::dynamic(place).with(crumb_form(i), plain()));
    }
    scene
}
