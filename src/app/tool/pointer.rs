//! What the pointer does on the canvas.

use crate::engine::math::Vec2;

/// Where the pointer is and what is held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// World, metres.
    pub world: Vec2,
    /// Shift is held.
    pub shift: bool,
    /// Ctrl (or Cmd) is held.
    pub ctrl: bool,
    /// Alt is held.
    pub alt: bool,
}

/// What the pointer did (primary button).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointerEvent {
    /// Moved, pressed or not.
    Move(Pointer),
    /// Button went down on the canvas.
    Press(Pointer),
    /// Button went up (anywhere).
    Release(Pointer),
    /// A second click at the place of the first, once its button is let go; no press goes before it, a release follows.
    DoubleClick(Pointer),
    /// The pointer left the canvas (nothing pressed).
    Leave,
}
