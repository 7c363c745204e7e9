//! The wheel joint against known answers: static deflection, frequency, motor, limits, and the same motion in any
//! frame.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::joint::{JointDef, JointId, Limits, Motor, Spring, Wheel};
use collidoscope::engine::math::{Rot, Vec2, sin_cos};
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

const FREE: Wheel = Wheel { axis: Vec2::Y, limits: None, motor: None, spring: None };

fn spring(hertz: f32, damping_ratio: f32) -> Option<Spring> {
    Some(Spring { hertz, damping_ratio })
}

fn mount(w: &mut World, a: BodyId, b: BodyId, at: Vec2, wheel: Wheel) -> JointId {
    let def = JointDef { body_a: a, body_b: b, anchor_a: at, anchor_b: at, kind: wheel.into(), collide_connected: false };
    w.add_joint(def).unwrap()
}

/// A wheel of radius 0.5 at the origin on a fixed body.
fn on_wall(w: &mut World, wheel: Wheel) -> (BodyId, JointId) {
    let wall = w.add_body(fixed(0.0, 0.0), Vec::new());
    let disc = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.0) }, of(circle(0.5)));
    let joint = mount(w, wall, disc, Vec2::ZERO, wheel);
    (disc, joint)
}

fn way(w: &World, joint: JointId) -> f32 {
    w.joint_readout(joint).unwrap().coordinate
}

fn stiffness(mass: f32, hertz: f32) -> f32 {
    mass * (2.0 * std::f32::consts::PI * hertz).powi(2)
}

#[test]
fn the_suspension_dips_by_the_load_along_the_axis_over_the_stiffness() {
    for tilt in [0.0_f32, 0.5, -1.1] {
        let mut w = world();
        let axis = Rot::from_angle(tilt).rotate(Vec2::Y);
        let (disc, joint) = on_wall(&mut w, Wheel { axis, spring: spring(2.0, 1.0), ..FREE });
        steps(&mut w, 600);
        let mass = w.body(disc).unwrap().mass;
        // Nothing but the disc moves, and its anchor is its centre of mass: the effective mass is its own.
        let expected = -mass * G * sin_cos(tilt).1 / stiffness(mass, 2.0);
        assert!((way(&w, joint) - expected).abs() < 1e-3 * expected.abs(), "{} is not {expected}", way(&w, joint));
        let readout = w.joint_readout(joint).unwrap();
        assert!(readout.error < 1e-4, "beside the axis: {}", readout.error);
        assert!((readout.force - vec2(0.0, mass * G)).length() < 1e-3 * mass * G, "it carries the weight: {}", readout.force);
    }
}

#[test]
fn between_two_bodies_the_stiffness_belongs_to_their_effective_mass() {
    // A chassis resting on a table carries a hanging wheel beside its centre: A's arm makes the effective mass smaller.
    let mut w = weightless();
    let chassis = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.0) }, of(rectangle(4.0, 1.0)));
    let disc = w.add_body(BodyDef { can_sleep: false, ..at(1.5, -0.5) }, of(circle(0.5)));
    let joint = mount(&mut w, chassis, disc, vec2(1.5, -0.5), Wheel { spring: spring(1.0, 0.0), ..FREE });
    let (a, b) = (w.body(chassis).unwrap().clone(), w.body(disc).unwrap().clone());
    let effective = 1.0 / (a.inv_mass + b.inv_mass + 1.5 * 1.5 * a.inv_inertia);
    assert!(effective < 1.0 / (a.inv_mass + b.inv_mass));
    w.set_velocity(disc, vec2(0.0, 0.02), 0.0);
    // So small that the axis hardly turns: the way swings at the spring's own frequency whatever the masses are.
    let period = period_of(&mut w, 6.0, |w| way(w, joint));
    assert!((period - 1.0).abs() < 0.02, "{period} s");
}

#[test]
fn an_undamped_suspension_swings_at_its_frequency() {
    for hertz in [0.5_f32, 1.0, 2.0] {
        let mut w = weightless();
        let (disc, joint) = on_wall(&mut w, Wheel { spring: spring(hertz, 0.0), ..FREE });
        w.set_velocity(disc, vec2(0.0, 1.0), 3.0);
        let period = period_of(&mut w, 8.0 / hertz, |w| way(w, joint));
        assert!((period * hertz - 1.0).abs() < 0.01, "{period} s at {hertz} Hz");
        assert!((w.body(disc).unwrap().angular_velocity - 3.0).abs() < 1e-4, "the rotation is free");
    }
}

