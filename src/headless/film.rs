//! `film`: everything an algorithm did on one pair, on one page (or as JSON, or as a unit test); or a whole lesson on
//! one page.
//!
//! The same film as under the microscope of the window ([`crate::lens::microscope`]): the engine's own function runs
//! again on the inputs of the world's last manifold.

use super::arguments::{FilmOptions, SolverSwitch};
use super::hit::find_hit;
use super::host::{Host, write_file};
use super::subject::named_pair;
use super::{pair, render, source};
use crate::draw::quantity::counted;
use crate::lens::microscope::figure::view_bytes;
use crate::lens::microscope::lesson::{self, LessonPlace};
use crate::lens::microscope::pipeline::PIPELINE;
use crate::lens::microscope::solver::SOLVER;
use crate::lens::microscope::specimen::{OF_JOINTS, PAST_STEPS, names_of};
use crate::lens::microscope::{self, MICROSCOPES, Microscope, Specimen, export, race, toi};
use crate::scene::problem::Problems;
use clap::ValueEnum;

/// Longest time without a word while a strip is painted, seconds.
const SILENCE: f64 = 2.0;
/// How many poses a hunt tries.
const HUNTED: usize = 30_000;

/// Writes the film of a pair.
///
/// # Errors
/// The scene does not load, a body or microscope does not exist, there is no pair, or the file cannot be written.
pub fn film(options: &FilmOptions, host: &mut dyn Host) -> Result<(), String> {
    if options.lesson {
        return print_lesson(options, host);
    }
    if let Some(words) = &options.hit {
        let hit = find_hit(&options.scene, options.at_step, words, host)?;
        host.err(&format!("{}\n", hit.words));
        let microscope = microscope_of(options.algorithm.as_deref().unwrap_or(toi::TOI.id))?;
        return write_film(options, microscope, hit.specimen, host);
    }
    let (document, stage) = source::stage_at(&options.scene, options.at_step, host)?;
    let lesson = document.view.as_ref().and_then(|view| view.microscope.as_ref());
    let asked = options.algorithm.as_deref().or(lesson.map(|lesson| lesson.algorithm));
    asked.map(microscope_of).transpose()?;
    if let Some(lack) = asked.filter(|_| options.pair.is_none()).and_then(|id| microscope::lacks(id, &stage)) {
        return Err(lack.to_owned());
    }
    let of_scene = asked.is_some_and(|id| microscope::finds_its_subject(id, &stage));
    let pair = match &options.pair {
        Some(words) => Some(pair::find_pair(&stage, words)?),
        None if of_scene => document
            .view
            .as_ref()
            .and_then(|view| view.pair.as_ref())
            .map(|[a, b]| pair::find_pair(&stage, &format!("{a},{b}")))
            .transpose()?,
        None => match named_pair(&document, asked, &stage)? {
            Some(pair) => Some(pair),
            None => render::scene_pair(&document, &stage),
        },
    };
    let of_joint = || pair.is_none() && !of_scene && asked.is_none_or(|id| OF_JOINTS.contains(&id));
    let joined = Some(&stage).filter(|_| of_joint()).and_then(Specimen::of_first_joint);
    if pair.is_none() && !of_scene && joined.is_none() {
        return Err("the scene has no contact yet: name two bodies with --pair A,B".to_owned());
    }
    let gone = if pair.is_some() { "the pair is gone" } else { "the scene has neither smoke, a lamp, a curve, a mine nor an explosion" };
    let usual = if joined.is_some() && asked.is_none() { Some(microscope::of_joints(&stage).id) } else { None };
    let specimen = joined.or_else(|| Specimen::of_scene(&stage, pair, None)).ok_or(gone)?;
    // Once more, now that the pair is known: where its contact came from.
    let (mut before, mut past) = (None, Vec::new());
    source::stage_watched(&options.scene, options.at_step, host, |stage, to_go| {
        if to_go <= PAST_STEPS {
            past.extend(pair.map(|pair| names_of(stage, pair)));
        }
        if to_go == 1 {
            before = Some(stage.clone());
        }
    })?;
    let specimen = specimen.with_before(before).with_past(past);
    let microscope = match asked.or(usual) {
        Some(id) => microscope_of(id)?,
        None => microscope::default_for(&specimen),
    };
    write_film(options, microscope, specimen, host)
}

