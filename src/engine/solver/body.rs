//! Bodies as the solver sees them: velocities, and how far they have moved since the step began.
//!
//! Positions are kept as *changes* since the start of the step. They are small, so a pile 10 km from the origin loses no digits, and a
//! contact gets its present gap from them without asking the narrow phase again.

use crate::engine::math::{Rot, Vec2, clamp, max, perp};
use crate::engine::tuning;

/// What constraints read and write.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
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
    /// Turn since the start of the step.
    pub delta_rotation: Rot,
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
        delta_rotation: Rot::IDENTITY,
    };

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

    /// How far a point has moved that lay `r` from the centre of mass at the start of the step, metres.
    #[inline]
    pub fn delta_of(&self, r: Vec2) -> Vec2 {
        self.delta_center + self.delta_rotation.rotate(r) - r
    }
}

/// Forces on a body and what else only the integration needs.
#[derive(Clone, Copy, Debug)]
pub struct Drive {
    /// Its place in the world's arena.
    pub index: u32,
    /// Its centre of mass at the start of the step, world, metres.
    pub start_center: Vec2,
    /// Its orientation at the start of the step.
    pub start_rotation: Rot,
    /// m/s², from gravity and forces.
    pub acceleration: Vec2,
    /// rad/s², from torques.
    pub angular_acceleration: f32,
    /// 1/s.
    pub linear_damping: f32,
    /// 1/s.
    pub angular_damping: f32,
    /// True when no constraint acts on it in this step.
    pub free: bool,
    /// What a free body's centre moves less (or more) than `h · velocity` in a sub-step, metres.
    pub free_correction: Vec2,
}

impl Drive {
    /// Slot 0.
    pub const NONE: Drive = Drive {
        index: u32::MAX,
        start_center: Vec2::ZERO,
        start_rotation: Rot::IDENTITY,
        acceleration: Vec2::ZERO,
        angular_acceleration: 0.0,
        linear_damping: 0.0,
        angular_damping: 0.0,
        free: false,
        free_correction: Vec2::ZERO,
    };
}

/// A turn by `delta` radians that follows `rotation`, without trigonometry.
///
/// A rational point of the circle (Cayley): with `t = tan(δ/2)`, `cos δ = (1 − t²)/(1 + t²)`, `sin δ = 2t/(1 + t²)`. The tangent is replaced by its series
/// `t = δ/2 + (δ/2)³/3 + 2(δ/2)⁵/15`: the angle is wrong by less than 2e-4 even at the largest allowed turn of π/4, the length not at all.
#[inline]
pub fn turned(rotation: Rot, delta: f32) -> Rot {
    let half = 0.5 * delta;
    let sq = half * half;
    let t = half * (1.0 + sq * (1.0 / 3.0 + sq * (2.0 / 15.0)));
    let inv = 1.0 / (1.0 + t * t);
    Rot { cos: (1.0 - t * t) * inv, sin: 2.0 * t * inv }.then_after(rotation)
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
    fn turned_matches_trigonometry_and_keeps_unit_length() {
        let mut worst: f32 = 0.0;
        for k in -100..=100 {
            let delta = k as f32 / 100.0 * tuning::MAX_ROTATION;
            let r = turned(Rot::from_angle(0.7), delta);
            let exact = Rot::from_angle(0.7 + delta);
            worst = max(worst, (r.cos - exact.cos).abs() + (r.sin - exact.sin).abs());
            // Length 1 up to a few roundings of 6e-8.
            assert!((r.cos * r.cos + r.sin * r.sin - 1.0).abs() < 5e-7);
        }
        assert!(worst < 4e-4, "{worst}");
    }

    #[test]
    fn capped_velocity_keeps_direction_and_survives_the_largest_numbers() {
        let v = capped_velocity(Vec2::new(3e38, -3e38));
        assert!((v.length() - tuning::MAX_SPEED).abs() < 0.01 && (v.x + v.y).abs() < 0.01);
        assert_eq!(capped_velocity(Vec2::new(3.0, 4.0)), Vec2::new(3.0, 4.0));
        assert_eq!(capped_velocity(Vec2::new(300.0, 200.0)), Vec2::new(300.0, 200.0));
    }
}
