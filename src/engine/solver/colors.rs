//! Colours: which contacts may be solved at the same time.
//!
//! Two contacts that push the same body must come one after the other, else each would read velocities that the other
//! is changing. So contacts are coloured like the edges of a graph whose nodes are the bodies: contacts of one colour
//! share no moving body, and eight of them can be solved in eight lanes with the bits that one after the other would
//! give.
//!
//! ```text
//!      ○──1──○──2──○          a contact takes the lowest colour that is free at both bodies
//!      │     │     │          (one bit per colour and body: a single bit scan)
//!      2     3     1
//!      │     │     │          contacts with the ground have colours of their own:
//!   ═══F═════F═════F═══       the ground does not move, all of them may share F
//! ```
//!
//! *Contacts with something that nothing can push come last* in every pass, so that their result stands: a pile
//! should overlap within itself rather than sink into the ground. They are stiffer for the same reason.
//!
//! A contact keeps its colour as long as it lives, and its lane changes only when another one leaves: nothing is
//! sorted or copied in a step in which no contact begins or ends. Colours decide the order of impulses and so the
//! bits; lanes do not. Colours are given in the order of the contacts' colliders, never in the order of discovery. A
//! body with more contacts than there are colours sends the rest to a list that is solved one after the other; it is
//! brought into that order once in a step, if contacts have come or gone.

use super::block::{Address, ContactBlock};
use super::color_group::ColorGroup;
use super::manifold_block::{ManifoldBlock, ManifoldColumn};
use super::manifold_pass::{FindOutdated, FindTouches, KeepRules, Prepare, RowRules};
use crate::engine::arena::take_places;
use crate::engine::lanes::{self, BLOCK, Width};

/// Colours of contacts between two mobile bodies.
pub const MOBILE_COLORS: u8 = 48;
/// The list of contacts between mobile bodies for which no colour was left.
pub const MOBILE_REST: u8 = MOBILE_COLORS;
/// Contacts with something that nothing can push: first of their colours.
pub const FIXED_FIRST: u8 = MOBILE_COLORS + 1;
/// The list of contacts with something fixed for which no colour was left.
pub const FIXED_REST: u8 = GROUPS as u8 - 1;
/// Number of all groups: colours and the two lists.
pub const GROUPS: usize = 64;

const MOBILE_BITS: u64 = (1 << MOBILE_COLORS) - 1;
const FIXED_BITS: u64 = !0 << FIXED_FIRST & !(1 << FIXED_REST);

/// All contacts that the solver works on.
#[derive(Clone, Debug)]
pub struct ContactColors {
    /// By number; see the constants.
    pub groups: Vec<ColorGroup>,
    /// Bit per group: a contact of this colour pushes the body in this slot.
    taken: Vec<u64>,
}

impl Default for ContactColors {
    fn default() -> Self {
        ContactColors { groups: vec![ColorGroup::default(); GROUPS], taken: vec![0] }
    }
}

/// True for the groups whose contacts are solved one after the other.
pub fn is_list(group: u8) -> bool {
    group == MOBILE_REST || group == FIXED_REST
}

/// True for the groups of contacts with something fixed.
pub fn is_fixed(group: u8) -> bool {
    group >= FIXED_FIRST
}

impl ContactColors {
    /// A new body has been given the next slot.
    pub fn add_slot(&mut self) {
        self.taken.push(0);
    }

    /// The bodies of these slots (in order), which have no contacts any more, are gone: later slots move down.
    /// `new_slots`: by old slot.
    pub fn remove_slots(&mut self, slots: &[usize], new_slots: &[u32]) {
        take_places(&mut self.taken, slots);
        for block in self.groups.iter_mut().flat_map(|g| &mut g.blocks) {
            for index in block.a.0.iter_mut().chain(&mut block.b.0) {
                *index = new_slots[*index as usize];
            }
        }
    }

    /// Colour for a new contact of these slots, `None` for a body that nothing can push.
    pub fn choose(&self, mobile: [Option<u32>; 2]) -> u8 {
        let fixed = mobile.contains(&None);
        let taken = mobile.into_iter().flatten().fold(0, |bits, slot| bits | self.taken[slot as usize]);
        let (all, rest) = if fixed { (FIXED_BITS, FIXED_REST) } else { (MOBILE_BITS, MOBILE_REST) };
        let free = !taken & all;
        if free == 0 { rest } else { free.trailing_zeros() as u8 }
    }

