//! Pulling and throwing bodies: the select tool, whose press always takes hold.

use super::icon::Icon;
use super::kind::Tool;
use super::select;

/// The grab tool.
pub const GRAB: Tool = Tool {
    id: "grab",
    name: "Grab",
    key: 'G',
    icon: Icon::Letter('\u{E57C}'), // hand-grabbing
    explanation: "Drag a body to pull it; let go while moving to throw it.",
    hint: |app| if app.is_playing() { "Drag a body to pull and throw it" } else { "Drag a body to pull it: time runs while you hold" },
    points: true,
    pointer: |app, event| app.pointer_select(event, true),
    draw: select::draw_marquee,
    ..Tool::PLAIN
};
