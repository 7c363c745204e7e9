//! Friction: slopes and a braking block.

use super::exact::{roll, slide, slip_angle_deg, stopping_distance};
use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, Scene, material};
use collidoscope_physics::engine::math::{Rot, Vec2};

const GRAVITY: f64 = 10.0;

/// A body that touches a slope falling to the right, at the origin of way.
///
/// ```text
///   `.  [body]          the slope is a long block turned by -angle about the origin;
///      `. /             the body sits on its surface
///         `.
/// ```
fn slope(angle: f64, friction: f32, form: Form, half_height: f32) -> Scene {
    let turn = -angle as f32;
    let up = Rot::from_angle(turn).rotate(Vec2::Y);
    let rough = material(friction, 0.0);
    let mut scene = Scene::new("slope", 0);
    scene.add(BodySpec::ground().with(Form::block_at(60.0, 1.0, Vec2::new(0.0, -1.0)), rough).turned(turn));
    scene.add(BodySpec::dynamic(up * half_height).with(form, rough).turned(turn));
    scene
}

/// Way of the body along the slope in 2 s, metres.
fn way(lab: Lab, scene: &Scene) -> f64 {
    let mut stage = lab.stage(scene);
    stage.run(120);
    (stage.state(1).position - scene.bodies[1].position).as_dvec2().length()
}

/// Steepest slope on which a block stays, degrees, to 0.001 by bisection. Soft contacts let a resting block creep at
/// a steady speed of less than a millimetre a second; it has slipped when it gains more than 0.3 mm/s from the third
/// to the sixth second. At 0.001 degrees above the angle it gains 0.6.
fn slip_angle(lab: Lab, friction: f32) -> f64 {
    let (mut stays, mut slips) = (0.0f64, 44.0f64);
    while slips - stays > 1e-3 {
        let middle = 0.5 * (stays + slips);
        let scene = slope(middle.to_radians(), friction, Form::block(0.5, 0.5), 0.5);
        let mut stage = lab.stage(&scene);
        let mut speed_after = |steps| {
            stage.run(steps);
            stage.state(1).velocity.as_dvec2().length()
        };
        let (early, late) = (speed_after(180), speed_after(180));
        if late - early > 3e-4 { slips = middle } else { stays = middle }
    }
    0.5 * (stays + slips)
}

pub(super) fn trials() -> Vec<Trial> {
    let slip = [0.2f32, 0.5, 0.8];
    let slide_at = 35.0f64.to_radians();
    let roll_at = 20.0f64.to_radians();
    vec![
        Trial {
            name: "slip_angle",
            rows: slip
                .map(|mu| Row::exact(format!("slip angle, friction {mu}"), "deg", slip_angle_deg(f64::from(mu)), Want::Within(0.02)))
                .to_vec(),
            measure: Box::new(move |lab| slip.map(|mu| slip_angle(lab, mu)).to_vec()),
        },
        Trial {
            name: "slide",
            rows: vec![Row::exact("slide, 35 deg, friction 0.5, 2 s", "m", slide(slide_at, 0.5, 2.0, GRAVITY), Want::Relative(0.001))],
            measure: Box::new(move |lab| vec![way(lab, &slope(slide_at, 0.5, Form::block(0.5, 0.5), 0.5))]),
        },
        Trial {
            name: "roll",
            rows: vec![Row::exact("roll, 20 deg, 2 s", "m", roll(roll_at, 2.0, GRAVITY), Want::Relative(0.001))],
            measure: Box::new(move |lab| vec![way(lab, &slope(roll_at, 0.9, Form::disc(0.5), 0.5))]),
        },
        Trial {
            name: "stopping_distance",
            rows: vec![Row::exact(
                "stopping distance, 5 m/s, friction 0.5",
                "m",
                stopping_distance(5.0, 0.5, GRAVITY),
                Want::Relative(0.002),
            )],
            measure: Box::new(|lab| {
                let mut scene = slope(0.0, 0.5, Form::block(0.5, 0.5), 0.5);
                scene.bodies[1].velocity = Vec2::new(5.0, 0.0);
                vec![way(lab, &scene)]
            }),
        },
    ]
}
