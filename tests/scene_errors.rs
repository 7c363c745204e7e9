//! Bad scenes: each gets a message that names the place and the reason; none gets a panic, a hang or half a scene.

mod scene_documents;

use collidoscope::scene::file::{MAX_FILE_BYTES, check, parse, to_json};
use collidoscope::scene::problem::Problem;
use collidoscope::scene::stage::Stage;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;

const EVERYTHING: &str = include_str!("files/v1/everything.json");

/// The whole message for some bytes.
fn message(bytes: &[u8]) -> String {
    match parse(bytes) {
        Ok(_) => panic!("accepted: {}", String::from_utf8_lossy(bytes)),
        Err(problems) => problems.to_string(),
    }
}

/// A scene with these bodies; they start on line 2, column 1.
fn with_bodies(bodies: &str) -> String {
    format!("{{\"format\":\"collidoscope-scene\",\"version\":1,\"bodies\":[\n{bodies}]}}")
}

/// A body with one shape; the shape starts in column 23 of its line.
fn with_shape(shape: &str) -> String {
    with_bodies(&format!("{{\"id\":\"b\",\"shapes\":[\n{shape}]}}"))
}

/// Ground, two crates and one more member of the outermost object, which starts on line 5.
fn with_member(member: &str) -> String {
    let bodies = "{\"id\":\"ground\",\"kind\":\"static\",\"shapes\":[{\"segment\":{\"a\":[-9,0],\"b\":[9,0]}}]},
{\"id\":\"crate\",\"shapes\":[{\"circle\":{\"radius\":1}}]},
{\"id\":\"drum\",\"shapes\":[{\"circle\":{\"radius\":1}}]}],";
    format!("{{\"format\":\"collidoscope-scene\",\"version\":1,\"bodies\":[\n{bodies}\n{member}}}")
}

fn with_joint(joint: &str) -> String {
    with_member(&format!("\"joints\":[{joint}]"))
}

/// Each row: what is wrong, the file, and what the message must contain.
#[test]
fn each_mistake_is_named_with_place_value_and_bound() {
    let rows: Vec<(&str, String, Vec<&str>)> =
        [wrong_files(), wrong_fields(), wrong_shapes(), wrong_layers(), wrong_references(), wrong_runs()].concat();
    let mut failures = Vec::new();
    for (what, text, expected) in rows {
        let message = message(text.as_bytes());
        let missing: Vec<_> = expected.iter().filter(|part| !message.contains(**part)).collect();
        let one_problem = message.lines().count() == 1 && message.len() < 600;
        if !missing.is_empty() || !one_problem {
            failures.push(format!("{what}: {missing:?} in\n    {message}"));
        }
    }
    assert!(failures.is_empty(), "one mistake is one problem with these words:\n{}", failures.join("\n"));
}

type Row = (&'static str, String, Vec<&'static str>);

fn row(what: &'static str, text: impl Into<String>, expected: &[&'static str]) -> Row {
    (what, text.into(), expected.to_vec())
}

fn wrong_files() -> Vec<Row> {
    let head = "{\"format\":\"collidoscope-scene\",\"version\":1";
    vec![
        row("empty", "", &["the file is empty"]),
        row("blank", "\u{feff} \n\t", &["the file is empty"]),
        row("not JSON", "hello", &["line 1, column 1", "not JSON", "a file of another sort"]),
        row("notes", "not a scene", &["line 1", "not JSON", "a file of another sort"]),
        row("a list", "[1, 2]", &["a scene is an object"]),
        row("a number", "7", &["a scene is an object"]),
        row("nothing in it", "{}", &["format: is missing", "\"format\": \"collidoscope-scene\""]),
        row("another program's file", "{\"tiledversion\": \"1.2\", \"layers\": []}", &["format: is missing"]),
        row("another format", "{\n \"format\": \"tiled-map\"}", &["line 2, column 12: format", "is \"tiled-map\"", "another program"]),
        row("no version", "{\"format\":\"collidoscope-scene\"}", &["version: is missing, must be 1"]),
        row("no format", "{\"version\":1, \"bodies\": []}", &["format: is missing, must be \"collidoscope-scene\""]),
        row(
            "newer version",
            "{\"format\":\"collidoscope-scene\",\n\"version\":999}",
            &["line 2, column 11", "is 999", "written by a newer version"],
        ),
        row("version 0", "{\"format\":\"collidoscope-scene\",\"version\":0}", &["version: must be a whole number from 1 to 1, is 0"]),
        row("version as text", "{\"format\":\"collidoscope-scene\",\"version\":\"1\"}", &["version: must be", "is \"1\""]),
        row("trailing text", format!("{head}}}\n}}"), &["line 2, column 1", "trailing characters"]),
        row("trailing comma", format!("{head},\n}}"), &["line 2, column 1", "is there a comma before the closing bracket"]),
        row("comment", format!("{head},\n// the ground\n\"bodies\":[]}}"), &["line 2, column 1", "JSON has no comments"]),
        row("single quotes", format!("{head},\n'bodies':[]}}"), &["line 2, column 1", "double quotes"]),
        row("NaN", with_bodies("{\"id\":\"b\",\"angle\":NaN}"), &["line 2, column 19", "JSON knows neither NaN nor Infinity"]),
        row("minus infinity", with_bodies("{\"id\":\"b\",\"angle\":-Infinity}"), &["line 2", "not JSON"]),
        row("leading zero", with_bodies("{\"id\":\"b\",\"angle\":007}"), &["line 2", "invalid number"]),
        row("raw line break in a text", with_bodies("{\"id\":\"b\n\"}"), &["control character"]),
        row("cut off", format!("{head},\"bodies\":[\n{{\"id\":"), &["line 2, column 7", "the file ends in the middle"]),
        row("unknown member", format!("{head},\n\"Bodies\":[]}}"), &["line 2, column 1: Bodies: unknown field; did you mean `bodies`?"]),
        row("unlike anything", format!("{head},\n\"qqq\":[]}}"), &["qqq: unknown field; known here: `format`, `version`, `title`"]),
        row("member twice", format!("{head},\"title\":\"\",\n\"title\":\"x\"}}"), &["line 2, column 1: title: is given twice"]),
        row("escaped member twice", format!("{head},\"title\":\"\",\n\"t\\u0069tle\":\"x\"}}"), &["title: is given twice"]),
        row("half a character", format!("{head},\"title\":\"\\ud800\"}}"), &["title: names half a character"]),
        row("extra is a list", format!("{head},\"extra\":[1]}}"), &["extra: must be an object, is an array of 1"]),
    ]
}

fn wrong_fields() -> Vec<Row> {
    let ball = |more: &str| with_bodies(&format!("{{\"id\":\"b\",\n{more},\"shapes\":[{{\"circle\":{{\"radius\":1}}}}]}}"));
    let world = |text: &str| format!("{{\"format\":\"collidoscope-scene\",\"version\":1,\"world\":{{\n{text}}}}}");
    let long = "x".repeat(1025);
    vec![
        row("id missing", with_bodies("{\"shapes\":[{\"circle\":{\"radius\":1}}]}"), &["line 2, column 1: bodies[0].id: is missing"]),
        row("shapes missing", with_bodies("{\"id\":\"b\"}"), &["line 2, column 1: bodies[0].shapes: is missing"]),
        row(
            "no shape",
            with_bodies("{\"id\":\"b\",\n\"shapes\":[]}"),
            &["line 3, column 10: bodies[0].shapes: must have 1 to 256 entries, has 0"],
        ),
        row("body is a number", with_bodies("5"), &["bodies[0]: must be an object, is 5"]),
        row(
            "bodies is an object",
            "{\"format\":\"collidoscope-scene\",\"version\":1,\"bodies\":{}}",
            &["bodies: must be an array, is an object"],
        ),
        row(
            "id is a number",
            with_bodies("{\"id\":7,\"shapes\":[{\"circle\":{\"radius\":1}}]}"),
            &["column 7: bodies[0].id: must be a text in double quotes, is 7"],
        ),
        row("id is empty", with_bodies("{\"id\":\"\",\"shapes\":[{\"circle\":{\"radius\":1}}]}"), &["bodies[0].id: must not be empty"]),
        row(
            "id with line break",
            with_bodies("{\"id\":\"a\\nb\",\"shapes\":[{\"circle\":{\"radius\":1}}]}"),
            &["bodies[0].id: must not contain line breaks", "\"a\\nb\""],
        ),
        row(
            "id of a projectile",
            with_bodies("{\"id\":\"shot 12\",\"shapes\":[{\"circle\":{\"radius\":1}}]}"),
            &["bodies[0].id", "kept for projectiles"],
        ),
        row(
            "id too long",
            with_bodies(&format!("{{\"id\":\"{long}\",\"shapes\":[{{\"circle\":{{\"radius\":1}}}}]}}")),
            &["at most 1024 characters, has 1025"],
        ),
        row(
            "misspelt kind",
            ball("\"kind\":\"statc\""),
            &["line 3, column 8: bodies[0].kind", "must be one of \"static\"", "did you mean \"static\"?"],
        ),
        row("kind with capital", ball("\"kind\":\"Static\""), &["did you mean \"static\"?"]),
        row("kind is null", ball("\"kind\":null"), &["bodies[0].kind: must be one of", "is null"]),
        row("misspelt field", ball("\"positon\":[0,0]"), &["line 3, column 1: bodies[0].positon: unknown field; did you mean `position`?"]),
        row("position is a number", ball("\"position\":5"), &["bodies[0].position: must be an array of 2 numbers, is 5"]),
        row("three coordinates", ball("\"position\":[1,2,3]"), &["bodies[0].position: must be an array of 2 numbers, is an array of 3"]),
        row(
            "coordinate is a text",
            ball("\"position\":[0,\"4\"]"),
            &["column 15: bodies[0].position[1]: must be a number, is the text \"4\""],
        ),
        row("too far", ball("\"position\":[0,100001]"), &["bodies[0].position[1]: must be from -100000 to 100000 m, is 100001"]),
        row("1e39", ball("\"position\":[1e39,0]"), &["column 13: bodies[0].position[0]", "is 1e39"]),
        row("1e400", ball("\"angle\":-1e400"), &["bodies[0].angle: must be from -100000 to 100000 rad, is -1e400"]),
        row("null for a number", ball("\"angle\":null"), &["bodies[0].angle: must be a number, is null"]),
        row("too fast", ball("\"linear_velocity\":[0,401]"), &["linear_velocity[1]: must be from -400 to 400 m/s, is 401"]),
        row("flag as number", ball("\"bullet\":1"), &["bodies[0].bullet: must be true or false, is 1"]),
        row("field twice", ball("\"angle\":1,\"angle\":2"), &["line 3, column 11: bodies[0].angle: is given twice"]),
        row("sub-steps", world("\"substeps\":0"), &["line 2, column 12: world.substeps: must be a whole number from 1 to 64, is 0"]),
        row("half a sub-step", world("\"substeps\":1.5"), &["world.substeps: must be a whole number from 0 up, is 1.5"]),
        row("negative sub-steps", world("\"substeps\":-4"), &["world.substeps: must be a whole number", "is -4"]),
        row("step rate", world("\"step_hz\":5"), &["world.step_hz: must be from 10 to 1000 Hz, is 5"]),
        row("solver", world("\"solver\":\"softstep\""), &["world.solver", "did you mean \"soft_step\"?"]),
        row("the other solver", world("\"solver\":\"sequential_impulse\""), &["world.solver", "did you mean \"sequential_impulses\"?"]),
        row(
            "iterations",
            world("\"sequential_impulses\":{\"iterations\":0}"),
            &["world.sequential_impulses.iterations: must be a whole number from 1 to 100, is 0"],
        ),
        row(
            "steps of the integrator",
            world("\"lagrange\":{\"steps\":0}"),
            &["world.lagrange.steps: must be a whole number from 1 to 16, is 0"],
        ),
        row("feedback", world("\"lagrange\":{\"k_d\":201}"), &["world.lagrange.k_d: must be from 0 to 200 1/s, is 201"]),
        row("an integrator", world("\"lagrange\":{\"integrator\":\"rk5\"}"), &["world.lagrange.integrator", "did you mean \"rk4\"?"]),
        row("beta", world("\"sequential_impulses\":{\"beta\":2}"), &["world.sequential_impulses.beta: must be from 0 to 1, is 2"]),
        row(
            "a parameter that the solver does not have",
            world("\"sequential_impulses\":{\"iteration\":4}"),
            &["world.sequential_impulses.iteration", "did you mean `iterations`?"],
        ),
        row("narrow phase", world("\"narrow_phase\":\"gjk\""), &["world.narrow_phase: must be one of \"sat\", \"gjk_epa\", is \"gjk\""]),
        row(
            "world is a list",
            "{\"format\":\"collidoscope-scene\",\"version\":1,\"world\":[]}",
            &["world: must be an object, is an array of 0"],
        ),
    ]
}

fn wrong_layers() -> Vec<Row> {
    let ball = |more: &str| with_shape(&format!("{{\"circle\":{{\"radius\":1}},\n{more}}}"));
    let seventeen = (1..=17).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    vec![
        row(
            "layer 0",
            ball("\"layers\":[1,0]"),
            &["line 4, column 13: bodies[0].shapes[0].layers[1]: must be a whole number from 1 to 16, is 0"],
        ),
        row("layer 17", ball("\"collides_with\":[17]"), &["shapes[0].collides_with[0]: must be a whole number from 1 to 16, is 17"]),
        row("a layer twice", ball("\"layers\":[3,1,3]"), &["shapes[0].layers[2]: layer 3 stands here twice"]),
        row("half a layer", ball("\"layers\":[1.5]"), &["shapes[0].layers[0]: must be a whole number", "is 1.5"]),
        row("a layer by name", ball("\"layers\":[\"ground\"]"), &["shapes[0].layers[0]: must be a whole number", "the text \"ground\""]),
        row("a lone layer", ball("\"layers\":2"), &["shapes[0].layers: must be an array, is 2"]),
        row("no layers at all", ball("\"collides_with\":null"), &["shapes[0].collides_with: must be an array, is null"]),
        row("too many layers", ball(&format!("\"layers\":[{seventeen}]")), &["shapes[0].layers: must have at most 16 entries, has 17"]),
        row("misspelt layers", ball("\"layer\":[1]"), &["shapes[0].layer: unknown field; did you mean `layers`?"]),
    ]
}

fn wrong_shapes() -> Vec<Row> {
    let polygon = |vertices: &str| with_shape(&format!("{{\"polygon\":{{\"vertices\":{vertices}}}}}"));
    let outline = |vertices: &str| with_shape(&format!("{{\"outline\":{{\"vertices\":{vertices}}}}}"));
    let many = format!("[{}]", (0..65).map(|i| format!("[{i},{}]", i * i)).collect::<Vec<_>>().join(","));
    vec![
        row(
            "negative radius",
            with_shape("{\"circle\":{\"radius\":-1}}"),
            &["line 3, column 21: bodies[0].shapes[0].circle.radius: must be from 0.001 to 10000 m, is -1"],
        ),
        row("radius 0", with_shape("{\"circle\":{\"radius\":0}}"), &["circle.radius: must be from 0.001", "is 0"]),
        row("radius as text", with_shape("{\"circle\":{\"radius\":\"big\"}}"), &["circle.radius: must be a number, is the text \"big\""]),
        row("radius missing", with_shape("{\"circle\":{}}"), &["line 3, column 11: bodies[0].shapes[0].circle.radius: is missing"]),
        row(
            "misspelt radius",
            with_shape("{\"circle\":{\"raduis\":1}}"),
            &["line 3, column 12: bodies[0].shapes[0].circle.raduis: unknown field; did you mean `radius`?"],
        ),
        row("misspelt circle", with_shape("{\"cirle\":{\"radius\":1}}"), &["shapes[0].cirle: unknown field; did you mean `circle`?"]),
        row(
            "no geometry",
            with_shape("{\"density\":1}"),
            &["shapes[0]: needs one of `circle`, `box`, `capsule`, `polygon`, `outline`, `segment`"],
        ),
        row(
            "two geometries",
            with_shape("{\"circle\":{\"radius\":1},\n\"box\":{\"width\":1,\"height\":1}}"),
            &["line 4, column 7", "only one of `circle` and `box`"],
        ),
        row(
            "negative density",
            with_shape("{\"circle\":{\"radius\":1},\"density\":-1}"),
            &["shapes[0].density: must be 0 or from 1e-6 to 1000000000 kg/m², is -1"],
        ),
        row(
            "bouncier than elastic",
            with_shape("{\"circle\":{\"radius\":1},\"restitution\":1.5}"),
            &["shapes[0].restitution: must be from 0 to 1, is 1.5"],
        ),
        row("two vertices", polygon("[[0,0],[1,0]]"), &["polygon.vertices: must have 3 to 64 entries, has 2"]),
        row("65 vertices", polygon(&many), &["polygon.vertices: must have 3 to 64 entries, has 65"]),
        row(
            "vertex with one number",
            polygon("[[0,0],[1,0],[1]]"),
            &["polygon.vertices[2]: must be an array of 2 numbers, is an array of 1"],
        ),
        row("vertex too far", polygon("[[0,0],[1,0],[1,1e6]]"), &["polygon.vertices[2][1]: must be from -100000"]),
        row(
            "equal vertices",
            polygon("[[0,0],[1,0],[1,1],\n[1,0]]"),
            &["line 4, column 1: bodies[0].shapes[0].polygon.vertices[3]: is the same point as vertices[1]"],
        ),
        row("collinear", polygon("[[0,0],[1,0],[2,0],[1,1]]"), &["polygon.vertices[1]: lies on one line with its neighbours"]),
        row("no area", polygon("[[0,0],[1,1],[2,2]]"), &["polygon.vertices", "one line"]),
        row(
            "dented",
            polygon("[[0,0],[2,0],[2,2],[1,0.5],[0,2]]"),
            &["polygon.vertices[3]: the polygon is not convex here; use \"outline\""],
        ),
        row("crossing outline", outline("[[0,0],[2,2],[2,0],[0,2]]"), &["outline.vertices", "crosses the edge"]),
        row("outline without area", outline("[[0,0],[1,0],[2,0]]"), &["outline.vertices: the outline has no area"]),
        row(
            "capsule of equal ends",
            with_shape("{\"capsule\":{\"a\":[1,1],\"b\":[1,1],\"radius\":1}}"),
            &["shapes[0].capsule: a and b must be from 0.001 to 10000 m apart, are 0"],
        ),
        row(
            "segment of equal ends",
            with_bodies("{\"id\":\"b\",\"kind\":\"static\",\"shapes\":[{\"segment\":{\"a\":[1,1],\"b\":[1,1]}}]}"),
            &["shapes[0].segment: a and b must be"],
        ),
        row(
            "rounding too large",
            with_shape("{\"box\":{\"width\":1,\"height\":1,\"rounding\":2}}"),
            &["line 3, column 41: bodies[0].shapes[0].box.rounding: must be from 0 to 0.4995 m, is 2"],
        ),
        row(
            "dynamic segment",
            with_shape("{\"segment\":{\"a\":[0,0],\"b\":[1,1]}}"),
            &["bodies[0].shapes: a dynamic body needs mass", "static"],
        ),
        row(
            "dynamic without mass",
            with_shape("{\"circle\":{\"radius\":1},\"density\":0}"),
            &["bodies[0].shapes: a dynamic body needs mass"],
        ),
    ]
}

fn wrong_references() -> Vec<Row> {
    vec![
        row(
            "duplicate id",
            with_bodies(
                "{\"id\":\"b\",\"shapes\":[{\"circle\":{\"radius\":1}}]},\n{\"id\":\"b\",\"shapes\":[{\"circle\":{\"radius\":1}}]}",
            ),
            &["line 3, column 7: bodies[1].id: duplicate id \"b\": bodies[0] has it already"],
        ),
        row(
            "dangling body",
            with_joint("{\"id\":\"j\",\"kind\":\"weld\",\"body_a\":\"crat\",\"body_b\":\"drum\",\"anchor\":[0,0]}"),
            &["line 5, column 44: joints[0].body_a: there is no body \"crat\"; did you mean \"crate\"?"],
        ),
        row(
            "dangling without a neighbour",
            with_joint("{\"id\":\"j\",\"kind\":\"weld\",\"body_b\":\"zeppelin\",\"anchor\":[0,0]}"),
            &["joints[0].body_b: there is no body \"zeppelin\""],
        ),
        row(
            "self-joint",
            with_joint("{\"id\":\"j\",\"kind\":\"weld\",\"body_a\":\"crate\",\"body_b\":\"crate\",\"anchor\":[0,0]}"),
            &["joints[0].body_b: joins the body \"crate\" to itself"],
        ),
        row(
            "static to world",
            with_joint("{\"id\":\"j\",\"kind\":\"weld\",\"body_b\":\"ground\",\"anchor\":[0,0]}"),
            &["joints[0].body_b: joins \"ground\", which is not dynamic, to the world"],
        ),
        row("joint without kind", with_joint("{\"id\":\"j\",\"body_b\":\"crate\",\"anchor\":[0,0]}"), &["joints[0].kind: is missing"]),
        row(
            "misspelt kind",
            with_joint("{\"id\":\"j\",\"kind\":\"revolut\",\"body_b\":\"crate\",\"anchor\":[0,0]}"),
            &["joints[0].kind: must be one of \"revolute\"", "did you mean \"revolute\"?"],
        ),
        row(
            "field of another kind",
            with_joint("{\"id\":\"j\",\"kind\":\"revolute\",\"body_b\":\"crate\",\"anchor\":[0,0],\"axis\":[1,0]}"),
            &["joints[0].axis: unknown field; known here: `id`, `kind`"],
        ),
        row(
            "motor of another kind",
            with_joint(
                "{\"id\":\"j\",\"kind\":\"revolute\",\"body_b\":\"crate\",\"anchor\":[0,0],\"motor\":{\"speed\":1,\"max_torqe\":1}}",
            ),
            &["joints[0].motor.max_torqe: unknown field; did you mean `max_torque`?"],
        ),
        row("anchor missing", with_joint("{\"id\":\"j\",\"kind\":\"revolute\",\"body_b\":\"crate\"}"), &["joints[0].anchor: is missing"]),
        row(
            "limits turned round",
            with_joint("{\"id\":\"j\",\"kind\":\"revolute\",\"body_b\":\"crate\",\"anchor\":[0,0],\"limits\":[1,-1]}"),
            &["joints[0].limits: the first bound must not be above the second, is 1 > -1"],
        ),
        row(
            "no direction",
            with_joint("{\"id\":\"j\",\"kind\":\"prismatic\",\"body_b\":\"crate\",\"anchor\":[0,0],\"axis\":[0,0]}"),
            &["joints[0].axis: must have a direction, is [0, 0]"],
        ),
        row(
            "no length",
            with_joint("{\"id\":\"j\",\"kind\":\"distance\",\"body_b\":\"crate\",\"anchor_a\":[1,1],\"anchor_b\":[1,1]}"),
            &["joints[0].anchor_b: is the same point as the first anchor"],
        ),
        row(
            "same joint twice",
            with_joint(
                "{\"id\":\"j\",\"kind\":\"weld\",\"body_b\":\"crate\",\"anchor\":[0,0]},{\"id\":\"j\",\"kind\":\"weld\",\"body_b\":\"drum\",\"anchor\":[0,0]}",
            ),
            &["joints[1].id: duplicate id \"j\""],
        ),
        row(
            "launcher aims at its mount",
            with_member("\"launchers\":[{\"id\":\"l\",\"body\":\"crate\",\"target\":\"crate\"}]"),
            &["launchers[0].target: aims at \"crate\", the body it stands on"],
        ),
        row(
            "launcher aims at nothing",
            with_member("\"launchers\":[{\"id\":\"l\",\"target\":\"drums\"}]"),
            &["launchers[0].target: there is no body \"drums\"; did you mean \"drum\"?"],
        ),
        row(
            "unknown material",
            with_member("\"materials\":{\"ice\":{}},\"launchers\":[]")
                .replace("\"radius\":1}}]},", "\"radius\":1},\"material\":\"ices\"}]},"),
            &["bodies[1].shapes[0].material: there is no material \"ices\"; did you mean \"ice\"?"],
        ),
        row(
            "material twice",
            with_member("\"materials\":{\"hard rubber\":{},\"hard rubber\":{}}"),
            &["materials[\"hard rubber\"]: is given twice"],
        ),
        row(
            "material out of bounds",
            with_member("\"materials\":{\"ice\":{\"friction\":-1}}"),
            &["materials.ice.friction: must be from 0 to 100, is -1"],
        ),
        row(
            "static friction below that of sliding",
            with_member("\"materials\":{\"ice\":{\"friction\":0.4,\"static_friction\":0.3}}"),
            &["materials.ice.static_friction: must be at least friction (0.4), is 0.3"],
        ),
        row(
            "static friction below the default of sliding",
            with_member("\"materials\":{\"ice\":{\"static_friction\":0.1}}"),
            &["materials.ice.static_friction: must be at least friction (0.6), is 0.1"],
        ),
        row(
            "pair of one",
            with_member("\"view\":{\"center\":[0,0],\"height\":5,\"pair\":[\"drum\",\"drum\"]}"),
            &["view.pair[1]: must be another body"],
        ),
        row(
            "pair with a stranger",
            with_member("\"view\":{\"center\":[0,0],\"height\":5,\"pair\":[\"drum\",\"crat\"]}"),
            &["view.pair[1]: there is no body \"crat\"; did you mean \"crate\"?"],
        ),
        row("view without height", with_member("\"view\":{\"center\":[0,0]}"), &["view.height: is missing"]),
    ]
}

fn wrong_runs() -> Vec<Row> {
    let run = |text: &str| with_member(&format!("\"state\":{{\"step\":1,{text}}}"));
    let shot = "{\"id\":\"shot 1\",\"shapes\":[{\"circle\":{\"radius\":1}}]}";
    vec![
        row("no step", with_member("\"state\":{}"), &["state.step: is missing"]),
        row(
            "state of a stranger",
            run("\"bodies\":[{\"id\":\"crat\",\"position\":[0,0],\"center\":[0,0]}]"),
            &["state.bodies[0].id: nothing here is called \"crat\"; did you mean \"crate\"?"],
        ),
        row(
            "two states",
            run(
                "\"joints\":[],\"bodies\":[{\"id\":\"crate\",\"position\":[0,0],\"center\":[0,0]},{\"id\":\"crate\",\"position\":[0,0],\"center\":[0,0]}]",
            ),
            &["state.bodies[1].id: \"crate\" already has a state: state.bodies[0]"],
        ),
        row(
            "infinite state",
            run("\"bodies\":[{\"id\":\"crate\",\"position\":[0,1e39],\"center\":[0,0]}]"),
            &["state.bodies[0].position[1]: must be a finite number", "is 1e39"],
        ),
        row(
            "contact with a stranger",
            run("\"contacts\":[{\"a\":\"drum\",\"b\":\"dram\",\"pose_a\":[0,0,1,0],\"pose_b\":[0,0,1,0]}]"),
            &["state.contacts[0].b: nothing here is called \"dram\"; did you mean \"drum\"?"],
        ),
        row(
            "state of no joint",
            run("\"joints\":[{\"id\":\"j\",\"impulses\":[0,0,0,0,0,0]}]"),
            &["state.joints[0].id: nothing here is called \"j\""],
        ),
        row(
            "pose of three",
            run("\"contacts\":[{\"a\":\"drum\",\"b\":\"crate\",\"pose_a\":[0,0,1],\"pose_b\":[0,0,1,0]}]"),
            &["state.contacts[0].pose_a: must be an array of 4 numbers, is an array of 3"],
        ),
        row(
            "projectile twice",
            run(&format!("\"projectiles\":[{shot},{shot}]")),
            &["state.projectiles[1].id: duplicate id \"shot 1\": state.projectiles[0] has it already"],
        ),
        row(
            "projectile named like a body",
            run(&format!("\"projectiles\":[{}]", shot.replace("shot 1", "drum"))),
            &["state.projectiles[0].id: \"drum\" is the id of a body already"],
        ),
        row(
            "projectile without its shot",
            run(&format!("\"projectiles\":[{shot}],\"shots\":[]")),
            &["line 5, column", "state.shots: must be as many as projectiles (1), is 0"],
        ),
    ]
}

#[test]
fn all_problems_are_listed_at_once_in_the_order_of_the_text() {
    let text = r#"{ "format": "collidoscope-scene", "version": 1,
  "bodies": [
    { "id": "a", "positon": [0, 0], "shapes": [ { "circle": { "radius": -1 } } ] },
    { "id": "a", "angle": "up", "shapes": [ { "box": { "width": 1 } } ] } ],
  "joints": [ { "id": "j", "kind": "weld", "body_a": "a", "body_b": "c", "anchor": [0, 1e39] } ],
  "titel": "x" }"#;
    let expected = "\
line 3, column 18: bodies[0].positon: unknown field; did you mean `position`?
line 3, column 73: bodies[0].shapes[0].circle.radius: must be from 0.001 to 10000 m, is -1
line 4, column 13: bodies[1].id: duplicate id \"a\": bodies[0] has it already
line 4, column 27: bodies[1].angle: must be a number, is the text \"up\"
line 4, column 54: bodies[1].shapes[0].box.height: is missing
line 5, column 69: joints[0].body_b: there is no body \"c\"
line 5, column 88: joints[0].anchor[1]: must be from -100000 to 100000 m, is 1e39
line 6, column 3: titel: unknown field; did you mean `title`?";
    assert_eq!(message(text.as_bytes()), expected);
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let text = with_bodies("{\"id\":\"車🛞é\",\"angle\":true,\"shapes\":[{\"circle\":{\"radius\":1}}]}");
    assert!(message(text.as_bytes()).starts_with("line 2, column 21: bodies[0].angle"), "{}", message(text.as_bytes()));
}

