//! Commands of graphs and traces. Which there are is part of the scene; the run goes on as it is.

use crate::app::effect::Effect;
use crate::app::exported::Exported;
use crate::app::program::App;
use crate::draw::axes;
use crate::draw::plot::Format;
use crate::lens::graph;
use crate::scene::document::{CurveDoc, Document, GraphDoc, TraceDoc};
use std::sync::Arc;

/// What undo calls it.
const ADD_GRAPH: &str = "Add graph";
/// Width and height of a graph as a figure, pixels.
const FIGURE_SIZE: (u32, u32) = (960, 540);

/// Something done with the scene's graphs and traces.
#[derive(Clone, Debug, PartialEq)]
pub enum GraphCommand {
    /// Adds a graph behind the others.
    Add(GraphDoc),
    /// Adds a curve to a graph; one that it has already is taken out.
    Toggle {
        /// Its number, from 0.
        graph: usize,
        /// The curve.
        curve: CurveDoc,
    },
    /// What a graph shows to the right; `None` = time.
    Against {
        /// Its number, from 0.
        graph: usize,
        /// The quantity.
        against: Option<CurveDoc>,
    },
    /// Takes a graph away.
    Remove(usize),
    /// Takes the graph that was added last away as if it had never been there: one has looked, and nothing else was
    /// done since.
    Forget,
    /// Draws the path of a point; the same again takes it away.
    Trace(TraceDoc),
    /// Asks for a file and writes a graph: a table (CSV) or a picture (SVG, PNG), as its name ends.
    Export {
        /// Its number, from 0.
        graph: usize,
        /// The suggested format.
        format: Format,
    },
}

impl App {
    pub(super) fn apply_graph(&mut self, command: GraphCommand) {
        match command {
            GraphCommand::Add(graph) => {
                self.change(ADD_GRAPH, 0, |d| d.graphs.push(graph));
            }
            GraphCommand::Toggle { graph, curve } => self.on_graph(graph, |app| app.toggle_curve(graph, curve)),
            GraphCommand::Against { graph, against } => self.on_graph(graph, |app| {
                app.change("Change graph", 0, |d| d.graphs[graph].against = against);
            }),
            GraphCommand::Remove(graph) => self.on_graph(graph, |app| {
                app.change("Remove graph", 0, |d| drop(d.graphs.remove(graph)));
            }),
            GraphCommand::Forget => {
                if let Some(before) = self.before_last_graph().cloned() {
                    self.history.forget_last();
                    self.document = before;
                }
            }
            GraphCommand::Trace(trace) => self.toggle_trace(trace),
            GraphCommand::Export { graph, format } => self.on_graph(graph, |app| {
                app.exported = Exported::Graph(graph);
                let name = format!("{}_graph_{}.{}", app.file_stem(), graph + 1, format.ending());
                app.effects.push(Effect::AskExport { name });
            }),
        }
    }

    /// The document without the graph that was added last, if nothing else was done since, saving included.
    pub fn before_last_graph(&self) -> Option<&Arc<Document>> {
        let before = self.history.next_document(false).filter(|_| self.history.undo_label() == Some(ADD_GRAPH))?;
        let (without, with) = (&before.graphs, &self.document.graphs);
        (without.len() + 1 == with.len() && with.starts_with(without) && self.is_unsaved()).then_some(before)
    }

    /// Does something to a graph; says so when there is none of this number.
    fn on_graph(&mut self, graph: usize, act: impl FnOnce(&mut App)) {
        self.on("graph", graph, self.document.graphs.len(), act);
    }

    fn toggle_curve(&mut self, graph: usize, curve: CurveDoc) {
        let curves = &self.document.graphs[graph].curves;
        match curves.iter().position(|other| *other == curve) {
            // A graph goes with its last curve.
            Some(_) if curves.len() == 1 => self.apply_graph(GraphCommand::Remove(graph)),
            Some(place) => {
                self.change("Remove curve", 0, |d| drop(d.graphs[graph].curves.remove(place)));
            }
            None => {
                self.change("Add curve", 0, |d| d.graphs[graph].curves.push(curve));
            }
        }
    }

    fn toggle_trace(&mut self, trace: TraceDoc) {
        let place = self.document.traces.iter().position(|other| other.body == trace.body && other.at == trace.at);
        match place {
            Some(place) => self.change("Remove trace", 0, |d| drop(d.traces.remove(place))),
            None => self.change("Add trace", 0, |d| d.traces.push(trace)),
        };
    }

    /// A graph as the bytes of a file; the ending of the path decides the format.
    pub(super) fn graph_bytes(&self, index: usize, path: &str) -> Result<Vec<u8>, String> {
        let graph = self.document.graphs.get(index).ok_or("the graph is no longer there")?;
        let format = Format::of_path(path).ok_or_else(|| format!("\"{path}\" must end in .csv, .svg or .png"))?;
        if self.timeline.is_filling() {
            return Err("the graph is still reading the run's past; try again in a moment".into());
        }
        let (timeline, hz) = (&self.timeline, self.stage().world().settings().step_hz);
        let steps = timeline.first_step()..=timeline.last_step();
        let columns: Vec<_> = graph.quantities().map(|curve| timeline.columns().of(curve)).collect();
        let rows = steps.map(|step| (step, columns.iter().map(|column| column.and_then(|c| c.at(step))).collect()));
        let table = graph::Table::new(graph, hz, rows.collect());
        axes::bytes(&table.plot(&self.title()), &table.csv(), format, FIGURE_SIZE, self.theme)
    }
}
