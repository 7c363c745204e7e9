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
    // What is left after seven spans of 3 √size seconds. Each step also takes what the velocity has across the turned
    // face, the square of the turn: more of it in fewer steps a swing.
    for (size, left) in [(0.1_f32, 0.5_f32), (1.0, 0.75), (10.0, 0.9)] {
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
            let grows = found.windows(2).any(|pair| pair[1] > 1.002 * pair[0]);
            assert!(!grows && found[6] > left * start, "{size} m, cylinder last: {swapped}, from {start} rad: {found:?}");
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
