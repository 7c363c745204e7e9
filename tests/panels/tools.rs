//! Tools, and what they do on the canvas.

use crate::kit::*;
use collidoscope::app::{Pointer, PointerEvent};

#[test]
fn every_tool_is_found_by_its_name_and_selected_by_a_click() {
    let mut w = window();
    let tools: Vec<&Tool> = tool::tools().rev().collect();
    assert_eq!(tools.len(), 28);
    for tool in tools {
        w.get_by_role_and_label(Role::RadioButton, tool.name).click();
        w.run();
        assert_eq!(w.state().app.tool(), tool);
    }
}

#[test]
fn every_tool_is_selected_by_its_key_and_esc_returns_to_select() {
    let mut w = window();
    for tool in tool::tools() {
        // All letters are taken: the gear has none, and is found on the rail and by its name.
        if tool.key == ' ' {
            assert_eq!(tool.id, "gear");
            continue;
        }
        key(&mut w, Modifiers::NONE, Key::from_name(&tool.key.to_string()).expect("a letter"));
        assert_eq!(w.state().app.tool(), tool);
    }
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_eq!(w.state().app.tool().id, "select");
}

#[test]
fn no_two_actions_share_a_shortcut() {
    let table = actions::actions();
    let mut seen: Vec<(&str, egui::KeyboardShortcut)> = Vec::new();
    for action in table {
        for shortcut in action.shortcuts() {
            if let Some((other, _)) = seen.iter().find(|(_, s)| *s == shortcut) {
                panic!("{} and {other} share {shortcut:?}", action.name);
            }
            seen.push((&action.name, shortcut));
        }
    }
    assert!(seen.len() > 40, "the table is not empty");
}

#[test]
fn a_circle_is_dropped_by_dragging_on_the_canvas_and_taken_back_by_undo() {
    let mut w = window();
    click(&mut w, "Circle");
    let (from, to) = (on_screen(&w, Vec2::new(1.0, 4.0)), on_screen(&w, Vec2::new(1.8, 4.0)));
    drag(&mut w, from, to, PointerButton::Primary);
    let circle = w.state().app.document().bodies.last().expect("a body").clone();
    assert_eq!(circle.kind, BodyKind::Dynamic);
    let Geometry::Circle { radius, .. } = circle.shapes[0].geometry else { panic!("a circle, not {:?}", circle.shapes) };
    // A point of the screen is about 2 cm here.
    assert!((radius - 0.8).abs() < 0.03 && (circle.position - Vec2::new(1.0, 4.0)).length() < 0.03, "{circle:?}");
    assert_eq!(w.state().app.selection(), [Item::Body(circle.id.clone())]);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(w.state().app.document().body(&circle.id).is_none());
}

#[test]
fn press_and_release_within_one_frame_still_drop_a_body() {
    let mut w = window();
    click(&mut w, "Box");
    let at = on_screen(&w, Vec2::new(0.0, 5.0));
    let press = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    let before = w.state().app.document().bodies.len();
    w.input_mut().events.extend([Event::PointerMoved(at), press(true), press(false)]);
    w.step();
    assert_eq!(w.state().app.document().bodies.len(), before + 1);
}

#[test]
fn a_press_on_a_panel_or_chip_never_reaches_the_canvas() {
    let mut w = window();
    click(&mut w, "Circle");
    let before = w.state().app.document().bodies.len();
    for label in ["Velocity", "Play", "Box"] {
        let at = bounds(&w, label).center();
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Primary, true);
        button(&mut w, at, PointerButton::Primary, false);
        w.run();
    }
    assert_eq!(w.state().app.document().bodies.len(), before);
    assert_eq!(w.state().app.lenses(), ["velocity"]);
    assert!(w.state().app.is_playing());
    assert_eq!(w.state().app.tool().id, "box");
}

#[test]
fn a_drag_that_leaves_the_canvas_ends_where_the_button_is_released() {
    let mut w = window();
    click(&mut w, "Circle");
    let from = on_screen(&w, Vec2::new(0.0, 4.0));
    let over_inspector = pos2(1200.0, from.y);
    drag(&mut w, from, over_inspector, PointerButton::Primary);
    let Geometry::Circle { radius, .. } = w.state().app.document().bodies.last().expect("a body").shapes[0].geometry else {
        panic!("a circle")
    };
    let expected = (over_inspector.x - from.x) * w.state().app.camera().metres_per_px();
    assert!((radius - expected).abs() < 0.05, "{radius} against {expected}");
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_a_right_drag_pans() {
    let mut w = window();
    let at = on_screen(&w, Vec2::new(2.0, 5.0));
    event(&mut w, Event::PointerMoved(at));
    let before = w.state().app.camera().height;
    w.input_mut().events.push(Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta: vec2(0.0, 120.0), modifiers: Modifiers::NONE });
    w.run_steps(20);
    assert!(w.state().app.camera().height < before * 0.8);
    let after = on_screen(&w, Vec2::new(2.0, 5.0));
    assert!(after.distance(at) < 0.5, "the point under the pointer moved from {at:?} to {after:?}");
    drag(&mut w, at, at + vec2(60.0, -30.0), PointerButton::Secondary);
    let panned = on_screen(&w, Vec2::new(2.0, 5.0));
    assert!(panned.distance(after + vec2(60.0, -30.0)) < 1.0, "{panned:?}");
}

