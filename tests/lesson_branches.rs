//! Steps of a lesson that show branches: runs that are otherwise, kept as changes of the scene, shown as ghosts, and
//! printed.

use collidoscope::app::{App, BranchCommand, DocumentCommand, FileCommand, HistoryCommand, Item, LessonCommand, NoticeKind, RunCommand};
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::lesson;
use collidoscope::lens::microscope::print::lesson_pages;
use collidoscope::scene::document::{BodyDoc, Document, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::stage::{Input, Stage};

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Fall",
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "ball", "position": [0, 3], "shapes": [{ "circle": { "radius": 0.5 } }] },
    { "id": "rope end", "position": [4, 3], "shapes": [{ "circle": { "radius": 0.2 } }] } ],
  "joints": [{ "id": "rope", "kind": "revolute", "body_b": "rope end", "anchor": [3, 3] }],
  "lesson": [ { "caption": "What if?", "algorithm": "scene", "at_step": 40, BRANCHES,
      "graphs": [{ "curves": [{ "of": "body", "id": "ball", "quantity": "y" }] }] } ] }"#;

/// A ball that starts higher, and a rope that is cut at step 20.
const TWO: &str = r#""branches": [
    { "name": "higher", "bodies": [{ "id": "ball", "position": [0, 5], "shapes": [{ "circle": { "radius": 0.5 } }] }] },
    { "name": "cut", "from": 20, "without_joints": ["rope"] } ]"#;

fn text(branches: &str) -> String {
    SCENE.replace("BRANCHES", branches)
}

fn parsed(text: &str) -> Document {
    file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn open(text: &str) -> App {
    let mut app = App::empty();
    app.set_canvas(Vec2::new(800.0, 600.0));
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
    settle(&mut app);
    app
}

/// Ghosts come to the present step in the frames that follow.
fn settle(app: &mut App) {
    (0..50).for_each(|_| app.tick(0.02, &mut || true));
}

/// The names of the ghosts that stand at the present step, and their stages.
fn ghosts(app: &App) -> Vec<(String, Stage)> {
    let shown = app.timeline().branches().list().iter().filter(|branch| branch.shown);
    let run = |branch| app.ghosts().run_of(branch).map(|run| run.stage().clone()).expect("it is followed");
    let all: Vec<_> = shown.map(|branch| (branch.name.clone(), run(branch))).collect();
    assert!(all.iter().all(|(_, stage)| stage.step_count() == app.stage().step_count()));
    all
}

/// The same runs by hand.
fn linear(document: &Document) -> [Stage; 2] {
    let branches = &document.lesson[0].branches;
    let alone = Document { lesson: Vec::new(), ..document.clone() };
    let mut higher = Stage::new(&branches[0].applied(document)).expect("it builds");
    let mut cut = Stage::new(&alone).expect("it builds");
    for step in 0..40 {
        if step == 20 {
            cut.sync(&alone, &branches[1].applied(document)).expect("the rope goes");
        }
        higher.step();
        cut.step();
    }
    [higher, cut]
}

#[test]
fn the_step_shows_its_branches_as_ghosts_that_equal_linear_runs_bit_for_bit() {
    let document = parsed(&text(TWO));
    let app = open(&text(TWO));
    assert!(app.lesson_place().is_some_and(|place| place.is_here) && !app.is_difference_shown());
    let (ghosts, linear) = (ghosts(&app), linear(&document));
    assert_eq!(ghosts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["higher", "cut"]);
    for ((name, ghost), linear) in ghosts.iter().zip(&linear) {
        assert_eq!(ghost.world().fingerprint(), linear.world().fingerprint(), "{name}");
    }
    let y = |stage: &Stage, id: &str| stage.world().body(stage.names().bodies.id(id).expect("there")).expect("there").center.y;
    assert!((y(&ghosts[0].1, "ball") - y(app.stage(), "ball") - 2.0).abs() < 1e-5, "two metres higher all the way");
    // A third of a second of free fall takes it lower than the rope lets it swing.
    assert!(y(&ghosts[1].1, "rope end") != y(app.stage(), "rope end"));
    // The same file again, and the document written is the document read.
    assert_eq!(parsed(&file::to_json(&document)), document);
}

#[test]
fn what_if_runs_on_the_screen_become_part_of_a_step_and_are_shown_again() {
    let mut app = open(&text(TWO).replace(TWO, r#""branches": []"#));
    // A what-if: back to step 10, where the ball becomes a larger one; then go on with the run as it was.
    app.apply(RunCommand::Seek(10));
    let ball = app.document().body("ball").expect("there").clone();
    let body = BodyDoc { linear_velocity: Vec2::new(0.0, 4.0), ..ball };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: body.into(), gesture: 0 });
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    app.apply(BranchCommand::Rename { branch: None, name: "thrown".into() });
    app.take_notices();
    app.apply(LessonCommand::TakeView { replace: false });
    let told = app.take_notices();
    assert!(told.iter().any(|notice| notice.kind == NoticeKind::Warning && notice.text.contains("unchanged run")), "{told:?}");
    app.apply(BranchCommand::GoTo(0));
    app.apply(BranchCommand::SetDifference(true));
    settle(&mut app);
    let shown = ghosts(&app);
    let before = file::to_json(app.document());
    app.apply(LessonCommand::TakeView { replace: false });
    let step = app.document().lesson[1].clone();
    assert_eq!(step.branches.len(), 1, "{:?}", app.take_notices());
    assert_eq!((step.branches[0].name.as_str(), step.branches[0].from, step.difference), ("thrown", 10, true));
    assert_eq!(step.branches[0].bodies.len(), 1, "only what differs is kept");
    let written = file::to_json(app.document());
    assert_eq!(&parsed(&written), app.document());
    // Somewhere else the ghost leaves; at the step it comes again, to the same bits, also from the file.
    app.apply(LessonCommand::Go(0));
    settle(&mut app);
    assert!(ghosts(&app).is_empty());
    app.apply(LessonCommand::Go(1));
    settle(&mut app);
    let mut again = open(&written);
    again.apply(LessonCommand::Go(1));
    settle(&mut again);
    for app in [&app, &again] {
        assert!(app.is_difference_shown());
        let ghosts = ghosts(app);
        assert_eq!((ghosts.len(), ghosts[0].0.as_str()), (1, "thrown"));
        assert_eq!(app.timeline().branches().list().len(), 1, "the run that was kept does not stand there twice");
        assert_eq!(ghosts[0].1.world().fingerprint(), shown[0].1.world().fingerprint());
    }
    while file::to_json(app.document()) != before {
        app.apply(HistoryCommand::Undo);
    }
    assert_eq!(app.document().lesson.len(), 1);
}

/// Whoever had edited a body at a step and went on to another one lost the runs that were kept before.
#[test]
fn runs_that_were_kept_outlast_an_edit_at_a_step() {
    let mut app = open(&text(TWO));
    app.apply(BranchCommand::Keep);
    app.apply(BranchCommand::Rename { branch: Some(app.timeline().branches().list().len() - 1), name: "mine".into() });
    let ball = app.document().body("ball").expect("there").clone();
    let body = BodyDoc { linear_velocity: Vec2::new(0.0, 4.0), ..ball };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: body.into(), gesture: 0 });
    app.apply(LessonCommand::Go(0));
    settle(&mut app);
    assert!(app.lesson_place().is_some_and(|place| place.is_here));
    let kept = app.timeline().branches().list().iter().find(|branch| branch.name == "mine").expect("still there");
    let height = |stage: &Stage| stage.world().body(stage.names().bodies.id("ball").expect("there")).expect("there").center.y;
    // It is the run that was kept: 2/3 s of free fall from 3 m. Semi-implicit Euler is ahead by g Δt t / 2 at most.
    let (fallen, time): (f32, f32) = (3.0 - height(kept.run.stage()), 40.0 / 60.0);
    assert_eq!(kept.run.stage().step_count(), 40);
    assert!((fallen - 0.5 * 9.81 * time * time).abs() <= 0.5 * 9.81 * time / 60.0 + 1e-3, "{fallen}");
}

