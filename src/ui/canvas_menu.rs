//! The context menu of the canvas.

use super::desk::Desk;
use super::{contact_card, desk};
use crate::app::{ClipboardCommand, DocumentCommand, Item, MicroscopeCommand, ViewCommand};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::Revolute;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, JointDoc};
use egui::{Rect, Response, RichText, Ui};

/// True while the context menu is open.
pub(crate) fn is_open(ctx: &egui::Context) -> bool {
    ctx.data(|d| d.get_temp::<bool>(egui::Id::new(OPEN))).unwrap_or(false)
}

const OPEN: &str = "canvas menu is open";

/// Right click without a drag opens it.
pub(crate) fn show(response: &Response, desk: &mut Desk<'_>, rect: Rect) {
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        desk.state.canvas_menu.at = Some(desk::to_world(desk, rect, at));
    }
    let at = desk.state.canvas_menu.at.unwrap_or_default();
    response.context_menu(|ui| {
        let body = desk.app.bodies_at(at).first().copied();
        match body.and_then(|id| desk.app.name_of(id).map(|name| (id, name))) {
            Some((id, name)) => over_body(ui, desk, id, &name, at),
            None => over_nothing(ui, desk, at),
        }
    });
    let is_open = response.context_menu_opened();
    response.ctx.data_mut(|d| d.insert_temp(egui::Id::new(OPEN), is_open));
}

/// A row that does something.
fn row(ui: &mut Ui, desk: &mut Desk<'_>, name: &str, act: impl FnOnce(&mut Desk<'_>)) {
    if ui.button(name).clicked() {
        act(desk);
        ui.close_menu();
    }
}

fn over_body(ui: &mut Ui, desk: &mut Desk<'_>, id: BodyId, name: &str, at: Vec2) {
    let look = desk.look;
    ui.label(RichText::new(name).font(look.strong_font()));
    ui.separator();
    let only = vec![Item::Body(name.to_owned())];
    let items = if desk.app.selection().contains(&only[0]) { desk.app.selection().to_vec() } else { only };
    if let Some(body) = desk.app.document().body(name).cloned() {
        for (kind, words) in [(BodyKind::Static, "Make static"), (BodyKind::Dynamic, "Make dynamic")] {
            if body.kind != kind {
                let changed = BodyDoc { kind, ..body.clone() };
                row(ui, desk, words, |desk| desk.send(DocumentCommand::EditBody { id: name.to_owned(), body: changed, gesture: 0 }));
            }
        }
    }
    if desk.app.document().body(name).is_some_and(|b| b.kind == BodyKind::Dynamic) {
        row(ui, desk, "Pin to the world here", |desk| desk.send(DocumentCommand::AddJoint(pin(name, at))));
    }
    row(ui, desk, "Duplicate", |desk| {
        desk.send(ViewCommand::Select(items.clone()));
        desk.send(ClipboardCommand::Duplicate);
    });
    row(ui, desk, "Delete", |desk| desk.send(DocumentCommand::Delete(items.clone())));
    let touching = contact_card::contacts_of(desk, id);
    if !touching.is_empty() {
        ui.separator();
        for (pair, other) in touching.into_iter().take(6) {
            row(ui, desk, &format!("Look inside {name} ↔ {other}"), |desk| {
                desk.send(MicroscopeCommand::Open { pair: Some(pair), microscope: None });
            });
        }
    }
    if let [Item::Body(a), Item::Body(b)] = items.as_slice() {
        row(ui, desk, "Watch this pair", |desk| super::inspector::watch(desk, a, b));
    }
}

/// A revolute joint between the world and a body.
fn pin(body: &str, anchor: Vec2) -> JointDoc {
    JointDoc { body_b: body.to_owned(), ..JointDoc::at(anchor, Revolute::default()) }
}

fn over_nothing(ui: &mut Ui, desk: &mut Desk<'_>, at: Vec2) {
    row(ui, desk, "Paste here", |desk| desk.send(ClipboardCommand::Paste { at: Some(at) }));
    row(ui, desk, "Select all", |desk| desk.send(ViewCommand::SelectAll));
    ui.separator();
    row(ui, desk, "Frame all", |desk| desk.send(ViewCommand::Frame { selection: false }));
    let grid = if desk.app.grid() { "Hide grid" } else { "Show grid" };
    row(ui, desk, grid, |desk| desk.send(ViewCommand::SetGrid(!desk.app.grid())));
}
