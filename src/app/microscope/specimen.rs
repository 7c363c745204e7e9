//! Specimens of runs and of the shipped examples.

use crate::app::timeline::Timeline;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::lens::microscope::Specimen;
use crate::lens::microscope::specimen::{PAST_STEPS, names_of};
use crate::scene::shipped::Example;

/// The specimen of an example, and what the file says about it: its watched pair where the file puts it, or, where a
/// lesson of one step names a later moment, what stands there then.
///
/// # Errors
/// The file does not load or names no pair.
pub fn specimen_of(example: &Example) -> Result<(Specimen, String), String> {
    let document = crate::scene::file::parse(example.json.as_bytes()).map_err(|problems| problems.to_string())?;
    if let Some(step) = document.lesson.first() {
        let place = crate::lens::microscope::lesson::place(&document, step)?;
        let film = place.film().ok_or("its first step shows no microscope")?;
        return Ok((film.specimen, document.about));
    }
    let stage = crate::scene::stage::Stage::new(&document).map_err(|problems| problems.to_string())?;
    let named = document.view.as_ref().and_then(|view| view.pair.as_ref());
    let Some(pair) = named else {
        let specimen = Specimen::of_scene(&stage, None, None).ok_or("it names no pair")?;
        return Ok((specimen.with_before(None), document.about));
    };
    let collider = |name: &str| {
        let body = stage.names().bodies.id(name)?;
        Some(ColliderId { body, index: 0 })
    };
    let both = collider(&pair[0]).zip(collider(&pair[1])).ok_or("its pair is not there")?;
    let specimen = Specimen::of(&stage, both).ok_or("its pair has no shapes")?.with_before(None);
    Ok((specimen, document.about))
}

/// The inputs of the last manifold of a pair in a run, with what microscopes show of the steps before; without a pair
/// the scene.
pub(in crate::app) fn specimen_in(run: &Timeline, pair: Option<(ColliderId, ColliderId)>, focus: Option<String>) -> Option<Specimen> {
    Some(with_steps_before(run, Specimen::of_scene(run.stage(), pair, focus)?, pair))
}

/// The two bodies of a joint of a run, or its body and the world.
pub(in crate::app) fn specimen_of_joint(run: &Timeline, joint: JointId) -> Option<Specimen> {
    let specimen = Specimen::of_joint(run.stage(), joint)?;
    let pair = specimen.scene.as_ref().filter(|_| specimen.has_pair()).map(|scene| scene.pair);
    Some(with_steps_before(run, specimen, pair))
}

fn with_steps_before(run: &Timeline, specimen: Specimen, pair: Option<(ColliderId, ColliderId)>) -> Specimen {
    let mut past = Vec::new();
    let before = run.replay(PAST_STEPS, |stage| past.extend(pair.map(|pair| names_of(stage, pair))));
    specimen.with_before(before).with_past(past)
}
