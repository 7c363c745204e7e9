//! Damaged and overgrown scene files: none breaks the loader, each refusal says where, and what is accepted runs.
//!
//! A seeded part runs with every test; the variable `DAMAGE=all` runs all 60,000 damaged files and 2,000 grown scenes
//! (`DAMAGE=all cargo test --release --test damage`).

use collidoscope::engine::body::BodyKind;
use collidoscope::engine::joint::JointKind;
use collidoscope::engine::math::Vec2;
use collidoscope::scene::document::{BodyDoc, Document, Geometry, JointDoc, ShapeDoc, WorldSettings};
use collidoscope::scene::file;
use collidoscope::scene::limits;
use collidoscope::scene::progress::Progress;
use collidoscope::scene::stage::Stage;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;
use std::cell::Cell;
use std::panic::catch_unwind;
use std::path::Path;

/// Numbers that are at home in no scene, or only just.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1e39",
    "1e308",
    "1e999",
    "-1e38",
    "3.4028235e38",
    "1e-46",
    "1e-38",
    "100000",
    "-100000.01",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "18446744073709551616",
    "0.5",
    "null",
    "NaN",
    "-Infinity",
    "[]",
    "true",
];
/// Texts that parsers and printers stumble over.
const TEXTS: &[&str] = &[
    r#""""#,
    r#"" ""#,
    r#""\u0000""#,
    r#""\ud800""#,
    r#""\u202Eevil""#,
    r#""\u001b[31m""#,
    r#""shot 1""#,
    r#""a\nb""#,
    r#""../..""#,
    "\"é😀\"",
    r#""\"""#,
    r#""world""#,
    r#""box""#,
];

fn all() -> bool {
    std::env::var("DAMAGE").is_ok_and(|value| value == "all")
}

fn pick<'a, T>(rng: &mut Pcg32, list: &'a [T]) -> &'a T {
    list.choose(rng).expect("not empty")
}

/// All scenes of the repository and moments of runs, one with projectiles in flight.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["scenes", "scenes/microscope", "tests/files/v1"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("readable").path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    let text = |path: &std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(path).expect("text"));
    let mut sources: Vec<_> = files.iter().map(text).collect();
    assert!(sources.len() > 25, "{}", sources.len());
    for name in ["welcome", "thin_wall", "car"] {
        let path = root.join(format!("scenes/{name}.json"));
        let document = file::parse(&std::fs::read(path).expect("there")).expect("sound");
        let mut stage = Stage::new(&document).expect("sound");
        (0..150).for_each(|_| stage.step());
        let moment = Document { state: Some(Box::new(stage.state())), ..document };
        sources.push((format!("a moment of {name}"), file::to_json(&moment)));
    }
    sources
}

/// Where the values of JSON start and end whose first byte is wanted.
fn tokens(text: &str, wanted: impl Fn(u8) -> bool) -> Vec<(usize, usize)> {
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        at += 1;
        if bytes[start] == b'"' {
            while at < bytes.len() && bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at = (at + 1).min(bytes.len());
        } else if matches!(bytes[start], b'-' | b'0'..=b'9') {
            while at < bytes.len() && matches!(bytes[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') {
                at += 1;
            }
        }
        if wanted(bytes[start]) {
            found.push((start, at));
        }
    }
    found
}

fn replace(bytes: &mut Vec<u8>, rng: &mut Pcg32, wanted: impl Fn(u8) -> bool, by: &[&str]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Some(&(start, end)) = tokens(text, wanted).choose(rng) {
        bytes.splice(start..end, pick(rng, by).bytes());
    }
}

/// Does something to some lines of a file.
fn with_lines(bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<Vec<u8>>)) {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    if !lines.is_empty() {
        change(&mut lines);
    }
    *bytes = lines.concat();
}

fn damage(bytes: &mut Vec<u8>, rng: &mut Pcg32) {
    if bytes.is_empty() {
        return;
    }
    let at = rng.random_range(0..bytes.len());
    match rng.random_range(0..9) {
        0 => bytes[at] ^= 1 << rng.random_range(0..8),
        1 => bytes[at] = rng.random(),
        2 => bytes.truncate(at),
        3 => with_lines(bytes, |lines| drop(lines.remove(at % lines.len()))),
        4 => with_lines(bytes, |lines| lines.insert(at % lines.len(), lines[at % lines.len()].clone())),
        5 => with_lines(bytes, |lines| {
            let other = rng.random_range(0..lines.len());
            let one = at % lines.len();
            lines.swap(one, other);
        }),
        6 | 7 => replace(bytes, rng, |byte| byte == b'-' || byte.is_ascii_digit(), NUMBERS),
        _ => replace(bytes, rng, |byte| byte == b'"', TEXTS),
    }
}

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Refused,
    Accepted,
}

