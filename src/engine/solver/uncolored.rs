//! Contacts without a colour: rows that are solved one after the other, in the order of their contacts.
//!
//! Contacts that get their points within the step come and go while the solver runs, so they are not coloured. Who they
//! are, and when they get rows, is up to the caller ([`super::soft_step::FindPoints`]); here are only the rows:
//!
//! ```text
//!   lanes, blocks     | 5 9 2 |                     in the order in which contacts 5, 9, 2 got rows
//!   order             | 2 0 1 |                     lanes as the passes take them: contacts 2, 5, 9
//! ```

use super::block::{ContactBlock, place};
use crate::engine::lanes::BLOCK;

/// Rows of contacts without a colour.
#[derive(Clone, Debug, Default)]
pub struct UncoloredContacts {
    /// Rows; lanes whose points are gone again have no mass.
    pub blocks: Vec<ContactBlock>,
    /// What else there is to know of each lane of the blocks.
    pub lanes: Vec<UncoloredLane>,
    /// Numbers of the lanes, in the order of their contacts.
    pub order: Vec<u32>,
}

/// A contact without a colour that has rows.
#[derive(Clone, Copy, Debug)]
pub struct UncoloredLane {
    /// Its place in the caller's list; lanes are solved in this order.
    pub index: u32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Largest closing speed that its points had, m/s.
    pub closing_speed: f32,
}

impl UncoloredContacts {
    /// Starts a step.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.lanes.clear();
        self.order.clear();
    }

    /// Adds an empty lane for the contact at this place of the caller's list; its number. [`UncoloredContacts::sort`]
    /// puts it in order.
    pub fn add_lane(&mut self, index: u32, restitution: f32) -> u32 {
        let next = self.lanes.len() as u32;
        if next.is_multiple_of(BLOCK as u32) {
            self.blocks.push(ContactBlock::default());
        }
        self.lanes.push(UncoloredLane { index, restitution, closing_speed: 0.0 });
        self.order.push(next);
        next
    }

    /// Puts the lanes into the order of their contacts.
    pub fn sort(&mut self) {
        self.order.sort_unstable_by_key(|&lane| self.lanes[lane as usize].index);
    }

    /// True when the contact in this lane has got an impulse in this step.
    pub fn has_impulse(&self, number: u32) -> bool {
        let (block, lane) = place(number as usize);
        self.blocks[block].points.iter().any(|p| p.normal_total.0[lane] != 0.0)
    }

    /// After the solve pass: points without load take no part in the relax pass. They are found anew before the next
    /// solve; as rows they would brake along a normal that is still turning.
    pub fn rest_unloaded(&mut self) {
        for point in self.blocks.iter_mut().flat_map(|block| &mut block.points) {
            for lane in 0..BLOCK {
                if point.normal_impulse.0[lane] == 0.0 && point.normal_total.0[lane] == 0.0 {
                    (point.normal_mass.0[lane], point.tangent_mass.0[lane]) = (0.0, 0.0);
                }
            }
        }
    }
}
