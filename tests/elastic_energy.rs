//! What springs store belongs to the energy of the world: without it an undamped spring looked as if it lost everything
//! and got it back.

#[path = "dynamics_fixture/mod.rs"]
mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::joint::{Distance, JointDef, JointKind, Prismatic, Revolute, Spring, Weld, Wheel};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::World;
use dynamics_fixture::*;
use std::f64::consts::TAU;

const SPRING: Option<Spring> = Some(Spring { hertz: 1.5, damping_ratio: 0.0 });

/// A world without gravity with a body that a spring of each kind holds at the middle of the body.
fn worlds() -> Vec<(&'static str, World, BodyId)> {
    let kinds: [(&str, JointKind); 5] = [
        ("distance", Distance { length: Some(2.0), limits: None, spring: SPRING }.into()),
        ("prismatic", Prismatic { axis: Vec2::X, limits: None, motor: None, spring: SPRING }.into()),
        ("revolute", Revolute { limits: None, motor: None, spring: SPRING }.into()),
        ("weld", Weld { spring: SPRING }.into()),
        ("wheel", Wheel { axis: Vec2::X, limits: None, motor: None, spring: SPRING }.into()),
    ];
    let build = |(name, kind): (&'static str, JointKind)| {
        let mut w = weightless();
        let anchor = anchor_body(&mut w);
        let def = BodyDef { linear_velocity: vec2(0.7, 0.0), angular_velocity: 0.9, ..at(2.0, 0.0) };
        let id = w.add_body(def, of(rectangle(0.8, 0.5)));
        let far = name == "distance";
        let anchors = if far { [Vec2::ZERO, vec2(2.0, 0.0)] } else { [vec2(2.0, 0.0); 2] };
        let def = JointDef { body_a: anchor, body_b: id, anchor_a: anchors[0], anchor_b: anchors[1], kind, collide_connected: false };
        w.add_joint(def).expect("a joint");
        (name, w, id)
    };
    kinds.into_iter().map(build).collect()
}

#[test]
fn an_undamped_spring_hands_its_energy_to_and_fro() {
    for (name, mut w, _) in worlds() {
        steps(&mut w, 1); // what a joint does not let move is gone then
        let start = w.energy().total();
        let (mut most, mut least) = (0.0_f64, f64::INFINITY);
        for _ in 0..600 {
            w.step();
            let energy = w.energy();
            (most, least) = (most.max(energy.elastic), least.min(energy.elastic));
            // Velocities belong half a sub-step earlier than places: 2π f h / 2 of it, 1 %, either way.
            assert!((energy.total() - start).abs() < 0.02 * start, "{name}: {} of {start}", energy.total());
        }
        assert!(most > 0.4 * start && least < 0.01 * start, "{name}: {least} to {most} of {start}");
    }
}

#[test]
fn it_is_half_the_stiffness_times_the_square_of_the_way() {
    for (name, mut w, id) in worlds() {
        w.set_velocity(id, Vec2::ZERO, 0.0);
        assert_eq!(w.energy().elastic, 0.0, "{name}");
        let angle = if name == "revolute" || name == "weld" { 0.3 } else { 0.0 };
        let way = if name == "revolute" { 0.0 } else { 0.25 };
        w.set_pose(id, vec2(2.0 + way, 0.0), angle);
        let body = w.body(id).expect("there");
        let k = (TAU * 1.5).powi(2);
        let turned = if name == "revolute" || name == "weld" { f64::from(body.inertia) * 0.09 } else { 0.0 };
        let exact = 0.5 * k * (f64::from(body.mass) * f64::from(way * way) + turned);
        let elastic = w.energy().elastic;
        // The arm to the middle of a weld's gap makes it a little softer across, not along.
        assert!((elastic - exact).abs() < 1e-5 * exact, "{name}: {elastic} instead of {exact}");
    }
}
