//! Aiming: what a launcher foresees, and how past shots did.
//!
//! ```text
//!   target ●╌╌╌╌╌╌╌╌╳ meeting          the reach circle holds all places that a projectile fired now
//!                  ╱                   could be at when they meet; it passes through the meeting
//!     barrel ▬▬╌╌╱   ◯ reach circle
//! ```

use super::kind::{Lens, LensInput};
use crate::draw::quantity::{counted, length, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;
use crate::engine::tuning::MAX_COORDINATE;
use crate::guidance::lead::{LeadOutcome, LeadSolution, LeadStep};
use crate::scene::launcher::{Aim, Shot, flown};
use crate::scene::stage::Stage;
use std::collections::BTreeMap;

/// The lens of this file.
pub const AIM: Lens = Lens {
    id: "aim",
    name: "Aim",
    explanation: "Where launchers aim, where projectile and target should meet, and by how much past shots missed.",
    role: Role::Aim,
    needs_pair: false,
    nothing: |_| None,
    draw,
};

/// A path without a meeting is foreseen for so long, seconds.
const FORESEEN: f32 = 1.5;
/// Corners of a foreseen path.
const PATH_POINTS: usize = 32;
/// Projectile and target meet when they are nearer than this share of the projectile's way: `f32` rounding over a
/// long flight.
const SAME_PLACE: f32 = 1e-3;
/// With more launchers than this, circles of reach would cover each other and all else.
const MOST_CIRCLES: usize = 2;
/// Points of the way of a shot among those of many launchers: half a second.
const CROWDED_TRAIL: usize = 30;
/// Guesses of an iteration that are drawn.
const MOST_GUESSES: usize = 24;

/// All launchers and shots.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let launchers = input.stage.launchers();
    let are_named = launchers.len() > 1;
    let is_crowded = launchers.len() > MOST_CIRCLES;
    for launcher in &launchers {
        let mut steps: Vec<LeadStep> = Vec::new();
        if let Some(aim) = input.stage.aim_probed(launcher, &mut steps) {
            let name = if are_named { format!("{launcher}: ") } else { String::new() };
            launcher_marks(input.stage, &aim, &name, &steps, input.metres_per_px, list);
            if !is_crowded {
                reach_marks(input.stage, launcher, &aim, list);
            }
        }
    }
    // The newest shot of each launcher that is over: of those before it the rings of hits are enough, the inspector has
    // the words.
    let mut newest: BTreeMap<&str, &Shot> = BTreeMap::new();
    for shot in input.stage.shots().iter().filter(|shot| !shot.salvo && is_over(input.stage, shot)) {
        newest.insert(&shot.launcher, shot);
    }
    for shot in input.stage.shots() {
        let is_old =
            !shot.salvo && is_over(input.stage, shot) && newest.get(shot.launcher.as_str()).is_some_and(|last| !std::ptr::eq(*last, shot));
        shot_marks(input.stage, shot, [is_crowded, is_old], list);
    }
}

/// True when nothing more can come of a shot but what it bounces off.
fn is_over(stage: &Stage, shot: &Shot) -> bool {
    shot.hit_at.is_some() || shot.closest_points.is_some_and(|(on_shot, _)| has_passed(stage, shot, on_shot))
}

fn launcher_marks(stage: &Stage, aim: &Aim, name: &str, steps: &[LeadStep], mpp: f32, list: &mut DrawList) {
    let gravity = stage.world().settings().gravity;
    list.line(Role::Aim, aim.muzzle, aim.muzzle + aim.direction * (60.0 * mpp));
    let beside = Vec2::new(12.0, 16.0);
    match &aim.outcome {
        Some(LeadOutcome::Solved(solution)) => solved(aim, solution, name, steps, list),
        Some(LeadOutcome::NoSolution(reason)) => {
            list.label(Role::Warning, aim.muzzle, beside, 8, format!("{name}no solution: {reason}"));
        }
        Some(LeadOutcome::NotConverged { iterations }) => {
            let text = format!("{name}not settled after {}", counted(*iterations, "iteration", "iterations"));
            list.label(Role::Warning, aim.muzzle, beside, 8, text);
            guesses(aim, steps, list);
        }
        None => list.polyline(Role::Prediction, flight(aim.muzzle, (aim.projectile_velocity, gravity, aim.drag), FORESEEN)),
    }
}

