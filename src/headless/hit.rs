//! `--hit`: which shot's hit is meant, and the two under the microscope as the engine searched them.

use super::host::Host;
use super::source;
use crate::lens::microscope::hit::{Hit, hit_of, last_hit};
use crate::scene::shot::Shot;
use crate::scene::stage::Stage;

/// The hit that the words stand for, among those up to a step.
///
/// # Errors
/// The scene does not load, there is no such shot, or it has hit nothing by then.
pub fn find_hit(scene: &str, at_step: u64, words: &str, host: &mut dyn Host) -> Result<Hit, String> {
    let (_, stage) = source::stage_at(scene, at_step, host)?;
    let shot = shot_of(&stage, words)?.clone();
    let step = shot.step_of_hit().ok_or(format!("shot {} has hit nothing by step {}", shot.number, stage.step_count()))?;
    let [mut before, mut earlier] = [None, None];
    source::stage_watched(scene, at_step, host, |stage, _| {
        if stage.step_count() + 1 == step {
            before = Some(stage.clone());
        } else if stage.step_count() + 2 == step {
            earlier = Some(stage.clone());
        }
    })?;
    let before = before.ok_or(format!("shot {} has hit in step {step}, before the run begins", shot.number))?;
    hit_of(&shot, &before, earlier.as_ref())
}

/// The shot of this number, or the last of a launcher that has hit.
fn shot_of<'a>(stage: &'a Stage, words: &str) -> Result<&'a Shot, String> {
    if let Some(launcher) = stage.launchers().into_iter().find(|id| *id == words) {
        return last_hit(stage, Some(&launcher)).ok_or(format!("no shot of `{words}` has hit anything by step {}", stage.step_count()));
    }
    let number = words.strip_prefix("shot").unwrap_or(words).trim().parse::<u32>();
    let wrong = || format!("--hit needs the number of a shot or the id of a launcher, is `{words}`; {}", known(stage));
    let number = number.map_err(|_| wrong())?;
    stage.shots().iter().find(|shot| shot.number == number).ok_or_else(wrong)
}

/// Which hits there are.
fn known(stage: &Stage) -> String {
    let hits =
        stage.shots().iter().filter_map(|shot| Some(format!("shot {} of {} in step {}", shot.number, shot.launcher, shot.step_of_hit()?)));
    let hits: Vec<String> = hits.collect();
    if hits.is_empty() { format!("nothing was hit by step {}", stage.step_count()) } else { format!("there are: {}", hits.join(", ")) }
}
