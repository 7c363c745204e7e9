//! A document running: the engine's world, the names of its things, launchers and shots.
use super::document::{BodyDoc, Document};
use super::launcher::{Aim, Shot};
use super::problem::Problems;
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::Vec2;
use crate::engine::state::WorldState;
use crate::engine::world::World;

/// Which string id belongs to which engine id.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Bodies, sorted by engine id.
    pub bodies: Vec<(BodyId, String)>,
    /// Joints, sorted by engine id.
    pub joints: Vec<(JointId, String)>,
}

#[allow(unused_variables)]
impl Names {
    /// Engine id of a body.
    pub fn body_id(&self, name: &str) -> Option<BodyId> {
        todo!("scene")
    }
    /// String id of a body; projectiles are "shot 1", "shot 2" …
    pub fn body_name(&self, id: BodyId) -> Option<&str> {
        todo!("scene")
    }
    /// Engine id of a joint.
    pub fn joint_id(&self, name: &str) -> Option<JointId> {
        todo!("scene")
    }
    /// String id of a joint.
    pub fn joint_name(&self, id: JointId) -> Option<&str> {
        todo!("scene")
    }
}

/// Something a person does while the scene runs, that is not an edit of the document. Recorded by the timeline, so that
/// going back and running again repeats it exactly.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Take hold of a body at a world point.
    Grab {
        /// Which body.
        body: BodyId,
        /// Where, world, metres.
        point: Vec2,
    },
    /// Pull it towards a world point.
    MoveGrab {
        /// Where to.
        target: Vec2,
    },
    /// Let go (it keeps its velocity: a throw).
    Release,
    /// Fire a launcher.
    Fire {
        /// Id of the launcher.
        launcher: String,
    },
}

/// A running scene. A clone continues with the same bits.
#[derive(Clone, Debug)]
pub struct Stage {
    world: World,
    names: Names,
    shots: Vec<Shot>,
}

/// All that a run has accumulated, to be saved in a file.
///
/// **Ids.** In `world` the ids are places in lists, whatever ids the running world has given by then:
/// * `BodyId(n)` with n below `document.bodies.len()` is the n-th body of the document;
/// * `BodyId(document.bodies.len())` is the hidden world body (see [`Stage::world_body`]), which never moves;
/// * the numbers after it are `projectiles`, in their order;
/// * `JointId(n)` is the n-th joint of the document.
///
/// What a hand pulls at the moment is not part of it: a saved run continues as if it had been let go.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageState {
    /// The world's own state, with ids as above.
    pub world: WorldState,
    /// Projectiles in flight, oldest first, as bodies: id "shot N", one circle.
    pub projectiles: Vec<BodyDoc>,
    /// The shots they belong to, in the same order; `body` is `BodyId(document.bodies.len() + 1 + n)` for the n-th.
    pub shots: Vec<Shot>,
    /// Shots fired since the start: the next one gets the number after it.
    pub shots_fired: u32,
}

#[allow(unused_variables)]
impl Stage {
    /// Builds the document's world, at its saved state if it has one.
    ///
    /// # Errors
    /// The problems that [`super::file::check`] would name.
    pub fn new(document: &Document) -> Result<Stage, Problems> {
        todo!("scene")
    }
    /// The engine's world.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// String ids.
    pub fn names(&self) -> &Names {
        &self.names
    }
    /// Steps taken since the start of the document.
    pub fn step_count(&self) -> u64 {
        todo!("scene")
    }
    /// Applies an input, now. False when it does not apply (body gone, static, no such launcher).
    pub fn input(&mut self, input: &Input) -> bool {
        todo!("scene")
    }
    /// One step: launchers whose time has come fire, the world steps, shots are scored, old projectiles disappear.
    pub fn step(&mut self) {
        todo!("scene")
    }
    /// All shots of this run that are still interesting (in flight, or ended less than some seconds ago), oldest first.
    pub fn shots(&self) -> &[Shot] {
        &self.shots
    }
    /// Where a launcher of the document aims right now; `None` when there is no such launcher or its mount is gone.
    pub fn aim(&self, launcher: &str) -> Option<Aim> {
        todo!("scene")
    }
    /// Ids of all launchers, in file order.
    pub fn launchers(&self) -> Vec<String> {
        todo!("scene")
    }
    /// The body being pulled by the mouse, with its anchor and target, world.
    pub fn grabbed(&self) -> Option<(BodyId, Vec2, Vec2)> {
        todo!("scene")
    }
    /// Brings the running world up to an edited document: what differs between `old` and `new` is added, taken out or
    /// changed in place, everything else goes on undisturbed.
    ///
    /// # Errors
    /// `new` has problems; the stage is unchanged.
    pub fn sync(&mut self, old: &Document, new: &Document) -> Result<(), Problems> {
        todo!("scene")
    }
    /// What to put in a file's `state` to continue exactly here.
    pub fn state(&self) -> StageState {
        todo!("scene")
    }
    /// The document shape that a collider was built from (an outline gives several colliders): index into [`BodyDoc::shapes`].
    pub fn shape_index(&self, collider: ColliderId) -> Option<usize> {
        todo!("scene")
    }
}
