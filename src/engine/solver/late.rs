//! Late contacts: bodies that close so fast that they may meet within the step.
//!
//! A ball that falls at 9 m/s moves 15 cm in a step. Found only where steps begin, its contact would appear deep in the
//! ground, and the bounce would start from there. So such a contact asks the narrow phase again in every sub-step until it gets its first impulse; from the next step on it
//! is an ordinary one. Late contacts have no colour: they are solved one after the other, in the order of their colliders.

use super::block::ContactBlock;
use super::body::SolverBody;
use crate::engine::lanes::BLOCK;
use crate::engine::math::max;
use crate::engine::tuning;

/// The late contacts of one step.
#[derive(Clone, Debug, Default)]
pub struct LateContacts {
    /// Their rows, in order; lanes without points have no mass.
    pub blocks: Vec<ContactBlock>,
    /// Which contact of the world each is.
    pub contacts: Vec<u32>,
    /// Coefficient of restitution of each.
    pub restitution: Vec<f32>,
    /// How far apart the shapes of each were at least at the start of the step, metres, and the extents of A and B.
    pub rooms: Vec<Room>,
}

/// What keeps a late contact from asking the narrow phase in every sub-step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Distance of the shapes at the start of the step, at least, metres.
    pub gap: f32,
    /// Distance of the farthest points of A and B from their centres of mass, metres.
    pub extents: [f32; 2],
}

impl Room {
    /// False when two bodies cannot come nearer than the margin within `h` seconds from now, if nothing pushes them. The distance of two shapes changes by no more than their centres
    /// move relative to each other and the shapes swing about them; and as all of that is convex in time, its largest value is at one of the ends.
    pub fn may_be_used_up(&self, a: &SolverBody, b: &SolverBody, h: f32) -> bool {
        let moved = |h: f32| {
            let between = (b.delta_center - a.delta_center) + h * (b.velocity - a.velocity);
            let swing_a = (a.delta_angle + h * a.angular_velocity).abs() * self.extents[0];
            let swing_b = (b.delta_angle + h * b.angular_velocity).abs() * self.extents[1];
            between.length() + swing_a + swing_b
        };
        self.gap - max(moved(0.0), moved(h)) <= tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP
    }
}

impl LateContacts {
    /// Starts a step.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.contacts.clear();
        self.restitution.clear();
        self.rooms.clear();
    }

    /// Adds a contact without points.
    pub fn push(&mut self, contact: u32, restitution: f32, room: Room, describe: impl FnOnce(&mut ContactBlock, usize)) {
        let (block, lane) = place(self.contacts.len());
        if block == self.blocks.len() {
            self.blocks.push(ContactBlock::default());
        }
        describe(&mut self.blocks[block], lane);
        self.contacts.push(contact);
        self.restitution.push(restitution);
        self.rooms.push(room);
    }

    /// True until the contact has got its first impulse in this step.
    pub fn is_searching(&self, index: usize) -> bool {
        let (block, lane) = place(index);
        self.blocks[block].points.iter().all(|p| p.normal_total.0[lane] == 0.0)
    }

    /// After the solve pass: points without load take no part in the relaxing. They are found anew before the next solve; as rows they would
    /// brake along a normal that is still turning.
    pub fn rest_unloaded(&mut self) {
        for index in 0..self.contacts.len() {
            let (block, lane) = place(index);
            for point in &mut self.blocks[block].points {
                if point.normal_impulse.0[lane] == 0.0 && point.normal_total.0[lane] == 0.0 {
                    (point.normal_mass.0[lane], point.tangent_mass.0[lane]) = (0.0, 0.0);
                }
            }
        }
    }
}

/// Block and lane of an index.
pub fn place(index: usize) -> (usize, usize) {
    (index / BLOCK, index % BLOCK)
}
