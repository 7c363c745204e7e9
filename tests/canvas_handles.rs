//! Handles on the canvas: what is dragged lands where the pointer is, what should stay stays, undo gives the file back
//! to the byte, and nothing that a hand does to a handle makes a scene unsound.

use collidoscope::app::handle::{Handle, Part};
use collidoscope::app::{
    App, DocumentCommand, Effect, FileCommand, HistoryCommand, Item, NoticeKind, Pointer, PointerEvent, RunCommand, ToolCommand,
    ViewCommand,
};
use collidoscope::draw::{DrawList, Primitive, Role};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::joint::{Distance, JointKind, Limits, Prismatic, Revolute, Spring};
use collidoscope::engine::math::{Pose, Vec2, atan2};
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, LauncherDoc, LightDoc, LightKind, ShapeDoc};
use collidoscope::scene::file;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Positions are of some metres and carry 24 bits: a few roundings of 5e-7 m each.
const EXACT: f32 = 1e-5;

fn body(geometry: Geometry, position: Vec2, angle: f32) -> BodyDoc {
    BodyDoc { id: "it".into(), position, angle, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn rectangle(width: f32, height: f32) -> Geometry {
    Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 }
}

/// A program with one selected body, and snapping off.
fn with(body: BodyDoc) -> App {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    let id = body.id.clone();
    app.apply(DocumentCommand::Add(body.into()));
    app.apply(ViewCommand::Select(vec![Item::Body(id)]));
    app
}

fn pointer(world: Vec2) -> Pointer {
    Pointer { world, ..Pointer::default() }
}

fn drag_with(app: &mut App, from: Vec2, to: Vec2, keys: Pointer) {
    let at = |world| Pointer { world, ..keys };
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(from))));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(from))));
    for i in 1..=4 {
        app.apply(ToolCommand::Pointer(PointerEvent::Move(at(from + (to - from) * (i as f32 / 4.0)))));
    }
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(to))));
}

fn drag(app: &mut App, from: Vec2, to: Vec2) {
    drag_with(app, from, to, Pointer::default());
}

fn handle(app: &App, part: Part) -> Vec2 {
    app.handles().into_iter().find(|h| h.part == part).unwrap_or_else(|| panic!("no handle {part:?}: {:?}", app.handles())).at
}

fn it(app: &App) -> BodyDoc {
    app.document().body("it").expect("the body").clone()
}

/// Corners of the body's box, world.
fn corners(body: &BodyDoc) -> Vec<Vec2> {
    let Geometry::Box { width, height, center, angle, .. } = body.shapes[0].geometry else { panic!("no box") };
    let pose = Pose::new(body.position, body.angle).compose(Pose::new(center, angle));
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| pose.transform_point(0.5 * Vec2::new(x * width, y * height))).into()
}

fn near(a: Vec2, b: Vec2) -> bool {
    (a - b).length() < EXACT
}

#[test]
fn a_dragged_corner_lands_at_the_pointer_and_the_opposite_one_stays() {
    let mut rng = Pcg32::seed_from_u64(1);
    for _ in 0..60 {
        let place = Vec2::new(rng.random_range(-5.0..5.0), rng.random_range(3.0..6.0));
        let size = Vec2::new(rng.random_range(1.0..3.0), rng.random_range(1.0..3.0));
        let mut app = with(body(rectangle(size.x, size.y), place, rng.random_range(-3.0..3.0)));
        let before = corners(&it(&app));
        let i = rng.random_range(0..4usize);
        let out = before[i] - before[(i + 2) % 4];
        let to = before[i] + out * rng.random_range(-0.3..0.6) + 0.2 * out.perp() * rng.random_range(-1.0..1.0);
        if (to - before[i]).length() < 0.1 {
            continue; // a click
        }
        let sign = [[-1, -1], [1, -1], [1, 1], [-1, 1]][i];
        let from = handle(&app, Part::Side { shape: 0, sign });
        drag(&mut app, from, to);
        let after = corners(&it(&app));
        assert!(near(after[i], to), "{:?} is not at {to:?}", after[i]);
        assert!(near(after[(i + 2) % 4], before[(i + 2) % 4]), "the opposite corner moved");
        let Geometry::Box { center, .. } = it(&app).shapes[0].geometry else { panic!() };
        assert_eq!(center, Vec2::ZERO, "the origin stays in the middle");
    }
}

