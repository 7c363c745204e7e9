//! Leaving a run for another one, and going back to it.

use super::Timeline;
use super::branches::{self, Branches};
use super::event::Event;
use super::keyframes::{BUDGET, Keyframes};
use crate::lens::microscope::lesson::MOST_WORK;
use crate::scene::document::{BranchDoc, Document};
use crate::scene::file::check;
use crate::scene::problem::Problems;
use std::sync::Arc;

impl Timeline {
    /// Runs that were left for this one.
    pub fn branches(&self) -> &Branches<Timeline> {
        &self.branches
    }

    /// The same, to name, show and remove them.
    pub fn branches_mut(&mut self) -> &mut Branches<Timeline> {
        &mut self.branches
    }

    /// True when the run was left for another one since this was asked last: the newest branch is the one it was.
    pub fn take_parted(&mut self) -> bool {
        std::mem::take(&mut self.parted)
    }

    /// Keeps the run as it is as a branch, and goes on with it. `document`: what it stands for at its end.
    pub fn keep_as_branch(&mut self, document: &Arc<Document>) {
        let from = self.stage.step_count();
        let run = self.as_branch();
        self.branches.keep(run, document, from);
    }

    /// Goes on with a branch at the present step; the present run becomes a branch. Returns the document of the run
    /// that is now the present one; `None` when there is no such branch.
    pub fn change_to_branch(&mut self, index: usize, document: &Arc<Document>) -> Option<Arc<Document>> {
        let step = self.stage.step_count();
        let run = self.as_branch();
        let (branch, branches) = self.branches.swap(index, run, document)?;
        *self = Timeline { branches, ..(*branch.run).clone() };
        self.keyframes = std::mem::replace(&mut self.keyframes, Keyframes::new(&self.stage)).with_budget(BUDGET);
        if branch.of_lesson {
            // Nothing of it was recorded yet.
            self.run_to(step, MOST_WORK);
        }
        self.seek(step);
        Some(branch.document)
    }

    /// The run of a branch of a lesson's step, at its start, and the document that it stands for at its end.
    ///
    /// # Errors
    /// The scene with the changes has problems.
    pub fn of_lesson(scene: &Document, branch: &BranchDoc) -> Result<(Timeline, Arc<Document>), Problems> {
        let document = Arc::new(branch.applied(scene));
        if branch.from == 0 {
            return Ok((Timeline::new(&document)?, document));
        }
        check(&document)?;
        let mut run = Timeline::new(&Arc::new(Document { state: None, ..scene.clone() }))?;
        let event = Event::Edit(document.clone());
        run.event_bytes += event.bytes();
        run.events.push((branch.from, event));
        Ok((run, document))
    }

    /// What leads from the run of a scene to this one, as a branch of a lesson's step.
    ///
    /// # Errors
    /// Why it cannot be told by changes of the scene, as an end of a sentence.
    pub fn as_changes(&self, scene: &Document, name: &str) -> Result<BranchDoc, &'static str> {
        if self.first_step() > 0 {
            return Err("it begins in the middle of a run");
        }
        let first = self.events.first();
        match (first, self.events.len()) {
            (None, _) => BranchDoc::between(scene, &self.origin, name, 0),
            (Some((_, Event::Input(_))), _) => Err("it was changed by hand: a throw, a shot, a push or a key"),
            (Some((from, Event::Edit(document))), 1) => {
                if BranchDoc::between(scene, &self.origin, name, 0)? != (BranchDoc { name: name.to_owned(), ..BranchDoc::default() }) {
                    return Err("it began with another scene and was changed on its way as well");
                }
                BranchDoc::between(scene, document, name, *from)
            }
            _ => Err("it was changed more than once on its way"),
        }
    }

    /// A copy without branches of its own that takes no more memory than a branch may.
    fn as_branch(&self) -> Timeline {
        let mut run = Timeline { branches: Branches::default(), parted: false, ..self.clone() };
        run.keyframes.slim(branches::EACH, run.stage.step_count());
        if run.columns.bytes() > branches::EACH / 4 {
            run.columns = run.columns.clone_empty();
        }
        run
    }

    /// About how much memory the branches take, bytes.
    pub fn branch_bytes(&self) -> usize {
        self.branches.bytes_beside(&Branches::default(), |run| run.keyframes.bytes_beside(&self.keyframes))
    }

    /// Goes towards a step, beyond the last one by running on, until it is there, `go_on` says no, or so much work was
    /// done ([`crate::scene::stage::Stage::step_work`]). True when it is there.
    pub fn approach(&mut self, step: u64, most_work: u64, go_on: &mut dyn FnMut() -> bool) -> bool {
        let step = step.max(self.first_step());
        let (now, again) = (self.stage.step_count(), self.keyframes.steps_again(step));
        if step < now || again < step - now {
            self.go_to_keyframe_before(step);
        }
        let mut work = 0;
        while self.stage.step_count() < step && work <= most_work {
            self.advance();
            work += self.stage.step_work() + 1;
            if !go_on() {
                break;
            }
        }
        self.stage.step_count() == step
    }

    /// From now on the run stands for this document, which differs from its own only in where things start.
    pub fn start_elsewhere(&mut self, before: &Arc<Document>, document: &Arc<Document>) {
        self.cut_future(before);
        self.present = document.clone();
        self.push(Event::Start(document.clone()));
    }
}
