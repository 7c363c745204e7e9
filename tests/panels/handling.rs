//! What newcomers stumbled over, each with its cause.

use crate::kit::*;
use collidoscope::app::ClipboardCommand;
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::lens::microscope::{MICROSCOPES, Part, Side};
use collidoscope::scene::shipped;

fn start(w: &Window, id: &str) -> Vec2 {
    w.state().app.document().body(id).expect(id).position
}

fn now(app: &App, id: &str) -> Vec2 {
    let stage = app.stage();
    stage.names().bodies.id(id).and_then(|id| stage.world().body(id)).expect(id).pose.position
}

fn in_mid_run() -> Window {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    for _ in 0..30 {
        app.apply(RunCommand::StepForward);
    }
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

/// A body that was dragged while a run stood still had its start rewritten without a word.
#[test]
fn a_body_dragged_in_mid_run_says_that_its_start_moved_and_offers_the_old_one() {
    let mut w = in_mid_run();
    let (began, at) = (start(&w, "box"), now(&w.state().app, "box"));
    let from = on_screen(&w, at);
    drag(&mut w, from, from + vec2(90.0, 0.0), PointerButton::Primary);
    let moved = now(&w.state().app, "box");
    assert!(moved.x > at.x + 0.1);
    assert_eq!(start(&w, "box"), moved, "the start has moved along");
    assert!(says(&w, |l| l.contains("at the start") && l.contains("box")), "and says so");
    click(&mut w, "Change now only");
    assert_eq!(start(&w, "box"), began);
    assert_eq!(now(&w.state().app, "box"), moved, "it stays where it was put");
    // What is edited afterwards leaves it there, too, and so does going back and forth in the run.
    let mut body = w.state().app.document().body("box").expect("the box").clone();
    body.gravity_scale = 0.5;
    w.state_mut().app.apply(DocumentCommand::Edit { id: "box".into(), to: body.into(), gesture: 0 });
    assert_eq!(now(&w.state().app, "box"), moved);
    for _ in 0..5 {
        w.state_mut().app.apply(RunCommand::StepForward);
    }
    let later = now(&w.state().app, "box");
    w.state_mut().app.apply(RunCommand::Seek(0));
    w.state_mut().app.apply(RunCommand::Seek(35));
    assert_eq!(now(&w.state().app, "box"), later);
    w.state_mut().app.apply(RunCommand::Reset);
    assert_eq!(now(&w.state().app, "box"), began);
    for _ in 0..3 {
        w.state_mut().app.apply(HistoryCommand::Undo);
    }
    assert_eq!((start(&w, "box"), now(&w.state().app, "box")), (moved, moved), "the choice is undone by itself");
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!((start(&w, "box"), now(&w.state().app, "box")), (began, at));
}

#[test]
fn a_body_dragged_before_the_run_begins_says_nothing_of_a_start() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let from = on_screen(&w, Vec2::new(0.0, 5.0));
    drag(&mut w, from, from + vec2(90.0, 0.0), PointerButton::Primary);
    assert!(!says(&w, |l| l.contains("at the start")));
}

/// Esc closed the menu and, in the same stroke, the microscope.
#[test]
fn esc_in_an_open_menu_of_the_microscope_closes_the_menu_alone() {
    for (menu, row) in [("Export", "Film, trace, scene or test…"), ("Examples 1–", "")] {
        let mut app = stack();
        app.take_notices();
        app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("gjk".into()) });
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        w.get_by(|n| n.role() == Role::Button && n.label().is_some_and(|l| l.starts_with(menu))).simulate_click();
        w.run();
        assert!(row.is_empty() || w.query_by_label(row).is_some(), "{menu} is open");
        key(&mut w, Modifiers::NONE, Key::Escape);
        assert!(w.state().app.bench().is_some(), "{menu}: the microscope stays");
        assert!(row.is_empty() || w.query_by_label(row).is_none(), "{menu} is closed");
        key(&mut w, Modifiers::NONE, Key::Escape);
        assert!(w.state().app.bench().is_none(), "{menu}: the next Esc leaves");
    }
}

