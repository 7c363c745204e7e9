//! The traces of all microscopes are of the form that the schema tells.

use crate::kit::{example_films, films, random, random_specimen};
use collidoscope::app::microscope::specimen_of;
use collidoscope::lens::microscope::trace::{SCHEMA, to_json};
use collidoscope::lens::microscope::{self, Film, MICROSCOPES};
use collidoscope::scene::shipped;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    assert!(jsonschema::meta::is_valid(&schema), "the schema is not a JSON Schema");
    jsonschema::draft202012::new(&schema).expect("a sound schema")
}

/// The trace of a film, checked against the schema and in what a schema cannot say.
fn checked(film: &Film, schema: &Validator) -> Value {
    let trace: Value = serde_json::from_str(&to_json(film)).expect("JSON");
    let errors: Vec<String> = schema.iter_errors(&trace).map(|e| format!("{}: {e}", e.instance_path)).take(5).collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", film.microscope.id);
    let (steps, records) = (trace["steps"].as_array().expect("steps"), trace["records"].as_array().expect("records"));
    assert_eq!(steps.len(), film.frames.len(), "a step a frame");
    let mut shown = vec![false; records.len()];
    for (index, step) in steps.iter().enumerate() {
        assert_eq!((&step["frame"], &step["heading"]), (&json!(index), &json!(film.frames[index].heading)));
        let source = step["source"].as_str().expect("a marker");
        assert!(source.is_empty() || microscope::source::excerpt(source).is_some(), "{source}");
        if let Some(record) = step.get("record").and_then(Value::as_u64) {
            shown[record as usize] = true;
        }
    }
    assert!(shown.iter().all(|&shown| shown), "{}: each record is shown by a frame", film.microscope.id);
    let separation = film.separation.filter(|_| film.microscope.id != "toi");
    let told = trace["result"]["distance"].as_f64().or_else(|| trace["result"]["depth"].as_f64().map(|depth| -depth));
    if let (Some(separation), Some(told)) = (separation, told) {
        assert_eq!(told as f32, separation, "{}: the gap of the film to its last bit", film.microscope.id);
    }
    trace
}

#[test]
fn every_example_of_every_microscope_traces_into_the_form_of_the_schema() {
    let schema = validator();
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    for (example, film) in example_films() {
        let trace = checked(&film, &schema);
        assert_eq!(trace["algorithm"], json!(film.microscope.id), "{}", example.name);
        *met.entry(film.microscope.id).or_default() += 1;
    }
    assert!(met.len() == MICROSCOPES.len() && met.values().all(|&count| count >= 6), "{met:?}");
    let named: Value = serde_json::from_str::<Value>(SCHEMA).expect("JSON")["properties"]["algorithm"]["enum"].clone();
    assert_eq!(named, json!(MICROSCOPES.iter().map(|m| m.id).collect::<Vec<_>>()));
}

#[test]
fn every_microscope_traces_any_pair_and_each_outcome_is_met() {
    let schema = validator();
    let mut rng = random(17);
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..150 {
        for (microscope, film) in films(&random_specimen(&mut rng)) {
            let trace = checked(&film, &schema);
            *outcomes.entry(format!("{} {}", microscope.id, trace["result"]["outcome"].as_str().expect("a word"))).or_default() += 1;
        }
    }
    for expected in
        ["sat overlap", "sat separated", "gjk overlap", "gjk separated", "epa overlap", "clip contact", "clip no_contact", "toi separated"]
    {
        assert!(outcomes.get(expected).is_some_and(|&count| count > 10), "{expected}: {outcomes:?}");
    }
}

#[test]
fn a_pair_seen_from_the_other_side_has_the_opposite_normal_and_the_same_gap() {
    let mut compared = 0;
    for example in ["sat", "gjk", "epa", "clip"].into_iter().flat_map(shipped::examples) {
        let (specimen, _) = specimen_of(example).expect("shipped");
        let film = microscope::find(example.microscope).expect("known").film;
        let (one, other) = (film(&specimen), film(&specimen.clone().swapped()));
        assert_eq!(other.specimen.a.name, one.specimen.b.name);
        if let (Some(gap), Some(turned), Some(n), Some(m)) = (one.separation, other.separation, one.normal, other.normal) {
            assert!((gap - turned).abs() < 1e-5, "{}: {gap} and {turned}", example.name);
            // Two axes may be equally good; then either is right.
            compared += usize::from((n + m).length() < 1e-4);
        }
    }
    assert!(compared >= 12, "{compared}");
}

#[test]
fn the_schema_refuses_what_is_missing_and_what_is_too_much() {
    let schema = validator();
    let mut refused = 0;
    for (example, film) in example_films().into_iter().filter(|(e, _)| e.name.contains("_1_")) {
        let trace = checked(&film, &schema);
        for place in ["", "/a", "/result", "/steps/0", "/steps/0/numbers/0", "/records/0"] {
            let Some(keys) = trace.pointer(place).and_then(Value::as_object).map(|o| o.keys().cloned().collect::<Vec<_>>()) else {
                continue;
            };
            let mut more = trace.clone();
            more.pointer_mut(place).expect("there")["more"] = json!(1);
            assert!(!schema.is_valid(&more), "{}: anything goes at {place:?}", example.name);
            for key in keys {
                if ["shapes", "step", "distance", "depth", "point_a", "point_b", "fraction", "record", "stage", "inside"]
                    .contains(&key.as_str())
                    && !place.starts_with("/records")
                {
                    continue;
                }
                let mut less = trace.clone();
                less.pointer_mut(place).and_then(Value::as_object_mut).expect("there").remove(&key);
                assert!(!schema.is_valid(&less), "{}: {place}/{key} may be missing", example.name);
                refused += 1;
            }
        }
    }
    assert!(refused > 150, "{refused}");
}
