//! Lessons in the window: walked by label and by key, left and found again, and made.

use crate::kit::*;
use collidoscope::draw::DrawList;
use collidoscope::lens::microscope::Side;
use collidoscope::scene::document::LessonStepDoc;
use collidoscope::scene::{file, shipped};

/// The shipped scenes that are lessons.
fn lessons() -> Vec<&'static str> {
    let is_lesson = |json: &str| file::parse(json.as_bytes()).is_ok_and(|d| !d.lesson.is_empty());
    shipped::scenes().iter().filter(|s| is_lesson(s.json)).map(|s| s.name).collect()
}

fn lesson(name: &str) -> Window {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped(name.into()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

/// What the microscope shows: its algorithm, its frame, and every mark.
fn shown(w: &Window) -> (&'static str, usize, DrawList) {
    let bench = w.state().app.bench().expect("the microscope is open");
    let mut list = DrawList::default();
    bench.film().picture(bench.frame(), &[], &mut list);
    (bench.microscope().id, bench.frame(), list)
}

fn at(w: &Window) -> (usize, bool) {
    let place = w.state().app.lesson_place().expect("a lesson");
    (place.index, place.is_here)
}

fn captions(w: &Window) -> Vec<String> {
    w.state().app.document().lesson.iter().map(|step| step.caption.clone()).collect()
}

/// The first two boxes lesson left, and a scene of one's own at its step.
fn author() -> Window {
    let mut app = stack();
    app.apply(RunCommand::Reset);
    for _ in 0..20 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("sat".into()) });
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

#[test]
fn every_shipped_lesson_is_walked_by_its_buttons_and_n_forth_n_back_shows_the_same() {
    assert!(lessons().len() >= 3);
    for name in lessons() {
        let mut w = lesson(name);
        let steps: Vec<LessonStepDoc> = w.state().app.document().lesson.clone();
        let mut forth = Vec::new();
        for (i, step) in steps.iter().enumerate() {
            assert_eq!(at(&w), (i, true), "{name}");
            assert!(w.query_by_label(&format!("step {} of {}", i + 1, steps.len())).is_some(), "{name}");
            assert!(w.query_by_label(&step.caption).is_some(), "{name}: the caption of step {} is not shown", i + 1);
            let (id, frame, list) = shown(&w);
            assert_eq!((id, frame as u64), (step.algorithm, step.frame), "{name}, step {}", i + 1);
            assert_eq!(w.state().app.gate(), step.gate);
            forth.push((id, frame, list));
            click(&mut w, "Next lesson step");
        }
        assert_eq!(at(&w), (steps.len() - 1, true), "the last step stays");
        for i in (0..steps.len()).rev() {
            assert!(shown(&w) == forth[i], "{name}: step {} looks different on the way back", i + 1);
            click(&mut w, "Previous lesson step");
        }
        assert_eq!(at(&w), (0, true));
    }
}

#[test]
fn page_keys_walk_and_h_leads_back_from_wherever_the_learner_strayed() {
    let mut w = lesson("lesson_two_boxes");
    key(&mut w, Modifiers::NONE, Key::PageDown);
    key(&mut w, Modifiers::NONE, Key::PageDown);
    key(&mut w, Modifiers::NONE, Key::PageUp);
    key(&mut w, Modifiers::NONE, Key::PageDown);
    assert_eq!(at(&w), (2, true));
    let there = shown(&w);
    assert!(w.query_by_label("Back to the lesson").is_none());
    // Along the film, to another microscope, to an example, to a dragged shape.
    for stray in [
        vec![MicroscopeCommand::SetGate(false), MicroscopeCommand::Step(1)],
        vec![MicroscopeCommand::Algorithm("gjk".into())],
        vec![MicroscopeCommand::Example(1)],
        vec![MicroscopeCommand::Move { side: Side::B, shift: Vec2::new(0.3, 0.1), gesture: 0 }],
    ] {
        stray.into_iter().for_each(|act| w.state_mut().app.apply(act));
        w.run();
        assert_eq!(at(&w), (2, false));
        assert!(w.query_by_label("Back to the lesson").is_some());
        key(&mut w, Modifiers::NONE, Key::H);
        assert_eq!(at(&w), (2, true));
        assert!(shown(&w) == there);
    }
    // Out into the scene, on with it, an edit and a throw, and back by the card.
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.bench().is_none());
    for _ in 0..30 {
        key(&mut w, Modifiers::NONE, Key::Period);
    }
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("stray", 4.0, 3.0).into()));
    click(&mut w, "Back to the lesson");
    assert_eq!(at(&w), (2, true));
    assert!(shown(&w) == there);
}

