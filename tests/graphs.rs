//! Quantities of a run: what they are against closed forms, how they are kept over steps, and how they leave the program.

mod cli_kit;

use cli_kit::{Folder, good, json, refused};
use collidoscope::app::{App, DocumentCommand, Effect, FileCommand, GraphCommand, HistoryCommand, Item, RunCommand};
use collidoscope::draw::plot::Format;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, CurveDoc, Document, GraphDoc, MeasureDoc, Subject, TraceDoc};
use collidoscope::scene::quantity::{self, word};
use collidoscope::scene::stage::{Input, Stage};
use collidoscope::scene::{file, shipped};
use std::f64::consts::{PI, TAU};

fn shipped_document(name: &str) -> Document {
    let scene = shipped::scenes().iter().find(|scene| scene.name == name).unwrap();
    file::parse(scene.json.as_bytes()).unwrap()
}

fn body(id: &str, quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::Body(id.into()), quantity }
}

fn joint(id: &str, quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::Joint(id.into()), quantity }
}

fn world(quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::World, quantity }
}

fn contact(a: &str, b: &str, quantity: &'static str) -> CurveDoc {
    CurveDoc { of: Subject::Contact([a.into(), b.into()]), quantity }
}

/// The curves of a document over its first steps.
fn run(document: &Document, steps: usize, curves: &[CurveDoc]) -> Vec<Vec<f64>> {
    let mut stage = Stage::new(document).unwrap();
    let mut all: Vec<Vec<f64>> = vec![Vec::new(); curves.len()];
    for step in 0..=steps {
        if step > 0 {
            stage.step();
        }
        for (values, curve) in all.iter_mut().zip(curves) {
            values.push(curve.read(&stage).unwrap_or_else(|| panic!("{} at step {step}", curve.word())));
        }
    }
    all
}

fn scene(inside: &str) -> Document {
    file::parse(format!("{{ \"format\": \"collidoscope-scene\", \"version\": 1, {inside} }}").as_bytes()).unwrap()
}

/// A ball and a box thrown in free space under gravity.
fn throw() -> Document {
    scene(
        r#""world": { "gravity": [0, -9.81] }, "bodies": [
        { "id": "ball", "position": [1, 50], "linear_velocity": [3, 4], "angular_velocity": 2, "linear_damping": 0,
          "shapes": [ { "circle": { "radius": 0.5 }, "density": 2 } ] } ]"#,
    )
}

/// Times at which samples cross zero downwards, between samples by a straight line.
fn falls(samples: &[f64], hz: f64) -> Vec<f64> {
    let crossing = |i: usize| (i as f64 + samples[i] / (samples[i] - samples[i + 1])) / hz;
    (0..samples.len() - 1).filter(|&i| samples[i] > 0.0 && samples[i + 1] <= 0.0).map(crossing).collect()
}

/// `x, y` are the frame's origin and `vx, vy` the velocity of the centre of mass: of a body whose centre lies elsewhere
/// nothing told the place that the velocity belongs to.
#[test]
fn the_velocity_is_the_rate_of_the_centre_and_not_of_the_origin() {
    let hammer = scene(
        r#""world": { "gravity": [0, 0] }, "bodies": [ { "id": "hammer", "linear_velocity": [1, 2], "angular_velocity": 3,
        "shapes": [ { "circle": { "radius": 0.3, "center": [0.5, 0.2] } } ] } ]"#,
    );
    let curves = ["center_x", "center_y", "vx", "vy", "x", "y"].map(|word| body("hammer", word));
    let table = run(&hammer, 60, &curves);
    let (mut centre, mut origin) = (0.0_f64, 0.0_f64);
    for step in 1..=60 {
        for axis in 0..2 {
            let rate = |of: usize| (table[of][step] - table[of][step - 1]) * 60.0;
            centre = centre.max((rate(axis) - table[2 + axis][step]).abs());
            origin = origin.max((rate(4 + axis) - table[2 + axis][step]).abs());
        }
    }
    assert!((table[0][0] - 0.5).abs() < 1e-6 && (table[1][0] - 0.2).abs() < 1e-6);
    assert!(centre < 1e-4 && origin > 1.0, "{centre} {origin}");
}

