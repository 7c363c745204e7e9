//! Numbers that must not spread: every numeric field of every public call × NaN, infinities, zeros, the smallest and
//! the largest.

use crate::dynamics_fixture::*;
use crate::poison_kit::*;
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::collider::ColliderDef;
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::joint::{Distance, Grab, JointDef, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::{World, WorldSettings};

/// Puts a number into one field.
type Setter<T> = fn(&mut T, f32);

/// Calls the world with a number.
type Call = fn(&mut World, BodyId, f32);

#[test]
fn bodies_with_any_number_do_not_spread_it() {
    let fields: [(&str, Setter<BodyDef>); 9] = [
        ("position.x", |d, x| d.position.x = x),
        ("position.y", |d, x| d.position.y = x),
        ("angle", |d, x| d.angle = x),
        ("linear_velocity.x", |d, x| d.linear_velocity.x = -x),
        ("linear_velocity.y", |d, x| d.linear_velocity.y = x),
        ("angular_velocity", |d, x| d.angular_velocity = x),
        ("linear_damping", |d, x| d.linear_damping = x),
        ("angular_damping", |d, x| d.angular_damping = x),
        ("gravity_scale", |d, x| d.gravity_scale = x),
    ];
    for (name, set) in fields {
        for value in POISON {
            for kind in [BodyKind::Dynamic, BodyKind::Kinematic, BodyKind::Static] {
                let mut def = BodyDef { kind, ..at(-20.0, 0.0) };
                set(&mut def, value);
                check(name, value, |w| {
                    let id = w.add_body(def, of(rectangle(1.0, 0.5)));
                    w.add_body(at(-20.0, 1.0), of(circle(0.5)));
                    w.set_properties(id, &def);
                });
            }
        }
    }
}

#[test]
fn materials_with_any_number_do_not_spread_it() {
    let fields: [(&str, Setter<Material>); 4] = [
        ("density", |m, x| m.density = x),
        ("friction", |m, x| m.friction = x),
        ("static friction", |m, x| m.static_friction = x),
        ("restitution", |m, x| m.restitution = x),
    ];
    for (name, set) in fields {
        for value in POISON {
            let mut material = Material::default();
            set(&mut material, value);
            check(name, value, |w| {
                w.add_body(fixed(-20.0, -0.5), of(rectangle(10.0, 1.0)));
                let def = || vec![ColliderDef { shape: rectangle(1.0, 1.0), material, filter: Default::default() }];
                let id = w.add_body(at(-20.0, 0.6), def());
                w.add_body(BodyDef { linear_velocity: vec2(0.0, -9.0), ..at(-20.0, 2.0) }, of(circle(0.4)));
                w.set_colliders(id, def());
            });
        }
    }
}

#[test]
fn calls_with_any_number_do_not_spread_it() {
    let calls: [(&str, Call); 17] = [
        ("set_pose x", |w, id, x| w.set_pose(id, vec2(-x, 0.0), 0.0)),
        ("set_pose y", |w, id, x| w.set_pose(id, vec2(-20.0, x), 0.0)),
        ("set_pose angle", |w, id, x| w.set_pose(id, vec2(-20.0, 0.0), x)),
        ("set_velocity x", |w, id, x| w.set_velocity(id, vec2(-x, 0.0), 0.0)),
        ("set_velocity y", |w, id, x| w.set_velocity(id, vec2(1.0, x), 0.0)),
        ("set_velocity spin", |w, id, x| w.set_velocity(id, vec2(0.0, 0.0), x)),
        ("apply_impulse y", |w, id, x| w.apply_impulse(id, vec2(0.0, x), vec2(-20.0, 0.0))),
        ("apply_impulse x", |w, id, x| w.apply_impulse(id, vec2(-x, 0.0), vec2(-20.0, 0.3))),
        ("apply_impulse again and again", |w, id, x| (0..50).for_each(|_| w.apply_impulse(id, vec2(0.0, x), vec2(-21.0, 0.0)))),
        ("apply_impulse at", |w, id, x| w.apply_impulse(id, vec2(0.0, 1.0), vec2(x, x))),
        ("apply_force y", |w, id, x| w.apply_force(id, vec2(0.0, x), vec2(-20.0, 0.0))),
        ("apply_force twice", |w, id, x| (0..3).for_each(|_| w.apply_force(id, vec2(0.0, x), vec2(-20.0, x)))),
        ("apply_force at", |w, id, x| w.apply_force(id, vec2(1.0, 1.0), vec2(x, -x))),
        ("apply_torque", |w, id, x| w.apply_torque(id, x)),
        ("apply_torque twice", |w, id, x| (0..3).for_each(|_| w.apply_torque(id, x))),
        ("queries", |w, _, x| {
            w.colliders_at(WorldPoint::new(x, 1.0));
            w.ray_cast(WorldPoint::new(x, 0.0), WorldPoint::new(0.0, x));
            w.colliders_in(Aabb { min: vec2(x, -1.0), max: vec2(1.0, x) });
        }),
        ("a body that is gone", |w, _, x| {
            let gone = w.add_body(at(-20.0, 5.0), of(circle(0.3)));
            w.remove_body(gone);
            w.set_pose(gone, vec2(x, x), x);
            w.apply_force(gone, vec2(x, x), vec2(x, x));
        }),
    ];
    for (name, call) in calls {
        for value in POISON {
            check(name, value, |w| {
                let id = w.add_body(at(-20.0, 0.0), of(rectangle(1.0, 0.5)));
                w.add_body(at(-20.0, 1.0), of(circle(0.5)));
                call(w, id, value);
            });
        }
    }
}

/// A query that read everything used to name what had been taken out of the grid: it asked "not apart?", to which NaN
/// says yes.
#[test]
fn queries_nowhere_find_nothing_also_after_a_body_has_gone() {
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut w = World::new(WorldSettings::default());
        w.add_body(at(0.0, 0.0), of(circle(0.5)));
        let gone = w.add_body(at(2.0, 0.0), of(circle(0.5)));
        w.step();
        w.remove_body(gone);
        assert_eq!(w.colliders_at(WorldPoint::new(0.0, 0.0)).len(), 1);
        assert!(w.colliders_at(WorldPoint::new(x, x)).is_empty());
        assert!(w.colliders_in(Aabb { min: vec2(-x, -x), max: vec2(x, x) }).is_empty());
        w.step();
        assert_eq!(w.colliders_at(WorldPoint::new(0.0, 0.0)).len(), 1);
    }
}

