//! Every choice and every look of the broad phase, judged by a walker of its own and by comparing all with all.

mod oracles;

use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::BodyId;
use collidoscope::engine::broad::tree::Tree;
use collidoscope::engine::broad::{Broad, BroadPhase, Pair, PairChanges};
use collidoscope::engine::collider::{ColliderId, CollisionFilter};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::probe::NoProbe;
use oracles::broad_phase::{Watcher, insert_and_judge, judge_grid, judge_sweep, judge_sweep_query, overlap, query_and_judge};
use oracles::coverage::Coverage;
use oracles::narrow_cases::{cases, point, uniform};
use rand::Rng;
use rand_pcg::Pcg32;
use std::collections::{BTreeMap, BTreeSet};

/// Mostly small ones, some large; one in eight on whole numbers, where borders coincide.
fn random_box(random: &mut Pcg32) -> Aabb {
    if random.random_range(0..8) == 0 {
        let corner = Vec2::new(random.random_range(-8..8) as f32, random.random_range(-8..8) as f32);
        return Aabb { min: corner, max: corner + Vec2::new(random.random_range(0..3) as f32, random.random_range(1..3) as f32) };
    }
    let size = if random.random_range(0..10) == 0 { 6.0 } else { 0.8 };
    let min = point(random, 8.0);
    Aabb { min, max: min + Vec2::new(uniform(random, 0.05, size), uniform(random, 0.05, size)) }
}

#[test]
fn every_leaf_goes_where_it_costs_least_and_every_query_visits_just_what_it_must() {
    let mut met = Coverage::default();
    let mut random = cases(31);
    for _ in 0..60 {
        let mut tree = Tree::default();
        let mut leaves: Vec<u32> = Vec::new();
        for proxy in 0..random.random_range(10..60) {
            met.next_input();
            leaves.push(insert_and_judge(&mut tree, random_box(&mut random), proxy, &mut met));
            if random.random_range(0..5) == 0 {
                let gone = leaves.swap_remove(random.random_range(0..leaves.len()));
                tree.remove(gone);
            }
            query_and_judge(&tree, random_box(&mut random), &mut met);
        }
    }
    met.demand(&["Here", "Left", "Right", "\"Rotate\"", "\"inner hit\"", "\"inner pruned\"", "\"leaf hit\"", "\"leaf pruned\""], &[], &[]);
}

/// One collider of one body a box.
fn id(number: u32) -> ColliderId {
    ColliderId { body: BodyId(number / 2), index: number % 2 }
}

/// What the pairs are, by comparing all with all.
fn all_pairs(boxes: &BTreeMap<u32, (u32, Aabb, bool)>) -> BTreeSet<(ColliderId, ColliderId)> {
    let mut pairs = BTreeSet::new();
    for (a, (owner_a, box_a, mobile_a)) in boxes {
        for (_, (owner_b, box_b, mobile_b)) in boxes.range(a + 1..) {
            let (x, y) = (id(*owner_a), id(*owner_b));
            if x.body != y.body && (*mobile_a || *mobile_b) && overlap(*box_a, *box_b) {
                pairs.insert(if x < y { (x, y) } else { (y, x) });
            }
        }
    }
    pairs
}

