//! Films of the watched pair and pictures that bodies wear, kept from one picture to the next.

use super::microscope::{Film, Microscope, Specimen};
use crate::draw::raster::Raster;
use crate::scene::document::PictureDoc;
use std::cell::RefCell;
use std::sync::Arc;

/// A picture that was read, or why it cannot be.
pub type ReadPicture = Result<Arc<Raster>, String>;

/// The films made last, one a microscope, and the pictures that were read.
#[derive(Default)]
pub struct Films {
    films: RefCell<Vec<Arc<Film>>>,
    pictures: RefCell<Vec<(PictureDoc, ReadPicture)>>,
}

/// With more pictures than this the oldest is read anew when it is needed again.
const MOST_PICTURES: usize = 256;

impl Films {
    /// The film of a specimen: the one made last when that was of an equal one.
    pub(super) fn of(&self, microscope: &'static Microscope, specimen: &Specimen) -> Arc<Film> {
        let mut kept = self.films.borrow_mut();
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

    /// A picture that was read before, else what `read` gives. One beside the scene's file is known only once it was
    /// handed in ([`Films::provide`]).
    pub(super) fn picture(&self, picture: &PictureDoc, read: impl FnOnce() -> ReadPicture) -> ReadPicture {
        // Text that the same document holds is found by its place.
        let known = self.pictures.borrow().iter().find(|(known, _)| known == picture).map(|(_, read)| read.clone());
        known.unwrap_or_else(|| {
            let read = read();
            if picture.file.is_none() {
                self.provide(picture, read.clone());
            }
            read
        })
    }

    /// Hands in a picture that somebody else has read.
    pub fn provide(&self, picture: &PictureDoc, read: ReadPicture) {
        let mut kept = self.pictures.borrow_mut();
        kept.retain(|(known, _)| known != picture);
        if kept.len() >= MOST_PICTURES {
            drop(kept.remove(0));
        }
        kept.push((picture.clone(), read));
    }
}
