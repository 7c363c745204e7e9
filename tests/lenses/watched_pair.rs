//! Lenses on one pair: the run that they show is the run that was.

use crate::kit::*;
use collidoscope::draw::{DrawList, Primitive, Role, Sheet};
use collidoscope::engine::body::BodyId;
use collidoscope::engine::math::{Rot, Vec2};
use collidoscope::engine::narrow::clip::ClipStep;
use collidoscope::engine::narrow::gjk::SupportPoint;
use collidoscope::engine::narrow::{NarrowPhase, NarrowStep, collide, sat};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::tuning::SPECULATIVE_MARGIN;
use collidoscope::lens::microscope::{self, Film, Specimen};
use collidoscope::lens::{self, Films, LensInput, Overlay};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, WorldSettings};
use collidoscope::scene::stage::Stage;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;
use std::sync::Arc;

/// What the shown run recorded.
fn records(film: &Film) -> Vec<Value> {
    film.reel.recorded(&film.specimen).expect("SAT, GJK and EPA keep records").steps
}

fn number(value: &Value) -> f32 {
    value.as_f64().unwrap_or(f64::NAN) as f32
}

fn vector(value: &Value) -> Vec2 {
    v(number(&value[0]), number(&value[1]))
}

/// A verdict as a trace writes it.
fn word(verdict: impl std::fmt::Debug) -> Value {
    format!("{verdict:?}").to_lowercase().replace("outofturns", "out_of_turns").into()
}

/// Which vertices make the points of a simplex or polytope.
fn corners(points: &Value) -> Vec<[u64; 2]> {
    points.as_array().expect("points").iter().map(|p| [&p["index_a"], &p["index_b"]].map(|i| i.as_u64().expect("an index"))).collect()
}

fn pairs_of(points: &[SupportPoint]) -> Vec<[u64; 2]> {
    points.iter().map(|p| [p.index_a as u64, p.index_b as u64]).collect()
}

/// What the card says of the shown frame of SAT.
fn text(input: &LensInput<'_>) -> String {
    let overlay = Overlay::of("sat", input).expect("a pair");
    let (film, frame) = overlay.at(input.turn);
    let frame = film.frame(frame);
    format!("{}. {}", frame.heading, frame.reason)
}

/// A random convex shape of every kind that has a core.
fn random_shape(random: &mut Pcg32) -> Geometry {
    match random.random_range(0..4) {
        0 => circle(random.random_range(0.3..0.8)),
        1 => Geometry::Box {
            width: random.random_range(0.4..1.6),
            height: random.random_range(0.4..1.6),
            center: Vec2::ZERO,
            angle: 0.0,
            rounding: if random.random_bool(0.5) { 0.0 } else { 0.1 },
        },
        2 => Geometry::Capsule { a: v(-0.5, 0.0), b: v(0.5, 0.1), radius: random.random_range(0.1..0.4) },
        _ => {
            let vertices = (0..6)
                .map(|i| {
                    let angle = (i as f32 + random.random_range(-0.3..0.3_f32)) * std::f32::consts::TAU / 6.0;
                    Rot::from_angle(angle).x_axis() * 0.7
                })
                .collect();
            Geometry::Polygon { vertices, rounding: 0.0 }
        }
    }
}

fn random_pair(random: &mut Pcg32, narrow_phase: NarrowPhase) -> Document {
    let mut place = |id: &str, at: Vec2| {
        let geometry = random_shape(random);
        let spread = v(random.random_range(-0.5..0.5), random.random_range(-0.5..0.5));
        BodyDoc { angle: random.random_range(-3.0..3.0), ..body(id, at + spread, geometry) }
    };
    let bodies = vec![place("a", v(100.0, -20.0)), place("b", v(101.1, -20.0))];
    let world = WorldSettings { gravity: Vec2::ZERO, narrow_phase, ..WorldSettings::default() };
    Document { bodies, world, ..Document::default() }
}

