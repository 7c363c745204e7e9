//! The card beside a contact under the pointer: who touches, how deep, how hard, and the way inside.

use super::action::{Action, Menu};
use super::desk::Desk;
use super::desk::to_screen;
use super::graphs;
use super::theme::{self, Look};
use crate::app::{Item, MicroscopeCommand, ViewCommand};
use crate::draw::quantity::{counted, length, number, quantity};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::collider::ColliderId;
use crate::engine::world::{Contact, ContactPoint};
use crate::lens::Sizes;
use egui::{Key, Modifiers, Pos2, Rect, RichText, Ui, vec2};

/// Stops time and puts the pair of the selection, else the watched pair, under the microscope.
pub(crate) const LOOK_INSIDE: MicroscopeCommand = MicroscopeCommand::Open { pair: None, microscope: None };

/// Puts the scene itself under one of the microscopes that need no pair.
pub(crate) fn into_scene(microscope: &str) -> MicroscopeCommand {
    MicroscopeCommand::Open { pair: None, microscope: Some(microscope.to_owned()) }
}

/// The row of the table of actions that opens the last hit of a shot.
pub(crate) fn hit_row() -> Action {
    Action::doing(Menu::Lens, 1, "Look inside the last hit", look_inside_hit)
        .key(Modifiers::SHIFT, Key::Enter)
        .when(|app| app.last_hit().is_some())
        .about("Goes to the step before the newest hit of the selected launcher, or of any, and shows how the engine found its time of impact.")
}

fn look_inside_hit(desk: &mut Desk<'_>) {
    if let Some(number) = desk.app.last_hit().map(|shot| shot.number) {
        desk.send(MicroscopeCommand::Hit(number));
    }
}

/// What Enter does: looks inside the contact of the card, else that of the selection, else the watched pair.
pub(crate) fn look_inside(desk: &Desk<'_>) -> MicroscopeCommand {
    MicroscopeCommand::Open { pair: desk.state.card.shown, microscope: None }
}

/// Watches the contact after the watched one, in the order of the world, and selects its two bodies; without a contact
/// nothing. Contacts that the solver works on come alone, if there are any: of two that sleep it has nothing to show.
pub(crate) fn next(desk: &mut Desk<'_>) {
    let (app, stage) = (desk.app, desk.app.stage());
    let moves = |id: ColliderId| stage.world().body(id.body).is_some_and(|b| b.awake && b.kind == BodyKind::Dynamic && !b.frozen);
    let contacts = stage.world().contacts();
    let is_solved = |c: &&Contact| c.count > 0 && (moves(c.collider_a) || moves(c.collider_b));
    let solved: Vec<_> = contacts.iter().filter(is_solved).map(|c| (c.collider_a, c.collider_b)).collect();
    let all = || contacts.iter().map(|c| (c.collider_a, c.collider_b)).collect();
    let pairs = if solved.is_empty() { all() } else { solved };
    let here = app.pair().filter(|_| app.is_pair_chosen()).and_then(|pair| pairs.iter().position(|p| *p == pair));
    let Some(&(a, b)) = pairs.get(here.map_or(0, |at| (at + 1) % pairs.len())) else { return };
    let names = [a, b].into_iter().filter_map(|c| stage.names().bodies.name(c.body));
    desk.send(ViewCommand::Select(names.map(|name| Item::Body(name.to_owned())).collect()));
    desk.send(ViewCommand::SetPair(Some((a, b))));
}

/// Contacts of a body: the pair, and the other's name.
pub(crate) fn contacts_of(desk: &Desk<'_>, body: BodyId) -> Vec<((ColliderId, ColliderId), String)> {
    let stage = desk.app.stage();
    let of_body = |c: &Contact| c.collider_a.body == body || c.collider_b.body == body;
    let contacts = stage.world().contacts().into_iter().filter(of_body);
    contacts
        .map(|c| {
            let other = if c.collider_a.body == body { c.collider_b.body } else { c.collider_a.body };
            ((c.collider_a, c.collider_b), name_of(desk, other))
        })
        .collect()
}

/// A body's name, "the world" without one.
pub(crate) fn name_of(desk: &Desk<'_>, body: BodyId) -> String {
    desk.app.stage().names().bodies.name(body).unwrap_or("the world").to_owned()
}

