//! The program without a window: commands, undo, timeline, tools, files.

use collidoscope::app::{
    App, ClipboardCommand, DocumentCommand, Effect, FileCommand, HistoryCommand, Item, NoticeKind, Pointer, PointerEvent, Prompt,
    PromptCommand, RunCommand, ToolCommand, ViewCommand,
};
use collidoscope::engine::body::BodyKind;
use collidoscope::engine::fingerprint::Fingerprint;
use collidoscope::engine::joint::{JointKind, Prismatic, Weld};
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Geometry, JointDoc, LauncherDoc, ShapeDoc};
use collidoscope::scene::file;
use collidoscope::scene::stage::Input;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

fn circle(x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    BodyDoc { position: Vec2::new(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

fn crate_at(x: f32, y: f32) -> BodyDoc {
    let shape = ShapeDoc::new(Geometry::Box { width: 1.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 });
    BodyDoc { position: Vec2::new(x, y), shapes: vec![shape], ..BodyDoc::default() }
}

fn at(x: f32, y: f32) -> Pointer {
    Pointer { world: Vec2::new(x, y), ..Pointer::default() }
}

fn drag(app: &mut App, from: (f32, f32), to: (f32, f32)) {
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(from.0, from.1))));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(from.0, from.1))));
    for i in 1..=5 {
        let t = i as f32 / 5.0;
        app.apply(ToolCommand::Pointer(PointerEvent::Move(at(from.0 + (to.0 - from.0) * t, from.1 + (to.1 - from.1) * t))));
    }
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(to.0, to.1))));
}

fn click(app: &mut App, x: f32, y: f32) {
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(x, y))));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(x, y))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(x, y))));
}

fn run(app: &mut App, steps: usize) {
    for _ in 0..steps {
        app.apply(RunCommand::StepForward);
    }
}

fn print(app: &App) -> Fingerprint {
    app.stage().world().fingerprint()
}

fn errors(app: &mut App) -> Vec<String> {
    app.take_notices().into_iter().filter(|n| n.kind == NoticeKind::Error).map(|n| n.text).collect()
}

#[test]
fn dragging_with_each_shape_tool_makes_a_body_of_that_size() {
    for (tool, word) in [("circle", "circle"), ("box", "box"), ("capsule", "capsule"), ("wall", "wall")] {
        let mut app = App::empty();
        app.apply(ToolCommand::Choose(tool.into()));
        drag(&mut app, (1.0, 2.0), (3.0, 3.0));
        let made = app.document().bodies.last().expect("a body").clone();
        assert!(made.id.starts_with(word), "{word}: {}", made.id);
        assert_eq!(app.selection(), [Item::Body(made.id.clone())]);
        match (&made.shapes[0].geometry, tool) {
            (Geometry::Circle { radius, .. }, "circle") => {
                assert_eq!(made.position, Vec2::new(1.0, 2.0));
                assert!((radius - 5f32.sqrt()).abs() < 1e-5);
            }
            (Geometry::Box { width, height, .. }, "box") => {
                assert_eq!((*width, *height), (2.0, 1.0));
                assert_eq!(made.position, Vec2::new(2.0, 2.5));
            }
            (Geometry::Capsule { a, b, radius }, "capsule") => {
                assert!(((*b - *a).length() + 2.0 * radius - 2.0).abs() < 1e-5);
                assert!((radius - 0.5).abs() < 1e-5);
            }
            (Geometry::Segment { a, b }, "wall") => {
                assert_eq!(*b - *a, Vec2::new(2.0, 1.0));
                assert_eq!(made.kind, BodyKind::Static);
            }
            other => panic!("wrong shape {other:?}"),
        }
        app.apply(HistoryCommand::Undo);
        assert_eq!(app.document().bodies.len(), 1);
    }
}

