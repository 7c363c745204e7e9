//! Several bodies joined: cradle, crank, bridge, loads; and joints that make no sense.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::joint::{Grab, JointDef, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

#[test]
fn a_weld_carries_a_cantilever_and_its_readout_is_the_load() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let beam = w.add_body(BodyDef { can_sleep: false, ..at(1.0, 0.0) }, of(rectangle(2.0, 0.2)));
    let weld = join(&mut w, wall, beam, Vec2::ZERO, JointKind::Weld(Weld { spring: None }));
    steps(&mut w, 240);
    let weight = w.body(beam).unwrap().mass * G;
    let readout = w.joint_readout(weld).unwrap();
    assert!((readout.force - vec2(0.0, weight)).length() < 0.01 * weight, "{readout:?}");
    // The beam's weight acts 1 m from the wall: the weld must turn it back, counter-clockwise about its centre by the
    // force at its end minus m g · 1 m: torque of the weld about the anchor = m g · 1 m.
    assert!((readout.torque.abs() - weight).abs() < 0.02 * weight, "{readout:?}");
    assert!(angle(&w, beam).abs() < 0.02 && readout.error < 2e-3, "{readout:?} {}", angle(&w, beam));
}

#[test]
fn a_hinge_carries_the_weight_that_hangs_on_it() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let mut hinges = Vec::new();
    let mut above = wall;
    for k in 0..5 {
        let link = w.add_body(at(0.0, -0.5 - k as f32), of(rectangle(0.2, 1.0)));
        hinges.push(join(&mut w, above, link, vec2(0.0, -(k as f32)), free_hinge()));
        above = link;
    }
    steps(&mut w, 20);
    for (k, &hinge) in hinges.iter().enumerate() {
        let weight = (5 - k) as f32 * 0.2 * G;
        let force = w.joint_readout(hinge).unwrap().force;
        assert!((force - vec2(0.0, weight)).length() < 0.02 * weight, "hinge {k}: {force} instead of {weight}");
        assert!(gap(&w, hinge) < 1e-3);
    }
}

#[test]
fn newtons_cradle_passes_the_blow_on() {
    for lifted in [1, 2] {
        let mut w = World::new(WorldSettings { restitution_threshold: 0.1, ..WorldSettings::default() });
        let beam = anchor_body(&mut w);
        let (length, radius, count) = (2.0, 0.2, 5);
        let start = 30.0_f32.to_radians();
        let balls: Vec<_> = (0..count)
            .map(|k| {
                let top = vec2(2.0 * radius * k as f32, 0.0);
                let (sin, cos) = sin_cos(if k < lifted { -start } else { 0.0 });
                let def = BodyDef { can_sleep: false, position: top + length * vec2(sin, -cos), ..BodyDef::default() };
                let id = w.add_body(def, made(circle(radius), 0.0, 1.0));
                let def = JointDef {
                    body_a: beam,
                    body_b: id,
                    anchor_a: top,
                    anchor_b: def.position,
                    kind: rod(length),
                    collide_connected: false,
                };
                w.add_joint(def).unwrap();
                id
            })
            .collect();
        let swing = |w: &World, k: usize| (center(w, balls[k]).x - 2.0 * radius * k as f32) / length;
        let mut highest = [0.0_f32; 5];
        // Half a period and a bit: down and up on the other side.
        for _ in 0..110 {
            w.step();
            for (k, high) in highest.iter_mut().enumerate() {
                *high = high.max(swing(&w, k));
            }
        }
        let full = sin_cos(start).0;
        for (k, high) in highest.iter().enumerate() {
            if k >= count - lifted {
                assert!(*high > 0.95 * full, "{lifted} lifted: ball {k} reaches {high} of {full}");
            } else {
                assert!(*high < 0.08 * full, "{lifted} lifted: ball {k} should stay, reaches {high} of {full}");
            }
        }
    }
}

#[test]
fn a_slider_crank_turns_and_keeps_together() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let crank = w.add_body(at(0.5, 0.0), of(rectangle(1.0, 0.1)));
    let rod = w.add_body(at(2.5, 0.0), of(rectangle(3.0, 0.1)));
    let piston = w.add_body(at(4.0, 0.0), of(rectangle(0.6, 0.4)));
    let motor = Some(Motor { speed: 5.0, max_effort: 200.0 });
    let joints = [
        join(&mut w, wall, crank, Vec2::ZERO, JointKind::Revolute(Revolute { limits: None, motor, spring: None })),
        join(&mut w, crank, rod, vec2(1.0, 0.0), free_hinge()),
        join(&mut w, rod, piston, vec2(4.0, 0.0), free_hinge()),
        join(
            &mut w,
            wall,
            piston,
            vec2(4.0, 0.0),
            JointKind::Prismatic(Prismatic { axis: Vec2::X, limits: None, motor: None, spring: None }),
        ),
    ];
    let (mut low, mut high, mut worst) = (f32::MAX, f32::MIN, 0.0);
    for step in 0..300 {
        w.step();
        let x = center(&w, piston).x;
        (low, high) = (low.min(x), high.max(x));
        if step >= 30 {
            worst = joints.iter().map(|&id| gap(&w, id)).fold(worst, f32::max);
        }
    }
    // After the jerk of the first moment; 60 Hz joints give by force / (mass ω²).
    assert!(worst < 8e-3, "{worst}");
    // The piston runs between rod − crank and rod + crank.
    assert!((low - 2.0).abs() < 0.02 && (high - 4.0).abs() < 0.02, "{low} {high}");
    // 5 rad/s for 5 s.
    assert!((w.joint_readout(joints[0]).unwrap().coordinate - 25.0).abs() < 0.5);
}

