//! The smoke microscope shows the very step, with numbers that agree with sums made here.

use crate::kit::example_films;
use collidoscope::engine::probe::NoProbe;
use collidoscope::lens::microscope::lesson;
use collidoscope::lens::microscope::{Film, Specimen};
use collidoscope::scene::file::parse;
use collidoscope::scene::shipped;
use collidoscope::scene::stage::Stage;
use collidoscope::smoke::SmokeStep;

fn number(film: &Film, frame: usize, symbol: &str) -> f64 {
    let found = film.frames[frame].card.quantities().find(|q| q.symbol == symbol);
    f64::from(found.unwrap_or_else(|| panic!("no {symbol} at frame {frame}")).value)
}

fn films() -> Vec<(&'static str, Film)> {
    example_films().into_iter().filter(|(e, _)| e.microscope == "smoke").map(|(e, film)| (e.name, film)).collect()
}

fn at(film: &Film, line: &str) -> usize {
    film.frames.iter().position(|frame| frame.line == line).unwrap_or_else(|| panic!("no {line}"))
}

#[test]
fn what_the_four_cells_give_is_what_the_marked_cell_carries() {
    let mut mixed = 0;
    for (name, film) in films() {
        let frame = at(&film, "smoke.mix");
        let of = |symbol: &str| {
            film.frames[frame].card.quantities().filter(|q| q.symbol == symbol).map(|q| f64::from(q.value)).collect::<Vec<_>>()
        };
        let (weights, gives) = (of("weight"), of("gives"));
        assert_eq!(weights.len(), 4, "{name}");
        // Weights of a landing are products of shares in f32.
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{name}: {weights:?}");
        let sum: f64 = weights.iter().zip(&gives).map(|(w, g)| w * g).sum();
        let carried = number(&film, at(&film, "smoke.rest"), "dye now");
        // A rest that is carried forwards comes on top; sums of four products in f32.
        let rest = number(&film, frame, "rest");
        assert!((sum + rest - carried).abs() < 1e-5 * (1.0 + carried.abs()), "{name}: {sum} + {rest} against {carried}");
        mixed += usize::from(weights.iter().filter(|w| **w > 0.01).count() > 1);
    }
    assert!(mixed >= 4, "only {mixed} examples mix at all");
}

#[test]
fn the_divergence_on_the_card_is_the_sum_over_the_faces_before_and_after() {
    let (mut large, mut stays) = (0, 0);
    for (name, film) in films() {
        let mut found = [0.0; 2];
        for (k, line) in ["smoke.divergence", "smoke.after"].into_iter().enumerate() {
            let frame = at(&film, line);
            let of = |symbol: &str| number(&film, frame, symbol);
            let sum = of("u right") - of("u left") + of("v upper") - of("v lower");
            // Four numbers of f32.
            assert!((sum - of("d")).abs() < 1e-5 * (1.0 + of("u right").abs() + of("v upper").abs()), "{name}: {sum} against {}", of("d"));
            found[k] = of("root mean square");
        }
        large += usize::from(found[0] > 1e-3);
        // What bodies press together in a closed region has no solution.
        let piston = name == "smoke_4_piston";
        assert!(found[1] <= 3e-4 * found[0].max(1e-9) || piston, "{name}: {found:?}");
        stays += usize::from(found[1] > 0.1 * found[0] && piston);
    }
    assert!(large >= 5 && stays == 1, "{large} with divergence, {stays} where it stays");
}

#[test]
fn the_film_is_the_step_that_the_scene_took() {
    let scene = shipped::scenes().iter().find(|scene| scene.name == "lesson_smoke").expect("shipped");
    let document = parse(scene.json.as_bytes()).unwrap();
    let mut stage = Stage::new(&document).unwrap();
    (0..89).for_each(|_| stage.step());
    let before = stage.clone();
    stage.step();
    let film = (collidoscope::lens::microscope::smoke::SMOKE.film)(
        &Specimen::of_scene(&stage, None, None).unwrap().with_before(Some(before.clone())),
    );
    let solved = stage.airs()[0].smoke.solved;
    assert_eq!(number(&film, film.last(), "rounds"), f64::from(solved.rounds));
    assert_eq!(number(&film, film.last(), "divergence after") as f32, solved.after as f32);
    // Probed and unprobed end with the same bits.
    let (mut probed, mut steps) = (before.clone(), Vec::<SmokeStep>::new());
    probed.step_smoke_probed(0, &mut steps);
    let mut unprobed = before;
    unprobed.step_smoke_probed(0, &mut NoProbe);
    assert_eq!(probed.airs()[0].smoke.fields, stage.airs()[0].smoke.fields);
    assert_eq!(unprobed.airs()[0].smoke.fields, stage.airs()[0].smoke.fields);
    assert!(steps.len() > 8);
}

#[test]
fn lessons_of_smoke_and_light_need_no_pair_and_lead_to_their_places() {
    for name in ["lesson_smoke", "lesson_light"] {
        let scene = shipped::scenes().iter().find(|scene| scene.name == name).expect("shipped");
        let document = parse(scene.json.as_bytes()).unwrap();
        assert!(document.view.as_ref().is_none_or(|view| view.pair.is_none()));
        let places = lesson::places(&document).unwrap();
        assert_eq!(places.len(), 7, "{name}");
        for place in places {
            let place = place.unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
            assert!(!place.film().expect("a film").specimen.has_pair());
        }
    }
}

/// The lift on the card was that of the warmth after it had faded, while it lifts before: with a cooling of 60 1/s the
/// card told 0.0153 m/s where v had gained 0.0417. And the last round was always told to be small enough.
#[test]
fn the_lift_on_the_card_is_what_the_air_gained() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
        { "id": "g", "kind": "static", "position": [0, -5], "shapes": [{ "box": { "width": 20, "height": 1 } }] }],
        "smoke": [{ "id": "air", "center": [0, 0], "width": 4, "height": 4, "cells": 20, "cooling": 60, "confinement": 0, "fading": 0,
            "buoyancy": 2, "sources": [{ "position": [0, 0], "radius": 0.5, "dye": 4, "warmth": 100 }] }] }"#;
    let mut stage = Stage::new(&parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"))).unwrap();
    (0..3).for_each(|_| stage.step());
    let film = (collidoscope::lens::microscope::smoke::SMOKE.film)(&Specimen::of_scene(&stage, None, None).unwrap());
    let frame = film.frames.iter().position(|frame| frame.heading == "Warm air is lifted").expect("a frame");
    let [lift, before, now] = ["lift", "v before", "v now"].map(|symbol| number(&film, frame, symbol));
    assert!(lift > 0.01 && (now - before - lift).abs() < 1e-5, "{before} + {lift} = {now}");
    for (name, film) in films() {
        let Some(frame) = film.frames.iter().rposition(|frame| frame.line == "smoke.iterate") else { continue };
        let is_enough = number(&film, frame, "root mean square") <= number(&film, frame, "small enough") * (1.0 + 1e-6);
        assert_eq!(film.frames[frame].reason.contains("small enough"), is_enough, "{name}: {}", film.frames[frame].reason);
    }
}
