//! Late contacts: bodies that close so fast that they may meet within the step.
//!
//! A ball that falls at 9 m/s moves 15 cm in a step. Found only where steps begin, its contact would appear deep in the
//! ground, and the bounce would start from there. So such a contact asks the narrow phase again in every sub-step until it gets its first impulse; from the next step on it
//! is an ordinary one. Late contacts have no colour: they are solved one after the other, in the order of their colliders.

use super::block::ContactBlock;
use super::body::SolverBody;
use crate::engine::lanes::BLOCK;
use crate::engine::math::{Vec2, max};
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
    /// How far apart the shapes of each are at least.
    pub rooms: Vec<Room>,
}

/// What keeps a late contact from asking the narrow phase in every sub-step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    /// Distance of the shapes when they were last measured, at least, metres.
    pub gap: f32,
    /// Where the bodies were then.
    pub seen: Moved,
    /// Distance of the farthest points of A and B from their centres of mass, metres.
    pub extents: [f32; 2],
    /// Numbers of the two colliders in the broad phase.
    pub proxies: [u32; 2],
    /// True when the contact has points, with impulses or without.
    pub has_points: bool,
}

/// How far two bodies have moved since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    /// Way of B's centre of mass less that of A's, metres.
    pub between: Vec2,
    /// Turns of A and B, radians.
    pub turns: [f32; 2],
}

impl Moved {
    /// Of A and B `h` seconds from now, if nothing pushes them.
    pub fn after(a: &SolverBody, b: &SolverBody, h: f32) -> Moved {
        Moved {
            between: (b.delta_center - a.delta_center) + h * (b.velocity - a.velocity),
            turns: [a, b].map(|body| body.delta_angle + h * body.angular_velocity),
        }
    }
}

impl Room {
    /// False when two bodies cannot come nearer than the margin within `h` seconds from now, if nothing pushes them. The distance of two shapes changes by no more than their centres
    /// move relative to each other and the shapes swing about them; and as all of that is convex in time, its largest value is at one of the ends.
    pub fn may_be_used_up(&self, a: &SolverBody, b: &SolverBody, h: f32) -> bool {
        let used = |h: f32| {
            let Moved { between, turns } = Moved::after(a, b, h);
            let swing = |k: usize| (turns[k] - self.seen.turns[k]).abs() * self.extents[k];
            (between - self.seen.between).length() + swing(0) + swing(1)
        };
        self.gap - max(used(0.0), used(h)) <= tuning::SPECULATIVE_MARGIN + tuning::LINEAR_SLOP
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
