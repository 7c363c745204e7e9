//! The context menu of the canvas.

use super::desk::Desk;
use super::{contact_card, desk, graphs, hints, menu_keys};
use crate::app::{ClipboardCommand, Command, DocumentCommand, GroupCommand, Item, LooksCommand, MicroscopeCommand, ViewCommand};
use crate::engine::body::{BodyId, BodyKind};
use crate::engine::joint::Revolute;
use crate::engine::math::Vec2;
use crate::scene::document::{BodyDoc, JointDoc, LauncherDoc, Sight};
use crate::scene::shot::Shot;
use egui::{Pos2, Rect, Response, RichText, Ui};

/// True while the context menu is open.
pub(crate) fn is_open(ctx: &egui::Context) -> bool {
    ctx.data(|d| d.get_temp::<bool>(egui::Id::new(OPEN))).unwrap_or(false)
}

/// Hits of a body in its menu.
const MOST_HITS: usize = 4;

const OPEN: &str = "canvas menu is open";

/// Right click without a drag opens it.
pub(crate) fn show(response: &Response, desk: &mut Desk<'_>, rect: Rect) {
    if response.secondary_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        desk.state.menus.canvas_at = Some(desk::to_world(desk, rect, at));
    }
    if std::mem::take(&mut desk.state.menus.canvas_wanted) {
        let at = wanted_at(response, desk, rect);
        desk.state.menus.canvas_at = Some(desk::to_world(desk, rect, at));
        menu_keys::open_context(response, at);
    }
    let at = desk.state.menus.canvas_at.unwrap_or_default();
    response.context_menu(|ui| {
        // A joint lies before its bodies, unless one of them is what is selected; that one lies before others.
        let is_selected = |item: &Item| desk.app.selection().contains(item);
        let mut bodies = desk.app.bodies_at(at).into_iter().filter_map(|id| Some((id, desk.app.name_of(id)?)));
        let top = bodies.next();
        let meant = top.iter().cloned().chain(bodies).find(|(_, name)| is_selected(&Item::Body(name.clone())));
        let is_meant = |item: &Item| matches!(item, Item::Joint(_)) && (meant.is_none() || is_selected(item));
        let joint = desk.app.item_at(at).filter(is_meant);
        let body = meant.or(top);
        menu_keys::rows(ui, "", |ui| match (joint, body) {
            (Some(joint), _) => over_joint(ui, desk, joint),
            (None, Some((id, name))) => over_body(ui, desk, id, &name, at),
            (None, None) => over_nothing(ui, desk, at),
        });
        grown(ui);
    });
    let is_open = response.context_menu_opened();
    response.ctx.data_mut(|d| d.insert_temp(egui::Id::new(OPEN), is_open));
}

/// Where a key opens the menu: on the selected body or joint, else at the pointer, else in the middle.
fn wanted_at(response: &Response, desk: &Desk<'_>, rect: Rect) -> Pos2 {
    let stage = desk.app.stage();
    let (world, names) = (stage.world(), stage.names());
    let place = |item: &Item| match item {
        Item::Body(id) => Some(world.body(names.bodies.id(id)?)?.pose.position),
        Item::Joint(id) => Some(world.joint_readout(names.joints.id(id)?)?.anchor_b),
        _ => None,
    };
    let selected = desk.app.selection().iter().find_map(place);
    let at = selected.map(|at| desk::to_screen(desk, rect, at)).filter(|at| rect.contains(*at));
    at.or(response.hover_pos()).unwrap_or(rect.center())
}

/// Where the menu would reach below the window it moves up: in the frame in which it grows, not under the pointer with
/// the next motion.
fn grown(ui: &Ui) {
    let (id, height) = (ui.id().with("height"), ui.min_rect().height());
    if ui.data_mut(|d| d.get_temp_mut_or(id, height).to_bits() != height.to_bits()) {
        ui.data_mut(|d| d.insert_temp(id, height));
        ui.ctx().request_discard("the menu has grown");
    }
}

/// A row that does something, and what it does.
fn row(ui: &mut Ui, desk: &mut Desk<'_>, (name, hint): (&str, &str), act: impl FnOnce(&mut Desk<'_>)) {
    if ui.button(name).on_hover_text(hint).clicked() {
        act(desk);
        ui.close_menu();
    }
}

