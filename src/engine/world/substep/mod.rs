//! Sub-step contacts: bodies that close so fast that they may meet within the step.
//!
//! A ball that falls at 9 m/s moves 15 cm in a step. Found only where steps begin, its contact would appear deep in the
//! ground, and the bounce would start from there. So the points of such a contact are searched again in every sub-step
//! until it gets its first impulse; from the next step on it is an ordinary one. (Box2D and Rapier make *speculative
//! contacts* over the whole step instead; here they reach one sub-step ahead.) Sub-step contacts have no colour: they
//! are solved one after the other, in the order of their colliders ([`crate::engine::solver::uncolored`]). What would
//! pass through each other within a sub-step meets at its time of impact; what was not foreseen at the start of the
//! step is left to [`super::continuous`].
//!
//! | file | what is in it |
//! |---|---|
//! | this one | from the findings of the narrow phase into the step, and back into the records after it |
//! | [`list`] | who they are, and when each must be searched: eight at once |
//! | `future` | where their bodies will be, and what the narrow phase is asked |
//! | [`search`] | their points where the bodies will be a little later |
//! | `meeting` | when that is for fast pairs: the moment at which they meet |
//! | `moment` | the same moment, exactly, for those that are about to bounce |
//! | `passed` | those that got through each other all the same, put back |
//! | `warm` | the impulses of points that are found again while they carry some |
//!
//! *Fast turning* bodies ([`tuning::TURNING_FAST`](crate::engine::tuning::TURNING_FAST)), like a blade that turns by a
//! radian in a step, have no other contacts: where a manifold of the start of the step would be at its end says
//! nothing. Their points are found again in every sub-step, with the impulses kept.

mod future;
pub(super) mod list;
mod meeting;
mod moment;
mod passed;
pub(super) mod search;
mod warm;

pub(super) use future::PointSearch;
pub(super) use meeting::MEETING;

use super::contact::Contact;
use super::findings::Closing;
use super::graph::ContactGraph;
use super::store::{ContactStore, Record};
use super::tables::BodyTables;
use crate::engine::lanes::LaneRow;
use crate::engine::prefetch::{prefetch_at, with_upcoming};
use crate::engine::solver::block::{PointRows, Surfaces, place};
use crate::engine::solver::uncolored::UncoloredContacts;
use list::{SubstepContact, SubstepList};
use meeting::FoundPoints;
use search::SubstepSearch;

/// The sub-step contacts of one step. Both parts have two lists: contacts between mobile bodies, and with something
/// fixed.
#[derive(Clone, Debug, Default)]
pub(super) struct SubstepContacts {
    /// Who they are, and what has been found of them.
    pub search: SubstepSearch,
    /// Rows of those that touch, for the solver.
    pub rows: [UncoloredContacts; 2],
    sorting: Sorting,
    /// Proxies of those with something fixed, the smaller first, in order.
    fixed_pairs: Vec<[u32; 2]>,
}

/// A contact on its way into a list.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    contact: SubstepContact,
    surfaces: Surfaces,
    /// How far apart the shapes are at least, metres.
    distance: f32,
}

impl Incoming {
    fn of(&Closing { contact, distance }: &Closing, record: &Record, any_grip: bool) -> Incoming {
        let Record { contact: ref its, proxies } = *record;
        let (has_points, touched) = (its.count > 0, its.touching);
        let listed = SubstepContact { contact, proxies, lane: None, found: None, has_points, touched, turns_fast: false };
        // The coefficient in use lies in another line of memory.
        let friction = if any_grip { its.friction_used() } else { its.friction };
        Incoming { contact: listed, surfaces: Surfaces { friction, restitution: its.restitution, radii: its.radii }, distance }
    }
}

/// Memory that [`SubstepContacts::list`] reuses.
#[derive(Clone, Debug, Default)]
struct Sorting {
    incoming: Vec<Incoming>,
    /// Rank of each ([`Contact::rank`]), and its place among them.
    ranks: Vec<(u128, u32)>,
}

