//! Menus and lists of choices by keyboard.

use crate::kit::*;

/// The name of what has the keyboard.
fn focused(w: &Window) -> String {
    let at = w.ctx.memory(|m| m.focused());
    let node = at.map(|id| id.value()).and_then(|id| w.query_all_by(move |n| n.id().0 == id).next());
    node.and_then(|node| node.label().or(node.value())).unwrap_or_default()
}

fn press(w: &mut Window, pressed: Key) {
    key(w, Modifiers::NONE, pressed);
}

/// The focus ring has the colour of the accent: on a button that is filled with it, where the first Tab of a question
/// leads, there was nothing to be seen.
#[test]
fn the_focus_is_seen_on_a_filled_button() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    app.apply(FileCommand::New);
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let rings = |w: &Window| {
        let button = bounds(w, "Save");
        let is_ring = |rect: &egui::epaint::RectShape| {
            let is_framed = rect.stroke.width > 0.0 && rect.fill == egui::Color32::TRANSPARENT;
            is_framed && button.shrink(1.0).contains_rect(rect.rect) && rect.rect.width() > 0.5 * button.width()
        };
        w.output().shapes.iter().filter(|clipped| matches!(&clipped.shape, egui::Shape::Rect(rect) if is_ring(rect))).count()
    };
    assert_eq!(rings(&w), 0);
    press(&mut w, Key::Tab);
    assert_eq!((focused(&w).as_str(), rings(&w)), ("Save", 1));
    press(&mut w, Key::Tab);
    assert_eq!(rings(&w), 0, "{}", focused(&w));
}

/// Tab went on over links, titles of menus and pictures without a frame, and where it was could not be seen; in the
/// inspector it went on below the lower edge.
#[test]
fn the_focus_is_seen_wherever_tab_leads() {
    let mut w = open(stack(), 1280.0, 800.0);
    let mut seen = Vec::new();
    for _ in 0..70 {
        press(&mut w, Key::Tab);
        w.run();
        let name = focused(&w);
        let Some(id) = w.ctx.memory(|m| m.focused()) else { continue };
        let Some(at) = w.ctx.read_response(id).map(|shown| shown.interact_rect) else { continue };
        let is_ring = |shape: &egui::Shape| match shape {
            egui::Shape::Rect(rect) => {
                rect.stroke.width > 0.0 && rect.rect.expand(3.0).contains_rect(at) && at.expand(3.0).contains_rect(rect.rect)
            }
            _ => false,
        };
        fn all<'a>(shape: &'a egui::Shape, test: &dyn Fn(&'a egui::Shape) -> bool) -> bool {
            match shape {
                egui::Shape::Vec(shapes) => shapes.iter().any(|shape| all(shape, test)),
                shape => test(shape),
            }
        }
        assert!(w.output().shapes.iter().any(|clipped| all(&clipped.shape, &is_ring)), "no ring round {name:?} at {at}");
        seen.push(name);
    }
    for wanted in ["File", "Select", "Play", "Edit title and text"] {
        assert!(seen.iter().any(|name| name.starts_with(wanted)), "{wanted} among {seen:?}");
    }
}

/// Arrows went to widgets of other panels, and nothing could be chosen in an open menu without the pointer.
#[test]
fn the_menu_bar_is_walked_by_keyboard() {
    let mut w = open(stack(), 1280.0, 800.0);
    press(&mut w, Key::F10);
    let first = focused(&w);
    assert!(w.query_by_label("Save").is_some(), "the first menu is open");
    press(&mut w, Key::ArrowDown);
    let second = focused(&w);
    press(&mut w, Key::ArrowUp);
    assert!(first == focused(&w) && first != second && !second.is_empty(), "{first} {second}");
    press(&mut w, Key::ArrowUp);
    press(&mut w, Key::ArrowDown);
    assert_eq!(focused(&w), first, "the ends meet");
    press(&mut w, Key::ArrowRight);
    assert!(w.query_by_label("Save").is_none() && w.query_by_label("Select all").is_some(), "the next menu");
    // A first letter, twice: the rows that begin with it, in turn.
    event(&mut w, Event::Text("s".into()));
    w.run();
    assert!(focused(&w).starts_with('S'), "{}", focused(&w));
    press(&mut w, Key::Escape);
    assert!(w.query_by_label("Select all").is_none(), "Esc closes it");
    assert_eq!(w.state().app.selection(), []);
    press(&mut w, Key::F10);
    press(&mut w, Key::ArrowRight);
    while focused(&w) != "Select all" {
        press(&mut w, Key::ArrowDown);
    }
    press(&mut w, Key::Enter);
    assert!(w.state().app.selection().len() >= 2 && w.query_by_label("Select all").is_none(), "Enter does it and closes the menu");
}

