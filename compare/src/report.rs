//! The table for people and the file for programs.

use crate::engines::Which;
use crate::measure::Quality;
use crate::quality::Outcome;
use crate::scenes::Show;
use crate::speed::{Profile, Timed, Timing};
use serde_json::{Value, json};
use std::fmt::Write;

/// Width of the first column of the table of times.
const NAME: usize = 42;
/// Width of the first column of the table of known answers.
const LONG_NAME: usize = 60;

/// Head of the table of times.
pub fn speed_head() -> String {
    let mut text = format!("{:<NAME$} {:>7} {:>6}", "scene (ms a step)", "bodies", "steps");
    for which in Which::ALL {
        let _ = write!(text, " {:>16}", which.name());
    }
    text + "   ours / faster peer\n"
}

/// One scene: its times, and below them the quality of each engine's run, in the same columns.
pub fn speed_rows(timed: &Timed, shows: &[Show]) -> String {
    let mut text = format!("{:<NAME$} {:>7} {:>6}", timed.name, timed.bodies, timed.steps);
    for which in Which::ALL {
        let cell = timed.of(which).map_or("-".into(), |t| format!("{:.3}", t.step_ms));
        let _ = write!(text, " {cell:>16}");
    }
    let ratio = timed.ratio().map_or("-".into(), |r| format!("{r:.2}"));
    let _ = writeln!(text, "   {ratio}");
    text += &line(timed, "slowest step, ms (steps over 1/60 s)", |t| format!("{:.1} ({})", t.slowest_ms, t.late_steps));
    for show in shows {
        let (label, cell) = shown(*show);
        text += &line(timed, label, |t| cell(&t.quality));
    }
    text
}

/// Where the time of our step goes, largest part first.
pub fn profile_rows(profile: &Profile) -> String {
    let mut parts = profile.parts.clone();
    parts.sort_by(|x, y| y.1.total_cmp(&x.1));
    let mut text = String::new();
    for (part, ms) in parts {
        let _ =
            writeln!(text, "  {:<width$} {:>14} {ms:>16.3} {:>14.1} %", part.words(), "", 100.0 * ms / profile.total(), width = NAME - 2);
    }
    text
}

/// The ratios of all scenes in one line: their geometric mean, and the worst.
pub fn speed_summary(scenes: &[Timed]) -> String {
    let ratios: Vec<(f64, &str)> = scenes.iter().filter_map(|timed| timed.ratio().map(|r| (r, timed.name.as_str()))).collect();
    let Some((worst, name)) = ratios.iter().copied().max_by(|x, y| x.0.total_cmp(&y.0)) else { return String::new() };
    let mean = (ratios.iter().map(|r| r.0.ln()).sum::<f64>() / ratios.len() as f64).exp();
    format!("ours / faster peer: geometric mean {mean:.2}, worst {worst:.2} ({name})\n")
}

fn line(timed: &Timed, label: &str, cell: impl Fn(&Timing) -> String) -> String {
    let mut text = format!("  {label:<0$} {1:>7} {1:>6}", NAME - 2, "");
    for which in Which::ALL {
        let _ = write!(text, " {:>16}", timed.of(which).map_or("-".into(), &cell));
    }
    text + "\n"
}

type Cell = fn(&Quality) -> String;

fn shown(show: Show) -> (&'static str, Cell) {
    match show {
        Show::Depth => ("overlap max / mean, mm", |q| format!("{:.1} / {:.2}", 1e3 * q.deepest, 1e3 * q.mean_depth)),
        Show::Kinetic => ("kinetic energy, J", |q| short(q.kinetic)),
        Show::Top => ("highest centre, m", |q| format!("{:.3}", q.top)),
        Show::Gap => ("joint gap max / mean, mm", |q| format!("{:.1} / {:.2}", 1e3 * q.worst_gap, 1e3 * q.mean_gap)),
        Show::Momentum => ("momentum error, linear / angular", |q| format!("{} / {}", short(q.momentum_error), short(q.spin_error))),
        Show::Contacts => ("contact points", |q| q.contact_points.to_string()),
    }
}

/// A number with four significant digits.
pub fn short(x: f64) -> String {
    digits(x, 4)
}

