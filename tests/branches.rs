//! Runs that were left for another one: kept, shown beside the present run, gone back to; markers; playing backwards and
//! round.

use collidoscope::app::timeline::{BRANCH_BUDGET, MOST_BRANCHES, Timeline};
use collidoscope::app::{
    App, BranchCommand, DocumentCommand, FileCommand, HistoryCommand, Item, MarkerCommand, RunCommand, StopwatchCommand, apart,
};
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{Document, Happening, MarkerDoc, Press, TriggerDoc, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::stage::Input;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// A few boxes that fall onto each other, and a ball.
const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "What if",
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "a", "position": [0, 1.5], "angle": 0.2, "shapes": [{ "box": { "width": 1, "height": 1 } }] },
    { "id": "b", "position": [0.4, 3], "shapes": [{ "box": { "width": 1, "height": 1 } }] },
    { "id": "ball", "position": [-4, 2], "linear_velocity": [3, 0], "shapes": [{ "circle": { "radius": 0.4 } }] } ],
  "graphs": [{ "curves": [{ "of": "body", "id": "ball", "quantity": "x" }] }] }"#;

fn app() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app
}

fn run(app: &mut App, steps: u64) {
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
}

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

/// Lets no time pass, so that what is shown comes to the present step.
fn settle(app: &mut App) {
    for _ in 0..200 {
        app.tick(0.0, &mut || true);
        if !app.is_moving() {
            return;
        }
    }
    panic!("the ghosts do not arrive");
}

fn gravity(y: f32) -> DocumentCommand {
    DocumentCommand::EditWorld { world: WorldSettings { gravity: Vec2::new(0.0, y), ..WorldSettings::default() }, gesture: 0 }
}

fn shove(app: &App, name: &str) -> [RunCommand; 3] {
    let body = app.stage().names().bodies.id(name).expect("it is there");
    let point = app.stage().world().body(body).expect("it is there").center;
    [
        RunCommand::Input(Input::Grab { body, point }),
        RunCommand::Input(Input::MoveGrab { target: point + Vec2::new(1.0, 2.0) }),
        RunCommand::Input(Input::Release),
    ]
}

#[test]
fn a_change_in_the_past_keeps_the_old_run_as_a_branch_and_undo_takes_it_back() {
    let mut app = app();
    run(&mut app, 120);
    let end = print(&app);
    app.apply(RunCommand::Seek(40));
    assert!(app.timeline().branches().is_empty());
    app.apply(gravity(-3.0));
    let [branch] = app.timeline().branches().list() else { panic!("one branch") };
    assert_eq!((branch.name.as_str(), branch.from, branch.run.last_step(), branch.shown), ("run 1", 40, 120, true));
    assert_eq!(app.timeline().branches().present(), "run 2");
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("run 1")), "it is told");
    app.apply(HistoryCommand::Undo);
    assert!(app.timeline().branches().is_empty(), "undo leaves no branch");
    app.apply(RunCommand::Seek(120));
    assert_eq!(print(&app), end);
}

#[test]
fn a_change_at_the_end_of_the_run_keeps_nothing() {
    let mut app = app();
    run(&mut app, 30);
    app.apply(gravity(-3.0));
    shove(&app, "ball").into_iter().for_each(|command| app.apply(command));
    assert!(app.timeline().branches().is_empty());
}

/// Two histories that share their beginning, taken in one program with going back, and each by itself in a program that
/// never went back: the same bits at every step.
#[test]
fn branches_equal_their_linear_runs_bit_for_bit() {
    let mut rng = Pcg32::seed_from_u64(11);
    let mut apart_at_the_end = 0;
    for case in 0..24 {
        let (part, last) = (rng.random_range(1..60), rng.random_range(80..140));
        let way = |app: &mut App, other: bool| {
            if other {
                app.apply(gravity(-4.0));
            } else {
                shove(app, "ball").into_iter().for_each(|command| app.apply(command));
            }
        };
        let linear = |other: bool| {
            let mut app = app();
            run(&mut app, part);
            way(&mut app, other);
            let mut prints = vec![print(&app)];
            for _ in part..last {
                run(&mut app, 1);
                prints.push(print(&app));
            }
            prints
        };
        let mut app = app();
        run(&mut app, part);
        way(&mut app, false);
        run(&mut app, last - part);
        // Into the past before the first change, on the same way, and there another way.
        app.apply(RunCommand::Seek(part));
        app.apply(HistoryCommand::Undo);
        run(&mut app, last - part);
        app.apply(RunCommand::Seek(part));
        way(&mut app, false);
        run(&mut app, last - part);
        app.apply(RunCommand::Seek(part - 1));
        run(&mut app, 1);
        app.apply(BranchCommand::Keep);
        let kept = app.timeline().branches().list().last().expect("a branch").run.clone();
        let mut replay = (*kept).clone();
        for (i, print) in linear(false).iter().enumerate().skip(1) {
            replay.seek(part + i as u64);
            assert_eq!(replay.stage().world().fingerprint(), *print, "case {case}, step {} of the branch", part + i as u64);
        }
        apart_at_the_end += usize::from(linear(false).last() != linear(true).last());
    }
    assert_eq!(apart_at_the_end, 24, "the two ways lead to different places");
}

