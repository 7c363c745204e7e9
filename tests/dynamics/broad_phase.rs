//! The broad phase: the same pairs from every method, and the tree's own promises.

use crate::dynamics_fixture::*;
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::broad::grid::GridStep;
use collidoscope::engine::broad::sweep_and_prune::SweepStep;
use collidoscope::engine::broad::tree::{Tree, TreeStep};
use collidoscope::engine::broad::{Broad, BroadPhase, PairChanges};
use collidoscope::engine::collider::{ColliderId, CollisionFilter};
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::probe::{NoProbe, Probe};
use collidoscope::engine::tuning::MAX_PAIRS;
use collidoscope::engine::world::{World, WorldSettings};
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

/// What a test knows of a box.
#[derive(Clone, Copy)]
struct Known {
    place: Aabb,
    mobile: bool,
    filter: CollisionFilter,
}

fn of_layers(layers: u16, collides_with: u16) -> CollisionFilter {
    CollisionFilter { layers, collides_with }
}

/// All pairs, found anew by hand.
fn expected_pairs(boxes: &[Option<Known>]) -> Vec<(ColliderId, ColliderId)> {
    let mut pairs = Vec::new();
    for a in 0..boxes.len() {
        for b in a + 1..boxes.len() {
            if let (Some(x), Some(y)) = (boxes[a], boxes[b])
                && x.place.min.x <= y.place.max.x
                && y.place.min.x <= x.place.max.x
                && x.place.min.y <= y.place.max.y
                && y.place.min.y <= x.place.max.y
                && (x.mobile || y.mobile)
                && x.filter.layers & y.filter.collides_with != 0
                && y.filter.layers & x.filter.collides_with != 0
            {
                pairs.push((owner(a), owner(b)));
            }
        }
    }
    pairs
}

const METHODS: [BroadPhase; 4] = [BroadPhase::BruteForce, BroadPhase::Tree, BroadPhase::Grid, BroadPhase::SweepAndPrune];

/// The same boxes in a broad phase of each method, which must answer alike.
struct Quartet {
    broads: [Broad; METHODS.len()],
    changes: [PairChanges; METHODS.len()],
}

impl Quartet {
    fn new() -> Quartet {
        let mut broads = METHODS.map(|_| Broad::default());
        for (broad, method) in broads.iter_mut().zip(METHODS) {
            broad.set_method(method);
        }
        Quartet { broads, changes: Default::default() }
    }

    fn insert(&mut self, owner: ColliderId, known: Known) -> u32 {
        let numbers = self.broads.each_mut().map(|b| b.insert(owner, known.place, known.mobile, known.filter));
        assert!(numbers.iter().all(|&n| n == numbers[0]));
        numbers[0]
    }

    fn each(&mut self, mut edit: impl FnMut(&mut Broad)) {
        self.broads.iter_mut().for_each(&mut edit);
    }

    /// Updates all, compares what they tell, and gives it.
    fn update(&mut self) -> &PairChanges {
        for (broad, changes) in self.broads.iter_mut().zip(&mut self.changes) {
            broad.update(changes);
            broad.validate().unwrap();
            for pair in &mut changes.begun {
                assert_eq!(broad.pair_number(pair.proxy_a, pair.proxy_b), Some(pair.number));
            }
            // Which number a pair gets, and in which order they are told, is up to the method.
            changes.begun.iter_mut().chain(&mut changes.ended).for_each(|pair| pair.number = 0);
            changes.begun.sort_unstable();
            changes.ended.sort_unstable();
        }
        let [brute, others @ ..] = &self.changes;
        for (other, method) in others.iter().zip(&METHODS[1..]) {
            assert_eq!((&brute.begun, &brute.ended), (&other.begun, &other.ended), "{method:?}");
        }
        for list in [&brute.begun, &brute.ended] {
            assert!(list.windows(2).all(|w| w[0] != w[1]), "a pair is told once");
        }
        &self.changes[2]
    }

    fn pairs(&self) -> Vec<(ColliderId, ColliderId)> {
        self.broads[2].pairs().iter().map(|p| (p.a, p.b)).collect()
    }

