//! Lead targeting against an independent oracle: a dense scan of |Q(t)| − s t in time, refined by bisection.

use collidoscope::engine::math::Vec2;
use collidoscope::engine::probe::NoProbe;
use collidoscope::guidance::lead::{LeadMethod, LeadOutcome, LeadProblem, LeadSolution, LeadStep, solve};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const METHODS: [LeadMethod; 4] = [LeadMethod::Direct, LeadMethod::FirstOrder, LeadMethod::Iterative, LeadMethod::Quadratic];
const LIMIT: f32 = 20.0;

fn problem(position: [f32; 2], velocity: [f32; 2], acceleration: [f32; 2], speed: f32) -> LeadProblem {
    LeadProblem {
        position: position.into(),
        velocity: velocity.into(),
        acceleration: acceleration.into(),
        speed,
        max_time: LIMIT,
        ..LeadProblem::default()
    }
}

fn answer(method: LeadMethod, problem: &LeadProblem) -> LeadOutcome {
    solve(method, problem, &mut NoProbe)
}

fn solved(method: LeadMethod, problem: &LeadProblem) -> LeadSolution {
    match answer(method, problem) {
        LeadOutcome::Solved(solution) => solution,
        other => panic!("{method:?} of {problem:?}: {other:?}"),
    }
}

/// |Q(t)| − s t in f64: negative when the projectile could be farther out than the target.
fn gap(problem: &LeadProblem, t: f64) -> f64 {
    let axis = |p: f32, v: f32, a: f32| f64::from(p) + f64::from(v) * t + 0.5 * f64::from(a) * t * t;
    let x = axis(problem.position.x, problem.velocity.x, problem.acceleration.x);
    let y = axis(problem.position.y, problem.velocity.y, problem.acceleration.y);
    (x * x + y * y).sqrt() - f64::from(problem.speed) * t
}

