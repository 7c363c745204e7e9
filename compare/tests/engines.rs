//! The same scene is the same scene in every engine.

use collidoscope_physics::engine::body::BodyKind;
use collidoscope_physics::engine::collider::CollisionFilter;
use collidoscope_physics::engine::material::Material;
use collidoscope_physics::engine::math::Vec2;
use compare::engines::{Which, box2d_build};
use compare::measure::quality;
use compare::scene::{Action, BodySpec, Form, JointSpec, Link, Scene, material, plain};
use compare::stage::Stage;

/// Runs a scene in every engine and looks at it.
fn in_every_engine(scene: &Scene, steps: u32, look: impl Fn(Which, &Stage<'_>)) {
    for which in Which::ALL {
        let mut stage = Stage::new(which, scene, Some(4));
        stage.run(steps);
        look(which, &stage);
    }
}

#[test]
fn box2d_is_the_fast_build() {
    let build = box2d_build();
    assert!(build.contains("assertions off"), "{build}");
    #[cfg(target_arch = "x86_64")]
    assert_eq!(std::arch::is_x86_feature_detected!("avx2"), build.contains("8 lanes, AVX2"), "{build}");
}

#[test]
fn masses_and_centres_agree() {
    let mut scene = Scene::new("masses", 0);
    let stuff = Material { density: 2.5, ..plain() };
    let triangle = Form::Polygon(vec![Vec2::new(0.0, 0.0), Vec2::new(1.5, 0.0), Vec2::new(0.5, 1.0)]);
    let capsule = Form::Capsule { a: Vec2::new(-1.0, 0.2), b: Vec2::new(0.5, 0.6), radius: 0.3 };
    let turned = Form::Box { half: Vec2::new(0.3, 0.8), center: Vec2::new(1.0, 2.0), angle: 0.4 };
    for (i, form) in [triangle, capsule, turned, Form::Circle { center: Vec2::new(0.3, 0.1), radius: 0.7 }].into_iter().enumerate() {
        scene.add(BodySpec::dynamic(Vec2::new(10.0 * i as f32, 0.0)).with(form, stuff).turned(0.3));
    }
    scene.gravity = Vec2::ZERO;
    let mut reference = Stage::new(Which::Ours, &scene, None);
    reference.step();
    in_every_engine(&scene, 1, |which, stage| {
        for body in 0..scene.bodies.len() {
            let (own, other) = (reference.state(body), stage.state(body));
            let same = |x: f32, y: f32, part: f32| (x - y).abs() <= part * x.abs();
            // Rapier's inertia of a capsule is 1.4 % too small.
            let part = if which == Which::Rapier { 0.02 } else { 1e-4 };
            assert!(same(own.mass, other.mass, 1e-4), "{which:?} body {body}: {own:?} {other:?}");
            assert!(same(own.inertia, other.inertia, part), "{which:?} body {body}: {own:?} {other:?}");
            assert!((own.center - other.center).length() < 1e-4, "{which:?} body {body}: {own:?} {other:?}");
        }
    });
}

#[test]
fn all_fall_alike() {
    let mut scene = Scene::new("fall", 0);
    scene.add(BodySpec::dynamic(Vec2::ZERO).with(Form::disc(0.5), plain()).moving(Vec2::new(3.0, 0.0), 1.0));
    in_every_engine(&scene, 60, |which, stage| {
        let state = stage.state(0);
        assert!((state.velocity - Vec2::new(3.0, -10.0)).length() < 1e-3, "{which:?} {state:?}");
        assert!((state.position - Vec2::new(3.0, -5.0)).length() < 0.03, "{which:?} {state:?}");
        assert!((state.rotation.angle() - 1.0).abs() < 1e-2, "{which:?} {state:?}");
    });
}

#[test]
fn shapes_of_one_layer_pass_each_other_and_rest_on_the_ground() {
    let mut scene = Scene::new("layers", 0);
    let apart = CollisionFilter { layers: 2, collides_with: !2 };
    scene.add(BodySpec::ground().with(Form::block_at(5.0, 1.0, Vec2::new(0.0, -1.0)), plain()));
    for y in [0.5, 3.0] {
        scene.add(BodySpec::dynamic(Vec2::new(0.0, y)).with_filter(Form::block(0.5, 0.5), plain(), apart));
    }
    in_every_engine(&scene, 180, |which, stage| {
        for body in [1, 2] {
            assert!((stage.state(body).position.y - 0.5).abs() < 0.02, "{which:?} {:?}", stage.state(body));
        }
        assert_eq!(quality(stage).contact_points, 4, "{which:?}: two points for each box on the ground, none between them");
    });
}

#[test]
fn a_motor_turns_counter_clockwise_at_its_speed() {
    let mut scene = Scene::new("motor", 0);
    let ground = scene.add(BodySpec::ground());
    let bar = scene.add(BodySpec::dynamic(Vec2::ZERO).with(Form::block(0.2, 2.0), plain()));
    let link = Link::Revolute { limits: None, motor: Some((2.0, 1e4)), spring: None };
    scene.join(JointSpec { link, a: ground, b: bar, anchor: Vec2::ZERO, collide: false });
    in_every_engine(&scene, 60, |which, stage| {
        let spin = stage.state(bar).spin;
        assert!((spin - 2.0).abs() < 0.01, "{which:?} {spin}");
    });
}

#[test]
fn limits_bound_the_angle_of_b_relative_to_a_on_either_side() {
    for (push, bound) in [(-30.0, -0.3), (30.0, 0.9)] {
        let mut scene = Scene::new("limits", 0);
        scene.gravity = Vec2::ZERO;
        let ground = scene.add(BodySpec::ground().turned(0.5));
        let bar = BodySpec::dynamic(Vec2::new(1.0, 0.0)).with(Form::block(1.0, 0.1), material(0.0, 0.0)).turned(0.2);
        let bar = scene.add(bar.moving(Vec2::ZERO, 0.0));
        let link = Link::Revolute { limits: Some((-0.3, 0.9)), motor: None, spring: None };
        scene.join(JointSpec { link, a: ground, b: bar, anchor: Vec2::ZERO, collide: false });
        // A steady push by a new impulse each step.
        scene.script = (0..240)
            .map(|step| (step, Action::Push { body: bar, impulse: Vec2::new(0.0, push / 60.0), point: Vec2::new(1.0, 0.0) }))
            .collect();
        in_every_engine(&scene, 240, |which, stage| {
            let turn = stage.state(bar).rotation.angle() - 0.2;
            assert!((turn - bound).abs() < 0.08, "{which:?}: turned by {turn}, bound {bound}");
        });
    }
}

#[test]
fn a_spring_brings_the_angle_back() {
    let mut scene = Scene::new("spring", 0);
    scene.gravity = Vec2::ZERO;
    let ground = scene.add(BodySpec::ground());
    let bar = scene.add(BodySpec::dynamic(Vec2::new(1.0, 0.0)).with(Form::block(1.0, 0.1), plain()).moving(Vec2::new(0.0, 2.0), 2.0));
    let link = Link::Revolute { limits: None, motor: None, spring: Some((1.0, 0.5)) };
    scene.join(JointSpec { link, a: ground, b: bar, anchor: Vec2::ZERO, collide: false });
    in_every_engine(&scene, 6, |which, stage| assert!(stage.state(bar).rotation.angle() > 0.05, "{which:?} swings out first"));
    in_every_engine(&scene, 300, |which, stage| {
        let angle = stage.state(bar).rotation.angle();
        assert!(angle.abs() < 0.01, "{which:?} {angle}");
    });
}

#[test]
fn kinematic_bodies_follow_their_velocity_and_push_what_stands_in_the_way() {
    let mut scene = Scene::new("kinematic", 0);
    scene.gravity = Vec2::ZERO;
    let pusher = scene.add(BodySpec::new(BodyKind::Kinematic, Vec2::ZERO).with(Form::block(0.5, 0.5), plain()));
    let pushed = scene.add(BodySpec::dynamic(Vec2::new(1.5, 0.0)).with(Form::block(0.5, 0.5), plain()));
    scene.script.push((0, Action::Velocity { body: pusher, linear: Vec2::new(1.0, 0.0), angular: 0.0 }));
    in_every_engine(&scene, 120, |which, stage| {
        let (x, front) = (stage.state(pusher).position.x, stage.state(pushed).position.x);
        assert!((x - 2.0).abs() < 0.02 && front > 2.97, "{which:?} {x} {front}");
    });
}

#[test]
fn bodies_taken_out_are_gone_with_their_joints() {
    let mut scene = Scene::new("removal", 0);
    let ground = scene.add(BodySpec::ground());
    let first = scene.add(BodySpec::dynamic(Vec2::new(0.0, -1.0)).with(Form::disc(0.2), plain()));
    let second = scene.add(BodySpec::dynamic(Vec2::new(0.0, -2.0)).with(Form::disc(0.2), plain()));
    scene.join(JointSpec::hinge(ground, first, Vec2::ZERO));
    scene.join(JointSpec::hinge(first, second, Vec2::new(0.0, -1.0)));
    scene.script.push((30, Action::Remove { first, count: 1 }));
    in_every_engine(&scene, 90, |which, stage| {
        assert_eq!((stage.bodies().count(), stage.joints().len()), (2, 0), "{which:?}");
        assert!(stage.state(second).position.y < -5.0, "{which:?}: nothing holds it");
    });
}

#[test]
fn the_ruler_sees_the_same_overlap_and_gap_whoever_holds_the_bodies() {
    let mut scene = Scene::new("ruler", 0);
    let ground = scene.add(BodySpec::ground().with(Form::block(2.0, 1.0), plain()));
    let sunk = scene.add(BodySpec::dynamic(Vec2::new(0.0, 1.4)).with(Form::block(0.5, 0.5), plain()));
    scene.join(JointSpec { collide: true, ..JointSpec::hinge(ground, sunk, Vec2::new(0.0, 1.0)) });
    in_every_engine(&scene, 0, |which, stage| {
        let quality = quality(stage);
        assert!((quality.deepest - 0.1).abs() < 1e-5 && quality.contact_points == 2, "{which:?} {quality:?}");
        assert!(quality.worst_gap < 1e-6);
    });
}
