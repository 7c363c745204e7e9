//! The JSON Schema accepts exactly what the loader accepts, as far as a schema can tell.

mod scene_documents;

use collidoscope::scene::file::{check_fields, parse, to_json};
use collidoscope::scene::schema::schema;
use jsonschema::Validator;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(&schema()).unwrap_or_else(|e| panic!("{e}"));
    assert!(jsonschema::meta::is_valid(&schema), "the schema is not a JSON Schema");
    jsonschema::draft202012::new(&schema).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn schema_accepts_what_the_loader_accepts_and_nothing_else() {
    let schema = validator();
    let mut rng = Pcg32::seed_from_u64(7);
    let (mut accepted, mut refused) = (0, 0);
    for case in 0..4000 {
        let document = scene_documents::document(&mut rng);
        let mut scene: Value = serde_json::from_str(&to_json(&document)).unwrap_or_else(|e| panic!("{e}"));
        for _ in 0..rng.random_range(0..3) {
            scene_documents::mutate(&mut rng, &mut scene);
        }
        let text = scene.to_string();
        let by_loader = check_fields(text.as_bytes());
        let by_schema = schema.validate(&scene);
        assert_eq!(by_schema.is_ok(), by_loader.is_ok(), "case {case}: schema {by_schema:?}, loader {by_loader:?}\n{text}");
        if by_loader.is_ok() {
            accepted += 1;
        } else {
            refused += 1;
            assert!(parse(text.as_bytes()).is_err(), "case {case}: parse is laxer than its own fields");
        }
    }
    assert!(accepted > 800 && refused > 800, "{accepted} accepted, {refused} refused");
}

/// Single values on either side of a bound, where random mutations may never come: path in the file, values that must
/// pass, values that must not.
#[test]
fn schema_and_loader_share_every_bound() {
    let schema = validator();
    let golden: Value = serde_json::from_str(include_str!("files/v1/everything.json")).unwrap_or_else(|e| panic!("{e}"));
    let rows: &[(&str, &[&str], &[&str])] = &[
        ("/format", &["\"collidoscope-scene\""], &["\"collidoscope\"", "1"]),
        ("/version", &["1", "1.0"], &["0", "-1", "\"1\"", "1.5"]),
        ("/title", &["\"\"", "\"é\""], &["null", "\"a\\nb\"", "\"\\u007f\"", "{}"]),
        ("/about", &["\"a\\nb\""], &["1"]),
        ("/world/gravity", &["[0,0]", "[-1e4,1e4]"], &["[0]", "[0,0,0]", "[0,10001]", "[\"0\",0]", "9.81", "null"]),
        ("/world/step_hz", &["10", "1000"], &["9.99", "1001", "0", "\"60\""]),
        ("/world/substeps", &["1", "64", "4.0"], &["0", "65", "1.5", "-4"]),
        ("/world/restitution_threshold", &["0", "400"], &["-0.1", "401", "null"]),
        ("/world/narrow_phase", &["\"sat\"", "\"gjk_epa\""], &["\"gjk\"", "0"]),
        ("/world/solver", &["\"soft_step\"", "\"sequential_impulses\"", "\"lagrange\""], &["\"pgs\"", "1"]),
        (
            "/world/sequential_impulses",
            &["{}", "{\"iterations\":100,\"position_correction\":\"baumgarte\",\"beta\":0,\"slop\":1}"],
            &["{\"iterations\":0}", "{\"iterations\":101}", "{\"beta\":1.1}", "{\"slop\":-0.1}", "{\"position_correction\":\"ngs\"}", "1"],
        ),
        (
            "/world/lagrange",
            &["{}", "{\"integrator\":\"rk4\",\"steps\":16,\"k_s\":0,\"k_d\":200}", "{\"integrator\":\"explicit_euler\"}"],
            &["{\"steps\":0}", "{\"steps\":17}", "{\"k_s\":-1}", "{\"k_s\":10001}", "{\"k_d\":201}", "{\"integrator\":\"euler\"}", "[]"],
        ),
        ("/world/joint_solver", &["\"direct\"", "\"iterative\""], &["\"exact\"", "true"]),
        (
            "/world/mixing",
            &["{}", "{\"friction\":\"minimum\",\"restitution\":\"piecewise\",\"weight\":0}", "{\"weight\":16}"],
            &["{\"friction\":\"piecewise\"}", "{\"restitution\":\"mean\"}", "{\"weight\":-0.1}", "{\"weight\":16.1}", "\"minimum\""],
        ),
        ("/world/sleeping", &["true", "false"], &["0", "\"true\"", "null"]),
        ("/bodies/0/id", &["\"a\""], &["\"\"", "\"shot 1\"", "7"]),
        ("/bodies/0/kind", &["\"static\"", "\"dynamic\""], &["\"Static\"", "\"\""]),
        ("/bodies/2/linear_velocity", &["[400,-400]"], &["[401,0]"]),
        ("/bodies/2/shapes", &[], &["[]", "{}", "[1]"]),
        (
            "/bodies/2/shapes/0",
            &["{\"circle\":{\"radius\":1}}"],
            &["{}", "{\"circle\":{\"radius\":1},\"box\":{\"width\":1,\"height\":1}}", "{\"circle\":{}}"],
        ),
        ("/bodies/2/shapes/0/density", &["0", "1e-6", "1e9", "-0.0"], &["1e-7", "1.1e9", "-1"]),
        ("/bodies/2/shapes/0/circle/radius", &["0.001", "1e4"], &["0", "0.0009", "10001", "1e39"]),
        ("/bodies/2/shapes/3/polygon/vertices", &["[[0,0],[1,0],[0,1]]"], &["[[0,0],[1,0]]", "[[0,0],[1,0],[0]]", "[]", "[1,2,3]"]),
        ("/joints/0/kind", &[], &["\"weld\"", "\"hinge\"", "null"]),
        ("/joints/0/limits", &["[1,-1]", "[0,0]"], &["[0]", "null", "[0,1e6]"]),
        ("/joints/0/spring/hertz", &["0.001", "1000"], &["0", "1001"]),
        (
            "/joints/0/motor",
            &["{\"speed\":0,\"max_torque\":0}"],
            &["{\"speed\":0}", "{\"speed\":0,\"max_force\":0}", "{\"speed\":0,\"max_torque\":-1}"],
        ),
        ("/joints/2/length", &["0.001"], &["0"]),
        ("/launchers/0/every", &["0.01"], &["0", "null"]),
        ("/view/pair", &["[\"x\",\"y\"]"], &["[]", "[\"x\"]", "[\"x\",\"y\",\"z\"]"]),
        ("/view/height", &["0.01"], &["0"]),
        ("/state/step", &["0", "9007199254740992"], &["-1", "0.5", "1e17"]),
        ("/state/contacts/0/points/0/feature", &["4294967295"], &["4294967296", "-1"]),
        ("/extra", &["{}"], &["[]", "1", "null"]),
    ];
    for (path, good, bad) in rows {
        for (values, wanted) in [(good, true), (bad, false)] {
            for value in *values {
                let mut scene = golden.clone();
                let place = scene.pointer_mut(path).unwrap_or_else(|| panic!("{path} is not in the golden file"));
                *place = serde_json::from_str(value).unwrap_or_else(|e| panic!("{e}"));
                let by_loader = check_fields(scene.to_string().as_bytes());
                assert_eq!(schema.is_valid(&scene), wanted, "schema, {path} = {value}");
                assert_eq!(by_loader.is_ok(), wanted, "loader, {path} = {value}: {by_loader:?}");
            }
        }
    }
}