#[test]
fn clicking_vertices_and_the_first_one_again_makes_their_hull() {
    let mut app = App::empty();
    app.apply(ToolCommand::Choose("polygon".into()));
    for (x, y) in [(0.0, 2.0), (2.0, 2.0), (1.0, 2.5), (2.0, 4.0), (0.0, 4.0), (0.0, 2.0)] {
        click(&mut app, x, y);
    }
    let made = app.document().bodies.last().expect("a body").clone();
    let Geometry::Polygon { vertices, .. } = &made.shapes[0].geometry else { panic!("not a polygon") };
    assert_eq!(vertices.len(), 4, "the vertex inside the hull is not part of it");
    assert!((made.position - Vec2::new(1.0, 3.0)).length() < 1e-5);
}

#[test]
fn a_polygon_without_area_is_said_and_not_made() {
    let mut app = App::empty();
    app.apply(ToolCommand::Choose("polygon".into()));
    for x in 0..3 {
        click(&mut app, x as f32, 2.0);
    }
    app.apply(ToolCommand::Confirm { otherwise: None });
    assert_eq!(app.document().bodies.len(), 1);
    assert!(app.take_notices().iter().any(|n| n.text.contains("no area")));
}

#[test]
fn revolute_tool_pins_two_overlapping_bodies_and_one_body_to_the_world() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 3.0).into()));
    app.apply(DocumentCommand::Add(crate_at(0.6, 3.0).into()));
    app.apply(ToolCommand::Choose("revolute".into()));
    click(&mut app, 0.3, 3.0);
    let joint = app.document().joints.last().expect("a joint").clone();
    assert_eq!((joint.body_a.as_deref(), joint.body_b.as_str()), (Some("box"), "box-2"));
    click(&mut app, -0.4, 3.2);
    let joint = app.document().joints.last().expect("a joint").clone();
    assert_eq!((joint.body_a, joint.body_b.as_str()), (None, "box"));
    click(&mut app, -8.0, 8.0);
    assert_eq!(app.document().joints.len(), 2, "nothing to pin in empty space");
}

#[test]
fn prismatic_tool_takes_its_axis_from_the_drag_and_the_body_slides_along_it() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 5.0).into()));
    app.apply(ToolCommand::Choose("prismatic".into()));
    drag(&mut app, (0.0, 5.0), (2.0, 4.0));
    let JointKind::Prismatic(Prismatic { axis, .. }) = app.document().joints[0].kind else { panic!("not prismatic") };
    assert!((axis - Vec2::new(2.0, -1.0) / 5f32.sqrt()).length() < 1e-5);
    run(&mut app, 60);
    let id = app.stage().names().bodies.id("box").expect("box");
    let moved = app.stage().world().body(id).expect("box").pose.position - Vec2::new(0.0, 5.0);
    assert!(moved.x > 0.3, "it slides down the axis: {moved}");
    // 5 mm: joints are soft constraints and may give a little under the load.
    assert!((moved.x * axis.y - moved.y * axis.x).abs() < 5e-3, "it stays on the axis: {moved}");
}

#[test]
fn wheel_tool_mounts_the_smaller_body_at_its_centre_and_undo_takes_it_off() {
    let mut app = App::empty();
    // The wheel lies below the chassis in the order of drawing, and the press is beside its centre.
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    let mut chassis = crate_at(0.5, 3.3);
    chassis.shapes[0].geometry = Geometry::Box { width: 4.0, height: 1.0, center: Vec2::ZERO, angle: 0.0, rounding: 0.0 };
    app.apply(DocumentCommand::Add(chassis.into()));
    let before = file::to_json(app.document());
    app.apply(ToolCommand::Choose("wheel".into()));
    click(&mut app, 0.1, 3.1);
    let joint = app.document().joints.last().expect("a joint").clone();
    assert_eq!((joint.body_a.as_deref(), joint.body_b.as_str(), joint.id.as_str()), (Some("box"), "circle", "wheel"));
    assert!((joint.anchor_a - Vec2::new(0.0, 3.0)).length() < 1e-5, "at the wheel's centre: {}", joint.anchor_a);
    assert_eq!(joint.kind.axis(), Some(Vec2::Y));
    assert!(joint.kind.spring().is_some() && joint.kind.limits().is_some() && joint.kind.motor().is_none());
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
    drag(&mut app, (0.0, 3.0), (1.0, 4.0));
    let axis = app.document().joints.last().and_then(|joint| joint.kind.axis()).expect("an axis");
    assert!((axis - Vec2::new(1.0, 1.0) / 2f32.sqrt()).length() < 1e-5, "{axis}");
    run(&mut app, 60);
    assert_eq!(errors(&mut app), Vec::<String>::new());
}

