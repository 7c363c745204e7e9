//! Placing lamps.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::app::selection::Item;
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::scene::document::{LightDoc, LightKind};

/// The lamp tool.
pub const LIGHT: Tool = Tool {
    id: "light",
    name: "Light",
    key: ';',
    icon: Icon::Letter('\u{E2DC}'), // lightbulb
    explanation: "Click where a lamp goes, or drag to see its shadows move; on a movable body it hangs on that body.",
    hint: |app| match app.tool.gesture {
        Gesture::Moving { .. } => "Let go to leave it there · Esc takes it back",
        _ => "Press where the lamp goes, drag it about",
    },
    pointer,
    draw,
    ..Tool::PLAIN
};

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => take(app, p),
        PointerEvent::Move(_) => app.pointer_select(event, false),
        PointerEvent::Release(p) => {
            app.pointer_select(PointerEvent::Move(p), false);
            hang(app);
        }
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

/// Takes the lamp under the pointer, or sets a new one there and takes that: dragging moves it about.
fn take(app: &mut App, p: Pointer) {
    let (before, gesture) = (app.document.lights.len(), app.tool.next_gesture());
    let at = match app.item_at(p.world) {
        Some(item @ Item::Light(_)) => {
            app.selection = vec![item];
            place(app, p.world, gesture, false);
            p.world
        }
        _ => {
            let at = app.snapped(p.world);
            let kind = LightKind::Point { body: None, position: at, radius: 0.0 };
            app.apply(DocumentCommand::Add(LightDoc { kind, ..LightDoc::default() }.into()));
            if app.document.lights.len() == before {
                return;
            }
            at
        }
    };
    let items = app.selection.clone();
    app.tool.gesture = Gesture::Moving { items, start: at, moved: Vec2::ZERO, guides: Vec::new(), gesture };
}

/// Lets go of the lamp: over a movable body it hangs on that.
fn hang(app: &mut App) {
    if let Gesture::Moving { gesture, start, moved, .. } = std::mem::take(&mut app.tool.gesture) {
        place(app, start + moved, gesture, true);
    }
}

/// Puts the selected lamp into the frame of the movable body under `point`, or (not `hangs`) of the world. It stays
/// where it is.
fn place(app: &mut App, point: Vec2, gesture: u64, hangs: bool) {
    let [Item::Light(id)] = app.selection() else { return };
    let Some(light) = app.document.light(id).cloned() else { return };
    let (Some(at), LightKind::Point { radius, body: mount, .. }) = (app.stage().light_place(&light), &light.kind) else { return };
    let hung = app.mount_at(point).filter(|_| hangs);
    let position = hung.as_ref().map_or(at, |(_, pose)| pose.inv_transform_point(at));
    let body = hung.map(|(name, _)| name);
    if body == *mount {
        return;
    }
    let kind = LightKind::Point { body, position, radius: *radius };
    app.apply(DocumentCommand::Edit { id: light.id.clone(), to: LightDoc { kind, ..light }.into(), gesture });
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    if let (Gesture::None, Some(pointer)) = (&app.tool.gesture, pointer) {
        list.ring(Role::Preview, app.snapped(pointer.world), 7.0);
    }
}
