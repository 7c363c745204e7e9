//! What a killed program leaves: how the next one offers it, opens it, and what the command line says of it.

use collidoscope::app::{
    App, DocumentCommand, Effect, FileCommand, HistoryCommand, Item, Leaving, Offer, Pointer, PointerEvent, Prepared, Prompt,
    PromptCommand, RecoveryCommand, RunCommand, Taken, ToolCommand,
};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::progress::Progress;
use collidoscope::scene::report::{Replay, Report};
use collidoscope::scene::stage::Stage;
use collidoscope::shell::disk::real_disk;
use collidoscope::shell::recovery::{About, Copies};
use std::path::Path;
use std::sync::Arc;

fn ball(id: &str) -> BodyDoc {
    let shapes = vec![ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO })];
    BodyDoc { id: id.into(), position: Vec2::new(0.0, 5.0), shapes, ..BodyDoc::default() }
}

fn add(app: &mut App, id: &str) {
    app.apply(DocumentCommand::Add(ball(id).into()));
}

fn open(app: &mut App, path: &str, document: &Document) {
    let bytes = Ok(file::to_json(document).into_bytes());
    app.apply(FileCommand::Loaded { path: Some(path.into()), bytes });
}

fn scene() -> Document {
    Document { title: "Bridge".into(), bodies: vec![ball("a")], ..Document::default() }
}

fn offer() -> Offer {
    let (id, name, origin) = ("7".to_owned(), "Bridge".to_owned(), Some("bridge.json".to_owned()));
    Offer { id, name, origin, edits: 12, time: "just now".to_owned(), folder: "somewhere".to_owned() }
}

/// The scene with one ball more, as a copy holds it.
fn taken(original: Option<Vec<u8>>) -> Taken {
    let document = Document { bodies: vec![ball("a"), ball("b")], ..scene() };
    let original = original.map(|bytes| prepared(&bytes).expect("sound"));
    Taken { offer: offer(), scene: prepared(file::to_json(&document).as_bytes()), original }
}

fn prepared(bytes: &[u8]) -> Result<Prepared, String> {
    Prepared::new(bytes, &Progress::default())
}

fn notices(app: &mut App) -> String {
    app.take_notices().into_iter().map(|notice| notice.text + "\n").collect()
}

#[test]
fn what_is_recovered_is_an_unsaved_change_of_its_file_and_can_be_undone() {
    let mut app = App::welcome();
    let welcome = app.document().clone();
    app.apply(RecoveryCommand::Offered { offers: vec![offer()], tell: false });
    app.apply(RecoveryCommand::Recover("7".into()));
    assert_eq!(app.take_effects(), [Effect::TakeCopy("7".into())]);
    assert_eq!(*app.document(), welcome, "nothing happens before the copy is read");
    app.apply(RecoveryCommand::Taken(taken(Some(file::to_json(&scene()).into_bytes()))));
    assert_eq!(app.prompt(), None);
    assert!(app.is_unsaved() && app.document().body("b").is_some() && !app.is_playing());
    assert_eq!((app.path(), app.undo_label()), (Some("bridge.json"), Some("Recovery")));
    assert_eq!(app.take_effects(), [Effect::CopyTaken("7".into())]);
    assert!(notices(&mut app).contains("Save writes bridge.json"));
    app.apply(HistoryCommand::Undo);
    assert!(!app.is_unsaved() && *app.document() == scene(), "as the file is");
    app.apply(HistoryCommand::Redo);
    assert!(app.is_unsaved() && app.document().body("b").is_some());
    app.apply(RunCommand::StepForward);
    assert_eq!(app.stage().step_count(), 1, "the run is that of what was recovered");
    app.apply(FileCommand::Save);
    assert!(matches!(&app.take_effects()[..], [Effect::Write { path, .. }] if path == "bridge.json"));
}

/// The file was changed by somebody else since, or is gone: saving must not put it away unasked.
#[test]
fn without_its_file_as_it_was_what_is_recovered_has_no_path() {
    let mut app = App::empty();
    app.apply(RecoveryCommand::Taken(taken(None)));
    assert!(app.is_unsaved() && app.path().is_none());
    assert!(notices(&mut app).contains("bridge.json has changed since, or is gone: Save asks for a file."));
    app.take_effects();
    app.apply(FileCommand::Save);
    assert!(matches!(&app.take_effects()[..], [Effect::AskSave { .. }]));
    app.apply(HistoryCommand::Undo);
    assert!(!app.is_unsaved() && app.path().is_none());
}

