//! Films of the watched pair, kept from one picture to the next.

use super::microscope::{Film, Microscope, Specimen};
use std::cell::RefCell;
use std::sync::Arc;

/// The films made last, one a microscope.
#[derive(Default)]
pub struct Films(RefCell<Vec<Arc<Film>>>);

impl Films {
    /// The film of a specimen: the one made last when that was of an equal one.
    pub(super) fn of(&self, microscope: &'static Microscope, specimen: &Specimen) -> Arc<Film> {
        let mut kept = self.0.borrow_mut();
        let known = kept.iter().position(|film| film.microscope.id == microscope.id);
        if let Some(index) = known {
            if kept[index].specimen == *specimen {
                return kept[index].clone();
            }
            kept.swap_remove(index);
        }
        let film = Arc::new((microscope.film)(specimen));
        kept.push(film.clone());
        film
    }
}
