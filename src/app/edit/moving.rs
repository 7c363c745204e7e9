//! Moving and turning things of a document, and what goes along.

use crate::app::groups;
use crate::app::selection::Item;
use crate::app::stretch::on_bodies::carry_joints;
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
    carry_joints(
        document,
        moves,
        |joint| items.contains(&Item::Joint(joint.id.clone())),
        |joint| move_joint(joint, motion),
        |p| motion.point(p),
    );
    for launcher in document.launchers.iter_mut().filter(|l| l.body.is_none() && items.contains(&Item::Launcher(l.id.clone()))) {
        launcher.angle = wrap_angle(launcher.angle + motion.turn);
    }
    free_points(document, |item| items.contains(item), |point| *point = motion.point(*point));
    for light in document.lights.iter_mut().filter(|l| items.contains(&Item::Light(l.id.clone()))) {
        move_light(light, motion);
    }
    for smoke in document.smoke.iter_mut().filter(|s| items.contains(&Item::Smoke(s.id.clone()))) {
        smoke.carry(|p| motion.point(p), |v| motion.vector(v));
    }
}

/// Hands over the points of some things that stand in the world, on no body: of launchers, curves, notes and measures.
fn free_points(document: &mut Document, is_meant: impl Fn(&Item) -> bool, mut meet: impl FnMut(&mut Vec2)) {
    for launcher in document.launchers.iter_mut().filter(|l| l.body.is_none() && is_meant(&Item::Launcher(l.id.clone()))) {
        meet(&mut launcher.position);
    }
    for curve in document.curves.iter_mut().filter(|c| c.body.is_none() && is_meant(&Item::Curve(c.id.clone()))) {
        curve.kind.places_mut().into_iter().for_each(&mut meet);
    }
    for note in document.notes.iter_mut().filter(|n| n.body.is_none() && is_meant(&Item::Note(n.id.clone()))) {
        [&mut note.position].into_iter().chain(&mut note.to).for_each(&mut meet);
    }
    for measure in document.measures.iter_mut().filter(|m| is_meant(&Item::Measure(m.id.clone()))) {
        measure.ends_mut().filter(|end| end.body.is_none()).for_each(|end| meet(&mut end.at));
    }
}

/// Shifts all things of a document but its bodies; what stands on a body keeps its place there.
pub(super) fn shift_free(document: &mut Document, shift: Vec2) {
    let motion = RigidMotion { shift, turn: 0.0, pivot: Vec2::ZERO };
    document.joints.iter_mut().for_each(|joint| move_joint(joint, motion));
    free_points(document, |_| true, |point| *point = motion.point(*point));
    document.lights.iter_mut().for_each(|light| move_light(light, motion));
    document.smoke.iter_mut().for_each(|region| region.carry(|p| motion.point(p), |v| motion.vector(v)));
}

/// A lamp on a body keeps its place there; the sun only turns.
fn move_light(light: &mut LightDoc, motion: RigidMotion) {
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