#[test]
fn across_the_axis_it_is_held() {
    let mut w = weightless();
    let (disc, joint) = on_wall(&mut w, Wheel { axis: vec2(1.0, 2.0), spring: spring(2.0, 0.5), ..FREE });
    for step in 0..240 {
        w.apply_force(disc, vec2(30.0, -15.0), center(&w, disc)); // across the axis
        w.step();
        let readout = w.joint_readout(joint).unwrap();
        assert!(readout.error < 2e-3, "step {step}: {} m beside the axis", readout.error);
        assert!(readout.coordinate.abs() < 1e-3, "step {step}: a force across the axis moves it along by {}", readout.coordinate);
    }
}

#[test]
fn the_limits_of_the_way_hold() {
    let mut w = world();
    let limits = Some(Limits { lower: -0.3, upper: 0.1 });
    let (disc, joint) = on_wall(&mut w, Wheel { limits, spring: spring(0.3, 0.1), ..FREE });
    steps(&mut w, 300);
    assert!((way(&w, joint) + 0.3).abs() < 2e-3, "too soft a spring: it lies at the lower limit, {}", way(&w, joint));
    for _ in 0..300 {
        let lift = vec2(0.0, 40.0 * w.body(disc).unwrap().mass);
        w.apply_force(disc, lift, center(&w, disc));
        w.step();
        assert!(way(&w, joint) < 0.1 + 2e-3, "{}", way(&w, joint));
    }
    assert!((way(&w, joint) - 0.1).abs() < 2e-3, "{}", way(&w, joint));
}

#[test]
fn the_motor_accelerates_by_its_torque_and_stops_at_its_speed() {
    let mut w = weightless();
    let motor = Some(Motor { speed: 8.0, max_effort: 1.5 });
    let (disc, joint) = on_wall(&mut w, Wheel { motor, spring: spring(4.0, 0.7), ..FREE });
    let inertia = w.body(disc).unwrap().inertia;
    let seconds_to_speed = 8.0 * inertia / 1.5;
    let hz = w.settings().step_hz;
    for step in 1..=(2.0 * seconds_to_speed * hz) as usize {
        w.step();
        let time = step as f32 / hz;
        let expected = (1.5 / inertia * time).min(8.0);
        let spin = w.body(disc).unwrap().angular_velocity;
        assert!((spin - expected).abs() < 1e-3 * 8.0, "{spin} rad/s after {time} s, expected {expected}");
        if time < seconds_to_speed - 0.1 {
            assert!((w.joint_readout(joint).unwrap().torque - 1.5).abs() < 1e-3, "all the torque is in use");
        }
    }
    assert!(w.joint_readout(joint).unwrap().torque.abs() < 1e-3, "at its speed it needs none");
}

#[test]
fn the_motor_pushes_the_other_body_back() {
    let mut w = weightless();
    let chassis = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.0) }, of(rectangle(4.0, 1.0)));
    let disc = w.add_body(BodyDef { can_sleep: false, ..at(0.0, -0.5) }, of(circle(0.5)));
    let motor = Some(Motor { speed: 10.0, max_effort: 1.0 });
    mount(&mut w, chassis, disc, vec2(0.0, -0.5), Wheel { motor, spring: spring(4.0, 0.7), ..FREE });
    steps(&mut w, 60);
    let momentum: f32 = [chassis, disc].map(|id| w.body(id).unwrap().angular_momentum()).iter().sum();
    assert!(w.body(chassis).unwrap().angular_velocity < -0.05, "it turns the other way");
    assert!(momentum.abs() < 1e-3, "{momentum} kg·m²/s came from nowhere");
}

/// A car on a slope, the whole of it turned by `angle` about the origin and moved by `shift`.
fn car(angle: f32, shift: Vec2) -> (World, Vec<BodyId>) {
    let turn = Rot::from_angle(angle);
    let settings = WorldSettings { gravity: turn.rotate(vec2(0.0, -G)), ..WorldSettings::default() };
    let mut w = World::new(settings);
    let place = |p: Vec2| turn.rotate(p) + shift;
    let def = |x: f32, y: f32| BodyDef { position: place(vec2(x, y)), angle, can_sleep: false, ..BodyDef::default() };
    w.add_body(BodyDef { kind: collidoscope::engine::body::BodyKind::Static, ..def(0.0, -1.0) }, of(rectangle(60.0, 2.0)));
    let chassis = w.add_body(def(0.0, 1.0), of(rectangle(3.0, 0.6)));
    let mut bodies = vec![chassis];
    for x in [-1.0, 1.0] {
        let wheel = w.add_body(def(x, 0.45), of(circle(0.4)));
        let motor = Some(Motor { speed: -5.0, max_effort: 20.0 });
        let limits = Some(Limits { lower: -0.2, upper: 0.2 });
        let kind = Wheel { axis: turn.rotate(Vec2::Y), limits, motor, spring: spring(3.0, 0.5) };
        mount(&mut w, chassis, wheel, place(vec2(x, 0.45)), kind);
        bodies.push(wheel);
    }
    (w, bodies)
}

