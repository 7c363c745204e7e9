//! The prediction gate: the question before the next step, its choices, and what was right.

use super::super::desk::Desk;
use super::super::own_question;
use super::hot::{Hot, caption};
use crate::app::{Bench, MicroscopeCommand};
use crate::lens::microscope::{Answer, AnswerKind, Choice, Question};
use egui::{Button, Label, Response, RichText, Ui};

/// Shows the open question, or the answer to the one of this frame.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, bench: &Bench, hot: &mut Hot) {
    if !desk.app.gate() {
        return;
    }
    let look = desk.look;
    let Some(question) = bench.film().question(bench.frame()) else { return };
    caption(ui, &look, "Your prediction");
    ui.add(Label::new(RichText::new(&question.prompt).font(look.strong_font())).wrap());
    match bench.answer_at(bench.frame()) {
        None => ask(ui, desk, &question, hot),
        Some(answer) => reveal(ui, desk, &question, answer, hot),
    }
}

fn ask(ui: &mut Ui, desk: &mut Desk<'_>, question: &Question, hot: &mut Hot) {
    match &question.kind {
        AnswerKind::Choose { choices, .. } => {
            own_question::answers(ui, desk.state.presentation, |ui| {
                choices.iter().enumerate().map(|(i, choice)| answer(ui, desk, i, choice, hot)).collect()
            });
        }
        AnswerKind::Number { unit, .. } => number(ui, desk, unit),
    }
    if ui
        .add(Button::new(RichText::new("Show me").color(desk.look.quiet)).frame(false))
        .on_hover_text("Shows the answer: nothing is scored")
        .clicked()
    {
        desk.send(MicroscopeCommand::Reveal);
    }
}

/// One of the choices, and its hint.
fn answer(ui: &mut Ui, desk: &mut Desk<'_>, index: usize, choice: &Choice, hot: &mut Hot) -> (Response, String) {
    let response = ui.add(Button::new(format!("{}  {}", index + 1, choice.label)));
    let digit = (index + 1) % 10;
    let hint = match choice.part {
        Some(_) => format!("Chooses this answer ({digit}, or click it in the picture)"),
        None => format!("Chooses this answer ({digit})"),
    };
    if response.hovered()
        && let Some(part) = choice.part
    {
        hot.add(&[part]);
    }
    if response.clicked() {
        desk.send(MicroscopeCommand::Answer(Answer::Choice(index)));
    }
    (response, hint)
}

fn number(ui: &mut Ui, desk: &mut Desk<'_>, unit: &str) {
    let look = desk.look;
    let hint = format!("A number in {unit}: 2.5, 2,75, 2*1.5. Enter answers");
    if let Some(value) = own_question::number_field(ui, &look, &mut desk.state.workspace.predicted, (unit, &hint)) {
        desk.send(MicroscopeCommand::Answer(Answer::Number(value)));
    }
}

fn reveal(ui: &mut Ui, desk: &mut Desk<'_>, question: &Question, answer: Option<Answer>, hot: &mut Hot) {
    let look = desk.look;
    let (color, verdict) = match answer {
        Some(answer) if question.is_right(answer) => (look.good, "Right.".to_owned()),
        Some(_) => (look.error, format!("No. The answer is: {}.", question.right_words())),
        None => (look.quiet, format!("The answer is: {}.", question.right_words())),
    };
    ui.add(Label::new(RichText::new(format!("{verdict} {}", question.why)).color(color)).wrap());
    let belief = answer.map_or("", |answer| question.misconception(answer));
    if !belief.is_empty() {
        ui.add(Label::new(RichText::new(belief).color(look.quiet)).wrap());
    }
    if let AnswerKind::Choose { choices, right } = &question.kind
        && let Some(part) = choices.get(*right).and_then(|c| c.part)
        && hot.parts.is_empty()
    {
        hot.add(&[part]);
    }
    if ui.button("Next  →").on_hover_text("Shows the step that was asked about (→)").clicked() {
        desk.send(MicroscopeCommand::Step(1));
    }
}
