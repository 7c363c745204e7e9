//! The quantities that graphs and traces show, step by step.
//!
//! A column is one quantity, a row one step. A row is written when its step is taken, before anything is done to the
//! stage there. When a graph is added late, or a step was taken before somebody wanted to see it, its cells are
//! *unknown* until the run is taken again there: by going back, or by [`super::Timeline::fill`] when there is time. The
//! engine gives the same bits again, so a cell does not depend on when it was written.
//!
//! Together the columns take at most [`BUDGET`]; the oldest rows leave first.

use super::samples::Pieces;
use crate::scene::document::{CurveDoc, Document, GraphDoc, MeasureDoc};
use crate::scene::quantity::turns_between;
use crate::scene::stage::Stage;
use std::collections::BTreeSet;

/// Memory that the cells of a run may take together, bytes: eight curves for a day and a half of steps, or 256 curves
/// for an hour at 60 steps a second.
pub const BUDGET: usize = 64 << 20;

/// In the place of a number that is not known yet. Values are finite.
const UNKNOWN: f64 = f64::INFINITY;
/// In the place of a number that is not there: the body did not exist, say.
const ABSENT: f64 = f64::NAN;

/// What a column holds: a quantity, and the tape or protractor as it stands if it is one's. Another tape of the same id
/// reads other numbers.
#[derive(Clone, Debug, PartialEq)]
struct Read {
    curve: CurveDoc,
    measure: Option<MeasureDoc>,
}

impl Read {
    /// True of what is asked where it grew ([`Column::rises`]): what presses the stopwatch.
    fn counts(&self) -> bool {
        matches!(self.curve.quantity, "touching" | "passages")
    }
}

/// A column: what it holds, its cells, and after which steps it holds more than before them, if somebody asks for that.
/// Of an angle, the steps at which it began again on the other side, each with the whole turns from there on.
#[derive(Clone, Debug)]
struct Kept {
    read: Read,
    cells: Pieces<f64>,
    rises: BTreeSet<u64>,
    is_angle: bool,
    turns: Vec<(u64, i64)>,
}

impl Kept {
    /// The cell of a step was written, that of the first row being `first`.
    fn note(&mut self, step: u64, first: u64) {
        if !self.read.counts() && !self.is_angle {
            return;
        }
        for step in [step, step + 1].into_iter().filter(|step| *step > first) {
            let known = [step - 1, step].map(|step| self.cells.get((step - first) as usize).filter(|cell| cell.is_finite()));
            let [Some(before), Some(after)] = known else { continue };
            if self.is_angle {
                self.turn(step, turns_between(before, after));
            } else if after > before {
                self.rises.insert(step);
            }
        }
    }

    /// From this step on there are so many turns more.
    fn turn(&mut self, step: u64, more: i64) {
        let at = self.turns.partition_point(|(known, _)| *known < step);
        if more == 0 || self.turns.get(at).is_some_and(|(known, _)| *known == step) {
            return;
        }
        let before = at.checked_sub(1).map_or(0, |last| self.turns[last].1);
        self.turns.insert(at, (step, before));
        self.turns[at..].iter_mut().for_each(|(_, turns)| *turns += more);
    }
}

/// All columns of a run.
#[derive(Clone, Debug)]
pub struct Columns {
    list: Vec<Kept>,
    /// Step of the first row that is kept.
    first: u64,
    /// Rows of all columns.
    count: usize,
    /// Unknown cells.
    unknown: usize,
    /// None of them belongs to a step before this one.
    known: u64,
    budget: usize,
}

/// One quantity over the steps of a run.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    cells: &'a Pieces<f64>,
    rises: &'a BTreeSet<u64>,
    turns: &'a [(u64, i64)],
    first: u64,
}

impl Column<'_> {
    /// First step of which anything is kept.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// One beyond the last step.
    pub fn end(&self) -> u64 {
        self.first + self.cells.len() as u64
    }

    /// The steps up to one after which it holds more than before them; none of a quantity that nobody asks this of.
    pub fn rises(&self, up_to: u64) -> impl Iterator<Item = u64> {
        self.rises.range(..=up_to).copied()
    }

    /// The value after a step; `None` where there is none, or none yet.
    pub fn at(&self, step: u64) -> Option<f64> {
        let index = usize::try_from(step.checked_sub(self.first)?).ok()?;
        let known = self.turns.partition_point(|(known, _)| *known <= step);
        let turns = known.checked_sub(1).map_or(0, |last| self.turns[last].1);
        self.cells.get(index).filter(|value| value.is_finite()).map(|value| value + std::f64::consts::TAU * turns as f64)
    }
}

