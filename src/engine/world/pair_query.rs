//! Pair queries: how far apart are two colliders where their bodies are now, and where do they touch?
//!
//! First their boxes are compared, then, if those are near, the narrow phase is asked. What is needed of a pair lies in
//! several places of memory, so batch pairs are queried together: the boxes of all, the narrow phase for those that are
//! near (eight at once), then what follows.

use super::graph::ContactGraph;
use super::settings::WorldSettings;
use super::tables::BodyTables;
use crate::engine::aabb::Aabb;
use crate::engine::math::{Vec2, max, min};
use crate::engine::narrow::batch::{NarrowBatch, NarrowQuery};
use crate::engine::narrow::{Manifold, NarrowAnswer, Reach};
use crate::engine::prefetch::with_upcoming;
use crate::engine::probe::ran;
use crate::engine::solver::body::SolverBody;
use crate::engine::tuning;

/// Two shapes are separated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    /// By this much at least, metres; negative when their boxes overlap and nothing better is known.
    pub distance: f32,
    /// Along this axis: unit, from A to B, world.
    pub axis: Vec2,
}

/// Two colliders that are asked about.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairQuery {
    /// Number of their contact.
    pub contact: u32,
    /// Of the colliders, in the broad phase.
    pub proxies: [u32; 2],
    /// If they close fast, by how much they may come nearer in this step, metres ([`super::slack`]).
    pub approach: Option<f32>,
}

impl PairQuery {
    /// `approach`: 0 when they do not close fast.
    pub fn new(contact: u32, proxies: [u32; 2], approach: f32) -> PairQuery {
        PairQuery { contact, proxies, approach: (approach > 0.0).then_some(approach) }
    }
}

/// The answer to a [`PairQuery`].
#[derive(Clone, Copy, Debug)]
pub(super) struct PairAnswer {
    pub query: PairQuery,
    pub separation: Separation,
    pub manifold: Manifold,
}

/// What follows from an answer.
pub(super) enum Finding {
    /// Points to be solved.
    Points,
    /// They close so fast that points may appear, or change, within the step. The shapes are this far apart at least,
    /// metres.
    Closing(f32),
    /// They stay separated.
    Separated(Separation),
}

/// Queries about batch pairs together, and their answers.
#[derive(Clone, Debug, Default)]
pub(super) struct PairQueries {
    queries: Vec<PairQuery>,
    answers: Vec<PairAnswer>,
    batch: NarrowBatch,
    /// Separations of their boxes, and where the narrow phase's answers stand.
    boxes: Vec<(Separation, Option<u32>)>,
}

impl PairQueries {
    /// How far apart all of these are, and their manifolds. Of those that close fast the distance is exact as far as
    /// they may come.
    pub fn ask(&mut self, queries: impl Iterator<Item = PairQuery>, tables: &BodyTables, settings: &WorldSettings) -> &[PairAnswer] {
        ran!();
        self.queries.clear();
        self.queries.extend(queries);
        let PairQueries { queries, answers, batch, boxes } = self;
        batch.clear();
        boxes.clear();
        for (&PairQuery { proxies, approach, .. }, [soon, _]) in with_upcoming(queries) {
            if let Some(soon) = soon {
                tables.prefetch_colliders(&soon.proxies);
            }
            let separation = box_separation(tables, proxies);
            let approach = approach.unwrap_or(0.0);
            let is_near = separation.distance <= tuning::SPECULATIVE_MARGIN + approach; // [pipeline.near]
            let asked = is_near.then(|| batch.push(asked(tables, proxies, reach_of(approach).exact)));
            boxes.push((separation, asked));
        }
        let met = tables.collide(settings.narrow_settings(), batch);
        answers.clear();
        answers.extend(queries.iter().zip(&*boxes).map(|(&query, &(separation, asked))| match asked {
            Some(place) => answer(tables, query, separation, &met[place as usize]),
            None => PairAnswer { query, separation, manifold: Manifold::default() },
        }));
        answers
    }
}

/// What follows from the boxes and the narrow phase.
fn answer(tables: &BodyTables, query: PairQuery, boxes: Separation, met: &NarrowAnswer) -> PairAnswer {
    if met.separation < boxes.distance {
        return PairAnswer { query, separation: boxes, manifold: met.manifold };
    }
    let frame = tables.frames[tables.sites[query.proxies[0] as usize].slot as usize];
    let separation = Separation { distance: met.separation, axis: frame.rotation.rotate(met.axis) };
    PairAnswer { query, separation, manifold: met.manifold }
}

/// How far the narrow phase looks for a pair that may come so much nearer in this step, metres; 0 for one that does not
/// close fast.
pub(super) fn reach_of(approach: f32) -> Reach {
    let near = tuning::SPECULATIVE_MARGIN + approach;
    Reach { margin: tuning::SPECULATIVE_MARGIN, exact: max(near, tuning::EXACT_DISTANCE) }
}