    /// Marks the slots of bodies that a contact holds: all that one pushes, but for a contact that is apart, has
    /// restitution and carries nothing, if `may_wait`: it only waits to be hit.
    pub fn find_held(&self, may_wait: bool, held: &mut Vec<bool>) {
        held.clear();
        if may_wait && self.groups.iter().any(|group| group.bouncy > 0) {
            held.resize(self.taken.len(), false);
            self.groups.iter().for_each(|group| mark(group.slots_that_hold(), held));
        } else {
            held.extend(self.taken.iter().map(|&colors| colors != 0));
            [MOBILE_REST, FIXED_REST].iter().for_each(|&list| mark(pairs_of(&self.groups[usize::from(list)]), held));
        }
    }

    /// True when no contact of this colour pushes any of the bodies yet.
    pub fn is_free(&self, group: u8, mobile: [Option<u32>; 2]) -> bool {
        let right_kind = is_fixed(group) == mobile.contains(&None) && usize::from(group) < GROUPS;
        right_kind && (is_list(group) || mobile.into_iter().flatten().all(|slot| self.taken[slot as usize] >> group & 1 == 0))
    }

    /// Gives a contact a lane at the end of a group, which has yet to be described ([`ContactBlock::describe`]).
    pub fn insert(&mut self, group: u8, mobile: [Option<u32>; 2], manifold: &ManifoldColumn) -> Address {
        if !is_list(group) {
            for slot in mobile.into_iter().flatten() {
                self.taken[slot as usize] |= 1 << group;
            }
        }
        let place = &mut self.groups[usize::from(group)];
        let address = Address { group, index: place.count as u32 };
        if address.block() == place.blocks.len() {
            place.blocks.push(ContactBlock::default());
            place.manifolds.push(ManifoldBlock::default());
        }
        place.manifolds[address.block()].put(address.lane(), manifold);
        place.count += 1;
        place.bouncy += usize::from(manifold.restitution > 0.0);
        place.may_overlap |= manifold.overlapped;
        place.unsorted |= is_list(group);
        address
    }

    /// Takes a contact out, and tells the slots of its bodies. The last of the group moves into its lane.
    pub fn remove(&mut self, address: Address) -> [u32; 2] {
        let group = address.group;
        let place = &mut self.groups[usize::from(group)];
        place.bouncy -= usize::from(place.manifolds[address.block()].restitution.0[address.lane()] > 0.0);
        let block = &place.blocks[address.block()];
        let slots = block.slots(address.lane());
        let last = place.count - 1;
        let taken = place.take_lane(last);
        if address.index as usize != last {
            place.put_lane(address.index as usize, taken);
            place.unsorted |= is_list(group);
        }
        place.count = last;
        if last.is_multiple_of(BLOCK) {
            place.blocks.truncate(last / BLOCK);
            place.manifolds.truncate(last / BLOCK);
        }
        if !is_list(group) {
            for slot in slots {
                self.taken[slot as usize] &= !(1 << group);
            }
        }
        slots
    }

    /// Sorts a list in which contacts have come or gone by a key of its contacts. True when lanes may have moved.
    /// Once in a step, before the rows are solved: sorting after each coming and going made the work of a crowd grow
    /// with the cube of its size.
    pub fn sort_list<K: Ord>(&mut self, group: u8, key: impl Fn(u32) -> K) -> bool {
        self.groups[usize::from(group)].sort(key)
    }

    /// Block and manifold block at an address.
    pub fn at(&self, address: Address) -> (&ContactBlock, &ManifoldBlock) {
        let group = &self.groups[usize::from(address.group)];
        (&group.blocks[address.block()], &group.manifolds[address.block()])
    }

    /// The same, to change.
    pub fn at_mut(&mut self, address: Address) -> (&mut ContactBlock, &mut ManifoldBlock) {
        let group = &mut self.groups[usize::from(address.group)];
        (&mut group.blocks[address.block()], &mut group.manifolds[address.block()])
    }

    /// The contact at an address.
    pub fn contact_at(&self, address: Address) -> u32 {
        self.at(address).1.contact[address.lane()]
    }

