//! The open bench: a film, the place in it, what was answered, and what was done to the specimen.

use crate::draw::View;
use crate::lens::microscope::{Answer, Film, Microscope, Part, Specimen};
use crate::scene::document::LessonStepDoc;
use crate::scene::shipped::Example;
use std::collections::BTreeMap;

/// Most specimens kept for undo.
const MOST_KEPT: usize = 200;

/// A specimen of the past, and what was done to it; without one an edit of the lesson, which the document's history
/// keeps.
#[derive(Clone)]
pub(in crate::app) struct UndoEntry {
    pub(in crate::app) specimen: Option<Specimen>,
    pub(in crate::app) label: &'static str,
    pub(in crate::app) gesture: u64,
    /// Microscope and frame, when those changed with it.
    pub(in crate::app) place: Option<(&'static Microscope, usize)>,
}

/// Edits of the lesson, from bench to bench.
pub(in crate::app) struct LessonEdits {
    past: Vec<UndoEntry>,
    future: Vec<UndoEntry>,
}

/// How often answers were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Right ones.
    pub right: usize,
    /// All that were answered.
    pub answered: usize,
}

/// What the pipeline is to have again when one comes back.
pub(in crate::app) struct Outer {
    /// The frame that was left.
    pub(super) frame: usize,
    /// What lay under it.
    pub(in crate::app) specimen: Specimen,
    /// What had been answered there.
    pub(in crate::app) answers: BTreeMap<usize, Option<Answer>>,
}

