//! Elastic collisions: two discs, small discs off their middle, and a gas of a hundred.

use super::{Lab, Row, Trial, Want};
use crate::measure::kinetic_energy;
use crate::scene::{BodySpec, Form, STEP_HZ, Scene, material};
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;

/// A disc of mass 1 (in discs) hits a resting one of mass 3 off its middle, without friction or gravity: kinetic
/// energy after over before, and the error of the momentum as a fraction of it.
fn pair(lab: Lab) -> [f64; 2] {
    let mut scene = Scene::new("pair", 0);
    scene.gravity = Vec2::ZERO;
    let light = material(0.0, 1.0);
    let heavy = Material { density: 3.0, ..light };
    scene.add(BodySpec::dynamic(Vec2::new(-3.0, 0.3)).with(Form::disc(0.5), light).moving(Vec2::new(5.0, 0.0), 0.0));
    scene.add(BodySpec::dynamic(Vec2::ZERO).with(Form::disc(0.5), heavy));
    let mut stage = lab.stage(&scene);
    stage.run(2 * STEP_HZ as u32);
    let states = [0, 1].map(|body| stage.state(body));
    let mass = f64::from(states[0].mass);
    let [first, second] = states.map(|s| f64::from(s.mass) * s.velocity.as_dvec2());
    let (momentum, before) = (first + second, mass * 5.0);
    [kinetic_energy(&stage) / (0.5 * mass * 25.0), (momentum.x - before).hypot(momentum.y) / before]
}

/// Discs of 5 cm at 3 m/s hit resting ones off their middle, without friction or gravity: how far the directions of
/// both afterwards are from the exact ones, degrees, at most.
fn oblique(lab: Lab) -> [f64; 1] {
    const SHOTS: usize = 60;
    const RADIUS: f32 = 0.05;
    let elastic = material(0.0, 1.0);
    let mut worst = 0.0_f64;
    for shot in 0..SHOTS {
        let aside = 1.5 * shot as f32 / SHOTS as f32 - 0.75;
        let mut scene = Scene::new("oblique", 0);
        scene.gravity = Vec2::ZERO;
        // The moment of the step at which they meet differs from shot to shot.
        let far = 1.0 + 0.05 * (0.618 * shot as f32).fract();
        let moving = BodySpec::dynamic(Vec2::new(-far, 0.0)).with(Form::disc(RADIUS), elastic).moving(Vec2::new(3.0, 0.0), 0.0);
        scene.add(moving);
        scene.add(BodySpec::dynamic(Vec2::new(0.0, 2.0 * aside * RADIUS)).with(Form::disc(RADIUS), elastic));
        let mut stage = lab.stage(&scene);
        stage.run(STEP_HZ as u32);
        // Equal masses: B leaves along the line of the centres, A at a right angle to it.
        let normal = Vec2::new((1.0 - aside * aside).sqrt(), aside).as_dvec2();
        let exact = [normal * normal.x, normal.perp() * -normal.y];
        for (body, exact) in [1, 0].into_iter().zip(exact) {
            if exact.length() > 0.2 {
                worst = worst.max(exact.angle_between(stage.state(body).velocity.as_dvec2()).abs().to_degrees());
            }
        }
    }
    [worst]
}

/// Seconds at which the gas is looked at.
const LOOKS: [u32; 4] = [1, 5, 10, 30];

/// Kinetic energy of a hundred elastic discs in a box, over what it was at the start. No gravity, no friction, no
/// threshold.
fn gas(lab: Lab) -> [f64; 4] {
    const SIDE: usize = 10;
    let mut scene = Scene::new("gas", 0);
    scene.gravity = Vec2::ZERO;
    scene.restitution_threshold = 0.0;
    let elastic = material(0.0, 1.0);
    let walls = [(11.0, 1.0, 0.0, 11.0), (11.0, 1.0, 0.0, -11.0), (1.0, 11.0, 11.0, 0.0), (1.0, 11.0, -11.0, 0.0)];
    scene.add(walls.iter().fold(BodySpec::ground(), |walls, &(w, h, x, y)| walls.with(Form::block_at(w, h, Vec2::new(x, y)), elastic)));
    // Directions by a linear congruence (Park and Miller 1988): any fixed scatter will do.
    let mut seed = 1u64;
    let mut next = || {
        seed = seed * 48_271 % 2_147_483_647;
        seed as f64 / 2_147_483_647.0
    };
    let mut energy = 0.0;
    for index in 0..SIDE * SIDE {
        let place = Vec2::new(2.0 * (index % SIDE) as f32 - 9.0, 2.0 * (index / SIDE) as f32 - 9.0);
        let (sin, cos) = (std::f64::consts::TAU * next()).sin_cos();
        let speed = 2.0 + 4.0 * next();
        let velocity = Vec2::new((speed * cos) as f32, (speed * sin) as f32);
        energy += 0.5 * velocity.as_dvec2().length_squared();
        scene.add(BodySpec::dynamic(place).with(Form::disc(0.3), elastic).moving(velocity, 0.0));
    }
    let mut stage = lab.stage(&scene);
    LOOKS.map(|seconds| {
        stage.run(seconds * STEP_HZ as u32 - stage.steps());
        kinetic_energy(&stage) / (energy * f64::from(stage.state(1).mass))
    })
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial {
            name: "elastic_pair",
            rows: vec![
                Row::exact("elastic pair, kinetic energy after / before", "", 1.0, Want::Within(1e-5)),
                Row::exact("elastic pair, relative error of momentum", "", 0.0, Want::Within(1e-5)),
            ],
            measure: Box::new(|lab| pair(lab).to_vec()),
        },
        Trial {
            name: "elastic_oblique",
            rows: vec![Row::bound("elastic discs of 5 cm off their middle, worst direction", "deg", Want::Below(0.5))],
            measure: Box::new(|lab| oblique(lab).to_vec()),
        },
        Trial {
            name: "gas",
            rows: LOOKS
                .map(|s| Row::exact(format!("gas of 100 discs, kinetic energy after {s} s / before"), "", 1.0, Want::Within(0.01)))
                .to_vec(),
            measure: Box::new(|lab| gas(lab).to_vec()),
        },
    ]
}