    fn compare_queries(&self, region: Aabb) -> usize {
        let found = self.broads.each_ref().map(|broad| {
            let mut found = Vec::new();
            broad.query(region, &mut NoProbe, |id| found.push(id));
            found.sort_unstable();
            found
        });
        for (other, method) in found.iter().zip(METHODS) {
            assert_eq!(found[0], *other, "{method:?}");
        }
        for broad in &self.broads {
            let mut at_rest = Vec::new();
            broad.query_at_rest(region, |id| at_rest.push(id));
            at_rest.sort_unstable();
            // All that cannot move are among them, and nothing else than what is there.
            for proxy in (0..2_000).filter_map(|number| broad.proxy(number)).filter(|p| !p.mobile) {
                assert_eq!(at_rest.binary_search(&proxy.owner).is_ok(), proxy.fat_aabb.overlaps(region));
            }
            assert!(at_rest.iter().all(|id| found[0].binary_search(id).is_ok()));
        }
        found[0].len()
    }
}

fn random_known(rng: &mut Pcg32) -> Known {
    let filter = match rng.random_range(0..6) {
        0 => of_layers(2, 0xffff),
        1 => of_layers(2, !2),
        2 => of_layers(0, 0xffff),
        _ => CollisionFilter::default(),
    };
    Known { place: random_box(rng), mobile: rng.random_bool(0.7), filter }
}

#[test]
fn every_method_tells_the_same_while_boxes_come_move_change_and_go() {
    let mut rng = Pcg32::seed_from_u64(1);
    let mut quartet = Quartet::new();
    let mut boxes: Vec<Option<Known>> = Vec::new();
    let mut proxies: Vec<u32> = Vec::new();
    let mut known: Vec<(ColliderId, ColliderId)> = Vec::new();
    let (mut most, mut ends, mut answers) = (0, 0, 0);
    for round in 0..400 {
        // Between bursts of motion it is calm, and boxes go over from the grid to the tree.
        let restless = if round % 130 < 40 { 0.4 } else { 0.01 };
        for _ in 0..if round % 10 == 0 { rng.random_range(0..30) } else { 0 } {
            let new = random_known(&mut rng);
            proxies.push(quartet.insert(owner(boxes.len()), new));
            boxes.push(Some(new));
        }
        for k in 0..boxes.len() {
            let Some(before) = boxes[k] else { continue };
            if rng.random_bool(restless) {
                let step = vec2(rng.random_range(-1.0..1.0), rng.random_range(-1.0..1.0));
                let place = if rng.random_bool(0.2) {
                    random_box(&mut rng)
                } else {
                    Aabb { min: before.place.min + step, max: before.place.max + step }
                };
                boxes[k] = Some(Known { place, ..before });
                let restless_box = rng.random_bool(0.8);
                quartet.each(|broad| broad.renew(proxies[k], place, restless_box));
            } else if rng.random_bool(0.002) {
                boxes[k] = None;
                quartet.each(|broad| broad.remove(proxies[k]));
                known.retain(|&(a, b)| a != owner(k) && b != owner(k));
            } else if rng.random_bool(0.002) {
                let new = Known { place: before.place, ..random_known(&mut rng) };
                boxes[k] = Some(new);
                quartet.each(|broad| broad.set_rules(proxies[k], new.mobile, new.filter));
            }
        }
        answers += quartet.compare_queries(random_box(&mut rng));
        let changes = quartet.update();
        // Each end is that of a known pair; new pairs come in.
        for pair in &changes.ended {
            let place = known.binary_search(&(pair.a, pair.b)).expect("an end without a beginning");
            known.remove(place);
            ends += 1;
        }
        known.extend(changes.begun.iter().map(|p| (p.a, p.b)));
        known.sort_unstable();
        known.dedup();
        assert_eq!(known, expected_pairs(&boxes), "round {round}");
        assert_eq!(known, quartet.pairs());
        answers += quartet.compare_queries(random_box(&mut rng));
        most = most.max(known.len());
        if round == 200 {
            quartet.broads[1].set_method(BroadPhase::SweepAndPrune);
            quartet.broads[2].set_method(BroadPhase::Tree);
            quartet.broads[3].set_method(BroadPhase::Grid);
        }
    }
    assert!(most > 300 && ends > 1000 && answers > 800, "{most} {ends} {answers}: no test");
}

