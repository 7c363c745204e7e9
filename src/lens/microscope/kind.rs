//! What a microscope is: the row of a table.

use super::film::Film;
use super::specimen::Specimen;
use crate::draw::Sheet;

/// A microscope: what it is called and how it makes its films.
#[derive(Clone, Copy)]
pub struct Microscope {
    /// Id in files and on the command line.
    pub id: &'static str,
    /// Name on its tab.
    pub name: &'static str,
    /// One line: what it shows.
    pub explanation: &'static str,
    /// The sheet of its second view.
    pub space: Sheet,
    /// What that view is called, with `A` and `B` for the names of the two.
    pub space_title: &'static str,
    /// The sheet that the film strip shows in small.
    pub thumbnail: Sheet,
    /// What the chart shows; `None` without one.
    pub chart_title: Option<&'static str>,
    /// Which handles it has beside the shapes.
    pub dials: &'static [Dial],
    /// Runs the engine's function and keeps every step.
    pub film: fn(&Specimen) -> Film,
}

/// Something that may be turned beside the shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dial {
    /// GJK's start direction.
    StartDirection,
    /// GJK's tolerance.
    GjkTolerance,
    /// GJK's turn limit.
    GjkTurns,
    /// EPA's tolerance.
    EpaTolerance,
    /// EPA's turn limit.
    EpaTurns,
    /// The margin up to which contacts are made.
    Margin,
    /// A free axis under SAT.
    FreeAxis,
    /// How both bodies move during the step to come.
    Motion,
    /// The turn limit of the time of impact.
    ToiTurns,
    /// Whether the solver starts from the impulses before.
    WarmStarting,
    /// Whether contacts limit the sum of their impulses, or each increment.
    Accumulation,
    /// Whether a second pass takes the velocity of the push away again.
    Relaxing,
    /// Which other choice is drawn faint beside the present one.
    Ghost,
    /// Number of the solver's sub-steps.
    Substeps,
    /// Rows of the whole island under the solver.
    Island,
    /// Which structure the broad phase searches.
    BroadPhase,
    /// A hunt for the pose at which the ways disagree most.
    Hunt,
}
