//! The panels as a person (or a screen reader) meets them: found by label, clicked, typed into. No window, no GPU.

use collidoscope::app::{App, Command, Effect, Item, NoticeKind, Prompt, ToolKind};
use collidoscope::draw::palette::Theme;
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, JointKindDoc, LauncherDoc, ShapeDoc};
use collidoscope::ui::{Ui, actions};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

struct Sandbox {
    ui: Ui,
    app: App,
}

type Window = Harness<'static, Sandbox>;

fn open(app: App, width: f32, height: f32) -> Window {
    let show = |ctx: &egui::Context, s: &mut Sandbox| s.ui.show(ctx, &mut s.app);
    Harness::builder().with_size(vec2(width, height)).with_max_steps(20).build_state(show, Sandbox { ui: Ui::default(), app })
}

fn window() -> Window {
    open(App::empty(), 1280.0, 800.0)
}

fn crate_at(id: &str, x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Box { width: 1.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    BodyDoc { id: id.into(), position: Vec2::new(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

/// Two crates, one on the other, after some steps: two contacts.
fn stack() -> App {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("lower", 0.0, 0.5)));
    app.apply(Command::AddBody(crate_at("upper", 0.1, 1.5)));
    app.apply(Command::Select(Vec::new()));
    for _ in 0..20 {
        app.apply(Command::StepForward);
    }
    assert!(app.stage().world().contacts().iter().filter(|c| c.count > 0).count() >= 2, "the crates rest on each other and on the ground");
    app
}

fn click(w: &mut Window, label: &str) {
    w.get_by_label(label).click();
    w.run();
}

fn key(w: &mut Window, modifiers: Modifiers, key: Key) {
    if modifiers.is_none() {
        w.press_key(key);
    } else {
        w.press_key_modifiers(modifiers, key);
    }
    w.run();
}

fn event(w: &mut Window, event: Event) {
    w.input_mut().events.push(event);
    w.step();
}

fn button(w: &mut Window, pos: Pos2, button: PointerButton, pressed: bool) {
    event(w, Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
}

fn drag(w: &mut Window, from: Pos2, to: Pos2, with: PointerButton) {
    event(w, Event::PointerMoved(from));
    button(w, from, with, true);
    for i in 1..=4 {
        event(w, Event::PointerMoved(from + (to - from) * (i as f32 / 4.0)));
    }
    button(w, to, with, false);
    w.run();
}

/// A world point on the screen.
fn on_screen(w: &Window, world: Vec2) -> Pos2 {
    let canvas = w.state().ui.canvas.expect("the canvas is shown");
    let local = w.state().app.camera().to_screen(world);
    canvas.min + vec2(local.x, local.y)
}

fn bounds(w: &Window, label: &str) -> Rect {
    rect_of(w.get_by_label(label).raw_bounds())
}

fn rect_of(bounds: Option<egui::accesskit::Rect>) -> Rect {
    let b = bounds.expect("it is shown");
    Rect::from_min_max(pos2(b.x0 as f32, b.y0 as f32), pos2(b.x1 as f32, b.y1 as f32))
}

/// True when some text on the screen passes the test.
fn says(w: &Window, wanted: impl Fn(&str) -> bool) -> bool {
    w.query_all_by(|n| n.label().or(n.value()).is_some_and(|l| wanted(&l))).next().is_some()
}

/// Types a number into a field of the inspector, as a person does: click, type, Enter.
fn type_number(w: &mut Window, label: &str, text: &str) {
    w.get_by_role_and_label(Role::SpinButton, label).click();
    w.run();
    key(w, Modifiers::COMMAND, Key::A);
    w.get_by_role_and_label(Role::SpinButton, label).type_text(text);
    w.run();
    key(w, Modifiers::NONE, Key::Enter);
}

fn warnings(w: &mut Window) -> Vec<String> {
    w.state_mut().app.take_notices().into_iter().filter(|n| n.kind != NoticeKind::Done).map(|n| n.text).collect()
}

// ---- tools

#[test]
fn every_tool_is_found_by_its_name_and_selected_by_a_click() {
    let mut w = window();
    let tools: Vec<ToolKind> = ToolKind::GROUPS.iter().flat_map(|g| g.iter().copied()).rev().collect();
    assert_eq!(tools.len(), 14);
    for tool in tools {
        w.get_by_role_and_label(Role::RadioButton, tool.name()).click();
        w.run();
        assert_eq!(w.state().app.tool(), tool);
    }
}

#[test]
fn every_tool_is_selected_by_its_key_and_esc_returns_to_select() {
    let mut w = window();
    for tool in ToolKind::GROUPS.iter().flat_map(|g| g.iter().copied()) {
        key(&mut w, Modifiers::NONE, Key::from_name(&tool.key().to_string()).expect("a letter"));
        assert_eq!(w.state().app.tool(), tool);
    }
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_eq!(w.state().app.tool(), ToolKind::Select);
}

#[test]
fn no_two_actions_share_a_shortcut() {
    let table = actions::actions();
    let mut seen: Vec<(&str, egui::KeyboardShortcut)> = Vec::new();
    for action in table {
        if let Some(shortcut) = action.shortcut {
            if let Some((other, _)) = seen.iter().find(|(_, s)| *s == shortcut) {
                panic!("{} and {other} share {shortcut:?}", action.name);
            }
            seen.push((&action.name, shortcut));
        }
    }
    assert!(seen.len() > 40, "the table is not empty");
}

// ---- the canvas

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
    assert_eq!(w.state().app.tool(), ToolKind::Box);
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
    w.state_mut().app.apply(Command::Zoom { factor: 0.01, at: Vec2::ZERO });
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
    app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    app.apply(Command::AddBody(crate_at("lid", 3.0, 3.0)));
    app.apply(Command::Select(Vec::new()));
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
    assert!(matches!(document.joints[0].kind, JointKindDoc::Revolute { .. }));
}

#[test]
fn a_contact_under_the_pointer_shows_its_card_and_look_inside_opens_the_microscope() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(Command::Play);
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
    app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
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

// ---- time

#[test]
fn the_transport_plays_pauses_steps_and_resets() {
    let mut w = open(stack(), 1280.0, 800.0);
    click(&mut w, "Play");
    assert!(w.state().app.is_playing());
    click(&mut w, "Pause");
    assert!(!w.state().app.is_playing());
    click(&mut w, "Step forward");
    assert_eq!(w.state().app.stage().step_count(), 21);
    click(&mut w, "Step back");
    click(&mut w, "Step back");
    assert_eq!(w.state().app.stage().step_count(), 19);
    click(&mut w, "Reset");
    assert_eq!(w.state().app.stage().step_count(), 0);
    assert_eq!(w.state().app.document().bodies.len(), 3, "reset keeps what was made");
}

#[test]
fn keys_play_step_and_reset() {
    let mut w = window();
    key(&mut w, Modifiers::NONE, Key::Space);
    assert!(w.state().app.is_playing());
    key(&mut w, Modifiers::NONE, Key::Period);
    key(&mut w, Modifiers::NONE, Key::Period);
    assert!(!w.state().app.is_playing());
    assert_eq!(w.state().app.stage().step_count(), 2);
    key(&mut w, Modifiers::NONE, Key::Comma);
    assert_eq!(w.state().app.stage().step_count(), 1);
    key(&mut w, Modifiers::NONE, Key::R);
    assert_eq!(w.state().app.stage().step_count(), 0);
}

#[test]
fn dragging_the_timeline_seeks() {
    let mut w = open(stack(), 1280.0, 800.0);
    let line = bounds(&w, "Timeline");
    drag(&mut w, line.right_center() - vec2(10.0, 0.0), line.center(), PointerButton::Primary);
    assert_eq!(w.state().app.stage().step_count(), 10, "the middle of 20 steps");
    assert_eq!(w.state().app.timeline().last_step(), 20, "the future is kept");
}

#[test]
fn the_speed_menu_sets_the_speed() {
    let mut w = window();
    click(&mut w, "Speed");
    click(&mut w, "×0.25");
    assert_eq!(w.state().app.speed(), 0.25);
    key(&mut w, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(w.state().app.speed(), 0.5);
}

// ---- lenses

#[test]
fn each_chip_switches_its_lens_on_and_off() {
    let mut w = open(stack(), 1280.0, 800.0);
    for lens in collidoscope::lens::lenses() {
        w.get_by_role_and_label(Role::CheckBox, lens.name).click();
        w.run();
        assert_eq!(w.state().app.lenses(), [lens.id]);
        let line = format!("{}: {}", lens.name, lens.explanation);
        assert!(w.query_by_label(&line).is_some(), "the legend explains {}", lens.name);
        w.get_by_role_and_label(Role::CheckBox, lens.name).click();
        w.run();
        assert!(w.state().app.lenses().is_empty());
    }
}

#[test]
fn the_card_steps_through_the_turns_and_shows_the_difference() {
    let mut w = open(stack(), 1280.0, 800.0);
    click(&mut w, "Minkowski");
    assert!(w.query_by_label("Minkowski difference").is_some());
    assert!(w.state().ui.picture.marks.iter().any(|m| m.sheet == collidoscope::draw::Sheet::Difference));
    let count = collidoscope::lens::turn_count("minkowski", &w.state().app.lens_input());
    assert!(count > 1, "overlapping boxes take several turns, not {count}");
    click(&mut w, "Next turn");
    assert_eq!(w.state().app.turn(), 1);
    for _ in 0..count + 2 {
        click(&mut w, "Next turn");
    }
    assert_eq!(w.state().app.turn(), count - 1, "it ends at the last turn");
    click(&mut w, "Previous turn");
    assert_eq!(w.state().app.turn(), count - 2);
}

#[test]
fn two_selected_bodies_can_be_watched_and_let_go() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(Command::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    w.run();
    click(&mut w, "Watch this pair");
    assert!(w.state().app.is_pair_chosen());
    let (a, b) = w.state().app.pair().expect("a pair");
    let names = w.state().app.stage().names();
    assert_eq!((names.body_name(a.body), names.body_name(b.body)), (Some("lower"), Some("upper")));
    click(&mut w, "SAT axes");
    click(&mut w, "Follow the deepest contact");
    assert!(!w.state().app.is_pair_chosen());
}

// ---- menus, palette, windows

#[test]
fn menus_show_what_would_be_undone_and_do_it() {
    let mut w = window();
    w.state_mut().app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    w.run();
    click(&mut w, "Edit");
    click(&mut w, "Undo Add box");
    assert!(w.state().app.document().body("box").is_none());
    click(&mut w, "Edit");
    click(&mut w, "Redo Add box");
    assert!(w.state().app.document().body("box").is_some());
    click(&mut w, "View");
    click(&mut w, "Light theme");
    assert_eq!(w.state().app.theme(), Theme::Light);
    click(&mut w, "View");
    click(&mut w, "Grid");
    assert!(!w.state().app.grid());
}

#[test]
fn the_palette_finds_by_a_few_letters_and_runs() {
    let mut w = window();
    key(&mut w, Modifiers::COMMAND, Key::K);
    w.get_by_role_and_label(Role::TextInput, "Find a command").type_text("proj them");
    w.run();
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(w.state().app.theme(), Theme::Projector);
    assert!(w.query_by_role_and_label(Role::TextInput, "Find a command").is_none(), "it closes");
}

#[test]
fn letters_typed_into_the_palette_are_no_tool_keys() {
    let mut w = window();
    key(&mut w, Modifiers::COMMAND, Key::K);
    key(&mut w, Modifiers::NONE, Key::C);
    assert_eq!(w.state().app.tool(), ToolKind::Select);
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_role_and_label(Role::TextInput, "Find a command").is_none());
    key(&mut w, Modifiers::NONE, Key::C);
    assert_eq!(w.state().app.tool(), ToolKind::Circle);
}

#[test]
fn the_picker_opens_a_scene() {
    let mut w = window();
    click(&mut w, "File");
    click(&mut w, "Scenes…");
    let second = collidoscope::scene::shipped::scenes()[1];
    let title = collidoscope::scene::file::parse(second.json.as_bytes()).expect("a shipped scene is sound").title;
    click(&mut w, &title);
    assert_eq!(w.state().app.document().title, title);
    assert!(w.query_by_label("Open a file…").is_none(), "the picker closes");
}

#[test]
fn the_picker_is_walked_by_the_arrow_keys() {
    let mut w = window();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::O);
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    key(&mut w, Modifiers::NONE, Key::ArrowRight);
    key(&mut w, Modifiers::NONE, Key::ArrowLeft);
    key(&mut w, Modifiers::NONE, Key::Enter);
    let second = collidoscope::scene::shipped::scenes()[1];
    let expected = collidoscope::scene::file::parse(second.json.as_bytes()).expect("sound");
    assert_eq!(w.state().app.document().bodies, expected.bodies);
}

#[test]
fn help_opens_by_f1_and_lists_the_keys_of_the_table() {
    let mut w = window();
    key(&mut w, Modifiers::NONE, Key::F1);
    for words in ["Frame all", "adds to the selection", "moves the view"] {
        assert!(w.query_by_label(words).is_some(), "{words}");
    }
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("moves the view").is_none());
}

