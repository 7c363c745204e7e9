//! Scene files: what is written comes back with the same bits.

mod scene_documents;

use collidoscope::app::materials;
use collidoscope::engine::body::BodyDef;
use collidoscope::engine::joint::JointKind;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, MaterialDoc, ShapeDoc, bounded_velocity};
use collidoscope::scene::file::{MAX_FILE_BYTES, VERSION, check, parse, to_json};
use collidoscope::scene::launcher::Shot;
use collidoscope::scene::schema::schema;
use collidoscope::scene::stage::{Stage, StageState};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

const EVERYTHING: &str = include_str!("files/v1/everything.json");
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

/// Equal bits, not just equal values: `{:?}` of f32 is the shortest text that reads back as the same bits, −0 included.
fn assert_same_bits(a: &Document, b: &Document, case: &str) {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let difference = a.lines().zip(b.lines()).position(|(a, b)| a != b);
    if let Some(i) = difference {
        let around = |text: &str| text.lines().skip(i.saturating_sub(8)).take(12).collect::<Vec<_>>().join("\n");
        panic!("{case}:\n{}\n-- is not --\n{}", around(&a), around(&b));
    }
    assert_eq!(a.len(), b.len(), "{case}");
}

#[test]
fn every_valid_document_comes_back_with_the_same_bits() {
    let mut rng = Pcg32::seed_from_u64(1);
    let (mut with_state, mut with_extra) = (0, 0);
    for case in 0..1500 {
        let document = scene_documents::document(&mut rng);
        check(&document).unwrap_or_else(|p| panic!("case {case}: {p}\n{document:#?}"));
        let text = to_json(&document);
        let back = parse(text.as_bytes()).unwrap_or_else(|p| panic!("case {case}: {p}\n{text}"));
        assert_same_bits(&back, &document, &format!("case {case}"));
        assert_eq!(to_json(&back), text, "case {case}");
        assert!(text.ends_with("}\n") && !text.ends_with("\n\n"));
        with_state += usize::from(document.state.is_some());
        with_extra += usize::from(document.extra.is_some());
    }
    assert!(with_state > 500 && with_extra > 500, "{with_state} {with_extra}");
}

