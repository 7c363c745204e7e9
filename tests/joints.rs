//! Joints with known answers: pendulum, springs, motors, limits, loads.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::joint::{JointDef, JointId, JointKind, Limits, Motor, Spring};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

fn anchor_body(w: &mut World) -> BodyId {
    w.add_body(fixed(0.0, 0.0), Vec::new())
}

fn join(w: &mut World, a: BodyId, b: BodyId, at: Vec2, kind: JointKind) -> JointId {
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a: at, anchor_b: at, kind, collide_connected: false }).unwrap()
}

fn free_hinge() -> JointKind {
    JointKind::Revolute { limits: None, motor: None, spring: None }
}

fn rod(length: f32) -> JointKind {
    JointKind::Distance { length, limits: None, spring: None, rigid: true }
}

fn gap(w: &World, id: JointId) -> f32 {
    w.joint_readout(id).unwrap().error
}

/// Time between successive upward zero crossings of `signal`, seconds, found between steps by a straight line.
fn period_of(w: &mut World, seconds: f32, mut signal: impl FnMut(&World) -> f32) -> f32 {
    let hz = w.settings().step_hz;
    let mut crossings = Vec::new();
    let mut before = signal(w);
    for step in 0..(seconds * hz) as usize {
        w.step();
        let now = signal(w);
        if before < 0.0 && now >= 0.0 {
            crossings.push((step as f32 + before / (before - now)) / hz);
        }
        before = now;
    }
    assert!(crossings.len() >= 3, "it does not swing");
    (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f32
}

/// A bob of radius 0.1 hung 2 m below a hinge at the origin, let go at `angle` from straight down.
fn pendulum(w: &mut World, angle: f32) -> (BodyId, JointId) {
    let pivot = anchor_body(w);
    let (sin, cos) = sin_cos(angle);
    let bob = w.add_body(BodyDef { angle, can_sleep: false, ..at(2.0 * sin, -2.0 * cos) }, of(circle(0.1)));
    let hinge = join(w, pivot, bob, Vec2::ZERO, free_hinge());
    (bob, hinge)
}

#[test]
fn a_pendulum_keeps_its_period_and_amplitude() {
    let mut w = world();
    let amplitude = 10.0_f32.to_radians();
    let (bob, hinge) = pendulum(&mut w, amplitude);
    let period = period_of(&mut w, 30.0, |w| center(w, bob).x);
    // 2π √(I / (m g ℓ)) with I = m (ℓ² + r²/2), and the amplitude's share 1 + θ²/16.
    let exact = 2.0 * std::f32::consts::PI * ((4.0 + 0.005) / (G * 2.0_f32)).sqrt() * (1.0 + amplitude * amplitude / 16.0);
    // Sub-steps of 1/240 s shift the period by (ωh)²/24 ≈ 4e-6; the measurement between steps is good to 1e-4.
    assert!((period / exact - 1.0).abs() < 3e-4, "{period} instead of {exact}");
    let mut largest: f32 = 0.0;
    for _ in 0..200 {
        w.step();
        largest = largest.max(center(&w, bob).x);
    }
    // The semi-implicit step swings around the true amplitude and does not drift.
    assert!((largest / (2.0 * sin_cos(amplitude).0) - 1.0).abs() < 0.01, "{largest}");
    assert!(gap(&w, hinge) < 1e-3);
}

#[test]
fn a_pendulum_keeps_its_energy() {
    let mut w = world();
    pendulum(&mut w, 1.0);
    let total = |w: &World| w.energy().kinetic + w.energy().potential;
    let start = total(&w);
    let scale = w.energy().potential.abs();
    for _ in 0..1800 {
        w.step();
        assert!((total(&w) - start).abs() < 0.02 * scale, "{start} {}", total(&w));
    }
}

#[test]
fn a_distance_spring_swings_at_its_frequency() {
    for hertz in [0.5_f32, 2.0, 4.0] {
        let mut w = weightless();
        let wall = anchor_body(&mut w);
        let id = w.add_body(BodyDef { can_sleep: false, ..at(3.2, 0.0) }, of(circle(0.3)));
        let spring = Some(Spring { hertz, damping_ratio: 0.0 });
        let kind = JointKind::Distance { length: 3.0, limits: None, spring, rigid: false };
        let def = JointDef { body_a: wall, body_b: id, anchor_a: Vec2::ZERO, anchor_b: vec2(3.2, 0.0), kind, collide_connected: true };
        w.add_joint(def).unwrap();
        let period = period_of(&mut w, 4.0 / hertz, |w| center(w, id).x - 3.0);
        // An implicit spring is slower by about (ωh)²/3: 0.4 % at 4 Hz, and twice solved in each sub-step, so allow 1 %.
        assert!((period * hertz - 1.0).abs() < 0.01, "{} Hz instead of {hertz}", 1.0 / period);
    }
}

#[test]
fn a_damped_spring_returns_without_swinging() {
    let mut w = weightless();
    let wall = anchor_body(&mut w);
    let id = w.add_body(at(4.0, 0.0), of(circle(0.3)));
    let spring = Some(Spring { hertz: 2.0, damping_ratio: 1.0 });
    let kind = JointKind::Distance { length: 3.0, limits: None, spring, rigid: false };
    w.add_joint(JointDef { body_a: wall, body_b: id, anchor_a: Vec2::ZERO, anchor_b: vec2(4.0, 0.0), kind, collide_connected: true })
        .unwrap();
    let mut lowest = f32::MAX;
    for _ in 0..240 {
        w.step();
        lowest = lowest.min(center(&w, id).x);
    }
    assert!(lowest > 2.99 && (center(&w, id).x - 3.0).abs() < 0.01, "{lowest}");
}

#[test]
fn a_hinge_motor_reaches_its_speed_and_holds_to_its_torque() {
    let mut w = weightless();
    let wall = anchor_body(&mut w);
    let wheel = w.add_body(at(0.0, 0.0), of(circle(1.0)));
    let motor = Some(Motor { speed: 6.0, max_effort: 3.0 });
    let hinge = join(&mut w, wall, wheel, Vec2::ZERO, JointKind::Revolute { limits: None, motor, spring: None });
    let inertia = w.body(wheel).unwrap().inertia;
    steps(&mut w, 30);
    // Full torque until the speed is reached: ω = τ t / I.
    let spin = w.body(wheel).unwrap().angular_velocity;
    assert!((spin - 3.0 * 0.5 / inertia).abs() < 1e-3, "{spin}");
    assert!((w.joint_readout(hinge).unwrap().torque - 3.0).abs() < 1e-3);
    steps(&mut w, 240);
    assert!((w.body(wheel).unwrap().angular_velocity - 6.0).abs() < 1e-3);
    assert!(w.joint_readout(hinge).unwrap().torque.abs() < 1e-3);
}

#[test]
fn a_hinge_counts_whole_turns_and_its_limits_hold_beyond_them() {
    let mut w = weightless();
    let wall = anchor_body(&mut w);
    let wheel = w.add_body(at(0.0, 0.0), of(circle(0.5)));
    let motor = Some(Motor { speed: 8.0, max_effort: 50.0 });
    let limits = Some(Limits { lower: -1.0, upper: 10.0 });
    let hinge = join(&mut w, wall, wheel, Vec2::ZERO, JointKind::Revolute { limits, motor, spring: None });
    steps(&mut w, 60);
    assert!((w.joint_readout(hinge).unwrap().coordinate - 8.0).abs() < 0.2, "{:?}", w.joint_readout(hinge));
    steps(&mut w, 60);
    assert!((w.joint_readout(hinge).unwrap().coordinate - 10.0).abs() < 0.05, "{:?}", w.joint_readout(hinge));
    w.set_joint_kind(hinge, JointKind::Revolute { limits, motor: Some(Motor { speed: -8.0, max_effort: 50.0 }), spring: None });
    steps(&mut w, 180);
    assert!((w.joint_readout(hinge).unwrap().coordinate + 1.0).abs() < 0.05, "{:?}", w.joint_readout(hinge));
}

#[test]
fn a_hinge_spring_swings_at_its_frequency() {
    let mut w = weightless();
    let wall = anchor_body(&mut w);
    let id = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.0) }, of(rectangle(2.0, 0.2)));
    let spring = Some(Spring { hertz: 1.0, damping_ratio: 0.0 });
    join(&mut w, wall, id, Vec2::ZERO, JointKind::Revolute { limits: None, motor: None, spring });
    w.set_velocity(id, Vec2::ZERO, 2.0);
    let period = period_of(&mut w, 6.0, |w| angle(w, id));
    assert!((period - 1.0).abs() < 0.01, "{period}");
}