#[test]
fn one_can_go_on_with_a_run_of_the_lesson() {
    let mut app = open(&text(TWO));
    app.apply(BranchCommand::GoTo(1));
    assert_eq!((app.stage().step_count(), app.document().joints.len(), app.document().lesson.len()), (40, 0, 1));
    let [_, cut] = linear(&parsed(&text(TWO)));
    assert_eq!(app.stage().world().fingerprint(), cut.world().fingerprint());
    app.apply(RunCommand::StepForward);
    assert_eq!(app.stage().step_count(), 41);
    // What the scene has not any more cannot be taken away: the lesson stays sound, and the scene can be edited.
    assert!(file::check(app.document()).is_ok() && app.document().lesson[0].branches[1].without_joints.is_empty());
    let steps_longer = WorldSettings { step_hz: 30.0, ..app.document().world };
    app.apply(DocumentCommand::EditWorld { world: steps_longer, gesture: 0 });
    assert_eq!(app.document().world.step_hz, 30.0);
}

#[test]
fn a_run_that_was_thrown_by_hand_is_refused_with_the_way_out() {
    let mut app = open(&text(TWO).replace(TWO, r#""branches": []"#));
    let ball = app.stage().names().bodies.id("ball").expect("there");
    let point = app.stage().world().body(ball).expect("there").center;
    app.apply(RunCommand::Input(Input::Grab { body: ball, point }));
    app.apply(RunCommand::Input(Input::Release));
    app.apply(RunCommand::StepForward);
    app.apply(BranchCommand::Keep);
    app.apply(RunCommand::Reset);
    app.take_notices();
    app.apply(LessonCommand::TakeView { replace: false });
    let told = app.take_notices();
    assert!(told.iter().any(|notice| notice.text.contains("by hand") && notice.text.contains("Hide it")), "{told:?}");
    app.apply(BranchCommand::Show { branch: 0, shown: false });
    app.apply(LessonCommand::TakeView { replace: false });
    assert_eq!(app.document().lesson.len(), 2);
}

#[test]
fn ghosts_and_their_curves_are_printed_or_the_difference() {
    let print = |branches: &str| lesson_pages(&parsed(&text(branches))).unwrap_or_else(|problems| panic!("{problems}")).concat();
    let pages = print(TWO);
    for wanted in ["higher", "cut", ", higher", ", cut"] {
        assert!(pages.contains(wanted), "{wanted}");
    }
    let difference = print(&format!(r#"{TWO}, "difference": true"#));
    assert!(difference.contains(" − higher") && !difference.contains(", higher"));
    // The graph of the difference is what the two runs say: minus two metres, in every step.
    let document = parsed(&text(&format!(r#"{TWO}, "difference": true"#)));
    let place = lesson::place(&document, &document.lesson[0]).unwrap_or_else(|why| panic!("{why}"));
    let lesson::LessonPlace::Scene(place) = place else { panic!("it shows the scene") };
    let plots = place.plots(&document.lesson[0]);
    let points: Vec<[f64; 2]> = plots[0].curves[0].parts.concat();
    assert_eq!(points.len(), 41);
    assert!(points.iter().all(|point| (point[1] + 2.0).abs() < 1e-5), "{points:?}");
}

#[test]
fn a_branch_follows_names_and_forgets_what_is_gone() {
    let mut app = open(&text(TWO));
    let body = BodyDoc { id: "pea".into(), ..app.document().body("ball").expect("there").clone() };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: body.into(), gesture: 0 });
    assert_eq!(app.document().lesson[0].branches[0].bodies[0].id, "pea");
    app.apply(DocumentCommand::Delete(vec![Item::Body("pea".into()), Item::Joint("rope".into())]));
    let branches = &app.document().lesson[0].branches;
    assert!(branches[0].bodies.is_empty() && branches[1].without_joints.is_empty());
    assert!(file::check(app.document()).is_ok());
}

#[test]
fn what_is_wrong_with_a_branch_is_told_with_its_place_and_bound() {
    let one = |fields: &str| text(&format!(r#""branches": [{{ "name": "b", {fields} }}]"#));
    let many = |count: usize| text(&format!(r#""branches": [{}]"#, vec![r#"{ "name": "b" }"#; count].join(", ")));
    let sat = text(TWO).replace(r#""algorithm": "scene""#, r#""algorithm": "sat", "pair": ["ground", "ball"]"#);
    let ball = r#"{ "id": "ball", "shapes": [{ "circle": { "radius": 1 } }] }"#;
    for (wrong, place, words) in [
        (one(r#""without_bodies": ["bal"]"#), "lesson[0].branches[0].without_bodies[0]", "no \"bal\""),
        (one(r#""without_bodies": ["rope end"]"#), "lesson[0].branches[0]", "joints[0]"),
        (one(r#""bodies": [{ "id": "x", "shapes": [] }]"#), "lesson[0].branches[0].bodies[0].shapes", "1 to 256"),
        (one(&format!(r#""bodies": [{ball}, {ball}]"#)), "lesson[0].branches[0].bodies[1].id", "second time"),
        (one(r#""world": { "step_hz": 120 }"#), "lesson[0].branches[0].world.step_hz", "60"),
        (one(r#""from": 10001"#), "lesson[0].branches[0].from", "10000"),
        (many(5), "lesson[0].branches", "at most 4"),
        (sat, "lesson[0].branches", "scene"),
    ] {
        let problems = file::parse(wrong.as_bytes()).expect_err("it is wrong").to_string();
        assert!(problems.contains(place) && problems.contains(words), "{place}, {words}: {problems}");
    }
    let steps: Vec<String> =
        (0..3).map(|_| r#"{ "algorithm": "scene", "branches": [{ "name": "a" }, { "name": "b" }, { "name": "c" }] }"#.into()).collect();
    let nine = text(TWO).split(r#""lesson""#).next().expect("before").to_owned() + r#""lesson": ["# + &steps.join(", ") + "] }";
    let problems = file::parse(nine.as_bytes()).expect_err("nine branches").to_string();
    assert!(problems.contains("9 branches") && problems.contains("at most 8"), "{problems}");
}

/// Each branch is a run of its own: their work counts like the lesson's.
#[test]
fn branches_that_take_too_long_are_refused() {
    let balls: Vec<String> = (0..400)
        .map(|i| {
            format!(r#"{{ "id": "b{i}", "position": [{}, {}], "shapes": [{{ "circle": {{ "radius": 0.5 }} }}] }}"#, i % 20, 5 + i / 20)
        })
        .collect();
    let heavy = text(&format!(r#""branches": [{{ "name": "crowd", "world": {{ "substeps": 64 }}, "bodies": [{}] }}]"#, balls.join(", ")));
    let document = parsed(&heavy.replace(r#""at_step": 40"#, r#""at_step": 9000"#));
    let problems = lesson::dry_run(&document).expect_err("it takes too long").to_string();
    assert!(problems.contains("lesson[0].branches") && problems.contains("\"crowd\"") && problems.contains("too long"), "{problems}");
}