#[test]
fn going_on_with_a_branch_gives_its_scene_and_its_steps_back() {
    let mut app = app();
    run(&mut app, 100);
    let old = print(&app);
    app.apply(RunCommand::Seek(30));
    app.apply(gravity(-1.0));
    app.apply(MarkerCommand::Add { step: None, name: "the fork".into() });
    run(&mut app, 70);
    let new = print(&app);
    assert_ne!(old, new);
    app.apply(BranchCommand::GoTo(0));
    assert_eq!((print(&app), app.document().world.gravity.y), (old, -9.81), "the old run at the same step, with its scene");
    assert_eq!(app.document().markers.len(), 1, "what lies beside the run stays");
    let [branch] = app.timeline().branches().list() else { panic!("the other one is kept") };
    assert_eq!((branch.name.as_str(), app.timeline().branches().present()), ("run 2", "run 1"));
    app.apply(BranchCommand::GoTo(0));
    assert_eq!((print(&app), app.document().world.gravity.y), (new, -1.0));
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Undo);
    assert_eq!((print(&app), app.timeline().branches().present()), (new, "run 2"));
}

#[test]
fn a_ghost_stands_where_the_old_run_stood_and_runs_on_beyond_its_end() {
    let mut app = app();
    run(&mut app, 90);
    app.apply(RunCommand::Seek(20));
    app.apply(DocumentCommand::Delete(vec![Item::Body("b".into())]));
    for step in [20, 60, 90, 150, 45] {
        while app.stage().step_count() < step && app.timeline().last_step() < step {
            run(&mut app, 1);
        }
        app.apply(RunCommand::Seek(step));
        settle(&mut app);
        let branch = &app.timeline().branches().list()[0];
        let ghost = app.ghosts().run_of(branch).expect("it is shown").stage();
        let mut linear = self::app();
        run(&mut linear, step);
        assert_eq!(ghost.world().fingerprint(), print(&linear), "step {step}");
        assert_eq!(branch.run.last_step(), 90, "the record itself stays");
    }
    app.apply(BranchCommand::Show { branch: 0, shown: false });
    assert!(app.ghosts().run_of(&app.timeline().branches().list()[0]).is_none());
}

#[test]
fn ghosts_know_the_quantities_of_graphs_and_how_far_they_are_apart() {
    let mut app = app();
    run(&mut app, 60);
    let x_before = app.stage().world().body(app.stage().names().bodies.id("ball").unwrap()).unwrap().center.x;
    app.apply(RunCommand::Seek(10));
    let [grab, pull, release] = shove(&app, "ball");
    [grab, pull].into_iter().for_each(|command| app.apply(command));
    run(&mut app, 5); // the hand needs time to pull
    app.apply(release);
    run(&mut app, 45);
    settle(&mut app);
    let curve = app.document().graphs[0].curves[0].clone();
    let branch = &app.timeline().branches().list()[0];
    let ghost = app.ghosts().run_of(branch).unwrap();
    let there = ghost.columns().of(&curve).unwrap().at(60).unwrap();
    let here = app.timeline().columns().of(&curve).unwrap().at(60).unwrap();
    assert_eq!(there as f32, x_before);
    let apart = apart(app.stage(), ghost.stage()).expect("bodies in common");
    assert!(apart.distance >= (here - there).abs() as f32 * 0.999 && apart.distance > 0.01, "{apart:?} {here} {there}");
}