#[test]
fn the_shown_run_is_the_run_that_made_the_manifold() {
    let mut random = Pcg32::seed_from_u64(11);
    let (mut touching, mut apart, mut closed_forms, mut clipped) = (0, 0, 0, 0);
    for round in 0..400 {
        let method = if round % 2 == 0 { NarrowPhase::Sat } else { NarrowPhase::GjkEpa };
        let stage = stepped(&random_pair(&mut random, method), 1);
        let input = input(&stage, usize::MAX);
        let world = stage.world();
        let Some(contact) = world.contact(collider(0), collider(1)).filter(|c| c.count > 0) else {
            apart += 1;
            continue;
        };
        touching += 1;
        let (a, b) = (world.collider(collider(0)).expect("a"), world.collider(collider(1)).expect("b"));
        let pose_b_in_a = contact.pose_a.inv_mul(contact.pose_b);
        let mut steps: Vec<NarrowStep> = Vec::new();
        let probed = collide(&a.shape, &b.shape, pose_b_in_a, method, SPECULATIVE_MARGIN, &mut steps);
        let unprobed = collide(&a.shape, &b.shape, pose_b_in_a, method, SPECULATIVE_MARGIN, &mut NoProbe);
        let bits = |m: &collidoscope::engine::narrow::Manifold| format!("{m:?}");
        assert_eq!(bits(&probed), bits(&unprobed));
        assert_eq!(bits(&probed), bits(&contact.manifold), "the stored manifold is that of the stored poses");

        let kept = steps
            .iter()
            .filter_map(|s| if let NarrowStep::Clip(ClipStep::Point { point, kept: true, .. }) = s { Some(*point) } else { None });
        let kept: Vec<_> = kept.collect();
        let is_clipped = steps.iter().any(|s| matches!(s, NarrowStep::Clip(_)));
        assert!(!is_clipped || kept == contact.manifold.points(), "the last steps recorded are the stored points");
        clipped += usize::from(is_clipped);

        let of_sat: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Sat(s) = s { Some(s.clone()) } else { None }).collect();
        let of_gjk: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Gjk(s) = s { Some(s.clone()) } else { None }).collect();
        let of_epa: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Epa(s) = s { Some(s.clone()) } else { None }).collect();
        // Records stand in the world; numbers keep their bits.
        let turned = |local: Vec2| contact.pose_a.rotation.rotate(local);
        if !of_sat.is_empty() {
            let shown = records(&Overlay::of("sat", &input).expect("a pair").films()[0]);
            assert_eq!(shown.len(), of_sat.len());
            for (record, step) in shown.iter().zip(&of_sat) {
                let shadows = [step.shadow_a.min, step.shadow_a.max, step.shadow_b.min, step.shadow_b.max];
                let told = [&record["shadow_a"][0], &record["shadow_a"][1], &record["shadow_b"][0], &record["shadow_b"][1]].map(number);
                assert_eq!((number(&record["separation"]), told), (step.separation, shadows));
                assert_eq!((vector(&record["axis"]), &record["verdict"]), (turned(step.axis), &word(step.verdict)));
            }
            let best = shown.iter().rfind(|record| record["verdict"] == "best").expect("touching shapes have a best axis");
            assert_eq!(vector(&best["axis"]), turned(contact.manifold.normal));
        } else if !of_gjk.is_empty() {
            let overlay = Overlay::of("minkowski", &input).expect("a pair");
            let shown: Vec<Vec<Value>> = overlay.films().iter().map(|film| records(film)).collect();
            assert_eq!((shown[0].len(), shown.get(1).map_or(0, Vec::len)), (of_gjk.len(), of_epa.len()));
            for (record, step) in shown[0].iter().zip(&of_gjk) {
                assert_eq!((vector(&record["closest"]), number(&record["distance"])), (turned(step.closest), step.distance));
                assert_eq!((corners(&record["simplex"]), &record["verdict"]), (pairs_of(&step.simplex), &word(step.verdict)));
            }
            for (record, step) in shown.iter().skip(1).flatten().zip(&of_epa) {
                let told = (vector(&record["normal"]), number(&record["distance"]), number(&record["gain"]));
                assert_eq!(told, (turned(step.normal), step.distance, step.gain));
                assert_eq!((corners(&record["polytope"]), &record["verdict"]), (pairs_of(&step.polytope), &word(step.verdict)));
            }
            let normal = overlay.films().last().and_then(|film| film.normal).expect("touching shapes have a normal");
            // Clipping takes the reference face's own normal, which is rounded on another way: the last bits of an f32.
            assert!(near(normal, turned(contact.manifold.normal), 1e-6), "{normal} {}", contact.manifold.normal);
        } else {
            closed_forms += 1;
        }
    }
    assert!(touching > 120 && apart > 40, "{touching} touch, {apart} do not");
    assert!(closed_forms > 10 && clipped > 60, "{closed_forms} by closed form, {clipped} clipped");
}

