//! How much memory a run takes, and what it forgets when that is too much.

use super::event::Event;
use super::samples::{Sample, Samples};
use super::{EVENT_BUDGET, SAMPLE_BUDGET, Timeline};

impl Timeline {
    /// About how much memory all that is kept of the run takes, bytes; at most [`super::BUDGET`].
    pub fn bytes(&self) -> usize {
        self.keyframes.bytes() + self.samples.bytes_beside(&Samples::default()) + self.event_bytes + self.columns.bytes()
    }

    /// True once the past was forgotten because it had outgrown its budget: the run begins where it stood then.
    pub fn take_forgotten(&mut self) -> bool {
        std::mem::take(&mut self.forgotten)
    }

    /// Forgets the past when samples or events have outgrown their budget.
    pub(super) fn keep_to_budget(&mut self) {
        if self.event_bytes > EVENT_BUDGET || self.samples.len() * size_of::<Sample>() > SAMPLE_BUDGET {
            let run = Timeline::from_stage(self.stage.clone(), self.present.clone());
            let branches = std::mem::take(&mut self.branches);
            *self = Timeline { forgotten: true, branches, dress: self.dress.take(), ..run };
        }
    }

    /// About how much memory it takes that another run does not share, bytes.
    pub fn bytes_beside(&self, other: &Timeline) -> usize {
        let events = self.events.len() * size_of::<(u64, Event)>(); // their documents are counted by undo itself
        self.stage.bytes()
            + self.keyframes.bytes_beside(&other.keyframes)
            + self.samples.bytes_beside(&other.samples)
            + self.columns.bytes_beside(&other.columns)
            + events
            + self.branches.bytes_beside(&other.branches, |run| run.bytes_beside(self))
    }
}