#[test]
fn a_double_click_on_empty_space_fits_everything() {
    let mut w = window();
    w.state_mut().app.apply(ViewCommand::Zoom { factor: 0.01, at: Vec2::ZERO });
    w.run();
    let far = w.state().app.camera().height;
    let at = w.state().ui.canvas.expect("shown").center() - vec2(0.0, 150.0);
    event(&mut w, Event::PointerMoved(at));
    // In one frame: the harness lets a quarter of a second pass between frames.
    let press = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    w.input_mut().events.extend([true, false, true, false].map(press));
    w.step();
    assert!(w.state().app.camera().height < far / 10.0);
}

#[test]
fn the_context_menu_makes_a_body_static_and_pins_it() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    app.apply(DocumentCommand::Add(crate_at("lid", 3.0, 3.0).into()));
    app.apply(ViewCommand::Select(Vec::new()));
    let mut w = open(app, 1280.0, 800.0);
    for (x, entry) in [(0.0, "Make static"), (3.0, "Pin to the world here")] {
        let at = on_screen(&w, Vec2::new(x, 3.0));
        event(&mut w, Event::PointerMoved(at));
        button(&mut w, at, PointerButton::Secondary, true);
        button(&mut w, at, PointerButton::Secondary, false);
        w.run();
        click(&mut w, entry);
        assert!(w.query_by_label(entry).is_none(), "the menu closes");
    }
    let document = w.state().app.document();
    assert_eq!(document.body("box").map(|b| b.kind), Some(BodyKind::Static));
    assert_eq!(document.joints[0].body_b, "lid");
    assert!(matches!(document.joints[0].kind, JointKind::Revolute(_)));
}

#[test]
fn a_contact_under_the_pointer_shows_its_card_and_look_inside_opens_the_microscope() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(RunCommand::Play);
    w.run();
    let point = w
        .state()
        .app
        .stage()
        .world()
        .contacts()
        .iter()
        .find(|c| c.count > 0)
        .map(|c| (c.points()[0].position, (c.collider_a, c.collider_b)));
    let (position, pair) = point.expect("a contact");
    let at = on_screen(&w, position);
    event(&mut w, Event::PointerMoved(at));
    w.run();
    click(&mut w, "Look inside");
    let app = &w.state().app;
    assert!(!app.is_playing());
    assert_eq!(app.bench().map(|bench| bench.microscope().id), Some("sat"));
    assert_eq!(app.pair(), Some(pair));
    assert!(app.is_pair_chosen());
}

