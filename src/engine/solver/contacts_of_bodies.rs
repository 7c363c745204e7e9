//! Where the contacts of each body are: a list for each body, threaded through all contacts.

use super::block::Address;
use super::colors::ContactColors;

/// Ends of contacts, by the body that they are at. Found when it is first asked after [`ContactsOfBodies::clear`].
#[derive(Clone, Debug, Default)]
pub(super) struct ContactsOfBodies {
    /// By slot: number of the last end of a contact that is at this body, or [`NONE`].
    last: Vec<u32>,
    /// By end: of which contact, and the end before it at the same body.
    ends: Vec<(Address, u32)>,
}

const NONE: u32 = u32::MAX;

impl ContactsOfBodies {
    /// The contacts may be others from now on.
    pub fn clear(&mut self) {
        self.last.clear();
    }

    /// The contacts of the body in a slot, of as many as there are.
    pub fn of(&mut self, slot: u32, contacts: &ContactColors, slots: usize) -> impl Iterator<Item = Address> {
        if self.last.is_empty() {
            self.find(contacts, slots);
        }
        let mut next = self.last[slot as usize];
        std::iter::from_fn(move || {
            let (address, before) = *self.ends.get(next as usize)?;
            next = before;
            Some(address)
        })
    }

    fn find(&mut self, contacts: &ContactColors, slots: usize) {
        self.last.resize(slots, NONE);
        self.ends.clear();
        for (group, place) in (0_u8..).zip(&contacts.groups) {
            for index in 0..place.count as u32 {
                let address = Address { group, index };
                for slot in place.blocks[address.block()].slots(address.lane()) {
                    let end = self.ends.len() as u32;
                    self.ends.push((address, std::mem::replace(&mut self.last[slot as usize], end)));
                }
            }
        }
    }
}
