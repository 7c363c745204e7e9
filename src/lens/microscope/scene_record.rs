//! What the graphs of a lesson show of a run, step by step.

use crate::scene::document::{CurveDoc, Document, GraphDoc, LessonStepDoc, MeasureDoc};
use crate::scene::quantity::Turns;
use crate::scene::stage::Stage;

/// Of a longer run fewer steps are kept for a graph: every second, every fourth …
const MOST_ROWS: usize = 2_000;

/// A step, and what was read in it.
pub(super) type Row = (u64, Vec<Option<f64>>);

/// The quantities of a lesson's graphs, step by step.
#[derive(Clone, Debug, Default)]
pub struct Record {
    curves: Vec<(CurveDoc, Option<MeasureDoc>)>,
    rows: Vec<Row>,
    turns: Turns,
    /// Only steps that are multiples of two to this power are kept.
    thinned: u32,
}

impl Record {
    /// Of all graphs of a document's lesson, empty yet.
    pub fn of(document: &Document) -> Record {
        let mut curves: Vec<(CurveDoc, Option<MeasureDoc>)> = Vec::new();
        for curve in document.lesson_quantities() {
            if !curves.iter().any(|(other, _)| other == curve) {
                curves.push((curve.clone(), document.measure_of(curve).cloned()));
            }
        }
        Record { curves, ..Record::default() }
    }

    /// The same quantities of another run, empty yet.
    pub(super) fn anew(&self) -> Record {
        Record { curves: self.curves.clone(), ..Record::default() }
    }

    /// Reads the stage at its present step; each step once, in order.
    pub fn take(&mut self, stage: &Stage) {
        let step = stage.step_count();
        let thinned = self.thinned;
        let is_kept = step.is_multiple_of(1 << thinned);
        // Between two rows an angle may make more than half a turn.
        let has_angle = self.curves.iter().any(|(curve, _)| curve.row().is_some_and(|row| row.turns));
        if self.curves.is_empty() || !(is_kept || has_angle) {
            return;
        }
        let (values, turns) = self.read(stage);
        self.turns = turns;
        if !is_kept {
            return;
        }
        self.rows.push((step, values));
        if self.rows.len() > MOST_ROWS {
            self.thinned += 1;
            self.rows.retain(|(step, _)| step.is_multiple_of(2 << thinned));
        }
    }

    /// The values at the stage's present step, and the turns of angles up to there.
    fn read(&self, stage: &Stage) -> (Vec<Option<f64>>, Turns) {
        let mut values: Vec<_> = self.curves.iter().map(|(curve, measure)| curve.read_with(stage, measure.as_ref())).collect();
        let mut turns = self.turns.clone();
        turns.count(self.curves.iter().map(|(curve, _)| curve.row()), &mut values);
        (values, turns)
    }

    /// The rows of a graph.
    pub(super) fn rows_of(&self, graph: &GraphDoc) -> Vec<Row> {
        let place = |curve: &CurveDoc| self.curves.iter().position(|(other, _)| other == curve);
        let columns: Vec<Option<usize>> = graph.quantities().map(place).collect();
        let row = |(step, values): &Row| (*step, columns.iter().map(|column| values[(*column)?]).collect());
        self.rows.iter().map(row).collect()
    }

    /// Of a step's own graphs, up to the stage's present step.
    pub(super) fn of_step(&self, step: &LessonStepDoc, stage: &Stage) -> Record {
        let is_shown = |curve: &CurveDoc| step.graphs.iter().flat_map(GraphDoc::quantities).any(|other| other == curve);
        let own: Vec<usize> = (0..self.curves.len()).filter(|&i| is_shown(&self.curves[i].0)).collect();
        let row = |(step, values): &Row| (*step, own.iter().map(|&i| values[i]).collect());
        let curves = own.iter().map(|&i| self.curves[i].clone()).collect();
        let mut record = Record { curves, rows: self.rows.iter().map(row).collect(), thinned: self.thinned, ..Record::default() };
        let now = stage.step_count();
        if record.rows.last().is_some_and(|(step, _)| *step != now) {
            record.rows.push(row(&(now, self.read(stage).0)));
        }
        record
    }
}