/// The narrow phase's question about two colliders where their bodies are now; their distance shall be exact up to
/// `exact` metres.
#[inline]
pub(super) fn asked(tables: &BodyTables, proxies: [u32; 2], exact: f32) -> NarrowQuery {
    let BodyTables { sites, frames, .. } = tables;
    let [a, b] = proxies.map(|proxy| sites[proxy as usize]);
    let pose = frames[a.slot as usize].inv_mul(frames[b.slot as usize]);
    NarrowQuery { shapes: [a.shape, b.shape], pose, exact, hidden: tables.internal_edges.of(proxies) }
}

/// Separation of the tight boxes of two colliders.
#[inline]
pub(super) fn box_separation(tables: &BodyTables, [a, b]: [u32; 2]) -> Separation {
    separation_of(tables.boxes[a as usize], tables.boxes[b as usize])
}

/// Separation of two boxes along the axis on which it is larger; negative when they overlap.
#[inline]
pub(super) fn separation_of(a: Aabb, b: Aabb) -> Separation {
    let (right, left, up, down) = (b.min.x - a.max.x, a.min.x - b.max.x, b.min.y - a.max.y, a.min.y - b.max.y);
    let (beside, above) = (max(right, left), max(up, down));
    if beside >= above {
        Separation { distance: beside, axis: if right >= left { Vec2::X } else { Vec2::NEG_X } }
    } else {
        Separation { distance: above, axis: if up >= down { Vec2::Y } else { Vec2::NEG_Y } }
    }
}

/// Puts the manifold of an answer into the contact's record; what follows for the contact.
pub(super) fn take_answer(graph: &mut ContactGraph, answer: &PairAnswer, tables: &BodyTables, settings: &WorldSettings) -> Finding {
    let PairAnswer { ref query, separation, manifold } = *answer;
    graph.take_manifold(query.contact, manifold, tables, settings);
    let contact = &graph.store.get(query.contact).contact;
    match (contact.count, query.approach) {
        (0, _) => without_points(query, separation, tables, settings),
        (_, Some(_)) if contact.is_unloaded() => Finding::Closing(0.0),
        _ if tables.turn_fast(tables.slots_of(query.proxies)) => Finding::Closing(0.0),
        _ => Finding::Points,
    }
}

/// What follows for two colliders this far apart that have no points: they may get some within the step, or not.
/// Nothing but the present state may decide that: a sub-step contact matters when something hits one of its bodies
/// within the step.
pub(super) fn without_points(query: &PairQuery, separation: Separation, tables: &BodyTables, settings: &WorldSettings) -> Finding {
    match query.approach {
        Some(approach)
            if separation.distance <= tuning::SPECULATIVE_MARGIN + approach && may_meet(query.proxies, separation, tables, settings) =>
        {
            Finding::Closing(separation.distance)
        }
        _ => Finding::Separated(separation),
    }
}

/// False when two colliders that are this far apart cannot come within the margin in this step unless something hits
/// them: they glide past or away from each other.
///
/// The axis is taken to stay with the larger body, as in [`super::store::MeasuredSlack`]. Seen from there, the smaller
/// body's centre has the velocity `v` now, and an acceleration of `ω (2 v + ω r)` at most (Coriolis and centrifugal; ω
/// the spin of the larger body, r the distance to the smaller one), and its shape swings about the centre. That holds
/// for small turns; a body that turns fast may always come.
pub(super) fn may_meet(proxies: [u32; 2], separation: Separation, tables: &BodyTables, settings: &WorldSettings) -> bool {
    let slots = tables.slots_of(proxies);
    if tables.turn_fast(slots) {
        return true;
    }
    let seconds = settings.step_seconds();
    let extents = slots.map(|slot| tables.extents[slot as usize]);
    let [a, b] = slots.map(|slot| SolverBody::at(&tables.solver_bodies, slot));
    let between = tables.pose(slots[1]).position - tables.pose(slots[0]).position;
    let ([large, small], r, axis) = seen_from_larger([&a, &b], extents, between, separation.axis);
    let velocity = small.velocity - large.velocity_at(r);
    let spin = large.angular_velocity.abs();
    let bend = 0.5 * seconds * spin * (2.0 * velocity.length() + spin * r.length());
    let swing = (small.angular_velocity - large.angular_velocity).abs() * min(extents[0], extents[1]);
    separation.distance - seconds * (max(-axis.dot(velocity), 0.0) + bend + swing) <= tuning::SPECULATIVE_MARGIN
}

/// The larger body first, then the vector from it to the smaller and an axis, both given from A to B.
fn seen_from_larger(bodies: [&SolverBody; 2], extents: [f32; 2], between: Vec2, axis: Vec2) -> ([&SolverBody; 2], Vec2, Vec2) {
    let [a, b] = bodies;
    if extents[0] < extents[1] { ([b, a], -between, -axis) } else { ([a, b], between, axis) }
}
