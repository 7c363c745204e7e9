//! SAT against GJK + EPA, both against a brute-force judge, and what must hold for any of them.

use crate::narrow_cases::*;
use collidoscope::engine::frames::LocalPoint;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::clip::ClipStep;
use collidoscope::engine::narrow::{Manifold, ManifoldPoint, NarrowPhase, NarrowStep, Reach, collide, collide_within, gjk, sat};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::tuning::GJK_MAX_ITERATIONS;
use rand_pcg::Pcg32;

const METHODS: [NarrowPhase; 2] = [NarrowPhase::Sat, NarrowPhase::GjkEpa];

fn run(a: &Shape, b: &Shape, pose: Pose, method: NarrowPhase) -> Manifold {
    collide(a, b, pose, method, f32::INFINITY, &mut NoProbe)
}

/// A random pair at such a distance that about half of the pairs overlap.
struct Case {
    a: Shape,
    b: Shape,
    pose: Pose,
    truth: Verdict,
    radius: f64,
}

fn random_case(random: &mut Pcg32) -> Case {
    let (a, b) = (random_shape(random), random_shape(random));
    let pose = random_pose(random, 1.35);
    let truth = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), pose));
    let radius = f64::from(a.convex().radius + b.convex().radius);
    Case { a, b, pose, truth, radius }
}

fn is_segment(shape: &Shape) -> bool {
    matches!(shape, Shape::Segment(_))
}

impl Case {
    /// True when a segment is crossed: the way out is then the side of the centre, not the least penetration.
    fn crosses_a_segment(&self) -> bool {
        self.truth.separation <= 1e-6 && (is_segment(&self.a) || is_segment(&self.b))
    }
}

fn deepest(manifold: &Manifold) -> ManifoldPoint {
    manifold.points().iter().copied().reduce(|p, q| if q.separation < p.separation { q } else { p }).unwrap()
}

#[test]
fn sat_and_gjk_with_epa_give_the_same_manifold_for_fifty_thousand_random_pairs() {
    let mut random = cases(7);
    let (mut overlaps, mut core_overlaps, mut compared) = (0, 0, 0);
    for case in 0..50_000 {
        let Case { a, b, pose, truth, radius } = random_case(&mut random);
        overlaps += usize::from(truth.separation < radius);
        core_overlaps += usize::from(truth.separation < 0.0);
        // A near-tie: another axis is within 2 mm of the best, or the cores touch, and rounding may choose either.
        if truth.lead < 2e-3 {
            continue;
        }
        compared += 1;
        let (sat, gjk) = (run(&a, &b, pose, NarrowPhase::Sat), run(&a, &b, pose, NarrowPhase::GjkEpa));
        let turn = sat.normal.perp_dot(gjk.normal).abs();
        let about = format!("case {case}: {a:?}\n{b:?}\n{pose:?}\n{truth:?}\n{sat:?}\n{gjk:?}");
        assert!(sat.normal.dot(gjk.normal) > 0.0 && turn < 1e-3, "normals differ, {about}");
        assert_eq!(sat.count, gjk.count, "{about}");
        for (p, q) in sat.points().iter().zip(gjk.points()) {
            assert!((p.separation - q.separation).abs() < 1e-3, "separations differ, {about}");
            assert!((p.position - q.position).length() < 2e-3, "positions differ, {about}");
            assert_eq!(p.feature, q.feature, "features differ, {about}");
        }
    }
    assert!((15_000..35_000).contains(&overlaps), "{overlaps} of 50,000 overlap");
    assert!(core_overlaps > 8_000, "{core_overlaps} of 50,000 need EPA");
    assert!(compared > 45_000, "{compared} compared");
}

