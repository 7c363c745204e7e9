//! Menus, the command palette, windows and questions, and the keys that belong to them.

use crate::kit::*;
use collidoscope::app::ClipboardCommand;

#[test]
fn menus_show_what_would_be_undone_and_do_it() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
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
    assert_eq!(w.state().app.tool().id, "select");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_role_and_label(Role::TextInput, "Find a command").is_none());
    key(&mut w, Modifiers::NONE, Key::C);
    assert_eq!(w.state().app.tool().id, "circle");
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
    for action in actions::actions().iter().filter(|action| action.shortcut.is_some()) {
        let (name, keys) = (action.name.to_string(), action.shortcut_text());
        assert!(w.query_all_by_label(&name).next().is_some() && w.query_all_by_label(&keys).next().is_some(), "{name}: {keys}");
    }
    for words in [
        "nudge the selection, Shift farther",
        "removes the last vertex of a polygon or terrain, else deletes the selection",
        "back to the scene",
    ] {
        assert!(w.query_by_label(words).is_some(), "{words}");
    }
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("moves the view").is_none());
}

/// A disc of 20 pixels, dropped on the window.
fn dropped_disc() -> Window {
    use collidoscope::draw::raster::{Raster, to_png};
    let is_solid = |k: usize| (k % 32).abs_diff(16).pow(2) + (k / 32).abs_diff(16).pow(2) < 100;
    let rgba = (0..32 * 32).flat_map(|k| [200, 40, 40, if is_solid(k) { 255 } else { 0 }]).collect();
    let bytes = to_png(&Raster { width: 32, height: 32, rgba, original: [32, 32] }).expect("a PNG");
    let mut w = window();
    w.state_mut().app.apply(FileCommand::Loaded { path: Some("/pictures/red disc.png".into()), bytes: Ok(bytes) });
    w.run();
    w
}

