//! What the author of a lesson writes: its title, the order of its steps (dragged), and the questions of one's own.
//! A question is written in a draft ([`LessonCommand::Draft`]), so that it can be incomplete for a while; *Keep*,
//! saving and going to another step put it into the scene.

use super::desk::Desk;
use super::menu_keys;
use super::number::{self, Number};
use super::theme::Look;
use crate::app::LessonCommand;
use crate::engine::math::Vec2;
use crate::lens::microscope::{self, AnswerKind};
use crate::scene::document::{LessonStepDoc, QuestionDoc, QuestionKind, Reply};
use crate::scene::limits;
use egui::{Align2, ComboBox, Label, Response, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};
use egui_phosphor::regular as icon;

/// Names of the kinds of questions, in their order.
const KINDS: [(&str, &str); 4] = [
    ("one of several answers", "The learner chooses one; one is right"),
    ("a number", "The learner types a number"),
    ("a click on a body", "The learner clicks a body in the picture of the world"),
    ("a click at a place", "The learner clicks a place in the picture of the world"),
];

/// Why a step that shows the scene is not answered by a click.
const NO_PICTURE: &str = "Only under a microscope: in the scene itself a click selects and drags bodies";

/// Shows the window while it is open; it steps aside in presentation mode.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let app = desk.app;
    let Some(place) = app.lesson_place().filter(|_| desk.state.lesson_editor.is_open && !desk.state.presentation) else { return };
    let (look, screen) = (desk.look, ctx.screen_rect());
    // Over the scene it begins above the timeline, right of the tools.
    let is_bench = app.bench().is_some();
    let room = if is_bench { screen } else { ctx.available_rect() };
    // The picture of the world stands at the left: what is clicked there must not be covered.
    let awaits_click = is_bench && app.question_draft().is_some_and(|draft| draft.kind.is_clicked());
    let (pivot, corner, side) = if awaits_click {
        (Align2::RIGHT_BOTTOM, room.right_bottom(), -look.gap(4.0))
    } else {
        (Align2::LEFT_BOTTOM, room.left_bottom(), look.gap(4.0))
    };
    let mut is_open = true;
    let window = egui::Window::new("Lesson editor")
        // Each has a place of its own: that of the microscope would hide the tools and the play button of the scene.
        .id(egui::Id::new(("lesson editor", is_bench, awaits_click)))
        .open(&mut is_open)
        .resizable(false)
        .default_height(0.78 * screen.height())
        .frame(look.card().inner_margin(look.margin(4.0, 3.0)))
        .pivot(pivot)
        .default_pos(corner + vec2(side, -look.gap(4.0)));
    let shown = window.show(ctx, |ui| {
        ui.set_width(look.pt(340.0).min(screen.width() - look.gap(12.0)));
        ScrollArea::vertical().max_height(0.78 * screen.height()).auto_shrink([false, true]).show(ui, |ui| {
            title(ui, desk);
            steps(ui, desk, place.index);
            ui.separator();
            question(ui, desk, place.index, place.step);
        });
    });
    desk.state.lesson_editor.at = shown.map(|shown| shown.response.rect);
    if !is_open {
        desk.state.lesson_editor.is_open = false;
    }
}

fn heading(ui: &mut Ui, desk: &Desk<'_>, words: &str) {
    let look = desk.look;
    ui.add_space(look.gap(1.0));
    ui.label(RichText::new(words.to_uppercase()).font(look.section_font()).color(look.quiet));
}

fn title(ui: &mut Ui, desk: &mut Desk<'_>) {
    heading(ui, desk, "Title");
    let mut text = desk.app.document().title.clone();
    let field = TextEdit::singleline(&mut text).desired_width(f32::INFINITY).char_limit(limits::TITLE.length.max as usize);
    let response = ui.add(field).on_hover_text("What the lesson and its scene are called");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Title of the lesson"));
    if response.changed() {
        let gesture = desk.state.gesture.of(&response);
        desk.send(LessonCommand::Title { text, gesture });
    }
}

