//! Heavy loads on light links, and a loop: how far the joints open. All of it hinged, as all engines have hinges.

use super::{Lab, Row, Trial, Want};
use crate::scene::{BodySpec, Form, JointSpec, Link, STEP_HZ, Scene, plain};
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::{Vec2, atan2};

/// Seconds that are watched.
const SECONDS: u32 = 10;
/// Nothing collides.
const APART: CollisionFilter = CollisionFilter { layers: 1, collides_with: 0 };

/// The largest gap of all joints in ten seconds, metres.
fn worst_gap(lab: Lab, scene: &Scene) -> f64 {
    let mut stage = lab.stage(scene);
    let mut worst = 0.0;
    for _ in 0..SECONDS * STEP_HZ as u32 {
        stage.step();
        worst = stage.joints().iter().map(|joint| stage.gap(joint)).fold(worst, f64::max);
    }
    worst
}

/// Links of a metre and 0.1 kg, hinged end to end, that start out level, with a disc of `ratio` times a link's mass at
/// the end.
fn loaded_chain(links: usize, ratio: f32) -> Scene {
    let mut scene = Scene::new("loaded_chain", 0);
    let mut before = scene.add(BodySpec::ground());
    for k in 0..links {
        let link = BodySpec::dynamic(Vec2::new(k as f32 + 0.5, 0.0)).with_filter(Form::block(0.5, 0.05), plain(), APART);
        let link = scene.add(link);
        scene.join(JointSpec::hinge(before, link, Vec2::new(k as f32, 0.0)));
        before = link;
    }
    let radius = 0.25_f32;
    let density = 0.1 * ratio / (std::f32::consts::PI * radius * radius);
    let place = Vec2::new(links as f32, 0.0);
    let load = BodySpec::dynamic(place).with_filter(Form::disc(radius), Material { density, ..plain() }, APART);
    let load = scene.add(load);
    scene.join(JointSpec::hinge(before, load, place));
    scene
}

/// A four-bar linkage whose crank of 1 m is driven at 6 rad/s; coupler 3 m, rocker 2.5 m, ground 3 m.
fn four_bar() -> Scene {
    let mut scene = Scene::new("four_bar", 0);
    let ground = scene.add(BodySpec::ground());
    let (crank, far) = (Vec2::new(0.0, 1.0), Vec2::new(3.0, 0.0));
    // Where the coupler and the rocker meet: on both circles, above the ground.
    let way = far - crank;
    let along = (9.0 - 6.25 + way.length_squared()) / (2.0 * way.length());
    let up = (9.0 - along * along).sqrt();
    let towards = way.normalize_or_zero();
    let meeting = crank + towards * along + towards.perp() * up;
    let ends = [(Vec2::ZERO, crank), (crank, meeting), (meeting, far)];
    let bars = ends.map(|(from, to)| {
        let (way, middle) = (to - from, 0.5 * (from + to));
        let bar = BodySpec::dynamic(middle).turned(atan2(way.y, way.x));
        scene.add(bar.with_filter(Form::block(0.5 * way.length(), 0.05), plain(), APART))
    });
    let link = Link::Revolute { limits: None, motor: Some((6.0, 1000.0)), spring: None };
    scene.join(JointSpec { link, ..JointSpec::hinge(ground, bars[0], Vec2::ZERO) });
    scene.join(JointSpec::hinge(bars[0], bars[1], crank));
    scene.join(JointSpec::hinge(bars[1], bars[2], meeting));
    scene.join(JointSpec::hinge(bars[2], ground, far));
    scene
}

pub(super) fn trials() -> Vec<Trial> {
    let gap = |name: &'static str, what: &str, scene: fn() -> Scene| Trial {
        name,
        rows: vec![Row::bound(format!("{what}, worst gap in {SECONDS} s"), "m", Want::Below(0.001))],
        measure: Box::new(move |lab| vec![worst_gap(lab, &scene())]),
    };
    vec![
        gap("two_bars", "two hinged bars, bob of 900 bars", || loaded_chain(2, 900.0)),
        gap("ten_links", "ten links, load of 1000 links", || loaded_chain(10, 1000.0)),
        gap("four_bar", "four-bar linkage at 6 rad/s", four_bar),
    ]
}