#[test]
fn shadows_and_the_shortest_way_out_of_two_boxes_have_their_true_lengths() {
    let stage = stage(&weightless(vec![body("a", Vec2::ZERO, rectangle(2.0, 2.0)), body("b", v(1.5, 0.2), rectangle(2.0, 3.0))]));
    let overlay = Overlay::of("sat", &input(&stage, 0)).expect("a pair");
    let steps = records(&overlay.films()[0]);
    assert_eq!(lens::turn_count("sat", &input(&stage, 0)), steps.len() + 1, "a frame an axis, and the result");
    let across = steps.iter().position(|s| vector(&s["axis"]).x.abs() > 0.9 && s["verdict"] == "best").expect("the x axis is the best");
    let shown = picture(&input(&stage, across), &["sat"]);
    for (role, least, most) in [(Role::ShadowA, -1.0, 1.0), (Role::ShadowB, 0.5, 2.5)] {
        let [(from, to)] = lines(&shown, role)[..] else { panic!("one shadow each") };
        assert!((from.x.min(to.x) - least).abs() < 1e-5 && (from.x.max(to.x) - most).abs() < 1e-5, "{role:?} {from} {to}");
        assert!(from.y > 1.7 && (from.y - to.y).abs() < 1e-5, "the ruler lies above both shapes");
    }
    assert!(says(&shown, "separation −0.500 m"), "{:?}", labels(&shown));
    let last = picture(&input(&stage, usize::MAX), &["sat"]);
    let [(from, to)] = arrows(&last, Role::Contact)[..] else { panic!("one way out") };
    assert!(near(to - from, v(0.5, 0.0), 1e-5) && (from.x - 0.5).abs() < 1e-5, "{from} to {to}");
    let text = text(&input(&stage, usize::MAX));
    assert!(text.contains("Overlap of 0.500 m") && text.contains("the shortest way out"), "{text}");
}

#[test]
fn boxes_apart_end_the_axis_test_at_the_first_gap_and_gjk_at_the_true_distance() {
    let stage = stage(&weightless(vec![body("a", Vec2::ZERO, rectangle(2.0, 2.0)), body("b", v(5.0, 6.0), rectangle(2.0, 2.0))]));
    let overlay = Overlay::of("sat", &input(&stage, 0)).expect("a pair");
    assert_eq!(records(&overlay.films()[0]).last().map(|s| s["verdict"].clone()), Some("separates".into()));
    let text = text(&input(&stage, usize::MAX));
    assert!(text.contains("proves that they are apart"), "{text}");
    // Corners (1, 1) and (4, 5): 3, 4, 5.
    let overlay = Overlay::of("minkowski", &input(&stage, 0)).expect("a pair");
    assert_eq!(records(&overlay.films()[0]).last().map(|s| s["verdict"].clone()), Some("separated".into()));
    assert_eq!(overlay.films().len(), 1, "nothing for EPA");
    let shown = picture(&input(&stage, usize::MAX), &["minkowski"]);
    assert!(says(&shown, "distance 5.00 m"), "{:?}", labels(&shown));
    let witness = lines(&shown, Role::Contact);
    assert!(witness.iter().any(|&(p, q)| near(p, v(1.0, 1.0), 1e-5) && near(q, v(4.0, 5.0), 1e-5)), "{witness:?}");
    assert!(says(&shown, "origin"));
    let asked =
        (0..overlay.frame_count()).any(|turn| !arrows(&picture(&input(&stage, turn), &["minkowski"]), Role::SearchDirection).is_empty());
    assert!(asked, "a frame shows the search direction");
}

#[test]
fn round_shapes_take_their_radii_off_the_distance() {
    let stage = stage(&weightless(vec![body("a", Vec2::ZERO, circle(1.0)), body("b", v(3.0, 4.0), circle(1.5))]));
    let shown = picture(&input(&stage, usize::MAX), &["minkowski"]);
    assert!(says(&shown, "distance 2.50 m"), "{:?}", labels(&shown));
    let witness = lines(&shown, Role::Contact);
    assert!(witness.iter().any(|&(p, q)| near(p, v(0.6, 0.8), 1e-5) && near(q, v(2.1, 2.8), 1e-5)), "{witness:?}");
}

