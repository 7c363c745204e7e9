//! One step's problem, as the solver gets it.

use super::colors::ContactColors;
use super::drive::Drive;
use super::impact_round::Impacts;
use super::turning::TurningContacts;
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
    /// Contacts whose rows turn within the step.
    pub turning: &'a mut TurningContacts,
}
