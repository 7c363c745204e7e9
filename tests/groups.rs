//! Groups: points come back from any frame, members follow their group and stay valid shapes, and undo gives the file
//! back to the byte.

use collidoscope::app::arrange::{Direction, Line, box_of};
use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, FileCommand, GroupCommand, HistoryCommand, Item, LayoutCommand, Pointer, PointerEvent,
    RunCommand, ToolCommand, ViewCommand, groups,
};
use collidoscope::engine::frames::{Affine, Placement, Transform};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::scene::document::{
    BodyDoc, CurveDoc, Document, Geometry, GraphDoc, GroupDoc, LightKind, MeasureDoc, MeasureEnd, NoteDoc, PlaneCurve, PlaneCurveDoc,
    SmokeDoc, SmokeSourceDoc, Subject, TraceDoc,
};
use collidoscope::scene::file;
use collidoscope::scene::group_tree::Groups;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::f32::consts::{FRAC_PI_2, PI};

const ORDERS: [[Transform; 3]; 6] = {
    use Transform::{Move, Scale, Turn};
    [[Scale, Turn, Move], [Scale, Move, Turn], [Turn, Scale, Move], [Turn, Move, Scale], [Move, Scale, Turn], [Move, Turn, Scale]]
};

fn placement(rng: &mut Pcg32) -> Placement {
    let mut factor = || rng.random_range(0.4..2.5_f32) * if rng.random_bool(0.3) { -1.0 } else { 1.0 };
    let scale = Vec2::new(factor(), factor());
    let mut point = |size: f32| Vec2::new(rng.random_range(-size..size), rng.random_range(-size..size));
    let (position, pivot) = (point(10.0), point(3.0));
    Placement { position, pivot, scale, angle: rng.random_range(-PI..PI), order: ORDERS[rng.random_range(0..6)] }
}

/// The same map by the formulas of each part alone, point by point.
fn by_hand(placement: &Placement, p: Vec2) -> [f64; 2] {
    let (pivot, mut p) = (placement.pivot.as_dvec2(), p.as_dvec2());
    for part in placement.order {
        match part {
            Transform::Scale => p = pivot + (p - pivot) * placement.scale.as_dvec2(),
            Transform::Turn => {
                let (sin, cos) = f64::from(placement.angle).sin_cos();
                let r = p - pivot;
                p = pivot + glam::DVec2::new(cos * r.x - sin * r.y, sin * r.x + cos * r.y);
            }
            Transform::Move => p += placement.position.as_dvec2(),
        }
    }
    p.to_array()
}

#[test]
fn points_come_back_from_any_frame_of_ten_thousand_trees() {
    let mut rng = Pcg32::seed_from_u64(1);
    let (mut deepest, mut flips) = (0, 0);
    for _ in 0..10_000 {
        let mut frames: Vec<(GroupDoc, usize, Option<usize>)> = Vec::new();
        for i in 0..rng.random_range(1..12) {
            let parent = (i > 0 && rng.random_bool(0.9)).then(|| if rng.random_bool(0.7) { i - 1 } else { rng.random_range(0..i) });
            let parent = parent.filter(|parent| frames[*parent].1 < 8);
            let group = parent.map(|parent| frames[parent].0.id.clone());
            let depth = parent.map_or(1, |parent| frames[parent].1 + 1);
            frames.push((GroupDoc { id: format!("g{i}"), group, placement: placement(&mut rng) }, depth, parent));
            deepest = deepest.max(depth);
        }
        let document = Document { groups: frames.iter().map(|(doc, ..)| doc.clone()).collect(), ..Document::default() };
        let groups = Groups::of(&document);
        let p = Vec2::new(rng.random_range(-5.0..5.0), rng.random_range(-5.0..5.0));
        for _ in 0..4 {
            let [from, to] = [0, 1].map(|_| groups.world(Some(&frames[rng.random_range(0..frames.len())].0.id)));
            let [from_back, to_back] = [from, to].map(|world| world.inverse().expect("an inverse"));
            let (there, back) = (to_back.after(from), from_back.after(to));
            let again = back.apply(there.apply(p.as_dvec2())).as_vec2();
            assert!((again - p).length() <= 1e-5 * p.length().max(1.0), "{p} came back as {again}");
            // By way of single precision, as everybody else has the numbers: relative to how far the way stretches.
            let single = back.point(there.point(p));
            let stretch = (back.x.length() + back.y.length()) * there.apply(p.as_dvec2()).length() + 1.0;
            assert!(f64::from((single - p).length()) <= 1e-5 * stretch.max(f64::from(p.length())), "{p} came back as {single}");
        }
        // The formulas of the parts, one frame after the other.
        let last = frames.len() - 1;
        let (mut q, mut at) = ([f64::from(p.x), f64::from(p.y)], Some(last));
        let map = groups.world(Some(&frames[last].0.id));
        let world = map.apply(p.as_dvec2());
        flips += usize::from(map.determinant() < 0.0);
        let mut exact = true;
        while let Some(i) = at {
            let (doc, _, parent) = &frames[i];
            exact &= q.iter().all(|x| x.abs() < 1e6);
            q = by_hand(&doc.placement, Vec2::new(q[0] as f32, q[1] as f32));
            at = *parent;
        }
        let gap = ((q[0] - world.x).powi(2) + (q[1] - world.y).powi(2)).sqrt();
        // The oracle rounds to single precision between frames; later scales of at most 2.5 each enlarge that.
        assert!(!exact || gap < 1e-3 * world.length().max(10.0), "{q:?} and {world}");
    }
    assert_eq!(deepest, 8);
    assert!(flips > 2_000, "{flips} flipped frames are too few");
}

