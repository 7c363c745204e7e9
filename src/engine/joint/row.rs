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

use crate::engine::body::Body;
use crate::engine::math::{Vec2, cross, max};
use crate::engine::solver::body::SolverBody;

/// Least share of what gives way that is left of a row while others hold: a difference of two numbers in single
/// precision knows no smaller one.
pub const LEAST_GIVE: f32 = 1e-5;

/// One row of a joint's Jacobian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JacobianRow {
    /// Unit direction, world; zero for an angle, and 1/metres for the angle of a line between two bodies.
    pub direction: Vec2,
    /// Lever arm of A, metres (1 for an angle).
    pub arm_a: f32,
    /// Lever arm of B, metres (1 for an angle).
    pub arm_b: f32,
}

impl JacobianRow {
    /// The angle of B relative to A.
    pub const ANGLE: JacobianRow = JacobianRow { direction: Vec2::ZERO, arm_a: 1.0, arm_b: 1.0 };

    /// Nothing changes it.
    pub const NONE: JacobianRow = JacobianRow { direction: Vec2::ZERO, arm_a: 0.0, arm_b: 0.0 };

    /// The distance of two points along a fixed direction; `r_a`, `r_b` from the centres of mass to the points.
    #[inline]
    pub fn along(direction: Vec2, r_a: Vec2, r_b: Vec2) -> JacobianRow {
        JacobianRow { direction, arm_a: cross(r_a, direction), arm_b: cross(r_b, direction) }
    }

    /// The row of a coordinate that is so many times as large.
    #[inline]
    pub fn scaled(self, factor: f32) -> JacobianRow {
        JacobianRow { direction: factor * self.direction, arm_a: factor * self.arm_a, arm_b: factor * self.arm_b }
    }

    /// The row that grows when this one shrinks.
    #[inline]
    pub fn reversed(self) -> JacobianRow {
        self.scaled(-1.0)
    }

    /// Ċ for the present velocities.
    #[inline]
    pub fn speed(&self, a: &SolverBody, b: &SolverBody) -> f32 {
        self.rate(b.velocity - a.velocity, [a.angular_velocity, b.angular_velocity])
    }

    /// Ċ for the velocities of two bodies of a world, for readouts.
    pub fn speed_of(&self, a: &Body, b: &Body) -> f32 {
        self.rate(b.linear_velocity - a.linear_velocity, [a.angular_velocity, b.angular_velocity])
    }

    /// `J M⁻¹ J'ᵀ` for two bodies of a world, 1/kg or 1/(kg·m²).
    pub fn coupling_of(&self, other: &JacobianRow, [a, b]: [&Body; 2]) -> f64 {
        let along = f64::from(self.direction.dot(other.direction)) * f64::from(a.inv_mass + b.inv_mass);
        let turning = |inverse: f32, arms: [f32; 2]| f64::from(inverse) * f64::from(arms[0]) * f64::from(arms[1]);
        along + turning(a.inv_inertia, [self.arm_a, other.arm_a]) + turning(b.inv_inertia, [self.arm_b, other.arm_b])
    }

    /// Ċ for the velocity of B's centre of mass relative to A's, and the spins of A and B.
    #[inline]
    fn rate(&self, velocity: Vec2, [spin_a, spin_b]: [f32; 2]) -> f32 {
        self.direction.dot(velocity) + self.arm_b * spin_b - self.arm_a * spin_a
    }

    /// Applies an impulse along the row.
    #[inline]
    pub fn apply(&self, a: &mut SolverBody, b: &mut SolverBody, impulse: f32) {
        a.velocity -= a.inv_mass * impulse * self.direction;
        a.angular_velocity -= a.inv_inertia * impulse * self.arm_a;
        b.velocity += b.inv_mass * impulse * self.direction;
        b.angular_velocity += b.inv_inertia * impulse * self.arm_b;
    }