#[test]
fn joints_with_any_number_do_not_spread_it() {
    let spring = |x: f32, y: f32| Some(Spring { hertz: x, damping_ratio: y });
    let kinds = move |x: f32| {
        let limits = [Some(Limits { lower: x, upper: 1.0 }), Some(Limits { lower: -1.0, upper: x })];
        let motors = [Some(Motor { speed: x, max_effort: 10.0 }), Some(Motor { speed: 1.0, max_effort: x })];
        let springs = [spring(x, 0.5), spring(2.0, x), spring(x, 0.0)];
        let mut kinds = vec![
            JointKind::Prismatic(Prismatic { axis: vec2(x, 0.0), limits: None, motor: None, spring: None }),
            JointKind::Distance(Distance { length: Some(x), limits: None, spring: None }),
            JointKind::Grab(Grab { target: vec2(x, 0.0), max_force: 10.0, spring: Spring { hertz: 2.0, damping_ratio: 1.0 } }),
            JointKind::Grab(Grab { target: vec2(-20.0, 0.0), max_force: x, spring: Spring { hertz: 2.0, damping_ratio: 1.0 } }),
            JointKind::Grab(Grab { target: vec2(-20.0, 0.0), max_force: 10.0, spring: Spring { hertz: x, damping_ratio: x } }),
        ];
        for limits in limits {
            kinds.push(JointKind::Revolute(Revolute { limits, motor: None, spring: None }));
            kinds.push(JointKind::Prismatic(Prismatic { axis: Vec2::X, limits, motor: None, spring: None }));
            kinds.push(JointKind::Distance(Distance { length: Some(1.0), limits, spring: None }));
        }
        for motor in motors {
            kinds.push(JointKind::Revolute(Revolute { limits: None, motor, spring: None }));
            kinds.push(JointKind::Prismatic(Prismatic { axis: Vec2::Y, limits: None, motor, spring: None }));
        }
        for spring in springs {
            kinds.push(JointKind::Revolute(Revolute { limits: None, motor: None, spring }));
            kinds.push(JointKind::Prismatic(Prismatic { axis: Vec2::Y, limits: None, motor: None, spring }));
            kinds.push(JointKind::Distance(Distance { length: Some(1.0), limits: None, spring }));
            kinds.push(JointKind::Weld(Weld { spring }));
        }
        kinds
    };
    for value in POISON {
        for kind in kinds(value) {
            check(&format!("{kind:?}"), value, |w| {
                let a = w.add_body(at(-20.0, 0.0), of(rectangle(1.0, 0.5)));
                let b = w.add_body(at(-19.0, 0.3), of(circle(0.3)));
                let def = JointDef {
                    body_a: a,
                    body_b: b,
                    anchor_a: vec2(-19.5, 0.0),
                    anchor_b: vec2(-19.4, 0.1),
                    kind,
                    collide_connected: true,
                };
                let id = w.add_joint(def).unwrap();
                w.set_joint_kind(id, kind);
                assert!(w.joint_readout(id).unwrap().force.is_finite());
            });
        }
        check("anchors", value, |w| {
            let a = w.add_body(at(-20.0, 0.0), of(rectangle(1.0, 0.5)));
            let b = w.add_body(at(-19.0, 0.3), of(circle(0.3)));
            let kind = JointKind::Weld(Weld { spring: None });
            w.add_joint(JointDef {
                body_a: a,
                body_b: b,
                anchor_a: vec2(value, 0.0),
                anchor_b: vec2(0.0, value),
                kind,
                collide_connected: true,
            });
        });
    }
}