#[test]
fn the_pairs_are_those_of_comparing_all_with_all_and_watching_changes_nothing() {
    let mut met = Coverage::default();
    for method in [BroadPhase::BruteForce, BroadPhase::Tree, BroadPhase::Grid, BroadPhase::SweepAndPrune] {
        let mut random = cases(32);
        let (mut broad, mut unwatched) = (Broad::default(), Broad::default());
        broad.set_method(method);
        unwatched.set_method(method);
        let mut boxes: BTreeMap<u32, (u32, Aabb, bool)> = BTreeMap::new();
        let mut before = BTreeSet::new();
        let mut owner = 0;
        for round in 0..300 {
            met.next_input();
            for _ in 0..random.random_range(0..6) {
                let (aabb, mobile) = (random_box(&mut random), random.random_range(0..4) > 0);
                let proxy = broad.insert(id(owner), aabb, mobile, CollisionFilter::default());
                assert_eq!(proxy, unwatched.insert(id(owner), aabb, mobile, CollisionFilter::default()));
                boxes.insert(proxy, (owner, aabb, mobile));
                owner += 1;
            }
            let share = if round % 3 == 0 { 0.7 } else { 0.1 };
            for (&proxy, (_, aabb, mobile)) in &mut boxes {
                if *mobile && uniform(&mut random, 0.0, 1.0) < share {
                    let by = point(&mut random, 1.0);
                    *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
                    broad.renew(proxy, *aabb, true);
                    unwatched.renew(proxy, *aabb, true);
                }
            }
            if boxes.len() > 80 {
                let gone: Vec<u32> = boxes.keys().copied().filter(|_| random.random_range(0..4) == 0).collect();
                for proxy in gone {
                    let (owner, ..) = boxes.remove(&proxy).unwrap();
                    broad.remove(proxy);
                    unwatched.remove(proxy);
                    before.retain(|(a, b)| *a != id(owner) && *b != id(owner));
                }
            }
            let listed = broad.sweep().endpoints().iter().filter(|end| boxes.contains_key(&end.proxy));
            let order: Vec<(u32, bool)> = listed.map(|end| (end.proxy, end.is_end)).collect();
            let (mut changes, mut others, mut watcher) = (PairChanges::default(), PairChanges::default(), Watcher::default());
            broad.update_probed(&mut changes, &mut watcher);
            unwatched.update_probed(&mut others, &mut NoProbe);
            assert_eq!((&changes.begun, &changes.ended), (&others.begun, &others.ended), "watching changes nothing");

            let now = all_pairs(&boxes);
            let names = |pairs: &[Pair]| pairs.iter().map(|pair| (pair.a, pair.b)).collect::<BTreeSet<_>>();
            assert_eq!(names(&broad.pairs()), now, "{method:?} round {round}");
            assert_eq!(names(&changes.begun), now.difference(&before).copied().collect(), "begun, {method:?} round {round}");
            assert_eq!(names(&changes.ended), before.difference(&now).copied().collect(), "ended, {method:?} round {round}");
            before = now;

            let known: BTreeMap<u32, Aabb> = boxes.iter().map(|(&proxy, (_, aabb, _))| (proxy, *aabb)).collect();
            let mut looks = judge_grid(&watcher.grid, None, &known, &mut met);
            looks += watcher.tree.len();
            if !watcher.sweep.is_empty() {
                judge_sweep(&watcher.sweep, &order, &known, &mut met);
            }
            // Four looks at each box at every turn would be comparing all with all several times over.
            assert!(looks <= 4 * boxes.len() * boxes.len() + 64, "{looks} looks for {} boxes", boxes.len());
            judge_queries(&broad, &boxes, &known, &mut random, &mut met);
        }
    }
    met.demand(
        &[
            "\"Cells\"",
            "\"candidate hit\"",
            "\"candidate missed\"",
            "\"Swap\"",
            "\"Sorted\"",
            "\"New\"",
            "\"Begin\"",
            "\"End\"",
            "\"sweep hit\"",
            "\"sweep missed\"",
            "\"stretch hit\"",
            "\"stretch missed\"",
        ],
        &[("\"nothing to sort\"", 5, "most rounds move some box past another")],
        &[],
    );
}

/// Any region names just the boxes that overlap it, whichever method looks.
fn judge_queries(
    broad: &Broad,
    boxes: &BTreeMap<u32, (u32, Aabb, bool)>,
    known: &BTreeMap<u32, Aabb>,
    random: &mut Pcg32,
    met: &mut Coverage,
) {
    for _ in 0..3 {
        let region = random_box(random);
        let (mut watcher, mut found) = (Watcher::default(), BTreeSet::new());
        broad.query(region, &mut watcher, |owner| assert!(found.insert(owner), "{owner:?} was named twice"));
        let expected: BTreeSet<ColliderId> =
            boxes.values().filter(|(_, aabb, _)| overlap(*aabb, region)).map(|(owner, ..)| id(*owner)).collect();
        assert_eq!(found, expected, "{region:?}");
        judge_grid(&watcher.grid, Some(region), known, met);
        judge_sweep_query(&watcher.sweep, region, known, met);
    }
}