#[test]
fn a_picture_becomes_a_body_as_wide_as_it_was_typed_and_undo_takes_it_back() {
    let mut w = dropped_disc();
    assert!(w.query_by_label("Picture to body").is_some() && w.query_by_label("32 × 32 px").is_some());
    type_number(&mut w, "Width of the body", "5");
    click(&mut w, "Make body");
    assert!(w.query_by_label("Picture to body").is_none());
    let document = w.state().app.document().clone();
    let body = document.body("red disc").expect("called like its file");
    let corners: Vec<Vec2> = body
        .shapes
        .iter()
        .flat_map(|shape| match &shape.geometry {
            Geometry::Polygon { vertices, .. } => vertices.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    let reach = |sign: f32| corners.iter().map(|p| sign * p.x).fold(f32::MIN, f32::max);
    assert!((reach(1.0) + reach(-1.0) - 5.0).abs() < 0.01, "{} m wide", reach(1.0) + reach(-1.0));
    assert_eq!(w.state().app.undo_label(), Some("Add red disc"));
    key(&mut w, Modifiers::COMMAND, Key::Z);
    assert!(w.state().app.document().body("red disc").is_none());
}

#[test]
fn esc_leaves_a_picture_alone_and_a_damaged_one_is_told() {
    let mut w = dropped_disc();
    let before = w.state().app.document().clone();
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.prompt().is_none() && *w.state().app.document() == before);
    let bytes = Ok(b"\x89PNG\r\n\x1a\n rubbish".to_vec());
    w.state_mut().app.apply(FileCommand::Loaded { path: None, bytes });
    w.run();
    assert!(says(&w, |text| text.contains("is not made a body")), "it is told");
}

#[test]
fn unsaved_changes_are_asked_about_and_each_answer_is_taken() {
    for (answer, quits, asks) in [("Discard", true, false), ("Cancel", false, false), ("Save", false, true)] {
        let mut w = window();
        w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
        key(&mut w, Modifiers::COMMAND, Key::Q);
        assert!(matches!(w.state().app.prompt(), Some(Prompt::Unsaved { .. })));
        click(&mut w, answer);
        assert_eq!(w.state().app.prompt().is_some(), asks, "the question waits until the scene is saved");
        let effects = w.state_mut().app.take_effects();
        assert_eq!(effects.contains(&Effect::Quit), quits, "{answer}");
        assert_eq!(effects.iter().any(|e| matches!(e, Effect::AskSave { .. })), asks, "{answer}");
    }
}

/// "Waiting for the scene to be saved" stayed when the file could not be written, and the note that says why waits
/// behind every question.
#[test]
fn a_scene_that_could_not_be_saved_is_asked_about_again_with_the_reason() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    w.state_mut().app.apply(FileCommand::New);
    w.run();
    click(&mut w, "Save");
    let path = || "/nowhere/scene.json".to_owned();
    w.state_mut().app.apply(FileCommand::SaveTo { path: path(), moment: false });
    w.run();
    assert!(w.query_by_label("Waiting for the scene to be saved…").is_some());
    let result = Err("there is no such folder".to_owned());
    w.state_mut().app.apply(FileCommand::Written { path: path(), moment: false, result });
    w.run();
    assert!(w.query_by_label("Waiting for the scene to be saved…").is_none());
    assert!(w.query_by_label("/nowhere/scene.json was not saved: there is no such folder").is_some());
    // Another place is tried; once it is saved, nothing is told of the first try.
    w.state_mut().app.take_effects();
    click(&mut w, "Save as…");
    assert!(w.state_mut().app.take_effects().iter().any(|effect| matches!(effect, Effect::AskSave { .. })));
    w.state_mut().app.apply(FileCommand::SaveTo { path: path(), moment: false });
    w.state_mut().app.apply(FileCommand::Written { path: path(), moment: false, result: Ok(1) });
    w.run();
    assert!(w.state().app.prompt().is_none() && w.state().app.document().body("box").is_none());
    assert!(!says(&w, |l| l.contains("was not saved")) && says(&w, |l| l == "Saved /nowhere/scene.json"));
}

#[test]
fn while_a_question_waits_keys_do_nothing_else_and_esc_stays() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    w.state_mut().app.apply(FileCommand::New);
    w.run();
    key(&mut w, Modifiers::NONE, Key::Delete);
    key(&mut w, Modifiers::NONE, Key::C);
    assert!(w.state().app.document().body("box").is_some());
    assert_eq!(w.state().app.tool().id, "select");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.prompt().is_none());
    assert!(w.state().app.document().body("box").is_some());
}

#[test]
fn a_deletion_is_told_with_a_way_back() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
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
    w.state_mut().app.apply(FileCommand::Loaded { path: Some("bad.json".into()), bytes: Ok(text.as_bytes().to_vec()) });
    w.run();
    let radius = says(&w, |l| l.contains("radius"));
    let width = says(&w, |l| l.contains("width"));
    assert!(radius && width, "both problems are named");
    click(&mut w, "Close");
    assert!(w.query_by_label("Copy text").is_none());
}

#[test]
fn in_a_narrow_window_all_menus_are_in_one() {
    let mut w = open(App::empty(), 420.0, 500.0);
    assert!(w.query_by_label("File").is_none());
    click(&mut w, "Menu");
    assert!(w.query_by_label("File").is_some() && w.query_by_label("Help").is_some());
}

#[test]
fn copy_and_paste_work_by_key_and_by_the_text_events_of_windows_but_never_twice() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
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

