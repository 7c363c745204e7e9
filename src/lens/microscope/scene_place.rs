//! A place of a lesson that shows the scene itself: a moment of its run under some lenses, and graphs up to there.

use crate::draw::plot::Plot;
use crate::draw::{DrawList, View};
use crate::engine::collider::ColliderId;
use crate::lens::graph::Table;
use crate::lens::{LensInput, compose, frame};
use crate::scene::document::{CurveDoc, Document, GraphDoc, LessonStepDoc, MeasureDoc};
use crate::scene::stage::Stage;

/// Height of a picture, points, for arrows whose length is a number.
const PICTURE_PX: f32 = 600.0;

/// Of a longer run fewer steps are kept for a graph: every second, every fourth …
const MOST_ROWS: usize = 2_000;

/// A moment of the scene, and what its graphs show up to there.
pub struct ScenePlace {
    /// The scene then.
    pub stage: Stage,
    /// The two shapes that lenses look into, when the step names them.
    pub pair: Option<(ColliderId, ColliderId)>,
    /// What its graphs show.
    record: Record,
}

/// The quantities of a lesson's graphs, step by step.
#[derive(Clone, Debug, Default)]
pub struct Record {
    curves: Vec<(CurveDoc, Option<MeasureDoc>)>,
    /// Step, and what was read in it.
    rows: Vec<(u64, Vec<Option<f64>>)>,
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

    /// Reads the stage at its present step; each step once, in order.
    pub fn take(&mut self, stage: &Stage) {
        let step = stage.step_count();
        let thinned = self.thinned;
        if self.curves.is_empty() || !step.is_multiple_of(1 << thinned) {
            return;
        }
        self.rows.push((step, self.read(stage)));
        if self.rows.len() > MOST_ROWS {
            self.thinned += 1;
            self.rows.retain(|(step, _)| step.is_multiple_of(2 << thinned));
        }
    }

    fn read(&self, stage: &Stage) -> Vec<Option<f64>> {
        self.curves.iter().map(|(curve, measure)| curve.read_with(stage, measure.as_ref())).collect()
    }

    /// Of a step's own graphs, up to the stage's present step.
    fn of_step(&self, step: &LessonStepDoc, stage: &Stage) -> Record {
        let is_shown = |curve: &CurveDoc| step.graphs.iter().flat_map(GraphDoc::quantities).any(|other| other == curve);
        let own: Vec<usize> = (0..self.curves.len()).filter(|&i| is_shown(&self.curves[i].0)).collect();
        let row = |(step, values): &(u64, Vec<Option<f64>>)| (*step, own.iter().map(|&i| values[i]).collect());
        let curves = own.iter().map(|&i| self.curves[i].clone()).collect();
        let mut record = Record { curves, rows: self.rows.iter().map(row).collect(), thinned: self.thinned };
        let now = stage.step_count();
        if record.rows.last().is_some_and(|(step, _)| *step != now) {
            record.rows.push((now, record.read(stage)));
        }
        record
    }
}

impl ScenePlace {
    /// The present moment of a run, under a step's lenses and graphs.
    pub fn new(stage: Stage, pair: Option<(ColliderId, ColliderId)>, step: &LessonStepDoc, record: &Record) -> ScenePlace {
        let record = record.of_step(step, &stage);
        ScenePlace { stage, pair, record }
    }

    /// What stands over it: the moment.
    pub fn heading(&self) -> String {
        let time = self.stage.step_count() as f64 / f64::from(self.stage.world().settings().step_hz);
        format!("The scene at {time:.2} s")
    }

    /// What part of the scene is shown: the step's, else the view's, else all of it.
    pub fn view(&self, document: &Document, step: &LessonStepDoc) -> View {
        let at_start = document.view.as_ref().map(|view| View { center: view.center, height: view.height });
        let own = step.camera.map(|camera| View { center: camera.center, height: camera.height });
        own.or(at_start).unwrap_or_else(|| frame(&self.stage))
    }

    /// The scene under the step's lenses.
    pub fn picture(&self, document: &Document, step: &LessonStepDoc) -> DrawList {
        let metres_per_px = self.view(document, step).height / PICTURE_PX;
        let (stage, pair, document) = (&self.stage, self.pair, Some(document));
        let input = LensInput { stage, pair, chosen: &[], turn: 0, metres_per_px, films: None, document };
        let lenses: Vec<&str> = step.lenses.iter().map(String::as_str).collect();
        let mut list = DrawList::default();
        compose(&input, &lenses, &mut list);
        list
    }

    /// The step's graphs from the start of the run to its moment.
    pub fn plots(&self, step: &LessonStepDoc) -> Vec<Plot> {
        let hz = self.stage.world().settings().step_hz;
        let place = |curve: &CurveDoc| self.record.curves.iter().position(|(other, _)| other == curve);
        let plot = |graph| {
            let columns: Vec<Option<usize>> = GraphDoc::quantities(graph).map(place).collect();
            let row = |(step, values): &(u64, Vec<Option<f64>>)| (*step, columns.iter().map(|column| values[(*column)?]).collect());
            Table::new(graph, hz, self.record.rows.iter().map(row).collect()).plot("")
        };
        step.graphs.iter().map(plot).collect()
    }
}
