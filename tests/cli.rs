//! The command line as a person runs it: every command, with good and bad input.

mod cli_kit;

use cli_kit::{Folder, STACK, collidoscope, good, json, misused, refused};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn help_and_version_are_printed_with_code_0() {
    let help = good(&["--help"]).out;
    for word in ["run", "render", "trace", "check", "schema", "bench", "SCENE", "Exit codes"] {
        assert!(help.contains(word), "help does not mention {word}:\n{help}");
    }
    assert!(good(&["--version"]).out.contains(env!("CARGO_PKG_VERSION")));
    for command in ["run", "render", "trace", "check", "schema", "bench"] {
        assert!(good(&[command, "--help"]).out.contains("Usage"));
    }
}

#[test]
fn a_wrong_command_line_ends_with_code_2() {
    misused(&["run"]);
    misused(&["run", "pyramid"]);
    misused(&["run", "pyramid", "--steps", "many"]);
    misused(&["run", "pyramid", "--steps", "-1"]);
    misused(&["run", "pyramid", "--steps", "10", "--every", "0"]);
    misused(&["run", "pyramid", "--steps", "10", "--format", "xml"]);
    misused(&["run", "pyramid", "--steps", "10", "--colour"]);
    misused(&["render", "pyramid", "--at-step", "1"]);
    misused(&["render", "pyramid", "--out", "picture.gif"]);
    for size in ["800", "0x0", "800x", "800x600x2", "99999x10", "8.5x3", "-800x600"] {
        misused(&["render", "pyramid", "--out", "picture.svg", &format!("--size={size}")]);
    }
    misused(&["trace", "pyramid", "--at-step", "1", "--pair", "a,b"]);
    misused(&["trace", "pyramid", "--at-step", "1", "--pair", "a,b", "--algorithm", "astar"]);
    misused(&["check"]);
    misused(&["bench", "--steps", "0"]);
    assert!(misused(&["run", "pyramid", "--stepz", "10"]).contains("--steps"), "no hint at the right word");
}

#[test]
fn a_scene_that_cannot_be_read_is_refused_by_every_command() {
    let folder = Folder::new();
    let missing = folder.path("missing.json");
    let broken = folder.file("broken.json", &STACK[..STACK.len() / 2]);
    let here = folder.path("");
    let picture = folder.path("picture.svg");
    for scene in [&missing, &broken, &here] {
        let name = scene.trim_end_matches('/');
        for arguments in [
            vec!["run", scene, "--steps", "1"],
            vec!["render", scene, "--out", &picture],
            vec!["trace", scene, "--pair", "a,b", "--algorithm", "sat"],
            vec!["check", scene],
            vec!["bench", scene],
        ] {
            let reason = refused(&arguments);
            assert!(reason.contains(name), "the file is not named: {reason}");
        }
    }
    assert!(!PathBuf::from(&picture).exists(), "a picture of nothing was written");
    assert!(refused(&["check", &here]).contains("folder"));
    assert!(refused(&["run", "piramid", "--steps", "1"]).contains("`pyramid`"), "no hint at the shipped scene");
}

#[test]
fn a_file_beyond_the_limit_is_refused_before_it_is_read() {
    let folder = Folder::new();
    let path = folder.path("large.json");
    // A sparse file: 50 MB of zeroes that take no room on the disk.
    fs::File::create(&path).unwrap().set_len(50 * 1024 * 1024).unwrap();
    let reason = refused(&["check", &path]);
    assert!(reason.contains("16") && reason.lines().count() == 1, "{reason}");
}

#[test]
fn check_names_every_problem_with_file_and_path() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let wrong = folder.file(
        "wrong.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
            { "id": "a", "shapes": [ { "circle": { "radius": -1 } } ] },
            { "id": "a", "shapes": [ { "circle": { "radius": 1 } } ] } ],
          "joints": [ { "id": "j", "kind": "revolute", "body_a": "a", "body_b": "nobody", "anchor": [0, 0] } ] }"#,
    );
    let outcome = good(&["check", &stack, "pyramid"]);
    let lines: Vec<&str> = outcome.out.lines().collect();
    assert_eq!(lines[0], format!("{stack}: ok (5 bodies, 1 joint, 0 launchers)"));
    assert!(lines[1].starts_with("pyramid: ok (80 bodies"), "{}", lines[1]);

    let mixed = collidoscope(&["check", &stack, &wrong, "pyramid"]);
    assert_eq!(mixed.code, 1);
    assert_eq!(mixed.out.lines().count(), 2, "the sound ones are still reported: {}", mixed.out);
    assert!(mixed.err.lines().all(|line| line.starts_with(&wrong)), "{}", mixed.err);
    assert!(mixed.err.lines().count() >= 3, "not all problems are listed:\n{}", mixed.err);
    assert!(mixed.err.contains("bodies[0].shapes[0].circle.radius") && mixed.err.contains("-1"), "{}", mixed.err);
    assert!(mixed.err.contains("nobody"), "{}", mixed.err);
}