#[test]
fn unsaved_work_of_this_run_is_asked_about_before_older_work_takes_its_place() {
    let mut app = App::empty();
    add(&mut app, "mine");
    app.apply(RecoveryCommand::Taken(taken(None)));
    assert!(matches!(app.prompt(), Some(Prompt::Unsaved { then: Leaving::Recovered(_), .. })));
    assert!(app.document().body("mine").is_some());
    app.apply(PromptCommand::Cancel);
    assert!(app.prompt().is_none() && app.document().body("mine").is_some());
    assert!(!app.take_effects().contains(&Effect::CopyTaken("7".into())), "the copy must stay");
    app.apply(RecoveryCommand::Taken(taken(None)));
    app.apply(PromptCommand::Discard);
    assert!(app.document().body("b").is_some() && app.is_unsaved());
    assert!(app.take_effects().contains(&Effect::CopyTaken("7".into())));
}

#[test]
fn a_copy_that_cannot_be_opened_changes_nothing_and_its_place_is_told() {
    for bytes in [Err("the disk is gone".to_owned()), Ok(b"{".to_vec()), Ok(Vec::new())] {
        let mut app = App::empty();
        let before = app.document().clone();
        app.apply(RecoveryCommand::Offered { offers: vec![offer()], tell: true });
        app.apply(RecoveryCommand::Taken(Taken { scene: bytes.and_then(|bytes| prepared(&bytes)), ..taken(None) }));
        assert_eq!(*app.document(), before);
        assert!(app.prompt().is_some() && app.take_effects().is_empty(), "it is still offered");
        assert!(notices(&mut app).contains("its copies stay in somewhere"));
    }
}

#[test]
fn a_moment_of_a_run_is_recovered_where_it_was() {
    let mut app = App::empty();
    add(&mut app, "a");
    (0..20).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(FileCommand::SaveTo { path: "moment.json".into(), moment: true });
    let Some(Effect::Write { scene, .. }) = app.take_effects().pop() else { panic!("nothing is written") };
    let text = file::to_json(&scene);
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("moment.json".into()), bytes: Ok(text.clone().into_bytes()) });
    assert_eq!((app.is_moment(), app.stage().step_count()), (true, 20));
    (0..5).for_each(|_| app.apply(RunCommand::StepForward));
    add(&mut app, "b");
    let (copy, height) =
        (file::to_json(&app.document_to_keep()), app.stage().world().bodies().map(|(_, b)| b.pose.position.y).sum::<f32>());
    let mut next = App::empty();
    let offer = Offer { origin: Some("moment.json".to_owned()), ..offer() };
    next.apply(RecoveryCommand::Taken(Taken { offer, scene: prepared(copy.as_bytes()), original: prepared(text.as_bytes()).ok() }));
    assert_eq!((next.is_moment(), next.stage().step_count()), (true, 25));
    assert!(next.document().body("b").is_some() && next.document().state.is_none());
    assert_eq!(next.stage().world().bodies().map(|(_, b)| b.pose.position.y).sum::<f32>(), height);
    next.apply(HistoryCommand::Undo);
    assert_eq!((next.stage().step_count(), next.document().body("b")), (20, None));
}

#[test]
fn each_answer_to_the_offer_does_what_it_says() {
    let mut app = App::empty();
    let other = Offer { id: "8".to_owned(), ..offer() };
    let offers = vec![offer(), other.clone()];
    app.apply(RecoveryCommand::Look { tell: false });
    app.apply(RecoveryCommand::Offered { offers: Vec::new(), tell: false });
    assert!(app.prompt().is_none() && app.take_notices().is_empty(), "a start without anything says nothing");
    app.apply(RecoveryCommand::Offered { offers: Vec::new(), tell: true });
    assert!(notices(&mut app).contains("nothing to recover"));
    app.take_effects();
    app.apply(RecoveryCommand::Offered { offers: offers.clone(), tell: true });
    app.apply(RecoveryCommand::ShowFolder("8".into()));
    app.apply(RecoveryCommand::Discard("7".into()));
    assert_eq!(app.prompt(), Some(&Prompt::Recover { offers: vec![other] }));
    app.apply(PromptCommand::Cancel);
    assert_eq!(app.take_effects(), [Effect::ShowCopy("8".into()), Effect::DropCopy("7".into()), Effect::LeaveCopies]);
    assert!(app.prompt().is_none());
    app.apply(RecoveryCommand::Offered { offers, tell: true });
    app.apply(RecoveryCommand::Discard("8".into()));
    app.apply(RecoveryCommand::Discard("7".into()));
    assert!(app.prompt().is_none(), "nothing is left to be asked about");
}

