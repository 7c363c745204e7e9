//! The collision microscope's bench: what lies under it, which frame is shown, what was predicted.
//!
//! Opening it stops time and takes a [`Specimen`] out of the running stage; everything after that happens to the specimen alone, so
//! closing leads back to the scene as it was. Dragging makes a new specimen and a new film at once, and has an undo of its own while the
//! bench is open. With the prediction gate on, the film goes no farther than the first question that is still open.

mod act;
mod bench;
mod inside;

pub use act::MicroscopeAct;
pub use bench::Bench;

use super::{App, Command, NoticeKind};
use crate::engine::collider::ColliderId;
use crate::lens::microscope::specimen::{PAST_STEPS, names_of};
use crate::lens::microscope::{self, Answer, Question, Specimen, race};
use crate::scene::document::MicroscopeDoc;
use crate::scene::shipped::{self, Example};
use bench::Kept;

/// Seconds that a frame stays while the film plays.
const FRAME_TIME: f32 = 1.1;

/// How often predictions were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Right ones.
    pub right: usize,
    /// All that were answered.
    pub answered: usize,
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
            Command::Undo => {
                if bench.travel(false, gate) {
                    self.undo();
                }
            }
            Command::Redo => {
                if bench.travel(true, gate) {
                    self.redo();
                }
            }
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
                    bench.go(other, bench.film.specimen.clone(), 0, gate);
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
            Inside => bench.go_inside(gate),
            Outside => bench.go_outside(gate),
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

    pub(super) fn open_bench(&mut self, pair: Option<(ColliderId, ColliderId)>, id: Option<&str>) {
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
        self.benches += 1;
        // Far from what the bench before counted to, so that views are fitted anew.
        self.bench = Some(Bench::new(chosen, specimen, self.benches << 32));
    }

    /// What a file keeps of the bench; an example or a changed specimen is not the scene's, and a lesson begins at its first step.
    pub(super) fn bench_for_file(&self) -> Option<MicroscopeDoc> {
        let bench = self.bench.as_ref().filter(|b| b.example.is_none() && !b.is_changed() && self.document.lesson.is_empty())?;
        let caption = bench.caption.clone();
        Some(MicroscopeDoc { algorithm: bench.microscope().id, step: bench.frame as u64, gate: self.gate, caption })
    }

    /// Opens the bench as a file asks for it.
    pub(super) fn open_place(&mut self, place: &MicroscopeDoc) {
        self.gate = place.gate;
        self.open_bench(None, Some(place.algorithm));
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            bench.caption = place.caption.clone();
            bench.show(usize::try_from(place.step).unwrap_or(usize::MAX), gate);
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
                let kept = Kept { specimen: Some(bench.film.specimen.clone()), label: "example", gesture: 0, place: None };
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
                // It may lie elsewhere: views are fitted anew.
                bench.laid += 1;
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
    let specimen = Specimen::of(&stage, both).ok_or("its pair has no shapes")?.with_before(None);
    Ok((specimen, document.about))
}
