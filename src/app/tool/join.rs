//! Setting joints. The tools come from the table of joint kinds ([`JointKind::with_tools`]): one for each variant
//! that has one. What their drags mean is told by where a kind is placed ([`Placement`]).

use super::icon::Icon;
use super::kind::Tool;
use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::JointKind;
use crate::engine::joint::info::{Placement, Variant};
use crate::engine::math::Vec2;
use crate::scene::document::JointDoc;

/// The tools that set joints, in the order of the table of kinds.
pub(super) fn tools() -> Vec<Tool> {
    let row = |variant: &'static Variant| {
        let tool = variant.tool.as_ref()?;
        Some(Tool {
            id: variant.word,
            name: variant.name,
            key: tool.key,
            icon: Icon::Strokes(tool.icon),
            explanation: tool.help,
            hint: |app| active(app).and_then(|variant| variant.tool.as_ref()).map_or("", |tool| tool.hint),
            pointer,
            draw,
            ..Tool::PLAIN
        })
    };
    JointKind::with_tools().into_iter().filter_map(row).collect()
}

/// The variant that the active tool sets.
fn active(app: &App) -> Option<&'static Variant> {
    JointKind::with_tools().into_iter().find(|variant| variant.word == app.tool().id)
}

fn pointer(app: &mut App, event: PointerEvent) {
    if let Some((from, to)) = app.joined(event)
        && let Some(kind) = active(app).and_then(JointKind::of)
    {
        app.join(kind, from, to);
    }
}

/// The axis or the two ends of a joint that is being dragged; else a ring that tells whether a joint can be set here.
fn draw(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let (Some(pointer), Some(kind)) = (pointer, active(app).and_then(JointKind::of)) else { return };
    let at = app.snapped(pointer.world);
    match (&app.tool.gesture, kind.info().placement) {
        (Gesture::Drag { from }, Placement::Ends) => list.line(Role::Preview, *from, at),
        (_, Placement::Ends) => {}
        (Gesture::Drag { from }, placement) if placement != Placement::Point => list.arrow(Role::Preview, *from, at),
        _ => {
            let role = if app.parties_at(at).is_some() { Role::Joint } else { Role::Preview };
            list.push(role, Primitive::Ring { at, radius_px: 7.0 });
        }
    }
}

impl App {
    /// Keeps the drag of a tool that joins; at its end, where it led from and to.
    pub(super) fn joined(&mut self, event: PointerEvent) -> Option<(Vec2, Vec2)> {
        match event {
            PointerEvent::Press(p) => {
                self.tool.gesture = Gesture::Drag { from: self.snapped(p.world) };
                None
            }
            PointerEvent::Release(p) => match std::mem::take(&mut self.tool.gesture) {
                Gesture::Drag { from } => Some((from, self.snapped(p.world))),
                _ => None,
            },
            PointerEvent::Move(_) | PointerEvent::DoubleClick(_) | PointerEvent::Leave => None,
        }
    }

    /// Adds a joint by a drag, which is a click when it is short.
    fn join(&mut self, mut kind: JointKind, from: Vec2, to: Vec2) {
        match kind.info().placement {
            Placement::Point => self.pin(from, kind),
            Placement::Axis if !self.is_drag(from, to) => {
                self.notify(NoticeKind::Warning, "Drag to show the direction of the axis.");
            }
            Placement::Axis => {
                if let Some(axis) = kind.parts().axis {
                    *axis = (to - from).normalize_or_zero();
                }
                self.pin(from, kind);
            }
            Placement::Axle => self.mount(from, to, kind),
            Placement::Ends => self.link(from, to, kind),
        }
    }

    /// Parties of a joint at a point: the two topmost bodies, or one and the world. At least one must be able to move.
    fn parties_at(&self, point: Vec2) -> Option<(Option<String>, String)> {
        let bodies = self.bodies_at(point);
        let moves = |id: &BodyId| self.stage().world().body(*id).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let upper = *bodies.iter().find(|id| moves(id))?;
        let lower = bodies.into_iter().find(|id| *id != upper);
        Some((lower.and_then(|id| self.name_of(id)), self.name_of(upper)?))
    }

    /// Adds a joint between what lies at a point.
    fn pin(&mut self, at: Vec2, kind: JointKind) {
        match self.parties_at(at) {
            Some((body_a, body_b)) => self.apply(DocumentCommand::AddJoint(JointDoc { body_a, body_b, ..JointDoc::at(at, kind) })),
            None => self.notify(NoticeKind::Warning, "There is no movable body here: click on a body, or where two overlap."),
        }
    }

    /// Mounts the smaller of two bodies like a wheel: about its centre of mass. A click takes the vertical for the
    /// axis.
    fn mount(&mut self, from: Vec2, to: Vec2, mut kind: JointKind) {
        let axis = if self.is_drag(from, to) { (to - from).normalize_or_zero() } else { Vec2::Y };
        if let Some(own) = kind.parts().axis {
            *own = axis;
        }
        let body = |id: &str| self.stage().names().bodies.id(id).and_then(|id| self.stage().world().body(id));
        let Some((mut body_a, mut body_b)) = self.parties_at(from) else { return self.pin(from, kind) };
        if let Some(a) = &mut body_a
            && let (Some(large), Some(small)) = (body(&body_b), body(a))
            && small.kind == BodyKind::Dynamic
            && small.extent < large.extent
        {
            std::mem::swap(a, &mut body_b);
        }
        let center = body(&body_b).map_or(from, |b| b.center);
        self.apply(DocumentCommand::AddJoint(JointDoc { body_a, body_b, ..JointDoc::at(center, kind) }));
    }

    /// Adds a joint from one point to another.
    fn link(&mut self, from: Vec2, to: Vec2, kind: JointKind) {
        if !self.is_drag(from, to) {
            return self.notify(NoticeKind::Warning, "Drag from one body to another, or to empty space for the world.");
        }
        let at = |p: Vec2| self.bodies_at(p).first().copied();
        let (first, second) = (at(from), at(to));
        let moves = |id: Option<BodyId>| id.and_then(|id| self.stage().world().body(id)).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let name = |id: Option<BodyId>| id.and_then(|id| self.name_of(id));
        let (body_a, body_b, anchor_a, anchor_b) = match (name(first), name(second)) {
            (a, Some(b)) if a.as_ref() != Some(&b) => (a, b, from, to),
            (Some(a), None) => (None, a, to, from),
            _ => return self.notify(NoticeKind::Warning, "A spring or rod needs two different bodies, or one body and the world."),
        };
        if !moves(first) && !moves(second) {
            return self.notify(NoticeKind::Warning, "At least one end must be on a body that can move.");
        }
        let kind = kind.with_length((anchor_b - anchor_a).length());
        let joint = JointDoc { body_a, body_b, collide_connected: true, ..JointDoc::between(anchor_a, anchor_b, kind) };
        self.apply(DocumentCommand::AddJoint(joint));
    }
}
