//! What the program reads from and writes to a terminal, a pipe or a spreadsheet.

mod cli_kit;

use assert_cmd::Command;
use cli_kit::{Folder, STACK, good, json, misused, refused};

/// Rust puts `/dev/null` in the place of a closed standard output: what was printed was lost, with exit code 0.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    let program = assert_cmd::cargo::cargo_bin("collidoscope");
    for (command, ends_well) in [("run pyramid --steps 2 >&-", false), ("check pyramid >&-", false), ("check pyramid >/dev/null", true)] {
        let script = format!("{} {command}", program.display());
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(if ends_well { 0 } else { 1 }), "{command}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(words, if ends_well { "" } else { "standard output: it is closed\n" }, "{command}");
    }
}

#[test]
fn a_scene_may_come_through_standard_input() {
    let through = |arguments: &[&str], text: &str| {
        let output = Command::cargo_bin("collidoscope").unwrap().args(arguments).write_stdin(text).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    assert_eq!(through(&["check", "-"], STACK), (Some(0), "-: ok (5 bodies, 1 joint, 0 launchers)\n".into(), String::new()));
    let (code, _, why) = through(&["check", "-"], "{\n  \"bodies\": [}");
    assert!(code == Some(1) && why.starts_with("-: line 2, column "), "{why}");
    let (code, formatted, why) = through(&["format", "-"], STACK);
    assert!(code == Some(0) && formatted.contains("collidoscope-scene"), "{why}");
    assert_eq!(through(&["format", "-"], &formatted).1, formatted);
    // `film` reads its scene twice.
    let folder = Folder::new();
    let (code, _, why) = through(&["film", "-", "--at-step", "30", "--out", &folder.path("film.json")], STACK);
    assert_eq!(code, Some(0), "{why}");
    let (code, _, why) = through(&["check", "-"], &" ".repeat(17 << 20));
    assert!(code == Some(1) && why.contains("more than 16.0 MiB"), "{why}");
}

/// What a terminal acts on instead of showing it: U+007F was echoed, U+009B begins an escape sequence, U+202E turns the
/// rest of the line around.
#[test]
fn nothing_that_a_terminal_acts_on_is_printed() {
    let acts = ['\u{80}', '\u{85}', '\u{9b}', '\u{9f}', '\u{61c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}'];
    let folder = Folder::new();
    for c in acts {
        let id = format!("a{c}b");
        let scene = folder.file("scene.json", &STACK.replace("ball", &id));
        for arguments in [
            vec!["run", &scene, "--steps", "1"],
            vec!["run", &scene, "--steps", "1", "--format", "csv"],
            vec!["trace", &scene, "--pair", "ground,lower", "--algorithm", "sat", "--at-step", "20"],
        ] {
            let printed = good(&arguments).out;
            assert!(!printed.contains(c), "{arguments:?}: {printed}");
        }
        let line = good(&["run", &scene, "--steps", "0"]).out;
        assert_eq!(json(&line)["bodies"][3]["id"], *id, "the value is another one");
        let wrong = folder.file("wrong.json", &STACK.replace("\"body_b\": \"dumbbell\"", &format!("\"body_b\": \"{id}\"")));
        assert!(!refused(&["check", &wrong]).contains(c));
    }
    for c in ['\u{7f}', '\u{1b}'] {
        let wrong = folder.file("wrong.json", &STACK.replace("ball", &format!("a{c}b")));
        let reason = refused(&["check", &wrong]);
        assert!(!reason.contains(c), "{reason:?}");
        assert!(!refused(&["check", &format!("no{c}where.json")]).contains(c));
        assert!(!misused(&["run", "pyramid", &format!("--no{c}where")]).contains(c));
    }
}

#[test]
fn a_cell_of_a_table_is_never_a_formula() {
    let folder = Folder::new();
    for start in ['=', '+', '-', '@'] {
        let scene = folder.file("scene.json", &STACK.replace("ball", &format!("{start}1+1")));
        let table = good(&["run", &scene, "--steps", "1", "--format", "csv"]).out;
        assert!(table.contains(&format!(",'{start}1+1,")), "{table}");
        assert!(!table.contains(&format!(",{start}1+1")), "{table}");
    }
}

/// A saved moment may hold any finite impulse; divided by the length of a sub-step it was infinite, and `null` in JSON.
#[test]
fn what_a_joint_carries_is_always_a_number() {
    let folder = Folder::new();
    let state = r#", "state": { "step": 1, "joints": [ { "id": "hinge", "impulses": [3e38, -3e38, 3e38, 3e38, 3e38, 3e38] } ] } }"#;
    let scene = folder.file("scene.json", &format!("{}{state}", STACK.trim_end().strip_suffix('}').unwrap()));
    let line = good(&["run", &scene, "--steps", "0"]).out;
    let joint = &json(&line)["joints"][0];
    for key in ["torque", "error", "coordinate"] {
        assert!(joint[key].is_f64() || joint[key].is_i64(), "{key}: {joint}");
    }
    assert!(joint["force"].as_array().unwrap().iter().all(|number| number.is_f64()), "{joint}");
}

/// `| head -1` made an error of the rest: "standard output: Broken pipe".
#[cfg(unix)]
#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    let program = assert_cmd::cargo::cargo_bin("collidoscope");
    for command in ["run pyramid --steps 400 --every 1", "schema", "graph pendulum --steps 3000", "--help"] {
        let script = format!("{{ {} {command}; echo $? >&2; }} | head -c 1", program.display());
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n", "{command}");
    }
}

