//! What an edit of the scene means for its graphs, its traces and the branches of its lesson: they follow a new name,
//! and go with what they show.

use super::selection::Item;
use crate::scene::document::{CurveDoc, Document, GraphDoc, Subject, WorldSettings};
use crate::scene::file;

/// Every curve of the document.
pub fn curves(document: &mut Document) -> impl Iterator<Item = &mut CurveDoc> {
    let of_lesson = document.lesson.iter_mut().flat_map(|step| &mut step.graphs);
    document.graphs.iter_mut().chain(of_lesson).flat_map(GraphDoc::quantities_mut)
}

/// Carries a new id of a joint, launcher, tape or protractor through graphs and branches.
pub fn rename(document: &mut Document, item: &Item, new: &str) {
    let old = item.id();
    let follow = |name: &mut String| {
        if name == old {
            new.clone_into(name);
        }
    };
    for curve in curves(document) {
        match (item, &mut curve.of) {
            (Item::Joint(_), Subject::Joint(id)) | (Item::Launcher(_), Subject::Launcher(id)) => follow(id),
            (Item::Measure(_), Subject::Measure(id)) => follow(id),
            _ => {}
        }
    }
    for branch in document.lesson.iter_mut().flat_map(|step| &mut step.branches) {
        if let Item::Joint(_) = item {
            branch.rename_joint(old, new);
        }
    }
}

/// Takes out curves and traces of things that are gone; a graph goes with its last curve, or with the quantity that it
/// was drawn against.
pub fn drop_lost(document: &mut Document) {
    let mut graphs = std::mem::take(&mut document.graphs);
    let mut lesson = std::mem::take(&mut document.lesson);
    let is_there = |curve: &CurveDoc| {
        curve.of.bodies().iter().all(|id| document.body(id).is_some())
            && match &curve.of {
                Subject::Joint(id) => document.joint(id).is_some(),
                Subject::Launcher(id) => document.launcher(id).is_some(),
                Subject::Measure(id) => document.measure(id).zip(curve.row()).is_some_and(|(measure, row)| row.fits(measure)),
                Subject::Control(id) => document.body(id).is_some_and(|body| body.control.is_some()),
                _ => true,
            }
    };
    for list in lesson.iter_mut().map(|step| &mut step.graphs).chain([&mut graphs]) {
        list.iter_mut().for_each(|graph| graph.curves.retain(is_there));
        list.retain(|graph: &GraphDoc| !graph.curves.is_empty() && graph.against.as_ref().is_none_or(is_there));
    }
    (document.graphs, document.lesson) = (graphs, lesson);
    let mut traces = std::mem::take(&mut document.traces);
    traces.retain(|trace| document.body(&trace.body).is_some());
    document.traces = traces;
}

/// Gives the scene other settings; branches of its lesson take over the length of its steps.
pub fn set_world(document: &mut Document, world: WorldSettings) {
    document.world = world;
    let branches = document.lesson.iter_mut().flat_map(|step| &mut step.branches);
    branches.filter_map(|branch| branch.world.as_deref_mut()).for_each(|other| other.step_hz = world.step_hz);
}

/// Takes out the branches of the lesson that make no scene of this one any more.
pub fn drop_lost_branches(document: &mut Document) {
    let mut lesson = std::mem::take(&mut document.lesson);
    for branches in lesson.iter_mut().map(|step| &mut step.branches) {
        branches.iter_mut().for_each(|branch| branch.fit(document));
        branches.retain(|branch| file::check(&branch.applied(document)).is_ok());
    }
    document.lesson = lesson;
}
