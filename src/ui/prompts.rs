//! Questions that must be answered before the program goes on.

use super::desk::Desk;
use super::{button, hints, picture, recovery};
use crate::app::{AnimationCommand, FileCommand, Leaving, LessonCommand, Occupied, Prompt, PromptCommand};
use crate::scene::path::file_name;
use egui::{RichText, Ui};

/// How often it is looked how far a file is that is being opened.
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_millis(100);

/// Shows the question that waits, if any.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let (then, failed) = match desk.app.prompt().cloned() {
        Some(Prompt::Unsaved { then, failed }) => (then, failed),
        Some(Prompt::Overwrite { path, by, .. }) => return overwrite(ctx, desk, &path, by),
        other => {
            picture::forget(desk);
            if !matches!(other, Some(Prompt::Recover { .. })) {
                recovery::forget(ctx);
            }
            match other {
                Some(Prompt::Recover { offers }) => recovery::show(ctx, desk, &offers),
                Some(Prompt::Picture(draft)) => picture::show(ctx, desk, &draft),
                _ if desk.app.opening().is_some() => opening(ctx, desk),
                _ if desk.app.animation().is_some() => animation(ctx, desk),
                _ if desk.app.printing().is_some() => printing(ctx, desk),
                _ => journey(ctx, desk),
            }
            return;
        }
    };
    let look = desk.look;
    let frame = look.card().inner_margin(look.margin(5.0, 4.0));
    if desk.state.dialog_open || desk.app.is_writing() {
        // A file dialog asks where to save: the question steps aside and must not block it. Once it is closed without
        // an answer, or the file could not be written, it is back.
        let below = egui::vec2(0.0, look.menu_height() + look.gap(2.0));
        let area = egui::Area::new("saving first".into()).anchor(egui::Align2::CENTER_TOP, below);
        area.show(ctx, |ui| {
            frame.show(ui, |ui| {
                ui.label("Waiting for the scene to be saved…");
                answers(ui, desk, true, false);
            });
        });
        return;
    }
    egui::Modal::new("unsaved changes".into()).frame(frame).show(ctx, |ui| {
        ui.set_max_width(look.pt(380.0));
        ui.label(RichText::new(format!("Save the changes to “{}”?", desk.app.title())).font(look.title_font()));
        ui.add_space(look.gap(1.0));
        ui.add(egui::Label::new(RichText::new(format!("They would be lost {}.", when(&then))).color(look.quiet)).wrap());
        if let Some(why) = &failed {
            ui.add_space(look.gap(1.0));
            ui.add(egui::Label::new(RichText::new(why).color(look.error)).wrap());
        }
        ui.add_space(look.gap(3.0));
        answers(ui, desk, false, failed.is_some());
    });
}

/// How far the file is that is being opened, and a way to stop it. The scene beneath stays in use.
fn opening(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some(opening) = desk.app.opening() else { return };
    let look = desk.look;
    let name = file_name(&opening.name).to_owned();
    let (path, words, share) = (opening.name.clone(), opening.words(), opening.share());
    let below = egui::vec2(0.0, look.menu_height() + look.gap(2.0));
    ctx.request_repaint_after(LOOK_EVERY);
    egui::Area::new("opening a file".into()).anchor(egui::Align2::CENTER_TOP, below).show(ctx, |ui| {
        look.card().inner_margin(look.margin(5.0, 4.0)).show(ui, |ui| {
            ui.set_width(look.pt(360.0));
            ui.add(egui::Label::new(RichText::new(format!("Opening “{name}”")).font(look.title_font())).truncate()).on_hover_text(path);
            ui.add_space(look.gap(1.0));
            ui.add(egui::ProgressBar::new(share).desired_height(look.gap(2.0)).fill(look.accent));
            ui.add_space(look.gap(1.0));
            ui.horizontal(|ui| {
                ui.label(RichText::new(words).color(look.quiet));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked() {
                        desk.send(FileCommand::StopOpening);
                    }
                });
            });
        });
    });
}

/// How far the animation is, and a way to stop it.
fn animation(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some((done, all)) = desk.app.animation().map(|animation| animation.progress()) else { return };
    let share = done as f32 / all.max(1) as f32;
    if under_way(ctx, desk, "Making the animation", share, &format!("frame {done} of {all}")) {
        desk.send(AnimationCommand::Stop);
    }
}

/// How far the printing is, and a way to stop it.
fn printing(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some((done, all)) = desk.app.printing() else { return };
    let share = done as f32 / all.max(1) as f32;
    ctx.request_repaint_after(LOOK_EVERY);
    if under_way(ctx, desk, "Printing the lesson", share, &format!("{:.0} %", 100.0 * share)) {
        desk.send(LessonCommand::StopPrinting);
    }
}