#[test]
fn touched_boxes_have_all_their_pairs_told_again() {
    let mut quartet = Quartet::new();
    let mobile = |x: f32| Known { place: Aabb::from_corners(vec2(x, 0.0), vec2(x + 1.5, 1.0)), mobile: true, filter: of_layers(1, 1) };
    let proxies: Vec<u32> = (0..5).map(|k| quartet.insert(owner(k), mobile(k as f32))).collect();
    assert_eq!(quartet.update().begun.len(), 4);
    assert!(quartet.update().begun.is_empty());
    quartet.each(|broad| broad.touch(proxies[2]));
    quartet.each(|broad| broad.touch(proxies[3]));
    let told: Vec<_> = quartet.update().begun.iter().map(|p| (p.a, p.b)).collect();
    assert_eq!(told, vec![(owner(1), owner(2)), (owner(2), owner(3)), (owner(3), owner(4))]);
    // What is none any more ends.
    quartet.each(|broad| broad.set_rules(proxies[2], true, of_layers(2, 0xffff)));
    let changes = quartet.update();
    assert_eq!((changes.begun.len(), changes.ended.len()), (0, 2));
    // A pair whose boxes are apart can be taken in; it ends at once.
    for _twice in 0..2 {
        quartet.each(|broad| assert!(broad.adopt(proxies[0], proxies[4]).is_some()));
    }
    let ended: Vec<_> = quartet.update().ended.iter().map(|p| (p.a, p.b)).collect();
    assert_eq!(ended, vec![(owner(0), owner(4))]);
}

/// Boxes of hard worlds by name.
fn hard_worlds() -> Vec<(&'static str, Vec<Aabb>)> {
    let mut rng = Pcg32::seed_from_u64(3);
    let mut unit = move || rng.random_range(0.0..1.0_f32);
    let square = |corner: Vec2, size: f32| Aabb { min: corner, max: corner + Vec2::splat(size) };
    let at_one_point = (0..150).map(|_| square(vec2(3.7, -1.2), 0.8)).collect();
    let nested = (0..150).map(|k| square(Vec2::splat(-0.01 * k as f32), 0.02 * k as f32)).collect();
    let far_apart = (0..300).map(|k| {
        let corner = vec2(if k % 2 == 0 { -1e5 } else { 1e5 }, if k % 3 == 0 { -1e5 } else { 1e5 });
        square(corner + 4.0 * vec2(unit(), unit()), 0.1 + 0.3 * unit())
    });
    let far_apart = far_apart.collect();
    let thousandfold = (0..600).map(|_| {
        let size = 0.01 * libm::powf(1000.0, unit());
        square(20.0 * vec2(unit(), unit()), size)
    });
    let thousandfold = thousandfold.collect();
    let road = (0..500).map(|k| square(vec2(0.9 * k as f32, 0.0), 1.0)).collect();
    let tower = (0..500).map(|k| square(vec2(0.0, 0.9 * k as f32), 1.0)).collect();
    // Sides on cell borders of every level.
    let borders = (0..500).map(|k| square(vec2((k % 25) as f32, (k / 25) as f32), [1.0, 0.5, 2.0][k % 3])).collect();
    let points = (0..100).map(|k| square(vec2((k % 10) as f32, 0.0), 0.0)).collect();
    vec![
        ("no box", vec![]),
        ("one box", vec![square(Vec2::ZERO, 1.0)]),
        ("at one point", at_one_point),
        ("nested", nested),
        ("far apart", far_apart),
        ("sizes of 1 to 1000", thousandfold),
        ("road", road),
        ("tower", tower),
        ("borders of cells", borders),
        ("points", points),
    ]
}

#[test]
fn every_method_finds_the_pairs_of_hard_worlds() {
    for (name, boxes) in hard_worlds() {
        let mut quartet = Quartet::new();
        let mut boxes: Vec<Option<Known>> =
            boxes.into_iter().map(|place| Some(Known { place, mobile: true, filter: CollisionFilter::default() })).collect();
        let proxies: Vec<u32> = (0..boxes.len()).map(|k| quartet.insert(owner(k), boxes[k].unwrap())).collect();
        // All are new, then all move, then a few.
        for every in [usize::MAX, 1, 7, 7] {
            for k in (0..boxes.len()).filter(|k| k % every == 0) {
                let known = boxes[k].as_mut().unwrap();
                let way = vec2((k % 3) as f32 - 1.0, (k % 5) as f32 - 2.0) * (0.1 * known.place.size().x);
                known.place = Aabb { min: known.place.min + way, max: known.place.max + way };
                quartet.each(|broad| broad.renew(proxies[k], boxes[k].unwrap().place, true));
            }
            quartet.update();
            assert_eq!(quartet.pairs(), expected_pairs(&boxes), "{name}");
            for known in boxes.iter().flatten().step_by(17) {
                quartet.compare_queries(known.place);
                quartet.compare_queries(known.place.grown(50.0));
            }
        }
        assert!(boxes.len() < 2 || !quartet.pairs().is_empty(), "{name}: no test");
    }
}

