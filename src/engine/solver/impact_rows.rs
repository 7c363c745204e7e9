//! What the sweeps of a round of impacts read of a contact, side by side.
//!
//! In its block every number of a contact lies in another line of memory, and a crowd is swept up to a dozen times
//! in a round. So the numbers are copied once, with what else does not change from sweep to sweep.

use super::block::ContactBlock;
use super::body::SolverBody;
use super::contact::speed_along;
use super::impact_points::NormalResponse;
use crate::engine::math::Vec2;

/// The normal rows of a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactRows {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Unit normal from A to B, world.
    pub normal: Vec2,
    /// By point: its arms along the normal about A and B, `r × n`, metres.
    arms_n: [[f32; 2]; 2],
    /// By point: from the centres of mass of A and B to it, world axes, metres.
    pub arms: [[Vec2; 2]; 2],
    /// How the points' impulses along the normal change their speeds.
    pub response: NormalResponse,
}

impl ImpactRows {
    /// Of the contact in a lane, between these bodies.
    pub fn of(block: &ContactBlock, lane: usize, [a, b]: &[SolverBody; 2]) -> ImpactRows {
        let offset = block.offset_n.0[lane];
        let arms_n = [0, 1].map(|k| {
            let arm = block.points[k].arm_n.0[lane];
            [arm, arm + offset]
        });
        let [[a_1, b_1], [a_2, b_2]] = arms_n;
        ImpactRows {
            slots: block.slots(lane),
            normal: block.normal(lane),
            arms_n,
            arms: [0, 1].map(|k| block.arms(lane, k)),
            response: NormalResponse::new(
                [0, 1].map(|k| block.points[k].normal_mass.0[lane]),
                a.inv_mass + b.inv_mass + a.inv_inertia * a_1 * a_2 + b.inv_inertia * b_1 * b_2,
            ),
        }
    }

    /// Speeds of both points along the normal, m/s, negative when they close.
    pub fn speeds(&self, [a, b]: &[SolverBody; 2]) -> [f32; 2] {
        let spins = [a.angular_velocity, b.angular_velocity];
        self.arms_n.map(|arms| speed_along(self.normal, arms, b.velocity - a.velocity, spins))
    }
}
