//! What happens in the world: tracks, circles of reach, guesses, the meeting; after the shot the true miss.

use super::reel::{AimReel, MethodRun, Moment};
use crate::draw::quantity::length;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::guidance::lead::LeadStep;
use crate::lens::microscope::{Part, PartKind, Side};

/// Corners of a path.
const CORNERS: usize = 40;
/// Circles of reach while it grows.
const CIRCLES: usize = 4;
/// Guesses that are drawn; what lies farther away than this is not, metres.
const FAR: f32 = 60.0;

pub(super) fn world(reel: &AimReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let situation = &reel.situation;
    {
        let list = &mut list.of(way(reel));
        let foreseen =
            moment.run().and_then(|run| reel.runs[run].solution()).map_or(situation.problem.max_time.min(2.0), |s| s.wait + s.time);
        list.polyline(Role::Prediction, near(reel, (0..=CORNERS).map(|k| situation.target_at(foreseen * k as f32 / CORNERS as f32))));
        let place = situation.target_at(0.0);
        list.arrow(Role::Velocity, place, place + 0.25 * (situation.problem.velocity + situation.carried));
    }
    list.ring(Role::Launcher, situation.muzzle, 6.0);
    match moment {
        Moment::Start => growing(reel, list),
        Moment::Guess(run, guess) => guessed(reel, &reel.runs[run], guess, list),
        Moment::Table => {
            reel.runs.iter().for_each(|run| aimed(reel, run, false, list));
            true_miss(reel, list);
        }
        _ => {
            if let Some(run) = moment.run() {
                aimed(reel, &reel.runs[run], true, list);
            }
        }
    }
}

fn way(reel: &AimReel) -> Part {
    Part::of(if reel.situation.target == Side::A { PartKind::WayA } else { PartKind::WayB })
}

/// A path as far as it stays in the neighbourhood.
fn near(reel: &AimReel, path: impl Iterator<Item = Vec2>) -> Vec<Vec2> {
    path.take_while(|p| p.is_finite() && (*p - reel.situation.muzzle).length() < FAR).collect()
}

/// The circle of reach at a few times, with the target's place at each.
fn growing(reel: &AimReel, list: &mut DrawList) {
    let until = reel.runs.iter().filter_map(MethodRun::solution).map(|s| s.time).fold(0.0, f32::max);
    let until = if until > 0.0 { until } else { 1.0 };
    for k in 1..=CIRCLES {
        let t = until * k as f32 / CIRCLES as f32;
        let (center, radius) = reel.situation.reach(0.0, t, reel.situation.problem.speed);
        if radius < FAR && (center - reel.situation.muzzle).length() < FAR {
            list.circle(Role::Prediction, center, radius);
            let target = reel.situation.target_at(t);
            list.ring(Role::Prediction, target, 4.0);
            list.label(Role::QuietText, target, Vec2::new(8.0, 8.0), 3, crate::draw::quantity::quantity(t, "s"));
        }
    }
}

/// The places that were guessed, and the circle that reaches the last of them.
fn guessed(reel: &AimReel, run: &MethodRun, guess: usize, list: &mut DrawList) {
    let guesses = run.steps.iter().filter_map(|step| if let LeadStep::Guess { time, next } = step { Some((*time, *next)) } else { None });
    for (index, (time, next)) in guesses.take(guess + 1).enumerate() {
        let place = reel.situation.target_at(time);
        if !(place - reel.situation.muzzle).length().is_finite() || (place - reel.situation.muzzle).length() > FAR {
            continue;
        }
        let list = &mut list.of(Part::nth(PartKind::Row, index));
        list.ring(Role::Aim, place, if index == guess { 7.0 } else { 3.5 });
        if index == guess {
            let (center, radius) = reel.situation.reach(0.0, next, reel.situation.problem.speed);
            list.circle(Role::Prediction, center, radius);
            list.line(Role::Aim, center, place);
            list.label(Role::Aim, place, Vec2::new(10.0, 10.0), 6, format!("guess {}", index + 1));
        }
    }
}

/// The projectile's way, the circle of reach at its end, and how far the target is from there.
fn aimed(reel: &AimReel, run: &MethodRun, with_circle: bool, list: &mut DrawList) {
    let Some(solution) = run.solution() else { return };
    let situation = &reel.situation;
    let wait = situation.wait(solution);
    let role = Role::Method(run.row.method as u8);
    let path = (0..=CORNERS).map(|k| situation.projectile_at(solution, wait, solution.time * k as f32 / CORNERS as f32));
    list.polyline(role, near(reel, path));
    let meeting = situation.projectile_at(solution, wait, solution.time);
    let target = situation.target_at(wait + solution.time);
    if !meeting.is_finite() || (meeting - situation.muzzle).length() > FAR {
        return;
    }
    list.of(PartKind::Point).cross(role, meeting, 6.0);
    if !with_circle {
        return;
    }
    let (center, radius) = situation.reach(wait, solution.time, solution.speed);
    list.circle(Role::Prediction, center, radius);
    match run.miss {
        Some(miss) if miss > 0.0 && (target - situation.muzzle).length() < FAR => {
            list.ring(Role::Prediction, target, 6.0);
            list.line(Role::Miss, meeting, target);
            list.label(Role::Miss, 0.5 * (meeting + target), Vec2::new(10.0, 10.0), 7, format!("misses by {}", length(miss)));
        }
        Some(_) => list.label(Role::Contact, meeting, Vec2::new(10.0, 10.0), 7, "they meet"),
        None => {}
    }
}

/// What came of the launcher's last shot.
fn true_miss(reel: &AimReel, list: &mut DrawList) {
    let Some(shot) = &reel.situation.shot else { return };
    list.polyline(Role::Projectile, near(reel, shot.trail.iter().copied()));
    let Some((on_shot, on_target)) = shot.closest_points else { return };
    if (on_shot - reel.situation.muzzle).length() > FAR {
        return;
    }
    list.line(Role::Miss, on_shot, on_target);
    let words = match (shot.hit_at, shot.closest) {
        (Some(_), _) => "the shot hit".to_owned(),
        (None, gap) => format!("the shot came within {}", length(gap.unwrap_or(0.0))),
    };
    list.label(Role::Miss, on_target, Vec2::new(12.0, 12.0), 8, words);
}