#[test]
fn ten_up_then_a_quarter_turn_clockwise_ends_ten_to_the_right_and_the_other_order_ten_up() {
    use Transform::{Move, Scale, Turn};
    let up = Placement { position: Vec2::new(0.0, 10.0), angle: -FRAC_PI_2, ..Placement::default() };
    let first_up = Placement { order: [Scale, Move, Turn], ..up };
    let first_turned = Placement { order: [Scale, Turn, Move], ..up };
    assert!((first_up.matrix().point(Vec2::ZERO) - Vec2::new(10.0, 0.0)).length() < 1e-5);
    assert!((first_turned.matrix().point(Vec2::ZERO) - Vec2::new(0.0, 10.0)).length() < 1e-5);
}

#[test]
fn both_readings_begin_at_the_outer_axes_and_end_at_the_same_frame() {
    let mut rng = Pcg32::seed_from_u64(2);
    for _ in 0..1_000 {
        let placed = placement(&mut rng);
        let (active, passive) = (placed.stages(), placed.axes());
        assert_eq!((active[0], passive[0]), (Affine::IDENTITY, Affine::IDENTITY));
        let gap = |a: Affine, b: Affine| (a.x - b.x).length() + (a.y - b.y).length() + (a.origin - b.origin).length();
        assert!(gap(active[3], passive[3]) < 1e-9, "the readings end apart");
    }
}

#[test]
fn normals_stay_at_right_angles_to_their_edges_where_the_matrix_itself_would_lean_them() {
    let mut rng = Pcg32::seed_from_u64(3);
    let mut leaning = 0;
    for _ in 0..1_000 {
        let map = placement(&mut rng).matrix();
        let t = Vec2::new(rng.random_range(-1.0..1.0), rng.random_range(0.1..1.0));
        let n = Vec2::new(-t.y, t.x);
        let (tangent, normal) = (map.vector(t), map.normal(n).expect("a normal"));
        assert!((normal.length() - 1.0).abs() < 1e-5);
        assert!(tangent.dot(normal).abs() < 1e-5 * tangent.length());
        let wrong = map.vector(n);
        leaning += usize::from(tangent.dot(wrong).abs() > 0.1 * tangent.length() * wrong.length());
    }
    assert!(leaning > 500, "the matrix itself leaned only {leaning} of 1,000 normals");
}

