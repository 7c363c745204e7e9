//! The run so far: the stage, keyframes to go back to, events to repeat, and two lines to draw.
//!
//! Going back to step `k` means: take the nearest keyframe before `k` and run again from there. The engine gives the
//! same bits for the same input, so what the user did on the way (throws, shots, edits) is kept as *events* with their
//! step and repeated (`recording.rs`). A new event while standing in the past cuts off the future; edits that were cut
//! off with it are applied at once, so the run never lacks what the document has. The run with the future that was cut
//! off is kept as a *branch* ([`Branch`]).

mod before_edit;
mod beside;
mod branches;
mod columns;
mod event;
mod fork;
mod keyframes;
mod memory;
mod pointing;
mod reading;
mod recording;
mod replay;
mod samples;

pub use branches::{BUDGET as BRANCH_BUDGET, Branch, Branches, MOST as MOST_BRANCHES};
pub use columns::{Column, Columns};
pub use samples::{Sample, Samples};

use crate::scene::document::Document;
use crate::scene::dress::Dress;
use crate::scene::problem::Problems;
use crate::scene::progress::Progress;
use crate::scene::stage::Stage;
use before_edit::BeforeEdit;
use event::{Event, repeat_due};
use keyframes::Keyframes;
use reading::{Past, Reading};
use std::sync::Arc;

/// Memory that samples may take, bytes: 38 hours at 60 steps a second.
const SAMPLE_BUDGET: usize = 128 << 20;
/// Memory that the recorded events may take, bytes; each edit holds a document.
const EVENT_BUDGET: usize = 256 << 20;
/// Memory that a run may take, bytes: its keyframes, samples, events, and the columns of its graphs.
pub const BUDGET: usize = keyframes::BUDGET + SAMPLE_BUDGET + EVENT_BUDGET + columns::BUDGET;

/// The run so far.
#[derive(Clone, Debug)]
pub struct Timeline {
    stage: Stage,
    /// The document the stage stands for at the present step.
    present: Arc<Document>,
    /// The document at the first keyframe.
    origin: Arc<Document>,
    keyframes: Keyframes,
    events: Vec<(u64, Event)>,
    /// How many events the present stage has taken in.
    applied: usize,
    /// Where the gesture began that the last event belongs to.
    before_edit: BeforeEdit,
    samples: Samples,
    /// What graphs and traces show.
    columns: Columns,
    reading: Reading,
    last: u64,
    /// Runs that were left for this one.
    branches: Branches<Timeline>,
    /// A branch was made since [`Timeline::take_parted`] was asked last.
    parted: bool,
    /// [`Event::bytes`] of all events.
    event_bytes: usize,
    /// See [`Timeline::take_forgotten`].
    forgotten: bool,
    /// What every step shows, once that was changed beside the run ([`Timeline::dress`]).
    dress: Option<Arc<Dress>>,
    /// Keyframes may know things under names that they had before ([`Timeline::rename`]).
    is_renamed: bool,
}

impl Timeline {
    /// A run that begins with the document (at its saved state, if it has one).
    ///
    /// # Errors
    /// The document has problems.
    pub fn new(document: &Arc<Document>) -> Result<Timeline, Problems> {
        let stage = Stage::new(document)?;
        Ok(Timeline::from_stage(stage, document.clone()))
    }

    /// A run of the document from its start, beside the runs that were left for this one.
    ///
    /// # Errors
    /// The document has problems.
    pub fn again(&self, document: &Arc<Document>) -> Result<Timeline, Problems> {
        Ok(Timeline { branches: self.branches.clone(), ..Timeline::new(document)? })
    }

    /// [`Timeline::new`] for a document that was just parsed, for somebody who waits elsewhere and may stop it.
    ///
    /// # Errors
    /// It was stopped; or the document has problems that parsing should have found.
    pub fn of_parsed(document: &Arc<Document>, progress: &Progress) -> Result<Timeline, Problems> {
        let stage = Stage::of_checked(document, progress)?;
        Ok(Timeline::from_stage(stage, document.clone()))
    }

    fn from_stage(stage: Stage, document: Arc<Document>) -> Timeline {
        let last = stage.step_count();
        let mut samples = Samples::default();
        samples.push(sample(&stage));
        let mut columns = Columns::new(last);
        columns.choose(&document);
        columns.take(&stage);
        Timeline {
            keyframes: Keyframes::new(&stage),
            stage,
            present: document.clone(),
            origin: document,
            events: Vec::new(),
            applied: 0,
            before_edit: BeforeEdit::default(),
            samples,
            columns,
            reading: Reading::default(),
            last,
            branches: Branches::default(),
            parted: false,
            event_bytes: 0,
            forgotten: false,
            dress: None,
            is_renamed: false,
        }
    }

    /// The same with so much memory for going back, bytes, instead of [`BUDGET`].
    pub fn with_budget(self, budget: usize) -> Timeline {
        Timeline { keyframes: self.keyframes.with_budget(budget), ..self }
    }

    /// The open document is this one (the same, but shared, or without the state the run began with).
    pub fn stand_for(&mut self, document: &Arc<Document>) {
        self.present = document.clone();
        self.origin = document.clone();
    }

    /// The stage at the present step.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// First step that can be gone back to: 0, or the step at which the file was saved.
    pub fn first_step(&self) -> u64 {
        self.keyframes.first_step()
    }

    /// Last step of the recorded run, at least the present one.
    pub fn last_step(&self) -> u64 {
        self.last
    }

