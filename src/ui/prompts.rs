//! Questions that must be answered before the program goes on.

use super::desk::Desk;
use super::{hints, recovery};
use crate::app::{Leaving, Prompt, PromptCommand};
use egui::{Button, RichText, Ui};

/// Shows the question that waits, if any.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let then = match desk.app.prompt().cloned() {
        Some(Prompt::Unsaved { then }) => then,
        other => {
            desk.state.saving_first = false;
            if let Some(Prompt::Recover { offers }) = other {
                recovery::show(ctx, desk, &offers);
            }
            return;
        }
    };
    let look = desk.look;
    let frame = look.card().inner_margin(look.margin(5.0, 4.0));
    if desk.state.saving_first {
        // A file dialog asks where to save: the question steps aside and must not block it.
        let below = egui::vec2(0.0, look.menu_height() + look.gap(2.0));
        let area = egui::Area::new("saving first".into()).anchor(egui::Align2::CENTER_TOP, below);
        area.show(ctx, |ui| {
            frame.show(ui, |ui| {
                ui.label("Waiting for the scene to be saved…");
                answers(ui, desk);
            });
        });
        return;
    }
    egui::Modal::new("unsaved changes".into()).frame(frame).show(ctx, |ui| {
        ui.set_max_width(look.pt(380.0));
        ui.label(RichText::new(format!("Save the changes to “{}”?", desk.app.title())).font(look.title_font()));
        ui.add_space(look.gap(1.0));
        ui.add(egui::Label::new(RichText::new(format!("They would be lost {}.", when(&then))).color(look.quiet)).wrap());
        ui.add_space(look.gap(3.0));
        answers(ui, desk);
    });
}

fn when(then: &Leaving) -> &'static str {
    match then {
        Leaving::Quit => "on quitting",
        Leaving::New => "in favour of an empty scene",
        Leaving::Shipped(_) | Leaving::File { .. } | Leaving::Recovered(_) => "on opening another scene",
    }
}

fn answers(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    ui.horizontal(|ui| {
        let save = Button::new(RichText::new("Save").font(look.strong_font()).color(look.on_accent)).fill(look.accent);
        let entered = !desk.state.saving_first && ui.input(|i| i.key_pressed(egui::Key::Enter)) && ui.memory(|m| m.focused().is_none());
        if ui.add(save).on_hover_text("Saves, then goes on (Enter).").clicked() || entered {
            desk.state.saving_first = true;
            desk.send(PromptCommand::Save);
        }
        if ui.button("Discard").on_hover_text(hints::of("Discard")).clicked() {
            desk.send(PromptCommand::Discard);
        }
        if ui.button("Cancel").on_hover_text(hints::of("Cancel")).clicked() {
            desk.send(PromptCommand::Cancel);
        }
    });
}
