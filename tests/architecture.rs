//! Each room of the house names only the rooms and libraries it may name.
//!
//! The table in `src/lib.rs` says who may name whom. Here the source text is read: comments and strings are taken out, every
//! path (`crate::lens::sat`, `super::super::draw`, `std::fs`, `egui::Ui`, groups in braces included) is followed to the room or
//! library it leads to, and a path that leads where its room may not go is reported with file and line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room: what it may name inside the crate, and which libraries.
struct Room {
    name: &'static str,
    /// Paths below `crate::`; naming anything below one of these is fine.
    may_name: &'static [&'static str],
    libraries: &'static [&'static str],
}

/// The table of `src/lib.rs`, and the libraries that each room needs.
const ROOMS: &[Room] = &[
    Room { name: "engine", may_name: &["engine"], libraries: &["glam", "libm", "wide"] },
    Room { name: "guidance", may_name: &["guidance", "engine::math", "engine::probe"], libraries: &["glam", "libm"] },
    Room {
        name: "scene",
        may_name: &["scene", "guidance", "engine"],
        libraries: &["glam", "libm", "serde", "serde_json", "schemars", "strsim"],
    },
    Room { name: "draw", may_name: &["draw"], libraries: &["glam", "libm", "resvg"] },
    Room {
        name: "lens",
        may_name: &["lens", "scene", "guidance", "engine", "draw"],
        libraries: &["glam", "libm", "serde_json"], // traces leave the microscope as JSON
    },
    Room {
        name: "app",
        may_name: &["app", "scene", "lens", "draw", "guidance", "engine"],
        libraries: &["glam", "libm", "serde", "serde_json"],
    },
    Room {
        name: "ui",
        may_name: &["ui", "app", "lens", "scene", "draw", "guidance", "engine"],
        libraries: &["glam", "libm", "egui", "egui_phosphor", "egui_notify", "egui_extras", "fuzzy_matcher"],
    },
    Room {
        name: "headless",
        may_name: &["headless", "scene", "lens", "draw", "guidance", "engine"],
        libraries: &["glam", "serde", "serde_json", "strsim", "clap"],
    },
];

/// Parts of the standard library that reach outside the program, and so belong to the shell alone.
const OUTSIDE: &[&str] = &["fs", "io", "net", "thread", "time", "env", "process", "os"];

/// `main` reads the arguments and returns an exit code; everything else it calls.
const MAIN_MAY_USE: &[&str] = &["env", "process"];

#[test]
fn every_room_names_only_what_it_may() {
    let libraries = dependencies();
    let mut breaches = Vec::new();
    for room in ROOMS {
        for file in rust_files(&source_folder().join(room.name)) {
            let source = fs::read_to_string(&file).unwrap();
            breaches.extend(breaches_of(room, &file, &source, &libraries));
        }
    }
    assert!(breaches.is_empty(), "{} paths lead where they may not:\n{}", breaches.len(), breaches.join("\n"));
}

#[test]
fn main_only_calls_the_shell_and_the_command_line() {
    let source = fs::read_to_string(source_folder().join("main.rs")).unwrap();
    let mut breaches = Vec::new();
    for path in paths(&source, &dependencies()) {
        let allowed = match path.segments.first().map(String::as_str) {
            Some("collidoscope") => ["shell", "headless"].contains(&path.segments.get(1).map_or("", String::as_str)),
            Some("std") => {
                let part = path.segments.get(1).map_or("", String::as_str);
                MAIN_MAY_USE.contains(&part) || !OUTSIDE.contains(&part)
            }
            _ => false,
        };
        if !allowed {
            breaches.push(format!("src/main.rs:{}: `{}`", path.line, path.segments.join("::")));
        }
    }
    assert!(breaches.is_empty(), "main may only call shell and headless:\n{}", breaches.join("\n"));
    assert!(source.lines().count() < 80, "main.rs has grown: move work into a room");
}

