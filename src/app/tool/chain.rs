//! Dragging chains and nets: many bodies and joints by one gesture, one step of undo.
//!
//! A chain is a row of capsules, each hinged to the next where both end. A net is a lattice of small discs, each held
//! by a spring to its four neighbours; drawn from one corner to the other. An end that lies on a body holds on to it.
//! The first end of a chain, or the upper corners of a net, are pinned to the world where they lie on nothing, so that
//! it hangs; the rest is free.

use super::icon::{Icon, Stroke};
use super::kind::Tool;
use super::pointer::Pointer;
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::free_ids::FreeIds;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::joint::{Distance, JointKind, Revolute, Spring};
use crate::engine::math::{Vec2, atan2};
use crate::engine::tuning;
use crate::scene::document::{BodyDoc, Geometry, JointDoc, ShapeDoc};

/// Length of a link, as a share of the canvas's height.
const LINK_SHARE: f32 = 1.0 / 24.0;
/// Most links of a chain.
const MOST_LINKS: usize = 100;
/// Radius of a link, as a share of its length.
const LINK_RADIUS: f32 = 0.18;
/// Distance of a net's knots, as a share of the canvas's height.
const KNOT_SHARE: f32 = 1.0 / 20.0;
/// Most knots along a side of a net.
const MOST_KNOTS: usize = 20;
/// Radius of a knot, as a share of the distance to the next.
const KNOT_RADIUS: f32 = 0.22;
/// Springs of a net: they give, but a net that hangs stays a net.
const NET_SPRING: Spring = Spring { hertz: 6.0, damping_ratio: 0.5 };

/// The chain tool.
pub const CHAIN: Tool = Tool {
    id: "chain",
    name: "Chain",
    key: 'A',
    icon: Icon::Letter('\u{E2E2}'), // link
    explanation: "Drag from one point to another: a chain of links that holds on to what lies at its ends.",
    hint: |_| "Drag a chain: its ends hold on to bodies there, the first one else to the world",
    pointer: |app, event| {
        if let Some((from, to)) = app.joined(event) {
            add_chain(app, from, to);
        }
    },
    draw: draw_chain,
    ..Tool::PLAIN
};

/// The net tool.
pub const NET: Tool = Tool {
    id: "net",
    name: "Net",
    key: 'Z',
    icon: Icon::Strokes(&[
        Stroke::Lines(&[[4.0, 5.0], [20.0, 5.0]]),
        Stroke::Lines(&[[4.0, 12.0], [20.0, 12.0]]),
        Stroke::Lines(&[[4.0, 19.0], [20.0, 19.0]]),
        Stroke::Lines(&[[5.0, 4.0], [5.0, 20.0]]),
        Stroke::Lines(&[[12.0, 4.0], [12.0, 20.0]]),
        Stroke::Lines(&[[19.0, 4.0], [19.0, 20.0]]),
    ]),
    explanation: "Drag a rectangle: a net of small discs and springs that hangs by its upper corners.",
    hint: |_| "Drag a net from corner to corner: its upper corners hold on to bodies there, else to the world",
    pointer: |app, event| {
        if let Some((from, to)) = app.joined(event) {
            add_net(app, from, to);
        }
    },
    draw: draw_net,
    ..Tool::PLAIN
};

/// Number of links, and the step from one to the next.
fn links(app: &App, from: Vec2, to: Vec2) -> (usize, Vec2) {
    let usual = (app.camera.height * LINK_SHARE).max(4.0 * tuning::MIN_SIZE / LINK_RADIUS);
    let count = ((to - from).length() / usual).round().clamp(2.0, MOST_LINKS as f32) as usize;
    (count, (to - from) / count as f32)
}

fn add_chain(app: &mut App, from: Vec2, to: Vec2) {
    if !app.is_drag(from, to) {
        return app.notify(NoticeKind::Warning, "Drag from one end of the chain to the other.");
    }
    let (count, step) = links(app, from, to);
    let length = step.length();
    let half = Vec2::new(0.5 * length, 0.0);
    let capsule = Geometry::Capsule { a: -half, b: half, radius: LINK_RADIUS * length };
    let mut ids = FreeIds::among(app.document.bodies.iter().map(|body| body.id.as_str()));
    let link = |index: usize| BodyDoc {
        id: ids.take("link"),
        position: from + step * (index as f32 + 0.5),
        angle: atan2(step.y, step.x),
        shapes: vec![ShapeDoc::new(capsule.clone())],
        ..BodyDoc::default()
    };
    let bodies: Vec<BodyDoc> = (0..count).map(link).collect();
    let hinge = |body_a: Option<String>, body_b: &BodyDoc, at: Vec2| JointDoc {
        body_a,
        body_b: body_b.id.clone(),
        ..JointDoc::at(at, Revolute::default())
    };
    let (first, last) = (app.held_at(from), app.held_at(to));
    let mut joints = vec![hinge(first, &bodies[0], from)];
    joints.extend(bodies.windows(2).enumerate().map(|(i, two)| hinge(Some(two[0].id.clone()), &two[1], from + step * (i + 1) as f32)));
    if last.is_some() {
        joints.push(hinge(last, &bodies[count - 1], to));
    }
    app.apply(DocumentCommand::AddLinked { label: format!("Add chain of {count} links"), bodies, joints });
}

