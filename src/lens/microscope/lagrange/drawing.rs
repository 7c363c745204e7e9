//! The diagram of each moment: J, J W Jᵀ, the right-hand side, the factors, the substitutions, λ.

use super::reel::{LagrangeReel, Moment, cell, member, row};
use super::run::Mechanism;
use super::solve::{FirstSolve, Turn, Verdict};
use crate::draw::quantity::{quantity, without_rounding};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::lagrange::TERMS;
use crate::engine::linear::Matrix;
use crate::engine::math::Vec2;
use crate::lens::microscope::grid::{BOX, Grid, Ink, most};

/// Draws what a moment knows.
pub(super) fn diagram(reel: &LagrangeReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let Some((mechanism, solve)) = reel.solve() else { return nothing(list) };
    let drawing = Drawing { mechanism, solve };
    match moment {
        Moment::Start | Moment::Left => drawing.jacobian(None, list),
        Moment::Row(k) => drawing.jacobian(Some(k), list),
        Moment::Matrix => drawing.matrix(&solve.matrix, "J W J⊤", list),
        Moment::Right => drawing.right(list),
        Moment::Scaled => drawing.matrix(&solve.scaled, "J W J⊤, scaled", list),
        Moment::Turn(k) => drawing.turn(&solve.turns[k], &solve.scaled, None, list),
        Moment::Again => drawing.again(list),
        Moment::Forward(k) => drawing.substitution(k, true, list),
        Moment::Back(k) => drawing.substitution(k, false, list),
        Moment::Spread => drawing.spread(list),
        Moment::Multipliers => drawing.multipliers(&solve.solved.multipliers, "λ, first solve", list),
        Moment::Later => drawing.later(list),
        Moment::Result => {
            let end = mechanism.end.as_ref().map_or(&solve.solved.multipliers, |end| &end.multipliers);
            drawing.multipliers(end, "λ, mean over the step", list);
        }
        Moment::Bead(moment) => {
            if let Some(study) = &mechanism.bead {
                super::bead::diagram(study, moment, list);
            }
        }
    }
}

fn nothing(list: &mut DrawList) {
    list.outline(Role::Grid, [Vec2::ZERO, Vec2::new(BOX, 0.0), Vec2::new(BOX, -BOX), Vec2::new(0.0, -BOX)]);
    list.label(Role::QuietText, Vec2::new(0.5 * BOX, -0.5 * BOX), Vec2::ZERO, 5, "no rows");
}

struct Drawing<'a> {
    mechanism: &'a Mechanism,
    solve: &'a FirstSolve,
}

