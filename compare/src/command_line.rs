//! Arguments, and what they ask for.

use crate::engines::{Which, box2d_build, our_default_substeps, our_width, rapier_build, set_our_width};
use crate::quality::{self, Outcome};
use crate::scenes::{self, GROWTH, SPEED, Show, growth};
use crate::speed::{self, Clock, Timed};
use crate::stage::Stage;
use crate::{measure, plot, report};
use clap::Parser;
use collidoscope_physics::engine::lanes::Width;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs the same scenes in this engine, in Rapier and in Box2D, and prints step times and the quality of the results
/// side by side.
#[derive(Debug, Parser)]
#[command(name = "compare", version)]
struct Arguments {
    /// Only scenes whose name contains this (may be given several times); see --list.
    #[arg(long = "scene", value_name = "NAME")]
    scenes: Vec<String>,
    /// Only these engines (may be given several times).
    #[arg(long = "engine", value_enum, value_name = "ENGINE")]
    engines: Vec<Which>,
    /// Timed runs of each scene in each engine; the median counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=99))]
    runs: u32,
    /// Sub-steps of all engines.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=64))]
    substeps: u32,
    /// Lanes of this engine: 1, 4 or 8 constraints at once (the widest that the processor has, unless given). Results
    /// do not depend on it.
    #[arg(long, value_parser = lanes, value_name = "1|4|8")]
    lanes: Option<Width>,
    /// Counts wall time, or the time that the thread had the processor (for a machine that is busy with other things
    /// too).
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
    /// Below each scene, where the time of this engine's step goes: the least time of each part of each step over as
    /// many runs again.
    #[arg(long, conflicts_with = "only_quality")]
    profile: bool,
    /// Only times, no scenes with a known answer.
    #[arg(long, conflicts_with = "only_quality")]
    no_quality: bool,
    /// Only scenes with a known answer, no times.
    #[arg(long)]
    only_quality: bool,
    /// Writes all numbers to this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the plot of growing scenes to this file as SVG.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Runs one short scene in all engines and checks that each stands afterwards: seconds.
    #[arg(long)]
    smoke: bool,
    /// Names all scenes.
    #[arg(long)]
    list: bool,
}

fn lanes(text: &str) -> Result<Width, String> {
    match text {
        "1" => Ok(Width::One),
        "4" => Ok(Width::Four),
        "8" => Ok(Width::Eight),
        _ => Err("1, 4 or 8".into()),
    }
}

/// Does what the arguments ask for. 0: done, 1: something is wrong (the reason is on stderr), 2: wrong usage.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.list {
        return list();
    }
    if !set_our_width(arguments.lanes.unwrap_or_default()) {
        eprintln!("compare: this processor does not have that many lanes");
        return ExitCode::from(1);
    }
    say(&format!("{}\n", builds(&arguments)));
    let done = if arguments.smoke { smoke(&arguments) } else { compare(&arguments) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("compare: {reason}");
            ExitCode::from(1)
        }
    }
}

