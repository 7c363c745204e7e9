//! EPA on its own: analytic depths, an independent judge, degenerate starts.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::epa::{EpaOptions, EpaOutcome, EpaResult, EpaStep, EpaVerdict, penetration, penetration_with};
use collidoscope::engine::narrow::gjk::{GjkOutcome, distance};
use collidoscope::engine::narrow::minkowski::{difference_outline, rounded_outline};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::tuning::EPA_MAX_ITERATIONS;

/// EPA after GJK; `None` when the cores are apart.
fn run(a: &Shape, b: &Shape, pose: Pose) -> Option<(EpaResult, Vec<EpaStep>)> {
    let overlap = distance(a.convex(), b.convex(), pose, &mut NoProbe);
    if overlap.outcome != GjkOutcome::Overlap {
        return None;
    }
    let mut steps = Vec::new();
    let found = penetration(a.convex(), b.convex(), pose, &overlap, &mut steps);
    Some((found, steps))
}

fn unit_box() -> Shape {
    BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into()
}

fn ring(count: usize, radius: f32) -> Shape {
    let points: Vec<Vec2> = (0..count).map(|i| radius * Vec2::from_angle(i as f32 / count as f32 * std::f32::consts::TAU)).collect();
    ConvexPolygon::try_new(&points, 0.0).unwrap().into()
}

#[test]
fn known_depths_come_out_with_their_deepest_points() {
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(0.1, 0.75), 0.0)).unwrap();
    assert_eq!((found.outcome, found.normal), (EpaOutcome::Converged, Vec2::Y));
    assert!((found.depth - 0.25).abs() < 1e-6);
    // A's deepest point lies a depth beyond B's, along the normal.
    assert!((found.point_a - found.point_b - found.depth * found.normal).length() < 1e-6, "{found:?}");

    let corner_down = Pose::new(Vec2::new(0.0, 1.1), std::f32::consts::FRAC_PI_4);
    let (found, _) = run(&unit_box(), &unit_box(), corner_down).unwrap();
    assert!((found.depth - (0.5 + 0.5_f32.sqrt() - 1.1)).abs() < 1e-6 && (found.normal - Vec2::Y).length() < 1e-6);
}

#[test]
fn depth_and_normal_are_those_of_the_nearest_edge_of_the_whole_difference() {
    let mut random = cases(71);
    let (mut compared, mut most_turns) = (0, 0);
    for case in 0..30_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.9);
        let Some((found, _)) = run(&a, &b, pose) else { continue };
        most_turns = most_turns.max(found.iterations);
        let truth = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), pose));
        let about = format!("case {case}: {a:?}\n{b:?}\n{pose:?}\n{found:?}\n{truth:?}");
        assert!((f64::from(found.depth) + truth.separation).abs() < 2e-6, "{about}");
        if truth.lead > 1e-4 && truth.separation < -1e-5 {
            let turn = f64::from(found.normal.x) * truth.normal.1 - f64::from(found.normal.y) * truth.normal.0;
            assert!(turn.abs() < 1e-5, "{about}");
            compared += 1;
        }
    }
    assert!(compared > 8_000, "{compared} compared");
    assert!(most_turns <= 24, "{most_turns} turns");
}

#[test]
fn epa_depth_is_unchanged_when_a_and_b_swap() {
    let mut random = cases(72);
    let mut compared = 0;
    for _ in 0..10_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.8);
        let (Some((there, _)), Some((back, _))) = (run(&a, &b, pose), run(&b, &a, pose.inv_mul(Pose::IDENTITY))) else { continue };
        assert!((there.depth - back.depth).abs() < 1e-6, "{there:?} {back:?}");
        compared += 1;
    }
    assert!(compared > 2_500, "{compared}");
}

#[test]
fn moving_b_out_by_the_depth_makes_the_cores_touch() {
    let mut random = cases(73);
    let mut moved = 0;
    for _ in 0..5_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.8);
        let Some((found, _)) = run(&a, &b, pose) else { continue };
        let out = Pose { position: pose.position + found.depth * found.normal, ..pose };
        let truth = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), out));
        assert!(truth.separation.abs() < 2e-6, "{found:?} {truth:?}");
        moved += 1;
    }
    assert!(moved > 1_000, "{moved}");
}

