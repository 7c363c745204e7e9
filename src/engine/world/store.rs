//! Where contacts are kept.
//!
//! Every pair of the broad phase is known here under its own number ([`crate::engine::broad::Pair::number`]): which
//! colliders, and where the rest is. What a step works on is packed for the purpose:
//!
//! | place | the pair … | a step costs it |
//! |---|---|---|
//! | [`Place::Idle`] | has no simulated body (asleep, or not tested yet) | nothing |
//! | [`Place::Separated`] | has no points | its share of a comparison of eight, until its slack may be used up |
//! | [`Place::Colored`] | has points: rows in a block of the solver | its share of the blocks |
//!
//! *Slack* of a separated pair, metres: by how much its shapes may come nearer to each other before the pair must be
//! tested again. When the shapes were last measured, some distance was left between them along some axis. It cannot be
//! used up while the smaller body, *seen from the larger*, has come nearer by less ([`MeasuredSlack`]); so debris that
//! flies together or glides past, or a drum and what it carries, costs no more than what rests. Eight pairs are
//! compared at once ([`super::slack`]). Not testing a pair without points changes nothing, so no slack is part of a
//! saved state.
//!
//! *Records.* Most pairs end without ever having had points. A record, four lines of memory, is made for a pair when it
//! is first changed ([`ContactStore::get_mut`]); until then its colliders are all there is.

use super::contact::{Contact, rank};
use crate::engine::collider::ColliderId;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::prefetch::{prefetch, prefetch_at};
use crate::engine::solver::block::Address;

/// Where the numbers of a contact are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// No contact has this number.
    Vacant,
    /// In the record, if there is one; nobody is simulated.
    Idle,
    /// In the record, without points; its place in [`ContactStore::separated`].
    Separated(u32),
    /// In a block of the solver.
    Colored(Address),
}

impl Place {
    const VACANT: u32 = 0;
    const IDLE: u32 = 1 << 30;
    const SEPARATED: u32 = 2 << 30;
    const COLORED: u32 = 3 << 30;

    /// As it is stored: what it is in the two highest bits; below, an index, or a group (6 bits) and an index (24).
    #[inline]
    fn stored(self) -> u32 {
        match self {
            Place::Vacant => Place::VACANT,
            Place::Idle => Place::IDLE,
            Place::Separated(index) => Place::SEPARATED | index,
            Place::Colored(Address { group, index }) => Place::COLORED | u32::from(group) << 24 | index,
        }
    }

    #[inline]
    fn of(stored: u32) -> Place {
        match stored & Place::COLORED {
            Place::VACANT => Place::Vacant,
            Place::IDLE => Place::Idle,
            Place::SEPARATED => Place::Separated(stored & !Place::COLORED),
            _ => Place::Colored(Address { group: (stored >> 24) as u8 & 63, index: stored & 0xFF_FFFF }),
        }
    }
}

/// Which colliders a pair has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// Its colliders, smaller id first.
    pub key: (ColliderId, ColliderId),
    /// Of its colliders, in the broad phase.
    pub proxies: [u32; 2],
}

/// A pair that has, had or may soon have points. The first line of memory says who it is and with what.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Record {
    /// Of its colliders, in the broad phase.
    pub proxies: [u32; 2],
    /// Its numbers. For [`Place::Colored`], manifold and impulses lie in the block
    /// ([`super::graph::ContactGraph::view`] puts the contact together).
    pub contact: Contact,
}

/// A simulated pair that was separated when it was last tested.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeparatedPair {
    /// Number of the pair.
    pub contact: u32,
    /// Slot of A.
    pub a: u32,
    /// Slot of B.
    pub b: u32,
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
    /// True when the contact may have points all the same: it got them within the last step. Its record knows.
    pub may_have_points: bool,
}

/// The slack that two shapes had when they were last measured, along the axis that separated them. The axis stays with
/// the larger body:
///
/// ```text
///   ┌────────┐ n       ┌───┐        slack left = slack + n·(c − c then) − chord of the small body's rotation · its extent
///   │ larger ├──▶ slack│ c │
///   └────────┘         └───┘        gliding past, or away, uses up nothing
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct MeasuredSlack {
    /// Unit axis from the larger to the smaller body, in the frame of the larger.
    pub axis: Vec2,
    /// Where the smaller body was then, seen from the larger.
    pub small_in_large: Pose,
    /// Their distance along the axis beyond the margin, at least, metres; minus infinity: test again.
    pub slack: f32,
    /// Distances of the farthest points of A and B from their centres of mass, metres.
    pub extents: [f32; 2],
}

impl MeasuredSlack {
    /// None: test in the next step.
    pub fn none(extents: [f32; 2]) -> MeasuredSlack {
        MeasuredSlack { axis: Vec2::ZERO, small_in_large: Pose::IDENTITY, slack: f32::NEG_INFINITY, extents }
    }

