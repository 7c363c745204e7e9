//! Lessons: places under the microscope, gone through in order ([`crate::scene::document::LessonStepDoc`]).
//!
//! ```text
//!   document ──run from its start──▶ stage at `at_step` ──pair──▶ Specimen ──algorithm──▶ Film ──frame──▶ a place
//! ```
//! A place is told by where it lies in a run that has the same bits everywhere, so a lesson needs no recorded data.
//! What a file alone cannot tell (is there such a frame, has the algorithm anything to show there) a *dry run* finds:
//! it goes to every place.

use super::lesson_bounds::{MOST_BYTES, MOST_PAIRS, is_lean};
use super::scene_place::ScenePlace;
use super::scene_record::Record;
use super::{Film, Specimen, scene_ghost};
use crate::engine::collider::ColliderId;
use crate::engine::math::min;
use crate::engine::world::Contact;
use crate::scene::document::{Document, LessonStepDoc};
use crate::scene::problem::{Problem, Problems};
use crate::scene::stage::Stage;

pub use super::lesson_bounds::MOST_WORK;

/// What a film takes of it: some take a step again, in a copy of the world. In steps, and for each pair.
const FILM_WORK: [u64; 2] = [10, 80];

/// What a step of a lesson shows.
pub enum LessonPlace {
    /// A frame of a film.
    Film {
        /// The film of the step's algorithm on its pair.
        film: Box<Film>,
        /// Number of the frame; beyond the last = the last.
        frame: usize,
    },
    /// The scene itself.
    Scene(Box<ScenePlace>),
}

impl LessonPlace {
    /// Its film; `None` where the scene itself is shown.
    pub fn film(self) -> Option<Film> {
        match self {
            LessonPlace::Film { film, .. } => Some(*film),
            LessonPlace::Scene(_) => None,
        }
    }
}

/// The two shapes that a step means by the names of two bodies: the pair that touches most deeply, else the first
/// shape of each. `None` when one of the bodies is not there or has no shape.
pub fn colliders(stage: &Stage, names: &[String; 2]) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let body = |name: &String| stage.names().bodies.id(name).filter(|&id| world.body(id).is_some_and(|body| !body.colliders.is_empty()));
    let bodies = (body(&names[0])?, body(&names[1])?);
    let separation = |contact: &Contact| contact.points().iter().map(|point| point.separation).fold(f32::MAX, min);
    let touching = world.contacts().into_iter().filter_map(|contact| {
        let (a, b) = (contact.collider_a, contact.collider_b);
        let pair = if a.body == bodies.0 { (a, b) } else { (b, a) };
        ((pair.0.body, pair.1.body) == bodies).then(|| (separation(&contact), pair))
    });
    let deepest = touching.min_by(|(x, pair_x), (y, pair_y)| x.total_cmp(y).then(pair_x.cmp(pair_y)));
    let first = |body| ColliderId { body, index: 0 };
    Some(deepest.map_or((first(bodies.0), first(bodies.1)), |(_, pair)| pair))
}

/// Why a film shows nothing of a step, if it does not: the algorithm never ran, or ends before the frame. The key
/// tells which field is wrong.
pub fn flaw(film: &Film, step: &LessonStepDoc) -> Option<(&'static str, String)> {
    let on = || match film.specimen.names() {
        Some([a, b]) => format!("on \"{a}\" and \"{b}\" at step {}", step.at_step),
        None => format!("at step {}", step.at_step),
    };
    let id = film.microscope.id;
    if film.frames.len() < 2 {
        return Some(("algorithm", format!("{id} has nothing to show {}: {}", on(), film.outcome)));
    }
    let last = film.last();
    (step.frame > last as u64)
        .then(|| ("frame", format!("must be at most {last}, is {}: {id} takes {} frames {}", step.frame, last + 1, on())))
}

/// One step's place.
///
/// # Errors
/// The document does not build, or the step shows nothing.
pub fn place(document: &Document, step: &LessonStepDoc) -> Result<LessonPlace, String> {
    let mut run = LessonRun::new(document, Record::of(document)).map_err(|problems| problems.to_string())?;
    run.go_to(step.at_step).and_then(|()| run.place(document, step)).map_err(|(_, message)| message)
}

