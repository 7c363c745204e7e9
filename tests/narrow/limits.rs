//! GJK, EPA and time of impact always end, soon, and with an answer that an independent judge finds right.
//!
//! Fifty thousand pairs of ten classes, nine of them made to be awkward: the same shape twice in the same place,
//! concentric shapes, parallel faces, surfaces that just touch, sizes from a tenth of a millimetre to ten kilometres,
//! the smallest against the largest, edges of a millimetre, slivers, polygons of sixty-four sides. That the pairs are
//! as awkward as their class says is judged too, so that none is empty.
//!
//! What is found: GJK never takes more than 8 of its 32 turns. EPA takes up to 7 where shapes are ordinary, and one
//! for each face of the difference that is about as near as the nearest; so it runs out of its 64 turns for two
//! polygons of together more than 64 sides about one centre, and for nothing else. Then the way out that it names
//! still separates them and is a few thousandths of their size too long. Time of impact runs out of its 32 turns only
//! where shapes whirl close to each other, and even then never lets them pass.
#![allow(clippy::print_stdout)] // what was measured

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::epa::{EpaOutcome, penetration};
use collidoscope::engine::narrow::gjk::{GjkOutcome, distance};
use collidoscope::engine::narrow::time_of_impact::{Sweep, ToiOutcome, ToiTarget, time_of_impact};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Convex, ConvexPolygon, Shape, hull::convex_hull};
use collidoscope::engine::tuning::{EPA_MAX_ITERATIONS, GJK_MAX_ITERATIONS, MAX_SIZE, MIN_SIZE, SPECULATIVE_MARGIN, TOI_MAX_ITERATIONS};
use rand::Rng;
use rand_pcg::Pcg32;

/// Two shapes, the second seen from the first. Their cores may be scaled beyond what constructors allow.
#[derive(Clone, Debug)]
struct Pair {
    shapes: [Shape; 2],
    cores: [Vec<Vec2>; 2],
    pose: Pose,
}

impl Pair {
    fn new(a: Shape, b: Shape, pose: Pose) -> Pair {
        Pair::scaled([a, b], [1.0, 1.0], pose)
    }

    /// `pose` is that of the scaled cores.
    fn scaled(shapes: [Shape; 2], factors: [f32; 2], pose: Pose) -> Pair {
        let core = |k: usize| shapes[k].convex().points.iter().map(|&p| p * factors[k]).collect();
        Pair { cores: [core(0), core(1)], shapes, pose }
    }

    fn core(&self, k: usize) -> Convex<'_> {
        Convex { points: &self.cores[k], normals: self.shapes[k].convex().normals, radius: 0.0 }
    }

    /// What the judge says; of two polygons the one that takes coincident and nearly coincident corners calmly.
    fn truth(&self) -> Verdict {
        let (a, b) = (placed(self.core(0), Pose::IDENTITY), placed(self.core(1), self.pose));
        if a.len() < 3 || b.len() < 3 { judge(&a, &b) } else { judge_polygons(&a, &b) }
    }

    /// Largest coordinate, against which rounding is judged.
    fn reach(&self) -> f64 {
        let points = self.cores[0].iter().copied().chain(self.cores[1].iter().map(|&p| self.pose.transform_point(p)));
        points.fold(0.0_f64, |reach, p| reach.max(f64::from(p.abs().max_element())))
    }
}

fn ring(count: usize, half: Vec2) -> Shape {
    let points: Vec<Vec2> = (0..count)
        .map(|i| {
            let (sin, cos) = (i as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
            half * Vec2::new(cos as f32, sin as f32)
        })
        .collect();
    ConvexPolygon::try_new(&points, 0.0).unwrap().into()
}

/// A box whose corners are cut by chamfers with edges of about a millimetre.
fn chamfered(random: &mut Pcg32) -> Shape {
    let half = Vec2::new(uniform(random, 0.05, 2.0), uniform(random, 0.05, 2.0));
    let e = uniform(random, 0.75e-3, 2e-3);
    let mut points = Vec::new();
    for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let corner = half * Vec2::new(x, y);
        points.push(corner - Vec2::new(e * x, 0.0));
        points.push(corner - Vec2::new(0.0, e * y));
    }
    ConvexPolygon::try_new(&convex_hull(&points), 0.0).unwrap().into()
}

fn sliver(random: &mut Pcg32) -> Shape {
    BoxShape::try_new(uniform(random, 2.0, 50.0), uniform(random, 1e-3, 3e-3), Vec2::ZERO, uniform(random, -3.2, 3.2), 0.0).unwrap().into()
}

fn angle(random: &mut Pcg32) -> f32 {
    uniform(random, -3.2, 3.2)
}