#[test]
fn the_polytope_stays_convex_its_bound_rises_and_the_last_step_is_the_result() {
    let mut random = cases(74);
    let (mut splits, mut finals) = (0, 0);
    for _ in 0..5_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.8);
        let Some((found, steps)) = run(&a, &b, pose) else { continue };
        if found.outcome == EpaOutcome::Point {
            assert!(steps.is_empty());
            continue;
        }
        assert_eq!(steps.len(), found.iterations);
        for (i, step) in steps.iter().enumerate() {
            assert!(i == 0 || step.distance >= steps[i - 1].distance - 1e-6);
            let count = step.polytope.len();
            for k in 0..count {
                let [p, q, r] = [k, (k + 1) % count, (k + 2) % count].map(|k| step.polytope[k].w.as_dvec2());
                assert!((q - p).perp_dot(r - q) > -1e-6, "counter-clockwise and convex: {step:?}");
            }
            assert!((step.normal.dot(step.support.w) - step.distance - step.gain).abs() < 2e-6);
            splits += usize::from(step.verdict == EpaVerdict::Split);
            finals += usize::from(step.verdict == EpaVerdict::Final);
        }
        let last = steps.last().unwrap();
        assert_eq!((last.normal, last.verdict), (found.normal, EpaVerdict::Final));
        assert!((last.distance - found.depth).abs() < 1e-6);
        let overlap = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        let unwatched = penetration(a.convex(), b.convex(), pose, &overlap, &mut NoProbe);
        assert_eq!((unwatched, unwatched.depth.to_bits()), (found, found.depth.to_bits()));
    }
    assert!(splits > 1_000 && finals > 1_000, "{splits} {finals}");
}

#[test]
fn touching_shapes_have_depth_zero_and_the_normal_of_a_face() {
    let (found, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::new(1.0, 0.2), 0.0)).unwrap();
    assert!(found.depth < 1e-6 && (found.normal - Vec2::X).length() < 1e-6, "{found:?}");
    let (corner, _) = run(&unit_box(), &unit_box(), Pose::new(Vec2::ONE, 0.0)).unwrap();
    assert!(corner.depth < 1e-6 && (corner.normal.length() - 1.0).abs() < 1e-6, "{corner:?}");
}

#[test]
fn cores_without_area_have_a_depth_too() {
    let line: Shape = Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap().into();
    let cross = run(&line, &line, Pose::new(Vec2::new(0.0, 0.25), std::f32::consts::FRAC_PI_2)).unwrap().0;
    // The upright line leaves upwards, past its own lower end, three quarters below.
    assert!((cross.depth - 0.75).abs() < 1e-6 && (cross.normal - Vec2::Y).length() < 1e-6, "{cross:?}");
    let in_line = run(&line, &line, Pose::new(Vec2::new(0.5, 0.0), 0.0)).unwrap().0;
    assert!(in_line.depth < 1e-6 && in_line.normal.x.abs() < 1e-6, "{in_line:?}");
    let dot: Shape = Circle::try_new(Vec2::ZERO, 0.5).unwrap().into();
    let on_line = run(&line, &dot, Pose::new(Vec2::new(0.3, 0.0), 0.0)).unwrap().0;
    assert!(on_line.depth < 1e-6 && on_line.normal.x.abs() < 1e-6, "{on_line:?}");
    let (point, steps) = run(&dot, &dot, Pose::IDENTITY).unwrap();
    assert_eq!((point.outcome, point.depth, point.normal, steps.len()), (EpaOutcome::Point, 0.0, Vec2::Y, 0));
    let pill: Shape = Capsule::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap().into();
    let end = run(&dot, &pill, Pose::new(Vec2::new(1.0, 0.0), 0.0)).unwrap().0;
    assert!(end.depth < 1e-6 && (end.normal.length() - 1.0).abs() < 1e-6, "a point on the end of a line: {end:?}");
}

#[test]
fn identical_and_concentric_polygons_of_many_sides_end_within_the_turn_limit() {
    for (a, b) in [(32, 32), (64, 3), (33, 32), (7, 7), (4, 64), (64, 64)] {
        let (found, _) = run(&ring(a, 0.5), &ring(b, 0.5), Pose::IDENTITY).unwrap();
        assert!(found.iterations <= EPA_MAX_ITERATIONS);
        let truth = judge(&placed(ring(a, 0.5).convex(), Pose::IDENTITY), &placed(ring(b, 0.5).convex(), Pose::IDENTITY));
        let error = (f64::from(found.depth) + truth.separation).abs();
        // Twice 64 sides, all equally near, are more than 64 turns can try.
        if a + b < 128 {
            assert_eq!(found.outcome, EpaOutcome::Converged, "{a} {b}: {found:?}");
            assert!(error < 2e-6, "{a} {b}: {found:?} {truth:?}");
        } else {
            assert!(error < 1e-3, "{a} {b}: {found:?} {truth:?}");
        }
    }
}

#[test]
fn out_of_turns_the_way_out_still_separates_and_is_hardly_too_long() {
    // 128 equally near edges, of which 64 turns cannot try all.
    let (a, b) = (ring(64, 0.5), ring(64, 0.5));
    let pose = Pose::new(Vec2::ZERO, std::f32::consts::PI / 64.0);
    let (found, steps) = run(&a, &b, pose).unwrap();
    assert_eq!((found.outcome, steps.last().unwrap().verdict), (EpaOutcome::OutOfTurns, EpaVerdict::OutOfTurns));
    let truth = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), pose));
    assert!((f64::from(found.depth) + truth.separation).abs() < 1e-3, "{found:?} {truth:?}");
    let out = Pose { position: found.depth * found.normal, ..pose };
    assert!(judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), out)).separation > -1e-6);
}