    /// Determinant of the 2×2 matrix of couplings of this row and another.
    ///
    /// `k11 k22 − k12²` loses all digits when the anchors lie far from a small body. With the columns of the two rows
    /// as vectors `c_i` and the inverse masses `w_i` it is `Σ w_i w_j (c_i × c_j)²` over all pairs (Cauchy and Binet):
    /// nothing is subtracted. A's and B's linear columns differ only in sign and count as one with the sum of the
    /// weights.
    #[inline]
    pub fn determinant(&self, other: &JacobianRow, a: &SolverBody, b: &SolverBody) -> f32 {
        let along_x = Vec2::new(self.direction.x, other.direction.x);
        let along_y = Vec2::new(self.direction.y, other.direction.y);
        let (turn_a, turn_b) = (Vec2::new(self.arm_a, other.arm_a), Vec2::new(self.arm_b, other.arm_b));
        let square = |u: Vec2, v: Vec2| cross(u, v) * cross(u, v);
        let inv_mass = a.inv_mass + b.inv_mass;
        inv_mass * inv_mass * square(along_x, along_y)
            + inv_mass * a.inv_inertia * (square(along_x, turn_a) + square(along_y, turn_a))
            + inv_mass * b.inv_inertia * (square(along_x, turn_b) + square(along_y, turn_b))
            + a.inv_inertia * b.inv_inertia * square(turn_a, turn_b)
    }

    /// What a unit of impulse changes this row's speed by while other rows of the joint hold: `K − kᵀ K_h⁻¹ k`, with
    /// `k` the couplings to the held ones and `K_h` those among them. They are solved after it and undo what it moves
    /// them by. Without them a limit would get the impulse that stops free bodies, and they would throw it back then,
    /// by a twentieth of its speed.
    pub fn coupling_held(&self, held: [Option<&JacobianRow>; 2], a: &SolverBody, b: &SolverBody) -> f32 {
        let free = self.coupling(self, a, b);
        let taken = match held {
            [Some(x), Some(y)] => {
                let (k11, k12, k22) = (x.coupling(x, a, b), x.coupling(y, a, b), y.coupling(y, a, b));
                let (k1, k2, det) = (self.coupling(x, a, b), self.coupling(y, a, b), x.determinant(y, a, b));
                if det > 0.0 { (k22 * k1 * k1 - 2.0 * k12 * k1 * k2 + k11 * k2 * k2) / det } else { 0.0 }
            }
            [Some(x), None] | [None, Some(x)] => {
                let (k, own) = (self.coupling(x, a, b), x.coupling(x, a, b));
                if own > 0.0 { k * k / own } else { 0.0 }
            }
            [None, None] => 0.0,
        };
        max(free - taken, LEAST_GIVE * free)
    }

    /// `J_self M⁻¹ J_otherᵀ`: what a unit impulse along `other` does to this row's speed; symmetric.
    #[inline]
    pub fn coupling(&self, other: &JacobianRow, a: &SolverBody, b: &SolverBody) -> f32 {
        (a.inv_mass + b.inv_mass) * self.direction.dot(other.direction)
            + a.inv_inertia * self.arm_a * other.arm_a
            + b.inv_inertia * self.arm_b * other.arm_b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_determinant_agrees_with_the_couplings_where_those_are_exact_enough() {
        let a = SolverBody { inv_mass: 0.5, inv_inertia: 2.0, ..SolverBody::FIXED };
        let b = SolverBody { inv_mass: 1.5, inv_inertia: 0.7, ..SolverBody::FIXED };
        let (r_a, r_b) = (Vec2::new(0.3, -0.8), Vec2::new(-0.5, 0.4));
        for rows in [
            [JacobianRow::along(Vec2::X, r_a, r_b), JacobianRow::along(Vec2::Y, r_a, r_b)],
            [JacobianRow::along(Vec2::Y, r_a, r_b), JacobianRow::ANGLE],
        ] {
            let [x, y] = rows;
            let plain = x.coupling(&x, &a, &b) * y.coupling(&y, &a, &b) - x.coupling(&y, &a, &b) * x.coupling(&y, &a, &b);
            // A few roundings of numbers near 10.
            assert!((x.determinant(&y, &a, &b) - plain).abs() < 1e-5, "{plain}");
        }
    }

    #[test]
    fn the_determinant_keeps_its_digits_for_a_far_anchor_of_a_small_body() {
        // One body, m = 1, I = 1e-6, anchor at (20, 30): det = 1/m² + r²/(m I) = 1 + 1300e6.
        let b = SolverBody { inv_mass: 1.0, inv_inertia: 1e6, ..SolverBody::FIXED };
        let r_b = Vec2::new(20.0, 30.0);
        let (x, y) = (JacobianRow::along(Vec2::X, Vec2::ZERO, r_b), JacobianRow::along(Vec2::Y, Vec2::ZERO, r_b));
        assert!((x.determinant(&y, &SolverBody::FIXED, &b) / 1.3e9 - 1.0).abs() < 1e-5);
    }
}