#[test]
fn a_thrown_ball_has_the_numbers_of_free_fall() {
    let words = ["x", "y", "vx", "vy", "speed", "angle", "spin", "kinetic_energy", "potential_energy", "total_energy"];
    let more = ["momentum_x", "momentum_y", "angular_momentum"];
    let curves: Vec<CurveDoc> = words.iter().chain(&more).map(|word| body("ball", word)).collect();
    let table = run(&throw(), 120, &curves);
    let (m, g) = (2.0 * PI * 0.25, 9.81);
    let inertia = 0.5 * m * 0.25;
    for step in 0..=120 {
        let t = step as f64 / 60.0;
        let (x, y, vx, vy) = (1.0 + 3.0 * t, 50.0 + 4.0 * t - 0.5 * g * t * t, 3.0, 4.0 - g * t);
        let turned = (2.0 * t + PI).rem_euclid(TAU) - PI;
        let kinetic = 0.5 * m * (vx * vx + vy * vy) + 0.5 * inertia * 4.0;
        let exact = [
            x,
            y,
            vx,
            vy,
            vx.hypot(vy),
            turned,
            2.0,
            kinetic,
            m * g * y,
            kinetic + m * g * y,
            m * vx,
            m * vy,
            inertia * 2.0 + m * (x * vy - y * vx),
        ];
        for (values, (curve, exact)) in table.iter().zip(curves.iter().zip(exact)) {
            // Semi-implicit steps of h = 1/240 s put the parabola ½ g h t lower: 4 cm after 2 s, and with it the
            // energies. Beside that, single precision of numbers up to 100.
            let late = 0.5 * g / 240.0 * t;
            let slack = match curve.quantity {
                "y" => late,
                "potential_energy" | "total_energy" => m * g * late,
                "angular_momentum" => m * vx * late,
                _ => 0.0,
            };
            let wrong = (values[step] - exact).abs();
            assert!(wrong <= slack + 1e-4 * (1.0 + exact.abs()), "{} at {t} s: {} instead of {exact}", curve.word(), values[step]);
        }
    }
}

#[test]
fn the_world_is_the_sum_of_its_bodies() {
    let document = shipped_document("wrecking_ball");
    let names: Vec<&str> = document.bodies.iter().map(|b| b.id.as_str()).collect();
    for word in ["kinetic_energy", "potential_energy", "total_energy", "momentum_x", "momentum_y", "angular_momentum"] {
        let curves: Vec<CurveDoc> = names.iter().map(|name| body(name, word)).chain([world(word)]).collect();
        let table = run(&document, 150, &curves);
        let (bodies, all) = table.split_at(names.len());
        for step in [0, 90, 150] {
            let sum: f64 = bodies.iter().map(|values| values[step]).sum();
            let size: f64 = bodies.iter().map(|values| values[step].abs()).sum();
            assert!((sum - all[0][step]).abs() <= 1e-9 * size, "{word} at step {step}: {sum} {}", all[0][step]);
        }
    }
}

/// T = 2π √(I / (m g ℓ)) / agm(1, cos(θ/2)): C. F. Gauss's mean gives the complete elliptic integral.
#[test]
fn the_period_of_a_pendulum_is_read_off_its_graph() {
    let document = shipped_document("pendulum");
    let table = run(&document, 2_400, &[body("pendulum", "angle"), joint("hinge", "angle"), joint("hinge", "angle_speed")]);
    let (mut a, mut b) = (1.0_f64, 0.3_f64.cos());
    for _ in 0..10 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let exact = TAU * ((4.0_f64 + 0.02) / (9.81 * 2.0)).sqrt() / a;
    let times = falls(&table[0], 120.0);
    assert_eq!(times.len(), 7);
    let period = (times[6] - times[0]) / 6.0;
    assert!((period / exact - 1.0).abs() < 1e-3, "{period} instead of {exact}");
    // The joint counts from where it stands in the file; its speed is the slope of its angle. Between two samples the
    // slope is that of the middle, good to (2π/T)³ θ h² / 24 < 2e-5; angles of single precision add 1e-7 · 120.
    for step in 1..2_400 {
        assert!((table[0][step] - 0.6 - table[1][step]).abs() < 1e-5);
        let slope = (table[1][step + 1] - table[1][step - 1]) * 60.0;
        assert!((slope - table[2][step]).abs() < 2e-3, "step {step}: {slope} {}", table[2][step]);
    }
}

