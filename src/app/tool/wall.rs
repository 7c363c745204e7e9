//! Static walls: one by a drag, a terrain of many by clicks.

use super::drag::{Drag, body_around};
use super::icon::{Icon, Stroke};
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, Geometry, ShapeDoc};

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
    explanation: "Drag a static wall, or click the corners of a terrain; Enter ends it. Nothing catches where walls meet.",
    hint: |app| match app.tool.vertices.len() {
        0 => "Drag a static wall, or from the end of another to go on · Click the corners of a terrain",
        1 => "Click the next corner · Backspace takes one back · Esc gives up",
        _ => "Click the next corner · Double-click or Enter ends the terrain",
    },
    pointer,
    draw,
    straight: true,
    confirm: finish,
    is_drawn: |app| app.tool.vertices.len() >= 2,
    take_back: |app| app.tool.vertices.pop().is_some(),
    ..Tool::PLAIN
};

fn body(drag: &Drag) -> Option<BodyDoc> {
    let half = 0.5 * (drag.to - drag.from);
    let wall = drag.body(0.5 * (drag.from + drag.to), Geometry::Segment { a: -half, b: half });
    (!drag.is_click).then_some(BodyDoc { kind: BodyKind::Static, ..wall })
}

fn label(list: &mut DrawList, at: Vec2, geometry: &Geometry) -> Option<String> {
    let Geometry::Segment { a, b } = geometry else { return None };
    list.line(Role::Preview, at + *a, at + *b);
    Some(format!("{:.2} m", (*b - *a).length()))
}

/// Walls of a terrain, at most.
const MOST_WALLS: usize = 200;

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) if let Some(&last) = app.tool.vertices.last() => corner(app, last, next_corner(app, last, p)),
        PointerEvent::DoubleClick(_) => {
            finish(app);
        }
        PointerEvent::Release(p) => {
            // A press that goes nowhere is the first corner of a terrain.
            if let Gesture::Drag { from } = app.tool.gesture
                && !app.is_drag(from, app.snapped_from(from, p.world))
            {
                app.tool.vertices.push(from);
            }
            app.pointer_drag(event, body);
        }
        _ => app.pointer_drag(event, body),
    }
}

/// Where a click would put the next corner: beside the last in a direction that snaps, as the end of a drag.
fn next_corner(app: &App, last: Vec2, pointer: Pointer) -> Vec2 {
    app.snapped_from(last, pointer.world)
}

fn corner(app: &mut App, last: Vec2, point: Vec2) {
    if !app.is_drag(last, point) {
        return; // the second press of a double-click
    }
    if app.tool.vertices.len() > MOST_WALLS {
        return app.notify(NoticeKind::Warning, format!("A terrain has at most {MOST_WALLS} walls: Enter ends it."));
    }
    app.tool.vertices.push(point);
}

/// Makes one static body of the walls between the corners. True when there were any corners.
fn finish(app: &mut App) -> bool {
    if app.tool.vertices.len() < 2 {
        let is_one = !app.tool.vertices.is_empty();
        if is_one {
            app.notify(NoticeKind::Warning, "One corner makes no wall yet: click the next one. Esc gives up.");
        }
        return is_one;
    }
    let wall = |ends: &[Vec2]| ShapeDoc::new(Geometry::Segment { a: ends[0], b: ends[1] });
    let terrain = body_around(std::mem::take(&mut app.tool.vertices), |corners| corners.windows(2).map(wall).collect());
    app.apply(DocumentCommand::Add(BodyDoc { kind: BodyKind::Static, ..terrain }.into()));
    true
}

/// The wall that is dragged, or the terrain so far with the wall to the pointer.
fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let corners = &app.tool.vertices;
    let Some(&last) = corners.last() else {
        return app.draw_drag(pointer, list, body, label);
    };
    let next = pointer.map(|pointer| next_corner(app, last, pointer));
    list.polyline(Role::Preview, corners.iter().copied().chain(next));
    corners.iter().for_each(|corner| list.dot(Role::Preview, *corner, 4.0));
    if let Some(next) = next {
        list.label(Role::Text, next, Vec2::new(12.0, 12.0), 9, format!("{:.2} m", (next - last).length()));
    }
}
