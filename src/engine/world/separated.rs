//! Phase *Separated*: pairs without points. Which of them must be tested in this step, and which are near?
//!
//! Three questions, each answered for most of those that the one before has let through, and only the last one costs
//! more than a few dozen instructions:
//!
//! 1. Can the bodies have used up the slack that was between them when they were last measured? ([`super::slack`],
//!    eight pairs at once)
//! 2. Are the boxes of the shapes nearer than the margin now?
//! 3. What does the narrow phase say? ([`super::pair_query`])
//!
//! A pair whose bodies close so fast that the slack may be used up within the step is tested too: its points may have
//! to be found within the step.

use super::findings::{Closing, Findings, StepEvents};
use super::graph::ContactGraph;
use super::pair_query::{Finding, PairAnswer, PairQueries, PairQuery, Separation, box_separation, take_answer, without_points};
use super::settings::WorldSettings;
use super::slack::{Approaches, Candidate, find_candidates};
use super::store::{ContactStore, MeasuredSlack, SeparatedPair};
use super::tables::BodyTables;
use crate::engine::math::max;
use crate::engine::narrow::batch::BATCH_SIZE;
use crate::engine::prefetch::with_upcoming;
use crate::engine::probe::ran;
use crate::engine::tuning;

/// What the loops of the phase hand to each other.
#[derive(Clone, Debug, Default)]
pub(super) struct SeparatedTest {
    candidates: Vec<Candidate>,
    approaches: Approaches,
    queries: PairQueries,
}

impl SeparatedTest {
    /// Tests the first `count` separated pairs, those whose slack may be used up. Who has just left its colour stands
    /// behind them and has been tested: tested again it would be found twice within the step, and solved twice.
    pub fn run(
        &mut self,
        graph: &mut ContactGraph,
        count: usize,
        tables: &BodyTables,
        settings: &WorldSettings,
        findings: &mut Findings,
        events: &mut StepEvents,
    ) {
        ran!();
        let SeparatedTest { candidates, approaches, queries } = self;
        find_candidates(&graph.store, count, tables, settings, approaches, candidates);
        // First what the boxes can tell, then what costs a measurement: short loops wait less for memory.
        let store = &mut graph.store;
        candidates.retain(|&Candidate { index, approach, .. }| {
            let pair = &store.separated[index as usize];
            let separation = box_separation(tables, pair.proxies);
            let is_far = !pair.may_have_points && separation.distance > tuning::SPECULATIVE_MARGIN + approach;
            if is_far {
                wait(store, index as usize, separation, tables);
            }
            !is_far
        });
        for some in candidates.chunks(BATCH_SIZE) {
            let query = |&Candidate { index, approach, .. }: &Candidate| {
                let SeparatedPair { contact, proxies, .. } = graph.store.separated[index as usize];
                PairQuery::new(contact, proxies, approach)
            };
            let answers = queries.ask(some.iter().map(query), tables, settings);
            for (candidate, (answer, [soon, _])) in some.iter().zip(with_upcoming(answers)) {
                if let Some(soon) = soon.filter(|soon| soon.query.approach.is_some() || soon.manifold.count > 0) {
                    graph.store.prefetch_record(soon.query.contact);
                }
                take(graph, candidate.index, answer, (tables, settings), findings, events);
            }
        }
    }
}

/// What follows for a separated pair from the answer. The record of a pair that stays separated is not touched.
fn take(
    graph: &mut ContactGraph,
    index: u32,
    answer: &PairAnswer,
    (tables, settings): (&BodyTables, &WorldSettings),
    findings: &mut Findings,
    events: &mut StepEvents,
) {
    ran!();
    let pair = graph.store.separated[index as usize];
    let finding = if pair.may_have_points || answer.manifold.count > 0 {
        take_answer(graph, answer, tables, settings)
    } else {
        without_points(&answer.query, answer.separation, tables, settings)
    };
    match finding {
        Finding::Points => findings.touching.push(pair.contact),
        Finding::Closing(distance) => {
            graph.mix_materials_once(pair.contact, tables, settings);
            findings.closing.push(Closing { contact: pair.contact, distance });
        }
        Finding::Separated(separation) => {
            if pair.may_have_points {
                graph.end_touch(pair.contact, events);
            }
            wait(&mut graph.store, index as usize, separation, tables);
            return;
        }
    }
    // A sleeper that is touched, or about to be, wakes.
    findings.sleepers.extend(tables.sleepers_among([pair.a, pair.b]));
}