#[test]
fn settings_with_any_number_leave_a_world_that_runs() {
    let fields: [(&str, Setter<WorldSettings>); 8] = [
        ("gravity.x", |s, x| s.gravity.x = x),
        ("gravity.y", |s, x| s.gravity.y = x),
        ("step_hz", |s, x| s.step_hz = x),
        ("restitution_threshold", |s, x| s.restitution_threshold = x),
        ("contact_hertz", |s, x| s.contact_hertz = x),
        ("contact_damping_ratio", |s, x| s.contact_damping_ratio = x),
        ("joint_hertz", |s, x| s.joint_hertz = x),
        ("joint_damping_ratio", |s, x| s.joint_damping_ratio = x),
    ];
    for (name, set) in fields {
        for value in POISON {
            let mut settings = WorldSettings::default();
            set(&mut settings, value);
            for mut w in [World::new(settings), world()] {
                let ids = healthy(&mut w);
                let def = JointDef {
                    body_a: ids[0],
                    body_b: ids[1],
                    anchor_a: vec2(60.0, 501.0),
                    anchor_b: vec2(60.0, 501.0),
                    kind: JointKind::Weld(Weld { spring: None }),
                    collide_connected: true,
                };
                w.add_joint(def).unwrap();
                w.set_settings(settings);
                for _ in 0..40 {
                    w.step();
                    w.validate().unwrap_or_else(|breach| panic!("{name} = {value}: {breach}"));
                }
            }
        }
    }
    for substeps in [0, 1, u32::MAX] {
        let mut w = World::new(WorldSettings { substeps, ..WorldSettings::default() });
        healthy(&mut w);
        steps(&mut w, 3);
        w.validate().unwrap();
    }
}

#[test]
fn extreme_masses_in_contact_stay_finite() {
    for (light, heavy) in [(1e-6, 1e9), (1e-3, 1e6), (1.0, 1000.0)] {
        let mut w = world();
        ground(&mut w);
        let of_density =
            |shape, density| vec![ColliderDef { shape, material: Material { density, ..Material::default() }, filter: Default::default() }];
        w.add_body(at(0.0, 0.05), of_density(rectangle(0.1, 0.1), light));
        w.add_body(at(0.0, 5.2), of_density(rectangle(10.0, 10.0), heavy));
        for _ in 0..200 {
            w.step();
            w.validate().unwrap();
        }
        assert!(w.events().frozen.is_empty());
    }
}

#[test]
fn a_body_that_leaves_the_world_is_frozen_at_its_border_and_reported() {
    let mut w = weightless();
    let id = w.add_body(BodyDef { linear_velocity: vec2(400.0, 0.0), ..at(99_990.0, 0.0) }, of(circle(0.5)));
    let mut reports = 0;
    for _ in 0..60 {
        w.step();
        reports += w.events().left.len();
        w.validate().unwrap();
    }
    assert_eq!(reports, 1);
    assert!(w.body(id).unwrap().frozen && center(&w, id).x <= 1e5);
    // Putting it somewhere thaws it.
    w.set_pose(id, Vec2::ZERO, 0.0);
    w.set_velocity(id, vec2(1.0, 0.0), 0.0);
    steps(&mut w, 60);
    assert!((center(&w, id).x - 1.0).abs() < 1e-3);
}
