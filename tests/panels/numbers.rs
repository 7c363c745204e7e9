//! Number fields: what is typed is what counts, wherever the field stands; what is not taken is said and kept.

use crate::kit::*;

fn with_box(width: f32) -> App {
    let mut app = App::empty();
    let shape = ShapeDoc::new(Geometry::Box { width, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    let body = BodyDoc { id: "box".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() };
    app.apply(DocumentCommand::Add(body.into()));
    app
}

fn width(w: &Window) -> f32 {
    match w.state().app.document().body("box").expect("the box").shapes[0].geometry {
        Geometry::Box { width, .. } => width,
        _ => panic!("a box"),
    }
}

/// Click, type, Enter: nothing else, as a person does.
fn click_and_type(w: &mut Window, label: &str, text: &str) {
    let at = rect_of(w.get_by_role_and_label(Role::SpinButton, label).raw_bounds()).center();
    event(w, Event::PointerMoved(at));
    button(w, at, PointerButton::Primary, true);
    button(w, at, PointerButton::Primary, false);
    event(w, Event::Text(text.into()));
    event(w, Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE });
    w.run();
}

/// The field showed 1.749, selected all of it, and one frame later held 1.7492853 with five characters selected: typing
/// a 2 left "2" and the last figures, 2241 m and the like. One frame an event, so that none of them can settle.
#[test]
fn a_number_typed_right_after_the_click_replaces_the_whole_of_the_old_one() {
    for (text, wanted) in [("2", 2.0), ("0.5", 0.5), ("31", 31.0)] {
        let mut w = open(with_box(1.749_285_3), 1280.0, 800.0);
        click_and_type(&mut w, "Width", text);
        assert_eq!(width(&w), wanted, "typed {text}");
    }
}

/// Units, the decimal comma, small calculations.
#[test]
fn a_field_takes_what_people_write() {
    let mut w = open(with_box(1.0), 1280.0, 800.0);
    for (text, wanted) in
        [("2.5 m", 2.5), ("2,75", 2.75), ("2*1.5", 3.0), ("40 cm", 0.4), ("(1+2)/4", 0.75), ("3 ft", 0.9144), ("5 in", 0.127)]
    {
        click_and_type(&mut w, "Width", text);
        assert_eq!(width(&w), wanted, "typed {text}");
    }
    let angle = |w: &Window| w.state().app.document().body("box").expect("the box").angle;
    for (text, wanted) in [("30°", 30.0_f32), ("pi/3", 60.0), ("1 rad", 57.295_78), ("-45", -45.0)] {
        click_and_type(&mut w, "Angle", text);
        assert!((angle(&w).to_degrees() - wanted).abs() < 1e-3, "typed {text}: {}", angle(&w).to_degrees());
    }
}

/// A refused text vanished and left no trace; one beyond the bounds became another number: −0.5 m a radius of 1 mm.
#[test]
fn what_is_refused_is_said_beside_the_field_and_kept() {
    let mut w = open(with_box(1.0), 1280.0, 800.0);
    click_and_type(&mut w, "Width", "2 kg");
    assert_eq!(width(&w), 1.0);
    assert!(says(&w, |l| l.contains("Width") && l.contains("kg") && l.contains("It stays 1 m")), "the reason stands there");
    // What was typed is still in the field, selected: typing goes on, and the remark goes when it is right.
    event(&mut w, Event::Text("7".into()));
    event(&mut w, Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE });
    w.run();
    assert_eq!(width(&w), 7.0);
    assert!(!says(&w, |l| l.contains("kg is") || l.contains("It stays")));
    let bounds = [collidoscope::engine::tuning::MIN_SIZE, collidoscope::engine::tuning::MAX_SIZE].map(|bound| format!("{bound} m"));
    for (text, bound) in [("-0.5", &bounds[0]), ("0", &bounds[0]), ("900000", &bounds[1])] {
        let mut w = open(with_box(7.0), 1280.0, 800.0);
        click_and_type(&mut w, "Width", text);
        assert_eq!(width(&w), 7.0, "typed {text}");
        assert!(says(&w, |l| l.contains("Width") && l.contains(bound) && l.contains("It stays 7 m")), "typed {text}");
    }
}

#[test]
fn leaving_a_field_as_it_was_changes_nothing_and_esc_gives_up_what_was_typed() {
    let mut w = open(with_box(1.749_285_3), 1280.0, 800.0);
    click_and_type(&mut w, "Width", "");
    assert_eq!(width(&w), 1.749_285_3);
    let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Width").raw_bounds()).center();
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Primary, true);
    button(&mut w, at, PointerButton::Primary, false);
    event(&mut w, Event::Text("5".into()));
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_eq!(width(&w), 1.749_285_3);
    assert_eq!(w.state().app.undo_label(), Some("Add box"));
}

/// A click elsewhere and Tab end the typing like Enter does.
#[test]
fn a_number_counts_when_the_field_is_left_by_tab_or_by_a_click() {
    for by_tab in [true, false] {
        let mut w = open(with_box(1.0), 1280.0, 800.0);
        let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Width").raw_bounds()).center();
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Primary, true);
        button(&mut w, at, PointerButton::Primary, false);
        event(&mut w, Event::Text("3".into()));
        if by_tab {
            key(&mut w, Modifiers::NONE, Key::Tab);
        } else {
            let away = pos2(600.0, 200.0);
            event(&mut w, Event::PointerMoved(away));
            button(&mut w, away, PointerButton::Primary, true);
            button(&mut w, away, PointerButton::Primary, false);
            w.run();
        }
        assert_eq!(width(&w), 3.0, "by Tab: {by_tab}");
    }
}

