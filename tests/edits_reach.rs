//! What an edit reaches: joints, mounts and places of what is edited in mid-run, and the words that tell it.

use collidoscope::app::arrange::Array;
use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, FileCommand, Item, LayoutCommand, NoticeKind, Pointer, PointerEvent, RunCommand, ToolCommand,
    ViewCommand,
};
use collidoscope::engine::math::Vec2;

fn at(x: f32, y: f32) -> Pointer {
    Pointer { world: Vec2::new(x, y), ..Pointer::default() }
}

fn errors(app: &mut App) -> Vec<String> {
    app.take_notices().into_iter().filter(|n| n.kind == NoticeKind::Error).map(|n| n.text).collect()
}

fn run(app: &mut App, steps: usize) {
    for _ in 0..steps {
        app.apply(RunCommand::StepForward);
    }
}

fn click(app: &mut App, x: f32, y: f32) {
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(x, y))));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(x, y))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(x, y))));
}

fn loaded(bodies: &str, rest: &str) -> App {
    let text = format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "title": "Small", "bodies": [ {bodies} ], {rest} "materials": {{}} }}"#
    );
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: None, bytes: Ok(text.into_bytes()) });
    let told = errors(&mut app);
    assert_eq!(app.document().title, "Small", "{told:?}");
    app
}

fn notices(app: &mut App) -> Vec<String> {
    app.take_notices().into_iter().map(|notice| notice.text).collect()
}

/// Only one of the two lists of frozen bodies was read, and a single step read none.
#[test]
fn a_body_that_leaves_the_world_is_told_also_by_a_single_step() {
    let ball = r#"{ "id": "ball", "position": [99999.5, 0], "linear_velocity": [100, 0], "shapes": [{ "circle": { "radius": 0.5 } }] }"#;
    let mut app = loaded(ball, "");
    notices(&mut app);
    app.apply(RunCommand::StepForward);
    assert_eq!(notices(&mut app), ["ball left the world (100 km) and was frozen; the others go on."]);
}

/// Joints were taken along by their body B alone: of a bob that hangs on a post as B, the joint stayed where the bob had
/// begun.
#[test]
fn a_joint_whose_second_body_is_static_goes_along_with_the_first() {
    let bodies = r#"{ "id": "post", "kind": "static", "position": [0, 5], "shapes": [{ "circle": { "radius": 0.1 } }] },
        { "id": "bob", "position": [2, 5], "shapes": [{ "circle": { "radius": 0.2 } }] }"#;
    let rod =
        r#""joints": [{ "id": "rod", "kind": "distance", "body_a": "bob", "body_b": "post", "anchor_a": [2, 5], "anchor_b": [0, 5] }],"#;
    let mut app = loaded(bodies, rod);
    run(&mut app, 30);
    let bob = app.stage().names().bodies.id("bob").expect("it is there");
    let now = app.stage().world().body(bob).expect("it is there").pose.position;
    app.apply(DocumentCommand::Move {
        items: vec![Item::Body("bob".into())],
        shift: Vec2::new(0.0, -0.5),
        turn: 0.0,
        pivot: Vec2::ZERO,
        gesture: 0,
    });
    let anchor = app.document().joint("rod").expect("it is there").anchor_a;
    // Positions of some metres carry 24 bits, and a few roundings.
    assert!(anchor.distance(now + Vec2::new(0.0, -0.5)) < 1e-5, "{anchor} for a bob at {now}");
}

/// A launcher's place is one on its mount: pasted without it, it stood at those numbers in the world.
#[test]
fn a_launcher_pasted_without_its_mount_is_left_out_and_told() {
    let cart = r#"{ "id": "cart", "position": [20, 3], "shapes": [{ "circle": { "radius": 0.5 } }] }"#;
    let mut app = loaded(cart, r#""launchers": [{ "id": "gun", "body": "cart", "position": [0.2, 0.1] }],"#);
    app.apply(ViewCommand::Select(vec![Item::Launcher("gun".into())]));
    app.apply(ClipboardCommand::Copy);
    app.apply(ClipboardCommand::Paste { at: None });
    assert_eq!(app.document().launchers[1].body.as_deref(), Some("cart"), "its mount is there");
    app.apply(DocumentCommand::Delete(vec![Item::Body("cart".into())]));
    notices(&mut app);
    app.apply(ClipboardCommand::Paste { at: None });
    assert!(app.document().launchers.is_empty(), "{:?}", app.document().launchers);
    assert_eq!(notices(&mut app), ["Left out: gun. What is mounted is copied with its body."]);
}

/// The plural was always written: "1 copies added".
#[test]
fn one_copy_is_told_as_one() {
    let mut app = loaded(r#"{ "id": "a", "position": [0, 3], "shapes": [{ "circle": { "radius": 0.5 } }] }"#, "");
    app.apply(ViewCommand::Select(vec![Item::Body("a".into())]));
    notices(&mut app);
    app.apply(LayoutCommand::Array(Array::Grid { columns: 2, rows: 1, gap: Vec2::splat(0.1) }));
    assert_eq!(notices(&mut app), ["1 copy added"]);
}

/// The question at the end of a turn was not asked: a mere press on the handle said that the start had changed.
#[test]
fn a_press_on_the_turning_handle_moves_nothing_and_says_nothing() {
    let mut app = loaded(r#"{ "id": "a", "kind": "static", "position": [0, 3], "shapes": [{ "box": { "width": 1, "height": 1 } }] }"#, "");
    run(&mut app, 3);
    app.apply(ViewCommand::Select(vec![Item::Body("a".into())]));
    notices(&mut app);
    // The handle stands above the box, as far as the camera makes of it: some way up the press takes hold of it.
    for up in 0..200 {
        click(&mut app, 0.0, 3.5 + 0.01 * up as f32);
        app.apply(ViewCommand::Select(vec![Item::Body("a".into())]));
    }
    assert_eq!(notices(&mut app), [""; 0]);
}