#[test]
fn another_pivot_alone_moves_nothing_and_a_fitted_placement_leads_where_it_should() {
    let mut rng = Pcg32::seed_from_u64(4);
    for _ in 0..2_000 {
        let placed = placement(&mut rng);
        let (p, q) = (Vec2::new(2.0, -1.0), Vec2::new(-3.0, 0.5));
        let other = placed.with_pivot(q);
        let far = |a: &Placement, b: &Placement| (a.matrix().point(p) - b.matrix().point(p)).length();
        assert!(far(&placed, &other) < 1e-3, "a pivot moved a point by {}", far(&placed, &other));
        let around = Affine::turn(rng.random_range(-PI..PI)).about(p);
        let target = around.after(placed.matrix());
        // With the turn before the scale a further turn would lean the frame: only the usual order can follow it.
        let scale_first =
            placed.order.iter().position(|t| *t == Transform::Scale) < placed.order.iter().position(|t| *t == Transform::Turn);
        if scale_first {
            let fitted = placed.fitted(target);
            assert!((fitted.matrix().point(p) - target.point(p)).length() < 1e-3);
            assert!((fitted.matrix().point(q) - target.point(q)).length() < 1e-3);
            assert!((fitted.scale.x * placed.scale.x > 0.0) && (fitted.scale.y * placed.scale.y > 0.0), "a turn is no flip");
        }
    }
}

const SCENE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Train",
  "world": { "gravity": [0, 0] },
  "bodies": [
    { "id": "ground", "kind": "static", "position": [0, -2], "shapes": [{ "box": { "width": 30, "height": 1 } }] },
    { "id": "chassis", "group": "cart", "position": [2, 2], "angle": 0.2, "linear_velocity": [1, 0],
      "shapes": [{ "box": { "width": 2, "height": 0.5, "rounding": 0.1 } }] },
    { "id": "wheel", "group": "cart", "position": [1.5, 1.5], "shapes": [{ "circle": { "radius": 0.4 } }] },
    { "id": "pill", "group": "train", "position": [5, 2], "shapes": [{ "capsule": { "a": [-0.5, 0], "b": [0.5, 0], "radius": 0.3 } }] },
    { "id": "free", "position": [-4, 2], "shapes": [{ "polygon": { "vertices": [[0, 0], [1, 0], [0.5, 0.8]] } }] } ],
  "joints": [
    { "id": "axle", "kind": "revolute", "body_a": "chassis", "body_b": "wheel", "anchor": [1.5, 1.5], "limits": [-1, 2] },
    { "id": "rod", "kind": "distance", "body_a": "chassis", "body_b": "free", "anchor_a": [1, 2], "anchor_b": [-4, 2], "length": 5 } ],
  "launchers": [{ "id": "gun", "group": "cart", "position": [2, 3], "angle": 0.5 }],
  "lights": [{ "id": "lamp", "kind": "point", "group": "train", "position": [3, 4], "radius": 0.2 }],
  "groups": [
    { "id": "train", "position": [3, 2], "angle": 0.3 },
    { "id": "cart", "group": "train", "position": [-1, 0], "pivot": [0.2, 0.1] } ] }"#;

fn app() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("train.json".into()), bytes: Ok(SCENE.as_bytes().to_vec()) });
    assert_eq!(app.document().groups.len(), 2, "{:?}", app.take_notices());
    app
}

fn local(document: &Document, body: &str) -> Vec2 {
    let doc = document.body(body).expect("the body");
    let world = groups::world(document, doc.group.as_deref());
    world.inverse().expect("an inverse").point(doc.position)
}

fn edited(app: &mut App, id: &str, gesture: u64, change: impl FnOnce(&mut Placement)) {
    let mut group = app.document().group(id).expect("the group").clone();
    change(&mut group.placement);
    app.apply(DocumentCommand::Edit { id: id.into(), to: group.into(), gesture });
}

