//! Lessons: places under the microscope, gone through in order ([`crate::scene::document::LessonStepDoc`]).
//!
//! ```text
//!   document ──run from its start──▶ stage at `at_step` ──pair──▶ Specimen ──algorithm──▶ Film ──frame──▶ a place
//! ```
//! A place is told by where it lies in a run that has the same bits everywhere, so a lesson needs no recorded data.
//! What a file alone cannot tell (is there such a frame, has the algorithm anything to show there) a *dry run* finds:
//! it goes to every place.

use super::{Film, Specimen};
use crate::engine::collider::ColliderId;
use crate::scene::document::{Document, LessonStepDoc};
use crate::scene::problem::{Problem, Problems};
use crate::scene::stage::Stage;

/// A step of a lesson with the film it shows.
pub struct LessonPlace {
    /// The film of the step's algorithm on its pair.
    pub film: Film,
    /// Number of the frame; beyond the last = the last.
    pub frame: usize,
}

/// The two shapes that a step means by the names of two bodies: the pair that touches most deeply, else the first
/// shape of each. `None` when one of the bodies is not there or has no shape.
pub fn colliders(stage: &Stage, names: &[String; 2]) -> Option<(ColliderId, ColliderId)> {
    let world = stage.world();
    let all = |name: &String| {
        let body = stage.names().body_id(name)?;
        let count = world.body(body)?.colliders.len() as u32;
        Some((0..count).map(move |index| ColliderId { body, index }))
    };
    let (of_a, of_b) = (all(&names[0])?, all(&names[1])?);
    let pairs: Vec<_> = of_a.flat_map(|a| of_b.clone().map(move |b| (a, b))).collect();
    let separation = |&(a, b): &(ColliderId, ColliderId)| {
        let contact = world.contact(a, b).filter(|c| c.count > 0)?;
        Some(contact.points().iter().fold(f32::MAX, |least, p| if p.separation < least { p.separation } else { least }))
    };
    let touching = pairs.iter().filter_map(|pair| Some((separation(pair)?, *pair)));
    touching.min_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, pair)| pair).or_else(|| pairs.first().copied())
}

/// Why a film shows nothing of a step, if it does not: the algorithm never ran, or ends before the frame. The key
/// tells which field is wrong.
pub fn flaw(film: &Film, step: &LessonStepDoc) -> Option<(&'static str, String)> {
    let on = || format!("on \"{}\" and \"{}\" at step {}", film.specimen.a.name, film.specimen.b.name, step.at_step);
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
    let mut run = LessonRun::new(document).map_err(|problems| problems.to_string())?;
    run.go_to(step.at_step);
    run.place(document, step).map_err(|(_, message)| message)
}

/// Every step of a document's lesson, in order: its place, or what is wrong with it.
///
/// # Errors
/// The document does not build.
pub fn places(document: &Document) -> Result<Vec<Result<LessonPlace, Problem>>, Problems> {
    let mut order: Vec<usize> = (0..document.lesson.len()).collect();
    order.sort_by_key(|&i| document.lesson[i].at_step);
    let mut run = LessonRun::new(document)?;
    let mut found: Vec<(usize, Result<LessonPlace, Problem>)> = Vec::new();
    for index in order {
        let step = &document.lesson[index];
        run.go_to(step.at_step);
        let place = run.place(document, step).map_err(|(key, message)| Problem {
            path: format!("lesson[{index}]{}{key}", if key.is_empty() { "" } else { "." }),
            place: None,
            message,
        });
        found.push((index, place));
    }
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().map(|(_, place)| place).collect())
}

/// Goes to every place of a lesson.
///
/// # Errors
/// The steps that show nothing, each with its path in the file.
pub fn dry_run(document: &Document) -> Result<(), Problems> {
    let problems: Vec<Problem> = places(document)?.into_iter().filter_map(Result::err).collect();
    if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
}

/// The run of a scene from its start, with the stage before the last step, which some microscopes take again.
struct LessonRun {
    stage: Stage,
    before: Option<Stage>,
}

impl LessonRun {
    fn new(document: &Document) -> Result<LessonRun, Problems> {
        let start = Document { state: None, ..document.clone() };
        Ok(LessonRun { stage: Stage::new(&start)?, before: None })
    }

    fn go_to(&mut self, step: u64) {
        while self.stage.step_count() < step {
            self.before = (self.stage.step_count() + 1 == step).then(|| self.stage.clone());
            self.stage.step();
        }
    }

    fn place(&self, document: &Document, step: &LessonStepDoc) -> Result<LessonPlace, (&'static str, String)> {
        let names = document.lesson_pair(step).ok_or(("", "needs a `pair`, here or in the view, to look at".to_owned()))?;
        let gone = || ("pair", format!("one of \"{}\" and \"{}\" is gone at step {}", names[0], names[1], step.at_step));
        let pair = colliders(&self.stage, names).ok_or_else(gone)?;
        let specimen = Specimen::of(&self.stage, pair).ok_or_else(gone)?.with_before(self.before.clone());
        let microscope = super::find(step.algorithm).ok_or(("algorithm", format!("there is no microscope `{}`", step.algorithm)))?;
        let film = (microscope.film)(&specimen);
        match flaw(&film, step) {
            Some(flaw) => Err(flaw),
            None => Ok(LessonPlace { frame: usize::try_from(step.frame).unwrap_or(usize::MAX).min(film.last()), film }),
        }
    }
}
