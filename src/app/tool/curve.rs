//! Drawing curves: Bézier curves by their control points, lines and rays by two points.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::quantity::{angle, length};
use crate::draw::{DrawList, Role};
use crate::engine::curve::bezier::MOST_POINTS;
use crate::engine::math::{Vec2, atan2};
use crate::lens::curves;
use crate::scene::document::{PlaneCurve, PlaneCurveDoc};

/// The tool for Bézier curves.
pub const CURVE: Tool = Tool {
    id: "curve",
    name: "Bézier curve",
    key: '=',
    icon: Icon::Letter('\u{EB00}'), // bezier-curve
    explanation: "Click the control points; double-click or Enter ends the curve.",
    hint: |app| match app.tool.vertices.len() {
        0 => "Click the first control point",
        1 => "Click more control points · Backspace takes one back · Esc gives up",
        _ => "Double-click or press Enter to finish · the curve goes through the first and the last point",
    },
    pointer: pointer_curve,
    draw: draw_curve,
    confirm: finish,
    is_drawn: |app| app.tool.vertices.len() >= 2,
    take_back: |app| app.tool.vertices.pop().is_some(),
    ..Tool::PLAIN
};

/// The tool for lines.
pub const LINE: Tool = Tool {
    id: "line",
    name: "Line",
    key: '\\',
    icon: Icon::Letter('\u{E6D2}'), // line-segment
    explanation: "Drag from one point of a line to another; its crossings with curves and bodies are marked.",
    hint: |_| "Drag from one point of the line to another",
    pointer: |app, event| pointer_straight(app, event, false),
    draw: |app, pointer, list| draw_straight(app, pointer, list, false),
    straight: true,
    ..Tool::PLAIN
};

/// The tool for rays.
pub const RAY: Tool = Tool {
    id: "ray",
    name: "Ray",
    key: '`',
    icon: Icon::Letter('\u{E39C}'), // path
    explanation: "Drag to send a ray of light: bodies reflect it, with their normals.",
    hint: |_| "Drag from where the ray begins to where it goes",
    pointer: |app, event| pointer_straight(app, event, true),
    draw: |app, pointer, list| draw_straight(app, pointer, list, true),
    straight: true,
    ..Tool::PLAIN
};

fn pointer_curve(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => click(app, p.world),
        PointerEvent::DoubleClick(_) => {
            finish(app);
        }
        PointerEvent::Move(_) | PointerEvent::Release(_) | PointerEvent::Leave => {}
    }
}

fn click(app: &mut App, point: Vec2) {
    let point = app.snapped(point);
    let near = 2.5 * app.camera.metres_per_px();
    if app.tool.vertices.last().is_some_and(|last| (*last - point).length() <= near) {
        return; // the second press of a double click
    }
    if app.tool.vertices.len() == MOST_POINTS {
        return app.notify(NoticeKind::Warning, format!("A curve has at most {MOST_POINTS} control points."));
    }
    app.tool.vertices.push(point);
}

/// Makes the curve of the clicked points. True when there were any.
fn finish(app: &mut App) -> bool {
    match app.tool.vertices.len() {
        0 => return false,
        1 => app.notify(NoticeKind::Warning, "A curve needs two control points at least."),
        _ => {
            let points = std::mem::take(&mut app.tool.vertices);
            let kind = PlaneCurve::Bezier { points, weights: Vec::new() };
            app.apply(DocumentCommand::Add(PlaneCurveDoc { kind, ..PlaneCurveDoc::default() }.into()));
        }
    }
    true
}

/// The curve that the clicked points and the pointer would make, and the lines between them.
fn draw_curve(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    let at = app.snapped(pointer.world);
    if app.tool.vertices.is_empty() {
        return list.dot(Role::Preview, at, 4.0);
    }
    let mut points = app.tool.vertices.clone();
    let is_new = points.last().is_none_or(|last| (*last - at).length() > 2.5 * app.camera.metres_per_px());
    if is_new && points.len() < MOST_POINTS {
        points.push(at);
    }
    list.polyline(Role::Projection, points.iter().copied());
    for point in &points {
        list.dot(Role::Preview, *point, 4.0);
    }
    list.polyline(Role::Preview, curves::sampled(&PlaneCurve::Bezier { points, weights: Vec::new() }));
}

fn pointer_straight(app: &mut App, event: PointerEvent, is_ray: bool) {
    if let Some((from, p)) = app.finished_drag(event, App::snapped)
        && let Some(kind) = straight(app, from, p.world, is_ray)
    {
        app.apply(DocumentCommand::Add(PlaneCurveDoc { kind, ..PlaneCurveDoc::default() }.into()));
    }
}

/// The line or ray from a point through another; `None` when they are too near.
fn straight(app: &App, a: Vec2, to: Vec2, is_ray: bool) -> Option<PlaneCurve> {
    let b = app.snapped(to);
    if (b - a).length() <= 5.0 * app.camera.metres_per_px() {
        return None;
    }
    Some(if is_ray { PlaneCurve::Ray { a, b, bounces: PlaneCurve::BOUNCES } } else { PlaneCurve::Line { a, b } })
}

fn draw_straight(app: &App, pointer: Option<Pointer>, list: &mut DrawList, is_ray: bool) {
    let Some(pointer) = pointer else { return };
    let Gesture::Drag { from } = app.tool.gesture else { return list.dot(Role::Preview, app.snapped(pointer.world), 4.0) };
    let Some(kind) = straight(app, from, pointer.world, is_ray) else { return };
    curves::preview(app.stage(), &kind, list);
    let d = app.snapped(pointer.world) - from;
    list.label(Role::Text, pointer.world, Vec2::new(16.0, 16.0), 9, format!("{} · {}", length(d.length()), angle(atan2(d.y, d.x))));
}
