//! A run that is otherwise: changes of a scene from a step of its run on, kept with a step of a lesson.
//!
//! ```text
//!   the scene's run   ├─────────┬──────────────●   the step of the lesson
//!   the branch                  └──────────────●   `from`: here its changes are made
//! ```
//! It holds what differs and nothing that was recorded: the same changes give the same run again.

use super::body_doc::BodyDoc;
use super::joint_doc::JointDoc;
use crate::engine::world::WorldSettings;

/// What is otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BranchDoc {
    /// What it is called.
    pub name: String,
    /// The step of the run at which the changes are made; 0 = the scene is built with them.
    pub from: u64,
    /// Other settings of the simulation.
    pub world: Option<Box<WorldSettings>>,
    /// Bodies in the place of the scene's of the same ids, and bodies that the scene has not.
    pub bodies: Vec<BodyDoc>,
    /// The same of joints.
    pub joints: Vec<JointDoc>,
    /// Ids of bodies that are not there.
    pub without_bodies: Vec<String>,
    /// Ids of joints that are not there.
    pub without_joints: Vec<String>,
}

impl BranchDoc {
    /// Hands over every name of a body in it.
    pub fn each_mention(&mut self, mut meet: impl FnMut(&mut String)) {
        self.joints.iter_mut().flat_map(|joint| joint.body_a.iter_mut().chain([&mut joint.body_b])).for_each(&mut meet);
        self.bodies.iter_mut().map(|body| &mut body.id).chain(&mut self.without_bodies).for_each(meet);
    }

    /// Carries a new id of a joint along.
    pub fn rename_joint(&mut self, old: &str, new: &str) {
        let all = self.joints.iter_mut().map(|joint| &mut joint.id).chain(&mut self.without_joints);
        all.filter(|name| *name == old).for_each(|name| new.clone_into(name));
    }

    /// Takes out what it says of bodies and joints that were taken out of the scene.
    pub fn forget(&mut self, body_gone: impl Fn(&str) -> bool, joint_gone: impl Fn(&str) -> bool) {
        self.bodies.retain(|body| !body_gone(&body.id));
        self.without_bodies.retain(|id| !body_gone(id));
        let hangs = |joint: &JointDoc| body_gone(&joint.body_b) || joint.body_a.as_deref().is_some_and(&body_gone);
        self.joints.retain(|joint| !joint_gone(&joint.id) && !hangs(joint));
        self.without_joints.retain(|id| !joint_gone(id));
    }
}
