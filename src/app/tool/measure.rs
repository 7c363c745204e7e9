//! Tapes and protractors, which stay as things of the scene; and photogates.

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::program::App;
use crate::draw::{DrawList, Role};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::lens::measures;
use crate::scene::document::{BodyDoc, Geometry, MeasureDoc, MeasureEnd, ShapeDoc};
use crate::scene::measured::Measured;

/// The measure tool.
pub const MEASURE: Tool = Tool {
    id: "measure",
    name: "Measure",
    key: 'M',
    icon: Icon::Letter('\u{E6B8}'), // ruler
    explanation: "Drag to lay a tape, from an end of one to lay a protractor; ends on bodies go with them. With Alt a photogate: a line that times what passes.",
    hint: |app| match &app.tool.laid {
        Some(MeasureDoc { apex: Some(_), .. }) => "Let go at the end of the second arm",
        Some(_) => "Let go at the end of the tape · With Alt a photogate",
        None if app.document.measures.is_empty() => "Drag to lay a tape; on a body an end goes with it · With Alt a photogate",
        None => "Drag to lay a tape; from an end of one a protractor · With Alt a photogate",
    },
    pointer,
    draw,
    straight: true,
    ..Tool::PLAIN
};

/// How near an end of a tape the second arm of a protractor begins, points.
const REACH_PX: f32 = 12.0;

fn pointer(app: &mut App, event: PointerEvent) {
    match event {
        PointerEvent::Press(p) => press(app, p),
        PointerEvent::Move(p) => {
            if let Gesture::Drag { .. } = app.tool.gesture {
                let end = app.tied_end(p.world, app.snapped(p.world));
                if let Some(laid) = &mut app.tool.laid {
                    laid.to = end;
                }
            }
        }
        PointerEvent::Release(p) => {
            let Gesture::Drag { from } = std::mem::take(&mut app.tool.gesture) else { return };
            let Some(laid) = app.tool.laid.take() else { return };
            let to = Measured::on(app.stage(), &laid).map_or(from, |now| now.to);
            match () {
                () if !app.is_drag(from, to) => {}
                () if p.alt && laid.apex.is_none() => add_photogate(app, from, to),
                () => app.apply(DocumentCommand::Add(laid.into())),
            }
        }
        PointerEvent::DoubleClick(_) | PointerEvent::Leave => {}
    }
}

fn press(app: &mut App, p: Pointer) {
    if let Some((laid, from)) = second_arm(app, p.world) {
        app.tool.laid = Some(laid);
        app.tool.gesture = Gesture::Drag { from };
        return;
    }
    let from = app.snapped(p.world);
    let end = app.tied_end(p.world, from);
    app.tool.laid = Some(MeasureDoc { from: end.clone(), to: end, ..MeasureDoc::default() });
    app.tool.gesture = Gesture::Drag { from };
}

/// A protractor whose apex is the end of a tape under the pointer, and whose first arm is that tape; and where the apex
/// is now.
fn second_arm(app: &App, point: Vec2) -> Option<(MeasureDoc, Vec2)> {
    let reach = REACH_PX * app.camera.metres_per_px();
    app.document.measures.iter().rev().filter(|tape| tape.apex.is_none()).find_map(|tape| {
        let now = Measured::on(app.stage(), tape)?;
        let is_near = |end: Vec2| (end - point).length() <= reach;
        let (apex, other, at) = match () {
            () if is_near(now.from) => (&tape.from, &tape.to, now.from),
            () if is_near(now.to) => (&tape.to, &tape.from, now.to),
            () => return None,
        };
        let laid = MeasureDoc { id: String::new(), from: other.clone(), to: apex.clone(), apex: Some(apex.clone()) };
        Some((laid, at))
    })
}

impl App {
    /// An end at a place, world, metres: tied to the body there, that under the pointer first.
    pub(super) fn tied_end(&self, pointer: Vec2, at: Vec2) -> MeasureEnd {
        let (there, under) = (self.bodies_at(at), self.bodies_at(pointer));
        let body = there.iter().find(|body| under.contains(body)).or(there.first()).copied();
        let pose = body.and_then(|id| self.stage().world().body(id)).map(|body| body.pose);
        match (pose, body.and_then(|id| self.name_of(id))) {
            (Some(pose), Some(name)) => MeasureEnd { body: Some(name), at: pose.inv_transform_point(at) },
            _ => MeasureEnd { body: None, at },
        }
    }
}

/// A static line that senses and pushes nothing ([`crate::scene::running_sensor::Passage`]).
fn add_photogate(app: &mut App, a: Vec2, b: Vec2) {
    let half = 0.5 * (b - a);
    let shape = ShapeDoc { sensor: true, ..ShapeDoc::new(Geometry::Segment { a: -half, b: half }) };
    let id = crate::app::edit::free_id("photogate", app.document().bodies.iter().map(|body| body.id.as_str()));
    let body = BodyDoc { id, kind: BodyKind::Static, position: 0.5 * (a + b), shapes: vec![shape], ..BodyDoc::default() };
    app.apply(DocumentCommand::Add(body.into()));
}

fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let laid = app.tool.laid.as_ref().filter(|_| pointer.is_some());
    if let Some(now) = laid.and_then(|laid| Measured::on(app.stage(), laid)).filter(|now| now.from != now.to) {
        measures::marks(&now, Role::Selection, app.camera.metres_per_px(), list);
    }
}
