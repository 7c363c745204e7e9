//! The prismatic joint: B slides along an axis of A without turning.
//!
//! With the axis `e` and its perpendicular `n` fixed to A, `d = p_b − p_a` from A's anchor to B's:
//!
//! ```text
//!    A            e →            way         s = e · d
//!  ┌───┐───────────────────      off-axis    c = n · d           must stay 0
//!  │ ● │ - - - - - ■ B           angle       θ = θ_b − θ_a − θ₀  must stay 0
//!  └───┘───────────────────
//! ```
//!
//! `n` turns with A, `ṅ = ω_a perp(n)`, which adds `perp(n)·d ω_a = −(d × n) ω_a`; with `n · perp(r) = r × n` the rate is
//!
//! ```text
//! ċ = n · (v_b − v_a) + (r_b × n) ω_b − ((r_a + d) × n) ω_a          and the same with e for ṡ
//! ```
//!
//! so the arm of A reaches to B's anchor. Off-axis and angle are coupled and solved together. Spring, motor and limits act on the way.
//! Impulses: off-axis, angle, spring, motor, lower limit, upper limit.

use super::constraint::Carried;
use super::row::Row;
use super::turn::Turn;
use super::{Limits, Motor};
use crate::engine::math::{Vec2, perp};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

/// Rows of the way and the off-axis error.
fn rows<P>(turn: &Turn<'_, P>, axis: Vec2) -> [Row; 2] {
    let reach = turn.r_a + turn.gap;
    [Row::along(axis, reach, turn.r_b), Row::along(perp(axis), reach, turn.r_b)]
}

/// Applies the impulses of the last sub-step again.
pub fn warm_start<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, axis: Vec2, impulses: &[f32; 6]) {
    let [off, angle, spring, motor, lower, upper] = *impulses;
    let [along, across] = rows(turn, axis);
    turn.again(&along, spring + motor + lower - upper);
    turn.again(&across, off);
    turn.again(&Row::ANGLE, angle);
}

/// One pass.
pub fn solve<P: Probe<SolverStep>>(
    turn: &mut Turn<'_, P>,
    axis: Vec2,
    limits: Option<Limits>,
    motor: Option<Motor>,
    spring: Option<Softness>,
    impulses: &mut [f32; 6],
) {
    let [along, across] = rows(turn, axis);
    let way = axis.dot(turn.gap);
    match spring {
        Some(soft) => turn.spring(&along, way, soft, &mut impulses[2]),
        None => impulses[2] = 0.0,
    }
    match motor {
        Some(motor) => turn.motor(&along, motor.speed, motor.max_effort, &mut impulses[3]),
        None => impulses[3] = 0.0,
    }
    match limits {
        Some(limits) => {
            turn.at_least_zero(&along, way - limits.lower, &mut impulses[4]);
            turn.at_least_zero(&along.reversed(), limits.upper - way, &mut impulses[5]);
        }
        None => (impulses[4], impulses[5]) = (0.0, 0.0),
    }
    let (errors, soft) = if turn.pass.use_bias() {
        (Vec2::new(perp(axis).dot(turn.gap), turn.angle), turn.pass.joint_softness)
    } else {
        (Vec2::ZERO, Softness::RIGID)
    };
    turn.hold_both([across, Row::ANGLE], errors, soft, &mut impulses[0..2]);
}

/// What the joint carries. The off-axis impulse acts at B's anchor.
pub(super) fn carried(impulses: &[f32; 6], gap: Vec2, axis: Vec2, _limits: Option<Limits>) -> Carried {
    let [off, angle, spring, motor, lower, upper] = *impulses;
    Carried {
        impulse: off * perp(axis) + (spring + motor + lower - upper) * axis,
        angular_impulse: angle,
        error: perp(axis).dot(gap).abs(),
        coordinate: axis.dot(gap),
    }
}
