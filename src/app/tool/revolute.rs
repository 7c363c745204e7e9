//! Pinning bodies with revolute joints.

use super::icon::{Icon, Stroke};
use super::join::draw_pin;
use super::kind::Tool;
use crate::scene::document::JointKindDoc;

/// The revolute joint tool.
pub const REVOLUTE: Tool = Tool {
    id: "revolute",
    name: "Revolute joint",
    key: 'J',
    icon: Icon::Strokes(&[
        Stroke::Circle([12.0, 12.0], 3.5),
        Stroke::Lines(&[[9.5, 9.5], [3.0, 3.0]]),
        Stroke::Lines(&[[14.5, 14.5], [21.0, 21.0]]),
        Stroke::Arc([12.0, 12.0], 9.0, [-1.2, 0.35]),
    ]),
    explanation: "Click where two bodies overlap, or on one body to pin it to the world.",
    hint: |_| "Click where two bodies overlap to pin them, or one body to pin it to the world",
    pointer: |app, event| {
        if let Some((anchor, _)) = app.joined(event) {
            app.pin(anchor, JointKindDoc::Revolute { anchor, limits: None, motor: None, spring: None });
        }
    },
    draw: draw_pin,
    ..Tool::PLAIN
};