#[test]
fn a_side_moves_along_its_normal_only_and_shift_keeps_the_proportions() {
    let mut app = with(body(rectangle(2.0, 1.0), Vec2::new(0.0, 3.0), 0.0));
    let from = handle(&app, Part::Side { shape: 0, sign: [1, 0] });
    drag(&mut app, from, Vec2::new(2.5, 3.7));
    let Geometry::Box { width, height, .. } = it(&app).shapes[0].geometry else { panic!() };
    assert_eq!((width, height), (3.5, 1.0));
    assert_eq!(it(&app).position, Vec2::new(0.75, 3.0));
    app.apply(HistoryCommand::Undo);
    let from = handle(&app, Part::Side { shape: 0, sign: [1, 1] });
    drag_with(&mut app, from, Vec2::new(3.0, 3.6), Pointer { shift: true, ..Pointer::default() });
    let Geometry::Box { width, height, .. } = it(&app).shapes[0].geometry else { panic!() };
    assert!((width - 4.0).abs() < EXACT && (height - 2.0).abs() < EXACT, "{width} × {height}");
}

#[test]
fn ends_radii_and_vertices_land_at_the_pointer_and_the_rest_stays() {
    // A circle: the rim goes through the pointer.
    let mut app = with(body(Geometry::Circle { radius: 1.0, center: Vec2::ZERO }, Vec2::new(1.0, 4.0), 0.3));
    let from = handle(&app, Part::Radius { shape: 0, place: 1 });
    drag(&mut app, from, Vec2::new(1.0, 5.75));
    assert!(matches!(it(&app).shapes[0].geometry, Geometry::Circle { radius, .. } if (radius - 1.75).abs() < EXACT));
    assert_eq!(it(&app).position, Vec2::new(1.0, 4.0));

    // Ends of capsules and segments.
    for geometry in [
        Geometry::Capsule { a: Vec2::new(-1.0, 0.0), b: Vec2::new(1.0, 0.0), radius: 0.3 },
        Geometry::Segment { a: Vec2::new(-1.0, 0.0), b: Vec2::new(1.0, 0.0) },
    ] {
        let kind = BodyKind::Static; // a segment has no mass
        let mut app = with(BodyDoc { kind, ..body(geometry, Vec2::new(0.5, 4.0), 0.4) });
        let (a, b) = (handle(&app, Part::End { shape: 0, second: false }), handle(&app, Part::End { shape: 0, second: true }));
        drag(&mut app, b, Vec2::new(3.0, 5.0));
        assert!(near(handle(&app, Part::End { shape: 0, second: true }), Vec2::new(3.0, 5.0)));
        assert!(near(handle(&app, Part::End { shape: 0, second: false }), a), "the other end moved");
    }

    // A vertex: the others stay, no matter how the polygon is turned.
    let vertices = vec![Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
    let mut app = with(body(Geometry::Polygon { vertices, rounding: 0.0 }, Vec2::new(0.0, 4.0), 0.5));
    let all = |app: &App| -> Vec<Vec2> { (0..4).map(|index| handle(app, Part::Vertex { shape: 0, index })).collect() };
    let before = all(&app);
    let to = before[2] + Vec2::new(0.4, 0.7);
    drag(&mut app, before[2], to);
    let after = all(&app);
    assert!(near(after[2], to));
    assert!([0, 1, 3].iter().all(|&i| near(after[i], before[i])));
}

#[test]
fn the_frame_round_an_outline_scales_it_about_the_opposite_corner() {
    let vertices = vec![Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(0.0, 1.0)];
    let mut app = with(body(Geometry::Polygon { vertices, rounding: 0.0 }, Vec2::new(0.0, 4.0), 0.0));
    let from = handle(&app, Part::Side { shape: 0, sign: [1, 1] });
    drag(&mut app, from, from + Vec2::new(1.0, 2.0));
    let Geometry::Polygon { vertices, .. } = it(&app).shapes[0].geometry.clone() else { panic!() };
    let wanted = [Vec2::new(-1.0, -1.0), Vec2::new(2.0, -1.0), Vec2::new(0.5, 3.0)];
    assert!(vertices.iter().zip(wanted).all(|(v, w)| near(*v, w)), "{vertices:?}");
}

#[test]
fn a_vertex_pulled_in_makes_a_dent_and_one_that_would_cross_is_refused_in_words() {
    let vertices = vec![Vec2::new(-1.5, -1.0), Vec2::new(1.5, -1.0), Vec2::new(1.5, 1.0), Vec2::new(0.0, 1.6), Vec2::new(-1.5, 1.0)];
    let mut app = with(body(Geometry::Polygon { vertices, rounding: 0.0 }, Vec2::new(0.0, 4.0), 0.0));
    let top = handle(&app, Part::Vertex { shape: 0, index: 3 });
    drag(&mut app, top, Vec2::new(0.0, 4.2));
    let Geometry::Outline { vertices } = it(&app).shapes[0].geometry.clone() else { panic!("a dent makes an outline") };
    assert_eq!(vertices.len(), 5, "no vertex vanishes");
    assert!(app.stage().world().body(app.stage().names().bodies.id("it").expect("it")).expect("it").colliders.len() >= 2);
    // Through the bottom edge: held at the last sound place, and said beside the pointer.
    let top = handle(&app, Part::Vertex { shape: 0, index: 3 });
    app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(top))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(Vec2::new(0.0, 2.0)))));
    let mut picture = DrawList::default();
    app.picture(&mut picture);
    let says = |part: &str| format!("{:?}", picture.marks).contains(part);
    assert!(says("cross itself"));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(pointer(Vec2::new(0.0, 2.0)))));
    assert!(file::check(app.document()).is_ok());
    // A new vertex on an edge, and out again by a double click.
    let edge = handle(&app, Part::NewVertex { shape: 0, after: 0 });
    drag(&mut app, edge, edge - Vec2::new(0.0, 0.5));
    let count = |app: &App| match &it(app).shapes[0].geometry {
        Geometry::Polygon { vertices, .. } | Geometry::Outline { vertices } => vertices.len(),
        _ => 0,
    };
    assert_eq!(count(&app), 6);
    let new = handle(&app, Part::Vertex { shape: 0, index: 1 });
    app.apply(ToolCommand::Pointer(PointerEvent::DoubleClick(pointer(new))));
    assert_eq!(count(&app), 5);
    for _ in 0..3 {
        let first = handle(&app, Part::Vertex { shape: 0, index: 0 });
        app.apply(ToolCommand::Pointer(PointerEvent::DoubleClick(pointer(first))));
    }
    assert_eq!(count(&app), 3);
    assert!(app.take_notices().iter().any(|n| n.kind == NoticeKind::Warning && n.text.contains("triangle")));
}

