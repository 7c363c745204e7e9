//! Lessons in the program: going from step to step, wandering off and coming back, and making one.
//!
//! Going to a step runs the scene from its start to the step's moment and puts its pair under the microscope, so that
//! it looks the same from wherever one comes; a run that was changed by hand is kept in the undo history first. What an
//! author changes is a change of the document like any other, but it leaves the run alone, and the bench takes it back
//! while it is open.

use crate::app::history::Moment;
use crate::app::journey::Journey;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::lens::microscope::lesson;
use crate::scene::document::{CameraDoc, Document, LessonStepDoc, QuestionDoc, Reply};
use crate::scene::file::needs_pair;
use std::sync::Arc;

/// Something done with the scene's lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonCommand {
    /// Shows a step by its number, from 0.
    Go(usize),
    /// Shows the next step; the first when none was shown yet.
    Next,
    /// Shows the step before.
    Previous,
    /// Shows the step again that was left.
    Return,
    /// Adds the place under the microscope behind the present step.
    Add {
        /// What the microscope shows of the world, when it was moved by hand.
        camera: Option<CameraDoc>,
    },
    /// Adds the view of the scene behind the present step, or lets the present step show it: moment, camera, lenses
    /// and graphs.
    TakeView {
        /// The present step shows it; its caption and question stay.
        replace: bool,
    },
    /// Lets the present step show the place under the microscope; its caption stays.
    Retake {
        /// As for [`LessonCommand::Add`].
        camera: Option<CameraDoc>,
    },
    /// Changes the caption of the present step.
    Caption {
        /// What it becomes.
        text: String,
        /// See [`super::document::DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Changes the title of the lesson, which is the scene's.
    Title {
        /// What it becomes.
        text: String,
        /// See [`super::document::DocumentCommand::Edit`].
        gesture: u64,
    },
    /// Puts a step at another place.
    Place {
        /// Its number, from 0.
        from: usize,
        /// Number that it gets.
        to: usize,
    },
    /// Gives the present step a question of the author's own, another one, or none.
    Question(Option<Box<QuestionDoc>>),
    /// What was written so far of the present step's question, or that it is given up. It is unsaved work: saving, and
    /// going to another step, put it into the lesson.
    Draft(Option<Box<QuestionDoc>>),
    /// Puts what was written into the lesson.
    Keep,
    /// Answers the question of the present step.
    Reply(Reply),
    /// Asks that question anew.
    AskAgain,
    /// Asks all questions anew: the lesson is shown to somebody else.
    AskAllAgain,
    /// Puts the present step so many places later, or earlier.
    Shift(i32),
    /// Takes the present step out of the lesson.
    Remove,
    /// Stays where the run is on its way to a step.
    Stop,
    /// Gives up the printing that is under way.
    StopPrinting,
}

/// Most work of a frame on the way to a step ([`crate::engine::world::World::step_work`]): about a tenth of a second.
pub const FRAME_WORK: u64 = lesson::MOST_WORK / 20;

/// Where the learner is in a lesson.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LessonPlace<'a> {
    /// Number of the present step, from 0.
    pub index: usize,
    /// All steps.
    pub count: usize,
    /// The present step.
    pub step: &'a LessonStepDoc,
    /// True while the microscope, or the scene, shows what the step shows; false once the learner wandered off.
    pub is_here: bool,
}

