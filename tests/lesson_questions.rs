//! Questions that the author of a lesson asks: their rules in a file, how answers are judged, how they are written and
//! taken back; and the printed lesson.

use collidoscope::app::{App, DocumentCommand, FileCommand, HistoryCommand, Item, LessonCommand, MicroscopeCommand};
use collidoscope::draw::svg::PAGE;
use collidoscope::engine::math::Vec2;
use collidoscope::lens::microscope::lesson::{LessonPlace, places};
use collidoscope::lens::microscope::print::{lesson_pages, page_path};
use collidoscope::lens::microscope::question::AnswerKind;
use collidoscope::scene::document::{Document, QuestionDoc, QuestionKind, Reply};
use collidoscope::scene::{file, shipped};

fn scene(question: &str) -> String {
    format!(
        r#"{{ "format": "collidoscope-scene", "version": 1, "title": "Two boxes", "bodies": [
        {{ "id": "low", "kind": "static", "shapes": [{{ "box": {{ "width": 4, "height": 1 }} }}] }},
        {{ "id": "high", "position": [0, 0.9], "shapes": [{{ "box": {{ "width": 1, "height": 1 }} }}] }} ],
        "lesson": [ {{ "caption": "Look.", "algorithm": "sat", "pair": ["low", "high"], "at_step": 1, "question": {{ {question} }} }},
                    {{ "caption": "Look again.", "algorithm": "clip", "pair": ["low", "high"], "at_step": 2 }},
                    {{ "caption": "And again.", "algorithm": "sat", "pair": ["low", "high"], "at_step": 3 }} ] }}"#
    )
}

const CHOICE: &str = r#""prompt": "Which?", "choice": { "answers": ["left", "right", "up"], "right": 2 }, "why": "It is up.""#;

fn problems(question: &str) -> Vec<(String, String)> {
    let found = file::parse(scene(question).as_bytes()).expect_err("it is wrong");
    found.0.into_iter().map(|problem| (problem.path, problem.message)).collect()
}

fn opened(question: &str) -> App {
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("boxes.json".into()), bytes: Ok(scene(question).into_bytes()) });
    assert_eq!(app.document().lesson.len(), 3, "{:?}", app.take_notices());
    assert!(app.bench().is_some() && app.lesson_place().is_some_and(|place| place.is_here));
    app
}

fn captions(app: &App) -> Vec<&str> {
    app.document().lesson.iter().map(|step| step.caption.as_str()).collect()
}