/// Two boxes and a joint between them, which is selected.
fn joined(kind: impl Into<JointKind>, anchors: [Vec2; 2]) -> App {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    for (id, x) in [("a", -1.0), ("b", 1.0)] {
        app.apply(DocumentCommand::Add(BodyDoc { id: id.into(), ..body(rectangle(1.5, 1.0), Vec2::new(x, 4.0), 0.0) }.into()));
    }
    let parties = JointDoc { body_a: Some("a".into()), body_b: "b".into(), ..JointDoc::between(anchors[0], anchors[1], kind) };
    app.apply(DocumentCommand::Add(parties.into()));
    assert!(matches!(app.selection(), [Item::Joint(_)]), "{:?}", app.take_notices());
    app
}

fn the_joint(app: &App) -> JointDoc {
    app.document().joints[0].clone()
}

#[test]
fn anchors_axis_limits_and_lengths_of_joints_are_dragged() {
    let at = Vec2::new(0.5, 4.0);
    let limits = Some(Limits { lower: -0.5, upper: 0.5 });
    let mut app = joined(Revolute { limits, ..Revolute::default() }, [at; 2]);
    // B's centre lies to the right of the pin: the limit dragged straight up stands at 90°.
    let from = handle(&app, Part::Upper);
    drag(&mut app, from, at + Vec2::new(0.0, 1.0));
    let limits = the_joint(&app).kind.limits().expect("limits");
    assert!((limits.upper - std::f32::consts::FRAC_PI_2).abs() < EXACT && limits.lower == -0.5, "{limits:?}");
    drag(&mut app, at, Vec2::new(0.4, 4.3));
    assert_eq!((the_joint(&app).anchor_a, the_joint(&app).anchor_b), (Vec2::new(0.4, 4.3), Vec2::new(0.4, 4.3)));

    let mut app =
        joined(Prismatic { axis: Vec2::X, limits: Some(Limits { lower: -1.0, upper: 1.0 }), motor: None, ..Prismatic::default() }, [at; 2]);
    let from = handle(&app, Part::Lower);
    drag(&mut app, from, Vec2::new(-1.0, 4.4));
    assert_eq!(the_joint(&app).kind.limits(), Some(Limits { lower: -1.5, upper: 1.0 }));
    let from = handle(&app, Part::Axis);
    drag(&mut app, from, at + Vec2::new(0.6, 0.8));
    assert!(near(the_joint(&app).kind.axis().expect("an axis"), Vec2::new(0.6, 0.8)));

    let mut app = joined(Distance::default(), [Vec2::new(-1.0, 4.0), Vec2::new(1.0, 4.0)]);
    let from = handle(&app, Part::Length);
    drag(&mut app, from, Vec2::new(2.0, 4.0));
    assert!((the_joint(&app).kind.length().expect("a length") - 3.0).abs() < EXACT);
    drag(&mut app, Vec2::new(-1.0, 4.0), Vec2::new(-1.2, 4.2));
    assert_eq!((the_joint(&app).anchor_a, the_joint(&app).anchor_b), (Vec2::new(-1.2, 4.2), Vec2::new(1.0, 4.0)));
}

