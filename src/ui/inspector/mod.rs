//! The inspector: what is selected, in sections; nothing selected = the scene and its world settings.
//!
//! What the user *made* (where a body starts) can be edited; what the run *did* with it (where it is now) can be read.
//! While a run is under way the two stand apart, under NOW and START.

mod body;
mod control;
mod curve;
mod drawing;
pub(crate) mod fields;
mod forces;
mod group;
mod heading;
mod joint;
mod launcher;
mod layers;
mod light;
mod line;
mod looks;
mod many;
mod measure;
mod mine;
mod mixed;
mod mixed_joints;
mod mixing;
mod note;
mod shape;
mod skin;
mod smoke;
mod spring;
mod units;
mod world;

pub(crate) use heading::name_refusal;
pub(crate) use many::{selected_words, watch};

use super::desk::Desk;
use super::scrolled;
use crate::app::Item;
use egui::{ScrollArea, Ui};

/// Shows the inspector: a panel at the right, or a drawer when the window is narrow.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    let screen = ctx.screen_rect();
    let frame = egui::Frame::new().fill(look.panel).inner_margin(egui::Margin::ZERO);
    if note::awaits_words(desk) || desk.state.copies_wanted || desk.state.outliner.naming {
        (desk.state.inspector_hidden, desk.state.drawer_open) = (false, true);
    }
    if desk.state.inspector_hidden {
        return;
    }
    if !look.is_narrow(screen.width()) {
        desk.state.drawer_open = false;
        let panel = egui::SidePanel::right("inspector").exact_width(look.inspector_width()).resizable(false).frame(frame);
        panel.show(ctx, |ui| contents(ui, desk));
        return;
    }
    if !desk.state.drawer_open {
        return;
    }
    let width = look.inspector_width().min(screen.width() - look.rail_width());
    let height = screen.height() - look.menu_height() - look.transport_height();
    let place = egui::pos2(screen.right() - width, screen.top() + look.menu_height());
    desk.state.drawers.push(egui::Rect::from_min_size(place, egui::vec2(width, height)));
    egui::Area::new("inspector drawer".into()).order(egui::Order::Middle).fixed_pos(place).constrain(false).show(ctx, |ui| {
        frame.stroke(look.hairline()).show(ui, |ui| {
            ui.set_width(width - 2.0);
            ui.set_height(height.max(0.0));
            contents(ui, desk);
        });
    });
}

fn contents(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    // Another scene, and another selection, begins at the top.
    let shown = (desk.app.scenes_opened(), desk.app.selection().iter().map(Item::id).collect::<Vec<_>>());
    let area = ScrollArea::vertical().id_salt(shown).auto_shrink(false);
    scrolled::show(ui, &look, look.panel, area, |ui| {
        egui::Frame::new().inner_margin(look.margin(3.5, 2.5)).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let selection = desk.app.selection();
            match selection {
                [] => world::show(ui, desk),
                [item] => _ = ui.push_id(item.id(), |ui| one(ui, desk, item)),
                several => many::show(ui, desk, several),
            }
        });
    });
}

/// The page of one thing; `None` when it is there no more.
fn one(ui: &mut Ui, desk: &mut Desk<'_>, item: &Item) -> Option<()> {
    let document = desk.app.document();
    match item {
        Item::Body(id) => body::show(ui, desk, document.body(id)?),
        Item::Joint(id) => joint::show(ui, desk, document.joint(id)?),
        Item::Launcher(id) => launcher::show(ui, desk, document.launcher(id)?),
        Item::Curve(id) => curve::show(ui, desk, document.curve(id)?),
        Item::Note(id) => note::show(ui, desk, document.note(id)?),
        Item::Measure(id) => measure::show(ui, desk, document.measure(id)?),
        Item::Smoke(id) => smoke::show(ui, desk, document.smoke(id)?),
        Item::Group(id) => group::show(ui, desk, document.group(id)?),
        Item::Light(id) => light::show(ui, desk, document.light(id)?),
    }
    Some(())
}
