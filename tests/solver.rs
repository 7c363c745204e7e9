//! Piles that must stand, and the solver's own promises.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::lanes::Width;
use collidoscope::engine::math::sin_cos;
use collidoscope::engine::solver::{SolverPass, SolverStep};
use collidoscope::engine::tuning::PUSH_SPEED;
use collidoscope::engine::world::{StepPart, World, WorldSettings};
use dynamics_fixture::*;
use std::collections::BTreeSet;

fn deepest_overlap(w: &World) -> f32 {
    w.contacts().iter().flat_map(|c| c.points()).map(|p| -p.separation).fold(0.0, f32::max)
}

fn all_asleep(w: &World, ids: &[BodyId]) -> bool {
    ids.iter().all(|&id| !w.body(id).unwrap().awake)
}

#[test]
fn a_tower_of_twenty_boxes_comes_to_rest_and_sleeps() {
    let mut w = world();
    ground(&mut w);
    let tower: Vec<_> = (0..20).map(|k| w.add_body(at(0.01 * (k % 2) as f32, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
    steps(&mut w, 600);
    assert!(all_asleep(&w, &tower));
    for (k, &id) in tower.iter().enumerate() {
        let p = center(&w, id);
        // Soft contacts give by Σ weights above / stiffness: 13 cm at the top with 4 sub-steps.
        assert!((p.y - (0.5 + k as f32)).abs() < 0.2 && p.x.abs() < 0.1, "box {k} at {p}");
    }
    assert!(deepest_overlap(&w) < 0.02);
}

#[test]
fn a_pyramid_of_base_ten_comes_to_rest_and_sleeps() {
    let mut w = world();
    ground(&mut w);
    let boxes = pyramid(&mut w, 10);
    steps(&mut w, 400);
    assert!(all_asleep(&w, &boxes));
    let top = center(&w, boxes[boxes.len() - 1]);
    assert!((top - vec2(0.0, 9.5)).length() < 0.05, "{top}");
}

#[test]
fn a_house_of_cards_stands() {
    let mut w = world();
    ground(&mut w);
    let cards = card_house(&mut w, 5);
    steps(&mut w, 600);
    assert!(all_asleep(&w, &cards));
    let top = cards.iter().map(|&id| center(&w, id).y).fold(0.0, f32::max);
    // Built at 1.66 m; it settles by the gaps it was built with and the softness of 15 contacts above each other.
    assert!(top > 1.60 && top < 1.67, "{top}");
}

#[test]
fn a_heavy_box_on_light_ones_is_carried() {
    let mut w = world();
    ground(&mut w);
    let light = [w.add_body(at(-0.9, 0.5), of(rectangle(1.0, 1.0))), w.add_body(at(0.9, 0.5), of(rectangle(1.0, 1.0)))];
    let heavy = w.add_body(at(0.0, 1.0 + 5.0), of(rectangle(10.0, 10.0)));
    steps(&mut w, 300);
    assert!((w.body(heavy).unwrap().mass / w.body(light[0]).unwrap().mass - 100.0).abs() < 0.1);
    assert!((center(&w, heavy).y - 6.0).abs() < 0.1, "{}", center(&w, heavy));
}

#[test]
fn more_substeps_make_a_stack_stiffer() {
    let sag = |substeps: u32| {
        let settings = WorldSettings { substeps, ..WorldSettings::default() };
        let mut w = World::new(settings);
        ground(&mut w);
        let tower: Vec<_> = (0..10).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
        steps(&mut w, 300);
        9.5 - center(&w, tower[9]).y
    };
    // Above 8 it was as soft as at 8: a pile of pebbles stayed sunk in, however many sub-steps it got. The static
    // deflection of a spring of 60 Hz is 16 times that of one of 240 Hz, at 32 sub-steps.
    let (two, eight, many) = (sag(2), sag(8), sag(32));
    assert!(eight < 0.5 * two && many < 0.1 * eight, "{two} {eight} {many}");
}

#[test]
fn without_warm_starting_a_stack_sags() {
    let sag = |warm_starting: bool| {
        let mut w = World::new(WorldSettings { warm_starting, ..WorldSettings::default() });
        ground(&mut w);
        let tower: Vec<_> = (0..10).map(|k| w.add_body(at(0.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)))).collect();
        steps(&mut w, 120);
        9.5 - center(&w, tower[9]).y
    };
    let (with, without) = (sag(true), sag(false));
    assert!(with < 0.1 && without > 3.0 * with, "{with} {without}");
}

#[test]
fn without_accumulation_what_was_pushed_too_much_is_not_taken_back() {
    let highest = |settings: WorldSettings| {
        let mut w = World::new(settings);
        ground(&mut w);
        let sunk = w.add_body(at(0.0, 0.3), of(rectangle(1.0, 1.0)));
        let heights = (0..120).map(|_| {
            w.step();
            center(&w, sunk).y
        });
        heights.fold(0.0, f32::max)
    };
    // Neither needs a warm start to rise just out of the ground: it is the clamped sum that takes the push away again.
    let cold = WorldSettings { warm_starting: false, ..WorldSettings::default() };
    let (with, without) = (highest(cold), highest(WorldSettings { accumulation: false, ..cold }));
    assert!(with < 0.51 && without > 0.8, "{with} {without}");
}

#[test]
fn without_relaxing_the_push_out_of_an_overlap_is_kept_as_speed() {
    let speed_after = |relaxing: bool| {
        let mut w = World::new(WorldSettings { gravity: vec2(0.0, 0.0), relaxing, ..WorldSettings::default() });
        let id = w.add_body(at(0.0, 0.0), of(circle(0.5)));
        w.add_body(at(0.9, 0.0), of(circle(0.5)));
        steps(&mut w, 60);
        w.body(id).unwrap().linear_velocity.length()
    };
    let (with, without) = (speed_after(true), speed_after(false));
    assert!(with < 1e-3 && without > 0.5, "{with} {without}");
}

#[test]
fn settings_told_otherwise_give_the_same_bits_for_every_number_of_lanes() {
    let run = |width: Width, accumulation: bool, relaxing: bool| {
        (width <= Width::widest()).then(|| {
            let mut w = World::new(WorldSettings { width, accumulation, relaxing, ..WorldSettings::default() });
            ground(&mut w);
            pyramid(&mut w, 8);
            steps(&mut w, 60);
            w.fingerprint()
        })
    };
    for (accumulation, relaxing) in [(false, true), (true, false), (false, false)] {
        let one = run(Width::One, accumulation, relaxing);
        for width in [Width::Four, Width::Eight] {
            let other = run(width, accumulation, relaxing);
            assert!(other.is_none() || other == one, "{width:?}, accumulation {accumulation}, relaxing {relaxing}");
        }
    }
}

/// Batches of pairs and of boxes have 128: more than that must leave, and be measured, in one step.
#[test]
fn a_crowd_of_all_shapes_that_is_blown_apart_moves_the_same_for_every_number_of_lanes() {
    let regular = |corners: usize| {
        let corner = |k: usize| {
            let (sin, cos) = sin_cos(std::f32::consts::TAU * k as f32 / corners as f32);
            (0.5 * cos, 0.5 * sin)
        };
        polygon(&(0..corners).map(corner).collect::<Vec<_>>())
    };
    let shapes = [circle(0.5), rectangle(0.9, 0.9), regular(9), capsule(0.25, 0.25), regular(3), regular(16), regular(7)];
    let run = |width: Width| {
        (width <= Width::widest()).then(|| {
            let mut w = world();
            w.set_width(width);
            let place = |k: usize| at((k % 20) as f32 - 9.5, 0.5 + (k / 20) as f32);
            let crowd: Vec<_> = (0..300).map(|k| w.add_body(place(k), of(shapes[k % shapes.len()].clone()))).collect();
            ground(&mut w);
            steps(&mut w, 40);
            // The shape that came first goes, and its number with it.
            let discs: Vec<_> = crowd.iter().step_by(shapes.len()).copied().collect();
            w.remove_bodies(&discs);
            for &id in &crowd {
                if w.body(id).is_some() {
                    let away = center(&w, id) - vec2(0.0, -3.0);
                    w.set_velocity(id, 3.0 * away, 1.0);
                }
            }
            let mut most_ended = 0;
            let events: Vec<_> = (0..40)
                .map(|k| {
                    w.step();
                    if k % 8 == 0 {
                        w.validate().unwrap();
                    }
                    most_ended = most_ended.max(w.events().ended.len());
                    (w.events().begun.clone(), w.events().ended.clone())
                })
                .collect();
            assert!(most_ended > 128, "{most_ended} contacts have ended in one step: too few");
            (w.fingerprint(), events)
        })
    };
    let one = run(Width::One);
    for width in [Width::Four, Width::Eight] {
        let other = run(width);
        assert!(other.is_none() || other == one, "{width:?}");
    }
}

#[test]
fn overlapping_bodies_part_gently() {
    let mut w = weightless();
    for k in 0..5 {
        w.add_body(at(0.1 * k as f32, 0.05 * k as f32), of(rectangle(1.0, 1.0)));
    }
    let mut fastest: f32 = 0.0;
    for _ in 0..300 {
        w.step();
        fastest = w.bodies().map(|(_, b)| b.linear_velocity.length()).fold(fastest, f32::max);
    }
    assert!(deepest_overlap(&w) < 0.01, "{}", deepest_overlap(&w));
    // The push acts on positions, at most at PUSH_SPEED a pair; on the outermost of five that push each other
    // relaxing leaves a few percent more.
    assert!(fastest < 1.05 * PUSH_SPEED, "{fastest}");
}

#[test]
fn a_watched_step_is_the_same_step_bit_for_bit() {
    let build = || {
        let mut w = world();
        ground(&mut w);
        pyramid(&mut w, 4);
        steps(&mut w, 20);
        w
    };
    let (mut plain, mut watched) = (build(), build());
    for _ in 0..10 {
        let mut seen: Vec<SolverStep> = Vec::new();
        plain.step();
        watched.step_probed(&mut seen);
        assert_eq!(plain.fingerprint(), watched.fingerprint());
        for pass in [SolverPass::WarmStart, SolverPass::Solve, SolverPass::Relax] {
            assert!(seen.iter().any(|s| s.pass == pass), "{pass:?} is missing");
        }
    }
}

#[test]
fn the_parts_of_a_step_are_told_in_order_and_the_step_is_the_same() {
    let build = || {
        let mut w = world();
        ground(&mut w);
        pyramid(&mut w, 3);
        w.add_body(BodyDef { linear_velocity: vec2(0.0, -30.0), ..at(0.0, 5.0) }, of(circle(0.3)));
        w
    };
    let (mut plain, mut told, mut all) = (build(), build(), BTreeSet::new());
    for _ in 0..40 {
        let mut parts = Vec::new();
        plain.step();
        told.step_in_parts(&mut |part| parts.push(part));
        assert_eq!(plain.fingerprint(), told.fingerprint());
        all.extend(parts.iter().copied());
        // Sub-step contacts are looked for in the midst of solving; the ball wakes nobody here, so that everything
        // else comes once.
        let rests = parts.iter().copied().filter(|&part| part != StepPart::SubstepPoints);
        let mut once: Vec<StepPart> = rests.collect();
        once.dedup();
        assert!(once.is_sorted(), "{once:?}");
        assert_eq!(once.len(), StepPart::ALL.len() - 1, "{once:?}");
    }
    assert_eq!(all.into_iter().collect::<Vec<_>>(), StepPart::ALL);
}

#[test]
fn the_watched_impulses_are_those_that_the_contacts_keep() {
    let mut w = world();
    let floor = ground(&mut w);
    let id = w.add_body(at(0.0, 0.5), of(circle(0.5)));
    steps(&mut w, 10);
    let mut seen: Vec<SolverStep> = Vec::new();
    w.step_probed(&mut seen);
    let last = seen.iter().rfind(|s| s.pass == SolverPass::Relax && s.direction.y.abs() > 0.9).unwrap();
    let contact = w.contacts().into_iter().next().unwrap();
    assert_eq!((last.body_a, last.body_b), (floor, id));
    assert_eq!(last.impulse_total, contact.points()[0].warm_normal);
    let substeps = w.settings().substeps;
    let total: f32 = (0..substeps)
        .map(|k| seen.iter().rfind(|s| s.pass == SolverPass::Relax && s.substep == k && s.direction.y.abs() > 0.9).unwrap().impulse_total)
        .sum();
    assert_eq!(total, contact.points()[0].normal_impulse);
}

/// Gaps are measured once per sub-step, in the relax pass or, without it, at its end. Where the bodies are is told
/// here by the velocity with which each sub-step moves them.
#[test]
fn the_gap_of_a_substep_is_where_the_substep_before_has_moved_the_bodies() {
    for relaxing in [true, false] {
        let mut w = World::new(WorldSettings { relaxing, ..WorldSettings::default() });
        ground(&mut w);
        // Flat above the ground, flat in it, tilted in it.
        for (x, y, angle) in [(0.0, 0.502, 0.0), (3.0, 0.47, 0.0), (6.0, 0.56, 0.1)] {
            w.add_body(BodyDef { angle, linear_velocity: vec2(0.0, -0.3), ..at(x, y) }, made(rectangle(1.0, 1.0), 0.0, 0.0));
        }
        let mut seen: Vec<SolverStep> = Vec::new();
        w.step_probed(&mut seen);
        let h = w.settings().substep_seconds();
        let rows: Vec<_> = seen.iter().filter(|s| s.pass == SolverPass::Solve).filter_map(|s| Some((s, s.contact?))).collect();
        let mut moved = 0;
        for (before, row_before) in &rows {
            // The velocity after the last normal row is that of the motion: there is no friction.
            let later = rows.iter().find(|(s, row)| {
                s.substep == before.substep + 1 && s.body_b == before.body_b && (row.point, row.tangent) == (row_before.point, false)
            });
            let last = rows.iter().rfind(|(s, row)| s.substep == before.substep && s.body_b == before.body_b && !row.tangent);
            let (Some((_, later)), Some((_, last))) = (later, last) else { continue };
            if row_before.tangent || last.point != row_before.point {
                continue;
            }
            // A turn bends the way of a corner; here by less than this in a sub-step, while a gap that is a sub-step
            // old would be off by h · 0.3 m/s = 6e-4.
            let expected = row_before.gap + h * row_before.velocity_after;
            assert!((later.gap - expected).abs() < 2e-5, "relaxing {relaxing}: {} instead of {expected}", later.gap);
            moved += usize::from((later.gap - row_before.gap).abs() > 1e-4);
        }
        assert!(moved > 5, "relaxing {relaxing}: only {moved} gaps changed");
    }
}

/// A body has contacts of 48 colours at most, the rest are in a list. Those whose only contact was there were taken
/// for bodies in free flight, and hovered up to twice `h² g` above the others: 0.36 mm higher with 4 sub-steps.
#[test]
fn balls_on_a_plate_lie_equally_low_also_beyond_the_last_color() {
    let settings = WorldSettings { substeps: 4, sleeping: false, ..WorldSettings::default() };
    let mut w = World::new(settings);
    ground(&mut w);
    // So heavy that it is the same for each ball who else lies on it.
    let mut plate = of(rectangle(80.0, 1.0));
    plate[0].material.density = 1e4;
    w.add_body(at(0.0, 0.5), plate);
    let balls: Vec<_> = (0..70).map(|k| w.add_body(at(1.1 * k as f32 - 38.0, 1.5), of(circle(0.5)))).collect();
    steps(&mut w, 240);
    let heights: Vec<f32> = balls.iter().map(|&id| center(&w, id).y).collect();
    let (least, largest) = heights.iter().fold((f32::MAX, f32::MIN), |(l, h), &y| (l.min(y), h.max(y)));
    // Numbers near 1.5 are 1.2e-7 apart; the plate stands level to a few of those.
    assert!(largest - least < 5e-6, "{heights:?}");
}

#[test]
fn friction_never_exceeds_its_cone() {
    let mut w = world();
    ground_of(&mut w, 0.3, 0.0);
    for k in 0..30 {
        let shape = if k % 3 == 0 { circle(0.4) } else { rectangle(0.8, 0.5) };
        let mut def = at((k % 6) as f32 - 3.0, 0.6 + (k / 6) as f32);
        def.linear_velocity = vec2(5.0 - k as f32 * 0.3, 0.0);
        w.add_body(def, made(shape, 0.5, 0.2));
    }
    let mut slipping = 0;
    for _ in 0..120 {
        w.step();
        for contact in w.contacts() {
            for p in contact.points() {
                // Friction is solved after the normals, inside their cone; so are its sums over sub-steps and impacts.
                for (tangent, normal) in [(p.tangent_impulse, p.normal_impulse), (p.warm_tangent, p.warm_normal)] {
                    assert!(tangent.abs() <= contact.friction * normal * 1.0001 + 1e-6, "{p:?}");
                }
                slipping += usize::from(p.tangent_impulse.abs() > 0.9 * contact.friction * p.normal_impulse && p.normal_impulse > 0.0);
            }
        }
    }
    assert!(slipping > 50, "nothing slipped");
}

#[test]
fn ice_slips_whatever_the_slope_is_made_of() {
    let slides = |slope: f32, block: f32| {
        let (sin, cos) = sin_cos(0.3);
        let mut w = World::new(WorldSettings { gravity: G * vec2(sin, -cos), ..WorldSettings::default() });
        ground_of(&mut w, slope, 0.0);
        let id = w.add_body(at(0.0, 0.25), made(rectangle(1.0, 0.5), block, 0.0));
        steps(&mut w, 120);
        center(&w, id).x > 0.5
    };
    // tan 0.3 = 0.31: √(0.02 · 1) = 0.14 slips, √(0.8 · 1) = 0.89 does not.
    assert!(slides(1.0, 0.02) && !slides(1.0, 0.8));
}
