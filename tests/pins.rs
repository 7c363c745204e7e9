//! Hinges between overlapping bodies: where they go, whom they join, and that a drawing becomes a car or a doll.

use collidoscope::app::pins::PinPlace;
use collidoscope::app::{
    App, DocumentCommand, FileCommand, HistoryCommand, Item, NoticeKind, Pointer, PointerEvent, RunCommand, ToolCommand,
};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::collider::CollisionFilter;
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::joint::JointKind;
use collidoscope::engine::mass::MassProperties;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::overlap::{Overlap, overlap};
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, ShapeDoc};
use collidoscope::scene::file;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn body(id: &str, kind: BodyKind, x: f32, y: f32, geometry: Geometry) -> BodyDoc {
    BodyDoc { id: id.into(), kind, position: Vec2::new(x, y), shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn slab(id: &str, kind: BodyKind, (x, y): (f32, f32), (width, height): (f32, f32)) -> BodyDoc {
    body(id, kind, x, y, Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 })
}

fn disc(id: &str, x: f32, y: f32, radius: f32) -> BodyDoc {
    body(id, BodyKind::Dynamic, x, y, Geometry::Circle { radius, center: Vec2::ZERO })
}

fn app_of(bodies: impl IntoIterator<Item = BodyDoc>) -> App {
    let mut app = App::empty();
    bodies.into_iter().for_each(|body| app.apply(DocumentCommand::Add(body.into())));
    app.take_notices();
    app
}

/// Floor, chassis and two wheels; the wheels stand on the floor, two millimetres in it.
fn car() -> App {
    app_of([
        slab("floor", BodyKind::Static, (0.0, -0.5), (40.0, 1.0)),
        slab("chassis", BodyKind::Dynamic, (0.0, 0.7), (3.0, 0.6)),
        disc("front", 1.1, 0.448, 0.45),
        disc("rear", -1.1, 0.448, 0.45),
    ])
}

fn pin(app: &mut App, bodies: &[&str], place: PinPlace) {
    app.apply(DocumentCommand::PinOverlaps { bodies: bodies.iter().map(|id| (*id).to_owned()).collect(), place });
}

#[test]
fn wheels_get_a_hinge_at_their_centres_and_the_floor_none() {
    let mut app = car();
    let before = app.document().clone();
    pin(&mut app, &[], PinPlace::SmallerCenter);
    let joints = &app.document().joints;
    let told: Vec<(Option<&str>, &str, Vec2)> = joints.iter().map(|j| (j.body_a.as_deref(), j.body_b.as_str(), j.anchor_a)).collect();
    assert_eq!(told, [(Some("chassis"), "front", Vec2::new(1.1, 0.448)), (Some("chassis"), "rear", Vec2::new(-1.1, 0.448))]);
    assert!(joints.iter().all(|j| matches!(j.kind, JointKind::Revolute(_)) && !j.collide_connected));
    assert_eq!(app.selection().iter().filter(|item| matches!(item, Item::Joint(_))).count(), 2, "they are selected");
    // It rolls: the chassis stays on its wheels.
    for _ in 0..240 {
        app.apply(RunCommand::StepForward);
    }
    let world = app.stage().world();
    let chassis = app.stage().names().bodies.id("chassis").and_then(|id| world.body(id)).expect("there");
    assert!((chassis.center.y - 0.7).abs() < 0.02 && chassis.pose.rotation.sin.abs() < 0.01, "{:?}", chassis.pose);
    // Once more there is nothing to pin, and it is said.
    let pinned = app.document().clone();
    app.take_notices();
    pin(&mut app, &[], PinPlace::SmallerCenter);
    assert_eq!(*app.document(), pinned);
    assert!(app.take_notices().iter().any(|note| note.kind == NoticeKind::Warning));
    // One step takes all hinges back.
    app.apply(HistoryCommand::Undo);
    assert_eq!(*app.document(), before);
}

#[test]
fn what_is_selected_is_pinned_a_static_body_too() {
    let mut app = app_of([
        slab("wall", BodyKind::Static, (0.0, 0.0), (1.0, 4.0)),
        slab("post", BodyKind::Static, (0.3, 0.0), (1.0, 1.0)),
        slab("arm", BodyKind::Dynamic, (1.2, 0.0), (2.0, 0.4)),
        disc("ball", 2.2, 0.0, 0.3),
    ]);
    pin(&mut app, &["wall", "arm"], PinPlace::Overlap);
    let [hinge] = app.document().joints.as_slice() else { panic!("{:?}", app.document().joints) };
    assert_eq!((hinge.body_a.as_deref(), hinge.body_b.as_str()), (Some("wall"), "arm"));
    // They share x from 0.2 to 0.5.
    assert!((hinge.anchor_a - Vec2::new(0.35, 0.0)).length() < 1e-5, "{}", hinge.anchor_a);
    // Two bodies that cannot move are never joined.
    pin(&mut app, &["wall", "post"], PinPlace::Overlap);
    assert_eq!(app.document().joints.len(), 1);
    // Without a selection, only what moves: the ball at the arm's end.
    pin(&mut app, &[], PinPlace::SmallerCenter);
    let last = app.document().joints.last().expect("a hinge");
    assert_eq!((last.body_a.as_deref(), last.body_b.as_str(), last.anchor_a), (Some("arm"), "ball", Vec2::new(2.2, 0.0)));
}

#[test]
fn pins_go_where_bodies_are_now() {
    // Two discs in layers that do not touch each other glide together; half a second later they overlap.
    let glider = |id: &str, x: f32, speed: f32| {
        let mut body = disc(id, x, 10.0, 0.5);
        (body.gravity_scale, body.linear_velocity) = (0.0, Vec2::new(speed, 0.0));
        body.shapes[0].filter = CollisionFilter { layers: 2, collides_with: 1 };
        body
    };
    let mut app = app_of([glider("left", 0.0, 0.5), glider("right", 1.5, -1.0)]);
    pin(&mut app, &[], PinPlace::Overlap);
    assert!(app.document().joints.is_empty(), "they are apart at first");
    for _ in 0..30 {
        app.apply(RunCommand::StepForward);
    }
    let place = |id: &str| app.stage().names().bodies.id(id).and_then(|id| app.stage().world().body(id)).expect("there").center;
    let places = [place("left"), place("right")];
    assert!((places[0].distance(places[1]) - 0.75).abs() < 0.01, "{places:?}");
    pin(&mut app, &[], PinPlace::Overlap);
    let [hinge] = app.document().joints.as_slice() else { panic!("{:?}", app.document().joints) };
    assert!((hinge.anchor_a - 0.5 * (places[0] + places[1])).length() < 1e-3, "{} between {places:?}", hinge.anchor_a);
    // The hinge holds in the file, too: the bodies start from there now.
    assert!((app.document().body("right").expect("there").position - places[1]).length() < 1e-4);
}

fn any_shape(rng: &mut Pcg32) -> Shape {
    let mut p = |r: f32| Vec2::new(rng.random_range(-r..r), rng.random_range(-r..r));
    let (a, b, c) = (p(1.0), p(1.0), p(1.0));
    match rng.random_range(0..4) {
        0 => Circle::try_new(a, rng.random_range(0.2..1.0)).map(Into::into),
        1 => BoxShape::try_new(rng.random_range(0.3..2.0), rng.random_range(0.3..2.0), a, rng.random_range(0.0..3.0), 0.1).map(Into::into),
        2 => Capsule::try_new(a, b, rng.random_range(0.1..0.6)).map(Into::into),
        _ => ConvexPolygon::try_new(&[a, b, c], 0.05).map(Into::into),
    }
    .unwrap_or_else(|_| Circle::try_new(Vec2::ZERO, 0.5).expect("a disc").into())
}

/// The oracle counts points of a fine grid that lie in both shapes.
fn counted(shapes: [&Shape; 2], poses: [Pose; 2]) -> (f32, Vec2) {
    const CELL: f32 = 0.02;
    let (mut area, mut moment) = (0.0, Vec2::ZERO);
    for (i, k) in (-150..150).flat_map(|i| (-150..150).map(move |k| (i, k))) {
        let p = CELL * Vec2::new(i as f32 + 0.5, k as f32 + 0.5);
        if (0..2).all(|side| shapes[side].contains(poses[side].to_local(WorldPoint::at(p)))) {
            area += CELL * CELL;
            moment += CELL * CELL * p;
        }
    }
    (area, moment)
}

#[test]
fn the_overlap_of_random_shapes_is_that_of_counted_points() {
    let mut rng = Pcg32::seed_from_u64(5);
    let (mut met, mut apart) = (0, 0);
    for case in 0..120 {
        let shapes = [any_shape(&mut rng), any_shape(&mut rng)];
        let mut pose = || Pose::new(Vec2::new(rng.random_range(-0.7..0.7), rng.random_range(-0.7..0.7)), rng.random_range(-3.0..3.0));
        let poses = [pose(), pose()];
        let [one, other] = [0, 1].map(|side| (shapes[side].convex(), poses[side]));
        let found = overlap(one, other);
        let (area, moment) = counted([&shapes[0], &shapes[1]], poses);
        // A cell of the grid at each end of an outline of some metres; 0.6 % of round parts.
        let margin = 0.02 + 0.01 * area;
        match found {
            Some(Overlap { area: own, centroid }) if area > 0.05 => {
                assert!((own - area).abs() < margin, "case {case}: {own} m², {area} counted");
                assert!((centroid - moment / area).length() < 0.02, "case {case}: {centroid}, {} counted", moment / area);
                let Some(swapped) = overlap(other, one) else { panic!("case {case}: not when swapped") };
                assert!((swapped.centroid - centroid).length() < 1e-4 && (swapped.area - own).abs() < 1e-4, "case {case}");
                met += 1;
            }
            Some(Overlap { area: own, .. }) => assert!((own - area).abs() < margin, "case {case}"),
            None => {
                assert!(area < margin, "case {case}: {area} m² counted, none found");
                apart += 1;
            }
        }
    }
    assert!(met > 30 && apart > 10, "{met} met, {apart} apart");
}

#[test]
fn a_shape_shares_its_whole_area_with_itself() {
    let pose = Pose::new(Vec2::new(3.0, -2.0), 0.4);
    let with_itself = |shape: &Shape| overlap((shape.convex(), pose), (shape.convex(), pose));
    let slab: Shape = BoxShape::try_new(2.0, 1.0, Vec2::new(5.0, 0.0), 0.4, 0.0).expect("a box").into();
    assert!((with_itself(&slab).expect("an area").area - 2.0).abs() < 1e-5);
    let disc: Shape = Circle::try_new(Vec2::ZERO, 1.0).expect("a disc").into();
    assert!((with_itself(&disc).expect("an area").area / std::f32::consts::PI - 1.0).abs() < 0.007);
    let mut rng = Pcg32::seed_from_u64(6);
    for case in 0..100 {
        let shape = any_shape(&mut rng);
        let (found, exact) = (with_itself(&shape).expect("an area"), MassProperties::of_shape(&shape, 1.0));
        // Round parts are polygons of 32 sides: 0.6 % too small.
        assert!((found.area / exact.mass - 1.0).abs() < 0.007, "case {case}: {} m², exactly {}", found.area, exact.mass);
        assert!((found.centroid - pose.transform_point(exact.center)).length() < 2e-3, "case {case}");
    }
    let line: Shape = Segment::try_new(Vec2::ZERO, Vec2::X).expect("a segment").into();
    assert_eq!(with_itself(&line), None);
    assert_eq!(overlap((line.convex(), Pose::IDENTITY), (disc.convex(), Pose::IDENTITY)), None);
}

/// A crowd in one place has more pairs than a scene may have joints: that is refused with its place, and takes no time.
#[test]
fn more_overlaps_than_a_scene_may_have_joints_are_refused() {
    let body = |i: usize| disc(&format!("d{i}"), 0.0, 10.0, 0.5);
    let document = Document { bodies: (0..400).map(body).collect(), ..Document::default() };
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("crowd.json".into()), bytes: Ok(file::to_json(&document).into_bytes()) });
    let before = app.document().clone();
    assert_eq!(before.bodies.len(), 400, "it is open");
    app.take_notices();
    pin(&mut app, &[], PinPlace::Overlap);
    assert_eq!(*app.document(), before);
    let notices = app.take_notices();
    assert!(notices.iter().any(|note| note.kind == NoticeKind::Error && note.text.contains("40000")), "{notices:?}");
}