/// Two boxes that touch after a step, and a lesson on them with the given steps.
fn lesson(steps: &str) -> String {
    STACK.replace(
        "  \"joints\"",
        &format!(
            "  \"view\": {{ \"center\": [0, 1], \"height\": 4, \"pair\": [\"ground\", \"lower\"] }}, \"lesson\": [{steps}],\n  \"joints\""
        ),
    )
}

#[test]
fn check_goes_through_every_step_of_a_lesson_and_names_what_is_not_there() {
    let folder = Folder::new();
    let sound = folder.file(
        "sound.json",
        &lesson(
            r#"{ "caption": "Look.", "algorithm": "sat", "at_step": 3, "frame": 1, "gate": true },
               { "algorithm": "gjk", "pair": ["lower", "ball"], "camera": { "center": [0, 0], "height": 3 } }"#,
        ),
    );
    assert_eq!(good(&["check", &sound]).out, format!("{sound}: ok (5 bodies, 1 joint, 0 launchers, a lesson of 2 steps)\n"));
    let rows = [
        (r#"{ "algorithm": "sat", "frame": 99 }"#, "line 8, column 117: lesson[0].frame: must be at most"),
        (r#"{ "algorithm": "sat" }, { "algorithm": "epa", "pair": ["lower", "ball"] }"#, "lesson[1].algorithm: epa has nothing to show"),
        (r#"{ "algorithm": "sat", "pair": ["lower", "bal"] }"#, "lesson[0].pair[1]: there is no body \"bal\"; did you mean \"ball\""),
        (r#"{ "algorithm": "sat", "pair": ["ball", "ball"] }"#, "lesson[0].pair[1]: must be another body"),
        (r#"{ "algorithm": "sad" }"#, "lesson[0].algorithm"),
        (r#"{ "algorithm": "sat", "at_step": 10001 }"#, "lesson[0].at_step: must be a whole number from 0 to 10000, is 10001"),
        (r#"{ "algorithm": "sat", "camera": { "center": [0, 0], "height": 0 } }"#, "lesson[0].camera.height: must be from 0.01"),
        (r#"{ "algorithm": "sat", "title": "x" }"#, "lesson[0]"),
    ];
    for (steps, wanted) in rows {
        let wrong = folder.file("wrong.json", &lesson(steps));
        let reason = refused(&["check", &wrong]);
        assert!(reason.contains(wanted), "{steps}:\n{reason}");
    }
}

#[test]
fn film_prints_a_whole_lesson_on_one_page() {
    let folder = Folder::new();
    let page = folder.path("lesson.svg");
    good(&["film", "lesson_two_boxes", "--lesson", "--out", &page]);
    let text = fs::read_to_string(&page).unwrap();
    for words in ["How two boxes meet", "The tilted crate arrives.", "Clipping", "Solver"] {
        assert!(text.contains(words), "the page lacks \"{words}\"");
    }
    // What the captions say of the landing has to be what the engine did: the crates overlap, one point is kept and
    // one dropped, friction is cut by the cone; later two points. (A solver that rounds otherwise had left the crates
    // a hundredth of a millimetre apart in the step that the lesson named.)
    for words in ["SAT. Overlap of", "The first end is too far: dropped", "Two contact points", "solve: friction 0", "N·s, cut"] {
        assert!(text.contains(words), "the page lacks \"{words}\"");
    }
    good(&["film", "lesson_gjk", "--lesson", "--theme", "projector", "--out", &folder.path("lesson.png")]);
    assert!(refused(&["film", "pyramid", "--lesson", "--out", &page]).contains("no `lesson`"));
    assert!(refused(&["film", "lesson_gjk", "--lesson", "--out", &folder.path("a.json")]).contains(".svg or .png"));
    misused(&["film", "lesson_gjk", "--lesson", "--algorithm", "sat", "--out", &page]);
    let broken = folder.file("broken.json", &lesson(r#"{ "algorithm": "sat", "frame": 99 }"#));
    assert!(refused(&["film", &broken, "--lesson", "--out", &page]).contains("lesson[0].frame"));
}

#[test]
fn format_rewrites_a_scene_as_the_program_saves_it_and_changes_nothing_else() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let before = good(&["run", &stack, "--steps", "30", "--every", "30"]).out;
    assert_eq!(good(&["format", &stack]).out, format!("{stack}: rewritten\n"));
    assert_ne!(fs::read_to_string(&stack).unwrap(), STACK);
    assert_eq!(good(&["run", &stack, "--steps", "30", "--every", "30"]).out, before);
    assert_eq!(good(&["format", &stack]).out, "", "the second time there is nothing to do");
    let broken = folder.file("broken.json", "{ \"format\": ");
    refused(&["format", &broken]);
    assert_eq!(fs::read_to_string(&broken).unwrap(), "{ \"format\": ", "a broken file was touched");
}

#[test]
fn schema_prints_a_schema_that_accepts_the_shipped_scenes_and_not_others() {
    let schema = json(&good(&["schema"]).out);
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    for scene in collidoscope::scene::shipped::scenes() {
        let document = json(scene.json);
        let problems: Vec<String> = validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path)).collect();
        assert!(problems.is_empty(), "{}: {problems:?}", scene.name);
    }
    assert!(!validator.is_valid(&json(r#"{ "format": "collidoscope-scene", "version": 1, "bodys": [] }"#)));
}

#[test]
fn run_prints_one_object_a_sampled_step_with_all_fields() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let out = good(&["run", &stack, "--steps", "25", "--every", "10"]).out;
    let samples: Vec<Value> = out.lines().map(json).collect();
    let steps: Vec<u64> = samples.iter().map(|sample| sample["step"].as_u64().unwrap()).collect();
    assert_eq!(steps, [0, 10, 20, 25], "start, every tenth, last");

    let last = &samples[3];
    assert!((last["time"].as_f64().unwrap() - 25.0 / 60.0).abs() < 1e-12);
    let bodies = last["bodies"].as_array().unwrap();
    let ids: Vec<&str> = bodies.iter().map(|body| body["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["ground", "lower", "upper, of \"two\"", "ball", "dumbbell"], "file order");
    for body in bodies {
        assert_eq!(body["position"].as_array().unwrap().len(), 2);
        assert_eq!(body["linear_velocity"].as_array().unwrap().len(), 2);
        assert!(body["angle"].is_number() && body["angular_velocity"].is_number() && body["awake"].is_boolean());
    }
    // Free fall of the ball, from 4 m: ½ g t² with t = 25/60 s, and v = g t.
    let (fall, speed) = (0.5 * 9.81 * (25.0_f64 / 60.0).powi(2), 9.81 * 25.0 / 60.0);
    let ball = &bodies[3];
    // The integrator is first order: off by g t h/2 with sub-steps of h = 1/240 s, 8.5 mm.
    assert!((ball["position"][1].as_f64().unwrap() - (4.0 - fall)).abs() < 0.01, "{ball}");
    assert!((ball["linear_velocity"][1].as_f64().unwrap() + speed).abs() < 1e-3, "{ball}");

    let contacts = last["contacts"].as_array().unwrap();
    let touching = |a: &str, b: &str| contacts.iter().find(|contact| contact["a"] == a && contact["b"] == b);
    let contact = touching("ground", "lower").expect("the lower box stands on the ground");
    assert!((contact["normal"][1].as_f64().unwrap() - 1.0).abs() < 1e-6, "from the ground up");
    let points = contact["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    let carried: f64 = points.iter().map(|point| point["normal_impulse"].as_f64().unwrap()).sum();
    for point in points {
        assert!(point["position"][1].as_f64().unwrap().abs() < 0.02 && point["separation"].as_f64().unwrap().abs() < 0.02);
        assert!(point["tangent_impulse"].is_number());
    }
    // Two boxes of 1 kg each: the ground carries 2 m g each step; resting impulses are exact to a percent once settled.
    assert!((carried * 60.0 / (2.0 * 9.81) - 1.0).abs() < 0.05, "the ground carries {} N", carried * 60.0);

    let joint = &last["joints"][0];
    assert_eq!(joint["id"], "hinge");
    assert!(joint["torque"].is_number() && joint["error"].as_f64().unwrap() < 1e-3);
    // The dumbbell of 2·π·0.3² kg hangs on the hinge.
    let weight = 2.0 * std::f64::consts::PI * 0.09 * 9.81;
    assert!((joint["force"][1].as_f64().unwrap() / weight - 1.0).abs() < 0.05, "{joint}");

    assert!(last["energy"]["kinetic"].as_f64().unwrap() > 0.0 && last["energy"]["potential"].as_f64().unwrap() > 0.0);
    // Only the ball moves: its mass is π/4 kg.
    let momentum = last["momentum"]["linear"][1].as_f64().unwrap();
    assert!((momentum + std::f64::consts::PI / 4.0 * speed).abs() < 0.01, "{momentum}");
    assert!(last["momentum"]["angular"].is_number());
    assert_eq!(last["fingerprint"].as_str().unwrap().len(), 16);
}

#[test]
fn run_as_csv_gives_the_same_numbers_as_json() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let lines = good(&["run", &stack, "--steps", "30", "--every", "15"]).out;
    let table = good(&["run", &stack, "--steps", "30", "--every", "15", "--format", "csv"]).out;
    let mut rows = table.lines();
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    assert_eq!(&header[..5], ["step", "time", "body", "x", "y"]);
    let rows: Vec<&str> = rows.collect();
    let samples: Vec<Value> = lines.lines().map(json).collect();
    assert_eq!(rows.len(), samples.len() * 5, "a row a body and step");
    assert!(table.contains("\"upper, of \"\"two\"\"\""), "commas and quotes are quoted");
    let place = |name: &str| header.iter().position(|column| *column == name).unwrap();
    for (i, row) in rows.iter().enumerate().filter(|(_, row)| row.contains(",ball,")) {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells.len(), header.len());
        let sample = &samples[i / 5];
        let body = &sample["bodies"][3];
        let number = |name: &str| cells[place(name)].parse::<f32>().unwrap();
        assert_eq!(number("y"), body["position"][1].as_f64().unwrap() as f32);
        assert_eq!(number("velocity_y"), body["linear_velocity"][1].as_f64().unwrap() as f32);
        assert_eq!(cells[place("fingerprint")], sample["fingerprint"]);
    }
}

#[test]
fn run_writes_the_same_text_to_a_file() {
    let folder = Folder::new();
    let path = folder.path("run.jsonl");
    let printed = good(&["run", "slider_crank", "--steps", "20", "--every", "5"]).out;
    let silent = good(&["run", "slider_crank", "--steps", "20", "--every", "5", "--out", &path]).out;
    assert_eq!(silent, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    refused(&["run", "slider_crank", "--steps", "1", "--out", &folder.path("no/such/folder/run.jsonl")]);
}

#[test]
fn two_runs_have_the_same_fingerprint_and_another_scene_has_another() {
    let last = |scene: &str| json(good(&["run", scene, "--steps", "200", "--every", "200"]).out.lines().last().unwrap());
    let (first, second, other) = (last("capsule_rain"), last("capsule_rain"), last("welcome"));
    assert_eq!(first, second);
    assert_ne!(first["fingerprint"], other["fingerprint"]);
    let parts = &first["fingerprint_parts"];
    assert!(parts["bodies"] != parts["contacts"]);
}

#[test]
fn a_saved_file_and_the_shipped_scene_of_the_same_name_run_alike() {
    let folder = Folder::new();
    let scene = collidoscope::scene::shipped::scenes().iter().find(|scene| scene.name == "car").unwrap();
    let path = folder.file("copy.json", scene.json);
    let arguments = |name| ["run", name, "--steps", "60", "--every", "60"];
    assert_eq!(good(&arguments("car")).out, good(&arguments(&path)).out);
}

#[test]
fn trace_of_clip_is_the_contact_that_the_world_stored() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let sample = json(good(&["run", &stack, "--steps", "30", "--every", "30"]).out.lines().last().unwrap());
    let contact =
        sample["contacts"].as_array().unwrap().iter().find(|contact| contact["a"] == "ground" && contact["b"] == "lower").unwrap();
    let traced = |pair: &str| json(&good(&["trace", &stack, "--at-step", "30", "--pair", pair, "--algorithm", "clip"]).out);

    let trace = traced("ground,lower");
    assert_eq!((&trace["algorithm"], &trace["pair"]), (&Value::from("clip"), &serde_json::json!(["ground", "lower"])));
    assert_eq!(trace["result"]["normal"], contact["normal"], "to the last bit");
    let points = trace["result"]["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    for (mine, stored) in points.iter().zip(contact["points"].as_array().unwrap()) {
        // The trace shows the run that made the manifold; a resting contact keeps it and renews only place and gap of
        // its points.
        let near = |x: &Value, y: &Value| (x.as_f64().unwrap() - y.as_f64().unwrap()).abs() < 0.01;
        assert!(near(&mine["position"][0], &stored["position"][0]) && near(&mine["position"][1], &stored["position"][1]));
        assert!(near(&mine["separation"], &stored["separation"]));
    }
    let deepest = points.iter().map(|point| point["separation"].as_f64().unwrap()).fold(f64::INFINITY, f64::min);
    let depth = trace["result"]["depth"].as_f64().or_else(|| trace["result"]["distance"].as_f64().map(|gap| -gap)).unwrap();
    assert!((depth + deepest).abs() < 1e-7);
    let phases: Vec<&str> = trace["records"].as_array().unwrap().iter().map(|record| record["phase"].as_str().unwrap()).collect();
    assert_eq!(phases, ["faces", "side", "side", "point", "point"]);

    // The other way round: the same contact, seen from B.
    let swapped = traced("lower,ground");
    assert_eq!(swapped["pair"], serde_json::json!(["lower", "ground"]));
    assert!((swapped["result"]["normal"][1].as_f64().unwrap() + 1.0).abs() < 1e-6);
}

#[test]
fn every_algorithm_traces_boxes_that_overlap_and_agrees_on_normal_and_depth() {
    let folder = Folder::new();
    let scene = folder.file(
        "overlap.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
            { "id": "a", "shapes": [ { "box": { "width": 2, "height": 2 } } ] },
            { "id": "b", "position": [1.8, 0.3], "shapes": [ { "box": { "width": 2, "height": 2 } } ] } ] }"#,
    );
    for algorithm in ["sat", "epa", "clip"] {
        let trace = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", algorithm]).out);
        let result = &trace["result"];
        assert!((result["depth"].as_f64().unwrap() - 0.2).abs() < 1e-5, "{algorithm}: {result}");
        assert!((result["normal"][0].as_f64().unwrap() - 1.0).abs() < 1e-5, "{algorithm}: {result}");
        assert!(result.get("distance").is_none() && !result["outcome"].as_str().unwrap().is_empty());
        assert!(!trace["steps"].as_array().unwrap().is_empty(), "{algorithm} took no steps");
        assert!(!trace["records"].as_array().unwrap().is_empty(), "{algorithm} recorded nothing");
        assert_eq!(result["points"].as_array().unwrap().len(), 2, "{algorithm}");
    }
    let gjk = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", "gjk"]).out);
    assert_eq!(gjk["result"]["outcome"], "overlap");
    assert_eq!(gjk["result"]["distance"], 0.0);
    assert_eq!(gjk["records"].as_array().unwrap().last().unwrap()["verdict"], "overlap");
    let sat = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", "sat"]).out);
    // Every axis that beats the ones before is "best" for a while; the last of them is the result.
    let best = sat["records"].as_array().unwrap().iter().rfind(|record| record["verdict"] == "best").expect("a best axis").clone();
    assert!((best["separation"].as_f64().unwrap() + 0.2).abs() < 1e-5, "{best}");
}

#[test]
fn every_algorithm_traces_shapes_that_are_apart() {
    let folder = Folder::new();
    // A circle of radius 0.5 at 3 m from a circle of radius 0.25: 2.25 m apart, along (0.6, 0.8).
    let scene = folder.file(
        "apart.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
            { "id": "a", "position": [10, 20], "shapes": [ { "circle": { "radius": 0.5 } } ] },
            { "id": "b", "position": [11.8, 22.4], "angle": 1, "shapes": [ { "circle": { "radius": 0.25 } } ] } ] }"#,
    );
    for algorithm in ["sat", "gjk", "epa"] {
        let result = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", algorithm]).out)["result"].clone();
        let distance = if algorithm == "sat" { "distance_at_least" } else { "distance" };
        assert!((result[distance].as_f64().unwrap() - 2.25).abs() < 1e-4, "{algorithm}: {result}");
        assert!((result["normal"][0].as_f64().unwrap() - 0.6).abs() < 1e-4, "{algorithm}: {result}");
        assert_eq!(result["outcome"], "separated", "{algorithm}");
        assert!(result.get("depth").is_none() && result["points"].as_array().unwrap().is_empty());
    }
    let gjk = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", "gjk"]).out);
    // Nearest points on the surfaces, in the world.
    let number = |value: &Value| value.as_f64().unwrap();
    assert!((number(&gjk["result"]["point_a"][0]) - 10.3).abs() < 1e-4 && (number(&gjk["result"]["point_a"][1]) - 20.4).abs() < 1e-4);
    assert!((number(&gjk["result"]["point_b"][0]) - 11.65).abs() < 1e-4 && (number(&gjk["result"]["point_b"][1]) - 22.2).abs() < 1e-4);
    let clip = json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", "clip"]).out);
    assert_eq!(clip["result"]["outcome"], "no_contact");
}

#[test]
fn the_time_of_impact_is_where_a_ball_meets_a_wall() {
    let folder = Folder::new();
    // 100 m/s: 1⅔ m in a step; the surfaces are 1 m apart, so they meet after 0.6 of the step.
    let scene = folder.file(
        "bullet.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
            { "id": "bullet", "position": [0, 0], "linear_velocity": [100, 0], "shapes": [ { "circle": { "radius": 0.1 } } ] },
            { "id": "wall", "kind": "static", "position": [1.15, 0], "shapes": [ { "box": { "width": 0.1, "height": 4 } } ] },
            { "id": "far wall", "kind": "static", "position": [5, 0], "shapes": [ { "box": { "width": 0.1, "height": 4 } } ] } ] }"#,
    );
    let trace = json(&good(&["trace", &scene, "--pair", "bullet,wall", "--algorithm", "toi"]).out);
    assert_eq!(trace["result"]["outcome"], "hit");
    // The world stops fast bodies at a gap of the slop, 5 mm; the tolerance is a quarter of it, 1.25 mm, of 1⅔ m.
    assert!((trace["result"]["fraction"].as_f64().unwrap() - (0.6 - 0.005 * 0.6)).abs() < 1e-3, "{}", trace["result"]);
    assert!((trace["result"]["distance"].as_f64().unwrap() - 0.005).abs() < 0.00125, "{}", trace["result"]);
    let times: Vec<f64> = trace["records"].as_array().unwrap().iter().map(|record| record["t"].as_f64().unwrap()).collect();
    assert!(times.is_sorted() && times[0] == 0.0, "{times:?}");
    let miss = json(&good(&["trace", &scene, "--pair", "bullet,far wall", "--algorithm", "toi"]).out);
    assert_eq!(miss["result"]["outcome"], "separated");
}

#[test]
fn trace_finds_the_pair_that_is_meant() {
    let folder = Folder::new();
    let stack = folder.file("stack.json", STACK);
    let shapes = |pair: &str| json(&good(&["trace", &stack, "--pair", pair, "--algorithm", "gjk"]).out)["shapes"].clone();
    assert_eq!(shapes("ball,dumbbell"), serde_json::json!([0, 0]), "the nearer disc of the dumbbell");
    assert_eq!(shapes("ball,dumbbell:1"), serde_json::json!([0, 1]));
    let comma = json(&good(&["trace", &stack, "--pair", "lower,upper, of \"two\"", "--algorithm", "gjk"]).out);
    assert_eq!(comma["pair"][1], "upper, of \"two\"");

    let reason = |pair: &str| refused(&["trace", &stack, "--pair", pair, "--algorithm", "gjk"]);
    assert!(reason("ball,nobody").contains("`nobody`"));
    assert!(reason("bal,lower").contains("did you mean `ball`"));
    assert!(reason("ball,ball").contains("different"));
    assert!(reason("ball").contains("two bodies"));
    assert!(reason("ball,dumbbell:2").contains("no shape"));
    assert!(reason("ball,dumbbell:x").contains("no shape"));
    assert!(reason("").contains("two bodies"));
}

#[test]
fn trace_and_film_write_the_same_form_and_it_is_the_one_that_the_schema_tells() {
    let folder = Folder::new();
    let schema = json(&good(&["schema", "trace"]).out);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let path = folder.path("film.json");
    for algorithm in ["sat", "gjk", "epa", "clip", "toi"] {
        let arguments = ["--at-step", "60", "--pair", "triangle,pentagon", "--algorithm", algorithm];
        let traced = json(&good(&[&["trace", "sat_pair"][..], &arguments].concat()).out);
        good(&[&["film", "sat_pair", "--out", &path][..], &arguments].concat());
        let filmed = json(&fs::read_to_string(&path).unwrap());
        assert_eq!((&traced["format"], &traced["version"]), (&Value::from("collidoscope-trace"), &Value::from(1)));
        for trace in [&traced, &filmed] {
            assert!(
                validator.is_valid(trace),
                "{algorithm}: {:?}",
                validator.iter_errors(trace).map(|e| e.to_string()).collect::<Vec<_>>()
            );
        }
        assert_eq!((&traced["records"], &traced["result"]), (&filmed["records"], &filmed["result"]), "{algorithm}");
    }
    // Without a word it is the scene's, as ever.
    assert_eq!(good(&["schema"]).out, good(&["schema", "scene"]).out);
    misused(&["schema", "nothing"]);
}

#[test]
fn trace_writes_to_a_file_too() {
    let folder = Folder::new();
    let path = folder.path("trace.json");
    let arguments = ["trace", "sat_pair", "--at-step", "60", "--pair", "triangle,pentagon", "--algorithm", "sat"];
    let printed = good(&arguments).out;
    assert_eq!(good(&[&arguments[..], &["--out", &path]].concat()).out, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    assert_eq!(json(&printed)["step"], 60);
}

#[test]
fn render_draws_an_svg_of_the_size_asked_for() {
    let folder = Folder::new();
    let path = folder.path("picture.svg");
    good(&["render", "welcome", "--at-step", "30", "--size", "640x400", "--lens", "contacts,velocity", "--out", &path]);
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..80]);
    assert!(svg.contains("width=\"640\"") && svg.contains("height=\"400\""));
    assert!(svg.trim_end().ends_with("</svg>"));
    let plain = folder.path("plain.svg");
    good(&["render", "welcome", "--at-step", "30", "--size", "640x400", "--lens", "none", "--out", &plain]);
    let plain = fs::read_to_string(&plain).unwrap();
    assert!(svg.len() > plain.len() + 500, "the lenses drew nothing: {} against {}", svg.len(), plain.len());
}

#[test]
fn render_draws_a_png_with_something_on_it() {
    let folder = Folder::new();
    let path = folder.path("picture.PNG");
    for theme in ["dark", "light", "projector"] {
        good(&["render", "pyramid", "--size", "320x200", "--theme", theme, "--out", &path]);
        let bytes = fs::read(&path).unwrap();
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (320, 200));
        // An empty page of this size compresses to less than 1 kB; eighty boxes do not.
        assert!(bytes.len() > 4000, "{theme}: {} bytes", bytes.len());
    }
}

