//! The eyes: lenses show what the engine did, where it did it.

use collidoscope::draw::{DrawList, Mark, Primitive, Role, Sheet};
use collidoscope::engine::body::{BodyId, BodyKind};
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::joint::{Limits, Motor};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::clip::ClipStep;
use collidoscope::engine::narrow::gjk::GjkVerdict;
use collidoscope::engine::narrow::sat::SatVerdict;
use collidoscope::engine::narrow::{NarrowPhase, NarrowStep, collide, sat};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::tuning::SPECULATIVE_MARGIN;
use collidoscope::guidance::lead::LeadMethod;
use collidoscope::lens::{self, LensInput};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, JointKindDoc, LauncherDoc, ShapeDoc, WorldDoc};
use collidoscope::scene::stage::{Input, Stage};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn body(id: &str, position: Vec2, geometry: Geometry) -> BodyDoc {
    BodyDoc { id: id.to_owned(), position, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn circle(radius: f32) -> Geometry {
    Geometry::Circle { radius, center: Vec2::ZERO }
}

fn rectangle(width: f32, height: f32) -> Geometry {
    Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 }
}

fn ground() -> BodyDoc {
    BodyDoc { kind: BodyKind::Static, ..body("ground", Vec2::ZERO, Geometry::Segment { a: v(-50.0, 0.0), b: v(50.0, 0.0) }) }
}

fn weightless(bodies: Vec<BodyDoc>) -> Document {
    Document { bodies, world: WorldDoc { gravity: Vec2::ZERO, ..WorldDoc::default() }, ..Document::default() }
}

fn stage(document: &Document) -> Stage {
    Stage::new(document).unwrap_or_else(|problems| panic!("{problems}"))
}

fn stepped(document: &Document, steps: usize) -> Stage {
    let mut stage = stage(document);
    for _ in 0..steps {
        stage.step();
    }
    stage
}

fn collider(body: u32) -> ColliderId {
    ColliderId { body: BodyId(body), index: 0 }
}

/// The first two bodies, 100 points to the metre.
fn input(stage: &Stage, turn: usize) -> LensInput<'_> {
    LensInput { stage, pair: Some((collider(0), collider(1))), turn, metres_per_px: 0.01 }
}

fn picture(input: &LensInput<'_>, lenses: &[&str]) -> DrawList {
    let mut list = DrawList::default();
    lens::compose(input, lenses, &mut list);
    list
}

fn labels(list: &DrawList) -> Vec<&str> {
    list.marks.iter().filter_map(|m| if let Primitive::Label { text, .. } = &m.primitive { Some(text.as_str()) } else { None }).collect()
}

fn says(list: &DrawList, words: &str) -> bool {
    labels(list).iter().any(|label| label.contains(words))
}

fn arrows(list: &DrawList, role: Role) -> Vec<(Vec2, Vec2)> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Arrow { from, to } = m.primitive { Some((from, to)) } else { None }).collect()
}

fn lines(list: &DrawList, role: Role) -> Vec<(Vec2, Vec2)> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Line { a, b } = m.primitive { Some((a, b)) } else { None }).collect()
}

fn dots(list: &DrawList, role: Role) -> Vec<Vec2> {
    let of_role = list.marks.iter().filter(|m| m.role == role);
    of_role.filter_map(|m| if let Primitive::Dot { at, .. } = m.primitive { Some(at) } else { None }).collect()
}

fn near(a: Vec2, b: Vec2, tolerance: f32) -> bool {
    (a - b).length() <= tolerance
}