#[test]
fn unsaved_changes_are_asked_about_and_each_answer_is_taken() {
    for (answer, quits, asks) in [("Discard", true, false), ("Cancel", false, false), ("Save", false, true)] {
        let mut w = window();
        w.state_mut().app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
        key(&mut w, Modifiers::COMMAND, Key::Q);
        assert!(matches!(w.state().app.prompt(), Some(Prompt::Unsaved { .. })));
        click(&mut w, answer);
        assert_eq!(w.state().app.prompt().is_some(), asks, "the question waits until the scene is saved");
        let effects = w.state_mut().app.take_effects();
        assert_eq!(effects.contains(&Effect::Quit), quits, "{answer}");
        assert_eq!(effects.iter().any(|e| matches!(e, Effect::AskSave { .. })), asks, "{answer}");
    }
}

#[test]
fn while_a_question_waits_keys_do_nothing_else_and_esc_stays() {
    let mut w = window();
    w.state_mut().app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    w.state_mut().app.apply(Command::New);
    w.run();
    key(&mut w, Modifiers::NONE, Key::Delete);
    key(&mut w, Modifiers::NONE, Key::C);
    assert!(w.state().app.document().body("box").is_some());
    assert_eq!(w.state().app.tool(), ToolKind::Select);
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.prompt().is_none());
    assert!(w.state().app.document().body("box").is_some());
}

