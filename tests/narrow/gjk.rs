//! GJK on its own: analytic distances, an independent judge, every trap of the algorithm.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::gjk::{GjkOptions, GjkOutcome, GjkResult, GjkStep, GjkVerdict, distance, distance_with};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::tuning::GJK_MAX_ITERATIONS;

fn run(a: &Shape, b: &Shape, pose: Pose) -> (GjkResult, Vec<GjkStep>) {
    let mut steps = Vec::new();
    let found = distance(a.convex(), b.convex(), pose, &mut steps);
    (found, steps)
}

fn unit_box() -> Shape {
    BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into()
}

fn ring(count: usize, radius: f32) -> Shape {
    let points: Vec<Vec2> = (0..count).map(|i| radius * Vec2::from_angle(i as f32 / count as f32 * std::f32::consts::TAU)).collect();
    ConvexPolygon::try_new(&points, 0.0).unwrap().into()
}

#[test]
fn known_distances_come_out_with_their_nearest_points() {
    let (side, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(1.25, 0.3), 0.0));
    assert_eq!((side.outcome, side.distance, side.normal), (GjkOutcome::Separated, 0.25, Vec2::X));
    assert!((side.point_a.x - 0.5).abs() < 1e-6 && (side.point_b.x - 0.75).abs() < 1e-6 && side.point_a.y == side.point_b.y);

    let (corners, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(-1.3, 1.4), 0.0));
    assert!((corners.distance - 0.5).abs() < 1e-6 && (corners.normal - Vec2::new(-0.6, 0.8)).length() < 1e-6);
    assert_eq!((corners.point_a, corners.simplex.vertices().len()), (Vec2::new(-0.5, 0.5), 1));

    let circle: Shape = Circle::try_new(Vec2::new(3.0, 4.0), 1.0).unwrap().into();
    let (centers, _) = run(&circle, &circle, Pose::new(Vec2::new(-6.0, -8.0), 0.0));
    assert_eq!((centers.distance, centers.iterations), (10.0, 1));
}

#[test]
fn distance_and_points_equal_the_least_over_all_vertices_and_edges() {
    let mut random = cases(61);
    let (mut apart, mut overlapping, mut most_turns) = (0, 0, 0);
    for case in 0..30_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.9);
        let found = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        most_turns = most_turns.max(found.iterations);
        let (core_a, core_b) = (placed(a.convex(), Pose::IDENTITY), placed(b.convex(), pose));
        let truth = judge(&core_a, &core_b);
        let about = format!("case {case}: {a:?}\n{b:?}\n{pose:?}\n{found:?}\n{truth:?}");
        if truth.separation.abs() < 1e-5 {
            continue; // touching: either answer is right
        }
        if truth.separation < 0.0 {
            assert_eq!((found.outcome, found.distance, found.normal), (GjkOutcome::Overlap, 0.0, Vec2::ZERO), "{about}");
            overlapping += 1;
            continue;
        }
        assert_eq!(found.outcome, GjkOutcome::Separated, "{about}");
        let least = vertex_edge_distance(&core_a, &core_b);
        assert!((f64::from(found.distance) - least).abs() < 1e-6, "{least} {about}");
        // The nearest points lie that far apart, and on their cores.
        assert!((found.point_b - found.point_a - found.distance * found.normal).length() < 1e-6, "{about}");
        for (core, p) in [(&core_a, found.point_a), (&core_b, found.point_b)] {
            let at = [(f64::from(p.x), f64::from(p.y))];
            assert!(judge(core, &at).separation < 1e-6, "{about}");
        }
        apart += 1;
    }
    assert!(apart > 9_000 && overlapping > 9_000, "{apart} apart, {overlapping} overlapping");
    // 4 to 6 are usual.
    assert!(most_turns <= 16, "{most_turns} turns");
}

