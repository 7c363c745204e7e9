//! A lesson on paper: each step with its caption, its pictures, its numbers and its questions, to be answered with a
//! pen; the answers stand at the end, on a page of their own.

use super::lesson::{self, LessonPlace};
use super::scene_place::ScenePlace;
use super::{AnswerKind, Film, Question};
use crate::draw::axes;
use crate::draw::palette::Theme;
use crate::draw::svg::{Block, GRAPH, pages_to_svg, picture_aspect};
use crate::draw::{DrawList, Role, Sheet, View};
use crate::scene::document::{Document, LessonStepDoc, QuestionDoc, QuestionKind};
use crate::scene::problem::{Problem, Problems};

/// Width over height of a window, about.
const WINDOW_ASPECT: f32 = 16.0 / 9.0;

/// The pages of a document's lesson as SVG text.
///
/// # Errors
/// The document does not build, has no lesson, or a step of it shows nothing.
pub fn lesson_pages(document: &Document) -> Result<Vec<String>, Problems> {
    Ok(lesson_pages_told(document, &mut |_| true)?.unwrap_or_default())
}

/// The same for somebody who waits elsewhere: told how many of the steps' places are found, and asked whether to go on;
/// `None` when not.
///
/// # Errors
/// Those of [`lesson_pages`].
pub fn lesson_pages_told(document: &Document, go_on: &mut dyn FnMut(usize) -> bool) -> Result<Option<Vec<String>>, Problems> {
    let of_lesson = |message: &str| Problems(vec![Problem::new("lesson", message)]);
    if document.lesson.is_empty() {
        return Err(of_lesson("has no step to print"));
    }
    let places: Vec<LessonPlace> =
        lesson::places_told(document, go_on)?.into_iter().collect::<Result<_, _>>().map_err(|problem| Problems(vec![problem]))?;
    if places.len() < document.lesson.len() || !go_on(places.len()) {
        return Ok(None);
    }
    let title = if document.title.trim().is_empty() { "Lesson" } else { document.title.trim() };
    Ok(Some(pages_to_svg(title, &blocks(&places, document))))
}

/// The file of a page (counted from 0) of so many, where each page is a file: the path itself when there is only one,
/// else with the page's number before the ending.
pub fn page_path(path: &str, page: usize, count: usize) -> String {
    match path.rsplit_once('.') {
        Some((stem, ending)) if count > 1 => format!("{stem}-{}.{ending}", page + 1),
        _ => path.to_owned(),
    }
}

fn blocks(places: &[LessonPlace], document: &Document) -> Vec<Block> {
    let (mut all, mut answers) = (Vec::new(), Vec::new());
    for (number, (place, step)) in (1..).zip(places.iter().zip(&document.lesson)) {
        match place {
            LessonPlace::Film { film, frame } => film_blocks(number, film, *frame, step, &mut all),
            LessonPlace::Scene(place) => scene_blocks(number, place, document, step, &mut all),
        }
        let asked = asked(place, step);
        for (letter, question) in ('a'..).zip(&asked) {
            let name = if asked.len() > 1 { format!("Question {number}{letter}") } else { format!("Question {number}") };
            all.push(Block::Words(Role::Text, format!("{name}: {}\n{}", question.prompt, question.space)));
            answers.push(Block::Words(Role::Text, format!("{name}: {}\n{}", question.right, question.why).trim_end().to_owned()));
        }
    }
    if !answers.is_empty() {
        all.push(Block::NewPage);
        all.push(Block::Heading("Answers".into()));
        all.extend(answers);
    }
    all
}

/// A question, as it is printed.
struct Asked {
    prompt: String,
    /// What stands under it: choices to tick, or a line to write on.
    space: String,
    /// The right answer, and why it is right; empty when that is not told.
    right: String,
    why: String,
}

/// What a step asks: its author's question, and, where the step asks before each frame, what its microscope asks about
/// the next one.
fn asked(place: &LessonPlace, step: &LessonStepDoc) -> Vec<Asked> {
    let of_film = match place {
        LessonPlace::Film { film, frame } if step.gate => film.question(*frame).map(|question| asked_by_film(&question)),
        _ => None,
    };
    step.question.as_deref().map(asked_by_author).into_iter().chain(of_film).collect()
}

