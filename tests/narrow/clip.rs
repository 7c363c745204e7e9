//! Clipping on its own: points of known pairs, and the Sutherland–Hodgman oracle.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::clip::{ClipStep, clip};
use collidoscope::engine::narrow::sat::separate;
use collidoscope::engine::narrow::{Feature, FeatureId, Manifold, NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Shape};

fn unit_box(rounding: f32) -> Shape {
    BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, rounding).unwrap().into()
}

/// Clipping along the normal that SAT gives.
fn run(a: &Shape, b: &Shape, pose: Pose, margin: f32) -> (Manifold, Vec<ClipStep>) {
    let normal = separate(a.convex(), b.convex(), pose, f32::INFINITY, &mut NoProbe).normal;
    let mut steps = Vec::new();
    let manifold = clip(a.convex(), b.convex(), pose, normal, margin, &mut steps);
    assert_eq!(manifold, clip(a.convex(), b.convex(), pose, normal, margin, &mut NoProbe));
    (manifold, steps)
}

#[test]
fn a_box_shifted_over_another_touches_at_the_ends_of_what_they_share() {
    let (manifold, steps) = run(&unit_box(0.0), &unit_box(0.0), Pose::new(Vec2::new(0.25, 0.99), 0.0), 0.02);
    assert_eq!((manifold.normal, manifold.count), (Vec2::Y, 2));
    let [p, q] = manifold.points;
    assert!((p.position - Vec2::new(0.5, 0.495)).length() < 1e-6 && (q.position - Vec2::new(-0.25, 0.495)).length() < 1e-6);
    assert!((p.separation + 0.01).abs() < 1e-6 && (q.separation + 0.01).abs() < 1e-6);
    // On the right A's own corner, on the left B's.
    assert_eq!(p.feature, FeatureId::new(Feature::Vertex(2), Feature::Face(0)));
    assert_eq!(q.feature, FeatureId::new(Feature::Face(2), Feature::Vertex(0)));
    let kinds: Vec<u8> = steps
        .iter()
        .map(|s| match s {
            ClipStep::Faces { .. } => 0,
            ClipStep::Side { .. } => 1,
            ClipStep::Point { .. } => 2,
        })
        .collect();
    assert_eq!(kinds, [0, 1, 1, 2, 2]);
}

#[test]
fn a_tilted_box_keeps_only_its_low_corner_until_the_high_one_is_within_the_margin() {
    let tilted = Pose::new(Vec2::new(0.0, 1.02), 0.1);
    let (near, steps) = run(&unit_box(0.0), &unit_box(0.0), tilted, 0.02);
    assert_eq!(near.count, 1);
    assert!(steps.iter().any(|step| matches!(step, ClipStep::Point { kept: false, .. })), "the high corner was dropped");
    assert!(steps.iter().any(|step| matches!(step, ClipStep::Point { kept: true, .. })));
    let (wide, _) = run(&unit_box(0.0), &unit_box(0.0), tilted, 0.2);
    assert_eq!(wide.count, 2);
    assert_eq!(wide.points[0..2].iter().filter(|p| p.feature == near.points[0].feature).count(), 1);
}

#[test]
fn rounded_corners_touch_in_one_point() {
    let pose = Pose::new(Vec2::new(0.88, 0.88), 0.0);
    let (manifold, _) = run(&unit_box(0.2), &unit_box(0.2), pose, 0.02);
    // Core corners at (0.3, 0.3) and (0.58, 0.58).
    assert_eq!(manifold.count, 1);
    assert!((manifold.points[0].separation - (0.28 * 2.0_f32.sqrt() - 0.4)).abs() < 1e-6, "{manifold:?}");
    assert!((manifold.points[0].position - Vec2::splat(0.44)).length() < 1e-6);
    assert_eq!(manifold.points[0].feature, FeatureId::new(Feature::Vertex(2), Feature::Vertex(0)));
}

#[test]
fn two_capsules_of_one_length_in_a_pile_touch_in_two_points_however_rounding_moves_their_ends() {
    let log: Shape = Capsule::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.25).unwrap().into();
    for shift in [0.0, 1e-6, -1e-4, 2e-3, -4e-3] {
        for angle in [0.0, 1e-6, -1e-3, 3e-3] {
            let (manifold, _) = run(&log, &log, Pose::new(Vec2::new(shift, 0.497), angle), 0.02);
            assert_eq!(manifold.count, 2, "{shift} {angle}: {manifold:?}");
        }
    }
}

#[test]
fn a_circle_touches_a_face_or_a_corner_in_one_point_and_says_which() {
    let circle: Shape = Circle::try_new(Vec2::ZERO, 0.5).unwrap().into();
    let polygon: Shape = ConvexPolygon::try_new(&[Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(1.0, 1.0)], 0.0).unwrap().into();
    let (face, _) = run(&polygon, &circle, Pose::new(Vec2::new(1.0, -0.49), 2.0), 0.02);
    assert_eq!((face.count, face.points[0].feature), (1, FeatureId::new(Feature::Face(0), Feature::Vertex(0))));
    assert!((face.points[0].position - Vec2::new(1.0, 0.005)).length() < 1e-6, "{face:?}");
    let (corner, _) = run(&circle, &polygon, Pose::new(Vec2::new(-1.0, -1.495), 0.0), 0.02);
    assert_eq!((corner.count, corner.points[0].feature), (1, FeatureId::new(Feature::Vertex(0), Feature::Vertex(2))));
    assert!((corner.normal - Vec2::NEG_Y).length() < 1e-6 && (corner.points[0].separation + 0.005).abs() < 1e-6);
}