#[test]
fn a_deletion_is_told_with_a_way_back() {
    let mut w = window();
    w.state_mut().app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    w.run();
    key(&mut w, Modifiers::NONE, Key::Delete);
    assert!(w.state().app.document().body("box").is_none());
    assert!(w.query_by_label("Deleted box").is_some());
    click(&mut w, "Undo");
    assert!(w.state().app.document().body("box").is_some());
}

#[test]
fn all_problems_of_a_bad_file_are_listed_in_a_window() {
    let mut w = window();
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
        { "id": "a", "shapes": [{ "circle": { "radius": -1 } }] },
        { "id": "a", "shapes": [{ "circle": { "radius": 1 } }] },
        { "id": "c", "shapes": [{ "box": { "width": 0, "height": 1 } }] } ] }"#;
    w.state_mut().app.apply(Command::Loaded { path: Some("bad.json".into()), bytes: Ok(text.as_bytes().to_vec()) });
    w.run();
    let radius = says(&w, |l| l.contains("radius"));
    let width = says(&w, |l| l.contains("width"));
    assert!(radius && width, "both problems are named");
    click(&mut w, "Close");
    assert!(w.query_by_label("Copy text").is_none());
}

// ---- the inspector

#[test]
fn typing_a_radius_changes_the_shape_and_undo_restores_it() {
    let mut app = App::empty();
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    app.apply(Command::AddBody(BodyDoc { id: "ball".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() }));
    let mut w = open(app, 1280.0, 800.0);
    let radius = |w: &Window| match w.state().app.document().body("ball").expect("the ball").shapes[0].geometry {
        Geometry::Circle { radius, .. } => radius,
        _ => panic!("a circle"),
    };
    type_number(&mut w, "Radius", "1.25");
    assert_eq!(radius(&w), 1.25);
    type_number(&mut w, "Radius", "-3");
    assert_eq!(radius(&w), collidoscope::engine::tuning::MIN_SIZE, "what is out of range is clamped");
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(radius(&w), 1.25);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(radius(&w), 0.5);
}

