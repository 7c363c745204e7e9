//! `replay`: the last steps before a breakdown, taken again.

use super::force::Overwriting;
use super::host::{Host, print, read_file, write_file};
use super::{EXIT_BAD_INPUT, EXIT_OK};
use crate::draw::quantity::counted;
use crate::scene::report::{Replay, Report};
use clap::Args;

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub struct ReplayOptions {
    /// The report; the window names its place when a step breaks down.
    pub report: String,
    /// Also write the scene of the report to this file.
    #[arg(long, value_name = "FILE")]
    pub to: Option<String>,
    /// Overwrites.
    #[command(flatten)]
    pub overwriting: Overwriting,
}

/// Says whether the steps break down again: the exit code is 1 when they do.
///
/// # Errors
/// It is no report, or its scene cannot be opened or written.
pub fn replay(options: &ReplayOptions, host: &mut dyn Host) -> Result<u8, String> {
    let name = &options.report;
    let report = Report::parse(&read_file(host, name)?).map_err(|why| format!("{name}: {why}"))?;
    if let Some(to) = &options.to {
        write_file(host, to, report.scene.as_bytes())?;
    }
    print(host, &format!("{name}: version {}, {} to: {}\n", report.program, steps(report.steps), report.message.replace('\n', " ")))?;
    if report.disturbed {
        print(host, "A hand or an edit came in between; it is not repeated.\n")?;
    }
    match report.replay().map_err(|why| format!("{name}: {why}"))? {
        Replay::Ran(count) => print(host, &format!("It ran {} and did not break down.\n", steps(count))).map(|()| EXIT_OK),
        Replay::BrokeDown(step, said) => {
            host.err(&format!("{name}: step {step} breaks down: {}\n", said.replace('\n', " ")));
            Ok(EXIT_BAD_INPUT)
        }
    }
}

fn steps(count: u64) -> String {
    counted(usize::try_from(count).unwrap_or(usize::MAX), "step", "steps")
}
