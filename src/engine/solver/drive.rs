//! Integration: forces become velocity, velocity becomes motion.
//!
//! Every body is integrated twice in each sub-step, with little arithmetic, so the cost is that of loads and stores.
//! Four numbers are loaded at a time as they are stored, and the rare case (a speed beyond the limits) is found by
//! one comparison and handled separately:
//!
//! ```text
//!   body   first | velocity x | velocity y | angular velocity | 1 / mass    |
//!   drive  gain  | gain x     | gain y     | spin gain        | lead        |      velocity += gain − lost · velocity
//!          lost  | lost       | lost       | spin lost        | spin lead   |
//!   body   last  | way x      | way y      | turn             | 1 / inertia |      way += h · velocity
//! ```
//!
//! *Damping.* With constant acceleration a and damping c the motion `v̇ = a − c v` has the solution
//!
//! ```text
//!   v' = v + a p − (1 − e^(−c h)) v,     p = (1 − e^(−c h)) / c        (p = h without damping)
//! ```
//!
//! so a sub-step of any length takes exactly its part of e^(−c t), and a falling body reaches exactly a/c. It is the
//! *lost* share that is stored, not the share that is kept: near 1 the kept share has too few digits, and its rounding
//! would add up over the sub-steps, always in the same direction.

use super::block::ContactBlock;
use super::body::{SURELY_SLOW, capped_spin, capped_velocity, keep_within_limits};
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::{Vec2, decayed};
use crate::engine::tuning;
use wide::f32x4;

/// Forces, torques and damping of a body in each sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct Drive {
    /// See the head of this file.
    gain: Float4,
    lost: Float4,
}

/// What damping does to a velocity in a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Damping {
    /// The rate c, 1/s.
    rate: f32,
    /// Share of the velocity that is lost, `1 − e^(−c h)`.
    lost: f32,
    /// Velocity gained per unit of acceleration, seconds: `(1 − e^(−c h))/c`.
    gain_time: f32,
    /// Seconds: see [`Damping::lead`].
    lead: f32,
}

impl Damping {
    /// Of `rate` c (1/s, at least 0) in a sub-step of `h` seconds.
    pub fn new(rate: f32, h: f32) -> Damping {
        let x = rate * h;
        if x < 1e-12 {
            return Damping { rate, lost: 0.0, gain_time: h, lead: 0.5 * h };
        }
        let lost = decayed(x);
        let gain_time = lost / rate;
        Damping { rate, lost, gain_time, lead: h * Damping::lead(x, lost) }
    }

    /// The same, computed only if this one has another rate.
    #[inline]
    pub fn at_rate(self, rate: f32, h: f32) -> Damping {
        if rate == self.rate { self } else { Damping::new(rate, h) }
    }

    /// How far a body on which nothing else acts is ahead of the way `h v'`, in units of `h (v − v')`. Its exact way is
    /// `p v + a (h − p)/c`; with a from `v' = v + a p − (1 − e^(−x)) v` and x = c h this is
    ///
    /// ```text
    ///   h v' + h (v − v') · l,    l = 1 − (x/(1 − e^(−x)) − 1)/x = 1/2 − x/12 + x³/720 − …
    /// ```
    ///
    /// Up to x = 1/4 the first term left out is below 4e-8.
    fn lead(x: f32, lost: f32) -> f32 {
        if x < 0.25 { 0.5 - x * (1.0 / 12.0 - x * x * (1.0 / 720.0)) } else { 1.0 - (x / lost - 1.0) / x }
    }
}

impl Drive {
    /// Nothing acts.
    pub const NONE: Drive = Drive { gain: Float4([0.0; 4]), lost: Float4([0.0; 4]) };

    /// Gravity and forces accelerate by `acceleration` (m/s²) and torques by `spin_acceleration` (rad/s²), while both
    /// velocities are damped. The body is taken to fly freely.
    pub fn new(acceleration: Vec2, spin_acceleration: f32, damping: Damping, spin_damping: Damping) -> Drive {
        let gain = damping.gain_time * acceleration;
        let spin_gain = spin_damping.gain_time * spin_acceleration;
        Drive {
            gain: Float4([gain.x, gain.y, spin_gain, damping.lead]),
            lost: Float4([damping.lost, damping.lost, spin_damping.lost, spin_damping.lead]),
        }
    }

    /// Velocity that gravity and forces add in a sub-step to a body at rest, m/s.
    pub fn gain(&self) -> Vec2 {
        Vec2::new(self.gain.0[0], self.gain.0[1])
    }

    /// True when nothing holds up a body that forces, gravity or torques accelerate.
    pub fn falls_freely(&self) -> bool {
        let Float4([x, y, spin, lead]) = self.gain;
        lead > 0.0 && [x, y, spin].iter().any(|&gain| gain != 0.0)
    }

    /// Constraints act on the body in this step: see [`integrate_velocity`].
    pub fn end_free_flight(&mut self) {
        (self.gain.0[3], self.lost.0[3]) = (0.0, 0.0);
    }
}

/// Bodies of these contacts are no longer in free flight.
pub fn end_free_flight(drives: &mut [Drive], blocks: &[ContactBlock]) {
    for slot in blocks.iter().flat_map(|block| block.a.0.into_iter().chain(block.b.0)) {
        drives[slot as usize].end_free_flight();
    }
}

