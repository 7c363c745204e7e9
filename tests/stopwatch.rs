//! The stopwatch of simulated time: what it shows is a function of the run, pressed by hand or by what happens.

use collidoscope::app::{App, DocumentCommand, FileCommand, HistoryCommand, Item, RunCommand, StopwatchCommand};
use collidoscope::scene::document::{BodyDoc, Happening, Press, TriggerDoc};
use collidoscope::scene::file;
use collidoscope::scene::stage::Input;
use std::f64::consts::PI;

const FALL: &str = r#"{ "format": "collidoscope-scene", "version": 1,
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "ball", "position": [0, 5.5], "linear_damping": 0, "shapes": [{ "circle": { "radius": 0.5 } }] } ] }"#;

/// A pendulum of 2 m that swings a little, and a photogate at its lowest point.
const PENDULUM: &str = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "step_hz": 240 },
  "bodies": [
    { "id": "gate", "kind": "static", "position": [0, -2], "shapes": [{ "segment": { "a": [0, -0.1], "b": [0, 0.1] }, "sensor": true }] },
    { "id": "bob", "position": [0.2, -1.98997487], "linear_damping": 0, "angular_damping": 0, "shapes": [{ "circle": { "radius": 0.01 } }] } ],
  "joints": [{ "id": "pin", "kind": "revolute", "body_b": "bob", "anchor": [0, 0] }],
  "stopwatch": { "triggers": [{ "on": "passage", "body": "gate", "press": "lap" }] } }"#;

fn open(text: &str) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
    app
}

fn forward(app: &mut App, steps: u64) {
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
}

fn press(app: &mut App, press: Press) {
    app.apply(StopwatchCommand::Press(press));
}

fn reading(app: &App) -> f64 {
    app.stopwatch().1
}

/// Equal but for the rounding of sums of times.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn laps_at_a_photogate_are_half_the_closed_form_period_of_a_pendulum() {
    let mut app = open(PENDULUM);
    forward(&mut app, 240 * 9);
    let (watch, _) = app.stopwatch();
    // The first passage starts it; each further one is half a period later.
    let splits: Vec<f64> = watch.splits().collect();
    assert!(splits.len() >= 5, "{splits:?}");
    // A thin disc on an arm l: T = 2π √((l² + r²/2) / (g l)) (1 + θ²/16), θ the amplitude.
    let (l, r, g, amplitude) = (2.0_f64, 0.01_f64, 9.81, 0.1_f64.asin());
    let wanted = 2.0 * PI * ((l * l + 0.5 * r * r) / (g * l)).sqrt() * (1.0 + amplitude * amplitude / 16.0);
    for two in splits.windows(2) {
        let period = two[0] + two[1];
        // The solver's steps of 1/240 s lengthen a period by some ten-thousandths.
        assert!((period / wanted - 1.0).abs() < 2e-3, "{period} s, not {wanted} s");
    }
}

#[test]
fn it_counts_simulated_time_and_goes_back_with_the_run() {
    let mut app = open(FALL);
    forward(&mut app, 6);
    app.apply(StopwatchCommand::StartStop);
    forward(&mut app, 30);
    press(&mut app, Press::Lap);
    forward(&mut app, 12);
    app.apply(StopwatchCommand::StartStop);
    forward(&mut app, 5);
    assert!(near(reading(&app), 42.0 / 60.0) && !app.stopwatch().0.is_running());
    assert!(app.stopwatch().0.laps().iter().all(|lap| near(*lap, 0.5)));
    for (step, wanted, laps) in [(0, 0.0, 0), (6, 0.0, 0), (20, 14.0 / 60.0, 0), (36, 0.5, 1), (40, 34.0 / 60.0, 1), (53, 0.7, 1)] {
        app.apply(RunCommand::Seek(step));
        assert!(near(reading(&app), wanted), "step {step}: {} s, not {wanted} s", reading(&app));
        assert_eq!(app.stopwatch().0.laps().len(), laps, "step {step}");
    }
}

