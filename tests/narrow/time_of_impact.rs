//! Time of impact against closed forms and dense sampling.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::time_of_impact::{
    Sweep, ToiOptions, ToiOutcome, ToiResult, ToiStep, ToiTarget, ToiVerdict, time_of_impact, time_of_impact_with,
};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Circle, Segment, Shape};
use collidoscope::engine::tuning::TOI_MAX_ITERATIONS;

const TARGET: ToiTarget = ToiTarget { separation: 0.005, tolerance: 0.001 };

fn toi(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep) -> ToiResult {
    time_of_impact(a.convex(), sweep_a, b.convex(), sweep_b, TARGET, &mut NoProbe)
}

/// Straight and without turning.
fn slide(from: Vec2, to: Vec2) -> Sweep {
    Sweep::between(Vec2::ZERO, Pose::new(from, 0.0), Pose::new(to, 0.0))
}

fn ball(radius: f32) -> Shape {
    Circle::try_new(Vec2::ZERO, radius).unwrap().into()
}

fn wall() -> Shape {
    Segment::try_new(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0)).unwrap().into()
}

/// Each flies roughly to where the other was, turning by up to two radians.
fn random_sweeps(random: &mut rand_pcg::Pcg32, from: [Pose; 2]) -> [Sweep; 2] {
    let to = [from[1], from[0]].map(|to| to.position).map(|to| Pose::new(to + point(random, 2.0), uniform(random, -2.0, 2.0)));
    let mut sweep = |k: usize| {
        let end = Pose { position: to[k].position, rotation: to[k].rotation.then_after(from[k].rotation) };
        Sweep::between(point(random, 0.3), from[k], end)
    };
    [sweep(0), sweep(1)]
}

/// Signed distance of the rounded shapes at `t`, by brute force in double precision.
fn gap_at(a: &Shape, sweep_a: &Sweep, b: &Shape, sweep_b: &Sweep, t: f32) -> f64 {
    let (core_a, core_b) = (placed(a.convex(), sweep_a.pose_at(t)), placed(b.convex(), sweep_b.pose_at(t)));
    judge(&core_a, &core_b).separation - f64::from(a.convex().radius + b.convex().radius)
}

#[test]
fn a_bullet_stops_at_a_wall_without_thickness_at_the_time_that_its_speed_gives() {
    let found = toi(&wall(), &Sweep::still(Pose::IDENTITY), &ball(0.1), &slide(Vec2::new(-100.0, 1.0), Vec2::new(300.0, 1.0)));
    assert_eq!(found.outcome, ToiOutcome::Hit);
    // The ball's front is at the wall when its centre is at −0.1; target and tolerance are 5 to 6 mm before. 400 m in
    // one step.
    let (earliest, latest) = ((100.0 - 0.1 - 0.006) / 400.0, (100.0 - 0.1 - 0.005) / 400.0);
    assert!((earliest - 1e-7..=latest + 1e-7).contains(&found.t), "{found:?}");
}

#[test]
fn a_bullet_that_flies_away_or_past_never_hits() {
    let still = Sweep::still(Pose::IDENTITY);
    for (from, to) in [
        (Vec2::new(-1.0, 0.0), Vec2::new(-300.0, 0.0)),
        (Vec2::new(-100.0, 5.2), Vec2::new(100.0, 5.2)),
        (Vec2::new(1.0, -50.0), Vec2::new(1.0, 50.0)),
    ] {
        let found = toi(&wall(), &still, &ball(0.1), &slide(from, to));
        assert_eq!((found.outcome, found.t), (ToiOutcome::Separated, 1.0), "{from} {to}");
    }
}

#[test]
fn shapes_that_touch_at_the_start_are_left_to_the_contact_solver() {
    let sweep = slide(Vec2::new(0.1, 0.0), Vec2::new(-3.0, 0.0));
    let found = toi(&wall(), &Sweep::still(Pose::IDENTITY), &ball(0.1), &sweep);
    assert_eq!((found.outcome, found.t), (ToiOutcome::Overlapped, 0.0));
    let deep = toi(&ball(0.5), &Sweep::still(Pose::IDENTITY), &ball(0.5), &slide(Vec2::ZERO, Vec2::X));
    assert_eq!((deep.outcome, deep.t), (ToiOutcome::Overlapped, 0.0));
}

#[test]
fn two_bullets_meet_halfway() {
    let (left, right) = (slide(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0)), slide(Vec2::new(50.0, 0.0), Vec2::new(-50.0, 0.0)));
    let found = toi(&ball(0.25), &left, &ball(0.25), &right);
    assert_eq!(found.outcome, ToiOutcome::Hit);
    assert!((found.t - (100.0 - 0.5 - 0.0055) / 200.0).abs() < 5e-6, "{found:?}");
}