/// Every step of a document's lesson, in order: its place, or what is wrong with it.
///
/// # Errors
/// The document does not build.
pub fn places(document: &Document) -> Result<Vec<Result<LessonPlace, Problem>>, Problems> {
    places_told(document, &mut |_| true)
}

/// The same for somebody who waits elsewhere: told how many places are found, and asked whether to go on. Those that
/// were not gone to are left out.
///
/// # Errors
/// The document does not build.
pub fn places_told(document: &Document, go_on: &mut dyn FnMut(usize) -> bool) -> Result<Vec<Result<LessonPlace, Problem>>, Problems> {
    let mut found = Vec::new();
    go_through(document, Record::of(document), |index, place| {
        found.push((index, place));
        go_on(found.len())
    })?;
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().map(|(_, place)| place).collect())
}

/// Goes to every place of a lesson.
///
/// # Errors
/// The steps that show nothing, each with its path in the file.
pub fn dry_run(document: &Document) -> Result<(), Problems> {
    let mut problems = Vec::new();
    // Nobody looks at graphs here.
    go_through(document, Record::default(), |index, place| {
        problems.extend(place.err().map(|problem| (index, problem)));
        true
    })?;
    problems.sort_by_key(|(index, _)| *index);
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems.into_iter().map(|(_, problem)| problem).collect())) }
}

/// Shows the places one after the other, in the order of the run, while it is told to go on. A film is not small: who
/// needs none of it drops it.
fn go_through(
    document: &Document,
    record: Record,
    mut show: impl FnMut(usize, Result<LessonPlace, Problem>) -> bool,
) -> Result<(), Problems> {
    let mut order: Vec<usize> = (0..document.lesson.len()).collect();
    order.sort_by_key(|&i| document.lesson[i].at_step);
    let mut run = LessonRun::new(document, record)?;
    for index in order {
        let step = &document.lesson[index];
        let place = run
            .go_to(step.at_step)
            .and_then(|()| run.place(document, step))
            .map_err(|(key, message)| Problem::new(format!("lesson[{index}]{}{key}", if key.is_empty() { "" } else { "." }), message));
        if !show(index, place) {
            break;
        }
    }
    Ok(())
}

/// The run of a scene from its start, with the stage before the last step, which some microscopes take again.
struct LessonRun {
    stage: Stage,
    before: Option<Stage>,
    /// The scene after its first step, while the run has not begun.
    first: Option<Stage>,
    work: u64,
    /// What the graphs of the lesson show.
    record: Record,
}

impl LessonRun {
    fn new(document: &Document, mut record: Record) -> Result<LessonRun, Problems> {
        let start = Document { state: None, ..document.clone() };
        let mut stage = Stage::new(&start)?;
        stage.limit_pairs(MOST_PAIRS);
        record.take(&stage);
        Ok(LessonRun { stage, before: None, first: None, work: 0, record })
    }

    fn go_to(&mut self, step: u64) -> Result<(), (&'static str, String)> {
        while self.stage.step_count() < step {
            let now = self.stage.step_count();
            if self.work > MOST_WORK {
                return Err(("at_step", format!("must be at most {now}, is {step}: the run up to there takes too long")));
            }
            self.first = None;
            self.before = (now + 1 == step && is_lean(self.stage.world())).then(|| self.stage.clone());
            self.stage.step();
            self.work += self.stage.step_work();
            self.record.take(&self.stage);
            if self.stage.world().events().overcrowded {
                return Err(("at_step", format!("must be at most {now}, is {step}: {}", crowd_message())));
            }
        }
        Ok(())
    }

    fn scene_place(&mut self, document: &Document, step: &LessonStepDoc) -> Result<LessonPlace, (&'static str, String)> {
        if !is_lean(self.stage.world()) {
            return Err(("at_step", "leads to a world that is too large for a lesson".to_owned()));
        }
        if let Some(id) = step.lenses.iter().find(|id| crate::lens::find(id).is_none()) {
            let known: Vec<&str> = crate::lens::lenses().iter().map(|lens| lens.id).collect();
            return Err(("lenses", format!("there is no lens `{id}`; there are: {}", known.join(", "))));
        }
        let pair = document.lesson_pair(step).and_then(|names| colliders(&self.stage, names));
        let ghosts = scene_ghost::of_step(document, step, &mut self.work, &self.record)?;
        Ok(LessonPlace::Scene(Box::new(ScenePlace::new(self.stage.clone(), pair, step, &self.record, ghosts))))
    }

