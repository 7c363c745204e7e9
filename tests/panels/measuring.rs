//! The stopwatch's strip, tapes in outliner and inspector, and a lesson that shows the scene.

use crate::kit::*;
use collidoscope::app::LessonCommand;
use collidoscope::scene::document::{MeasureDoc, MeasureEnd, Press};

#[test]
fn the_stopwatch_is_shown_by_its_key_and_pressed_by_its_buttons() {
    let mut w = open(stack(), 1280.0, 800.0);
    assert!(w.query_by_label("Lap").is_none());
    key(&mut w, Modifiers::SHIFT, Key::W);
    w.run();
    (0..30).for_each(|_| w.state_mut().app.apply(RunCommand::StepForward));
    w.run();
    click(&mut w, "Lap");
    let presses: Vec<Press> = w.state().app.document().stopwatch.presses.iter().map(|press| press.press).collect();
    assert_eq!(presses, [Press::Start, Press::Lap]);
    let (watch, reading) = w.state().app.stopwatch();
    assert!((reading - 0.5).abs() < 1e-9 && watch.laps().len() == 1, "{reading}");
    assert!(w.query_by_label("Copy laps").is_some());
    click(&mut w, "Stop");
    assert!(w.query_by_label("Start").is_some() && !w.state().app.stopwatch().0.is_running());
    click(&mut w, "Zero");
    assert!(w.query_by_label("Copy laps").is_none());
}

#[test]
fn a_tape_stands_in_the_outliner_and_its_inspector_reads_it() {
    let mut app = stack();
    let end = |x| MeasureEnd { body: None, at: Vec2::new(x, 1.0) };
    app.apply(DocumentCommand::AddMeasure(MeasureDoc { from: end(0.0), to: end(2.5), ..MeasureDoc::default() }));
    let mut w = open(app, 1280.0, 800.0);
    key(&mut w, Modifiers::SHIFT, Key::O);
    w.run();
    for label in ["From is on", "To is on", "Graph…"] {
        assert!(w.query_all_by_label(label).next().is_some(), "{label}");
    }
    let rows: Vec<_> = w.query_all_by_label("tape").collect();
    assert!(!rows.is_empty(), "it stands in the outliner");
    drop(rows);
    click(&mut w, "Delete");
    assert!(w.state().app.document().measures.is_empty());
}

#[test]
fn a_view_of_the_scene_becomes_a_step_with_a_bar_over_the_scene() {
    let mut w = open(stack(), 1280.0, 800.0);
    (0..10).for_each(|_| w.state_mut().app.apply(RunCommand::StepForward));
    key(&mut w, Modifiers::COMMAND, Key::L);
    w.run();
    assert_eq!(w.state().app.document().lesson.len(), 1);
    assert!(w.query_by_label("Caption of this step").is_some(), "its caption is to be written");
    w.state_mut().app.apply(RunCommand::Seek(0));
    w.run();
    click(&mut w, "Back to the lesson");
    assert_eq!(w.state().app.stage().step_count(), w.state().app.document().lesson[0].at_step);
    w.state_mut().app.apply(LessonCommand::Remove);
    w.run();
    assert!(w.query_by_label("Next lesson step").is_none());
}
