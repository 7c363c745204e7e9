//! What names bodies and groups that a document has not: after a deletion, and in a run that never had them.

use super::renaming::{asked_body, controllers};
use crate::app::graphs;
use crate::app::stopwatch;
use crate::draw::quantity::counted;
use crate::scene::control::ControlDoc;
use crate::scene::document::{Document, LessonStepDoc};
use crate::scene::file;
use std::collections::BTreeSet;

/// Takes out joints, launchers, lamps, curves, notes, measures, sources of smoke, graphs, traces and lesson steps that
/// hang on bodies that are not there; what only names one (a target, a question, the view) loses the name.
pub fn drop_dangling(document: &mut Document) {
    let bodies: BTreeSet<String> = document.bodies.iter().map(|body| body.id.clone()).collect();
    let groups: BTreeSet<String> = document.groups.iter().map(|group| group.id.clone()).collect();
    let is_there = |id: &str| bodies.contains(id);
    let stays = |body: Option<&str>| body.is_none_or(is_there);
    document.joints.retain(|joint| is_there(&joint.body_b) && stays(joint.body_a.as_deref()));
    document.launchers.retain(|launcher| stays(launcher.body.as_deref()));
    for launcher in &mut document.launchers {
        drop(launcher.target.take_if(|id| !is_there(id)));
        drop(launcher.only.group.take_if(|id| !groups.contains(id.as_str())));
    }
    document.lights.retain_mut(|light| light.body_mut().is_none_or(|id| is_there(id)));
    document.group_slots().for_each(|slot| drop(slot.take_if(|id| !groups.contains(id.as_str()))));
    document.curves.retain(|curve| stays(curve.body.as_deref()));
    document.notes.retain(|note| stays(note.body.as_deref()));
    document.measures.retain(|measure| measure.ends().all(|end| stays(end.body.as_deref())));
    for region in &mut document.smoke {
        region.sources.retain(|source| stays(source.body.as_deref()));
    }
    controllers(document).flat_map(ControlDoc::bodies_mut).for_each(|name| drop(name.take_if(|id| !is_there(id))));
    drop_from_lesson(document, is_there);
    drop_from_view(document, is_there);
    graphs::drop_lost(document);
    stopwatch::drop_lost(document);
}

/// How many there are of what can hang on bodies, with the words for one and for several.
pub(super) fn hanging(document: &Document) -> [(usize, &'static str, &'static str); 10] {
    let asked = document.lesson.iter().filter(|step| step.question.is_some()).count();
    [
        (document.lesson.len(), "step of the lesson", "steps of the lesson"),
        (asked, "question of the lesson", "questions of the lesson"),
        (document.joints.len(), "joint", "joints"),
        (document.launchers.len(), "launcher", "launchers"),
        (document.lights.len(), "lamp", "lamps"),
        (document.curves.len(), "curve", "curves"),
        (document.notes.len(), "note", "notes"),
        (document.measures.len(), "measure", "measures"),
        (document.graphs.len(), "graph", "graphs"),
        (document.traces.len(), "trace", "traces"),
    ]
}

/// What there is less of, in words.
pub(super) fn lost<const N: usize>(before: [(usize, &str, &str); N], after: [(usize, &str, &str); N]) -> Vec<String> {
    let fewer = before.into_iter().zip(after).map(|((before, one, many), (after, ..))| (before - after, one, many));
    fewer.filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(count, one, many)).collect()
}

/// Steps whose pair is not there go; questions that ask for such a body, too.
fn drop_from_lesson(document: &mut Document, is_there: impl Fn(&str) -> bool) {
    // Some microscopes need no pair.
    let is_shown = |step: &LessonStepDoc| match document.lesson_pair(step) {
        Some(pair) => pair.iter().all(|id| is_there(id)),
        None => !file::needs_pair(step.algorithm),
    };
    let mut lesson: Vec<LessonStepDoc> = document.lesson.iter().filter(|step| is_shown(step)).cloned().collect();
    for step in &mut lesson {
        if asked_body(step).is_some_and(|id| !is_there(id)) {
            step.question = None;
        }
    }
    document.lesson = lesson;
}

fn drop_from_view(document: &mut Document, is_there: impl Fn(&str) -> bool) {
    let Some(view) = &mut document.view else { return };
    drop(view.follow.take_if(|id| !is_there(id)));
    if view.pair.as_ref().is_some_and(|pair| !pair.iter().all(|id| is_there(id))) {
        view.pair = None;
        view.microscope = None;
    }
}

/// Ids of what a part made by [`super::extract`] has on bodies that are neither in it nor in the document:
/// [`super::insert`] leaves these things out.
pub fn without_body<'a>(document: &Document, part: &'a Document) -> Vec<&'a str> {
    let is_there = |id: &str| part.body(id).is_some() || document.body(id).is_some();
    let lost = |body: Option<&str>| body.is_some_and(|id| !is_there(id));
    let launchers = part.launchers.iter().filter(|l| lost(l.body.as_deref())).map(|l| l.id.as_str());
    let curves = part.curves.iter().filter(|c| lost(c.body.as_deref())).map(|c| c.id.as_str());
    let lights = part.lights.iter().filter(|l| lost(l.body().map(String::as_str))).map(|l| l.id.as_str());
    launchers.chain(curves).chain(lights).collect()
}
