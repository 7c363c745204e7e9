//! Steps of a lesson that show the scene itself: a moment of its run under lenses, with graphs; made from a view, shown,
//! and printed.

use collidoscope::app::{App, Effect, FileCommand, HistoryCommand, LessonCommand, NoticeKind, Printing, RunCommand, ViewCommand};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::lesson;
use collidoscope::lens::microscope::print::lesson_pages;
use collidoscope::scene::document::{CurveDoc, Document, Subject};
use collidoscope::scene::file;
use collidoscope::scene::stage::{Input, Stage};

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Fall",
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "ball", "position": [0, 3], "shapes": [{ "circle": { "radius": 0.5 } }] } ],
  "lesson": [
    { "caption": "It falls.", "algorithm": "scene", "at_step": 30, "camera": { "center": [0, 2], "height": 8 }, "lenses": ["velocity"],
      "graphs": [{ "curves": [{ "of": "body", "id": "ball", "quantity": "y" }] }],
      "question": { "prompt": "How fast?", "number": { "right": 4.9, "tolerance": 0.2, "unit": "m/s" }, "why": "v = g t." } },
    { "caption": "It lies.", "algorithm": "sat", "pair": ["ground", "ball"], "at_step": 60 },
    { "caption": "The end.", "algorithm": "scene", "at_step": 90, "lenses": ["contacts"] } ] }"#;