#[test]
fn one_drag_is_one_undo_which_gives_the_file_back_and_escape_does_the_same() {
    for steps in [0, 20] {
        let mut app = with(body(rectangle(2.0, 1.0), Vec2::new(0.0, 5.0), 0.2));
        for _ in 0..steps {
            app.apply(RunCommand::StepForward);
        }
        let (bytes, print) = (file::to_json(app.document()), app.stage().world().fingerprint());
        let from = handle(&app, Part::Side { shape: 0, sign: [1, 1] });
        drag(&mut app, from, from + Vec2::new(0.7, 0.4));
        assert_ne!(file::to_json(app.document()), bytes);
        let running = app.stage().world().body(app.stage().names().bodies.id("it").expect("it")).expect("it").pose.position;
        assert!(near(running, it(&app).position), "the run and the document agree on where it is");
        app.apply(HistoryCommand::Undo);
        assert_eq!(file::to_json(app.document()), bytes);
        assert_eq!(app.stage().world().fingerprint(), print);
        app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(from))));
        app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(from + Vec2::new(0.5, 0.5)))));
        assert_ne!(file::to_json(app.document()), bytes);
        app.apply(ToolCommand::Cancel);
        assert_eq!(file::to_json(app.document()), bytes, "Esc takes the drag back");
    }
}

#[test]
fn in_mid_run_the_opposite_corner_stays_where_it_is_now() {
    let mut app = with(body(rectangle(2.0, 1.0), Vec2::new(0.0, 6.0), 0.4));
    for _ in 0..25 {
        app.apply(RunCommand::StepForward);
    }
    let (left, right) = (handle(&app, Part::Side { shape: 0, sign: [-1, -1] }), handle(&app, Part::Side { shape: 0, sign: [1, 1] }));
    assert!(left.y < 5.3, "it has fallen");
    drag(&mut app, right, right + Vec2::new(0.3, 0.6));
    assert!(near(handle(&app, Part::Side { shape: 0, sign: [-1, -1] }), left));
    assert!(near(handle(&app, Part::Side { shape: 0, sign: [1, 1] }), right + Vec2::new(0.3, 0.6)));
    app.apply(RunCommand::Reset);
    assert!(near(handle(&app, Part::Side { shape: 0, sign: [-1, -1] }), left), "a reset begins from here");
}

#[test]
fn no_sequence_of_drags_of_handles_makes_a_scene_unsound() {
    let mut rng = Pcg32::seed_from_u64(7);
    let (mut changed, mut refused) = (0, 0);
    for _ in 0..12 {
        let mut app = joined(
            Prismatic { axis: Vec2::X, limits: Some(Limits { lower: -1.0, upper: 1.0 }), ..Prismatic::default() },
            [Vec2::new(0.0, 4.0); 2],
        );
        app.apply(ViewCommand::SetSnapShapes(rng.random()));
        let vertices = vec![Vec2::new(-1.5, -1.0), Vec2::new(1.5, -1.0), Vec2::new(1.5, 1.0), Vec2::new(0.0, 1.6), Vec2::new(-1.5, 1.0)];
        app.apply(DocumentCommand::Add(
            BodyDoc { id: "p".into(), ..body(Geometry::Polygon { vertices, rounding: 0.0 }, Vec2::new(-4.0, 3.0), 0.2) }.into(),
        ));
        let capsule = Geometry::Capsule { a: Vec2::new(-1.0, 0.0), b: Vec2::new(1.0, 0.0), radius: 0.3 };
        app.apply(DocumentCommand::Add(BodyDoc { id: "c".into(), ..body(capsule, Vec2::new(4.0, 3.0), 0.2) }.into()));
        let mut items: Vec<Item> = ["a", "b", "p", "c", "ground"].iter().map(|id| Item::Body((*id).to_owned())).collect();
        items.push(Item::Joint(app.document().joints[0].id.clone()));
        for _ in 0..40 {
            app.apply(ViewCommand::Select(vec![items.choose(&mut rng).expect("some").clone()]));
            let handles: Vec<Handle> = app.handles();
            let Some(handle) = handles.choose(&mut rng) else { continue };
            let to = handle.at + Vec2::new(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0));
            let before = app.document().clone();
            let keys = Pointer { shift: rng.random_bool(0.2), ctrl: rng.random_bool(0.2), ..Pointer::default() };
            drag_with(&mut app, handle.at, to, keys);
            if *app.document() == before {
                refused += 1
            } else {
                changed += 1
            }
            for _ in 0..rng.random_range(0..4) {
                app.apply(RunCommand::StepForward);
            }
            app.stage().world().validate().unwrap_or_else(|why| panic!("{:?} to {to:?}: {why}", handle.part));
            file::check(app.document()).unwrap_or_else(|why| panic!("{:?} to {to:?}: {why}", handle.part));
            let told = app.take_notices();
            assert!(told.iter().all(|n| n.kind != NoticeKind::Error), "{:?} to {to:?}: {told:?}", handle.part);
        }
    }
    assert!(changed > 200, "{changed} changed, {refused} did nothing");
}

