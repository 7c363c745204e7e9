//! The world: bodies, contacts and joints, and one step of time.

use super::body::{Body, BodyDef, BodyId, BodyKind};
use super::broad::BroadPhase;
use super::collider::{Collider, ColliderDef, ColliderId};
use super::fingerprint::Fingerprint;
use super::joint::{Joint, JointDef, JointId, JointKind, JointReadout};
use super::material::Mix;
use super::math::Vec2;
use super::narrow::{FeatureId, Manifold, NarrowPhase};
use super::probe::{NoProbe, Probe};
use super::solver::{Solver, SolverStep};
use super::state::WorldState;
use super::tuning;

/// Settings of a world. All may be changed between steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// m/s².
    pub gravity: Vec2,
    /// Steps per second, above 0.
    pub step_hz: f32,
    /// Sub-steps per step, at least 1.
    pub substeps: u32,
    /// How impulses are found.
    pub solver: Solver,
    /// How convex pairs are collided.
    pub narrow_phase: NarrowPhase,
    /// How pairs are found.
    pub broad_phase: BroadPhase,
    /// Reuse last step's impulses. Off: see stacks sag.
    pub warm_starting: bool,
    /// Let slow islands sleep.
    pub sleeping: bool,
    /// Stop fast bodies at static shapes (S9). Off: see them pass.
    pub continuous: bool,
    /// Friction of a pair.
    pub friction_mix: Mix,
    /// Restitution of a pair.
    pub restitution_mix: Mix,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// Stiffness of contacts, hertz.
    pub contact_hertz: f32,
    /// Damping of contacts, ratio of critical.
    pub contact_damping_ratio: f32,
    /// Stiffness of joints, hertz.
    pub joint_hertz: f32,
    /// Damping of joints, ratio of critical.
    pub joint_damping_ratio: f32,
}

impl Default for WorldSettings {
    fn default() -> Self {
        WorldSettings {
            gravity: Vec2::new(0.0, -9.81),
            step_hz: tuning::STEP_HZ,
            substeps: tuning::SUBSTEPS,
            solver: Solver::SoftStep,
            narrow_phase: NarrowPhase::Sat,
            broad_phase: BroadPhase::Tree,
            warm_starting: true,
            sleeping: true,
            continuous: true,
            friction_mix: Mix::GeometricMean,
            restitution_mix: Mix::Maximum,
            restitution_threshold: tuning::RESTITUTION_THRESHOLD,
            contact_hertz: tuning::CONTACT_HERTZ,
            contact_damping_ratio: tuning::CONTACT_DAMPING_RATIO,
            joint_hertz: tuning::JOINT_HERTZ,
            joint_damping_ratio: tuning::JOINT_DAMPING_RATIO,
        }
    }
}

/// A point of a contact, world frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Metres; where it was when the manifold was made (start of the step).
    pub position: Vec2,
    /// Signed gap, metres; negative = overlap.
    pub separation: f32,
    /// Impulse along the normal during the last step, N·s, at least 0; kept for warm starting.
    pub normal_impulse: f32,
    /// Impulse along `perp(normal)` on B, N·s.
    pub tangent_impulse: f32,
    /// Which features touch.
    pub feature: FeatureId,
}

/// Two colliders whose boxes overlap, and where they touch. `collider_a < collider_b`.
#[derive(Clone, Debug)]
pub struct Contact {
    /// First collider.
    pub collider_a: ColliderId,
    /// Second collider.
    pub collider_b: ColliderId,
    /// Unit normal from A to B, world; zero without points.
    pub normal: Vec2,
    /// The points; only the first `count` are valid.
    pub points: [ContactPoint; 2],
    /// 0, 1 or 2. Points may still be a small gap apart ([`tuning::SPECULATIVE_MARGIN`]).
    pub count: usize,
    /// The narrow phase's answer in A's frame, exactly as [`super::narrow::collide`] gave it.
    pub manifold: Manifold,
    /// Poses of bodies A and B that the manifold was made with, so that a lens can run the same algorithm again.
    pub pose_a: super::math::Pose,
    /// See `pose_a`.
    pub pose_b: super::math::Pose,
    /// Mixed friction.
    pub friction: f32,
    /// Mixed restitution.
    pub restitution: f32,
}

