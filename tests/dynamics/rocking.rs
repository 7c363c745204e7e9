//! What rocks, rolls off its middle or tips over on one point keeps its energy.
//!
//! Normal and arms of a contact were those of the step's start for a whole step, half a step late on average. A plank
//! on a cylinder, let go at 0.25 rad, swung up to 0.60 rad in 20 s at 60 Hz, however many sub-steps it had.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::collider::ColliderDef;
use collidoscope::engine::shape::{Circle, Shape};
use collidoscope::engine::world::{World, WorldSettings};

fn awake() -> World {
    World::new(WorldSettings { sleeping: false, ..WorldSettings::default() })
}

/// Largest angle in each of `count` spans of `seconds`, radians.
fn amplitudes(world: &mut World, id: BodyId, seconds: f32, count: usize) -> Vec<f32> {
    let steps = (seconds / world.settings().step_seconds()) as usize;
    (0..count)
        .map(|_| {
            (0..steps).fold(0.0_f32, |most, _| {
                world.step();
                most.max(angle(world, id).abs())
            })
        })
        .collect()
}

#[test]
fn a_plank_on_a_cylinder_rocks_as_far_as_before() {
    // Times the square root of the size seconds in all: 21. A sub-step is a larger part of the swing of what is small.
    for (size, share) in [(0.1_f32, 0.05_f32), (1.0, 0.02), (10.0, 0.03)] {
        for (swapped, start) in [(false, 0.25_f32), (true, 0.25), (false, 0.1)] {
            let mut w = awake();
            let (sin, cos) = (f64::from(start).sin() as f32, f64::from(start).cos() as f32);
            // Rolled without slip from level: the touching point is R·θ from its middle.
            let up = vec2(sin, cos);
            let along = vec2(cos, -sin);
            let middle = 1.05 * size * up - size * start * along;
            let cylinder = |w: &mut World| w.add_body(fixed(0.0, 0.0), made(circle(size), 2.0, 0.0));
            if !swapped {
                cylinder(&mut w);
            }
            let plank = w.add_body(BodyDef { angle: -start, ..at(middle.x, middle.y) }, made(rectangle(2.0 * size, 0.1 * size), 2.0, 0.0));
            if swapped {
                cylinder(&mut w);
            }
            let found = amplitudes(&mut w, plank, 3.0 * size.sqrt(), 7);
            let off = found.iter().fold(0.0_f32, |most, angle| most.max((angle / start - 1.0).abs()));
            assert!(off < share, "{size} m, cylinder last: {swapped}, from {start} rad: {found:?}");
        }
    }
}

/// A disc with a weight below its middle.
#[test]
fn a_disc_with_a_weight_in_it_rolls_to_and_fro_as_far_as_before() {
    for (size, share) in [(0.05_f32, 0.06_f32), (1.0, 0.01)] {
        for friction in [0.0_f32, 1.0] {
            let mut w = awake();
            ground_of(&mut w, friction, 0.0);
            let weight = Shape::Circle(Circle::try_new(vec2(0.0, -0.6 * size), 0.3 * size).unwrap());
            let mut colliders: Vec<ColliderDef> = made(circle(size), friction, 0.0);
            colliders.extend(made(weight, friction, 0.0));
            colliders[1].material.density = 5.0;
            let disc = w.add_body(BodyDef { angle: 0.3, ..at(0.0, size) }, colliders);
            let found = amplitudes(&mut w, disc, 5.0 * size.sqrt(), 6);
            let off = found.iter().fold(0.0_f32, |most, angle| most.max((angle / 0.3 - 1.0).abs()));
            assert!(off < share, "{size} m, friction {friction}: {found:?}");
        }
    }
}

/// Turn of a box about its lower right corner, against the equation of motion integrated in doubles.
#[test]
fn a_box_tips_over_its_corner_as_fast_as_the_equation_of_motion_says() {
    // The first of the 7 steps that 4 cm take finds the corner without a load.
    for (height, share) in [(0.04_f32, 0.09), (1.0, 0.01)] {
        let width = 0.25 * height;
        let mut w = awake();
        ground_of(&mut w, 1.0, 0.0);
        let balance = f64::from(width / height).atan();
        let start = balance + 0.1;
        let (sin, cos) = (start.sin() as f32, start.cos() as f32);
        // The corner stands at the origin; the middle is up and to the left of it, turned clockwise by `start`.
        let (x, y) = (-0.5 * width, 0.5 * height);
        let body = w.add_body(
            BodyDef { angle: -start as f32, ..at(cos * x + sin * y, cos * y - sin * x) },
            made(rectangle(width, height), 1.0, 0.0),
        );
        let steps = (f64::from(height).sqrt() * 36.0) as usize;
        for _ in 0..steps {
            w.step();
        }
        // θ'' = r g sin(θ − balance) / (I/m), r the corner's distance, I about the corner.
        let r = f64::from(width).hypot(f64::from(height)) / 2.0;
        let inertia = 4.0 / 3.0 * r * r;
        let (mut theta, mut rate) = (start, 0.0);
        let h = 1e-5;
        for _ in 0..(steps as f64 / 60.0 / h) as usize {
            rate += h * r * f64::from(G) * (theta - balance).sin() / inertia;
            theta += h * rate;
        }
        let turned = -f64::from(angle(&w, body)) - start;
        let exact = theta - start;
        assert!((turned / exact - 1.0).abs() < share, "{height} m: {turned} instead of {exact} rad");
    }
}

/// A disc whose centre of mass lies below its middle, let go at `start`: share of the swing's energy that is left after
/// 5 s. On ice the centre of mass moves up and down only; with friction the disc rolls to and fro.
fn left_of_swing(settings: WorldSettings, [radius, offset]: [f32; 2], start: f32, friction: f32) -> f64 {
    let mut w = World::new(WorldSettings { sleeping: false, ..settings });
    ground_of(&mut w, friction, 0.0);
    // The weight touches nothing.
    let weight = Circle::try_new(vec2(0.0, -1.2 * offset), 0.15 * radius).unwrap();
    let mut colliders = made(circle(radius), friction, 0.0);
    colliders.extend(made(Shape::Circle(weight), friction, 0.0));
    colliders[1].material.density *= 150.0;
    let disc = w.add_body(BodyDef { angle: start, ..at(0.0, radius) }, colliders);
    let body = w.body(disc).unwrap();
    let offset = f64::from((body.center - vec2(0.0, radius)).length());
    let lowest = f64::from(body.mass * G) * (f64::from(radius) - offset);
    let energy = |w: &World| w.energy().kinetic + w.energy().potential - lowest;
    let before = energy(&w);
    let count = (5.0 / w.settings().step_seconds()) as usize;
    steps(&mut w, count);
    energy(&w) / before
}

/// What the bent way of its middle takes of its speed was lost in each step: 29 % to 65 % of the swing in 5 s, with any
/// number of sub-steps. What is left of the error falls with the square of the sub-step.
#[test]
fn a_roly_poly_keeps_the_energy_of_its_swing() {
    for (substeps, share) in [(4, 0.08), (8, 0.04), (16, 0.02)] {
        for (size, start) in [([0.5, 0.2], 0.3), ([0.5, 0.2], 1.2), ([0.3, 0.2], 0.3), ([0.2, 0.12], 0.3)] {
            for friction in [0.0, 0.9] {
                let left = left_of_swing(WorldSettings { substeps, ..WorldSettings::default() }, size, start, friction);
                assert!((left - 1.0).abs() < share, "{substeps} sub-steps, {size:?}, {start} rad, friction {friction}: {left}");
            }
        }
    }
}