/// It was titled with the body under the pointer and deleted all four.
#[test]
fn the_context_menu_says_how_many_it_acts_on_and_acts_on_them() {
    let mut app = App::empty();
    for i in 0..4 {
        app.apply(DocumentCommand::Add(crate_at(&format!("box-{i}"), 2.0 * i as f32, 3.0).into()));
    }
    app.apply(ViewCommand::Select((0..4).map(|i| Item::Body(format!("box-{i}"))).collect()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let at = on_screen(&w, Vec2::new(2.0, 3.0));
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Secondary, true);
    button(&mut w, at, PointerButton::Secondary, false);
    w.run();
    assert_eq!(w.query_all_by_label("4 bodies selected").count(), 2, "in the inspector and over the menu");
    assert!(w.query_by_label("Pin to the world here").is_none(), "what means one body is left out");
    click(&mut w, "Make static");
    assert!((0..4).all(|i| w.state().app.document().body(&format!("box-{i}")).expect("a box").kind == BodyKind::Static));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!((0..4).all(|i| w.state().app.document().body(&format!("box-{i}")).expect("a box").kind == BodyKind::Dynamic), "one undo");
}

/// Copies lay half on top of each other: a hundred of them began as a hundred overlaps.
#[test]
fn duplicates_stand_beside_what_is_there_and_are_undone_by_their_name() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 0.5).into()));
    for _ in 0..6 {
        let bodies = app.document().bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).map(|b| Item::Body(b.id.clone())).collect();
        app.apply(ViewCommand::Select(bodies));
        app.apply(ClipboardCommand::Duplicate);
        assert_eq!(app.undo_label(), Some("Duplicate"));
    }
    let boxes: Vec<Vec2> = app.document().bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).map(|b| b.position).collect();
    assert_eq!(boxes.len(), 64);
    for (i, a) in boxes.iter().enumerate() {
        // Boxes of one metre, none of them turned.
        assert!(boxes[..i].iter().all(|b| (*a - *b).abs().max_element() >= 1.0), "{a} lies on another");
    }
    app.apply(HistoryCommand::Undo);
    assert!(app.take_notices().iter().any(|n| n.text == "Undone: Duplicate"));
}

/// "lesson" found "Undo retake lesson step" first.
#[test]
fn the_palette_finds_lessons_for_the_word_lesson() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("lesson_gjk".into()));
    app.apply(LessonCommand::Retake { camera: None });
    app.apply(MicroscopeCommand::Close);
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    key(&mut w, Modifiers::COMMAND, Key::K);
    w.get_by_role_and_label(Role::TextInput, "Find a command").type_text("lesson");
    w.run();
    let mut rows: Vec<(f32, String)> = w
        .query_all_by(|n| n.role() == Role::Button && n.label().is_some_and(|l| l.contains(": ")))
        .map(|n| (rect_of(n.raw_bounds()).top(), n.label().unwrap_or_default()))
        .collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lessons = shipped::scenes().iter().filter(|s| s.name.starts_with("lesson")).count();
    assert!(rows.len() > lessons && rows[..lessons].iter().all(|(_, l)| l.starts_with("Lesson: ")), "{rows:?}");
}

/// It did nothing under the microscope.
#[test]
fn presentation_mode_gives_the_pictures_the_room_under_the_microscope() {
    let mut app = stack();
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some("gjk".into()) });
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let before = bounds(&w, "World").height();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::P);
    w.run();
    assert!(bounds(&w, "World").height() > before + 80.0);
    assert!(w.query_by_label("Back to scene").is_none() && w.query_by_label("Step on").is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.bench().is_some() && w.query_by_label("Back to scene").is_some(), "Esc ends the mode first");
}

fn asked(id: &str, theme: Theme, size: (f32, f32)) -> Window {
    // This one asks about joints.
    let mut app = if id == "lagrange" { App::empty() } else { stack() };
    if id == "lagrange" {
        app.apply(FileCommand::OpenShipped("slider_crank_lagrange".into()));
    }
    app.apply(ViewCommand::SetTheme(theme));
    app.take_notices();
    app.apply(MicroscopeCommand::Open { pair: None, microscope: Some(id.into()) });
    app.apply(MicroscopeCommand::SetGate(true));
    let mut w = open(app, size.0, size.1);
    w.run();
    w
}