#[test]
fn the_difference_outline_is_the_hull_of_all_differences() {
    let mut random = cases(75);
    for case in 0..3_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.5);
        let outline = difference_outline(a.convex(), b.convex(), pose);
        let (core_a, core_b) = (placed(a.convex(), Pose::IDENTITY), placed(b.convex(), pose));
        let exact: Vec<(f64, f64)> = outline.iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect();
        for i in 0..64 {
            let (sin, cos) = (f64::from(i) * 0.098_174_77).sin_cos();
            let reach = |points: &[(f64, f64)]| points.iter().map(|p| p.0 * cos + p.1 * sin).fold(f64::MIN, f64::max);
            let least_b = core_b.iter().map(|p| p.0 * cos + p.1 * sin).fold(f64::MAX, f64::min);
            assert!((reach(&exact) - (reach(&core_a) - least_b)).abs() < 3e-6, "case {case}: {a:?}\n{b:?}\n{outline:?}");
        }
        for (i, &p) in outline.iter().enumerate() {
            let (q, r) = (outline[(i + 1) % outline.len()], outline[(i + 2) % outline.len()]);
            assert!(outline.len() < 3 || (q - p).perp_dot(r - q) > 0.0, "counter-clockwise: {outline:?}");
        }
    }
}

#[test]
fn a_rounded_outline_keeps_its_radius_from_points_lines_and_polygons() {
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    for outline in [&square[..1], &square[..2], &square[..]] {
        let rounded = rounded_outline(outline, 0.25, 64);
        assert!(rounded.len() >= 64);
        let core: Vec<(f64, f64)> = outline.iter().map(|p| (f64::from(p.x), f64::from(p.y))).collect();
        let mut doubled_area = 0.0;
        for (i, p) in rounded.iter().enumerate() {
            let at = [(f64::from(p.x), f64::from(p.y))];
            assert!((judge(&core, &at).separation - 0.25).abs() < 1e-6);
            doubled_area += p.perp_dot(rounded[(i + 1) % rounded.len()]);
        }
        let sides = [0.0, 2.0, 4.0][outline.len() / 2];
        let area = if outline.len() == 4 { 1.0 } else { 0.0 } + 0.25 * sides + std::f32::consts::PI * 0.0625;
        // A 64-gon has 0.2 % less area than its circle.
        assert!((0.5 * doubled_area - area).abs() < 1e-3, "{} {area}", 0.5 * doubled_area);
    }
    assert_eq!(rounded_outline(&square, 0.0, 64), square);
}

#[test]
fn out_of_turns_or_with_a_wide_tolerance_the_way_out_still_leads_out() {
    let mut random = cases(77);
    let (mut unfinished, mut coarse) = (0, 0);
    for _ in 0..2_000 {
        let (a, b) = (random_polygon(&mut random), random_polygon(&mut random));
        let pose = random_pose(&mut random, 0.4);
        let overlap = distance(a.convex(), b.convex(), pose, &mut NoProbe);
        if overlap.outcome != GjkOutcome::Overlap {
            continue;
        }
        let exact = penetration(a.convex(), b.convex(), pose, &overlap, &mut NoProbe);
        let limits = (1..4).map(|max_iterations| EpaOptions { max_iterations, ..EpaOptions::default() });
        for options in limits.chain([EpaOptions { tolerance: 0.1, ..EpaOptions::default() }]) {
            let mut steps: Vec<EpaStep> = Vec::new();
            let found = penetration_with(&options, a.convex(), b.convex(), pose, &overlap, &mut steps);
            assert!(found.iterations <= options.max_iterations && steps.len() == found.iterations);
            assert!(found.depth >= exact.depth - 1e-6);
            let moved = Pose { position: pose.position + found.depth * found.normal, ..pose };
            let gap = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), moved)).separation;
            assert!(gap >= -1e-6, "{options:?} {gap} {a:?} {b:?} {pose:?}");
            unfinished += usize::from(found.outcome == EpaOutcome::OutOfTurns);
            coarse += usize::from(found.depth > exact.depth + 1e-3);
        }
    }
    assert!(unfinished > 500 && coarse > 500, "{unfinished} {coarse}");
}

#[test]
fn the_deepest_points_lie_over_each_other_where_corners_cut_a_side_of_the_difference_in_two() {
    // Sides are parallel, so two differences of corners lie on one side of the difference; the piece found first is
    // not the one over the origin.
    let a: Shape = BoxShape::try_new(1.375, 1.375, Vec2::new(-0.25, -0.125), 0.0, 0.0).unwrap().into();
    let b: Shape = BoxShape::try_new(0.625, 1.125, Vec2::new(-0.25, 0.25), 0.0, 0.0).unwrap().into();
    let pose = Pose { position: Vec2::new(-1.25, -0.375), rotation: Rot { cos: 0.0, sin: -1.0 } };
    let (found, steps) = run(&a, &b, pose).unwrap();
    assert_eq!(steps.last().unwrap().polytope.len(), 5, "{steps:#?}");
    assert_eq!(found.point_a - found.point_b, found.depth * found.normal, "{found:?} {steps:#?}");
}
