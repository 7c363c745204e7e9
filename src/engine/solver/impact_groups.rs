//! Which hits have to do with each other: they share bodies, or joints pass one on to the bodies of another.
//!
//! Each such group of a round is solved by itself, until it is settled, whatever happens elsewhere.

/// Groups of hits that share bodies: trees of numbers, each group under its lowest.
#[derive(Clone, Debug, Default)]
pub(super) struct HitGroups {
    /// By slot: the first hit of the body in it, or [`NONE`].
    first: Vec<u32>,
    /// Slots with a hit.
    slots: Vec<u32>,
    /// By hit: another one of its group with a lower number, or itself.
    above: Vec<u32>,
    /// By the lowest hit of a group: how many there are in it.
    sizes: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl HitGroups {
    /// Begins anew; bodies of so many slots may be hit.
    pub fn clear(&mut self, slots: usize) {
        for slot in self.slots.drain(..) {
            self.first[slot as usize] = NONE;
        }
        self.first.resize(slots.max(self.first.len()), NONE);
        self.above.clear();
        self.sizes.clear();
    }

    /// How many hits there are.
    pub fn count(&self) -> u32 {
        self.above.len() as u32
    }

    /// The next hit; its number.
    pub fn add(&mut self) -> u32 {
        let hit = self.above.len() as u32;
        self.above.push(hit);
        self.sizes.push(1);
        hit
    }

    /// The hit moves the body in this slot.
    pub fn touch(&mut self, hit: u32, slot: u32) {
        let first = self.first[slot as usize];
        if first == NONE {
            self.first[slot as usize] = hit;
            self.slots.push(slot);
            return;
        }
        let (one, other) = (self.group_of(first), self.group_of(hit));
        if one != other {
            let (low, high) = (one.min(other), one.max(other));
            self.above[high as usize] = low;
            self.sizes[low as usize] += self.sizes[high as usize];
        }
    }

    /// The lowest number in the group of a hit.
    pub fn group_of(&mut self, hit: u32) -> u32 {
        let mut top = hit;
        while self.above[top as usize] != top {
            top = self.above[top as usize];
        }
        let mut next = hit;
        while next != top {
            next = std::mem::replace(&mut self.above[next as usize], top);
        }
        top
    }

    /// How many hits there are in its group.
    pub fn size_of(&mut self, hit: u32) -> usize {
        let lowest = self.group_of(hit);
        self.sizes[lowest as usize] as usize
    }
}
