//! Welding bodies.

use super::icon::{Icon, Stroke};
use super::join::draw_pin;
use super::kind::Tool;
use crate::scene::document::JointKindDoc;

/// The weld tool.
pub const WELD: Tool = Tool {
    id: "weld",
    name: "Weld",
    key: 'E',
    icon: Icon::Strokes(&[Stroke::Box([3.0, 3.0], [14.0, 14.0]), Stroke::Box([10.0, 10.0], [21.0, 21.0]), Stroke::Dot([12.0, 12.0], 2.2)]),
    explanation: "Click where two bodies overlap to make them one.",
    hint: |_| "Click where two bodies overlap to weld them",
    pointer: |app, event| {
        if let Some((anchor, _)) = app.joined(event) {
            app.pin(anchor, JointKindDoc::Weld { anchor, spring: None });
        }
    },
    draw: draw_pin,
    ..Tool::PLAIN
};