#[test]
fn dragging_a_number_is_one_undo() {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    let mut w = open(app, 1280.0, 800.0);
    let field = rect_of(w.get_by_role_and_label(Role::SpinButton, "Width").raw_bounds());
    drag(&mut w, field.center(), field.center() + vec2(80.0, 0.0), PointerButton::Primary);
    let width = |w: &Window| match w.state().app.document().body("box").expect("the box").shapes[0].geometry {
        Geometry::Box { width, .. } => width,
        _ => panic!("a box"),
    };
    assert!(width(&w) > 1.2, "{}", width(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(width(&w), 1.0);
}

#[test]
fn angles_are_shown_in_degrees_and_stored_in_radians() {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    let mut w = open(app, 1280.0, 800.0);
    type_number(&mut w, "Angle", "90");
    let angle = w.state().app.document().body("box").expect("the box").angle;
    assert!((angle - std::f32::consts::FRAC_PI_2).abs() < 1e-6, "{angle}");
}

#[test]
fn a_new_name_is_carried_everywhere_and_a_taken_one_is_refused_in_words() {
    let mut app = stack();
    app.apply(Command::Reset);
    app.apply(Command::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    for (name, accepted) in [("ground", false), ("attic", true)] {
        w.get_by_role_and_label(Role::TextInput, "Id").simulate_click();
        w.run();
        key(&mut w, Modifiers::COMMAND, Key::A);
        w.get_by_role_and_label(Role::TextInput, "Id").type_text(name);
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
        assert_eq!(w.state().app.selection() == [Item::Body(name.into())], accepted, "{name}");
    }
    assert!(w.query_by_label("The name \"ground\" is taken.").is_some());
    assert!(w.state().app.document().body("upper").is_none());
}

#[test]
fn while_a_run_is_under_way_now_and_start_are_shown_apart() {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("box", 0.0, 5.0)));
    let mut w = open(app, 1280.0, 800.0);
    assert!(w.query_by_label("NOW").is_none());
    for _ in 0..30 {
        w.state_mut().app.apply(Command::StepForward);
    }
    w.run();
    assert!(w.query_by_label("NOW").is_some() && w.query_by_label("START").is_some());
    assert!(w.query_by_label("Kinetic energy").is_some());
}

#[test]
fn limits_and_motor_of_a_joint_are_switched_on_and_edited() {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("arm", 0.0, 3.0)));
    let kind = JointKindDoc::Revolute { anchor: Vec2::new(0.0, 3.0), limits: None, motor: None, spring: None };
    app.apply(Command::AddJoint(JointDoc { id: "hinge".into(), body_a: None, body_b: "arm".into(), kind, collide_connected: false }));
    let mut w = open(app, 1280.0, 1200.0);
    w.get_by_role_and_label(Role::CheckBox, "Motor").click();
    w.run();
    w.get_by_role_and_label(Role::CheckBox, "Limits").click();
    w.run();
    type_number(&mut w, "Upper", "30");
    type_number(&mut w, "Strongest torque", "55");
    let JointKindDoc::Revolute { limits: Some(limits), motor: Some(motor), .. } = w.state().app.document().joints[0].kind else {
        panic!("limits and motor are on: {:?}", w.state().app.document().joints[0])
    };
    assert!((limits.upper - 30.0_f32.to_radians()).abs() < 1e-6, "{limits:?}");
    assert_eq!(motor.max_effort, 55.0);
    assert!(w.query_by_label("Torque").is_some(), "what it carries is shown");
}

