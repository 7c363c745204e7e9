//! The prediction gate: the question before the next step, its choices, and what was right.

use super::super::desk::Desk;
use super::hot::{Hot, caption};
use crate::app::{Bench, MicroscopeCommand};
use crate::lens::microscope::Answer;
use crate::lens::microscope::question::{AnswerKind, Question};
use egui::{Button, Label, RichText, TextEdit, Ui};

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
            for (i, choice) in choices.iter().enumerate() {
                let response = ui.add(Button::new(format!("{}  {}", i + 1, choice.label)).wrap());
                if response.hovered()
                    && let Some(part) = choice.part
                {
                    hot.add(&[part]);
                }
                if response.clicked() {
                    desk.send(MicroscopeCommand::Answer(Answer::Choice(i)));
                }
            }
        }
        AnswerKind::Number { unit, .. } => number(ui, desk, unit),
    }
    if ui
        .add(Button::new(RichText::new("Show me").color(desk.look.quiet)).frame(false))
        .on_hover_text("Gives the question up: nothing is scored")
        .clicked()
    {
        desk.send(MicroscopeCommand::Reveal);
    }
}

fn number(ui: &mut Ui, desk: &mut Desk<'_>, unit: &str) {
    let look = desk.look;
    ui.horizontal(|ui| {
        let field = ui.add(TextEdit::singleline(&mut desk.state.workspace.typed).desired_width(look.field()).hint_text(unit));
        if std::mem::take(&mut desk.state.workspace.is_typed_to) {
            field.request_focus();
        }
        let typed = desk.state.workspace.typed.trim().replace('−', "-").replace(',', ".");
        let value: Option<f32> = typed.parse().ok().filter(|v: &f32| v.is_finite());
        let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        if (ui.add_enabled(value.is_some(), Button::new("Answer")).clicked() || entered)
            && let Some(value) = value
        {
            desk.send(MicroscopeCommand::Answer(Answer::Number(value)));
            desk.state.workspace.typed.clear();
        }
    });
}

fn reveal(ui: &mut Ui, desk: &mut Desk<'_>, question: &Question, answer: Option<Answer>, hot: &mut Hot) {
    let look = desk.look;
    let (color, verdict) = match answer {
        Some(answer) if question.is_right(answer) => (look.good, "Right.".to_owned()),
        Some(_) => (look.error, format!("Not so: {}.", question.right_words())),
        None => (look.quiet, format!("It is {}.", question.right_words())),
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
    if ui.button("Next  →").clicked() {
        desk.send(MicroscopeCommand::Step(1));
    }
}