#[test]
fn members_keep_their_coordinates_in_the_group_when_it_is_moved_turned_and_scaled() {
    let mut app = app();
    let before: Vec<Vec2> = ["chassis", "wheel", "pill"].iter().map(|id| local(app.document(), id)).collect();
    let ground = app.document().body("ground").cloned();
    edited(&mut app, "train", 0, |p| (p.position, p.angle, p.scale) = (Vec2::new(-2.0, 5.0), 2.0, Vec2::splat(1.5)));
    edited(&mut app, "cart", 0, |p| (p.angle, p.order) = (1.0, ORDERS[4]));
    let after: Vec<Vec2> = ["chassis", "wheel", "pill"].iter().map(|id| local(app.document(), id)).collect();
    for (was, is) in before.iter().zip(&after) {
        assert!((*was - *is).length() < 1e-4, "{was} became {is}");
    }
    assert_eq!(app.document().body("ground").cloned(), ground);
    // Same scale along both axes: what was round is round, 1.5 times as large; joints and launchers went along.
    let wheel = app.document().body("wheel").expect("the wheel");
    assert!(matches!(wheel.shapes[0].geometry, Geometry::Circle { radius, .. } if (radius - 0.6).abs() < 1e-5));
    let axle = app.document().joint("axle").expect("the axle");
    assert!((axle.anchor_a - wheel.position).length() < 1e-4, "the axle stands in the wheel's middle");
    // The rod's end on the free body stays; the other follows the chassis.
    let rod = app.document().joint("rod").expect("the rod");
    assert_eq!(rod.anchor_b, Vec2::new(-4.0, 2.0));
    assert_ne!(rod.anchor_a, Vec2::new(1.0, 2.0));
}

/// Lamps and launchers on the bodies of a group were scaled with it; curves, notes, ends of tapes, sources of smoke,
/// traces and points of graphs stayed where they had been in the body's frame.
#[test]
fn what_is_drawn_and_measured_on_the_bodies_of_a_group_is_scaled_with_them() {
    let mut app = app();
    let on = Some("wheel".to_owned());
    let place = Vec2::new(0.2, 0.1);
    let mut document = app.document().clone();
    let kind = PlaneCurve::Circle { center: place, radius: 0.1 };
    document.curves.push(PlaneCurveDoc { id: "ring".into(), body: on.clone(), kind });
    document.notes.push(NoteDoc { id: "note".into(), body: on.clone(), position: place, to: Some(place), ..NoteDoc::default() });
    let (from, to) = (MeasureEnd { body: on.clone(), at: place }, MeasureEnd { body: None, at: place });
    document.measures.push(MeasureDoc { id: "tape".into(), from, to, apex: None });
    let source = SmokeSourceDoc { body: on, position: place, radius: 0.1, wind: Vec2::X, ..SmokeSourceDoc::default() };
    document.smoke.push(SmokeDoc { id: "air".into(), width: 4.0, height: 4.0, sources: vec![source], ..SmokeDoc::default() });
    document.traces.push(TraceDoc { body: "wheel".into(), at: place, seconds: None });
    let of = Subject::Point { body: "wheel".into(), at: place };
    document.graphs.push(GraphDoc { curves: vec![CurveDoc { of, quantity: "x" }], against: None });
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(file::to_json(&document).into_bytes()) });
    assert_eq!(app.document().traces.len(), 1, "{:?}", app.take_notices());
    edited(&mut app, "train", 0, |p| p.scale = Vec2::splat(2.0));
    let after = app.document();
    let is_twice = |at: Vec2| (at - 2.0 * place).length() < 1e-5;
    let PlaneCurve::Circle { center, radius } = after.curves[0].kind else { panic!("{:?}", after.curves[0]) };
    assert!(is_twice(center) && (radius - 0.2).abs() < 1e-5);
    assert!(is_twice(after.notes[0].position) && after.notes[0].to.is_some_and(is_twice));
    assert!(is_twice(after.measures[0].from.at) && after.measures[0].to.at == place, "its free end stays");
    let source = &after.smoke[0].sources[0];
    assert!(is_twice(source.position) && (source.radius - 0.2).abs() < 1e-5 && (source.wind - Vec2::X).length() < 1e-5);
    assert!(is_twice(after.traces[0].at));
    let Subject::Point { at, .. } = after.graphs[0].curves[0].of else { panic!("{:?}", after.graphs[0]) };
    assert!(is_twice(at));
}