/// Shows the card of the contact under the pointer, if any.
pub(crate) fn show(ctx: &egui::Context, desk: &mut Desk<'_>, canvas: Rect) {
    let pointer = ctx.input(|i| i.pointer.hover_pos());
    let busy = ctx.input(|i| i.pointer.any_down()) && !desk.state.card.area.is_some_and(|r| pointer.is_some_and(|p| r.contains(p)));
    let pointing = desk.app.tool().points;
    let Some(pointer) = pointer.filter(|_| pointing && !busy && !desk.state.is_window_open()) else {
        return desk.state.card.close();
    };
    let on_card = desk.state.card.area.is_some_and(|r| r.expand(theme::CONTACT_REACH).contains(pointer));
    if !on_card {
        let free = ctx.layer_id_at(pointer).is_none_or(|l| l.order == egui::Order::Background) && canvas.contains(pointer);
        let found = if free { nearest(desk, canvas, pointer) } else { None };
        if found != desk.state.card.shown {
            desk.state.card.area = None;
        }
        desk.state.card.shown = found;
    }
    let Some((a, b)) = desk.state.card.shown else { return desk.state.card.close() };
    let Some(contact) = desk.app.stage().world().contact(a, b).filter(|c| c.count > 0) else {
        return desk.state.card.close();
    };
    let look = desk.look;
    let anchor = to_screen(desk, canvas, contact.points[0].position);
    let place = anchor + vec2(look.gap(3.0), -look.pt(88.0));
    let area =
        egui::Area::new("contact card".into()).order(egui::Order::Middle).fixed_pos(place).constrain_to(canvas.shrink(look.gap(1.0)));
    let response = area.show(ctx, |ui| {
        look.card().show(ui, |ui| ui.horizontal(|ui| card(ui, desk, &look, &contact)));
    });
    // The way from the contact to the card belongs to it, so that the pointer can get there.
    desk.state.floating.push(response.response.rect);
    desk.state.card.area = Some(response.response.rect.union(Rect::from_center_size(anchor, vec2(1.0, 1.0))));
}

/// The contact with a point within reach of the pointer.
fn nearest(desk: &Desk<'_>, canvas: Rect, pointer: Pos2) -> Option<(ColliderId, ColliderId)> {
    let mut best: Option<(f32, (ColliderId, ColliderId))> = None;
    for contact in desk.app.stage().world().contacts() {
        for point in contact.points() {
            let gap = to_screen(desk, canvas, point.position).distance(pointer);
            if gap <= theme::CONTACT_REACH && best.is_none_or(|(nearest, _)| gap < nearest) {
                best = Some((gap, (contact.collider_a, contact.collider_b)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

fn card(ui: &mut Ui, desk: &mut Desk<'_>, look: &Look, contact: &Contact) {
    let (a, b) = (name_of(desk, contact.collider_a.body), name_of(desk, contact.collider_b.body));
    ui.vertical(|ui| {
        ui.label(RichText::new(format!("{a} ↔ {b}")).font(look.strong_font()));
        for line in words(contact, &Sizes::of(desk.app.stage().world())) {
            ui.label(RichText::new(line).font(look.caption_font()).color(look.quiet));
        }
    });
    if [&a, &b].into_iter().all(|name| desk.app.document().body(name).is_some()) {
        let menu = super::button::menu(ui, desk, "Graph…", |ui, desk| graphs::of_pair(ui, desk, &a, &b));
        menu.on_hover_text("Shows what the two do to each other over time.");
    }
    ui.add_space(look.gap(2.0));
    let button = ui.add(super::button::accented(look, "Look inside", look.row() + look.gap(1.0)));
    if button.on_hover_text((desk.keyed)("Look inside the collision")).clicked() {
        desk.send(look_inside(desk));
        desk.state.card.close();
    }
}

/// "depth 3.10 mm before the step · 1 point", "over the step: normal 42.0 N·s · friction 3.00 N·s"; which coefficient
/// of friction was used, if there are two. What is made of rounding reads 0.
fn words(contact: &Contact, sizes: &Sizes) -> Vec<String> {
    let lowest = contact.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
    let lowest = sizes.read_single(lowest, "m");
    let gap = if lowest <= 0.0 { format!("depth {}", length(-lowest)) } else { format!("gap {}", length(lowest)) };
    let points = counted(contact.count, "point", "points");
    let sum = |f: fn(&ContactPoint) -> f32| quantity(sizes.read_single(contact.points().iter().map(f).sum(), "N·s"), "N·s");
    let (normal, friction) = (sum(|p| p.normal_impulse), sum(|p| p.tangent_impulse));
    let used = contact.has_grip().then(|| {
        let why = if contact.sticking { "static: the two stick" } else { "sliding" };
        format!("μ = {} ({why})", number(contact.friction_used()))
    });
    let words = [format!("{gap} before the step · {points}"), format!("over the step: normal {normal} · friction {friction}")];
    words.into_iter().chain(used).collect()
}