/// A scene of one body was told to name two, though a joint holds it to the world.
#[test]
fn a_film_of_a_joint_with_the_world_needs_no_pair() {
    let folder = Folder::new();
    for algorithm in ["lagrange", "integrators", "solver"] {
        let path = folder.path("film.json");
        good(&["film", "pendulum", "--algorithm", algorithm, "--out", &path]);
        let trace = json(&std::fs::read_to_string(path).unwrap());
        assert_eq!(trace["algorithm"], algorithm);
    }
    let why = refused(&["film", "pendulum", "--algorithm", "sat", "--out", &folder.path("film.json")]);
    assert!(why.contains("name two bodies"), "{why}");
}

/// "Name two bodies" was the answer for smoke, too, and where the launcher and its target were there.
#[test]
fn a_film_says_what_the_scene_lacks_and_finds_the_only_launcher_or_controller() {
    let folder = Folder::new();
    let path = folder.path("film.json");
    for (scene, algorithm) in [("aim_range", "aim"), ("pid_tuning", "control")] {
        let outcome = cli_kit::collidoscope(&["film", scene, "--algorithm", algorithm, "--out", &path]);
        assert!(outcome.code == 0 || outcome.err.contains("choose with --pair: "), "{scene}: {}", outcome.err);
    }
    for (algorithm, wanted) in [
        ("smoke", "the scene has no smoke"),
        ("shadow", "the scene has no lamp"),
        ("curves", "the scene has no curve"),
        ("explosion", "the scene has neither a mine nor an explosion"),
        ("aim", "the scene has no launcher that aims at a body"),
        ("control", "the scene has no body with a controller"),
    ] {
        let why = refused(&["film", "pendulum", "--algorithm", algorithm, "--out", &path]);
        assert!(why.contains(wanted), "{algorithm}: {why}");
    }
}

#[test]
fn check_tells_of_a_track_that_passes_its_anchor_far_away() {
    let folder = Folder::new();
    let path = folder.path("track.json");
    let scene = |curve: &str| {
        format!(
            r#"{{"format":"collidoscope-scene","version":1,"bodies":[{{"id":"b","position":[-2,1],"shapes":[{{"circle":{{"radius":0.1}}}}]}}],
            "joints":[{{"id":"t","kind":"track","body_b":"b","anchor":[-2,1],"curve":{curve}}}]}}"#
        )
    };
    for (curve, wanted) in
        [("[[5,5],[6,4],[7,4],[8,5]]", "joints[0].curve: passes 7.07 m from the anchor"), ("[[0,0],[1,-1],[2,-1],[3,0]]", "")]
    {
        std::fs::write(&path, scene(curve)).unwrap();
        let told = good(&["check", &path]).err;
        assert!(told.contains(wanted) && told.is_empty() == wanted.is_empty(), "{told}");
    }
}

/// What cannot be was accepted without a word, or blamed on something else.
#[test]
fn numbers_and_switches_that_lead_nowhere_are_refused_with_what_is_possible() {
    let folder = Folder::new();
    let (gif, svg, film) = (folder.path("a.gif"), folder.path("a.svg"), folder.path("a.json"));
    let why = refused(&["animate", "pyramid", "--from", "10", "--to", "5", "--out", &gif]);
    assert!(why.contains("--to must be larger than --from"), "{why}");
    let why = refused(&["render", "sat_pair", "--iteration", "1000", "--out", &svg]);
    assert!(why.contains("has the iterations 0 to "), "{why}");
    let why = refused(&["render", "pyramid", "--lens", "contacts", "--iteration", "1", "--out", &svg]);
    assert!(why.contains("--lens sat or minkowski"), "{why}");
    let base = ["--at-step", "40", "--out", &film, "--algorithm"];
    let why = refused(&[&["film", "pyramid"], &base[..], &["gjk", "--without", "warm_starting"]].concat());
    assert!(why.contains("--algorithm solver"), "{why}");
    let why = refused(&[&["film", "one_contact"], &base[..], &["solver", "--without", "relaxing"]].concat());
    assert!(why.contains("possible: warm_starting"), "{why}");
}
