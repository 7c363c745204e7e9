//! The question that the author of a lesson asks: its choices, a number or a click, and after the answer what is right
//! and why.

use super::desk::Desk;
use super::lesson_state::Asked;
use super::number;
use super::theme::Look;
use crate::app::LessonCommand;
use crate::scene::document::{QuestionDoc, QuestionKind, Reply};
use egui::text::{CCursor, CCursorRange};
use egui::{Button, Label, Response, RichText, TextEdit, Ui};

/// Wider than a card: answers stand side by side there, points.
const WIDE: f32 = 480.0;

/// Shows the question of the lesson's present step, or the answer to it.
pub(crate) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let app = desk.app;
    let Some(question) = app.own_question() else { return };
    let look = desk.look;
    ui.label(RichText::new("QUESTION").font(look.section_font()).color(look.quiet));
    ui.add(Label::new(RichText::new(&question.prompt).font(look.lesson_font()).color(look.text)).wrap());
    match app.reply_to(question) {
        None => ask(ui, desk, question),
        Some(reply) => reveal(ui, desk, question, reply),
    }
}

fn ask(ui: &mut Ui, desk: &mut Desk<'_>, question: &QuestionDoc) {
    let look = desk.look;
    match &question.kind {
        QuestionKind::Choice { answers, .. } => {
            let is_wide = ui.available_width() > look.pt(WIDE);
            self::answers(ui, desk.state.presentation || is_wide, |ui| {
                let row = |(i, answer): (usize, &String)| {
                    let response = ui.add(Button::new(RichText::new(format!("{}  {answer}", i + 1)).font(look.lesson_font())));
                    if response.clicked() {
                        desk.send(LessonCommand::Reply(Reply::Choice(i)));
                    }
                    (response, format!("Chooses this answer ({})", i + 1))
                };
                answers.iter().enumerate().map(row).collect()
            });
        }
        QuestionKind::Number { unit, .. } => number(ui, desk, unit),
        QuestionKind::Body { .. } => hint(ui, desk, "Click the body in the picture of the world."),
        QuestionKind::Point { .. } => hint(ui, desk, "Click the place in the picture of the world."),
    }
    let give_up = ui.add(Button::new(RichText::new("Show the answer").color(look.quiet)).frame(false));
    if give_up.on_hover_text("Shows the answer without one of yours").clicked() {
        desk.send(LessonCommand::Reply(Reply::Nothing));
    }
}

/// Lays answers out: one below the other in a card; side by side over the scene and under the pictures of a
/// presentation, which would have to give up a third of their height. `fill` gives each with its hint, which is shown
/// beside all of them: below its own it would hide the next.
pub(crate) fn answers(ui: &mut Ui, in_rows: bool, fill: impl FnOnce(&mut Ui) -> Vec<(Response, String)>) {
    let shown = if in_rows {
        ui.horizontal_wrapped(|ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            fill(ui)
        })
    } else {
        ui.scope(|ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
            fill(ui)
        })
    };
    let all = shown.response.rect;
    for (mut answer, hint) in shown.inner {
        answer.rect = all;
        answer.on_hover_text(hint);
    }
}

fn hint(ui: &mut Ui, desk: &Desk<'_>, words: &str) {
    ui.add(Label::new(RichText::new(words).color(desk.look.quiet)).wrap());
}

fn number(ui: &mut Ui, desk: &mut Desk<'_>, unit: &str) {
    let look = desk.look;
    if let Some(value) = number_field(ui, &look, &mut desk.state.asked, (unit, "A number: 2.5, 2,75, 2*1.5. Enter answers")) {
        desk.send(LessonCommand::Reply(Reply::Number(value)));
    }
}

