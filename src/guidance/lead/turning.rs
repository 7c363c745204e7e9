//! A barrel that needs time to turn: aim where the target will be once it has turned.
//!
//! While the barrel turns the target moves on, so the angle to turn by depends on how long it takes. Fired τ from now,
//! the shot meets a problem of its own, with the target's place and velocity at that time:
//!
//! ```text
//!     P' = P + V τ + ½ A_T τ²        V' = V + A_T τ        A_T: the target's acceleration (nothing falls yet)
//!
//!   angle ↑        needed(τ): how far the direction of that shot is from the barrel now
//!         │╲__
//!         │   ╲╳───      the first τ at which
//!         │   ╱ ╲                            allowed(τ) ≥ needed(τ)
//!         │ ╱ allowed(τ) = turn rate · τ
//!         └────────→ τ
//! ```
//! A gun fires between two steps of the world, so τ goes through whole steps; the shot is then exact.

use super::algebra::first_root;
use super::chase::{Chase, NOT_IN_TIME, Steps, wide};
use super::problem::{Barrel, LeadOutcome, LeadSolution, LeadStep};
use crate::engine::probe::ran;

const OUT_OF_REACH: &str = "by the time the barrel has turned, the target is out of reach";
const TOO_SLOW_A_TURN: &str = "the barrel never catches up with the direction to aim in";
/// Most moments to fire at that are tried.
const MOST_WAITS: usize = 4096;
/// The barrel may be off by so much when it fires, radians: rounding of directions in `f32`.
const SAME_ANGLE: f64 = 1e-7;

pub(super) fn turning(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let chase = chase.measured();
    let Some(barrel) = chase.problem.barrel else { return first_root(&chase, steps) };
    let tick = f64::from(barrel.tick);
    if tick.is_nan() || tick <= 0.0 {
        return LeadOutcome::NoSolution(NOT_IN_TIME);
    }
    let (mut met, mut last) = (false, NOT_IN_TIME);
    for count in 0..MOST_WAITS {
        let wait = count as f64 * tick;
        if wait > chase.max_time {
            break;
        }
        let allowed = f64::from(barrel.turn_rate) * wait;
        let shot = shot_after(&chase, wait);
        let needed = match &shot {
            LeadOutcome::Solved(shot) => Some(turn_needed(&barrel, shot)),
            LeadOutcome::NoSolution(why) => {
                last = why;
                None
            }
            LeadOutcome::NotConverged { .. } => None,
        };
        steps.record(|| LeadStep::Turn { wait: wait as f32, needed: needed.map(|angle| angle as f32), allowed: allowed as f32 });
        met |= needed.is_some();
        if let (LeadOutcome::Solved(shot), Some(needed)) = (shot, needed)
            && needed <= allowed + SAME_ANGLE
        {
            return LeadOutcome::Solved(LeadSolution { wait: wait as f32, ..shot }); // [aim.turned]
        }
    }
    LeadOutcome::NoSolution(match (met, shot_after(&chase, chase.max_time)) {
        (false, _) => last,
        (true, LeadOutcome::Solved(_)) => TOO_SLOW_A_TURN,
        (true, _) => OUT_OF_REACH,
    })
}

/// The shot that meets the target when it is fired after `wait`.
fn shot_after(chase: &Chase<'_>, wait: f64) -> LeadOutcome {
    let fall = wide(chase.problem.fall);
    let own: [f64; 2] = std::array::from_fn(|k| chase.acceleration[k] + fall[k]);
    let later = Chase {
        position: std::array::from_fn(|k| chase.position[k] + chase.velocity[k] * wait + 0.5 * own[k] * wait * wait),
        velocity: std::array::from_fn(|k| chase.velocity[k] + own[k] * wait),
        ..*chase
    };
    if later.position == [0.0; 2] {
        return later.aim_at(0.0, 0.0);
    }
    first_root(&later, &mut Steps::silent())
}

/// Angle between the barrel and a shot, radians, 0 to π.
fn turn_needed(barrel: &Barrel, shot: &LeadSolution) -> f64 {
    let (from, to) = (wide(barrel.direction), wide(shot.direction));
    libm::atan2((from[0] * to[1] - from[1] * to[0]).abs(), from[0] * to[0] + from[1] * to[1])
}