#[test]
fn a_slider_moves_only_along_its_axis_and_stops_at_its_limits() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let id = w.add_body(at(0.0, 0.0), of(rectangle(0.5, 0.5)));
    let axis = vec2(0.8, 0.6);
    let limits = Some(Limits { lower: -2.0, upper: 1.0 });
    let rail = join(&mut w, wall, id, Vec2::ZERO, JointKind::Prismatic { axis, limits, motor: None, spring: None });
    // Gravity along the axis: −g · 0.6. Half a second of free sliding.
    steps(&mut w, 30);
    let exact = -0.5 * G * 0.6 * 0.25;
    let way = w.joint_readout(rail).unwrap().coordinate;
    assert!((way - exact).abs() < 0.02, "{way} instead of {exact}");
    steps(&mut w, 120);
    let readout = w.joint_readout(rail).unwrap();
    assert!((readout.coordinate + 2.0).abs() < 5e-3, "{readout:?}");
    assert!(readout.error < 1e-3 && angle(&w, id).abs() < 1e-3);
    w.set_joint_kind(rail, JointKind::Prismatic { axis, limits, motor: Some(Motor { speed: 2.0, max_effort: 100.0 }), spring: None });
    steps(&mut w, 180);
    assert!((w.joint_readout(rail).unwrap().coordinate - 1.0).abs() < 5e-3);
}

