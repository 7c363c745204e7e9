//! A file on its way into the program.
//!
//! Reading, checking and building the largest scenes takes seconds. All of it can happen elsewhere
//! ([`super::Prepared::new`] names neither the program nor a window); only the finished scene is put in place, at once
//! and as one command. The shell decides where: the desktop has a thread for it, a page in a browser does it in place.
//!
//! ```text
//!  OpenPath ──Effect::Read──► shell ──thread──► Prepared::new ──► FileCommand::Prepared ──► the open scene
//!                               │ when it takes longer                                          ▲
//!                               └─► FileCommand::Opening ──► a card: how far, Cancel ───────────┘
//! ```

use super::prompt::Prompt;
use super::timeline::Timeline;
use crate::scene::document::Document;
use crate::scene::progress::{Phase, Progress};
use std::sync::Arc;

/// A file that is being prepared elsewhere. Copies are the same opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The file's path, or what else it is called.
    pub name: String,
    /// How far it is.
    pub progress: Arc<Progress>,
    /// The question that made way for it, to be asked again unless it is answered by then.
    pub(in crate::app) behind: Option<Box<Prompt>>,
}

impl PartialEq for Opening {
    fn eq(&self, other: &Opening) -> bool {
        Arc::ptr_eq(&self.progress, &other.progress)
    }
}

impl Opening {
    /// A file that somebody has begun to prepare.
    pub fn new(name: impl Into<String>, progress: Arc<Progress>) -> Opening {
        Opening { name: name.into(), progress, behind: None }
    }

    /// How far it is, for people: "Building the world: body 1,200 of 20,000".
    pub fn words(&self) -> String {
        let (phase, done, all) = self.progress.now();
        let mebi = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        match phase {
            Phase::Fetching => "Waiting for the disk".to_owned(),
            Phase::Reading => format!("Reading: {:.1} of {:.1} MiB", mebi(done), mebi(all)),
            Phase::Checking => format!("Checking: body {done} of {all}"),
            Phase::Building => format!("Building the world: body {done} of {all}"),
            Phase::Tracing => "Tracing the picture".to_owned(),
            Phase::Printing => "Making the pages".to_owned(),
        }
    }

    /// How far it is, from 0 to 1. Each phase is counted as long as it was found to take in large files.
    pub fn share(&self) -> f32 {
        let (phase, done, all) = self.progress.now();
        let within = if all == 0 { 0.0 } else { done as f32 / all as f32 };
        let (from, to) = match phase {
            Phase::Fetching => (0.0, 0.0),
            Phase::Reading => (0.05, 0.25),
            Phase::Checking => (0.25, 0.5),
            Phase::Building => (0.5, 1.0),
            Phase::Tracing | Phase::Printing => (0.5, 0.5),
        };
        from + (to - from) * within
    }
}

/// What is no longer needed of the scene that was open. Letting go of it takes as long as there is much of it, so the
/// shell may do that elsewhere.
#[derive(Debug)]
pub struct Leftovers {
    pub(in crate::app) _document: Arc<Document>,
    pub(in crate::app) _timeline: Timeline,
    pub(in crate::app) _history: super::history::History,
}