/// What the menu of a thing acts on: all that is selected if the thing is, else the thing alone. The menu says so.
fn acted_on(ui: &mut Ui, desk: &Desk<'_>, item: Item) -> Vec<Item> {
    let items = if desk.app.selection().contains(&item) { desk.app.selection().to_vec() } else { vec![item] };
    let title = if let [one] = items.as_slice() { one.id().to_owned() } else { super::inspector::selected_words(&items) };
    ui.label(RichText::new(title).font(desk.look.strong_font()));
    ui.separator();
    items
}

/// A row of the action of this name, for these things.
fn act_row(ui: &mut Ui, desk: &mut Desk<'_>, name: &str, command: impl Into<Command>, items: &[Item]) {
    let hint = (desk.keyed)(name);
    row(ui, desk, (name, &hint), |desk| {
        desk.send(ViewCommand::Select(items.to_vec()));
        desk.send(command);
    });
}

fn graph_rows(ui: &mut Ui, desk: &mut Desk<'_>, items: &[Item]) {
    if graphs::has_rows(items) {
        let rows = |ui: &mut Ui| graphs::of_items(ui, desk, items);
        ui.collapsing("Graph this", rows).header_response.on_hover_text("Shows a quantity of it over time.");
    }
}

/// What is done with things of any sort.
fn common_rows(ui: &mut Ui, desk: &mut Desk<'_>, items: &[Item]) {
    if items.len() > 1 {
        act_row(ui, desk, "Group", GroupCommand::Group, items);
    }
    act_row(ui, desk, "Duplicate", ClipboardCommand::Duplicate, items);
    act_row(ui, desk, "Delete", DocumentCommand::Delete(items.to_vec()), items);
}

fn over_joint(ui: &mut Ui, desk: &mut Desk<'_>, joint: Item) {
    let app = desk.app;
    let items = acted_on(ui, desk, joint);
    if let [one] = items.as_slice()
        && let Some(doc) = app.document().joint(one.id())
    {
        for id in doc.bodies() {
            row(ui, desk, (&format!("Select {id}"), "Selects this body."), |desk| {
                desk.send(ViewCommand::Select(vec![Item::Body(id.clone())]));
            });
        }
        if let Some(a) = &doc.body_a {
            watch_row(ui, desk, a, &doc.body_b);
        }
        act_row(ui, desk, "Look inside", contact_card::LOOK_INSIDE, &items);
    }
    graph_rows(ui, desk, &items);
    common_rows(ui, desk, &items);
}

fn watch_row(ui: &mut Ui, desk: &mut Desk<'_>, a: &str, b: &str) {
    let hint = "The lenses and the microscope show these two";
    row(ui, desk, ("Watch this pair", hint), |desk| super::inspector::watch(desk, a, b));
}

fn over_body(ui: &mut Ui, desk: &mut Desk<'_>, id: BodyId, name: &str, at: Vec2) {
    let items = acted_on(ui, desk, Item::Body(name.to_owned()));
    let bodies: Vec<BodyDoc> = items.iter().filter_map(|i| desk.app.document().body(i.as_body()?).cloned()).collect();
    let is_one = items.len() == 1;
    for (kind, words, hint) in
        [(BodyKind::Static, "Make static", "Never moves."), (BodyKind::Dynamic, "Make dynamic", "Moved by forces, contacts and joints.")]
    {
        let others: Vec<&BodyDoc> = bodies.iter().filter(|b| b.kind != kind).collect();
        if others.is_empty() {
            continue;
        }
        row(ui, desk, (words, hint), |desk| {
            let gesture = desk.state.gesture.next();
            for body in others {
                desk.send(DocumentCommand::Edit { id: body.id.clone(), to: BodyDoc { kind, ..body.clone() }.into(), gesture });
            }
        });
    }
    if is_one && bodies.iter().any(|b| b.kind == BodyKind::Dynamic) {
        let hint = "A hinge between the world and this body at this point";
        row(ui, desk, ("Pin to the world here", hint), |desk| desk.send(DocumentCommand::Add(pin(name, at).into())));
    }
    aim_rows(ui, desk, Some(name), at);
    graph_rows(ui, desk, &items);
    let locked = !bodies.is_empty() && bodies.iter().all(|body| body.locked);
    act_row(ui, desk, if locked { "Unlock" } else { "Lock" }, LooksCommand::SetLocked(!locked), &items);
    act_row(ui, desk, "To front", LooksCommand::ToFront, &items);
    act_row(ui, desk, "To back", LooksCommand::ToBack, &items);
    common_rows(ui, desk, &items);
    let touching = contact_card::contacts_of(desk, id);
    if is_one && !touching.is_empty() {
        ui.separator();
        for (pair, other) in touching.into_iter().take(6) {
            row(ui, desk, (&format!("Look inside {name} ↔ {other}"), "What the engine did to find this contact"), |desk| {
                desk.send(MicroscopeCommand::Open { pair: Some(pair), microscope: None });
            });
        }
    }
    if is_one {
        hit_rows(ui, desk, id, name);
    }
    if let [Item::Body(a), Item::Body(b)] = items.as_slice() {
        watch_row(ui, desk, a, b);
    }
}

