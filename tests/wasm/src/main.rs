//! Runs the golden scenes in this build and compares them with `tests/goldens.txt`. Prints what differs; exits with 1
//! if anything does.

#[path = "../../golden_scenes/mod.rs"]
mod golden_scenes;

use golden_scenes::{WRITTEN, at_every_width, differences, from_text, run_all};
use std::process::ExitCode;

fn main() -> ExitCode {
    let written = match from_text(WRITTEN) {
        Ok(written) => written,
        Err(problem) => {
            println!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut failed = false;
    at_every_width(|width, name| {
        let found = run_all(width);
        for difference in differences(&written, &found) {
            println!("with {name}: {difference}");
            failed = true;
        }
        if !failed {
            println!("{} fingerprints are equal with {name}", found.len());
        }
    });
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
