//! What each solver can be told. [`super::table`] has their names, ranges and words.

use crate::engine::lagrange::Integrator;
use crate::engine::tuning;

/// What all solvers can be told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SolverParameters {
    /// Of [`super::sequential_impulses`].
    pub sequential_impulses: SequentialParameters,
    /// Of [`crate::engine::lagrange`].
    pub lagrange: LagrangeParameters,
    /// Of [`super::one_contact`].
    pub one_contact: OneContactParameters,
    /// Of [`super::complementary`].
    pub complementarity: ComplementarityParameters,
}

/// What becomes of overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionCorrection {
    /// It is pushed out with velocity that is forgotten.
    SplitImpulse,
    /// It is pushed out with velocity that stays.
    Baumgarte,
    /// Nothing: it stays.
    None,
}

impl PositionCorrection {
    /// All, in order.
    pub const ALL: [PositionCorrection; 3] = [PositionCorrection::SplitImpulse, PositionCorrection::Baumgarte, PositionCorrection::None];
}

/// What [`super::sequential_impulses`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialParameters {
    /// Times that every row is solved in a step, at least 1.
    pub iterations: u32,
    /// What becomes of overlap.
    pub position_correction: PositionCorrection,
    /// Share of the position error that a step removes, 0 to 1.
    pub beta: f32,
    /// Overlap that contacts may keep, metres.
    pub slop: f32,
}

impl Default for SequentialParameters {
    fn default() -> Self {
        SequentialParameters { iterations: 10, position_correction: PositionCorrection::SplitImpulse, beta: 0.2, slop: tuning::LINEAR_SLOP }
    }
}

/// What the global solve can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LagrangeParameters {
    /// How accelerations become motion.
    pub integrator: Integrator,
    /// Steps of the integrator in a step of the world, at least 1.
    pub steps: u32,
    /// Feedback on the errors of joints, 1/s².
    pub k_s: f32,
    /// Feedback on their rates, 1/s; `2 √k_s` is critical.
    pub k_d: f32,
}

impl Default for LagrangeParameters {
    fn default() -> Self {
        LagrangeParameters { integrator: Integrator::Rk4, steps: 4, k_s: 100.0, k_d: 20.0 }
    }
}

/// What [`super::one_contact`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneContactParameters {
    /// Rounds in a step, at least 1; in each, every point has at most one turn.
    pub iterations: u32,
    /// Rounds in which overlaps are moved out.
    pub projections: u32,
    /// Angle that a body may turn by to leave an overlap, radians.
    pub largest_turn: f32,
    /// Overlap that contacts may keep, metres.
    pub slop: f32,
    /// Share of the errors of joints that a step removes, 0 to 1.
    pub beta: f32,
}

impl Default for OneContactParameters {
    fn default() -> Self {
        OneContactParameters { iterations: 10, projections: 4, largest_turn: 0.2, slop: tuning::LINEAR_SLOP, beta: 0.2 }
    }
}

/// What [`super::complementary`] can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComplementarityParameters {
    /// Solves in a step, at least 1; each takes the bounds of friction from the one before.
    pub friction_rounds: u32,
    /// Islands with more rows are left to sequential impulses.
    pub most_rows: u32,
    /// Share of overlap and of the errors of joints that a step removes, 0 to 1.
    pub beta: f32,
    /// Overlap that contacts may keep, metres.
    pub slop: f32,
}

impl Default for ComplementarityParameters {
    fn default() -> Self {
        ComplementarityParameters { friction_rounds: 4, most_rows: 160, beta: 0.2, slop: tuning::LINEAR_SLOP }
    }
}
