//! Smoke in a scene: it is saved and continued, taken back and run again with the same bits, pushes bodies if asked to,
//! and bad input is refused where it stands.

use collidoscope::engine::math::Vec2;
use collidoscope::scene::checkpoint::Checkpoint;
use collidoscope::scene::document::Document;
use collidoscope::scene::file;
use collidoscope::scene::stage::{Input, Stage};
use collidoscope::smoke::Fields;

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
    { "id": "fan", "kind": "kinematic", "position": [0, 1], "angular_velocity": 2, "shapes": [ { "box": { "width": 1.2, "height": 0.1 } } ] },
    { "id": "ball", "position": [0.9, 2.5], "shapes": [ { "circle": { "radius": 0.25 } } ] },
    { "id": "cart", "kind": "kinematic", "position": [-1.5, 0.4], "linear_velocity": [0.5, 0], "shapes": [ { "box": { "width": 0.4, "height": 0.2 } } ] } ],
  "smoke": [ { "id": "air", "center": [0, 1.5], "width": 4, "height": 3, "cells": 48, "diffusion": 0.001, "coupling": 0.3,
    "sources": [ { "position": [0, 0.3] }, { "body": "cart", "position": [0, 0.3], "radius": 0.15, "wind": [0, 1] } ] } ] }"#;

fn document(text: &str) -> Document {
    file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn run(stage: &mut Stage, steps: u64) {
    for _ in 0..steps {
        // A pointer that goes to and fro.
        let step = stage.step_count();
        if step.is_multiple_of(3) {
            let x = (step % 30) as f32 * 0.05 - 0.7;
            stage.input(&Input::Stir { from: Vec2::new(x, 2.0), to: Vec2::new(x + 0.05, 2.0) });
        }
        stage.step();
    }
}

/// Everything that a later step depends on.
fn now(stage: &Stage) -> (Vec<Fields>, u64) {
    (stage.airs().iter().map(|air| air.smoke.fields.clone()).collect(), stage.world().fingerprint().combined())
}

#[test]
fn a_saved_moment_continues_with_the_same_bits() {
    let document = document(SCENE);
    let mut stage = Stage::new(&document).unwrap();
    run(&mut stage, 45);
    let saved = Document { state: Some(Box::new(stage.state())), ..document };
    let text = file::to_json(&saved);
    let opened = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(opened, saved, "the file holds what was saved");
    let mut again = Stage::new(&opened).unwrap();
    assert_eq!(now(&again), now(&stage));
    for _ in 0..5 {
        run(&mut stage, 9);
        run(&mut again, 9);
        assert_eq!(now(&again), now(&stage));
    }
    assert!(stage.airs()[0].smoke.dye() > 0.5, "there is smoke");
}

#[test]
fn going_back_and_running_again_gives_the_same_bits() {
    // Whole copies, and checkpoints that share a frame: a scene of a thousand bodies takes more than is always copied.
    let crowd: String = (0..1000)
        .map(|i| format!(r#",{{ "id": "b{i}", "position": [{}, 20], "shapes": [ {{ "circle": {{ "radius": 0.1 }} }} ] }}"#, i))
        .collect();
    for text in [SCENE.to_owned(), SCENE.replace(" } ] } ],\n  \"smoke\"", &format!(" }} ] }}{crowd} ],\n  \"smoke\""))] {
        let mut stage = Stage::new(&document(&text)).unwrap();
        let first = Checkpoint::of(&stage, None);
        for _ in 0..10 {
            stage.step();
        }
        let later = Checkpoint::of(&stage, Some(&first));
        let there = now(&stage);
        let end = {
            run(&mut stage, 25);
            now(&stage)
        };
        for checkpoint in [&later, &first] {
            let mut back = checkpoint.stage();
            (checkpoint.step_count()..10).for_each(|_| back.step());
            assert_eq!(now(&back), there);
            run(&mut back, 25);
            assert_eq!(now(&back), end);
        }
        assert_eq!(later.is_whole(), text == SCENE);
    }
}

#[test]
fn the_pressure_of_the_air_pushes_bodies_if_asked_to() {
    let wind = |coupling: f32| {
        let text = format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, 0] }}, "bodies": [
                {{ "id": "sail", "position": [0, 1], "shapes": [ {{ "box": {{ "width": 0.1, "height": 1 }} }} ] }} ],
              "smoke": [ {{ "id": "air", "center": [0, 1], "width": 4, "height": 3, "cells": 40, "coupling": {coupling},
                "sources": [ {{ "position": [-1, 1], "radius": 0.4, "warmth": 0, "wind": [3, 0] }} ] }} ] }}"#
        );
        let mut stage = Stage::new(&document(&text)).unwrap();
        (0..60).for_each(|_| stage.step());
        stage.world().bodies().next().map(|(_, body)| body.linear_velocity).unwrap()
    };
    assert_eq!(wind(0.0), Vec2::ZERO, "without coupling nothing is felt");
    let (light, dense) = (wind(0.02), wind(0.1));
    assert!(light.x > 0.05 && dense.x > 1.5 * light.x && dense.x < 3.1, "{light} {dense}");
    assert!(dense.y.abs() < 0.2 * dense.x, "it goes with the wind: {dense}");
}