impl Columns {
    /// No columns; the first row will be that of this step.
    pub fn new(first: u64) -> Columns {
        Columns { list: Vec::new(), first, count: 0, unknown: 0, known: first, budget: BUDGET }
    }

    /// The same quantities over the same steps, none of them known.
    pub fn clone_empty(&self) -> Columns {
        let mut empty = Columns { list: Vec::new(), unknown: 0, known: self.first, ..self.clone() };
        empty.choose_reads(self.list.iter().map(|kept| kept.read.clone()).collect());
        empty
    }

    /// Another budget, for tests.
    #[cfg(test)]
    pub fn with_budget(self, budget: usize) -> Columns {
        Columns { budget, ..self }
    }

    /// Has a column for each quantity that is kept of a run of this document ([`Document::kept_quantities`]), and no
    /// others; cells of new ones are unknown. Columns that stay keep theirs.
    pub fn choose(&mut self, document: &Document) {
        let read = |curve: CurveDoc| Read { measure: document.measure_of(&curve).cloned(), curve };
        self.choose_reads(document.kept_quantities().into_iter().map(read).collect());
    }

    /// Carries the new name of a thing through what is kept, as `rename` gives it in a document.
    pub fn rename(&mut self, rename: &dyn Fn(&mut Document)) {
        for Kept { read: Read { curve, measure }, .. } in &mut self.list {
            let graphs = vec![GraphDoc { curves: vec![curve.clone()], against: None }];
            let mut document = Document { graphs, measures: measure.iter().cloned().collect(), ..Document::default() };
            rename(&mut document);
            curve.clone_from(&document.graphs[0].curves[0]);
            *measure = document.measures.pop();
        }
    }

    fn choose_reads(&mut self, reads: Vec<Read>) {
        if self.list.iter().map(|kept| &kept.read).eq(&reads) {
            return;
        }
        let mut before = std::mem::take(&mut self.list);
        for read in reads {
            let kept = match before.iter().position(|kept| kept.read == read) {
                Some(index) => before.swap_remove(index),
                None => {
                    self.known = self.first;
                    let mut cells = Pieces::default();
                    (0..self.count).for_each(|_| cells.push(UNKNOWN));
                    let is_angle = read.curve.row().is_some_and(|row| row.turns);
                    Kept { read, cells, rises: BTreeSet::new(), is_angle, turns: Vec::new() }
                }
            };
            self.list.push(kept);
        }
        self.count_unknown();
        self.keep_to_budget();
    }

    /// Reads the stage at its present step: a row for the step after the last one, cells that are still unknown for
    /// an earlier one.
    pub fn take(&mut self, stage: &Stage) {
        let Some(index) = stage.step_count().checked_sub(self.first).and_then(|index| usize::try_from(index).ok()) else { return };
        if index > self.count {
            return;
        }
        let is_new = index == self.count;
        for kept in &mut self.list {
            let Read { curve, measure } = &kept.read;
            let read = || curve.read_with(stage, measure.as_ref()).unwrap_or(ABSENT);
            if is_new {
                kept.cells.push(read());
            } else if kept.cells.get(index) == Some(UNKNOWN) {
                kept.cells.set(index, read());
                self.unknown -= 1;
            } else {
                continue;
            }
            kept.note(stage.step_count(), self.first);
        }
        self.count += usize::from(is_new);
        if is_new {
            self.keep_to_budget();
        }
    }

    /// Forgets the rows of all steps after this one.
    pub fn cut(&mut self, step: u64) {
        let count = (step + 1).saturating_sub(self.first) as usize;
        if count < self.count {
            for kept in &mut self.list {
                kept.cells.truncate(count);
                kept.rises.split_off(&(step + 1));
                kept.turns.retain(|(known, _)| *known <= step);
            }
            self.count = count;
            self.count_unknown();
        }
        self.known = self.known.min(step + 1);
    }

