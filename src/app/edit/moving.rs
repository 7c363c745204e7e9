//! Moving and turning things of a document, and what goes along.

use crate::app::edit_smoke as smoke;
use crate::app::groups;
use crate::app::measures;
use crate::app::notes;
use crate::app::plane_curves;
use crate::app::selection::Item;
use crate::engine::frames::Affine;
use crate::engine::math::{Rot, Vec2, wrap_angle};
use crate::scene::document::{BodyDoc, Document, JointDoc, LightDoc, LightKind};

/// A rigid motion: turn about a pivot, then shift.
#[derive(Clone, Copy, Debug)]
pub struct RigidMotion {
    /// Metres.
    pub shift: Vec2,
    /// Radians.
    pub turn: f32,
    /// World, metres.
    pub pivot: Vec2,
}

impl RigidMotion {
    /// From the pose of a body to another that is given to it; `None` when they are the same.
    pub(super) fn between(from: &BodyDoc, to: &BodyDoc) -> Option<Self> {
        let (shift, turn) = (to.position - from.position, wrap_angle(to.angle - from.angle));
        (shift != Vec2::ZERO || turn != 0.0).then_some(Self { shift, turn, pivot: from.position })
    }
    pub(super) fn point(&self, p: Vec2) -> Vec2 {
        self.pivot + Rot::from_angle(self.turn).rotate(p - self.pivot) + self.shift
    }
    pub(super) fn vector(&self, v: Vec2) -> Vec2 {
        Rot::from_angle(self.turn).rotate(v)
    }
    pub(super) fn matrix(&self) -> Affine {
        Affine::shift(self.shift).after(Affine::turn(self.turn).about(self.pivot))
    }
}

/// Moves bodies, launchers in the world and selected joints; a joint goes along when all its bodies move.
pub fn move_items(document: &mut Document, items: &[Item], motion: RigidMotion) {
    for group in groups::roots(document, items) {
        let stands = groups::world(document, Some(&group));
        groups::place(document, &group, motion.matrix().after(stands));
    }
    let items = &groups::members(document, items);
    let moves = |id: &str| items.iter().any(|i| matches!(i, Item::Body(b) if b == id));
    for body in document.bodies.iter_mut().filter(|b| moves(&b.id)) {
        body.position = motion.point(body.position);
        body.angle = wrap_angle(body.angle + motion.turn);
        body.linear_velocity = motion.vector(body.linear_velocity);
    }
    carry_joints(document, moves, |joint| items.contains(&Item::Joint(joint.id.clone())), motion);
    for launcher in document.launchers.iter_mut().filter(|l| l.body.is_none() && items.contains(&Item::Launcher(l.id.clone()))) {
        launcher.position = motion.point(launcher.position);
        launcher.angle = wrap_angle(launcher.angle + motion.turn);
    }
    plane_curves::move_selected(document, items, |place| motion.point(place));
    for light in document.lights.iter_mut().filter(|l| items.contains(&Item::Light(l.id.clone()))) {
        move_light(light, motion);
    }
    notes::shift(document, items, |point| motion.point(point));
    measures::shift(document, items, |point| motion.point(point));
    for smoke in document.smoke.iter_mut().filter(|s| items.contains(&Item::Smoke(s.id.clone()))) {
        smoke::carry(smoke, |p| motion.point(p), |v| motion.vector(v));
    }
}

/// Takes joints along with bodies that move: whole ones whose bodies all move (those that pin a body to the world) or
/// that are named themselves; of a rod or spring the end on a body that moves, while its end in the world stays.
pub(super) fn carry_joints(document: &mut Document, moves: impl Fn(&str) -> bool, named: impl Fn(&JointDoc) -> bool, motion: RigidMotion) {
    for joint in &mut document.joints {
        let whole = moves(&joint.body_b) && joint.body_a.as_deref().map_or(!joint.has_ends(), &moves);
        if whole || named(joint) {
            move_joint(joint, motion);
        } else if joint.has_ends() {
            // Each end of a rod or spring goes with its own body.
            if joint.body_a.as_deref().is_some_and(&moves) {
                joint.anchor_a = motion.point(joint.anchor_a);
            }
            if moves(&joint.body_b) {
                joint.anchor_b = motion.point(joint.anchor_b);
            }
        }
    }
}

/// A lamp on a body keeps its place there; the sun only turns.
pub(super) fn move_light(light: &mut LightDoc, motion: RigidMotion) {
    match &mut light.kind {
        LightKind::Point { body: None, position, .. } => *position = motion.point(*position),
        LightKind::Point { .. } => {}
        LightKind::Sun { direction, .. } => *direction = motion.vector(*direction),
    }
}

pub(super) fn move_joint(joint: &mut JointDoc, motion: RigidMotion) {
    joint.anchor_a = motion.point(joint.anchor_a);
    joint.anchor_b = motion.point(joint.anchor_b);
    if let Some(axis) = joint.kind.parts().axis {
        *axis = motion.vector(*axis);
    }
    if let Some(curve) = joint.kind.parts().curve {
        *curve = curve.map(|p| motion.vector(p));
    }
}
