//! Moving things of the document, also while they run.

use super::document::{MOVED_START, MOVES};
use crate::app::edit::{self, RigidMotion};
use crate::app::groups;
use crate::app::history::Moment;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::app::selection::Item;
use std::collections::BTreeSet;

impl App {
    pub(super) fn move_items(&mut self, items: &[Item], motion: RigidMotion, gesture: u64) {
        let items = &self.unlocked(items, "moved");
        if items.is_empty() {
            return;
        }
        let continues = self.history.continues(gesture);
        let stage = (!continues && self.timeline.stage().step_count() > 0).then(|| self.timeline.stage().clone());
        let label = if motion.turn == 0.0 { MOVES[0] } else { MOVES[1] };
        let done = self.change(label, gesture, |d| {
            if let Some(stage) = &stage {
                let bodies = groups::bodies(d, items);
                edit::adopt(d, stage, &bodies.iter().map(String::as_str).collect::<Vec<_>>());
            }
            edit::move_items(d, items, motion);
        });
        if done && stage.is_some() {
            self.tell_moved_start(items);
        }
    }

    /// Says that a move in mid-run has changed the start, too. The panels offer [`DocumentCommand::KeepStart`] with it.
    pub(in crate::app) fn tell_moved_start(&mut self, items: &[Item]) {
        if self.stage().step_count() > 0 {
            let what = if let [one] = items { one.id().to_owned() } else { format!("{} selected", items.len()) };
            self.notify(NoticeKind::Done, format!("{MOVED_START} {what}. A reset begins from this place, too."));
        }
    }

    pub(super) fn keep_start(&mut self) {
        let before = self.history.next_document(false).filter(|_| self.history.undo_label().is_some_and(|label| MOVES.contains(&label)));
        let Some(before) = before.cloned().filter(|_| !self.timeline.is_fresh()) else {
            return self.notify(NoticeKind::Warning, "Nothing was moved just now.");
        };
        self.history.push("Keep the old start", 0, Moment::of(&self.document, &self.timeline));
        self.timeline.start_elsewhere(&self.document, &before);
        self.document = before;
        self.notify(NoticeKind::Done, "Moved for this run only: a reset begins from the old start.");
    }

    /// Drops selected things and the watched pair when they no longer exist.
    pub(in crate::app) fn forget_missing(&mut self) {
        let document = self.document.clone();
        let bodies: BTreeSet<&str> = document.bodies.iter().map(|body| body.id.as_str()).collect();
        self.selection.retain(|item| match item {
            Item::Body(id) => bodies.contains(id.as_str()),
            other => other.is_in(&document),
        });
        if let Some((a, b)) = self.pair
            && (self.stage().world().collider(a).is_none() || self.stage().world().collider(b).is_none())
        {
            self.pair = None;
        }
        self.follow.take_if(|follow| document.body(&follow.body).is_none());
    }
}
