//! Dragging ground without end.

use super::drag::Drag;
use super::icon::{Icon, Stroke};
use super::kind::Tool;
use crate::draw::quantity::angle as angle_words;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::{Pose, Vec2, atan2};
use crate::scene::document::{BodyDoc, Geometry};

/// The tool for half-planes.
pub const GROUND: Tool = Tool {
    id: "ground",
    name: "Ground",
    key: '+',
    icon: Icon::Strokes(&[
        Stroke::Lines(&[[0.0, 7.0], [24.0, 7.0]]),
        Stroke::Lines(&[[7.0, 7.0], [0.0, 14.0]]),
        Stroke::Lines(&[[15.0, 7.0], [1.0, 21.0]]),
        Stroke::Lines(&[[23.0, 7.0], [9.0, 21.0]]),
        Stroke::Lines(&[[24.0, 14.0], [17.0, 21.0]]),
    ]),
    explanation: "Static ground without end (a half-plane): click for level ground, drag along its surface for a slope.",
    hint: |_| "Click for level ground without end, or drag along its surface: the ground lies to the right of the way",
    pointer: |app, event| app.pointer_drag(event, body),
    draw: |app, pointer, list| app.draw_drag(pointer, list, body, draw),
    straight: true,
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let way = drag.to - drag.from;
    let angle = if drag.is_click || way == Vec2::ZERO { 0.0 } else { atan2(way.y, way.x) };
    let ground = drag.body(drag.from, Geometry::HalfPlane { point: Vec2::ZERO, angle: 0.0 });
    Some(BodyDoc { kind: BodyKind::Static, angle, ..ground })
}

fn draw(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::HalfPlane { point, angle } = geometry else { return None };
    let along = Pose::new(at, *angle).rotation.x_axis();
    list.push(Role::Preview, Primitive::HalfPlane { point: at + *point, normal: Vec2::new(-along.y, along.x) });
    Some(angle_words(*angle))
}