#[test]
fn undo_gives_back_every_document_byte_for_byte_and_redo_goes_forward_again() {
    let mut rng = Pcg32::seed_from_u64(7);
    for sequence in 0..40 {
        let mut app = App::empty();
        let mut texts = vec![file::to_json(app.document())];
        for _ in 0..25 {
            random_edit(&mut app, &mut rng);
            let text = file::to_json(app.document());
            if *texts.last().expect("text") != text {
                texts.push(text);
            }
        }
        assert!(texts.len() > 10, "sequence {sequence} made only {} documents", texts.len());
        for text in texts.iter().rev().skip(1) {
            while file::to_json(app.document()) != *text {
                assert!(app.undo_label().is_some(), "sequence {sequence}: undo ended too early");
                app.apply(HistoryCommand::Undo);
            }
        }
        while app.redo_label().is_some() {
            app.apply(HistoryCommand::Redo);
        }
        assert_eq!(file::to_json(app.document()), *texts.last().expect("text"), "sequence {sequence}");
    }
}

fn random_edit(app: &mut App, rng: &mut Pcg32) {
    let bodies: Vec<String> = app.document().bodies.iter().map(|b| b.id.clone()).collect();
    let any = bodies[rng.random_range(0..bodies.len())].clone();
    let (x, y) = (rng.random_range(-5.0..5.0), rng.random_range(1.0..6.0));
    match rng.random_range(0..9) {
        0 | 1 => app.apply(DocumentCommand::Add(circle(x, y).into())),
        2 => app.apply(DocumentCommand::Add(crate_at(x, y).into())),
        3 if any != "ground" => app.apply(DocumentCommand::Delete(vec![Item::Body(any)])),
        4 => app.apply(DocumentCommand::Move {
            items: vec![Item::Body(any)],
            shift: Vec2::new(x, y) * 0.1,
            turn: 0.1,
            pivot: Vec2::ZERO,
            gesture: 0,
        }),
        5 => {
            app.apply(ToolCommand::Choose("revolute".into()));
            click(app, x, y);
        }
        6 => {
            app.apply(ViewCommand::Select(vec![Item::Body(any)]));
            app.apply(ClipboardCommand::Duplicate);
        }
        7 => run(app, 3),
        _ => app.apply(DocumentCommand::Add(LauncherDoc { target: Some(any), position: Vec2::new(x, y), ..LauncherDoc::default() }.into())),
    }
}

#[test]
fn undoing_a_drop_in_a_running_scene_takes_its_consequences_back() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 0.5).into()));
    run(&mut app, 20);
    let before = print(&app);
    app.apply(DocumentCommand::Add(circle(0.2, 3.0).into()));
    run(&mut app, 80);
    assert_ne!(print(&app), before);
    app.apply(HistoryCommand::Undo);
    assert_eq!(print(&app), before);
    assert_eq!(app.stage().step_count(), 20);
    app.apply(HistoryCommand::Redo);
    assert_eq!(app.stage().step_count(), 100, "redo brings back the moment that undo left");
}

#[test]
fn edits_of_one_gesture_undo_together() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    app.apply(ToolCommand::Choose("select".into()));
    drag(&mut app, (0.0, 3.0), (2.0, 4.0));
    assert!((app.document().body("circle").expect("circle").position - Vec2::new(2.0, 4.0)).length() < 1e-4);
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().body("circle").expect("circle").position, Vec2::new(0.0, 3.0));
    app.apply(HistoryCommand::Undo);
    assert!(app.document().body("circle").is_none());
}

