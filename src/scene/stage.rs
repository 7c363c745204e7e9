//! A document running: the engine's world, the names of its things, launchers and shots.
//!
//! **Ids.** Bodies of the document come first, so in a freshly built stage the engine's `BodyId(n)` is the n-th body
//! of the file. Behind them stands the *hidden world body*: static, without shapes, the partner of joints with the
//! world and of the hand that grabs. It has no name; projectiles come after it. Edits while the scene runs give later
//! numbers.
//!
//! A joint always means what it means in the document: its anchors are grains of its two bodies, its angle or way is
//! zero where the bodies stand in the document, also when it is added while they are elsewhere. A tool that joins
//! bodies which have moved apart first takes their present places into the document, or lets the joint pull them
//! together.

use super::air::Air;
use super::build::{self, BodyParts};
use super::document::{BodyDoc, Document, LauncherDoc, LightDoc, PlaneCurveDoc, Sight};
use super::explosion::Explosion;
use super::group_tree::Groups;
use super::gun::GunState;
pub use super::input::Input;
pub use super::messages::overcrowded_message;
use super::messages::shortfall_message;
use super::mine_doc::{MineDoc, MineState};
pub use super::names::Names;
use super::outside::Acting;
use super::problem::{Problem, Problems};
use super::progress::{Phase, Progress};
use super::running_sensor::{RunningSensor, SensingEffort};
use super::shot::Shot;
pub use super::stage_state::StageState;
use super::steering::SteeringState;
use super::wardrobe::Wardrobe;
use crate::engine::body::{BodyDef, BodyId, BodyKind};
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::lanes::Width;
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::world::{Enter, ImpactSearch, MechanismStep, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a body of the document is while it runs, beside the engine's body.
#[derive(Clone, Debug)]
pub(super) struct BodyRecord {
    /// Engine id.
    pub id: BodyId,
    /// Where the document puts its frame.
    pub document_pose: Pose,
    /// For each collider the index into [`BodyDoc::shapes`].
    pub shape_of: Vec<u32>,
}

/// A running scene. A clone continues with the same bits.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(super) world: World,
    pub(super) names: Names,
    pub(super) world_body: BodyId,
    /// Bodies of the document, sorted by engine id.
    pub(super) records: Vec<BodyRecord>,
    /// Bodies in the document's order.
    pub(super) body_order: Vec<BodyId>,
    /// Joints in the document's order.
    pub(super) joint_order: Vec<JointId>,
    pub(super) launchers: Vec<LauncherDoc>,
    pub(super) lights: Vec<LightDoc>,
    pub(super) airs: Vec<Air>,
    /// Ways of a pointer through the air since the last step.
    pub(super) stirs: Vec<(Vec2, Vec2)>,
    pub(super) curves: Vec<PlaneCurveDoc>,
    pub(super) groups: Arc<Groups>,
    pub(super) wardrobe: Arc<Wardrobe>,
    /// What launchers have accumulated, by id.
    pub(super) guns: BTreeMap<String, GunState>,
    /// What controllers have accumulated, by id of their bodies.
    pub(super) steering_states: BTreeMap<String, SteeringState>,
    /// Mines in the document's order.
    pub(super) mines: Vec<(BodyId, MineDoc)>,
    /// What mines have gone through, by id of their bodies.
    pub(super) mine_states: BTreeMap<String, MineState>,
    pub(super) explosions: Vec<Explosion>,
    /// Velocities of dynamic bodies before the last step, m/s, sorted by id.
    pub(super) velocities_before: Vec<(BodyId, Vec2)>,
    /// Sensors in the document's order.
    pub(super) sensors: Vec<RunningSensor>,
    pub(super) sensing: SensingEffort,
    pub(super) shots: Vec<Shot>,
    pub(super) shots_fired: u32,
    pub(super) grab: Option<JointId>,
    pub(super) acting: Acting,
    /// See [`Stage::structure`].
    pub(super) structure: u64,
}

impl Stage {
    /// Builds the document's world, at its saved state if it has one.
    ///
    /// # Errors
    /// The problems that [`super::file::check`] would name.
    pub fn new(document: &Document) -> Result<Stage, Problems> {
        super::file::check(document)?;
        Stage::of_checked(document, &Progress::default())
    }