fn asked_by_author(question: &QuestionDoc) -> Asked {
    let right = question.kind.right_words();
    let (space, right) = match &question.kind {
        QuestionKind::Choice { answers, right: index } => {
            (to_tick(answers.iter().map(String::as_str)), lettered(usize::try_from(*index).unwrap_or_default(), &right))
        }
        QuestionKind::Number { unit, .. } => (to_write(unit), right),
        QuestionKind::Body { .. } => ("Mark the body in the picture.".into(), right),
        QuestionKind::Point { .. } => ("Mark the place in the picture; the numbers at its edges are x and y.".into(), right),
    };
    Asked { prompt: question.prompt.clone(), space, right, why: question.why.trim().to_owned() }
}

fn asked_by_film(question: &Question) -> Asked {
    let right = question.right_words();
    let (space, right) = match &question.kind {
        AnswerKind::Choose { choices, right: index } => (to_tick(choices.iter().map(|c| c.label.as_str())), lettered(*index, &right)),
        AnswerKind::Number { unit, .. } => (to_write(unit), right),
    };
    // Paper takes no clicks: there the choices are ticked.
    let prompt = question.prompt.split(" Click ").next().unwrap_or_default().to_owned();
    Asked { prompt, space, right, why: question.why.trim().to_owned() }
}

/// Choices in lines of their own, each with a box for a pen.
fn to_tick<'a>(choices: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<String> = choices.enumerate().map(|(i, choice)| format!("☐ {}", lettered(i, choice))).collect();
    lines.join("\n")
}

fn to_write(unit: &str) -> String {
    format!("Answer: ____________ {unit}").trim_end().to_owned()
}

fn lettered(index: usize, choice: &str) -> String {
    format!("{}) {choice}", char::from(b'A' + (index % 26) as u8))
}

fn film_blocks(number: usize, film: &Film, at: usize, step: &LessonStepDoc, all: &mut Vec<Block>) {
    let frame = film.frame(at);
    head(&format!("{number}. {}: {}", film.microscope.name, frame.heading), step, all);
    let mut list = DrawList::default();
    film.surroundings(&mut list);
    film.picture(at, &[], &mut list);
    let sheets = [Sheet::World, film.microscope.space];
    let mut views: Vec<(Sheet, View)> = sheets.into_iter().filter_map(|sheet| Some((sheet, film.view(sheet, picture_aspect())?))).collect();
    if let (Some(camera), Some(world)) = (step.camera, views.iter_mut().find(|(sheet, _)| *sheet == Sheet::World)) {
        world.1 = View { center: camera.center, height: camera.height };
    }
    all.push(Block::Pictures { views, list, has_grid: asks_for_a_place(step) });
    let numbers: Vec<String> = frame.card.lines.iter().map(super::card::Line::words).collect();
    if !numbers.is_empty() {
        all.push(Block::Words(Role::QuietText, numbers.join("\n")));
    }
}

/// The scene under its lenses, and its graphs below.
fn scene_blocks(number: usize, place: &ScenePlace, document: &Document, step: &LessonStepDoc, all: &mut Vec<Block>) {
    head(&format!("{number}. {}", place.heading()), step, all);
    let view = place.view(document, step);
    // What stood at the sides of a window is not cut off by the narrower picture.
    let view = View { height: view.height * (WINDOW_ASPECT / picture_aspect()), ..view };
    all.push(Block::Pictures { views: vec![(Sheet::World, view)], list: place.picture(document, step), has_grid: asks_for_a_place(step) });
    // A page in a browser draws no axes.
    all.extend(place.plots(step).iter().filter_map(|plot| axes::to_svg(plot, GRAPH, Theme::Projector).ok()).map(Block::Graph));
}

/// A place on paper is read from a grid with metres.
fn asks_for_a_place(step: &LessonStepDoc) -> bool {
    step.question.as_deref().is_some_and(|question| matches!(question.kind, QuestionKind::Point { .. }))
}

fn head(words: &str, step: &LessonStepDoc, all: &mut Vec<Block>) {
    all.push(Block::Heading(words.to_owned()));
    if !step.caption.trim().is_empty() {
        all.push(Block::Caption(step.caption.trim().to_owned()));
    }
}
