//! Overlap becomes no speed: bodies that were put into each other come apart and stand still.
//!
//! The soft push gave each point of a contact velocity and took it back point by point: what was left over only ever
//! pushed apart, because contacts cannot pull. A box half inside a static one left at 0.4 m/s and turned at 0.3
//! rad/s, and up to 0.67 rad/s at other places; 200 discs in one place burst at 87 m/s, and 63 left a pen with walls
//! of a metre. (`engine/solver/push_out.rs`)

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};

/// Bodies come apart at most so fast, m/s and (times their size) rad/s.
const AT_REST: f32 = 0.01;

/// Shapes about this wide, metres.
fn shapes(size: f32) -> [Shape; 5] {
    let corners = (0..6).map(|k| 0.5 * size * Vec2::from_angle(k as f32 * std::f32::consts::PI / 3.0));
    let hexagon: Vec<(f32, f32)> = corners.map(|corner| (corner.x, corner.y)).collect();
    [rectangle(size, size), rectangle(2.0 * size, 0.3 * size), circle(0.5 * size), capsule(0.5 * size, 0.25 * size), polygon(&hexagon)]
}

/// Speed and spin of a shape that was put at `place` (in sizes) into a box, when it is out.
fn left_with(settings: WorldSettings, size: f32, mobile: bool, shape: &Shape, place: (f32, f32, f32), friction: f32) -> (f32, f32) {
    let mut w = World::new(settings);
    let base = if mobile { at(0.0, 0.0) } else { fixed(0.0, 0.0) };
    w.add_body(base, made(rectangle(size, size), friction, 0.8));
    let (x, y, angle) = place;
    let id = w.add_body(BodyDef { angle, ..at(size * x, size * y) }, made(shape.clone(), friction, 0.8));
    // The way out is at most the size, at least at half of `PUSH_SPEED`, or by `PUSHED` shares of the rest.
    steps(&mut w, (settings.step_hz * (1.0 + 0.7 * size)) as usize);
    let deepest = w.contacts().iter().flat_map(|c| c.points().iter().map(|p| p.separation).collect::<Vec<_>>()).fold(0.0, f32::min);
    // Overlap that is too little to be pushed out without velocity; soft contacts take their time for that.
    assert!(deepest > -0.001, "{shape:?} at {place:?}: overlap of {deepest} is left");
    let body = w.body(id).unwrap();
    (body.linear_velocity.length(), body.angular_velocity.abs())
}

fn still(step_hz: f32, substeps: u32) -> WorldSettings {
    WorldSettings { gravity: Vec2::ZERO, sleeping: false, step_hz, substeps, ..WorldSettings::default() }
}

#[test]
fn a_box_half_inside_a_static_one_leaves_without_speed() {
    let (speed, spin) = left_with(still(60.0, 8), 1.0, false, &rectangle(1.0, 1.0), (0.0, 0.5, 0.0), 0.6);
    assert!(speed < AT_REST && spin < AT_REST, "{speed} m/s, {spin} rad/s");
}

#[test]
fn what_was_put_into_another_leaves_without_speed_whatever_it_is_and_however_it_lies() {
    let places = [(0.0, 0.5), (0.3, 0.8), (0.0, 0.95), (0.4, 0.4), (0.01, 0.02), (0.0, 0.0)];
    for (k, shape) in shapes(1.0).iter().enumerate() {
        for (x, y) in places {
            for angle in [0.0, 0.2, 0.7] {
                for mobile in [false, true] {
                    let friction = [0.0, 0.6][k % 2];
                    let (speed, spin) = left_with(still(60.0, 8), 1.0, mobile, shape, (x, y, angle), friction);
                    assert!(speed < AT_REST && spin < AT_REST, "{shape:?} at {x} {y} {angle}, {mobile}: {speed} m/s, {spin} rad/s");
                }
            }
        }
    }
}

