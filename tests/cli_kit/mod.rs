//! How the tests run the program: with good input, with bad input, with a wrong command line.
#![allow(dead_code)]

use assert_cmd::Command;
use serde_json::Value;
use std::fs;

/// What a run of the program left behind.
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn collidoscope(arguments: &[&str]) -> Outcome {
    let output = Command::cargo_bin("collidoscope").unwrap().args(arguments).env("NO_COLOR", "1").output().unwrap();
    Outcome {
        code: output.status.code().expect("the program was not killed"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn good(arguments: &[&str]) -> Outcome {
    let outcome = collidoscope(arguments);
    assert_eq!(outcome.code, 0, "{arguments:?} failed:\n{}", outcome.err);
    assert!(!outcome.err.contains("panicked"), "{}", outcome.err);
    outcome
}

/// Runs with input that is wrong: code 1, a reason, no output, no panic.
pub fn refused(arguments: &[&str]) -> String {
    let outcome = collidoscope(arguments);
    assert_eq!(outcome.code, 1, "{arguments:?}: {}{}", outcome.out, outcome.err);
    assert!(!outcome.err.trim().is_empty(), "{arguments:?} gave no reason");
    assert!(!outcome.err.contains("panicked"), "{}", outcome.err);
    outcome.err
}

/// Runs with a command line that is wrong: code 2 and help on how to say it.
pub fn misused(arguments: &[&str]) -> String {
    let outcome = collidoscope(arguments);
    assert_eq!(outcome.code, 2, "{arguments:?}: {}{}", outcome.out, outcome.err);
    assert!(outcome.err.contains("error:"), "{}", outcome.err);
    outcome.err
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("not JSON ({error}): {text}"))
}

/// A folder of its own for a test's files.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }
    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }
    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.path().join(name), text).unwrap();
        self.path(name)
    }
}

/// Two boxes on the ground, one on the other, and a circle in the air with two shapes beside it.
pub const STACK: &str = r#"{ "format": "collidoscope-scene", "version": 1, "title": "Stack",
  "bodies": [
    { "id": "ground", "kind": "static", "shapes": [ { "box": { "width": 20, "height": 1, "center": [0, -0.5] } } ] },
    { "id": "lower", "position": [0, 0.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
    { "id": "upper, of \"two\"", "position": [0.1, 1.5], "shapes": [ { "box": { "width": 1, "height": 1 } } ] },
    { "id": "ball", "position": [5, 4], "shapes": [ { "circle": { "radius": 0.5 } } ] },
    { "id": "dumbbell", "position": [8, 4], "shapes": [ { "circle": { "radius": 0.3, "center": [-1, 0] } }, { "circle": { "radius": 0.3, "center": [1, 0] } } ] } ],
  "joints": [ { "id": "hinge", "kind": "revolute", "body_b": "dumbbell", "anchor": [8, 4] } ] }"#;
