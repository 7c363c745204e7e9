//! Dragging out circles.

use super::drag::{CLICK_RADIUS, Drag};
use super::icon::Icon;
use super::kind::Tool;
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Geometry};

/// The circle tool.
pub const CIRCLE: Tool = Tool {
    id: "circle",
    name: "Circle",
    key: 'C',
    icon: Icon::Letter('\u{E18A}'), // circle
    explanation: "Drag from the centre; a click places a 0.5 m circle.",
    hint: |_| "Drag from the centre · Click for a 0.5 m circle",
    pointer: |app, event| app.pointer_drag(event, body),
    draw: |app, pointer, list| app.draw_drag(pointer, list, body, draw),
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let radius = if drag.is_click { CLICK_RADIUS } else { (drag.to - drag.from).length() };
    Some(drag.body(drag.from, Geometry::Circle { radius: radius.max(Drag::LEAST), center: Vec2::ZERO }))
}

fn draw(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::Circle { radius, .. } = geometry else { return None };
    list.circle(Role::Preview, at, *radius);
    Some(format!("radius {radius:.2} m"))
}