fn is_finite(mark: &Mark) -> bool {
    let all = |points: &[Vec2]| points.iter().all(|p| p.is_finite());
    match &mark.primitive {
        Primitive::Line { a, b } | Primitive::Arrow { from: a, to: b } => all(&[*a, *b]),
        Primitive::Capsule { a, b, radius } => all(&[*a, *b, v(*radius, 0.0)]),
        Primitive::Circle { center, radius } => all(&[*center, v(*radius, 0.0)]),
        Primitive::Box { center, half, rotation, rounding } => all(&[*center, *half, *rotation, v(*rounding, 0.0)]),
        Primitive::Dot { at, .. } | Primitive::Ring { at, .. } | Primitive::Cross { at, .. } => at.is_finite(),
        Primitive::Label { at, offset_px, .. } => all(&[*at, *offset_px]),
        Primitive::Polygon { .. } | Primitive::Outline { .. } | Primitive::Polyline { .. } => true,
    }
}

const ALL: [&str; 8] = ["contacts", "sat", "minkowski", "boxes", "velocity", "islands", "joints", "aim"];

/// A scene with everything in it: all shapes, kinds and joints, a launcher that can hit and one that cannot.
fn everything() -> Document {
    let polygon = Geometry::Polygon { vertices: vec![v(0.0, 0.0), v(1.0, 0.0), v(0.5, 0.8)], rounding: 0.05 };
    let capsule = Geometry::Capsule { a: v(-0.5, 0.0), b: v(0.5, 0.0), radius: 0.2 };
    let mut dumbbell = body("dumbbell", v(-3.0, 2.0), circle(0.3));
    dumbbell.shapes.push(ShapeDoc::new(Geometry::Circle { radius: 0.2, center: v(0.6, 0.0) }));
    let bodies = vec![
        ground(),
        body("ball", v(0.0, 0.6), circle(0.5)),
        body("crate", v(0.5, 1.5), rectangle(1.0, 0.6)),
        body("pill", v(3.0, 0.5), capsule),
        body("rock", v(5.0, 0.5), polygon),
        dumbbell,
        BodyDoc { kind: BodyKind::Kinematic, linear_velocity: v(2.0, 0.0), ..body("ship", v(-6.0, 5.0), rectangle(1.0, 0.4)) },
        body("bob", v(8.0, 2.0), circle(0.2)),
        body("arm", v(9.5, 3.0), rectangle(1.0, 0.2)),
    ];
    let joint = |id: &str, body_b: &str, kind| JointDoc {
        id: id.to_owned(),
        body_a: None,
        body_b: body_b.to_owned(),
        kind,
        collide_connected: false,
    };
    let limits = Some(Limits { lower: -1.0, upper: 0.5 });
    let motor = Some(Motor { speed: 1.0, max_effort: 5.0 });
    let joints = vec![
        joint("pin", "crate", JointKindDoc::Revolute { anchor: v(0.5, 1.5), limits, motor, spring: None }),
        joint("rail", "pill", JointKindDoc::Prismatic { anchor: v(3.0, 0.5), axis: v(1.0, 0.0), limits, motor, spring: None }),
        joint(
            "rod",
            "bob",
            JointKindDoc::Distance { anchor_a: v(8.0, 4.0), anchor_b: v(8.0, 2.0), length: None, limits: None, spring: None },
        ),
        joint("glue", "arm", JointKindDoc::Weld { anchor: v(9.0, 3.0), spring: None }),
    ];
    let gun = LauncherDoc {
        id: "gun".to_owned(),
        position: v(-9.0, 1.0),
        target: Some("ship".to_owned()),
        every: Some(0.3),
        ..LauncherDoc::default()
    };
    let weak = LauncherDoc { id: "weak".to_owned(), speed: 0.5, every: None, method: LeadMethod::Iterative, ..gun.clone() };
    Document { bodies, joints, launchers: vec![gun, weak], ..Document::default() }
}

#[test]
fn lenses_come_in_the_order_of_the_chips_and_explain_themselves_in_one_line() {
    let ids: Vec<&str> = lens::lenses().iter().map(|l| l.id).collect();
    assert_eq!(ids, ALL);
    for lens in lens::lenses() {
        assert_eq!(lens::find(lens.id).map(|l| l.name), Some(lens.name));
        assert!((30..170).contains(&lens.explanation.len()) && !lens.explanation.contains('\n'), "{}", lens.id);
    }
    assert!(lens::find("nothing").is_none());
}