    /// As it is stored, so that several are gathered at once: axis, relative rotation then; slack less the height along
    /// the axis then, extents, slack.
    #[inline]
    pub fn stored(&self) -> Float4Pair {
        let MeasuredSlack { axis, small_in_large, slack, extents: [extent_a, extent_b] } = *self;
        let Rot { cos, sin } = small_in_large.rotation;
        Float4Pair {
            first: Float4([axis.x, axis.y, cos, sin]),
            last: Float4([slack - axis.dot(small_in_large.position), extent_a, extent_b, slack]),
        }
    }
}

/// All contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactStore {
    heads: Vec<Head>,
    records: Vec<Record>,
    /// True for each pair that has a record.
    recorded: Vec<bool>,
    /// Where each is: in a list of its own, as pairs come and go more often than their records are read.
    places: Vec<u32>,
    /// Separated pairs, in no particular order.
    pub separated: Vec<SeparatedPair>,
    /// Beside each of them: a [`MeasuredSlack`].
    pub slacks: Vec<Float4Pair>,
}

impl ContactStore {
    /// True when there is a contact with this number.
    pub fn contains(&self, number: u32) -> bool {
        self.places.get(number as usize).is_some_and(|&place| place != Place::VACANT)
    }

    /// The colliders of the pair with this number.
    #[inline]
    pub fn head(&self, number: u32) -> &Head {
        &self.heads[number as usize]
    }

    /// The record with this number, if one has been made.
    #[inline]
    pub fn record(&self, number: u32) -> Option<&Record> {
        self.recorded[number as usize].then(|| &self.records[number as usize])
    }

    /// The record with this number, which has been made.
    #[inline]
    pub fn get(&self, number: u32) -> &Record {
        debug_assert!(self.recorded[number as usize]);
        &self.records[number as usize]
    }

