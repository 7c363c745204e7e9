//! A run that is taken again has the same bits, whatever was done to it at one step; and what is refused leaves the run
//! and undo as they were.

use collidoscope::app::{App, DocumentCommand, FileCommand, GraphCommand, HistoryCommand, Item, RunCommand};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::scene::checkpoint::Checkpoint;
use collidoscope::scene::control::{ControlDoc, Mover};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, GraphDoc, LauncherDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::mine_doc::MineDoc;
use collidoscope::scene::stage::{Input, Stage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

fn run(app: &mut App, steps: u64) {
    (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
}

fn shipped(name: &str) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::OpenShipped(name.into()));
    app.apply(RunCommand::Pause);
    app
}

fn ball(id: &str, position: Vec2) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.3, center: Vec2::ZERO });
    BodyDoc { id: id.into(), position, shapes: vec![shape], ..BodyDoc::default() }
}

fn grab(app: &App, id: &str) -> Option<Input> {
    let body = app.stage().names().bodies.id(id)?;
    let held = app.stage().world().body(body).filter(|held| held.kind == BodyKind::Dynamic)?;
    Some(Input::Grab { body, point: held.center })
}

fn edited(app: &mut App, id: &str, gesture: u64, edit: impl FnOnce(&mut BodyDoc)) {
    let mut body = app.document().body(id).expect("there").clone();
    edit(&mut body);
    app.apply(DocumentCommand::Edit { id: id.into(), to: body.into(), gesture });
}

/// Goes back to a step and forward to the present one, which must have the same bits.
fn is_the_same_taken_again(app: &mut App, from: u64) {
    let (present, first) = (app.stage().step_count(), print(app));
    app.apply(RunCommand::Seek(from));
    app.apply(RunCommand::Seek(present));
    assert_eq!(print(app), first, "from step {from} on");
}

/// Id of the first dynamic body.
fn first_that_moves(app: &App) -> String {
    app.document().bodies.iter().find(|body| body.kind == BodyKind::Dynamic).expect("one that moves").id.clone()
}

/// Of several edits at one step only the last was recorded. A body drawn and deleted before had used up an id: the
/// throw that was recorded for the next body was no one's when the run was taken again.
#[test]
fn a_body_thrown_after_another_was_drawn_and_deleted_at_the_same_step_is_thrown_again() {
    let mut app = shipped("pendulum");
    run(&mut app, 124);
    app.apply(DocumentCommand::Add(ball("first", v(2.0, 3.0)).into()));
    app.apply(DocumentCommand::Delete(vec![Item::Body("first".into())]));
    app.apply(DocumentCommand::Add(ball("second", v(2.0, 3.0)).into()));
    let grabbed = grab(&app, "second").expect("a body to throw");
    app.apply(RunCommand::Input(grabbed));
    app.apply(RunCommand::Input(Input::MoveGrab { target: v(4.0, 5.0) }));
    run(&mut app, 10);
    app.apply(RunCommand::Input(Input::Release));
    run(&mut app, 30);
    is_the_same_taken_again(&mut app, 40);
}

/// A position typed and typed back at the same step put the body where the document has it, but was no edit when the
/// run was taken again: there the body was where it had run to.
#[test]
fn a_position_typed_and_typed_back_at_one_step_is_so_in_the_run_taken_again() {
    let mut app = shipped("bounce");
    run(&mut app, 50);
    let id = first_that_moves(&app);
    let start = app.document().body(&id).expect("there").position;
    edited(&mut app, &id, 7, |body| body.position += v(1.0, 2.0));
    edited(&mut app, &id, 8, |body| body.position = start);
    let body = app.stage().names().bodies.id(&id).expect("named");
    assert_eq!(app.stage().world().body(body).expect("there").pose.position, start, "it is where it was put");
    run(&mut app, 40);
    is_the_same_taken_again(&mut app, 10);
}

