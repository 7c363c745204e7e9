//! Standing still: stacks, large mass ratios, an arch, a card house, dominoes.

use super::{Lab, Row, Trial, Want};
use crate::measure::{Quality, quality};
use crate::scene::{Action, BodySpec, Form, STEP_HZ, Scene, material, plain};
use crate::stage::Stage;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;
use std::f64::consts::PI;

/// A scene with a floor at height 0 about `x`.
fn floored(name: &str, x: f32) -> Scene {
    let mut scene = Scene::new(name, 0);
    scene.add(BodySpec::ground().with(Form::block_at(60.0, 1.0, Vec2::new(x, -1.0)), plain()));
    scene
}

/// Plain material of another density.
fn dense(density: f32) -> Material {
    Material { density, ..plain() }
}

/// Height of the last body's centre, and the quality, after some seconds.
fn settle(lab: Lab, scene: &Scene, seconds: u32) -> (f64, Quality) {
    let mut stage = lab.stage(scene);
    stage.run(seconds * STEP_HZ as u32);
    (f64::from(stage.state(scene.bodies.len() - 1).center.y), quality(&stage))
}

/// A pyramid of boxes of side `side`, `base` wide, its middle at `x`, the topmost box `ratio` times as dense.
fn pyramid(base: usize, side: f32, ratio: f32, x: f32) -> Scene {
    let mut scene = floored("pyramid", x);
    for row in 0..base {
        for column in 0..base - row {
            let place = Vec2::new(x + side * (column as f32 - 0.5 * (base - row - 1) as f32), side * (row as f32 + 0.5));
            let density = if row + 1 == base { ratio } else { 1.0 };
            scene.add(BodySpec::dynamic(place).with(Form::block(0.5 * side, 0.5 * side), dense(density)));
        }
    }
    scene
}

/// A large box on two small ones 400 times lighter.
fn large_on_two_small() -> Scene {
    let mut scene = floored("large_on_two_small", 0.0);
    for x in [-9.0, 9.0] {
        scene.add(BodySpec::dynamic(Vec2::new(x, 0.5)).with(Form::block(0.5, 0.5), plain()));
    }
    scene.add(BodySpec::dynamic(Vec2::new(0.0, 11.0)).with(Form::block(10.0, 10.0), plain()));
    scene
}

/// A box on one `ratio` times lighter.
fn two_boxes(ratio: f32) -> Scene {
    let mut scene = floored("two_boxes", 0.0);
    scene.add(BodySpec::dynamic(Vec2::new(0.0, 0.5)).with(Form::block(0.5, 0.5), plain()));
    scene.add(BodySpec::dynamic(Vec2::new(0.0, 1.5)).with(Form::block(0.5, 0.5), dense(ratio)));
    scene
}

/// Boxes on each other, each 1 cm to the left or right of the middle by turns.
fn stack(count: usize) -> Scene {
    let mut scene = floored("stack", 0.0);
    for i in 0..count {
        let x = if i % 2 == 0 { -0.01 } else { 0.01 };
        scene.add(BodySpec::dynamic(Vec2::new(x, i as f32 + 0.5)).with(Form::block(0.5, 0.5), plain()));
    }
    scene
}

/// Distance of the farthest box of a stack from the middle, metres.
fn farthest(stage: &Stage<'_>) -> f64 {
    stage.bodies().skip(1).map(|(body, _)| f64::from(stage.state(body).center.x).abs()).fold(0.0, f64::max)
}

/// Half the length and thickness of a card, metres.
const CARD: (f32, f32) = (0.2, 0.001);

