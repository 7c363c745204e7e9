//! What was done to a run from outside, to be repeated.

use crate::scene::document::Document;
use crate::scene::stage::{Input, Stage};
use std::sync::Arc;

/// Something that happened to the stage from outside, before the step it stands at.
#[derive(Clone, Debug)]
pub enum Event {
    /// Thrown, fired.
    Input(Input),
    /// The document was edited.
    Edit(Arc<Document>),
    /// The document alone changed: where things start, not where they are.
    Start(Arc<Document>),
}

impl Event {
    /// The document that it brings.
    pub fn document(&self) -> Option<&Arc<Document>> {
        match self {
            Event::Edit(document) | Event::Start(document) => Some(document),
            Event::Input(_) => None,
        }
    }

    /// About how much memory it takes, bytes; documents that others share are counted all the same.
    pub fn bytes(&self) -> usize {
        size_of::<(u64, Event)>() + self.document().map_or(0, |document| document.bytes())
    }
}

/// Does to a stage what was done to it before it took its next step.
pub fn repeat_due(events: &[(u64, Event)], stage: &mut Stage, present: &mut Arc<Document>, applied: &mut usize) {
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
