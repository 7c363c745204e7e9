//! Where hinges live from step to step: eight to a block, one number of all eight to a row ([`crate::engine::lanes`]).
//!
//! ```text
//!   HingeBlock    what every pass reads: slots, anchors, impulses                   448 bytes for eight hinges
//!   HingeCarried  what the warm start adds to                                      64
//!   HingeAnchors  what the start and the end of a step read: local anchors, angle, names
//!   AngleBlock    only where a hinge has a spring, a motor or limits
//! ```
//!
//! Nothing is copied in or out in a usual step: local anchors, impulses and angles stay here, and a [`super::Joint`]
//! gets them back when the set is taken apart ([`super::set`]). A lane without a hinge has slot 0 on both sides, which
//! nothing can push.

use super::definition::Joint;
use super::kind::{JointKind, Revolute};
use super::parts::JointSpring;
use super::rotation::row_of;
use crate::engine::body::Body;
use crate::engine::lanes::{BLOCK, IndexRow, LaneRow, Lanes};

/// In [`HingeAnchors::joint`]: nobody.
pub const NOBODY: u32 = u32::MAX;

/// What every pass over eight hinges reads. Vectors are pairs of rows, x and y.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct HingeBlock {
    /// Slots of the bodies A.
    pub a: IndexRow,
    /// Slots of the bodies B.
    pub b: IndexRow,
    /// From A's centre of mass to its anchor at the start of the step, metres, world axes.
    pub start_a: [LaneRow; 2],
    /// Same for B.
    pub start_b: [LaneRow; 2],
    /// From A's centre of mass to B's at the start of the step, metres.
    pub offset: [LaneRow; 2],
    /// From A's centre of mass to its anchor where the bodies are now, metres, world axes.
    pub arm_a: [LaneRow; 2],
    /// Same for B.
    pub arm_b: [LaneRow; 2],
    /// Accumulated impulse on B, N·s.
    pub impulse: [LaneRow; 2],
}

/// What eight hinges gave their bodies B at the anchors since the step began, without the sub-step that is under way
/// or was the last: [`HingeBlock::impulse`] has that. Not in the block, so that the solve and the relax pass do not
/// load it.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct HingeCarried {
    /// N·s.
    pub impulse: [LaneRow; 2],
}

/// What only the start and the end of a step read.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct HingeAnchors {
    /// Rows of A in the table of poses.
    pub pose_a: IndexRow,
    /// Rows of B in the table of poses.
    pub pose_b: IndexRow,
    /// From A's centre of mass to its anchor, metres, A's axes.
    pub local_a: [LaneRow; 2],
    /// Same for B.
    pub local_b: [LaneRow; 2],
    /// Angle of B relative to A that counts as zero, radians.
    pub reference: LaneRow,
    /// Angle of B relative to A minus the reference, counted over whole turns, radians: during a step as it was at its
    /// start.
    pub angle: LaneRow,
    /// B's anchor at the start of the step, world, metres; for probes.
    pub point: [LaneRow; 2],
    /// Places of the joints in the world, or [`NOBODY`].
    pub joint: [u32; BLOCK],
}

/// Springs, motors and limits of eight hinges.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct AngleBlock {
    /// Softness of the springs: bias rate, mass scale times mass, impulse scale. All zero without a spring.
    pub spring: [LaneRow; 3],
    /// Wanted speeds of the motors, rad/s.
    pub speed: LaneRow,
    /// Largest impulse of a motor in a sub-step, N·m·s; zero without a motor.
    pub effort: LaneRow,
    /// Lower limits, radians; far away without one.
    pub lower: LaneRow,
    /// Upper limits, radians; far away without one.
    pub upper: LaneRow,
    /// Accumulated impulses of spring, motor, lower and upper limit, N·m·s.
    pub impulse: [LaneRow; 4],
    /// What they gave since the step began, as in [`HingeCarried`], N·m·s.
    pub carried: LaneRow,
    /// Whether any of the eight has a spring, a motor, limits.
    pub any: [bool; 3],
}

/// Beyond every angle that can be counted; small enough that no impulse made of it overflows.
const FAR: f32 = 1e20;

impl Default for HingeAnchors {
    fn default() -> Self {
        HingeAnchors {
            pose_a: IndexRow::default(),
            pose_b: IndexRow::default(),
            local_a: [LaneRow::default(); 2],
            local_b: [LaneRow::default(); 2],
            reference: LaneRow::default(),
            angle: LaneRow::default(),
            point: [LaneRow::default(); 2],
            joint: [NOBODY; BLOCK],
        }
    }
}