/// E = ½ m v² + ½ m (2π f)² s², with the mass, frequency and way that the scene has.
#[test]
fn a_free_spring_keeps_its_energy_and_a_damped_one_loses_it_as_the_formula_says() {
    let document = shipped_document("spring");
    let rows = ["translation", "translation_speed", "error"];
    let free = rows.map(|word| joint("free rail", word));
    let damped = rows.map(|word| joint("damped rail", word));
    let curves: Vec<CurveDoc> = free.into_iter().chain(damped).chain([body("free", "kinetic_energy"), body("free", "vx")]).collect();
    let table = run(&document, 2_400, &curves);
    let (mass, omega) = (0.8 * 0.5, PI);
    let energy = |way: f64, speed: f64| 0.5 * mass * (speed * speed + omega * omega * way * way);
    let start = energy(0.0, 4.7);
    let value = |row: usize, step: usize| table[row][step];
    for step in 0..=2_400 {
        let now = energy(value(0, step), value(1, step));
        // The semi-implicit step swings by ω h / 2 = 0.003 around the true energy; the soft row loses a little.
        assert!((now / start - 1.0).abs() < 0.02, "step {step}: {now} of {start}");
        assert!((value(6, step) - 0.5 * mass * value(1, step).powi(2)).abs() < 1e-4 * start, "kinetic energy at {step}");
        assert!((value(7, step) - value(1, step)).abs() < 1e-5, "the rail is the x axis");
        assert!(value(2, step) < 1e-4);
    }
    // Damped: the amplitude falls as exp(−ζ ω t), so energy as its square; 8 half swings = 8 s.
    let share = energy(table[3][960], table[4][960]) / start;
    let exact = (-2.0 * 0.08 * omega * 8.0).exp();
    assert!((share / exact - 1.0).abs() < 0.05, "{share} instead of {exact}");
}

#[test]
fn a_resting_box_presses_with_its_weight_and_joints_carry_theirs() {
    let document = scene(
        r#""bodies": [
        { "id": "ground", "kind": "static", "shapes": [ { "box": { "width": 20, "height": 1 } } ] },
        { "id": "crate", "position": [0, 1], "shapes": [ { "box": { "width": 1, "height": 1 }, "density": 3 } ] },
        { "id": "lamp", "position": [5, 3], "shapes": [ { "circle": { "radius": 0.2 }, "density": 5 } ] } ],
        "joints": [ { "id": "cord", "kind": "distance", "body_b": "lamp", "anchor_a": [5, 5], "anchor_b": [5, 3] } ]"#,
    );
    let curves = [
        contact("crate", "ground", "normal_impulse"),
        contact("ground", "crate", "normal_impulse"),
        contact("ground", "crate", "tangent_impulse"),
        contact("ground", "crate", "overlap"),
        contact("ground", "crate", "points"),
        contact("lamp", "crate", "normal_impulse"),
        joint("cord", "force_y"),
        joint("cord", "force"),
        joint("cord", "length"),
        joint("cord", "length_speed"),
        world("contacts"),
        world("awake_bodies"),
        world("overlap"),
        world("joint_error"),
    ];
    let table = run(&document, 200, &curves);
    let weight = 3.0 * 9.81 / 60.0;
    let last = |row: usize| *table[row].last().unwrap();
    assert!((last(0) / weight - 1.0).abs() < 0.01, "{} {weight}", last(0));
    assert_eq!(table[0], table[1], "a pair has no order");
    assert!(last(2).abs() < 1e-3 * weight && last(3) >= 0.0 && last(3) < 0.005, "{} {}", last(2), last(3));
    assert_eq!((last(4), last(5)), (2.0, 0.0));
    let load = 5.0 * PI * 0.04 * 9.81;
    assert!((last(6) / load - 1.0).abs() < 0.01 && (last(7) / load - 1.0).abs() < 0.01, "{} {load}", last(6));
    assert!((last(8) - 2.0).abs() < 1e-3 && last(9).abs() < 1e-3);
    assert_eq!((last(10), table[11][0]), (1.0, 2.0));
    assert!(last(12) == last(3) && last(13) < 1e-3, "{} {}", last(12), last(13));
    assert!(table[11].last() < table[11].first(), "the box fell asleep");
}

#[test]
fn a_point_of_a_body_moves_with_it() {
    let document = throw();
    let point = |quantity| CurveDoc { of: Subject::Point { body: "ball".into(), at: Vec2::new(0.5, 0.0) }, quantity };
    let table = run(&document, 60, &[point("x"), point("y"), point("vx"), body("ball", "x"), body("ball", "y"), body("ball", "angle")]);
    let value = |row: usize, step: usize| table[row][step];
    for step in 0..=60 {
        let (x, y, angle) = (value(3, step), value(4, step), value(5, step));
        assert!((value(0, step) - (x + 0.5 * angle.cos())).abs() < 1e-5 && (value(1, step) - (y + 0.5 * angle.sin())).abs() < 1e-5);
        assert!((value(2, step) - (3.0 - 2.0 * 0.5 * angle.sin())).abs() < 1e-4, "v + ω × r");
    }
}