#[test]
fn the_distance_never_grows_and_every_support_point_is_the_farthest_difference() {
    let mut random = cases(62);
    let mut turns = 0;
    for _ in 0..3_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.0);
        let (found, steps) = run(&a, &b, pose);
        assert_eq!(steps.len(), found.iterations);
        let (core_a, core_b) = (placed(a.convex(), Pose::IDENTITY), placed(b.convex(), pose));
        for (i, step) in steps.iter().enumerate() {
            assert!(i == 0 || step.closest.length() < steps[i - 1].closest.length() + 1e-6);
            let sum: f32 = step.weights.iter().sum();
            let mixed = step.simplex.iter().zip(&step.weights).fold(Vec2::ZERO, |sum, (p, &weight)| sum + weight * p.w);
            assert!((sum - 1.0).abs() < 1e-6 && (mixed - step.closest).length() < 1e-5);
            if let Some(support) = step.support {
                let height = |p: (f64, f64)| p.0 * f64::from(step.search.x) + p.1 * f64::from(step.search.y);
                let farthest =
                    core_a.iter().map(|&p| height(p)).fold(f64::MIN, f64::max) - core_b.iter().map(|&q| height(q)).fold(f64::MAX, f64::min);
                let reached = height((f64::from(support.w.x), f64::from(support.w.y)));
                // `w` is rounded from its exact value, its parts from theirs.
                assert!((farthest - reached).abs() < 1e-5 && (support.w - (support.point_a - support.point_b)).length() < 1e-6);
            }
            turns += 1;
        }
        let last = steps.last().unwrap();
        match found.outcome {
            GjkOutcome::Overlap => assert!(last.verdict == GjkVerdict::Overlap && last.search == Vec2::ZERO && last.support.is_none()),
            GjkOutcome::Separated => {
                assert_eq!(last.verdict, GjkVerdict::Separated);
                assert!((last.closest.length() - found.distance).abs() < 1e-6);
            }
            GjkOutcome::OutOfTurns => panic!("ordinary shapes never run out of turns"),
        }
        assert!(steps[..steps.len() - 1].iter().all(|step| step.verdict == GjkVerdict::Continue));
    }
    assert!(turns > 5_000);
}

#[test]
fn watching_changes_no_bit() {
    let mut random = cases(63);
    for _ in 0..2_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.5);
        let unwatched = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        assert_eq!(run(&a, &b, pose).0, unwatched);
        assert_eq!(run(&a, &b, pose).0.distance.to_bits(), unwatched.distance.to_bits());
    }
}

#[test]
fn concentric_identical_and_symmetric_shapes_overlap_whatever_the_start_direction() {
    let shapes: [Shape; 6] = [
        unit_box(),
        ring(3, 0.5),
        ring(64, 0.5),
        Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.3).unwrap().into(),
        Circle::try_new(Vec2::ZERO, 0.5).unwrap().into(),
        Segment::try_new(Vec2::new(0.0, -1.0), Vec2::new(0.0, 1.0)).unwrap().into(),
    ];
    for a in &shapes {
        for b in &shapes {
            for angle in [0.0, 0.1, std::f32::consts::FRAC_PI_2, std::f32::consts::PI] {
                let (found, _) = run(a, b, Pose::new(Vec2::ZERO, angle));
                assert_eq!(found.outcome, GjkOutcome::Overlap, "{a:?} {b:?} {angle}");
            }
        }
    }
    // The origin lies exactly on the first line that the simplex makes.
    for offset in [Vec2::new(0.5, 0.0), Vec2::new(0.0, -0.5), Vec2::new(0.25, 0.25)] {
        assert_eq!(run(&unit_box(), &unit_box(), Pose::new(offset, 0.0)).0.outcome, GjkOutcome::Overlap);
    }
}

#[test]
fn merely_touching_counts_as_overlap() {
    let side_by_side = Pose::new(Vec2::X, 0.0);
    let corner_to_corner = Pose::new(Vec2::ONE, 0.0);
    let corner_on_side = Pose::new(Vec2::new(0.5 + std::f32::consts::FRAC_1_SQRT_2, 0.1), std::f32::consts::FRAC_PI_4);
    for pose in [side_by_side, corner_to_corner, corner_on_side] {
        assert_eq!(run(&unit_box(), &unit_box(), pose).0.outcome, GjkOutcome::Overlap, "{pose:?}");
    }
    // Ten micrometres apart is apart.
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(1.000_01, 0.0), 0.0));
    assert!(found.outcome == GjkOutcome::Separated && (found.distance - 1e-5).abs() < 1e-7, "{found:?}");
}

#[test]
fn parallel_edges_at_any_distance_give_the_distance_between_their_lines() {
    for gap in [1e-4_f32, 0.01, 1.0, 100.0] {
        for shift in [0.0, 0.3, 0.999, -0.5] {
            for angle in [0.0, 1e-7, -1e-6, std::f32::consts::FRAC_PI_2] {
                let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(shift, 1.0 + gap), angle));
                assert_eq!(found.outcome, GjkOutcome::Separated);
                // A tilt of a microradian over half a metre, and the rounding of the place.
                assert!((found.distance - gap).abs() < 1e-6 + 1e-7 * gap, "{gap} {shift} {angle}: {found:?}");
                assert!((found.normal - Vec2::Y).length() < 2e-3, "{gap} {shift} {angle}: {found:?}");
            }
        }
    }
}