#[test]
fn the_drawn_difference_holds_the_origin_exactly_when_the_shapes_overlap() {
    let mut random = Pcg32::seed_from_u64(5);
    let (mut overlapping, mut apart) = (0, 0);
    for _ in 0..400 {
        let stage = stage(&random_pair(&mut random, NarrowPhase::Sat));
        let input = input(&stage, 0);
        let mut list = DrawList::default();
        (lens::find("minkowski").expect("shipped").draw)(&input, &mut list);
        let outlines = list.marks.iter().filter(|m| m.role == Role::Difference && m.sheet == Sheet::Difference);
        let whole = outlines
            .filter_map(|m| if let Primitive::Outline { points } = &m.primitive { Some(list.points(points)) } else { None })
            .next_back();
        let whole = whole.expect("an outline");
        let holds = (0..whole.len()).all(|i| {
            let (p, q) = (whole[i], whole[(i + 1) % whole.len()]);
            p.x * q.y - p.y * q.x >= 0.0 // counter-clockwise: the origin lies left of every edge
        });
        let (a, b) = (stage.world().collider(collider(0)).expect("a"), stage.world().collider(collider(1)).expect("b"));
        let (pose_a, pose_b) = (stage.world().body(BodyId(0)).expect("a").pose, stage.world().body(BodyId(1)).expect("b").pose);
        let found = sat::separate(a.shape.convex(), b.shape.convex(), pose_a.inv_mul(pose_b), 100.0, &mut NoProbe);
        if found.separation.abs() < 0.01 {
            continue; // arcs are drawn with chords, up to a few millimetres inside
        }
        assert_eq!(holds, found.separation < 0.0, "separation {}", found.separation);
        if holds { overlapping += 1 } else { apart += 1 }
    }
    assert!(overlapping > 120 && apart > 120, "{overlapping} overlap, {apart} apart");
}

#[test]
fn a_film_is_made_once_for_a_pair_that_rests_and_anew_when_it_moves() {
    let document = Document { bodies: vec![ground(), body("ball", v(0.0, 2.0), circle(0.5))], ..Document::default() };
    let mut stage = stage(&document);
    let films = Films::default();
    let shown = |stage: &Stage| {
        let input = LensInput { films: Some(&films), ..input(stage, 0) };
        Overlay::of("sat", &input).expect("a pair").films()[0].clone()
    };
    let first = shown(&stage);
    assert!(Arc::ptr_eq(&first, &shown(&stage)));
    stage.step();
    assert!(!Arc::ptr_eq(&first, &shown(&stage)), "it falls");
    (0..600).for_each(|_| stage.step());
    let resting = shown(&stage);
    stage.step();
    assert!(Arc::ptr_eq(&resting, &shown(&stage)), "asleep: nothing of the film's inputs changes");
}

#[test]
fn the_deepest_dynamic_contact_is_watched_when_nobody_chose() {
    let deep = |id: &str, x: f32, y: f32| body(id, v(x, y), circle(0.5));
    let bodies =
        vec![ground(), deep("sunk", 0.0, 0.2), deep("left", 5.0, 3.0), deep("right", 5.9, 3.0), deep("x", 9.0, 3.0), deep("y", 9.95, 3.0)];
    let stage = stepped(&weightless(bodies), 1);
    assert_eq!(lens::default_pair(&stage), Some((collider(2), collider(3))), "0.1 m deep, and no ground in it");
    let stage = stepped(&weightless(vec![ground(), deep("sunk", 0.0, 0.2)]), 1);
    assert_eq!(lens::default_pair(&stage), Some((collider(0), collider(1))));
    assert_eq!(lens::default_pair(&stepped(&weightless(vec![deep("alone", 0.0, 0.0)]), 1)), None);
}

/// The card of the lens showed the numbers of a manifold of some steps ago without a word; the microscope had one.
#[test]
fn the_card_says_when_the_manifold_was_made_wherever_the_microscope_does() {
    let mut stage = Stage::new(&shipped("pyramid")).expect("a scene");
    (0..60).for_each(|_| stage.step());
    let mut later = 0;
    for contact in stage.world().contacts().into_iter().filter(|contact| contact.count > 0) {
        let pair = (contact.collider_a, contact.collider_b);
        let overlay = Overlay::of("sat", &LensInput { pair: Some(pair), ..input(&stage, 0) }).expect("they touch");
        let film = (microscope::find("sat").expect("known").film)(&Specimen::of(&stage, pair).expect("both are there"));
        let reason = &film.frame(film.last()).reason;
        assert!(overlay.later().map_or(!reason.contains("has reused it since"), |words| reason.contains(words)), "{reason}");
        later += usize::from(overlay.later().is_some());
    }
    assert!(later > 0, "some have moved on");
}

fn shipped(name: &str) -> Document {
    let scene = collidoscope::scene::shipped::scenes().iter().find(|scene| scene.name == name).expect("a shipped scene");
    collidoscope::scene::file::parse(scene.json.as_bytes()).expect("a sound scene")
}