#[test]
fn words_name_every_row_and_are_read_back() {
    let mut document = shipped_document("lead_range");
    let bodies: Vec<String> = document.bodies.iter().map(|b| b.id.clone()).collect();
    document.bodies[0].id = "a:b,c@d".into();
    document.bodies[0].control = Some(Box::default());
    document.joints = shipped_document("pendulum").joints;
    document.bodies.push(BodyDoc { id: "pendulum".into(), ..document.bodies[1].clone() });
    let subjects = [
        Subject::World,
        Subject::Body("a:b,c@d".into()),
        Subject::Point { body: "a:b,c@d".into(), at: Vec2::new(-0.25, 1e-3) },
        Subject::Joint("hinge".into()),
        Subject::Contact(["a:b,c@d".into(), bodies[1].clone()]),
        Subject::Launcher(document.launchers[0].id.clone()),
        Subject::Control("a:b,c@d".into()),
        Subject::Measure("m:1".into()),
    ];
    document.measures.push(MeasureDoc { id: "m:1".into(), ..MeasureDoc::default() });
    for of in subjects {
        let rows = quantity::of(&of);
        assert!(rows.len() > 2);
        for row in rows {
            let curve = CurveDoc::new(of.clone(), row);
            assert_eq!(word::parse(&curve.word(), &document), Ok(curve.clone()));
            assert!(row.about.ends_with('.') && !row.name.is_empty(), "{}", row.word);
        }
        let mut words: Vec<&str> = rows.iter().map(|row| row.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), rows.len(), "two rows share a word");
    }
    for wrong in
        ["", "world", "world:speed", "body:nobody:x", "body:x", "joint:hinge:vy", "contact:a,b:overlap", "point:pendulum:x", "moon:x:y"]
    {
        let why = word::parse(wrong, &document).unwrap_err();
        assert!(why.starts_with(&format!("`{wrong}`: ")) && why.len() > wrong.len() + 10, "{why}");
    }
}

fn open(document: &Document) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("scene.json".into()), bytes: Ok(file::to_json(document).into_bytes()) });
    app.take_notices();
    assert_eq!(app.document(), document);
    app
}

/// Lets the program read what it is still missing.
fn fill(app: &mut App) -> usize {
    let mut frames = 0;
    while app.timeline().is_filling() {
        app.apply(RunCommand::Pause);
        app.tick(0.0, &mut || false);
        frames += 1;
        assert!(frames < 100_000);
    }
    frames
}

fn column(app: &App, curve: &CurveDoc) -> Vec<Option<f64>> {
    let column = app.timeline().columns().of(curve).expect("the column");
    (app.timeline().first_step()..=app.timeline().last_step()).map(|step| column.at(step)).collect()
}

/// Steps, a throw, an edit in mid-run, going back, more of all: the same for each program.
fn eventful(app: &mut App) {
    let forward = |app: &mut App, steps: u64| (0..steps).for_each(|_| app.apply(RunCommand::StepForward));
    forward(app, 90);
    let ball = app.stage().names().bodies.id("ball").unwrap();
    let at = app.stage().world().body(ball).unwrap().center;
    app.apply(RunCommand::Input(Input::Grab { body: ball, point: at }));
    app.apply(RunCommand::Input(Input::MoveGrab { target: at + Vec2::new(2.0, 1.0) }));
    forward(app, 20);
    app.apply(RunCommand::Input(Input::Release));
    forward(app, 60);
    let mut heavier = app.document().body("ball").unwrap().clone();
    heavier.shapes[0].density = Some(9.0);
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: heavier.into(), gesture: 0 });
    forward(app, 40);
    app.apply(RunCommand::Seek(30));
    app.apply(RunCommand::Seek(170));
    forward(app, 10);
}

fn bouncing() -> Document {
    scene(
        r#""bodies": [
        { "id": "ground", "kind": "static", "shapes": [ { "box": { "width": 30, "height": 1 } } ] },
        { "id": "ball", "position": [0, 4], "linear_velocity": [1, 0], "shapes": [ { "circle": { "radius": 0.4 }, "restitution": 0.7 } ] },
        { "id": "box", "position": [3, 1], "shapes": [ { "box": { "width": 1, "height": 1 } } ] } ]"#,
    )
}

