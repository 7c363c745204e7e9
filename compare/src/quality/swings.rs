//! Pendulums: period, amplitude, energy; Newton's cradle.

use super::exact::{disc_pendulum_length, pendulum_period};
use super::flight::vertex;
use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, JointSpec, STEP_HZ, Scene, material};
use crate::stage::Stage;
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::math::Vec2;

const GRAVITY: f64 = 10.0;
const ARM: f64 = 2.0;
const RADIUS: f64 = 0.25;
const SECONDS: u32 = 60;

/// Point at `length` below the origin, swung out by `angle` counter-clockwise.
fn hanging(length: f64, angle: f64) -> Vec2 {
    Vec2::new((length * angle.sin()) as f32, (-length * angle.cos()) as f32)
}

/// Angle at which a body hangs from `pivot`, radians counter-clockwise.
fn swing(stage: &Stage<'_>, body: usize, pivot: Vec2) -> f64 {
    let arm = (stage.state(body).center - pivot).as_dvec2();
    arm.x.atan2(-arm.y)
}

/// A disc on a massless arm of 2 m, let go at `amplitude` degrees.
fn pendulum(amplitude_deg: f64) -> Scene {
    let mut scene = Scene::new("pendulum", 0);
    let wall = scene.add(BodySpec::ground());
    let place = hanging(ARM, amplitude_deg.to_radians());
    let bob = scene.add(BodySpec::dynamic(place).with(Form::disc(RADIUS as f32), material(0.0, 0.0)));
    scene.join(JointSpec::hinge(wall, bob, Vec2::ZERO));
    scene
}

/// Mean period in seconds, from the first to the last upward passage of the lowest point in 60 s, and the amplitude
/// in degrees of the last swing.
fn swings(lab: Lab, amplitude_deg: f64) -> [f64; 2] {
    let scene = pendulum(amplitude_deg);
    let mut stage = lab.stage(&scene);
    let (mut passages, mut amplitude) = (Vec::new(), 0.0);
    let mut last = [0.0, 0.0, amplitude_deg.to_radians()];
    for step in 1..=SECONDS * STEP_HZ as u32 {
        stage.step();
        last = [last[1], last[2], swing(&stage, 1, Vec2::ZERO)];
        if last[1] < 0.0 && last[2] >= 0.0 {
            let part = last[2] / (last[2] - last[1]);
            passages.push((f64::from(step) - part) / f64::from(STEP_HZ));
        }
        if step >= 3 && last[0] < last[1] && last[1] >= last[2] {
            amplitude = vertex(last).to_degrees();
        }
    }
    let period = match (passages.first(), passages.last()) {
        (Some(first), Some(last)) if passages.len() > 1 => (last - first) / (passages.len() - 1) as f64,
        _ => f64::NAN,
    };
    [period, amplitude]
}

/// Energy that two discs on two arms of 1 m, let go horizontally, gain in 30 s, in units of `m g l`.
fn double_pendulum(lab: Lab) -> f64 {
    let mut scene = Scene::new("double_pendulum", 0);
    let wall = scene.add(BodySpec::ground());
    let bob = |x: f32| BodySpec::dynamic(Vec2::new(x, 0.0)).with(Form::disc(0.1), material(0.0, 0.0));
    let (upper, lower) = (scene.add(bob(1.0)), scene.add(bob(2.0)));
    scene.join(JointSpec::hinge(wall, upper, Vec2::ZERO));
    scene.join(JointSpec::hinge(upper, lower, Vec2::new(1.0, 0.0)));
    let mut stage = lab.stage(&scene);
    stage.run(30 * STEP_HZ as u32);
    // At the start all energy is zero: at rest, at the height of the pivot.
    let states = [upper, lower].map(|body| stage.state(body));
    let energy: f64 =
        states.iter().map(|s| f64::from(s.mass) * GRAVITY * f64::from(s.center.y)).sum::<f64>() + crate::measure::kinetic_energy(&stage);
    energy / (f64::from(states[0].mass) * GRAVITY * 1.0)
}

/// Largest angles in degrees of the last and of the middle of five touching balls, after the first fell from 45
/// degrees, until the last comes back. Restitution 1 without a threshold.
fn cradle(lab: Lab) -> [f64; 2] {
    const BALLS: usize = 5;
    let mut scene = Scene::new("cradle", 0);
    scene.restitution_threshold = 0.0;
    let wall = scene.add(BodySpec::ground());
    let steel = material(0.0, 1.0);
    let pivot = |ball: usize| Vec2::new(2.0 * RADIUS as f32 * ball as f32, 0.0);
    for ball in 0..BALLS {
        let angle = if ball == 0 { -45.0f64.to_radians() } else { 0.0 };
        let body = BodySpec::new(BodyKind::Dynamic, pivot(ball) + hanging(ARM, angle)).with(Form::disc(RADIUS as f32), steel);
        let body = scene.add(body);
        scene.join(JointSpec::hinge(wall, body, pivot(ball)));
    }
    let mut stage = lab.stage(&scene);
    let period = pendulum_period(disc_pendulum_length(ARM, RADIUS), 45.0f64.to_radians(), GRAVITY);
    let (mut last, mut middle) = (0.0, 0.0);
    for _ in 0..(0.7 * period * f64::from(STEP_HZ)) as u32 {
        stage.step();
        last = f64::max(last, swing(&stage, BALLS, pivot(BALLS - 1)).to_degrees());
        middle = f64::max(middle, swing(&stage, 3, pivot(2)).to_degrees().abs());
    }
    [last, middle]
}

pub(super) fn trials() -> Vec<Trial> {
    let pendulum = |name: &'static str, degrees: f64| Trial {
        name,
        rows: vec![
            Row::exact(
                format!("pendulum {degrees} deg, period"),
                "s",
                pendulum_period(disc_pendulum_length(ARM, RADIUS), degrees.to_radians(), GRAVITY),
                Want::Relative(1e-4),
            ),
            Row::exact(format!("pendulum {degrees} deg, amplitude after {SECONDS} s"), "deg", degrees, Want::Relative(1e-3)),
        ],
        measure: Box::new(move |lab| swings(lab, degrees).to_vec()),
    };
    vec![
        pendulum("pendulum_10", 10.0),
        pendulum("pendulum_60", 60.0),
        Trial {
            name: "double_pendulum",
            rows: vec![Row::exact("double pendulum, energy change in 30 s", "m g l", 0.0, Want::Within(0.05))],
            measure: Box::new(|lab| vec![double_pendulum(lab)]),
        },
        Trial {
            name: "cradle",
            rows: vec![
                Row { want: Want::Above(44.0), ..Row::exact("Newton's cradle, last ball", "deg", 45.0, Want::Equal) },
                Row { want: Want::Below(0.5), ..Row::exact("Newton's cradle, middle ball", "deg", 0.0, Want::Equal) },
            ],
            measure: Box::new(|lab| cradle(lab).to_vec()),
        },
    ]
}
