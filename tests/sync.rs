//! An edited document changes a running stage only where it was edited.

mod document_fixture;

use collidoscope::engine::body::{Body, BodyId, BodyKind};
use collidoscope::engine::joint::{JointKind, Limits, Motor, Prismatic, Revolute, Weld};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, LauncherDoc, MaterialDoc, ShapeDoc};
use collidoscope::scene::stage::{Input, Stage};
use document_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn boxed(id: &str, x: f32, y: f32) -> BodyDoc {
    let geometry = Geometry::Box { width: 1.0, height: 0.5, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 };
    BodyDoc { id: id.to_owned(), position: v(x, y), shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn hinge(anchor: Vec2, limits: Option<Limits>) -> JointDoc {
    JointDoc::at(anchor, Revolute { limits, motor: None, spring: None })
}

/// A stack that rests, a pendulum that swings, two boxes on a hinge that fly.
fn scene() -> Document {
    let bodies = vec![
        ground(),
        boxed("low", 0.0, 0.25),
        boxed("high", 0.0, 0.75),
        boxed("bob", 6.0, 5.0),
        BodyDoc { linear_velocity: v(1.0, 12.0), angular_velocity: 2.0, ..boxed("left", 12.0, 3.0) },
        BodyDoc { linear_velocity: v(1.0, 12.0), ..boxed("right", 13.4, 3.0) },
    ];
    let joints = vec![
        joint("pendulum", None, "bob", hinge(v(4.0, 5.0), None)),
        joint("flail", Some("left"), "right", hinge(v(12.7, 3.0), Some(Limits { lower: -2.0, upper: 2.0 }))),
    ];
    let launcher = LauncherDoc { id: "gun".to_owned(), position: v(-5.0, 3.0), every: Some(0.3), ..LauncherDoc::default() };
    Document { bodies, joints, launchers: vec![launcher], ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn run(stage: &mut Stage, steps: usize) {
    for _ in 0..steps {
        stage.step();
    }
}

fn sync(stage: &mut Stage, old: &Document, new: &Document) {
    stage.sync(old, new).unwrap_or_else(|problems| panic!("{problems}"));
    assert_matches(stage, new);
}

fn body<'a>(stage: &'a Stage, name: &str) -> &'a Body {
    stage.names().bodies.id(name).and_then(|id| stage.world().body(id)).unwrap_or_else(|| panic!("no body {name}"))
}

/// The stage after some steps of the scene, with the scene.
fn running() -> (Document, Stage) {
    let document = scene();
    let mut stage = stage(&document);
    run(&mut stage, 50);
    (document, stage)
}

/// Everything that a stage takes from a document is in the running stage as a fresh build has it, except motion.
fn assert_matches(running: &Stage, document: &Document) {
    running.world().validate().unwrap_or_else(|breach| panic!("{breach}"));
    let fresh = stage(&Document { state: None, ..document.clone() });
    assert_eq!(running.world().settings(), fresh.world().settings());
    assert_eq!(running.launchers(), fresh.launchers());
    let shots = running.shots().iter().filter(|s| s.body.is_some()).count();
    assert_eq!(running.names().bodies.list().len(), document.bodies.len() + shots);
    assert_eq!(running.names().joints.list().len(), document.joints.len());
    for doc in &document.bodies {
        let (now, built) = (body(running, &doc.id), body(&fresh, &doc.id));
        assert_eq!(
            (now.kind, now.bullet, now.can_sleep, now.fixed_rotation),
            (built.kind, built.bullet, built.can_sleep, built.fixed_rotation)
        );
        assert_eq!(
            (now.mass, now.inertia, now.gravity_scale, now.linear_damping),
            (built.mass, built.inertia, built.gravity_scale, built.linear_damping)
        );
        let shapes = |b: &Body| b.colliders.iter().map(|c| (c.shape.clone(), c.material, c.filter)).collect::<Vec<_>>();
        assert_eq!(shapes(now), shapes(built), "{}", doc.id);
    }
    for doc in &document.joints {
        let of = |stage: &Stage| {
            let id = stage.names().joints.id(&doc.id).expect("named");
            let joint = stage.world().joint(id).expect("exists").clone();
            (joint, stage.names().clone())
        };
        let ((now, names), (built, fresh_names)) = (of(running), of(&fresh));
        assert_eq!(names.bodies.name(now.body_a), fresh_names.bodies.name(built.body_a), "{}", doc.id);
        assert_eq!(names.bodies.name(now.body_b), fresh_names.bodies.name(built.body_b), "{}", doc.id);
        // The same places in the bodies, to the tolerance that spares an unchanged joint.
        assert!((now.local_anchor_a - built.local_anchor_a).length() < 3e-5, "{}: {now:?} {built:?}", doc.id);
        assert!((now.local_anchor_b - built.local_anchor_b).length() < 3e-5, "{}: {now:?} {built:?}", doc.id);
        assert!((now.local_axis_a - built.local_axis_a).length() < 1e-5, "{}", doc.id);
        assert!((now.reference_angle - built.reference_angle).abs() < 1e-5, "{}", doc.id);
        match (now.kind, built.kind) {
            (
                JointKind::Prismatic(Prismatic { limits, motor, spring, .. }),
                JointKind::Prismatic(Prismatic { limits: l, motor: m, spring: s, .. }),
            ) => {
                assert_eq!((limits, motor, spring), (l, m, s));
            }
            (one, other) => assert_eq!(one, other),
        }
    }
}

#[test]
fn an_unchanged_document_changes_not_one_bit() {
    let (document, mut stage) = running();
    let mut untouched = stage.clone();
    sync(&mut stage, &document, &document.clone());
    run(&mut stage, 50);
    run(&mut untouched, 50);
    assert_eq!(stage.world().fingerprint(), untouched.world().fingerprint());
    assert_eq!(stage.shots(), untouched.shots());
}

#[test]
fn an_edit_of_one_body_leaves_the_others_alone() {
    // Without projectiles: they would meet the moved body and carry the difference to the others.
    let document = Document { launchers: vec![], ..scene() };
    let mut stage = stage(&document);
    run(&mut stage, 50);
    let mut untouched = stage.clone();
    let mut edited = document.clone();
    edited.bodies[3].position = v(6.0, 5.5);
    sync(&mut stage, &document, &edited);
    run(&mut stage, 30);
    run(&mut untouched, 30);
    for name in ["low", "high", "left", "right"] {
        assert_eq!(body(&stage, name).pose, body(&untouched, name).pose, "{name}");
    }
    assert_ne!(body(&stage, "bob").pose, body(&untouched, "bob").pose);
}

#[test]
fn a_new_position_moves_the_body_and_keeps_its_angle_and_motion() {
    let (document, mut stage) = running();
    let before = body(&stage, "left").clone();
    let mut edited = document.clone();
    edited.bodies[4].position = v(20.0, 20.0);
    sync(&mut stage, &document, &edited);
    let after = body(&stage, "left");
    assert_eq!(after.pose.position, v(20.0, 20.0));
    assert!((after.pose.rotation.angle() - before.pose.rotation.angle()).abs() < 1e-6);
    assert_eq!((after.linear_velocity, after.angular_velocity), (before.linear_velocity, before.angular_velocity));
}

#[test]
fn a_new_angle_turns_the_body_where_it_is() {
    let (document, mut stage) = running();
    let before = body(&stage, "right").pose.position;
    let mut edited = document.clone();
    edited.bodies[5].angle = 1.0;
    sync(&mut stage, &document, &edited);
    assert_eq!(body(&stage, "right").pose.position, before);
    assert!((body(&stage, "right").pose.rotation.angle() - 1.0).abs() < 1e-6);
}

#[test]
fn a_new_velocity_is_given_without_moving_the_body() {
    let (document, mut stage) = running();
    let before = body(&stage, "left").clone();
    let mut edited = document.clone();
    edited.bodies[4].linear_velocity = v(-3.0, 0.0);
    sync(&mut stage, &document, &edited);
    let after = body(&stage, "left");
    assert_eq!((after.linear_velocity, after.angular_velocity, after.pose), (v(-3.0, 0.0), before.angular_velocity, before.pose));
}

#[test]
fn shapes_and_properties_change_under_a_moving_body() {
    let (document, mut stage) = running();
    let before = body(&stage, "left").clone();
    let mut edited = document.clone();
    edited.bodies[4].shapes[0].geometry = Geometry::Circle { radius: 0.4, center: Vec2::ZERO };
    edited.bodies[4].shapes[0].density = Some(7.0);
    edited.bodies[4].gravity_scale = 0.5;
    edited.bodies[4].bullet = true;
    sync(&mut stage, &document, &edited);
    let after = body(&stage, "left");
    assert_eq!((after.pose, after.linear_velocity, after.angular_velocity), (before.pose, before.linear_velocity, before.angular_velocity));
    assert!((after.mass - 7.0 * std::f32::consts::PI * 0.16).abs() < 1e-4, "{}", after.mass);
}

#[test]
fn a_material_reaches_every_shape_that_names_it_and_no_other() {
    let mut document = scene();
    document.materials.insert("ice".to_owned(), MaterialDoc::default());
    document.bodies[1].shapes[0].material = Some("ice".to_owned());
    let mut stage = stage(&document);
    run(&mut stage, 30);
    let mut edited = document.clone();
    edited.materials.insert("ice".to_owned(), MaterialDoc { friction: Some(0.01), ..MaterialDoc::default() });
    sync(&mut stage, &document, &edited);
    assert_eq!(body(&stage, "low").colliders[0].material.friction, 0.01);
    assert_ne!(body(&stage, "high").colliders[0].material.friction, 0.01);
}

#[test]
fn a_change_of_layers_alone_reaches_the_run() {
    let document = Document { launchers: vec![], ..scene() };
    let mut stage = stage(&document);
    run(&mut stage, 60);
    let mut edited = document.clone();
    // The upper box no longer knows the lower one, only the ground.
    edited.bodies[0].shapes[0].filter.layers = 0b11;
    edited.bodies[2].shapes[0].filter.collides_with = 0b10;
    sync(&mut stage, &document, &edited);
    assert_matches(&stage, &edited);
    run(&mut stage, 90);
    assert!((body(&stage, "high").center.y - 0.25).abs() < 0.01, "{}", body(&stage, "high").center.y);
    assert!((body(&stage, "low").center.y - 0.25).abs() < 0.01);
}

#[test]
fn kinds_change_while_running() {
    let (document, mut stage) = running();
    let mut edited = document.clone();
    edited.bodies[5].kind = BodyKind::Static;
    edited.bodies[3].kind = BodyKind::Kinematic;
    edited.bodies[3].linear_velocity = v(0.5, 0.0);
    edited.joints.clear();
    sync(&mut stage, &document, &edited);
    let (stopped, driven) = (body(&stage, "right").pose, body(&stage, "bob").pose.position);
    run(&mut stage, 60);
    assert_eq!(body(&stage, "right").pose, stopped);
    // 0.5 m/s for a second, in 240 roundings of 5e-7 m.
    assert!((body(&stage, "bob").pose.position - driven - v(0.5, 0.0)).length() < 2e-4);
    let mut freed = edited.clone();
    freed.bodies[5].kind = BodyKind::Dynamic;
    sync(&mut stage, &edited, &freed);
    run(&mut stage, 10);
    assert!(body(&stage, "right").pose.position.y < stopped.position.y, "it falls again");
}

#[test]
fn bodies_come_and_go() {
    let (document, mut stage) = running();
    let mut edited = document.clone();
    edited.bodies.remove(1);
    edited.bodies.push(boxed("new", -10.0, 2.0));
    edited.bodies.insert(0, boxed("first", -12.0, 2.0));
    sync(&mut stage, &document, &edited);
    assert!(stage.names().bodies.id("low").is_none());
    run(&mut stage, 60);
    assert!(body(&stage, "high").pose.position.y < 0.3, "what stood on it fell");
    assert!(body(&stage, "new").pose.position.y < 0.3);
    // Back again under the old name.
    sync(&mut stage, &edited, &document);
    assert_eq!(body(&stage, "low").pose.position, v(0.0, 0.25));
    assert!(stage.names().bodies.id("new").is_none());
}

#[test]
fn removing_a_body_takes_its_joints_and_the_hand_away() {
    let (document, mut stage) = running();
    let bob = stage.names().bodies.id("bob").expect("named");
    assert!(stage.input(&Input::Grab { body: bob, point: body(&stage, "bob").center }));
    let mut edited = document.clone();
    edited.bodies.remove(3);
    edited.joints.remove(0);
    sync(&mut stage, &document, &edited);
    assert!(stage.grabbed().is_none() && !stage.input(&Input::MoveGrab { target: Vec2::ZERO }));
    assert!(stage.names().joints.id("pendulum").is_none());
    run(&mut stage, 10);
}

#[test]
fn limits_and_motors_change_in_place() {
    let (document, mut stage) = running();
    let id = stage.names().joints.id("flail").expect("named");
    let mut edited = document.clone();
    let JointKind::Revolute(Revolute { limits, motor, .. }) = &mut edited.joints[1].kind else { panic!("it is a hinge") };
    *limits = Some(Limits { lower: -0.5, upper: 0.5 });
    *motor = Some(Motor { speed: 1.0, max_effort: 3.0 });
    sync(&mut stage, &document, &edited);
    assert_eq!(stage.names().joints.id("flail"), Some(id), "the same joint goes on");
    run(&mut stage, 60);
    let coordinate = stage.world().joint_readout(id).expect("exists").coordinate;
    assert!(coordinate.abs() < 0.55, "{coordinate}");
}

#[test]
fn a_joint_added_on_the_way_means_what_it_means_in_the_document() {
    // The same scene with the hinge from the start and with the hinge added while both boxes fly as if it were there.
    let with = scene();
    let mut without = with.clone();
    let flail = without.joints.remove(1);
    let mut late = stage(&without);
    run(&mut late, 20);
    let mut joined = without.clone();
    joined.joints.push(flail);
    sync(&mut late, &without, &joined);
    let id = late.names().joints.id("flail").expect("named");
    let added = late.world().joint(id).expect("exists").clone();
    let early = stage(&with);
    let expected = early.world().joint(early.names().joints.id("flail").expect("named")).expect("exists").clone();
    assert_eq!((added.local_anchor_a, added.local_anchor_b), (expected.local_anchor_a, expected.local_anchor_b));
    assert_eq!(added.reference_angle, expected.reference_angle);
    // "left" has turned by 2 rad/s for a third of a second: the joint's angle starts there, not at zero.
    let turned = late.world().joint_readout(id).expect("exists").coordinate;
    assert!((turned + 2.0 / 3.0).abs() < 0.01, "{turned}");
    run(&mut late, 120);
    assert!(late.world().joint_readout(id).expect("exists").error < 0.02);
}

#[test]
fn a_moved_anchor_is_made_anew_in_the_bodies_frames() {
    let (document, mut stage) = running();
    let mut edited = document.clone();
    (edited.joints[0].anchor_a, edited.joints[0].anchor_b) = (v(5.0, 6.0), v(5.0, 6.0));
    sync(&mut stage, &document, &edited);
    run(&mut stage, 120);
    let readout = stage.world().joint_readout(stage.names().joints.id("pendulum").expect("named")).expect("exists");
    // The jump of the anchor has set it whirling at some 27 rad/s: 760 m/s² give a joint of 60 Hz way.
    assert!(readout.error < 0.05 && (readout.anchor_a - v(5.0, 6.0)).length() < 1e-6, "{readout:?}");
}

#[test]
fn a_document_that_takes_over_present_places_disturbs_nothing() {
    let (document, mut stage) = running();
    let mut untouched = stage.clone();
    let mut edited = document.clone();
    for doc in edited.bodies.iter_mut().filter(|b| ["low", "high"].contains(&b.id.as_str())) {
        let now = body(&stage, &doc.id).pose;
        (doc.position, doc.angle) = (now.position, now.rotation.angle());
    }
    sync(&mut stage, &document, &edited);
    run(&mut stage, 50);
    run(&mut untouched, 50);
    assert_eq!(stage.world().fingerprint(), untouched.world().fingerprint());
}

#[test]
fn bodies_moved_together_with_their_joint_keep_it() {
    let (document, mut stage) = running();
    let id = stage.names().joints.id("flail").expect("named");
    let mut edited = document.clone();
    for index in [4, 5] {
        edited.bodies[index].position += v(3.0, 1.0);
    }
    let moved = hinge(v(15.7, 4.0), Some(Limits { lower: -2.0, upper: 2.0 }));
    edited.joints[1] = joint("flail", Some("left"), "right", moved);
    sync(&mut stage, &document, &edited);
    assert_eq!(stage.names().joints.id("flail"), Some(id));
}

#[test]
fn settings_and_launchers_are_taken_over() {
    let (document, mut stage) = running();
    let mut edited = document.clone();
    edited.world.gravity = v(0.0, 3.0);
    edited.world.substeps = 8;
    edited.launchers[0].every = None;
    edited.launchers.push(LauncherDoc { id: "second".to_owned(), ..LauncherDoc::default() });
    sync(&mut stage, &document, &edited);
    let fired = stage.shots().len();
    run(&mut stage, 60);
    assert_eq!(stage.shots().len(), fired);
    assert!(body(&stage, "high").linear_velocity.y > 1.0, "what slept woke and rises");
    assert!(stage.input(&Input::Fire { launcher: "second".to_owned() }));
    let gone = Document { launchers: vec![], ..edited.clone() };
    sync(&mut stage, &edited, &gone);
    assert!(!stage.input(&Input::Fire { launcher: "second".to_owned() }));
    assert!(stage.shots().iter().any(|s| s.body.is_some()), "shots in flight go on");
    run(&mut stage, 10);
}

#[test]
fn a_document_with_problems_changes_nothing() {
    let (document, mut stage) = running();
    let untouched = stage.world().fingerprint();
    let mut flat = document.clone();
    flat.bodies[1].position = v(9.0, 9.0);
    flat.bodies[2].shapes[0].geometry = Geometry::Polygon { vertices: vec![v(0.0, 0.0), v(1.0, 0.0), v(2.0, 0.0)], rounding: 0.0 };
    let mut dangling = document.clone();
    dangling.bodies.remove(3);
    for bad in [flat, dangling] {
        assert!(stage.sync(&document, &bad).is_err());
        assert_eq!(stage.world().fingerprint(), untouched);
        assert_matches(&stage, &document);
    }
}

#[test]
fn a_state_saved_after_edits_fits_the_edited_document() {
    let (document, mut stage) = running();
    let mut edited = document.clone();
    edited.bodies.remove(1);
    edited.bodies.insert(0, boxed("first", -12.0, 2.0));
    edited.joints.reverse();
    edited.joints.push(joint("pin", None, "first", hinge(v(-12.0, 2.0), None)));
    sync(&mut stage, &document, &edited);
    run(&mut stage, 40);
    let saved = Document { state: Some(Box::new(stage.state())), ..edited.clone() };
    let mut continued = Stage::new(&saved).unwrap_or_else(|problems| panic!("{problems}"));
    for doc in &edited.bodies {
        assert_eq!(body(&continued, &doc.id).pose, body(&stage, &doc.id).pose, "{}", doc.id);
        assert_eq!(body(&continued, &doc.id).linear_velocity, body(&stage, &doc.id).linear_velocity, "{}", doc.id);
    }
    let hidden = continued.world_body();
    assert_eq!(hidden, BodyId(edited.bodies.len() as u32));
    run(&mut continued, 1);
    run(&mut stage, 1);
    for doc in &edited.bodies {
        // The order of creation differs, so the solver may round differently; one step apart by no more than that.
        let (one, other) = (body(&continued, &doc.id).center, body(&stage, &doc.id).center);
        assert!((one - other).length() < 1e-4, "{}: {one} and {other}", doc.id);
    }
}

/// One random edit of a document that stays sound.
fn random_edit(document: &mut Document, random: &mut Pcg64Mcg, number: usize) {
    let index = random.random_range(0..document.bodies.len());
    let place = v(random.random_range(-10.0..10.0), random.random_range(1.0..12.0));
    match random.random_range(0..13) {
        0 => document.bodies.push(boxed(&format!("new {number}"), place.x, place.y)),
        1 if document.bodies.len() > 3 => {
            let id = document.bodies.remove(index).id;
            document.joints.retain(|j| j.body_b != id && j.body_a.as_ref() != Some(&id));
            document.launchers.retain(|l| l.target.as_ref() != Some(&id) && l.body.as_ref() != Some(&id));
        }
        2 => document.bodies[index].position += v(random.random_range(-1.0..1.0), random.random_range(-1.0..1.0)),
        3 => document.bodies[index].angle = random.random_range(-3.0..3.0),
        4 => document.bodies[index].linear_velocity = place,
        5 => document.bodies[index].shapes[0].geometry = Geometry::Circle { radius: random.random_range(0.1..1.0), center: Vec2::ZERO },
        6 => document.bodies[index].kind = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic][random.random_range(0..3)],
        7 => {
            let other = random.random_range(0..document.bodies.len());
            if other != index {
                let (a, b) = (document.bodies[other].id.clone(), document.bodies[index].id.clone());
                let kind = match random.random_range(0..3) {
                    0 => hinge(document.bodies[index].position, None),
                    1 => JointDoc::at(document.bodies[index].position, Weld::default()),
                    _ => JointDoc::at(document.bodies[other].position, Prismatic { axis: v(1.0, 2.0), ..Prismatic::default() }),
                };
                document.joints.push(joint(&format!("joint {number}"), Some(&a), &b, kind));
            }
        }
        8 if !document.joints.is_empty() => {
            let gone = random.random_range(0..document.joints.len());
            document.joints.remove(gone);
        }
        9 if document.joints.len() > 1 => document.joints.reverse(),
        10 => document.bodies.swap(0, index),
        11 => document.bodies[index].shapes[0].filter.layers = random.random_range(0..4),
        _ => document.bodies[index].gravity_scale = random.random_range(-1.0..1.0),
    }
}

#[test]
fn any_chain_of_edits_while_running_ends_where_a_fresh_build_would() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut applied, mut refused) = (0, 0);
    for _ in 0..25 {
        let (mut document, mut stage) = running();
        for number in 0..25 {
            let mut edited = document.clone();
            random_edit(&mut edited, &mut random, number);
            if stage.sync(&document, &edited).is_err() {
                refused += 1;
                continue;
            }
            document = edited;
            applied += 1;
            assert_matches(&stage, &document);
            run(&mut stage, random.random_range(0..4));
            let saved = Document { state: Some(Box::new(stage.state())), ..document.clone() };
            // What a person saves is what can be opened again.
            let continued = Stage::new(&saved).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(continued.state(), stage.state());
        }
    }
    assert!(applied > 500 && refused < 60, "{applied} applied, {refused} refused");
}

/// A launcher without a turn rate kept the barrel and the order of the time when it had one: it waited for a barrel that
/// turned no more, and never fired by itself again.
#[test]
fn a_launcher_that_need_not_turn_any_more_waits_for_no_barrel() {
    let target = BodyDoc { kind: BodyKind::Kinematic, ..boxed("target", -5.0, 3.0) };
    let gun = LauncherDoc {
        id: "gun".into(),
        target: Some("target".into()),
        every: Some(0.1),
        turn_rate: Some(0.05),
        speed: 30.0,
        ..LauncherDoc::default()
    };
    let old = Document { bodies: vec![target], launchers: vec![gun], ..Document::default() };
    let mut stage = Stage::new(&old).unwrap_or_else(|problems| panic!("{problems}"));
    run(&mut stage, 30);
    assert_eq!(stage.shots().len(), 0, "the barrel is on its way");
    let mut new = old.clone();
    new.launchers[0].turn_rate = None;
    stage.sync(&old, &new).unwrap_or_else(|problems| panic!("{problems}"));
    run(&mut stage, 30);
    assert!(stage.shots().len() >= 4, "{}", stage.shots().len());
}
