//! The question about work that an earlier run of the program could not save.

use super::button::accented;
use super::desk::Desk;
use crate::app::{Offer, RecoveryCommand};
use crate::draw::quantity::counted;
use egui::{Button, Id, Label, RichText, ScrollArea, Ui};

/// Shows the question over everything else.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, offers: &[Offer]) {
    let look = desk.look;
    let frame = look.card().inner_margin(look.margin(5.0, 4.0));
    egui::Modal::new("recovery".into()).frame(frame).show(ctx, |ui| {
        ui.set_max_width(look.pt(560.0));
        ui.label(RichText::new("Recover unsaved work?").font(look.title_font()));
        ui.add_space(look.gap(1.0));
        let text = "An earlier run of the program ended before this was saved. What you recover is open as unsaved; the file that it \
                    was made from stays as it is until you save.";
        ui.add(Label::new(RichText::new(text).color(look.quiet)).wrap());
        ui.add_space(look.gap(2.0));
        ScrollArea::vertical().max_height(ctx.screen_rect().height() * 0.5).show(ui, |ui| {
            for (index, offer) in offers.iter().enumerate() {
                ui.separator();
                row(ui, desk, offer, index == 0);
            }
        });
        ui.separator();
        ui.add_space(look.gap(1.0));
        if ui
            .button("Keep for later")
            .on_hover_text("Asks again at the next start (Esc). File > Recover unsaved work… asks sooner.")
            .clicked()
        {
            desk.send(RecoveryCommand::Later);
        }
    });
}

/// The question is over: asked anew, it discards nothing by a first click.
pub(crate) fn forget(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<String>(asked()));
}

/// Where the id of the copy is kept that a click would discard for good.
fn asked() -> Id {
    Id::new("discarding")
}

fn row(ui: &mut Ui, desk: &mut Desk<'_>, offer: &Offer, is_first: bool) {
    let look = desk.look;
    let edits = counted(offer.edits as usize, "edit", "edits");
    ui.add(Label::new(RichText::new(&offer.name).font(look.strong_font())).truncate());
    let origin = offer.origin.as_deref().unwrap_or("never saved to a file");
    ui.add(Label::new(format!("{edits}, {}", offer.time)).wrap());
    ui.add(Label::new(RichText::new(origin).color(look.quiet)).truncate());
    ui.horizontal(|ui| {
        let usual = Button::new(RichText::new("Recover").font(look.strong_font()));
        let entered = is_first && ui.input(|i| i.key_pressed(egui::Key::Enter)) && ui.memory(|m| m.focused().is_none());
        let hint = if is_first { "Opens it as unsaved work (Enter)." } else { "Opens it as unsaved work." };
        let recover = if is_first { ui.add(accented(&look, "Recover", 0.0)) } else { ui.add(usual) };
        if recover.on_hover_text(hint).clicked() || entered {
            desk.send(RecoveryCommand::Recover(offer.id.clone()));
        }
        if ui.button("Show in folder").on_hover_text("Opens the folder with its copies: ordinary scene files.").clicked() {
            desk.send(RecoveryCommand::ShowFolder(offer.id.clone()));
        }
        // It cannot be undone: the first click only asks.
        if ui.data(|data| data.get_temp(asked())) != Some(offer.id.clone()) {
            if ui.button("Discard").on_hover_text("Removes the copies; asks once more.").clicked() {
                ui.data_mut(|data| data.insert_temp(asked(), offer.id.clone()));
            }
        } else if ui.button("Discard for good").on_hover_text("Removes the copies. This cannot be undone.").clicked() {
            desk.send(RecoveryCommand::Discard(offer.id.clone()));
        }
    });
    ui.add_space(look.gap(1.0));
}