#[test]
fn a_launcher_fires_and_says_when_it_has_no_solution() {
    let mut app = App::empty();
    let mut runaway = crate_at("runaway", 5.0, 5.0);
    (runaway.linear_velocity, runaway.gravity_scale) = (Vec2::new(60.0, 0.0), 0.0);
    app.apply(Command::AddBody(runaway));
    let launcher = LauncherDoc { id: "gun".into(), target: Some("runaway".into()), speed: 10.0, ..LauncherDoc::default() };
    app.apply(Command::AddLauncher(launcher));
    let mut w = open(app, 1280.0, 1200.0);
    assert!(says(&w, |l| l.starts_with("No solution:")));
    type_number(&mut w, "Speed", "300");
    assert!(says(&w, |l| l.starts_with("Meets the target in")));
    click(&mut w, "Fire");
    assert_eq!(w.state().app.stage().shots().len(), 1);
    assert!(w.query_by_label("Shot 1").is_some());
}

#[test]
fn world_settings_are_shown_when_nothing_is_selected_and_edits_undo() {
    let mut w = open(App::empty(), 1280.0, 1100.0);
    type_number(&mut w, "Gravity y", "-1.62");
    assert_eq!(w.state().app.document().world.gravity.y, -1.62);
    for label in ["Warm starting", "Accumulation", "Relaxing"] {
        w.get_by_role_and_label(Role::CheckBox, label).click();
        w.run();
    }
    let world = w.state().app.document().world;
    assert_eq!((world.warm_starting, world.accumulation, world.relaxing), (false, false, false));
    w.get_by_role_and_label(Role::ComboBox, "Narrow phase").click();
    w.run();
    click(&mut w, "GJK + EPA");
    assert_eq!(w.state().app.document().world.narrow_phase, collidoscope::engine::narrow::NarrowPhase::GjkEpa);
    for _ in 0..5 {
        key(&mut w, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(w.state().app.document().world, Default::default());
}

#[test]
fn several_bodies_change_their_kind_in_one_undo() {
    let mut app = stack();
    app.apply(Command::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    click(&mut w, "Static");
    let kinds = |w: &Window| w.state().app.document().bodies.iter().map(|b| b.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&w), [BodyKind::Static; 3]);
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(kinds(&w), [BodyKind::Static, BodyKind::Dynamic, BodyKind::Dynamic]);
}

#[test]
fn a_corner_that_would_spoil_a_polygon_is_refused_and_the_shape_stays() {
    let mut app = App::empty();
    let vertices = vec![Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)];
    let shape = ShapeDoc::new(Geometry::Polygon { vertices: vertices.clone(), rounding: 0.0 });
    app.apply(Command::AddBody(BodyDoc { id: "tri".into(), position: Vec2::new(0.0, 3.0), shapes: vec![shape], ..BodyDoc::default() }));
    let mut w = open(app, 1280.0, 1100.0);
    type_number(&mut w, "Corner 3 y", "0");
    let Geometry::Polygon { vertices: now, .. } = &w.state().app.document().body("tri").expect("it").shapes[0].geometry else { panic!() };
    assert_eq!(*now, vertices);
    let told = says(&w, |l| l.contains("was refused"));
    assert!(told, "the refusal is said: {:?}", warnings(&mut w));
}

// ---- sizes and themes

#[test]
fn layers_are_switched_one_by_one_and_each_click_is_one_undo() {
    let mut app = stack();
    app.apply(Command::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 900.0);
    let filter = |w: &Window| w.state().app.document().body("upper").unwrap().shapes[0].filter;
    assert!(w.query_by_label("Touches layer 1").is_none(), "closed while it is the usual filter");
    click(&mut w, "Collision layers");
    let (first, last) = (bounds(&w, "On layer 1"), bounds(&w, "On layer 16"));
    assert!(first.right() < last.left() && last.right() <= 1280.0 && first.left() > 1280.0 - 304.0 + 60.0, "{first:?} {last:?}");
    assert_eq!(first.left(), bounds(&w, "Touches layer 1").left(), "layers stand below each other");
    click(&mut w, "On layer 3");
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX });
    click(&mut w, "Touches layer 1");
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX - 1 });
    // The crate below and the ground are on layer 1.
    w.state_mut().app.apply(Command::StepForward);
    let upper = w.state().app.stage().names().body_id("upper").unwrap();
    assert!(w.state().app.stage().world().contacts().iter().all(|c| c.collider_a.body != upper && c.collider_b.body != upper));
    w.state_mut().app.apply(Command::Undo);
    w.run();
    assert_eq!(filter(&w), CollisionFilter { layers: 0b101, collides_with: u16::MAX });
    w.state_mut().app.apply(Command::Undo);
    w.run();
    assert_eq!(filter(&w), CollisionFilter::default());
}

