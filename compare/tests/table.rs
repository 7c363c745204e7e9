//! The table compares with the faster of the others.

use collidoscope_physics::engine::world::StepPart;
use compare::engines::Which;
use compare::measure::Quality;
use compare::report;
use compare::scene::Scene;
use compare::scenes::Show;
use compare::speed::{Clock, Profile, Timed, Timing, growth_exponent, profile};

fn timed(times: &[(Which, f64)]) -> Timed {
    let timing = |&(which, step_ms): &(Which, f64)| Timing { which, step_ms, slowest_ms: 0.0, late_steps: 0, quality: Quality::default() };
    Timed { name: "scene".into(), bodies: 10, steps: 20, timings: times.iter().map(timing).collect(), profile: None }
}

#[test]
fn ratio_is_ours_over_the_faster_peer() {
    assert_eq!(timed(&[(Which::Ours, 1.0), (Which::Rapier, 4.0), (Which::Box2d, 2.0)]).ratio(), Some(0.5));
    assert_eq!(timed(&[(Which::Ours, 6.0), (Which::Rapier, 3.0), (Which::Box2d, 5.0)]).ratio(), Some(2.0));
}

#[test]
fn without_us_or_without_a_peer_there_is_no_ratio() {
    assert_eq!(timed(&[(Which::Rapier, 4.0), (Which::Box2d, 2.0)]).ratio(), None);
    assert_eq!(timed(&[(Which::Ours, 1.0)]).ratio(), None);
    assert_eq!(timed(&[(Which::Ours, 1.0), (Which::Box2d, 4.0)]).ratio(), Some(0.25));
}

#[test]
fn the_summary_is_the_geometric_mean_and_names_the_worst() {
    let fast = timed(&[(Which::Ours, 1.0), (Which::Rapier, 4.0)]);
    let slow = Timed { name: "slow".into(), ..timed(&[(Which::Ours, 4.0), (Which::Rapier, 4.0)]) };
    assert_eq!(report::speed_summary(&[fast, slow]), "ours / faster peer: geometric mean 0.50, worst 1.00 (slow)\n");
    assert_eq!(report::speed_summary(&[]), "");
}

#[test]
fn a_row_shows_times_ratio_and_quality_of_each_engine() {
    let mut scene = timed(&[(Which::Ours, 1.0), (Which::Rapier, 4.0), (Which::Box2d, 2.0)]);
    scene.timings[2].quality.deepest = 0.0125;
    let rows = report::speed_rows(&scene, &[Show::Depth]);
    for part in ["1.000", "4.000", "2.000", "0.50", "12.5 / 0.00"] {
        assert!(rows.contains(part), "{part} is not in\n{rows}");
    }
}

#[test]
fn a_profile_names_every_part_of_the_step_the_largest_first() {
    let scene = compare::scenes::smoke();
    let found = profile(&Scene { steps: 20, ..scene }, 2, 4, Clock::Wall);
    let named: Vec<StepPart> = found.parts.iter().map(|&(part, _)| part).collect();
    assert_eq!(named, StepPart::ALL);
    assert!(found.parts.iter().all(|&(_, ms)| ms >= 0.0) && found.total() > 0.0);

    let given = Profile { parts: vec![(StepPart::Pairs, 1.0), (StepPart::Solve, 3.0)] };
    let rows = report::profile_rows(&given);
    let lines: Vec<&str> = rows.lines().collect();
    assert!(lines[0].contains("solver passes") && lines[0].ends_with("75.0 %"), "{rows}");
    assert!(lines[1].contains("broad phase") && lines[1].ends_with("25.0 %"), "{rows}");
    let json = report::json(&[Timed { profile: Some(given), ..timed(&[(Which::Ours, 4.0)]) }], &[]);
    assert_eq!(json["scenes"][0]["profile"][StepPart::Solve.words()], 3.0);
}

#[test]
fn json_has_the_agreed_keys() {
    let json = report::json(&[timed(&[(Which::Ours, 1.0), (Which::Rapier, 4.0), (Which::Box2d, 2.0)])], &[]);
    let scene = json["scenes"][0].as_object().unwrap();
    for key in ["name", "bodies", "steps", "ours_ms", "rapier_ms", "box2d_ms", "ratio"] {
        assert!(scene.contains_key(key), "{key}");
    }
    assert_eq!(scene["ratio"], 0.5);
    let quality = json["quality"][0].as_object().unwrap();
    for key in ["name", "unit", "exact", "ours", "rapier", "box2d", "want"] {
        assert!(quality.contains_key(key), "{key}");
    }
}

#[test]
fn growth_exponent_is_the_slope_of_the_logarithms() {
    let power = |exponent: f64| [1_000, 5_000, 20_000].map(|n| (n, 3.0 * (n as f64).powf(exponent)));
    for exponent in [0.5, 1.0, 2.0] {
        assert!((growth_exponent(&power(exponent)) - exponent).abs() < 1e-12);
    }
}

#[test]
fn numbers_keep_their_significant_digits() {
    assert_eq!(report::short(0.0), "0");
    assert_eq!(report::short(1234.56), "1235");
    assert_eq!(report::short(0.012345), "0.01235");
    assert_eq!(report::short(-2.5e-7), "-2.500e-7");
}