#[test]
fn what_is_wrong_with_a_question_is_told_with_its_path() {
    let at = "lesson[0].question";
    for (question, path, words) in [
        (r#""choice": { "answers": ["a", "b"], "right": 0 }"#, "", "prompt"),
        (r#""prompt": "", "choice": { "answers": ["a", "b"], "right": 0 }"#, ".prompt", "must not be empty"),
        (r#""prompt": "?""#, "", "choice"),
        (r#""prompt": "?", "choice": { "answers": ["a"], "right": 0 }"#, ".choice.answers", "2"),
        (r#""prompt": "?", "choice": { "answers": ["a", "b"], "right": 2 }"#, ".choice.right", "must be at most 1"),
        (r#""prompt": "?", "choice": { "answers": ["a", "b"], "right": 9 }"#, ".choice.right", "8"),
        (r#""prompt": "?", "choice": { "answers": ["a", "b", "a"], "right": 0 }"#, ".choice.answers[2]", "must differ"),
        (r#""prompt": "?", "number": { "right": 3, "tolerance": -1 }"#, ".number.tolerance", "-1"),
        (r#""prompt": "?", "number": { "tolerance": 1 }"#, ".number", "right"),
        (r#""prompt": "?", "body": { "id": "hihg" }"#, ".body.id", "high"),
        (r#""prompt": "?", "point": { "at": [0, 1], "radius": 0 }"#, ".point.radius", "0"),
        (r#""prompt": "?", "point": { "at": [0, 1], "radius": 1 }, "body": { "id": "low" }"#, "", "only one of"),
    ] {
        let found = problems(question);
        assert!(
            found.iter().any(|(p, m)| p.starts_with(&format!("{at}{path}")) && format!("{p} {m}").contains(words)),
            "{question}: {found:?}"
        );
    }
}

#[test]
fn answers_are_judged_by_the_right_one_the_tolerance_the_body_and_the_radius() {
    let choice = QuestionKind::Choice { answers: vec!["a".into(), "b".into()], right: 1 };
    assert!(choice.is_right(&Reply::Choice(1)) && !choice.is_right(&Reply::Choice(0)) && !choice.takes(&Reply::Choice(2)));
    let number = QuestionKind::Number { right: 9.75, tolerance: 0.25, unit: "m/s²".into() };
    for (value, right) in [(9.5, true), (10.0, true), (9.75, true), (9.49, false), (10.01, false)] {
        assert_eq!(number.is_right(&Reply::Number(value)), right, "{value}");
    }
    assert!(!number.takes(&Reply::Number(f32::NAN)) && !number.takes(&Reply::Choice(0)));
    let click =
        |x: f32, y: f32, bodies: &[&str]| Reply::Click { at: Vec2::new(x, y), bodies: bodies.iter().map(|id| (*id).to_owned()).collect() };
    let body = QuestionKind::Body { id: "high".into() };
    assert!(body.is_right(&click(0.0, 0.0, &["low", "high"])) && !body.is_right(&click(0.0, 0.0, &["low"])));
    // 3, 4, 5: exactly on the radius is right.
    let point = QuestionKind::Point { at: Vec2::new(1.0, 1.0), radius: 5.0 };
    assert!(point.is_right(&click(4.0, 5.0, &[])) && !point.is_right(&click(4.1, 5.0, &[])));
    assert!([&choice, &number, &body, &point].iter().all(|kind| kind.takes(&Reply::Nothing) && !kind.is_right(&Reply::Nothing)));
}

#[test]
fn a_click_answers_with_the_bodies_under_it_where_the_step_shows_them() {
    let app = opened(r#""prompt": "?", "body": { "id": "high" }"#);
    let bodies = |x: f32, y: f32| match app.click_reply(Vec2::new(x, y)) {
        Reply::Click { mut bodies, .. } => {
            bodies.sort();
            bodies
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(bodies(0.0, 1.2), ["high"]);
    assert_eq!(bodies(1.5, 0.0), ["low"]);
    // The two overlap by a tenth of a metre.
    assert_eq!(bodies(0.0, 0.45), ["high", "low"]);
    assert!(bodies(5.0, 5.0).is_empty());
}

#[test]
fn a_question_is_open_until_it_is_answered_and_asked_again_by_a_command() {
    let mut app = opened(CHOICE);
    assert_eq!(app.open_own_question().map(|q| q.prompt.as_str()), Some("Which?"));
    app.apply(LessonCommand::Reply(Reply::Choice(7)));
    assert!(app.open_own_question().is_some(), "there is no seventh answer");
    app.apply(LessonCommand::Reply(Reply::Choice(0)));
    assert!(app.open_own_question().is_none());
    let question = app.own_question().expect("still shown").clone();
    assert_eq!(app.reply_to(&question), Some(&Reply::Choice(0)));
    app.apply(LessonCommand::Reply(Reply::Choice(2)));
    assert_eq!(app.reply_to(&question), Some(&Reply::Choice(0)), "the first answer counts");
    // The answer is remembered from step to step.
    app.apply(LessonCommand::Next);
    assert!(app.own_question().is_none());
    app.apply(LessonCommand::Previous);
    assert!(app.own_question().is_some() && app.open_own_question().is_none());
    app.apply(LessonCommand::AskAgain);
    assert!(app.open_own_question().is_some());
}

#[test]
fn a_written_question_is_undoable_and_a_bad_one_is_refused_with_a_reason() {
    let mut app = opened(CHOICE);
    let before = file::to_json(app.document());
    let number = QuestionKind::Number { right: 1.0, tolerance: 0.1, unit: "m".into() };
    let new = QuestionDoc { prompt: "How deep?".into(), kind: number, why: String::new() };
    app.apply(LessonCommand::Question(Some(Box::new(new.clone()))));
    assert_eq!(app.document().lesson[0].question.as_deref(), Some(&new));
    let again = file::parse(file::to_json(app.document()).as_bytes()).expect("what is saved is read");
    assert_eq!(again.lesson[0].question.as_deref(), Some(&new));
    app.apply(HistoryCommand::Undo);
    assert_eq!(file::to_json(app.document()), before);
    app.apply(HistoryCommand::Redo);
    assert_eq!(app.document().lesson[0].question.as_deref(), Some(&new));
    app.take_notices();
    let gone = QuestionKind::Body { id: "nobody".into() };
    app.apply(LessonCommand::Question(Some(Box::new(QuestionDoc { kind: gone, ..new.clone() }))));
    assert_eq!(app.document().lesson[0].question.as_deref(), Some(&new));
    assert!(app.take_notices().iter().any(|notice| notice.text.contains("there is no body")));
}

#[test]
fn a_question_about_a_body_follows_its_name_and_goes_with_it() {
    let text = scene(r#""prompt": "?", "body": { "id": "third" }"#)
        .replace(r#""bodies": ["#, r#""bodies": [ { "id": "third", "position": [9, 9], "shapes": [{ "circle": { "radius": 1 } }] },"#);
    let mut app = App::empty();
    app.apply(FileCommand::Loaded { path: Some("boxes.json".into()), bytes: Ok(text.into_bytes()) });
    let body = app.document().body("third").expect("it is there").clone();
    let renamed = collidoscope::scene::document::BodyDoc { id: "moon".into(), ..body };
    app.apply(DocumentCommand::Edit { id: "third".into(), to: renamed.into(), gesture: 0 });
    assert!(matches!(&app.document().lesson[0].question.as_ref().unwrap().kind, QuestionKind::Body { id } if id == "moon"));
    app.apply(DocumentCommand::Delete(vec![Item::Body("moon".into())]));
    assert_eq!(app.document().lesson.len(), 3, "the steps themselves show other bodies");
    assert!(app.document().lesson[0].question.is_none());
}

#[test]
fn a_step_that_is_put_elsewhere_leaves_the_shown_one_shown() {
    let mut app = opened(CHOICE);
    app.apply(LessonCommand::Go(1));
    app.apply(LessonCommand::Place { from: 0, to: 2 });
    assert_eq!(captions(&app), ["Look again.", "And again.", "Look."]);
    assert_eq!(app.lesson_place().map(|place| (place.index, place.is_here)), Some((0, true)));
    app.apply(LessonCommand::Place { from: 2, to: 0 });
    assert_eq!(captions(&app), ["Look.", "Look again.", "And again."]);
    assert_eq!(app.lesson_place().map(|place| place.index), Some(1));
    app.apply(LessonCommand::Place { from: 1, to: 99 });
    assert_eq!(captions(&app), ["Look.", "And again.", "Look again."]);
    assert_eq!(app.lesson_place().map(|place| place.index), Some(2));
    app.apply(LessonCommand::Title { text: "Boxes, again".into(), gesture: 0 });
    assert_eq!(app.document().title, "Boxes, again");
    for _ in 0..4 {
        app.apply(HistoryCommand::Undo);
    }
    assert_eq!((captions(&app), app.title().as_str()), (vec!["Look.", "Look again.", "And again."], "Two boxes"));
}

/// Text of a page without marks.
fn words(svg: &str) -> String {
    let pieces = svg.split('>').map(|piece| piece.split('<').next().unwrap_or_default());
    pieces.collect::<String>().split_whitespace().collect()
}

#[test]
fn a_printed_lesson_has_every_caption_once_and_the_answers_on_the_last_page_alone() {
    let document = file::parse(scene(CHOICE).as_bytes()).unwrap();
    let pages = lesson_pages(&document).unwrap();
    let size = format!("width=\"{}\" height=\"{}\"", PAGE.0, PAGE.1);
    assert!(pages.len() >= 2 && pages.iter().all(|page| page.contains(&size)));
    // 1191 × 1684 pixels of 1/144 inch are 210 × 297 mm, within a pixel.
    assert!((PAGE.0 as f32 / 144.0 * 25.4 - 210.0).abs() < 0.18 && (PAGE.1 as f32 / 144.0 * 25.4 - 297.0).abs() < 0.18);
    let (last, before) = pages.split_last().unwrap();
    let all: String = pages.iter().map(|page| words(page)).collect();
    for caption in ["Look.", "Lookagain.", "Andagain.", "Which?", "A)left", "B)right"] {
        assert!(all.contains(caption), "{caption}");
    }
    assert!(words(last).contains("Answers") && words(last).contains("C)upItisup."), "{}", words(last));
    assert!(before.iter().all(|page| !words(page).contains("Itisup")));
}

/// Words as they stand in a page: without spaces, and without what tells a window's user to click.
fn on_paper(words: &str) -> String {
    let words: String = words.split(" Click ").next().unwrap_or_default().split_whitespace().collect();
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn shipped_lesson(name: &str) -> Document {
    file::parse(shipped::scenes().iter().find(|scene| scene.name == name).expect(name).json.as_bytes()).unwrap()
}

/// The pages of a shipped lesson before its answers, those with the answers, and its places.
fn printed(name: &str) -> (Vec<String>, String, Vec<LessonPlace>) {
    let document = shipped_lesson(name);
    let pages: Vec<String> = lesson_pages(&document).unwrap().iter().map(|page| words(page)).collect();
    let first = pages.iter().position(|page| page.contains("Answers")).expect("it asks something");
    (pages[..first].to_vec(), pages[first..].concat(), places(&document).unwrap().into_iter().map(Result::unwrap).collect())
}

/// A lesson said "Answer first" on paper, and asked nothing there.
#[test]
fn what_a_microscope_asks_is_printed_with_its_choices_and_answered_at_the_end_alone() {
    let mut count = [0, 0];
    for name in ["gjk", "two_boxes", "lagrange", "light", "springs", "smoke", "roots"].map(|name| format!("lesson_{name}")) {
        let name = name.as_str();
        let (pages, answers, places) = printed(name);
        let (pages, document) = (pages.concat(), shipped_lesson(name));
        for ((number, place), step) in (1..).zip(&places).zip(&document.lesson) {
            let LessonPlace::Film { film, frame } = place else { continue };
            if !step.gate {
                continue;
            }
            let Some(question) = film.question(*frame) else { continue };
            assert!(pages.contains(&format!("Question{number}:{}", on_paper(&question.prompt))), "{name}: {}", question.prompt);
            let right = match &question.kind {
                AnswerKind::Choose { choices, right } => {
                    count[0] += 1;
                    let lettered = ('A'..).zip(choices).map(|(letter, choice)| format!("{letter}){}", on_paper(&choice.label)));
                    let lettered: Vec<String> = lettered.collect();
                    assert!(pages.contains(&format!("☐{}", lettered.join("☐"))), "{name}: {lettered:?}");
                    lettered[*right].clone()
                }
                AnswerKind::Number { unit, .. } => {
                    count[1] += 1;
                    assert!(pages.contains(&format!("Answer:____________{}", on_paper(unit))), "{name}: {}", question.prompt);
                    on_paper(&question.right_words())
                }
            };
            let answer = format!("Question{number}:{right}");
            assert!(answers.contains(&answer) && answers.contains(&on_paper(&question.why)), "{name}: {answer}");
            assert!(!pages.contains(&answer) && !pages.contains(&on_paper(&question.why)), "{name}: {answer}");
        }
        assert!(!pages.contains("Clickit"));
    }
    assert!(count[0] > 5 && count[1] > 0, "{count:?}");
}

/// The numbers of the last step stood alone on a page, and those of others on the page after their picture.
#[test]
fn a_step_stands_on_one_page_with_its_numbers_and_its_question() {
    for name in ["lesson_one_contact", "lesson_warm_starting"] {
        let (pages, _, places) = printed(name);
        for (number, place) in (1..).zip(&places) {
            let LessonPlace::Film { film, frame } = place else { continue };
            let head = format!("{number}.{}:{}", film.microscope.name, on_paper(&film.frame(*frame).heading));
            let page = pages.iter().find(|page| page.contains(&head)).expect(&head);
            let numbers = film.frame(*frame).card.lines.iter().map(|line| on_paper(&line.words())).collect::<String>();
            assert!(page.contains(&numbers), "{name}: {head}");
        }
        assert!(pages.len() <= 4, "{name}: {} pages", pages.len());
    }
}

#[test]
fn every_shipped_lesson_is_printed_with_all_its_words() {
    let mut count = 0;
    for scene in shipped::scenes() {
        let document = file::parse(scene.json.as_bytes()).unwrap();
        if document.lesson.is_empty() {
            continue;
        }
        count += 1;
        let pages = lesson_pages(&document).unwrap_or_else(|why| panic!("{}: {why}", scene.name));
        let all: String = pages.iter().map(|page| words(page)).collect();
        for step in &document.lesson {
            let first: String = step.caption.split_whitespace().take(3).collect();
            let first = first.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert!(all.contains(&first), "{}: {first}", scene.name);
        }
        assert!(pages.len() <= document.lesson.len() + 2, "{}: {} pages", scene.name, pages.len());
    }
    assert!(count >= 8);
}

#[test]
fn pages_of_their_own_files_are_numbered_before_the_ending() {
    assert_eq!(page_path("a/l.png", 1, 3), "a/l-2.png");
    assert_eq!(page_path("a/l.png", 0, 1), "a/l.png");
}

/// A question of the film's own was printed beside the author's although predictions were off.
#[test]
fn a_page_asks_what_the_film_asks_only_where_the_step_does() {
    let print = |gate: &str| {
        let text = scene(CHOICE).replace(r#""at_step": 1,"#, &format!(r#""at_step": 1, "gate": {gate},"#));
        lesson_pages(&file::parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))).unwrap().concat()
    };
    assert!(print("true").contains("Question 1b"));
    assert!(!print("false").contains("Question 1b") && print("false").contains("Question 1"));
}

/// "Deleted high" was all that was said when three steps of a lesson and a question went with it.
#[test]
fn what_goes_with_a_deleted_body_is_told_and_undo_brings_it_back() {
    let mut app = opened(CHOICE);
    let before = app.document().clone();
    app.apply(MicroscopeCommand::Close);
    app.take_notices();
    app.apply(DocumentCommand::Delete(vec![Item::Body("high".into())]));
    assert!(app.document().lesson.is_empty());
    let told: Vec<String> = app.take_notices().into_iter().map(|note| note.text).collect();
    let words = told.iter().find(|words| words.starts_with("Deleted high")).unwrap_or_else(|| panic!("{told:?}"));
    assert!(["3 steps of the lesson", "1 question of the lesson", "Undo"].iter().all(|part| words.contains(part)), "{words}");
    app.apply(HistoryCommand::Undo);
    assert_eq!(app.document().lesson, before.lesson);
}

/// The score went on from lesson to lesson, and the author's questions were not in it.
#[test]
fn the_score_is_that_of_the_open_scene_with_the_authors_questions() {
    let mut app = opened(CHOICE);
    let score = |app: &App| (app.score().right, app.score().answered);
    assert_eq!(score(&app), (0, 0));
    app.apply(LessonCommand::Reply(Reply::Choice(0)));
    assert_eq!(score(&app), (0, 1));
    app.apply(LessonCommand::AskAgain);
    app.apply(LessonCommand::Reply(Reply::Choice(2)));
    assert_eq!(score(&app), (1, 1));
    app.apply(LessonCommand::AskAgain);
    app.apply(LessonCommand::Reply(Reply::Nothing));
    assert_eq!(score(&app), (0, 0), "what was given up is not scored");
    app.apply(LessonCommand::AskAgain);
    app.apply(LessonCommand::Reply(Reply::Choice(2)));
    app.apply(FileCommand::Loaded { path: Some("boxes.json".into()), bytes: Ok(scene(CHOICE).into_bytes()) });
    assert_eq!(score(&app), (0, 0), "of the scene before");
}

/// A place could not be told from a picture on paper: it had no axes.
#[test]
fn the_picture_of_a_question_about_a_place_has_metres_at_its_edges() {
    let print = |question: &str| lesson_pages(&file::parse(scene(question).as_bytes()).unwrap()).unwrap().concat();
    let metres = |pages: &str| pages.split("</text>").filter(|words| words.ends_with(" m") || words.ends_with(">0")).count();
    let place = print(r#""prompt": "Where?", "point": { "at": [0.5, 1], "radius": 0.2 }"#);
    assert!(metres(&place) >= metres(&print(CHOICE)) + 4, "{}", metres(&place));
    assert!(place.contains("the numbers at its edges are x and y"));
}
