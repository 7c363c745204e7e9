//! The command line without a process: a machine of maps and strings stands for the one outside.

use collidoscope::headless::host::{Host, KeptWork, Output};
use collidoscope::headless::source;
use collidoscope::headless::{EXIT_BAD_INPUT, EXIT_OK, EXIT_USAGE, main};
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, shipped};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::rc::Rc;

/// A machine of maps and strings.
#[derive(Default)]
struct Paper {
    files: BTreeMap<String, Vec<u8>>,
    out: String,
    err: String,
    /// Lines that standard output still takes.
    patience: Option<usize>,
    /// Sizes of the pieces that a file came in, and whether it was finished.
    pieces: Rc<RefCell<(Vec<usize>, bool)>>,
    kept: Vec<KeptWork>,
}

struct Pieces(Rc<RefCell<(Vec<usize>, bool)>>);

impl Output for Pieces {
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.0.borrow_mut().0.push(bytes.len());
        Ok(())
    }
    fn finish(self: Box<Self>) -> Result<(), String> {
        self.0.borrow_mut().1 = true;
        Ok(())
    }
}

impl Host for Paper {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, String> {
        self.files.get(path).cloned().ok_or_else(|| "there is no such file".into())
    }
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        if path.contains('/') {
            return Err("there is no such folder".into());
        }
        self.files.insert(path.into(), bytes.into());
        Ok(())
    }
    fn begin(&mut self, path: &str) -> Result<Box<dyn Output>, String> {
        if path.contains('/') { Err("there is no such folder".into()) } else { Ok(Box::new(Pieces(Rc::clone(&self.pieces)))) }
    }
    fn is_same_file(&mut self, one: &str, other: &str) -> bool {
        one == other && self.files.contains_key(one)
    }
    fn is_read_only(&mut self, path: &str) -> bool {
        path.starts_with("locked")
    }
    fn out(&mut self, text: &str) -> Result<(), String> {
        if let Some(patience) = &mut self.patience {
            *patience = patience.checked_sub(1).ok_or("nobody listens")?;
        }
        self.out += text;
        Ok(())
    }
    fn err(&mut self, text: &str) {
        self.err += text;
    }
    fn seconds(&mut self) -> f64 {
        0.0
    }
    fn kept_work(&mut self) -> Vec<KeptWork> {
        self.kept.clone()
    }
    fn exists(&mut self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

fn run_with(host: &mut Paper, words: &str) -> u8 {
    let arguments = std::iter::once("collidoscope").chain(words.split_whitespace()).map(OsString::from);
    main(arguments, host, |request, host| {
        host.err(&format!("window {:?}", request.scene));
        7
    })
}

#[test]
fn without_a_command_the_window_opens_with_the_scene_named() {
    for (words, scene) in [("", "None"), ("pyramid", "Some(\"pyramid\")"), ("./run", "Some(\"./run\")")] {
        let mut host = Paper::default();
        assert_eq!(run_with(&mut host, words), 7, "the window's code is the program's");
        assert_eq!(host.err, format!("window {scene}"));
    }
}

#[test]
fn a_run_stops_when_nobody_listens() {
    let mut host = Paper { patience: Some(3), ..Paper::default() };
    // A million million steps would take weeks.
    assert_eq!(run_with(&mut host, "run sat_pair --steps 1000000000000"), EXIT_BAD_INPUT);
    assert_eq!(host.out.lines().count(), 3);
    assert_eq!(host.err, "standard output: nobody listens\n");
}

/// `run --out` collected its output and wrote it at the end: 15 GB after ten minutes of a pyramid.
#[test]
fn a_run_into_a_file_hands_over_every_sample_as_it_is_made() {
    let mut host = Paper::default();
    assert_eq!(run_with(&mut host, "run sat_pair --steps 200 --out run"), EXIT_OK);
    let (sizes, finished) = &*host.pieces.borrow();
    assert!(*finished && sizes.len() == 201, "{} pieces", sizes.len());
    assert!(sizes.iter().all(|&size| size < 4000), "{sizes:?}");
}

#[test]
fn every_complaint_is_one_line_that_begins_with_the_file() {
    let mut host = Paper::default();
    host.files.insert("broken".into(), b"{".to_vec());
    for (words, start) in [
        ("run nowhere --steps 1", "nowhere: there is no such file\n"),
        ("check broken", "broken: "),
        ("render pyramid --out no/picture.svg", "no/picture.svg: there is no such folder\n"),
        ("run pyramid --steps 0 --out no/run", "no/run: there is no such folder\n"),
        ("trace pyramid --pair ground,carriage --algorithm gjk --out no/trace", "no/trace: there is no such folder\n"),
    ] {
        host.err.clear();
        assert_eq!(run_with(&mut host, words), EXIT_BAD_INPUT, "{words}");
        assert!(host.err.starts_with(start) && host.err.lines().count() == 1, "{words}: {}", host.err);
    }
    assert_eq!(host.files.len(), 1, "something was written");
}

/// What this program writes is not always shorter: `1e4` becomes `10000`. It wrote a file that did not open any
/// more.
#[test]
fn a_file_that_would_not_open_again_is_not_rewritten() {
    let shapes = vec![r#"{"circle":{"radius":1e4}}"#; 32].join(",");
    let bodies: Vec<String> = (0..20_000).map(|i| format!(r#"{{"id":"{i}","shapes":[{shapes}]}}"#)).collect();
    let text = format!(r#"{{"format":"collidoscope-scene","version":1,"bodies":[{}]}}"#, bodies[..19_500].join(","));
    assert!(text.len() as u64 <= file::MAX_FILE_BYTES, "{} bytes", text.len());
    let mut host = Paper::default();
    host.files.insert("large".into(), text.clone().into_bytes());
    assert_eq!(run_with(&mut host, "format large"), EXIT_BAD_INPUT);
    assert!(host.err.starts_with("large: a scene may have at most 16777216 bytes, this one has "), "{}", host.err);
    assert_eq!(host.files["large"], text.into_bytes());
}

#[test]
fn unsaved_work_is_listed_and_written_to_a_new_file_only() {
    let mut host = Paper::default();
    assert_eq!(run_with(&mut host, "recover"), EXIT_OK);
    assert_eq!(host.out, "There is nothing to recover.\n");
    assert_eq!(run_with(&mut host, "recover --to out"), EXIT_BAD_INPUT);
    let sound = b"{ \"format\": \"collidoscope-scene\", \"version\": 1 }".to_vec();
    host.files.extend([("torn".to_owned(), b"{".to_vec()), ("whole".to_owned(), sound.clone())]);
    let (name, time) = ("A\u{202e}\nbridge".to_owned(), "yesterday".to_owned());
    let scenes = vec!["torn".to_owned(), "whole".to_owned()];
    host.kept = vec![KeptWork { name, origin: Some("bridge.json".to_owned()), edits: 17, time, scenes, is_running: false }];
    host.out.clear();
    assert_eq!(run_with(&mut host, "recover"), EXIT_OK);
    assert!(host.out.starts_with("1  “A\\u202e bridge”, 17 edits, of bridge.json, yesterday\n   torn\n"), "{}", host.out);
    assert_eq!(run_with(&mut host, "recover --to out"), EXIT_OK, "{}", host.err);
    assert_eq!(host.files.get("out"), Some(&sound), "the newest that can be opened");
    for (words, reason) in [
        ("recover --to whole", "whole: it is there already"),
        ("recover 2 --to new", "there is no copy 2"),
        ("recover 1 --to no/new", "no/new: there is no such folder"),
    ] {
        host.err.clear();
        assert_eq!(run_with(&mut host, words), EXIT_BAD_INPUT, "{words}");
        assert!(host.err.starts_with(reason), "{words}: {}", host.err);
    }
    assert_eq!(host.files.get("whole"), Some(&sound));
    assert_eq!(run_with(&mut host, "recover 0"), EXIT_USAGE);
}

#[test]
fn a_report_is_replayed_and_what_is_none_is_refused() {
    use collidoscope::scene::{document::Document, report::Report};
    let mut host = Paper::default();
    let report = Report::new("a breakdown\non purpose", &Document::default(), 7, true);
    host.files.extend([("r".to_owned(), report.to_json().into_bytes()), ("none".to_owned(), b"{}".to_vec())]);
    assert_eq!(run_with(&mut host, "replay r --to scene"), EXIT_OK, "{}", host.err);
    assert!(host.out.contains("7 steps to: a breakdown on purpose\n") && host.out.contains("not repeated"), "{}", host.out);
    assert!(host.out.ends_with("It ran 67 steps and did not break down.\n"), "{}", host.out);
    assert!(file::parse(&host.files["scene"]).is_ok());
    assert_eq!(run_with(&mut host, "replay none"), EXIT_BAD_INPUT);
    assert!(host.err.starts_with("none: it is no report of this program"), "{}", host.err);
}

/// `animate` and `bench` stepped on in a world that stands still: a film of one picture, times of nothing.
#[test]
fn a_step_in_which_nothing_can_move_is_an_error() {
    let pyramid = shipped::scenes().iter().find(|scene| scene.name == "pyramid").map(|scene| scene.json);
    let document = file::parse(pyramid.unwrap_or_default().as_bytes()).unwrap_or_else(|problems| panic!("{problems}"));
    let stage = || Stage::new(&document).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(source::step(&mut stage()), Ok(()));
    let mut stage = stage();
    stage.limit_pairs(0);
    let told = source::step(&mut stage);
    assert!(told.as_ref().is_err_and(|why| why.contains("Too many shapes overlap")), "{told:?}");
}