#[test]
fn render_fits_words_into_the_smallest_picture() {
    let folder = Folder::new();
    for size in ["16x16", "100x60", "320x200"] {
        good(&["render", "gjk_apart", "--size", size, "--out", &folder.path("small.svg")]);
    }
}

#[test]
fn render_shows_the_step_and_the_turn_that_were_asked_for() {
    let folder = Folder::new();
    let draw = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        good(&[&["render", "sat_pair", "--out", &path][..], more].concat());
        fs::read_to_string(path).unwrap()
    };
    let start = draw("start.svg", &[]);
    assert_ne!(start, draw("later.svg", &["--at-step", "120"]), "nothing moved");
    assert_ne!(draw("first.svg", &["--iteration", "0"]), draw("second.svg", &["--iteration", "1"]), "every turn looks the same");
    assert_eq!(start, draw("again.svg", &["--pair", "triangle,pentagon"]), "the scene's own pair is not the default");
    assert_ne!(start, draw("plain.svg", &["--lens", "none"]));
}

#[test]
fn render_refuses_lenses_and_bodies_that_do_not_exist() {
    let folder = Folder::new();
    let path = folder.path("picture.svg");
    let reason = refused(&["render", "pyramid", "--lens", "contacts,xray", "--out", &path]);
    assert!(reason.contains("`xray`") && reason.contains("minkowski"), "{reason}");
    assert!(refused(&["render", "pyramid", "--pair", "a,b", "--out", &path]).contains("`a`"));
    assert!(!PathBuf::from(&path).exists());
    refused(&["render", "pyramid", "--out", &folder.path("no/folder/picture.svg")]);
}