/// 30° are radians of single precision, and back from there 30.0000008°.
#[test]
fn the_number_that_a_field_has_already_is_taken_without_a_word() {
    let mut w = open(with_box(1.0), 1280.0, 900.0);
    for text in ["30", "30", "45", "pi/4 rad", "-7.3", "-7.3"] {
        click_and_type(&mut w, "Angle", text);
        assert!(!says(&w, |l| l.contains("refused")), "typed {text}");
    }
}

/// Sub-steps typed as 1.5 became 2, without a word.
#[test]
fn a_broken_number_is_refused_where_whole_ones_count() {
    let steps = |w: &Window| w.state().app.document().world.substeps;
    for (text, wanted) in [("1.5", None), ("7/2", None), ("0.1*30", Some(3)), ("5.0", Some(5))] {
        let mut app = with_box(1.0);
        app.apply(ViewCommand::Select(Vec::new()));
        let mut w = open(app, 1280.0, 900.0);
        let before = steps(&w);
        click_and_type(&mut w, "Sub-steps", text);
        assert_eq!(steps(&w), wanted.unwrap_or(before), "typed {text}");
        let is_told = says(&w, |l| l.contains("is no whole number") && l.contains(&format!("It stays {before}")));
        assert_eq!(is_told, wanted.is_none(), "typed {text}");
    }
}

/// A turning of −11 rad/s stood in its field as −630.253575°/s: three figures more than it has.
#[test]
fn a_field_that_is_typed_into_holds_the_figures_that_are_stored() {
    let mut w = open(with_box(1.0), 1280.0, 1000.0);
    for (typed, held) in [("-630.253575", "−630.2536"), ("30", "30"), ("0.0123456", "0.0123456")] {
        click_and_type(&mut w, "Angular velocity", typed);
        let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Angular velocity").raw_bounds()).center();
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Primary, true);
        button(&mut w, at, PointerButton::Primary, false);
        w.run();
        let shown = w.query_all_by(|n| n.is_focused()).filter_map(|n| n.value()).collect::<Vec<_>>();
        assert!(shown.iter().any(|words| words == held), "{shown:?}, not {held}");
        key(&mut w, Modifiers::NONE, Key::Escape);
    }
}

/// The program refuses more than the field can know: what was typed was lost with it.
#[test]
fn a_number_that_the_program_refuses_comes_back_into_its_field() {
    let mut app = App::empty();
    let vertices = vec![Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(0.0, 1.0)];
    let shape = ShapeDoc::new(Geometry::Polygon { vertices, rounding: 0.0 });
    app.apply(DocumentCommand::Add(
        BodyDoc { id: "wedge".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() }.into(),
    ));
    let mut w = open(app, 1280.0, 900.0);
    click_and_type(&mut w, "Corner 3 y", "-1");
    assert!(says(&w, |l| l.contains("Corner 3 y: −1 m was refused") && l.contains("It stays 1 m")));
    let of = |w: &Window| w.state().app.document().body("wedge").expect("the wedge").shapes[0].geometry.clone();
    assert!(matches!(of(&w), Geometry::Polygon { vertices, .. } if vertices[2].y == 1.0));
    // What is said of a field ends with the edit of another: it stood there for the rest of the day.
    click_and_type(&mut w, "Friction", "0.7");
    assert!(!says(&w, |l| l.contains("It stays")));
}

/// Tab led from x to the next row, and to y at last: the row is filled from the right.
#[test]
fn tab_leads_from_x_to_y_and_on_to_the_next_row_and_back() {
    let mut w = open(with_box(1.0), 1280.0, 800.0);
    let at = rect_of(w.get_by_role_and_label(Role::SpinButton, "Position x").raw_bounds()).center();
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Primary, true);
    button(&mut w, at, PointerButton::Primary, false);
    let place = |w: &Window| w.state().app.document().body("box").map(|body| (body.position, body.angle.to_degrees())).expect("the box");
    event(&mut w, Event::Text("2".into()));
    key(&mut w, Modifiers::NONE, Key::Tab);
    event(&mut w, Event::Text("5".into()));
    key(&mut w, Modifiers::NONE, Key::Tab);
    assert_eq!(place(&w).0, Vec2::new(2.0, 5.0));
    event(&mut w, Event::Text("30".into()));
    key(&mut w, Modifiers::SHIFT, Key::Tab);
    assert!((place(&w).1 - 30.0).abs() < 1e-3, "{:?}", place(&w));
    event(&mut w, Event::Text("7".into()));
    key(&mut w, Modifiers::SHIFT, Key::Tab);
    event(&mut w, Event::Text("1".into()));
    event(&mut w, Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE });
    w.run();
    assert_eq!(place(&w).0, Vec2::new(1.0, 7.0));
}

/// The field had narrower bounds than the file: a scale of gravity of 500 became 100 when 600 was typed.
#[test]
fn a_field_takes_what_a_file_may_hold() {
    let mut app = with_box(1.0);
    let mut body = app.document().body("box").expect("the box").clone();
    body.gravity_scale = 500.0;
    app.apply(DocumentCommand::Edit { id: "box".into(), to: body.into(), gesture: 0 });
    app.apply(ViewCommand::Select(vec![Item::Body("box".into())]));
    let mut w = open(app, 1280.0, 1600.0);
    click_and_type(&mut w, "Gravity scale", "600");
    assert_eq!(w.state().app.document().body("box").expect("the box").gravity_scale, 600.0);
}
