//! Menus of quantities: what a graph shows, what it is drawn against, and "Graph this" at bodies, joints, launchers,
//! contacts, tapes and protractors.

use crate::app::{GraphCommand, Item};
use crate::draw::axes;
use crate::draw::plot::Format;
use crate::scene::document::{CurveDoc, GraphDoc, Subject, TraceDoc};
use crate::scene::quantity::{self, Quantity};
use crate::ui::desk::Desk;
use crate::ui::menu_keys;
use egui::{Response, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

/// A button with a picture that opens a menu.
fn menu(ui: &mut Ui, desk: &mut Desk<'_>, (picture, name, hint): (&str, &str, &str), fill: impl FnOnce(&mut Ui, &mut Desk<'_>)) {
    let look = desk.look;
    let picture = RichText::new(picture).font(look.icon_font()).color(look.quiet);
    let button = ui.scope(|ui| {
        ui.visuals_mut().button_frame = false;
        crate::ui::button::menu(ui, desk, picture, fill)
    });
    button.inner.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    button.inner.on_hover_text(hint);
}

/// The subjects that menus offer: what the graph shows already, what is selected, and the world.
fn subjects(desk: &Desk<'_>, graph: &GraphDoc) -> Vec<Subject> {
    let mut all = Vec::new();
    let selected = desk.app.selection().iter().filter_map(subject_of);
    let mut bodies = desk.app.selection().iter().filter(|item| matches!(item, Item::Body(_))).map(Item::id);
    let pair = match (bodies.next(), bodies.next(), bodies.next()) {
        (Some(a), Some(b), None) => Some(Subject::Contact([a.to_owned(), b.to_owned()])),
        _ => None,
    };
    let controls: Vec<Subject> = selected.clone().filter_map(|body| control_of(desk, &body)).collect();
    for subject in graph.quantities().map(|curve| curve.of.clone()).chain(selected).chain(controls).chain(pair).chain([Subject::World]) {
        if !all.contains(&subject) {
            all.push(subject);
        }
    }
    all
}

/// What of a thing is measured; nothing of a lamp, a note, a curve or smoke.
fn subject_of(item: &Item) -> Option<Subject> {
    Some(match item {
        Item::Body(id) => Subject::Body(id.clone()),
        Item::Joint(id) => Subject::Joint(id.clone()),
        Item::Launcher(id) => Subject::Launcher(id.clone()),
        Item::Measure(id) => Subject::Measure(id.clone()),
        Item::Light(_) | Item::Group(_) | Item::Note(_) | Item::Smoke(_) | Item::Curve(_) => return None,
    })
}

/// The controller of a body, if it has one.
fn control_of(desk: &Desk<'_>, subject: &Subject) -> Option<Subject> {
    let Subject::Body(id) = subject else { return None };
    desk.app.document().body(id)?.control.as_ref().map(|_| Subject::Control(id.clone()))
}