/// At 1920 × 1080 and 1280 × 800 in the projector theme answers lay under TRY IT or off the card.
#[test]
fn all_answers_of_an_open_question_are_in_sight() {
    for microscope in MICROSCOPES {
        for theme in [Theme::Dark, Theme::Light, Theme::Projector] {
            for size in [(1920.0, 1080.0), (1280.0, 800.0), (800.0, 600.0)] {
                let mut w = asked(microscope.id, theme, size);
                let mut seen = 0;
                for _ in 0..30 {
                    if let Some(question) = w.state().app.open_question() {
                        seen += 1;
                        in_sight(&w, &question.kind, &format!("{} {theme:?} {size:?}: {}", microscope.id, question.prompt));
                        w.state_mut().app.apply(MicroscopeCommand::Reveal);
                    }
                    w.state_mut().app.apply(MicroscopeCommand::Step(1));
                    w.run();
                }
                assert!(seen > 0, "{} asks nothing", microscope.id);
            }
        }
    }
}

fn in_sight(w: &Window, kind: &AnswerKind, what: &str) {
    let strip = bounds(w, "Step on").top();
    let check = |label: &str| {
        let at = bounds(w, label);
        assert!(at.bottom() <= strip && at.height() > 8.0, "{what}: \"{label}\" at {at} lies below {strip}");
        // Nothing lies over it: neither its lower nor its upper end belongs to another layer or is clipped away.
        assert!(at.top() > 0.0 && at.right() <= w.ctx.screen_rect().right(), "{what}: {label}");
    };
    match kind {
        AnswerKind::Choose { choices, .. } => {
            choices.iter().enumerate().for_each(|(i, c)| check(&format!("{}  {}", i + 1, c.label)));
        }
        AnswerKind::Number { .. } => check("Answer"),
    }
    assert!(w.query_by_label("TRY IT").is_none(), "{what}: the dials are folded");
}

/// Two boxes, one on the other: the edge that faces the other was refused, the far one, which the test had tried first,
/// was right. Which edges face is found here from the corners alone.
#[test]
fn the_edge_that_faces_the_other_box_answers_which_axis_decides() {
    for (dx, dy) in [(0.1, 0.98), (0.1, -0.98), (0.98, 0.1), (-0.98, 0.1)] {
        let mut app = App::empty();
        app.apply(DocumentCommand::Add(crate_at("one", 0.0, 10.0).into()));
        app.apply(DocumentCommand::Add(crate_at("two", dx, 10.0 + dy).into()));
        app.apply(RunCommand::StepForward);
        let stage = app.stage();
        let id = |name: &str| collidoscope::engine::collider::ColliderId { body: stage.names().bodies.id(name).expect(name), index: 0 };
        let pair = Some((id("one"), id("two")));
        app.apply(MicroscopeCommand::Open { pair, microscope: Some("sat".into()) });
        app.apply(MicroscopeCommand::SetGate(true));
        let question = app.open_question().expect("it asks which axis decides");
        assert_eq!(question.id, "sat.winner");
        let AnswerKind::Choose { choices, right } = &question.kind else { panic!("a choice") };
        let specimen = app.bench().expect("open").specimen();
        for side in [Side::A, Side::B] {
            let corners = specimen.points(side);
            let toward = if side == Side::A { Vec2::new(dx, dy) } else { -Vec2::new(dx, dy) };
            let toward = if specimen.a.name == "one" { toward } else { -toward };
            let along = |i: usize| (corners[i] + corners[(i + 1) % corners.len()]).dot(toward);
            let facing = (0..corners.len()).max_by(|i, k| along(*i).total_cmp(&along(*k))).expect("an edge");
            let kind = if side == Side::A {
                collidoscope::lens::microscope::part::PartKind::EdgeA
            } else {
                collidoscope::lens::microscope::part::PartKind::EdgeB
            };
            let clicked = question.choice_of(Part::nth(kind, facing));
            assert_eq!(clicked, Some(*right), "{side:?}: edge {facing} faces, at ({dx}, {dy})");
            let far = question.choice_of(Part::nth(kind, (facing + 2) % 4));
            assert_eq!(far, Some(*right), "{side:?}: its parallel gives the same axis");
            if choices[*right].part == Some(Part::nth(kind, facing)) {
                assert!(question.why.contains("faces the other shape"), "{}", question.why);
            }
        }
        let named = choices[*right].part.expect("an edge");
        assert!(question.why.contains(&format!("edge {}", named.first)), "the facing one is named: {}", question.why);
    }
}