/// Loads some bytes. A refusal says where; what is accepted is built, and reads back as it is written.
fn load(bytes: &[u8]) -> Fate {
    let progress = Progress::default();
    let parsed = file::parse_watched(bytes, &progress);
    // Each value of the text is looked at once, each body a second time by the rules.
    assert!(progress.looks() <= 2 * bytes.len() as u64 + 2, "{} looks at {} bytes", progress.looks(), bytes.len());
    match parsed {
        Err(problems) => {
            assert!((1..=limits::PROBLEMS + 1).contains(&problems.0.len()));
            for (i, problem) in problems.0.iter().enumerate() {
                let is_count = i == limits::PROBLEMS && problem.message.contains("more problems");
                let place = problem.place.is_some_and(|(line, column)| line > 0 && column > 0);
                assert!(place || is_count, "no place: {problem:?}");
                assert!(!problem.message.is_empty() && !problem.to_string().contains(['\u{1b}', '\u{202e}']), "{problem:?}");
            }
            Fate::Refused
        }
        Ok(document) => {
            // `check` and `run` agree.
            let built = Stage::new(&document).map(drop);
            built.unwrap_or_else(|problems| panic!("accepted, but it does not run: {problems}"));
            assert!(file::parse(file::to_json(&document).as_bytes()).is_ok_and(|again| again == document), "it reads back differently");
            Fate::Accepted
        }
    }
}

/// Runs a case; where it breaks down, keeps its bytes and says so.
fn told<R>(case: &str, bytes: &[u8], run: impl FnOnce() -> R + std::panic::UnwindSafe) -> R {
    catch_unwind(run).unwrap_or_else(|_| {
        let path = std::env::temp_dir().join("collidoscope-damaged.json");
        let kept = std::fs::write(&path, bytes).is_ok();
        panic!("{case}; its bytes {} {}", if kept { "are in" } else { "do not fit in" }, path.display())
    })
}

#[test]
fn damaged_files_are_refused_with_their_place_or_run() {
    let (sources, cases) = (sources(), if all() { 60_000 } else { 6_000 });
    let mut accepted = 0;
    for case in 0..cases {
        let mut rng = Pcg32::seed_from_u64(case);
        let (name, text) = &sources[case as usize % sources.len()];
        let mut bytes = text.clone().into_bytes();
        (0..*pick(&mut rng, &[1, 1, 1, 2, 3])).for_each(|_| damage(&mut bytes, &mut rng));
        let fate = told(&format!("case {case} of {name}"), &bytes, || load(&bytes));
        accepted += u64::from(fate == Fate::Accepted);
    }
    eprintln!("{accepted} of {cases} damaged files were accepted");
    // Were all refused, or none, then nothing would be tried.
    assert!((cases / 100..cases / 2).contains(&accepted), "{accepted} of {cases} accepted");
}

/// `check` passed files that only `run` refused, without a place: what a saved moment counts must agree in both.
#[test]
fn a_saved_moment_whose_shots_were_emptied_is_refused_by_checking_with_its_place() {
    let sources = sources();
    let (_, text) = sources.iter().find(|(name, _)| name == "a moment of thin_wall").expect("made above");
    let list = |key: &str| {
        let start = text.find(&format!("\"{key}\": [")).expect("a list") + key.len() + 4;
        let mut depth = 0;
        let close = text[start..].bytes().position(|byte| {
            depth += i32::from(byte == b'[') - i32::from(byte == b']');
            depth == 0
        });
        start..=start + close.expect("closed")
    };
    for key in ["shots", "projectiles"] {
        let emptied = [&text[..*list(key).start()], "[]", &text[list(key).end() + 1..]].concat();
        assert!(emptied.len() < text.len(), "there are {key}");
        let problems = file::parse(emptied.as_bytes()).expect_err("refused").0;
        assert!(problems.iter().any(|p| p.place.is_some() && p.path.starts_with("state")), "{problems:?}");
    }
}

