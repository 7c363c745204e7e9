//! Keys that drive a scene, forces in the inspector, the push tool.

use crate::kit::*;
use collidoscope::scene::key::Key as SceneKey;

fn scene_key(word: &str) -> SceneKey {
    SceneKey::of_word(word).expect("a key")
}

fn shipped_scene(name: &str) -> Window {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped(name.to_owned()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w
}

fn press(w: &mut Window, key: Key, pressed: bool) {
    let event = Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE };
    w.input_mut().events.push(event);
    w.step();
}

fn pass(w: &mut Window, frames: usize) {
    for _ in 0..frames {
        w.state_mut().app.tick(1.0 / 60.0, &mut || true);
        w.step();
    }
}

fn place(w: &Window, id: &str) -> f32 {
    let stage = w.state().app.stage();
    stage.names().bodies.id(id).and_then(|id| stage.world().body(id)).expect(id).pose.position.x
}

#[test]
fn arrow_keys_drive_the_car_while_time_runs_and_nudge_and_turn_nothing_meanwhile() {
    let mut w = shipped_scene("drive");
    w.state_mut().app.apply(RunCommand::Play);
    pass(&mut w, 60);
    let (stood, document) = (place(&w, "chassis"), w.state().app.shared_document().clone());
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("chassis".into())]));
    press(&mut w, Key::ArrowRight, true);
    pass(&mut w, 90);
    assert!(place(&w, "chassis") > stood + 2.0, "{stood} {}", place(&w, "chassis"));
    assert_eq!(w.state().app.stage().held_keys(), [scene_key("right")]);
    press(&mut w, Key::ArrowRight, false);
    assert!(w.state().app.stage().held_keys().is_empty());
    assert!(std::sync::Arc::ptr_eq(&document, w.state().app.shared_document()), "nothing was nudged");
    // While time stands the arrows nudge as ever.
    w.state_mut().app.apply(RunCommand::Pause);
    w.step();
    press(&mut w, Key::ArrowRight, true);
    press(&mut w, Key::ArrowRight, false);
    assert!(w.state().app.stage().held_keys().is_empty());
    assert!(!std::sync::Arc::ptr_eq(&document, w.state().app.shared_document()), "the selection is nudged");
}

/// A key that is let go while a window is open, or time stands, must not stay down for ever.
#[test]
fn a_key_does_not_stick() {
    for how in 0..3 {
        let mut w = shipped_scene("lander");
        w.state_mut().app.apply(RunCommand::Play);
        w.step();
        press(&mut w, Key::ArrowUp, true);
        pass(&mut w, 5);
        assert_eq!(w.state().app.stage().held_keys(), [scene_key("up")]);
        match how {
            0 => w.state_mut().app.apply(RunCommand::Pause),
            1 => key(&mut w, Modifiers::COMMAND, Key::K),
            _ => w.input_mut().focused = false,
        }
        w.step();
        w.step();
        assert!(w.state().app.stage().held_keys().is_empty(), "way {how}");
    }
}

#[test]
fn the_hint_tells_the_keys_of_the_scene_while_time_runs() {
    let mut w = shipped_scene("lander");
    let drives = |w: &Window| w.state().app.hint().starts_with("↑ ← → drive the scene · ");
    assert!(!drives(&w), "while time stands the arrows nudge");
    w.state_mut().app.apply(RunCommand::Play);
    assert!(drives(&w), "{}", w.state().app.hint());
}

#[test]
fn a_force_is_added_edited_given_a_key_and_removed_in_the_inspector_each_undoable() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    app.apply(ViewCommand::Select(vec![Item::Body("box".into())]));
    let mut w = open(app, 1280.0, 1400.0);
    w.run();
    let forces = |w: &Window| w.state().app.document().body("box").expect("there").forces.clone();
    w.get_by_label_contains("Add force").click();
    w.run();
    let added = forces(&w);
    assert_eq!(added.len(), 1);
    assert!(added[0].force.y > 0.0 && added[0].force.x == 0.0, "as strong as its weight");
    w.get_by_label_contains("Remove force").click();
    w.run();
    assert!(forces(&w).is_empty());
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(forces(&w), added);
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert!(forces(&w).is_empty());
}

