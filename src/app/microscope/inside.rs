//! Into a stage of the pipeline and back.
//!
//! ```text
//!   pipeline, frame 17 ──Inside──▶ GJK, frame 4 ──Step──▶ GJK, frame 6
//!        ▲                                                   │
//!        └── frame 19 (where GJK's frame 6 stands) ◀─Outside─┘        undo leads back the way one came
//! ```

use super::bench::{Bench, Outer, UndoEntry};
use crate::lens::microscope::pipeline::PIPELINE;
use crate::lens::microscope::{self, Microscope, Specimen};

impl Bench {
    /// True when the bench came here out of a frame of the pipeline.
    pub fn is_inside(&self) -> bool {
        self.outer.is_some()
    }

    /// Puts a specimen under a microscope and shows a frame.
    pub(in crate::app) fn go(&mut self, microscope: &'static Microscope, specimen: Specimen, frame: usize, gate: bool) {
        if microscope.id == PIPELINE.id {
            self.outer = None;
        } else if self.film.microscope.id == PIPELINE.id {
            let answers = std::mem::take(&mut self.answers);
            self.outer = Some(Outer { frame: self.frame, specimen: self.film.specimen.clone(), answers });
        }
        self.lit.clear();
        self.playing = false;
        self.laid += 1;
        self.frame = frame;
        self.run(microscope, specimen, gate);
    }

    /// What undo leads back to.
    fn remember(&mut self, label: &'static str) {
        let place = Some((self.film.microscope, self.frame));
        self.past.push(UndoEntry { specimen: Some(self.film.specimen.clone()), label, gesture: 0, place });
        self.future.clear();
    }

    /// See [`crate::app::MicroscopeCommand::Inside`].
    pub(in crate::app) fn go_inside(&mut self, gate: bool) {
        let Some(inside) = self.film.inside(self.frame) else { return };
        let Some(microscope) = microscope::find(inside.microscope) else { return };
        self.remember("look inside");
        self.go(microscope, self.film.specimen.clone(), inside.frame, gate);
    }

    /// See [`crate::app::MicroscopeCommand::Outside`].
    pub(in crate::app) fn go_outside(&mut self, gate: bool) {
        let (from, frame) = (self.film.microscope.id, self.frame);
        if from == PIPELINE.id {
            return;
        }
        self.remember("back to the pipeline");
        let outer = self.outer.take();
        self.go(&PIPELINE, self.film.specimen.clone(), 0, gate);
        let unmoved =
            |outer: &Outer| self.film.inside(outer.frame).is_some_and(|inside| inside.microscope == from && inside.frame == frame);
        let place = outer.as_ref().filter(|outer| unmoved(outer)).map(|outer| outer.frame);
        let place = place.or_else(|| self.film.place_of(from, frame)).unwrap_or(0);
        if let Some(outer) = outer.filter(|outer| outer.specimen == self.film.specimen) {
            self.answers = outer.answers;
        }
        self.show(place, gate);
    }
}
