//! The bugs: ten in each algorithm, of the kind that textbooks warn of and bug reports tell of.

mod broad_phase;
mod clip;
mod epa;
mod gjk;
mod sat;
mod sequential_impulses;
mod solver;
mod time_of_impact;

/// A wrong expression in the place of a right one.
pub struct Bug {
    /// What is wrong, in a few words.
    pub name: &'static str,
    /// File below `src/engine`.
    pub file: &'static str,
    /// Source text that occurs once in the file, the right expression in it marked by ⟦ and ⟧.
    pub place: &'static str,
    /// The wrong expression.
    pub wrong: &'static str,
}

/// One algorithm; its tests are `tests/traces_NAME.rs`.
pub struct Algorithm {
    pub name: &'static str,
    pub bugs: &'static [Bug],
}

impl Algorithm {
    /// The module of its tests in the program of all.
    pub fn module(&self) -> String {
        format!("traces_{}", self.name)
    }
}

/// All of them; bugs are numbered from 1 in this order.
pub const ALGORITHMS: [Algorithm; 8] = [
    Algorithm { name: "sat", bugs: &sat::BUGS },
    Algorithm { name: "gjk", bugs: &gjk::BUGS },
    Algorithm { name: "epa", bugs: &epa::BUGS },
    Algorithm { name: "clip", bugs: &clip::BUGS },
    Algorithm { name: "time_of_impact", bugs: &time_of_impact::BUGS },
    Algorithm { name: "solver", bugs: &solver::BUGS },
    Algorithm { name: "sequential_impulses", bugs: &sequential_impulses::BUGS },
    Algorithm { name: "broad_phase", bugs: &broad_phase::BUGS },
];