#[test]
fn film_writes_one_view_of_one_frame() {
    let folder = Folder::new();
    let (first, last) = (folder.path("first.svg"), folder.path("last.svg"));
    let film =
        |more: &[&str], path: &str| good(&[&["film", "pyramid", "--at-step", "40", "--algorithm", "gjk", "--out", path], more].concat());
    film(&["--view", "space", "--frame", "1", "--size", "400x300"], &first);
    film(&["--view", "space"], &last);
    let text = |path: &str| fs::read_to_string(path).unwrap();
    assert!(text(&first).starts_with("<svg") && text(&first).contains("width=\"400\" height=\"300\""));
    assert_ne!(text(&first), text(&last));
    film(&["--view", "card"], &folder.path("card.png"));
    let base = ["film", "pyramid", "--at-step", "40", "--algorithm"];
    assert!(refused(&[&base[..], &["gjk", "--view", "world", "--frame", "900", "--out", &first]].concat()).contains("no frame 900"));
    assert!(refused(&[&base[..], &["sat", "--view", "chart", "--out", &first]].concat()).contains("no chart"));
    assert!(refused(&[&base[..], &["sat", "--view", "world", "--out", &folder.path("a.json")]].concat()).contains(".svg or .png"));
    misused(&[&base[..], &["gjk", "--frame", "1", "--out", &first]].concat());
}

