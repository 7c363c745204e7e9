//! Uniformly accelerated bodies move by their mean velocity, also while they touch.
//!
//! Sub-steps integrate `v += h a`, `x += h v`: over a step of n sub-steps with constant acceleration, in which the
//! velocity changes by Δv = n h a, the way is
//!
//! ```text
//!   Σ h (v₀ + k h a)  for k = 1 … n   =   n h (v₀ + v₁)/2  +  h Δv/2
//! ```
//!
//! The second term is the error of the method: half a sub-step of time. It does not grow with the number of sub-steps
//! but with the change of velocity: a block that slides to a halt stops `h v/2` short. A free body never has it
//! ([`super::drive::integrate_velocity`]); of one that touches only the end of the step tells which acceleration it
//! had, since friction and support are found by the solver. So its way is compared with the sum above, and if that
//! explains it the second term is taken away: the way is `n h (v₀ + v₁)/2`, that of the parabola. Blocks on slopes,
//! braking blocks and rolling wheels so reach the textbook's place to second order.
//!
//! An impact explains its way by another sum (all of Δv within one sub-step), and so does a push out of an overlap:
//! those ways stay as they are. Slow bodies stay too: what rests must not be moved by noise of the solver. Bodies with
//! joints, and those that rock or roll on a bent way ([`super::turning`]), keep the method as it is: it keeps the
//! energy of a pendulum, where mean velocities would add to it.

use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::Vec2;

/// How far a way may be from the sum of uniform acceleration, in parts of `h Δv`. An impact in the first or last
/// sub-step is `(n − 1)/2` off, one in the middle of an odd number not at all. Larger: impacts count as uniform;
/// smaller: a rolling wheel whose arms lag behind by a step does not.
const UNIFORM: f32 = 0.1;

/// Takes the error of the method off the way of a body that was uniformly accelerated during a step of `substeps`
/// sub-steps of `h` seconds; `start` is its velocity at the start, `extent` the distance of its farthest point, metres.
/// Nothing changes with a single sub-step: it does not tell an impact from an acceleration.
pub fn move_by_mean_velocity(end: &mut Float4Pair, start: Float4, extent: f32, h: f32, substeps: u32) {
    if substeps < 2 {
        return;
    }
    let ([vx, vy, spin, _], [x, y, turn, _]) = (end.first.0, end.last.0);
    let [from_x, from_y, from_spin, _] = start.0;
    let change = Vec2::new(vx - from_x, vy - from_y);
    let spin_change = spin - from_spin;
    let mean = 0.5 * h * substeps as f32;
    let way = mean * Vec2::new(vx + from_x, vy + from_y);
    let mean_turn = mean * (spin + from_spin);
    let excess = (Vec2::new(x, y) - way) - 0.5 * h * change;
    let turn_excess = (turn - mean_turn) - 0.5 * h * spin_change;
    let off = excess.length() + extent * turn_excess.abs();
    if off <= UNIFORM * h * (change.length() + extent * spin_change.abs()) {
        (end.last.0[0], end.last.0[1], end.last.0[2]) = (way.x, way.y, mean_turn);
    }
}