#[test]
fn there_are_no_more_branches_than_may_be_and_they_keep_to_their_budget() {
    let mut app = app();
    run(&mut app, 30);
    for i in 0..3 * MOST_BRANCHES as u64 {
        run(&mut app, 20);
        let last = app.timeline().last_step();
        app.apply(RunCommand::Seek(last - 10));
        app.apply(gravity(-1.0 - i as f32));
        assert!(app.timeline().branches().list().len() <= MOST_BRANCHES);
        let mut hues: Vec<u8> = app.timeline().branches().list().iter().map(|branch| branch.hue).collect();
        hues.sort_unstable();
        hues.dedup();
        assert_eq!(hues.len(), app.timeline().branches().list().len(), "each has a colour of its own");
    }
    assert_eq!(app.timeline().branches().list().len(), MOST_BRANCHES);
    assert!(app.timeline().branch_bytes() <= BRANCH_BUDGET, "{}", app.timeline().branch_bytes());
}

/// A crowd whose keyframes would take far more than a branch may.
#[test]
fn the_keyframes_of_a_long_branch_are_thinned_to_their_share() {
    let shape = r#"[{ "circle": { "radius": 0.4 } }]"#;
    let balls = (0..1200).map(|i| format!(r#"{{ "id": "b{i}", "position": [{}, {}], "shapes": {shape} }}"#, i % 20, i / 20));
    let ground = r#"{ "id": "ground", "kind": "static", "position": [10, -2], "shapes": [{ "box": { "width": 40, "height": 1 } }] }"#;
    let bodies: Vec<String> = balls.chain([ground.to_owned()]).collect();
    let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [{}] }}"#, bodies.join(","));
    let document: Arc<Document> = Arc::new(file::parse(text.as_bytes()).expect("a scene"));
    let mut timeline = Timeline::new(&document).expect("it runs");
    (0..900).for_each(|_| timeline.advance());
    let end = timeline.stage().world().fingerprint();
    assert!(timeline.bytes() > BRANCH_BUDGET / MOST_BRANCHES, "long enough: {}", timeline.bytes());
    timeline.keep_as_branch(&document);
    let mut run = (*timeline.branches().list()[0].run).clone();
    assert!(run.bytes() <= BRANCH_BUDGET / (2 * MOST_BRANCHES), "{}", run.bytes());
    run.seek(450);
    run.seek(900);
    assert_eq!(run.stage().world().fingerprint(), end);
}

#[test]
fn names_of_runs_are_one_line_and_never_empty() {
    let mut app = app();
    run(&mut app, 5);
    app.apply(BranchCommand::Keep);
    app.apply(BranchCommand::Rename { branch: Some(0), name: "  with\nwind ".into() });
    app.apply(BranchCommand::Rename { branch: None, name: "calm".into() });
    app.apply(BranchCommand::Rename { branch: Some(0), name: "  ".into() });
    app.apply(BranchCommand::Rename { branch: Some(7), name: "gone".into() });
    let branches = app.timeline().branches();
    assert_eq!((branches.list()[0].name.as_str(), branches.present()), ("withwind", "calm"));
    app.apply(RunCommand::Reset);
    assert_eq!(app.timeline().branches().list().len(), 1, "a reset keeps branches");
}

#[test]
fn markers_are_saved_undone_and_gone_to() {
    let mut app = app();
    run(&mut app, 50);
    app.apply(MarkerCommand::Add { step: Some(20), name: "impact".into() });
    app.apply(MarkerCommand::Add { step: None, name: String::new() });
    app.apply(MarkerCommand::Add { step: Some(70), name: String::new() });
    let marker = |name: &str, step| MarkerDoc { name: name.into(), step };
    let all = [marker("impact", 20), marker("marker 1", 50), marker("marker 2", 70)];
    assert_eq!(app.document().markers, all);
    let back = file::parse(file::to_json(app.document()).as_bytes()).expect("it reads back");
    assert_eq!(back.markers, all);
    app.apply(MarkerCommand::Previous);
    assert_eq!(app.stage().step_count(), 20);
    app.apply(MarkerCommand::Next);
    assert_eq!(app.stage().step_count(), 50);
    // The third is not reached yet: it is played to.
    app.apply(MarkerCommand::Next);
    assert!(app.is_playing());
    for _ in 0..100 {
        app.tick(1.0 / 60.0, &mut || true);
    }
    assert_eq!((app.is_playing(), app.stage().step_count()), (false, 70));
    app.apply(HistoryCommand::Undo);
    assert_eq!((app.document().markers.len(), app.stage().step_count()), (2, 70), "undo leaves the run alone");
}