/// The pair with B moved along the normal that the judge names until the cores just touch.
fn brought_into_touch(mut pair: Pair) -> Pair {
    for _ in 0..4 {
        let truth = pair.truth();
        let way = (-truth.separation * truth.normal.0, -truth.separation * truth.normal.1);
        pair.pose.position += Vec2::new(way.0 as f32, way.1 as f32);
    }
    pair
}

fn pair_of(class: &str, random: &mut Pcg32) -> Pair {
    match class {
        "identical" => {
            let sides = random.random_range(3..=32);
            let shape = if random.random_bool(0.3) { ring(sides, Vec2::splat(0.5)) } else { random_shape(random) };
            Pair::new(shape.clone(), shape, Pose::IDENTITY)
        }
        "concentric" => {
            let size = uniform(random, 0.2, 1.0) * Vec2::new(1.0, uniform(random, 0.5, 1.0));
            let [a, b] = [3, 4].map(|least| ring(random.random_range(least..=24), size));
            let turn = if random.random_bool(0.5) { 0.0 } else { angle(random) };
            Pair::new(a, b, Pose::new(Vec2::ZERO, turn))
        }
        "parallel" => {
            let (w, h) = (uniform(random, 0.2, 3.0), uniform(random, 0.2, 3.0));
            let a = BoxShape::try_new(w, h, Vec2::ZERO, 0.0, 0.0).unwrap().into();
            let b = BoxShape::try_new(h, w, Vec2::ZERO, 0.0, 0.0).unwrap().into();
            let gap = [1e-6, 1e-4, 0.01, 0.5, -1e-6, -1e-4, -0.01, -0.1][random.random_range(0..8)];
            let tilt = [0.0, 0.0, 1e-7, -1e-5][random.random_range(0..4)];
            Pair::new(a, b, Pose::new(Vec2::new(uniform(random, -1.5, 1.5), 0.5 * (h + w) + gap), tilt))
        }
        "touching" => brought_into_touch(Pair::new(random_shape(random), random_shape(random), random_pose(random, 1.2))),
        "scaled" => {
            let factor = [1e-4_f32, 1e-3, 1e-2, 1e2, 1e3, 1e4][random.random_range(0..6)];
            let pose = random_pose(random, 1.2);
            let shapes = [random_shape(random), random_shape(random)];
            Pair::scaled(shapes, [factor, factor], Pose { position: pose.position * factor, ..pose })
        }
        "small against large" => {
            let (large, small) = (uniform(random, 0.1, 1.0) * MAX_SIZE, uniform(random, 1.0, 20.0) * MIN_SIZE);
            let shapes = [random_shape(random), random_shape(random)];
            let corners = shapes[0].convex().points;
            let at = corners[random.random_range(0..corners.len())] * large + point(random, 3.0 * small);
            let pose = Pose::new(at, angle(random));
            Pair::scaled(shapes, [large, small], pose)
        }
        "millimetre edges" => {
            let (a, b) = (chamfered(random), chamfered(random));
            // Corner near corner, where the small edges are.
            let pose = Pose::new(Vec2::ZERO, angle(random));
            let [on_a, on_b] = [&a, &b].map(|shape| shape.convex().points[random.random_range(0..8)]);
            let position = on_a - pose.rotation.rotate(on_b) + point(random, 3e-3);
            Pair::new(a, b, Pose { position, ..pose })
        }
        "slivers" => Pair::new(sliver(random), sliver(random), random_pose(random, 3.0)),
        "many sides" => {
            let half = Vec2::new(uniform(random, 0.3, 1.0), uniform(random, 0.3, 1.0));
            let away = if random.random_bool(0.5) { point(random, 2.0) } else { Vec2::ZERO };
            Pair::new(ring(64, half), ring(random.random_range(33..=64), half), Pose::new(away, angle(random)))
        }
        _ => Pair::new(random_shape(random), random_shape(random), random_pose(random, 1.2)),
    }
}

/// What happened to the pairs of a class.
#[derive(Default, Debug)]
struct Tally {
    apart: usize,
    overlapping: usize,
    /// Nearer to touching than rounding can tell.
    touching: usize,
    most_gjk: usize,
    most_epa: usize,
    gjk_out: usize,
    epa_out: usize,
    /// Largest error of distance or depth, as a share of the reach.
    worst: f64,
    /// The same where EPA ran out of turns.
    worst_out: f64,
}

impl Tally {
    fn of(class: &str, count: usize) -> Tally {
        let mut random = cases(2024);
        let mut tally = Tally::default();
        for case in 0..count {
            let pair = pair_of(class, &mut random);
            tally.add(&pair, &format!("{class} {case}"));
        }
        println!("{class}: {tally:?}");
        tally
    }