#[test]
fn beyond_the_margin_there_is_no_point_and_no_normal() {
    let (manifold, _) = run(&unit_box(0.0), &unit_box(0.0), Pose::new(Vec2::new(0.0, 1.1), 0.0), 0.02);
    assert_eq!(manifold, Manifold::default());
}

/// What is left of the segment `p q` behind the plane through `at` with normal `outward` (Sutherland–Hodgman, one
/// plane).
fn behind(p: Vec2, q: Vec2, at: Vec2, outward: Vec2) -> Option<(Vec2, Vec2)> {
    let (hp, hq) = ((p - at).dot(outward), (q - at).dot(outward));
    let cut = p + (q - p) * (hp / (hp - hq));
    match (hp <= 0.0, hq <= 0.0) {
        (true, true) => Some((p, q)),
        (true, false) => Some((p, cut)),
        (false, true) => Some((cut, q)),
        (false, false) => None,
    }
}

#[test]
fn clipped_faces_are_what_cutting_at_both_side_planes_leaves() {
    let mut random = cases(81);
    let mut compared = 0;
    for case in 0..10_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.2);
        let (manifold, steps) = run(&a, &b, pose, f32::INFINITY);
        let Some(ClipStep::Faces { reference, incident, normal, reference_is_a, .. }) = steps.first().cloned() else { continue };
        let along = (reference[1] - reference[0]).normalize_or_zero();
        let cut = behind(incident[0], incident[1], reference[0], -along).and_then(|(p, q)| behind(p, q, reference[1], along));
        let Some((p, q)) = cut else { continue };
        if manifold.count < 2 {
            continue; // both ends in one place
        }
        let radius = a.convex().radius + b.convex().radius;
        let expected = [p, q].map(|x| (x - reference[0]).dot(normal) - radius);
        for point in manifold.points() {
            let fits = expected.iter().any(|s| (s - point.separation).abs() < 1e-5);
            assert!(fits, "case {case}: {manifold:?} {expected:?} {steps:?}");
        }
        assert_eq!(manifold.normal, if reference_is_a { normal } else { -normal });
        for step in &steps {
            if let ClipStep::Side { at, outward, left, .. } = step {
                assert!(left.iter().all(|x| *outward == -along || (*x - *at).dot(*outward) < 1e-4 || *outward != along));
                assert!((outward.length() - 1.0).abs() < 1e-5 && outward.dot(normal).abs() < 1e-5);
            }
        }
        compared += 1;
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn a_feature_id_gives_back_its_features() {
    for of_a in [Feature::Vertex(0), Feature::Vertex(63), Feature::Face(0), Feature::Face(63)] {
        for of_b in [Feature::Vertex(0), Feature::Vertex(63), Feature::Face(0), Feature::Face(63)] {
            let id = FeatureId::new(of_a, of_b);
            assert_eq!((id.of_a(), id.of_b()), (of_a, of_b));
        }
    }
}

/// A corner whose direction to the other corner was within 1e-3 rad of a face's normal was cut off at the face's side
/// plane, however far apart the cores were: with 3 m of rounding the gap was 4.7 mm wrong, as the corner is 3 mm beside
/// the face there. The other shape's corner is the nearest point, its rounding its only neighbour.
#[test]
fn two_largely_rounded_corners_nearly_over_a_face_touch_in_one_point_at_their_true_gap() {
    let mut random = cases(77);
    let mut worst = [0.0_f64; 2];
    for case in 0..40_000 {
        let rounding = [uniform(&mut random, 0.0, 1.5), uniform(&mut random, 0.0, 1.5)];
        let radius = rounding[0] + rounding[1];
        let square = |half: f32, rounding: f32| {
            let corners = [Vec2::new(-half, -half), Vec2::new(half, -half), Vec2::new(half, half), Vec2::new(-half, half)];
            Shape::from(ConvexPolygon::try_new(&corners, rounding).unwrap())
        };
        let (a, b) = (square(1.0, rounding[0]), square(0.5, rounding[1]));
        // From A's upper right corner up, a little to either side; B looks down with a corner. Where it stands over the
        // face the face's own normal is exact.
        let slant = uniform(&mut random, -0.03, 0.03).powi(3) / 9e-4;
        let gap = uniform(&mut random, -0.2 * radius.min(0.5), 0.02);
        let turn = uniform(&mut random, 0.1, 1.4);
        let corner = Vec2::new(1.0, 1.0) + (radius + gap) * Vec2::new(libm::sinf(slant), libm::cosf(slant));
        let pose = Pose::new(Vec2::ZERO, turn - std::f32::consts::FRAC_PI_2);
        let lowest = (0..4).map(|k| pose.rotation.rotate(b.convex().points[k])).min_by(|p, q| p.y.total_cmp(&q.y)).unwrap();
        let pose = Pose { position: corner - lowest, ..pose };
        if radius + gap < 1e-3 {
            continue;
        }
        let exact = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), pose)).separation - f64::from(radius);
        for (k, method) in [NarrowPhase::Sat, NarrowPhase::GjkEpa].into_iter().enumerate() {
            let manifold = collide(&a, &b, pose, method, 0.05, &mut NoProbe);
            let least = manifold.points().iter().map(|p| f64::from(p.separation)).fold(f64::INFINITY, f64::min);
            worst[k] = worst[k].max((least - exact).abs());
            // What is let pass as aligned: 0.1 mm beside the face at most, over a corner that rises by up to tan 1.4.
            let rise = 1e-4 * f64::from(libm::tanf(turn).max(1.0 / libm::tanf(turn)));
            assert!((least - exact).abs() < rise + 2e-5, "case {case}: {least} {exact} {manifold:?} {slant} {radius} {turn}");
        }
    }
    assert!(worst.iter().all(|&w| w < 2e-4), "{worst:?}");
}
