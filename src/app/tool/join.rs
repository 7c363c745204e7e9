//! Setting joints and launchers.

use super::{Gesture, PointerEvent, ToolKind};
use crate::app::{App, Command, NoticeKind};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::JointKind;
use crate::engine::joint::info::{Placement, Variant};
use crate::engine::math::{Vec2, atan2};
use crate::scene::document::{JointDoc, LauncherDoc};

impl App {
    pub(super) fn pointer_join(&mut self, event: PointerEvent) {
        match event {
            PointerEvent::Press(p) => self.tool.gesture = Gesture::Drag { from: self.snapped(p.world) },
            PointerEvent::Release(p) => {
                let Gesture::Drag { from } = std::mem::take(&mut self.tool.gesture) else { return };
                let to = self.snapped(p.world);
                match self.tool.kind {
                    ToolKind::Joint(variant) => self.join(variant, from, to),
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

    /// A new joint of this variant by a drag, which is a click when it is short.
    fn join(&mut self, variant: &Variant, from: Vec2, to: Vec2) {
        let Some(mut kind) = JointKind::of(variant) else { return };
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

    fn pin(&mut self, at: Vec2, kind: JointKind) {
        match self.parties_at(at) {
            Some((body_a, body_b)) => self.apply(Command::AddJoint(JointDoc { body_a, body_b, ..JointDoc::at(at, kind) })),
            None => self.notify(NoticeKind::Warning, "There is no movable body here: click on a body, or where two overlap."),
        }
    }

    /// Mounts the smaller of two bodies like a wheel: about its centre of mass. A click takes the vertical for the axis.
    fn mount(&mut self, from: Vec2, to: Vec2, mut kind: JointKind) {
        let axis = if self.is_drag(from, to) { (to - from).normalize_or_zero() } else { Vec2::Y };
        if let Some(own) = kind.parts().axis {
            *own = axis;
        }
        let body = |id: &str| self.stage().names().body_id(id).and_then(|id| self.stage().world().body(id));
        let Some((mut body_a, mut body_b)) = self.parties_at(from) else { return self.pin(from, kind) };
        if let Some(a) = &mut body_a
            && let (Some(large), Some(small)) = (body(&body_b), body(a))
            && small.kind == BodyKind::Dynamic
            && small.extent < large.extent
        {
            std::mem::swap(a, &mut body_b);
        }
        let center = body(&body_b).map_or(from, |b| b.center);
        self.apply(Command::AddJoint(JointDoc { body_a, body_b, ..JointDoc::at(center, kind) }));
    }

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
        self.apply(Command::AddJoint(joint));
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