#[test]
fn a_graph_that_is_added_late_shows_the_same_bits() {
    let curves = vec![body("ball", "y"), body("ball", "kinetic_energy"), contact("ball", "ground", "normal_impulse"), world("contacts")];
    let graph = GraphDoc { curves: curves.clone(), against: Some(body("ball", "x")) };
    let mut early = open(&bouncing());
    early.apply(GraphCommand::Add(graph.clone()));
    eventful(&mut early);
    fill(&mut early);
    let mut late = open(&bouncing());
    eventful(&mut late);
    let run = late.stage().world().fingerprint();
    late.apply(GraphCommand::Add(graph.clone()));
    assert!(late.timeline().is_filling() && column(&late, &curves[0]).iter().all(Option::is_none), "nothing is known yet");
    let frames = fill(&mut late);
    assert!(frames > 50, "one step a frame when there is no time left, took {frames}");
    assert_eq!(late.stage().world().fingerprint(), run, "the run is left alone");
    for curve in graph.quantities() {
        let (a, b) = (column(&early, curve), column(&late, curve));
        assert!(a.iter().all(Option::is_some) && a.len() > 200, "{}", curve.word());
        assert_eq!(a, b, "{}", curve.word());
    }
    assert!(column(&late, &curves[2]).iter().flatten().any(|impulse| *impulse > 0.0), "it bounced");
}

#[test]
fn an_edit_in_the_past_begins_the_curve_anew_from_there() {
    let curve = body("ball", "y");
    let mut app = open(&Document { graphs: vec![GraphDoc::of(curve.clone())], ..bouncing() });
    (0..200).for_each(|_| app.apply(RunCommand::StepForward));
    let before = column(&app, &curve);
    app.apply(RunCommand::Seek(50));
    assert_eq!(column(&app, &curve), before, "looking back forgets nothing");
    let mut light = app.document().body("ball").unwrap().clone();
    light.gravity_scale = 0.0;
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: light.into(), gesture: 0 });
    assert_eq!(column(&app, &curve), before[..=50]);
    (0..50).for_each(|_| app.apply(RunCommand::StepForward));
    let after = column(&app, &curve);
    assert!(after.len() == 101 && after[..=50] == before[..=50] && after[51..] != before[51..=100]);
    app.apply(HistoryCommand::Undo);
    assert_eq!(column(&app, &curve), before, "undo brings the old run back");
}

#[test]
fn commands_of_graphs_are_undone_and_leave_the_run_alone() {
    let mut app = open(&bouncing());
    (0..30).for_each(|_| app.apply(RunCommand::StepForward));
    let run = app.stage().world().fingerprint();
    let trace = TraceDoc { body: "ball".into(), at: Vec2::new(0.1, 0.0), seconds: Some(2.0) };
    let commands = [
        GraphCommand::Add(GraphDoc::of(body("ball", "y"))),
        GraphCommand::Toggle { graph: 0, curve: body("ball", "vy") },
        GraphCommand::Toggle { graph: 0, curve: body("ball", "y") },
        GraphCommand::Against { graph: 0, against: Some(body("ball", "x")) },
        GraphCommand::Against { graph: 0, against: None },
        GraphCommand::Trace(trace.clone()),
        GraphCommand::Trace(trace),
        GraphCommand::Remove(0),
    ];
    let mut documents = vec![app.document().clone()];
    for command in commands {
        app.apply(command.clone());
        assert_ne!(app.document(), documents.last().unwrap(), "{command:?}");
        assert!(app.take_notices().is_empty(), "{command:?}");
        documents.push(app.document().clone());
    }
    for document in documents.iter().rev().skip(1) {
        app.apply(HistoryCommand::Undo);
        assert_eq!(app.document(), document);
        assert_eq!((app.stage().world().fingerprint(), app.timeline().last_step()), (run, 30));
    }
    for document in &documents[1..] {
        app.apply(HistoryCommand::Redo);
        assert_eq!(app.document(), document);
    }
    app.apply(GraphCommand::Remove(3));
    assert_eq!(app.take_notices().last().unwrap().text, "There is no graph 4.");
}