#[test]
fn film_takes_the_solvers_step_without_what_is_named() {
    let folder = Folder::new();
    let headings = |more: &[&str]| {
        let path = folder.path("film.json");
        good(&[&["film", "pyramid", "--at-step", "40", "--algorithm", "solver", "--out", &path], more].concat());
        fs::read_to_string(path).unwrap()
    };
    let usual = headings(&[]);
    assert!(usual.contains("relax: normal 0") && usual.contains("warm start: normal 0"));
    let without = headings(&["--without", "relaxing,warm_starting"]);
    assert!(!without.contains("relax: normal 0") && !without.contains("warm start: normal 0"));
    assert!(without.contains("as in the scene"), "the ghost is the scene's own step");
    misused(&["film", "pyramid", "--without", "gravity", "--out", "a.svg"]);
}

#[test]
fn bench_measures_a_scene() {
    let table = good(&["bench", "pyramid", "--steps", "20"]).out;
    let row = table.lines().find(|line| line.starts_with("pyramid")).expect("a row for the scene");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1], "80");
    assert!(cells[2].parse::<usize>().unwrap() > 50, "contacts: {row}");
    let (mean, slowest): (f64, f64) = (cells[3].parse().unwrap(), cells[4].parse().unwrap());
    assert!(mean > 0.0 && slowest >= mean, "{row}");
    refused(&["bench", "no such scene"]);
}

