//! Each room of the house names only the rooms and libraries it may name.
//!
//! The table in `src/lib.rs` says who may name whom. Here the source text is read: comments and strings are taken
//! out, every path (`crate::lens::sat`, `super::super::draw`, `std::fs`, `egui::Ui`, groups in braces included) is
//! followed to the room or library it leads to, and a path that leads where its room may not go is reported with file
//! and line.
//!
//! Files of one crate name no files in a circle, and the parts of the engine name none above them: see
//! `no_import_circle_between_files` and `ENGINE_FLOORS`.

mod source_text;

use source_text::graph::Graph;
use source_text::modules::Crate;
use source_text::paths::paths;
use source_text::text::{Token, behind_group, stripped, tokens_without_tests};
use source_text::{rust_files, shown, source_folder};
use std::collections::{BTreeMap, BTreeSet};
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
    Room { name: "packed", may_name: &["packed"], libraries: &["miniz_oxide"] },
    Room { name: "engine", may_name: &["engine", "ran"], libraries: &["glam", "libm", "wide"] },
    Room { name: "guidance", may_name: &["guidance", "engine::math", "engine::polynomial", "engine::probe"], libraries: &["glam", "libm"] },
    Room { name: "light", may_name: &["light", "engine::math", "engine::probe"], libraries: &["glam", "libm"] },
    Room { name: "smoke", may_name: &["smoke", "engine::math", "engine::probe"], libraries: &["glam", "libm"] },
    Room {
        name: "scene",
        may_name: &["scene", "light", "smoke", "guidance", "engine", "packed"],
        libraries: &["base64", "glam", "libm", "serde", "serde_json", "schemars", "strsim"],
    },
    Room {
        name: "draw",
        may_name: &["draw", "packed"],
        libraries: &[
            "base64",
            "color_quant",
            "glam",
            "image",
            "imagesize",
            "libm",
            "pdf_writer",
            "plotters",
            "png_codec",
            "resvg",
            "svg2pdf",
        ],
    },
    Room {
        name: "lens",
        may_name: &["lens", "scene", "light", "smoke", "guidance", "engine", "draw", "packed"],
        libraries: &["glam", "libm", "serde_json"], // traces leave the microscope as JSON
    },
    Room {
        name: "app",
        may_name: &["app", "scene", "lens", "draw", "guidance", "engine"],
        libraries: &["glam", "libm", "serde", "serde_json"],
    },
    Room {
        name: "ui",
        may_name: &["ui", "app", "lens", "scene", "draw", "guidance", "engine", "packed"],
        libraries: &["glam", "libm", "egui", "egui_phosphor", "egui_plot", "egui_notify", "egui_extras", "fuzzy_matcher"],
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
    let declared: BTreeSet<String> = ["lib.rs", "physics.rs"]
        .map(|root| fs::read_to_string(source_folder().join(root)).unwrap())
        .iter()
        .flat_map(|root| root.lines())
        .filter_map(|line| line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')).map(str::to_string))
        .collect();
    let folders: BTreeSet<String> = fs::read_dir(source_folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let checked: BTreeSet<String> = ROOMS.iter().map(|room| room.name.to_string()).chain(["shell".to_string()]).collect();
    assert_eq!(declared, checked, "src/lib.rs and src/physics.rs declare other rooms than this test knows");
    assert_eq!(folders, checked, "src holds other folders than this test knows");
}

/// Files of `src` have at most so many lines.
const LONGEST_FILE: usize = 400;
/// Those that have more, and how many they may have. The list may only get shorter, and its numbers smaller.
const LONGER_FILES: &[(&str, usize)] = &[("src/engine/broad/grid.rs", 423), ("src/engine/joint/direct.rs", 490)];
/// A file of tests reads from top to bottom, so it may be longer.
const LONGEST_TEST_FILE: usize = 670;

#[test]
fn no_file_is_too_long() {
    let lines = |file: &Path| fs::read_to_string(file).unwrap().lines().count();
    let mut wrong = Vec::new();
    for file in rust_files(&source_folder()) {
        let (name, lines) = (shown(&file), lines(&file));
        match LONGER_FILES.iter().find(|(listed, _)| *listed == name) {
            Some(_) if lines <= LONGEST_FILE => wrong.push(format!("{name} has {lines} lines: take it out of LONGER_FILES")),
            Some((_, most)) if lines <= *most => {}
            None if lines <= LONGEST_FILE => {}
            _ => wrong.push(format!("{name} has {lines} lines")),
        }
    }
    wrong.extend(LONGER_FILES.iter().filter(|(name, _)| !project_file(name).exists()).map(|(name, _)| format!("{name} is gone")));
    for file in rust_files(&project_file("tests")) {
        if lines(&file) > LONGEST_TEST_FILE {
            wrong.push(format!("{} has {} lines", shown(&file), lines(&file)));
        }
    }
    assert!(wrong.is_empty(), "a file has at most {LONGEST_FILE} lines, of tests {LONGEST_TEST_FILE}:\n{}", wrong.join("\n"));
}

/// Comments are wrapped at so many columns.
const COMMENT_COLUMNS: usize = 120;
/// So many lines of `src` are not yet; the number may only fall.
const LONG_COMMENT_LINES: usize = 27;
/// When the number has fallen by more than this, the bound follows.
const BOUND_FOLLOWS: usize = 60;

#[test]
fn comments_are_wrapped() {
    let mut long: Vec<String> = Vec::new();
    for file in rust_files(&source_folder()) {
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.trim_start().starts_with("//") && line.chars().count() > COMMENT_COLUMNS {
                long.push(format!("{}:{}", shown(&file), number + 1));
            }
        }
    }
    let count = long.len();
    assert!(count <= LONG_COMMENT_LINES, "{count} comment lines have more than {COMMENT_COLUMNS} columns:\n{}", long.join("\n"));
    assert!(count + BOUND_FOLLOWS >= LONG_COMMENT_LINES, "only {count} long comment lines are left: lower LONG_COMMENT_LINES to that");
}

#[test]
fn readme_fits_a_page() {
    let lines = fs::read_to_string(project_file("README.md")).unwrap().lines().count();
    assert!(lines <= 120, "README.md has {lines} lines: details belong to the pages that it names");
}

/// A file that no program names would never be compiled.
#[test]
fn every_file_of_tests_is_run_by_one_program() {
    let manifest = fs::read_to_string(project_file("Cargo.toml")).unwrap();
    let listed = |path: &Path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let alone = manifest.matches(&format!("[[test]]\nname = \"{name}\"\n\n")).count()
            + manifest.matches(&format!("[[test]]\nname = \"{name}\"\n[[test]]")).count();
        let shared: usize = fs::read_dir(project_file("tests/programs"))
            .unwrap()
            .map(|program| {
                fs::read_to_string(program.unwrap().path()).unwrap().lines().filter(|line| *line == format!("mod {name};")).count()
            })
            .sum();
        alone + shared
    };
    for entry in fs::read_dir(project_file("tests")).unwrap().map(|entry| entry.unwrap().path()) {
        let main = entry.join("main.rs");
        if main.exists() {
            assert!(manifest.contains(&format!("path = \"{}\"", shown(&main))), "Cargo.toml has no [[test]] for {}", shown(&main));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let programs = listed(&entry);
            assert_eq!(programs, 1, "{} belongs to {programs} programs: name it in one of tests/programs", shown(&entry));
        }
    }
    for program in rust_files(&project_file("tests/programs")) {
        assert!(manifest.contains(&format!("path = \"{}\"", shown(&program))), "Cargo.toml has no [[test]] for {}", shown(&program));
    }
}

