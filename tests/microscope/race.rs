//! The race: the same answer from every way, hunts that can be repeated, pairs that leave as scenes.

use crate::kit::{gon, picture, random, random_specimen, specimen};
use collidoscope::app::{App, FileCommand, HistoryCommand, MicroscopeCommand, RunCommand};
use collidoscope::draw::Sheet;
use collidoscope::draw::palette::Theme;
use collidoscope::draw::svg::{Figure, sheet_to_svg};
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{BoxShape, Shape};
use collidoscope::lens::microscope::race::{RACE, hunt};
use collidoscope::lens::microscope::{Side, Specimen, export};
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;

fn square(size: f32) -> Shape {
    BoxShape::try_new(size, size, Vec2::ZERO, 0.0, 0.0).expect("sound").into()
}

#[test]
fn a_hunt_finds_the_same_pose_for_the_same_seed_and_one_that_really_disagrees() {
    let s = specimen(square(2.0), Pose::IDENTITY, square(1.0), Pose::new(Vec2::new(0.3, 0.1), 0.2));
    let found = hunt::hunt(&s, 7, 3000).expect("a pose");
    assert_eq!(Some(&found), hunt::hunt(&s, 7, 3000).as_ref());
    assert_eq!(found.a, s.a, "only B is moved");
    let outcome = (RACE.film)(&found).outcome;
    assert!(outcome.contains("normals differ"), "a square in the middle of a square has four ways out: {outcome}");
}

#[test]
fn depths_agree_among_polygons_to_rounding() {
    let s = specimen(gon(5, 1.0, 0.0).into(), Pose::IDENTITY, gon(7, 0.8, 0.0).into(), Pose::new(Vec2::new(0.9, 0.4), 0.2));
    if let Some(found) = hunt::hunt(&s, 3, 3000) {
        let film = (RACE.film)(&found);
        let frame = film.frame(film.last());
        let difference = frame.card.quantities().find(|q| q.symbol == "difference").expect("told").value;
        assert!(difference < 1e-4, "{difference}: {}", film.outcome);
    }
}

#[test]
fn every_pair_leaves_as_a_scene_and_comes_back_the_same() {
    let mut rng = random(21);
    for _ in 0..60 {
        let s = random_specimen(&mut rng);
        let film = (RACE.film)(&s);
        let bytes = export::bytes(&film, "found.scene.json", Theme::Light).expect("a scene");
        let document = file::parse(&bytes).unwrap_or_else(|problems| panic!("{problems}"));
        let stage = Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"));
        let names = document.view.as_ref().and_then(|view| view.pair.clone()).expect("a pair");
        let collider = |name: &str| {
            let body = stage.names().bodies.id(name).expect("there");
            collidoscope::engine::collider::ColliderId { body, index: 0 }
        };
        let back = Specimen::of(&stage, (collider(&names[0]), collider(&names[1]))).expect("both are there");
        for side in [Side::A, Side::B] {
            let (now, then) = (back.points(side), s.points(side));
            assert_eq!(now.len(), then.len());
            assert!(now.iter().zip(&then).all(|(p, q)| p.distance(*q) < 1e-5), "{now:?} against {then:?}");
            assert!((back.side(side).shape.convex().radius - s.side(side).shape.convex().radius).abs() < 1e-6);
        }
    }
}

#[test]
fn a_hunt_at_the_bench_is_undone_like_a_drag() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..40 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("race".into()) });
    let before = app.bench().expect("open").specimen().clone();
    app.apply(MicroscopeCommand::Hunt(1));
    let bench = app.bench().expect("open");
    if bench.is_changed() {
        assert_eq!(app.undo_label(), Some("hunt"));
        app.apply(HistoryCommand::Undo);
        assert_eq!(*app.bench().expect("open").specimen(), before);
    }
}

