//! Steps taken ahead, beside drawing: the same bits as on one thread, whatever the user does meanwhile.
//!
//! A performance is a list of frames, made from a seed: how long each lasts, and what the user does in it. It is given
//! to the program on one thread and to the program with different workers, and everything must be equal then: each
//! frame's state, the timeline with its keyframes, samples and events to the last bit, saved files, notices, and what
//! undo and redo lead to.

use collidoscope::app::{
    App, ClipboardCommand, Command, DocumentCommand, Effect, FileCommand, HistoryCommand, Item, Notice, Pointer, PointerEvent, RunCommand,
    ToolCommand, ViewCommand,
};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Geometry, ShapeDoc};
use collidoscope::scene::stage::Input;
use collidoscope::shell::ahead::{Ahead, Done, Gauge, Job, StepThread, Worker};
use collidoscope::shell::pace::Budget;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

const FRAME: f32 = 1.0 / 60.0;

/// Eight bodies that fall on each other, a hinge, and two launchers, one of which fires by itself.
const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "A busy corner",
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "a", "position": [0, 1.2], "shapes": [{ "box": { "width": 1, "height": 1 } }] },
    { "id": "b", "position": [0.2, 2.3], "shapes": [{ "box": { "width": 1, "height": 1 } }] },
    { "id": "c", "position": [0.1, 4], "shapes": [{ "circle": { "radius": 0.5 } }] },
    { "id": "d", "position": [2, 3], "angle": 0.4, "shapes": [{ "capsule": { "a": [-0.4, 0], "b": [0.4, 0], "radius": 0.2 } }] },
    { "id": "e", "position": [-2, 3], "shapes": [{ "polygon": { "vertices": [[-0.5, -0.4], [0.5, -0.4], [0, 0.6]] } }] },
    { "id": "f", "position": [-3, 5], "shapes": [{ "box": { "width": 2, "height": 0.3 } }] } ],
  "joints": [{ "id": "hinge", "kind": "revolute", "body_b": "f", "anchor": [-3, 5], "motor": { "speed": 3, "max_torque": 20 } }],
  "launchers": [
    { "id": "gun", "position": [-6, 2], "angle": 0.1, "target": "c", "speed": 9, "radius": 0.15, "density": 2, "lifetime": 1 },
    { "id": "clockwork", "position": [6, 2], "angle": 3, "target": "d", "speed": 9, "radius": 0.15, "density": 2, "every": 0.5, "lifetime": 0.8 } ],
  "view": { "center": [0, 3], "height": 10, "lenses": [] } }"#;

/// What happens in a frame.
#[derive(Clone, Debug)]
struct Frame {
    seconds: f32,
    /// While the panels are shown.
    acts: Vec<Command>,
    /// While the frame is painted: a request to close, a dropped file.
    late_acts: Vec<Command>,
    /// Which way the frame's tick is taken, if both are possible.
    beside: bool,
}

fn place(rng: &mut Pcg32) -> Vec2 {
    Vec2::new(rng.random_range(-4.0..4.0), rng.random_range(0.0..5.0))
}

fn act(rng: &mut Pcg32) -> Command {
    let body = |rng: &mut Pcg32| ["a", "b", "c", "d", "e", "f", "ground", "gone"][rng.random_range(0..8)].to_owned();
    let at = Pointer { world: place(rng), shift: rng.random_bool(0.1), ctrl: false, alt: rng.random_bool(0.2) };
    // Much of what can be done stops time, so time is often started again.
    if rng.random_bool(0.4) {
        return RunCommand::Play.into();
    }
    match rng.random_range(5..44) {
        5 => RunCommand::TogglePlay.into(),
        6 => RunCommand::Pause.into(),
        7 => RunCommand::StepForward.into(),
        8 => RunCommand::StepBack.into(),
        9 | 10 => RunCommand::Seek(rng.random_range(0..90)).into(),
        11 => RunCommand::Reset.into(),
        12 => RunCommand::SetSpeed([0.3, 1.0, 1.0, 2.0][rng.random_range(0..4)]).into(),
        13..=15 => RunCommand::Input(Input::Grab { body: BodyId(rng.random_range(0..9)), point: place(rng) }).into(),
        16..=19 => RunCommand::Input(Input::MoveGrab { target: place(rng) }).into(),
        20 => RunCommand::Input(Input::Release).into(),
        21 | 22 => RunCommand::Input(Input::Fire { launcher: ["gun", "clockwork", "gone"][rng.random_range(0..3)].to_owned() }).into(),
        23 | 24 => {
            let shape = ShapeDoc::new(Geometry::Circle { radius: rng.random_range(0.2..0.5), center: Vec2::ZERO });
            DocumentCommand::Add(BodyDoc { position: place(rng), shapes: vec![shape], ..BodyDoc::default() }.into()).into()
        }
        25 => DocumentCommand::Move {
            items: vec![Item::Body(body(rng))],
            shift: 0.3 * place(rng),
            turn: rng.random_range(-0.5..0.5),
            pivot: Vec2::ZERO,
            gesture: rng.random_range(0..3),
        }
        .into(),
        26 => DocumentCommand::Delete(vec![Item::Body(body(rng))]).into(),
        27..=29 => HistoryCommand::Undo.into(),
        30 => HistoryCommand::Redo.into(),
        31 => ClipboardCommand::Duplicate.into(),
        32 => FileCommand::SaveTo { path: "moment.json".to_owned(), moment: true }.into(),
        33 => ViewCommand::Select(vec![Item::Body(body(rng))]).into(),
        34 => ToolCommand::Choose(["select", "grab", "circle", "weld"][rng.random_range(0..4)].into()).into(),
        35 => ViewCommand::Frame { selection: rng.random() }.into(),
        36 => ToolCommand::Cancel.into(),
        37 | 38 => ToolCommand::Pointer(PointerEvent::Press(at)).into(),
        39..=41 => ToolCommand::Pointer(PointerEvent::Move(at)).into(),
        _ => ToolCommand::Pointer(PointerEvent::Release(at)).into(),
    }
}

