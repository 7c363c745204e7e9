//! The numbers under the aiming microscope against scans of time.

use crate::kit::{example_films, random, random_specimen};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::aim::AIM;
use collidoscope::lens::microscope::{Film, Specimen};
use rand::Rng;

fn numbers(film: &Film, heading: &str, symbol: &str) -> Vec<f32> {
    let frames = film.frames.iter().filter(|frame| frame.heading.starts_with(heading));
    frames.flat_map(|frame| frame.card.quantities()).filter(|q| q.symbol == symbol).map(|q| q.value).collect()
}

/// A moves and fires at B, which moves, too.
fn engagement(rng: &mut impl Rng) -> Specimen {
    let mut s = random_specimen(&mut random(rng.random()));
    let far = Vec2::new(rng.random_range(-15.0..15.0), rng.random_range(-15.0..15.0));
    s = s.moved(collidoscope::lens::microscope::Side::B, far);
    for motion in &mut s.options.motion {
        motion.travel = Vec2::new(rng.random_range(-0.3..0.3), rng.random_range(-0.3..0.3));
    }
    s
}

#[test]
fn the_root_that_is_taken_is_the_first_meeting_on_the_card_of_the_situation() {
    let mut rng = random(40);
    let (mut met, mut none) = (0, 0);
    for _ in 0..300 {
        let film = (AIM.film)(&engagement(&mut rng));
        let of = |symbol: &str| {
            let q = film.frames[0].card.quantities().find(|q| q.symbol == symbol).unwrap_or_else(|| panic!("no {symbol}"));
            f64::from(q.value)
        };
        let lead = |t: f64| of("s") * t - (of("P.x") + of("V.x") * t).hypot(of("P.y") + of("V.y") * t);
        let scanned = (1..=8000).map(|k| f64::from(k) * 1e-3).find(|t| lead(*t) >= 0.0);
        match (numbers(&film, "Quadratic: meets", "time").first(), scanned) {
            (Some(time), Some(t)) => {
                assert!((f64::from(*time) - t).abs() < 1.1e-3, "{time}, scan {t}");
                met += 1;
            }
            (None, None) => none += 1,
            // Two meetings within a cell of the scan.
            (Some(time), None) => assert!(lead(f64::from(*time)).abs() < 1e-3),
            (None, Some(t)) => panic!("the scan meets at {t}: {}", film.outcome),
        }
    }
    assert!(met > 150 && none > 30, "{met} met, {none} none");
}

#[test]
fn the_published_case_runs_away_and_has_its_root_at_twenty_twentyfirsts() {
    let films = example_films();
    let film = &films.iter().find(|(example, _)| example.name == "aim_5_published").expect("shipped").1;
    assert!(film.frames.iter().any(|frame| frame.heading.starts_with("Iterative: not settled")));
    let roots = numbers(film, "Quadratic: its roots", "root");
    assert!(roots.len() == 2 && (roots[0] - 20.0 / 21.0).abs() < 1e-6 && (roots[1] - 20.0).abs() < 1e-4, "{roots:?}");
    // (−11)² − 10², 2 · 20 · (−11), 20².
    assert_eq!(numbers(film, "Quadratic: a parabola", "t²"), [21.0]);
    assert_eq!(numbers(film, "Quadratic: a parabola", "discriminant"), [40_000.0]);
    // Which of them is taken is asked where they are shown, so no word there tells it.
    let at_roots: Vec<_> = film.frames.iter().filter(|frame| frame.heading.starts_with("Quadratic: its roots")).collect();
    assert_eq!(at_roots.len(), 1);
    assert!(at_roots[0].card.lines.iter().all(|line| !line.words().contains("taken")));
}

#[test]
fn every_method_has_its_frames_under_its_own_header() {
    for (example, film) in example_films().into_iter().filter(|(example, _)| example.microscope == "aim") {
        let groups = film.reel.groups();
        assert_eq!(groups.len(), 13, "{}: the situation, eleven methods, the comparison", example.name);
        for pair in groups.windows(2) {
            assert!(pair[0].from < pair[1].from, "{}: {} has no frame", example.name, pair[0].name);
        }
    }
}
