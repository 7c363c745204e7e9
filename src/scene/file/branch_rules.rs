//! What the rules say of the branches of a lesson.

use super::report::{Report, quoted, steps};
use crate::scene::document::Document;
use crate::scene::limits::ALL_LESSON_BRANCHES;
use crate::scene::problem::Problems;
use std::collections::BTreeSet;

/// Each branch makes a scene that holds by itself: its names are there, and its scene has no problem of its own, as
/// `holds` tells.
pub fn check(report: &mut Report<'_>, document: &Document, holds: impl Fn(&Document) -> Result<(), Problems>) {
    let all: usize = document.lesson.iter().map(|step| step.branches.len()).sum();
    if all > ALL_LESSON_BRANCHES {
        let words = || format!("the steps have {all} branches together, at most {ALL_LESSON_BRANCHES}");
        return report.complain(&steps!["lesson"], words);
    }
    let bodies: BTreeSet<&String> = document.bodies.iter().map(|body| &body.id).collect();
    let joints: BTreeSet<&String> = document.joints.iter().map(|joint| &joint.id).collect();
    let each =
        document.lesson.iter().enumerate().flat_map(|(i, step)| step.branches.iter().enumerate().map(move |(j, branch)| (i, j, branch)));
    for (i, j, branch) in each {
        let path = steps!["lesson", i, "branches", j];
        let step_hz = branch.world.as_ref().map_or(document.world.step_hz, |world| world.step_hz);
        if step_hz != document.world.step_hz {
            let words = || format!("must be the scene's {}, is {step_hz}: runs are compared step by step", document.world.step_hz);
            report.complain(&steps!["lesson", i, "branches", j, "world", "step_hz"], words);
        }
        check_names(report, (i, j), "without_bodies", &branch.without_bodies, |id| bodies.contains(id));
        check_names(report, (i, j), "without_joints", &branch.without_joints, |id| joints.contains(id));
        check_unique(report, (i, j), "bodies", branch.bodies.iter().map(|body| body.id.as_str()));
        check_unique(report, (i, j), "joints", branch.joints.iter().map(|joint| joint.id.as_str()));
        // The scene's own problems are told at their own place.
        if report.is_clean(&[])
            && let Err(problems) = holds(&branch.applied(document))
            && let Some(first) = problems.0.first()
        {
            report.complain(&path, || format!("makes a scene that is wrong: {}: {}", first.path, first.message));
        }
    }
}

fn check_unique<'a>(report: &mut Report<'_>, (i, j): (usize, usize), key: &'static str, ids: impl Iterator<Item = &'a str>) {
    let mut known = BTreeSet::new();
    for (k, id) in ids.enumerate() {
        if !known.insert(id) {
            report.complain(&steps!["lesson", i, "branches", j, key, k, "id"], || format!("{} stands here a second time", quoted(id)));
        }
    }
}

fn check_names(report: &mut Report<'_>, (i, j): (usize, usize), key: &'static str, names: &[String], is_there: impl Fn(&String) -> bool) {
    for (k, name) in names.iter().enumerate().filter(|(_, name)| !is_there(name)) {
        report.complain(&steps!["lesson", i, "branches", j, key, k], || format!("there is no {} in the scene", quoted(name)));
    }
}