#[test]
fn the_thumbnails_in_the_program_are_the_size_of_the_picker() {
    for scene in collidoscope::scene::shipped::scenes() {
        let side = |at: usize| u32::from_be_bytes(scene.thumbnail[at..at + 4].try_into().unwrap());
        assert_eq!(&scene.thumbnail[..8], b"\x89PNG\r\n\x1a\n", "{}", scene.name);
        assert_eq!((side(16), side(20)), (320, 200), "{}", scene.name);
        assert!(scene.thumbnail.len() > 1500, "{} is empty: {} bytes", scene.name, scene.thumbnail.len());
    }
}

#[test]
fn a_wheel_joint_is_checked_run_and_in_the_schema() {
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/suspension.json");
    good(&["check", scene]);
    assert!(good(&["schema"]).out.contains("\"wheel\""));
    let last = good(&["run", scene, "--steps", "120", "--every", "120", "--format", "json"]).out;
    let sample = json(last.lines().last().unwrap());
    for joint in sample["joints"].as_array().unwrap() {
        let number = |key: &str| joint[key].as_f64().unwrap();
        assert!(number("error") < 0.01 && number("coordinate").abs() < 0.26, "{joint}");
        assert!(joint["force"][1].as_f64().unwrap() < 0.0, "the chassis presses its wheels down: {joint}");
    }
}

