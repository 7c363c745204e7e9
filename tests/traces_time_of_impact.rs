//! Every turn of conservative advancement, judged by the gap along the whole way.

mod oracles;

use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::time_of_impact::{
    Sweep, ToiOptions, ToiOutcome, ToiStep, ToiTarget, time_of_impact, time_of_impact_with,
};
use collidoscope::engine::probe::NoProbe;
use oracles::coverage::Coverage;
use oracles::narrow_cases::{cases, point, random_pose, uniform};
use oracles::pairs::{self, Kind};
use oracles::time_of_impact::{Flight, judge};
use rand::Rng;
use rand_pcg::Pcg32;

const TARGET: ToiTarget = ToiTarget { separation: 0.005, tolerance: 0.001 };

/// Each shape flies roughly to where the other was, turning by up to three radians, or not at all.
fn random_flight(random: &mut Pcg32, kinds: (Kind, Kind)) -> Flight {
    let (a, b) = (pairs::random_shape_of(random, kinds.0, 10), pairs::random_shape_of(random, kinds.1, 10));
    let away = uniform(random, 0.3, 4.0);
    let (from_a, from_b) = (random_pose(random, away), random_pose(random, away));
    let most_turn = if random.random() { 0.0 } else { 3.0 };
    let sweep = |random: &mut Pcg32, from: Pose, to: Pose| {
        let local_center = point(random, 0.3);
        let start_center = from.transform_point(local_center);
        let travel = to.position + point(random, 1.5) - start_center;
        Sweep { local_center, start_center, travel, start_rotation: from.rotation, turn: uniform(random, -most_turn, most_turn) }
    };
    let (sweep_a, sweep_b) = (sweep(random, from_a, from_b), sweep(random, from_b, from_a));
    Flight { a, b, sweep_a, sweep_b }
}

fn for_each_flight(seed: u64, count: usize, mut check: impl FnMut(&Flight)) {
    let mut random = cases(seed);
    for kinds in pairs::kinds() {
        for number in 0..count {
            check(&random_flight(&mut random, if number % 2 == 0 { kinds } else { (kinds.1, kinds.0) }));
        }
    }
}

#[test]
fn no_turn_steps_over_the_target_and_a_hit_is_at_the_target() {
    let mut met = Coverage::default();
    let mut out_of_turns = 0;
    for_each_flight(11, pairs::POSES, |flight| {
        let Flight { a, b, sweep_a, sweep_b } = flight;
        let mut steps: Vec<ToiStep> = Vec::new();
        let found = time_of_impact(a.convex(), sweep_a, b.convex(), sweep_b, TARGET, &mut steps);
        assert_eq!(found, time_of_impact(a.convex(), sweep_a, b.convex(), sweep_b, TARGET, &mut NoProbe), "watching changes nothing");
        met.next_input();
        judge(flight, TARGET, &ToiOptions::default(), &steps, &found, &mut met);
        out_of_turns += usize::from(found.outcome == ToiOutcome::OutOfTurns);
    });
    assert_eq!(out_of_turns, 0, "of 21,000 ran out of turns");
    met.demand(
        &["Advance", "Hit", "Separated", "Overlapped"],
        &[("OutOfTurns", 0, "the usual limit is not reached; see the next test")],
        &[],
    );
}

#[test]
fn cut_short_the_time_is_safe_all_the_same() {
    let mut met = Coverage::default();
    let mut number = 0;
    for_each_flight(12, 200, |flight| {
        number += 1;
        let options = ToiOptions { max_iterations: number % 4 };
        let Flight { a, b, sweep_a, sweep_b } = flight;
        let mut steps: Vec<ToiStep> = Vec::new();
        let found = time_of_impact_with(&options, a.convex(), sweep_a, b.convex(), sweep_b, TARGET, &mut steps);
        met.next_input();
        judge(flight, TARGET, &options, &steps, &found, &mut met);
    });
    met.demand(&["Advance", "Hit", "Separated", "Overlapped", "OutOfTurns"], &[], &[]);
}

#[test]
fn a_disc_meets_a_line_when_arithmetic_says_so() {
    let mut random = cases(13);
    let mut hits = 0;
    for _ in 0..1_000 {
        let radius = uniform(&mut random, 0.1, 0.8);
        let disc = collidoscope::engine::shape::Circle::try_new(Vec2::ZERO, radius).unwrap().into();
        let line = collidoscope::engine::shape::Segment::try_new(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0)).unwrap().into();
        let (height, fall) = (uniform(&mut random, 1.0, 5.0), uniform(&mut random, 0.5, 10.0));
        let travel = Vec2::new(uniform(&mut random, -5.0, 5.0), -fall);
        let spin = uniform(&mut random, -3.0, 3.0);
        let sweep_b = Sweep { travel, turn: spin, ..Sweep::still(Pose::new(Vec2::new(0.0, height), 0.0)) };
        let flight = Flight { a: line, b: disc, sweep_a: Sweep::still(Pose::IDENTITY), sweep_b };
        let found = time_of_impact(flight.a.convex(), &flight.sweep_a, flight.b.convex(), &sweep_b, TARGET, &mut NoProbe);
        let latest = (height - radius - TARGET.separation) / fall;
        if latest < 1.0 {
            hits += 1;
            let earliest = latest - TARGET.tolerance / fall;
            assert!(
                found.outcome == ToiOutcome::Hit && found.t > earliest - 1e-5 && found.t < latest + 1e-5,
                "{found:?} {latest} {flight:?}"
            );
        } else {
            assert!(found.outcome == ToiOutcome::Separated || latest < 1.01, "{found:?} {latest} {flight:?}");
        }
    }
    assert!(hits > 300, "{hits}");
}
