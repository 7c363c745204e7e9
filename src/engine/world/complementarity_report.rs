//! What a step by linear complementarity has to say.

use crate::engine::body::BodyId;
use crate::engine::solver::complementary::{Left, Solved};

/// What the last step by linear complementarity has to say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComplementarityReport {
    /// Islands that were solved.
    pub solved: usize,
    /// Rows of the largest of them.
    pub rows: usize,
    /// What they had to say: pivots of all, the worst violation and the largest change of friction of any.
    pub solutions: Solved,
    /// Islands that were left to sequential impulses: how many rows, and why.
    pub left: Vec<(usize, Left)>,
    /// The bodies of those, each with the place of its island in the list; empty when nobody watched the step.
    pub left_bodies: Vec<(BodyId, usize)>,
    /// What the solves took, counted as [`super::World::step_work`] counts.
    pub work: u64,
}

impl ComplementarityReport {
    pub(super) fn add(&mut self, rows: usize, solved: Solved) {
        let most = |a: f64, b: f64| if b > a { b } else { a };
        self.solved += 1;
        self.rows = self.rows.max(rows);
        self.solutions = Solved {
            pivots: self.solutions.pivots + solved.pivots,
            violation: most(self.solutions.violation, solved.violation),
            friction_change: most(self.solutions.friction_change, solved.friction_change),
        };
    }
}