/// `render --lens sat` without a view cut a static shape that is larger than what moves.
#[test]
fn a_picture_of_a_pair_shows_all_of_both_shapes() {
    let folder = Folder::new();
    let scene = folder.file(
        "pair.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
            { "id": "table", "kind": "static", "shapes": [ { "box": { "width": 6, "height": 3 } } ] },
            { "id": "cup", "position": [2.5, 1.7], "shapes": [ { "box": { "width": 0.6, "height": 0.6 } } ] } ] }"#,
    );
    let picture = folder.path("pair.svg");
    good(&["render", &scene, "--lens", "sat", "--pair", "table,cup", "--out", &picture, "--size", "640x400"]);
    let svg = fs::read_to_string(&picture).unwrap();
    // The table's outline is the first closed path of four corners.
    let path = svg.split("d=\"M").skip(1).map(|p| p.split('"').next().unwrap()).find(|p| p.ends_with('Z')).unwrap();
    let corners: Vec<f32> = path.trim_end_matches('Z').split(['L', ' ', ',']).filter_map(|n| n.parse().ok()).collect();
    assert!(corners.len() >= 8, "{path}");
    assert!(corners.chunks(2).all(|c| (0.0..=640.0).contains(&c[0]) && (0.0..=400.0).contains(&c[1])), "{path}");
}

