//! Branches that are shown over the present run, each at the present step.
//!
//! A branch itself is never changed; what is shown is a copy that follows the present step, and runs on beyond the end
//! of what was recorded. It takes the steps it lacks as fast as time allows; until it is there it is not drawn.

use super::timeline::{Branch, Branches, Timeline};
use crate::scene::document::Document;
use std::sync::Arc;

/// All that are shown.
#[derive(Default)]
pub struct Ghosts(Vec<Ghost>);

struct Ghost {
    /// The branch's run: which branch it is.
    of: Arc<Timeline>,
    /// The copy that is shown.
    run: Timeline,
}

impl Ghosts {
    /// One for each branch that is shown.
    pub fn choose(&mut self, branches: &Branches<Timeline>) {
        if self.0.is_empty() && branches.list().iter().all(|branch| !branch.shown) {
            return;
        }
        let mut before = std::mem::take(&mut self.0);
        for branch in branches.list().iter().filter(|branch| branch.shown) {
            let place = before.iter().position(|ghost| Arc::ptr_eq(&ghost.of, &branch.run));
            let ghost = place.map(|place| before.swap_remove(place));
            self.0.push(ghost.unwrap_or_else(|| Ghost { of: branch.run.clone(), run: (*branch.run).clone() }));
        }
    }

    /// Takes steps towards the present one, and reads what graphs show, as far as work and time allow.
    pub fn follow(&mut self, step: u64, document: &Document, most_work: u64, go_on: &mut dyn FnMut() -> bool) {
        for ghost in &mut self.0 {
            ghost.run.choose_columns(document);
            if !ghost.run.approach(step, most_work, go_on) {
                return;
            }
            if go_on() {
                ghost.run.fill(most_work, go_on);
            }
        }
    }

    /// True while one is not yet at this step, or has to be read for a graph.
    pub fn is_behind(&self, step: u64) -> bool {
        self.0.iter().any(|ghost| ghost.run.stage().step_count() != step.max(ghost.run.first_step()) || ghost.run.is_filling())
    }

    /// What is shown of a branch; `None` while it is hidden.
    pub fn run_of(&self, branch: &Branch<Timeline>) -> Option<&Timeline> {
        self.0.iter().find(|ghost| Arc::ptr_eq(&ghost.of, &branch.run)).map(|ghost| &ghost.run)
    }
}
