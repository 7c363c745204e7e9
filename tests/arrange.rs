//! Arranging: aligned sides are equal, gaps are equal, a mirrored scene moves as the mirror image, copies bring their
//! joints, and all of it is undone in one step.

use collidoscope::app::arrange::{Array, Direction, Line, box_of};
use collidoscope::app::pins::PinPlace;
use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, FileCommand, HistoryCommand, Item, LayoutCommand, Pointer, PointerEvent, PromptCommand,
    RunCommand, ToolCommand, ViewCommand,
};
use collidoscope::engine::aabb::Aabb;
use collidoscope::engine::joint::{JointKind, Limits, Motor, Revolute, Wheel};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, MaterialDoc, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::key::Key;
use collidoscope::scene::stage::Input;

/// Positions are of some metres and carry 24 bits.
const EXACT: f32 = 1e-5;

fn bar(id: &str, x: f32, y: f32, width: f32, height: f32, angle: f32) -> BodyDoc {
    let geometry = Geometry::Box { width, height, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 };
    BodyDoc { id: id.into(), position: Vec2::new(x, y), angle, shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn wheel(id: &str, x: f32, y: f32, radius: f32) -> BodyDoc {
    let geometry = Geometry::Circle { radius, center: Vec2::ZERO };
    BodyDoc { id: id.into(), position: Vec2::new(x, y), shapes: vec![ShapeDoc::new(geometry)], ..BodyDoc::default() }
}

fn with(bodies: &[BodyDoc]) -> App {
    let mut app = App::empty();
    bodies.iter().for_each(|body| app.apply(DocumentCommand::Add(body.clone().into())));
    app.apply(ViewCommand::Select(bodies.iter().map(|b| Item::Body(b.id.clone())).collect()));
    app
}

fn bounds(app: &App, id: &str) -> Aabb {
    box_of(app.document().body(id).expect("the body")).expect("a box")
}

/// A material of the same name but other numbers in the scene took the place of the copy's: a heavy crate became light.
#[test]
fn a_copy_keeps_its_material_where_another_one_has_that_name() {
    let material = |density: f32| MaterialDoc { density: Some(density), ..MaterialDoc::default() };
    let mut crates = with(&[bar("crate", 0.0, 2.0, 1.0, 1.0, 0.0)]);
    crates.apply(DocumentCommand::EditMaterial { name: "wood".into(), material: Some(material(5.0)) });
    let mut made = crates.document().body("crate").expect("it").clone();
    made.shapes[0].material = Some("wood".into());
    crates.apply(DocumentCommand::Edit { id: "crate".into(), to: made.into(), gesture: 0 });
    crates.apply(ClipboardCommand::Copy);
    crates.apply(FileCommand::New);
    crates.apply(PromptCommand::Discard);
    assert!(crates.document().materials.is_empty());
    crates.apply(DocumentCommand::EditMaterial { name: "wood".into(), material: Some(material(1.0)) });
    for _ in 0..2 {
        crates.apply(ClipboardCommand::Paste { at: None });
    }
    let document = crates.document();
    let densities: Vec<_> = document.materials.iter().map(|(name, material)| (name.as_str(), material.density)).collect();
    assert_eq!(densities, [("wood", Some(1.0)), ("wood-2", Some(5.0))]);
    let named = |id| document.body(id).expect("pasted").shapes[0].material.as_deref();
    assert_eq!((named("crate"), named("crate-2")), (Some("wood-2"), Some("wood-2")));
}

/// Adding a material was undone as "Edit material", and a used one was deleted without a word.
#[test]
fn a_material_is_added_edited_and_deleted_by_its_own_word() {
    let material = |density: f32| MaterialDoc { density: Some(density), ..MaterialDoc::default() };
    let mut app = with(&[bar("crate", 0.0, 2.0, 1.0, 1.0, 0.0)]);
    let set = |app: &mut App, material: Option<MaterialDoc>| {
        app.apply(DocumentCommand::EditMaterial { name: "wood".into(), material });
        app.undo_label().expect("a change").to_owned()
    };
    assert_eq!(set(&mut app, Some(material(5.0))), "Add material wood");
    assert_eq!(set(&mut app, Some(material(6.0))), "Edit material wood");
    let mut made = app.document().body("crate").expect("it").clone();
    made.shapes[0].material = Some("wood".into());
    app.apply(DocumentCommand::Edit { id: "crate".into(), to: made.into(), gesture: 0 });
    app.take_notices();
    assert_eq!(set(&mut app, None), "Delete material wood");
    assert!(app.take_notices().iter().any(|note| note.text.contains("its density, friction and restitution")), "told");
    assert_eq!(app.document().body("crate").expect("it").shapes[0].density, Some(6.0));
}

#[test]
fn aligned_sides_are_equal_and_undo_gives_the_file_back() {
    let bodies = [bar("a", -3.0, 3.0, 1.0, 1.0, 0.3), bar("b", 0.5, 5.0, 2.0, 0.5, 0.0), wheel("c", 3.0, 2.0, 0.7)];
    let app = with(&bodies);
    let all = bodies.iter().map(|b| bounds(&app, &b.id)).reduce(Aabb::union).expect("boxes");
    let side = |b: Aabb, line: Line| match line {
        Line::Left => b.min.x,
        Line::Center => b.center().x,
        Line::Right => b.max.x,
        Line::Top => b.max.y,
        Line::Middle => b.center().y,
        Line::Bottom => b.min.y,
    };
    for line in [Line::Left, Line::Center, Line::Right, Line::Top, Line::Middle, Line::Bottom] {
        let mut app = with(&bodies);
        let before = file::to_json(app.document());
        app.apply(LayoutCommand::Align(line));
        for body in &bodies {
            let gap = side(bounds(&app, &body.id), line) - side(all, line);
            assert!(gap.abs() < EXACT, "{line:?} {}: {gap}", body.id);
        }
        assert_ne!(file::to_json(app.document()), before);
        app.apply(HistoryCommand::Undo);
        assert_eq!(file::to_json(app.document()), before);
    }
}

#[test]
fn distributed_gaps_are_equal_and_what_is_joined_moves_as_one() {
    let mut app = with(&[
        bar("a", -6.0, 3.0, 1.0, 1.0, 0.0),
        bar("b", -4.5, 3.0, 2.0, 0.5, 0.4),
        bar("car", 1.0, 3.0, 2.0, 0.5, 0.0),
        wheel("front", 1.8, 2.8, 0.3),
        wheel("d", 6.0, 2.0, 0.7),
    ]);
    app.apply(DocumentCommand::Add(
        JointDoc { body_a: Some("car".into()), body_b: "front".into(), ..JointDoc::at(Vec2::new(1.8, 2.8), Revolute::default()) }.into(),
    ));
    app.apply(ViewCommand::Select(["a", "b", "car", "front", "d"].map(|id| Item::Body(id.into())).into()));
    app.apply(LayoutCommand::Distribute(Direction::Horizontal));
    let car = bounds(&app, "car").union(bounds(&app, "front"));
    let boxes = [bounds(&app, "a"), bounds(&app, "b"), car, bounds(&app, "d")];
    let gaps: Vec<f32> = boxes.windows(2).map(|w| w[1].min.x - w[0].max.x).collect();
    assert!(gaps.iter().all(|gap| (gap - gaps[0]).abs() < EXACT), "{gaps:?}");
    let wheel = app.document().body("front").expect("the wheel").position - app.document().body("car").expect("the car").position;
    assert!((wheel - Vec2::new(0.8, -0.2)).length() < EXACT, "the wheel stays under the car");
    assert!((app.document().joints[0].anchor_b - app.document().body("front").expect("it").position).length() < EXACT);
}

#[test]
fn a_mirrored_scene_moves_as_the_mirror_image() {
    let limits = Some(Limits { lower: -0.4, upper: 0.9 });
    let motor = Some(Motor { speed: 3.0, max_effort: 40.0 });
    let scene = || {
        let mut bodies = [bar("base", -1.0, 4.0, 2.0, 0.5, 0.2), bar("arm", 0.4, 4.3, 1.6, 0.3, 0.5)];
        bodies[1].linear_velocity = Vec2::new(1.0, 2.0);
        bodies[1].angular_velocity = 0.7;
        let mut app = with(&bodies);
        app.apply(DocumentCommand::Add(
            JointDoc {
                body_a: Some("base".into()),
                body_b: "arm".into(),
                ..JointDoc::at(Vec2::new(-0.2, 4.1), JointKind::from(Revolute { limits, motor, ..Revolute::default() }))
            }
            .into(),
        ));
        app.apply(ViewCommand::Select(bodies.iter().map(|b| Item::Body(b.id.clone())).collect()));
        app
    };
    let (mut original, mut mirrored) = (scene(), scene());
    let middle = bounds(&original, "base").union(bounds(&original, "arm")).center().x;
    mirrored.apply(LayoutCommand::Mirror(Direction::Horizontal));
    let kind = mirrored.document().joints[0].kind;
    assert_eq!(kind.limits(), Some(Limits { lower: -0.9, upper: 0.4 }));
    for _ in 0..40 {
        original.apply(RunCommand::StepForward);
        mirrored.apply(RunCommand::StepForward);
    }
    let place = |app: &App, id: &str| {
        let body = app.stage().world().body(app.stage().names().bodies.id(id).expect("it")).expect("it");
        (body.center, body.pose.rotation.angle())
    };
    for id in ["base", "arm"] {
        let ((p, turn), (q, back)) = (place(&original, id), place(&mirrored, id));
        // Free flight for most of the 40 steps: roundings of the mirrored sums grow to some micrometres.
        assert!((q - Vec2::new(2.0 * middle - p.x, p.y)).length() < 1e-3, "{id}: {p:?} {q:?}");
        assert!((turn + back).abs() < 1e-3, "{id}: {turn} {back}");
    }
    mirrored.apply(RunCommand::Reset);
    mirrored.apply(LayoutCommand::Mirror(Direction::Horizontal));
    let (once, twice) = (scene(), mirrored.document().body("arm").expect("it").clone());
    assert!((once.document().body("arm").expect("it").position - twice.position).length() < EXACT, "mirrored twice it is where it was");
}

#[test]
fn copies_stand_in_rows_and_rings_and_bring_their_joints() {
    let mut app = with(&[bar("car", 0.0, 3.0, 2.0, 0.5, 0.0), wheel("tyre", 0.8, 2.8, 0.3)]);
    app.apply(DocumentCommand::Add(
        JointDoc { body_a: Some("car".into()), body_b: "tyre".into(), ..JointDoc::at(Vec2::new(0.8, 2.8), Revolute::default()) }.into(),
    ));
    app.apply(ViewCommand::Select(["car", "tyre"].map(|id| Item::Body(id.into())).into()));
    let (before, size) = (file::to_json(app.document()), bounds(&app, "car").union(bounds(&app, "tyre")).size());
    app.apply(LayoutCommand::Array(Array::Grid { columns: 3, rows: 2, gap: Vec2::new(0.5, 0.25) }));
    assert_eq!((app.document().bodies.len(), app.document().joints.len()), (1 + 12, 6));
    let last = app.document().body("car-6").expect("the last copy").position;
    assert!((last - (Vec2::new(0.0, 3.0) + Vec2::new(2.0, 1.0) * (size + Vec2::new(0.5, 0.25)))).length() < EXACT, "{last:?}");
    for joint in &app.document().joints {
        let tyre = app.document().body(&joint.body_b).expect("its wheel");
        assert!((tyre.position - joint.anchor_b).length() < EXACT, "{joint:?}");
    }
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
    app.apply(ViewCommand::Select(["car", "tyre"].map(|id| Item::Body(id.into())).into()));
    app.apply(LayoutCommand::Array(Array::Ring { count: 4, center: Vec2::new(0.0, 7.0) }));
    assert_eq!((app.document().bodies.len(), app.document().joints.len()), (1 + 8, 4));
    // A quarter turn about (0, 7) takes (0, 3) to (4, 7).
    let quarter = app.document().body("car-2").expect("the first copy");
    assert!((quarter.position - Vec2::new(4.0, 7.0)).length() < EXACT, "{:?}", quarter.position);
    assert!((quarter.angle - std::f32::consts::FRAC_PI_2).abs() < EXACT);
}

#[test]
fn too_many_copies_are_refused_in_words() {
    let mut app = with(&[bar("a", 0.0, 3.0, 1.0, 1.0, 0.0)]);
    app.apply(LayoutCommand::Array(Array::Grid { columns: 1000, rows: 1000, gap: Vec2::ZERO }));
    assert_eq!(app.document().bodies.len(), 2);
    assert!(app.take_notices().iter().any(|n| n.text.contains("more than 20000 bodies")));
}

fn pointer(x: f32, y: f32) -> Pointer {
    Pointer { world: Vec2::new(x, y), ..Pointer::default() }
}

fn drag(app: &mut App, from: (f32, f32), to: (f32, f32)) {
    app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(from.0, from.1))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(to.0, to.1))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(pointer(to.0, to.1))));
}

