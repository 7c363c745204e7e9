//! Integration: forces become velocity, velocity becomes motion.
//!
//! Every body is integrated twice in each sub-step, with little arithmetic, so the cost is that of loads and stores.
//! Four numbers are loaded at a time as they are stored, and the rare case (a speed beyond the limits) is found by
//! one comparison and handled separately:
//!
//! ```text
//!   body   first | velocity x | velocity y | angular velocity | 1 / mass    |
//!   drive  gain  | gain x     | gain y     | spin gain        | free        |      velocity = (velocity + gain) · kept
//!          kept  | kept       | kept       | spin kept        | 1           |
//!   body   last  | way x      | way y      | turn             | 1 / inertia |      way += h · velocity
//! ```

use super::block::ContactBlock;
use super::body::{SURELY_SLOW, capped_spin, capped_velocity};
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::Vec2;
use crate::engine::tuning;
use wide::f32x4;

/// A mask for the first two of four numbers: the linear part.
const LINEAR: [f32; 4] = [f32::from_bits(u32::MAX), f32::from_bits(u32::MAX), 0.0, 0.0];

/// Forces, torques and damping of a body in each sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Drive {
    /// See the head of this file.
    gain: Float4,
    kept: Float4,
}

impl Drive {
    /// Nothing acts.
    pub const NONE: Drive = Drive { gain: Float4([0.0; 4]), kept: Float4([1.0; 4]) };

    /// In a sub-step gravity and forces add `gain` to the velocity (m/s) and torques `spin_gain` to the spin (rad/s);
    /// of both damping leaves a share, 0 to 1. The body is taken to touch something.
    pub fn new(gain: Vec2, spin_gain: f32, kept: f32, spin_kept: f32) -> Drive {
        Drive { gain: Float4([gain.x, gain.y, spin_gain, 0.0]), kept: Float4([kept, kept, spin_kept, 1.0]) }
    }

    /// Velocity that gravity and forces add in a sub-step, m/s.
    pub fn gain(&self) -> Vec2 {
        Vec2::new(self.gain.0[0], self.gain.0[1])
    }

    /// Half a sub-step in seconds for a body on which no constraint acts in this step, else 0: see
    /// [`integrate_velocity`].
    pub fn set_free(&mut self, half_substep: f32) {
        self.gain.0[3] = half_substep;
    }
}

/// Bodies of these contacts are no longer in free flight.
pub fn end_free_flight(drives: &mut [Drive], blocks: &[ContactBlock]) {
    for slot in blocks.iter().flat_map(|block| block.a.0.into_iter().chain(block.b.0)) {
        drives[slot as usize].set_free(0.0);
    }
}

/// Forces become velocity; damping `v' = v / (1 + h d)` is the implicit form, which cannot overshoot at any `d`.
///
/// A body on which no constraint acts flies exactly: with constant acceleration it moves by the mean of its old and
/// new velocity, `h (v + v')/2`, which is the parabola itself. The difference to the `h v'` of
/// [`integrate_position`], `h/2 (v − v')`, is added here.
#[inline]
pub fn integrate_velocity(body: &mut Float4Pair, drive: &Drive) {
    let before = f32x4::new(body.first.0);
    let mut after = (before + f32x4::new(drive.gain.0)) * f32x4::new(drive.kept.0);
    if !within_limits(after, f32::INFINITY) {
        let [x, y, spin, other] = after.to_array();
        let velocity = capped_velocity(Vec2::new(x, y));
        after = f32x4::new([velocity.x, velocity.y, spin, other]);
    }
    let [x, y, spin, _] = after.to_array();
    body.first = Float4([x, y, spin, body.first.0[3]]);
    // Masked, not multiplied by 0: a spin that is not finite must not reach the displacement.
    let travel = f32x4::new(LINEAR) & (before - after);
    body.last = Float4((f32x4::new(body.last.0) + f32x4::splat(drive.gain.0[3]) * travel).to_array());
}

/// Velocity becomes motion over `h` seconds; velocities beyond the limits are cut.
#[inline]
pub fn integrate_position(body: &mut Float4Pair, h: f32) {
    let mut first = f32x4::new(body.first.0);
    if !within_limits(first, tuning::MAX_ROTATION / h) {
        let [x, y, spin, inv_mass] = body.first.0;
        let velocity = capped_velocity(Vec2::new(x, y));
        body.first = Float4([velocity.x, velocity.y, capped_spin(spin, h), inv_mass]);
        first = f32x4::new(body.first.0);
    }
    let seconds = f32x4::new([h, h, h, 0.0]);
    body.last = Float4((f32x4::new(body.last.0) + seconds * first).to_array());
}