#[test]
fn joined_bodies_do_not_collide_unless_asked_to() {
    let overlap = |collide_connected: bool| {
        let mut w = weightless();
        let a = w.add_body(at(0.0, 0.0), of(rectangle(1.0, 1.0)));
        let b = w.add_body(at(0.8, 0.0), of(rectangle(1.0, 1.0)));
        let def =
            JointDef { body_a: a, body_b: b, anchor_a: vec2(0.4, 0.0), anchor_b: vec2(0.4, 0.0), kind: free_hinge(), collide_connected };
        let id = w.add_joint(def).unwrap();
        steps(&mut w, 5);
        let joined = w.contacts().len();
        w.remove_joint(id);
        steps(&mut w, 5);
        (joined, w.contacts().len())
    };
    assert_eq!(overlap(false), (0, 1));
    assert_eq!(overlap(true), (1, 1));
}

#[test]
fn impossible_joints_are_refused_and_strange_ones_are_safe() {
    let mut w = world();
    let a = w.add_body(fixed(0.0, 0.0), of(circle(0.5)));
    let b = w.add_body(fixed(3.0, 0.0), of(circle(0.5)));
    let moving = w.add_body(BodyDef { kind: BodyKind::Kinematic, angular_velocity: 1.0, ..at(6.0, 0.0) }, of(circle(0.5)));
    let stiff = w.add_body(BodyDef { fixed_rotation: true, ..at(9.0, 0.0) }, of(circle(0.5)));
    let gone = w.add_body(at(0.0, 9.0), of(circle(0.5)));
    w.remove_body(gone);
    let def = |body_a, body_b, kind| JointDef {
        body_a,
        body_b,
        anchor_a: vec2(1.0, 1.0),
        anchor_b: vec2(1.0, 1.0),
        kind,
        collide_connected: false,
    };
    assert!(w.add_joint(def(a, a, free_hinge())).is_none());
    assert!(w.add_joint(def(a, gone, free_hinge())).is_none());
    assert!(w.add_joint(JointDef { anchor_a: vec2(f32::NAN, 0.0), ..def(a, b, free_hinge()) }).is_none());
    let kinds = [
        free_hinge(),
        JointKind::Prismatic(Prismatic { axis: Vec2::ZERO, limits: Some(Limits { lower: 1.0, upper: -1.0 }), motor: None, spring: None }),
        rod(0.0),
        JointKind::Weld(Weld { spring: None }),
        JointKind::Grab(Grab { target: Vec2::ZERO, max_force: 0.0, spring: Spring { hertz: 0.0, damping_ratio: 0.0 } }),
    ];
    let mut joints = Vec::new();
    for kind in kinds {
        for (x, y) in [(a, b), (a, moving), (moving, stiff), (stiff, a)] {
            joints.push(w.add_joint(def(x, y, kind)).unwrap());
        }
    }
    for _ in 0..120 {
        w.step();
        w.validate().unwrap();
    }
    w.remove_body(stiff);
    assert!(joints.iter().filter(|&&id| w.joint(id).is_some()).count() == joints.len() / 2);
    w.step();
    w.validate().unwrap();
}

#[test]
fn changing_a_joint_to_another_kind_is_ignored() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let id = w.add_body(at(1.0, 0.0), of(circle(0.2)));
    let hinge = join(&mut w, wall, id, Vec2::ZERO, free_hinge());
    w.set_joint_kind(hinge, JointKind::Weld(Weld { spring: None }));
    assert_eq!(w.joint(hinge).unwrap().kind, free_hinge());
}

#[test]
fn a_long_bridge_holds_a_load() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let mut hinges = Vec::new();
    let mut before = wall;
    for k in 0..30 {
        let plank = w.add_body(at(0.5 + k as f32, 0.0), of(rectangle(1.0, 0.25)));
        hinges.push(join(&mut w, before, plank, vec2(k as f32, 0.0), free_hinge()));
        before = plank;
    }
    hinges.push(join(&mut w, wall, before, vec2(30.0, 0.0), free_hinge()));
    let load = w.add_body(at(15.0, 1.0), of(circle(1.0)));
    steps(&mut w, 600);
    let worst = hinges.iter().map(|&id| gap(&w, id)).fold(0.0, f32::max);
    // Joints of 60 Hz give by load / (mass ω²): a few millimetres each under the tension of the flat bridge.
    assert!(worst < 0.02, "{worst}");
    // Rigid planks can only sag as far as their joints open: a row of length `span` that is longer by `opened` hangs
    // as deep as a parabola (its own weight alone) at least and as two straight halves (the load alone) at most. The
    // ball lies on planks whose upper side was at 0.125 m; their slope and what the contact gives shift that by a few
    // per cent.
    let (span, opened) = (30.0, hinges.iter().map(|&id| gap(&w, id)).sum::<f32>());
    let sag = 0.125 + 1.0 - center(&w, load).y;
    let (least, most) = ((0.375 * span * opened).sqrt(), (0.5 * span * opened).sqrt());
    assert!(0.95 * least < sag && sag < 1.05 * most, "{sag} m instead of {least} to {most}, joints open by {opened} m");
    assert!(sag > 0.02 * span && sag < 0.1 * span, "what people draw as a bridge is meant to sag, and to hold: {sag} m");
}
