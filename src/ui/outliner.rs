//! The outliner: all things of the scene as a tree of groups.
//!
//! A click selects, a double click renames, a drag onto a group puts what is dragged into it, a drag onto *Scene* takes
//! it out. A joint stands in the innermost group that holds both its bodies; it goes where they go.

use super::desk::Desk;
use super::outliner_state::Renaming;
use super::theme::Look;
use super::{graphs, menu_keys};
use crate::app::groups::group_of_joint;
use crate::app::thing::Thing;
use crate::app::{ClipboardCommand, Command, DocumentCommand, GroupCommand, Item, ViewCommand};
use crate::scene::document::Document;
use crate::scene::limits;
use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, TextEdit, Ui, vec2};
use egui_phosphor::regular as icon;
use std::collections::{BTreeMap, BTreeSet};

/// Width of the panel, points.
const WIDTH: f32 = 216.0;
/// As a drawer it leaves most of the canvas to the scene.
const MOST_OF_CANVAS: f32 = 0.34;

/// A line of the tree.
struct Row {
    item: Item,
    depth: usize,
    /// A group: how many things stand in it directly.
    holds: Option<usize>,
}

/// Shows the panel at the left, beside the tools, where the window is wide enough.
pub(crate) fn beside(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    if desk.state.outliner.is_open && !desk.state.is_narrow {
        let panel = egui::SidePanel::left("outliner").exact_width(look.pt(WIDTH)).resizable(false).frame(frame(&look));
        panel.show(ctx, |ui| contents(ui, desk));
    }
}

fn frame(look: &Look) -> egui::Frame {
    egui::Frame::new().fill(look.panel).inner_margin(look.margin(2.0, 2.0))
}

/// Shows it as a drawer over the canvas of a narrow window, once all panels round that have their place: it lay over
/// the graphs.
pub(crate) fn over(ctx: &egui::Context, desk: &mut Desk<'_>) {
    let look = desk.look;
    if !desk.state.outliner.is_open || !desk.state.is_narrow {
        return;
    }
    let free = ctx.available_rect();
    let drawer = egui::Area::new("outliner drawer".into()).order(egui::Order::Middle).fixed_pos(free.min).constrain(false);
    let shown = drawer.show(ctx, |ui| {
        frame(&look).stroke(look.hairline()).show(ui, |ui| {
            ui.set_width(look.pt(WIDTH).min(MOST_OF_CANVAS * free.width()) - look.gap(4.0));
            ui.set_height((free.height() - look.gap(4.0)).max(0.0));
            contents(ui, desk);
        });
    });
    desk.state.drawers.push(shown.response.rect);
}

fn contents(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = tree(desk.app.document(), &desk.state.outliner.closed);
    scene_row(ui, desk, rows.len());
    if rows.is_empty() {
        ui.label(RichText::new("Nothing is here yet.").color(look.quiet));
    }
    let height = look.row();
    let area = ScrollArea::vertical().id_salt(desk.app.scenes_opened()).auto_shrink(false);
    area.show_rows(ui, height, rows.len(), |ui, range| {
        for row in &rows[range] {
            ui.push_id(&row.item, |ui| line(ui, desk, row));
        }
    });
}

/// The things of a document in the order of the tree: groups first, then bodies, joints, launchers, lamps.
fn tree(document: &Document, closed: &BTreeSet<String>) -> Vec<Row> {
    let mut inside: BTreeMap<Option<&str>, Vec<Item>> = BTreeMap::new();
    let mut put = |group: Option<&str>, item: Item| {
        let known = group.filter(|id| document.group(id).is_some());
        let key = known.and_then(|id| document.groups.iter().find(|g| g.id == id)).map(|g| g.id.as_str());
        inside.entry(key).or_default().push(item);
    };
    document.groups.iter().for_each(|g| put(g.group.as_deref(), Item::Group(g.id.clone())));
    document.bodies.iter().for_each(|b| put(b.group.as_deref(), Item::Body(b.id.clone())));
    if document.groups.is_empty() {
        document.joints.iter().for_each(|j| put(None, Item::Joint(j.id.clone())));
    } else {
        let groups: BTreeMap<&str, Option<&str>> = document.bodies.iter().map(|b| (b.id.as_str(), b.group.as_deref())).collect();
        for joint in &document.joints {
            put(group_of_joint(document, joint, &groups), Item::Joint(joint.id.clone()));
        }
    }
    document.launchers.iter().for_each(|l| put(l.group.as_deref(), Item::Launcher(l.id.clone())));
    document.lights.iter().for_each(|l| put(l.group.as_deref(), Item::Light(l.id.clone())));
    document.curves.iter().for_each(|c| put(None, Item::Curve(c.id.clone())));
    document.notes.iter().for_each(|n| put(None, Item::Note(n.id.clone())));
    document.measures.iter().for_each(|m| put(None, Item::Measure(m.id.clone())));
    document.smoke.iter().for_each(|s| put(None, Item::Smoke(s.id.clone())));
    let mut rows = Vec::new();
    let mut open: Vec<(Item, usize)> = inside.get(&None).into_iter().flatten().rev().cloned().map(|item| (item, 0)).collect();
    while let Some((item, depth)) = open.pop() {
        let members = if let Item::Group(id) = &item { Some(inside.get(&Some(id.as_str())).map_or(&[][..], Vec::as_slice)) } else { None };
        if !closed.contains(item.id()) {
            open.extend(members.into_iter().flatten().rev().cloned().map(|item| (item, depth + 1)));
        }
        let holds = members.map(<[Item]>::len);
        rows.push(Row { item, depth, holds });
    }
    rows
}

