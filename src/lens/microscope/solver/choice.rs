//! How the step is taken again, and which other choice its ghost makes.

use crate::draw::quantity::counted;
use crate::engine::solver::Solver;
use crate::engine::solver::table::SolverParameters;
use crate::engine::world::WorldSettings;

/// How the step is taken again. `None` = as in the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolverOptions {
    /// Reuse the impulses of the step before.
    pub warm_starting: Option<bool>,
    /// Contacts limit the sum of their impulses, not each increment.
    pub accumulation: Option<bool>,
    /// Take the velocity of the push away again.
    pub relaxing: Option<bool>,
    /// Number of sub-steps.
    pub substeps: Option<u32>,
    /// Number of iterations, of a solver that iterates.
    pub iterations: Option<u32>,
    /// Which other choice the ghost makes; `None` leaves it to [`ghost_of`].
    pub ghost: Option<Ghost>,
    /// Show the rows of all bodies of the pair's island, not only those between the two.
    pub island: bool,
}

/// In what the ghost differs from the step that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ghost {
    /// Warm starting the other way.
    WarmStarting,
    /// Accumulation the other way.
    Accumulation,
    /// Relaxing the other way.
    Relaxing,
    /// Everything as in the scene.
    Scene,
}

impl SolverOptions {
    /// The settings of the step that is shown.
    pub(super) fn settings(&self, of_scene: &WorldSettings) -> WorldSettings {
        let mut solver_parameters = of_scene.solver_parameters;
        if let (Some(wanted), Some(iterations)) = (self.iterations, iterations_of(of_scene.solver)) {
            *iterations(&mut solver_parameters) = wanted;
        }
        WorldSettings {
            solver_parameters,
            warm_starting: self.warm_starting.unwrap_or(of_scene.warm_starting),
            accumulation: self.accumulation.unwrap_or(of_scene.accumulation),
            relaxing: self.relaxing.unwrap_or(of_scene.relaxing),
            substeps: self.substeps.unwrap_or(of_scene.substeps),
            ..*of_scene
        }
    }
}

/// Where a solver that iterates is told how often; `None` for one that does not.
pub fn iterations_of(solver: Solver) -> Option<fn(&mut SolverParameters) -> &mut u32> {
    match solver {
        Solver::SoftStep => None,
        Solver::SequentialImpulses | Solver::Lagrange => Some(|told| &mut told.sequential_impulses.iterations),
        Solver::Complementarity => Some(|told| &mut told.complementarity.friction_rounds),
        Solver::OneContact => Some(|told| &mut told.one_contact.iterations),
    }
}

/// Which ghost is drawn: the one asked for; else the scene itself if the step is taken otherwise; else the switch
/// turned on that the scene has off; else the step without warm starting.
pub fn ghost_of(options: &SolverOptions, of_scene: &WorldSettings) -> Ghost {
    let is_scene = options.settings(of_scene) == *of_scene;
    match options.ghost {
        Some(ghost) if ghost != Ghost::Scene || !is_scene => ghost,
        _ if !is_scene => Ghost::Scene,
        _ if !of_scene.accumulation && of_scene.solver.row().accumulates => Ghost::Accumulation,
        _ if !of_scene.relaxing && of_scene.solver.row().has_relax_pass => Ghost::Relaxing,
        _ => Ghost::WarmStarting,
    }
}

/// The settings of the ghost.
pub(super) fn ghost_settings(options: &SolverOptions, of_scene: &WorldSettings) -> WorldSettings {
    let mine = options.settings(of_scene);
    match ghost_of(options, of_scene) {
        Ghost::WarmStarting => WorldSettings { warm_starting: !mine.warm_starting, ..mine },
        Ghost::Accumulation => WorldSettings { accumulation: !mine.accumulation, ..mine },
        Ghost::Relaxing => WorldSettings { relaxing: !mine.relaxing, ..mine },
        Ghost::Scene => *of_scene,
    }
}

/// What distinguishes one choice from another: "without relaxing", "with warm starting, 4 sub-steps".
pub(super) fn told_apart(this: &WorldSettings, from: &WorldSettings) -> String {
    let switch = |on: bool, other: bool, name: &str| (on != other).then(|| format!("{} {name}", if on { "with" } else { "without" }));
    let substeps = (this.substeps != from.substeps).then(|| counted(this.substeps as usize, "sub-step", "sub-steps"));
    let iterations = [this, from].map(|settings| {
        let mut told = settings.solver_parameters;
        iterations_of(settings.solver).map_or(0, |iterations| *iterations(&mut told))
    });
    let iterations = (iterations[0] != iterations[1]).then(|| counted(iterations[0] as usize, "iteration", "iterations"));
    let words = [
        switch(this.warm_starting, from.warm_starting, "warm starting"),
        switch(this.accumulation, from.accumulation, "accumulation"),
        switch(this.relaxing, from.relaxing, "relaxing"),
        substeps,
        iterations,
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