#[test]
fn a_turning_rod_hits_with_its_tip_at_the_angle_that_geometry_gives() {
    // A rod of length 2 turns about its middle by 90°; a ball sits at 1 m from the middle at 60°.
    let rod: Shape = Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap().into();
    let sweep = Sweep::between(Vec2::ZERO, Pose::IDENTITY, Pose::new(Vec2::ZERO, std::f32::consts::FRAC_PI_2));
    let at = 0.9 * Vec2::from_angle(std::f32::consts::FRAC_PI_3);
    let found = toi(&rod, &sweep, &ball(0.1), &Sweep::still(Pose::new(at, 0.0)));
    assert_eq!(found.outcome, ToiOutcome::Hit);
    // The rod touches a ball of radius r at distance d when the angle between them has the sine (r + gap) / d.
    let angle = |gap: f32| std::f32::consts::FRAC_PI_3 - libm::asinf((0.1 + gap) / 0.9);
    let (earliest, latest) = (angle(0.006) / std::f32::consts::FRAC_PI_2, angle(0.005) / std::f32::consts::FRAC_PI_2);
    assert!((earliest - 1e-5..=latest + 1e-5).contains(&found.t), "{found:?} {earliest} {latest}");
}

#[test]
fn the_first_contact_is_never_passed_and_never_missed() {
    let mut random = cases(21);
    let (mut hits, mut misses, mut overlapped) = (0, 0, 0);
    for case in 0..3_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let (from_a, from_b) = (random_pose(&mut random, 4.0), random_pose(&mut random, 4.0));
        let [sweep_a, sweep_b] = random_sweeps(&mut random, [from_a, from_b]);
        let found = toi(&a, &sweep_a, &b, &sweep_b);
        let about = format!("case {case}: {found:?}\n{a:?} {sweep_a:?}\n{b:?} {sweep_b:?}");
        // 400 samples until the time found: the target is kept, up to the rounding of coordinates near 10 m.
        for sample in 0..=400 {
            let t = found.t * sample as f32 / 400.0;
            let is_start = found.outcome == ToiOutcome::Overlapped;
            assert!(is_start || gap_at(&a, &sweep_a, &b, &sweep_b, t) > f64::from(TARGET.separation) - 1e-5, "passed at {t}, {about}");
        }
        let gap = gap_at(&a, &sweep_a, &b, &sweep_b, found.t);
        match found.outcome {
            ToiOutcome::Hit => {
                assert!(found.t > 0.0 && gap < f64::from(TARGET.separation + TARGET.tolerance) + 1e-5, "too early, {gap} {about}");
                hits += 1;
            }
            ToiOutcome::Separated => {
                assert_eq!(found.t, 1.0);
                misses += 1;
            }
            ToiOutcome::Overlapped => {
                assert!(found.t == 0.0 && gap < f64::from(TARGET.separation + TARGET.tolerance) + 1e-5, "{gap} {about}");
                overlapped += 1;
            }
            ToiOutcome::OutOfTurns => panic!("{about}"),
        }
    }
    assert!(hits > 500 && misses > 500 && overlapped > 50, "{hits} hits, {misses} misses, {overlapped} overlapped");
}

/// The bound knew only an axis that stays, and counted each turn at its worst: where a corner slid past a turning face
/// it proved next to nothing, and in 1.7 % of sweeps with turns of two radians the iterations ran out. (On an axis that
/// turns along a false position from the far end of the step did the same.)
#[test]
fn no_sweep_that_turns_by_two_radians_runs_out_of_iterations() {
    let mut random = cases(2_101);
    let (mut most, mut sum, mut hits) = (0, 0, 0);
    for case in 0..100_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let from = [random_pose(&mut random, 4.0), random_pose(&mut random, 4.0)];
        let [sweep_a, sweep_b] = random_sweeps(&mut random, from);
        let found = toi(&a, &sweep_a, &b, &sweep_b);
        assert!(found.outcome != ToiOutcome::OutOfTurns, "case {case}: {found:?}\n{a:?} {sweep_a:?}\n{b:?} {sweep_b:?}");
        (most, sum, hits) = (most.max(found.iterations), sum + found.iterations, hits + usize::from(found.outcome == ToiOutcome::Hit));
        for sample in 0..=40 {
            let t = found.t * sample as f32 / 40.0;
            let gap = gap_at(&a, &sweep_a, &b, &sweep_b, t);
            // Up to the rounding of coordinates near 10 m.
            let kept = found.outcome == ToiOutcome::Overlapped || gap > f64::from(TARGET.separation) - 1e-5;
            assert!(kept, "case {case}: passed at {t}, {gap} {found:?}\n{a:?} {sweep_a:?}\n{b:?} {sweep_b:?}");
        }
    }
    // Of a million others none took more than 20.
    assert!(most < TOI_MAX_ITERATIONS && sum < 400_000 && hits > 20_000, "{most} at most, {sum} in all, {hits} hits");
}

#[test]
fn far_from_the_origin_the_answer_is_the_same_to_the_precision_of_the_coordinates() {
    let shift = Vec2::new(40_000.0, -70_000.0);
    let near = toi(&wall(), &Sweep::still(Pose::IDENTITY), &ball(0.5), &slide(Vec2::new(-8.0, 0.0), Vec2::new(8.0, 0.0)));
    let far = toi(&wall(), &Sweep::still(Pose::new(shift, 0.0)), &ball(0.5), &slide(shift - 8.0 * Vec2::X, shift + 8.0 * Vec2::X));
    assert_eq!(near.outcome, ToiOutcome::Hit);
    // 8 mm of 16 m.
    assert!((near.t - far.t).abs() < 6e-4, "{near:?} {far:?}");
}

