//! What can be changed at the microscope beside the shapes.

/// Something that may be turned beside the shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dial {
    /// Which form of GJK is shown: distance, or yes or no.
    GjkForm,
    /// GJK's start direction.
    StartDirection,
    /// GJK's tolerance.
    GjkTolerance,
    /// GJK's iteration limit.
    GjkIterations,
    /// EPA's tolerance.
    EpaTolerance,
    /// EPA's iteration limit.
    EpaIterations,
    /// The margin up to which contacts are made.
    Margin,
    /// A free axis under SAT.
    FreeAxis,
    /// How both bodies move during the step to come.
    Motion,
    /// The iteration limit of the time of impact.
    ToiIterations,
    /// Whether the solver starts from the impulses before.
    WarmStarting,
    /// Whether contacts limit the sum of their impulses, or each increment.
    Accumulation,
    /// Whether a second pass takes the velocity of the push away again.
    Relaxing,
    /// Which other choice is drawn faint beside the present one.
    Ghost,
    /// Number of the solver's sub-steps, if it takes any.
    Substeps,
    /// Number of the solver's iterations, if it iterates.
    Iterations,
    /// Rows of the whole island under the solver.
    Island,
    /// Which structure the broad phase searches.
    BroadPhase,
    /// Steps a second of the integrators.
    StepRate,
    /// Frequency of a spring.
    SpringHertz,
    /// Damping ratio of a spring.
    SpringDamping,
    /// A hunt for the pose at which the ways disagree most.
    Hunt,
}