/// Bodies were copied to a clipboard of the program's own: another window said "Nothing was copied yet."
#[test]
fn what_one_window_copies_another_pastes() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("welcome".into()));
    app.apply(ViewCommand::Select(vec![Item::Body("drum".into()), Item::Body("box 1".into()), Item::Launcher("cannon".into())]));
    let mut from = open(app, 1280.0, 800.0);
    from.input_mut().events.push(Event::Copy);
    from.step();
    let copied = from.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("told to the system's clipboard");
    let other = || {
        let mut w = window();
        w.state_mut().app.take_notices();
        w
    };
    let bodies = |w: &Window| w.state().app.document().bodies.clone();
    let mut w = other();
    let before = bodies(&w).len();
    w.input_mut().events.push(Event::Paste(copied.clone()));
    key(&mut w, Modifiers::COMMAND, Key::V);
    let shapes = |bodies: &[BodyDoc]| bodies.iter().map(|body| body.shapes.clone()).collect::<Vec<_>>();
    let wanted: Vec<BodyDoc> = from.state().app.document().bodies.iter().filter(|b| b.id == "drum" || b.id == "box 1").cloned().collect();
    assert_eq!(wanted.len(), 2);
    assert_eq!(shapes(&bodies(&w)[before..]), shapes(&wanted));
    // Once there, it is pasted again without being told again; words of other programs change nothing of that.
    event(&mut w, Event::Paste("words".into()));
    key(&mut w, Modifiers::COMMAND, Key::V);
    assert!(bodies(&w).len() >= before + 2 * wanted.len());
    // A scene with a mistake is told.
    let mut app = App::empty();
    app.take_notices();
    app.apply(ClipboardCommand::Take(copied.replace("\"bodies\"", "\"bodys\"")));
    let told = app.take_notices();
    assert!(told.iter().any(|notice| notice.kind == NoticeKind::Error && notice.text.contains("bodys")), "{told:?}");
}

/// A clipboard scene that was refused was followed by "Nothing was copied yet", or by a paste of what was copied before:
/// pasting did not know of the refusal.
#[test]
fn a_refused_clipboard_scene_is_told_once_and_pastes_nothing_else() {
    let mut from = App::empty();
    from.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    from.apply(ClipboardCommand::Copy);
    let copied = from.take_copied().expect("the box is selected");
    let broken = copied.replace("\"bodies\"", "\"bodys\"");
    let mut w = window();
    let paste = |w: &mut Window, text: &str| {
        w.input_mut().events.push(Event::Paste(text.to_owned()));
        key(w, Modifiers::COMMAND, Key::V);
        w.state().app.document().bodies.len()
    };
    for before in [1, 2] {
        assert_eq!(paste(&mut w, &broken), before);
        assert!(w.query_by_label_contains("bodys").is_some(), "why is told");
        assert!(w.query_by_label_contains("Nothing was copied").is_none());
        key(&mut w, Modifiers::NONE, Key::Escape);
        assert_eq!(paste(&mut w, &copied), before + 1, "what is right is pasted as ever");
    }
}

/// *Edit > Paste* and *Paste here* said "Nothing was copied yet" of what another window had copied: the text of the
/// system's clipboard came with the key alone.
#[test]
fn a_menu_pastes_what_another_window_copied() {
    let mut from = App::empty();
    from.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    from.apply(ClipboardCommand::Copy);
    let copied = from.take_copied().expect("the box is selected");
    let mut w = window();
    click(&mut w, "Edit");
    w.get_by_label_contains("Paste").click();
    w.run();
    let told: Vec<String> = w.state_mut().app.take_notices().into_iter().map(|notice| notice.text).collect();
    assert!(!told.iter().any(|text| text.contains("Nothing was copied")), "{told:?}");
    // The window now sends the stroke and the text that comes with it, once.
    assert!(w.state_mut().ui.wants_paste() && !w.state_mut().ui.wants_paste());
    let stroke = |pressed| Event::Key { key: Key::V, physical_key: None, pressed, repeat: false, modifiers: Modifiers::COMMAND };
    w.input_mut().events.extend([stroke(true), Event::Paste(copied), stroke(false)]);
    w.run();
    let ids = |w: &Window| w.state().app.document().bodies.iter().map(|body| body.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&w), ["ground", "box"]);
    assert!(!w.state_mut().ui.wants_paste());
    key(&mut w, Modifiers::COMMAND, Key::V);
    assert_eq!(ids(&w).len(), 3, "by the key it is pasted at once");
    assert!(!w.state_mut().ui.wants_paste());
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
fn the_picker_offers_the_files_of_this_session() {
    let mut w = window();
    let text = collidoscope::scene::file::to_json(stack().document());
    w.state_mut().app.apply(FileCommand::Loaded { path: Some("/lessons/stack.json".into()), bytes: Ok(text.into_bytes()) });
    w.run();
    w.state_mut().app.apply(FileCommand::New);
    w.run();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::O);
    click(&mut w, "stack.json");
    assert_eq!(w.state_mut().app.take_effects(), [Effect::Read("/lessons/stack.json".into())]);
}