/// Counts the boxes that a method compared.
#[derive(Default)]
struct Compared(u64);

impl Probe<TreeStep> for Compared {
    fn record(&mut self, step: impl FnOnce() -> TreeStep) {
        self.0 += u64::from(matches!(step(), TreeStep::Visit { .. }));
    }
}

impl Probe<GridStep> for Compared {
    fn record(&mut self, step: impl FnOnce() -> GridStep) {
        self.0 += u64::from(matches!(step(), GridStep::Candidate { .. }));
    }
}

impl Probe<SweepStep> for Compared {
    fn record(&mut self, step: impl FnOnce() -> SweepStep) {
        self.0 += u64::from(matches!(step(), SweepStep::Compare { .. } | SweepStep::Candidate { .. }));
    }
}

/// Boxes compared per box of a crowd that moves as a whole, in a form of the given width.
fn comparisons_per_box(method: BroadPhase, count: usize, columns: usize) -> f64 {
    let mut broad = Broad::default();
    broad.set_method(method);
    let place = |k: usize, shift: f32| {
        let corner = vec2((k % columns) as f32 + shift, (k / columns) as f32 + 0.3 * (k % 7) as f32 / 7.0);
        Aabb { min: corner, max: corner + vec2(0.7 + 0.4 * (k % 3) as f32, 1.1) }
    };
    let proxies: Vec<u32> = (0..count).map(|k| broad.insert(owner(k), place(k, 0.0), true, CollisionFilter::default())).collect();
    let mut changes = PairChanges::default();
    broad.update(&mut changes);
    for (k, &proxy) in proxies.iter().enumerate() {
        broad.renew(proxy, place(k, 0.37), true);
    }
    let mut compared = Compared::default();
    broad.update_probed(&mut changes, &mut compared);
    compared.0 as f64 / count as f64
}

#[test]
fn the_work_per_box_does_not_grow_with_a_moving_crowd() {
    for (name, columns_of) in [("square", 0), ("road", usize::MAX), ("tower", 1)] {
        let columns = |count: usize| match columns_of {
            0 => (count as f64).sqrt() as usize,
            given => given.min(count),
        };
        let [few, many] = [900, 14400].map(|count| comparisons_per_box(BroadPhase::Grid, count, columns(count)));
        println!("grid, {name}: {few:.1} boxes compared per box of 900, {many:.1} of 14,400");
        assert!(many < 1.2 * few + 1.0 && many < 20.0, "{name}: {few} {many}");
        let tree = comparisons_per_box(BroadPhase::Tree, 14400, columns(14400));
        println!("tree, {name}: {tree:.1} of 14,400");
        assert!(tree < 150.0, "{name}: {tree}");
    }
    assert!(comparisons_per_box(BroadPhase::BruteForce, 900, 30) == 0.0, "brute force has no steps to tell");
}

/// Two thousand capsules of ten kilometres among twenty thousand bodies: what was found beyond the bound on pairs was
/// sorted out again, two million at a time, for each further pair, and the first step never ended.
#[test]
fn a_search_ends_when_there_are_more_pairs_than_may_be() {
    let count = 6_000;
    let place = Aabb { min: Vec2::ZERO, max: Vec2::ONE };
    for method in METHODS {
        let mut broad = Broad::default();
        broad.set_method(method);
        for k in 0..count {
            broad.insert(owner(k), place, true, CollisionFilter::default());
        }
        for _ in 0..2 {
            let mut compared = Compared::default();
            assert!(!broad.update_probed(&mut PairChanges::default(), &mut compared), "18 million pairs");
            // Each is found from both sides, and twice as many are taken in before those that are none are sorted out;
            // the tree also visits the boxes around the leaves. All pairs would be 18 million comparisons, or 72.
            let most = 8 * MAX_PAIRS as u64 + 4 * count as u64;
            assert!(compared.0 <= most, "{method:?}: {} comparisons", compared.0);
        }
        assert_eq!(broad.pair_count(), MAX_PAIRS);
    }
}