impl App {
    /// Where the learner is in the scene's lesson; before it was begun, at its first step. `None` without a lesson.
    pub fn lesson_place(&self) -> Option<LessonPlace<'_>> {
        let count = self.document.lesson.len();
        let index = self.lesson.unwrap_or(0).min(count.checked_sub(1)?);
        let step = &self.document.lesson[index];
        let is_here = self.lesson.is_some()
            && match &self.bench {
                Some(bench) => bench.is_at(step),
                None => step.shows_scene() && self.shows_view_of(step),
            };
        Some(LessonPlace { index, count, step, is_here })
    }

    pub(super) fn apply_lesson(&mut self, command: LessonCommand) {
        if self.comparison.is_some()
            && matches!(command, LessonCommand::Add { .. } | LessonCommand::Retake { .. } | LessonCommand::TakeView { .. })
        {
            return self.notify(NoticeKind::Warning, "A step of a lesson shows what the scene itself ran, not a pane of a comparison.");
        }
        self.end_comparison();
        let begun = self.lesson.is_some();
        match command {
            LessonCommand::Go(step) => self.in_lesson(|app, _, last| app.show_lesson_step(step.min(last))),
            LessonCommand::Next => self.in_lesson(|app, index, last| match begun {
                true if index == last => app.notify(NoticeKind::Done, "This is the last step of the lesson."),
                true => app.show_lesson_step(index + 1),
                false => app.show_lesson_step(0),
            }),
            LessonCommand::Previous => {
                self.in_lesson(|app, index, _| app.show_lesson_step(if begun { index.saturating_sub(1) } else { 0 }));
            }
            LessonCommand::Return => self.in_lesson(|app, index, _| app.show_lesson_step(if begun { index } else { 0 })),
            LessonCommand::Add { camera } => {
                let behind = self.lesson_place().map_or(0, |place| if begun { place.index + 1 } else { place.count });
                self.add_lesson_step(behind, camera);
            }
            LessonCommand::TakeView { replace } => {
                let place = self.lesson_place().map(|place| place.index);
                match place.filter(|_| replace) {
                    Some(index) => self.retake_lesson_view(index),
                    None => self.add_lesson_view(place.filter(|_| begun).map_or(self.document.lesson.len(), |index| index + 1)),
                }
            }
            LessonCommand::Retake { camera } => self.in_lesson(|app, index, _| app.retake_lesson_step(index, camera)),
            LessonCommand::Caption { text, gesture } => self.in_lesson(|app, index, _| {
                app.change_lesson("caption", gesture, |steps| steps[index].caption = text);
            }),
            LessonCommand::Shift(by) => self.in_lesson(|app, index, last| {
                app.place_lesson_step(index, index.saturating_add_signed(by as isize).min(last));
            }),
            LessonCommand::Title { text, gesture } => self.in_lesson(|app, _, _| {
                app.change_at_bench("title", gesture, |document| document.title = text);
            }),
            LessonCommand::Place { from, to } => self.in_lesson(|app, _, last| app.place_lesson_step(from.min(last), to.min(last))),
            LessonCommand::Question(question) => self.in_lesson(|app, index, _| {
                app.teaching.draft = None;
                app.change_lesson("question", 0, |steps| steps[index].question = question);
            }),
            LessonCommand::Draft(question) => self.in_lesson(|app, index, _| app.write_question(index, question)),
            LessonCommand::Keep => drop(self.keep_question()),
            LessonCommand::Reply(reply) => self.reply(reply),
            LessonCommand::AskAgain => self.ask_again(),
            LessonCommand::AskAllAgain => self.ask_all_again(),
            LessonCommand::Stop => self.journey = None,
            LessonCommand::StopPrinting => self.stop_printing(),
            LessonCommand::Remove => self.in_lesson(|app, index, _| {
                app.teaching.draft = None;
                if app.change_lesson("remove lesson step", 0, |steps| drop(steps.remove(index))) {
                    app.notify(NoticeKind::Done, format!("Removed step {} of the lesson", index + 1));
                }
            }),
        }
    }

    /// Does something to the lesson at its present step; told the numbers of that step and of the last. Without a
    /// lesson it says so.
    fn in_lesson(&mut self, act: impl FnOnce(&mut App, usize, usize)) {
        match self.lesson_place().map(|place| (place.index, place.count - 1)) {
            Some((index, last)) => act(self, index, last),
            None => self.notify(NoticeKind::Warning, "This scene has no lesson yet: open the microscope at a place and add it."),
        }
    }

    /// Runs the scene to the step's moment and puts its pair under the microscope: at once, or in the frames that
    /// follow where the run is long.
    fn show_lesson_step(&mut self, index: usize) {
        let is_left = self.lesson_place().is_some_and(|place| place.index != index);
        if index >= self.document.lesson.len() || is_left && !self.keep_question() {
            return;
        }
        self.lesson = Some(index);
        self.playing = false;
        let edits = self.bench.as_ref().map(|bench| bench.lesson_edits()).filter(|_| self.timeline.is_untouched());
        if self.begin_own_run() {
            let (document, from) = (self.document.clone(), self.stage().step_count());
            self.journey = Some(Journey { document, index, edits, at: from, work: 0 });
            self.travel();
        }
    }

    /// A part of the way to the lesson's step that is no more than a frame's work; the last part opens its place. The
    /// journey ends where the user does anything else with the run.
    pub(super) fn travel(&mut self) {
        let Some(mut journey) = self.journey.take() else { return };
        let is_disturbed = self.playing || self.stage().step_count() != journey.at || !self.timeline.is_untouched();
        if is_disturbed || !Arc::ptr_eq(&journey.document, &self.document) {
            return;
        }
        let step = self.document.lesson[journey.index].at_step;
        self.owed = 0.0;
        journey.work += self.timeline.run_to(step, FRAME_WORK);
        journey.at = self.stage().step_count();
        if journey.at == step {
            self.arrive(journey);
        } else if journey.work > lesson::MOST_WORK {
            let now = journey.at;
            self.notify(NoticeKind::Warning, format!("The lesson's step {step} lies too far into the run, which is at step {now} now."));
        } else {
            self.journey = Some(journey);
        }
    }

    /// Puts the pair of the step under the microscope, at its moment.
    fn arrive(&mut self, journey: Journey) {
        let (index, edits) = (journey.index, journey.edits);
        let step = self.document.lesson[index].clone();
        self.show_lesson_branches(&step);
        if step.shows_scene() {
            return self.show_view_of(&step);
        }
        let names = self.document.lesson_pair(&step);
        let pair = names.and_then(|names| lesson::colliders(self.stage(), names));
        if pair.is_none() && (names.is_some() || needs_pair(step.algorithm)) {
            self.bench = None;
            return self.notify(NoticeKind::Warning, format!("The pair of step {} of the lesson is not there.", index + 1));
        }
        self.gate = step.gate;
        self.open_bench(pair, Some(step.algorithm));
        let gate = self.gate;
        if let Some(bench) = &mut self.bench {
            bench.take_lesson_step(step, gate);
            if let Some(edits) = edits {
                bench.keep_lesson_edits(edits);
            }
        }
    }

    /// How far the run is on its way to the place of a lesson's step: its step now and the one it goes to. `None`
    /// when there is nothing to wait for.
    pub fn lesson_journey(&self) -> Option<(u64, u64)> {
        let journey = self.journey.as_ref()?;
        Some((self.stage().step_count(), self.document.lesson.get(journey.index)?.at_step))
    }

    /// Makes the run the document's own, from its start. False when it does not build.
    fn begin_own_run(&mut self) -> bool {
        if !self.timeline.is_untouched() {
            match self.timeline.again(&self.document) {
                Ok(timeline) => {
                    self.history.push("Lesson", 0, Moment::of(&self.document, &self.timeline));
                    self.timeline = timeline;
                    self.tool.let_go();
                }
                Err(problems) => {
                    self.refuse("Lesson", &problems);
                    return false;
                }
            }
        }
        true
    }

    /// Puts a step at another place. The step that is shown stays the same one.
    fn place_lesson_step(&mut self, from: usize, to: usize) {
        let shown = self.lesson.unwrap_or(0);
        let moved = |steps: &mut Vec<LessonStepDoc>| {
            let step = steps.remove(from);
            steps.insert(to, step);
        };
        if from != to && self.keep_question() && self.change_lesson("order of lesson", 0, moved) && self.lesson.is_some() {
            let follows = |shown: usize| match shown {
                shown if shown == from => to,
                shown if from < shown && shown <= to => shown - 1,
                shown if to <= shown && shown < from => shown + 1,
                shown => shown,
            };
            self.lesson = Some(follows(shown));
        }
    }

    fn add_lesson_step(&mut self, at: usize, camera: Option<CameraDoc>) {
        let Some(step) = self.place_at_bench(camera) else { return };
        if self.keep_question() && self.change_lesson("add lesson step", 0, |steps| steps.insert(at, step.clone())) {
            self.lesson = Some(at);
            let count = self.document.lesson.len();
            self.notify(NoticeKind::Done, format!("Added as step {} of {count}", at + 1));
            if let Some(bench) = &mut self.bench {
                bench.lesson = Some(step);
            }
        }
    }

    fn retake_lesson_step(&mut self, index: usize, camera: Option<CameraDoc>) {
        let Some(place) = self.place_at_bench(camera) else { return };
        let LessonStepDoc { caption, question, .. } = self.document.lesson[index].clone();
        let step = LessonStepDoc { caption, question, ..place };
        if self.change_lesson("retake lesson step", 0, |steps| steps[index] = step.clone()) {
            self.notify(NoticeKind::Done, format!("Step {} of the lesson shows this place now", index + 1));
            self.lesson = Some(index);
            if let Some(bench) = &mut self.bench {
                bench.lesson = Some(step);
            }
        }
    }

    /// The place under the microscope as a step without a caption; says why not when the scene would not lead there
    /// again.
    fn place_at_bench(&mut self, camera: Option<CameraDoc>) -> Option<LessonStepDoc> {
        match self.try_place_at_bench(camera) {
            Ok(step) => Some(step),
            Err(why) => {
                self.notify(NoticeKind::Warning, why);
                None
            }
        }
    }

    fn try_place_at_bench(&self, camera: Option<CameraDoc>) -> Result<LessonStepDoc, &'static str> {
        let bench = self.bench.as_ref().ok_or("Open the microscope at the place first (Enter).")?;
        if bench.example().is_some() {
            return Err("This is an example, not a place in this scene: a step of a lesson shows what the scene itself ran.");
        }
        if bench.is_changed() {
            return Err(
                "The specimen was changed: a step of a lesson shows what the scene itself ran. Restore it (R), or export it as a scene.",
            );
        }
        let name = |side| {
            let name = &bench.specimen().side(side).name;
            self.document
                .body(name)
                .map(|body| body.id.clone())
                .ok_or("A projectile has no place in a lesson: it is not part of the scene.")
        };
        use crate::lens::microscope::Side;
        let step = LessonStepDoc {
            algorithm: bench.microscope().id,
            pair: if bench.specimen().has_pair() { Some([name(Side::A)?, name(Side::B)?]) } else { None },
            at_step: self.stage().step_count(),
            frame: bench.frame() as u64,
            gate: self.gate,
            camera,
            ..LessonStepDoc::default()
        };
        let again = lesson::place(&self.document, &step).ok().and_then(lesson::LessonPlace::film);
        let again = again.ok_or("Not added as a step: this microscope has nothing to show here.")?.specimen;
        if again.a != bench.specimen().a || again.b != bench.specimen().b {
            return Err(
                "The scene would not lead here again: the run was changed by hand, or other shapes of the two bodies touch. Reset (R) and run to the place.",
            );
        }
        Ok(step)
    }

    /// Changes the lesson as one undoable step, without touching the run.
    pub(super) fn change_lesson(&mut self, label: &'static str, gesture: u64, edit: impl FnOnce(&mut Vec<LessonStepDoc>)) -> bool {
        self.change_at_bench(label, gesture, |document| edit(&mut document.lesson))
    }

    /// Changes what does not touch the run, so that undo reaches it from the microscope.
    fn change_at_bench(&mut self, label: &'static str, gesture: u64, edit: impl FnOnce(&mut Document)) -> bool {
        let (before, continues) = (self.document.clone(), self.history.continues(gesture));
        let done = self.change(label, gesture, edit);
        if !continues
            && !Arc::ptr_eq(&before, &self.document)
            && let Some(bench) = &mut self.bench
        {
            bench.note_lesson_edit(label);
        }
        done
    }
}
