//! Manifolds: what a stack needs of them. Points, lasting feature ids, the way out of a segment.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::clip::clip;
use collidoscope::engine::narrow::{Feature, Manifold, NarrowPhase, collide, sat};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};

const METHODS: [NarrowPhase; 2] = [NarrowPhase::Sat, NarrowPhase::GjkEpa];

fn run(a: &Shape, b: &Shape, pose: Pose, method: NarrowPhase) -> Manifold {
    collide(a, b, pose, method, f32::INFINITY, &mut NoProbe)
}

#[test]
fn coincident_shapes_of_every_kind_have_a_finite_unit_normal() {
    let triangle = [Vec2::new(-0.5, -0.4), Vec2::new(0.5, -0.4), Vec2::new(0.0, 0.6)];
    let shapes: [Shape; 6] = [
        Circle::try_new(Vec2::ZERO, 0.5).unwrap().into(),
        BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into(),
        BoxShape::try_new(1.0, 0.6, Vec2::ZERO, 0.0, 0.1).unwrap().into(),
        Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.3).unwrap().into(),
        ConvexPolygon::try_new(&triangle, 0.0).unwrap().into(),
        Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap().into(),
    ];
    for a in &shapes {
        for b in &shapes {
            for angle in [0.0, 0.3, std::f32::consts::FRAC_PI_2, std::f32::consts::PI] {
                for method in METHODS {
                    let manifold = collide(a, b, Pose::new(Vec2::ZERO, angle), method, 0.02, &mut NoProbe);
                    assert!(manifold.count >= 1, "{a:?} {b:?} {angle} {method:?}: {manifold:?}");
                    assert!((manifold.normal.length() - 1.0).abs() < 1e-5, "{a:?} {b:?} {angle} {method:?}: {manifold:?}");
                    for point in manifold.points() {
                        assert!(point.separation.is_finite() && point.position.is_finite() && point.separation <= 0.02);
                    }
                }
            }
        }
    }
}

#[test]
fn a_box_that_slides_and_rocks_a_little_on_another_keeps_its_feature_ids() {
    let ground: Shape = BoxShape::try_new(10.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let equal: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let crate_shape: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let rounded: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.1).unwrap().into();
    let capsule: Shape = Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.5).unwrap().into();
    let line: Shape = Segment::try_new(Vec2::new(5.0, 0.5), Vec2::new(-5.0, 0.5)).unwrap().into();
    let mut random = cases(14);
    for under in [&ground, &equal, &line] {
        for over in [&crate_shape, &rounded, &capsule] {
            for method in METHODS {
                let ids = |manifold: &Manifold| {
                    let mut ids: Vec<_> = manifold.points().iter().map(|p| p.feature).collect();
                    ids.sort();
                    ids
                };
                let at = |x: f32, y: f32, angle: f32| collide(under, over, Pose::new(Vec2::new(x, y), angle), method, 0.02, &mut NoProbe);
                let resting = at(0.0, 0.997, 0.0);
                assert_eq!(resting.count, 2, "{under:?} {over:?}: {resting:?}");
                for _ in 0..300 {
                    // Within a slop sideways at the faces (rocking adds half a metre times 0.005) and ±0.3°, as
                    // resting bodies do.
                    let (x, y) = (uniform(&mut random, -0.002, 0.002), uniform(&mut random, 0.992, 1.001));
                    let moved = at(x, y, uniform(&mut random, -0.005, 0.005));
                    assert_eq!(ids(&moved), ids(&resting), "{method:?} {under:?} {over:?}: {moved:?}");
                }
            }
        }
    }
}

#[test]
fn closed_forms_name_the_same_features_as_the_general_algorithms() {
    let mut random = cases(16);
    let mut faces = 0;
    for number in 0..10_000 {
        let (one, circle) = (random_shape(&mut random), random_circle(&mut random));
        let (a, b) = if number % 2 == 0 { (&one, &circle) } else { (&circle, &one) };
        let pose = random_pose(&mut random, 1.2);
        let truth = judge(&placed(a.convex(), Pose::IDENTITY), &placed(b.convex(), pose));
        // The inside of a line, and the seam between a face and its corner, belong to nobody.
        if truth.lead < 2e-3 {
            continue;
        }
        let general = sat::separate(a.convex(), b.convex(), pose, f32::INFINITY, &mut NoProbe);
        let clipped = clip(a.convex(), b.convex(), pose, general.normal, f32::INFINITY, &mut NoProbe);
        let closed = run(a, b, pose, NarrowPhase::Sat);
        let about = format!("case {number}: {a:?}\n{b:?}\n{pose:?}\n{clipped:?}\n{closed:?}");
        assert!((clipped.normal - closed.normal).length() < 1.1e-3, "{about}");
        assert!((clipped.points[0].separation - closed.points[0].separation).abs() < 2e-6, "{about}");
        let [seen, said] = [clipped, closed].map(|m| (m.points[0].feature.of_a(), m.points[0].feature.of_b()));
        // Within a thousandth of a radian clipping takes a corner for the face beside it.
        let is_seam = (clipped.normal - closed.normal).length() > 1e-6;
        assert!(seen == said || is_seam, "{about}");
        faces += usize::from(matches!(said, (Feature::Face(_), _) | (_, Feature::Face(_))));
    }
    assert!((2_000..8_000).contains(&faces), "{faces} of 10,000 touch a face");
}

