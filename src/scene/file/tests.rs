//! What only the inside of the room can see: the chain of migrations, notes on a text, suggestions, line breaks.

use super::layout::{Json, number_text};
use super::migrate::{Migration, migrate};
use super::report::{Scan, did_you_mean, nearest, render, steps};
use super::tape::{Tape, ValueKind};
use super::{Progress, parse_with};
use serde_json::{Map, Value};

/// A made-up past: version 1 called `title` `name`, version 2 held gravity as one number pointing down.
const PAST: &[Migration] = &[name_to_title, gravity_to_vector];

fn name_to_title(scene: &mut Map<String, Value>) {
    if let Some(name) = scene.remove("name") {
        scene.insert("title".into(), name);
    }
}

fn gravity_to_vector(scene: &mut Map<String, Value>) {
    if let Some(gravity) = scene.get_mut("world").and_then(|world| world.get_mut("gravity"))
        && let Some(down) = gravity.as_f64()
    {
        *gravity = Value::from(vec![0.0, -down]);
    }
}

const OLDEST: &str = r#"{ "format": "collidoscope-scene", "version": 1, "name": "Old", "world": { "gravity": 3.7 } }"#;

#[test]
fn old_versions_run_through_every_later_step() {
    let oldest = parse_with(OLDEST.as_bytes(), PAST, &Progress::default()).unwrap_or_else(|p| panic!("{p}"));
    assert_eq!(oldest.title, "Old");
    assert_eq!(oldest.world.gravity.to_array(), [0.0, -3.7]);
    // Version 2 has the title already, and is not asked about names again.
    let newer = OLDEST.replace("\"version\": 1", "\"version\": 2").replace("name", "title");
    assert_eq!(parse_with(newer.as_bytes(), PAST, &Progress::default()).unwrap_or_else(|p| panic!("{p}")), oldest);
    let newest = newer.replace("\"version\": 2", "\"version\": 3").replace("3.7", "[0, -3.7]");
    assert_eq!(parse_with(newest.as_bytes(), PAST, &Progress::default()).unwrap_or_else(|p| panic!("{p}")), oldest);
}

#[test]
fn problems_of_old_versions_have_a_path_but_no_line() {
    let text = OLDEST.replace("3.7", "99999");
    let problems = parse_with(text.as_bytes(), PAST, &Progress::default()).err().map(|p| p.to_string());
    assert_eq!(problems.as_deref(), Some("world.gravity[1]: must be from -10000 to 10000 m/s², is -99999.0"));
    let newer = OLDEST.replace("\"version\": 1", "\"version\": 4");
    let problems = parse_with(newer.as_bytes(), PAST, &Progress::default()).err().map(|p| p.to_string());
    assert!(problems.is_some_and(|p| p.contains("newer version of Collidoscope; this one reads up to 3")));
}

#[test]
fn a_migration_keeps_every_number_it_does_not_touch() {
    let text = r#"{"version":1,"name":"x","world":{"gravity":1,"a":0.1,"b":-0.0,"c":1e-45,"d":3.4028235e38}}"#;
    let migrated = migrate(text, 1, PAST).unwrap_or_else(|f| panic!("{f:?}"));
    let back: Value = serde_json::from_str(&migrated).unwrap_or_else(|e| panic!("{e}"));
    for (key, number) in [("a", 0.1f32), ("b", -0.0), ("c", 1e-45), ("d", f32::MAX)] {
        assert_eq!(back["world"][key].as_f64().map(|x| (x as f32).to_bits()), Some(number.to_bits()), "{key}");
    }
    assert_eq!(back["version"], 3);
}

#[test]
fn a_tape_knows_where_every_value_stands() {
    let text = r#"{ "a" : [ 1 , -2.5e3 ] , "b\n" : null, "c": {"d": "x\"]"}, "a": true }"#;
    let tape = Tape::new(text).unwrap_or_else(|f| panic!("{f:?}"));
    let root = tape.root();
    let values: Vec<(&str, &str)> = tape.members(root).map(|(k, v)| (tape.raw(k), tape.raw(v))).collect();
    let expected = [("\"a\"", "[ 1 , -2.5e3 ]"), ("\"b\\n\"", "null"), ("\"c\"", "{\"d\": \"x\\\"]\"}"), ("\"a\"", "true")];
    assert_eq!(values, expected);
    assert_eq!(tape.raw(root), text);
    let first = tape.member(root, "a").map(|node| (tape.kind(node), tape.offset(node)));
    assert_eq!(first, Some((ValueKind::Array, 8)));
    assert_eq!(tape.member(root, "b\n").map(|node| tape.kind(node)), Some(ValueKind::Null));
    assert_eq!(tape.member(root, "e"), None);
    let inner = tape.member(root, "c").and_then(|c| tape.member(c, "d")).and_then(|d| tape.text(d));
    assert_eq!(inner.as_deref(), Some("x\"]"));
}