#[test]
fn snapping_takes_corners_centres_edges_lines_and_directions_exactly_and_ctrl_lets_go() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(BodyDoc { id: "it".into(), ..body(rectangle(2.0, 1.0), Vec2::new(-3.0, 4.0), 0.0) }.into()));
    let mut wall = |from: Vec2, to: Vec2, ctrl: bool| -> [Vec2; 2] {
        app.apply(ToolCommand::Choose("wall".into()));
        drag_with(&mut app, from, to, Pointer { ctrl, ..Pointer::default() });
        let made = app.document().bodies.last().expect("a wall").clone();
        app.apply(HistoryCommand::Undo);
        let Geometry::Segment { a, b } = made.shapes[0].geometry else { panic!("no wall: {made:?}") };
        [made.position + a, made.position + b]
    };
    // Eight points of the screen are 0.133 m here.
    let [a, b] = wall(Vec2::new(-2.05, 4.45), Vec2::new(3.0, 6.9), false);
    assert!(near(a, Vec2::new(-2.0, 4.5)), "a corner: {a:?}");
    assert!(near(b, Vec2::new(3.0, 6.9)), "nothing is near: {b:?}");
    let [a, b] = wall(Vec2::new(-2.97, 4.04), Vec2::new(2.0, 7.02), false);
    assert!(near(a, Vec2::new(-3.0, 4.0)), "the centre: {a:?}");
    let angle = |a: Vec2, b: Vec2| atan2((b - a).y, (b - a).x).to_degrees();
    assert!((angle(a, b) - 30.0).abs() < 1e-3, "31.1° is near 30°: {}", angle(a, b));
    let [a, b] = wall(Vec2::new(-2.97, 4.04), Vec2::new(2.0, 7.3), false);
    assert!(near(b, Vec2::new(2.0, 7.3)) && (angle(a, b) - 33.4).abs() < 0.1, "33.4° is near nothing");
    let [a, b] = wall(Vec2::new(-2.4, 4.53), Vec2::new(-0.4, 6.56), false);
    assert!(near(a, Vec2::new(-2.4, 4.5)), "the edge: {a:?}");
    assert!((b - a).x > 1.9 && ((b - a).x - (b - a).y).abs() < EXACT, "45°: {a:?} {b:?}");
    let [a, _] = wall(Vec2::new(-2.05, 4.45), Vec2::new(3.0, 6.9), true);
    assert!(near(a, Vec2::new(-2.0, 4.5)), "Ctrl came after the press");
    let [_, b] = wall(Vec2::new(5.0, 7.0), Vec2::new(-2.05, 4.45), false);
    assert!(near(b, Vec2::new(-2.0, 4.5)));
    let [_, b] = wall(Vec2::new(5.0, 7.0), Vec2::new(-2.05, 4.45), true);
    assert!(near(b, Vec2::new(-2.05, 4.45)), "Ctrl lets go: {b:?}");
}

