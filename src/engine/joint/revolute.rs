//! The revolute joint: two anchors stay together, one rotation stays free.
//!
//! ```text
//!        A            C   = p_b − p_a = x_b + r_b − x_a − r_a            (2 rows)
//!     ┌─────┐         Ċ   = v_b + ω_b perp(r_b) − v_a − ω_a perp(r_a)
//!     │   ●─│──┐      J   = along x: direction (1, 0), arms −r_y;  along y: direction (0, 1), arms r_x
//!     └───│─┘  │
//!         └─B──┘      θ   = angle of B − angle of A − angle at creation,   θ̇ = ω_b − ω_a
//! ```
//!
//! Spring, motor and limits act on θ. Impulses: x, y, spring, motor, lower limit, upper limit. The anchors come last in each pass, because a
//! joint that comes apart looks worse than a motor that is late.

use super::constraint::Carried;
use super::row::Row;
use super::turn::Turn;
use super::{Limits, Motor};
use crate::engine::math::{Vec2, max};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

/// Applies the impulses of the last sub-step again.
pub fn warm_start<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, impulses: &[f32; 6]) {
    let [x, y, spring, motor, lower, upper] = *impulses;
    turn.again(&Row::ANGLE, spring + motor + lower - upper);
    let [row_x, row_y] = turn.anchor_rows();
    turn.again(&row_x, x);
    turn.again(&row_y, y);
}

/// One pass.
pub fn solve<P: Probe<SolverStep>>(
    turn: &mut Turn<'_, P>,
    limits: Option<Limits>,
    motor: Option<Motor>,
    spring: Option<Softness>,
    impulses: &mut [f32; 6],
) {
    let angle = turn.angle;
    match spring {
        Some(soft) => turn.spring(&Row::ANGLE, angle, soft, &mut impulses[2]),
        None => impulses[2] = 0.0,
    }
    match motor {
        Some(motor) => turn.motor(&Row::ANGLE, motor.speed, motor.max_effort, &mut impulses[3]),
        None => impulses[3] = 0.0,
    }
    match limits {
        Some(limits) => {
            turn.at_least_zero(&Row::ANGLE, angle - limits.lower, &mut impulses[4]);
            turn.at_least_zero(&Row::ANGLE.reversed(), limits.upper - angle, &mut impulses[5]);
        }
        None => (impulses[4], impulses[5]) = (0.0, 0.0),
    }
    turn.hold_anchors(&mut impulses[0..2]);
}

/// What the joint carries.
pub(super) fn carried(impulses: &[f32; 6], gap: Vec2, angle: f32, _limits: Option<Limits>) -> Carried {
    let [x, y, spring, motor, lower, upper] = *impulses;
    Carried { impulse: Vec2::new(x, y), angular_impulse: spring + motor + lower - upper, error: max(gap.length(), 0.0), coordinate: angle }
}
