//! A chosen time of impact: the speed follows.
//!
//! If the projectile is to be at Q(T) after T seconds, its mean velocity must be Q(T)/T, whatever else falls:
//! `v₀ = (P_target(T) − P_shooter − ½ g T²)/T` in the world's frame. With an engine of its own that gives it `½ b T²`
//! of the way, the muzzle gives the rest: `s = |Q(T)|/T − ½ b T`.

use super::chase::{Chase, NOT_IN_TIME, Steps, dot, narrow};
use super::problem::{LeadOutcome, LeadSolution, LeadStep};
use crate::engine::probe::ran;

const TOO_SLOW: &str = "its own engine brings the projectile there sooner: choose a shorter time";
const TOO_FAST: &str = "no muzzle is that fast: choose a longer time";
const NOT_AHEAD: &str = "the time to impact must be above 0";

pub(super) fn time_to_impact(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let chase = chase.measured();
    let time = f64::from(chase.problem.impact_time);
    if time.is_nan() || time <= 0.0 {
        return LeadOutcome::NoSolution(NOT_AHEAD);
    }
    let place = chase.place(time);
    let distance = dot(place, place).sqrt();
    let speed = speed_for(&chase, time); // [aim.timed]
    steps.record(|| LeadStep::Need { time: time as f32, speed: speed as f32 });
    match speed {
        _ if time > chase.max_time => LeadOutcome::NoSolution(NOT_IN_TIME),
        speed if speed < 0.0 => LeadOutcome::NoSolution(TOO_SLOW),
        speed if speed > f64::from(chase.problem.top_speed) || !speed.is_finite() => LeadOutcome::NoSolution(TOO_FAST),
        _ => {
            let direction = if distance > 0.0 { narrow([place[0] / distance, place[1] / distance]) } else { chase.any_direction() };
            LeadOutcome::Solved(LeadSolution { time: time as f32, wait: 0.0, speed: speed as f32, direction, meeting: narrow(place) })
        }
    }
}

pub(super) fn speed_for(chase: &Chase<'_>, time: f64) -> f64 {
    let place = chase.place(time);
    dot(place, place).sqrt() / time - 0.5 * chase.thrust * time
}
