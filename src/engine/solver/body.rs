//! Bodies as the solver sees them: velocities, and how far they have moved since the step began.
//!
//! Positions are kept as *changes* since the start of the step. They are small, so a pile 10 km from the origin loses
//! no digits, and a contact gets its present gap from them without asking the narrow phase again.

use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::{Rot, Vec2, clamp, max, perp};
use crate::engine::tuning;

/// A body as one constraint at a time reads it. The solver keeps bodies as [`Float4Pair`]s, so that several can be
/// gathered at once:
///
/// ```text
///   first | velocity x | velocity y | angular velocity | 1 / mass    |   what impulses change
///   last  | way x      | way y      | turn             | 1 / inertia |   what motion changes
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SolverBody {
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// rad/s.
    pub angular_velocity: f32,
    /// 1/kg; 0 when nothing can push it.
    pub inv_mass: f32,
    /// Way of the centre of mass since the start of the step, metres.
    pub delta_center: Vec2,
    /// Turn since the start of the step, radians.
    pub delta_angle: f32,
    /// 1/(kg·m²); 0 when nothing can turn it.
    pub inv_inertia: f32,
}

impl SolverBody {
    /// Slot 0: everything that does not move.
    pub const FIXED: SolverBody = SolverBody {
        velocity: Vec2::ZERO,
        angular_velocity: 0.0,
        inv_mass: 0.0,
        delta_center: Vec2::ZERO,
        delta_angle: 0.0,
        inv_inertia: 0.0,
    };

    /// The body in a slot.
    #[inline]
    pub fn at(bodies: &[Float4Pair], slot: u32) -> SolverBody {
        let Float4Pair { first: Float4([vx, vy, w, inv_mass]), last: Float4([dx, dy, turn, inv_inertia]) } = bodies[slot as usize];
        SolverBody {
            velocity: Vec2::new(vx, vy),
            angular_velocity: w,
            inv_mass,
            delta_center: Vec2::new(dx, dy),
            delta_angle: turn,
            inv_inertia,
        }
    }

    /// True when something can push or turn it.
    #[inline]
    pub fn is_mobile(&self) -> bool {
        self.inv_mass > 0.0 || self.inv_inertia > 0.0
    }

    /// As it is stored.
    #[inline]
    pub fn stored(&self) -> Float4Pair {
        Float4Pair {
            first: Float4([self.velocity.x, self.velocity.y, self.angular_velocity, self.inv_mass]),
            last: Float4([self.delta_center.x, self.delta_center.y, self.delta_angle, self.inv_inertia]),
        }
    }

    /// Writes the velocities back into the body's slot.
    #[inline]
    pub fn put_velocity(&self, bodies: &mut [Float4Pair], slot: u32) {
        bodies[slot as usize].first = self.stored().first;
    }

    /// Turn since the start of the step.
    #[inline]
    pub fn delta_rotation(&self) -> Rot {
        rotation_by(self.delta_angle)
    }

    /// Velocity at `r` from the centre of mass, m/s.
    #[inline]
    pub fn velocity_at(&self, r: Vec2) -> Vec2 {
        self.velocity + self.angular_velocity * perp(r)
    }

    /// Adds `impulse` (N·s) at `r` from the centre of mass.
    #[inline]
    pub fn push(&mut self, impulse: Vec2, r: Vec2) {
        self.velocity += self.inv_mass * impulse;
        self.angular_velocity += self.inv_inertia * (r.x * impulse.y - r.y * impulse.x);
    }
}

/// The turn by `angle` radians, equal on every platform.
///
/// Up to an eighth of a turn the series `sin x = x − x³/3! + x⁵/5! − x⁷/7!`,
/// `cos x = 1 − x²/2! + x⁴/4! − x⁶/6! + x⁸/8!`: the first terms left out are below 4e-7 and 3e-8 there. Larger turns
/// within one step are rare; they go the long way.
#[inline]
pub fn rotation_by(angle: f32) -> Rot {
    if angle.abs() > 0.25 * std::f32::consts::PI {
        return Rot::from_angle(angle);
    }
    let sq = angle * angle;
    Rot {
        cos: 1.0 - sq * (0.5 - sq * (1.0 / 24.0 - sq * (1.0 / 720.0 - sq * (1.0 / 40320.0)))),
        sin: angle * (1.0 - sq * (1.0 / 6.0 - sq * (1.0 / 120.0 - sq * (1.0 / 5040.0)))),
    }
}

/// With both coordinates below this a velocity is surely shorter than [`tuning::MAX_SPEED`], m/s.
pub const SURELY_SLOW: f32 = 0.5 * tuning::MAX_SPEED;

/// `v` shortened to [`tuning::MAX_SPEED`]; safe for any finite or infinite length.
#[inline]
pub fn capped_velocity(v: Vec2) -> Vec2 {
    let largest = max(v.x.abs(), v.y.abs());
    if largest <= SURELY_SLOW {
        return v;
    }
    // Dividing by the larger coordinate first keeps the square from overflowing.
    let scaled = v / largest;
    let length = largest * scaled.length();
    if length > tuning::MAX_SPEED { scaled * (tuning::MAX_SPEED / scaled.length()) } else { v }
}

/// `w` limited so that a sub-step of `h` seconds turns by at most [`tuning::MAX_ROTATION`].
#[inline]
pub fn capped_spin(w: f32, h: f32) -> f32 {
    let bound = tuning::MAX_ROTATION / h;
    clamp(w, -bound, bound)
}

/// The velocity of a body within both limits.
#[inline]
pub fn keep_within_limits(body: &mut Float4Pair, h: f32) {
    let [x, y, spin, inv_mass] = body.first.0;
    let velocity = capped_velocity(Vec2::new(x, y));
    body.first = Float4([velocity.x, velocity.y, capped_spin(spin, h), inv_mass]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_of_matches_trigonometry() {
        for k in -1000..=1000 {
            let angle = k as f32 * 0.004;
            let (turn, exact) = (rotation_by(angle), Rot::from_angle(angle));
            // The series' rest (4e-7) and a few roundings.
            assert!((turn.cos - exact.cos).abs() < 6e-7 && (turn.sin - exact.sin).abs() < 6e-7, "{angle}");
        }
    }

    #[test]
    fn capped_velocity_keeps_direction_and_survives_the_largest_numbers() {
        let v = capped_velocity(Vec2::new(3e38, -3e38));
        assert!((v.length() - tuning::MAX_SPEED).abs() < 0.01 && (v.x + v.y).abs() < 0.01);
        assert_eq!(capped_velocity(Vec2::new(3.0, 4.0)), Vec2::new(3.0, 4.0));
        assert_eq!(capped_velocity(Vec2::new(300.0, 200.0)), Vec2::new(300.0, 200.0));
    }
}