/// 10 MB pasted into the command field froze the window for 16 s, and into any other text field as well.
#[test]
fn a_text_longer_than_any_of_a_scene_is_not_pasted_and_that_is_told() {
    let mut w = window();
    key(&mut w, Modifiers::COMMAND, Key::K);
    w.state_mut().app.take_notices();
    w.input_mut().events.push(Event::Paste("pyr ".repeat(2_500_000)));
    w.run();
    let typed = |w: &Window| w.get_by_role_and_label(Role::TextInput, "Find a command").value().unwrap_or_default();
    assert_eq!(typed(&w), "");
    // What a scene may hold is taken, and the field for commands takes as much as it searches for.
    w.input_mut().events.push(Event::Paste("pyr".repeat(5_000)));
    w.run();
    assert_eq!(typed(&w).len(), 200);
    // Notices wait behind windows.
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label_contains("Nothing was pasted").is_some(), "nobody was told");
}

#[test]
fn a_file_in_the_way_is_asked_about_and_each_answer_is_taken() {
    for (answer, writes, asks) in [("Overwrite", true, false), ("Save as…", false, true), ("Cancel", false, false)] {
        let mut w = window();
        w.state_mut().app.apply(FileCommand::Occupied { path: "/x/lesson.json".into(), moment: false, by: Occupied::Changed });
        w.run();
        assert!(w.query_by_label_contains("“lesson.json” was changed by another program").is_some());
        click(&mut w, answer);
        assert!(w.state().app.prompt().is_none(), "{answer}");
        let effects = w.state_mut().app.take_effects();
        assert_eq!(effects.iter().any(|e| matches!(e, Effect::Write { .. })), writes, "{answer}");
        assert_eq!(effects.iter().any(|e| matches!(e, Effect::AskSave { .. })), asks, "{answer}");
    }
}

/// What an earlier run left is asked about before anything else: name, time, edits, file; each answer is a command.
#[test]
fn the_offer_to_recover_tells_what_it_is_and_each_answer_is_taken() {
    let offer = |id: &str, edits| Offer {
        id: id.to_owned(),
        name: format!("Bridge {id}"),
        origin: (id == "1").then(|| "/home/me/bridge.json".to_owned()),
        edits,
        time: "2026-11-23 18:40 UTC, 12 minutes ago".to_owned(),
        folder: "/data/1".to_owned(),
    };
    let offered = || {
        let mut w = window();
        w.state_mut().app.apply(RecoveryCommand::Offered { offers: vec![offer("1", 17), offer("2", 1)], tell: false });
        w.run();
        w
    };
    let mut w = offered();
    let told = ["Bridge 1", "17 edits, 2026-11-23 18:40 UTC, 12 minutes ago", "/home/me/bridge.json"];
    for words in told.into_iter().chain(["Bridge 2", "1 edit, 2026-11-23 18:40 UTC, 12 minutes ago", "never saved to a file"]) {
        assert!(w.query_by_label(words).is_some(), "{words}");
    }
    key(&mut w, Modifiers::NONE, Key::Delete);
    key(&mut w, Modifiers::COMMAND, Key::N);
    assert!(w.state().app.prompt().is_some() && w.state_mut().app.take_effects().is_empty(), "keys do nothing else");
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(w.state_mut().app.take_effects(), [Effect::TakeCopy("1".into())], "Enter takes the newest");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert_eq!(w.state_mut().app.take_effects(), [Effect::LeaveCopies]);
    assert!(w.state().app.prompt().is_none());
    for (label, effect) in [
        ("Recover", Effect::TakeCopy("2".into())),
        ("Show in folder", Effect::ShowCopy("2".into())),
        ("Discard", Effect::DropCopy("2".into())),
    ] {
        let mut w = offered();
        w.get_all_by_label(label).last().expect("one a row").click();
        w.run();
        if label == "Discard" {
            assert!(w.state_mut().app.take_effects().is_empty(), "it asks once more");
            click(&mut w, "Discard for good");
        }
        assert_eq!(w.state_mut().app.take_effects(), [effect], "{label}");
    }
    let mut w = offered();
    click(&mut w, "Keep for later");
    assert!(w.state().app.prompt().is_none());
}

