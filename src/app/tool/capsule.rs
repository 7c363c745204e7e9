//! Dragging out capsules.

use super::drag::{CLICK_RADIUS, Drag};
use super::icon::{Icon, Stroke};
use super::kind::Tool;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Geometry};
use std::f32::consts::PI;

/// The capsule tool.
pub const CAPSULE: Tool = Tool {
    id: "capsule",
    name: "Capsule",
    key: 'K',
    icon: Icon::Strokes(&[
        Stroke::Lines(&[[7.0, 7.0], [17.0, 7.0]]),
        Stroke::Arc([17.0, 12.0], 5.0, [-0.5 * PI, 0.5 * PI]),
        Stroke::Lines(&[[17.0, 17.0], [7.0, 17.0]]),
        Stroke::Arc([7.0, 12.0], 5.0, [0.5 * PI, 1.5 * PI]),
    ]),
    explanation: "Drag from corner to corner; a click places a 1 m capsule.",
    hint: |_| "Drag from corner to corner · Click for a 1 m capsule",
    pointer: |app, event| app.pointer_drag(event, body),
    draw: |app, pointer, list| app.draw_drag(pointer, list, body, draw),
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let (middle, size) = drag.rectangle(Vec2::new(2.0 * CLICK_RADIUS, CLICK_RADIUS));
    Some(drag.body(middle, capsule_in(size.max(Vec2::splat(Drag::LEAST)))))
}

/// The widest capsule in a rectangle, lying along its longer side; a very flat drag still gives some thickness.
fn capsule_in(size: Vec2) -> Geometry {
    let length = size.max_element();
    let radius = 0.5 * size.min_element().max(0.15 * length).min(0.8 * length);
    let reach = 0.5 * length - radius;
    let end = if size.x >= size.y { Vec2::new(reach, 0.0) } else { Vec2::new(0.0, reach) };
    Geometry::Capsule { a: -end, b: end, radius }
}

fn draw(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::Capsule { a, b, radius } = geometry else { return None };
    list.push(Role::Preview, Primitive::Capsule { a: at + *a, b: at + *b, radius: *radius });
    Some(format!("{:.2} × {:.2} m", (*b - *a).length() + 2.0 * radius, 2.0 * radius))
}