/// A pointer that rests on the title from which the menu was opened took the menu back in the same frame.
#[test]
fn a_resting_pointer_does_not_take_the_menu_back_from_the_keys() {
    let mut w = open(stack(), 1280.0, 800.0);
    let at = bounds(&w, "File").center();
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Primary, true);
    button(&mut w, at, PointerButton::Primary, false);
    w.run();
    assert!(w.query_by_label("Save").is_some());
    press(&mut w, Key::ArrowRight);
    w.run();
    assert!(w.query_by_label("Save").is_none() && w.query_by_label("Select all").is_some());
    event(&mut w, Event::PointerMoved(at + vec2(2.0, 0.0)));
    w.run();
    assert!(w.query_by_label("Save").is_some(), "a pointer that moves has the menus again");
}

#[test]
fn a_list_of_choices_begins_at_the_present_one_and_gives_the_keyboard_back() {
    let mut w = open(App::empty(), 1280.0, 1200.0);
    w.get_by_role_and_label(Role::ComboBox, "Solver").focus();
    w.run();
    press(&mut w, Key::Enter);
    let before = w.state().app.document().world.solver;
    let here = focused(&w);
    press(&mut w, Key::ArrowDown);
    let next = focused(&w);
    assert!(here != next && !next.is_empty(), "{here} {next}");
    press(&mut w, Key::Enter);
    assert_ne!(w.state().app.document().world.solver, before, "{here} {next}");
    assert!(!w.ctx.memory(|m| m.any_popup_open()), "the list is closed");
    assert_eq!(focused(&w), "Solver");
    press(&mut w, Key::Enter);
    assert_eq!(focused(&w), next, "it begins at the present choice");
    press(&mut w, Key::Escape);
    assert!(!w.ctx.memory(|m| m.any_popup_open()) && focused(&w) == "Solver");
}

#[test]
fn the_menu_of_a_right_click_opens_by_keyboard_on_what_is_selected() {
    let mut app = stack();
    app.apply(ViewCommand::Select(vec![Item::Body("upper".into())]));
    let mut w = open(app, 1280.0, 800.0);
    key(&mut w, Modifiers::SHIFT, Key::F10);
    assert_eq!(focused(&w), "Make static");
    event(&mut w, Event::Text("l".into()));
    w.run();
    assert_eq!(focused(&w), "Lock");
    press(&mut w, Key::Enter);
    assert!(w.state().app.document().body("upper").expect("it").locked);
    assert!(w.query_by_label("Make static").is_none(), "it is closed");
}

#[test]
fn a_line_of_the_outliner_has_a_menu() {
    let mut w = open(stack(), 1280.0, 800.0);
    let action = actions::actions().iter().find(|a| a.name == "Outliner").and_then(|a| a.shortcut).expect("it has a key");
    key(&mut w, action.modifiers, action.logical_key);
    let at = rect_of(w.get_by_role_and_label(Role::Button, "upper").raw_bounds()).center();
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Secondary, true);
    button(&mut w, at, PointerButton::Secondary, false);
    w.run();
    assert_eq!(w.state().app.selection(), [Item::Body("upper".into())]);
    press(&mut w, Key::ArrowDown);
    assert_eq!(focused(&w), "Rename");
    event(&mut w, Event::Text("d".into()));
    w.run();
    event(&mut w, Event::Text("d".into()));
    w.run();
    assert_eq!(focused(&w), "Delete");
    press(&mut w, Key::Enter);
    assert!(w.state().app.document().body("upper").is_none());
}

/// In the tree a refused name closed its field, and was told at the other end of the window.
#[test]
fn a_name_refused_in_the_outliner_stays_to_be_mended() {
    let mut w = open(stack(), 1280.0, 800.0);
    let action = actions::actions().iter().find(|a| a.name == "Outliner").and_then(|a| a.shortcut).expect("it has a key");
    key(&mut w, action.modifiers, action.logical_key);
    let at = rect_of(w.get_by_role_and_label(Role::Button, "upper").raw_bounds()).center();
    right_click(&mut w, at);
    click(&mut w, "Rename");
    for (name, is_taken) in [("ground", true), ("attic", false)] {
        key(&mut w, Modifiers::COMMAND, Key::A);
        event(&mut w, Event::Text(name.into()));
        w.run();
        press(&mut w, Key::Enter);
        w.run();
        assert_eq!(says(&w, |l| l == "The name \"ground\" is taken."), is_taken, "{name}");
        assert_eq!(w.state().app.document().body("attic").is_some(), !is_taken);
    }
}