    fn add(&mut self, pair: &Pair, about: &str) {
        let (truth, reach) = (pair.truth(), pair.reach());
        self.touching += usize::from(truth.separation.abs() <= 1e-6 * reach);
        *(if truth.separation > 0.0 { &mut self.apart } else { &mut self.overlapping }) += 1;
        let found = distance(pair.core(0), pair.core(1), pair.pose, &mut NoProbe);
        self.most_gjk = self.most_gjk.max(found.iterations);
        self.gjk_out += usize::from(found.outcome == GjkOutcome::OutOfTurns);
        let (mut separation, mut normal, mut worst) = (f64::from(found.distance), found.normal, &mut self.worst);
        if found.outcome == GjkOutcome::Overlap {
            let way_out = penetration(pair.core(0), pair.core(1), pair.pose, &found, &mut NoProbe);
            self.most_epa = self.most_epa.max(way_out.iterations);
            if way_out.outcome == EpaOutcome::OutOfTurns {
                self.epa_out += 1;
                worst = &mut self.worst_out;
            }
            (separation, normal) = (-f64::from(way_out.depth), way_out.normal);
            // Whatever it says: moved that far along its normal, the cores are apart.
            let out = Pair { pose: Pose { position: pair.pose.position + way_out.depth * normal, ..pair.pose }, ..pair.clone() };
            assert!(out.truth().separation >= -1e-6 * reach, "{about}: still inside after {way_out:?}\n{pair:?}");
        }
        assert!(separation.is_finite() && (normal.length() - 1.0).abs() < 1e-5, "{about}: {found:?}\n{pair:?}");
        *worst = worst.max((separation - truth.separation).abs() / reach);
    }
}

#[test]
fn fifty_thousand_awkward_pairs_end_soon_and_right() {
    // Class, pairs; at least so many apart, overlapping, touching; most turns of EPA.
    let classes = [
        ("ordinary", 12_000, [6_000, 2_000, 0], 8),
        ("identical", 5_000, [0, 5_000, 1_000], 64),
        ("concentric", 5_000, [0, 5_000, 0], 48),
        ("parallel", 5_000, [2_000, 2_000, 500], 4),
        ("touching", 5_000, [0, 0, 5_000], 6),
        ("scaled", 6_000, [3_000, 1_000, 0], 8),
        ("small against large", 4_000, [2_000, 500, 500], 8),
        ("millimetre edges", 4_000, [500, 2_000, 0], 8),
        ("slivers", 2_000, [200, 1_000, 0], 4),
        ("many sides", 2_000, [400, 1_000, 0], EPA_MAX_ITERATIONS),
    ];
    assert_eq!(classes.iter().map(|(_, count, ..)| count).sum::<usize>(), 50_000);
    for (class, count, [apart, overlapping, touching], most_epa) in classes {
        let tally = Tally::of(class, count);
        assert!(tally.apart >= apart && tally.overlapping >= overlapping && tally.touching >= touching, "{class} is no test: {tally:?}");
        assert!(tally.most_gjk <= GJK_MAX_ITERATIONS / 4 && tally.gjk_out == 0, "{class}: {tally:?}");
        assert!(tally.most_epa <= most_epa, "{class}: {tally:?}");
        // Coordinates are rounded to 6e-8 of themselves, and touching begins at 2e-7.
        assert!(tally.worst < 5e-7, "{class}: {tally:?}");
        if class == "many sides" {
            assert!((1..100).contains(&tally.epa_out) && tally.worst_out < 3e-3, "{class}: {tally:?}");
        } else {
            assert_eq!(tally.epa_out, 0, "{class}: {tally:?}");
        }
    }
}

#[test]
fn manifolds_of_awkward_pairs_are_sound_by_either_method() {
    let mut random = cases(2025);
    for class in ["identical", "concentric", "parallel", "touching", "millimetre edges", "slivers", "many sides"] {
        let mut with_points = 0;
        for case in 0..1_000 {
            let pair = pair_of(class, &mut random);
            let [a, b] = &pair.shapes;
            let radius = a.convex().radius + b.convex().radius;
            let gap = (pair.truth().separation - f64::from(radius)) as f32;
            let crosses_a_segment = gap + radius < 1e-5 && [a, b].iter().any(|shape| shape.convex().points.len() == 2);
            for method in [NarrowPhase::Sat, NarrowPhase::GjkEpa] {
                let found = collide(a, b, pair.pose, method, SPECULATIVE_MARGIN, &mut NoProbe);
                let about = format!("{class} {case} {method:?}: gap {gap}\n{pair:?}\n{found:?}");
                assert!(found.count <= 2 && found.points().iter().all(|p| p.position.is_finite() && p.separation.is_finite()), "{about}");
                assert!(found.count == 0 || (found.normal.length() - 1.0).abs() < 1e-5, "{about}");
                let deepest = found.points().iter().map(|p| p.separation).reduce(f32::min);
                with_points += usize::from(deepest.is_some());
                if crosses_a_segment {
                    continue; // the way out is then the side of the centre, not the nearest
                }
                // Half a millimetre is what the reference face's bias may cost; EPA's turns a few thousandths of the
                // size.
                let tolerance = 6e-4 + if class == "many sides" { 4e-3 } else { 0.0 };
                match deepest {
                    Some(deepest) => assert!((deepest - gap).abs() < tolerance, "{about}"),
                    None => assert!(gap > SPECULATIVE_MARGIN - tolerance, "{about}"),
                }
            }
        }
        assert!(with_points > 600, "{class}: {with_points} of 2,000 touch");
    }
}

