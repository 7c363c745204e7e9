//! Phase *Manifolds*: the manifolds of contacts with points. Which still hold? The others are made again where their
//! bodies are now.
//!
//! ```text
//!   colours ── find_outdated ──▶ outdated ── renew_lanes ──▶ its lane, with the old impulses by feature
//!                                             │
//!                                             └──▶ leaving: no points any more, or closing fast without load
//!              unloaded ── closing fast? ─────────────────▶ leaving
//!
//!   leaving   ── read_lane, pair query ──▶ separated, or found within the step ([`Findings::closing`])
//! ```
//!
//! A quarter of all contacts of a moving crowd are outdated in each step, and what the narrow phase needs of one lies
//! in a dozen places of memory: its lane, two bodies, two boxes, two shapes. Going through them one by one, the
//! processor waits for each. So a batch goes through four short loops, in which the waits for one contact overlap with
//! those for the next:
//!
//! ```text
//!   prefetch  lane → bodies and colliders; what the other loops need
//!   gather    → boxes, shapes, pose                those with separated boxes leave
//!   measure   shapes, pose → manifold              nothing but the narrow phase, eight at once
//!   put       manifold → lane                      impulses carried over by feature; those without points leave
//! ```
//!
//! The contact's record is not touched: the solver's blocks know all that is needed.
//!
//! *Warm starting*: a new manifold's points take over the impulses of the old ones with the same feature.

use super::findings::{Closing, Findings, StepEvents};
use super::graph::{ContactGraph, found};
use super::pair_query::{Finding, PairAnswer, PairQueries, PairQuery, asked, box_separation, take_answer};
use super::separated::wait;
use super::settings::WorldSettings;
use super::slack::{Approaches, BodyPair, approach_of};
use super::tables::BodyTables;
use crate::engine::narrow::Manifold;
use crate::engine::narrow::batch::{BATCH_SIZE, NarrowBatch};
use crate::engine::prefetch::{prefetch, prefetch_at, with_upcoming};
use crate::engine::probe::ran;
use crate::engine::solver::block::Address;
use crate::engine::solver::colors::ContactColors;
use crate::engine::solver::manifold_block::NarrowResult;
use crate::engine::solver::manifold_pass::KeepRules;
use crate::engine::tuning;

/// What the loops of the phase hand to each other.
#[derive(Clone, Debug, Default)]
pub(super) struct ManifoldUpdate {
    /// Lanes whose manifolds no longer hold.
    outdated: Vec<Address>,
    /// Lanes whose manifolds hold, but carry no impulse and may come nearer than the margin.
    unloaded: Vec<Address>,
    /// Contacts that leave their colours; first those whose manifold no longer holds, then those of `unloaded` that
    /// close fast.
    leaving: Vec<u32>,
    batch: Vec<Outdated>,
    narrow: NarrowBatch,
    approaches: Approaches,
    queries: PairQueries,
}

/// An outdated manifold between the loops.
#[derive(Clone, Copy, Debug)]
struct Outdated {
    address: Address,
    pair: BodyPair,
}

impl ManifoldUpdate {
    /// Makes the manifolds again that no longer hold. Contacts without points leave their colour, and so do those that
    /// close fast without load: they are named in `findings`.
    pub fn run(
        &mut self,
        graph: &mut ContactGraph,
        tables: &BodyTables,
        settings: &WorldSettings,
        findings: &mut Findings,
        events: &mut StepEvents,
    ) {
        ran!();
        self.outdated.clear();
        self.unloaded.clear();
        self.leaving.clear();
        let BodyTables { poses, reaches, motion_bounds, .. } = tables;
        let rules = KeepRules { poses, reaches, motion_bounds, least_margin: tables.least_margin() };
        graph.colors.find_outdated(settings.width, &rules, &mut self.outdated, &mut self.unloaded); // [pipeline.kept]
        // Lanes move when contacts leave, so those come later, by number.
        self.renew_lanes(&mut graph.colors, tables, settings);
        let outdated = self.leaving.len();
        self.name_closing(&graph.colors, tables, settings);
        for (&number, [soon, _]) in with_upcoming(&self.leaving) {
            if let Some(&number) = soon {
                graph.store.prefetch_record(number);
            }
            graph.read_lane(number);
        }
        let ManifoldUpdate { leaving, approaches, queries, .. } = self;
        for some in leaving[..outdated].chunks(BATCH_SIZE) {
            let pairs = some.iter().map(|&number| pair_of(graph, number, tables));
            approaches.find(pairs, tables, settings);
            let each = some.iter().zip(approaches.pairs.iter().zip(&approaches.found));
            let asked = each.map(|(&contact, (pair, &approach))| PairQuery::new(contact, pair.proxies, approach));
            for answer in queries.ask(asked, tables, settings) {
                leave(graph, answer, tables, settings, findings, events);
            }
        }
        for &contact in &leaving[outdated..] {
            graph.leave_color(contact, tables);
            findings.closing.push(Closing { contact, distance: 0.0 });
        }
    }

    /// Makes the outdated manifolds anew. Contacts that have no points any more, or may get other points within the
    /// step, are added to `leaving`; nothing has changed about them.
    fn renew_lanes(&mut self, colors: &mut ContactColors, tables: &BodyTables, settings: &WorldSettings) {
        let ManifoldUpdate { outdated, leaving, batch, narrow, .. } = self;
        for some in outdated.chunks(BATCH_SIZE) {
            batch.clear();
            narrow.clear();
            gather(colors, tables, some, (&mut *batch, &mut *narrow), leaving);
            let met = tables.collide(settings.narrow_settings(), narrow);
            for (outdated, met) in batch.iter().zip(met) {
                if !put(colors, tables, settings, outdated, met.manifold) {
                    leaving.push(colors.contact_at(outdated.address));
                }
            }
        }
    }