#[test]
fn both_methods_agree_with_trying_every_vertex_and_edge_in_double_precision() {
    let mut random = cases(8);
    let (mut apart, mut overlapping, mut lying) = (0, 0, 0);
    for number in 0..20_000 {
        let case = random_case(&mut random);
        let Case { a, b, pose, truth, radius } = &case;
        if truth.lead < 2e-3 || case.crosses_a_segment() {
            continue;
        }
        for method in METHODS {
            let manifold = run(a, b, *pose, method);
            let about = format!("case {number} {method:?}: {a:?}\n{b:?}\n{pose:?}\n{truth:?}\n{manifold:?}");
            // Half a millimetre is the most that the reference face's bias may cost, and two thousandths of a radian.
            let separation = f64::from(deepest(&manifold).separation);
            assert!((separation - (truth.separation - radius)).abs() < 5.1e-4, "separation, {about}");
            let turn = f64::from(manifold.normal.x) * truth.normal.1 - f64::from(manifold.normal.y) * truth.normal.0;
            // Edges that lie along each other and are nearest at their ends count as flat: two points for 0.02 radians.
            let is_lying = manifold.count == 2 && turn.abs() < 0.021 && truth.separation > 0.0;
            assert!(turn.abs() < 2.1e-3 || is_lying, "normal, {about}");
            lying += usize::from(turn.abs() >= 2.1e-3);
        }
        *(if truth.separation < *radius { &mut overlapping } else { &mut apart }) += 1;
    }
    assert!(apart > 6_000 && overlapping > 6_000, "{apart} apart, {overlapping} overlapping");
    assert!(lying < 40, "{lying} of 40,000 manifolds are lying edges");
}

#[test]
fn swapping_a_and_b_turns_the_normal_round_and_keeps_points_and_separations() {
    let mut random = cases(9);
    let mut compared = 0;
    for case in 0..10_000 {
        let Case { a, b, pose, truth, .. } = random_case(&mut random);
        if truth.lead < 2e-3 {
            continue;
        }
        let inverse = pose.inv_mul(Pose::IDENTITY);
        for method in METHODS {
            let there = run(&a, &b, pose, method);
            let back = run(&b, &a, inverse, method);
            let about = format!("case {case} {method:?}: {a:?}\n{b:?}\n{pose:?}\n{there:?}\n{back:?}");
            assert_eq!(there.count, back.count, "{about}");
            let turned = pose.rotation.rotate(back.normal);
            // Rounding only: coordinates near 1 m, lengths of normals near 1.
            assert!((there.normal + turned).length() < 1e-3, "{about}");
            for p in there.points() {
                let same = back
                    .points()
                    .iter()
                    .any(|q| (p.separation - q.separation).abs() < 1e-5 && (p.position - pose.transform_point(q.position)).length() < 2e-3);
                assert!(same, "{about}");
            }
            compared += 1;
        }
    }
    assert!(compared > 15_000, "{compared} compared");
}

#[test]
fn moving_and_turning_both_shapes_together_changes_nothing() {
    let mut random = cases(10);
    let mut touching = 0;
    for case in 0..10_000 {
        let Case { a, b, pose, truth, .. } = random_case(&mut random);
        if truth.lead < 2e-3 {
            continue;
        }
        let world = random_pose(&mut random, 50.0);
        let moved_pose_in_a = world.inv_mul(world.compose(pose));
        for method in METHODS {
            let here = run(&a, &b, pose, method);
            let there = run(&a, &b, moved_pose_in_a, method);
            let about = format!("case {case} {method:?}: {a:?}\n{b:?}\n{pose:?}\n{here:?}\n{there:?}");
            // 50 m out a coordinate is kept to 4 µm, and a direction to 1e-7; the feature may be as near as 2 mm.
            assert!((here.normal - there.normal).length() < 5e-3, "{about}");
            let (here, there) = (deepest(&here).separation, deepest(&there).separation);
            assert!((here - there).abs() < 2e-5, "{about}");
            touching += usize::from(here < 0.0);
        }
    }
    assert!(touching > 5_000, "{touching} touching");
}