#[test]
fn a_controller_is_added_tuned_and_removed_in_the_inspector_each_undoable() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    app.apply(ViewCommand::Select(vec![Item::Body("box".into())]));
    let mut w = open(app, 1280.0, 3000.0);
    w.run();
    let control = |w: &Window| w.state().app.document().body("box").expect("there").control.clone();
    w.get_by_label_contains("Add controller").click();
    w.run();
    assert_eq!(control(&w).expect("added").waypoints, [Vec2::new(5.0, 5.0)]);
    assert_eq!(w.state().app.stage().controls().count(), 1, "it acts at once");
    w.get_by_label_contains("Add waypoint").click();
    w.run();
    let added = control(&w);
    assert_eq!(added.as_ref().expect("there").waypoints.len(), 2);
    w.state_mut().app.apply(RunCommand::StepForward);
    w.run();
    for label in ["Overshoot", "Steady error", "By theory", "Routh", "Settled"] {
        assert_eq!(w.query_all_by_label(label).count(), 2, "{label} of the heading and of the drive");
    }
    w.get_by_label_contains("Remove controller").click();
    w.run();
    assert!(control(&w).is_none() && w.state().app.stage().controls().count() == 0);
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(control(&w), added);
    (0..2).for_each(|_| w.state_mut().app.apply(HistoryCommand::Undo));
    assert!(control(&w).is_none());
}

#[test]
fn the_push_tool_pushes_where_it_pressed_as_hard_as_it_is_dragged_and_undoes() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 5.0).into()));
    app.take_notices();
    let mut w = open(app, 1280.0, 800.0);
    w.run();
    w.state_mut().app.apply(ToolCommand::Choose("push".into()));
    let at = on_screen(&w, Vec2::new(0.0, 5.0));
    event(&mut w, Event::PointerMoved(at));
    button(&mut w, at, PointerButton::Primary, true);
    event(&mut w, Event::PointerMoved(at + vec2(80.0, 0.0)));
    pass(&mut w, 20);
    let push = w.state().app.stage().pushing().expect("it pushes");
    assert!(push.force.x > 0.0 && w.state().app.is_playing());
    assert!(place(&w, "box") > 0.05);
    button(&mut w, at + vec2(80.0, 0.0), PointerButton::Primary, false);
    assert!(w.state().app.stage().pushing().is_none());
    w.state_mut().app.apply(HistoryCommand::Undo);
    assert_eq!(place(&w, "box"), 0.0, "the push is undone");
}

/// The car drove out of the picture.
#[test]
fn the_view_follows_the_chassis_through_panning_seeking_and_renaming_and_files_keep_where_it_began() {
    let mut w = shipped_scene("drive");
    let began = w.state().app.camera().view_for_file();
    assert_eq!(w.state().app.followed(), Some("chassis"));
    w.state_mut().app.apply(RunCommand::Play);
    w.step();
    press(&mut w, Key::ArrowRight, true);
    pass(&mut w, 120);
    press(&mut w, Key::ArrowRight, false);
    let apart = |w: &Window| w.state().app.camera().center.x - center(w, "chassis");
    let first = began.center.x - -11.0;
    assert!(place(&w, "chassis") > -8.0 && (apart(&w) - first).abs() < 0.2, "{} {first}", apart(&w));
    w.state_mut().app.apply(ViewCommand::Pan(Vec2::new(1.5, 0.0)));
    let panned = apart(&w);
    w.state_mut().app.apply(RunCommand::Seek(10));
    pass(&mut w, 1);
    assert!((apart(&w) - panned).abs() < 1e-3);
    let body = BodyDoc { id: "car".into(), ..w.state().app.document().body("chassis").expect("there").clone() };
    w.state_mut().app.apply(DocumentCommand::Edit { id: "chassis".into(), to: body.into(), gesture: 0 });
    assert_eq!(w.state().app.followed(), Some("car"));
    w.state_mut().app.apply(FileCommand::SaveTo { path: "a.json".into(), moment: false });
    let effects = w.state_mut().app.take_effects();
    let Some(Effect::Write { scene, .. }) = effects.iter().find(|e| matches!(e, Effect::Write { .. })) else { panic!("{effects:?}") };
    let view = scene.view.clone().expect("a view");
    assert_eq!(view.follow.as_deref(), Some("car"));
    assert!((view.center.x - began.center.x - 1.5).abs() < 0.1, "where it began, and the pan: {}", view.center.x);
    w.state_mut().app.apply(DocumentCommand::Delete(vec![Item::Body("car".into())]));
    assert_eq!(w.state().app.followed(), None);
}

fn center(w: &Window, id: &str) -> f32 {
    let stage = w.state().app.stage();
    stage.names().bodies.id(id).and_then(|id| stage.world().body(id)).expect(id).center.x
}