#[test]
fn no_room_is_empty() {
    for name in ROOMS.iter().map(|room| room.name).chain(["shell"]) {
        let code: usize = rust_files(&source_folder().join(name))
            .iter()
            .map(|file| stripped(&fs::read_to_string(file).unwrap()).matches("fn ").count())
            .sum();
        assert!(code >= 3, "the room `{name}` holds {code} functions: it is empty");
    }
}

#[test]
fn the_rooms_in_lib_rs_are_the_rooms_that_are_checked() {
    let declared: BTreeSet<String> = fs::read_to_string(source_folder().join("lib.rs"))
        .unwrap()
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')).map(str::to_string))
        .collect();
    let folders: BTreeSet<String> = fs::read_dir(source_folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let checked: BTreeSet<String> = ROOMS.iter().map(|room| room.name.to_string()).chain(["shell".to_string()]).collect();
    assert_eq!(declared, checked, "src/lib.rs declares other rooms than this test knows");
    assert_eq!(folders, checked, "src holds other folders than this test knows");
}

/// Not a breach, but tiring to read: printed with `cargo test -- --nocapture`.
#[test]
fn long_files_are_listed() {
    let mut long: Vec<(usize, String)> = rust_files(&source_folder())
        .into_iter()
        .map(|file| (fs::read_to_string(&file).unwrap().lines().count(), shown(&file)))
        .filter(|(lines, _)| *lines > 600)
        .collect();
    long.sort();
    for (lines, file) in long.iter().rev() {
        eprintln!("{file}: {lines} lines");
    }
}

#[test]
fn the_checker_finds_every_way_to_name_a_forbidden_room() {
    let libraries: BTreeSet<String> = ["egui", "glam", "macroquad"].map(String::from).into();
    let scene = ROOMS.iter().find(|room| room.name == "scene").unwrap();
    let guidance = ROOMS.iter().find(|room| room.name == "guidance").unwrap();
    let found = |room: &Room, source: &str| breaches_of(room, Path::new("src/scene/part/file.rs"), source, &libraries).len();
    for bad in [
        "use crate::lens::sat;",
        "use crate::{engine::math, lens};",
        "use crate::{engine::{math, body}, draw::{DrawList, Role}};",
        "fn f() { crate::app::go(); }",
        "use super::super::super::draw;",
        "use std::fs;",
        "use std::{fmt, time::Instant};",
        "fn f() -> std::time::Instant { todo!() }",
        "use egui::Ui;",
        "use macroquad::prelude::*;",
        "fn f() { let s = \"// not a comment\"; crate::ui::go(s) }",
        "fn f() { let c = '\"'; crate::ui::go(c) }",
        "fn f() { let s = r#\"a \" quote\"#; crate::ui::go(s) }",
        "use crate::*;",
        "use egui as gui;",
    ] {
        assert!(found(scene, bad) >= 1, "not found in `{bad}`");
    }
    for good in [
        "use crate::engine::math::Vec2;",
        "use super::super::scene::document;",
        "use super::lens;",
        "// use crate::lens;",
        "/* crate::lens::sat /* nested */ crate::ui */ use crate::guidance::lead;",
        "/// See [`crate::lens::sat`].\nfn f() {}",
        "fn f() -> &'static str { \"crate::lens::sat\" }",
        "fn f<'a>(x: &'a str) -> &'a str { x }",
        "use std::collections::BTreeMap;",
        "use glam::Vec2;",
        "fn f(x: std::time::Duration) {}",
        "fn f(egui: i32) -> i32 { egui + 1 }",
    ] {
        assert_eq!(found(scene, good), 0, "wrongly reported `{good}`");
    }
    assert_eq!(found(guidance, "use crate::engine::{math::Vec2, probe::Probe};"), 0);
    assert_eq!(found(guidance, "use crate::engine::{math::Vec2, world::World};"), 1);
    assert_eq!(found(guidance, "use crate::engine;"), 1, "the whole engine is more than its parts");
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn shown(file: &Path) -> String {
    file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(file).display().to_string()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Names of all libraries in `Cargo.toml`, as Rust spells them.
fn dependencies() -> BTreeSet<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.contains("dependencies]");
        } else if inside && let Some((name, _)) = line.split_once('=') {
            names.insert(name.trim().replace('-', "_"));
        }
    }
    assert!(names.contains("glam") && names.contains("egui") && names.contains("clap"), "the manifest was not understood: {names:?}");
    names
}