#[test]
fn every_lens_is_total_whatever_is_watched_and_every_number_is_finite() {
    let empty = Document::default();
    let colliders: Vec<Option<ColliderId>> = (0..11)
        .map(|n| Some(collider(n)))
        .chain([None, Some(ColliderId { body: BodyId(5), index: 9 }), Some(collider(u32::MAX))])
        .collect();
    let (mut with_marks, mut without) = (0, 0);
    for (document, steps) in [(&empty, 0), (&everything(), 0), (&everything(), 40), (&everything(), 200)] {
        let stage = stepped(document, steps);
        for &a in &colliders {
            for &b in &colliders {
                for turn in [0, 2, usize::MAX] {
                    let input = LensInput { stage: &stage, pair: a.zip(b), turn, metres_per_px: 0.01 };
                    let list = picture(&input, &ALL);
                    if list.marks.iter().any(|m| m.sheet == Sheet::Difference) {
                        with_marks += 1
                    } else {
                        without += 1
                    }
                    assert!(list == picture(&input, &ALL), "equal input, equal picture");
                    assert!(list.points.iter().all(|p| p.is_finite()));
                    assert!(list.marks.iter().all(is_finite), "{:?}", list.marks.iter().find(|m| !is_finite(m)));
                    for id in ["sat", "minkowski"] {
                        assert_eq!(lens::turn_text(id, &input).is_some(), lens::turn_count(id, &input) > 0);
                    }
                }
            }
        }
    }
    assert!(with_marks > 500 && without > 500, "{with_marks} pictures with a pair, {without} without");
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
                    v(angle.cos(), angle.sin()) * 0.7
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
    let world = WorldDoc { gravity: Vec2::ZERO, narrow_phase, ..WorldDoc::default() };
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

        let kept =
            steps.iter().filter_map(|s| if let NarrowStep::Clip(ClipStep::Point { point, kept: true }) = s { Some(*point) } else { None });
        let kept: Vec<_> = kept.collect();
        let is_clipped = steps.iter().any(|s| matches!(s, NarrowStep::Clip(_)));
        assert!(!is_clipped || kept == contact.manifold.points(), "the last steps recorded are the stored points");
        clipped += usize::from(is_clipped);

        let of_sat: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Sat(s) = s { Some(s.clone()) } else { None }).collect();
        let of_gjk: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Gjk(s) = s { Some(s.clone()) } else { None }).collect();
        let of_epa: Vec<_> = steps.iter().filter_map(|s| if let NarrowStep::Epa(s) = s { Some(s.clone()) } else { None }).collect();
        if !of_sat.is_empty() {
            let shown = lens::sat::steps(&input);
            assert_eq!(shown, of_sat);
            let best = shown.iter().rfind(|s| s.verdict == SatVerdict::Best).expect("touching shapes have a best axis");
            assert_eq!(best.axis, contact.manifold.normal);
        } else if !of_gjk.is_empty() {
            let shown = lens::gjk::turns(&input).expect("a pair");
            assert_eq!((&shown.gjk, &shown.epa), (&of_gjk, &of_epa));
            let normal = match shown.epa.last() {
                Some(last) => last.normal,
                None => shown.found.normal,
            };
            // Clipping takes the reference face's own normal, which is rounded on another way: the last bits of an f32.
            assert!(near(normal, contact.manifold.normal, 1e-6), "{normal} {}", contact.manifold.normal);
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
    let count = lens::turn_count("sat", &input(&stage, 0));
    let steps = lens::sat::steps(&input(&stage, 0));
    assert_eq!(steps.len(), count);
    let across = steps.iter().position(|s| s.axis.x.abs() > 0.9 && s.verdict == SatVerdict::Best).expect("the x axis is the best");
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
    let text = lens::turn_text("sat", &input(&stage, usize::MAX)).expect("a text");
    assert!(text.contains("they overlap, and the shortest way out is 0.500 m"), "{text}");
}

