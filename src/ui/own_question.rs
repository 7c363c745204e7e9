//! The question that the author of a lesson asks: its choices, a number or a click, and after the answer what is right
//! and why.

use super::desk::Desk;
use super::number;
use crate::app::LessonCommand;
use crate::scene::document::{QuestionDoc, QuestionKind, Reply};
use egui::{Button, Label, RichText, TextEdit, Ui};

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
                for (i, answer) in answers.iter().enumerate() {
                    let response = ui.add(Button::new(RichText::new(format!("{}  {answer}", i + 1)).font(look.lesson_font())));
                    if response.on_hover_text(format!("Chooses this answer ({})", i + 1)).clicked() {
                        desk.send(LessonCommand::Reply(Reply::Choice(i)));
                    }
                }
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
/// presentation, which would have to give up a third of their height.
pub(crate) fn answers(ui: &mut Ui, in_rows: bool, fill: impl FnOnce(&mut Ui)) {
    if in_rows {
        ui.horizontal_wrapped(|ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
            fill(ui);
        });
    } else {
        ui.scope(|ui| {
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
            fill(ui);
        });
    }
}

fn hint(ui: &mut Ui, desk: &Desk<'_>, words: &str) {
    ui.add(Label::new(RichText::new(words).color(desk.look.quiet)).wrap());
}

fn number(ui: &mut Ui, desk: &mut Desk<'_>, unit: &str) {
    let look = desk.look;
    let read = number::parse(&desk.state.asked.typed, unit);
    let entered = ui.horizontal(|ui| {
        let edit = TextEdit::singleline(&mut desk.state.asked.typed).desired_width(look.field()).hint_text(look.hint(unit));
        let field = ui.add(edit).on_hover_text("A number: 2.5, 2,75, 2*1.5. Enter answers");
        field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Answer to the question"));
        if std::mem::take(&mut desk.state.asked.is_typed_to) {
            field.request_focus();
        }
        ui.label(unit);
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        let answer = ui.add_enabled(read.is_ok(), Button::new("Answer")).on_hover_text("Answers with this number");
        answer.on_disabled_hover_text("Type a number first").clicked() || entered
    });
    match read {
        Ok(value) if entered.inner => {
            desk.send(LessonCommand::Reply(Reply::Number(value as f32)));
            desk.state.asked.typed.clear();
        }
        Err(why) if !desk.state.asked.typed.trim().is_empty() => {
            ui.add(Label::new(RichText::new(format!("Not a number yet: {why}.")).font(look.caption_font()).color(look.warning)).wrap());
        }
        _ => {}
    }
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
        reply => (look.error, format!("Not {}. The answer is {right}.", told(question, reply))),
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

/// What was answered, in words.
fn told(question: &QuestionDoc, reply: &Reply) -> String {
    match (&question.kind, reply) {
        (QuestionKind::Choice { answers, .. }, Reply::Choice(index)) => format!("“{}”", answers.get(*index).map_or("", String::as_str)),
        (kind @ QuestionKind::Number { unit, .. }, Reply::Number(value)) => {
            format!("{} {unit}", kind.number_words(*value).replace('-', "−")).trim_end().to_owned()
        }
        (QuestionKind::Body { .. }, Reply::Click { bodies, .. }) => match bodies.as_slice() {
            [] => "where no body is".to_owned(),
            names => format!("“{}”", names.join("”, “")),
        },
        (_, Reply::Click { at, .. }) => format!("({:.2}, {:.2}) m", at.x, at.y).replace('-', "−"),
        _ => String::new(),
    }
}