#[test]
fn a_circle_under_uneven_scale_becomes_a_polygon_of_the_ellipse_s_area_and_it_is_said() {
    let mut app = app();
    edited(&mut app, "train", 0, |p| p.scale = Vec2::new(2.0, 0.5));
    let said = app.take_notices();
    assert!(said.iter().any(|n| n.text.contains("circle") && n.text.contains("capsule")), "{said:?}");
    let wheel = app.document().body("wheel").expect("the wheel");
    let Geometry::Polygon { vertices, .. } = &wheel.shapes[0].geometry else { panic!("{:?}", wheel.shapes[0].geometry) };
    let area: f32 = 0.5 * (0..vertices.len()).map(|i| vertices[i].perp_dot(vertices[(i + 1) % vertices.len()])).sum::<f32>();
    // A polygon of n vertices in a circle has sin(2π/n) / (2π/n) of its area.
    let share = sin_cos(2.0 * PI / 32.0).0 / (2.0 * PI / 32.0);
    assert!((area.abs() - PI * 0.16 * share).abs() < 1e-3, "area {area}");
    // All of it is valid and runs.
    assert!(file::check(app.document()).is_ok());
    app.apply(RunCommand::StepForward);
    app.apply(HistoryCommand::Undo);
    let wheel = app.document().body("wheel").expect("the wheel");
    assert!(matches!(wheel.shapes[0].geometry, Geometry::Circle { .. }), "undo makes it round again");
}

#[test]
fn one_drag_that_comes_back_to_where_it_began_leaves_circles_round() {
    let mut app = app();
    let before = file::to_json(app.document());
    for scale in [1.2, 3.0, 0.4, 1.0] {
        edited(&mut app, "cart", 77, |p| p.scale = Vec2::new(scale, 1.0));
    }
    assert_eq!(file::to_json(app.document()), before);
}

#[test]
fn flipping_a_group_mirrors_what_stands_in_it_and_flipping_again_gives_it_back() {
    let mut app = app();
    let before = app.document().clone();
    app.apply(ViewCommand::Select(vec![Item::Group("cart".into())]));
    app.apply(LayoutCommand::Mirror(Direction::Horizontal));
    let flipped = app.document().clone();
    assert!(groups::world(&flipped, Some("cart")).determinant() < 0.0, "its frame is flipped");
    let limits = |d: &Document| d.joint("axle").and_then(|j| j.kind.limits()).map(|l| (l.lower, l.upper));
    assert_eq!(limits(&flipped), Some((-2.0, 1.0)), "limits of an angle turn over");
    app.apply(LayoutCommand::Mirror(Direction::Horizontal));
    for body in &before.bodies {
        let is = app.document().body(&body.id).expect("the body");
        assert!((is.position - body.position).length() < 1e-4 && (is.angle - body.angle).abs() < 1e-5, "{}", body.id);
    }
    for id in ["cart", "train"] {
        let (was, is) = (before.group(id).expect("it").placement, app.document().group(id).expect("it").placement);
        assert!((was.position - is.position).length() < 1e-4 && (was.angle - is.angle).abs() < 1e-5 && was.scale == is.scale, "{is:?}");
    }
}

