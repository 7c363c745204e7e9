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
    click(&mut w, "Reset stopwatch");
    assert!(w.query_by_label("Copy laps").is_none());
}

#[test]
fn a_tape_stands_in_the_outliner_and_its_inspector_reads_it() {
    let mut app = stack();
    let end = |x| MeasureEnd { body: None, at: Vec2::new(x, 1.0) };
    app.apply(DocumentCommand::Add(MeasureDoc { from: end(0.0), to: end(2.5), ..MeasureDoc::default() }.into()));
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

#[test]
fn the_profiler_shows_the_parts_of_a_step_and_counts_while_it_is_asked_for() {
    use collidoscope::app::ViewCommand;
    use std::sync::atomic::{AtomicU64, Ordering};
    static NOW: AtomicU64 = AtomicU64::new(0);
    let mut app = stack();
    app.set_stopwatch(|| NOW.fetch_add(1, Ordering::Relaxed) as f64 * 1e-5);
    let mut w = open(app, 1280.0, 800.0);
    assert!(w.query_by_label("Profiler").is_none());
    w.state_mut().app.apply(ViewCommand::SetProfiled(true));
    w.run_steps(4);
    assert!(w.query_all_by_label_contains("Nothing was measured yet").next().is_some());
    w.state_mut().app.apply(RunCommand::Play);
    (0..10).for_each(|_| w.state_mut().app.tick(0.02, &mut || true));
    w.state_mut().app.apply(RunCommand::Pause);
    w.run_steps(4);
    assert!(w.query_all_by_label_contains("dynamic").next().is_some() && w.query_all_by_label_contains("pairs of boxes").next().is_some());
    let bodies = format!("{} bodies, ", w.state().app.document().bodies.len());
    assert!(says(&w, |words| words.starts_with(&bodies)), "without the body that stands for the world");
    let rows = w.state().app.profile().rows();
    assert!(rows[0].mean > 0.0 && rows.iter().any(|row| row.words.contains("narrow phase") && row.mean > 0.0), "{rows:?}");
    w.state_mut().app.apply(ViewCommand::SetProfiled(false));
    w.run_steps(4);
    assert!(w.query_all_by_label_contains("pairs of boxes").next().is_none());
}

#[test]
fn the_pen_draws_over_the_scene_without_touching_it_and_a_key_clears() {
    let mut w = open(stack(), 1280.0, 800.0);
    let before = w.state().app.document().clone();
    key(&mut w, Modifiers::SHIFT, Key::P);
    w.run();
    assert!(w.query_by_label("Sheet for the pen").is_some());
    let [from, to] = [pos2(500.0, 300.0), pos2(640.0, 420.0)];
    drag(&mut w, from, to, PointerButton::Primary);
    assert_eq!(*w.state().app.document(), before, "nothing was selected, moved or made");
    assert!(w.state().app.selection().is_empty());
    key(&mut w, Modifiers::NONE, Key::Delete);
    w.run();
    assert_eq!(*w.state().app.document(), before, "Delete is the pen's");
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.run();
    assert!(w.query_by_label("Sheet for the pen").is_none());
}

/// The room saw fifteen chips of lenses and a hint for the mouse above a lesson.
#[test]
fn a_presented_lesson_over_the_scene_shows_caption_picture_and_the_lenses_that_are_on() {
    use collidoscope::app::ViewCommand;
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(ViewCommand::ToggleLens("velocity".into()));
    w.state_mut().app.apply(LessonCommand::TakeView { replace: false });
    w.run();
    assert!(w.query_by_label("Islands").is_some());
    key(&mut w, Modifiers::NONE, Key::F5);
    w.run();
    assert!(w.query_by_label("Velocity").is_some() && w.query_by_label("Islands").is_none() && w.query_by_label("Lenses").is_none());
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.run();
    assert!(w.query_by_label("Islands").is_some());
}

/// It covered the buttons of time and the tools.
#[test]
fn the_editor_of_a_lesson_stands_over_the_canvas_and_covers_no_bar() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(LessonCommand::TakeView { replace: false });
    w.run();
    click(&mut w, "Lesson");
    click(&mut w, "Edit the lesson…");
    let canvas = w.state().ui.canvas.expect("the canvas is shown");
    let button = bounds(&w, "Ask a question here");
    assert!(canvas.expand(1.0).contains_rect(button), "{button:?} in {canvas:?}");
}