/// All paths of a file that its room may not name, as `file:line: path`.
fn breaches_of(room: &Room, file: &Path, source: &str, libraries: &BTreeSet<String>) -> Vec<String> {
    let mut breaches = Vec::new();
    for path in paths(source, libraries) {
        let first = path.segments[0].as_str();
        let reason = match first {
            "crate" => inside(room, &path.segments[1..]),
            "super" => outward(room, file, &path.segments),
            "std" | "core" | "alloc" => outside(&path.segments[1..]),
            library => (!room.libraries.contains(&library)).then(|| format!("the library `{library}`")),
        };
        if let Some(reason) = reason {
            let place = format!("{}:{}", shown(file), path.line);
            breaches.push(format!("{place}: `{}` names {reason}, which `{}` may not", path.segments.join("::"), room.name));
        }
    }
    breaches
}

/// What is wrong with a path below `crate::`.
fn inside(room: &Room, segments: &[String]) -> Option<String> {
    let path = segments.join("::");
    let fits = room.may_name.iter().any(|allowed| path == *allowed || path.starts_with(&format!("{allowed}::")));
    (!fits).then(|| format!("`crate::{path}`"))
}

/// What is wrong with a path that climbs up with `super::`: only where it leaves the room.
fn outward(room: &Room, file: &Path, segments: &[String]) -> Option<String> {
    let climbs = segments.iter().take_while(|segment| *segment == "super").count();
    let relative = file.strip_prefix(source_folder()).or_else(|_| file.strip_prefix("src")).unwrap_or(file);
    let depth = relative.components().count() - usize::from(relative.ends_with("mod.rs"));
    let landing = segments.get(climbs)?;
    let is_room = ROOMS.iter().any(|other| other.name == landing) || landing == "shell";
    (climbs >= depth && is_room).then(|| inside(room, &segments[climbs..])).flatten()
}

/// What is wrong with a path into the standard library.
fn outside(segments: &[String]) -> Option<String> {
    let part = segments.first()?;
    if segments.len() >= 2 && segments[..2] == ["time", "Duration"] {
        return None; // a length of time is a number, not a clock
    }
    OUTSIDE.contains(&part.as_str()).then(|| format!("the world outside (`std::{part}`)"))
}

/// A path as written, with the groups in braces taken apart.
struct NamedPath {
    line: usize,
    segments: Vec<String>,
}

