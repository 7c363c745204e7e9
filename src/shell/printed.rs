//! The pages of printed lessons, of which only the first part of the name was chosen in a dialog: `lesson.png` becomes
//! `lesson-1.png`, `lesson-2.png` … A page goes over no file but one that holds what this program has printed there.

use super::files;
use crate::app::mark;
use crate::scene::file::MAX_FILE_BYTES;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Pages that were printed since the program began, by path, and the [`mark`] of each. Copies are the same list.
#[derive(Clone, Debug, Default)]
pub struct Printed(Arc<Mutex<BTreeMap<String, u64>>>);

impl Printed {
    /// Asked before any page is written.
    ///
    /// # Errors
    /// Which page would go over a file that the user was not asked about, or that is marked read-only.
    pub fn check(&self, chosen: &str, pages: &[(String, Vec<u8>)]) -> Result<(), String> {
        for (page, _) in pages {
            let path = Path::new(page);
            if files::is_read_only(path) {
                return Err(format!("{page} is marked read-only. Choose another name."));
            }
            if page != chosen && path.exists() && !self.is_own(page) {
                return Err(format!("there is a file {page} already. Choose another name."));
            }
        }
        Ok(())
    }

    /// A page was printed.
    pub fn note(&self, page: &str, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(page.to_owned(), mark(bytes));
    }

    /// True when the file holds what was printed into it.
    fn is_own(&self, page: &str) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(page).copied();
        known.is_some() && files::read(Path::new(page), MAX_FILE_BYTES).ok().map(|bytes| mark(&bytes)) == known
    }
}