#[test]
fn graphs_follow_a_new_name_and_go_with_what_they_show() {
    let document = Document {
        graphs: vec![
            GraphDoc { curves: vec![body("ball", "y"), body("box", "y")], against: None },
            GraphDoc { curves: vec![body("box", "y")], against: Some(body("ball", "x")) },
            GraphDoc::of(contact("ball", "box", "overlap")),
        ],
        traces: vec![TraceDoc { body: "ball".into(), ..TraceDoc::default() }],
        ..bouncing()
    };
    let mut app = open(&document);
    let renamed = BodyDoc { id: "sphere".into(), ..document.body("ball").unwrap().clone() };
    app.apply(DocumentCommand::Edit { id: "ball".into(), to: renamed.into(), gesture: 0 });
    assert_eq!(app.document().graphs[0].curves[0], body("sphere", "y"));
    assert_eq!(app.document().graphs[1].against, Some(body("sphere", "x")));
    assert_eq!(app.document().graphs[2].curves[0], contact("sphere", "box", "overlap"));
    assert_eq!(app.document().traces[0].body, "sphere");
    app.apply(DocumentCommand::Delete(vec![Item::Body("sphere".into())]));
    assert_eq!(app.document().graphs, vec![GraphDoc::of(body("box", "y"))]);
    assert!(app.document().traces.is_empty());
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().graphs.len(), 3);

    let mut app = open(&shipped_document("spring"));
    let mut rail = app.document().joints[0].clone();
    rail.id = "rail".into();
    app.apply(DocumentCommand::Edit { id: "free rail".into(), to: rail.into(), gesture: 0 });
    assert_eq!(app.document().graphs[0].curves[0], joint("rail", "translation"));
}

