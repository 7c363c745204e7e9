//! Solvers: one file each, behind one enum.
pub mod soft_step;

use super::body::BodyId;
use super::math::Vec2;

/// Which method finds the impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Soft constraints with sub-steps and a relax pass (S12).
    #[default]
    SoftStep,
}

/// One impulse application, as a probe sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverStep {
    /// Sub-step, from 0.
    pub substep: u32,
    /// Which pass of the sub-step.
    pub pass: SolverPass,
    /// First body.
    pub body_a: BodyId,
    /// Second body.
    pub body_b: BodyId,
    /// Where, world, metres.
    pub point: Vec2,
    /// Along which unit direction, world (zero for a torque).
    pub direction: Vec2,
    /// Relative velocity along it before, m/s.
    pub velocity_before: f32,
    /// Change of the accumulated impulse, N·s.
    pub impulse_change: f32,
    /// Accumulated impulse afterwards, N·s.
    pub impulse_total: f32,
    /// True when the clamp (no pull, friction cone, limit) cut it.
    pub clamped: bool,
}

/// A pass of one sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverPass {
    /// Last step's impulses applied again.
    WarmStart,
    /// With the push that removes overlap.
    Solve,
    /// Without it, so that the push leaves no velocity behind.
    Relax,
    /// Bounces.
    Restitution,
}
