//! Which string id belongs to which engine id.

use crate::engine::body::BodyId;
use crate::engine::joint::JointId;
use std::collections::BTreeMap;

/// Which string id belongs to which engine id: bodies of the document, its joints, and projectiles as "shot 1", "shot
/// 2" … The hidden world body has no name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Bodies, sorted by engine id.
    pub bodies: Vec<(BodyId, String)>,
    /// Joints, sorted by engine id.
    pub joints: Vec<(JointId, String)>,
    body_ids: BTreeMap<String, BodyId>,
    joint_ids: BTreeMap<String, JointId>,
}

impl Names {
    /// Engine id of a body.
    pub fn body_id(&self, name: &str) -> Option<BodyId> {
        self.body_ids.get(name).copied()
    }
    /// String id of a body; projectiles are "shot 1", "shot 2" …
    pub fn body_name(&self, id: BodyId) -> Option<&str> {
        let index = self.bodies.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.bodies[index].1)
    }
    /// Engine id of a joint.
    pub fn joint_id(&self, name: &str) -> Option<JointId> {
        self.joint_ids.get(name).copied()
    }
    /// String id of a joint.
    pub fn joint_name(&self, id: JointId) -> Option<&str> {
        let index = self.joints.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(&self.joints[index].1)
    }

    /// Enters a body; false (and nothing changes) when the name is taken.
    pub(super) fn add_body(&mut self, id: BodyId, name: &str) -> bool {
        if self.body_ids.contains_key(name) {
            return false;
        }
        self.body_ids.insert(name.to_owned(), id);
        let index = self.bodies.partition_point(|(other, _)| *other < id);
        self.bodies.insert(index, (id, name.to_owned()));
        true
    }
    /// Strikes out a body.
    pub(super) fn remove_body(&mut self, id: BodyId) {
        if let Ok(index) = self.bodies.binary_search_by_key(&id, |(id, _)| *id) {
            let (_, name) = self.bodies.remove(index);
            self.body_ids.remove(&name);
        }
    }
    /// Enters a joint; false (and nothing changes) when the name is taken.
    pub(super) fn add_joint(&mut self, id: JointId, name: &str) -> bool {
        if self.joint_ids.contains_key(name) {
            return false;
        }
        self.joint_ids.insert(name.to_owned(), id);
        let index = self.joints.partition_point(|(other, _)| *other < id);
        self.joints.insert(index, (id, name.to_owned()));
        true
    }
    /// Strikes out a joint.
    pub(super) fn remove_joint(&mut self, id: JointId) {
        if let Ok(index) = self.joints.binary_search_by_key(&id, |(id, _)| *id) {
            let (_, name) = self.joints.remove(index);
            self.joint_ids.remove(&name);
        }
    }
}
