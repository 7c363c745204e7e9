//! Numbers that must not spread: in a restored state, in the constructors of shapes, and among bodies that touch.

use crate::dynamics_fixture::*;
use crate::poison_kit::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::joint::{JointDef, JointKind, Weld};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::shape::decompose::decompose;
use collidoscope::engine::shape::hull::convex_hull;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::state::{BodyState, ContactState, JointState, WorldState};
use collidoscope::engine::tuning::{MAX_COORDINATE, MAX_SIZE};
use collidoscope::engine::world::World;

/// Puts a number into one field.
type Setter<T> = fn(&mut T, f32);

const OF_BODY: [(&str, Setter<BodyState>); 12] = [
    ("position.x", |b, x| b.position.x = x),
    ("position.y", |b, x| b.position.y = x),
    ("rotation cosine", |b, x| b.rotation[0] = x),
    ("rotation sine", |b, x| b.rotation[1] = x),
    ("center.x", |b, x| b.center.x = x),
    ("center.y", |b, x| b.center.y = x),
    ("linear_velocity.x", |b, x| b.linear_velocity.x = -x),
    ("linear_velocity.y", |b, x| b.linear_velocity.y = x),
    ("angular_velocity", |b, x| b.angular_velocity = x),
    ("sleep_time", |b, x| b.sleep_time = x),
    ("slow_motion", |b, x| b.slow_motion[1] = x),
    ("slow_reach", |b, x| b.slow_reach = x),
];

const OF_CONTACT: [(&str, Setter<ContactState>); 10] = [
    ("pose_a.position.x", |c, x| c.pose_a.position.x = x),
    ("pose_a.position.y", |c, x| c.pose_a.position.y = x),
    ("pose_a.rotation.cos", |c, x| c.pose_a.rotation.cos = x),
    ("pose_a.rotation.sin", |c, x| c.pose_a.rotation.sin = x),
    ("pose_b.position.x", |c, x| c.pose_b.position.x = x),
    ("pose_b.position.y", |c, x| c.pose_b.position.y = x),
    ("pose_b.rotation.cos", |c, x| c.pose_b.rotation.cos = x),
    ("pose_b.rotation.sin", |c, x| c.pose_b.rotation.sin = x),
    ("normal impulse", |c, x| c.points[0].1 = x),
    ("tangent impulse", |c, x| c.points[0].2 = x),
];

const OF_JOINT: [(&str, Setter<JointState>); 5] = [
    ("angle", |j, x| j.angle = x),
    ("first impulse", |j, x| j.impulses[0] = x),
    ("last impulse", |j, x| j.impulses[2] = x),
    ("carried impulse", |j, x| j.carried.impulse.y = x),
    ("carried angular impulse", |j, x| j.carried.angular_impulse = x),
];

/// The healthy things, and guests far from them: a loose ball (the first), two boxes on each other on a shelf, two
/// joined boxes.
fn scene() -> (World, Vec<BodyId>, BodyId) {
    let mut w = world();
    let well = healthy(&mut w);
    let ball = w.add_body(BodyDef { linear_velocity: vec2(1.0, 0.0), ..at(-30.0, 0.0) }, of(circle(0.3)));
    w.add_body(fixed(-20.0, -0.5), of(rectangle(6.0, 1.0)));
    w.add_body(at(-20.0, 0.5), of(rectangle(1.0, 1.0)));
    w.add_body(at(-20.0, 1.5), of(rectangle(1.0, 1.0)));
    let (a, b) = (w.add_body(at(-40.0, 0.0), of(rectangle(1.0, 0.3))), w.add_body(at(-41.0, 0.0), of(rectangle(1.0, 0.3))));
    let hinge = vec2(-40.5, 0.0);
    let kind = JointKind::Weld(Weld { spring: None });
    w.add_joint(JointDef { body_a: a, body_b: b, anchor_a: hinge, anchor_b: hinge, kind, collide_connected: false }).unwrap();
    steps(&mut w, 20);
    (w, well, ball)
}

/// Restores a poisoned state and runs it: the healthy ones go on bit for bit, everything stays sound.
fn check_state(about: &str, poison: impl FnOnce(&mut WorldState, BodyId)) -> World {
    let (mut clean, well, _) = scene();
    let (mut w, _, ball) = scene();
    let mut state = w.state();
    poison(&mut state, ball);
    w.restore(&state);
    assert!(w.bodies().all(|(id, _)| w.boxes_of(id).all(|boxes| boxes.fat.size().max_element() < 1e6)), "{about}: a box without end");
    assert_sound_once_stepped(&mut w, about);
    clean.step();
    for step in 0..40 {
        for &id in &well {
            assert_eq!(bits(&w, id), bits(&clean, id), "{about} spreads in step {step}");
        }
        w.step();
        clean.step();
        assert_sound(&w, about);
    }
    w
}

