//! What the command line tells of a run and of a trace beside its numbers.

mod cli_kit;

use cli_kit::{Folder, good, json};

/// A ball that leaves the world in the first step.
const LEAVING: &str = r#"{ "format": "collidoscope-scene", "version": 1, "world": { "gravity": [0, 0] }, "bodies": [
    { "id": "ball", "position": [99999.5, 0], "linear_velocity": [100, 0], "shapes": [ { "circle": { "radius": 0.5 } } ] } ] }"#;

/// A body that left the world is in another list than one that is no longer finite, and only that one was read: it
/// stood still without a word.
#[test]
fn a_body_that_leaves_the_world_is_told_and_counted() {
    let folder = Folder::new();
    let scene = folder.file("leaving.json", LEAVING);
    let told = good(&["run", &scene, "--steps", "5"]);
    assert_eq!(told.err, "step 1: ball left the world (100 km) and was frozen\n");
    let table = good(&["solvers", &scene, "--steps", "5"]).out;
    assert!(table.lines().skip(1).all(|line| line.contains("1 frozen")), "{table}");
}

/// SAT ends at the first gap that is wide enough, which was told as the distance of the shapes: here the gap of an edge,
/// 2 m, for corners that are 2√2 m apart.
#[test]
fn sat_tells_the_gap_at_which_it_ended_as_a_lower_bound() {
    let folder = Folder::new();
    let scene = folder.file(
        "corners.json",
        r#"{ "format": "collidoscope-scene", "version": 1, "bodies": [
            { "id": "a", "position": [0, 0], "shapes": [ { "box": { "width": 2, "height": 2 } } ] },
            { "id": "b", "position": [4, 4], "shapes": [ { "box": { "width": 2, "height": 2 } } ] } ] }"#,
    );
    let result = |algorithm| json(&good(&["trace", &scene, "--pair", "a,b", "--algorithm", algorithm]).out)["result"].clone();
    let (sat, gjk) = (result("sat"), result("gjk"));
    assert!(sat.get("distance").is_none(), "{sat}");
    assert!((sat["distance_at_least"].as_f64().unwrap() - 2.0).abs() < 1e-5, "{sat}");
    assert!((gjk["distance"].as_f64().unwrap() - 8.0_f64.sqrt()).abs() < 1e-5, "{gjk}");
}
