//! The weld joint: two bodies keep their place and angle to each other.
//!
//! The rows of the revolute joint (the gap between the anchors, along x and y) and of the angle: `θ̇ = ω_b − ω_a`. The angle is solved first and
//! the anchors last. With a spring both are soft, like glue; without, as stiff as the solver can.
//! Impulses: x, y, angle.

use super::constraint::Carried;
use super::row::Row;
use super::turn::Turn;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;
use crate::engine::solver::softness::Softness;

/// Applies the impulses of the last sub-step again.
pub fn warm_start<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, impulses: &[f32; 6]) {
    turn.again(&Row::ANGLE, impulses[2]);
    let [row_x, row_y] = turn.anchor_rows();
    turn.again(&row_x, impulses[0]);
    turn.again(&row_y, impulses[1]);
}

/// One pass.
pub fn solve<P: Probe<SolverStep>>(turn: &mut Turn<'_, P>, spring: Option<Softness>, impulses: &mut [f32; 6]) {
    let (angle, gap) = (turn.angle, turn.gap);
    match spring {
        Some(soft) => {
            turn.spring(&Row::ANGLE, angle, soft, &mut impulses[2]);
            turn.hold_both(turn.anchor_rows(), gap, soft, &mut impulses[0..2]);
        }
        None => {
            turn.hold(&Row::ANGLE, angle, &mut impulses[2]);
            turn.hold_anchors(&mut impulses[0..2]);
        }
    }
}

/// What the joint carries.
pub(super) fn carried(impulses: &[f32; 6], gap: Vec2, angle: f32) -> Carried {
    Carried { impulse: Vec2::new(impulses[0], impulses[1]), angular_impulse: impulses[2], error: gap.length(), coordinate: angle }
}