#[test]
fn a_moved_box_comes_to_lie_flush_with_another_and_shows_the_line() {
    let mut app = App::empty();
    for (id, x, y) in [("it", 0.0, 5.0), ("other", 4.0, 3.0)] {
        app.apply(DocumentCommand::Add(BodyDoc { id: id.into(), ..body(rectangle(1.0, 1.0), Vec2::new(x, y), 0.0) }.into()));
    }
    app.apply(ViewCommand::Select(vec![Item::Body("it".into())]));
    let press = Vec2::new(0.1, 5.1);
    app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(press))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(press + Vec2::new(1.5, -1.93)))));
    assert_eq!(it(&app).position.y, 3.0, "level with the other");
    assert_eq!(it(&app).position.x, 1.5);
    let mut picture = DrawList::default();
    app.picture(&mut picture);
    assert!(picture.marks.iter().any(|m| m.role == Role::Guide), "the line is shown");
    app.apply(ToolCommand::Pointer(PointerEvent::Release(pointer(press + Vec2::new(1.5, -1.93)))));
    let mut picture = DrawList::default();
    app.picture(&mut picture);
    assert!(picture.marks.iter().all(|m| m.role != Role::Guide), "and goes");
}

/// A sun could be turned by numbers alone.
#[test]
fn a_sun_is_dragged_round_the_middle_of_the_picture() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    let kind = LightKind::Sun { direction: Vec2::new(0.0, -1.0), spread: 0.0 };
    app.apply(DocumentCommand::Add(LightDoc { id: "sun".into(), kind, ..LightDoc::default() }.into()));
    app.apply(ViewCommand::Select(vec![Item::Light("sun".into())]));
    let before = app.document().clone();
    let (from, middle) = (handle(&app, Part::Sun), app.camera().center);
    assert!(from.y > middle.y && (from.x - middle.x).abs() < EXACT, "it stands where its rays come from: {from}");
    drag(&mut app, from, middle + Vec2::new(-3.0, 3.0));
    let LightKind::Sun { direction, .. } = &app.document().lights[0].kind else { panic!("still a sun") };
    assert!((*direction - Vec2::new(1.0, -1.0) * std::f32::consts::FRAC_1_SQRT_2).length() < EXACT, "{direction}");
    app.apply(HistoryCommand::Undo);
    assert_eq!(*app.document(), before);
}

/// Only the mouth could be clicked, and the barrel that is drawn behind it could not.
#[test]
fn a_launcher_is_clicked_anywhere_on_its_barrel() {
    let mut app = App::empty();
    app.set_canvas(Vec2::new(800.0, 600.0));
    app.apply(DocumentCommand::Add(LauncherDoc { id: "gun".into(), position: Vec2::new(2.0, 1.0), ..LauncherDoc::default() }.into()));
    let gun = Some(Item::Launcher("gun".into()));
    let mut list = DrawList::default();
    app.picture(&mut list);
    let drawn = list.marks.iter().find(|mark| mark.role == Role::Launcher);
    let Some(Primitive::Box { center, half, .. }) = drawn.map(|mark| mark.primitive.clone()) else { panic!("no barrel is drawn") };
    assert_eq!(app.item_at(center - Vec2::new(0.95 * half.x, 0.9 * half.y)), gun, "the breech");
    assert_eq!(app.item_at(center), gun);
    assert_eq!(app.item_at(center - Vec2::new(half.x + 0.5, 0.0)), None);
    assert_eq!(app.item_at(center + Vec2::new(0.0, half.y + 0.5)), None);
}

fn click(app: &mut App, at: Vec2) {
    for event in [PointerEvent::Move, PointerEvent::Press, PointerEvent::Release] {
        app.apply(ToolCommand::Pointer(event(pointer(at))));
    }
}

/// What the wall tool makes of clicks, ended by Enter or by a double click.
fn terrain(app: &mut App, corners: &[Vec2], by_enter: bool) -> BodyDoc {
    app.apply(ToolCommand::Choose("wall".into()));
    corners.iter().for_each(|&corner| click(app, corner));
    if by_enter {
        app.apply(ToolCommand::Confirm { otherwise: None });
    } else {
        let last = corners[corners.len() - 1];
        app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(last))));
        app.apply(ToolCommand::Pointer(PointerEvent::DoubleClick(pointer(last))));
        app.apply(ToolCommand::Pointer(PointerEvent::Release(pointer(last))));
    }
    app.document().bodies.last().expect("a terrain").clone()
}