/// The root: what is dropped on it stands in no group.
fn scene_row(ui: &mut Ui, desk: &mut Desk<'_>, count: usize) {
    let look = desk.look;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), look.row()), Sense::click());
    let words = format!("{} Scene", icon::GLOBE_SIMPLE);
    ui.painter().text(rect.left_center(), egui::Align2::LEFT_CENTER, words, look.strong_font(), look.text);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Scene"));
    let response =
        response.on_hover_text(format!("{count} rows · click: the world's settings · drop things here to take them out of their group"));
    if response.clicked() {
        desk.send(ViewCommand::Select(Vec::new()));
    }
    take_drop(ui, desk, &response, None);
}

fn take_drop(ui: &Ui, desk: &mut Desk<'_>, response: &egui::Response, group: Option<String>) {
    let look = desk.look;
    if response.dnd_hover_payload::<Vec<Item>>().is_some() {
        ui.painter().rect_stroke(response.rect, look.round(), (look.pt(1.5), look.accent), egui::StrokeKind::Inside);
    }
    if let Some(items) = response.dnd_release_payload::<Vec<Item>>() {
        desk.send(GroupCommand::Reparent { items: items.to_vec(), group });
    }
}

fn line(ui: &mut Ui, desk: &mut Desk<'_>, row: &Row) {
    let look = desk.look;
    let is_selected = desk.app.selection().contains(&row.item);
    let size = vec2(ui.available_width(), look.row());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let name = row.item.id();
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::SelectableLabel, true, is_selected, name));
    let ground = match () {
        () if is_selected => Some(look.accent.gamma_multiply(0.35)),
        () if response.hovered() => Some(look.ground),
        () => None,
    };
    if let Some(ground) = ground {
        ui.painter().rect_filled(rect, look.round(), ground);
    }
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    inner.spacing_mut().item_spacing.x = look.gap(1.0);
    inner.add_space(look.pt(12.0) * row.depth as f32);
    let is_closed = desk.state.outliner.closed.contains(name);
    if row.holds.is_some() {
        let arrow = if is_closed { icon::CARET_RIGHT } else { icon::CARET_DOWN };
        let click = inner.add(Label::new(arrow).sense(Sense::click())).on_hover_text("Shows what stands in it, or not");
        if click.clicked() {
            let closed = &mut desk.state.outliner.closed;
            if !closed.remove(name) {
                closed.insert(name.to_owned());
            }
        }
    } else {
        inner.add_space(look.pt(14.0));
    }
    inner.label(RichText::new(picture(&row.item)).color(look.quiet));
    if desk.state.outliner.renaming.as_ref().is_some_and(|renaming| renaming.item == row.item) {
        return rename(&mut inner, desk);
    }
    let words = match row.holds {
        Some(count) => format!("{name} ({count})"),
        None => name.to_owned(),
    };
    inner.add(Label::new(RichText::new(words).color(look.text)).truncate().selectable(false));
    let response = response.on_hover_text(format!("{name}: click selects, a double click renames, a drag puts it into a group"));
    act(ui, desk, row, &response, is_selected);
}

/// What the pointer does on a line.
fn act(ui: &Ui, desk: &mut Desk<'_>, row: &Row, response: &egui::Response, is_selected: bool) {
    if response.double_clicked() {
        desk.state.outliner.renaming = Some(Renaming::of(&row.item));
    } else if response.clicked() {
        let adds = ui.input(|i| i.modifiers.command || i.modifiers.shift);
        desk.send(if adds { ViewCommand::ToggleSelect(row.item.clone()) } else { ViewCommand::Select(vec![row.item.clone()]) });
    }
    if response.drag_started() {
        let items = if is_selected { desk.app.selection().to_vec() } else { vec![row.item.clone()] };
        response.dnd_set_drag_payload(items);
    }
    if response.secondary_clicked() && !is_selected {
        desk.send(ViewCommand::Select(vec![row.item.clone()]));
    }
    response.context_menu(|ui| {
        desk.state.menus.is_open = true;
        menu_keys::rows(ui, "", |ui| menu(ui, desk, row, is_selected));
    });
    if let Item::Group(id) = &row.item {
        take_drop(ui, desk, response, Some(id.clone()));
    }
}

