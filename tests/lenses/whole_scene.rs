//! Lenses on whole scenes: the right marks in the right places, whatever is there.

use crate::kit::*;
use collidoscope::draw::{DrawList, Mark, Primitive, Role, Sheet};
use collidoscope::engine::body::{BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::ColliderId;
use collidoscope::engine::math::Vec2;
use collidoscope::guidance::lead::LeadMethod;
use collidoscope::lens::{self, LensInput, Overlay};
use collidoscope::scene::document::{BodyDoc, Document, LauncherDoc};
use collidoscope::scene::stage::{Input, Stage};
use collidoscope::scene::{file, shipped};

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
                    let input =
                        LensInput { stage: &stage, pair: a.zip(b), chosen: &[], turn, metres_per_px: 0.01, films: None, document: None };
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
                        assert_eq!(Overlay::of(id, &input).is_some(), lens::turn_count(id, &input) > 0);
                    }
                }
            }
        }
    }
    assert!(with_marks > 500 && without > 500, "{with_marks} pictures with a pair, {without} without");
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

/// g = 9.81 m/s² makes an arrow of 9.81 · 0.2² = 0.3924 m; a body that moves evenly has none, nor has any before a
/// step.
#[test]
fn an_acceleration_arrow_is_the_growth_of_the_velocity_arrow_in_a_fifth_of_a_second() {
    let mover = BodyDoc { linear_velocity: v(3.0, 4.0), ..body("mover", v(1.0, 9.0), circle(0.5)) };
    let even = BodyDoc { linear_velocity: v(1.0, 0.0), gravity_scale: 0.0, ..body("even", v(9.0, 9.0), circle(0.5)) };
    let mut document = weightless(vec![mover, even]);
    document.world.gravity = v(0.0, -9.81);
    let of = |stage: &Stage| picture(&LensInput { pair: None, ..input(stage, 0) }, &["velocity"]);
    assert!(arrows(&of(&stage(&document)), Role::Simplex).is_empty());
    let stage = stepped(&document, 3);
    let (shown, center) = (of(&stage), stage.world().bodies().next().expect("the mover").1.center);
    let found = arrows(&shown, Role::Simplex);
    assert_eq!(found.len(), 1);
    assert!(near(found[0].0, center, 1e-6) && near(found[0].1, center - v(0.0, 0.3924), 1e-4), "{found:?}");
    assert!(says(&shown, "9.81 m/s²"));
}