#[test]
fn a_hundred_problems_are_listed_and_the_rest_is_counted() {
    let bodies: Vec<String> = (0..250).map(|i| format!("{{\"id\":\"b{i}\",\"shapes\":[{{\"circle\":{{\"radius\":-{i}}}}}]}}")).collect();
    let message = message(with_bodies(&bodies.join(",\n")).as_bytes());
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 101, "{message}");
    assert!(lines[99].contains("bodies[99].shapes[0].circle.radius"), "{}", lines[99]);
    assert_eq!(lines[100], "and 150 more problems");
}

#[test]
fn a_broken_list_of_bodies_does_not_make_every_reference_dangle() {
    let text = with_joint("{\"id\":\"j\",\"kind\":\"weld\",\"body_a\":\"crate\",\"body_b\":\"drum\",\"anchor\":[0,0]}")
        .replace("\"bodies\"", "\"bodis\"");
    assert_eq!(message(text.as_bytes()).lines().count(), 1, "{}", message(text.as_bytes()));
}

#[test]
fn bytes_that_are_not_utf_8_are_named_with_their_offset() {
    let mut bytes = with_bodies("{\"id\":\"caf").into_bytes();
    bytes.truncate(bytes.len() - 2);
    let offset = bytes.len();
    bytes.push(0xE9);
    bytes.extend_from_slice(b"\"}]}");
    assert_eq!(message(&bytes), format!("line 2, column 11: not text: byte {offset} (0xE9) is not UTF-8"));
    assert!(message(b"\xFF\xFE{\0}\0").contains("UTF-16"));
    assert!(message(&[0; 100]).contains("not JSON"));
}