/// A pair near the last coordinate was hunted to a place beyond it, a projectile kept its reserved name, a pair of
/// grains asked for a view smaller than the least: each was written as a scene that `check` refused.
#[test]
fn whatever_pair_leaves_as_a_scene_is_one_that_check_takes() {
    let edge = Vec2::new(99_999.9, -99_999.9);
    let far = specimen(square(2.0), Pose::new(edge, 0.3), square(1.0), Pose::new(edge + Vec2::new(0.05, 0.0), 0.0));
    let grain = square(1e-3);
    let small = specimen(grain.clone(), Pose::IDENTITY, grain, Pose::new(Vec2::new(5e-4, 0.0), 0.1));
    for s in [far, small] {
        for (a, b) in [("crate", "pill"), ("shot 1", "shot 2"), ("same", "same"), (&*"x".repeat(1024), &*"x".repeat(1024))] {
            let mut s = s.clone();
            (s.a.name, s.b.name) = (a.into(), b.into());
            let hunted = (0..4).filter_map(|seed| hunt::hunt(&s, seed, 100)).chain([s.clone()]);
            for found in hunted {
                let bytes = export::bytes(&(RACE.film)(&found), "found.scene.json", Theme::Light).unwrap_or_else(|why| panic!("{why}"));
                file::parse(&bytes).unwrap_or_else(|problems| panic!("{problems}"));
            }
        }
    }
    let nowhere = specimen(square(2.0), Pose::new(1.5 * edge, 0.0), square(1.0), Pose::new(1.5 * edge, 0.0));
    let refused = export::bytes(&(RACE.film)(&nowhere), "found.scene.json", Theme::Light);
    assert!(refused.is_err_and(|why| why.contains("position")));
}

/// The compiler refuses marks of direction in comments, and a line break ends them.
#[test]
fn no_name_breaks_the_exported_test() {
    let mut s = specimen(square(2.0), Pose::IDENTITY, square(1.0), Pose::new(Vec2::new(0.5, 0.0), 0.0));
    (s.a.name, s.b.name) = ("a\u{202e}b".into(), "c\u{2066}d\u{2028}e".into());
    let text = String::from_utf8(export::bytes(&(RACE.film)(&s), "pair.rs", Theme::Light).expect("a test")).expect("text");
    assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{2028}']), "{text}");
    assert!(text.lines().all(|line| !line.starts_with('e')));
}

/// In a narrow view the heads "iterations" and "support calls" stood one below the other, beside their columns.
#[test]
fn the_heads_of_the_columns_stand_in_one_line_in_a_narrow_view() {
    let s = specimen(square(2.0), Pose::IDENTITY, square(1.0), Pose::new(Vec2::new(1.2, 0.1), 0.2));
    let film = (RACE.film)(&s);
    let list = picture(&film, film.last());
    // What a window of 800 points leaves to the view.
    let (width, height) = (330, 390);
    let view = film.view(Sheet::Diagram, width as f32 / height as f32).expect("a table");
    let figure = Figure { width, height, view, theme: Theme::Light, grid: false, title: None };
    let svg = sheet_to_svg(&list, &figure, Sheet::Diagram);
    let height_of = |head: &str| {
        let end = svg.find(&format!(">{head}</text>")).unwrap_or_else(|| panic!("no head “{head}”"));
        let tag = &svg[svg[..end].rfind("<text").expect("its tag")..end];
        tag.split(" y=\"").nth(1).and_then(|rest| rest.split('"').next()).and_then(|y| y.parse::<f32>().ok()).expect("a place")
    };
    let heights = ["gap", "points", "iterations", "support calls"].map(height_of);
    assert!(heights.iter().all(|y| (y - heights[0]).abs() < 0.5), "{heights:?}");
}

/// SAT's lower bound of 0.705 m and GJK's distance of 2.35 m were told as "All agree".
#[test]
fn a_lower_bound_is_not_compared_with_a_distance() {
    let (turned, apart) = (Pose::new(Vec2::new(3.0, 1.9), 0.6), Pose::IDENTITY);
    let film = (RACE.film)(&specimen(square(1.0), apart, square(1.0), turned));
    let last = film.frame(film.last());
    assert!(last.reason.contains("lower bound") && !film.outcome.contains("within"), "{} {}", film.outcome, last.reason);
    assert!(last.card.quantities().all(|q| !["difference", "angle"].contains(&q.symbol.as_str())));
    assert!(last.card.lines[0].words().starts_with("SAT: at least"), "{}", last.card.lines[0].words());
}
