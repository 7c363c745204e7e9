//! What a tool is: the row of a table.

use super::icon::Icon;
use super::pointer::{Pointer, PointerEvent};
use crate::app::program::App;
use crate::draw::DrawList;

/// A tool: what it is called, what its pointer events mean, and what it shows meanwhile. Rail, tooltip, keyboard, help,
/// command palette and hint line read this row.
pub struct Tool {
    /// Id in commands.
    pub id: &'static str,
    /// Name on the button.
    pub name: &'static str,
    /// Its key.
    pub key: char,
    /// Its picture.
    pub icon: Icon,
    /// One line on what to do with it.
    pub explanation: &'static str,
    /// What the mouse would do now, in one line.
    pub hint: fn(&App) -> &'static str,
    /// True when it points at what is there: bodies under the pointer answer, and contacts show their card.
    pub points: bool,
    /// True when its drags have a direction, which snaps to multiples of 15°.
    pub straight: bool,
    /// Takes what the pointer did.
    pub pointer: fn(&mut App, PointerEvent),
    /// Draws what the gesture would make. The pointer is `None` outside the canvas.
    pub draw: fn(&App, Option<Pointer>, &mut DrawList),
    /// Enter: finishes what it is in the middle of. True when it did something.
    pub confirm: fn(&mut App) -> bool,
    /// True when the points clicked so far are enough for what `confirm` makes of them.
    pub is_drawn: fn(&App) -> bool,
    /// Backspace: takes the last part of the gesture back. True when it did something.
    pub take_back: fn(&mut App) -> bool,
}

impl Tool {
    /// What rows leave out.
    pub(super) const PLAIN: Tool = Tool {
        id: "",
        name: "",
        key: ' ',
        icon: Icon::Strokes(&[]),
        explanation: "",
        hint: |_| "",
        points: false,
        straight: false,
        pointer: |_, _| {},
        draw: |_, _, _| {},
        confirm: |_| false,
        is_drawn: |_| false,
        take_back: |_| false,
    };
}

impl PartialEq for Tool {
    fn eq(&self, other: &Tool) -> bool {
        self.id == other.id
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Tool").field(&self.id).finish()
    }
}