/// Both paths up to the meeting, the circle of reach, the cross where they meet.
fn solved(aim: &Aim, solution: &LeadSolution, name: &str, steps: &[LeadStep], list: &mut DrawList) {
    let (Some(meeting), Some(problem)) = (aim.meeting, &aim.problem) else { return };
    let time = solution.time;
    // The mount carries the muzzle on while the barrel turns.
    let carried = aim.projectile_velocity - aim.direction * aim.speed;
    let muzzle = aim.muzzle + carried * aim.wait;
    let pull = problem.fall + aim.direction * problem.thrust;
    list.polyline(Role::Aim, flight(muzzle, (aim.projectile_velocity, pull, aim.drag), time));
    let path = (0..=PATH_POINTS).filter_map(|i| aim.target_after((aim.wait + time) * i as f32 / PATH_POINTS as f32));
    list.polyline(Role::Prediction, path);
    guesses(aim, steps, list);
    list.cross(Role::Aim, meeting, 7.0);
    let gap = foreseen_miss(aim);
    let wait = if aim.wait > 0.0 { format!(", fires in {}", quantity(aim.wait, "s")) } else { String::new() };
    if gap > 0.0 {
        if let Some(foreseen) = aim.target_after(aim.wait + time) {
            list.line(Role::Miss, meeting, foreseen);
        }
        let words = format!("{name}misses by {} in {}{wait}", length(gap), quantity(time, "s"));
        list.label(Role::Miss, meeting, Vec2::new(10.0, 10.0), 6, words);
    } else {
        list.label(Role::Aim, meeting, Vec2::new(10.0, 10.0), 6, format!("{name}meets in {}{wait}", quantity(time, "s")));
    }
}

/// How far the target's centre will be from the projectile at the meeting, metres; 0 when they meet. Direct and
/// first-order aims do not look for a meeting: the target will be elsewhere.
fn foreseen_miss(aim: &Aim) -> f32 {
    let (Some(meeting), Some(solution)) = (aim.meeting, aim.solution()) else { return 0.0 };
    let Some(target) = aim.target_after(aim.wait + solution.time) else { return 0.0 };
    missed(meeting, target, aim.muzzle)
}

/// How far a target is from where the projectile that left the muzzle has got to, metres; 0 when they meet.
pub(super) fn missed(projectile: Vec2, target: Vec2, muzzle: Vec2) -> f32 {
    let gap = (target - projectile).length();
    if gap > SAME_PLACE * (projectile - muzzle).length() { gap } else { 0.0 }
}

/// What comes of a launcher's aim if the target goes on as the method counts on: "Meets the target in 0.393 s, 6.20 m
/// away", or by how much it misses. The lens beside the meeting says the same.
pub fn outlook(aim: &Aim, solution: &LeadSolution) -> String {
    let time = quantity(solution.time, "s");
    let miss = foreseen_miss(aim);
    let far = aim.meeting.map_or(0.0, |meeting| (meeting - aim.muzzle).length());
    let wait = if aim.wait > 0.0 { format!(", once the barrel has turned for {}", quantity(aim.wait, "s")) } else { String::new() };
    if miss > 0.0 {
        format!("Misses by {} in {time}{wait}", length(miss))
    } else {
        format!("Meets the target in {time}, {} away{wait}", length(far))
    }
}

/// Where the iteration thought the target would be, turn by turn.
fn guesses(aim: &Aim, steps: &[LeadStep], list: &mut DrawList) {
    let times = steps.iter().filter_map(|step| match step {
        LeadStep::Guess { next, .. } => Some(*next),
        _ => None,
    });
    let places = times.filter_map(|time| aim.target_after(time));
    // A diverging iteration soon leaves the world.
    for place in places.take(MOST_GUESSES).take_while(|place| place.abs().max_element() <= MAX_COORDINATE) {
        list.ring(Role::Prediction, place, 3.5);
    }
}

/// Points of the path of what leaves with a velocity and is pulled and slowed by drag.
fn flight(from: Vec2, (velocity, pull, drag): (Vec2, Vec2, f32), time: f32) -> impl Iterator<Item = Vec2> {
    (0..=PATH_POINTS).map(move |i| from + flown(velocity, pull, drag, time * i as f32 / PATH_POINTS as f32))
}

