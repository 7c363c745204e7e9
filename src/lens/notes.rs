//! Words and arrows that a person put on the canvas.

use super::LensInput;
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, direction};
use crate::scene::document::NoteDoc;
use crate::scene::stage::Stage;

/// Larger than those of all other labels: notes get their places first.
const PRIORITY: u8 = 250;
/// From the foot of an arrow to its words, points.
const GAP_PX: f32 = 6.0;

/// Where a note's words stand and what it points at now, world, metres; `None` when the body that it went with is gone.
pub fn places(stage: &Stage, note: &NoteDoc) -> Option<(Vec2, Option<Vec2>)> {
    let Some(name) = &note.body else { return Some((note.position, note.to)) };
    let pose = stage.world().body(stage.names().bodies.id(name)?)?.pose;
    Some((pose.transform_point(note.position), note.to.map(|to| pose.transform_point(to))))
}

/// All notes of the document.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    for note in input.document.iter().flat_map(|document| &document.notes) {
        let Some((at, to)) = places(input.stage, note).filter(|(at, to)| at.is_finite() && to.is_none_or(Vec2::is_finite)) else {
            continue;
        };
        let away = to.and_then(|to| direction(to - at)).map_or(Vec2::ZERO, |(along, _)| -along * GAP_PX);
        if let Some(to) = to {
            list.arrow(Role::Note, at, to);
        }
        list.label(Role::Note, at, away, PRIORITY, note.text.clone());
    }
}