/// Five storeys of cards of 40 cm × 2 mm: pairs that lean against each other at 25 degrees, and flat ones on their
/// tips, whose ends overlap the next by 5 cm. The storeys start a few millimetres into each other, and the pairs 6 mm
/// apart at the tip: the house must catch itself.
///
/// ```text
///        /\
///       ----
///      /\  /\
/// ```
fn card_house() -> Scene {
    const STOREYS: usize = 5;
    let mut scene = floored("card_house", 0.0);
    let paper = material(0.7, 0.0);
    let card = |x: f32, y: f32, angle: f32| BodySpec::dynamic(Vec2::new(x, y)).with(Form::block(CARD.1, CARD.0), paper).turned(angle);
    let lean = 25.0f32.to_radians();
    for storey in 0..STOREYS {
        let y = 0.18 + 0.37 * storey as f32;
        let pairs = STOREYS - storey;
        for pair in 0..pairs {
            let x = 0.35 * (pair as f32 + 0.5 * storey as f32);
            if pair + 1 < pairs {
                scene.add(card(x + 0.2625, y + 0.185, 0.5 * std::f32::consts::PI));
            }
            scene.add(card(x, y, -lean));
            scene.add(card(x + 0.175, y, lean));
        }
    }
    scene
}

/// Inner and outer radius of the arch, metres.
const ARCH: (f64, f64) = (10.0, 12.0);

/// Thirteen wedges over 120 degrees between two fixed ones, and four slabs stacked on the crown.
fn arch() -> Scene {
    const WEDGES: usize = 15;
    let mut scene = Scene::new("arch", 0);
    // The outermost wedges reach 10 degrees further out.
    let turn = |i: usize| (PI / 180.0) * (150.0 - 120.0 / (WEDGES - 2) as f64 * (i as f64 - 1.0));
    let corner = |radius: f64, angle: f64| Vec2::new((radius * angle.cos()) as f32, (radius * angle.sin()) as f32);
    for i in 0..WEDGES {
        let (from, to) = (turn(i), turn(i + 1));
        let corners = vec![corner(ARCH.0, to), corner(ARCH.1, to), corner(ARCH.1, from), corner(ARCH.0, from)];
        let fixed = i == 0 || i + 1 == WEDGES;
        let body = if fixed { BodySpec::ground() } else { BodySpec::dynamic(Vec2::ZERO) };
        scene.add(body.with(Form::Polygon(corners), plain()));
    }
    // The crown's outer face is a chord of the outer circle.
    let crown = ARCH.1 * (0.5 * (turn(0) - turn(1))).cos();
    for i in 0..4 {
        let y = crown as f32 + 0.5 + i as f32;
        scene.add(BodySpec::dynamic(Vec2::new(0.0, y)).with(Form::block(2.0, 0.5), plain()));
    }
    scene
}

const DOMINOES: usize = 15;

/// How many of a row of dominoes lie after the first was pushed at its top.
fn dominoes(lab: Lab) -> f64 {
    let mut scene = floored("dominoes", 0.0);
    for i in 0..DOMINOES {
        let place = Vec2::new(i as f32 - 0.5 * DOMINOES as f32, 0.5);
        scene.add(BodySpec::dynamic(place).with(Form::block(0.125, 0.5), plain()));
    }
    let first = scene.bodies[1].position;
    scene.script.push((1, Action::Push { body: 1, impulse: Vec2::new(0.2, 0.0), point: first + Vec2::new(0.0, 0.5) }));
    let mut stage = lab.stage(&scene);
    stage.run(15 * STEP_HZ as u32);
    // Lying: turned by more than 45 degrees, cosine below its root.
    let lying = stage.bodies().skip(1).filter(|(body, _)| stage.state(*body).rotation.cos.abs() < 0.5f32.sqrt());
    lying.count() as f64
}