impl Default for AngleBlock {
    fn default() -> Self {
        AngleBlock {
            spring: [LaneRow::default(); 3],
            speed: LaneRow::default(),
            effort: LaneRow::default(),
            lower: row_of(|_| -FAR),
            upper: row_of(|_| FAR),
            impulse: [LaneRow::default(); 4],
            carried: LaneRow::default(),
            any: [false; 3],
        }
    }
}

/// The bodies of a hinge, as places in the world and as slots of the solver.
#[derive(Clone, Copy, Debug)]
pub struct HingeBodies<'a> {
    /// Slots of A and B.
    pub slots: [u32; 2],
    /// Rows of A and B in the table of poses.
    pub poses: [u32; 2],
    /// A and B.
    pub bodies: [&'a Body; 2],
}

impl HingeBodies<'_> {
    /// Whether impulses move A and B.
    pub fn moving(&self) -> [bool; 2] {
        [0, 1].map(|side| self.slots[side] != 0 && self.bodies[side].is_mobile())
    }
}

/// Puts a joint into a lane.
pub fn fill(block: &mut HingeBlock, anchors: &mut HingeAnchors, lane: usize, index: u32, joint: &Joint, parties: &HingeBodies<'_>) {
    let [a, b] = parties.bodies;
    (block.a.0[lane], block.b.0[lane]) = (parties.slots[0], parties.slots[1]);
    (anchors.pose_a.0[lane], anchors.pose_b.0[lane]) = (parties.poses[0], parties.poses[1]);
    for (rows, local) in
        [(&mut anchors.local_a, joint.local_anchor_a - a.local_center), (&mut anchors.local_b, joint.local_anchor_b - b.local_center)]
    {
        (rows[0].0[lane], rows[1].0[lane]) = (local.x, local.y);
    }
    anchors.reference.0[lane] = joint.reference_angle;
    anchors.angle.0[lane] = joint.angle;
    anchors.joint[lane] = index;
    (block.impulse[0].0[lane], block.impulse[1].0[lane]) = (joint.impulses[0], joint.impulses[1]);
}

impl AngleBlock {
    /// Impulse that a hinge's spring, motor and limits give B in the present sub-step, N·m·s.
    pub fn sum(&self, lane: usize) -> f32 {
        let [spring, motor, lower, upper] = [0, 1, 2, 3].map(|k| self.impulse[k].0[lane]);
        spring + motor + lower - upper
    }

    /// Puts a joint's spring, motor and limits into a lane; `h` is the length of a sub-step, seconds, `crowd` how many
    /// springs there are at one of its bodies.
    pub fn fill(&mut self, lane: usize, joint: &Joint, bodies: [&Body; 2], h: f32, crowd: u32) {
        let JointKind::Revolute(Revolute { limits, motor, spring }) = joint.kind else { return };
        let [_, _, old @ ..] = joint.impulses;
        if spring.is_some() {
            let JointSpring { softness, masses } = joint.spring_row(bodies, h, crowd);
            let mass = masses.of_spring.unwrap_or(0.0) as f32;
            let numbers = [softness.bias_rate, softness.mass_scale * mass, softness.impulse_scale];
            for (row, number) in self.spring.iter_mut().zip(numbers) {
                row.0[lane] = number;
            }
            self.impulse[0].0[lane] = old[0];
        }
        if let Some(motor) = motor {
            (self.speed.0[lane], self.effort.0[lane]) = (motor.speed, h * motor.max_effort);
            self.impulse[1].0[lane] = old[1];
        }
        if let Some(limits) = limits {
            (self.lower.0[lane], self.upper.0[lane]) = (limits.lower, limits.upper);
            (self.impulse[2].0[lane], self.impulse[3].0[lane]) = (old[2], old[3]);
        }
        let has = [spring.is_some(), motor.is_some(), limits.is_some()];
        for (any, has) in self.any.iter_mut().zip(has) {
            *any |= has;
        }
    }
}

/// When a sub-step of the step is over: what hinges gave in it is their impulse.
#[inline(always)]
pub(super) fn count_given<L: Lanes>(hinge: &HingeBlock, carried: &mut HingeCarried, angle: Option<&mut AngleBlock>, at: usize) {
    for (sum, impulse) in carried.impulse.iter_mut().zip(&hinge.impulse) {
        (L::load(sum, at) + L::load(impulse, at)).store(sum, at);
    }
    if let Some(angle) = angle {
        let driven = L::load(&angle.impulse[0], at) + L::load(&angle.impulse[1], at);
        let sum = driven + L::load(&angle.impulse[2], at) - L::load(&angle.impulse[3], at);
        (L::load(&angle.carried, at) + sum).store(&mut angle.carried, at);
    }
}