fn performance(seed: u64, frames: usize, mut seconds: impl FnMut(&mut Pcg32) -> f32, late: bool) -> Vec<Frame> {
    let mut rng = Pcg32::seed_from_u64(seed);
    let some = |rng: &mut Pcg32, chance: f64| -> Vec<Command> {
        let count = if rng.random_bool(chance) { rng.random_range(1..4) } else { 0 };
        (0..count).map(|_| act(rng)).collect()
    };
    let mut all = Vec::new();
    for _ in 0..frames {
        let acts = some(&mut rng, 0.3);
        let late_acts = if late { some(&mut rng, 0.1) } else { Vec::new() };
        all.push(Frame { seconds: seconds(&mut rng), acts, late_acts, beside: rng.random() });
    }
    all
}

/// Takes the tick as soon as it is asked to.
#[derive(Default)]
struct Early(Option<Done>);

impl Worker for Early {
    fn start(&mut self, job: Job) {
        self.0 = Some(job.run());
    }
    fn finish(&mut self) -> Done {
        self.0.take().expect("started")
    }
}

/// Takes the tick when it can be put off no longer.
#[derive(Default)]
struct Late(Option<Job>);

impl Worker for Late {
    fn start(&mut self, job: Job) {
        assert!(self.0.replace(job).is_none(), "one job at a time");
    }
    fn finish(&mut self) -> Done {
        self.0.take().expect("started").run()
    }
}

/// All that can be seen of a performance.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    /// Step, state, kept up, of each frame.
    frames: Vec<(u64, Fingerprint, bool)>,
    effects: Vec<Effect>,
    notices: Vec<Notice>,
    /// The timeline to the last bit, at the end and after each undo and redo.
    timelines: Vec<String>,
    labels: Vec<Option<String>>,
}

fn perform(frames: &[Frame], worker: Option<Box<dyn Worker>>, gauge: impl Fn(&Frame) -> Gauge) -> Seen {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(SCENE.into()) });
    app.apply(RunCommand::Play);
    let mut ahead = Ahead::new(app, worker);
    let mut seen = Seen::default();
    let carry_out = |app: &mut App, act: &Command| app.apply(act.clone());
    for (index, frame) in frames.iter().enumerate() {
        ahead.advance(frame.seconds, Budget::UNLIMITED);
        let app = ahead.app();
        seen.frames.push((app.stage().step_count(), app.stage().world().fingerprint(), app.is_behind()));
        frame.acts.iter().for_each(|act| carry_out(app, act));
        seen.effects.append(&mut app.take_effects());
        seen.notices.append(&mut app.take_notices());
        if index + 1 == frames.len() {
            break; // no frame follows whose time could pass
        }
        ahead.set_gauge(gauge(frame));
        ahead.go_ahead(Budget::UNLIMITED);
        frame.late_acts.iter().for_each(|act| carry_out(ahead.app(), act));
    }
    let app = ahead.app();
    app.apply(RunCommand::Pause);
    for turn in 0..8 {
        seen.timelines.push(format!("{:?}", app.timeline()));
        seen.labels.push(app.undo_label().map(str::to_owned));
        seen.labels.push(app.redo_label().map(str::to_owned));
        app.apply(if turn < 5 { HistoryCommand::Undo } else { HistoryCommand::Redo });
    }
    seen
}

fn assert_same(seed: u64, way: &str, left: &Seen, right: &Seen) {
    for (index, (l, r)) in left.frames.iter().zip(&right.frames).enumerate() {
        assert_eq!(l, r, "seed {seed}, {way}: frame {index}");
    }
    assert_eq!(left.notices, right.notices, "seed {seed}, {way}");
    assert_eq!(left.labels, right.labels, "seed {seed}, {way}");
    assert!(left == right, "seed {seed}, {way}: files or timelines differ");
}

