//! What acts on a running scene from outside, and what gives way: forces, keys, a pushing finger, joints that break.
//!
//! **When.** Forces are given to the world before each step, with the value, direction and lever arm of its middle
//! ([`super::middle`]).
//!
//! After the step each joint that can break is asked what it carried in it; one that carried more than it bears is
//! taken out of the world, so the next step is the first without it.

use super::document::Document;
use super::force::ForceDoc;
use super::formula::Formula;
use super::key::Key;
use super::middle::{Exerted, Formulated, Middle};
use super::outside::{AppliedForce, Broken, Push};
use super::stage::Stage;
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::island::DisjointSets;
use crate::engine::joint::{JointId, Motor};
use crate::engine::math::Vec2;
use std::collections::BTreeSet;

impl Stage {
    /// Joints that have broken so far, the first first.
    pub fn broken(&self) -> &[Broken] {
        &self.acting.broken
    }

    /// Keys that are held.
    pub fn held_keys(&self) -> &[Key] {
        &self.acting.held
    }

    /// Keys that the scene's forces and motors listen to, each once.
    pub fn keys(&self) -> Vec<Key> {
        let forces = self.acting.forces.iter().map(|(_, (force, _))| force.key);
        let motors = self.acting.motors.iter().flat_map(|(_, keys, _)| [keys.backward, keys.forward]);
        let mut keys: Vec<Key> = Vec::new();
        for key in motors.chain(forces).filter(|key| key.is_some()) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// The scene's forces as they are in the coming step, and the push of the pointer.
    pub fn applied_forces(&self) -> Vec<AppliedForce> {
        let bodies = self.acting.forces.chunk_by(|(one, _), (other, _)| one == other);
        let jointed = self.jointed();
        bodies.flat_map(|forces| self.applied(forces, &jointed)).chain(self.pushing()).collect()
    }

    /// The push of the pointer.
    pub fn pushing(&self) -> Option<AppliedForce> {
        let Push { body: id, point, force } = self.acting.push?;
        let body = self.world.body(id)?;
        let arm = Middle::of(&self.world, body, self.jointed().contains(&id), std::iter::empty()).arm(point);
        Some(AppliedForce { body: id, point: body.pose.transform_point(point), arm, force, torque: 0.0, key: Key::NONE, acts: true })
    }

    /// Bodies that forces act on and that have joints.
    fn jointed(&self) -> BTreeSet<BodyId> {
        let pushed: BTreeSet<BodyId> = self.acting.forces.iter().map(|(id, _)| *id).chain(self.acting.push.map(|push| push.body)).collect();
        self.world.joints().flat_map(|(_, joint)| [joint.body_a, joint.body_b]).filter(|id| pushed.contains(id)).collect()
    }

    /// Of one body.
    fn applied(&self, forces: &[(BodyId, Formulated)], jointed: &BTreeSet<BodyId>) -> Vec<AppliedForce> {
        let Some((id, body)) = forces.first().and_then(|(id, _)| Some((*id, self.world.body(*id)?))) else { return Vec::new() };
        let acts = |(doc, _): &Formulated| !doc.key.is_some() || self.is_down(doc.key);
        let own = forces.iter().map(|(_, force)| force);
        let middle = Middle::of(&self.world, body, jointed.contains(&id), own.clone().filter(|force| acts(force)));
        own.map(|of| {
            let Exerted { force, torque, arm } = middle.exerted(of);
            let point = body.pose.transform_point(of.0.point);
            AppliedForce { body: id, point, arm, force, torque, key: of.0.key, acts: acts(of) }
        })
        .collect()
    }

    fn is_down(&self, key: Key) -> bool {
        self.acting.held.binary_search(&key).is_ok()
    }

    /// Takes the document's forces, keys and strengths over; all its bodies and joints have their names.
    pub(super) fn gather(&mut self, document: &Document) {
        let names = &self.names;
        let dynamic = document.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic && !body.forces.is_empty());
        let bodies = dynamic.filter_map(|body| Some((names.bodies.id(&body.id)?, body)));
        let formula = |force: &ForceDoc| force.formula.as_deref().and_then(|text| Formula::parse(text).ok());
        self.acting.forces =
            bodies.flat_map(|(id, body)| body.forces.iter().map(move |force| (id, (force.clone(), formula(force))))).collect();
        let controlled = document.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic);
        let controlled = controlled.filter_map(|body| Some((names.bodies.id(&body.id)?, body.control.clone()?)));
        let before = std::mem::replace(&mut self.acting.controls, controlled.collect());
        let now = &self.acting.controls;
        self.steering_states.retain(|name, _| {
            let Some(id) = names.bodies.id(name) else { return false };
            now.get(&id).zip(before.get(&id)).is_some_and(|(now, before)| now.has_same_goal(before))
        });
        let joints = || document.joints.iter().filter_map(|joint| Some((names.joints.id(&joint.id)?, joint)));
        let keyed = joints().filter(|(_, joint)| joint.motor_keys.is_some());
        self.acting.motors = keyed.filter_map(|(id, joint)| Some((id, joint.motor_keys, joint.kind.motor()?))).collect();
        self.acting.breakable = joints().filter(|(_, joint)| joint.strength.is_some()).map(|(id, joint)| (id, joint.strength)).collect();
        let known = |broken: &Broken| names.joints.name(broken.joint).is_some() && self.world.joint(broken.joint).is_none();
        self.acting.broken.retain(known);
        self.gather_mines(document);
        self.gather_sensors(document);
        self.drive_motors();
    }

    /// A saved run's held keys and broken joints, in a freshly built stage.
    pub(super) fn restore_acting(&mut self, held: &[Key], broken: &[Broken]) {
        self.acting.held = held.iter().copied().filter(|key| key.is_some()).collect();
        self.acting.held.sort_unstable();
        self.acting.held.dedup();
        for broken in broken {
            let Some(&joint) = self.joint_order.get(broken.joint.0 as usize) else { continue };
            if self.world.remove_joint(joint) {
                self.acting.broken.push(Broken { joint, ..*broken });
            }
        }
        self.drive_motors();
    }

    /// True when a joint of this number has broken.
    pub(super) fn is_broken(&self, joint: JointId) -> bool {
        self.acting.broken.iter().any(|broken| broken.joint == joint)
    }

    /// A key goes down or up. False when it was so already.
    pub(super) fn hold(&mut self, key: Key, down: bool) -> bool {
        match (self.acting.held.binary_search(&key), down) {
            (Err(index), true) if key.is_some() => self.acting.held.insert(index, key),
            (Ok(index), false) => drop(self.acting.held.remove(index)),
            _ => return false,
        }
        self.drive_motors();
        true
    }

    /// Motors with keys drive as the held keys say.
    fn drive_motors(&mut self) {
        for (joint, keys, motor) in self.acting.motors.clone() {
            let Some(mut kind) = self.world.joint(joint).map(|joint| joint.kind) else { continue };
            let wanted = match (self.is_down(keys.forward), self.is_down(keys.backward)) {
                (true, false) => Some(motor),
                (false, true) => Some(Motor { speed: -motor.speed, ..motor }),
                _ => None,
            };
            // Telling the same again would wake what sleeps.
            if let Some(present) = kind.parts().motor
                && *present != wanted
            {
                *present = wanted;
                self.world.set_joint_kind(joint, kind);
            }
        }
    }

    /// A finger begins to push a body at a world point.
    pub(super) fn start_push(&mut self, body: BodyId, point: Vec2, force: Vec2) -> bool {
        let Some(pushed) = self.world.body(body).filter(|b| b.kind == BodyKind::Dynamic && !b.frozen) else { return false };
        if !point.is_finite() || !force.is_finite() {
            return false;
        }
        self.acting.push = Some(Push { body, point: pushed.pose.inv_transform_point(point), force });
        true
    }

    /// It pushes with another force.
    pub(super) fn change_push(&mut self, force: Vec2) -> bool {
        match &mut self.acting.push {
            Some(push) if force.is_finite() => push.force = force,
            _ => return false,
        }
        true
    }

    /// It pushes no more.
    pub(super) fn end_push(&mut self) -> bool {
        self.acting.push.take().is_some()
    }

    /// Gives the world what acts in the next step.
    pub(super) fn apply_forces(&mut self) {
        if self.acting.forces.is_empty() && self.acting.push.is_none() {
            return;
        }
        for applied in self.applied_forces() {
            if applied.acts && applied.force != Vec2::ZERO {
                let Some(center) = self.world.body(applied.body).map(|body| body.center) else { continue };
                self.world.apply_force(applied.body, applied.force, center + applied.arm);
            }
            if applied.acts && applied.torque != 0.0 {
                self.world.apply_torque(applied.body, applied.torque);
            }
        }
    }

    /// Takes out joints that carried more in the last step than they bear: of those that hang together the one whose
    /// load is the largest share of its strength. With it gone the others may hold; all at once would be a chain that
    /// falls to dust.
    pub(super) fn break_joints(&mut self) {
        let step = self.world.step_count();
        let mut overloaded: Vec<(f32, Broken)> = Vec::new();
        for (joint, strength) in &self.acting.breakable {
            let Some(carried) = self.world.joint_readout(*joint) else { continue };
            let (force, torque) = (finite(carried.force.length()), finite(carried.torque.abs()));
            let load = strength.load(force, torque);
            if load > 1.0 {
                overloaded.push((load, Broken { joint: *joint, step, force, torque }));
            }
        }
        if overloaded.is_empty() {
            return;
        }
        overloaded.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut linkages = self.linkages();
        let mut done = BTreeSet::new();
        for (_, broken) in overloaded {
            let Some(party) = self.mobile_party(broken.joint) else { continue };
            if done.insert(linkages.find(party.0)) {
                self.structure += 1;
                self.acting.broken.push(broken);
            }
        }
        for broken in self.acting.broken.iter().rev().take_while(|broken| broken.step == step) {
            self.world.remove_joint(broken.joint);
        }
        let world = &self.world;
        self.acting.breakable.retain(|(joint, _)| world.joint(*joint).is_some());
    }

    /// Bodies that joints hang together, in one set each: those that can move.
    pub(super) fn linkages(&self) -> DisjointSets {
        let most = self.world.bodies().map(|(id, _)| id.0).max().unwrap_or(0);
        let mut sets = DisjointSets::default();
        sets.reset(most as usize + 1);
        for (_, joint) in self.world.joints() {
            if self.is_mobile(joint.body_a) && self.is_mobile(joint.body_b) {
                sets.unite(joint.body_a.0, joint.body_b.0);
            }
        }
        sets
    }

    /// A body that moves with the joint; `None` when the joint is gone.
    fn mobile_party(&self, joint: JointId) -> Option<BodyId> {
        let joint = self.world.joint(joint)?;
        Some(if self.is_mobile(joint.body_a) { joint.body_a } else { joint.body_b })
    }

    fn is_mobile(&self, id: BodyId) -> bool {
        self.world.body(id).is_some_and(|body| body.kind == BodyKind::Dynamic)
    }
}

/// The length of a force near the end of the range of numbers is beyond it.
fn finite(size: f32) -> f32 {
    if size.is_finite() { size } else { f32::MAX }
}