/// Prints. When nobody listens any more (`compare --list | head`) there is nothing left to do.
fn say(words: &str) {
    let mut out = std::io::stdout().lock();
    if out.write_all(words.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

/// What is compared, and how it was compiled.
fn builds(arguments: &Arguments) -> String {
    let default = our_default_substeps();
    let debug = if cfg!(debug_assertions) { "\nA debug build: its times mean nothing. Use --release." } else { "" };
    format!(
        "ours:   collidoscope, {} (chosen at run time), {default} sub-steps by default\nrapier: {}\nbox2d:  {}\n\
         60 steps a second, {} sub-steps, one thread, no sleeping, {}{debug}\n",
        match our_width() {
            Width::One => "1 lane",
            Width::Four => "4 lanes",
            Width::Eight => "8 lanes, AVX2",
        },
        rapier_build(),
        box2d_build(),
        arguments.substeps,
        match arguments.clock {
            Clock::Wall => "wall time",
            Clock::Cpu => "processor time",
        },
    )
}

fn list() -> ExitCode {
    for scene in &SPEED {
        say(&format!("{:<20} {}\n", scene.name, scene.about));
    }
    for count in GROWTH {
        say(&format!("{:<20} pyramids of ten boxes\n", format!("growth_{count}")));
    }
    for trial in quality::trials() {
        say(&format!("{:<20} known answer: {} numbers\n", trial.name, trial.rows.len()));
    }
    ExitCode::SUCCESS
}

impl Arguments {
    fn wants(&self, name: &str) -> bool {
        self.scenes.is_empty() || self.scenes.iter().any(|part| name.contains(part.as_str()))
    }

    fn engines(&self) -> Vec<Which> {
        Which::ALL.into_iter().filter(|which| self.engines.is_empty() || self.engines.contains(which)).collect()
    }
}

fn compare(arguments: &Arguments) -> Result<(), String> {
    let (mut scenes, mut grown) = (Vec::new(), Vec::new());
    if !arguments.only_quality {
        (scenes, grown) = time_all(arguments);
    }
    let outcomes = if arguments.no_quality { Vec::new() } else { measure_all(arguments) };
    if scenes.is_empty() && grown.is_empty() && outcomes.is_empty() {
        return Err(format!("no scene is named like {:?}; --list names them", arguments.scenes));
    }
    if let Some(path) = &arguments.plot {
        if grown.is_empty() {
            return Err("--plot draws the growing scenes, and none ran".into());
        }
        plot::write(path, &grown).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if let Some(path) = &arguments.json {
        scenes.extend(grown);
        let text = format!("{:#}\n", report::json(&scenes, &outcomes));
        std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

fn time_all(arguments: &Arguments) -> (Vec<Timed>, Vec<Timed>) {
    let engines = arguments.engines();
    let time = |scene: &crate::scene::Scene, shows: &[Show]| {
        let mut timed = speed::time(scene, &engines, arguments.runs as usize, arguments.substeps, arguments.clock);
        say(&report::speed_rows(&timed, shows));
        if arguments.profile && engines.contains(&Which::Ours) {
            let profile = speed::profile(scene, arguments.runs as usize, arguments.substeps, arguments.clock);
            say(&report::profile_rows(&profile));
            timed.profile = Some(profile);
        }
        timed
    };
    let chosen: Vec<_> = SPEED.iter().filter(|s| arguments.wants(s.name)).collect();
    let sizes: Vec<usize> = GROWTH.into_iter().filter(|count| arguments.wants(&format!("growth_{count}"))).collect();
    if chosen.is_empty() && sizes.is_empty() {
        return (Vec::new(), Vec::new());
    }
    say(&report::speed_head());
    let scenes: Vec<Timed> = chosen.iter().map(|scene| time(&(scene.build)(), scene.shows)).collect();
    say(&report::speed_summary(&scenes));
    let grown: Vec<Timed> = sizes.iter().map(|&count| time(&growth(count), &[Show::Depth, Show::Kinetic])).collect();
    say(&format!("{}\n", growth_line(&grown)));
    (scenes, grown)
}

/// The exponents from 1,000 bodies up, when there is more than one size.
fn growth_line(grown: &[Timed]) -> String {
    let large: Vec<&Timed> = grown.iter().filter(|t| t.bodies > 1_000).collect();
    if large.len() < 2 {
        return String::new();
    }
    let exponent = |which| -> Option<String> {
        let points: Option<Vec<(usize, f64)>> = large.iter().map(|t| t.of(which).map(|timing| (t.bodies, timing.step_ms))).collect();
        points.map(|points| format!("{} {:.2}", which.name(), speed::growth_exponent(&points)))
    };
    let exponents: Vec<String> = Which::ALL.into_iter().filter_map(exponent).collect();
    format!("cost grows with bodies to the power of (1,000 and more; 1 = in proportion): {}\n", exponents.join(", "))
}

fn measure_all(arguments: &Arguments) -> Vec<Outcome> {
    let engines = arguments.engines();
    let trials = quality::trials();
    let chosen = trials.iter().filter(|t| arguments.wants(t.name));
    let outcomes: Vec<Outcome> = chosen.flat_map(|trial| quality::run(trial, &engines, arguments.substeps)).collect();
    if !outcomes.is_empty() {
        say(&report::quality_table(&outcomes, arguments.substeps));
    }
    outcomes
}

/// One short scene in all engines: every body must be where a world can have it, nothing may have sunk into the
/// floor, and nobody may have started a thread.
fn smoke(arguments: &Arguments) -> Result<(), String> {
    let scene = scenes::smoke();
    for which in arguments.engines() {
        let mut stage = Stage::new(which, &scene, Some(arguments.substeps));
        stage.run(scene.steps);
        let quality = measure::quality(&stage);
        say(&format!(
            "{:<8} {} bodies, {} steps: deepest overlap {:.1} mm, {} contact points, {:.2} J, joint gap {:.2} mm\n",
            which.name(),
            scene.bodies.len(),
            stage.steps(),
            1e3 * quality.deepest,
            quality.contact_points,
            quality.kinetic,
            1e3 * quality.worst_gap
        ));
        let sound = quality.kinetic.is_finite()
            && quality.deepest < 0.05
            && quality.contact_points >= 12
            && quality.worst_gap < 0.05
            && stage.bodies().all(|(number, _)| stage.state(number).position.y > -2.0);
        if !sound {
            return Err(format!("{} did not keep the smoke scene together: {quality:?}", which.name()));
        }
        if let Some(threads) = thread_count().filter(|&threads| threads != 1) {
            return Err(format!("{} runs on {threads} threads", which.name()));
        }
    }
    Ok(())
}

/// Threads of this process; `None` where the system does not tell.
fn thread_count() -> Option<usize> {
    std::fs::read_dir("/proc/self/task").ok().map(Iterator::count)
}
