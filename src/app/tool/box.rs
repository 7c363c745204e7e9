//! Dragging out boxes.

use super::drag::{CLICK_RADIUS, Drag};
use super::icon::Icon;
use super::kind::Tool;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Geometry};

/// The box tool.
pub const BOX: Tool = Tool {
    id: "box",
    name: "Box",
    key: 'B',
    icon: Icon::Letter('\u{E45E}'), // square
    explanation: "Drag from corner to corner, Shift for a square; a click places a 1 m box.",
    hint: |_| "Drag from corner to corner · Shift makes a square · Click for a 1 m box",
    pointer: |app, event| app.pointer_drag(event, body),
    draw: |app, pointer, list| app.draw_drag(pointer, list, body, draw),
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let (middle, size) = drag.rectangle(Vec2::splat(2.0 * CLICK_RADIUS));
    let size = size.max(Vec2::splat(Drag::LEAST));
    Some(drag.body(middle, Geometry::Box { width: size.x, height: size.y, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 }))
}

fn draw(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::Box { width, height, .. } = geometry else { return None };
    let half = 0.5 * Vec2::new(*width, *height);
    list.push(Role::Preview, Primitive::Box { center: at, half, rotation: Vec2::X, rounding: 0.0 });
    Some(format!("{width:.2} × {height:.2} m"))
}
