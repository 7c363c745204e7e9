//! Aiming: what a launcher foresees, and how past shots did.
//!
//! ```text
//!   target ●╌╌╌╌╌╌╌╌╳ meeting          the reach circle holds all places that a projectile fired now
//!                  ╱                   could be at when they meet; it passes through the meeting
//!     barrel ▬▬╌╌╱   ◯ reach circle
//! ```

use super::kind::{Lens, LensInput};
use crate::draw::quantity::{length, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::body::{Body, BodyKind};
use crate::engine::math::Vec2;
use crate::engine::tuning::MAX_COORDINATE;
use crate::guidance::lead::{LeadOutcome, LeadSolution, LeadStep};
use crate::scene::launcher::{Aim, Shot};
use crate::scene::stage::Stage;

/// The lens of this file.
pub const AIM: Lens = Lens {
    id: "aim",
    name: "Aim",
    explanation: "Where launchers aim, where projectile and target should meet, and by how much past shots missed.",
    role: Role::Aim,
    needs_pair: false,
    draw,
};

/// A path without a meeting is foreseen for so long, seconds.
const FORESEEN: f32 = 1.5;
/// Corners of a foreseen path.
const PATH_POINTS: usize = 32;
/// Projectile and target meet when they are nearer than this share of the projectile's way: `f32` rounding over a
/// long flight.
const SAME_PLACE: f32 = 1e-3;
/// Guesses of an iteration that are drawn.
const MOST_GUESSES: usize = 24;

/// All launchers and shots.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    for launcher in input.stage.launchers() {
        let mut steps: Vec<LeadStep> = Vec::new();
        if let Some(aim) = input.stage.aim_probed(&launcher, &mut steps) {
            launcher_marks(input.stage, &aim, &steps, input.metres_per_px, list);
        }
    }
    for shot in input.stage.shots() {
        shot_marks(input.stage, shot, list);
    }
}

fn launcher_marks(stage: &Stage, aim: &Aim, steps: &[LeadStep], mpp: f32, list: &mut DrawList) {
    let gravity = stage.world().settings().gravity;
    let target = target_of(stage, aim);
    list.line(Role::Aim, aim.muzzle, aim.muzzle + aim.direction * (60.0 * mpp));
    match &aim.outcome {
        Some(LeadOutcome::Solved(solution)) => solved(aim, solution, target, gravity, steps, list),
        Some(LeadOutcome::NoSolution(reason)) => {
            list.label(Role::Warning, aim.muzzle, Vec2::new(12.0, 16.0), 8, format!("no solution: {reason}"));
        }
        Some(LeadOutcome::NotConverged { iterations }) => {
            list.label(Role::Warning, aim.muzzle, Vec2::new(12.0, 16.0), 8, format!("not settled after {iterations} iterations"));
            if let (Some(body), Some(center)) = (target, aim.target) {
                guesses(center, body.linear_velocity, Vec2::ZERO, steps, list);
            }
        }
        None => list.polyline(Role::Prediction, flight(aim.muzzle, aim.projectile_velocity, gravity, FORESEEN)),
    }
}

/// Both paths up to the meeting, the circle of reach, the cross where they meet.
fn solved(aim: &Aim, solution: &LeadSolution, target: Option<&Body>, gravity: Vec2, steps: &[LeadStep], list: &mut DrawList) {
    let (Some(center), Some(meeting)) = (aim.target, aim.meeting) else { return };
    let time = solution.time;
    list.polyline(Role::Aim, flight(aim.muzzle, aim.projectile_velocity, gravity, time));
    let foreseen = foreseen_place(aim, solution, target, gravity);
    if let Some(body) = target {
        let acceleration = foreseen_acceleration(body, gravity, meeting, time);
        list.polyline(Role::Prediction, flight(center, body.linear_velocity, acceleration, time));
        guesses(center, body.linear_velocity, acceleration, steps, list);
    }
    // The circle of radius s t moves with the shooter and falls with the projectile.
    let reach = meeting - solution.meeting;
    list.circle(Role::Prediction, reach, solution.meeting.length());
    list.ring(Role::Prediction, reach, 2.5);
    list.line(Role::Projection, reach, meeting);
    list.cross(Role::Aim, meeting, 7.0);
    let gap = foreseen_miss(aim, solution, target, gravity);
    if gap > 0.0 {
        list.line(Role::Miss, meeting, foreseen);
        list.label(Role::Miss, meeting, Vec2::new(10.0, 10.0), 6, format!("misses by {} in {}", length(gap), quantity(time, "s")));
    } else {
        list.label(Role::Aim, meeting, Vec2::new(10.0, 10.0), 6, format!("meets in {}", quantity(time, "s")));
    }
}