#[test]
fn every_float_in_a_run_comes_back_with_the_same_bits() {
    let mut rng = Pcg32::seed_from_u64(2);
    let mut document = parse(FIVE_SHAPES.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    let trail: Vec<Vec2> = std::iter::repeat_with(|| Vec2::new(f32::from_bits(rng.random()), f32::from_bits(rng.random())))
        .filter(|v| v.is_finite())
        .take(10_000)
        .collect();
    let ball = ShapeDoc::new(Geometry::Circle { radius: 0.1, center: Vec2::ZERO });
    let projectile = BodyDoc { id: "shot 1".into(), shapes: vec![ball], ..BodyDoc::default() };
    let shot = Shot { number: 1, launcher: "gun".into(), trail, ..Shot::default() };
    document.state = Some(Box::new(StageState { shots: vec![shot], projectiles: vec![projectile], ..StageState::default() }));
    let back = parse(to_json(&document).as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    assert_same_bits(&back, &document, "random bits");
}

/// A file of 15 MB without spaces opened, and could not be saved again: in the house layout it has 18 MB, more than a
/// file may have. `format` wrote it all the same, and it did not open any more.
#[test]
fn what_is_too_large_for_the_house_layout_is_saved_without_spaces() {
    let corner = |k: usize| {
        let (sin, cos) = collidoscope::engine::math::sin_cos(k as f32 * std::f32::consts::TAU / 30.0);
        Vec2::new((cos * 5e4).round() * 1e-5, (sin * 5e4).round() * 1e-5)
    };
    let shape = ShapeDoc::new(Geometry::Polygon { vertices: (0..30).map(corner).collect(), rounding: 0.0 });
    let body = |i: usize| BodyDoc { id: format!("body number {i}"), shapes: vec![shape.clone()], ..BodyDoc::default() };
    let document = Document { bodies: (0..20_000).map(body).collect(), ..Document::default() };
    let text = to_json(&document);
    assert!(text.len() as u64 <= MAX_FILE_BYTES, "{} bytes", text.len());
    assert!(text.len() as u64 > MAX_FILE_BYTES / 4 * 3, "{} bytes would fit the house layout", text.len());
    assert!(text.lines().count() >= 20_000, "a line for each body");
    assert_eq!(check(&document), Ok(()));
    assert!(parse(text.as_bytes()) == Ok(document), "it comes back");
}

#[test]
fn the_golden_file_of_version_1_uses_every_field_and_is_saved_as_it_is() {
    let document = parse(EVERYTHING.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(to_json(&document), EVERYTHING);
    let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap_or_else(|e| panic!("{e}"));
    let mut names = std::collections::BTreeSet::new();
    property_names(&schema, &mut names);
    assert!(names.len() > 80, "{names:?}");
    let unused: Vec<_> = names.iter().filter(|name| !EVERYTHING.contains(&format!("\"{name}\":"))).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// All keys that the schema knows.
fn property_names(schema: &serde_json::Value, names: &mut std::collections::BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(members) => {
            for (key, value) in members {
                if key == "properties"
                    && let serde_json::Value::Object(properties) = value
                {
                    names.extend(properties.keys().cloned());
                }
                property_names(value, names);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| property_names(item, names)),
        _ => {}
    }
}

#[test]
fn the_key_order_and_line_ends_of_a_hand_written_file_do_not_matter() {
    let windows = FIVE_SHAPES.replace('\n', "\r\n");
    let with_mark = format!("\u{feff}{windows}");
    assert_eq!(parse(with_mark.as_bytes()), parse(FIVE_SHAPES.as_bytes()));
    let turned = r#"{ "bodies": [ { "shapes": [ { "density": 2, "circle": { "center": [1, 2], "radius": 1e0 } } ], "id": "\u0061" } ],
        "version": 1.0, "format": "collidoscope-scene" }"#;
    let document = parse(turned.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(document.bodies[0].id, "a");
    assert_eq!(document.bodies[0].shapes[0].geometry, Geometry::Circle { radius: 1.0, center: Vec2::new(1.0, 2.0) });
    assert_eq!(document.bodies[0].shapes[0].density, Some(2.0));
}

#[test]
fn defaults_are_left_out_but_negative_zero_is_not_one_of_them() {
    let mut document = Document::default();
    assert_eq!(to_json(&document), "{\n  \"format\": \"collidoscope-scene\",\n  \"version\": 1\n}\n");
    document.world.gravity = Vec2::new(-0.0, -9.81);
    assert!(to_json(&document).contains("\"world\": { \"gravity\": [-0, -9.81] }"));
}

#[test]
fn foreign_data_in_extra_is_kept_letter_by_letter() {
    let extra = "{ \"a\": 1.50,\t\"a\": [ 1,2 ,\n\n3 ],\n \"\\u0041\": {} }";
    let text = format!("{{\"format\": \"collidoscope-scene\", \"version\": 1, \"extra\": {extra}}}");
    let document = parse(text.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(document.extra.as_deref(), Some(extra));
    assert!(to_json(&document).contains(extra));
    for bad in ["[]", "1", "{", "{} ", " {}", "{}, \"title\": {}", "", "{},{}"] {
        let document = Document { extra: Some(bad.into()), ..Document::default() };
        assert!(check(&document).is_err(), "{bad}");
    }
    // The object itself is one level deep in the file, so it may nest one less than the file.
    let nested = |depth: usize| format!("{}{}{}", "{\"a\":".repeat(depth - 1), "{}", "}".repeat(depth - 1));
    for (depth, good) in [(63, true), (64, false)] {
        let document = Document { extra: Some(nested(depth)), ..Document::default() };
        assert_eq!(check(&document).is_ok(), good, "{depth}");
        assert_eq!(parse(to_json(&document).as_bytes()).is_ok(), good, "{depth}");
    }
}

#[test]
fn edits_are_checked_by_the_rules_of_files() {
    let mut document = parse(FIVE_SHAPES.as_bytes()).unwrap_or_else(|p| panic!("{p}"));
    document.bodies[1].position.x = f32::NAN;
    document.bodies[2].angle = f32::INFINITY;
    document.bodies[3].shapes.clear();
    document.joints[0].body_b = "crat".into();
    let problems = check(&document).map_err(|p| p.to_string());
    let expected = "bodies[1].position[0]: must be from -100000 to 100000 m, is NaN\n\
                    bodies[2].angle: must be from -100000 to 100000 rad, is inf\n\
                    bodies[3].shapes: must have 1 to 256 entries, has 0\n\
                    joints[0].body_b: there is no body \"crat\"; did you mean \"crate\"?";
    assert_eq!(problems, Err(expected.into()));
}

#[test]
fn a_document_whose_file_would_be_too_large_is_refused() {
    let with_extra = |letters: usize| Document { extra: Some(format!("{{ \"a\": \"{}\" }}", "x".repeat(letters))), ..Document::default() };
    let frame = to_json(&with_extra(0)).len();
    let largest = with_extra(MAX_FILE_BYTES as usize - frame);
    assert_eq!(to_json(&largest).len() as u64, MAX_FILE_BYTES);
    assert_eq!(check(&largest), Ok(()));
    assert_eq!(parse(to_json(&largest).as_bytes()), Ok(largest));
    // One letter more fits without the spaces of the house layout; 64 do not.
    assert_eq!(check(&with_extra(MAX_FILE_BYTES as usize - frame + 1)), Ok(()));
    let too_large = with_extra(MAX_FILE_BYTES as usize - frame + 64);
    let message = check(&too_large).map_err(|p| p.to_string());
    assert_eq!(message, Err("a scene may have at most 16777216 bytes, this one has 16777267".into()));
}

/// `tests/files/vN` holds files as version N wrote them; a new version must bring its folder.
#[test]
fn golden_files_of_every_version_open() {
    for version in 1..=VERSION {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/files/v{version}"));
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap_or_else(|e| panic!("{e}")).path();
            let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{e}"));
            assert!(String::from_utf8_lossy(&bytes).contains(&format!("\"version\": {version},")), "{}", path.display());
            parse(&bytes).unwrap_or_else(|p| panic!("{}: {p}", path.display()));
            count += 1;
        }
        assert!(count >= 2, "{} has only {count} files", folder.display());
    }
}

#[test]
fn every_valid_document_builds_runs_and_continues_from_its_file() {
    let mut rng = Pcg32::seed_from_u64(5);
    let mut contacts = 0;
    for case in 0..400 {
        let mut document = scene_documents::document(&mut rng);
        // A made-up run would put bodies anywhere; a real one is made below.
        document.state = None;
        let mut stage = Stage::new(&document).unwrap_or_else(|p| panic!("case {case}: {p}"));
        (0..20).for_each(|_| stage.step());
        stage.world().validate().unwrap_or_else(|e| panic!("case {case}: {e}"));
        let saved = Document { state: Some(Box::new(stage.state())), ..document };
        contacts += stage.world().contacts().len();
        let text = to_json(&saved);
        let back = parse(text.as_bytes()).unwrap_or_else(|p| panic!("case {case}: {p}"));
        assert_same_bits(&back, &saved, &format!("case {case}"));
        let mut continued = Stage::new(&back).unwrap_or_else(|p| panic!("case {case}: {p}"));
        for step in 0..20 {
            stage.step();
            continued.step();
            let (a, b) = (stage.world().fingerprint(), continued.world().fingerprint());
            assert_eq!(a.first_difference(b), None, "case {case}, {step} steps after loading");
        }
    }
    assert!(contacts > 100, "{contacts}");
}

/// A wheel without "spring" was read with the spring that its tool begins with.
#[test]
fn a_joint_has_no_part_that_its_file_leaves_out() {
    let kinds: Vec<JointKind> = JointKind::all().into_iter().filter(|kind| kind.info().stored).collect();
    assert!(kinds.len() >= 7);
    for mut kind in kinds {
        let parts = kind.parts();
        parts.spring.into_iter().for_each(|spring| *spring = None);
        parts.motor.into_iter().for_each(|motor| *motor = None);
        parts.limits.into_iter().for_each(|limits| *limits = None);
        let disc = || vec![ShapeDoc::new(Geometry::Circle { radius: 0.2, center: Vec2::ZERO })];
        let body = |id: &str, x: f32| BodyDoc { id: id.to_owned(), position: Vec2::new(x, 0.0), shapes: disc(), ..BodyDoc::default() };
        let joint = JointDoc {
            id: "j".to_owned(),
            body_a: Some("a".to_owned()),
            body_b: "b".to_owned(),
            ..JointDoc::between(Vec2::ZERO, if JointDoc::at(Vec2::ZERO, kind).has_ends() { Vec2::X } else { Vec2::ZERO }, kind)
        };
        let document = Document { bodies: vec![body("a", 0.0), body("b", 1.0)], joints: vec![joint], ..Document::default() };
        let json = to_json(&document);
        let read = parse(json.as_bytes()).unwrap_or_else(|why| panic!("{kind:?}: {why}\n{json}"));
        assert_eq!(read.joints[0].kind, kind, "{json}");
    }
}

/// A shape's friction may be the default or come from its material. Its static friction was compared with a friction
/// that stood beside it alone: 0.3 with the default of 0.6 passed, and slid as if nothing had been written.
#[test]
fn static_friction_is_not_below_a_friction_that_comes_from_elsewhere() {
    let scene = |material: &str| {
        format!(
            r#"{{"format":"collidoscope-scene","version":1,"materials":{{"mud":{{"friction":0.9}},"ice":{{"friction":0.1}}}},
"bodies":[{{"id":"b","shapes":[{{"circle":{{"radius":1}}{material},"static_friction":0.3}}]}}]}}"#
        )
    };
    let told = |material: &str| parse(scene(material).as_bytes()).expect_err("too low").to_string();
    for (material, sliding) in [("", "0.6"), (r#","material":"mud""#, "0.9"), (r#","material":"ice","friction":0.5"#, "0.5")] {
        let said = told(material);
        let words = format!("bodies[0].shapes[0].static_friction: must be at least friction ({sliding}), is 0.3");
        assert!(said.contains(&words), "{said}");
    }
    parse(scene(r#","material":"ice""#).as_bytes()).expect("0.3 is above the 0.1 of ice");
}

/// Edits of a material may leave shapes that are made of it with a static friction below their sliding one, which no
/// file may hold.
#[test]
fn edits_of_a_material_keep_the_static_friction_of_its_shapes_above_that_of_sliding() {
    let material = |friction: f32| MaterialDoc { friction: Some(friction), static_friction: Some(friction), ..MaterialDoc::default() };
    let shape = |friction, static_friction| {
        let material = Some("ice".to_owned());
        ShapeDoc { material, friction, static_friction, ..ShapeDoc::new(Geometry::Circle { radius: 1.0, center: Vec2::ZERO }) }
    };
    let shapes = vec![shape(None, Some(0.3)), shape(Some(0.8), None)];
    let mut document = Document { bodies: vec![BodyDoc { shapes, ..BodyDoc::default() }], ..Document::default() };
    materials::set(&mut document, "ice", Some(material(0.2)));
    materials::set(&mut document, "ice", Some(material(0.4)));
    assert_eq!(document.bodies[0].shapes[0].static_friction, Some(0.4), "the material has more friction now");
    materials::set(&mut document, "ice", None);
    assert_eq!(document.bodies[0].shapes[1].static_friction, Some(0.8), "it has its own friction, and took over 0.4");
}

/// The bound of a velocity is one of its length, as the engine cuts it: [390, 390] passed, and became [282.8, 282.8].
#[test]
fn a_velocity_is_bounded_by_its_length() {
    let scene = |kind: &str, velocity: &str| {
        format!(
            r#"{{"format":"collidoscope-scene","version":1,"world":{{"gravity":[0,0]}},
"bodies":[{{"id":"b","kind":"{kind}","linear_velocity":{velocity},"shapes":[{{"circle":{{"radius":1}}}}]}}]}}"#
        )
    };
    for kind in ["dynamic", "kinematic"] {
        let said = parse(scene(kind, "[390, -390]").as_bytes()).expect_err("too fast").to_string();
        assert!(said.contains("bodies[0].linear_velocity: must be at most 400 m/s long, is [390, -390], 551.5 m/s"), "{said}");
        for velocity in ["[400, 0]", "[240, -320]", "[282.8427, 282.8427]"] {
            let mut stage = Stage::new(&parse(scene(kind, velocity).as_bytes()).expect(velocity)).unwrap();
            let id = stage.names().bodies.id("b").unwrap();
            let before = stage.world().body(id).unwrap().clone();
            stage.step();
            let after = stage.world().body(id).unwrap();
            let way = after.center - before.center;
            assert!((60.0 * way - before.linear_velocity).length() < 1e-2, "{kind} {velocity}: {way}");
            assert!((after.linear_velocity - before.linear_velocity).length() < 1e-3);
        }
    }
}

/// What has changed in a velocity gives way when it would be too fast, and nothing else.
#[test]
fn an_edit_of_a_velocity_stays_within_its_length() {
    let of = |new: [f32; 2], before: [f32; 2]| bounded_velocity(Vec2::from(new), Vec2::from(before));
    assert_eq!(of([390.0, 0.0], [0.0, 0.0]), Vec2::new(390.0, 0.0));
    assert!((of([390.0, 320.0], [0.0, 320.0]) - Vec2::new(240.0, 320.0)).length() < 1e-3);
    assert!((of([240.0, -400.0], [240.0, 0.0]) - Vec2::new(240.0, -320.0)).length() < 1e-3);
    let mut world = World::new(WorldSettings::default());
    let id = world.add_body(BodyDef { linear_velocity: Vec2::new(390.0, 390.0), ..BodyDef::default() }, Vec::new());
    assert!((world.body(id).unwrap().linear_velocity - Vec2::splat(282.8427)).length() < 1e-3, "the engine cuts the length");
}
