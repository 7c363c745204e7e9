//! Stretching springs between bodies.

use super::icon::{Icon, Stroke};
use super::join::draw_link;
use super::kind::Tool;
use crate::engine::joint::Spring;

/// A new spring: brisk, swings a few times.
const NEW_SPRING: Spring = Spring { hertz: 2.0, damping_ratio: 0.2 };

/// The spring tool.
pub const SPRING: Tool = Tool {
    id: "spring",
    name: "Spring",
    key: 'S',
    icon: Icon::Strokes(&[Stroke::Lines(&[
        [1.5, 12.0],
        [5.0, 12.0],
        [7.0, 6.0],
        [11.0, 18.0],
        [15.0, 6.0],
        [18.0, 18.0],
        [19.5, 12.0],
        [22.5, 12.0],
    ])]),
    explanation: "Drag from one body to another, or to empty space.",
    hint: |_| "Drag a spring from one body to another, or to the world",
    pointer: |app, event| {
        if let Some((from, to)) = app.joined(event) {
            app.link(from, to, Some(NEW_SPRING));
        }
    },
    draw: draw_link,
    ..Tool::PLAIN
};