fn project_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
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
    let is_memory = |part: &str| ["Cursor", "Write", "Result", "Error"].contains(&part);
    if segments.len() >= 2 && segments[0] == "io" && is_memory(&segments[1]) {
        return None; // a place in bytes that are there already, and what takes bytes: a list does
    }
    OUTSIDE.contains(&part.as_str()).then(|| format!("the world outside (`std::{part}`)"))
}

/// A command that nobody carries out must not compile. That holds as long as each `apply_…` names every variant: no
/// `_ =>`, no name that takes all the rest.
#[test]
fn every_command_is_carried_out_by_name() {
    let mut carried_out = BTreeSet::new();
    for file in rust_files(&source_folder().join("app/command")) {
        let tokens = tokens_without_tests(&fs::read_to_string(&file).unwrap());
        let word = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
        for start in (0..tokens.len()).filter(|at| word(*at) == "fn" && word(at + 1).starts_with("apply_")) {
            let open = (start..tokens.len()).find(|at| word(*at) == "{").unwrap();
            let rest = catch_all(&tokens[open..behind_group(&tokens, open)]);
            assert!(rest.is_none(), "{}:{}: `{}` has an arm for all the rest", shown(&file), rest.unwrap_or(0), word(start + 1));
            carried_out.insert(word(start + 1).trim_start_matches("apply_").to_owned());
        }
    }
    let kinds = fs::read_to_string(source_folder().join("app/command/mod.rs")).unwrap();
    let declared: BTreeSet<String> =
        kinds.lines().filter_map(|line| line.split_once(" => apply_")).map(|(_, name)| name.trim_end_matches(',').to_owned()).collect();
    assert_eq!(carried_out, declared, "each kind of command has one method that carries it out");
    assert!(declared.len() >= 10, "{declared:?}");
    for bad in ["match x { A => 1, _ => 2 }", "match x { A => {} rest => 2 }", "match x { _ if y => 1, A => 2 }"] {
        assert!(catch_all(&tokens_without_tests(bad)).is_some(), "not found in `{bad}`");
    }
    for good in ["match x { A(_) => 1, B { y, .. } | C => 2, true => 3 }", "let _ = f(|_| 1);"] {
        assert!(catch_all(&tokens_without_tests(good)).is_none(), "wrongly reported `{good}`");
    }
}