/// The circle of all places that a projectile fired now could be at when they meet, and of those where the last shot
/// could be by now. It moves with the shooter and falls with the projectile.
fn reach_marks(stage: &Stage, launcher: &str, aim: &Aim, list: &mut DrawList) {
    if let (Some(meeting), Some(solution), Some(problem)) = (aim.meeting, aim.solution(), &aim.problem) {
        let way = along(aim.speed, problem.thrust, aim.drag, solution.time);
        let reach = meeting - aim.direction * way;
        list.circle(Role::Prediction, reach, way);
        list.ring(Role::Prediction, reach, 2.5);
        list.line(Role::Projection, reach, meeting);
    }
    let Some(shot) = stage.shots().iter().rev().find(|shot| shot.launcher == launcher && shot.hit_at.is_none()) else { return };
    let settings = stage.world().settings();
    let time = (stage.step_count() - shot.fired_at) as f32 / settings.step_hz;
    if shot.body.is_none() || shot.predicted.is_none_or(|(_, meeting)| time > meeting) {
        return;
    }
    let center = shot.muzzle + flown(shot.carried, settings.gravity, shot.drag, time);
    list.circle(Role::Prediction, center, along((shot.velocity - shot.carried).length(), shot.thrust.length(), shot.drag, time));
}

/// How far a projectile gets along its barrel.
pub(super) fn along(speed: f32, thrust: f32, drag: f32, time: f32) -> f32 {
    flown(Vec2::new(speed, 0.0), Vec2::new(thrust, 0.0), drag, time).x
}

/// How a shot is drawn: those of a salvo each in the colour of their method.
pub fn role_of(shot: &Shot) -> Role {
    if shot.salvo { Role::Method(shot.method as u8) } else { Role::Projectile }
}

/// A shot's path, where it should have met its target, and how near it came. Of a crowd's shots only the last of their
/// ways, and nothing but the ring of those that have hit: where they bounced to would cover what is still to come. Of
/// an old one the ring alone.
fn shot_marks(stage: &Stage, shot: &Shot, [is_crowded, is_old]: [bool; 2], list: &mut DrawList) {
    let is_done = is_old || is_crowded && (shot.hit_at.is_some() || shot.body.is_none());
    let from = if is_crowded { shot.trail.len().saturating_sub(CROWDED_TRAIL) } else { 0 };
    if shot.trail.len() > 1 && !is_done {
        list.polyline(role_of(shot), shot.trail[from..].iter().copied());
    }
    if let Some((meeting, _)) = shot.predicted.filter(|_| !is_done) {
        list.cross(if shot.salvo { role_of(shot) } else { Role::Prediction }, meeting, 4.0);
    }
    let (Some(gap), Some((on_shot, on_target))) = (shot.closest, shot.closest_points) else { return };
    let name = if shot.salvo { shot.method.row().name.to_lowercase() } else { format!("shot {}", shot.number) };
    if shot.hit_at.is_some() {
        list.ring(Role::Contact, on_target, 9.0);
        // Most of a salvo hit in one place, and the inspector lists them.
        if shot.salvo || is_old {
            return;
        }
        list.label(Role::Contact, on_target, Vec2::new(12.0, 10.0), 6, format!("{name}: hit"));
    } else if has_passed(stage, shot, on_shot) {
        if is_old {
            return;
        }
        list.line(Role::Miss, on_shot, on_target);
        let cause = shot.cause().filter(|_| !shot.salvo).map_or(String::new(), |cause| format!(": {cause}"));
        let words = format!("{name}: missed by {}{cause}", length(gap));
        list.label(Role::Miss, (on_shot + on_target) * 0.5, Vec2::new(10.0, 8.0), 6, words);
    }
}

/// True when the shot is over, or has moved on from its nearest place.
pub fn has_passed(stage: &Stage, shot: &Shot, nearest: Vec2) -> bool {
    let Some(body) = shot.body.and_then(|id| stage.world().body(id)) else { return true };
    let step = body.linear_velocity.length() / stage.world().settings().step_hz;
    (body.center - nearest).length() > 3.0 * step + 1e-3
}