#[test]
fn any_scale_from_a_tenth_of_a_millimetre_to_ten_kilometres_ends_within_the_turn_limit() {
    let mut random = cases(64);
    for case in 0..4_000 {
        let factor = [1e-4_f32, 1e-2, 1e2, 1e4][case % 4];
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.5);
        // Below the smallest shapes that constructors allow, on purpose: cores may be given to GJK directly.
        let (points_a, points_b): (Vec<Vec2>, Vec<Vec2>) =
            (a.convex().points.iter().map(|&p| p * factor).collect(), b.convex().points.iter().map(|&p| p * factor).collect());
        let (mut core_a, mut core_b) = (a.convex(), b.convex());
        (core_a.points, core_b.points) = (&points_a, &points_b);
        let scaled_pose = Pose { position: pose.position * factor, ..pose };
        let small = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        let found = distance(core_a, core_b, scaled_pose, &mut NoProbe);
        assert!(found.iterations <= GJK_MAX_ITERATIONS && found.outcome != GjkOutcome::OutOfTurns);
        if small.distance > 1e-4 {
            assert!((found.distance / factor - small.distance).abs() < 1e-5, "{factor}: {small:?} {found:?}");
        }
    }
}

#[test]
fn edges_of_a_millimetre_on_a_large_shape_do_no_harm() {
    // A 10 m plate with chamfers of 1 mm at its corners, and a 1 mm box over every part of it.
    let e = 0.001_f32;
    let plate: Shape = ConvexPolygon::try_new(
        &[
            Vec2::new(-5.0 + e, -1.0),
            Vec2::new(5.0 - e, -1.0),
            Vec2::new(5.0, -1.0 + e),
            Vec2::new(5.0, 0.0 - e),
            Vec2::new(5.0 - e, 0.0),
            Vec2::new(-5.0 + e, 0.0),
            Vec2::new(-5.0, -e),
            Vec2::new(-5.0, -1.0 + e),
        ],
        0.0,
    )
    .unwrap()
    .into();
    let grain: Shape = BoxShape::try_new(e, e, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let mut random = cases(65);
    let mut near_corner = 0;
    for _ in 0..5_000 {
        let pose =
            Pose::new(Vec2::new(uniform(&mut random, 4.99, 5.01), uniform(&mut random, -0.01, 0.01)), uniform(&mut random, -3.0, 3.0));
        let found = distance(plate.convex(), grain.convex(), pose, &mut NoProbe);
        let (core_a, core_b) = (placed(plate.convex(), Pose::IDENTITY), placed(grain.convex(), pose));
        let truth = judge(&core_a, &core_b);
        assert!(found.iterations <= GJK_MAX_ITERATIONS && found.outcome != GjkOutcome::OutOfTurns);
        if truth.separation > 2e-5 {
            assert!((f64::from(found.distance) - truth.separation).abs() < 1e-6);
            near_corner += 1;
        }
    }
    assert!(near_corner > 2_000, "{near_corner}");
}

#[test]
fn out_of_turns_says_so_and_the_distance_is_never_too_small() {
    let mut random = cases(66);
    let mut unfinished = 0;
    for _ in 0..2_000 {
        let (a, b) = (random_polygon(&mut random), random_polygon(&mut random));
        let pose = random_pose(&mut random, 2.0);
        let finished = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        for limit in 1..4 {
            let options = GjkOptions { max_iterations: limit, ..GjkOptions::default() };
            let mut steps: Vec<GjkStep> = Vec::new();
            let found = distance_with(&options, a.convex(), b.convex(), pose, &mut steps);
            assert!(found.iterations <= limit && steps.len() == found.iterations);
            assert!(found.distance >= finished.distance - 1e-6);
            if found.outcome == GjkOutcome::OutOfTurns {
                assert_eq!(steps.last().unwrap().verdict, GjkVerdict::OutOfTurns);
                assert!((found.normal.length() - 1.0).abs() < 1e-6);
                unfinished += 1;
            } else {
                assert_eq!(found, finished);
            }
        }
    }
    assert!(unfinished > 500, "{unfinished}");
}

#[test]
fn any_start_direction_leads_to_the_same_distance() {
    let mut random = cases(67);
    let (mut longer, mut shorter) = (0, 0);
    for _ in 0..3_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.5);
        let usual = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        for start in [Vec2::ZERO, 1e-3 * unit(&mut random), 40.0 * unit(&mut random)] {
            let options = GjkOptions { start_direction: Some(start), ..GjkOptions::default() };
            let mut steps: Vec<GjkStep> = Vec::new();
            let found = distance_with(&options, a.convex(), b.convex(), pose, &mut steps);
            assert_eq!(found.outcome, usual.outcome, "{start} {a:?} {b:?} {pose:?}");
            assert!((found.distance - usual.distance).abs() <= 1e-6, "{start} {a:?} {b:?} {pose:?}");
            if start == Vec2::ZERO {
                assert_eq!(found, usual, "zero is no direction");
            }
            longer += usize::from(found.iterations > usual.iterations);
            shorter += usize::from(found.iterations < usual.iterations);
        }
    }
    assert!(longer > 300 && shorter > 30, "{longer} {shorter}");
}
