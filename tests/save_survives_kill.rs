//! A program that is killed while it saves leaves the old file or the new one, whole.
//!
//! The test starts itself as a child that saves one generation after the other and says which one is done; it kills the
//! child at random moments and looks at the file.
#![cfg(unix)]
#![allow(clippy::print_stdout)] // measured numbers, for whoever looks

use collidoscope::shell::files;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const TARGET: &str = "COLLIDOSCOPE_SAVE_FOR_EVER";
const KILLS: u32 = 100;

/// Contents of a generation: its number, a body that differs in length and bytes, its number again.
fn contents(generation: u32) -> String {
    let body = generation.to_string().repeat(20_000 + (generation as usize * 977) % 30_000);
    format!("{generation}\n{body}\n{generation}\n")
}

/// The generation of a whole file; `None` when it is not whole.
fn generation_of(text: &str) -> Option<u32> {
    let generation = text.lines().next()?.parse().ok()?;
    (text == contents(generation)).then_some(generation)
}

/// The child: saves until it is killed. Does nothing when it is run as an ordinary test.
#[test]
fn child_that_saves_for_ever() {
    let Some(path) = std::env::var_os(TARGET) else { return };
    for generation in 1.. {
        files::save(Path::new(&path), contents(generation).as_bytes()).expect("saved");
        let mut out = std::io::stdout().lock();
        writeln!(out, "saved {generation}").expect("the parent listens");
        out.flush().expect("the parent listens");
    }
}

#[test]
fn a_hundred_kills_leave_a_whole_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scene.json");
    let mut random = Pcg32::seed_from_u64(0x5afe);
    let (mut killed_before_the_first_save, mut advanced) = (0, 0);
    files::save(&path, contents(0).as_bytes()).expect("saved");
    for kill in 0..KILLS {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command.args(["--exact", "save_survives_kill::child_that_saves_for_ever", "--nocapture"]).env(TARGET, &path);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let output = child.stdout.take().expect("a pipe");
        std::thread::sleep(Duration::from_micros(random.random_range(0..25_000)));
        child.kill().expect("ours");
        child.wait().expect("ours");
        let told = BufReader::new(output).lines().map_while(Result::ok).filter_map(|line| line.strip_prefix("saved ")?.parse::<u32>().ok());
        let acknowledged = told.last();
        let text = std::fs::read_to_string(&path).expect("the file is there and is text");
        let found = generation_of(&text).unwrap_or_else(|| panic!("kill {kill}: the file is torn, {} bytes", text.len()));
        match acknowledged {
            Some(acknowledged) => {
                advanced += 1;
                // The child may have finished one more than it could say.
                assert!(found == acknowledged || found == acknowledged + 1, "kill {kill}: {found} after {acknowledged}");
            }
            None => killed_before_the_first_save += 1,
        }
    }
    println!("{advanced} kills while saving, {killed_before_the_first_save} before the first save");
    assert!(advanced > 10, "the kills came too early to test anything: {advanced}");
    let leftovers = std::fs::read_dir(folder.path()).expect("readable").flatten().count() - 1;
    assert!(leftovers <= KILLS as usize, "at most one temporary file a kill: {leftovers}");
}
