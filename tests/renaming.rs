//! Edits that touch no motion leave a run as it is: other names, lamps, curves, titles, groups.

use collidoscope::app::{App, DocumentCommand, FileCommand, GroupCommand, HistoryCommand, Item, RunCommand, ViewCommand};
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::scene::document::{CurveDoc, Document, LightDoc, LightKind, PlaneCurve, PlaneCurveDoc, Subject};

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Names",
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "ball", "position": [-4, 6], "linear_velocity": [3, 0], "shapes": [{ "circle": { "radius": 0.4 } }] },
    { "id": "bob", "position": [3, 4], "shapes": [{ "circle": { "radius": 0.3 } }] } ],
  "joints": [{ "id": "rod", "kind": "distance", "body_b": "bob", "anchor_a": [2, 5], "anchor_b": [3, 4] }],
  "launchers": [{ "id": "gun", "position": [-8, 5], "target": "ball", "speed": 12 }],
  "graphs": [{ "curves": [{ "of": "body", "id": "ball", "quantity": "x" }] }] }"#;

fn app(steps: u64) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    assert_eq!(app.document().title, "Names");
    run(&mut app, steps);
    app
}

fn run(app: &mut App, steps: u64) {
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
}

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

fn renamed_body(app: &App, id: &str, new: &str) -> DocumentCommand {
    let mut body = app.document().body(id).expect("it is there").clone();
    body.id = new.into();
    DocumentCommand::Edit { id: id.into(), to: body.into(), gesture: 0 }
}

/// Everything of the scene under another name.
fn rename_all(app: &mut App) {
    let body = renamed_body(app, "ball", "sphere");
    app.apply(body);
    let mut joint = app.document().joint("rod").expect("it is there").clone();
    joint.id = "string".into();
    app.apply(DocumentCommand::Edit { id: "rod".into(), to: joint.into(), gesture: 0 });
    let mut launcher = app.document().launcher("gun").expect("it is there").clone();
    launcher.id = "cannon".into();
    app.apply(DocumentCommand::Edit { id: "gun".into(), to: launcher.into(), gesture: 0 });
}

/// Bringing the run up to the document took a body of another name out and put it in again: it stood at its start, at
/// rest, while the clock went on.
#[test]
fn renaming_in_mid_run_leaves_the_motion_alone() {
    let (mut plain, mut app) = (app(60), app(60));
    rename_all(&mut app);
    assert_eq!(print(&app), print(&plain));
    let names = app.stage().names();
    assert!(names.bodies.id("sphere").is_some() && names.bodies.id("ball").is_none() && names.joints.id("string").is_some());
    assert_eq!(app.document().launchers[0].target.as_deref(), Some("sphere"));
    assert_eq!(app.selection(), [Item::Launcher("cannon".into())]);
    run(&mut app, 60);
    run(&mut plain, 60);
    assert_eq!(print(&app), print(&plain));
    // The past knows the new names, and what the graph has kept.
    let curve = CurveDoc { of: Subject::Body("sphere".into()), quantity: "x" };
    let old = CurveDoc { of: Subject::Body("ball".into()), quantity: "x" };
    let [x, old] = [(&app, &curve), (&plain, &old)].map(|(app, curve)| app.timeline().columns().of(curve).and_then(|c| c.at(30)));
    assert!(x.is_some() && x == old, "{x:?} {old:?}");
    for step in [10, 90] {
        app.apply(RunCommand::Seek(step));
        plain.apply(RunCommand::Seek(step));
        assert_eq!(print(&app), print(&plain), "step {step}");
        assert!(app.stage().names().bodies.id("sphere").is_some(), "step {step}");
    }
    assert_eq!(app.timeline().last_step(), 120);
    (0..3).for_each(|_| app.apply(HistoryCommand::Undo));
    assert_eq!((app.stage().step_count(), app.timeline().last_step()), (90, 120));
    assert!(app.stage().names().bodies.id("ball").is_some() && print(&app) == print(&plain));
}

/// A name that another body had earlier in the run cannot be told apart in the past: then the future is run anew, but
/// the body goes on from where it is.
#[test]
fn a_name_that_was_another_bodys_before_leaves_the_motion_alone() {
    let mut app = app(30);
    app.apply(DocumentCommand::Delete(vec![Item::Body("bob".into())]));
    run(&mut app, 10);
    let before = print(&app);
    let rename = renamed_body(&app, "ball", "bob");
    app.apply(rename);
    assert_eq!(print(&app), before);
    assert!(app.stage().names().bodies.id("bob").is_some() && app.stage().names().bodies.id("ball").is_none());
}

/// A lamp, a title, a ray and a group cut off the recorded future with "The run changes from here on".
#[test]
fn what_touches_no_motion_leaves_the_recorded_run() {
    let lamp = LightDoc { kind: LightKind::Point { body: None, position: glam::Vec2::new(0.0, 5.0), radius: 0.0 }, ..LightDoc::default() };
    let ray = PlaneCurve::Line { a: glam::Vec2::ZERO, b: glam::Vec2::ONE };
    let commands: [(&str, collidoscope::app::Command); 4] = [
        ("lamp", DocumentCommand::Add(lamp.into()).into()),
        ("title", DocumentCommand::EditAbout { title: "Other".into(), about: String::new(), gesture: 0 }.into()),
        ("line", DocumentCommand::Add(PlaneCurveDoc { kind: ray, ..PlaneCurveDoc::default() }.into()).into()),
        ("group", GroupCommand::Group.into()),
    ];
    for (what, command) in commands {
        let mut app = app(60);
        let end = print(&app);
        app.apply(RunCommand::Seek(20));
        app.apply(ViewCommand::Select(vec![Item::Body("ball".into()), Item::Body("bob".into())]));
        let before = app.document().clone();
        app.apply(command);
        assert_ne!(*app.document(), before, "{what}");
        let start = |document: &Document| document.bodies.iter().map(|body| body.position).collect::<Vec<_>>();
        assert_eq!(start(app.document()), start(&before), "{what}");
        assert_eq!((app.timeline().last_step(), app.timeline().branches().list().len()), (60, 0), "{what}");
        for step in [5, 60] {
            app.apply(RunCommand::Seek(step));
            assert_eq!(app.stage().lights().len(), app.document().lights.len(), "{what} at step {step}");
            assert_eq!(app.stage().groups().docs().len(), app.document().groups.len(), "{what} at step {step}");
        }
        assert_eq!(print(&app), end, "{what}");
        app.apply(HistoryCommand::Undo);
        assert_eq!((&app.document().title, app.timeline().last_step()), (&before.title, 60), "{what}");
        assert!(app.stage().lights().is_empty() && app.stage().groups().docs().is_empty(), "{what}");
    }
}

/// Which body stands in which group is kept by the names of the bodies, and these did not follow: a launcher that aims at
/// the nearest of a group lost its target.
#[test]
fn a_launcher_that_aims_at_the_nearest_of_a_group_keeps_its_target_under_another_name() {
    let text = SCENE.replace(r#""id": "ball", "position""#, r#""id": "ball", "group": "g", "position""#);
    let text = text.replace(r#""target": "ball""#, r#""aim_at": "nearest", "only": { "group": "g" }"#);
    let text = text.replace(r#""launchers""#, r#""groups": [{ "id": "g" }], "launchers""#);
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
    run(&mut app, 10);
    let target = |app: &App| app.stage().aim("gun").and_then(|aim| aim.outcome);
    assert!(target(&app).is_some(), "it has one");
    let rename = renamed_body(&app, "ball", "sphere");
    app.apply(rename);
    assert!(target(&app).is_some(), "and keeps it");
}
