//! Motion that has a known answer: flight, friction, bounces, collisions.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::collider::{ColliderDef, ColliderId};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::narrow::NarrowPhase;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;

fn settings_with_gravity(gravity: Vec2) -> WorldSettings {
    WorldSettings { gravity, ..WorldSettings::default() }
}

#[test]
fn a_projectile_follows_the_parabola() {
    let mut w = world();
    let ball = w.add_body(BodyDef { linear_velocity: vec2(7.0, 12.0), ..at(1.0, 2.0) }, of(circle(0.25)));
    for step in 1..=120 {
        w.step();
        let t = step as f32 / 60.0;
        let exact = vec2(1.0 + 7.0 * t, 2.0 + 12.0 * t - 0.5 * G * t * t);
        // Exact but for rounding: 480 additions of numbers below 32 (half an ulp is 1e-6).
        assert!((center(&w, ball) - exact).length() < 2e-4, "at {t}: {} instead of {exact}", center(&w, ball));
    }
}

#[test]
fn damping_does_not_depend_on_the_step_size() {
    let speed_after_two_seconds = |hz: f32, substeps: u32| {
        let mut w = World::new(WorldSettings { step_hz: hz, substeps, ..settings_with_gravity(Vec2::ZERO) });
        let def =
            BodyDef { linear_velocity: vec2(10.0, 0.0), angular_velocity: 5.0, linear_damping: 0.5, angular_damping: 1.0, ..at(0.0, 0.0) };
        let id = w.add_body(def, of(rectangle(1.0, 1.0)));
        steps(&mut w, (2.0 * hz) as usize);
        (velocity(&w, id).x, w.body(id).unwrap().angular_velocity)
    };
    // e^(−0.5·2) = 0.36788, e^(−2) = 0.13534, both to the digits given here.
    for (hz, substeps) in [(60.0, 4), (120.0, 4), (30.0, 8), (240.0, 2)] {
        let (v, spin) = speed_after_two_seconds(hz, substeps);
        assert!((v / 3.6788 - 1.0).abs() < 2e-5, "{v} at {hz} Hz");
        assert!((spin / 0.67668 - 1.0).abs() < 2e-5, "{spin} at {hz} Hz");
    }
}

#[test]
fn gravity_scale_and_forces_accelerate_as_they_should() {
    let mut w = world();
    let up = w.add_body(BodyDef { gravity_scale: -1.0, ..at(0.0, 0.0) }, of(circle(0.5)));
    let pushed = w.add_body(BodyDef { gravity_scale: 0.0, ..at(10.0, 0.0) }, of(rectangle(2.0, 1.0)));
    for _ in 0..60 {
        let body = w.body(pushed).unwrap();
        let (force, point) = (vec2(4.0, 0.0), body.center);
        w.apply_force(pushed, force, point);
        w.apply_torque(pushed, 0.5);
        w.step();
    }
    assert!((center(&w, up).y - 0.5 * G).abs() < 1e-3);
    // a = 4 N / 2 kg for 1 s; α = 0.5 N·m / (2 kg (2² + 1²) m² / 12) for 1 s. The step clears forces: another second
    // adds no speed.
    assert!((velocity(&w, pushed).x - 2.0).abs() < 1e-4);
    assert!((w.body(pushed).unwrap().angular_velocity - 0.6).abs() < 1e-4);
    steps(&mut w, 60);
    assert!((velocity(&w, pushed).x - 2.0).abs() < 1e-4);
}

#[test]
fn a_sliding_box_stops_after_v_squared_over_two_mu_g() {
    for (speed, mu) in [(5.0_f32, 0.5_f32), (8.0, 0.3), (3.0, 0.8)] {
        let mut w = world();
        ground_of(&mut w, mu, 0.0);
        // Flat, so that braking does not tip it over; resting from the start.
        let id = w.add_body(at(-50.0, 0.25), made(rectangle(2.0, 0.5), mu, 0.0));
        steps(&mut w, 60);
        let start = center(&w, id).x;
        w.set_velocity(id, vec2(speed, 0.0), 0.0);
        steps(&mut w, 300);
        let way = center(&w, id).x - start;
        let exact = speed * speed / (2.0 * mu * G);
        // Each sub-step moves with its new velocity: that adds up to v h / 2 less way.
        assert!((way - exact).abs() < speed / 480.0 + 1e-3, "{way} instead of {exact}");
        assert!(velocity(&w, id).length() < 1e-3);
    }
}

