//! The solvers, a row each: what they are called, what they can be told. The file format, the schema, the inspector
//! and the solver microscope read this table. A further solver is a file beside this one, a row here (with its
//! parameters in [`SolverParameters`]), and its call in the world's step.

use super::Solver;
use crate::engine::lagrange::Integrator;
use crate::engine::math::clamp;

pub use super::parameters::{
    ComplementarityParameters, LagrangeParameters, OneContactParameters, PositionCorrection, SequentialParameters, SolverParameters,
};

/// A solver.
#[derive(Clone, Copy, Debug)]
pub struct SolverRow {
    /// Which.
    pub solver: Solver,
    /// Its word in scene files.
    pub id: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// A step is split into sub-steps.
    pub has_substeps: bool,
    /// A relax pass takes the velocity of the push away again.
    pub has_relax_pass: bool,
    /// It keeps sums of the impulses of contacts, which are warm started and may be limited instead of the increments.
    pub accumulates: bool,
    /// Joints that hang together may be solved at once ([`crate::engine::joint::JointSolver::Direct`]).
    pub has_direct_joints: bool,
    /// What else it can be told.
    pub parameters: &'static [Parameter],
}

/// All solvers; the first is the default.
pub const SOLVERS: [SolverRow; 5] = [
    SolverRow {
        solver: Solver::SoftStep,
        id: "soft_step",
        name: "Soft step",
        summary: "Soft constraints with sub-steps and a relax pass.",
        has_substeps: true,
        has_relax_pass: true,
        accumulates: true,
        has_direct_joints: true,
        parameters: &[],
    },
    SolverRow {
        solver: Solver::SequentialImpulses,
        id: "sequential_impulses",
        name: "Sequential impulses",
        summary: "One row after the other, in iterations over the whole step: the plain textbook form.",
        has_substeps: false,
        has_relax_pass: false,
        accumulates: true,
        has_direct_joints: false,
        parameters: &[
            Parameter {
                id: "iterations",
                name: "Iterations",
                about: "Times that every row is solved in a step.",
                value: Value::Count { of: |p| &mut p.sequential_impulses.iterations, range: [1, 100] },
            },
            Parameter {
                id: "position_correction",
                name: "Overlap",
                about: "How overlap is removed.",
                value: Value::Choice {
                    get: |p| p.sequential_impulses.position_correction as usize,
                    set: |p, place| p.sequential_impulses.position_correction = PositionCorrection::ALL[place],
                    words: &CORRECTIONS,
                },
            },
            Parameter {
                id: "beta",
                name: "Beta",
                about: "Share of overlap and of joint errors that a step removes.",
                value: Value::Number { of: |p| &mut p.sequential_impulses.beta, range: [0.0, 1.0], unit: "" },
            },
            Parameter {
                id: "slop",
                name: "Slop",
                about: "Overlap that contacts may keep, metres.",
                value: Value::Number { of: |p| &mut p.sequential_impulses.slop, range: [0.0, 1.0], unit: "m" },
            },
        ],
    },
    SolverRow {
        solver: Solver::Lagrange,
        id: "lagrange",
        name: "Lagrange multipliers",
        summary: "All joints of a mechanism at once, exactly; contacts, motors and limits by sequential impulses.",
        has_substeps: false,
        has_relax_pass: false,
        accumulates: true,
        has_direct_joints: false,
        parameters: &[
            Parameter {
                id: "integrator",
                name: "Integrator",
                about: "How accelerations become motion.",
                value: Value::Choice {
                    get: |p| p.lagrange.integrator as usize,
                    set: |p, place| p.lagrange.integrator = Integrator::ALL[place],
                    words: &INTEGRATORS,
                },
            },
            Parameter {
                id: "steps",
                name: "Integrator steps",
                about: "Steps of the integrator in a step of the world.",
                value: Value::Count { of: |p| &mut p.lagrange.steps, range: [1, 16] },
            },
            Parameter {
                id: "k_s",
                name: "Feedback k_s",
                about: "Acceleration that takes an error of a joint back, for each metre or radian, 1/s².",
                value: Value::Number { of: |p| &mut p.lagrange.k_s, range: [0.0, 10_000.0], unit: "1/s²" },
            },
            Parameter {
                id: "k_d",
                name: "Feedback k_d",
                about: "Acceleration against the rate of an error, for each m/s or rad/s, 1/s.",
                value: Value::Number { of: |p| &mut p.lagrange.k_d, range: [0.0, 200.0], unit: "1/s" },
            },
        ],
    },
    SolverRow {
        solver: Solver::OneContact,
        id: "one_contact",
        name: "One contact at a time",
        summary: "Whoever meets first gets its whole impulse, restitution and friction together: exact for a hit at one point, poor for flat hits and stacks.",
        has_substeps: false,
        has_relax_pass: false,
        accumulates: false,
        has_direct_joints: false,
        parameters: &[
            Parameter {
                id: "iterations",
                name: "Rounds",
                about: "Rounds in a step; in each, every point has at most one turn.",
                value: Value::Count { of: |p| &mut p.one_contact.iterations, range: [1, 100] },
            },
            Parameter {
                id: "projections",
                name: "Projections",
                about: "Rounds in which overlaps are moved out, the deepest first.",
                value: Value::Count { of: |p| &mut p.one_contact.projections, range: [0, 20] },
            },
            Parameter {
                id: "largest_turn",
                name: "Largest turn",
                about: "Angle that a body may turn by to leave an overlap; what is missing it moves, radians.",
                value: Value::Number { of: |p| &mut p.one_contact.largest_turn, range: [0.0, 1.0], unit: "rad" },
            },
            Parameter {
                id: "slop",
                name: "Slop",
                about: "Overlap that contacts may keep, metres.",
                value: Value::Number { of: |p| &mut p.one_contact.slop, range: [0.0, 1.0], unit: "m" },
            },
            Parameter {
                id: "beta",
                name: "Beta of joints",
                about: "Share of joint errors that a step removes.",
                value: Value::Number { of: |p| &mut p.one_contact.beta, range: [0.0, 1.0], unit: "" },
            },
        ],
    },
    SolverRow {
        solver: Solver::Complementarity,
        id: "complementarity",
        name: "Linear complementarity",
        summary: "Contacts and joints of an island at once, exactly: for small islands, heavy loads and ragdolls.",
        has_substeps: false,
        has_relax_pass: false,
        accumulates: false,
        has_direct_joints: false,
        parameters: &[
            Parameter {
                id: "friction_rounds",
                name: "Friction rounds",
                about: "Solves in a step; each takes the bounds of friction from the one before.",
                value: Value::Count { of: |p| &mut p.complementarity.friction_rounds, range: [1, 16] },
            },
            Parameter {
                id: "most_rows",
                name: "Most rows",
                about: "Islands with more rows are left to sequential impulses.",
                value: Value::Count { of: |p| &mut p.complementarity.most_rows, range: [1, 400] },
            },
            Parameter {
                id: "beta",
                name: "Beta",
                about: "Share of overlap and of joint errors that a step removes.",
                value: Value::Number { of: |p| &mut p.complementarity.beta, range: [0.0, 1.0], unit: "" },
            },
            Parameter {
                id: "slop",
                name: "Slop",
                about: "Overlap that contacts may keep, metres.",
                value: Value::Number { of: |p| &mut p.complementarity.slop, range: [0.0, 1.0], unit: "m" },
            },
        ],
    },
];

