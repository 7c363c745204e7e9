//! The boolean form of GJK says what the distance form says, and every step of it is what its rules demand.

use crate::narrow_cases::*;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::narrow::gjk::{GjkOutcome, distance};
use collidoscope::engine::narrow::gjk_boolean::{BooleanCase, BooleanResult, BooleanStep, MAX_ITERATIONS, overlap};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Circle, Shape};
use std::collections::BTreeMap;

fn run(a: &Shape, b: &Shape, pose: Pose) -> (BooleanResult, Vec<BooleanStep>) {
    let mut steps = Vec::new();
    let found = overlap(a.convex(), b.convex(), pose, None, &mut steps);
    (found, steps)
}

#[test]
fn on_a_hundred_thousand_random_pairs_it_says_what_the_distance_form_says() {
    let mut random = cases(71);
    let (mut apart, mut overlapping, mut near, mut limited, mut most) = (0, 0, 0, 0, 0);
    for case in 0..100_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.9);
        let (core_a, core_b) = (a.convex(), b.convex());
        let truth = distance(core_a, core_b, pose, &mut NoProbe);
        let gap = truth.distance - core_a.radius - core_b.radius;
        let found = overlap(core_a, core_b, pose, None, &mut NoProbe);
        // Within ten micrometres of touching either answer is right. Cores that overlap have no depth here: two
        // segments that cross at an end are such a case, and rare.
        if truth.outcome == GjkOutcome::Separated && gap.abs() < 1e-5 {
            near += 1;
            continue;
        }
        if found.out_of_turns {
            limited += 1;
            continue;
        }
        most = most.max(found.iterations);
        let expected = truth.outcome == GjkOutcome::Overlap || gap < 0.0;
        assert_eq!(found.overlap, expected, "case {case}: {a:?}\n{b:?}\n{pose:?}\n{truth:?}");
        *(if expected { &mut overlapping } else { &mut apart }) += 1;
    }
    println!("{apart} apart, {overlapping} overlapping, {near} too near to tell, {limited} out of turns, at most {most} iterations");
    assert!(apart > 20_000 && overlapping > 20_000 && near < 100, "{apart} {overlapping} {near}");
    assert_eq!(limited, 0);
}

#[test]
fn watching_changes_nothing_and_every_step_follows_from_the_one_before() {
    let mut random = cases(72);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for case in 0..20_000 {
        let (a, b) = (random_shape(&mut random), random_shape(&mut random));
        let pose = random_pose(&mut random, 0.9);
        let (found, steps) = run(&a, &b, pose);
        assert_eq!(found, overlap(a.convex(), b.convex(), pose, None, &mut NoProbe));
        assert_eq!(found.iterations, steps.len());
        let about = format!("case {case}: {a:?}\n{b:?}\n{pose:?}\n{steps:#?}");
        let (points_a, points_b) = (placed(a.convex(), Pose::IDENTITY), placed(b.convex(), pose));
        let radius = f64::from(a.convex().radius + b.convex().radius);
        for (k, step) in steps.iter().enumerate() {
            *met.entry(format!("{:?}", step.case)).or_default() += 1;
            judge(step, &points_a, &points_b, radius, &about);
            let Some(next) = steps.get(k + 1) else { continue };
            assert_eq!(next.search, step.next, "{about}");
            let mut kept = step.simplex.clone();
            match step.case {
                BooleanCase::BeyondAb => {
                    kept.remove(0);
                }
                BooleanCase::BeyondAc => {
                    kept.remove(1);
                }
                _ => {}
            }
            kept.push(step.support);
            assert_eq!(next.simplex, kept, "{about}");
        }
        let last = steps.last().expect("one at least").case;
        assert_eq!(found.overlap, last == BooleanCase::Inside, "{about}");
        assert!(found.overlap || last == BooleanCase::NotPast || found.out_of_turns, "{about}");
    }
    for case in ["NotPast", "Point", "Line", "BeyondAb", "BeyondAc", "Inside"] {
        assert!(met.get(case).is_some_and(|&count| count > 50), "{case}: {met:?}");
    }
}