#[test]
fn it_leaves_without_speed_at_every_size_step_and_number_of_substeps() {
    for (step_hz, substeps) in [(30.0, 2), (30.0, 8), (60.0, 1), (60.0, 4), (120.0, 8), (240.0, 1), (240.0, 4)] {
        for size in [0.1, 1.0, 10.0] {
            for shape in shapes(size) {
                for (place, mobile) in [((0.0, 0.5, 0.0), false), ((0.3, 0.7, 0.2), false), ((0.1, 0.6, 0.0), true)] {
                    let (speed, spin) = left_with(still(step_hz, substeps), size, mobile, &shape, place, 0.6);
                    let about = format!("{shape:?} at {place:?}, {step_hz} Hz, {substeps} sub-steps");
                    assert!(speed < AT_REST && spin * size < AT_REST, "{about}: {speed} m/s, {spin} rad/s");
                }
            }
        }
    }
}

/// Momentum is what it was, and so is the common centre of mass.
#[test]
fn two_that_were_put_into_each_other_part_about_their_common_centre() {
    let mut w = World::new(still(60.0, 8));
    let a = w.add_body(at(0.0, 0.0), of(rectangle(1.0, 1.0)));
    let b = w.add_body(at(0.3, 0.4), of(circle(0.5)));
    let common = |w: &World| {
        let [a, b] = [a, b].map(|id| w.body(id).unwrap());
        (a.mass * a.center + b.mass * b.center) / (a.mass + b.mass)
    };
    let before = common(&w);
    steps(&mut w, 60);
    // Two dozen steps of some roundings of a metre.
    assert!((common(&w) - before).length() < 1e-5, "{} {before}", common(&w));
}

/// A pen of four walls around the origin.
fn pen(w: &mut World, half: f32, wall: f32) {
    let middle = half + 0.5 * wall;
    for sign in [-1.0, 1.0] {
        w.add_body(fixed(0.0, sign * middle), of(rectangle(2.0 * (half + wall), wall)));
        w.add_body(fixed(sign * middle, 0.0), of(rectangle(wall, 2.0 * half)));
    }
}

/// Discs in one place in a pen: fastest of them at any time, and the pen as it is after these seconds.
fn crowd(count: usize, radius: f32, [half, wall]: [f32; 2], gravity: f32, seconds: usize) -> (f32, World, Vec<BodyId>) {
    let mut w = World::new(WorldSettings { gravity: vec2(0.0, -gravity), ..WorldSettings::default() });
    pen(&mut w, half, wall);
    let ids: Vec<BodyId> = (0..count).map(|_| w.add_body(at(0.0, 0.0), of(circle(radius)))).collect();
    let mut fastest = 0.0_f32;
    for _ in 0..60 * seconds {
        w.step();
        fastest = ids.iter().map(|&id| velocity(&w, id).length()).fold(fastest, f32::max);
    }
    (fastest, w, ids)
}

fn outside(w: &World, ids: &[BodyId], half: f32) -> usize {
    ids.iter().filter(|&&id| center(w, id).abs().max_element() > half).count()
}

fn deepest(w: &World) -> f32 {
    w.contacts().iter().flat_map(|c| c.points().iter().map(|p| -p.separation).collect::<Vec<_>>()).fold(0.0, f32::max)
}

/// Thin walls and small discs, too.
#[test]
fn two_hundred_discs_in_one_place_come_apart_without_speed_and_stay_in_their_pen() {
    for (radius, half, wall) in [(0.5, 9.0, 1.0), (0.5, 9.0, 0.1), (0.2, 4.0, 0.1), (0.05, 1.0, 0.02)] {
        let (fastest, w, ids) = crowd(200, radius, [half, wall], 0.0, 3);
        assert_eq!(outside(&w, &ids, half), 0, "of radius {radius}");
        // Shallow overlap is left to the soft push: 30/s of half a millimetre, from a few sides.
        assert!(fastest < 0.05, "of radius {radius}: {fastest} m/s");
        assert!(deepest(&w) < 0.02 * radius + 0.001, "of radius {radius}: {} overlap", deepest(&w));
    }
}

#[test]
fn a_crowd_that_also_falls_stays_in_its_pen_and_rests() {
    let (fastest, w, ids) = crowd(200, 0.2, [4.0, 0.1], 9.81, 6);
    assert_eq!(outside(&w, &ids, 4.0), 0);
    // From the lid to the floor, 8 m, and a tenth more: those below are pushed down.
    assert!(fastest < 1.1 * (2.0 * 9.81 * 8.0_f32).sqrt(), "{fastest}");
    // On a level row of discs one may roll on slowly: nothing brakes it but the gaps.
    let moving = ids.iter().filter(|&&id| velocity(&w, id).length() > 0.01).count();
    assert!(moving <= 1 && ids.iter().all(|&id| velocity(&w, id).length() < 0.1), "{moving} move");
}

