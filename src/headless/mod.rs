//! THE COMMAND LINE. The same engine, file and pictures without a window, for scripts, teachers and tests.
//!
//! One file per command: [`run`], [`graph`], [`render`], [`animate`](mod@animate), [`trace`], [`film`](mod@film),
//! [`print`](mod@print), [`check`], [`format`](mod@format), [`recover`](mod@recover), [`replay`](mod@replay),
//! [`aim`](mod@aim), [`control`](mod@control), [`curves`](mod@curves), [`mix`](mod@mix), [`solvers`](mod@solvers),
//! [`picture`](mod@picture), [`bench`](mod@bench), [`thumbnails`]; the arguments stand in [`arguments`]. This room
//! names no file, clock or environment: whatever lies outside comes through [`host::Host`], which the program's edge
//! implements and the tests replace.
//!
//! Exit codes: 0 all is well; 1 the user's input is wrong (a scene that does not load, a body that does not exist),
//! with the reason on standard error; 2 the command line itself is wrong.
#![cfg(not(target_arch = "wasm32"))]

pub mod aim;
pub mod animate;
mod animate_arguments;
pub mod arguments;
pub mod bench;
pub mod check;
pub mod control;
pub mod curves;
mod doubts;
pub mod exit;
pub mod film;
mod film_arguments;
mod force;
pub mod format;
pub mod graph;
pub mod hit;
mod hold;
pub mod host;
pub mod mix;
pub mod overwriting;
pub mod pair;
pub mod picture;
mod picture_arguments;
pub mod print;
pub mod recover;
pub mod render;
pub mod replay;
pub mod run;
pub mod sensing;
pub mod solvers;
pub mod source;
mod subject;
pub mod thumbnails;
pub mod trace;

use arguments::{Command, FormatWord, Request};
pub use exit::{EXIT_BAD_INPUT, EXIT_OK, EXIT_USAGE};
use host::{Host, NOBODY_READS, print};
use std::ffi::OsString;

/// Does what the arguments (the program's name first) ask for and returns the exit code. A request for the window
/// goes to `open_window`.
pub fn main(
    arguments: impl IntoIterator<Item = OsString>,
    host: &mut dyn Host,
    open_window: impl FnOnce(&Request, &mut dyn Host) -> u8,
) -> u8 {
    match arguments::parse(arguments) {
        Ok(request @ Request { command: None, .. }) => open_window(&request, host),
        Ok(Request { command: Some(command), .. }) => match execute(&command, host) {
            Ok(code) => code,
            Err(reason) if reason == NOBODY_READS => EXIT_OK,
            Err(reason) => {
                host.err(&format!("{}\n", reason.trim_end()));
                EXIT_BAD_INPUT
            }
        },
        Err(refusal) if refusal.exit_code == EXIT_OK => match print(host, &refusal.text) {
            Ok(()) => EXIT_OK,
            Err(reason) if reason == NOBODY_READS => EXIT_OK,
            Err(_) => EXIT_BAD_INPUT,
        },
        Err(refusal) => {
            host.err(&refusal.text);
            refusal.exit_code
        }
    }
}

/// Carries out one command: the exit code, or what is wrong with the input in words.
fn execute(command: &Command, host: &mut dyn Host) -> Result<u8, String> {
    overwriting::check(command, host)?;
    match command {
        Command::Run(options) => run::run(options, host).map(|()| EXIT_OK),
        Command::Graph(options) => graph::graph(options, host).map(|()| EXIT_OK),
        Command::Render(options) => render::render(options, host).map(|()| EXIT_OK),
        Command::Animate(options) => animate::animate(options, host).map(|()| EXIT_OK),
        Command::Trace(options) => trace::trace(options, host).map(|()| EXIT_OK),
        Command::Film(options) => film::film(options, host).map(|()| EXIT_OK),
        Command::Print(options) => print::print(options, host).map(|()| EXIT_OK),
        Command::Check(options) => check::check(options, host),
        Command::Format(options) => format::format(options, host).map(|()| EXIT_OK),
        Command::Schema(options) => print(host, &schema(options.of)).map(|()| EXIT_OK),
        Command::Recover(options) => recover::recover(options, host).map(|()| EXIT_OK),
        Command::Replay(options) => replay::replay(options, host),
        Command::Aim(options) => aim::aim(options, host).map(|()| EXIT_OK),
        Command::Control(options) => control::control(options, host).map(|()| EXIT_OK),
        Command::Curves(options) => curves::curves(options, host).map(|()| EXIT_OK),
        Command::Mix(options) => mix::mix(options, host).map(|()| EXIT_OK),
        Command::Solvers(options) => solvers::solvers(options, host).map(|()| EXIT_OK),
        Command::Picture(options) => picture::picture(options, host).map(|()| EXIT_OK),
        Command::Bench(options) => bench::bench(options, host).map(|()| EXIT_OK),
        Command::Thumbnails(options) => thumbnails::thumbnails(options, host).map(|()| EXIT_OK),
    }
}

/// The JSON Schema of a format.
fn schema(of: FormatWord) -> String {
    match of {
        FormatWord::Scene => crate::scene::schema::schema(),
        FormatWord::Trace => crate::lens::microscope::trace::SCHEMA.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::host::{KeptWork, Output};
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeMap;
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
        assert!(text.len() as u64 <= crate::scene::file::MAX_FILE_BYTES, "{} bytes", text.len());
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
        use crate::scene::{document::Document, report::Report};
        let mut host = Paper::default();
        let report = Report::new("a breakdown\non purpose", &Document::default(), 7, true);
        host.files.extend([("r".to_owned(), report.to_json().into_bytes()), ("none".to_owned(), b"{}".to_vec())]);
        assert_eq!(run_with(&mut host, "replay r --to scene"), EXIT_OK, "{}", host.err);
        assert!(host.out.contains("7 steps to: a breakdown on purpose\n") && host.out.contains("not repeated"), "{}", host.out);
        assert!(host.out.ends_with("It ran 67 steps and did not break down.\n"), "{}", host.out);
        assert!(crate::scene::file::parse(&host.files["scene"]).is_ok());
        assert_eq!(run_with(&mut host, "replay none"), EXIT_BAD_INPUT);
        assert!(host.err.starts_with("none: it is no report of this program"), "{}", host.err);
    }
}
