//! Setting joints and launchers.

use super::{Gesture, PointerEvent, ToolKind};
use crate::app::{App, Command, NoticeKind};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::Spring;
use crate::engine::math::{Vec2, atan2};
use crate::scene::document::{JointDoc, JointKindDoc, LauncherDoc};

/// A new spring: brisk, swings a few times.
const NEW_SPRING: Spring = Spring { hertz: 2.0, damping_ratio: 0.2 };

impl App {
    pub(super) fn pointer_join(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Press(p) => self.tool.gesture = Gesture::Drag { from: self.snapped(p.world) },
            PointerEvent::Release(p) => {
                let Gesture::Drag { from } = std::mem::take(&mut self.tool.gesture) else { return };
                let to = self.snapped(p.world);
                match self.tool.kind {
                    ToolKind::Revolute => self.pin(from, JointKindDoc::Revolute { anchor: from, limits: None, motor: None, spring: None }),
                    ToolKind::Weld => self.pin(from, JointKindDoc::Weld { anchor: from, spring: None }),
                    ToolKind::Prismatic if !self.is_drag(from, to) => {
                        self.notify(NoticeKind::Warning, "Drag to show the direction of the axis.");
                    }
                    ToolKind::Prismatic => {
                        let axis = (to - from).normalize_or_zero();
                        self.pin(from, JointKindDoc::Prismatic { anchor: from, axis, limits: None, motor: None, spring: None });
                    }
                    ToolKind::Spring => self.link(from, to, Some(NEW_SPRING)),
                    ToolKind::Rod => self.link(from, to, None),
                    ToolKind::Launcher => self.place_launcher(from, to),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Parties of a joint at a point: the two topmost bodies, or one and the world. At least one must be able to move.
    pub(super) fn parties_at(&self, point: Vec2) -> Option<(Option<String>, String)> {
        let bodies = self.bodies_at(point);
        let moves = |id: &BodyId| self.stage().world().body(*id).is_some_and(|b| b.kind == BodyKind::Dynamic);
        let upper = *bodies.iter().find(|id| moves(id))?;
        let lower = bodies.into_iter().find(|id| *id != upper);
        Some((lower.and_then(|id| self.name_of(id)), self.name_of(upper)?))
    }

    fn pin(&mut self, at: Vec2, kind: JointKindDoc) {
        match self.parties_at(at) {
            Some((body_a, body_b)) => {
                self.apply(Command::AddJoint(JointDoc { id: String::new(), body_a, body_b, kind, collide_connected: false }));
            }
            None => self.notify(NoticeKind::Warning, "There is no movable body here: click on a body, or where two overlap."),
        }
    }

    fn link(&mut self, from: Vec2, to: Vec2, spring: Option<Spring>) {
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
        self.apply(Command::AddJoint(JointDoc { id: String::new(), body_a, body_b, kind, collide_connected: true }));
    }

    /// A launcher at `from`, mounted on the body there (if it can move), aiming at the body at `to`.
    fn place_launcher(&mut self, from: Vec2, to: Vec2) {
        let mount =
            self.bodies_at(from).first().copied().filter(|id| self.stage().world().body(*id).is_some_and(|b| b.kind != BodyKind::Static));
        let target = if self.is_drag(from, to) { self.bodies_at(to).first().copied().filter(|id| Some(*id) != mount) } else { None };
        let direction = to - from;
        let angle = if self.is_drag(from, to) { atan2(direction.y, direction.x) } else { 0.0 };
        let (position, angle) = match mount.and_then(|id| self.stage().world().body(id)) {
            Some(body) => (body.pose.inv_transform_point(from), angle - body.pose.rotation.angle()),
            None => (from, angle),
        };
        let body = mount.and_then(|id| self.name_of(id));
        let target = target.and_then(|id| self.name_of(id));
        self.apply(Command::AddLauncher(LauncherDoc { body, position, angle, target, ..LauncherDoc::default() }));
    }
}