/// Runs the microscope on the specimen, with what the options change of it, and writes the film or a view of it.
fn write_film(options: &FilmOptions, microscope: &'static Microscope, specimen: Specimen, host: &mut dyn Host) -> Result<(), String> {
    let specimen = match options.hunt {
        Some(seed) => race::hunt::hunt(&specimen, seed, HUNTED).ok_or("there is no pose to try")?,
        None => specimen,
    };
    let mut told = specimen.options;
    for switch in &options.without {
        match switch {
            SolverSwitch::WarmStarting => told.solver.warm_starting = Some(false),
            SolverSwitch::Accumulation => told.solver.accumulation = Some(false),
            SolverSwitch::Relaxing => told.solver.relaxing = Some(false),
        }
    }
    refuse_idle_switches(options, microscope, &specimen)?;
    let specimen = specimen.with_options(told);
    let film = (microscope.film)(&specimen);
    let theme = options.theme.theme();
    let bytes = match options.view {
        Some(view) => {
            let (frame, size) = (options.frame.map_or(film.last(), |frame| frame as usize - 1), (options.size.width, options.size.height));
            if frame > film.last() {
                return Err(format!("there is no frame {}: the film has {}", frame + 1, film.frames.len()));
            }
            view_bytes(&film, frame, view.view(), size, &options.out, theme)?
        }
        None => {
            let mut told_at = host.seconds();
            export::bytes_told(&film, &options.out, theme, &mut |done, count| {
                if host.seconds() - told_at > SILENCE {
                    host.err(&format!("{done} of {} painted\n", counted(count, "frame is", "frames are")));
                    told_at = host.seconds();
                }
            })?
        }
    };
    write_file(host, &options.out, &bytes)
}

/// What a film cannot do without, because it never had it.
fn refuse_idle_switches(options: &FilmOptions, microscope: &Microscope, specimen: &Specimen) -> Result<(), String> {
    if options.without.is_empty() {
        return Ok(());
    }
    if ![SOLVER.id, PIPELINE.id].contains(&microscope.id) {
        return Err(format!("--without changes the step of the solver: --algorithm solver or pipeline, not {}", microscope.id));
    }
    let Some(scene) = &specimen.scene else { return Ok(()) };
    let row = scene.stage.world().settings().solver.row();
    let has = |switch: &SolverSwitch| match switch {
        SolverSwitch::WarmStarting => true,
        SolverSwitch::Accumulation => row.accumulates,
        SolverSwitch::Relaxing => row.has_relax_pass,
    };
    let word = |switch: &SolverSwitch| switch.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
    match options.without.iter().find(|switch| !has(switch)) {
        None => Ok(()),
        Some(switch) => {
            let possible: Vec<String> = SolverSwitch::value_variants().iter().filter(|switch| has(switch)).map(word).collect();
            Err(format!("--without {}: the scene's solver, {}, has none; possible: {}", word(switch), row.id, possible.join(", ")))
        }
    }
}

/// Writes the whole lesson of a scene on one page.
fn print_lesson(options: &FilmOptions, host: &mut dyn Host) -> Result<(), String> {
    let document = source::load(&options.scene, host)?;
    let places = lesson::places(&document).map_err(|problems| source::prefixed(&options.scene, &problems))?;
    if places.is_empty() {
        return Err(format!("{}: has no `lesson` to print", options.scene));
    }
    let places: Vec<LessonPlace> = places
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|problem| source::found_by_running(&options.scene, Problems(vec![problem]), host))?;
    write_file(host, &options.out, &export::lesson_bytes(&document, &places, &options.out, options.theme.theme())?)
}

fn microscope_of(id: &str) -> Result<&'static Microscope, String> {
    let known = || MICROSCOPES.iter().map(|m| m.id).collect::<Vec<&str>>().join(", ");
    microscope::find(id).ok_or_else(|| format!("there is no microscope `{id}`; there are: {}", known()))
}