    /// The record with this number, to change. It is made if there is none.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut Record {
        if !self.recorded[number as usize] {
            self.recorded[number as usize] = true;
            let Head { key: (a, b), proxies } = self.heads[number as usize];
            self.records[number as usize] = Record { proxies, contact: Contact::new(a, b) };
        }
        &mut self.records[number as usize]
    }

    /// Where a contact is.
    #[inline]
    pub fn place(&self, number: u32) -> Place {
        self.places.get(number as usize).map_or(Place::Vacant, |&place| Place::of(place))
    }

    /// Prefetches where a contact is.
    #[inline]
    pub fn prefetch_place(&self, number: u32) {
        prefetch_at(&self.places, number as usize);
    }

    /// Prefetches a separated pair.
    #[inline]
    pub fn prefetch_separated(&self, number: u32) {
        if let Place::Separated(index) = self.place(number) {
            prefetch_at(&self.separated, index as usize);
            prefetch_at(&self.slacks, index as usize);
        }
    }

    /// Prefetches a record.
    #[inline]
    pub fn prefetch_record(&self, number: u32) {
        if let Some(record) = self.records.get(number as usize) {
            prefetch_at(&self.recorded, number as usize);
            prefetch(record);
            prefetch(&record.contact.count);
            prefetch(&record.contact.pose_a);
            prefetch(&record.contact.points[0]);
            prefetch(&record.contact.points[1]);
        }
    }

    /// Says where a contact is.
    #[inline]
    pub fn set_place(&mut self, number: u32, place: Place) {
        self.places[number as usize] = place.stored();
    }

    /// Takes in an idle contact without points under a number that no other has.
    pub fn insert(&mut self, number: u32, head: Head) {
        debug_assert!(!self.contains(number));
        if number as usize >= self.places.len() {
            let (count, contact) = (number as usize + 1, Contact::new(head.key.0, head.key.1));
            self.heads.resize(count, head);
            self.records.resize(count, Record { proxies: head.proxies, contact });
            self.recorded.resize(count, false);
            self.places.resize(count, Place::VACANT);
        }
        self.heads[number as usize] = head;
        self.recorded[number as usize] = false;
        self.set_place(number, Place::Idle);
    }

    /// Forgets a contact that is idle.
    pub fn remove(&mut self, number: u32) {
        debug_assert_eq!(self.place(number), Place::Idle);
        self.set_place(number, Place::Vacant);
    }

    /// Numbers of all contacts, in no particular order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..self.places.len() as u32).filter(|&number| self.contains(number))
    }

    /// Numbers of all contacts with points, in no particular order.
    pub fn with_points(&self) -> impl Iterator<Item = u32> {
        self.numbers().filter(|&number| self.record(number).is_some_and(|record| record.contact.count > 0))
    }

    /// Puts numbers into a list in place of what is in it, sorted by the colliders of their contacts.
    pub fn sort_into(&self, list: &mut Vec<u32>, numbers: impl Iterator<Item = u32>) {
        list.clear();
        list.extend(numbers);
        self.sort(list);
    }

    /// Sorts numbers by the colliders of their contacts.
    pub fn sort(&self, numbers: &mut [u32]) {
        numbers.sort_unstable_by_key(|&number| rank(self.head(number).key));
    }

    /// An idle contact becomes a separated pair, to be tested in the next step.
    pub fn separate(&mut self, number: u32, [a, b]: [u32; 2], extents: [f32; 2]) {
        let may_have_points = self.record(number).is_some_and(|record| record.contact.count > 0 || record.contact.touching);
        let proxies = self.head(number).proxies;
        self.push_separated(SeparatedPair { contact: number, a, b, proxies, may_have_points }, extents);
    }

    /// The same for one of which all is known.
    pub fn push_separated(&mut self, pair: SeparatedPair, extents: [f32; 2]) {
        self.set_place(pair.contact, Place::Separated(self.separated.len() as u32));
        self.separated.push(pair);
        self.slacks.push(MeasuredSlack::none(extents).stored());
    }

    /// A separated pair is to be tested in the next step, whatever its slack: it may have got points in this one.
    pub fn test_again(&mut self, number: u32) {
        if let Place::Separated(index) = self.place(number) {
            self.separated[index as usize].may_have_points = true;
            (self.slacks[index as usize].last.0[0], self.slacks[index as usize].last.0[3]) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        }
    }

    /// True for a separated pair that surely has no points; its record need not be read for that.
    pub fn is_surely_separated(&self, number: u32) -> bool {
        matches!(self.place(number), Place::Separated(index) if !self.separated[index as usize].may_have_points)
    }

    /// A separated pair becomes idle.
    pub fn leave_separated(&mut self, number: u32) {
        let Place::Separated(index) = self.place(number) else { return };
        self.separated.swap_remove(index as usize);
        self.slacks.swap_remove(index as usize);
        if let Some(moved) = self.separated.get(index as usize) {
            let moved = moved.contact;
            self.set_place(moved, Place::Separated(index));
        }
        self.set_place(number, Place::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::body::BodyId;

    fn head(a: u32, b: u32) -> Head {
        let [a, b] = [a, b].map(|body| ColliderId { body: BodyId(body), index: 0 });
        Head { key: (a, b), proxies: [a.body.0, b.body.0] }
    }

    #[test]
    fn every_place_is_stored_in_one_number() {
        let colored = [(0, 0), (63, 0xFF_FFFF), (48, 7)].map(|(group, index)| Place::Colored(Address { group, index }));
        for place in [Place::Vacant, Place::Idle, Place::Separated(0), Place::Separated((1 << 30) - 1)].into_iter().chain(colored) {
            assert_eq!(Place::of(place.stored()), place);
        }
    }

    #[test]
    fn places_stay_right_when_contacts_come_and_go_in_any_order() {
        let mut store = ContactStore::default();
        let numbers: Vec<u32> = (0..40).collect();
        numbers.iter().for_each(|&k| store.insert(k, head(40 - k, 100)));
        numbers.iter().for_each(|&number| store.separate(number, [1, 2], [1.0; 2]));
        for k in [3, 39, 0, 17, 18, 5] {
            store.leave_separated(numbers[k]);
            store.remove(numbers[k]);
        }
        assert_eq!((store.separated.len(), store.numbers().count()), (34, 34));
        for (index, pair) in store.separated.iter().enumerate() {
            assert_eq!(store.place(pair.contact), Place::Separated(index as u32));
        }
        let mut sorted = vec![7];
        store.sort_into(&mut sorted, store.numbers());
        assert!(sorted.is_sorted_by_key(|&number| store.head(number).key) && sorted.len() == 34);
        assert!(!store.contains(3) && store.contains(4) && !store.contains(40));
        store.insert(3, head(7000, 7001));
        store.insert(90, head(7000, 7002));
        assert_eq!((store.contains(3), store.contains(89), store.numbers().count()), (true, false, 36));
    }

    #[test]
    fn a_record_is_made_with_the_first_change_and_holds_nothing_of_the_pair_that_had_the_number_before() {
        let mut store = ContactStore::default();
        for round in 1..4 {
            store.insert(5, head(round, 9));
            assert!(store.record(5).is_none() && store.with_points().next().is_none());
            let Record { contact, proxies } = store.get_mut(5);
            assert_eq!((contact.key(), *proxies, contact.count, contact.touching), (head(round, 9).key, [round, 9], 0, false));
            (contact.count, contact.touching) = (1, true);
            assert!(store.get_mut(5).contact.touching && store.with_points().eq([5]));
            store.separate(5, [1, 2], [1.0; 2]);
            assert!(!store.is_surely_separated(5) && store.separated[0].proxies == [round, 9]);
            store.leave_separated(5);
            store.remove(5);
        }
    }
}
