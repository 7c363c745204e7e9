//! Runs that were left for another one: what happened before somebody went back and did otherwise.
//!
//! ```text
//!   run 1  ├──────────────┬───────────────────┤   a branch: its events, and keyframes to go to any of its steps
//!   run 2                 └──────────●            the present run
//!                     parted here
//! ```
//!
//! A branch is never changed again, so that undo and the present share it. Whoever shows one follows it on a copy.

use crate::scene::document::Document;
use std::sync::Arc;

/// Most branches kept; the oldest leaves first.
pub const MOST: usize = 8;
/// Memory that the keyframes of a branch may take, bytes; as much again for the copy that is shown.
pub const EACH: usize = 24 << 20;
/// Memory that all of them may take for going back, bytes.
pub const BUDGET: usize = 2 * MOST * EACH;

/// A run that was left.
#[derive(Clone, Debug)]
pub struct Branch<R> {
    /// What it is called.
    pub name: String,
    /// Step at which another run parted from it.
    pub from: u64,
    /// The run, as it was recorded.
    pub run: Arc<R>,
    /// The document that it stands for at its end.
    pub document: Arc<Document>,
    /// True while it is shown as a ghost over the present run.
    pub shown: bool,
    /// Number of its colour.
    pub hue: u8,
    /// It came with a step of the lesson, and leaves with it.
    pub of_lesson: bool,
}

/// All of them, oldest first.
#[derive(Clone, Debug)]
pub struct Branches<R> {
    list: Vec<Branch<R>>,
    /// Name of the present run.
    present: String,
    /// How many runs were given a number.
    numbered: u32,
}

impl<R> Default for Branches<R> {
    fn default() -> Branches<R> {
        Branches { list: Vec::new(), present: numbered(1), numbered: 1 }
    }
}

fn numbered(number: u32) -> String {
    format!("run {number}")
}

impl<R> Branches<R> {
    /// The branches, oldest first.
    pub fn list(&self) -> &[Branch<R>] {
        &self.list
    }

    /// The branches, to give their things other names.
    pub(super) fn list_mut(&mut self) -> &mut [Branch<R>] {
        &mut self.list
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Name of the present run.
    pub fn present(&self) -> &str {
        &self.present
    }

    /// The run is left: it takes its name along, and is shown instead of those that were shown. The present one gets
    /// the next number.
    pub fn keep(&mut self, run: R, document: &Arc<Document>, from: u64) {
        self.numbered += 1;
        let name = std::mem::replace(&mut self.present, numbered(self.numbered));
        self.list.iter_mut().for_each(|branch| branch.shown = false);
        self.add(name, run, document, from);
    }

    fn add(&mut self, name: String, run: R, document: &Arc<Document>, from: u64) {
        if self.list.len() >= MOST
            && let Some(oldest) = self.list.iter().position(|branch| !branch.of_lesson)
        {
            self.list.remove(oldest);
        }
        let is_free = |hue: &u8| self.list.iter().all(|branch| branch.hue != *hue);
        let hue = (0..MOST as u8).find(is_free).unwrap_or(0);
        self.list.push(Branch { name, from, run: Arc::new(run), document: document.clone(), shown: true, hue, of_lesson: false });
    }

    /// The branches of a lesson's step, shown in the place of those of the step before and of all others.
    pub fn show_lesson(&mut self, of_step: Vec<(String, R, Arc<Document>, u64)>) {
        self.list.retain(|branch| !branch.of_lesson);
        self.list.iter_mut().for_each(|branch| branch.shown = false);
        for (name, run, document, from) in of_step {
            let is_free = |hue: &u8| self.list.iter().all(|branch| !branch.shown || branch.hue != *hue);
            let hue = (0..MOST as u8).find(is_free).unwrap_or(0);
            self.list.push(Branch { name, from, run: Arc::new(run), document, shown: true, hue, of_lesson: true });
        }
    }

    /// Those that are shown were kept with a step of the lesson, and leave with it.
    pub fn give_to_lesson(&mut self) {
        self.list.iter_mut().filter(|branch| branch.shown).for_each(|branch| branch.of_lesson = true);
    }

    /// Another name; `None` = of the present run. False when there is no such branch.
    pub fn rename(&mut self, branch: Option<usize>, name: &str) -> bool {
        let place = match branch {
            None => Some(&mut self.present),
            Some(index) => self.list.get_mut(index).map(|branch| &mut branch.name),
        };
        place.map(|place| name.clone_into(place)).is_some()
    }

    /// Shows or hides one. False when there is no such branch.
    pub fn show(&mut self, index: usize, shown: bool) -> bool {
        self.list.get_mut(index).map(|branch| branch.shown = shown).is_some()
    }

    /// Takes one away.
    pub fn remove(&mut self, index: usize) -> Option<Branch<R>> {
        (index < self.list.len()).then(|| self.list.remove(index))
    }

    /// Takes one away and puts the present run in its place; returns it, and the branches as they are with it as the
    /// present run.
    pub fn swap(&mut self, index: usize, run: R, document: &Arc<Document>) -> Option<(Branch<R>, Branches<R>)> {
        let branch = self.remove(index)?;
        let mut branches = std::mem::take(self);
        let name = std::mem::replace(&mut branches.present, branch.name.clone());
        branches.add(name, run, document, branch.from);
        Some((branch, branches))
    }

    /// The memory of those that others do not share, bytes, by what one run takes.
    pub fn bytes_beside(&self, other: &Branches<R>, bytes: impl Fn(&R) -> usize) -> usize {
        let is_shared = |branch: &Branch<R>| other.list.iter().any(|theirs| Arc::ptr_eq(&theirs.run, &branch.run));
        self.list.iter().filter(|branch| !is_shared(branch)).map(|branch| bytes(&branch.run)).sum()
    }
}
