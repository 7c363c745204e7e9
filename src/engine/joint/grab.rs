//! The grab joint: a spring of limited strength from a point of B to a target in the world. It is the mouse.
//!
//! `C = p_b − target`, `Ċ = v_b + ω_b perp(r_b)`: the rows of the revolute joint with a fixed, massless A. The force is bounded as a vector, so
//! that the mouse does not pull more strongly along a diagonal. A little spin is taken out, otherwise a body held by its corner swings for minutes.
//! Impulses: x, y, spin.

use super::constraint::Carried;
use super::row::Row;
use super::turn::{Turn, shortened};
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

/// How the spin fades: a damper as weak as this spring's (hertz, ratio of critical).
const SPIN: (f32, f32) = (0.5, 0.1);

/// Applies the impulses of the last sub-step again.
pub fn warm_start<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, impulses: &[f32; 6]) {
    turn.again(&Row::ANGLE, impulses[2]);
    let [row_x, row_y] = turn.anchor_rows();
    turn.again(&row_x, impulses[0]);
    turn.again(&row_y, impulses[1]);
}

/// One pass.
pub fn solve<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, max_force: f32, spring: Softness, impulses: &mut [f32; 6]) {
    turn.spring(&Row::ANGLE, 0.0, Softness::new(SPIN.0, SPIN.1, turn.pass.h), &mut impulses[2]);
    let (a, b, gap) = (turn.a, turn.b, turn.gap);
    let old = Vec2::new(impulses[0], impulses[1]);
    let mut wanted = [old.x, old.y];
    // Find the increment of the unbounded spring on copies, shorten the sum, then apply what is left.
    turn.hold_both(turn.anchor_rows(), gap, spring, &mut wanted);
    (turn.a, turn.b) = (a, b);
    let total = shortened(Vec2::new(wanted[0], wanted[1]), turn.pass.h * max_force);
    let [row_x, row_y] = turn.anchor_rows();
    turn.again(&row_x, total.x - old.x);
    turn.again(&row_y, total.y - old.y);
    (impulses[0], impulses[1]) = (total.x, total.y);
}

/// What the joint carries; the error is the distance from the target.
pub(super) fn carried(impulses: &[f32; 6], gap: Vec2) -> Carried {
    Carried { impulse: Vec2::new(impulses[0], impulses[1]), angular_impulse: impulses[2], error: gap.length(), coordinate: gap.length() }
}