/// The promise is about edits as a person counts them.
#[test]
fn a_drag_counts_as_one_edit_and_what_leaves_the_document_alone_as_none() {
    let mut app = App::empty();
    open(&mut app, "bridge.json", &scene());
    let mut last = app.changes();
    let mut edits = |app: &App| app.changes() - std::mem::replace(&mut last, app.changes());
    for i in 1..=10 {
        let pivot = Vec2::ZERO;
        let shift = Vec2::new(0.1 * i as f32, 0.0);
        app.apply(DocumentCommand::Move { items: vec![Item::Body("a".into())], shift, turn: 0.0, pivot, gesture: 77 });
    }
    assert_eq!(edits(&app), 1, "one drag");
    add(&mut app, "b");
    add(&mut app, "c");
    assert_eq!(edits(&app), 2);
    app.apply(ToolCommand::Choose("circle".into()));
    let at = |x: f32| Pointer { world: Vec2::new(x, 8.0), ..Pointer::default() };
    for event in [PointerEvent::Move(at(0.0)), PointerEvent::Press(at(0.0)), PointerEvent::Move(at(0.5)), PointerEvent::Release(at(0.5))] {
        app.apply(ToolCommand::Pointer(event));
    }
    assert_eq!((edits(&app), app.document().bodies.len()), (1, 4), "a tool's own commands are not counted twice");
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Redo);
    assert_eq!(edits(&app), 2, "undo and redo change the document, too");
    (0..5).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(RunCommand::Reset);
    app.apply(RunCommand::Play);
    app.apply(DocumentCommand::Delete(Vec::new()));
    assert_eq!(edits(&app), 0);
    open(&mut app, "other.json", &scene());
    app.apply(PromptCommand::Discard);
    assert_eq!(edits(&app), 0, "another file is no edit");
}

fn write_copies(data: &Path, count: u64) {
    let mut copies = Copies::new(data.join("collidoscope/recovery"), Arc::new(real_disk));
    for edits in 1..=count {
        let about = About { name: "Bridge".to_owned(), origin: Some("/home/me/bridge.json".to_owned()), edits, seconds: 1_700_000_000 };
        let document = Document { title: format!("after {edits}"), ..scene() };
        copies.write(&about, &file::to_json(&document)).expect("written");
    }
}

#[cfg(target_os = "linux")] // elsewhere the data folder is not told by the environment
#[test]
fn the_command_line_lists_what_there_is_and_writes_it_to_a_new_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        let output = command.args(arguments).env("XDG_DATA_HOME", folder.path()).current_dir(folder.path()).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    assert_eq!(run(&["recover"]), (Some(0), "There is nothing to recover.\n".to_owned(), String::new()));
    write_copies(folder.path(), 7);
    let (code, listed, _) = run(&["recover"]);
    assert_eq!(code, Some(0));
    for part in ["1  “Bridge”, 7 edits, of /home/me/bridge.json, 2023-11-14 22:13 UTC, ", "days ago\n", "scene-0007.json\n"] {
        assert!(listed.contains(part), "{listed}");
    }
    let (code, _, complaint) = run(&["recover", "--to", "back.json"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    let back = file::parse(&std::fs::read(folder.path().join("back.json")).expect("written")).expect("sound");
    assert_eq!(back.title, "after 7");
    let (code, _, complaint) = run(&["recover", "--to", "back.json"]);
    assert!(code == Some(1) && complaint.contains("it is there already"), "{complaint}");
    assert!(run(&["recover"]).1.contains("7 edits"), "the copies stay");
    assert!(run(&["--help"]).1.contains("recover") && run(&["recover", "--help"]).1.contains("--to"));
}

/// The report of a run says where it was: its scene, run for as many steps, comes to the step that broke down.
#[test]
fn a_report_leads_to_the_step_that_broke_down() {
    let mut app = App::empty();
    add(&mut app, "a");
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    let report = app.breakdown_report("on purpose");
    assert!(report.steps >= 1 && report.steps < 10 && !report.disturbed, "{report:?}");
    assert_eq!(Report::parse(report.to_json().as_bytes()), Ok(report.clone()));
    let document = file::parse(report.scene.as_bytes()).expect("an ordinary scene");
    let mut stage = Stage::new(&document).expect("it runs");
    (1..report.steps).for_each(|_| stage.step());
    assert_eq!(stage.step_count(), 30);
    assert_eq!(stage.world().fingerprint(), app.stage().world().fingerprint(), "the same run");
    assert_eq!(report.replay(), Ok(Replay::Ran(report.steps + 60)));
    for wrong in ["", "{}", "[1]", &report.to_json().replace("\"version\": 1", "\"version\": 2")] {
        assert!(Report::parse(wrong.as_bytes()).is_err(), "{wrong}");
    }
}