fn right_click(w: &mut Window, at: Pos2) {
    event(w, Event::PointerMoved(at));
    button(w, at, PointerButton::Secondary, true);
    button(w, at, PointerButton::Secondary, false);
    w.run();
}

/// A menu of the bar stayed open beside the one that a right click had opened: it closed by clicks of the main button alone.
#[test]
fn a_right_click_closes_the_menu_of_the_bar() {
    for width in [1280.0, 500.0] {
        let mut w = open(stack(), width, 800.0);
        let title = if width > 600.0 { "Edit" } else { "Menu" };
        click(&mut w, title);
        let row = if width > 600.0 { "Undo" } else { "Simulate" };
        assert!(w.query_by_label_contains(row).is_some(), "{title} is open");
        let at = w.ctx.screen_rect().center() + vec2(0.0, 100.0);
        right_click(&mut w, at);
        w.run();
        assert!(w.query_by_label_contains(row).is_none(), "{title} is closed");
        assert!(w.query_by_label("Delete").is_some() || w.query_by_label("Paste here").is_some());
    }
}

/// A right click on a joint opened the menu of the body behind it, or of nothing.
#[test]
fn a_joint_on_the_canvas_has_a_menu_of_its_own() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("left", -0.5, 3.0).into()));
    app.apply(DocumentCommand::Add(crate_at("right", 0.5, 3.0).into()));
    let hinge = JointDoc::at(Vec2::new(0.0, 3.0), Revolute::default());
    app.apply(DocumentCommand::Add(JointDoc { id: "hinge".into(), body_a: Some("left".into()), body_b: "right".into(), ..hinge }.into()));
    app.apply(ViewCommand::Select(Vec::new()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    let at = on_screen(&w, Vec2::new(0.0, 3.0));
    right_click(&mut w, at);
    for row in ["hinge", "Select left", "Select right", "Watch this pair", "Look inside", "Graph this", "Duplicate", "Delete"] {
        assert!(w.query_by_label(row).is_some(), "no {row}");
    }
    assert!(w.query_by_label("Make static").is_none() && w.query_by_label("Group").is_none());
    click(&mut w, "Select right");
    assert_eq!(w.state().app.selection(), [Item::Body("right".into())]);
    // The selected body is meant, here and by the key; and so is the selected joint.
    right_click(&mut w, at);
    assert!(w.query_by_label("Make static").is_some() && w.query_by_label("Select left").is_none());
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Joint("hinge".into())]));
    w.run();
    key(&mut w, Modifiers::SHIFT, Key::F10);
    assert!(w.query_by_label("Select left").is_some() && w.query_by_label("Make static").is_none());
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.state_mut().app.apply(ViewCommand::Select(Vec::new()));
    w.run();
    right_click(&mut w, at);
    click(&mut w, "Delete");
    assert!(w.state().app.document().joints.is_empty() && w.state().app.document().bodies.len() == 3);
}

/// Several selected bodies could be grouped by the menu of the outliner and not by that of the canvas.
#[test]
fn several_bodies_are_grouped_from_the_menu_of_the_canvas() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.run();
    let at = on_screen(&w, Vec2::new(0.1, 1.5));
    right_click(&mut w, at);
    assert!(w.query_all_by_label("Group").next().is_none(), "one body alone is no group");
    key(&mut w, Modifiers::NONE, Key::Escape);
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    w.run();
    let buttons = |w: &Window| w.query_all_by_label("Group").count();
    let before = buttons(&w);
    right_click(&mut w, at);
    assert_eq!(buttons(&w), before + 1, "beside that of the inspector");
    let row = w.query_all_by_label("Group").map(|node| rect_of(node.raw_bounds())).min_by(|a, b| a.left().total_cmp(&b.left()));
    let row = row.expect("a row").center();
    event(&mut w, Event::PointerMoved(row));
    button(&mut w, row, PointerButton::Primary, true);
    button(&mut w, row, PointerButton::Primary, false);
    w.run();
    assert_eq!(w.state().app.document().groups.len(), 1);
    assert!(matches!(w.state().app.selection(), [Item::Group(_)]));
}