#[test]
fn a_slider_motor_too_weak_for_the_load_does_not_lift_it() {
    let lifted = |max_effort: f32| {
        let mut w = world();
        let wall = anchor_body(&mut w);
        let id = w.add_body(at(0.0, 0.0), of(rectangle(1.0, 1.0)));
        let motor = Some(Motor { speed: 1.0, max_effort });
        let limits = Some(Limits { lower: 0.0, upper: 3.0 });
        join(&mut w, wall, id, Vec2::ZERO, JointKind::Prismatic { axis: Vec2::Y, limits, motor, spring: None });
        steps(&mut w, 60);
        center(&w, id).y
    };
    // The load weighs 9.81 N.
    assert!(lifted(9.7).abs() < 5e-3 && lifted(11.0) > 0.5);
}

#[test]
fn a_slider_spring_swings_at_its_frequency() {
    let mut w = weightless();
    let wall = anchor_body(&mut w);
    let id = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.0) }, of(rectangle(0.5, 0.5)));
    let spring = Some(Spring { hertz: 1.5, damping_ratio: 0.0 });
    join(&mut w, wall, id, Vec2::ZERO, JointKind::Prismatic { axis: Vec2::X, limits: None, motor: None, spring });
    w.set_velocity(id, vec2(1.0, 0.0), 0.0);
    let period = period_of(&mut w, 4.0, |w| center(w, id).x);
    assert!((period * 1.5 - 1.0).abs() < 0.01, "{period}");
}

#[test]
fn a_rod_keeps_its_length_and_a_rope_only_its_greatest() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let rodded = w.add_body(BodyDef { can_sleep: false, ..at(1.0, 0.0) }, of(circle(0.1)));
    let roped = w.add_body(at(-1.0, 0.5), of(circle(0.1)));
    let link = |b: BodyId, at: Vec2, kind: JointKind| JointDef {
        body_a: wall,
        body_b: b,
        anchor_a: Vec2::ZERO,
        anchor_b: at,
        kind,
        collide_connected: false,
    };
    let stiff = w.add_joint(link(rodded, vec2(1.0, 0.0), rod(1.0))).unwrap();
    let rope = JointKind::Distance { length: 3.0, limits: Some(Limits { lower: 0.0, upper: 3.0 }), spring: None, rigid: false };
    let slack = w.add_joint(link(roped, vec2(-1.0, 0.5), rope)).unwrap();
    steps(&mut w, 20);
    assert!((w.joint_readout(slack).unwrap().force).length() < 1e-6, "a slack rope pulls");
    for _ in 0..400 {
        w.step();
        assert!(gap(&w, stiff) < 2e-3, "{}", gap(&w, stiff));
        assert!(w.joint_readout(slack).unwrap().coordinate < 3.01);
    }
    assert!((center(&w, roped) - vec2(0.0, -3.0)).length() < 1.5, "{}", center(&w, roped));
}

