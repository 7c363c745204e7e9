//! Bringing a running stage up to an edited document.
//!
//! The document has changed from `old` to `new` while the scene runs. What is equal in both is left alone, bit for
//! bit: it keeps its motion, its contacts and its sleep. What differs is carried over as little as possible:
//!
//! | what changed in the document | what changes in the run |
//! |---|---|
//! | the name of a thing alone | its name |
//! | world settings | the settings; everything wakes |
//! | a body or joint is new, or gone | it is added behind the others, or taken out |
//! | kind, damping, gravity scale, switches | that property; place and motion stay |
//! | shapes, their materials or layers | the colliders; place and motion stay |
//! | position or angle | the body jumps there (the one that did not change stays as it is now) |
//! | linear or angular velocity | the body gets it |
//! | limits, motor, its keys, spring, length of a joint | the joint's parameters |
//! | a joint that has broken, or its strength | it is made anew |
//! | controllers | the new ones act; with another goal they begin anew |
//! | forces | from the next step on they are the new ones |
//! | its bodies, anchors, axis, or where its bodies stand in the file | the joint is made anew where it belongs |
//! | launchers | all of them are taken over; shots in flight go on; one that need not turn waits for no barrel |
//! | lights | all of them are taken over |
//! | smoke | a region with the same cells goes on, another begins still and clean |
//! | curves, groups, skins | all of them are taken over |
//!
//! All shapes are built before anything is touched, so a document with problems changes nothing.

use super::build::{self, BodyParts};
use super::document::{BodyDoc, Document, JointDoc, MaterialDoc};
use super::group_tree::Groups;
use super::gun::GunState;
use super::problem::Problems;
use super::stage::Stage;
use super::wardrobe::Wardrobe;
use crate::engine::body::{BodyDef, BodyId, BodyKind};
use crate::engine::joint::JointId;
use crate::engine::math::{Pose, Rot, Vec2};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Anchors nearer than this are the same place in a body, metres; what re-anchoring costs is the warm start of one
/// step.
const SAME_PLACE: f32 = 1e-5;
/// Axes and angles nearer than this are the same, radians.
const SAME_ANGLE: f32 = 1e-6;

impl Stage {
    /// Brings the running world up to an edited document: what differs between `old` and `new` is added, taken out or
    /// changed in place, everything else goes on undisturbed.
    ///
    /// # Errors
    /// `new` has problems; the stage is unchanged.
    pub fn sync(&mut self, old: &Document, new: &Document) -> Result<(), Problems> {
        super::file::check(new)?;
        let renamed = self.follow_names(old, new);
        let old = renamed.as_ref().unwrap_or(old);
        let before: BTreeMap<&str, &BodyDoc> = old.bodies.iter().map(|body| (body.id.as_str(), body)).collect();
        let mut new_parts = self.changed_parts(old, new, &before)?;
        self.structure += 1;

        if old.world != new.world {
            self.world.set_settings(new.world);
        }
        self.remove_what_is_gone(new);
        self.body_order.clear();
        for (index, body) in new.bodies.iter().enumerate() {
            let parts = new_parts.remove(&index);
            match (self.names.bodies.id(&body.id), before.get(body.id.as_str())) {
                (Some(id), Some(before)) => {
                    self.change_body(id, before, body, parts);
                    self.body_order.push(id);
                }
                _ => {
                    self.add_body(body, parts.unwrap_or_default());
                }
            }
        }
        self.sync_joints(old, new);
        self.launchers.clone_from(&new.launchers);
        self.lights.clone_from(&new.lights);
        self.sync_airs(&new.smoke);
        self.curves.clone_from(&new.curves);
        self.groups = Arc::new(Groups::of(new));
        self.wardrobe = Arc::new(Wardrobe::of(new));
        let launchers: BTreeSet<&str> = new.launchers.iter().map(|launcher| launcher.id.as_str()).collect();
        self.guns.retain(|id, _| launchers.contains(id.as_str()));
        for launcher in new.launchers.iter().filter(|launcher| launcher.turn_rate.is_none()) {
            self.guns.entry(launcher.id.clone()).and_modify(GunState::forget_turning);
        }
        self.gather(new);
        Ok(())
    }