#[test]
fn boxes_apart_end_the_axis_test_at_the_first_gap_and_gjk_at_the_true_distance() {
    let stage = stage(&weightless(vec![body("a", Vec2::ZERO, rectangle(2.0, 2.0)), body("b", v(5.0, 6.0), rectangle(2.0, 2.0))]));
    let steps = lens::sat::steps(&input(&stage, 0));
    assert_eq!(steps.last().map(|s| s.verdict), Some(SatVerdict::Separates));
    let text = lens::turn_text("sat", &input(&stage, usize::MAX)).expect("a text");
    assert!(text.contains("proves that they are apart"), "{text}");
    // Corners (1, 1) and (4, 5): 3, 4, 5.
    let turns = lens::gjk::turns(&input(&stage, 0)).expect("a pair");
    assert_eq!(turns.gjk.last().map(|s| s.verdict), Some(GjkVerdict::Separated));
    assert!(turns.epa.is_empty());
    let shown = picture(&input(&stage, usize::MAX), &["minkowski"]);
    assert!(says(&shown, "distance 5.00 m"), "{:?}", labels(&shown));
    let witness = lines(&shown, Role::Contact);
    assert!(witness.iter().any(|&(p, q)| near(p, v(1.0, 1.0), 1e-5) && near(q, v(4.0, 5.0), 1e-5)), "{witness:?}");
    assert!(!arrows(&shown, Role::SearchDirection).is_empty() && says(&shown, "origin"));
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
        let whole =
            outlines.filter_map(|m| if let Primitive::Outline { points } = &m.primitive { Some(list.points(points)) } else { None }).last();
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
fn a_ball_on_the_ground_shows_its_contact_point_the_upward_push_and_its_weight() {
    let document = Document { bodies: vec![ground(), body("ball", v(2.0, 0.5), circle(0.5))], ..Document::default() };
    let stage = stepped(&document, 30);
    let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["contacts"]);
    let [at] = dots(&shown, Role::Contact)[..] else { panic!("one contact point") };
    assert!(near(at, v(2.0, 0.0), 0.01), "{at}"); // resting contacts may sink by the slop of 5 mm
    let [(from, to)] = arrows(&shown, Role::Contact)[..] else { panic!("one push") };
    assert!(from == at && to.y > from.y && (to.x - from.x).abs() < 1e-3);
    // m g / 60 Hz with m = π/4 kg: 0.128 N·s.
    assert!(says(&shown, "0.128 N·s") || says(&shown, "0.129 N·s"), "{:?}", labels(&shown));
}

#[test]
fn bodies_have_the_role_of_their_kind_and_the_pair_is_coloured_only_while_it_is_looked_at() {
    let stage = stepped(&everything(), 2);
    let pair = Some((collider(2), collider(1)));
    let base = LensInput { pair, ..input(&stage, 0) };
    let has = |list: &DrawList, role| list.marks.iter().any(|m| m.role == role);
    let plain = picture(&base, &["contacts"]);
    assert!(!has(&plain, Role::BodyA) && !has(&plain, Role::BodyB));
    for role in [Role::Body, Role::StaticBody, Role::KinematicBody, Role::Heading, Role::Launcher, Role::Joint] {
        assert!(has(&plain, role), "{role:?}");
    }
    let looked_at = picture(&base, &["sat"]);
    let blue = looked_at.marks.iter().find(|m| m.role == Role::BodyA).map(|m| &m.primitive);
    assert!(matches!(blue, Some(Primitive::Circle { .. })), "the ball has the smaller id, so it is A: {blue:?}");
    let orange = looked_at.marks.iter().find(|m| m.role == Role::BodyB).map(|m| &m.primitive);
    assert!(matches!(orange, Some(Primitive::Box { .. })), "{orange:?}");
    assert_eq!(picture(&base, &["nothing", "contacts"]), plain, "unknown lenses are left out");
}

