//! Time and lenses.

use crate::kit::*;

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
    click(&mut w, "×1/4");
    assert_eq!(w.state().app.speed(), 0.25);
    key(&mut w, Modifiers::NONE, Key::CloseBracket);
    assert_eq!(w.state().app.speed(), 0.5);
}

#[test]
fn each_chip_switches_its_lens_on_and_off() {
    let mut w = open(stack(), 1920.0, 1080.0);
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

/// In a small window the legend lay over the scene, cut off at its end: there the chips explain themselves.
#[test]
fn in_a_small_window_the_scene_is_free_of_the_legend() {
    for (width, height) in [(800.0, 600.0), (1280.0, 800.0)] {
        let mut w = open(stack(), width, height);
        let lens = &collidoscope::lens::lenses()[0];
        w.get_by_role_and_label(Role::CheckBox, lens.name).click();
        w.run();
        assert!(!says(&w, |l| l.contains(lens.explanation)), "{width} × {height}");
    }
}

/// N went through contacts of bodies that sleep, whose solver has nothing to show.
#[test]
fn the_next_contact_is_one_that_the_solver_works_on() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("sleeper", -4.0, 0.5).into()));
    for _ in 0..120 {
        app.apply(RunCommand::StepForward);
    }
    app.apply(DocumentCommand::Add(crate_at("upper", 2.0, 0.6).into()));
    app.apply(ViewCommand::Select(Vec::new()));
    for _ in 0..20 {
        app.apply(RunCommand::StepForward);
    }
    let body = |w: &Window, name: &str| w.state().app.stage().names().bodies.id(name).expect(name);
    let mut w = open(app, 1280.0, 800.0);
    let awake = |w: &Window, name: &str| w.state().app.stage().world().body(body(w, name)).is_some_and(|b| b.awake);
    assert!(!awake(&w, "sleeper") && awake(&w, "upper"));
    for _ in 0..3 {
        key(&mut w, Modifiers::NONE, Key::N);
        let (a, b) = w.state().app.pair().expect("a contact");
        assert!([a.body, b.body].contains(&body(&w, "upper")));
    }
}

#[test]
fn the_card_steps_through_the_turns_and_shows_the_difference() {
    let mut w = open(stack(), 1280.0, 800.0);
    click(&mut w, "Minkowski");
    assert!(w.query_by_label("Minkowski difference").is_some());
    assert!(w.state().ui.picture.marks.iter().any(|m| m.sheet == collidoscope::draw::Sheet::Difference));
    let count = collidoscope::lens::turn_count("minkowski", &w.state().app.lens_input());
    assert!(count > 1, "overlapping boxes take several iterations, not {count}");
    click(&mut w, "Next iteration");
    assert_eq!(w.state().app.turn(), 1);
    for _ in 0..count + 2 {
        click(&mut w, "Next iteration");
    }
    assert_eq!(w.state().app.turn(), count - 1, "it ends at the last iteration");
    click(&mut w, "Previous iteration");
    assert_eq!(w.state().app.turn(), count - 2);
}

#[test]
fn two_selected_bodies_can_be_watched_and_let_go() {
    let mut w = open(stack(), 1280.0, 800.0);
    w.state_mut().app.apply(ViewCommand::Select(vec![Item::Body("lower".into()), Item::Body("upper".into())]));
    w.run();
    click(&mut w, "Watch this pair");
    assert!(w.state().app.is_pair_chosen());
    let (a, b) = w.state().app.pair().expect("a pair");
    let names = w.state().app.stage().names();
    assert_eq!((names.bodies.name(a.body), names.bodies.name(b.body)), (Some("lower"), Some("upper")));
    click(&mut w, "SAT axes");
    click(&mut w, "Follow the deepest contact");
    assert!(!w.state().app.is_pair_chosen());
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

/// Where joints broke could not be seen on the timeline.
#[test]
fn the_timeline_remembers_the_steps_in_which_joints_broke() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("breaking_bridge".into()));
    for _ in 0..600 {
        app.apply(RunCommand::StepForward);
    }
    let mut broke: Vec<u64> = app.stage().broken().iter().map(|broken| broken.step).collect();
    broke.dedup();
    assert!(!broke.is_empty(), "the bridge breaks");
    let marked = |app: &App| -> Vec<u64> {
        let first = app.timeline().first_step();
        let samples = app.timeline().samples();
        (first..).zip(samples.iter()).filter(|(_, sample)| sample.broke).map(|(step, _)| step).collect()
    };
    assert_eq!(marked(&app), broke);
    app.apply(RunCommand::Seek(broke[0] - 1));
    assert_eq!(marked(&app), broke, "they stay while the past is shown");
    open(app, 1280.0, 800.0);
}

/// Equal strokes of one frame were taken for one: of two quick presses in a slow frame the second was lost.
#[test]
fn a_key_pressed_twice_in_one_frame_counts_twice() {
    let mut w = window();
    for pressed in [true, false, true, false] {
        let modifiers = Modifiers::NONE;
        w.input_mut().events.push(Event::Key { key: Key::Period, physical_key: None, pressed, repeat: false, modifiers });
    }
    w.step();
    assert_eq!(w.state().app.stage().step_count(), 2);
}