#[test]
fn a_car_is_built_and_driven_in_eight_actions() {
    let mut app = App::empty();
    app.apply(ToolCommand::Choose("box".into()));
    drag(&mut app, (-1.2, 0.5), (1.2, 1.1));
    app.apply(ToolCommand::Choose("circle".into()));
    drag(&mut app, (-0.8, 0.45), (-0.8, 0.05));
    drag(&mut app, (0.8, 0.45), (0.8, 0.05));
    app.apply(DocumentCommand::PinOverlaps { bodies: Vec::new(), place: PinPlace::DrivenWheel });
    app.apply(RunCommand::Play);
    app.apply(RunCommand::Input(Input::Hold { key: Key::of_word("right").expect("a key"), down: true }));
    assert_eq!(app.document().joints.len(), 2);
    for joint in &app.document().joints {
        assert!(matches!(joint.kind, JointKind::Wheel(Wheel { motor: Some(_), .. })));
        assert!(joint.body_b.starts_with("circle") && joint.body_a.as_deref() == Some("box"), "{joint:?}");
    }
    for _ in 0..180 {
        app.apply(RunCommand::StepForward);
    }
    let car = app.stage().world().body(app.stage().names().bodies.id("box").expect("it")).expect("it");
    assert!(car.center.x > 5.0, "it drives to the right: {:?}", car.center);
    assert!(car.pose.rotation.angle().abs() < 0.3, "on its wheels");
}