/// Where the target will be when the projectile is at the place aimed at.
fn foreseen_place(aim: &Aim, solution: &LeadSolution, target: Option<&Body>, gravity: Vec2) -> Vec2 {
    let (Some(center), Some(meeting)) = (aim.target, aim.meeting) else { return Vec2::ZERO };
    let Some(body) = target else { return meeting };
    let time = solution.time;
    let acceleration = foreseen_acceleration(body, gravity, meeting, time);
    center + body.linear_velocity * time + acceleration * (0.5 * time * time)
}

/// How far the target's centre will then be from that place, metres; 0 when they meet. Direct and first-order aims do
/// not look for a meeting: the target will be elsewhere.
fn foreseen_miss(aim: &Aim, solution: &LeadSolution, target: Option<&Body>, gravity: Vec2) -> f32 {
    let Some(meeting) = aim.meeting else { return 0.0 };
    let gap = (foreseen_place(aim, solution, target, gravity) - meeting).length();
    if gap > SAME_PLACE * solution.meeting.length() { gap } else { 0.0 }
}

/// What comes of a launcher's aim if the target goes on as it moves now: "Meets the target in 0.393 s, 6.20 m away",
/// or by how much it misses. The lens beside the meeting says the same.
pub fn outlook(stage: &Stage, aim: &Aim, solution: &LeadSolution) -> String {
    let time = quantity(solution.time, "s");
    let miss = foreseen_miss(aim, solution, target_of(stage, aim), stage.world().settings().gravity);
    let far = aim.meeting.map_or(0.0, |meeting| (meeting - aim.muzzle).length());
    if miss > 0.0 { format!("Misses by {} in {time}", length(miss)) } else { format!("Meets the target in {time}, {} away", length(far)) }
}

/// Where the iteration thought the target would be, turn by turn.
fn guesses(center: Vec2, velocity: Vec2, acceleration: Vec2, steps: &[LeadStep], list: &mut DrawList) {
    let times = steps.iter().filter_map(|step| match step {
        LeadStep::Guess { next, .. } => Some(*next),
        LeadStep::Root { .. } => None,
    });
    let places = times.map(|time| center + velocity * time + acceleration * (0.5 * time * time));
    // A diverging iteration soon leaves the world.
    for place in places.take(MOST_GUESSES).take_while(|place| place.abs().max_element() <= MAX_COORDINATE) {
        list.ring(Role::Prediction, place, 3.5);
    }
}

/// The body that is aimed at: the one whose centre the aim names.
fn target_of<'a>(stage: &'a Stage, aim: &Aim) -> Option<&'a Body> {
    let center = aim.target?;
    stage.world().bodies().map(|(_, body)| body).find(|body| body.center == center)
}

/// The target was foreseen either to fall freely or to go straight on: whichever leads nearer to the meeting.
fn foreseen_acceleration(body: &Body, gravity: Vec2, meeting: Vec2, time: f32) -> Vec2 {
    if body.kind != BodyKind::Dynamic {
        return Vec2::ZERO;
    }
    let falling = gravity * body.gravity_scale;
    let miss = |a: Vec2| (body.center + body.linear_velocity * time + a * (0.5 * time * time) - meeting).length_squared();
    if miss(falling) < miss(Vec2::ZERO) { falling } else { Vec2::ZERO }
}

/// Points of the path `from + v t + ½ a t²`.
fn flight(from: Vec2, velocity: Vec2, acceleration: Vec2, time: f32) -> impl Iterator<Item = Vec2> {
    (0..=PATH_POINTS).map(move |i| {
        let t = time * i as f32 / PATH_POINTS as f32;
        from + velocity * t + acceleration * (0.5 * t * t)
    })
}

/// A shot's path, where it should have met its target, and how near it came.
fn shot_marks(stage: &Stage, shot: &Shot, list: &mut DrawList) {
    if shot.trail.len() > 1 {
        list.polyline(Role::Projectile, shot.trail.iter().copied());
    }
    if let Some((meeting, _)) = shot.predicted {
        list.cross(Role::Prediction, meeting, 4.0);
    }
    let (Some(gap), Some((on_shot, on_target))) = (shot.closest, shot.closest_points) else { return };
    if shot.hit_at.is_some() {
        list.ring(Role::Contact, on_target, 9.0);
        list.label(Role::Contact, on_target, Vec2::new(12.0, 10.0), 6, format!("shot {}: hit", shot.number));
    } else if has_passed(stage, shot, on_shot) {
        list.line(Role::Miss, on_shot, on_target);
        list.label(
            Role::Miss,
            (on_shot + on_target) * 0.5,
            Vec2::new(10.0, 8.0),
            6,
            format!("shot {}: missed by {}", shot.number, length(gap)),
        );
    }
}

/// True when the shot is over, or has moved on from its nearest place.
fn has_passed(stage: &Stage, shot: &Shot, nearest: Vec2) -> bool {
    let Some(body) = shot.body.and_then(|id| stage.world().body(id)) else { return true };
    let step = body.linear_velocity.length() / stage.world().settings().step_hz;
    (body.center - nearest).length() > 3.0 * step + 1e-3
}