impl Contact {
    /// The valid points.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }
    /// True when some point overlaps or carries an impulse.
    pub fn is_touching(&self) -> bool {
        self.points().iter().any(|p| p.separation <= 0.0 || p.normal_impulse > 0.0)
    }
}

/// What happened in the last step.
#[derive(Clone, Debug, Default)]
pub struct StepEvents {
    /// Pairs that began to touch, with the largest closing speed (m/s) at that moment.
    pub begun: Vec<(ColliderId, ColliderId, f32)>,
    /// Pairs that stopped touching.
    pub ended: Vec<(ColliderId, ColliderId)>,
    /// Bodies that went non-finite and were frozen.
    pub frozen: Vec<BodyId>,
}

/// Energy of all bodies, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// `Σ ½ m v² + ½ I ω²`.
    pub kinetic: f64,
    /// `−Σ m g·x` with each body's gravity scale; zero at the origin.
    pub potential: f64,
}

/// Momentum of all dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// kg·m/s.
    pub linear: [f64; 2],
    /// About the world's origin, kg·m²/s.
    pub angular: f64,
}

/// Bodies, contacts and joints. Cloning gives an independent world that continues with the same bits.
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
}

#[allow(unused_variables)]
impl World {
    /// An empty world.
    pub fn new(settings: WorldSettings) -> World {
        World { settings }
    }
    /// The settings.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }
    /// Changes the settings from the next step on; wakes everything.
    pub fn set_settings(&mut self, settings: WorldSettings) {
        todo!("engine/world")
    }

