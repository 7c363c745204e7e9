//! A document becomes a running stage, takes a hand's pull, and continues from a saved state with the same bits.

mod document_fixture;

use collidoscope::engine::body::{BodyId, BodyKind};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::joint::{Distance, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc, MaterialDoc, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::stage::{Input, Stage};
use document_fixture::*;

fn boxed(id: &str, x: f32, y: f32, width: f32, height: f32) -> BodyDoc {
    let geometry = Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 };
    BodyDoc { id: id.to_owned(), position: v(x, y), shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn revolute(anchor: Vec2) -> JointDoc {
    JointDoc::at(anchor, Revolute::default())
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn run(stage: &mut Stage, steps: usize) {
    for _ in 0..steps {
        stage.step();
    }
}

/// A bit of everything: a pile that falls asleep, a pendulum, a motor, a slide, a spring, a rope, a weld, and two
/// launchers.
fn busy_scene() -> Document {
    let mut bodies = vec![ground()];
    for k in 0..4 {
        bodies.push(boxed(&format!("sleeper {k}"), -12.0, 0.3 + 0.6 * k as f32, 0.6, 0.6));
    }
    bodies.push(ball("bob", 4.0, 6.0, 0.3));
    bodies.push(boxed("blade", 8.0, 3.0, 2.0, 0.2));
    bodies.push(boxed("slider", 12.0, 3.0, 0.5, 0.5));
    bodies.push(ball("sprung", 16.0, 3.0, 0.3));
    bodies.push(ball("roped", 19.0, 3.0, 0.3));
    bodies.push(boxed("left", -4.0, 5.0, 0.8, 0.4));
    bodies.push(boxed("right", -3.2, 5.0, 0.8, 0.4));
    let ship = BodyDoc { kind: BodyKind::Kinematic, linear_velocity: v(2.0, 0.0), ..boxed("ship", -20.0, 8.0, 2.0, 0.6) };
    bodies.push(ship);
    let motor = Some(Motor { speed: 3.0, max_effort: 50.0 });
    let spring = Some(Spring { hertz: 1.5, damping_ratio: 0.2 });
    let joints = vec![
        joint("pendulum", None, "bob", revolute(v(2.0, 6.0))),
        joint("fan", None, "blade", JointDoc::at(v(8.0, 3.0), Revolute { limits: None, motor, spring: None })),
        joint(
            "slide",
            Some("ground"),
            "slider",
            JointDoc::at(
                v(12.0, 3.0),
                Prismatic { axis: v(1.0, 1.0), limits: Some(Limits { lower: -1.0, upper: 1.0 }), motor: None, spring: None },
            ),
        ),
        joint("spring", None, "sprung", JointDoc::between(v(16.0, 5.0), v(16.0, 3.0), Distance { length: None, limits: None, spring })),
        joint(
            "rope",
            None,
            "roped",
            JointDoc::between(
                v(18.0, 4.0),
                v(19.0, 3.0),
                Distance { length: None, limits: Some(Limits { lower: 0.0, upper: 1.6 }), spring: None },
            ),
        ),
        joint("weld", Some("left"), "right", JointDoc::at(v(-3.6, 5.0), Weld::default())),
    ];
    let gun = LauncherDoc {
        id: "gun".to_owned(),
        position: v(0.0, 1.0),
        target: Some("ship".to_owned()),
        every: Some(0.4),
        delay: 0.1,
        lifetime: 2.0,
        ..LauncherDoc::default()
    };
    let deck = LauncherDoc {
        id: "deck".to_owned(),
        body: Some("ship".to_owned()),
        target: Some("bob".to_owned()),
        every: Some(0.7),
        ..gun.clone()
    };
    Document { title: "Busy".to_owned(), bodies, joints, launchers: vec![gun, deck], ..Document::default() }
}

#[test]
fn bodies_are_numbered_as_in_the_file_and_the_world_body_follows_without_a_name() {
    let document = busy_scene();
    let stage = stage(&document);
    for (index, body) in document.bodies.iter().enumerate() {
        assert_eq!(stage.names().bodies.id(&body.id), Some(BodyId(index as u32)));
        assert_eq!(stage.names().bodies.name(BodyId(index as u32)), Some(body.id.as_str()));
    }
    let hidden = stage.world_body();
    assert_eq!(hidden, BodyId(document.bodies.len() as u32));
    assert_eq!(stage.names().bodies.name(hidden), None);
    assert_eq!(stage.names().bodies.list().len(), document.bodies.len());
    let body = stage.world().body(hidden).expect("it exists");
    assert!(body.kind == BodyKind::Static && body.colliders.is_empty());
    for (index, joint) in document.joints.iter().enumerate() {
        let id = stage.names().joints.id(&joint.id).expect("built");
        assert_eq!((id.0 as usize, stage.names().joints.name(id)), (index, Some(joint.id.as_str())));
    }
    assert_eq!(stage.launchers(), ["gun", "deck"]);
}

#[test]
fn body_fields_arrive_in_the_engine() {
    let body = BodyDoc {
        angle: 0.5,
        linear_velocity: v(1.0, 2.0),
        angular_velocity: 3.0,
        linear_damping: 0.1,
        angular_damping: 0.2,
        gravity_scale: -1.0,
        can_sleep: false,
        bullet: true,
        ..boxed("b", 3.0, 4.0, 1.0, 1.0)
    };
    let stage = stage(&Document { bodies: vec![body], ..Document::default() });
    let b = stage.world().body(BodyId(0)).expect("built");
    assert_eq!((b.pose.position, b.linear_velocity, b.angular_velocity), (v(3.0, 4.0), v(1.0, 2.0), 3.0));
    assert_eq!((b.linear_damping, b.angular_damping, b.gravity_scale, b.can_sleep, b.bullet), (0.1, 0.2, -1.0, false, true));
    assert!((b.pose.rotation.angle() - 0.5).abs() < 1e-6);
}

#[test]
fn an_outline_becomes_several_colliders_of_one_shape() {
    let arrow = Geometry::Outline { vertices: vec![v(-1.0, -1.0), v(0.0, -0.5), v(1.0, -1.0), v(0.0, 1.0)] };
    let mut body = ball("arrow", 0.0, 5.0, 0.2);
    body.shapes.push(ShapeDoc::new(arrow));
    body.shapes.push(ShapeDoc::new(Geometry::Circle { radius: 0.1, center: v(0.0, 2.0) }));
    let stage = stage(&Document { bodies: vec![body], ..Document::default() });
    let count = stage.world().body(BodyId(0)).expect("built").colliders.len();
    assert!(count >= 4, "a dart needs at least two convex parts, the body has {count} colliders");
    let of: Vec<Option<usize>> = (0..count as u32).map(|index| stage.shape_index(ColliderId { body: BodyId(0), index })).collect();
    assert_eq!((of[0], of[count - 1]), (Some(0), Some(2)));
    assert!(of[1..count - 1].iter().all(|index| *index == Some(1)), "{of:?}");
    assert_eq!(stage.shape_index(ColliderId { body: BodyId(0), index: count as u32 }), None);
    assert_eq!(stage.shape_index(ColliderId { body: stage.world_body(), index: 0 }), None);
}

#[test]
fn a_coefficient_comes_from_the_shape_then_its_material_then_the_default() {
    let mut document = Document { bodies: vec![ball("b", 0.0, 0.0, 1.0)], ..Document::default() };
    document.materials.insert("ice".to_owned(), MaterialDoc { friction: Some(0.05), restitution: Some(0.1), ..MaterialDoc::default() });
    document.bodies[0].shapes[0].material = Some("ice".to_owned());
    document.bodies[0].shapes[0].friction = Some(0.2);
    let stage = stage(&document);
    let material = stage.world().collider(ColliderId { body: BodyId(0), index: 0 }).expect("built").material;
    assert_eq!(material, Material { friction: 0.2, restitution: 0.1, ..Material::default() });
}

#[test]
fn every_joint_of_the_document_holds_while_it_runs() {
    // Without projectiles, whose impacts a joint may give way to.
    let document = Document { launchers: vec![], ..busy_scene() };
    let mut stage = stage(&document);
    for _ in 0..240 {
        stage.step();
        for joint in &document.joints {
            let id = stage.names().joints.id(&joint.id).expect("built");
            let readout = stage.world().joint_readout(id).expect("exists");
            // Soft constraints at 60 Hz give way by well under a centimetre under these loads.
            let bound = if matches!(joint.kind, JointKind::Distance(Distance { spring: Some(_), .. })) { f32::MAX } else { 0.02 };
            assert!(readout.error <= bound, "{}: {readout:?} at step {}", joint.id, stage.step_count());
        }
    }
    let coordinate = |name: &str| stage.world().joint_readout(stage.names().joints.id(name).expect("built")).expect("exists").coordinate;
    // 4 s at 3 rad/s, less a start within a few steps.
    assert!((coordinate("fan") - 12.0).abs() < 0.5, "{}", coordinate("fan"));
    // The slide points up: its slider rests at the lower limit.
    assert!((coordinate("slide") + 1.0).abs() < 0.02, "{}", coordinate("slide"));
    assert!(coordinate("rope") <= 1.62, "{}", coordinate("rope"));
}

#[test]
fn the_hand_brings_a_body_to_its_target_without_swinging() {
    let document = Document { bodies: vec![ground(), boxed("crate", 0.0, 0.5, 1.0, 1.0)], ..Document::default() };
    let mut stage = stage(&document);
    run(&mut stage, 60);
    let crate_id = BodyId(1);
    assert!(stage.input(&Input::Grab { body: crate_id, point: v(0.0, 0.5) }));
    assert!(stage.input(&Input::MoveGrab { target: v(3.0, 4.0) }));
    let mut highest = 0.0_f32;
    for _ in 0..60 {
        stage.step();
        highest = highest.max(stage.world().body(crate_id).expect("exists").center.y);
    }
    let (body, anchor, target) = stage.grabbed().expect("held");
    assert_eq!((body, target), (crate_id, v(3.0, 4.0)));
    // A 5 Hz spring sags under the weight by g/ω² = 9.81/987 = 1 cm.
    assert!((anchor - target).length() < 0.03, "{anchor}");
    assert!(highest < 4.3, "overshot to {highest}");
}

#[test]
fn letting_go_keeps_the_velocity_of_the_throw() {
    let document = Document { bodies: vec![ball("b", 0.0, 5.0, 0.3)], ..Document::default() };
    let mut stage = stage(&document);
    stage.input(&Input::Grab { body: BodyId(0), point: v(0.0, 5.0) });
    for k in 0..30 {
        stage.input(&Input::MoveGrab { target: v(0.2 * k as f32, 5.0) });
        stage.step();
    }
    let held = stage.world().body(BodyId(0)).expect("exists").linear_velocity;
    assert!(stage.input(&Input::Release));
    assert!(stage.grabbed().is_none());
    assert_eq!(stage.world().body(BodyId(0)).expect("exists").linear_velocity, held);
    // The hand moved at 0.2 m · 60 Hz = 12 m/s.
    assert!((held.x - 12.0).abs() < 2.0, "{held}");
    stage.step();
    assert!((stage.world().body(BodyId(0)).expect("exists").linear_velocity.x - held.x).abs() < 1e-4);
}

#[test]
fn the_hand_cannot_pull_a_body_through_a_wall() {
    let wall = BodyDoc { kind: BodyKind::Static, ..boxed("wall", 2.0, 2.0, 0.2, 8.0) };
    let document = Document { bodies: vec![ground(), wall, boxed("crate", 0.0, 0.5, 1.0, 1.0)], ..Document::default() };
    let mut stage = stage(&document);
    stage.input(&Input::Grab { body: BodyId(2), point: v(0.0, 0.5) });
    stage.input(&Input::MoveGrab { target: v(12.0, 2.0) });
    for _ in 0..180 {
        stage.step();
        let x = stage.world().body(BodyId(2)).expect("exists").center.x;
        assert!(x < 1.9, "the crate is at {x} in step {}", stage.step_count());
    }
}

#[test]
fn inputs_that_do_not_apply_are_refused() {
    let document = Document { bodies: vec![ground(), boxed("crate", 0.0, 0.5, 1.0, 1.0)], ..Document::default() };
    let mut stage = stage(&document);
    let hidden = stage.world_body();
    for body in [BodyId(0), hidden, BodyId(77)] {
        assert!(!stage.input(&Input::Grab { body, point: Vec2::ZERO }), "{body:?}");
    }
    assert!(!stage.input(&Input::Grab { body: BodyId(1), point: v(f32::NAN, 0.0) }));
    assert!(!stage.input(&Input::MoveGrab { target: Vec2::ZERO }));
    assert!(!stage.input(&Input::Release));
    assert!(!stage.input(&Input::Fire { launcher: "none".to_owned() }));
    assert!(stage.input(&Input::Grab { body: BodyId(1), point: v(0.0, 0.5) }));
    assert!(!stage.input(&Input::MoveGrab { target: v(0.0, f32::INFINITY) }));
}

#[test]
fn a_saved_run_continues_with_the_same_bits() {
    let document = busy_scene();
    let mut straight = stage(&document);
    run(&mut straight, 100);
    let state = straight.state();
    let asleep = straight.world().bodies().filter(|(_, b)| !b.awake).count();
    assert!(
        asleep >= 4 && !state.projectiles.is_empty() && state.shots_fired > 3,
        "the scene must show all of it: {asleep} asleep, {state:?}"
    );
    assert_eq!(state.shots.len(), state.projectiles.len());

    let mut continued = stage(&Document { state: Some(Box::new(state)), ..document });
    assert_eq!(continued.step_count(), 100);
    for step in 100..400 {
        let (one, other) = (straight.world().fingerprint(), continued.world().fingerprint());
        assert_eq!(one.first_difference(other), None, "at step {step}");
        straight.step();
        continued.step();
    }
    let numbers =
        |stage: &Stage| stage.shots().iter().filter(|s| s.body.is_some()).map(|s| (s.number, s.closest, s.trail.len())).collect::<Vec<_>>();
    assert_eq!(numbers(&straight), numbers(&continued));
    assert_eq!(straight.state(), continued.state());
}

#[test]
fn a_run_saved_as_text_continues_with_the_same_bits() {
    let document = busy_scene();
    let mut straight = stage(&document);
    run(&mut straight, 150);
    let text = file::to_json(&Document { state: Some(Box::new(straight.state())), ..document });
    let read = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let mut continued = stage(&read);
    assert_eq!(continued.state(), straight.state());
    run(&mut straight, 100);
    run(&mut continued, 100);
    assert_eq!(straight.world().fingerprint().first_difference(continued.world().fingerprint()), None);
    assert_eq!(continued.state(), straight.state());
}

#[test]
fn a_state_can_be_saved_at_any_step() {
    let document = busy_scene();
    let mut straight = stage(&document);
    for _ in 0..12 {
        run(&mut straight, 17);
        let saved = Document { state: Some(Box::new(straight.state())), ..document.clone() };
        let mut continued = stage(&saved);
        let mut original = straight.clone();
        run(&mut continued, 20);
        run(&mut original, 20);
        assert_eq!(
            original.world().fingerprint().first_difference(continued.world().fingerprint()),
            None,
            "from {}",
            straight.step_count()
        );
    }
}

#[test]
fn a_clone_continues_with_the_same_bits_and_two_builds_are_equal() {
    let document = busy_scene();
    let (mut one, mut other) = (stage(&document), stage(&document));
    run(&mut one, 70);
    let mut copy = one.clone();
    run(&mut one, 70);
    run(&mut copy, 70);
    run(&mut other, 140);
    assert_eq!(one.world().fingerprint(), copy.world().fingerprint());
    assert_eq!(one.world().fingerprint(), other.world().fingerprint());
}

#[test]
fn what_the_hand_holds_is_not_saved() {
    let document = Document { bodies: vec![ball("b", 0.0, 5.0, 0.3)], ..Document::default() };
    let mut held = stage(&document);
    held.input(&Input::Grab { body: BodyId(0), point: v(0.0, 5.0) });
    run(&mut held, 5);
    let state = held.state();
    assert!(state.world.joints.is_empty());
    let continued = stage(&Document { state: Some(Box::new(state)), ..document });
    assert!(continued.grabbed().is_none());
}

#[test]
fn documents_with_problems_are_refused_with_their_place() {
    let good = busy_scene();
    let mut dangling = good.clone();
    dangling.joints[0].body_b = "nobody".to_owned();
    let mut double = good.clone();
    double.bodies[2].id = "ground".to_owned();
    let mut flat = good.clone();
    flat.bodies[1].shapes[0].geometry = Geometry::Circle { radius: -1.0, center: Vec2::ZERO };
    let mut own = good.clone();
    own.joints[5].body_a = Some("right".to_owned());
    for (document, place) in [(dangling, "joints[0]"), (double, "bodies[2]"), (flat, "bodies[1].shapes[0]"), (own, "joints[5]")] {
        let problems = Stage::new(&document).map(|_| ()).expect_err(place);
        assert!(problems.0.iter().any(|p| p.path.starts_with(place)), "{place}: {problems}");
    }
}