/// The line of the first arm of a `match` that takes whatever is left.
fn catch_all(tokens: &[Token]) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
    let is_arm = |at: usize| word(at + 1) == "if" || word(at + 1) == "=" && word(at + 2) == ">";
    let takes_all =
        |name: &str| name.starts_with(|c: char| c == '_' || c.is_ascii_lowercase()) && !["true", "false", "else"].contains(&name);
    let begins = |at: usize| ["{", "}", ",", "|"].contains(&word(at));
    (1..tokens.len()).find(|at| begins(at - 1) && takes_all(word(*at)) && is_arm(*at)).map(|at| tokens[at].0)
}

/// What belongs to several files of a folder stands in one below them, as the microscopes' `reel.rs`.
#[test]
fn no_import_circle_between_files() {
    let graph = graph_of_the_house();
    let circles = graph.circles();
    let rows: Vec<String> =
        circles.iter().map(|circle| format!("{}\n    {}", graph.row(circle), graph.edges_within(circle).join("\n    "))).collect();
    assert!(rows.is_empty(), "files name each other in a circle:\n{}", rows.join("\n"));
    assert!(graph.edges.len() > 2000, "only {} edges: the paths were not understood", graph.edges.len());
}

/// The floors of the engine, the lowest first. A part (a file or a folder of `src/engine`) names parts on lower
/// floors or its own.
const ENGINE_FLOORS: &[&[&str]] = &[
    &["math", "probe", "tuning", "arena", "identity", "prefetch", "linear", "polynomial", "curve", "frames"], // numbers, and how they are kept
    &["lanes", "aabb", "fingerprint", "lagrange"],
    &["material", "mixing", "shape", "mass", "contour"],
    &["body", "collider"],
    &["broad", "narrow", "island"],
    &["joint", "solver"], // a joint's rows are solved with the solver's bodies, and the solver goes through the joints
    &["state"],
    &["world"],
    &["query", "sensor", "explosion"],
];

#[test]
fn no_part_of_the_engine_names_one_above_it() {
    let graph = graph_of_the_house();
    let part = |file: usize| Some(graph.files[file].strip_prefix("src/engine/")?.split(['/', '.']).next()?).filter(|part| *part != "mod");
    let floor =
        |part: &str| ENGINE_FLOORS.iter().position(|floor| floor.contains(&part)).unwrap_or_else(|| panic!("on which floor is `{part}`?"));
    let mut checked = 0;
    let mut breaches = Vec::new();
    for edge in &graph.edges {
        if let (Some(from), Some(to)) = (part(edge.from), part(edge.to)) {
            checked += 1;
            if floor(to) > floor(from) {
                breaches.push(graph.shown(edge));
            }
        }
    }
    assert!(checked > 500, "only {checked} edges in the engine: the paths were not understood");
    assert!(breaches.is_empty(), "the engine names upwards:\n{}", breaches.join("\n"));
}

/// So many files does the walk of one contact in the head of `src/engine/world/mod.rs` name until its impulse, asides
/// included. The number may only fall.
const FILES_OF_THE_WALK: usize = 15;

