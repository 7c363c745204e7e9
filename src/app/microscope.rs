//! The collision microscope's bench: what lies under it, which frame is shown, what was predicted.
//!
//! Opening it stops time and takes a [`Specimen`] out of the running stage; everything after that happens to the specimen alone, so
//! closing leads back to the scene as it was. Dragging makes a new specimen and a new film at once, and has an undo of its own while the
//! bench is open. With the prediction gate on, the film goes no farther than the first question that is still open.

use super::{App, Command, NoticeKind};
use crate::engine::collider::ColliderId;
use crate::engine::math::Vec2;
use crate::lens::microscope::specimen::{PAST_STEPS, names_of};
use crate::lens::microscope::{self, Answer, Film, FilmView, Microscope, Options, Part, Question, Side, Specimen, race};
use crate::scene::document::MicroscopeDoc;
use crate::scene::shipped::{self, Example};
use std::collections::BTreeMap;

/// Seconds that a frame stays while the film plays.
const FRAME_TIME: f32 = 1.1;
/// Most specimens kept for undo.
const MOST_KEPT: usize = 200;

/// Something done at the bench.
#[derive(Clone, Debug, PartialEq)]
pub enum MicroscopeAct {
    /// Puts a pair under the microscope; without one the watched pair, without a microscope the one of the world's narrow phase.
    Open {
        /// Which pair.
        pair: Option<(ColliderId, ColliderId)>,
        /// Id of the microscope.
        microscope: Option<String>,
    },
    /// Back to the scene.
    Close,
    /// Another microscope for the same specimen.
    Algorithm(String),
    /// So many frames forward, or back.
    Step(i32),
    /// So many turns forward, or back.
    Turn(i32),
    /// A frame by its number; beyond the last = the last.
    Frame(usize),
    /// Starts or stops the film.
    TogglePlay,
    /// A curated example by its number, from 0.
    Example(usize),
    /// Moves one of the two by world metres. Acts of the same `gesture` undo as one; 0 = on its own.
    Move {
        /// Which.
        side: Side,
        /// Metres.
        shift: Vec2,
        /// Number of the drag.
        gesture: u64,
    },
    /// Turns one of the two about its middle.
    Rotate {
        /// Which.
        side: Side,
        /// Radians counter-clockwise.
        angle: f32,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Drags a core vertex to a world point.
    Vertex {
        /// Which.
        side: Side,
        /// Which of its vertices.
        index: usize,
        /// Metres.
        to: Vec2,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Start direction, tolerances, turn limits, margin, free axis.
    Options {
        /// What they become.
        options: Options,
        /// See [`MicroscopeAct::Move`].
        gesture: u64,
    },
    /// Puts B where the algorithms of the race disagree most among random poses; the same seed finds the same.
    Hunt(u64),
    /// Puts the specimen back as it was when it was laid down.
    Restore,
    /// Asks before each step, or not.
    SetGate(bool),
    /// Answers the open question.
    Answer(Answer),
    /// Gives the open question up: the answer is shown and nothing scored.
    Reveal,
    /// The pointer is on a part, or on a number that belongs to parts.
    Light(Vec<Part>),
}

/// How often predictions were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Right ones.
    pub right: usize,
    /// All that were answered.
    pub answered: usize,
}

/// A specimen of the past, and what was done to it.
#[derive(Clone, Debug)]
struct Kept {
    specimen: Specimen,
    label: &'static str,
    gesture: u64,
}

/// The open bench.
pub struct Bench {
    film: Film,
    frame: usize,
    /// As it was laid down.
    original: Specimen,
    example: Option<&'static Example>,
    /// What to look for: of the lesson, or about the example.
    caption: String,
    playing: bool,
    owed: f32,
    /// What was answered at which frame; `None` = given up.
    answers: BTreeMap<usize, Option<Answer>>,
    lit: Vec<Part>,
    past: Vec<Kept>,
    future: Vec<Kept>,
    /// Counts what was laid down, so that views know when to fit anew.
    laid: u64,
    /// The view that was chosen to be exported; `None` = the whole film.
    pub(super) exported: Option<FilmView>,
}

impl Bench {
    fn new(microscope: &'static Microscope, specimen: Specimen) -> Bench {
        let film = (microscope.film)(&specimen);
        Bench {
            film,
            frame: 0,
            original: specimen,
            example: None,
            caption: String::new(),
            playing: false,
            owed: 0.0,
            answers: BTreeMap::new(),
            lit: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            laid: 1,
            exported: None,
        }
    }

