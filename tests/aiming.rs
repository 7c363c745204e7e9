//! What the aiming methods promise, flown in the engine: shots meet their targets, "no solution" means that there is
//! none, a barrel turns no faster than it may, and nobody gains momentum.

use collidoscope::engine::body::BodyKind;
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::math::{Vec2, atan2, cross, wrap_angle};
use collidoscope::engine::probe::NoProbe;
use collidoscope::guidance::lead::{Barrel, LEAD_METHODS, LeadMethod, LeadOutcome, LeadProblem, LeadSolution, LeadStep, solve};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, LauncherDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::stage::{Input, Stage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const G: Vec2 = Vec2::new(0.0, -9.81);

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn random_vector(random: &mut Pcg64Mcg, size: f32) -> Vec2 {
    v(random.random_range(-size..size), random.random_range(-size..size))
}

/// A target that shots pass through, so that their way shows where they would have hit.
fn ghost(position: Vec2, velocity: Vec2, kind: BodyKind) -> BodyDoc {
    let filter = CollisionFilter { layers: 0, collides_with: 0 };
    let ball = ShapeDoc { filter, ..ShapeDoc::new(Geometry::Circle { radius: 0.1, center: Vec2::ZERO }) };
    BodyDoc { id: "target".into(), kind, position, linear_velocity: velocity, shapes: vec![ball], ..BodyDoc::default() }
}

fn gun(method: LeadMethod, speed: f32) -> LauncherDoc {
    LauncherDoc { id: "gun".into(), target: Some("target".into()), method, speed, lifetime: 6.0, ..LauncherDoc::default() }
}

fn stage(gravity: Vec2, bodies: Vec<BodyDoc>, launcher: LauncherDoc) -> Stage {
    let document =
        Document { world: WorldSettings { gravity, ..WorldSettings::default() }, bodies, launchers: vec![launcher], ..Document::default() };
    Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Fires, and how far apart the centres of shot and target are at the predicted time; with how far the shot has flown.
/// `None` without a solution.
fn flown_miss(stage: &mut Stage, pulls: [Vec2; 2]) -> Option<(f32, f32)> {
    let aim = stage.aim("gun")?;
    let solution = aim.solution()?.clone();
    assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
    let hz = stage.world().settings().step_hz;
    (0..(aim.wait * hz).round() as usize).for_each(|_| stage.step());
    let whole = (f64::from(solution.time) * f64::from(hz)).floor();
    if stage.shots().is_empty() {
        stage.step();
    }
    let after = stage.step_count() - stage.shots()[0].fired_at;
    (after..whole as u64).for_each(|_| stage.step());
    // Within a step both move along parabolas.
    let rest = (f64::from(solution.time) - (stage.step_count() - stage.shots()[0].fired_at) as f64 / f64::from(hz)) as f32;
    let shot = stage.world().body(stage.shots()[0].body?)?;
    let target = stage.world().body(stage.names().bodies.id("target")?)?;
    let place = |at: Vec2, velocity: Vec2, pull: Vec2| at + velocity * rest + 0.5 * pull * rest * rest;
    let [pull, target_pull] = pulls;
    let (at, goal) = (place(shot.center, shot.linear_velocity, pull), place(target.center, target.linear_velocity, target_pull));
    // A steep shot is far away on its way, wherever it ends: the way through the air counts.
    let way = stage.shots()[0].velocity.length() * solution.time;
    Some(((at - goal).length(), way.max(goal.length())))
}

#[test]
fn ten_thousand_shots_of_the_quadratic_meet_their_targets_in_the_engine() {
    let mut random = Pcg64Mcg::seed_from_u64(1900);
    let (mut met, mut none, mut worst) = (0, 0, 0.0_f32);
    for case in 0..10_000 {
        let (place, velocity) = (random_vector(&mut random, 30.0), random_vector(&mut random, 14.0));
        let speed = random.random_range(4.0..40.0);
        let kind = if case % 2 == 0 { BodyKind::Kinematic } else { BodyKind::Dynamic };
        let launcher = gun(LeadMethod::Quadratic, speed);
        let mut stage = stage(Vec2::ZERO, vec![ghost(place, velocity, kind)], launcher);
        match flown_miss(&mut stage, [Vec2::ZERO; 2]) {
            Some((miss, distance)) => {
                assert!(miss < 1e-3 + 1e-4 * distance, "{place} {velocity} {speed}: {miss} after {distance}");
                (met, worst) = (met + 1, worst.max(miss / (1e-3 + 1e-4 * distance)));
            }
            None => {
                let problem = LeadProblem { position: place, velocity, speed, max_time: 6.0, ..LeadProblem::default() };
                assert!(first_meeting(&problem, 20_000).is_none(), "{problem:?}");
                none += 1;
            }
        }
    }
    println!("{met} met, {none} without a solution, worst {worst} of what is allowed");
    assert!(met > 6000 && none > 500, "{met} met, {none} none");
}

#[test]
fn under_gravity_both_arcs_and_the_chosen_time_meet_their_targets_in_the_engine() {
    let mut random = Pcg64Mcg::seed_from_u64(1901);
    let mut met = [0; 3];
    let mut none = [0; 3];
    for case in 0..10_000 {
        let (place, velocity) = (random_vector(&mut random, 20.0), random_vector(&mut random, 6.0));
        let at = case % 3;
        let method = [LeadMethod::BallisticLow, LeadMethod::BallisticHigh, LeadMethod::TimeToImpact][at];
        // A driven target does not fall; one that falls leaves no second arc.
        let falls = random.random_bool(0.3);
        let kind = if falls { BodyKind::Dynamic } else { BodyKind::Kinematic };
        let launcher = LauncherDoc { time_to_impact: random.random_range(0.2..7.0), ..gun(method, random.random_range(6.0..30.0)) };
        let relative = if falls { Vec2::ZERO } else { -G };
        let problem = LeadProblem { position: place, velocity, acceleration: relative, speed: launcher.speed, ..LeadProblem::default() };
        let problem = LeadProblem { impact_time: launcher.time_to_impact, max_time: launcher.lifetime, ..problem };
        let mut stage = stage(G, vec![ghost(place, velocity, kind)], launcher);
        match flown_miss(&mut stage, [G, if falls { G } else { Vec2::ZERO }]) {
            Some((miss, distance)) => {
                assert!(miss < 1e-3 + 1e-4 * distance, "{method:?} {place} {velocity}: {miss} after {distance}");
                met[at] += 1;
            }
            None => {
                assert!(is_hopeless(method, &problem), "{method:?} {problem:?}");
                none[at] += 1;
            }
        }
    }
    println!("met {met:?}, none {none:?}");
    assert!(met.iter().all(|&n| n > 700) && none.iter().all(|&n| n > 300), "met {met:?}, none {none:?}");
}

/// A dense scan of time sees no meeting either; of the high arc no second one. Of a chosen time the muzzle's speed is
/// what is looked for: no moment of the grid is as late, or there no speed that a muzzle may have is the right one.
fn is_hopeless(method: LeadMethod, problem: &LeadProblem) -> bool {
    const CELLS: u32 = 10_000;
    let at = |k: u32| lead_of(problem, f64::from(problem.max_time) * f64::from(k) / f64::from(CELLS));
    match method {
        LeadMethod::TimeToImpact => {
            let time = f64::from(problem.impact_time);
            let is_late = (0..=CELLS).all(|k| f64::from(problem.max_time) * f64::from(k) / f64::from(CELLS) < time);
            let with = |k: u32| LeadProblem { speed: problem.top_speed.min(1e6) * k as f32 / CELLS as f32, ..*problem };
            let overtakes = |k: u32| lead_of(&with(k), time) >= 0.0;
            is_late || (1..=CELLS).all(|k| overtakes(k) == overtakes(k - 1))
        }
        LeadMethod::BallisticHigh => (2..=CELLS).filter(|&k| (at(k) >= 0.0) != (at(k - 1) >= 0.0)).count() < 2,
        _ => (1..=CELLS).all(|k| at(k) < 0.0),
    }
}

/// How far the reach exceeds the target's distance, in `f64`, from the numbers alone.
fn lead_of(problem: &LeadProblem, t: f64) -> f64 {
    let a = problem.measured.unwrap_or(problem.acceleration);
    let axis = |p: f32, v: f32, a: f32| f64::from(p) + f64::from(v) * t + 0.5 * f64::from(a) * t * t;
    let (x, y) = (axis(problem.position.x, problem.velocity.x, a.x), axis(problem.position.y, problem.velocity.y, a.y));
    (f64::from(problem.speed) + 0.5 * f64::from(problem.thrust) * t) * t - (x * x + y * y).sqrt()
}

/// First time on a dense grid at which the reach has overtaken the target.
fn first_meeting(problem: &LeadProblem, cells: usize) -> Option<f64> {
    let at = |k: usize| f64::from(problem.max_time) * k as f64 / cells as f64;
    (1..=cells).find(|&k| lead_of(problem, at(k)) >= 0.0).map(at)
}

fn random_problem(random: &mut Pcg64Mcg) -> LeadProblem {
    let acceleration = random_vector(random, 8.0);
    LeadProblem {
        position: random_vector(random, 40.0),
        velocity: random_vector(random, 20.0),
        acceleration,
        measured: random.random_bool(0.5).then(|| acceleration + random_vector(random, 3.0)),
        speed: random.random_range(2.0..25.0),
        thrust: if random.random_bool(0.5) { random.random_range(0.0..15.0) } else { 0.0 },
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

/// The problem as a method sees it.
fn seen_by(method: LeadMethod, problem: &LeadProblem) -> LeadProblem {
    let row = method.row();
    let (measured, thrust) = (problem.measured.filter(|_| row.measures), if row.knows_thrust { problem.thrust } else { 0.0 });
    LeadProblem { measured, thrust, ..*problem }
}

#[test]
fn first_meetings_and_no_solution_agree_with_a_dense_scan_of_time() {
    let mut random = Pcg64Mcg::seed_from_u64(1902);
    let seekers = [
        LeadMethod::Quadratic,
        LeadMethod::BallisticLow,
        LeadMethod::AcceleratingTarget,
        LeadMethod::Rocket,
        LeadMethod::Turning,
        LeadMethod::General,
    ];
    let (mut met, mut none) = ([0; 6], [0; 6]);
    for _ in 0..3000 {
        let problem = random_problem(&mut random);
        for (at, method) in seekers.into_iter().enumerate() {
            let seen = seen_by(method, &problem);
            let scanned = first_meeting(&seen, 4000);
            match answer(method, &problem) {
                LeadOutcome::Solved(solution) => {
                    let time = f64::from(solution.time);
                    // The scan sees a meeting up to a cell late, and not those that pass within one.
                    assert!(scanned.is_none_or(|t| time <= t + 1e-5), "{method:?} {problem:?}: {time}, scan {scanned:?}");
                    // f32 rounds the time to 6e-8 of itself; the closing speed is below 300 m/s.
                    assert!(lead_of(&seen, time).abs() < 2e-4, "{method:?} {problem:?}: {}", lead_of(&seen, time));
                    met[at] += 1;
                }
                LeadOutcome::NoSolution(_) => {
                    assert!(scanned.is_none(), "{method:?} {problem:?}: scan {scanned:?}");
                    none[at] += 1;
                }
                LeadOutcome::NotConverged { .. } => panic!("{method:?} does not iterate"),
            }
        }
    }
    println!("met {met:?}, none {none:?}");
    assert!(met.iter().all(|&n| n > 900) && none.iter().all(|&n| n > 500), "met {met:?}, none {none:?}");
}

#[test]
fn the_high_arc_is_the_last_meeting_and_there_is_none_without_a_second_root() {
    let mut random = Pcg64Mcg::seed_from_u64(1903);
    let (mut two, mut one, mut none) = (0, 0, 0);
    for _ in 0..3000 {
        let problem = LeadProblem {
            position: random_vector(&mut random, 20.0),
            velocity: random_vector(&mut random, 5.0),
            acceleration: if random.random_bool(0.2) { Vec2::ZERO } else { -G },
            speed: random.random_range(4.0..25.0),
            ..LeadProblem::default()
        };
        let crossings: Vec<f64> = (1..=8000)
            .map(|k| 20.0 * f64::from(k) / 8000.0)
            .filter(|t| (lead_of(&problem, *t) >= 0.0) != (lead_of(&problem, *t - 20.0 / 8000.0) >= 0.0))
            .collect();
        match answer(LeadMethod::BallisticHigh, &problem) {
            LeadOutcome::Solved(high) => {
                let low = solved(LeadMethod::BallisticLow, &problem);
                assert!(high.time >= low.time && high.time <= problem.max_time, "{problem:?}");
                assert!(lead_of(&problem, f64::from(high.time)).abs() < 2e-4);
                assert!(crossings.iter().all(|t| *t <= f64::from(high.time) + 0.01), "{problem:?}: {crossings:?} {high:?}");
                two += 1;
            }
            LeadOutcome::NoSolution(why) if why.contains("only one arc") => {
                // It may lie beyond the scan.
                assert!(crossings.len() <= 1, "{problem:?}: {crossings:?}");
                one += 1;
            }
            LeadOutcome::NoSolution(why) => {
                let last = crossings.last().copied();
                let is_late = why.contains("time limit") && last.is_none_or(|t| t > f64::from(problem.max_time));
                assert!(is_late || crossings.is_empty(), "{problem:?}: {why}, {crossings:?}");
                none += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(two > 500 && one > 100 && none > 300, "{two} {one} {none}");
}

#[test]
fn at_the_end_of_the_range_both_arcs_are_one_double_root() {
    // v²/g is the range on level ground, reached at 45°; in binary numbers without rounding.
    let at = |x: f32| LeadProblem { position: v(x, 0.0), acceleration: v(0.0, 8.0), speed: 16.0, ..LeadProblem::default() };
    let mut steps: Vec<LeadStep> = Vec::new();
    let LeadOutcome::Solved(high) = solve(LeadMethod::BallisticHigh, &at(32.0), &mut steps) else { panic!("in range") };
    let doubles = steps.iter().filter(|s| matches!(s, LeadStep::Root { multiplicity: 2, .. })).count();
    // One ahead and, as t⁴ − 8 t² + 16 is even, one in the past.
    assert_eq!(doubles, 2, "{steps:?}");
    let low = solved(LeadMethod::BallisticLow, &at(32.0));
    assert_eq!(low, high);
    assert!((low.direction - v(0.5_f32.sqrt(), 0.5_f32.sqrt())).length() < 1e-5, "{low:?}");
    let (low, high) = (solved(LeadMethod::BallisticLow, &at(31.0)), solved(LeadMethod::BallisticHigh, &at(31.0)));
    let angle = |s: &LeadSolution| atan2(s.direction.y, s.direction.x);
    assert!((angle(&low) + angle(&high) - std::f32::consts::FRAC_PI_2).abs() < 1e-5, "the arcs lie evenly about 45°");
    for method in [LeadMethod::BallisticLow, LeadMethod::BallisticHigh] {
        assert_eq!(answer(method, &at(33.0)), LeadOutcome::NoSolution("the target stays out of reach at all times"));
    }
}

#[test]
fn the_special_cases_have_their_answers() {
    let case = |position, velocity| LeadProblem { position, velocity, speed: 5.0, ..LeadProblem::default() };
    // |V| = s, coming nearer: t = |P|²/(−2 P·V).
    assert!((solved(LeadMethod::Quadratic, &case(v(10.0, 0.0), v(-3.0, 4.0))).time - 100.0 / 60.0).abs() < 1e-6);
    // Head-on: the speeds add. Directly away: they subtract, and at the same speed it is never caught.
    assert!((solved(LeadMethod::Quadratic, &case(v(10.0, 0.0), v(-5.0, 0.0))).time - 1.0).abs() < 1e-6);
    assert!((solved(LeadMethod::Quadratic, &case(v(10.0, 0.0), v(3.0, 0.0))).time - 5.0).abs() < 1e-6);
    assert_eq!(
        answer(LeadMethod::Quadratic, &case(v(10.0, 0.0), v(5.0, 0.0))),
        LeadOutcome::NoSolution("the target outruns the projectile")
    );
    // Speed 0 of the target: straight at it. Of the muzzle: a bad number.
    assert_eq!(solved(LeadMethod::Quadratic, &case(v(0.0, 10.0), Vec2::ZERO)).direction, Vec2::Y);
    // The circle of reach only touches the path: P × V = s |P| with the target faster: h = −12·8, a = 64 + 9·4 − …
    let touching = LeadProblem { position: v(8.0, 0.0), velocity: v(-4.0, 3.0), speed: 3.0, ..LeadProblem::default() };
    let mut steps: Vec<LeadStep> = Vec::new();
    let LeadOutcome::Solved(solution) = solve(LeadMethod::Quadratic, &touching, &mut steps) else { panic!("it touches") };
    // t = −h/a = 32/16.
    assert!((solution.time - 2.0).abs() < 1e-6, "{solution:?}");
    assert!(steps.iter().any(|s| matches!(s, LeadStep::Root { multiplicity: 2, taken: true, .. })), "{steps:?}");
    assert!(steps.iter().any(|s| matches!(s, LeadStep::Polynomial { discriminant: Some(0.0), .. })), "{steps:?}");
    assert!((solved(LeadMethod::General, &touching).time - 2.0).abs() < 1e-5, "the search sees it too");
    for row in &LEAD_METHODS {
        for speed in [0.0, f32::NAN] {
            assert!(matches!(answer(row.method, &LeadProblem { speed, ..touching }), LeadOutcome::NoSolution(_)), "{}", row.id);
        }
        let at_muzzle = LeadProblem { position: Vec2::ZERO, ..touching };
        let solution = solved(row.method, &at_muzzle);
        assert!(solution.time == 0.0 || row.method == LeadMethod::TimeToImpact, "{}: {solution:?}", row.id);
    }
}

/// With the speed that is found the projectile is there at the chosen time; where a time is refused, none of 10,000
/// speeds from 0 to the fastest muzzle would be.
#[test]
fn a_chosen_time_is_refused_only_where_a_dense_scan_of_speeds_meets_nothing() {
    let mut random = Pcg64Mcg::seed_from_u64(1920);
    let (mut met, mut refused) = (0, std::collections::BTreeMap::new());
    for _ in 0..3000 {
        let times = LeadProblem { impact_time: random.random_range(0.05..12.0), top_speed: 25.0, ..random_problem(&mut random) };
        let seen = seen_by(LeadMethod::TimeToImpact, &times);
        match answer(LeadMethod::TimeToImpact, &times) {
            LeadOutcome::Solved(solution) => {
                let flown = lead_of(&LeadProblem { speed: solution.speed, ..seen }, f64::from(seen.impact_time));
                assert!((0.0..=25.0).contains(&solution.speed) && flown.abs() < 1e-4, "{times:?}: off by {flown} m");
                met += 1;
            }
            LeadOutcome::NoSolution(why) => {
                assert!(is_hopeless(LeadMethod::TimeToImpact, &seen), "{times:?}: {why}");
                *refused.entry(why).or_insert(0) += 1;
            }
            LeadOutcome::NotConverged { .. } => panic!("it does not iterate"),
        }
    }
    println!("met {met}, refused {refused:?}");
    assert!(met > 900 && refused.len() == 3 && refused.values().all(|&n| n > 100), "met {met}, refused {refused:?}");
}

#[test]
fn a_chosen_time_needs_the_speed_that_it_says() {
    let problem =
        LeadProblem { position: v(12.0, 5.0), velocity: v(1.0, 0.0), acceleration: -G, impact_time: 2.0, ..LeadProblem::default() };
    let solution = solved(LeadMethod::TimeToImpact, &problem);
    // Q(2) = (14, 5 + ½·9.81·4).
    let q = v(14.0, 5.0 + 2.0 * 9.81);
    assert!((solution.speed * solution.direction - q / 2.0).length() < 1e-5, "{solution:?}");
    let slow = LeadProblem { thrust: 100.0, ..problem };
    assert!(matches!(answer(LeadMethod::TimeToImpact, &slow), LeadOutcome::NoSolution(why) if why.contains("sooner")));
    let fast = LeadProblem { impact_time: 0.01, top_speed: 400.0, ..problem };
    assert!(matches!(answer(LeadMethod::TimeToImpact, &fast), LeadOutcome::NoSolution(why) if why.contains("fast")));
    assert!(matches!(answer(LeadMethod::TimeToImpact, &LeadProblem { impact_time: 11.0, ..problem }), LeadOutcome::NoSolution(_)));
}

#[test]
fn rockets_meet_their_targets_in_the_engine_and_who_does_not_know_of_the_engine_misses() {
    let mut random = Pcg64Mcg::seed_from_u64(1904);
    let (mut met, mut missed) = (0, 0);
    for case in 0..1500 {
        let (place, velocity) = (random_vector(&mut random, 30.0), random_vector(&mut random, 14.0));
        let thrust = random.random_range(2.0..30.0);
        let method = [LeadMethod::Rocket, LeadMethod::General, LeadMethod::Quadratic][case % 3];
        let launcher = LauncherDoc { acceleration: thrust, ..gun(method, random.random_range(2.0..12.0)) };
        let mut stage = stage(G, vec![ghost(place, velocity, BodyKind::Kinematic)], launcher);
        let Some(aim) = stage.aim("gun").filter(|aim| aim.solution().is_some()) else { continue };
        let Some((miss, distance)) = flown_miss(&mut stage, [G + thrust * aim.direction, Vec2::ZERO]) else { continue };
        if method == LeadMethod::Quadratic {
            missed += usize::from(miss > 0.05);
        } else {
            assert!(miss < 1e-3 + 1e-4 * distance, "{method:?} {place} {velocity} {thrust}: {miss} after {distance}");
            met += 1;
        }
    }
    assert!(met > 600 && missed > 100, "{met} met, {missed} missed");
}

#[test]
fn a_target_that_speeds_up_is_met_by_whoever_measures() {
    // A rocket of its own pushes the target: as a force from outside, which no foresight but measuring knows of.
    let miss_of = |method: LeadMethod| {
        let mut stage = stage(Vec2::ZERO, vec![ghost(v(15.0, -4.0), v(0.0, 2.0), BodyKind::Dynamic)], gun(method, 20.0));
        let target = stage.names().bodies.id("target").unwrap();
        let push = |stage: &Stage| {
            stage.tried(|world| {
                let body = world.body(target).unwrap();
                let (force, center) = (body.mass * v(0.0, 6.0), body.center);
                world.apply_force(target, force, center);
            })
        };
        for _ in 0..10 {
            stage = push(&stage);
            stage.step();
        }
        let solution = stage.aim("gun").unwrap().solution().unwrap().clone();
        assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
        let mut least = f32::MAX;
        for _ in 0..(solution.time * 60.0) as usize + 3 {
            stage = push(&stage);
            stage.step();
            least = least.min(stage.shots()[0].closest.unwrap());
        }
        (least, stage.shots()[0].cause())
    };
    let (quartic, _) = miss_of(LeadMethod::AcceleratingTarget);
    let (quadratic, cause) = miss_of(LeadMethod::Quadratic);
    assert!(quartic == 0.0 && quadratic > 0.5, "{quartic} {quadratic}");
    assert_eq!(cause, Some("the target changed its velocity"));
}

fn turret(rng: &mut Pcg64Mcg) -> LauncherDoc {
    LauncherDoc {
        turn_rate: Some(rng.random_range(0.2..4.0)),
        angle: rng.random_range(-3.0..3.0),
        ..gun(LeadMethod::Turning, rng.random_range(8.0..30.0))
    }
}

#[test]
fn a_turning_mount_hits_within_its_turn_rate_or_says_why_not() {
    let mut random = Pcg64Mcg::seed_from_u64(1905);
    let (mut met, mut none, mut turned_far) = (0, 0, 0);
    for _ in 0..2000 {
        let gravity = if random.random_bool(0.5) { G } else { Vec2::ZERO };
        let (place, velocity) = (random_vector(&mut random, 25.0), random_vector(&mut random, 10.0));
        let launcher = turret(&mut random);
        let (rate, rest) = (launcher.turn_rate.unwrap(), launcher.angle);
        let mut stage = stage(gravity, vec![ghost(place, velocity, BodyKind::Kinematic)], launcher);
        let aim = stage.aim("gun").unwrap();
        let Some(solution) = aim.solution().cloned() else {
            let why = aim.outcome.unwrap();
            let ready = ready_moment(aim.problem.as_ref().unwrap());
            assert!(ready.is_none(), "{place} {velocity}: {why:?}, but it could fire after {ready:?}");
            none += 1;
            continue;
        };
        let turn = wrap_angle(atan2(solution.direction.y, solution.direction.x) - rest).abs();
        assert!(turn <= rate * solution.wait + 1e-5 && !aim.late, "{solution:?}");
        turned_far += usize::from(turn > 1.0);
        let ready = ready_moment(aim.problem.as_ref().unwrap()).expect("it can");
        assert!((ready - solution.wait).abs() < 1e-4, "{place} {velocity}: fires after {}, could after {ready}", solution.wait);
        let (miss, distance) = flown_miss(&mut stage, [gravity, Vec2::ZERO]).expect("solved");
        assert!(miss < 1e-3 + 1e-4 * distance, "{place} {velocity} {rate}: {miss} after {distance}");
        met += 1;
    }
    println!("{met} met, {none} none, {turned_far} by more than a radian");
    assert!(met > 800 && none > 100 && turned_far > 300, "{met} met, {none} none, {turned_far} far");
}

/// The first whole step after which a barrel can point where a shot then meets the target, by scans of time alone.
fn ready_moment(problem: &LeadProblem) -> Option<f32> {
    let Barrel { direction, turn_rate, tick } = problem.barrel?;
    (0..=(problem.max_time / tick) as usize).map(|k| k as f32 * tick).find(|&wait| {
        let own = problem.acceleration + problem.fall;
        let position = problem.position + problem.velocity * wait + 0.5 * own * wait * wait;
        let later = LeadProblem { position, velocity: problem.velocity + own * wait, measured: None, ..*problem };
        let Some(mut high) = first_meeting(&later, 600) else { return false };
        let mut low = high - f64::from(problem.max_time) / 600.0;
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if lead_of(&later, middle) >= 0.0 { high = middle } else { low = middle }
        }
        let t = high as f32;
        let place = later.position + later.velocity * t + 0.5 * later.acceleration * t * t;
        let turn = atan2(cross(direction, place), direction.dot(place)).abs();
        turn <= turn_rate * wait + 1e-6
    })
}

#[test]
fn a_barrel_turns_no_faster_than_it_may_and_the_shot_leaves_along_it() {
    let mut random = Pcg64Mcg::seed_from_u64(1906);
    let mut waited = 0;
    for case in 0..200 {
        let place = random_vector(&mut random, 20.0);
        let method = if case % 2 == 0 { LeadMethod::Turning } else { LeadMethod::Quadratic };
        let launcher = LauncherDoc { method, ..turret(&mut random) };
        let step = launcher.turn_rate.unwrap() / 60.0;
        let mut stage = stage(Vec2::ZERO, vec![ghost(place, random_vector(&mut random, 5.0), BodyKind::Kinematic)], launcher);
        if stage.aim("gun").unwrap().solution().is_none() {
            continue;
        }
        assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
        let angle = |stage: &Stage| {
            let barrel = stage.aim("gun").unwrap().barrel;
            atan2(barrel.y, barrel.x)
        };
        let mut before = angle(&stage);
        // Half a turn at 0.2 rad/s.
        for _ in 0..1000 {
            if !stage.shots().is_empty() {
                break;
            }
            stage.step();
            let now = angle(&stage);
            assert!(wrap_angle(now - before).abs() <= step + 2e-6, "case {case}: {} in a step of {step}", now - before);
            before = now;
            waited += 1;
        }
        assert!(!stage.shots().is_empty(), "case {case}: {:?}, barrel at {before}", stage.state().guns);
        let shot = &stage.shots()[0];
        let off = wrap_angle(before - atan2(shot.velocity.y, shot.velocity.x)).abs();
        assert!(off < 1e-4, "case {case}: the shot left {off} rad off the barrel");
    }
    assert!(waited > 2000, "{waited}");
}

#[test]
fn a_method_that_forgets_the_turn_misses_and_the_shot_says_why() {
    let launcher = LauncherDoc { turn_rate: Some(1.0), angle: 1.5, ..gun(LeadMethod::Quadratic, 20.0) };
    let mut late = stage(Vec2::ZERO, vec![ghost(v(12.0, -3.0), v(0.0, 4.0), BodyKind::Kinematic)], launcher.clone());
    assert!(late.input(&Input::Fire { launcher: "gun".into() }));
    (0..240).for_each(|_| late.step());
    let shot = &late.shots()[0];
    assert!(shot.closest.unwrap() > 1.0 && shot.cause() == Some("the barrel had to turn first"), "{shot:?}");
    let launcher = LauncherDoc { method: LeadMethod::Turning, ..launcher };
    let mut ready = stage(Vec2::ZERO, vec![ghost(v(12.0, -3.0), v(0.0, 4.0), BodyKind::Kinematic)], launcher);
    assert!(ready.input(&Input::Fire { launcher: "gun".into() }));
    (0..240).for_each(|_| ready.step());
    assert_eq!(ready.shots()[0].closest, Some(0.0));
}

#[test]
fn a_run_saved_while_a_barrel_turns_goes_on_with_the_same_bits() {
    let launcher = LauncherDoc { turn_rate: Some(0.8), angle: 1.5, spread: 0.05, acceleration: 3.0, ..gun(LeadMethod::Turning, 15.0) };
    let target = ghost(v(14.0, 3.0), v(-1.0, 0.5), BodyKind::Kinematic);
    let document = Document { bodies: vec![target], launchers: vec![launcher], ..Document::default() };
    let mut first = Stage::new(&document).unwrap_or_else(|p| panic!("{p}"));
    assert!(first.input(&Input::Fire { launcher: "gun".into() }) && first.input(&Input::FireAll { launcher: "gun".into() }));
    (0..10).for_each(|_| first.step());
    assert!(first.shots().is_empty(), "it still turns: {:?}", first.shots());
    let saved = Document { state: Some(Box::new(first.state())), ..document };
    let json = collidoscope::scene::file::to_json(&saved);
    let loaded = collidoscope::scene::file::parse(json.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    let mut second = Stage::new(&loaded).unwrap_or_else(|p| panic!("{p}"));
    for _ in 0..200 {
        first.step();
        second.step();
    }
    assert!(first.shots().len() > 3, "{}", first.shots().len());
    assert_eq!(first.shots(), second.shots());
    assert_eq!(first.state(), second.state());
}

#[test]
fn a_salvo_has_every_method_that_finds_something_and_its_shots_pass_through_each_other() {
    let target = BodyDoc {
        shapes: vec![ShapeDoc::new(Geometry::Circle { radius: 0.3, center: Vec2::ZERO })],
        ..ghost(v(12.0, 2.0), v(0.0, 3.0), BodyKind::Kinematic)
    };
    let mut stage = stage(G, vec![target], LauncherDoc { time_to_impact: 0.8, ..gun(LeadMethod::Quadratic, 18.0) });
    let solvable: Vec<LeadMethod> = LEAD_METHODS
        .iter()
        .map(|row| row.method)
        .filter(|&method| stage.aim_with("gun", method, &mut NoProbe).is_some_and(|aim| aim.solution().is_some()))
        .collect();
    assert!(solvable.len() >= 10, "{solvable:?}");
    assert!(stage.input(&Input::FireAll { launcher: "gun".into() }));
    let fired: Vec<LeadMethod> = stage.shots().iter().map(|shot| shot.method).collect();
    assert_eq!(fired, solvable);
    (0..240).for_each(|_| stage.step());
    for shot in stage.shots() {
        assert!(!shot.bounced, "{:?} bounced", shot.method);
        // The target is driven, so no hit disturbs it: who looks for a meeting has it.
        assert_eq!(shot.hit_at.is_some(), shot.method.row().seeks_meeting, "{:?}: {:?}", shot.method, shot.closest);
    }
}

#[test]
fn a_salvo_leaves_the_momentum_of_mount_and_shots_as_it_was() {
    let mut random = Pcg64Mcg::seed_from_u64(1907);
    for case in 0..40 {
        let ship = BodyDoc {
            id: "ship".into(),
            linear_velocity: random_vector(&mut random, 3.0),
            angular_velocity: random.random_range(-0.5..0.5),
            shapes: vec![ShapeDoc::new(Geometry::Box { width: 3.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 })],
            ..BodyDoc::default()
        };
        let target = ghost(v(20.0, 5.0), random_vector(&mut random, 4.0), BodyKind::Kinematic);
        let launcher =
            LauncherDoc { body: Some("ship".into()), position: random_vector(&mut random, 0.4), ..gun(LeadMethod::Quadratic, 20.0) };
        let mut stage = stage(Vec2::ZERO, vec![ship, target], launcher);
        let id = stage.names().bodies.id("ship").unwrap();
        let ship = stage.world().body(id).unwrap().clone();
        assert!(stage.input(&Input::FireAll { launcher: "gun".into() }));
        let (mut gained, mut thrown) = (Vec2::ZERO, 0.0);
        for shot in stage.shots() {
            let ball = stage.world().body(shot.body.unwrap()).unwrap();
            gained += ball.mass * (ball.linear_velocity - shot.carried);
            thrown += ball.mass * (ball.linear_velocity - shot.carried).length();
        }
        let after = stage.world().body(id).unwrap();
        gained += after.mass * (after.linear_velocity - ship.linear_velocity);
        assert!(thrown > 10.0 && gained.length() < 1e-5 * thrown, "case {case}: {gained} of {thrown} N·s");
    }
}

#[test]
fn spread_is_even_within_its_angle_and_repeats() {
    let fire = || {
        let launcher = LauncherDoc { spread: 0.2, target: None, lifetime: 0.05, ..gun(LeadMethod::Quadratic, 20.0) };
        let mut stage = stage(Vec2::ZERO, vec![ghost(v(10.0, 0.0), Vec2::ZERO, BodyKind::Kinematic)], launcher);
        let mut angles = Vec::new();
        for _ in 0..100 {
            assert!(stage.input(&Input::Fire { launcher: "gun".into() }));
            let shot = stage.shots().last().unwrap();
            angles.push(atan2(shot.velocity.y, shot.velocity.x));
            stage.step();
        }
        angles
    };
    let angles = fire();
    assert_eq!(angles, fire());
    assert!(angles.iter().all(|angle| angle.abs() <= 0.2));
    for part in 0..4 {
        let low = -0.2 + 0.1 * part as f32;
        let inside = angles.iter().filter(|&&angle| low <= angle && angle < low + 0.1).count();
        assert!((22..=28).contains(&inside), "{inside} of 100 in quarter {part}");
    }
}
