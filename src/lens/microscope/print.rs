//! A lesson on paper: each step with its caption, its pictures, its numbers and its question; the answers stand on the
//! last page.

use super::lesson::{self, LessonPlace};
use crate::draw::svg::{Block, pages_to_svg, picture_aspect};
use crate::draw::{DrawList, Role, Sheet, View};
use crate::scene::document::{Document, LessonStepDoc, QuestionDoc, QuestionKind};
use crate::scene::problem::{Problem, Problems};

/// The pages of a document's lesson as SVG text.
///
/// # Errors
/// The document does not build, has no lesson, or a step of it shows nothing.
pub fn lesson_pages(document: &Document) -> Result<Vec<String>, Problems> {
    let of_lesson = |message: &str| Problems(vec![Problem { path: "lesson".into(), place: None, message: message.into() }]);
    if document.lesson.is_empty() {
        return Err(of_lesson("has no step to print"));
    }
    let places: Vec<LessonPlace> =
        lesson::places(document)?.into_iter().collect::<Result<_, _>>().map_err(|problem| Problems(vec![problem]))?;
    let title = if document.title.trim().is_empty() { "Lesson" } else { document.title.trim() };
    Ok(pages_to_svg(title, &blocks(&places, &document.lesson)))
}

/// The file of a page (counted from 0) of so many, where each page is a file: the path itself when there is only one,
/// else with the page's number before the ending.
pub fn page_path(path: &str, page: usize, count: usize) -> String {
    match path.rsplit_once('.') {
        Some((stem, ending)) if count > 1 => format!("{stem}-{}.{ending}", page + 1),
        _ => path.to_owned(),
    }
}

fn blocks(places: &[LessonPlace], steps: &[LessonStepDoc]) -> Vec<Block> {
    let mut all = Vec::new();
    for (number, (place, step)) in places.iter().zip(steps).enumerate() {
        step_blocks(number + 1, place, step, &mut all);
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

fn step_blocks(number: usize, place: &LessonPlace, step: &LessonStepDoc, all: &mut Vec<Block>) {
    let frame = place.film.frame(place.frame);
    all.push(Block::Heading(format!("{number}. {}: {}", place.film.microscope.name, frame.heading)));
    if !step.caption.trim().is_empty() {
        all.push(Block::Caption(step.caption.trim().to_owned()));
    }
    let mut list = DrawList::default();
    place.film.surroundings(&mut list);
    place.film.picture(place.frame, &[], &mut list);
    let sheets = [Sheet::World, place.film.microscope.space];
    let mut views: Vec<(Sheet, View)> =
        sheets.into_iter().filter_map(|sheet| Some((sheet, place.film.view(sheet, picture_aspect())?))).collect();
    if let (Some(camera), Some(world)) = (step.camera, views.iter_mut().find(|(sheet, _)| *sheet == Sheet::World)) {
        world.1 = View { center: camera.center, height: camera.height };
    }
    all.push(Block::Pictures { views, list });
    let numbers: Vec<String> = frame.card.lines.iter().map(super::card::Line::words).collect();
    if !numbers.is_empty() {
        all.push(Block::Words(Role::QuietText, numbers.join("\n")));
    }
    if let Some(question) = &step.question {
        all.push(Block::Words(Role::Text, format!("Question {number}: {}\n{}", question.prompt, space_for_answer(&question.kind))));
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
