//! Bodies that touch move as the textbook says, to second order in the sub-step.
//!
//! Sub-steps move a body by the velocity at their end, so that a body which friction or a slope accelerates was half a
//! sub-step ahead: `h Δv/2`, 0.1 to 0.2 % in these cases at 8 sub-steps, twice as much at 4.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::shape::Shape;
use collidoscope::engine::world::{World, WorldSettings};

/// A body (its middle `height` above the surface) on a slope that falls to the right by `angle`.
fn on_slope(settings: WorldSettings, angle: f32, friction: f32, shape: Shape, height: f32) -> (World, BodyId) {
    let mut world = World::new(WorldSettings { sleeping: false, ..settings });
    let (sin, cos) = sin_cos(angle);
    let up = vec2(sin, cos);
    let ground = BodyDef { angle: -angle, ..fixed(-0.5 * up.x, -0.5 * up.y) };
    world.add_body(ground, made(rectangle(120.0, 1.0), friction, 0.0));
    let def = BodyDef { angle: -angle, ..at(height * up.x, height * up.y) };
    let body = world.add_body(def, made(shape, friction, 0.0));
    (world, body)
}

fn settings(substeps: u32) -> WorldSettings {
    WorldSettings { substeps, ..WorldSettings::default() }
}

/// Way along the slope and turn, after some steps.
fn way_after(world: &mut World, body: BodyId, count: usize) -> (f64, f64) {
    let start = center(world, body);
    let mut turned = 0.0;
    for _ in 0..count {
        let before = world.body(body).unwrap().pose.rotation;
        world.step();
        turned += f64::from(before.inv_mul(world.body(body).unwrap().pose.rotation).angle());
    }
    ((center(world, body) - start).as_dvec2().length(), turned)
}

/// What is left besides the method's error, as a share of the way: the body first sinks into its soft contact (some
/// sub-steps without full friction), and in the step in which it comes to rest its acceleration is not uniform. Both
/// take a few sub-steps.
fn bound(substeps: u32) -> f64 {
    1e-3 / f64::from(substeps)
}

#[test]
fn a_block_slides_down_a_slope_by_the_parabola() {
    for substeps in [2, 4, 8, 16] {
        let (angle, friction) = (35.0_f32.to_radians(), 0.5_f32);
        let (mut world, body) = on_slope(settings(substeps), angle, friction, rectangle(1.0, 1.0), 0.5);
        let (way, _) = way_after(&mut world, body, 120);
        let (sin, cos) = (f64::from(angle).sin(), f64::from(angle).cos());
        let exact = 0.5 * f64::from(G) * (sin - f64::from(friction) * cos) * 4.0;
        assert!((way / exact - 1.0).abs() < bound(substeps), "{substeps}: {way} instead of {exact}");
    }
}

#[test]
fn a_disc_rolls_down_a_slope_by_two_thirds_of_the_parabola_and_turns_as_far_as_it_goes() {
    for substeps in [2, 4, 8, 16] {
        let angle = 20.0_f32.to_radians();
        let (mut world, body) = on_slope(settings(substeps), angle, 0.9, circle(0.5), 0.5);
        let (way, turned) = way_after(&mut world, body, 120);
        let exact = f64::from(G) * f64::from(angle).sin() * 4.0 / 3.0;
        assert!((way / exact - 1.0).abs() < bound(substeps), "{substeps}: {way} instead of {exact}");
        assert!((-turned * 0.5 / way - 1.0).abs() < bound(substeps), "{substeps}: turned {turned} on {way}");
    }
}

#[test]
fn a_block_brakes_within_the_distance_of_the_textbook() {
    for substeps in [2, 4, 8, 16] {
        let (mut world, body) = on_slope(settings(substeps), 0.0, 0.5, rectangle(1.0, 1.0), 0.5);
        world.set_velocity(body, vec2(5.0, 0.0), 0.0);
        let (way, _) = way_after(&mut world, body, 180);
        let exact = 25.0 / (2.0 * 0.5 * f64::from(G));
        assert!((way / exact - 1.0).abs() < bound(substeps), "{substeps}: {way} instead of {exact}");
    }
}

/// The mean velocity of a step says nothing about the way of a body that hit something in it: it would be put into
/// what it hit, or away from it.
#[test]
fn an_impact_is_no_uniform_acceleration() {
    for phase in 0..40 {
        let mut world = World::new(settings(8));
        ground_of(&mut world, 0.0, 0.0);
        let x = -1.0 - 0.005 * phase as f32;
        let struck = world.add_body(at(0.0, 0.5), made(rectangle(1.0, 1.0), 0.0, 0.0));
        let thrown = world.add_body(BodyDef { linear_velocity: vec2(3.0, 0.0), ..at(x - 1.0, 0.5) }, made(rectangle(1.0, 1.0), 0.0, 0.0));
        for _ in 0..60 {
            world.step();
            let gap = (center(&world, struck) - center(&world, thrown)).x - 1.0;
            assert!(gap > -2e-3, "{phase}: {gap}");
        }
        let speeds: [Vec2; 2] = [struck, thrown].map(|id| velocity(&world, id));
        // What overlap the impact leaves within a sub-step is pushed apart: by a few cm/s at most.
        assert!(speeds.iter().all(|v| (v.x - 1.5).abs() < 0.05), "{phase}: {speeds:?}");
    }
}