#[test]
fn escape_during_a_move_puts_the_body_back() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(0.0, 3.0))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(3.0, 3.0))));
    assert!(app.document().body("circle").expect("circle").position.x > 2.9);
    app.apply(ToolCommand::Cancel);
    assert_eq!(app.document().body("circle").expect("circle").position, Vec2::new(0.0, 3.0));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(3.0, 3.0))));
    assert_eq!(app.document().body("circle").expect("circle").position, Vec2::new(0.0, 3.0));
}

#[test]
fn going_back_and_forward_gives_the_same_bits_with_throws_and_edits_in_between() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 2.0).into()));
    app.apply(DocumentCommand::Add(circle(0.1, 4.0).into()));
    let mut prints = vec![print(&app)];
    let body = app.stage().names().bodies.id("circle").expect("circle");
    for step in 0..150 {
        match step {
            40 => app.apply(RunCommand::Input(Input::Grab { body, point: Vec2::new(0.1, 1.5) })),
            41..60 => app.apply(RunCommand::Input(Input::MoveGrab { target: Vec2::new(0.1 + step as f32 * 0.05, 3.0) })),
            60 => app.apply(RunCommand::Input(Input::Release)),
            90 => app.apply(DocumentCommand::Add(crate_at(1.0, 5.0).into())),
            _ => {}
        }
        app.apply(RunCommand::StepForward);
        prints.push(print(&app));
    }
    for step in [149u64, 3, 95, 89, 90, 91, 41, 40, 60, 0, 61, 120] {
        app.apply(RunCommand::Seek(step));
        assert_eq!(app.stage().step_count(), step);
        // At the very step of an event the stage stands before it, so compare one step on.
        app.apply(RunCommand::StepForward);
        assert_eq!(print(&app), prints[step as usize + 1], "after step {step}");
    }
    app.apply(RunCommand::Seek(30));
    app.apply(RunCommand::StepBack);
    assert_eq!(print(&app), prints[29]);
}

#[test]
fn acting_in_the_past_cuts_the_future_but_keeps_every_edit() {
    let mut app = App::empty();
    run(&mut app, 30);
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    run(&mut app, 30);
    app.apply(RunCommand::Seek(10));
    assert!(app.stage().names().bodies.id("circle").is_none(), "at step 10 the circle was not there yet");
    app.apply(DocumentCommand::Add(crate_at(2.0, 3.0).into()));
    assert!(app.stage().names().bodies.id("circle").is_some(), "the document has it, so the run has it");
    assert!(app.stage().names().bodies.id("box").is_some());
    assert_eq!(app.timeline().last_step(), 10);
}

#[test]
fn reset_goes_back_to_the_document_and_undo_brings_the_run_back() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    let start = print(&app);
    run(&mut app, 50);
    let there = print(&app);
    app.apply(RunCommand::Reset);
    assert_eq!((print(&app), app.stage().step_count()), (start, 0));
    app.apply(HistoryCommand::Undo);
    assert_eq!((print(&app), app.stage().step_count()), (there, 50));
}