#[test]
fn a_thousand_discs_in_one_place_stay_in_their_pen() {
    let (fastest, w, ids) = crowd(1_000, 0.1, [4.0, 0.1], 0.0, 3);
    assert_eq!(outside(&w, &ids, 4.0), 0);
    assert!(fastest < 0.2, "{fastest}");
    assert!(deepest(&w) < 0.01, "{}", deepest(&w));
}

/// Who is put into a stack lifts what lies on it, and that lies on it then.
#[test]
fn a_box_that_is_put_into_a_stack_does_not_throw_it() {
    let mut w = world();
    ground(&mut w);
    let stack: Vec<BodyId> = (0..6).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
    steps(&mut w, 60);
    let guest = w.add_body(at(0.0, 3.0), of(rectangle(1.0, 1.0)));
    let mut fastest = 0.0_f32;
    for _ in 0..240 {
        w.step();
        fastest = stack.iter().chain([&guest]).map(|&id| velocity(&w, id).length()).fold(fastest, f32::max);
    }
    // Nobody is thrown: what falls a millimetre back gets 0.14 m/s.
    assert!(fastest < 0.3, "{fastest}");
    let top = center(&w, stack[5]);
    assert!((top.y - 6.5).abs() < 0.01 && top.x.abs() < 0.01, "{top}");
}

/// The push moves bodies; an impact is none of its.
#[test]
fn restitution_does_not_answer_to_the_push() {
    let mut w = world();
    ground_of(&mut w, 0.6, 1.0);
    let id = w.add_body(at(0.0, 0.2), made(rectangle(1.0, 1.0), 0.6, 1.0));
    let highest = (0..120).map(|_| {
        w.step();
        center(&w, id).y
    });
    assert!(highest.fold(0.0, f32::max) < 0.502);
}

/// A run that is saved while bodies are pushed apart goes on with the same bits.
#[test]
fn a_state_taken_while_bodies_are_pushed_apart_continues_with_the_same_bits() {
    let build = || {
        let mut w = World::new(still(60.0, 4));
        for k in 0..12 {
            w.add_body(at(0.1 * k as f32, 0.05 * (k % 4) as f32), made(rectangle(1.0, 1.0), Material::default().friction, 0.0));
        }
        w
    };
    let (mut w, mut other) = (build(), build());
    steps(&mut w, 5);
    let state = w.state();
    assert!(state.contacts.iter().any(|contact| contact.overlapped));
    other.restore(&state);
    steps(&mut w, 30);
    steps(&mut other, 30);
    assert_eq!(w.fingerprint(), other.fingerprint());
}

/// A body that is put into another one by hand in the middle of a run is pushed out like one that was there from the
/// beginning.
#[test]
fn a_body_that_is_moved_into_another_leaves_without_speed() {
    let mut w = World::new(still(60.0, 8));
    w.add_body(fixed(0.0, 0.0), of(rectangle(1.0, 1.0)));
    let id = w.add_body(at(0.0, 1.001), of(rectangle(1.0, 1.0)));
    steps(&mut w, 5);
    w.set_pose(id, vec2(0.1, 0.6), 0.0);
    steps(&mut w, 60);
    let body = w.body(id).unwrap();
    assert!(body.linear_velocity.length() < AT_REST && body.angular_velocity.abs() < AT_REST, "{body:?}");
    assert!(body.center.y > 0.999, "{}", body.center);
}

/// The second solver's split impulses leave no speed either.
#[test]
fn split_impulses_leave_no_speed() {
    let settings = WorldSettings { solver: Solver::SequentialImpulses, ..still(60.0, 1) };
    for shape in shapes(1.0) {
        let mut w = World::new(settings);
        w.add_body(fixed(0.0, 0.0), of(rectangle(1.0, 1.0)));
        let id = w.add_body(at(0.1, 0.5), of(shape));
        steps(&mut w, 120);
        let body = w.body(id).unwrap();
        assert!(body.linear_velocity.length() < AT_REST && body.angular_velocity.abs() < AT_REST, "{body:?}");
    }
}