#[test]
fn undo_of_any_change_of_groups_gives_the_file_back_to_the_byte() {
    let mut rng = Pcg32::seed_from_u64(5);
    let mut done = [0_u32; 9];
    for round in 0..120 {
        let mut app = app();
        let mut files = vec![file::to_json(app.document())];
        for _ in 0..6 {
            let ids: Vec<String> = app.document().groups.iter().map(|g| g.id.clone()).collect();
            let bodies: Vec<String> = app.document().bodies.iter().map(|b| b.id.clone()).collect();
            let one = |rng: &mut Pcg32, of: &[String]| of.get(rng.random_range(0..of.len().max(1))).cloned().unwrap_or_default();
            let any = |rng: &mut Pcg32| if rng.random_bool(0.5) { Item::Group(one(rng, &ids)) } else { Item::Body(one(rng, &bodies)) };
            let act = rng.random_range(0..9);
            app.apply(ViewCommand::Select(vec![any(&mut rng), any(&mut rng)]));
            match act {
                0 => app.apply(GroupCommand::Group),
                1 => app.apply(GroupCommand::Ungroup),
                2 => {
                    if let Some(group) = app.document().group(&one(&mut rng, &ids)).cloned() {
                        let placement = Placement { position: group.placement.position + Vec2::X, ..placement(&mut rng) };
                        app.apply(DocumentCommand::Edit { id: group.id.clone(), to: GroupDoc { placement, ..group }.into(), gesture: 0 });
                    }
                }
                3 => app
                    .apply(GroupCommand::Reparent { items: vec![any(&mut rng)], group: rng.random_bool(0.7).then(|| one(&mut rng, &ids)) }),
                4 => {
                    let items = app.selection().to_vec();
                    app.apply(DocumentCommand::Move { items, shift: Vec2::new(0.5, -0.25), turn: 0.3, pivot: Vec2::ONE, gesture: 0 });
                }
                5 => app.apply(ClipboardCommand::Duplicate),
                6 => app.apply(DocumentCommand::Delete(app.selection().to_vec())),
                7 => app.apply(LayoutCommand::Mirror(Direction::Vertical)),
                _ => app.apply(LayoutCommand::Align(Line::Left)),
            }
            let now = file::to_json(app.document());
            assert!(file::check(app.document()).is_ok(), "act {act} of round {round} left an unsound scene");
            assert_eq!(file::parse(now.as_bytes()).as_ref(), Ok(app.document()), "act {act}: the file reads back as another scene");
            if now != files[files.len() - 1] {
                done[act] += 1;
                files.push(now);
            }
        }
        while files.len() > 1 {
            files.pop();
            app.apply(HistoryCommand::Undo);
            assert_eq!(file::to_json(app.document()), files[files.len() - 1]);
        }
    }
    assert!(done.iter().all(|n| *n > 10), "some act hardly ever did something: {done:?}");
}

#[test]
fn a_new_group_moves_nothing_and_its_frame_stands_in_the_middle() {
    let mut app = app();
    let before = app.document().clone();
    app.apply(ViewCommand::Select(vec![Item::Body("free".into()), Item::Group("train".into())]));
    app.apply(GroupCommand::Group);
    let [Item::Group(id)] = app.selection() else { panic!("{:?}", app.selection()) };
    let id = id.clone();
    assert_eq!(app.document().group("train").and_then(|g| g.group.as_deref()), Some(id.as_str()));
    for body in &before.bodies {
        assert_eq!(app.document().body(&body.id).map(|b| (b.position, b.angle)), Some((body.position, body.angle)));
    }
    let (was, is) = (groups::world(&before, Some("cart")), groups::world(app.document(), Some("cart")));
    assert!((was.point(Vec2::ONE) - is.point(Vec2::ONE)).length() < 1e-4, "inner frames stay where they are");
    app.apply(GroupCommand::Ungroup);
    assert_eq!(app.document().group("train").and_then(|g| g.group.as_deref()), None);
}

#[test]
fn deleting_the_last_member_deletes_its_group_and_deleting_a_group_all_that_stands_in_it() {
    let mut app = app();
    app.apply(DocumentCommand::Delete(vec![Item::Body("chassis".into()), Item::Body("wheel".into()), Item::Launcher("gun".into())]));
    assert!(app.document().group("cart").is_none() && app.document().group("train").is_some());
    app.apply(HistoryCommand::Undo);
    app.apply(DocumentCommand::Delete(vec![Item::Group("train".into())]));
    let left: Vec<&str> = app.document().bodies.iter().map(|b| b.id.as_str()).collect();
    assert_eq!(left, ["ground", "free"]);
    assert!(app.document().groups.is_empty() && app.document().lights.is_empty() && app.document().launchers.is_empty());
}

#[test]
fn a_copy_of_a_group_is_a_group_of_copies_joined_among_themselves() {
    let mut app = app();
    app.apply(ViewCommand::Select(vec![Item::Group("train".into())]));
    app.apply(ClipboardCommand::Copy);
    app.apply(ClipboardCommand::Paste { at: None });
    let document = app.document();
    assert_eq!(document.groups.len(), 4);
    let copies: Vec<&String> = app.selection().iter().filter_map(|i| if let Item::Group(id) = i { Some(id) } else { None }).collect();
    let [copy] = copies[..] else { panic!("{:?}", app.selection()) };
    assert_eq!(app.selection().len(), 1, "its joints go with it: {:?}", app.selection());
    let bodies = groups::bodies(document, &[Item::Group(copy.clone())]);
    assert_eq!(bodies.len(), 3);
    let shift = groups::world(document, Some(copy)).point(Vec2::ZERO) - groups::world(document, Some("train")).point(Vec2::ZERO);
    assert!((shift - Vec2::new(0.5, 0.5)).length() < 1e-4, "the frame is shifted with its members: {shift}");
    let joints: Vec<_> = document.joints.iter().filter(|j| bodies.contains(&j.body_b)).collect();
    assert!(matches!(joints[..], [joint] if joint.body_a.as_ref().is_some_and(|a| bodies.contains(a))));
}