#[test]
fn a_file_cut_off_anywhere_is_refused_with_a_place() {
    let bytes = EVERYTHING.trim_end().as_bytes();
    for length in 0..bytes.len() {
        let problems = match parse(&bytes[..length]) {
            Ok(_) => panic!("accepted the first {length} bytes"),
            Err(problems) => problems.0,
        };
        assert_eq!(problems.len(), 1, "{length}");
        assert!(problems[0].place.is_some(), "{length}: {}", problems[0]);
        assert!(length == 0 || problems[0].message.contains("ends in the middle"), "{length}: {}", problems[0]);
    }
}

/// Any change of any bytes ends in a document that the rules accept, or in problems.
fn survives(bytes: &[u8], case: usize) -> bool {
    match parse(bytes) {
        Ok(_) if !case.is_multiple_of(4) => true,
        Ok(document) => {
            assert_eq!(check(&document), Ok(()), "{}", String::from_utf8_lossy(bytes));
            // `check` said ok and `run` refused: emptied `state.shots` beside projectiles.
            assert!(Stage::new(&document).is_ok(), "{}", String::from_utf8_lossy(bytes));
            let again = parse(to_json(&document).as_bytes()).unwrap_or_else(|p| panic!("{p}"));
            assert_eq!(again, document);
            true
        }
        Err(problems) => {
            assert!(!problems.0.is_empty() && problems.0.iter().all(|p| !p.message.is_empty()));
            // Two in a hundred named no line.
            let is_placed = |p: &Problem| p.place.is_some() || p.message.ends_with("more problems");
            assert!(problems.0.iter().all(is_placed), "{problems}\n{}", String::from_utf8_lossy(bytes));
            false
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    let mut rng = Pcg32::seed_from_u64(3);
    let mut accepted = 0;
    for case in 0..20_000 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            match rng.random_range(0..4) {
                0 => bytes[at] ^= 1 << rng.random_range(0..8),
                1 => bytes[at] = b"{}[]\",:0-9e.x \n\\"[rng.random_range(0..16)],
                2 => drop(bytes.remove(at)),
                _ => bytes.insert(at, rng.random()),
            }
        }
        accepted += usize::from(survives(&bytes, case));
    }
    // A changed digit or letter of a text often makes another valid scene; a changed bracket or key never does.
    assert!((400..5_000).contains(&accepted), "{accepted} of 20000 accepted");
}