#[test]
fn a_feature_id_names_a_vertex_over_a_face() {
    let ground: Shape = BoxShape::try_new(10.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let over: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let manifold = run(&ground, &over, Pose::new(Vec2::new(0.0, 1.0), 0.0), NarrowPhase::Sat);
    let features: Vec<_> = manifold.points().iter().map(|p| (p.feature.of_a(), p.feature.of_b())).collect();
    // Seen along the ground's top face, which runs from right to left.
    assert_eq!(features, [(Feature::Face(2), Feature::Vertex(1)), (Feature::Face(2), Feature::Vertex(0))]);
}

#[test]
fn shapes_that_overlap_a_segment_leave_it_on_the_side_of_their_centre() {
    let floor: Shape = Segment::try_new(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)).unwrap().into();
    // Its centroid is at a third of its height: lifted so that the line cuts it just above the centroid, the short
    // way out is up.
    let triangle: Shape = ConvexPolygon::try_new(&[Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), Vec2::new(0.0, 0.9)], 0.0).unwrap().into();
    for method in METHODS {
        let below = collide(&floor, &triangle, Pose::new(Vec2::new(0.0, -0.35), 0.0), method, 0.02, &mut NoProbe);
        assert!((below.normal - Vec2::NEG_Y).length() < 1e-6, "{below:?}");
        assert!((below.points[0].separation + 0.55).abs() < 1e-5, "{below:?}");
        let above = collide(&floor, &triangle, Pose::new(Vec2::new(0.0, -0.25), 0.0), method, 0.02, &mut NoProbe);
        assert!((above.normal - Vec2::Y).length() < 1e-6, "{above:?}");
        let swapped = collide(&triangle, &floor, Pose::new(Vec2::new(0.0, 0.25), 0.0), method, 0.02, &mut NoProbe);
        assert!((swapped.normal - Vec2::NEG_Y).length() < 1e-6, "{swapped:?}");
    }
}

#[test]
fn a_box_sunk_into_the_joint_of_two_floor_segments_is_pushed_up_by_both() {
    let left: Shape = Segment::try_new(Vec2::new(-5.0, 0.0), Vec2::new(0.0, 0.0)).unwrap().into();
    let right: Shape = Segment::try_new(Vec2::new(0.0, 0.0), Vec2::new(5.0, 0.0)).unwrap().into();
    let over: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    // Its right side reaches 2 mm past the joint and its bottom 5 mm below the floor: sideways would be shorter.
    let pose = Pose::new(Vec2::new(-0.498, 0.495), 0.0);
    for method in METHODS {
        for floor in [&left, &right] {
            let manifold = collide(floor, &over, pose, method, 0.02, &mut NoProbe);
            assert!((manifold.normal - Vec2::Y).length() < 1e-6, "{method:?} {manifold:?}");
        }
    }
}

#[test]
fn a_box_that_fell_on_the_tip_of_an_upright_segment_is_pushed_up_and_not_aside() {
    let post: Shape = Segment::try_new(Vec2::ZERO, Vec2::new(0.0, -2.0)).unwrap().into();
    let over: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    for method in METHODS {
        let manifold = collide(&post, &over, Pose::new(Vec2::new(0.1, 0.49), 0.0), method, 0.02, &mut NoProbe);
        assert!((manifold.normal - Vec2::Y).length() < 1e-6, "{method:?} {manifold:?}");
        assert!((manifold.points[0].separation + 0.01).abs() < 1e-6, "{manifold:?}");
    }
}

#[test]
fn a_capsule_lying_on_the_ground_touches_in_two_points() {
    let capsule: Shape = Capsule::try_new(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.25).unwrap().into();
    let line: Shape = Segment::try_new(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0)).unwrap().into();
    let thick: Shape = Capsule::try_new(Vec2::new(-5.0, -0.5), Vec2::new(5.0, -0.5), 0.5).unwrap().into();
    let solid: Shape = BoxShape::try_new(10.0, 1.0, Vec2::new(0.0, -0.5), 0.0, 0.0).unwrap().into();
    for ground in [&line, &thick, &solid] {
        for angle in [0.0, 0.004, -0.004, std::f32::consts::PI] {
            let pose = Pose { position: Vec2::new(0.3, 0.246), rotation: Rot::from_angle(angle) };
            let manifold = collide(ground, &capsule, pose, NarrowPhase::Sat, 0.02, &mut NoProbe);
            assert_eq!(manifold.count, 2, "{ground:?} {angle}: {manifold:?}");
            for point in manifold.points() {
                // The ends differ by 4 mm a metre; the middle is sunk 4 mm.
                assert!((point.separation + 0.004).abs() < 0.0021, "{manifold:?}");
            }
        }
    }
}