/// "Discard for good" stayed armed when the question was put off: asked anew, its first click discarded.
#[test]
fn a_copy_is_discarded_by_two_clicks_of_one_question() {
    let offer = Offer {
        id: "1".into(),
        name: "Bridge".into(),
        origin: None,
        edits: 3,
        time: "2026-11-23 18:40 UTC".into(),
        folder: "somewhere".into(),
    };
    let mut w = open(App::empty(), 1280.0, 800.0);
    let ask = |w: &mut Window| {
        w.state_mut().app.apply(RecoveryCommand::Offered { offers: vec![offer.clone()], tell: false });
        w.run();
    };
    ask(&mut w);
    click(&mut w, "Discard");
    assert!(w.query_by_label("Discard for good").is_some());
    click(&mut w, "Keep for later");
    ask(&mut w);
    assert!(w.query_by_label("Discard for good").is_none() && w.query_by_label("Discard").is_some());
}

/// The gallery's first scene was offered as "welcome__look_inside".
#[test]
fn the_suggested_file_name_has_one_mark_between_two_words() {
    for (title, name) in [("Welcome: look inside", "welcome_look_inside"), ("  A — b (2) ", "a_b_2"), ("Größe", "größe")] {
        let mut app = App::empty();
        app.apply(DocumentCommand::EditAbout { title: title.into(), about: String::new(), gesture: 1 });
        app.apply(FileCommand::SaveAs);
        let asked = app.take_effects();
        assert!(matches!(asked.as_slice(), [Effect::AskSave { name: suggested, .. }] if *suggested == format!("{name}.json")), "{asked:?}");
    }
}

/// The key that began a presentation did nothing in it, and nothing says that Esc leaves.
#[test]
fn the_key_that_begins_a_presentation_ends_it() {
    let mut w = window();
    w.run();
    for shown in [false, true] {
        key(&mut w, Modifiers::NONE, Key::F5);
        w.run();
        assert_eq!(w.query_by_label("File").is_some(), shown);
    }
}

/// A long message that came while a question waited lay over it, and Esc answered the question below.
#[test]
fn esc_closes_what_lies_on_top() {
    let mut w = window();
    w.state_mut().app.apply(DocumentCommand::Add(crate_at("box", 0.0, 3.0).into()));
    w.state_mut().app.apply(FileCommand::New);
    w.run();
    let long = vec!["a line of a long message"; 40].join("\n");
    w.state_mut().app.notify(NoticeKind::Error, long);
    w.run();
    assert!(w.query_by_label("Copy text").is_some() && w.state().app.prompt().is_some());
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("Copy text").is_none() && w.state().app.prompt().is_some(), "the message was on top");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.state().app.prompt().is_none());
}
