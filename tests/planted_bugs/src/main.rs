//! Plants bugs, builds, runs, and prints a table: see run.sh.

mod bugs;
mod plant;

use bugs::{ALGORITHMS, Algorithm, Bug};
use plant::plant_all;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer has not ended: the bug is caught by that.
const PATIENCE: Duration = Duration::from_secs(180);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(root), Some(target)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: planted-bugs REPOSITORY TARGET-FOLDER [--quick]");
        return ExitCode::from(2);
    };
    let quick = arguments.next().as_deref() == Some("--quick");
    match run(Path::new(&root), Path::new(&target), quick) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("planted bugs: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Everything; false when a bug was not caught.
fn run(root: &Path, target: &Path, quick: bool) -> Result<bool, String> {
    let copy = target.join("copy");
    plant_all(root, &copy)?;
    let program = build(&copy, target)?;
    let mut escaped = 0;
    let mut number = 0;
    println!("{:<4}{:<16}{:<62}{:<8}caught by", "", "algorithm", "bug", "");
    for algorithm in &ALGORITHMS {
        if let Some(reason) = judge(&program, algorithm, 0)? {
            return Err(format!("{}: the tests fail with no bug awake: {reason}", algorithm.name));
        }
        for (place, bug) in algorithm.bugs.iter().enumerate() {
            number += 1;
            if quick && place > 0 {
                continue;
            }
            escaped += usize::from(!report(number, algorithm, bug, judge(&program, algorithm, number)?));
        }
    }
    println!("{}", if escaped == 0 { "every bug was caught".to_string() } else { format!("{escaped} escaped") });
    Ok(escaped == 0)
}

/// One line of the table; true when the bug was caught.
fn report(number: u32, algorithm: &Algorithm, bug: &Bug, reason: Option<String>) -> bool {
    let verdict = if reason.is_some() { "caught" } else { "ESCAPED" };
    println!("{number:<4}{:<16}{:<62}{verdict:<8}{}", algorithm.name, bug.name, reason.as_deref().unwrap_or(""));
    reason.is_some()
}

/// Builds the copy's tests; their program.
fn build(copy: &Path, target: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--no-run", "--message-format=json-render-diagnostics"]).args(extra_arguments());
    cargo.current_dir(copy).env("CARGO_TARGET_DIR", target.join("build")).stderr(Stdio::inherit());
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err("the copy with the bugs does not build".into());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let marker = "\"executable\":\"";
    let paths = messages.lines().filter_map(|line| line.split(marker).nth(1)).filter_map(|rest| rest.split('"').next());
    let mut paths = paths.map(|path| PathBuf::from(path.replace("\\\\", "\\")));
    paths.find(|path| is_traces(path)).ok_or("cargo names no program of the tests".into())
}

/// What `PLANTED_BUGS_CARGO` adds to cargo's arguments, such as `--offline`.
fn extra_arguments() -> Vec<String> {
    std::env::var("PLANTED_BUGS_CARGO").unwrap_or_default().split_whitespace().map(str::to_string).collect()
}

fn is_traces(program: &Path) -> bool {
    program.file_name().is_some_and(|name| name.to_string_lossy().starts_with("traces-"))
}

/// Runs an algorithm's tests with one bug awake; the first failure in words, or `None` when all pass.
fn judge(program: &Path, algorithm: &Algorithm, number: u32) -> Result<Option<String>, String> {
    let log = program.with_extension("log");
    let file = std::fs::File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let errors = file.try_clone().map_err(|error| error.to_string())?;
    let mut tests = Command::new(program);
    tests.arg(format!("{}::", algorithm.module())).env("PLANTED_BUG", number.to_string()).env("RUST_BACKTRACE", "0").stdout(file).stderr(errors);
    let mut child = tests.spawn().map_err(|error| format!("{}: {error}", program.display()))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Ok(Some("does not end".into()));
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    if status.success() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&log).map_err(|error| format!("{}: {error}", log.display()))?;
    let place = text.lines().find_map(|line| line.split_once("panicked at ").map(|(_, place)| place.trim_end_matches(':').to_string()));
    let place = place.map(|place| place.rsplit("tests/").next().unwrap_or_default().to_string());
    Ok(Some(place.unwrap_or_else(|| format!("{status}"))))
}
