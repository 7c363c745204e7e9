//! Where the reading of the past stands ([`super::Timeline::fill`]).

use super::event::{Event, repeat_due};
use crate::scene::document::Document;
use crate::scene::stage::Stage;
use std::sync::Arc;

/// A run that is taken again beside the present one. A copy of a timeline does not carry it along: it begins again
/// where it is needed.
#[derive(Debug, Default)]
pub struct Reading(Option<Box<Past>>);

/// A stage of the past.
#[derive(Debug)]
pub struct Past {
    /// It.
    pub stage: Stage,
    /// The document that it stands for.
    pub present: Arc<Document>,
    /// How many events it has taken in.
    pub applied: usize,
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

    /// The stage, if it stands before this step; to be given back.
    pub fn take_before(&mut self, step: u64) -> Option<Box<Past>> {
        self.0.take().filter(|past| past.stage.step_count() < step)
    }

    /// Goes on from here the next time.
    pub fn keep(&mut self, past: Box<Past>) {
        self.0 = Some(past);
    }
}

impl Past {
    /// One step of the run again.
    pub fn step(&mut self, events: &[(u64, Event)]) {
        repeat_due(events, &mut self.stage, &mut self.present, &mut self.applied);
        self.stage.step();
    }
}
