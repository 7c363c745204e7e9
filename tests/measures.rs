//! Tapes and protractors: things of the scene that lie beside its run, go with bodies, and are read over time.

mod cli_kit;

use cli_kit::{Folder, good};
use collidoscope::app::handle::Part;
use collidoscope::app::{App, ClipboardCommand, DocumentCommand, FileCommand, GraphCommand, HistoryCommand, Item, Pointer, PointerEvent};
use collidoscope::app::{RunCommand, ToolCommand, ViewCommand};
use collidoscope::draw::{DrawList, Primitive, Role};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, CurveDoc, GraphDoc, MeasureDoc, MeasureEnd, Subject};
use collidoscope::scene::file;
use collidoscope::scene::measured::Measured;
use std::f64::consts::PI;

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] },
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -5], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "a", "position": [-2, 1], "linear_velocity": [0, -1], "linear_damping": 0, "shapes": [{ "circle": { "radius": 0.5 } }] },
    { "id": "b", "position": [2, 1], "linear_velocity": [3, 0], "linear_damping": 0, "shapes": [{ "circle": { "radius": 0.5 } }] } ],
  "measures": [{ "id": "gap", "from": { "body": "a" }, "to": { "body": "b" } }],
  "graphs": [{ "curves": [{ "of": "measure", "id": "gap", "quantity": "length" }] }] }"#;

fn app() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app.set_canvas(Vec2::new(800.0, 600.0));
    app
}

fn drag(app: &mut App, from: Vec2, to: Vec2, alt: bool) {
    let at = |world| Pointer { world, shift: false, ctrl: true, alt };
    for event in [PointerEvent::Press(at(from)), PointerEvent::Move(at(to)), PointerEvent::Release(at(to))] {
        app.apply(ToolCommand::Pointer(event));
    }
}

fn bytes(app: &App) -> String {
    file::to_json(app.document())
}

fn now(app: &App, id: &str) -> Measured {
    Measured::on(app.stage(), app.document().measure(id).expect("it is there")).expect("its bodies are there")
}

fn curve(id: &str, quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::Measure(id.into()), quantity }
}

#[test]
fn a_tape_between_two_bodies_reads_their_distance_at_every_step() {
    let mut app = app();
    (0..90).for_each(|_| app.apply(RunCommand::StepForward));
    let column = app.timeline().columns().of(&curve("gap", "length")).expect("the graph has it");
    for step in 0..=90_u64 {
        // Both move uniformly: 4 m apart at first, then 3 m/s to the right and 1 m/s down.
        let time = step as f64 / 60.0;
        let wanted = (4.0 + 3.0 * time).hypot(time);
        let read = column.at(step).expect("known");
        // Positions are kept in single precision and summed over steps.
        assert!((read - wanted).abs() < 1e-4, "step {step}: {read} m, not {wanted} m");
    }
    app.apply(RunCommand::Seek(30));
    assert!((f64::from(now(&app, "gap").way().expect("a tape").length()) - 5.5_f64.hypot(0.5)).abs() < 1e-4);
}

#[test]
fn a_drag_lays_a_tape_and_one_from_its_end_a_protractor_and_undo_gives_the_same_bytes() {
    let mut app = app();
    let before = bytes(&app);
    app.apply(ToolCommand::Choose("measure".into()));
    drag(&mut app, Vec2::new(-1.0, -1.0), Vec2::new(2.0, -1.0), false);
    let tape = app.document().measure("tape").expect("laid").clone();
    assert_eq!(app.selection(), [Item::Measure("tape".into())]);
    assert_eq!((tape.from, tape.to.at, tape.apex), (MeasureEnd { body: None, at: Vec2::new(-1.0, -1.0) }, Vec2::new(2.0, -1.0), None));
    // From its beginning up and to the right: with sides 3, 4 and 5 the tangent of the angle is 4/3. The end is on nothing.
    drag(&mut app, Vec2::new(-1.0, -1.0), Vec2::new(0.5, 1.0), false);
    let angle = now(&app, "angle").angle().expect("a protractor").to_degrees();
    assert!((angle - 53.130_1).abs() < 1e-3, "{angle}°");
    let mut list = DrawList::default();
    app.picture(&mut list);
    for wanted in ["3.000 m", "53.13°"] {
        let is_told = |mark: &&collidoscope::draw::Mark| matches!(&mark.primitive, Primitive::Label { text, .. } if text == wanted);
        assert!(list.marks.iter().filter(is_told).any(|mark| mark.role == Role::Measure), "{wanted}");
    }
    (0..2).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!(bytes(&app), before);
}