/// The open bench.
pub struct Bench {
    pub(in crate::app) film: Film,
    pub(in crate::app) frame: usize,
    /// As it was laid down.
    pub(in crate::app) original: Specimen,
    pub(in crate::app) example: Option<&'static Example>,
    /// What to look for in the specimen as it was laid down, and under which microscope (its id).
    caption: Option<(&'static str, String)>,
    pub(in crate::app) playing: bool,
    pub(in crate::app) owed: f32,
    /// What was answered at which frame; `None` = given up.
    pub(in crate::app) answers: BTreeMap<usize, Option<Answer>>,
    pub(in crate::app) lit: Vec<Part>,
    pub(in crate::app) past: Vec<UndoEntry>,
    pub(in crate::app) future: Vec<UndoEntry>,
    /// What was left behind in the pipeline, while the bench is inside one of its stages.
    pub(in crate::app) outer: Option<Outer>,
    /// Counts what was laid down, so that views know when to fit anew.
    pub(in crate::app) laid: u64,
    /// The lesson's step that was shown here last.
    pub(in crate::app) lesson: Option<LessonStepDoc>,
    /// Frames before this one are not asked about.
    pub(in crate::app) asked_from: usize,
}

impl Bench {
    pub(in crate::app) fn new(microscope: &'static Microscope, specimen: Specimen, laid: u64) -> Bench {
        let film = (microscope.film)(&specimen);
        Bench {
            film,
            frame: 0,
            original: specimen,
            example: None,
            caption: None,
            playing: false,
            owed: 0.0,
            answers: BTreeMap::new(),
            lit: Vec::new(),
            past: Vec::new(),
            future: Vec::new(),
            outer: None,
            laid,
            lesson: None,
            asked_from: 0,
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
    /// What to look for, one paragraph; empty when nothing was said of this specimen under this microscope.
    pub fn caption(&self) -> &str {
        let is_meant = |(microscope, _): &&(&'static str, String)| *microscope == self.film.microscope.id && !self.is_changed();
        self.caption.as_ref().filter(is_meant).map_or("", |(_, words)| words)
    }
    /// Says what to look for in what lies under the microscope now.
    pub(in crate::app) fn set_caption(&mut self, words: String) {
        self.caption = Some((self.film.microscope.id, words));
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
        if gate { (self.asked_from..self.film.last()).find(open).unwrap_or(self.film.last()) } else { self.film.last() }
    }

    pub(in crate::app) fn show(&mut self, frame: usize, gate: bool) {
        self.frame = frame.min(self.reach(gate));
    }

    /// The frame so many turns on, or back.
    pub(in crate::app) fn turns_on(&self, by: i32) -> usize {
        let next = |frame| if by > 0 { self.film.next_turn(frame) } else { self.film.previous_turn(frame) };
        (0..by.unsigned_abs().min(10_000)).fold(self.frame, |frame, _| next(frame))
    }

    /// Starts or stops the film; at its end it starts anew.
    pub(in crate::app) fn toggle_play(&mut self) {
        self.playing = !self.playing;
        self.owed = 0.0;
        if self.playing && self.frame == self.film.last() {
            self.frame = 0;
        }
    }

    /// Runs the algorithm again, on another specimen or under another microscope.
    pub(in crate::app) fn run(&mut self, microscope: &'static Microscope, specimen: Specimen, gate: bool) {
        // Another structure, or many more rows: what was fitted does not fit any more.
        let sizes = |s: &Specimen| (s.options.broad, s.options.solver.island);
        self.laid += u64::from(sizes(&specimen) != sizes(self.specimen()));
        // Who looks at the result goes on looking at it, however many frames it takes now.
        let is_at_result = self.frame > 0 && self.frame == self.film.last() && microscope.id == self.film.microscope.id;
        self.film = (microscope.film)(&specimen);
        self.answers.clear();
        self.asked_from = 0;
        self.show(if is_at_result { self.film.last() } else { self.frame }, gate);
    }

    pub(in crate::app) fn edit(&mut self, specimen: Specimen, label: &'static str, gesture: u64, gate: bool) {
        if specimen == self.film.specimen {
            return;
        }
        let continues = gesture != 0 && self.past.last().is_some_and(|kept| kept.gesture == gesture);
        if !continues {
            self.past.push(UndoEntry { specimen: Some(self.film.specimen.clone()), label, gesture, place: None });
            if self.past.len() > MOST_KEPT {
                self.past.remove(0);
            }
        }
        self.future.clear();
        self.run(self.film.microscope, specimen, gate);
    }

    /// Takes the last change back, or brings it back. True when that is an edit of the lesson: then the document has
    /// to.
    #[must_use]
    pub(in crate::app) fn travel(&mut self, forth: bool, gate: bool) -> bool {
        let here = (self.film.microscope, self.frame);
        let (from, to) = if forth { (&mut self.future, &mut self.past) } else { (&mut self.past, &mut self.future) };
        let Some(kept) = from.pop() else { return false };
        match kept.specimen {
            Some(specimen) => {
                let place = kept.place.map(|_| here);
                to.push(UndoEntry { specimen: Some(self.film.specimen.clone()), label: kept.label, gesture: 0, place });
                match kept.place {
                    Some((microscope, frame)) => self.go(microscope, specimen, frame, gate),
                    None => self.run(self.film.microscope, specimen, gate),
                }
                false
            }
            None => {
                to.push(UndoEntry { gesture: 0, ..kept });
                true
            }
        }
    }

    // ---- lessons

    /// What the world's view begins with, when the lesson's step says so.
    pub fn camera(&self) -> Option<View> {
        let camera = self.lesson.as_ref()?.camera?;
        Some(View { center: camera.center, height: camera.height })
    }

    /// True while the bench shows what this step shows.
    pub(in crate::app) fn is_at(&self, step: &LessonStepDoc) -> bool {
        let here = |shown: &LessonStepDoc| shown.leads_to(step);
        let frame = usize::try_from(step.frame).unwrap_or(usize::MAX).min(self.film.last());
        let stands = self.frame == frame && self.film.microscope.id == step.algorithm && !self.is_changed() && self.example.is_none();
        stands && self.lesson.as_ref().is_some_and(here)
    }

    /// Shows a step of the lesson on the specimen that was just laid down for it.
    pub(in crate::app) fn take_lesson_step(&mut self, step: LessonStepDoc, gate: bool) {
        let frame = usize::try_from(step.frame).unwrap_or(usize::MAX).min(self.film.last());
        self.lesson = Some(step);
        self.asked_from = frame;
        self.show(frame, gate);
    }

    /// An edit of the lesson was made: undo takes it back in its turn.
    pub(in crate::app) fn note_lesson_edit(&mut self, label: &'static str) {
        self.past.push(UndoEntry { specimen: None, label, gesture: 0, place: None });
        self.future.clear();
    }

    /// The edits of the lesson that undo and redo would reach.
    pub(in crate::app) fn lesson_edits(&self) -> LessonEdits {
        let edits = |kept: &[UndoEntry]| kept.iter().filter(|k| k.specimen.is_none()).cloned().collect();
        LessonEdits { past: edits(&self.past), future: edits(&self.future) }
    }

    /// Lets undo and redo reach edits that were made at another bench.
    pub(in crate::app) fn keep_lesson_edits(&mut self, edits: LessonEdits) {
        (self.past, self.future) = (edits.past, edits.future);
    }
}
