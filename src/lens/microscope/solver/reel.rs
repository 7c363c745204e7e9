//! What a step of the solver recorded, and which of its rows are shown.

use super::run::WatchedStep;
use crate::engine::solver::SolverStep;
use crate::lens::microscope::part::{Part, PartKind};

/// What a row is between its two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// Along the normal at a point of a contact.
    Normal(usize),
    /// Along the tangent at a point of a contact.
    Friction(usize),
    /// Along the normal at a point of a contact, on pseudo-velocities.
    Push(usize),
    /// A joint along x, along y, or against turning (0, 1, 2).
    Joint(usize),
}

/// A row of the system: one number is to become zero, one impulse does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConstraintRow {
    pub(super) bodies: [crate::engine::body::BodyId; 2],
    pub(super) kind: RowKind,
    /// Which of several alike (contacts of the same two bodies), from 0.
    pub(super) nth: usize,
}

/// An impulse that is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownImpulse {
    pub(super) step: SolverStep,
    pub(super) row: usize,
    /// Number of its pass within the step.
    pub(super) pass: usize,
    /// Sum of the ghost's impulses on the same row after the same pass; `None` when it has no such row, or other
    /// sub-steps.
    pub(super) ghost: Option<f32>,
}

pub(super) struct SolverReel {
    pub(super) run: WatchedStep,
    pub(super) other: WatchedStep,
    /// "without warm starting", "with 4 sub-steps".
    pub(super) other_words: String,
    pub(super) rows: Vec<ConstraintRow>,
    /// Names of the rows, short.
    pub(super) names: Vec<String>,
    pub(super) shown: Vec<ShownImpulse>,
    /// How many impulses there were altogether among the chosen rows.
    pub(super) all: usize,
    /// Largest |sum| of an impulse and largest |velocity| of the shown, to scale arrows by.
    pub(super) most_impulse: f32,
    pub(super) most_speed: f32,
}

/// Most impulses that are shown: a whole island has thousands.
pub(super) const MOST_SHOWN: usize = 400;

/// The part that a row is.
pub(super) fn part(row: usize) -> Part {
    Part::nth(PartKind::Row, row)
}