#[test]
fn boxes_are_tight_and_the_enlarged_ones_the_tree_and_the_cells_cover_them() {
    let mut document = weightless(vec![body("a", Vec2::ZERO, rectangle(2.0, 1.0)), body("b", v(6.0, 0.0), circle(0.5))]);
    for (method, tree_boxes, cells) in [(BroadPhase::Tree, 3, 0), (BroadPhase::Grid, 2, 2), (BroadPhase::BruteForce, 2, 0)] {
        document.world.broad_phase = method;
        let stage = stepped(&document, 1);
        let shown = picture(&LensInput { pair: None, ..input(&stage, 0) }, &["boxes"]);
        let outline = |m: &Mark| if let Primitive::Outline { points } = &m.primitive { Some(shown.points(points).to_vec()) } else { None };
        let of = |role| shown.marks.iter().filter(|m| m.role == role).filter_map(outline).collect::<Vec<_>>();
        let tight = of(Role::BoundingBox);
        assert_eq!(tight.len(), 2);
        assert!(near(tight[0][0], v(-1.0, -0.5), 1e-5) && near(tight[0][2], v(1.0, 0.5), 1e-5));
        let enlarged = of(Role::TreeBox);
        assert_eq!(enlarged.len(), tree_boxes, "two enlarged boxes, and a root in the tree");
        for tight in &tight {
            let covers = |b: &&Vec<Vec2>| b[0].x <= tight[0].x && b[0].y <= tight[0].y && b[2].x >= tight[2].x && b[2].y >= tight[2].y;
            assert_eq!(enlarged.iter().filter(covers).count(), tree_boxes - 1);
        }
        let found = of(Role::GridCell);
        assert_eq!(found.len(), cells, "the two begin in different cells");
        // 2 m and a margin: cells of 4 m; 1 m and a margin: cells of 2 m.
        let mut sides: Vec<f32> = found.iter().map(|c| c[2].x - c[0].x).collect();
        sides.sort_by(f32::total_cmp);
        assert!(cells == 0 || sides == [2.0, 4.0], "{sides:?}");
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
    assert!(says(&shown, "motor 57.3°/s") && says(&shown, "motor 1.00 m/s"), "{:?}", labels(&shown));
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

/// The world's axes were drawn once for each group, and those of a group that stands where the world does lay on them:
/// "y world" stood there twice and "y arm" under it.
#[test]
fn frames_that_lie_on_each_other_are_drawn_once_with_all_their_names() {
    let scene = shipped::scenes().iter().find(|scene| scene.name == "frames_in_frames").expect("a shipped scene");
    let stage = Stage::new(&file::parse(scene.json.as_bytes()).expect("a sound scene")).expect("it is built");
    let input = LensInput { stage: &stage, pair: None, chosen: &[], turn: 0, metres_per_px: 0.01, films: None, document: None };
    let list = picture(&input, &["frames"]);
    let axes: Vec<&str> = labels(&list).into_iter().filter(|label| label.starts_with("x ") || label.starts_with("y ")).collect();
    assert_eq!(axes, ["x world = arm", "y world = arm", "x ship", "y ship"]);
}

/// The pivot of a pendulum on a rod was out of sight when the scene was opened.
#[test]
fn the_frame_holds_the_anchors_of_joints_in_the_world() {
    use collidoscope::engine::joint::{Distance, JointKind};
    use collidoscope::scene::document::{Geometry, JointDoc, ShapeDoc};
    let ball = BodyDoc {
        id: "ball".into(),
        shapes: vec![ShapeDoc::new(Geometry::Circle { radius: 0.2, center: Vec2::ZERO })],
        ..BodyDoc::default()
    };
    let rod = JointDoc {
        id: "rod".into(),
        body_b: "ball".into(),
        ..JointDoc::between(Vec2::new(0.0, 7.0), Vec2::ZERO, JointKind::Distance(Distance::default()))
    };
    let document = Document { bodies: vec![ball], joints: vec![rod], ..Document::default() };
    let view = lens::frame(&Stage::new(&document).expect("a sound scene"));
    assert!(view.center.y + 0.5 * view.height > 7.0 && view.center.y - 0.5 * view.height < -0.2, "{view:?}");
}

/// At rest the forces of a step cancel to the last digit but one, and sin(π) is 1.2·10⁻¹⁶: close up, numbers like
/// 10⁻¹⁰ N·s stood beside the contacts, and 10⁻¹⁵ N beside a force.
#[test]
fn what_is_made_of_rounding_has_neither_arrow_nor_number() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "sleeping": false }, "bodies": [
        { "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [ { "box": { "width": 20, "height": 1 } } ] },
        { "id": "lower", "position": [0, 0.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
        { "id": "upper", "position": [0.1, 1.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
        { "id": "pushed", "position": [5, 0.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ],
          "forces": [ { "force": [4, 0], "torque": 2, "formula": "sin(pi)" } ] } ] }"#;
    let document = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    for steps in [0, 240, 600] {
        let stage = stepped(&document, steps);
        let close = LensInput { metres_per_px: 1e-12, pair: Some((collider(2), collider(3))), ..input(&stage, 0) };
        let shown = picture(&close, &["contacts", "velocity", "forces"]);
        // A settling stack still moves by some µm/s.
        let is_noise = |label: &&str| ["×10⁻⁸", "×10⁻⁹", "×10⁻¹"].iter().any(|power| label.contains(power));
        let noise: Vec<&str> = labels(&shown).into_iter().filter(is_noise).collect();
        assert!(noise.is_empty(), "after {steps} steps: {noise:?}");
        assert_eq!(says(&shown, "N·s"), steps > 0, "{:?}", labels(&shown));
        assert!(arrows(&shown, Role::Force).is_empty(), "after {steps} steps");
    }
}
