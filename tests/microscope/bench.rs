//! The bench in the program: opening, stepping, dragging, undo, predictions, and the scene left as it was.

use collidoscope::app::microscope::specimen_of;
use collidoscope::app::{App, FileCommand, HistoryCommand, Item, MicroscopeCommand, RunCommand, ToolCommand, ViewCommand};
use collidoscope::draw::{DrawList, Primitive};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::FeatureId;
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::lens::microscope::specimen::{PAST_STEPS, names_of};
use collidoscope::lens::microscope::{Answer, Side};
use collidoscope::scene::shipped;

fn act(app: &mut App, act: MicroscopeCommand) {
    app.apply(act);
}

/// A scene with contacts, and the microscope on the deepest.
fn opened() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    for _ in 0..40 {
        app.apply(RunCommand::StepForward);
    }
    act(&mut app, MicroscopeCommand::Open { pair: None, microscope: None });
    assert!(app.bench().is_some(), "{:?}", app.take_notices());
    app
}

#[test]
fn the_bench_shows_what_the_world_stored_and_closing_leads_back_unchanged() {
    let mut app = opened();
    let before = app.stage().world().fingerprint();
    let bench = app.bench().expect("open");
    let stored = bench.specimen().stored.expect("a contact");
    assert_eq!(bench.film().normal, Some(bench.specimen().turned(stored.normal)), "the last frame equals the stored manifold");
    act(&mut app, MicroscopeCommand::Move { side: Side::B, shift: Vec2::new(0.1, 0.2), gesture: 1 });
    act(&mut app, MicroscopeCommand::Rotate { side: Side::A, angle: 0.3, gesture: 2 });
    assert!(app.bench().expect("open").is_changed());
    app.apply(ToolCommand::Cancel);
    assert!(app.bench().is_none() && !app.is_unsaved());
    assert_eq!(app.stage().world().fingerprint(), before);
}

#[test]
fn undo_takes_back_what_was_dragged_and_never_touches_the_document() {
    let mut app = opened();
    let document = app.document().clone();
    let original = app.bench().expect("open").specimen().clone();
    for i in 0..5 {
        act(&mut app, MicroscopeCommand::Move { side: Side::B, shift: Vec2::new(0.01, 0.02 * i as f32), gesture: 7 });
    }
    act(&mut app, MicroscopeCommand::Rotate { side: Side::B, angle: 0.2, gesture: 8 });
    let turned = app.bench().expect("open").specimen().clone();
    assert_eq!(app.undo_label(), Some("turn"));
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.undo_label(), Some("move"));
    app.apply(HistoryCommand::Undo);
    assert_eq!(*app.bench().expect("open").specimen(), original, "one drag is one undo, and the contact is back");
    app.apply(HistoryCommand::Redo);
    app.apply(HistoryCommand::Redo);
    assert_eq!(*app.bench().expect("open").specimen(), turned);
    assert_eq!(*app.document(), document);
}

#[test]
fn steps_and_turns_walk_the_film_both_ways_and_stay_inside() {
    let mut app = opened();
    act(&mut app, MicroscopeCommand::Algorithm("gjk".into()));
    let last = app.bench().expect("open").film().last();
    let at = |app: &App| app.bench().expect("open").frame();
    act(&mut app, MicroscopeCommand::Step(-1));
    assert_eq!(at(&app), 0);
    for i in 1..=last {
        act(&mut app, MicroscopeCommand::Step(1));
        assert_eq!(at(&app), i);
    }
    act(&mut app, MicroscopeCommand::Step(1));
    assert_eq!(at(&app), last);
    let mut seen = vec![last];
    while at(&app) > 0 {
        act(&mut app, MicroscopeCommand::Turn(-1));
        seen.push(at(&app));
    }
    let mut back = vec![0];
    while at(&app) < last {
        act(&mut app, MicroscopeCommand::Turn(1));
        back.push(at(&app));
    }
    back.reverse();
    assert_eq!(seen, back, "whole turns forth and back stop at the same frames");
    act(&mut app, MicroscopeCommand::Frame(usize::MAX));
    assert_eq!(at(&app), last);
}