/// A card that tells how far something is; true when it is to stop.
fn under_way(ctx: &egui::Context, desk: &Desk<'_>, what: &'static str, share: f32, words: &str) -> bool {
    let look = desk.look;
    let below = egui::vec2(0.0, look.menu_height() + look.gap(2.0));
    let mut stops = false;
    egui::Area::new(what.into()).anchor(egui::Align2::CENTER_TOP, below).show(ctx, |ui| {
        look.card().inner_margin(look.margin(5.0, 4.0)).show(ui, |ui| {
            ui.set_width(look.pt(360.0));
            ui.label(RichText::new(what).font(look.title_font()));
            ui.add(egui::ProgressBar::new(share).desired_height(look.gap(2.0)).fill(look.accent));
            ui.horizontal(|ui| {
                ui.label(RichText::new(words).color(look.quiet));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    stops = ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked();
                });
            });
        });
    });
    stops
}

/// How far the run is on its way to a lesson's step, and a way to stop it.
fn journey(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let Some((now, step)) = desk.app.lesson_journey() else { return };
    let look = desk.look;
    let below = egui::vec2(0.0, look.menu_height() + look.gap(2.0));
    egui::Area::new("lesson journey".into()).anchor(egui::Align2::CENTER_TOP, below).show(ctx, |ui| {
        look.card().inner_margin(look.margin(5.0, 4.0)).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label(format!("Running to the lesson's place: step {now} of {step}"));
                if ui.button("Stop").on_hover_text(hints::of("Stop")).clicked() {
                    desk.send(LessonCommand::Stop);
                }
            });
        });
    });
}

/// Asks before a file is written over that must not be lost unasked.
fn overwrite(ctx: &egui::Context, desk: &mut Desk<'_>, path: &str, by: Occupied) {
    let look = desk.look;
    let frame = look.card().inner_margin(look.margin(5.0, 4.0));
    let name = file_name(path);
    let (question, reason) = match by {
        Occupied::Changed => (
            format!("“{name}” was changed by another program"),
            "It is no longer as it was opened or saved here. Overwriting it loses what the other program wrote.",
        ),
        Occupied::Unasked => (format!("There is a “{name}” already"), "Overwriting it loses what is in it."),
        Occupied::ReadOnly => {
            (format!("“{name}” is marked read-only"), "Overwriting it replaces a file that somebody wanted to keep as it is.")
        }
    };
    egui::Modal::new("overwrite".into()).frame(frame).show(ctx, |ui| {
        ui.set_max_width(look.pt(380.0));
        ui.add(egui::Label::new(RichText::new(question).font(look.title_font())).wrap());
        ui.add_space(look.gap(1.0));
        ui.add(egui::Label::new(RichText::new(reason).color(look.quiet)).wrap()).on_hover_text(path);
        ui.add_space(look.gap(3.0));
        ui.horizontal(|ui| {
            for (label, answer) in
                [("Overwrite", PromptCommand::Overwrite), ("Save as…", PromptCommand::SaveAs), ("Cancel", PromptCommand::Cancel)]
            {
                if ui.button(label).on_hover_text(hints::of(label)).clicked() {
                    desk.send(answer);
                }
            }
        });
    });
}

fn when(then: &Leaving) -> &'static str {
    match then {
        Leaving::Quit => "on quitting",
        Leaving::New => "in favour of an empty scene",
        Leaving::Shipped(_) | Leaving::File { .. } | Leaving::Recovered(_) => "on opening another scene",
    }
}

/// `has_failed`: saving has failed, and another place is offered, too.
fn answers(ui: &mut Ui, desk: &mut Desk<'_>, is_waiting: bool, has_failed: bool) {
    let look = desk.look;
    ui.horizontal(|ui| {
        let save = button::accented(&look, "Save", 0.0);
        let entered = !is_waiting && ui.input(|i| i.key_pressed(egui::Key::Enter)) && ui.memory(|m| m.focused().is_none());
        if ui.add(save).on_hover_text("Saves, then goes on (Enter).").clicked() || entered {
            desk.send(PromptCommand::Save);
        }
        if has_failed && ui.button("Save as…").on_hover_text(hints::of("Save as…")).clicked() {
            desk.send(FileCommand::SaveAs);
        }
        if ui.button("Discard").on_hover_text(hints::of("Discard")).clicked() {
            desk.send(PromptCommand::Discard);
        }
        if ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked() {
            desk.send(PromptCommand::Cancel);
        }
    });
}