    /// Slots of the two bodies of every contact between mobile bodies.
    pub fn mobile_pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.groups[..usize::from(FIXED_FIRST)].iter().flat_map(pairs_of)
    }

    /// Slots of the two bodies of every contact with something fixed.
    pub fn fixed_pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.groups[usize::from(FIXED_FIRST)..].iter().flat_map(pairs_of)
    }

    /// Counts, for the body in each slot, the points at which friction holds it: those whose tangential impulse is
    /// below `share` of what their normal impulse allows.
    pub fn count_holding_points(&self, share: f32, holds: &mut [u32]) {
        for block in self.groups.iter().flat_map(|group| &group.blocks) {
            for lane in 0..BLOCK {
                for point in &block.points {
                    let limit = block.friction.0[lane] * point.normal_impulse.0[lane];
                    if point.tangent_impulse.0[lane].abs() < share * limit {
                        holds[block.a.0[lane] as usize] += 1;
                        holds[block.b.0[lane] as usize] += 1;
                    }
                }
            }
        }
    }

    /// See [`super::manifold_pass`]: contacts whose manifold no longer holds, and those that hold but carry nothing.
    pub fn find_outdated(&self, width: Width, rules: &KeepRules<'_>, outdated: &mut Vec<Address>, unloaded: &mut Vec<Address>) {
        for (group, place) in (0_u8..).zip(&self.groups) {
            let (blocks, manifolds) = (&place.blocks, &place.manifolds);
            lanes::run(width, FindOutdated { group, blocks, manifolds, rules, outdated, unloaded });
        }
    }

    /// See [`super::manifold_pass`]: rows from manifolds and poses.
    pub fn prepare(&mut self, width: Width, rules: &RowRules<'_>) {
        for (group, place) in (0_u8..).zip(&mut self.groups) {
            let ColorGroup { blocks, manifolds, .. } = place;
            lanes::run(width, Prepare { blocks, manifolds, rules, with_fixed: is_fixed(group) });
        }
    }

    /// See [`super::manifold_pass`]: contacts that began and ceased to touch.
    pub fn find_touches(&mut self, width: Width, begun: &mut Vec<u32>, ended: &mut Vec<u32>) {
        for group in &mut self.groups {
            lanes::run(width, FindTouches { blocks: &group.blocks, manifolds: &mut group.manifolds, begun, ended });
        }
    }
}

fn mark(pairs: impl Iterator<Item = (u32, u32)>, held: &mut [bool]) {
    for (a, b) in pairs {
        (held[a as usize], held[b as usize]) = (true, true);
    }
}

