//! `graph`: quantities of a scene over time, as a table or as curves on axes.

use super::arguments::GraphOptions;
use super::host::{Host, print, write_file};
use super::source;
use crate::draw::axes;
use crate::draw::plot::Format;
use crate::lens::graph::{Table, csv_head, csv_row};
use crate::scene::document::{CurveDoc, Document, GraphDoc};
use crate::scene::quantity::{Turns, word};
use crate::scene::stage::Stage;

/// Most samples of a picture: more than any has pixels, and a bound of its memory.
const MOST_SAMPLES: u64 = 1_000_000;

/// Runs a scene and writes what its quantities were.
///
/// # Errors
/// The scene does not load, has no such quantity, or the output cannot be written.
pub fn graph(options: &GraphOptions, host: &mut dyn Host) -> Result<(), String> {
    let (document, mut stage) = source::stage_at(&options.scene, 0, host)?;
    let graph = chosen(options, &document).map_err(|why| format!("{}: {why}", options.scene))?;
    match options.out.as_deref().map(|path| (path, Format::of_path(path))) {
        None | Some((_, Some(Format::Csv) | None)) => table(options, &graph, &document, &mut stage, host),
        Some((path, Some(format))) => {
            if options.steps / options.every > MOST_SAMPLES {
                return Err(format!("a picture takes at most {MOST_SAMPLES} samples; give a larger --every"));
            }
            let mut rows = Vec::new();
            sample(options, &graph, &document, &mut stage, &mut |step, values| {
                rows.push((step, values));
                Ok(())
            })?;
            let table = Table::new(&graph, stage.world().settings().step_hz, rows);
            let size = (options.size.width, options.size.height);
            let bytes = axes::bytes(&table.plot(&document.title), "", format, size, options.theme.theme())?;
            write_file(host, path, &bytes)
        }
    }
}

/// The graph that is asked for: of the quantities named, else the scene's own.
fn chosen(options: &GraphOptions, document: &Document) -> Result<GraphDoc, String> {
    let parse = |words: &String| word::parse(words, document);
    if options.quantity.is_empty() {
        let index = usize::try_from(options.graph - 1).unwrap_or(usize::MAX);
        let own = document.graphs.get(index).cloned();
        let mut graph = own.ok_or_else(|| match document.graphs.len() {
            0 => "the scene has no graph of its own: name quantities, like --quantity world:total_energy".to_owned(),
            count => format!("there is no graph {}; the scene has {count}", options.graph),
        })?;
        if let Some(against) = &options.against {
            graph.against = Some(parse(against)?);
        }
        return Ok(graph);
    }
    let curves = options.quantity.iter().map(parse).collect::<Result<Vec<_>, String>>()?;
    Ok(GraphDoc { curves, against: options.against.as_ref().map(parse).transpose()? })
}

/// A row of the table, as soon as it is there.
fn table(options: &GraphOptions, graph: &GraphDoc, document: &Document, stage: &mut Stage, host: &mut dyn Host) -> Result<(), String> {
    let at_path = |reason: String| format!("{}: {reason}", options.out.as_deref().unwrap_or_default());
    let mut file = options.out.as_ref().map(|path| host.begin(path)).transpose().map_err(at_path)?;
    let mut pass_on = |text: String| match &mut file {
        Some(file) => file.write(text.as_bytes()).map_err(at_path),
        None => print(host, &text),
    };
    let step_hz = stage.world().settings().step_hz;
    pass_on(csv_head(graph.quantities()))?;
    sample(options, graph, document, stage, &mut |step, values| pass_on(csv_row(step, step_hz, graph.quantities(), &values)))?;
    file.map_or(Ok(()), |file| file.finish().map_err(at_path))
}

type Take<'a> = dyn FnMut(u64, Vec<Option<f64>>) -> Result<(), String> + 'a;

/// Takes the steps, and hands over the values at the start, every K-th step and the last one.
fn sample(options: &GraphOptions, graph: &GraphDoc, document: &Document, stage: &mut Stage, take: &mut Take<'_>) -> Result<(), String> {
    let (mut turns, has_angle) = (Turns::default(), graph.quantities().any(|curve| curve.row().is_some_and(|row| row.turns)));
    for step in 0..=options.steps {
        if step > 0 {
            source::step(stage)?;
        }
        let is_wanted = step % options.every == 0 || step == options.steps;
        // Between two rows an angle may make more than half a turn.
        if is_wanted || has_angle {
            let mut values: Vec<_> = graph.quantities().map(|curve| curve.read_with(stage, document.measure_of(curve))).collect();
            turns.count(graph.quantities().map(CurveDoc::row), &mut values);
            if is_wanted {
                take(stage.step_count(), values)?;
            }
        }
    }
    Ok(())
}
