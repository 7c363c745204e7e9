//! Scene files: what is written comes back with the same bits.

use collidoscope::scene::file::{parse, to_json};

const FIVE_SHAPES: &str = include_str!("files/v1/five_shapes.json");

/// The example of the design page, as people write it by hand.
const BY_HAND: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Five shapes", "about": "Markdown: what to look at.",
  "world": { "gravity": [0, -9.81], "step_hz": 60, "substeps": 4, "solver": "soft_step", "narrow_phase": "sat" },
  "materials": { "ice": { "density": 0.9, "friction": 0.05, "restitution": 0.1 } },
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [ { "segment": { "a": [-20, 0], "b": [20, 0] } } ] },
    { "id": "ball",  "position": [0, 4], "linear_velocity": [1, 0], "shapes": [ { "circle": { "radius": 0.5 }, "material": "ice" } ] },
    { "id": "crate", "position": [2, 3], "angle": 0.3, "shapes": [ { "box": { "width": 1, "height": 0.5 } } ] },
    { "id": "pill",  "position": [4, 3], "shapes": [ { "capsule": { "a": [-0.5, 0], "b": [0.5, 0], "radius": 0.2 } } ] },
    { "id": "rock",  "position": [6, 3], "shapes": [ { "polygon": { "vertices": [[0, 0], [1, 0], [0.5, 0.8]], "rounding": 0.05 }, "friction": 0.9 } ] } ],
  "joints": [
    { "id": "hinge", "kind": "revolute", "body_a": "ground", "body_b": "crate", "anchor": [2, 3], "limits": [-1, 1], "motor": { "speed": 2, "max_torque": 10 } },
    { "id": "rail",  "kind": "prismatic", "body_a": "ground", "body_b": "pill", "anchor": [4, 3], "axis": [1, 0], "limits": [0, 2] } ],
  "view": { "center": [0, 3], "height": 12, "lenses": ["contacts"] } }"#;

#[test]
fn a_scene_written_by_hand_is_saved_in_the_house_layout() {
    let document = parse(BY_HAND.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(to_json(&document), FIVE_SHAPES);
    assert_eq!(parse(FIVE_SHAPES.as_bytes()), Ok(document));
}