/// Boxes that cannot be pushed asked for all others around, to be told that none of them can be pushed either.
#[test]
fn boxes_that_cannot_be_pushed_do_not_look_for_each_other() {
    let count = 20_000;
    let place = Aabb { min: Vec2::ZERO, max: Vec2::ONE };
    for method in [BroadPhase::Tree, BroadPhase::Grid] {
        let mut broad = Broad::default();
        broad.set_method(method);
        for k in 0..count {
            broad.insert(owner(k), place, k == 0, CollisionFilter::default());
        }
        let (mut changes, mut compared) = (PairChanges::default(), Compared::default());
        assert!(broad.update_probed(&mut changes, &mut compared));
        assert_eq!(changes.begun.len(), count - 1);
        assert!(compared.0 <= 3 * count as u64, "{method:?}: {} comparisons", compared.0);
        // One that comes to be among them meets a resting one, and it alone.
        broad.insert(owner(count), place, false, CollisionFilter::default());
        assert!(broad.update(&mut changes));
        assert_eq!(changes.begun.len(), 1, "{method:?}");
    }
}

#[test]
fn a_few_movers_cost_no_more_however_many_rest() {
    let work = |resting: usize| {
        let mut broad = Broad::default();
        broad.set_method(BroadPhase::Grid);
        let columns = (resting as f64).sqrt() as usize;
        for k in 0..resting {
            let corner = vec2((k % columns) as f32, (k / columns) as f32 - 1000.0);
            // Half of them could move, and come to rest.
            broad.insert(owner(k), Aabb { min: corner, max: corner + Vec2::splat(1.05) }, k % 2 == 0, CollisionFilter::default());
        }
        let place = |k: usize, time: usize| {
            let corner = vec2(1.5 * k as f32 + 0.01 * time as f32, -990.0);
            Aabb { min: corner, max: corner + Vec2::ONE }
        };
        let movers: Vec<u32> = (0..10)
            .map(|k| {
                let id = owner(resting + k);
                broad.insert(id, place(k, 0), true, CollisionFilter::default())
            })
            .collect();
        let mut changes = PairChanges::default();
        let mut last = 0;
        for time in 1..300 {
            for (k, &proxy) in movers.iter().enumerate() {
                broad.renew(proxy, place(k, time), true);
            }
            let mut compared = Compared::default();
            broad.update_probed(&mut changes, &mut compared);
            last = compared.0;
        }
        assert!(broad.grid().len() <= 20, "{} boxes are still in the grid", broad.grid().len());
        broad.validate().unwrap();
        last
    };
    let (few, many) = (work(400), work(6400));
    println!("10 movers: {few} boxes compared among 400, {many} among 6,400");
    assert!(many < 2 * few, "{few} {many}");
}

