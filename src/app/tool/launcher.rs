//! Placing launchers.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::Pointer;
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::{Vec2, atan2};
use crate::scene::document::LauncherDoc;

/// The launcher tool.
pub const LAUNCHER: Tool = Tool {
    id: "launcher",
    name: "Launcher",
    key: 'T',
    icon: Icon::Letter('\u{E1D6}'), // crosshair
    explanation: "Press where it stands and drag to the body it should hit.",
    hint: |_| "Press where the muzzle goes, drag to the body it should hit",
    pointer: |app, event| {
        if let Some((from, to)) = app.joined(event) {
            place(app, from, to);
        }
    },
    draw,
    ..Tool::PLAIN
};

/// A launcher at `from`, mounted on the body there (if it can move), aiming at the body at `to`.
fn place(app: &mut App, from: Vec2, to: Vec2) {
    let mount = app.bodies_at(from).first().copied().filter(|id| app.stage().world().body(*id).is_some_and(|b| b.kind != BodyKind::Static));
    let target = if app.is_drag(from, to) { app.bodies_at(to).first().copied().filter(|id| Some(*id) != mount) } else { None };
    let direction = to - from;
    let angle = if app.is_drag(from, to) { atan2(direction.y, direction.x) } else { 0.0 };
    let (position, angle) = match mount.and_then(|id| app.stage().world().body(id)) {
        Some(body) => (body.pose.inv_transform_point(from), angle - body.pose.rotation.angle()),
        None => (from, angle),
    };
    let body = mount.and_then(|id| app.name_of(id));
    let target = target.and_then(|id| app.name_of(id));
    app.apply(DocumentCommand::Add(LauncherDoc { body, position, angle, target, ..LauncherDoc::default() }.into()));
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    if let (Gesture::Drag { from }, Some(pointer)) = (&app.tool.gesture, pointer) {
        list.arrow(Role::Aim, *from, app.snapped(pointer.world));
    }
}
