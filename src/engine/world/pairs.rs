//! Phase *Pairs*: the contacts of pairs that begin and end.

use super::findings::StepEvents;
use super::graph::ContactGraph;
use super::store::{Head, SeparatedPair};
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::{Pair, PairChanges};
use crate::engine::prefetch::with_upcoming;
use crate::engine::probe::ran;

/// True when two colliders of these bodies may touch at all: something can move, and no joint forbids it.
pub(super) fn may_touch(bodies: &Arena<BodyId, Body>, joined: &[(BodyId, BodyId)], a: BodyId, b: BodyId) -> bool {
    use crate::engine::body::BodyKind::Dynamic;
    let (Some(body_a), Some(body_b)) = (bodies.get(a), bodies.get(b)) else { return false };
    a != b && (body_a.kind == Dynamic || body_b.kind == Dynamic) && joined.binary_search(&(a, b)).is_err()
}

/// What the broad phase tells of a step, and memory that the phase reuses.
#[derive(Clone, Debug, Default)]
pub(super) struct PairUpdate {
    /// Pairs that begin and end.
    pub changes: PairChanges,
    /// Numbers of those that end and have a record.
    recorded: Vec<u32>,
}

/// Brings the contacts in line with the pairs of the broad phase: those whose boxes parted leave, new ones enter
/// without points. `joined`: pairs of bodies whose joint forbids contacts. `lists_current`: new contacts are simulated
/// at once; else (after an edit, after bodies woke or fell asleep) they stay idle and find their places later.
pub(super) fn take_changes(
    graph: &mut ContactGraph,
    PairUpdate { changes, recorded }: &mut PairUpdate,
    joined: &[(BodyId, BodyId)],
    tables: &BodyTables,
    lists_current: bool,
    events: &mut StepEvents,
) {
    ran!();
    // Ended ones first: a new pair may have taken over the number of one that ended.
    end_pairs(graph, changes, recorded, events);
    // That one of the two can move and that filters let them touch, the broad phase has seen to.
    let store = &mut graph.store;
    changes.begun.retain(|pair| {
        let joined = !joined.is_empty() && joined.binary_search(&(pair.a.body, pair.b.body)).is_ok();
        !joined && !store.contains(pair.number)
    });
    for &Pair { a, b, proxy_a, proxy_b, number } in &changes.begun {
        store.insert(number, Head { key: (a, b), proxies: [proxy_a, proxy_b] });
    }
    if lists_current {
        changes.begun.iter().for_each(|pair| simulate(graph, pair, tables));
    }
}

/// Contacts of pairs that have ended leave. Most never had points: that they have no record is seen of all first, so
/// that the processor need not wait for one after the other.
fn end_pairs(graph: &mut ContactGraph, changes: &PairChanges, recorded: &mut Vec<u32>, events: &mut StepEvents) {
    let ContactGraph { store, .. } = graph;
    recorded.clear();
    recorded
        .extend(changes.ended.iter().map(|pair| pair.number).filter(|&number| store.contains(number) && store.record(number).is_some()));
    recorded.iter().for_each(|&number| graph.end_touch(number, events));
    for (pair, [soon, later]) in with_upcoming(&changes.ended) {
        if let Some(pair) = later {
            graph.store.prefetch_place(pair.number);
        }
        if let Some(pair) = soon {
            graph.store.prefetch_separated(pair.number);
        }
        if graph.store.contains(pair.number) {
            graph.drop_contact(pair.number);
        }
    }
}

/// An idle contact without points takes part in the steps, if one of its bodies does.
fn simulate(graph: &mut ContactGraph, &Pair { proxy_a, proxy_b, number, .. }: &Pair, tables: &BodyTables) {
    let proxies = [proxy_a, proxy_b];
    let [a, b] = tables.slots_of(proxies);
    if [a, b].iter().any(|&slot| tables.slots[slot as usize - 1] != 0) {
        let extents = [a, b].map(|slot| tables.extents[slot as usize]);
        graph.store.push_separated(SeparatedPair { contact: number, a, b, proxies, may_have_points: false }, extents);
    }
}
