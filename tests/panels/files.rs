//! Files by name: the recent ones, the gallery and its search, what is told while files are written.

use crate::kit::*;
use collidoscope::scene::shipped;

/// An empty scene, after these files were opened, the last of them last.
fn after(files: &[&str]) -> App {
    let mut app = App::empty();
    let text = collidoscope::scene::file::to_json(app.document());
    for path in files {
        app.apply(FileCommand::Loaded { path: Some((*path).into()), bytes: Ok(text.clone().into_bytes()) });
    }
    app.take_notices();
    app.take_effects();
    app
}

fn reads(w: &mut Window) -> Vec<String> {
    let read = |effect| if let Effect::Read(path) = effect { Some(path) } else { None };
    w.state_mut().app.take_effects().into_iter().filter_map(read).collect()
}

#[test]
fn a_recent_file_is_opened_by_keys_alone_by_a_few_letters_or_by_mouse() {
    let mut w = open(after(&["/home/me/bridge.json", "/home/me/tower.json", "/home/me/car.json"]), 1280.0, 800.0);
    let recent = |w: &mut Window| key(w, Modifiers::COMMAND, Key::R);
    recent(&mut w);
    assert!(w.query_by_label("Recent: car.json").is_some() && w.query_by_label_contains("Edit: ").is_none(), "files alone");
    key(&mut w, Modifiers::NONE, Key::ArrowDown);
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(reads(&mut w), ["/home/me/tower.json"], "the newest stands first, the one before it second");
    recent(&mut w);
    event(&mut w, Event::Text("brid".into()));
    w.run();
    assert!(w.query_by_label("Recent: car.json").is_none());
    key(&mut w, Modifiers::NONE, Key::Enter);
    assert_eq!(reads(&mut w), ["/home/me/bridge.json"]);
    click(&mut w, "File");
    click(&mut w, "Open recent…");
    click(&mut w, "Recent: car.json");
    assert_eq!(reads(&mut w), ["/home/me/car.json"]);
    // Esc closes it, and the palette of all commands has the files, too.
    recent(&mut w);
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("Recent: car.json").is_none());
    key(&mut w, Modifiers::COMMAND, Key::K);
    event(&mut w, Event::Text("tower.json".into()));
    w.run();
    assert!(w.query_by_label("Recent: tower.json").is_some());
}

#[test]
fn a_file_that_is_gone_is_told_and_leaves_the_recent_ones() {
    let mut app = after(&["a.json", "b.json"]);
    let before = app.shared_document().clone();
    app.apply(FileCommand::Missing("a.json".into()));
    let told = app.take_notices();
    let said = |word: &str| told.iter().any(|notice| notice.kind == NoticeKind::Error && notice.text.contains(word));
    assert!(said("a.json was not opened") && said("no such file") && said("leaves the list"), "{told:?}");
    assert_eq!(app.recent(), ["b.json"]);
    assert!(std::sync::Arc::ptr_eq(&before, app.shared_document()));
    app.apply(FileCommand::Missing("never.json".into()));
    assert!(app.take_notices().iter().all(|notice| !notice.text.contains("leaves the list")));
    app.apply(FileCommand::Missing("b.json".into()));
    let row = actions::find("Open recent…").expect("a row");
    assert!(app.recent().is_empty() && !row.is_enabled(&app), "nothing to choose from");
}

fn title(name: &str) -> String {
    let scene = shipped::scenes().iter().find(|scene| scene.name == name).expect("shipped");
    collidoscope::scene::file::parse(scene.json.as_bytes()).expect("sound").title
}

fn gallery() -> Window {
    let mut w = window();
    key(&mut w, Modifiers { shift: true, ..Modifiers::COMMAND }, Key::O);
    w
}

/// Types into the search of the gallery, in the place of what stood there.
fn search(w: &mut Window, words: &str) {
    w.get_by_label("Search scenes").focus();
    w.run();
    key(w, Modifiers::COMMAND, Key::A);
    event(w, Event::Text(words.into()));
    w.run();
}