#[test]
fn a_hinge_is_dragged_from_body_to_body_or_hung_on_the_world_and_says_so_before() {
    let says = |app: &App, words: &str| {
        let mut picture = collidoscope::draw::DrawList::default();
        app.picture(&mut picture);
        format!("{:?}", picture.marks).contains(words)
    };
    let mut app = with(&[bar("chassis", 0.0, 3.0, 2.0, 0.5, 0.0), wheel("tyre", 3.0, 3.0, 0.5)]);
    app.apply(ToolCommand::Choose("revolute".into()));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(-0.9, 3.1))));
    assert!(says(&app, "chassis ↔ world"));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(pointer(0.7, 3.1))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(pointer(3.1, 3.15))));
    assert!(says(&app, "chassis ↔ tyre"));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(pointer(3.1, 3.15))));
    let joint = app.document().joints[0].clone();
    assert_eq!((joint.body_a.as_deref(), joint.body_b.as_str()), (Some("chassis"), "tyre"));
    assert_eq!(joint.anchor_b, Vec2::new(3.0, 3.0), "at the centre of the wheel");
    drag(&mut app, (-0.7, 3.1), (-1.5, 6.0));
    let joint = app.document().joints[1].clone();
    assert_eq!((joint.body_a, joint.body_b.as_str()), (None, "chassis"));
    assert!((joint.anchor_b - Vec2::new(-1.5, 6.0)).length() < 0.2, "it hangs where the drag ended: {:?}", joint.anchor_b);
}

