//! Words and arrows on the canvas.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::body::{BodyId, BodyKind};
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
    match event {
        PointerEvent::Press(p) => app.tool.gesture = Gesture::Drag { from: app.snapped(p.world) },
        PointerEvent::Release(p) => {
            if let Gesture::Drag { from } = std::mem::take(&mut app.tool.gesture) {
                let to = Some(app.snapped(p.world)).filter(|to| app.is_drag(from, *to));
                place(app, from, to);
            }
        }
        PointerEvent::Move(_) | PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

/// Adds a note with the movable body that it points at, or stands on.
fn place(app: &mut App, from: Vec2, to: Option<Vec2>) {
    let world = app.stage().world();
    let moves = |id: &BodyId| world.body(*id).is_some_and(|body| body.kind != BodyKind::Static);
    let under = app.bodies_at(to.unwrap_or(from)).first().copied().filter(moves);
    let pose = under.and_then(|id| world.body(id)).map(|body| body.pose);
    let body = under.and_then(|id| app.name_of(id));
    let inside = |point: Vec2| pose.filter(|_| body.is_some()).map_or(point, |pose| pose.inv_transform_point(point));
    let note = NoteDoc { position: inside(from), to: to.map(inside), body, ..NoteDoc::default() };
    app.apply(DocumentCommand::AddNote(note));
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    let at = app.snapped(pointer.world);
    match app.tool.gesture {
        Gesture::Drag { from } if app.is_drag(from, at) => list.arrow(Role::Preview, from, at),
        _ => list.ring(Role::Preview, at, 7.0),
    }
}