#[test]
fn a_file_that_shows_what_is_not_there_is_refused_with_its_place() {
    let base = file::to_json(&shipped_document("pendulum"));
    for (from, to, place, words) in [
        ("\"quantity\": \"angle\"", "\"quantity\": \"angel\"", "graphs[0].curves[0].quantity", "\"angle\""),
        (
            "\"id\": \"pendulum\", \"quantity\": \"angle\"",
            "\"id\": \"pendulun\", \"quantity\": \"angle\"",
            "graphs[0].curves[0].id",
            "\"pendulum\"",
        ),
        (
            "\"of\": \"body\", \"id\": \"pendulum\", \"quantity\": \"angle\"",
            "\"of\": \"joint\", \"id\": \"hinge\", \"quantity\": \"length\"",
            "graphs[0].curves[0].quantity",
            "no length",
        ),
        ("\"of\": \"body\", \"id\": \"pendulum\", \"quantity\": \"angle\"", "\"of\": \"moon\"", "graphs[0].curves[0].of", "\"world\""),
    ] {
        assert!(base.contains(from), "{base}");
        let problems = file::parse(base.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(problems.contains(place) && problems.contains(words) && problems.lines().count() == 1, "{problems}");
    }
}

#[test]
fn a_graph_leaves_the_window_as_table_and_pictures() {
    let mut app = open(&shipped_document("spring"));
    (0..240).for_each(|_| app.apply(RunCommand::StepForward));
    for format in Format::ALL {
        app.take_effects();
        app.apply(GraphCommand::Export { graph: 1, format });
        let name = format!("scene_graph_2.{}", format.ending());
        assert_eq!(app.take_effects(), [Effect::AskExport { name: name.clone() }]);
        app.apply(FileCommand::ExportTo(name.clone()));
        let effects = app.take_effects();
        let [Effect::WriteFigure { path, bytes }] = effects.as_slice() else { panic!("{effects:?}") };
        assert_eq!(*path, name);
        match format {
            Format::Csv => {
                let folder = Folder::new();
                let out = folder.path("spring.csv");
                good(&["graph", "spring", "--graph", "2", "--steps", "240", "--out", &out]);
                assert_eq!(std::fs::read(out).unwrap(), *bytes, "window and command line agree");
            }
            Format::Svg => {
                let text = std::str::from_utf8(bytes).unwrap();
                for words in ["free · Velocity x, m/s", "free · Position x, m", "Springs in phase space", "width=\"960\" height=\"540\""]
                {
                    assert!(text.contains(words), "{words}");
                }
            }
            Format::Png => {
                let picture = collidoscope::draw::png::decode(bytes).unwrap();
                assert_eq!((picture.width, picture.height), (960, 540));
            }
        }
    }
    app.apply(GraphCommand::Export { graph: 0, format: Format::Csv });
    app.take_effects();
    app.apply(FileCommand::ExportTo("graph.docx".into()));
    assert!(app.take_effects().is_empty() && app.take_notices().last().unwrap().text.contains("must end in .csv, .svg or .png"));
}

/// The file dialog was closed without a name: what is exported next is what was asked for next.
#[test]
fn an_export_that_was_given_up_is_forgotten() {
    let mut app = open(&shipped_document("spring"));
    app.apply(GraphCommand::Export { graph: 0, format: Format::Svg });
    app.apply(FileCommand::ExportFigure);
    app.take_effects();
    app.apply(FileCommand::ExportTo("canvas.svg".into()));
    let effects = app.take_effects();
    let [Effect::WriteFigure { bytes, .. }] = effects.as_slice() else { panic!("{effects:?}") };
    assert!(!std::str::from_utf8(bytes).unwrap().contains("Translation"), "the canvas has no axes");
}

#[test]
fn a_table_has_the_numbers_that_run_prints() {
    let words = ["x", "y", "angle", "vx", "vy", "spin"].map(|word| format!("body:ball:{word}"));
    let whole = ["kinetic_energy", "potential_energy", "elastic_energy", "momentum_x", "momentum_y", "angular_momentum", "contacts"]
        .map(|word| format!("world:{word}"));
    let folder = Folder::new();
    let scene = folder.file("bouncing.json", &file::to_json(&bouncing()));
    let mut arguments = vec!["graph", &scene, "--steps", "120", "--every", "7", "--quantity"];
    arguments.extend(words.iter().chain(&whole).map(String::as_str));
    let table = good(&arguments).out;
    let run = good(&["run", &scene, "--steps", "120", "--every", "7", "--format", "csv"]).out;
    let ball: Vec<&str> = run.lines().filter(|line| line.split(',').nth(2) == Some("ball")).collect();
    assert_eq!(ball.len(), 19);
    assert_eq!(table.lines().count(), 20);
    for (row, line) in table.lines().skip(1).zip(&ball) {
        let cells: Vec<&str> = line.split(',').collect();
        let expected: Vec<&str> = [&cells[..2], &cells[3..9], &cells[10..17]].concat();
        assert_eq!(row.split(',').collect::<Vec<_>>(), expected);
    }
    // Joints and contacts, against the JSON form.
    let table = good(&[
        "graph",
        "spring",
        "--steps",
        "50",
        "--every",
        "50",
        "--quantity",
        "joint:free rail:force_x",
        "joint:free rail:translation",
    ])
    .out;
    let last = json(good(&["run", "spring", "--steps", "50", "--every", "50"]).out.lines().last().unwrap());
    let of_joint = [&last["joints"][0]["force"][0], &last["joints"][0]["coordinate"]].map(|value| value.as_f64().unwrap() as f32);
    let cells: Vec<f32> = table.lines().last().unwrap().split(',').skip(2).map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(cells, of_joint);
}

#[test]
fn names_that_spreadsheets_would_run_are_guarded() {
    let folder = Folder::new();
    let mut document = bouncing();
    document.bodies[1].id = "=HYPERLINK(1),\"x\"".into();
    let scene = folder.file("evil.json", &file::to_json(&document));
    let head = good(&["graph", &scene, "--steps", "0", "--quantity", "body:=HYPERLINK(1),\"x\":y"]).out;
    assert!(head.starts_with("step,time,\"body:=HYPERLINK(1),\"\"x\"\":y (m)\"\n"), "{head}");
    assert!(refused(&["graph", &scene, "--steps", "0", "--quantity", "body:ball:y"]).contains("there is no body `ball`"));
    assert!(refused(&["graph", &scene, "--steps", "1"]).contains("has no graph of its own"));
    let out = folder.path("graph.svg");
    good(&["graph", &scene, "--steps", "9", "--quantity", "world:contacts", "--out", &out]);
    assert!(std::fs::read_to_string(out).unwrap().contains("all bodies · Contacts"));
}

/// In free fall the velocity changes by g; at the start no step has told of a change.
#[test]
fn the_acceleration_of_a_thrown_ball_is_that_of_gravity_from_the_first_step_on() {
    let document = throw();
    let mut stage = Stage::new(&document).unwrap();
    let read = |quantity, stage: &Stage| body("ball", quantity).read(stage);
    assert_eq!(read("ay", &stage), None);
    for step in 1..=60 {
        stage.step();
        // Differences of velocities of 10 m/s in single precision, a sixtieth of a second apart.
        let near = |quantity, wanted: f64| (read(quantity, &stage).expect("a step was taken") - wanted).abs() < 2e-3;
        assert!(near("ax", 0.0) && near("ay", -9.81) && near("acceleration", 9.81), "step {step}: {:?}", read("ay", &stage));
    }
}

/// A rod of 2 m on a hinge near its end, let go at some degrees: the period that a graph tells is that of the closed form
/// T = 4 √(I / m g r) K(sin(θ₀/2)), with K by the arithmetic-geometric mean.
#[test]
fn the_period_that_a_graph_tells_is_that_of_the_closed_form() {
    for degrees in [5.0_f64, 40.0, 120.0] {
        let (start, arm) = (degrees.to_radians(), 0.9);
        let at = [arm * start.sin(), -arm * start.cos()];
        let document = scene(&format!(
            r#""bodies": [ {{ "id": "rod", "position": [{}, {}], "angle": {start}, "angular_damping": 0, "linear_damping": 0,
                "shapes": [ {{ "box": {{ "width": 0.2, "height": 2 }} }} ] }} ],
               "joints": [ {{ "id": "pin", "kind": "revolute", "body_b": "rod", "anchor": [0, 0] }} ]"#,
            at[0], at[1]
        ));
        let angles = run(&document, 1500, &[body("rod", "angle")]).remove(0);
        let points = angles.iter().enumerate().map(|(step, angle)| (step as f64 / 60.0, *angle));
        let found = collidoscope::lens::graph::oscillation(points, true).expect("it swings");
        let inertia_of_mass = (0.2_f64.powi(2) + 2.0_f64.powi(2)) / 12.0 + arm * arm;
        let (mut a, mut g) = (1.0, (0.5 * start).cos());
        for _ in 0..8 {
            (a, g) = (0.5 * (a + g), (a * g).sqrt());
        }
        let period = TAU * (inertia_of_mass / (9.81 * arm)).sqrt() / a;
        let error = found.period / period - 1.0;
        assert!(error.abs() < 2e-5, "{degrees}°: {found:?} instead of {period}: {error}");
    }
}

