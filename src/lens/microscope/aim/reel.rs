//! What the film keeps: the situation, each method on it, and what each frame shows.

use super::situation::Situation;
use crate::guidance::lead::{LeadOutcome, LeadRow, LeadSolution, LeadStep};
use crate::lens::microscope::film::FrameGroup;

/// A method on the situation.
pub(super) struct MethodRun {
    pub row: &'static LeadRow,
    pub steps: Vec<LeadStep>,
    pub outcome: LeadOutcome,
    /// How far projectile and target are apart when the projectile is at the place aimed at, metres.
    pub miss: Option<f32>,
}

impl MethodRun {
    pub fn solution(&self) -> Option<&LeadSolution> {
        if let LeadOutcome::Solved(solution) = &self.outcome { Some(solution) } else { None }
    }
}

/// What a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Start,
    /// Guess `.1` of method `.0`.
    Guess(usize, usize),
    /// The polynomial of a method, before its roots are known.
    Curve(usize),
    Roots(usize),
    Need(usize),
    Turn(usize),
    /// Halving `.1` of the search of method `.0`.
    Halving(usize, usize),
    Answer(usize),
    Table,
}

impl Moment {
    pub fn run(self) -> Option<usize> {
        match self {
            Moment::Start | Moment::Table => None,
            Moment::Guess(run, _) | Moment::Halving(run, _) => Some(run),
            Moment::Curve(run) | Moment::Roots(run) | Moment::Need(run) | Moment::Turn(run) | Moment::Answer(run) => Some(run),
        }
    }
}

pub(super) struct AimReel {
    pub situation: Situation,
    pub runs: Vec<MethodRun>,
    pub moments: Vec<Moment>,
    pub groups: Vec<FrameGroup>,
}

/// True when the polynomial of these steps is of degree two.
pub(super) fn is_quadratic(steps: &[LeadStep]) -> bool {
    steps.iter().any(|step| matches!(step, LeadStep::Polynomial { discriminant: Some(_), .. }))
}