    /// Adds to `leaving` those of the contacts in unloaded lanes that close fast.
    fn name_closing(&mut self, colors: &ContactColors, tables: &BodyTables, settings: &WorldSettings) {
        let pairs = self.unloaded.iter().map(|&address| pair_at(colors, address));
        let found = self.approaches.find(pairs, tables, settings);
        let closing = self.unloaded.iter().zip(found).filter(|(_, approach)| **approach > 0.0);
        self.leaving.extend(closing.map(|(&address, _)| colors.contact_at(address)));
    }
}

/// Prefetches what a batch needs, and asks the narrow phase about those whose boxes are near.
fn gather(
    colors: &ContactColors,
    tables: &BodyTables,
    addresses: &[Address],
    (batch, narrow): (&mut Vec<Outdated>, &mut NarrowBatch),
    leaving: &mut Vec<u32>,
) {
    let mut pairs = [BodyPair::default(); BATCH_SIZE];
    for (pair, &address) in pairs.iter_mut().zip(addresses) {
        *pair = pair_at(colors, address);
        prefetch_lane(colors, tables, address, pair);
    }
    for (&address, &pair) in addresses.iter().zip(&pairs) {
        if box_separation(tables, pair.proxies).distance > tuning::SPECULATIVE_MARGIN {
            leaving.push(colors.contact_at(address));
            continue;
        }
        narrow.push(asked(tables, pair.proxies, tuning::EXACT_DISTANCE));
        batch.push(Outdated { address, pair });
    }
}

/// Prefetches what the other loops need of a contact.
fn prefetch_lane(colors: &ContactColors, tables: &BodyTables, address: Address, BodyPair { slots, proxies }: &BodyPair) {
    tables.prefetch_colliders(proxies);
    slots.iter().for_each(|&slot| prefetch_at(&tables.frames, slot as usize));
    let (block, manifold) = colors.at(address);
    let answer = &manifold.answers[address.lane()];
    prefetch(&answer.manifold.points[0]);
    prefetch(&answer.manifold.points[1].feature);
    prefetch(&answer.poses);
    for point in &block.points {
        prefetch(&point.normal_impulse);
        prefetch(&point.tangent_impulse);
    }
    prefetch(&block.radius_a);
}

/// Puts a manifold into its lane; false, and nothing has changed, when the contact has to leave.
fn put(colors: &mut ContactColors, tables: &BodyTables, settings: &WorldSettings, outdated: &Outdated, manifold: Manifold) -> bool {
    ran!();
    let Outdated { address, pair } = *outdated;
    let lane = address.lane();
    let (block, old) = colors.at(address);
    let old = old.answers[lane].manifold;
    let mut warm = [[0.0; 2]; 2];
    for (warm, point) in warm.iter_mut().zip(manifold.points()) {
        if let Some(k) = old.points().iter().position(|old| old.feature == point.feature) {
            *warm = [block.points[k].normal_impulse.0[lane], block.points[k].tangent_impulse.0[lane]]; // [pipeline.carry]
        }
    }
    let is_unloaded = warm.iter().all(|[normal, _]| *normal == 0.0);
    let leaves = || tables.turn_fast(pair.slots) || (is_unloaded && approach_of(pair, tables, settings).is_some());
    if manifold.count == 0 || leaves() {
        return false;
    }
    let poses = pair.slots.map(|slot| tables.frames[slot as usize]);
    let found = found(tables, pair.slots, NarrowResult { manifold, poses }, [block.radius_a.0[lane], block.radius_b.0[lane]]);
    let (block, column) = colors.at_mut(address);
    column.put_found(lane, &found);
    for (rows, [normal, tangent]) in block.points.iter_mut().zip(warm) {
        (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (normal, tangent);
    }
    true
}

/// What becomes of a contact whose manifold no longer holds and that has perhaps no points any more.
fn leave(
    graph: &mut ContactGraph,
    answer: &PairAnswer,
    tables: &BodyTables,
    settings: &WorldSettings,
    findings: &mut Findings,
    events: &mut StepEvents,
) {
    let contact = answer.query.contact;
    match take_answer(graph, answer, tables, settings) {
        // Boxes farther apart than the shapes, by rounding.
        Finding::Points => graph.rewrite_lane(contact, tables),
        Finding::Closing(_) => {
            graph.leave_color(contact, tables);
            findings.closing.push(Closing { contact, distance: 0.0 });
        }
        Finding::Separated(separation) => {
            graph.end_touch(contact, events);
            graph.leave_color(contact, tables);
            // Leaving its colour, it has become the last of the separated pairs.
            let last = graph.store.separated.len() - 1;
            wait(&mut graph.store, last, separation, tables);
        }
    }
}

/// Slots of a contact's bodies, and its colliders in the broad phase.
fn pair_of(graph: &ContactGraph, number: u32, tables: &BodyTables) -> BodyPair {
    let proxies = graph.store.head(number).proxies;
    BodyPair { slots: tables.slots_of(proxies), proxies }
}

/// Slots of the bodies of a lane's contact, and its colliders in the broad phase.
fn pair_at(colors: &ContactColors, address: Address) -> BodyPair {
    let (block, manifold) = colors.at(address);
    let lane = address.lane();
    BodyPair { slots: block.slots(lane), proxies: manifold.proxies[lane] }
}