/// A state may say more than a step would: its velocities are limited by the first step at the latest.
fn assert_sound_once_stepped(w: &mut World, about: &str) {
    w.validate().unwrap_or_else(|breach| panic!("{about}, at once: {breach}"));
    w.step();
    assert_sound(w, about);
}

#[test]
fn a_restored_body_with_any_number_does_not_spread_it() {
    for (name, set) in OF_BODY {
        for value in POISON {
            let about = format!("{name} = {value}");
            let w = check_state(&about, |state, ball| {
                let body = state.bodies.iter_mut().find(|body| body.id == ball).unwrap();
                set(body, value);
            });
            let frozen: Vec<BodyId> = w.bodies().filter(|(_, body)| body.frozen).map(|(id, _)| id).collect();
            let (_, _, ball) = scene();
            assert!(frozen.is_empty() || frozen == [ball], "{about} freezes {frozen:?}");
            if !value.is_finite() {
                assert_eq!(frozen, [ball], "{about} is taken");
            }
        }
    }
}

#[test]
fn restored_contacts_and_joints_with_any_number_do_not_spread_it() {
    for value in POISON {
        for (name, set) in OF_CONTACT {
            check_state(&format!("{name} = {value}"), |state, _| {
                let guests: Vec<_> = state.contacts.iter_mut().filter(|contact| contact.pose_b.position.x < 0.0).collect();
                assert!(guests.len() >= 2);
                guests.into_iter().for_each(|contact| set(contact, value));
            });
        }
        for (name, set) in OF_JOINT {
            check_state(&format!("joint {name} = {value}"), |state, _| state.joints.iter_mut().for_each(|joint| set(joint, value)));
        }
    }
}

#[test]
fn a_poisoned_body_in_the_middle_of_a_pile_stays_the_only_one() {
    for (name, set) in OF_BODY {
        for value in POISON {
            let about = format!("{name} = {value}");
            let mut w = world();
            ground(&mut w);
            let pile = pyramid(&mut w, 5);
            steps(&mut w, 30);
            let mut state = w.state();
            let middle = pile[7];
            set(state.bodies.iter_mut().find(|body| body.id == middle).unwrap(), value);
            w.restore(&state);
            assert_sound_once_stepped(&mut w, &about);
            let mut reported = w.events().frozen.clone();
            for _ in 0..60 {
                w.step();
                assert_sound(&w, &about);
                reported.extend(&w.events().frozen);
            }
            assert!(reported.iter().all(|id| *id == middle), "{about} freezes others: {reported:?}");
            let frozen = w.bodies().filter(|(id, body)| body.frozen && *id != middle).count();
            assert_eq!(frozen, 0, "{about} freezes others");
        }
    }
}

#[test]
fn poisoned_poses_of_a_new_joint_do_not_spread() {
    let fields: [(&str, Setter<Pose>); 4] = [
        ("position.x", |p, x| p.position.x = x),
        ("position.y", |p, x| p.position.y = x),
        ("rotation.cos", |p, x| p.rotation.cos = x),
        ("rotation.sin", |p, x| p.rotation.sin = x),
    ];
    for (name, set) in fields {
        for value in POISON {
            for second in [false, true] {
                check(name, value, |w| {
                    let body_a = w.add_body(at(-20.0, 0.0), of(rectangle(1.0, 0.5)));
                    let body_b = w.add_body(at(-19.0, 0.3), of(circle(0.3)));
                    let mut poses = [Pose::new(vec2(-20.0, 0.0), 0.0), Pose::new(vec2(-19.0, 0.3), 0.0)];
                    set(&mut poses[usize::from(second)], value);
                    let kind = JointKind::Weld(Weld { spring: None });
                    let anchor = vec2(-19.5, 0.0);
                    let def = JointDef { body_a, body_b, anchor_a: anchor, anchor_b: anchor, kind, collide_connected: true };
                    w.add_joint_at(def, poses[0], poses[1]);
                });
            }
        }
    }
}

#[test]
fn materials_of_touching_bodies_with_any_number_stay_theirs() {
    let fields: [(&str, Setter<Material>); 4] = [
        ("density", |m, x| m.density = x),
        ("friction", |m, x| m.friction = x),
        ("static friction", |m, x| m.static_friction = x),
        ("restitution", |m, x| m.restitution = x),
    ];
    for (name, set) in fields {
        for value in POISON {
            let about = format!("{name} = {value}");
            let mut w = world();
            ground(&mut w);
            let pile = pyramid(&mut w, 4);
            let mut material = Material::default();
            set(&mut material, value);
            w.set_colliders(pile[5], vec![ColliderDef { shape: rectangle(1.0, 1.0), material, filter: CollisionFilter::default() }]);
            for _ in 0..60 {
                w.step();
                assert_sound(&w, &about);
                assert!(w.events().frozen.is_empty(), "{about} freezes {:?}", w.events().frozen);
            }
        }
    }
}

