//! The broad phase: the same pairs from every method, and the tree's own promises.

mod dynamics_fixture;

use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::broad::tree::{Tree, TreeStep};
use collidoscope::engine::broad::{Broad, BroadPhase};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn random_box(rng: &mut Pcg32) -> Aabb {
    let corner = vec2(rng.random_range(-20.0..20.0), rng.random_range(-20.0..20.0));
    // Most are small, a few are walls.
    let size = if rng.random_bool(0.05) { 15.0 } else { 2.0 };
    Aabb::from_corners(corner, corner + vec2(rng.random_range(0.0..size), rng.random_range(0.0..size)))
}

fn owner(k: usize) -> ColliderId {
    ColliderId { body: BodyId(k as u32), index: 0 }
}

/// All overlapping pairs, found anew by hand.
fn expected_pairs(boxes: &[Option<Aabb>]) -> Vec<(ColliderId, ColliderId)> {
    let mut pairs = Vec::new();
    for a in 0..boxes.len() {
        for b in a + 1..boxes.len() {
            if let (Some(x), Some(y)) = (boxes[a], boxes[b])
                && x.min.x <= y.max.x
                && y.min.x <= x.max.x
                && x.min.y <= y.max.y
                && y.min.y <= x.max.y
            {
                pairs.push((owner(a), owner(b)));
            }
        }
    }
    pairs
}

#[test]
fn both_methods_report_the_same_pairs_while_boxes_come_move_and_go() {
    let mut rng = Pcg32::seed_from_u64(1);
    for method in [BroadPhase::Tree, BroadPhase::BruteForce] {
        let mut broad = Broad::default();
        broad.set_method(method);
        let mut boxes: Vec<Option<Aabb>> = Vec::new();
        let mut proxies: Vec<u32> = Vec::new();
        let mut known: Vec<(ColliderId, ColliderId)> = Vec::new();
        let mut most = 0;
        for _round in 0..60 {
            for _ in 0..rng.random_range(0..12) {
                let place = random_box(&mut rng);
                proxies.push(broad.insert(owner(boxes.len()), place));
                boxes.push(Some(place));
            }
            for k in 0..boxes.len() {
                if boxes[k].is_some() && rng.random_bool(0.1) {
                    boxes[k] = Some(random_box(&mut rng));
                    broad.renew(proxies[k], boxes[k].unwrap());
                } else if boxes[k].is_some() && rng.random_bool(0.02) {
                    boxes[k] = None;
                    broad.remove(proxies[k]);
                }
            }
            broad.validate().unwrap();
            let expected = expected_pairs(&boxes);
            let mut new_pairs = Vec::new();
            broad.new_pairs(&mut new_pairs, |_, _| true);
            assert!(new_pairs.is_sorted());
            // Old pairs that still overlap and the new ones make all of them.
            known.extend(new_pairs.iter().copied());
            known.sort_unstable();
            known.dedup();
            known.retain(|pair| expected.contains(pair));
            assert_eq!(known, expected);
            assert!(new_pairs.iter().all(|pair| expected.contains(pair)));
            most = most.max(expected.len());
        }
        assert!(most > 60, "only {most} pairs: no test");
    }
}

#[test]
fn queries_find_exactly_what_overlaps() {
    let mut rng = Pcg32::seed_from_u64(2);
    let boxes: Vec<Aabb> = (0..400).map(|_| random_box(&mut rng)).collect();
    let mut tree = Tree::default();
    for (k, &place) in boxes.iter().enumerate() {
        tree.insert(place, k as u32, &mut NoProbe);
    }
    let (mut hits, mut empty) = (0, 0);
    for _ in 0..500 {
        let region = random_box(&mut rng);
        let mut found = Vec::new();
        let mut seen: Vec<TreeStep> = Vec::new();
        tree.query(region, &mut seen, |k| found.push(k as usize));
        found.sort_unstable();
        let expected: Vec<usize> = (0..boxes.len()).filter(|&k| boxes[k].overlaps(region)).collect();
        assert_eq!(found, expected);
        let leaves = seen.iter().filter(|s| matches!(s, TreeStep::Visit { leaf: true, overlaps: true, .. })).count();
        assert_eq!(leaves, expected.len());
        hits += expected.len();
        empty += usize::from(expected.is_empty());
    }
    assert!(hits > 500 && empty > 20, "{hits} {empty}");
}

#[test]
fn the_tree_stays_shallow_even_for_sorted_insertion() {
    let mut tree = Tree::default();
    let mut seen: Vec<TreeStep> = Vec::new();
    for k in 0..1024 {
        let corner = vec2(k as f32, 0.0);
        tree.insert(Aabb::from_corners(corner, corner + Vec2::splat(0.9)), k, &mut seen);
    }
    assert_eq!(tree.validate(), Ok(1024));
    // A perfect tree is 10 deep, a list 1023.
    assert!(tree.height() < 40, "{}", tree.height());
    assert!(seen.iter().any(|s| matches!(s, TreeStep::Rotate { .. })));
    let mut visited: Vec<TreeStep> = Vec::new();
    tree.query(Aabb::from_corners(vec2(500.0, 0.0), vec2(500.5, 0.5)), &mut visited, |_| {});
    assert!(visited.len() < 80, "{} nodes for one leaf of 1024", visited.len());
}