#[test]
fn a_box_slips_within_a_tenth_of_a_degree_of_the_friction_angle() {
    for mu in [0.2_f32, 0.5, 0.8] {
        let slip = collidoscope::engine::math::atan2(mu, 1.0).to_degrees();
        let way_at = |degrees: f32| {
            let (sin, cos) = sin_cos(degrees.to_radians());
            let mut w = World::new(settings_with_gravity(G * vec2(sin, -cos)));
            ground_of(&mut w, mu, 0.0);
            // Awake, as it starts to slip more slowly than what counts as rest.
            let id = w.add_body(BodyDef { can_sleep: false, ..at(0.0, 0.25) }, made(rectangle(2.0, 0.5), mu, 0.0));
            steps(&mut w, 30);
            let start = center(&w, id).x;
            steps(&mut w, 240);
            center(&w, id).x - start
        };
        // A tenth of a degree beyond, 4 s of g (sin − μ cos) make 0.1 m; before, nothing moves.
        assert!(way_at(slip - 0.1).abs() < 0.005, "slips at {} for μ = {mu}: {}", slip - 0.1, way_at(slip - 0.1));
        assert!(way_at(slip + 0.1) > 0.05, "sticks at {} for μ = {mu}: {}", slip + 0.1, way_at(slip + 0.1));
    }
}

#[test]
fn both_narrow_phases_hold_a_stack() {
    for narrow_phase in [NarrowPhase::Sat, NarrowPhase::GjkEpa] {
        let mut w = World::new(WorldSettings { narrow_phase, ..WorldSettings::default() });
        ground(&mut w);
        let stack: Vec<_> = (0..8).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
        steps(&mut w, 300);
        let top = center(&w, stack[7]);
        // A soft contact gives by (weight above)/(stiffness): at most 4 mm at each of 8 joints.
        assert!(top.x.abs() < 0.02 && (top.y - 7.5).abs() < 0.03, "{narrow_phase:?}: {top}");
        assert!(stack.iter().all(|&id| !w.body(id).unwrap().awake), "{narrow_phase:?} does not sleep");
    }
}

#[test]
fn contacts_are_sorted_and_found_in_either_order() {
    let mut w = world();
    let floor = ground(&mut w);
    let id = w.add_body(at(0.0, 0.49), of(rectangle(1.0, 1.0)));
    w.step();
    let (a, b) = (ColliderId { body: floor, index: 0 }, ColliderId { body: id, index: 0 });
    let contact = w.contact(b, a).unwrap();
    assert_eq!((contact.collider_a, contact.collider_b), (a, b));
    // From A (the ground, below) to B (the box, above).
    assert!((contact.normal - Vec2::Y).length() < 1e-5);
    assert_eq!(contact.count, 2);
    assert!(contact.is_touching() && w.contact(a, a).is_none());
    assert_eq!(w.events().begun.len(), 1);
}

#[test]
fn a_resting_box_presses_with_its_weight() {
    let mut w = world();
    let floor = ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 25);
    let contact = w.contact(ColliderId { body: floor, index: 0 }, ColliderId { body: id, index: 0 }).unwrap();
    let impulse: f32 = contact.points().iter().map(|p| p.normal_impulse).sum();
    // m g Δt for 1 kg and 1/60 s, up to what is left of settling.
    assert!((impulse / (G / 60.0) - 1.0).abs() < 0.01, "{impulse}");
}

