//! `solvers`: the same scene under each solver, side by side.
//!
//! Each solver runs the scene from its start with all else equal. What is compared is what a solver promises: that
//! energy does not come from nowhere, that shapes do not overlap, that joints hold.

use super::host::{Host, print};
use super::source;
use crate::engine::solver::Solver;
use crate::engine::solver::table::SOLVERS;
use crate::scene::document::{CurveDoc, Document};
use crate::scene::quantity::word;
use crate::scene::stage::Stage;
use clap::Args;
use std::fmt::Write;

/// Arguments of `solvers`.
#[derive(Args, Debug)]
pub struct SolversOptions {
    /// Scene to run.
    pub scene: String,
    /// Steps to take.
    #[arg(long, value_name = "N")]
    pub steps: u64,
    /// Only these solvers, by their words in a scene file.
    #[arg(long, value_name = "a,b", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Print a row of numbers for every K-th step of each solver instead of the table.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub csv: Option<u64>,
}

/// What is compared, by the words of [`crate::scene::quantity`].
const COMPARED: [&str; 3] = ["world:total_energy", "world:overlap", "world:joint_error"];

/// What a solver made of the scene.
struct Outcome {
    word: &'static str,
    /// At the start and at the end, J.
    energy: [f64; 2],
    /// Largest in the run, m.
    overlap: f64,
    /// Largest in the run, m.
    joint_error: f64,
    /// Joints that broke, bodies that were frozen.
    lost: [usize; 2],
}

/// Prints a table with a row for each solver, or rows of numbers over time.
///
/// # Errors
/// The scene does not load, there is no such solver, or standard output is closed.
pub fn solvers(options: &SolversOptions, host: &mut dyn Host) -> Result<(), String> {
    let document = source::load(&options.scene, host)?;
    let chosen = chosen(&options.only)?;
    if options.csv.is_some() {
        print(host, "solver,step,time,total_energy,overlap,joint_error\n")?;
    }
    let mut outcomes = Vec::new();
    for (word, solver) in chosen {
        outcomes.push(run(word, solver, &document, options, host)?);
    }
    if options.csv.is_none() { print(host, &table(&outcomes, document.world.solver)) } else { Ok(()) }
}

/// The solvers that are named, in their order; all without names.
fn chosen(only: &[String]) -> Result<Vec<(&'static str, Solver)>, String> {
    let words = || SOLVERS.iter().map(|row| row.id).collect::<Vec<_>>().join(", ");
    let find = |word: &String| {
        let row = SOLVERS.iter().find(|row| row.id == word.as_str());
        row.map(|row| (row.id, row.solver)).ok_or_else(|| format!("there is no solver \"{word}\"; there are {}", words()))
    };
    if only.is_empty() { Ok(SOLVERS.iter().map(|row| (row.id, row.solver)).collect()) } else { only.iter().map(find).collect() }
}

fn run(word: &'static str, solver: Solver, document: &Document, options: &SolversOptions, host: &mut dyn Host) -> Result<Outcome, String> {
    let mut document = Document { state: None, ..document.clone() };
    document.world.solver = solver;
    let mut stage = Stage::new(&document).map_err(|problems| problems.to_string())?;
    let mut curves = Vec::new();
    for words in COMPARED {
        curves.push(word::parse(words, &document)?);
    }
    let mut outcome = Outcome { word, energy: [0.0; 2], overlap: 0.0, joint_error: 0.0, lost: [0; 2] };
    for step in 0..=options.steps {
        if step > 0 {
            source::step(&mut stage).map_err(|why| format!("{word}, {why}"))?;
            outcome.lost[1] += stage.world().events().lost().iter().map(|(_, bodies)| bodies.len()).sum::<usize>();
        }
        let [energy, overlap, joint_error] = values(&curves, &stage);
        outcome.energy = [if step == 0 { energy } else { outcome.energy[0] }, energy];
        outcome.overlap = outcome.overlap.max(overlap);
        outcome.joint_error = outcome.joint_error.max(joint_error);
        if let Some(every) = options.csv
            && (step % every == 0 || step == options.steps)
        {
            let time = step as f64 / f64::from(document.world.step_hz);
            print(host, &format!("{word},{step},{time},{energy},{overlap},{joint_error}\n"))?;
        }
    }
    outcome.lost[0] = stage.broken().len();
    Ok(outcome)
}

/// Energy, overlap and joint error now; 0 for what the scene does not have.
fn values(curves: &[CurveDoc], stage: &Stage) -> [f64; 3] {
    let mut values = [0.0; 3];
    for (value, curve) in values.iter_mut().zip(curves) {
        *value = curve.read(stage).unwrap_or(0.0);
    }
    values
}

fn table(outcomes: &[Outcome], own: Solver) -> String {
    let mut out = format!("{:<22}{:>14}{:>14}{:>14}{:>16}\n", "solver", "energy, J", "at the end", "overlap, mm", "joint error, mm");
    for Outcome { word, energy, overlap, joint_error, lost } in outcomes {
        let is_own = SOLVERS.iter().any(|row| row.id == *word && row.solver == own);
        let name = format!("{word}{}", if is_own { "*" } else { "" });
        let (overlap, joint_error) = (1e3 * overlap, 1e3 * joint_error);
        // Writing into a `String` cannot fail.
        let _ = write!(out, "{name:<22}{:>14.3}{:>14.3}{overlap:>14.4}{joint_error:>16.4}", energy[0], energy[1]);
        for (count, what) in lost.iter().zip(["broken", "frozen"]).filter(|(count, _)| **count > 0) {
            let _ = write!(out, "  {count} {what}");
        }
        out.push('\n');
    }
    out
}
