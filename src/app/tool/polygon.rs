//! Clicking the vertices of a convex polygon, or drawing an outline free-hand.

use super::drag::body_around;
use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use super::stroke::{self, MOST_POINTS, SHORTEST_PX};
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::math::Vec2;
use crate::engine::shape::hull::convex_hull;
use crate::engine::tuning;
use crate::scene::document::{Geometry, ShapeDoc};

/// The polygon tool.
pub const POLYGON: Tool = Tool {
    id: "polygon",
    name: "Polygon",
    key: 'P',
    icon: Icon::Letter('\u{EC7E}'), // pentagon
    explanation: "Click the corners; double-click or Enter closes the convex hull. Or draw any outline in one stroke.",
    hint: |app| match app.tool.vertices.len() {
        _ if is_drawing(app) => "Let go to close the outline · Esc gives up",
        0 => "Click the vertices of a convex polygon, or draw an outline in one stroke",
        1..3 => "Click more vertices · Backspace takes one back · Esc gives up",
        _ => "Click the first vertex, double-click or press Enter to finish: the hull is what you get",
    },
    pointer,
    draw,
    confirm: finish,
    is_drawn: |app| convex_hull(&app.tool.vertices).len() >= 3,
    take_back: |app| app.tool.vertices.pop().is_some(),
    ..Tool::PLAIN
};

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => {
            // Only what begins with a press on empty hands is a stroke: later ones are further vertices.
            app.tool.gesture = if app.tool.vertices.is_empty() { Gesture::Stroke(vec![p.world]) } else { Gesture::None };
            click(app, p.world);
        }
        PointerEvent::DoubleClick(_) => {
            finish(app);
        }
        PointerEvent::Move(p) => {
            if let Gesture::Stroke(points) = &mut app.tool.gesture
                && points.len() < MOST_POINTS
            {
                points.push(p.world);
            }
        }
        PointerEvent::Release(_) => released(app),
        PointerEvent::Leave => {}
    }
}

/// A press that went far was a stroke.
fn released(app: &mut App) {
    let metres_per_px = app.camera.metres_per_px();
    let Gesture::Stroke(points) = std::mem::take(&mut app.tool.gesture) else { return };
    if !is_stroke(&points, metres_per_px) {
        return;
    }
    app.tool.vertices.clear();
    match stroke::outline(&points, metres_per_px) {
        Ok(corners) => add(app, corners, |vertices| Geometry::Outline { vertices }),
        Err(why) => app.notify(NoticeKind::Warning, why),
    }
}

/// True while an outline is drawn in one stroke.
fn is_drawing(app: &App) -> bool {
    matches!(&app.tool.gesture, Gesture::Stroke(points) if is_stroke(points, app.camera.metres_per_px()))
}

fn is_stroke(points: &[Vec2], metres_per_px: f32) -> bool {
    points.iter().any(|point| (*point - points[0]).length() > SHORTEST_PX * metres_per_px)
}

/// Adds a body with these vertices.
fn add(app: &mut App, corners: Vec<Vec2>, geometry: fn(Vec<Vec2>) -> Geometry) {
    let body = body_around(corners, |vertices| vec![ShapeDoc::new(geometry(vertices))]);
    app.apply(DocumentCommand::Add(body.into()));
}

fn click(app: &mut App, point: Vec2) {
    let point = app.snapped(point);
    let reach = 10.0 * app.camera.metres_per_px();
    let vertices = &app.tool.vertices;
    if vertices.len() >= 3 && (vertices[0] - point).length() <= reach {
        finish(app);
        return;
    }
    if vertices.iter().all(|v| (*v - point).length() > 0.25 * reach) {
        if vertices.len() == tuning::MAX_POLYGON_VERTICES {
            let text = format!("A polygon has at most {} vertices.", tuning::MAX_POLYGON_VERTICES);
            return app.notify(NoticeKind::Warning, text);
        }
        app.tool.vertices.push(point);
    }
}

/// Makes the polygon of the clicked vertices' hull. True when there were any.
fn finish(app: &mut App) -> bool {
    if app.tool.vertices.is_empty() {
        return false;
    }
    let hull = convex_hull(&app.tool.vertices);
    if hull.len() < 3 {
        app.notify(NoticeKind::Warning, "These vertices have no area yet: click at least three that do not lie on a line.");
        return true;
    }
    app.tool.vertices.clear();
    add(app, hull, |vertices| Geometry::Polygon { vertices, rounding: 0.0 });
    true
}

/// The clicked vertices, the hull they and the pointer would give, and the vertex that closes it.
fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    if let Gesture::Stroke(points) = &app.tool.gesture
        && is_drawing(app)
    {
        return list.polyline(Role::Preview, points.iter().copied().chain([points[0]]));
    }
    let at = app.snapped(pointer.world);
    let vertices = &app.tool.vertices;
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
