//! A row: one number that a joint cares about, and how velocities change it.
//!
//! For every joint the rate of a coordinate C (an angle, a way, a distance) is linear in the velocities:
//!
//! ```text
//! Ċ = d · (v_b − v_a) + s_b ω_b − s_a ω_a
//! ```
//!
//! `d` is the direction in which C grows when B moves, `s_a`, `s_b` are the lever arms: the row of the Jacobian is
//! `J = (−d, −s_a, d, s_b)`. An impulse λ along the row changes the velocities by `M⁻¹ Jᵀ λ`, hence Ċ by `K λ` with
//! `K = J M⁻¹ Jᵀ = (1/m_a + 1/m_b) d·d + s_a²/I_a + s_b²/I_b`.

use crate::engine::math::{Vec2, cross};
use crate::engine::solver::body::SolverBody;

/// One row of a joint's Jacobian.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Unit direction, world; zero for an angle.
    pub direction: Vec2,
    /// Lever arm of A, metres (1 for an angle).
    pub arm_a: f32,
    /// Lever arm of B, metres (1 for an angle).
    pub arm_b: f32,
}

impl Row {
    /// The angle of B relative to A.
    pub const ANGLE: Row = Row { direction: Vec2::ZERO, arm_a: 1.0, arm_b: 1.0 };

    /// The distance of two points along a fixed direction; `r_a`, `r_b` from the centres of mass to the points.
    #[inline]
    pub fn along(direction: Vec2, r_a: Vec2, r_b: Vec2) -> Row {
        Row { direction, arm_a: cross(r_a, direction), arm_b: cross(r_b, direction) }
    }

    /// The row that grows when this one shrinks.
    #[inline]
    pub fn reversed(self) -> Row {
        Row { direction: -self.direction, arm_a: -self.arm_a, arm_b: -self.arm_b }
    }

    /// Ċ for the present velocities.
    #[inline]
    pub fn speed(&self, a: &SolverBody, b: &SolverBody) -> f32 {
        self.direction.dot(b.velocity - a.velocity) + self.arm_b * b.angular_velocity - self.arm_a * a.angular_velocity
    }

    /// Applies an impulse along the row.
    #[inline]
    pub fn apply(&self, a: &mut SolverBody, b: &mut SolverBody, impulse: f32) {
        a.velocity -= a.inv_mass * impulse * self.direction;
        a.angular_velocity -= a.inv_inertia * impulse * self.arm_a;
        b.velocity += b.inv_mass * impulse * self.direction;
        b.angular_velocity += b.inv_inertia * impulse * self.arm_b;
    }

    /// `J_self M⁻¹ J_otherᵀ`: what a unit impulse along `other` does to this row's speed; symmetric.
    #[inline]
    pub fn coupling(&self, other: &Row, a: &SolverBody, b: &SolverBody) -> f32 {
        (a.inv_mass + b.inv_mass) * self.direction.dot(other.direction)
            + a.inv_inertia * self.arm_a * other.arm_a
            + b.inv_inertia * self.arm_b * other.arm_b
    }
}
