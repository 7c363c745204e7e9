//! A scene read from a file, checked and built, before it is the open one.

use super::effect::mark;
use super::timeline::Timeline;
use crate::scene::document::Document;
use crate::scene::file;
use crate::scene::problem::Problems;
use crate::scene::progress::Progress;
use std::sync::Arc;

/// A scene that is ready to be the open one. Copies are the same scene; two scenes are equal when one is a copy of the
/// other.
#[derive(Clone, Debug)]
pub struct Prepared(Arc<Parts>);

/// What there is of a scene once it is ready.
#[derive(Clone, Debug)]
pub(in crate::app) struct Parts {
    /// Without the state that its run began with.
    pub document: Arc<Document>,
    /// The run at its begin.
    pub timeline: Timeline,
    /// True when the file holds a moment of a run.
    pub is_moment: bool,
    /// [`mark`] of the bytes it was read from.
    pub mark: Option<u64>,
}

impl PartialEq for Prepared {
    fn eq(&self, other: &Prepared) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Prepared {
    /// The scene in a file's bytes, completely checked and built.
    ///
    /// # Errors
    /// What is wrong with it, for people; anything when it was stopped.
    pub fn new(bytes: &[u8], progress: &Progress) -> Result<Prepared, String> {
        if bytes.len() as u64 > file::MAX_FILE_BYTES {
            return Err(format!("it has {} bytes; the largest scene is {} bytes", bytes.len(), file::MAX_FILE_BYTES));
        }
        let prepared = file::parse_watched(bytes, progress).and_then(|document| Parts::of_parsed(document, progress));
        let parts = prepared.map_err(|problems| problems.to_string())?;
        Ok(Prepared(Arc::new(Parts { mark: Some(mark(bytes)), ..parts })))
    }

    /// [`mark`] of the bytes it was read from.
    pub fn mark(&self) -> Option<u64> {
        self.0.mark
    }

    /// Takes it apart; copies what another copy still needs.
    pub(in crate::app) fn into_parts(self) -> Parts {
        Arc::try_unwrap(self.0).unwrap_or_else(|shared| (*shared).clone())
    }
}

impl Parts {
    /// The scene of a document that was just parsed.
    ///
    /// # Errors
    /// It was stopped; or the document has problems that parsing should have found.
    pub fn of_parsed(document: Document, progress: &Progress) -> Result<Parts, Problems> {
        let whole = Arc::new(document);
        let mut timeline = Timeline::of_parsed(&whole, progress)?;
        let is_moment = whole.state.is_some();
        let document = if is_moment { Arc::new(Document { state: None, ..(*whole).clone() }) } else { whole };
        timeline.stand_for(&document);
        Ok(Parts { document, timeline, is_moment, mark: None })
    }
}
