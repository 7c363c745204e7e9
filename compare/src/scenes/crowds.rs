//! Scenes with many loose bodies: a smash, a junkyard, compounds poured into a bin.

use crate::scene::{Action, BodySpec, Form, STEP_HZ, Scene, material, plain};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;
use std::f64::consts::TAU;

/// A box of 8 m, eight times as dense, at 40 m/s into a wall of 120 × 80 boxes of 0.4 m that just touch. No gravity.
pub fn smash() -> Scene {
    const COLUMNS: usize = 120;
    const ROWS: usize = 80;
    let mut scene = Scene::new("smash", 300);
    scene.gravity = Vec2::ZERO;
    let heavy = Material { density: 8.0, ..plain() };
    scene.add(BodySpec::dynamic(Vec2::new(-20.0, 0.0)).with(Form::block(4.0, 4.0), heavy).moving(Vec2::new(40.0, 0.0), 0.0));
    for column in 0..COLUMNS {
        for row in 0..ROWS {
            let place = Vec2::new(30.0 + 0.4 * column as f32, 0.4 * (row as f32 - 0.5 * ROWS as f32));
            scene.add(BodySpec::dynamic(place).with(Form::block(0.2, 0.2), plain()));
        }
    }
    scene
}

/// A floor and two walls made of unit blocks that overlap a little.
fn bin(half_width: usize, height: usize) -> BodySpec {
    let floor = (0..=2 * half_width).map(|i| (0.55, 0.5, i as f32 - half_width as f32, 0.0));
    let wall = |x: f32| (1..=height).map(move |i| (0.5, 0.55, x, i as f32));
    let blocks = floor.chain(wall(-(half_width as f32))).chain(wall(half_width as f32));
    blocks.fold(BodySpec::ground(), |bin, (width, height, x, y)| bin.with(Form::block_at(width, height, Vec2::new(x, y)), plain()))
}

/// 8,000 pentagons fall into a bin 160 m wide, in which a kinematic block goes to and fro: `x = 60 sin(0.2 t)` metres.
pub fn junkyard() -> Scene {
    const COLUMNS: usize = 200;
    const ROWS: usize = 40;
    const STEPS: u32 = 300;
    let mut scene = Scene::new("junkyard", STEPS);
    scene.add(bin(80, 50));
    let corner = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / 5.0).sin_cos();
        Vec2::new((0.25 * cos) as f32, (0.25 * sin) as f32)
    };
    let pentagon = Form::Polygon((0..5).map(corner).collect());
    for column in 0..COLUMNS {
        for row in 0..ROWS {
            let aside = if (column * ROWS + row).is_multiple_of(2) { -0.1 } else { 0.1 };
            let place = Vec2::new(0.75 * (column as f32 - 0.5 * COLUMNS as f32) + aside, 15.0 + row as f32);
            scene.add(BodySpec::dynamic(place).with(pentagon.clone(), plain()));
        }
    }
    let block = Form::block_at(2.0, 4.0, Vec2::new(0.0, 4.0));
    let pusher = scene.add(BodySpec::new(BodyKind::Kinematic, Vec2::ZERO).with(block, plain()));
    let place = |step: u32| 60.0 * (0.2 * f64::from(step) / f64::from(STEP_HZ)).sin();
    for step in 0..STEPS {
        let speed = (place(step + 1) - place(step)) * f64::from(STEP_HZ);
        scene.script.push((step, Action::Velocity { body: pusher, linear: Vec2::new(speed as f32, 0.0), angular: 0.0 }));
    }
    scene
}

/// 3,000 bodies of two triangles that lean against each other, poured into a bin 80 m wide.
pub fn compounds() -> Scene {
    const COLUMNS: usize = 20;
    const ROWS: usize = 150;
    let mut scene = Scene::new("compounds", 400);
    scene.add(bin(40, 100));
    let rough = material(0.5, 0.0);
    let left = Form::Polygon(vec![Vec2::new(-1.0, 0.0), Vec2::new(0.5, 1.0), Vec2::new(0.0, 2.0)]);
    let right = Form::Polygon(vec![Vec2::new(1.0, 0.0), Vec2::new(0.0, 2.0), Vec2::new(-0.5, 1.0)]);
    for column in 0..COLUMNS {
        for row in 0..ROWS {
            let aside = if (column * ROWS + row).is_multiple_of(2) { 0.25 } else { -0.25 };
            let place = Vec2::new(2.0 * column as f32 - 19.0 + aside, 5.575 + 2.25 * row as f32);
            scene.add(BodySpec::dynamic(place).with(left.clone(), rough).with(right.clone(), rough));
        }
    }
    scene
}