    /// Samples of the steps from [`Timeline::first_step`] to [`Timeline::last_step`].
    pub fn samples(&self) -> &Samples {
        &self.samples
    }

    /// What graphs and traces show of the steps so far.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Keeps what graphs and traces of this document show, from the start of the run on. What is new is filled in by
    /// and by ([`Timeline::fill`]).
    pub fn choose_columns(&mut self, document: &Document) {
        if self.columns.is_empty() && document.kept_quantities().is_empty() {
            return;
        }
        self.columns.choose(document);
        if self.is_fresh() {
            self.columns.take(&self.stage);
        }
    }

    /// Steps at which the user did something (an edit, a shot, a key, the begin of a throw or push).
    pub fn event_steps(&self) -> impl Iterator<Item = u64> {
        self.events
            .iter()
            .filter(|(_, e)| match e {
                Event::Input(input) => input.begins(),
                Event::Edit(_) => true,
                Event::Start(_) => false,
            })
            .map(|(step, _)| *step)
    }

    /// True while nothing has run or happened since the start of the document.
    pub fn is_fresh(&self) -> bool {
        self.last == 0 && self.events.is_empty()
    }

    /// True while the run is the document's own from its start: nothing was done to it from outside.
    pub fn is_untouched(&self) -> bool {
        self.first_step() == 0 && self.events.is_empty()
    }

    /// Goes to a step, beyond the last one by running on, but stops on the way once that took so much work
    /// ([`Stage::step_work`]). Returns the work that it took.
    pub fn run_to(&mut self, step: u64, most_work: u64) -> u64 {
        self.seek(step);
        let mut work = 0;
        while self.stage.step_count() < step && work <= most_work {
            self.advance();
            work += self.stage.step_work();
        }
        work
    }

    /// One step onward, repeating recorded events on the way.
    pub fn advance(&mut self) {
        self.advance_by(Stage::step);
    }

    /// The same by somebody who watches the step.
    pub fn advance_by(&mut self, step: impl FnOnce(&mut Stage)) {
        self.repeat_due();
        self.before_edit.forget();
        step(&mut self.stage);
        let now = self.stage.step_count();
        if now > self.last {
            self.last = now;
            self.samples.push(sample(&self.stage));
            self.keep_to_budget();
        }
        self.columns.take(&self.stage);
        self.keyframes.keep(&self.stage);
    }

    /// The document once so many events were done.
    fn present_at(&self, applied: usize) -> Arc<Document> {
        self.events[..applied].iter().rev().find_map(|(_, event)| event.document()).unwrap_or(&self.origin).clone()
    }

    /// Repeats the recorded events of the present step.
    fn repeat_due(&mut self) {
        let applied = self.applied;
        repeat_due(&self.events, &mut self.stage, &mut self.present, &mut self.applied);
        if self.applied != applied {
            self.wear();
        }
    }

    /// How many steps going to a step takes again: the wait.
    pub fn steps_again(&self, step: u64) -> u64 {
        self.keyframes.steps_again(step)
    }

    /// Goes to a step between first and last, forward or back.
    pub fn seek(&mut self, step: u64) {
        let step = step.clamp(self.first_step(), self.last);
        let (now, again) = (self.stage.step_count(), self.keyframes.steps_again(step));
        if step < now || again < step - now {
            self.go_to_keyframe_before(step);
        }
        while self.stage.step_count() < step {
            self.advance();
        }
    }

    fn go_to_keyframe_before(&mut self, step: u64) {
        self.before_edit.forget();
        self.stage = self.keyframes.before(step);
        let from = self.stage.step_count();
        self.applied = self.events.partition_point(|(at, _)| *at < from);
        self.present = self.present_at(self.applied);
        self.take_names();
        self.wear();
    }

    /// True while some steps of the run have to be read again for a graph.
    pub fn is_filling(&self) -> bool {
        self.columns.is_missing_any()
    }

    /// Reads past steps until none is missing, `go_on` says no, or so much work was done
    /// ([`Stage::step_work`]); one step at least. What it reads is what the run was, bit for bit.
    pub fn fill(&mut self, most_work: u64, go_on: &mut dyn FnMut() -> bool) {
        let mut work = 0;
        while let Some(missing) = self.columns.first_unknown() {
            let mut past = self.reading.take_before(missing);
            let past_step = past.as_ref().map_or(0, |past| past.stage.step_count());
            if past.is_none() || self.keyframes.steps_again(missing) + 64 < missing - past_step {
                past = Some(Box::new(self.past_before(missing)));
            }
            let Some(mut past) = past else { return };
            if past.stage.step_count() < missing {
                past.step(&self.events);
                work += past.stage.step_work() + 1;
            }
            self.columns.take(&past.stage);
            self.reading.keep(past);
            if work > most_work || !go_on() {
                return;
            }
        }
        self.reading.forget();
    }

    /// The run at the keyframe before a step.
    fn past_before(&self, step: u64) -> Past {
        let mut stage = self.keyframes.before(step);
        let from = stage.step_count();
        let applied = self.events.partition_point(|(at, _)| *at < from);
        let present = self.present_at(applied);
        if self.is_renamed {
            stage.take_names(&present);
        }
        Past { present, applied, stage }
    }
}

fn sample(stage: &Stage) -> Sample {
    let energy = stage.world().energy();
    let impact = stage.world().events().begun.iter().fold(0.0, |most, (_, _, speed)| if *speed > most { *speed } else { most });
    let broke = stage.broken().last().is_some_and(|broken| broken.step == stage.step_count());
    Sample { energy: energy.total(), impact, broke }
}