fn document() -> Document {
    file::parse(SCENE.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn app() -> App {
    let mut app = App::empty();
    app.set_canvas(Vec2::new(800.0, 600.0));
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app
}

fn height() -> CurveDoc {
    CurveDoc { of: Subject::Body("ball".into()), quantity: "y" }
}

/// Step, lenses and camera.
fn view(app: &App) -> (u64, Vec<&'static str>, Vec2, f32) {
    let camera = app.camera().view_for_file();
    (app.stage().step_count(), app.lenses().to_vec(), camera.center, camera.height)
}

#[test]
fn the_lesson_goes_from_the_scene_into_a_microscope_and_back_to_the_scene() {
    let mut app = app();
    assert!(app.bench().is_none() && app.lesson_place().is_some_and(|place| place.is_here && place.index == 0));
    assert_eq!(view(&app), (30, vec!["velocity"], Vec2::new(0.0, 2.0), 8.0));
    assert!(app.own_question().is_some_and(|question| question.prompt == "How fast?"));
    app.apply(LessonCommand::Next);
    assert!(app.bench().is_some_and(|bench| bench.microscope().id == "sat"));
    app.apply(LessonCommand::Next);
    assert!(app.bench().is_none() && app.lesson_place().is_some_and(|place| place.is_here && place.index == 2));
    assert_eq!(view(&app).1, ["contacts"]);
    app.apply(ViewCommand::ToggleLens("boxes".into()));
    assert!(app.lesson_place().is_some_and(|place| !place.is_here));
    app.apply(LessonCommand::Return);
    assert!(app.lesson_place().is_some_and(|place| place.is_here));
}

#[test]
fn its_graph_holds_what_the_run_was_from_the_start() {
    let app = app();
    let mut stage = Stage::new(&Document { lesson: Vec::new(), ..document() }).unwrap_or_else(|problems| panic!("{problems}"));
    let column = app.timeline().columns().of(&height()).expect("the lesson keeps it");
    for step in 0..=30_u64 {
        assert_eq!(column.at(step), height().read(&stage), "step {step}");
        stage.step();
    }
    // The first half second of a fall from 3 m; semi-implicit steps fall a little farther than the parabola.
    let fallen = 3.0 - column.at(30).expect("read");
    assert!((fallen - 0.5 * 9.81 * 0.25).abs() < 0.06, "{fallen} m");
    let place = lesson::place(&document(), &document().lesson[0]).unwrap_or_else(|why| panic!("{why}"));
    let lesson::LessonPlace::Scene(place) = place else { panic!("it shows the scene") };
    let plots = place.plots(&document().lesson[0]);
    let points: Vec<[f64; 2]> = plots[0].curves[0].parts.concat();
    assert_eq!(points.len(), 31);
    assert!(points.iter().enumerate().all(|(step, point)| Some(point[1]) == column.at(step as u64)));
}

#[test]
fn a_view_is_taken_as_a_step_shown_again_from_anywhere_and_undone_to_the_same_bytes() {
    let mut app = app();
    app.apply(RunCommand::Seek(0));
    (0..45).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(ViewCommand::ToggleLens("boxes".into()));
    let (before, wanted) = (file::to_json(app.document()), view(&app));
    app.apply(LessonCommand::TakeView { replace: false });
    assert_eq!((app.document().lesson.len(), app.document().lesson[1].at_step), (4, 45));
    let taken = &app.document().lesson[1];
    assert!(taken.shows_scene() && taken.lenses == ["velocity", "boxes"], "{taken:?}");
    assert_eq!(taken.graphs, app.document().lesson[0].graphs, "what was shown under the scene is taken along");
    let read = file::parse(file::to_json(app.document()).as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(&read, app.document());
    app.apply(LessonCommand::Go(3));
    assert_ne!(view(&app), wanted);
    app.apply(LessonCommand::Go(1));
    assert_eq!(view(&app), wanted);
    assert!(app.lesson_view().is_some());
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
}

#[test]
fn a_run_that_was_changed_by_hand_is_no_step_of_a_lesson() {
    let mut app = app();
    let ball = app.stage().names().bodies.id("ball").expect("there");
    let point = app.stage().world().body(ball).expect("there").center;
    app.apply(RunCommand::Input(Input::Grab { body: ball, point }));
    app.take_notices();
    app.apply(LessonCommand::TakeView { replace: false });
    assert_eq!(app.document().lesson.len(), 3);
    assert!(app.take_notices().iter().any(|notice| notice.kind == NoticeKind::Warning && notice.text.contains("by hand")));
}

#[test]
fn it_is_printed_with_its_moment_its_picture_and_its_graph() {
    let pages = lesson_pages(&document()).unwrap_or_else(|problems| panic!("{problems}")).concat();
    for wanted in ["1. The scene at 0.50 s", "3. The scene at 1.50 s", "It falls.", "How fast?", "Position y"] {
        assert!(pages.contains(wanted), "{wanted}");
    }
    let without = lesson_pages(&Document {
        lesson: document()
            .lesson
            .into_iter()
            .map(|mut step| {
                step.graphs.clear();
                step
            })
            .collect(),
        ..document()
    });
    let without = without.unwrap_or_else(|problems| panic!("{problems}")).concat();
    assert!(!without.contains("Position y") && pages.matches("<svg").count() == without.matches("<svg").count() + 1);
}

#[test]
fn what_belongs_to_the_other_kind_of_step_is_refused_with_its_place() {
    for (from, to, place) in [
        (r#""at_step": 60"#, r#""at_step": 60, "lenses": ["contacts"]"#, "lesson[1].lenses"),
        (r#""at_step": 60"#, r#""at_step": 60, "graphs": [{ "curves": [{ "of": "world", "quantity": "contacts" }] }]"#, "lesson[1].graphs"),
        (r#""at_step": 90"#, r#""at_step": 90, "frame": 2"#, "lesson[2].frame"),
        (r#""at_step": 90"#, r#""at_step": 90, "gate": true"#, "lesson[2].gate"),
        (r#""id": "ball", "quantity""#, r#""id": "bal", "quantity""#, "lesson[0].graphs[0].curves[0].id"),
        (r#""number": { "right": 4.9, "tolerance": 0.2, "unit": "m/s" }"#, r#""body": { "id": "ball" }"#, "lesson[0].question"),
    ] {
        let wrong = SCENE.replacen(from, to, 1);
        assert_ne!(wrong, SCENE);
        let problems = file::parse(wrong.as_bytes()).expect_err("it is wrong").to_string();
        assert!(problems.contains(place), "{place}: {problems}");
    }
    let unknown = file::parse(SCENE.replacen(r#""lenses": ["velocity"]"#, r#""lenses": ["velocty"]"#, 1).as_bytes());
    let problems = lesson::dry_run(&unknown.unwrap_or_else(|problems| panic!("{problems}"))).expect_err("there is no such lens");
    assert!(problems.to_string().contains("lesson[0].lenses"), "{problems}");
}

#[test]
fn graphs_of_a_lesson_follow_names_and_go_with_what_they_show() {
    use collidoscope::app::{DocumentCommand, Item};
    use collidoscope::scene::document::BodyDoc;
    let mut app = app();
    let body = BodyDoc { id: "pea".into(), ..app.document().body("ball").expect("there").clone() };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: body.into(), gesture: 0 });
    assert_eq!(app.document().lesson[0].graphs[0].curves[0].of, Subject::Body("pea".into()));
    app.apply(DocumentCommand::Delete(vec![Item::Body("pea".into())]));
    assert!(app.document().lesson[0].graphs.is_empty() && file::check(app.document()).is_ok());
}

/// Asks for the print and answers with a path; what the shell is to make.
fn printed(app: &mut App, path: &str) -> Printing {
    app.apply(FileCommand::PrintLesson);
    app.take_effects();
    app.apply(FileCommand::ExportTo(path.into()));
    let effects = app.take_effects();
    let [Effect::PrintPages { printing, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    printing.clone()
}

#[test]
fn printing_is_made_elsewhere_tells_how_far_it_is_and_can_be_stopped() {
    let mut app = app();
    let printing = printed(&mut app, "fall.svg");
    assert_eq!(app.printing(), Some((0, 0)), "nothing is made yet");
    let files = printing.result().expect("pages");
    let pages = lesson_pages(&document()).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(
        files.iter().map(|(_, bytes)| bytes.clone()).collect::<Vec<_>>(),
        pages.iter().map(|page| page.clone().into_bytes()).collect::<Vec<_>>()
    );
    assert!(app.printing().is_some_and(|(done, all)| done > 3 && done < all), "{:?}", app.printing());
    app.take_notices();
    // How far it is stands in the window: no note beside it.
    app.apply(FileCommand::Writing("fall.svg".into()));
    assert!(app.take_notices().is_empty());
    // The note named the path that was chosen, where no file of that name was.
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    assert!(names.len() > 1 && names[0] == "fall-1.svg", "{names:?}");
    app.apply(FileCommand::PagesWritten { path: "fall.svg".into(), files: names.clone() });
    let told: Vec<String> = app.take_notices().into_iter().map(|notice| notice.text).collect();
    assert_eq!(told, [format!("Printed {0} pages: fall-1.svg to fall-{0}.svg", names.len())]);
    assert_eq!(app.printing(), None);
    // Stopped before its first place: no file, and one notice.
    let printing = printed(&mut app, "fall.png");
    app.take_notices();
    app.apply(LessonCommand::StopPrinting);
    let why = printing.result().expect_err("it was stopped");
    app.apply(FileCommand::FigureFailed { path: "fall.png".into(), why });
    assert_eq!((app.printing(), app.take_notices().len()), (None, 1));
}

/// Two hundred steps of 32 quantities each, in a long run, held gigabytes.
#[test]
fn the_graphs_of_a_lesson_show_at_most_64_quantities() {
    let words = |count: usize| {
        let quantities = ["x", "y", "vx", "vy", "speed", "angle", "ax", "ay"];
        let bodies: Vec<String> = (0..9)
            .map(|i| format!(r#"{{ "id": "b{i}", "position": [{}, 0], "shapes": [{{ "circle": {{ "radius": 0.5 }} }}] }}"#, 2 * i))
            .collect();
        let step = |i: usize| {
            let curve = |q: &&str| format!(r#"{{ "of": "body", "id": "b{i}", "quantity": "{q}" }}"#);
            let curves: Vec<String> = quantities.iter().map(curve).collect();
            format!(r#"{{ "algorithm": "scene", "graphs": [{{ "curves": [{}] }}] }}"#, curves.join(", "))
        };
        let steps: Vec<String> = (0..count).map(step).collect();
        format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [{}], "lesson": [{}] }}"#,
            bodies.join(", "),
            steps.join(", ")
        )
    };
    file::parse(words(8).as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let problems = file::parse(words(9).as_bytes()).unwrap_err().to_string();
    assert!(problems.contains("lesson[8].graphs") && problems.contains("72") && problems.contains("at most 64"), "{problems}");
}

/// A graph on a printed page is as good with every second or fourth step, and its last point is the step's own moment.
#[test]
fn the_graph_of_a_long_run_is_thinned_and_ends_at_its_moment() {
    let long = SCENE.replace(r#""at_step": 30"#, r#""at_step": 5001"#);
    let document = file::parse(long.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let places = lesson::places(&document).unwrap_or_else(|problems| panic!("{problems}"));
    let Some(Ok(lesson::LessonPlace::Scene(place))) = places.into_iter().next() else { panic!("a scene") };
    let plots = place.plots(&document.lesson[0]);
    let [points] = &plots[0].curves[0].parts[..] else { panic!("one part") };
    assert!((1_000..=2_001).contains(&points.len()), "{}", points.len());
    assert_eq!(points[0], [0.0, 3.0]);
    let last = points[points.len() - 1];
    assert!((last[0] - 5001.0 / 60.0).abs() < 1e-9 && (last[1] - height().read(&place.stage).unwrap()).abs() < 1e-9, "{last:?}");
}