/// The menu of a line: for all that is selected, if the line is.
fn menu(ui: &mut Ui, desk: &mut Desk<'_>, row: &Row, is_selected: bool) {
    let items = if is_selected { desk.app.selection().to_vec() } else { vec![row.item.clone()] };
    let is_one = items.len() == 1;
    let title = if is_one { row.item.id().to_owned() } else { super::inspector::selected_words(&items) };
    ui.label(RichText::new(title).font(desk.look.strong_font()));
    ui.separator();
    if is_one && ui.button("Rename").on_hover_text("A double click does so, too.").clicked() {
        desk.state.outliner.renaming = Some(Renaming::of(&row.item));
        ui.close_menu();
    }
    let acts: [(&str, Command); 4] = [
        ("Zoom to selection", ViewCommand::Frame { selection: true }.into()),
        ("Group", GroupCommand::Group.into()),
        ("Duplicate", ClipboardCommand::Duplicate.into()),
        ("Delete", DocumentCommand::Delete(items.clone()).into()),
    ];
    for (name, command) in acts {
        if ui.button(name).on_hover_text((desk.keyed)(name)).clicked() {
            desk.send(ViewCommand::Select(items.clone()));
            desk.send(command);
            ui.close_menu();
        }
    }
    if graphs::has_rows(&items) {
        let rows = |ui: &mut Ui| graphs::of_items(ui, desk, &items);
        ui.collapsing("Graph this", rows).header_response.on_hover_text("Shows a quantity of it over time.");
    }
}

fn picture(item: &Item) -> &'static str {
    match item {
        Item::Body(_) => icon::CUBE,
        Item::Joint(_) => icon::LINK_SIMPLE,
        Item::Launcher(_) => icon::CROSSHAIR_SIMPLE,
        Item::Light(_) => icon::LIGHTBULB,
        Item::Smoke(_) => icon::CLOUD,
        Item::Curve(_) => icon::BEZIER_CURVE,
        Item::Group(_) => icon::FOLDER_SIMPLE,
        Item::Note(_) => icon::TEXT_T,
        Item::Measure(_) => icon::RULER,
    }
}

/// The field in which a name is typed; Enter or leaving it takes the name, Esc gives it up. What Enter is refused stays
/// as it was typed, with the reason under it.
fn rename(ui: &mut Ui, desk: &mut Desk<'_>) {
    let look = desk.look;
    let Some(renaming) = &mut desk.state.outliner.renaming else { return };
    let color = renaming.refused.is_some().then_some(look.error);
    let id = egui::Id::new("outliner name");
    let edit = TextEdit::singleline(&mut renaming.typed).id(id).desired_width(f32::INFINITY).text_color_opt(color);
    let field = ui.add(edit);
    if let Some(why) = &renaming.refused {
        // The row is as high as its field: the reason stands over the rows below.
        egui::popup::show_tooltip_for(ui.ctx(), ui.layer_id(), id.with("refused"), &field.rect, |ui| {
            ui.add(Label::new(RichText::new(why).color(look.warning)).wrap());
        });
    }
    if field.changed() {
        renaming.refused = None;
    }
    if field.gained_focus() || !field.lost_focus() {
        field.request_focus();
    }
    if !field.lost_focus() {
        return;
    }
    let (item, name) = (renaming.item.clone(), renaming.typed.trim().to_owned());
    let is_given_up = ui.input(|i| i.key_pressed(egui::Key::Escape)) || name == item.id();
    let named = if is_given_up { Ok(None) } else { named(desk, &item, &name) };
    match named {
        Ok(command) => {
            desk.state.outliner.renaming = None;
            command.into_iter().for_each(|command| desk.send(command));
        }
        Err(why) if ui.input(|i| i.key_pressed(egui::Key::Enter)) => {
            field.request_focus();
            desk.state.outliner.renaming.iter_mut().for_each(|renaming| renaming.refused = Some(why.clone()));
        }
        Err(why) => {
            desk.state.outliner.renaming = None;
            desk.state.notices.warn(why);
        }
    }
}

/// The command that gives a thing a free name; none when the thing is gone.
///
/// # Errors
/// Why the name may not be.
fn named(desk: &Desk<'_>, item: &Item, name: &str) -> Result<Option<Command>, String> {
    let document = desk.app.document();
    let Some(thing) = Thing::of(document, item) else { return Ok(None) };
    let to = thing.called(name);
    let rule = if matches!(item, Item::Body(_)) { limits::BODY_ID } else { limits::NAME };
    match super::inspector::name_refusal(name, rule, to.item().is_in(document)) {
        Some(why) => Err(why),
        None => Ok(Some(DocumentCommand::Edit { id: item.id().to_owned(), to, gesture: 0 }.into())),
    }
}