#[test]
fn swapping_a_and_b_keeps_the_time() {
    let mut random = cases(22);
    let mut hits = 0;
    for _ in 0..1_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let (from, to) = (random_pose(&mut random, 3.0), random_pose(&mut random, 3.0));
        let (sweep_a, sweep_b) = (Sweep::between(Vec2::ZERO, from, to), Sweep::still(random_pose(&mut random, 3.0)));
        let (there, back) = (toi(&a, &sweep_a, &b, &sweep_b), toi(&b, &sweep_b, &a, &sweep_a));
        assert_eq!(there.outcome == ToiOutcome::Hit, back.outcome == ToiOutcome::Hit);
        if there.outcome == ToiOutcome::Hit {
            let gaps = [there.t, back.t].map(|t| gap_at(&a, &sweep_a, &b, &sweep_b, t));
            // Both stop within the tolerance, not at the same bit.
            assert!((gaps[0] - gaps[1]).abs() < 1.1e-3, "{gaps:?}");
            hits += 1;
        }
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn every_verdict_is_reached_and_watching_changes_no_bit() {
    let mut random = cases(23);
    let mut seen = Vec::new();
    let thin: Shape = BoxShape::try_new(6.0, 0.01, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    for case in 0..400 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let from = random_pose(&mut random, 3.0);
        let mut sweep_a = Sweep::between(Vec2::ZERO, from, random_pose(&mut random, 3.0));
        let sweep_b = Sweep::still(random_pose(&mut random, 3.0));
        // Now and then something spins fifty times around close to another shape: no axis proves much.
        let spins = case % 20 == 0;
        if spins {
            sweep_a.turn = 300.0;
        }
        let a = if spins { &thin } else { &a };
        let unwatched = toi(a, &sweep_a, &b, &sweep_b);
        let mut steps: Vec<ToiStep> = Vec::new();
        let watched = time_of_impact(a.convex(), &sweep_a, b.convex(), &sweep_b, TARGET, &mut steps);
        assert_eq!(
            (unwatched.t.to_bits(), unwatched.outcome, unwatched.iterations),
            (watched.t.to_bits(), watched.outcome, watched.iterations)
        );
        assert_eq!(steps.len(), watched.iterations);
        let last = steps.last().unwrap();
        assert_eq!(last.safe_until, watched.t);
        for pair in steps.windows(2) {
            assert!(pair[0].verdict == ToiVerdict::Advance && pair[0].safe_until == pair[1].t && pair[1].t >= pair[0].t);
        }
        for step in &steps {
            if !seen.contains(&step.verdict) {
                seen.push(step.verdict);
            }
        }
    }
    for verdict in [ToiVerdict::Advance, ToiVerdict::Hit, ToiVerdict::Separated, ToiVerdict::Overlapped, ToiVerdict::OutOfTurns] {
        assert!(seen.contains(&verdict), "{verdict:?} never reached");
    }
}

#[test]
fn a_sweep_that_is_not_finite_ends_at_once_and_claims_nothing() {
    for bad in [f32::NAN, f32::INFINITY] {
        let found = toi(&ball(0.5), &Sweep::still(Pose::IDENTITY), &ball(0.5), &slide(Vec2::new(bad, 0.0), Vec2::ZERO));
        assert!(found.t.is_finite() && found.outcome != ToiOutcome::Hit, "{found:?}");
        let found = toi(&ball(0.5), &Sweep::still(Pose::IDENTITY), &ball(0.5), &slide(Vec2::new(5.0, 0.0), Vec2::new(bad, 0.0)));
        assert!(found.t.is_finite() && found.outcome != ToiOutcome::Hit, "{found:?}");
    }
}

#[test]
fn with_few_turns_the_time_is_early_and_never_late() {
    let mut random = cases(97);
    let mut unfinished = 0;
    for _ in 0..1_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let from = 4.0 * unit(&mut random);
        let way =
            Sweep::between(Vec2::ZERO, Pose::new(from, 0.0), Pose::new(point(&mut random, 1.0) - from, uniform(&mut random, -2.0, 2.0)));
        let still = Sweep::still(Pose::IDENTITY);
        let exact = toi(&a, &still, &b, &way);
        for max_iterations in 0..4 {
            let mut steps: Vec<ToiStep> = Vec::new();
            let found = time_of_impact_with(&ToiOptions { max_iterations }, a.convex(), &still, b.convex(), &way, TARGET, &mut steps);
            assert!(found.iterations <= max_iterations.max(1) && steps.len() == found.iterations);
            assert!(found.t <= exact.t + 1e-6, "{found:?} {exact:?}");
            unfinished += usize::from(found.outcome == ToiOutcome::OutOfTurns);
        }
    }
    assert!(unfinished > 300, "{unfinished}");
}
