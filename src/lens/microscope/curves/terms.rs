//! One curve put into the other's equation, term by term: a row of coefficients for each, and their sum.
//!
//! ```text
//!            1        t     t²          x² of a line x = 2t − 1:  1  −4  4
//!    x²       1      −4     4
//!    y²       …
//!   sum       …                         these are the coefficients of the polynomial
//! ```

use super::reel::Moment;
use super::run::Roots;
use crate::draw::quantity::superscript;
use crate::draw::{DrawList, Role};
use crate::engine::curve::crossing::CrossingStep;
use crate::engine::curve::implicit::Term;
use crate::engine::math::Vec2;
use crate::lens::microscope::grid::{Grid, Ink, most};
use crate::lens::microscope::{Line, Part, PartKind, Unit};

/// A recorded step that puts a term into the sum; all in powers of t.
#[derive(Clone, Copy)]
pub(super) struct Added<'a> {
    /// Of the curve's equation.
    pub term: Term,
    /// What it gives.
    pub gives: &'a [f64],
    /// The sum up to it.
    sum: &'a [f64],
}

/// The term that a recorded step is.
pub(super) fn at(roots: &Roots, step: usize) -> Option<Added<'_>> {
    match roots.steps.get(step) {
        Some(CrossingStep::Term { term, gives, sum, .. }) => Some(Added { term: *term, gives, sum }),
        _ => None,
    }
}

/// All terms, each with the number of its step.
fn all(roots: &Roots) -> impl Iterator<Item = (usize, Added<'_>)> {
    (0..roots.steps.len()).filter_map(|step| Some((step, at(roots, step)?)))
}

/// The row of a recorded step.
pub(super) fn row(roots: &Roots, step: usize) -> usize {
    all(roots).take_while(|(of, ..)| *of < step).count()
}

/// `x²`, `xy`, `1`.
pub(super) fn name(term: Term) -> String {
    let words = power("x", term.x) + &power("y", term.y);
    if words.is_empty() { "1".into() } else { words }
}

/// `t²`; nothing where the power is 0.
fn power(of: &str, k: usize) -> String {
    match k {
        0 => String::new(),
        1 => of.to_owned(),
        _ => format!("{of}{}", superscript(k as i32)),
    }
}

fn power_of_t(k: usize) -> String {
    if k == 0 { "constant".into() } else { power("t", k) }
}

fn cell(row: usize, power: usize) -> Part {
    Part { kind: PartKind::Cell, first: row as u16, second: power as u16 }
}

/// Coefficients on a card; those of a row of the table lead to their cells.
pub(super) fn lines(c: &[f64], row: Option<usize>) -> Vec<Line> {
    let parts = |k: usize| row.map(|row| cell(row, k));
    c.iter().enumerate().map(|(k, c)| Line::value(&power_of_t(k), *c as f32, Unit::None, parts(k).as_slice())).collect()
}

/// The table as far as a moment knows it; at the start it is empty.
pub(super) fn table(roots: &Roots, moment: Moment, size: Vec2, list: &mut DrawList) {
    let now = if let Moment::Term(step) = moment { Some(step) } else { None };
    let rows: Vec<(usize, Added<'_>)> = all(roots).collect();
    let columns = rows.iter().map(|(_, added)| added.gives.len()).max().unwrap_or(1);
    let known = rows.iter().filter(|(step, ..)| now.is_some_and(|now| *step <= now));
    // After the last term coefficients that are only rounding are 0.
    let is_last = rows.last().is_some_and(|(last, ..)| now == Some(*last));
    let found = if is_last { roots.polynomial().0 } else { now.and_then(|now| at(roots, now)).map_or(&[][..], |added| added.sum) };
    let sum: Vec<f64> = (0..columns).map(|k| found.get(k).copied().unwrap_or(0.0)).collect();
    let sizes = most(rows.iter().flat_map(|(_, added)| added.gives.iter().copied()).chain(sum.iter().copied()));
    let (corner, room) = (Vec2::new(0.12 * size.x, 0.95 * size.y), Vec2::new(0.88 * size.x, 0.85 * size.y));
    let grid = Grid::filling(corner, room, [rows.len() + 1, columns], sizes);
    grid.lines(1, list);
    (0..columns).for_each(|k| grid.column_name(k, k, &if k == 0 { "1".into() } else { power("t", k) }, None, list));
    let names = rows.iter().map(|(step, added)| (name(added.term), now == Some(*step))).chain([("sum".to_owned(), false)]);
    for (row, (words, is_now)) in names.enumerate() {
        let left = Vec2::new(corner.x, grid.at(row, 0).y);
        list.cell(
            if is_now { Role::Text } else { Role::QuietText },
            left,
            Vec2::new(-8.0, 0.0),
            Vec2::new(corner.x, room.y / (rows.len() + 1) as f32),
            words,
        );
    }
    for (row, (step, Added { gives, .. })) in known.enumerate() {
        let ink = if now == Some(*step) { Ink::Current } else { Ink::Full };
        (0..columns).for_each(|k| grid.entry(row, k, gives.get(k).copied().unwrap_or(0.0), ink, cell(row, k), list));
    }
    if now.is_some() {
        (0..columns).for_each(|k| grid.entry(rows.len(), k, sum[k], Ink::Full, cell(rows.len(), k), list));
    }
    list.label(Role::QuietText, Vec2::new(corner.x, 0.0), Vec2::ZERO, 8, "F(X(t)/W(t), Y(t)/W(t)) = 0");
}
