//! Words and arrows on the canvas: part of the scene, beside the run, with their body.

use collidoscope::app::{App, ClipboardCommand, DocumentCommand, FileCommand, HistoryCommand, Item, Pointer, PointerEvent, RunCommand};
use collidoscope::app::{ToolCommand, ViewCommand};
use collidoscope::draw::{DrawList, Primitive, Role};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::notes::places;
use collidoscope::scene::document::{BodyDoc, NoteDoc};
use collidoscope::scene::file;

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1,
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -5], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "ball", "position": [0, 2], "angular_velocity": 1, "shapes": [{ "circle": { "radius": 0.5 } }] } ],
  "notes": [{ "id": "title", "text": "Free fall", "position": [3, 3] }] }"#;

fn app() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app.set_canvas(Vec2::new(800.0, 600.0));
    app
}

fn drag(app: &mut App, from: Vec2, to: Vec2) {
    let at = |world| Pointer { world, shift: false, ctrl: true, alt: false };
    for event in [PointerEvent::Press(at(from)), PointerEvent::Move(at(to)), PointerEvent::Release(at(to))] {
        app.apply(ToolCommand::Pointer(event));
    }
}

#[test]
fn a_drag_sets_words_with_an_arrow_that_go_with_the_body_it_points_at() {
    let mut app = app();
    app.apply(ToolCommand::Choose("note".into()));
    drag(&mut app, Vec2::new(2.0, 3.0), Vec2::new(0.2, 2.1));
    let note = app.document().notes[1].clone();
    assert_eq!((note.body.as_deref(), app.selection()), (Some("ball"), &[Item::Note(note.id.clone())][..]));
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    let pose = app.stage().world().body(app.stage().names().bodies.id("ball").unwrap()).unwrap().pose;
    let (at, to) = places(app.stage(), &note).expect("the ball is there");
    assert!((at - pose.transform_point(Vec2::new(2.0, 1.0))).length() < 1e-5 && at.y < 2.9, "{at}");
    assert!((to.unwrap() - pose.transform_point(Vec2::new(0.2, 0.1))).length() < 1e-5);
    let mut list = DrawList::default();
    app.picture(&mut list);
    let arrows = list.marks.iter().filter(|mark| mark.role == Role::Note && matches!(mark.primitive, Primitive::Arrow { .. }));
    let words =
        list.marks.iter().filter(|mark| matches!(&mark.primitive, Primitive::Label { text, .. } if text == "Free fall" || text == "Note"));
    assert_eq!((arrows.count(), words.count()), (1, 2));
}

#[test]
fn a_note_is_no_change_of_the_run_and_is_undone_moved_copied_and_saved() {
    let mut app = app();
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(RunCommand::Seek(10));
    app.apply(DocumentCommand::Add(NoteDoc { position: Vec2::new(1.0, 1.0), ..NoteDoc::default() }.into()));
    assert_eq!((app.timeline().last_step(), app.timeline().branches().list().len()), (30, 0));
    let items = vec![Item::Note("note".into())];
    app.apply(DocumentCommand::Move { items, shift: Vec2::new(0.5, 0.0), turn: 0.0, pivot: Vec2::ZERO, gesture: 0 });
    assert_eq!(app.document().note("note").unwrap().position, Vec2::new(1.5, 1.0));
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.document().notes.len(), 3);
    let back = file::parse(file::to_json(app.document()).as_bytes()).expect("it reads back");
    assert_eq!(back.notes, app.document().notes);
    (0..3).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!((app.document().notes.len(), app.timeline().last_step()), (1, 30));
}

#[test]
fn notes_follow_the_name_of_their_body_and_go_with_it() {
    let mut app = app();
    app.apply(DocumentCommand::Add(NoteDoc { body: Some("ball".into()), ..NoteDoc::default() }.into()));
    let body = BodyDoc { id: "pea".into(), ..app.document().body("ball").unwrap().clone() };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: body.into(), gesture: 0 });
    assert_eq!(app.document().note("note").unwrap().body.as_deref(), Some("pea"));
    app.apply(ViewCommand::Select(vec![Item::Body("pea".into())]));
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.document().notes.len(), 3, "a copy of a body brings its notes");
    app.apply(DocumentCommand::Delete(vec![Item::Body("pea".into())]));
    assert!(app.document().note("note").is_none() && app.document().notes.len() == 2);
    assert!(file::check(app.document()).is_ok());
}

#[test]
fn a_note_on_nothing_and_one_without_words_are_refused() {
    for (wrong, place) in [
        (SCENE.replace("\"text\": \"Free fall\"", "\"text\": \"\""), "notes[0].text"),
        (SCENE.replace("\"text\": \"Free fall\"", "\"text\": \"a\", \"body\": \"bal\""), "notes[0].body"),
        (SCENE.replace("[3, 3]", "[3, 3e6]"), "notes[0].position"),
    ] {
        let problems = file::parse(wrong.as_bytes()).expect_err("it is wrong").to_string();
        assert!(problems.contains(place), "{place}: {problems}");
    }
}
