//! Which bodies are in a crowd: more than [`tuning::PLASTIC_CROWD`] bodies that touch each other, directly or through
//! others.
//!
//! An impact without restitution in a crowd runs on through more contacts than it is worth to follow, and the passes
//! find what it ends in as well. So it is not begun there. The size of what touches is asked at most once in a step for
//! each body, and from no further away than the crowd needs to be one.

use super::block::{Address, PointRows};
use super::body::SolverBody;
use super::colors::ContactColors;
use super::contacts_of_bodies::ContactsOfBodies;
use crate::engine::lanes::Float4Pair;
use crate::engine::tuning;

/// What is known of a body in this step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Company {
    #[default]
    Unknown,
    Few,
    Crowd,
}

/// By slot, what is known; as of the start of the step, so that it does not matter who asks first.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowds {
    company: Vec<Company>,
    /// Slots of the bodies that touch the one that is asked about.
    touching: Vec<u32>,
}

impl Crowds {
    /// Starts a step.
    pub fn clear(&mut self, slots: usize) {
        self.company.clear();
        self.company.resize(slots, Company::Unknown);
    }

    /// True when the body in this slot is in a crowd; what does not move is in none.
    pub fn is_crowded(&mut self, slot: u32, contacts: (&ContactColors, &mut ContactsOfBodies), bodies: &[Float4Pair]) -> bool {
        if self.company[slot as usize] == Company::Unknown && SolverBody::at(bodies, slot).is_mobile() {
            self.touching.clear();
            self.meet(slot);
            if self.walk(contacts, bodies) {
                self.touching.iter().for_each(|&slot| self.company[slot as usize] = Company::Crowd);
            }
        }
        self.company[slot as usize] == Company::Crowd
    }

    fn meet(&mut self, slot: u32) {
        self.company[slot as usize] = Company::Few;
        self.touching.push(slot);
    }

    /// Goes from body to body until there are enough of them for a crowd. True when there are.
    fn walk(&mut self, (colors, contacts): (&ContactColors, &mut ContactsOfBodies), bodies: &[Float4Pair]) -> bool {
        let mut next = 0;
        while let Some(&slot) = self.touching.get(next) {
            next += 1;
            let addresses = contacts.of(slot, colors, bodies.len());
            let touching = addresses.filter_map(|address| touching_slots(colors, address));
            if touching.flatten().any(|other| self.is_enough(other, bodies)) {
                return true;
            }
        }
        false
    }

    /// Takes in what touches. True when that makes a crowd.
    fn is_enough(&mut self, other: u32, bodies: &[Float4Pair]) -> bool {
        match self.company[other as usize] {
            Company::Crowd => return true,
            Company::Unknown if SolverBody::at(bodies, other).is_mobile() => self.meet(other),
            Company::Unknown | Company::Few => {}
        }
        self.touching.len() > tuning::PLASTIC_CROWD
    }
}

/// Slots of the bodies of a contact that touched at the start of the step, or were about to.
fn touching_slots(colors: &ContactColors, address: Address) -> Option<[u32; 2]> {
    let (block, lane) = (colors.at(address).0, address.lane());
    let touches = |point: &PointRows| point.normal_mass.0[lane] > 0.0 && point.gap.0[lane] < tuning::SPECULATIVE_MARGIN;
    block.points.iter().any(touches).then(|| block.slots(lane))
}