/// The field for a number that is asked for, in `(unit, hint)`. Returns the number once it is given. A text that is
/// refused stays, selected, and so does the focus: what is typed next takes its place.
pub(crate) fn number_field(ui: &mut Ui, look: &Look, asked: &mut Asked, (unit, hint): (&str, &str)) -> Option<f32> {
    let read = number::parse(&asked.typed, unit);
    let is_given = ui
        .horizontal(|ui| {
            let edit = TextEdit::singleline(&mut asked.typed).desired_width(look.field()).hint_text(look.hint(unit));
            let field = ui.add(edit).on_hover_text(hint);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Answer to the question"));
            let is_entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            let end = CCursor::new(asked.typed.chars().count());
            let is_typed_to = std::mem::take(&mut asked.is_typed_to);
            let is_refused = is_entered && read.is_err();
            if is_typed_to || is_refused {
                field.request_focus();
                let mut state = TextEdit::load_state(ui.ctx(), field.id).unwrap_or_default();
                let begin = if is_refused { CCursor::default() } else { end };
                state.cursor.set_char_range(Some(CCursorRange::two(begin, end)));
                state.store(ui.ctx(), field.id);
            }
            ui.label(unit);
            let answer = ui.add_enabled(read.is_ok(), Button::new("Answer")).on_hover_text("Answers with this number");
            answer.on_disabled_hover_text("Type a number first").clicked() || is_entered
        })
        .inner;
    match read {
        Ok(value) if is_given => {
            asked.typed.clear();
            return Some(value as f32);
        }
        Err(why) if !asked.typed.trim().is_empty() => {
            ui.add(Label::new(RichText::new(format!("Not a number yet: {why}.")).font(look.caption_font()).color(look.warning)).wrap());
        }
        _ => {}
    }
    None
}

fn reveal(ui: &mut Ui, desk: &mut Desk<'_>, question: &QuestionDoc, reply: &Reply) {
    let look = desk.look;
    let right = match &question.kind {
        QuestionKind::Choice { .. } => format!("“{}”", question.kind.right_words()),
        kind => kind.right_words(),
    };
    let (color, verdict) = match reply {
        Reply::Nothing => (look.quiet, format!("The answer is {right}.")),
        reply if question.kind.is_right(reply) => (look.good, format!("Right: {}.", told(question, reply))),
        reply => (look.error, format!("{} The answer is {right}.", missed(question, reply))),
    };
    ui.add(Label::new(RichText::new(verdict).font(look.lesson_font()).color(color)).wrap());
    if !question.why.trim().is_empty() {
        ui.add(Label::new(RichText::new(question.why.trim()).font(look.lesson_font()).color(look.text)).wrap());
    }
    let again = ui.add(Button::new(RichText::new("Ask again").color(look.quiet)).frame(false));
    if again.on_hover_text("Forgets the answer, for the next learner").clicked() {
        desk.send(LessonCommand::AskAgain);
    }
}

/// What is wrong with an answer, a sentence.
fn missed(question: &QuestionDoc, reply: &Reply) -> String {
    match (&question.kind, reply) {
        (QuestionKind::Body { .. }, Reply::Click { bodies, .. }) if bodies.is_empty() => "There is no body where you clicked.".to_owned(),
        (QuestionKind::Point { .. }, _) => format!("You clicked {}: too far off.", told(question, reply)),
        _ => format!("Not {}.", told(question, reply)),
    }
}

/// What was answered, in words.
fn told(question: &QuestionDoc, reply: &Reply) -> String {
    match (&question.kind, reply) {
        (QuestionKind::Choice { answers, .. }, Reply::Choice(index)) => format!("“{}”", answers.get(*index).map_or("", String::as_str)),
        (kind @ QuestionKind::Number { unit, .. }, Reply::Number(value)) => {
            format!("{} {unit}", kind.number_words(*value).replace('-', "−")).trim_end().to_owned()
        }
        (QuestionKind::Body { .. }, Reply::Click { bodies, .. }) => match bodies.as_slice() {
            [] => "no body".to_owned(),
            names => format!("“{}”", names.join("”, “")),
        },
        (_, Reply::Click { at, .. }) => format!("({:.2}, {:.2}) m", at.x, at.y).replace('-', "−"),
        _ => String::new(),
    }
}