/// `run` and saved runs told the friction of a point as `tangent_impulse`, graphs as `friction_impulse`. The former word
/// is still read, in files and on the command line; what is written has the one that remains.
#[test]
fn friction_has_one_word_and_the_former_is_still_understood() {
    let of = |word: &str| {
        scene(&format!(
            r#""bodies": [ {{ "id": "a", "shapes": [ {{ "circle": {{ "radius": 1 }} }} ] }}, {{ "id": "b", "position": [0, 2], "shapes": [ {{ "circle": {{ "radius": 1 }} }} ] }} ],
            "graphs": [ {{ "curves": [ {{ "of": "contact", "pair": ["a", "b"], "quantity": "{word}" }} ] }} ]"#
        ))
    };
    let (former, now) = (of("friction_impulse"), of("tangent_impulse"));
    assert_eq!(former.graphs, now.graphs);
    assert_eq!(now.graphs[0].curves[0].quantity, "tangent_impulse");
    let parsed = ["friction", "tangent"].map(|word| word::parse(&format!("contact:a,b:{word}_impulse"), &now).expect("a word"));
    assert_eq!(parsed[0], parsed[1]);
    assert_eq!(parsed[0].word(), "contact:a,b:tangent_impulse");
}

/// "m · m/s" beside an axis read like a product.
#[test]
fn units_beside_an_axis_are_no_product() {
    let graph = GraphDoc { curves: vec![body("ball", "y"), body("ball", "speed"), body("box", "y")], against: None };
    assert_eq!(collidoscope::lens::graph::y_title(&graph), "m, m/s");
}

/// Beside the energies stood "J" alone.
#[test]
fn an_axis_of_several_curves_in_one_unit_says_what_they_measure() {
    let all = |names: &[&'static str]| GraphDoc { curves: names.iter().map(|name| body("ball", name)).collect(), against: None };
    let cases: [(&[&'static str], &str); 4] = [
        (&["kinetic_energy", "potential_energy", "total_energy"], "energy, J"),
        (&["vx", "vy"], "velocity, m/s"),
        (&["vx", "speed"], "m/s"),
        (&["x", "y"], "position, m"),
    ];
    for (names, wanted) in cases {
        assert_eq!(collidoscope::lens::graph::y_title(&all(names)), wanted, "{names:?}");
    }
}
