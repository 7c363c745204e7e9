//! What the tools share that drag a shape out.

use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::quantity::without_single_rounding;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::{Pose, Vec2};
use crate::engine::tuning;
use crate::scene::document::{BodyDoc, Geometry, ShapeDoc};

/// Radius of a circle that was clicked, metres; boxes and capsules are twice as wide.
pub(super) const CLICK_RADIUS: f32 = 0.5;

/// A drag that makes a shape.
pub(super) struct Drag {
    /// Where it began, world, metres.
    pub from: Vec2,
    /// Where it is now.
    pub to: Vec2,
    /// Too short to be a drag: a shape of the usual size is meant.
    pub is_click: bool,
    /// Shift is held: width and height are the same.
    pub square: bool,
}

impl Drag {
    /// Smallest size that a drag makes, metres.
    pub const LEAST: f32 = tuning::MIN_SIZE * 2.0;

    /// Middle and size of the dragged rectangle; a click makes one of the `usual` size about the point.
    pub fn rectangle(&self, usual: Vec2) -> (Vec2, Vec2) {
        let (corner_a, corner_b) = if self.is_click { (self.from - 0.5 * usual, self.from + 0.5 * usual) } else { (self.from, self.to) };
        let mut size = (corner_b - corner_a).abs();
        if self.square {
            size = Vec2::splat(size.max_element());
        }
        (corner_a + 0.5 * size * (corner_b - corner_a).signum(), size)
    }

    /// A dynamic body of one shape.
    pub fn body(&self, position: Vec2, geometry: Geometry) -> BodyDoc {
        BodyDoc { kind: BodyKind::Dynamic, position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
    }
}

/// A dynamic body of the shapes that are made of these corners: told in the world, metres, and given to `shapes` in the
/// body's frame, which lies in their middle. What the way there leaves of equal numbers is 0.
pub(super) fn body_around(mut corners: Vec<Vec2>, shapes: impl FnOnce(Vec<Vec2>) -> Vec<ShapeDoc>) -> BodyDoc {
    let position = corners.iter().copied().sum::<Vec2>() / corners.len().max(1) as f32;
    let most = corners.iter().fold(Vec2::ZERO, |most, corner| most.max(corner.abs()));
    let own = |value: f32, most: f32| without_single_rounding(value.into(), most.into()) as f32;
    for corner in &mut corners {
        let from_middle = *corner - position;
        *corner = Vec2::new(own(from_middle.x, most.x), own(from_middle.y, most.y));
    }
    BodyDoc { position, shapes: shapes(corners), ..BodyDoc::default() }
}

/// The body that a drag makes; `None` when it is too short.
type Make = fn(&Drag) -> Option<BodyDoc>;
/// Draws the shape at a place; says its size.
type Draw = fn(&mut DrawList, Vec2, &Geometry) -> Option<String>;

/// The geometry of a body at this angle: only a half-plane is dragged out at another than 0.
fn seen_at(body_angle: f32, geometry: &Geometry) -> Geometry {
    match geometry {
        Geometry::HalfPlane { point, angle } => Geometry::HalfPlane { point: *point, angle: angle + body_angle },
        other => other.clone(),
    }
}

impl App {
    /// Keeps the drag of a tool, which begins where `begin` puts the press; at its end, where it began and the pointer.
    pub(super) fn finished_drag(&mut self, event: PointerEvent, begin: impl FnOnce(&App, Vec2) -> Vec2) -> Option<(Vec2, Pointer)> {
        match event {
            PointerEvent::Press(p) => self.tool.gesture = Gesture::Drag { from: begin(self, p.world) },
            PointerEvent::Release(p) => {
                if let Gesture::Drag { from } = std::mem::take(&mut self.tool.gesture) {
                    return Some((from, p));
                }
            }
            PointerEvent::Move(_) | PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
        }
        None
    }

    /// Pointer events of a tool that drags a shape out.
    pub(super) fn pointer_drag(&mut self, event: PointerEvent, make: Make) {
        if let Some((from, p)) = self.finished_drag(event, App::snapped)
            && let Some(body) = make(&self.drag_to(from, p))
        {
            self.apply(DocumentCommand::Add(body.into()));
        }
    }

    /// The movable body on top at a point, by its name, and where it stands.
    pub(super) fn mount_at(&self, point: Vec2) -> Option<(String, Pose)> {
        let id = self.bodies_at(point).first().copied()?;
        let body = self.stage().world().body(id).filter(|body| body.kind != BodyKind::Static)?;
        Some((self.name_of(id)?, body.pose))
    }

    /// Draws what the drag would make.
    pub(super) fn draw_drag(&self, pointer: Option<Pointer>, list: &mut DrawList, make: Make, draw: Draw) {
        let Some(pointer) = pointer else { return };
        let Gesture::Drag { from } = self.tool.gesture else { return };
        let drag = self.drag_to(from, pointer);
        let Some(body) = make(&drag) else { return };
        let label = body.shapes.first().and_then(|shape| draw(list, body.position, &seen_at(body.angle, &shape.geometry)));
        if let Some(label) = label {
            list.label(Role::Text, drag.to, Vec2::new(12.0, 12.0), 9, label);
        }
    }

    fn drag_to(&self, from: Vec2, pointer: Pointer) -> Drag {
        let to = self.snapped_from(from, pointer.world);
        Drag { from, to, is_click: !self.is_drag(from, to), square: pointer.shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The middle corner of a wall that was drawn evenly stood at 2.4e-7 m in the inspector.
    #[test]
    fn the_middle_of_an_even_wall_stands_at_0() {
        for step in 1..500 {
            let (start, width) = (-7.216 + 0.0137 * step as f32, 0.3 + 0.0291 * step as f32);
            let corners = (0..3).map(|k| Vec2::new(start + width * k as f32, 0.902)).collect();
            let wall = |ends: &[Vec2]| ShapeDoc::new(Geometry::Segment { a: ends[0], b: ends[1] });
            let body = body_around(corners, |corners| corners.windows(2).map(wall).collect());
            let Geometry::Segment { a, b } = body.shapes[0].geometry else { panic!("a wall") };
            assert_eq!((b, a.y), (Vec2::ZERO, 0.0), "{start} {width}");
            assert!((a.x + width).abs() < 1e-4);
        }
    }
}
