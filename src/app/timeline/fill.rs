//! Reading the past for graphs that were added late: the run is taken again beside the present one, from the keyframe
//! before the first unknown cell, a bounded part a frame.

use super::{Event, Timeline};
use crate::scene::document::Document;
use crate::scene::stage::Stage;
use std::sync::Arc;

/// Where the reading stands. A copy of a run does not carry it along: it begins again where it is needed.
#[derive(Debug, Default)]
pub(super) struct Reading(Option<Box<Past>>);

#[derive(Debug)]
struct Past {
    stage: Stage,
    present: Arc<Document>,
    applied: usize,
}

impl Clone for Reading {
    fn clone(&self) -> Reading {
        Reading::default()
    }
}

impl Reading {
    /// What was read is another run's past from now on.
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

/// Does to a stage what was done to it before it took its next step.
pub(super) fn repeat_due(events: &[(u64, Event)], stage: &mut Stage, present: &mut Arc<Document>, applied: &mut usize) {
    let step = stage.step_count();
    while let Some((at, event)) = events.get(*applied) {
        if *at > step {
            break;
        }
        *applied += 1;
        match event {
            Event::Input(input) => {
                stage.input(input);
            }
            Event::Edit(document) => {
                if stage.sync(present, document).is_ok() {
                    *present = document.clone();
                }
            }
            Event::Start(document) => *present = document.clone(),
        }
    }
}

impl Timeline {
    /// True while some steps of the run have to be read again for a graph.
    pub fn is_filling(&self) -> bool {
        self.columns.is_missing_any()
    }

    /// Reads past steps until none is missing, `go_on` says no, or so much work was done
    /// ([`crate::engine::world::World::step_work`]); one step at least. What it reads is what the run was, bit for bit.
    pub fn fill(&mut self, most_work: u64, go_on: &mut dyn FnMut() -> bool) {
        let mut work = 0;
        while let Some(missing) = self.columns.first_unknown() {
            let mut past = self.reading.0.take().filter(|past| past.stage.step_count() < missing);
            let past_step = past.as_ref().map_or(0, |past| past.stage.step_count());
            if past.is_none() || self.keyframes.steps_again(missing) + 64 < missing - past_step {
                past = Some(Box::new(self.past_before(missing)));
            }
            let Some(mut past) = past else { return };
            if past.stage.step_count() < missing {
                repeat_due(&self.events, &mut past.stage, &mut past.present, &mut past.applied);
                past.stage.step();
                work += past.stage.world().step_work() + 1;
            }
            self.columns.take(&past.stage);
            self.reading.0 = Some(past);
            if work > most_work || !go_on() {
                return;
            }
        }
        self.reading.forget();
    }

    /// The run at the keyframe before a step.
    fn past_before(&self, step: u64) -> Past {
        let stage = self.keyframes.before(step);
        let from = stage.step_count();
        let applied = self.events.partition_point(|(at, _)| *at < from);
        Past { present: self.present_at(applied), applied, stage }
    }
}
