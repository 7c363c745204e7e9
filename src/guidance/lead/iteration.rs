//! Direct, first order, iterative: how often `t ← |Q(t)| / s` is applied.

use super::chase::{Chase, Steps, dot};
use super::problem::{LeadOutcome, LeadStep};
use crate::engine::probe::ran;

/// The iteration gives up after this many rounds: enough for |V| up to about 0.93 s.
pub const LEAD_MAX_ITERATIONS: usize = 256;
/// The iteration has settled when a round changes the time by less than this fraction. Smaller: rounding keeps it
/// from ending; larger: the aim shows it (what is left to go is the last change times k/(1 − k) with k = |V|/s).
pub const ITERATION_SETTLED: f64 = 1e-8;

/// f(t) = |Q(t)| / s.
pub(super) fn arrival(chase: &Chase<'_>, time: f64) -> f64 {
    let place = chase.place(time);
    dot(place, place).sqrt() / chase.speed
}

/// The same, recorded.
fn iteration(chase: &Chase<'_>, time: f64, steps: &mut Steps<'_>) -> f64 {
    let next = arrival(chase, time);
    steps.record(|| LeadStep::Guess { time: time as f32, next: next as f32 });
    next
}

pub(super) fn direct(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let arrival = iteration(chase, 0.0, steps); // [aim.direct]
    chase.aim_at(0.0, arrival)
}

pub(super) fn first_order(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let time = iteration(chase, 0.0, steps); // [aim.first_order]
    let arrival = iteration(chase, time, steps);
    chase.aim_at(time, arrival)
}

pub(super) fn iterative(chase: &Chase<'_>, steps: &mut Steps<'_>) -> LeadOutcome {
    ran!();
    let mut time = 0.0;
    for iterations in 1..=LEAD_MAX_ITERATIONS {
        let next = iteration(chase, time, steps); // [aim.iterate]
        if !next.is_finite() {
            return LeadOutcome::NotConverged { iterations };
        }
        if (next - time).abs() <= ITERATION_SETTLED * next {
            return chase.aim_at(next, next);
        }
        time = next;
    }
    LeadOutcome::NotConverged { iterations: LEAD_MAX_ITERATIONS }
}