/// The steps in their order: a click goes to one, a drag gives it another place.
fn steps(ui: &mut Ui, desk: &mut Desk<'_>, shown: usize) {
    heading(ui, desk, "Steps");
    let look = desk.look;
    let app = desk.app;
    let most = 7.0 * look.row();
    ScrollArea::vertical().id_salt("steps").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, step) in app.document().lesson.iter().enumerate() {
            step_row(ui, desk, index, step, shown);
        }
    });
}

fn step_row(ui: &mut Ui, desk: &mut Desk<'_>, index: usize, step: &LessonStepDoc, shown: usize) {
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look.row()), Sense::click_and_drag());
    let name = format!("Step {}", index + 1);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
    let response = response.on_hover_text(format!("{name}: a click shows it, a drag gives it another place"));
    if response.drag_started() {
        response.dnd_set_drag_payload(index);
    }
    let fill = if index == shown {
        look.selected
    } else if response.hovered() {
        look.hover
    } else {
        look.raised
    };
    let painter = ui.painter();
    painter.rect_filled(rect, look.corner(), fill);
    let left = rect.left() + look.gap(1.0);
    painter.text(egui::pos2(left, rect.center().y), Align2::LEFT_CENTER, icon::DOTS_SIX_VERTICAL, look.body_font(), look.quiet);
    let asks = if step.question.is_some() { "  ?" } else { "" };
    let shown = microscope::find(step.algorithm).map_or("Scene", |microscope| microscope.name);
    let words = format!("{}{asks}  {shown}  {}", index + 1, step.caption.lines().next().unwrap_or_default());
    let mut job = egui::text::LayoutJob::simple_singleline(words, look.body_font(), look.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - look.gap(7.0));
    let galley = ui.fonts(|f| f.layout_job(job));
    painter.galley(egui::pos2(left + look.gap(5.0), rect.center().y - 0.5 * galley.size().y), galley, look.text);
    if let Some(from) = response.dnd_hover_payload::<usize>() {
        let y = if *from < index { rect.bottom() } else { rect.top() };
        painter.hline(rect.x_range(), y, egui::Stroke::new(look.pt(2.0), look.link));
    }
    if let Some(from) = response.dnd_release_payload::<usize>() {
        desk.send(LessonCommand::Place { from: *from, to: index });
    } else if response.clicked() {
        desk.send(LessonCommand::Go(index));
    }
}

/// The question of the shown step: what it is, or the draft of it.
fn question(ui: &mut Ui, desk: &mut Desk<'_>, index: usize, step: &LessonStepDoc) {
    heading(ui, desk, &format!("Question of step {}", index + 1));
    if let Some(begun) = desk.app.question_draft() {
        return draft(ui, desk, begun, !step.shows_scene());
    }
    match &step.question {
        None => {
            let hint = "Beside the questions that are computed from the film";
            if ui.button("Ask a question here").on_hover_text(hint).clicked() {
                let doc = beginning(desk);
                desk.send(LessonCommand::Draft(Some(Box::new(doc))));
            }
        }
        Some(asked) => {
            ui.add(Label::new(&asked.prompt).wrap());
            ui.horizontal(|ui| {
                if ui.button("Edit").on_hover_text("Changes the question, its answers and its explanation").clicked() {
                    desk.send(LessonCommand::Draft(Some(asked.clone())));
                }
                if ui.button("Remove the question").on_hover_text("Undo brings it back").clicked() {
                    desk.send(LessonCommand::Question(None));
                }
            });
        }
    }
}

/// What a question begins as: what the film asks at the frame that is shown, to be changed; else two answers without
/// words of the prompt.
fn beginning(desk: &Desk<'_>) -> QuestionDoc {
    let asked = desk.app.bench().and_then(|bench| bench.film().question(bench.frame()));
    let Some(asked) = asked else { return QuestionDoc::default() };
    let kind = match asked.kind {
        AnswerKind::Choose { choices, right } if choices.len() as u64 <= limits::ANSWERS.max => {
            QuestionKind::Choice { answers: choices.into_iter().map(|choice| choice.label).collect(), right: right as u64 }
        }
        AnswerKind::Choose { .. } => QuestionKind::choice(),
        AnswerKind::Number { right, tolerance, unit } => QuestionKind::Number { right, tolerance, unit: unit.to_owned() },
    };
    // Only a question of the film's own takes clicks as choices.
    let prompt = asked.prompt.split(" Click ").next().unwrap_or_default().to_owned();
    QuestionDoc { prompt, kind, why: asked.why }
}

