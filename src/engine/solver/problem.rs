//! One step's problem, as the solver gets it.

use super::colors::ContactColors;
use super::drive::Drive;
use super::uncolored::UncoloredContacts;
use crate::engine::lanes::Float4Pair;

/// Bodies and contacts of one step. Every body has a *slot*: its place in order of creation plus one. Slot 0 stands for
/// the world itself, which never moves.
#[derive(Debug)]
pub struct Problem<'a> {
    /// Velocities and motion within the step, by slot; all zero for what does not move.
    pub bodies: &'a mut [Float4Pair],
    /// Forces and what else only the integration needs, by slot.
    pub drives: &'a mut [Drive],
    /// Slots that move in this step.
    pub moving: &'a [u32],
    /// Contacts with points.
    pub contacts: &'a mut ContactColors,
    /// Contacts that get their points within the step: between mobile bodies, and with something fixed.
    pub uncolored: &'a mut [UncoloredContacts; 2],
    /// What the impact stage remembers within a sub-step.
    pub impacts: &'a mut Impacts,
}

/// What the impact stage remembers within a sub-step.
#[derive(Clone, Debug, Default)]
pub struct Impacts {
    /// Lanes that are about to hit, a number of bits for each block of a list.
    pub(super) hits: Vec<u32>,
    /// Blocks and lanes of these, in the order in which they are solved.
    pub(super) queue: Vec<(u32, u8)>,
    /// Lanes that the relax pass treats as if they did not bounce: list (a group, or one of the two without colours,
    /// after them), block, lane.
    pub(super) spent: Vec<(u8, u32, u8)>,
}