fn draw_chain(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let (Gesture::Drag { from }, Some(pointer)) = (&app.tool.gesture, pointer) else { return };
    let to = app.snapped(pointer.world);
    let (count, step) = links(app, *from, to);
    for i in 0..count {
        list.capsule(Role::Preview, *from + step * i as f32, *from + step * (i + 1) as f32, LINK_RADIUS * step.length());
    }
    list.label(Role::Text, to, Vec2::new(12.0, 12.0), 9, format!("{count} links, {:.2} m", (to - *from).length()));
}

/// Knots along each side of a net, its upper left corner, and the steps to the right and down.
fn lattice(app: &App, from: Vec2, to: Vec2) -> ([usize; 2], Vec2, Vec2) {
    let size = (to - from).abs();
    let usual = (app.camera.height * KNOT_SHARE).max(4.0 * tuning::MIN_SIZE / KNOT_RADIUS);
    let knots = |length: f32| ((length / usual).round() + 1.0).clamp(2.0, MOST_KNOTS as f32) as usize;
    let counts = [knots(size.x), knots(size.y)];
    let corner = Vec2::new(from.x.min(to.x), from.y.max(to.y));
    (counts, corner, size / Vec2::new((counts[0] - 1) as f32, (counts[1] - 1) as f32))
}

fn add_net(app: &mut App, from: Vec2, to: Vec2) {
    let ([columns, rows], corner, step) = lattice(app, from, to);
    if !app.is_drag(from, to) || step.min_element() < 2.0 * tuning::MIN_SIZE / KNOT_RADIUS {
        return app.notify(NoticeKind::Warning, "Drag a rectangle for the net, from one corner to the other.");
    }
    let radius = KNOT_RADIUS * step.min_element();
    let mut ids = FreeIds::among(app.document.bodies.iter().map(|body| body.id.as_str()));
    let place = |column: usize, row: usize| corner + Vec2::new(step.x * column as f32, -step.y * row as f32);
    let mut bodies: Vec<BodyDoc> = Vec::with_capacity(columns * rows);
    for row in 0..rows {
        for column in 0..columns {
            let shape = ShapeDoc::new(Geometry::Circle { radius, center: Vec2::ZERO });
            bodies.push(BodyDoc { id: ids.take("knot"), position: place(column, row), shapes: vec![shape], ..BodyDoc::default() });
        }
    }
    let knot = |column: usize, row: usize| &bodies[row * columns + column];
    let spring = |a: &BodyDoc, b: &BodyDoc| {
        let kind = JointKind::from(Distance { spring: Some(NET_SPRING), ..Distance::default() });
        let joint = JointDoc::between(a.position, b.position, kind.with_length((b.position - a.position).length()));
        JointDoc { body_a: Some(a.id.clone()), body_b: b.id.clone(), collide_connected: true, ..joint }
    };
    let mut joints = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                joints.push(spring(knot(column, row), knot(column + 1, row)));
            }
            if row + 1 < rows {
                joints.push(spring(knot(column, row), knot(column, row + 1)));
            }
        }
    }
    for column in [0, columns - 1] {
        let held = knot(column, 0);
        let pin = JointDoc::at(held.position, Revolute::default());
        joints.push(JointDoc { body_a: app.held_at(held.position), body_b: held.id.clone(), ..pin });
    }
    app.apply(DocumentCommand::AddLinked { label: format!("Add net of {columns} × {rows} knots"), bodies, joints });
}

fn draw_net(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let (Gesture::Drag { from }, Some(pointer)) = (&app.tool.gesture, pointer) else { return };
    let to = app.snapped(pointer.world);
    let ([columns, rows], corner, step) = lattice(app, *from, to);
    let size = Vec2::new(step.x * (columns - 1) as f32, -step.y * (rows - 1) as f32);
    for column in 0..columns {
        let top = corner + Vec2::new(step.x * column as f32, 0.0);
        list.line(Role::Preview, top, top + Vec2::new(0.0, size.y));
    }
    for row in 0..rows {
        let left = corner - Vec2::new(0.0, step.y * row as f32);
        list.line(Role::Preview, left, left + Vec2::new(size.x, 0.0));
    }
    list.label(Role::Text, to, Vec2::new(12.0, 12.0), 9, format!("{columns} × {rows} knots"));
}

impl App {
    /// Id of the topmost body at a point, to hold on to; `None` is the world.
    fn held_at(&self, point: Vec2) -> Option<String> {
        self.bodies_at(point).first().and_then(|id| self.name_of(*id))
    }
}