#[test]
fn counts_and_lengths_end_where_the_schema_says() {
    let schema = validator();
    let body = |i: usize| serde_json::json!({ "id": format!("b{i}"), "shapes": [{ "circle": { "radius": 1 } }] });
    let scene = |bodies: Vec<Value>, title: String| serde_json::json!({ "format": "collidoscope-scene", "version": 1, "title": title, "bodies": bodies });
    let shapes = |count: usize| serde_json::json!({ "id": "b", "shapes": vec![serde_json::json!({ "circle": { "radius": 1 } }); count] });
    let ring = |count: usize| {
        let vertices: Vec<[f32; 2]> = (0..count).map(|i| [i as f32, (i * i) as f32]).collect();
        serde_json::json!({ "id": "b", "shapes": [{ "polygon": { "vertices": vertices } }] })
    };
    let rows = [
        (scene((0..20_000).map(body).collect(), String::new()), true),
        (scene((0..20_001).map(body).collect(), String::new()), false),
        (scene(vec![shapes(256)], String::new()), true),
        (scene(vec![shapes(257)], String::new()), false),
        (scene(vec![ring(64)], String::new()), true),
        (scene(vec![ring(65)], String::new()), false),
        (scene(vec![], "é".repeat(1024)), true),
        (scene(vec![], "é".repeat(1025)), false),
    ];
    for (i, (scene, wanted)) in rows.iter().enumerate() {
        assert_eq!(schema.is_valid(scene), *wanted, "schema, row {i}");
        let by_loader = check_fields(scene.to_string().as_bytes());
        assert_eq!(by_loader.is_ok(), *wanted, "loader, row {i}: {by_loader:?}");
        assert_eq!(parse(scene.to_string().as_bytes()).is_ok(), *wanted, "parse, row {i}");
    }
}

#[test]
fn every_field_of_the_schema_is_explained() {
    let schema: Value = serde_json::from_str(&schema()).unwrap_or_else(|e| panic!("{e}"));
    let mut seen = 0;
    explained(&schema, "", &mut seen);
    assert!(seen > 100, "{seen}");
}

fn explained(schema: &Value, path: &str, seen: &mut usize) {
    let Value::Object(members) = schema else {
        if let Value::Array(items) = schema {
            items.iter().for_each(|item| explained(item, path, seen));
        }
        return;
    };
    for (key, value) in members {
        let below = format!("{path}/{key}");
        if let ("properties", Value::Object(properties)) = (key.as_str(), value) {
            for (name, property) in properties {
                *seen += 1;
                assert!(property["description"].as_str().is_some_and(|d| d.len() > 1), "{below}/{name} has no description");
            }
        }
        explained(value, &below, seen);
    }
}
