//! SAT on its own: analytic answers, every verdict, shadows.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::sat::{AxisSource, SatOutcome, SatResult, SatStep, SatVerdict, separate};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};

fn unit_box() -> Shape {
    BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into()
}

fn run(a: &Shape, b: &Shape, pose: Pose) -> (SatResult, Vec<SatStep>) {
    let mut steps = Vec::new();
    let found = separate(a.convex(), b.convex(), pose, f32::INFINITY, &mut steps);
    (found, steps)
}

#[test]
fn two_boxes_side_by_side_are_apart_by_the_gap_along_x() {
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(1.25, 0.3), 0.0));
    assert_eq!((found.outcome, found.normal, found.separation), (SatOutcome::Near, Vec2::X, 0.25));
}

#[test]
fn two_boxes_overlap_along_the_axis_of_least_overlap() {
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(0.25, -0.75), 0.0));
    assert_eq!((found.outcome, found.normal, found.separation), (SatOutcome::Overlap, Vec2::NEG_Y, -0.25));
}

#[test]
fn a_box_standing_on_its_corner_sinks_by_the_corners_depth() {
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(0.0, 1.1), std::f32::consts::FRAC_PI_4));
    assert!((found.normal - Vec2::Y).length() < 1e-6);
    assert!((found.separation - (1.1 - 0.5 - 0.5_f32.sqrt())).abs() < 1e-6, "{found:?}");
}

#[test]
fn two_corners_apart_are_as_far_as_the_corners_and_not_as_their_edges_say() {
    let (found, steps) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(1.3, 1.4), 0.0));
    assert!((found.separation - 0.5).abs() < 1e-6, "3-4-5: {found:?}");
    assert!((found.normal - Vec2::new(0.6, 0.8)).length() < 1e-6);
    assert_eq!(found.source, AxisSource::Vertices { a: 2, b: 0 });
    assert_eq!(steps.last().unwrap().verdict, SatVerdict::Best);
}

#[test]
fn aligned_boxes_have_two_axes_and_six_duplicates() {
    let (found, steps) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(0.5, 0.1), 0.0));
    assert_eq!(found.axis_count, 2);
    assert_eq!(steps.len(), 8);
    assert_eq!(steps.iter().filter(|step| step.verdict == SatVerdict::Duplicate).count(), 6);
    let (turned, steps) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(0.5, 0.1), 0.5));
    assert_eq!((turned.axis_count, steps.len()), (4, 8));
}

#[test]
fn parallel_sides_of_a_trapezoid_are_one_axis() {
    let trapezoid: Shape =
        ConvexPolygon::try_new(&[Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(2.0, 1.0), Vec2::new(1.0, 1.0)], 0.0).unwrap().into();
    let circle: Shape = Circle::try_new(Vec2::ZERO, 0.1).unwrap().into();
    let (found, steps) = run(&trapezoid, &circle, Pose::new(Vec2::new(1.5, 0.9), 0.0));
    assert_eq!(found.axis_count, 3);
    assert_eq!(steps.iter().filter(|step| step.verdict == SatVerdict::Duplicate).count(), 1);
}

#[test]
fn the_test_ends_at_the_first_gap_wider_than_the_margin() {
    let mut steps: Vec<SatStep> = Vec::new();
    let pose = Pose::new(Vec2::new(0.2, 5.0), 0.3);
    let found = separate(unit_box().convex(), unit_box().convex(), pose, 0.02, &mut steps);
    assert_eq!((found.outcome, found.axis_count), (SatOutcome::Separated, 1));
    assert_eq!((steps.len(), steps[0].verdict, steps[0].separation), (1, SatVerdict::Separates, found.separation));
}

#[test]
fn a_gap_up_to_the_margin_is_near_and_beyond_it_separated() {
    let outcome = |gap: f32| {
        let pose = Pose::new(Vec2::new(0.0, 1.0 + gap), 0.0);
        separate(unit_box().convex(), unit_box().convex(), pose, 0.02, &mut NoProbe).outcome
    };
    assert_eq!([-0.01, 0.019, 0.021].map(outcome), [SatOutcome::Overlap, SatOutcome::Near, SatOutcome::Separated]);
}

