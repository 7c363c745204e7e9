//! What a scene may hold but hardly means: `check` and `run --hold` warn of it, and nothing that ran is refused.

mod cli_kit;

use cli_kit::{Folder, good};
use collidoscope::scene::shipped;

const DISC: &str = r#""shapes": [ { "circle": { "radius": 0.5 } } ]"#;

fn scene(inside: &str) -> String {
    format!(r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "gravity": [0, 0] }}, {inside} }}"#)
}

fn body(fields: &str) -> String {
    scene(&format!(r#""bodies": [ {{ "id": "a", {fields}, {DISC} }} ]"#))
}

fn filter(fields: &str) -> String {
    scene(&format!(r#""bodies": [ {{ "id": "a", "shapes": [ {{ "circle": {{ "radius": 0.5 }}, {fields} }} ] }} ]"#))
}

fn joint(fields: &str) -> String {
    let bodies = format!(r#"{{ "id": "a", {DISC} }}, {{ "id": "b", "position": [3, 0], {DISC} }}"#);
    let ends = r#""id": "j", "body_a": "a", "body_b": "b", "anchor_a": [0, 0], "anchor_b": [3, 0]"#;
    scene(&format!(r#""bodies": [ {bodies} ], "joints": [ {{ {ends}, {fields} }} ]"#))
}

/// A gearbox that is free; the gear's anchor on B is so far from the shaft at x = 2.
fn gearbox(off: f32, ratio: f32) -> String {
    let frame = format!(r#"{{ "id": "frame", {DISC} }}"#);
    let wheels = format!(r#"{{ "id": "a", "position": [-2, 0], {DISC} }}, {{ "id": "b", "position": [2, 0], {DISC} }}"#);
    let shaft = |wheel: &str, x: i32| {
        format!(r#"{{ "id": "s{wheel}", "kind": "revolute", "body_a": "frame", "body_b": "{wheel}", "anchor": [{x}, 0] }}"#)
    };
    let gear = format!(
        r#"{{ "id": "g", "kind": "gear", "body_a": "a", "body_b": "b", "anchor_a": [-2, 0], "anchor_b": [{}, 0], "ratio": {ratio} }}"#,
        2.0 + off
    );
    scene(&format!(r#""bodies": [ {frame}, {wheels} ], "joints": [ {}, {}, {gear} ]"#, shaft("a", -2), shaft("b", 2)))
}

fn gun(fields: &str) -> String {
    let target = format!(r#"{{ "id": "lift", "kind": "kinematic", "position": [50, 5], "linear_velocity": [1, 0], {DISC} }}"#);
    scene(&format!(
        r#""bodies": [ {target} ], "launchers": [ {{ "id": "gun", "position": [0, 0], "target": "lift", "speed": 20, {fields} }} ]"#
    ))
}

/// A mine whose sensor reaches 1 m, and a disc at this place.
fn mine(x: f32) -> String {
    let sensor = r#"{ "circle": { "radius": 1 }, "sensor": true }"#;
    let mine = format!(r#"{{ "id": "m", "kind": "static", "shapes": [ {sensor} ], "mine": {{}} }}"#);
    let ground = r#"{ "id": "g", "kind": "static", "shapes": [ { "half_plane": {} } ] }"#;
    scene(&format!(r#""bodies": [ {mine}, {ground}, {{ "id": "b", "position": [{x}, 0], {DISC} }} ]"#))
}

/// All of it ran and was silently left out: a force on a wall, a controller without a goal, a shape without layers, a
/// length that the limits forbid, a gear of ratio 0, a launcher whose projectiles are gone before they meet anything.
#[test]
fn what_is_surely_a_mistake_is_warned_of_with_place_value_and_consequence() {
    let push = r#""forces": [ { "force": [1, 0] } ]"#;
    let steer = r#""control": { "waypoints": [[1, 1]] }"#;
    let of = |kind: &str, fields: &str| body(&format!(r#""kind": "{kind}", {fields}"#));
    let cases = [
        (of("static", push), "bodies[0].forces: are given, but nothing pushes a static body"),
        (of("static", steer), "bodies[0].control: is given, but nothing pushes a static body"),
        (of("static", r#""linear_velocity": [1, 0]"#), "bodies[0].linear_velocity: is [1, 0] m/s, but nothing moves a static body"),
        (of("static", r#""angular_velocity": 2"#), "bodies[0].angular_velocity: is 2 rad/s, but nothing moves a static body"),
        (of("kinematic", push), "bodies[0].forces: are given, but nothing pushes a kinematic body"),
        (of("kinematic", steer), "bodies[0].control: is given, but nothing pushes a kinematic body"),
        (of("kinematic", r#""linear_damping": 3"#), "bodies[0].linear_damping: is 3 1/s, but nothing slows a kinematic body"),
        (of("kinematic", r#""angular_damping": 3"#), "bodies[0].angular_damping: is 3 1/s, but nothing slows a kinematic body"),
        (body(r#""control": {}"#), "bodies[0].control: has no target, no waypoints and no pointer"),
        (filter(r#""layers": []"#), "bodies[0].shapes[0].layers: is [], but collides_with is not: the shape touches nothing"),
        (filter(r#""collides_with": []"#), "bodies[0].shapes[0].collides_with: is [], but layers is not"),
        (joint(r#""kind": "distance", "length": 3, "limits": [1, 2]"#), "joints[0].length: is 3 m, beyond the limits of 1 to 2 m"),
        (
            joint(r#""kind": "distance", "length": 0.5, "limits": [1, 4], "spring": { "hertz": 2 }"#),
            "joints[0].length: is 0.5 m, beyond the limits of 1 to 4 m: the spring pulls against a limit",
        ),
        (joint(r#""kind": "gear", "ratio": 0"#), "joints[0].ratio: is 0: A does not turn at all"),
        (body(r#""angular_velocity": -400"#), "bodies[0].angular_velocity: is -400 rad/s, at 480 sub-steps a second at most 377:"),
        (gearbox(0.3, 2.0), "joints[2].anchor_b: is 0.300 m from the shaft of b, should be at most 0.01 m: the wheels roll"),
        (
            body(r#""control": { "mover": "walker", "waypoints": [[9, 0]], "drive": { "proportional": 150 } }"#),
            "bodies[0].control.drive: is stable by Routh, but at 60 steps a second each multiplies small errors: ×1.",
        ),
        // A mine goes off when something enters: what was inside from the start never set it off, without a word.
        (mine(0.5), "bodies[0].mine: holds b as the scene begins: only what enters it later sets it off"),
        (gun(r#""every": 1, "lifetime": 1"#), "launchers[0].lifetime: is 1.00 s, but lift is met after 2.6"),
    ];
    let folder = Folder::new();
    for (text, wanted) in cases {
        let path = folder.file("scene.json", &text);
        let told = good(&["check", &path]);
        assert!(told.out.contains("ok ("), "it runs as before: {}", told.out);
        assert_eq!(told.err.lines().count(), 1, "{wanted}:\n{}", told.err);
        let place = told.err.strip_prefix(&format!("{path}: warning: line 1, column ")).unwrap_or_else(|| panic!("{}", told.err));
        assert!(place.contains(wanted), "{wanted}:\n{}", told.err);
        good(&["run", &path, "--steps", "2"]);
    }
}

#[test]
fn what_may_be_meant_is_not_warned_of() {
    let cases = [
        body(r#""kind": "kinematic", "linear_velocity": [1, 0], "angular_velocity": 2"#),
        body(r#""forces": [ { "force": [1, 0] } ], "linear_damping": 3, "linear_velocity": [1, 0]"#),
        body(r#""control": { "waypoints": [[1, 1]] }"#),
        body(r#""control": { "test": { "signal": "gust", "of": "heading", "size": 1 } }"#),
        body(r#""angular_velocity": 376"#),
        gearbox(0.0, 2.0),
        gearbox(0.3, -1.0),
        filter(r#""layers": [], "collides_with": []"#),
        joint(r#""kind": "distance", "length": 2, "limits": [1, 2], "spring": { "hertz": 2 }"#),
        joint(r#""kind": "gear", "ratio": -1"#),
        joint(r#""kind": "gear", "ratio": 1, "collide_connected": true"#),
        mine(-3.0),
        gun(r#""every": 1, "lifetime": 10"#),
        gun(r#""lifetime": 1"#),
        gun(r#""every": 1, "lifetime": 1, "speed": 100"#).replace(r#""speed": 20, "#, ""),
    ];
    let folder = Folder::new();
    for text in cases {
        let told = good(&["check", &folder.file("scene.json", &text)]);
        assert_eq!(told.err, "", "{text}");
    }
}

/// The force across the line of a gear's shafts is `(1 + ratio) λ / d`: two free wheels that passed through each other
/// had 25 times their energy afterwards, and nobody said so.
#[test]
fn a_gear_whose_wheels_can_pass_through_each_other_is_warned_of() {
    let folder = Folder::new();
    let warned = |text: &str| good(&["check", &folder.file("gear.json", text)]).err;
    let free = joint(r#""kind": "gear", "ratio": 1"#);
    let told = warned(&free);
    assert!(told.contains("joints[0]: is a gear whose wheel a has no shaft"), "{told}");
    let with = |more: &str| format!(r#"{} }}, {more} ] }}"#, free.strip_suffix(" } ] }").expect("joints come last"));
    let shaft = |wheel: &str, x: i32| format!(r#"{{ "id": "s{x}", "kind": "revolute", "body_b": "{wheel}", "anchor": [{x}, 0] }}"#);
    let one = with(&shaft("a", 0));
    assert!(warned(&one).contains("whose wheel b has no shaft"), "{one}: {}", warned(&one));
    assert_eq!(warned(&with(&format!("{}, {}", shaft("a", 0), shaft("b", 3)))), "");
    // A gear is no shaft, and what may collide but whose layers do not touch passes through.
    let third = with(r#"{ "id": "k", "kind": "gear", "body_a": "b", "body_b": "a", "anchor_a": [3, 0], "anchor_b": [0, 0], "ratio": 2 }"#);
    assert_eq!(warned(&third).matches("has no shaft").count(), 2);
    let solid = joint(r#""kind": "gear", "ratio": 1, "collide_connected": true"#);
    assert_eq!(warned(&solid), "");
    let ghosts = solid.replace(r#"{ "radius": 0.5 } }"#, r#"{ "radius": 0.5 }, "collides_with": [2] }"#);
    assert!(warned(&ghosts).contains("has no shaft"), "{ghosts}");
    let held = free.replacen(r#""id": "a","#, r#""id": "a", "kind": "static","#, 1);
    assert!(warned(&held).contains("whose wheel b has no shaft"), "round a wheel that is held the other one can pass, too");
}

#[test]
fn no_shipped_scene_is_warned_of() {
    let names: Vec<&str> = std::iter::once("check").chain(shipped::scenes().iter().map(|scene| scene.name)).collect();
    let told = good(&names);
    assert_eq!(told.out.lines().count(), names.len() - 1);
    assert_eq!(told.err, "");
}

/// A key that nothing listens to was held without a word.
#[test]
fn a_held_key_that_the_scene_lacks_is_warned_of() {
    let keyed = scene(&format!(r#""bodies": [ {{ "id": "a", "forces": [ {{ "force": [1, 0], "key": "right" }} ], {DISC} }} ]"#));
    let folder = Folder::new();
    let path = folder.file("scene.json", &keyed);
    let told = good(&["run", &path, "--steps", "3", "--hold", "right:0-2", "--hold", "x:0-2"]);
    let wanted = "warning: --hold x: nothing in the scene listens to this key, so it does nothing; its keys are right\n";
    assert_eq!(told.err, format!("{path}: {wanted}"));
}

/// A launcher with an interval shorter than a step fired once a step, and nobody said so.
#[test]
fn an_interval_shorter_than_a_step_is_warned_of() {
    let folder = Folder::new();
    let warned = |every: &str| good(&["check", &folder.file("gun.json", &gun(&format!(r#""every": {every}"#)))]).err;
    let told = warned("0.01");
    assert!(told.contains("launchers[0].every: is 0.01 s, less than a step of 1/60 s: it fires once a step, 60 times a second"), "{told}");
    assert!(!warned("0.0166667").contains("every"), "a step is no less than a step");
}

/// Places are single precision: what crept at 1 cm/s a kilometre out went a tenth too far in 10 s, without a word.
#[test]
fn what_creeps_far_out_is_warned_of() {
    let folder = Folder::new();
    let warned = |place: &str, speed: &str, kind: &str| {
        let body = format!(r#""bodies": [ {{ "id": "a", "kind": "{kind}", "position": {place}, "linear_velocity": {speed}, {DISC} }} ]"#);
        good(&["check", &folder.file("far.json", &scene(&body))]).err
    };
    let told = warned("[1000, 0]", "[0.01, 0]", "dynamic");
    // 2^-14 m = 0.061 mm apart; 0.01/60 m = 0.167 mm; half of the former over the latter: 18.3 %.
    let wanted =
        "bodies[0].linear_velocity: is 0.01 m/s at 1000 m: places are 0.06 mm apart there, so a step's way of 0.17 mm may be 19 % off";
    assert!(told.contains(wanted), "{told}");
    assert!(warned("[0, -10000]", "[0, 1]", "kinematic").contains("3 % off"));
    for (place, speed) in [("[1000, 0]", "[0, 0.01]"), ("[1000, 0]", "[1, 0]"), ("[0, 0]", "[0.00001, 0]"), ("[1000, 0]", "[0, 0]")] {
        assert_eq!(warned(place, speed, "dynamic"), "", "{place} {speed}");
    }
}
