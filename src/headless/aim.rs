//! `aim`: every method of every launcher, flown alone in the engine, and by how much it missed.

use super::host::{Host, print};
use super::source;
use crate::draw::quantity::{angle, counted, length, quantity};
use crate::engine::math::atan2;
use crate::guidance::lead::{LEAD_METHODS, LeadOutcome, LeadRow};
use crate::scene::problem::visible;
use crate::scene::stage::Stage;
use crate::scene::trial::Trial;
use clap::Args;

/// Arguments of `aim`.
#[derive(Args, Debug)]
pub struct AimOptions {
    /// Scene with the launchers.
    pub scene: String,
    /// Only this launcher (default: all that have a target).
    #[arg(long, value_name = "ID")]
    pub launcher: Option<String>,
    /// Aim after so many steps.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub at_step: u64,
    /// Only these methods: direct, first_order, … (default: all).
    #[arg(long, value_name = "a,b", value_delimiter = ',')]
    pub method: Vec<String>,
}

/// Prints a table for each launcher: a row a method; the launcher's own has a star.
///
/// # Errors
/// The scene does not load, a launcher or method does not exist, or standard output is closed.
pub fn aim(options: &AimOptions, host: &mut dyn Host) -> Result<(), String> {
    let rows: Vec<&LeadRow> =
        LEAD_METHODS.iter().filter(|row| options.method.is_empty() || options.method.iter().any(|id| id == row.id)).collect();
    if let Some(unknown) = options.method.iter().find(|id| LEAD_METHODS.iter().all(|row| row.id != id.as_str())) {
        let known: Vec<&str> = LEAD_METHODS.iter().map(|row| row.id).collect();
        return Err(format!("there is no method {}; there are {}", visible(unknown), known.join(", ")));
    }
    let (document, stage) = source::stage_at(&options.scene, options.at_step, host)?;
    if let Some(id) = &options.launcher
        && document.launcher(id).is_none()
    {
        return Err(format!("{}: there is no launcher {}", options.scene, visible(id)));
    }
    let mut tables = Vec::new();
    for launcher in &document.launchers {
        let wanted = options.launcher.as_ref().map_or(launcher.has_target(), |id| *id == launcher.id);
        if let (true, Some(target)) = (wanted, stage.target_words(launcher)) {
            let star = |row: &&LeadRow| if row.method == launcher.method { "*" } else { "" };
            let head = format!("{} at {}, after step {}\n", visible(&launcher.id), visible(&target), options.at_step);
            let lines = rows.iter().map(|row| (format!("{}{}", row.id, star(row)), cells(&stage, &launcher.id, row)));
            tables.push(head + &table(&lines.collect::<Vec<_>>()));
        }
    }
    if tables.is_empty() {
        return Err(format!("{}: no launcher has a target", options.scene));
    }
    print(host, &tables.join("\n"))
}

const HEADS: [&str; 6] = ["method", "angle", "speed", "wait", "time", "miss"];

/// The cells of a row behind its method, and why.
fn cells(stage: &Stage, launcher: &str, row: &LeadRow) -> ([String; 5], String) {
    let dashes = || std::array::from_fn(|_| "–".to_owned());
    let Some(Trial { aim, shot }) = stage.trial(launcher, row.method) else { return (dashes(), "its mount is gone".to_owned()) };
    let solution = match &aim.outcome {
        Some(LeadOutcome::Solved(solution)) => solution,
        Some(LeadOutcome::NoSolution(why)) => return (dashes(), format!("no solution: {why}")),
        Some(LeadOutcome::NotConverged { iterations }) => {
            return (dashes(), format!("no solution: the iteration did not settle in {}", counted(*iterations, "iteration", "iterations")));
        }
        None => return (dashes(), "its target is gone".to_owned()),
    };
    let miss = match &shot {
        Some(shot) if shot.hit_at.is_some() => "hit".to_owned(),
        Some(shot) => shot.closest.map_or("–".to_owned(), length),
        None => "not fired".to_owned(),
    };
    let wait = if aim.wait > 0.0 { quantity(aim.wait, "s") } else { "–".to_owned() };
    let direction = angle(atan2(aim.direction.y, aim.direction.x));
    let why = shot.as_ref().and_then(|shot| shot.cause()).unwrap_or_default().to_owned();
    ([direction, quantity(aim.speed, "m/s"), wait, quantity(solution.time, "s"), miss], why)
}

fn table(rows: &[(String, ([String; 5], String))]) -> String {
    let width = |at: usize| {
        let cells = rows.iter().map(|(method, (cells, _))| if at == 0 { method } else { &cells[at - 1] });
        cells.map(|cell| cell.chars().count()).chain([HEADS[at].len()]).max().unwrap_or(0)
    };
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |cells: [&str; 6], why: &str| {
        let method = format!("{}{}", cells[0], " ".repeat(widths[0] - cells[0].chars().count()));
        let numbers = (1..6).map(|at| format!("  {}{}", " ".repeat(widths[at] - cells[at].chars().count()), cells[at]));
        format!("{}  {why}", method + &numbers.collect::<String>()).trim_end().to_owned() + "\n"
    };
    let body = rows.iter().map(|(method, (c, why))| line([method, &c[0], &c[1], &c[2], &c[3], &c[4]], why));
    line(HEADS, "") + &body.collect::<String>()
}