#[test]
fn a_joint_set_where_bodies_touch_after_a_fall_holds_after_reset() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 0.5).into()));
    app.apply(DocumentCommand::Add(crate_at(0.3, 4.0).into()));
    run(&mut app, 120);
    let world = app.stage().world();
    let upper = world.body(app.stage().names().bodies.id("box-2").expect("box-2")).expect("box-2").pose.position;
    assert!((upper.y - 1.5).abs() < 0.05, "it has landed: {upper}");
    let joint = JointDoc {
        id: "weld".into(),
        body_a: Some("box".into()),
        body_b: "box-2".into(),
        ..JointDoc::at(Vec2::new(0.1, upper.y - 0.5), Weld::default())
    };
    app.apply(DocumentCommand::Add(joint.into()));
    for reset in [false, true] {
        if reset {
            app.apply(RunCommand::Reset);
        }
        run(&mut app, 60);
        let id = app.stage().names().joints.id("weld").expect("joint");
        let error = app.stage().world().joint_readout(id).expect("readout").error;
        // 5 mm: a soft joint under a resting load.
        assert!(error < 5e-3, "reset {reset}: the joint is {error} m apart");
        let world = app.stage().world();
        let now = world.body(app.stage().names().bodies.id("box-2").expect("box-2")).expect("box-2").pose.position;
        assert!((now - upper).length() < 0.05, "reset {reset}: it stays where it was joined: {now}");
    }
}

#[test]
fn deleting_a_body_takes_its_joints_and_launchers_along_and_undo_brings_them_back() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 3.0).into()));
    app.apply(ToolCommand::Choose("revolute".into()));
    click(&mut app, 0.0, 3.0);
    app.apply(DocumentCommand::Add(LauncherDoc { body: Some("box".into()), ..LauncherDoc::default() }.into()));
    let before = file::to_json(app.document());
    app.apply(DocumentCommand::Delete(vec![Item::Body("box".into())]));
    assert!(app.document().joints.is_empty() && app.document().launchers.is_empty());
    assert_eq!(errors(&mut app), Vec::<String>::new());
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
}

#[test]
fn an_edit_with_a_bad_number_is_refused_with_the_reason_and_changes_nothing() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    let before = app.document().clone();
    let mut body = circle(0.0, 3.0);
    body.id = "circle".into();
    body.shapes[0].geometry = Geometry::Circle { radius: -1.0, center: Vec2::ZERO };
    app.apply(DocumentCommand::Edit { id: "circle".into(), to: body.into(), gesture: 0 });
    assert_eq!(*app.document(), before);
    let told = errors(&mut app).join("\n");
    assert!(told.contains("radius") && told.contains("-1"), "{told}");
    assert_eq!(app.undo_label(), Some("Add body"), "a refused edit leaves no undo entry");
}

#[test]
fn renaming_a_body_renames_it_in_joints_and_launchers() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 3.0).into()));
    app.apply(ToolCommand::Choose("revolute".into()));
    click(&mut app, 0.0, 3.0);
    app.apply(DocumentCommand::Add(
        LauncherDoc { target: Some("box".into()), position: Vec2::new(-5.0, 2.0), ..LauncherDoc::default() }.into(),
    ));
    let mut body = app.document().body("box").expect("box").clone();
    body.id = "target".into();
    app.apply(DocumentCommand::Edit { id: "box".into(), to: body.into(), gesture: 0 });
    assert_eq!(errors(&mut app), Vec::<String>::new());
    assert_eq!(app.document().joints[0].body_b, "target");
    assert_eq!(app.document().launchers[0].target.as_deref(), Some("target"));
    assert!(app.stage().names().bodies.id("target").is_some());
}

#[test]
fn firing_makes_a_shot_that_can_be_undone() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(8.0, 2.0).into()));
    app.apply(DocumentCommand::Add(
        LauncherDoc { target: Some("circle".into()), position: Vec2::new(-5.0, 2.0), ..LauncherDoc::default() }.into(),
    ));
    run(&mut app, 5);
    let before = print(&app);
    app.apply(RunCommand::Input(Input::Fire { launcher: "launcher".into() }));
    assert_eq!(app.stage().shots().len(), 1);
    run(&mut app, 30);
    app.apply(HistoryCommand::Undo);
    assert!(app.stage().shots().is_empty());
    assert_eq!(print(&app), before);
}

