//! A place of a lesson that shows the scene itself: a moment of its run under some lenses, and graphs up to there.

use crate::draw::plot::Plot;
use crate::draw::{DrawList, View};
use crate::engine::collider::ColliderId;
use crate::lens::graph::Table;
use crate::lens::{LensInput, compose, frame};
use crate::scene::document::{CurveDoc, Document, LessonStepDoc, MeasureDoc};
use crate::scene::stage::Stage;

/// Height of a picture, points, for arrows whose length is a number.
const PICTURE_PX: f32 = 600.0;

/// A moment of the scene, and what its graphs show up to there.
pub struct ScenePlace {
    /// The scene then.
    pub stage: Stage,
    /// The two shapes that lenses look into, when the step names them.
    pub pair: Option<(ColliderId, ColliderId)>,
    /// What was read in each step from the start on.
    rows: Record,
}

/// The quantities of a lesson's graphs, step by step.
#[derive(Clone, Debug, Default)]
pub struct Record {
    curves: Vec<(CurveDoc, Option<MeasureDoc>)>,
    rows: Vec<Vec<Option<f64>>>,
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
        Record { curves, rows: Vec::new() }
    }

    /// Reads the stage at its present step; each step once, in order.
    pub fn take(&mut self, stage: &Stage) {
        if !self.curves.is_empty() {
            self.rows.push(self.curves.iter().map(|(curve, measure)| curve.read_with(stage, measure.as_ref())).collect());
        }
    }
}

impl ScenePlace {
    /// A moment, with what was read up to there.
    pub fn new(stage: Stage, pair: Option<(ColliderId, ColliderId)>, rows: Record) -> ScenePlace {
        ScenePlace { stage, pair, rows }
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
        let place = |curve: &CurveDoc| self.rows.curves.iter().position(|(other, _)| other == curve);
        let plot = |graph| {
            let columns: Vec<Option<usize>> = crate::scene::document::GraphDoc::quantities(graph).map(place).collect();
            let row = |row: &Vec<Option<f64>>| columns.iter().map(|column| row[(*column)?]).collect();
            let rows = self.rows.rows.iter().enumerate().map(|(step, values)| (step as u64, row(values)));
            Table::new(graph, hz, rows.collect()).plot("")
        };
        step.graphs.iter().map(plot).collect()
    }
}