/// In the order of [`Integrator::ALL`].
const INTEGRATORS: [Word; 3] = [
    Word { id: "explicit_euler", name: "Explicit Euler", about: "Old velocities move bodies: gains energy, joints drift." },
    Word { id: "semi_implicit_euler", name: "Semi-implicit Euler", about: "New velocities move bodies: swings keep their energy." },
    Word { id: "rk4", name: "Runge-Kutta 4", about: "Four slopes a step: errors shrink with the fourth power of the step." },
];

/// In the order of [`PositionCorrection::ALL`].
const CORRECTIONS: [Word; 3] = [
    Word { id: "split_impulse", name: "Split impulse", about: "Pseudo-velocities push it out and are forgotten." },
    Word { id: "baumgarte", name: "Baumgarte", about: "The velocity itself pushes it out, which adds energy." },
    Word { id: "none", name: "None", about: "It stays; joints drift." },
];

/// A parameter of a solver.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its word in scene files.
    pub id: &'static str,
    /// Its name on the screen.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// Where it is, and what it may be.
    pub value: Value,
}

/// Where a parameter is kept, and its range (ends included).
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// A whole number.
    Count {
        /// Its place.
        of: fn(&mut SolverParameters) -> &mut u32,
        /// Least and most.
        range: [u32; 2],
    },
    /// A number.
    Number {
        /// Its place.
        of: fn(&mut SolverParameters) -> &mut f32,
        /// Least and most.
        range: [f32; 2],
        /// Empty for a pure number.
        unit: &'static str,
    },
    /// One of several words.
    Choice {
        /// Place of its word.
        get: fn(&SolverParameters) -> usize,
        /// Makes it the word at a place.
        set: fn(&mut SolverParameters, usize),
        /// What it may be.
        words: &'static [Word],
    },
}

/// A word that a [`Value::Choice`] may be.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// In scene files.
    pub id: &'static str,
    /// On the screen.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
}

impl Solver {
    /// Its row.
    pub fn row(self) -> &'static SolverRow {
        match self {
            Solver::SoftStep => &SOLVERS[0],
            Solver::SequentialImpulses => &SOLVERS[1],
            Solver::Lagrange => &SOLVERS[2],
            Solver::OneContact => &SOLVERS[3],
            Solver::Complementarity => &SOLVERS[4],
        }
    }
}

impl SolverParameters {
    /// The same with every number in its range; numbers that are not finite become the defaults.
    pub fn bounded(mut self) -> SolverParameters {
        let mut default = SolverParameters::default();
        for parameter in SOLVERS.iter().flat_map(|row| row.parameters) {
            match parameter.value {
                Value::Count { of, range: [least, most] } => *of(&mut self) = (*of(&mut self)).clamp(least, most),
                Value::Number { of, range: [least, most], .. } => {
                    let number = *of(&mut self);
                    *of(&mut self) = if number.is_finite() { clamp(number, least, most) } else { *of(&mut default) };
                }
                Value::Choice { .. } => {}
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solver_has_one_row_and_the_first_is_the_default() {
        for row in &SOLVERS {
            assert_eq!(row.solver.row().id, row.id);
            assert_eq!(SOLVERS.iter().filter(|other| other.solver == row.solver).count(), 1, "{}", row.id);
        }
        assert_eq!(SOLVERS[0].solver, Solver::default());
    }

    #[test]
    fn parameters_out_of_range_are_limited_and_defaults_are_in_range() {
        let default = SolverParameters::default();
        assert_eq!(default.bounded(), default);
        let mut wild = default;
        let parameters = &mut wild.sequential_impulses;
        (parameters.iterations, parameters.beta, parameters.slop) = (0, f32::NAN, -3.0);
        let tame = wild.bounded().sequential_impulses;
        assert_eq!((tame.iterations, tame.beta, tame.slop), (1, default.sequential_impulses.beta, 0.0));
    }
}
