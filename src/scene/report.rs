//! What is written down when a step breaks down, so that others can see it break down: the scene shortly before, and
//! how many steps it was away.

use super::document::Document;
use super::file;
use super::stage::Stage;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Steps that a replay takes beyond the one that broke down.
const BEYOND: u64 = 60;
/// Most steps that a replay takes: a report is a file from anywhere.
const MOST_STEPS: u64 = 100_000;

/// A breakdown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    format: String,
    version: u32,
    /// Version of the program.
    pub program: String,
    /// What the panic said.
    pub message: String,
    /// Steps from the scene's state to the breakdown.
    pub steps: u64,
    /// A hand or an edit came in between, which a replay does not repeat.
    pub disturbed: bool,
    /// The scene with its state, as the text of a scene file.
    pub scene: String,
}

/// How a replay ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Replay {
    /// After so many steps it broke down, saying this.
    BrokeDown(u64, String),
    /// It took so many steps.
    Ran(u64),
}

const FORMAT: &str = "collidoscope-report";

impl Report {
    /// About a scene with the state from which `steps` steps led to the breakdown.
    pub fn new(message: &str, scene: &Document, steps: u64, disturbed: bool) -> Report {
        let (format, program) = (FORMAT.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        Report { format, version: 1, program, message: message.to_owned(), steps, disturbed, scene: file::to_json(scene) }
    }

    /// As the text of a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// From the bytes of a file.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub fn parse(bytes: &[u8]) -> Result<Report, String> {
        let report: Report = serde_json::from_slice(bytes).map_err(|error| format!("it is no report of this program: {error}"))?;
        match (report.format.as_str(), report.version) {
            (FORMAT, 1) => Ok(report),
            (FORMAT, version) => Err(format!("it is a report of version {version}; this program knows version 1")),
            _ => Err(format!("its format must be \"{FORMAT}\"")),
        }
    }

    /// Takes the steps again, and some more.
    ///
    /// # Errors
    /// The scene cannot be opened.
    pub fn replay(&self) -> Result<Replay, String> {
        let document = file::parse(self.scene.as_bytes()).map_err(|problems| problems.to_string())?;
        let mut stage = Stage::new(&document).map_err(|problems| problems.to_string())?;
        let steps = self.steps.saturating_add(BEYOND).min(MOST_STEPS);
        for step in 1..=steps {
            if let Err(breakdown) = catch_unwind(AssertUnwindSafe(|| stage.step())) {
                let said = breakdown.downcast_ref::<String>().cloned().or_else(|| breakdown.downcast_ref::<&str>().map(|&s| s.to_owned()));
                return Ok(Replay::BrokeDown(step, said.unwrap_or_else(|| "unknown reason".to_owned())));
            }
        }
        Ok(Replay::Ran(steps))
    }
}
