//! Impacts that one contact alone does not explain: what lands flat, what hangs on joints, what is hit by something
//! driven that is thin and fast.

use super::{Lab, Row, Trial, Want};
use crate::measure::kinetic_energy;
use crate::scene::{BodySpec, Form, JointSpec, STEP_HZ, Scene, material, plain};
use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::math::{Rot, Vec2};

const GRAVITY: f64 = 10.0;
const RESTITUTION: f32 = 0.8;
/// How far the boxes fall, metres.
const DROP: f32 = 3.0;

/// Boxes of 2:1, 1:1 and 1:2 that land flat with friction 0.6: the farthest that any rebounds beside e² of its fall, as
/// a share of that, and the largest turn at the top, radians.
fn flat(lab: Lab) -> [f64; 2] {
    let mut worst = [0.0_f64; 2];
    for half in [Vec2::new(1.0, 0.5), Vec2::new(0.5, 0.5), Vec2::new(0.5, 1.0)] {
        let mut scene = Scene::new("flat", 0);
        let bouncy = material(0.6, RESTITUTION);
        scene.add(BodySpec::ground().with(Form::block_at(20.0, 0.5, Vec2::new(0.0, -0.5)), bouncy));
        scene.add(BodySpec::dynamic(Vec2::new(0.0, half.y + DROP)).with(Form::block(half.x, half.y), bouncy));
        let mut stage = lab.stage(&scene);
        // Down, and up again: (1 + e) √(2 h / g).
        let seconds = (1.0 + f64::from(RESTITUTION)) * (2.0 * f64::from(DROP) / GRAVITY).sqrt();
        stage.run((0.75 * seconds * f64::from(STEP_HZ)) as u32);
        let (mut top, mut turn) = (0.0_f64, 0.0_f64);
        for _ in 0..(0.4 * seconds * f64::from(STEP_HZ)) as u32 {
            stage.step();
            let state = stage.state(1);
            if f64::from(state.center.y - half.y) > top {
                (top, turn) = (f64::from(state.center.y - half.y), f64::from(state.rotation.angle()).abs());
            }
        }
        let exact = f64::from(RESTITUTION * RESTITUTION * DROP);
        worst = [worst[0].max((top / exact - 1.0).abs()), worst[1].max(turn)];
    }
    worst
}

/// Five balls, each hinged to the end of a bar of 2 m and 0.04 kg that is hinged to the world, 1 cm apart; the first is
/// let go at 45 degrees. Energy after a minute over that at the start.
fn cradle_on_bars(lab: Lab) -> f64 {
    const BALLS: usize = 5;
    let (arm, radius) = (2.0_f32, 0.25_f32);
    let mut scene = Scene::new("cradle_on_bars", 0);
    scene.restitution_threshold = 0.0;
    let wall = scene.add(BodySpec::ground());
    let apart = CollisionFilter { layers: 1, collides_with: 0 };
    for ball in 0..BALLS {
        let pivot = Vec2::new((2.0 * radius + 0.01) * ball as f32, 0.0);
        let angle = if ball == 0 { -45.0f32.to_radians() } else { 0.0 };
        let end = pivot + arm * Rot::from_angle(angle).rotate(Vec2::NEG_Y);
        let bar = BodySpec::dynamic(0.5 * (pivot + end)).turned(angle);
        let bar = scene.add(bar.with_filter(Form::block(0.01, 0.5 * arm), plain(), apart));
        let ball = scene.add(BodySpec::dynamic(end).with(Form::disc(radius), material(0.0, 1.0)));
        scene.join(JointSpec::hinge(wall, bar, pivot));
        scene.join(JointSpec::hinge(bar, ball, end));
    }
    let mut stage = lab.stage(&scene);
    // Above where all hang plumb.
    let energy = |stage: &crate::stage::Stage<'_>| {
        let lifted = |body: usize| {
            let (state, plumb) = (stage.state(body), if body % 2 == 1 { 0.5 * arm } else { arm });
            f64::from(state.mass) * GRAVITY * f64::from(state.center.y + plumb)
        };
        kinetic_energy(stage) + (1..=2 * BALLS).map(lifted).sum::<f64>()
    };
    let start = energy(&stage);
    stage.run(60 * STEP_HZ as u32);
    energy(&stage) / start
}