/// Each `file.rs`, `function` of the walk is there, so that a reader who follows it is never led astray.
#[test]
fn the_walk_of_a_contact_names_what_exists() {
    let head = fs::read_to_string(source_folder().join("engine/world/mod.rs")).unwrap();
    let head: String = head.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect::<Vec<_>>().join(" ");
    let walk = head.split("# One contact from the broad phase to its impulse").nth(1).expect("the walk");
    let to_impulse = walk.split(" 11. ").next().unwrap_or_default();
    let files: BTreeSet<&str> = to_impulse.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".rs")).collect();
    assert_eq!(files.len(), FILES_OF_THE_WALK, "{files:?}");
    let pieces: Vec<&str> = walk.split('`').collect();
    let (mut named, mut wrong) = (0, Vec::new());
    for at in (1..pieces.len()).step_by(2).filter(|at| pieces[*at].ends_with(".rs")) {
        let file = pieces[at].trim_start_matches("src/engine/");
        let Ok(source) = fs::read_to_string(source_folder().join("engine").join(file)) else {
            wrong.push(format!("{file} is gone"));
            continue;
        };
        let Some(name) = pieces.get(at + 2).filter(|name| pieces[at + 1].trim() == "," && !name.ends_with(".rs")) else { continue };
        let name = name.rsplit("::").next().unwrap_or_default();
        named += 1;
        let tokens = tokens_without_tests(&source);
        if !tokens.windows(2).any(|pair| ["fn", "struct"].contains(&pair[0].1.as_str()) && pair[1].1 == *name) {
            wrong.push(format!("{file} has no `{name}`"));
        }
    }
    assert!(wrong.is_empty(), "the walk of a contact leads astray:\n{}", wrong.join("\n"));
    assert!(named >= 14, "only {named} functions of the walk were understood");
}

/// Who follows the walk of one contact reads the functions that it names and those of the same files that they call.
const LINES_OF_THE_WALK: usize = 1700;

#[test]
fn the_walk_of_a_contact_is_short() {
    let folder = source_folder().join("engine");
    let head = fs::read_to_string(folder.join("world/mod.rs")).unwrap();
    let head: String = head.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect::<Vec<_>>().join(" ");
    let walk = head.split("# One contact from the broad phase to its impulse").nth(1).expect("the walk");
    let pieces: Vec<&str> = walk.split("In the next step").next().unwrap_or_default().split('`').collect();
    let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for at in (1..pieces.len() - 2).step_by(2).filter(|at| pieces[*at].ends_with(".rs") && pieces[at + 1] == ", ") {
        files.entry(pieces[at]).or_default().push(pieces[at + 2].rsplit("::").next().unwrap_or_default().to_owned());
    }
    let mut read = 0;
    for (file, mut names) in files {
        let source = fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let lines: Vec<&str> = source.lines().take_while(|line| *line != "#[cfg(test)]").collect();
        let mut next = 0;
        while next < names.len() {
            for function in functions(&lines, &names[next].clone()) {
                read += function.len();
                for word in lines[function].iter().flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')) {
                    if !names.iter().any(|name| name == word) && !functions(&lines, word).is_empty() {
                        names.push(word.to_owned());
                    }
                }
            }
            next += 1;
        }
    }
    assert!((1000..=LINES_OF_THE_WALK).contains(&read), "the walk of a contact is {read} lines long");
}

/// The lines of all functions of a name, or of the kernel of that name.
fn functions(lines: &[&str], name: &str) -> Vec<std::ops::Range<usize>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins = |line: &str| {
        let is_named = line.split_once("fn ").is_some_and(|(_, rest)| rest.split(['<', '(']).next() == Some(name));
        is_named && !line.ends_with(';') || line.starts_with(&format!("impl Kernel for {name}"))
    };
    let end = |from: usize| (from..lines.len()).find(|&to| lines[to].trim() == "}" && indent(lines[to]) == indent(lines[from]));
    (0..lines.len()).filter(|&from| begins(lines[from])).map(|from| from..end(from).expect("its end") + 1).collect()
}

fn graph_of_the_house() -> Graph {
    let files: Vec<(PathBuf, String)> =
        rust_files(&source_folder()).into_iter().map(|file| (shown(&file).into(), fs::read_to_string(&file).unwrap())).collect();
    Graph::of(&Crate::read(&files))
}