impl Drawing<'_> {
    /// Names of rows that stand at places in this order.
    fn names(&self, grid: &Grid, order: impl Iterator<Item = usize>, current: Option<usize>, list: &mut DrawList) {
        let mut joint_before = None;
        let order: Vec<usize> = order.collect();
        let spoken_of = order.iter().position(|&number| current == Some(number));
        // The current row has its name first: where rows stand too close for all names, it keeps its place.
        if let Some(place) = spoken_of {
            let number = order[place];
            grid.row_name(place, number, [None, Some(&self.mechanism.rows[number].name)], row(number), true, list);
        }
        for (place, number) in order.into_iter().enumerate() {
            let own = &self.mechanism.rows[number];
            // Where the current row has its full name there is no room for a neighbour's.
            let has_room = spoken_of.is_none_or(|at| at.abs_diff(place) > 1);
            let joint = (joint_before != Some(own.joint) && has_room).then(|| self.mechanism.joints[own.joint].name.as_str());
            joint_before = Some(own.joint);
            if spoken_of != Some(place) {
                grid.row_name(place, number, [joint, Some(&own.name)], row(number), false, list);
            }
        }
    }

    /// J, three columns for each body that can move: all rows so far.
    fn jacobian(&self, current: Option<usize>, list: &mut DrawList) {
        let columns: Vec<usize> = (0..self.mechanism.members.len()).filter(|&m| !self.mechanism.members[m].is_fixed).collect();
        let count = self.solve.rows.len();
        let all = self.solve.rows.iter().flat_map(|row| row.jacobian.iter().flatten().copied());
        let grid = Grid::square(count, 3 * columns.len(), most(all));
        grid.lines(3, list);
        let known = current.map_or(0, |k| k + 1);
        self.names(&grid, 0..count, current, list);
        for (place, &m) in columns.iter().enumerate() {
            let name = &self.mechanism.members[m].name;
            grid.column_name(3 * place, 3 * place + 2, name, Some(member(m)), list);
        }
        for (k, jacobian) in self.solve.rows.iter().enumerate().take(known) {
            for (party, entries) in jacobian.parties.iter().zip(&jacobian.jacobian) {
                let place = party.and_then(|party| columns.iter().position(|&m| m == self.mechanism.member_of[party]));
                let Some(place) = place else { continue };
                let ink = if current == Some(k) { Ink::Current } else { Ink::Full };
                (0..3).for_each(|axis| grid.entry(k, 3 * place + axis, entries[axis], ink, row(k), list));
            }
        }
    }

    fn matrix(&self, matrix: &Matrix, title: &str, list: &mut DrawList) {
        let count = matrix.rows();
        let grid = Grid::square(count, count, most((0..count).flat_map(|k| matrix.row(k).to_vec())));
        grid.lines(1, list);
        self.names(&grid, 0..count, None, list);
        self.numbers(&grid, count, list);
        for r in 0..count {
            for c in 0..count {
                if matrix[(r, c)] != 0.0 || count <= 20 {
                    grid.entry(r, c, matrix[(r, c)], Ink::Full, cell(r, c), list);
                }
            }
        }
        self.title(&grid, title, list);
    }

    fn numbers(&self, grid: &Grid, count: usize, list: &mut DrawList) {
        (0..count).for_each(|c| grid.column_name(c, c, &format!("{}", c + 1), Some(row(c)), list));
    }

    fn title(&self, grid: &Grid, words: &str, list: &mut DrawList) {
        list.label(Role::Text, Vec2::new(0.0, grid.end().y), Vec2::new(6.0, -10.0), 7, words);
    }

    /// The terms of the right-hand side, and their sums.
    fn right(&self, list: &mut DrawList) {
        let count = self.solve.rows.len();
        let all = self.solve.terms.iter().flatten().copied().chain(self.solve.right.iter().copied());
        let grid = Grid::wide(count, TERMS.len() + 1, most(all));
        grid.lines(TERMS.len(), list);
        self.names(&grid, 0..count, None, list);
        for (c, words) in TERMS.into_iter().chain(["sum"]).enumerate() {
            grid.column_name(c, c, words, None, list);
        }
        for (r, terms) in self.solve.terms.iter().enumerate() {
            for (c, &value) in terms.iter().enumerate() {
                grid.entry(r, c, value, Ink::Full, row(r), list);
            }
            grid.entry(r, TERMS.len(), self.solve.right[r], Ink::Current, row(r), list);
        }
    }

    /// Factors after a column's turn: L on and below the diagonal, U above; what has no value yet as it was. `kept` are
    /// the rows that are factored when not all are.
    fn turn(&self, turn: &Turn, matrix: &Matrix, kept: Option<&[usize]>, list: &mut DrawList) {
        let (factors, order) = turn.after();
        let count = order.len();
        let of = |k: usize| kept.map_or(k, |kept| kept[k]);
        let all = (0..count).flat_map(|k| factors.row(k).iter().chain(matrix.row(k)).copied().collect::<Vec<_>>());
        let grid = Grid::square(count, count, most(all));
        let current = match turn.verdict {
            Verdict::Pivot { row, .. } => of(row),
            Verdict::None { .. } => of(turn.column),
        };
        grid.lines(1, list);
        self.names(&grid, order.iter().map(|&k| of(k)), Some(current), list);
        (0..count).for_each(|c| grid.column_name(c, c, &format!("{}", of(c) + 1), Some(row(of(c))), list));
        let found = turn.position + usize::from(matches!(turn.verdict, Verdict::Pivot { .. }));
        for (place, &from) in order.iter().enumerate() {
            for c in 0..count {
                let is_lower = c <= place && c < found;
                let is_upper = place < found && c > turn.column.min(place);
                let value = if is_lower || is_upper { factors[(place, c)] } else { matrix[(from, c)] };
                let is_pivot = found > turn.position && place == turn.position && c == turn.position;
                let ink = match (is_lower || is_upper, is_pivot) {
                    (_, true) => Ink::Current,
                    (true, _) => Ink::Full,
                    _ => Ink::Faint,
                };
                if value != 0.0 || count <= 20 {
                    grid.entry(place, c, value, ink, cell(of(from), of(c)), list);
                }
            }
        }
        self.title(&grid, "L below and on the diagonal, U above", list);
    }

    /// The scaled matrix with the rows that are left out struck through.
    fn again(&self, list: &mut DrawList) {
        self.matrix(&self.solve.scaled, "without the redundant rows", list);
        let count = self.solve.rows.len();
        let grid = Grid::square(count, count, 1.0);
        for r in (0..count).filter(|&r| self.solve.is_dropped(r)) {
            let list = &mut list.of(row(r));
            let (first, last) = (grid.at(r, 0), grid.at(r, count - 1));
            list.line(Role::Warning, first, last);
            list.line(Role::Warning, Vec2::new(grid.at(0, r).x, first.y.max(grid.at(0, 0).y)), grid.at(count - 1, r));
        }
    }

    /// The factors, and the numbers that a substitution has found so far, at their right.
    fn substitution(&self, index: usize, is_forward: bool, list: &mut DrawList) {
        let Some(last) = self.solve.used().last() else { return };
        let (factors, order) = last.after();
        let count = order.len();
        let found = if is_forward { &self.solve.forward } else { &self.solve.back };
        let of = |k: usize| self.solve.row_of(k);
        let numbers = found.iter().map(|found| found.value);
        let grid = Grid::square(count, count + 2, most((0..count).flat_map(|k| factors.row(k).to_vec())));
        let vector = Grid::square(count, count + 2, most(numbers));
        let current = found.get(index).map(|found| of(found.row));
        grid.lines(count + 2, list);
        self.names(&grid, order.iter().map(|&k| of(k)), current, list);
        for place in 0..count {
            for c in 0..count {
                let is_used = (c <= place) == is_forward;
                if factors[(place, c)] != 0.0 {
                    let ink = if is_used { Ink::Full } else { Ink::Faint };
                    grid.entry(place, c, factors[(place, c)], ink, cell(of(order[place]), of(c)), list);
                }
            }
        }
        grid.column_name(count + 1, count + 1, if is_forward { "y" } else { "x" }, None, list);
        for (k, found) in found.iter().enumerate().take(index + 1) {
            let place = if is_forward { found.position } else { Some(found.row) };
            let ink = if k == index { Ink::Current } else { Ink::Full };
            if let Some(place) = place {
                vector.entry(place, count + 1, found.value, ink, row(of(found.row)), list);
            }
        }
        let title = if is_forward { "L y = P b, from the top" } else { "U x = y, from the bottom" };
        self.title(&grid, title, list);
    }

    /// λ before and after it is spread over redundant rows.
    fn spread(&self, list: &mut DrawList) {
        let Some(alone) = &self.solve.alone else { return };
        let columns = [alone, &self.solve.solved.multipliers];
        self.columns(&columns, &["kept rows alone", "spread"], list);
    }

    /// λ of every solve of the step.
    fn later(&self, list: &mut DrawList) {
        let all: Vec<&Vec<f64>> = [&self.solve.solved].into_iter().chain(&self.mechanism.later).map(|solved| &solved.multipliers).collect();
        let names: Vec<String> = (1..=all.len()).map(|k| format!("{k}")).collect();
        self.columns(&all, &names.iter().map(String::as_str).collect::<Vec<_>>(), list);
    }

    fn columns(&self, columns: &[&Vec<f64>], names: &[&str], list: &mut DrawList) {
        let count = self.solve.rows.len();
        let grid = Grid::wide(count, columns.len(), most(columns.iter().flat_map(|column| column.iter().copied())));
        grid.lines(1, list);
        self.names(&grid, 0..count, None, list);
        for (c, (column, name)) in columns.iter().zip(names).enumerate() {
            grid.column_name(c, c, name, None, list);
            (0..count).for_each(|r| grid.entry(r, c, column[r], Ink::Full, row(r), list));
        }
    }

    /// A bar for each λ, positive to the right.
    fn multipliers(&self, multipliers: &[f64], title: &str, list: &mut DrawList) {
        let count = multipliers.len();
        let grid = Grid::wide(count.max(1), 1, 1.0);
        let (zero, half) = (0.36 * BOX, 0.34 * BOX);
        self.names(&grid, 0..count, None, list);
        let most = most(multipliers.iter().copied());
        let end = grid.end().y;
        list.line(Role::GridAxis, Vec2::new(zero, 0.0), Vec2::new(zero, end));
        for (k, &value) in multipliers.iter().enumerate() {
            let list = &mut list.of(row(k));
            let y = grid.at(k, 0).y;
            let height = 0.3 * (grid.at(0, 0).y - grid.at(1, 0).y);
            let x = zero + half * if most > 0.0 { (value / most) as f32 } else { 0.0 };
            let role = Role::Entry(value >= 0.0);
            list.polygon(role, [[zero, y - height], [x, y - height], [x, y + height], [zero, y + height]].map(Vec2::from), 0.0);
            let unit = if self.mechanism.rows[k].is_angle { "N·m" } else { "N" };
            let note = if self.solve.is_dropped(k) { ", redundant" } else { "" };
            let words = format!("{}{note}", quantity(without_rounding(value, most) as f32, unit));
            let room = Vec2::new(0.28 * BOX, height / 0.3);
            list.cell(Role::Text, Vec2::new(zero + half + 0.3, y), Vec2::new(4.0, 0.0), room, words);
        }
        list.label(Role::Text, Vec2::new(0.0, end), Vec2::new(6.0, -10.0), 7, title);
    }
}
