//! The branches of a lesson's step, run to its moment.

use super::lesson_bounds::{MOST_PAIRS, MOST_WORK, is_lean};
use super::scene_record::Record;
use crate::scene::document::{BranchDoc, Document, LessonStepDoc};
use crate::scene::stage::Stage;

/// A branch at the moment of a step.
pub struct SceneGhost {
    /// What it is called.
    pub name: String,
    /// The other scene then.
    pub stage: Stage,
    /// What the step's graphs show of it.
    pub record: Record,
}

/// All branches of a step, each run from the start of the scene. `work` counts on ([`Stage::step_work`]).
///
/// # Errors
/// A branch does not build, grows too large or takes too long: the key of the step's field, and why.
pub fn of_step(
    document: &Document,
    step: &LessonStepDoc,
    work: &mut u64,
    record: &Record,
) -> Result<Vec<SceneGhost>, (&'static str, String)> {
    let ghost = |branch: &BranchDoc| {
        let (stage, record) = run(document, branch, step.at_step, work, record.anew())?;
        Ok(SceneGhost { name: branch.name.clone(), record: record.of_step(step, &stage), stage })
    };
    let all: Result<_, String> = step.branches.iter().map(ghost).collect();
    all.map_err(|why| ("branches", why))
}

fn run(document: &Document, branch: &BranchDoc, to: u64, work: &mut u64, mut record: Record) -> Result<(Stage, Record), String> {
    let named = |why: String| format!("\"{}\": {why}", branch.name);
    let changed = branch.applied(document);
    let start = Document { state: None, ..document.clone() };
    let mut stage = Stage::new(if branch.from == 0 { &changed } else { &start }).map_err(|problems| named(problems.to_string()))?;
    stage.limit_pairs(MOST_PAIRS);
    record.take(&stage);
    while stage.step_count() < to {
        let now = stage.step_count();
        if now == branch.from && now > 0 {
            stage.sync(&start, &changed).map_err(|problems| named(problems.to_string()))?;
        }
        stage.step();
        *work += stage.step_work() + 1;
        record.take(&stage);
        if *work > MOST_WORK {
            return Err(named(format!("the run to step {to} takes too long; it came to step {now}")));
        }
        if stage.world().events().overcrowded {
            return Err(named(format!("more than {MOST_PAIRS} pairs of shapes are near each other at step {now}")));
        }
    }
    if is_lean(stage.world()) { Ok((stage, record)) } else { Err(named("leads to a world that is too large for a lesson".to_owned())) }
}
