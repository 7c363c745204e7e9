//! A body that the pointer drags presses others against thin walls.
//!
//! The pointer jumps to and fro, up to 7 m in a frame, and of 2,400 shakes 4 carried the body itself through a chain of
//! segments and 2 the one that it was pressed against. The continuous step let go of a sweep for good when it met an
//! edge first that flush neighbours hide; and it stopped the middle of what is squeezed 5 mm before the wall, from
//! where a slow motion, which it does not check, was through.

mod dynamics_fixture;

use collidoscope::engine::body::BodyId;
use collidoscope::engine::collider::ColliderDef;
use collidoscope::engine::joint::{Grab, JointDef};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::hand::{GRAB_SPRING, GRAB_WEIGHTS};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn shape(random: &mut Pcg32) -> Shape {
    let size = random.random_range(0.1..0.5);
    match random.random_range(0..3) {
        0 => circle(0.5 * size),
        1 => rectangle(size, size),
        _ => rectangle(size, random.random_range(0.1..0.5)),
    }
}

fn reach(shapes: &[ColliderDef]) -> f32 {
    let convex = shapes[0].shape.convex();
    convex.radius + convex.points.iter().fold(0.0, |far: f32, p| far.max(p.length()))
}

/// A pen with walls of 5 cm, a body that is dragged and one that it is shaken against; how many of both get out.
fn shake(random: &mut Pcg32, kind: usize) -> [bool; 2] {
    let mut w = World::new(WorldSettings { substeps: [8, 4][kind / 6 % 2], ..WorldSettings::default() });
    let half = 1.0;
    match kind % 2 {
        0 => {
            let thin = 0.05;
            for (x, y, width, height) in [
                (half + 0.5 * thin, 0.0, thin, 2.0 * half + 0.2),
                (-half - 0.5 * thin, 0.0, thin, 2.0 * half + 0.2),
                (0.0, half + 0.5 * thin, 2.0 * half + 0.2, thin),
                (0.0, -half - 0.5 * thin, 2.0 * half + 0.2, thin),
            ] {
                w.add_body(fixed(x, y), of(rectangle(width, height)));
            }
        }
        _ => {
            let corners = [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half), vec2(-half, -half)];
            let sides: Vec<ColliderDef> = corners
                .windows(2)
                .flat_map(|side| {
                    let (from, way) = (side[0], side[1] - side[0]);
                    (0..8).map(move |k| of(segment(from + k as f32 / 8.0 * way, from + (k + 1) as f32 / 8.0 * way)).remove(0))
                })
                .collect();
            w.add_body(fixed(0.0, 0.0), sides);
        }
    }
    let (held, pressed) = (of(shape(random)), of(shape(random)));
    let density = [0.1, 1.0, 10.0, 100.0][random.random_range(0..4)];
    let mut held = held;
    held[0].material.density = density;
    let x = reach(&held) + reach(&pressed) + 0.01;
    let start = vec2(0.98 - reach(&pressed), random.random_range(-0.4..0.4));
    let other = w.add_body(at(start.x, start.y), pressed);
    let dragged = w.add_body(at((start.x - x).max(-0.6), start.y), held);
    let mass = w.body(dragged).unwrap().mass;
    let place = center(&w, dragged);
    let grip = if random.random() { Vec2::ZERO } else { 0.4 * vec2(random.random_range(-0.1..0.1), random.random_range(-0.1..0.1)) };
    let grab = Grab { target: place + grip, max_force: GRAB_WEIGHTS * mass * G, spring: GRAB_SPRING };
    let wall = anchor_body(&mut w);
    let joint = w
        .add_joint(JointDef {
            body_a: wall,
            body_b: dragged,
            anchor_a: place + grip,
            anchor_b: place + grip,
            kind: grab.into(),
            collide_connected: true,
        })
        .unwrap();
    let speed = [10.0, 100.0, 1e6][kind / 2 % 3];
    let far = [1.0, 1.0, 5.0][kind / 2 % 3];
    // The pointer goes to and fro, past the wall.
    let (mut pointer, mut goal) = (place, place);
    for _ in 0..240 {
        if (pointer - goal).length() < 1e-3 {
            let out = center(&w, other) + far * vec2(random.random_range(-0.3..1.5), random.random_range(-0.5..0.5));
            goal = if random.random_range(0..3) == 0 { vec2(random.random_range(-0.8..0.8), random.random_range(-0.8..0.8)) } else { out };
        }
        let way = goal - pointer;
        pointer += way * (speed / 60.0 / way.length().max(speed / 60.0));
        w.set_joint_kind(joint, Grab { target: pointer, ..grab }.into());
        w.step();
    }
    let out = |id: BodyId| {
        let c: Vec2 = center(&w, id);
        c.x.abs() > half || c.y.abs() > half
    };
    [out(dragged), out(other)]
}

#[test]
fn shaken_bodies_press_none_through_a_thin_wall() {
    let mut random = Pcg32::seed_from_u64(3);
    let mut out = [[0; 2]; 12];
    for k in 0..1200 {
        let escaped = shake(&mut random, k);
        for (side, escaped) in escaped.into_iter().enumerate() {
            out[k % 12][side] += usize::from(escaped);
        }
    }
    assert_eq!(out, [[0; 2]; 12], "dragged and pressed ones, by wall, speed and sub-steps");
}
