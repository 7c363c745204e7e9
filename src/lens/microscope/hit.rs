//! A shot's hit under the microscope of the time of impact: the search that the engine made for it, with the very
//! inputs.
//!
//! The step of the hit is taken again on a copy, and the searches for a time of impact in it are noted
//! ([`crate::engine::world::World::step_noting_impacts`]). A shot that the check of fast bodies has stopped touches one
//! step later, so that step is looked at too:
//!
//! ```text
//!   step n − 1                             step n
//!   ● ─ ─ ─▶● put back to its impact       contact begins: the hit is told of this step
//!           ▲ the search that is shown
//! ```

use super::specimen::{Motion, Specimen};
use crate::draw::quantity::{length, number, quantity};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::narrow::time_of_impact::ToiOutcome;
use crate::engine::world::{ImpactPhase, ImpactSearch};
use crate::lens::in_engine_order;
use crate::scene::shot::Shot;
use crate::scene::stage::Stage;

/// A hit, ready to be looked at.
pub struct Hit {
    /// The two, on the ways of the engine's search; of a hit without one on those of the whole step.
    pub specimen: Specimen,
    /// Shot and what it has hit.
    pub pair: (ColliderId, ColliderId),
    /// The step before the one that is shown.
    pub step: u64,
    /// What is shown, and why.
    pub words: String,
}

/// The newest hit of a launcher, or of all.
pub fn last_hit<'a>(stage: &'a Stage, launcher: Option<&str>) -> Option<&'a Shot> {
    let of_launcher = |shot: &&Shot| launcher.is_none_or(|id| shot.launcher == id);
    stage
        .shots()
        .iter()
        .filter(of_launcher)
        .filter(|shot| shot.step_of_hit().is_some())
        .max_by_key(|shot| (shot.step_of_hit(), shot.number))
}

/// The hit of a shot, from the stages as they stood one and two steps before its end ([`Shot::step_of_hit`]); the
/// second may be missing.
///
/// # Errors
/// Nothing was touched then.
pub fn hit_of(shot: &Shot, before: &Stage, earlier: Option<&Stage>) -> Result<Hit, String> {
    let mut after = before.clone();
    let noted = after.step_noting_impacts();
    let name = format!("shot {}", shot.number);
    let ball = [&after, before].into_iter().find_map(|stage| body_of(stage, shot)).ok_or(format!("{name} is gone"))?;
    let pair = touched(&after, ball, shot).ok_or(format!("{name} has touched nothing: it flew through its target"))?;
    let of_pair = |noted: &[([ColliderId; 2], ImpactSearch)]| -> Vec<([ColliderId; 2], ImpactSearch)> {
        noted.iter().filter(|(both, _)| in_engine_order((both[0], both[1])) == in_engine_order(pair)).copied().collect()
    };
    let searches = of_pair(&noted);
    let ground = if before.world().body(ball).is_some() { before } else { &after };
    if let Some(found) = meeting(&searches) {
        return searched(ground, before, found, pair).ok_or(format!("{name} is gone"));
    }
    if let Some(earlier) = earlier {
        let noted = earlier.clone().step_noting_impacts();
        if let Some(found) = meeting(&of_pair(&noted)) {
            return searched(earlier, earlier, found, pair).ok_or(format!("{name} is gone"));
        }
    }
    let specimen = Specimen::of(ground, pair).ok_or(format!("{name} is gone"))?;
    let specimen = if in_engine_order(pair) == pair { specimen } else { specimen.swapped() };
    let words = unsearched(ground, pair, (after.step_count(), searches.len()));
    Ok(Hit { specimen, pair, step: before.step_count(), words })
}

/// The projectile of a shot.
fn body_of(stage: &Stage, shot: &Shot) -> Option<BodyId> {
    stage.shots().iter().find(|other| other.number == shot.number)?.body
}

/// The shot and what it has begun to touch in the last step: its target, if that is among it.
fn touched(stage: &Stage, ball: BodyId, shot: &Shot) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let target = shot.target.as_deref().and_then(|name| stage.names().bodies.id(name));
    let begun = world.events().begun.iter().map(|&(a, b, _)| (a, b));
    let touching = world.contacts().into_iter().filter(|contact| contact.count > 0).map(|contact| (contact.collider_a, contact.collider_b));
    let all: Vec<_> = begun.chain(touching).filter(|(a, b)| a.body == ball || b.body == ball).collect();
    let with = |(a, b): &&(ColliderId, ColliderId)| [a.body, b.body].contains(&target.unwrap_or(ball));
    let &(a, b) = all.iter().find(with).or(all.first())?;
    Some(if a.body == ball { (a, b) } else { (b, a) })
}

/// The search that the step went on from. A body that its contact has stopped ends at a meeting, too, but that is not
/// where it was found.
fn meeting(searches: &[([ColliderId; 2], ImpactSearch)]) -> Option<([ColliderId; 2], ImpactSearch)> {
    searches.iter().find(|(_, search)| search.is_used).copied()
}

/// The specimen of a search that the step after `before` has made; `ground` has both bodies.
fn searched(
    ground: &Stage,
    before: &Stage,
    (both, search): ([ColliderId; 2], ImpactSearch),
    pair: (ColliderId, ColliderId),
) -> Option<Hit> {
    let specimen = Specimen::of(ground, (both[0], both[1]))?;
    let mut specimen = if in_engine_order((both[0], both[1])) == (both[0], both[1]) { specimen } else { specimen.swapped() };
    [specimen.a.pose, specimen.b.pose] = search.sweeps.map(|way| way.pose_at(0.0));
    (specimen.options.motion, specimen.options.search) = (search.sweeps.map(|way| Motion::of(&way)), Some(search));
    specimen.stored = None;
    let settings = ground.world().settings();
    let part = match search.phase {
        ImpactPhase::Substep(index) => {
            format!("in sub-step {} of {}, for the way of the pair in it", index + 1, settings.substep_count())
        }
        ImpactPhase::Continuous => "in the check of fast bodies after the solver, for the way of the whole step".to_owned(),
    };
    let end = if search.result.outcome == ToiOutcome::Hit { "the impact is" } else { "out of iterations" };
    let words = format!(
        "The search that the engine made in step {} {part}: {end} at t = {} of it, {} after the step began.",
        before.step_count() + 1,
        number(search.result.t),
        quantity(search.moment(), "s"),
    );
    Some(Hit { specimen, pair, step: before.step_count(), words })
}

/// Why no search of the engine is shown: the step of the hit and how many searches there were.
fn unsearched(before: &Stage, (a, b): (ColliderId, ColliderId), (step, searches): (u64, usize)) -> String {
    let world = before.world();
    let velocity = |id: ColliderId| world.body(id.body).map(|body| body.linear_velocity).unwrap_or_default();
    let way = (velocity(a) - velocity(b)).length() * world.settings().substep_seconds();
    let why = if searches > 0 {
        let times = if searches == 1 { "once".to_owned() } else { format!("{searches} times") };
        format!("The engine searched {times} in step {step} but did not stop the pair at a time that it found")
    } else {
        format!(
            "The engine searched no time of impact in step {step}: before it the two moved {} against each other in a sub-step, too little to \
             pass through each other",
            length(way)
        )
    };
    format!(
        "{why}. Their ordinary contact was found where a sub-step ends. Shown is the way of the whole step, if both keep their velocities."
    )
}
