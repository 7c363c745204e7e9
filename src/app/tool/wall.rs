//! Dragging static walls.

use super::drag::Drag;
use super::icon::{Icon, Stroke};
use super::kind::Tool;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Geometry};

/// The wall tool.
pub const WALL: Tool = Tool {
    id: "wall",
    name: "Wall",
    key: 'W',
    icon: Icon::Strokes(&[
        Stroke::Lines(&[[2.0, 10.0], [22.0, 10.0]]),
        Stroke::Lines(&[[5.0, 10.0], [1.0, 16.0]]),
        Stroke::Lines(&[[10.0, 10.0], [6.0, 16.0]]),
        Stroke::Lines(&[[15.0, 10.0], [11.0, 16.0]]),
        Stroke::Lines(&[[20.0, 10.0], [16.0, 16.0]]),
    ]),
    explanation: "Drag a static wall. From the end of another it goes on: nothing catches where they meet.",
    hint: |_| "Drag a static wall, or from the end of another to go on",
    pointer: |app, event| app.pointer_drag(event, body),
    draw: |app, pointer, list| app.draw_drag(pointer, list, body, draw),
    straight: true,
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let half = 0.5 * (drag.to - drag.from);
    let wall = drag.body(0.5 * (drag.from + drag.to), Geometry::Segment { a: -half, b: half });
    (!drag.is_click).then_some(BodyDoc { kind: BodyKind::Static, ..wall })
}

fn draw(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::Segment { a, b } = geometry else { return None };
    list.line(Role::Preview, at + *a, at + *b);
    Some(format!("{:.2} m", (*b - *a).length()))
}
