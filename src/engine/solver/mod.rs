//! Solvers: one file each, behind one enum.
//!
//! A solver sees a [`Problem`]: the moving bodies and the constraints between them, copied out of the world into dense arrays.
//! [`contact`] and [`crate::engine::joint`] say how one constraint is solved, [`soft_step`] in which order and how often.

pub mod body;
pub mod contact;
pub mod soft_step;
pub mod softness;

use super::body::BodyId;
use super::lanes::QuadPair;
use super::math::Vec2;
use body::Drive;
use contact::ContactConstraint;
use softness::Softness;

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
    /// Relative velocity along it before, m/s (rad/s for a torque).
    pub velocity_before: f32,
    /// Change of the accumulated impulse, N·s (N·m·s for a torque).
    pub impulse_change: f32,
    /// Accumulated impulse afterwards, N·s (N·m·s for a torque).
    pub impulse_total: f32,
    /// True when the clamp (no pull, friction cone, limit) cut it.
    pub clamped: bool,
}

/// A pass of one sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverPass {
    /// Bounces, before anything else happens in the sub-step.
    Restitution,
    /// Last sub-step's impulses applied again.
    WarmStart,
    /// With the push that removes overlap.
    Solve,
    /// Without it, so that the push leaves no velocity behind.
    Relax,
}

/// What all constraints of one pass share.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Sub-step, from 0.
    pub substep: u32,
    /// Which pass.
    pub kind: SolverPass,
    /// Length of the sub-step, seconds.
    pub h: f32,
    /// 1 / h.
    pub inv_h: f32,
    /// How stiff rigid joints are.
    pub joint_softness: Softness,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
}

impl Pass {
    /// True when the pass also pushes position errors away.
    #[inline]
    pub fn use_bias(&self) -> bool {
        self.kind == SolverPass::Solve
    }
}

/// Bodies and constraints of one step in dense arrays. Constraints name bodies by their slot.
#[derive(Debug, Default)]
pub struct Problem {
    /// What the passes read and write. Slot 0 stands for everything that does not move.
    pub bodies: Vec<QuadPair>,
    /// Forces on each body and what else only the integration needs, same slots.
    pub drives: Vec<Drive>,
    /// Contacts: first those between two moving bodies, then those with something fixed, so that these have the last word.
    pub contacts: Vec<ContactConstraint>,
}

/// A problem is filled anew in each step: a clone of a world starts with an empty one.
impl Clone for Problem {
    fn clone(&self) -> Self {
        Problem::default()
    }
}
