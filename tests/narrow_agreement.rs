//! SAT against GJK + EPA, and both against a brute-force judge.

mod narrow_cases;

use collidoscope::engine::narrow::{Manifold, NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::Shape;
use narrow_cases::{cases, judge, placed, random_pose, random_shape};

fn run(a: &Shape, b: &Shape, pose: collidoscope::engine::math::Pose, method: NarrowPhase) -> Manifold {
    collide(a, b, pose, method, f32::INFINITY, &mut NoProbe)
}

#[test]
fn sat_and_gjk_with_epa_give_the_same_manifold_for_fifty_thousand_random_pairs() {
    let mut random = cases(7);
    let (mut overlaps, mut compared) = (0, 0);
    for case in 0..50_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 1.35);
        let (core_a, core_b) = (placed(a.convex(), collidoscope::engine::math::Pose::IDENTITY), placed(b.convex(), pose));
        let truth = judge(&core_a, &core_b);
        let radius = f64::from(a.convex().radius + b.convex().radius);
        overlaps += usize::from(truth.separation < radius);
        if truth.lead < 2e-3 {
            continue;
        }
        compared += 1;
        let sat = run(&a, &b, pose, NarrowPhase::Sat);
        let gjk = run(&a, &b, pose, NarrowPhase::GjkEpa);
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
    assert!(compared > 45_000, "{compared} compared");
}
