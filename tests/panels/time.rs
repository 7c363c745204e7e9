//! Runs that were left, markers, what is repeated; and the first minute.

use crate::kit::*;
use collidoscope::app::{BranchCommand, LooksCommand, MarkerCommand};

/// A stack with a run that was left at step 10.
fn parted() -> App {
    let mut app = stack();
    app.apply(RunCommand::Seek(10));
    app.apply(DocumentCommand::Add(crate_at("late", 3.0, 4.0).into()));
    app
}

/// The name of a run asked the panels for its focus while it held them: the window stood still for good.
#[test]
fn each_run_has_a_line_with_its_name_and_buttons() {
    let mut w = open(parted(), 1280.0, 800.0);
    for label in ["Name of run 1", "Name of run 2", "Show run 1", "Line of run 1", "Line of this run", "Go on with run 1", "Remove run 1"] {
        assert!(w.query_by_label(label).is_some(), "{label}");
    }
    click(&mut w, "Show run 1");
    assert!(!w.state().app.timeline().branches().list()[0].shown);
    click(&mut w, "Go on with run 1");
    assert_eq!(w.state().app.timeline().branches().present(), "run 1");
    assert!(w.state().app.document().body("late").is_none());
    click(&mut w, "Remove run 2");
    assert!(w.query_by_label("Line of this run").is_none(), "without branches there is no strip");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(w.query_by_label("Line of this run").is_some());
}

/// The rings on the lines of runs had no words.
#[test]
fn a_line_tells_where_runs_parted() {
    let mut w = open(parted(), 1280.0, 800.0);
    w.run();
    for (line, told) in
        [("Line of this run", "ring at step 10: run 1 parts from it"), ("Line of run 1", "ring at step 10: it parts from this run")]
    {
        let at = bounds(&w, line).center();
        event(&mut w, Event::PointerMoved(at));
        (0..8).for_each(|_| w.step());
        assert!(says(&w, |words| words.contains(told)), "{line}");
    }
}

#[test]
fn a_run_is_named_where_it_stands() {
    let mut w = open(parted(), 1280.0, 800.0);
    w.get_by_label("Name of run 1").focus();
    w.run();
    w.get_by_label("Name of run 1").type_text(" calm");
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    w.run();
    let name = w.state().app.timeline().branches().list()[0].name.clone();
    assert!(name.contains("calm"), "{name}");
}

#[test]
fn markers_are_set_by_key_listed_and_gone_to() {
    let mut w = open(stack(), 1280.0, 800.0);
    key(&mut w, Modifiers::SHIFT, Key::M);
    assert_eq!(w.state().app.document().markers.len(), 1);
    w.state_mut().app.apply(RunCommand::Seek(5));
    w.state_mut().app.apply(MarkerCommand::Add { step: None, name: "five".into() });
    w.run();
    key(&mut w, Modifiers::SHIFT, Key::PageDown);
    assert_eq!(w.state().app.stage().step_count(), 20);
    key(&mut w, Modifiers::SHIFT, Key::PageUp);
    assert_eq!(w.state().app.stage().step_count(), 5);
    key(&mut w, Modifiers::SHIFT, Key::L);
    assert_eq!(w.state().app.range(), Some([5, 20]), "from marker to marker");
    key(&mut w, Modifiers::SHIFT, Key::L);
    assert_eq!(w.state().app.range(), None);
}

#[test]
fn the_keys_of_size_make_the_panels_larger_and_smaller_within_bounds() {
    let mut w = window();
    let before = bounds(&w, "Speed").height();
    for _ in 0..4 {
        key(&mut w, Modifiers::COMMAND, Key::Plus);
    }
    assert_eq!(w.state().app.scale(), 1.5);
    assert!(bounds(&w, "Speed").height() > 1.3 * before);
    key(&mut w, Modifiers::COMMAND, Key::Num0);
    for _ in 0..20 {
        key(&mut w, Modifiers::COMMAND, Key::Minus);
    }
    assert_eq!(w.state().app.scale(), 0.75);
    w.state_mut().app.apply(ViewCommand::SetScale(f32::NAN));
    assert_eq!(w.state().app.scale(), 1.0);
    // Where + is typed with Shift, the window may tell the key without it.
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::Equals);
    assert!(w.state().app.scale() > 1.0);
}

#[test]
fn the_first_card_leads_to_an_empty_scene_with_a_tool() {
    let mut w = window();
    w.state_mut().ui.greet();
    w.run();
    for way in ["Look inside", "Lessons"] {
        assert!(w.query_by_label(way).is_some(), "{way}");
    }
    click(&mut w, "Build");
    assert_eq!(w.state().app.tool().id, "box");
    assert!(w.query_by_label("Lessons").is_none(), "the card closes");
    w.state_mut().ui.greet();
    w.run();
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("Lessons").is_none(), "Esc closes it");
}