    /// The column of a quantity, if there is one.
    pub fn of(&self, curve: &CurveDoc) -> Option<Column<'_>> {
        let kept = self.list.iter().find(|kept| kept.read.curve == *curve)?;
        Some(Column { cells: &kept.cells, rises: &kept.rises, turns: &kept.turns, first: self.first })
    }

    /// The first step with an unknown cell. Looks on from where it stood the last time.
    pub fn first_unknown(&mut self) -> Option<u64> {
        if self.unknown == 0 {
            return None;
        }
        self.known = self.known.max(self.first);
        let is_missing = |step: u64| self.list.iter().any(|kept| kept.cells.get((step - self.first) as usize) == Some(UNKNOWN));
        let found = (self.known..self.first + self.count as u64).find(|step| is_missing(*step))?;
        self.known = found;
        Some(found)
    }

    /// The share of all cells that is known, from 0 to 1.
    pub fn progress(&self) -> f32 {
        let all = self.list.len() * self.count;
        if self.unknown == 0 { 1.0 } else { 1.0 - self.unknown as f32 / all as f32 }
    }

    /// True while some cell is unknown.
    pub fn is_missing_any(&self) -> bool {
        self.unknown > 0
    }

    /// True without any column.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    fn count_unknown(&mut self) {
        self.unknown = self.list.iter().flat_map(|kept| kept.cells.iter()).filter(|cell| **cell == UNKNOWN).count();
    }

    /// Memory of all cells, bytes.
    pub fn bytes(&self) -> usize {
        self.list.len() * self.count * size_of::<f64>()
    }

    /// The memory that those of another run do not share, bytes.
    pub fn bytes_beside(&self, other: &Columns) -> usize {
        let beside = |kept: &Kept| match other.list.iter().find(|theirs| theirs.read == kept.read) {
            Some(theirs) if self.first == other.first => kept.cells.bytes_beside(&theirs.cells),
            _ => kept.cells.bytes_beside(&Pieces::default()),
        };
        self.list.iter().map(beside).sum()
    }

    fn keep_to_budget(&mut self) {
        while self.bytes() > self.budget {
            let gone = self.list.iter_mut().map(|kept| kept.cells.forget_oldest()).max().unwrap_or(0);
            if gone == 0 {
                return;
            }
            self.first += gone as u64;
            self.count -= gone;
            self.list.iter_mut().for_each(|kept| kept.rises = kept.rises.split_off(&self.first));
            self.count_unknown();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::document::Subject;

    fn curve(quantity: &'static str) -> CurveDoc {
        CurveDoc { of: Subject::World, quantity }
    }

    /// The angle of a wheel fell from π to −π once a turn.
    #[test]
    fn an_angle_is_counted_on_over_whole_turns_in_whatever_order_its_steps_are_read() {
        let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0], "sleeping": false }, "bodies": [
            { "id": "wheel", "angular_velocity": -20, "angular_damping": 0, "linear_damping": 0, "shapes": [{ "circle": { "radius": 1 } }] } ] }"#;
        let document = crate::scene::file::parse(text.as_bytes()).unwrap();
        let angle = CurveDoc { of: Subject::Body("wheel".into()), quantity: "angle" };
        let graphs = vec![GraphDoc { curves: vec![angle.clone()], against: None }];
        let stages: Vec<Stage> = std::iter::successors(Some(Stage::new(&document).unwrap()), |stage| {
            let mut next = stage.clone();
            next.step();
            Some(next)
        })
        .take(61)
        .collect();
        let chosen = Document { graphs, ..document };
        let mut columns = Columns::new(0);
        // The first half of the run was not watched; it is read later.
        stages[..30].iter().for_each(|stage| columns.take(stage));
        columns.choose(&chosen);
        stages[30..].iter().for_each(|stage| columns.take(stage));
        stages[..30].iter().for_each(|stage| columns.take(stage));
        let column = columns.of(&angle).unwrap();
        for step in 0..=60 {
            // −20 rad/s for a second are 3.2 turns; sixty roundings of a single-precision angle of at most π.
            let (told, turned) = (column.at(step).unwrap(), -20.0 * step as f64 / 60.0);
            assert!((told - turned).abs() < 1e-4, "{step}: {told}, not {turned}");
        }
        columns.cut(20);
        assert!((columns.of(&angle).unwrap().at(20).unwrap() + 20.0 / 3.0).abs() < 1e-4);
    }

    #[test]
    fn the_oldest_rows_leave_when_the_budget_is_full() {
        let mut stage = Stage::new(&Document::default()).unwrap();
        let mut columns = Columns::new(0).with_budget(5_000 * size_of::<f64>());
        let graph = GraphDoc { curves: vec![curve("contacts"), curve("awake_bodies")], against: None };
        columns.choose(&Document { graphs: vec![graph], ..Document::default() });
        columns.take(&stage);
        for _ in 0..4_000 {
            stage.step();
            columns.take(&stage);
            assert!(columns.bytes() <= 5_000 * size_of::<f64>());
        }
        let column = columns.of(&curve("contacts")).unwrap();
        assert!(column.first() > 1_000 && column.end() == 4_001, "{} to {}", column.first(), column.end());
        assert_eq!((column.at(0), column.at(column.first()), column.at(4_000)), (None, Some(0.0), Some(0.0)));
        assert_eq!(columns.first_unknown(), None);
    }
}