#[test]
fn a_box_that_is_not_finite_is_refused() {
    for method in METHODS {
        let mut broad = Broad::default();
        broad.set_method(method);
        let place = Aabb::from_corners(Vec2::ZERO, Vec2::ONE);
        let number = broad.insert(owner(0), place, true, CollisionFilter::default());
        broad.insert(owner(1), place, true, CollisionFilter::default());
        broad.renew(number, Aabb { min: vec2(f32::NAN, 0.0), max: Vec2::ONE }, true);
        broad.renew(number, Aabb { min: Vec2::ZERO, max: Vec2::INFINITY }, true);
        broad.validate().unwrap();
        assert_eq!(broad.proxy(number).unwrap().fat_aabb, place);
        let mut changes = PairChanges::default();
        broad.update(&mut changes);
        assert_eq!(changes.begun.len(), 1);
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
fn worlds_report_the_same_contacts_and_answers_with_every_method() {
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
    let mut worlds = METHODS.map(build);
    for step in 0..240 {
        worlds.iter_mut().for_each(World::step);
        if step % 60 == 59 {
            for w in &mut worlds {
                let id = w.bodies().nth(7).unwrap().0;
                w.set_pose(id, vec2(4.0, 9.0), 0.3);
                let last = w.bodies().last().unwrap().0;
                w.remove_body(last);
            }
        }
        let pairs = |w: &World| w.contacts().iter().map(|c| (c.collider_a, c.collider_b)).collect::<Vec<_>>();
        let region = Aabb::from_corners(vec2(1.0, 0.2), vec2(4.0, 1.5));
        let answers = worlds.each_ref().map(|w| {
            w.validate().unwrap();
            let ray = w.ray_cast(WorldPoint::new(-5.0, 0.7), WorldPoint::new(15.0, 0.6));
            (pairs(w), w.colliders_in(region), w.colliders_at(WorldPoint::new(3.0, 0.4)), ray)
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]));
    }
    let [brute, tree, grid, sweep] = &worlds;
    assert!(!brute.contacts().is_empty());
    assert!(brute.tree_boxes().is_empty() && brute.grid_cells().is_empty());
    assert!(!tree.tree_boxes().is_empty() && tree.grid_cells().is_empty());
    assert!(!grid.tree_boxes().is_empty() && !grid.grid_cells().is_empty());
    assert!(sweep.tree_boxes().is_empty() && sweep.grid_cells().is_empty());
}

#[test]
fn point_queries_give_the_topmost_first() {
    let mut w = weightless();
    let below = w.add_body(at(0.0, 0.0), of(rectangle(2.0, 2.0)));
    let above = w.add_body(fixed(0.5, 0.0), of(circle(0.5)));
    let found: Vec<BodyId> = w.colliders_at(WorldPoint::new(0.5, 0.0)).into_iter().map(|c| c.body).collect();
    assert_eq!(found, vec![above, below]);
    // Inside the box of the circle, outside the circle.
    let found: Vec<BodyId> = w.colliders_at(WorldPoint::new(0.95, 0.45)).into_iter().map(|c| c.body).collect();
    assert_eq!(found, vec![below]);
    assert!(w.colliders_at(WorldPoint::new(5.0, 5.0)).is_empty());
    assert_eq!(w.colliders_in(Aabb::from_corners(vec2(0.9, 0.9), vec2(3.0, 3.0))).len(), 1);
}

#[test]
fn rays_hit_shapes_where_they_are() {
    let mut w = weightless();
    let ball = w.add_body(at(5.0, 0.0), of(circle(1.0)));
    let crate_ = w.add_body(at(10.0, 0.0), of(rectangle(2.0, 4.0)));
    let pill = w.add_body(BodyDef { angle: 0.5 * std::f32::consts::PI, ..at(15.0, 0.0) }, of(capsule(1.0, 0.5)));
    let line = w.add_body(fixed(20.0, 0.0), of(segment(vec2(0.0, -3.0), vec2(0.0, 3.0))));
    let hits = w.ray_cast_all(WorldPoint::new(0.0, 0.5), WorldPoint::new(30.0, 0.5));
    let bodies: Vec<BodyId> = hits.iter().map(|h| h.collider.body).collect();
    assert_eq!(bodies, vec![ball, crate_, pill, line]);
    let expected = [5.0 - 0.75_f32.sqrt(), 9.0, 14.5, 20.0];
    for (hit, x) in hits.iter().zip(expected) {
        // Rounding of numbers near 20.
        assert!((hit.point - WorldPoint::new(x, 0.5)).length() < 1e-4, "{hit:?} instead of {x}");
        assert!((hit.fraction - x / 30.0).abs() < 1e-5);
        let normal = hit.normal.expect("the ray comes from outside").vec();
        assert!(normal.x < 0.0 && (normal.length() - 1.0).abs() < 1e-5);
    }
    assert_eq!(w.ray_cast(WorldPoint::new(0.0, 0.5), WorldPoint::new(30.0, 0.5)), Some(hits[0]));
    assert_eq!(w.ray_cast(WorldPoint::new(0.0, 0.5), WorldPoint::new(3.0, 0.5)), None);
    assert_eq!(w.ray_cast(WorldPoint::new(0.0, 9.0), WorldPoint::new(30.0, 9.0)), None);
    let inside = w.ray_cast(WorldPoint::new(10.0, 0.0), WorldPoint::new(11.5, 0.0)).unwrap();
    assert_eq!((inside.fraction, inside.normal, inside.collider.body), (0.0, None, crate_));
}