#[test]
fn a_velocity_arrow_is_the_way_of_a_fifth_of_a_second_and_a_resting_body_has_none() {
    let mover = BodyDoc { linear_velocity: v(3.0, 4.0), angular_velocity: 2.0, ..body("mover", v(1.0, 1.0), circle(0.5)) };
    let stage = stage(&weightless(vec![mover, body("idle", v(9.0, 9.0), circle(0.5))]));
    let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["velocity"]);
    let found = arrows(&shown, Role::Velocity);
    assert_eq!(found.len(), 2, "one for the way, one for the spin");
    assert!(near(found[0].0, v(1.0, 1.0), 1e-6) && near(found[0].1, v(1.6, 1.8), 1e-5));
    assert!(says(&shown, "5.00 m/s"));
}

#[test]
fn boxes_are_tight_and_the_tree_covers_them() {
    let stage = stepped(&weightless(vec![body("a", Vec2::ZERO, rectangle(2.0, 1.0)), body("b", v(6.0, 0.0), circle(0.5))]), 1);
    let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["boxes"]);
    let outline = |m: &Mark| if let Primitive::Outline { points } = &m.primitive { Some(shown.points(points).to_vec()) } else { None };
    let of = |role| shown.marks.iter().filter(|m| m.role == role).filter_map(outline).collect::<Vec<_>>();
    let tight = of(Role::BoundingBox);
    assert_eq!(tight.len(), 2);
    assert!(near(tight[0][0], v(-1.0, -0.5), 1e-5) && near(tight[0][2], v(1.0, 0.5), 1e-5));
    let tree = of(Role::TreeBox);
    assert_eq!(tree.len(), 3, "a root and two leaves");
    for tight in &tight {
        assert!(
            tree.iter().filter(|b| b[0].x <= tight[0].x && b[0].y <= tight[0].y && b[2].x >= tight[2].x && b[2].y >= tight[2].y).count()
                >= 2
        );
    }
}

#[test]
fn islands_share_a_colour_when_they_touch_and_are_marked_when_they_sleep() {
    let bodies = vec![
        ground(),
        body("low", v(0.0, 0.5), rectangle(1.0, 1.0)),
        body("high", v(0.0, 1.5), rectangle(1.0, 1.0)),
        body("far", v(9.0, 0.5), rectangle(1.0, 1.0)),
    ];
    let document = Document { bodies, ..Document::default() };
    let shown = |steps| {
        let stage = stepped(&document, steps);
        picture(&LensInput { pair: None, ..input(&stage, 0) }, &["islands"])
    };
    let awake = shown(5);
    let boxes_of =
        |list: &DrawList, role| list.marks.iter().filter(|m| m.role == role && matches!(m.primitive, Primitive::Box { .. })).count();
    assert_eq!((boxes_of(&awake, Role::Island(0)), boxes_of(&awake, Role::Island(1))), (2, 1));
    assert!(says(&awake, "island 1: 2 bodies") && says(&awake, "island 2: 1 body"));
    let asleep = shown(300);
    assert_eq!(boxes_of(&asleep, Role::SleepingIsland), 3);
    assert!(says(&asleep, "z  2 bodies asleep") && boxes_of(&asleep, Role::SleepingBody) == 3);
}

#[test]
fn a_rail_ends_at_its_limits_and_a_pin_shows_its_angle() {
    let stage = stage(&everything());
    let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["joints"]);
    let rails = lines(&shown, Role::Joint);
    assert!(rails.iter().any(|&(p, q)| near(p, v(2.0, 0.5), 1e-4) && near(q, v(3.5, 0.5), 1e-4)), "{rails:?}");
    assert!(says(&shown, "motor 1.00 rad/s") && says(&shown, "motor 1.00 m/s"), "{:?}", labels(&shown));
    assert!(says(&shown, "2.00 m"), "the length of the rod");
    let rings = shown
        .marks
        .iter()
        .filter(|m| m.role == Role::Joint && matches!(m.primitive, Primitive::Ring { at, .. } if near(at, v(0.5, 1.5), 1e-4)));
    assert_eq!(rings.count(), 1, "the pin");
}