/// With one body selected the command took all that overlapped anywhere in the scene.
#[test]
fn wheels_are_mounted_on_what_hangs_together_with_the_one_selected_body() {
    let mut bodies = Vec::new();
    for (car, x) in [("one", -4.0), ("two", 4.0)] {
        bodies.push(bar(car, x, 2.0, 2.4, 0.6, 0.0));
        bodies.push(wheel(&format!("{car} rear"), x - 0.8, 1.7, 0.4));
        bodies.push(wheel(&format!("{car} front"), x + 0.8, 1.7, 0.4));
    }
    let mut app = with(&bodies);
    let mount = |bodies: &[&str]| DocumentCommand::PinOverlaps {
        bodies: bodies.iter().map(|id| (*id).to_owned()).collect(),
        place: PinPlace::DrivenWheel,
    };
    app.apply(mount(&["one rear"]));
    let mut wheels: Vec<&str> = app.document().joints.iter().map(|joint| joint.body_b.as_str()).collect();
    wheels.sort_unstable();
    assert_eq!(wheels, ["one front", "one rear"], "the car of the selected wheel, and no other");
    app.apply(mount(&[]));
    assert_eq!(app.document().joints.len(), 4, "none selected: all that is left");
    app.apply(mount(&["two"]));
    assert_eq!(app.document().joints.len(), 4);
    let told = app.take_notices().pop().expect("a note").text;
    assert_eq!(told, "Nothing that moves overlaps two without a joint between them.");
}

