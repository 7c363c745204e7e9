//! What the tools share that set joints.

use super::pointer::{Pointer, PointerEvent};
use super::state::Gesture;
use crate::app::command::document::DocumentCommand;
use crate::app::notice::NoticeKind;
use crate::app::program::App;
use crate::draw::{DrawList, Primitive, Role};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::Spring;
use crate::engine::math::Vec2;
use crate::scene::document::{JointDoc, JointKindDoc};

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

    /// Parties of a joint at a point: the two topmost bodies, or one and the world. At least one must be able to move.
    fn parties_at(&self, point: Vec2) -> Option<(Option<String>, String)> {
        let bodies = self.bodies_at(point);
        let moves = |id: &BodyId| self.stage().world().body(*id).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let upper = *bodies.iter().find(|id| moves(id))?;
        let lower = bodies.into_iter().find(|id| *id != upper);
        Some((lower.and_then(|id| self.name_of(id)), self.name_of(upper)?))
    }

    /// Adds a joint between what lies at a point.
    pub(super) fn pin(&mut self, at: Vec2, kind: JointKindDoc) {
        match self.parties_at(at) {
            Some((body_a, body_b)) => {
                self.apply(DocumentCommand::AddJoint(JointDoc { id: String::new(), body_a, body_b, kind, collide_connected: false }));
            }
            None => self.notify(NoticeKind::Warning, "There is no movable body here: click on a body, or where two overlap."),
        }
    }

    /// Adds a spring or a rod from one point to another.
    pub(super) fn link(&mut self, from: Vec2, to: Vec2, spring: Option<Spring>) {
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
        let kind = JointKindDoc::Distance { anchor_a, anchor_b, length: Some((anchor_b - anchor_a).length()), limits: None, spring };
        self.apply(DocumentCommand::AddJoint(JointDoc { id: String::new(), body_a, body_b, kind, collide_connected: true }));
    }
}

/// A ring that tells whether a click would join something.
pub(super) fn draw_pin(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    let Some(pointer) = pointer else { return };
    let at = app.snapped(pointer.world);
    let role = if app.parties_at(at).is_some() { Role::Joint } else { Role::Preview };
    list.push(role, Primitive::Ring { at, radius_px: 7.0 });
}

/// The line of a drag.
pub(super) fn draw_link(app: &App, pointer: Option<Pointer>, list: &mut DrawList) {
    if let (Gesture::Drag { from }, Some(pointer)) = (&app.tool.gesture, pointer) {
        list.line(Role::Preview, *from, app.snapped(pointer.world));
    }
}
