//! The restitution threshold was a number of the engine alone: no scene could have an elastic hit at 1 m/s or less, so
//! without gravity equal discs (e = 1, v = 1 m/s) left with half of the energy gone, and a cradle of 1 m strings let go
//! at 10° died. Judged by momentum and energy: equal discs that meet centre to centre exchange their velocities.

use collidoscope::app::{App, DocumentCommand, FileCommand, HistoryCommand};
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SOLVERS;
use collidoscope::scene::document::{Document, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;

/// A disc that comes at 1 m/s, and one that rests; no gravity.
fn slow_hit(solver: Solver, threshold: Option<f32>) -> Document {
    let told = threshold.map_or(String::new(), |threshold| format!(r#", "restitution_threshold": {threshold}"#));
    let disc = r#""shapes": [{ "circle": { "radius": 0.5 }, "restitution": 1, "friction": 0 }]"#;
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, 0]{told} }}, "bodies": [
            {{ "id": "a", "position": [-0.6, 0], "linear_velocity": [1, 0], {disc} }},
            {{ "id": "b", "position": [0.5, 0], {disc} }} ] }}"#
    );
    let document = file::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    Document { world: WorldSettings { solver, ..document.world }, ..document }
}

fn speeds_after(document: &Document, steps: u32) -> [f32; 2] {
    let mut stage = Stage::new(document).unwrap_or_else(|e| panic!("{e:?}"));
    (0..steps).for_each(|_| stage.step());
    ["a", "b"].map(|id| stage.world().body(stage.names().bodies.id(id).unwrap()).unwrap().linear_velocity.x)
}

#[test]
fn a_slow_elastic_hit_keeps_its_energy_when_the_scene_says_so() {
    for row in &SOLVERS {
        let [a, b] = speeds_after(&slow_hit(row.solver, Some(0.0)), 60);
        assert!(a.abs() < 1e-3 && (b - 1.0).abs() < 1e-3, "{}: {a} and {b} m/s", row.name);
        let [a, b] = speeds_after(&slow_hit(row.solver, Some(1.5)), 60);
        assert!((a - 0.5).abs() < 0.01 && (b - 0.5).abs() < 0.01, "{}: {a} and {b} m/s without", row.name);
    }
}

/// Six boxes with e = 0.3 that fall by 2 cm and more on each other. One contact at a time is left out: a stack of six
/// falls over under it with any threshold.
#[test]
fn a_stack_that_bounces_rests_with_a_low_threshold() {
    let shape = r#""shapes": [{ "box": { "width": 1, "height": 1 }, "restitution": 0.3 }]"#;
    let boxes: Vec<String> =
        (0..6).map(|i| format!(r#"{{ "id": "b{i}", "position": [0, {}], {shape} }}"#, 0.5 + 1.02 * i as f32)).collect();
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "restitution_threshold": 0.2, "sleeping": false }}, "bodies": [
            {{ "id": "ground", "kind": "static", "position": [0, -0.5], {shape} }}, {} ] }}"#,
        boxes.join(", ")
    );
    let document = file::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    for row in SOLVERS.iter().filter(|row| row.solver != Solver::OneContact) {
        let document = Document { world: WorldSettings { solver: row.solver, ..document.world }, ..document.clone() };
        let mut stage = Stage::new(&document).unwrap_or_else(|e| panic!("{e:?}"));
        (0..240).for_each(|_| stage.step());
        for _ in 0..120 {
            stage.step();
            let fastest = stage.world().bodies().map(|(_, body)| body.linear_velocity.length()).fold(0.0, f32::max);
            assert!(fastest < 2e-3, "{}: {fastest} m/s", row.name);
        }
        let top = stage.world().body(stage.names().bodies.id("b5").unwrap()).unwrap().center.y;
        assert!((top - 5.5).abs() < 0.01, "{}: {top} m", row.name);
    }
}

#[test]
fn the_threshold_is_written_when_it_is_not_the_default_and_edits_undo() {
    assert!(!file::to_json(&slow_hit(Solver::SoftStep, Some(0.2))).contains("restitution_threshold"));
    let text = file::to_json(&slow_hit(Solver::SoftStep, Some(0.25)));
    assert!(text.contains("\"restitution_threshold\": 0.25"), "{text}");
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("slow.json".into()), bytes: Ok(text.into_bytes()) });
    let world = WorldSettings { restitution_threshold: 0.0, ..app.document().world };
    app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
    assert_eq!(app.stage().world().settings().restitution_threshold, 0.0);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.stage().world().settings().restitution_threshold, 0.25);
    let world = WorldSettings { restitution_threshold: -1.0, ..app.document().world };
    app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
    assert_eq!(app.document().world.restitution_threshold, 0.25, "a threshold below 0 is refused");
}

/// At 1 m/s a ball stopped dead while its bounces were still 5 cm high. Closed form: after n bounces its speed is `eⁿ v`,
/// and it is in the air for `2 eⁿ v / g`.
#[test]
fn a_ball_bounces_on_until_its_bounces_are_hardly_seen() {
    let (e, g) = (0.8_f64, 9.81_f64);
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
        { "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 20, "height": 1 } }] },
        { "id": "ball", "position": [0, 1.1], "shapes": [{ "circle": { "radius": 0.1 }, "restitution": 0.8 }] } ] }"#;
    let document = file::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let threshold = f64::from(document.world.restitution_threshold);
    let first = (2.0 * g).sqrt();
    let bounces = (threshold / first).ln() / e.ln();
    let lands: f64 = (1..=bounces as i32 + 1).map(|n| 2.0 * e.powi(n) * first / g).sum::<f64>() + first / g;
    let mut stage = Stage::new(&document).unwrap_or_else(|e| panic!("{e:?}"));
    let ball = stage.names().bodies.id("ball").unwrap();
    let mut last_up = 0.0;
    for step in 1..=600 {
        stage.step();
        if stage.world().body(ball).unwrap().linear_velocity.y > 0.05 {
            last_up = f64::from(step) / 60.0;
        }
    }
    // It rises for the last time about 20 ms before it lands for the last time; steps take 17 ms.
    assert!(threshold < 0.3 && last_up < lands && last_up > lands - 0.1, "{last_up} s of {lands} s");
}
