//! Setting prismatic joints: the drag shows the axis.

use super::icon::{Icon, Stroke};
use super::join::draw_pin;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::scene::document::JointKindDoc;

/// The prismatic joint tool.
pub const PRISMATIC: Tool = Tool {
    id: "prismatic",
    name: "Prismatic joint",
    key: 'L',
    icon: Icon::Strokes(&[
        Stroke::Box([7.0, 7.0], [17.0, 17.0]),
        Stroke::Lines(&[[1.5, 12.0], [7.0, 12.0]]),
        Stroke::Lines(&[[17.0, 12.0], [22.5, 12.0]]),
    ]),
    explanation: "Press on a body and drag the direction it may slide in.",
    hint: |_| "Press on a body (or where two overlap) and drag the axis it may slide along",
    pointer,
    draw,
    ..Tool::PLAIN
};

fn pointer(app: &mut App, event: PointerEvent) {
    let Some((anchor, to)) = app.joined(event) else { return };
    if !app.is_drag(anchor, to) {
        return app.notify(NoticeKind::Warning, "Drag to show the direction of the axis.");
    }
    let axis = (to - anchor).normalize_or_zero();
    app.pin(anchor, JointKindDoc::Prismatic { anchor, axis, limits: None, motor: None, spring: None });
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    match (&app.tool.gesture, pointer) {
        (Gesture::Drag { from }, Some(p)) => list.arrow(Role::Preview, *from, app.snapped(p.world)),
        _ => draw_pin(app, pointer, list),
    }
}