#[test]
fn the_gate_holds_the_film_until_the_question_is_answered() {
    let mut app = opened();
    act(&mut app, MicroscopeCommand::SetGate(true));
    act(&mut app, MicroscopeCommand::Algorithm("gjk".into()));
    act(&mut app, MicroscopeCommand::Frame(usize::MAX));
    let held = app.bench().expect("open").frame();
    let question = app.open_question().expect("the film is held by a question");
    assert!(held < app.bench().expect("open").film().last());
    let AnswerKind::Choose { choices, right } = question.kind.clone() else { panic!("a choice") };
    act(&mut app, MicroscopeCommand::Answer(Answer::Choice(right)));
    assert_eq!((app.score().right, app.score().answered), (1, 1));
    act(&mut app, MicroscopeCommand::Answer(Answer::Choice((right + 1) % choices.len())));
    assert_eq!(app.score().answered, 1, "an answered question is closed");
    act(&mut app, MicroscopeCommand::Step(1));
    assert_eq!(app.bench().expect("open").frame(), held + 1);
    while app.open_question().is_some() {
        act(&mut app, MicroscopeCommand::Reveal);
        act(&mut app, MicroscopeCommand::Frame(usize::MAX));
    }
    assert_eq!(app.bench().expect("open").frame(), app.bench().expect("open").film().last());
    assert_eq!(app.score().answered, 1, "what was given up is not scored");
}

#[test]
fn a_film_plays_by_itself_and_stops_at_its_end() {
    let mut app = opened();
    act(&mut app, MicroscopeCommand::TogglePlay);
    assert!(app.is_moving() && !app.is_playing());
    for _ in 0..2000 {
        app.tick(0.1, &mut || true);
    }
    let bench = app.bench().expect("open");
    assert_eq!((bench.frame(), bench.is_playing()), (bench.film().last(), false));
}

#[test]
fn examples_lie_down_and_undo_brings_the_scene_back() {
    let mut app = opened();
    let original = app.bench().expect("open").specimen().clone();
    let title = app.title();
    for i in 0..6 {
        act(&mut app, MicroscopeCommand::Example(i));
        assert!(app.bench().expect("open").example().is_some());
    }
    for _ in 0..6 {
        app.apply(HistoryCommand::Undo);
    }
    assert_eq!(*app.bench().expect("open").specimen(), original);
    assert_eq!(app.title(), title);
}

#[test]
fn a_lesson_opens_at_its_step_and_is_saved_again() {
    let json = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Lesson",
        "bodies": [ { "id": "a", "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
                    { "id": "b", "position": [2, 0.3], "shapes": [ { "circle": { "radius": 0.5 } } ] } ],
        "view": { "center": [0, 0], "height": 4, "pair": ["a", "b"],
                  "microscope": { "algorithm": "gjk", "step": 2, "caption": "Watch the bound." } } }"#;
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("lesson.json".into()), bytes: Ok(json.as_bytes().to_vec()) });
    let bench = app.bench().expect("the lesson opens the bench");
    assert_eq!((bench.microscope().id, bench.frame(), bench.caption()), ("gjk", 2, "Watch the bound."));
    assert!(!app.is_unsaved());
    act(&mut app, MicroscopeCommand::Step(1));
    app.apply(FileCommand::Save);
    let written = app.take_effects().into_iter().find_map(|e| match e {
        collidoscope::app::Effect::Write { scene, .. } => Some(collidoscope::scene::file::to_json(&scene)),
        _ => None,
    });
    let back = collidoscope::scene::file::parse(written.expect("saved").as_bytes()).expect("sound");
    let lesson = back.view.and_then(|v| v.microscope).expect("kept");
    assert_eq!((lesson.algorithm, lesson.step, lesson.caption.as_str()), ("gjk", 3, "Watch the bound."));
}

#[test]
fn without_a_pair_the_program_says_what_to_do() {
    let mut app = App::empty();
    act(&mut app, MicroscopeCommand::Open { pair: None, microscope: None });
    assert!(app.bench().is_none() && !app.take_notices().is_empty());
}