/// First time at which the gap changes sign on a grid of `cells`.
fn scan(problem: &LeadProblem, cells: usize) -> Option<f64> {
    let step = f64::from(problem.max_time) / cells as f64;
    let crossing = (0..cells).find(|&k| gap(problem, k as f64 * step) > 0.0 && gap(problem, (k + 1) as f64 * step) <= 0.0)?;
    let (mut low, mut high) = (crossing as f64 * step, (crossing + 1) as f64 * step);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if gap(problem, middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

fn random_vector(random: &mut Pcg64Mcg, size: f32) -> [f32; 2] {
    [random.random_range(-size..size), random.random_range(-size..size)]
}

/// The solution hits: direction is a unit vector and `direction · s · t` is where the target is at `t`.
fn assert_meets(problem: &LeadProblem, solution: &LeadSolution) {
    let t = solution.time;
    let target = problem.position + problem.velocity * t + 0.5 * problem.acceleration * t * t;
    let projectile = solution.direction * problem.speed * t;
    // A few roundings of f32 of the largest number that takes part.
    let scale = problem.position.length() + problem.velocity.length() * t + problem.acceleration.length() * t * t + problem.speed * t;
    assert!((target - projectile).length() <= 4e-6 * scale, "{problem:?} {solution:?}: {target} and {projectile}");
    assert!((solution.direction.length() - 1.0).abs() < 1e-6, "{solution:?}");
}

#[test]
fn the_meeting_that_iteration_runs_away_from_is_found_by_the_quadratic() {
    let example = problem([20.0, 0.0], [-11.0, 0.0], [0.0, 0.0], 10.0);
    let solution = solved(LeadMethod::Quadratic, &example);
    assert!((solution.time - 20.0 / 21.0).abs() < 1e-6, "{solution:?}");
    assert_eq!(solution.direction, Vec2::X);
    assert!(matches!(answer(LeadMethod::Iterative, &example), LeadOutcome::NotConverged { iterations } if iterations > 20));
}

#[test]
fn first_order_and_direct_aim_where_their_formulas_say() {
    let example = problem([30.0, 0.0], [0.0, 5.0], [0.0, 0.0], 10.0);
    assert_eq!(solved(LeadMethod::Direct, &example).meeting, Vec2::new(30.0, 0.0));
    assert_eq!(solved(LeadMethod::Direct, &example).time, 3.0);
    // P + V |P|/s = (30, 5·3).
    assert_eq!(solved(LeadMethod::FirstOrder, &example).meeting, Vec2::new(30.0, 15.0));
}

#[test]
fn quadratic_agrees_with_a_scan_of_time() {
    let mut random = Pcg64Mcg::seed_from_u64(19);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..4000 {
        let case = problem(random_vector(&mut random, 40.0), random_vector(&mut random, 25.0), [0.0; 2], random.random_range(1.0..25.0));
        match (answer(LeadMethod::Quadratic, &case), scan(&case, 4000)) {
            (LeadOutcome::Solved(solution), Some(t)) => {
                // f32 keeps 1.2e-6 s at 20 s.
                assert!((f64::from(solution.time) - t).abs() < 3e-6, "{case:?}: {solution:?}, scan {t}");
                assert_meets(&case, &solution);
                hits += 1;
            }
            (LeadOutcome::NoSolution(_), None) => misses += 1,
            // The reach circle may overtake a fast target for less than a cell of the scan.
            (LeadOutcome::Solved(solution), None) => assert!(gap(&case, f64::from(solution.time)).abs() < 1e-3, "{case:?} {solution:?}"),
            (outcome, found) => panic!("{case:?}: {outcome:?}, scan {found:?}"),
        }
    }
    assert!(hits > 1400 && misses > 1400, "{hits} hits, {misses} misses: the test would be one-sided");
}

#[test]
fn quartic_agrees_with_a_scan_of_time() {
    let mut random = Pcg64Mcg::seed_from_u64(20);
    let (mut hits, mut misses, mut grazes) = (0, 0, 0);
    for _ in 0..3000 {
        let size = if random.random_bool(0.2) { 1e-4 } else { 10.0 };
        let case = problem(
            random_vector(&mut random, 40.0),
            random_vector(&mut random, 20.0),
            random_vector(&mut random, size),
            random.random_range(1.0..25.0),
        );
        match (answer(LeadMethod::Quadratic, &case), scan(&case, 4000)) {
            (LeadOutcome::Solved(solution), Some(t)) if (f64::from(solution.time) - t).abs() < 3e-6 => {
                assert_meets(&case, &solution);
                hits += 1;
            }
            (LeadOutcome::NoSolution(_), None) => misses += 1,
            (LeadOutcome::Solved(solution), found) => {
                // Two crossings within one cell are invisible to the scan; the solver then has the earlier meeting.
                assert!(found.is_none_or(|t| f64::from(solution.time) < t), "{case:?}: {solution:?}, scan {found:?}");
                assert_meets(&case, &solution);
                grazes += 1;
            }
            (outcome, found) => panic!("{case:?}: {outcome:?}, scan {found:?}"),
        }
    }
    assert!(hits > 900 && misses > 600 && grazes < 30, "{hits} hits, {misses} misses, {grazes} grazes");
}

#[test]
fn iteration_agrees_with_the_quadratic_wherever_the_target_is_slower() {
    let mut random = Pcg64Mcg::seed_from_u64(21);
    let mut compared = 0;
    for _ in 0..2000 {
        let speed = random.random_range(8.0..25.0);
        let case = problem(random_vector(&mut random, 30.0), random_vector(&mut random, 16.0), [0.0; 2], speed);
        if case.velocity.length() >= 0.9 * speed {
            continue;
        }
        let (LeadOutcome::Solved(iterated), LeadOutcome::Solved(exact)) =
            (answer(LeadMethod::Iterative, &case), answer(LeadMethod::Quadratic, &case))
        else {
            // A slower target is always caught, but perhaps not within the limit.
            assert!(exact_time_without_limit(&case) > f64::from(LIMIT), "{case:?}");
            continue;
        };
        // The last change is below 1e-8; what is left is at most 0.9/(1 − 0.9) of it; the rest is the rounding of f32.
        assert!((iterated.time - exact.time).abs() <= 1e-6 * exact.time, "{case:?}: {iterated:?} {exact:?}");
        compared += 1;
    }
    assert!(compared > 800, "{compared}");
}

fn exact_time_without_limit(case: &LeadProblem) -> f64 {
    f64::from(solved(LeadMethod::Quadratic, &LeadProblem { max_time: 1e6, ..*case }).time)
}

#[test]
fn what_the_iteration_settles_on_is_a_meeting_under_acceleration_too() {
    let mut random = Pcg64Mcg::seed_from_u64(22);
    let (mut settled, mut ran_away, mut same) = (0, 0, 0);
    for _ in 0..2000 {
        let case = problem(
            random_vector(&mut random, 30.0),
            random_vector(&mut random, 15.0),
            random_vector(&mut random, 5.0),
            random.random_range(5.0..25.0),
        );
        match answer(LeadMethod::Iterative, &case) {
            LeadOutcome::Solved(solution) => {
                assert_meets(&case, &solution);
                let first = solved(LeadMethod::Quadratic, &case).time;
                assert!(first <= solution.time * 1.000_01, "{case:?}: iteration found {} before {first}", solution.time);
                settled += 1;
                same += usize::from((first - solution.time).abs() < 1e-4);
            }
            LeadOutcome::NotConverged { .. } => ran_away += 1,
            LeadOutcome::NoSolution(_) => {}
        }
    }
    assert!(settled > 600 && ran_away > 100 && same * 10 > settled * 9, "{settled} settled, {same} on the first, {ran_away} ran away");
}

#[test]
fn a_tiny_acceleration_changes_the_meeting_as_little() {
    let plain = problem([20.0, 3.0], [-2.0, 4.0], [0.0, 0.0], 10.0);
    let pulled = problem([20.0, 3.0], [-2.0, 4.0], [1e-12, -1e-12], 10.0);
    assert!((solved(LeadMethod::Quadratic, &plain).time - solved(LeadMethod::Quadratic, &pulled).time).abs() < 1e-6);
}

#[test]
fn a_shot_against_gravity_meets_a_resting_target_on_the_low_arc() {
    // The projectile falls, the target does not: relative acceleration +g. Range formula: x = v² sin 2θ / g on level
    // ground.
    let (g, speed, x) = (9.81_f32, 20.0_f32, 30.0_f32);
    let solution = solved(LeadMethod::Quadratic, &problem([x, 0.0], [0.0, 0.0], [0.0, g], speed));
    let angle = 0.5 * libm::asinf(g * x / (speed * speed));
    assert!((libm::atan2f(solution.direction.y, solution.direction.x) - angle).abs() < 1e-5, "{solution:?}");
    // Out of range: v²/g = 40.8 m.
    assert!(matches!(answer(LeadMethod::Quadratic, &problem([45.0, 0.0], [0.0, 0.0], [0.0, g], speed)), LeadOutcome::NoSolution(_)));
}

#[test]
fn a_target_of_the_same_speed_is_met_only_when_it_comes_nearer() {
    let nearing = problem([10.0, 0.0], [-3.0, 4.0], [0.0; 2], 5.0);
    // t = −c/(2h) = 100/(2·30).
    assert!((solved(LeadMethod::Quadratic, &nearing).time - 100.0 / 60.0).abs() < 1e-6);
    assert_meets(&nearing, &solved(LeadMethod::Quadratic, &nearing));
    for velocity in [[3.0, 4.0], [0.0, 5.0], [5.0, 0.0]] {
        let leaving = problem([10.0, 0.0], velocity, [0.0; 2], 5.0);
        assert_eq!(answer(LeadMethod::Quadratic, &leaving), LeadOutcome::NoSolution("the target outruns the projectile"), "{velocity:?}");
    }
}

#[test]
fn nearly_the_same_speed_keeps_its_digits() {
    // a = |V|² − s² is about 1e-6 here: the textbook formula would lose six digits.
    for speed in [4.999_999_5_f32, 5.000_000_5, 5.000_01, 4.999_99] {
        let case = problem([10.0, 0.0], [-3.0, 4.0], [0.0; 2], speed);
        let t = scan(&case, 20_000).expect("it comes nearer");
        assert!((f64::from(solved(LeadMethod::Quadratic, &case).time) - t).abs() < 1e-6, "{speed}");
    }
}

#[test]
fn a_target_that_passes_too_fast_is_said_to() {
    let case = problem([10.0, 0.0], [-1.0, 20.0], [0.0; 2], 5.0);
    assert_eq!(
        answer(LeadMethod::Quadratic, &case),
        LeadOutcome::NoSolution("the target passes sideways faster than the projectile flies")
    );
}

#[test]
fn a_target_at_the_muzzle_is_met_at_once_by_every_method() {
    for method in METHODS {
        for velocity in [[0.0, 0.0], [3.0, 4.0]] {
            let solution = solved(method, &problem([0.0, 0.0], velocity, [0.0, -9.81], 10.0));
            assert_eq!(solution.time, 0.0);
            assert!((solution.direction.length() - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn a_meeting_beyond_the_limit_is_none() {
    for method in METHODS {
        let near = LeadProblem { max_time: 1.9, ..problem([20.0, 0.0], [0.0, 0.0], [0.0; 2], 10.0) };
        assert!(matches!(answer(method, &near), LeadOutcome::NoSolution(_)), "{method:?}");
        let far = LeadProblem { max_time: 2.1, ..near };
        assert_eq!(solved(method, &far).time, 2.0, "{method:?}");
    }
}

#[test]
fn unusable_numbers_have_no_solution_and_no_panic() {
    let good = problem([20.0, 0.0], [1.0, 0.0], [0.0, 1.0], 10.0);
    let bad = [
        LeadProblem { position: Vec2::new(f32::NAN, 0.0), ..good },
        LeadProblem { velocity: Vec2::new(0.0, f32::INFINITY), ..good },
        LeadProblem { acceleration: Vec2::new(f32::NAN, 0.0), ..good },
        LeadProblem { speed: 0.0, ..good },
        LeadProblem { speed: -1.0, ..good },
        LeadProblem { speed: f32::NAN, ..good },
        LeadProblem { max_time: f32::NAN, ..good },
        LeadProblem { max_time: -1.0, ..good },
    ];
    for case in bad {
        for method in METHODS {
            assert!(matches!(answer(method, &case), LeadOutcome::NoSolution(_)), "{method:?} {case:?}");
        }
    }
    let huge = problem([3e38, -3e38], [3e38, 3e38], [3e38, 0.0], 3e38);
    for method in METHODS {
        answer(method, &huge);
    }
}

#[test]
fn watching_changes_nothing_and_the_last_steps_tell_the_answer() {
    let mut random = Pcg64Mcg::seed_from_u64(23);
    for round in 0..500 {
        let acceleration = if round % 2 == 0 { [0.0; 2] } else { random_vector(&mut random, 5.0) };
        let case =
            problem(random_vector(&mut random, 30.0), random_vector(&mut random, 15.0), acceleration, random.random_range(5.0..20.0));
        for method in METHODS {
            let mut steps: Vec<LeadStep> = Vec::new();
            let watched = solve(method, &case, &mut steps);
            assert_eq!(watched, answer(method, &case));
            let roots: Vec<(f32, bool)> = steps
                .iter()
                .filter_map(|s| if let LeadStep::Root { time, taken, .. } = s { Some((*time, *taken)) } else { None })
                .collect();
            assert!(roots.windows(2).all(|w| w[0].0 <= w[1].0), "{roots:?}");
            let LeadOutcome::Solved(solution) = watched else {
                assert!(roots.iter().all(|r| !r.1), "{roots:?}");
                continue;
            };
            match (method, steps.iter().rev().find(|s| !matches!(s, LeadStep::Polynomial { .. }))) {
                (LeadMethod::Quadratic, _) => {
                    let taken: Vec<f32> = roots.iter().filter(|r| r.1).map(|r| r.0).collect();
                    assert_eq!(taken, [solution.time]);
                    assert!(roots.iter().all(|r| r.0 <= 0.0 || r.0 >= solution.time), "{roots:?}");
                }
                (_, Some(LeadStep::Guess { next, .. })) => assert_eq!(*next, solution.time),
                (_, last) => panic!("{method:?} ends with {last:?}"),
            }
        }
    }
}
