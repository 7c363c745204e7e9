//! The form of tapes and protractors in a file.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::{MeasureDoc, MeasureEnd};
use crate::scene::limits;

/// A tape or a protractor.
pub fn measure<W: Walk>(w: &mut W, m: &mut MeasureDoc) {
    w.value("id", "Unique among tapes and protractors.", &mut m.id, None, limits::NAME);
    w.object("from", "Where the tape begins; the end of a protractor's first arm.", &mut m.from, end);
    w.object("to", "Where the tape ends; the end of a protractor's second arm.", &mut m.to, end);
    let words = "Where the arms of a protractor meet; without it a length is measured.";
    w.maybe_object("apex", words, &mut m.apex, MeasureEnd::default(), end);
}

fn end<W: Walk>(w: &mut W, e: &mut MeasureEnd) {
    w.maybe("body", "Body it is tied to; the world when left out.", &mut e.body, limits::NAME);
    w.value("at", "Where, in the frame of that body, metres.", &mut e.at, Some(Vec2::ZERO), limits::COORDINATE);
}
