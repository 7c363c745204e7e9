//! Words and arrows on the canvas.

use crate::engine::math::Vec2;

/// A note: words at a place, and maybe an arrow from there.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteDoc {
    /// Unique among notes.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Body it goes with (then its places are in that body's frame); `None` = the world.
    pub body: Option<String>,
    /// Where the words stand, metres.
    pub position: Vec2,
    /// What its arrow points at, metres; `None` = it has none.
    pub to: Option<Vec2>,
}

impl Default for NoteDoc {
    fn default() -> NoteDoc {
        NoteDoc { id: String::new(), text: "Note".into(), body: None, position: Vec2::ZERO, to: None }
    }
}