#[test]
fn clicks_of_the_wall_tool_make_a_terrain_of_one_body_that_one_undo_takes_away() {
    let corners = [(-6.0, 4.0), (-3.0, 3.1), (0.5, 3.4), (2.0, 2.2), (5.0, 2.9)].map(|(x, y)| Vec2::new(x, y));
    for by_enter in [true, false] {
        let mut app = App::empty();
        app.apply(ViewCommand::SetSnapShapes(false));
        let before = app.document().clone();
        let made = terrain(&mut app, &corners, by_enter);
        assert_eq!((made.kind, made.shapes.len()), (BodyKind::Static, 4));
        for (shape, ends) in made.shapes.iter().zip(corners.windows(2)) {
            let Geometry::Segment { a, b } = shape.geometry else { panic!("no wall: {shape:?}") };
            assert!(near(made.position + a, ends[0]) && near(made.position + b, ends[1]), "{ends:?}");
        }
        app.apply(HistoryCommand::Undo);
        assert_eq!(*app.document(), before);
    }
    let mut app = App::empty();
    app.apply(ToolCommand::Choose("wall".into()));
    for k in 0..3 {
        click(&mut app, Vec2::new(k as f32, 3.0));
    }
    app.apply(ToolCommand::TakeBack { otherwise: None });
    app.apply(ToolCommand::Confirm { otherwise: None });
    assert_eq!(app.document().bodies.last().map(|body| body.shapes.len()), Some(1), "Backspace takes the last corner back");
}

/// One corner was given up without a word; and nothing held the bound of the walls.
#[test]
fn a_terrain_of_one_corner_or_of_too_many_walls_is_told() {
    let told = |app: &mut App| app.take_notices().into_iter().map(|notice| notice.text).collect::<Vec<_>>();
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    app.apply(ToolCommand::Choose("wall".into()));
    click(&mut app, Vec2::new(0.0, 3.0));
    let before = app.document().bodies.len();
    app.apply(ToolCommand::Confirm { otherwise: None });
    let words = told(&mut app);
    assert!(words.iter().any(|words| words.contains("One corner makes no wall yet")), "{words:?}");
    // The corner stays: the next click goes on from it.
    click(&mut app, Vec2::new(1.0, 3.0));
    for k in 2..=205 {
        click(&mut app, Vec2::new(k as f32, 3.0 + (k % 2) as f32));
    }
    let words = told(&mut app);
    assert_eq!(words.iter().filter(|words| words.contains("at most 200 walls")).count(), 5, "{words:?}");
    app.apply(ToolCommand::Confirm { otherwise: None });
    assert_eq!(app.document().bodies.len(), before + 1);
    assert_eq!(app.document().bodies.last().map(|body| body.shapes.len()), Some(200));
}

#[test]
fn nothing_catches_at_the_seams_of_a_clicked_terrain() {
    let mut app = App::empty();
    app.apply(ViewCommand::SetSnapShapes(false));
    let corners: Vec<Vec2> = (0..12).map(|k| Vec2::new(-5.5 + k as f32, 3.0)).collect();
    let ground = terrain(&mut app, &corners, true);
    let smooth = |body: BodyDoc| {
        let shapes = body.shapes.iter().map(|shape| ShapeDoc { friction: Some(0.0), ..shape.clone() }).collect();
        BodyDoc { shapes, ..body }
    };
    app.apply(DocumentCommand::Edit { id: ground.id.clone(), to: smooth(ground).into(), gesture: 0 });
    let crate_ = BodyDoc { linear_velocity: Vec2::new(2.0, 0.0), ..body(rectangle(0.5, 0.5), Vec2::new(-4.7, 3.25), 0.0) };
    app.apply(DocumentCommand::Add(smooth(crate_).into()));
    for _ in 0..240 {
        app.apply(RunCommand::StepForward);
    }
    let body = app.stage().names().bodies.id("it").and_then(|id| app.stage().world().body(id)).expect("the crate");
    // Eight metres and eight seams later.
    assert!(
        (body.center.x - 3.3).abs() < 0.01 && (body.linear_velocity.x - 2.0).abs() < 2e-3,
        "{:?} {:?}",
        body.center,
        body.linear_velocity
    );
}