#[test]
fn the_first_contact_stops_it_at_the_closed_form_time_of_the_fall() {
    let mut app = open(FALL);
    app.apply(StopwatchCommand::Trigger(TriggerDoc { on: Happening::Contact, body: "ball".into(), press: Press::Stop }));
    press(&mut app, Press::Start);
    forward(&mut app, 120);
    let fall = (2.0 * 5.0 / 9.81_f64).sqrt();
    // Told to a step: the contact is found in the step of the impact.
    assert!(!app.stopwatch().0.is_running());
    assert!((reading(&app) - fall).abs() < 1.5 / 60.0, "{} s, not {fall} s", reading(&app));
    // A trigger that is added after the run reads the run again.
    let stopped = reading(&app);
    let mut late = open(FALL);
    press(&mut late, Press::Start);
    forward(&mut late, 120);
    late.apply(StopwatchCommand::Trigger(TriggerDoc { on: Happening::Contact, body: "ball".into(), press: Press::Stop }));
    while late.timeline().is_filling() {
        late.tick(0.0, &mut || true);
    }
    assert_eq!(reading(&late), stopped);
}

#[test]
fn presses_are_undone_and_leave_the_run_as_it_is() {
    let mut app = open(FALL);
    forward(&mut app, 30);
    app.apply(RunCommand::Seek(10));
    let (before, mark) = (file::to_json(app.document()), app.stage().world().fingerprint());
    press(&mut app, Press::Start);
    press(&mut app, Press::Lap);
    app.apply(StopwatchCommand::Trigger(TriggerDoc { body: "ball".into(), ..TriggerDoc::default() }));
    assert_eq!((app.timeline().last_step(), app.timeline().branches().list().len()), (30, 0));
    assert_eq!(app.stage().world().fingerprint(), mark);
    let back = file::parse(file::to_json(app.document()).as_bytes()).expect("it reads back");
    assert_eq!(back.stopwatch, app.document().stopwatch);
    (0..3).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!(file::to_json(app.document()), before);
}

#[test]
fn a_run_that_parts_in_the_past_or_begins_anew_forgets_the_presses_that_came_later() {
    let mut app = open(FALL);
    press(&mut app, Press::Start);
    forward(&mut app, 30);
    press(&mut app, Press::Lap);
    app.apply(RunCommand::Seek(10));
    let ball = app.stage().names().bodies.id("ball").expect("there");
    let point = app.stage().world().body(ball).expect("there").center;
    app.apply(RunCommand::Input(Input::Grab { body: ball, point }));
    forward(&mut app, 40);
    assert!(app.stopwatch().0.laps().is_empty(), "the lap was taken in the other run");
    assert!(near(reading(&app), 50.0 / 60.0));
    press(&mut app, Press::Lap);
    app.apply(RunCommand::Reset);
    forward(&mut app, 60);
    assert!(app.stopwatch().0.laps().is_empty() && near(reading(&app), 1.0));
}

#[test]
fn triggers_follow_names_and_go_with_their_bodies_and_sensors() {
    let mut app = open(PENDULUM);
    let body = BodyDoc { id: "eye".into(), ..app.document().body("gate").expect("there").clone() };
    app.apply(DocumentCommand::Edit { id: "gate".into(), to: body.clone().into(), gesture: 0 });
    assert_eq!(app.document().stopwatch.triggers[0].body, "eye");
    let mut solid = body;
    solid.shapes[0].sensor = false;
    app.apply(DocumentCommand::Edit { id: "eye".into(), to: solid.into(), gesture: 0 });
    assert!(app.document().stopwatch.triggers.is_empty() && file::check(app.document()).is_ok());
    app.apply(HistoryCommand::Undo);
    app.apply(DocumentCommand::Delete(vec![Item::Body("eye".into())]));
    assert!(app.document().stopwatch.triggers.is_empty() && file::check(app.document()).is_ok());
}

#[test]
fn a_stopwatch_that_makes_no_sense_is_refused_with_its_place() {
    let with = |inside: &str| FALL.replacen('{', &format!("{{ \"stopwatch\": {{ {inside} }},"), 1);
    for (wrong, place) in [
        (with(r#""triggers": [{ "on": "contact", "body": "bal", "press": "stop" }]"#), "stopwatch.triggers[0].body"),
        (with(r#""triggers": [{ "on": "passage", "body": "ball", "press": "stop" }]"#), "stopwatch.triggers[0].body"),
        (with(r#""triggers": [{ "on": "impact", "body": "ball", "press": "stop" }]"#), "stopwatch.triggers[0].on"),
        (with(r#""presses": [{ "press": "start", "step": 9 }, { "press": "stop", "step": 8 }]"#), "stopwatch.presses[1].step"),
        (with(r#""presses": [{ "press": "start" }]"#), "stopwatch.presses[0].step"),
    ] {
        let problems = file::parse(wrong.as_bytes()).expect_err("it is wrong").to_string();
        assert!(problems.contains(place), "{place}: {problems}");
    }
}