#[test]
fn dragging_a_body_while_time_runs_throws_it_and_the_document_stays() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    let before = app.document().clone();
    app.apply(RunCommand::Play);
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(0.0, 3.0))));
    for i in 0..20 {
        app.apply(ToolCommand::Pointer(PointerEvent::Move(at(0.15 * i as f32, 3.0 + 0.1 * i as f32))));
        app.tick(1.0 / 60.0, &mut || true);
    }
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(3.0, 5.0))));
    let id = app.stage().names().bodies.id("circle").expect("circle");
    let velocity = app.stage().world().body(id).expect("circle").linear_velocity;
    assert!(velocity.x > 2.0, "thrown with {velocity}");
    assert!(app.stage().grabbed().is_none());
    assert_eq!(*app.document(), before);
    assert_eq!(app.undo_label(), Some("Throw"));
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_scene_untouched_and_says_why() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    let before = app.document().clone();
    for bytes in [Ok(b"{".to_vec()), Ok(Vec::new()), Err("permission denied".to_owned()), Ok(vec![b' '; 17 * 1024 * 1024])] {
        app.apply(FileCommand::Loaded { path: Some("x.json".into()), bytes });
        app.apply(PromptCommand::Discard);
        assert_eq!(*app.document(), before);
        assert!(errors(&mut app).iter().any(|e| e.contains("x.json") && e.contains("unchanged")));
    }
}

#[test]
fn saving_and_opening_gives_the_same_document() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    assert!(app.is_unsaved());
    app.apply(FileCommand::SaveTo { path: "a.json".into(), moment: false });
    let effects = app.take_effects();
    let [Effect::Write { path, scene, moment: false, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    let text = file::to_json(scene);
    app.apply(FileCommand::Written { path: path.clone(), moment: false, result: Ok(0) });
    assert!(!app.is_unsaved());
    assert_eq!(app.path(), Some("a.json"));
    let mut other = App::empty();
    other.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(text.into_bytes()) });
    assert_eq!(other.document().bodies, app.document().bodies);
    assert!(!other.is_unsaved());
}

#[test]
fn a_saved_moment_continues_with_the_same_bits_and_resets_to_the_start() {
    let mut app = App::empty();
    for i in 0..6 {
        app.apply(DocumentCommand::Add(crate_at(0.05 * i as f32, 0.5 + 1.1 * i as f32).into()));
    }
    app.apply(DocumentCommand::Add(
        LauncherDoc { target: Some("box-3".into()), position: Vec2::new(-6.0, 2.0), every: Some(0.5), ..LauncherDoc::default() }.into(),
    ));
    run(&mut app, 70);
    app.apply(FileCommand::SaveTo { path: "m.json".into(), moment: true });
    let effects = app.take_effects();
    let [Effect::Write { scene, .. }] = effects.as_slice() else { panic!("{:?}", errors(&mut app)) };
    let text = file::to_json(scene);
    let mut other = App::empty();
    other.apply(FileCommand::Loaded { path: Some("m.json".into()), bytes: Ok(text.into_bytes()) });
    assert_eq!(errors(&mut other), Vec::<String>::new());
    assert_eq!(other.stage().step_count(), 70);
    assert_eq!(print(&other), print(&app));
    run(&mut app, 80);
    run(&mut other, 80);
    assert_eq!(print(&other), print(&app));
    other.apply(RunCommand::Reset);
    assert_eq!(other.stage().step_count(), 0);
}

#[test]
fn quitting_with_unsaved_changes_asks_and_goes_on_after_saving() {
    let mut app = App::empty();
    app.apply(FileCommand::Quit);
    assert_eq!(app.take_effects(), [Effect::Quit]);
    app.apply(DocumentCommand::Add(circle(0.0, 3.0).into()));
    app.apply(FileCommand::Quit);
    assert!(app.take_effects().is_empty());
    assert!(matches!(app.prompt(), Some(Prompt::Unsaved { .. })));
    app.apply(PromptCommand::Cancel);
    assert!(app.prompt().is_none() && app.take_effects().is_empty());
    app.apply(FileCommand::Quit);
    app.apply(PromptCommand::Save);
    assert!(matches!(app.take_effects().as_slice(), [Effect::AskSave { .. }]));
    app.apply(FileCommand::SaveTo { path: "a.json".into(), moment: false });
    app.take_effects();
    app.apply(FileCommand::Written { path: "a.json".into(), moment: false, result: Err("disk full".into()) });
    assert!(app.take_effects().is_empty(), "a failed save must not quit");
    app.apply(FileCommand::Written { path: "a.json".into(), moment: false, result: Ok(0) });
    assert_eq!(app.take_effects(), [Effect::Quit]);
}