/// Every path of the source that begins with `crate`, `super`, the standard library, this crate's name or a library.
fn paths(source: &str, libraries: &BTreeSet<String>) -> Vec<NamedPath> {
    let tokens = tokens(&stripped(source));
    let begins = |word: &str| ["crate", "super", "std", "core", "alloc", "collidoscope"].contains(&word) || libraries.contains(word);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let previous = if at > 0 { tokens[at - 1].1.as_str() } else { "" };
        let leads_on = tokens.get(at + 1).is_some_and(|(_, next)| next == "::");
        if begins(&tokens[at].1) && previous != "::" && previous != "." && (leads_on || previous == "use") {
            at = follow(&tokens, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads one path from `at`, with `prefix` before it; adds what it leads to and returns the place behind it.
fn follow(tokens: &[(usize, String)], mut at: usize, prefix: &[String], found: &mut Vec<NamedPath>) -> usize {
    let line = tokens[at].0;
    let mut segments = prefix.to_vec();
    loop {
        match tokens.get(at).map(|(_, token)| token.as_str()) {
            Some("{") => {
                at += 1;
                while at < tokens.len() && tokens[at].1 != "}" {
                    at = if tokens[at].1 == "," { at + 1 } else { follow(tokens, at, &segments, found) };
                }
                return at + 1;
            }
            Some(word) => {
                if word != "self" {
                    segments.push(word.to_string());
                }
                at += 1;
            }
            None => return at,
        }
        if tokens.get(at).is_none_or(|(_, token)| token != "::") {
            // `as name` belongs to the path, so that a group goes on behind it.
            if tokens.get(at).is_some_and(|(_, token)| token == "as") {
                at += 2;
            }
            found.push(NamedPath { line, segments });
            return at;
        }
        at += 1;
        // `Vec::<f32>::new`: what follows is no module any more.
        if tokens.get(at).is_some_and(|(_, token)| token == "<") {
            found.push(NamedPath { line, segments });
            return at;
        }
    }
}

/// Words, `::` and single signs, with their lines.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut line = 1;
    let mut rest = code.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '\n' {
            line += 1;
        } else if c.is_alphanumeric() || c == '_' {
            let mut word = c.to_string();
            while let Some(next) = rest.next_if(|next| next.is_alphanumeric() || *next == '_') {
                word.push(next);
            }
            found.push((line, word));
        } else if c == ':' && rest.next_if_eq(&':').is_some() {
            found.push((line, "::".into()));
        } else if !c.is_whitespace() {
            found.push((line, c.to_string()));
        }
    }
    found
}

/// The source without comments and without what stands in strings; line breaks stay.
fn stripped(source: &str) -> String {
    let text: Vec<char> = source.chars().collect();
    let mut kept = String::new();
    let mut at = 0;
    let starts = |at: usize, word: &str| word.chars().enumerate().all(|(i, c)| text.get(at + i) == Some(&c));
    while at < text.len() {
        let end = if starts(at, "//") {
            (at..text.len()).find(|&i| text[i] == '\n').unwrap_or(text.len())
        } else if starts(at, "/*") {
            end_of_block_comment(&text, at)
        } else if let Some(end) = end_of_raw_string(&text, at) {
            end
        } else if text[at] == '"' {
            end_of_string(&text, at)
        } else if let Some(end) = end_of_character(&text, at) {
            end
        } else {
            kept.push(text[at]);
            at += 1;
            continue;
        };
        kept.push(' ');
        kept.extend(text[at..end].iter().filter(|c| **c == '\n'));
        at = end;
    }
    kept
}

fn end_of_block_comment(text: &[char], start: usize) -> usize {
    let (mut depth, mut at) = (0, start);
    while at < text.len() {
        match (text[at], text.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => {
                (depth, at) = (depth - 1, at + 2);
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}

fn end_of_string(text: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < text.len() && text[at] != '"' {
        at += if text[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// `r"…"`, `r#"…"#` …, unless the `r` ends a longer word.
fn end_of_raw_string(text: &[char], start: usize) -> Option<usize> {
    let follows_word = start > 0 && (text[start - 1].is_alphanumeric() || text[start - 1] == '_') && text[start - 1] != 'b';
    if text[start] != 'r' || follows_word {
        return None;
    }
    let hashes = text[start + 1..].iter().take_while(|c| **c == '#').count();
    if text.get(start + 1 + hashes) != Some(&'"') {
        return None;
    }
    let mut at = start + 2 + hashes;
    while at < text.len() {
        if text[at] == '"' && text[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes {
            return Some(at + 1 + hashes);
        }
        at += 1;
    }
    Some(at)
}

/// `'x'`, `'\n'`, `'\u{1f600}'`; not the lifetime `'a`.
fn end_of_character(text: &[char], start: usize) -> Option<usize> {
    if text[start] != '\'' {
        return None;
    }
    if text.get(start + 1) == Some(&'\\') {
        return (start + 3..text.len()).find(|&i| text[i] == '\'').map(|i| i + 1);
    }
    (text.get(start + 2) == Some(&'\'')).then_some(start + 3)
}