/// The same shape, `factor` times as large; `None` when that makes an edge too short.
fn scaled(shape: &Shape, factor: f32) -> Option<Shape> {
    let core = shape.convex();
    let points: Vec<Vec2> = core.points.iter().map(|&p| p * factor).collect();
    let radius = core.radius * factor;
    match shape {
        Shape::Circle(_) => Circle::try_new(points[0], radius).ok().map(Shape::from),
        Shape::Capsule(_) => Capsule::try_new(points[0], points[1], radius).ok().map(Shape::from),
        Shape::Segment(_) => Segment::try_new(points[0], points[1]).ok().map(Shape::from),
        Shape::Box(_) | Shape::Polygon(_) => ConvexPolygon::try_new(&points, radius).ok().map(Shape::from),
        // Its corners are those of a part.
        Shape::HalfPlane(_) => None,
    }
}

#[test]
fn a_pair_scaled_up_or_down_has_the_same_normal_and_the_scaled_separation() {
    let mut random = cases(11);
    let mut compared = 0;
    for case in 0..5_000 {
        let Case { a, b, pose, truth, .. } = random_case(&mut random);
        if truth.lead < 2e-3 || is_segment(&a) || is_segment(&b) {
            continue;
        }
        // Powers of two, so that only the engine's own tolerances could make a difference.
        for factor in [1.0 / 64.0, 64.0, 4096.0] {
            let (Some(large_a), Some(large_b)) = (scaled(&a, factor), scaled(&b, factor)) else { continue };
            let far = Pose { position: pose.position * factor, ..pose };
            for method in METHODS {
                let (small, large) = (run(&a, &b, pose, method), run(&large_a, &large_b, far, method));
                let about = format!("case {case} {method:?} x{factor}: {a:?}\n{b:?}\n{pose:?}\n{truth:?}\n{small:?}\n{large:?}");
                // The bias of the reference face has a size of its own; it may cost a thousandth of a face.
                assert!((small.normal - large.normal).length() < 4e-3, "{about}");
                assert!((deepest(&small).separation - deepest(&large).separation / factor).abs() < 1e-3, "{about}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared} compared");
}

#[test]
fn watching_changes_no_bit_and_the_last_step_is_the_result() {
    let mut random = cases(12);
    let (mut clipped, mut closed_forms, mut nothing) = (0, 0, 0);
    for _ in 0..10_000 {
        let Case { a, b, pose, .. } = random_case(&mut random);
        for method in METHODS {
            let unwatched = collide(&a, &b, pose, method, 0.02, &mut NoProbe);
            let mut steps: Vec<NarrowStep> = Vec::new();
            let watched = collide(&a, &b, pose, method, 0.02, &mut steps);
            assert_eq!(bits(&unwatched), bits(&watched));
            match steps.last() {
                Some(NarrowStep::Clip(_)) => {
                    let mut kept: Vec<_> = steps
                        .iter()
                        .filter_map(|step| match step {
                            NarrowStep::Clip(ClipStep::Point { point, kept: true, .. }) => Some(*point),
                            _ => None,
                        })
                        .collect();
                    kept.truncate(2);
                    assert_eq!(kept, watched.points());
                    clipped += 1;
                }
                Some(NarrowStep::Pair(step)) if watched.count == 1 => {
                    assert_eq!(watched.normal, step.normal);
                    assert_eq!(watched.points[0].separation, step.separation);
                    closed_forms += 1;
                }
                _ => {
                    assert_eq!(watched, Manifold::default());
                    nothing += 1;
                }
            }
        }
    }
    assert!(clipped > 2_000 && closed_forms > 500 && nothing > 2_000, "{clipped} {closed_forms} {nothing}");
}

fn bits(manifold: &Manifold) -> Vec<u32> {
    let mut bits = vec![manifold.normal.x.to_bits(), manifold.normal.y.to_bits(), manifold.count as u32];
    for point in &manifold.points {
        bits.extend([point.position.x.to_bits(), point.position.y.to_bits(), point.separation.to_bits(), point.feature.0]);
    }
    bits
}

#[test]
fn every_position_lies_midway_between_the_two_surfaces() {
    let mut random = cases(13);
    let mut checked = 0;
    for case in 0..10_000 {
        let Case { a, b, pose, truth, .. } = random_case(&mut random);
        if truth.lead < 2e-3 {
            continue;
        }
        let manifold = run(&a, &b, pose, NarrowPhase::Sat);
        let deepest = deepest(&manifold);
        if deepest.separation < 0.0 {
            continue; // inside, the nearest surface need not be the one that the normal names
        }
        let (over_a, over_b) = (
            a.signed_distance(LocalPoint::at(deepest.position)),
            b.signed_distance(LocalPoint::at(pose.inv_transform_point(deepest.position))),
        );
        let about = format!("case {case}: {a:?}\n{b:?}\n{pose:?}\n{manifold:?}\n{over_a} {over_b}");
        // Half a millimetre of bias, as above.
        assert!((over_a - 0.5 * deepest.separation).abs() < 6e-4, "{about}");
        assert!((over_b - 0.5 * deepest.separation).abs() < 6e-4, "{about}");
        checked += 1;
    }
    assert!(checked > 2_000, "{checked} checked");
}

#[test]
fn poses_that_are_not_finite_touch_nothing_and_do_no_harm() {
    let mut random = cases(15);
    for _ in 0..300 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let poses = [
                Pose { position: Vec2::new(bad, 0.0), rotation: Rot::IDENTITY },
                Pose { position: Vec2::new(0.0, bad), rotation: Rot::IDENTITY },
                Pose { position: Vec2::ZERO, rotation: Rot { cos: bad, sin: 0.0 } },
                Pose { position: Vec2::ZERO, rotation: Rot { cos: 1.0, sin: bad } },
            ];
            for pose in poses {
                for method in METHODS {
                    assert_eq!(run(&a, &b, pose, method), Manifold::default());
                }
                let found = gjk::distance(a.convex(), b.convex(), pose, &mut NoProbe);
                assert!(found.iterations <= GJK_MAX_ITERATIONS);
                sat::separate(a.convex(), b.convex(), pose, 0.02, &mut NoProbe);
            }
        }
    }
}

#[test]
fn the_distance_is_exact_as_far_as_it_is_asked_for_and_the_axis_shows_it() {
    let mut random = cases(8);
    let (mut near, mut far) = (0, 0);
    let reach = Reach { margin: 0.02, exact: 0.3 };
    for case in 0..20_000 {
        let Case { a, b, pose, truth, radius } = random_case(&mut random);
        let distance = (truth.separation - radius) as f32;
        if distance <= 0.02 {
            continue;
        }
        for method in METHODS {
            let met = collide_within(&a, &b, pose, method, reach, &mut NoProbe);
            assert_eq!(met.manifold, Manifold::default(), "case {case}");
            // Shapes are a metre or two across: some thousand units in the last place.
            if distance <= reach.exact - 1e-3 {
                near += 1;
                assert!((met.separation - distance).abs() < 1e-4, "case {case}, {method:?}: {} instead of {distance}", met.separation);
            } else if distance > reach.exact + 1e-3 {
                far += 1;
                assert!(met.separation > reach.exact - 1e-3 && met.separation < distance + 1e-4, "case {case}, {method:?}");
            }
            let (core_a, core_b) = (a.convex(), b.convex());
            let end_of_a = core_a.points.iter().map(|p| p.dot(met.axis)).fold(f32::MIN, f32::max) + core_a.radius;
            let start_of_b = core_b.points.iter().map(|p| pose.transform_point(*p).dot(met.axis)).fold(f32::MAX, f32::min) - core_b.radius;
            assert!(
                (start_of_b - end_of_a - met.separation).abs() < 1e-4,
                "case {case}, {method:?}: along {} they are not so far apart",
                met.axis
            );
        }
    }
    assert!(near > 2_000 && far > 2_000, "{near} near, {far} far");
}
