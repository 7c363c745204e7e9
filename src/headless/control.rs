//! `control`: how the controllers of a scene do after a run, measured and by theory.

use super::host::{Host, print};
use super::source;
use crate::draw::quantity::{fixed, quantity};
use crate::scene::control::Mover;
use crate::scene::control_report::{ControlReport, LoopReport, both_words};
use crate::scene::document::BodyDoc;
use crate::scene::problem::visible;
use clap::Args;

/// Arguments of `control`.
#[derive(Args, Debug)]
pub struct ControlOptions {
    /// Scene with the controllers.
    pub scene: String,
    /// Steps to take.
    #[arg(long, value_name = "N")]
    pub steps: u64,
    /// Only the controller of this body (default: all).
    #[arg(long, value_name = "ID")]
    pub body: Option<String>,
}

/// Prints a table for each controller: a row for its heading, a row for its drive.
///
/// # Errors
/// The scene does not load, the body has no controller, or standard output is closed.
pub fn control(options: &ControlOptions, host: &mut dyn Host) -> Result<(), String> {
    let (document, stage) = source::stage_at(&options.scene, options.steps, host)?;
    if let Some(id) = &options.body
        && document.body(id).is_none_or(|body| body.control.is_none())
    {
        return Err(format!("{}: there is no controller of a body {}", options.scene, visible(id)));
    }
    let wanted = |body: &&BodyDoc| options.body.as_ref().is_none_or(|id| *id == body.id);
    let report = |body: &BodyDoc| Some(table(body, &stage.control_report(stage.names().bodies.id(&body.id)?)?));
    let tables: Vec<String> = document.bodies.iter().filter(wanted).filter_map(report).collect();
    if tables.is_empty() {
        return Err(format!("{}: no dynamic body has a controller", options.scene));
    }
    print(host, &tables.join("\n"))
}

const HEADS: [&str; 10] = ["loop", "error", "P", "I", "D", "output", "overshoot", "settled", "steady", "by theory"];

fn table(body: &BodyDoc, report: &ControlReport) -> String {
    let rows = [row("heading", &report.heading, true), row("drive", &report.drive, false)];
    let heads = HEADS.map(str::to_owned);
    let width = |at: usize| [&heads, &rows[0].0, &rows[1].0].map(|cells| cells[at].chars().count()).into_iter().max().unwrap_or(0);
    let line = |cells: &[String; 10], last: &str| {
        let padded: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(at, cell)| {
                let gap = " ".repeat(width(at) - cell.chars().count());
                if at == 0 { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
            })
            .collect();
        format!("{}  {last}", padded.join("  ")).trim_end().to_owned() + "\n"
    };
    let body_of_table: String = rows.iter().map(|(cells, verdict)| line(cells, verdict)).collect();
    format!("{}\n{}{body_of_table}", head(body, report), line(&heads, "Routh"))
}

/// Who it is, where it goes and how far it has come.
fn head(body: &BodyDoc, report: &ControlReport) -> String {
    let Some(control) = &body.control else { return visible(&body.id).into_owned() };
    let kind = if control.mover == Mover::Missile { "missile" } else { "walker" };
    let after = |what: &str| report.arrived_after.map_or(String::new(), |time| format!(", {what} after {}", quantity(time as f32, "s")));
    let goal = match &control.target {
        Some(target) => format!("to {}{}", visible(target), after("touched it")),
        None => {
            let reached = report.steering.state.waypoints_reached();
            let count = control.waypoints.len();
            let of = if control.repeat { format!(", {count} a round") } else { format!(" of {count}") };
            format!("waypoints reached: {reached}{of}{}", after("the last"))
        }
    };
    let distance = report.steering.goal_distance.map_or(String::new(), |distance| format!(", {} away", quantity(distance, "m")));
    format!("{}, a {kind}: {goal}{distance}", visible(&body.id))
}

fn row(name: &str, of: &LoopReport, is_angle: bool) -> ([String; 10], String) {
    let (factor, unit) = if is_angle { (180.0 / std::f64::consts::PI, "°") } else { (1.0, " m/s") };
    let error = |value: f64| format!("{}{unit}", fixed((value * factor) as f32, 2));
    let part = |value: f64| fixed(value as f32, 2);
    let step = &of.step;
    let cells = [
        name.to_owned(),
        error(step.error),
        part(step.p),
        part(step.i),
        part(step.d),
        part(step.output) + if step.is_clamped() { " (limit)" } else { "" },
        of.overshoot.map_or("–".to_owned(), |part| format!("{} %", fixed((100.0 * part) as f32, 1))),
        of.settled_after.map_or("not yet".to_owned(), |time| format!("{} s", fixed(time as f32, 2))),
        error(of.response.mean),
        of.steady_by_theory.map_or("no rest".to_owned(), error),
    ];
    (cells, both_words(of.stability.verdict, of.sampled))
}