#[test]
fn the_names_of_the_points_are_told_as_far_back_as_the_run_goes() {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped("pyramid".into()));
    let mut pair = None;
    let mut taken = 0;
    for steps in [0_usize, 5, 40] {
        (taken..steps).for_each(|_| app.apply(RunCommand::StepForward));
        taken = steps;
        act(&mut app, MicroscopeCommand::Open { pair, microscope: Some("clip".into()) });
        let Some(bench) = app.bench() else { continue }; // nothing touches at the start
        let scene = bench.specimen().scene.clone().expect("a scene");
        pair = Some(scene.pair);
        // The same run once more, read step by step.
        let mut again = App::empty();
        again.apply(FileCommand::OpenShipped("pyramid".into()));
        let mut names: Vec<Vec<FeatureId>> = Vec::new();
        for _ in 0..steps {
            names.push(names_of(again.stage(), scene.pair));
            again.apply(RunCommand::StepForward);
        }
        let from = steps.saturating_sub(PAST_STEPS as usize);
        assert_eq!(scene.past.to_vec(), names[from..], "{steps} steps");
        let mut list = DrawList::default();
        bench.film().picture(bench.film().last(), &[], &mut list);
        let says = |words: &str| list.marks.iter().any(|m| matches!(&m.primitive, Primitive::Label { text, .. } if text.contains(words)));
        assert!(says(&format!("now, step {steps}")));
        assert_eq!(says("the run begins now: no past"), steps == 0);
        assert_eq!(says("the run begins, step 0"), steps == 5);
        assert_eq!(says("step 28"), steps == 40);
        act(&mut app, MicroscopeCommand::Close);
    }
    // At the start of a scene whose bodies touch already.
    let (specimen, _) = specimen_of(shipped::examples("clip").next().expect("shipped")).expect("sound");
    assert!(specimen.scene.expect("a scene").past.is_empty());
}

