//! Dragging out circles, boxes, capsules and walls; clicking polygons.

use super::{Gesture, PointerEvent, ToolKind};
use crate::app::{App, Command, NoticeKind};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::engine::shape::hull::convex_hull;
use crate::engine::tuning;
use crate::scene::document::{BodyDoc, Geometry, ShapeDoc};

/// Radius of a circle that was clicked, metres; boxes and capsules are twice as wide.
const CLICK_RADIUS: f32 = 0.5;

impl App {
    pub(super) fn pointer_create(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Press(p) if self.tool.kind == ToolKind::Polygon => self.click_vertex(p.world),
            PointerEvent::Press(p) => self.tool.gesture = Gesture::Drag { from: self.snapped(p.world) },
            PointerEvent::DoubleClick(_) if self.tool.kind == ToolKind::Polygon => {
                self.finish_polygon();
            }
            PointerEvent::Release(p) => {
                if let Gesture::Drag { from } = std::mem::take(&mut self.tool.gesture)
                    && let Some(body) = self.dragged_body(from, self.snapped(p.world), p.shift)
                {
                    self.apply(Command::AddBody(body));
                }
            }
            _ => {}
        }
    }

    /// The body that a drag from `from` to `to` would make; a click makes one of standard size.
    pub(super) fn dragged_body(&self, from: Vec2, to: Vec2, square: bool) -> Option<BodyDoc> {
        let click = !self.is_drag(from, to);
        let least = tuning::MIN_SIZE * 2.0;
        let (corner_a, corner_b) = if click {
            let half =
                if self.tool.kind == ToolKind::Capsule { Vec2::new(CLICK_RADIUS, 0.5 * CLICK_RADIUS) } else { Vec2::splat(CLICK_RADIUS) };
            (from - half, from + half)
        } else {
            (from, to)
        };
        let mut size = (corner_b - corner_a).abs();
        if square {
            size = Vec2::splat(size.max_element());
        }
        let sign = (corner_b - corner_a).signum();
        let middle = corner_a + 0.5 * size * sign;
        let (position, geometry) = match self.tool.kind {
            ToolKind::Circle => {
                let radius = if click { CLICK_RADIUS } else { (to - from).length() };
                (from, Geometry::Circle { radius: radius.max(least), center: Vec2::ZERO })
            }
            ToolKind::Box => {
                let size = size.max(Vec2::splat(least));
                (middle, Geometry::Box { width: size.x, height: size.y, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 })
            }
            ToolKind::Capsule => (middle, capsule_in(size.max(Vec2::splat(least)))),
            ToolKind::Wall if click => return None,
            ToolKind::Wall => {
                let half = 0.5 * (to - from);
                (0.5 * (from + to), Geometry::Segment { a: -half, b: half })
            }
            _ => return None,
        };
        let kind = if self.tool.kind == ToolKind::Wall { BodyKind::Static } else { BodyKind::Dynamic };
        Some(BodyDoc { kind, position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() })
    }

    fn click_vertex(&mut self, point: Vec2) {
        let point = self.snapped(point);
        let reach = 10.0 * self.camera.metres_per_px();
        if self.tool.vertices.len() >= 3 && (self.tool.vertices[0] - point).length() <= reach {
            self.finish_polygon();
            return;
        }
        if self.tool.vertices.iter().all(|v| (*v - point).length() > 0.25 * reach) {
            if self.tool.vertices.len() == tuning::MAX_POLYGON_VERTICES {
                let text = format!("A polygon has at most {} vertices.", tuning::MAX_POLYGON_VERTICES);
                return self.notify(NoticeKind::Warning, text);
            }
            self.tool.vertices.push(point);
        }
    }

    /// Makes the polygon of the clicked vertices' hull. True when there were any.
    pub(super) fn finish_polygon(&mut self) -> bool {
        if self.tool.vertices.is_empty() {
            return false;
        }
        let hull = convex_hull(&self.tool.vertices);
        if hull.len() < 3 {
            self.notify(NoticeKind::Warning, "These vertices have no area yet: click at least three that do not lie on a line.");
            return true;
        }
        let middle = hull.iter().copied().sum::<Vec2>() / hull.len() as f32;
        let vertices = hull.into_iter().map(|v| v - middle).collect();
        self.tool.vertices.clear();
        let shape = ShapeDoc::new(Geometry::Polygon { vertices, rounding: 0.0 });
        self.apply(Command::AddBody(BodyDoc { position: middle, shapes: vec![shape], ..BodyDoc::default() }));
        true
    }
}

/// The widest capsule in a rectangle, lying along its longer side; a very flat drag still gives some thickness.
fn capsule_in(size: Vec2) -> Geometry {
    let length = size.max_element();
    let radius = 0.5 * size.min_element().max(0.15 * length).min(0.8 * length);
    let reach = 0.5 * length - radius;
    let end = if size.x >= size.y { Vec2::new(reach, 0.0) } else { Vec2::new(0.0, reach) };
    Geometry::Capsule { a: -end, b: end, radius }
}