#[test]
fn arrows_nudge_the_selection_and_a_held_arrow_is_one_undo() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    let mut w = open(app, 1280.0, 800.0);
    let right = |pressed| Event::Key { key: Key::ArrowRight, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    for pressed in [true, true, true, false] {
        event(&mut w, right(pressed));
    }
    let x = |w: &Window| w.state().app.document().body("box").expect("the box").position.x;
    assert!(x(&w) > 0.05, "{}", x(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(x(&w), 0.0);
}

/// A drag that began within a third of a second of a press nearby was taken for a double click: nothing was dragged,
/// and the view jumped.
#[test]
fn a_drag_right_after_a_click_is_a_drag_and_no_double_click() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    app.apply(ViewCommand::Select(Vec::new()));
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let (at, before) = (on_screen(&w, Vec2::new(0.0, 3.0)), w.state().app.camera().height);
    let press = |pressed, pos| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    event(&mut w, Event::PointerMoved(at));
    let to = at + vec2(80.0, 0.0);
    // In one frame: the harness lets a quarter of a second pass between frames.
    let half = Event::PointerMoved(at + vec2(40.0, 0.0));
    w.input_mut().events.extend([press(true, at), press(false, at), press(true, at), half, Event::PointerMoved(to), press(false, to)]);
    w.step();
    w.run();
    let x = w.state().app.document().body("box").expect("the box").position.x;
    assert!(x > 0.5, "it was dragged by {x} m");
    assert_eq!(w.state().app.camera().height, before);
}

/// A second press that is held grabs, without waiting for the release.
#[test]
fn a_second_press_that_lasts_is_a_press() {
    let mut w = window();
    w.state_mut().app.apply(ToolCommand::Choose("circle".into()));
    w.run();
    let at = w.state().ui.canvas.expect("shown").center() - vec2(0.0, 150.0);
    let press = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    event(&mut w, Event::PointerMoved(at));
    let bodies = w.state().app.document().bodies.len();
    w.input_mut().events.extend([true, false, true].map(press));
    (0..4).for_each(|_| w.step());
    event(&mut w, Event::PointerMoved(at + vec2(60.0, 0.0)));
    event(
        &mut w,
        Event::PointerButton { pos: at + vec2(60.0, 0.0), button: PointerButton::Primary, pressed: false, modifiers: Modifiers::NONE },
    );
    assert_eq!(w.state().app.document().bodies.len(), bodies + 2, "a click and a drag make a circle each");
}

/// A drawing with its first points: of a curve, a terrain, a polygon.
fn drawn(tool: &str, points: usize) -> App {
    let mut app = App::empty();
    draw_with(&mut app, tool, points);
    app
}

fn draw_with(app: &mut App, tool: &str, points: usize) {
    app.apply(ToolCommand::Choose(tool.into()));
    for (x, y) in [(0.0, 2.0), (2.0, 2.0), (1.0, 4.0)].into_iter().take(points) {
        let at = Pointer { world: Vec2::new(x, y), ..Pointer::default() };
        for event in [PointerEvent::Move(at), PointerEvent::Press(at), PointerEvent::Release(at)] {
            app.apply(ToolCommand::Pointer(event));
        }
    }
}

/// Another tool, a new scene and the end of the program threw away what was being drawn, and did not ask.
#[test]
fn what_is_being_drawn_outlasts_another_tool_and_is_asked_for_at_the_end() {
    let things = |app: &App| app.document().bodies.len() + app.document().curves.len();
    for (tool, least) in [("curve", 2), ("wall", 2), ("polygon", 3)] {
        for points in 1..=3 {
            let mut app = drawn(tool, points);
            let before = things(&app);
            app.apply(ToolCommand::Choose("circle".into()));
            assert_eq!(things(&app) - before, usize::from(points >= least), "{tool} of {points} points");
            assert!(app.take_notices().is_empty(), "{tool} of {points} points");
            app.apply(HistoryCommand::Undo);
            assert_eq!(things(&app), before);
        }
        for leaving in [FileCommand::Quit, FileCommand::New] {
            let mut app = drawn(tool, 3);
            app.apply(leaving);
            assert!(matches!(app.prompt(), Some(Prompt::Unsaved { .. })), "{tool}: {:?}", app.prompt());
        }
        let mut app = drawn(tool, 3);
        let before = things(&app);
        (0..2).for_each(|_| app.apply(ToolCommand::Cancel));
        assert_eq!((things(&app), app.tool().id), (before, "select"), "Esc gives it up");
    }
}

/// R in the middle of a terrain threw all of its corners away, as did going to another run and redo.
#[test]
fn what_is_being_drawn_outlasts_a_reset_and_redo() {
    for (tool, points) in [("curve", 3), ("wall", 3), ("polygon", 3)] {
        let mut app = App::empty();
        app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
        app.apply(HistoryCommand::Undo);
        app.apply(RunCommand::StepForward);
        draw_with(&mut app, tool, points);
        app.apply(RunCommand::Reset);
        assert_eq!((app.stage().step_count(), app.undo_label()), (0, Some("point")), "{tool}");
        app.apply(ToolCommand::Confirm { otherwise: None });
        assert_eq!(app.document().bodies.len() + app.document().curves.len(), 2, "{tool}");
    }
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
    app.apply(HistoryCommand::Undo);
    draw_with(&mut app, "wall", 3);
    app.apply(HistoryCommand::Redo);
    assert!(app.document().body("crate").is_some());
    app.apply(ToolCommand::Confirm { otherwise: None });
    assert_eq!(app.document().bodies.last().expect("a terrain").shapes.len(), 2);
}

/// Ctrl+Z in the middle of a terrain threw all of its corners away, and took back what was done before it, too.
#[test]
fn undo_in_the_middle_of_a_drawing_takes_back_the_last_point() {
    let mut app = drawn("wall", 3);
    app.apply(HistoryCommand::Undo);
    app.apply(ToolCommand::Confirm { otherwise: None });
    let terrain = app.document().bodies.last().expect("a terrain");
    assert_eq!(terrain.shapes.len(), 1, "one wall between two corners");
    let mut app = drawn("wall", 3);
    app.apply(DocumentCommand::Add(crate_at("crate", 0.0, 3.0).into()));
    for _ in 0..3 {
        assert_eq!(app.undo_label(), Some("point"));
        app.apply(HistoryCommand::Undo);
    }
    assert!(app.document().body("crate").is_some());
    app.apply(HistoryCommand::Undo);
    assert!(app.document().body("crate").is_none(), "after the points it is the turn of what was before");
}