fn pairs_of(group: &ColorGroup) -> impl Iterator<Item = (u32, u32)> {
    let lanes = group.blocks.iter().flat_map(|block| block.a.0.into_iter().zip(block.b.0));
    lanes.take(group.count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::math::{Pose, Vec2};
    use crate::engine::narrow::Manifold;
    use crate::engine::solver::block::Surfaces;
    use crate::engine::solver::manifold_block::{FoundManifold, NarrowResult};

    fn manifold(contact: u32) -> ManifoldColumn {
        let mut manifold = Manifold { normal: Vec2::Y, count: 1, ..Manifold::default() };
        manifold.points[0].separation = contact as f32;
        let found = FoundManifold {
            center: Pose::IDENTITY,
            points: [Vec2::ZERO; 2],
            answer: NarrowResult { manifold, ..NarrowResult::default() },
            may_keep: true,
        };
        ManifoldColumn {
            found,
            extent: 1.0,
            inv_masses: [1.0; 3],
            heavier: 1.0,
            restitution: 0.0,
            contact,
            proxies: [contact, 0],
            touching: contact.is_multiple_of(2),
            overlapped: contact.is_multiple_of(3),
        }
    }

    /// Adds a contact whose friction is its number.
    fn add(colors: &mut ContactColors, group: u8, mobile: [Option<u32>; 2], contact: u32) -> Address {
        let address = colors.insert(group, mobile, &manifold(contact));
        let surfaces = Surfaces { friction: contact as f32, restitution: 0.0, radii: [0.0; 2] };
        colors.at_mut(address).0.describe(address.lane(), mobile.map(Option::unwrap_or_default), surfaces, 1.0);
        address
    }

    #[test]
    fn no_two_contacts_of_a_color_push_one_body_and_leaving_frees_the_color() {
        let mut colors = ContactColors::default();
        (0..6).for_each(|_| colors.add_slot());
        let mut addresses = Vec::new();
        // All pairs of five bodies: ten contacts, at least five colours.
        for a in 1..6 {
            for b in a + 1..6 {
                let mobile = [Some(a), Some(b)];
                let group = colors.choose(mobile);
                let contact = addresses.len() as u32;
                addresses.push((add(&mut colors, group, mobile, contact), a, b));
            }
        }
        for (k, (x, a, b)) in addresses.iter().enumerate() {
            for (y, c, d) in &addresses[..k] {
                assert!(x.group != y.group || ![a, b].iter().any(|s| [c, d].contains(s)));
            }
        }
        let (first, a, b) = addresses[0];
        assert_eq!(colors.remove(first), [a, b]);
        assert_eq!(colors.choose([Some(a), Some(b)]), first.group);
    }

    #[test]
    fn a_contact_with_the_ground_shares_its_color_with_every_other_body() {
        let mut colors = ContactColors::default();
        (0..4).for_each(|_| colors.add_slot());
        for slot in 1..4 {
            let mobile = [None, Some(slot)];
            assert_eq!(colors.choose(mobile), FIXED_FIRST);
            add(&mut colors, FIXED_FIRST, mobile, slot);
        }
        assert_eq!(colors.choose([None, Some(2)]), FIXED_FIRST + 1);
    }

    /// A crowd of shapes in one place has nearly all its contacts in the list. It was sorted by insertion, and
    /// shifted by every one that left, so that 400 coincident circles took half a minute a step.
    #[test]
    fn a_crowd_without_colors_is_sorted_once_and_leaves_without_being_shifted() {
        const CROWD: u32 = 20_000;
        let mut colors = ContactColors::default();
        (0..3).for_each(|_| colors.add_slot());
        let mobile = [Some(1), Some(2)];
        let asked = std::cell::Cell::new(0_u32);
        let key = |contact: u32| {
            asked.set(asked.get() + 1);
            contact
        };
        for contact in (0..CROWD).rev() {
            add(&mut colors, MOBILE_REST, mobile, contact);
        }
        assert!(colors.sort_list(MOBILE_REST, key));
        assert_eq!(asked.get(), CROWD);
        for index in 0..CROWD / 2 {
            colors.remove(Address { group: MOBILE_REST, index });
        }
        assert!(colors.sort_list(MOBILE_REST, key));
        assert_eq!(asked.get(), CROWD + CROWD / 2);
        let group = &colors.groups[usize::from(MOBILE_REST)];
        assert!((0..group.count).map(|k| group.manifolds[k / BLOCK].contact[k % BLOCK]).is_sorted());
    }

    #[test]
    fn a_body_with_more_contacts_than_colors_sends_the_rest_to_the_list_in_order() {
        let mut colors = ContactColors::default();
        (0..80).for_each(|_| colors.add_slot());
        for other in (2..70).rev() {
            let mobile = [Some(1), Some(other)];
            let group = colors.choose(mobile);
            add(&mut colors, group, mobile, other);
        }
        assert!(colors.sort_list(MOBILE_REST, |contact| contact));
        let rest = colors.groups[usize::from(MOBILE_REST)].clone();
        assert_eq!(rest.count, 68 - usize::from(MOBILE_COLORS));
        let order: Vec<u32> = (0..rest.count).map(|k| rest.manifolds[k / BLOCK].contact[k % BLOCK]).collect();
        assert!(order.is_sorted());
        // Taking one out leaves each lane its numbers; the order comes back with the next sorting, and only then is
        // there work.
        colors.remove(Address { group: MOBILE_REST, index: 3 });
        assert!(colors.sort_list(MOBILE_REST, |contact| contact));
        assert!(!colors.sort_list(MOBILE_REST, |contact| contact));
        let rest = &colors.groups[usize::from(MOBILE_REST)];
        for k in 0..rest.count {
            let (block, lane) = (k / BLOCK, k % BLOCK);
            let contact = rest.manifolds[block].contact[lane];
            assert_eq!(contact, order[if k < 3 { k } else { k + 1 }]);
            assert_eq!((rest.blocks[block].friction.0[lane], rest.blocks[block].b.0[lane]), (contact as f32, contact));
            assert_eq!(rest.manifolds[block].points[0].separation.0[lane], contact as f32);
            assert_eq!(rest.manifolds[block].touching >> lane & 1 == 1, contact.is_multiple_of(2));
            assert_eq!(rest.manifolds[block].overlapped >> lane & 1 == 1, contact.is_multiple_of(3));
        }
    }
}