/// Three boxes that all overlap got three hinges, in a triangle that does not bend.
#[test]
fn three_bodies_that_all_overlap_get_two_hinges_and_bend() {
    let slabs = [("a", 0.0, 0.0), ("b", 0.9, 0.0), ("c", 0.5, 0.7)];
    let mut app = app_of(slabs.map(|(id, x, y)| slab(id, BodyKind::Dynamic, (x, 5.0 + y), (1.2, 1.0))));
    pin(&mut app, &[], PinPlace::Overlap);
    assert_eq!(app.document().joints.len(), 2);
    assert!(app.take_notices().iter().any(|note| note.text.contains("1 overlap left free")));
    // Nor does a second command close the triangle; it says why.
    pin(&mut app, &[], PinPlace::Overlap);
    assert_eq!(app.document().joints.len(), 2);
    assert!(app.take_notices().iter().any(|note| note.kind == NoticeKind::Warning && note.text.contains("would not bend")));
}

/// A second click with the hinge tool joined the same two again, and a third body at the place was never reached.
#[test]
fn a_second_click_of_the_hinge_tool_takes_the_next_body_and_then_says_that_all_are_joined() {
    let mut app = app_of(["a", "b", "c"].map(|id| slab(id, BodyKind::Dynamic, (0.0, 5.0), (1.0, 1.0))));
    app.apply(ToolCommand::Choose("revolute".into()));
    let at = Pointer { world: Vec2::new(0.0, 5.0), ..Pointer::default() };
    let mut click = || {
        for event in [PointerEvent::Press(at), PointerEvent::Release(at)] {
            app.apply(ToolCommand::Pointer(event));
        }
        let told = app.take_notices().iter().any(|note| note.kind == NoticeKind::Warning && note.text.contains("joined here already"));
        (app.document().joints.len(), told)
    };
    assert_eq!([click(), click(), click()], [(1, false), (2, false), (2, true)]);
    let pairs: std::collections::BTreeSet<_> = app.document().joints.iter().map(|j| (j.body_a.clone(), j.body_b.clone())).collect();
    assert_eq!(pairs.len(), 2, "{pairs:?}");
}