#[test]
fn changed_structures_never_panic() {
    let mut rng = Pcg32::seed_from_u64(4);
    let mut accepted = 0;
    let mut scene = Value::Null;
    for case in 0..20_000 {
        if case % 10 == 0 {
            let text = if case % 20 == 0 { EVERYTHING.to_string() } else { to_json(&scene_documents::document(&mut rng)) };
            scene = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}"));
        }
        let mut changed = scene.clone();
        for _ in 0..rng.random_range(1..3) {
            scene_documents::mutate(&mut rng, &mut changed);
        }
        accepted += usize::from(survives(changed.to_string().as_bytes(), case));
    }
    assert!((2_000..14_000).contains(&accepted), "{accepted} of 20000 accepted");
}

#[test]
fn nesting_ends_at_64() {
    let head = "{\"format\":\"collidoscope-scene\",\"version\":1,\"extra\":{\"a\":";
    let deep = |depth: usize| format!("{head}{}{}}}}}", "[".repeat(depth - 2), "]".repeat(depth - 2));
    assert!(parse(deep(64).as_bytes()).is_ok());
    assert!(message(deep(65).as_bytes()).contains("nest more than 64 deep"));
    let bomb = deep(4_000_000);
    assert!(message(bomb.as_bytes()).contains("nest more than 64 deep"));
    assert!(message("[".repeat(8_000_000).as_bytes()).contains("not JSON"));
    assert!(message("{\"a\":".repeat(3_000_000).as_bytes()).contains("not JSON"));
}