/// Places of all texts and lists in a JSON value, as JSON pointers.
fn texts_and_lists(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.replace('~', "~0").replace('/', "~1"), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    if value.is_string() || value.is_array() {
        found.push(at.to_owned());
    }
    children.into_iter().for_each(|(key, child)| texts_and_lists(child, &format!("{at}/{key}"), found));
}

/// A formula longer than it may be was complained about and read all the same: a million brackets ended the program.
#[test]
fn texts_and_lists_of_any_length_are_refused_before_they_are_followed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/v1/everything.json");
    let sound: Value = serde_json::from_slice(&std::fs::read(path).expect("there")).expect("JSON");
    let mut places = Vec::new();
    texts_and_lists(&sound, "", &mut places);
    let mut refused = 0;
    for place in &places {
        let is_text = sound.pointer(place).is_some_and(Value::is_string);
        for filling in if is_text { &["(", "-", "9*"][..] } else { &[""] } {
            let mut damaged = sound.clone();
            let value = damaged.pointer_mut(place).expect("there");
            match value {
                Value::Array(list) => {
                    let size = serde_json::to_vec(list).expect("JSON").len();
                    *list = std::iter::repeat_n(&*list, 300_000 / size + 2).flatten().cloned().collect();
                }
                _ => *value = filling.repeat(100_000).into(),
            }
            let bytes = serde_json::to_vec(&damaged).expect("JSON");
            refused += usize::from(told(&format!("{place} made long"), &bytes, || load(&bytes)) == Fate::Refused);
        }
    }
    eprintln!("{refused} refused at {} places", places.len());
    assert!(places.len() > 300 && refused > 600, "{refused} refused at {} places", places.len());
}

/// A number at an end of its range, in the middle or at random.
fn extreme(rng: &mut Pcg32, range: limits::Range) -> f32 {
    let within = rng.random_range(0.0..1.0_f32);
    match rng.random_range(0..8) {
        0 => range.min,
        1 => range.max,
        2 => range.max / 1000.0,
        _ => (range.min.max(-30.0) + within * (range.max.min(30.0) - range.min.max(-30.0))).clamp(range.min, range.max),
    }
}

fn point(rng: &mut Pcg32) -> Vec2 {
    Vec2::new(extreme(rng, limits::COORDINATE), extreme(rng, limits::COORDINATE))
}

fn geometry(rng: &mut Pcg32) -> Geometry {
    let size = |rng: &mut Pcg32| if rng.random_ratio(1, 6) { extreme(rng, limits::SIZE) } else { rng.random_range(0.1..2.0) };
    let near = |rng: &mut Pcg32| Vec2::new(rng.random_range(-2.0..2.0), rng.random_range(-2.0..2.0));
    match rng.random_range(0..6) {
        0 => Geometry::Box { width: size(rng), height: size(rng), center: near(rng), angle: extreme(rng, limits::ANGLE), rounding: 0.0 },
        1 => Geometry::Capsule { a: near(rng), b: near(rng), radius: size(rng) },
        2 => Geometry::Outline { vertices: (0..rng.random_range(3..8)).map(|_| near(rng)).collect() },
        3 => Geometry::Polygon { vertices: vec![near(rng), near(rng), near(rng)], rounding: 0.0 },
        _ => Geometry::Circle { radius: size(rng), center: near(rng) },
    }
}

