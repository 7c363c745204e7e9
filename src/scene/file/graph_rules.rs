//! What one field of a graph or trace alone cannot tell: whether its things are there, and have such a number.

use super::report::{Report, Step, did_you_mean, quoted, steps};
use crate::scene::document::{CurveDoc, Document, GraphDoc, Subject};
use std::collections::BTreeSet;

/// Ids that curves may refer to; `None` for a list that could not be read: references into it tell nothing.
struct Known<'a> {
    bodies: Option<BTreeSet<&'a str>>,
    joints: Option<BTreeSet<&'a str>>,
    launchers: Option<BTreeSet<&'a str>>,
    measures: Option<BTreeSet<&'a str>>,
}

/// Checks graphs and traces against the rest of the scene.
pub fn check(report: &mut Report<'_>, document: &Document) {
    if document.graphs.is_empty() && document.traces.is_empty() && document.lesson_quantities().next().is_none() {
        return;
    }
    let known = Known {
        bodies: (!report.is_blamed(&steps!["bodies"])).then(|| document.bodies.iter().map(|b| b.id.as_str()).collect()),
        joints: (!report.is_blamed(&steps!["joints"])).then(|| document.joints.iter().map(|j| j.id.as_str()).collect()),
        launchers: (!report.is_blamed(&steps!["launchers"])).then(|| document.launchers.iter().map(|l| l.id.as_str()).collect()),
        measures: (!report.is_blamed(&steps!["measures"])).then(|| document.measures.iter().map(|m| m.id.as_str()).collect()),
    };
    check_graphs(report, &[], &document.graphs, document, &known);
    for (i, step) in document.lesson.iter().enumerate() {
        check_graphs(report, &steps!["lesson", i], &step.graphs, document, &known);
    }
    for (i, trace) in document.traces.iter().enumerate() {
        find(report, &steps!["traces", i, "body"], "body", &trace.body, known.bodies.as_ref());
    }
}

/// Checks some graphs that stand in the object at `path`.
fn check_graphs(report: &mut Report<'_>, path: &[Step], graphs: &[GraphDoc], document: &Document, known: &Known<'_>) {
    for (i, graph) in graphs.iter().enumerate() {
        let at = [path, &steps!["graphs", i]].concat();
        for (k, curve) in graph.curves.iter().enumerate() {
            check_curve(report, &[&at[..], &steps!["curves", k]].concat(), curve, document, known);
        }
        if let Some(curve) = &graph.against {
            check_curve(report, &[&at[..], &steps!["against"]].concat(), curve, document, known);
        }
    }
}

/// Blames a reference to what is not there.
fn find(report: &mut Report<'_>, path: &[Step], kind: &str, id: &str, known: Option<&BTreeSet<&str>>) {
    if let Some(known) = known
        && !known.contains(id)
    {
        report.complain(path, || format!("there is no {kind} {}{}", quoted(id), did_you_mean(id, known.iter().copied(), '"')));
    }
}

fn check_curve(report: &mut Report<'_>, path: &[Step], curve: &CurveDoc, document: &Document, known: &Known<'_>) {
    if !report.is_clean(path) {
        return;
    }
    let key = |name: &'static str| [path, &steps![name]].concat();
    match &curve.of {
        Subject::World => {}
        Subject::Body(id) | Subject::Point { body: id, .. } => find(report, &key("id"), "body", id, known.bodies.as_ref()),
        Subject::Joint(id) => find(report, &key("id"), "joint", id, known.joints.as_ref()),
        Subject::Control(id) => {
            find(report, &key("id"), "body", id, known.bodies.as_ref());
            if document.body(id).is_some_and(|body| body.control.is_none()) {
                report.complain(&key("id"), || format!("the body {} has no controller", quoted(id)));
            }
        }
        Subject::Launcher(id) => find(report, &key("id"), "launcher", id, known.launchers.as_ref()),
        Subject::Measure(id) => find(report, &key("id"), "tape or protractor", id, known.measures.as_ref()),
        Subject::Contact(pair) => {
            for (i, id) in pair.iter().enumerate() {
                find(report, &[path, &steps!["pair", i]].concat(), "body", id, known.bodies.as_ref());
            }
            if pair[0] == pair[1] {
                let words = || format!("must be another body than the first, is {} again", quoted(&pair[1]));
                report.complain(&[path, &steps!["pair", 1]].concat(), words);
            }
        }
    }
    let Some(row) = curve.row() else {
        return report.complain(&key("quantity"), || format!("is no quantity of such a thing: {}", quoted(curve.quantity)));
    };
    if let (Subject::Joint(id), Some(measure)) = (&curve.of, row.measure())
        && let Some(joint) = document.joint(id)
        && joint.kind.info().coordinate.is_none_or(|free| free.measure != measure)
    {
        let kind = joint.kind.info().word;
        report.complain(&key("quantity"), || format!("a {kind} joint has no {}", row.name.to_lowercase()));
    }
    if let Some(measure) = document.measure_of(curve)
        && !row.fits(measure)
    {
        let kind = if measure.apex.is_some() { "protractor" } else { "tape" };
        report.complain(&key("quantity"), || format!("a {kind} has no {}", row.name.to_lowercase()));
    }
}
