//! Every control says what it is for when it is pointed at, while time stands, in every panel.

use crate::kit::*;
use collidoscope::lens::microscope::MICROSCOPES;
use egui::Order;

const CONTROLS: [Role; 7] =
    [Role::Button, Role::CheckBox, Role::RadioButton, Role::SpinButton, Role::Slider, Role::ComboBox, Role::TextInput];
/// Titles of the menu bar, which open by pointing along them: what they are is what they show.
const MENUS: [&str; 7] = ["File", "Edit", "Arrange", "View", "Simulate", "Lens", "Help"];

fn tooltip_shows(w: &mut Window, at: Pos2) -> bool {
    let is_open = |w: &Window| w.ctx.memory(|m| m.areas().visible_layer_ids().iter().any(|layer| layer.order == Order::Tooltip));
    event(w, Event::PointerGone);
    w.step();
    event(w, Event::PointerMoved(at));
    // Steps of a quarter of a second: the pointer rests longer than the delay.
    (0..6).any(|_| {
        w.step();
        is_open(w)
    })
}

/// All controls, and the labels that stand beside one, that say nothing.
fn silent(w: &mut Window) -> Vec<String> {
    let screen = w.ctx.screen_rect();
    let name = |n: &egui_kittest::kittest::Node<'_>| format!("{:?} {:?}", n.role(), n.label().or(n.value()).unwrap_or_default());
    let all: Vec<(Role, String, String, Rect)> = {
        let nodes = w.query_all_by(|n| CONTROLS.contains(&n.role()) || n.role() == Role::Label);
        nodes
            .filter(|n| n.raw_bounds().is_some())
            .map(|n| (n.role(), n.label().unwrap_or_default(), name(&n), rect_of(n.raw_bounds())))
            .collect()
    };
    let is_control = |role: Role| role != Role::Label;
    let beside = |label: Rect| {
        let near =
            |r: &Rect| (r.center().y - label.center().y).abs() < 4.0 && r.left() >= label.right() && r.right() - label.left() < 320.0;
        all.iter().any(|(role, _, _, r)| {
            [Role::SpinButton, Role::ComboBox, Role::CheckBox].contains(role) && near(r) && r.left() > screen.right() - 310.0
        })
    };
    let asked = |(role, label, _, r): &&(Role, String, String, Rect)| {
        screen.contains_rect(*r)
            && r.area() > 0.0
            && !MENUS.contains(&label.as_str())
            && (is_control(*role) || (beside(*r) && r.left() > screen.right() - 310.0))
    };
    let asked: Vec<(String, Rect)> = all.iter().filter(asked).map(|(_, _, name, r)| (name.clone(), *r)).collect();
    assert!(asked.len() > 5, "{asked:?}");
    asked.into_iter().filter(|(_, r)| !tooltip_shows(w, r.center())).map(|(name, _)| name).collect()
}

fn check(what: &str, mut w: Window) {
    w.run();
    let silent = silent(&mut w);
    assert!(silent.is_empty(), "{what}: no tooltip on {silent:#?}");
}

/// A scene with one of everything, 30 steps into its run.
fn everything() -> App {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 0.5).into()));
    app.apply(DocumentCommand::Add(crate_at("arm", 3.0, 3.0).into()));
    let joint = JointDoc::at(Vec2::new(3.0, 4.0), Revolute::default());
    app.apply(DocumentCommand::Add(JointDoc { id: "hinge".into(), body_b: "arm".into(), ..joint }.into()));
    app.apply(DocumentCommand::Add(
        LauncherDoc { id: "gun".into(), target: Some("arm".into()), every: Some(2.0), ..LauncherDoc::default() }.into(),
    ));
    for _ in 0..30 {
        app.apply(RunCommand::StepForward);
    }
    app.take_notices();
    app
}

#[test]
fn every_control_of_the_inspector_has_a_tooltip_while_time_stands() {
    let pages: [(&str, Vec<Item>); 5] = [
        ("world", vec![]),
        ("body", vec![Item::Body("box".into())]),
        ("joint", vec![Item::Joint("hinge".into())]),
        ("launcher", vec![Item::Launcher("gun".into())]),
        ("several", vec![Item::Body("box".into()), Item::Body("arm".into())]),
    ];
    for (page, items) in pages {
        let mut app = everything();
        app.apply(ViewCommand::Select(items));
        check(page, open(app, 1500.0, 1500.0));
    }
}

#[test]
fn every_control_of_the_microscopes_has_a_tooltip() {
    for microscope in MICROSCOPES {
        for asks in [false, true] {
            let mut app = stack();
            app.take_notices();
            app.apply(MicroscopeCommand::Open { pair: None, microscope: Some(microscope.id.into()) });
            app.apply(MicroscopeCommand::SetGate(asks));
            check(&format!("{}, asking: {asks}", microscope.id), open(app, 1900.0, 1600.0));
        }
    }
}

#[test]
fn every_row_of_menus_windows_and_cards_has_a_tooltip() {
    let mut app = everything();
    app.apply(ViewCommand::ToggleLens("minkowski".into()));
    for menu in MENUS {
        let mut w = open(everything(), 1500.0, 1200.0);
        click(&mut w, menu);
        let of_menu = actions::actions().iter().filter(|a| a.menu.title() == menu);
        let rows: Vec<String> = of_menu.map(|a| a.label(&w.state().app)).collect();
        assert!(!rows.is_empty());
        // Where they are, before a tooltip lies over the next ones.
        let place = |row: &String| {
            let named = w.query_all_by(|n| n.role() == Role::Button && n.label().as_deref() == Some(row.as_str()));
            let in_menu = |r: &Rect| w.ctx.layer_id_at(r.center()).is_some_and(|layer| layer.order == Order::Foreground);
            named.map(|n| rect_of(n.raw_bounds())).find(in_menu).unwrap_or_else(|| panic!("{menu} has no row {row}")).center()
        };
        let places: Vec<Pos2> = rows.iter().map(place).collect();
        for (row, at) in rows.iter().zip(places) {
            assert!(tooltip_shows(&mut w, at), "{menu}: no tooltip on {row}");
        }
    }
    check("a lens of a pair", open(app, 1500.0, 1200.0));
    for (keys, with) in [((Modifiers::NONE, Key::F1), "help"), ((Modifiers::COMMAND, Key::K), "palette")] {
        let mut w = open(everything(), 1500.0, 1200.0);
        key(&mut w, keys.0, keys.1);
        assert!(w.query_all_by(|_| true).count() > 10, "{with}");
    }
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("lesson_two_boxes".into()));
    app.take_notices();
    check("a lesson", open(app, 1900.0, 1600.0));
}
