//! What the command line writes of scenes with extreme sizes, forces and names can be read by whoever reads it next.

mod cli_kit;

use cli_kit::{Folder, good, refused};
use std::fs;

/// A box as large as a house block on a ground, the one with a name that turns text around.
const LARGE: &str = r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
  { "id": "large\u202E", "position": [0, 50], "shapes": [{ "box": { "width": 100, "height": 100 } }] },
  { "id": "ground", "kind": "static", "position": [0, -0.499], "shapes": [{ "box": { "width": 1000, "height": 1 } }] } ] }"#;

/// A name with U+202E stood as it is in the exported test, which compilers refuse.
#[test]
fn an_exported_test_and_scene_name_no_mark_of_direction_and_the_scene_passes_check() {
    let folder = Folder::new();
    let scene = folder.file("large.json", LARGE);
    for algorithm in ["pipeline", "sat", "clip", "solver"] {
        for name in ["film.rs", "film.scene.json"] {
            let out = folder.path(name);
            good(&["film", &scene, "--at-step", "5", "--algorithm", algorithm, "--out", &out]);
            let text = fs::read_to_string(&out).expect("written");
            let hidden = text.chars().filter(|c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')).count();
            assert!(hidden == 0 || name.ends_with("json"), "{algorithm} {name}: {text}");
        }
        good(&["check", &folder.path("film.scene.json")]);
    }
}

/// The side lengths of a PNG, from its header.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

/// A strip's size follows from its frames, not from the metres that they show.
#[test]
fn the_solvers_film_of_a_large_body_is_a_picture_that_programs_open() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("large.json", LARGE), folder.path("film.png"));
    good(&["film", &scene, "--at-step", "1", "--algorithm", "solver", "--out", &out]);
    let (width, height) = size(&fs::read(&out).expect("written"));
    assert!(width > 100 && height > 100 && width <= 16_384 && height <= 65_535, "{width} x {height}");
}

/// Numbers that are not finite are `null` in JSON, which readers take for "not there".
#[test]
fn readouts_of_joints_are_numbers_whatever_the_joint_carries() {
    let folder = Folder::new();
    let kinds = [
        r#""kind": "distance", "anchor_a": [0, 1], "anchor_b": [100000, 0], "length": 0.001"#,
        r#""kind": "revolute", "anchor": [100000, 0]"#,
        r#""kind": "weld", "anchor": [-100000, 100000]"#,
        r#""kind": "prismatic", "anchor": [0, 0], "axis": [1, 1], "motor": { "speed": 100000, "max_force": 1e15 }"#,
        r#""kind": "revolute", "anchor": [0, 0], "motor": { "speed": -100000, "max_torque": 1e15 }"#,
    ];
    let mut ran = 0;
    for (kind, density) in kinds.iter().flat_map(|kind| [1e-6, 1.0, 1e9].map(|density| (kind, density))) {
        let text = format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, -10000], "step_hz": 10, "substeps": 1 }},
            "bodies": [{{ "id": "a", "angular_velocity": 1000, "linear_velocity": [280, -280],
              "shapes": [{{ "circle": {{ "radius": 0.001 }}, "density": {density} }}] }}],
            "joints": [{{ "id": "j", "body_b": "a", {kind} }}] }}"#
        );
        let scene = folder.file("joint.json", &text);
        good(&["check", &scene]);
        for format in ["json", "csv"] {
            let out = good(&["run", &scene, "--steps", "20", "--format", format]).out;
            let words = ["null", "NaN", "inf"];
            assert!(words.iter().all(|word| !out.contains(word)), "{kind}, density {density}: {}", out.lines().last().unwrap_or_default());
            ran += 1;
        }
    }
    assert_eq!(ran, 2 * 3 * kinds.len());
    assert!(refused(&["run", &folder.path("none.json"), "--steps", "1"]).contains("none.json"));
}