/// Toasts lay over charts and the strip of the microscope, and over dialogs.
/// Each stayed its four seconds: three bodies deleted, or a scene saved, left and another opened, made a pile over bodies.
#[test]
fn what_was_done_last_is_told_alone() {
    let mut app = App::empty();
    for (i, id) in ["a", "b", "c"].into_iter().enumerate() {
        app.apply(DocumentCommand::Add(crate_at(id, 2.0 * i as f32, 3.0).into()));
    }
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    for id in ["a", "b", "c"] {
        w.state_mut().app.apply(DocumentCommand::Delete(vec![Item::Body(id.into())]));
        w.run();
    }
    assert!(w.query_by_label("Deleted a").is_none() && w.query_by_label("Deleted b").is_none());
    assert!(w.query_by_label("Deleted c").is_some() && w.query_by_label("Undo").is_some());
    // What can still be taken back stays beside a file that was written, and what is wrong beside all.
    w.state_mut().app.apply(FileCommand::FigureWritten("a.svg".into()));
    w.state_mut().app.notify(NoticeKind::Warning, "Attention");
    w.run();
    w.state_mut().app.apply(FileCommand::FigureWritten("b.svg".into()));
    w.run();
    assert!(w.query_by_label("Undo").is_some() && w.query_by_label("Attention").is_some());
    assert!(w.query_by_label_contains("a.svg").is_none() && w.query_by_label_contains("b.svg").is_some());
}

#[test]
fn toasts_keep_clear_of_charts_windows_and_the_strip() {
    for size in [(1280.0, 800.0), (800.0, 600.0)] {
        let mut w = asked("gjk", Theme::Dark, size);
        w.state_mut().app.notify(NoticeKind::Done, "Exported some_rather_long_name_of_a_film.svg to the folder of the scene");
        w.run();
        let toast = bounds(&w, "Dismiss");
        assert!(bounds(&w, "World").contains_rect(toast), "{size:?}: {toast}");
    }
    for (size, theme) in [((1280.0, 800.0), Theme::Dark), ((800.0, 600.0), Theme::Projector)] {
        let mut app = stack();
        app.apply(ViewCommand::SetTheme(theme));
        app.apply(ViewCommand::ToggleLens("minkowski".into()));
        app.take_notices();
        app.notify(NoticeKind::Done, "Exported some_rather_long_name_of_a_film.svg to the folder of the scene");
        let mut w = open(app, size.0, size.1);
        w.run();
        let (chart, toast) = (bounds(&w, "Minkowski difference"), bounds(&w, "Dismiss"));
        assert!(!toast.intersects(chart), "{size:?}: {toast} beside {chart}");
    }
    let mut w = window();
    w.state_mut().app.notify(NoticeKind::Done, "Saved a.json");
    w.run();
    assert!(w.query_by_label("Saved a.json").is_some());
    key(&mut w, Modifiers::NONE, Key::F1);
    assert!(w.query_by_label("Saved a.json").is_none(), "it waits behind the window");
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.run();
    assert!(w.query_by_label("Saved a.json").is_some(), "and comes back");
}