/// A thin driven thing, and a ball of 5 cm in its way.
struct Shot {
    half: Vec2,
    center: Vec2,
    velocity: Vec2,
    spin: f32,
    ball: Vec2,
}

/// How many of these shots pass through the ball, without gravity: it is not moved at all.
fn passed(lab: Lab, shots: impl Iterator<Item = Shot>) -> f64 {
    let mut passed = 0;
    for Shot { half, center, velocity, spin, ball } in shots {
        let mut scene = Scene::new("driven", 0);
        scene.gravity = Vec2::ZERO;
        let driven = BodySpec::new(BodyKind::Kinematic, center).moving(velocity, spin);
        scene.add(driven.with(Form::block(half.x, half.y), plain()));
        scene.add(BodySpec::dynamic(ball).with(Form::disc(0.05), plain()));
        let mut stage = lab.stage(&scene);
        stage.run(STEP_HZ as u32 / 2);
        passed += usize::from(stage.state(1).velocity.length() < 0.1);
    }
    passed as f64
}

/// So many shots of each kind.
const SHOTS: usize = 200;

/// A blade of 4 m × 5 cm whose tips are at 30 to 200 m/s.
fn rotor(lab: Lab) -> f64 {
    passed(
        lab,
        (0..SHOTS).map(|shot| {
            let (share, other) = ((0.618 * shot as f32).fract(), (0.4142 * shot as f32).fract());
            let (reach, angle) = (0.5 + 1.3 * share, 0.3 + 2.5 * other);
            let ball = reach * Rot::from_angle(angle).rotate(Vec2::X);
            let spin = (30.0 + 170.0 * shot as f32 / SHOTS as f32) / 2.0;
            Shot { half: Vec2::new(2.0, 0.025), center: Vec2::ZERO, velocity: Vec2::ZERO, spin, ball }
        }),
    )
}

/// A wall of 5 cm that is driven at 30 to 200 m/s.
fn wall(lab: Lab) -> f64 {
    passed(
        lab,
        (0..SHOTS).map(|shot| {
            let (share, speed) = ((0.618 * shot as f32).fract(), 30.0 + 170.0 * shot as f32 / SHOTS as f32);
            let ball = Vec2::new(1.0 + 3.0 * share, 0.3 * share);
            Shot { half: Vec2::new(0.025, 1.0), center: Vec2::ZERO, velocity: Vec2::new(speed, 0.0), spin: 0.0, ball }
        }),
    )
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial {
            name: "flat_bounce",
            rows: vec![
                Row::bound("boxes that land flat, farthest from e² of their fall", "", Want::Below(0.02)),
                Row::bound("boxes that land flat, largest turn", "rad", Want::Below(1e-3)),
            ],
            measure: Box::new(|lab| flat(lab).to_vec()),
        },
        Trial {
            name: "cradle_on_bars",
            rows: vec![Row::exact("cradle on hinged bars, energy after 60 s", "of the start's", 1.0, Want::Within(0.02))],
            measure: Box::new(|lab| vec![cradle_on_bars(lab)]),
        },
        Trial {
            name: "rotor",
            rows: vec![Row::exact(format!("thin rotor, balls that it passes of {SHOTS}"), "", 0.0, Want::Equal)],
            measure: Box::new(|lab| vec![rotor(lab)]),
        },
        Trial {
            name: "driven_wall",
            rows: vec![Row::exact(format!("driven wall, balls that it passes of {SHOTS}"), "", 0.0, Want::Equal)],
            measure: Box::new(|lab| vec![wall(lab)]),
        },
    ]
}