#[test]
fn a_circle_beside_a_corner_is_measured_from_the_corner() {
    let circle: Shape = Circle::try_new(Vec2::ZERO, 0.25).unwrap().into();
    let (found, _) = run(&unit_box(), &circle, Pose::new(Vec2::new(0.5 + 0.3, 0.5 + 0.4), 0.0));
    assert!((found.separation - 0.25).abs() < 1e-6, "{found:?}");
    assert_eq!(found.source, AxisSource::Vertices { a: 2, b: 0 });
    let (swapped, _) = run(&circle, &unit_box(), Pose::new(Vec2::new(-0.8, -0.9), 0.0));
    assert!((swapped.normal + found.normal).length() < 1e-6 && (swapped.separation - 0.25).abs() < 1e-6);
}

#[test]
fn two_circles_have_the_axis_between_their_centres_and_up_when_they_coincide() {
    let circle: Shape = Circle::try_new(Vec2::ZERO, 0.5).unwrap().into();
    let (apart, steps) = run(&circle, &circle, Pose::new(Vec2::new(3.0, 4.0), 1.0));
    assert!((apart.separation - 4.0).abs() < 1e-6 && (apart.normal - Vec2::new(0.6, 0.8)).length() < 1e-6);
    assert_eq!(steps.len(), 1);
    let (same, _) = run(&circle, &circle, Pose::IDENTITY);
    assert_eq!((same.normal, same.separation, same.outcome), (Vec2::Y, -1.0, SatOutcome::Overlap));
}

#[test]
fn two_lines_in_one_line_are_as_far_as_their_ends() {
    let line: Shape = Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap().into();
    let (found, _) = run(&line, &line, Pose::new(Vec2::new(2.5, 0.0), 0.0));
    assert!((found.separation - 0.5).abs() < 1e-6 && (found.normal - Vec2::X).length() < 1e-6, "{found:?}");
    let pill: Shape = Capsule::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap().into();
    let (found, _) = run(&pill, &pill, Pose::new(Vec2::new(-2.75, 0.0), 0.0));
    assert!((found.separation + 0.25).abs() < 1e-6 && (found.normal + Vec2::X).length() < 1e-6, "{found:?}");
}

#[test]
fn every_step_tells_the_true_shadows_and_the_result_is_the_best_step() {
    let mut random = cases(51);
    let mut verdicts = [0; 4];
    for case in 0..3_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.4);
        let mut steps: Vec<SatStep> = Vec::new();
        let found = separate(a.convex(), b.convex(), pose, 0.3, &mut steps);
        let unwatched = separate(a.convex(), b.convex(), pose, 0.3, &mut NoProbe);
        assert_eq!(found.separation.to_bits(), unwatched.separation.to_bits());
        assert_eq!((found.normal, found.source, found.axis_count), (unwatched.normal, unwatched.source, unwatched.axis_count));
        for step in &steps {
            verdicts[step.verdict as usize] += 1;
            for (shape, pose, shadow) in [(&a, Pose::IDENTITY, step.shadow_a), (&b, pose, step.shadow_b)] {
                let axis = (f64::from(step.axis.x), f64::from(step.axis.y));
                let heights = placed(shape.convex(), pose).into_iter().map(|p| p.0 * axis.0 + p.1 * axis.1);
                let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), h| (low.min(h), high.max(h)));
                let radius = f64::from(shape.convex().radius);
                // Coordinates near 3 m.
                assert!((f64::from(shadow.min) - (low - radius)).abs() < 2e-6, "case {case}");
                assert!((f64::from(shadow.max) - (high + radius)).abs() < 2e-6, "case {case}");
            }
            assert_eq!(step.separation, step.shadow_b.min - step.shadow_a.max, "B lies ahead");
        }
        let tested: Vec<&SatStep> = steps.iter().filter(|step| step.verdict != SatVerdict::Duplicate).collect();
        assert_eq!(tested.len(), found.axis_count);
        let decisive = tested.iter().rev().find(|step| step.verdict != SatVerdict::Worse).unwrap();
        assert_eq!((decisive.axis, decisive.separation, decisive.source), (found.normal, found.separation, found.source));
        let largest = tested.iter().map(|step| step.separation).fold(f32::MIN, f32::max);
        assert!(found.separation >= largest - 1e-6, "nothing tested was better");
    }
    assert!(verdicts.iter().all(|&count| count > 100), "every verdict is reached: {verdicts:?}");
}
