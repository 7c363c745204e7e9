//! Staying together: a bridge of planks, and a heavy ball on a chain. Both without friction in the joints, so that
//! only the solver can calm them.

use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, JointSpec, STEP_HZ, Scene, plain};
use crate::stage::Stage;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::math::Vec2;

/// Seconds that are watched.
const SECONDS: u32 = 20;
const PLANKS: usize = 160;
const LINKS: usize = 40;
/// Radius of the ball, metres: it weighs 672 links.
const BALL: f32 = 8.0;
/// Nothing collides.
const APART: CollisionFilter = CollisionFilter { layers: 1, collides_with: 0 };

/// A row of planks of one metre, hinged end to end between two fixed points at the height of the planks.
fn bridge() -> Scene {
    let mut scene = Scene::new("bridge", 0);
    let bank = scene.add(BodySpec::ground());
    let left = -0.5 * PLANKS as f32;
    let mut before = bank;
    for i in 0..PLANKS {
        let place = Vec2::new(left + i as f32 + 0.5, 0.0);
        let plank = scene.add(BodySpec::dynamic(place).with_filter(Form::block(0.5, 0.125), plain(), APART));
        scene.join(JointSpec::hinge(before, plank, Vec2::new(left + i as f32, 0.0)));
        before = plank;
    }
    scene.join(JointSpec::hinge(before, bank, Vec2::new(-left, 0.0)));
    scene
}

/// A chain of links of one metre that starts out level, with a ball of 8 m radius at its end.
fn ball_and_chain() -> Scene {
    let mut scene = Scene::new("ball_and_chain", 0);
    let mut before = scene.add(BodySpec::ground());
    let link = Form::Capsule { a: Vec2::new(-0.5, 0.0), b: Vec2::new(0.5, 0.0), radius: 0.125 };
    for i in 0..LINKS {
        let body = scene.add(BodySpec::dynamic(Vec2::new(i as f32 + 0.5, 0.0)).with_filter(link.clone(), plain(), APART));
        scene.join(JointSpec::hinge(before, body, Vec2::new(i as f32, 0.0)));
        before = body;
    }
    let ball = BodySpec::dynamic(Vec2::new(LINKS as f32 + BALL, 0.0));
    let ball = scene.add(ball.with_filter(Form::disc(BALL), plain(), APART));
    scene.join(JointSpec::hinge(before, ball, Vec2::new(LINKS as f32, 0.0)));
    scene
}

/// Largest gap of all joints now.
fn worst_gap(stage: &Stage<'_>) -> f64 {
    stage.joints().iter().map(|joint| stage.gap(joint)).fold(0.0, f64::max)
}

/// Runs to the end; the largest gap that any joint had, and the largest at the end. `look` sees the scene after each
/// step.
fn watch(stage: &mut Stage<'_>, mut look: impl FnMut(&Stage<'_>)) -> [f64; 2] {
    let mut worst = 0.0;
    for _ in 0..SECONDS * STEP_HZ as u32 {
        stage.step();
        worst = f64::max(worst, worst_gap(stage));
        look(stage);
    }
    [worst, worst_gap(stage)]
}

/// Worst gap, gap at the end, and how much farther from the first joint the ball ever was than the chain is long,
/// metres. Nearer it may be: a chain without friction keeps waving.
fn swing_ball(lab: Lab) -> [f64; 3] {
    let scene = ball_and_chain();
    let mut stretch = 0.0;
    let [worst, end] = watch(&mut lab.stage(&scene), |stage| {
        let distance = stage.state(LINKS + 1).center.as_dvec2().length();
        stretch = f64::max(stretch, distance - f64::from(LINKS as f32 + BALL));
    });
    [worst, end, stretch]
}

pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial {
            name: "bridge",
            rows: vec![
                Row::bound("bridge of 160 planks, worst gap in 20 s", "m", Want::Below(0.03)),
                Row::bound("bridge of 160 planks, gap at 20 s", "m", Want::Below(0.005)),
            ],
            measure: Box::new(|lab: Lab| watch(&mut lab.stage(&bridge()), |_| ()).to_vec()),
        },
        Trial {
            name: "ball_and_chain",
            rows: vec![
                Row::bound("ball on a chain, 672 : 1, worst gap in 20 s", "m", Want::Below(0.005)),
                Row::bound("ball on a chain, gap at 20 s", "m", Want::Below(0.005)),
                Row::bound("ball on a chain, stretched beyond 48 m", "m", Want::Below(0.05)),
            ],
            measure: Box::new(|lab: Lab| swing_ball(lab).to_vec()),
        },
    ]
}
