//! Measuring a distance and an angle: a line, a second line from one of its ends, or a photogate.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role, path};
use crate::engine::body::BodyKind;
use crate::engine::math::{Rot, Vec2, atan2, cross};
use crate::scene::document::{BodyDoc, Geometry, ShapeDoc};

/// The measure tool.
pub const MEASURE: Tool = Tool {
    id: "measure",
    name: "Measure",
    key: 'M',
    icon: Icon::Letter('\u{E6B8}'), // ruler
    explanation: "Drag to measure distance and direction; from an end of the line, the angle to it. With Alt a photogate: a line that times what passes.",
    hint: |app| match app.tool.measured {
        Some(_) => "Drag from an end of the line to measure an angle; elsewhere a new line; with Alt a photogate",
        None => "Drag to measure a distance and a direction; with Alt a photogate",
    },
    pointer,
    draw,
    straight: true,
    ..Tool::PLAIN
};

/// How near an end of the line a second one begins, points.
const REACH_PX: f32 = 12.0;
/// Radius of the arc between two lines, points.
const ARC_PX: f32 = 34.0;

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) | PointerEvent::DoubleClick(p) => press(app, p),
        PointerEvent::Move(p) => {
            let Gesture::Drag { from } = app.tool.gesture else { return };
            let to = app.snapped(p.world);
            match app.tool.second_leg {
                Some(_) => app.tool.second_leg = Some(to),
                None => app.tool.measured = Some((from, to)),
            }
        }
        PointerEvent::Release(p) => {
            let dragged = matches!(std::mem::take(&mut app.tool.gesture), Gesture::Drag { .. });
            if let Some((a, b)) = app.tool.measured.filter(|(a, b)| dragged && p.alt && app.tool.second_leg.is_none() && a != b) {
                app.tool.measured = None;
                add_photogate(app, a, b);
            }
        }
        PointerEvent::Leave => {}
    }
}

fn press(app: &mut App, p: Pointer) {
    let reach = REACH_PX * app.camera.metres_per_px();
    let is_near = |end: Vec2| (end - p.world).length() <= reach;
    // A second line goes out from the end that it is dragged from.
    if let Some((a, b)) = app.tool.measured.filter(|(a, b)| a != b && (is_near(*a) || is_near(*b))) {
        let from = if is_near(a) { a } else { b };
        app.tool.measured = Some((from, if is_near(a) { b } else { a }));
        app.tool.second_leg = Some(from);
        app.tool.gesture = Gesture::Drag { from };
        return;
    }
    let from = app.snapped(p.world);
    (app.tool.measured, app.tool.second_leg) = (Some((from, from)), None);
    app.tool.gesture = Gesture::Drag { from };
}

/// A static line that senses and pushes nothing ([`crate::scene::running_sensor::Passage`]).
fn add_photogate(app: &mut App, a: Vec2, b: Vec2) {
    let half = 0.5 * (b - a);
    let shape = ShapeDoc { sensor: true, ..ShapeDoc::new(Geometry::Segment { a: -half, b: half }) };
    let id = crate::app::edit::free_id("photogate", app.document().bodies.iter().map(|body| body.id.as_str()));
    let body = BodyDoc { id, kind: BodyKind::Static, position: 0.5 * (a + b), shapes: vec![shape], ..BodyDoc::default() };
    app.apply(DocumentCommand::AddBody(body));
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some((a, b)) = app.tool.measured.filter(|(a, b)| a != b && pointer.is_some()) else { return };
    line(a, b, list);
    if let Some(c) = app.tool.second_leg.filter(|c| *c != a) {
        line(a, c, list);
        angle(a, b - a, c - a, ARC_PX * app.camera.metres_per_px(), list);
    }
}

fn line(a: Vec2, b: Vec2, list: &mut DrawList) {
    list.line(Role::Selection, a, b);
    list.dot(Role::Selection, a, 3.0);
    list.dot(Role::Selection, b, 3.0);
    let d = b - a;
    let degrees = atan2(d.y, d.x).to_degrees();
    list.label(Role::Text, 0.5 * (a + b), Vec2::new(10.0, 10.0), 9, format!("{:.3} m · {}°", d.length(), fixed(degrees, 1)));
}

/// Turn from one direction to the other, radians, counter-clockwise positive, from −π to π.
fn turn(from: Vec2, to: Vec2) -> f32 {
    atan2(cross(from, to), from.dot(to))
}

/// The arc between two directions, with its size.
fn angle(apex: Vec2, from: Vec2, to: Vec2, radius: f32, list: &mut DrawList) {
    let turn = turn(from, to);
    let spoke = from * (radius / from.length());
    list.polyline(Role::Selection, path::arc(apex, spoke, turn, 32));
    let middle = apex + Rot::from_angle(0.5 * turn).rotate(spoke);
    list.label(Role::Text, middle, Vec2::new(8.0, 8.0), 10, format!("{}°", fixed(turn.abs().to_degrees(), 2)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_between_two_directions_is_that_of_the_triangle() {
        // Sides 3, 4 and 5: the angle at the origin has the tangent 4/3.
        let wanted = 53.130_1_f32;
        assert!((turn(Vec2::new(3.0, 0.0), Vec2::new(3.0, 4.0)).to_degrees() - wanted).abs() < 1e-3);
        assert!((turn(Vec2::new(3.0, 4.0), Vec2::new(3.0, 0.0)).to_degrees() + wanted).abs() < 1e-3);
        assert!((turn(Vec2::X, Vec2::NEG_X).abs().to_degrees() - 180.0).abs() < 1e-3);
    }
}