    /// Builds the world of a document that [`super::file::parse`] has just returned, for somebody who waits elsewhere
    /// and may stop it.
    ///
    /// # Errors
    /// It was stopped; and what [`Stage::new`] would name, should the document be another.
    pub fn of_checked(document: &Document, progress: &Progress) -> Result<Stage, Problems> {
        let all = document.bodies.len();
        let mut problems = Vec::new();
        let mut bodies = Vec::with_capacity(all);
        for (index, body) in document.bodies.iter().enumerate() {
            if !progress.reach(Phase::Building, index / 2, all) {
                return Err(Problems::stopped());
            }
            bodies.push(build::parts(&document.materials, body, &format!("bodies[{index}]"), &mut problems));
        }
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        let world = World::new(document.world);
        let mut stage = Stage {
            world,
            names: Names::default(),
            world_body: BodyId(document.bodies.len() as u32),
            records: Vec::with_capacity(document.bodies.len()),
            body_order: Vec::with_capacity(document.bodies.len()),
            joint_order: Vec::with_capacity(document.joints.len()),
            launchers: document.launchers.clone(),
            lights: document.lights.clone(),
            airs: Vec::new(),
            stirs: Vec::new(),
            curves: document.curves.clone(),
            groups: Arc::new(Groups::of(document)),
            wardrobe: Arc::new(Wardrobe::of(document)),
            guns: BTreeMap::new(),
            steering_states: BTreeMap::new(),
            mines: Vec::new(),
            mine_states: BTreeMap::new(),
            explosions: Vec::new(),
            velocities_before: Vec::new(),
            sensors: Vec::new(),
            sensing: SensingEffort::default(),
            shots: Vec::new(),
            shots_fired: 0,
            grab: None,
            acting: Acting::default(),
            structure: 0,
        };
        for (index, (body, parts)) in document.bodies.iter().zip(bodies).enumerate() {
            if !progress.reach(Phase::Building, (all + index) / 2, all) {
                return Err(Problems::stopped());
            }
            stage.add_body(body, parts);
        }
        stage.world_body = stage.world.add_body(BodyDef { kind: BodyKind::Static, ..BodyDef::default() }, Vec::new());
        for (index, joint) in document.joints.iter().enumerate() {
            if !stage.add_joint(joint) {
                problems.push(Problem::new(format!("joints[{index}]"), "cannot be made, or its id is used twice"));
            }
        }
        stage.gather(document);
        stage.sync_airs(&document.smoke);
        if let Some(state) = &document.state {
            stage.restore(state, &mut problems);
            stage.read_sensors();
        }
        if problems.is_empty() { Ok(stage) } else { Err(Problems(problems)) }
    }

    /// The engine's world.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// The groups of the document: frames that stay where the document puts them while the bodies run.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }
    /// What its bodies wear.
    pub fn wardrobe(&self) -> &Wardrobe {
        &self.wardrobe
    }
    /// String ids.
    pub fn names(&self) -> &Names {
        &self.names
    }
    /// What a body is called: its id in the document, or "a projectile" for one that was shot and has none.
    pub fn name_of(&self, body: BodyId) -> &str {
        self.names.bodies.name(body).unwrap_or("a projectile")
    }
    /// The hidden static body that stands for the world in joints: without shapes, not to be drawn or listed.
    pub fn world_body(&self) -> BodyId {
        self.world_body
    }
    /// Steps taken since the start of the document.
    pub fn step_count(&self) -> u64 {
        self.world.step_count()
    }

    /// See [`World::limit_pairs`].
    pub fn limit_pairs(&mut self, most: usize) {
        self.world.limit_pairs(most);
    }

    /// What the last step left out because there was too much of it, in words.
    pub fn shortfall(&self) -> Option<String> {
        shortfall_message(self.world.events().unchecked, self.sensing.not_asked)
    }

    /// How often anything was added, removed or changed other than by the passing of time. Two moments of one run
    /// with the same number differ only in what steps accumulate.
    pub fn structure(&self) -> u64 {
        self.structure
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        let trails: usize = self.shots.iter().map(|shot| size_of_val(&shot.trail[..])).sum();
        self.world.bytes() + self.air_bytes() + trails + 200 * self.records.len()
    }

    /// Applies an input, now. False when it does not apply (body gone, static, no such launcher).
    pub fn input(&mut self, input: &Input) -> bool {
        let grab = self.grab;
        let applied = match input {
            Input::Grab { body, point } => self.take_hold(*body, *point),
            Input::MoveGrab { target } => self.pull(*target),
            Input::Release => self.let_go(),
            Input::Fire { launcher } => self.fire(launcher),
            Input::FireAll { launcher } => self.fire_all(launcher),
            Input::Hold { key, down } => self.hold(*key, *down),
            Input::Push { body, point, force } => self.start_push(*body, *point, *force),
            Input::MovePush { force } => self.change_push(*force),
            Input::EndPush => self.end_push(),
            Input::Stir { from, to } => self.stir(*from, *to),
            Input::Point { to } => self.point(*to),
            Input::Explode(blast) => self.explode(blast),
        };
        self.structure += u64::from(applied || grab != self.grab);
        applied
    }

    /// Computes so many constraints at once from now on; the motion stays the same ([`World::set_width`]).
    pub fn set_width(&mut self, width: Width) {
        self.structure += 1;
        self.world.set_width(width);
    }

    /// One step: launchers whose time has come fire, forces and controllers act, the world steps, joints break, shots
    /// are scored, old projectiles disappear.
    pub fn step(&mut self) {
        self.step_by(World::step);
    }