/// The fields of a question; `has_picture`: the step shows a microscope, in whose picture of the world a click answers.
fn draft(ui: &mut Ui, desk: &mut Desk<'_>, begun: &QuestionDoc, has_picture: bool) {
    let (look, mut doc) = (desk.look, Box::new(begun.clone()));
    paragraph(ui, &look, &mut doc.prompt, "What is asked", limits::PROMPT.length.max);
    let kinds = QuestionKind::all();
    let at = kinds.iter().position(|kind| kind.word() == doc.kind.word()).unwrap_or(0);
    ui.horizontal(|ui| {
        ui.label("Answer:");
        let combo = menu_keys::choices(ui, ComboBox::from_id_salt("kind of question"), KINDS[at].0, |ui| {
            let mut taken = false;
            for (kind, (name, hint)) in kinds.into_iter().zip(KINDS) {
                let is_offered = has_picture || matches!(kind, QuestionKind::Choice { .. } | QuestionKind::Number { .. });
                let is_now = kind.word() == doc.kind.word();
                let row = |ui: &mut Ui| menu_keys::choice(ui, is_now, name, if is_offered { hint } else { NO_PICTURE });
                if ui.add_enabled_ui(is_offered, row).inner {
                    doc.kind = kind;
                    taken = true;
                }
            }
            taken
        });
        combo.on_hover_text(KINDS[at].1);
    });
    let is_refused = answer(ui, desk, &mut doc.kind);
    paragraph(ui, &look, &mut doc.why, "Why the answer is right (shown afterwards)", limits::PROMPT_WHY.length.max);
    if *doc != *begun {
        desk.send(LessonCommand::Draft(Some(doc)));
    }
    ui.horizontal(|ui| {
        let keep = ui.add_enabled(!is_refused, egui::Button::new("Keep the question"));
        let keep = keep.on_hover_text("Puts it into the lesson; undo takes it back");
        if keep.on_disabled_hover_text("A number above was refused: type another first").clicked() {
            desk.send(LessonCommand::Keep);
        }
        if ui.button("Discard").on_hover_text("Closes the question without keeping what was typed").clicked() {
            desk.send(LessonCommand::Draft(None));
        }
    });
}

fn paragraph(ui: &mut Ui, look: &Look, text: &mut String, name: &str, most: u64) {
    let edit = TextEdit::multiline(text).desired_rows(2).desired_width(f32::INFINITY).char_limit(most as usize);
    let response = ui.add(edit.hint_text(look.hint(name))).on_hover_text(name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name));
}

/// The right answer; true while a number in it is refused.
fn answer(ui: &mut Ui, desk: &mut Desk<'_>, kind: &mut QuestionKind) -> bool {
    let look = desk.look;
    let mut said = Vec::new();
    match kind {
        QuestionKind::Choice { answers, right } => choices(ui, &look, answers, right),
        QuestionKind::Number { right, tolerance, unit } => {
            ui.horizontal(|ui| {
                said.push(number(ui, &look, ("Right:", "Right number", ""), right, f32::MIN, "The right number"));
                said.push(number(ui, &look, ("±", "Tolerance", ""), tolerance, 0.0, "How far off still counts"));
                let edit = TextEdit::singleline(unit).desired_width(look.field()).char_limit(limits::UNIT.length.max as usize);
                ui.add(edit.hint_text(look.hint("unit"))).on_hover_text("The unit in words: m/s, N, °; nothing for a pure number");
            });
        }
        QuestionKind::Body { id } => {
            ui.horizontal(|ui| {
                let shown = if id.is_empty() { "choose" } else { id.as_str() }.to_owned();
                let combo = menu_keys::choices(ui, ComboBox::from_id_salt("body of the question"), &shown, |ui| {
                    let mut taken = false;
                    for body in &desk.app.document().bodies {
                        if menu_keys::choice(ui, *id == body.id, &body.id, "This body is right") {
                            id.clone_from(&body.id);
                            taken = true;
                        }
                    }
                    taken
                });
                combo.on_hover_text("The body that is right");
                ui.label(RichText::new("or click it in the picture").color(look.quiet));
            });
        }
        QuestionKind::Point { at, radius } => {
            ui.horizontal(|ui| {
                said.push(number(ui, &look, ("x", "Right x", " m"), &mut at.x, -limits::COORDINATE.max, "The right place, metres"));
                said.push(number(ui, &look, ("y", "Right y", " m"), &mut at.y, -limits::COORDINATE.max, "The right place, metres"));
                said.push(number(ui, &look, ("±", "Tolerance", " m"), radius, limits::SIZE.min, "How far off still counts, metres"));
            });
            ui.label(RichText::new("or click the place in the picture").color(look.quiet));
        }
    }
    said.iter().for_each(|(field, value)| number::remark(ui, &look, field, *value));
    said.iter().any(|(field, _)| number::is_refused(ui, field))
}