/// A hundred dangling references among twenty thousand long ids took minutes. Work is counted in words looked at.
#[test]
fn the_search_for_a_suggestion_ends_early_among_many_long_words() {
    let words: Vec<String> = (0..20_000).map(|i| format!("{}{i}", "x".repeat(88))).collect();
    let looked_at = std::cell::Cell::new(0);
    let known = words.iter().map(|word| {
        looked_at.set(looked_at.get() + 1);
        word.as_str()
    });
    nearest(&format!("{}123no", "x".repeat(88)), known);
    assert!(looked_at.get() < 100, "{}", looked_at.get());
    // Short words are all looked at.
    let short: Vec<String> = (0..2_000).map(|i| format!("b{i}")).collect();
    assert_eq!(nearest("b199 9", short.iter().map(String::as_str)), Some("b1999"));
}

#[test]
fn suggestions_are_near_or_absent() {
    let known = ["radius", "center", "crate", "b1"];
    assert_eq!(nearest("raduis", known), Some("radius"));
    assert_eq!(nearest("centre", known), Some("center"));
    assert_eq!(nearest("RADIUS", known), Some("radius"));
    assert_eq!(nearest("b2", known), Some("b1"));
    assert_eq!(nearest("x", known), None);
    assert_eq!(nearest("zeppelin", known), None);
    assert_eq!(nearest("", known), None);
    assert_eq!(nearest(&"radius".repeat(100), known), None);
    assert_eq!(did_you_mean("crat", known, '"'), "; did you mean \"crate\"?");
    assert_eq!(did_you_mean("zeppelin", known, '"'), "");
}

#[test]
fn paths_read_like_code_and_quote_what_is_not() {
    assert_eq!(render(&steps!["bodies", 3, "shapes", 0, "circle", "radius"]), "bodies[3].shapes[0].circle.radius");
    assert_eq!(render(&steps!["materials", "hard \"rubber\"".to_string(), "density"]), "materials[\"hard \\\"rubber\\\"\"].density");
    assert_eq!(render(&[]), "");
}

#[test]
fn places_count_lines_and_characters_from_1() {
    let mut scan = Scan::new("ab\r\ncé🛞d\n\nx");
    let places: Vec<_> = [0, 1, 4, 5, 7, 11, 12, 13, 14, 99].map(|offset| scan.place(offset)).to_vec();
    assert_eq!(places, [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 1), (4, 1), (4, 2)]);
}

#[test]
fn numbers_are_as_short_as_can_be() {
    let rows = [
        (0.0f32, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (-9.81, "-9.81"),
        (0.1, "0.1"),
        (100_000.0, "100000"),
        (1e16, "1e16"),
        (1e-7, "1e-7"),
        (f32::MAX, "3.4028235e38"),
        (1e-45, "1e-45"),
        (16_777_216.0, "16777216"),
        (f32::NAN, "null"),
    ];
    for (number, text) in rows {
        assert_eq!(number_text(number), text);
    }
}

#[test]
fn what_fits_on_a_line_stands_on_one_line() {
    let numbers = |count: usize| Json::Array((0..count).map(|i| Json::plain(1000 + i)).collect());
    let text = Json::object([("short", numbers(5)), ("long", numbers(60)), ("list", Json::Array(vec![Json::object([("a", numbers(2))])]))])
        .print();
    assert!(text.lines().all(|line| line.chars().count() <= 140), "{text}");
    assert!(text.contains("\n  \"short\": [1000, 1001, 1002, 1003, 1004],\n"), "{text}");
    assert!(text.contains("\n  \"long\": [\n    1000, 1001,"), "{text}");
    assert!(text.ends_with("\n  \"list\": [\n    { \"a\": [1000, 1001] }\n  ]\n}\n"), "{text}");
}
