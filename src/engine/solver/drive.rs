//! Integration: forces become velocity, velocity becomes motion.
//!
//! Every body is visited twice in each sub-step, and little is done to it; so what a visit costs is moving its numbers. They are taken four at a time as they are stored, and what is rare (a
//! speed beyond the limits) is seen by one comparison and done apart:
//!
//! ```text
//!   body   first | velocity x | velocity y | angular velocity | 1 / mass    |
//!   drive  gain  | gain x     | gain y     | spin gain        | free        |      velocity = (velocity + gain) · kept
//!          kept  | kept       | kept       | spin kept        | 1           |
//!   body   last  | way x      | way y      | turn             | 1 / inertia |      way += h · velocity
//! ```

use super::block::ContactBlock;
use super::body::{capped_spin, capped_velocity};
use crate::engine::lanes::{Quad, QuadPair};
use crate::engine::math::Vec2;
use crate::engine::tuning;
use wide::f32x4;

/// What acts on a body in each sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Drive {
    /// See the head of this file.
    gain: Quad,
    kept: Quad,
}

impl Drive {
    /// Nothing acts.
    pub const NONE: Drive = Drive { gain: Quad([0.0; 4]), kept: Quad([1.0; 4]) };

    /// In a sub-step gravity and forces add `gain` to the velocity (m/s) and torques `spin_gain` to the spin (rad/s); of both damping leaves a share, 0 to 1. The
    /// body is taken to touch something.
    pub fn new(gain: Vec2, spin_gain: f32, kept: f32, spin_kept: f32) -> Drive {
        Drive { gain: Quad([gain.x, gain.y, spin_gain, 0.0]), kept: Quad([kept, kept, spin_kept, 1.0]) }
    }

    /// Velocity that gravity and forces add in a sub-step, m/s.
    pub fn gain(&self) -> Vec2 {
        Vec2::new(self.gain.0[0], self.gain.0[1])
    }

    /// Half a sub-step in seconds for a body on which no constraint acts in this step, else 0: see [`integrate_velocity`].
    pub fn set_free(&mut self, half_substep: f32) {
        self.gain.0[3] = half_substep;
    }
}

/// Bodies that these contacts touch do not fly freely.
pub fn end_free_flight(drives: &mut [Drive], blocks: &[ContactBlock]) {
    for slot in blocks.iter().flat_map(|block| block.a.0.into_iter().chain(block.b.0)) {
        drives[slot as usize].set_free(0.0);
    }
}

/// Forces become velocity; damping `v' = v / (1 + h d)` is the implicit form, which cannot overshoot at any `d`.
///
/// A body on which no constraint acts flies exactly: with constant acceleration it moves by the mean of its old and new velocity,
/// `h (v + v')/2`, which is the parabola itself. The difference to the `h v'` of [`integrate_position`], `h/2 (v − v')`, is added here.
#[inline]
pub fn integrate_velocity(body: &mut QuadPair, drive: &Drive) {
    let before = f32x4::new(body.first.0);
    let mut after = (before + f32x4::new(drive.gain.0)) * f32x4::new(drive.kept.0);
    if !within_limits(after, f32::INFINITY) {
        let [x, y, spin, other] = after.to_array();
        let velocity = capped_velocity(Vec2::new(x, y));
        after = f32x4::new([velocity.x, velocity.y, spin, other]);
    }
    let [x, y, spin, _] = after.to_array();
    body.first = Quad([x, y, spin, body.first.0[3]]);
    let free = drive.gain.0[3];
    let correction = f32x4::new([free, free, 0.0, 0.0]) * (before - after);
    body.last = Quad((f32x4::new(body.last.0) + correction).to_array());
}

/// Velocity becomes motion over `h` seconds; velocities beyond the limits are cut.
#[inline]
pub fn integrate_position(body: &mut QuadPair, h: f32) {
    let mut first = f32x4::new(body.first.0);
    if !within_limits(first, tuning::MAX_ROTATION / h) {
        let [x, y, spin, inv_mass] = body.first.0;
        let velocity = capped_velocity(Vec2::new(x, y));
        body.first = Quad([velocity.x, velocity.y, capped_spin(spin, h), inv_mass]);
        first = f32x4::new(body.first.0);
    }
    let seconds = f32x4::new([h, h, h, 0.0]);
    body.last = Quad((f32x4::new(body.last.0) + seconds * first).to_array());
}

/// True when a body's velocity surely needs no cap; the spin is compared with `most_spin`, rad/s. False for what is not a number.
#[inline]
fn within_limits(first: f32x4, most_spin: f32) -> bool {
    let limits = f32x4::new([0.5 * tuning::MAX_SPEED, 0.5 * tuning::MAX_SPEED, most_spin, f32::INFINITY]);
    first.abs().simd_le(limits).all()
}