/// True when a body's velocity surely needs no cap; the spin is compared with `most_spin`, rad/s. False for what is
/// not a number.
#[inline]
fn within_limits(first: f32x4, most_spin: f32) -> bool {
    let limits = f32x4::new([SURELY_SLOW, SURELY_SLOW, most_spin, f32::INFINITY]);
    first.abs().simd_le(limits).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;
    use crate::engine::math::clamp;

    /// The same, written out for one number after the other.
    fn velocity_plainly(body: &mut Float4Pair, drive: &Drive) {
        let [x, y, spin, inv_mass] = body.first.0;
        let ([gain_x, gain_y, spin_gain, free], [kept, _, spin_kept, _]) = (drive.gain.0, drive.kept.0);
        let after = capped_velocity(Vec2::new((x + gain_x) * kept, (y + gain_y) * kept));
        body.first = Float4([after.x, after.y, (spin + spin_gain) * spin_kept, inv_mass]);
        body.last.0[0] += free * (x - after.x);
        body.last.0[1] += free * (y - after.y);
    }

    fn position_plainly(body: &mut Float4Pair, h: f32) {
        let [x, y, spin, inv_mass] = body.first.0;
        let velocity = capped_velocity(Vec2::new(x, y));
        let spin = clamp(spin, -tuning::MAX_ROTATION / h, tuning::MAX_ROTATION / h);
        body.first = Float4([velocity.x, velocity.y, spin, inv_mass]);
        for (travel, speed) in body.last.0.iter_mut().zip([velocity.x, velocity.y, spin]) {
            *travel += h * speed;
        }
    }

    /// Bits; any that is not a number is like another, and so are the two zeros.
    fn bits(body: &Float4Pair) -> [[u32; 4]; 2] {
        [body.first.0, body.last.0].map(|quad| quad.map(|x| if x.is_nan() { u32::MAX } else { (x + 0.0).to_bits() }))
    }

    /// A spin that was not finite (from a torque beyond all numbers) turned the body by something that is not a
    /// number, where it is to be limited.
    #[test]
    fn four_numbers_at_once_move_as_one_after_the_other_also_beyond_the_limits_and_beyond_numbers() {
        let mut chance = Chance::new(41);
        let h = 1.0 / 240.0;
        let limit = tuning::MAX_ROTATION / h;
        let special = [0.0, f32::INFINITY, f32::NAN, 3e38, 1e-40, 199.9, 200.1, 399.9, 400.1, 0.999 * limit, limit, 1.001 * limit];
        let (mut capped, mut plain, mut strange) = (0, 0, 0);
        for case in 0..40_000 {
            let mut number = |most: f32| {
                let usual = chance.between(-most, most);
                let pick = chance.between(0.0, 100.0) as usize;
                special.get(pick).map_or(usual, |&x| if usual < 0.0 { -x } else { x })
            };
            let start = Float4Pair {
                first: Float4([number(300.0), number(300.0), number(300.0), number(2.0).abs().min(9.0)]),
                last: Float4([number(1.0), number(1.0), number(1.0), number(2.0).abs().min(9.0)]),
            };
            let mut drive = Drive::new(Vec2::new(number(1.0), number(1.0)), number(1.0), 0.99, 0.98);
            drive.set_free(if case % 2 == 0 { 0.5 * h } else { 0.0 });
            let (mut body, mut scalar) = (start, start);
            integrate_velocity(&mut body, &drive);
            velocity_plainly(&mut scalar, &drive);
            assert_eq!(bits(&body), bits(&scalar), "{start:?} {drive:?}");
            integrate_position(&mut body, h);
            position_plainly(&mut scalar, h);
            assert_eq!(bits(&body), bits(&scalar), "{start:?} {drive:?}");
            assert_eq!((body.first.0[3], body.last.0[3]), (start.first.0[3], start.last.0[3]));
            assert!(body.first.0[2].abs() <= limit && (body.last.0[2].is_finite() || !start.last.0[2].is_finite()), "{start:?}");
            let speeds = &start.first.0[..3];
            *(if speeds.iter().any(|x| !x.is_finite()) {
                &mut strange
            } else if Vec2::new(body.first.0[0], body.first.0[1]).length() > 399.0 || body.first.0[2].abs() == limit {
                &mut capped
            } else {
                &mut plain
            }) += 1;
        }
        assert!(capped > 1_000 && plain > 1_000 && strange > 1_000, "{capped} {plain} {strange}");
    }
}
