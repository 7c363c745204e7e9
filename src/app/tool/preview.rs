//! What a gesture would make, drawn while it is made.

use super::{Gesture, ToolKind};
use crate::app::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::aabb::Aabb;
use crate::engine::joint::JointKind;
use crate::engine::joint::info::{Placement, Variant};
use crate::engine::math::{Vec2, atan2};
use crate::engine::shape::hull::convex_hull;
use crate::scene::document::Geometry;

impl App {
    /// Marks of the current gesture: previews, handles, hover highlight.
    pub fn draw_tool(&self, list: &mut DrawList) {
        let Some(pointer) = self.tool.pointer else {
            return self.draw_handle(list);
        };
        let at = self.snapped(pointer.world);
        match (&self.tool.gesture, self.tool.kind) {
            (Gesture::Marquee { from, .. }, _) => draw_box(list, Role::Selection, Aabb::from_corners(*from, pointer.world)),
            (gesture, ToolKind::Joint(variant)) => self.draw_join(list, gesture, variant, at),
            (Gesture::Drag { from }, ToolKind::Launcher) => list.arrow(Role::Aim, *from, at),
            (Gesture::Drag { from }, ToolKind::Circle | ToolKind::Box | ToolKind::Capsule | ToolKind::Wall) => {
                self.draw_dragged(list, *from, at, pointer.shift);
            }
            (_, ToolKind::Polygon) => self.draw_polygon(list, at),
            _ => {}
        }
        self.draw_handle(list);
        self.draw_measured(list);
    }

    /// The axis or the two ends of a joint that is being dragged; else whether a joint can be set here.
    fn draw_join(&self, list: &mut DrawList, gesture: &Gesture, variant: &Variant, at: Vec2) {
        let Some(placement) = JointKind::of(variant).map(|kind| kind.info().placement) else { return };
        match (gesture, placement) {
            (Gesture::Drag { from }, Placement::Ends) => list.line(Role::Preview, *from, at),
            (_, Placement::Ends) => {}
            (Gesture::Drag { from }, placement) if placement != Placement::Point => list.arrow(Role::Preview, *from, at),
            _ => {
                let role = if self.parties_at(at).is_some() { Role::Joint } else { Role::Preview };
                list.push(role, Primitive::Ring { at, radius_px: 7.0 });
            }
        }
    }

    fn draw_handle(&self, list: &mut DrawList) {
        if let Some((pivot, at)) = self.handle() {
            list.line(Role::Selection, pivot, at);
            list.dot(Role::Selection, at, 6.0);
        }
    }

    fn draw_dragged(&self, list: &mut DrawList, from: Vec2, to: Vec2, square: bool) {
        let Some(body) = self.dragged_body(from, to, square) else { return };
        let p = body.position;
        let Some(shape) = body.shapes.first() else { return };
        let label = match &shape.geometry {
            Geometry::Circle { radius, .. } => {
                list.circle(Role::Preview, p, *radius);
                format!("radius {radius:.2} m")
            }
            Geometry::Box { width, height, .. } => {
                let half = 0.5 * Vec2::new(*width, *height);
                list.push(Role::Preview, Primitive::Box { center: p, half, rotation: Vec2::X, rounding: 0.0 });
                format!("{width:.2} × {height:.2} m")
            }
            Geometry::Capsule { a, b, radius } => {
                list.push(Role::Preview, Primitive::Capsule { a: p + *a, b: p + *b, radius: *radius });
                format!("{:.2} × {:.2} m", (*b - *a).length() + 2.0 * radius, 2.0 * radius)
            }
            Geometry::Segment { a, b } => {
                list.line(Role::Preview, p + *a, p + *b);
                format!("{:.2} m", (*b - *a).length())
            }
            _ => return,
        };
        list.label(Role::Text, to, Vec2::new(12.0, 12.0), 9, label);
    }

    /// The clicked vertices, the hull they and the pointer would give, and the vertex that closes it.
    fn draw_polygon(&self, list: &mut DrawList, at: Vec2) {
        let vertices = &self.tool.vertices;
        if vertices.is_empty() {
            return list.dot(Role::Preview, at, 4.0);
        }
        let with_pointer: Vec<Vec2> = vertices.iter().copied().chain([at]).collect();
        let hull = convex_hull(&with_pointer);
        if hull.len() >= 3 {
            list.polygon(Role::Preview, hull, 0.0);
        } else {
            list.polyline(Role::Preview, with_pointer);
        }
        for vertex in vertices {
            list.dot(Role::Preview, *vertex, 4.0);
        }
        if vertices.len() >= 3 {
            list.push(Role::Selection, Primitive::Ring { at: vertices[0], radius_px: 9.0 });
        }
    }

    fn draw_measured(&self, list: &mut DrawList) {
        let Some((a, b)) = self.tool.measured.filter(|(a, b)| a != b) else { return };
        list.line(Role::Selection, a, b);
        list.dot(Role::Selection, a, 3.0);
        list.dot(Role::Selection, b, 3.0);
        let d = b - a;
        let degrees = atan2(d.y, d.x).to_degrees();
        list.label(Role::Text, 0.5 * (a + b), Vec2::new(10.0, 10.0), 9, format!("{:.3} m · {degrees:.1}°", d.length()));
    }
}

fn draw_box(list: &mut DrawList, role: Role, b: Aabb) {
    list.outline(role, [b.min, Vec2::new(b.max.x, b.min.y), b.max, Vec2::new(b.min.x, b.max.y)]);
}