#[test]
fn a_weld_carries_a_cantilever_and_its_readout_is_the_load() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let beam = w.add_body(BodyDef { can_sleep: false, ..at(1.0, 0.0) }, of(rectangle(2.0, 0.2)));
    let weld = join(&mut w, wall, beam, Vec2::ZERO, JointKind::Weld { spring: None });
    steps(&mut w, 240);
    let weight = w.body(beam).unwrap().mass * G;
    let readout = w.joint_readout(weld).unwrap();
    assert!((readout.force - vec2(0.0, weight)).length() < 0.01 * weight, "{readout:?}");
    // The beam's weight acts 1 m from the wall: the weld must turn it back, counter-clockwise about its centre by the force at its end
    // minus m g · 1 m: torque of the weld about the anchor = m g · 1 m.
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
fn a_grabbed_body_follows_the_target_as_far_as_the_force_allows() {
    let mut w = world();
    let wall = anchor_body(&mut w);
    let light = w.add_body(at(0.0, 0.0), of(rectangle(1.0, 1.0)));
    let heavy = w.add_body(at(10.0, 0.0), of(rectangle(4.0, 4.0)));
    let grab = |x: f32| JointKind::Grab { target: vec2(x, 2.0), max_force: 60.0, spring: Spring { hertz: 5.0, damping_ratio: 1.0 } };
    for (id, x) in [(light, 0.0), (heavy, 10.0)] {
        w.add_joint(JointDef {
            body_a: wall,
            body_b: id,
            anchor_a: vec2(x, 0.0),
            anchor_b: vec2(x, 0.0),
            kind: grab(x),
            collide_connected: true,
        })
        .unwrap();
    }
    steps(&mut w, 120);
    // 5 Hz springs sag by g / ω² = 1 cm under the light body; the heavy one weighs 157 N and falls with g − F/m.
    assert!((center(&w, light) - vec2(0.0, 1.99)).length() < 0.02, "{}", center(&w, light));
    let exact = -0.5 * (G - 60.0 / 16.0) * 4.0;
    assert!((center(&w, heavy).y / exact - 1.0).abs() < 0.02, "{} instead of {exact}", center(&w, heavy));
}

#[test]
fn a_grab_does_not_push_its_first_body() {
    let mut w = weightless();
    let bystander = w.add_body(at(5.0, 0.0), of(circle(0.5)));
    let id = w.add_body(at(0.0, 0.0), of(circle(0.5)));
    let kind = JointKind::Grab { target: vec2(0.0, 3.0), max_force: 100.0, spring: Spring { hertz: 3.0, damping_ratio: 1.0 } };
    w.add_joint(JointDef { body_a: bystander, body_b: id, anchor_a: Vec2::ZERO, anchor_b: Vec2::ZERO, kind, collide_connected: true })
        .unwrap();
    steps(&mut w, 120);
    assert_eq!(center(&w, bystander), vec2(5.0, 0.0));
    assert!((center(&w, id) - vec2(0.0, 3.0)).length() < 0.01);
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
        join(&mut w, wall, crank, Vec2::ZERO, JointKind::Revolute { limits: None, motor, spring: None }),
        join(&mut w, crank, rod, vec2(1.0, 0.0), free_hinge()),
        join(&mut w, rod, piston, vec2(4.0, 0.0), free_hinge()),
        join(&mut w, wall, piston, vec2(4.0, 0.0), JointKind::Prismatic { axis: Vec2::X, limits: None, motor: None, spring: None }),
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
        JointKind::Prismatic { axis: Vec2::ZERO, limits: Some(Limits { lower: 1.0, upper: -1.0 }), motor: None, spring: None },
        rod(0.0),
        JointKind::Weld { spring: None },
        JointKind::Grab { target: Vec2::ZERO, max_force: 0.0, spring: Spring { hertz: 0.0, damping_ratio: 0.0 } },
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
    w.set_joint_kind(hinge, JointKind::Weld { spring: None });
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
    assert!(center(&w, load).y > -8.0 && center(&w, load).y < 0.0, "{}", center(&w, load));
}