/// An anchor before a body under the pointer: who took a hanging ball by its middle moved both ends of its string.
#[test]
fn a_drag_takes_the_body_before_a_joint_that_is_not_selected() {
    let mut app = with(body(Geometry::Circle { radius: 0.5, center: Vec2::ZERO }, Vec2::new(0.0, 2.0), 0.0));
    let kind = JointKind::Distance(Distance::default());
    let anchors = (Vec2::new(0.0, 5.0), Vec2::new(0.0, 2.0));
    let joint = JointDoc { id: "string".into(), body_b: "it".into(), ..JointDoc::between(anchors.0, anchors.1, kind) };
    app.apply(DocumentCommand::Add(joint.into()));
    app.apply(ViewCommand::Select(Vec::new()));
    drag(&mut app, anchors.1, Vec2::new(-1.0, 2.5));
    let joint = app.document().joint("string").expect("it is there").clone();
    assert_eq!(app.selection(), [Item::Body("it".into())]);
    assert!((app.document().body("it").expect("it is there").position - Vec2::new(-1.0, 2.5)).length() < EXACT);
    assert!((joint.anchor_a - anchors.0).length() < EXACT && (joint.anchor_b - Vec2::new(-1.0, 2.5)).length() < EXACT, "{joint:?}");
    // A click means the joint still, and then its end is what is dragged.
    drag(&mut app, Vec2::new(-1.0, 2.5), Vec2::new(-1.0, 2.5));
    assert_eq!(app.selection(), [Item::Joint("string".into())]);
    // Where no body is the end under the pointer follows, and no other.
    app.apply(ViewCommand::Select(Vec::new()));
    drag(&mut app, anchors.0, Vec2::new(1.0, 5.0));
    let joint = app.document().joint("string").expect("it is there");
    assert!(
        (joint.anchor_a - Vec2::new(1.0, 5.0)).length() < EXACT && (joint.anchor_b - Vec2::new(-1.0, 2.5)).length() < EXACT,
        "{joint:?}"
    );
}

/// A rod and a spring could be clicked at their ends only.
#[test]
fn a_joint_is_clicked_anywhere_on_its_lines_and_behind_a_body() {
    let mut app = App::empty();
    app.set_canvas(Vec2::new(800.0, 600.0));
    let disc = |id: &str, x: f32, y: f32| {
        let geometry = Geometry::Circle { radius: 0.2, center: Vec2::ZERO };
        BodyDoc { id: id.into(), ..body(geometry, Vec2::new(x, y), 0.0) }
    };
    for (id, y) in [("rod", 4.0), ("spring", 2.0)] {
        let ends = [format!("{id} left"), format!("{id} right")];
        app.apply(DocumentCommand::Add(disc(&ends[0], 0.0, y).into()));
        app.apply(DocumentCommand::Add(disc(&ends[1], 4.0, y).into()));
        app.apply(DocumentCommand::Add(disc(&format!("{id} middle"), 1.0, y).into()));
        let spring = (id == "spring").then_some(Spring { hertz: 1.0, damping_ratio: 0.1 });
        let kind = Distance { length: Some(4.0), spring, ..Distance::default() };
        let joint = JointDoc { id: id.into(), ..JointDoc::between(Vec2::new(0.0, y), Vec2::new(4.0, y), kind) };
        let [body_a, body_b] = ends;
        app.apply(DocumentCommand::Add(JointDoc { body_a: Some(body_a), body_b, ..joint }.into()));
        let item = Some(Item::Joint(id.into()));
        assert_eq!(app.item_at(Vec2::new(2.5, y)), item);
        assert_eq!(app.item_at(Vec2::new(1.0, y + 0.1)), Some(Item::Body(format!("{id} middle"))));
        assert_eq!(app.item_at(Vec2::new(2.5, y + 0.5)), None);
    }
}

/// Handles and the knob for turning stood in a figure for slides: they are of the tool, not of the scene.
#[test]
fn a_figure_of_the_canvas_has_no_handles() {
    let mut app = with(body(rectangle(2.0, 1.0), Vec2::new(0.0, 3.0), 0.0));
    let svg = |app: &mut App| {
        app.take_effects();
        app.apply(FileCommand::ExportFigure);
        app.take_effects();
        app.apply(FileCommand::ExportTo("canvas.svg".into()));
        let effects = app.take_effects();
        let [Effect::WriteFigure { bytes, .. }] = effects.as_slice() else { panic!("{effects:?}") };
        String::from_utf8(bytes.clone()).expect("text")
    };
    app.apply(ToolCommand::Choose("select".into()));
    app.apply(ViewCommand::Select(vec![Item::Body("it".into())]));
    assert!(!app.handles().is_empty(), "the screen shows some");
    let with_tool = svg(&mut app);
    app.apply(ToolCommand::Choose("grab".into()));
    assert_eq!(app.selection(), [Item::Body("it".into())]);
    assert!(app.handles().is_empty());
    assert_eq!(with_tool, svg(&mut app), "the selection stays marked, under every tool alike");
}