/// The file had the watched pair under the microscope of the joint's.
#[test]
fn a_bench_that_a_joint_led_to_opens_from_the_file_on_the_same_pair() {
    use collidoscope::app::{Effect, Item, ViewCommand};
    use collidoscope::scene::file;
    let scene = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
      { "id": "ground", "kind": "static", "shapes": [{ "segment": { "a": [-9, 0], "b": [9, 0] } }] },
      { "id": "crate", "position": [-4, 0.5], "shapes": [{ "box": { "width": 1, "height": 1 } }] },
      { "id": "upper", "position": [3, 4], "shapes": [{ "circle": { "radius": 0.4 } }] },
      { "id": "lower", "position": [3, 2.5], "shapes": [{ "circle": { "radius": 0.4 } }] } ],
      "joints": [{ "id": "hinge", "kind": "revolute", "body_a": "upper", "body_b": "lower", "anchor": [3, 3.2] }],
      "view": { "center": [0, 2], "height": 8, "pair": ["ground", "crate"] } }"#;
    let open = |text: &str| {
        let mut app = App::empty();
        app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
        app
    };
    let mut app = open(scene);
    app.apply(ViewCommand::Select(vec![Item::Joint("hinge".into())]));
    act(&mut app, MicroscopeCommand::Open { pair: None, microscope: None });
    let names = |app: &App| {
        let bench = app.bench().expect("open");
        (bench.microscope().id, bench.specimen().a.name.clone(), bench.specimen().b.name.clone())
    };
    let shown = names(&app);
    assert_eq!((shown.1.as_str(), shown.2.as_str()), ("upper", "lower"));
    app.take_effects();
    app.apply(FileCommand::SaveTo { path: "hinge.json".into(), moment: false });
    let effects = app.take_effects();
    let [Effect::Write { scene, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(names(&open(&file::to_json(scene))), shown);
}

/// "0 rows … there is no joint" was said of a pendulum: it lay under the microscope with itself.
#[test]
fn a_joint_with_the_world_opens_with_its_rows_under_every_solver() {
    use collidoscope::app::{DocumentCommand, Item, ViewCommand};
    use collidoscope::engine::solver::table::SOLVERS;
    for solver in SOLVERS.iter().map(|row| row.solver) {
        for steps in [0, 3] {
            let mut app = App::empty();
            app.apply(FileCommand::OpenShipped("pendulum".into()));
            let world = collidoscope::scene::document::WorldSettings { solver, ..app.document().world };
            app.apply(DocumentCommand::EditWorld { world, gesture: 0 });
            (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
            app.apply(ViewCommand::Select(vec![Item::Joint("hinge".into())]));
            act(&mut app, MicroscopeCommand::Open { pair: None, microscope: None });
            for id in [None, Some("solver"), Some("lagrange"), Some("integrators"), Some("solver")] {
                if let Some(id) = id {
                    act(&mut app, MicroscopeCommand::Algorithm(id.into()));
                }
                let bench = app.bench().unwrap_or_else(|| panic!("{solver:?} at {steps}: {id:?}"));
                assert_eq!(bench.specimen().title(), "pendulum ↔ the world");
                assert!(id.is_none_or(|id| bench.microscope().id == id), "{solver:?}: {id:?}");
                let words: String = bench.film().frames.iter().map(|frame| format!("{} {}\n", frame.heading, frame.reason)).collect();
                assert!(!words.contains("there is no joint") && !words.contains("neither touch"), "{solver:?} at {steps}: {words}");
                let is_idle = bench.microscope().id == "solver" && words.contains("0 rows");
                assert!(!is_idle || words.contains("the microscope Lagrange"), "{solver:?} at {steps}: {words}");
            }
            act(&mut app, MicroscopeCommand::Algorithm("sat".into()));
            assert_eq!(app.bench().expect("open").microscope().id, "solver", "SAT has no two shapes here");
        }
    }
}

/// Enter looked into the watched or deepest contact of the scene, whatever was selected; before the first step, when a
/// scene has no contacts yet, two selected bodies were "no contact".
#[test]
fn the_contact_of_the_selection_is_opened_not_the_deepest() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
      { "id": "a", "position": [0, 0], "shapes": [{ "circle": { "radius": 0.5 } }] },
      { "id": "b", "position": [0.95, 0], "shapes": [{ "circle": { "radius": 0.5 } }] },
      { "id": "alone", "position": [0, 9], "shapes": [{ "circle": { "radius": 0.5 } }] },
      { "id": "e", "position": [5, 0], "shapes": [{ "circle": { "radius": 0.5 } }] },
      { "id": "f", "position": [5.5, 0], "shapes": [{ "circle": { "radius": 0.5 } }] } ] }"#;
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
    let select = |app: &mut App, names: &[&str]| {
        app.apply(ViewCommand::Select(names.iter().map(|name| Item::Body((*name).to_owned())).collect()));
        act(app, MicroscopeCommand::Open { pair: None, microscope: None });
        let names = app.bench().map(|bench| [bench.specimen().a.name.clone(), bench.specimen().b.name.clone()]);
        act(app, MicroscopeCommand::Close);
        names
    };
    let pair = |a: &str, b: &str| Some([a.to_owned(), b.to_owned()]);
    for steps in [0, 1, 1] {
        for _ in 0..steps {
            app.apply(RunCommand::StepForward);
        }
        app.apply(ViewCommand::SetPair(None));
        assert_eq!(select(&mut app, &["b"]), pair("a", "b"));
        assert_eq!(select(&mut app, &["f"]), pair("e", "f"), "what is watched by now is not of the selection");
        assert_eq!(select(&mut app, &["a", "b"]), pair("a", "b"));
        assert_eq!(select(&mut app, &["alone", "e"]), pair("alone", "e"), "two that are apart");
        app.take_notices();
        app.apply(ViewCommand::SetPair(None));
        assert_eq!(select(&mut app, &["alone"]), None);
        let told = app.take_notices();
        assert!(told.iter().any(|notice| notice.text.starts_with("alone touches nothing")), "{told:?}");
    }
    assert_eq!(select(&mut app, &["a", "b"]), pair("a", "b"));
    assert_eq!(select(&mut app, &[]), pair("a", "b"), "nothing selected: what is watched");
}