/// The anchor of a rod in the world went along with its body: a pendulum could not be pulled aside.
#[test]
fn the_end_of_a_rod_in_the_world_stays_when_its_body_is_moved_and_a_pin_goes_along() {
    use collidoscope::engine::joint::Distance;
    let pivot = Vec2::new(0.0, 7.0);
    for (kind, a, b) in [
        (JointKind::Distance(Distance::default()), pivot, Vec2::new(1.0, 3.0)),
        (JointKind::Revolute(Revolute::default()), Vec2::new(1.0, 3.0), Vec2::new(1.0, 3.0)),
    ] {
        let mut app = App::empty();
        let body = wheel("bob", 0.0, 3.0, 0.2);
        app.apply(DocumentCommand::Add(body.clone().into()));
        let from = if a == pivot { pivot } else { body.position };
        app.apply(DocumentCommand::Add(
            JointDoc { id: "joint".into(), body_b: "bob".into(), ..JointDoc::between(from, body.position, kind) }.into(),
        ));
        app.apply(DocumentCommand::Edit { id: "bob".into(), to: BodyDoc { position: Vec2::new(1.0, 3.0), ..body }.into(), gesture: 0 });
        let joint = app.document().joints.last().expect("the joint");
        assert_eq!((joint.anchor_a, joint.anchor_b), (a, b));
    }
}

/// With the pointer still, every paste came to lie on the one before.
#[test]
fn pasting_again_at_the_same_place_puts_the_copies_beside_each_other() {
    use collidoscope::app::ClipboardCommand;
    for at in [None, Some(Vec2::new(0.0, 3.0)), Some(Vec2::new(4.0, 3.0))] {
        let mut app = App::empty();
        let body = wheel("ball", 0.0, 3.0, 0.2);
        app.apply(DocumentCommand::Add(body.into()));
        app.apply(ViewCommand::Select(vec![Item::Body("ball".into())]));
        app.apply(ClipboardCommand::Copy);
        (0..4).for_each(|_| app.apply(ClipboardCommand::Paste { at }));
        let balls: Vec<Vec2> = app.document().bodies.iter().filter(|b| b.id.starts_with("ball")).map(|b| b.position).collect();
        assert_eq!(balls.len(), 5);
        for (i, one) in balls.iter().enumerate() {
            assert!(balls[..i].iter().all(|other| one.distance(*other) > 0.4), "{at:?}: {balls:?}");
        }
    }
}

/// Free names were looked for anew for each copy among all names: 20 to 45 seconds for a hundred rows of a hundred.
#[test]
fn ten_thousand_copies_take_about_a_second() {
    let mut app = App::empty();
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.1, center: Vec2::ZERO });
    app.apply(DocumentCommand::Add(BodyDoc { id: "ball".into(), shapes: vec![shape], ..BodyDoc::default() }.into()));
    let started = std::time::Instant::now();
    app.apply(LayoutCommand::Array(Array::Grid { columns: 100, rows: 100, gap: Vec2::splat(0.1) }));
    let took = started.elapsed().as_secs_f32();
    assert_eq!(app.selection().len(), 10_000);
    assert_eq!(app.undo_label(), Some("Copies in rows and columns"));
    assert!(took < 8.0, "{took} s");
    eprintln!("10,000 copies: {took} s");
}
