//! Which bodies are in a crowd: more than [`tuning::PLASTIC_CROWD`] bodies that touch each other, directly or through
//! others.
//!
//! An impact without restitution in a crowd runs on through more contacts than it is worth to follow, and the passes
//! find what it ends in as well. So it is not begun there. The size of what touches is asked at most once in a step for
//! each body, and from no further away than the crowd needs to be one.

use super::block::ContactBlock;
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
            for address in contacts.of(slot, colors, bodies.len()) {
                let block = &colors.groups[usize::from(address.group)].blocks[address.block()];
                if !touches(block, address.lane()) {
                    continue;
                }
                for other in block.slots(address.lane()) {
                    match self.company[other as usize] {
                        Company::Crowd => return true,
                        Company::Unknown if SolverBody::at(bodies, other).is_mobile() => self.meet(other),
                        Company::Unknown | Company::Few => {}
                    }
                    if self.touching.len() > tuning::PLASTIC_CROWD {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// True when the bodies of a lane touched at the start of the step, or were about to.
fn touches(block: &ContactBlock, lane: usize) -> bool {
    block.points.iter().any(|point| point.normal_mass.0[lane] > 0.0 && point.gap.0[lane] < tuning::SPECULATIVE_MARGIN)
}