    fn place(&mut self, document: &Document, step: &LessonStepDoc) -> Result<LessonPlace, (&'static str, String)> {
        if step.shows_scene() {
            return self.scene_place(document, step);
        }
        // Before its first step a scene has no pairs and no work to be judged by; some films take that step.
        if self.stage.step_count() == 0 && self.first.is_none() && is_lean(self.stage.world()) {
            let mut first = self.stage.clone();
            first.step();
            self.work += first.step_work();
            self.first = Some(first);
        }
        let stage = self.first.as_ref().unwrap_or(&self.stage);
        let world = stage.world();
        if world.events().overcrowded {
            return Err(("at_step", crowd_message()));
        }
        self.work += FILM_WORK[0] * stage.step_work() + FILM_WORK[1] * world.pair_count() as u64;
        if self.work > MOST_WORK {
            return Err(("", "lies too far into the lesson: the places before it take too long".to_owned()));
        }
        if !is_lean(world) {
            let (bytes, pairs) = (world.bytes() >> 20, world.pair_count());
            let most = MOST_BYTES >> 20;
            let message = format!(
                "leads to a world of {bytes} MiB with {pairs} pairs of shapes near each other: too large for a microscope in a lesson, at most {most} MiB"
            );
            return Err(("at_step", message));
        }
        let microscope = super::find(step.algorithm).ok_or(("algorithm", format!("there is no microscope `{}`", step.algorithm)))?;
        let specimen = match document.lesson_pair(step) {
            Some(names) => {
                let gone = || ("pair", format!("one of \"{}\" and \"{}\" is gone at step {}", names[0], names[1], step.at_step));
                let pair = colliders(&self.stage, names).ok_or_else(gone)?;
                Specimen::of(&self.stage, pair).ok_or_else(gone)?
            }
            None => Some(&self.stage)
                .filter(|stage| super::finds_its_subject(step.algorithm, stage))
                .and_then(|stage| Specimen::of_scene(stage, None, None))
                .ok_or_else(|| {
                    let lacks = super::lacks(step.algorithm, &self.stage);
                    ("", lacks.unwrap_or("needs a `pair`, here or in the view, to look at").to_owned())
                })?,
        };
        let specimen = specimen.with_before(self.before.clone());
        let film = (microscope.film)(&specimen);
        match flaw(&film, step) {
            Some(flaw) => Err(flaw),
            None => {
                let frame = usize::try_from(step.frame).unwrap_or(usize::MAX).min(film.last());
                Ok(LessonPlace::Film { film: Box::new(film), frame })
            }
        }
    }
}

