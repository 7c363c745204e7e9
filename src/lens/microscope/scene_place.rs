//! A place of a lesson that shows the scene itself: a moment of its run under some lenses, with graphs up to there and
//! with its branches as ghosts.

use super::scene_ghost::SceneGhost;
use super::scene_record::{Record, Row};
use crate::draw::plot::{Plot, PlotCurve};
use crate::draw::{DrawList, View};
use crate::engine::collider::ColliderId;
use crate::lens::graph::{Table, gap};
use crate::lens::{LensInput, compose, frame, ghosts};
use crate::scene::document::{Document, GraphDoc, LessonStepDoc};
use crate::scene::stage::Stage;

/// Height of a picture, points, for arrows whose length is a number.
const PICTURE_PX: f32 = 600.0;

/// A moment of the scene, and what its graphs show up to there.
pub struct ScenePlace {
    /// The scene then.
    pub stage: Stage,
    /// The two shapes that lenses look into, when the step names them.
    pub pair: Option<(ColliderId, ColliderId)>,
    /// What its graphs show.
    record: Record,
    /// Its branches, at the same moment.
    ghosts: Vec<SceneGhost>,
}

impl ScenePlace {
    /// The present moment of a run, under a step's lenses and graphs, and its branches.
    pub(super) fn new(
        stage: Stage,
        pair: Option<(ColliderId, ColliderId)>,
        step: &LessonStepDoc,
        record: &Record,
        ghosts: Vec<SceneGhost>,
    ) -> ScenePlace {
        let record = record.of_step(step, &stage);
        ScenePlace { stage, pair, record, ghosts }
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
        for (ghost, hue) in self.ghosts.iter().zip(0..) {
            ghosts::draw(&self.stage, &ghost.stage, (&ghost.name, hue), &mut list);
        }
        list
    }

    /// The step's graphs from the start of the run to its moment.
    pub fn plots(&self, step: &LessonStepDoc) -> Vec<Plot> {
        step.graphs.iter().map(|graph| self.plot(graph, step.difference)).collect()
    }

    fn plot(&self, graph: &GraphDoc, difference: bool) -> Plot {
        let hz = self.stage.world().settings().step_hz;
        let rows = self.record.rows_of(graph);
        let mut plot = Table::new(graph, hz, rows.clone()).plot("");
        if graph.against.is_some() || self.ghosts.is_empty() {
            return plot;
        }
        if difference {
            plot.curves.clear();
        }
        for ghost in &self.ghosts {
            let mut theirs = ghost.record.rows_of(graph);
            if difference {
                lie_above(&rows, &mut theirs, graph);
            }
            let sign = if difference { " −" } else { "," };
            let curves = Table::new(graph, hz, theirs).plot("").curves.into_iter();
            plot.curves.extend(curves.map(|curve| PlotCurve { name: format!("{}{sign} {}", curve.name, ghost.name), ..curve }));
        }
        plot
    }
}

/// By how much the first rows lie above the second, in place of these.
fn lie_above(rows: &[Row], theirs: &mut [Row], graph: &GraphDoc) {
    let wraps: Vec<bool> = graph.quantities().map(|curve| curve.row().is_some_and(|row| row.wraps)).collect();
    for ((_, here), (_, there)) in rows.iter().zip(theirs) {
        for ((here, there), wraps) in here.iter().zip(there).zip(&wraps) {
            *there = here.zip(*there).map(|(here, there)| gap(here, there, *wraps));
        }
    }
}