#[test]
fn a_run_that_was_changed_by_hand_comes_back_by_undo() {
    let mut w = lesson("lesson_two_boxes");
    key(&mut w, Modifiers::NONE, Key::Escape);
    for _ in 0..50 {
        w.state_mut().app.apply(RunCommand::StepForward);
    }
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("stray", 4.0, 3.0).into()));
    w.state_mut().app.apply(RunCommand::StepForward);
    let before = w.state().app.stage().world().fingerprint();
    key(&mut w, Modifiers::NONE, Key::PageDown);
    assert!(w.state().app.bench().is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_ne!(w.state().app.stage().world().fingerprint(), before);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(w.state().app.stage().world().fingerprint(), before);
}

#[test]
fn a_place_is_added_captioned_ordered_removed_and_all_of_it_undone() {
    let mut w = author();
    assert!(w.state().app.lesson_place().is_none());
    click(&mut w, "Add this place as a lesson step");
    assert_eq!(at(&w), (0, true));
    w.get_by_label("Caption of this step").type_text("Look here.");
    w.run();
    assert_eq!(captions(&w), ["Look here."]);
    key(&mut w, Modifiers::NONE, Key::Escape);
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    key(&mut w, Modifiers::COMMAND, Key::L);
    assert_eq!(at(&w), (1, true));
    let step = w.state().app.document().lesson[1].clone();
    assert_eq!((step.algorithm, step.frame, step.at_step), ("sat", 1, 20));
    w.state_mut().app.apply(LessonCommand::Caption { text: "Then here.".into(), gesture: 0 });
    w.run();
    click(&mut w, "Lesson");
    click(&mut w, "Move step 2 earlier");
    assert_eq!(captions(&w), ["Then here.", "Look here."]);
    click(&mut w, "Lesson");
    click(&mut w, "Remove step 1");
    assert_eq!(captions(&w), ["Look here."]);
    // One by one, while the microscope is open, and the run stays where it is.
    let run = w.state().app.stage().world().fingerprint();
    for wanted in [vec!["Then here.", "Look here."], vec!["Look here.", "Then here."], vec!["Look here.", ""], vec!["Look here."]] {
        key(&mut w, Modifiers::COMMAND, Key::Z);
        assert_eq!(captions(&w), wanted);
        assert_eq!(w.state().app.stage().world().fingerprint(), run);
    }
    for _ in 0..4 {
        key(&mut w, Modifiers::COMMAND, Key::Y);
    }
    assert_eq!(captions(&w), ["Look here."]);
    assert!(w.state().app.is_unsaved());
}

#[test]
fn a_lesson_made_here_is_saved_opens_as_one_and_passes_the_check() {
    let mut w = author();
    key(&mut w, Modifiers::COMMAND, Key::L);
    key(&mut w, Modifiers::NONE, Key::ArrowDown);
    key(&mut w, Modifiers::NONE, Key::End);
    key(&mut w, Modifiers::NONE, Key::Escape);
    key(&mut w, Modifiers::COMMAND, Key::L);
    assert_eq!(at(&w).0, 1, "{:?}", w.state_mut().app.take_notices());
    w.state_mut().app.apply(FileCommand::SaveTo { path: "lesson.json".into(), moment: false });
    let text = w.state_mut().app.take_effects().into_iter().find_map(|e| match e {
        Effect::Write { scene, .. } => Some(file::to_json(&scene)),
        _ => None,
    });
    let text = text.expect("written");
    let back = file::parse(text.as_bytes()).expect("sound");
    assert_eq!(back.lesson, w.state().app.document().lesson);
    assert!(back.view.as_ref().is_some_and(|v| v.microscope.is_none()), "a lesson begins at its first step");
    collidoscope::lens::microscope::lesson::dry_run(&back).expect("every step shows something");
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into_bytes()) });
    assert!(app.bench().is_some() && app.lesson_place().is_some_and(|p| p.index == 0 && p.is_here));
}