/// The edits of one drag are one event, which begins where the drag began.
#[test]
fn a_drag_at_one_step_is_one_event_of_the_run_and_comes_back_with_its_bits() {
    let mut app = shipped("bounce");
    run(&mut app, 50);
    let id = first_that_moves(&app);
    for k in 1..=20 {
        let (items, shift) = (vec![Item::Body(id.clone())], v(0.1, 0.02 * k as f32));
        app.apply(DocumentCommand::Move { items, shift, turn: 0.1, pivot: Vec2::ZERO, gesture: 9 });
    }
    assert_eq!(app.timeline().event_steps().collect::<Vec<_>>(), [50]);
    edited(&mut app, &id, 10, |body| body.linear_velocity = v(0.0, 3.0));
    assert_eq!(app.timeline().event_steps().collect::<Vec<_>>(), [50, 50], "another gesture");
    run(&mut app, 40);
    is_the_same_taken_again(&mut app, 10);
}

/// Edits of gestures and on their own, throws, pushes and undo at the same steps in any order.
#[test]
fn whatever_is_done_at_one_step_is_done_again_bit_for_bit() {
    for seed in 0..24 {
        let mut rng = Pcg32::seed_from_u64(seed);
        let mut app = shipped(["pendulum", "bounce", "pyramid"][seed as usize % 3]);
        let mut gesture = 1;
        for _ in 0..12 {
            run(&mut app, rng.random_range(1..12));
            for _ in 0..rng.random_range(0..9) {
                act(&mut app, &mut rng, &mut gesture);
            }
        }
        run(&mut app, 20);
        let (last, first) = (app.stage().step_count(), print(&app));
        for from in [0, last / 3, last / 2] {
            app.apply(RunCommand::Seek(from));
            app.apply(RunCommand::Seek(last));
            assert_eq!(print(&app), first, "seed {seed}, from step {from}");
        }
    }
}

fn act(app: &mut App, rng: &mut Pcg32, gesture: &mut u64) {
    *gesture += u64::from(rng.random_bool(0.4));
    let number = if rng.random_bool(0.8) { *gesture } else { 0 };
    let bodies: Vec<String> = app.document().bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).map(|b| b.id.clone()).collect();
    let at = v(rng.random_range(-3.0..3.0), rng.random_range(0.0..4.0));
    let Some(id) = bodies.get(rng.random_range(0..bodies.len().max(1))).cloned() else {
        return app.apply(DocumentCommand::Add(ball("new", at).into()));
    };
    match rng.random_range(0..12) {
        0 => app.apply(DocumentCommand::Add(ball("new", at).into())),
        1 => app.apply(DocumentCommand::Delete(vec![Item::Body(id)])),
        2 => edited(app, &id, number, |body| body.position = at),
        3 => edited(app, &id, number, |body| body.linear_velocity = at),
        4 => edited(app, &id, number, |body| body.id.push('x')),
        5 => edited(app, &id, number, |body| body.gravity_scale = at.y),
        6 | 7 => app.apply(DocumentCommand::Move { items: vec![Item::Body(id)], shift: 0.1 * at, turn: 0.1, pivot: at, gesture: number }),
        8 => grab(app, &id).into_iter().for_each(|input| app.apply(RunCommand::Input(input))),
        9 => app.apply(RunCommand::Input(Input::MoveGrab { target: at })),
        10 => app.apply(RunCommand::Input(Input::Release)),
        _ => app.apply(HistoryCommand::Undo),
    }
}

fn crowd(bodies: Vec<BodyDoc>) -> Document {
    let others = (0..1_500).map(|k| ball(&format!("b{k}"), v((k % 50) as f32, -20.0 - (k / 50) as f32)));
    let world = WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() };
    Document { world, bodies: bodies.into_iter().chain(others).collect(), ..Document::default() }
}

/// Checkpoints that share a frame left out how fast the pointer is, which each step measures: a missile after it in a
/// large scene flew another way after going back.
#[test]
fn the_velocity_of_the_pointer_comes_back_in_a_scene_too_large_to_copy_whole() {
    let control = ControlDoc { mover: Mover::Missile, follows_pointer: true, ..ControlDoc::default() };
    let missile = BodyDoc { control: Some(Box::new(control)), ..ball("missile", v(0.0, 3.0)) };
    let mut stage = Stage::new(&crowd(vec![missile])).expect("sound");
    for step in 0..20 {
        let (sin, cos) = sin_cos(step as f32 * 0.1);
        assert!(stage.input(&Input::Point { to: 6.0 * v(cos, sin) }));
        stage.step();
    }
    let first = Checkpoint::of(&stage, None);
    (0..8).for_each(|_| stage.step());
    let second = Checkpoint::of(&stage, Some(&first));
    assert!(second.shares_frame(&first) && !second.is_whole());
    let mut again = second.stage();
    assert_eq!(again.pointing(), stage.pointing());
    assert_ne!(first.stage().pointing(), stage.pointing(), "it slows down");
    for step in 0..60 {
        stage.step();
        again.step();
        assert_eq!(again.world().fingerprint(), stage.world().fingerprint(), "{step} steps after the checkpoint");
    }
}