#[test]
fn a_group_cannot_be_put_into_itself_and_nothing_changes() {
    let mut app = app();
    let before = file::to_json(app.document());
    app.apply(GroupCommand::Reparent { items: vec![Item::Group("train".into())], group: Some("cart".into()) });
    assert_eq!(file::to_json(app.document()), before);
    assert!(app.take_notices().iter().any(|n| n.text.contains("cannot stand in itself")));
}

#[test]
fn in_mid_run_a_group_is_moved_from_where_its_members_are_now() {
    let mut app = app();
    for _ in 0..30 {
        app.apply(RunCommand::StepForward);
    }
    let now = |app: &App| {
        let id = app.stage().names().bodies.id("chassis").expect("it runs");
        app.stage().world().body(id).expect("it is there").pose.position
    };
    let was = now(&app);
    assert!((was - Vec2::new(2.0, 2.0)).length() > 0.2, "it has moved by itself");
    app.apply(DocumentCommand::Move {
        items: vec![Item::Group("cart".into())],
        shift: Vec2::new(0.0, 3.0),
        turn: 0.0,
        pivot: Vec2::ZERO,
        gesture: 0,
    });
    assert!((now(&app) - was - Vec2::new(0.0, 3.0)).length() < 1e-4);
}

#[test]
fn a_press_on_a_member_takes_its_group_and_a_click_goes_one_group_further_in() {
    let mut app = app();
    let at = Pointer { world: Vec2::new(2.0, 2.0), shift: false, ctrl: false, alt: false };
    let click = |app: &mut App| {
        app.apply(ToolCommand::Pointer(PointerEvent::Press(at)));
        app.apply(ToolCommand::Pointer(PointerEvent::Release(at)));
        app.selection().to_vec()
    };
    assert_eq!(click(&mut app), [Item::Group("train".into())]);
    assert_eq!(click(&mut app), [Item::Group("cart".into())]);
    assert_eq!(click(&mut app), [Item::Body("chassis".into())]);
    // A drag of the group moves all of it, as one step back.
    app.apply(ViewCommand::Select(Vec::new()));
    let before = file::to_json(app.document());
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at)));
    for x in [2.5, 3.0, 4.0] {
        app.apply(ToolCommand::Pointer(PointerEvent::Move(Pointer { world: Vec2::new(x, 2.0), ctrl: true, ..at })));
    }
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at)));
    assert!((app.document().body("pill").expect("it").position - Vec2::new(7.0, 2.0)).length() < 1e-3);
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
}

#[test]
fn dragging_a_corner_of_a_group_scales_it_and_leaves_the_opposite_corner_where_it_is() {
    let mut app = app();
    app.apply(ViewCommand::Select(vec![Item::Group("cart".into())]));
    app.apply(ViewCommand::Frame { selection: true });
    let corner = |app: &App, sign: [i8; 2]| {
        let handles = app.handles();
        handles.iter().find(|h| h.part == collidoscope::app::handle::Part::GroupSide { sign }).expect("a corner").at
    };
    let (from, stays) = (corner(&app, [1, 1]), corner(&app, [-1, -1]));
    let to = stays + 1.5 * (from - stays);
    let p = |world: Vec2| Pointer { world, shift: true, ctrl: true, alt: false };
    app.apply(ToolCommand::Pointer(PointerEvent::Press(Pointer { shift: false, ctrl: false, ..p(from) })));
    for share in [0.3, 0.7, 1.0] {
        app.apply(ToolCommand::Pointer(PointerEvent::Move(p(from + share * (to - from)))));
    }
    app.apply(ToolCommand::Pointer(PointerEvent::Release(p(to))));
    let scale = app.document().group("cart").expect("it").placement.scale;
    assert!((scale - Vec2::splat(1.5)).length() < 1e-3, "{scale}");
    let wheel = app.document().body("wheel").expect("it");
    assert!(matches!(wheel.shapes[0].geometry, Geometry::Circle { radius, .. } if (radius - 0.6).abs() < 1e-3));
    assert!((corner(&app, [-1, -1]) - stays).length() < 2e-3 && (corner(&app, [1, 1]) - to).length() < 2e-3);
}