    /// Colliders of all bodies that are new or have other shapes or materials than before, by place in the document.
    fn changed_parts(
        &self,
        old: &Document,
        new: &Document,
        before: &BTreeMap<&str, &BodyDoc>,
    ) -> Result<BTreeMap<usize, BodyParts>, Problems> {
        let mut problems = Vec::new();
        let mut changed = BTreeMap::new();
        for (index, body) in new.bodies.iter().enumerate() {
            let same = before.get(body.id.as_str()).is_some_and(|before| same_shapes(&old.materials, before, &new.materials, body));
            if !same || self.names.bodies.id(&body.id).is_none() {
                changed.insert(index, build::parts(&new.materials, body, &format!("bodies[{index}]"), &mut problems));
            }
        }
        if problems.is_empty() { Ok(changed) } else { Err(Problems(problems)) }
    }

    fn remove_what_is_gone(&mut self, new: &Document) {
        let bodies: BTreeSet<&str> = new.bodies.iter().map(|body| body.id.as_str()).collect();
        let is_gone = |id: BodyId| self.names.bodies.name(id).is_none_or(|name| !bodies.contains(name));
        let gone: BTreeSet<BodyId> = self.records.iter().map(|record| record.id).filter(|id| is_gone(*id)).collect();
        // Takes the joints of the bodies with them, the hand's too.
        self.world.remove_bodies(&gone.iter().copied().collect::<Vec<_>>());
        gone.iter().for_each(|id| self.names.bodies.remove(*id));
        self.records.retain(|record| !gone.contains(&record.id));
        let joints: BTreeSet<&str> = new.joints.iter().map(|joint| joint.id.as_str()).collect();
        let is_missing = |id| self.world.joint(id).is_none() && !self.is_broken(id);
        let is_lost = |id: JointId, name: &str| !joints.contains(name) || is_missing(id);
        let lost: Vec<JointId> = self.names.joints.list().iter().filter(|(id, name)| is_lost(*id, name)).map(|(id, _)| *id).collect();
        for id in lost {
            self.world.remove_joint(id);
            self.names.joints.remove(id);
        }
    }

    fn change_body(&mut self, id: BodyId, old: &BodyDoc, new: &BodyDoc, parts: Option<BodyParts>) {
        if let Some(BodyParts { colliders, shape_of }) = parts {
            self.world.set_colliders(id, colliders);
            if let Ok(index) = self.records.binary_search_by_key(&id, |record| record.id) {
                self.records[index].shape_of = shape_of;
            }
        }
        if properties(old) != properties(new) {
            self.world.set_properties(id, &build::body_def(new));
            if new.kind == BodyKind::Kinematic && old.kind != BodyKind::Kinematic {
                // It would keep the velocity it happened to have for ever: it takes the one that the document gives it.
                self.world.set_velocity(id, new.linear_velocity, new.angular_velocity);
            }
        }
        self.place_body(id, old, new);
        let (linear, angular) = (old.linear_velocity != new.linear_velocity, old.angular_velocity != new.angular_velocity);
        if linear || angular {
            let Some(now) = self.world.body(id).map(|body| (body.linear_velocity, body.angular_velocity)) else { return };
            let velocity = if linear { new.linear_velocity } else { now.0 };
            let spin = if angular { new.angular_velocity } else { now.1 };
            self.world.set_velocity(id, velocity, spin);
        }
    }

    /// Moves the body where its place in the document changed, unless it is there already.
    fn place_body(&mut self, id: BodyId, old: &BodyDoc, new: &BodyDoc) {
        let (moved, turned) = (old.position != new.position, old.angle != new.angle);
        if !moved && !turned {
            return;
        }
        if let Ok(index) = self.records.binary_search_by_key(&id, |record| record.id) {
            self.records[index].document_pose = build::document_pose(new);
        }
        let Some(pose) = self.world.body(id).map(|body| body.pose) else { return };
        let position = if moved { new.position } else { pose.position };
        let angle = if turned { new.angle } else { pose.rotation.angle() };
        // A document that takes over where bodies are now must not disturb them, not even by the rounding of an angle.
        if position != pose.position || angle != pose.rotation.angle() {
            self.world.set_pose(id, position, angle);
        }
    }

