//! World settings of a scene.

use crate::engine::broad::BroadPhase;
use crate::engine::joint::JointSolver;
use crate::engine::math::Vec2;
use crate::engine::mixing::Mixing;
use crate::engine::narrow::NarrowPhase;
use crate::engine::solver::Solver;
use crate::engine::solver::table::SolverParameters;
use crate::engine::tuning;

/// World settings of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldDoc {
    /// m/s².
    pub gravity: Vec2,
    /// Steps per second, 10 to 1000.
    pub step_hz: f32,
    /// Sub-steps per step, 1 to 64.
    pub substeps: u32,
    /// How impulses are found.
    pub solver: Solver,
    /// What each solver is told.
    pub solver_parameters: SolverParameters,
    /// How convex pairs are collided.
    pub narrow_phase: NarrowPhase,
    /// How pairs are found.
    pub broad_phase: BroadPhase,
    /// How joints that hang together are solved.
    pub joint_solver: JointSolver,
    /// How two materials share one coefficient.
    pub mixing: Mixing,
    /// Contacts that close more slowly do not bounce, m/s, 0 to the largest speed.
    pub restitution_threshold: f32,
    /// Reuse last step's impulses.
    pub warm_starting: bool,
    /// Contacts limit the sum of their impulses, not each increment.
    pub accumulation: bool,
    /// Take the velocity of the push out of overlap away again.
    pub relaxing: bool,
    /// Let slow islands sleep.
    pub sleeping: bool,
    /// Stop fast bodies at static shapes.
    pub continuous: bool,
}

impl Default for WorldDoc {
    fn default() -> Self {
        WorldDoc {
            gravity: Vec2::new(0.0, -9.81),
            step_hz: tuning::STEP_HZ,
            substeps: tuning::SUBSTEPS,
            solver: Solver::default(),
            solver_parameters: SolverParameters::default(),
            narrow_phase: NarrowPhase::Sat,
            broad_phase: BroadPhase::Grid,
            joint_solver: JointSolver::Direct,
            mixing: Mixing::default(),
            restitution_threshold: tuning::RESTITUTION_THRESHOLD,
            warm_starting: true,
            accumulation: true,
            relaxing: true,
            sleeping: true,
            continuous: true,
        }
    }
}