#[test]
fn a_file_with_a_circle_of_groups_is_refused_with_its_names() {
    let refused = |groups: &str| {
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "groups": {groups} }}"#);
        file::parse(text.as_bytes()).expect_err("it is refused").to_string()
    };
    let circle = refused(r#"[{ "id": "a", "group": "b" }, { "id": "b", "group": "c" }, { "id": "c", "group": "a" }]"#);
    assert!(circle.contains("groups[0].group") && circle.contains(r#""a" in "b" in "c" in "a""#), "{circle}");
    assert!(refused(r#"[{ "id": "a", "group": "a" }]"#).contains("a group cannot stand in itself"));
    let unknown = refused(r#"[{ "id": "cart" }, { "id": "b", "group": "crat" }]"#);
    assert!(unknown.contains("groups[1].group") && unknown.contains("cart"), "{unknown}");
    let flat = refused(r#"[{ "id": "a", "scale": [1, 0] }]"#);
    assert!(flat.contains("groups[0].scale[1]") && flat.contains("flat"), "{flat}");
    let chain: Vec<String> = (0..40)
        .map(|i| if i == 0 { r#"{ "id": "g0" }"#.into() } else { format!(r#"{{ "id": "g{i}", "group": "g{}" }}"#, i - 1) })
        .collect();
    assert!(refused(&format!("[{}]", chain.join(", "))).contains("more than 32 deep"));
}

#[test]
fn the_groups_of_a_document_know_which_body_stands_in_which_frame() {
    let app = app();
    let groups = Groups::of(app.document());
    assert_eq!(groups.of_body("wheel"), Some("cart"));
    assert_eq!(groups.chain("cart").iter().map(|g| g.id.as_str()).collect::<Vec<_>>(), ["cart", "train"]);
    assert_eq!(groups.world(Some("cart")), groups::world(app.document(), Some("cart")));
    let lamp = app.document().light("lamp").expect("the lamp");
    assert!(matches!(lamp.kind, LightKind::Point { .. }));
    let body: &BodyDoc = app.document().body("wheel").expect("the wheel");
    assert!(box_of(body).is_some());
}

/// Locked bodies were looked for among the things that were named, not in the groups among them.
#[test]
fn a_locked_body_is_neither_moved_nor_deleted_through_its_group() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Locked", "groups": [{ "id": "g" }], "bodies": [
        { "id": "held", "group": "g", "locked": true, "position": [0, 3], "shapes": [{ "circle": { "radius": 0.5 } }] },
        { "id": "free", "group": "g", "position": [2, 3], "shapes": [{ "circle": { "radius": 0.5 } }] } ] }"#;
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into()) });
    app.take_notices();
    let group = vec![Item::Group("g".into())];
    app.apply(DocumentCommand::Move { items: group.clone(), shift: Vec2::X, turn: 0.0, pivot: Vec2::ZERO, gesture: 0 });
    let place = |app: &App, id: &str| app.document().body(id).expect("it is there").position;
    assert_eq!((place(&app, "held"), place(&app, "free")), (Vec2::new(0.0, 3.0), Vec2::new(3.0, 3.0)));
    app.apply(DocumentCommand::Delete(group));
    assert!(app.document().body("held").is_some() && app.document().body("free").is_none() && app.document().group("g").is_some());
    let told: Vec<String> = app.take_notices().into_iter().map(|notice| notice.text).collect();
    let wanted = |what: &str| format!("held is locked and was not {what}: unlock it first (Arrange menu).");
    assert!(told.contains(&wanted("moved")) && told.contains(&wanted("deleted")), "{told:?}");
}