#[test]
fn below_the_drawer_width_the_inspector_opens_on_demand() {
    let mut w = open(App::empty(), 1000.0, 700.0);
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none());
    click(&mut w, "Inspector drawer");
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none());
}

#[test]
fn presentation_mode_leaves_scene_chips_and_transport() {
    let mut w = window();
    let before = w.state().ui.canvas.expect("shown").area();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::P);
    assert!(
        w.query_by_label("File").is_none()
            && w.query_by_role_and_label(Role::CheckBox, "Warm starting").is_none()
            && w.query_by_label("Polygon").is_none()
    );
    assert!(w.query_by_label("Play").is_some() && w.query_by_label("Contacts").is_some());
    assert!(w.state().ui.canvas.expect("shown").area() > before * 1.3);
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("File").is_some());
}

/// Every text that can be met by a click lies inside the window, and no two rows of controls cover each other.
fn assert_inside(w: &Window, labels: &[&str], size: (f32, f32)) {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(size.0, size.1)).expand(0.5);
    for label in labels {
        let rect = bounds(w, label);
        assert!(screen.contains_rect(rect), "{label} at {rect:?} leaves {size:?}");
    }
}

#[test]
fn at_every_size_and_theme_the_panels_fit_and_do_not_overlap() {
    for theme in Theme::ALL {
        for size in [(1280.0, 800.0), (1920.0, 1080.0), (1000.0, 700.0), (640.0, 480.0), (300.0, 200.0), (120.0, 80.0)] {
            let mut app = stack();
            app.apply(Command::SetTheme(theme));
            for lens in collidoscope::lens::lenses() {
                app.apply(Command::ToggleLens(lens.id.to_owned()));
            }
            app.apply(Command::SelectAll);
            let mut w = open(app, size.0, size.1);
            w.run();
            if size.0 < 200.0 {
                assert!(w.state().ui.canvas.is_none(), "nothing is drawn in a window of {size:?}");
                continue;
            }
            let canvas = w.state().ui.canvas.expect("shown");
            assert!(canvas.width() > 0.0 && canvas.height() > 0.0, "{size:?} {theme:?}: {canvas:?}");
            if size.0 >= 1000.0 {
                assert_inside(&w, &["File", "Help", "Find a command", "Theme", "Reset", "Play", "Speed", "Timeline", "Contacts"], size);
                let (menu, find) = (bounds(&w, "Help"), bounds(&w, "Find a command"));
                assert!(!menu.intersects(find), "{size:?} {theme:?}: {menu:?} {find:?}");
                assert!(!bounds(&w, "Speed").intersects(bounds(&w, "Timeline")), "{size:?} {theme:?}");
            }
        }
    }
}