pub(super) fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial {
        name: "card_house",
        rows: vec![Row { want: Want::Above(1.6), ..Row::exact("card house, highest card after 10 s", "m", 1.66, Want::Equal) }],
        measure: Box::new(|lab| vec![settle(lab, &card_house(), 10).1.top]),
    }];
    trials.extend(mass_ratios());
    trials.push(Trial {
        name: "arch",
        rows: vec![Row { want: Want::Below(0.1), ..Row::exact("arch with 4 slabs, drop of the load in 20 s", "m", 0.0, Want::Equal) }],
        measure: Box::new(|lab| {
            let scene = arch();
            let start = f64::from(scene.bodies[scene.bodies.len() - 1].position.y);
            vec![start - settle(lab, &scene, 20).0]
        }),
    });
    trials.push(Trial {
        name: "dominoes",
        rows: vec![Row::exact("dominoes that fall", "", DOMINOES as f64, Want::Equal)],
        measure: Box::new(|lab| vec![dominoes(lab)]),
    });
    trials.push(Trial {
        name: "stack",
        rows: vec![
            Row::bound("stack of 20, farthest from the middle after 20 s", "m", Want::Below(0.012)),
            Row::bound("stack of 20, deepest overlap", "m", Want::Below(0.005)),
            Row::bound("stack of 20, kinetic energy", "J", Want::Below(1e-4)),
        ],
        measure: Box::new(|lab| {
            let scene = stack(20);
            let mut stage = lab.stage(&scene);
            stage.run(20 * STEP_HZ as u32);
            let farthest = farthest(&stage);
            let quality = quality(&stage);
            // What lies about after a fall neither overlaps nor moves, and is no stack.
            let of_a_stack = |number: f64| if farthest < 0.5 { number } else { f64::NAN };
            vec![farthest, of_a_stack(quality.deepest), of_a_stack(quality.kinetic)]
        }),
    });
    trials.push(Trial {
        name: "tall_stack",
        rows: vec![Row::bound("stack of 40, farthest from the middle after 60 s", "m", Want::Below(0.1))],
        measure: Box::new(|lab| {
            let scene = stack(40);
            let mut stage = lab.stage(&scene);
            stage.run(60 * STEP_HZ as u32);
            vec![farthest(&stage)]
        }),
    });
    trials.push(Trial {
        name: "stack_at_two_substeps",
        rows: vec![Row::bound("stack of 10 at 2 sub-steps, farthest after 60 s", "m", Want::Below(0.1))],
        measure: Box::new(|lab| {
            let scene = stack(10);
            let mut stage = Stage::new(lab.which, &scene, Some(2));
            stage.run(60 * STEP_HZ as u32);
            vec![farthest(&stage)]
        }),
    });
    // The farthest place is 20 m inside 100 km, where this engine's world ends.
    trials.extend([("far_1e4", 1e4f32, 0.01), ("far_1e5", 1e5f32 - 20.0, 0.03)].map(|(name, x, want)| Trial {
        name,
        rows: vec![Row::exact(format!("pyramid of 10 at x = {x} m, top after 10 s"), "m", 9.5, Want::Within(want))],
        measure: Box::new(move |lab| vec![settle(lab, &pyramid(10, 1.0, 1.0, x), 10).0]),
    }));
    trials
}

fn mass_ratios() -> Vec<Trial> {
    let heavy_top = [(100.0f32, "heavy_top_100"), (200.0, "heavy_top_200"), (300.0, "heavy_top_300")].map(|(ratio, name)| Trial {
        name,
        rows: vec![
            Row::exact(format!("pyramid under a {ratio} times heavier top, top after 10 s"), "m", 19.0, Want::Within(0.06)),
            Row::bound(format!("pyramid under a {ratio} times heavier top, overlap"), "m", Want::Below(0.015)),
        ],
        measure: Box::new(move |lab| {
            let (top, quality) = settle(lab, &pyramid(10, 2.0, ratio, 0.0), 10);
            vec![top, quality.deepest]
        }),
    });
    let large = Trial {
        name: "large_on_two_small",
        rows: vec![
            Row::exact("400 : 1 on two boxes, height after 10 s", "m", 11.0, Want::Within(0.03)),
            Row::bound("400 : 1 on two boxes, overlap", "m", Want::Below(0.025)),
        ],
        measure: Box::new(|lab| {
            let (height, quality) = settle(lab, &large_on_two_small(), 10);
            vec![height, quality.deepest]
        }),
    };
    let pairs = [(10.0f32, "two_boxes_10", 0.002), (100.0, "two_boxes_100", 0.015), (1000.0, "two_boxes_1000", 0.12)];
    let pairs = pairs.map(|(ratio, name, want)| Trial {
        name,
        rows: vec![Row::exact(format!("{ratio} : 1 on one box, height after 10 s"), "m", 1.5, Want::Within(want))],
        measure: Box::new(move |lab| vec![settle(lab, &two_boxes(ratio), 10).0]),
    });
    heavy_top.into_iter().chain([large]).chain(pairs).collect()
}