#[test]
fn large_files_are_refused_or_read_but_never_hang() {
    let head = "{\"format\":\"collidoscope-scene\",\"version\":1,";
    let zeros = |key: &str, count: usize| format!("{head}\"{key}\":[0{}]}}", ",0".repeat(count - 1));
    assert!(message(zeros("bodies", 8_000_000).as_bytes()).contains("at most 20000 entries, has 8000000"));
    assert!(message(zeros("joints", 40_001).as_bytes()).contains("at most 40000 entries, has 40001"));
    assert!(message(zeros("launchers", 1_001).as_bytes()).contains("at most 1000 entries"));
    let keys: String = (0..1_000_000).map(|i| format!("\"{i}\":0,")).collect();
    assert!(message(format!("{head}{keys}\"z\":0}}").as_bytes()).contains("and 999901 more problems"));
    let title = "é".repeat(4_000_000);
    assert!(message(format!("{head}\"title\":\"{title}\"}}").as_bytes()).contains("at most 1024 characters, has 4000000"));
    let huge = vec![b' '; MAX_FILE_BYTES as usize + 1];
    assert_eq!(message(&huge), "a scene may have at most 16777216 bytes, this one has 16777217");
    let fifty_megabytes = vec![b'{'; 50_000_000];
    assert!(message(&fifty_megabytes).contains("at most 16777216 bytes"));
}
