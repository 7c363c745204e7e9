//! Flush tiles without friction: what slides over them must not notice the seams. Gravity is 10 m/s².

use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, STEP_HZ, Scene, material};
use collidoscope_physics::engine::math::Vec2;

/// Slides from so many places beside each other, so that seams are met at different moments of a step.
const PHASES: usize = 40;

/// Slides over tiles of this width, metres, at this speed, m/s, for three seconds: how many are caught (have lost a
/// twentieth of their speed), the largest share of speed that the others lose, in percent, and the highest hop,
/// metres.
fn slide(lab: Lab, form: fn() -> Form, tile: f32, speed: f32) -> [f64; 3] {
    let smooth = material(0.0, 0.0);
    let (mut caught, mut lost, mut hop) = (0, 0.0_f64, 0.0_f64);
    for phase in 0..PHASES {
        let mut scene = Scene::new("seams", 0);
        let tiles = ((3.0 * speed + 4.0) / tile) as usize + 1;
        for index in 0..tiles {
            let middle = Vec2::new((index as f32 + 0.5) * tile - 2.0, -0.5);
            scene.add(
                BodySpec::new(collidoscope_physics::engine::body::BodyKind::Static, middle).with(Form::block(0.5 * tile, 0.5), smooth),
            );
        }
        let start = speed / STEP_HZ * phase as f32 / PHASES as f32;
        let body = scene.add(BodySpec::dynamic(Vec2::new(start, 0.25)).with(form(), smooth).moving(Vec2::new(speed, 0.0), 0.0));
        let mut stage = lab.stage(&scene);
        let mut height = 0.0_f64;
        for _ in 0..3 * STEP_HZ as u32 {
            stage.step();
            height = height.max(f64::from(stage.state(body).position.y) - 0.25);
        }
        let share = 1.0 - f64::from(stage.state(body).velocity.x / speed);
        hop = hop.max(height);
        if share > 0.05 {
            caught += 1;
        } else {
            lost = lost.max(100.0 * share.abs());
        }
    }
    [f64::from(caught), lost, hop]
}

fn rows(what: &str) -> Vec<Row> {
    vec![
        Row::exact(format!("{what}, caught of {PHASES}"), "", 0.0, Want::Equal),
        Row::bound(format!("{what}, speed lost by the others"), "%", Want::Below(0.1)),
        Row::bound(format!("{what}, highest hop"), "m", Want::Below(0.005)),
    ]
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial {
            name: "seams_box",
            rows: rows("box of 0.5 m at 1 m/s over tiles of 1 m"),
            measure: Box::new(|lab| slide(lab, || Form::block(0.25, 0.25), 1.0, 1.0).to_vec()),
        },
        Trial {
            name: "seams_disc",
            rows: rows("disc of 0.5 m at 5 m/s over tiles of 0.25 m"),
            measure: Box::new(|lab| slide(lab, || Form::disc(0.25), 0.25, 5.0).to_vec()),
        },
    ]
}