/// The quantities that a thing of this scene has.
fn rows(desk: &Desk<'_>, subject: &Subject) -> Vec<&'static Quantity> {
    if let Subject::Measure(id) = subject {
        return desk.app.document().measure(id).map_or(Vec::new(), |measure| quantity::of_measure(measure).collect());
    }
    let joint = if let Subject::Joint(id) = subject { desk.app.document().joint(id) } else { None };
    match joint {
        Some(joint) => quantity::of_joint(&joint.kind).collect(),
        None => {
            let has_sensor = |body: &str| desk.app.document().body(body).is_some_and(|body| body.shapes.iter().any(|shape| shape.sensor));
            let sensed = matches!(subject, Subject::Body(id) if has_sensor(id));
            quantity::of(subject).iter().filter(|row| sensed || !row.is_of_sensors()).collect()
        }
    }
}

/// The rows of a thing's quantities; `is_on` marks some, `choose` does what a click asks for.
fn quantities(
    ui: &mut Ui,
    desk: &mut Desk<'_>,
    subject: &Subject,
    is_on: impl Fn(&CurveDoc) -> bool,
    choose: impl Fn(&mut Desk<'_>, CurveDoc),
) {
    for row in rows(desk, subject) {
        let curve = CurveDoc::new(subject.clone(), row);
        let (unit, _) = row.shown();
        let unit = if unit.is_empty() { String::new() } else { format!("  ({unit})") };
        let words = format!("{}{unit}", row.name);
        if ui.selectable_label(is_on(&curve), words).on_hover_text(row.about).clicked() {
            choose(desk, curve);
            ui.close_menu();
        }
    }
}

/// A list that scrolls when the window is too low for it.
fn list(ui: &mut Ui, width: f32, share: f32, fill: impl FnOnce(&mut Ui)) {
    let most = share * ui.ctx().screen_rect().height();
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
    ScrollArea::vertical().max_height(most).show(ui, |ui| {
        ui.set_min_width(width);
        fill(ui);
    });
}

/// The quantities of all subjects that a menu offers, under the names of the subjects.
fn subject_lists(
    ui: &mut Ui,
    desk: &mut Desk<'_>,
    graph: &GraphDoc,
    is_on: impl Fn(&CurveDoc) -> bool,
    choose: impl Fn(&mut Desk<'_>, CurveDoc),
) {
    let look = desk.look;
    if desk.app.selection().is_empty() {
        let hint = "Select something to see its quantities here.";
        // Rows of a menu take its whole width; a sentence of two lines would be spaced out to it.
        ui.vertical(|ui| ui.label(RichText::new(hint).font(look.caption_font()).color(look.quiet)));
    }
    list(ui, look.menu_width(), 0.5, |ui| {
        for (i, subject) in subjects(desk, graph).into_iter().enumerate() {
            if i > 0 {
                ui.separator();
            }
            ui.label(RichText::new(subject.to_string()).font(look.strong_font()));
            ui.push_id(i, |ui| quantities(ui, desk, &subject, &is_on, &choose));
        }
    });
}

/// Which curves a graph shows.
pub(super) fn curves(ui: &mut Ui, desk: &mut Desk<'_>, index: usize, graph: &GraphDoc) {
    menu(ui, desk, (icon::PLUS, "Curves", "Adds and removes curves."), |ui, desk| {
        let is_on = |curve: &CurveDoc| graph.curves.contains(curve);
        subject_lists(ui, desk, graph, is_on, |desk, curve| desk.send(GraphCommand::Toggle { graph: index, curve }));
    });
}

/// What a graph shows to the right.
pub(super) fn against(ui: &mut Ui, desk: &mut Desk<'_>, index: usize, graph: &GraphDoc) {
    menu(ui, desk, (icon::ARROWS_HORIZONTAL, "Against", "Over time, or against another quantity: a phase plot."), |ui, desk| {
        if ui.selectable_label(graph.against.is_none(), "Over time").on_hover_text("Time to the right.").clicked() {
            desk.send(GraphCommand::Against { graph: index, against: None });
            ui.close_menu();
        }
        ui.separator();
        let is_on = |curve: &CurveDoc| graph.against.as_ref() == Some(curve);
        let choose = |desk: &mut Desk<'_>, curve| desk.send(GraphCommand::Against { graph: index, against: Some(curve) });
        subject_lists(ui, desk, graph, is_on, choose);
    });
}

/// The menu of a right click on a graph: what its buttons offer. True when everything shall fit again.
pub(super) fn of_graph(response: &Response, desk: &mut Desk<'_>, index: Option<usize>, graph: &GraphDoc) -> bool {
    let mut fit = false;
    response.context_menu(|ui| {
        desk.state.menus.is_open = true;
        menu_keys::rows(ui, "", |ui| {
            // The names of many curves would be lines long.
            ui.set_max_width(desk.look.menu_width());
            ui.add(egui::Label::new(RichText::new(super::legend::title(graph)).font(desk.look.strong_font())).truncate());
            ui.separator();
            if ui.button("Fit graph").on_hover_text("Shows all of it again (double click).").clicked() {
                fit = true;
                ui.close_menu();
            }
            let Some(index) = index else { return };
            let is_on = |curve: &CurveDoc| graph.curves.contains(curve);
            let toggle = |desk: &mut Desk<'_>, curve| desk.send(GraphCommand::Toggle { graph: index, curve });
            let curves = ui.collapsing("Curves", |ui| subject_lists(ui, desk, graph, is_on, toggle));
            curves.header_response.on_hover_text("Adds and removes curves.");
            let exports = ui.collapsing("Export graph", |ui| formats(ui, desk, index));
            exports.header_response.on_hover_text("Writes the graph as a table or a picture.");
            if ui.button("Remove graph").on_hover_text("Removes this graph; undo brings it back.").clicked() {
                desk.send(GraphCommand::Remove(index));
                ui.close_menu();
            }
        });
    });
    fit
}

/// Where a graph goes as a file.
pub(super) fn export(ui: &mut Ui, desk: &mut Desk<'_>, index: usize) {
    let button = (icon::DOWNLOAD_SIMPLE, "Export graph", "Writes the graph as a table or a picture.");
    menu(ui, desk, button, |ui, desk| formats(ui, desk, index));
}

fn formats(ui: &mut Ui, desk: &mut Desk<'_>, index: usize) {
    for (format, words, hint) in [
        (Format::Csv, "Table (CSV)…", "All samples of the run, for spreadsheets."),
        (Format::Svg, "Picture (SVG)…", "The whole run as lines, for papers."),
        (Format::Png, "Picture (PNG)…", "The whole run as pixels, for slides."),
    ] {
        if format != Format::Csv && !axes::CAN_DRAW {
            continue;
        }
        if ui.button(words).on_hover_text(hint).clicked() {
            desk.send(GraphCommand::Export { graph: index, format });
            ui.close_menu();
        }
    }
}

/// "Graph" at a thing: each of its quantities as a graph of its own. A body also has the path of its centre.
fn of_subject(ui: &mut Ui, desk: &mut Desk<'_>, subject: &Subject) {
    let shown = desk.app.document().shown_quantities();
    list(ui, desk.look.menu_width(), 0.45, |ui| {
        let choose = |desk: &mut Desk<'_>, curve| {
            desk.state.graphs.show();
            desk.send(GraphCommand::Add(GraphDoc::of(curve)));
        };
        quantities(ui, desk, subject, |curve| shown.contains(curve), choose);
        if let Some(control) = control_of(desk, subject) {
            ui.separator();
            quantities(ui, desk, &control, |curve| shown.contains(curve), choose);
        }
        if let Subject::Body(id) = subject {
            ui.separator();
            path(ui, desk, id);
        }
    });
}

/// The row of the path of a body's centre of mass.
fn path(ui: &mut Ui, desk: &mut Desk<'_>, id: &str) {
    let stage = desk.app.stage();
    let Some(at) = stage.names().bodies.id(id).and_then(|id| stage.world().body(id)).map(|body| body.local_center) else { return };
    let is_on = desk.app.document().traces.iter().any(|other| other.body == id && other.at == at);
    let row = ui.selectable_label(is_on, "Path on the canvas");
    if row.on_hover_text("Draws the path of its centre of mass.").clicked() {
        desk.send(GraphCommand::Trace(TraceDoc { body: id.to_owned(), at, seconds: None }));
        ui.close_menu();
    }
}

/// The same for what is selected: one thing, or two bodies that may touch.
pub(crate) fn of_items(ui: &mut Ui, desk: &mut Desk<'_>, items: &[Item]) {
    match items {
        [item] => {
            if let Some(subject) = subject_of(item) {
                of_subject(ui, desk, &subject);
            }
        }
        [Item::Body(a), Item::Body(b)] => of_pair(ui, desk, a, b),
        _ => {}
    }
}

/// True when [`of_items`] has something to show.
pub(crate) fn has_rows(items: &[Item]) -> bool {
    match items {
        [item] => subject_of(item).is_some(),
        [Item::Body(_), Item::Body(_)] => true,
        _ => false,
    }
}

/// The same for two bodies that touch.
pub(crate) fn of_pair(ui: &mut Ui, desk: &mut Desk<'_>, a: &str, b: &str) {
    of_subject(ui, desk, &Subject::Contact([a.to_owned(), b.to_owned()]));
}

/// A button that opens the menu of a thing's quantities.
pub(crate) fn button(ui: &mut Ui, desk: &mut Desk<'_>, items: &[Item]) {
    let response = crate::ui::button::menu(ui, desk, "Graph…", |ui, desk| of_items(ui, desk, items));
    response.on_hover_text("Shows a quantity of it over time.");
}
