//! What is done to a run enters it, now.
//!
//! Events that are repeated give the same bits only if they are the very ones that the stage has taken in, in their
//! order: a body that was added and taken out again at one step has used up an id, and a body that was put elsewhere
//! and back is no longer where it ran. So nothing is left out, with two exceptions that leave the stage as if the part
//! left out had never been:
//!
//! - a grab or a push that goes on at the same step: the last target counts, whatever was before;
//! - the edits of one gesture (a drag, a word typed) at the same step: each begins anew from the stage before the
//!   first one, and takes its place.
//!
//! ```text
//!   a drag at step 124       stage before it ──▶ synced with A    first move, recorded
//!                                  └───────────▶ synced with B    next move, recorded in its place
//! ```

use super::Timeline;
use super::before_edit::{Before, BeforeEdit};
use super::event::Event;
use crate::scene::document::Document;
use crate::scene::dress::Dress;
use crate::scene::problem::Problems;
use crate::scene::stage::Input;
use std::sync::Arc;

impl Timeline {
    /// Applies an input now and remembers it. False when it does not apply; nothing changes then.
    pub fn input(&mut self, input: &Input, document: &Arc<Document>) -> bool {
        if self.has_future() && !self.would_take(input, document) {
            return false;
        }
        self.cut_future(document);
        if !self.stage.input(input) {
            return false;
        }
        let step = self.stage.step_count();
        let goes_on = matches!(input, Input::MoveGrab { .. } | Input::MovePush { .. });
        if let Some((at, Event::Input(last))) = self.events.last()
            && goes_on
            && std::mem::discriminant(last) == std::mem::discriminant(input)
            && *at == step
        {
            self.pop();
        }
        self.push(Event::Input(input.clone()));
        true
    }

    /// True when an input applies at the present moment, with what cutting off the future would leave.
    fn would_take(&self, input: &Input, document: &Document) -> bool {
        let mut tried = self.stage.clone();
        if self.loses_edit() && tried.sync(&self.present, document).is_err() {
            return false;
        }
        tried.input(input)
    }

    /// Brings the run up to an edited document, now, and remembers it. Edits of one gesture (0 = on its own) at one
    /// step count as one, from the document before the first of them to that of the last.
    ///
    /// # Errors
    /// The document has problems; nothing changes.
    pub fn edit(&mut self, before: &Arc<Document>, document: &Arc<Document>, gesture: u64) -> Result<(), Problems> {
        if self.is_fresh() {
            *self = self.again(document)?;
            return Ok(());
        }
        crate::scene::file::check(document)?;
        self.cut_future(before);
        let step = self.stage.step_count();
        let is_last = matches!(self.events.last(), Some((at, Event::Edit(_))) if *at == step);
        let first = self.before_edit.take(gesture).filter(|_| is_last);
        let first = match first {
            Some(first) => {
                let mut stage = first.stage.clone();
                stage.sync(&first.present, document)?;
                self.stage = stage;
                self.pop();
                Some(first)
            }
            None => {
                let first = (gesture != 0).then(|| Before { gesture, stage: self.stage.clone(), present: self.present.clone() });
                self.stage.sync(&self.present, document)?;
                first.map(Box::new)
            }
        };
        self.present = document.clone();
        self.dress = self.dress.as_ref().map(|_| Arc::new(Dress::of(document)));
        self.push(Event::Edit(document.clone()));
        self.before_edit = BeforeEdit::new(first);
        Ok(())
    }

    fn pop(&mut self) {
        self.event_bytes -= self.events.pop().map_or(0, |(_, event)| event.bytes());
    }

    pub(super) fn push(&mut self, event: Event) {
        self.before_edit.forget();
        self.event_bytes += event.bytes();
        self.events.push((self.stage.step_count(), event));
        self.applied = self.events.len();
        self.keep_to_budget();
    }

    /// True when something was recorded after the present moment.
    fn has_future(&self) -> bool {
        self.applied < self.events.len() || self.stage.step_count() < self.last
    }

    /// True when edits are among what was recorded after the present moment.
    fn loses_edit(&self) -> bool {
        self.events[self.applied..].iter().any(|(_, event)| !matches!(event, Event::Input(_)))
    }

    /// Forgets what was recorded after the present moment; edits among it are applied here instead.
    pub(super) fn cut_future(&mut self, document: &Arc<Document>) {
        if !self.has_future() {
            return;
        }
        let step = self.stage.step_count();
        if step < self.last {
            self.keep_as_branch(document);
            self.parted = true;
        }
        let loses_edit = self.loses_edit();
        self.event_bytes -= self.events.drain(self.applied..).map(|(_, event)| event.bytes()).sum::<usize>();
        self.keyframes.cut(step);
        self.samples.truncate((step - self.first_step() + 1) as usize);
        self.columns.cut(step);
        self.reading.forget();
        self.last = step;
        if loses_edit && self.stage.sync(&self.present, document).is_ok() {
            self.present = document.clone();
            self.push(Event::Edit(document.clone()));
        }
    }
}