#[test]
fn aim_prints_a_row_for_every_method_and_names_what_it_does_not_know() {
    let run = collidoscope(&["aim", "moving_train", "--at-step", "40", "--launcher", "measuring"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), 2 + 11, "{}", run.out);
    let row = |id: &str| run.out.lines().find(|line| line.starts_with(id)).unwrap_or_else(|| panic!("no {id} in\n{}", run.out));
    assert!(row("accelerating_target*").contains("hit"), "{}", run.out);
    assert!(row("quadratic").contains(" m") && row("quadratic").ends_with("the target changed its velocity"), "{}", run.out);
    assert!(row("method").ends_with("miss"));
    let some = collidoscope(&["aim", "moving_train", "--method", "direct,rocket"]);
    assert!(some.out.lines().filter(|line| line.starts_with("direct") || line.starts_with("rocket")).count() == 6, "{}", some.out);
    for (arguments, reason) in [
        (["aim", "moving_train", "--method", "nonsense"], "there is no method nonsense"),
        (["aim", "moving_train", "--launcher", "nobody"], "there is no launcher nobody"),
    ] {
        let wrong = collidoscope(&arguments);
        assert!(wrong.code == 1 && wrong.err.contains(reason), "{}", wrong.err);
    }
    let none = collidoscope(&["aim", "pyramid"]);
    assert!(none.code == 1 || none.out.contains(" at "), "{} {}", none.out, none.err);
}

#[test]
fn solvers_prints_a_row_for_each_solver_that_agrees_with_running_the_scene_under_it() {
    let run = collidoscope(&["solvers", "slider_crank_lagrange", "--steps", "240"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let row = |id: &str| run.out.lines().find(|line| line.starts_with(id)).unwrap_or_else(|| panic!("no {id} in\n{}", run.out));
    let error = |id: &str| row(id).split_whitespace().nth(4).and_then(|text| text.parse::<f64>().ok()).expect("a number");
    // Millimetres: the global solve holds what ten rounds of impulses leave open by a centimetre.
    assert!(error("lagrange*") < 0.01 && error("sequential_impulses") > 1.0, "{}", run.out);
    let some = collidoscope(&["solvers", "slider_crank_lagrange", "--steps", "30", "--only", "lagrange,soft_step", "--csv", "10"]);
    assert_eq!(some.out.lines().count(), 1 + 2 * 4, "{}", some.out);
    let last = some.out.lines().filter(|line| line.starts_with("lagrange,30,")).collect::<Vec<_>>();
    let alone = collidoscope(&["graph", "slider_crank_lagrange", "--quantity", "world:total_energy", "--steps", "30"]);
    let energy = alone.out.lines().last().and_then(|line| line.split(',').next_back()).expect("a number").to_owned();
    assert_eq!(last.len(), 1);
    assert!(last[0].contains(&format!(",{energy},")), "{} {energy}", last[0]);
    let wrong = collidoscope(&["solvers", "pyramid", "--steps", "1", "--only", "magic"]);
    assert!(wrong.code == 1 && wrong.err.contains("there is no solver \"magic\""), "{}", wrong.err);
}