/// A number with so many significant digits.
fn digits(x: f64, count: i32) -> String {
    if x == 0.0 {
        return "0".into();
    }
    if !x.is_finite() {
        return "-".into();
    }
    let magnitude = x.abs().log10().floor() as i32;
    let decimals = |power: i32| (count - 1 - power).max(0) as usize;
    if (-4..6).contains(&magnitude) { format!("{x:.0$}", decimals(magnitude)) } else { format!("{x:.0$e}", decimals(0)) }
}

/// The table of scenes with a known answer.
pub fn quality_table(outcomes: &[Outcome], ours_at: u32) -> String {
    let at = format!("ours@{ours_at}");
    let mut text = format!("{:<LONG_NAME$} {:>6} {:>10}", "scene with a known answer", "unit", "exact");
    for head in ["ours", &at, "rapier", "box2d"] {
        let _ = write!(text, " {head:>12}");
    }
    text += "   want\n";
    for outcome in outcomes {
        let exact = outcome.exact.map_or(String::new(), |x| digits(x, 6));
        let _ = write!(text, "{:<LONG_NAME$} {:>6} {exact:>10}", outcome.name, outcome.unit);
        for value in outcome.values() {
            let _ = write!(text, " {:>12}", value.map_or("-".into(), |x| digits(x, 6)));
        }
        let _ = writeln!(text, "   {}{}", outcome.want, if outcome.ours_misses() { "   MISSED by ours" } else { "" });
    }
    text + &reached_line(outcomes)
}

/// How many of the wishes each column fulfils.
fn reached_line(outcomes: &[Outcome]) -> String {
    let mut text = format!("{0:<LONG_NAME$} {0:>6} {0:>10}", "");
    for column in 0..4 {
        let values = outcomes.iter().filter_map(|o| o.values()[column].map(|value| o.reached_by(value)));
        let reached: Vec<bool> = values.collect();
        let cell = format!("{} of {}", reached.iter().filter(|&&r| r).count(), reached.len());
        let _ = write!(text, " {cell:>12}");
    }
    text + "   wishes fulfilled\n"
}

/// Milliseconds of a step by part, under the part's words.
fn profile_json(profile: &Profile) -> Value {
    profile.parts.iter().map(|&(part, ms)| (part.words().to_string(), json!(ms))).collect()
}

/// The numbers of both tables as JSON.
pub fn json(scenes: &[Timed], outcomes: &[Outcome]) -> Value {
    let ms = |timed: &Timed, which| timed.of(which).map(|t| t.step_ms);
    let scenes_json: Vec<Value> = scenes
        .iter()
        .map(|timed| {
            json!({
                "name": timed.name, "bodies": timed.bodies, "steps": timed.steps,
                "ours_ms": ms(timed, Which::Ours), "rapier_ms": ms(timed, Which::Rapier), "box2d_ms": ms(timed, Which::Box2d),
                "ratio": timed.ratio(),
                "profile": timed.profile.as_ref().map(profile_json),
            })
        })
        .collect();
    let mut quality: Vec<Value> = scenes.iter().flat_map(scene_quality).collect();
    quality.extend(outcomes.iter().map(|o| {
        json!({
            "name": o.name, "unit": o.unit, "exact": o.exact, "ours": o.ours, "ours_same_substeps": o.ours_at,
            "rapier": o.rapier, "box2d": o.box2d, "want": o.want,
        })
    }));
    json!({ "scenes": scenes_json, "quality": quality })
}

/// The quality beside a time, as rows like those with a known answer.
fn scene_quality(timed: &Timed) -> Vec<Value> {
    type Number = fn(&Quality) -> f64;
    let numbers: [(&str, &str, Number); 9] = [
        ("deepest overlap", "m", |q| q.deepest),
        ("mean overlap", "m", |q| q.mean_depth),
        ("contact points", "", |q| q.contact_points as f64),
        ("kinetic energy", "J", |q| q.kinetic),
        ("highest centre", "m", |q| q.top),
        ("worst joint gap", "m", |q| q.worst_gap),
        ("mean joint gap", "m", |q| q.mean_gap),
        ("momentum error", "kg m/s", |q| q.momentum_error),
        ("angular momentum error", "kg m2/s", |q| q.spin_error),
    ];
    let row = |(what, unit, number): &(&str, &str, Number)| {
        let of = |which| timed.of(which).map(|t| number(&t.quality));
        json!({
            "name": format!("{}: {what}", timed.name), "unit": unit, "exact": null,
            "ours": of(Which::Ours), "rapier": of(Which::Rapier), "box2d": of(Which::Box2d), "want": "",
        })
    };
    numbers.iter().map(row).collect()
}
