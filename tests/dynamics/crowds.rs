//! Many shapes in one place: how much work it is, and what happens beyond the bound.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::shape::Segment;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::tuning::{MAX_CONTINUOUS_WORK, MAX_PAIRS};
use collidoscope::engine::world::{World, WorldSettings};

fn crowd(count: usize) -> (World, Vec<BodyId>) {
    let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
    let bodies = (0..count).map(|_| w.add_body(at(0.0, 0.0), of(circle(0.5)))).collect();
    (w, bodies)
}

fn validated(w: &World) {
    w.validate().unwrap();
}

/// Nearly all contacts of a crowd in one place find no colour left. Their list was sorted, shifted and re-addressed for
/// each of them: 400 circles took half a minute a step, a thousand froze the program. The test ends in a second; with
/// the fault it would not end.
#[test]
fn a_thousand_circles_in_one_place_step_on_and_come_apart() {
    let (mut w, _) = crowd(1_000);
    w.step();
    assert_eq!(w.contact_count(), 1_000 * 999 / 2);
    validated(&w);
    steps(&mut w, 2);
    validated(&w);
    let spread = w.bodies().map(|(_, body)| body.center.length()).fold(0.0, f32::max);
    assert!(spread > 0.01 && !w.events().overcrowded, "{spread}");
}

/// Twelve million pairs took 5.6 GB. Beyond the bound nothing moves, and it is told; with less in one place the same
/// world goes on, and no pair is missing.
#[test]
fn beyond_the_bound_on_pairs_the_world_stands_still_and_goes_on_when_there_are_fewer() {
    let count = 1_500;
    assert!(count * (count - 1) / 2 > MAX_PAIRS);
    let (mut w, bodies) = crowd(count);
    let thrown = w.add_body(BodyDef { linear_velocity: vec2(1.0, 0.0), ..at(50.0, 0.0) }, of(circle(0.5)));
    for step in 1..=3 {
        w.step();
        assert!(w.events().overcrowded);
        assert_eq!((w.step_count(), center(&w, thrown)), (step, vec2(50.0, 0.0)));
    }
    for id in &bodies[300..] {
        w.remove_body(*id);
    }
    w.step();
    assert!(!w.events().overcrowded && center(&w, thrown).x > 50.0);
    assert_eq!(w.contact_count(), 300 * 299 / 2);
    validated(&w);
}

/// Shapes of one body, shapes that filters keep apart and fixed ones are no pairs, however many lie in one place.
#[test]
fn only_what_may_touch_counts_for_the_bound() {
    let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
    let many = |count: usize| (0..count).flat_map(|_| of(circle(0.5))).collect();
    w.add_body(BodyDef { linear_velocity: vec2(1.0, 0.0), ..at(0.0, 0.0) }, many(2_200));
    for _ in 0..1_500 {
        w.add_body(BodyDef { kind: BodyKind::Static, ..at(0.0, 50.0) }, of(circle(0.5)));
    }
    let alone = CollisionFilter { layers: 1, collides_with: 2 };
    for _ in 0..1_500 {
        let mut shape = of(circle(0.5));
        shape[0].filter = alone;
        w.add_body(at(0.0, -50.0), shape);
    }
    w.step();
    assert!(!w.events().overcrowded);
    assert_eq!(w.contact_count(), 0);
}

/// Twenty thousand fast bodies among shapes of kilometres took seconds a step, each pair a search. The work is bounded,
/// what was left alone is told, and the same run gives the same bits.
#[test]
fn fast_bodies_among_many_walls_take_bounded_work_and_what_is_left_alone_is_told() {
    let among = |walls: usize, count: usize| {
        let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() });
        for i in 0..walls {
            let wall = Segment::try_new(vec2(-1000.0, -1000.0 + i as f32), vec2(1000.0, 1000.0 + i as f32)).unwrap();
            w.add_body(BodyDef { kind: BodyKind::Static, ..at(0.0, 0.0) }, of(wall.into()));
        }
        for i in 0..count {
            let start = vec2(500.0 + (i % 50) as f32 * 3.0, -500.0 - (i / 50) as f32 * 3.0);
            w.add_body(BodyDef { linear_velocity: vec2(300.0, 200.0), ..at(start.x, start.y) }, of(circle(0.5)));
        }
        w.step();
        w
    };
    let (many, few) = (among(100, 2_000), among(100, 20));
    assert!(many.events().unchecked > 500, "{} of 2,000 were left alone", many.events().unchecked);
    assert!(few.events().unchecked == 0 && few.step_work() > 20 * 100 * 200, "{:?}, {}", few.events().unchecked, few.step_work());
    assert!(many.step_work() < 2 * MAX_CONTINUOUS_WORK, "{} instead of {}", many.step_work(), 2_000 * 100 * 200);
    assert_eq!(many.fingerprint(), among(100, 2_000).fingerprint());
}

/// Solved one contact at a time, each turn changed the order of all contacts of two bodies: the work grew with the cube
/// of a crowd, and a thousand circles in one place took minutes a step. The test ends in seconds; with the fault it
/// takes minutes.
#[test]
fn a_crowd_solved_one_contact_at_a_time_steps_on() {
    let settings = WorldSettings { gravity: Vec2::ZERO, solver: Solver::OneContact, ..WorldSettings::default() };
    let mut w = World::new(settings);
    for i in 0..700 {
        w.add_body(at(0.001 * i as f32, 0.0), of(circle(0.5)));
    }
    steps(&mut w, 2);
    validated(&w);
    let spread = w.bodies().map(|(_, body)| body.center.length()).fold(0.0, f32::max);
    assert!(spread > 0.71 && spread < 1_000.0, "{spread}");
}

/// Boxes above each other cost a sweep along x as much as comparing all with all, and boxes that no filter lets meet
/// are met by every search; no contact tells of either. 20,000 of them took half a second of each step and counted as
/// nothing, so a lesson far into such a run held `check` for a minute.
#[test]
fn boxes_that_are_compared_in_vain_count_as_work() {
    let work = |method: BroadPhase, spread: Vec2| {
        let settings = WorldSettings { gravity: Vec2::ZERO, broad_phase: method, ..WorldSettings::default() };
        let mut w = World::new(settings);
        for n in 0..600 {
            let mut body = at(n as f32 * spread.x, n as f32 * spread.y);
            body.linear_velocity = Vec2::new(0.0, 30.0);
            let mut def = of(circle(0.1));
            def[0].filter = CollisionFilter { layers: 1, collides_with: 2 };
            w.add_body(body, def);
        }
        // Somebody whom they might meet, far away: else nobody would be looked for.
        let mut far = of(circle(0.1));
        far[0].filter = CollisionFilter { layers: 2, collides_with: 1 };
        w.add_body(at(-500.0, 0.0), far);
        w.step();
        w.step();
        w.step_work()
    };
    let (tower, apart, together) = (Vec2::new(0.0, 3.0), Vec2::new(3.0, 0.0), Vec2::ZERO);
    let pairs = 600 * 599 / 2;
    assert!(work(BroadPhase::SweepAndPrune, tower) > pairs);
    assert!(work(BroadPhase::BruteForce, apart) > pairs / 4);
    for (method, at_once) in [(BroadPhase::Tree, 1), (BroadPhase::Grid, 8)] {
        assert!(work(method, together) > pairs / at_once, "{method:?}: {}", work(method, together));
    }
    for method in [BroadPhase::SweepAndPrune, BroadPhase::Tree, BroadPhase::Grid] {
        assert!(work(method, apart) < 20_000, "{method:?}: {}", work(method, apart));
    }
}