/// The support point is the farthest of all differences, and the case is the one that areas tell. Steps are told in
/// `f32`: what is nearer to a border than that rounds is not judged.
fn judge(step: &BooleanStep, points_a: &[(f64, f64)], points_b: &[(f64, f64)], radius: f64, about: &str) {
    let d = step.search.as_dvec2();
    let unit = d / d.length();
    let heights = points_a.iter().flat_map(|a| points_b.iter().map(move |b| (a.0 - b.0) * unit.x + (a.1 - b.1) * unit.y));
    let farthest = heights.fold(f64::NEG_INFINITY, f64::max) + radius;
    assert!((f64::from(step.passes) - farthest).abs() < 1e-5, "{farthest} {about}");
    assert!((step.support.w.as_dvec2().dot(unit) - farthest).abs() < 1e-5, "{about}");
    assert!((step.support.point_a - step.support.point_b - step.support.w).length() < 1e-5);
    let a = step.support.w.as_dvec2();
    let turn = |p: glam::DVec2, q: glam::DVec2, r: glam::DVec2| (q - p).perp_dot(r - p);
    let origin = glam::DVec2::ZERO;
    match (step.case, step.simplex.as_slice()) {
        (BooleanCase::NotPast, _) => assert!(step.passes < 1e-6, "{about}"),
        (BooleanCase::Point, []) => assert!((step.next + step.support.w).length() == 0.0),
        (BooleanCase::Line | BooleanCase::OnLine, [b]) => {
            let ab = b.w.as_dvec2() - a;
            let next = step.next.as_dvec2();
            // Coordinates of a few metres are rounded by less than a micrometre.
            assert!(next.dot(ab).abs() < 1e-5 * ab.length_squared() + 1e-6 * ab.length() && next.dot(-a) > -1e-5, "{about}");
        }
        (case, [c, b]) => {
            let (b, c) = (b.w.as_dvec2(), c.w.as_dvec2());
            let whole = turn(a, b, c);
            // Weights of c and of b: negative beyond the opposite edge.
            let [of_c, of_b] = [turn(a, b, origin) / whole, -turn(a, c, origin) / whole];
            // Slivers tell nothing in f32.
            if whole.abs() < 1e-3 || of_c.abs() < 1e-3 || of_b.abs() < 1e-3 {
                return;
            }
            let expected = if of_c < 0.0 {
                BooleanCase::BeyondAb
            } else if of_b < 0.0 {
                BooleanCase::BeyondAc
            } else {
                BooleanCase::Inside
            };
            assert_eq!(case, expected, "{of_b} {of_c} {about}");
        }
        other => panic!("{other:?} {about}"),
    }
}

#[test]
fn a_hair_decides_concentric_shapes_overlap_and_touching_ones_get_either_answer_in_few_iterations() {
    let square: Shape = BoxShape::try_new(1.0, 1.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    let disc: Shape = Circle::try_new(Vec2::ZERO, 0.5).unwrap().into();
    for (shape, width) in [(&square, 1.0), (&disc, 1.0)] {
        for (x, expected) in [(0.0, true), (0.5, true), (0.999, true), (1.001, false), (3.0, false)] {
            let (found, steps) = run(shape, shape, Pose::new(Vec2::new(x * width, 0.0), 0.0));
            assert_eq!(found.overlap, expected, "{x}: {steps:#?}");
            assert!(found.iterations < MAX_ITERATIONS);
        }
    }
    // Merely touching squares: where the origin is on the line of the first two points, along two sides, it counts as
    // inside; at a corner and where the first direction leads straight to the side the walk meets the border from
    // inside, and they are apart. A and B swapped get the same answer.
    for (at, overlap) in
        [(Vec2::new(1.0, 0.25), true), (Vec2::new(-0.25, 1.0), true), (Vec2::new(1.0, 1.0), false), (Vec2::new(-1.0, 0.0), false)]
    {
        for sign in [1.0, -1.0] {
            let (touching, _) = run(&square, &square, Pose::new(sign * at, 0.0));
            assert_eq!((touching.overlap, touching.out_of_turns), (overlap, false), "{at}, {sign}");
            assert!(touching.iterations <= 4, "{at}: {touching:?}");
        }
    }
}
