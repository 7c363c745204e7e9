//! Runs that were left for another one ([`crate::app::timeline::Branch`]): keep, name, show, go to, remove.

use crate::app::edit;
use crate::app::ghosts::Ghosts;
use crate::app::graphs;
use crate::app::history::Moment;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::scene::document::Document;
use std::sync::Arc;

/// Longest name of a run, characters.
const LONGEST_NAME: usize = 80;

/// Something done with the branches of the run.
#[derive(Clone, Debug, PartialEq)]
pub enum BranchCommand {
    /// Keeps the run as it is beside the one that goes on.
    Keep,
    /// Goes on with a branch, at the present step; the present run becomes a branch.
    GoTo(usize),
    /// Names a branch; `None` = the present run.
    Rename {
        /// Its number, from 0.
        branch: Option<usize>,
        /// One line.
        name: String,
    },
    /// Shows or hides a branch as a ghost over the present run.
    Show {
        /// Its number, from 0.
        branch: usize,
        /// Whether it is shown.
        shown: bool,
    },
    /// Takes a branch away.
    Remove(usize),
    /// Graphs over time show by how much the present run differs from the branches that are shown.
    SetDifference(bool),
}

impl App {
    /// Branches of the run that are shown, each at the present step.
    pub fn ghosts(&self) -> &Ghosts {
        &self.ghosts
    }
    /// True when graphs show by how much the run differs from the branches that are shown.
    pub fn is_difference_shown(&self) -> bool {
        self.difference
    }

    pub(super) fn apply_branch(&mut self, command: BranchCommand) {
        if self.comparison.is_some() {
            return self.notify(NoticeKind::Warning, "Leave the comparison first: branches are the scene's.");
        }
        match command {
            BranchCommand::Keep if self.timeline.is_fresh() => {
                self.notify(NoticeKind::Warning, "Nothing has run yet that could be kept.");
            }
            BranchCommand::Keep => {
                self.remember_branches("Keep run");
                self.timeline.keep_as_branch(&self.document);
                self.tell_of_branch("Kept as");
            }
            BranchCommand::GoTo(branch) => self.on_branch(branch, |app| app.go_to_branch(branch)),
            BranchCommand::Rename { branch, name } => self.rename_branch(branch, &name),
            BranchCommand::Show { branch, shown } => {
                self.timeline.branches_mut().show(branch, shown);
            }
            BranchCommand::Remove(branch) => self.on_branch(branch, |app| {
                app.remember_branches("Remove run");
                app.timeline.branches_mut().remove(branch);
            }),
            BranchCommand::SetDifference(on) => self.difference = on,
        }
    }

    /// The moment before a change of the branches, for undo.
    fn remember_branches(&mut self, label: &str) {
        self.history.push(label, 0, Moment::of(&self.document, &self.timeline));
    }

    /// Does something to a branch; says so when there is none of this number.
    fn on_branch(&mut self, branch: usize, act: impl FnOnce(&mut App)) {
        self.on("branch", branch, self.timeline.branches().list().len(), act);
    }

    fn rename_branch(&mut self, branch: Option<usize>, name: &str) {
        let name: String = name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
        if name.is_empty() {
            return self.notify(NoticeKind::Warning, "A run needs a name.");
        }
        let before = Moment::of(&self.document, &self.timeline);
        if self.timeline.branches_mut().rename(branch, &name) {
            self.history.push("Name run", 0, before);
        }
    }

    fn go_to_branch(&mut self, branch: usize) {
        self.playing = false;
        self.remember_branches("Go to run");
        let Some(document) = self.timeline.change_to_branch(branch, &self.document) else { return };
        // What lies beside the run stays as it is, and so does what it shows; but presses by hand belong to the run.
        let presses = document.stopwatch.presses.clone();
        let Document { title, about, lights, curves, .. } = (*self.document).clone();
        let mut document = Document { title, about, lights, curves, ..document.beside_the_run_of(&self.document) };
        document.stopwatch.presses = presses;
        edit::drop_dangling(&mut document);
        graphs::drop_lost_branches(&mut document);
        self.document = Arc::new(document);
        self.timeline.dress(&self.document);
        self.tool.let_go();
        self.forget_missing();
        let name = self.timeline.branches().present().to_owned();
        self.notify(NoticeKind::Done, format!("Going on with \"{name}\"."));
    }

    /// Says so when a change in the past has left a run behind.
    pub(super) fn tell_of_parting(&mut self) {
        if self.timeline.take_parted() {
            self.forget_presses_after(self.stage().step_count());
            self.tell_of_branch("The run changes from here on; what happened before is kept as");
        }
    }

    fn tell_of_branch(&mut self, words: &str) {
        let Some(branch) = self.timeline.branches().list().last() else { return };
        let text = format!("{words} \"{}\".", branch.name);
        self.notify(NoticeKind::Done, text);
    }

    /// Lets the branches that are shown come to the present step.
    pub(super) fn follow_with_ghosts(&mut self, time_left: &mut dyn FnMut() -> bool) {
        let step = self.timeline.stage().step_count();
        self.ghosts.follow(step, &self.document, super::lesson::FRAME_WORK / 4, time_left);
    }
}