    /// The film of the present specimen.
    pub fn film(&self) -> &Film {
        &self.film
    }
    /// Number of the shown frame.
    pub fn frame(&self) -> usize {
        self.frame
    }
    /// Which microscope.
    pub fn microscope(&self) -> &'static Microscope {
        self.film.microscope
    }
    /// What lies under it.
    pub fn specimen(&self) -> &Specimen {
        &self.film.specimen
    }
    /// The curated example that was laid down, if it was one.
    pub fn example(&self) -> Option<&'static Example> {
        self.example
    }
    /// What to look for, one paragraph; empty when nothing was said.
    pub fn caption(&self) -> &str {
        &self.caption
    }
    /// True while the film plays.
    pub fn is_playing(&self) -> bool {
        self.playing
    }
    /// True once something was dragged.
    pub fn is_changed(&self) -> bool {
        self.film.specimen != self.original
    }
    /// What is lit.
    pub fn lit(&self) -> &[Part] {
        &self.lit
    }
    /// Changes whenever another specimen or microscope was chosen (not while dragging).
    pub fn laid(&self) -> u64 {
        self.laid
    }
    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&'static str> {
        self.past.last().map(|kept| kept.label)
    }
    /// What redo would bring back.
    pub fn redo_label(&self) -> Option<&'static str> {
        self.future.last().map(|kept| kept.label)
    }
    /// What was answered at a frame: `None` when nothing yet, `Some(None)` when it was given up.
    pub fn answer_at(&self, frame: usize) -> Option<Option<Answer>> {
        self.answers.get(&frame).copied()
    }

    /// The last frame that may be shown: with the gate on, that of the first open question.
    pub fn reach(&self, gate: bool) -> usize {
        let open = |frame: &usize| !self.answers.contains_key(frame) && self.film.question(*frame).is_some();
        if gate { (0..self.film.last()).find(open).unwrap_or(self.film.last()) } else { self.film.last() }
    }

    fn show(&mut self, frame: usize, gate: bool) {
        self.frame = frame.min(self.reach(gate));
    }

    /// Runs the algorithm again, on another specimen or under another microscope.
    fn run(&mut self, microscope: &'static Microscope, specimen: Specimen, gate: bool) {
        // Another structure, or many more rows: what was fitted does not fit any more.
        let sizes = |s: &Specimen| (s.options.broad, s.options.solver.island);
        self.laid += u64::from(sizes(&specimen) != sizes(self.specimen()));
        self.film = (microscope.film)(&specimen);
        self.answers.clear();
        self.show(self.frame, gate);
    }

    fn edit(&mut self, specimen: Specimen, label: &'static str, gesture: u64, gate: bool) {
        if specimen == self.film.specimen {
            return;
        }
        let continues = gesture != 0 && self.past.last().is_some_and(|kept| kept.gesture == gesture);
        if !continues {
            self.past.push(Kept { specimen: self.film.specimen.clone(), label, gesture });
            if self.past.len() > MOST_KEPT {
                self.past.remove(0);
            }
        }
        self.future.clear();
        self.run(self.film.microscope, specimen, gate);
    }

    /// Takes the last change back, or brings it back.
    fn travel(&mut self, forth: bool, gate: bool) {
        let (from, to) = if forth { (&mut self.future, &mut self.past) } else { (&mut self.past, &mut self.future) };
        if let Some(kept) = from.pop() {
            to.push(Kept { specimen: self.film.specimen.clone(), label: kept.label, gesture: 0 });
            self.run(self.film.microscope, kept.specimen, gate);
        }
    }
}

impl App {
    /// The microscope's bench, while it is open.
    pub fn bench(&self) -> Option<&Bench> {
        self.bench.as_ref()
    }