    /// The same step, watched.
    pub fn step_probed<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        self.step_by(|world| world.step_probed(probe));
    }

    /// The same step; what is watched is the global solve of joints.
    pub fn step_joints_probed<M: Probe<MechanismStep>>(&mut self, probe: &mut M) {
        self.step_by(|world| world.step_joints_probed(probe));
    }

    /// The same step, and the searches for a time of impact that it has made ([`World::step_noting_impacts`]).
    pub fn step_noting_impacts(&mut self) -> Vec<([ColliderId; 2], ImpactSearch)> {
        let mut noted = Vec::new();
        self.step_by(|world| noted = world.step_noting_impacts());
        noted
    }

    /// The same step; the parts of the world's are told.
    pub fn step_in_parts(&mut self, enter: Enter<'_>) {
        self.step_by(|world| world.step_in_parts(enter));
    }

    fn step_by(&mut self, step: impl FnOnce(&mut World)) {
        self.step_around_airs(step, Stage::step_airs);
    }

    /// A step of the world, and one of the smoke, which is told where bodies stood before.
    pub(super) fn step_around_airs(&mut self, step: impl FnOnce(&mut World), airs: impl FnOnce(&mut Stage, &Vec<(BodyId, Pose)>)) {
        self.fire_due();
        self.push_rockets();
        self.apply_forces();
        self.apply_controls();
        self.push_by_air();
        let poses = self.poses();
        let (before, velocities) = (self.before_step(), self.target_velocities());
        let moved = self.before_sensing();
        self.note_velocities();
        step(&mut self.world);
        self.ask_sensors(moved);
        airs(self, &poses);
        self.step_mines();
        self.break_joints();
        self.turn_barrels(velocities);
        self.measure_pointer();
        self.score_shots(&before);
        self.retire_shots();
    }

    /// How much a step like the last one has to do: the world's work ([`World::step_work`]), and in the same measure
    /// what aims, steers, pushes, scores and blows smoke before and after it.
    pub fn step_work(&self) -> u64 {
        let count = |things: usize, each: u64| things as u64 * each;
        let aiming = self.launchers.iter().filter(|launcher| launcher.has_target()).count();
        let searching = self.launchers.iter().filter(|launcher| launcher.aim_at == Sight::Nearest).count();
        let each = count(aiming, 10_000)
            + count(searching * self.records.len(), 10)
            + count(self.steering_states.len(), 250)
            + count(self.acting.forces.len(), 50);
        self.world.step_work() + each + count(self.shots.len(), 100) + self.air_work() + self.sensing_work()
    }

    /// A copy in whose world something is otherwise: to see what would come of it. Names and shots stay as they are,
    /// so no body may come or go.
    pub fn tried(&self, change: impl FnOnce(&mut World)) -> Stage {
        let mut copy = self.clone();
        change(&mut copy.world);
        copy
    }

    /// The body being pulled by the mouse, with its anchor and target, world.
    pub fn grabbed(&self) -> Option<(BodyId, Vec2, Vec2)> {
        let joint = self.world.joint(self.grab?)?;
        let target = joint.kind.target()?;
        let body = self.world.body(joint.body_b)?;
        Some((joint.body_b, body.pose.transform_point(joint.local_anchor_b), target))
    }

    /// The document shape that a collider was built from (an outline gives several colliders): index into
    /// [`BodyDoc::shapes`]. `None` for projectiles, which are not in the document.
    pub fn shape_index(&self, collider: ColliderId) -> Option<usize> {
        self.record(collider.body)?.shape_of.get(collider.index as usize).map(|index| *index as usize)
    }

    pub(super) fn record(&self, id: BodyId) -> Option<&BodyRecord> {
        let index = self.records.binary_search_by_key(&id, |record| record.id).ok()?;
        Some(&self.records[index])
    }

    /// Adds a body of the document behind all others. False when its name is taken.
    pub(super) fn add_body(&mut self, body: &BodyDoc, parts: BodyParts) -> bool {
        if self.names.bodies.id(&body.id).is_some() {
            return false;
        }
        let id = self.world.add_body(build::body_def(body), parts.colliders);
        self.names.bodies.add(id, &body.id);
        self.records.push(BodyRecord { id, document_pose: build::document_pose(body), shape_of: parts.shape_of });
        self.body_order.push(id);
        true
    }

    /// Adds a joint of the document behind all others, between the grains that the document names. False when it
    /// cannot be made.
    pub(super) fn add_joint(&mut self, joint: &super::document::JointDoc) -> bool {
        let (Some(body_a), Some(body_b)) = (self.party(joint.body_a.as_deref()), self.party(Some(&joint.body_b))) else { return false };
        let def = build::joint_def(joint, body_a, body_b);
        let pose = |id: BodyId| self.record(id).map_or(Pose::IDENTITY, |record| record.document_pose);
        let (pose_a, pose_b) = (pose(body_a), pose(body_b));
        if self.names.joints.id(&joint.id).is_some() {
            return false;
        }
        let Some(id) = self.world.add_joint_at(def, pose_a, pose_b) else { return false };
        self.names.joints.add(id, &joint.id);
        self.joint_order.push(id);
        true
    }

    /// Engine id of a party of a joint; `None` as a name is the world.
    pub(super) fn party(&self, name: Option<&str>) -> Option<BodyId> {
        name.map_or(Some(self.world_body), |name| self.names.bodies.id(name))
    }
}