/// "29 bodies selected" stood over "29 bodies".
#[test]
fn a_selection_of_one_kind_is_counted_once_and_of_several_kinds_by_kind() {
    let mut w = open(stack(), 1280.0, 800.0);
    let select = |w: &mut Window, items: Vec<Item>| {
        w.state_mut().app.apply(ViewCommand::Select(items));
        w.run();
    };
    let [lower, upper] = ["lower", "upper"].map(|id| Item::Body(id.into()));
    select(&mut w, vec![lower.clone(), upper.clone()]);
    assert!(says(&w, |words| words == "2 bodies selected") && !says(&w, |words| words == "2 bodies"));
    w.state_mut().app.apply(DocumentCommand::Add(LauncherDoc { id: "gun".into(), ..LauncherDoc::default() }.into()));
    select(&mut w, vec![lower, upper, Item::Launcher("gun".into())]);
    assert!(says(&w, |words| words == "3 items selected") && says(&w, |words| words == "2 bodies · 1 launcher"));
}

/// What the presenter pressed stands on the picture, with what was held, and goes after a while.
#[test]
fn keys_that_are_pressed_before_a_room_are_shown() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(ViewCommand::SetInputShown(true));
    w.run();
    let badge = |w: &Window, words: &str| {
        w.output().shapes.iter().any(|clipped| matches!(&clipped.shape, egui::Shape::Text(text) if text.galley.text() == words))
    };
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::P);
    w.press_key_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    w.step();
    assert!(badge(&w, "Shift + →"));
    (0..12).for_each(|_| w.step());
    assert!(!badge(&w, "Shift + →"), "it goes");
    w.state_mut().app.apply(ViewCommand::SetInputShown(false));
    w.press_key_modifiers(Modifiers::SHIFT, Key::ArrowRight);
    w.step();
    assert!(!badge(&w, "Shift + →"), "it is switched off");
}

/// A joint that was added in mid-run, and a body arranged there, changed where other bodies start, without a word.
#[test]
fn what_changes_the_start_in_mid_run_says_whose() {
    let mut app = stack();
    let start = |app: &App, id: &str| app.document().body(id).expect("it is there").position;
    let before = start(&app, "upper");
    app.take_notices();
    let joint = JointDoc {
        body_a: Some("lower".into()),
        body_b: "upper".into(),
        ..JointDoc::at(Vec2::new(0.0, 1.0), JointKind::from(Revolute::default()))
    };
    app.apply(DocumentCommand::Add(joint.into()));
    assert_ne!(start(&app, "upper"), before, "it starts where the joint was made");
    let told: Vec<String> = app.take_notices().into_iter().map(|n| n.text).collect();
    assert!(told.iter().any(|text| text.contains("The start has changed, too") && text.contains("upper")), "{told:?}");
}

/// "rename" in the palette offered to open the scene "Frames in frames", and F2 did nothing.
#[test]
fn what_is_selected_is_renamed_by_f2_and_by_the_palette() {
    for by_palette in [false, true] {
        let mut app = App::empty();
        app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        if by_palette {
            key(&mut w, Modifiers::COMMAND, Key::K);
            w.get_by_role_and_label(Role::TextInput, "Find a command").type_text("rename");
            w.run();
            key(&mut w, Modifiers::NONE, Key::Enter);
        } else {
            key(&mut w, Modifiers::NONE, Key::F2);
        }
        event(&mut w, Event::Text("lid".into()));
        key(&mut w, Modifiers::NONE, Key::Enter);
        assert!(w.state().app.document().body("lid").is_some(), "all of the old name was selected");
        assert_eq!(w.state().app.undo_label(), Some("Edit crate"));
    }
    let rename = actions::find("Rename").expect("there");
    let mut app = stack();
    app.apply(ViewCommand::SelectAll);
    assert!(!rename.is_enabled(&app), "several things have no common name");
}

/// Undo of a change of several bodies named the first of them alone.
#[test]
fn undo_of_a_change_of_several_bodies_says_so() {
    let mut app = stack();
    app.apply(ViewCommand::SelectAll);
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    type_number(&mut w, "Gravity scale", "0.5");
    assert_eq!(w.state().app.undo_label(), Some("Edit several things"));
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert!(w.state().app.document().bodies.iter().all(|body| body.gravity_scale == 1.0), "one step takes back all");
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    w.run();
    type_number(&mut w, "Gravity scale", "0.5");
    assert_eq!(w.state().app.undo_label(), Some("Edit upper"));
}