/// An explosion of a mine that stays was forgotten by going back in a large scene: its ring was not drawn.
#[test]
fn the_explosion_of_a_mine_that_stays_is_told_after_going_back() {
    let sensor = ShapeDoc { sensor: true, ..ShapeDoc::new(Geometry::Circle { radius: 1.0, center: Vec2::ZERO }) };
    let mut mine =
        BodyDoc { kind: BodyKind::Static, mine: Some(Box::new(MineDoc { kept: true, ..MineDoc::default() })), ..ball("mine", Vec2::ZERO) };
    mine.shapes.push(sensor);
    let visitor = BodyDoc { linear_velocity: v(10.0, 0.0), ..ball("visitor", v(-3.0, 0.0)) };
    let mut stage = Stage::new(&crowd(vec![mine, visitor])).expect("sound");
    let mut checkpoint = Checkpoint::of(&stage, None);
    for _ in 0..30 {
        stage.step();
        checkpoint = Checkpoint::of(&stage, Some(&checkpoint));
        assert_eq!(checkpoint.stage().explosions(), stage.explosions(), "step {}", stage.step_count());
    }
    assert!(!stage.explosions().is_empty() && !checkpoint.is_whole());
}

fn range() -> App {
    let mut app = App::empty();
    let gun = LauncherDoc { id: "gun".into(), position: v(0.0, 3.0), ..LauncherDoc::default() };
    app.apply(DocumentCommand::Add(gun.into()));
    app.apply(DocumentCommand::Add(ball("ball", v(-2.0, 4.0)).into()));
    app
}

fn refused_shot() -> RunCommand {
    RunCommand::Input(Input::FireAll { launcher: "gun".into() })
}

/// A shot that could not be fired cut off the future of the run, and what could be done again.
#[test]
fn a_refused_shot_leaves_the_future_of_the_run_and_what_can_be_done_again() {
    let mut app = range();
    run(&mut app, 122);
    app.apply(RunCommand::Seek(37));
    app.apply(refused_shot());
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("gun cannot fire")));
    assert_eq!(app.timeline().last_step(), 122);
    assert!(app.timeline().branches().is_empty());
    app.apply(DocumentCommand::Add(ball("circle", v(2.0, 4.0)).into()));
    app.apply(HistoryCommand::Undo);
    let undo = app.undo_label().map(str::to_owned);
    app.apply(refused_shot());
    assert_eq!(app.undo_label().map(str::to_owned), undo);
    app.apply(HistoryCommand::Redo);
    assert!(app.document().body("circle").is_some());
    // A shot with an answer of the scene still parts from the old run.
    app.apply(HistoryCommand::Undo);
    app.apply(RunCommand::Input(Input::Fire { launcher: "gun".into() }));
    assert_eq!((app.timeline().last_step(), app.redo_label()), (37, None));
}

/// Looking at a graph and putting it away again, which is no edit, cleared what could be done again.
#[test]
fn a_graph_that_was_only_looked_at_leaves_what_can_be_done_again() {
    let mut app = range();
    app.apply(DocumentCommand::Add(ball("circle", v(2.0, 4.0)).into()));
    app.apply(HistoryCommand::Undo);
    app.apply(GraphCommand::Add(GraphDoc { curves: vec![Default::default()], against: None }));
    assert_eq!(app.redo_label(), None);
    app.apply(GraphCommand::Forget);
    assert!(app.document().graphs.is_empty());
    app.apply(HistoryCommand::Redo);
    assert!(app.document().body("circle").is_some());
    // Once something else was done there is nothing to do again.
    app.apply(HistoryCommand::Undo);
    app.apply(GraphCommand::Add(GraphDoc { curves: vec![Default::default()], against: None }));
    app.apply(HistoryCommand::Undo);
    app.apply(HistoryCommand::Redo);
    app.apply(GraphCommand::Forget);
    assert_eq!(app.redo_label(), None);
}
