//! Going back in long runs: the same bits, few steps to run again, memory within the budgets.

use collidoscope::app::timeline::{self, Timeline};
use collidoscope::app::{App, DocumentCommand, FileCommand, HistoryCommand, RunCommand, history};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::checkpoint::Checkpoint;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, LauncherDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::stage::{Input, Stage};
use std::sync::Arc;

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

fn run(app: &mut App, steps: usize) {
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
}

fn ball(x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    BodyDoc { position: Vec2::new(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

/// A welcome scene whose balls keep moving, a hand in it, shots, and an edit on the way.
fn lively(app: &mut App) -> Vec<Fingerprint> {
    let mut prints = vec![print(app)];
    for step in 1..=400 {
        if step == 50 {
            let body = app.stage().world().bodies().find(|(_, b)| b.kind == BodyKind::Dynamic).map(|(id, b)| (id, b.center)).unwrap();
            app.apply(RunCommand::Input(Input::Grab { body: body.0, point: body.1 }));
        }
        if (51..80).contains(&step) {
            app.apply(RunCommand::Input(Input::MoveGrab { target: Vec2::new(step as f32 * 0.05, 3.0) }));
        }
        if step == 80 {
            app.apply(RunCommand::Input(Input::Release));
        }
        if step == 200 {
            app.apply(DocumentCommand::Add(ball(0.0, 8.0).into()));
        }
        run(app, 1);
        prints.push(print(app));
    }
    prints
}

/// Keyframes share a frame and keep only what steps accumulate: a hand, shots and edits between two of them begin a
/// new frame, else the run would go on in another scene.
#[test]
fn every_step_of_a_lively_run_comes_back_with_its_bits_in_any_order() {
    for extra in [0, 400] {
        let mut app = App::welcome();
        app.apply(RunCommand::Pause);
        (0..extra).for_each(|k| app.apply(DocumentCommand::Add(ball((k % 40) as f32, 10.0 + (k / 40) as f32 * 1.1).into())));
        comes_back(&mut app);
    }
}

fn comes_back(app: &mut App) {
    let prints = lively(app);
    let mut step = 400_usize;
    for k in 0..120 {
        step = if k % 3 == 0 { (step * 7 + 13 * k) % 401 } else { step.saturating_sub(1) };
        app.apply(RunCommand::Seek(step as u64));
        assert_eq!(print(app), prints[step], "step {step}");
    }
    // The readout of a step that was gone back to is that of the step that was taken.
    let told =
        |app: &App| app.stage().world().contacts().iter().map(|c| c.points().iter().map(|p| p.normal_impulse).sum::<f32>()).sum::<f32>();
    app.apply(RunCommand::Seek(301));
    let once = told(app);
    app.apply(RunCommand::Seek(400));
    for step in (301..400).rev() {
        app.apply(RunCommand::Seek(step));
    }
    assert_eq!((app.stage().step_count(), told(app)), (301, once));
    assert!(once > 0.0);
}

/// Each undo entry copied all samples of the run, and its keyframes counted bodies instead of bytes: a hundred edits
/// after a long run took 330 MB.
#[test]
fn a_hundred_edits_after_a_long_run_stay_within_the_budget_of_undo() {
    let mut app = App::welcome();
    app.apply(RunCommand::Pause);
    run(&mut app, 3_000);
    let one = app.stage().bytes();
    for k in 0..100 {
        app.apply(DocumentCommand::Add(ball(k as f32 * 0.1, 20.0).into()));
    }
    assert!(app.undo_bytes() < history::BUDGET, "{}", app.undo_bytes());
    // What an entry has of its own is a document, a stage, and less than a piece of samples.
    assert!(app.undo_bytes() < 100 * (2 * one + 40_000 + app.document().bytes()), "{} of {one} each", app.undo_bytes());
    assert!(app.timeline().bytes() <= timeline::BUDGET);
    (0..100).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!(app.stage().step_count(), 3_000);
}

/// Entries of undo and events of the run held whole documents that nobody counted: some hundred edits of the largest
/// scenes in mid-run took gigabytes. What is counted is what is held: documents, samples, keyframes.
#[test]
fn edits_of_a_large_scene_stay_within_the_budgets_and_the_newest_can_be_undone() {
    let large =
        format!(r#"{{"format": "collidoscope-scene", "version": 1, "extra": {{"note": "{}"}}, "bodies": []}}"#, "x".repeat(6 << 20));
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(large.into_bytes()) });
    let one = app.document().bytes();
    assert!(one > 6 << 20, "{one}");
    app.apply(DocumentCommand::Add(ball(0.0, 0.0).into()));
    run(&mut app, 3);
    let (mut most_run, mut most_undo) = (0, 0);
    for k in 0..timeline::BUDGET / one {
        app.apply(DocumentCommand::Add(ball(k as f32 * 2.0, 20.0).into()));
        run(&mut app, 1);
        (most_run, most_undo) = (most_run.max(app.timeline().bytes()), most_undo.max(app.undo_bytes()));
    }
    assert!(most_run <= timeline::BUDGET && most_undo <= history::BUDGET + 2 * one + app.stage().bytes(), "{most_run} {most_undo}");
    assert!(most_run > 20 * one && most_undo > 20 * one, "documents are counted: {most_run} {most_undo}");
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("past of this run")));
    let before = app.document().bodies.len();
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().bodies.len(), before - 1);
}

