//! The way to a lesson's place through a long run: in parts, each no more than a frame's work, and it can be stopped.
//! The place was run to in one go, which held the window for two seconds.

use collidoscope::app::{App, Command, DocumentCommand, FRAME_WORK, FileCommand, Item, LessonCommand, RunCommand};
use collidoscope::scene::file;
use collidoscope::scene::stage::Stage;

const AT_STEP: u64 = 500;

/// Heaps of boxes under many sub-steps, and a lesson far into their run.
fn heavy() -> String {
    let boxes = (0..600).map(|i| {
        let (x, y) = (1.1 * f64::from(i % 30) - 16.0, 0.5 + 1.001 * f64::from(i / 30));
        format!(r#"{{ "id": "b{i}", "position": [{x}, {y}], "shapes": [{{ "box": {{ "width": 1, "height": 1 }} }}] }}"#)
    });
    let ground = r#"{ "id": "ground", "kind": "static", "position": [0, -0.5], "shapes": [{ "box": { "width": 60, "height": 1 } }] }"#;
    let bodies: Vec<String> = std::iter::once(ground.to_owned()).chain(boxes).collect();
    format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "substeps": 16, "sleeping": false }}, "bodies": [{}],
            "lesson": [ {{ "caption": "", "at_step": {AT_STEP}, "pair": ["ground", "b0"], "algorithm": "sat", "frame": 0 }} ] }}"#,
        bodies.join(", ")
    )
}

fn opened() -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("heavy.json".into()), bytes: Ok(heavy().into_bytes()) });
    assert_eq!(app.document().lesson.len(), 1, "{:?}", app.take_notices());
    app
}

#[test]
fn each_frame_on_the_way_to_a_lessons_place_does_a_frames_work() {
    let mut app = opened();
    assert!(app.lesson_journey().is_some() && app.bench().is_none(), "the run is too short to tell");
    let mut frames = 1;
    let mut stage = Stage::new(app.document()).expect("sound");
    while let Some((now, to)) = app.lesson_journey() {
        assert!(to == AT_STEP && app.is_moving());
        let (mut work, mut largest) = (0, 0);
        while stage.step_count() < now {
            stage.step();
            largest = largest.max(stage.world().step_work());
            work += stage.world().step_work();
        }
        // The last step may begin below the bound and end above it.
        assert!(work > 0 && work <= FRAME_WORK + largest, "step {now}: {work}");
        app.tick(1.0 / 60.0, &mut || true);
        frames += 1;
    }
    assert!(frames >= 3, "{frames}");
    assert!(app.bench().is_some() && app.stage().step_count() == AT_STEP, "it arrives");
    while stage.step_count() < AT_STEP {
        stage.step();
    }
    assert_eq!(stage.world().fingerprint(), app.stage().world().fingerprint(), "the run is the document's own");
}

#[test]
fn the_way_to_a_lessons_place_ends_where_the_user_does_something_else() {
    let commands: [Command; 5] = [
        LessonCommand::Stop.into(),
        RunCommand::Play.into(),
        RunCommand::StepForward.into(),
        DocumentCommand::Delete(vec![Item::Body("b1".into())]).into(),
        FileCommand::New.into(),
    ];
    for command in commands {
        let name = format!("{command:?}");
        let mut app = opened();
        assert!(app.lesson_journey().is_some());
        app.apply(command);
        app.tick(1e-6, &mut || false);
        assert!(app.lesson_journey().is_none() && app.bench().is_none(), "{name}");
        assert!(app.stage().step_count() < AT_STEP, "{name}");
    }
}

/// `check` of a file with a thousand launchers and a lesson at step 10,000 took many minutes: the run to a lesson's
/// place is bounded by counted work, and what aims, steers and pushes did not count.
#[test]
fn what_aims_steers_and_pushes_counts_as_work_of_a_step() {
    let scene = |beside: &str, control: &str| {
        let body = |i: usize| {
            let shape = r#""shapes": [{ "circle": { "radius": 0.1 } }]"#;
            format!(r#"{{ "id": "b{i}", "position": [{i}, 0], {control} {shape} }}"#)
        };
        let bodies: Vec<String> = (0..20).map(body).collect();
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [{}] {beside} }}"#, bodies.join(", "));
        let mut stage = Stage::new(&file::parse(text.as_bytes()).expect("sound")).expect("sound");
        (0..3).for_each(|_| stage.step());
        (stage.step_work(), stage.world().step_work())
    };
    let (all, world) = scene("", "");
    assert_eq!(all, world, "nothing beside the world");
    let launchers: Vec<String> = (0..30).map(|i| format!(r#"{{ "id": "l{i}", "position": [{i}, -9], "target": "b1" }}"#)).collect();
    let (all, world) = scene(&format!(r#", "launchers": [{}]"#, launchers.join(", ")), "");
    assert!(all >= world + 30 * 10_000, "{all} {world}");
    let (all, world) = scene("", r#""forces": [{ "force": [1, 0] }, { "force": [0, 1] }],"#);
    assert!(all >= world + 40 * 50, "{all} {world}");
}

/// Two bodies of 256 outlines each in one place held `check` for minutes: pairs of large polygons counted like pairs of
/// circles.
#[test]
fn pairs_of_shapes_with_many_corners_count_for_more_work() {
    let work = |corners: usize| {
        let turn = std::f64::consts::TAU / corners as f64;
        let vertices: Vec<String> = (0..corners).map(|i| format!("[{}, {}]", (turn * i as f64).cos(), (turn * i as f64).sin())).collect();
        let shape = format!(r#"{{ "outline": {{ "vertices": [{}] }} }}"#, vertices.join(", "));
        let body =
            |id: &str, x: f32| format!(r#"{{ "id": "{id}", "position": [{x}, 0], "shapes": [{}] }}"#, vec![shape.as_str(); 20].join(", "));
        let text = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [{}, {}] }}"#, body("a", 0.0), body("b", 1.5));
        let mut stage = Stage::new(&file::parse(text.as_bytes()).expect("sound")).expect("sound");
        stage.step();
        assert_eq!(stage.world().pair_count(), 400, "{corners}");
        stage.step_work()
    };
    let (few, many) = (work(6), work(60));
    assert!(many > few + 400 * 16 * 90, "{few} {many}");
}