#[test]
fn a_kinematic_platform_carries_a_box_and_is_not_pushed() {
    let mut w = world();
    let platform =
        w.add_body(BodyDef { kind: BodyKind::Kinematic, linear_velocity: vec2(0.5, 0.2), ..at(0.0, 0.0) }, of(rectangle(4.0, 0.2)));
    let id = w.add_body(at(0.0, 0.6), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!((center(&w, platform) - vec2(1.0, 0.4)).length() < 1e-4);
    // Dragged along by friction after a short slip.
    assert!((velocity(&w, id) - vec2(0.5, 0.2)).length() < 0.01, "{}", velocity(&w, id));
    assert!(w.body(id).unwrap().awake, "what rests on something moving must stay awake");
}

#[test]
fn a_compound_body_turns_about_its_centre_of_mass() {
    let mut w = weightless();
    // A 1 m box at the origin and one 3 m to the right: the centre lies at 1.5 m.
    let mut parts = of(rectangle(1.0, 1.0));
    parts.extend(of(polygon(&[(2.5, -0.5), (3.5, -0.5), (3.5, 0.5), (2.5, 0.5)])));
    let id = w.add_body(BodyDef { angular_velocity: 2.0, ..at(0.0, 0.0) }, parts);
    let body = w.body(id).unwrap();
    assert!((body.center - vec2(1.5, 0.0)).length() < 1e-5);
    assert!((body.mass - 2.0).abs() < 1e-5);
    // 2 (1/6 + 1.5²)
    assert!((body.inertia - 2.0 * (1.0 / 6.0 + 2.25)).abs() < 1e-4);
    steps(&mut w, 60);
    let body = w.body(id).unwrap();
    assert!((body.center - vec2(1.5, 0.0)).length() < 1e-5, "the centre must stay");
    let (sin, cos) = sin_cos(2.0);
    assert!((body.pose.position - (vec2(1.5, 0.0) - 1.5 * vec2(cos, sin))).length() < 1e-3);
}

#[test]
fn a_dynamic_body_without_mass_gets_one_kilogram() {
    let mut w = world();
    ground(&mut w);
    let massless = Material { density: 0.0, ..Material::default() };
    let line = w.add_body(at(0.0, 2.0), of(segment(vec2(-1.0, 0.0), vec2(1.0, 0.0))));
    let ghost = w.add_body(at(5.0, 2.0), vec![ColliderDef { shape: circle(0.5), material: massless, filter: Default::default() }]);
    let empty = w.add_body(at(9.0, 2.0), Vec::new());
    for id in [line, ghost, empty] {
        let body = w.body(id).unwrap();
        assert_eq!(body.mass, 1.0);
        assert!(body.inertia > 0.0);
    }
    steps(&mut w, 120);
    assert!((center(&w, ghost).y - 0.5).abs() < 0.02, "it must land like any other");
    assert!(center(&w, empty).y < -10.0, "nothing to land on with");
    w.validate().unwrap();
}

#[test]
fn a_body_with_fixed_rotation_does_not_turn() {
    let mut w = world();
    ground(&mut w);
    let def = BodyDef { fixed_rotation: true, angle: 0.4, angular_velocity: 3.0, ..at(0.0, 3.0) };
    let id = w.add_body(def, of(rectangle(1.0, 0.3)));
    steps(&mut w, 120);
    assert!((angle(&w, id) - 0.4).abs() < 1e-6);
    assert_eq!(w.body(id).unwrap().angular_velocity, 0.0);
}

#[test]
fn changing_a_body_takes_effect_at_once() {
    let mut w = world();
    ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(rectangle(1.0, 1.0)));
    steps(&mut w, 120);
    assert!(!w.body(id).unwrap().awake);
    w.set_colliders(id, of(circle(0.25)));
    assert!(w.body(id).unwrap().awake);
    steps(&mut w, 120);
    assert!((center(&w, id).y - 0.25).abs() < 0.01);
    w.set_properties(id, &BodyDef { kind: BodyKind::Static, ..BodyDef::default() });
    w.set_pose(id, vec2(0.0, 3.0), 0.0);
    steps(&mut w, 30);
    assert_eq!(center(&w, id), vec2(0.0, 3.0));
    assert_eq!(w.body(id).unwrap().inv_mass, 0.0);
    w.set_properties(id, &BodyDef::default());
    steps(&mut w, 120);
    assert!((center(&w, id).y - 0.25).abs() < 0.01);
    assert!(w.remove_body(id) && !w.remove_body(id) && w.body(id).is_none());
    w.step();
    w.validate().unwrap();
}

#[test]
fn a_far_away_pyramid_stands_like_one_at_the_origin() {
    let mut w = world();
    w.add_body(fixed(10_000.0, -0.5), of(rectangle(60.0, 1.0)));
    let mut top = None;
    for row in 0..5 {
        for k in 0..5 - row {
            top = Some(w.add_body(at(10_000.0 + 1.05 * k as f32 - 0.525 * (4 - row) as f32, 0.5 + row as f32), of(rectangle(1.0, 1.0))));
        }
    }
    steps(&mut w, 240);
    // f32 keeps 1 mm at 10 km.
    assert!((center(&w, top.unwrap()) - vec2(10_000.0, 4.5)).length() < 0.03, "{}", center(&w, top.unwrap()));
}
