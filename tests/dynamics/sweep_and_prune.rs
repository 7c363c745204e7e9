//! Sweep and prune: the pairs that comparing all boxes finds, and what its order saves.

use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::BodyId;
use collidoscope::engine::broad::sweep_and_prune::SweepStep;
use collidoscope::engine::broad::{Broad, BroadPhase, PairChanges};
use collidoscope::engine::collider::{ColliderId, CollisionFilter};
use collidoscope::engine::math::Vec2;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn owner(k: usize) -> ColliderId {
    ColliderId { body: BodyId(k as u32), index: 0 }
}

/// All pairs, found anew by comparing each box with each.
fn expected_pairs(boxes: &[Option<Aabb>]) -> Vec<(ColliderId, ColliderId)> {
    let overlap = |a: usize, b: usize| boxes[a].zip(boxes[b]).is_some_and(|(a, b)| a.overlaps(b));
    let of = |a: usize| (a + 1..boxes.len()).filter(move |&b| overlap(a, b)).map(move |b| (owner(a), owner(b)));
    (0..boxes.len()).flat_map(of).collect()
}

/// Boxes of a scene of its own: few or many, spread along x, along y or over both, on whole numbers in some.
fn random_scene(rng: &mut Pcg32) -> Vec<Aabb> {
    let (count, extent) = (rng.random_range(2..24), [vec2(8.0, 8.0), vec2(30.0, 1.0), vec2(1.0, 30.0)][rng.random_range(0..3)]);
    let whole = rng.random_bool(0.2);
    let of_both = |x: f32, y: f32| if whole { vec2(x.round(), y.round()) } else { vec2(x, y) };
    let mut boxes = Vec::new();
    for _ in 0..count {
        let corner = of_both(rng.random_range(0.0..extent.x), rng.random_range(0.0..extent.y));
        let size = of_both(rng.random_range(0.0..2.0), rng.random_range(0.0..2.0));
        boxes.push(Aabb { min: corner, max: corner + size });
    }
    boxes
}

#[test]
fn in_two_thousand_moving_scenes_the_sweep_finds_the_pairs_that_comparing_all_finds() {
    let mut rng = Pcg32::seed_from_u64(8);
    let (mut with_pairs, mut without, mut ended, mut jumps, mut gone) = (0, 0, 0, 0, 0);
    for scene in 0..2_000 {
        let mut broad = Broad::default();
        broad.set_method(BroadPhase::SweepAndPrune);
        let mut changes = PairChanges::default();
        let mut boxes: Vec<Option<Aabb>> = random_scene(&mut rng).into_iter().map(Some).collect();
        let mut proxies: Vec<u32> =
            boxes.iter().enumerate().map(|(k, place)| broad.insert(owner(k), place.unwrap(), true, CollisionFilter::default())).collect();
        for _step in 0..6 {
            for k in 0..boxes.len() {
                let Some(place) = &mut boxes[k] else { continue };
                match rng.random_range(0..20) {
                    0 => {
                        *place = random_scene(&mut rng)[0];
                        jumps += 1;
                    }
                    1 => {
                        broad.remove(proxies[k]);
                        boxes[k] = None;
                        gone += 1;
                        continue;
                    }
                    2 => broad.keep_at_rest(proxies[k]),
                    3..12 => {
                        let way = vec2(rng.random_range(-0.5..0.5), rng.random_range(-0.5..0.5));
                        *place = Aabb { min: place.min + way, max: place.max + way };
                    }
                    // It stays where it is.
                    _ => continue,
                }
                broad.renew(proxies[k], *place, true);
            }
            if rng.random_bool(0.3) {
                let place = random_scene(&mut rng)[0];
                proxies.push(broad.insert(owner(boxes.len()), place, true, CollisionFilter::default()));
                boxes.push(Some(place));
            }
            broad.update(&mut changes);
            broad.validate().unwrap();
            let found: Vec<_> = broad.pairs().iter().map(|pair| (pair.a, pair.b)).collect();
            assert_eq!(found, expected_pairs(&boxes), "scene {scene}");
            *(if found.is_empty() { &mut without } else { &mut with_pairs }) += 1;
            ended += changes.ended.len();
        }
    }
    assert!(with_pairs > 4_000 && without > 400 && ended > 4_000, "{with_pairs} {without} {ended}");
    assert!(jumps > 4_000 && gone > 4_000, "{jumps} {gone}");
}

#[test]
fn what_hardly_moves_costs_hardly_a_swap_and_what_jumps_passes_every_end_on_its_way() {
    let mut broad = Broad::default();
    broad.set_method(BroadPhase::SweepAndPrune);
    // A row of 100 boxes, 1 m wide and 2 m apart.
    let place = |x: f32| Aabb { min: vec2(x, 0.0), max: vec2(x + 1.0, 1.0) };
    let proxies: Vec<u32> = (0..100).map(|k| broad.insert(owner(k), place(2.0 * k as f32), true, CollisionFilter::default())).collect();
    let mut changes = PairChanges::default();
    let mut swaps = |broad: &mut Broad| {
        let mut steps: Vec<SweepStep> = Vec::new();
        broad.settle_probed(&mut steps);
        broad.update(&mut changes);
        let counted = steps.iter().filter(|step| matches!(step, SweepStep::Swap { .. })).count();
        assert_eq!(counted, broad.sweep().swaps() as usize);
        counted
    };
    assert_eq!(swaps(&mut broad), 0, "all are new");
    (0..100).for_each(|k| broad.renew(proxies[k], place(2.0 * k as f32 + 0.1), true));
    assert_eq!(swaps(&mut broad), 0, "all have moved alike");
    broad.renew(proxies[0], place(2.5), true);
    // Box 1 lies from 2.1 to 3.1: the begin passes one of its ends, the end both.
    assert_eq!(swaps(&mut broad), 3, "box 0 has gone through the left side of box 1 and beyond the right one");
    broad.renew(proxies[0], place(500.0), true);
    // Each of its two ends passes 198 others, but for the three that are passed already.
    assert_eq!(swaps(&mut broad), 2 * 198 - 3, "over all others");
}