/// Every shape that the constructors make with a number in one place; an outline's parts as polygons.
fn made_with(x: f32) -> Vec<Shape> {
    let near = |p: Vec2| [p, p + vec2(1.0, 0.2), p + vec2(0.3, 0.9)];
    let points = |k: usize, across: bool| {
        let mut points = [vec2(0.0, 0.0), vec2(1.0, 0.1), vec2(1.2, 0.9), vec2(0.1, 1.0)];
        *(if across { &mut points[k].x } else { &mut points[k].y }) = x;
        points
    };
    let circles = [Circle::try_new(vec2(x, 0.0), 0.5), Circle::try_new(vec2(0.0, x), 0.5), Circle::try_new(Vec2::ZERO, x)];
    let boxes = [
        BoxShape::try_new(x, 1.0, Vec2::ZERO, 0.0, 0.0),
        BoxShape::try_new(1.0, x, Vec2::ZERO, 0.0, 0.0),
        BoxShape::try_new(1.0, 1.0, vec2(x, 0.0), 0.0, 0.0),
        BoxShape::try_new(1.0, 1.0, vec2(0.0, x), 0.3, 0.0),
        BoxShape::try_new(1.0, 1.0, Vec2::ZERO, x, 0.0),
        BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, x),
    ];
    let capsules = [
        Capsule::try_new(vec2(x, 0.0), vec2(1.0, 1.0), 0.2),
        Capsule::try_new(vec2(0.0, x), vec2(1.0, 1.0), 0.2),
        Capsule::try_new(Vec2::ZERO, vec2(x, 1.0), 0.2),
        Capsule::try_new(Vec2::ZERO, vec2(1.0, x), 0.2),
        Capsule::try_new(Vec2::ZERO, Vec2::ONE, x),
    ];
    let segments = [Segment::try_new(vec2(x, 0.0), Vec2::ONE), Segment::try_new(Vec2::ZERO, vec2(1.0, x))];
    let mut polygons = vec![ConvexPolygon::try_new(&near(vec2(x, 0.0)), 0.0), ConvexPolygon::try_new(&near(Vec2::ZERO), x)];
    for k in 0..4 {
        for across in [false, true] {
            polygons.push(ConvexPolygon::try_new(&points(k, across), 0.0));
            polygons.push(ConvexPolygon::try_new(&convex_hull(&points(k, across)), 0.1));
            let parts = decompose(&points(k, across)).unwrap_or_default();
            polygons.extend(parts.iter().map(|part| ConvexPolygon::try_new(part, 0.0)));
        }
    }
    let mut shapes: Vec<Shape> = circles.into_iter().flatten().map(Shape::from).collect();
    shapes.extend(boxes.into_iter().flatten().map(Shape::from));
    shapes.extend(capsules.into_iter().flatten().map(Shape::from));
    shapes.extend(segments.into_iter().flatten().map(Shape::from));
    shapes.extend(polygons.into_iter().flatten().map(Shape::from));
    shapes
}

#[test]
fn what_a_constructor_makes_of_any_number_is_a_shape_within_bounds_that_falls_and_lies() {
    for value in POISON {
        let shapes = made_with(value);
        let is_small = value.abs() < 1.0;
        // A zero is a good coordinate but no radius; what is not finite or vast is good for nothing but an angle.
        let expected = if is_small { 14..60 } else { 0..9 };
        assert!(expected.contains(&shapes.len()), "{value}: {} shapes", shapes.len());
        for shape in shapes {
            let core = shape.convex();
            let about = format!("{value}: {shape:?}");
            assert!(core.points.iter().all(|p| p.is_finite() && p.abs().max_element() <= MAX_COORDINATE), "{about}");
            assert!(core.normals.iter().all(|n| (n.length() - 1.0).abs() < 1e-3), "{about}");
            assert!(core.radius >= 0.0 && core.radius <= MAX_SIZE, "{about}");
            let mut w = world();
            ground(&mut w);
            let id = w.add_body(BodyDef { angle: 0.3, ..at(0.0, 3.0) }, of(shape));
            let body = w.body(id).unwrap();
            assert!(body.mass > 0.0 && body.mass.is_finite() && body.inertia > 0.0 && body.inertia.is_finite(), "{about}");
            for _ in 0..60 {
                w.step();
                assert_sound(&w, &about);
            }
            assert!(!w.body(id).unwrap().frozen, "{about}");
        }
    }
}

#[test]
fn rotations_that_are_none_freeze_the_body_that_has_them() {
    // Finite, yet of no unit length.
    for rotation in [[0.0, 0.0], [2.0, 0.0], [f32::MAX, f32::MAX], [0.5, 0.5]] {
        let w = check_state(&format!("{rotation:?}"), |state, ball| {
            state.bodies.iter_mut().find(|body| body.id == ball).unwrap().rotation = rotation;
        });
        let (_, _, ball) = scene();
        assert!(w.body(ball).unwrap().frozen);
        assert_ne!(w.body(ball).unwrap().pose.rotation, Rot { cos: rotation[0], sin: rotation[1] });
    }
}