#[test]
fn copy_and_paste_of_joined_bodies_keeps_the_joint_between_the_copies() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(crate_at(0.0, 3.0).into()));
    app.apply(DocumentCommand::Add(crate_at(0.6, 3.0).into()));
    app.apply(ToolCommand::Choose("revolute".into()));
    click(&mut app, 0.3, 3.0);
    app.apply(ViewCommand::Select(vec![Item::Body("box".into()), Item::Body("box-2".into())]));
    app.apply(ClipboardCommand::Copy);
    app.apply(ClipboardCommand::Paste { at: Some(Vec2::new(5.3, 3.0)) });
    assert_eq!(app.document().bodies.len(), 5);
    let copy = app.document().joints.last().expect("copied joint").clone();
    assert!(matches!(copy.kind, JointKind::Revolute(_)));
    assert!((copy.anchor_a - Vec2::new(5.3, 3.0)).length() < 1e-4);
    assert_eq!((copy.body_a.as_deref(), copy.body_b.as_str()), (Some("box-3"), "box-4"));
    assert_eq!(app.selection().len(), 3);
}

#[test]
fn time_that_cannot_be_kept_is_dropped_and_said() {
    let mut app = App::empty();
    app.apply(RunCommand::Play);
    app.tick(10.0, &mut || true);
    assert!(app.is_behind());
    assert!(app.stage().step_count() <= 5);
    app.tick(1.0 / 60.0, &mut || true);
    assert!(!app.is_behind());
    app.apply(RunCommand::SetSpeed(0.1));
    let before = app.stage().step_count();
    for _ in 0..60 {
        app.tick(1.0 / 60.0, &mut || true);
    }
    let steps = app.stage().step_count() - before;
    assert!((5..=7).contains(&steps), "a tenth of a second in slow motion: {steps} steps");
}

#[test]
fn no_sequence_of_random_commands_panics_or_breaks_the_world() {
    let mut rng = Pcg32::seed_from_u64(99);
    for _ in 0..25 {
        let mut app = App::empty();
        for _ in 0..60 {
            match rng.random_range(0..8) {
                0 => app.apply(HistoryCommand::Undo),
                1 => app.apply(HistoryCommand::Redo),
                2 => app.apply(RunCommand::Seek(rng.random_range(0..80))),
                3 => app.apply(RunCommand::Reset),
                4 => {
                    let tool = *["select", "grab", "box", "spring", "launcher", "weld"].get(rng.random_range(0..6)).expect("a tool");
                    app.apply(ToolCommand::Choose(tool.into()));
                    let mut p = || (rng.random_range(-6.0..6.0), rng.random_range(-1.0..7.0));
                    let (from, to) = (p(), p());
                    drag(&mut app, from, to);
                }
                _ => random_edit(&mut app, &mut rng),
            }
            app.take_notices();
            app.take_effects();
            app.stage().world().validate().expect("the world is sound");
            file::check(app.document()).expect("the document is sound");
        }
    }
}