#[test]
fn edits_keep_the_smoke_unless_its_cells_change() {
    let before = document(SCENE);
    let mut stage = Stage::new(&before).unwrap();
    run(&mut stage, 30);
    let mut after = before.clone();
    (after.smoke[0].settings.buoyancy, after.smoke[0].settings.fading) = (5.0, 0.0);
    let dye = stage.airs()[0].smoke.dye();
    stage.sync(&before, &after).unwrap();
    assert_eq!(stage.airs()[0].smoke.dye(), dye);
    assert_eq!(stage.airs()[0].doc.settings.buoyancy, 5.0);
    let mut finer = after.clone();
    finer.smoke[0].cells = 64;
    stage.sync(&after, &finer).unwrap();
    assert_eq!(stage.airs()[0].smoke.dye(), 0.0);
    run(&mut stage, 3);
    finer.smoke.clear();
    stage.sync(&after, &finer).unwrap();
    assert!(stage.airs().is_empty());
    stage.step();
}

#[test]
fn bad_smoke_is_refused_where_it_stands() {
    for (from, to, path, words) in [
        ("\"cells\": 48", "\"cells\": 3", "smoke[0].cells", "at least 4"),
        ("\"cells\": 48", "\"cells\": 1000", "smoke[0].cells", "262144"),
        ("\"height\": 3", "\"height\": 0.1", "smoke[0].height", "at least 4 cells"),
        ("\"body\": \"cart\"", "\"body\": \"car\"", "smoke[0].sources[1].body", "cart"),
        ("\"diffusion\": 0.001", "\"diffusion\": -1", "smoke[0].diffusion", "-1"),
        ("\"diffusion\"", "\"difusion\"", "smoke[0].difusion", "diffusion"),
    ] {
        let error = file::parse(SCENE.replace(from, to).as_bytes()).expect_err(to).to_string();
        assert!(error.contains(path) && error.contains(words), "{to}: {error}");
    }
    let mut stage = Stage::new(&document(SCENE)).unwrap();
    stage.step();
    let text = file::to_json(&Document { state: Some(Box::new(stage.state())), ..document(SCENE) });
    let at = text.find("\"fields\": \"").unwrap() + "\"fields\": \"".len();
    let end = at + text[at..].find('"').unwrap();
    for (fields, words) in [("AAAA", "holds 3 bytes"), ("*", "base 64"), (&text[at..end].replacen("AAAAAAAA", "AAD/f///", 1), "finite")] {
        let error = file::parse(format!("{}{fields}{}", &text[..at], &text[end..]).as_bytes()).expect_err(words).to_string();
        assert!(error.contains("state.smoke[0].fields") && error.contains(words), "{error}");
    }
}

/// A disc that a force pulls through air: what must make way has the mass `π ρ r²`, that of the disc at equal densities.
/// The pressure of the last step acted in the next, which swung wider and wider from a ratio of 1 on.
#[test]
fn a_body_lighter_than_the_air_that_it_displaces_speeds_up_as_its_added_mass_says() {
    let speeds = |ratio: f32, shape: &str| {
        let text = format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, 0] }}, "bodies": [
                {{ "id": "it", "can_sleep": false, "shapes": [ {{ {shape}, "density": 1 }} ],
                   "forces": [ {{ "force": [0.7853982, 0], "turns": false }} ] }} ],
              "smoke": [ {{ "id": "air", "width": 10, "height": 10, "cells": 120, "coupling": {ratio}, "confinement": 0 }} ] }}"#
        );
        let mut stage = Stage::new(&document(&text)).unwrap();
        let mut speeds = Vec::new();
        for _ in 0..40 {
            stage.step();
            speeds.push(stage.world().bodies().next().map(|(_, body)| body.linear_velocity.x).unwrap());
        }
        speeds
    };
    for ratio in [0.5, 1.0, 1.5, 4.0, 10.0] {
        let speeds = speeds(ratio, r#""circle": { "radius": 0.5 }"#);
        let mean = (speeds[34] - speeds[9]) * 60.0 / 25.0;
        let wanted = 1.0 / (1.0 + ratio);
        assert!((mean - wanted).abs() < 0.1 * wanted, "{ratio}: {mean}, by theory {wanted}");
        assert!(speeds.windows(2).all(|pair| pair[1] > pair[0]), "{ratio}: it swings: {speeds:?}");
    }
    // Other shapes, with corners and broadside on: no closed form, but nothing swings.
    for shape in [r#""box": { "width": 0.9, "height": 0.9 }"#, r#""box": { "width": 0.1, "height": 1.5 }"#] {
        let speeds = speeds(10.0, shape);
        assert!(speeds.windows(2).skip(1).all(|pair| pair[1] > 0.9 * pair[0]), "{shape}: {speeds:?}");
    }
}

/// What the air pushes in the next step depends on what it pushed before: a saved moment and a step back hold it.
#[test]
fn a_saved_moment_of_light_bodies_in_air_goes_on_by_the_same_bits() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
            { "id": "ground", "kind": "static", "shapes": [ { "segment": { "a": [-9, -2], "b": [9, -2] } } ] },
            { "id": "balloon", "position": [0, 1], "shapes": [ { "circle": { "radius": 0.4 }, "density": 0.3 } ] },
            { "id": "leaf", "position": [1, 1], "angle": 0.4, "shapes": [ { "box": { "width": 0.8, "height": 0.1 }, "density": 2 } ] } ],
          "smoke": [ { "id": "air", "width": 6, "height": 6, "cells": 48, "coupling": 1.2 } ] }"#;
    let before = document(text);
    let mut run = Stage::new(&before).unwrap();
    (0..25).for_each(|_| run.step());
    let saved = Document { state: Some(Box::new(run.state())), ..before };
    let mut continued = Stage::new(&document(&file::to_json(&saved))).unwrap();
    for _ in 0..60 {
        run.step();
        continued.step();
        assert_eq!(run.world().fingerprint(), continued.world().fingerprint());
    }
}