#[test]
fn an_emptied_tree_can_be_used_again() {
    let mut tree = Tree::default();
    for _ in 0..3 {
        let leaves: Vec<u32> =
            (0..50).map(|k| tree.insert(Aabb::from_corners(Vec2::ZERO, Vec2::splat(k as f32)), k, &mut NoProbe)).collect();
        for leaf in leaves {
            tree.remove(leaf);
        }
        assert_eq!(tree.validate(), Ok(0));
        assert!(tree.boxes().is_empty());
    }
}

#[test]
fn worlds_report_the_same_contacts_and_answers_with_either_method() {
    let build = |broad_phase| {
        let mut w = World::new(WorldSettings { broad_phase, ..WorldSettings::default() });
        ground(&mut w);
        for k in 0..60 {
            let def =
                BodyDef { angle: k as f32, linear_velocity: vec2((k % 5) as f32 - 2.0, 0.0), ..at((k % 10) as f32, 1.0 + (k / 10) as f32) };
            w.add_body(def, of(if k % 2 == 0 { circle(0.4) } else { rectangle(0.9, 0.5) }));
        }
        w
    };
    let (mut tree, mut brute) = (build(BroadPhase::Tree), build(BroadPhase::BruteForce));
    for _ in 0..120 {
        tree.step();
        brute.step();
        let pairs = |w: &World| w.contacts().iter().map(|c| (c.collider_a, c.collider_b)).collect::<Vec<_>>();
        assert_eq!(pairs(&tree), pairs(&brute));
        let region = Aabb::from_corners(vec2(1.0, 0.2), vec2(4.0, 1.5));
        assert_eq!(tree.colliders_in(region), brute.colliders_in(region));
        assert_eq!(tree.colliders_at(vec2(3.0, 0.4)), brute.colliders_at(vec2(3.0, 0.4)));
        let ray = (vec2(-5.0, 0.7), vec2(15.0, 0.6));
        assert_eq!(tree.ray_cast(ray.0, ray.1), brute.ray_cast(ray.0, ray.1));
    }
    assert!(!tree.contacts().is_empty() && !tree.tree_boxes().is_empty() && brute.tree_boxes().is_empty());
    tree.validate().unwrap();
    brute.validate().unwrap();
}

#[test]
fn point_queries_give_the_topmost_first() {
    let mut w = weightless();
    let below = w.add_body(at(0.0, 0.0), of(rectangle(2.0, 2.0)));
    let above = w.add_body(fixed(0.5, 0.0), of(circle(0.5)));
    let found: Vec<BodyId> = w.colliders_at(vec2(0.5, 0.0)).into_iter().map(|c| c.body).collect();
    assert_eq!(found, vec![above, below]);
    // Inside the box of the circle, outside the circle.
    let found: Vec<BodyId> = w.colliders_at(vec2(0.95, 0.45)).into_iter().map(|c| c.body).collect();
    assert_eq!(found, vec![below]);
    assert!(w.colliders_at(vec2(5.0, 5.0)).is_empty());
    assert_eq!(w.colliders_in(Aabb::from_corners(vec2(0.9, 0.9), vec2(3.0, 3.0))).len(), 1);
}

#[test]
fn rays_hit_shapes_where_they_are() {
    let mut w = weightless();
    let ball = w.add_body(at(5.0, 0.0), of(circle(1.0)));
    let crate_ = w.add_body(at(10.0, 0.0), of(rectangle(2.0, 4.0)));
    let pill = w.add_body(BodyDef { angle: 0.5 * std::f32::consts::PI, ..at(15.0, 0.0) }, of(capsule(1.0, 0.5)));
    let line = w.add_body(fixed(20.0, 0.0), of(segment(vec2(0.0, -3.0), vec2(0.0, 3.0))));
    let hits = w.ray_cast_all(vec2(0.0, 0.5), vec2(30.0, 0.5));
    let bodies: Vec<BodyId> = hits.iter().map(|h| h.collider.body).collect();
    assert_eq!(bodies, vec![ball, crate_, pill, line]);
    let expected = [5.0 - 0.75_f32.sqrt(), 9.0, 14.5, 20.0];
    for (hit, x) in hits.iter().zip(expected) {
        // Rounding of numbers near 20.
        assert!((hit.point - vec2(x, 0.5)).length() < 1e-4, "{hit:?} instead of {x}");
        assert!((hit.fraction - x / 30.0).abs() < 1e-5);
        assert!(hit.normal.x < 0.0 && (hit.normal.length() - 1.0).abs() < 1e-5);
    }
    assert_eq!(w.ray_cast(vec2(0.0, 0.5), vec2(30.0, 0.5)), Some(hits[0]));
    assert_eq!(w.ray_cast(vec2(0.0, 0.5), vec2(3.0, 0.5)), None);
    assert_eq!(w.ray_cast(vec2(0.0, 9.0), vec2(30.0, 9.0)), None);
    let inside = w.ray_cast(vec2(10.0, 0.0), vec2(11.5, 0.0)).unwrap();
    assert_eq!((inside.fraction, inside.normal, inside.collider.body), (0.0, Vec2::ZERO, crate_));
}
