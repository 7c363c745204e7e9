//! Tall stacks stand.
//!
//! Contacts are soft, so a column of boxes is a column on springs, and such a column buckles under its own weight when
//! it is high enough: 14 boxes of a metre fell at 4 sub-steps, 25 at 8, ten at 60 steps × 2, where Box2D and Rapier
//! hold 40. The springs are the solver's, the boxes are rigid: what the column leans because of them must give its
//! weight no lever.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::world::{World, WorldSettings};

/// A world that never sleeps, with level ground.
fn lively_world(step_hz: f32, substeps: u32) -> World {
    let mut world = World::new(WorldSettings { step_hz, substeps, sleeping: false, ..WorldSettings::default() });
    ground(&mut world);
    world
}

/// Squares of this side on each other, each a hundredth of it to the left or right of the middle by turns.
fn stack(world: &mut World, count: usize, side: f32) -> Vec<BodyId> {
    let x = |k: usize| if k.is_multiple_of(2) { -0.01 } else { 0.01 };
    (0..count).map(|k| world.add_body(at(side * x(k), side * (k as f32 + 0.5)), of(rectangle(side, side)))).collect()
}

/// Largest distance of a box from the middle, in sides, at any full second of these.
fn farthest(world: &mut World, boxes: &[BodyId], side: f32, seconds: u32) -> f32 {
    let step_hz = world.settings().step_hz as u32;
    let mut farthest: f32 = 0.0;
    for _ in 0..seconds {
        (0..step_hz).for_each(|_| world.step());
        farthest = boxes.iter().map(|&id| world.body(id).unwrap().center.x.abs() / side).fold(farthest, f32::max);
    }
    farthest
}

/// In a stack that stands each box lies wholly on the one below.
fn assert_stands(count: usize, side: f32, step_hz: f32, substeps: u32) {
    let mut world = lively_world(step_hz, substeps);
    let boxes = stack(&mut world, count, side);
    let farthest = farthest(&mut world, &boxes, side, 60);
    let about = format!("{count} boxes of {side} m at {step_hz} Hz × {substeps}");
    // Half a side: the weight of all that is above lies within the support of each box.
    assert!(farthest < 0.5, "{about}: {farthest} sides from the middle");
    for (k, pair) in boxes.windows(2).enumerate() {
        let [low, high] = [pair[0], pair[1]].map(|id| world.body(id).unwrap().center);
        // Soft contacts give by weight / stiffness: of 100 boxes at 8 sub-steps by 1.7 cm for the lowest.
        assert!((high - low).length() > side - 0.04 && (high.x - low.x).abs() < 0.1 * side, "{about}: {k} {low} {high}");
    }
}

#[test]
fn forty_boxes_stand_for_a_minute_at_four_substeps_and_at_eight() {
    for substeps in [4, 8] {
        assert_stands(40, 1.0, 60.0, substeps);
    }
}

/// Stiffer contacts at few sub-steps (`MOST_CONTACT_SHARE`) would keep a high pyramid trembling.
#[test]
fn a_pyramid_of_base_40_comes_to_rest_at_two_substeps_and_at_four() {
    for substeps in [2, 4] {
        let mut world = World::new(WorldSettings { substeps, ..WorldSettings::default() });
        ground(&mut world);
        let row = |row: usize| (0..40 - row).map(move |k| (k as f32 - 0.5 * (39 - row) as f32, row as f32 + 0.5));
        let boxes: Vec<BodyId> = (0..40).flat_map(row).map(|(x, y)| world.add_body(at(x, y), of(rectangle(1.0, 1.0)))).collect();
        (0..1200).for_each(|_| world.step());
        let awake = boxes.iter().filter(|&&id| world.body(id).unwrap().awake).count();
        assert_eq!(awake, 0, "{substeps} sub-steps: so many of {} are awake after 20 s", boxes.len());
    }
}

#[test]
fn ten_boxes_stand_at_two_substeps() {
    assert_stands(10, 1.0, 60.0, 2);
}

#[test]
fn stacks_of_small_and_large_boxes_and_at_other_rates_stand() {
    for (count, side, step_hz, substeps) in [
        (20, 0.2, 60.0, 4),
        (40, 0.2, 60.0, 8),
        (20, 0.05, 60.0, 8),
        (40, 5.0, 60.0, 4),
        (40, 1.0, 120.0, 4),
        (60, 1.0, 60.0, 8),
        (100, 1.0, 60.0, 8),
    ] {
        assert_stands(count, side, step_hz, substeps);
    }
}

/// What lies beyond its support must still fall, however slowly it begins: the bound on the lever is no glue.
#[test]
fn a_column_that_overhangs_falls_and_one_that_does_not_stands() {
    for (overhang, falls) in [(0.47, false), (0.53, true)] {
        let mut world = lively_world(60.0, 8);
        // Six boxes as one column, but the whole column over the edge of a pedestal that is mobile, too.
        let pedestal = world.add_body(BodyDef { ..at(0.0, 0.5) }, of(rectangle(4.0, 1.0)));
        let column: Vec<_> = (0..6).map(|k| world.add_body(at(2.0 - 0.5 + overhang, 1.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
        (0..600).for_each(|_| world.step());
        let top = world.body(column[5]).unwrap().center;
        assert_eq!(top.y < 6.0, falls, "overhang {overhang}: top at {top}");
        assert!(world.body(pedestal).unwrap().center.x.abs() < 1.0);
    }
}

/// Normals that lagged behind a slow turn for ever would hold a box on a tilting plank too long. The plank is mobile and
/// rough, and lies on a table that turns at 3 degrees a second; from 31 degrees on, friction of 0.6 does not hold.
#[test]
fn a_box_on_a_slowly_tilting_mobile_plank_slides_at_the_friction_angle() {
    let mut world = lively_world(60.0, 8);
    let turning = BodyDef { kind: BodyKind::Kinematic, angular_velocity: 0.05, ..at(0.0, 20.0) };
    world.add_body(turning, made(rectangle(20.0, 1.0), 3.6, 0.0));
    let plank = world.add_body(at(0.0, 20.75), made(rectangle(16.0, 0.5), 3.6, 0.0));
    // The coefficient of a pair is the geometric mean: √(3.6 · 0.1) = 0.6.
    let cube = world.add_body(at(0.0, 21.5), made(rectangle(1.0, 1.0), 0.1, 0.0));
    let mut slides_at = None;
    for _ in 0..840 {
        world.step();
        let [plank, cube] = [plank, cube].map(|id| world.body(id).unwrap());
        let along = plank.pose.inv_transform_point(cube.center).x;
        if slides_at.is_none() && along.abs() > 0.001 {
            slides_at = Some(plank.pose.rotation.angle().to_degrees());
        }
    }
    // From the angle of friction, atan 0.6, on it is accelerated by g (cos θ + μ sin θ) ω t = 0.572 t m/s², so that the
    // first millimetre takes 0.22 s, or 0.63 degrees.
    let exact = 30.96 + 0.63;
    assert!((slides_at.unwrap() - exact).abs() < 0.3, "{slides_at:?} instead of {exact}");
}