/// A number field behind its sign, with its unit; and its number, for what is to be said of it.
fn number(
    ui: &mut Ui,
    look: &Look,
    (sign, name, unit): (&str, &str, &'static str),
    value: &mut f32,
    least: f32,
    hint: &str,
) -> (Response, f64) {
    ui.label(sign);
    let of = Number { name, suffix: unit, range: [least.into(), f32::MAX.into()], speed: 0.01, decimals: 6 };
    let mut shown = f64::from(*value);
    let field = number::field(ui, look, &of, vec2(look.field(), look.row()), &value.to_string(), &mut shown);
    if field.changed() {
        *value = shown as f32;
    }
    (field.on_hover_text(hint), f64::from(*value))
}

fn choices(ui: &mut Ui, look: &Look, answers: &mut Vec<String>, right: &mut u64) {
    let mut gone = None;
    let can_lose = answers.len() as u64 > limits::ANSWERS.min;
    for (i, text) in answers.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let name = format!("Answer {}", i + 1);
            if ui.radio(*right == i as u64, "").on_hover_text(format!("{name} is right")).clicked() {
                *right = i as u64;
            }
            let width = (ui.available_width() - 2.0 * ui.spacing().interact_size.x).max(40.0);
            let edit = TextEdit::singleline(text).desired_width(width).char_limit(limits::ANSWER.length.max as usize);
            let field = ui.add(edit.hint_text(look.hint(&name))).on_hover_text(&name);
            field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, &name));
            let remove = ui.add_enabled(can_lose, egui::Button::new(icon::X)).on_hover_text(format!("Removes answer {}", i + 1));
            if remove.on_disabled_hover_text("A choice needs two answers at least").clicked() {
                gone = Some(i);
            }
        });
    }
    if let Some(i) = gone {
        answers.remove(i);
        *right = if *right > i as u64 { *right - 1 } else { (*right).min(answers.len() as u64 - 1) };
    }
    let is_full = answers.len() as u64 >= limits::ANSWERS.max;
    let hint = "The dot marks the right one";
    if ui.add_enabled(!is_full, egui::Button::new("Add an answer")).on_hover_text(hint).on_disabled_hover_text(hint).clicked() {
        answers.push(format!("Answer {}", answers.len() + 1));
    }
}

/// True while a question is written.
pub(crate) fn is_writing(desk: &Desk<'_>) -> bool {
    desk.app.question_draft().is_some() && desk.state.lesson_editor.is_open && !desk.state.presentation
}

/// A click into the picture of the world while a question is written: it chooses the right body or place. False when
/// nothing waits for it.
pub(crate) fn take_click(desk: &mut Desk<'_>, at: Vec2) -> bool {
    let app = desk.app;
    let Some(draft) = app.question_draft().filter(|_| is_writing(desk)) else { return false };
    let mut draft = Box::new(draft.clone());
    match &mut draft.kind {
        QuestionKind::Body { id } => {
            if let Reply::Click { bodies, .. } = app.click_reply(at)
                && let Some(body) = bodies.into_iter().find(|body| app.document().body(body).is_some())
            {
                *id = body;
            }
        }
        QuestionKind::Point { at: right, .. } => *right = (1000.0 * at).round() / 1000.0,
        _ => return false,
    }
    desk.send(LessonCommand::Draft(Some(draft)));
    true
}