/// The scenes of the group "Light and smoke" stood nowhere: the group's button had another name.
#[test]
fn every_scene_stands_in_the_gallery_under_a_group_of_it() {
    let w = gallery();
    for scene in shipped::scenes() {
        assert!(shipped::GROUPS.contains(&scene.group), "{}: {}", scene.name, scene.group);
        assert!(w.query_by_label(&title(scene.name)).is_some(), "{}", scene.name);
    }
    assert!(shipped::GROUPS.iter().all(|group| shipped::scenes().iter().any(|scene| scene.group == *group)));
}

#[test]
fn scenes_are_found_by_plain_words_for_what_is_in_them_and_by_words_that_lack_letters() {
    let mut w = gallery();
    for (words, wanted, other) in [
        ("stack", "pyramid", "drive"),
        ("tower heavy", "mass_ratio", "pyramid"),
        ("chaos", "double_pendulum", "pendulum"),
        ("piston", "slider_crank", "pyramid"),
        ("pendlum", "pendulum", "pyramid"),
        ("domnoes", "dominoes", "gears"),
        ("fluid", "chimney", "gears"),
    ] {
        search(&mut w, words);
        assert!(w.query_by_label(&title(wanted)).is_some(), "{words}: {wanted}");
        assert!(w.query_by_label(&title(other)).is_none(), "{words}: not {other}");
    }
    search(&mut w, "xylophone");
    assert!(w.query_by_label("No scene has all these words.").is_some());
    for scene in shipped::scenes() {
        let tags: Vec<&str> = scene.tags.split(", ").collect();
        assert!(tags.len() >= 3 && tags.iter().all(|tag| !tag.trim().is_empty() && tag.trim() == *tag), "{}: {}", scene.name, scene.tags);
    }
}

/// The window was as high as what was found, and jumped with every letter.
#[test]
fn the_gallery_keeps_its_place_and_height_while_one_types() {
    let mut w = gallery();
    let before = ["Search scenes", "Cancel"].map(|label| bounds(&w, label));
    for words in ["lesson", "stack", "xylophone", "e"] {
        search(&mut w, words);
        let now = ["Search scenes", "Cancel"].map(|label| bounds(&w, label));
        for (before, now) in before.iter().zip(&now) {
            assert!((before.min - now.min).length() < 0.5, "{words}: {before} {now}");
        }
    }
}

#[test]
fn one_esc_closes_the_gallery_also_while_one_types() {
    let mut w = gallery();
    search(&mut w, "stack");
    key(&mut w, Modifiers::NONE, Key::Escape);
    assert!(w.query_by_label("Search scenes").is_none());
}

/// "Saving …" stood there beside "Exported …" for the rest of its four seconds.
#[test]
fn the_note_that_a_file_is_being_written_goes_when_it_is_there() {
    for done in
        [FileCommand::FigureWritten("x.svg".into()), FileCommand::FigureFailed { path: "x.svg".into(), why: "the disk is full".into() }]
    {
        let mut w = window();
        w.state_mut().app.apply(FileCommand::Writing("x.svg".into()));
        w.run_steps(2);
        assert!(says(&w, |words| words == "Saving x.svg …"));
        w.state_mut().app.apply(done);
        w.run_steps(2);
        assert!(!says(&w, |words| words.starts_with("Saving")), "it is there, or will not be");
        assert!(says(&w, |words| words == "Exported x.svg" || words.contains("the disk is full")));
    }
}

/// Any note that began with "Saved" ended every note of a file being written: also of another file.
#[test]
fn the_note_of_another_file_stays() {
    let mut w = window();
    for path in ["large.svg", "small.svg"] {
        w.state_mut().app.apply(FileCommand::Writing(path.into()));
    }
    w.state_mut().app.apply(FileCommand::FigureWritten("small.svg".into()));
    w.run_steps(2);
    assert!(says(&w, |words| words == "Saving large.svg …") && !says(&w, |words| words == "Saving small.svg …"));
    w.state_mut().app.apply(FileCommand::Written { path: "large.svg".into(), moment: false, result: Err("the disk is full".into()) });
    w.run_steps(2);
    assert!(!says(&w, |words| words.starts_with("Saving")));
}