/// A scene that uses the room which the schema leaves: numbers at their ends, many bodies, chains of joints.
fn grown(rng: &mut Pcg32, is_largest: bool) -> Document {
    let most = limits::BODIES.max as usize;
    let count = if is_largest { most } else { *pick(rng, &[1, 3, 10, 10, 30, 30, 100, 1_000]) };
    let world = WorldSettings {
        gravity: Vec2::new(extreme(rng, limits::GRAVITY), extreme(rng, limits::GRAVITY)),
        step_hz: extreme(rng, limits::STEP_HZ),
        substeps: if is_largest { 1 } else { *pick(rng, &[1, 8, 64]) },
        ..WorldSettings::default()
    };
    // Sound shapes alone, so that not all scenes are refused for one of them; a few others to be refused.
    let mut shapes: Vec<Geometry> = (0..8).map(|_| geometry(rng)).collect();
    let is_sound = |geometry: &Geometry| {
        let body = BodyDoc { id: "a".into(), shapes: vec![ShapeDoc::new(geometry.clone())], ..BodyDoc::default() };
        file::check(&Document { bodies: vec![body], ..Document::default() }).is_ok()
    };
    if is_largest || rng.random_ratio(9, 10) {
        shapes.retain(is_sound);
        shapes.push(Geometry::Circle { radius: 0.5, center: Vec2::ZERO });
    }
    let mut body = |i: usize| BodyDoc {
        id: if i == 0 { "\u{202e}first".into() } else { format!("b{i}") },
        kind: *pick(rng, &[BodyKind::Dynamic, BodyKind::Dynamic, BodyKind::Dynamic, BodyKind::Static, BodyKind::Kinematic]),
        position: if is_largest { Vec2::new((i % 200) as f32 * 5.0, (i / 200) as f32 * 5.0) } else { point(rng) },
        angle: extreme(rng, limits::ANGLE),
        linear_velocity: Vec2::new(extreme(rng, limits::VELOCITY), extreme(rng, limits::VELOCITY)).clamp_length_max(limits::VELOCITY.max),
        angular_velocity: extreme(rng, limits::ANGULAR_VELOCITY),
        gravity_scale: extreme(rng, limits::GRAVITY_SCALE),
        bullet: rng.random(),
        fixed_rotation: rng.random_ratio(1, 5),
        shapes: vec![ShapeDoc { density: Some(extreme(rng, limits::PROJECTILE_DENSITY)), ..ShapeDoc::new(pick(rng, &shapes).clone()) }],
        ..BodyDoc::default()
    };
    let bodies: Vec<BodyDoc> = (0..count).map(&mut body).collect();
    let kinds = JointKind::all();
    let joint = |i: usize, rng: &mut Pcg32| {
        let anchor = bodies[i].position;
        let body_a = (i > 0).then(|| bodies[rng.random_range(0..i)].id.clone());
        let kind = *pick(rng, &kinds);
        JointDoc { id: format!("j{i}"), body_a, body_b: bodies[i].id.clone(), ..JointDoc::between(anchor + Vec2::X, anchor, kind) }
    };
    let is_bound = |i: &usize| bodies[*i].kind == BodyKind::Dynamic;
    let joints = (0..count.min(200)).filter(is_bound).filter(|_| !is_largest).map(|i| joint(i, rng)).collect();
    Document { world, bodies, joints, ..Document::default() }
}

#[test]
fn scenes_grown_to_the_limits_of_the_schema_are_refused_or_run() {
    let cases = if all() { 2_000 } else { 200 };
    let (mut ran, mut largest) = (0, 0);
    let (most_work, overcrowded) = (Cell::new((0, 0)), Cell::new(0));
    for case in 0..cases {
        let mut rng = Pcg32::seed_from_u64(1_000_000 + case);
        // The largest take many seconds each.
        let is_largest = case % 200 == 0;
        let document = grown(&mut rng, is_largest);
        let run = || {
            let text = file::to_json(&document);
            let Ok(read) = file::parse(text.as_bytes()) else {
                assert!(file::check(&document).is_err(), "a file is refused whose document is accepted");
                return false;
            };
            let mut stage = Stage::new(&read).unwrap_or_else(|problems| panic!("accepted, but it does not run: {problems}"));
            for _ in 0..if is_largest { 1 } else { 3 } {
                stage.step();
                most_work.set(most_work.get().max((stage.world().step_work(), case)));
                overcrowded.set(overcrowded.get() + u32::from(stage.world().events().overcrowded));
                for (_, body) in stage.world().bodies() {
                    assert!(body.center.is_finite() && body.linear_velocity.is_finite() && body.angular_velocity.is_finite());
                }
            }
            // What runs can be saved, and goes on from there.
            let moment = Document { state: Some(Box::new(stage.state())), ..read };
            let text = file::to_json(&moment);
            assert!(!text.contains("null"));
            if text.len() as u64 <= limits::FILE_BYTES {
                let back = file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("its moment is refused: {problems}"));
                assert!(back == moment && Stage::new(&back).is_ok());
            }
            true
        };
        if told(&format!("grown scene {case}"), file::to_json(&document).as_bytes(), std::panic::AssertUnwindSafe(run)) {
            ran += 1;
            largest = largest.max(document.bodies.len());
        }
    }
    let ((work, heaviest), overcrowded) = (most_work.get(), overcrowded.get());
    eprintln!("{ran} of {cases} grown scenes ran, the largest of {largest} bodies; {overcrowded} steps were overcrowded");
    eprintln!("the heaviest step: {work} passes over rows, scene {heaviest}");
    assert!(ran > cases / 5 && ran < cases, "{ran} of {cases} ran");
}