#[test]
fn a_car_drives_alike_wherever_it_stands_and_whichever_way_it_is_turned() {
    let (mut plain, bodies) = car(0.0, Vec2::ZERO);
    let (angle, shift) = (0.7_f32, vec2(3.0, -2.0));
    let (mut moved, same) = car(angle, shift);
    let turn = Rot::from_angle(angle);
    steps(&mut plain, 180);
    steps(&mut moved, 180);
    assert!(center(&plain, bodies[0]).x > 2.0, "the motors drive it: {}", center(&plain, bodies[0]));
    for (id, other) in bodies.iter().zip(same) {
        let expected = turn.rotate(center(&plain, *id)) + shift;
        assert!((center(&moved, other) - expected).length() < 0.02, "{} is not {expected}", center(&moved, other));
    }
}

#[test]
fn a_car_on_wheel_joints_comes_to_rest_and_sleeps() {
    let mut w = world();
    ground(&mut w);
    let chassis = w.add_body(at(0.0, 1.2), of(rectangle(3.0, 0.6)));
    for x in [-1.0, 1.0] {
        let disc = w.add_body(at(x, 0.6), of(circle(0.4)));
        mount(&mut w, chassis, disc, vec2(x, 0.6), Wheel { spring: spring(3.0, 0.7), ..FREE });
    }
    steps(&mut w, 900);
    assert!(w.bodies().all(|(_, body)| !body.awake || !body.is_mobile()), "all asleep");
}

const FILE: &str = r#"{ "format": "collidoscope-scene", "version": 1,
  "bodies": [ { "id": "disc", "position": [1, 2], "shapes": [ { "circle": { "radius": 0.5 } } ] } ],
  "joints": [ { "id": "w", "kind": "wheel", "body_b": "disc", "anchor": [1, 2], "axis": [0, 1], "limits": [-0.2, 0.1],
    "motor": { "speed": -3, "max_torque": 5 }, "spring": { "hertz": 4, "damping_ratio": 0.7 } } ] }"#;

#[test]
fn a_file_holds_a_wheel_joint_and_gives_it_back() {
    use collidoscope::scene::file;
    let document = file::parse(FILE.as_bytes()).unwrap();
    let wheel = Wheel {
        axis: Vec2::Y,
        limits: Some(Limits { lower: -0.2, upper: 0.1 }),
        motor: Some(Motor { speed: -3.0, max_effort: 5.0 }),
        spring: spring(4.0, 0.7),
    };
    assert_eq!(document.joints[0].kind, wheel.into());
    assert_eq!(document.joints[0].anchor_a, vec2(1.0, 2.0));
    assert_eq!(file::parse(file::to_json(&document).as_bytes()).unwrap(), document);
}

#[test]
fn a_file_with_a_wrong_wheel_joint_is_told_what_is_wrong() {
    use collidoscope::scene::file;
    let problem = |from: &str, to: &str| file::parse(FILE.replace(from, to).as_bytes()).unwrap_err().to_string();
    for (from, to, words) in [
        ("[0, 1]", "[0, 0]", "joints[0].axis: must have a direction"),
        ("[-0.2, 0.1]", "[0.2, 0.1]", "joints[0].limits: the first bound must not be above the second"),
        ("max_torque", "max_force", "max_torque"),
        ("\"hertz\": 4", "\"hertz\": -4", "joints[0].spring.hertz"),
        ("\"wheel\"", "\"wheels\"", "wheel"),
    ] {
        let told = problem(from, to);
        assert!(told.contains(words), "{to}: {told}");
    }
}

#[test]
fn the_solver_microscope_names_its_rows() {
    use collidoscope::app::{App, FileCommand, MicroscopeCommand, RunCommand};
    use collidoscope::engine::collider::ColliderId;
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("suspension".into()));
    for _ in 0..60 {
        app.apply(RunCommand::StepForward);
    }
    let body = |name: &str| ColliderId { body: app.stage().names().bodies.id(name).unwrap(), index: 0 };
    let pair = Some((body("chassis"), body("rear wheel")));
    app.apply(MicroscopeCommand::Open { pair, microscope: Some("solver".into()) });
    let film = app.bench().expect("open").film();
    for row in ["Wheel joint along x", "Wheel joint along y", "Wheel joint turning"] {
        assert!(film.frames.iter().any(|frame| frame.heading.contains(row)), "no frame of {row}");
    }
}