#[test]
fn time_runs_backwards_to_the_start_with_the_bits_of_the_way_forth() {
    let mut app = app();
    let mut prints = vec![print(&app)];
    for _ in 0..90 {
        run(&mut app, 1);
        prints.push(print(&app));
    }
    app.apply(RunCommand::PlayBackwards);
    assert!(app.is_playing_backwards());
    let mut seen = 0;
    while app.is_playing() {
        app.tick(1.0 / 60.0, &mut || true);
        assert_eq!(print(&app), prints[app.stage().step_count() as usize]);
        seen += 1;
        assert!(seen < 200, "it ends");
    }
    assert_eq!((app.stage().step_count(), app.timeline().last_step()), (0, 90));
    app.apply(RunCommand::PlayBackwards);
    assert!(!app.is_playing(), "there is nothing before the start");
}

#[test]
fn a_range_is_repeated_forth_and_back() {
    let mut app = app();
    run(&mut app, 60);
    app.apply(RunCommand::SetRange(Some([40, 10])));
    assert_eq!(app.range(), Some([10, 40]));
    for command in [RunCommand::Play, RunCommand::PlayBackwards] {
        app.apply(command);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..150 {
            app.tick(1.0 / 60.0, &mut || true);
            seen.insert(app.stage().step_count());
        }
        let rounds: Vec<u64> = seen.iter().copied().filter(|step| (10..=40).contains(step)).collect();
        assert!(rounds.len() == 31 && app.is_playing(), "{seen:?}");
        assert!((10..=40).contains(&app.stage().step_count()));
    }
    assert_eq!(app.timeline().last_step(), 60, "nothing was run anew");
    app.apply(RunCommand::SetRange(None));
    app.apply(RunCommand::Play);
    app.tick(1.0 / 60.0, &mut || true);
    assert_eq!(app.range(), None);
}

/// The loop stays when the run is begun anew. Playing tried to go to its first step, which the run had not reached, and
/// stood still for ever.
#[test]
fn a_loop_beyond_the_run_is_played_up_to_and_then_repeated() {
    let mut app = app();
    run(&mut app, 60);
    app.apply(RunCommand::SetRange(Some([30, 50])));
    app.apply(RunCommand::Reset);
    assert_eq!((app.range(), app.timeline().last_step()), (Some([30, 50]), 0));
    app.apply(RunCommand::Play);
    let mut seen = Vec::new();
    for _ in 0..90 {
        app.tick(1.0 / 60.0, &mut || true);
        seen.push(app.stage().step_count());
    }
    assert_eq!(seen[..50], (1..=50).collect::<Vec<u64>>());
    assert!(seen[50..].iter().all(|step| (30..=50).contains(step)) && seen[50] == 30, "{seen:?}");
    // Backwards from before the loop: to the start, which ends it.
    app.apply(RunCommand::Reset);
    run(&mut app, 20);
    app.apply(RunCommand::PlayBackwards);
    (0..30).for_each(|_| app.tick(1.0 / 60.0, &mut || true));
    assert_eq!((app.stage().step_count(), app.is_playing()), (0, false));
}

/// What lies beside the run was listed by hand and lacked the stopwatch: its triggers became those of the old run.
#[test]
fn going_to_a_branch_keeps_the_triggers_of_the_stopwatch_and_takes_the_presses_of_the_run() {
    let mut app = app();
    run(&mut app, 20);
    app.apply(StopwatchCommand::Press(Press::Start));
    run(&mut app, 40);
    app.apply(RunCommand::Seek(10));
    app.apply(gravity(-3.0));
    assert!(app.document().stopwatch.presses.is_empty());
    let trigger = TriggerDoc { on: Happening::Contact, body: "ball".into(), ..TriggerDoc::default() };
    app.apply(StopwatchCommand::Trigger(trigger.clone()));
    app.apply(BranchCommand::GoTo(0));
    let stopwatch = &app.document().stopwatch;
    assert_eq!((stopwatch.triggers.as_slice(), stopwatch.presses.len()), ([trigger].as_slice(), 1), "the press of step 20");
}

#[test]
fn speeds_go_from_a_sixteenth_to_eight_times() {
    let mut app = app();
    for (asked, taken) in [(0.0625, 0.0625), (8.0, 8.0), (100.0, 8.0)] {
        app.apply(RunCommand::SetSpeed(asked));
        assert_eq!(app.speed(), taken);
    }
    app.apply(RunCommand::Play);
    (0..60).for_each(|_| app.tick(1.0 / 60.0, &mut || true));
    assert!((475..=480).contains(&app.stage().step_count()), "{}", app.stage().step_count());
}