/// Keyframes were so far apart in crowds (128 steps at step 1,190 of 20,000 bodies) that a step back took seconds.
/// The wait is a number of steps, counted here.
#[test]
fn a_step_back_in_a_crowd_runs_few_steps_again() {
    let bodies = (0..4_000).map(|i| BodyDoc { id: format!("b{i}"), ..ball((i % 200) as f32 * 1.2, (i / 200) as f32 * 1.2) }).collect();
    let mut timeline = Timeline::new(&Arc::new(Document { bodies, ..Document::default() })).unwrap();
    timeline.run_to(300, u64::MAX);
    assert_eq!(timeline.stage().step_count(), 300);
    assert!((1..300).all(|step| timeline.steps_again(step) <= 4));
    assert!(timeline.bytes() <= timeline::BUDGET);
    let whole = timeline.stage().bytes();
    assert!(timeline.bytes() < 75 * whole / 3, "{} for 75 keyframes of stages of {whole}", timeline.bytes());
}

/// Checkpoints that share a frame left out what launchers accumulate: after going back in a large scene a turning
/// barrel pointed where it had pointed when the frame was made.
#[test]
fn a_turning_barrel_comes_back_where_it_pointed_in_a_scene_too_large_to_copy_whole() {
    let mut bodies: Vec<BodyDoc> =
        (0..1_500).map(|k| BodyDoc { id: format!("b{k}"), ..ball((k % 50) as f32, (k / 50) as f32 * 1.1) }).collect();
    bodies[0].position = Vec2::new(-30.0, 40.0);
    let launcher = LauncherDoc {
        id: "gun".into(),
        position: Vec2::new(-60.0, 0.0),
        target: Some("b0".into()),
        turn_rate: Some(0.2),
        ..LauncherDoc::default()
    };
    let world = WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() };
    let mut stage = Stage::new(&Document { world, bodies, launchers: vec![launcher], ..Document::default() }).expect("sound");
    (0..5).for_each(|_| stage.step());
    assert!(stage.input(&Input::Fire { launcher: "gun".into() }), "the order that the barrel turns for");
    let first = Checkpoint::of(&stage, None);
    (0..40).for_each(|_| stage.step());
    let second = Checkpoint::of(&stage, Some(&first));
    assert!(second.shares_frame(&first) && !second.is_whole());
    let guns = |stage: &Stage| stage.state().guns;
    assert_ne!(guns(&stage), guns(&first.stage()), "the barrel has turned");
    assert_eq!(guns(&second.stage()), guns(&stage));
}
