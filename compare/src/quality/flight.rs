//! Flight and bounces.

use super::exact::{bounce_ratio, throw_height};
use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, STEP_HZ, Scene, material};
use collidoscope_physics::engine::math::Vec2;

const GRAVITY: f64 = 10.0;
/// Height of the first fall, metres: the fourth bounce at e = 0.5 still hits with 1.8 m/s, above the threshold of 1
/// m/s.
const FALL: f64 = 10.0;
const RADIUS: f32 = 0.25;

/// Ratios of successive heights of the first four bounces. A height is the vertex of the parabola through the three
/// highest samples, which is exact in free flight.
fn bounces(lab: Lab, restitution: f32) -> [f64; 4] {
    let ball = material(0.0, restitution);
    let mut scene = Scene::new("bounce", 0);
    scene.add(BodySpec::ground().with(Form::block_at(20.0, 1.0, Vec2::new(0.0, -1.0)), ball));
    scene.add(BodySpec::dynamic(Vec2::new(0.0, FALL as f32 + RADIUS)).with(Form::disc(RADIUS), ball));
    let mut stage = lab.stage(&scene);
    let mut samples = [f64::INFINITY; 3];
    let mut heights = vec![FALL];
    for _ in 0..1200 {
        stage.step();
        let state = stage.state(1);
        samples = [samples[1], samples[2], f64::from(state.position.y) - f64::from(RADIUS)];
        if samples[0] < samples[1] && samples[1] >= samples[2] {
            heights.push(vertex(samples));
        }
        if heights.len() == 5 {
            break;
        }
    }
    heights.resize(5, 0.0);
    [0, 1, 2, 3].map(|k| heights[k + 1] / heights[k])
}

/// Highest value of the parabola through three equally spaced samples.
pub(super) fn vertex([a, b, c]: [f64; 3]) -> f64 {
    let curve = a - 2.0 * b + c;
    if curve == 0.0 { b } else { b - (c - a) * (c - a) / (8.0 * curve) }
}

pub(super) fn trials() -> Vec<Trial> {
    let bounce = |name: &'static str, restitution: f32, want: f64| Trial {
        name,
        rows: (1..=4)
            .map(|k| {
                let exact = bounce_ratio(f64::from(restitution));
                let want = if restitution == 1.0 { Want::Within(want) } else { Want::Relative(want) };
                Row::exact(format!("bounce e = {restitution}, height {k} over the one before"), "", exact, want)
            })
            .collect(),
        measure: Box::new(move |lab| bounces(lab, restitution).to_vec()),
    };
    vec![
        bounce("bounce_1", 1.0, 0.001),
        bounce("bounce_0.8", 0.8, 0.005),
        bounce("bounce_0.5", 0.5, 0.02),
        Trial {
            name: "projectile",
            rows: vec![Row::exact("projectile, error of height after 2 s", "m", 0.0, Want::Within(1e-4))],
            measure: Box::new(|lab| {
                let mut scene = Scene::new("projectile", 0);
                let thrown = BodySpec::dynamic(Vec2::ZERO).with(Form::disc(RADIUS), material(0.0, 0.0));
                scene.add(thrown.moving(Vec2::new(10.0, 12.0), 0.0));
                let mut stage = lab.stage(&scene);
                stage.run(2 * STEP_HZ as u32);
                vec![f64::from(stage.state(0).position.y) - throw_height(0.0, 12.0, 2.0, GRAVITY)]
            }),
        },
    ]
}
