//! Rigid rods between bodies.

use super::icon::{Icon, Stroke};
use super::join::draw_link;
use super::kind::Tool;

/// The rod tool.
pub const ROD: Tool = Tool {
    id: "rod",
    name: "Rod",
    key: 'D',
    icon: Icon::Strokes(&[Stroke::Circle([4.5, 19.5], 2.6), Stroke::Circle([19.5, 4.5], 2.6), Stroke::Lines(&[[6.6, 17.4], [17.4, 6.6]])]),
    explanation: "Drag from one body to another: their distance stays.",
    hint: |_| "Drag a rigid rod from one body to another, or to the world",
    pointer: |app, event| {
        if let Some((from, to)) = app.joined(event) {
            app.link(from, to, None);
        }
    },
    draw: draw_link,
    ..Tool::PLAIN
};
