//! Adding, removing, changing and reading joints.

use super::parts::World;
use super::settings::bounded_vec;
use super::snapshot::is_pose;
use crate::engine::body::BodyId;
use crate::engine::joint::contract::RELATIVE_ANGLE;
use crate::engine::joint::{Joint, JointDef, JointId, JointImpulse, JointKind, JointReadout};
use crate::engine::math::{Pose, Vec2, direction, wrap_angle};
use crate::engine::tuning;

impl World {
    /// Adds a joint; `None` when a body is gone, both are the same or an anchor is not finite. Other numbers are
    /// limited ([`JointKind::bounded`]).
    pub fn add_joint(&mut self, def: JointDef) -> Option<JointId> {
        let (pose_a, pose_b) = (self.bodies.get(def.body_a)?.pose, self.bodies.get(def.body_b)?.pose);
        self.add_joint_at(def, pose_a, pose_b)
    }

    /// The same with anchors, axis and zero angle given for bodies that stand at other poses than now: the joint
    /// connects the same points of the bodies, wherever they are by now, and may have to pull them together. `None`
    /// also when a pose is none.
    pub fn add_joint_at(&mut self, def: JointDef, pose_a: Pose, pose_b: Pose) -> Option<JointId> {
        if def.body_a == def.body_b || !is_pose(pose_a) || !is_pose(pose_b) {
            return None;
        }
        let anchor_a = bounded_vec(def.anchor_a, tuning::MAX_COORDINATE)?;
        let anchor_b = bounded_vec(def.anchor_b, tuning::MAX_COORDINATE)?;
        let axis = def.kind.axis().and_then(direction).map_or(Vec2::X, |(axis, _)| axis);
        let reference_angle = pose_a.rotation.inv_mul(pose_b.rotation).angle();
        let turn_now = self.bodies.get(def.body_a)?.pose.rotation.inv_mul(self.bodies.get(def.body_b)?.pose.rotation).angle();
        self.take_joints_apart();
        let joint = Joint {
            body_a: def.body_a,
            body_b: def.body_b,
            local_anchor_a: pose_a.inv_transform_point(anchor_a),
            local_anchor_b: pose_b.inv_transform_point(anchor_b),
            reference_angle,
            local_axis_a: pose_a.rotation.inv_rotate(axis),
            local_gap_a: pose_a.rotation.inv_rotate(anchor_b - anchor_a),
            kind: def.kind.with_length((anchor_b - anchor_a).length()).bounded(),
            collide_connected: def.collide_connected,
            // Wheels of a gear mesh where they are.
            angle: if def.kind.turns() == RELATIVE_ANGLE { wrap_angle(turn_now - reference_angle) } else { 0.0 },
            impulses: [0.0; 6],
            carried: JointImpulse::default(),
        };
        let id = self.joints.insert(joint);
        if !def.collide_connected {
            // In place: a scene of 40,000 joints would not be built in bearable time by listing them all again for
            // each.
            let pair = ordered(def.body_a, def.body_b);
            let index = self.joined.partition_point(|other| *other < pair);
            self.joined.insert(index, pair);
        }
        self.search_joined_pair_again(def.body_a, def.body_b);
        self.wake_joined(def.body_a, def.body_b);
        Some(id)
    }

    /// Takes a joint out and wakes its bodies.
    pub fn remove_joint(&mut self, id: JointId) -> bool {
        let Some(joint) = self.joints.get(id) else { return false };
        let (a, b, forbids) = (joint.body_a, joint.body_b, !joint.collide_connected);
        self.wake_joined(a, b);
        self.take_joints_apart();
        self.joints.remove(id);
        if forbids && let Ok(index) = self.joined.binary_search(&ordered(a, b)) {
            self.joined.remove(index);
        }
        self.search_joined_pair_again(a, b);
        true
    }

    /// Takes out all joints of bodies that are about to go; these are in order of creation. Nothing can touch what is
    /// gone, so no pairs are looked for again.
    pub(super) fn remove_joints_of(&mut self, gone: &[BodyId]) {
        self.take_joints_apart();
        let joints: Vec<JointId> = self.joints.iter().filter(|(_, joint)| joint.joins_any(gone)).map(|(id, _)| id).collect();
        self.joints.remove_all(&joints);
        self.joined.retain(|(a, b)| gone.binary_search(a).is_err() && gone.binary_search(b).is_err());
    }

    /// Changes limits, motor, spring, target …; the anchors, the axis, and a length that is not given stay. Ignored
    /// when the variant differs. Wakes both bodies.
    pub fn set_joint_kind(&mut self, id: JointId, kind: JointKind) {
        self.take_joints_apart();
        let Some(joint) = self.joints.get_mut(id) else { return };
        if std::mem::discriminant(&joint.kind) != std::mem::discriminant(&kind) {
            return;
        }
        joint.kind = joint.kind.length().map_or(kind, |length| kind.with_length(length)).bounded();
        joint.drop_lost_impulses();
        let (a, b) = (joint.body_a, joint.body_b);
        self.wake_joined(a, b);
    }

    /// Forces, error and coordinate of a joint.
    pub fn joint_readout(&self, id: JointId) -> Option<JointReadout> {
        let place = self.joints.index_of(id)?;
        let joint = &self.joints.values()[place];
        let (a, b) = (self.bodies.get(joint.body_a)?, self.bodies.get(joint.body_b)?);
        let (_, angle) = self.joint_memory(place);
        Some(joint.readout([a, b], (self.joint_carried(place), angle), self.settings.step_seconds()))
    }

    fn wake_joined(&mut self, a: BodyId, b: BodyId) {
        self.wake(a);
        self.wake(b);
    }

    /// After a joint came or went: the pairs of its bodies are looked for again, and contacts that it forbids go.
    fn search_joined_pair_again(&mut self, a: BodyId, b: BodyId) {
        let pair = ordered(a, b);
        if self.joined.binary_search(&pair).is_ok() {
            self.drop_contacts_of(a, |_, (x, y)| (x.body, y.body) == pair);
        }
        self.search_pairs_again(a);
        self.activity.is_current = false;
    }

    /// Accumulated impulses of the last sub-step (N·s or N·m·s, see each joint's file) and the angle of B relative to A
    /// at the end of the last step (radians, zero at creation, counted over whole turns), of the joint at a place in
    /// [`World::joints`].
    pub(crate) fn joint_memory(&self, place: usize) -> ([f32; 6], f32) {
        let joint = &self.joints.values()[place];
        self.joint_set.memory(place).unwrap_or((joint.impulses, joint.angle))
    }

    /// What a joint, by its place in [`World::joints`], gave B in the last step it took part in, impacts included.
    pub(crate) fn joint_carried(&self, place: usize) -> JointImpulse {
        self.joint_set.carried(place).unwrap_or(self.joints.values()[place].carried)
    }

    /// Before anything changes that the solver's set of joints was made of: joints, masses, which bodies can move.
    pub(super) fn take_joints_apart(&mut self) {
        self.joint_set.give_back(self.joints.values_mut());
    }
}

/// A pair of bodies as it stands in the list of joined ones.
fn ordered(a: BodyId, b: BodyId) -> (BodyId, BodyId) {
    if a < b { (a, b) } else { (b, a) }
}