    /// True when questions are asked before each step.
    pub fn gate(&self) -> bool {
        self.gate
    }

    /// How often predictions were right since the program began.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The question that must be answered before the film goes on: that of the shown frame, with the gate on.
    pub fn open_question(&self) -> Option<Question> {
        let bench = self.bench.as_ref().filter(|_| self.gate)?;
        bench.film.question(bench.frame).filter(|_| bench.answer_at(bench.frame).is_none())
    }

    /// Undo and redo belong to the specimen while the bench is open. True when it took the command.
    pub(super) fn bench_takes(&mut self, command: &Command) -> bool {
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return false };
        match command {
            Command::Undo => bench.travel(false, gate),
            Command::Redo => bench.travel(true, gate),
            Command::Cancel => self.bench = None,
            _ => return false,
        }
        true
    }

    pub(super) fn apply_to_bench(&mut self, act: MicroscopeAct) {
        use MicroscopeAct::*;
        match act {
            Open { pair, microscope } => return self.open_bench(pair, microscope.as_deref()),
            Close => return self.bench = None,
            Example(index) => return self.lay_example(index),
            SetGate(on) => {
                self.gate = on;
                if let Some(bench) = &mut self.bench {
                    bench.show(bench.frame, on);
                }
                return;
            }
            Hunt(seed) => return self.hunt(seed),
            Answer(answer) => return self.answer(Some(answer)),
            Reveal => return self.answer(None),
            _ => {}
        }
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return };
        match act {
            Algorithm(id) => {
                if let Some(other) = microscope::find(&id).filter(|m| m.id != bench.film.microscope.id) {
                    bench.frame = 0;
                    bench.lit.clear();
                    bench.laid += 1;
                    bench.run(other, bench.film.specimen.clone(), gate);
                }
            }
            Step(by) => bench.show(bench.frame.saturating_add_signed(by as isize), gate),
            Turn(by) => {
                let mut frame = bench.frame;
                for _ in 0..by.unsigned_abs().min(10_000) {
                    frame = if by > 0 { bench.film.next_turn(frame) } else { bench.film.previous_turn(frame) };
                }
                bench.show(frame, gate);
            }
            Frame(index) => bench.show(index, gate),
            TogglePlay => {
                bench.playing = !bench.playing;
                bench.owed = 0.0;
                if bench.playing && bench.frame == bench.film.last() {
                    bench.frame = 0;
                }
            }
            Move { side, shift, gesture } => bench.edit(bench.specimen().moved(side, shift), "move", gesture, gate),
            Rotate { side, angle, gesture } => bench.edit(bench.specimen().turned_by(side, angle), "turn", gesture, gate),
            Vertex { side, index, to, gesture } => bench.edit(bench.specimen().with_vertex(side, index, to), "vertex", gesture, gate),
            Options { options, gesture } => bench.edit(bench.specimen().with_options(options), "settings", gesture, gate),
            Restore => {
                bench.edit(bench.original.clone(), "restore", 0, gate);
                bench.laid += 1;
            }
            Light(parts) => bench.lit = parts,
            _ => {}
        }
    }

    fn open_bench(&mut self, pair: Option<(ColliderId, ColliderId)>, id: Option<&str>) {
        let Some(pair) = pair.or_else(|| self.pair()) else {
            return self.notify(NoticeKind::Warning, "There is no contact to look into yet: let two bodies touch, or select two bodies.");
        };
        let Some(specimen) = Specimen::of(self.stage(), pair) else {
            return self.notify(NoticeKind::Warning, "One of the two bodies is gone.");
        };
        let mut past = Vec::new();
        let before = self.timeline().replay(PAST_STEPS, |stage| past.push(names_of(stage, pair)));
        let specimen = specimen.with_before(before).with_past(past);
        let chosen = id.and_then(microscope::find).unwrap_or_else(|| microscope::default_for(&specimen));
        self.playing = false;
        self.pair = Some(pair);
        self.bench = Some(Bench::new(chosen, specimen));
    }

    /// What a file keeps of the bench; an example or a changed specimen is not the scene's.
    pub(super) fn bench_for_file(&self) -> Option<MicroscopeDoc> {
        let bench = self.bench.as_ref().filter(|b| b.example.is_none() && !b.is_changed())?;
        let caption = bench.caption.clone();
        Some(MicroscopeDoc { algorithm: bench.microscope().id, step: bench.frame as u64, gate: self.gate, caption })
    }

    /// Opens the bench as a file asks for it.
    pub(super) fn open_lesson(&mut self, lesson: &MicroscopeDoc) {
        self.gate = lesson.gate;
        self.open_bench(None, Some(lesson.algorithm));
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            bench.caption = lesson.caption.clone();
            bench.show(usize::try_from(lesson.step).unwrap_or(usize::MAX), gate);
        }
    }

    /// Lays one of the shipped examples of the present microscope down. The scene stays as it is.
    fn lay_example(&mut self, index: usize) {
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return };
        let Some(example) = shipped::examples(bench.film.microscope.id).nth(index) else { return };
        match specimen_of(example) {
            Ok((specimen, about)) => {
                bench.caption = about;
                let kept = Kept { specimen: bench.film.specimen.clone(), label: "example", gesture: 0 };
                bench.past.push(kept);
                bench.future.clear();
                bench.original = specimen.clone();
                bench.example = Some(example);
                bench.frame = 0;
                bench.playing = false;
                bench.lit.clear();
                bench.laid += 1;
                bench.run(bench.film.microscope, specimen, gate);
            }
            Err(why) => self.notify(NoticeKind::Error, format!("{} cannot be opened:\n{why}", example.name)),
        }
    }

    /// See [`MicroscopeAct::Hunt`].
    fn hunt(&mut self, seed: u64) {
        let gate = self.gate;
        let Some(bench) = &mut self.bench else { return };
        match race::hunt::hunt(bench.specimen(), seed, race::hunt::POSES) {
            Some(found) => {
                let poses = race::hunt::POSES;
                bench.edit(found, "hunt", 0, gate);
                bench.show(bench.film.last(), gate);
                let words =
                    format!("The largest difference in {poses} poses: {}. Export it as .scene.json to keep it.", bench.film.outcome);
                self.notify(NoticeKind::Done, words);
            }
            None => self.notify(NoticeKind::Warning, "There is nothing to hunt with."),
        }
    }

    /// Takes an answer to the question of the shown frame; `None` gives it up.
    fn answer(&mut self, answer: Option<Answer>) {
        let Some(question) = self.open_question() else { return };
        let Some(bench) = &mut self.bench else { return };
        bench.answers.insert(bench.frame, answer);
        bench.playing = false;
        if let Some(answer) = answer {
            self.score.answered += 1;
            self.score.right += usize::from(question.is_right(answer));
        }
    }

    /// Lets the film play.
    pub(super) fn tick_bench(&mut self, dt: f32) {
        let gate = self.gate;
        let Some(bench) = self.bench.as_mut().filter(|b| b.playing) else { return };
        bench.owed += dt.clamp(0.0, 0.25);
        if bench.owed >= FRAME_TIME {
            bench.owed -= FRAME_TIME;
            let before = bench.frame;
            bench.show(before + 1, gate);
            bench.playing = bench.frame != before && bench.frame < bench.film.last();
        }
    }
}

/// The specimen of an example (its watched pair, where the file puts it), and what the file says about it.
///
/// # Errors
/// The file does not load or names no pair.
pub fn specimen_of(example: &Example) -> Result<(Specimen, String), String> {
    let document = crate::scene::file::parse(example.json.as_bytes()).map_err(|problems| problems.to_string())?;
    let stage = crate::scene::stage::Stage::new(&document).map_err(|problems| problems.to_string())?;
    let pair = document.view.as_ref().and_then(|view| view.pair.as_ref()).ok_or("it names no pair")?;
    let collider = |name: &str| {
        let body = stage.names().body_id(name)?;
        Some(ColliderId { body, index: 0 })
    };
    let both = collider(&pair[0]).zip(collider(&pair[1])).ok_or("its pair is not there")?;
    let specimen = Specimen::of(&stage, both).ok_or("its pair has no shapes")?;
    Ok((specimen, document.about))
}