fn crowd_message() -> String {
    format!("more than {MOST_PAIRS} pairs of shapes near each other are too many for a microscope in a lesson")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::file;

    /// Ten launchers, 64 sub-steps and a lesson at step 10,000 held `check` for minutes and the window for ever.
    #[test]
    fn a_lesson_too_far_into_a_heavy_run_is_refused_with_its_place_and_bound() {
        let launchers: Vec<String> = (0..10)
            .map(|i| format!(r#"{{ "id": "l{i}", "position": [-10, {}], "speed": 20, "every": 0.05, "lifetime": 20 }}"#, 1 + i))
            .collect();
        let scene = |at_step: u64| {
            let text = format!(
                r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "substeps": 64 }}, "launchers": [{}],
                "bodies": [
                    {{ "id": "ground", "kind": "static", "shapes": [ {{ "box": {{ "width": 50, "height": 1 }} }} ] }},
                    {{ "id": "ball", "position": [5, 0.9], "shapes": [ {{ "circle": {{ "radius": 0.5 }} }} ] }} ],
                "lesson": [ {{ "caption": "", "at_step": {at_step}, "pair": ["ground", "ball"], "algorithm": "sat", "frame": 0 }} ] }}"#,
                launchers.join(", "),
            );
            dry_run(&file::parse(text.as_bytes()).unwrap())
        };
        let Problems(problems) = scene(10_000).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].path, "lesson[0].at_step");
        let message = &problems[0].message;
        assert!(message.starts_with("must be at most ") && message.contains("is 10000"), "{message}");
        scene(60).unwrap();
    }

    fn refused(text: &str, at_step: u64) -> String {
        let lesson = format!(r#""lesson": [ {{ "at_step": {at_step}, "pair": ["a", "b"], "algorithm": "gjk" }} ]"#);
        let document = file::parse(text.replace("LESSON", &lesson).as_bytes()).unwrap();
        let Problems(problems) = dry_run(&document).expect_err("it goes too far");
        assert_eq!((problems.len(), problems[0].path.as_str()), (1, "lesson[0].at_step"));
        problems[0].message.clone()
    }

    const TWO: &str =
        r#"{ "id": "a", "shapes": [ { "circle": { "radius": 1 } } ] }, { "id": "b", "shapes": [ { "circle": { "radius": 1 } } ] }"#;

    /// Only the world's work was counted: a lesson far into 262,000 cells of smoke held `check` for ten minutes.
    #[test]
    fn a_lesson_too_far_into_much_smoke_is_refused() {
        let scene = format!(
            r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [ {TWO} ], LESSON,
            "smoke": [ {{ "id": "air", "center": [0, 0], "width": 8, "height": 8, "cells": 500 }} ] }}"#
        );
        let message = refused(&scene, 10_000);
        assert!(message.starts_with("must be at most ") && message.ends_with("takes too long"), "{message}");
    }

    /// A step of 300 chains of 60 hinges under the global solve takes seconds, which were counted as next to nothing.
    #[test]
    fn dense_solves_are_counted_as_work() {
        let hinge = |i: usize| {
            format!(
                r#"{{ "id": "j{i}", "kind": "revolute", "body_a": "b{i}", "body_b": "b{}", "anchor": [{}, 9] }}"#,
                i + 1,
                i as f32 + 0.5
            )
        };
        let link = |i: usize| format!(r#"{{ "id": "b{i}", "position": [{i}, 9], "shapes": [ {{ "circle": {{ "radius": 0.1 }} }} ] }}"#);
        let (bodies, joints): (Vec<String>, Vec<String>) = ((0..60).map(link).collect(), (0..59).map(hinge).collect());
        let work = |solver: &str| {
            let text = format!(
                r#"{{ "format": "collidoscope-scene", "version": 1, "world": {{ "solver": "{solver}" }}, "bodies": [ {} ], "joints": [ {} ] }}"#,
                bodies.join(", "),
                joints.join(", "),
            );
            let mut stage = Stage::new(&file::parse(text.as_bytes()).unwrap()).unwrap();
            stage.step();
            stage.step_work()
        };
        // 118 rows, four slopes in each of four steps; factors take a third of the cube of the rows in multiplications,
        // of which about ten are one unit of work.
        let multiplications = 16 * 118_u64.pow(3) / 3;
        let counted = work("lagrange") - work("sequential_impulses");
        assert!((multiplications / 20..multiplications / 4).contains(&counted), "{counted} for {multiplications} multiplications");
    }

    /// A crowd beyond the bound on pairs stands still at every step: 500 such steps took 22 s and 2 GB.
    #[test]
    fn a_lesson_in_a_crowd_that_stands_still_is_refused() {
        let bodies: Vec<String> =
            (0..1_500).map(|i| format!(r#"{{ "id": "c{i}", "shapes": [ {{ "circle": {{ "radius": 1 }} }} ] }}"#)).collect();
        let scene = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [ {TWO}, {} ], LESSON }}"#, bodies.join(", "));
        assert!(refused(&scene, 500).contains("more than 150000 pairs"));
        assert!(refused(&scene, 0).contains("more than 150000 pairs"));
    }

    /// Films copy the world: half a million pairs made `check` take 1.2 GB.
    #[test]
    fn a_lesson_among_too_many_pairs_to_be_copied_is_refused() {
        let bodies: Vec<String> =
            (0..700).map(|i| format!(r#"{{ "id": "c{i}", "shapes": [ {{ "circle": {{ "radius": 1 }} }} ] }}"#)).collect();
        let scene = format!(r#"{{ "format": "collidoscope-scene", "version": 1, "bodies": [ {TWO}, {} ], LESSON }}"#, bodies.join(", "));
        assert!(refused(&scene, 1).contains("too many for a microscope"));
    }
}
