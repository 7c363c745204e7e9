//! Which scene is meant by a word on the command line, and that scene after some steps.

use super::host::{Host, read_file};
use crate::scene::document::Document;
use crate::scene::file;
use crate::scene::problem::{Problem, Problems};
use crate::scene::shipped::{self, ShippedScene};
use crate::scene::stage::{Stage, overcrowded_message};

/// The shipped scene of this name. A name with a path or an ending is a file.
pub fn shipped_scene(name: &str) -> Option<&'static ShippedScene> {
    shipped::scenes().iter().find(|scene| scene.name == name)
}

/// The document that `name` (a shipped scene, otherwise a file) stands for.
///
/// # Errors
/// One line a problem, each beginning with the name.
pub fn load(name: &str, host: &mut dyn Host) -> Result<Document, String> {
    file::parse(&bytes(name, host)?).map_err(|problems| prefixed(name, &problems))
}

fn bytes(name: &str, host: &mut dyn Host) -> Result<Vec<u8>, String> {
    match shipped_scene(name) {
        Some(scene) => Ok(scene.json.as_bytes().to_vec()),
        None => read_file(host, name).map_err(|reason| format!("{reason}{}", suggestion(name))),
    }
}

/// Problems that a run found, with their places in the text, each on a line that begins with the scene's name.
pub fn found_by_running(name: &str, problems: Problems, host: &mut dyn Host) -> String {
    prefixed(name, &Problems(placed(name, problems.0, host)))
}

/// The same problems with their places in the scene's text.
pub fn placed(name: &str, mut problems: Vec<Problem>, host: &mut dyn Host) -> Vec<Problem> {
    if let Ok(bytes) = bytes(name, host) {
        problems.iter_mut().for_each(|problem| problem.place = file::place_of(&bytes, &problem.path));
    }
    problems
}

/// Loads a scene and takes `steps` steps.
///
/// # Errors
/// As [`load`].
pub fn stage_at(name: &str, steps: u64, host: &mut dyn Host) -> Result<(Document, Stage), String> {
    stage_watched(name, steps, host, |_, _| ())
}

/// The same, and shows the stage before each step with the number of steps that are still to be taken.
///
/// # Errors
/// As [`load`].
pub fn stage_watched(name: &str, steps: u64, host: &mut dyn Host, look: impl FnMut(&Stage, u64)) -> Result<(Document, Stage), String> {
    let document = load(name, host)?;
    let stage = stage_of(name, &document, steps, look)?;
    Ok((document, stage))
}

/// A loaded scene after so many steps, watched in the same way.
///
/// # Errors
/// What the steps find.
pub fn stage_of(name: &str, document: &Document, steps: u64, mut look: impl FnMut(&Stage, u64)) -> Result<Stage, String> {
    let mut stage = Stage::new(document).map_err(|problems| prefixed(name, &problems))?;
    for step in 0..steps {
        look(&stage, steps - step);
        self::step(&mut stage).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(stage)
}

/// Takes a step.
///
/// # Errors
/// The world stands still, because too many shapes overlap.
pub fn step(stage: &mut Stage) -> Result<(), String> {
    stage.step();
    if stage.world().events().overcrowded {
        return Err(format!("step {}: {}", stage.step_count(), overcrowded_message()));
    }
    Ok(())
}

/// Every problem on its own line, each beginning with the scene's name.
pub fn prefixed(name: &str, problems: &Problems) -> String {
    let lines: Vec<String> = problems.0.iter().map(|problem| format!("{name}: {problem}")).collect();
    lines.join("\n")
}

/// A hint for a misspelt shipped scene.
fn suggestion(name: &str) -> String {
    let nearest = shipped::scenes().iter().map(|scene| scene.name).min_by_key(|candidate| strsim::damerau_levenshtein(name, candidate));
    match nearest {
        Some(candidate) if strsim::damerau_levenshtein(name, candidate) <= 1 + candidate.len() / 4 => {
            format!(" (did you mean the shipped scene `{candidate}`?)")
        }
        _ => String::new(),
    }
}
