//! Settings of a world, with their bounds.

use crate::engine::broad::BroadPhase;
use crate::engine::joint::JointSolver;
use crate::engine::lanes::Width;
use crate::engine::math::{Vec2, clamp};
use crate::engine::mixing::Mixing;
use crate::engine::narrow::NarrowPhase;
use crate::engine::narrow::batch::NarrowSettings;
use crate::engine::solver::Solver;
use crate::engine::solver::table::SolverParameters;
use crate::engine::tuning;

/// Settings of a world. All may be changed between steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldSettings {
    /// m/s².
    pub gravity: Vec2,
    /// Steps per second, above 0.
    pub step_hz: f32,
    /// Sub-steps per step, at least 1, of a solver that takes any ([`WorldSettings::substep_count`]).
    pub substeps: u32,
    /// How impulses are found.
    pub solver: Solver,
    /// What each solver can be told; only those of the chosen one have an effect.
    pub solver_parameters: SolverParameters,
    /// How convex pairs are collided.
    pub narrow_phase: NarrowPhase,
    /// How joints that hang together are solved.
    pub joint_solver: JointSolver,
    /// How pairs are found.
    pub broad_phase: BroadPhase,
    /// Reuse last step's impulses. Off: see stacks sag.
    pub warm_starting: bool,
    /// Contacts limit the sum of their impulses. Off: each increment by itself, so nothing is taken back, and there is
    /// no sum for a warm start of contacts; see resting bodies hop.
    pub accumulation: bool,
    /// A second pass takes the velocity of the push out of overlap away again. Off: see overlap turn into speed.
    pub relaxing: bool,
    /// How many constraints or pairs are computed at once. Bits do not depend on it, and scene files do not save it.
    pub width: Width,
    /// Let slow islands sleep.
    pub sleeping: bool,
    /// Stop fast bodies at static shapes. Off: see them pass.
    pub continuous: bool,
    /// Friction and restitution of a pair.
    pub mixing: Mixing,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// Largest stiffness of contacts, hertz; they are no stiffer than the sub-steps allow either.
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
            solver_parameters: SolverParameters::default(),
            narrow_phase: NarrowPhase::Sat,
            joint_solver: JointSolver::Direct,
            broad_phase: BroadPhase::Grid,
            warm_starting: true,
            accumulation: true,
            relaxing: true,
            width: Width::widest(),
            sleeping: true,
            continuous: true,
            mixing: Mixing::default(),
            restitution_threshold: tuning::RESTITUTION_THRESHOLD,
            contact_hertz: tuning::MOST_CONTACT_HERTZ,
            contact_damping_ratio: tuning::CONTACT_DAMPING_RATIO,
            joint_hertz: tuning::JOINT_HERTZ,
            joint_damping_ratio: tuning::JOINT_DAMPING_RATIO,
        }
    }
}

impl WorldSettings {
    /// How the narrow phase measures crowds.
    pub(super) fn narrow_settings(&self) -> NarrowSettings {
        NarrowSettings { method: self.narrow_phase, margin: tuning::SPECULATIVE_MARGIN, width: self.width }
    }

    /// The same with every number in its range; numbers that are not finite become the defaults.
    pub fn bounded(self) -> WorldSettings {
        let default = WorldSettings::default();
        WorldSettings {
            gravity: bounded_vec(self.gravity, tuning::MAX_GRAVITY).unwrap_or(default.gravity),
            step_hz: bounded(self.step_hz, tuning::MIN_STEP_HZ, tuning::MAX_STEP_HZ).unwrap_or(default.step_hz),
            substeps: self.substeps.clamp(1, tuning::MAX_SUBSTEPS),
            solver_parameters: self.solver_parameters.bounded(),
            mixing: self.mixing.bounded(),
            width: self.width.min(Width::widest()),
            restitution_threshold: bounded(self.restitution_threshold, 0.0, tuning::MAX_SPEED).unwrap_or(default.restitution_threshold),
            contact_hertz: bounded(self.contact_hertz, 1.0, tuning::MAX_HERTZ).unwrap_or(default.contact_hertz),
            contact_damping_ratio: bounded(self.contact_damping_ratio, 0.0, tuning::MAX_DAMPING_RATIO)
                .unwrap_or(default.contact_damping_ratio),
            joint_hertz: bounded(self.joint_hertz, 1.0, tuning::MAX_HERTZ).unwrap_or(default.joint_hertz),
            joint_damping_ratio: bounded(self.joint_damping_ratio, 0.0, tuning::MAX_DAMPING_RATIO).unwrap_or(default.joint_damping_ratio),
            ..self
        }
    }

    /// Length of a step, seconds.
    pub fn step_seconds(&self) -> f32 {
        1.0 / self.step_hz
    }

    /// How long after the start of a step a force is to be taken that depends on its body's place or angle, seconds, so
    /// that it neither feeds nor takes energy. A free body moves by the mean of its velocities at the start and the end
    /// of the step: half a step. One with joints moves by the velocity at the end of each sub-step, which reaches half
    /// a sub-step further; so for the same map of determinant 1 the force is taken half a sub-step earlier.
    pub fn force_lead(&self, has_joints: bool) -> f32 {
        let ends_late = has_joints && self.solver != Solver::Lagrange;
        0.5 * (self.step_seconds() - if ends_late { self.substep_seconds() } else { 0.0 })
    }

    /// Length of a sub-step, seconds.
    pub fn substep_seconds(&self) -> f32 {
        1.0 / (self.step_hz * self.substep_count() as f32)
    }

    /// Sub-steps that the solver takes in a step: 1 for one that iterates instead.
    pub fn substep_count(&self) -> u32 {
        if self.solver.row().has_substeps { self.substeps } else { 1 }
    }

    /// How joints that hang together are solved: never at once by a solver that takes one row after the other.
    pub(super) fn hinge_solver(&self) -> JointSolver {
        if self.solver.row().has_direct_joints { self.joint_solver } else { JointSolver::Iterative }
    }
}

/// A number from outside, limited to `[low, high]`; `None` when it is not finite.
pub(crate) fn bounded(x: f32, low: f32, high: f32) -> Option<f32> {
    x.is_finite().then(|| clamp(x, low, high))
}

/// A vector from outside, each coordinate limited to `±bound`; `None` when one is not finite.
pub(crate) fn bounded_vec(v: Vec2, bound: f32) -> Option<Vec2> {
    Some(Vec2::new(bounded(v.x, -bound, bound)?, bounded(v.y, -bound, bound)?))
}