fn thread() -> Option<Box<dyn Worker>> {
    let thread = StepThread::start();
    if thread.is_none() {
        eprintln!("no second core: the real thread is left out");
    }
    thread.map(|thread| Box::new(thread) as Box<dyn Worker>)
}

fn seeds(usual: u64) -> std::ops::Range<u64> {
    0..std::env::var("SEQUENCES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn steps_beside_drawing_give_the_same_bits_as_steps_on_one_thread() {
    let mut steps = 0;
    for seed in seeds(25) {
        let frames = performance(seed, 100, |_| FRAME, false);
        let here = perform(&frames, None, |_| Gauge::HERE);
        steps += here.frames.windows(2).filter(|pair| pair[1].0 > pair[0].0).count();
        assert_same(seed, "early", &here, &perform(&frames, Some(Box::new(Early::default())), |_| Gauge::BESIDE));
        assert_same(seed, "late", &here, &perform(&frames, Some(Box::new(Late::default())), |_| Gauge::BESIDE));
        assert_same(seed, "a thread", &here, &perform(&frames, thread(), |_| Gauge::BESIDE));
        let now_and_then = |frame: &Frame| if frame.beside { Gauge::BESIDE } else { Gauge::HERE };
        assert_same(seed, "a thread now and then", &here, &perform(&frames, thread(), now_and_then));
    }
    assert!(steps > 20 * seeds(25).count(), "the performances hardly ran: time passed in {steps} frames");
}

#[test]
fn how_fast_the_other_thread_is_and_what_comes_while_it_works_changes_no_bit() {
    for seed in seeds(25) {
        let frames = performance(seed, 100, |rng| rng.random_range(0.0..0.05), true);
        let early = perform(&frames, Some(Box::new(Early::default())), |_| Gauge::BESIDE);
        assert_same(seed, "late", &early, &perform(&frames, Some(Box::new(Late::default())), |_| Gauge::BESIDE));
        assert_same(seed, "a thread", &early, &perform(&frames, thread(), |_| Gauge::BESIDE));
    }
}

#[test]
fn a_run_beside_drawing_keeps_time_within_a_frame() {
    for seed in seeds(20) {
        let frames = performance(seed, 200, |rng| rng.random_range(0.004..0.030), false);
        let frames: Vec<Frame> = frames.into_iter().map(|frame| Frame { acts: Vec::new(), ..frame }).collect();
        let now_and_then = |frame: &Frame| if frame.beside { Gauge::BESIDE } else { Gauge::HERE };
        for gauge in [&|_: &Frame| Gauge::BESIDE, &now_and_then] as [&dyn Fn(&Frame) -> Gauge; 2] {
            let seen = perform(&frames, Some(Box::new(Early::default())), gauge);
            let mut passed = 0.0;
            for (frame, (step, ..)) in frames.iter().zip(&seen.frames) {
                passed += frame.seconds;
                let error = *step as f32 * FRAME - passed;
                // A step is taken when it is due; a frame that is longer than a usual one is made up for in the next.
                assert!((-0.030 - FRAME..=FRAME).contains(&error), "seed {seed}: {error} s off");
            }
        }
    }
}

#[test]
fn nothing_is_taken_ahead_while_time_stands() {
    let mut ahead = Ahead::new(App::empty(), Some(Box::new(Late::default())));
    ahead.set_gauge(Gauge::BESIDE);
    for _ in 0..10 {
        ahead.advance(FRAME, Budget::UNLIMITED);
        ahead.go_ahead(Budget::UNLIMITED);
    }
    assert_eq!(ahead.app().stage().step_count(), 0);
    ahead.app().apply(RunCommand::Play);
    ahead.go_ahead(Budget::UNLIMITED);
    ahead.advance(FRAME, Budget::UNLIMITED);
    ahead.app().apply(RunCommand::Pause);
    let seen = ahead.app().stage().step_count();
    ahead.go_ahead(Budget::UNLIMITED);
    ahead.advance(FRAME, Budget::UNLIMITED);
    assert_eq!(ahead.app().stage().step_count(), seen, "what was seen when time was stopped is what stays");
}

#[test]
fn a_program_that_is_given_up_while_it_is_away_waits_for_nobody() {
    let Some(worker) = thread() else { return };
    let mut app = App::empty();
    app.apply(RunCommand::Play);
    let mut ahead = Ahead::new(app, Some(worker));
    ahead.set_gauge(Gauge::BESIDE);
    ahead.advance(FRAME, Budget::UNLIMITED);
    ahead.go_ahead(Budget::UNLIMITED);
    drop(ahead);
}