/// A separated pair need not be tested before its bodies have used up their separation, less the margin.
pub(super) fn wait(store: &mut ContactStore, index: usize, separation: Separation, tables: &BodyTables) {
    let SeparatedPair { a, b, .. } = store.separated[index];
    // Coordinates are rounded: a few units in the last place of the larger one, and a slop for all else.
    let [pose_a, pose_b] = [a, b].map(|slot| tables.pose(slot));
    let farthest = max(pose_a.position.abs().max_element(), pose_b.position.abs().max_element());
    let slack = separation.distance - tuning::SPECULATIVE_MARGIN - tuning::LINEAR_SLOP - 1e-6 * farthest;
    let extents = [a, b].map(|slot| tables.extents[slot as usize]);
    let (large, small, axis) = if extents[0] < extents[1] { (pose_b, pose_a, -separation.axis) } else { (pose_a, pose_b, separation.axis) };
    store.separated[index].may_have_points = false;
    let axis = large.rotation.inv_rotate(axis);
    store.slacks[index] = MeasuredSlack { axis, small_in_large: large.inv_mul(small), slack, extents }.stored();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::aabb::Aabb;
    use crate::engine::body::BodyDef;
    use crate::engine::chance::Chance;
    use crate::engine::collider::ColliderDef;
    use crate::engine::lanes::Width;
    use crate::engine::math::{Pose, Rot, Vec2, min};
    use crate::engine::narrow::gjk;
    use crate::engine::probe::NoProbe;
    use crate::engine::shape::{BoxShape, Shape};
    use crate::engine::solver::body::SolverBody;
    use crate::engine::world::continuous::put_at;
    use crate::engine::world::pair_query::may_meet;
    use crate::engine::world::parts::{StepFlow, World};
    use crate::engine::world::slack::{BodyPair, approach_of};
    use crate::engine::world::tables::closing_bound;
    use crate::engine::world::{load, pairs};

    /// Two boxes with these poses and velocities (x, y, spin) at the start of a step.
    fn two_boxes(sizes: [f32; 2], poses: [Pose; 2], velocities: [[f32; 3]; 2]) -> World {
        let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
        for k in 0..2 {
            let shape = Shape::Box(BoxShape::try_new(sizes[k], 0.5 * sizes[k], Vec2::ZERO, 0.0, 0.0).unwrap());
            let [x, y, spin] = velocities[k];
            let def = BodyDef {
                position: poses[k].position,
                angle: poses[k].rotation.angle(),
                linear_velocity: Vec2::new(x, y),
                angular_velocity: spin,
                ..BodyDef::default()
            };
            world.add_body(def, vec![ColliderDef { shape, material: Default::default(), filter: Default::default() }]);
        }
        load_all(&mut world);
        world
    }

    fn load_all(world: &mut World) {
        let World { settings, bodies, broad, tables, graph, activity, events, flow, .. } = world;
        load::refresh_lists(activity, bodies, tables, graph, settings, &mut flow.findings);
        load::load_bodies(bodies, broad, tables, settings, activity, events);
    }

    /// Least distance of the two while nothing changes their velocities for a step.
    fn least_distance(world: &World) -> f32 {
        let bodies = world.bodies.values();
        let at = |body: &crate::engine::body::Body, t: f32| Pose {
            position: body.pose.position + t * body.linear_velocity,
            rotation: Rot::from_angle(t * body.angular_velocity).then_after(body.pose.rotation),
        };
        let distance = |k: usize| {
            let t = k as f32 / 64.0 / 60.0;
            let [a, b] = [&bodies[0], &bodies[1]];
            let pose = at(a, t).inv_mul(at(b, t));
            gjk::distance(a.colliders[0].shape.convex(), b.colliders[0].shape.convex(), pose, &mut NoProbe).distance
        };
        (0..=64).map(distance).fold(f32::MAX, f32::min)
    }

    fn ask(world: &World, proxies: [u32; 2], approach: Option<f32>) -> PairAnswer {
        let query = PairQuery { contact: u32::MAX, proxies, approach };
        PairQueries::default().ask([query].into_iter(), &world.tables, &world.settings)[0]
    }

    fn approach(world: &World, proxies: [u32; 2]) -> Option<f32> {
        approach_of(BodyPair { slots: [1, 2], proxies }, &world.tables, &world.settings)
    }

    #[test]
    fn what_comes_within_the_margin_in_a_step_may_meet_and_most_that_glides_past_may_not() {
        let (mut met, mut spared) = (0, 0);
        for (case, (proxies, world)) in near_pairs(11, 20_000).into_iter().enumerate() {
            let Some(nearer) = approach(&world, proxies) else { continue };
            let PairAnswer { separation, manifold, .. } = ask(&world, proxies, Some(nearer));
            if manifold.count > 0 || separation.distance > tuning::SPECULATIVE_MARGIN + nearer {
                continue;
            }
            let meet = least_distance(&world) <= tuning::SPECULATIVE_MARGIN - 1e-5;
            let may_meet = may_meet(proxies, separation, &world.tables, &world.settings);
            assert!(!meet || may_meet, "case {case}: {separation:?}");
            met += usize::from(meet);
            spared += usize::from(!may_meet);
        }
        assert!(met > 1_000 && spared > 500, "{met} meet, {spared} are spared");
    }

    /// Random pairs of boxes near each other: proxies, and the world at the start of a step.
    fn near_pairs(seed: u64, count: usize) -> Vec<([u32; 2], World)> {
        let mut chance = Chance::new(seed);
        let mut between = |low, high| chance.between(low, high);
        let pair = |_| {
            let sizes = [between(0.2, 1.0), between(0.2, 1.0)];
            let turned = |angle: f32| Rot::from_angle(angle);
            let poses = [
                Pose { position: Vec2::ZERO, rotation: turned(between(-3.0, 3.0)) },
                Pose { position: Vec2::new(between(-1.0, 1.0), between(-1.0, 1.0)), rotation: turned(between(-3.0, 3.0)) },
            ];
            let mut velocity = || [between(-12.0, 12.0), between(-12.0, 12.0), between(-15.0, 15.0)];
            let world = two_boxes(sizes, poses, [velocity(), velocity()]);
            ([0, 1].map(|k| world.bodies.values()[k].colliders[0].proxy), world)
        };
        (0..count).map(pair).collect()
    }

    /// How much nearer the bodies of two colliders may come in the step, written out for one pair.
    fn plainly(world: &World, proxies: [u32; 2]) -> f32 {
        let [swept_a, swept_b] = proxies.map(|proxy| {
            let [min_x, min_y, max_x, max_y] = world.tables.swept[proxy as usize].0;
            Aabb { min: Vec2::new(min_x, min_y), max: Vec2::new(max_x, max_y) }
        });
        let [a, b] = [1, 2].map(|slot| SolverBody::at(&world.tables.solver_bodies, slot));
        let between = world.tables.pose(2).position - world.tables.pose(1).position;
        let speed = closing_bound(&a, &b, [1, 2].map(|slot: usize| world.tables.extents[slot]), between);
        let together = world.tables.motion_bounds[1] + world.tables.motion_bounds[2];
        let way = if world.tables.turn_fast([1, 2]) { together } else { min(world.settings.step_seconds() * speed, together) };
        let meet = swept_a.grown(tuning::SPECULATIVE_MARGIN).overlaps(swept_b);
        if meet && way > tuning::SPECULATIVE_MARGIN { way } else { 0.0 }
    }

    #[test]
    fn one_pair_and_eight_at_once_are_told_the_same_about_closing_fast() {
        for width in [Width::One, Width::Four, Width::Eight] {
            let (mut fast, mut slow, mut approaches) = (0, 0, Approaches::default());
            for (proxies, mut world) in near_pairs(12, 2_000) {
                world.set_width(width);
                let swapped = BodyPair { slots: [2, 1], proxies: [proxies[1], proxies[0]] };
                let both = [BodyPair { slots: [1, 2], proxies }, swapped];
                let found = approaches.find(both.into_iter(), &world.tables, &world.settings);
                let alone = approach(&world, proxies).unwrap_or(0.0);
                assert_eq!((found[0], found[1]), (alone, alone), "{width:?}");
                assert_eq!(alone, plainly(&world, proxies));
                *(if alone > 0.0 { &mut fast } else { &mut slow }) += 1;
            }
            assert!(fast > 300 && slow > 300, "{fast} fast, {slow} slow");
        }
    }

    #[test]
    fn what_is_not_named_as_near_is_farther_apart_than_the_margin_and_stays_so_in_the_step() {
        let (mut hidden, mut named, mut candidates, mut approaches) = (0, 0, Vec::new(), Approaches::default());
        for (proxies, mut world) in near_pairs(13, 6_000) {
            let World { broad, graph, tables, activity, events, flow, .. } = &mut world;
            let StepFlow { pairs: update, .. } = flow;
            broad.update(&mut update.changes);
            pairs::take_changes(graph, update, &[], tables, activity.is_current, events);
            let separation = ask(&world, proxies, None).separation;
            if world.graph.store.separated.is_empty() || separation.distance <= tuning::SPECULATIVE_MARGIN {
                continue;
            }
            wait(&mut world.graph.store, 0, separation, &world.tables);
            for _ in 0..4 {
                // Half a step on, as if the two had been measured a while ago.
                for body in world.bodies.values_mut() {
                    let rotation = Rot::from_angle(body.angular_velocity / 120.0).then_after(body.pose.rotation);
                    put_at(body, body.center + body.linear_velocity / 120.0, rotation);
                }
                (0..2).for_each(|index| world.refresh_boxes_of(index));
                load_all(&mut world);
                let World { graph, tables, settings, .. } = &world;
                find_candidates(&graph.store, 1, tables, settings, &mut approaches, &mut candidates);
                named += candidates.len();
                if candidates.is_empty() {
                    hidden += 1;
                    let least = least_distance(&world);
                    assert!(least > tuning::SPECULATIVE_MARGIN - 1e-5, "{least}");
                }
            }
        }
        assert!(hidden > 1_000 && named > 1_000, "{hidden} hidden, {named} named");
    }
}