/// How fast things go in a class of sweeps: metres and radians during the sweep.
struct Motion {
    class: &'static str,
    travel: f32,
    turn: f32,
    /// A long thin rod takes the place of B.
    rod: bool,
    /// Most sweeps of the 1,500 that may run out of turns.
    most_out: usize,
}

fn random_sweep(random: &mut Pcg32, motion: &Motion) -> Sweep {
    let start = random_pose(random, 3.0);
    let travel = uniform(random, 0.3, 1.0) * motion.travel * unit(random);
    Sweep { travel, turn: uniform(random, -1.0, 1.0) * motion.turn, ..Sweep::between(point(random, 0.2), start, start) }
}

#[test]
fn time_of_impact_ends_within_its_turns_and_never_late_up_to_the_fastest_motion_of_a_step() {
    const TARGET: ToiTarget = ToiTarget { separation: 0.005, tolerance: 0.001_25 };
    let mut random = cases(2026);
    // 400 m/s are 6.7 m in a sixtieth of a second; the largest turn in a step of 4 sub-steps is half a turn, in one
    // of 64 it is eight turns.
    let motions = [
        Motion { class: "slow", travel: 0.2, turn: 0.1, rod: false, most_out: 0 },
        Motion { class: "straight", travel: 6.7, turn: 0.0, rod: false, most_out: 0 },
        Motion { class: "turning", travel: 6.7, turn: 0.5, rod: false, most_out: 0 },
        Motion { class: "spinning", travel: 6.7, turn: 3.1, rod: false, most_out: 3 },
        Motion { class: "spinning in place", travel: 0.5, turn: 3.1, rod: false, most_out: 3 },
        Motion { class: "spinning rod", travel: 2.0, turn: 3.1, rod: true, most_out: 15 },
        Motion { class: "whirling", travel: 0.3, turn: 50.0, rod: false, most_out: 300 },
    ];
    let rod: Shape = BoxShape::try_new(3.0, 0.02, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    for motion in motions {
        let mut outcomes = [0; 4];
        for case in 0..1_500 {
            let a = random_shape(&mut random);
            let b = if motion.rod { rod.clone() } else { random_shape(&mut random) };
            let (sweep_a, sweep_b) = (random_sweep(&mut random, &motion), random_sweep(&mut random, &motion));
            let found = time_of_impact(a.convex(), &sweep_a, b.convex(), &sweep_b, TARGET, &mut NoProbe);
            let about = format!("{} {case}: {found:?}\n{a:?} {sweep_a:?}\n{b:?} {sweep_b:?}", motion.class);
            assert!((1..=TOI_MAX_ITERATIONS).contains(&found.iterations) && (0.0..=1.0).contains(&found.t), "{about}");
            outcomes[found.outcome as usize] += 1;
            if found.outcome == ToiOutcome::Overlapped {
                continue;
            }
            for sample in 0..=60 {
                let t = found.t * sample as f32 / 60.0;
                let (core_a, core_b) = (placed(a.convex(), sweep_a.pose_at(t)), placed(b.convex(), sweep_b.pose_at(t)));
                let gap = judge(&core_a, &core_b).separation - f64::from(a.convex().radius + b.convex().radius);
                assert!(gap > f64::from(TARGET.separation) - 1e-5, "at {t} the gap is {gap}, {about}");
            }
        }
        let [hits, apart, overlapped, out] = outcomes;
        println!("{}: {hits} hits, {apart} apart, {overlapped} overlapped, {out} out of turns", motion.class);
        assert!(apart > 500 && overlapped > 50 && hits > 10, "{}: {outcomes:?}", motion.class);
        assert!(out <= motion.most_out, "{}: {out} ran out of turns", motion.class);
    }
}
