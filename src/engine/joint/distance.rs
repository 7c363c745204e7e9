//! The distance joint: a rod, a rope or a spring between two anchors.
//!
//! ```text
//!   A ●───────── u ─────────● B        ℓ = |p_b − p_a|,    u = (p_b − p_a) / ℓ
//!                                      ℓ̇ = u · (v_b + ω_b perp(r_b) − v_a − ω_a perp(r_a))
//! ```
//!
//! since `d|d|/dt = u · ḋ`: one row along u with the arms `r × u`. Rod: ℓ is held. Rope: ℓ ≤ upper. Spring: ℓ is pulled to the rest length, between
//! the bounds. When the anchors coincide u is undefined; then the x axis is taken, so that they are pushed apart somewhere.
//! Impulses: rod or spring, lower limit, upper limit.

use super::Limits;
use super::constraint::Carried;
use super::row::Row;
use super::turn::Turn;
use crate::engine::math::{Vec2, direction, max};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

fn direction_of(gap: Vec2) -> (Vec2, f32) {
    direction(gap).unwrap_or((Vec2::X, 0.0))
}

/// Applies the impulses of the last sub-step again.
pub fn warm_start<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, impulses: &[f32; 6]) {
    let (u, _) = direction_of(turn.gap);
    let row = Row::along(u, turn.r_a, turn.r_b);
    turn.again(&row, impulses[0] + impulses[1] - impulses[2]);
}

/// One pass.
pub fn solve<P: Probe<SolverStep>>(
    turn: &mut Turn<'_, P>,
    rest: f32,
    limits: Option<Limits>,
    spring: Option<Softness>,
    rigid: bool,
    impulses: &mut [f32; 6],
) {
    let (u, length) = direction_of(turn.gap);
    let row = Row::along(u, turn.r_a, turn.r_b);
    match spring {
        Some(soft) => turn.spring(&row, length - rest, soft, &mut impulses[0]),
        None if rigid => turn.hold(&row, length - rest, &mut impulses[0]),
        None => impulses[0] = 0.0,
    }
    match limits {
        Some(limits) if spring.is_some() || !rigid => {
            turn.at_least_zero(&row, length - limits.lower, &mut impulses[1]);
            turn.at_least_zero(&row.reversed(), limits.upper - length, &mut impulses[2]);
        }
        _ => (impulses[1], impulses[2]) = (0.0, 0.0),
    }
}

/// What the joint carries. The error is the rod's wrong length, or how far a bound is passed.
pub(super) fn carried(impulses: &[f32; 6], gap: Vec2, rest: f32, limits: Option<Limits>, rod: bool) -> Carried {
    let (u, length) = direction_of(gap);
    let error = match limits {
        _ if rod => (length - rest).abs(),
        Some(limits) => max(0.0, max(limits.lower - length, length - limits.upper)),
        None => 0.0,
    };
    Carried { impulse: (impulses[0] + impulses[1] - impulses[2]) * u, angular_impulse: 0.0, error, coordinate: length }
}