    fn sync_joints(&mut self, old: &Document, new: &Document) {
        let (before, after) = (Frames::of(old), Frames::of(new));
        self.joint_order.clear();
        for joint in &new.joints {
            let running = self.names.joints.id(&joint.id);
            let (Some(id), Some(old_joint)) = (running, before.joint(&joint.id)) else {
                if let Some(id) = running {
                    self.world.remove_joint(id);
                    self.names.joints.remove(id);
                }
                self.add_joint(joint);
                continue;
            };
            // A broken joint stays broken until it is made another, or stronger.
            let is_changed = old_joint.kind != joint.kind || old_joint.strength != joint.strength;
            let is_mended = is_changed && self.is_broken(id);
            if same_parties(old_joint, joint) && before.frame(old_joint).is_same(&after.frame(joint)) && !is_mended {
                if old_joint.kind != joint.kind || old_joint.motor_keys != joint.motor_keys {
                    self.world.set_joint_kind(id, build::joint_kind(joint));
                }
                self.joint_order.push(id);
            } else {
                self.world.remove_joint(id);
                self.names.joints.remove(id);
                self.add_joint(joint);
            }
        }
    }
}

/// Where joints of a document lie in the frames of their bodies.
struct Frames<'a> {
    bodies: BTreeMap<&'a str, Pose>,
    joints: BTreeMap<&'a str, &'a JointDoc>,
}

/// Where a joint lies in the frames of its two bodies.
struct JointFrames {
    anchor_a: Vec2,
    anchor_b: Vec2,
    axis_a: Vec2,
    /// Rotation of B as seen from A where the joint's angle is zero.
    turn: Rot,
}

impl<'a> Frames<'a> {
    fn of(document: &'a Document) -> Frames<'a> {
        Frames {
            bodies: document.bodies.iter().map(|body| (body.id.as_str(), build::document_pose(body))).collect(),
            joints: document.joints.iter().map(|joint| (joint.id.as_str(), joint)).collect(),
        }
    }
    fn joint(&self, id: &str) -> Option<&'a JointDoc> {
        self.joints.get(id).copied()
    }
    fn pose(&self, body: Option<&str>) -> Pose {
        body.and_then(|id| self.bodies.get(id)).copied().unwrap_or(Pose::IDENTITY)
    }
    fn frame(&self, joint: &JointDoc) -> JointFrames {
        let (pose_a, pose_b) = (self.pose(joint.body_a.as_deref()), self.pose(Some(&joint.body_b)));
        let axis = joint.kind.frame_axis().unwrap_or(Vec2::ZERO);
        JointFrames {
            anchor_a: pose_a.inv_transform_point(joint.anchor_a),
            anchor_b: pose_b.inv_transform_point(joint.anchor_b),
            axis_a: pose_a.rotation.inv_rotate(axis),
            turn: pose_a.rotation.inv_mul(pose_b.rotation),
        }
    }
}

impl JointFrames {
    fn is_same(&self, other: &JointFrames) -> bool {
        let turn = (self.turn.cos - other.turn.cos).abs() + (self.turn.sin - other.turn.sin).abs();
        (self.anchor_a - other.anchor_a).length() <= SAME_PLACE
            && (self.anchor_b - other.anchor_b).length() <= SAME_PLACE
            && (self.axis_a - other.axis_a).length() <= SAME_ANGLE
            && turn <= SAME_ANGLE
    }
}

fn same_parties(old: &JointDoc, new: &JointDoc) -> bool {
    old.body_a == new.body_a
        && old.body_b == new.body_b
        && old.collide_connected == new.collide_connected
        && std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind)
}

fn same_shapes(
    old_materials: &BTreeMap<String, MaterialDoc>,
    old: &BodyDoc,
    new_materials: &BTreeMap<String, MaterialDoc>,
    new: &BodyDoc,
) -> bool {
    let alike = |(old, new)| build::same_shape(old_materials, old, new_materials, new);
    old.shapes.len() == new.shapes.len() && old.shapes.iter().zip(&new.shapes).all(alike)
}

/// The body without its place, motion and shapes.
fn properties(body: &BodyDoc) -> BodyDef {
    let BodyDef { position, angle, linear_velocity, angular_velocity, .. } = BodyDef::default();
    BodyDef { position, angle, linear_velocity, angular_velocity, ..build::body_def(body) }
}