#[test]
fn an_end_laid_on_a_body_goes_with_it_and_a_free_one_stays() {
    let mut app = app();
    app.apply(ToolCommand::Choose("measure".into()));
    drag(&mut app, Vec2::new(2.2, 1.1), Vec2::new(2.0, 4.0), false);
    let tape = app.document().measure("tape").expect("laid");
    assert_eq!((tape.from.body.as_deref(), tape.to.body.as_deref()), (Some("b"), None));
    (0..60).for_each(|_| app.apply(RunCommand::StepForward));
    let now = now(&app, "tape");
    assert!((now.from - Vec2::new(5.2, 1.1)).length() < 1e-4 && now.to == Vec2::new(2.0, 4.0), "{now:?}");
}

#[test]
fn a_click_and_a_photogate_leave_no_tape() {
    let mut app = app();
    app.apply(ToolCommand::Choose("measure".into()));
    drag(&mut app, Vec2::new(0.0, 3.0), Vec2::new(0.0, 3.0), false);
    drag(&mut app, Vec2::new(0.0, 3.0), Vec2::new(1.0, 3.0), true);
    assert_eq!((app.document().measures.len(), app.document().bodies.len()), (1, 4));
    assert!(app.document().body("photogate").is_some());
}

#[test]
fn laying_moving_and_deleting_tapes_leaves_the_run_as_it_is() {
    let mut app = app();
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(RunCommand::Seek(10));
    let mark = app.stage().world().fingerprint();
    let before = bytes(&app);
    let free = |x| MeasureEnd { body: None, at: Vec2::new(x, 0.0) };
    app.apply(DocumentCommand::Add(MeasureDoc { from: free(0.0), to: free(1.0), ..MeasureDoc::default() }.into()));
    let items = vec![Item::Measure("tape".into())];
    app.apply(DocumentCommand::Move { items: items.clone(), shift: Vec2::new(0.5, 0.25), turn: 0.0, pivot: Vec2::ZERO, gesture: 0 });
    assert_eq!(now(&app, "tape").from, Vec2::new(0.5, 0.25));
    app.apply(DocumentCommand::Delete(items));
    assert_eq!(app.document().measures.len(), 1);
    assert_eq!((app.timeline().last_step(), app.stage().world().fingerprint()), (30, mark));
    (0..3).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!((bytes(&app), app.timeline().last_step()), (before, 30));
}

#[test]
fn an_end_is_dragged_by_its_handle_onto_a_body_in_one_undoable_step() {
    let mut app = app();
    let free = |x, y| MeasureEnd { body: None, at: Vec2::new(x, y) };
    app.apply(DocumentCommand::Add(MeasureDoc { from: free(-1.0, -2.0), to: free(1.0, -2.0), ..MeasureDoc::default() }.into()));
    let before = bytes(&app);
    assert_eq!(app.selection(), [Item::Measure("tape".into())]);
    let handle = app.handles().into_iter().find(|handle| handle.part == Part::MeasureEnd(1)).expect("it has handles");
    assert_eq!(handle.at, Vec2::new(1.0, -2.0));
    let at = |world| Pointer { world, shift: false, ctrl: false, alt: false };
    let middle = Vec2::new(-2.0, 1.0);
    for event in [PointerEvent::Press(at(handle.at)), PointerEvent::Move(at(middle)), PointerEvent::Release(at(middle))] {
        app.apply(ToolCommand::Pointer(event));
    }
    let to = app.document().measure("tape").expect("there").to.clone();
    assert!(to.body.as_deref() == Some("a") && to.at.length() < 1e-5, "{to:?}");
    app.apply(HistoryCommand::Undo);
    assert_eq!(bytes(&app), before);
    // A click on its line selects it, one beside it does not.
    app.apply(ViewCommand::Select(Vec::new()));
    assert_eq!(app.item_at(Vec2::new(0.3, -2.0)), Some(Item::Measure("tape".into())));
    assert_eq!(app.item_at(Vec2::new(0.3, -3.0)), None);
}

#[test]
fn tapes_and_their_graphs_follow_names_and_go_with_bodies() {
    let mut app = app();
    let body = BodyDoc { id: "pea".into(), ..app.document().body("a").expect("there").clone() };
    app.apply(DocumentCommand::Edit { id: "a".into(), to: body.into(), gesture: 0 });
    assert_eq!(app.document().measure("gap").expect("there").from.body.as_deref(), Some("pea"));
    let measure = MeasureDoc { id: "reach".into(), ..app.document().measure("gap").expect("there").clone() };
    app.apply(DocumentCommand::Edit { id: "gap".into(), to: measure.into(), gesture: 0 });
    assert_eq!(app.document().graphs[0].curves, [curve("reach", "length")]);
    app.apply(ViewCommand::Select(vec![Item::Body("pea".into()), Item::Body("b".into())]));
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.document().measures.len(), 2, "copies of both bodies bring the tape between them");
    app.apply(ViewCommand::Select(vec![Item::Body("pea".into())]));
    app.apply(ClipboardCommand::Duplicate);
    assert_eq!(app.document().measures.len(), 2, "a copy of one of them does not");
    app.apply(DocumentCommand::Delete(vec![Item::Body("pea".into())]));
    assert!(app.document().measure("reach").is_none() && app.document().graphs.is_empty());
    assert!(file::check(app.document()).is_ok());
}

