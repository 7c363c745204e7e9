//! Bodies as the solver sees them: velocities, and how far they have moved since the step began.
//!
//! Positions are kept as *changes* since the start of the step. They are small, so a pile 10 km from the origin loses no digits, and a
//! contact gets its present gap from them without asking the narrow phase again.

use super::block::ContactBlock;
use crate::engine::lanes::{Quad, QuadPair};
use crate::engine::math::{Rot, Vec2, clamp, max, perp};
use crate::engine::tuning;

/// A body as one constraint at a time reads it. The solver keeps bodies as [`QuadPair`]s, so that several can be gathered at once:
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
    pub fn at(bodies: &[QuadPair], slot: u32) -> SolverBody {
        let QuadPair { first: Quad([vx, vy, w, inv_mass]), last: Quad([dx, dy, turn, inv_inertia]) } = bodies[slot as usize];
        SolverBody {
            velocity: Vec2::new(vx, vy),
            angular_velocity: w,
            inv_mass,
            delta_center: Vec2::new(dx, dy),
            delta_angle: turn,
            inv_inertia,
        }
    }

    /// As it is stored.
    #[inline]
    pub fn stored(&self) -> QuadPair {
        QuadPair {
            first: Quad([self.velocity.x, self.velocity.y, self.angular_velocity, self.inv_mass]),
            last: Quad([self.delta_center.x, self.delta_center.y, self.delta_angle, self.inv_inertia]),
        }
    }

    /// Writes the velocities back into the body's slot.
    #[inline]
    pub fn put_velocity(&self, bodies: &mut [QuadPair], slot: u32) {
        bodies[slot as usize].first = self.stored().first;
    }

    /// Turn since the start of the step.
    #[inline]
    pub fn delta_rotation(&self) -> Rot {
        turn_of(self.delta_angle)
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

/// Forces on a body and what else only the integration needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// Velocity that gravity and forces add in a sub-step, m/s.
    pub gain: Vec2,
    /// Spin that torques add in a sub-step, rad/s.
    pub spin_gain: f32,
    /// What linear damping leaves of the velocity in a sub-step, 0 to 1.
    pub kept: f32,
    /// What angular damping leaves of the spin in a sub-step, 0 to 1.
    pub spin_kept: f32,
    /// Half a sub-step in seconds for a body on which no constraint acts in this step, else 0: see [`integrate_velocity`].
    pub free: f32,
}

impl Drive {
    /// Nothing acts.
    pub const NONE: Drive = Drive { gain: Vec2::ZERO, spin_gain: 0.0, kept: 1.0, spin_kept: 1.0, free: 0.0 };
}

/// Bodies that these contacts touch do not fly freely.
pub fn end_free_flight(drives: &mut [Drive], blocks: &[ContactBlock]) {
    for slot in blocks.iter().flat_map(|block| block.a.0.into_iter().chain(block.b.0)) {
        drives[slot as usize].free = 0.0;
    }
}

/// Forces become velocity; damping `v' = v / (1 + h d)` is the implicit form, which cannot overshoot at any `d`.
///
/// A body on which no constraint acts flies exactly: with constant acceleration it moves by the mean of its old and new velocity,
/// `h (v + v')/2`, which is the parabola itself. The difference to the `h v'` of [`integrate_position`], `h/2 (v − v')`, is added here.
#[inline]
pub fn integrate_velocity(body: &mut QuadPair, drive: &Drive) {
    let [x, y, spin, inv_mass] = body.first.0;
    let before = Vec2::new(x, y);
    let after = capped_velocity((before + drive.gain) * drive.kept);
    body.first = Quad([after.x, after.y, (spin + drive.spin_gain) * drive.spin_kept, inv_mass]);
    let correction = drive.free * (before - after);
    body.last.0[0] += correction.x;
    body.last.0[1] += correction.y;
}

/// Velocity becomes motion over `h` seconds; velocities beyond the limits are cut.
#[inline]
pub fn integrate_position(body: &mut QuadPair, h: f32) {
    let [x, y, spin, inv_mass] = body.first.0;
    let velocity = capped_velocity(Vec2::new(x, y));
    let spin = capped_spin(spin, h);
    body.first = Quad([velocity.x, velocity.y, spin, inv_mass]);
    let [dx, dy, turn, inv_inertia] = body.last.0;
    body.last = Quad([dx + h * velocity.x, dy + h * velocity.y, turn + h * spin, inv_inertia]);
}

/// The turn by `angle` radians, equal on every platform.
///
/// Up to an eighth of a turn the series `sin x = x − x³/3! + x⁵/5! − x⁷/7!`, `cos x = 1 − x²/2! + x⁴/4! − x⁶/6! + x⁸/8!`: the first terms left out are below
/// 4e-7 and 3e-8 there. Larger turns within one step are rare; they go the long way.
#[inline]
pub fn turn_of(angle: f32) -> Rot {
    if angle.abs() > 0.25 * std::f32::consts::PI {
        return Rot::from_angle(angle);
    }
    let sq = angle * angle;
    Rot {
        cos: 1.0 - sq * (0.5 - sq * (1.0 / 24.0 - sq * (1.0 / 720.0 - sq * (1.0 / 40320.0)))),
        sin: angle * (1.0 - sq * (1.0 / 6.0 - sq * (1.0 / 120.0 - sq * (1.0 / 5040.0)))),
    }
}

/// `v` shortened to [`tuning::MAX_SPEED`]; safe for any finite or infinite length.
#[inline]
pub fn capped_velocity(v: Vec2) -> Vec2 {
    let largest = max(v.x.abs(), v.y.abs());
    if largest <= 0.5 * tuning::MAX_SPEED {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_of_matches_trigonometry() {
        for k in -1000..=1000 {
            let angle = k as f32 * 0.004;
            let (turn, exact) = (turn_of(angle), Rot::from_angle(angle));
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