/// A narrow canvas shows a file's view higher than it stands in the file; saving must not add that again at every turn.
#[test]
fn saving_and_opening_again_and_again_keeps_the_view() {
    let mut app = App::empty();
    app.set_canvas(Vec2::new(700.0, 680.0));
    app.apply(ViewCommand::Zoom { factor: 1.7, at: Vec2::new(1.0, 2.0) });
    let (center, height) = (app.camera().center, app.camera().height);
    for _ in 0..5 {
        app.apply(FileCommand::SaveTo { path: "a.json".into(), moment: false });
        let effects = app.take_effects();
        let [Effect::Write { scene, .. }] = effects.as_slice() else { panic!("{effects:?}") };
        let text = file::to_json(scene);
        app.apply(FileCommand::Written { path: "a.json".into(), moment: false, result: Ok(0) });
        app.apply(FileCommand::Loaded { path: Some("a.json".into()), bytes: Ok(text.into_bytes()) });
        // 1e-5: the height goes through one division and one product of floats.
        assert!((app.camera().height / height - 1.0).abs() < 1e-5 && app.camera().center == center);
    }
}

fn drag_tool(app: &mut App, tool: &str, from: Vec2, to: Vec2) {
    let at = |world| Pointer { world, ..Pointer::default() };
    app.apply(ToolCommand::Choose(tool.into()));
    app.apply(ToolCommand::Pointer(PointerEvent::Press(at(from))));
    app.apply(ToolCommand::Pointer(PointerEvent::Move(at(to))));
    app.apply(ToolCommand::Pointer(PointerEvent::Release(at(to))));
}

#[test]
fn a_chain_hangs_from_the_world_and_holds_the_body_at_its_other_end_and_is_one_undo() {
    let mut app = App::empty();
    app.apply(DocumentCommand::Add(circle(3.0, 4.0).into()));
    let before = app.document().clone();
    drag_tool(&mut app, "chain", Vec2::new(0.0, 8.0), Vec2::new(3.0, 4.0));
    let document = app.document();
    let links = document.bodies.iter().filter(|body| body.id.starts_with("link")).count();
    assert!(links >= 2 && document.joints.len() == links + 1, "{links} {}", document.joints.len());
    assert_eq!((document.joints[0].body_a.as_deref(), document.joints[links].body_a.as_deref()), (None, Some("circle")));
    run(&mut app, 300);
    // A chain of 5 m about the pin: the ball is nowhere farther, and hangs above the ground's 3 m.
    let stage = app.stage();
    let ball = stage.world().body(stage.names().bodies.id("circle").expect("there")).expect("there");
    let reach = (ball.center - Vec2::new(0.0, 8.0)).length();
    assert!(reach < 5.05 && ball.center.y > 2.9, "{reach} {}", ball.center);
    assert!(stage.world().joints().all(|(id, _)| stage.world().joint_readout(id).expect("there").error < 0.02));
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().bodies, before.bodies);
    assert!(app.document().joints.is_empty());
}

#[test]
fn a_net_hangs_by_its_upper_corners_and_holds_together() {
    let mut app = App::empty();
    drag_tool(&mut app, "net", Vec2::new(2.0, 4.0), Vec2::new(-2.0, 7.0));
    let knots = app.document().bodies.iter().filter(|body| body.id.starts_with("knot")).count();
    assert!(knots >= 9, "{knots}");
    run(&mut app, 400);
    let stage = app.stage();
    for (id, name) in stage.names().bodies.list().iter().filter(|(_, name)| name.starts_with("knot")) {
        let center = stage.world().body(*id).expect("there").center;
        assert!(center.y > 0.5 && center.y < 7.1 && center.x.abs() < 2.5, "{name} {center}");
    }
    // A chain begun in mid-run holds on to a body where it is now.
    let held = stage.world().body(stage.names().bodies.id("knot").expect("there")).expect("there").center;
    drag_tool(&mut app, "chain", held, held - Vec2::new(0.0, 1.0));
    let joint = app.document().joints.iter().find(|joint| joint.body_b == "link").expect("the first link");
    assert_eq!(joint.body_a.as_deref(), Some("knot"));
    let readout = app.stage().world().joint_readout(app.stage().names().joints.id(&joint.id).expect("there")).expect("there");
    assert!(readout.error < 1e-3, "{}", readout.error);
}
