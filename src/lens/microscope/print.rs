//! A lesson on paper: each step with its caption, its pictures, its numbers and its question; the answers stand on the
//! last page.

use super::Film;
use super::lesson::{self, LessonPlace};
use super::scene_place::ScenePlace;
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
    let of_lesson = |message: &str| Problems(vec![Problem { path: "lesson".into(), place: None, message: message.into() }]);
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
    let (steps, mut all) = (&document.lesson, Vec::new());
    for (number, (place, step)) in places.iter().zip(steps).enumerate() {
        match place {
            LessonPlace::Film { film, frame } => film_blocks(number + 1, film, *frame, step, &mut all),
            LessonPlace::Scene(place) => scene_blocks(number + 1, place, document, step, &mut all),
        }
        if let Some(question) = &step.question {
            let number = number + 1;
            all.push(Block::Words(Role::Text, format!("Question {number}: {}\n{}", question.prompt, space_for_answer(&question.kind))));
        }
    }
    let asked = steps.iter().enumerate().filter_map(|(i, step)| Some((i + 1, step.question.as_deref()?)));
    let answers: Vec<Block> = asked.flat_map(|(number, question)| answer(number, question)).collect();
    if !answers.is_empty() {
        all.push(Block::NewPage);
        all.push(Block::Heading("Answers".into()));
        all.extend(answers);
    }
    all
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
    all.push(Block::Pictures { views, list });
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
    all.push(Block::Pictures { views: vec![(Sheet::World, view)], list: place.picture(document, step) });
    // A page in a browser draws no axes.
    all.extend(place.plots(step).iter().filter_map(|plot| axes::to_svg(plot, GRAPH, Theme::Projector).ok()).map(Block::Graph));
}

fn head(words: &str, step: &LessonStepDoc, all: &mut Vec<Block>) {
    all.push(Block::Heading(words.to_owned()));
    if !step.caption.trim().is_empty() {
        all.push(Block::Caption(step.caption.trim().to_owned()));
    }
}

/// What stands under a printed question.
fn space_for_answer(kind: &QuestionKind) -> String {
    match kind {
        QuestionKind::Choice { answers, .. } => {
            answers.iter().enumerate().map(|(i, answer)| format!("{}) {answer}", letter(i))).collect::<Vec<_>>().join("\n")
        }
        QuestionKind::Number { unit, .. } => format!("Answer: ____________ {unit}"),
        QuestionKind::Body { .. } => "Mark the body in the picture.".into(),
        QuestionKind::Point { .. } => "Mark the place in the picture.".into(),
    }
}

fn letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

fn answer(number: usize, question: &QuestionDoc) -> Vec<Block> {
    let right = match &question.kind {
        QuestionKind::Choice { right, .. } => {
            format!("{}) {}", letter(usize::try_from(*right).unwrap_or_default()), question.kind.right_words())
        }
        kind => kind.right_words(),
    };
    let why = if question.why.trim().is_empty() { String::new() } else { format!("\n{}", question.why.trim()) };
    vec![Block::Words(Role::Text, format!("Question {number}: {right}{why}"))]
}