#[test]
fn the_scene_picker_finds_by_words_and_by_group() {
    let mut w = window();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::O);
    let title = |name: &str| {
        let scene = collidoscope::scene::shipped::scenes().iter().find(|s| s.name == name).expect("shipped");
        collidoscope::scene::file::parse(scene.json.as_bytes()).expect("sound").title
    };
    let (dominoes, lesson) = (title("dominoes"), title("lesson_gjk"));
    assert!(w.query_by_label(&dominoes).is_some());
    click(&mut w, "Lessons");
    assert!(w.query_by_label(&dominoes).is_none() && w.query_by_label(&lesson).is_some());
    click(&mut w, "Lessons");
    // Words go to the search from the first letter on, before anything has the keyboard.
    w.ctx.memory_mut(|m| m.stop_text_input());
    for letter in ["d", "omino"] {
        event(&mut w, Event::Text(letter.into()));
        w.run();
    }
    assert!(w.query_by_label(&dominoes).is_some() && w.query_by_label(&lesson).is_none());
}

#[test]
fn values_that_differ_are_marked_and_one_that_is_typed_goes_to_all_as_one_step() {
    let mut app = stack();
    let ids: Vec<String> = app.document().bodies.iter().map(|b| b.id.clone()).collect();
    let fast = BodyDoc { gravity_scale: 0.5, ..app.document().body(&ids[1]).unwrap().clone() };
    app.apply(DocumentCommand::Edit { id: ids[1].clone(), to: fast.into(), gesture: 0 });
    app.apply(ViewCommand::Select(ids[1..].iter().map(|id| Item::Body(id.clone())).collect()));
    let mut w = open(app, 1280.0, 1400.0);
    assert!(says(&w, |l| l == "mixed"));
    type_number(&mut w, "Gravity scale", "2");
    let scales = |w: &Window| -> Vec<f32> { ids[1..].iter().map(|id| w.state().app.document().body(id).unwrap().gravity_scale).collect() };
    assert!(scales(&w).iter().all(|scale| *scale == 2.0), "{:?}", scales(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(scales(&w)[0], 0.5, "one undo takes all back");
    w.state_mut().app.apply(LooksCommand::SetLocked(true));
    w.state_mut().app.apply(BranchCommand::SetDifference(true));
    w.run();
}

/// "Density mixed" stood there, though a half-plane has no density and none was set.
#[test]
fn a_half_plane_among_the_selected_does_not_make_their_density_mixed() {
    let fixed =
        |id: &str, geometry| BodyDoc { id: id.into(), kind: BodyKind::Static, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() };
    let mut app = App::empty();
    let ids = ["ground", "a", "b"];
    app.apply(DocumentCommand::Add(fixed("ground", Geometry::HalfPlane { point: Vec2::ZERO, angle: 0.0 }).into()));
    for id in &ids[1..] {
        app.apply(DocumentCommand::Add(fixed(id, Geometry::Circle { radius: 0.5, center: Vec2::ZERO }).into()));
    }
    app.apply(ViewCommand::Select(ids.map(|id| Item::Body(id.into())).to_vec()));
    let w = open(app, 1280.0, 1600.0);
    assert!(w.query_by_role_and_label(Role::SpinButton, "Density").is_some());
    assert!(!says(&w, |l| l == "mixed"));
}

/// Each marker's field took the gesture in every frame, changed or not: with one marker in the scene, a drag of a number
/// was as many steps of undo as frames.
#[test]
fn with_a_marker_a_drag_of_a_number_is_one_step_of_undo() {
    let mut app = App::empty();
    app.apply(MarkerCommand::Add { step: None, name: "start".into() });
    let before = app.document().world.gravity;
    let mut w = open(app, 1280.0, 1600.0);
    let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Gravity y").raw_bounds()).center();
    drag(&mut w, at, at + vec2(40.0, 0.0), PointerButton::Primary);
    assert_ne!(w.state().app.document().world.gravity, before, "it was dragged");
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(w.state().app.document().world.gravity, before, "one undo");
    assert_eq!(w.state().app.document().markers.len(), 1);
}

/// A second drag of the same number is a gesture of its own, also where nobody told of its beginning.
#[test]
fn two_drags_of_a_number_are_two_steps_of_undo() {
    let mut w = open(App::empty(), 1280.0, 1600.0);
    let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Gravity y").raw_bounds()).center();
    drag(&mut w, at, at + vec2(40.0, 0.0), PointerButton::Primary);
    let between = w.state().app.document().world.gravity;
    drag(&mut w, at, at + vec2(40.0, 0.0), PointerButton::Primary);
    assert_ne!(w.state().app.document().world.gravity, between);
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(w.state().app.document().world.gravity, between);
}