/// A row for each of the newest hits of this body: what it has hit as a shot, and the shots that were aimed at it.
fn hit_rows(ui: &mut Ui, desk: &mut Desk<'_>, body: BodyId, name: &str) {
    let stage = desk.app.stage();
    let is_its = |shot: &&Shot| shot.body == Some(body) || shot.hit_at.is_some() && shot.target.as_deref() == Some(name);
    let shots = stage.shots().iter().rev().filter(is_its).filter(|shot| shot.step_of_hit().is_some());
    let numbers: Vec<u32> = shots.take(MOST_HITS).map(|shot| shot.number).collect();
    for number in numbers {
        row(ui, desk, (&format!("Look inside the hit of shot {number}"), hints::of("Look inside a hit")), |desk| {
            desk.send(MicroscopeCommand::Hit(number));
        });
    }
}

/// A revolute joint between the world and a body.
fn pin(body: &str, anchor: Vec2) -> JointDoc {
    JointDoc { body_b: body.to_owned(), ..JointDoc::at(anchor, Revolute::default()) }
}

/// A row for each selected launcher that aims it at the body, or the point.
fn aim_rows(ui: &mut Ui, desk: &mut Desk<'_>, body: Option<&str>, at: Vec2) {
    let selected = desk.app.selection().iter().filter_map(Item::as_launcher);
    let launchers: Vec<LauncherDoc> = selected.filter_map(|id| desk.app.document().launcher(id).cloned()).collect();
    for launcher in launchers.into_iter().filter(|launcher| body.is_none() || launcher.body.as_deref() != body) {
        let words = format!("Aim {} at {}", launcher.id, body.unwrap_or("this point"));
        row(ui, desk, (&words, "The launcher leads it from now on"), |desk| {
            let gesture = desk.state.gesture.next();
            let aim_at = if body.is_some() { Sight::Body } else { Sight::Point };
            let aimed = LauncherDoc { aim_at, target: body.map(str::to_owned), point: at, point_velocity: Vec2::ZERO, ..launcher.clone() };
            desk.send(DocumentCommand::Edit { id: launcher.id.clone(), to: aimed.into(), gesture });
        });
    }
}

fn over_nothing(ui: &mut Ui, desk: &mut Desk<'_>, at: Vec2) {
    aim_rows(ui, desk, None, at);
    let hint = |name: &str| (desk.keyed)(name);
    let (paste, all, frame, lines) = (hint("Paste"), hint("Select all"), hint("Frame all"), hint("Grid"));
    row(ui, desk, ("Paste here", &paste), |desk| desk.paste(Some(at)));
    row(ui, desk, ("Select all", &all), |desk| desk.send(ViewCommand::SelectAll));
    ui.separator();
    row(ui, desk, ("Frame all", &frame), |desk| desk.send(ViewCommand::Frame { selection: false }));
    let grid = if desk.app.grid() { "Hide grid" } else { "Show grid" };
    row(ui, desk, (grid, &lines), |desk| desk.send(ViewCommand::SetGrid(!desk.app.grid())));
}