#[test]
fn a_graph_is_read_again_when_its_tape_is_laid_elsewhere() {
    let mut app = app();
    (0..60).for_each(|_| app.apply(RunCommand::StepForward));
    let mut measure = app.document().measure("gap").expect("there").clone();
    measure.from = MeasureEnd { body: None, at: Vec2::new(2.0, 1.0) };
    app.apply(DocumentCommand::Edit { id: "gap".into(), to: measure.into(), gesture: 0 });
    while app.timeline().is_filling() {
        app.tick(0.0, &mut || true);
    }
    let column = app.timeline().columns().of(&curve("gap", "length")).expect("there");
    for step in [0_u64, 20, 60] {
        let wanted = 3.0 * step as f64 / 60.0;
        assert!((column.at(step).expect("known") - wanted).abs() < 1e-4, "step {step}: {:?}", column.at(step));
    }
}

#[test]
fn a_protractor_at_a_pendulum_swings_with_its_closed_form_period() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1,
      "bodies": [{ "id": "bob", "position": [0.05, -1], "linear_damping": 0, "angular_damping": 0,
        "shapes": [{ "circle": { "radius": 0.02 } }] }],
      "joints": [{ "id": "pin", "kind": "revolute", "body_b": "bob", "anchor": [0, 0] }],
      "measures": [{ "id": "swing", "from": { "at": [0, -1] }, "to": { "body": "bob" }, "apex": {} }] }"#;
    let folder = Folder::new();
    let path = folder.file("swing.json", text);
    let table = good(&["graph", &path, "--quantity", "measure:swing:angle", "--steps", "600"]).out;
    let rows: Vec<(f64, f64)> = table
        .lines()
        .skip(1)
        .filter_map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            Some((cells[cells.len() - 2].parse().ok()?, cells[cells.len() - 1].parse().ok()?))
        })
        .collect();
    let first = rows[0].1;
    assert!((first - 0.05_f64.atan()).abs() < 1e-6, "{first}");
    // Times at which the angle falls through zero, between samples by the straight line.
    let falls: Vec<f64> = rows
        .windows(2)
        .filter(|two| two[0].1 > 0.0 && two[1].1 <= 0.0)
        .map(|two| {
            let share = two[0].1 / (two[0].1 - two[1].1);
            two[0].0 + share * (two[1].0 - two[0].0)
        })
        .collect();
    let period = (falls[falls.len() - 1] - falls[0]) / (falls.len() - 1) as f64;
    // A rigid disc of radius r on an arm l: T = 2π √((l² + r²/2) / (g l)), and 1 + θ²/16 for the amplitude.
    let (l, r, g) = (1.0_f64.hypot(0.05), 0.02_f64, 9.81);
    let wanted = 2.0 * PI * ((l * l + 0.5 * r * r) / (g * l)).sqrt() * (1.0 + first * first / 16.0);
    assert!((period / wanted - 1.0).abs() < 2e-3, "{period} s, not {wanted} s");
}

#[test]
fn a_tape_on_nothing_and_a_length_of_a_protractor_are_refused_with_their_place() {
    for (wrong, place) in [
        (SCENE.replace(r#""body": "b" }"#, r#""body": "c" }"#), "measures[0].to.body"),
        (SCENE.replace(r#""to": { "body": "b" }"#, r#""to": { "at": [0, 3e6] }"#), "measures[0].to.at"),
        (SCENE.replace(r#""to": { "body": "b" }"#, r#""to": { "body": "b" }, "apex": {}"#), "graphs[0].curves[0].quantity"),
        (SCENE.replace(r#""id": "gap", "quantity""#, r#""id": "gab", "quantity""#), "graphs[0].curves[0].id"),
        (SCENE.replace(r#""id": "gap", "from""#, r#""id": "gap", "fro""#), "measures[0].fro"),
    ] {
        assert_ne!(wrong, SCENE);
        let problems = file::parse(wrong.as_bytes()).expect_err("it is wrong").to_string();
        assert!(problems.contains(place), "{place}: {problems}");
    }
    let mut app = app();
    app.apply(GraphCommand::Add(GraphDoc::of(curve("gap", "angle"))));
    assert_eq!(app.document().graphs.len(), 1, "a tape has no angle");
}
