//! What a joint gave its bodies in a step.

use super::row::JacobianRow;
use crate::engine::math::{Vec2, cross};

/// What a joint gives B, and A the opposite of: in a step the sum over its passes, sub-steps and impacts, so that
/// divided by the step's time it is the mean force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointImpulse {
    /// N·s, world.
    pub impulse: Vec2,
    /// About B's point that the joint acts on, N·m·s.
    pub angular_impulse: f32,
}

impl JointImpulse {
    /// Adds an impulse along a row; `r_b`: from B's centre of mass to the point that the joint acts on, metres.
    #[inline(always)]
    pub fn add_row(&mut self, row: &JacobianRow, r_b: Vec2, impulse: f32) {
        self.impulse += impulse * row.direction;
        self.angular_impulse += impulse * (row.arm_b - cross(r_b, row.direction));
    }

    /// So many times this.
    pub fn times(self, factor: f32) -> JointImpulse {
        JointImpulse { impulse: factor * self.impulse, angular_impulse: factor * self.angular_impulse }
    }

    /// True when all numbers are.
    pub fn is_finite(&self) -> bool {
        self.impulse.is_finite() && self.angular_impulse.is_finite()
    }
}

impl std::ops::AddAssign for JointImpulse {
    fn add_assign(&mut self, other: JointImpulse) {
        self.impulse += other.impulse;
        self.angular_impulse += other.angular_impulse;
    }
}