#[test]
fn the_projector_theme_has_larger_text() {
    let height = |theme| {
        let mut app = App::empty();
        app.apply(Command::SetTheme(theme));
        bounds(&open(app, 1920.0, 1080.0), "Gravity").height()
    };
    let (normal, large) = (height(Theme::Dark), height(Theme::Projector));
    assert!(large > normal * 1.35, "{normal} {large}");
}

#[test]
fn the_welcome_scene_shows_in_every_theme_while_it_runs() {
    for theme in Theme::ALL {
        let mut app = App::welcome();
        app.apply(Command::SetTheme(theme));
        let mut w = open(app, 1280.0, 800.0);
        for _ in 0..30 {
            w.state_mut().app.tick(1.0 / 60.0, &mut || true);
            w.step();
        }
        assert_eq!(w.state().app.stage().step_count(), 30);
        assert!(w.state().ui.picture.marks.len() > 20);
    }
}

// ---- marks as shapes

#[test]
fn every_kind_of_mark_becomes_shapes_inside_its_bounds() {
    use collidoscope::draw::labels::PxBox;
    use collidoscope::draw::projection::Projection;
    use collidoscope::draw::{DrawList, Primitive, Role as Ink, Sheet, View};
    use collidoscope::ui::{paint, theme::Look};
    let rotation = Vec2::new(0.6, 0.8);
    let marks = [
        Primitive::Line { a: Vec2::ZERO, b: Vec2::ONE },
        Primitive::Arrow { from: Vec2::ZERO, to: Vec2::ONE },
        Primitive::Circle { center: Vec2::ZERO, radius: 1.0 },
        Primitive::Capsule { a: Vec2::ZERO, b: Vec2::ONE, radius: 0.2 },
        Primitive::Box { center: Vec2::ZERO, half: Vec2::new(0.7, 0.3), rotation, rounding: 0.1 },
        Primitive::Dot { at: Vec2::ONE, radius_px: 4.0 },
        Primitive::Ring { at: Vec2::ONE, radius_px: 4.0 },
        Primitive::Cross { at: Vec2::ONE, radius_px: 4.0 },
    ];
    let frame = PxBox::at(Vec2::new(100.0, 50.0), Vec2::new(400.0, 400.0));
    let projection = Projection::new(View { center: Vec2::ZERO, height: 4.0 }, frame).expect("a view");
    let page = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 450.0));
    for role in [Ink::Body, Ink::StaticBody, Ink::SeparatingAxis, Ink::Simplex] {
        for primitive in &marks {
            let mut list = DrawList { sheet: Sheet::Difference, ..DrawList::default() };
            list.push(role, primitive.clone());
            let shapes = paint::shapes(&list, Sheet::Difference, &Look::of(Theme::Dark), projection);
            assert!(!shapes.is_empty(), "{role:?} {primitive:?}");
            for shape in shapes {
                let bounds = shape.visual_bounding_rect();
                assert!(page.contains_rect(bounds), "{role:?} {primitive:?}: {bounds:?}");
            }
            assert!(paint::shapes(&list, Sheet::World, &Look::of(Theme::Dark), projection).is_empty(), "each sheet shows its own marks");
        }
    }
}

