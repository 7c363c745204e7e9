//! Words and arrows on the canvas.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::scene::document::NoteDoc;

/// The note tool.
pub const NOTE: Tool = Tool {
    id: "note",
    name: "Note",
    key: '\'',
    icon: Icon::Letter('\u{E48A}'), // text-t
    explanation: "Click where words go, or drag from the words to what they speak of; on a movable body they go with it.",
    hint: |app| match app.tool.gesture {
        Gesture::Drag { .. } => "Let go where the arrow points",
        _ => "Click for words, drag for words with an arrow",
    },
    pointer,
    draw,
    ..Tool::PLAIN
};

fn pointer(app: &mut App, event: PointerEvent) {
    if let Some((from, p)) = app.finished_drag(event, App::snapped) {
        let to = Some(app.snapped(p.world)).filter(|to| app.is_drag(from, *to));
        place(app, from, to);
    }
}

/// Adds a note with the movable body that it points at, or stands on.
fn place(app: &mut App, from: Vec2, to: Option<Vec2>) {
    let mount = app.mount_at(to.unwrap_or(from));
    let inside = |point: Vec2| mount.as_ref().map_or(point, |(_, pose)| pose.inv_transform_point(point));
    let (position, to) = (inside(from), to.map(inside));
    let note = NoteDoc { position, to, body: mount.map(|(name, _)| name), ..NoteDoc::default() };
    app.apply(DocumentCommand::Add(note.into()));
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    let at = app.snapped(pointer.world);
    match app.tool.gesture {
        Gesture::Drag { from } if app.is_drag(from, at) => list.arrow(Role::Preview, from, at),
        _ => list.ring(Role::Preview, at, 7.0),
    }
}
