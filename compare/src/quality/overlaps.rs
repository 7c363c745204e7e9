//! Bodies that were put into each other: they come apart, and no speed is left. No gravity.

use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, STEP_HZ, Scene, material};
use collidoscope_physics::engine::math::Vec2;

/// A 1 m box half inside a static one: its speed and its spin when it is out.
fn pair(lab: Lab) -> [f64; 2] {
    let mut scene = Scene::new("half_inside", 0);
    scene.gravity = Vec2::ZERO;
    let rough = material(0.6, 0.0);
    scene.add(BodySpec::ground().with(Form::block(0.5, 0.5), rough));
    scene.add(BodySpec::dynamic(Vec2::new(0.0, 0.5)).with(Form::block(0.5, 0.5), rough));
    let mut stage = lab.stage(&scene);
    stage.run(2 * STEP_HZ as u32);
    let state = stage.state(1);
    [f64::from(state.velocity.length()), f64::from(state.spin)]
}

/// Discs in the crowd.
const CROWD: usize = 200;

/// A crowd of discs in one place, within walls of a metre: how many have left them after three seconds, and the
/// fastest then.
fn crowd(lab: Lab) -> [f64; 2] {
    const HALF: f32 = 9.0;
    let mut scene = Scene::new("crowd", 0);
    scene.gravity = Vec2::ZERO;
    let rough = material(0.6, 0.0);
    let (out, middle) = (HALF + 1.0, HALF + 0.5);
    let walls = [(out, 0.5, 0.0, middle), (out, 0.5, 0.0, -middle), (0.5, HALF, middle, 0.0), (0.5, HALF, -middle, 0.0)];
    scene.add(walls.iter().fold(BodySpec::ground(), |walls, &(w, h, x, y)| walls.with(Form::block_at(w, h, Vec2::new(x, y)), rough)));
    for _ in 0..CROWD {
        scene.add(BodySpec::dynamic(Vec2::ZERO).with(Form::disc(0.5), rough));
    }
    let mut stage = lab.stage(&scene);
    stage.run(3 * STEP_HZ as u32);
    let states: Vec<_> = (1..=CROWD).map(|body| stage.state(body)).collect();
    let outside = states.iter().filter(|state| state.position.abs().max_element() > HALF).count();
    [outside as f64, states.iter().map(|state| f64::from(state.velocity.length())).fold(0.0, f64::max)]
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial {
            name: "half_inside",
            rows: vec![
                Row::bound("box half inside a static one, speed it leaves with", "m/s", Want::Below(0.01)),
                Row::bound("box half inside a static one, spin it leaves with", "rad/s", Want::Below(0.01)),
            ],
            measure: Box::new(|lab| pair(lab).to_vec()),
        },
        Trial {
            name: "crowd_in_a_pen",
            rows: vec![
                Row::exact("200 discs in one place, outside their pen after 3 s", "", 0.0, Want::Equal),
                Row::bound("200 discs in one place, fastest after 3 s", "m/s", Want::Below(0.05)),
            ],
            measure: Box::new(|lab| crowd(lab).to_vec()),
        },
    ]
}