#[test]
fn in_a_narrow_window_all_menus_are_in_one() {
    let mut w = open(App::empty(), 420.0, 500.0);
    assert!(w.query_by_label("File").is_none());
    click(&mut w, "Menu");
    assert!(w.query_by_label("File").is_some() && w.query_by_label("Help").is_some());
}

#[test]
fn left_and_right_step_through_the_turns_when_nothing_is_selected() {
    let mut w = open(stack(), 1280.0, 800.0);
    click(&mut w, "Minkowski");
    for (pressed, turn) in [(Key::ArrowRight, 1), (Key::ArrowRight, 2), (Key::ArrowLeft, 1), (Key::ArrowLeft, 0), (Key::ArrowLeft, 0)] {
        key(&mut w, Modifiers::NONE, pressed);
        assert_eq!(w.state().app.turn(), turn);
    }
}

#[test]
fn copy_and_paste_work_by_key_and_by_the_text_events_of_windows_but_never_twice() {
    let mut app = App::empty();
    app.apply(Command::AddBody(crate_at("box", 0.0, 3.0)));
    let mut w = open(app, 1280.0, 800.0);
    let count = |w: &Window| w.state().app.document().bodies.len();
    event(&mut w, Event::Copy);
    event(&mut w, Event::Paste("text of another program".into()));
    assert_eq!(count(&w), 3, "a window that only tells the text");
    for _ in 0..20 {
        w.step();
    }
    key(&mut w, Modifiers::COMMAND, Key::C);
    key(&mut w, Modifiers::COMMAND, Key::V);
    event(&mut w, Event::Paste("the same stroke, told late".into()));
    assert_eq!(count(&w), 4);
}

#[test]
fn while_the_shell_shows_its_dialog_keys_are_left_to_it() {
    let mut w = window();
    w.state_mut().ui.dialog_open = true;
    key(&mut w, Modifiers::NONE, Key::Space);
    assert!(!w.state().app.is_playing());
    w.state_mut().ui.dialog_open = false;
    key(&mut w, Modifiers::NONE, Key::Space);
    assert!(w.state().app.is_playing());
}

#[test]
fn entering_a_field_and_leaving_it_changes_nothing() {
    let mut app = App::empty();
    let mut body = crate_at("box", 1.234_567, 3.0);
    body.angle = 0.712_345_6;
    app.apply(Command::AddBody(body.clone()));
    let mut w = open(app, 1280.0, 800.0);
    for label in ["Position x", "Angle"] {
        w.get_by_role_and_label(Role::SpinButton, label).simulate_click();
        w.run();
        key(&mut w, Modifiers::NONE, Key::Enter);
    }
    assert_eq!(w.state().app.document().body("box"), Some(&body));
    assert_eq!(w.state().app.undo_label(), Some("Add box"));
}

#[test]
fn the_picker_offers_the_files_of_this_session() {
    let mut w = window();
    let text = collidoscope::scene::file::to_json(stack().document());
    w.state_mut().app.apply(Command::Loaded { path: Some("/lessons/stack.json".into()), bytes: Ok(text.into_bytes()) });
    w.run();
    w.state_mut().app.apply(Command::New);
    w.run();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::O);
    click(&mut w, "stack.json");
    assert_eq!(w.state_mut().app.take_effects(), [Effect::Read("/lessons/stack.json".into())]);
}

#[test]
fn dragging_a_materials_number_is_one_undo() {
    use collidoscope::scene::document::MaterialDoc;
    let mut app = App::empty();
    let ice = MaterialDoc { friction: Some(0.1), ..MaterialDoc::default() };
    app.apply(Command::EditMaterial { name: "ice".into(), material: Some(ice) });
    let mut w = open(app, 1280.0, 1200.0);
    let friction = |w: &Window| w.state().app.document().materials["ice"].friction;
    let field = rect_of(w.get_by_role_and_label(Role::SpinButton, "Friction of ice").raw_bounds());
    drag(&mut w, field.center(), field.center() + vec2(50.0, 0.0), PointerButton::Primary);
    assert!(friction(&w).is_some_and(|f| f > 0.3), "{:?}", friction(&w));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert_eq!(friction(&w), Some(0.1));
    click(&mut w, "Remove material ice");
    assert!(w.state().app.document().materials.is_empty());
}
