//! The first solve of a mechanism's step, sorted from what its probe was told.

use crate::engine::lagrange::{LagrangeStep, Row, Solved, TERMS};
use crate::engine::linear::{LuStep, Matrix};

/// A column's turn in a factoring.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub column: usize,
    /// Which pivot is looked for.
    pub position: usize,
    /// Row at each position before the turn.
    pub order: Vec<usize>,
    /// What is left of the column in the rows without pivot, in their order.
    pub candidates: Vec<f64>,
    /// Factors before the turn.
    pub factors: Matrix,
    pub verdict: Verdict,
}

#[derive(Clone, Debug)]
pub(super) enum Verdict {
    /// Row `row` takes the place of `swapped_with`; `upper` is its row of factors.
    Pivot { row: usize, swapped_with: usize, value: f64, upper: Vec<f64> },
    /// The column depends on those before. What is left, and the terms that it is left of: as much as rounding.
    None { terms: Vec<f64> },
}

/// A number that a substitution found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Row whose equation gave it, or the unknown itself.
    pub row: usize,
    /// Its pivot.
    pub position: Option<usize>,
    pub value: f64,
}

/// All of a solve.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstSolve {
    pub rows: Vec<Row>,
    /// Ċ.
    pub speeds: Vec<f64>,
    pub terms: Vec<[f64; TERMS.len()]>,
    pub matrix: Matrix,
    pub right: Vec<f64>,
    pub scales: Vec<f64>,
    pub scaled: Matrix,
    pub scaled_right: Vec<f64>,
    pub turns: Vec<Turn>,
    /// Rows that are factored again, without the redundant ones.
    pub kept: Option<Vec<usize>>,
    /// Turns of that.
    pub again: Vec<Turn>,
    pub forward: Vec<Found>,
    pub back: Vec<Found>,
    /// λ of the kept rows alone.
    pub alone: Option<Vec<f64>>,
    pub solved: Solved,
}

impl FirstSolve {
    /// `None` when the solve did not come to its end.
    pub fn of(steps: Vec<LagrangeStep>) -> Option<FirstSolve> {
        let mut solve = FirstSolve::default();
        for step in steps {
            match step {
                LagrangeStep::Wanted { speeds, terms } => (solve.speeds, solve.terms) = (speeds, terms),
                LagrangeStep::Assembled { rows, matrix, right } => (solve.rows, solve.matrix, solve.right) = (rows, matrix, right),
                LagrangeStep::Scaled { scales, matrix, right } => {
                    (solve.scales, solve.scaled, solve.scaled_right) = (scales, matrix, right);
                }
                LagrangeStep::Linear(step) => solve.take(step),
                LagrangeStep::Again { kept } => solve.kept = Some(kept),
                LagrangeStep::Spread { alone } => solve.alone = Some(alone),
                LagrangeStep::Solved(solved) => {
                    solve.solved = solved;
                    return Some(solve);
                }
                LagrangeStep::Slope { .. } | LagrangeStep::Stepped { .. } => {}
            }
        }
        None
    }

    fn take(&mut self, step: LuStep) {
        let turns = if self.kept.is_some() { &mut self.again } else { &mut self.turns };
        match step {
            LuStep::Column { column, position, order, candidates, factors } => {
                turns.push(Turn { column, position, order, candidates, factors, verdict: Verdict::None { terms: Vec::new() } });
            }
            LuStep::Pivot { row, swapped_with, value, .. } => {
                let verdict = Verdict::Pivot { row, swapped_with, value, upper: Vec::new() };
                turns.last_mut().into_iter().for_each(|turn| turn.verdict = verdict.clone());
            }
            LuStep::Upper { row, .. } => {
                if let Some(Turn { verdict: Verdict::Pivot { upper, .. }, .. }) = turns.last_mut() {
                    *upper = row;
                }
            }
            LuStep::NoPivot { terms, .. } => {
                turns.last_mut().into_iter().for_each(|turn| turn.verdict = Verdict::None { terms: terms.clone() })
            }
            LuStep::Forward { position, row, value } => self.forward.push(Found { row, position: Some(position), value }),
            LuStep::Back { column, position, value } => self.back.push(Found { row: column, position, value }),
            LuStep::LeftOver { .. } => {}
        }
    }

    /// The row of all that a row of the substitution is: with redundant rows they count the kept ones.
    pub fn row_of(&self, row: usize) -> usize {
        self.kept.as_ref().map_or(row, |kept| kept[row])
    }

    /// The factoring that the substitution uses.
    pub fn used(&self) -> &[Turn] {
        if self.kept.is_some() { &self.again } else { &self.turns }
    }

    /// True for a row that the solve dropped.
    pub fn is_dropped(&self, row: usize) -> bool {
        self.solved.dropped.iter().any(|dropped| dropped.row == row)
    }
}

impl Turn {
    /// Factors and order of rows after the turn.
    pub fn after(&self) -> (Matrix, Vec<usize>) {
        let (mut factors, mut order) = (self.factors.clone(), self.order.clone());
        for (place, &entry) in (self.position..).zip(&self.candidates) {
            if let Verdict::Pivot { .. } = self.verdict {
                factors[(place, self.position)] = entry;
            }
        }
        if let Verdict::Pivot { row, upper, .. } = &self.verdict
            && let Some(best) = order.iter().position(|r| r == row)
        {
            let moved = factors.row(self.position).to_vec();
            factors.row_mut(best).copy_from_slice(&moved);
            factors.row_mut(self.position).copy_from_slice(upper);
            order.swap(best, self.position);
        }
        (factors, order)
    }
}