impl SubstepContacts {
    /// Phase *Arrange*: lists the contacts that close fast in the order of their colliders. Of each record only the
    /// first line of memory is read, and once: they are far apart.
    pub fn list(&mut self, closing: &[Closing], graph: &ContactGraph, tables: &BodyTables) {
        let Sorting { incoming, ranks } = &mut self.sorting;
        incoming.clear();
        ranks.clear();
        for (index, (closing, [soon, _])) in (0..).zip(with_upcoming(closing)) {
            if let Some(soon) = soon {
                graph.store.prefetch_record(soon.contact);
            }
            let record = graph.store.get(closing.contact);
            incoming.push(Incoming::of(closing, record, tables.any_grip));
            ranks.push((record.contact.rank(), index));
        }
        ranks.sort_unstable();
        self.search.found.clear();
        self.search.turns = [0; 2];
        self.search.met_fast.iter_mut().for_each(Vec::clear);
        self.search.lists.iter_mut().for_each(SubstepList::clear);
        self.rows.iter_mut().for_each(UncoloredContacts::clear);
        for (&(_, index), [soon, later]) in with_upcoming(ranks) {
            if let Some((_, index)) = later {
                prefetch_at(incoming, *index as usize);
            }
            if let Some((_, index)) = soon {
                tables.prefetch_colliders(&incoming[*index as usize].contact.proxies);
            }
            let Incoming { mut contact, surfaces, distance } = incoming[index as usize];
            let slots = tables.slots_of(contact.proxies);
            contact.turns_fast = tables.turn_fast(slots);
            let with_fixed = slots.iter().any(|&slot| !tables.builds[slot as usize].mobile);
            let extents = slots.map(|slot| tables.extents[slot as usize]);
            self.search.lists[usize::from(with_fixed)].push(contact, surfaces, slots, distance, extents);
        }
        self.fixed_pairs.clear();
        let proxies = self.search.lists[1].contacts.iter().map(|contact| contact.proxies);
        self.fixed_pairs.extend(proxies.map(|[a, b]| [a.min(b), a.max(b)]));
        self.fixed_pairs.sort_unstable();
    }

    /// Phase *TakeBack*: what has been found of them, and their impulses, into their records, for the next step, in
    /// which all with points are tested.
    pub fn put_back(&self, store: &mut ContactStore) {
        let SubstepSearch { lists, found, .. } = &self.search;
        for (list, rows) in lists.iter().zip(&self.rows) {
            for (contact, [soon, _]) in with_upcoming(&list.contacts) {
                if let Some(soon) = soon.filter(|contact| contact.found.is_some()) {
                    store.prefetch_record(soon.contact);
                }
                let Some(place) = contact.found else { continue };
                let FoundPoints { manifold, poses } = found[place as usize];
                let record = &mut store.get_mut(contact.contact).contact;
                [record.pose_a, record.pose_b] = poses;
                record.fill_points(manifold, poses[0]);
                take_impulses(record, rows, contact.lane);
            }
        }
        for contact in lists.iter().flat_map(|list| &list.contacts) {
            if contact.has_points || contact.touched || contact.lane.is_some() {
                store.test_again(contact.contact);
            }
        }
    }

    /// True when the points of two colliders, in either order, were searched within the step.
    pub fn searched(&self, [a, b]: [u32; 2]) -> bool {
        self.fixed_pairs.binary_search(&[a.min(b), a.max(b)]).is_ok()
    }

    /// Names those that have begun to touch in this step, and those that have ceased.
    pub fn find_touches(&self, begun: &mut Vec<u32>, ended: &mut Vec<u32>) {
        let SubstepSearch { lists, found, .. } = &self.search;
        for (list, rows) in lists.iter().zip(&self.rows) {
            for contact in &list.contacts {
                let overlaps = |place: u32| found[place as usize].manifold.points().iter().any(|p| p.separation <= 0.0);
                let touching = contact.found.is_some_and(overlaps) || contact.lane.is_some_and(|lane| rows.has_impulse(lane));
                match (contact.touched, touching) {
                    (false, true) => begun.push(contact.contact),
                    (true, false) => ended.push(contact.contact),
                    _ => {}
                }
            }
        }
    }

    /// Numbers of the contacts between mobile bodies that have points.
    pub fn mobile_with_points(&self) -> impl Iterator<Item = u32> {
        self.search.lists[0].contacts.iter().filter(|contact| contact.has_points).map(|contact| contact.contact)
    }

    /// Slots of the bodies of the contacts with something fixed that have points.
    pub fn fixed_with_points(&self) -> impl Iterator<Item = [u32; 2]> {
        let list = &self.search.lists[1];
        list.contacts.iter().enumerate().filter(|(_, contact)| contact.has_points).map(|(index, _)| {
            let (block, lane) = place(index);
            list.slacks[block].slots(lane)
        })
    }
}

/// Impulses of a step from the lane of a sub-step contact, if it has one, into its points.
fn take_impulses(contact: &mut Contact, rows: &UncoloredContacts, lane: Option<u32>) {
    let taken = lane.map(|number| (place(number as usize), rows.lanes[number as usize].closing_speed));
    contact.closing_speed = taken.map_or(0.0, |(_, speed)| speed);
    contact.rest_offset = 0.0;
    for (k, point) in contact.points.iter_mut().enumerate().take(contact.count) {
        let of = |row: fn(&PointRows) -> &LaneRow| taken.map_or(0.0, |((block, lane), _)| row(&rows.blocks[block].points[k]).0[lane]);
        point.warm_normal = of(|rows| &rows.normal_impulse);
        point.warm_tangent = of(|rows| &rows.tangent_impulse);
        point.normal_impulse = of(|rows| &rows.normal_total);
        point.tangent_impulse = of(|rows| &rows.tangent_total);
    }
}