/// Forces become velocity, and damping takes its share, in a sub-step of `h` seconds: see the head of this file.
/// Velocities beyond the limits are cut.
///
/// A body on which no constraint acts flies and turns exactly: with constant acceleration and no damping it moves by
/// the mean of its old and new velocity, `h (v + v')/2`, which is the parabola itself. The difference to the `h v'` of
/// [`integrate_position`], `h/2 (v − v')`, is added here; with damping it is `Damping::lead` instead of the half.
#[inline]
pub fn integrate_velocity(body: &mut Float4Pair, drive: &Drive, h: f32) {
    let before = f32x4::new(body.first.0);
    let mut after = before + (f32x4::new(drive.gain.0) - before * f32x4::new(drive.lost.0));
    let (lead, mut spin_lead) = (drive.gain.0[3], drive.lost.0[3]);
    let mut before = before;
    if !within_limits(after, tuning::MAX_ROTATION / h) {
        let [x, y, spin, other] = after.to_array();
        let velocity = capped_velocity(Vec2::new(x, y));
        after = f32x4::new([velocity.x, velocity.y, capped_spin(spin, h), other]);
        // The spin before may be no number: it must not reach the displacement.
        let [x, y, ..] = before.to_array();
        (before, spin_lead) = (f32x4::new([x, y, 0.0, other]), 0.0);
    }
    let [x, y, spin, _] = after.to_array();
    body.first = Float4([x, y, spin, body.first.0[3]]);
    let leads = f32x4::new([lead, lead, spin_lead, 0.0]);
    body.last = Float4((f32x4::new(body.last.0) + leads * (before - after)).to_array());
}

/// Velocity becomes motion over `h` seconds; velocities beyond the limits are cut.
#[inline]
pub fn integrate_position(body: &mut Float4Pair, h: f32) {
    let mut first = f32x4::new(body.first.0);
    if !within_limits(first, tuning::MAX_ROTATION / h) {
        keep_within_limits(body, h);
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
    fn velocity_plainly(body: &mut Float4Pair, drive: &Drive, h: f32) {
        let [x, y, spin, inv_mass] = body.first.0;
        let ([gain_x, gain_y, spin_gain, lead], [lost, _, spin_lost, spin_lead]) = (drive.gain.0, drive.lost.0);
        let after = capped_velocity(Vec2::new(x + (gain_x - x * lost), y + (gain_y - y * lost)));
        let wanted = Vec2::new(x + (gain_x - x * lost), y + (gain_y - y * lost));
        let wanted_spin = spin + (spin_gain - spin * spin_lost);
        let turned = capped_spin(wanted_spin, h);
        body.first = Float4([after.x, after.y, turned, inv_mass]);
        body.last.0[0] += lead * (x - after.x);
        body.last.0[1] += lead * (y - after.y);
        if wanted_spin.abs() <= tuning::MAX_ROTATION / h && wanted.x.abs() <= SURELY_SLOW && wanted.y.abs() <= SURELY_SLOW {
            body.last.0[2] += spin_lead * (spin - turned);
        }
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

    #[test]
    fn damping_is_the_solution_of_its_equation_at_any_rate_and_length() {
        for k in 0..=70 {
            // From 1e-5 to 100 in c h, beside the limits of the series and the largest rate of all.
            let h = 1.0 / 60.0;
            let rate = 60.0 * libm::exp10f(0.1 * k as f32 - 5.0);
            let Damping { lost, gain_time, lead, .. } = Damping::new(rate, h);
            let (c, h) = (f64::from(rate), f64::from(h));
            let x = c * h;
            let exact_lost = -(-x).exp_m1();
            assert!((f64::from(lost) / exact_lost - 1.0).abs() < 3e-7, "{x}");
            assert!((f64::from(gain_time) * c / exact_lost - 1.0).abs() < 3e-7, "{x}");
            // One sub-step from v with acceleration a: way by the closed form and as it is put together here.
            let (v, a) = (3.0, -7.0);
            let p = exact_lost / c;
            let after = v + a * p - exact_lost * v;
            let way = p * v + a * (h - p) / c;
            // The closed form itself loses digits in h − p at small x.
            let error = h * after + f64::from(lead) * (v - after) - way;
            assert!(error.abs() < 1e-6 * h * (v - after).abs() + 1e-15 / x, "{x}: {error}");
        }
        assert_eq!(Damping::new(0.0, 0.01), Damping { rate: 0.0, lost: 0.0, gain_time: 0.01, lead: 0.005 });
        assert_eq!(Damping::new(1e-38, 0.01).gain_time, 0.01);
        assert_eq!(Damping::new(1e4, 1.0).lost, 1.0);
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
            let [damping, spin_damping] = [3.0, 5.0].map(|rate| Damping::new(rate, h));
            let mut drive = Drive::new(Vec2::new(number(200.0), number(200.0)), number(200.0), damping, spin_damping);
            if case % 2 == 1 {
                drive.end_free_flight();
            }
            let (mut body, mut scalar) = (start, start);
            integrate_velocity(&mut body, &drive, h);
            velocity_plainly(&mut scalar, &drive, h);
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