    /// Adds a body with its colliders. Out-of-range numbers are refused.
    pub fn add_body(&mut self, def: BodyDef, colliders: Vec<ColliderDef>) -> BodyId {
        todo!("engine/world")
    }
    /// Takes a body out, with its contacts and joints; wakes what touched it. False when it is gone already.
    pub fn remove_body(&mut self, id: BodyId) -> bool {
        todo!("engine/world")
    }
    /// The body, unless it is gone.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        todo!("engine/world")
    }
    /// All bodies in order of creation.
    pub fn bodies(&self) -> std::vec::IntoIter<(BodyId, &Body)> {
        todo!("engine/world: return impl Iterator<Item = (BodyId, &Body)>")
    }
    /// A collider, unless its body is gone.
    pub fn collider(&self, id: ColliderId) -> Option<&Collider> {
        todo!("engine/world")
    }
    /// Changes kind, damping, gravity scale and switches; place and velocities stay. Recomputes the mass, wakes the body and its neighbours.
    pub fn set_properties(&mut self, id: BodyId, def: &BodyDef) {
        todo!("engine/world")
    }
    /// Replaces the colliders, recomputes the mass, wakes the body and its neighbours.
    pub fn set_colliders(&mut self, id: BodyId, colliders: Vec<ColliderDef>) {
        todo!("engine/world")
    }
    /// Puts the body somewhere else (body frame, metres, radians) and wakes it and its neighbours.
    pub fn set_pose(&mut self, id: BodyId, position: Vec2, angle: f32) {
        todo!("engine/world")
    }
    /// Sets the velocities (m/s of the centre of mass, rad/s) and wakes the body.
    pub fn set_velocity(&mut self, id: BodyId, linear: Vec2, angular: f32) {
        todo!("engine/world")
    }
    /// Adds an impulse (N·s) at a world point and wakes the body.
    pub fn apply_impulse(&mut self, id: BodyId, impulse: Vec2, point: Vec2) {
        todo!("engine/world")
    }
    /// Adds a force (N) at a world point for the next step and wakes the body.
    pub fn apply_force(&mut self, id: BodyId, force: Vec2, point: Vec2) {
        todo!("engine/world")
    }
    /// Wakes the body and its island.
    pub fn wake(&mut self, id: BodyId) {
        todo!("engine/world")
    }

    /// Adds a joint; `None` when a body is gone or both are the same.
    pub fn add_joint(&mut self, def: JointDef) -> Option<JointId> {
        todo!("engine/world")
    }
    /// Takes a joint out and wakes its bodies.
    pub fn remove_joint(&mut self, id: JointId) -> bool {
        todo!("engine/world")
    }
    /// The joint, unless it is gone.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        todo!("engine/world")
    }
    /// All joints in order of creation.
    pub fn joints(&self) -> std::vec::IntoIter<(JointId, &Joint)> {
        todo!("engine/world: return impl Iterator<Item = (JointId, &Joint)>")
    }
    /// Changes limits, motor, spring, target …; the anchors stay. Ignored when the variant differs. Wakes both bodies.
    pub fn set_joint_kind(&mut self, id: JointId, kind: JointKind) {
        todo!("engine/world")
    }
    /// Forces, error and coordinate of a joint.
    pub fn joint_readout(&self, id: JointId) -> Option<JointReadout> {
        todo!("engine/world")
    }

    /// Advances by `1 / step_hz` seconds.
    pub fn step(&mut self) {
        self.step_probed(&mut NoProbe);
    }
    /// The same step, watched.
    pub fn step_probed<P: Probe<SolverStep>>(&mut self, probe: &mut P) {
        todo!("engine/world")
    }
    /// Steps taken so far.
    pub fn step_count(&self) -> u64 {
        todo!("engine/world")
    }
    /// What happened in the last step.
    pub fn events(&self) -> &StepEvents {
        todo!("engine/world")
    }
    /// All pairs whose boxes overlap, sorted by colliders; those with points touch or nearly so.
    pub fn contacts(&self) -> &[Contact] {
        todo!("engine/world")
    }
    /// The contact of two colliders in either order.
    pub fn contact(&self, x: ColliderId, y: ColliderId) -> Option<&Contact> {
        todo!("engine/world")
    }
    /// Island number of each dynamic body (bodies in order of creation; `None` for static and kinematic ones).
    pub fn islands(&self) -> Vec<Option<u32>> {
        todo!("engine/world")
    }
    /// Boxes of the dynamic tree from the root down: (box, depth, is leaf). Empty for brute force.
    pub fn tree_boxes(&self) -> Vec<(super::aabb::Aabb, u32, bool)> {
        todo!("engine/world")
    }
    /// Kinetic and potential energy.
    pub fn energy(&self) -> Energy {
        todo!("engine/world")
    }
    /// Linear and angular momentum.
    pub fn momentum(&self) -> Momentum {
        todo!("engine/world")
    }
    /// Hashes of the exact state.
    pub fn fingerprint(&self) -> Fingerprint {
        todo!("engine/world")
    }
    /// The accumulated state, to continue elsewhere.
    pub fn state(&self) -> WorldState {
        todo!("engine/world")
    }
    /// Takes over a state made by [`World::state`] of a world built the same way; unknown ids are ignored.
    pub fn restore(&mut self, state: &WorldState) {
        todo!("engine/world")
    }
    /// Checks every inner invariant; the first breach in words. For tests.
    pub fn validate(&self) -> Result<(), String> {
        todo!("engine/world")
    }

    /// Colliders that contain the point, topmost (created last) first.
    pub fn colliders_at(&self, point: Vec2) -> Vec<ColliderId> {
        todo!("engine/query")
    }
    /// Colliders whose tight box overlaps the box.
    pub fn colliders_in(&self, region: super::aabb::Aabb) -> Vec<ColliderId> {
        todo!("engine/query")
    }
}

const _: BodyKind = BodyKind::Static;