#[test]
fn what_the_scene_would_not_lead_to_again_is_no_step_and_the_reason_is_told() {
    let mut w = author();
    let refused = |w: &mut Window, words: &str| {
        w.state_mut().app.take_notices();
        w.state_mut().app.apply(LessonCommand::Add { camera: None });
        let told = warnings(w);
        assert!(told.iter().any(|t| t.contains(words)), "{told:?}");
        assert!(w.state().app.document().lesson.is_empty());
    };
    w.state_mut().app.apply(MicroscopeCommand::Move { side: Side::A, shift: Vec2::X, gesture: 0 });
    refused(&mut w, "changed");
    w.state_mut().app.apply(MicroscopeCommand::Example(0));
    refused(&mut w, "example");
    w.state_mut().app.apply(ToolCommand::Cancel);
    refused(&mut w, "Open the microscope");
    // A crate dropped in the middle of the run stands in the document from its start.
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("late", 0.0, 2.6).into()));
    for _ in 0..40 {
        w.state_mut().app.apply(RunCommand::StepForward);
    }
    let collider = |id: &str| {
        let body = w.state().app.stage().names().bodies.id(id).expect("there");
        collidoscope::engine::collider::ColliderId { body, index: 0 }
    };
    let pair = Some((collider("upper"), collider("late")));
    w.state_mut().app.apply(MicroscopeCommand::Open { pair, microscope: None });
    refused(&mut w, "would not lead here again");
}

#[test]
fn deleting_and_renaming_bodies_carries_the_lesson_along() {
    let mut w = lesson("lesson_gjk");
    key(&mut w, Modifiers::NONE, Key::Escape);
    let before = w.state().app.document().lesson.len();
    let mut body = w.state().app.document().body("segment").expect("there").clone();
    body.id = "bar".into();
    w.state_mut().app.apply(DocumentCommand::Edit { id: "segment".into(), to: body.into(), gesture: 0 });
    let named = |w: &Window, id: &str| w.state().app.document().lesson.iter().filter(|s| s.pair.iter().flatten().any(|n| n == id)).count();
    assert_eq!((named(&w, "segment"), named(&w, "bar")), (0, 3));
    w.state_mut().app.apply(DocumentCommand::Delete(vec![Item::Body("bar".into())]));
    assert_eq!(w.state().app.document().lesson.len(), before - 3, "{:?}", warnings(&mut w));
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(w.state().app.document().lesson.len(), before);
}

#[test]
fn the_lesson_bar_fits_in_every_theme_and_size() {
    for size in [(1280.0, 800.0), (1920.0, 1080.0), (700.0, 480.0), (320.0, 240.0)] {
        let mut w = lesson("lesson_warm_starting");
        w.set_size(vec2(size.0, size.1));
        for theme in Theme::ALL {
            w.state_mut().app.apply(ViewCommand::SetTheme(theme));
            w.run();
            key(&mut w, Modifiers::NONE, Key::PageDown);
        }
    }
}

/// With the answer dials and source came back and cut the words of the frame through the middle of a line.
#[test]
fn the_answer_to_a_question_has_the_side_to_itself_at_every_size() {
    for (width, height) in [(1280.0, 800.0), (1920.0, 1080.0), (800.0, 600.0)] {
        let mut app = App::empty();
        app.apply(FileCommand::OpenShipped("lesson_springs".into()));
        app.take_notices();
        let mut w = open(app, width, height);
        w.run();
        key(&mut w, Modifiers::NONE, Key::PageDown);
        key(&mut w, Modifiers::NONE, Key::PageDown);
        let before = bounds(&w, "Where will the semi-implicit step lead?");
        key(&mut w, Modifiers::NONE, Key::Num1);
        assert_eq!(bounds(&w, "Where will the semi-implicit step lead?"), before, "nothing moves");
        let bench = w.state().app.bench().expect("the microscope is open");
        let reason = bounds(&w, &bench.film().frame(bench.frame()).reason);
        assert!(reason.bottom() < bounds(&w, "Try it").top(), "{width}: what is folded stands below");
        assert!(w.query_by_label("SRC/ENGINE/LAGRANGE/INTEGRATE.RS").is_none(), "{width}: the source is folded");
        let verdict = rect_of(
            w.get_by(|n| n.label().or(n.value()).is_some_and(|l| l.starts_with("No. The answer is") || l.starts_with("Right.")))
                .raw_bounds(),
        );
        let strip = bounds(&w, "Next  →");
        assert!(verdict.top() > before.top() && strip.bottom() < 0.75 * height, "{width}: all of the verdict is in sight");
    }
}