#[test]
fn the_circle_of_reach_passes_through_the_meeting_and_no_solution_is_said() {
    let stage = stage(&everything());
    let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["aim"]);
    let crosses: Vec<Vec2> = shown
        .marks
        .iter()
        .filter_map(|m| if let (Role::Aim, Primitive::Cross { at, .. }) = (m.role, &m.primitive) { Some(*at) } else { None })
        .collect();
    let circles: Vec<(Vec2, f32)> = shown
        .marks
        .iter()
        .filter_map(|m| {
            if let (Role::Prediction, Primitive::Circle { center, radius }) = (m.role, &m.primitive) {
                Some((*center, *radius))
            } else {
                None
            }
        })
        .collect();
    let ([meeting], [(center, radius)]) = (&crosses[..], &circles[..]) else { panic!("one launcher can hit: {crosses:?} {circles:?}") };
    assert!(((*meeting - *center).length() - radius).abs() < 1e-3, "rounding of a ten metre circle");
    // The ship moves along y = 5 at 2 m/s.
    assert!((meeting.y - 5.0).abs() < 1e-2 && meeting.x > -6.0, "{meeting}");
    assert!(says(&shown, "meets in"));
    assert!(says(&shown, "no solution") || says(&shown, "not settled"), "{:?}", labels(&shown));
}

#[test]
fn a_shot_tells_whether_it_hit_or_by_how_much_it_missed() {
    let after = |method, steps: usize| {
        let ship = BodyDoc { kind: BodyKind::Kinematic, linear_velocity: v(4.0, 0.0), ..body("ship", v(0.0, 8.0), circle(0.4)) };
        let gun = LauncherDoc { id: "gun".to_owned(), target: Some("ship".to_owned()), speed: 15.0, method, ..LauncherDoc::default() };
        let mut stage = stage(&Document { launchers: vec![gun], ..weightless(vec![ship]) });
        assert!(stage.input(&Input::Fire { launcher: "gun".to_owned() }));
        (0..steps).for_each(|_| stage.step());
        let list = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["aim"]);
        (list, stage.shots()[0].closest)
    };
    let (early, _) = after(LeadMethod::Direct, 10);
    assert!(!says(&early, "missed") && !says(&early, "hit"), "a shot that still comes nearer is not scored: {:?}", labels(&early));
    let (late, gap) = after(LeadMethod::Direct, 90);
    let told = format!("shot 1: missed by {}", collidoscope::draw::quantity::length(gap.expect("a nearest place")));
    assert!(says(&late, &told), "{told} in {:?}", labels(&late));
    assert!(gap.is_some_and(|g| g > 0.5) && !lines(&late, Role::Miss).is_empty());
    let (hit, _) = after(LeadMethod::Quadratic, 90);
    assert!(says(&hit, "shot 1: hit") && !says(&hit, "missed"), "{:?}", labels(&hit));
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

#[test]
fn the_frame_shows_all_that_moves_and_is_not_ruled_by_endless_ground() {
    let far = 40.0;
    let bodies = vec![ground(), body("left", v(-4.0, 1.0), circle(0.5)), body("right", v(6.0, 5.0), circle(1.0))];
    let stage = stage(&weightless(bodies));
    let view = lens::frame(&stage);
    let half = v(view.height * 0.5 * 1.6, view.height * 0.5);
    for (corner, name) in [(v(-4.5, 0.5), "left"), (v(7.0, 6.0), "right"), (v(0.0, 0.0), "ground")] {
        let d = (corner - view.center).abs();
        assert!(d.x < half.x && d.y < half.y, "{name} is outside {view:?}");
    }
    assert!(half.x * 2.0 < far, "{view:?}");
    let empty = lens::frame(&Stage::new(&Document::default()).expect("an empty scene"));
    assert!(empty.height > 1.0 && empty.center.is_finite());
}
