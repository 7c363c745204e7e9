//! The form of notes in a file.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::NoteDoc;
use crate::scene::limits;

/// A note.
pub fn note<W: Walk>(w: &mut W, n: &mut NoteDoc) {
    w.value("id", "Unique among notes.", &mut n.id, None, limits::NAME);
    w.value("text", "What it says, one line.", &mut n.text, None, limits::NOTE);
    w.maybe("body", "Body it goes with; the world when left out.", &mut n.body, limits::NAME);
    w.value("position", "Where the words stand, in the frame of that body, metres.", &mut n.position, Some(Vec2::ZERO), limits::COORDINATE);
    w.maybe("to", "What its arrow points at, in the same frame; without it there is no arrow.", &mut n.to, limits::COORDINATE);
}
