//! What the frames say of the factoring and the substitutions.

use super::{Teller, number};
use crate::draw::quantity::counted;
use crate::lens::microscope::lagrange::reel::{MOST_SHOWN, row};
use crate::lens::microscope::lagrange::solve::{Turn, Verdict};
use crate::lens::microscope::{Card, Frame, Line, Unit};

impl Teller<'_> {
    pub(super) fn scaled(&self) -> Frame {
        let lines =
            self.solve.scales.iter().enumerate().take(super::MOST_LINES).map(|(k, &scale)| {
                Line::new(format!("{}: times ", self.name(k).name)).number(number("scale", scale, Unit::None, &[row(k)]))
            });
        Frame {
            heading: "Scaled to ones on the diagonal".into(),
            short: "scaled".into(),
            iteration: 4,
            reason: "Rows of metres and of radians, of heavy and of light bodies have entries of different size. Each row and its column are multiplied by 1/√ of the diagonal, so that \"next to nothing\" means the same in all.".into(),
            card: Card { lines: lines.collect() },
            line: "lagrange.scale",
        }
    }

    pub(super) fn turn(&self, k: usize) -> Frame {
        let turn = &self.solve.turns[k];
        let column = &self.name(turn.column).name;
        let mut lines: Vec<Line> = self.left_of(turn);
        let (heading, short, reason, line) = match &turn.verdict {
            Verdict::Pivot { row: best, swapped_with, value, upper } => {
                let own = [row(*best)];
                lines.push(Line::new("pivot = ").number(number("pivot", *value, Unit::None, &own)));
                if let Some(next) = upper.get(turn.column + 1) {
                    lines.push(Line::new("next entry of U = (a − Σ L U) / pivot = ").number(number("U", *next, Unit::None, &own)));
                }
                let moved = if best == swapped_with {
                    "it stands there already.".to_owned()
                } else {
                    format!("it changes places with {}.", self.name(*swapped_with).name)
                };
                (
                    format!("Pivot {}: {}", turn.position + 1, self.name(*best).name),
                    format!("pivot {}", turn.position + 1),
                    format!(
                        "Column {} ({column}): what earlier columns leave of it stands on the card. Of the rows without pivot the one with the largest entry, measured by its row, gets the pivot: {moved}",
                        turn.column + 1
                    ),
                    "lagrange.pivot",
                )
            }
            Verdict::None { terms } => {
                if let Some(&term) = terms.iter().max_by(|a, b| a.total_cmp(b)) {
                    lines.push(Line::new("left over from terms of up to ").number(number("terms", term, Unit::None, &[row(turn.column)])));
                }
                (
                    format!("No pivot: {column} is redundant"),
                    format!("no pivot {}", turn.column + 1),
                    format!(
                        "Nothing but rounding is left of column {}: the rows before already hold what {column} asks for. As J W J⊤ is symmetric, the row of that number is redundant, too.",
                        turn.column + 1
                    ),
                    "lagrange.no_pivot",
                )
            }
        };
        Frame { heading, short, iteration: 5, reason, card: Card { lines }, line }
    }

    /// What is left of a column, row by row.
    fn left_of(&self, turn: &Turn) -> Vec<Line> {
        let rows = turn.order[turn.position..].iter().zip(&turn.candidates).take(super::MOST_LINES);
        rows.map(|(&k, &left)| Line::new(format!("left in {}: ", self.name(k).name)).number(number("left", left, Unit::None, &[row(k)])))
            .collect()
    }

    pub(super) fn again(&self) -> Frame {
        let dropped = &self.solve.solved.dropped;
        let lines = dropped.iter().take(super::MOST_LINES).map(|dropped| {
            let unit = if self.name(dropped.row).is_angle { Unit::SpinUp } else { Unit::Acceleration };
            let line = Line::new(format!("{} asks in vain for ", self.name(dropped.row).name));
            line.number(number("conflict", self.conflict(dropped), unit, &[row(dropped.row)]))
        });
        Frame {
            heading: format!("Factored again without {}", counted(dropped.len(), "row", "rows")),
            short: "again".into(),
            iteration: 5,
            reason: "The rows without pivot are left out, and the rest is factored alone: it has a pivot in each column. What a dropped row asks for follows from the others; where joints contradict each other, what it asks for in vain is told.".into(),
            card: Card { lines: lines.collect() },
            line: "lagrange.again",
        }
    }

    pub(super) fn forward(&self, k: usize) -> Frame {
        let found = &self.solve.forward[k];
        let own = self.solve.row_of(found.row);
        let lines = vec![
            Line::new("b = ").number(number("b", self.solve.scaled_right[own], Unit::None, &[row(own)])),
            Line::new("y = (b − Σ L y) / L = ").number(number("y", found.value, Unit::None, &[row(own)])),
        ];
        Frame {
            heading: format!("Forward {}: {}", k + 1, self.name(own).name),
            short: format!("y {}", k + 1),
            iteration: 6,
            reason: format!(
                "L y = P b from the top: the row of the pivot has one unknown y that is not known yet, all to its left are.{}",
                self.more(self.solve.forward.len())
            ),
            card: Card { lines },
            line: "lagrange.forward",
        }
    }

    pub(super) fn back(&self, k: usize) -> Frame {
        let found = &self.solve.back[k];
        let own = self.solve.row_of(found.row);
        let lines = vec![
            Line::new("x = y − Σ U x = ").number(number("x", found.value, Unit::None, &[row(own)])),
            Line::new("λ = x times the scale, ").number(number("scale", self.solve.scales[own], Unit::None, &[row(own)])),
        ];
        Frame {
            heading: format!("Back {}: {}", k + 1, self.name(own).name),
            short: format!("x {}", own + 1),
            iteration: 7,
            reason: format!(
                "U x = y from the bottom: all unknowns to the right are known, and U has ones on its diagonal.{}",
                self.more(self.solve.back.len())
            ),
            card: Card { lines },
            line: "lagrange.back",
        }
    }

    fn more(&self, count: usize) -> String {
        if count > MOST_SHOWN { format!(" The first {MOST_SHOWN} of {count} are shown.") } else { String::new() }
    }
}
